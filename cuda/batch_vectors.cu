// In: many matrices and vectors in device memory. Out: z := alpha x y + beta z.
//
// In which order a sum is added follows from the problem's own sizes: of a row up to order 32 (d 16) from its first
// product on, else as many sums as lanes and warps share a row. Zeros that are added beside them change no bit:
// finished() makes 0 of -0.
#include <type_traits>

#include "cuda/batch.cuh"

namespace shunt::gpu {
namespace kernels {

constexpr int kVectorThreads = 128, kVectorWarps = kVectorThreads / 32;
template <class T> constexpr int kFewRows = sizeof(T) == 8 && !Traits<T>::complex ? 16 : 32;
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

// A row to a lane, of problems with up to `rows` of them.
template <class T, int ahead> __global__ void __launch_bounds__(kVectorThreads)
    vector_small(const __grid_constant__ BatchProblems all, const __grid_constant__ BatchStep s, unsigned rows) {
    const unsigned row = blockIdx.x * kVectorThreads + threadIdx.x, at = row / rows;
    if (at >= all.count) return;
    const Operands<T> o(all, s, at);
    const int i = int(row - at * rows);
    if (i >= o.m) return;
    const T before = o.before(s, true, i);
    o.write(s, i, row_sum<T, ahead>(o, i, 0, 1), before);
}

// The same of x whose rows lie together, with up to `size` terms. The sum is that of vector_dots.
template <class T> constexpr int kDotRows = sizeof(T) == 16 ? 4 : 8;
template <class T, int size> __global__ void __launch_bounds__(kVectorThreads)
    vector_lines(const __grid_constant__ BatchProblems all, const __grid_constant__ BatchStep s, unsigned rows) {
    constexpr int each = kDotRows<T>, parts = (size + each - 1) / each;
    const unsigned row = blockIdx.x * kVectorThreads + threadIdx.x, at = row / rows;
    if (at >= all.count) return;
    const Operands<T> o(all, s, at);
    const int i = int(row - at * rows);
    if (i >= o.m) return;
    const T before = o.before(s, true, i);
    T v[size], w[size];
    if (o.k > 0) {
#pragma unroll
        for (int l = 0; l < size; ++l) {
            const int from = min(l, o.k - 1);
            v[l] = o.x[from + i * o.ld], w[l] = o.y[from * o.y_step];
        }
    }
    T part[parts];
#pragma unroll
    for (int b = 0; b < parts; ++b) {
        T sum[each] = {};
#pragma unroll
        for (int q = 0; q < each; ++q) {
            const int l = b * each + q;
            if (l < size && l < o.k) sum[q] = plus_product(zero<T>(), v[l], s.x.conjugate ? conjugate(w[l]) : w[l]);
        }
#pragma unroll
        for (int half = each / 2; half > 0; half /= 2)
#pragma unroll
            for (int q = 0; q < half; ++q) sum[q] = plus(sum[q], sum[q + half]);
        part[b] = s.x.conjugate ? conjugate(sum[0]) : sum[0];
    }
#pragma unroll
    for (int step = 1; step < parts; step *= 2)
#pragma unroll
        for (int b = 0; b + step < parts; b += 2 * step) part[b] = plus(part[b], part[b + step]);
    o.write(s, i, part[0], before);
}

// Sums of rows i, i + 1, ..., `most` of them and at least one, a lane's: by words of 16 bytes where they are aligned.
template <class T, int ahead, bool words>
__device__ __forceinline__ void row_sums(T (&sum)[kPack<T>], const Operands<T>& o, int i, int most, int l, int step) {
    constexpr int count = kPack<T>;
    for (; l < o.k; l += ahead * step) {
        T v[ahead][count], w[ahead];
#pragma unroll
        for (int u = 0; u < ahead; ++u) {
            const int at = min(l + u * step, o.k - 1);
            const T* const from = o.x + i + at * o.ld;
            if constexpr (words) {
                const Pack<T> x = *reinterpret_cast<const Pack<T>*>(from);
#pragma unroll
                for (int r = 0; r < count; ++r) v[u][r] = x.v[r];
            } else {
#pragma unroll
                for (int r = 0; r < count; ++r) v[u][r] = from[min(r, most - 1)];
            }
            w[u] = o.y[at * o.y_step];
        }
#pragma unroll
        for (int u = 0; u < ahead; ++u) {
            const bool there = l + u * step < o.k;
#pragma unroll
            for (int r = 0; r < count; ++r) {
                const T more = plus_product(sum[r], v[u][r], w[u]);
                sum[r] = there ? more : sum[r];
            }
        }
    }
}

// Neighbours among the rows to a lane, as many as a word has, to a warp or to `ways` of them; of few rows each is
// several lanes'.
template <class T> constexpr int kNarrow = Traits<T>::complex ? 16 : 32;
template <class T, int ways> __global__ void __launch_bounds__(kVectorThreads, 8)
    vector_rows(const __grid_constant__ BatchProblems all, const __grid_constant__ BatchStep s, unsigned parts) {
    static_assert(ways == 1 || ways == kVectorWarps);
    constexpr int count = kPack<T>;
    const int warp = threadIdx.x / 32, lane = threadIdx.x % 32, way = ways == 1 ? 0 : warp;
    const unsigned mine = ways == 1 ? blockIdx.x * kVectorWarps + warp : blockIdx.x;
    const i64 at = mine / parts;
    if (at >= all.count) return;
    const Operands<T> o(all, s, at);
    const int first = int(mine % parts) * (32 * count);
    if (first >= o.m) return;
    const bool narrow = o.m <= kNarrow<T>;
    int rows = 32;
    if (narrow)
        for (rows = 1; rows < o.m;) rows *= 2;
    const int part = lane / rows, i = narrow ? lane % rows : first + lane * count;
    const int shared_by = ways > 1 && o.k > kFewTerms ? ways : 1;
    const auto writes = [&](int r) { return part == 0 && (narrow ? r == 0 : r < count) && i + r < o.m; };
    constexpr int written = ways == 1 ? count : 1;  // by a thread; warp r writes rows i + r
    T sum[count] = {}, before[written];
#pragma unroll
    for (int r = 0; r < written; ++r) before[r] = o.before(s, writes(r + way), i + r + way);
    constexpr int ahead = sizeof(T) == 4 ? 16 : sizeof(T) == 8 ? 8 : 4;
    if (i < o.m && way < shared_by) {
        if (narrow)
            sum[0] = row_sum<T, ahead>(o, i, part * shared_by + way, 32 / rows * shared_by);
        else if (count > 1 && reinterpret_cast<std::size_t>(o.x) % 16 == 0 && o.ld % count == 0 && o.m - i >= count)
            row_sums<T, 8, true>(sum, o, i, count, way, shared_by);
        else
            row_sums<T, 8, false>(sum, o, i, o.m - i, way, shared_by);
    }
    for (int step = rows; step < 32; step *= 2) sum[0] = plus(sum[0], shuffle_xor(sum[0], step));
    if constexpr (ways > 1) {
        __shared__ T sums[ways][count][32];
#pragma unroll
        for (int r = 0; r < count; ++r) sums[way][r][lane] = sum[r];
        __syncthreads();
        if (!writes(way)) return;
        const auto of = [&](int w) { return sums[w][way][lane]; };
        sum[0] = shared_by > 1 ? plus(plus(of(0), of(1)), plus(of(2), of(3))) : of(0);
    }
#pragma unroll
    for (int r = 0; r < written; ++r)
        if (writes(r + way)) o.write(s, i + r + way, sum[r], before[r]);
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

using RowKernel = void (*)(BatchProblems, BatchStep, unsigned);
static cudaError_t launch_row_each(cudaStream_t stream, RowKernel kernel, BatchProblems all, const BatchStep& s,
                                   int m) {
    return by_problems(all, unsigned(m), [&](unsigned rows) {
        kernel<<<(rows + kVectorThreads - 1) / kVectorThreads, kVectorThreads, 0, stream>>>(all, s, unsigned(m));
    });
}
// With as many terms on their way as leave few of the last ones out.
template <class T> static RowKernel small_kernel(int k) {
    switch (k) {
        case 1:
        case 2:
            return vector_small<T, 2>;
        case 3:
            return vector_small<T, 3>;
        case 4:
            return vector_small<T, 4>;
        default:
            return k <= 6 || (k > 8 && k <= 12)          ? vector_small<T, 6>
                   : sizeof(T) < 16 && k > 12 && k <= 16 ? vector_small<T, 16>
                   : k > 16 && k <= 20                   ? vector_small<T, 10>
                   : k > 24 && k <= 28                   ? vector_small<T, 7>
                                                         : vector_small<T, 8>;
    }
}
// Where it is faster than lanes that share a row; or null.
template <class T> static RowKernel lines_kernel(int k) {
    constexpr bool narrow = sizeof(T) == 4, widest = sizeof(T) == 16;
    if (k <= 2) return vector_lines<T, 2>;
    if (k == 3) return vector_lines<T, 3>;
    if (k == 4) return vector_lines<T, 4>;
    if (k <= 6) return vector_lines<T, 6>;
    if constexpr (!widest) {
        if (k > 8 && k <= 12) return vector_lines<T, 12>;
        if (k > 16 && k <= 20) return vector_lines<T, 20>;
    }
    if constexpr (narrow) {
        if (k <= 8) return vector_lines<T, 8>;
        if (k > 20 && k <= 24) return vector_lines<T, 24>;
        if (k > 24 && k <= 28) return vector_lines<T, 28>;
    }
    return nullptr;
}
template <class T, int ways>
static cudaError_t launch_vector_rows(cudaStream_t stream, BatchProblems all, const BatchStep& s, int m) {
    constexpr int rows = 32 * kPack<T>;
    const unsigned parts = unsigned(m + rows - 1) / rows;
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
        if (larger <= kFewRows<T>) return launch_row_each(stream, small_kernel<T>(k), all, s, m);
        if (k <= kFewTerms) return launch_vector_rows<T, 1>(stream, all, s, m);
        return launch_vector_rows<T, kVectorWarps>(stream, all, s, m);
    }
    constexpr int count = kDotRows<T>, ahead = Traits<T>::complex ? 2 : 4;
    if (const RowKernel kernel = lines_kernel<T>(k)) return launch_row_each(stream, kernel, all, s, m);
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
