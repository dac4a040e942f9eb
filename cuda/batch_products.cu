// In: many matrices in device memory. Out: their products: a tile of a result to a few threads or to a block of them.
#include <climits>
#include <type_traits>
#include <utility>

#include "cuda/async.cuh"
#include "cuda/batch.cuh"

namespace shunt::gpu {
namespace kernels {

// sum[r][c] to z (r * down + i, c * right + j), where that is in m x n, of `lower` in its lower half. All that is read
// is on its way before any is written.
template <class T, int R, int C>
__device__ __forceinline__ void finish_small(const BatchStep& s, const View<T>& z, const T (&sum)[R][C], int i, int j,
                                             int down, int right, int m, int n, bool added) {
    const T alpha = added ? scalar_of<T>(s.alpha) : zero<T>(), beta = scalar_of<T>(s.beta);
    const bool reads = !is_zero(s.beta);
    const auto each = [&](auto&& f) {
#pragma unroll
        for (int c = 0; c < C; ++c)
#pragma unroll
            for (int r = 0; r < R; ++r) {
                const int row = r * down + i, column = c * right + j;
                if (row < m && column < n && !(s.lower && row < column)) f(r, c, row, column);
            }
    };
    T before[R][C] = {};
    if (reads) each([&](int r, int c, int row, int column) { before[r][c] = z.get(row, column); });
    each([&](int r, int c, int row, int column) {
        z.put(row, column, finished(sum[r][c], alpha, beta, before[r][c], reads, s.real_diagonal && row == column));
    });
}

// Small results, up to `size` x `size`: R x C numbers of one to a thread, which are a warp or less; `terms` terms at a
// time, `blocks` of four warps at once.
struct SmallCut {
    int terms, R, C, blocks;
};
template <class T> constexpr SmallCut small_cut(int size) {
    constexpr bool complex = Traits<T>::complex, widest = sizeof(T) == 16, narrow = sizeof(T) == 4;
    switch (size) {
        case 3:
            return {3, 1, 3, widest ? 6 : 8};
        case 4:
            return widest ? SmallCut{2, 2, 2, 7} : SmallCut{2, 1, 4, 8};
        case 6:
            return {6, 3, 3, widest ? 3 : 4};
        case 8:
            return widest ? SmallCut{8, 2, 2, 5} : SmallCut{4, 2, 4, 5};
        case 12:
            return {4, 3, 3, 6};
        case 16:
            return complex ? SmallCut{16, 4, 2, 4} : narrow ? SmallCut{4, 4, 4, 5} : SmallCut{8, 4, 4, 3};
        case 20:
            return {4, 5, 5, 4};
        default:
            return complex ? SmallCut{8, 6, 3, 4} : SmallCut{8, 3, 6, 4};
    }
}
constexpr int kProductWarps = 4, kProductThreads = 32 * kProductWarps;
template <class T, int size> __global__ void __launch_bounds__(kProductThreads, small_cut<T>(size).blocks)
    small_products(const __grid_constant__ BatchProblems all, const __grid_constant__ BatchStep s) {
    constexpr int terms = small_cut<T>(size).terms, R = small_cut<T>(size).R, C = small_cut<T>(size).C;
    constexpr int down = size / R, right = size / C, threads = down * right, problems = 32 / threads;
    constexpr int numbers = size * terms, count = (numbers + threads - 1) / threads;
    static_assert(size % R == 0 && size % C == 0 && threads <= 32);
    __shared__ T a_[kProductWarps * problems][terms][size + 1], b_[kProductWarps * problems][terms][size + 1];
    const int lane = threadIdx.x % 32;
    const bool mine = 32 % threads == 0 || lane < problems * threads;
    const int t = mine ? lane % threads : 0;
    const int group = int(threadIdx.x) / 32 * problems + (mine ? lane / threads : 0);
    const i64 at = i64(blockIdx.x) * (kProductWarps * problems) + group;
    bool there = at < all.count;
    const Problem p = problem(all, there ? at : 0);
    there = mine && there && !(s.while_good && failed(all, p));
    const int m = length(s.m, p.sizes), n = length(s.n, p.sizes);
    there = there && m > 0 && n > 0;
    const int k = there && !is_zero(s.alpha) ? length(s.k, p.sizes) : 0;
    const int k_most = __reduce_max_sync(~0u, k);  // of the problems that share a warp
    const View<T> x = view<T>(all, p, s.x), y = view<T>(all, p, s.y);
    const int ti = t % down, tj = t / down;
    const bool x_columns = !x.by_rows(), y_columns = !y.by_rows();
    T sum[R][C] = {};
    for (int k0 = 0; k0 < k_most; k0 += terms) {
        // All of them on their way before the first is needed. In place of what is not there another one: conditions
        // would part the loads.
        T next_a[count], next_b[count];
        const auto each = [&](bool columns, auto&& f) {
#pragma unroll
            for (int q = 0; q < count; ++q) {
                const int e = t + q * threads;
                f(q, columns ? e % size : e / terms, columns ? e / size : e % terms);
            }
        };
        const int last = k - k0 - 1;
        if (last >= 0) {
            each(x_columns, [&](int q, int i, int l) {
                next_a[q] = x.p[min(i, m - 1) * x.rows + (k0 + min(l, last)) * x.columns];
            });
            each(!y_columns, [&](int q, int j, int l) {
                next_b[q] = y.p[(k0 + min(l, last)) * y.rows + min(j, n - 1) * y.columns];
            });
        }
        const auto put = [&](int q, T& to, bool there, bool conjugated, T v) {
            if (mine && (numbers % threads == 0 || t + q * threads < numbers))
                to = !there ? zero<T>() : Traits<T>::complex && conjugated ? conjugate(v) : v;
        };
        each(x_columns,
             [&](int q, int i, int l) { put(q, a_[group][l][i], i < m && l <= last, x.conjugated, next_a[q]); });
        each(!y_columns,
             [&](int q, int j, int l) { put(q, b_[group][l][j], j < n && l <= last, y.conjugated, next_b[q]); });
        __syncwarp();
        // Beyond its own terms a problem has nothing to add.
        if (k0 < k) {
#pragma unroll
            for (int l = 0; l < terms; ++l) {
                T u[R], v[C];
#pragma unroll
                for (int r = 0; r < R; ++r) u[r] = a_[group][l][r * down + ti];
#pragma unroll
                for (int c = 0; c < C; ++c) v[c] = b_[group][l][c * right + tj];
#pragma unroll
                for (int r = 0; r < R; ++r)
#pragma unroll
                    for (int c = 0; c < C; ++c) sum[r][c] = plus_product(sum[r][c], u[r], v[c]);
            }
        }
        __syncwarp();
    }
    if (there) finish_small(s, view<T>(all, p, s.z), sum, ti, tj, down, right, m, n, k > 0);
}

// The smallest ones, a result to a thread.
constexpr int kTiny = 2;
template <class T> __global__ void __launch_bounds__(kProductThreads, 4)
    tiny_products(const __grid_constant__ BatchProblems all, const __grid_constant__ BatchStep s) {
    const i64 at = i64(blockIdx.x) * kProductThreads + threadIdx.x;
    if (at >= all.count) return;
    const Problem p = problem(all, at);
    if (s.while_good && failed(all, p)) return;
    const int m = length(s.m, p.sizes), n = length(s.n, p.sizes);
    if (m == 0 || n == 0) return;
    const int k = is_zero(s.alpha) ? 0 : length(s.k, p.sizes);
    const View<T> x = view<T>(all, p, s.x), y = view<T>(all, p, s.y);
    T sum[kTiny][kTiny] = {};
    for (int k0 = 0; k0 < k; k0 += kTiny) {
        T u[kTiny][kTiny], v[kTiny][kTiny];
        const int last = k - k0 - 1;
#pragma unroll
        for (int l = 0; l < kTiny; ++l)
#pragma unroll
            for (int i = 0; i < kTiny; ++i) {
                u[l][i] = x.p[min(i, m - 1) * x.rows + (k0 + min(l, last)) * x.columns];
                v[l][i] = y.p[(k0 + min(l, last)) * y.rows + min(i, n - 1) * y.columns];
            }
#pragma unroll
        for (int l = 0; l < kTiny; ++l) {
            if (l > last) break;
#pragma unroll
            for (int i = 0; i < kTiny; ++i)
#pragma unroll
                for (int j = 0; j < kTiny; ++j)
                    sum[i][j] = plus_product(sum[i][j], x.conjugated ? conjugate(u[l][i]) : u[l][i],
                                             y.conjugated ? conjugate(v[l][j]) : v[l][j]);
        }
    }
    finish_small(s, view<T>(all, p, s.z), sum, 0, 0, 1, 1, m, n, k > 0);
}

// Tiles of results, a block to each; `terms` terms at a time, of which what comes next is on its way to shared memory
// meanwhile. In double precision by the tensor cores, a warp to `parts` times 16 rows and `pieces` times 8 columns; in
// single precision `parts` x `pieces` numbers to a thread. `ahead`: columns are in registers a step before they are
// needed. `at_once` pieces of the result are read and written at a time. `rate`: of large results, as a part of what
// the best tile has, and of their lower triangles, where that is another one. In shared memory neighbours are those
// along the tile, or the terms, and what lies between keeps banks apart.
template <class T, int size> struct Cut;
template <class T> struct One { T v[1]; };
template <class T> struct ByTensor {
    static constexpr int between = 32 / int(sizeof(T)), between_terms = 4;
    static constexpr bool ahead = false;
};
template <> struct Cut<double, 32> : ByTensor<double> {
    static constexpr int rows = 32, columns = 32, terms = 16, stages = 2;
    static constexpr int threads = 64, blocks = 10, parts = 1, pieces = 4, at_once = 4;
    static constexpr double rate = .68;
};
template <> struct Cut<double, 48> : ByTensor<double> {
    static constexpr int rows = 48, columns = 48, terms = 8, stages = 3;
    static constexpr int threads = 96, blocks = 5, parts = 1, pieces = 6, at_once = 6;
    static constexpr double rate = .75;
};
template <> struct Cut<double, 64> : ByTensor<double> {
    static constexpr int rows = 64, columns = 64, terms = 16, stages = 3;
    static constexpr int threads = 128, blocks = 3, parts = 2, pieces = 4, at_once = 4;
    static constexpr bool ahead = true;
    static constexpr double rate = 1;
};
template <> struct Cut<double, 80> : ByTensor<double> {
    static constexpr int rows = 80, columns = 80, terms = 16, stages = 3;
    static constexpr int threads = 160, blocks = 2, parts = 1, pieces = 10, at_once = 5;
    static constexpr double rate = .7;
};
template <> struct Cut<double, 96> : ByTensor<double> {
    static constexpr int rows = 96, columns = 96, terms = 16, stages = 3;
    static constexpr int threads = 192, blocks = 2, parts = 2, pieces = 6, at_once = 2;
    static constexpr double rate = .82;
};
template <> struct Cut<Complex<double>, 16> : ByTensor<Complex<double>> {
    static constexpr int rows = 16, columns = 16, terms = 8, stages = 2;
    static constexpr int threads = 32, blocks = 20, parts = 1, pieces = 2, at_once = 1;
};
template <> struct Cut<Complex<double>, 32> : ByTensor<Complex<double>> {
    static constexpr int rows = 32, columns = 32, terms = 16, stages = 3;
    static constexpr int threads = 128, blocks = 3, parts = 1, pieces = 2, at_once = 2;
    static constexpr double rate = .94;
};
template <> struct Cut<Complex<double>, 48> : ByTensor<Complex<double>> {
    static constexpr int rows = 48, columns = 48, terms = 16, stages = 2;
    static constexpr int threads = 192, blocks = 2, parts = 1, pieces = 3, at_once = 3;
    static constexpr double rate = .81;
};
template <> struct Cut<Complex<double>, 64> : ByTensor<Complex<double>> {
    static constexpr int rows = 64, columns = 32, terms = 16, stages = 2;
    static constexpr int threads = 128, blocks = 3, parts = 2, pieces = 2, at_once = 2;
    static constexpr double rate = 1;
};
template <int size> struct Cut<float, size> {
    static constexpr int rows = size, columns = size == 32 ? 32 : 64, terms = 8, stages = 4, between = 4;
    static constexpr int threads = size == 128 ? 128 : 64, blocks = size == 32 ? 12 : size == 64 ? 6 : 3;
    static constexpr int parts = size == 32 ? 4 : 8, pieces = parts, at_once = 4;
    static constexpr double rate = size == 32 ? .71 : size == 64 ? .97 : 1;
    static constexpr double lower_rate = size == 32 ? .82 : size == 64 ? .91 : 1;
};
template <> struct Cut<float, 96> {
    static constexpr int rows = 96, columns = 96, terms = 8, stages = 4, between = 4;
    static constexpr int threads = 96, blocks = 3, parts = 12, pieces = 8, at_once = 4;
    static constexpr double rate = .92, lower_rate = .78;
};
template <int size> struct Cut<Complex<float>, size> {
    static constexpr int rows = size, columns = size, terms = 8, stages = 4, between = 2;
    static constexpr int threads = size == 64 ? 128 : 64, blocks = size == 64 ? 3 : 8;
    static constexpr int parts = size == 32 ? 4 : 8, pieces = 4, at_once = 1;
    static constexpr double rate = size == 32 ? .95 : 1;
};
// Single precision: neighbours are those along the tile, however they lie in memory, so that a thread reads few words.
template <class T> constexpr bool kTurns = sizeof(RealOf<T>) == 4;
template <class C, int tile> constexpr int kLead = tile + C::between;
template <class C> constexpr int kTermLead = C::terms + C::between_terms;
template <class T, class C, int tile> constexpr int operand_size() {
    int size = C::terms * kLead<C, tile>;
    if constexpr (!kTurns<T>) size = size > tile * kTermLead<C> ? size : tile * kTermLead<C>;
    return size;
}
template <class T, class C> constexpr int kRowsOperand = operand_size<T, C, C::rows>();
template <class T, class C> constexpr int kStage = kRowsOperand<T, C> + operand_size<T, C, C::columns>();
template <class T, class C> constexpr std::size_t kTileBytes = sizeof(T) * C::stages* kStage<T, C>;

// The numbers of an operand that a thread brings, by words of 16 bytes where that is possible: those that lie together
// in memory.
template <class T, class C, int tile> struct Stream {
    static constexpr int terms = C::terms, threads = C::threads;
    static constexpr int size = int(sizeof(T)), word = kPack<T>;
    const T* p;
    int step, advance, along, term;  // of p: from number to number, and from these terms to the next ones
    int most;                        // along the tile that there are
    int bytes;                       // that there are of each word, by_long
    bool by_long, words;
    unsigned to, to_step;  // in shared memory
    __device__ __forceinline__ Stream(const View<T>& v, bool rows_are_long, bool is_by_long, int first, int there,
                                      T* shared) {
        by_long = is_by_long, most = there;
        const int over_long = rows_are_long ? v.rows : v.columns, over_terms = rows_are_long ? v.columns : v.rows;
        const T* const start = v.p + first * over_long;
        words = reinterpret_cast<std::size_t>(start) % 16 == 0 &&
                (word == 1 || (by_long ? over_long == 1 && over_terms % word == 0
                                       : !kTurns<T> && over_terms == 1 && over_long % word == 0));
        const int each = words ? word : 1, e = int(threadIdx.x) * each;
        along = by_long ? e % tile : e / terms;
        term = by_long ? e / tile : e % terms;
        bytes = max(min(each, most - along), 0) * size;
        p = start + term * over_terms;
        if (!by_long || bytes > 0) p += along * over_long;
        step = by_long ? threads * each / tile * over_terms : threads * each / terms * over_long;
        advance = terms * over_terms;
        int first_place = term * kLead<C, tile> + along, over_places = threads * each * kLead<C, tile> / tile;
        if (!by_long) {
            over_places = threads * each / terms;
            if constexpr (!kTurns<T>) first_place = along * kTermLead<C> + term, over_places *= kTermLead<C>;
        }
        to = shared_address(shared) + unsigned(first_place) * size;
        to_step = unsigned(over_places) * size;
    }
    // Of `left` terms from here on; `each` numbers at a time, in copies of `unit` bytes.
    template <int each, int unit> __device__ __forceinline__ void fetch(unsigned base, int left) {
        constexpr int numbers = tile * terms / threads / each;
        static_assert(threads % tile == 0 && threads % terms == 0 &&
                      threads * (kTurns<T> ? 1 : word) / terms * size <= 256);
#pragma unroll 2
        for (int q = 0; q < numbers; ++q) {
            const int i = by_long ? along : along + q * (threads * each / terms);
            const int l = by_long ? term + q * (threads * each) / tile : term;
            const int there = i < most && l < left ? min(each, by_long ? most - i : left - l) : 0;
            const char* const from = reinterpret_cast<const char*>(there ? p + q * step : p);
#pragma unroll
            for (int part = 0; part < each * size; part += unit)
                copy_async<unit>(base + q * to_step + part, from + part, there ? min(there * size - part, unit) : 0);
        }
    }
    // Of all terms of a step; `full`: and all along the tile. Its steps in bytes have 32 bits (kMostBatchLd): for more
    // there are no registers.
    template <int each, int unit, bool full> __device__ __forceinline__ void fetch_step(unsigned base) {
        const char* from = reinterpret_cast<const char*>(p);
#pragma unroll
        for (int q = 0; q < tile * terms / threads / each; ++q, from += step * size) {
            const bool there = full || by_long || along + q * (threads * each / terms) < most;
            copy_async<unit>(base + q * to_step, there ? from : reinterpret_cast<const char*>(p),
                             full      ? unit
                             : by_long ? bytes
                             : there   ? unit
                                       : 0);
        }
    }
    template <int each, int unit> __device__ __forceinline__ void fetch_step(unsigned base) {
        if (most >= tile)
            fetch_step<each, unit, true>(base);
        else
            fetch_step<each, unit, false>(base);
    }
    // whole: of all terms of a step, by words.
    template <bool whole> __device__ __forceinline__ void fetch(int stage, int left) {
        const unsigned base = to + unsigned(stage * kStage<T, C> * size);
        if (words) {
            if constexpr (whole)
                fetch_step<word, 16>(base);
            else
                fetch<word, 16>(base, left);
        } else if constexpr (!whole) {
            fetch<1, 8>(base, left);
        }
        p += advance;
    }
    // Single precision, by words or not. full: of all terms of a step, and of all along the tile.
    template <bool by_words, bool full> __device__ __forceinline__ void fetch_turned(int stage, int left) {
        constexpr int each = by_words ? word : 1;
        const unsigned base = to + unsigned(stage * kStage<T, C> * size);
        if constexpr (full) {
            fetch_step<each, each * size, true>(base);
        } else {
            const char* from = reinterpret_cast<const char*>(p);
            const int read = by_long ? bytes : term < left ? size : 0;
#pragma unroll
            for (int q = 0; q < tile * terms / threads / each; ++q, from += step * size) {
                const bool there =
                    by_long ? term + q * (threads * each) / tile < left : along + q * (threads * each / terms) < most;
                copy_async<each * size>(base + q * to_step, from, there ? read : 0);
            }
        }
        p += advance;
    }
};

// f(0), f(1) ... f(n - 1), of constants: as a loop some of this was not unrolled.
template <int n, class F> __device__ __forceinline__ void each_of(F&& f) {
    [&]<int... at>(std::integer_sequence<int, at...>) {
        (f(std::integral_constant<int, at>{}), ...);
    }
    (std::make_integer_sequence<int, n>{});
}

// x, or -x where `sign` is that of a negative number.
__device__ __forceinline__ double with_sign(double x, int sign) {
    return __longlong_as_double(__double_as_longlong(x) ^ static_cast<long long>(std::uint64_t{unsigned(sign)} << 32));
}

// Sums of a thread, in `pieces` columns with `each` numbers, and what is in registers to be added to them. Double
// precision: as the tensor cores have them, of 8 terms a step.
template <class T, class C> struct Sums {
    static constexpr bool complex = Traits<T>::complex;
    static constexpr int kinds = complex ? 2 : 1, each = 4 * C::parts, steps = C::terms / 8;
    // Warps along the rows and columns. With one to a scheduler its parts lie between those of the others, so that all
    // have something to do; else together, so that warps without any do not read.
    static constexpr int down = C::rows / (16 * C::parts), right = C::columns / (8 * C::pieces);
    static constexpr bool spread = C::threads <= 128;
    static constexpr int row_step = 16 * (spread ? down : 1), column_step = 8 * (spread ? right : 1);
    static_assert(steps % 2 == 0 || !C::ahead);
    double v[kinds][C::parts][C::pieces][4] = {};
    double w[kinds][C::parts][4], u[C::ahead ? 2 : 1][kinds][C::pieces][2];
    int row0, column0, parts, pieces;  // rows by 16 and columns by 8 of the warp that there are
    // Complex, with signs of what is conjugated: re = wr ur - s wi ui, im = s_y (wr ui + s wi ur), s = s_x s_y.
    bool conjugated;
    int sign, other_sign;
    __device__ __forceinline__ Sums(int m, int n, bool x_conjugated, bool y_conjugated)
        : conjugated(y_conjugated), sign(x_conjugated != y_conjugated ? INT_MIN : 0), other_sign(sign ^ INT_MIN) {
        static_assert(C::threads / 32 == down * right);
        const int warp = int(threadIdx.x) / 32;
        row0 = warp % down * (spread ? 16 : row_step * C::parts);
        column0 = warp / down * (spread ? 8 : column_step * C::pieces);
        parts = (m - row0 + row_step - 1) / row_step, pieces = (n - column0 + column_step - 1) / column_step;
    }
    __device__ __forceinline__ T at(int c, int e) const {
        if constexpr (complex)
            return {v[0][e / 4][c][e % 4], v[1][e / 4][c][e % 4]};
        else
            return v[0][e / 4][c][e % 4];
    }
    // Of number e in column c: behind the first one.
    static constexpr __device__ int rows_on(int e) { return row_step * (e / 4) + e % 4 / 2 * 8; }
    static constexpr __device__ int columns_on(int c, int e) { return column_step * c + e % 2; }
    __device__ __forceinline__ int row(int e) const { return row0 + int(threadIdx.x) % 32 / 4 + rows_on(e); }
    __device__ __forceinline__ int column(int c, int e) const {
        return column0 + 2 * (int(threadIdx.x) % 4) + columns_on(c, e);
    }
    template <bool whole> __device__ __forceinline__ bool idle() const { return !whole && (parts <= 0 || pieces <= 0); }
    template <bool x_long> __device__ __forceinline__ void load_rows(int r, const T* a, int step) {
        constexpr int over_terms = x_long ? kLead<C, C::rows> : 1, over_rows = x_long ? 1 : kTermLead<C>;
        a += (8 * step + int(threadIdx.x) % 4) * over_terms + (row0 + int(threadIdx.x) % 32 / 4) * over_rows;
#pragma unroll
        for (int e = 0; e < 4; ++e) {
            const T x = a[4 * (e / 2) * over_terms + (row_step * r + 8 * (e % 2)) * over_rows];
            if constexpr (complex)
                w[0][r][e] = x.re, w[1][r][e] = x.im;
            else
                w[0][r][e] = x;
        }
    }
    template <bool y_long> __device__ __forceinline__ void load_columns(int to, const T* b, int step) {
        constexpr int over_terms = y_long ? kLead<C, C::columns> : 1, over_columns = y_long ? 1 : kTermLead<C>;
        b += (8 * step + int(threadIdx.x) % 4) * over_terms + (column0 + int(threadIdx.x) % 32 / 4) * over_columns;
#pragma unroll
        for (int c = 0; c < C::pieces; ++c)
#pragma unroll
            for (int e = 0; e < 2; ++e) {
                const T x = b[4 * e * over_terms + column_step * c * over_columns];
                if constexpr (complex)
                    u[to][0][c][e] = x.re, u[to][1][c][e] = x.im;
                else
                    u[to][0][c][e] = x;
            }
    }
    // Step `step` of a stage to registers.
    template <bool x_long, bool y_long, bool whole>
    __device__ __forceinline__ void load(const T* a, const T* b, int step) {
        if (idle<whole>()) return;
        load_columns<y_long>(0, b, step);
#pragma unroll
        for (int r = 0; r < C::parts; ++r) load_rows<x_long>(r, a, step);
    }
    // Adds what is in registers, of step `step`, and loads the next one, if there are `more`, from `a` and `b`.
    template <bool x_long, bool y_long, bool whole>
    __device__ __forceinline__ void add(int step, const T* a, const T* b, bool more) {
        if (idle<whole>()) return;
        const int of = C::ahead ? step % 2 : 0, next = (step + 1) % steps;
        if (C::ahead && more) load_columns<y_long>((step + 1) % 2, b, next);
#pragma unroll
        for (int r = 0; r < C::parts; ++r) {
#pragma unroll
            for (int c = 0; c < C::pieces; ++c)
                if (whole || (r < parts && c < pieces)) {
                    mma(v[0][r][c], w[0][r], u[of][0][c]);
                    if constexpr (complex) {
                        const double(&re)[2] = u[of][0][c], (&im)[2] = u[of][1][c];
                        const double signed_re[2] = {with_sign(re[0], sign), with_sign(re[1], sign)};
                        const double signed_im[2] = {with_sign(im[0], other_sign), with_sign(im[1], other_sign)};
                        mma(v[1][r][c], w[0][r], im);
                        mma(v[0][r][c], w[1][r], signed_im);
                        mma(v[1][r][c], w[1][r], signed_re);
                    }
                }
            if (C::ahead && more) load_rows<x_long>(r, a, next);
        }
        if (!C::ahead && more) load<x_long, y_long, whole>(a, b, next);
    }
    __device__ __forceinline__ void end() {
        if constexpr (complex) {
            if (!conjugated) return;
#pragma unroll
            for (int r = 0; r < C::parts; ++r)
#pragma unroll
                for (int c = 0; c < C::pieces; ++c)
#pragma unroll
                    for (int e = 0; e < 4; ++e) v[1][r][c][e] = -v[1][r][c][e];
        }
    }
};

// Single precision: a term a step, a thread's numbers along either side of the tile by words; lanes that are neighbours
// share rows or columns, so that fewer words are read. Products that follow each other have a number of x in common, so
// that two are read of registers, not three, whose banks are seldom the same.
template <class T, class C>
requires kTurns<T>
struct Sums<T, C> {
    static constexpr bool complex = Traits<T>::complex;
    static constexpr int each = C::parts, down = C::rows / C::parts, right = C::columns / C::pieces;
    static constexpr int kinds = complex ? 2 : 1, steps = C::terms, word = kPack<T>;
    static_assert(down % 8 == 0 && right % 4 == 0 && down * right == C::threads && steps % 2 == 0);
    T v[C::parts][C::pieces] = {};
    T u[2][C::parts], w[2][C::pieces];
    int row0, column0;
    bool conjugated;
    __device__ __forceinline__ Sums(int, int, bool, bool y_conjugated) : conjugated(y_conjugated) {
        const int warp = int(threadIdx.x) / 32, lane = int(threadIdx.x) % 32;
        row0 = (warp % (down / 8) * 8 + lane / 2 % 8) * word;
        column0 = (warp / (down / 8) * 4 + lane % 2 + lane / 16 * 2) * word;
    }
    __device__ __forceinline__ T at(int c, int e) const { return v[e][c]; }
    static constexpr __device__ int rows_on(int e) { return e / word * (down * word) + e % word; }
    static constexpr __device__ int columns_on(int c, int) { return c / word * (right * word) + c % word; }
    __device__ __forceinline__ int row(int e) const { return row0 + rows_on(e); }
    __device__ __forceinline__ int column(int c, int e) const { return column0 + columns_on(c, e); }
    template <int count> __device__ __forceinline__ static void load(T (&to)[count], const T* from, int over) {
#pragma unroll
        for (int q = 0; q < count; q += word) {
            const Pack<T> x = *reinterpret_cast<const Pack<T>*>(from + q / word * over);
#pragma unroll
            for (int f = 0; f < word; ++f) to[q + f] = x.v[f];
        }
    }
    __device__ __forceinline__ void load(const T* a, const T* b, int step) {
        load(u[step % 2], a + step * kLead<C, C::rows> + row0, down * word);
        load(w[step % 2], b + step * kLead<C, C::columns> + column0, right * word);
    }
    // opposite: one of both is conjugated.
    template <bool opposite> __device__ __forceinline__ void add(int step, const T* a, const T* b) {
        load(a, b, (step + 1) % steps);
        const T(&x)[C::parts] = u[step % 2];
        const T(&y)[C::pieces] = w[step % 2];
        each_of<kinds>([&](auto half) {
            each_of<C::parts>([&](auto r) {
                each_of<C::pieces * kinds>([&](auto q) {
                    constexpr int e = r % 2 ? C::pieces * kinds - 1 - q : q, c = e / kinds, kind = e % kinds;
                    if constexpr (complex) {
                        T& z = v[r][c];
                        if (half == 0 && kind == 0) z.re = fmaf(x[r].re, y[c].re, z.re);
                        if (half == 0 && kind == 1) z.im = fmaf(x[r].re, y[c].im, z.im);
                        if (half == 1 && kind == 0) z.re = fmaf(opposite ? x[r].im : -x[r].im, y[c].im, z.re);
                        if (half == 1 && kind == 1) z.im = fmaf(opposite ? -x[r].im : x[r].im, y[c].re, z.im);
                    } else {
                        v[r][c] = fmaf(x[r], y[c], v[r][c]);
                    }
                });
            });
        });
    }
    __device__ __forceinline__ void end() {
        if constexpr (complex) {
            if (!conjugated) return;
#pragma unroll
            for (int r = 0; r < C::parts; ++r)
#pragma unroll
                for (int c = 0; c < C::pieces; ++c) v[r][c].im = -v[r][c].im;
        }
    }
};

// The last step of a stage is added while what comes after it is on its way from the next one to registers.
template <class T, class C, bool x_long, bool y_long, bool all_there>
__device__ __forceinline__ void multiply(Sums<T, C>& sum, Stream<T, C, C::rows>& a, Stream<T, C, C::columns>& b,
                                         const T* shared, int k) {
    const int count = (k + C::terms - 1) / C::terms, whole = a.words && b.words ? k / C::terms : 0;
    if (count == 0) return;
    const auto fetch = [&]<bool is_whole>(int at, int into) {
        a.template fetch<is_whole>(into, k - at * C::terms);
        b.template fetch<is_whole>(into, k - at * C::terms);
    };
#pragma unroll 1
    for (int at = 0; at < C::stages - 1; ++at) {
        if (at < whole)
            fetch.template operator()<true>(at, at);
        else if (at < count)
            fetch.template operator()<false>(at, at);
        copies_end();
    }
    copies_wait<C::stages - 2>();
    __syncthreads();
    constexpr int steps = Sums<T, C>::steps;
    sum.template load<x_long, y_long, all_there>(shared, shared + kRowsOperand<T, C>, 0);
    int at = 0, stage = 0;
    const auto go = [&]<bool is_whole>() {
        const T* here = shared + stage * kStage<T, C>;
        const bool more = is_whole || at + 1 < count;
#pragma unroll
        for (int step = 0; step < steps; ++step) {
            if (step == 0) {
                const int next = at + C::stages - 1, into = stage == 0 ? C::stages - 1 : stage - 1;
                if (is_whole || next < count) fetch.template operator()<is_whole>(next, into);
                copies_end();
            }
            if (step == steps - 1 && more) {
                copies_wait<C::stages - 2>();
                __syncthreads();
                stage = stage == C::stages - 1 ? 0 : stage + 1;
                here = shared + stage * kStage<T, C>;
            }
            sum.template add<x_long, y_long, all_there>(step, here, here + kRowsOperand<T, C>,
                                                        more || step < steps - 1);
        }
    };
#pragma unroll 1
    for (; at < whole - (C::stages - 1); ++at) go.template operator()<true>();
#pragma unroll 1
    for (; at < count; ++at) go.template operator()<false>();
    sum.end();
}

// The same in single precision, in one loop without conditions but for what is fetched: after the last stage the next
// one's numbers are read, whatever they are, and not added.
template <class T, class C, bool a_words, bool b_words, bool opposite>
__device__ __forceinline__ void multiply_turned(Sums<T, C>& sum, Stream<T, C, C::rows>& a, Stream<T, C, C::columns>& b,
                                                const T* shared, int k) {
    if (k == 0) return;
    const bool full = a.most >= C::rows && b.most >= C::columns;
    int left = k;  // to be fetched
    const auto fetch = [&](int into) {
        if (full && left >= C::terms)
            a.template fetch_turned<a_words, true>(into, left), b.template fetch_turned<b_words, true>(into, left);
        else if (left > 0)
            a.template fetch_turned<a_words, false>(into, left), b.template fetch_turned<b_words, false>(into, left);
        copies_end();
        left -= C::terms;
    };
#pragma unroll 1
    for (int at = 0; at < C::stages - 1; ++at) fetch(at);
    copies_wait<C::stages - 2>();
    __syncthreads();
    sum.load(shared, shared + kRowsOperand<T, C>, 0);
    int stage = 0;
#pragma unroll 1
    for (int at = 0; at < k; at += C::terms) {
        const T* here = shared + stage * kStage<T, C>;
        each_of<Sums<T, C>::steps>([&](auto step) {
            if constexpr (step == 0) fetch(stage == 0 ? C::stages - 1 : stage - 1);
            if constexpr (step == Sums<T, C>::steps - 1) {
                copies_wait<C::stages - 2>();
                __syncthreads();
                stage = stage == C::stages - 1 ? 0 : stage + 1;
                here = shared + stage * kStage<T, C>;
            }
            sum.template add<opposite>(step, here, here + kRowsOperand<T, C>);
        });
    }
    sum.end();
}

// Tiles of a problem follow each other, so that what they have in common is read from memory once.
template <class T, class C> __global__ void __launch_bounds__(C::threads, C::blocks)
    products(const __grid_constant__ BatchProblems all, const __grid_constant__ BatchStep s, unsigned tiles,
             unsigned tiles_m) {
    extern __shared__ double tile_shared[];
    const unsigned at = blockIdx.x / tiles, tile = blockIdx.x % tiles;
    const int i0 = int(tile % tiles_m) * C::rows, j0 = int(tile / tiles_m) * C::columns;
    const Problem p = problem(all, at);
    const int m = length(s.m, p.sizes) - i0, n = length(s.n, p.sizes) - j0;
    const View<T> x = view<T>(all, p, s.x), y = view<T>(all, p, s.y), z = view<T>(all, p, s.z);
    if (m <= 0 || n <= 0 || (s.lower && i0 + C::rows - 1 < j0) || (s.while_good && failed(all, p))) return;
    const int k = is_zero(s.alpha) ? 0 : length(s.k, p.sizes);
    const bool x_long = !x.by_rows(), y_long = y.by_rows();
    Sums<T, C> sum(m, n, x.conjugated, y.conjugated);
    {
        T* const shared = reinterpret_cast<T*>(tile_shared);
        Stream<T, C, C::rows> a(x, true, x_long, i0, m, shared);
        Stream<T, C, C::columns> b(y, false, y_long, j0, n, shared + kRowsOperand<T, C>);
        if constexpr (kTurns<T>) {
            const auto go = [&]<bool a_words, bool b_words>() {
                if (Traits<T>::complex && x.conjugated != y.conjugated)
                    multiply_turned<T, C, a_words, b_words, true>(sum, a, b, shared, k);
                else
                    multiply_turned<T, C, a_words, b_words, false>(sum, a, b, shared, k);
            };
            if (a.words && b.words)
                go.template operator()<true, true>();
            else if (a.words)
                go.template operator()<true, false>();
            else if (b.words)
                go.template operator()<false, true>();
            else
                go.template operator()<false, false>();
        } else {
            const auto go = [&]<bool x_is_long, bool y_is_long, bool all_there>() {
                multiply<T, C, x_is_long, y_is_long, all_there>(sum, a, b, shared, k);
            };
            const auto go_by = [&]<bool whole>() {
                if (x_long && y_long)
                    go.template operator()<true, true, whole>();
                else if (x_long)
                    go.template operator()<true, false, whole>();
                else if (y_long)
                    go.template operator()<false, true, whole>();
                else
                    go.template operator()<false, false, whole>();
            };
            if (C::rows > 48 && m >= C::rows && n >= C::columns)
                go_by.template operator()<true>();
            else
                go_by.template operator()<false>();
        }
    }
    const T alpha = k == 0 ? zero<T>() : scalar_of<T>(s.alpha), beta = scalar_of<T>(s.beta);
    const bool reads = !is_zero(s.beta), diagonal = s.lower && i0 < j0 + C::columns;
    T* const first = z.p + (i0 + sum.row(0)) * z.rows + (j0 + sum.column(0, 0)) * z.columns;
    // By words of neighbours in a column, or one by one; `whole`: all of a tile is there. No branch parts what is read,
    // or written: all that is read is on its way before any of it is needed.
    const auto finish = [&]<bool whole, class Word>() {
        constexpr int each = Sums<T, C>::each, step = sizeof(Word) / sizeof(T);
#pragma unroll
        for (int c0 = 0; c0 < C::pieces; c0 += C::at_once) {
            const auto visit = [&](auto&& f) {
#pragma unroll
                for (int c = 0; c < C::at_once; ++c)
#pragma unroll
                    for (int e = 0; e < each; e += step) {
                        const int i = sum.row(e), j = sum.column(c0 + c, e);
                        T* const at = first + sum.rows_on(e) * z.rows + sum.columns_on(c0 + c, e) * z.columns;
                        f(c, e, whole || (i < m && j < n && (!diagonal || i0 + i >= j0 + j)),
                          reinterpret_cast<Word*>(at), !whole && s.real_diagonal && i0 + i == j0 + j);
                    }
            };
            T before[C::at_once][each] = {};
            if (reads)
                visit([&](int c, int e, bool there, const Word* at, bool) {
                    if (!there) return;
                    const Word w = *at;
#pragma unroll
                    for (int f = 0; f < step; ++f) before[c][e + f] = z.conjugated ? conjugate(w.v[f]) : w.v[f];
                });
            visit([&](int c, int e, bool there, Word* at, bool real) {
                Word w;
#pragma unroll
                for (int f = 0; f < step; ++f) {
                    const T v = finished(sum.at(c0 + c, e + f), alpha, beta, before[c][e + f], reads, real);
                    w.v[f] = z.conjugated ? conjugate(v) : v;
                }
                if (there) *at = w;
            });
        }
    };
    const bool whole = m >= C::rows && n >= C::columns && !diagonal;
    if constexpr (kTurns<T>) {
        constexpr int word = kPack<T>;
        if (z.rows == 1 && z.columns % word == 0 && !diagonal && m % word == 0 &&
            reinterpret_cast<std::size_t>(z.p) % 16 == 0) {
            if (whole)
                finish.template operator()<true, Pack<T>>();
            else
                finish.template operator()<false, Pack<T>>();
            return;
        }
    } else if (whole) {
        return finish.template operator()<true, One<T>>();
    }
    finish.template operator()<false, One<T>>();
}

template <class T, int size>
static cudaError_t launch_tiles(cudaStream_t stream, BatchProblems all, const BatchStep& s, int m, int n) {
    using C = Cut<T, size>;
    constexpr std::size_t bytes = kTileBytes<T, C>;
    auto* const kernel = products<T, C>;
    if (const cudaError_t e = once_a_device([&] { return allow_shared(kernel, bytes); }); e != cudaSuccess) return e;
    const unsigned tiles_m = unsigned(m + C::rows - 1) / C::rows, tiles_n = unsigned(n + C::columns - 1) / C::columns;
    return by_problems(all, tiles_m * tiles_n, [&](unsigned blocks) {
        kernel<<<blocks, C::threads, bytes, stream>>>(all, s, tiles_m * tiles_n, tiles_m);
    });
}
static auto tile_sizes(float) {
    return std::integer_sequence<int, 32, 64, 96, 128>{};
}
static auto tile_sizes(double) {
    return std::integer_sequence<int, 32, 48, 64, 80, 96>{};
}
static auto tile_sizes(Complex<float>) {
    return std::integer_sequence<int, 32, 64>{};
}
static auto tile_sizes(Complex<double>) {
    return std::integer_sequence<int, 32, 48, 64>{};
}
// Of complex double tensor cores are faster from 9 on. These add terms one after the other, too: a result has the same
// bits by them (Bits in tests/batch, where problems of all orders to 32 share a launch).
template <class T> auto small_sizes() {
    if constexpr (sizeof(T) == 16)
        return std::integer_sequence<int, 3, 4, 6, 8>{};
    else
        return std::integer_sequence<int, 3, 4, 6, 8, 12, 16, 20, 24>{};
}
constexpr int kManySmall = 1000;  // of fewer the tiles' many threads take less time, .7 of it at order 20
// By the smallest kernel that takes results up to `larger`; false: there is none.
template <class T> static bool launch_small(cudaStream_t stream, const BatchProblems& all, const BatchStep& s,
                                            int larger, cudaError_t& result) {
    const auto launch = [&](auto* kernel, int problems) {
        const auto blocks = static_cast<unsigned>((all.count + problems - 1) / problems);
        kernel<<<blocks, kProductThreads, 0, stream>>>(all, s);
        result = cudaGetLastError();
        return true;
    };
    if (larger <= kTiny) return launch(tiny_products<T>, kProductThreads);
    return [&]<int... sizes>(std::integer_sequence<int, sizes...>) {
        const auto fits = [&]<int size>() {
            constexpr SmallCut cut = small_cut<T>(size);
            if (size > 16 && all.count < kManySmall) return false;
            return larger <= size &&
                   launch(small_products<T, size>, kProductWarps * (32 / (size / cut.R * (size / cut.C))));
        };
        return (fits.template operator()<sizes>() || ...);
    }
    (small_sizes<T>());
}

}  // namespace kernels

template <class T>
cudaError_t launch_batch_products(cudaStream_t stream, const BatchProblems& all, const BatchStep& s) {
    using namespace kernels;
    const int m = length(s.m, all.most), n = length(s.n, all.most);
    if (m == 0 || n == 0) return cudaSuccess;
    const int larger = m > n ? m : n;
    if (cudaError_t e = cudaSuccess; s.small && launch_small<T>(stream, all, s, larger, e)) return e;
    if constexpr (sizeof(T) == 16)
        if (larger <= 16) return launch_tiles<T, 16>(stream, all, s, m, n);
    // By the tile that takes least time.
    double least = 0;
    int best = 0;
    const auto with = [&]<int... sizes>(std::integer_sequence<int, sizes...>) {
        const auto consider = [&]<int size>() {
            using C = Cut<T, size>;
            const int tiles_m = (m + C::rows - 1) / C::rows, tiles_n = (n + C::columns - 1) / C::columns;
            double tiles = double(tiles_m) * tiles_n, rate = C::rate;
            if (s.lower) {
                tiles = 0;
                for (int j = 0; j < tiles_n; ++j) tiles += std::max(tiles_m - j * C::columns / C::rows, 0);
                if constexpr (requires { C::lower_rate; }) rate = C::lower_rate;
            }
            const double time = tiles * C::rows * C::columns / rate;
            if (best == 0 || time < least) best = size, least = time;
        };
        (consider.template operator()<sizes>(), ...);
        cudaError_t e = cudaErrorInvalidValue;
        ((best == sizes ? void(e = launch_tiles<T, sizes>(stream, all, s, m, n)) : void()), ...);
        return e;
    };
    return with(tile_sizes(T{}));
}

template cudaError_t launch_batch_products<float>(cudaStream_t, const BatchProblems&, const BatchStep&);
template cudaError_t launch_batch_products<double>(cudaStream_t, const BatchProblems&, const BatchStep&);
template cudaError_t launch_batch_products<kernels::Complex<float>>(cudaStream_t, const BatchProblems&,
                                                                    const BatchStep&);
template cudaError_t launch_batch_products<kernels::Complex<double>>(cudaStream_t, const BatchProblems&,
                                                                     const BatchStep&);

cudaError_t launch_batch_step(cudaStream_t stream, char precision, const BatchProblems& all, const BatchStep& s) {
    if (all.count == 0) return cudaSuccess;
    const auto go = [&]<class T>(T) {
        switch (s.action) {
            case BatchAction::product:
                return launch_batch_products<T>(stream, all, s);
            case BatchAction::vector_product:
                return launch_batch_vectors<T>(stream, all, s);
            case BatchAction::solve:
            case BatchAction::solve_broad:
            case BatchAction::multiply:
            case BatchAction::vector_solve:
            case BatchAction::permute:
            case BatchAction::zero_pivot:
            case BatchAction::identity:
            case BatchAction::copy:
                return launch_batch_solves<T>(stream, all, s);
            case BatchAction::qr_small:
            case BatchAction::qr:
            case BatchAction::qr_in_place:
            case BatchAction::form_q:
            case BatchAction::form_q_in_place:
            case BatchAction::reflect:
            case BatchAction::bidiagonal:
            case BatchAction::bidiagonal_in_place:
            case BatchAction::bidiagonal_by_sweeps:
                return launch_batch_reflectors<T>(stream, all, s);
            default:
                return launch_batch_factors<T>(stream, all, s);
        }
    };
    return kernels::in_precision(precision, go);
}

}  // namespace shunt::gpu
