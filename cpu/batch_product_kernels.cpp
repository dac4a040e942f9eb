// In: many small products that differ only in where their operands lie. Out: C := beta * C + alpha * op(A) * op(B),
// its triangles (syrk, herk) and gemv, each matrix by register tiles of its own, the whole batch inside the kernel.
// A is read in place where its rows have unit stride and is transposed in registers to the stack elsewhere; of B
// single elements are broadcast, so that any strides do. Ragged rows: the last vector of a tile overlaps the one
// before it, so that nothing is masked and nothing outside of the matrices is touched; a tile reads all of its C
// before it writes any. Complex numbers stay in pairs: sums of a * re(b) and of a * im(b) are combined at the end.
// Bits: an element is one sum in ascending order from zero, added to beta * C at the end, or, in squares without gaps,
// from C where alpha = beta = 1; no shape of a tile shows in it.
#include "cpu/cpu.hpp"
#include "cpu/simd.hpp"
#include "cpu/tables.hpp"

namespace shunt::cpu::SHUNT_ISA {
namespace {

template <class T> inline constexpr int planes = is_complex<T> ? 2 : 1;

constexpr i64 min(i64 x, i64 y) {
    return x < y ? x : y;
}
constexpr i64 max(i64 x, i64 y) {
    return x > y ? x : y;
}
template <class R> SHUNT_INLINE R* moved(R* p, i64 bytes) {
    return reinterpret_cast<R*>(reinterpret_cast<std::uintptr_t>(p) + static_cast<std::uintptr_t>(bytes));
}

// What all products of a call have in common. Strides are in real numbers.
template <class T> struct Job {
    using R = real_t<T>;
    i64 k;
    i64 a_run;   // from l to l + 1
    i64 b_run;   // the same
    i64 b_step;  // from column to column, in bytes
    i64 c_col;
    R alpha_re, alpha_im, beta_re, beta_im;
    R sign_a, sign_b;  // of imaginary parts
    bool adds;         // alpha = beta = 1
    bool plain;        // the sums are what goes to C
    bool zero;         // beta = 0: C is not read
    i64 fetch;         // bytes of each of the next matrices to prefetch with each l
    i64 apart;         // where two are too small for that, of the largest at three places so far apart
};

// A tile of C within each matrix, in real numbers from the operands' first elements.
struct Step {
    i64 a, b, c;
    i64 last;                  // from the first vector of the rows to the last one
    i64 fetched, fetched_end;  // the bytes of the next matrices that are prefetched meanwhile
};

// Products to carry out, the operands of each and of the one that comes so much later.
template <class T> struct Work {
    using R = real_t<T>;
    Job<T> q;
    i64 problem, count;  // where squares begin and end
    bool fetches;        // prefetching pays
    const R* const* a;
    const R* const* b;
    R* const* c;
    const R* const* next_a;
    const R* const* next_b;
    R* const* next_c;
};

// W numbers; one is no vector, which the compiler would keep in general registers.
template <class R, int W> struct PackOf {
    using type = Vec<R, W>;
    static SHUNT_INLINE type get(const R* p) { return load<R, W>(p); }
    static SHUNT_INLINE void put(R* p, type v) { store_block<W>(p, v); }
};
template <class R> struct PackOf<R, 1> {
    using type = R;
    static SHUNT_INLINE type get(const R* p) { return *p; }
    static SHUNT_INLINE void put(R* p, type v) { *p = v; }
};
template <class R, int W> using Pack = typename PackOf<R, W>::type;
// The first numbers of a vector, by masks.
template <class R> struct First {
    int count;
    SHUNT_INLINE Vec<R> get(const R* p) const { return load_first(p, count); }
    SHUNT_INLINE void put(R* p, Vec<R> v) const { store_first(p, v, count); }
};

template <class R, int W> SHUNT_INLINE Pack<R, W> spread(R x) {
    return x - Pack<R, W>{};
}
template <class R, int W, int... I> SHUNT_INLINE Vec<R, W> pairwise_(R re, R im, std::integer_sequence<int, I...>) {
    return Vec<R, W>{(I % 2 == 0 ? re : im)...};
}
// re im re im ...
template <class R, int W> SHUNT_INLINE Vec<R, W> pairwise(R re, R im) {
    return pairwise_<R, W>(re, im, std::make_integer_sequence<int, W>{});
}
template <class R, int W, int... I> SHUNT_INLINE Vec<R, W> swapped_(Vec<R, W> v, std::integer_sequence<int, I...>) {
    return __builtin_shufflevector(v, v, (I ^ 1)...);
}
// im re im re ...
template <class R, int W> SHUNT_INLINE Vec<R, W> swapped(Vec<R, W> v) {
    return swapped_<R, W>(v, std::make_integer_sequence<int, W>{});
}

// x * y of complex numbers in pairs, y given by its parts; a real y meets no imaginary part.
template <class R, int W> SHUNT_INLINE Vec<R, W> times(Vec<R, W> x, R re, R im) {
    const Vec<R, W> product = rounded(spread<R, W>(re) * x);
    return im == 0 ? product : product + rounded(pairwise<R, W>(-im, im) * swapped<R, W>(x));
}

// C := beta * C + alpha * sum for a vector of it: what goes to C.
template <class T, int W, class Access = PackOf<real_t<T>, W>>
SHUNT_INLINE Pack<real_t<T>, W> merged(const Job<T>& q, const real_t<T>* c, Pack<real_t<T>, W> sum,
                                       const Access& access = {}) {
    using R = real_t<T>;
    if constexpr (planes<T> == 1) {
        sum = rounded(spread<R, W>(q.alpha_re) * sum);
        return q.zero ? sum : rounded(spread<R, W>(q.beta_re) * access.get(c)) + sum;
    } else {
        sum = times<R, W>(sum, q.alpha_re, q.alpha_im);
        return q.zero ? sum : times<R, W>(access.get(c), q.beta_re, q.beta_im) + sum;
    }
}

// Hides that a value is the same as elsewhere: multiples of a stride are then worked out in addresses. Otherwise they
// would be kept in registers, of which there are too few, and g++ keeps the rest in vector registers: reading one back
// waits for all the sums before it.
template <class I> SHUNT_INLINE I again(I value) {
    __asm__("" : "+r"(value));
    return value;
}

// Columns of C := beta * C + alpha * sums.
template <class T>
void merge_columns(const Job<T>& q, i64 rows, int columns, const real_t<T>* sums, i64 ld, real_t<T>* c);

// The tile of rows in V - 1 vectors of W and one of TW, by N columns, of one product; a, b and c are where it begins.
// TW = 0: the only vector is one of W, of which Step::last numbers count.
template <class T, int W, int TW, int V, int N>
[[gnu::flatten]] void tile(const Work<T>* const work, const Step* const step, const i64 problem,
                           const real_t<T>* const a0, const real_t<T>* const b0, real_t<T>* const c0) {
    using R = real_t<T>;
    using F = Pack<R, W>;
    constexpr int E = TW == 0 ? W : TW;
    using L = Pack<R, E>;
    using End = std::conditional_t<TW == 0, First<R>, PackOf<R, E>>;
    constexpr int P = planes<T>;
    constexpr int M = V > 1 ? (V - 1) * N : 1;
    End end{};
    if constexpr (TW == 0) end.count = static_cast<int>(step->last);
    F full[M]{};
    F full_im[P == 2 ? M : 1]{};
    L tail[N]{};
    L tail_im[P == 2 ? N : 1]{};

    // k times; without prefetching where nothing comes of it, for which there is too little time beside the products
    const auto sum_up = [&](auto fetches) __attribute__((always_inline)) {
        const R* a = a0;
        const R* b = b0;
        const R* next[3]{};
        if constexpr (fetches()) {
            next[0] = work->next_a[problem];
            next[1] = moved(work->next_b[problem], work->q.apart);
            next[2] = moved(work->next_c[problem], 2 * work->q.apart);
        }
        const i64 last = step->last;
        const i64 a_run = work->q.a_run;
        const i64 b_run = work->q.b_run;
        const i64 b_step = work->q.b_step;
        const i64 fetch = work->q.fetch;
        i64 fetched = step->fetched;
        const i64 fetched_end = step->fetched_end;
        const R* const a_end = a + work->q.k * a_run;
        do {
            F x[V > 1 ? V - 1 : 1];
            unroll<V - 1>([&](auto i) __attribute__((always_inline)) { x[i] = PackOf<R, W>::get(a + i * W); });
            const L x_last = end.get(V == 1 ? a : a + last);
            a += a_run;
            const i64 once = again(b_step);
            const R* third = b;  // every third column: addresses reach one and two steps further
            unroll<N>([&](auto j) __attribute__((always_inline)) {
                const R* y = moved(third, j % 3 * once);
                unroll<V - 1>([&](auto i) __attribute__((always_inline)) {
                    full[i * N + j] += x[i] * spread<R, W>(y[0]);
                    if constexpr (P == 2) full_im[i * N + j] += x[i] * spread<R, W>(y[1]);
                });
                tail[j] += x_last * spread<R, E>(y[0]);
                if constexpr (P == 2) tail_im[j] += x_last * spread<R, E>(y[1]);
                if constexpr (j % 3 == 2) third = moved(third, 3 * once);
            });
            b += b_run;
            if constexpr (fetches()) {
                __builtin_prefetch(moved(next[0], fetched));
                __builtin_prefetch(moved(next[1], fetched));
                __builtin_prefetch(moved(next[2], fetched), 1);
                fetched += fetch;
            }
        } while (fetches() ? fetched != fetched_end : a != a_end);
    };
    if (work->fetches)
        sum_up(std::true_type{});
    else
        sum_up(std::false_type{});

    // f(from C, the sums and their other half, lanes, how to reach them)
    const auto each = [&](auto f) __attribute__((always_inline)) {
        R* column = c0;
        const i64 last = step->last;
        const i64 c_col = work->q.c_col;
        unroll<N>([&](auto j) __attribute__((always_inline)) {
            unroll<V - 1>([&](auto i) __attribute__((always_inline)) {
                f(column + i * W, full[i * N + j], full_im[P == 2 ? i * N + j : 0], std::integral_constant<int, W>{},
                  PackOf<R, W>{});
            });
            f(V == 1 ? column : column + last, tail[j], tail_im[P == 2 ? j : 0], std::integral_constant<int, E>{}, end);
            column += again(c_col);
        });
    };
    // re = re(a) re(b) - im(a) im(b), im = im(a) re(b) + re(a) im(b), with the signs of conjugated operands
    const Job<T>& q = work->q;
    if constexpr (P == 2)
        each([&](const R*, auto& sum, auto& other, auto lanes_, const auto&) __attribute__((always_inline)) {
            constexpr int w = lanes_();
            sum = sum * pairwise<R, w>(1, q.sign_a) +
                  swapped<R, w>(other) * pairwise<R, w>(-q.sign_a * q.sign_b, q.sign_b);
        });
    if (q.adds) {
        each([](const R* from, auto& sum, auto&, auto, const auto& access)
                 __attribute__((always_inline)) { sum += access.get(from); });
    } else if (!q.plain) {
        if constexpr (P == 1) {
            each([&](const R* from, auto& sum, auto&, auto lanes_, const auto& access)
                     __attribute__((always_inline)) { sum = merged<T, lanes_()>(q, from, sum, access); });
        } else {  // too much code for each tile to have its own
            R sums[V * W * N];
            unroll<N>([&](auto j) __attribute__((always_inline)) {
                unroll<V - 1>([&](auto i) __attribute__((always_inline)) {
                    PackOf<R, W>::put(sums + j * V * W + i * W, full[i * N + j]);
                });
                PackOf<R, E>::put(sums + j * V * W + (V == 1 ? 0 : step->last), tail[j]);
            });
            return merge_columns(q, step->last + E, N, sums, V * W, c0);
        }
    }
    each([](R * to, auto& sum, auto&, auto, const auto& access)
             __attribute__((always_inline)) { access.put(to, sum); });
}

// Operands of problem i, as their kernels ask for them: anywhere, or at equal distances.
template <class R> struct Listed {
    R* const* list;
    SHUNT_INLINE R* operator[](i64 i) const { return list[i]; }
    SHUNT_INLINE void advance(i64 n) { list += n; }
};
template <class R> struct Spaced {
    R* first;
    i64 bytes;
    SHUNT_INLINE R* operator[](i64 i) const { return moved(first, i * bytes); }
    SHUNT_INLINE void advance(i64 n) { first = moved(first, n * bytes); }
};
template <class R, template <class> class Where> struct Sources {
    Where<const R> a, b;
    Where<R> c;
    SHUNT_INLINE void advance(i64 n) {
        a.advance(n);
        b.advance(n);
        c.advance(n);
    }
};

enum class Layout { tight, plain, turned };  // no gaps; any leading dimensions; B transposed as well

// N x N by N x N, whole: nothing is counted at run time. Rows in V vectors of W, the last of which may overlap.
template <class T, int N, int W, int V, Layout layout> [[gnu::flatten]] void square(Work<T>* work) {
    using R = real_t<T>;
    using F = Pack<R, W>;
    constexpr int P = planes<T>;
    constexpr int bytes = static_cast<int>(sizeof(R));
    constexpr int lines = (N * N * P * bytes + 63) / 64;
    const auto stride = [](i64 of_any) __attribute__((always_inline)) {
        return layout == Layout::tight ? static_cast<i64>(N * P * bytes) : again(of_any);
    };
    const i64 lda = work->q.a_run * bytes;
    const i64 ldb = layout == Layout::turned ? work->q.b_run * bytes : work->q.b_step;
    const i64 ldc = work->q.c_col * bytes;
    const R* const* const as = work->a;
    const R* const* const bs = work->b;
    R* const* const cs = work->c;
    const i64 distance = work->next_a - work->a;
    const i64 count = work->count;
    const bool adds = work->q.adds;
    for (i64 problem = work->problem; problem < count; ++problem) {
        F sum[N * V]{};
        F sum_im[P == 2 ? N * V : 1]{};
        const auto each = [&](auto f) __attribute__((always_inline)) {
            R* c = cs[problem];
            unroll<N>([&](auto j) __attribute__((always_inline)) {
                unroll<V>([&](auto i) __attribute__((always_inline)) {
                    constexpr int at = i < V - 1 ? i * W : N * P - W;
                    f(c + at, sum[j * V + i], sum_im[P == 2 ? j * V + i : 0]);
                });
                c = moved(c, stride(ldc));
            });
        };
        const R* a = as[problem];
        const R* third[(N + 2) / 3];  // every third column of B, or row of it where it is transposed
        unroll<(N + 2) / 3>([&](auto j) __attribute__((always_inline)) {
            third[j] = j == 0 ? bs[problem] : moved(third[j > 0 ? j - 1 : 0], 3 * stride(ldb));
        });
        const R* const next_a = as[problem + distance];
        const R* const next_b = bs[problem + distance];
        R* const next_c = cs[problem + distance];
        unroll<N>([&](auto l) __attribute__((always_inline)) {
            F x[V];
            unroll<V>([&](auto i) __attribute__((always_inline)) {
                x[i] = PackOf<R, W>::get(a + (i < V - 1 ? i * W : N * P - W));
            });
            a = moved(a, stride(lda));
            const i64 step = stride(ldb);
            unroll<N>([&](auto j) __attribute__((always_inline)) {
                constexpr int far = layout == Layout::turned ? l : j;
                constexpr int near = layout == Layout::turned ? j : l;
                const R* y = moved(third[far / 3], far % 3 * step) + near * P;
                unroll<V>([&](auto i) __attribute__((always_inline)) {
                    sum[j * V + i] += x[i] * spread<R, W>(y[0]);
                    if constexpr (P == 2) sum_im[j * V + i] += x[i] * spread<R, W>(y[1]);
                });
            });
            if constexpr (N > 3)  // into L2, where it occupies no buffer that loads wait for
                unroll<(lines + N - 1) / N>([&](auto f) __attribute__((always_inline)) {
                    constexpr int line = l + f * N;
                    if constexpr (line < lines && (line % 2 == 0 || lines < 4)) {
                        __builtin_prefetch(moved(next_a, line * 64), 0, 2);
                        __builtin_prefetch(moved(next_b, line * 64), 0, 2);
                        __builtin_prefetch(moved(next_c, line * 64), 0, 2);
                    }
                });
        });
        const Job<T>& q = work->q;
        if constexpr (P == 2)
            each([&](const R*, F& x, F& other) __attribute__((always_inline)) {
                x = x * pairwise<R, W>(1, q.sign_a) +
                    swapped<R, W>(other) * pairwise<R, W>(-q.sign_a * q.sign_b, q.sign_b);
            });
        if (adds)
            each([](const R* from, F& x, F&) __attribute__((always_inline)) { x += PackOf<R, W>::get(from); });
        else if (!q.plain)
            each([&](const R* from, F& x, F&) __attribute__((always_inline)) { x = merged<T, W>(q, from, x); });
        each([](R * to, F & x, F&) __attribute__((always_inline)) { PackOf<R, W>::put(to, x); });
    }
}

// N numbers again and again.
template <class R, int W, int N> SHUNT_INLINE Vec<R, W> repeated(const R* p) {
    constexpr int from = N * static_cast<int>(sizeof(R));
    constexpr int to = W * static_cast<int>(sizeof(R));
    static_assert(from == 8 || to > 16);
    if constexpr (from == 8) {
        double pair;  // as one number
        __builtin_memcpy(&pair, p, sizeof pair);
        return (Vec<R, W>)spread<double, to / 8>(pair);
    }
#if defined(__AVX512F__)
    if constexpr (from == 32 && to == 64)
        return (Vec<R, W>)_mm512_broadcast_f64x4((__m256d)load<R, N>(p));
    else if constexpr (from == 16 && to == 64)
        return (Vec<R, W>)_mm512_broadcast_f32x4((__m128)load<R, N>(p));
#endif
#if defined(__AVX2__)
    if constexpr (from == 16 && to == 32) return (Vec<R, W>)_mm256_broadcastsi128_si256((__m128i)load<R, N>(p));
#endif
}
template <int L, class R, int W, int N, int... I>
SHUNT_INLINE Vec<R, W> row_(Vec<R, W> v, std::integer_sequence<int, I...>) {
    return __builtin_shufflevector(v, v, (I / N * N + L)...);
}

// Which matrices a kernel prefetches meanwhile: those that come so much later, or none.
struct Ahead {
    i64 later;
    bool near;  // into L1, else into L2, where they occupy no buffer that loads wait for
};
template <int bytes, int locality, class Sources> SHUNT_INLINE void fetch_lines(const Sources& s, i64 problem) {
    const auto* a = again(s.a[problem]);
    const auto* b = again(s.b[problem]);
    auto* c = again(s.c[problem]);
    unroll<(bytes + 63) / 64>([&](auto line) __attribute__((always_inline)) {
        __builtin_prefetch(moved(a, line * 64), 0, locality);
        __builtin_prefetch(moved(b, line * 64), 0, locality);
        __builtin_prefetch(moved(c, line * 64), 0, locality);
    });
}
template <int bytes, class Sources> SHUNT_INLINE void fetch_all(const Sources& s, i64 problem, const Ahead& ahead) {
    if (ahead.later == 0) return;
    if (ahead.near)
        fetch_lines<bytes, 3>(s, problem + ahead.later);
    else
        fetch_lines<bytes, 2>(s, problem + ahead.later);
}

// The same for real N x N without gaps, N a power of two, with several columns in a vector of W.
template <class T, int N, int W> struct Packed {
    static constexpr int V = N * N / W;
    static constexpr int bytes = N * N * static_cast<int>(sizeof(T));
    template <bool adds, class Sources>
    static SHUNT_INLINE void loop(const Job<T>& q, const Sources s, i64 problem, i64 end, const Ahead ahead) {
        constexpr auto all = std::make_integer_sequence<int, W>{};
        for (; problem < end; ++problem) {
            Vec<T, W> sum[V]{};
            Vec<T, W> y[V];
            const T* a = s.a[problem];
            const T* b = s.b[problem];
            T* c = s.c[problem];
            unroll<V>([&](auto v) __attribute__((always_inline)) { y[v] = load<T, W>(b + v * W); });
            unroll<N>([&](auto l) __attribute__((always_inline)) {
                const Vec<T, W> x = repeated<T, W, N>(a + l * N);
                unroll<V>([&](auto v) __attribute__((always_inline)) { sum[v] += x * row_<l, T, W, N>(y[v], all); });
            });
            fetch_all<bytes>(s, problem, ahead);
            unroll<V>([&](auto v) __attribute__((always_inline)) {
                if constexpr (adds)
                    sum[v] += load<T, W>(c + v * W);
                else if (!q.plain)
                    sum[v] = merged<T, W>(q, c + v * W, sum[v]);
            });
            unroll<V>([&](auto v) __attribute__((always_inline)) { store_block<W>(c + v * W, sum[v]); });
        }
    }
    // Several 2 x 2 that follow each other in a vector, as many as fill whole ones; returns how many.
    template <bool adds>
    static SHUNT_INLINE i64 vectors(const Job<T>& q, const Sources<T, Spaced>& s, i64 end, const Ahead& ahead) {
        constexpr int L = lanes<T>;
        constexpr i64 together = L / 4;
        i64 problem = 0;
        for (; problem + together <= end; problem += together) {
            const Vec<T> x = load(s.a[problem]);
            const Vec<T> y = load(s.b[problem]);
            T* c = s.c[problem];
            fetch_all<64>(s, problem, ahead);
            Vec<T> sum{};
            unroll<2>([&](auto l) __attribute__((always_inline)) {
                [&]<int... I>(std::integer_sequence<int, I...>) __attribute__((always_inline)) {
                    sum += __builtin_shufflevector(x, x, (I / 4 * 4 + 2 * l() + I % 2)...) *
                           __builtin_shufflevector(y, y, (I / 2 * 2 + l())...);
                }
                (std::make_integer_sequence<int, L>{});
            });
            if constexpr (adds)
                sum += load(c);
            else if (!q.plain)
                sum = merged<T, L>(q, c, sum);
            store(c, sum);
        }
        return problem;
    }
    static SHUNT_INLINE void run(const Job<T>& q, const Sources<T, Spaced>& s, i64 problem, i64 end,
                                 const Ahead& ahead) {
        if constexpr (N == 2 && W < lanes<T>)
            if (s.a.bytes == bytes && s.b.bytes == bytes && s.c.bytes == bytes)
                problem = q.adds ? vectors<true>(q, s, end, ahead) : vectors<false>(q, s, end, ahead);
        run<Sources<T, Spaced>>(q, s, problem, end, ahead);
    }
    template <class Sources>
    static SHUNT_INLINE void run(const Job<T>& q, const Sources& s, i64 problem, i64 end, const Ahead& ahead) {
        if (q.adds)
            loop<true>(q, s, problem, end, ahead);
        else
            loop<false>(q, s, problem, end, ahead);
    }
};

constexpr int largest_square = 8;          // of real numbers
constexpr int largest_tight = 64;          // and without gaps, by whole vectors
constexpr int largest_spaced = 8;          // of these by distances; larger ones are worth lists
constexpr int largest_complex_square = 4;  // code grows four times as fast

// Shapes of tiles: whole vectors, the last one whole or a half; and one or two narrower ones for fewer rows.
//                columns at    1   2   3   4   vectors
//   AVX-512, NEON  s d        12  12   8   6
//                  c z         8   6
//   AVX2           s d         8   6   4
//                  c z         6   3
//   SSE2           s d         8   5
//                  c z         4   2
template <class T> struct Shape {
    static constexpr bool many = vector_registers == 32;
    static constexpr bool wide = vector_bytes > 16;
    static constexpr int whole = lanes<real_t<T>>;
    static constexpr int vectors = is_complex<T> ? 2 : many ? 4 : wide ? 3 : 2;
    static constexpr int columns[4] = {is_complex<T> ? (many   ? 8
                                                        : wide ? 6
                                                               : 4)
                                       : many        ? 12
                                                     : 8,
                                       is_complex<T> ? (many   ? 6
                                                        : wide ? 3
                                                               : 2)
                                       : many        ? 12
                                       : wide        ? 6
                                                     : 5,
                                       many ? 8 : 4, 6};
    static constexpr bool masks = vector_bytes == 64 && !is_complex<T>;
    static constexpr int masked = 16;  // columns of a vector of which not all numbers count
    static constexpr int most_columns = masks ? masked : many && !is_complex<T> ? 12 : 8;
    static constexpr int narrow = 8;  // columns of tiles of narrower vectors, if there are registers for them
    static constexpr int half = many ? 12 : wide ? 6 : 5;  // of two vectors of half the width, real
};
template <class T>
using Tile = void (*)(const Work<T>*, const Step*, i64 problem, const real_t<T>* a, const real_t<T>* b, real_t<T>* c);
template <class T> using Square = void (*)(Work<T>*);
template <class T> struct Tiles { Tile<T> of[Shape<T>::most_columns]; };  // by columns - 1

template <class T, int W, int TW, int V> inline constexpr int tile_columns =
    TW == 0                                                ? Shape<T>::masked
    : W == Shape<T>::whole                                 ? Shape<T>::columns[V - 1]
    : W * 2 == Shape<T>::whole && !is_complex<T> && V == 2 ? Shape<T>::half
    : Shape<T>::columns[V - 1] < Shape<T>::narrow          ? Shape<T>::columns[V - 1]
                                                           : Shape<T>::narrow;
template <class T, int W, int TW, int V> constexpr Tiles<T> tiles_of() {
    Tiles<T> tiles{};
    unroll<tile_columns<T, W, TW, V>>([&](auto n) { tiles.of[n] = tile<T, W, TW, V, n + 1>; });
    return tiles;
}
template <class T, int W, int TW, int V> inline constexpr Tiles<T> tiles_in = tiles_of<T, W, TW, V>();

template <class T> struct Rows {  // how a strip of rows is carried out
    const Tiles<T>* tiles;
    int columns;  // at most
    i64 last;     // as in Step
};

// A strip of `count` real numbers in rows, at most Shape::vectors whole vectors. A strip that is not of whole vectors
// has two of them, is most of a vector under a mask or is narrower than that.
template <class T, int W = Shape<T>::whole> Rows<T> rows_of(i64 count) {
    if constexpr (Shape<T>::masks && W == Shape<T>::whole)
        if (count < W && count > W / 2) return {&tiles_in<T, W, 0, 1>, Shape<T>::masked, count};
    if (W > planes<T> && count < W) {
        if constexpr (W > planes<T>) return rows_of<T, W / 2>(count);
    }
    const i64 vectors = (count + W - 1) / W;
    constexpr int half = W == Shape<T>::whole && W / 2 >= planes<T> ? W / 2 : W;
    Rows<T> rows{};
    unroll<(W == Shape<T>::whole ? Shape<T>::vectors
            : W == planes<T>     ? 1
                                 : 2)>([&](auto v) {
        constexpr int V = v + 1;
        if (vectors != V) return;
        rows.columns = tile_columns<T, W, W, V>;
        rows.tiles = &tiles_in<T, W, W, V>;
        rows.last = count - W;
        if constexpr (V > 1 && half < W)  // which would keep one of two 512-bit units idle
            if (count - (V - 1) * W <= half && !(Shape<T>::masks && W == Shape<T>::whole && double_fma())) {
                rows.columns = tile_columns<T, W, half, V>;
                rows.tiles = &tiles_in<T, W, half, V>;
                rows.last = count - half;
            }
    });
    return rows;
}

// The widest vectors of which `count` real numbers hold one.
template <class T> constexpr int width_for(int count) {
    int w = Shape<T>::whole;
    while (w > count) w /= 2;
    return w;
}
template <class T> constexpr int packed_width(int n) {
    return n * n < Shape<T>::whole ? n * n : Shape<T>::whole;
}
template <class T> constexpr bool has_packed(int n) {
    return !is_complex<T> && (n == 2 || n == 4) && packed_width<T>(n) > n;
}
template <class T> inline constexpr bool has_tights = !is_complex<T> && vector_bytes == 64;
template <class T> struct Squares { Square<T> of[3][largest_square + 1]; };  // by layout and order
template <class T> constexpr Squares<T> squares_of() {
    Squares<T> squares{};
    unroll<largest_square - 1>([&](auto i) {
        constexpr int N = i + 2;
        constexpr int W = width_for<T>(N * planes<T>);
        constexpr int V = (N * planes<T> + W - 1) / W;
        if constexpr (N * V * planes<T> + V + 1 <= vector_registers &&
                      (!is_complex<T> || N <= largest_complex_square)) {
            if constexpr (!has_tights<T> && !has_packed<T>(N)) squares.of[0][N] = square<T, N, W, V, Layout::tight>;
            squares.of[1][N] = square<T, N, W, V, Layout::plain>;
            squares.of[2][N] = square<T, N, W, V, Layout::turned>;
        }
    });
    return squares;
}
template <class T> inline constexpr Squares<T> squares = squares_of<T>();

// Operands to prefetch through a product.
template <class R> struct Next {
    const R* a;
    const R* b;
    const R* c;
};
// to := from + A * B without gaps; from may be null, which counts as zeros, and next as well.
template <class R> using Product = void (*)(const R* a, const R* b, const R* from, R* to, const Next<R>* next);

#if defined(__AVX512F__)
// The numbers of a vector of W that `mask` names, all that are read; the others are zero.
template <class T, int W> SHUNT_INLINE Vec<T, W> load_masked(const T* p, unsigned mask) {
    const auto few = static_cast<__mmask8>(mask);
    if constexpr (sizeof(T) * W == 64 && W == 8)
        return (Vec<T, W>)_mm512_maskz_loadu_pd(few, p);
    else if constexpr (sizeof(T) * W == 64)
        return (Vec<T, W>)_mm512_maskz_loadu_ps(static_cast<__mmask16>(mask), p);
    else if constexpr (sizeof(T) == 8 && W == 4)
        return (Vec<T, W>)_mm256_maskz_loadu_pd(few, p);
    else if constexpr (sizeof(T) == 8)
        return (Vec<T, W>)_mm_maskz_loadu_pd(few, p);
    else if constexpr (W == 8)
        return (Vec<T, W>)_mm256_maskz_loadu_ps(few, p);
    else
        return (Vec<T, W>)_mm_maskz_loadu_ps(few, p);
}
// By two halves that overlap: what a mask spares counts as written, and the next matrix's C would wait for it.
template <class T, int W, int N> SHUNT_INLINE void put_part(T* p, Vec<T, W> v) {
    constexpr int H = W / 2;
    static_assert(N > H && N < W);
    [&]<int... I>(std::integer_sequence<int, I...>) __attribute__((always_inline)) {
        const Vec<T, H> low = __builtin_shufflevector(v, v, I...);
        const Vec<T, H> high = __builtin_shufflevector(v, v, (N - H + I)...);
        store_block<H>(p, low);
        store_block<H>(p + N - H, high);
    }
    (std::make_integer_sequence<int, H>{});
}
template <int H, class T, int W> SHUNT_INLINE Vec<T, H> first_of_vector(Vec<T, W> v) {
    return [&]<int... I>(std::integer_sequence<int, I...>) __attribute__((always_inline)) {
        return __builtin_shufflevector(v, v, I...);
    }
    (std::make_integer_sequence<int, H>{});
}

// sum += x * y in one instruction, whatever else: g++'s own choice copies sums from register to register.
template <class V> SHUNT_INLINE void add_product(V& sum, V x, V y) {
    if constexpr (sizeof(x[0]) == 8)
        __asm__("vfmadd231pd %2, %1, %0" : "+v"(sum) : "v"(x), "v"(y));
    else
        __asm__("vfmadd231ps %2, %1, %0" : "+v"(sum) : "v"(x), "v"(y));
}
// The same with one number for all of y.
template <class T, class V> SHUNT_INLINE void add_multiple(V& sum, V x, const T& y) {
    constexpr int W = sizeof(V) / sizeof(T);
    if constexpr (sizeof(T) == 8)
        __asm__("vfmadd231pd %2%{1to%c3%}, %1, %0" : "+v"(sum) : "v"(x), "m"(y), "i"(W));
    else
        __asm__("vfmadd231ps %2%{1to%c3%}, %1, %0" : "+v"(sum) : "v"(x), "m"(y), "i"(W));
}

// Columns at a time: those that were fastest in cache, on Zen 4 and on CPUs with two 512-bit units (Granite Rapids,
// where these are up to 1.15 times as fast as the others).
template <class T> constexpr int columns_of_tight(int n, bool two_units) {
    const int vectors = (n + lanes<T> - 1) / lanes<T>;
    if (2 * n <= lanes<T> || vectors == 1) return n;
    if (two_units) {
        if (vectors == 2 && sizeof(T) == 4) return n == 32 ? 8 : 12;
        if (n == 16) return 4;
        if (vectors % 3 == 0) return n < 22 ? 7 : 8;
        if (n > 27) return 6;
        if (n > 25) return 7;
    }
    if (n > 32) return 4;
    if (sizeof(T) == 4) return n == 28 ? 6 : 7;
    if (vectors == 2) return n == 9 ? 9 : n == 15 ? 8 : 7;
    if (vectors == 3) return n == 21 || n == 24 ? 6 : 5;
    return n % 4 == 0 ? 4 : 5;
}

// Real N x N by N x N without gaps, N > 2: whole vectors, for what bounds small products is the number of instructions,
// and addresses that are constants within a matrix. Where N is less than a vector, what lies behind a column is another
// one: it is read as well, and written before it. Else the last vector of the rows is as narrow as they allow and
// overlaps the one before it: fewer of its loads cross lines (n = 9: 1.2 times). Sums begin with C where it is added
// and with zeros elsewhere, by a mask.
template <class T, int N, int most = columns_of_tight<T>(N, false)> struct Tight {
    static constexpr int W = 2 * N > lanes<T> ? lanes<T> : 4 * N > lanes<T> ? lanes<T> / 2 : lanes<T> / 4;
    static constexpr int vectors = (N + W - 1) / W;
    static constexpr int V = vectors <= 4 ? vectors : vectors % 3 == 0 ? 3 : 4;  // of rows at a time
    static constexpr int strips = vectors / V;
    static_assert(strips == 1 || N == strips * V * W);
    static constexpr int rows = N / strips;
    static constexpr int F = V - 1;            // whole vectors
    static constexpr int rest = rows - F * W;  // in the last one
    static constexpr int L = V == 1 || rest > W / 2 ? W : rest > W / 4 ? W / 2 : W / 4;
    static constexpr int last_row = V == 1 ? 0 : rows - L;
    // Numbers of B straight from memory: one instruction less a column, and more reads of it.
    static constexpr bool from_memory = V == 1 || (sizeof(T) == 4 && N == 32 && most == columns_of_tight<T>(N, false));
    static constexpr int passes = (N + most - 1) / most;
    static constexpr int width = N / passes;
    static constexpr int wider = N % passes;  // passes of one column more
    static constexpr int steps = 4;
    static constexpr int bytes = N * N * static_cast<int>(sizeof(T));
    static constexpr bool fetches_along = N > largest_spaced;  // through the product, else before it
    static constexpr int blocks = fetches_along ? strips * passes * (N / steps) : 1;
    static constexpr int fetches = ((bytes + 63) / 64 + blocks - 1) / blocks;  // lines of each operand in a block
    static constexpr int distance = (bytes + fetches * blocks - 1) / (fetches * blocks);

    // A vector that begins at number `at` of a matrix.
    template <int at> static constexpr bool inside = V > 1 || at + W <= N* N;
    template <int at, int width_> static SHUNT_INLINE Vec<T, width_> get(const T* p) {
        return inside<at> ? load<T, width_>(p + at) : load_masked<T, width_>(p + at, (1u << rest) - 1);
    }
    template <int at, int width_> static SHUNT_INLINE void put(T* p, Vec<T, width_> v) {
        if constexpr (inside<at>)
            store_block<width_>(p + at, v);
        else
            put_part<T, width_, N>(p + at, v);
    }
    static SHUNT_INLINE void fetch(Next<T>& next) {
        unroll<fetches>([&](auto f) __attribute__((always_inline)) {
            __builtin_prefetch(moved(next.a, f * distance));
            __builtin_prefetch(moved(next.b, f * distance));
            __builtin_prefetch(moved(next.c, f * distance));
        });
        next = {moved(next.a, fetches * distance), moved(next.b, fetches * distance),
                moved(next.c, fetches * distance)};
    }

    template <int C>
    static SHUNT_INLINE void columns(const T* a, const T* b, const T* from, T* to, bool fetches_now, Next<T>& next) {
        Vec<T, W> full[F * C + 1];
        Vec<T, L> last[C];
        // f(sums, where in C, their width)
        const auto each = [&](auto f) __attribute__((always_inline)) {
            unroll<C>([&](auto j) __attribute__((always_inline)) {
                unroll<F>([&](auto v) __attribute__((always_inline)) {
                    f(full[v * C + j], std::integral_constant<int, j * N + v * W>{}, std::integral_constant<int, W>{});
                });
                f(last[j], std::integral_constant<int, j * N + last_row>{}, std::integral_constant<int, L>{});
            });
        };
        if (from != nullptr)
            each([&](auto& sum, auto at, auto numbers)
                     __attribute__((always_inline)) { sum = get<at(), numbers()>(from); });
        else
            each([&](auto& sum, auto, auto numbers) __attribute__((always_inline)) { sum = Vec<T, numbers()>{}; });
        const auto add = [&](auto l) __attribute__((always_inline)) {
            Vec<T, W> x[F + 1];
            unroll<F>([&](auto v) __attribute__((always_inline)) { x[v] = load<T, W>(a + l * N + v * W); });
            const Vec<T, L> x_last = get<l * N + last_row, L>(a);
            unroll<C>([&](auto j) __attribute__((always_inline)) {
                const T& y = b[j * N + l];
                if constexpr (from_memory) {
                    unroll<F>([&](auto v) __attribute__((always_inline)) { add_multiple(full[v * C + j], x[v], y); });
                    add_multiple(last[j], x_last, y);
                } else {
                    const Vec<T, W> ys = rounded(spread<T, W>(y));
                    unroll<F>([&](auto v) __attribute__((always_inline)) { add_product(full[v * C + j], x[v], ys); });
                    add_product(last[j], x_last, first_of_vector<L, T, W>(ys));
                }
            });
        };
        if constexpr (V == 1) {
            unroll<N>([&](auto l) __attribute__((always_inline)) {
                if constexpr (fetches_along && l % steps == 0 && l < N / steps * steps)
                    if (fetches_now) fetch(next);
                add(l);
            });
        } else {
            for (int left = N / steps; left > 0; --left) {
                if (fetches_now) fetch(next);
                unroll<steps>(add);
                a += steps * N;
                b += steps;
            }
            unroll<N % steps>(add);
        }
        each([&](auto& sum, auto at, auto numbers) __attribute__((always_inline)) { put<at(), numbers()>(to, sum); });
    }

    [[gnu::flatten]] static void product(const T* a, const T* b, const T* from, T* to, const Next<T>* next) {
        const bool fetches_now = fetches_along && next != nullptr;
        Next<T> ahead{};
        if (fetches_now) ahead = *next;
        for (int strip = 0; strip < strips; ++strip) {
            const T* column = b;
            const auto pass = [&](auto columns_) __attribute__((always_inline)) {
                columns<columns_()>(a, column, from, to, fetches_now, ahead);
                column += columns_() * N;
                if (from != nullptr) from += columns_() * N;
                to += columns_() * N;
            };
            for (int left = passes - wider; left > 0; --left) pass(std::integral_constant<int, width>{});
            if constexpr (wider > 0)
                for (int left = wider; left > 0; --left) pass(std::integral_constant<int, width + 1>{});
            a += rows;
            if (from != nullptr) from -= N * N - rows;
            to -= N * N - rows;
        }
    }
    // The smallest, one by one without calls.
    template <class Sources> static SHUNT_INLINE void run(bool adds, Sources s, i64 count, const Ahead ahead) {
        for (; count > 0; --count, s.advance(1)) {
            Next<T> none{};
            fetch_all<bytes>(s, 0, ahead);
            T* const c = s.c[0];
            columns<N>(s.a[0], s.b[0], adds ? c : nullptr, c, false, none);
        }
    }
};
#endif
// Beyond, the own GEMM is faster in cache. Out of it, where it asks for nothing ahead, it takes 1.1 to 2 times as long
// below (Emerald Rapids); in cache as long or .9 of it where columns are 1 or 2 KiB apart.
constexpr i64 most_rows = 256;           // of C,
constexpr i64 most_triangle_rows = 128;  // and of one of which a triangle is wanted
constexpr i64 most_tiles = 512;          // of C
constexpr i64 buffer_bytes = 128 << 10;
constexpr i64 cache_bytes = 448 << 10;  // all operands of a problem
constexpr i64 second_level = 1 << 20;   // bytes of a batch to which it is taken to stay there
constexpr i64 chunk = 128;              // problems in a list that is part of a longer one

template <class T> struct Plan {
    Tile<T> tile[most_tiles];
    Step step[most_tiles];
    int count = 0;

    // The tiles of rows i1 ... i2 - 1 and columns j1 ... j2 - 1, of equal widths up to one. C begins at c.
    [[gnu::noinline]] bool add(const Job<T>& q, i64 i1, i64 i2, i64 j1, i64 j2) {
        constexpr i64 W = Shape<T>::whole;
        constexpr i64 P = planes<T>;
        const i64 vectors = ((i2 - i1) * P + W - 1) / W;
        const auto across = [&](i64 tall) {  // tiles
            const i64 columns = Shape<T>::columns[tall - 1];
            return (j2 - j1 + columns - 1) / columns;
        };
        i64 strips = 0;
        for (i64 tallest = Shape<T>::vectors, fewest = 0; tallest > 0; --tallest) {  // as few tiles as there can be
            const i64 number = (vectors + tallest - 1) / tallest;
            const i64 tall = vectors / number;
            const i64 taller = vectors % number;
            const i64 tiles = (number - taller) * across(tall) + (taller > 0 ? taller * across(tall + 1) : 0);
            if (strips == 0 || tiles < fewest) {
                strips = number;
                fewest = tiles;
            }
        }
        i64 i = i1 * P;
        for (i64 strip = 0; strip < strips; ++strip) {  // the last ones are the tallest
            const i64 end =
                strip + 1 == strips ? i2 * P : i + (vectors / strips + (strip >= strips - vectors % strips)) * W;
            const Rows<T> rows = rows_of<T>(end - i);
            const i64 parts = (j2 - j1 + rows.columns - 1) / rows.columns;
            const i64 least = (j2 - j1) / parts;
            const i64 wider = (j2 - j1) % parts;
            i64 j = j1;
            for (i64 part = 0; part < parts; ++part) {
                const i64 width = least + (part < wider);
                if (count == most_tiles) return false;
                tile[count] = rows.tiles->of[width - 1];
                step[count] = {i, j * q.b_step / static_cast<i64>(sizeof(real_t<T>)), i + j * q.c_col, rows.last, 0, 0};
                ++count;
                j += width;
            }
            i = end;
        }
        return true;
    }
};

// Bytes from the first to the last element of a matrix.
template <class T> i64 span(i64 rows, i64 columns, i64 ld) {
    const i64 size = static_cast<i64>(sizeof(T));
    return ((ld > 4 * rows ? rows : ld) * (columns - 1) + rows) * size;
}

template <class T> void set_scalars(Job<T>& q, const T& alpha, const T& beta) {
    using R = real_t<T>;
    const R* x = reinterpret_cast<const R*>(&alpha);
    const R* y = reinterpret_cast<const R*>(&beta);
    q.alpha_re = x[0];
    q.beta_re = y[0];
    q.alpha_im = planes<T> == 2 ? x[planes<T> - 1] : R(0);
    q.beta_im = planes<T> == 2 ? y[planes<T> - 1] : R(0);
    q.sign_a = q.sign_b = 1;
    const bool unit = q.alpha_re == 1 && q.alpha_im == 0;
    q.zero = q.beta_re == 0 && q.beta_im == 0;
    q.adds = unit && q.beta_re == 1 && q.beta_im == 0;
    q.plain = q.adds || (unit && q.zero);
}

// An array of elements by vectors of W, of two of which the last may overlap: f(index, lanes) for each.
// Real numbers c[0] ... c[count - 1] := beta * c + alpha * x. x may be null: then it counts as zero and is not added.
template <class T, int W = Shape<T>::whole>
void merge_run(const Job<T>& q, i64 count, const real_t<T>* x, real_t<T>* c) {
    using R = real_t<T>;
    if constexpr (W > planes<T>)
        if (count < W) return merge_run<T, W / 2>(q, count, x, c);
    const auto value = [&](i64 i) {
        if (x != nullptr) return merged<T, W>(q, c + i, PackOf<R, W>::get(x + i));
        if (q.zero) return Pack<R, W>{};
        if constexpr (planes<T> == 1)
            return Pack<R, W>(PackOf<R, W>::get(c + i) * spread<R, W>(q.beta_re));
        else
            return times<R, W>(PackOf<R, W>::get(c + i), q.beta_re, q.beta_im);
    };
    const Pack<R, W> last = value(count - W);  // before what it overlaps is written
    for (i64 i = 0; i + W < count; i += W) PackOf<R, W>::put(c + i, value(i));
    PackOf<R, W>::put(c + count - W, last);
}

template <class T> [[gnu::noinline]] void merge_columns(const Job<T>& q, i64 rows, int columns, const real_t<T>* sums,
                                                        i64 ld, real_t<T>* c) {
    for (int j = 0; j < columns; ++j) merge_run<T>(q, rows, sums + j * ld, c + j * q.c_col);
}

// Products without gaps by a function: what is not plain is summed in a buffer.
template <class T, class Sources> SHUNT_INLINE void each_product(Product<real_t<T>> product, const Job<T>& q,
                                                                 i64 numbers, Sources s, i64 count, i64 later,
                                                                 real_t<T>* buffer) {
    using R = real_t<T>;
    for (; count > 0; --count, s.advance(1)) {
        Next<R> next{};
        if (later > 0) next = {s.a[later], s.b[later], s.c[later]};
        R* const c = s.c[0];
        product(s.a[0], s.b[0], q.adds ? c : nullptr, buffer == nullptr ? c : buffer, later > 0 ? &next : nullptr);
        if (buffer != nullptr) merge_run<T>(q, numbers, buffer, c);
    }
}
template <class T, class Sources> [[gnu::noinline]] void merged_products(Product<real_t<T>> product, const Job<T>& q,
                                                                         i64 numbers, const Sources& s, i64 count,
                                                                         i64 later) {
    alignas(64) real_t<T> buffer[largest_tight * largest_tight];
    each_product<T>(product, q, numbers, s, count, later, buffer);
}
template <class T, class Sources>
void products(Product<real_t<T>> product, const Job<T>& q, i64 n, const Sources& s, i64 count, i64 later) {
    if (q.plain)
        each_product<T>(product, q, n * n, s, count, later, nullptr);
    else
        merged_products<T>(product, q, n * n, s, count, later);
}

// The smallest squares without gaps by kernels that hold the loop over them.
template <class T, class Kernel, class Sources>
SHUNT_INLINE void run_kernel(const Job<T>& q, const Sources& s, i64 count, const Ahead& ahead) {
    if constexpr (requires { Kernel::product; }) {
        if (q.plain)
            Kernel::run(q.adds, s, count, ahead);
        else
            merged_products<T>(Kernel::product, q, q.k * q.k, s, count, 0);
    } else {
        Kernel::run(q, s, 0, count, ahead);
    }
}
template <class T, class Kernel> [[gnu::flatten]] void by_lists(Work<T>* work) {
    const i64 first = work->problem;
    run_kernel<T, Kernel>(work->q, Sources<real_t<T>, Listed>{{work->a + first}, {work->b + first}, {work->c + first}},
                          work->count - first, Ahead{work->fetches ? work->next_a - work->a : 0, double_fma()});
}
template <class T>
using ByDistances = void (*)(const Job<T>&, const Sources<real_t<T>, Spaced>&, i64 count, const Ahead&);
template <class T, class Kernel> [[gnu::flatten]] void by_distances(const Job<T>& q,
                                                                    const Sources<real_t<T>, Spaced>& s, i64 count,
                                                                    const Ahead& ahead) {
    run_kernel<T, Kernel>(q, s, count, ahead);
}
template <class T> struct Compact {
    Square<T> listed[largest_spaced + 1];
    ByDistances<T> spaced[largest_spaced + 1];
    Product<real_t<T>> product[2][largest_tight + 1];  // larger ones, which are worth a call: with one unit, with two
};
template <class T> constexpr Compact<T> compact_of() {
    Compact<T> compact{};
    const auto add = [&]<class Kernel>(auto n, Kernel) {
        compact.listed[n] = by_lists<T, Kernel>;
        compact.spaced[n] = by_distances<T, Kernel>;
    };
    if constexpr (!is_complex<T>) {
        if constexpr (has_packed<T>(2)) add(std::integral_constant<int, 2>{}, Packed<T, 2, packed_width<T>(2)>{});
        if constexpr (has_packed<T>(4)) add(std::integral_constant<int, 4>{}, Packed<T, 4, packed_width<T>(4)>{});
#if defined(__AVX512F__)
        unroll<largest_tight + 1>([&](auto n) {
            if constexpr (n > 2 && n <= largest_spaced && n != 4)
                add(n, Tight<T, n>{});
            else if constexpr (n > largest_spaced && (n <= 32 || n == 48 || n == 64))
                unroll<2>([&](auto two) {
                    compact.product[two][n] = Tight<T, n, columns_of_tight<T>(n, two == 1)>::product;
                });
        });
#endif
    }
    return compact;
}
template <class T> inline constexpr Compact<T> compact = compact_of<T>();

// P x P blocks of elements of E real numbers: columns of A to rows of the copy.
template <class R, int E, int P> void transpose_blocks(i64 m, i64 k, const R* a, i64 lda, R* out) {
    for (i64 l0 = 0; l0 < k; l0 += P) {
        const i64 l = min(l0, k - P);
        for (i64 i0 = 0; i0 < m; i0 += P) {
            const i64 i = min(i0, m - P);
            Pack<R, E * P> v[P];
            unroll<P>([&](auto p) { v[p] = PackOf<R, E * P>::get(a + l * E + (i + p) * lda); });
            const auto stage = [&](auto s) __attribute__((always_inline)) {
                unroll<P>([&](auto p) __attribute__((always_inline)) {
                    if constexpr ((p & s) == 0)
                        detail::exchange<s * E>(v[p], v[p + s], std::make_integer_sequence<int, E * P>{});
                });
            };
            if constexpr (P > 1) stage(std::integral_constant<int, 1>{});
            if constexpr (P > 2) stage(std::integral_constant<int, 2>{});
            if constexpr (P > 4) stage(std::integral_constant<int, 4>{});
            if constexpr (P > 8) stage(std::integral_constant<int, 8>{});
            unroll<P>([&](auto p) { PackOf<R, E * P>::put(out + i * E + (l + p) * m * E, v[p]); });
        }
    }
}
template <class R, int E, int P> void transpose_copy_by(i64 m, i64 k, const R* a, i64 lda, R* out) {
    if constexpr (P > 1)
        if (m < P || k < P) return transpose_copy_by<R, E, P / 2>(m, k, a, lda, out);
    transpose_blocks<R, E, P>(m, k, a, lda, out);
}
// out := A^T, m x k without gaps; A is k x m. Pairs of single precision move as one double.
template <class T> void transpose_copy(i64 m, i64 k, const real_t<T>* a, i64 lda, real_t<T>* out) {
    if constexpr (sizeof(T) == 8)
        transpose_copy_by<double, 1, lanes<double>>(m, k, reinterpret_cast<const double*>(a), lda,
                                                    reinterpret_cast<double*>(out));
    else if constexpr (is_complex<T>)
        transpose_copy_by<double, 2, (lanes<double> > 2 ? lanes<double> / 2 : 1)>(m, k, a, 2 * lda, out);
    else
        transpose_copy_by<float, 1, lanes<float>>(m, k, a, lda, out);
}

// How many matrices ahead to prefetch by tiles, 0 where that loses; `bytes` of the largest operand, `total` of all.
// C + A * B on Zen 4: the smallest come by themselves if each is read from end to end, two vectors of rows lose (n =
// 12: 1.3 times slower), more gain (n = 28: 1.15 times faster), complex ones, whose columns are read strip by strip,
// gain up to 2 times. CPUs with two 512-bit units (Emerald Rapids): up to 1.5 times faster out of cache, up to 1.15
// times slower in it, where small batches are supposed to be.
template <class T> i64 ahead_of(i64 rows, i64 bytes, i64 count, i64 total) {
    if (double_fma()) return count < 128 && total < (512 << 10) ? 0 : bytes < 2048 ? max(2, 1536 / bytes) : 1;
    if (!is_complex<T> && vector_bytes == 64 && rows <= 2 * Shape<T>::whole) return 0;
    return bytes < 4096 && rows * planes<T> <= Shape<T>::vectors * Shape<T>::whole ? 0 : 1;
}

// Spreads prefetching of a, b and c, which take so many bytes, over all tiles. Out: what is prefetched in their places:
// of operands much smaller than the largest that one, as it would go on far behind their ends.
template <class T> [[gnu::noinline]] Operands<T> set_prefetch(Job<T>& q, Plan<T>& plan, const Operands<T>& o,
                                                              i64 a_bytes, i64 b_bytes, i64 c_bytes) {
    const i64 most = max(max(a_bytes, b_bytes), c_bytes);
    T* const* const largest = most == a_bytes ? o.a : most == b_bytes ? o.b : o.c;
    const bool small_a = 2 * a_bytes < most;
    const bool small_b = 2 * b_bytes < most;
    const bool small_c = 2 * c_bytes < most;
    const i64 bytes = small_a + small_b + small_c == 2 ? (most + 191) / 192 * 64 : most;
    q.apart = bytes < most ? bytes : 0;
    q.fetch = (bytes + plan.count * q.k - 1) / (plan.count * q.k);
    for (int t = 0; t < plan.count; ++t) {
        plan.step[t].fetched = t * q.k * q.fetch;
        plan.step[t].fetched_end = (t + 1) * q.k * q.fetch;
    }
    return {small_a ? largest : o.a,
            small_b ? largest : o.b,
            small_c ? largest : o.c,
            nullptr,
            nullptr,
            nullptr,
            nullptr,
            nullptr};
}

// Sets from where `tile` prefetches, and calls each(first, last problem) for those before the last ones, which have
// none to prefetch but themselves, and for these.
template <class T, class Each> void in_parts(Work<T>& work, const Operands<T>& o, i64 count, i64 ahead, Each each) {
    using R = real_t<T>;
    const i64 most = count > ahead ? count - ahead : 0;
    for (i64 begin = 0; begin < count;) {
        const i64 end = begin < most ? most : count;
        const i64 distance = begin < most ? ahead : 0;
        work.fetches = distance > 0;
        work.next_a = reinterpret_cast<const R* const*>(o.a) + distance;
        work.next_b = reinterpret_cast<const R* const*>(o.b) + distance;
        work.next_c = reinterpret_cast<R* const*>(o.c) + distance;
        each(begin, end);
        begin = end;
    }
}
template <class T> void carry_out(Work<T>& work, Square<T> square, const Operands<T>& o, i64 count, i64 ahead) {
    in_parts(work, o, count, ahead, [&](i64 begin, i64 end) {
        work.problem = begin;
        work.count = end;
        square(&work);
    });
}
// Matrix by matrix through the tiles of the plan. before(i) and after(i) stand around a matrix.
template <class T, class Before, class After> void carry_out(Work<T>& work, const Plan<T>& plan, const Operands<T>& o,
                                                             i64 count, i64 ahead, Before before, After after) {
    in_parts(work, o, count, ahead, [&](i64 begin, i64 end) {
        for (i64 i = begin; i < end; ++i) {
            before(i);
            const real_t<T>* const a = work.a[i];
            const real_t<T>* const b = work.b[i];
            real_t<T>* const c = work.c[i];
            for (int t = 0; t < plan.count; ++t) {
                const Step& step = plan.step[t];
                plan.tile[t](&work, &step, i, a + step.a, b + step.b, c + step.c);
            }
            after(i);
        }
    });
}

template <class T> bool scales_only(const Job<T>& q) {
    return q.k == 0 || (q.alpha_re == 0 && q.alpha_im == 0);
}
template <class T> bool beta_is_one(const Job<T>& q) {
    return q.beta_re == 1 && q.beta_im == 0;
}

template <class T> bool is_square(const Alike<T>& s) {
    return s.transa == 'N' && s.m == s.n && s.m == s.k;
}
template <class T> bool is_compact(const Alike<T>& s) {
    return is_square(s) && s.transb == 'N' && s.lda == s.m && s.ldb == s.m && s.ldc == s.m;
}
// The kernel of squares of this kind, or null.
template <class T> Square<T> square_of(const Alike<T>& s) {
    if (!is_square(s) || s.m > largest_square) return nullptr;
    const bool tight = is_compact(s);
    if (tight && compact<T>.listed[s.m] != nullptr) return compact<T>.listed[s.m];
    const Layout layout = s.transb != 'N' ? Layout::turned : tight ? Layout::tight : Layout::plain;
    return squares<T>.of[static_cast<int>(layout)][s.m];
}
template <class T> Product<real_t<T>> product_of(const Alike<T>& s) {
    return is_compact(s) && s.m <= largest_tight ? compact<T>.product[double_fma()][s.m] : nullptr;
}
// How many matrices ahead these prefetch. In cache it gains on Emerald Rapids (up to 1.1 times) where rows are not
// whole lines, and costs up to 1.04 times for the larger ones where they are, and those of one vector.
template <class T> i64 product_ahead(i64 n, i64 bytes, i64 count, bool in_cache) {
    if (!double_fma()) return in_cache ? 0 : ahead_of<T>(n, bytes, count, 3 * bytes * count);
    if (in_cache && (n <= lanes<T> || (n > 16 && n % 8 == 0))) return 0;
    return max(1, 2048 / bytes);
}

template <class T> bool gemm(const Alike<T>& s, const Operands<T>& o, i64 count, i64*) {
    using R = real_t<T>;
    constexpr i64 P = planes<T>;
    const bool turned = s.transa != 'N';
    if (s.m > most_rows || s.n > most_rows) return false;
    if (turned && s.m * s.k * static_cast<i64>(sizeof(T)) > buffer_bytes) return false;
    Work<T> work{};
    Job<T>& q = work.q;
    q.k = s.k;
    q.c_col = s.ldc * P;
    set_scalars(q, s.alpha, s.beta);
    if (scales_only(q)) {
        for (i64 i = 0; i < count && !beta_is_one(q); ++i)
            for (i64 j = 0; j < s.n; ++j) merge_run<T>(q, s.m * P, nullptr, reinterpret_cast<R*>(o.c[i] + j * s.ldc));
        return true;
    }
    q.a_run = turned ? s.m * P : s.lda * P;
    q.b_run = s.transb == 'N' ? P : s.ldb * P;
    q.b_step = (s.transb == 'N' ? s.ldb * P : P) * static_cast<i64>(sizeof(R));
    q.sign_a = s.transa == 'C' ? R(-1) : R(1);
    q.sign_b = s.transb == 'C' ? R(-1) : R(1);
    work.a = reinterpret_cast<const R* const*>(o.a);
    work.b = reinterpret_cast<const R* const*>(o.b);
    work.c = reinterpret_cast<R* const*>(o.c);
    const i64 a_bytes = turned ? span<T>(s.k, s.m, s.lda) : span<T>(s.m, s.k, s.lda);
    const i64 b_bytes = s.transb == 'N' ? span<T>(s.k, s.n, s.ldb) : span<T>(s.n, s.k, s.ldb);
    const i64 c_bytes = span<T>(s.m, s.n, s.ldc);
    const i64 most_bytes = max(max(a_bytes, b_bytes), c_bytes);
    const i64 ahead = ahead_of<T>(s.m, most_bytes, count, count * (a_bytes + b_bytes + c_bytes));
    if (const Square<T> square = square_of(s)) {
        carry_out(work, square, o, count, max(2, 1536 / most_bytes));
        return true;
    }
    if (const Product<R> product = product_of(s)) {
        const bool in_cache = count < chunk && 3 * most_bytes * count <= second_level;
        const i64 later = product_ahead<T>(s.m, most_bytes, count, in_cache);
        in_parts(work, o, count, later, [&](i64 begin, i64 end) {
            products<T>(product, q, s.m, Sources<R, Listed>{{work.a + begin}, {work.b + begin}, {work.c + begin}},
                        end - begin, work.fetches ? later : 0);
        });
        return true;
    }
    // Tiles pass over A and B again and again: what leaves L2 meanwhile is better packed.
    if (s.n > Shape<T>::columns[Shape<T>::vectors - 1] &&
        (s.m * s.k + s.k * s.n + s.m * s.n) * static_cast<i64>(sizeof(T)) > cache_bytes)
        return false;
    Plan<T> plan;
    if (!plan.add(q, 0, s.m, 0, s.n)) return false;
    const Operands<T> fetched = set_prefetch(q, plan, o, a_bytes, b_bytes, c_bytes);
    alignas(64) R buffer[buffer_bytes / sizeof(R)];
    const R* copy = buffer;
    carry_out(
        work, plan, fetched, count, ahead,
        [&](i64 i) {
            if (!turned) return;
            transpose_copy<T>(s.m, s.k, reinterpret_cast<const R*>(o.a[i]), s.lda, buffer);
            work.a = &copy - i;
        },
        [](i64) {});
    return true;
}

// Small squares without gaps at equal distances.
template <class T> bool spaced_gemm(const Alike<T>& s, const SpacedOperands<T>& o, i64 count) {
    using R = real_t<T>;
    const Product<R> product = product_of(s);
    const ByDistances<T> small = is_compact(s) && s.m <= largest_spaced ? compact<T>.spaced[s.m] : nullptr;
    if (product == nullptr && small == nullptr) return false;
    Job<T> q{};
    q.c_col = s.ldc;
    q.k = s.k;
    set_scalars(q, s.alpha, s.beta);
    if (scales_only(q)) return false;
    const Sources<R, Spaced> sources{{reinterpret_cast<const R*>(o.a), o.a_bytes},
                                     {reinterpret_cast<const R*>(o.b), o.b_bytes},
                                     {reinterpret_cast<R*>(o.c), o.c_bytes}};
    const i64 bytes = s.m * s.m * static_cast<i64>(sizeof(T));
    const bool in_cache = 3 * bytes * count <= second_level;
    if (product != nullptr) {
        products<T>(product, q, s.m, sources, count, product_ahead<T>(s.m, bytes, count, in_cache));
        return true;
    }
    // Zen 4 loses by it (out of cache up to 1.25 times). In cache it gains on Emerald Rapids up to 1.15 times, and
    // neither for n = 2 nor for n = 8.
    const i64 later = !double_fma() ? 0 : !in_cache ? 1 + 2048 / bytes : s.m > 2 && s.m < 8 ? 1 + 1024 / bytes : 0;
    small(q, sources, count, Ahead{later, double_fma()});
    return true;
}

// A triangle of C: the product's tiles that it touches go to the stack, and their columns from there.
template <class T, bool herm> bool rank_k(const Alike<T>& s, const Operands<T>& o, i64 count, i64*) {
    using R = real_t<T>;
    constexpr i64 P = planes<T>;
    const bool turned = s.transa != 'N';
    const bool lower = s.uplo == 'L';
    if (s.n > most_triangle_rows || (turned && s.n * s.k * static_cast<i64>(sizeof(T)) > buffer_bytes)) return false;
    Job<T> scalars{};
    scalars.k = s.k;
    set_scalars(scalars, s.alpha, s.beta);
    if constexpr (herm) {  // these are real
        scalars.alpha_im = scalars.beta_im = 0;
        scalars.zero = scalars.beta_re == 0;
    }
    if (scales_only(scalars) && beta_is_one(scalars)) return true;
    const auto merge = [&](i64 i, const R* sums) {
        for (i64 j = 0; j < s.n; ++j) {
            const i64 first = lower ? j : 0;
            const i64 end = lower ? s.n : j + 1;
            R* c = reinterpret_cast<R*>(o.c[i] + first + j * s.ldc);
            merge_run<T>(scalars, (end - first) * P, sums == nullptr ? nullptr : sums + (first + j * s.n) * P, c);
            if constexpr (herm) reinterpret_cast<R*>(o.c[i] + j + j * s.ldc)[1] = 0;
        }
    };
    if (scales_only(scalars)) {
        for (i64 i = 0; i < count; ++i) merge(i, nullptr);
        return true;
    }
    Work<T> work{};
    Job<T>& q = work.q;
    set_scalars(q, T(1), T(0));
    q.k = s.k;
    q.c_col = s.n * P;
    q.a_run = turned ? s.n * P : s.lda * P;
    q.b_run = turned ? P : s.lda * P;
    q.b_step = (turned ? s.lda * P : P) * static_cast<i64>(sizeof(R));
    if constexpr (herm) (turned ? q.sign_a : q.sign_b) = -1;
    Plan<T> plan;
    const i64 width = 8 / P;
    for (i64 j = 0; j < s.n; j += width)
        if (!plan.add(q, lower ? j : 0, lower ? s.n : min(j + width, s.n), j, min(j + width, s.n))) return false;
    if (plan.count > 1 && s.n * (s.k + s.n) * static_cast<i64>(sizeof(T)) > cache_bytes) return false;
    const i64 a_bytes = turned ? span<T>(s.k, s.n, s.lda) : span<T>(s.n, s.k, s.lda);
    const Operands<T> fetched = set_prefetch(q, plan, o, a_bytes, 0, span<T>(s.n, s.n, s.ldc));
    alignas(64) R buffer[buffer_bytes / sizeof(R)];
    alignas(64) R sums[most_triangle_rows * most_triangle_rows * P];
    const R* copy = buffer;
    R* to = sums;
    work.a = work.b = reinterpret_cast<const R* const*>(o.a);
    carry_out(
        work, plan, fetched, count, ahead_of<T>(s.n, a_bytes, count, count * 2 * a_bytes),
        [&](i64 i) {
            work.c = &to - i;
            if (!turned) return;
            transpose_copy<T>(s.n, s.k, reinterpret_cast<const R*>(o.a[i]), s.lda, buffer);
            work.a = &copy - i;
        },
        [&](i64 i) { merge(i, sums); });
    return true;
}

// A vector of BLAS: its first element.
template <class T> T* first_of(T* x, i64 count, i64 inc) {
    return inc < 0 ? x - (count - 1) * inc : x;
}

constexpr i64 strip = 1024;  // elements of a vector that are worked on at a time

// sums += A x for `rows` <= strip rows and J columns. Sums: real numbers, the products with imaginary parts behind.
template <class T, int J> [[gnu::flatten]] void add_columns(i64 rows, const real_t<T>* a, i64 lda, const real_t<T>* x,
                                                            i64 incx, real_t<T>* sums) {
    using R = real_t<T>;
    constexpr i64 P = planes<T>;
    constexpr i64 n = lanes<R>;
    Vec<R> y[J * P];
    unroll<J>([&](auto j) {
        y[j * P] = broadcast(x[j * incx]);
        if constexpr (P == 2) y[j * P + 1] = broadcast(x[j * incx + 1]);
    });
    const auto add = [&](i64 i, auto get) __attribute__((always_inline)) {
        Vec<R> sum = load(sums + i);
        Vec<R> other = P == 2 ? load(sums + strip * P + i) : sum;
        unroll<J>([&](auto j) __attribute__((always_inline)) {
            const Vec<R> v = get(a + i + j * lda);
            sum += v * y[j * P];
            if constexpr (P == 2) other += v * y[j * P + 1];
        });
        store(sums + i, sum);
        if constexpr (P == 2) store(sums + strip * P + i, other);
    };
    i64 i = 0;
    for (; i + n <= rows * P; i += n)
        add(
            i, [](const R* p) __attribute__((always_inline)) { return load(p); });
    const int rest = static_cast<int>(rows * P - i);
    if (rest > 0)
        add(
            i, [&](const R* p) __attribute__((always_inline)) { return load_first(p, rest); });
}

template <class R> SHUNT_INLINE R total(Vec<R> v, R sign_odd) {  // elements at odd places count with a sign
    R even = 0;
    R odd = 0;
    R parts[lanes<R>];
    store(parts, v);
    for (int i = 0; i < lanes<R>; i += 2) {
        even += parts[i];
        odd += parts[i + 1];
    }
    return even + sign_odd * odd;
}

// The sums over `rows` of J columns times x, x without gaps, added to what `sums` holds: J vectors, J more for the
// products of parts that do not belong together.
template <class T, int J>
[[gnu::flatten]] void add_rows(i64 rows, const real_t<T>* a, i64 lda, const real_t<T>* x, Vec<real_t<T>>* sums) {
    using R = real_t<T>;
    constexpr i64 P = planes<T>;
    constexpr i64 n = lanes<R>;
    Vec<R> sum[J * P];
    unroll<J * P>([&](auto j) { sum[j] = sums[j]; });
    const auto add = [&](i64 i, auto get) __attribute__((always_inline)) {
        const Vec<R> y = get(x + i);
        unroll<J>([&](auto j) __attribute__((always_inline)) {
            const Vec<R> v = get(a + i + j * lda);
            sum[j] += v * y;
            if constexpr (P == 2) sum[J + j] += v * swapped<R, lanes<R>>(y);
        });
    };
    i64 i = 0;
    for (; i + n <= rows * P; i += n)
        add(
            i, [](const R* p) __attribute__((always_inline)) { return load(p); });
    const int rest = static_cast<int>(rows * P - i);
    if (rest > 0)
        add(
            i, [&](const R* p) __attribute__((always_inline)) { return load_first(p, rest); });
    unroll<J * P>([&](auto j) { sums[j] = sum[j]; });
}

// y(i) := beta * y(i) + alpha * sums(i) for elements anywhere.
template <class T> void merge_elements(const Job<T>& q, i64 count, const real_t<T>* sums, real_t<T>* y, i64 inc) {
    constexpr int P = planes<T>;
    if (inc == P) return merge_run<T>(q, count * P, sums, y);
    for (i64 i = 0; i < count; ++i, y += inc) merge_run<T, P>(q, P, sums == nullptr ? nullptr : sums + i * P, y);
}

template <class T> void gemv_columns(const Job<T>& q, i64 m, i64 n, const real_t<T>* a, i64 lda, const real_t<T>* x,
                                     i64 incx, real_t<T>* y, i64 incy) {
    using R = real_t<T>;
    constexpr int P = planes<T>;
    alignas(64) R sums[strip * P * P];
    for (i64 i = 0; i < m; i += strip) {
        const i64 rows = min(strip, m - i);
        for (i64 l = 0; l < rows * P; l += lanes<R>)
            for (int p = 0; p < P; ++p) store(sums + p * strip * P + l, Vec<R>{});
        const R* from = a + i * P;
        i64 j = 0;
        for (; j + 4 <= n; j += 4) add_columns<T, 4>(rows, from + j * lda, lda, x + j * incx, incx, sums);
        for (; j < n; ++j) add_columns<T, 1>(rows, from + j * lda, lda, x + j * incx, incx, sums);
        if constexpr (P == 2)
            for (i64 l = 0; l < rows; ++l) {
                const R* other = sums + strip * P;
                const R re = other[2 * l + 1];
                const R im = other[2 * l];
                sums[2 * l] -= re;
                sums[2 * l + 1] += im;
            }
        merge_elements(q, rows, sums, y + i * incy, incy);
    }
}

template <class T> void gemv_rows(const Job<T>& q, i64 m, i64 n, const real_t<T>* a, i64 lda, const real_t<T>* x,
                                  i64 incx, real_t<T>* y, i64 incy) {
    using R = real_t<T>;
    constexpr int P = planes<T>;
    alignas(64) R copy[strip * P];
    i64 copied = -1;
    const auto columns = [&](i64 j, auto width) {
        constexpr int J = width();
        Vec<R> sums[J * P]{};
        for (i64 i = 0; i < m; i += strip) {
            const i64 rows = min(strip, m - i);
            const R* from = x + i * incx;
            if (incx != P) {
                if (copied != i)
                    for (i64 l = 0; l < rows; ++l)
                        for (int p = 0; p < P; ++p) copy[l * P + p] = from[l * incx + p];
                copied = i;
                from = copy;
            }
            add_rows<T, J>(rows, a + i * P + j * lda, lda, from, sums);
        }
        R result[J * P];
        for (int c = 0; c < J; ++c)
            if constexpr (P == 1) {
                result[c] = total<R>(sums[c], 1);
            } else {  // even: re re and re im; odd: im im and im re
                result[2 * c] = total<R>(sums[c], -q.sign_a);
                result[2 * c + 1] = total<R>(sums[J + c], q.sign_a);
            }
        merge_elements(q, J, result, y + j * incy, incy);
    };
    i64 j = 0;
    for (; j + 4 <= n; j += 4) columns(j, std::integral_constant<int, 4>{});
    for (; j < n; ++j) columns(j, std::integral_constant<int, 1>{});
}

template <class T> bool gemv(const Alike<T>& s, const Operands<T>& o, i64 count, i64*) {
    using R = real_t<T>;
    constexpr i64 P = planes<T>;
    const bool turned = s.transa != 'N';
    const i64 size_x = turned ? s.m : s.n;
    const i64 size_y = turned ? s.n : s.m;
    Work<T> work{};
    Job<T>& q = work.q;
    q.k = s.n;
    set_scalars(q, s.alpha, s.beta);
    q.sign_a = s.transa == 'C' ? R(-1) : R(1);
    const i64 incx = s.ldb * P;
    const i64 incy = s.ldc * P;
    if (scales_only(q)) {
        for (i64 i = 0; i < count && !beta_is_one(q); ++i)
            merge_elements<T>(q, size_y, nullptr, reinterpret_cast<R*>(first_of(o.c[i], size_y, s.ldc)), incy);
        return true;
    }
    // Beyond, columns at a time are faster in cache (d with AVX2 1.5, with one 512-bit unit 1.1 times).
    const bool tall = vector_bytes == 64 && (is_complex<T> || double_fma());
    if (!turned && s.m <= (tall ? 128 : 64) && incy == P) {  // a product with one column
        q.a_run = s.lda * P;
        q.b_run = incx;
        Plan<T> plan;
        plan.add(q, 0, s.m, 0, 1);
        for (int t = 0; t < plan.count; ++t) plan.step[t].b = s.ldb < 0 ? (1 - s.n) * incx : 0;
        work.a = reinterpret_cast<const R* const*>(o.a);
        work.b = reinterpret_cast<const R* const*>(o.b);
        work.c = reinterpret_cast<R* const*>(o.c);
        const i64 bytes = span<T>(s.m, s.n, s.lda);
        const Operands<T> fetched = set_prefetch(q, plan, o, bytes, 0, 0);
        const i64 ahead = ahead_of<T>(s.m, bytes, count, count * bytes);
        carry_out(
            work, plan, fetched, count, ahead, [](i64) {}, [](i64) {});
        return true;
    }
    for (i64 i = 0; i < count; ++i) {
        const auto* a = reinterpret_cast<const R*>(o.a[i]);
        const auto* x = reinterpret_cast<const R*>(first_of(o.b[i], size_x, s.ldb));
        auto* y = reinterpret_cast<R*>(first_of(o.c[i], size_y, s.ldc));
        if (turned)
            gemv_rows<T>(q, s.m, s.n, a, s.lda * P, x, incx, y, incy);
        else
            gemv_columns<T>(q, s.m, s.n, a, s.lda * P, x, incx, y, incy);
    }
    return true;
}

template <class T> bool decline(const Alike<T>&, const Operands<T>&, i64, i64*) {
    return false;
}

// C and its triangles: a Hermitian one of a real type is asked for as a symmetric one.
template <class T> constexpr BatchKernel<T> herk_of() {
    if constexpr (is_complex<T>)
        return rank_k<T, true>;
    else
        return decline<T>;
}

}  // namespace

template <class T> const BatchProducts<T>& batch_products_table() {
    static constexpr BatchProducts<T> table{gemm<T>, spaced_gemm<T>, rank_k<T, false>, herk_of<T>(), gemv<T>};
    return table;
}

template const BatchProducts<float>& batch_products_table();
template const BatchProducts<double>& batch_products_table();
template const BatchProducts<std::complex<float>>& batch_products_table();
template const BatchProducts<std::complex<double>>& batch_products_table();

}  // namespace shunt::cpu::SHUNT_ISA
