// In: many matrices in device memory. Out: their products: a tile of a result to a few threads or to a block of them.
#include <climits>
#include <type_traits>

#include "cuda/async.cuh"
#include "cuda/batch.cuh"

namespace shunt::gpu {
namespace kernels {

template <class T> __device__ __forceinline__ void finish_element(const BatchStep& s, const View<T>& z, int i, int j,
                                                                  T sum, T alpha, T beta, bool reads) {
    if (s.lower && i < j) return;
    z.put(i, j, finished(sum, alpha, beta, reads ? z.get(i, j) : zero<T>(), reads, s.real_diagonal && i == j));
}

// Small results, up to `size` x `size`: `problems` of them to a block, R x C of one to a thread.
template <class T, int size> constexpr int kSmallBlocks = size > 8 ? 5 : sizeof(T) == 16 ? 5 : 8;  // at a time
template <class T, int size, int terms, int R, int C, int problems>
__global__ void __launch_bounds__(size / R * (size / C) * problems, kSmallBlocks<T, size>)
    small_products(const __grid_constant__ BatchProblems all, const __grid_constant__ BatchStep s) {
    constexpr int down = size / R, right = size / C, threads = down * right, count = size * terms / threads;
    static_assert(threads <= 32 && size * terms % threads == 0);
    __shared__ T a_[problems][terms][size + 1], b_[problems][terms][size + 1];
    const int group = threadIdx.x / threads, t = threadIdx.x % threads;
    const i64 at = i64(blockIdx.x) * problems + group;
    bool there = at < all.count;
    const Problem p = problem(all, there ? at : 0);
    there = there && !(s.while_good && failed(all, p));
    const int m = length(s.m, p.sizes), n = length(s.n, p.sizes);
    there = there && m > 0 && n > 0;
    const int k = there && !is_zero(s.alpha) ? length(s.k, p.sizes) : 0;
    const int k_most = __reduce_max_sync(~0u, k);  // of the problems that share a warp
    const View<T> x = view<T>(all, p, s.x), y = view<T>(all, p, s.y), z = view<T>(all, p, s.z);
    const int ti = t % down, tj = t / down;
    const bool x_columns = !x.by_rows(), y_columns = !y.by_rows();
    T sum[R][C] = {};
    for (int k0 = 0; k0 < k_most; k0 += terms) {
        // All of them on their way before the first is needed.
        T next_a[count], next_b[count];
        const auto each = [&](bool columns, auto&& f) {
#pragma unroll
            for (int q = 0; q < count; ++q) {
                const int e = t + q * threads;
                f(q, columns ? e % size : e / terms, columns ? e / size : e % terms);
            }
        };
        const auto x_at = [&](int i, int l) { return x.p[i * x.rows + (k0 + l) * x.columns]; };
        const auto y_at = [&](int l, int j) { return y.p[(k0 + l) * y.rows + j * y.columns]; };
        if constexpr (!Traits<T>::complex) {
            each(x_columns, [&](int q, int i, int l) { next_a[q] = i < m && k0 + l < k ? x_at(i, l) : zero<T>(); });
            each(!y_columns, [&](int q, int j, int l) { next_b[q] = j < n && k0 + l < k ? y_at(l, j) : zero<T>(); });
            each(x_columns, [&](int q, int i, int l) { a_[group][l][i] = next_a[q]; });
            each(!y_columns, [&](int q, int j, int l) { b_[group][l][j] = next_b[q]; });
        } else {
            // In place of what is not there another one: conditions would part the loads.
            const int last = k - k0 - 1;
            if (last >= 0) {
                each(x_columns, [&](int q, int i, int l) { next_a[q] = x_at(min(i, m - 1), min(l, last)); });
                each(!y_columns, [&](int q, int j, int l) { next_b[q] = y_at(min(l, last), min(j, n - 1)); });
            }
            const auto element = [](bool there, bool conjugated, T v) {
                return !there ? zero<T>() : conjugated ? conjugate(v) : v;
            };
            each(x_columns,
                 [&](int q, int i, int l) { a_[group][l][i] = element(i < m && l <= last, x.conjugated, next_a[q]); });
            each(!y_columns,
                 [&](int q, int j, int l) { b_[group][l][j] = element(j < n && l <= last, y.conjugated, next_b[q]); });
        }
        __syncwarp();
        // Beyond its own terms a problem adds nothing: to add 0 would make 0 of a sum that is -0.
        if (k0 < k) {
#pragma unroll
            for (int l = 0; l < terms; ++l) {
                T u[R], v[C];
#pragma unroll
                for (int r = 0; r < R; ++r) u[r] = a_[group][l][r * down + ti];
#pragma unroll
                for (int c = 0; c < C; ++c) v[c] = b_[group][l][c * right + tj];
#pragma unroll
                for (int r = 0; r < R; ++r)
#pragma unroll
                    for (int c = 0; c < C; ++c) sum[r][c] = plus_product(sum[r][c], u[r], v[c]);
            }
        }
        __syncwarp();
    }
    if (!there) return;
    const T alpha = k == 0 ? zero<T>() : scalar_of<T>(s.alpha), beta = scalar_of<T>(s.beta);
    const bool reads = !is_zero(s.beta);
#pragma unroll
    for (int c = 0; c < C; ++c)
#pragma unroll
        for (int r = 0; r < R; ++r)
            if (r * down + ti < m && c * right + tj < n)
                finish_element(s, z, r * down + ti, c * right + tj, sum[r][c], alpha, beta, reads);
}

// Tiles of results, up to `size` rows, a block to each; `terms` terms at a time, of which what comes next is on its way
// to shared memory meanwhile. In double precision by the tensor cores, a warp to `parts` times 16 rows and `pieces`
// times 8 columns; in single precision `parts` x `pieces` numbers to a thread. `together` pieces of the result are read
// and written at a time. In shared memory neighbours are those along the tile, or the terms, and what lies between
// keeps banks apart.
template <class T, int size> struct Cut;
template <> struct Cut<double, 32> {
    static constexpr int rows = 32, columns = 32, terms = 16, stages = 2, between = 4, between_terms = 4;
    static constexpr int threads = 64, blocks = 10, parts = 1, pieces = 4, together = 4;
};
template <> struct Cut<double, 48> {
    static constexpr int rows = 48, columns = 48, terms = 16, stages = 2, between = 4, between_terms = 4;
    static constexpr int threads = 96, blocks = 5, parts = 1, pieces = 6, together = 3;
};
template <> struct Cut<double, 64> {
    static constexpr int rows = 64, columns = 64, terms = 16, stages = 3, between = 4, between_terms = 4;
    static constexpr int threads = 128, blocks = 3, parts = 2, pieces = 4, together = 4;
};
template <> struct Cut<double, 128> {
    static constexpr int rows = 128, columns = 64, terms = 16, stages = 3, between = 4, between_terms = 4;
    static constexpr int threads = 256, blocks = 2, parts = 2, pieces = 4, together = 1;
};
template <> struct Cut<Complex<double>, 16> {
    static constexpr int rows = 16, columns = 16, terms = 8, stages = 2, between = 2, between_terms = 4;
    static constexpr int threads = 32, blocks = 16, parts = 1, pieces = 2, together = 2;
};
template <> struct Cut<Complex<double>, 32> {
    static constexpr int rows = 32, columns = 32, terms = 8, stages = 3, between = 2, between_terms = 4;
    static constexpr int threads = 64, blocks = 6, parts = 2, pieces = 2, together = 2;
};
template <> struct Cut<Complex<double>, 48> {
    static constexpr int rows = 48, columns = 48, terms = 8, stages = 3, between = 2, between_terms = 4;
    static constexpr int threads = 192, blocks = 2, parts = 1, pieces = 3, together = 3;
};
template <> struct Cut<Complex<double>, 64> {
    static constexpr int rows = 64, columns = 64, terms = 8, stages = 3, between = 2, between_terms = 4;
    static constexpr int threads = 256, blocks = 2, parts = 2, pieces = 2, together = 1;
};
template <int size> struct Cut<float, size> {
    static constexpr int rows = size, columns = size == 32 ? 32 : 64, terms = 16, stages = size == 32 ? 2 : 3;
    static constexpr int between = 4, between_terms = 4, threads = size == 128 ? 128 : 64;
    static constexpr int blocks = size == 32 ? 12 : size == 64 ? 6 : 3;
    static constexpr int parts = size == 32 ? 4 : 8, pieces = parts, together = 2;
};
template <int size> struct Cut<Complex<float>, size> {
    static constexpr int rows = size, columns = size, terms = 8, stages = size == 32 ? 2 : 3;
    static constexpr int between = 2, between_terms = 2, threads = size == 64 ? 128 : 64;
    static constexpr int blocks = size == 64 ? 3 : 8;
    static constexpr int parts = size == 32 ? 4 : 8, pieces = 4, together = 2;
};
template <class C, int tile> constexpr int kLead = tile + C::between;
template <class C> constexpr int kTermLead = C::terms + C::between_terms;
template <class C, int tile> constexpr int kOperand =
    C::terms* kLead<C, tile> > tile* kTermLead<C> ? C::terms* kLead<C, tile> : tile* kTermLead<C>;
template <class C> constexpr int kStage = kOperand<C, C::rows> + kOperand<C, C::columns>;
template <class T, class C> constexpr std::size_t kTileBytes = sizeof(T) * C::stages* kStage<C>;

// The numbers of an operand that a thread brings, by words of 16 bytes where that is possible: those that lie together
// in memory.
template <class T, class C, int tile> struct Stream {
    static constexpr int terms = C::terms, threads = C::threads;
    static constexpr int size = int(sizeof(T)), word = kPack<T>;
    const T* p;
    int step, advance, along, term;  // of p: from number to number, and from these terms to the next ones
    bool by_long, words;
    unsigned to, to_step;  // in shared memory
    __device__ __forceinline__ Stream(const View<T>& v, bool rows_are_long, bool is_by_long, int first, T* shared) {
        by_long = is_by_long;
        const int over_long = rows_are_long ? v.rows : v.columns, over_terms = rows_are_long ? v.columns : v.rows;
        const T* const start = v.p + first * over_long;
        words = reinterpret_cast<std::size_t>(start) % 16 == 0 &&
                (word == 1 ||
                 (by_long ? over_long == 1 && over_terms % word == 0 : over_terms == 1 && over_long % word == 0));
        const int each = words ? word : 1, e = int(threadIdx.x) * each;
        along = by_long ? e % tile : e / terms;
        term = by_long ? e / tile : e % terms;
        p = start + along * over_long + term * over_terms;
        step = by_long ? threads * each / tile * over_terms : threads * each / terms * over_long;
        advance = terms * over_terms;
        to = shared_address(shared) +
             unsigned(by_long ? term * kLead<C, tile> + along : along * kTermLead<C> + term) * size;
        to_step =
            unsigned(by_long ? threads * each * kLead<C, tile> / tile : threads * each / terms * kTermLead<C>) * size;
    }
    // `most` along the tile are there, and `left` terms from here on; `each` numbers at a time, in copies of `bytes`.
    template <int each, int bytes> __device__ __forceinline__ void fetch(unsigned base, int most, int left) {
        constexpr int numbers = tile * terms / threads / each;
        static_assert(threads % tile == 0 && threads % terms == 0);
#pragma unroll 2
        for (int q = 0; q < numbers; ++q) {
            const int i = by_long ? along : along + q * (threads * each / terms);
            const int l = by_long ? term + q * (threads * each) / tile : term;
            const int there = i < most && l < left ? min(each, by_long ? most - i : left - l) : 0;
            const char* const from = reinterpret_cast<const char*>(there ? p + q * step : p);
#pragma unroll
            for (int part = 0; part < each * size; part += bytes)
                copy_async<bytes>(base + q * to_step + part, from + part, there ? min(there * size - part, bytes) : 0);
        }
    }
    __device__ __forceinline__ void fetch(int stage, int most, int left) {
        const unsigned base = to + unsigned(stage * kStage<C> * size);
        if (tile > 48 && words && most >= tile && left >= terms) {
#pragma unroll
            for (int q = 0; q < tile * terms / threads / word; ++q)
                copy_async<16>(base + q * to_step, reinterpret_cast<const char*>(p + q * step), 16);
        } else if (words) {
            fetch<word, 16>(base, most, left);
        } else {
            constexpr int bytes = size < 8 ? size : 8;
            fetch<1, bytes>(base, most, left);
        }
        p += advance;
    }
};

// Sums of a thread, in `pieces` columns with `each` numbers. Double precision: as the tensor cores have them.
template <class T, class C> struct Sums {
    static constexpr int kinds = Traits<T>::complex ? 2 : 1, each = 4 * C::parts;
    // Warps along the rows and columns. With one to a scheduler its parts lie between those of the others, so that all
    // have something to do; else together, so that warps without any do not read.
    static constexpr int down = C::rows / (16 * C::parts), right = C::columns / (8 * C::pieces);
    static constexpr bool spread = C::threads <= 128;
    static constexpr int row_step = 16 * (spread ? down : 1), column_step = 8 * (spread ? right : 1);
    double v[kinds][C::parts][C::pieces][4] = {};
    int row0, column0, parts, pieces;  // rows by 16 and columns by 8 of the warp that there are
    __device__ __forceinline__ Sums(bool, bool, int m, int n) {
        static_assert(C::threads / 32 == down * right);
        const int warp = int(threadIdx.x) / 32;
        row0 = warp % down * (spread ? 16 : row_step * C::parts);
        column0 = warp / down * (spread ? 8 : column_step * C::pieces);
        parts = (m - row0 + row_step - 1) / row_step, pieces = (n - column0 + column_step - 1) / column_step;
    }
    __device__ __forceinline__ T at(int c, int e) const {
        if constexpr (Traits<T>::complex)
            return {v[0][e / 4][c][e % 4], v[1][e / 4][c][e % 4]};
        else
            return v[0][e / 4][c][e % 4];
    }
    __device__ __forceinline__ int row(int e) const {
        return row0 + row_step * (e / 4) + int(threadIdx.x) % 32 / 4 + e % 4 / 2 * 8;
    }
    __device__ __forceinline__ int column(int c, int e) const {
        return column0 + column_step * c + 2 * (int(threadIdx.x) % 4) + e % 2;
    }
    template <bool x_long, bool y_long, bool whole>
    __device__ __forceinline__ void add(const T* a, const T* b, bool x_conjugated, bool y_conjugated) {
        if (!whole && (parts <= 0 || pieces <= 0)) return;
        constexpr int xt = x_long ? kLead<C, C::rows> : 1, xg = x_long ? 1 : kTermLead<C>;
        constexpr int yt = y_long ? kLead<C, C::columns> : 1, yg = y_long ? 1 : kTermLead<C>;
        const int g = int(threadIdx.x) % 32 / 4, t = int(threadIdx.x) % 4;
        a += t * xt + (row0 + g) * xg, b += t * yt + (column0 + g) * yg;
#pragma unroll(C::threads* C::blocks <= 384 ? C::terms / 4 : Traits <T>::complex ? 1 : 2)
        for (int q = 0; q < C::terms / 4; ++q) {
            T w[C::parts][2], u[C::pieces];
#pragma unroll
            for (int r = 0; r < C::parts; ++r)
#pragma unroll
                for (int h = 0; h < 2; ++h) {
                    w[r][h] = a[4 * q * xt + (row_step * r + 8 * h) * xg];
                    if (x_conjugated) w[r][h] = conjugate(w[r][h]);
                }
#pragma unroll
            for (int c = 0; c < C::pieces; ++c) {
                u[c] = b[4 * q * yt + column_step * c * yg];
                if (y_conjugated) u[c] = conjugate(u[c]);
            }
#pragma unroll
            for (int r = 0; r < C::parts; ++r)
#pragma unroll
                for (int c = 0; c < C::pieces; ++c)
                    if (whole || (r < parts && c < pieces)) {
                        if constexpr (Traits<T>::complex) {
                            mma(v[0][r][c], w[r][0].re, w[r][1].re, u[c].re);
                            mma(v[1][r][c], w[r][0].re, w[r][1].re, u[c].im);
                            mma(v[0][r][c], -w[r][0].im, -w[r][1].im, u[c].im);
                            mma(v[1][r][c], w[r][0].im, w[r][1].im, u[c].re);
                        } else {
                            mma(v[0][r][c], w[r][0], w[r][1], u[c]);
                        }
                    }
        }
    }
};

// A thread's numbers along one side of a tile: by words where neighbours are those along the tile, else spread, so that
// words of terms are read without conflicts.
template <class T, int threads> struct Spread {
    int first, word_step, step;
    __device__ __forceinline__ Spread(bool is_long, int t) {
        first = is_long ? t * kPack<T> : t;
        word_step = threads * kPack<T>;
        step = is_long ? 1 : threads;
    }
    __device__ __forceinline__ int operator()(int q) const {
        return first + q / kPack<T> * word_step + q % kPack<T> * step;
    }
};
// The numbers of `word` terms from l on; of neighbours along the tile one term at a time.
template <class T, class C, int tile, int threads, int count, bool is_long>
__device__ __forceinline__ void read_words(T (&to)[kPack<T>][count], const T* from, int t, int l, bool conjugated) {
    constexpr int word = kPack<T>;
    const Spread<T, threads> at(is_long, t);
#pragma unroll
    for (int q = 0; q < count; q += is_long ? word : 1)
#pragma unroll
        for (int e = 0; e < (is_long ? word : 1); ++e) {
            const int place = is_long ? (l + e) * kLead<C, tile> + at(q) : at(q) * kTermLead<C> + l;
            const Pack<T> w = *reinterpret_cast<const Pack<T>*>(from + place);
#pragma unroll
            for (int f = 0; f < word; ++f) {
                T& v = is_long ? to[e][q + f] : to[f][q];
                v = conjugated ? conjugate(w.v[f]) : w.v[f];
            }
        }
}
// Single precision: lanes that are neighbours share rows or columns, so that fewer words are read.
template <class T, class C>
requires(sizeof(RealOf<T>) == 4) struct Sums<T, C> {
    static constexpr int each = C::parts, down = C::rows / C::parts, right = C::columns / C::pieces;
    static_assert(down % 8 == 0 && right % 4 == 0 && down * right == C::threads);
    T v[C::parts][C::pieces] = {};
    int ti, tj;
    Spread<T, down> rows;
    Spread<T, right> columns;
    __device__ __forceinline__ static int place(bool of_row) {
        const int warp = int(threadIdx.x) / 32, lane = int(threadIdx.x) % 32;
        return of_row ? warp % (down / 8) * 8 + lane / 2 % 8 : warp / (down / 8) * 4 + lane % 2 + lane / 16 * 2;
    }
    __device__ __forceinline__ Sums(bool x_long, bool y_long, int, int)
        : ti(place(true)), tj(place(false)), rows(x_long, ti), columns(y_long, tj) {}
    __device__ __forceinline__ T at(int c, int e) const { return v[e][c]; }
    __device__ __forceinline__ int row(int e) const { return rows(e); }
    __device__ __forceinline__ int column(int c, int) const { return columns(c); }
    template <bool x_long, bool y_long, bool>
    __device__ __forceinline__ void add(const T* a, const T* b, bool x_conjugated, bool y_conjugated) {
#pragma unroll 1
        for (int l = 0; l < C::terms; l += kPack<T>) {
            T u[kPack<T>][C::parts], w[kPack<T>][C::pieces];
            read_words<T, C, C::rows, down, C::parts, x_long>(u, a, ti, l, x_conjugated);
            read_words<T, C, C::columns, right, C::pieces, y_long>(w, b, tj, l, y_conjugated);
#pragma unroll
            for (int e = 0; e < kPack<T>; ++e)
#pragma unroll
                for (int r = 0; r < C::parts; ++r)
#pragma unroll
                    for (int c = 0; c < C::pieces; ++c) v[r][c] = plus_product(v[r][c], u[e][r], w[e][c]);
        }
    }
};

template <class T, class C, bool x_long, bool y_long, bool whole>
__device__ __forceinline__ void multiply(Sums<T, C>& sum, Stream<T, C, C::rows>& a, Stream<T, C, C::columns>& b,
                                         const T* shared, int m, int n, int k, bool x_conjugated, bool y_conjugated) {
    const int steps = (k + C::terms - 1) / C::terms;
#pragma unroll
    for (int q = 0; q < C::stages - 1; ++q) {
        if (q < steps) {
            a.fetch(q, m, k - q * C::terms);
            b.fetch(q, n, k - q * C::terms);
        }
        copies_end();
    }
    for (int step = 0, stage = 0; step < steps; ++step) {
        copies_wait<C::stages - 2>();
        __syncthreads();
        const int next = step + C::stages - 1;
        if (next < steps) {
            const int into = stage == 0 ? C::stages - 1 : stage - 1;
            a.fetch(into, m, k - next * C::terms);
            b.fetch(into, n, k - next * C::terms);
        }
        copies_end();
        const T* const here = shared + stage * kStage<C>;
        stage = stage == C::stages - 1 ? 0 : stage + 1;
        sum.template add<x_long, y_long, whole>(here, here + kOperand<C, C::rows>, x_conjugated, y_conjugated);
    }
}

// Tiles of a problem follow each other, so that what they have in common is read from memory once.
template <class T, class C> __global__ void __launch_bounds__(C::threads, C::blocks)
    products(const __grid_constant__ BatchProblems all, const __grid_constant__ BatchStep s, unsigned tiles,
             unsigned tiles_m) {
    extern __shared__ double tile_shared[];
    const unsigned at = blockIdx.x / tiles, tile = blockIdx.x % tiles;
    const int i0 = int(tile % tiles_m) * C::rows, j0 = int(tile / tiles_m) * C::columns;
    const Problem p = problem(all, at);
    const int m = length(s.m, p.sizes) - i0, n = length(s.n, p.sizes) - j0;
    if (m <= 0 || n <= 0 || (s.lower && i0 + C::rows - 1 < j0) || (s.while_good && failed(all, p))) return;
    const int k = is_zero(s.alpha) ? 0 : length(s.k, p.sizes);
    const View<T> x = view<T>(all, p, s.x), y = view<T>(all, p, s.y), z = view<T>(all, p, s.z);
    const bool x_long = !x.by_rows(), y_long = y.by_rows();
    Sums<T, C> sum(x_long, y_long, m, n);
    {
        T* const shared = reinterpret_cast<T*>(tile_shared);
        Stream<T, C, C::rows> a(x, true, x_long, i0, shared);
        Stream<T, C, C::columns> b(y, false, y_long, j0, shared + kOperand<C, C::rows>);
        const auto go = [&]<bool x_is_long, bool y_is_long, bool whole>() {
            multiply<T, C, x_is_long, y_is_long, whole>(sum, a, b, shared, m, n, k, x.conjugated, y.conjugated);
        };
        const auto go_by = [&]<bool whole>() {
            if (x_long && y_long)
                go.template operator()<true, true, whole>();
            else if (x_long)
                go.template operator()<true, false, whole>();
            else if (y_long)
                go.template operator()<false, true, whole>();
            else
                go.template operator()<false, false, whole>();
        };
        if (sizeof(RealOf<T>) == 4 || (C::rows > 48 && m >= C::rows && n >= C::columns))
            go_by.template operator()<true>();
        else
            go_by.template operator()<false>();
    }
    const T alpha = k == 0 ? zero<T>() : scalar_of<T>(s.alpha), beta = scalar_of<T>(s.beta);
    const bool reads = !is_zero(s.beta);
    constexpr int each = Sums<T, C>::each, word = kPack<T>;
    // Words of neighbours in a column, where a thread has them.
    constexpr bool by_words = sizeof(RealOf<T>) == 4;
    const bool words = by_words && x_long && z.rows == 1 && z.columns % word == 0 && !z.conjugated && !s.lower &&
                       reinterpret_cast<std::size_t>(z.p) % 16 == 0;
#pragma unroll
    for (int c0 = 0; c0 < C::pieces; c0 += C::together) {
        const auto visit = [&](auto&& one, auto&& word_of) {
#pragma unroll
            for (int c = c0; c < c0 + C::together; ++c)
#pragma unroll
                for (int e = 0; e < each; e += by_words ? word : 1) {
                    if (by_words && words && sum.row(e) + word <= m && sum.column(c, e) < n) {
                        word_of(c, e, z.p + (i0 + sum.row(e)) + (j0 + sum.column(c, e)) * z.columns);
                    } else {
#pragma unroll
                        for (int f = e; f < e + (by_words ? word : 1); ++f) {
                            const int i = sum.row(f), j = sum.column(c, f);
                            if (i < m && j < n && (!s.lower || i0 + i >= j0 + j)) one(c, f, i0 + i, j0 + j);
                        }
                    }
                }
        };
        // All of what is read is on its way before any of it is needed.
        T before[C::together][each] = {};
        if (reads)
            visit([&](int c, int e, int i, int j) { before[c - c0][e] = z.get(i, j); },
                  [&](int c, int e, const T* at) {
                      const Pack<T> w = *reinterpret_cast<const Pack<T>*>(at);
#pragma unroll
                      for (int f = 0; f < word; ++f) before[c - c0][e + f] = w.v[f];
                  });
        visit(
            [&](int c, int e, int i, int j) {
                z.put(i, j, finished(sum.at(c, e), alpha, beta, before[c - c0][e], reads, s.real_diagonal && i == j));
            },
            [&](int c, int e, T* at) {
                Pack<T> w;
#pragma unroll
                for (int f = 0; f < word; ++f)
                    w.v[f] = finished(sum.at(c, e + f), alpha, beta, before[c - c0][e + f], reads, false);
                *reinterpret_cast<Pack<T>*>(at) = w;
            });
    }
}

template <class T, int size>
static cudaError_t launch_tiles(cudaStream_t stream, BatchProblems all, const BatchStep& s, int m, int n) {
    using C = Cut<T, size>;
    constexpr std::size_t bytes = kTileBytes<T, C>;
    auto* const kernel = products<T, C>;
    if (const cudaError_t e = once_a_device([&] { return allow_shared(kernel, bytes); }); e != cudaSuccess) return e;
    const unsigned tiles_m = unsigned(m + C::rows - 1) / C::rows, tiles_n = unsigned(n + C::columns - 1) / C::columns;
    return by_problems(all, tiles_m * tiles_n, [&](unsigned blocks) {
        kernel<<<blocks, C::threads, bytes, stream>>>(all, s, tiles_m * tiles_n, tiles_m);
    });
}
template <class T, int size, int terms, int R, int C, int problems>
static cudaError_t launch_small(cudaStream_t stream, const BatchProblems& all, const BatchStep& s) {
    auto* const kernel = small_products<T, size, terms, R, C, problems>;
    const auto blocks = static_cast<unsigned>((all.count + problems - 1) / problems);
    kernel<<<blocks, size / R*(size / C) * problems, 0, stream>>>(all, s);
    return cudaGetLastError();
}

}  // namespace kernels

template <class T>
cudaError_t launch_batch_products(cudaStream_t stream, const BatchProblems& all, const BatchStep& s) {
    using namespace kernels;
    const int m = length(s.m, all.most), n = length(s.n, all.most);
    if (m == 0 || n == 0) return cudaSuccess;
    const int larger = m > n ? m : n;
    if (s.small && larger <= 4) return launch_small<T, 4, 4, 2, 2, 32>(stream, all, s);
    if (s.small && larger <= 8) return launch_small<T, 8, 8, 2, 2, 8>(stream, all, s);
    if constexpr (sizeof(T) < 16) {
        constexpr int terms = Traits<T>::complex ? 8 : 16;
        if (s.small && larger <= 16) return launch_small<T, 16, terms, 4, 2, 4>(stream, all, s);
    } else {
        if (larger <= 16) return launch_tiles<T, 16>(stream, all, s, m, n);
    }
    if (larger <= 32) return launch_tiles<T, 32>(stream, all, s, m, n);
    // By smaller tiles where these cover less.
    constexpr int smaller = sizeof(RealOf<T>) == 8 ? 48 : 32;
    const auto covered = [&](int size) {
        const auto up = [size](int x) { return double((x + size - 1) / size * size); };
        return up(m) * up(n);
    };
    if (covered(smaller) < .6 * covered(64)) return launch_tiles<T, smaller>(stream, all, s, m, n);
    // The broader ones where they do not lie half outside.
    if constexpr (!Traits<T>::complex)
        if ((m - 1) % 128 >= 64) return launch_tiles<T, 128>(stream, all, s, m, n);
    return launch_tiles<T, 64>(stream, all, s, m, n);
}

template cudaError_t launch_batch_products<float>(cudaStream_t, const BatchProblems&, const BatchStep&);
template cudaError_t launch_batch_products<double>(cudaStream_t, const BatchProblems&, const BatchStep&);
template cudaError_t launch_batch_products<kernels::Complex<float>>(cudaStream_t, const BatchProblems&,
                                                                    const BatchStep&);
template cudaError_t launch_batch_products<kernels::Complex<double>>(cudaStream_t, const BatchProblems&,
                                                                     const BatchStep&);

cudaError_t launch_batch_step(cudaStream_t stream, char precision, const BatchProblems& all, const BatchStep& s) {
    if (all.count == 0) return cudaSuccess;
    const auto go = [&]<class T>(T) {
        switch (s.action) {
            case BatchAction::product:
                return launch_batch_products<T>(stream, all, s);
            case BatchAction::vector_product:
                return launch_batch_vectors<T>(stream, all, s);
            case BatchAction::solve:
            case BatchAction::solve_broad:
            case BatchAction::multiply:
            case BatchAction::vector_solve:
            case BatchAction::permute:
            case BatchAction::zero_pivot:
            case BatchAction::identity:
            case BatchAction::copy:
                return launch_batch_solves<T>(stream, all, s);
            case BatchAction::qr_small:
            case BatchAction::qr:
            case BatchAction::qr_in_place:
            case BatchAction::form_q:
            case BatchAction::form_q_in_place:
            case BatchAction::reflect:
            case BatchAction::bidiagonal:
            case BatchAction::bidiagonal_in_place:
            case BatchAction::bidiagonal_by_sweeps:
                return launch_batch_reflectors<T>(stream, all, s);
            default:
                return launch_batch_factors<T>(stream, all, s);
        }
    };
    return kernels::in_precision(precision, go);
}

}  // namespace shunt::gpu
