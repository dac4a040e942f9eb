// In: small triangular matrices and right-hand sides as strided views. Out: TRSM, TRMM and POTRF leaves in vectors.
// The vectors run over right-hand sides (POTRF: over rows), A is broadcast. Complex operands are split into real and
// imaginary parts on packing, so that the inner loops hold nothing but fused multiply-adds.
#include "cpu/cpu.hpp"
#include "cpu/simd.hpp"
#include "cpu/tables.hpp"
#include "cpu/workspace.hpp"

namespace shunt::cpu::SHUNT_ISA {
namespace {

template <class T> inline constexpr int parts = is_complex<T> ? 2 : 1;
inline constexpr bool many_registers = vector_registers == 32;
inline constexpr bool wide_vectors = vector_bytes > 16;
// A tile of accumulators is br rows of A by vr vectors of right-hand sides.
//                 br  vr
//   AVX-512   s d  8   3
//             c z  4   3
//   AVX2      s d  4   3
//             c z  2   2
//   NEON      s d  4   6   (8 by 3: 46 instructions for 24 sums instead of 39, and POTRF's diagonal tile on the stack)
//             c z  4   3
//   SSE2      s d  4   2
//             c z  2   2
template <class T> inline constexpr int br = many_registers && !wide_vectors ? 4 : (many_registers ? 8 : 4) / parts<T>;
template <class T> inline constexpr int vr = wide_vectors     ? (many_registers || parts<T> == 1 ? 3 : 2)
                                             : many_registers ? 6 / parts<T>
                                                              : 2;
template <class T> inline constexpr i64 leaf = 256;
inline constexpr i64 small = 16;  // the stack serves up to here

template <class T, int V> using Tile = Vec<real_t<T>>[br<T>][parts<T>][V];

constexpr i64 min(i64 a, i64 b) {
    return a < b ? a : b;
}
constexpr i64 round_up(i64 a, i64 b) {
    return (a + b - 1) / b * b;
}
template <class R> SHUNT_INLINE R magnitude(R x) {
    return x < 0 ? -x : x;
}

// ---- Elements of T in memory <-> vectors of their parts

template <int part, class V, int... J> SHUNT_INLINE V split(V x, V y, std::integer_sequence<int, J...>) {
    return __builtin_shufflevector(x, y, (2 * J + part)...);
}
template <int half, class V, int... J> SHUNT_INLINE V merge(V re, V im, std::integer_sequence<int, J...>) {
    constexpr int n = sizeof...(J);
    return __builtin_shufflevector(re, im, (half * n / 2 + J / 2 + (J % 2) * n)...);
}

// Part 0 (real) or 1 (imaginary) of the `count` elements at p; lanes beyond count read as zero.
template <class T, int part> SHUNT_INLINE Vec<real_t<T>> load_part(const real_t<T>* p, int count) {
    using R = real_t<T>;
    constexpr int L = lanes<R>;
    if constexpr (parts<T> == 1) {
        return count == L ? load(p) : load_first(p, count);
    } else {
        Vec<R> x;
        Vec<R> y;
        if (count == L) {
            x = load(p);
            y = load(p + L);
        } else {
            x = load_first(p, 2 * count < L ? 2 * count : L);
            y = load_first(p + L, 2 * count < L ? 0 : 2 * count - L);
        }
        return split<part>(x, y, std::make_integer_sequence<int, L>{});
    }
}

template <class T> SHUNT_INLINE void store_parts(real_t<T>* p, const Vec<real_t<T>>* v, int count) {
    using R = real_t<T>;
    constexpr int L = lanes<R>;
    if constexpr (parts<T> == 1) {
        if (count == L)
            store(p, v[0]);
        else
            store_first(p, v[0], count);
    } else {
        const Vec<R> x = merge<0>(v[0], v[1], std::make_integer_sequence<int, L>{});
        const Vec<R> y = merge<1>(v[0], v[1], std::make_integer_sequence<int, L>{});
        if (count == L) {
            store(p, x);
            store(p + L, y);
        } else {
            store_first(p, x, 2 * count < L ? 2 * count : L);
            if (2 * count > L) store_first(p + L, y, 2 * count - L);
        }
    }
}

// ---- Panels of right-hand sides: row i of B at x + i * parts * width, first the real parts, then the imaginary ones

// B is m x n, n <= width; rows and columns that only pad are finite whenever B is.
template <class T> void panel_in(i64 m, int n, int width, View<T> b, real_t<T>* x) {
    using R = real_t<T>;
    constexpr int L = lanes<R>;
    constexpr int P = parts<T>;
    const R* p = reinterpret_cast<const R*>(b.p);
    const i64 row = i64{P} * width;
    if (b.cs == 1) {
        for (i64 i = 0; i < m; ++i)
            for (int j = 0; j < n; j += L)
                unroll<P>([&](auto part) __attribute__((always_inline)) {
                    store(x + i * row + part * width + j,
                          load_part<T, part>(p + (i * b.rs + j) * P, static_cast<int>(min(L, n - j))));
                });
    } else if (b.rs == 1 || b.rs == -1) {
        for (int j = 0; j < n; j += L)
            for (i64 i = 0; i < m; i += L) {
                const int count = static_cast<int>(min(L, m - i));
                const i64 first = b.rs == 1 ? i : -(i + count - 1);  // lowest address of the tile
                R* to = x + (b.rs == 1 ? i : i + count - 1) * row + j;
                const i64 step = b.rs * row;
                unroll<P>([&](auto part) __attribute__((always_inline)) {
                    Vec<R> v[L];
                    if (count == L && n - j >= L) {
                        unroll<L>([&](auto l) __attribute__((always_inline)) {
                            v[l] = load_part<T, part>(p + ((j + l) * b.cs + first) * P, L);
                        });
                        transpose<R>(v);
                        unroll<L>([&](auto l)
                                      __attribute__((always_inline)) { store(to + part * width + l * step, v[l]); });
                    } else {
                        // Columns that are missing repeat the last one.
                        unroll<L>([&](auto l) __attribute__((always_inline)) {
                            v[l] = load_part<T, part>(p + (min(j + l, n - 1) * b.cs + first) * P, count);
                        });
                        transpose<R>(v);
                        unroll<L>([&](auto l) __attribute__((always_inline)) {
                            if (l < count) store(to + part * width + l * step, v[l]);
                        });
                    }
                });
            }
    } else {
        for (i64 i = 0; i < m; ++i)
            for (int j = 0; j < width; ++j)
                for (int part = 0; part < P; ++part)
                    x[i * row + part * width + j] = p[(i * b.rs + min(j, n - 1) * b.cs) * P + part];
    }
    for (i64 i = m * row; i < round_up(m, br<T>) * row; i += L) store(x + i, Vec<R>{});
}

template <class T> void panel_out(i64 m, int n, int width, View<T> b, const real_t<T>* x) {
    using R = real_t<T>;
    constexpr int L = lanes<R>;
    constexpr int P = parts<T>;
    R* p = reinterpret_cast<R*>(b.p);
    const i64 row = i64{P} * width;
    if (b.cs == 1) {
        for (i64 i = 0; i < m; ++i)
            for (int j = 0; j < n; j += L) {
                Vec<R> v[P];
                unroll<P>([&](auto part)
                              __attribute__((always_inline)) { v[part] = load(x + i * row + part * width + j); });
                store_parts<T>(p + (i * b.rs + j) * P, v, static_cast<int>(min(L, n - j)));
            }
    } else if (b.rs == 1 || b.rs == -1) {
        for (int j = 0; j < n; j += L)
            for (i64 i = 0; i < m; i += L) {
                const int count = static_cast<int>(min(L, m - i));
                const i64 first = b.rs == 1 ? i : -(i + count - 1);
                const R* from = x + (b.rs == 1 ? i : i + count - 1) * row + j;
                const i64 step = b.rs * row;
                Vec<R> v[P][L];
                unroll<P>([&](auto part) __attribute__((always_inline)) {
                    unroll<L>([&](auto l) __attribute__((always_inline)) {
                        v[part][l] = load(from + part * width + (count == L ? int{l} : min(l, count - 1)) * step);
                    });
                    transpose<R>(v[part]);
                });
                unroll<L>([&](auto l) __attribute__((always_inline)) {
                    if (j + l < n) {
                        Vec<R> e[P];
                        unroll<P>([&](auto part) __attribute__((always_inline)) { e[part] = v[part][l]; });
                        store_parts<T>(p + ((j + l) * b.cs + first) * P, e, count);
                    }
                });
            }
    } else {
        for (i64 i = 0; i < m; ++i)
            for (int j = 0; j < n; ++j)
                for (int part = 0; part < P; ++part)
                    p[(i * b.rs + j * b.cs) * P + part] = x[i * row + part * width + j];
    }
}

template <class T> void scale_panel(i64 m, int width, T alpha, real_t<T>* x) {
    using R = real_t<T>;
    constexpr int L = lanes<R>;
    const R* s = reinterpret_cast<const R*>(&alpha);
    if constexpr (parts<T> == 1) {
        if (s[0] == 1) return;
        for (i64 i = 0; i < m * width; i += L) store(x + i, load(x + i) * s[0]);
    } else {
        if (s[0] == 1 && s[1] == 0) return;
        for (i64 i = 0; i < m; ++i, x += 2 * width)
            for (int j = 0; j < width; j += L) {
                const Vec<R> re = load(x + j);
                const Vec<R> im = load(x + width + j);
                store(x + j, re * s[0] - im * s[1]);
                store(x + width + j, re * s[1] + im * s[0]);
            }
    }
}

// ---- Packed A: for each block row the columns left of the diagonal block, k-major, then that block by columns

enum class Diagonal { unit, reciprocal, divide, positive };  // positive: real reciprocals

// Block row i0 with its left part begins here.
template <class T> constexpr i64 packed_offset(i64 i0) {
    return i0 * (i0 + br<T>) / 2 * parts<T>;
}

template <int count, class V, int... J> SHUNT_INLINE V reverse(V x, std::integer_sequence<int, J...>) {
    return __builtin_shufflevector(x, x, (J < count ? count - 1 - J : J)...);
}

// A part of `count` elements that are `step` = 1 or -1 apart, the first one at p; other lanes are zero.
template <class T, int part, int count> SHUNT_INLINE Vec<real_t<T>> load_line(const real_t<T>* p, i64 step) {
    using R = real_t<T>;
    if (step == 1) return load_part<T, part>(p, count);
    return reverse<count>(load_part<T, part>(p - (count - 1) * parts<T>, count),
                          std::make_integer_sequence<int, lanes<R>>{});
}

// Columns 0 ... i0 - 1 of rows i0 ... i0 + rows - 1. Rows that only pad repeat the last one.
template <class T> SHUNT_INLINE void pack_left(i64 i0, i64 rows, View<const T> a, real_t<T>* out) {
    using R = real_t<T>;
    constexpr int L = lanes<R>;
    constexpr int P = parts<T>;
    constexpr int B = br<T>;
    const R* p = reinterpret_cast<const R*>(a.p) + i0 * a.rs * P;
    const R sign = a.conj ? R(-1) : R(1);
    if constexpr (B <= L) {
        if ((a.rs == 1 || a.rs == -1) && rows == B) {
            for (i64 k = 0; k < i0; ++k)
                unroll<P>([&](auto part) __attribute__((always_inline)) {
                    Vec<R> v = load_line<T, part, B>(p + k * a.cs * P, a.rs);
                    if constexpr (part == 1) v *= sign;
                    store_first(out + (k * P + part) * B, v, B);
                });
            return;
        }
        if (a.cs == 1 || a.cs == -1) {
            for (i64 k = 0; k < i0; k += L) {
                const int count = static_cast<int>(min(L, i0 - k));
                const i64 first = a.cs == 1 ? k : -(k + count - 1);
                unroll<P>([&](auto part) __attribute__((always_inline)) {
                    Vec<R> v[L]{};
                    unroll<B>([&](auto r) __attribute__((always_inline)) {
                        v[r] = load_part<T, part>(p + (min(r, rows - 1) * a.rs + first) * P, count);
                        if constexpr (part == 1) v[r] *= sign;
                    });
                    transpose<R>(v);
                    unroll<L>([&](auto l) __attribute__((always_inline)) {
                        const int kk = a.cs == 1 ? int{l} : count - 1 - l;
                        if (l < count) store_first(out + ((k + kk) * P + part) * B, v[l], B);
                    });
                });
            }
            return;
        }
    }
    for (i64 k = 0; k < i0; ++k)
        for (int part = 0; part < P; ++part)
            for (int r = 0; r < B; ++r) {
                const R e = p[(min(r, rows - 1) * a.rs + k * a.cs) * P + part];
                out[(k * P + part) * B + r] = part == 1 ? e * sign : e;
            }
}

// The diagonal block: column c at out + c * parts * br, entries above the diagonal do not count. Rows that only pad are
// those of the unit matrix.
template <class T> SHUNT_INLINE void pack_diagonal(i64 i0, i64 rows, bool unit, View<const T> a, real_t<T>* out) {
    using R = real_t<T>;
    constexpr int L = lanes<R>;
    constexpr int P = parts<T>;
    constexpr int B = br<T>;
    const R* p = reinterpret_cast<const R*>(a.p) + i0 * (a.rs + a.cs) * P;
    const R sign = a.conj ? R(-1) : R(1);
    if constexpr (B <= L) {
        if ((a.rs == 1 || a.rs == -1) && rows == B && !unit) {
            unroll<B>([&](auto c) __attribute__((always_inline)) {
                unroll<P>([&](auto part) __attribute__((always_inline)) {
                    Vec<R> v = load_line<T, part, B - c>(p + c * (a.rs + a.cs) * P, a.rs);
                    if constexpr (part == 1) v *= sign;
                    store_first(out + (c * P + part) * B + c, v, B - c);
                });
            });
            return;
        }
        if ((a.cs == 1 || a.cs == -1) && rows == B && !unit) {
            unroll<P>([&](auto part) __attribute__((always_inline)) {
                Vec<R> v[L]{};
                unroll<B>([&](auto r) __attribute__((always_inline)) {
                    v[r] = load_line<T, part, r + 1>(p + r * a.rs * P, a.cs);
                    if constexpr (part == 1) v[r] *= sign;
                });
                transpose<R>(v);
                unroll<B>([&](auto c)
                              __attribute__((always_inline)) { store_first(out + (c * P + part) * B, v[c], B); });
            });
            return;
        }
    }
    for (int c = 0; c < B; ++c)
        for (int part = 0; part < P; ++part) {
            R* o = out + (c * P + part) * B;
            for (int r = c; r < B; ++r) o[r] = R(r == c && part == 0);
            for (i64 r = unit ? c + 1 : c; r < rows; ++r) {
                const R e = p[(r * a.rs + c * a.cs) * P + part];
                o[r] = part == 1 ? e * sign : e;
            }
        }
}

template <class T> void pack(i64 m, bool unit, View<const T> a, real_t<T>* out) {
    for (i64 i = 0; i < m; i += br<T>) {
        const i64 rows = min(br<T>, m - i);
        pack_left<T>(i, rows, a, out + packed_offset<T>(i));
        pack_diagonal<T>(i, rows, unit, a, out + packed_offset<T>(i) + i * br<T> * parts<T>);
    }
}

// Replaces the diagonal by its reciprocals if that loses nothing; else the solver has to divide.
template <class T> Diagonal invert_diagonal(i64 m, real_t<T>* packed) {
    using R = real_t<T>;
    constexpr int P = parts<T>;
    constexpr int B = br<T>;
    // Bounds within which 1 / d, and for complex numbers |d|^2, is a normal number.
    constexpr R limit = sizeof(R) == 8 ? (P == 1 ? R(0x1p1020) : R(0x1p500)) : (P == 1 ? R(0x1p124f) : R(0x1p60f));
    bool safe = true;
    for (i64 i = 0; i < m; i += B) {
        const R* tri = packed + packed_offset<T>(i) + i * B * P;
        for (int c = 0; c < B; ++c) {
            R d = magnitude(tri[c * P * B + c]);
            if constexpr (P == 2) {
                const R im = magnitude(tri[(c * P + 1) * B + c]);
                safe &= im <= limit;
                d = im > d ? im : d;
            }
            safe &= (d >= 1 / limit) & (d <= limit);
        }
    }
    if (!safe) return Diagonal::divide;
    for (i64 i = 0; i < m; i += B) {
        R* tri = packed + packed_offset<T>(i) + i * B * P;
        for (int c = 0; c < B; ++c) {
            R& re = tri[c * P * B + c];
            if constexpr (P == 1) {
                re = 1 / re;
            } else {
                R& im = tri[(c * P + 1) * B + c];
                const R s = 1 / (re * re + im * im);
                re *= s;
                im *= -s;
            }
        }
    }
    return Diagonal::reciprocal;
}

// ---- Tiles

// Rows of B are `row` apart, their imaginary parts `imag` behind the real ones.
template <class T, int V> SHUNT_INLINE void load_tile(Tile<T, V>& acc, const real_t<T>* x, i64 row, i64 imag) {
    unroll<br<T>>([&](auto r) __attribute__((always_inline)) {
        unroll<parts<T>>([&](auto part) __attribute__((always_inline)) {
            unroll<V>([&](auto v) __attribute__((always_inline)) {
                acc[r][part][v] = load(x + r * row + part * imag + v * lanes<real_t<T>>);
            });
        });
    });
}
template <class T, int V> SHUNT_INLINE void store_tile(const Tile<T, V>& acc, real_t<T>* x, i64 row, i64 imag) {
    unroll<br<T>>([&](auto r) __attribute__((always_inline)) {
        unroll<parts<T>>([&](auto part) __attribute__((always_inline)) {
            unroll<V>([&](auto v) __attribute__((always_inline)) {
                store(x + r * row + part * imag + v * lanes<real_t<T>>, acc[r][part][v]);
            });
        });
    });
}

// acc[r] (+ or -)= a[r] * x, a conjugated if `conj`. The imaginary part of a[r] is `imag` behind it.
template <class T, int V, bool add, bool conj, int first = 0>
SHUNT_INLINE void rank1(Tile<T, V>& acc, const real_t<T>* a, i64 imag, const Vec<real_t<T>> (&x)[parts<T>][V]) {
    using R = real_t<T>;
    unroll<br<T> - first>([&](auto i) __attribute__((always_inline)) {
        constexpr int r = first + i;
        const Vec<R> re = broadcast(a[r]);
        unroll<parts<T>>([&](auto part) __attribute__((always_inline)) {
            unroll<V>([&](auto v) __attribute__((always_inline)) {
                if constexpr (add)
                    acc[r][part][v] += re * x[part][v];
                else
                    acc[r][part][v] -= re * x[part][v];
            });
        });
        if constexpr (parts<T> == 2) {
            const Vec<R> im = broadcast(a[imag + r]);
            unroll<V>([&](auto v) __attribute__((always_inline)) {
                if constexpr (add != conj) {
                    acc[r][0][v] -= im * x[1][v];
                    acc[r][1][v] += im * x[0][v];
                } else {
                    acc[r][0][v] += im * x[1][v];
                    acc[r][1][v] -= im * x[0][v];
                }
            });
        }
    });
}

template <int first = 0, class V, int... J> SHUNT_INLINE auto select(V x, std::integer_sequence<int, J...>) {
    return __builtin_shufflevector(x, x, (first + J)...);
}
template <class V, int... J> SHUNT_INLINE auto concat(V x, V y, std::integer_sequence<int, J...>) {
    return __builtin_shufflevector(x, y, J...);
}

// Whether half a vector is half the work: one unit takes whole ones in two.
inline bool halves() {
    return vector_bytes == 64 && !double_fma();
}
// acc (+ or -)= A X as below; what is not wanted, the upper half of the last vector, becomes zero.
template <class T, int V, bool add, bool conj>
SHUNT_INLINE void multiply_half(Tile<T, V>& acc, i64 kc, const real_t<T>* a, i64 a_step, i64 a_imag, const real_t<T>* x,
                                i64 x_step, i64 x_imag) {
    using R = real_t<T>;
    constexpr int P = parts<T>;
    constexpr int F = V - 1;  // whole vectors
    constexpr int H = lanes<R> / 2;
    constexpr auto lower = std::make_integer_sequence<int, H>{};
    Vec<R, H> last[br<T>][P];
    const auto each = [&](auto f) __attribute__((always_inline)) {
        unroll<br<T>>([&](auto r) __attribute__((always_inline)) {
            unroll<P>([&](auto part) __attribute__((always_inline)) { f(last[r][part], acc[r][part][F]); });
        });
    };
    each([&](auto& low, const auto& whole) __attribute__((always_inline)) { low = select(whole, lower); });
    for (; kc > 0; --kc, a += a_step, x += x_step) {
        Vec<R> xk[P][V];
        Vec<R, H> xk_last[P];
        unroll<P>([&](auto part) __attribute__((always_inline)) {
            unroll<F>([&](auto v)
                          __attribute__((always_inline)) { xk[part][v] = load(x + part * x_imag + v * lanes<R>); });
            xk_last[part] = load<R, H>(x + part * x_imag + F * lanes<R>);
        });
        unroll<br<T>>([&](auto r) __attribute__((always_inline)) {
            unroll<P>([&](auto of) __attribute__((always_inline)) {  // which part of A
                const Vec<R> number = broadcast(a[of * a_imag + r]);
                const Vec<R, H> same = select(number, lower);
                unroll<P>([&](auto part) __attribute__((always_inline)) {
                    constexpr int from = part ^ of;
                    constexpr bool plus = add != (of == 1 && (part == 0) != conj);
                    const auto step = [&](auto& sum, auto m, auto n) __attribute__((always_inline)) {
                        if constexpr (plus)
                            sum += m * n;
                        else
                            sum -= m * n;
                    };
                    unroll<F>([&](auto v)
                                  __attribute__((always_inline)) { step(acc[r][part][v], number, xk[from][v]); });
                    step(last[r][part], same, xk_last[from]);
                });
            });
        });
    }
    each([&](const auto& low, auto& whole) __attribute__((always_inline)) {
        whole = concat(low, Vec<R, H>{}, std::make_integer_sequence<int, lanes<R>>{});
    });
}

// acc (+ or -)= A X for A br x kc, X kc x V vectors, of which the last may be a half.
template <class T, int V, bool add, bool conj> SHUNT_INLINE void multiply(Tile<T, V>& acc, i64 kc, const real_t<T>* a,
                                                                          i64 a_step, i64 a_imag, const real_t<T>* x,
                                                                          i64 x_step, i64 x_imag, bool half = false) {
    using R = real_t<T>;
    if constexpr (vector_bytes == 64)
        if (half) return multiply_half<T, V, add, conj>(acc, kc, a, a_step, a_imag, x, x_step, x_imag);
    for (i64 k = 0; k < kc; ++k, a += a_step, x += x_step) {
        Vec<R> xk[parts<T>][V];
        unroll<parts<T>>([&](auto part) __attribute__((always_inline)) {
            unroll<V>([&](auto v)
                          __attribute__((always_inline)) { xk[part][v] = load(x + part * x_imag + v * lanes<R>); });
        });
        rank1<T, V, add, conj>(acc, a, a_imag, xk);
    }
}

// x := x / d for one row of a tile.
template <class T, int V, Diagonal D>
SHUNT_INLINE void divide(Vec<real_t<T>> (&x)[parts<T>][V], const real_t<T>* d, i64 imag) {
    using R = real_t<T>;
    if constexpr (D == Diagonal::positive || (D == Diagonal::reciprocal && parts<T> == 1)) {
        unroll<parts<T>>([&](auto part) __attribute__((always_inline)) {
            unroll<V>([&](auto v) __attribute__((always_inline)) { x[part][v] *= *d; });
        });
    } else if constexpr (D == Diagonal::divide && parts<T> == 1) {
        unroll<V>([&](auto v) __attribute__((always_inline)) { x[0][v] /= *d; });
    } else if constexpr (D == Diagonal::reciprocal) {
        const R re = d[0];
        const R im = d[imag];
        unroll<V>([&](auto v) __attribute__((always_inline)) {
            const Vec<R> y = x[0][v] * re - x[1][v] * im;
            x[1][v] = x[1][v] * re + x[0][v] * im;
            x[0][v] = y;
        });
    } else if constexpr (D == Diagonal::divide) {
        // Smith's formula.
        const R re = d[0];
        const R im = d[imag];
        const bool wide = magnitude(re) >= magnitude(im);
        const R t = wide ? im / re : re / im;
        const R s = wide ? re + im * t : im + re * t;
        unroll<V>([&](auto v) __attribute__((always_inline)) {
            const Vec<R> y = wide ? x[0][v] + x[1][v] * t : x[0][v] * t + x[1][v];
            x[1][v] = (wide ? x[1][v] - x[0][v] * t : x[1][v] * t - x[0][v]) / s;
            x[0][v] = y / s;
        });
    }
}

// acc := inv(L) * acc for the packed diagonal block L.
template <class T, int V, Diagonal D, bool conj> SHUNT_INLINE void solve_tile(Tile<T, V>& acc, const real_t<T>* tri) {
    constexpr int B = br<T>;
    constexpr int P = parts<T>;
    unroll<B>([&](auto c) __attribute__((always_inline)) {
        divide<T, V, D>(acc[c], tri + c * P * B + c, B);
        rank1<T, V, false, conj, c + 1>(acc, tri + c * P * B, B, acc[c]);
    });
}

// How far apart POTRF's columns are: whole tiles, and an odd number of vectors so that no two columns share a cache
// set.
template <class T> constexpr i64 column_length(i64 n) {
    constexpr i64 L = lanes<real_t<T>>;
    return round_up(n, br<T> > 2 * L ? br<T> : 2 * L) + L;
}

// The solvers hold a panel and A, POTRF all columns with their padding.
template <class T> constexpr std::size_t workspace_size(i64 m) {
    constexpr i64 L = lanes<real_t<T>>;
    const i64 solve = m * parts<T> * vr<T> * L + packed_offset<T>(m);
    const i64 factor = m * parts<T> * column_length<T>(m);
    return sizeof(real_t<T>) * static_cast<std::size_t>((solve > factor ? solve : factor) + (vr<T> + 1) * L);
}

// ---- TRSM and TRMM

// x := alpha * inv(A) * x for V vectors of right-hand sides, rows `row` and imaginary parts `imag` apart.
template <class T, int V, Diagonal D>
void solve_panel(i64 m, T alpha, const real_t<T>* packed, real_t<T>* x, i64 row, i64 imag, bool half) {
    using R = real_t<T>;
    constexpr int B = br<T>;
    constexpr int P = parts<T>;
    constexpr int L = lanes<R>;
    const bool scales = alpha != T(1);
    const R* s = reinterpret_cast<const R*>(&alpha);
    for (i64 i = 0; i < m; i += B) {
        const i64 last = m - i - 1;  // rows that only pad repeat the last one
        R* const tile = x + i * row;
        Tile<T, V> acc;
        unroll<B>([&](auto r) __attribute__((always_inline)) {
            const R* from = tile + (r < last ? r : last) * row;
            unroll<P>([&](auto part) __attribute__((always_inline)) {
                unroll<V>([&](auto v)
                              __attribute__((always_inline)) { acc[r][part][v] = load(from + part * imag + v * L); });
            });
        });
        if (scales)
            unroll<B>([&](auto r) __attribute__((always_inline)) {
                unroll<V>([&](auto v) __attribute__((always_inline)) {
                    if constexpr (P == 1) {
                        acc[r][0][v] = rounded(acc[r][0][v] * s[0]);
                    } else {
                        const Vec<R> re = acc[r][0][v];
                        acc[r][0][v] = rounded(re * s[0] - acc[r][1][v] * s[1]);
                        acc[r][1][v] = rounded(re * s[1] + acc[r][1][v] * s[0]);
                    }
                });
            });
        multiply<T, V, false, false>(acc, i, packed, P * B, B, x, row, imag, V == 1 && half);
        packed += i * B * P;
        solve_tile<T, V, D, false>(acc, packed);
        packed += B * B * P;
        unroll<B>([&](auto r) __attribute__((always_inline)) {
            if (r > last) return;
            unroll<P>([&](auto part) __attribute__((always_inline)) {
                unroll<V>([&](auto v) __attribute__((always_inline)) {
                    store(tile + r * row + part * imag + v * L, acc[r][part][v]);
                });
            });
        });
    }
}

template <class T, int V, bool unit> void multiply_panel(i64 m, const real_t<T>* packed, real_t<T>* x) {
    using R = real_t<T>;
    constexpr int B = br<T>;
    constexpr int P = parts<T>;
    constexpr int width = V * lanes<R>;
    for (i64 i = round_up(m, B) - B; i >= 0; i -= B) {
        const R* a = packed + packed_offset<T>(i);
        Tile<T, V> acc{};
        multiply<T, V, true, false>(acc, i, a, P * B, B, x, P * width, width);
        const R* tri = a + i * B * P;
        unroll<B>([&](auto c) __attribute__((always_inline)) {
            Vec<R> xc[P][V];
            unroll<P>([&](auto part) __attribute__((always_inline)) {
                unroll<V>([&](auto v) __attribute__((always_inline)) {
                    xc[part][v] = load(x + ((i + c) * P + part) * width + v * lanes<R>);
                    if constexpr (unit) acc[c][part][v] += xc[part][v];
                });
            });
            rank1<T, V, true, false, unit ? c + 1 : c + 0>(acc, tri + c * P * B, B, xc);
        });
        store_tile<T, V>(acc, x + i * P * width, P * width, width);
    }
}

// Calls kernel(integral_constant<int, V>) for the number of vectors that n right-hand sides need, between least and V.
template <class T, int V = vr<T>, int least = 1, class F> SHUNT_INLINE void for_width(i64 n, F&& kernel) {
    if constexpr (V == least) {
        kernel(std::integral_constant<int, V>{});
    } else {
        if (n > (V - 1) * lanes<real_t<T>>)
            kernel(std::integral_constant<int, V>{});
        else
            for_width<T, V - 1, least>(n, kernel);
    }
}

// Vectors in as few panels as possible, of about equal width: kernel(integral_constant<int, V>, its first vector).
template <class T, class F> SHUNT_INLINE void for_panels(i64 vectors, F&& kernel) {
    i64 panels = (vectors + vr<T> - 1) / vr<T>;
    for (i64 first = 0; first < vectors; --panels) {
        const i64 count = (vectors - first + panels - 1) / panels;
        for_width<T>(
            count * lanes<real_t<T>>, [&](auto v) __attribute__((always_inline)) { kernel(v, first); });
        first += count;
    }
}

template <class T> void trsm(i64 m, i64 n, bool unit, T alpha, View<const T> a, View<T> b, void* workspace) {
    using R = real_t<T>;
    constexpr int L = lanes<R>;
    alignas(64) char stack[workspace_size<T>(small)];
    R* x = reinterpret_cast<R*>(m <= small ? stack : static_cast<char*>(workspace));
    R* packed = x + round_up(m, br<T>) * parts<T> * vr<T> * L;
    pack<T>(m, unit, a, packed);
    const Diagonal diagonal = unit ? Diagonal::unit : invert_diagonal<T>(m, packed);
    const bool half = n <= L / 2 && halves();
    const auto solve = [&](auto v, R* panel, i64 row, i64 imag) __attribute__((always_inline)) {
        if (diagonal == Diagonal::reciprocal)
            solve_panel<T, v, Diagonal::reciprocal>(m, alpha, packed, panel, row, imag, half);
        else if (diagonal == Diagonal::unit)
            solve_panel<T, v, Diagonal::unit>(m, alpha, packed, panel, row, imag, half);
        else
            solve_panel<T, v, Diagonal::divide>(m, alpha, packed, panel, row, imag, half);
    };
    // Whole vectors of real numbers are solved where they lie.
    i64 done = 0;
    if (parts<T> == 1 && b.cs == 1) {
        done = n / L * L;
        for_panels<T>(
            n / L, [&](auto v, i64 first)
                       __attribute__((always_inline)) { solve(v, reinterpret_cast<R*>(b.p) + first * L, b.rs, 0); });
    }
    for_panels<T>((n - done + L - 1) / L, [&](auto v, i64 first) __attribute__((always_inline)) {
        constexpr int width = v * L;
        const i64 j = done + first * L;
        const int count = static_cast<int>(min(width, n - j));
        panel_in<T>(m, count, width, b.block(0, j), x);
        solve(v, x, parts<T> * width, width);
        panel_out<T>(m, count, width, b.block(0, j), x);
    });
}

template <class T> void trmm(i64 m, i64 n, bool unit, T alpha, View<const T> a, View<T> b, void* workspace) {
    using R = real_t<T>;
    constexpr int L = lanes<R>;
    alignas(64) char stack[workspace_size<T>(small)];
    R* x = reinterpret_cast<R*>(m <= small ? stack : static_cast<char*>(workspace));
    R* packed = x + round_up(m, br<T>) * parts<T> * vr<T> * L;
    pack<T>(m, unit, a, packed);
    for_panels<T>((n + L - 1) / L, [&](auto v, i64 first) __attribute__((always_inline)) {
        constexpr int width = v * L;
        const i64 j = first * L;
        const int count = static_cast<int>(min(width, n - j));
        panel_in<T>(m, count, width, b.block(0, j), x);
        scale_panel<T>(m, width, alpha, x);
        if (unit)
            multiply_panel<T, v, true>(m, packed, x);
        else
            multiply_panel<T, v, false>(m, packed, x);
        panel_out<T>(m, count, width, b.block(0, j), x);
    });
}

// ---- POTRF: left-looking by block columns. A tile is read from A, updated, solved and written to A; a copy in split
// columns, `ld` apart, serves the updates of later ones.

// N vectors in groups of N lanes: each group is transposed.
template <int N, int S, class V, int... J>
SHUNT_INLINE void transpose_groups(V* v, std::integer_sequence<int, J...> j) {
    if constexpr (S < N) {
        unroll<N>([&](auto i) __attribute__((always_inline)) {
            if constexpr ((i & S) == 0) detail::exchange<S>(v[i], v[i + S], j);
        });
        transpose_groups<N, S * 2>(v, j);
    }
}
template <int first, class V, int... J> SHUNT_INLINE V zero_before(V x, std::integer_sequence<int, J...>) {
    constexpr int n = sizeof...(J);
    return __builtin_shufflevector(x, V{}, (J < first ? n + J : J)...);
}
template <int lane, class V, int... J> SHUNT_INLINE V splat(V x, std::integer_sequence<int, J...>) {
    return __builtin_shufflevector(x, x, (J * 0 + lane)...);
}
// Lanes first ... last - 1.
template <int first, class R> SHUNT_INLINE void store_range(R* p, Vec<R> v, int last) {
    constexpr int L = lanes<R>;
    if constexpr (first == 0) {
        if (last == L)
            store(p, v);
        else
            store_first(p, v, last);
    } else if constexpr (first < L) {
#if defined(__AVX512F__)
        const unsigned mask = ((1u << last) - 1u) >> first << first;
        if constexpr (sizeof(R) == 8)
            _mm512_mask_storeu_pd(p, static_cast<__mmask8>(mask), (__m512d)v);
        else
            _mm512_mask_storeu_ps(p, static_cast<__mmask16>(mask), (__m512)v);
#else
        unroll<L - first>([&](auto l) __attribute__((always_inline)) {
            if (first + l < last) p[first + l] = v[first + l];
        });
#endif
    }
}

// How a tile lies in A when the rows of A are contiguous: `chunks` times N numbers of each row, and L rows in N
// vectors.
template <class T> struct Turned {
    static constexpr int width = br<T> * parts<T>;  // numbers in a row of the tile
    static constexpr int L = lanes<real_t<T>>;
    static constexpr int N = width < L ? width : L;
    static constexpr int chunks = width / N;
    static constexpr int groups = L / N;
};

// How many of a tile's `rows` are in its vector v: only the last one is partly filled, but in a diagonal tile any.
template <class T, int V, bool diagonal> SHUNT_INLINE int rows_in(int v, int rows) {
    constexpr int L = lanes<real_t<T>>;
    if (!diagonal && v < V - 1) return L;
    const int rest = rows - v * L;
    return rest < 0 ? 0 : rest < L ? rest : L;
}

// A tile from A: of its V vectors of rows `rows` rows, and `columns` columns. The rest, and what lies above the
// diagonal, is zero or repeats the last row: only the triangle is computed with.
template <class T, int V, bool diagonal> SHUNT_INLINE void tile_in(Tile<T, V>& acc, View<T> a, int rows, int columns) {
    using R = real_t<T>;
    using Lanes = std::make_integer_sequence<int, lanes<R>>;
    constexpr int L = lanes<R>;
    constexpr int P = parts<T>;
    constexpr int B = br<T>;
    const R* p = reinterpret_cast<const R*>(a.p);
    if (a.rs == 1) {
        unroll<B>([&](auto c) __attribute__((always_inline)) {
            unroll<P>([&](auto part) __attribute__((always_inline)) {
                unroll<V>([&](auto v) __attribute__((always_inline)) {
                    if (c < columns)
                        acc[c][part][v] =
                            load_part<T, part>(p + (c * a.cs + v * L) * P, rows_in<T, V, diagonal>(v, rows));
                    else
                        acc[c][part][v] = Vec<R>{};
                });
            });
        });
    } else {
        using Turn = Turned<T>;
        constexpr int N = Turn::N;
        unroll<V>([&](auto v) __attribute__((always_inline)) {
            unroll<Turn::chunks>([&](auto q) __attribute__((always_inline)) {
                const int width = static_cast<int>(min(columns * P - q * N, N));
                const auto row = [&](int r) __attribute__((always_inline)) {
                    const int last = diagonal || v == V - 1 ? rows - 1 : V * L;
                    return p + (v * L + r < last ? v * L + r : last) * a.rs * P + q * N;
                };
                Vec<R> u[N];
                unroll<N>([&](auto r) __attribute__((always_inline)) {
                    if (width < N) {
                        u[r] = width > 0 ? load_first(row(r), width) : Vec<R>{};
                        if constexpr (Turn::groups == 2) {
                            constexpr auto low = std::make_integer_sequence<int, N>{};
                            u[r] = concat(select(u[r], low), select(load_first(row(r + N), width), low), Lanes{});
                        }
                    } else if constexpr (Turn::groups == 2) {
                        u[r] = concat(load<R, N>(row(r)), load<R, N>(row(r + N)), Lanes{});
                    } else {
                        u[r] = load(row(r));
                    }
                });
                transpose_groups<N, 1>(u, Lanes{});
                unroll<N>([&](auto r) __attribute__((always_inline)) {
                    constexpr int e = q * N + r;
                    acc[e / P][e % P][v] = u[r];
                });
            });
        });
    }
    if constexpr (diagonal)
        unroll<B>([&](auto c) __attribute__((always_inline)) {
            unroll<P>([&](auto part) __attribute__((always_inline)) {
                unroll<c / L + 1>([&](auto v) __attribute__((always_inline)) {
                    acc[c][part][v] = zero_before<(v < c / L ? L : c % L)>(acc[c][part][v], Lanes{});
                });
            });
        });
}

template <class T, int V, bool diagonal>
SHUNT_INLINE void tile_out(const Tile<T, V>& acc, View<T> a, int rows, int columns) {
    using R = real_t<T>;
    using Lanes = std::make_integer_sequence<int, lanes<R>>;
    constexpr int L = lanes<R>;
    constexpr int P = parts<T>;
    constexpr int B = br<T>;
    R* p = reinterpret_cast<R*>(a.p);
    if (a.rs == 1) {
        unroll<B>([&](auto c) __attribute__((always_inline)) {
            if (c >= columns) return;
            unroll<V>([&](auto v) __attribute__((always_inline)) {
                constexpr int first = diagonal && c > v * L ? c - v * L : 0;
                const int last = rows_in<T, V, diagonal>(v, rows);
                R* to = p + (c * a.cs + v * L) * P;
                if constexpr (P == 1) {
                    store_range<first>(to, acc[c][0][v], last);
                } else {
                    const Vec<R> x = merge<0>(acc[c][0][v], acc[c][1][v], Lanes{});
                    const Vec<R> y = merge<1>(acc[c][0][v], acc[c][1][v], Lanes{});
                    store_range<2 * first>(to, x, 2 * last < L ? 2 * last : L);
                    if (2 * last > L) store_range<(2 * first > L ? 2 * first - L : 0)>(to + L, y, 2 * last - L);
                }
            });
        });
    } else {
        using Turn = Turned<T>;
        constexpr int N = Turn::N;
        unroll<V>([&](auto v) __attribute__((always_inline)) {
            unroll<Turn::chunks>([&](auto q) __attribute__((always_inline)) {
                Vec<R> u[N];
                unroll<N>([&](auto r) __attribute__((always_inline)) {
                    constexpr int e = q * N + r;
                    u[r] = acc[e / P][e % P][v];
                });
                transpose_groups<N, 1>(u, Lanes{});
                unroll<Turn::groups>([&](auto g) __attribute__((always_inline)) {
                    unroll<N>([&](auto r) __attribute__((always_inline)) {
                        constexpr int row = r + g * N;
                        if (row >= rows_in<T, V, diagonal>(v, rows)) return;
                        // Numbers of this row in the triangle, those before this chunk included.
                        constexpr int most = diagonal && v * L + row < B ? (v * L + row + 1) * P : Turn::width;
                        const int width = static_cast<int>(min(min(columns * P, most) - q * N, N));
                        R* to = p + (v * L + row) * a.rs * P + q * N;
                        const Vec<R, N> some = select<g * N>(u[r], std::make_integer_sequence<int, N>{});
                        if (width == N)
                            store_block<N>(to, some);
                        else
                            unroll<N - 1>([&](auto l) __attribute__((always_inline)) {
                                if (l < width) to[l] = some[int{l}];
                            });
                    });
                });
            });
        });
    }
}

template <class R> SHUNT_INLINE Vec<R> square_root(Vec<R> v) {
#if defined(__AVX512F__)
    if constexpr (sizeof(R) == 8)
        return (Vec<R>)_mm512_sqrt_pd((__m512d)v);
    else
        return (Vec<R>)_mm512_sqrt_ps((__m512)v);
#elif defined(__AVX2__)
    if constexpr (sizeof(R) == 8)
        return (Vec<R>)_mm256_sqrt_pd((__m256d)v);
    else
        return (Vec<R>)_mm256_sqrt_ps((__m256)v);
#else
    unroll<lanes<R>>([&](auto l) __attribute__((always_inline)) {
        if constexpr (sizeof(R) == 8)
            v[int{l}] = __builtin_sqrt(v[int{l}]);
        else
            v[int{l}] = __builtin_sqrtf(v[int{l}]);
    });
    return v;
#endif
}

template <class T> inline constexpr int diagonal_vectors = (br<T> + lanes<real_t<T>> - 1) / lanes<real_t<T>>;

// Cholesky factor of a diagonal block held by columns; tri becomes the packed block with reciprocals on its diagonal.
// Only `columns` columns count. Returns the first one whose pivot is not positive (or br) and leaves it in `pivot`;
// from there on nothing is computed that a program could have asked to trap. `meanwhile` is called with each column:
// work that fills the time that one pivot waits for the other.
template <class T, class F> SHUNT_INLINE int factor_tile(Tile<T, diagonal_vectors<T>>& acc, int columns, real_t<T>* tri,
                                                         real_t<T>& pivot, F&& meanwhile) {
    using R = real_t<T>;
    constexpr int B = br<T>;
    constexpr int P = parts<T>;
    constexpr int L = lanes<R>;
    constexpr int V = diagonal_vectors<T>;
    constexpr int head = B < L ? B : L;  // of a vector, what lies in the diagonal block
    constexpr R limit = sizeof(R) == 8 ? R(0x1p500) : R(0x1p60f);
    using Lanes = std::make_integer_sequence<int, L>;
    const auto is_moderate = [](auto d) __attribute__((always_inline)) {
        return (d >= 1 / limit) & (d <= limit);
    };
    int failed = B;
    R d = acc[0][0][0][0];
    Vec<R> pivots[V];
    unroll<V>([&](auto v) __attribute__((always_inline)) { pivots[v] = broadcast(R(1)); });
    const auto step = [&](auto c) __attribute__((always_inline)) {
        if (c >= columns || failed < B) return;
        if (!(d > 0)) {
            failed = c;
            pivot = d;
            return;
        }
        pivots[c / L][c % L] = d;
        // The update of the later columns is left * conj(right). Dividing by the pivot keeps the root off the chain
        // from pivot to pivot, but close to overflow and underflow the factor itself is needed.
        R scale = 1;
        if (is_moderate(d)) [[likely]] {
            scale /= d;
        } else {
            const R inverse = 1 / square_root<R>(broadcast(d))[0];
            unroll<P>([&](auto part) __attribute__((always_inline)) {
                unroll<V>([&](auto v) __attribute__((always_inline)) { acc[c][part][v] *= inverse; });
            });
        }
        // The next pivot does not wait for the vectors.
        if constexpr (c + 1 < B) {
            constexpr int s = c + 1;
            d = acc[s][0][s / L][s % L];
            unroll<P>([&](auto part) __attribute__((always_inline)) {
                const R e = acc[c][part][s / L][s % L];
                d -= e * (e * scale);
            });
        }
        constexpr int from = (c + 1) / L;  // the first vector with rows of the later columns
        Vec<R> right[P][V];
        unroll<P>([&](auto part) __attribute__((always_inline)) {
            unroll<V>([&](auto v) __attribute__((always_inline)) { right[part][v] = acc[c][part][v] * scale; });
        });
        unroll<B - 1 - c>([&](auto i) __attribute__((always_inline)) {
            constexpr int s = c + 1 + i;
            const Vec<R> re = splat<s % L>(right[0][s / L], Lanes{});
            unroll<V - from>([&](auto w) __attribute__((always_inline)) {
                constexpr int v = from + w;
                unroll<P>([&](auto part) __attribute__((always_inline)) { acc[s][part][v] -= re * acc[c][part][v]; });
                if constexpr (P == 2) {
                    const Vec<R> im = splat<s % L>(right[1][s / L], Lanes{});
                    acc[s][0][v] -= im * acc[c][1][v];
                    acc[s][1][v] += im * acc[c][0][v];
                }
            });
        });
    };
    unroll<B>([&](auto c) __attribute__((always_inline)) {
        step(c);
        meanwhile(c);
    });
    Vec<R> roots[V];
    Vec<R> inverses[V];
    Vec<R> scales[V];
    unroll<V>([&](auto v) __attribute__((always_inline)) {
        roots[v] = square_root<R>(pivots[v]);
        inverses[v] = 1 / roots[v];
        scales[v] = is_moderate(pivots[v]) ? inverses[v] : broadcast(R(1));
    });
    unroll<B>([&](auto c) __attribute__((always_inline)) {
        if (c >= failed) return;
        const Vec<R> scale = splat<c % L>(scales[c / L], Lanes{});
        unroll<P>([&](auto part) __attribute__((always_inline)) {
            unroll<V>([&](auto v) __attribute__((always_inline)) {
                acc[c][part][v] *= scale;
                if constexpr (v * L < B)
                    store_block<head>(tri + (c * P + part) * B + v * L,
                                      select(acc[c][part][v], std::make_integer_sequence<int, head>{}));
            });
        });
        tri[c * P * B + c] = inverses[c / L][c % L];
        acc[c][0][c / L][c % L] = roots[c / L][c % L];
        if constexpr (P == 2) acc[c][1][c / L][c % L] = 0;
    });
    for (int c = failed; c < B; ++c) {
        for (int e = 0; e < P * B; ++e) tri[c * P * B + e] = 0;
        tri[c * P * B + c] = 1;
    }
    return failed;
}

template <class T> i64 potrf(i64 n, View<T> a, void* workspace) {
    using R = real_t<T>;
    constexpr int B = br<T>;
    constexpr int P = parts<T>;
    constexpr int L = lanes<R>;
    constexpr int D = diagonal_vectors<T>;
    alignas(64) char stack[workspace_size<T>(small)];
    R* x = reinterpret_cast<R*>(n <= small ? stack : static_cast<char*>(workspace));
    const i64 ld = column_length<T>(n);
    i64 info = 0;
    const bool may_be_half = halves();
    for (i64 j = 0; j < n && info == 0; j += B) {
        alignas(64) R tri[B * B * P];
        R* column = x + j * P * ld;
        // Where tiles end differs from one block column to another; what lies behind takes part, if only in lanes that
        // are never stored, and must not raise an exception.
        if constexpr (B != L)
            for (int c = 0; c < B * P; ++c)
                for (i64 r = n; r < (B < L ? n + 1 : round_up(n, B)); r += L) store(column + c * ld + r, Vec<R>{});
        int columns = static_cast<int>(min(B, n - j));
        // As few tiles as possible, of about equal height.
        int vectors = static_cast<int>((n - j + L - 1) / L);
        int tiles = (vectors + vr<T> - 1) / vr<T>;
        for (i64 i = j; i < n; --tiles) {
            const int height = (vectors + tiles - 1) / tiles;
            const View<T> place = a.block(i, j);
            const auto rows = [&](i64 first, int v) __attribute__((always_inline)) {
                return static_cast<int>(min(v * L, n - first));
            };
            const auto half = [&](i64 first, int v) __attribute__((always_inline)) {
                return may_be_half && n - first <= v * L - L / 2;
            };
            if (i == j) {
                for_width<T, (vr<T> > D ? vr<T> : D), D>(
                    height * L, [&](auto v) __attribute__((always_inline)) {
                        constexpr int W = v - D;  // vectors of rows below the diagonal block
                        const View<T> below = a.block(i + D * L, j);
                        Tile<T, D> top;
                        tile_in<T, D, true>(top, place, rows(i, D), columns);
                        multiply<T, D, false, true>(top, j, x + j, P * ld, ld, x + i, P * ld, ld, half(i, D));
                        Tile<T, W> acc;
                        if constexpr (W > 0) tile_in<T, W, false>(acc, below, rows(i + D * L, W), columns);
                        const R* coefficients = x + j;
                        const R* rest = x + i + D * L;
                        const bool half_rest = half(i + D * L, W);
                        R pivot = 0;
                        const int failed = factor_tile<T>(
                            top, columns, tri, pivot, [&](auto) __attribute__((always_inline)) {
                                if constexpr (W > 0) {
                                    multiply<T, W, false, true>(acc, j / B, coefficients, P * ld, ld, rest, P * ld, ld,
                                                                half_rest);
                                    coefficients += j / B * P * ld;
                                    rest += j / B * P * ld;
                                }
                            });
                        if (failed < B) {
                            info = j + failed + 1;
                            columns = failed;
                            R* p = reinterpret_cast<R*>(a.at(info - 1, info - 1));
                            p[0] = pivot;
                            if constexpr (P == 2) p[1] = 0;
                        }
                        if (j + B < n) store_tile<T, D>(top, column + i, P * ld, ld);
                        tile_out<T, D, true>(top, place, rows(i, D), columns);
                        if constexpr (W > 0) {
                            solve_tile<T, W, Diagonal::positive, true>(acc, tri);
                            store_tile<T, W>(acc, column + i + D * L, P * ld, ld);
                            tile_out<T, W, false>(acc, below, rows(i + D * L, W), columns);
                        }
                        vectors -= v;
                        i += v * L;
                    });
            } else {
                for_width<T>(
                    height * L, [&](auto v) __attribute__((always_inline)) {
                        Tile<T, v> acc;
                        tile_in<T, v, false>(acc, place, rows(i, v), columns);
                        multiply<T, v, false, true>(acc, j, x + j, P * ld, ld, x + i, P * ld, ld, half(i, v));
                        solve_tile<T, v, Diagonal::positive, true>(acc, tri);
                        store_tile<T, v>(acc, column + i, P * ld, ld);
                        tile_out<T, v, false>(acc, place, rows(i, v), columns);
                        vectors -= v;
                        i += v * L;
                    });
            }
        }
    }
    return info;
}

}  // namespace

template <class T> const TriangularKernels<T>& triangular_table() {
    // A diagonal tile of two columns reads too much.
    static constexpr TriangularKernels<T> table{
        trsm<T>, trmm<T>, potrf<T>, leaf<T>, br<T> > 2 ? leaf<T> : leaf<T> / 2, small, workspace_size<T>(leaf<T>)};
    static_assert(table.workspace_bytes <= Workspace::max_bytes);
    return table;
}

template const TriangularKernels<float>& triangular_table();
template const TriangularKernels<double>& triangular_table();
template const TriangularKernels<std::complex<float>>& triangular_table();
template const TriangularKernels<std::complex<double>>& triangular_table();

}  // namespace shunt::cpu::SHUNT_ISA
