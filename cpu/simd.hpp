// In: a real type and the instruction set this translation unit is compiled for. Out: full-width vectors of it.
// Kernel files are compiled once per instruction set with -DSHUNT_ISA=avx512|avx2|neon|generic and its -m flags. All
// that they define must live in namespace shunt::cpu::SHUNT_ISA and they must not use inline functions of other
// headers (std included) that could be emitted out of line: the linker would keep one copy for all CPUs.
#pragma once
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>
#if defined(__AVX2__)
#include <immintrin.h>
#endif

#ifndef SHUNT_ISA
#error "SHUNT_ISA must be defined"
#endif
#define SHUNT_INLINE inline __attribute__((always_inline))

namespace shunt::cpu::SHUNT_ISA {

#if defined(__AVX512F__)
inline constexpr int vector_bytes = 64;
inline constexpr int vector_registers = 32;
#elif defined(__AVX2__)
inline constexpr int vector_bytes = 32;
inline constexpr int vector_registers = 16;
#elif defined(__aarch64__)
inline constexpr int vector_bytes = 16;
inline constexpr int vector_registers = 32;
#else
inline constexpr int vector_bytes = 16;
inline constexpr int vector_registers = 16;
#endif

template <class R> inline constexpr int lanes = vector_bytes / static_cast<int>(sizeof(R));
template <class R, int N = lanes<R>> struct VectorOf {
    typedef R type __attribute__((vector_size(N * sizeof(R))));
    typedef R loose __attribute__((vector_size(N * sizeof(R)), aligned(alignof(R)), may_alias));
};
template <class R, int N = lanes<R>> using Vec = typename VectorOf<R, N>::type;

template <class R, int N = lanes<R>> SHUNT_INLINE Vec<R, N> load(const R* p) {
    return *reinterpret_cast<const typename VectorOf<R, N>::loose*>(p);
}
template <class R> SHUNT_INLINE void store(R* p, Vec<R> v) {
    *reinterpret_cast<typename VectorOf<R>::loose*>(p) = v;
}
template <int N, class R> SHUNT_INLINE void store_block(R* p, Vec<R, N> v) {
    *reinterpret_cast<typename VectorOf<R, N>::loose*>(p) = v;
}
template <class R> SHUNT_INLINE Vec<R> broadcast(R x) {
    return x - Vec<R>{};
}

#if defined(__AVX2__) && !defined(__AVX512F__)
namespace detail {
template <class R> SHUNT_INLINE __m256i first_mask(int count) {
    if constexpr (sizeof(R) == 8)
        return _mm256_cmpgt_epi64(_mm256_set1_epi64x(count), _mm256_setr_epi64x(0, 1, 2, 3));
    else
        return _mm256_cmpgt_epi32(_mm256_set1_epi32(count), _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7));
}
}  // namespace detail
#endif

// The first `count` lanes, 0 <= count <= lanes; the rest reads as zero and is not touched in memory.
template <class R> SHUNT_INLINE Vec<R> load_first(const R* p, int count) {
#if defined(__AVX512F__)
    if constexpr (sizeof(R) == 8)
        return (Vec<R>)_mm512_maskz_loadu_pd(static_cast<__mmask8>((1u << count) - 1u), p);
    else
        return (Vec<R>)_mm512_maskz_loadu_ps(static_cast<__mmask16>((1u << count) - 1u), p);
#elif defined(__AVX2__)
    if (__builtin_constant_p(count) && count == lanes<R> / 2) {  // a masked load is 4 to 6 steps on Zen
        if constexpr (sizeof(R) == 8)
            return (Vec<R>)_mm256_zextpd128_pd256(_mm_loadu_pd(p));
        else
            return (Vec<R>)_mm256_zextps128_ps256(_mm_loadu_ps(p));
    }
    if constexpr (sizeof(R) == 8)
        return (Vec<R>)_mm256_maskload_pd(p, detail::first_mask<R>(count));
    else
        return (Vec<R>)_mm256_maskload_ps(p, detail::first_mask<R>(count));
#else
    Vec<R> v{};
    for (int i = 0; i < lanes<R>; ++i)
        if (i < count) v[i] = p[i];
    return v;
#endif
}
template <class R> SHUNT_INLINE void store_first(R* p, Vec<R> v, int count) {
#if defined(__AVX512F__)
    if constexpr (sizeof(R) == 8)
        _mm512_mask_storeu_pd(p, static_cast<__mmask8>((1u << count) - 1u), (__m512d)v);
    else
        _mm512_mask_storeu_ps(p, static_cast<__mmask16>((1u << count) - 1u), (__m512)v);
#elif defined(__AVX2__)
    // In parts: a masked store is 18 steps or more on AMD's CPUs.
    if (count == lanes<R>) return store(p, v);
    if constexpr (sizeof(R) == 8) {
        __m128d part = _mm256_castpd256_pd128((__m256d)v);
        if (count & 2) {
            _mm_storeu_pd(p, part);
            part = _mm256_extractf128_pd((__m256d)v, 1);
            p += 2;
        }
        if (count & 1) _mm_store_sd(p, part);
    } else {
        __m128 part = _mm256_castps256_ps128((__m256)v);
        if (count & 4) {
            _mm_storeu_ps(p, part);
            part = _mm256_extractf128_ps((__m256)v, 1);
            p += 4;
        }
        if (count & 2) {
            _mm_storel_pi(reinterpret_cast<__m64*>(p), part);
            part = _mm_movehl_ps(part, part);
            p += 2;
        }
        if (count & 1) _mm_store_ss(p, part);
    }
#else
    for (int i = 0; i < lanes<R>; ++i)
        if (i < count) p[i] = v[i];
#endif
}

// Calls f(integral_constant<int, 0>) ... f(integral_constant<int, N - 1>): a loop that is certainly unrolled, so that
// arrays of vectors stay in registers.
template <int N, class F> SHUNT_INLINE constexpr void unroll(F&& f) {
    [&]<int... I>(std::integer_sequence<int, I...>) __attribute__((always_inline)) {
        (f(std::integral_constant<int, I>{}), ...);
    }
    (std::make_integer_sequence<int, N>{});
}

namespace detail {
// One stage of Eklundh's transposition: exchanges the off-diagonal S x S blocks of two rows.
template <int S, class V, int... J> SHUNT_INLINE void exchange(V& a, V& b, std::integer_sequence<int, J...>) {
    constexpr int n = sizeof...(J);
    const V x = a;
    const V y = b;
    a = __builtin_shufflevector(x, y, ((J & S) ? n + J - S : J)...);
    b = __builtin_shufflevector(x, y, ((J & S) ? n + J : J + S)...);
}
template <int N, int S, class V> SHUNT_INLINE void transpose_stage(V* v) {
    if constexpr (S < N) {
        unroll<N>([&](auto i) __attribute__((always_inline)) {
            if constexpr ((i & S) == 0) exchange<S>(v[i], v[i + S], std::make_integer_sequence<int, N>{});
        });
        transpose_stage<N, S * 2>(v);
    }
}
template <class V, int... J>
SHUNT_INLINE void deinterleave(V x, V y, V& even, V& odd, std::integer_sequence<int, J...>) {
    even = __builtin_shufflevector(x, y, (2 * J)...);
    odd = __builtin_shufflevector(x, y, (2 * J + 1)...);
}
template <class V, int... J> SHUNT_INLINE void interleave(V even, V odd, V& x, V& y, std::integer_sequence<int, J...>) {
    constexpr int n = sizeof...(J);
    x = __builtin_shufflevector(even, odd, (J / 2 + (J & 1) * n)...);
    y = __builtin_shufflevector(even, odd, (n / 2 + J / 2 + (J & 1) * n)...);
}
}  // namespace detail

// In-register transposition of N x N elements, N the number of elements of V.
template <int N, class V> SHUNT_INLINE void transpose_block(V* v) {
    detail::transpose_stage<N, 1>(v);
}
template <class R> SHUNT_INLINE void transpose(Vec<R>* v) {
    transpose_block<lanes<R>>(v);
}

// N complex numbers in two vectors to their real and imaginary parts, and back.
template <int N, class V> SHUNT_INLINE void deinterleave(V x, V y, V& re, V& im) {
    detail::deinterleave(x, y, re, im, std::make_integer_sequence<int, N>{});
}
template <int N, class V> SHUNT_INLINE void interleave(V re, V im, V& x, V& y) {
    detail::interleave(re, im, x, y, std::make_integer_sequence<int, N>{});
}

// Hides where a product comes from, so that it is never contracted with a later sum: the same rounding everywhere.
template <class V> SHUNT_INLINE V rounded(V v) {
    using Register = std::conditional_t<sizeof(V) == 8, double, V>;  // clang has none for a vector of two floats
    Register r = __builtin_bit_cast(Register, v);
#if defined(__AVX512F__)
    __asm__("" : "+v"(r));
#elif defined(__x86_64__)
    __asm__("" : "+x"(r));
#elif defined(__aarch64__)
    __asm__("" : "+w"(r));
#endif
    return __builtin_bit_cast(V, r);
}

}  // namespace shunt::cpu::SHUNT_ISA
