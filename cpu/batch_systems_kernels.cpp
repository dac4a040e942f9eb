// In: one small triangular matrix with several right-hand sides. Out: their solutions, within the matrix: some columns
// of B stay in registers from the first row to the last, vectors run down them, and each row that is solved for is
// taken off the others. Against packs, which convert all of A and B: Emerald Rapids, d, n = 24, as many sides: .76 of
// the time in cache, .54 out of it. Or, transposed, with one right-hand side, two of them at once.
#include "cpu/batch_lanes.hpp"
#include "cpu/batch_systems.hpp"

namespace shunt::cpu::SHUNT_ISA {
#if defined(__AVX512F__)
namespace {

// Rows are numbered so that blocks of L end with the last one that is solved for: what is left over by whole blocks is
// the first one. `pad` lanes of that have no row.
template <class R> struct Systems {
    static constexpr int L = lanes<R>;
    static constexpr int most = static_cast<int>(systems_order<R> / L);

    i64 n, lda;
    const R* a;
    // Column k of op(A) without its block on the diagonal: vector v at beside + k * stride + v * L.
    const R* beside;
    i64 shift, stride;
    int blocks, pad;
    Triangular kind;
    bool forward, safe = true;
    Indices<R> in, out;  // a column's vector with a padded one's lanes, and the way back
    Vec<R> inverse[most];
    Vec<R> diagonal[most * L];  // the blocks on the diagonal, each row over its diagonal element, zero from there on
    Vec<R> turned[most * L * most];

    static constexpr unsigned first(int count) { return (1u << count) - 1u; }

    struct Part {
        int lane, count;  // the first lane with a row, and how many have one
        i64 row;          // of lane 0
        SHUNT_INLINE bool has(int l) const { return l >= lane && l < lane + count; }
        SHUNT_INLINE unsigned mask() const { return first(count) << lane; }
    };
    SHUNT_INLINE Part part(int q) const {
        if (forward) return {q == 0 ? pad : 0, q == 0 ? L - pad : L, q * L - pad};
        return {0, q == blocks - 1 ? L - pad : L, q * L};
    }

    Systems(Triangular form, i64 order, const R* matrix, i64 ld)
        : n(order),
          lda(ld),
          a(matrix),
          blocks(static_cast<int>((order + L - 1) / L)),
          pad(static_cast<int>(blocks * L - order)),
          kind(form),
          forward(form.lower != form.transposed) {
        const Indices<R> lane = lane_numbers<R>();
        const auto skipped = static_cast<Index<R>>(pad);
        in = forward ? lane - skipped : lane + skipped;
        out = forward ? lane + skipped : lane + (static_cast<Index<R>>(L) - skipped);
        beside = kind.transposed ? reinterpret_cast<const R*>(turned) : a;
        stride = kind.transposed ? blocks * L : lda;
        shift = kind.transposed || !forward ? 0 : -pad * (lda + 1);
    }

    // Columns `columns` of rows `rows` of A, vectors down them.
    SHUNT_INLINE void read(Vec<R> (&v)[L], Part rows, Part columns, const R* next) const {
        const i64 corner = rows.row + columns.row * lda;
        if (rows.count == L && columns.count == L) {
            unroll<L>([&](auto l) __attribute__((always_inline)) { v[l] = load(a + (corner + l * lda)); });
        } else {
            const unsigned mask = rows.mask();
            unroll<L>([&](auto l) __attribute__((always_inline)) {
                v[l] = masked(columns.has(l) ? mask : 0u, a + (corner + l * lda));
            });
        }
        if (next)
            unroll<L>([&](auto l)
                          __attribute__((always_inline)) { __builtin_prefetch(next + (corner + l * lda), 0, 3); });
    }
    // The blocks on the diagonal; all of op(A) where its others are not as they lie in memory.
    template <bool turn> __attribute__((noinline)) void prepare(bool whole, const R* next) {
        static constexpr LaneBits<R> bits;
        const Index<R>* const open = forward ? bits.below() : bits.above();
        for (int q = 0; q < blocks; ++q) {
            const Part here = part(q);
            Vec<R> v[L];
            read(v, here, here, next);
            if constexpr (turn) transpose<R>(v);
            Vec<R> d = broadcast(R(1));
            if (!kind.unit) {
                Indices<R> found{};
                unroll<L>([&](auto l) __attribute__((always_inline)) {
                    found |= (Indices<R>)v[l] & lane_bits<R>(bits.at() - l);
                });
                d = here.count == L ? (Vec<R>)found : replaced(d, here.mask(), (Vec<R>)found);
                constexpr R limit = invertible<R>;
                const Vec<R> size = magnitude<R>(d);
                safe &= (greater_lanes<R>(size, broadcast(1 / limit)) & greater_lanes<R>(broadcast(limit), size)) ==
                        all_lanes<R>;
                d = 1 / d;
            }
            inverse[q] = d;
            unroll<L>([&](auto l) __attribute__((always_inline)) {
                diagonal[q * L + l] = (Vec<R>)((Indices<R>)v[l] & lane_bits<R>(open - l)) * d;
            });
            if (turn && whole)
                for (int w = forward ? q + 1 : 0; w < (forward ? blocks : q); ++w) {
                    read(v, here, part(w), next);
                    transpose<R>(v);
                    unroll<L>([&](auto l) __attribute__((always_inline)) { turned[(q * L + l) * blocks + w] = v[l]; });
                }
        }
    }

    // What is asked for beside each row.
    struct Ahead {
        const char *a, *b;
        i64 a_step, b_step;
    };
    // Columns of B, C at once, of which the last one may be the one before it again. Where x is not finite in some row,
    // so it is in all that are solved for later; false then, and nothing is done: dividing rows of the diagonal's block
    // may have taken it beyond the range.
    template <int V, int C, bool fwd>
    static __attribute__((noinline)) bool solve(const Systems& s, R alpha, int columns, R* b, i64 ldb, Ahead ahead) {
        constexpr int edge = fwd ? 0 : V - 1;
        const i64 n = s.n;
        const auto column = [&](auto c) __attribute__((always_inline)) {
            return b + (c == C - 1 ? columns - 1 : int{c}) * ldb;
        };
        const unsigned mask = s.part(edge).mask();
        const i64 start = fwd ? -s.pad : 0;  // where lane 0 of vector 0 lies in a column
        Vec<R> x[V][C];
        unroll<C>([&](auto c) __attribute__((always_inline)) {
            const R* const from = column(c);
            unroll<V>([&](auto v) __attribute__((always_inline)) {
                if constexpr (v == edge)
                    x[v][c] = permuted(mask, load(fwd ? from : from + n - L), s.in);
                else
                    x[v][c] = load(from + (start + v * L));
            });
        });
        if (alpha != 1)
            unroll<C>([&](auto c) __attribute__((always_inline)) {
                unroll<V>([&](auto v) __attribute__((always_inline)) { x[v][c] *= alpha; });
            });
        unroll<V>([&](auto step) __attribute__((always_inline)) {
            constexpr int q = fwd ? int{step} : V - 1 - step;
            constexpr int lowest = fwd ? q : 0;
            constexpr int N = fwd ? V - q : q + 1;
            if (!s.kind.unit) {
                const Vec<R> d = s.inverse[q];
                unroll<C>([&](auto c) __attribute__((always_inline)) { x[q][c] = rounded(x[q][c] * d); });
            }
            const Part here = s.part(q);
            const int from = fwd ? here.lane : here.count - 1;
            constexpr int by = fwd ? 1 : -1;
            const Vec<R>* block = s.diagonal + (q * L + from);
            const R* beside = s.beside + (s.shift + (q * L + from) * s.stride);
            Indices<R> lane = Indices<R>{} + static_cast<Index<R>>(from);
#pragma GCC unroll 1
            for (int k = 0; k < here.count; ++k) {
                __builtin_prefetch(ahead.a, 0, 3);
                __builtin_prefetch(ahead.b, 0, 3);
                ahead.a += ahead.a_step;
                ahead.b += ahead.b_step;
                Vec<R> l[N];
                unroll<N>([&](auto w) __attribute__((always_inline)) {
                    constexpr int v = lowest + w;
                    l[w] = v == q ? *block : load(beside + v * L);
                });
                unroll<C>([&](auto c) __attribute__((always_inline)) {
                    const Vec<R> y = permuted(all_lanes<R>, x[q][c], lane);
                    unroll<N>([&](auto w) __attribute__((always_inline)) { subtract(x[lowest + w][c], l[w], y); });
                });
                block += by;
                beside += by * s.stride;
                lane += by;
            }
        });
        constexpr int last = fwd ? V - 1 : 0;
        Vec<R> zero[C / 2];
        unroll<C / 2>([&](auto c)
                          __attribute__((always_inline)) { zero[c] = x[last][c] * 0 + x[last][C - 1 - c] * 0; });
        unroll<C / 2 - 1>([&](auto c) __attribute__((always_inline)) { zero[0] += zero[c + 1]; });
        if (__builtin_expect(greater_lanes<R>(zero[0], broadcast(R(-1))) != all_lanes<R>, 0)) return false;
        unroll<C>([&](auto c) __attribute__((always_inline)) {
            R* const to = column(c);
            unroll<V>([&](auto v) __attribute__((always_inline)) {
                if constexpr (v == edge)
                    store(fwd ? to : to + n - L, permuted_two(x[fwd ? 0 : V - 2][c], x[fwd ? 1 : V - 1][c], s.out));
                else
                    store(to + (start + v * L), x[v][c]);
            });
        });
        return true;
    }
    // M matrices with one right-hand side each, transposed: what is solved for is taken off L elements at a time, as
    // sums along columns of A. From one element to the next it takes 7 to 9 cycles, in which the other matrix goes on.
    template <int V, bool fwd, int M> static __attribute__((noinline)) bool solve_one(const Systems* const (&s)[M],
                                                                                      R alpha, R* const (&b)[M],
                                                                                      const R* const (&next)[M]) {
        constexpr int edge = fwd ? 0 : V - 1;
        const Systems& any = *s[0];
        const i64 lda = any.lda;
        Vec<R> x[M][V];
        const auto each = [&](auto&& f) __attribute__((always_inline)) {
            unroll<M>(f);
        };
        unroll<V>([&](auto v) __attribute__((always_inline)) {
            const Part rows = any.part(v);
            each([&](auto m) __attribute__((always_inline)) {
                x[m][v] = alpha * (v == edge ? masked(rows.mask(), b[m] + rows.row) : load(b[m] + rows.row));
            });
        });
        unroll<V>([&](auto step) __attribute__((always_inline)) {
            constexpr int q = fwd ? int{step} : V - 1 - step;
            const Part here = any.part(q);
            if constexpr (step > 0)
                each([&](auto m) __attribute__((always_inline)) {
                    Vec<R> sums[L];
                    unroll<step>([&](auto w) __attribute__((always_inline)) {
                        constexpr int v = fwd ? int{w} : V - 1 - w;
                        const Part rows = any.part(v);
                        const i64 corner = rows.row + here.row * lda;
                        unroll<L>([&](auto l) __attribute__((always_inline)) {
                            const R* const p = s[m]->a + (corner + l * lda);
                            const Vec<R> e = v == edge ? masked(rows.mask(), p) : load(p);
                            if (next[m]) __builtin_prefetch(next[m] + (corner + l * lda), 0, 3);
                            sums[l] = w == 0 ? e * x[m][v] : sums[l] + e * x[m][v];
                        });
                    });
                    x[m][q] -= sums_of<R>(sums);
                });
            if (!any.kind.unit)
                each([&](auto m) __attribute__((always_inline)) { x[m][q] = rounded(x[m][q] * s[m]->inverse[q]); });
            const int from = fwd ? here.lane : here.count - 1;
            constexpr int by = fwd ? 1 : -1;
            const i64 first_row = q * L + from;
            Indices<R> lane = Indices<R>{} + static_cast<Index<R>>(from);
            const int count = step > 0 ? L : here.count;
            for (int k = 0; k < count; ++k, lane += by)
                each([&](auto m) __attribute__((always_inline)) {
                    subtract(x[m][q], s[m]->diagonal[first_row + k * by], permuted(all_lanes<R>, x[m][q], lane));
                });
        });
        Vec<R> zero{};
        each([&](auto m) __attribute__((always_inline)) { zero += x[m][fwd ? V - 1 : 0] * 0; });
        if (__builtin_expect(greater_lanes<R>(zero, broadcast(R(-1))) != all_lanes<R>, 0)) return false;
        unroll<V>([&](auto v) __attribute__((always_inline)) {
            const Part rows = any.part(v);
            each([&](auto m) __attribute__((always_inline)) {
                if constexpr (v == edge)
                    store_masked(rows.mask(), b[m] + rows.row, x[m][v]);
                else
                    store(b[m] + rows.row, x[m][v]);
            });
        });
        return true;
    }
    template <bool fwd>
    static bool solve_two(const Systems* const (&s)[2], R alpha, R* const (&b)[2], const R* const (&next)[2]) {
        static_assert(transposed_from<R> > 2 * L);
        if constexpr (transposed_from<R> <= 3 * L)
            if (s[0]->blocks == 3) return solve_one<3, fwd>(s, alpha, b, next);
        return solve_one<4, fwd>(s, alpha, b, next);
    }
    // By plain substitution.
    __attribute__((noinline)) void substitute(R alpha, R* b) const {
        const i64 down = kind.transposed ? lda : 1;
        for (i64 i = 0; i < n; ++i) b[i] *= alpha;
        for (i64 step = 0; step < n; ++step) {
            const i64 k = forward ? step : n - 1 - step;
            const R* const column = a + k * (kind.transposed ? 1 : lda);
            if (!kind.unit) b[k] /= column[k * down];
            for (i64 i = forward ? k + 1 : 0; i < (forward ? n : k); ++i) b[i] -= column[i * down] * b[k];
        }
    }
    template <int V, bool fwd> void solve_all(i64 sides, R alpha, R* b, i64 ldb, const R* next_a, const R* next_b) {
        constexpr int widest = V == 4 ? 6 : 8;
        const i64 panels = (sides + widest - 1) / widest;
        const auto step = [&](i64 numbers) {
            constexpr i64 line = 64;
            return (numbers * static_cast<i64>(sizeof(R)) / (n * panels) + line - 1) / line * line;
        };
        Ahead ahead{reinterpret_cast<const char*>(next_a ? next_a : a),
                    reinterpret_cast<const char*>(next_b ? next_b : b), next_a ? step(n * lda) : 0,
                    next_b ? step(sides * ldb) : 0};
        for (i64 left = panels; left > 0; --left) {
            const i64 even = ((sides + left - 1) / left + 1) / 2 * 2;
            const int columns = static_cast<int>(even < sides ? even : sides);
            bool solved = safe;
            const auto run = [&](auto C) __attribute__((always_inline)) {
                if (solved) solved = solve<V, C, fwd>(*this, alpha, columns, b, ldb, ahead);
            };
            if (even <= 4)
                run(std::integral_constant<int, 4>{});
            else if (even == 6)
                run(std::integral_constant<int, 6>{});
            else if constexpr (V < 4)
                run(std::integral_constant<int, 8>{});
            if (__builtin_expect(!solved, 0))
                for (int c = 0; c < columns; ++c) substitute(alpha, b + c * ldb);
            b += columns * ldb;
            sides -= columns;
            ahead.a += n * ahead.a_step;
            ahead.b += n * ahead.b_step;
        }
    }
    template <bool fwd> void solve_all(i64 sides, R alpha, R* b, i64 ldb, const R* next_a, const R* next_b) {
        switch (blocks) {
            case 2:
                return solve_all<2, fwd>(sides, alpha, b, ldb, next_a, next_b);
            case 3:
                return solve_all<3, fwd>(sides, alpha, b, ldb, next_a, next_b);
            default:
                return solve_all<4, fwd>(sides, alpha, b, ldb, next_a, next_b);
        }
    }
};

}  // namespace

template <class R> void solve_systems(Triangular kind, i64 n, i64 sides, R alpha, const R* a, i64 lda, R* b, i64 ldb,
                                      const R* next_a, const R* next_b) {
    Systems<R> s(kind, n, a, lda);
    if (kind.transposed)
        s.template prepare<true>(true, nullptr);
    else
        s.template prepare<false>(false, nullptr);
    if (s.forward)
        s.template solve_all<true>(sides, alpha, b, ldb, next_a, next_b);
    else
        s.template solve_all<false>(sides, alpha, b, ldb, next_a, next_b);
}

template <class R>
void solve_transposed(Triangular kind, i64 n, R alpha, const R* const* a, i64 lda, R* const* b, i64 count, i64 listed) {
    for (i64 i = 0; i < count; i += 2) {
        const i64 k = i + 1 < count ? i + 1 : i;
        const auto later = [&](i64 j) { return j < listed ? a[j] : nullptr; };
        Systems<R> s(kind, n, a[i], lda), t(kind, n, a[k], lda);
        s.template prepare<true>(false, later(i + 2));
        t.template prepare<true>(false, later(i + 3));
        const auto solved = [&](const Systems<R>& x, R* c, const Systems<R>& y, R* d) {
            if (!x.safe || !y.safe) return false;
            const R* const next[2] = {later(i + 2), later(i + 3)};
            return x.forward ? Systems<R>::template solve_two<true>({&x, &y}, alpha, {c, d}, next)
                             : Systems<R>::template solve_two<false>({&x, &y}, alpha, {c, d}, next);
        };
        if (__builtin_expect(solved(s, b[i], t, b[k]), 1)) continue;
        // Each beside itself, lest what one holds changes the bits of the other.
        if (!solved(s, b[i], s, b[i])) s.substitute(alpha, b[i]);
        if (k > i && !solved(t, b[k], t, b[k])) t.substitute(alpha, b[k]);
    }
}

template void solve_transposed(Triangular, i64, float, const float* const*, i64, float* const*, i64, i64);
template void solve_transposed(Triangular, i64, double, const double* const*, i64, double* const*, i64, i64);
template void solve_systems(Triangular, i64, i64, double, const double*, i64, double*, i64, const double*,
                            const double*);
#endif
}  // namespace shunt::cpu::SHUNT_ISA
