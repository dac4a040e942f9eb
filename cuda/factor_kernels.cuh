// In: device code of a factorization. Out: complex numbers that fit registers, and the solve with a triangle held in
// shared memory that LU ends with.
#pragma once
#include <cuda_runtime.h>

#include <cstdint>

#include "cuda/async.cuh"

namespace shunt::gpu::kernels {

template <class Real> struct alignas(2 * sizeof(Real)) Complex { Real re, im; };

template <class T> struct Traits {
    using Real = T;
    static constexpr bool complex = false;
};
template <class R> struct Traits<Complex<R>> {
    using Real = R;
    static constexpr bool complex = true;
};
template <class T> using RealOf = typename Traits<T>::Real;

template <class T> __device__ __forceinline__ T zero() {
    return T{};
}
__device__ __forceinline__ float real_part(float x) {
    return x;
}
__device__ __forceinline__ double real_part(double x) {
    return x;
}
template <class R> __device__ __forceinline__ R real_part(Complex<R> x) {
    return x.re;
}
__device__ __forceinline__ float conjugate(float x) {
    return x;
}
__device__ __forceinline__ double conjugate(double x) {
    return x;
}
template <class R> __device__ __forceinline__ Complex<R> conjugate(Complex<R> x) {
    return {x.re, -x.im};
}
template <class T, class R> __device__ __forceinline__ T from_real(R x) {
    if constexpr (Traits<T>::complex)
        return T{x, R(0)};
    else
        return x;
}
// |re| + |im|: the size by which LAPACK chooses pivots.
__device__ __forceinline__ float size_of(float x) {
    return fabsf(x);
}
__device__ __forceinline__ double size_of(double x) {
    return fabs(x);
}
template <class R> __device__ __forceinline__ R size_of(Complex<R> x) {
    return fabs(x.re) + fabs(x.im);
}
__device__ __forceinline__ float minus(float x, float y) {
    return x - y;
}
__device__ __forceinline__ double minus(double x, double y) {
    return x - y;
}
template <class R> __device__ __forceinline__ Complex<R> minus(Complex<R> x, Complex<R> y) {
    return {x.re - y.re, x.im - y.im};
}
__device__ __forceinline__ float times(float x, float y) {
    return x * y;
}
__device__ __forceinline__ double times(double x, double y) {
    return x * y;
}
template <class R> __device__ __forceinline__ Complex<R> times(Complex<R> x, R y) {
    return {x.re * y, x.im * y};
}
template <class R> __device__ __forceinline__ Complex<R> times(Complex<R> x, Complex<R> y) {
    return {x.re * y.re - x.im * y.im, x.re * y.im + x.im * y.re};
}
// c - x y
__device__ __forceinline__ float minus_product(float c, float x, float y) {
    return fmaf(-x, y, c);
}
__device__ __forceinline__ double minus_product(double c, double x, double y) {
    return fma(-x, y, c);
}
template <class R> __device__ __forceinline__ Complex<R> minus_product(Complex<R> c, Complex<R> x, Complex<R> y) {
    return {fma(x.im, y.im, fma(-x.re, y.re, c.re)), fma(-x.im, y.re, fma(-x.re, y.im, c.im))};
}
template <class T> __device__ __forceinline__ T shuffle(T x, int lane) {
    if constexpr (Traits<T>::complex)
        return T{__shfl_sync(~0u, x.re, lane), __shfl_sync(~0u, x.im, lane)};
    else
        return __shfl_sync(~0u, x, lane);
}
// 1 / x without branches, for sizes within plain_inverse.
__device__ __forceinline__ float inverse(float x) {
    float y;
    asm("rcp.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(x));
    return fmaf(y, fmaf(-x, y, 1.0f), y);
}
__device__ __forceinline__ double inverse(double x) {
    double y;
    asm("rcp.approx.ftz.f64 %0, %1;" : "=d"(y) : "d"(x));
    const double e = fma(-x, y, 1.0);
    const double z = fma(y, fma(e, e, e), y);
    return fma(z, fma(-x, z, 1.0), z);
}
__device__ __forceinline__ Complex<float> inverse(Complex<float> x) {
    const double r = inverse(fma(double(x.re), double(x.re), double(x.im) * double(x.im)));
    return {float(double(x.re) * r), float(-double(x.im) * r)};
}
__device__ __forceinline__ Complex<double> inverse(Complex<double> x) {
    const double r = inverse(fma(x.re, x.re, x.im * x.im));
    return {x.re * r, -x.im * r};
}
template <class T> constexpr RealOf<T> inverse_edge = RealOf<T>(sizeof(RealOf<T>) == 4 ? 1e37
                                                                : sizeof(T) == 16      ? 1e150
                                                                                       : 1e300);
template <class T> __device__ __forceinline__ bool plain_inverse(RealOf<T> size) {
    return size > RealOf<T>(1) / inverse_edge<T> && size < inverse_edge<T>;
}
__device__ __forceinline__ float divide(float x, float y) {
    return x / y;
}
__device__ __forceinline__ double divide(double x, double y) {
    return x / y;
}
template <class R> __device__ __forceinline__ Complex<R> divide(Complex<R> x, Complex<R> y) {
    if (fabs(y.re) >= fabs(y.im)) {
        const R r = y.im / y.re, d = y.re + y.im * r;
        return {(x.re + x.im * r) / d, (x.im - x.re * r) / d};
    }
    const R r = y.re / y.im, d = y.im + y.re * r;
    return {(x.re * r + x.im) / d, (x.im * r - x.re) / d};
}

// Sixteen bytes of shared memory, read at once.
template <class T> constexpr int kPack = 16 / int(sizeof(T));
template <class T> struct alignas(16) Pack { T v[kPack<T>]; };

// Order of the triangles held whole in shared memory, and the right-hand sides solved at a time.
template <class T> constexpr int kOrder = sizeof(T) == 16 ? 64 : 128;
constexpr int kRhs = 32;
constexpr int kLdX = kRhs + 1;
template <class T, int order>
constexpr int kLdS = order + (sizeof(T) == 16 ? 1 : 4);  // no bank conflicts of tensor core fragments
constexpr int kThreads = 256;

// Products by the double-precision tensor cores.
template <class T> constexpr bool kTensor = sizeof(T) == 8 && !Traits<T>::complex;

// Rows kb + 16 ... n - 1 of x less what rows kb ... kb + 15, which are solved, give.
template <class T, int LdS> __device__ __forceinline__ void subtract_solved(const T* s, T* x, int kb, int n) {
    const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    if constexpr (kTensor<T>) {
        const int g = lane / 4, t = lane % 4, column = warp % 4 * 8;
        double b[4];
#pragma unroll
        for (int q = 0; q < 4; q++) b[q] = -x[(kb + t + 4 * q) * kLdX + column + g];
        for (int i = kb + 16 + warp / 4 * 16; i < n; i += 32) {
            double* c = x + (i + g) * kLdX + column + 2 * t;
            const double* a = s + (i + g) * LdS + kb + t;
            double sum[4] = {c[0], c[1], c[8 * kLdX], c[8 * kLdX + 1]};
#pragma unroll
            for (int q = 0; q < 4; q++) mma(sum, a[4 * q], a[4 * q + 8 * LdS], b[q]);
            c[0] = sum[0], c[1] = sum[1], c[8 * kLdX] = sum[2], c[8 * kLdX + 1] = sum[3];
        }
    } else {
        T v[16];
#pragma unroll
        for (int q = 0; q < 16; q++) v[q] = x[(kb + q) * kLdX + lane];
        for (int i = kb + 16 + 2 * warp; i < n; i += 2 * (kThreads / 32)) {
            T y0 = x[i * kLdX + lane], y1 = x[(i + 1) * kLdX + lane], z0 = zero<T>(), z1 = zero<T>();
            const Pack<T>*r0 = reinterpret_cast<const Pack<T>*>(s + i * LdS + kb),
                  *r1 = reinterpret_cast<const Pack<T>*>(s + (i + 1) * LdS + kb);
#pragma unroll
            for (int g = 0; g < 16 / kPack<T>; g++) {
                const Pack<T> p0 = r0[g], p1 = r1[g];
#pragma unroll
                for (int e = 0; e < kPack<T>; e++) {
                    const int q = g * kPack<T> + e;
                    if (q % 2 == 0) {
                        y0 = minus_product(y0, p0.v[e], v[q]);
                        y1 = minus_product(y1, p1.v[e], v[q]);
                    } else {
                        z0 = minus_product(z0, p0.v[e], v[q]);
                        z1 = minus_product(z1, p1.v[e], v[q]);
                    }
                }
            }
            x[i * kLdX + lane] = minus(y0, minus(zero<T>(), z0));
            x[(i + 1) * kLdX + lane] = minus(y1, minus(zero<T>(), z1));
        }
    }
}

// x := s^-1 x for kRhs columns held as x[k * kLdX + column], s lower triangular of order n, a multiple of 16, padded
// with the identity. Substitution, so that the result is as good as the triangle allows.
template <class T, int LdS> __device__ __forceinline__ void solve_tile(const T* s, T* x, int n) {
    const int lane = threadIdx.x % 32;
#pragma unroll 1
    for (int kb = 0; kb < n; kb += 16) {
        {
            // Eight lanes a right-hand side, rows g and g + 8 each; the chain is a shuffle and a multiply-add a row.
            const int w = threadIdx.x / 8, g = lane % 8;
            const T *d0 = s + (kb + g) * LdS + kb, *d1 = d0 + 8 * LdS;
            T l0[8], l1[16];
#pragma unroll
            for (int q = 0; q < 8; q++) l0[q] = d0[q];
#pragma unroll
            for (int q = 0; q < 16; q++) l1[q] = d1[q];
            T v0 = x[(kb + g) * kLdX + w], v1 = x[(kb + g + 8) * kLdX + w];
#pragma unroll
            for (int q = 0; q < 8; q++) {
                const T y = shuffle(v0, (lane & 24) + q);
                if (q < g) v0 = minus_product(v0, l0[q], y);  // 0 times what is not finite would be NaN
                v1 = minus_product(v1, l1[q], y);
            }
#pragma unroll
            for (int q = 8; q < 16; q++) {
                const T y = shuffle(v1, (lane & 24) + q - 8);
                if (q < g + 8) v1 = minus_product(v1, l1[q], y);
            }
            x[(kb + g) * kLdX + w] = v0;
            x[(kb + g + 8) * kLdX + w] = v1;
        }
        __syncthreads();
        if (kb + 16 >= n) break;
        subtract_solved<T, LdS>(s, x, kb, n);
        __syncthreads();
    }
}

}  // namespace shunt::gpu::kernels
