// In: vectors. Out: their lanes as integers, what may be divided by, and, with AVX-512, what masks and permutations do.
#pragma once
#include "cpu/batch_pack.hpp"

namespace shunt::cpu::SHUNT_ISA {

template <class R> using Index = std::conditional_t<sizeof(R) == 8, std::int64_t, std::int32_t>;
template <class R> struct IndicesOf { typedef Index<R> type __attribute__((vector_size(vector_bytes))); };
template <class R> using Indices = typename IndicesOf<R>::type;

template <class R> SHUNT_INLINE Vec<R> magnitude(Vec<R> x) {
    constexpr Index<R> mask = sizeof(R) == 8 ? Index<R>(INT64_MAX) : Index<R>(INT32_MAX);
    return (Vec<R>)((Indices<R>)x & mask);
}
// 0, 1 ...
template <class R> SHUNT_INLINE Indices<R> lane_numbers() {
    return []<int... J>(std::integer_sequence<int, J...>) __attribute__((always_inline)) {
        return Indices<R>{J...};
    }
    (std::make_integer_sequence<int, lanes<R>>{});
}
// 1 / d, for complex numbers |d|^2, is a normal number for every d between this and its reciprocal.
template <class T>
inline constexpr real_t<T> invertible = sizeof(real_t<T>) == 8
                                            ? (parts<T> == 1 ? real_t<T>(0x1p1020) : real_t<T>(0x1p500))
                                            : (parts<T> == 1 ? real_t<T>(0x1p124f) : real_t<T>(0x1p60f));

// Lane l of the result: the sum of v[l], added in a tree.
template <class R, int S = 1> SHUNT_INLINE Vec<R> sums_of(Vec<R> (&v)[lanes<R>]) {
    constexpr int L = lanes<R>;
    if constexpr (S == L) {
        return v[0];
    } else {
        unroll<L>([&](auto i) __attribute__((always_inline)) {
            if constexpr (i % (2 * S) == 0) {
                detail::exchange<S>(v[i], v[i + S], std::make_integer_sequence<int, L>{});
                v[i] += v[i + S];
            }
        });
        return sums_of<R, 2 * S>(v);
    }
}
// Bits of lanes, by where they are read: from below - l those after lane l, from above - l those before it, from at - l
// lane l.
template <class R> struct LaneBits {
    static constexpr int L = lanes<R>;
    alignas(64) Index<R> bits[6 * L]{};
    constexpr LaneBits() {
        for (int i = 0; i < L; ++i) bits[L + i] = bits[2 * L + i] = -1;
        bits[5 * L - 1] = -1;
    }
    SHUNT_INLINE const Index<R>* below() const { return bits + L - 1; }
    SHUNT_INLINE const Index<R>* above() const { return bits + 3 * L; }
    SHUNT_INLINE const Index<R>* at() const { return bits + 5 * L - 1; }
};
template <class R> SHUNT_INLINE Indices<R> lane_bits(const Index<R>* p) {
    typedef Index<R> Loose __attribute__((vector_size(vector_bytes), aligned(sizeof(R)), may_alias));
    return *reinterpret_cast<const Loose*>(p);
}

#if defined(__AVX512F__)
template <class V> inline constexpr bool of_doubles = sizeof(V{}[0]) == 8;

template <class R> SHUNT_INLINE Vec<R> masked(unsigned mask, const R* p) {
    if constexpr (sizeof(R) == 8)
        return (Vec<R>)_mm512_maskz_loadu_pd(static_cast<__mmask8>(mask), p);
    else
        return (Vec<R>)_mm512_maskz_loadu_ps(static_cast<__mmask16>(mask), p);
}
template <class R> SHUNT_INLINE void store_masked(unsigned mask, R* p, Vec<R> v) {
    if constexpr (sizeof(R) == 8)
        _mm512_mask_storeu_pd(p, static_cast<__mmask8>(mask), (__m512d)v);
    else
        _mm512_mask_storeu_ps(p, static_cast<__mmask16>(mask), (__m512)v);
}
// v[which] in some lanes, zero in the others. With a mask always: g++ 12 calls the other form's undefined operand
// uninitialized.
template <class V, class I> SHUNT_INLINE V permuted(unsigned mask, V v, I which) {
    if constexpr (of_doubles<V>)
        return (V)_mm512_maskz_permutexvar_pd(static_cast<__mmask8>(mask), (__m512i)which, (__m512d)v);
    else
        return (V)_mm512_maskz_permutexvar_ps(static_cast<__mmask16>(mask), (__m512i)which, (__m512)v);
}
template <class V> SHUNT_INLINE V lane_of(V v, i64 lane) {
    if constexpr (of_doubles<V>)
        return permuted(0xff, v, _mm512_set1_epi64(lane));
    else
        return permuted(0xffff, v, _mm512_set1_epi32(static_cast<int>(lane)));
}
// The same of x and y side by side.
template <class V, class I> SHUNT_INLINE V permuted_two(V x, V y, I which) {
    if constexpr (of_doubles<V>)
        return (V)_mm512_permutex2var_pd((__m512d)x, (__m512i)which, (__m512d)y);
    else
        return (V)_mm512_permutex2var_ps((__m512)x, (__m512i)which, (__m512)y);
}
// x -= a * s in some lanes.
template <class V> SHUNT_INLINE void subtract(V& x, unsigned mask, V a, V s) {
    if constexpr (of_doubles<V>)
        x = (V)_mm512_mask3_fnmadd_pd((__m512d)a, (__m512d)s, (__m512d)x, static_cast<__mmask8>(mask));
    else
        x = (V)_mm512_mask3_fnmadd_ps((__m512)a, (__m512)s, (__m512)x, static_cast<__mmask16>(mask));
}
// The same in all lanes, in this form lest a compiler rounds twice in one of the two.
template <class V> SHUNT_INLINE void subtract(V& x, V a, V s) {
    if constexpr (of_doubles<V>)
        x = (V)_mm512_fnmadd_pd((__m512d)a, (__m512d)s, (__m512d)x);
    else
        x = (V)_mm512_fnmadd_ps((__m512)a, (__m512)s, (__m512)x);
}
template <class V> SHUNT_INLINE V replaced(V v, unsigned mask, V by) {
    if constexpr (of_doubles<V>)
        return (V)_mm512_mask_mov_pd((__m512d)v, static_cast<__mmask8>(mask), (__m512d)by);
    else
        return (V)_mm512_mask_mov_ps((__m512)v, static_cast<__mmask16>(mask), (__m512)by);
}
#endif

}  // namespace shunt::cpu::SHUNT_ISA
