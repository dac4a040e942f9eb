// In: many matrices in device memory. Out: LU with partial pivoting and Cholesky: a row to a lane up to order 32, a
// matrix, or a panel of one, in a block's shared memory above.
#include <climits>
#include <type_traits>

#include "cuda/batch.cuh"

namespace shunt::gpu {
namespace kernels {

// Sizes of numbers as integers, which compare faster.
template <class T> using Key = decltype(bits_of(RealOf<T>()));
// As LAPACK compares: a NaN is larger than nothing, but the first one stays where nothing is larger than it.
template <class T> __device__ __forceinline__ Key<T> pivot_key(T v, bool first) {
    const Key<T> key = size_bits(v), infinite = bits_of(RealOf<T>(INFINITY));
    return key <= infinite ? key : first ? infinite : 0;
}
// The lane that has the largest key, of several the one with the least `place`, where that is not INT_MAX;
// -1: there is none.
__device__ __forceinline__ int lane_of_largest(unsigned key, int place, bool among) {
    const unsigned most = __reduce_max_sync(~0u, among ? key : 0u);
    unsigned lanes = __ballot_sync(~0u, among && key == most);
    if (lanes & (lanes - 1)) {
        const bool one = among && key == most;
        const auto least = __reduce_min_sync(~0u, one ? static_cast<unsigned>(place) : static_cast<unsigned>(INT_MAX));
        lanes = __ballot_sync(~0u, one && static_cast<unsigned>(place) == least);
    }
    return 31 - __clz(static_cast<int>(lanes));
}
__device__ __forceinline__ int lane_of_largest(unsigned key, int place) {
    return lane_of_largest(key, place, place != INT_MAX);
}
__device__ __forceinline__ int lane_of_largest(unsigned long long key, int place) {
    const auto high = static_cast<unsigned>(key >> 32), low = static_cast<unsigned>(key);
    const bool among = place != INT_MAX;
    const unsigned most = __reduce_max_sync(~0u, among ? high : 0u);
    const unsigned lanes = __ballot_sync(~0u, among && high == most);
    if (lanes & (lanes - 1)) return lane_of_largest(low, place, among && high == most);
    return 31 - __clz(static_cast<int>(lanes));
}
// The same without branches, which are slower between independent rows: that `place`, or INT_MAX.
__device__ __forceinline__ int find_largest(unsigned key, int place) {
    const unsigned most = __reduce_max_sync(~0u, place == INT_MAX ? 0u : key);
    return static_cast<int>(
        __reduce_min_sync(~0u, key == most ? static_cast<unsigned>(place) : static_cast<unsigned>(INT_MAX)));
}
__device__ __forceinline__ int find_largest(unsigned long long key, int place) {
    const auto high = static_cast<unsigned>(key >> 32), low = static_cast<unsigned>(key);
    const unsigned most_high = __reduce_max_sync(~0u, place == INT_MAX ? 0u : high);
    const bool among = place != INT_MAX && high == most_high;
    const unsigned most_low = __reduce_max_sync(~0u, among ? low : 0u);
    return static_cast<int>(__reduce_min_sync(
        ~0u, among && low == most_low ? static_cast<unsigned>(place) : static_cast<unsigned>(INT_MAX)));
}

// Whether this lane has the largest |v| of the group of lanes that begins with `first`, of several the one with the
// least `place`, as LAPACK finds it. All lanes of the warp meet: with a mask for each group these would go one after
// the other. The first 32 bits nearly always tell.
template <int lanes, class T>
__device__ __forceinline__ bool has_largest(T v, int place, bool among, bool first_of_column, int first) {
    using K = Key<T>;
    constexpr int more = 8 * sizeof(K) - 32;
    const auto largest = [](unsigned x) {
#pragma unroll
        for (int bits = lanes / 2; bits > 0; bits /= 2) {
            const unsigned other = __shfl_xor_sync(~0u, x, bits);
            x = other > x ? other : x;
        }
        return x;
    };
    const unsigned high = among ? static_cast<unsigned>(size_bits(v) >> more) : 0, most = largest(high);
    bool one = high == most && among;
    const unsigned same = __ballot_sync(~0u, one) >> first & (~0u >> (32 - lanes));
    const bool finite = most < static_cast<unsigned>(bits_of(RealOf<T>(INFINITY)) >> more);
    if (__any_sync(~0u, (same & (same - 1)) != 0 || !finite)) {
        const K key = among ? pivot_key(v, first_of_column) : K(0);
        const auto top = static_cast<unsigned>(key >> more);
        one = top == largest(top) && among;
        if constexpr (more > 0) {
            const unsigned low = one ? static_cast<unsigned>(key) : 0;
            one = low == largest(low) && one;
        }
        const unsigned before = one ? static_cast<unsigned>(INT_MAX - place) : 0;
        one = before == largest(before) && one;
    }
    return one;
}
// The largest of all lanes of a warp.
template <int lanes> __device__ __forceinline__ int most_of_warp(int x) {
    return lanes == 32 ? x : static_cast<int>(__reduce_max_sync(~0u, static_cast<unsigned>(x)));
}

// A matrix of up to `columns` rows and columns to `lanes` lanes, `each` rows to each, which stay where they are;
// `place` is where a row belongs. What a lane does once a step, whatever its rows are, is less with more of them.
// `whole`: all matrices of the launch have `columns` rows and columns.
constexpr int kSmallThreads = 128;
template <class T, int lanes, int each, int columns, bool whole> __global__ void __launch_bounds__(kSmallThreads)
    small_lu(const __grid_constant__ BatchProblems all, const __grid_constant__ BatchStep s) {
    constexpr int groups = kSmallThreads / lanes, unit = kPack<T>;
    static_assert(columns <= lanes * each && columns % unit == 0);
    __shared__ alignas(16) T pivot_row[groups][2][columns];
    [[maybe_unused]] __shared__ int chosen_place[groups][2];
    [[maybe_unused]] __shared__ Divisor<T> divisor[groups][2];
    const int i = threadIdx.x % lanes, first = int(threadIdx.x) % 32 / lanes * lanes, group = threadIdx.x / lanes;
    const i64 at = i64(blockIdx.x) * groups + group;
    const bool exists = at < all.count;
    const Problem p = problem(all, exists ? at : 0);
    const int m = whole ? columns : exists ? p.sizes.m : 0, n = whole ? columns : exists ? p.sizes.n : 0;
    const int steps = min(m, n), most_steps = whole ? columns : most_of_warp<lanes>(steps);
    const View<T> x = plain_view<T>(all, p, s.x);
    T row[each][columns] = {};
    int place[each], pivot[each] = {}, info = 0;
#pragma unroll
    for (int r = 0; r < each; ++r) {
        const int here = i + r * lanes;
        if (steps > 0) bring_row(row[r], x, here, 0, m, n);
        place[r] = here < m ? here : INT_MAX;
    }
#pragma unroll
    for (int k = 0; k < columns; ++k) {
        if (k < most_steps) {
            bool open[each];
#pragma unroll
            for (int r = 0; r < each; ++r) open[r] = k < steps && place[r] >= k && place[r] != INT_MAX;
            Divisor<T> by;
            int best = INT_MAX;
            bool chosen = false;
            if constexpr (lanes == 32) {
                by = Divisor<T>(row[0][k]);  // while the pivot is looked for
                const auto key = open[0] ? pivot_key(row[0][k], place[0] == k) : Key<T>(0);
                best = find_largest(key, open[0] ? place[0] : INT_MAX);
                chosen = place[0] == best;
            } else {
                T v = row[0][k];
                if (open[0]) best = place[0];
#pragma unroll
                for (int r = 1; r < each; ++r) {
                    const auto own = pivot_key(row[r][k], place[r] == k), before = pivot_key(v, best == k);
                    if (open[r] && (best == INT_MAX || own > before || (own == before && place[r] < best)))
                        v = row[r][k], best = place[r];
                }
                chosen = has_largest<lanes>(v, best, best != INT_MAX, best == k, first);
            }
            T* const shared = pivot_row[group][k % 2];
            if (chosen) {
#pragma unroll
                for (int r = 0; r < each; ++r)
                    if (each == 1 || place[r] == best) {
#pragma unroll
                        for (int j = k / unit * unit; j < columns; j += unit) {
                            Pack<T> y;
#pragma unroll
                            for (int e = 0; e < unit; ++e) y.v[e] = row[r][j + e];
                            *reinterpret_cast<Pack<T>*>(shared + j) = y;
                        }
                    }
                if constexpr (lanes == 32)
                    divisor[group][k % 2] = by;
                else
                    chosen_place[group][k % 2] = best;
            }
            __syncwarp();
            if constexpr (lanes < 32) best = chosen_place[group][k % 2];
            if (i == k % lanes) pivot[k / lanes] = best;
#pragma unroll
            for (int r = 0; r < each; ++r)
                if (open[r]) place[r] = place[r] == best ? k : place[r] == k ? best : place[r];
            const T d = shared[k];
            if (is_null(d)) {
                if (info == 0 && k < steps) info = k + 1;
            } else {
                const auto below = [&](int r) { return open[r] && place[r] > k; };
                if constexpr (lanes < 32) by = Divisor<T>(d);
                if (each > 1 || below(0)) {
                    if constexpr (lanes == 32) by = divisor[group][k % 2];
                    T l[each];
#pragma unroll
                    for (int r = 0; r < each; ++r)
                        if (each == 1 || below(r)) l[r] = row[r][k] = by(row[r][k]);
#pragma unroll
                    for (int j = (k + 1) / unit * unit; j < columns; j += unit) {
                        const Pack<T> y = *reinterpret_cast<const Pack<T>*>(shared + j);
#pragma unroll
                        for (int r = 0; r < each; ++r)
                            if (each == 1 || below(r)) {
#pragma unroll
                                for (int e = 0; e < unit; ++e)
                                    if (j + e > k) row[r][j + e] = minus_product(row[r][j + e], l[r], y.v[e]);
                            }
                    }
                }
            }
        }
    }
    if (!exists) return;
#pragma unroll
    for (int r = 0; r < each; ++r) {
        const int here = i + r * lanes;
        if (here < m) {
#pragma unroll
            for (int k = 0; k < columns; ++k)
                if (k < n) x.put(place[r], k, row[r][k]);
        }
        if (here < steps) write_integer(address(all.ipiv, p.number), here, all.wide, pivot[r] + 1);
    }
    if (i == 0) write_integer(all.info, p.number, all.wide, info);
}

template <class T, int lanes, int each, int columns> __global__ void __launch_bounds__(kSmallThreads)
    small_cholesky(const __grid_constant__ BatchProblems all, const __grid_constant__ BatchStep s) {
    constexpr int groups = kSmallThreads / lanes;
    __shared__ alignas(16) T column[groups][2][columns];
    const int i = threadIdx.x % lanes, group = threadIdx.x / lanes;
    const i64 at = i64(blockIdx.x) * groups + group;
    const bool exists = at < all.count;
    const Problem p = problem(all, exists ? at : 0);
    const int n = exists ? length(s.m, p.sizes) : 0;
    const View<T> x = view<T>(all, p, s.x);
    T row[each][columns] = {};
#pragma unroll
    for (int r = 0; r < each; ++r)
        if (n > 0) bring_row(row[r], x, i + r * lanes, 0, n, min(i + r * lanes + 1, n));
    int info = 0;
    const int most = most_of_warp<lanes>(n);
#pragma unroll
    for (int k = 0; k < columns; ++k) {
        if (k < most) {
            T* const shared = column[group][k % 2];
#pragma unroll
            for (int r = 0; r < each; ++r) {
                const int here = i + r * lanes;
                if (here >= k && here < columns) shared[here] = row[r][k];
            }
            __syncwarp();
            const RealOf<T> d = real_part(shared[k]);
            if (info || k >= n) continue;
            if (!(d > RealOf<T>(0))) {
                info = k + 1;
            } else {
                const RealOf<T> by = inverse_root(d);
#pragma unroll
                for (int r = 0; r < each; ++r)
                    row[r][k] = i + r * lanes == k ? from_real<T>(root_of(d, by)) : times(row[r][k], by);
#pragma unroll
                for (int j = k + 1; j < columns; ++j) {
                    const T y = conjugate(times(shared[j], by));
#pragma unroll
                    for (int r = 0; r < each; ++r)
                        if ((r + 1) * lanes > j) row[r][j] = minus_product(row[r][j], row[r][k], y);
                }
            }
        }
    }
    if (!exists) return;
#pragma unroll
    for (int r = 0; r < each; ++r) {
        const int here = i + r * lanes;
        if (here < n) {
#pragma unroll
            for (int k = 0; k < columns; ++k)
                if (k <= here && (info == 0 || k < info)) x.put(here, k, row[r][k]);
        }
    }
    if (i == 0) write_integer(all.info, p.number, all.wide, info);
}

template <class T, int N> __global__ void __launch_bounds__(kTinyThreads)
    tiny_lu(const __grid_constant__ BatchProblems all, const __grid_constant__ BatchStep s) {
    const i64 at = i64(blockIdx.x) * kTinyThreads + threadIdx.x;
    extern __shared__ char tiny_shared[];
    auto& tiny = *reinterpret_cast<Tiny<T, N>*>(tiny_shared);
    const bool exists = at < all.count;
    const Problem p = problem(all, exists ? at : 0);
    const int m = exists ? p.sizes.m : 0, n = exists ? p.sizes.n : 0, steps = min(m, n);
    const View<T> x = plain_view<T>(all, p, s.x);
    tiny.bring(x, m, n);
    T a[N][N];
    tiny.template load<false>(a, x, m, n);
    int info = 0;
    void* const pivots = address(all.ipiv, p.number);
#pragma unroll
    for (int k = 0; k < N; ++k) {
        if (k < steps) {
            int best = k;
            RealOf<T> size = size_of(a[k][k]);
#pragma unroll
            for (int i = k + 1; i < N; ++i)
                if (size_of(a[i][k]) > size) size = size_of(a[i][k]), best = i;
            write_integer(pivots, k, all.wide, best + 1);
#pragma unroll
            for (int i = k + 1; i < N; ++i)
                if (best == i) {
#pragma unroll
                    for (int j = 0; j < N; ++j) {
                        const T v = a[i][j];
                        a[i][j] = a[k][j];
                        a[k][j] = v;
                    }
                }
            if (is_null(a[k][k])) {
                if (info == 0) info = k + 1;
            } else {
                const Divisor<T> by(a[k][k]);
#pragma unroll
                for (int i = k + 1; i < N; ++i) {
                    a[i][k] = by(a[i][k]);
#pragma unroll
                    for (int j = k + 1; j < N; ++j) a[i][j] = minus_product(a[i][j], a[i][k], a[k][j]);
                }
            }
        }
    }
    if (exists) write_integer(all.info, p.number, all.wide, info);
    tiny.template keep<false>(a);
    tiny.give_back(n, false);
}

template <class T, int N> __global__ void __launch_bounds__(kTinyThreads)
    tiny_cholesky(const __grid_constant__ BatchProblems all, const __grid_constant__ BatchStep s) {
    const i64 at = i64(blockIdx.x) * kTinyThreads + threadIdx.x;
    extern __shared__ char tiny_shared[];
    auto& tiny = *reinterpret_cast<Tiny<T, N>*>(tiny_shared);
    const bool exists = at < all.count;
    const Problem p = problem(all, exists ? at : 0);
    const int n = exists ? length(s.m, p.sizes) : 0;
    const View<T> x = view<T>(all, p, s.x);
    tiny.bring(x, n, n);
    T a[N][N];
    tiny.template load<true>(a, x, n, n);
    int info = 0;
#pragma unroll
    for (int k = 0; k < N; ++k) {
        if (k < n && info == 0) {
            const RealOf<T> d = real_part(a[k][k]);
            if (!(d > RealOf<T>(0))) {
                info = k + 1;
            } else {
                const RealOf<T> by = inverse_root(d);
                a[k][k] = from_real<T>(root_of(d, by));
#pragma unroll
                for (int i = k + 1; i < N; ++i) a[i][k] = times(a[i][k], by);
#pragma unroll
                for (int j = k + 1; j < N; ++j)
#pragma unroll
                    for (int i = j; i < N; ++i) a[i][j] = minus_product(a[i][j], a[i][k], conjugate(a[j][k]));
            }
        }
    }
    if (exists) write_integer(all.info, p.number, all.wide, info);
    tiny.template keep<true>(a);
    // Of a matrix that is not definite, the columns before.
    tiny.give_back(info ? info - 1 : n, true);
}

// Columns factored at a time, of those that are in shared memory.
template <class T> constexpr int kColumns = sizeof(T) == 16 ? 4 : 8;
// Rows and columns are filled up to whole tiles.
template <class T> __host__ __device__ constexpr int filled(i64 x) {
    return (int(x) + kColumns<T> - 1) / kColumns<T> * kColumns<T>;
}
template <class T> constexpr int kCholeskyColumns = sizeof(T) == 16 ? 16 : 32;  // of a panel
template <class T> struct alignas(16) Meeting {
    T row[2][kMostLuRows / 32][kColumns<T>];
    Divisor<T> divisor[2][kMostLuRows / 32];
    Key<T> key[2][kMostLuRows / 32];
    int place[2][kMostLuRows / 32];
    int source[kColumns<T>], target[kColumns<T>];
};

// The same by the tensor cores, whole tiles of 16 x 8: rows and columns that only fill up depend on nothing but
// themselves. `triangle`: the columns before times their own transpose.
// Columns `begin` ... n - 1, by warp `warp` of so many.
// `together` tiles of a row of them at a time, whose loads do not wait for what is stored of others.
template <bool triangle, int together> __device__ __forceinline__ void update_by_tensor(double* a, int ld, int first,
                                                                                        int m, int begin, int n,
                                                                                        int warp, int warps) {
    const int lane = threadIdx.x % 32, g = lane / 4, t = lane % 4;
    const int tiles = (m - first + 15) / 16, columns = (n - begin + 7) / 8;
    if (columns <= 0) return;
    int shift = 0;  // of 1, parts that a row of tiles has for as many warps
    while ((tiles << shift) < 2 * warps && (1 << shift) < columns) ++shift;
    const int groups = 1 << shift;
    const double* const left = a + (first - 8) * ld;
    for (int item = warp; item < tiles * groups; item += warps) {
        const int i = first + (item >> shift) * 16 + g;
        const bool both = i - g + 8 < m;
        double u[4];
#pragma unroll
        for (int q = 0; q < 2; ++q) {
            u[2 * q] = -left[i + (t + 4 * q) * ld];
            u[2 * q + 1] = both ? -left[i + 8 + (t + 4 * q) * ld] : 0;
        }
        const int end = triangle ? min(n, i - g + 16) : n;
        for (int j0 = begin + (item & (groups - 1)) * 8; j0 < end; j0 += 8 * groups * together) {
            double sum[together][4], v[together][2];
#pragma unroll
            for (int e = 0; e < together; ++e) {
                const int j = j0 + 8 * groups * e;
                if (j >= end) break;
                const double *const c = a + i + (j + 2 * t) * ld, *const d = c + ld;
                sum[e][0] = c[0], sum[e][1] = d[0], sum[e][2] = both ? c[8] : 0, sum[e][3] = both ? d[8] : 0;
#pragma unroll
                for (int q = 0; q < 2; ++q)
                    v[e][q] = triangle ? left[j + g + (t + 4 * q) * ld] : a[first - 8 + t + 4 * q + (j + g) * ld];
            }
#pragma unroll
            for (int e = 0; e < together; ++e) {
                const int j = j0 + 8 * groups * e;
                if (j >= end) break;
                mma(sum[e], u, v[e]);
                double *const c = a + i + (j + 2 * t) * ld, *const d = c + ld;
                c[0] = sum[e][0], d[0] = sum[e][1];
                if (both) c[8] = sum[e][2], d[8] = sum[e][3];
            }
        }
    }
}

// Rows first ... m - 1 of columns begin ... n - 1 less the product of the columns before `first` and the rows above it,
// all in `a`; or, `triangle`, of the lower triangle, less those columns times `with`.
template <class T, bool triangle> __device__ __forceinline__ void update(T* a, int ld, int first, int m, int begin,
                                                                         int n, const T* with, int warp, int warps) {
    constexpr int NB = kColumns<T>, unit = kPack<T>;
    const int lane = threadIdx.x % 32;
    for (int i0 = first; i0 < m; i0 += 64) {
        const int i = i0 + lane, i2 = i + 32;
        const bool here = i < m, here2 = i2 < m;
        T l[NB], l2[NB];
#pragma unroll
        for (int q = 0; q < NB; ++q) {
            l[q] = here ? a[i + (first - NB + q) * ld] : zero<T>();
            l2[q] = here2 ? a[i2 + (first - NB + q) * ld] : zero<T>();
        }
        const int end = triangle ? min(n, i0 + 64) : n;
        for (int j = begin + warp; j < end; j += warps) {
            const T* const u = triangle ? with + j * NB : a + (first - NB) + j * ld;
            T* const c = a + j * ld;
            T v = here ? c[i] : zero<T>(), v2 = here2 ? c[i2] : zero<T>();
#pragma unroll
            for (int q = 0; q < NB / unit; ++q) {
                const Pack<T> y = reinterpret_cast<const Pack<T>*>(u)[q];
#pragma unroll
                for (int e = 0; e < unit; ++e) {
                    v = minus_product(v, l[q * unit + e], y.v[e]);
                    v2 = minus_product(v2, l2[q * unit + e], y.v[e]);
                }
            }
            if (here && (!triangle || i >= j)) c[i] = v;
            if (here2 && (!triangle || i2 >= j)) c[i2] = v2;
        }
    }
}

// Either, as the type has it; `with` is for the latter.
template <class T, bool triangle, int together = 1>
__device__ __forceinline__ void update_columns(T* a, int ld, int first, int m, int begin, int n, const T* with,
                                               int warp, int warps) {
    if constexpr (kTensor<T>)
        update_by_tensor<triangle, together>(a, ld, first, m, begin, n, warp, warps);
    else
        update<T, triangle>(a, ld, first, m, begin, n, with, warp, warps);
}

// What a panel at column j of `a` does to the other columns: rows change places, and those to the right are solved with
// the panel's triangle.
template <class T, bool full>
__device__ __forceinline__ void follow_panel(T* a, int ld, int n, int j, int nb, const int* source, const int* target) {
    constexpr int NB = kColumns<T>;
    for (int c = threadIdx.x; c < n - nb; c += int(blockDim.x)) {
        const int column = c < j ? c : c + nb;
        T* const b = a + column * ld;
        T v[NB], displaced[NB];
#pragma unroll
        for (int q = 0; q < NB; ++q) {
            if (!full && q >= nb) break;
            v[q] = b[source[q]];
            displaced[q] = b[j + q];
        }
#pragma unroll
        for (int q = 0; q < NB; ++q) {
            if (!full && q >= nb) break;
            if (target[q] >= j + nb) b[target[q]] = displaced[q];
        }
        if (column > j) {
#pragma unroll
            for (int q = 0; q < NB; ++q) {
                if (!full && q >= nb) break;
#pragma unroll
                for (int k = q + 1; k < NB; ++k)
                    if (full || k < nb) v[k] = minus_product(v[k], a[j + k + (j + q) * ld], v[q]);
            }
        }
#pragma unroll
        for (int q = 0; q < NB; ++q) {
            if (!full && q >= nb) break;
            b[j + q] = v[q];
        }
    }
}

template <class T>
__device__ __forceinline__ void follow_panel(T* a, int ld, int n, int j, int nb, const int* source, const int* target) {
    if (nb == kColumns<T>)
        follow_panel<T, true>(a, ld, n, j, nb, source, target);
    else
        follow_panel<T, false>(a, ld, n, j, nb, source, target);
}
// A panel's factors, and where the first zero on its diagonal is (0: nowhere), to where they belong.
template <class T> __device__ __forceinline__ void finish_panel(const BatchProblems& all, const Problem& p,
                                                                const BatchStep& s, const View<T>& x, const T* a,
                                                                int ld, int m, int n, int info) {
    return_panel(x, a, ld, m, n);
    if (threadIdx.x == 0 && info && read_integer(all.info, p.number, all.wide) == 0)
        write_integer(all.info, p.number, all.wide, s.offset + info);
}

// The LU factors of m x n, a row to a thread, of up to `most`: the fewer, the more registers to each.
template <class T, int most> __global__ void __launch_bounds__(most)
    lu(const __grid_constant__ BatchProblems all, const __grid_constant__ BatchStep s, int ld) {
    constexpr int NB = kColumns<T>;
    constexpr bool holds = most <= 512;  // there are registers for what comes early
    extern __shared__ char shared[];
    Meeting<T>& meeting = *reinterpret_cast<Meeting<T>*>(shared);
    T* const a = reinterpret_cast<T*>(shared + sizeof(Meeting<T>));
    const Problem p = problem(all, blockIdx.x);
    const int m = length(s.m, p.sizes), n = length(s.n, p.sizes), steps = min(m, n);
    if (steps == 0) return;
    const View<T> x = plain_view<T>(all, p, s.x);
    bring_panel(x, a, ld, m, n);
    const int row = threadIdx.x, lane = row % 32, warp = row / 32, warps = blockDim.x / 32;
    int info = 0, pivot = 0;  // of step `row`
    for (int j = 0; j < steps; j += NB) {
        const int nb = min(NB, steps - j);
        const bool mine = row >= j && row < m;
        T r[NB];
#pragma unroll
        for (int c = 0; c < NB; ++c) r[c] = mine && j + c < n ? a[row + (j + c) * ld] : zero<T>();
        int place = mine ? row : INT_MAX;
#pragma unroll
        for (int c = 0; c < NB; ++c) {
            if (c >= nb) break;
            const int k = j + c;
            const bool open = mine && place >= k;
            const Key<T> key = open ? pivot_key(r[c], place == k) : Key<T>(0);
            const Divisor<T> own(r[c]);  // while the pivot is looked for
            const int best_here = lane_of_largest(key, open ? place : INT_MAX);
            if (lane == max(best_here, 0)) {
                meeting.place[c % 2][warp] = best_here < 0 ? INT_MAX : place;
                meeting.key[c % 2][warp] = key;
                if (holds) meeting.divisor[c % 2][warp] = own;
#pragma unroll
                for (int q = c; q < NB; ++q) meeting.row[c % 2][warp][q] = r[q];
            }
            __syncthreads();
            const int other = lane < warps ? lane : 0, offered = meeting.place[c % 2][other];
            const int from = lane_of_largest(meeting.key[c % 2][other], lane < warps ? offered : INT_MAX);
            // All of it is on its way at once.
            const int best = meeting.place[c % 2][from];
            Divisor<T> by;
            if (holds) by = meeting.divisor[c % 2][from];
            const T* const row_there = meeting.row[c % 2][from];
            T held[NB];
#pragma unroll
            for (int q = c; holds && q < NB; ++q) held[q] = row_there[q];
            const auto u = [&](int q) { return holds ? held[q] : row_there[q]; };
            place = !open ? place : place == best ? k : place == k ? best : place;
            if (row == k) pivot = best;
            const bool null = is_null(u(c));
            info = info == 0 && null ? k + 1 : info;
            if (open && place > k && !null) {
                if (!holds) by = Divisor<T>(u(c));
                T l = product_of(r[c], by.d);
                if (!by.plain) l = divide(r[c], u(c));
                r[c] = l;
#pragma unroll
                for (int q = c + 1; q < NB; ++q) r[q] = minus_product(r[q], l, u(q));
            }
        }
        if (mine) {
#pragma unroll
            for (int c = 0; c < NB; ++c)
                if (j + c < n && c < nb) a[place + (j + c) * ld] = r[c];
            if (place < j + nb) meeting.source[place - j] = row;
            if (row < j + nb) meeting.target[row - j] = place;
        }
        __syncthreads();
        follow_panel(a, ld, n, j, nb, meeting.source, meeting.target);
        __syncthreads();
        if (nb == NB && j + NB < m && j + NB < n) {
            update_columns<T, false>(a, ld, j + NB, m, j + NB, n, nullptr, warp, warps);
            __syncthreads();
        }
    }
    if (row < steps) write_integer(address(all.ipiv, p.number), s.offset + row, all.wide, s.offset + pivot + 1);
    finish_panel(all, p, s, x, a, ld, m, n, info);
}

// The LU factors of m x n, n <= kLuColumnsInPlace, any m: in place.
constexpr int kInPlaceThreads = 512;
template <class T> __global__ void __launch_bounds__(kInPlaceThreads)
    lu_in_place(const __grid_constant__ BatchProblems all, const __grid_constant__ BatchStep s) {
    constexpr int warps = kInPlaceThreads / 32;
    __shared__ alignas(16) T top[kLuColumnsInPlace];
    __shared__ Key<T> keys[warps];
    __shared__ int places[warps];
    const Problem p = problem(all, blockIdx.x);
    const int m = length(s.m, p.sizes), n = length(s.n, p.sizes), steps = min(m, n);
    if (steps == 0) return;
    const View<T> x = plain_view<T>(all, p, s.x);
    void* const pivots = address(all.ipiv, p.number);
    const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    int info = 0;
    for (int k = 0; k < steps; ++k) {
        Key<T> key = 0;
        int here = INT_MAX;
        for (int i = k + int(threadIdx.x); i < m; i += kInPlaceThreads) {
            const Key<T> size = pivot_key(x.get(i, k), i == k);
            if (here == INT_MAX || size > key) key = size, here = i;
        }
        const int best_here = find_largest(key, here);
        if (here == best_here && here != INT_MAX) keys[warp] = key;
        if (lane == 0) places[warp] = best_here;
        __syncthreads();
        const int offered = lane < warps ? places[lane] : INT_MAX;
        const int best = find_largest(offered != INT_MAX ? keys[lane] : Key<T>(0), offered);
        if (threadIdx.x < n) {
            const int j = threadIdx.x;
            const T v = x.get(best, j);
            if (best != k) x.put(best, j, x.get(k, j)), x.put(k, j, v);
            top[j] = v;
        }
        if (threadIdx.x == 0) write_integer(pivots, s.offset + k, all.wide, s.offset + best + 1);
        __syncthreads();
        if (is_null(top[k])) {
            if (info == 0) info = k + 1;
        } else {
            const Divisor<T> by(top[k]);
            for (int i = k + 1 + int(threadIdx.x); i < m; i += kInPlaceThreads) {
                const T l = by(x.get(i, k));
                x.put(i, k, l);
                for (int j = k + 1; j < n; ++j) x.put(i, j, minus_product(x.get(i, j), l, top[j]));
            }
        }
        __syncthreads();
    }
    if (threadIdx.x == 0 && info && read_integer(all.info, p.number, all.wide) == 0)
        write_integer(all.info, p.number, all.wide, s.offset + info);
}

// The LU factors of m x n, m <= 32 R: one warp has the rows of a panel in registers, all do what follows.
template <int R> constexpr int kPanelThreads = R == 2 ? 64 : R == 4 ? 128 : 256;
template <class T> struct alignas(16) Pivot {
    T row[2][kColumns<T>];
    Divisor<T> divisor[2];
    int source[2][kColumns<T>], target[2][kColumns<T>];
};
// Columns j ... j + nb - 1 by one warp, which has their rows in registers.
template <class T, int R> __device__ __forceinline__ void factor_panel(T* a, int ld, int m, int j, int nb,
                                                                       Pivot<T>& pivot, int turn, void* pivots,
                                                                       int offset, bool wide, int& info) {
    constexpr int NB = kColumns<T>;
    const int lane = threadIdx.x % 32;
    T r[R][NB];
    int place[R], mine = 0;
#pragma unroll
    for (int q = 0; q < R; ++q) {
        const int row = lane + 32 * q;
        place[q] = row >= j && row < m ? row : INT_MAX;
#pragma unroll
        for (int c = 0; c < NB; ++c) r[q][c] = place[q] != INT_MAX && c < nb ? a[row + (j + c) * ld] : zero<T>();
    }
#pragma unroll
    for (int c = 0; c < NB; ++c) {
        if (c >= nb) break;
        const int k = j + c;
        // Without branches: rows that are done, or are none, are not `open`.
        Key<T> key = 0;
        int here = INT_MAX;
        T candidate = zero<T>();
#pragma unroll
        for (int q = 0; q < R; ++q) {
            const bool open = place[q] >= k && place[q] != INT_MAX;
            const Key<T> size = pivot_key(r[q][c], place[q] == k);
            const bool better = open && (here == INT_MAX || size > key || (size == key && place[q] < here));
            key = better ? size : key;
            here = better ? place[q] : here;
            candidate = better ? r[q][c] : candidate;
        }
        const Divisor<T> own(candidate);  // while the pivot is looked for
        const int best = find_largest(key, here);
#pragma unroll
        for (int q = 0; q < R; ++q) {
            const bool is_best = place[q] == best, is_top = place[q] == k;
            if (is_best) {
#pragma unroll
                for (int e = c; e < NB; ++e) pivot.row[c % 2][e] = r[q][e];
            }
            place[q] = is_best ? k : is_top ? best : place[q];
        }
        if (here == best) pivot.divisor[c % 2] = own;
        __syncwarp();
        if (lane == c) mine = best;
        T u[NB];
#pragma unroll
        for (int e = c; e < NB; ++e) u[e] = pivot.row[c % 2][e];
        const Divisor<T> by = pivot.divisor[c % 2];
        if (is_null(u[c])) {
            if (info == 0) info = k + 1;
            continue;
        }
        if (!by.plain) {
#pragma unroll
            for (int q = 0; q < R; ++q)
                if (place[q] > k && place[q] != INT_MAX) r[q][c] = divide(r[q][c], u[c]);
        }
#pragma unroll
        for (int q = 0; q < R; ++q) {
            const bool open = place[q] > k && place[q] != INT_MAX;
            const T l = by.plain ? product_of(r[q][c], by.d) : r[q][c];
            r[q][c] = open ? l : r[q][c];
#pragma unroll
            for (int e = c + 1; e < NB; ++e) {
                const T v = minus_product(r[q][e], l, u[e]);
                r[q][e] = open ? v : r[q][e];
            }
        }
    }
#pragma unroll
    for (int q = 0; q < R; ++q) {
        const int row = lane + 32 * q;
        if (place[q] == INT_MAX) continue;
#pragma unroll
        for (int c = 0; c < NB; ++c)
            if (c < nb) a[place[q] + (j + c) * ld] = r[q][c];
        if (place[q] < j + nb) pivot.source[turn][place[q] - j] = row;
        if (row < j + nb) pivot.target[turn][row - j] = place[q];
    }
    if (lane < nb) write_integer(pivots, offset + j + lane, wide, offset + mine + 1);
}
template <class T, int R> __global__ void __launch_bounds__(kPanelThreads<R>)
    lu_by_warp(const __grid_constant__ BatchProblems all, const __grid_constant__ BatchStep s, int ld) {
    constexpr int NB = kColumns<T>;
    extern __shared__ char shared[];
    Pivot<T>& pivot = *reinterpret_cast<Pivot<T>*>(shared);
    T* const a = reinterpret_cast<T*>(shared + sizeof(Pivot<T>));
    const Problem p = problem(all, blockIdx.x);
    const int m = length(s.m, p.sizes), n = length(s.n, p.sizes), steps = min(m, n);
    if (steps == 0) return;
    const View<T> x = plain_view<T>(all, p, s.x);
    bring_panel(x, a, ld, m, n);
    const int warp = threadIdx.x / 32, warps = blockDim.x / 32;
    int info = 0;
    if (warp == 0)
        factor_panel<T, R>(a, ld, m, 0, min(NB, steps), pivot, 0, address(all.ipiv, p.number), s.offset, all.wide,
                           info);
    __syncthreads();
    for (int j = 0, turn = 0; j < steps; j += NB, turn ^= 1) {
        const int nb = min(NB, steps - j), next = j + NB;
        follow_panel(a, ld, n, j, nb, pivot.source[turn], pivot.target[turn]);
        __syncthreads();
        if (next >= m || next >= n) break;
        const auto updated = [&](int begin, int end, int which, int of) {
            update_columns<T, false>(a, ld, next, m, begin, end, nullptr, which, of);
        };
        // The first warp goes on with the next panel, while the others do the columns behind it.
        if (warp == 0) {
            updated(next, min(next + NB, n), 0, 1);
            __syncwarp();
            if (next < steps)
                factor_panel<T, R>(a, ld, m, next, min(NB, steps - next), pivot, turn ^ 1, address(all.ipiv, p.number),
                                   s.offset, all.wide, info);
        } else {
            updated(next + NB, n, warp - 1, warps - 1);
        }
        __syncthreads();
    }
    finish_panel(all, p, s, x, a, ld, m, n, info);
}

// What one or two panels of NB columns, m in all, whose pivots lie in ipiv from `offset` on, do to the n columns of z
// beside them. z begins with the first one's first row, x is their triangle.
template <class T, int NB> __global__ void __launch_bounds__(128)
    swaps_and_solves(const __grid_constant__ BatchProblems all, const __grid_constant__ BatchStep s) {
    __shared__ alignas(16) T l[NB][NB], before[NB][NB];  // by columns; of the second panel's rows those of the first
    __shared__ int top[NB], rows[NB], contents[NB], others;
    const Problem p = problem(all, blockIdx.x);
    const int m = length(s.m, p.sizes), n = length(s.n, p.sizes), j = int(blockIdx.y) * 128 + int(threadIdx.x);
    if (m == 0 || n <= int(blockIdx.y) * 128) return;
    const View<T> x = plain_view<T>(all, p, s.x), z = plain_view<T>(all, p, s.z);
    const void* const pivots = address(all.ipiv, p.number);
    for (int first = 0; first < m; first += NB) {
        const int here = min(NB, m - first);
        if (first > 0) __syncthreads();
        if (s.solves) {
            constexpr int each = NB * NB / 128;
            T some[each], left[each];
            const auto visit = [&](auto&& f) {
#pragma unroll
                for (int q = 0; q < each; ++q) {
                    const int e = int(threadIdx.x) + q * 128;
                    f(q, e % NB, e / NB);
                }
            };
            visit([&](int q, int i, int k) { some[q] = x.get(first + min(i, here - 1), first + min(k, here - 1)); });
            if (first > 0) visit([&](int q, int i, int k) { left[q] = x.get(first + min(i, here - 1), k); });
            visit([&](int q, int i, int k) { l[k][i] = i < here && i > k ? some[q] : zero<T>(); });
            if (first > 0) visit([&](int q, int i, int k) { before[k][i] = i < here ? left[q] : zero<T>(); });
        }
        if (threadIdx.x < 32) {
            // Backwards through the interchanges: whose row ends at place `lane`, and whose at the pivot's.
            const int lane = threadIdx.x, offset = s.offset + first;
            int pivot = lane;
            if (lane < here) pivot = static_cast<int>(read_integer(pivots, offset + lane, all.wide)) - 1 - offset;
            int content = lane, outside = pivot;
            bool again = lane >= here || pivot < here;
#pragma unroll
            for (int k = NB - 1; k >= 0; --k) {
                const int other = __shfl_sync(~0u, pivot, k);
                content = content == k ? other : content == other ? k : content;
                outside = outside == k ? other : outside == other ? k : outside;
                again = again || (k < lane && other == pivot);
            }
            const unsigned outsiders = __ballot_sync(~0u, !again);
            if (lane < NB) top[lane] = content;
            if (!again) {
                const int slot = __popc(outsiders & ((1u << lane) - 1));
                rows[slot] = pivot, contents[slot] = outside;
            }
            if (lane == 0) others = __popc(outsiders);
        }
        __syncthreads();
        if (j >= n) continue;
        T v[NB];
#pragma unroll
        for (int i = 0; i < NB; ++i) v[i] = z.get(first + top[min(i, here - 1)], j);
        // What goes outside has been among the first rows, which are written last.
        constexpr int together = sizeof(T) == 16 ? 4 : 8;
        for (int q = 0; q < others; q += together) {
            T w[together];
#pragma unroll
            for (int c = 0; c < together; ++c) w[c] = z.get(first + contents[min(q + c, others - 1)], j);
#pragma unroll
            for (int c = 0; c < together; ++c)
                if (q + c < others) z.put(first + rows[q + c], j, w[c]);
        }
        if (s.solves) {
            for (int q = 0; first > 0 && q < NB; q += together) {
                T u[together];
#pragma unroll
                for (int c = 0; c < together; ++c) u[c] = z.get(q + c, j);
#pragma unroll
                for (int c = 0; c < together; ++c)
#pragma unroll
                    for (int i = 0; i < NB; ++i) v[i] = minus_product(v[i], before[q + c][i], u[c]);
            }
#pragma unroll
            for (int k = 0; k < NB; ++k)
#pragma unroll
                for (int i = k + 1; i < NB; ++i) v[i] = minus_product(v[i], l[k][i], v[k]);
        }
#pragma unroll
        for (int i = 0; i < NB; ++i)
            if (i < here) z.put(first + i, j, v[i]);
    }
}

// Of the LU factors of m x n in block columns of k: rows of each change places as the block columns after it say. A
// warp has a column at a time.
constexpr int kSwapThreads = 256;
template <class T> __global__ void __launch_bounds__(kSwapThreads)
    late_swaps(const __grid_constant__ BatchProblems all, const __grid_constant__ BatchStep s, int most) {
    extern __shared__ char shared[];
    const Problem p = problem(all, blockIdx.x);
    const int m = length(s.m, p.sizes), steps = min(m, length(s.n, p.sizes)), width = s.k.most;
    const int first = (int(blockIdx.y) + 1) * width, rows = m - first;
    if (first >= steps) return;
    const int lane = threadIdx.x % 32, warp = threadIdx.x / 32, warps = blockDim.x / 32;
    T* const held = reinterpret_cast<T*>(shared) + warp * most;
    using Place = unsigned short;
    Place* const from = reinterpret_cast<Place*>(reinterpret_cast<T*>(shared) + warps * most);
    Place* const other = from + most;
    const View<T> x = plain_view<T>(all, p, s.x);
    const void* const pivots = address(all.ipiv, p.number);
    for (int i = threadIdx.x; i < rows; i += int(blockDim.x)) {
        from[i] = Place(i);
        if (first + i < steps) other[i] = Place(read_integer(pivots, first + i, all.wide) - 1 - first);
    }
    __syncthreads();
    if (threadIdx.x == 0)
        for (int i = 0; i < steps - first; ++i) {
            const Place there = other[i], content = from[there];
            from[there] = from[i];
            from[i] = content;
        }
    __syncthreads();
    for (int j = first - width + warp; j < first; j += warps) {
        for (int i = lane; i < rows; i += 32) held[i] = x.get(first + i, j);
        __syncwarp();
        for (int i = lane; i < rows; i += 32) x.put(first + i, j, held[from[i]]);
        __syncwarp();
    }
}

// The first n columns of a lower Cholesky factor of m rows, all in `a`, two rows to a thread; `with`: 2 n rounded up
// to whole blocks. Warps with rows of a block factor it; where there are more than those of all rows, the others bring
// what is behind it up to date meanwhile. Out: the first column, from 1, whose diagonal is not positive, or 0; the
// threads have met.
template <class T>
__device__ __forceinline__ int factor_columns(T* a, int ld, int m, int n, T* with, int (&failing)[2]) {
    constexpr int NB = kColumns<T>, each = 2, rows = 32 * each;
    T* const with_[2] = {with, with + NB * ((n + NB - 1) / NB * NB)};
    const int warp = threadIdx.x / 32, warps = blockDim.x / 32, ends = (m + rows - 1) / rows;
    const int first = warp * rows + int(threadIdx.x) % 32;
    const bool shares = warps > ends;
    int info = 0;
    for (int j = 0; j < n; j += NB) {
        const int nb = min(NB, n - j), begin = j / rows, turn = j / NB % 2;
        const T* const before = with_[1 - turn];
        const bool factors = warp >= begin && warp < ends;
        const auto mine = [&](int q) { return first + 32 * q >= j && first + 32 * q < m; };
        if (j > 0) {
            update_columns<T, true, 2>(a, ld, j, m, j, shares ? min(j + NB, n) : n, before, warp, warps);
            __syncthreads();
        }
        if (!factors) {
            const int which = warp < begin ? warp : warp - (ends - begin), others = warps - (ends - begin);
            meet_block();
            if (j > 0 && shares) update_columns<T, true, 2>(a, ld, j, m, j + NB, n, before, which, others);
        } else {
            // Each of them factors the block on the diagonal for itself.
            T d[NB][NB], r[each][NB];
#pragma unroll
            for (int c = 0; c < NB; ++c)
#pragma unroll
                for (int k = 0; k <= c; ++k)
                    d[c][k] = c < nb ? a[j + c + (j + k) * ld] : from_real<T>(RealOf<T>(c == k));
            meet_block();  // all have read it
#pragma unroll
            for (int q = 0; q < each; ++q)
#pragma unroll
                for (int c = 0; c < NB; ++c) {
                    const int row = first + 32 * q;
                    r[q][c] = mine(q) && c < nb && row >= j + c ? a[row + (j + c) * ld] : zero<T>();
                }
            RealOf<T> own[each], own_by[each];  // of the diagonal in this thread's rows
#pragma unroll
            for (int q = 0; q < each; ++q) own[q] = own_by[q] = 1;
#pragma unroll
            for (int c = 0; c < NB; ++c) {
                // What follows a failure is computed, and not looked at.
                const RealOf<T> square = real_part(d[c][c]), by = inverse_root(square);
                info = info == 0 && !(square > RealOf<T>(0)) ? j + c + 1 : info;
#pragma unroll
                for (int q = 0; q < each; ++q) {
                    const bool here = first + 32 * q == j + c;
                    own[q] = here ? square : own[q], own_by[q] = here ? by : own_by[q];
                    r[q][c] = times(r[q][c], by);
                }
#pragma unroll
                for (int i = c + 1; i < NB; ++i) d[i][c] = times(d[i][c], by);
#pragma unroll
                for (int i = c + 1; i < NB; ++i) {
#pragma unroll
                    for (int q = 0; q < each; ++q) r[q][i] = minus_product(r[q][i], r[q][c], conjugate(d[i][c]));
#pragma unroll
                    for (int k = i; k < NB; ++k) d[k][i] = minus_product(d[k][i], d[k][c], conjugate(d[i][c]));
                }
            }
            if (warp == begin && int(threadIdx.x) % 32 == 0) failing[turn] = info;
#pragma unroll
            for (int q = 0; q < each; ++q) {
                const int row = first + 32 * q;
                const T root = from_real<T>(root_of(own[q], own_by[q]));
                if (!mine(q)) continue;
#pragma unroll
                for (int c = 0; c < NB; ++c) {
                    if (row == j + c) r[q][c] = root;
                    if (c < nb && row >= j + c && (info == 0 || j + c < info - 1)) a[row + (j + c) * ld] = r[q][c];
                    if (!kTensor<T> && row < n) with_[turn][row * NB + c] = conjugate(r[q][c]);
                }
            }
        }
        __syncthreads();
        info = failing[turn];
        if (info) break;
    }
    return info;
}

// Numbers of shared memory for a matrix of so many rows: of each eight columns those below their own rows.
constexpr int held_below(int rows) {
    const int panels = (rows + 7) / 8;
    return 32 * panels * (panels - 1);
}
// Eight columns of the lower Cholesky factor of x, from column j on, by a warp whose lanes have rows 32 apart, j among
// those of number `own`: brought up to date by what is before them, in `held`, factored, and held. Out: the first
// column, from 1, whose diagonal is not positive, or 0.
template <class T, int each, int own>
__device__ __forceinline__ int factor_eight(const View<T>& x, int n, int j, T* held) {
    constexpr int NB = 8;
    struct alignas(16) Eight {
        T v[NB];
    };
    const int lane = threadIdx.x % 32, rows = (n + NB - 1) / NB * NB;
    // A row's numbers together, those above the diagonal, too, which play no part.
    const bool packed = x.columns == 1 && j + NB <= n && x.rows % kPack<T> == 0 &&
                        reinterpret_cast<std::uintptr_t>(x.p) % sizeof(Pack<T>) == 0;
    T r[each][NB];
    if (packed) {
#pragma unroll
        for (int q = own; q < each; ++q)
#pragma unroll
            for (int c = 0; c < NB; c += kPack<T>) {
                const Pack<T> v = *reinterpret_cast<const Pack<T>*>(&x.p[min(lane + 32 * q, n - 1) * x.rows + j + c]);
#pragma unroll
                for (int e = 0; e < kPack<T>; ++e) r[q][c + e] = v.v[e];
            }
    } else {
#pragma unroll
        for (int q = own; q < each; ++q) {
            const int row = lane + 32 * q;
#pragma unroll
            for (int c = 0; c < NB; ++c) r[q][c] = row >= j + c && row < n ? x.get(row, j + c) : zero<T>();
        }
    }
    for (int begin = NB; begin <= j; begin += NB) {  // the first row that is held of eight columns
        const int height = rows - begin;
        const T* of_row[each];
#pragma unroll
        for (int q = own; q < each; ++q) of_row[q] = held + min(max(lane + 32 * q - begin, 0), height - 1);
#pragma unroll
        for (int k = 0; k < NB; ++k) {
            T u[each];
#pragma unroll
            for (int q = own; q < each; ++q) u[q] = of_row[q][k * height];
            const Eight y = *reinterpret_cast<const Eight*>(held + k * height + j - begin);
#pragma unroll
            for (int q = own; q < each; ++q)
#pragma unroll
                for (int c = 0; c < NB; ++c) r[q][c] = minus_product(r[q][c], u[q], conjugate(y.v[c]));
        }
        held += NB * height;
    }
    int info = 0;
    RealOf<T> square[each], by[each];  // of the diagonal in this lane's rows
#pragma unroll
    for (int q = own; q < each; ++q) square[q] = by[q] = 1;
#pragma unroll
    for (int c = 0; c < NB; ++c) {
        // What follows a failure is computed, and not looked at.
        const RealOf<T> d = __shfl_sync(~0u, real_part(r[own][c]), (j + c) % 32), by_root = inverse_root(d);
        info = info == 0 && j + c < n && !(d > RealOf<T>(0)) ? j + c + 1 : info;
#pragma unroll
        for (int q = own; q < each; ++q) {
            const bool here = lane + 32 * q == j + c;
            square[q] = here ? d : square[q], by[q] = here ? by_root : by[q];
            r[q][c] = times(r[q][c], by_root);
        }
#pragma unroll
        for (int i = c + 1; i < NB; ++i) {
            const T y = conjugate(shuffle(r[own][c], (j + i) % 32));
#pragma unroll
            for (int q = own; q < each; ++q) r[q][i] = minus_product(r[q][i], r[q][c], y);
        }
    }
    const int height = rows - j - NB;
#pragma unroll
    for (int q = own; q < each; ++q) {
        const int row = lane + 32 * q;
        const T root = from_real<T>(root_of(square[q], by[q]));
        const bool below = row >= j + NB, whole = packed && below && info == 0;
#pragma unroll
        for (int c = 0; c < NB; ++c) {
            if (!whole && row >= j + c && row < n && (info == 0 || j + c < info - 1))
                x.put(row, j + c, row == j + c ? root : r[q][c]);
            if (below && row < rows) held[row - j - NB + c * height] = r[q][c];
        }
        if (!whole || row >= n) continue;
#pragma unroll
        for (int c = 0; c < NB; c += kPack<T>) {
            Pack<T> v;
#pragma unroll
            for (int e = 0; e < kPack<T>; ++e) v.v[e] = r[q][c + e];
            *reinterpret_cast<Pack<T>*>(&x.p[row * x.rows + j + c]) = v;
        }
    }
    __syncwarp();
    return info;
}
// The lower Cholesky factor of a matrix of at most 32 `each` rows, by a warp. What is above the diagonal is not
// written, and not looked at. Warps are as many as registers and shared memory allow.
template <class T, int each> constexpr int kCholeskyWarps = sizeof(T) == 16 ? 8
                                                            : each == 2     ? (sizeof(T) == 4 ? 24 : 16)
                                                            : each == 3 && !Traits<T>::complex ? 16
                                                            : each == 3                        ? 12
                                                                                               : 10;
template <class T, int each> __global__ void __launch_bounds__(32, kCholeskyWarps<T, each>)
    cholesky(const __grid_constant__ BatchProblems all, const __grid_constant__ BatchStep s) {
    extern __shared__ char shared[];
    T* const held = reinterpret_cast<T*>(shared);
    const Problem p = problem(all, blockIdx.x);
    const View<T> x = plain_view<T>(all, p, s.x);  // of the conjugate the factor is the conjugate
    const int n = length(s.m, p.sizes);
    if (n == 0 || failed(all, p)) return;
    int info = 0, j = 0;
    const auto factor_to = [&]<int own>(std::integral_constant<int, own>) {
        for (; j < min(n, 32 * (own + 1)) && info == 0; j += 8) info = factor_eight<T, each, own>(x, n, j, held);
    };
    factor_to(std::integral_constant<int, 0>());
    factor_to(std::integral_constant<int, 1>());
    if constexpr (each > 2) factor_to(std::integral_constant<int, 2>());
    if constexpr (each > 3) factor_to(std::integral_constant<int, 3>());
    if (threadIdx.x == 0 && info) write_integer(all.info, p.number, all.wide, s.offset + info);
}

// What the columns before a panel, which begins in row and column j of x, take from a tile of it, whose first row and
// column are counted from there. Where x ends within a tile, the tile is one that ends there, of which what lies before
// `row` and `column` is another's. `down`: x lies by columns, or else by rows.
// By tensor cores: TM tiles of 16 rows, TN of 8 columns.
template <class T, bool down, int TM, int TN> struct PanelTile {
    static constexpr int rows = 16 * TM, columns = 8 * TN, parts = Traits<T>::complex ? 2 : 1;
    const int g = threadIdx.x % 32 / 4, t = threadIdx.x % 4;
    int row, column, top, left;
    double sum[TM][TN][parts][4] = {};

    __device__ __forceinline__ PanelTile(const View<T>& x, int j, int n, int row_, int column_)
        : row(row_), column(column_), top(min(row_, n - rows - j)), left(min(column_, n - columns - j)) {
        if (j + row >= n || j + column >= n) return;
        const int ld = down ? x.columns : x.rows;
        const T *u[TM][2], *v[TN];
        const T* const first = x.p + (down ? j + top + g + t * ld : (j + top + g) * ld + t);
        const T* const second = x.p + (down ? j + left + g + t * ld : (j + left + g) * ld + t);
        const int by_eight = down ? 8 : 8 * ld, half = down ? 4 * ld : 4;
#pragma unroll
        for (int i = 0; i < TM; ++i)
#pragma unroll
            for (int e = 0; e < 2; ++e) u[i][e] = first + (2 * i + e) * by_eight;
#pragma unroll
        for (int q = 0; q < TN; ++q) v[q] = second + q * by_eight;
        struct Terms {
            T u[TM][4], v[TN][2];
        };
        const auto load = [&](Terms& f, int k) {
            const int at = down ? k * ld : k;
#pragma unroll
            for (int i = 0; i < TM; ++i)
#pragma unroll
                for (int e = 0; e < 2; ++e) f.u[i][e] = u[i][e][at], f.u[i][2 + e] = u[i][e][at + half];
#pragma unroll
            for (int q = 0; q < TN; ++q) f.v[q][0] = v[q][at], f.v[q][1] = v[q][at + half];
        };
        const auto multiply = [&](const Terms& f) {
#pragma unroll
            for (int i = 0; i < TM; ++i)
#pragma unroll
                for (int q = 0; q < TN; ++q) {
                    if constexpr (parts == 2) {
                        double re[4], im[4], minus_re[4], minus_im[4], x_re[2], x_im[2];
#pragma unroll
                        for (int e = 0; e < 4; ++e) {
                            re[e] = f.u[i][e].re, im[e] = f.u[i][e].im;
                            minus_re[e] = -re[e], minus_im[e] = -im[e];
                        }
#pragma unroll
                        for (int e = 0; e < 2; ++e) x_re[e] = f.v[q][e].re, x_im[e] = f.v[q][e].im;
                        mma(sum[i][q][0], minus_re, x_re);
                        mma(sum[i][q][1], minus_im, x_re);
                        mma(sum[i][q][0], minus_im, x_im);
                        mma(sum[i][q][1], re, x_im);
                    } else {
                        const double minus[4] = {-f.u[i][0], -f.u[i][1], -f.u[i][2], -f.u[i][3]};
                        mma(sum[i][q][0], minus, f.v[q]);
                    }
                }
        };
        Terms one, other;
        load(one, 0);
        for (int k = 0; k < j; k += 16) {
            load(other, k + 8);
            multiply(one);
            if (k + 16 < j) load(one, k + 16);
            multiply(other);
        }
        if constexpr (parts == 2) {
            if (x.conjugated) {
#pragma unroll
                for (int i = 0; i < TM; ++i)
#pragma unroll
                    for (int q = 0; q < TN; ++q)
#pragma unroll
                        for (int e = 0; e < 4; ++e) sum[i][q][1][e] = -sum[i][q][1][e];
            }
        }
    }
    // f(row, column, what is added) of those that are this tile's.
    template <class F> __device__ __forceinline__ void each(F&& f) const {
#pragma unroll
        for (int i = 0; i < TM; ++i)
#pragma unroll
            for (int q = 0; q < TN; ++q)
#pragma unroll
                for (int e = 0; e < 4; ++e) {
                    const int r = top + 16 * i + 8 * (e / 2) + g, c = left + 8 * q + 2 * t + e % 2;
                    if (r < row || c < column) continue;
                    if constexpr (parts == 2)
                        f(r, c, T{sum[i][q][0][e], sum[i][q][1][e]});
                    else
                        f(r, c, sum[i][q][0][e]);
                }
    }
};
// By multiplications and additions.
template <class T, bool down> struct PanelSums {
    static constexpr int side = 4, rows = 8 * side, columns = 4 * side, depth = 2;
    const int r = threadIdx.x % 8, c = threadIdx.x % 32 / 8;
    int row, column, top, left;
    T sum[side][side] = {};

    __device__ __forceinline__ PanelSums(const View<T>& x, int j, int n, int row_, int column_)
        : row(row_), column(column_), top(min(row_, n - rows - j)), left(min(column_, n - columns - j)) {
        if (j + row >= n || j + column >= n) return;
        const int ld = down ? x.columns : x.rows;
        const T *u[side], *v[side];
        const T* const first = x.p + (down ? j + top + r : (j + top + r) * ld);
        const T* const second = x.p + (down ? j + left + c : (j + left + c) * ld);
#pragma unroll
        for (int i = 0; i < side; ++i) u[i] = first + 8 * i * (down ? 1 : ld);
#pragma unroll
        for (int q = 0; q < side; ++q) v[q] = second + 4 * q * (down ? 1 : ld);
        struct Terms {
            T u[depth][side], v[depth][side];
        };
        const auto load = [&](Terms& f, int k) {
#pragma unroll
            for (int e = 0; e < depth; ++e) {
                const int at = down ? (k + e) * ld : k + e;
#pragma unroll
                for (int i = 0; i < side; ++i) f.u[e][i] = u[i][at];
#pragma unroll
                for (int q = 0; q < side; ++q) f.v[e][q] = v[q][at];
            }
        };
        const auto multiply = [&](const Terms& f) {
#pragma unroll
            for (int e = 0; e < depth; ++e)
#pragma unroll
                for (int i = 0; i < side; ++i)
#pragma unroll
                    for (int q = 0; q < side; ++q)
                        sum[i][q] = minus_product(sum[i][q], f.u[e][i], conjugate(f.v[e][q]));
        };
        Terms one, other;
        load(one, 0);
        for (int k = 0; k < j; k += 2 * depth) {
            load(other, k + depth);
            multiply(one);
            if (k + 2 * depth < j) load(one, k + 2 * depth);
            multiply(other);
        }
        if (Traits<T>::complex && x.conjugated) {
#pragma unroll
            for (int i = 0; i < side; ++i)
#pragma unroll
                for (int q = 0; q < side; ++q) sum[i][q] = conjugate(sum[i][q]);
        }
    }
    template <class F> __device__ __forceinline__ void each(F&& f) const {
#pragma unroll
        for (int i = 0; i < side; ++i)
#pragma unroll
            for (int q = 0; q < side; ++q) {
                const int at_row = top + r + 8 * i, at_column = left + c + 4 * q;
                if (at_row >= row && at_column >= column) f(at_row, at_column, sum[i][q]);
            }
    }
};

// The lower Cholesky factor, not in single precision: by panels in shared memory, two rows to a thread, each brought up
// to date by what is before it when its turn is. (384: as many registers as of so many threads one block fits.)
template <class T> __global__ void __launch_bounds__(384)
    cholesky_by_panels(const __grid_constant__ BatchProblems all, const __grid_constant__ BatchStep s, int ld) {
    constexpr int NP = kCholeskyColumns<T>;
    extern __shared__ char shared[];
    __shared__ int failing[2];
    const Problem p = problem(all, blockIdx.x);
    const View<T> whole = view<T>(all, p, s.x);
    const int n = length(s.m, p.sizes), warp = threadIdx.x / 32, warps = blockDim.x / 32;
    T* const a = reinterpret_cast<T*>(shared);
    for (int j = 0; j < n; j += NP) {
        const int m = n - j, columns = min(NP, m);
        View<T> x = whole;
        x.p += j * x.rows + j * x.columns;
        const auto below = [](int i, int k) { return i >= k; };
        const auto update_by = [&]<class Tile>(std::type_identity<Tile>) {
            constexpr int parts = NP / Tile::columns;
            for (int item = warp; item == warp || item / parts * Tile::rows < m; item += warps) {
                const Tile tile(whole, j, n, item / parts * Tile::rows, item % parts * Tile::columns);
                if (item == warp) panel_is_there(x, a, ld, m, columns, below);
                tile.each([&](int i, int k, T v) {
                    if (i < m && k < columns) a[i + k * ld] = plus(a[i + k * ld], v);
                });
            }
        };
        const auto update = [&]<bool down>(std::bool_constant<down>) {
            if constexpr (sizeof(RealOf<T>) == 4) {
                update_by(std::type_identity<PanelSums<T, down>>());
            } else {
                // As many rows to a warp as leave none without work.
                if (m <= 8 * warps)
                    update_by(std::type_identity<PanelTile<T, down, 1, NP / 16>>());
                else if (kTensor<T> && m > 16 * warps)
                    update_by(std::type_identity<PanelTile<T, down, 2, NP / 8>>());
                else
                    update_by(std::type_identity<PanelTile<T, down, 1, NP / 8>>());
            }
        };
        ask_for_panel(x, a, ld, m, columns, below);
        if (j == 0)
            panel_is_there(x, a, ld, m, columns, below);
        else if (x.rows == 1)
            update(std::true_type());
        else
            update(std::false_type());
        __syncthreads();
        const int info = factor_columns(a, ld, m, columns, a + ld * NP, failing);
        return_panel(x, a, ld, m, columns, [&](int i, int k) { return i >= k && (info == 0 || k < info - 1); });
        if (info) {
            if (threadIdx.x == 0) write_integer(all.info, p.number, all.wide, s.offset + j + info);
            return;
        }
        __syncthreads();
    }
}

// Narrow panels have nothing, or little, for other warps to do meanwhile.
static bool lu_is_by_warp(i64 m, i64 n) {
    return m <= (n <= 32 ? 64 : n <= 64 ? 96 : 256);
}
template <class T> static std::size_t lu_bytes(i64 m, i64 n, bool by_warp) {
    return (by_warp ? sizeof(Pivot<T>) : sizeof(Meeting<T>)) +
           static_cast<std::size_t>(leading<T>(filled<T>(m)) * filled<T>(n)) * sizeof(T);
}
template <class T> static std::size_t cholesky_bytes(i64 n, BatchAction action) {
    const i64 rows = leading<T>(filled<T>(n)), others = kTensor<T> ? 0 : 2 * kColumns<T>;
    const i64 held = action == BatchAction::cholesky ? held_below(int(n)) : (rows + others) * kCholeskyColumns<T>;
    return static_cast<std::size_t>(held) * sizeof(T);
}
// The shared memory with which a multiprocessor has as many of the blocks at a time as let all of them end first: b at
// a time take about (b + 1) / 2 times as long as one (H200, Cholesky by panels).
template <class Kernel>
static cudaError_t share_multiprocessors(Kernel* kernel, unsigned threads, i64 blocks, std::size_t& bytes) {
    int device = 0, multiprocessors = 0, memory = 0, most = 0;
    cudaError_t e = cudaGetDevice(&device);
    if (e == cudaSuccess) e = cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device);
    if (e != cudaSuccess || blocks <= multiprocessors) return e;
    e = cudaDeviceGetAttribute(&memory, cudaDevAttrMaxSharedMemoryPerMultiprocessor, device);
    if (e == cudaSuccess) e = cudaOccupancyMaxActiveBlocksPerMultiprocessor(&most, kernel, int(threads), bytes);
    if (e != cudaSuccess) return e;
    const auto time = [&](int b) { return ((blocks - 1) / (i64{b} * multiprocessors) + 1) * (b + 1); };
    int best = most;
    for (int b = most - 1; b > 0; --b)
        if (time(b) < time(best)) best = b;
    if (best < most) bytes = std::max(bytes, static_cast<std::size_t>(memory / (best + 1)));
    return e;
}
template <class T, bool is_lu, int N>
static cudaError_t launch_tiny(cudaStream_t stream, const BatchProblems& all, const BatchStep& s) {
    const auto blocks = static_cast<unsigned>((all.count + kTinyThreads - 1) / kTinyThreads);
    const auto go = [&](auto* kernel) {
        constexpr std::size_t bytes = sizeof(Tiny<T, N>);
        if (const cudaError_t e = once_a_device([&] { return allow_shared(kernel, bytes); }); e != cudaSuccess)
            return e;
        kernel<<<blocks, kTinyThreads, bytes, stream>>>(all, s);
        return cudaGetLastError();
    };
    if constexpr (is_lu)
        return go(tiny_lu<T, N>);
    else
        return go(tiny_cholesky<T, N>);
}
// Orders that a matrix to a thread is for.
template <class T> constexpr int kTinyFactors = sizeof(T) == 16 ? 4 : 6;
template <class T, bool is_lu>
static cudaError_t launch_tiny(cudaStream_t stream, const BatchProblems& all, const BatchStep& s, int order) {
    if (order <= 2) return launch_tiny<T, is_lu, 2>(stream, all, s);
    if (order <= 4) return launch_tiny<T, is_lu, 4>(stream, all, s);
    if constexpr (kTinyFactors < T >> 4) return launch_tiny<T, is_lu, 6>(stream, all, s);
    return cudaErrorInvalidValue;
}
// go<lanes, rows to each, columns>() of the kernels for orders to `order`, as measured on an H200 (NOTES.md).
template <class T, class F> static cudaError_t lu_by_lanes(int order, F&& go) {
    constexpr bool single = sizeof(T) == 4;
    if (order <= 8) return go.template operator()<(single ? 4 : 8), (single ? 2 : 1), 8>();
    if (order <= 12) return go.template operator()<(single ? 8 : 16), (single ? 2 : 1), 12>();
    if (order <= 16) return go.template operator()<16, 1, 16>();
    if (order <= 20) return go.template operator()<32, 1, 20>();
    if (order <= 24) return go.template operator()<32, 1, 24>();
    if (order <= 28) return go.template operator()<32, 1, 28>();
    if constexpr (sizeof(T) < 16) return go.template operator()<32, 1, 32>();
    return cudaErrorInvalidValue;
}
// An upper triangle's rows are read each by its lane: of few matrices at a time, or their lines are brought twice.
template <class T, class F> static cudaError_t cholesky_by_lanes(int order, bool upper, F&& go) {
    constexpr bool whole = sizeof(T) == 16, real = !Traits<T>::complex, single = sizeof(T) == 4;
    if (order <= 8) return go.template operator()<8, 1, 8>();
    if (upper) {
        if (order <= 12) return go.template operator()<16, 1, 12>();
        if (order <= 16) return go.template operator()<16, 1, 16>();
        if (order <= 20) return go.template operator()<32, 1, 20>();
        if (order <= 24) return go.template operator()<32, 1, 24>();
    }
    if (order <= 12) return go.template operator()<(real ? 8 : whole ? 16 : 4), (real ? 2 : whole ? 1 : 3), 12>();
    if (order <= 16) return go.template operator()<(single ? 8 : 16), (single ? 2 : 1), 16>();
    if (order <= 20) return go.template operator()<(whole ? 32 : 8), (whole ? 1 : 3), 20>();
    if (order <= 24) return go.template operator()<(whole ? 16 : 8), (whole ? 2 : 3), 24>();
    if (order <= 28) return go.template operator()<(whole ? 32 : 16), (whole ? 1 : 2), 28>();
    return go.template operator()<(whole ? 32 : 16), (whole ? 1 : 2), 32>();
}
static unsigned threads_for(int rows) {
    return unsigned(std::max(64, (rows + 31) / 32 * 32));
}

}  // namespace kernels

template <class T> cudaError_t launch_batch_factors(cudaStream_t stream, const BatchProblems& all, const BatchStep& s) {
    using namespace kernels;
    const auto blocks = [&](int each) { return static_cast<unsigned>((all.count + each - 1) / each); };
    const int m = length(s.m, all.most), n = length(s.n, all.most);
    switch (s.action) {
        case BatchAction::lu_small: {
            const int most = m > n ? m : n;
            if (most <= kTinyFactors<T>) return launch_tiny<T, true>(stream, all, s, most);
            return lu_by_lanes<T>(most, [&]<int lanes, int each, int columns>() {
                auto* kernel = small_lu<T, lanes, each, columns, false>;
                if constexpr (lanes < 32)
                    if (!all.sizes && m == columns && n == columns) kernel = small_lu<T, lanes, each, columns, true>;
                kernel<<<blocks(kSmallThreads / lanes), kSmallThreads, 0, stream>>>(all, s);
                return cudaGetLastError();
            });
        }
        case BatchAction::cholesky_small:
            if (m <= kTinyFactors<T>) return launch_tiny<T, false>(stream, all, s, m);
            return cholesky_by_lanes<T>(m, s.x.turned, [&]<int lanes, int each, int columns>() {
                auto* const kernel = small_cholesky<T, lanes, each, columns>;
                kernel<<<blocks(kSmallThreads / lanes), kSmallThreads, 0, stream>>>(all, s);
                return cudaGetLastError();
            });
        case BatchAction::lu: {
            if (m == 0 || n == 0) return cudaSuccess;
            // Many small ones fill the device with all of their rows at work.
            const bool many = all.count >= 1024 && m <= 48 && !Traits<T>::complex;
            const bool by_warp = lu_is_by_warp(m, n) && !many;
            const std::size_t bytes = lu_bytes<T>(m, n, by_warp);
            const auto go = [&](auto* kernel, unsigned threads) {
                if (const cudaError_t e = allow_shared(kernel, bytes); e != cudaSuccess) return e;
                kernel<<<blocks(1), threads, bytes, stream>>>(all, s, leading<T>(filled<T>(m)));
                return cudaGetLastError();
            };
            if (!by_warp && (m > 512 || (many && sizeof(T) == 4))) return go(lu<T, kMostLuRows>, threads_for(m));
            if (!by_warp) return go(lu<T, 512>, threads_for(m));
            if (m <= 64) return go(lu_by_warp<T, 2>, kPanelThreads<2>);
            if (m <= 128) return go(lu_by_warp<T, 4>, m <= 80 && sizeof(T) <= 8 ? 64 : kPanelThreads<4>);
            return go(lu_by_warp<T, 8>, kPanelThreads<8>);
        }
        case BatchAction::lu_in_place:
            if (m > 0 && n > 0) lu_in_place<T><<<blocks(1), kInPlaceThreads, 0, stream>>>(all, s);
            break;
        case BatchAction::cholesky: {
            if (m == 0) return cudaSuccess;
            const auto go = [&](auto* kernel) {
                const std::size_t bytes = cholesky_bytes<T>(m, s.action);
                if (const cudaError_t e = allow_shared(kernel, bytes); e != cudaSuccess) return e;
                kernel<<<blocks(1), 32, bytes, stream>>>(all, s);
                return cudaGetLastError();
            };
            constexpr int most = most_warp_cholesky(sizeof(T), Traits<T>::complex);
            if (m <= 64) return go(cholesky<T, 2>);
            if constexpr (most > 64)
                if (m <= 96) return go(cholesky<T, 3>);
            if constexpr (most > 96)
                if (m <= 128) return go(cholesky<T, 4>);
            return cudaErrorInvalidValue;
        }
        case BatchAction::cholesky_by_panels: {
            if constexpr (sizeof(T) > 4) {
                if (m == 0) return cudaSuccess;
                auto* const kernel = cholesky_by_panels<T>;
                const unsigned threads = threads_for((m + 1) / 2);
                std::size_t bytes = cholesky_bytes<T>(m, s.action);
                cudaError_t e = allow_shared(kernel, dynamic_shared_memory());
                if (e == cudaSuccess) e = share_multiprocessors(kernel, threads, all.count, bytes);
                if (e != cudaSuccess) return e;
                kernel<<<blocks(1), threads, bytes, stream>>>(all, s, leading<T>(filled<T>(m)));
                break;
            }
            return cudaErrorInvalidValue;
        }
        case BatchAction::late_swaps: {
            const int width = s.k.most, columns = (std::min(m, n) - 1) / width;
            if (columns <= 0) return cudaSuccess;
            // As many columns at a time as half of a multiprocessor has room for.
            const std::size_t column = static_cast<std::size_t>(m) * sizeof(T),
                              places = 4 * static_cast<std::size_t>(m);
            const std::size_t at_once = std::clamp<std::size_t>(48 * 1024 / column, 1, kSwapThreads / 32);
            const std::size_t bytes = at_once * column + places;
            if (const cudaError_t e = allow_shared(late_swaps<T>, bytes); e != cudaSuccess) return e;
            const dim3 grid(blocks(1), unsigned(columns));
            late_swaps<T><<<grid, unsigned(32 * at_once), bytes, stream>>>(all, s, m);
            break;
        }
        default: {
            if (m == 0 || n == 0) return cudaSuccess;
            const dim3 grid(blocks(1), unsigned(n + 127) / 128);
            if (s.k.most <= 16)
                swaps_and_solves<T, 16><<<grid, 128, 0, stream>>>(all, s);
            else
                swaps_and_solves<T, 32><<<grid, 128, 0, stream>>>(all, s);
        }
    }
    return cudaGetLastError();
}

template cudaError_t launch_batch_factors<float>(cudaStream_t, const BatchProblems&, const BatchStep&);
template cudaError_t launch_batch_factors<double>(cudaStream_t, const BatchProblems&, const BatchStep&);
template cudaError_t launch_batch_factors<kernels::Complex<float>>(cudaStream_t, const BatchProblems&,
                                                                   const BatchStep&);
template cudaError_t launch_batch_factors<kernels::Complex<double>>(cudaStream_t, const BatchProblems&,
                                                                    const BatchStep&);

std::size_t batch_lu_bytes(char precision, std::int64_t m, std::int64_t n) {
    return kernels::in_precision(precision,
                                 [&]<class T>(T) { return kernels::lu_bytes<T>(m, n, kernels::lu_is_by_warp(m, n)); });
}
std::size_t batch_cholesky_bytes(char precision, std::int64_t n, BatchAction action) {
    return kernels::in_precision(precision, [&]<class T>(T) { return kernels::cholesky_bytes<T>(n, action); });
}

}  // namespace shunt::gpu
