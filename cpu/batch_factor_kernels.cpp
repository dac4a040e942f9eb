// In: many small problems of the same sizes. Out: their Cholesky and LU factors and triangular solutions.
// Packs: as many matrices as a vector has lanes are converted to one array of vectors (batch_pack.hpp) and computed
// with at once. All loops below run over such an array; a tile is the part of it that is held in registers.
#if defined(__aarch64__)
#include <arm_neon.h>
#endif

#include "cpu/batch_lanes.hpp"
#include "cpu/batch_systems.hpp"
#include "cpu/cpu.hpp"
#include "cpu/tables.hpp"

namespace shunt::cpu::SHUNT_ISA {
namespace {

// Rows and columns of a tile. With 16 registers: 9 or 8 sums, the rest for operands.
template <class T> inline constexpr int tile = vector_registers == 32 ? (parts<T> == 1 ? 4 : 3)
                                                                      : (parts<T> == 1 ? 3 : 2);
inline constexpr i64 order = 32;         // of the largest matrix in a pack
inline constexpr i64 factor_order = 64;  // that is factored
inline constexpr i64 paired_order = 20;  // that is factored by Cholesky two packs at a time
template <class T> inline constexpr i64 potrf_order = parts<T> == 1 || vector_bytes == 64 ? 64 : 44;
template <class T> inline constexpr i64 space_order = parts<T> == 1 ? 64 : 48;  // whole, in 300 KiB
template <class T> constexpr i64 pack_size(i64 n = order) {
    return n * pack_ld(n) * parts<T>;
}

constexpr i64 min(i64 a, i64 b) {
    return a < b ? a : b;
}

// An array of vectors as a matrix; strides in vectors. Imaginary parts lie behind the real ones.
template <class T> struct Block {
    Vec<real_t<T>>* p;
    i64 rs, cs;

    SHUNT_INLINE Vec<real_t<T>>* at(i64 i, i64 j) const { return p + i * rs + j * cs; }
    SHUNT_INLINE Block block(i64 i, i64 j) const { return {at(i, j), rs, cs}; }
    SHUNT_INLINE Block transposed() const { return {p, cs, rs}; }
};

template <class T, int M, int N> using Tile = Vec<real_t<T>>[M][N][parts<T>];
template <class T> using Element = Vec<real_t<T>>[parts<T>];

// Calls f(integral_constant<int, count>) for 1 <= count <= N.
template <int N, class F> SHUNT_INLINE void with_count(i64 count, F&& f) {
    if constexpr (N == 1) {
        f(std::integral_constant<int, 1>{});
    } else {
        if (count == N)
            f(std::integral_constant<int, N>{});
        else
            with_count<N - 1>(count, f);
    }
}
// Rows first ... last - 1 in steps of B: f(integral_constant<int, rows>, first row).
template <int B, class F> SHUNT_INLINE void in_steps(i64 first, i64 last, F&& f) {
    for (; first + B <= last; first += B) f(std::integral_constant<int, B>{}, first);
    if constexpr (B > 1)
        if (first < last)
            with_count<B - 1>(
                last - first, [&](auto rows) __attribute__((always_inline)) { f(rows, first); });
}
template <class T, class F> SHUNT_INLINE void in_tiles(i64 first, i64 last, F&& f) {
    in_steps<tile<T>>(first, last, f);
}

// The square root of x > 0 to less than a unit in its last place (subnormal x: two), and its reciprocal to two.
template <class R, bool finite = false> SHUNT_INLINE void square_root(Vec<R> x, Vec<R>& root, Vec<R>& inverse) {
#if defined(__AVX512F__)
    // y (1 - r)^(-1/2) with an estimate y of 14 bits and r = 1 - x y^2: dividers would be waited for (Granite Rapids,
    // d, n = 4: 1.3 times as long in all).
    Vec<R> y, factor;
    if constexpr (sizeof(R) == 8)
        y = (Vec<R>)_mm512_rsqrt14_pd((__m512d)x);
    else
        y = (Vec<R>)_mm512_rsqrt14_ps((__m512)x);
    const Vec<R> r = 1 - rounded(x * y) * y;
    if constexpr (sizeof(R) == 8)
        factor = R(0.5) + r * (R(0.375) + r * R(0.3125));
    else
        factor = broadcast(R(0.5));
    const Vec<R> z = y + rounded(y * r) * factor;
    const Vec<R> g = x * z;
    root = g + (x - g * g) * (z * R(0.5));
    inverse = z;
    if constexpr (!finite) {
        const auto infinite = x > broadcast(sizeof(R) == 8 ? R(__DBL_MAX__) : R(__FLT_MAX__));
        root = infinite ? x : root;
        inverse = infinite ? Vec<R>{} : z;
    }
#else
#if defined(__AVX2__)
    if constexpr (sizeof(R) == 8)
        root = (Vec<R>)_mm256_sqrt_pd((__m256d)x);
    else
        root = (Vec<R>)_mm256_sqrt_ps((__m256)x);
#else
    unroll<lanes<R>>([&](auto l) __attribute__((always_inline)) {
        if constexpr (sizeof(R) == 8)
            root[int{l}] = __builtin_sqrt(x[int{l}]);
        else
            root[int{l}] = __builtin_sqrtf(x[int{l}]);
    });
#endif
    inverse = 1 / root;
#endif
}
// Whether all lanes are positive and finite.
template <class R> SHUNT_INLINE bool all_usual(Vec<R> x) {
#if defined(__AVX512DQ__)
    constexpr int others = 0xdf;  // NaN, zero, infinite, negative
    if constexpr (sizeof(R) == 8)
        return _mm512_fpclass_pd_mask((__m512d)x, others) == 0;
    else
        return _mm512_fpclass_ps_mask((__m512)x, others) == 0;
#else
    return greater_lanes<R>(x, Vec<R>{}) == all_lanes<R> &&
           greater_lanes<R>(broadcast(R(__builtin_inf())), x) == all_lanes<R>;
#endif
}

// A choice between two vectors, lane by lane, that is kept in a few bits where the set has registers for them.
template <class R> struct Choice {
#if defined(__AVX512F__)
    std::conditional_t<sizeof(R) == 8, __mmask8, __mmask16> bits;
#else
    Indices<R> bits;
#endif
};
template <class R> SHUNT_INLINE Choice<R> equal(Indices<R> x, Index<R> y) {
#if defined(__AVX512F__)
    if constexpr (sizeof(R) == 8)
        return {_mm512_cmpeq_epi64_mask((__m512i)x, _mm512_set1_epi64(y))};
    else
        return {_mm512_cmpeq_epi32_mask((__m512i)x, _mm512_set1_epi32(y))};
#else
    return {x == y};
#endif
}
template <class R> SHUNT_INLINE Vec<R> choose(Choice<R> c, Vec<R> x, Vec<R> y) {
#if defined(__AVX512F__)
    if constexpr (sizeof(R) == 8)
        return (Vec<R>)_mm512_mask_mov_pd((__m512d)y, c.bits, (__m512d)x);
    else
        return (Vec<R>)_mm512_mask_mov_ps((__m512)y, c.bits, (__m512)x);
#else
    return c.bits ? x : y;
#endif
}
// x > y ? x : y, so y where one of them is NaN.
template <class R> SHUNT_INLINE Vec<R> larger(Vec<R> x, Vec<R> y) {
#if defined(__AVX512F__)
    if constexpr (sizeof(R) == 8)
        return (Vec<R>)_mm512_mask_max_pd((__m512d)y, 0xff, (__m512d)x, (__m512d)y);
    else
        return (Vec<R>)_mm512_mask_max_ps((__m512)y, 0xffff, (__m512)x, (__m512)y);
#elif defined(__AVX2__)
    if constexpr (sizeof(R) == 8)
        return (Vec<R>)_mm256_max_pd((__m256d)x, (__m256d)y);
    else
        return (Vec<R>)_mm256_max_ps((__m256)x, (__m256)y);
#else
    return x > y ? x : y;
#endif
}
// acc -= a * b, b conjugated if conj, the real part alone if real.
template <class T, bool conj = false, bool real = false>
SHUNT_INLINE void subtract_product(Element<T>& acc, const Element<T>& a, const Element<T>& b) {
    acc[0] -= a[0] * b[0];
    if constexpr (parts<T> == 2) {
        if constexpr (conj) {
            if constexpr (!real) acc[1] -= a[1] * b[0];
            acc[0] -= a[1] * b[1];
            if constexpr (!real) acc[1] += a[0] * b[1];
        } else {
            acc[1] -= a[1] * b[0];
            acc[0] += a[1] * b[1];
            acc[1] -= a[0] * b[1];
        }
    }
}
template <class T> SHUNT_INLINE void add_product(Element<T>& acc, const Element<T>& a, const Element<T>& b) {
    acc[0] += a[0] * b[0];
    if constexpr (parts<T> == 2) {
        acc[1] += a[1] * b[0];
        acc[0] -= a[1] * b[1];
        acc[1] += a[0] * b[1];
    }
}
template <class T> SHUNT_INLINE void multiply(Element<T>& x, const Element<T>& s) {
    if constexpr (parts<T> == 1) {
        x[0] *= s[0];
    } else {
        const Vec<real_t<T>> re = x[0] * s[0] - rounded(x[1] * s[1]);
        x[1] = x[1] * s[0] + rounded(x[0] * s[1]);
        x[0] = re;
    }
}
// x / d in some lanes. The others are not touched and raise nothing.
template <class T> SHUNT_INLINE void divide_lanes(Element<T>& x, const Element<T>& d, Indices<real_t<T>> which) {
    using R = real_t<T>;
    const Vec<R> re = which ? d[0] : broadcast(R(1));
    if constexpr (parts<T> == 1) {
        x[0] = which ? x[0] / re : x[0];
    } else {
        // Smith's formula.
        const Vec<R> im = which ? d[1] : Vec<R>{};
        const auto wide = magnitude<R>(re) >= magnitude<R>(im);
        const Vec<R> t = (wide ? im : re) / (wide ? re : im);
        const Vec<R> q = wide ? re + im * t : im + re * t;
        const Vec<R> xr = (wide ? x[0] + x[1] * t : x[0] * t + x[1]) / q;
        const Vec<R> xi = (wide ? x[1] - x[0] * t : x[1] * t - x[0]) / q;
        x[0] = which ? xr : x[0];
        x[1] = which ? xi : x[1];
    }
}
template <class T> SHUNT_INLINE void get(Element<T>& x, const Vec<real_t<T>>* p) {
    unroll<parts<T>>([&](auto part) __attribute__((always_inline)) { x[part] = p[part]; });
}
template <class T> SHUNT_INLINE void put(const Element<T>& x, Vec<real_t<T>>* p) {
    unroll<parts<T>>([&](auto part) __attribute__((always_inline)) { p[part] = x[part]; });
}

template <class T, int M, int N, bool lower = false> SHUNT_INLINE void load_tile(Tile<T, M, N>& acc, Block<T> x) {
    unroll<M>([&](auto r) __attribute__((always_inline)) {
        unroll<N>([&](auto c) __attribute__((always_inline)) {
            if constexpr (!lower || c <= r) get<T>(acc[r][c], x.at(r, c));
        });
    });
}
template <class T, int M, int N, bool lower = false>
SHUNT_INLINE void store_tile(const Tile<T, M, N>& acc, Block<T> x) {
    unroll<M>([&](auto r) __attribute__((always_inline)) {
        unroll<N>([&](auto c) __attribute__((always_inline)) {
            if constexpr (!lower || c <= r) put<T>(acc[r][c], x.at(r, c));
        });
    });
}
// acc -= A B, A M x k and B k x N, or their lower triangle alone, whose diagonal is real; or acc += A B.
template <class T, int M, int N, bool conj = false, bool lower = false, bool add = false>
SHUNT_INLINE void update_tile(Tile<T, M, N>& acc, i64 k, Block<T> a, Block<T> b) {
    for (; k > 0; --k, a.p += a.cs, b.p += b.rs) {
        Element<T> y[N];
        unroll<N>([&](auto c) __attribute__((always_inline)) { get<T>(y[c], b.at(0, c)); });
        unroll<M>([&](auto r) __attribute__((always_inline)) {
            Element<T> x;
            get<T>(x, a.at(r, 0));
            unroll<N>([&](auto c) __attribute__((always_inline)) {
                if constexpr (add)
                    add_product<T>(acc[r][c], x, y[c]);
                else if constexpr (!lower || c <= r)
                    subtract_product<T, conj, lower && c == r>(acc[r][c], x, y[c]);
            });
        });
    }
}

// ---- POTRF: A = L L^H, left-looking by block columns

// Column c of a tile whose first N rows are the diagonal's, with its pivot d, and what it takes from the next ones.
template <class T, int c, int M, int N, bool finite = false>
SHUNT_INLINE void factor_column(Tile<T, M, N>& acc, Vec<real_t<T>> d, Vec<real_t<T>>& inverse) {
    Vec<real_t<T>> inv;
    square_root<real_t<T>, finite>(d, acc[c][c][0], inv);
    inverse = inv;
    if constexpr (parts<T> == 2) acc[c][c][1] = Vec<real_t<T>>{};
    unroll<M - c - 1>([&](auto q) __attribute__((always_inline)) {
        constexpr int r = c + 1 + q;
        unroll<parts<T>>([&](auto part) __attribute__((always_inline)) { acc[r][c][part] *= inv; });
        unroll<(r < N ? r : N - 1) - c>([&](auto s) __attribute__((always_inline)) {
            constexpr int to = c + 1 + s;
            subtract_product<T, true, to == r>(acc[r][to], acc[r][c], acc[to][c]);
        });
    });
}
// A tile below the diagonal tile l, updated.
template <class T, int M, int N>
SHUNT_INLINE void solve_columns(Tile<T, M, N>& acc, Block<T> l, const Vec<real_t<T>>* inverse) {
    unroll<N>([&](auto c) __attribute__((always_inline)) {
        unroll<M>([&](auto r) __attribute__((always_inline)) {
            unroll<parts<T>>([&](auto part) __attribute__((always_inline)) { acc[r][c][part] *= inverse[c]; });
        });
        unroll<N - c - 1>([&](auto s) __attribute__((always_inline)) {
            Element<T> y;
            get<T>(y, l.at(c + 1 + s, c));
            unroll<M>([&](auto r) __attribute__((always_inline)) {
                subtract_product<T, true>(acc[r][c + 1 + s], acc[r][c], y);
            });
        });
    });
}

// The first N rows are the diagonal's. Stops before the first pivot that is not positive and finite in all lanes, so
// that it raises nothing.
template <class T, int M, int N> SHUNT_INLINE bool cholesky(Tile<T, M, N>& acc, Vec<real_t<T>>* inverse) {
    using R = real_t<T>;
    bool good = true;
    unroll<N>([&](auto c) __attribute__((always_inline)) {
        const Vec<R> d = acc[c][c][0];
        good = good && all_usual<R>(d);
        if (__builtin_expect(!good, 0)) return;
        factor_column<T, c, M, N, true>(acc, d, inverse[c]);
    });
    return good;
}

// A whole pack of matrices without gaps between their columns, in registers alone, while all of its lanes go on
// (Granite Rapids, d, n = 2 ... 7: 0.3 ... 0.7 of the time through an array). The numbers of a matrix are read in
// segments of C that hold the triangle; the last one ends with the matrix.
template <class T, int n, bool upper> struct Small {
    using R = real_t<T>;
    static constexpr int P = parts<T>;
    static constexpr int C = segment<R>;
    static constexpr int size = n * n * P;

    static constexpr bool wanted(int k) {
        const int i = k / P % n;
        const int j = k / P / n;
        return upper ? i <= j : i >= j;
    }
    struct Segments {
        int count = 0;
        int at[(size + C - 1) / C] = {};
    };
    static constexpr Segments segments = [] {
        Segments s;
        for (int k = 0; k < size; ++k)
            if (wanted(k) && (s.count == 0 || k >= s.at[s.count - 1] + C))
                s.at[s.count++] = k + C <= size ? k : size - C;
        return s;
    }();
    // The segment that number k is taken from and written with.
    static constexpr int segment_with(int k) {
        int s = 0;
        while (k >= segments.at[s] + C) ++s;
        return s;
    }
    static constexpr unsigned written(int s) {
        unsigned mask = 0;
        for (int e = 0; e < C; ++e)
            if (wanted(segments.at[s] + e) && segment_with(segments.at[s] + e) == s) mask |= 1u << e;
        return mask;
    }
    // f(row, column, part, segment, place in it) for all numbers of the lower triangle, or of the transpose.
    static SHUNT_INLINE void each(auto&& f) {
        unroll<n>([&](auto r) __attribute__((always_inline)) {
            unroll<r + 1>([&](auto c) __attribute__((always_inline)) {
                unroll<P>([&](auto part) __attribute__((always_inline)) {
                    constexpr int k = (upper ? c + r * n : r + c * n) * P + part;
                    constexpr int s = segment_with(k);
                    f(r, c, part, std::integral_constant<int, s>{}, std::integral_constant<int, k - segments.at[s]>{});
                });
            });
        });
    }

    // Whether all lanes go on; if not, nothing is written. next: matrices whose lines are asked for, or null.
    static __attribute__((noinline)) bool factor(R* const* p, const R* const* next) {
        constexpr int S = segments.count;
        Vec<R> v[S][C];
        Tile<T, n, n> acc;
        Vec<R> inverse[n];
        if (next)
            for (int k = 0; k < size; k += 64 / static_cast<int>(sizeof(R)))
                unroll<lanes<R>>([&](auto l) __attribute__((always_inline)) { __builtin_prefetch(next[l] + k, 0, 2); });
        unroll<S>([&](auto s) __attribute__((always_inline)) { detail::rows_in<R, true>(p, segments.at[s], C, v[s]); });
        each([&](auto r, auto c, auto part, auto s, auto e)
                 __attribute__((always_inline)) { acc[r][c][part] = v[s][e]; });
        if (!cholesky<T, n, n>(acc, inverse)) return false;
        each([&](auto r, auto c, auto part, auto s, auto e)
                 __attribute__((always_inline)) { v[s][e] = acc[r][c][part]; });
        unroll<S>([&](auto s)
                      __attribute__((always_inline)) { detail::rows_out<R, written(s)>(p, segments.at[s], v[s]); });
        return true;
    }
};

// A whole pack whose matrices are read and written tile by tile, while all of its lanes go on: the conversions go on
// beside the products (Zen 4, d, n = 24: 0.87 of the time in cache, 0.7 out of it). What later tiles need is kept in
// panels of B rows, whose columns follow one another.
template <class T> struct Direct {
    using R = real_t<T>;
    static constexpr int L = lanes<R>;
    static constexpr int P = parts<T>;
    static constexpr int C = segment<R>;
    static constexpr int B = 4;      // rows of a panel and of a tile, and the smallest order
    static constexpr int W = 4 / P;  // columns of a tile below the diagonal

    R* p[L];
    i64 lda;  // in numbers
    bool upper;
    const R* const* next;  // matrices whose lines are asked for, or null

    SHUNT_INLINE Direct(const Alike<T>& s, T* const* a, T* const* following)
        : lda(s.lda * P), upper(s.uplo == 'U'), next(reinterpret_cast<const R* const*>(following)) {
        for (int l = 0; l < L; ++l) p[l] = reinterpret_cast<R*>(a[l]);
    }

    static SHUNT_INLINE Block<T> panel(const Vec<R>* x) { return {const_cast<Vec<R>*>(x), P, B * P}; }
    // Where the panel of row i begins: those before have 4, 8 ... i columns.
    static SHUNT_INLINE constexpr i64 start(i64 i) { return i * (i + B) / 2 * P; }
    static SHUNT_INLINE constexpr i64 space(i64 n) { return start((n + B - 1) / B * B); }
    SHUNT_INLINE i64 offset(i64 i, i64 j) const { return upper ? j * P + i * lda : i * P + j * lda; }

    // How a tile of M x N lies in memory: in lines, its columns or, of an upper triangle, rows. A line is read in
    // segments, of which the last ends with it: one that is shorter than a segment is read with what lies before it.
    template <bool up, int M, int N> struct Form {
        static constexpr int lines = up ? M : N;
        static constexpr int length = (up ? N : M) * P;
        static constexpr int segments = (length + C - 1) / C;  // of a line
        static constexpr int begin(int q) { return (q + 1) * C <= length ? q * C : length - C; }
        static constexpr unsigned written(int line, int q, bool triangle) {
            unsigned mask = 0;
            for (int k = q * C; k < length && k < (q + 1) * C; ++k)
                if (!triangle || (up ? line >= k / P : k / P >= line)) mask |= 1u << (k - begin(q));
            return mask;
        }
        // f(line, segment, place in it, row, column, part) for all numbers.
        static SHUNT_INLINE void each(auto&& f) {
            unroll<M>([&](auto r) __attribute__((always_inline)) {
                unroll<N>([&](auto c) __attribute__((always_inline)) {
                    unroll<P>([&](auto part) __attribute__((always_inline)) {
                        constexpr int line = up ? r : c;
                        constexpr int k = (up ? c : r) * P + part;
                        f(std::integral_constant<int, line>{}, std::integral_constant<int, k / C>{},
                          std::integral_constant<int, k - begin(k / C)>{}, r, c, part);
                    });
                });
            });
        }
    };
    template <bool up, int M, int N> SHUNT_INLINE void read_as(Tile<T, M, N>& acc, i64 first) const {
        using F = Form<up, M, N>;
        Vec<R> v[F::lines][F::segments][C];
        unroll<F::lines>([&](auto line) __attribute__((always_inline)) {
            unroll<F::segments>([&](auto q) __attribute__((always_inline)) {
                detail::rows_in<R, true>(p, first + line * lda + F::begin(q), C, v[line][q]);
            });
        });
        F::each([&](auto line, auto q, auto e, auto r, auto c, auto part)
                    __attribute__((always_inline)) { acc[r][c][part] = v[line][q][e]; });
    }
    template <bool up, bool triangle, int M, int N>
    SHUNT_INLINE void write_as(const Tile<T, M, N>& acc, i64 first) const {
        using F = Form<up, M, N>;
        Vec<R> v[F::lines][F::segments][C] = {};
        F::each([&](auto line, auto q, auto e, auto r, auto c, auto part)
                    __attribute__((always_inline)) { v[line][q][e] = acc[r][c][part]; });
        unroll<F::lines>([&](auto line) __attribute__((always_inline)) {
            unroll<F::segments>([&](auto q) __attribute__((always_inline)) {
                detail::rows_out<R, F::written(line, q, triangle)>(p, first + line * lda + F::begin(q), v[line][q]);
            });
        });
    }
    template <int M, int N> SHUNT_INLINE void read(Tile<T, M, N>& acc, i64 first) const {
        if (upper)
            read_as<true>(acc, first);
        else
            read_as<false>(acc, first);
    }
    template <bool triangle, int M, int N> SHUNT_INLINE void write(const Tile<T, M, N>& acc, i64 first) const {
        if (upper)
            write_as<true, triangle>(acc, first);
        else
            write_as<false, triangle>(acc, first);
    }

    // Rows j ... j + M - 1 of columns j ... in panel x, which begins with row j. Whether all lanes go on; if not,
    // nothing is stored.
    template <int M> __attribute__((noinline)) bool diagonal(i64 j, Vec<R>* x, Vec<R>* inverse) const {
        constexpr int N = M < W ? M : W;
        const Block<T> a = panel(x);
        Tile<T, M, N> acc;
        read(acc, offset(j, j));
        update_tile<T, M, N, true, true>(acc, j, a, a.transposed());
        if (!cholesky<T, M, N>(acc, inverse)) return false;
        store_tile<T, M, N, true>(acc, a.block(0, j));
        write<true>(acc, offset(j, j));
        return true;
    }
    // Rows i ... i + M - 1 of columns j ... in panel x; y: the panel of the diagonal tile.
    template <int M>
    __attribute__((noinline)) void below(i64 i, i64 j, Vec<R>* x, const Vec<R>* y, const Vec<R>* inverse) const {
        const Block<T> a = panel(x);
        const Block<T> b = panel(y);
        Tile<T, M, W> acc;
        read(acc, offset(i, j));
        update_tile<T, M, W, true>(acc, j, a, b.transposed());
        solve_columns<T, M, W>(acc, b.block(0, j), inverse);
        store_tile<T, M, W>(acc, a.block(0, j));
        write<false>(acc, offset(i, j));
    }

    // The lines of the cache in which the next pack's triangles lie are asked for, a few with each tile: all at once
    // would be waited for.
    struct Ahead {
        i64 asked = -64;
        i64 column = 0;
    };
    SHUNT_INLINE void ask(Ahead& a, i64 n) const {
        constexpr i64 line = 64 / static_cast<i64>(sizeof(R));
        constexpr int few = B * W * sizeof(T) / 64 + 1;
        if (!next) return;
        for (int lines = 0; a.column < n && lines < few;) {
            const i64 first = a.column * (upper ? lda : lda + P);
            const i64 last = a.column * lda + (upper ? a.column + 1 : n) * P;
            const i64 at = a.asked + line > first ? a.asked + line : first;
            if (at >= last) {
                ++a.column;
                continue;
            }
            a.asked = at;
            unroll<L>([&](auto l) __attribute__((always_inline)) { __builtin_prefetch(next[l] + at, 0, 2); });
            ++lines;
        }
    }

    static_assert(space(potrf_order<T>) <= pack_size<T>(space_order<T>));

    // G packs in turns, so that one's diagonal tile, a chain of roots, is computed beside the other's. done: the first
    // column of each that is not done: n, or that of a block with a pivot that is not positive. All before it are in
    // the matrices, and nothing behind it has been touched. x: space(n) for each.
    template <int G> static void factor(const Direct (&packs)[G], i64 n, Vec<R>* x, i64 (&done)[G]) {
        Ahead ahead[G];
        Vec<R> inverse[G][B];
        const i64 size = space(n);
        for (i64& d : done) d = n;
        for (i64 j = 0; j < n; j += W) {
            const i64 row = j / B * B;
            const i64 here = start(row) + (j - row) * P;
            for (int g = 0; g < G; ++g) {
                if (done[g] != n) continue;
                bool good = false;
                packs[g].ask(ahead[g], n);
                with_count<B>(
                    min(row + B, n) - j, [&](auto rows) __attribute__((always_inline)) {
                        good = packs[g].template diagonal<rows>(j, x + g * size + here, inverse[g]);
                    });
                if (!good) done[g] = j;
            }
            for (int g = 0; g < G; ++g) {
                if (done[g] != n) continue;
                Vec<R>* const to = x + g * size;
                i64 i = row + B;
                for (; i + B <= n; i += B) {
                    packs[g].ask(ahead[g], n);
                    packs[g].template below<B>(i, j, to + start(i), to + here, inverse[g]);
                }
                if (i < n)
                    with_count<B - 1>(
                        n - i, [&](auto rows) __attribute__((always_inline)) {
                            packs[g].template below<rows>(i, j, to + start(i), to + here, inverse[g]);
                        });
            }
        }
    }
};

template <class T> struct Alone;

template <class T> struct Potrf {
    using R = real_t<T>;
    static constexpr int L = lanes<R>;
    static constexpr int P = parts<T>;
    static constexpr int B = tile<T>;
    static constexpr int small_order = P == 1 ? 7 : 6;  // of the largest matrices that Small takes

    // Diagonal tile; inverse: the reciprocals of its diagonal. A lane whose pivot is not positive goes on with the
    // rows and columns of the unit matrix; `failed` has bit l of column c then, pivot[c] the value.
    template <int N> static void diagonal(i64 j, const Block<T>& a, Vec<R>* inverse, unsigned* failed, Vec<R>* pivot) {
        Tile<T, N, N> acc;
        load_tile<T, N, N, true>(acc, a.block(j, j));
        update_tile<T, N, N, true, true>(acc, j, a.block(j, 0), a.block(j, 0).transposed());
        unroll<N>([&](auto c) __attribute__((always_inline)) {
            Vec<R> d = acc[c][c][0];
            failed[c] = all_lanes<R> & ~greater_lanes<R>(d, Vec<R>{});
            if (__builtin_expect(failed[c] != 0, 0)) {
                pivot[c] = d;
                const auto good = d > Vec<R>{};
                d = good ? d : broadcast(R(1));
                unroll<N - c - 1>([&](auto r) __attribute__((always_inline)) {
                    unroll<P>([&](auto part) __attribute__((always_inline)) {
                        acc[c + r + 1][c][part] = good ? acc[c + r + 1][c][part] : Vec<R>{};
                    });
                });
            }
            factor_column<T, c, N, N>(acc, d, inverse[c]);
        });
        store_tile<T, N, N, true>(acc, a.block(j, j));
    }

    // Rows i ... i + M - 1 of block column j.
    template <int M> static void below(i64 i, i64 j, const Block<T>& a, const Vec<R>* inverse) {
        Tile<T, M, B> acc;
        load_tile<T, M, B>(acc, a.block(i, j));
        update_tile<T, M, B, true>(acc, j, a.block(i, 0), a.block(j, 0).transposed());
        solve_columns<T, M, B>(acc, a.block(j, j), inverse);
        store_tile<T, M, B>(acc, a.block(i, j));
    }

    // Lanes that failed in block column j: what is done goes to their matrix, the lane becomes the unit matrix.
    static void stop(i64 n, i64 j, int columns, const Block<T>& a, const unsigned* failed, const Vec<R>* pivot,
                     const Members<T>& to, View<T> v, i64* info) {
        for (int c = 0; c < columns; ++c)
            for (int l = 0; l < L; ++l) {
                if (!(failed[c] >> l & 1) || info[l] != 0) continue;
                info[l] = j + c + 1;
                R* p = to.p[l];
                if (l < to.count) {
                    for (i64 q = 0; q < j + c; ++q)
                        for (i64 i = q; i < n; ++i)
                            for (int part = 0; part < P; ++part)
                                p[(i * v.rs + q * v.cs) * P + part] = a.at(i, q)[part][l];
                    R* d = p + (j + c) * (v.rs + v.cs) * P;
                    d[0] = pivot[c][l];
                    if constexpr (P == 2) d[1] = 0;
                }
                for (i64 q = 0; q < n; ++q)
                    for (i64 i = q; i < n; ++i)
                        for (int part = 0; part < P; ++part) a.at(i, q)[part][l] = R(i == q && part == 0);
            }
    }

    // From column `start` on. x: space for a pack.
    static void factor(char uplo, i64 n, const Members<T>& m, i64 lda, T* const* next, i64* info, Vec<R>* x,
                       i64 start = 0) {
        const i64 ld = pack_ld(n);
        Block<T> a{x, P, ld * P};
        View<T> v{nullptr, 1, lda};
        if (n < 8 && lda == n)  // in one piece, the other triangle with it
            pack_in<T>(n, n, m, lda, x, ld, next);
        else if (uplo == 'L')
            pack_in<T, 'L'>(n, n, m, lda, x, ld, next);
        else
            pack_in<T, 'U'>(n, n, m, lda, x, ld, next);
        if (uplo == 'U') {
            a = a.transposed();
            v = v.transposed();
        }
        i64 failures[L] = {};
        bool any = false;
        const auto note = [&](i64 j, int columns, const unsigned* failed, const Vec<R>* pivot)
            __attribute__((always_inline)) {
            unsigned bits = 0;
            for (int c = 0; c < columns; ++c) bits |= failed[c];
            if (__builtin_expect(bits != 0, 0)) {
                any = true;
                stop(n, j, columns, a, failed, pivot, m, v, failures);
            }
        };
        Vec<R> inverse[B];
        Vec<R> pivot[B];
        unsigned failed[B];
        i64 j = start;
        for (; j + B <= n; j += B) {
            diagonal<B>(j, a, inverse, failed, pivot);
            in_tiles<T>(
                j + B, n, [&](auto rows, i64 i) __attribute__((always_inline)) { below<rows>(i, j, a, inverse); });
            note(j, B, failed, pivot);
        }
        if constexpr (B > 1)
            if (j < n)
                with_count<B - 1>(
                    n - j, [&](auto columns) __attribute__((always_inline)) {
                        diagonal<columns>(j, a, inverse, failed, pivot);
                        note(j, columns, failed, pivot);
                    });
        // What a failed lane has in memory is put back as it is.
        if (__builtin_expect(any, 0))
            for (int l = 0; l < L; ++l)
                if (failures[l] != 0)
                    for (i64 q = 0; q < n; ++q)
                        for (i64 i = q; i < n; ++i)
                            for (int part = 0; part < P; ++part)
                                a.at(i, q)[part][l] = m.p[l][(i * v.rs + q * v.cs) * P + part];
        if (uplo == 'L')
            pack_out<T, 'L'>(n, n, m, lda, x, ld);
        else
            pack_out<T, 'U'>(n, n, m, lda, x, ld);
        for (int l = 0; l < m.count; ++l) info[l] = failures[l];
    }

    // Packs that are full, by the ways for those in which all lanes go on. Out: how many problems are done.
    static i64 factor_full(const Alike<T>& s, T* const* a, i64 count, i64* info, Vec<R>* x) {
        const i64 n = s.n;
        const auto next = [&](i64 i) __attribute__((always_inline)) {
            return next_pack<T>(s.resident, a, i, count, n, s.lda);
        };
        // Matrices whole pages apart meet in one set of the cache, which has room for eight.
        const auto apart = [&](i64 i) __attribute__((always_inline)) {
            return (reinterpret_cast<const char*>(a[i + 1]) - reinterpret_cast<const char*>(a[i])) % 4096 == 0;
        };
        const auto finish = [&](i64 i, i64 done) __attribute__((always_inline)) {
            if (__builtin_expect(done == n, 1))
                for (int l = 0; l < L; ++l) info[i + l] = 0;
            else if (n > space_order<T>)
                for (int l = 0; l < L; ++l) info[i + l] = Alone<T>(n, n, x).potrf(s.uplo, a[i + l], s.lda, done);
            else
                factor(s.uplo, n, members<T>(a + i, L), s.lda, nullptr, info + i, x, done);
        };
        i64 i = 0;
        if (n > 1 && n <= small_order && s.lda == n) {
            bool (*small)(R* const*, const R* const*) = nullptr;
            with_count<small_order>(
                n, [&](auto k) __attribute__((always_inline)) {
                    if constexpr (k > 1) small = s.uplo == 'U' ? Small<T, k, true>::factor : Small<T, k, false>::factor;
                });
            for (; i + L <= count; i += L)
                finish(i,
                       small(reinterpret_cast<R* const*>(a + i), reinterpret_cast<const R* const*>(next(i))) ? n : 0);
        } else if (n >= Direct<T>::B) {
            // Granite Rapids, d, n = 11: 0.8 of the time, 20: 0.9, 24, 'U': the same, 32: 1.1.
            if constexpr (L == 8)
                for (; n <= paired_order && i + 2 * L <= count && !apart(i); i += 2 * L) {
                    const Direct<T> two[] = {{s, a + i, next(i + L)}, {s, a + i + L, next(i + 2 * L)}};
                    i64 done[2];
                    Direct<T>::factor(two, n, x, done);
                    finish(i, done[0]);
                    finish(i + L, done[1]);
                }
            for (; i + L <= count && !(L == 16 && apart(i)); i += L) {
                const Direct<T> one[] = {{s, a + i, next(i)}};
                i64 done[1];
                Direct<T>::factor(one, n, x, done);
                finish(i, done[0]);
            }
        }
        return i;
    }
};

// ---- Triangular matrices: A lower, on the left of X

// X(i ..., c ...) := inv(A) X for M rows and N columns; rows above are solved. The order of the sums is that of
// solve_slowly.
template <class T, int M, int N, bool unit>
__attribute__((noinline)) void solve_tile(i64 i, const Block<T>& a, const Vec<real_t<T>>* inverse, const Block<T>& x) {
    Tile<T, M, N> acc;
    const Block<T> to = x.block(i, 0);
    load_tile<T, M, N>(acc, to);
    update_tile<T, M, N>(acc, i, a.block(i, 0), x);
    unroll<M>([&](auto k) __attribute__((always_inline)) {
        if constexpr (!unit) {
            Element<T> d;
            get<T>(d, inverse + (i + k) * parts<T>);
            unroll<N>([&](auto c) __attribute__((always_inline)) { multiply<T>(acc[k][c], d); });
        }
        unroll<M - k - 1>([&](auto q) __attribute__((always_inline)) {
            constexpr int r = k + 1 + q;
            Element<T> l;
            get<T>(l, a.at(i + r, i + k));
            unroll<N>([&](auto c) __attribute__((always_inline)) { subtract_product<T>(acc[r][c], l, acc[k][c]); });
        });
    });
    store_tile<T, M, N>(acc, to);
}
// X(i ..., c ...) := alpha A X; rows above are not multiplied yet.
template <class T, int M, int N, bool unit>
__attribute__((noinline)) void multiply_tile(i64 i, const Element<T>& alpha, const Block<T>& a, const Block<T>& x) {
    Tile<T, M, N> acc{};
    update_tile<T, M, N, false, false, true>(acc, i, a.block(i, 0), x);
    unroll<M>([&](auto k) __attribute__((always_inline)) {
        Element<T> y[N];
        unroll<N>([&](auto c) __attribute__((always_inline)) { get<T>(y[c], x.at(i + k, c)); });
        unroll<M - k>([&](auto q) __attribute__((always_inline)) {
            constexpr int r = k + q;
            if constexpr (unit && r == k) {
                unroll<N>([&](auto c) __attribute__((always_inline)) {
                    unroll<parts<T>>([&](auto part) __attribute__((always_inline)) { acc[r][c][part] += y[c][part]; });
                });
            } else {
                Element<T> l;
                get<T>(l, a.at(i + r, i + k));
                unroll<N>([&](auto c) __attribute__((always_inline)) { add_product<T>(acc[r][c], l, y[c]); });
            }
        });
    });
    unroll<M>([&](auto r) __attribute__((always_inline)) {
        unroll<N>([&](auto c) __attribute__((always_inline)) { multiply<T>(acc[r][c], alpha); });
    });
    store_tile<T, M, N>(acc, x.block(i, 0));
}

// Lanes in which 1 / d is not exact enough.
template <class T> SHUNT_INLINE Indices<real_t<T>> unsafe(const Element<T>& d) {
    using R = real_t<T>;
    constexpr R limit = invertible<T>;
    Vec<R> size = magnitude<R>(d[0]);
    if constexpr (parts<T> == 2) size = larger<R>(magnitude<R>(d[1]), size);
    return ~((size > 1 / limit) & (size < limit));
}
template <class R> SHUNT_INLINE bool none(Indices<R> which) {
    return greater_lanes<R>(which ? broadcast(R(1)) : Vec<R>{}, Vec<R>{}) == 0;
}
// 1 / d. Products of complex numbers are rounded, for it is to be the same in all copies of the code.
template <class T> SHUNT_INLINE void reciprocal(const Element<T>& d, Element<T>& inverse) {
    if constexpr (parts<T> == 1) {
        inverse[0] = 1 / d[0];
    } else {
        const Vec<real_t<T>> s = 1 / (d[0] * d[0] + rounded(d[1] * d[1]));
        inverse[0] = d[0] * s;
        inverse[1] = -(d[1] * s);
    }
}

// A lower triangle with what its solver multiplies by.
template <class T> struct Triangle {
    using R = real_t<T>;
    static constexpr int P = parts<T>;

    Block<T> a;
    i64 n;
    bool unit;
    bool safe = true;
    Vec<R> inverse[order * P];

    // The reciprocals of the diagonal; 1 where they lose something.
    void invert() {
        Indices<R> divided{};
        for (i64 i = 0; i < n; ++i) {
            Element<T> d;
            get<T>(d, a.at(i, i));
            const Indices<R> bad = unsafe<T>(d);
            divided |= bad;
            unroll<P>([&](auto part)
                          __attribute__((always_inline)) { d[part] = bad ? broadcast(R(part == 0)) : d[part]; });
            Element<T> s;
            reciprocal<T>(d, s);
            unroll<P>([&](auto part) __attribute__((always_inline)) { inverse[i * P + part] = s[part]; });
        }
        safe = none<R>(divided);
    }

    template <bool units> __attribute__((noinline)) void solve_tiles(i64 columns, const Block<T>& x) const {
        in_tiles<T>(
            0, columns, [&](auto width, i64 c) __attribute__((always_inline)) {
                in_tiles<T>(
                    0, n, [&](auto rows, i64 i) __attribute__((always_inline)) {
                        solve_tile<T, rows, width, units>(i, a, inverse, x.block(0, c));
                    });
            });
    }
    // With divisions in the lanes that need them; the other lanes get what solve_tile gives.
    __attribute__((noinline)) void solve_slowly(i64 columns, const Block<T>& x) const {
        for (i64 c = 0; c < columns; ++c)
            for (i64 i = 0; i < n; ++i) {
                Element<T> sum, d, inv;
                get<T>(sum, x.at(i, c));
                for (i64 k = 0; k < i; ++k) {
                    Element<T> l, y;
                    get<T>(l, a.at(i, k));
                    get<T>(y, x.at(k, c));
                    subtract_product<T>(sum, l, y);
                }
                get<T>(d, a.at(i, i));
                get<T>(inv, inverse + i * P);
                multiply<T>(sum, inv);
                divide_lanes<T>(sum, d, unsafe<T>(d));
                put<T>(sum, x.at(i, c));
            }
    }
    __attribute__((noinline)) void solve(i64 columns, const Block<T>& x) const {
        if (unit)
            solve_tiles<true>(columns, x);
        else if (safe)
            solve_tiles<false>(columns, x);
        else
            solve_slowly(columns, x);
    }
    template <bool units>
    __attribute__((noinline)) void multiply_tiles(i64 columns, const Element<T>& alpha, const Block<T>& x) const {
        constexpr int B = tile<T>;
        in_tiles<T>(
            0, columns, [&](auto width, i64 c) __attribute__((always_inline)) {
                const i64 whole = n / B * B;
                if constexpr (B > 1)
                    if (whole < n)
                        with_count<B - 1>(
                            n - whole, [&](auto rows) __attribute__((always_inline)) {
                                multiply_tile<T, rows, width, units>(whole, alpha, a, x.block(0, c));
                            });
                for (i64 i = whole - B; i >= 0; i -= B) multiply_tile<T, B, width, units>(i, alpha, a, x.block(0, c));
            });
    }
};

// op(A) as a lower triangle on the left, B with it.
struct Orientation {
    bool right, transposed, reversed;

    Orientation(char side, char uplo, char trans)
        : right(side == 'R'), transposed(right == (trans == 'N')), reversed((uplo == 'U') != transposed) {}
    template <class T> Block<T> triangle(Block<T> a, i64 n) const {
        if (transposed) a = a.transposed();
        return reversed ? Block<T>{a.at(n - 1, n - 1), -a.rs, -a.cs} : a;
    }
    // Of the right-hand sides, n being the order of the triangle.
    template <class T> Block<T> sides(Block<T> b, i64 n) const {
        if (right) b = b.transposed();
        return reversed ? Block<T>{b.at(n - 1, 0), -b.rs, b.cs} : b;
    }
};

template <class T> SHUNT_INLINE void conjugate(i64 count, Vec<real_t<T>>* x) {
    if constexpr (parts<T> == 2)
        for (i64 i = 0; i < count; ++i) x[2 * i + 1] = -x[2 * i + 1];
}
template <class T> SHUNT_INLINE void scale(i64 count, T alpha, Vec<real_t<T>>* x) {
    using R = real_t<T>;
    const R* s = reinterpret_cast<const R*>(&alpha);
    Element<T> factor;
    unroll<parts<T>>([&](auto part) __attribute__((always_inline)) { factor[part] = broadcast(s[part]); });
    for (i64 i = 0; i < count; ++i) {
        Element<T> e;
        get<T>(e, x + i * parts<T>);
        multiply<T>(e, factor);
        put<T>(e, x + i * parts<T>);
    }
}
template <class T> SHUNT_INLINE bool equals(T x, real_t<T> value) {
    const real_t<T>* p = reinterpret_cast<const real_t<T>*>(&x);
    if constexpr (parts<T> == 2)
        if (p[1] != 0) return false;
    return p[0] == value;
}

// The triangle of as many of `count` matrices as a pack takes.
template <class T>
SHUNT_INLINE Block<T> triangle_in(const Alike<T>& s, i64 n, T* const* m, i64 count, Vec<real_t<T>>* x) {
    const i64 ld = pack_ld(n);
    T* const* next = next_pack<T>(s.resident, m, 0, count, n, s.lda);
    if (s.uplo == 'L')
        pack_in<T, 'L'>(n, n, members<T>(m, count), s.lda, x, ld, next);
    else
        pack_in<T, 'U'>(n, n, members<T>(m, count), s.lda, x, ld, next);
    return {x, parts<T>, ld * parts<T>};
}

// m x n matrices in panels that stay in cache beside a triangle, of columns or, on its right side, of rows:
// work(number of vectors, block, columns or rows in it).
inline constexpr i64 panel_size = 512;
template <class T> inline constexpr i64 panel_space = panel_size* parts<T> + 8 * pack_ld(order) * parts<T>;
template <class T, class F> SHUNT_INLINE void in_panels(const Alike<T>& s, bool rows, i64 m, i64 n, T* const* all,
                                                        i64 total, Vec<real_t<T>>* x, F&& work) {
    constexpr int P = parts<T>;
    Members<T> b = members<T>(all, total);
    const i64 other = rows ? m : n;
    const i64 share = panel_size / (rows ? n : m) / 8 * 8;
    const i64 width = share > 8 ? share : 8;
    const i64 ldb = s.ldb;
    T* const* next = width >= other ? next_pack<T>(s.resident, all, 0, total, n, ldb) : nullptr;
    for (i64 first = 0; first < other; first += width) {
        const i64 count = min(width, other - first);
        const i64 height = rows ? count : m;
        const i64 columns = rows ? n : count;
        const i64 ld = pack_ld(height);
        pack_in<T>(height, columns, b, ldb, x, ld, next);
        work(ld * columns, Block<T>{x, P, ld * P}, count);
        pack_out<T>(height, columns, b, ldb, x, ld);
        for (auto& p : b.p) p += (rows ? width : width * ldb) * P;
    }
}

// Rows j and rows[l] of lane l in n columns. Without branches, which would be mispredicted, and as integers, of
// which CPUs store more in a cycle. Row j is stored as a whole (Zen 4, getrf: 1.1 times faster).
template <class T> SHUNT_INLINE void swap_rows(i64 n, Block<T> a, i64 j, const Indices<real_t<T>>& rows) {
    constexpr int L = lanes<real_t<T>>;
    constexpr int P = parts<T>;
    typedef Index<real_t<T>> Word __attribute__((may_alias));
    typedef Word Words __attribute__((vector_size(vector_bytes), may_alias));
    i64 offset[L];
    unroll<L>([&](auto l) __attribute__((always_inline)) { offset[l] = (rows[int{l}] - j) * a.rs * L; });
    Word* x = reinterpret_cast<Word*>(a.at(j, 0));
    for (i64 c = 0; c < n; ++c, x += a.cs * L)
        unroll<P>([&](auto part) __attribute__((always_inline)) {
            Word* const p = x + part * L;
            Words pivots;
            unroll<L>([&](auto l) __attribute__((always_inline)) { pivots[int{l}] = p[l + offset[l]]; });
            unroll<L>([&](auto l) __attribute__((always_inline)) { p[l + offset[l]] = p[l]; });
            *reinterpret_cast<Words*>(p) = pivots;
        });
}

// ---- GETRF: left-looking by block columns

// Where each row of each matrix lies in memory, in the order of the rows after the interchanges so far.
template <class T> struct Order {
    real_t<T>* row[factor_order][lanes<real_t<T>>];

    SHUNT_INLINE void begin(i64 m, const Members<T>& from) {
        for (i64 i = 0; i < m; ++i)
            for (int l = 0; l < lanes<real_t<T>>; ++l) row[i][l] = from.p[l] + i * parts<T>;
    }
    SHUNT_INLINE void interchange(int l, i64 i, i64 j) {
        real_t<T>* const t = row[i][l];
        row[i][l] = row[j][l];
        row[j][l] = t;
    }
};

template <class T> struct Together;

template <class T> struct Getrf {
    using R = real_t<T>;
    static constexpr int L = lanes<R>;
    static constexpr int P = parts<T>;
    static constexpr int B = tile<T>;
    using Index = SHUNT_ISA::Index<R>;
    using Indices = SHUNT_ISA::Indices<R>;

    template <int M, int N>
    __attribute__((noinline)) static void update(i64 k, const Block<T>& a, const Block<T>& u, const Block<T>& c) {
        Tile<T, M, N> acc;
        load_tile<T, M, N>(acc, c);
        update_tile<T, M, N>(acc, k, a, u);
        store_tile<T, M, N>(acc, c);
    }

    // Column s of a panel whose first row and column are a's: scales column s - 1, updates with the s columns on the
    // left and returns the rows of the pivots.
    template <int s>
    __attribute__((noinline)) static Indices column(i64 m, const Block<T>& a, const Element<T>& scale) {
        Element<T> u[s + 1];
        unroll<s>([&](auto t) __attribute__((always_inline)) {
            get<T>(u[t], a.at(t, s));
            unroll<t>([&](auto q) __attribute__((always_inline)) {
                Element<T> l;
                get<T>(l, a.at(t, q));
                subtract_product<T>(u[t], l, u[q]);
            });
            put<T>(u[t], a.at(t, s));
        });
        Indices row = Indices{} + static_cast<Index>(s);
        Indices best_row = row;
        Vec<R> best;
        const auto step = [&](i64 i) __attribute__((always_inline)) {
            Element<T> x;
            get<T>(x, a.at(i, s));
            unroll<s>([&](auto t) __attribute__((always_inline)) {
                Element<T> l;
                get<T>(l, a.at(i, t));
                if constexpr (t == s - 1) {
                    multiply<T>(l, scale);
                    put<T>(l, a.at(i, t));
                }
                subtract_product<T>(x, l, u[t]);
            });
            if constexpr (s > 0) put<T>(x, a.at(i, s));
            Vec<R> size = magnitude<R>(x[0]);
            if constexpr (P == 2) size += magnitude<R>(x[1]);
            return size;
        };
        best = step(s);
        for (i64 i = s + 1; i < m; ++i) {
            const Vec<R> size = step(i);
            row += 1;
            best_row = size > best ? row : best_row;
            best = larger<R>(size, best);
        }
        return best_row;
    }

    // Lanes of m elements of x are divided by d.
    static void divide(i64 m, const Block<T>& x, const Element<T>& d, Indices which) {
        for (i64 i = 0; i < m; ++i) {
            Element<T> e;
            get<T>(e, x.at(i, 0));
            divide_lanes<T>(e, d, which);
            put<T>(e, x.at(i, 0));
        }
    }

    // What the rows below a pivot are to be multiplied by. Lanes for which that loses are given to divide(lanes), and
    // then the result is true.
    template <class F>
    SHUNT_INLINE static bool reciprocal(Element<T>& d, Element<T>& scale, Index j, Indices& info, F&& divide) {
        constexpr R safe_min = sizeof(R) == 8 ? R(0x1p-1022) : R(0x1p-126f);
        const Vec<R> one = broadcast(R(1));
        Vec<R> size = magnitude<R>(d[0]);
        if constexpr (P == 2) size = larger<R>(size, magnitude<R>(d[1]));
        const unsigned usual = greater_lanes<R>(size, broadcast(2 * safe_min));
        if (__builtin_expect(usual != all_lanes<R>, 0)) {
            Indices zero = d[0] == 0;
            if constexpr (P == 2) zero &= d[1] == 0;
            info = (zero & (info == 0)) ? Indices{} + j : info;
            const Indices rest = ~zero & ~(size > 2 * safe_min);
            divide(rest);
            d[0] = zero | rest ? one : d[0];
            if constexpr (P == 2) d[1] = zero | rest ? Vec<R>{} : d[1];
        }
        if constexpr (P == 1) {
            scale[0] = one / d[0];
        } else {
            // Smith's formula.
            const auto wide = magnitude<R>(d[0]) >= magnitude<R>(d[1]);
            const Vec<R> t = (wide ? d[1] : d[0]) / (wide ? d[0] : d[1]);
            const Vec<R> s = one / (wide ? d[0] + d[1] * t : d[1] + d[0] * t);
            scale[0] = wide ? s : t * s;
            scale[1] = wide ? -(t * s) : -s;
        }
        return usual != all_lanes<R>;
    }

    // Which row a lane's pivot of step j comes from: rows[j][i] for row i > j.
    template <int N> using Rows = Choice<R>[N][N];

    // Rows j and the pivot's of a column in registers.
    template <int N, int j> SHUNT_INLINE static void exchange(Element<T> (&v)[N], const Rows<N>& rows) {
        unroll<P>([&](auto part) __attribute__((always_inline)) {
            const Vec<R> t = v[j][part];
            Vec<R> pivot = t;
            unroll<N - j - 1>([&](auto q) __attribute__((always_inline)) {
                constexpr int i = j + 1 + q;
                pivot = choose<R>(rows[j][i], v[i][part], pivot);
                v[i][part] = choose<R>(rows[j][i], t, v[i][part]);
            });
            v[j][part] = pivot;
        });
    }

    // What is left to do with column c in registers from step j on: the steps before its own, then its own.
    template <int N, int j> static SHUNT_INLINE void steps_small(auto c, Element<T> (&v)[N], Rows<N>& rows,
                                                                 const Block<T>& a, Indices* pivots,
                                                                 Indices& first_zero) {
        if (c != j) {
            exchange<N, j>(v, rows);
            unroll<N - j - 1>([&](auto q) __attribute__((always_inline)) {
                Element<T> l;
                get<T>(l, a.at(j + 1 + q, j));
                subtract_product<T>(v[j + 1 + q], l, v[j]);
            });
            if constexpr (j < N - 1) steps_small<N, j + 1>(c, v, rows, a, pivots, first_zero);
            return;
        }
        Indices row = Indices{} + static_cast<Index>(j);
        const auto size_of = [&](auto i) __attribute__((always_inline)) {
            Vec<R> size = magnitude<R>(v[i][0]);
            if constexpr (P == 2) size += magnitude<R>(v[i][1]);
            return size;
        };
        Vec<R> best = size_of(std::integral_constant<int, j>{});
        unroll<N - j - 1>([&](auto q) __attribute__((always_inline)) {
            constexpr int i = j + 1 + q;
            const Vec<R> size = size_of(std::integral_constant<int, i>{});
            row = size > best ? Indices{} + static_cast<Index>(i) : row;
            best = larger<R>(size, best);
        });
        pivots[j] = row;
        unroll<N - j - 1>([&](auto q) __attribute__((always_inline)) {
            constexpr int i = j + 1 + q;
            rows[j][i] = equal<R>(row, static_cast<Index>(i));
        });
        exchange<N, j>(v, rows);
        unroll<N>([&](auto i) __attribute__((always_inline)) { put<T>(v[i], a.at(i, j)); });
        Element<T> scale;
        Element<T> d;
        unroll<P>([&](auto part) __attribute__((always_inline)) { d[part] = v[j][part]; });
        const auto divide_rest = [&](Indices which) { divide(N - j - 1, a.block(j + 1, j), d, which); };
        if (reciprocal(d, scale, static_cast<Index>(j + 1), first_zero, divide_rest))
            unroll<N>([&](auto i) __attribute__((always_inline)) { get<T>(v[i], a.at(i, j)); });
        unroll<N - j - 1>([&](auto q) __attribute__((always_inline)) {
            multiply<T>(v[j + 1 + q], scale);
            put<T>(v[j + 1 + q], a.at(j + 1 + q, j));
        });
    }
    // N x N with a column in registers. The steps before are repeated on a column when its turn comes, so that L stays
    // in the order that it had then; its rows are interchanged at the end.
    template <int N>
    __attribute__((noinline)) static void factor_small(const Block<T>& a, Indices* pivots, Indices& first_zero) {
        Rows<N> rows;
        const auto do_column = [&](auto c) __attribute__((always_inline)) {
            Element<T> v[N];
            unroll<N>([&](auto i) __attribute__((always_inline)) { get<T>(v[i], a.at(i, c)); });
            steps_small<N, 0>(c, v, rows, a, pivots, first_zero);
        };
        // A loop is half the code (s, n = 14: 1.08 times as fast; c, n = 8: 0.9, 10: 1.05; z, n = 9: 0.96).
        if constexpr (P == 2 && N <= (single ? 7 : 8))
            unroll<N>(do_column);
        else
            for (int c = 0; c < N; ++c) do_column(c);
        unroll<(N > 2 ? N - 2 : 0)>([&](auto c) __attribute__((always_inline)) {
            Element<T> v[N];
            unroll<N - c - 1>([&](auto q) __attribute__((always_inline)) { get<T>(v[c + 1 + q], a.at(c + 1 + q, c)); });
            unroll<N - c - 2>([&](auto q) __attribute__((always_inline)) { exchange<N, c + 1 + q>(v, rows); });
            unroll<N - c - 1>([&](auto q) __attribute__((always_inline)) { put<T>(v[c + 1 + q], a.at(c + 1 + q, c)); });
        });
    }
    // The largest order that is done so. Granite Rapids, AVX-512, time against that of blocks: s n = 9: 0.6, 14: 0.75,
    // d n = 9: 0.75, 11: 0.87, z n = 9: 0.8, 10: 0.85, c n = 10: 0.7; AVX2: d n = 9: 0.75, z n = 9: 1.1. Against
    // numbers that stay together, Zen 4 and Emerald Rapids: z n = 11: 0.83 and 0.86, 12: 0.88 both; Zen 4: 14: 1.0.
    // More is too much code.
    static constexpr bool single = sizeof(R) == 4;
    static constexpr int small = vector_bytes == 64                      ? (P == 2   ? (single ? 10 : 12)
                                                                            : single ? 14
                                                                                     : 11)
                                 : vector_bytes * vector_registers > 256 ? (P == 2   ? 7
                                                                            : single ? 9
                                                                                     : 10)
                                                                         : 6;

    // `columns` of them as they are after those interchanges; the lines of the next pack's are asked for.
    template <int columns> __attribute__((noinline)) static void columns_in(i64 m, const Order<T>& rows, i64 offset,
                                                                            i64 ld, T* const* next, const Block<T>& x) {
        constexpr i64 line = 64 / static_cast<i64>(sizeof(T));
        for (i64 i = 0; i < m; ++i) {
            if (next && i % line == 0)
                unroll<columns>([&](auto c) __attribute__((always_inline)) {
                    unroll<L>([&](auto l) __attribute__((always_inline)) {
                        __builtin_prefetch(next[l] + offset + c * ld + i, 0, 2);
                    });
                });
            unroll<columns>([&](auto c) __attribute__((always_inline)) {
                Vec<R> v;
                unroll<L>([&](auto l) __attribute__((always_inline)) { v[int{l}] = rows.row[i][l][offset + c * ld]; });
                *x.at(i, c) = v;
            });
        }
    }

    // Whether columns come from memory when their turn comes, interchanged as they are then: half of the interchanges
    // are saved, but numbers are read one by one (Zen 4: d, n = 32: 0.94 of the time, 48: 0.92, s, n = 24: 1.1).
    static bool takes_columns_late(i64 n) { return sizeof(R) == 8 && n >= 28; }

    // Of real matrices; complex ones: Together.
    static void factor_blocks(i64 m, i64 n, const Block<T>& a, Indices* pivots, Indices& first_zero,
                              const Members<T>& from, i64 lda, T* const* next) {
        const i64 steps = min(m, n);
        Order<T> place;
        const bool late = takes_columns_late(n);
        if (late)
            place.begin(m, from);
        else
            pack_in<T>(m, n, from, lda, a.p, a.cs / P, next);
        in_tiles<T>(
            0, n, [&](auto columns, i64 j) __attribute__((always_inline)) {
                const Block<T> c = a.block(0, j);
                if (late) columns_in<columns>(m, place, j * lda * P, lda * P, next, c);
                const i64 known = min(j, steps);
                in_tiles<T>(
                    0, known, [&](auto rows, i64 i) __attribute__((always_inline)) {
                        solve_tile<T, rows, columns, true>(i, a, nullptr, c);
                    });
                if (j >= m) return;
                if (j > 0)
                    in_tiles<T>(
                        j, m, [&](auto rows, i64 i) __attribute__((always_inline)) {
                            update<rows, columns>(j, a.block(i, 0), c, c.block(i, 0));
                        });
                const Block<T> panel = a.block(j, j);
                Element<T> scale;
                unroll<columns>([&](auto s) __attribute__((always_inline)) {
                    if (j + s < steps) {
                        const Indices p = column<s>(m - j, panel, scale) + static_cast<Index>(j);
                        pivots[j + s] = p;
                        swap_rows<T>(late ? j + columns : n, a, j + s, p);
                        if (late)
                            for (int l = 0; l < L; ++l) place.interchange(l, j + s, p[l]);
                        Element<T> pivot;
                        get<T>(pivot, panel.at(s, s));
                        reciprocal(pivot, scale, static_cast<Index>(j + s + 1), first_zero,
                                   [&](Indices which) { divide(m - j - s - 1, panel.block(s + 1, s), pivot, which); });
                        if (s == columns - 1 || j + s == steps - 1)
                            for (i64 i = s + 1; i < m - j; ++i) {
                                Element<T> l;
                                get<T>(l, panel.at(i, s));
                                multiply<T>(l, scale);
                                put<T>(l, panel.at(i, s));
                            }
                    } else if (j + s < n && s > 0) {
                        // Wider than high: the rest of the panel's columns are rows of U alone.
                        solve_rest<s>(m - j, panel);
                    }
                });
            });
    }

    // x: space for a pack.
    static void factor(i64 m, i64 n, const Members<T>& from, i64 lda, void* const* ipiv, bool wide, T* const* next,
                       i64* info, Vec<R>* x) {
        const i64 ld = pack_ld(m);
        const Block<T> a{x, P, ld * P};
        Indices pivots[factor_order];
        Indices first_zero{};
        const i64 steps = min(m, n);
        if (m == n && n <= small && n > 1) {
            pack_in<T>(m, n, from, lda, x, ld, next);
            with_count<small>(
                n, [&](auto N) __attribute__((always_inline)) {
                    if constexpr (N > 1) factor_small<N>(a, pivots, first_zero);
                });
            pack_out<T>(m, n, from, lda, x, ld);
        } else if constexpr (P == 2) {
            Together<T>::factor_blocks(m, n, x, pivots, first_zero, from, lda, next);
        } else {
            factor_blocks(m, n, a, pivots, first_zero, from, lda, next);
            pack_out<T>(m, n, from, lda, x, ld);
        }
        for (int l = 0; l < from.count; ++l) {
            info[l] = first_zero[l];
            if (wide)
                for (i64 i = 0; i < steps; ++i) static_cast<std::int64_t*>(ipiv[l])[i] = pivots[i][l] + 1;
            else
                for (i64 i = 0; i < steps; ++i)
                    static_cast<std::int32_t*>(ipiv[l])[i] = static_cast<std::int32_t>(pivots[i][l] + 1);
        }
    }

    // Column s of a panel of m <= s rows.
    template <int s> static void solve_rest(i64 m, const Block<T>& a) {
        for (i64 t = 1; t < m; ++t) {
            Element<T> u;
            get<T>(u, a.at(t, s));
            for (i64 q = 0; q < t; ++q) {
                Element<T> l, above;
                get<T>(l, a.at(t, q));
                get<T>(above, a.at(q, s));
                subtract_product<T>(u, l, above);
            }
            put<T>(u, a.at(t, s));
        }
    }
};

// ---- GETRF of complex matrices: numbers stay together in a pack. Vector h of an element holds the numbers of matrices
// h, h + 2, ..., as they lie in memory, so that rows are interchanged by whole numbers and conversions have half as
// much to do as into real and imaginary parts. Columns come from memory when their turn comes, interchanged as they are
// then. Times against those of the other form: Intel, AVX-512: z n = 9 .90, 16 .80, 28 .92, c n = 16 .90, 28 .77; AVX2:
// z n = 16 .85, c n = 16 .85. The bits are the same.

template <class T, std::size_t = sizeof(T)> struct NumberOf { typedef typename VectorOf<real_t<T>, 2>::loose type; };
template <class T> struct NumberOf<T, 8> { typedef double type __attribute__((may_alias, aligned(4))); };

template <class T> struct Together {
    using R = real_t<T>;
    using V = Vec<R>;
    static constexpr int L = lanes<R>;
    static constexpr int H = L / 2;                           // numbers in a vector
    static constexpr int B = vector_registers == 32 ? 4 : 3;  // rows and columns of a tile
    using Index = SHUNT_ISA::Index<R>;
    using Indices = SHUNT_ISA::Indices<R>;
    using Number = typename NumberOf<T>::type;

    // A block column of both halves, row by row.
    struct Panel {
        V* p;
        static constexpr i64 apart = factor_order * B;

        SHUNT_INLINE V& at(int h, i64 i, i64 j) const { return p[h * apart + i * B + j]; }
        SHUNT_INLINE Panel from(i64 i, i64 j) const { return {p + i * B + j}; }
    };
    // L of both halves: B rows at a time, whose columns follow one another. Row i begins at row[i].
    struct Lower {
        V* p;
        i64 apart = 0;
        i64 row[factor_order];

        Lower(i64 m, i64 n, V* space) : p(space) {
            for (i64 i = 0; i < m; ++i) {
                row[i] = apart + i % B;
                if (i % B == B - 1 || i == m - 1) apart += min(i / B * B + B, n) * B;
            }
        }
        SHUNT_INLINE V& at(int h, i64 i, i64 j) const { return p[h * apart + row[i] + j * B]; }
    };
    // Of both halves.
    static constexpr i64 space(i64 n) {
        i64 sum = 0;
        for (i64 i = 0; i < n; i += B) sum += 2 * B * min(i + B, n);
        return sum;
    }
    static_assert(space(10) <= pack_size<T>(10) && space(order) <= pack_size<T>(order) &&
                  space(factor_order) <= pack_size<T>(space_order<T>));

    // What a product takes of its right factor x: re x, re x, and im x, -im x.
    struct Factor {
        V re, im;
    };
    template <int... J> static SHUNT_INLINE V swapped(V x, std::integer_sequence<int, J...>) {
        return __builtin_shufflevector(x, x, (J ^ 1)...);
    }
    static SHUNT_INLINE V swapped(V x) { return swapped(x, std::make_integer_sequence<int, L>{}); }
    template <int... J> static SHUNT_INLINE Indices odd_signs(std::integer_sequence<int, J...>) {
        constexpr Index bit = sizeof(R) == 8 ? Index(INT64_MIN) : Index(INT32_MIN);
        return Indices{(J & 1 ? bit : Index(0))...};
    }
    // re and im: of number l in lane l + (l + h) % 2.
    template <int h, int... J> static SHUNT_INLINE Factor spread(V re, V im, std::integer_sequence<int, J...> all) {
        const V minus = (V)((Indices)__builtin_shufflevector(im, im, (h ? J | 1 : J & ~1)...) ^ odd_signs(all));
        return {__builtin_shufflevector(re, re, (h ? J | 1 : J & ~1)...), minus};
    }
    static SHUNT_INLINE Factor factor(V x) { return spread<0>(x, swapped(x), std::make_integer_sequence<int, L>{}); }
    // acc -= x * f, in the order of subtract_product; y: x swapped.
    static SHUNT_INLINE void subtract(V& acc, V x, V y, const Factor& f) {
        acc -= x * f.re;
        acc += y * f.im;
    }
    static SHUNT_INLINE void multiply(V& x, const Factor& f) { x = x * f.re - rounded(swapped(x) * f.im); }

    // Both vectors of an element to the real and the imaginary parts of all matrices, and back.
    static SHUNT_INLINE void transpose(Element<T>& x) {
        detail::exchange<1>(x[0], x[1], std::make_integer_sequence<int, L>{});
    }

    // One vector of the numbers at(0) ... at(H - 1).
    template <int N, class F> static SHUNT_INLINE Vec<R, N> collect(int first, F&& at) {
        if constexpr (N * sizeof(R) == 16 && sizeof(T) == 8)
            return (Vec<R, 4>)Vec<double, 2>{at(first), at(first + 1)};
        else if constexpr (N * sizeof(R) == 16)
            return at(first);
        else
            return detail::join(collect<N / 2>(first, at), collect<N / 2>(first + N / 4, at),
                                std::make_integer_sequence<int, N>{});
    }

    // acc -= A U, A M x k.
    template <int M, int N> static SHUNT_INLINE void subtract(V (&acc)[M][N], i64 k, const V* a, const Factor* u) {
        for (; k > 0; --k, a += B, u += N)
            unroll<M>([&](auto r) __attribute__((always_inline)) {
                const V x = a[r];
                const V y = swapped(x);
                unroll<N>([&](auto c) __attribute__((always_inline)) { subtract(acc[r][c], x, y, u[c]); });
            });
    }
    template <int M, int N> static SHUNT_INLINE void load(V (&acc)[M][N], const V* x) {
        unroll<M>([&](auto r) __attribute__((always_inline)) {
            unroll<N>([&](auto c) __attribute__((always_inline)) { acc[r][c] = x[r * B + c]; });
        });
    }
    template <int M, int N> static SHUNT_INLINE void store(const V (&acc)[M][N], V* x) {
        unroll<M>([&](auto r) __attribute__((always_inline)) {
            unroll<N>([&](auto c) __attribute__((always_inline)) { x[r * B + c] = acc[r][c]; });
        });
    }
    // One half of M rows of a panel: X -= A U. Numbers alone are passed: what is stored word by word and loaded as a
    // vector is waited for.
    template <int M, int N> __attribute__((noinline)) static void update(i64 k, const V* a, const Factor* u, V* x) {
        V acc[M][N];
        load<M, N>(acc, x);
        subtract<M, N>(acc, k, a, u);
        store<M, N>(acc, x);
    }
    // The same half of rows i ... of U; those above are in u, where these go too.
    template <int M, int N> __attribute__((noinline)) static void solve(i64 i, const V* a, Factor* u, V* x) {
        V acc[M][N];
        load<M, N>(acc, x);
        subtract<M, N>(acc, i, a, u);
        u += i * N;
        a += i * B;
        unroll<M>([&](auto k) __attribute__((always_inline)) {
            Factor f[N];
            unroll<N>([&](auto c) __attribute__((always_inline)) { u[k * N + c] = f[c] = factor(acc[k][c]); });
            unroll<M - k - 1>([&](auto q) __attribute__((always_inline)) {
                constexpr int r = k + 1 + q;
                const V l = a[r + k * B];
                const V m = swapped(l);
                unroll<N>([&](auto c) __attribute__((always_inline)) { subtract(acc[r][c], l, m, f[c]); });
            });
        });
        store<M, N>(acc, x);
    }

    // Column s of a panel as in Getrf; scale: for both halves.
    template <int s>
    __attribute__((noinline)) static Indices column(i64 m, Panel a, const Factor* scale, Element<T>& pivot) {
        Factor u[s + 1][2];
        unroll<s>([&](auto t) __attribute__((always_inline)) {
            unroll<2>([&](auto h) __attribute__((always_inline)) {
                V x = a.at(h, t, s);
                unroll<t>([&](auto q) __attribute__((always_inline)) {
                    const V l = a.at(h, t, q);
                    subtract(x, l, swapped(l), u[q][h]);
                });
                a.at(h, t, s) = x;
                u[t][h] = factor(x);
            });
        });
        const auto step = [&](i64 i, Element<T> & x) __attribute__((always_inline)) {
            unroll<2>([&](auto h) __attribute__((always_inline)) {
                x[h] = a.at(h, i, s);
                unroll<s>([&](auto t) __attribute__((always_inline)) {
                    V l = a.at(h, i, t);
                    if constexpr (t == s - 1) {
                        multiply(l, scale[h]);
                        a.at(h, i, t) = l;
                    }
                    subtract(x[h], l, swapped(l), u[t][h]);
                });
                if constexpr (s > 0) a.at(h, i, s) = x[h];
            });
            transpose(x);
            return magnitude<R>(x[0]) + magnitude<R>(x[1]);
        };
        Indices row = Indices{} + static_cast<Index>(s);
        Indices best_row = row;
        V best = step(s, pivot);
        for (i64 i = s + 1; i < m; ++i) {
            Element<T> x;
            const V size = step(i, x);
            row += 1;
            const auto more = size > best;
            best_row = more ? row : best_row;
            pivot[0] = more ? x[0] : pivot[0];
            pivot[1] = more ? x[1] : pivot[1];
            best = larger<R>(size, best);
        }
        return best_row;
    }

    // A row that begins at x, and of each matrix the one that lies so many numbers behind it, in n columns.
    static SHUNT_INLINE void swap_rows(i64 n, V* x, i64 cs, i64 apart, const i64 (&behind)[L]) {
        for (i64 c = 0; c < n; ++c, x += cs)
            unroll<2>([&](auto h) __attribute__((always_inline)) {
                Number* const p = reinterpret_cast<Number*>(x + h * apart);
                const V pivots = collect<L>(
                    0, [&](int k) __attribute__((always_inline)) { return p[k + behind[2 * k + h]]; });
                unroll<H>([&](auto k) __attribute__((always_inline)) { p[k + behind[2 * k + h]] = p[k]; });
                x[h * apart] = pivots;
            });
    }

    // m rows of columns that lie `offset` from those of `rows`. One half after the other, as pages may lie between
    // matrices: lines of 16 of them would fall into one set of the cache.
    template <int columns>
    __attribute__((noinline)) static void columns_in(i64 m, const Order<T>& rows, i64 offset, i64 ld, Panel x) {
        unroll<2>([&](auto h) __attribute__((always_inline)) {
            for (i64 i = 0; i < m; ++i) {
                const R* p[H];
                unroll<H>([&](auto k) __attribute__((always_inline)) { p[k] = rows.row[i][2 * k + h] + offset; });
                unroll<columns>([&](auto c) __attribute__((always_inline)) {
                    x.at(h, i, c) = collect<L>(
                        0, [&](int k) __attribute__((always_inline)) {
                            return *reinterpret_cast<const Number*>(p[k] + c * ld);
                        });
                });
            }
        });
    }
    // Asks for the lines of m rows.
    template <int columns> __attribute__((noinline)) static void ask(i64 m, T* const* a, i64 offset, i64 ld) {
        constexpr i64 line = 64 / static_cast<i64>(sizeof(T));
        for (i64 i = 0; i < m; i += line)
            unroll<columns>([&](auto c) __attribute__((always_inline)) {
                unroll<L>([&](auto l) __attribute__((always_inline)) {
                    __builtin_prefetch(reinterpret_cast<R*>(a[l]) + offset + c * ld + i * 2, 0, 2);
                });
            });
    }
    // Into the first level, to be written too (Granite Rapids, z: n = 22: .98, 28: .93 of the time; c: 1.0).
    __attribute__((noinline)) static void ask_own(i64 m, const Members<T>& a, i64 offset, i64 ld, i64 columns) {
        constexpr i64 line = 64 / static_cast<i64>(sizeof(T));
        for (i64 c = 0; c < columns; ++c)
            for (i64 i = 0; i < m; i += line)
                unroll<L>([&](auto l) __attribute__((always_inline)) {
                    __builtin_prefetch(a.p[l] + offset + c * ld + i * 2, 1, 3);
                });
    }
    // Four lanes: two numbers.
    template <int s> static SHUNT_INLINE Vec<R, 4> segment(V v) {
        if constexpr (SHUNT_ISA::segment<R> == 4)
            return detail::segment_of<R, s>(v);
        else
            return detail::part_of<s * 4>(v, std::make_integer_sequence<int, 4>{});
    }
    // m x n elements to `offset` of each matrix, row i from x + row[i] on; the lines of the next column from row `step`
    // on are asked for.
    template <bool all> __attribute__((noinline)) static void columns_out(i64 m, i64 n, const Members<T>& to,
                                                                          i64 offset, i64 ld, i64 step, const V* x,
                                                                          i64 cs, i64 apart, const i64* row) {
        constexpr i64 line = 64 / static_cast<i64>(sizeof(T));
        unroll<2>([&](auto h) __attribute__((always_inline)) {
            R* p[H];
            unroll<H>([&](auto k) __attribute__((always_inline)) { p[k] = to.p[2 * k + h] + offset; });
            const auto put = [&](i64 i, i64 j) __attribute__((always_inline)) {
                const V v = x[row[i] + j * cs + h * apart];
                unroll<H>([&](auto k) __attribute__((always_inline)) {
                    if (all || 2 * k + h < to.count)
                        store_block<2>(p[k] + i * 2, detail::part_of<2 * k>(v, std::make_integer_sequence<int, 2>{}));
                });
            };
            for (i64 j = 0; j < n; ++j) {
                i64 i = 0;
                if (reinterpret_cast<std::uintptr_t>(p[0]) % (2 * sizeof(T)) != 0) put(i++, j);
                if constexpr (L >= 4)
                    for (; i + 2 <= m; i += 2) {
                        if (i % line < 2)
                            unroll<H>([&](auto k) __attribute__((always_inline)) {
                                __builtin_prefetch(p[k] + ld + (i + step) * 2, 1, 3);
                            });
                        V v[2] = {x[row[i] + j * cs + h * apart], x[row[i + 1] + j * cs + h * apart]};
                        detail::exchange<2>(v[0], v[1], std::make_integer_sequence<int, L>{});
                        unroll<H>([&](auto k) __attribute__((always_inline)) {
                            if (all || 2 * k + h < to.count) store_block<4>(p[k] + i * 2, segment<k / 2>(v[k % 2]));
                        });
                    }
                for (; i < m; ++i) put(i, j);
                unroll<H>([&](auto k) __attribute__((always_inline)) { p[k] += ld; });
            }
        });
    }

    // Lanes of m elements of x are divided by d.
    __attribute__((noinline)) static void divide(i64 m, Panel x, const Element<T>& d, Indices which) {
        for (i64 i = 0; i < m; ++i) {
            Element<T> e{x.at(0, i, 0), x.at(1, i, 0)};
            transpose(e);
            divide_lanes<T>(e, d, which);
            transpose(e);
            x.at(0, i, 0) = e[0];
            x.at(1, i, 0) = e[1];
        }
    }

    // U goes back by block columns, L at the end: what is kept is a half.
    static void factor_blocks(i64 m, i64 n, V* x, Indices* pivots, Indices& first_zero, const Members<T>& from, i64 lda,
                              T* const* next) {
        const auto out = from.count == L ? columns_out<true> : columns_out<false>;
        const i64 steps = min(m, n);
        const i64 ld = lda * 2;
        Order<T> place;
        place.begin(m, from);
        const Lower lower(m, n, x);
        Factor u[factor_order * B];
        V rows_of_panel[2 * Panel::apart];
        const Panel panel{rows_of_panel};
        i64 row_of_panel[factor_order];
        for (i64 i = 0; i < m; ++i) row_of_panel[i] = i * B;
        in_steps<B>(
            0, n, [&](auto columns, i64 j) __attribute__((always_inline)) {
                const i64 known = min(j, steps);
                if (next) ask<columns>(m, next, j * ld, ld);
                if (sizeof(T) == 16 && n >= 20 && j + B < n) ask_own(m, from, (j + B) * ld, ld, min(n - j - B, B));
                columns_in<columns>(m, place, j * ld, ld, panel);
                if (j > 0) {
                    for (int h = 0; h < 2; ++h) {
                        in_steps<B>(
                            0, known, [&](auto rows, i64 i) __attribute__((always_inline)) {
                                solve<rows, columns>(i, &lower.at(h, i, 0), u, &panel.at(h, i, 0));
                            });
                        in_steps<B>(
                            j, m, [&](auto rows, i64 i) __attribute__((always_inline)) {
                                update<rows, columns>(j, &lower.at(h, i, 0), u, &panel.at(h, i, 0));
                            });
                    }
                    out(known, columns, from, j * ld, ld, 0, panel.p, 1, Panel::apart, row_of_panel);
                }
                if (j >= m) return;
                const Panel rest = panel.from(j, 0);
                Factor scale[2];
                unroll<columns>([&](auto s) __attribute__((always_inline)) {
                    if (j + s < steps) {
                        Element<T> pivot, inverse;
                        const Indices p = column<s>(m - j, rest, scale, pivot) + static_cast<Index>(j);
                        pivots[j + s] = p;
                        i64 in_panel[L], in_lower[L];
                        for (int l = 0; l < L; ++l) {
                            const i64 q = p[l];
                            in_panel[l] = (q - j - s) * B * H;
                            in_lower[l] = (lower.row[q] - lower.row[j + s]) * H;
                            place.interchange(l, j + s, q);
                        }
                        swap_rows(columns, &rest.at(0, s, 0), 1, Panel::apart, in_panel);
                        const i64 below = m - j - s - 1;
                        Getrf<T>::reciprocal(pivot, inverse, static_cast<Index>(j + s + 1), first_zero,
                                             [&](Indices which) { divide(below, rest.from(s + 1, s), pivot, which); });
                        swap_rows(j, &lower.at(0, j + s, 0), B, lower.apart, in_lower);
                        const auto lanes = std::make_integer_sequence<int, L>{};
                        scale[0] = spread<0>(inverse[0], inverse[1], lanes);
                        scale[1] = spread<1>(inverse[0], inverse[1], lanes);
                        if (s == columns - 1 || j + s == steps - 1)
                            for (i64 i = s + 1; i <= s + below; ++i)
                                unroll<2>([&](auto h)
                                              __attribute__((always_inline)) { multiply(rest.at(h, i, s), scale[h]); });
                    } else if (j + s < n && s > 0) {
                        solve_rest<s>(m - j, rest);
                    }
                });
                for (i64 i = j; i < m; ++i)
                    unroll<columns>([&](auto c) __attribute__((always_inline)) {
                        unroll<2>([&](auto h)
                                      __attribute__((always_inline)) { lower.at(h, i, j + c) = panel.at(h, i, c); });
                    });
            });
        for (i64 j = 0; j < steps; j += B)
            out(m - j, min(B, n - j), from, j * (ld + 2), ld, 1, lower.p + j * B, B, lower.apart, lower.row + j);
    }
    // Column s of a panel of m <= s rows.
    template <int s> static void solve_rest(i64 m, Panel a) {
        for (i64 t = 1; t < m; ++t)
            for (int h = 0; h < 2; ++h) {
                V x = a.at(h, t, s);
                for (i64 q = 0; q < t; ++q) {
                    const V l = a.at(h, t, q);
                    subtract(x, l, swapped(l), factor(a.at(h, q, s)));
                }
                a.at(h, t, s) = x;
            }
    }
};

// ---- One matrix alone: vectors run down its columns. Each element goes through the same operations as in a pack, so
// that its bits are the same; what is left over by whole packs is done this way where it is faster.

template <class T> struct Alone {
    using R = real_t<T>;
    static constexpr int L = lanes<R>;
    static constexpr int P = parts<T>;

    i64 m, n, height;  // vectors in a column
    Vec<R>* x;

    Alone(i64 rows, i64 columns, Vec<R>* space) : m(rows), n(columns), height((rows + L - 1) / L), x(space) {}

    // Vector v of column j; a number in it.
    SHUNT_INLINE Vec<R>* at(i64 v, i64 j) const { return x + (j * height + v) * P; }
    SHUNT_INLINE R& number(i64 i, i64 j, int part) const { return reinterpret_cast<R*>(at(i / L, j) + part)[i % L]; }
    SHUNT_INLINE void spread(Element<T>& s, i64 i, i64 j) const {
        unroll<P>([&](auto part) __attribute__((always_inline)) { s[part] = broadcast(number(i, j, part)); });
    }
    // Whether a lane of vector v lies below row j.
    static SHUNT_INLINE Indices<R> below(i64 v, i64 j) {
        return lane_numbers<R>() > Indices<R>{} + static_cast<Index<R>>(j - v * L);
    }
    static SHUNT_INLINE void keep(Element<T>& next, const Element<T>& old, Indices<R> mask) {
        unroll<P>([&](auto part) __attribute__((always_inline)) { next[part] = mask ? next[part] : old[part]; });
    }

    // Rows from `first` on of each column, first = 0 or the column's own number; zero above and below.
    void columns_in(bool lower, const T* a, i64 lda) const {
        for (i64 j = 0; j < n; ++j) {
            const R* p = reinterpret_cast<const R*>(a + j * lda);
            for (i64 v = lower ? j / L : 0; v < height; ++v) {
                const int count = static_cast<int>(min(L, m - v * L));
                Vec<R> e[2];
                e[0] = load_first(p + v * L * P, count * P < L ? count * P : L);
                if constexpr (P == 2) {
                    e[1] = 2 * count > L ? load_first(p + v * L * P + L, 2 * count - L) : Vec<R>{};
                    deinterleave<L>(e[0], e[1], e[0], e[1]);
                }
                if (lower && v == j / L)
                    for (int part = 0; part < P; ++part) e[part] = below(v, j - 1) ? e[part] : Vec<R>{};
                for (int part = 0; part < P; ++part) at(v, j)[part] = e[part];
            }
        }
    }
    void columns_out(bool lower, T* a, i64 lda) const {
        for (i64 j = 0; j < n; ++j) {
            R* p = reinterpret_cast<R*>(a + j * lda);
            i64 v = lower ? j / L : 0;
            if (lower && j % L != 0) {
                for (i64 i = j; i < min(m, (v + 1) * L); ++i)
                    for (int part = 0; part < P; ++part) p[i * P + part] = number(i, j, part);
                ++v;
            }
            for (; v < height; ++v) {
                const int count = static_cast<int>(min(L, m - v * L));
                Vec<R> e[2] = {at(v, j)[0], at(v, j)[P - 1]};
                if constexpr (P == 2) interleave<L>(e[0], e[1], e[0], e[1]);
                store_first(p + v * L * P, e[0], count * P < L ? count * P : L);
                if (P == 2 && 2 * count > L) store_first(p + v * L * P + L, e[1], 2 * count - L);
            }
        }
    }

    // The upper triangle of a, column i as row i of this lower one; squares of L x L numbers are transposed.
    // visit(square, row, column, numbers in its columns, the first of which is c, where they are in a).
    template <class Visit> SHUNT_INLINE void squares(T* a, i64 lda, Visit&& visit) const {
        for (i64 v = 0; v < height; ++v)
            for (i64 w = 0; w <= v; ++w) {
                Vec<R> e[P][L];
                visit(
                    e, v, w, [&](int c) __attribute__((always_inline)) {
                        const int rows = v == w ? c + 1 : L;
                        return std::pair{reinterpret_cast<R*>(a + w * L + (v * L + c) * lda), v * L + c < n ? rows : 0};
                    });
            }
    }
    void rows_in(T* a, i64 lda) const {
        squares(
            a, lda, [&](auto& e, i64 v, i64 w, const auto& column) __attribute__((always_inline)) {
                for (int c = 0; c < L; ++c) {
                    const auto [p, count] = column(c);
                    for (int part = 0; part < P; ++part) e[part][c] = Vec<R>{};
                    if (count == 0) continue;
                    e[0][c] = load_first(p, count * P < L ? count * P : L);
                    if constexpr (P == 2) {
                        if (2 * count > L) e[1][c] = load_first(p + L, 2 * count - L);
                        deinterleave<L>(e[0][c], e[1][c], e[0][c], e[1][c]);
                    }
                }
                for (int part = 0; part < P; ++part) transpose<R>(e[part]);
                for (int c = 0; c < min(L, n - w * L); ++c)
                    for (int part = 0; part < P; ++part) at(v, w * L + c)[part] = e[part][c];
            });
    }
    void rows_out(T* a, i64 lda) const {
        squares(
            a, lda, [&](auto& e, i64 v, i64 w, const auto& column) __attribute__((always_inline)) {
                for (int c = 0; c < L; ++c)
                    for (int part = 0; part < P; ++part) e[part][c] = w * L + c < n ? at(v, w * L + c)[part] : Vec<R>{};
                for (int part = 0; part < P; ++part) transpose<R>(e[part]);
                for (int c = 0; c < L; ++c) {
                    const auto [p, count] = column(c);
                    if (count == 0) break;
                    if constexpr (P == 2) interleave<L>(e[0][c], e[1][c], e[0][c], e[1][c]);
                    store_first(p, e[0][c], count * P < L ? count * P : L);
                    if (P == 2 && 2 * count > L) store_first(p + L, e[P - 1][c], 2 * count - L);
                }
            });
    }

    // Columns first ... -= column j * s(c), below row j alone if `masked`.
    template <bool conj, bool masked, int N>
    SHUNT_INLINE void update(i64 v, i64 j, i64 first, const Element<T> (&s)[N]) {
        Element<T> l;
        get<T>(l, at(v, j));
        unroll<N>([&](auto c) __attribute__((always_inline)) {
            Element<T> next, old;
            get<T>(old, at(v, first + c));
            get<T>(next, at(v, first + c));
            subtract_product<T, conj>(next, l, s[c]);
            if (masked) keep(next, old, below(v, j));
            put<T>(next, at(v, first + c));
        });
    }
    template <bool conj, bool masked, int N>
    SHUNT_INLINE void update_columns(i64 j, i64 first, const Element<T> (&s)[N]) {
        i64 v = masked ? j / L : first / L;
        if (masked) update<conj, true, N>(v++, j, first, s);
        for (; v < height; ++v) update<conj, false, N>(v, j, first, s);
    }

    // Columns first ... first + N - 1 from vector v on: what all columns before give is subtracted.
    template <int V, int N> __attribute__((noinline)) void update_panel(i64 v, i64 first) {
        Element<T> acc[V][N];
        unroll<V>([&](auto r) __attribute__((always_inline)) {
            unroll<N>([&](auto c) __attribute__((always_inline)) { get<T>(acc[r][c], at(v + r, first + c)); });
        });
        for (i64 k = 0; k < first; ++k) {
            Element<T> s[N];
            unroll<N>([&](auto c) __attribute__((always_inline)) { spread(s[c], first + c, k); });
            unroll<V>([&](auto r) __attribute__((always_inline)) {
                Element<T> l;
                get<T>(l, at(v + r, k));
                unroll<N>([&](auto c)
                              __attribute__((always_inline)) { subtract_product<T, true>(acc[r][c], l, s[c]); });
            });
        }
        unroll<V>([&](auto r) __attribute__((always_inline)) {
            unroll<N>([&](auto c) __attribute__((always_inline)) { put<T>(acc[r][c], at(v + r, first + c)); });
        });
    }

    // From column `start` on, a multiple of N: those before are done.
    i64 potrf(char uplo, T* a, i64 lda, i64 start = 0) {
        if (uplo == 'L')
            columns_in(true, a, lda);
        else
            rows_in(a, lda);
        constexpr int N = 4 / P;  // columns of a panel
        i64 info = 0;
        i64 done = n;
        i64 panel = start;  // ends before this column
        for (i64 j = start; j < n; ++j) {
            if (j == panel) {
                panel = min(j + N, n);
                if (j > 0)
                    in_steps<3>(
                        j / L, height, [&](auto vectors, i64 v) __attribute__((always_inline)) {
                            with_count<N>(
                                panel - j, [&](auto columns) __attribute__((always_inline)) {
                                    update_panel<vectors, columns>(v, j);
                                });
                        });
            }
            // NOLINTNEXTLINE(clang-analyzer-core.CallAndMessage): it was read in
            const Vec<R> d = broadcast(number(j, j, 0));
            if constexpr (P == 2) number(j, j, 1) = 0;
            if (!(d[0] > 0)) {
                info = done = j + 1;
                break;
            }
            Vec<R> root, inv;
            square_root<R>(d, root, inv);
            for (i64 v = j / L; v < height; ++v)
                unroll<P>([&](auto part) __attribute__((always_inline)) { at(v, j)[part] *= inv; });
            number(j, j, 0) = root[0];
            for (i64 c = j + 1; c < panel; ++c) {
                Element<T> s[1];
                spread(s[0], c, j);
                update_columns<true, false, 1>(j, c, s);
            }
        }
        // Of a failed matrix the columns before and the pivot.
        if (info == 0 && uplo == 'L') {
            columns_out(true, a, lda);
        } else if (info == 0) {
            rows_out(a, lda);
        } else {
            for (i64 j = 0; j < done; ++j)
                for (i64 i = j; i < (info != 0 && j == done - 1 ? done : n); ++i)
                    for (int part = 0; part < P; ++part)
                        reinterpret_cast<R*>(uplo == 'L' ? a + i + j * lda : a + j + i * lda)[part] =
                            number(i, j, part);
        }
        return info;
    }

    // The largest lane in all lanes.
    template <int S = L / 2, int... J>
    static SHUNT_INLINE Vec<R> largest(Vec<R> v, std::integer_sequence<int, J...> all) {
        if constexpr (S == 0)
            return v;
        else
            return largest<S / 2>(larger<R>(v, __builtin_shufflevector(v, v, (J ^ S)...)), all);
    }
    // The first row of the largest magnitude in column j from row j on.
    i64 pivot_row(i64 j) const {
        const i64 first = j / L;
        const auto size_of = [&](i64 v) __attribute__((always_inline)) {
            Vec<R> size = magnitude<R>(at(v, j)[0]);
            if constexpr (P == 2) size += magnitude<R>(at(v, j)[1]);
            return v == first ? (below(v, j - 1) ? size : broadcast(R(-1))) : size;
        };
        R at_first = number(j, j, 0);  // NOLINT(clang-analyzer-core.uninitialized.Assign): it was read in
        if constexpr (P == 2) at_first += number(j, j, 1);
        if (at_first != at_first) return j;  // NOLINT(misc-redundant-expression): a NaN
        Vec<R> best = broadcast(R(-1));
        for (i64 v = first; v < height; ++v) best = larger<R>(size_of(v), best);
        best = largest(best, std::make_integer_sequence<int, L>{});
        const R most = best[0];
        for (i64 v = first; v < height; ++v) {
            const Vec<R> size = size_of(v);
            const unsigned found = greater_lanes<R>(size == most ? broadcast(R(1)) : Vec<R>{}, Vec<R>{});
            if (found) return v * L + __builtin_ctz(found);
        }
        return j;
    }

    i64 getrf(T* a, i64 lda, void* ipiv, bool wide) {
        columns_in(false, a, lda);
        Indices<R> first_zero{};
        for (i64 j = 0; j < min(m, n); ++j) {
            const i64 p = pivot_row(j);
            if (wide)
                static_cast<std::int64_t*>(ipiv)[j] = p + 1;
            else
                static_cast<std::int32_t*>(ipiv)[j] = static_cast<std::int32_t>(p + 1);
            if (p != j)
                for (i64 c = 0; c < n; ++c)
                    for (int part = 0; part < P; ++part) {
                        const R t = number(j, c, part);
                        number(j, c, part) = number(p, c, part);
                        number(p, c, part) = t;
                    }
            Element<T> d, divisor, scale;
            spread(d, j, j);
            spread(divisor, j, j);
            const bool unusual =
                Getrf<T>::reciprocal(d, scale, static_cast<Index<R>>(j + 1), first_zero, [](Indices<R>) {});
            const bool divided = unusual && (divisor[0][0] != 0 || divisor[P - 1][0] != 0);
            for (i64 v = j / L; v < height; ++v) {
                Element<T> e, old;
                get<T>(e, at(v, j));
                get<T>(old, at(v, j));
                if (divided) divide_lanes<T>(e, divisor, below(v, j));
                multiply<T>(e, scale);
                keep(e, old, below(v, j));
                put<T>(e, at(v, j));
            }
            i64 c = j + 1;
            constexpr int N = 4 / P;
            for (; c + N <= n; c += N) {
                Element<T> s[N];
                for (int q = 0; q < N; ++q) spread(s[q], j, c + q);
                update_columns<false, true, N>(j, c, s);
            }
            for (; c < n; ++c) {
                Element<T> s[1];
                spread(s[0], j, c);
                update_columns<false, true, 1>(j, c, s);
            }
        }
        columns_out(false, a, lda);
        return first_zero[0];
    }
};

// Whether `count` matrices, fewer than a pack, take less time one by one: up to so many eighths of a pack.
template <class T> SHUNT_INLINE bool few(i64 count, i64 eighths) {
    return count * 8 <= lanes<real_t<T>> * eighths;
}

// A frame of the size that is needed: some compilers touch each page of it.
template <class T, i64 n, class F> [[gnu::noinline]] void with_space(const F& f) {
    alignas(64) Vec<real_t<T>> x[pack_size<T>(n)];
    f(x);
}
template <class T, class F> void with_space_for(i64 n, const F& f) {
    if (n <= 10)
        with_space<T, 10>(f);
    else if (n <= order)
        with_space<T, order>(f);
    else
        with_space<T, space_order<T>>(f);
}

// The orders up to which packs are faster than the way within a matrix. Granite Rapids and Zen 4, in cache: double
// precision potrf 'L' n = 40: 1.4 and 1.2 times as fast, getrf n = 56: 1.5 and 1.35. Where a whole number of pages
// lies between matrices, their columns meet in few sets of the cache. Complex getrf, Intel with two units, n = 48: 1.2
// (z) and 1.45 (c) times as fast in packs, but what is left over by them .77; n = 64, z: 1.1 and .5. Zen 4, n = 48 and
// 64: 1.25 (z) and 1.3 (c), left over .7 and .65. Complex potrf, n = 36: 1.6 (z) and 1.9 (c), left over .6; n = 49 ...
// 63, Emerald Rapids and Zen 4: 1.15 ... 1.5 (z) and 1.3 ... 1.7 (c), left over .75 (L) and .55 (U), which is
// still 1.25 times as fast as OpenBLAS; without Direct, Intel with two units: 1.5 and .55.
template <class T> bool packs_potrf(i64 n) {
    if (n > min(potrf_order<T>, 63)) return false;
    return parts<T> == 1 || vector_bytes == 64 || !double_fma() || n <= order;
}
template <class T> bool packs_getrf(i64 m, i64 n) {
    const i64 most = sizeof(T) == 16 && double_fma() ? 58 : factor_order;
    return m <= most && n <= most;
}

template <class T> bool potrf(const Alike<T>& s, const Operands<T>& o, i64 count, i64* info) {
    constexpr int L = lanes<real_t<T>>;
    const i64 n = s.n;
    if (!packs_potrf<T>(n)) return false;
    const bool fits = n <= space_order<T>;  // a pack that is not read and written tile by tile
    const i64 eighths = n < 12 ? 0 : n < 28 ? 1 : parts<T> == 1 ? 2 : 3;
    with_space_for<T>(n > 8 && n <= paired_order ? order : n, [&](Vec<real_t<T>>* x) {
        i64 i = 0;
        if constexpr (vector_bytes == 64) i = Potrf<T>::factor_full(s, o.a, count, info, x);
        for (; fits && i < count && !few<T>(count - i, eighths); i += L)
            Potrf<T>::factor(s.uplo, n, members<T>(o.a + i, count - i), s.lda,
                             next_pack<T>(s.resident, o.a, i, count, n, s.lda), info + i, x);
        for (; i < count; ++i) info[i] = Alone<T>(n, n, x).potrf(s.uplo, o.a[i], s.lda);
    });
    return true;
}

template <class T> bool getrf(const Alike<T>& s, const Operands<T>& o, i64 count, i64* info) {
    constexpr int L = lanes<real_t<T>>;
    if (!packs_getrf<T>(s.m, s.n)) return false;
    const i64 n = min(s.m, s.n);
    with_space_for<T>(s.m > s.n ? s.m : s.n, [&](Vec<real_t<T>>* x) {
        i64 i = 0;
        for (; i < count && !few<T>(count - i, n < 7 ? 0 : n < 12 ? 1 : n < 16 ? 2 : n < 24 ? 3 : 4); i += L)
            Getrf<T>::factor(s.m, s.n, members<T>(o.a + i, count - i), s.lda, o.ipiv + i, s.wide,
                             next_pack<T>(s.resident, o.a, i, count, s.n, s.lda), info + i, x);
        for (; i < count; ++i) info[i] = Alone<T>(s.m, s.n, x).getrf(o.a[i], s.lda, o.ipiv[i], s.wide);
    });
    return true;
}

// ---- One right-hand side of a larger matrix, within the matrix

template <int lane, class V, int... J> SHUNT_INLINE V splat(V x, std::integer_sequence<int, J...>) {
    return __builtin_shufflevector(x, x, (J * 0 + lane)...);
}

// Asks for a vector of a matrix to come; for its end, too, which may lie in a line of its own, where nothing of the
// column is asked for behind it (Zen 4, out of cache: up to a half of the time).
template <int level = 2, class R> SHUNT_INLINE void ask_for(const R* p, bool last) {
    __builtin_prefetch(p, 0, level);
    if (last) __builtin_prefetch(p + lanes<R> - 1, 0, level);
}

// sum += x * y. For NEON g++ 12 rounded twice in some of the copies of a loop, and not in others.
template <class V> SHUNT_INLINE void add_fused(V& sum, V x, V y) {
#if defined(__aarch64__)
    if constexpr (sizeof(x[0]) == 8)
        sum = (V)vfmaq_f64((float64x2_t)sum, (float64x2_t)x, (float64x2_t)y);
    else
        sum = (V)vfmaq_f32((float32x4_t)sum, (float32x4_t)x, (float32x4_t)y);
#else
    sum += x * y;
#endif
}

// A value that the compiler knows nothing of: it copies no code for each.
template <class V> SHUNT_INLINE V opaque(V v) {
    __asm__("" : "+r"(v));
    return v;
}

// The vector x lies in planes, real parts before imaginary ones, so that vectors of A are split as they are loaded.
template <class T> struct Trsv {
    using R = real_t<T>;
    using Lanes = std::make_integer_sequence<int, lanes<R>>;
    static constexpr int L = lanes<R>;
    static constexpr int P = parts<T>;
    static constexpr int V = P == 2 && vector_registers == 16 ? 2 : 4;       // vectors of rows at a time
    static constexpr i64 panel = vector_registers == 16 && L < 16 ? 16 : L;  // columns that are taken off at a time
    static constexpr i64 most = 1024;                                        // elements of x in a block
    struct Plane {
        alignas(64) R p[P][most];
    };

    const R* a;
    i64 ld;
    bool lower, transposed, conj, unit;
    const R* after = nullptr;  // the matrix to prefetch, if transposed; or this one from columns_after() on
    bool stream = false;       // transposed, upper: A comes by itself if it is read in the order of memory

    // Transposed: what the columns that are next to be worked on are of, where those at hand are of A.
    const R* columns_after() const { return lower ? a - L * ld : a + L * ld; }

    // Rows i ... of column j; as they are, or conjugated if A is.
    template <bool full> SHUNT_INLINE void plain_column(Element<T>& v, i64 i, i64 j, int count) const {
        const R* p = a + i * P + j * ld;
        if constexpr (P == 1) {
            v[0] = full ? load(p) : load_first(p, count);
        } else {
            const Vec<R> x = full || 2 * count >= L ? load(p) : load_first(p, 2 * count);
            const Vec<R> y = full ? load(p + L) : 2 * count > L ? load_first(p + L, 2 * count - L) : Vec<R>{};
            deinterleave<L>(x, y, v[0], v[1]);
        }
    }
    template <bool full> SHUNT_INLINE void column(Element<T>& v, i64 i, i64 j, int count) const {
        plain_column<full>(v, i, j, count);
        if constexpr (P == 2) {
            if (conj) v[1] = -v[1];
        }
    }
    static SHUNT_INLINE void spread(Element<T>& v, const Plane& x, i64 k) {
        unroll<P>([&](auto part) __attribute__((always_inline)) { v[part] = broadcast(x.p[part][k]); });
    }
    static SHUNT_INLINE void vector_of(Element<T>& v, const Plane& x, i64 i) {
        unroll<P>([&](auto part) __attribute__((always_inline)) { v[part] = load(x.p[part] + i); });
    }
    static SHUNT_INLINE void put_vector(const Element<T>& v, Plane& x, i64 i) {
        unroll<P>([&](auto part) __attribute__((always_inline)) { store(x.p[part] + i, v[part]); });
    }

    // y(to ...) -= A(i ..., k0 + ...) x(from ...) for N vectors of rows, the last one with `count`, and `columns`.
    // Complex: A as it lies times real parts of x, and times imaginary ones, whose parts are told apart at the end.
    template <int N, bool full>
    SHUNT_INLINE void rows(i64 i, int count, i64 k0, i64 columns, const Plane& x, i64 from, Plane& y, i64 to) const {
        Element<T> acc[N];
        unroll<N>([&](auto v) __attribute__((always_inline)) { vector_of(acc[v], y, to + v * L); });
        Vec<R> sums[P][P == 1 ? 1 : 2 * N]{};
        for (i64 k = 0; k < columns; ++k) {
            Element<T> s;
            spread(s, x, from + k);
            if constexpr (P == 1) {
                unroll<N>([&](auto v) __attribute__((always_inline)) {
                    Element<T> e;
                    column<full || (v < N - 1)>(e, i + v * L, k0 + k, count);
                    subtract_product<T>(acc[v], e, s);
                });
            } else {
                const R* const p = a + i * P + (k0 + k) * ld;
                unroll<2 * N>([&](auto w) __attribute__((always_inline)) {
                    const int there = full || w < 2 * N - 2 ? L : 2 * count - w % 2 * L;
                    const Vec<R> e = there >= L ? load(p + w * L) : there > 0 ? load_first(p + w * L, there) : Vec<R>{};
                    unroll<P>([&](auto part) __attribute__((always_inline)) { add_fused(sums[part][w], e, s[part]); });
                });
            }
        }
        if constexpr (P == 2)
            unroll<N>([&](auto v) __attribute__((always_inline)) {
                Element<T> by[2];
                unroll<2>([&](auto part) __attribute__((always_inline)) {
                    deinterleave<L>(sums[part][2 * v], sums[part][2 * v + 1], by[part][0], by[part][1]);
                });
                acc[v][0] -= conj ? by[0][0] + by[1][1] : by[0][0] - by[1][1];
                acc[v][1] -= conj ? by[1][0] - by[0][1] : by[1][0] + by[0][1];
            });
        unroll<N>([&](auto v) __attribute__((always_inline)) { put_vector(acc[v], y, to + v * L); });
    }
    // The same for all rows of a block.
    __attribute__((noinline)) void all_rows(i64 i, i64 height, i64 k0, i64 columns, const Plane& x, i64 from, Plane& y,
                                            i64 to) const {
        for (; height >= V * L; height -= V * L, i += V * L, to += V * L)
            rows<V, true>(i, L, k0, columns, x, from, y, to);
        for (; height >= L; height -= L, i += L, to += L) rows<1, true>(i, L, k0, columns, x, from, y, to);
        if (height > 0) rows<1, false>(i, static_cast<int>(height), k0, columns, x, from, y, to);
    }
    // x twice, so that no vector of a complex transposed A has to be split: sums over its numbers as they lie times
    // (re, -im) and (im, re) are real and imaginary part of a product, (re, im) and (im, -re) if A is conjugated. Real:
    // nothing, x is read where it is.
    struct Turned {
        alignas(64) R p[P][P == 1 ? 1 : P * most];
    };
    SHUNT_INLINE void turn([[maybe_unused]] const Element<T>& v, [[maybe_unused]] Turned& x,
                           [[maybe_unused]] i64 at) const {
        if constexpr (P == 2) {
            const auto put = [&](R * to, Vec<R> even, Vec<R> odd) __attribute__((always_inline)) {
                Vec<R> lines[2];
                interleave<L>(even, odd, lines[0], lines[1]);
                store(to, lines[0]);
                store(to + L, lines[1]);
            };
            put(x.p[0] + 2 * at, v[0], conj ? v[1] : -v[1]);
            put(x.p[1] + 2 * at, v[1], conj ? -v[0] : v[0]);
        }
    }
    // sums[...][q] += A(from ..., j + q) x(from ...), lane by lane, for N columns, the last of `columns` for those that
    // are not there; rows numbered from row i on. What was solved for last comes last: nothing waits for it before.
    // ask: the same of the matrix that is `after`.
    template <bool forward, int N, bool ask>
    SHUNT_INLINE void column_sums(i64 i, i64 j, i64 columns, i64 from, i64 known, const Plane& x,
                                  [[maybe_unused]] const Turned& turned, Vec<R> (&sums)[P][N]) const {
        constexpr int W = P == 1 ? 4 : 2;  // lines at a time
        const R* column[N];
        unroll<N>([&](auto q) __attribute__((always_inline)) {
            column[q] = a + (i + from) * P + (j + (q < columns ? q : columns - 1)) * ld;
        });
        const i64 behind = ask ? after - a : 0;
        const auto lines = [&](i64 r, auto w, auto whole, int rest) __attribute__((always_inline)) {
            const auto line = [&](const R* p, auto v) __attribute__((always_inline)) {
                return whole || v < w - 1 ? load(p + r + v * L) : load_first(p + r + v * L, rest);
            };
            Vec<R> s[P][w];
            unroll<P>([&](auto part) __attribute__((always_inline)) {
                const R* const p = P == 1 ? x.p[0] + from : turned.p[part] + P * from;
                unroll<w>([&](auto v) __attribute__((always_inline)) { s[part][v] = line(p, v); });
            });
            unroll<N>([&](auto q) __attribute__((always_inline)) {
                unroll<w>([&](auto u) __attribute__((always_inline)) {
                    constexpr std::integral_constant<int, forward || !whole ? int{u} : w - 1 - u> v;
                    const Vec<R> e = line(column[q], v);
                    unroll<P>([&](auto part)
                                  __attribute__((always_inline)) { add_fused(sums[part][q], e, s[part][v]); });
                    if constexpr (ask) ask_for(column[q] + behind + r + v * L, !whole && v == w - 1);
                });
            });
        };
        const auto fewer = [&](i64 r, i64 count, auto whole, int rest) __attribute__((always_inline)) {
            unroll<W>([&](auto w) __attribute__((always_inline)) {
                if (count == w + 1) lines(r, std::integral_constant<int, w + 1>{}, whole, rest);
            });
        };
        constexpr std::integral_constant<int, W> most_lines;
        const i64 numbers = known * P;
        const i64 count = (numbers + L - 1) / L;
        if constexpr (forward) {  // whole lines
            i64 v = 0;
            for (; v + W <= count; v += W) lines(v * L, most_lines, std::true_type{}, L);
            fewer(v * L, count - v, std::true_type{}, L);
        } else {  // the last one may not be whole
            const int rest = static_cast<int>(numbers - (count - 1) * L);
            i64 v = count > W ? W : 0;
            // Columns that go on far away come faster by turns (Zen 4, d, n = 1000: .93 of the time).
            if (P == 1 && count > 16)
                for (; v + W < count; ++v) lines(v * L, std::integral_constant<int, 1>{}, std::true_type{}, L);
            for (; v + W < count; v += W) lines(v * L, most_lines, std::true_type{}, L);
            fewer(v * L, count - v, std::false_type{}, rest);
            if (v > 0) lines(0, most_lines, std::true_type{}, L);
        }
    }
    // v -= A(from ..., j ...)^T x(from ...), for L columns or, not full, fewer.
    template <bool forward, bool full> SHUNT_INLINE void subtract_sums(i64 i, i64 j, int columns, i64 from, i64 known,
                                                                       const Plane& x, const Turned& turned, bool asks,
                                                                       Element<T>& v) const {
        constexpr int N = !full ? 2 : L < 8 ? L : vector_registers == 32 || P == 1 ? 8 : 4;  // columns at a time
        Vec<R> sums[P][L]{};
        const auto some = [&](auto c) __attribute__((always_inline)) {
            Vec<R> acc[P][N]{};
            if (asks)
                column_sums<forward, N, true>(i, j + c, columns - c, from, known, x, turned, acc);
            else
                column_sums<forward, N, false>(i, j + c, columns - c, from, known, x, turned, acc);
            unroll<N>([&](auto q) __attribute__((always_inline)) {
                unroll<P>([&](auto part) __attribute__((always_inline)) { sums[part][c + q] = acc[part][q]; });
            });
        };
        if constexpr (full)
            unroll<L / N>([&](auto g) __attribute__((always_inline)) { some(std::integral_constant<int, g * N>{}); });
        else
            for (int c = 0; c < columns; c += N) some(c);
        unroll<P>([&](auto part) __attribute__((always_inline)) { v[part] -= sums_of<R>(sums[part]); });
    }
    // The diagonal block of L columns from j on, turned, and its diagonal, ones if that is a unit one.
    SHUNT_INLINE void turned_block(i64 j, Vec<R> (&block)[P][L], Element<T>& d) const {
        const Indices<R> lane = lane_numbers<R>();
        const auto ask_column = [&](i64 c) __attribute__((always_inline)) {
            unroll<P>([&](auto part) __attribute__((always_inline)) {
                ask_for(after + j * P + (j + c) * ld + part * L, part == P - 1);
            });
        };
        // Zen 4, out of cache: as many as 16 together are faster than one after each column, more are much slower.
        constexpr bool together = P * L == 8;
        const bool ask = opaque(after) != nullptr;
        if (together && ask)
            for (int c = 0; c < L; ++c) ask_column(c);
        const auto columns = [&](auto asks) __attribute__((always_inline)) {
            unroll<L>([&](auto c) __attribute__((always_inline)) {
                Element<T> e;
                plain_column<true>(e, j, j + c, L);
                if constexpr (asks) ask_column(c);
                unroll<P>([&](auto part) __attribute__((always_inline)) { block[part][c] = e[part]; });
            });
        };
        if (!together && ask)
            columns(std::true_type{});
        else
            columns(std::false_type{});
        const Vec<R> flipped = broadcast(opaque(conj) ? R(-0.0) : R(0));
        const Indices<R> there = lane < Index<R>(opaque(unit) ? 0 : L);
        unroll<P>([&](auto part) __attribute__((always_inline)) {
            d[part] = broadcast(R(part == 0));
            unroll<L>([&](auto c) __attribute__((always_inline)) {
                if (part == 1) block[part][c] = (Vec<R>)((Indices<R>)block[part][c] ^ (Indices<R>)flipped);
                d[part] = (there & (lane == Index<R>(c))) ? block[part][c] : d[part];
            });
            transpose<R>(block[part]);
        });
    }
    // x(at ...) := inv(D)^T (x(at ...) - A(from ..., j ...)^T x(from ...)) for the diagonal block D of L columns from j
    // on, rows and elements of x numbered from row i on; false, and x(at ...) is what D is to divide, if an element of
    // its diagonal has no reciprocal that is exact enough, or if the result is not finite.
    template <bool forward>
    SHUNT_INLINE bool transposed_step(i64 i, i64 from, i64 known, Plane& x, Turned& turned, i64 at) const {
        const Indices<R> lane = lane_numbers<R>();
        const auto open = [&](auto c) __attribute__((always_inline)) {
            return forward ? lane > Index<R>(c) : lane < Index<R>(c);
        };
        Vec<R> block[P][L];
        Element<T> d, inverse, v;
        turned_block(i + at, block, d);
        vector_of(v, x, at);
        if (known > 0) subtract_sums<forward, true>(i, i + at, L, from, known, x, turned, after != nullptr, v);
        if (__builtin_expect(!none<R>(unsafe<T>(d)), 0)) {
            put_vector(v, x, at);
            return false;
        }
        Element<T> undivided;
        unroll<P>([&](auto part) __attribute__((always_inline)) { undivided[part] = v[part]; });
        reciprocal<T>(d, inverse);
        // Rows of D^T over its diagonal, by 1 if that is a unit one: an element of x waits for one product less then.
        // What is beyond the range by that alone, b or an element of D over the diagonal, leaves something that is not
        // finite.
        unroll<L>([&](auto c) __attribute__((always_inline)) {
            Element<T> e;
            unroll<P>([&](auto part) __attribute__((always_inline)) { e[part] = open(c) ? block[part][c] : Vec<R>{}; });
            multiply<T>(e, inverse);
            unroll<P>([&](auto part) __attribute__((always_inline)) { block[part][c] = e[part]; });
        });
        if (!opaque(unit)) multiply<T>(v, inverse);
        unroll<L>([&](auto k) __attribute__((always_inline)) {
            constexpr int c = forward ? k : L - 1 - k;
            Element<T> s, e, changed;
            unroll<P>([&](auto part) __attribute__((always_inline)) {
                s[part] = splat<c>(v[part], Lanes{});
                e[part] = block[part][c];
                changed[part] = v[part];
            });
            subtract_product<T>(changed, e, s);
            unroll<P>([&](auto part) __attribute__((always_inline)) {
                v[part] = open(std::integral_constant<int, c>{}) ? changed[part] : v[part];
            });
        });
        unsigned finite = all_lanes<R>;
        unroll<P>([&](auto part) __attribute__((always_inline)) {
            finite &= greater_lanes<R>(broadcast(R(__builtin_inf())), magnitude<R>(v[part]));
        });
        if (__builtin_expect(finite != all_lanes<R>, 0)) {
            put_vector(undivided, x, at);
            return false;
        }
        put_vector(v, x, at);
        turn(v, turned, at);
        return true;
    }
    // Columns from `first` on, down to the diagonal, of a block that begins in row i, by one load: what the hardware
    // fetches ahead follows the address of an instruction.
    void read_through(i64 i, i64 first, int count) const {
        constexpr i64 line = 64 / sizeof(R);
        for (i64 c = first; c < first + count; ++c) {
            const R* p = a + i * P + c * ld;
            const R* const end = p + (c - i + 1) * P - 1;
            for (;; p = p + line < end ? p + line : end) {
                static_cast<void>(*static_cast<const volatile R*>(p));
                if (p == end) break;
            }
        }
    }
    template <bool forward> __attribute__((noinline)) void transposed_block(i64 i, int count, i64 from, i64 known,
                                                                            Plane& x, Turned& turned, i64 at) const {
        if (forward && stream) read_through(i, i + at, count);
        bool done = false;
        if (count == L) {
            done = transposed_step<forward>(i, from, known, x, turned, at);
        } else if (known > 0) {
            Element<T> v;
            vector_of(v, x, at);
            subtract_sums<forward, false>(i, i + at, count, from, known, x, turned, after != nullptr, v);
            put_vector(v, x, at);
        }
        if (__builtin_expect(!done, 0)) {
            diagonal(i + at, count, forward, x, at);
            Element<T> v;
            vector_of(v, x, at);
            turn(v, turned, at);
        }
    }
    // y -= A(i ..., j ...)^T x, `height` rows and `columns` columns, as they are solved for. So large a matrix asks for
    // itself.
    __attribute__((noinline)) void all_sums(i64 i, i64 height, i64 j, i64 columns, const Plane& x, const Turned& turned,
                                            Plane& y) const {
        const i64 vectors = (columns + L - 1) / L;
        for (i64 q = 0; q < vectors; ++q) {
            const i64 c = (lower ? vectors - 1 - q : q) * L;
            Element<T> v;
            vector_of(v, y, c);
            if (c + L <= columns)
                subtract_sums<false, true>(i, j + c, L, 0, height, x, turned, true, v);
            else
                subtract_sums<false, false>(i, j + c, static_cast<int>(columns - c), 0, height, x, turned, true, v);
            put_vector(v, y, c);
        }
    }

    // The diagonal block of `count` <= L rows: x := inv(op(A)) x.
    __attribute__((noinline)) void diagonal(i64 i, int count, bool forward, Plane& x, i64 at) const {
        Vec<R> block[P][L];
        for (int c = 0; c < L; ++c) {
            Element<T> e{};
            if (c < count) column<false>(e, i, i + c, count);
            unroll<P>([&](auto part) __attribute__((always_inline)) { block[part][c] = e[part]; });
        }
        Element<T> d, inverse;
        const Indices<R> lane = lane_numbers<R>();
        unroll<P>([&](auto part) __attribute__((always_inline)) {
            d[part] = part == 0 ? broadcast(R(1)) : Vec<R>{};
            for (int c = 0; c < (unit ? 0 : count); ++c)
                d[part] = lane == Indices<R>{} + Index<R>(c) ? block[part][c] : d[part];
            if (transposed) transpose<R>(block[part]);
        });
        const bool safe = unit || none<R>(unsafe<T>(d));
        if (safe && !unit) reciprocal<T>(d, inverse);
        Element<T> v;
        vector_of(v, x, at);
        const auto step = [&](auto c, auto down) __attribute__((always_inline)) {
            Element<T> s, next;
            unroll<P>([&](auto part) __attribute__((always_inline)) {
                s[part] = splat<c>(v[part], Lanes{});
                next[part] = v[part];
            });
            if (!unit) {
                Element<T> f;
                unroll<P>([&](auto part) __attribute__((always_inline)) {
                    f[part] = splat<c>((safe ? inverse : d)[part], Lanes{});
                });
                if (__builtin_expect(safe, 1))
                    multiply<T>(s, f);
                else
                    divide_lanes<T>(s, f, ~Indices<R>{});
            }
            Element<T> e;
            unroll<P>([&](auto part) __attribute__((always_inline)) { e[part] = block[part][c]; });
            subtract_product<T>(next, e, s);
            const Indices<R> here = lane == Index<R>(c);
            const Indices<R> rest = down ? lane > Index<R>(c) : lane < Index<R>(c);
            unroll<P>([&](auto part) __attribute__((always_inline)) {
                v[part] = here ? s[part] : rest ? next[part] : v[part];
            });
        };
        if (forward)
            unroll<L>([&](auto c) __attribute__((always_inline)) {
                if (c < count) step(c, std::true_type{});
            });
        else
            unroll<L>([&](auto q) __attribute__((always_inline)) {
                constexpr int c = L - 1 - q;
                if (c < count) step(std::integral_constant<int, c>{}, std::false_type{});
            });
        put_vector(v, x, at);
    }

    // The diagonal block from row i on, n <= most. turned: room.
    void solve_block(i64 i, i64 n, Plane& x, Turned& turned) const {
        const bool forward = lower != transposed;
        const i64 vectors = (n + L - 1) / L;
        for (i64 q = 0; q < vectors; ++q) {
            const i64 at = (forward ? q : vectors - 1 - q) * L;
            const int count = static_cast<int>(min(L, n - at));
            const i64 done = forward ? 0 : at + L;
            const i64 known = forward ? at : n - at - L;
            if (transposed) {
                if (forward)
                    transposed_block<true>(i, count, done, known, x, turned, at);
                else
                    transposed_block<false>(i, count, done, known, x, turned, at);
                continue;
            }
            // What a panel's columns take off the rows behind it is taken off at once.
            diagonal(i + at, count, forward, x, at);
            const i64 first = at / panel * panel, end = min(first + panel, n), solved = forward ? at + L : at;
            const i64 here = forward ? end - solved : at - first;
            if (here > 0)
                all_rows(i + (forward ? solved : first), here, i + at, count, x, at, x, forward ? solved : first);
            const i64 next = forward ? end : 0, rest = forward ? n - end : first;
            if (here <= 0 && rest > 0) all_rows(i + next, rest, i + first, end - first, x, first, x, next);
        }
    }

    static void vector_in(i64 n, const R* from, i64 inc, Plane& x) {
        if (inc == P) {
            const Trsv whole{from, 0, false, false, false, false};
            for (i64 i = 0; i < n; i += L) {
                Element<T> e;
                if (i + L <= n)
                    whole.column<true>(e, i, 0, L);
                else
                    whole.column<false>(e, i, 0, static_cast<int>(n - i));
                put_vector(e, x, i);
            }
            return;
        }
        for (int part = 0; part < P; ++part) {
            for (i64 i = 0; i < n; ++i) x.p[part][i] = from[i * inc + part];
            for (i64 i = n; i < n + L && i < most; ++i) x.p[part][i] = 0;
        }
    }
    static void vector_out(i64 n, R* to, i64 inc, const Plane& x) {
        if (inc == P) {
            for (i64 i = 0; i < n; i += L) {
                Element<T> e;
                vector_of(e, x, i);
                R* const p = to + i * P;
                const i64 numbers = min(L, n - i) * P;
                Vec<R> lines[P];
                if constexpr (P == 1)
                    lines[0] = e[0];
                else
                    interleave<L>(e[0], e[1], lines[0], lines[1]);
                unroll<P>([&](auto part) __attribute__((always_inline)) {
                    const i64 here = min(L, numbers - part * L);
                    if (here == L)
                        store(p + part * L, lines[part]);
                    else if (here > 0)
                        store_first(p + part * L, lines[part], static_cast<int>(here));
                });
            }
            return;
        }
        for (i64 i = 0; i < n; ++i)
            for (int part = 0; part < P; ++part) to[i * inc + part] = x.p[part][i];
    }

    // b: its first element, inc apart in numbers.
    __attribute__((noinline)) void solve(i64 n, T alpha, R* b, i64 inc) const {
        const bool forward = lower != transposed;
        Plane x, y;
        Turned turned;
        const i64 blocks = (n + most - 1) / most;
        for (i64 q = 0; q < blocks; ++q) {
            const i64 i = (forward ? q : blocks - 1 - q) * most;
            const i64 count = min(most, n - i);
            vector_in(count, b + i * inc, inc, y);
            if (!equals<T>(alpha, 1)) {
                const R* factor = reinterpret_cast<const R*>(&alpha);
                Element<T> s;
                unroll<P>([&](auto part) __attribute__((always_inline)) { s[part] = broadcast(factor[part]); });
                for (i64 k = 0; k < count; k += L) {
                    Element<T> e;
                    vector_of(e, y, k);
                    multiply<T>(e, s);
                    put_vector(e, y, k);
                }
            }
            for (i64 other = 0; other < q; ++other) {
                const i64 k = (forward ? other : blocks - 1 - other) * most;
                const i64 known = min(most, n - k);
                vector_in(known, b + k * inc, inc, x);
                if (!transposed) {
                    all_rows(i, count, k, known, x, 0, y, 0);
                    continue;
                }
                for (i64 v = 0; v < known; v += L) {
                    Element<T> e;
                    vector_of(e, x, v);
                    turn(e, turned, v);
                }
                all_sums(k, known, i, count, x, turned, y);
            }
            solve_block(i, count, y, turned);
            vector_out(count, b + i * inc, inc, y);
        }
    }
};

inline constexpr bool short_ones = vector_bytes == 64;
struct Orders {
    i64 two_units, one_unit;  // double_fma() or not
    i64 here() const { return double_fma() ? two_units : one_unit; }
};
// Beyond, matrices are better read in the order of memory (Emerald Rapids, n = 256: up to 1.35 times; Zen 4: .6 to 1 of
// the time still, 512: up to 2 times).
[[maybe_unused]] inline constexpr Orders largest_short{192, 256};
// One lower real matrix up to this order is read in the order of memory, which comes by itself from there (Zen 4, out
// of cache, n = 33 ... 56: d .65 to .85, s .6 to .9 of the time in blocks; as before, OpenBLAS was up to twice as
// fast).
inline constexpr i64 largest_whole = 64;
#if defined(__AVX512F__)
// One right-hand side of a small matrix that is not transposed, within the matrix: x stays in a few registers, and each
// element of A is read once, where a pack would convert it first. M matrices at once: from one element of x to the next
// it takes about 11 cycles, in which the other matrix goes on.
template <class R> struct Short {
    static constexpr int L = lanes<R>;
    static constexpr R limit = invertible<R>;

    // n rows in V vectors; `next`: another matrix to prefetch beside a single one, or null. first: the diagonal is read
    // before all else, which hides divisions, but hides from the hardware that A is read in order (Zen 4, out of cache:
    // 1.3 times slower; on a Granite Rapids a single upper one too). False if a diagonal element has no reciprocal
    // that is exact enough, and then nothing is done. The same bits in every way.
    template <int V, int M, bool forward, bool first>
    static bool solve(i64 n, const R* const (&a)[M], i64 ld, bool unit, const R* next, R alpha, R* const (&b)[M]) {
        const unsigned rest = (1u << (n - (V - 1) * L)) - 1u;
        const auto rows = [&](auto v) __attribute__((always_inline)) {
            return v == V - 1 ? rest : all_lanes<R>;
        };
        Vec<R> x[M][V], inverse[M][V];
        bool good = true;
        unroll<M>([&](auto m) __attribute__((always_inline)) {
            unroll<V>([&](auto v) __attribute__((always_inline)) {
                inverse[m][v] = broadcast(R(1));
                if (unit || !first) return;
                alignas(64) R d[L];
                for (int l = 0; l < L; ++l) d[l] = rows(v) >> l & 1 ? a[m][(v * L + l) * (ld + 1)] : R(1);
                inverse[m][v] = load(d);
            });
            if (first && !unit) {
                unsigned safe = all_lanes<R>;
                unroll<V>([&](auto v) __attribute__((always_inline)) {
                    const Vec<R> size = magnitude<R>(inverse[m][v]);
                    safe &= greater_lanes<R>(size, broadcast(1 / limit)) & greater_lanes<R>(broadcast(limit), size);
                    inverse[m][v] = 1 / inverse[m][v];
                });
                good &= safe == all_lanes<R>;
            }
        });
        if (__builtin_expect(!good, 0)) return false;
        unroll<M>([&](auto m) __attribute__((always_inline)) {
            unroll<V>([&](auto v) __attribute__((always_inline)) { x[m][v] = alpha * masked(rows(v), b[m] + v * L); });
        });
        unroll<V>([&](auto step) __attribute__((always_inline)) {
            constexpr int q = forward ? step : V - 1 - step;
            const int lanes_here = q == V - 1 ? static_cast<int>(n) - q * L : L;
            for (int k = 0; k < lanes_here; ++k) {
                const int c = forward ? k : lanes_here - 1 - k;
                const unsigned open = forward ? all_lanes<R> << c << 1 : (1u << c) - 1u;
                unroll<M>([&](auto m) __attribute__((always_inline)) {
                    const R* column = a[m] + (q * L + c) * ld;
                    if (!first && !unit) {
                        const R d = column[q * L + c];
                        const R size = d < 0 ? -d : d;
                        good &= (size > 1 / limit) & (size < limit);
                        inverse[m][q] = replaced(inverse[m][q], 1u << c, broadcast(1 / d));
                    }
                    const Vec<R> s = lane_of(unit ? x[m][q] : x[m][q] * inverse[m][q], c);
                    unroll<(forward ? V - q : q + 1)>([&](auto w) __attribute__((always_inline)) {
                        constexpr int v = forward ? q + w : int{w};
                        const unsigned here = rows(std::integral_constant<int, v>{});
                        if constexpr (v == q || v == V - 1) {
                            const unsigned mask = v == q ? open & here : here;
                            subtract(x[m][v], mask, masked(mask, column + v * L), s);
                        } else {
                            subtract(x[m][v], load(column + v * L), s);
                        }
                        if (M == 1 && next)
                            ask_for<first ? 3 : 2>(next + (column - a[0]) + v * L, v == (forward ? V - 1 : q));
                    });
                });
            }
            if (!unit) unroll<M>([&](auto m) __attribute__((always_inline)) { x[m][q] *= inverse[m][q]; });
        });
        if (__builtin_expect(!good, 0)) return false;
        unroll<M>([&](auto m) __attribute__((always_inline)) {
            unroll<V>([&](auto v) __attribute__((always_inline)) { store_masked(rows(v), b[m] + v * L, x[m][v]); });
        });
        return true;
    }
    template <int M, int V = 1> static bool solve(bool forward, i64 n, const R* const (&a)[M], i64 ld, bool unit,
                                                  const R* next, R alpha, R* const (&b)[M]) {
        if constexpr (V * L < (M == 1 ? largest_whole : order))
            if (n > V * L) return solve<M, V + 1>(forward, n, a, ld, unit, next, alpha, b);
        if (double_fma())
            return forward ? solve<V, M, true, true>(n, a, ld, unit, next, alpha, b)
                           : solve<V, M, false, M == 2>(n, a, ld, unit, next, alpha, b);
        return forward ? solve<V, M, true, false>(n, a, ld, unit, next, alpha, b)
                       : solve<V, M, false, false>(n, a, ld, unit, next, alpha, b);
    }
    // b := alpha b - A x for n rows and k columns.
    template <int M, int V = 1> static void update(i64 n, i64 k, const R* const (&a)[M], i64 ld, const R* next, R alpha,
                                                   R* const (&b)[M], const R* const (&x)[M]) {
        if constexpr (V * L < order)
            if (n > V * L) return update<M, V + 1>(n, k, a, ld, next, alpha, b, x);
        const unsigned rest = (1u << (n - (V - 1) * L)) - 1u;
        const auto rows = [&](auto v) __attribute__((always_inline)) {
            return v == V - 1 ? rest : all_lanes<R>;
        };
        Vec<R> y[M][V];
        unroll<M>([&](auto m) __attribute__((always_inline)) {
            unroll<V>([&](auto v) __attribute__((always_inline)) { y[m][v] = alpha * masked(rows(v), b[m] + v * L); });
        });
        for (i64 j = 0; j < k; ++j)
            unroll<M>([&](auto m) __attribute__((always_inline)) {
                const R* const column = a[m] + j * ld;
                const Vec<R> s = broadcast(x[m][j]);
                unroll<V>([&](auto v) __attribute__((always_inline)) {
                    if constexpr (v == V - 1)
                        subtract(y[m][v], rest, masked(rest, column + v * L), s);
                    else
                        subtract(y[m][v], load(column + v * L), s);
                    if (M == 1 && next) ask_for(next + j * ld + v * L, v == V - 1);
                });
            });
        unroll<M>([&](auto m) __attribute__((always_inline)) {
            unroll<V>([&](auto v) __attribute__((always_inline)) { store_masked(rows(v), b[m] + v * L, y[m][v]); });
        });
    }
};

// The same in complex precisions, numbers as they lie in memory: from one element of x to the next it takes about 20
// cycles.
template <class R> struct ShortComplex {
    static constexpr int L = lanes<R>;
    static constexpr int C = L / 2;  // elements in a vector
    static constexpr unsigned real_lanes = 0x5555 & all_lanes<R>, imaginary_lanes = 0xaaaa & all_lanes<R>;
    static constexpr R limit = invertible<std::complex<R>>;

    template <int doubles, int singles> static SHUNT_INLINE Vec<R> rearranged(Vec<R> v) {
        if constexpr (sizeof(R) == 8)
            return (Vec<R>)_mm512_maskz_permute_pd(0xff, (__m512d)v, doubles);
        else
            return (Vec<R>)_mm512_maskz_permute_ps(0xffff, (__m512)v, singles);
    }
    static SHUNT_INLINE Vec<R> swapped(Vec<R> v) { return rearranged<0x55, 0xb1>(v); }
    static SHUNT_INLINE Vec<R> negated(unsigned mask, Vec<R> v) {
        return (Vec<R>)((Indices<R>)v ^ (Indices<R>)replaced(Vec<R>{}, mask, broadcast(R(-0.0))));
    }
    // v times numbers of which `real` has the real parts twice and `imaginary` the imaginary ones, the first negated; v
    // itself where a bit of the mask is not set.
    static SHUNT_INLINE Vec<R> product(unsigned mask, Vec<R> v, Vec<R> real, Vec<R> imaginary) {
        if constexpr (sizeof(R) == 8) {
            const auto k = static_cast<__mmask8>(mask);
            return (Vec<R>)_mm512_mask3_fmadd_pd((__m512d)swapped(v), (__m512d)imaginary,
                                                 _mm512_mask_mul_pd((__m512d)v, k, (__m512d)v, (__m512d)real), k);
        } else {
            const auto k = static_cast<__mmask16>(mask);
            return (Vec<R>)_mm512_mask3_fmadd_ps((__m512)swapped(v), (__m512)imaginary,
                                                 _mm512_mask_mul_ps((__m512)v, k, (__m512)v, (__m512)real), k);
        }
    }
    // y -= e s in some lanes, s as the factors of product().
    static SHUNT_INLINE void subtract_numbers(Vec<R>& y, unsigned mask, Vec<R> e, Vec<R> real, Vec<R> imaginary) {
        subtract(y, mask, e, real);
        subtract(y, mask, swapped(e), imaginary);
    }
    static SHUNT_INLINE void subtract_numbers(Vec<R>& y, Vec<R> e, Vec<R> real, Vec<R> imaginary) {
        subtract(y, e, real);
        subtract(y, swapped(e), imaginary);
    }
    // N lanes of the diagonal elements from c on, of which `count` there are; ones beyond.
    template <int N> static SHUNT_INLINE Vec<R, N> diagonal(int c, int count, const R* a, i64 ld) {
        static constexpr R one[2] = {1, 0};
        if constexpr (N == 2)
            return load<R, 2>(c < count ? a + c * (ld + 2) : one);
        else
            return detail::join(diagonal<N / 2>(c, count, a, ld), diagonal<N / 2>(c + N / 4, count, a, ld),
                                std::make_integer_sequence<int, N>{});
    }
    // The reciprocals of up to C diagonal elements from a on as factors of product(); false if one is not exact enough.
    static SHUNT_INLINE bool invert(int count, const R* a, i64 ld, Vec<R>& real, Vec<R>& imaginary) {
        const Vec<R> d = diagonal<L>(0, count, a, ld);
        const Vec<R> size = larger<R>(magnitude<R>(d), magnitude<R>(swapped(d)));
        if (__builtin_expect((greater_lanes<R>(size, broadcast(1 / limit)) &
                              greater_lanes<R>(broadcast(limit), size)) != all_lanes<R>,
                             0))
            return false;
        const Vec<R> square = rounded(d * d);
        const Vec<R> scaled = d * (1 / (square + swapped(square)));
        real = rearranged<0x00, 0xa0>(scaled);
        imaginary = negated(imaginary_lanes, rearranged<0xff, 0xf5>(scaled));
        return true;
    }

    // n rows in V vectors, of which the last two may not be full. next: a matrix to prefetch beside a single one. False
    // if a diagonal element has no reciprocal that is exact enough, and then nothing is done.
    template <int V, int M, bool forward> static bool solve(i64 n, const R* const (&a)[M], i64 ld, bool unit, bool conj,
                                                            [[maybe_unused]] const R* next, std::complex<R> alpha,
                                                            R* const (&b)[M]) {
        const auto rows = [&](auto v) __attribute__((always_inline)) {
            const i64 count = 2 * n - v * L;
            return v < V - 2 || count >= L ? all_lanes<R> : count > 0 ? (1u << count) - 1u : 0u;
        };
        const unsigned scaled = equals<std::complex<R>>(alpha, 1) ? 0u : all_lanes<R>;
        const unsigned divided = unit ? 0u : all_lanes<R>;
        const unsigned flipped = conj ? imaginary_lanes : 0u;
        const R* const factor = reinterpret_cast<const R*>(&alpha);
        Vec<R> x[M][V];
        unroll<M>([&](auto m) __attribute__((always_inline)) {
            unroll<V>([&](auto v) __attribute__((always_inline)) {
                x[m][v] = negated(flipped, product(scaled, masked(rows(v), b[m] + v * L), broadcast(factor[0]),
                                                   negated(real_lanes, broadcast(factor[1]))));
            });
        });
        bool good = true;
        unroll<V>([&](auto step) __attribute__((always_inline)) {
            constexpr int q = forward ? step : V - 1 - step;
            const int count = q < V - 2 ? C : static_cast<int>(min(C, n - q * C));
            Vec<R> real[M], imaginary[M];
            unroll<M>([&](auto m) __attribute__((always_inline)) {
                good = good && invert(unit ? 0 : count, a[m] + q * (C * ld + L), ld, real[m], imaginary[m]);
            });
            if (__builtin_expect(!good, 0)) return;
#pragma GCC unroll 1
            for (int k = 0; k < count; ++k) {
                const int c = forward ? k : count - 1 - k;
                const unsigned open = forward ? all_lanes<R> << 2 * c << 2 : (1u << 2 * c) - 1u;
                unroll<M>([&](auto m) __attribute__((always_inline)) {
                    const R* const column = a[m] + (q * C + c) * ld;
                    const Vec<R> s = product(divided, x[m][q], real[m], imaginary[m]);
                    const Vec<R> re = lane_of(s, 2 * c);
                    const Vec<R> im = negated(real_lanes, lane_of(s, 2 * c + 1));
                    unroll<(forward ? V - q : q + 1)>([&](auto w) __attribute__((always_inline)) {
                        constexpr int v = forward ? q + w : int{w};
                        const unsigned here = rows(std::integral_constant<int, v>{});
                        if constexpr (v == q || v >= V - 2) {
                            const unsigned mask = v == q ? open & here : here;
                            subtract_numbers(x[m][v], mask, masked(mask, column + v * L), re, im);
                        } else {
                            subtract_numbers(x[m][v], load(column + v * L), re, im);
                        }
                        if constexpr (M == 1) ask_for(next + (column - a[0]) + v * L, v == (forward ? V - 1 : q));
                    });
                });
            }
            unroll<M>([&](auto m) __attribute__((always_inline)) {
                x[m][q] = product(divided, x[m][q], real[m], imaginary[m]);
            });
        });
        if (__builtin_expect(!good, 0)) return false;
        unroll<M>([&](auto m) __attribute__((always_inline)) {
            unroll<V>([&](auto v) __attribute__((always_inline)) {
                store_masked(rows(v), b[m] + v * L, negated(flipped, x[m][v]));
            });
        });
        return true;
    }
    template <int M, int V = 2> static bool solve(bool forward, i64 n, const R* const (&a)[M], i64 ld, bool unit,
                                                  bool conj, const R* next, std::complex<R> alpha, R* const (&b)[M]) {
        if constexpr (V < order / C)
            if (n > V * C) return solve<M, V + 2>(forward, n, a, ld, unit, conj, next, alpha, b);
        return forward ? solve<V, M, true>(n, a, ld, unit, conj, next, alpha, b)
                       : solve<V, M, false>(n, a, ld, unit, conj, next, alpha, b);
    }
    // b := alpha b - A x, or conj(A) x, for n rows and k columns.
    template <int M, int V = 2> static void update(i64 n, i64 k, const R* const (&a)[M], i64 ld, bool conj,
                                                   [[maybe_unused]] const R* next, std::complex<R> alpha,
                                                   R* const (&b)[M], const R* const (&x)[M]) {
        if constexpr (V < order / C)
            if (n > V * C) return update<M, V + 2>(n, k, a, ld, conj, next, alpha, b, x);
        const auto rows = [&](auto v) __attribute__((always_inline)) {
            const i64 count = 2 * n - v * L;
            return v < V - 2 || count >= L ? all_lanes<R> : count > 0 ? (1u << count) - 1u : 0u;
        };
        const unsigned scaled = equals<std::complex<R>>(alpha, 1) ? 0u : all_lanes<R>;
        const unsigned flipped = conj ? imaginary_lanes : 0u;
        const R* const factor = reinterpret_cast<const R*>(&alpha);
        Vec<R> y[M][V];
        unroll<M>([&](auto m) __attribute__((always_inline)) {
            unroll<V>([&](auto v) __attribute__((always_inline)) {
                y[m][v] = negated(flipped, product(scaled, masked(rows(v), b[m] + v * L), broadcast(factor[0]),
                                                   negated(real_lanes, broadcast(factor[1]))));
            });
        });
        for (i64 j = 0; j < k; ++j)
            unroll<M>([&](auto m) __attribute__((always_inline)) {
                const R* const column = a[m] + j * ld;
                const Vec<R> re = broadcast(x[m][2 * j]);
                const Vec<R> im = negated(conj ? imaginary_lanes : real_lanes, broadcast(x[m][2 * j + 1]));
                unroll<V>([&](auto v) __attribute__((always_inline)) {
                    if constexpr (v >= V - 2)
                        subtract_numbers(y[m][v], rows(v), masked(rows(v), column + v * L), re, im);
                    else
                        subtract_numbers(y[m][v], load(column + v * L), re, im);
                    if constexpr (M == 1) ask_for(next + j * ld + v * L, v == V - 1);
                });
            });
        unroll<M>([&](auto m) __attribute__((always_inline)) {
            unroll<V>([&](auto v) __attribute__((always_inline)) {
                store_masked(rows(v), b[m] + v * L, negated(flipped, y[m][v]));
            });
        });
    }
};
// M systems, A not transposed. Those with a diagonal element that has no reciprocal that is exact enough stay as they
// are, and so do the others then: false.
template <class T, int M> bool solve_short(const Trsv<T>& t, i64 n, const real_t<T>* const (&a)[M],
                                           const real_t<T>* next, T alpha, real_t<T>* const (&b)[M]) {
    using R = real_t<T>;
    constexpr int P = parts<T>;
    const auto solve = [&](i64 rows, const R* const(&corner)[M], const R* after, T factor, R* const(&x)[M]) {
        if constexpr (P == 1)
            return Short<R>::template solve<M>(t.lower, rows, corner, t.ld, t.unit, after, factor, x);
        else
            return ShortComplex<R>::template solve<M>(t.lower, rows, corner, t.ld, t.unit, t.conj,
                                                      after ? after : corner[0], factor, x);
    };
    if (n <= order || (P == 1 && M == 1 && t.lower && n <= largest_whole)) return solve(n, a, next, alpha, b);
    R before[M][largest_short.one_unit * P];
    for (int m = 0; m < M; ++m) __builtin_memcpy(before[m], b[m], static_cast<std::size_t>(n) * sizeof(T));
    const i64 last = (n - 1) / order * order;
    for (i64 q = 0; q <= last; q += order) {
        const i64 i = t.lower ? q : last - q;
        const i64 rows = min(order, n - i);
        const i64 known = t.lower ? 0 : i + rows;  // the first element of x that is there
        const R *corner[M], *beside[M], *x[M];
        R* y[M];
        for (int m = 0; m < M; ++m) {
            corner[m] = a[m] + i * (P + t.ld);
            beside[m] = a[m] + i * P + known * t.ld;
            x[m] = b[m] + known * P;
            y[m] = b[m] + i * P;
        }
        if (q > 0) {
            const i64 k = t.lower ? i : n - known;
            const R* const after = next ? next + (beside[0] - a[0]) : nullptr;
            if constexpr (P == 1)
                Short<R>::template update<M>(rows, k, beside, t.ld, after, alpha, y, x);
            else
                ShortComplex<R>::template update<M>(rows, k, beside, t.ld, t.conj, after ? after : beside[0], alpha, y,
                                                    x);
        }
        if (__builtin_expect(!solve(rows, corner, next ? next + (corner[0] - a[0]) : nullptr, q > 0 ? T(1) : alpha, y),
                             0)) {
            for (int m = 0; m < M; ++m) __builtin_memcpy(b[m], before[m], static_cast<std::size_t>(n) * sizeof(T));
            return false;
        }
    }
    return true;
}
#endif
// The order from which one right-hand side is solved for within the matrix, and not in packs. Time over that of packs,
// Granite Rapids, in cache, two at a time: d lower n = 13: 1.3, 14: .8, 20: .7, 32: .47; upper 16: .97, 20: .87, 32:
// .56 (one at a time 24: 1.16, 28: 1.0); getrs 18: .87, 24: .57, 32: .46 (one at a time 20: 1.2, 24: .91); s lower 24:
// .9, 29: .76, 32: .48; upper 29: .98, 32: .56; getrs 24: .99, 28: .93, 32: .55; out of cache .8 to 1.1. One unit (Zen
// 4, one matrix at a time), times OpenBLAS in packs and within: n = 32: 1.6 and 2.4; out of cache, lower: n = 13: 1.0
// and 2.0; n = 32: .8 and 1.1; both triangles (getrs), n = 20: 1.4 and 1.5. Upper ones are read against the order of
// memory; those of OpenBLAS's TRSV are as slow then, its TRSM is not.
inline constexpr i64 never = order + 1;
// The order from which as many right-hand sides are solved for one matrix after the other (two units): over packs,
// whose matrices and panels share few sets of the first cache then, Emerald Rapids, n = 32: s .81, d .76, c and z .88
// of the time; d, n = 31: .84, 30: .93; 28: s 1.4, d 1.1, c 1.3, z 1.1. Zen 4: .97 to 1.17.
template <class T> inline constexpr i64 singly_from = parts<T> == 1 && sizeof(T) == 8 ? 31 : 32;
inline constexpr Orders lower_from{14, 12}, upper_from{24, 28}, upper_trsm_from{24, never}, getrs_from{24, 18};
inline constexpr Orders single_lower_from{29, 28}, single_upper_from{31, never}, single_getrs_from{28, 32};
// Double complex, not transposed, over packs, Zen 4, in cache: n = 13: .95, 16: 1.2, 24: 1.4, 32: 1.7; out of cache,
// lower: n = 16-28: 1.4-2.0, 32: 1.0; upper 1.0. getrs, n = 24: .9, 32: 1.15 (one at a time); Granite Rapids, in cache,
// two at a time: n = 18: .97, 20: 1.1, 24: 1.4, 32: 1.7 (one at a time 24: 1.0, 28: 1.1), out of cache 1.0.
inline constexpr Orders complex_from{15, 15}, complex_getrs_from{24, 30};
// Single complex, over packs, n = 16, 24, 28, 31, 32, in cache, lower: Zen 4 1.34, 1.30, 1.13, .99, .72; Emerald Rapids
// 1.56, 1.27, 1.03, .91, .53; out of cache 1.1 to 1.25 there, Zen 4 .6 to .8, upper 1.1 to 1.4.
inline constexpr Orders single_complex_from{32, 32};
// Whether two transposed matrices are solved with at once, a right-hand side each. Over packs, Emerald Rapids, in
// cache, d n = 24, 28, 32 1.15, 1.15, .85 of the time (trsv 32 .73; potrs 1.3), out of it .9 to 1; over Trsv, s n = 33,
// 40, 48, 64 .84 .77 .74 .78, out of it .8 to 1.2. Zen 4: in cache the same, out of it 2.5 to 3.5.
template <class T> bool in_twos(i64 n) {
    if constexpr (short_ones && parts<T> == 1) return double_fma() && n >= transposed_from<T> && n <= systems_order<T>;
    return false;
}
template <class T> bool within(i64 n, bool transposed, Orders from) {
    return n > order || (transposed ? in_twos<T>(n) : short_ones && n >= from.here());
}
template <class T> Orders one_side_from(char uplo, Orders upper) {
    if (parts<T> == 2) return sizeof(real_t<T>) == 8 ? complex_from : single_complex_from;
    if (sizeof(T) == 4) return uplo == 'L' ? single_lower_from : single_upper_from;
    return uplo == 'L' ? lower_from : upper;
}

// ---- TRSM, TRMM, POTRS, GETRS, GETRI, TRSV

template <class T> void zero(i64 m, i64 n, T* const* b, i64 count, i64 ldb) {
    for (i64 i = 0; i < count; ++i)
        for (i64 j = 0; j < n; ++j) {
            real_t<T>* p = reinterpret_cast<real_t<T>*>(b[i] + j * ldb);
            for (i64 k = 0; k < m * parts<T>; ++k) p[k] = 0;
        }
}

// Bytes from which a transposed matrix asks for its own columns, in cache as well (Emerald Rapids: .65 to .9 of the
// time, as OpenBLAS was up to 1.6 times as fast; half as large ones in cache up to 1.4 times).
inline constexpr i64 asks_for_itself = 1 << 20;
// inv(A) or, if transposed, of its transpose times one vector: a, b and its increment as Trsv has them.
template <class T> SHUNT_INLINE void solve_one(const Trsv<T>& t, i64 n, T alpha, [[maybe_unused]] const real_t<T>* next,
                                               real_t<T>* b, i64 inc) {
#if defined(__AVX512F__)
    if (n <= largest_short.here() && !t.transposed) {
        using R = real_t<T>;
        if (inc == parts<T>) {
            if (solve_short<T, 1>(t, n, {t.a}, next, alpha, {b})) return;
        } else {
            R x[largest_short.one_unit * parts<T>];
            for (i64 i = 0; i < n; ++i)
                for (int part = 0; part < parts<T>; ++part) x[i * parts<T> + part] = b[i * inc + part];
            if (solve_short<T, 1>(t, n, {t.a}, next, alpha, {x})) {
                for (i64 i = 0; i < n; ++i)
                    for (int part = 0; part < parts<T>; ++part) b[i * inc + part] = x[i * parts<T> + part];
                return;
            }
        }
    }
#endif
    Trsv<T> s = t;
    const i64 bytes = n * n * static_cast<i64>(sizeof(T));
    s.after = t.transposed && bytes >= asks_for_itself / (next ? 2 : 1) ? s.columns_after() : next;
    s.solve(n, alpha, b, inc);
}
// The matrix to prefetch while matrix i is worked on: none where all of them may be in a cache. One triangle in
// ascending order comes by itself unless its columns are long (Zen 4, out of cache, n = 24: d 1.3, z 1.5 times faster
// than prefetched; z, n = 32: 1.3 times slower), but not on Emerald Rapids (prefetched, z n = 15 ... 31 .65 of the
// time, s 31 ... 64 .72 to .85, d 24 ... 64 .85 to .95).
template <class T>
SHUNT_INLINE const real_t<T>* next_of(bool resident, T* const* a, i64 i, i64 count, i64 n, bool ascending = false) {
    if (ascending && !double_fma() && n <= (parts<T> == 1 ? largest_whole : order) &&
        n * static_cast<i64>(sizeof(T)) < 512)
        return nullptr;
    return resident || i + 1 >= count ? nullptr : reinterpret_cast<const real_t<T>*>(a[i + 1]);
}
// Out of cache one at a time: two are two streams for the hardware to follow (Zen 4, lower: 1.5 times slower; Granite
// Rapids, upper: 1.1 to 1.25 times).
SHUNT_INLINE i64 solved_together(bool resident) {
    return resident ? 2 : 1;
}
// One or two systems. t: all but the matrix; inc: of elements, the first of which lies `offset` after b; next: a matrix
// to prefetch, or null, then the last of so many in the list.
template <class T> SHUNT_INLINE void solve_few(i64 count, Trsv<T> t, i64 n, T alpha, T* const* a, T* const* b,
                                               i64 offset, i64 inc, const real_t<T>* next, i64 listed) {
    using R = real_t<T>;
    if constexpr (short_ones && parts<T> == 1)
        if (t.transposed && in_twos<T>(n)) {
            const auto solve = [&](T* const* x) {
                solve_transposed<T>({t.lower, true, t.unit}, n, alpha, a, t.ld, x, count, next ? listed : 0);
            };
            if (inc == 1) return solve(b);
            T copy[2][systems_order<T>];
            T* const copies[2] = {copy[0], copy[1]};
            for (i64 i = 0; i < count; ++i)
                for (i64 k = 0; k < n; ++k) copy[i][k] = b[i][offset + k * inc];
            solve(copies);
            for (i64 i = 0; i < count; ++i)
                for (i64 k = 0; k < n; ++k) b[i][offset + k * inc] = copy[i][k];
            return;
        }
    const auto matrix = [&](i64 i) { return reinterpret_cast<const R*>(a[i]); };
    const auto vector = [&](i64 i) { return reinterpret_cast<R*>(b[i] + offset); };
#if defined(__AVX512F__)
    if (count == 2 && n <= largest_short.here() && !t.transposed && inc == 1)
        if (solve_short<T, 2>(t, n, {matrix(0), matrix(1)}, nullptr, alpha, {vector(0), vector(1)})) return;
#endif
    for (i64 i = 0; i < count; ++i) {
        t.a = matrix(i);
        solve_one<T>(t, n, alpha, next, vector(i), inc * parts<T>);
    }
}
// Whether a transposed matrix is read through before it is worked on (Zen 4, out of cache, s, n = 33 ... 56: .7 to .85
// of the time with the next one asked for; with longer columns, thus gaps, up to 1.6 times; Emerald Rapids: up to 1.6
// times).
template <class T> bool streams(const Alike<T>& s, const Trsv<T>& t, i64 n) {
    return !s.resident && !double_fma() && t.transposed && !t.lower && n * static_cast<i64>(sizeof(T)) <= 224;
}
// Whether several right-hand sides on the left are solved for within the matrix. Over packs, Emerald Rapids, in cache,
// n sides: n = 14, 16, 20, 24, 28, 32 1.1 .99 .97 .76 .89 .83 of the time, transposed 1.1 1.0 1.1 .83 1.1 .9; 4 sides,
// n = 16, 20, 24, 32, 1.3 .90 .71 .75; out of cache, n sides, .54 to .75, transposed .52 to .87. GETRS and POTRS, which
// convert once for two solves, are up to 1.8 times as fast in packs. Zen 4: in cache 1.1 to .88, out of it 1.1 to 1.35.
template <class T> bool by_systems(const Alike<T>& s) {
    if constexpr (short_ones && std::is_same_v<T, double>)
        return double_fma() && s.side == 'L' && s.m >= 14 && s.m <= systems_order<double> && s.n > 2 &&
               s.m * s.m * s.n >= (s.transa == 'N' ? 1600 : 5500);
    return false;
}

template <class T> void solve_singly(const Alike<T>& s, i64 count, Trsv<T> t, i64 n, T alpha, T* const* a, T* const* b,
                                     i64 offset, i64 inc) {
    const i64 together = t.transposed && in_twos<T>(n) ? 2 : solved_together(s.resident);
    t.stream = streams<T>(s, t, n);
    for (i64 i = 0; i < count; i += together)
        solve_few<T>(min(together, count - i), t, n, alpha, a + i, b + i, offset, inc,
                     t.stream ? nullptr : next_of<T>(s.resident, a, i, count, n, t.lower && !t.transposed), count - i);
}

template <class T, bool product> bool triangular(const Alike<T>& s, const Operands<T>& o, i64 count) {
    using R = real_t<T>;
    constexpr int L = lanes<R>;
    const bool rows = s.side == 'R';
    const i64 n = rows ? s.n : s.m;
    const i64 rhs = rows ? s.m : s.n;
    const bool single = !product && rhs == 1;
    if (n > order && !single) return false;
    if constexpr (!product && short_ones && std::is_same_v<T, double>)
        if (by_systems(s) && s.alpha != 0) {
            const Triangular kind{s.uplo == 'L', s.transa != 'N', s.diag == 'U'};
            for (i64 i = 0; i < count; ++i) {
                const bool more = i + 1 < count;
                solve_systems(kind, n, rhs, s.alpha, o.a[i], s.lda, o.b[i], s.ldb, more ? o.a[i + 1] : nullptr,
                              more ? o.b[i + 1] : nullptr);
            }
            return true;
        }
    if (!product && double_fma() && n >= singly_from<T> && rhs >= n) return false;
    if (equals<T>(s.alpha, 0)) {
        zero<T>(s.m, s.n, o.b, count, s.ldb);
        return true;
    }
    if (single && within<T>(n, rows != (s.transa != 'N'), one_side_from<T>(s.uplo, upper_trsm_from))) {
        const Trsv<T> t{nullptr,         s.lda * parts<T>, s.uplo == 'L', rows != (s.transa != 'N'),
                        s.transa == 'C', s.diag == 'U'};
        solve_singly<T>(s, count, t, n, s.alpha, o.a, o.b, 0, rows ? s.ldb : 1);
        return true;
    }
    alignas(64) Vec<R> a[pack_size<T>()];
    alignas(64) Vec<R> x[panel_space<T>];
    const Orientation orientation(s.side, s.uplo, s.transa);
    const R* factor = reinterpret_cast<const R*>(&s.alpha);
    Element<T> alpha;
    unroll<parts<T>>([&](auto part) __attribute__((always_inline)) { alpha[part] = broadcast(factor[part]); });
    const bool scaled = !equals<T>(s.alpha, 1);
    for (i64 i = 0; i < count; i += L) {
        Triangle<T> t;
        const Block<T> packed = triangle_in<T>(s, n, o.a + i, count - i, a);
        if (s.transa == 'C') conjugate<T>(pack_ld(n) * n, a);
        t.a = orientation.triangle(packed, n);
        t.n = n;
        t.unit = s.diag == 'U';
        if (!product && !t.unit) t.invert();
        in_panels<T>(s, rows, s.m, s.n, o.b + i, count - i, x, [&](i64 size, Block<T> b, i64 sides) {
            const Block<T> v = orientation.sides(b, n);
            if constexpr (product) {
                if (t.unit)
                    t.template multiply_tiles<true>(sides, alpha, v);
                else
                    t.template multiply_tiles<false>(sides, alpha, v);
            } else {
                if (scaled) scale<T>(size, s.alpha, x);
                t.solve(sides, v);
            }
        });
    }
    return true;
}
template <class T> bool trsm(const Alike<T>& s, const Operands<T>& o, i64 count, i64*) {
    return triangular<T, false>(s, o, count);
}
template <class T> bool trmm(const Alike<T>& s, const Operands<T>& o, i64 count, i64*) {
    return triangular<T, true>(s, o, count);
}

//   A = L L^H:  B := inv(L) B, B := inv(L^H) B;  of A = U^H U the stored triangle is L^T, so that conj(L) comes first.
template <class T> bool potrs(const Alike<T>& s, const Operands<T>& o, i64 count, i64*) {
    using R = real_t<T>;
    constexpr int L = lanes<R>;
    const i64 n = s.n;
    const bool upper = s.uplo == 'U';
    if (s.k == 1 && n > order && in_twos<T>(n)) {
        for (i64 i = 0; i < count; i += 2)
            for (const bool transposed : {upper, !upper}) {
                const Trsv<T> t{nullptr, s.lda * parts<T>, !upper, transposed, transposed, false};
                const R* const next = transposed == upper ? next_of<T>(s.resident, o.a, i, count, n, !upper) : nullptr;
                solve_few<T>(min(2, count - i), t, n, T(1), o.a + i, o.b + i, 0, 1, next, count - i);
            }
        return true;
    }
    if (n > order) {
        if (s.k > 1) return false;
        for (i64 i = 0; i < count; ++i) {
            Trsv<T> t{reinterpret_cast<const R*>(o.a[i]), s.lda * parts<T>, !upper, upper, upper, false};
            const R* const next = next_of<T>(s.resident, o.a, i, count, n, !upper);
            solve_one<T>(t, n, T(1), next, reinterpret_cast<R*>(o.b[i]), parts<T>);
            t.transposed = t.conj = !upper;
            solve_one<T>(t, n, T(1), next, reinterpret_cast<R*>(o.b[i]), parts<T>);
        }
        return true;
    }
    alignas(64) Vec<R> a[pack_size<T>()];
    alignas(64) Vec<R> x[panel_space<T>];
    const Orientation first('L', s.uplo, upper ? 'T' : 'N');
    const Orientation second('L', s.uplo, upper ? 'N' : 'T');
    for (i64 i = 0; i < count; i += L) {
        const Block<T> packed = triangle_in<T>(s, n, o.a + i, count - i, a);
        Triangle<T> forward, backward;
        forward.n = backward.n = n;
        forward.unit = backward.unit = false;
        forward.a = first.triangle(packed, n);
        backward.a = second.triangle(packed, n);
        forward.invert();
        backward.invert();
        in_panels<T>(s, false, n, s.k, o.b + i, count - i, x, [&](i64 size, Block<T> b, i64 sides) {
            if (upper) conjugate<T>(size, x);
            forward.solve(sides, first.sides(b, n));
            conjugate<T>(size, x);
            backward.solve(sides, second.sides(b, n));
            if (!upper) conjugate<T>(size, x);
        });
    }
    return true;
}

// Rows of pivots, a lane a matrix, from 0.
template <class T> void pivots_in(i64 n, void* const* ipiv, i64 count, bool wide, Indices<real_t<T>>* rows) {
    constexpr int L = lanes<real_t<T>>;
    for (int l = 0; l < L; ++l) {
        const void* p = ipiv[l < count ? l : 0];
        for (i64 i = 0; i < n; ++i)
            rows[i][l] = static_cast<Index<real_t<T>>>(
                (wide ? static_cast<const std::int64_t*>(p)[i] : static_cast<const std::int32_t*>(p)[i]) - 1);
    }
}

template <class T> void swap_elements(i64 n, real_t<T>* b, const void* ipiv, bool wide, bool backwards) {
    for (i64 q = 0; q < n; ++q) {
        const i64 i = backwards ? n - 1 - q : q;
        const i64 p =
            (wide ? static_cast<const std::int64_t*>(ipiv)[i] : static_cast<const std::int32_t*>(ipiv)[i]) - 1;
        for (int part = 0; part < parts<T>; ++part) {
            const real_t<T> t = b[i * parts<T> + part];
            b[i * parts<T> + part] = b[p * parts<T> + part];
            b[p * parts<T> + part] = t;
        }
    }
}

template <class T> bool getrs(const Alike<T>& s, const Operands<T>& o, i64 count, i64*) {
    using R = real_t<T>;
    constexpr int L = lanes<R>;
    const i64 n = s.n;
    const bool plain = s.transa == 'N';
    if (n > order && s.k > 1) return false;
    if (s.k == 1 && within<T>(n, !plain,
                              parts<T> == 2    ? (sizeof(R) == 8 ? complex_getrs_from : single_complex_from)
                              : sizeof(R) == 4 ? single_getrs_from
                                               : getrs_from)) {
        const i64 together = in_twos<T>(n) && !plain ? 2 : solved_together(s.resident);
        for (i64 i = 0; i < count; i += together) {
            const i64 here = min(together, count - i);
            const R* const next = next_of<T>(s.resident, o.a, i, count, n);
            const auto interchange = [&] {
                for (i64 k = i; k < i + here; ++k)
                    swap_elements<T>(n, reinterpret_cast<R*>(o.b[k]), o.ipiv[k], s.wide, !plain);
            };
            const auto solve = [&](bool lower) {
                const Trsv<T> t{nullptr, s.lda * parts<T>, lower, !plain, s.transa == 'C', lower};
                solve_few<T>(here, t, n, T(1), o.a + i, o.b + i, 0, 1, next, count - i);
            };
            if (plain) interchange();
            solve(plain);
            solve(!plain);
            if (!plain) interchange();
        }
        return true;
    }
    alignas(64) Vec<R> a[pack_size<T>()];
    alignas(64) Vec<R> x[panel_space<T>];
    const Orientation lower('L', 'L', s.transa);
    const Orientation upper('L', 'U', s.transa);
    const i64 ld = pack_ld(n);
    for (i64 i = 0; i < count; i += L) {
        pack_in<T>(n, n, members<T>(o.a + i, count - i), s.lda, a, ld,
                   next_pack<T>(s.resident, o.a, i, count, n, s.lda));
        if (s.transa == 'C') conjugate<T>(ld * n, a);
        Indices<R> rows[order];
        pivots_in<T>(n, o.ipiv + i, count - i, s.wide, rows);
        const Block<T> packed{a, parts<T>, ld * parts<T>};
        Triangle<T> l, u;
        l.n = u.n = n;
        l.unit = true;
        u.unit = false;
        l.a = lower.triangle(packed, n);
        u.a = upper.triangle(packed, n);
        u.invert();
        in_panels<T>(s, false, n, s.k, o.b + i, count - i, x, [&](i64, Block<T> b, i64 sides) {
            if (plain) {
                for (i64 k = 0; k < n; ++k) swap_rows<T>(sides, b, k, rows[k]);
                l.solve(sides, lower.sides(b, n));
                u.solve(sides, upper.sides(b, n));
            } else {
                u.solve(sides, upper.sides(b, n));
                l.solve(sides, lower.sides(b, n));
                for (i64 k = n - 1; k >= 0; --k) swap_rows<T>(sides, b, k, rows[k]);
            }
        });
    }
    return true;
}

//   X A = I with P A = L U:  X := inv(U), X := X inv(L), then columns are interchanged.
template <class T> bool getri(const Alike<T>& s, const Operands<T>& o, i64 count, i64* info) {
    using R = real_t<T>;
    constexpr int L = lanes<R>;
    constexpr int P = parts<T>;
    constexpr i64 largest = order / P;
    const i64 n = s.n;
    if (n > largest) return false;
    alignas(64) Vec<R> a[largest * pack_ld(largest) * P];
    alignas(64) Vec<R> x[largest * pack_ld(largest) * P];
    const i64 ld = pack_ld(n);
    const Block<T> packed{a, P, ld * P};
    const Block<T> result{x, P, ld * P};
    const Orientation lower('R', 'L', 'N');
    const Orientation upper('R', 'U', 'N');
    for (i64 i = 0; i < count; i += L) {
        Members<T> m = members<T>(o.a + i, count - i);
        pack_in<T>(n, n, m, s.lda, a, ld);
        Indices<R> singular{};
        for (i64 k = n - 1; k >= 0; --k) {
            Element<T> d;
            get<T>(d, packed.at(k, k));
            Indices<R> zero_pivot = d[0] == 0;
            if constexpr (P == 2) zero_pivot &= d[1] == 0;
            singular = zero_pivot ? Indices<R>{} + static_cast<Index<R>>(k + 1) : singular;
        }
        // A singular matrix stays as it is: its lane goes on with another one's numbers and is not stored.
        bool any = false;
        for (int l = 0; l < m.count; ++l) {
            info[i + l] = singular[l];
            any |= singular[l] != 0;
        }
        if (__builtin_expect(any, 0)) {
            for (int l = 0; l < m.count; ++l)
                if (singular[l] == 0) {
                    T* alone = o.a[i + l];
                    void* ipiv = o.ipiv[i + l];
                    Operands<T> one{};
                    one.a = &alone;
                    one.ipiv = &ipiv;
                    i64 ignored;
                    getri<T>(s, one, 1, &ignored);
                }
            continue;
        }
        for (i64 k = 0; k < ld * n * P; ++k) x[k] = Vec<R>{};
        for (i64 k = 0; k < n; ++k) result.at(k, k)[0] = broadcast(R(1));
        Triangle<T> t;
        t.n = n;
        t.unit = false;
        t.a = upper.triangle(packed, n);
        t.invert();
        t.solve(n, upper.sides(result, n));
        t.unit = true;
        t.a = lower.triangle(packed, n);
        t.solve(n, lower.sides(result, n));
        Indices<R> columns[order];
        pivots_in<T>(n, o.ipiv + i, count - i, s.wide, columns);
        for (i64 k = n - 1; k >= 0; --k) swap_rows<T>(n, result.transposed(), k, columns[k]);
        pack_out<T>(n, n, m, s.lda, x, ld);
    }
    return true;
}

template <class T> bool trsv(const Alike<T>& s, const Operands<T>& o, i64 count, i64*) {
    using R = real_t<T>;
    constexpr int L = lanes<R>;
    const i64 n = s.n;
    if (within<T>(n, s.transa != 'N', one_side_from<T>(s.uplo, upper_from))) {
        const Trsv<T> t{nullptr, s.lda * parts<T>, s.uplo == 'L', s.transa != 'N', s.transa == 'C', s.diag == 'U'};
        solve_singly<T>(s, count, t, n, T(1), o.a, o.b, s.ldb < 0 ? (1 - n) * s.ldb : 0, s.ldb);
        return true;
    }
    alignas(64) Vec<R> a[pack_size<T>()];
    alignas(64) Vec<R> x[order * parts<T>];
    const Orientation orientation('L', s.uplo, s.transa);
    for (i64 i = 0; i < count; i += L) {
        Triangle<T> t;
        const Block<T> packed = triangle_in<T>(s, n, o.a + i, count - i, a);
        if (s.transa == 'C') conjugate<T>(pack_ld(n) * n, a);
        t.a = orientation.triangle(packed, n);
        t.n = n;
        t.unit = s.diag == 'U';
        if (!t.unit) t.invert();
        Members<T> b = members<T>(o.b + i, count - i);
        const Block<T> v = orientation.sides(Block<T>{x, parts<T>, 0}, n);
        if (s.ldb == 1) {
            pack_in<T>(n, 1, b, n, x, n);
            t.solve(1, v);
            pack_out<T>(n, 1, b, n, x, n);
        } else {
            // A row of a matrix.
            if (s.ldb < 0)
                for (R*& p : b.p) p -= (n - 1) * s.ldb * parts<T>;
            pack_in<T>(1, n, b, s.ldb, x, 1);
            t.solve(1, v);
            pack_out<T>(1, n, b, s.ldb, x, 1);
        }
    }
    return true;
}

template <class T> i64 pack(BatchRoutine r, const Alike<T>& s) {
    const i64 n = s.m > s.n ? s.m : s.n;
    const bool packed = r == BatchRoutine::potrf   ? packs_potrf<T>(n)
                        : r == BatchRoutine::getrf ? packs_getrf<T>(s.m, s.n)
                                                   : n <= order;
    return packed ? lanes<real_t<T>> : 1;
}

}  // namespace

template <class T> const BatchFactors<T>& batch_factors_table() {
    static constexpr BatchFactors<T> table{potrf<T>, potrs<T>, getrf<T>, getrs<T>, getri<T>,
                                           trsm<T>,  trmm<T>,  trsv<T>,  pack<T>};
    return table;
}

template const BatchFactors<float>& batch_factors_table();
template const BatchFactors<double>& batch_factors_table();
template const BatchFactors<std::complex<float>>& batch_factors_table();
template const BatchFactors<std::complex<double>>& batch_factors_table();

}  // namespace shunt::cpu::SHUNT_ISA
