// In: a column-major panel. Out: its LU factors with partial pivoting, in place, in vectors that run down the rows.
// Blocks of a few columns are updated from the left by register tiles and then factored column by column, where one
// pass scales the column before, updates the column and finds its pivot. Complex numbers stay interleaved.
#include "cpu/simd.hpp"
#include "cpu/tables.hpp"

namespace shunt::cpu::SHUNT_ISA {
namespace {

template <class T> inline constexpr int parts = is_complex<T> ? 2 : 1;
template <class T> inline constexpr int block = vector_registers == 32 ? 8 : 4;  // columns of a tile
template <class T> inline constexpr int vr = vector_registers == 32 && parts<T> == 1 ? 3 : 2;
template <class T> inline constexpr int rows_of = lanes<real_t<T>> / parts<T>;  // rows in a vector
template <class T> inline constexpr i64 leaf = 64;
inline constexpr i64 stretch = i64{1} << 30;  // rows, whole vectors of them

constexpr i64 min(i64 a, i64 b) {
    return a < b ? a : b;
}
template <class R> SHUNT_INLINE R magnitude(R x) {
    return x < 0 ? -x : x;
}

template <class V, int... J> SHUNT_INLINE V swap_pairs(V x, std::integer_sequence<int, J...>) {
    return __builtin_shufflevector(x, x, (J ^ 1)...);
}
template <class V, int... J> SHUNT_INLINE V alternate(std::integer_sequence<int, J...>) {
    return V{(J % 2 ? 1 : -1)...};
}
// i * x for interleaved complex x.
template <class R> SHUNT_INLINE Vec<R> rotate(Vec<R> x) {
    using Lanes = std::make_integer_sequence<int, lanes<R>>;
    return swap_pairs(x, Lanes{}) * alternate<Vec<R>>(Lanes{});
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

// C := C - L U for a tile of C: V vectors of rows (the last one with `count` lanes) by `columns` <= block columns.
// L has k columns, U is packed by rows of `block`.
template <class T, int V> SHUNT_INLINE void update_tile(Vec<real_t<T>> (&acc)[block<T>][V], i64 k, const real_t<T>* l,
                                                        i64 ld, const real_t<T>* u, int count) {
    using R = real_t<T>;
    constexpr int L = lanes<R>;
    constexpr int P = parts<T>;
    for (i64 i = 0; i < k; ++i, l += ld, u += block<T> * P) {
        Vec<R> x[V];
        unroll<V>([&](auto v) __attribute__((always_inline)) {
            x[v] = v == V - 1 ? load_lanes(l + v * L, count) : load(l + v * L);
        });
        unroll<block<T>>([&](auto c) __attribute__((always_inline)) {
            const Vec<R> re = broadcast(u[c * P]);
            unroll<V>([&](auto v) __attribute__((always_inline)) { acc[c][v] -= x[v] * re; });
        });
        if constexpr (P == 2) {
            unroll<V>([&](auto v) __attribute__((always_inline)) { x[v] = rotate<R>(x[v]); });
            unroll<block<T>>([&](auto c) __attribute__((always_inline)) {
                const Vec<R> im = broadcast(u[c * P + 1]);
                unroll<V>([&](auto v) __attribute__((always_inline)) { acc[c][v] -= x[v] * im; });
            });
        }
    }
}

template <class T, int V>
SHUNT_INLINE void load_tile(Vec<real_t<T>> (&acc)[block<T>][V], const real_t<T>* c, i64 ld, int columns, int count) {
    constexpr int L = lanes<real_t<T>>;
    unroll<block<T>>([&](auto j) __attribute__((always_inline)) {
        const real_t<T>* p = c + (j < columns ? int{j} : columns - 1) * ld;
        unroll<V>([&](auto v) __attribute__((always_inline)) {
            acc[j][v] = v == V - 1 ? load_lanes(p + v * L, count) : load(p + v * L);
        });
    });
}
template <class T, int V>
SHUNT_INLINE void store_tile(const Vec<real_t<T>> (&acc)[block<T>][V], real_t<T>* c, i64 ld, int columns, int count) {
    constexpr int L = lanes<real_t<T>>;
    unroll<block<T>>([&](auto j) __attribute__((always_inline)) {
        if (j < columns)
            unroll<V>([&](auto v) __attribute__((always_inline)) {
                if (v == V - 1)
                    store_lanes(c + j * ld + v * L, acc[j][v], count);
                else
                    store(c + j * ld + v * L, acc[j][v]);
            });
    });
}

template <class T, int V> SHUNT_INLINE void update_rows(i64 k, const real_t<T>* l, i64 ld, const real_t<T>* u,
                                                        real_t<T>* c, int columns, int count) {
    Vec<real_t<T>> acc[block<T>][V];
    load_tile<T, V>(acc, c, ld, columns, count);
    update_tile<T, V>(acc, k, l, ld, u, count);
    store_tile<T, V>(acc, c, ld, columns, count);
}

// Rows r, r + 1, ... of U := inv(L) * U, at most one vector of them; the rows above are done and packed in u.
template <class T>
void solve_rows(i64 r, int rows, i64 m, const real_t<T>* a, i64 ld, const real_t<T>* u, real_t<T>* c, int columns) {
    using R = real_t<T>;
    using Lanes = std::make_integer_sequence<int, lanes<R>>;
    constexpr int P = parts<T>;
    const int count = static_cast<int>(min(rows_of<T>, m - r)) * P;
    Vec<R> acc[block<T>][1];
    load_tile<T, 1>(acc, c + r * P, ld, columns, count);
    update_tile<T, 1>(acc, r, a + r * P, ld, u, count);
    const auto below = []<int... J>(int lane, std::integer_sequence<int, J...>) __attribute__((always_inline)) {
        return Vec<R>{R(J)...} > broadcast(R(lane));
    };
    unroll<rows_of<T>>([&](auto i) __attribute__((always_inline)) {
        if (i < rows) {
            const auto mask = below(i * P + P - 1, Lanes{});
            const Vec<R> l = load_lanes(a + r * P + (r + i) * ld, count);
            unroll<block<T>>([&](auto j) __attribute__((always_inline)) {
                Vec<R> next = acc[j][0] - l * acc[j][0][i * P];
                if constexpr (P == 2) next -= rotate<R>(l) * acc[j][0][i * P + 1];
                acc[j][0] = mask ? next : acc[j][0];
            });
        }
    });
    store_tile<T, 1>(acc, c + r * P, ld, columns, rows * P);
}

// Block column c := c with the update from the k columns on its left, already swapped.
template <class T>
void update_block(i64 m, i64 k, const real_t<T>* a, i64 ld, real_t<T>* c, int columns, real_t<T>* u) {
    constexpr int P = parts<T>;
    constexpr int W = rows_of<T>;
    for (i64 r = 0; r < k; r += W) {
        const int rows = static_cast<int>(min(W, k - r));
        solve_rows<T>(r, rows, m, a, ld, u, c, columns);
        for (int j = 0; j < block<T>; ++j) {
            const real_t<T>* from = c + min(j, columns - 1) * ld;
            for (i64 i = r; i < r + rows; ++i)
                for (int part = 0; part < P; ++part) u[(i * block<T> + j) * P + part] = from[i * P + part];
        }
    }
    i64 r = k;
    for (; m - r >= vr<T> * W; r += vr<T> * W) update_rows<T, vr<T>>(k, a + r * P, ld, u, c + r * P, columns, W * P);
    for (; m - r >= W; r += W) update_rows<T, 1>(k, a + r * P, ld, u, c + r * P, columns, W * P);
    if (r < m) update_rows<T, 1>(k, a + r * P, ld, u, c + r * P, columns, static_cast<int>(m - r) * P);
}

template <int step, class V, int... J> SHUNT_INLINE V exchange(V x, std::integer_sequence<int, J...>) {
    return __builtin_shufflevector(x, x, (J ^ step)...);
}
// The largest magnitude of each lane and its row.
template <class R> struct Best {
    using Index = std::conditional_t<sizeof(R) == 8, std::int64_t, std::int32_t>;
    typedef Index Indices __attribute__((vector_size(vector_bytes)));
    Vec<R> value;
    Indices row;

    // The smallest row among those with the largest value.
    template <int step, int last> SHUNT_INLINE i64 reduce() {
        if constexpr (step < last) {
            return row[0];
        } else {
            using Lanes = std::make_integer_sequence<int, lanes<R>>;
            const Vec<R> v = exchange<step>(value, Lanes{});
            const Indices r = exchange<step>(row, Lanes{});
            const auto better = (v > value) | ((v == value) & (r < row));
            value = better ? v : value;
            row = better ? r : row;
            return reduce<step / 2, last>();
        }
    }
};

// Column s of a panel, rows s ... m - 1: scales column s - 1 by `scale`, updates with the s columns on the left whose
// coefficients are u[0] ... u[s - 1] and returns the first row of largest magnitude (|re| + |im|).
template <class T, int s>
SHUNT_INLINE i64 update_column(i64 m, real_t<T>* a, i64 ld, const real_t<T>* u, const real_t<T>* scale) {
    using R = real_t<T>;
    using Lanes = std::make_integer_sequence<int, lanes<R>>;
    constexpr int P = parts<T>;
    constexpr int L = lanes<R>;
    R* column = a + s * ld;
    Best<R> best;
    const auto lane = []<int... J>(std::integer_sequence<int, J...>) __attribute__((always_inline)) {
        return typename Best<R>::Indices{J...};
    }
    (Lanes{});
    typename Best<R>::Indices row;
    const auto step = [&](i64 i, int count) __attribute__((always_inline)) {
        Vec<R> x = load_lanes(column + i, count);
        Vec<R> turned{};  // of complex products, what is to be rotated once
        unroll<s>([&](auto t) __attribute__((always_inline)) {
            Vec<R> l = load_lanes(a + t * ld + i, count);
            if constexpr (t == s - 1) {
                if constexpr (P == 1)
                    l *= scale[0];
                else
                    l = l * scale[0] + rotate<R>(l) * scale[1];
                store_lanes(a + t * ld + i, l, count);
            }
            x -= l * u[t * P];
            if constexpr (P == 2) turned += l * u[t * P + 1];
        });
        if constexpr (s > 0 && P == 2) x -= rotate<R>(turned);
        if constexpr (s > 0) store_lanes(column + i, x, count);
        Vec<R> size = x < 0 ? -x : x;
        if constexpr (P == 2) size += swap_pairs(size, Lanes{});
        const auto larger = (size > best.value) & (lane < static_cast<typename Best<R>::Index>(count));
        best.value = larger ? size : best.value;
        best.row = larger ? row : best.row;
        row += L / P;
    };
    // In stretches whose rows an Index can count.
    i64 pivot = s;
    R largest = -1;
    for (i64 first = s * P; first < m * P;) {
        const i64 end = sizeof(R) == 8 ? m * P : min(m * P, first + stretch * P);
        best.value = broadcast(R(-1));
        best.row = typename Best<R>::Indices{};
        row = lane / P;
        i64 i = first;
        for (; end - i >= L; i += L) step(i, L);
        if (i < end) step(i, static_cast<int>(end - i));
        const i64 at = first / P + best.template reduce<L / 2, P>();
        if (best.value[0] > largest) {
            largest = best.value[0];
            pivot = at;
        }
        first = end;
    }
    // As in the reference's I?AMAX a NaN at the first place wins, another one is passed over.
    R first = column[s * P];
    if constexpr (P == 2) first += column[s * P + 1];
    return first == first ? pivot : s;  // NOLINT(misc-redundant-expression): no NaN
}

// A number as one piece, of two parts if it is complex.
template <class T> struct PieceOf {
    typedef real_t<T> type __attribute__((vector_size(sizeof(T)), aligned(alignof(T)), may_alias));
};
template <class T, int columns> SHUNT_INLINE void swap_rows(real_t<T>* a, i64 ld, i64 i, i64 j) {
    using Piece = typename PieceOf<T>::type;
    real_t<T>* x = a + i * parts<T>;
    real_t<T>* y = a + j * parts<T>;
    unroll<columns>([&](auto c) __attribute__((always_inline)) {
        const Piece t = *reinterpret_cast<Piece*>(x + c * ld);
        *reinterpret_cast<Piece*>(x + c * ld) = *reinterpret_cast<Piece*>(y + c * ld);
        *reinterpret_cast<Piece*>(y + c * ld) = t;
    });
}

// Interchanges row i with row piv[i], i = first ... last - 1. Several columns at a time hide the latency of memory.
template <class T> void swap_rows(i64 columns, real_t<T>* a, i64 ld, i64 first, i64 last, const i64* piv) {
    for (; columns >= 4; columns -= 4, a += 4 * ld)
        for (i64 i = first; i < last; ++i)
            if (piv[i] != i) swap_rows<T, 4>(a, ld, i, piv[i]);
    for (; columns > 0; --columns, a += ld)
        for (i64 i = first; i < last; ++i)
            if (piv[i] != i) swap_rows<T, 1>(a, ld, i, piv[i]);
}

// x := x / d for n elements that are to be divided one by one, and what is left to multiply by: d's reciprocal.
template <class T> void reciprocal(i64 n, const real_t<T>* d, real_t<T>* x, real_t<T>* scale) {
    using R = real_t<T>;
    constexpr R safe_min = sizeof(R) == 8 ? R(0x1p-1022) : R(0x1p-126f);
    scale[0] = 1;
    if constexpr (parts<T> == 1) {
        if (magnitude(*d) >= safe_min) {
            scale[0] = 1 / *d;
        } else {
            for (i64 i = 0; i < n; ++i) x[i] /= *d;
        }
    } else {
        // Smith's formula.
        const R re = d[0];
        const R im = d[1];
        const bool wide = magnitude(re) >= magnitude(im);
        const R t = wide ? im / re : re / im;
        const R s = wide ? re + im * t : im + re * t;
        scale[1] = 0;
        if (magnitude(s) >= safe_min) {
            scale[0] = (wide ? 1 : t) / s;
            scale[1] = (wide ? -t : R(-1)) / s;
        } else {
            for (i64 i = 0; i < n; ++i) {
                const R xr = x[2 * i];
                const R xi = x[2 * i + 1];
                x[2 * i] = (wide ? xr + xi * t : xr * t + xi) / s;
                x[2 * i + 1] = (wide ? xi - xr * t : xi * t - xr) / s;
            }
        }
    }
}

// LU of m x columns, columns <= block; rows are swapped in these columns only. Returns the first column with a zero
// pivot, or -1.
template <class T> int factor_panel(i64 m, int columns, real_t<T>* a, i64 ld, i64* piv) {
    using R = real_t<T>;
    constexpr int P = parts<T>;
    int singular = -1;
    R scale[2] = {1, 0};
    const int steps = static_cast<int>(min(m, columns));
    unroll<block<T>>([&](auto s) __attribute__((always_inline)) {
        if (s < columns) {
            R* column = a + s * ld;
            if (s < steps) {
                const i64 p = update_column<T, s>(m, a, ld, column, scale);
                piv[s] = p;
                const R* d = column + p * P;
                bool zero = d[0] == 0;
                if constexpr (P == 2) zero = zero && d[1] == 0;
                scale[0] = 1;
                scale[1] = 0;
                if (zero) {
                    if (singular < 0) singular = s;
                } else {
                    swap_rows<T>(columns, a, ld, s, s + 1, piv);
                    reciprocal<T>(m - s - 1, column + s * P, column + (s + 1) * P, scale);
                }
                // Row s of U.
                for (int c = s + 1; c < columns; ++c) {
                    R* u = a + c * ld;
                    R re = u[s * P];
                    R im = P == 2 ? u[s * P + P - 1] : R(0);
                    unroll<s>([&](auto t) __attribute__((always_inline)) {
                        const R* l = a + t * ld + s * P;
                        if constexpr (P == 1) {
                            re -= l[0] * u[t];
                        } else {
                            re -= l[0] * u[2 * t];
                            re += l[1] * u[2 * t + 1];
                            im -= l[0] * u[2 * t + 1];
                            im -= l[1] * u[2 * t];
                        }
                    });
                    u[s * P] = re;
                    if constexpr (P == 2) u[s * P + 1] = im;
                }
            }
        }
    });
    // No later column scaled the last one.
    if (steps == columns) {
        R* x = a + (steps - 1) * ld;
        for (i64 i = steps * P; i < m * P; i += lanes<R>) {
            const int count = static_cast<int>(min(lanes<R>, m * P - i));
            const Vec<R> v = load_lanes(x + i, count);
            if constexpr (P == 1)
                store_lanes(x + i, v * scale[0], count);
            else
                store_lanes(x + i, v * scale[0] + rotate<R>(v) * scale[1], count);
        }
    }
    return singular;
}

template <class T> i64 getrf(i64 m, i64 n, T* matrix, i64 lda, i64* piv) {
    using R = real_t<T>;
    constexpr int P = parts<T>;
    R* a = reinterpret_cast<R*>(matrix);
    alignas(64) R u[leaf<T> * block<T> * P];
    const i64 ld = lda * P;
    const i64 pivots = min(m, n);
    i64 info = 0;
    for (i64 j = 0; j < n; j += block<T>) {
        const int columns = static_cast<int>(min(block<T>, n - j));
        const i64 known = min(j, pivots);
        R* c = a + j * ld;
        swap_rows<T>(columns, c, ld, 0, known, piv);
        if (known > 0) update_block<T>(m, known, a, ld, c, columns, u);
        if (j >= m) continue;
        const int singular = factor_panel<T>(m - j, columns, c + j * P, ld, piv + j);
        if (singular >= 0 && info == 0) info = j + singular + 1;
        const i64 done = min(j + columns, pivots);
        for (i64 i = j; i < done; ++i) piv[i] += j;
        swap_rows<T>(j, a, ld, j, done, piv);
    }
    return info;
}

}  // namespace

template <class T> const GetrfKernels<T>& getrf_table() {
    static constexpr GetrfKernels<T> table{getrf<T>, leaf<T>};
    return table;
}

template const GetrfKernels<float>& getrf_table();
template const GetrfKernels<double>& getrf_table();
template const GetrfKernels<std::complex<float>>& getrf_table();
template const GetrfKernels<std::complex<double>>& getrf_table();

}  // namespace shunt::cpu::SHUNT_ISA
