// In: many small problems of the same sizes. Out: their Cholesky and LU factors and triangular solutions.
// Packs: as many matrices as a vector has lanes are converted to one array of vectors (batch_pack.hpp) and computed
// with at once. All loops below run over such an array; a tile is the part of it that is held in registers.
#include "cpu/batch_pack.hpp"
#include "cpu/tables.hpp"

namespace shunt::cpu::SHUNT_ISA {
namespace {

// Rows and columns of a tile. With 16 registers: 9 or 8 sums, the rest for operands.
template <class T> inline constexpr int tile = vector_registers == 32 ? (parts<T> == 1 ? 4 : 3)
                                                                      : (parts<T> == 1 ? 3 : 2);
inline constexpr i64 order = 32;  // of the largest matrix in a pack
template <class T> inline constexpr i64 pack_size = order* pack_ld(order) * parts<T>;

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
// Rows first ... last - 1 in steps of a tile: f(integral_constant<int, rows>, first row).
template <class T, class F> SHUNT_INLINE void in_tiles(i64 first, i64 last, F&& f) {
    constexpr int B = tile<T>;
    for (; first + B <= last; first += B) f(std::integral_constant<int, B>{}, first);
    if constexpr (B > 1)
        if (first < last)
            with_count<B - 1>(
                last - first, [&](auto rows) __attribute__((always_inline)) { f(rows, first); });
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
// x > y ? x : y, so y where one of them is NaN.
template <class R> SHUNT_INLINE Vec<R> larger(Vec<R> x, Vec<R> y) {
#if defined(__AVX512F__)
    if constexpr (sizeof(R) == 8)
        return (Vec<R>)_mm512_max_pd((__m512d)x, (__m512d)y);
    else
        return (Vec<R>)_mm512_max_ps((__m512)x, (__m512)y);
#elif defined(__AVX2__)
    if constexpr (sizeof(R) == 8)
        return (Vec<R>)_mm256_max_pd((__m256d)x, (__m256d)y);
    else
        return (Vec<R>)_mm256_max_ps((__m256)x, (__m256)y);
#else
    return x > y ? x : y;
#endif
}
template <class R> SHUNT_INLINE Vec<R> magnitude(Vec<R> x) {
    return x < 0 ? -x : x;
}

// acc -= a * b, b conjugated if conj.
template <class T, bool conj = false>
SHUNT_INLINE void subtract_product(Element<T>& acc, const Element<T>& a, const Element<T>& b) {
    acc[0] -= a[0] * b[0];
    if constexpr (parts<T> == 2) {
        if constexpr (conj) {
            acc[1] -= a[1] * b[0];
            acc[0] -= a[1] * b[1];
            acc[1] += a[0] * b[1];
        } else {
            acc[1] -= a[1] * b[0];
            acc[0] += a[1] * b[1];
            acc[1] -= a[0] * b[1];
        }
    }
}
template <class T> SHUNT_INLINE void multiply(Element<T>& x, const Element<T>& s) {
    if constexpr (parts<T> == 1) {
        x[0] *= s[0];
    } else {
        const Vec<real_t<T>> re = x[0] * s[0] - x[1] * s[1];
        x[1] = x[0] * s[1] + x[1] * s[0];
        x[0] = re;
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
// acc -= A B, A M x k and B k x N, or their lower triangle alone.
template <class T, int M, int N, bool conj = false, bool lower = false>
SHUNT_INLINE void update_tile(Tile<T, M, N>& acc, i64 k, Block<T> a, Block<T> b) {
    for (; k > 0; --k, a.p += a.cs, b.p += b.rs) {
        Element<T> y[N];
        unroll<N>([&](auto c) __attribute__((always_inline)) { get<T>(y[c], b.at(0, c)); });
        unroll<M>([&](auto r) __attribute__((always_inline)) {
            Element<T> x;
            get<T>(x, a.at(r, 0));
            unroll<N>([&](auto c) __attribute__((always_inline)) {
                if constexpr (!lower || c <= r) subtract_product<T, conj>(acc[r][c], x, y[c]);
            });
        });
    }
}

// ---- POTRF: A = L L^H, left-looking by block columns

template <class T> struct Potrf {
    using R = real_t<T>;
    static constexpr int L = lanes<R>;
    static constexpr int P = parts<T>;
    static constexpr int B = tile<T>;

    // Diagonal tile; inverse: the reciprocals of its diagonal. A lane whose pivot is not positive goes on with the
    // rows and columns of the unit matrix; `failed` has bit l of column c then, pivot[c] the value.
    template <int N> static void diagonal(i64 j, Block<T> a, Vec<R>* inverse, unsigned* failed, Vec<R>* pivot) {
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
            const Vec<R> root = square_root<R>(d);
            const Vec<R> inv = 1 / root;
            inverse[c] = inv;
            acc[c][c][0] = root;
            if constexpr (P == 2) acc[c][c][1] = Vec<R>{};
            unroll<N - c - 1>([&](auto q) __attribute__((always_inline)) {
                constexpr int r = c + 1 + q;
                unroll<P>([&](auto part) __attribute__((always_inline)) { acc[r][c][part] *= inv; });
                unroll<q + 1>([&](auto s) __attribute__((always_inline)) {
                    subtract_product<T, true>(acc[r][c + 1 + s], acc[r][c], acc[c + 1 + s][c]);
                });
            });
        });
        store_tile<T, N, N, true>(acc, a.block(j, j));
    }

    // Rows i ... i + M - 1 of block column j.
    template <int M> static void below(i64 i, i64 j, Block<T> a, const Vec<R>* inverse) {
        Tile<T, M, B> acc;
        load_tile<T, M, B>(acc, a.block(i, j));
        update_tile<T, M, B, true>(acc, j, a.block(i, 0), a.block(j, 0).transposed());
        unroll<B>([&](auto c) __attribute__((always_inline)) {
            unroll<M>([&](auto r) __attribute__((always_inline)) {
                unroll<P>([&](auto part) __attribute__((always_inline)) { acc[r][c][part] *= inverse[c]; });
            });
            unroll<B - c - 1>([&](auto s) __attribute__((always_inline)) {
                Element<T> y;
                get<T>(y, a.at(j + c + 1 + s, j + c));
                unroll<M>([&](auto r) __attribute__((always_inline)) {
                    subtract_product<T, true>(acc[r][c + 1 + s], acc[r][c], y);
                });
            });
        });
        store_tile<T, M, B>(acc, a.block(i, j));
    }

    // Lanes that failed in block column j: what is done goes to their matrix, the lane becomes the unit matrix.
    static void stop(i64 n, i64 j, int columns, Block<T> a, const unsigned* failed, const Vec<R>* pivot,
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

    static void factor(char uplo, i64 n, const Members<T>& m, i64 lda, i64* info) {
        alignas(64) Vec<R> x[pack_size<T>];
        const i64 ld = pack_ld(n);
        Block<T> a{x, P, ld * P};
        View<T> v{nullptr, 1, lda};
        if (uplo == 'L') {
            pack_in<T, 'L'>(n, n, m, lda, x, ld);
        } else {
            pack_in<T, 'U'>(n, n, m, lda, x, ld);
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
        i64 j = 0;
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
};

template <class T> bool potrf(const Alike<T>& s, const Operands<T>& o, i64 count, i64* info) {
    constexpr int L = lanes<real_t<T>>;
    if (s.n > order) return false;
    for (i64 i = 0; i < count; i += L) Potrf<T>::factor(s.uplo, s.n, members<T>(o.a + i, count - i), s.lda, info + i);
    return true;
}

// ---- Triangular solves

// X(i ..., c ...) := inv(A) X for M rows and N columns, A lower triangular, X solved above row i.
template <class T, int M, int N, bool unit>
__attribute__((noinline)) void solve_tile(i64 i, Block<T> a, const Vec<real_t<T>>* inverse, Block<T> x) {
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

// ---- GETRF: left-looking by block columns

template <class T> struct Getrf {
    using R = real_t<T>;
    static constexpr int L = lanes<R>;
    static constexpr int P = parts<T>;
    static constexpr int B = tile<T>;
    using Index = std::conditional_t<sizeof(R) == 8, std::int64_t, std::int32_t>;
    typedef Index Indices __attribute__((vector_size(vector_bytes)));

    template <int M, int N> __attribute__((noinline)) static void update(i64 k, Block<T> a, Block<T> u, Block<T> c) {
        Tile<T, M, N> acc;
        load_tile<T, M, N>(acc, c);
        update_tile<T, M, N>(acc, k, a, u);
        store_tile<T, M, N>(acc, c);
    }

    // Column s of a panel whose first row and column are a's: scales column s - 1, updates with the s columns on the
    // left and returns the rows of the pivots.
    template <int s> static Indices column(i64 m, Block<T> a, const Element<T>& scale) {
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

    // Rows j and rows[l] of lane l in n columns.
    static void swap_rows(i64 n, Block<T> a, i64 j, const Indices& rows) {
        for (int l = 0; l < L; ++l) {
            const i64 p = rows[l];
            if (p == j) continue;
            R* x = reinterpret_cast<R*>(a.at(j, 0)) + l;
            R* y = reinterpret_cast<R*>(a.at(p, 0)) + l;
            const i64 step = a.cs * L;
            for (i64 c = 0; c < n; ++c, x += step, y += step)
                unroll<P>([&](auto part) __attribute__((always_inline)) {
                    const R t = x[part * L];
                    x[part * L] = y[part * L];
                    y[part * L] = t;
                });
        }
    }

    // The lanes of x, m elements, are divided by d where their reciprocal would overflow: 0 < |d| < least.
    static void divide(i64 m, Block<T> x, const Element<T>& d, Indices which) {
        for (i64 i = 0; i < m; ++i) {
            Vec<R>* p = x.at(i, 0);
            if constexpr (P == 1) {
                p[0] = which ? p[0] / (which ? d[0] : broadcast(R(1))) : p[0];
            } else {
                const Vec<R> re = which ? d[0] : broadcast(R(1));
                const Vec<R> im = which ? d[1] : Vec<R>{};
                const auto wide = magnitude<R>(re) >= magnitude<R>(im);
                const Vec<R> t = (wide ? im : re) / (wide ? re : im);
                const Vec<R> q = wide ? re + im * t : im + re * t;
                const Vec<R> xr = (wide ? p[0] + p[1] * t : p[0] * t + p[1]) / q;
                const Vec<R> xi = (wide ? p[1] - p[0] * t : p[1] * t - p[0]) / q;
                p[0] = which ? xr : p[0];
                p[1] = which ? xi : p[1];
            }
        }
    }

    // What the rows below a pivot are to be multiplied by; those of lanes for which that loses are divided here.
    static void reciprocal(i64 m, Block<T> pivot, Element<T>& scale, Index j, Indices& info) {
        constexpr R safe_min = sizeof(R) == 8 ? R(0x1p-1022) : R(0x1p-126f);
        Element<T> d;
        get<T>(d, pivot.p);
        const Vec<R> one = broadcast(R(1));
        Vec<R> size = magnitude<R>(d[0]);
        if constexpr (P == 2) size = larger<R>(size, magnitude<R>(d[1]));
        const unsigned usual = greater_lanes<R>(size, broadcast(2 * safe_min));
        if (__builtin_expect(usual != all_lanes<R>, 0)) {
            Indices zero = d[0] == 0;
            if constexpr (P == 2) zero &= d[1] == 0;
            info = zero & (info == 0) ? Indices{} + j : info;
            const Indices rest = ~zero & ~(size > 2 * safe_min);
            divide(m, pivot.block(1, 0), d, rest);
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
    }

    static void factor(i64 m, i64 n, const Members<T>& from, i64 lda, void* const* ipiv, bool wide, i64* info) {
        alignas(64) Vec<R> x[pack_size<T>];
        const i64 ld = pack_ld(m);
        const Block<T> a{x, P, ld * P};
        pack_in<T>(m, n, from, lda, x, ld);
        Indices pivots[order];
        Indices first_zero{};
        const i64 steps = min(m, n);
        in_tiles<T>(
            0, n, [&](auto columns, i64 j) __attribute__((always_inline)) {
                const Block<T> c = a.block(0, j);
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
                        swap_rows(n, a, j + s, p);
                        reciprocal(m - j - s - 1, panel.block(s, s), scale, static_cast<Index>(j + s + 1), first_zero);
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
        pack_out<T>(m, n, from, lda, x, ld);
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
    template <int s> static void solve_rest(i64 m, Block<T> a) {
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

template <class T> bool getrf(const Alike<T>& s, const Operands<T>& o, i64 count, i64* info) {
    constexpr int L = lanes<real_t<T>>;
    if (s.n > order || s.m > order) return false;
    for (i64 i = 0; i < count; i += L)
        Getrf<T>::factor(s.m, s.n, members<T>(o.a + i, count - i), s.lda, o.ipiv + i, s.wide, info + i);
    return true;
}

template <class T> bool decline(const Alike<T>&, const Operands<T>&, i64, i64*) {
    return false;
}

}  // namespace

template <class T> const BatchFactors<T>& batch_factors_table() {
    static constexpr BatchFactors<T> table{potrf<T>,   decline<T>, getrf<T>,   decline<T>,
                                           decline<T>, decline<T>, decline<T>, decline<T>};
    return table;
}

template const BatchFactors<float>& batch_factors_table();
template const BatchFactors<double>& batch_factors_table();
template const BatchFactors<std::complex<float>>& batch_factors_table();
template const BatchFactors<std::complex<double>>& batch_factors_table();

}  // namespace shunt::cpu::SHUNT_ISA
