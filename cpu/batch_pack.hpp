// In: as many matrices as a vector has lanes. Out: one array of vectors, a lane a matrix, and the way back.
// Element (i, j) of all of them is the vector at (i + j * ld) * parts, the imaginary part the one behind it: a complex
// matrix is converted as a real one with twice the rows. In this form every loop over a matrix is one over vectors.
#pragma once
#include "cpu/cpu.hpp"
#include "cpu/simd.hpp"
#include "cpu/view.hpp"

namespace shunt::cpu::SHUNT_ISA {

template <class T> inline constexpr int parts = is_complex<T> ? 2 : 1;

// Numbers of one matrix that are loaded at once, a segment of a vector: L / segment matrices share a vector from the
// beginning, so that only log2(segment) stages of the transposition remain and all but one stay within 128 bits.
template <class R> inline constexpr int segment = lanes<R> < 4 || (lanes<R> == 4 && sizeof(R) == 8) ? 2 : 4;

// The matrices of a pack. Lanes from `count` on repeat the first matrix and are never stored.
template <class T> struct Members {
    real_t<T>* p[lanes<real_t<T>>];
    int count;
};
template <class T> SHUNT_INLINE Members<T> members(T* const* a, i64 count) {
    constexpr int L = lanes<real_t<T>>;
    Members<T> s;
    s.count = count < L ? static_cast<int>(count) : L;
    for (int l = 0; l < L; ++l) s.p[l] = reinterpret_cast<real_t<T>*>(a[l < s.count ? l : 0]);
    return s;
}

// The leading dimension of m rows in a scratch array: odd, so that the vectors of a row do not fall into few sets of
// the cache, unless it is small enough; then contiguous matrices stay contiguous.
constexpr i64 pack_ld(i64 m) {
    return m < 16 ? m : m | 1;
}

// Which lanes hold: bit l for lane l of x > y. False for NaN.
template <class R> SHUNT_INLINE unsigned greater_lanes(Vec<R> x, Vec<R> y) {
#if defined(__AVX512F__)
    if constexpr (sizeof(R) == 8)
        return _mm512_cmp_pd_mask((__m512d)x, (__m512d)y, _CMP_GT_OQ);
    else
        return _mm512_cmp_ps_mask((__m512)x, (__m512)y, _CMP_GT_OQ);
#elif defined(__AVX2__)
    if constexpr (sizeof(R) == 8)
        return static_cast<unsigned>(_mm256_movemask_pd(_mm256_cmp_pd((__m256d)x, (__m256d)y, _CMP_GT_OQ)));
    else
        return static_cast<unsigned>(_mm256_movemask_ps(_mm256_cmp_ps((__m256)x, (__m256)y, _CMP_GT_OQ)));
#else
    const auto mask = x > y;
    unsigned bits = 0;
    unroll<lanes<R>>([&](auto l) __attribute__((always_inline)) { bits |= mask[int{l}] ? 1u << l : 0u; });
    return bits;
#endif
}
template <class R> inline constexpr unsigned all_lanes = (1u << lanes<R>)-1;

namespace detail {
template <class V, int... J> SHUNT_INLINE auto join(V x, V y, std::integer_sequence<int, J...>) {
    using Joined = decltype(__builtin_shufflevector(x, y, J...));
#if defined(__AVX512F__)
    // One instruction where y lies in memory.
    if constexpr (sizeof(V) == 32)
        return (Joined)_mm512_maskz_insertf64x4(0xff, _mm512_castpd256_pd512((__m256d)x), (__m256d)y, 1);
#endif
#if defined(__AVX2__)
    if constexpr (sizeof(V) == 16)
        return (Joined)_mm256_insertf128_pd(_mm256_castpd128_pd256((__m128d)x), (__m128d)y, 1);
#endif
    return (Joined)__builtin_shufflevector(x, y, J...);
}
// The segments f(first), f(first + step) ... side by side in N lanes.
template <class R, int N, class F> SHUNT_INLINE Vec<R, N> gather_segments(int first, F&& f) {
    constexpr int C = segment<R>;
    if constexpr (N == C)
        return f(first);
    else
        return join(gather_segments<R, N / 2>(first, f), gather_segments<R, N / 2>(first + N / 2, f),
                    std::make_integer_sequence<int, N>{});
}
// N lanes from lane `first` on.
template <int first, class V, int... J> SHUNT_INLINE auto part_of(V v, std::integer_sequence<int, J...>) {
    return __builtin_shufflevector(v, v, (first + J)...);
}
template <class R, int s> SHUNT_INLINE Vec<R, segment<R>> segment_of(Vec<R> v) {
    if constexpr (lanes<R> == segment<R>) return v;
#if defined(__AVX512F__)
    else if constexpr (sizeof(R) == 8 && s > 0)
        return (Vec<R, 4>)_mm512_maskz_extractf64x4_pd(0xf, (__m512d)v, s);
    else if constexpr (sizeof(R) == 4 && s > 0)
        return (Vec<R, 4>)_mm512_maskz_extractf32x4_ps(0xf, (__m512)v, s);
#endif
    else
        return part_of<s * segment<R>>(v, std::make_integer_sequence<int, segment<R>>{});
}
// C vectors: each segment of C lanes is transposed.
template <class R, int S = 1> SHUNT_INLINE void transpose_segments(Vec<R>* v) {
    constexpr int C = segment<R>;
    if constexpr (S < C) {
        unroll<C>([&](auto i) __attribute__((always_inline)) {
            if constexpr ((i & S) == 0) exchange<S>(v[i], v[i + S], std::make_integer_sequence<int, lanes<R>>{});
        });
        transpose_segments<R, S * 2>(v);
    }
}

// The first `count` numbers of a segment, 0 < count < C.
template <class R> SHUNT_INLINE Vec<R, segment<R>> load_segment(const R* p, int count) {
    using Segment = Vec<R, segment<R>>;
#if defined(__AVX512VL__)
    const auto mask = static_cast<__mmask8>((1u << count) - 1u);
    if constexpr (sizeof(R) == 8)
        return (Segment)_mm256_maskz_loadu_pd(mask, p);
    else
        return (Segment)_mm_maskz_loadu_ps(mask, p);
#else
    Segment v{};
    unroll<segment<R> - 1>([&](auto e) __attribute__((always_inline)) {
        if (e < count) v[int{e}] = p[e];
    });
    return v;
#endif
}
// Numbers first ... last - 1 of a segment.
template <class R> SHUNT_INLINE void store_segment(R* p, Vec<R, segment<R>> v, int first, int last) {
#if defined(__AVX512VL__)
    const auto mask = static_cast<__mmask8>(((1u << last) - 1u) >> first << first);
    // Merged with the extraction of the segment it would be one instruction that faults where its mask is zero.
    __asm__("" : "+v"(v));
    if constexpr (sizeof(R) == 8)
        _mm256_mask_storeu_pd(p, mask, (__m256d)v);
    else
        _mm_mask_storeu_ps(p, mask, (__m128)v);
#else
    unroll<segment<R>>([&](auto e) __attribute__((always_inline)) {
        if (first <= e && e < last) p[e] = v[int{e}];
    });
#endif
}

// C rows at `offset` of each matrix to C vectors.
template <class R, bool full> SHUNT_INLINE void rows_in(const R* const* p, i64 offset, int count, Vec<R>* x) {
    constexpr int C = segment<R>;
    Vec<R> v[C];
    unroll<C>([&](auto c) __attribute__((always_inline)) {
        v[c] = gather_segments<R, lanes<R>>(
            0, [&](int first) __attribute__((always_inline)) {
                const R* from = p[first + c] + offset;
                return full ? load<R, C>(from) : load_segment(from, count);
            });
    });
    transpose_segments<R>(v);
    unroll<C>([&](auto c) __attribute__((always_inline)) {
        if (full || c < count) x[c] = v[c];
    });
}
template <class R, bool full>
SHUNT_INLINE void rows_out(R* const* p, i64 offset, int count, int first, int last, const Vec<R>* x) {
    constexpr int C = segment<R>;
    Vec<R> v[C];
    unroll<C>([&](auto c) __attribute__((always_inline)) {
        if (full || c < last)
            v[c] = x[c];
        else
            v[c] = Vec<R>{};
    });
    transpose_segments<R>(v);
    unroll<C>([&](auto c) __attribute__((always_inline)) {
        unroll<lanes<R> / C>([&](auto s) __attribute__((always_inline)) {
            if (s * C + c < count) {
                const auto part = segment_of<R, s>(v[c]);
                R* to = p[s * C + c] + offset;
                if constexpr (full)
                    store_block<C>(to, part);
                else
                    store_segment<R>(to, part, first, last);
            }
        });
    });
}

// The numbers of a segment that `mask` names, where all C lie within the matrix.
template <class R, unsigned mask> SHUNT_INLINE void rows_out(R* const* p, i64 offset, Vec<R>* v) {
    constexpr int C = segment<R>;
    if constexpr (mask == 0) return;
    transpose_segments<R>(v);
    unroll<C>([&](auto c) __attribute__((always_inline)) {
        unroll<lanes<R> / C>([&](auto s) __attribute__((always_inline)) {
            R* const to = p[s * C + c] + offset;
            const auto part = segment_of<R, s>(v[c]);
            if constexpr (mask == (1u << C) - 1)
                store_block<C>(to, part);
#if defined(__AVX512VL__)
            else if constexpr (sizeof(R) == 8)
                _mm256_mask_storeu_pd(to, mask, (__m256d)part);
            else
                _mm_mask_storeu_ps(to, mask, (__m128)part);
#else
            else
                unroll<C>([&](auto e) __attribute__((always_inline)) {
                    if constexpr ((mask >> e & 1) != 0) to[e] = part[int{e}];
                });
#endif
        });
    });
}

// L rows at once: each matrix gets a whole vector, so that a line of the cache is done with when it is touched.
// Matrices that lie powers of two apart share few sets of it.
template <class R> SHUNT_INLINE void block_out(R* const* p, i64 offset, int count, const Vec<R>* x) {
    Vec<R> v[lanes<R>];
    unroll<lanes<R>>([&](auto l) __attribute__((always_inline)) { v[l] = x[l]; });
    transpose<R>(v);
    unroll<lanes<R>>([&](auto l) __attribute__((always_inline)) {
        if (l < count) store(p[l] + offset, v[l]);
    });
}

#if defined(__AVX512F__)
// Where whole pages lie between 16 matrices, a line of each falls into one set of the cache, which has 8 or 12 ways.
// One half of the matrices goes first then and the other after it, in whole lines (Zen 4, s, n = 32: in and out in half
// of the time).
template <class R> SHUNT_INLINE bool one_set(i64 m, const R* const* p) {
    constexpr i64 page = 4096;
    const i64 apart = reinterpret_cast<const char*>(p[1]) - reinterpret_cast<const char*>(p[0]);
    return lanes<R> == 16 && m % lanes<R> == 0 && apart != 0 && apart % page == 0;
}
// The rows of a triangle ('A': of all) in column j.
struct Span {
    i64 first, last;
    SHUNT_INLINE Span(char triangle, i64 j, i64 unit, i64 m)
        : first(triangle == 'L' ? j * unit : 0), last(triangle == 'U' && (j + 1) * unit < m ? (j + 1) * unit : m) {}
};
// H vectors of 2 H lanes: each half of them is transposed.
template <class R, int S = 1> SHUNT_INLINE void transpose_halves(Vec<R>* v) {
    constexpr int H = lanes<R> / 2;
    if constexpr (S < H) {
        unroll<H>([&](auto i) __attribute__((always_inline)) {
            if constexpr ((i & S) == 0) exchange<S>(v[i], v[i + S], std::make_integer_sequence<int, lanes<R>>{});
        });
        transpose_halves<R, S * 2>(v);
    }
}
template <class R> __attribute__((noinline)) void halves_in(char triangle, i64 unit, i64 m, i64 n, const R* const* p,
                                                            const R* const* next, i64 lda, Vec<R>* x, i64 ld) {
    constexpr int L = lanes<R>;
    constexpr int H = L / 2;
    for (int half = 0; half < 2; ++half, p += H, next += next ? H : 0)
        for (i64 j = 0; j < n; ++j) {
            const Span rows(triangle, j, unit, m);
            for (i64 i = rows.first / L * L; i < rows.last; i += L) {
                Vec<R> v[H];
                unroll<H>([&](auto l) __attribute__((always_inline)) {
                    v[l] = load(p[l] + i + j * lda);
                    if (next) __builtin_prefetch(next[l] + i + j * lda, 0, 2);
                });
                transpose_halves<R>(v);
                R* const to = reinterpret_cast<R*>(x + i + j * ld) + half * H;
                unroll<H>([&](auto r) __attribute__((always_inline)) {
                    store_block<H>(to + r * L, part_of<0>(v[r], std::make_integer_sequence<int, H>{}));
                    store_block<H>(to + (r + H) * L, part_of<H>(v[r], std::make_integer_sequence<int, H>{}));
                });
            }
        }
}
template <class R> __attribute__((noinline)) void halves_out(char triangle, i64 unit, i64 m, i64 n, R* const* p,
                                                             int count, i64 lda, const Vec<R>* x, i64 ld) {
    constexpr int L = lanes<R>;
    constexpr int H = L / 2;
    for (int half = 0; half < 2; ++half, p += H, count -= H)
        for (i64 j = 0; j < n; ++j) {
            const Span rows(triangle, j, unit, m);
            for (i64 i = rows.first / L * L; i < rows.last; i += L) {
                const R* const from = reinterpret_cast<const R*>(x + i + j * ld) + half * H;
                Vec<R> v[H];
                unroll<H>([&](auto r) __attribute__((always_inline)) {
                    v[r] = join(load<R, H>(from + r * L), load<R, H>(from + (r + H) * L),
                                std::make_integer_sequence<int, L>{});
                });
                transpose_halves<R>(v);
                const int first = i < rows.first ? static_cast<int>(rows.first - i) : 0;
                const int last = i + L > rows.last ? static_cast<int>(rows.last - i) : L;
                const unsigned mask = ((1u << last) - 1u) >> first << first;
                unroll<H>([&](auto l) __attribute__((always_inline)) {
                    if (l >= count) return;
                    if constexpr (sizeof(R) == 8)
                        _mm512_mask_storeu_pd(p[l] + i + j * lda, static_cast<__mmask8>(mask), (__m512d)v[l]);
                    else
                        _mm512_mask_storeu_ps(p[l] + i + j * lda, static_cast<__mmask16>(mask), (__m512)v[l]);
                });
            }
        }
}
#endif

// next: where the same rows of other matrices lie, whose lines are asked for on the way, or null.
template <class R, int P, char triangle, bool ahead>
__attribute__((noinline)) void pack_in(i64 m, i64 n, const R* const* p, const R* const* next, i64 lda, Vec<R>* x,
                                       i64 ld) {
    constexpr int C = segment<R>;
    constexpr i64 line = 64 / static_cast<i64>(sizeof(R));
    i64 asked = -line;
    for (i64 j = 0; j < n; ++j) {
        const i64 end = triangle == 'U' && (j + 1) * P < m ? (j + 1) * P : m;
        i64 i = triangle == 'L' ? j * P / C * C : 0;
        for (; i < end; i += C) {
            if constexpr (ahead)
                if (i + j * lda >= asked + line) {
                    asked = i + j * lda;
                    unroll<lanes<R>>([&](auto l)
                                         __attribute__((always_inline)) { __builtin_prefetch(next[l] + asked, 0, 2); });
                }
            if (i + C <= m)
                rows_in<R, true>(p, i + j * lda, C, x + i + j * ld);
            else
                rows_in<R, false>(p, i + j * lda, static_cast<int>(end - i), x + i + j * ld);
        }
    }
}
// ahead: the lines of the next column are asked for, to be written. Two 512-bit units: columns that do not begin with a
// line are stored in parts of lines, which waits where those are not in the first level (Emerald Rapids, LU, d, n = 24:
// 960 to 730 ns, 32: 1730 to 1410). Zen 4: up to 1.04 times slower.
template <class R, int P, char triangle, bool all, bool ahead>
__attribute__((noinline)) void pack_out(i64 m, i64 n, R* const* p, int lanes_out, i64 lda, const Vec<R>* x, i64 ld) {
    constexpr int C = segment<R>;
    const int count = all ? lanes<R> : lanes_out;
    const auto ask = [&](i64 offset) __attribute__((always_inline)) {
        if constexpr (ahead)
            unroll<lanes<R>>([&](auto l) __attribute__((always_inline)) { __builtin_prefetch(p[l] + offset, 1, 3); });
    };
    for (i64 j = 0; j < n; ++j) {
        const i64 end = triangle == 'U' && (j + 1) * P < m ? (j + 1) * P : m;
        i64 i = 0;
        if constexpr (triangle == 'L') {
            i = j * P / C * C;
            const i64 last = end - i < C ? end - i : C;
            const i64 first = j * P - i;
            if (first > 0 && first < last) {
                rows_out<R, false>(p, i + j * lda, count, static_cast<int>(first), static_cast<int>(last),
                                   x + i + j * ld);
                i += C;
            }
        }
        if constexpr (lanes < R >> C)
            for (; i + lanes<R> <= end; i += lanes<R>) {
                ask(i + (j + 1) * lda);
                block_out<R>(p, i + j * lda, count, x + i + j * ld);
            }
        for (; i + C <= end; i += C) {
            ask(i + (j + 1) * lda);
            rows_out<R, true>(p, i + j * lda, count, 0, C, x + i + j * ld);
        }
        if (i < end) {
            ask(i + (j + 1) * lda);
            rows_out<R, false>(p, i + j * lda, count, 0, static_cast<int>(end - i), x + i + j * ld);
        }
    }
}
}  // namespace detail

// m x n matrices to x, whole ('A') or one triangle with the diagonal ('L', 'U'; then m >= n for 'L'), of which more is
// read, but nothing outside of the matrix; what x holds elsewhere is undefined. The matrices of the next pack, if
// given, are fetched into the second level of the cache: as many at once are more streams than the hardware follows.
template <class T, char triangle = 'A'> SHUNT_INLINE void pack_in(i64 m, i64 n, const Members<T>& a, i64 lda,
                                                                  Vec<real_t<T>>* x, i64 ld, T* const* next = nullptr) {
    using R = real_t<T>;
    constexpr int P = parts<T>;
    constexpr int unit = triangle == 'A' ? 1 : P;  // numbers by which a triangle's edge moves
    const bool contiguous = lda == m && ld == m && triangle == 'A';
    const i64 rows = contiguous ? m * n * P : m * P;
    const i64 columns = contiguous ? 1 : n;
#if defined(__AVX512F__)
    if (detail::one_set<R>(rows, a.p))
        return detail::halves_in<R>(triangle, unit, rows, columns, a.p, reinterpret_cast<const R* const*>(next),
                                    lda * P, x, ld * P);
#endif
    if (next)
        detail::pack_in<R, unit, triangle, true>(rows, columns, a.p, reinterpret_cast<const R* const*>(next), lda * P,
                                                 x, ld * P);
    else
        detail::pack_in<R, unit, triangle, false>(rows, columns, a.p, nullptr, lda * P, x, ld * P);
}
// The next pack's matrices, if they are to be asked for: not if they are in a cache already, nor if they are so small
// that they lie close together, and only a whole pack of them.
template <class T>
SHUNT_INLINE T* const* next_pack(bool resident, T* const* all, i64 first, i64 count, i64 n, i64 lda) {
    constexpr int L = lanes<real_t<T>>;
    const bool ahead = !resident && count - first >= 2 * L && n * lda * static_cast<i64>(sizeof(T)) > 256;
    return ahead ? all + first + L : nullptr;
}

// And back for the first a.count of them; nothing but the triangle (of an 'L' with m < n: trapezoid) is written.
template <class T, char triangle = 'A'>
SHUNT_INLINE void pack_out(i64 m, i64 n, const Members<T>& a, i64 lda, const Vec<real_t<T>>* x, i64 ld) {
    using R = real_t<T>;
    constexpr int P = parts<T>;
    constexpr int unit = triangle == 'A' ? 1 : P;  // numbers by which a triangle's edge moves
    const bool contiguous = lda == m && ld == m && triangle == 'A';
    const i64 rows = contiguous ? m * n * P : m * P;
    const i64 columns = contiguous ? 1 : n;
#if defined(__AVX512F__)
    if (detail::one_set<R>(rows, a.p))
        return detail::halves_out<R>(triangle, unit, rows, columns, a.p, a.count, lda * P, x, ld * P);
    if (a.count == lanes<R> && columns > 1 && double_fma())
        return detail::pack_out<R, unit, triangle, true, true>(rows, columns, a.p, a.count, lda * P, x, ld * P);
#endif
    if (a.count == lanes<R>)
        detail::pack_out<R, unit, triangle, true, false>(rows, columns, a.p, a.count, lda * P, x, ld * P);
    else
        detail::pack_out<R, unit, triangle, false, false>(rows, columns, a.p, a.count, lda * P, x, ld * P);
}

}  // namespace shunt::cpu::SHUNT_ISA
