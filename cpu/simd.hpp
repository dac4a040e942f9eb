// In: a real type and the instruction set this translation unit is compiled for. Out: full-width vectors of it.
// Kernel files are compiled once per instruction set with -DSHUNT_ISA=avx512|avx2|neon|generic and its -m flags. All
// that they define must live in namespace shunt::cpu::SHUNT_ISA and they must not use inline functions of other
// headers (std included) that could be emitted out of line: the linker would keep one copy for all CPUs.
#pragma once
#include <cstddef>
#include <cstdint>
#include <utility>
#if defined(__AVX512F__)
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

template <class R> struct VectorOf {
    typedef R type __attribute__((vector_size(vector_bytes)));
    typedef R loose __attribute__((vector_size(vector_bytes), aligned(alignof(R)), may_alias));
};
template <class R> using Vec = typename VectorOf<R>::type;
template <class R> inline constexpr int lanes = vector_bytes / static_cast<int>(sizeof(R));

template <class R> SHUNT_INLINE Vec<R> load(const R* p) {
    return *reinterpret_cast<const typename VectorOf<R>::loose*>(p);
}
template <class R> SHUNT_INLINE void store(R* p, Vec<R> v) { *reinterpret_cast<typename VectorOf<R>::loose*>(p) = v; }
template <class R> SHUNT_INLINE Vec<R> broadcast(R x) { return x - Vec<R>{}; }

// The first `count` lanes, 0 <= count <= lanes; the rest reads as zero and is not touched in memory.
template <class R> SHUNT_INLINE Vec<R> load_first(const R* p, int count) {
#if defined(__AVX512F__)
    if constexpr (sizeof(R) == 8)
        return (Vec<R>)_mm512_maskz_loadu_pd(static_cast<__mmask8>((1u << count) - 1u), p);
    else
        return (Vec<R>)_mm512_maskz_loadu_ps(static_cast<__mmask16>((1u << count) - 1u), p);
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
#else
    for (int i = 0; i < lanes<R>; ++i)
        if (i < count) p[i] = v[i];
#endif
}

// Calls f(integral_constant<int, 0>) ... f(integral_constant<int, N - 1>): a loop that is certainly unrolled, so that
// arrays of vectors stay in registers.
template <int N, class F> SHUNT_INLINE void unroll(F&& f) {
    [&]<int... I>(std::integer_sequence<int, I...>) __attribute__((always_inline)) {
        (f(std::integral_constant<int, I>{}), ...);
    }(std::make_integer_sequence<int, N>{});
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
template <class R, int S> SHUNT_INLINE void transpose_stage(Vec<R>* v) {
    if constexpr (S < lanes<R>) {
        unroll<lanes<R>>([&](auto i) __attribute__((always_inline)) {
            if constexpr ((i & S) == 0)
                exchange<S>(v[i], v[i + S], std::make_integer_sequence<int, lanes<R>>{});
        });
        transpose_stage<R, S * 2>(v);
    }
}
}  // namespace detail

// In-register transposition of lanes x lanes elements.
template <class R> SHUNT_INLINE void transpose(Vec<R>* v) { detail::transpose_stage<R, 1>(v); }

}  // namespace shunt::cpu::SHUNT_ISA
