// In: general matrices. Out: their QR factors, the matrix Q of them, their bidiagonal form: LAPACK's geqrf, orgqr,
// gebrd. Vectors run down the columns; complex numbers stay interleaved. Let v = e1 + scale * x be the reflector of a
// column (alpha, x): its products with other columns follow from those of x, so that norm and products are one pass.
#include "cpu/batch_pack.hpp"
#include "cpu/simd.hpp"
#include "cpu/tables.hpp"

namespace shunt::cpu::SHUNT_ISA {
namespace {

template <class T> inline constexpr int rows_of = lanes<real_t<T>> / parts<T>;  // rows in a vector
// Reflectors that are applied together, so many that their sums with one column are a transposition in registers.
template <class T> inline constexpr int block = (vector_registers == 32 ? 8 : 4) / parts<T>;
template <class T> inline constexpr int top_vectors = block<T> > rows_of<T> ? block<T> / rows_of<T> : 1;
inline constexpr int strip = 3;  // columns they are applied to at a time

constexpr i64 min(i64 a, i64 b) {
    return a < b ? a : b;
}
template <class R> SHUNT_INLINE R magnitude(R x) {
    return x < 0 ? -x : x;
}
template <class R> SHUNT_INLINE R root(R x) {
    if constexpr (sizeof(R) == 8)
        return __builtin_sqrt(x);
    else
        return __builtin_sqrtf(x);
}
template <class R> SHUNT_INLINE R with_sign(R x, R sign) {
    if constexpr (sizeof(R) == 8)
        return __builtin_copysign(x, sign);
    else
        return __builtin_copysignf(x, sign);
}

// Squares of norms in this range have lost nothing that counts to underflow; nor have products of such vectors with
// columns of the same matrix that are not themselves within 2^200, or 2^24, of where LAPACK's lose.
template <class R> inline constexpr R least = sizeof(R) == 8 ? R(0x1p-400) : R(0x1p-48f);
template <class R> inline constexpr R most = sizeof(R) == 8 ? R(0x1p1000) : R(0x1p120f);

template <class R> using Index = std::conditional_t<sizeof(R) == 8, std::int64_t, std::int32_t>;
template <class R> struct IndicesOf { typedef Index<R> type __attribute__((vector_size(vector_bytes))); };
template <class R> using Indices = typename IndicesOf<R>::type;
template <class R> using Lanes = std::make_integer_sequence<int, lanes<R>>;

template <class V, int... J> SHUNT_INLINE V iota(std::integer_sequence<int, J...>) {
    return V{J...};
}
template <class T> SHUNT_INLINE Indices<real_t<T>> lane_rows() {
    return iota<Indices<real_t<T>>>(Lanes<real_t<T>>{}) / parts<T>;
}
template <class V, int... J> SHUNT_INLINE V swap_pairs(V x, std::integer_sequence<int, J...>) {
    return __builtin_shufflevector(x, x, (J ^ 1)...);
}
template <class R> SHUNT_INLINE Vec<R> swapped(Vec<R> x) {
    return swap_pairs(x, Lanes<R>{});
}
template <class V, int... J> SHUNT_INLINE V alternating(std::integer_sequence<int, J...>) {
    return V{(J % 2 ? 1 : -1)...};
}
template <class R> SHUNT_INLINE Vec<R> alternate() {
    return alternating<Vec<R>>(Lanes<R>{});
}

template <class R> SHUNT_INLINE Vec<R> load_lanes(const R* p, int count) {
    return count == lanes<R> ? load(p) : load_first(p, count);
}
template <class R> SHUNT_INLINE void store_lanes(R* p, Vec<R> v, int count) {
    if (count == lanes<R>)
        store(p, v);
    else
        store_first(p, v, count);
}

// Keeps a vector that is used several times in a register: g++ would load it for each use.
template <class V> SHUNT_INLINE V once(V v) {
    return rounded(v);
}

// Of two vectors the sums of lanes that differ in bit S of their number.
template <int S, class V, int... J> SHUNT_INLINE V fold_two(V a, V b, std::integer_sequence<int, J...>) {
    constexpr int n = sizeof...(J);
    return __builtin_shufflevector(a, b, ((J & S) ? n + J : J)...) +
           __builtin_shufflevector(a, b, ((J & S) ? n + J - S : J + S)...);
}
template <int S, class V, int... J> SHUNT_INLINE V fold(V a, std::integer_sequence<int, J...>) {
    return a + __builtin_shufflevector(a, a, (J ^ S)...);
}
template <int N, int S, class R> SHUNT_INLINE Vec<R> fold_all(Vec<R>* v) {
    if constexpr (N > 1) {
        unroll<N / 2>([&](auto i)
                          __attribute__((always_inline)) { v[i] = fold_two<S>(v[2 * i], v[2 * i + 1], Lanes<R>{}); });
        return fold_all<N / 2, S * 2, R>(v);
    } else if constexpr (S < lanes<R>) {
        v[0] = fold<S>(v[0], Lanes<R>{});
        return fold_all<1, S * 2, R>(v);
    } else {
        return v[0];
    }
}
// out[i] := the sum of v[i]'s lanes, N a power of two. Destroys v.
template <int N, class R> SHUNT_INLINE void sum_lanes(Vec<R>* v, R* out) {
    constexpr int L = lanes<R>;
    if constexpr (N > L) {
        unroll<N / L>([&](auto i) __attribute__((always_inline)) { store(out + i * L, fold_all<L, 1, R>(v + i * L)); });
    } else if constexpr (N == L) {
        store(out, fold_all<N, 1, R>(v));
    } else {
        store_first(out, fold_all<N, 1, R>(v), N);
    }
}

// A number of T as one or two of R.
template <class T> struct Number { real_t<T> re = 0, im = 0; };
template <class T> SHUNT_INLINE Number<T> get(const real_t<T>* p, i64 turn = 1) {
    if constexpr (parts<T> == 1)
        return {p[0], 0};
    else
        return {p[0], p[turn]};
}
template <class T> SHUNT_INLINE void put(real_t<T>* p, Number<T> x) {
    p[0] = x.re;
    if constexpr (parts<T> == 2) p[1] = x.im;
}
template <class T> SHUNT_INLINE Number<T> operator+(Number<T> a, Number<T> b) {
    return {a.re + b.re, a.im + b.im};
}
template <class T> SHUNT_INLINE Number<T> operator-(Number<T> a, Number<T> b) {
    return {a.re - b.re, a.im - b.im};
}
template <class T> SHUNT_INLINE Number<T> operator*(Number<T> a, Number<T> b) {
    if constexpr (parts<T> == 1)
        return {a.re * b.re, 0};
    else
        return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
}
template <class T> SHUNT_INLINE Number<T> conj(Number<T> a) {
    return {a.re, -a.im};
}

// H = I - tau v v^H with H^H (alpha, x) = (beta, 0), v = e1 + scale * x. tau = 0: H = I, and scale = 1.
template <class T> struct Reflector {
    real_t<T> beta;
    Number<T> tau, scale;
    SHUNT_INLINE bool identity() const { return tau.re == 0 && tau.im == 0; }
};
template <class T> SHUNT_INLINE Reflector<T> reflector(Number<T> alpha, real_t<T> squares) {
    using R = real_t<T>;
    const R beta = -with_sign(root(alpha.re * alpha.re + alpha.im * alpha.im + squares), alpha.re);
    const R re = alpha.re - beta;
    if constexpr (parts<T> == 1) {
        return {beta, {-re / beta, 0}, {1 / re, 0}};
    } else {
        const R inverse = 1 / (re * re + alpha.im * alpha.im);
        return {beta, {-re / beta, -alpha.im / beta}, {re * inverse, -alpha.im * inverse}};
    }
}
// That formula holds as it stands.
template <class T> SHUNT_INLINE bool plain(Number<T> alpha, real_t<T> squares) {
    const real_t<T> all = alpha.re * alpha.re + alpha.im * alpha.im + squares;
    return squares > 0 && all >= least<real_t<T>> && all <= most<real_t<T>>;
}

template <class R> SHUNT_INLINE int exponent(R x) {
    if constexpr (sizeof(R) == 8)
        return static_cast<int>(__builtin_bit_cast(std::uint64_t, x) >> 52 & 2047);
    else
        return static_cast<int>(__builtin_bit_cast(std::uint32_t, x) >> 23 & 255);
}
template <class R> SHUNT_INLINE R power_of_two(int biased) {
    if constexpr (sizeof(R) == 8)
        return __builtin_bit_cast(double, static_cast<std::uint64_t>(biased) << 52);
    else
        return __builtin_bit_cast(float, static_cast<std::uint32_t>(biased) << 23);
}

// The same for any numbers; x has n numbers, `apart` of R apart, their parts `turn` of R apart. They may come back
// scaled by a power of two. Products are rounded, so that copies of this for packs of other widths give the same bits.
template <class T>
[[gnu::noinline]] Reflector<T> careful(Number<T> alpha, i64 n, real_t<T>* x, i64 apart, i64 turn = 1) {
    using R = real_t<T>;
    R largest = 0;
    bool finite = true;
    for (i64 i = 0; i < n * apart; i += apart)
        for (int part = 0; part < parts<T>; ++part) {
            const R size = magnitude(x[i + part * turn]);
            finite = finite && size - size == 0;
            if (size > largest) largest = size;
        }
    if (largest == 0 && finite && alpha.im == 0) return {alpha.re, {0, 0}, {1, 0}};
    if (magnitude(alpha.re) > largest) largest = magnitude(alpha.re);
    if (magnitude(alpha.im) > largest) largest = magnitude(alpha.im);
    constexpr int top = sizeof(R) == 8 ? 2046 : 254;
    const int e = exponent(largest);
    finite = finite && e <= top;
    const R factor = !finite ? R(1) : power_of_two<R>(e == top ? 1 : top - e);
    // Further down to a norm of at most 1, as products with columns near the end of the range would leave it.
    constexpr int one = sizeof(R) == 8 ? 1023 : 127;
    const int bits = 64 - __builtin_clzll(static_cast<unsigned long long>(n * parts<T> + 1));
    const R less = power_of_two<R>(one - (bits + 1) / 2 - 2);
    R squares = 0;
    for (i64 i = 0; i < n * apart; i += apart)
        for (int part = 0; part < parts<T>; ++part) {
            R& y = x[i + part * turn];
            y = rounded(y * factor) * less;
            squares += rounded(y * y);
        }
    alpha.re = alpha.re * factor * less;
    alpha.im = alpha.im * factor * less;
    Reflector<T> h = reflector<T>(alpha, squares);
    h.beta = h.beta / less / factor;
    return h;
}
// The sum of conj(x[i]) * y[i], n numbers; for what is rare.
template <class T>
[[gnu::noinline]] Number<T> slow_dot(i64 n, const real_t<T>* x, const real_t<T>* y, i64 apart, i64 turn = 1) {
    Number<T> sum;
    for (i64 i = 0; i < n * apart; i += apart) {
        const Number<T> p = get<T>(x + i, turn), q = get<T>(y + i, turn);
        sum.re += rounded(p.re * q.re);
        if constexpr (parts<T> == 2) {
            sum.re += rounded(p.im * q.im);
            sum.im += rounded(p.re * q.im);
            sum.im -= rounded(p.im * q.re);
        }
    }
    return sum;
}

// x := scale * x, n of R.
template <class T> SHUNT_INLINE void scale_rows(i64 n, real_t<T>* x, Number<T> scale) {
    using R = real_t<T>;
    const Vec<R> im = parts<T> == 2 ? alternate<R>() * scale.im : Vec<R>{};
    for (i64 i = 0; i < n; i += lanes<R>) {
        const int count = static_cast<int>(min(lanes<R>, n - i));
        const Vec<R> v = load_lanes(x + i, count);
        if constexpr (parts<T> == 1)
            store_lanes(x + i, v * scale.re, count);
        else
            store_lanes(x + i, v * scale.re + swapped<R>(v) * im, count);
    }
}

// Pass s over a panel of `columns` columns, m of R long: applies reflector s - 1, whose column is not scaled yet, to
// the columns from s on (coef: what of that column to take off each), scales it (coef[s - 1]) and finds the products of
// column s below its row s with all columns: dots[c] = sum of conj(column s) * column c.
template <class T, int s, bool Full>
SHUNT_INLINE void panel_pass(i64 m, real_t<T>* a, i64 ld, int columns, const real_t<T>* coef, real_t<T>* dots) {
    using R = real_t<T>;
    constexpr int P = parts<T>;
    constexpr int L = lanes<R>;
    constexpr int K = block<T>;
    Vec<R> acc[K * P];
    unroll<K * P>([&](auto i) __attribute__((always_inline)) { acc[i] = Vec<R>{}; });
    Vec<R> re[K], im[K];
    if constexpr (s > 0)
        unroll<K>([&](auto c) __attribute__((always_inline)) {
            if constexpr (c >= s - 1) {
                re[c] = broadcast(coef[c * P]);
                if constexpr (P == 2) im[c] = alternate<R>() * coef[c * P + 1];
            }
        });
    const auto step = [&](auto top, i64 i, int count) __attribute__((always_inline)) {
        const auto row = lane_rows<T>() + static_cast<Index<R>>(top.value >= 0 ? top.value * rows_of<T> : 0);
        Vec<R> x{}, turned{}, next{}, next_turned{};
        if constexpr (s > 0) {
            R* p = a + (s - 1) * ld + i;
            x = load_lanes(p, count);
            if constexpr (P == 2) turned = swapped<R>(x);
            Vec<R> v = x * re[s - 1];
            if constexpr (P == 2) v += turned * im[s - 1];
            if constexpr (top.value >= 0) v = row >= s ? v : x;
            store_lanes(p, v, count);
        }
        const auto multiply = [&](auto c, Vec<R> y) __attribute__((always_inline)) {
            if constexpr (top.value >= 0) y = row > s ? y : Vec<R>{};
            acc[c * P] += y * next;
            if constexpr (P == 2) acc[c * P + 1] += y * next_turned;
        };
        unroll<K>([&](auto c) __attribute__((always_inline)) {
            if constexpr (c >= s) {
                if (Full || c < columns) {
                    R* p = a + c * ld + i;
                    Vec<R> y = load_lanes(p, count);
                    if constexpr (s > 0) {
                        Vec<R> z = y - x * re[c];
                        if constexpr (P == 2) z -= turned * im[c];
                        if constexpr (top.value >= 0) z = row >= s ? z : y;
                        y = z;
                        store_lanes(p, y, count);
                    }
                    if constexpr (c == s) {
                        next = y;
                        if constexpr (top.value >= 0) next = row > s ? next : Vec<R>{};
                        if constexpr (P == 2) next_turned = swapped<R>(next);
                    }
                    multiply(c, y);
                }
            }
        });
        unroll<s>([&](auto c) __attribute__((always_inline)) { multiply(c, load_lanes(a + c * ld + i, count)); });
    };
    i64 i = 0;
    unroll<top_vectors<T>>([&](auto t) __attribute__((always_inline)) {
        if (i < m) step(t, i, static_cast<int>(min(L, m - i)));
        i += L;
    });
    constexpr std::integral_constant<int, -1> below{};
    for (; m - i >= L; i += L) step(below, i, L);
    if (i < m) step(below, i, static_cast<int>(m - i));
    if constexpr (P == 2) unroll<K>([&](auto c) __attribute__((always_inline)) { acc[c * 2 + 1] *= alternate<R>(); });
    sum_lanes<K * P>(acc, dots);
}

// T of the block reflector H(0) ... H(k-1) = I - V T V^H, by rows, zero below its diagonal.
template <class T> using Triangle = real_t<T>[block<T>][block<T> * parts<T>];

// Column s of T from g[c] = v(c)^H v(s).
template <class T> SHUNT_INLINE void extend(Triangle<T>& t, int s, Number<T> tau, const Number<T>* g) {
    constexpr int P = parts<T>;
    for (int c = 0; c < s; ++c) {
        Number<T> sum;
        for (int l = c; l < s; ++l) sum = sum + get<T>(&t[c][l * P]) * g[l];
        put<T>(&t[c][s * P], Number<T>{} - tau * sum);
    }
    put<T>(&t[s][s * P], tau);
}

// QR of m x columns, columns <= min(block, m rows); m counts R. T is only made where `t` is given.
template <class T, bool Full> void panel(i64 m, int columns, real_t<T>* a, i64 ld, real_t<T>* tau, Triangle<T>* t) {
    using R = real_t<T>;
    constexpr int P = parts<T>;
    constexpr int K = block<T>;
    R coef[K * P] = {};
    alignas(64) R dots[K * P];
    if (t)
        for (int i = 0; i < K; ++i)
            for (int j = 0; j < K * P; ++j) (*t)[i][j] = 0;
    Reflector<T> h{};
    const int end = Full ? K : columns < K ? columns : K - 1;
    unroll<Full ? K : K - 1>([&](auto s) __attribute__((always_inline)) {
        if (Full || s < end) {
            panel_pass<T, s, Full>(m, a, ld, columns, coef, dots);
            R* x = a + s * ld + s * P;  // alpha, and below it x
            const Number<T> alpha = get<T>(x);
            bool good = plain<T>(alpha, dots[s * P]);
            for (int i = 0; i < end * P; ++i) good = good && magnitude(dots[i]) <= most<R>;
            if (good) [[likely]] {
                h = reflector<T>(alpha, dots[s * P]);
            } else {
                h = careful<T>(alpha, m / P - s - 1, x + P, P);
                for (int c = 0; c < end && !h.identity(); ++c)
                    put<T>(dots + c * P, slow_dot<T>(m / P - s - 1, x + P, a + c * ld + (s + 1) * P, P));
            }
            put<T>(tau + s * P, h.tau);
            x[0] = h.beta;
            if constexpr (P == 2) x[1] = 0;
            const bool identity = h.identity();
            put<T>(coef + s * P, h.scale);
            for (int c = s + 1; c < end; ++c) {
                R* r = a + c * ld + s * P;
                const Number<T> y = get<T>(r);
                const Number<T> w = conj<T>(h.tau) * (y + conj<T>(h.scale) * get<T>(dots + c * P));
                put<T>(r, identity ? y : y - w);
                put<T>(coef + c * P, identity ? Number<T>{} : w * h.scale);
            }
            if (t) {
                Number<T> g[K];
                for (int c = 0; c < s; ++c)
                    g[c] = identity ? Number<T>{}
                                    : conj<T>(get<T>(a + c * ld + s * P)) + h.scale * conj<T>(get<T>(dots + c * P));
                extend<T>(*t, s, h.tau, g);
            }
        }
    });
    scale_rows<T>(m - columns * P, a + (columns - 1) * ld + columns * P, h.scale);
}

// The first rows of V, whose ones and zeros are not stored.
template <class T, int K> struct Top {
    static constexpr int ld = top_vectors<T> * lanes<real_t<T>>;
    alignas(64) real_t<T> v[K][ld];
    SHUNT_INLINE Top(i64 m, const real_t<T>* a, i64 lda) {
        using R = real_t<T>;
        constexpr int L = lanes<R>;
        const auto lane = iota<Indices<R>>(Lanes<R>{});
        unroll<top_vectors<T>>([&](auto i) __attribute__((always_inline)) {
            const int count = static_cast<int>(min(L, m - i * L));
            unroll<K>([&](auto k) __attribute__((always_inline)) {
                const auto at = lane + i * L;
                const auto diagonal = at == k * parts<T>;
                Vec<R> x = count > 0 ? load_lanes(a + k * lda + i * L, count) : Vec<R>{};
                x = at >= (k + 1) * parts<T> ? x : Vec<R>{};
                store(v[k] + i * L, diagonal ? broadcast(R(1)) : x);
            });
        });
    }
};

// C := C - V M V^H C for C columns of m of R and K reflectors. m[l][k] is what V's column k takes of column l's
// product.
template <class T, int K, int C> [[gnu::noinline]] void apply(i64 m, const real_t<T>* v, i64 ldv, const Top<T, K>& top,
                                                              const real_t<T> (*matrix)[K * parts<T>], real_t<T>* c,
                                                              i64 ldc) {
    using R = real_t<T>;
    constexpr int P = parts<T>;
    constexpr int L = lanes<R>;
    constexpr int N = K * P;
    using Columns = std::make_integer_sequence<int, N>;
    const auto rows = [&](auto&& step) __attribute__((always_inline)) {
        i64 i = 0;
        unroll<top_vectors<T>>([&](auto t) __attribute__((always_inline)) {
            if (i < m) step(&top.v[0][t * L], top.ld, i, static_cast<int>(min(L, m - i)));
            i += L;
        });
        for (; m - i >= L; i += L) step(v + i, ldv, i, L);
        if (i < m) step(v + i, ldv, i, static_cast<int>(m - i));
    };
    Vec<R> acc[C][N];
    unroll<C>([&](auto j) __attribute__((always_inline)) {
        unroll<N>([&](auto i) __attribute__((always_inline)) { acc[j][i] = Vec<R>{}; });
    });
    rows([&](const R* p, i64 ld, i64 i, int count) __attribute__((always_inline)) {
        Vec<R> y[C];
        unroll<C>([&](auto j) __attribute__((always_inline)) { y[j] = load_lanes(c + j * ldc + i, count); });
        unroll<K>([&](auto k) __attribute__((always_inline)) {
            const Vec<R> x = once(load_lanes(p + k * ld, count));
            unroll<C>([&](auto j) __attribute__((always_inline)) { acc[j][k * P] += x * y[j]; });
            if constexpr (P == 2) {
                const Vec<R> turned = swapped<R>(x);
                unroll<C>([&](auto j) __attribute__((always_inline)) { acc[j][k * P + 1] += turned * y[j]; });
            }
        });
    });
    alignas(64) R w[C][N];
    unroll<C>([&](auto j) __attribute__((always_inline)) {
        if constexpr (P == 2)
            unroll<K>([&](auto k) __attribute__((always_inline)) { acc[j][k * 2 + 1] *= alternate<R>(); });
        sum_lanes<N>(acc[j], w[j]);
        using W = Vec<R, N>;
        W sum{};
        unroll<K>([&](auto l) __attribute__((always_inline)) {
            const W x = load<R, N>(matrix[l]);
            sum += x * w[j][l * P];
            if constexpr (P == 2) sum += swap_pairs(x, Columns{}) * alternating<W>(Columns{}) * w[j][l * P + 1];
        });
        store_block<N>(w[j], sum);
    });
    Vec<R> re[C][K], im[C][K];
    unroll<C>([&](auto j) __attribute__((always_inline)) {
        unroll<K>([&](auto k) __attribute__((always_inline)) {
            re[j][k] = broadcast(w[j][k * P]);
            if constexpr (P == 2) im[j][k] = alternate<R>() * w[j][k * P + 1];
        });
    });
    rows([&](const R* p, i64 ld, i64 i, int count) __attribute__((always_inline)) {
        Vec<R> y[C];
        unroll<C>([&](auto j) __attribute__((always_inline)) { y[j] = load_lanes(c + j * ldc + i, count); });
        unroll<K>([&](auto k) __attribute__((always_inline)) {
            const Vec<R> x = once(load_lanes(p + k * ld, count));
            unroll<C>([&](auto j) __attribute__((always_inline)) { y[j] -= x * re[j][k]; });
            if constexpr (P == 2) {
                const Vec<R> turned = swapped<R>(x);
                unroll<C>([&](auto j) __attribute__((always_inline)) { y[j] -= turned * im[j][k]; });
            }
        });
        unroll<C>([&](auto j) __attribute__((always_inline)) { store_lanes(c + j * ldc + i, y[j], count); });
    });
}

template <class T, int K> void apply_to(i64 m, const real_t<T>* v, i64 ldv, const real_t<T> (*matrix)[K * parts<T>],
                                        i64 columns, real_t<T>* c, i64 ldc) {
    const Top<T, K> top(m, v, ldv);
    for (; columns >= strip; columns -= strip, c += strip * ldc) apply<T, K, strip>(m, v, ldv, top, matrix, c, ldc);
    if (columns == 2) apply<T, K, 2>(m, v, ldv, top, matrix, c, ldc);
    if (columns == 1) apply<T, K, 1>(m, v, ldv, top, matrix, c, ldc);
}

// The same for k <= block reflectors: all at once, or where there are fewer one by one. Forward: H(k-1)^H ... H(0)^H C,
// else H(0) ... H(k-1) C.
template <class T> void apply_block(i64 m, int k, const real_t<T>* v, i64 ldv, const real_t<T>* tau,
                                    const Triangle<T>& t, bool forward, i64 columns, real_t<T>* c, i64 ldc) {
    using R = real_t<T>;
    constexpr int P = parts<T>;
    constexpr int K = block<T>;
    if (columns <= 0) return;
    if (k == K) {
        alignas(64) R matrix[K][K * P];
        for (int l = 0; l < K; ++l)
            for (int i = 0; i < K; ++i)
                put<T>(&matrix[l][i * P], forward ? conj<T>(get<T>(&t[l][i * P])) : get<T>(&t[i][l * P]));
        return apply_to<T, K>(m, v, ldv, matrix, columns, c, ldc);
    }
    for (int step = 0; step < k; ++step) {
        const int i = forward ? step : k - 1 - step;
        const Number<T> x = get<T>(tau + i * P);
        if (x.re == 0 && x.im == 0) continue;
        alignas(64) R matrix[1][P];
        put<T>(matrix[0], forward ? conj<T>(x) : x);
        apply_to<T, 1>(m - i * P, v + i * ldv + i * P, ldv, matrix, columns, c + i * P, ldc);
    }
}

// Columns begin at multiples of a vector here: loads that cross lines of the cache are slow. Where the whole matrix
// does not fit, a panel may. A copy changes no bit of a result.
template <class T> struct Room {
    static constexpr i64 numbers = (i64{128} << 10) / static_cast<i64>(sizeof(real_t<T>));
    alignas(64) real_t<T> data[numbers];
};
template <class T> constexpr i64 room_ld(i64 m) {  // m of R
    constexpr i64 L = lanes<real_t<T>>;
    return ((m + L - 1) / L | 1) * L;
}
template <class T> constexpr bool fits(i64 m, i64 n) {
    return m <= Room<T>::numbers && n <= Room<T>::numbers && room_ld<T>(m) * n <= Room<T>::numbers;
}
template <class T> bool aligned(const void* a, i64 lda) {
    return reinterpret_cast<std::uintptr_t>(a) % vector_bytes == 0 &&
           lda * static_cast<i64>(sizeof(T)) % vector_bytes == 0;
}
template <class T> void copy(i64 m, i64 n, const real_t<T>* from, i64 ld, real_t<T>* to, i64 ldt) {
    constexpr int L = lanes<real_t<T>>;
    for (i64 j = 0; j < n; ++j, from += ld, to += ldt) {
        i64 i = 0;
        for (; m - i >= L; i += L) store(to + i, load(from + i));
        if (i < m) store_first(to + i, load_first(from + i, static_cast<int>(m - i)), static_cast<int>(m - i));
    }
}

template <class T> void geqrf(i64 rows, i64 n, T* matrix, i64 lda, T* taus) {
    using R = real_t<T>;
    constexpr int P = parts<T>;
    constexpr int K = block<T>;
    Room<T> room;
    R* const home = reinterpret_cast<R*>(matrix);
    R* tau = reinterpret_cast<R*>(taus);
    const bool straight = aligned<T>(matrix, lda);
    const bool whole = !straight && fits<T>(rows * P, n);
    R* const a = whole ? room.data : home;
    const i64 ld = whole ? room_ld<T>(rows * P) : lda * P;
    if (whole) copy<T>(rows * P, n, home, lda * P, a, ld);
    const i64 k = min(rows, n);
    alignas(64) Triangle<T> t;
    for (i64 j = 0; j < k; j += K) {
        const int columns = static_cast<int>(min(K, k - j));
        const i64 m = (rows - j) * P;
        R* const p = a + j * ld + j * P;
        const bool more = j + columns < n;
        const bool copied = !straight && !whole && fits<T>(m, K);
        R* const v = copied ? room.data : p;
        const i64 ldv = copied ? room_ld<T>(m) : ld;
        if (copied) copy<T>(m, columns, p, ld, v, ldv);
        if (columns == K)
            panel<T, true>(m, K, v, ldv, tau + j * P, more ? &t : nullptr);
        else
            panel<T, false>(m, columns, v, ldv, tau + j * P, nullptr);
        if (copied) copy<T>(m, columns, v, ldv, p, ld);
        apply_block<T>(m, columns, v, ldv, tau + j * P, t, true, n - j - columns, p + columns * ld, ld);
    }
    if (whole) copy<T>(rows * P, n, a, ld, home, lda * P);
}

// G := V^H V above the diagonal, made into T.
template <class T> void triangle_of(i64 m, const real_t<T>* v, i64 ldv, const real_t<T>* tau, Triangle<T>& t) {
    using R = real_t<T>;
    constexpr int P = parts<T>;
    constexpr int L = lanes<R>;
    constexpr int K = block<T>;
    const Top<T, K> top(m, v, ldv);
    for (int i = 0; i < K; ++i)
        for (int j = 0; j < K * P; ++j) t[i][j] = 0;
    for (int s = 0; s < K; ++s) {
        Vec<R> acc[K * P];
        unroll<K * P>([&](auto i) __attribute__((always_inline)) { acc[i] = Vec<R>{}; });
        const auto step = [&](const R* p, i64 ld, int count) __attribute__((always_inline)) {
            const Vec<R> y = load_lanes(p + s * ld, count);
            unroll<K>([&](auto k) __attribute__((always_inline)) {
                const Vec<R> x = load_lanes(p + k * ld, count);
                acc[k * P] += x * y;
                if constexpr (P == 2) acc[k * P + 1] += swapped<R>(x) * y;
            });
        };
        i64 i = 0;
        unroll<top_vectors<T>>([&](auto b) __attribute__((always_inline)) {
            step(&top.v[0][b * L], top.ld, L);
            i += L;
        });
        for (; m - i >= L; i += L) step(v + i, ldv, L);
        if (i < m) step(v + i, ldv, static_cast<int>(m - i));
        if constexpr (P == 2)
            unroll<K>([&](auto k) __attribute__((always_inline)) { acc[k * 2 + 1] *= alternate<R>(); });
        alignas(64) R dots[K * P];
        sum_lanes<K * P>(acc, dots);
        Number<T> g[K];
        const Number<T> x = get<T>(tau + s * P);
        const bool identity = x.re == 0 && x.im == 0;
        for (int c = 0; c < s; ++c) g[c] = identity ? Number<T>{} : get<T>(dots + c * P);
        extend<T>(t, s, x, g);
    }
}

// The columns of a panel of K := the first ones of H(0) ... H(K-1):  E - V M,  M = T V1^H.
template <class T> void form_panel(i64 m, real_t<T>* a, i64 ld, const Triangle<T>& t) {
    using R = real_t<T>;
    constexpr int P = parts<T>;
    constexpr int L = lanes<R>;
    constexpr int K = block<T>;
    const Top<T, K> top(m, a, ld);
    alignas(64) R matrix[K][K * P];  // by columns of M
    for (int c = 0; c < K; ++c)
        for (int k = 0; k < K; ++k) {
            Number<T> sum;
            for (int l = k; l <= c; ++l) sum = sum + get<T>(&t[k][l * P]) * conj<T>(get<T>(&top.v[l][c * P]));
            put<T>(&matrix[c][k * P], sum);
        }
    const auto step = [&](auto b, const R* p, i64 ldp, R* out, int count) __attribute__((always_inline)) {
        Vec<R> x[K], turned[K];
        unroll<K>([&](auto k) __attribute__((always_inline)) {
            x[k] = load_lanes(p + k * ldp, count);
            if constexpr (P == 2) turned[k] = swapped<R>(x[k]) * alternate<R>();
        });
        unroll<K>([&](auto c) __attribute__((always_inline)) {
            Vec<R> sum{};
            if constexpr (b.value >= 0) {
                const auto lane = iota<Indices<R>>(Lanes<R>{}) + b.value * L;
                sum = lane == c * P ? broadcast(R(1)) : sum;
            }
            unroll<K>([&](auto k) __attribute__((always_inline)) {
                sum -= x[k] * matrix[c][k * P];
                if constexpr (P == 2) sum -= turned[k] * matrix[c][k * P + 1];
            });
            store_lanes(out + c * ld, sum, count);
        });
    };
    i64 i = 0;
    unroll<top_vectors<T>>([&](auto b) __attribute__((always_inline)) {
        if (i < m) step(b, &top.v[0][b * L], top.ld, a + i, static_cast<int>(min(L, m - i)));
        i += L;
    });
    constexpr std::integral_constant<int, -1> below{};
    for (; m - i >= L; i += L) step(below, a + i, ld, a + i, L);
    if (i < m) step(below, a + i, ld, a + i, static_cast<int>(m - i));
}

template <class T> void fill_zero(i64 count, real_t<T>* p) {
    for (i64 i = 0; i < count; ++i) p[i] = 0;
}

// Q, rows x n, of k reflectors in its first columns.
template <class T> void orgqr(i64 rows, i64 n, i64 k, T* matrix, i64 lda, const T* taus) {
    using R = real_t<T>;
    constexpr int P = parts<T>;
    constexpr int K = block<T>;
    Room<T> room;
    R* const home = reinterpret_cast<R*>(matrix);
    const R* tau = reinterpret_cast<const R*>(taus);
    const bool straight = aligned<T>(matrix, lda);
    const bool whole = !straight && fits<T>(rows * P, n);
    R* const a = whole ? room.data : home;
    const i64 ld = whole ? room_ld<T>(rows * P) : lda * P;
    if (whole) copy<T>(rows * P, k, home, lda * P, a, ld);
    for (i64 j = k; j < n; ++j) {
        fill_zero<T>(rows * P, a + j * ld);
        a[j * ld + j * P] = 1;
    }
    alignas(64) Triangle<T> t;
    for (i64 j = (k + K - 1) / K * K - K; j >= 0; j -= K) {
        const int columns = static_cast<int>(min(K, k - j));
        const i64 m = (rows - j) * P;
        R* const p = a + j * ld + j * P;
        if (columns == K) {
            const bool copied = !straight && !whole && fits<T>(m, K);
            R* const v = copied ? room.data : p;
            const i64 ldv = copied ? room_ld<T>(m) : ld;
            if (copied) copy<T>(m, K, p, ld, v, ldv);
            triangle_of<T>(m, v, ldv, tau + j * P, t);
            apply_block<T>(m, K, v, ldv, tau + j * P, t, false, n - j - K, p + K * ld, ld);
            form_panel<T>(m, v, ldv, t);
            if (copied) copy<T>(m, K, v, ldv, p, ld);
        } else {
            for (int i = columns - 1; i >= 0; --i) {
                R* v = p + i * ld + i * P;
                const Number<T> x = get<T>(tau + (j + i) * P);
                apply_block<T>(m - i * P, 1, v, ld, tau + (j + i) * P, t, false, n - j - i - 1, v + ld, ld);
                scale_rows<T>(m - (i + 1) * P, v + P, Number<T>{} - x);
                put<T>(v, Number<T>{1, 0} - x);
                fill_zero<T>(i * P, p + i * ld);
            }
        }
        for (int c = 0; c < columns; ++c) fill_zero<T>(j * P, a + (j + c) * ld);
    }
    if (whole) copy<T>(rows * P, n, a, ld, home, lda * P);
}

// x times a number, lane by lane.
template <class T> SHUNT_INLINE Vec<real_t<T>> times(Vec<real_t<T>> x, Number<T> y) {
    using R = real_t<T>;
    if constexpr (parts<T> == 1)
        return x * y.re;
    else
        return x * y.re + swapped<R>(x) * (alternate<R>() * y.im);
}
// The sum of x[i] * y[i], of conj(x[i]) * y[i] if Conj; n of R.
template <class T, bool Conj> SHUNT_INLINE Number<T> dot(i64 n, const real_t<T>* x, const real_t<T>* y) {
    using R = real_t<T>;
    constexpr int P = parts<T>;
    constexpr int L = lanes<R>;
    Vec<R> acc[2 * P];
    unroll<2 * P>([&](auto i) __attribute__((always_inline)) { acc[i] = Vec<R>{}; });
    const auto step = [&](auto half, i64 i, int count) __attribute__((always_inline)) {
        const Vec<R> p = load_lanes(x + i, count);
        const Vec<R> q = load_lanes(y + i, count);
        acc[half * P] += p * q;
        if constexpr (P == 2) acc[half * P + 1] += swapped<R>(p) * q;
    };
    constexpr std::integral_constant<int, 0> even{};
    constexpr std::integral_constant<int, 1> odd{};
    i64 i = 0;
    for (; n - i >= 2 * L; i += 2 * L) {
        step(even, i, L);
        step(odd, i + L, L);
    }
    if (n - i >= L) {
        step(even, i, L);
        i += L;
    }
    if (i < n) step(odd, i, static_cast<int>(n - i));
    unroll<P>([&](auto p) __attribute__((always_inline)) { acc[p] += acc[P + p]; });
    if constexpr (P == 2) {
        if (Conj)
            acc[1] *= alternate<R>();
        else
            acc[0] *= -alternate<R>();
    }
    R sums[2] = {};
    sum_lanes<P>(acc, sums);
    return {sums[0], sums[1]};
}

// gebrd keeps the last two reflectors back and applies them in the pass over the rest S of the matrix that also needs
// the next products, row block by row block, so that S is read and written once a step:
//   x := taup (S - v y) u,   S := S - v y - x u^H,   column 0 of S is the next v, and of it the products with all
//   others.
template <class T> struct Pending {
    const real_t<T>* v;  // the column reflector's rows of S
    const real_t<T>* y;  // its products with the columns of S
    const real_t<T>* u;  // the row reflector
    Number<T> yu, taup;
};
template <class T> inline constexpr int bundle = (vector_registers == 32 ? 4 : 2) / parts<T>;

// V vectors of rows; of the last one `count` lanes. Skip > 0 (V = 1): the first `skip` lanes lie above S.
template <class T, int V, bool Update, bool Head>
SHUNT_INLINE void bidiagonal_rows(i64 n, real_t<T>* a, i64 ld, const Pending<T>& h, const real_t<T>* v, int skip,
                                  int count, Vec<real_t<T>>* sums, Vec<real_t<T>>& squares) {
    using R = real_t<T>;
    constexpr int P = parts<T>;
    constexpr int L = lanes<R>;
    const auto lane = iota<Indices<R>>(Lanes<R>{});
    const auto inside = lane >= static_cast<Index<R>>(skip);
    const auto lanes_at = [&](auto i) __attribute__((always_inline)) {
        return i == V - 1 ? count : L;
    };
    Vec<R> x[V], w[V], t[V], xt[V], wt[V], tt[V];  // w: rows of v
    const bool identity = h.taup.re == 0 && h.taup.im == 0;
    if constexpr (Update) {
        constexpr int S = V * P < 4 ? 2 : 1;
        Vec<R> acc[S][V][P];
        unroll<S * V * P>([&](auto i)
                              __attribute__((always_inline)) { acc[i / (V * P)][i / P % V][i % P] = Vec<R>{}; });
        const auto column = [&](auto s, i64 c) __attribute__((always_inline)) {
            const R* p = a + c * ld;
            unroll<V>([&](auto i) __attribute__((always_inline)) {
                const Vec<R> z = load_lanes(p + i * L, lanes_at(i));
                unroll<P>([&](auto q) __attribute__((always_inline)) { acc[s][i][q] += z * h.u[c * P + q]; });
            });
        };
        i64 c = 0;
        for (; c + S <= n; c += S) unroll<S>([&](auto s) __attribute__((always_inline)) { column(s, c + s); });
        if (c < n) column(std::integral_constant<int, 0>{}, c);
        unroll<V>([&](auto i) __attribute__((always_inline)) {
            unroll<P>([&](auto q) __attribute__((always_inline)) {
                if constexpr (S == 2) acc[0][i][q] += acc[1][i][q];
            });
            w[i] = load_lanes(v + i * L, lanes_at(i));
            if constexpr (Head) w[i] = inside ? w[i] : Vec<R>{};
            Vec<R> z = acc[0][i][0] - times<T>(w[i], h.yu);
            if constexpr (P == 2) z += swapped<R>(acc[0][i][P - 1]) * alternate<R>();
            x[i] = identity ? Vec<R>{} : times<T>(z, h.taup);
            if constexpr (Head) x[i] = inside ? x[i] : Vec<R>{};
            if constexpr (P == 2) {
                xt[i] = swapped<R>(x[i]) * alternate<R>();
                wt[i] = swapped<R>(w[i]) * alternate<R>();
            }
        });
    }
    const auto update = [&](auto i, i64 c) __attribute__((always_inline)) {
        R* p = a + c * ld + i * L;
        Vec<R> z = load_lanes(p, lanes_at(i));
        if constexpr (Update) {
            const R* y = h.y + c * P;
            const R* u = h.u + c * P;
            Vec<R> next = z - w[i] * y[0] - x[i] * u[0];
            if constexpr (P == 2) next = next - wt[i] * y[P - 1] + xt[i] * u[P - 1];
            if constexpr (Head) next = inside ? next : z;
            z = next;
            store_lanes(p, z, lanes_at(i));
        }
        return z;
    };
    unroll<V>([&](auto i) __attribute__((always_inline)) {
        t[i] = update(i, 0);
        if constexpr (Head) t[i] = lane >= static_cast<Index<R>>(skip + P) ? t[i] : Vec<R>{};
        if constexpr (P == 2) tt[i] = swapped<R>(t[i]);
        squares += t[i] * t[i];
    });
    for (i64 c = 1; c < n; ++c) {
        Vec<R> sum[P];
        unroll<P>([&](auto q) __attribute__((always_inline)) { sum[q] = sums[c * P + q]; });
        unroll<V>([&](auto i) __attribute__((always_inline)) {
            Vec<R> z = update(i, c);
            if constexpr (Head) z = inside ? z : Vec<R>{};
            sum[0] += t[i] * z;
            if constexpr (P == 2) sum[P - 1] += tt[i] * z;
        });
        unroll<P>([&](auto q) __attribute__((always_inline)) { sums[c * P + q] = sum[q]; });
    }
}

// The pass over S, rows x n, whose first row is row `first` of the matrix; dots[c] for the columns from 1 on, dots[0]
// the squares of column 0 below its first row.
template <class T, bool Update> void bidiagonal_pass(i64 first, i64 rows, i64 n, real_t<T>* a, i64 ld,
                                                     const Pending<T>& h, Vec<real_t<T>>* sums, real_t<T>* dots) {
    using R = real_t<T>;
    constexpr int P = parts<T>;
    constexpr int L = lanes<R>;
    constexpr int V = bundle<T>;
    const i64 all = (n * P + 7) / 8 * 8;
    for (i64 i = 0; i < all; ++i) sums[i] = Vec<R>{};
    Vec<R> squares{};
    // Vectors begin at multiples of their length in the matrix.
    const int skip = static_cast<int>(first % rows_of<T>) * P;
    const i64 m = rows * P + skip;
    a -= skip;
    const R* v = h.v - skip;
    bidiagonal_rows<T, 1, Update, true>(n, a, ld, h, v, skip, static_cast<int>(min(L, m)), sums, squares);
    i64 i = L;
    for (; m - i >= V * L; i += V * L)
        bidiagonal_rows<T, V, Update, false>(n, a + i, ld, h, v + i, 0, L, sums, squares);
    for (; i < m; i += L)
        bidiagonal_rows<T, 1, Update, false>(n, a + i, ld, h, v + i, 0, static_cast<int>(min(L, m - i)), sums, squares);
    sums[0] = squares;
    if constexpr (P == 2) {
        sums[1] = Vec<R>{};
        for (i64 c = 1; c < n; ++c) sums[c * 2 + 1] *= alternate<R>();
    }
    for (i64 c = 0; c < all; c += 8) sum_lanes<8>(sums + c, dots + c);
}

// What gebrd keeps for each column.
template <class T> struct Columns {
    Vec<real_t<T>>* sums;
    real_t<T>*dots, *y, *u;
};
constexpr i64 column_room(i64 n) {  // a vector more than columns
    return (n + 2 * vector_bytes) / vector_bytes * vector_bytes;
}
template <class T> constexpr i64 columns_bytes(i64 n) {
    return column_room(n * parts<T>) * (vector_bytes + 3 * static_cast<i64>(sizeof(real_t<T>)));
}
template <class T> Columns<T> columns_in(void* scratch, i64 n) {
    const i64 room = column_room(n * parts<T>);
    Columns<T> s;
    s.sums = static_cast<Vec<real_t<T>>*>(scratch);
    s.dots = reinterpret_cast<real_t<T>*>(s.sums + room);
    s.y = s.dots + room;
    s.u = s.y + room;
    return s;
}

// The row reflector for the n numbers in u, the row of A at `row` conjugated: u and the row as LAPACK stores it.
template <class T> Reflector<T> row_reflector(i64 n, real_t<T>* u, real_t<T>* row, i64 ld) {
    using R = real_t<T>;
    constexpr int P = parts<T>;
    const R squares = dot<T, true>((n - 1) * P, u + P, u + P).re;
    const Number<T> alpha = get<T>(u);
    const Reflector<T> h = plain<T>(alpha, squares) ? reflector<T>(alpha, squares) : careful<T>(alpha, n - 1, u + P, P);
    scale_rows<T>((n - 1) * P, u + P, h.scale);
    put<T>(u, Number<T>{1, 0});
    put<T>(row, Number<T>{h.beta, 0});
    for (i64 c = 1; c < n; ++c) put<T>(row + c * ld, conj<T>(get<T>(u + c * P)));
    return h;
}

// `scratch` holds columns_bytes(n).
template <class T>
void gebrd(i64 rows, i64 cols, T* matrix, i64 lda, real_t<T>* d, real_t<T>* e, T* tauqs, T* taups, void* scratch) {
    using R = real_t<T>;
    constexpr int P = parts<T>;
    constexpr int L = lanes<R>;
    R* a = reinterpret_cast<R*>(matrix);
    R* tauq = reinterpret_cast<R*>(tauqs);
    R* taup = reinterpret_cast<R*>(taups);
    const i64 ld = lda * P;
    const Columns<T> s = columns_in<T>(scratch, cols);
    const bool upper = rows >= cols;
    const i64 k = min(rows, cols);
    Pending<T> pending{};
    R* u = s.u;
    R* y = s.y;
    i64 r = 0;
    if (!upper) {
        for (i64 c = 0; c < cols; ++c) {
            put<T>(u + c * P, conj<T>(get<T>(a + c * ld)));
            put<T>(y + c * P, Number<T>{});
        }
        const Reflector<T> h = row_reflector<T>(cols, u, a, ld);
        d[0] = h.beta;
        put<T>(taup, h.tau);
        pending = {a + P, y, u, {}, h.tau};
        r = 1;
    }
    // S begins at row r and column c.
    for (i64 c = 0; c < k && r < rows; ++r, ++c) {
        const i64 n = cols - c;
        const i64 m = rows - r;
        R* p = a + c * ld + r * P;
        R* dots = s.dots;
        if (r == 0)
            bidiagonal_pass<T, false>(r, m, n, p, ld, pending, s.sums, dots);
        else
            bidiagonal_pass<T, true>(r, m, n, p, ld, pending, s.sums, dots);
        bool good = true;
        for (i64 i = 0; i < n * P; ++i) good &= magnitude(dots[i]) <= most<R>;
        const Number<T> alpha = get<T>(p);
        Reflector<T> h{};
        if (good && plain<T>(alpha, dots[0])) {
            h = reflector<T>(alpha, dots[0]);
        } else {
            h = careful<T>(alpha, m - 1, p + P, P);
            for (i64 i = 1; i < n; ++i) put<T>(dots + i * P, slow_dot<T>(m - 1, p + P, p + i * ld + P, P));
        }
        put<T>(tauq + c * P, h.tau);
        put<T>(p, Number<T>{h.beta, 0});
        scale_rows<T>((m - 1) * P, p + P, h.scale);
        (upper ? d : e)[c] = h.beta;
        if (n == 1) break;
        // The first row of S: u becomes its conjugate, without y.
        for (i64 i = 1; i < n; ++i) put<T>(u + i * P, get<T>(p + i * ld));
        const bool identity = h.identity();
        for (i64 i = P; i < n * P; i += L) {
            const int count = static_cast<int>(min(L, n * P - i));
            Vec<R> row = load_lanes(u + i, count);
            Vec<R> z = row + times<T>(load_lanes(dots + i, count), conj<T>(h.scale));
            z = identity ? Vec<R>{} : times<T>(z, conj<T>(h.tau));
            store_lanes(y + i, z, count);
            row -= z;
            if constexpr (P == 2) row *= -alternate<R>();
            store_lanes(u + i, row, count);
        }
        u += P;
        y += P;
        const Reflector<T> g = row_reflector<T>(n - 1, u, p + ld, ld);
        (upper ? e[c] : d[c + 1]) = g.beta;
        put<T>(taup + (upper ? c : c + 1) * P, g.tau);
        pending = {p + P, y, u, dot<T, false>((n - 1) * P, y, u), g.tau};
    }
    if (upper)
        put<T>(taup + (k - 1) * P, Number<T>{});
    else
        put<T>(tauq + (k - 1) * P, Number<T>{});
}

// The same step by step, without scratch memory: the rest of the matrix is read and written twice a step.
// S := S - taup (S u) u^H, m x n at a; conj(u) is the row above it but for its first number, which is one.
template <class T> void apply_row(i64 m, i64 n, real_t<T>* a, i64 ld, Number<T> taup) {
    using R = real_t<T>;
    constexpr int P = parts<T>;
    constexpr int L = lanes<R>;
    constexpr int V = 4 / P;
    const R* row = a - P;
    const auto rows = [&](auto v, i64 first, int count) __attribute__((always_inline)) {
        constexpr int N = v.value;
        R* s = a + first;
        const auto lanes_at = [&](auto i) __attribute__((always_inline)) {
            return i == N - 1 ? count : L;
        };
        Vec<R> x[N];
        unroll<N>([&](auto i) __attribute__((always_inline)) { x[i] = load_lanes(s + i * L, lanes_at(i)); });
        for (i64 c = 1; c < n; ++c) {
            const Number<T> u = conj<T>(get<T>(row + c * ld));
            unroll<N>([&](auto i) __attribute__((always_inline)) {
                x[i] += times<T>(load_lanes(s + c * ld + i * L, lanes_at(i)), u);
            });
        }
        unroll<N>([&](auto i) __attribute__((always_inline)) { x[i] = times<T>(x[i], taup); });
        for (i64 c = 0; c < n; ++c) {
            const Number<T> u = c == 0 ? Number<T>{1, 0} : get<T>(row + c * ld);
            unroll<N>([&](auto i) __attribute__((always_inline)) {
                R* p = s + c * ld + i * L;
                store_lanes(p, load_lanes(p, lanes_at(i)) - times<T>(x[i], u), lanes_at(i));
            });
        }
    };
    i64 i = 0;
    for (; m * P - i >= V * L; i += V * L) rows(std::integral_constant<int, V>{}, i, L);
    for (; i < m * P; i += L) rows(std::integral_constant<int, 1>{}, i, static_cast<int>(min(L, m * P - i)));
}
template <class T>
void gebrd_plain(i64 rows, i64 cols, T* matrix, i64 lda, real_t<T>* d, real_t<T>* e, T* tauqs, T* taups) {
    using R = real_t<T>;
    constexpr int P = parts<T>;
    R* a = reinterpret_cast<R*>(matrix);
    R* tauq = reinterpret_cast<R*>(tauqs);
    R* taup = reinterpret_cast<R*>(taups);
    const i64 ld = lda * P;
    const bool upper = rows >= cols;
    const i64 k = min(rows, cols);
    const auto column = [&](i64 i, i64 j, R* to) {  // from row i on
        R* p = a + j * ld + i * P;
        const i64 n = rows - i - 1;
        const Number<T> alpha = get<T>(p);
        const R squares = dot<T, true>(n * P, p + P, p + P).re;
        const Reflector<T> h = plain<T>(alpha, squares) ? reflector<T>(alpha, squares) : careful<T>(alpha, n, p + P, P);
        scale_rows<T>(n * P, p + P, h.scale);
        *to = h.beta;
        put<T>(p, Number<T>{h.beta, 0});
        put<T>(tauq + j * P, h.tau);
        alignas(64) R matrix1[1][P];
        put<T>(matrix1[0], conj<T>(h.tau));
        if (!h.identity()) apply_to<T, 1>((n + 1) * P, p, ld, matrix1, cols - j - 1, p + ld, ld);
    };
    const auto row = [&](i64 i, i64 j, R* to) {  // from column j on
        R* p = a + j * ld + i * P;
        const i64 n = cols - j - 1;
        const Number<T> alpha = conj<T>(get<T>(p));
        R squares = 0;
        for (i64 c = 1; c <= n; ++c) {
            const Number<T> z = get<T>(p + c * ld);
            squares += z.re * z.re + z.im * z.im;
            put<T>(p + c * ld, conj<T>(z));
        }
        const Reflector<T> h =
            plain<T>(alpha, squares) ? reflector<T>(alpha, squares) : careful<T>(alpha, n, p + ld, ld);
        for (i64 c = 1; c <= n; ++c) put<T>(p + c * ld, conj<T>(get<T>(p + c * ld) * h.scale));
        *to = h.beta;
        put<T>(p, Number<T>{h.beta, 0});
        put<T>(taup + i * P, h.tau);
        if (!h.identity()) apply_row<T>(rows - i - 1, n + 1, p + P, ld, h.tau);
    };
    for (i64 i = 0; i < k; ++i) {
        if (upper) {
            column(i, i, d + i);
            if (i + 1 < k)
                row(i, i + 1, e + i);
            else
                put<T>(taup + i * P, Number<T>{});
        } else {
            row(i, i, d + i);
            if (i + 1 < k)
                column(i + 1, i, e + i);
            else
                put<T>(tauq + i * P, Number<T>{});
        }
    }
}

// One reflector: x's first number is alpha and becomes 1, the others become v. Returns beta.
template <class T> real_t<T> reflect(i64 n, T* numbers, T* tau) {
    using R = real_t<T>;
    constexpr int P = parts<T>;
    R* x = reinterpret_cast<R*>(numbers);
    const Number<T> alpha = get<T>(x);
    const R squares = dot<T, true>((n - 1) * P, x + P, x + P).re;
    const Reflector<T> h = plain<T>(alpha, squares) ? reflector<T>(alpha, squares) : careful<T>(alpha, n - 1, x + P, P);
    scale_rows<T>((n - 1) * P, x + P, h.scale);
    put<T>(x, Number<T>{1, 0});
    put<T>(reinterpret_cast<R*>(tau), h.tau);
    return h.beta;
}

// Across matrices: a lane a matrix (batch_pack.hpp), N of them. With 512-bit vectors, half of one serves the last few.
#if defined(__AVX512VL__)
template <class R> inline constexpr int half = lanes<R> / 2;
#else
template <class R> inline constexpr int half = lanes<R>;
#endif
template <class R, int N> struct LotMaskOf { typedef Index<R> type __attribute__((vector_size(N * sizeof(R)))); };
template <class R, int N> using LotMask = typename LotMaskOf<R, N>::type;
template <int N> inline constexpr unsigned all_of = (1u << N) - 1;

template <class R, int N> SHUNT_INLINE Vec<R, N> fill(R x) {
    return x - Vec<R, N>{};
}
// Bit l: lane l of x > y. False for NaN.
template <class R, int N> SHUNT_INLINE unsigned above(Vec<R, N> x, Vec<R, N> y) {
    if constexpr (N == lanes<R>) {
        return greater_lanes<R>(x, y);
    } else {
#if defined(__AVX512VL__)
        if constexpr (sizeof(R) == 8)
            return _mm256_cmp_pd_mask((__m256d)x, (__m256d)y, _CMP_GT_OQ);
        else
            return _mm256_cmp_ps_mask((__m256)x, (__m256)y, _CMP_GT_OQ);
#endif
    }
}
template <class R, int N> SHUNT_INLINE Vec<R, N> roots(Vec<R, N> v) {
#if defined(__AVX512VL__)
    if constexpr (N * sizeof(R) == 64 && sizeof(R) == 8)
        return (Vec<R, N>)_mm512_maskz_sqrt_pd(0xff, (__m512d)v);
    else if constexpr (N * sizeof(R) == 64)
        return (Vec<R, N>)_mm512_maskz_sqrt_ps(0xffff, (__m512)v);
#endif
#if defined(__AVX2__)
    if constexpr (N * sizeof(R) == 32 && sizeof(R) == 8)
        return (Vec<R, N>)_mm256_sqrt_pd((__m256d)v);
    else if constexpr (N * sizeof(R) == 32)
        return (Vec<R, N>)_mm256_sqrt_ps((__m256)v);
#endif
    unroll<N>([&](auto l) __attribute__((always_inline)) { v[int{l}] = root<R>(v[int{l}]); });
    return v;
}

template <class T, int N> struct Lot { Vec<real_t<T>, N> re, im; };
template <class T, int N> SHUNT_INLINE Lot<T, N> at(const Vec<real_t<T>, N>* p) {
    if constexpr (parts<T> == 1)
        return {p[0], Vec<real_t<T>, N>{}};
    else
        return {p[0], p[1]};
}
template <class T, int N> SHUNT_INLINE Lot<T, N> once_of(const Vec<real_t<T>, N>* p) {
    Lot<T, N> x = at<T, N>(p);
    x.re = once(x.re);
    if constexpr (parts<T> == 2) x.im = once(x.im);
    return x;
}
template <class T, int N> SHUNT_INLINE void set(Vec<real_t<T>, N>* p, Lot<T, N> x) {
    p[0] = x.re;
    if constexpr (parts<T> == 2) p[1] = x.im;
}
// z + x y, z + conj(x) y, z - x y, z - x conj(y)
template <class T, int N> SHUNT_INLINE Lot<T, N> add(Lot<T, N> z, Lot<T, N> x, Lot<T, N> y) {
    z.re += x.re * y.re;
    if constexpr (parts<T> == 2) {
        z.re -= x.im * y.im;
        z.im += x.re * y.im;
        z.im += x.im * y.re;
    }
    return z;
}
template <class T, int N> SHUNT_INLINE Lot<T, N> conj(Lot<T, N> x) {
    return {x.re, -x.im};
}
template <class T, int N> SHUNT_INLINE Lot<T, N> add_conj(Lot<T, N> z, Lot<T, N> x, Lot<T, N> y) {
    z.re += x.re * y.re;
    if constexpr (parts<T> == 2) {
        z.re += x.im * y.im;
        z.im += x.re * y.im;
        z.im -= x.im * y.re;
    }
    return z;
}
template <class T, int N> SHUNT_INLINE Lot<T, N> subtract(Lot<T, N> z, Lot<T, N> x, Lot<T, N> y) {
    z.re -= x.re * y.re;
    if constexpr (parts<T> == 2) {
        z.re += x.im * y.im;
        z.im -= x.re * y.im;
        z.im -= x.im * y.re;
    }
    return z;
}
template <class T, int N> SHUNT_INLINE Lot<T, N> subtract_conj(Lot<T, N> z, Lot<T, N> x, Lot<T, N> y) {
    z.re -= x.re * y.re;
    if constexpr (parts<T> == 2) {
        z.re -= x.im * y.im;
        z.im += x.re * y.im;
        z.im -= x.im * y.re;
    }
    return z;
}
template <class T, int N> SHUNT_INLINE Lot<T, N> product(Lot<T, N> x, Lot<T, N> y) {
    return add<T, N>(Lot<T, N>{}, x, y);
}
template <class T, int N> SHUNT_INLINE Vec<real_t<T>, N> add_square(Vec<real_t<T>, N> sum, Lot<T, N> x) {
    sum += x.re * x.re;
    if constexpr (parts<T> == 2) sum += x.im * x.im;
    return sum;
}

template <class T, int N> struct Reflectors {
    Vec<real_t<T>, N> beta;
    Lot<T, N> tau, scale;
    unsigned good;  // lanes for which this holds
    LotMask<real_t<T>, N> identity;
};
template <class T, int N> SHUNT_INLINE Reflectors<T, N> reflectors(Lot<T, N> alpha, Vec<real_t<T>, N> squares) {
    using R = real_t<T>;
    Reflectors<T, N> h;
    const Vec<R, N> all = add_square<T, N>(squares, alpha);
    const Vec<R, N> norm = roots<R, N>(all);
    constexpr auto sign = static_cast<Index<R>>(std::make_unsigned_t<Index<R>>{1} << (8 * sizeof(R) - 1));
    h.beta = (Vec<R, N>)((LotMask<R, N>)norm | (~(LotMask<R, N>)alpha.re & sign));
    // Lanes that are not good divide by one: a reflector that is none raises no exception. rounded() keeps the compiler
    // from dividing first and choosing afterwards.
    const auto good = (squares > 0) & (all > least<R>)&(all < most<R>);
    const Vec<R, N> one = fill<R, N>(R(1));
    const Vec<R, N> re = alpha.re - h.beta;
    if constexpr (parts<T> == 1) {
        h.tau = {-re / rounded(good ? h.beta : one), Vec<R, N>{}};
        h.scale = {1 / rounded(good ? re : one), Vec<R, N>{}};
    } else {
        const Vec<R, N> inverse = 1 / rounded(good ? h.beta : one);
        h.tau = {-re * inverse, -alpha.im * inverse};
        const Vec<R, N> square = add_square<T, N>(Vec<R, N>{}, {re, alpha.im});
        const Vec<R, N> inverse_square = 1 / rounded(good ? square : one);
        h.scale = {re * inverse_square, -alpha.im * inverse_square};
    }
    h.good = above<R, N>(squares, Vec<R, N>{}) & above<R, N>(all, fill<R, N>(least<R>)) &
             above<R, N>(fill<R, N>(most<R>), all);
    h.identity = LotMask<R, N>{};
    return h;
}

// For lanes that are not good: the n numbers of x, and the `columns` numbers of dots, the products of x with columns
// of y, ld numbers apart.
template <class T, int N>
[[gnu::noinline]] void careful_lanes(Reflectors<T, N>& h, Lot<T, N> alpha, i64 n, Vec<real_t<T>, N>* x, i64 columns,
                                     Vec<real_t<T>, N>* dots, const Vec<real_t<T>, N>* y, i64 ld) {
    using R = real_t<T>;
    constexpr int P = parts<T>;
    constexpr int L = N;
    LotMask<R, N> nonzero{};
    for (i64 i = 0; i < n * P; ++i) nonzero |= x[i] != 0;
    if constexpr (P == 2) nonzero |= alpha.im != 0;
    for (int l = 0; l < L; ++l) {
        if (h.good >> l & 1) continue;
        if (!nonzero[l]) {
            h.beta[l] = alpha.re[l];
            h.tau.re[l] = h.tau.im[l] = h.scale.im[l] = 0;
            h.scale.re[l] = 1;
            h.identity[l] = -1;
            continue;
        }
        R* lane = reinterpret_cast<R*>(x) + l;
        const Reflector<T> one = careful<T>({alpha.re[l], P == 2 ? alpha.im[l] : R(0)}, n, lane, L * P, L);
        h.beta[l] = one.beta;
        h.tau.re[l] = one.tau.re;
        h.tau.im[l] = one.tau.im;
        h.scale.re[l] = one.scale.re;
        h.scale.im[l] = one.scale.im;
        for (i64 c = 0; c < columns; ++c) {
            const Number<T> sum = slow_dot<T>(n, lane, reinterpret_cast<const R*>(y + c * ld * P) + l, L * P, L);
            dots[c * P][l] = sum.re;
            if constexpr (P == 2) dots[c * P + 1][l] = sum.im;
        }
    }
}

template <class R, int N> SHUNT_INLINE Vec<R, N> choose(LotMask<R, N> mask, Vec<R, N> x, Vec<R, N> y) {
    return mask ? x : y;
}

// C columns of a, rows 0 ... m - 1: takes v w off (Update), then puts into w the products with x (Dots). Row 0 has no
// part in the products; but if Form, only in them. `odd` turns to NaN where one of them is not finite.
template <class T, int N, int C, bool Update, bool Dots, bool Form>
SHUNT_INLINE void lot_columns(i64 m, Vec<real_t<T>, N>* a, i64 ld, const Vec<real_t<T>, N>* v, Vec<real_t<T>, N>* w,
                              const Vec<real_t<T>, N>* x, Vec<real_t<T>, N>& odd) {
    constexpr int P = parts<T>;
    Lot<T, N> acc[C], coef[C];
    unroll<C>([&](auto c) __attribute__((always_inline)) {
        acc[c] = Lot<T, N>{};
        coef[c] = at<T, N>(w + c * P);
    });
    const auto row = [&](i64 i, auto update, auto dots) __attribute__((always_inline)) {
        Lot<T, N> t{}, s{};
        if constexpr (update.value) t = once_of<T, N>(v + i * P);
        if constexpr (dots.value) s = once_of<T, N>(x + i * P);
        unroll<C>([&](auto c) __attribute__((always_inline)) {
            Vec<real_t<T>, N>* p = a + (c * ld + i) * P;
            Lot<T, N> z = at<T, N>(p);
            if constexpr (update.value) {
                z = subtract<T, N>(z, t, coef[c]);
                set<T, N>(p, z);
            }
            if constexpr (dots.value) acc[c] = add_conj<T, N>(acc[c], s, z);
        });
    };
    if (m > 0) row(0, std::bool_constant < Update && !Form > {}, std::bool_constant < Dots && Form > {});
    for (i64 i = 1; i < m; ++i) row(i, std::bool_constant<Update>{}, std::bool_constant<Dots>{});
    if constexpr (Dots)
        unroll<C>([&](auto c) __attribute__((always_inline)) {
            set<T, N>(w + c * P, acc[c]);
            odd += acc[c].re * 0;
            if constexpr (P == 2) odd += acc[c].im * 0;
        });
}
template <class T, int N, bool Update, bool Dots, bool Form = false>
SHUNT_INLINE void lot_update(i64 n, i64 m, Vec<real_t<T>, N>* a, i64 ld, const Vec<real_t<T>, N>* v,
                             Vec<real_t<T>, N>* w, const Vec<real_t<T>, N>* x, Vec<real_t<T>, N>& odd) {
    constexpr int P = parts<T>;
    constexpr int C = 4 / P;
    for (; n >= C; n -= C, a += C * ld * P, w += C * P)
        lot_columns<T, N, C, Update, Dots, Form>(m, a, ld, v, w, x, odd);
    for (; n > 0; --n, a += ld * P, w += P) lot_columns<T, N, 1, Update, Dots, Form>(m, a, ld, v, w, x, odd);
}

// The same for the column of the next reflector: returns its squares below row 0.
template <class T, int N, bool Update>
SHUNT_INLINE Vec<real_t<T>, N> lot_next(i64 m, Vec<real_t<T>, N>* a, const Vec<real_t<T>, N>* v, Lot<T, N> w) {
    constexpr int P = parts<T>;
    Vec<real_t<T>, N> squares{};
    for (i64 i = 0; i < m; ++i) {
        Lot<T, N> z = at<T, N>(a + i * P);
        if constexpr (Update) {
            z = subtract<T, N>(z, at<T, N>(v + i * P), w);
            set<T, N>(a + i * P, z);
        }
        if (i > 0) squares = add_square<T, N>(squares, z);
    }
    return squares;
}
template <class T, int N> SHUNT_INLINE void lot_scale(i64 m, Vec<real_t<T>, N>* x, Lot<T, N> scale) {
    for (i64 i = 0; i < m; ++i) set<T, N>(x + i * parts<T>, product<T, N>(at<T, N>(x + i * parts<T>), scale));
}

// `dots` has room for n numbers.
template <class T, int N>
void lot_geqrf(i64 m, i64 n, Vec<real_t<T>, N>* a, i64 ld, Vec<real_t<T>, N>* tau, Vec<real_t<T>, N>* dots) {
    using R = real_t<T>;
    constexpr int P = parts<T>;
    const i64 k = min(m, n);
    Vec<R, N> odd{};
    Reflectors<T, N> h = reflectors<T, N>(at<T, N>(a), lot_next<T, N, false>(m, a, nullptr, Lot<T, N>{}));
    lot_update<T, N, false, true>(n - 1, m, a + ld * P, ld, nullptr, dots + P, a, odd);
    for (i64 j = 0; j < k; ++j) {
        Vec<R, N>* x = a + (j * ld + j) * P;
        const i64 rest = m - j - 1;
        const Lot<T, N> alpha = at<T, N>(x);
        h.good &= above<R, N>(fill<R, N>(R(1)), odd);
        if (h.good != all_of<N>) [[unlikely]]
            careful_lanes<T, N>(h, alpha, rest, x + P, n - j - 1, dots + (j + 1) * P, x + (ld + 1) * P, ld);
        set<T, N>(tau + j * P, h.tau);
        set<T, N>(x, {h.beta, Vec<R, N>{}});
        const Lot<T, N> tau_h = conj<T, N>(h.tau), scale_h = conj<T, N>(h.scale);
        for (i64 c = j + 1; c < n; ++c) {
            Vec<R, N>* p = a + (c * ld + j) * P;
            const Lot<T, N> y = at<T, N>(p);
            Lot<T, N> w = product<T, N>(tau_h, add<T, N>(y, scale_h, at<T, N>(dots + c * P)));
            w.re = choose<R, N>(h.identity, Vec<R, N>{}, w.re);
            w.im = choose<R, N>(h.identity, Vec<R, N>{}, w.im);
            set<T, N>(p, {y.re - w.re, y.im - w.im});
            set<T, N>(dots + c * P, w);
        }
        lot_scale<T, N>(rest, x + P, h.scale);
        Vec<R, N>* right = x + (ld + 1) * P;
        odd = Vec<R, N>{};
        if (j + 1 < k) {
            const Vec<R, N> squares = lot_next<T, N, true>(rest, right, x + P, at<T, N>(dots + (j + 1) * P));
            h = reflectors<T, N>(at<T, N>(right), squares);
            lot_update<T, N, true, true>(n - j - 2, rest, right + ld * P, ld, x + P, dots + (j + 2) * P, right, odd);
        } else {
            lot_update<T, N, true, false>(n - j - 1, rest, right, ld, x + P, dots + (j + 1) * P, nullptr, odd);
        }
    }
}

template <class T, int N> void lot_orgqr(i64 m, i64 n, i64 k, Vec<real_t<T>, N>* a, i64 ld,
                                         const Vec<real_t<T>, N>* tau, Vec<real_t<T>, N>* dots) {
    using R = real_t<T>;
    constexpr int P = parts<T>;
    const Lot<T, N> one{fill<R, N>(R(1)), Vec<R, N>{}};
    for (i64 c = k; c < n; ++c) {
        for (i64 i = 0; i < m; ++i) set<T, N>(a + (c * ld + i) * P, Lot<T, N>{});
        set<T, N>(a + (c * ld + c) * P, one);
    }
    Vec<R, N> odd{};
    if (k > 0) {  // products of the last reflector
        Vec<R, N>* v = a + ((k - 1) * ld + k - 1) * P;
        lot_update<T, N, false, true>(n - k, m - k + 1, v + ld * P, ld, nullptr, dots + k * P, v, odd);
    }
    for (i64 i = k - 1; i >= 0; --i) {
        Vec<R, N>* v = a + (i * ld + i) * P;
        const i64 rest = m - i - 1;
        const Lot<T, N> t = at<T, N>(tau + i * P);
        LotMask<R, N> identity = t.re == 0;
        if constexpr (P == 2) identity &= t.im == 0;
        for (i64 c = i + 1; c < n; ++c) {
            Lot<T, N> w = product<T, N>(t, at<T, N>(dots + c * P));
            w.re = choose<R, N>(identity, Vec<R, N>{}, w.re);
            w.im = choose<R, N>(identity, Vec<R, N>{}, w.im);
            set<T, N>(dots + c * P, w);
            set<T, N>(a + (c * ld + i) * P, {-w.re, -w.im});
        }
        // Below row i, with the products of reflector i - 1.
        const Vec<R, N>* next = v - ld * P;
        if (i > 0)
            lot_update<T, N, true, true, true>(n - i - 1, rest + 1, v + ld * P, ld, v, dots + (i + 1) * P, next, odd);
        else
            lot_update<T, N, true, false, true>(n - 1, rest + 1, v + ld * P, ld, v, dots + P, nullptr, odd);
        lot_scale<T, N>(rest, v + P, {-t.re, -t.im});
        set<T, N>(v, {1 - t.re, -t.im});
        if (i > 0) lot_update<T, N, false, true, true>(1, rest + 1, v, ld, nullptr, dots + i * P, next, odd);
    }
}

// Room for y and u (cols numbers each), x (rows) and dots (cols).
template <class T, int N> struct LotScratch { Vec<real_t<T>, N>*y, *u, *x, *dots; };
// Columns 0 ... C - 1 of S: takes v y + x u^H off (Update), then puts into dots the products with t below row 0.
template <class T, int N, int C, bool Update>
SHUNT_INLINE void lot_bidiagonal(i64 m, Vec<real_t<T>, N>* a, i64 ld, const Vec<real_t<T>, N>* v,
                                 const Vec<real_t<T>, N>* y, const Vec<real_t<T>, N>* x, const Vec<real_t<T>, N>* u,
                                 const Vec<real_t<T>, N>* t, Vec<real_t<T>, N>* dots, Vec<real_t<T>, N>& odd) {
    constexpr int P = parts<T>;
    Lot<T, N> acc[C], yc[C], uc[C];
    unroll<C>([&](auto c) __attribute__((always_inline)) {
        acc[c] = Lot<T, N>{};
        if constexpr (Update) {
            yc[c] = at<T, N>(y + c * P);
            uc[c] = at<T, N>(u + c * P);
        }
    });
    const auto row = [&](i64 i, auto products) __attribute__((always_inline)) {
        Lot<T, N> vi{}, xi{}, ti{};
        if constexpr (Update) {
            vi = once_of<T, N>(v + i * P);
            xi = once_of<T, N>(x + i * P);
        }
        if constexpr (products.value) ti = once_of<T, N>(t + i * P);
        unroll<C>([&](auto c) __attribute__((always_inline)) {
            Vec<real_t<T>, N>* p = a + (c * ld + i) * P;
            Lot<T, N> z = at<T, N>(p);
            if constexpr (Update) {
                z = subtract_conj<T, N>(subtract<T, N>(z, vi, yc[c]), xi, uc[c]);
                set<T, N>(p, z);
            }
            if constexpr (products.value) acc[c] = add_conj<T, N>(acc[c], ti, z);
        });
    };
    row(0, std::bool_constant<false>{});
    for (i64 i = 1; i < m; ++i) row(i, std::bool_constant<true>{});
    unroll<C>([&](auto c) __attribute__((always_inline)) {
        set<T, N>(dots + c * P, acc[c]);
        odd += acc[c].re * 0;
        if constexpr (P == 2) odd += acc[c].im * 0;
    });
}

// Rows 0 ... V - 1 of x := taup (A u - v yu).
template <class T, int N, int V>
SHUNT_INLINE void lot_rows(i64 n, const Vec<real_t<T>, N>* a, i64 ld, const Vec<real_t<T>, N>* u,
                           const Vec<real_t<T>, N>* v, Lot<T, N> yu, const Reflectors<T, N>& g, Vec<real_t<T>, N>* x) {
    using R = real_t<T>;
    constexpr int P = parts<T>;
    Lot<T, N> acc[V];
    unroll<V>([&](auto i) __attribute__((always_inline)) { acc[i] = Lot<T, N>{}; });
    for (i64 c = 0; c < n; ++c) {
        const Lot<T, N> uc = once_of<T, N>(u + c * P);
        unroll<V>([&](auto i) __attribute__((always_inline)) {
            acc[i] = add<T, N>(acc[i], at<T, N>(a + (c * ld + i) * P), uc);
        });
    }
    unroll<V>([&](auto i) __attribute__((always_inline)) {
        Lot<T, N> z = acc[i];
        if (v) z = subtract<T, N>(z, at<T, N>(v + i * P), yu);
        z = product<T, N>(z, g.tau);
        z.re = choose<R, N>(g.identity, Vec<R, N>{}, z.re);
        z.im = choose<R, N>(g.identity, Vec<R, N>{}, z.im);
        set<T, N>(x + i * P, z);
    });
}

// The reflectors of n >= 1 numbers in u: scales them and stores their conjugates in the row of A at `row`.
template <class T, int N> SHUNT_INLINE Reflectors<T, N> lot_row(i64 n, Vec<real_t<T>, N>* u, Vec<real_t<T>, N>* row,
                                                                i64 ld, Vec<real_t<T>, N> squares) {
    using R = real_t<T>;
    constexpr int P = parts<T>;
    const Lot<T, N> alpha = at<T, N>(u);
    Reflectors<T, N> g = reflectors<T, N>(alpha, squares);
    if (g.good != all_of<N>) [[unlikely]]
        careful_lanes<T, N>(g, alpha, n - 1, u + P, 0, nullptr, nullptr, 0);
    set<T, N>(u, {fill<R, N>(R(1)), Vec<R, N>{}});
    set<T, N>(row, {g.beta, Vec<R, N>{}});
    for (i64 c = 1; c < n; ++c) {
        const Lot<T, N> z = product<T, N>(at<T, N>(u + c * P), g.scale);
        set<T, N>(u + c * P, z);
        set<T, N>(row + c * ld * P, conj<T, N>(z));
    }
    return g;
}

// tauq, taup, d and e have room for min(m, n) numbers, d and e as vectors. The steps are those of gebrd.
template <class T, int N> void lot_gebrd(i64 rows, i64 cols, Vec<real_t<T>, N>* a, i64 ld, Vec<real_t<T>, N>* d,
                                         Vec<real_t<T>, N>* e, Vec<real_t<T>, N>* tauq, Vec<real_t<T>, N>* taup,
                                         const LotScratch<T, N>& s) {
    using R = real_t<T>;
    constexpr int P = parts<T>;
    constexpr int C = (vector_registers == 32 ? 4 : 2) / P;
    constexpr int V = 4 / P;
    const bool upper = rows >= cols;
    const i64 k = min(rows, cols);
    Vec<R, N>* u = s.u;
    Vec<R, N>* y = s.y;
    Vec<R, N>* x = s.x;
    // x for the rows below the row reflector; v their part of the column reflector before, or none.
    const auto multiply = [&](i64 m, i64 n, const Vec<R, N>* p, const Vec<R, N>* v, Lot<T, N> yu,
                              const Reflectors<T, N>& g) {
        i64 i = 0;
        for (; i + V <= m; i += V) lot_rows<T, N, V>(n, p + i * P, ld, u, v ? v + i * P : v, yu, g, x + i * P);
        for (; i < m; ++i) lot_rows<T, N, 1>(n, p + i * P, ld, u, v ? v + i * P : v, yu, g, x + i * P);
    };
    const Vec<R, N>* v = nullptr;
    i64 r = 0;
    if (!upper) {
        Vec<R, N> squares{};
        for (i64 c = 0; c < cols; ++c) {
            const Lot<T, N> z = conj<T, N>(at<T, N>(a + c * ld * P));
            set<T, N>(u + c * P, z);
            set<T, N>(y + c * P, Lot<T, N>{});
            if (c > 0) squares = add_square<T, N>(squares, z);
        }
        const Reflectors<T, N> g = lot_row<T, N>(cols, u, a, ld, squares);
        d[0] = g.beta;
        set<T, N>(taup, g.tau);
        multiply(rows - 1, cols, a + P, nullptr, Lot<T, N>{}, g);
        v = a + P;  // y is zero
        r = 1;
    }
    for (i64 c = 0; c < k && r < rows; ++r, ++c) {
        const i64 n = cols - c;
        const i64 m = rows - r;
        Vec<R, N>* p = a + (c * ld + r) * P;
        Vec<R, N> squares{};
        for (i64 i = 0; i < m; ++i) {
            Lot<T, N> z = at<T, N>(p + i * P);
            if (r > 0) {
                z = subtract<T, N>(z, at<T, N>(v + i * P), at<T, N>(y));
                z = subtract_conj<T, N>(z, at<T, N>(x + i * P), at<T, N>(u));
                set<T, N>(p + i * P, z);
            }
            if (i > 0) squares = add_square<T, N>(squares, z);
        }
        const Lot<T, N> alpha = at<T, N>(p);
        Reflectors<T, N> h = reflectors<T, N>(alpha, squares);
        Vec<R, N> odd{};
        Vec<R, N>* dots = s.dots;
        const auto columns = [&](auto update) __attribute__((always_inline)) {
            i64 j = 1;
            const auto some = [&](auto width) __attribute__((always_inline)) {
                lot_bidiagonal<T, N, width.value, update.value>(m, p + j * ld * P, ld, v, y + j * P, x, u + j * P, p,
                                                                dots + j * P, odd);
            };
            for (; j + C <= n; j += C) some(std::integral_constant<int, C>{});
            for (; j < n; ++j) some(std::integral_constant<int, 1>{});
        };
        if (r > 0)
            columns(std::bool_constant<true>{});
        else
            columns(std::bool_constant<false>{});
        h.good &= above<R, N>(fill<R, N>(R(1)), odd);
        if (h.good != all_of<N>) [[unlikely]]
            careful_lanes<T, N>(h, alpha, m - 1, p + P, n - 1, dots + P, p + (ld + 1) * P, ld);
        set<T, N>(tauq + c * P, h.tau);
        (upper ? d : e)[c] = h.beta;
        set<T, N>(p, {h.beta, Vec<R, N>{}});
        lot_scale<T, N>(m - 1, p + P, h.scale);
        if (n == 1) break;
        const Lot<T, N> tau_h = conj<T, N>(h.tau), scale_h = conj<T, N>(h.scale);
        squares = Vec<R, N>{};
        for (i64 j = 1; j < n; ++j) {
            const Lot<T, N> row = at<T, N>(p + j * ld * P);
            Lot<T, N> w = product<T, N>(tau_h, add<T, N>(row, scale_h, at<T, N>(dots + j * P)));
            w.re = choose<R, N>(h.identity, Vec<R, N>{}, w.re);
            w.im = choose<R, N>(h.identity, Vec<R, N>{}, w.im);
            set<T, N>(y + j * P, w);
            const Lot<T, N> z{row.re - w.re, w.im - row.im};
            set<T, N>(u + j * P, z);
            if (j > 1) squares = add_square<T, N>(squares, z);
        }
        u += P;
        y += P;
        const Reflectors<T, N> g = lot_row<T, N>(n - 1, u, p + ld * P, ld, squares);
        (upper ? e[c] : d[c + 1]) = g.beta;
        set<T, N>(taup + (upper ? c : c + 1) * P, g.tau);
        Lot<T, N> yu{};
        for (i64 j = 0; j < n - 1; ++j) yu = add<T, N>(yu, at<T, N>(y + j * P), at<T, N>(u + j * P));
        v = p + P;
        multiply(m - 1, n - 1, p + (ld + 1) * P, v, yu, g);
    }
    if (upper)
        set<T, N>(taup + (k - 1) * P, Lot<T, N>{});
    else
        set<T, N>(tauq + (k - 1) * P, Lot<T, N>{});
}

// N matrices, of which the first `count` exist; the others repeat the first and are not stored.
template <class T, int N> struct Few {
    real_t<T>* p[N];
    int count;
};
template <class T, int N> SHUNT_INLINE Few<T, N> few(T* const* a, i64 count) {
    Few<T, N> s;
    s.count = static_cast<int>(min(N, count));
    for (int l = 0; l < N; ++l) s.p[l] = reinterpret_cast<real_t<T>*>(a[l < s.count ? l : 0]);
    return s;
}
#if defined(__AVX512VL__)
template <class R> SHUNT_INLINE Vec<R, half<R>> load_half(const R* p, int count) {
    if constexpr (sizeof(R) == 8)
        return (Vec<R, half<R>>)_mm256_maskz_loadu_pd(static_cast<__mmask8>((1u << count) - 1u), p);
    else
        return (Vec<R, half<R>>)_mm256_maskz_loadu_ps(static_cast<__mmask8>((1u << count) - 1u), p);
}
template <class R> SHUNT_INLINE void store_half(R* p, Vec<R, half<R>> v, int count) {
    if constexpr (sizeof(R) == 8)
        _mm256_mask_storeu_pd(p, static_cast<__mmask8>((1u << count) - 1u), (__m256d)v);
    else
        _mm256_mask_storeu_ps(p, static_cast<__mmask8>((1u << count) - 1u), (__m256)v);
}
template <class R> [[gnu::noinline]] void half_in(i64 m, i64 n, const R* const* p, i64 ld, Vec<R, half<R>>* x, i64 to) {
    constexpr int N = half<R>;
    for (i64 j = 0; j < n; ++j)
        for (i64 i = 0; i < m; i += N) {
            const int count = static_cast<int>(min(N, m - i));
            Vec<R, N> v[N];
            unroll<N>([&](auto l) __attribute__((always_inline)) { v[l] = load_half(p[l] + i + j * ld, count); });
            transpose_block<N>(v);
            unroll<N>([&](auto l) __attribute__((always_inline)) {
                if (l < count) x[i + l + j * to] = v[l];
            });
        }
}
template <class R>
[[gnu::noinline]] void half_out(i64 m, i64 n, R* const* p, int matrices, i64 ld, const Vec<R, half<R>>* x, i64 from) {
    constexpr int N = half<R>;
    for (i64 j = 0; j < n; ++j)
        for (i64 i = 0; i < m; i += N) {
            const int count = static_cast<int>(min(N, m - i));
            Vec<R, N> v[N];
            unroll<N>([&](auto l)
                          __attribute__((always_inline)) { v[l] = x[i + (l < count ? int{l} : 0) + j * from]; });
            transpose_block<N>(v);
            unroll<N>([&](auto l) __attribute__((always_inline)) {
                if (l < matrices) store_half(p[l] + i + j * ld, v[l], count);
            });
        }
}
#endif
template <class T, int N>
SHUNT_INLINE void lot_in(i64 m, i64 n, const Few<T, N>& a, i64 lda, Vec<real_t<T>, N>* x, i64 ld) {
    using R = real_t<T>;
    if constexpr (N == lanes<R>) {
        Members<T> s;
        for (int l = 0; l < N; ++l) s.p[l] = a.p[l];
        s.count = a.count;
        pack_in<T>(m, n, s, lda, x, ld);
    } else {
        half_in<R>(m * parts<T>, n, a.p, lda * parts<T>, x, ld * parts<T>);
    }
}
template <class T, int N>
SHUNT_INLINE void lot_out(i64 m, i64 n, const Few<T, N>& a, i64 lda, const Vec<real_t<T>, N>* x, i64 ld) {
    using R = real_t<T>;
    if constexpr (N == lanes<R>) {
        Members<T> s;
        for (int l = 0; l < N; ++l) s.p[l] = a.p[l];
        s.count = a.count;
        pack_out<T>(m, n, s, lda, x, ld);
    } else {
        half_out<R>(m * parts<T>, n, a.p, a.count, lda * parts<T>, x, ld * parts<T>);
    }
}

// Packs serve up to so many numbers (rows of the pack by columns), 40 x 40 and 48 x 48 real ones, 32 x 32 complex ones:
// there one matrix alone is as fast as LAPACK, and many are faster than one by one.
template <class T> inline constexpr i64 lot_numbers = parts<T> == 1 ? 1640 : 1056;
template <class T> inline constexpr i64 gebrd_lot_numbers = parts<T> == 1 ? 2352 : 1056;
inline constexpr i64 lot_edge = 64;
constexpr bool in_lots(i64 m, i64 n, i64 numbers) {
    return m <= lot_edge && n <= lot_edge && pack_ld(m) * n <= numbers;
}
// f(first problem, number of lanes as a constant) for all packs.
template <class R, class F> SHUNT_INLINE void each_lot(i64 count, F&& f) {
    i64 i = 0;
    for (; count - i > half<R>; i += lanes<R>) f(i, std::integral_constant<int, lanes<R>>{});
    if (i < count) f(i, std::integral_constant<int, half<R>>{});
}

template <class T, int N> [[gnu::noinline]] void geqrf_lot(const Alike<T>& q, const Operands<T>& o, i64 i, i64 count) {
    Vec<real_t<T>, N> x[lot_numbers<T> * parts<T>], tau[lot_edge * parts<T>], dots[lot_edge * parts<T>];
    const i64 ld = pack_ld(q.m);
    const i64 k = min(q.m, q.n);
    const Few<T, N> a = few<T, N>(o.a + i, count - i);
    lot_in<T, N>(q.m, q.n, a, q.lda, x, ld);
    lot_geqrf<T, N>(q.m, q.n, x, ld, tau, dots);
    lot_out<T, N>(q.m, q.n, a, q.lda, x, ld);
    lot_out<T, N>(k, 1, few<T, N>(o.tau + i, count - i), k, tau, k);
}
template <class T> bool geqrf_batch(const Alike<T>& q, const Operands<T>& o, i64 count, i64*) {
    if (in_lots(q.m, q.n, lot_numbers<T>))
        each_lot<real_t<T>>(count, [&](i64 i, auto n) { geqrf_lot<T, n.value>(q, o, i, count); });
    else
        for (i64 i = 0; i < count; ++i) geqrf<T>(q.m, q.n, o.a[i], q.lda, o.tau[i]);
    return true;
}

template <class T, int N> [[gnu::noinline]] void orgqr_lot(const Alike<T>& q, const Operands<T>& o, i64 i, i64 count) {
    Vec<real_t<T>, N> x[lot_numbers<T> * parts<T>], tau[lot_edge * parts<T>], dots[lot_edge * parts<T>];
    const i64 ld = pack_ld(q.m);
    const Few<T, N> a = few<T, N>(o.a + i, count - i);
    lot_in<T, N>(q.m, q.k, a, q.lda, x, ld);
    lot_in<T, N>(q.k, 1, few<T, N>(o.tau + i, count - i), q.k, tau, q.k);
    lot_orgqr<T, N>(q.m, q.n, q.k, x, ld, tau, dots);
    lot_out<T, N>(q.m, q.n, a, q.lda, x, ld);
}
template <class T> bool orgqr_batch(const Alike<T>& q, const Operands<T>& o, i64 count, i64*) {
    if (in_lots(q.m, q.n, lot_numbers<T>))
        each_lot<real_t<T>>(count, [&](i64 i, auto n) { orgqr_lot<T, n.value>(q, o, i, count); });
    else
        for (i64 i = 0; i < count; ++i) orgqr<T>(q.m, q.n, q.k, o.a[i], q.lda, o.tau[i]);
    return true;
}

template <class T, int N> [[gnu::noinline]] void gebrd_lot(const Alike<T>& q, const Operands<T>& o, i64 i, i64 count) {
    using R = real_t<T>;
    Vec<R, N> x[gebrd_lot_numbers<T> * parts<T>], room[8][lot_edge * parts<T>];
    const i64 ld = pack_ld(q.m);
    const i64 k = min(q.m, q.n);
    const Few<T, N> a = few<T, N>(o.a + i, count - i);
    lot_in<T, N>(q.m, q.n, a, q.lda, x, ld);
    lot_gebrd<T, N>(q.m, q.n, x, ld, room[0], room[1], room[2], room[3], {room[4], room[5], room[6], room[7]});
    lot_out<T, N>(q.m, q.n, a, q.lda, x, ld);
    lot_out<T, N>(k, 1, few<T, N>(o.tau + i, count - i), k, room[2], k);
    lot_out<T, N>(k, 1, few<T, N>(o.taup + i, count - i), k, room[3], k);
    lot_out<R, N>(k, 1, few<R, N>(o.d + i, count - i), k, room[0], k);
    if (k > 1) lot_out<R, N>(k - 1, 1, few<R, N>(o.e + i, count - i), k, room[1], k);
}
// Larger matrices are reduced by blocks, or copied away from strides that share few sets of a cache (gebrd.cpp).
template <class T> inline constexpr i64 most_columns = sizeof(T) == 16 ? 192 : 256;
template <class T> [[gnu::noinline]] void gebrd_each(const Alike<T>& q, const Operands<T>& o, i64 count) {
    alignas(64) char scratch[columns_bytes<T>(most_columns<T>)];
    Room<T> room;
    for (i64 i = 0; i < count; ++i) {
        const bool whole = !aligned<T>(o.a[i], q.lda) && fits<T>(q.m * parts<T>, q.n);
        const i64 ld = whole ? room_ld<T>(q.m * parts<T>) / parts<T> : q.lda;
        T* const a = whole ? reinterpret_cast<T*>(room.data) : o.a[i];
        const auto move = [&](const T* from, i64 ldf, T* to, i64 ldt) {
            copy<T>(q.m * parts<T>, q.n, reinterpret_cast<const real_t<T>*>(from), ldf * parts<T>,
                    reinterpret_cast<real_t<T>*>(to), ldt * parts<T>);
        };
        if (whole) move(o.a[i], q.lda, a, ld);
        gebrd<T>(q.m, q.n, a, ld, o.d[i], o.e[i], o.tau[i], o.taup[i], scratch);
        if (whole) move(a, ld, o.a[i], q.lda);
    }
}
template <class T> bool gebrd_batch(const Alike<T>& q, const Operands<T>& o, i64 count, i64*) {
    if (q.n > most_columns<T>) return false;
    if (in_lots(q.m, q.n, gebrd_lot_numbers<T>))
        each_lot<real_t<T>>(count, [&](i64 i, auto n) { gebrd_lot<T, n.value>(q, o, i, count); });
    else
        gebrd_each<T>(q, o, count);
    return true;
}

}  // namespace

template <class T> const BatchOrthogonal<T>& batch_orthogonal_table() {
    static constexpr BatchOrthogonal<T> table{geqrf_batch<T>, gebrd_batch<T>,   orgqr_batch<T>, geqrf<T>,  orgqr<T>,
                                              gebrd<T>,       columns_bytes<T>, gebrd_plain<T>, reflect<T>};
    return table;
}

template const BatchOrthogonal<float>& batch_orthogonal_table();
template const BatchOrthogonal<double>& batch_orthogonal_table();
template const BatchOrthogonal<std::complex<float>>& batch_orthogonal_table();
template const BatchOrthogonal<std::complex<double>>& batch_orthogonal_table();

}  // namespace shunt::cpu::SHUNT_ISA
