// In: many triangles in device memory. Out: solves with them, at most 64 rows at a time, and products by them, at most
// 32: a right-hand side to a thread; one right-hand side alone: a row to a thread. Interchanges of rows.
#include "cuda/batch.cuh"

namespace shunt::gpu {
namespace kernels {

// z := alpha x^-1 z (or alpha x z) with a triangle of order up to NB; `width` right-hand sides to a group of as many
// threads, which share a copy of the triangle.
template <class T, int NB, int width> struct alignas(16) Tile {
    T l[NB][NB];  // by columns
    T diagonal[NB];
    T x[NB][width + 1];
    int plain;
};
template <class T, int NB, int width, int groups, bool multiplies> __global__ void __launch_bounds__(width* groups)
    triangles(const __grid_constant__ BatchProblems all, const __grid_constant__ BatchStep s) {
    static_assert(width <= 32 && 32 % width == 0 && width >= NB);
    extern __shared__ char shared[];
    Tile<T, NB, width>& tile = reinterpret_cast<Tile<T, NB, width>*>(shared)[threadIdx.x / width];
    const int t = threadIdx.x % width;
    const i64 at = i64(blockIdx.x) * groups + threadIdx.x / width;
    const bool exists = at < all.count;
    const Problem p = problem(all, exists ? at : 0);
    const int j0 = int(blockIdx.y) * width;
    const int n = exists && !(s.while_good && failed(all, p)) ? min(length(s.n, p.sizes) - j0, width) : 0;
    const int m = n > 0 ? length(s.m, p.sizes) : 0;
    const View<T> x = view<T>(all, p, s.x), z = view<T>(all, p, s.z);
    const bool idle = is_zero(s.alpha);
    const bool columns = !x.by_rows(), z_columns = !z.by_rows();
    const auto each_of_x = [&](auto&& f) {
#pragma unroll 4
        for (int e = t; e < NB * NB; e += width) f(columns ? e % NB : e / NB, columns ? e / NB : e % NB);
    };
    const auto each_of_z = [&](auto&& f) {
#pragma unroll 4
        for (int e = t; e < NB * width; e += width) f(z_columns ? e % NB : e / width, z_columns ? e / NB : e % width);
    };
    if (t == 0) tile.plain = 1;
    if (m > 0 && !idle) {
        each_of_x([&](int i, int k) {
            if (i < m && (i > k || (i == k && !s.unit)))
                bring(&tile.l[k][i], x, i, k);
            else
                tile.l[k][i] = from_real<T>(RealOf<T>(i == k));
        });
        each_of_z([&](int i, int j) {
            if (i < m && j < n)
                bring(&tile.x[i][j], z, i, j0 + j);
            else
                tile.x[i][j] = zero<T>();
        });
        copies_wait_all();
        if constexpr (Traits<T>::complex) {
            if (x.conjugated) each_of_x([&](int i, int k) { tile.l[k][i] = conjugate(tile.l[k][i]); });
            if (z.conjugated) each_of_z([&](int i, int j) { tile.x[i][j] = conjugate(tile.x[i][j]); });
        }
    }
    __syncwarp();
    if (m > 0 && !idle && t < NB) {
        T d = tile.l[t][t];
        if constexpr (!multiplies) {
            if (plain_inverse<T>(size_of(d)))
                d = inverse(d);
            else
                tile.plain = 0;
        }
        tile.diagonal[t] = d;
    }
    __syncwarp();
    if (m > 0 && idle) each_of_z([&](int i, int j) { tile.x[i][j] = zero<T>(); });
    if (m > 0 && !idle) {
        const T alpha = scalar_of<T>(s.alpha);
        const bool scales = !is_one(s.alpha);
        T v[NB];
#pragma unroll
        for (int i = 0; i < NB; ++i) v[i] = scales ? product_of(alpha, tile.x[i][t]) : tile.x[i][t];
        if constexpr (multiplies) {
#pragma unroll
            for (int k = NB - 1; k >= 0; --k) {
#pragma unroll
                for (int i = k + 1; i < NB; ++i) v[i] = plus_product(v[i], tile.l[k][i], v[k]);
                if (!s.unit) v[k] = product_of(tile.diagonal[k], v[k]);
            }
        } else if (tile.plain) {
#pragma unroll
            for (int k = 0; k < NB; ++k) {
                if (!s.unit) v[k] = product_of(v[k], tile.diagonal[k]);
#pragma unroll
                for (int i = k + 1; i < NB; ++i) v[i] = minus_product(v[i], tile.l[k][i], v[k]);
            }
        } else {
            // A diagonal that could overflow is divided by, as it is in x.
#pragma unroll
            for (int k = 0; k < NB; ++k) {
                if (k < m && !s.unit) v[k] = divide(v[k], tile.l[k][k]);
#pragma unroll
                for (int i = k + 1; i < NB; ++i) v[i] = minus_product(v[i], tile.l[k][i], v[k]);
            }
        }
#pragma unroll
        for (int i = 0; i < NB; ++i) tile.x[i][t] = v[i];
    }
    __syncwarp();
    if (m > 0)
        each_of_z([&](int i, int j) {
            if (i < m && j < n) z.put(i, j0 + j, tile.x[i][j]);
        });
}

// z := alpha x^-1 z, x of order up to 64, where there are larger ones than 32: a right-hand side to a lane, sixteen
// rows of it in registers.
constexpr int kQuarter = 16, kBroadRows = 4 * kQuarter;
template <class T> constexpr int kBroadWarps = sizeof(T) == 16 ? 2 : 4;
// At a time, about as many as shared memory has room for: registers are not kept for more.
template <class T> constexpr int kBroadBlocks = sizeof(T) == 16 ? 2 : sizeof(T) == 8 ? 3 : 5;
// Words of two numbers lie as in memory; others, of which neighbours along either side are moved, in few banks.
template <class T> constexpr int kLdBroad = kPack<T> == 2 ? 32 + 2 : 32 + 1;
// What a block of so many warps holds of triangles of up to `order`, a multiple of 16.
template <class T> struct Broad {
    T (*l)[kQuarter];     // the blocks of the lower triangle, row by row; each by columns
    T* by;                // the inverse of the diagonal
    T (*z)[kLdBroad<T>];  // `order` rows to a warp
    static constexpr __host__ __device__ int block(int i, int k) { return (i * (i + 1) / 2 + k) * kQuarter; }
    static constexpr std::size_t bytes(int order, int warps) {
        const int triangle = block(order / kQuarter, 0) * kQuarter;
        return static_cast<std::size_t>(triangle + kBroadRows + order * kLdBroad<T> * warps) * sizeof(T);
    }
    __device__ __forceinline__ Broad(char* shared, int order, int warp)
        : l(reinterpret_cast<T (*)[kQuarter]>(shared)),
          by(reinterpret_cast<T*>(l + block(order / kQuarter, 0))),
          z(reinterpret_cast<T (*)[kLdBroad<T>]>(by + kBroadRows) + order * warp) {}
    // Of element (i, k) in l.
    static __device__ __forceinline__ int place(int i, int k) {
        return (block(i / kQuarter, 0) + k) * kQuarter + i % kQuarter;
    }
    __device__ __forceinline__ T& at(int i, int k) const { return l[0][place(i, k)]; }
};
// Numbers that are not finite spread no further than in LAPACK.
template <class T> __global__ void __launch_bounds__(32 * kBroadWarps<T>, kBroadBlocks<T>)
    broad_solves(const __grid_constant__ BatchProblems all, const __grid_constant__ BatchStep s, int order) {
    constexpr int Q = kQuarter;
    extern __shared__ char shared[];
    __shared__ int plain;
    const Problem p = problem(all, blockIdx.x);
    const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    const Broad<T> held(shared, order, warp);
    const int m = length(s.m, p.sizes), n = length(s.n, p.sizes), begin = int(blockIdx.y) * int(blockDim.x);
    const View<T> x = view<T>(all, p, s.x), z = view<T>(all, p, s.z);
    if (m == 0 || begin >= n || (s.while_good && failed(all, p))) return;
    const int rows = (m + Q - 1) / Q * Q, j0 = begin + 32 * warp, width = min(n - j0, 32);
    const bool x_rows = x.by_rows(), z_rows = z.by_rows();
    const auto each_of_x = [&](auto&& f) {
        visit_lines(rows, rows, [&](int o, int q) {
            const int i = x_rows ? o : q, k = x_rows ? q : o;
            f(i, k, Broad<T>::place(i, k), k / Q <= i / Q);
        });
    };
    // f(is it there, where it is in memory, and in z), a row to a warp, or half a warp to a quarter of a column.
    const auto each_of_z = [&](auto&& f) {
        const auto go = [&](int count, int i, int j, int down, int right) {
            T* at = z.p + i * z.rows + (j0 + j) * z.columns;
            const int step = down * z.rows + right * z.columns;
#pragma unroll 8
            for (int q = 0; q < count; ++q, at += step) {
                const int row = i + q * down, column = j + q * right;
                f(row < m && column < width, at, row * kLdBroad<T> + column);
            }
        };
        if (z_rows)
            go(rows, 0, lane, 1, 0);
        else
            for (int i0 = 0; i0 < rows; i0 += Q) go(16, i0 + lane % Q, lane / Q, 0, 2);
    };
    if (threadIdx.x == 0) plain = 1;
    // The diagonal: up to two numbers to a thread.
    T diagonal[2];
#pragma unroll
    for (int q = 0; q < 2; ++q) {
        const int i = int(threadIdx.x + q * blockDim.x);
        diagonal[q] = i < m && !s.unit ? x.get(i, i) : from_real<T>(RealOf<T>(1));
    }
    // As many bytes to a copy as there may be: what is on its way at once is a number of copies. Above the diagonal,
    // and below row m, x is not looked at.
    constexpr int size = sizeof(T), unit = kPack<T>;
    const unsigned at_l = shared_address(held.l), at_z = shared_address(held.z);
    if (in_words(x, held.l[0], Q) && unit <= 2) {
        visit_lines(rows, rows / unit, [&](int k, int q) {
            const int i = q * unit;
            const auto* const from = reinterpret_cast<const char*>(x.p + i + k * x.columns);
            const unsigned to = at_l + unsigned(Broad<T>::place(i, k)) * size;
            if (i < m && k < min(i + unit, m)) copy_async<16>(to, from, min(unit, m - i) * size);
        });
    } else {
        each_of_x([&](int i, int k, int place, bool) {
            const T* const from = x.p + i * x.rows + k * x.columns;
            if (i < m && k < i) bring(at_l + unsigned(place) * size, from);
        });
    }
    // Of z words of two numbers along a row, where they lie so; or one number by as few copies as there may be.
    const bool aligned = reinterpret_cast<std::size_t>(z.p) % 16 == 0;
    const bool z_words = unit == 2 && aligned && z.columns == 1 && z.rows % unit == 0 && !z.conjugated;
    const auto each_word_of_z = [&](auto&& f) {
#pragma unroll 8
        for (int i = lane / 16; i < rows; i += 2) {
            const int j = lane % 16 * 2;
            f(i < m ? min(max(width - j, 0), 2) : 0, z.p + i * z.rows + (j0 + j), i * kLdBroad<T> + j);
        }
    };
    if (z_words) {
        each_word_of_z([&](int there, const T* from, int place) {
            copy_async<16>(at_z + unsigned(place) * size, reinterpret_cast<const char*>(there ? from : z.p),
                           there * size);
        });
    } else if (unit == 1 && aligned) {
        each_of_z([&](bool there, const T* from, int place) {
            bring<T, unit == 1 ? 16 : size>(at_z + unsigned(place) * size, there ? from : z.p, there);
        });
    } else {
        each_of_z([&](bool there, const T* from, int place) {
            bring(at_z + unsigned(place) * size, there ? from : z.p, there);
        });
    }
    __syncthreads();
#pragma unroll
    for (int q = 0; q < 2; ++q) {
        const int i = int(threadIdx.x + q * blockDim.x);
        if (i >= rows) break;
        const bool is_plain = has_plain_inverse(diagonal[q]);
        if (!is_plain) plain = 0;
        held.by[i] = is_plain ? inverse(diagonal[q]) : diagonal[q];
    }
    copies_wait_all();
    if constexpr (Traits<T>::complex)
        if (x.conjugated)
            each_of_x([&](int, int, int place, bool stored) {
                if (stored) held.l[0][place] = conjugate(held.l[0][place]);
            });
    __syncthreads();
    if (width <= 0) return;
    const T alpha = scalar_of<T>(s.alpha);
    const bool scales = !is_one(s.alpha);
    if (scales || z.conjugated)
        for (int i = 0; i < rows; ++i) {
            T v = held.z[i][lane];
            if (z.conjugated) v = conjugate(v);
            held.z[i][lane] = scales ? product_of(alpha, v) : v;
        }
    if (plain) {
#pragma unroll 1
        for (int part = 0; part < rows / Q; ++part) {
            T v[Q];
#pragma unroll
            for (int i = 0; i < Q; ++i) v[i] = held.z[part * Q + i][lane];
#pragma unroll 1
            for (int k = 0; k < part * Q; k += 4) {
                const T(*const l)[Q] = held.l + Broad<T>::block(part, k / Q) + k % Q;
                T u[4];
#pragma unroll
                for (int c = 0; c < 4; ++c) u[c] = held.z[k + c][lane];
#pragma unroll
                for (int c = 0; c < 4; ++c)
#pragma unroll
                    for (int i = 0; i < Q; ++i) v[i] = minus_product(v[i], l[c][i], u[c]);
            }
            const T(*const l)[Q] = held.l + Broad<T>::block(part, part);
#pragma unroll
            for (int k = 0; k < Q; ++k) {
                if (!s.unit) v[k] = product_of(v[k], held.by[part * Q + k]);
#pragma unroll
                for (int i = k + 1; i < Q; ++i) v[i] = minus_product(v[i], l[k][i], v[k]);
            }
#pragma unroll
            for (int i = 0; i < Q; ++i) held.z[part * Q + i][lane] = v[i];
        }
    } else {
        // Quotients by what lies on the diagonal, as they come.
        for (int i = 0; i < m; ++i) {
            T v = held.z[i][lane];
            for (int k = 0; k < i; ++k) v = minus_product(v, held.at(i, k), held.z[k][lane]);
            held.z[i][lane] = divide(v, x.get(i, i));
        }
    }
    __syncwarp();
    if constexpr (unit == 2)
        if (z_words)
            return each_word_of_z([&](int there, T* to, int place) {
                const Pack<T> v = *reinterpret_cast<const Pack<T>*>(held.z[0] + place);
                if (there == 2)
                    *reinterpret_cast<Pack<T>*>(to) = v;
                else if (there > 0)
                    *to = v.v[0];
            });
    each_of_z([&](bool there, T* to, int place) {
        const T v = held.z[0][place];
        if (there) *to = z.conjugated ? conjugate(v) : v;
    });
}

// What is left of the diagonal in row i of a triangle of order m, from column j on; and its element on the diagonal,
// or 1.
template <class T, int count>
__device__ __forceinline__ T bring_row_of(T (&row)[count], const View<T>& x, int i, int j, int m, bool unit) {
    const T d = x.get(min(i, m - 1), min(i, m - 1));
    bring_row(row, x, i, j, m, min(i, m));
    return i < m && !unit ? d : from_real<T>(RealOf<T>(1));
}
// z := x^-1 z for one right-hand side, the order up to `columns`: a row to a lane.
template <class T, int lanes, int columns> __global__ void __launch_bounds__(128)
    small_vector_solves(const __grid_constant__ BatchProblems all, const __grid_constant__ BatchStep s) {
    constexpr int groups = 128 / lanes;
    const int i = threadIdx.x % lanes;
    const i64 at = i64(blockIdx.x) * groups + threadIdx.x / lanes;
    const bool exists = at < all.count;
    const Problem p = problem(all, exists ? at : 0);
    const int m = exists ? length(s.m, p.sizes) : 0;
    const View<T> x = view<T>(all, p, s.x), z = view<T>(all, p, s.z);
    T row[columns] = {}, v = zero<T>(), d = from_real<T>(RealOf<T>(1));
    if (m > 0) {
        v = z.get(min(i, m - 1), 0);
        d = bring_row_of(row, x, i, 0, m, s.unit);
    }
    const Divisor<T> by(d);
    const int first = threadIdx.x % 32 / lanes * lanes;
#pragma unroll
    for (int k = 0; k < columns; ++k) {
        T mine = v;
        if (k == i && !s.unit) mine = by(v);
        const T y = shuffle(mine, first + k);
        if (i == k) v = y;
        if (i > k) v = minus_product(v, row[k], y);
    }
    if (i < m) z.put(i, 0, v);
}

// The same of any order, `warps` to a problem: 32 rows by one of them, then the rows below less what those give.
constexpr int kSolveWarps = 4;
template <class T, int warps> __global__ void __launch_bounds__(32 * (warps > 1 ? warps : kSolveWarps))
    vector_solves(const __grid_constant__ BatchProblems all, const __grid_constant__ BatchStep s) {
    constexpr int problems = warps > 1 ? 1 : kSolveWarps;
    __shared__ T solved_[problems][32];
    const int lane = threadIdx.x % 32, warp = warps > 1 ? threadIdx.x / 32 : 0;
    const int which = warps > 1 ? 0 : threadIdx.x / 32;
    const i64 at = i64(blockIdx.x) * problems + which;
    if (at >= all.count) return;
    const auto meet = [] {
        if constexpr (warps > 1)
            __syncthreads();
        else
            __syncwarp();
    };
    T* const solved = solved_[which];
    const Problem p = problem(all, at);
    const int m = length(s.m, p.sizes);
    const View<T> x = view<T>(all, p, s.x), z = view<T>(all, p, s.z);
    // The next ones while the others are at work; one warp alone has no registers for them.
    constexpr bool early = warps > 1;
    T row[32], d;
    if (early && warp == 0 && m > 0) d = bring_row_of(row, x, lane, 0, m, s.unit);
    for (int k0 = 0; k0 < m; k0 += 32) {
        const int next = k0 + 32;
        if (warp == 0) {
            if (!early) d = bring_row_of(row, x, k0 + lane, k0, m, s.unit);
            const Divisor<T> by(d);
            T v = z.get(min(k0 + lane, m - 1), 0);
#pragma unroll
            for (int k = 0; k < 32; ++k) {
                T mine = v;
                if (k == lane && !s.unit) mine = by(v);
                const T y = shuffle(mine, k);
                if (lane == k) v = y;
                if (lane > k) v = minus_product(v, row[k], y);
            }
            if (k0 + lane < m) z.put(k0 + lane, 0, v);
            solved[lane] = v;
            if (early && next < m) d = bring_row_of(row, x, next + lane, next, m, s.unit);
        }
        meet();
        // Rows below: next ... m - 1; elements of x wait for no condition.
        const T* const part = x.p + k0 * x.columns;
        if (x.by_rows()) {
            const T y = x.conjugated ? conjugate(solved[lane]) : solved[lane];
            constexpr int count = 8;
            for (int i = next + warp * count; i < m; i += warps * count) {
                T sum[count];
#pragma unroll
                for (int q = 0; q < count; ++q) sum[q] = part[min(i + q, m - 1) * x.rows + lane * x.columns];
#pragma unroll
                for (int q = 0; q < count; ++q) sum[q] = plus_product(zero<T>(), sum[q], y);
                const T whole = sum_of_lanes(sum, 32, x.conjugated);
                if (lane < count && i + lane < m) z.put(i + lane, 0, minus(z.get(i + lane, 0), whole));
            }
        } else {
            constexpr int ahead = sizeof(T) == 16 ? 8 : 16;
            for (int i = next + warp * 32 + lane; i < m; i += warps * 32) {
                T v = z.get(i, 0);
#pragma unroll
                for (int k = 0; k < 32; k += ahead) {
                    T a[ahead];
#pragma unroll
                    for (int u = 0; u < ahead; ++u) a[u] = part[i * x.rows + (k + u) * x.columns];
#pragma unroll
                    for (int u = 0; u < ahead; ++u)
                        v = minus_product(v, x.conjugated ? conjugate(a[u]) : a[u], solved[k + u]);
                }
                z.put(i, 0, v);
            }
        }
        meet();
    }
}

// Rows of z as the interchanges of ipiv bring them: a block has `columns` of them whole in shared memory.
template <class T> __global__ void __launch_bounds__(128)
    permutations(const __grid_constant__ BatchProblems all, const __grid_constant__ BatchStep s, int most,
                 int columns) {
    extern __shared__ char shared[];
    T* const rows = reinterpret_cast<T*>(shared);
    int* const from = reinterpret_cast<int*>(rows + i64(most) * columns);
    const Problem p = problem(all, blockIdx.x);
    const int m = length(s.m, p.sizes), j0 = int(blockIdx.y) * columns;
    const int n = min(length(s.n, p.sizes) - j0, columns);
    if (m == 0 || n <= 0) return;
    const View<T> z = view<T>(all, p, s.z);
    const void* const pivots = address(all.ipiv, p.number);
    for (int i = threadIdx.x; i < m; i += blockDim.x) from[i] = i;
    const bool by_columns = !z.by_rows();
    for (int e = threadIdx.x; e < m * n; e += blockDim.x) {
        const int i = by_columns ? e % m : e / n, j = by_columns ? e / m : e % n;
        rows[i + j * most] = z.get(i, j0 + j);
    }
    __syncthreads();
    if (threadIdx.x == 0)
        for (int q = 0; q < m; ++q) {
            const int i = s.backward ? m - 1 - q : q;
            const int other = static_cast<int>(read_integer(pivots, i, all.wide)) - 1;
            const int here = from[i];
            from[i] = from[other];
            from[other] = here;
        }
    __syncthreads();
    for (int e = threadIdx.x; e < m * n; e += blockDim.x) {
        const int i = by_columns ? e % m : e / n, j = by_columns ? e / m : e % n;
        if (from[i] != i) z.put(i, j0 + j, rows[from[i] + j * most]);
    }
}

// The first zero on the diagonal of x, counted from 1, to info.
template <class T> __global__ void __launch_bounds__(128)
    zero_pivots(const __grid_constant__ BatchProblems all, const __grid_constant__ BatchStep s) {
    const i64 at = i64(blockIdx.x) * 4 + threadIdx.x / 32;
    if (at >= all.count) return;
    const Problem p = problem(all, at);
    const int m = length(s.m, p.sizes), lane = threadIdx.x % 32;
    const View<T> x = view<T>(all, p, s.x);
    int left = 0;  // rows from it on
    for (int i = lane; i < m && left == 0; i += 32)
        if (is_null(x.get(i, i))) left = m - i;
    left = __reduce_max_sync(~0u, left);
    if (lane == 0 && left > 0) write_integer(all.info, p.number, all.wide, m - left + 1);
}
// z := x, or the identity, `columns` columns to a block.
constexpr int kCopiedColumns = 16;
template <class T> __global__ void __launch_bounds__(128)
    copies(const __grid_constant__ BatchProblems all, const __grid_constant__ BatchStep s, unsigned parts) {
    const Problem p = problem(all, blockIdx.x / parts);
    const int j0 = int(blockIdx.x % parts) * kCopiedColumns;
    const int m = length(s.m, p.sizes), n = min(length(s.n, p.sizes) - j0, kCopiedColumns);
    if (m == 0 || n <= 0 || (s.while_good && failed(all, p))) return;
    const View<T> x = view<T>(all, p, s.x), z = view<T>(all, p, s.z);
    const bool brings = s.action == BatchAction::copy;
    for (int e = threadIdx.x; e < m * n; e += 128) {
        const int i = e % m, j = j0 + e / m;
        z.put(i, j, brings ? x.get(i, j) : from_real<T>(RealOf<T>(i == j)));
    }
}

// go<lanes, columns>() of the kernels for orders to `order`, 32 for larger ones.
template <class F> static void by_columns(int order, F&& go) {
    if (order <= 8)
        go.template operator()<8, 8>();
    else if (order <= 12)
        go.template operator()<16, 12>();
    else if (order <= 16)
        go.template operator()<16, 16>();
    else if (order <= 20)
        go.template operator()<32, 20>();
    else if (order <= 24)
        go.template operator()<32, 24>();
    else
        go.template operator()<32, 32>();
}

template <class T, int NB, int width, int groups, bool multiplies>
static cudaError_t launch(cudaStream_t stream, const BatchProblems& all, const BatchStep& s, int n) {
    constexpr std::size_t bytes = sizeof(Tile<T, NB, width>) * groups;
    auto* const kernel = triangles<T, NB, width, groups, multiplies>;
    if (const cudaError_t e = once_a_device([&] { return allow_shared(kernel, bytes); }); e != cudaSuccess) return e;
    const dim3 grid(static_cast<unsigned>((all.count + groups - 1) / groups), unsigned(n + width - 1) / width);
    kernel<<<grid, width * groups, bytes, stream>>>(all, s);
    return cudaGetLastError();
}
template <class T, bool multiplies>
static cudaError_t launch(cudaStream_t stream, const BatchProblems& all, const BatchStep& s, int m, int n) {
    cudaError_t e = cudaSuccess;
    by_columns(m, [&]<int width, int columns>() {
        constexpr int groups = width < 32 ? 128 / width : sizeof(T) == 16 ? 2 : 4;
        e = launch<T, columns, width, groups, multiplies>(stream, all, s, n);
    });
    return e;
}

template <class T>
static cudaError_t launch_broad(cudaStream_t stream, const BatchProblems& all, const BatchStep& s, int m, int n) {
    constexpr int most = kBroadWarps<T>;
    const int warps = std::min((n + 31) / 32, most), order = (m + kQuarter - 1) / kQuarter * kQuarter;
    const std::size_t bytes = Broad<T>::bytes(order, warps);
    auto* const kernel = broad_solves<T>;
    if (const cudaError_t e = once_a_device([&] { return allow_shared(kernel, Broad<T>::bytes(kBroadRows, most)); });
        e != cudaSuccess)
        return e;
    const dim3 grid(static_cast<unsigned>(all.count), unsigned(n + 32 * warps - 1) / unsigned(32 * warps));
    kernel<<<grid, unsigned(32 * warps), bytes, stream>>>(all, s, order);
    return cudaGetLastError();
}

}  // namespace kernels

template <class T> cudaError_t launch_batch_solves(cudaStream_t stream, const BatchProblems& all, const BatchStep& s) {
    using namespace kernels;
    const bool columns = s.action != BatchAction::vector_solve && s.action != BatchAction::zero_pivot;
    const int m = length(s.m, all.most), n = columns ? length(s.n, all.most) : 1;
    if (m == 0 || n == 0) return cudaSuccess;
    const auto blocks = [&](int each) { return static_cast<unsigned>((all.count + each - 1) / each); };
    switch (s.action) {
        case BatchAction::solve:
            return launch<T, false>(stream, all, s, m, n);
        case BatchAction::multiply:
            return launch<T, true>(stream, all, s, m, n);
        case BatchAction::solve_broad:
            return launch_broad<T>(stream, all, s, m, n);
        case BatchAction::permute: {
            constexpr std::size_t room = 64 * 1024;
            const std::size_t column = static_cast<std::size_t>(m) * sizeof(T);
            const int columns = std::max(1, std::min(n, static_cast<int>(room / column)));
            const std::size_t bytes = column * static_cast<std::size_t>(columns) + static_cast<std::size_t>(m) * 4;
            auto* const kernel = permutations<T>;
            if (const cudaError_t e = allow_shared(kernel, bytes); e != cudaSuccess) return e;
            kernel<<<dim3(blocks(1), unsigned(n + columns - 1) / unsigned(columns)), 128, bytes, stream>>>(all, s, m,
                                                                                                           columns);
            return cudaGetLastError();
        }
        case BatchAction::zero_pivot:
            zero_pivots<T><<<blocks(4), 128, 0, stream>>>(all, s);
            return cudaGetLastError();
        case BatchAction::identity:
        case BatchAction::copy: {
            const unsigned parts = unsigned(n + kCopiedColumns - 1) / kCopiedColumns;
            BatchProblems some = all;
            auto* const kernel = copies<T>;
            return by_problems(some, parts, [&](unsigned count) { kernel<<<count, 128, 0, stream>>>(some, s, parts); });
        }
        default:
            if (m <= 32)
                by_columns(m, [&]<int lanes, int columns>() {
                    small_vector_solves<T, lanes, columns><<<blocks(128 / lanes), 128, 0, stream>>>(all, s);
                });
            else if (m <= 64 || all.count >= 768)  // problems enough to fill the device
                vector_solves<T, 1><<<blocks(kSolveWarps), 32 * kSolveWarps, 0, stream>>>(all, s);
            else if (all.count >= 256)
                vector_solves<T, 4><<<blocks(1), 32 * 4, 0, stream>>>(all, s);
            else
                vector_solves<T, 8><<<blocks(1), 32 * 8, 0, stream>>>(all, s);
            return cudaGetLastError();
    }
}

template cudaError_t launch_batch_solves<float>(cudaStream_t, const BatchProblems&, const BatchStep&);
template cudaError_t launch_batch_solves<double>(cudaStream_t, const BatchProblems&, const BatchStep&);
template cudaError_t launch_batch_solves<kernels::Complex<float>>(cudaStream_t, const BatchProblems&, const BatchStep&);
template cudaError_t launch_batch_solves<kernels::Complex<double>>(cudaStream_t, const BatchProblems&,
                                                                   const BatchStep&);

}  // namespace shunt::gpu
