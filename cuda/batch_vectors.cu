// In: many matrices and vectors in device memory. Out: z := alpha x y + beta z.
//
// In which order a sum is added follows from the problem's own sizes: of a row up to order 16 from its first product
// on, else as many sums as lanes and warps share a row. None is ever -0, so that what is added beside them changes no
// bit.
#include <type_traits>

#include "cuda/batch.cuh"

namespace shunt::gpu {
namespace kernels {

constexpr int kVectorThreads = 128, kVectorWarps = kVectorThreads / 32;
constexpr int kFewRows = 16;
constexpr int kFewTerms = 64;  // of a row that is one warp's

// Of one problem: x as it lies, and the first elements of the vectors with the steps to the next.
template <class T> struct Operands {
    const T *x, *y;
    T* z;
    int ld, y_step, z_step;
    int m = 0, k = 0;  // of op(x)
    __device__ __forceinline__ Operands(const BatchProblems& all, const BatchStep& s, i64 at) {
        const Problem p = problem(all, at);
        m = length(s.m, p.sizes), k = length(s.k, p.sizes);
        x = reinterpret_cast<const T*>(address(all.a, p.number)), ld = p.sizes.lda;
        y = reinterpret_cast<const T*>(address(all.b, p.number)), y_step = p.sizes.ldb;
        z = reinterpret_cast<T*>(address(all.c, p.number)), z_step = p.sizes.ldc;
        if (y_step < 0) y -= i64(k - 1) * y_step;
        if (z_step < 0) z -= i64(m - 1) * z_step;
        if (is_zero(s.alpha)) k = 0;
    }
    __device__ __forceinline__ T before(const BatchStep& s, bool mine, int i) const {
        return mine && !is_zero(s.beta) ? z[i * z_step] : zero<T>();
    }
    __device__ __forceinline__ void write(const BatchStep& s, int i, T sum, T before) const {
        z[i * z_step] = finished(sum, scalar_of<T>(s.alpha), scalar_of<T>(s.beta), before, !is_zero(s.beta), false);
    }
};

// A sum of x's row and y, terms l, l + step, ...: as many of them on their way as there is room for.
template <class T, int ahead> __device__ __forceinline__ T row_sum(const Operands<T>& o, int i, int l, int step) {
    T sum = zero<T>();
    for (; l < o.k; l += ahead * step) {
        // The last one once more in place of what is not there: no load waits for a condition.
        T v[ahead], w[ahead];
#pragma unroll
        for (int u = 0; u < ahead; ++u) {
            const int at = min(l + u * step, o.k - 1);
            v[u] = o.x[i + at * o.ld], w[u] = o.y[at * o.y_step];
        }
#pragma unroll
        for (int u = 0; u < ahead; ++u) {
            const bool there = l + u * step < o.k;  // of double a choice takes longer
            if constexpr (std::is_same_v<T, double>) {
                if (there) sum = plus_product(sum, v[u], w[u]);
            } else {
                const T more = plus_product(sum, v[u], w[u]);
                sum = there ? more : sum;
            }
        }
    }
    return sum;
}

// A row to a lane, of small problems several to a warp.
template <class T, int size> __global__ void __launch_bounds__(kVectorThreads)
    vector_small(const __grid_constant__ BatchProblems all, const __grid_constant__ BatchStep s) {
    const i64 at = (i64(blockIdx.x) * kVectorThreads + threadIdx.x) / size;
    if (at >= all.count) return;
    const Operands<T> o(all, s, at);
    const int i = threadIdx.x % size;
    if (i >= o.m) return;
    const T before = o.before(s, true, i);
    constexpr int ahead = sizeof(T) * size > 128 ? 8 : size;
    o.write(s, i, row_sum<T, ahead>(o, i, 0, 1), before);
}

// 32 rows to a warp, or to `ways` of them; of few rows each is several lanes'.
template <class T, int ways> __global__ void __launch_bounds__(kVectorThreads)
    vector_rows(const __grid_constant__ BatchProblems all, const __grid_constant__ BatchStep s, unsigned parts) {
    static_assert(ways == 1 || ways == kVectorWarps);
    const int warp = threadIdx.x / 32, lane = threadIdx.x % 32, way = ways == 1 ? 0 : warp;
    const unsigned mine = ways == 1 ? blockIdx.x * kVectorWarps + warp : blockIdx.x;
    const i64 at = mine / parts;
    if (at >= all.count) return;
    const Operands<T> o(all, s, at);
    const int i0 = int(mine % parts) * 32, m = min(o.m - i0, 32);
    if (m <= 0) return;
    int rows = 1;
    while (rows < m) rows *= 2;
    const int i = lane % rows, part = lane / rows;
    const int shared_by = ways > 1 && o.k > kFewTerms ? ways : 1;
    const bool writes = way == 0 && part == 0 && i < m;
    const T before = o.before(s, writes, i0 + i);
    T sum = zero<T>();
    constexpr int ahead = sizeof(T) == 4 ? 16 : sizeof(T) == 8 ? 8 : 4;
    if (i < m && way < shared_by) sum = row_sum<T, ahead>(o, i0 + i, part * shared_by + way, 32 / rows * shared_by);
    for (int step = rows; step < 32; step *= 2) sum = plus(sum, shuffle_xor(sum, step));
    if constexpr (ways > 1) {
        __shared__ T sums[ways][32];
        sums[way][lane] = sum;
        __syncthreads();
        if (way > 0) return;
        if (shared_by > 1) sum = plus(plus(sum, sums[1][lane]), plus(sums[2][lane], sums[3][lane]));
    }
    if (writes) o.write(s, i0 + i, sum, before);
}

// Of x whose rows lie together: `count` of them to some lanes. Where x is conjugated, the sum is that of x and
// conjugated y.
template <class T, int count, int ahead> __global__ void __launch_bounds__(kVectorThreads)
    vector_dots(const __grid_constant__ BatchProblems all, const __grid_constant__ BatchStep s, int lanes,
                unsigned parts) {
    const unsigned mine = blockIdx.x * unsigned(kVectorThreads / lanes) + threadIdx.x / lanes;
    const i64 at = mine / parts;
    const bool there = at < all.count;
    const Operands<T> o(all, s, there ? at : 0);
    const int first = int(mine % parts) * count, l0 = threadIdx.x % lanes, i = l0 % count;
    const int m = there ? o.m - first : 0, k = m > 0 ? o.k : 0;
    const bool writes = l0 < count && i < m;
    const T before = o.before(s, writes, first + i);
    T sum[count] = {};
    const auto add = [&](int l, auto whole) {
        T v[ahead][count], w[ahead];
#pragma unroll
        for (int u = 0; u < ahead; ++u) {
            const int at = whole ? l + u * lanes : min(l + u * lanes, k - 1);
            w[u] = o.y[at * o.y_step];
#pragma unroll
            for (int q = 0; q < count; ++q) v[u][q] = o.x[at + (first + min(q, m - 1)) * o.ld];
        }
#pragma unroll
        for (int u = 0; u < ahead; ++u) {
            const T by = s.x.conjugate ? conjugate(w[u]) : w[u];
#pragma unroll
            for (int q = 0; q < count; ++q) {
                const T more = plus_product(sum[q], v[u][q], by);
                sum[q] = whole || l + u * lanes < k ? more : sum[q];
            }
        }
    };
    if constexpr (ahead == 1) {
        if (l0 < k) add(l0, std::true_type{});
    } else {
        int l = l0;
        for (; l - l0 + ahead * lanes <= k; l += ahead * lanes) add(l, std::true_type{});
        for (; l - l0 < k; l += ahead * lanes) add(l, std::false_type{});
    }
    const T whole = sum_of_lanes(sum, lanes, s.x.conjugate);
    if (writes) o.write(s, first + i, whole, before);
}

template <class T, int size>
static cudaError_t launch_vector_small(cudaStream_t stream, BatchProblems all, const BatchStep& s) {
    auto* const kernel = vector_small<T, size>;
    return by_problems(all, size, [&](unsigned rows) {
        kernel<<<(rows + kVectorThreads - 1) / kVectorThreads, kVectorThreads, 0, stream>>>(all, s);
    });
}
template <class T, int ways>
static cudaError_t launch_vector_rows(cudaStream_t stream, BatchProblems all, const BatchStep& s, int m) {
    const unsigned parts = unsigned(m + 31) / 32;
    auto* const kernel = vector_rows<T, ways>;
    return by_problems(all, parts, [&](unsigned tiles) {
        const unsigned blocks = ways > 1 ? tiles : (tiles + kVectorWarps - 1) / kVectorWarps;
        kernel<<<blocks, kVectorThreads, 0, stream>>>(all, s, parts);
    });
}
template <class T, int count, int ahead>
static cudaError_t launch_vector_dots(cudaStream_t stream, BatchProblems all, const BatchStep& s, int m, int lanes) {
    const unsigned parts = unsigned(m + count - 1) / count, each = unsigned(kVectorThreads / lanes);
    auto* const kernel = vector_dots<T, count, ahead>;
    return by_problems(all, parts, [&](unsigned groups) {
        kernel<<<(groups + each - 1) / each, kVectorThreads, 0, stream>>>(all, s, lanes, parts);
    });
}

}  // namespace kernels

template <class T> cudaError_t launch_batch_vectors(cudaStream_t stream, const BatchProblems& all, const BatchStep& s) {
    using namespace kernels;
    const int m = length(s.m, all.most), k = length(s.k, all.most);
    if (m == 0) return cudaSuccess;
    if (!s.x.turned) {
        const int larger = m > k ? m : k;
        if (larger <= 4) return launch_vector_small<T, 4>(stream, all, s);
        if (larger <= 8) return launch_vector_small<T, 8>(stream, all, s);
        if (larger <= kFewRows) return launch_vector_small<T, kFewRows>(stream, all, s);
        if (k <= kFewTerms) return launch_vector_rows<T, 1>(stream, all, s, m);
        return launch_vector_rows<T, kVectorWarps>(stream, all, s, m);
    }
    constexpr int count = sizeof(T) == 16 ? 4 : 8, ahead = Traits<T>::complex ? 2 : 4;
    if (k <= 4) return launch_vector_dots<T, 4, 1>(stream, all, s, m, 4);
    switch (range_of_terms(k)) {
        case 0:
            return launch_vector_dots<T, count, 1>(stream, all, s, m, k <= 8 ? 8 : k <= 16 ? 16 : 32);
        case 1:
            if (k <= 48) return launch_vector_dots<T, count, 3>(stream, all, s, m, 16);
            return launch_vector_dots<T, count, ahead>(stream, all, s, m, 16);
        default:
            return launch_vector_dots<T, count, ahead>(stream, all, s, m, 32);
    }
}

template cudaError_t launch_batch_vectors<float>(cudaStream_t, const BatchProblems&, const BatchStep&);
template cudaError_t launch_batch_vectors<double>(cudaStream_t, const BatchProblems&, const BatchStep&);
template cudaError_t launch_batch_vectors<kernels::Complex<float>>(cudaStream_t, const BatchProblems&,
                                                                   const BatchStep&);
template cudaError_t launch_batch_vectors<kernels::Complex<double>>(cudaStream_t, const BatchProblems&,
                                                                    const BatchStep&);

}  // namespace shunt::gpu
