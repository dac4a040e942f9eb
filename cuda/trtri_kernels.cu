// In: a small triangle. Out: its inverse, or its product with itself, computed by one block of threads; and the copies
// and scalings that go with the triangular routines.
#include <algorithm>
#include <cstring>

#include "cuda/factor_kernels.cuh"
#include "cuda/shared_memory.hpp"
#include "cuda/trtri_kernels.hpp"

namespace shunt::gpu {
namespace kernels {

constexpr int kLeaf = 64, kLdLeaf = kLeaf + 1;

// An upper triangle is read as the lower one of its transpose.
template <class T> __global__ void __launch_bounds__(kThreads)
    trtri_kernel(bool lower, bool unit, int n, T* a, std::int64_t lda) {
    extern __shared__ __align__(16) unsigned char memory[];
    T* l = reinterpret_cast<T*>(memory);  // (kLeaf, kLdLeaf)
    T* y = l + kLeaf * kLdLeaf;           // (kLeaf, kLdLeaf)
    __shared__ T d[kLeaf];
    for (int e = threadIdx.x; e < kLeaf * kLeaf; e += kThreads) {
        const int p = e % kLeaf, q = e / kLeaf, i = lower ? p : q, j = lower ? q : p;
        const bool inside = i < n && i >= j && !(unit && i == j);
        const T v = inside ? a[p + q * lda] : from_real<T>(RealOf<T>(i == j));
        l[i * kLdLeaf + j] = v;
        y[i * kLdLeaf + j] = from_real<T>(RealOf<T>(i == j));
        if (i == j) d[i] = divide(from_real<T>(RealOf<T>(1)), v);
    }
    __syncthreads();
    const int j = threadIdx.x % kLeaf, part = threadIdx.x / kLeaf;
    for (int i = 0; i < n; i++) {
        if (j <= i) {
            const T x = times(y[i * kLdLeaf + j], d[i]);
            for (int r = i + 1 + part; r < n; r += kThreads / kLeaf)
                y[r * kLdLeaf + j] = minus_product(y[r * kLdLeaf + j], l[r * kLdLeaf + i], x);
        }
        __syncthreads();
    }
    for (int e = threadIdx.x; e < kLeaf * kLeaf; e += kThreads) {
        const int p = e % kLeaf, q = e / kLeaf, i = lower ? p : q, c = lower ? q : p;
        if (i < n && i >= c && !(unit && i == c)) a[p + q * lda] = times(y[i * kLdLeaf + c], d[i]);
    }
}

// L^H L of the lower triangle s; an upper one is s^H.
template <class T> __global__ void __launch_bounds__(kThreads) lauum_kernel(bool lower, int n, T* a, std::int64_t lda) {
    extern __shared__ __align__(16) unsigned char memory[];
    T* s = reinterpret_cast<T*>(memory);  // (kLeaf, kLdLeaf)
    for (int e = threadIdx.x; e < kLeaf * kLeaf; e += kThreads) {
        const int p = e % kLeaf, q = e / kLeaf, i = lower ? p : q, j = lower ? q : p;
        T v = i < n && i >= j ? a[p + q * lda] : zero<T>();
        if (i == j) v = from_real<T>(real_part(v));
        s[i * kLdLeaf + j] = lower ? v : conjugate(v);
    }
    __syncthreads();
    for (int e = threadIdx.x; e < n * n; e += kThreads) {
        const int p = e % n, q = e / n, i = lower ? p : q, j = lower ? q : p;
        if (i < j) continue;
        T sum = zero<T>();
        for (int k = i; k < n; k++) sum = minus_product(sum, conjugate(s[k * kLdLeaf + i]), s[k * kLdLeaf + j]);
        sum = minus(zero<T>(), sum);
        if (i == j) sum = from_real<T>(real_part(sum));
        a[p + q * lda] = lower ? sum : conjugate(sum);
    }
}

template <class T> __global__ void __launch_bounds__(kThreads)
    zero_diagonal_kernel(std::int64_t n, const T* a, std::int64_t lda, std::int32_t* info) {
    __shared__ int first;
    if (threadIdx.x == 0) first = 0x7fffffff;
    __syncthreads();
    for (std::int64_t i = threadIdx.x; i < n; i += kThreads)
        if (size_of(a[i + i * lda]) == RealOf<T>(0)) {
            atomicMin(&first, int(i) + 1);
            break;
        }
    __syncthreads();
    if (threadIdx.x == 0 && first != 0x7fffffff && *info == 0) *info = first;
}

constexpr int kStrip = 64;  // columns of one block of the moves

template <class T> __global__ void __launch_bounds__(kThreads)
    scale_kernel(std::int64_t m, std::int64_t n, T alpha, T* a, std::int64_t lda) {
    const std::int64_t strips = (n + kStrip - 1) / kStrip;
    const std::int64_t i = std::int64_t(blockIdx.x) / strips * kThreads + threadIdx.x;
    const std::int64_t first = std::int64_t(blockIdx.x) % strips * kStrip;
    if (i >= m) return;
    const bool clear = size_of(alpha) == RealOf<T>(0);
    for (std::int64_t j = first; j < n && j < first + kStrip; j++)
        a[i + j * lda] = clear ? zero<T>() : times(alpha, a[i + j * lda]);
}

// a(i, j) := 0 for i <= j, and for j >= k.
template <class T> __global__ void __launch_bounds__(kThreads)
    only_reflectors_kernel(std::int64_t m, std::int64_t n, std::int64_t k, T* a, std::int64_t lda) {
    const std::int64_t strips = (n + kStrip - 1) / kStrip;
    const std::int64_t i = std::int64_t(blockIdx.x) / strips * kThreads + threadIdx.x;
    const std::int64_t first = std::int64_t(blockIdx.x) % strips * kStrip;
    if (i >= m) return;
    for (std::int64_t j = first; j < n && j < first + kStrip; j++)
        if (i <= j || j >= k) a[i + j * lda] = zero<T>();
}

template <class T> T scalar_of(double re, double im) {
    if constexpr (Traits<T>::complex)
        return {RealOf<T>(re), RealOf<T>(im)};
    else
        return T(re);
}

template <class Call> cudaError_t by_precision(char precision, Call call) {
    switch (precision) {
        case 's':
            call(float{});
            break;
        case 'd':
            call(double{});
            break;
        case 'c':
            call(Complex<float>{});
            break;
        default:
            call(Complex<double>{});
    }
    return cudaGetLastError();
}

inline bool is(char x, char upper) {
    return (x & ~32) == upper;
}
inline unsigned blocks(std::int64_t m, std::int64_t n) {
    return unsigned(((m + kThreads - 1) / kThreads) * ((n + kStrip - 1) / kStrip));
}

// Arguments of a launch are carried in it.
constexpr int kPlaceThreads = 256;
constexpr std::size_t kMessageBytes = CUDART_VERSION >= 12010 ? 32000 : 4000;  // launches may have 32764, or 4096
struct Message {
    uint4 words[kMessageBytes / sizeof(uint4)];
};
__global__ void __launch_bounds__(kPlaceThreads)
    place_kernel(const __grid_constant__ Message message, int words, uint4* to) {
    for (int i = threadIdx.x; i < words; i += kPlaceThreads) to[i] = message.words[i];
}

}  // namespace kernels

std::int64_t trtri_launch_order(char) {
    return kernels::kLeaf;
}

cudaError_t launch_trtri(cudaStream_t stream, char precision, char uplo, char diag, std::int64_t n, void* a,
                         std::int64_t lda) {
    using namespace kernels;
    if (n <= 0) return cudaSuccess;
    return by_precision(precision, [&](auto t) {
        using T = decltype(t);
        constexpr int bytes = 2 * kLeaf * kLdLeaf * int(sizeof(T));
        const cudaError_t ready = once_a_device(
            [] { return cudaFuncSetAttribute(trtri_kernel<T>, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes); });
        if (ready == cudaSuccess)
            trtri_kernel<T>
                <<<1, kThreads, bytes, stream>>>(is(uplo, 'L'), is(diag, 'U'), int(n), static_cast<T*>(a), lda);
    });
}

cudaError_t launch_lauum(cudaStream_t stream, char precision, char uplo, std::int64_t n, void* a, std::int64_t lda) {
    using namespace kernels;
    if (n <= 0) return cudaSuccess;
    return by_precision(precision, [&](auto t) {
        using T = decltype(t);
        constexpr int bytes = kLeaf * kLdLeaf * int(sizeof(T));
        const cudaError_t ready = once_a_device(
            [] { return cudaFuncSetAttribute(lauum_kernel<T>, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes); });
        if (ready == cudaSuccess)
            lauum_kernel<T><<<1, kThreads, bytes, stream>>>(is(uplo, 'L'), int(n), static_cast<T*>(a), lda);
    });
}

cudaError_t launch_place(cudaStream_t stream, void* to, const void* from, std::size_t bytes) {
    using namespace kernels;
    Message message{};
    for (std::size_t at = 0; at < bytes; at += sizeof message.words) {
        const std::size_t here = std::min(bytes - at, sizeof message.words);
        const auto words = static_cast<int>((here + sizeof(uint4) - 1) / sizeof(uint4));
        std::memcpy(message.words, static_cast<const char*>(from) + at, here);
        place_kernel<<<1, kPlaceThreads, 0, stream>>>(message, words,
                                                      reinterpret_cast<uint4*>(static_cast<char*>(to) + at));
    }
    return cudaGetLastError();
}

cudaError_t launch_zero_diagonal(cudaStream_t stream, char precision, std::int64_t n, const void* a, std::int64_t lda,
                                 std::int32_t* info) {
    using namespace kernels;
    if (n <= 0) return cudaSuccess;
    return by_precision(precision, [&](auto t) {
        using T = decltype(t);
        zero_diagonal_kernel<T><<<1, kThreads, 0, stream>>>(n, static_cast<const T*>(a), lda, info);
    });
}

cudaError_t launch_scale(cudaStream_t stream, char precision, std::int64_t m, std::int64_t n, double alpha_re,
                         double alpha_im, void* a, std::int64_t lda) {
    using namespace kernels;
    if (m <= 0 || n <= 0) return cudaSuccess;
    return by_precision(precision, [&](auto t) {
        using T = decltype(t);
        scale_kernel<T>
            <<<blocks(m, n), kThreads, 0, stream>>>(m, n, scalar_of<T>(alpha_re, alpha_im), static_cast<T*>(a), lda);
    });
}

cudaError_t launch_only_reflectors(cudaStream_t stream, char precision, std::int64_t m, std::int64_t n, std::int64_t k,
                                   void* a, std::int64_t lda) {
    using namespace kernels;
    if (m <= 0 || n <= 0) return cudaSuccess;
    return by_precision(precision, [&](auto t) {
        using T = decltype(t);
        only_reflectors_kernel<T><<<blocks(m, n), kThreads, 0, stream>>>(m, n, k, static_cast<T*>(a), lda);
    });
}

}  // namespace shunt::gpu
