// In: strided A, B, C of one scalar type. Out: C := beta * C + alpha * A * B by a packed product on one thread.
// Goto's structure: a kc x nc panel of B is packed for the outer caches, an mc x kc block of A for L2, and a register
// tile of C is summed over kc. Complex operands are split into real and imaginary planes while packing, so that
// the tile kernel is the same real arithmetic for all four types. Small operands are read where they lie.
// Repeatability: an element of C is a sum over l in ascending order in blocks that depend on k alone; every tile shape
// carries out the same operations on it.
#include "cpu/kernels.hpp"
#include "cpu/simd.hpp"
#include "cpu/workspace.hpp"

namespace shunt::cpu::SHUNT_ISA {
namespace {

// Register tile and cache blocks. A tile is `vectors` vectors (of each plane) by `columns`.
//                 vectors  columns
//   AVX-512   s d    3        8      24 accumulators + 3 of A of 32 registers
//             c z    2        6      2 x 12 + 4
//   AVX2      s d    3        4      12 + 3 of 16
//             c z    1        6      2 x 6 + 2
//   NEON      s d    4        6      24 + 4 of 32
//             c z    2        6      2 x 12 + 4
//   SSE2      s d    2        4      8 + 2 of 16, and products apart from sums
//             c z    1        4      2 x 4 + 2
template <class T> struct Shape {
    static constexpr bool many = vector_registers == 32;
    static constexpr bool wide = vector_bytes > 16;
    static constexpr int planes = is_complex<T> ? 2 : 1;
    static constexpr int vectors = is_complex<T> ? (many ? 2 : 1) : many ? (wide ? 3 : 4) : (wide ? 3 : 2);
    static constexpr int columns = is_complex<T> ? (many || wide ? 6 : 4) : many ? (wide ? 8 : 6) : 4;
    static constexpr i64 rows = vectors * lanes<real_t<T>>;
    static constexpr i64 kc = sizeof(T) == 4 ? 384 : sizeof(T) == 16 ? 192 : 256;
    static constexpr i64 a_bytes = many && wide ? 400 << 10 : 192 << 10;
    static constexpr i64 b_bytes = 2 << 20;
    static constexpr i64 mc = a_bytes / (kc * static_cast<i64>(sizeof(T))) / rows * rows;
    static constexpr i64 nc = b_bytes / (kc * static_cast<i64>(sizeof(T))) / columns * columns;
    static constexpr i64 small_volume = 96 * 96 * 96;
    static constexpr i64 small_bytes = 16 << 10;
};

constexpr i64 max(i64 x, i64 y) {
    return x > y ? x : y;
}
constexpr i64 min(i64 x, i64 y) {
    return x < y ? x : y;
}
constexpr i64 round_up(i64 x, i64 unit) {
    return (x + unit - 1) / unit * unit;
}
template <class V> SHUNT_INLINE void exchange(V& x, V& y) {
    const V old = x;
    x = y;
    y = old;
}
// Equal parts of at most `most`, in multiples of `unit`.
constexpr i64 even_part(i64 total, i64 most, i64 unit) {
    if (total <= most) return round_up(total, unit);
    const i64 parts = (total + most - 1) / most;
    return round_up((total + parts - 1) / parts, unit);
}

enum class Beta { zero, one, other };
enum class Part { all, lower, upper };  // of C

template <class R> struct Number {  // alpha, beta: a number in planes
    R re;
    R im;
};

// A or B: element (i, l) at p[i * step + l * run], in real numbers, imaginary parts beside.
template <class R> struct Source {
    const R* p;
    i64 step;
    i64 run;
    R sign;  // of imaginary parts
};

// A call, brought to real numbers and to unit stride in the rows of C where that can be.
template <class T> struct Product {
    using R = real_t<T>;
    static constexpr i64 planes = Shape<T>::planes;
    i64 m, n, k;
    Source<R> a;  // step: rows, run: l
    Source<R> b;  // step: columns, run: l
    R* c;
    i64 c_row, c_col;
    Number<R> alpha, beta;
    Part part;

    Product(Part part_, i64 m_, i64 n_, i64 k_, const T* alpha_, const View<const T>& a_, const View<const T>& b_,
            const T* beta_, const View<T>& c_)
        : m(m_),
          n(n_),
          k(k_),
          a{reinterpret_cast<const R*>(a_.p), a_.rs * planes, a_.cs * planes, a_.conj ? R(-1) : R(1)},
          b{reinterpret_cast<const R*>(b_.p), b_.cs * planes, b_.rs * planes, b_.conj ? R(-1) : R(1)},
          c(reinterpret_cast<R*>(c_.p)),
          c_row(c_.rs * planes),
          c_col(c_.cs * planes),
          alpha{*reinterpret_cast<const R*>(alpha_),
                is_complex<T> ? reinterpret_cast<const R*>(alpha_)[planes - 1] : 0},
          beta{*reinterpret_cast<const R*>(beta_), is_complex<T> ? reinterpret_cast<const R*>(beta_)[planes - 1] : 0},
          part(part_) {
        if (c_row != planes && c_row != -planes && (c_col == planes || c_col == -planes)) {  // C^T = B^T A^T
            exchange(m, n);
            exchange(a, b);
            exchange(c_row, c_col);
            if (part == Part::lower) part = Part::upper;
        }
        // Rows of C and A, columns of C and B, or the order of summation turned round. A triangle stays one if both
        // are.
        if (part == Part::all || (c_row < 0 && c_col < 0)) {
            if (part != Part::all) part = part == Part::lower ? Part::upper : Part::lower;
            if (c_row < 0) c = flip(c, c_row, m), a.p = flip(a.p, a.step, m);
            if (c_col < 0) c = flip(c, c_col, n), b.p = flip(b.p, b.step, n);
        }
        if (a.run == -planes || (a.run < 0 && b.run < 0) || (b.run == -planes && a.run != planes))
            a.p = flip(a.p, a.run, k), b.p = flip(b.p, b.run, k);
    }
    template <class P> static P flip(P p, i64& stride, i64 count) {
        p += (count - 1) * stride;
        stride = -stride;
        return p;
    }
    Beta mode() const {
        if (beta.re == 0 && beta.im == 0) return Beta::zero;
        return beta.re == 1 && beta.im == 0 ? Beta::one : Beta::other;
    }
};

// What a tile kernel works on.
template <class T> struct Tile {
    using R = real_t<T>;
    const Product<T>& q;
    i64 k;
    const R* a;
    const R* b;
    R* c;
    Beta mode;
    Part part;     // lower, upper: the diagonal of C crosses the tile, and
    i64 diagonal;  // element (i, j) of the tile is on it where j - i == diagonal
    int rows, cols;
};

// How sums go into C: C := beta * C + alpha * sum. Held in registers; C may alias everything else.
template <class T> struct Merge {
    using R = real_t<T>;
    using V = Vec<R>;
    static constexpr int n = lanes<R>;
    V alpha_re, alpha_im, beta_re, beta_im;
    bool real_alpha, real_beta;  // then infinities meet no zero
    Beta mode;

    SHUNT_INLINE explicit Merge(const Tile<T>& t)
        : alpha_re(broadcast(t.q.alpha.re)),
          alpha_im(broadcast(t.q.alpha.im)),
          beta_re(broadcast(t.q.beta.re)),
          beta_im(broadcast(t.q.beta.im)),
          real_alpha(t.q.alpha.im == 0),
          real_beta(t.q.beta.im == 0),
          mode(t.mode) {}

    // A vector of sums, `count` of its elements, to what belongs into C: one vector, or two of complex numbers.
    SHUNT_INLINE void combine(const R* c, V& re, V& im, int count) const {
        if constexpr (!is_complex<T>) {
            re = rounded(alpha_re * re);
            if (mode == Beta::zero) return;
            const V old = count == n ? load(c) : load_first(c, count);
            re = (mode == Beta::one ? old : rounded(beta_re * old)) + re;
        } else {
            V x = rounded(alpha_re * re);
            V y = rounded(alpha_re * im);
            if (!real_alpha) {
                x -= rounded(alpha_im * im);
                y += rounded(alpha_im * re);
            }
            if (mode != Beta::zero) {
                V old_re;
                V old_im;
                deinterleave<n>(count == n ? load(c) : load_first(c, low(count)),
                                count == n ? load(c + n) : load_first(c + n, high(count)), old_re, old_im);
                if (mode == Beta::one) {
                    x = old_re + x;
                    y = old_im + y;
                } else if (real_beta) {
                    x = rounded(beta_re * old_re) + x;
                    y = rounded(beta_re * old_im) + y;
                } else {
                    x = rounded(beta_re * old_re) - rounded(beta_im * old_im) + x;
                    y = rounded(beta_re * old_im) + rounded(beta_im * old_re) + y;
                }
            }
            interleave<n>(x, y, re, im);
        }
    }
    SHUNT_INLINE void put(R* c, V x, V y, int count) const {
        if (count == n) {
            store(c, x);
            if constexpr (is_complex<T>) store(c + n, y);
        } else if constexpr (is_complex<T>) {
            store_first(c, x, low(count));
            store_first(c + n, y, high(count));
        } else {
            store_first(c, x, count);
        }
    }
    // The real numbers of `count` complex ones that lie in the first and in the second vector.
    static SHUNT_INLINE int low(int count) { return 2 * count < n ? 2 * count : n; }
    static SHUNT_INLINE int high(int count) { return 2 * count - low(count); }
};

// A tile of sums to C, for all that the kernels do not write from registers: partial and diagonal tiles, beta, strides.
// sums: columns x planes x vectors.
template <class T> [[gnu::noinline, gnu::flatten]] void finish(const Tile<T>& t, Vec<real_t<T>>* sums, int vectors) {
    using R = real_t<T>;
    constexpr int n = lanes<R>;
    constexpr int planes = Shape<T>::planes;
    const bool unit = t.q.c_row == planes;
    const Merge<T> merge(t);
    // f(elements of C, the sums, first and end of the rows that belong to C)
    const auto each = [&](auto f) {
        for (int j = 0; j < t.cols; ++j)
            for (int i = 0; i < vectors; ++i) {
                int first = 0;
                int end = t.rows - i * n < n ? t.rows - i * n : n;
                if (t.part != Part::all) {
                    const i64 diagonal = min(max(j - t.diagonal - i * n, -1), end);  // the row on it
                    if (t.part == Part::lower)
                        first = static_cast<int>(max(diagonal, 0));
                    else
                        end = static_cast<int>(min(diagonal + 1, end));
                }
                Vec<R>* sum = sums + j * planes * vectors + i;
                f(t.c + j * t.q.c_col + i * n * t.q.c_row, sum[0], sum[(planes - 1) * vectors], first, end);
            }
    };
    R buffer[planes * n];
    for (R& x : buffer) x = 0;
    each([&](const R* c, Vec<R>& x, Vec<R>& y, int first, int end) {
        if (unit && first == 0) return merge.combine(c, x, y, end);
        if (t.mode != Beta::zero)
            for (int i = first; i < end; ++i)
                for (int p = 0; p < planes; ++p) buffer[i * planes + p] = c[i * t.q.c_row + p];
        merge.combine(buffer, x, y, n);
    });
    each([&](R* c, Vec<R>& x, Vec<R>& y, int first, int end) {
        if (unit && first == 0) return merge.put(c, x, y, end);
        merge.put(buffer, x, y, n);
        for (int i = first; i < end; ++i)
            for (int p = 0; p < planes; ++p) c[i * t.q.c_row + p] = buffer[i * planes + p];
    });
}

// The sums of a tile of V vectors by N columns. Packed operands have the strides of Shape, whatever V and N.
template <class T, int V, int N, bool packed_a, bool packed_b> [[gnu::flatten]] void tile(const Tile<T>& t) {
    using R = real_t<T>;
    using S = Shape<T>;
    constexpr int n = lanes<R>;
    constexpr int planes = S::planes;
    static_assert(packed_a || planes == 1);
    Vec<R> re[N * V]{};
    Vec<R> im[N * V]{};  // of real products not used
    for (int j = 0; j < (packed_b ? N : 0); ++j)
        if (j < t.cols) __builtin_prefetch(t.c + j * t.q.c_col, 1);

    i64 column[N];  // of B; those beyond the edge repeat the last
    unroll<N>([&](auto j) { column[j] = packed_b ? static_cast<i64>(j) : min(j, t.cols - 1) * t.q.b.step; });
    const i64 b_row = packed_b ? planes * S::columns : t.q.b.run;
    const i64 b_plane = packed_b ? S::columns : 1;
    const i64 a_step = packed_a ? planes * S::rows : t.q.a.run;
    const R* a = t.a;
    const R* b = t.b;
    const int last = t.rows - (V - 1) * n;
    const auto step = [&](auto whole) __attribute__((always_inline)) {
        Vec<R> x_re[V];
        Vec<R> x_im[V];
        unroll<V>([&](auto i) {
            x_re[i] = whole || i < V - 1 ? load(a + i * n) : load_first(a + i * n, last);
            if constexpr (planes == 2) x_im[i] = load(a + S::rows + i * n);
        });
        unroll<N>([&](auto j) {
            const Vec<R> y = broadcast(b[column[j]]);
            unroll<V>([&](auto i) { re[j * V + i] += x_re[i] * y; });
            if constexpr (planes == 2) {
                unroll<V>([&](auto i) { im[j * V + i] += x_im[i] * y; });
                const Vec<R> z = broadcast(packed_b ? b[column[j] + b_plane] : b[column[j] + b_plane] * t.q.b.sign);
                unroll<V>([&](auto i) { re[j * V + i] -= x_im[i] * z; });
                unroll<V>([&](auto i) { im[j * V + i] += x_re[i] * z; });
            }
        });
        a += a_step;
        b += b_row;
    };
    if (packed_a || last == n)
        for (i64 l = 0; l < t.k; ++l) step(std::true_type{});
    else
        for (i64 l = 0; l < t.k; ++l) step(std::false_type{});

    constexpr bool masks = vector_bytes == 64;
    if (t.q.c_row == planes && t.mode != Beta::other && t.part == Part::all && (masks || last == n)) {
        Merge<T> merge(t);
        merge.mode = t.mode == Beta::zero ? Beta::zero : Beta::one;
        R* c = t.c;
        const i64 c_col = t.q.c_col;
        const int cols = t.cols;
        // All of C is read before any is written: a load must not wait for a masked store beside it.
        const auto each = [&](auto f) {
            unroll<N>([&](auto j) {
                if (j < cols)
                    unroll<V>([&](auto i) {
                        f(c + j * c_col + i * planes * n, re[j * V + i], im[j * V + i], masks && i == V - 1 ? last : n);
                    });
            });
        };
        each([&](R* to, Vec<R>& x, Vec<R>& y, int count) { merge.combine(to, x, y, count); });
        each([&](R* to, Vec<R>& x, Vec<R>& y, int count) { merge.put(to, x, y, count); });
        return;
    }
    Vec<R> sums[N * planes * V];
    unroll<N * V>([&](auto q) {
        constexpr int j = q / V;
        constexpr int i = q % V;
        sums[j * planes * V + i] = re[q];
        if constexpr (planes == 2) sums[(j * planes + 1) * V + i] = im[q];
    });
    finish(t, sums, V);
}

// Kernels by vectors - 1 and by width: the least that holds the columns.
template <class T>
inline constexpr int widths[] = {1, 2, Shape<T>::columns / 2, Shape<T>::columns * 3 / 4, Shape<T>::columns};
constexpr int width_count = 5;
template <class T> using TileKernel = void (*)(const Tile<T>&);
template <class T> struct TileKernels { TileKernel<T> of[Shape<T>::vectors][width_count]; };
template <class T, bool packed_a, bool packed_b> constexpr TileKernels<T> tile_kernels() {
    TileKernels<T> kernels{};
    unroll<Shape<T>::vectors>([&](auto v) {
        unroll<width_count>([&](auto w) { kernels.of[v][w] = tile<T, v + 1, widths<T>[w], packed_a, packed_b>; });
    });
    return kernels;
}
constexpr int power_of_two_in(int width) {
    return width & -width;
}

// `count` <= W rows by k, to k runs of W (of each plane), padded with zeros. May write one vector too far.
template <class T, int W> [[gnu::flatten]] void pack(int count, i64 k, Source<real_t<T>> s, real_t<T>* out) {
    using R = real_t<T>;
    constexpr int planes = Shape<T>::planes;
    constexpr int n = lanes<R>;
    i64 l = 0;
    if (s.step == planes && count == W) {
        constexpr int N = power_of_two_in(W) < n ? power_of_two_in(W) : n;
        for (; l < k; ++l, out += planes * W) {
            const R* from = s.p + l * s.run;
            unroll<W / N>([&](auto i) {
                if constexpr (planes == 1) {
                    store_block<N>(out + i * N, load<R, N>(from + i * N));
                } else {
                    Vec<R, N> re;
                    Vec<R, N> im;
                    deinterleave<N>(load<R, N>(from + 2 * i * N), load<R, N>(from + (2 * i + 1) * N), re, im);
                    store_block<N>(out + i * N, re);
                    store_block<N>(out + W + i * N, im * s.sign);
                }
            });
        }
    } else if (s.run == planes) {
        // N x N blocks, transposed. Where W < N, what is written beyond W is overwritten by the next run.
        constexpr int N = W > n ? (power_of_two_in(W) < n ? power_of_two_in(W) : n) : W > 8 ? 16 : W > 4 ? 8 : 4;
        constexpr int M = N < n ? N : n;
        for (; l + M <= k; l += M, out += M * planes * W) {
            unroll<(W + M - 1) / M>([&](auto block) {
                Vec<R, M> re[M];
                Vec<R, M> im[M];
                unroll<M>([&](auto i) {
                    re[i] = im[i] = Vec<R, M>{};
                    if (block * M + i < count) {
                        const R* from = s.p + (block * M + i) * s.step + l * planes;
                        re[i] = load<R, M>(from);
                        if constexpr (planes == 2) deinterleave<M>(re[i], load<R, M>(from + M), re[i], im[i]);
                    }
                });
                transpose_block<M>(re);
                if constexpr (planes == 2) transpose_block<M>(im);
                unroll<M>([&](auto q) {
                    R* to = out + q * planes * W + block * M;
                    store_block<M>(to, re[q]);
                    if constexpr (planes == 2) store_block<M>(to + W, im[q] * s.sign);
                });
            });
        }
    }
    for (; l < k; ++l, out += planes * W) {
        const R* from = s.p + l * s.run;
        for (int i = 0; i < count; ++i) {
            out[i] = from[i * s.step];
            if constexpr (planes == 2) out[W + i] = from[i * s.step + 1] * s.sign;
        }
        for (int i = count; i < W; ++i) {
            out[i] = 0;
            if constexpr (planes == 2) out[W + i] = 0;
        }
    }
}

template <class T, int W> void pack_panels(i64 m, i64 k, const Source<real_t<T>>& s, real_t<T>* out) {
    for (i64 i = 0; i < m; i += W, out += Shape<T>::planes * W * k)
        pack<T, W>(static_cast<int>(min(W, m - i)), k, {s.p + i * s.step, s.step, s.run, s.sign}, out);
}

template <class T> void scale(const Product<T>& q) {
    if (q.mode() == Beta::one) return;
    const bool zero = q.mode() == Beta::zero;
    for (i64 j = 0; j < q.n; ++j)
        for (i64 i = q.part == Part::lower ? j : 0; i < (q.part == Part::upper ? j + 1 : q.m); ++i) {
            auto* c = q.c + i * q.c_row + j * q.c_col;
            if constexpr (is_complex<T>) {
                const auto re = c[0];
                const auto im = c[1];
                c[0] = zero ? 0 : q.beta.im == 0 ? q.beta.re * re : q.beta.re * re - q.beta.im * im;
                c[1] = zero ? 0 : q.beta.im == 0 ? q.beta.re * im : q.beta.re * im + q.beta.im * re;
            } else {
                c[0] = zero ? 0 : q.beta.re * c[0];
            }
        }
}

// C in tiles, rows i1 ... i2 - 1 and columns j1 ... j2 - 1, summed over t.k. `a` and `b` are the blocks' first
// elements, packed or in place.
template <class T, bool packed_a, bool packed_b>
void sweep(Tile<T>& t, i64 i1, i64 i2, i64 j1, i64 j2, const real_t<T>* a, const real_t<T>* b) {
    using S = Shape<T>;
    constexpr i64 n = lanes<real_t<T>>;
    static constexpr TileKernels<T> kernels = tile_kernels<T, packed_a, packed_b>();
    const Product<T>& q = t.q;
    for (i64 j = j1; j < j2; j += S::columns) {
        t.cols = static_cast<int>(min(S::columns, j2 - j));
        t.b = b + (packed_b ? (j - j1) * t.k * S::planes : (j - j1) * q.b.step);
        int width = width_count - 1;
        while (width > 0 && widths<T>[width - 1] >= t.cols) --width;
        for (i64 i = i1, step; i < i2; i += step) {
            step = min(S::rows, i2 - i);
            // Not a full tile and a single vector: two of middle size are faster.
            if (!packed_a && S::vectors > 2 && i2 - i > S::rows && i2 - i <= S::rows + n) step = S::rows - n;
            i64 skip = 0;  // rows above the diagonal, in whole vectors
            i64 end = step;
            t.part = Part::all;
            if (q.part == Part::lower) {
                if (i + step <= j) continue;
                if (i < j + t.cols - 1) t.part = Part::lower;
                skip = max(j - i, 0) / n * n;
            } else if (q.part == Part::upper) {
                if (i >= j + t.cols) break;
                if (i + step - 1 > j) t.part = Part::upper;
                end = min(step, j + t.cols - i);
            }
            t.rows = static_cast<int>(end - skip);
            t.diagonal = i + skip - j;
            t.a = a + (packed_a ? (i - i1) * t.k * S::planes : (i - i1) * q.a.step) + skip;
            t.c = q.c + (i + skip) * q.c_row + j * q.c_col;
            kernels.of[(t.rows - 1) / n][width](t);
        }
    }
}

// The blocks for the caches. a_buffer, b_buffer: where to pack to, or null to read the operand in place.
template <class T> void multiply(const Product<T>& q, real_t<T>* a_buffer, real_t<T>* b_buffer) {
    using S = Shape<T>;
    // Complex A is always packed.
    constexpr decltype(&sweep<T, true, true>) sweeps[2][2] = {
        {sweep<T, is_complex<T>, false>, sweep<T, is_complex<T>, true>}, {sweep<T, true, false>, sweep<T, true, true>}};
    const auto tiles = sweeps[a_buffer != nullptr][b_buffer != nullptr];
    const i64 mc = even_part(q.m, S::mc, S::rows);
    const i64 nc = even_part(q.n, S::nc, S::columns);
    const i64 kc = even_part(q.k, S::kc, 8);
    Tile<T> t{q, 0, nullptr, nullptr, nullptr, q.mode(), Part::all, 0, 0, 0};
    for (i64 j1 = 0; j1 < q.n; j1 += nc) {
        const i64 j2 = min(j1 + nc, q.n);
        for (i64 l = 0; l < q.k; l += kc) {
            t.k = min(kc, q.k - l);
            t.mode = l == 0 ? q.mode() : Beta::one;
            const Source<real_t<T>> b = {q.b.p + j1 * q.b.step + l * q.b.run, q.b.step, q.b.run, q.b.sign};
            if (b_buffer != nullptr) pack_panels<T, S::columns>(j2 - j1, t.k, b, b_buffer);
            for (i64 i1 = 0; i1 < q.m; i1 += mc) {
                const i64 i2 = min(i1 + mc, q.m);
                if ((q.part == Part::lower && i2 <= j1) || (q.part == Part::upper && i1 >= j2)) continue;
                const Source<real_t<T>> a = {q.a.p + i1 * q.a.step + l * q.a.run, q.a.step, q.a.run, q.a.sign};
                if (a_buffer != nullptr) pack_panels<T, S::rows>(i2 - i1, t.k, a, a_buffer);
                tiles(t, i1, i2, j1, j2, a_buffer != nullptr ? a_buffer : a.p, b_buffer != nullptr ? b_buffer : b.p);
            }
        }
    }
}

template <class T> bool scales_only(const Product<T>& q) {
    return q.k == 0 || (q.alpha.re == 0 && q.alpha.im == 0);
}

template <class T> void product(const Product<T>& q, void* workspace) {
    using S = Shape<T>;
    if (scales_only(q)) return scale(q);
    auto* buffer = static_cast<real_t<T>*>(workspace);
    // Packing pays when an operand is passed over often enough.
    const bool a_in_place = !is_complex<T> && q.a.step == 1 && q.n <= 2 * S::columns;
    const bool b_in_place = q.m <= S::rows;
    multiply(q, a_in_place ? nullptr : buffer, b_in_place ? nullptr : buffer + S::a_bytes / sizeof(*buffer));
}

template <class T> void gemm(i64 m, i64 n, i64 k, T alpha, const View<const T>& a, const View<const T>& b, T beta,
                             const View<T>& c, void* workspace) {
    if (m > 0 && n > 0) product(Product<T>(Part::all, m, n, k, &alpha, a, b, &beta, c), workspace);
}

template <class T> void gemm_lower(i64 n, i64 k, T alpha, const View<const T>& a, const View<const T>& b, T beta,
                                   const View<T>& c, void* workspace) {
    if (n > 0) product(Product<T>(Part::lower, n, n, k, &alpha, a, b, &beta, c), workspace);
}

template <class T>
bool small(i64 m, i64 n, i64 k, T alpha, const View<const T>& a, const View<const T>& b, T beta, const View<T>& c) {
    using S = Shape<T>;
    using R = real_t<T>;
    if (m <= 0 || n <= 0) return true;
    if (k > S::kc || m > S::small_volume || n > S::small_volume || m * n > S::small_volume ||
        m * n * k > S::small_volume)
        return false;
    const Product<T> q(Part::all, m, n, k, &alpha, a, b, &beta, c);
    if (scales_only(q)) {
        scale(q);
        return true;
    }
    if (!is_complex<T> && q.a.step == 1) {
        multiply<T>(q, nullptr, nullptr);
        return true;
    }
    if (q.m > S::mc || round_up(q.m, S::rows) * q.k * static_cast<i64>(sizeof(T)) > S::small_bytes) return false;
    alignas(64) R buffer[(S::small_bytes + vector_bytes) / sizeof(R)];
    multiply<T>(q, buffer, nullptr);
    return true;
}

}  // namespace

template <class T> const GemmKernels<T>& gemm_table() {
    using S = Shape<T>;
    static_assert(S::mc > 0 && S::nc > 0);
    static constexpr GemmKernels<T> table = {gemm<T>, small<T>, gemm_lower<T>, S::a_bytes + S::b_bytes + vector_bytes};
    static_assert(table.workspace_bytes <= Workspace::max_bytes);
    return table;
}
template const GemmKernels<float>& gemm_table();
template const GemmKernels<double>& gemm_table();
template const GemmKernels<std::complex<float>>& gemm_table();
template const GemmKernels<std::complex<double>>& gemm_table();

}  // namespace shunt::cpu::SHUNT_ISA
