// In: a triangle and right-hand sides in device memory. Out: op(A)^-1 B or op(A) B in place, by two launches: `prepare`
// (all diagonal blocks at once), then `sweep` or `stream` (all row blocks, each waiting for just the blocks above it),
// `broad` (trsm_broad.cu) or `pairs` (trsm_pairs.cu).
//
// Every variant becomes "left, lower, not transposed" by strides (negative ones turn an upper triangle around). With
// V = inv(L) of the diagonal blocks, for TRMM L itself:
//
//     [ L11          ] [ X1 ]          [ B1 ]      X1 := V1 alpha B1
//     [ L21  L22     ] [ X2 ]  = alpha [ B2 ]      X2 := V2 alpha B2 - (V2 L21) X1
//     [ L31  L32  L33] [ X3 ]          [ B3 ]      X3 := V3 (alpha B3 - L31 X1) - (V3 L32) X2
//
// V L of the left neighbour is made beforehand as well: what waits for the block above is one product. That sums what
// cancels before V is applied otherwise, so only where V is harmless (by_joint_product).
//
// Row blocks have 64 rows; the right-hand sides are cut into slices. A work item is one row block of one slice. Solved
// blocks travel through a workspace that `prepare` fills with a word no result can be: a reader knows by the word
// itself whether it is there, so that no flag and no fence lie on the chain. Items are handed out by a counter in an
// order in which each depends on earlier ones only: some block of threads can always go on, whatever else runs on the
// device. Sums are made in one fixed order, so results are the same bits in every run.
//
// All arithmetic is FP64, for single precision as well: its tensor cores are as fast as FP32 FMA on these chips.
//
// A product with an inverted diagonal block is as good as substitution only where |L| |inv L| is moderate. `prepare`
// computes that bound for each block. Where it is small the inverse is used as it is, where it is moderate the inverse
// is corrected first; beyond that each solution is refined once, and beyond the reach of that found by substitution. So
// is a tile whose product is not finite: Inf and NaN come out where substitution has them.
#include <cuda_runtime.h>

#include <algorithm>

#include "cuda/async.cuh"
#include "cuda/shared_memory.hpp"
#include "cuda/triangle.cuh"
#include "cuda/trsm_broad.hpp"
#include "cuda/trsm_kernels.hpp"
#include "cuda/trsm_pairs.hpp"

namespace shunt::gpu {
namespace {

using namespace triangle;

constexpr int kThreads = 128;  // of sweep
constexpr int kPrepare = 256;  // threads of prepare

// ---- prepare
constexpr int kLd = kRows + 3;  // odd, as columns are read, and apart enough for rows of fragments
template <class T> struct PrepareShared {
    using Wide = typename Of<T>::Wide;
    Wide l[kRows][kLd], v[kRows][kLd], inverse[kRows];
    union {
        Wide t[32][33];  // of join
        struct {
            double sum[4][4][kRows];  // quarters of sums: of |V| by rows, |L| by columns, |L| |V| by rows, by columns
            double total[2][kRows];   // of the first two
        };
    };
};

// A block of 64 x 64 elements, by all threads: all are asked for before the first one is waited for.
constexpr int kShare = kRows * kRows / kPrepare;  // of a thread
template <class T> using Part = typename Of<T>::Wide[kShare];
template <class Wide, class F> __device__ __forceinline__ void each_element(const Problem& p, F&& use) {
    const bool by_rows = p.ars == 1 || p.ars == -1;
#pragma unroll
    for (int q = 0; q < kShare; ++q) {
        const int e = static_cast<int>(threadIdx.x) + q * kPrepare, fast = e % kRows, slow = e / kRows;
        use(q, by_rows ? fast : slow, by_rows ? slow : fast);
    }
}
// The block `distance` blocks left of diagonal block i.
template <class T>
__device__ __forceinline__ void ask_neighbour(const Problem& p, int i, int distance, Part<T>& block) {
    const int64_t top = static_cast<int64_t>(i) * kRows;
    each_element<typename Of<T>::Wide>(p, [&](int q, int r, int c) {
        set(block[q], 0, 0);
        if (top + r < p.n) block[q] = fetch<T>(p.a, (top + r) * p.ars + (top - distance * kRows + c) * p.acs);
    });
}

// c[.][n] += a b on tensor cores, rows g and g + 8 of a, column g of b.
template <int parts, class Wide>
__device__ __forceinline__ void product(double (&c)[parts][4][4], int n, Wide a0, Wide a1, Wide b) {
    mma(c[0][n], re(a0), re(a1), re(b));
    if constexpr (parts == 2) {
        mma(c[1][n], re(a0), re(a1), im(b));
        mma(c[0][n], im(a0), im(a1), -im(b));
        mma(c[1][n], im(a0), im(a1), re(b));
    }
}

// v(16 h.., ..) := inverse of the block of twice `half` rows at `at`, from the inverses of its diagonal halves:
//     [ L11      ]^-1     [ V11      ]
//     [ L21  L22 ]     =  [ V21  V22 ]      V21 = -V22 (L21 V11)
template <int half, class T> __device__ void join(PrepareShared<T>& s) {
    using Wide = typename Of<T>::Wide;
    constexpr int parts = Of<T>::parts, tiles = half / 16 * (half / 8),
                  pairs = kRows / (2 * half);  // (16, 8), a warp each
    const int tid = threadIdx.x, lane = tid % 32, warp = tid / 32, g = lane / 4, t = lane % 4;
    const bool mine = warp < tiles * pairs;
    const int at = warp / tiles * 2 * half, in = warp / tiles * half;  // in: of t
    const int row = warp % tiles / (half / 8) * 16 + g, column = warp % (half / 8) * 8;
    const auto multiply = [&](const auto& a, int first, const auto& b, int b_row, int b_column, auto& to, int to_row,
                              int to_column, double sign) {
        double c[parts][4][4] = {};
#pragma unroll
        for (int k = t; k < half; k += 4)
            product(c, 0, a[at + half + row][first + k], a[at + half + row + 8][first + k], b[b_row + k][b_column + g]);
#pragma unroll
        for (int e = 0; e < 4; ++e) {
            Wide& x = to[to_row + row + e / 2 * 8][to_column + 2 * t + e % 2];
            set(x, sign * c[0][0][e], sign * c[parts - 1][0][e]);
        }
    };
    if (mine) multiply(s.l, at, s.v, at, at + column, s.t, in, column, 1);
    __syncthreads();
    if (mine) multiply(s.v, at + half, s.t, in, column, s.v, at + half, at + column, -1);
    __syncthreads();
}

// s.l := a block that was asked for.
template <class T> __device__ __forceinline__ void take(const Problem& p, PrepareShared<T>& s, const Part<T>& block) {
    each_element<typename Of<T>::Wide>(
        p, [&](int q, int r, int c) { set(s.l[r][c], re(block[q]), p.conjugate ? -im(block[q]) : im(block[q])); });
}

// w := -V times what ask_neighbour() got, by columns; l is overwritten.
template <class T>
__device__ void neighbour(const Problem& p, PrepareShared<T>& s, const Part<T>& block, typename Of<T>::Wide* w) {
    constexpr int parts = Of<T>::parts;
    const int tid = threadIdx.x, lane = tid % 32, warp = tid / 32, g = lane / 4, t = lane % 4;
    __syncthreads();
    take(p, s, block);
    __syncthreads();
    const int row = warp / 2 * 16 + g, column = warp % 2 * 32;
    double c[parts][4][4] = {};
    for (int k = t; k < warp / 2 * 16 + 16; k += 4) {  // V is lower triangular
        const auto a0 = s.v[row][k], a1 = s.v[row + 8][k];
#pragma unroll
        for (int n = 0; n < 4; ++n) product(c, n, a0, a1, s.l[k][column + n * 8 + g]);
    }
#pragma unroll
    for (int n = 0; n < 4; ++n)
#pragma unroll
        for (int e = 0; e < 4; ++e)
            set(w[(column + n * 8 + 2 * t + e % 2) * kRows + row + e / 2 * 8], -c[0][n][e], -c[parts - 1][n][e]);
}

// v := v + v (1 - l v), for |l| |v| of at most 2^9. With the columns of l and the rows of v scaled to a diagonal of
// about one, no element is larger than that; cut at 2^-13, the products of leading parts and their sums are exact, and
// what is left is small: the residual is as if computed in higher precision.
template <class T> __device__ void correct(PrepareShared<T>& s) {
    constexpr int parts = Of<T>::parts;
    constexpr double cut = 0x1.8p39;
    const int tid = threadIdx.x, lane = tid % 32, warp = tid / 32, g = lane / 4, t = lane % 4;
    double(&down)[kRows] = s.sum[0][0], (&up)[kRows] = s.sum[0][1];
    if (tid < kRows) {
        const int exponent = ilogb(size(s.l[tid][tid]));
        down[tid] = scalbn(1.0, -exponent), up[tid] = scalbn(1.0, exponent);
    }
    __syncthreads();
    const int row = warp / 2 * 16 + g, column = warp % 2 * 32, end = warp / 2 * 16 + 16;  // both are lower triangular
    double high[parts][4][4] = {}, low[parts][4][4] = {};
    const auto add = [&](int part, int n, double a0, double a1, double b) {
        const double high0 = (a0 + cut) - cut, high1 = (a1 + cut) - cut, high_b = (b + cut) - cut;
        mma(high[part][n], high0, high1, high_b);
        mma(low[part][n], high0, high1, b - high_b);
        mma(low[part][n], a0 - high0, a1 - high1, b);
    };
    for (int k = t; k < end; k += 4) {
        const auto a0 = s.l[row][k], a1 = s.l[row + 8][k];
        const double d = down[k], u = up[k];
#pragma unroll
        for (int n = 0; n < 4; ++n) {
            const auto b = s.v[k][column + n * 8 + g];
            add(0, n, re(a0) * d, re(a1) * d, re(b) * u);
            if constexpr (parts == 2) {
                add(1, n, re(a0) * d, re(a1) * d, im(b) * u);
                add(0, n, im(a0) * d, im(a1) * d, -im(b) * u);
                add(1, n, im(a0) * d, im(a1) * d, re(b) * u);
            }
        }
    }
    __syncthreads();
#pragma unroll
    for (int n = 0; n < 4; ++n)
#pragma unroll
        for (int e = 0; e < 4; ++e) {
            const int r = row + e / 2 * 8, c = column + n * 8 + 2 * t + e % 2;
            set(s.l[r][c], (r == c) - high[0][n][e] - low[0][n][e], -high[parts - 1][n][e] - low[parts - 1][n][e]);
        }
    __syncthreads();
    double sum[parts][4][4] = {};
    for (int k = t; k < end; k += 4) {
        const auto a0 = s.v[row][k], a1 = s.v[row + 8][k];
#pragma unroll
        for (int n = 0; n < 4; ++n) product(sum, n, a0, a1, s.l[k][column + n * 8 + g]);
    }
    __syncthreads();
#pragma unroll
    for (int n = 0; n < 4; ++n)
#pragma unroll
        for (int e = 0; e < 4; ++e) {
            auto& v = s.v[row + e / 2 * 8][column + n * 8 + 2 * t + e % 2];
            set(v, re(v) + sum[0][n][e], im(v) + sum[parts - 1][n][e]);
        }
    __syncthreads();
}

// Shares of the work on a row block: 0 is what every launch wants, the others one product each of what is farther to
// the left. How far what a share multiplies is to the left, 0 for nothing; where the product goes.
__device__ __forceinline__ int distance_of(const Problem& p, int i, int share) {
    if (share == 0) return i > 0 && p.fused ? 1 : 0;
    return i < 2 ? 0 : i % 2 == 1 ? 4 - share : share == 1 ? 2 : 0;
}
template <class T> __device__ __forceinline__ typename Of<T>::Wide* product_of(const Problem& p, int i, int share) {
    using Wide = typename Of<T>::Wide;
    constexpr int64_t square = int64_t{kRows} * kRows;
    if (share == 0) return static_cast<Wide*>(p.v) + (2 * static_cast<int64_t>(i) + 1) * square;
    return static_cast<Wide*>(p.far) + (static_cast<int64_t>(i / 2) * 3 + (i % 2 == 0 ? 0 : share)) * square;
}
// All shares but the first. Called: inlined, what they need twice costs `prepare` registers.
template <class T> __device__ __noinline__ void other_shares(const Problem& p, PrepareShared<T>& s, int i) {
#pragma unroll 1
    for (int share = 1; share < 3; ++share) {
        const int distance = distance_of(p, i, share);
        if (distance == 0) return;
        Part<T> left;
        ask_neighbour<T>(p, i, distance, left);
        neighbour<T>(p, s, left, product_of<T>(p, i, share));
    }
}

// Block i; alone: all shares are this one's.
template <class T, bool alone> __device__ void invert(const Problem& p, PrepareShared<T>& s, int i, int share) {
    const int tid = threadIdx.x;
    typename Of<T>::Wide one, zero;
    set(one, 1, 0);
    set(zero, 0, 0);
    // V times a block to the left, up to three of them, must not underflow where V (L X) would not. With the diagonals
    // of all in these bounds, what it may lose is nothing beside what these solve.
    constexpr double far = 0x1p400;
    const auto is_far = [](double size) { return !(size >= 1 / far && size <= far); };
    bool extreme = false;
    if constexpr (sizeof(typename Of<T>::Real) == 8) {
        const int64_t k = (static_cast<int64_t>(i) - 3) * kRows + tid;
        if (!p.unit && tid < 3 * kRows && k >= 0 && k < p.n) extreme = is_far(size(fetch<T>(p.a, k * (p.ars + p.acs))));
    }
    if (tid < kRows) s.inverse[tid] = over(one, s.l[tid][tid]);
    __syncthreads();
    if (tid < kRows) {  // column tid % 16 of the inverse of a block of 16
        const int at = tid / 16 * 16, c = tid % 16;
        typename Of<T>::Wide x[16];
#pragma unroll
        for (int r = 0; r < 16; ++r) x[r] = r == c ? one : zero;
#pragma unroll
        for (int k = 0; k < 16; ++k) {
            if (k >= c) x[k] = times(x[k], s.inverse[at + k]);
#pragma unroll
            for (int r = k + 1; r < 16; ++r) x[r] = fma_add(negated(s.l[at + r][at + k]), x[k], x[r]);
        }
#pragma unroll
        for (int r = 0; r < 16; ++r) s.v[at + r][at + c] = x[r];
    }
    __syncthreads();
    join<16>(s);
    join<32>(s);

    // The largest row and column sum of |L| |V|, from sums over quarters.
    const int r = tid % kRows, quarter = tid / kRows, from = quarter * 16;
    double rows = 0, columns = 0;
#pragma unroll
    for (int k = from; k < from + 16; ++k) {
        rows += size(s.v[r][k]);
        columns += size(s.l[k][r]);
    }
    s.sum[0][quarter][r] = rows;
    s.sum[1][quarter][r] = columns;
    __syncthreads();
    const auto of_quarters = [&](int which, int k) {
        return s.sum[which][0][k] + s.sum[which][1][k] + s.sum[which][2][k] + s.sum[which][3][k];
    };
    if (quarter < 2) s.total[quarter][r] = of_quarters(quarter, r);
    __syncthreads();
    const int distance = distance_of(p, i, share);
    Part<T> left;  // on its way meanwhile
    if (distance > 0) ask_neighbour<T>(p, i, distance, left);
    rows = columns = 0;
#pragma unroll
    for (int k = from; k < from + 16; ++k) {
        rows += size(s.l[r][k]) * s.total[0][k];
        columns += size(s.v[k][r]) * s.total[1][k];
    }
    s.sum[2][quarter][r] = rows;
    s.sum[3][quarter][r] = columns;
    __syncthreads();
    bool rough = extreme, worse = false, hopeless = false;
    if (tid < kRows) {
        rows = of_quarters(2, r);
        columns = of_quarters(3, r);
        const double d = size(s.v[r][r]);  // a NaN fails every comparison
        rough |= is_far(d) || !(rows <= p.plain && columns <= p.plain);
        worse = !(rows <= p.good && columns <= p.good);
        hopeless = !(rows <= p.refinable && columns <= p.refinable && d >= 1e-280 && d <= 1e280);
    }
    const int any_rough = __syncthreads_or(rough), any_worse = __syncthreads_or(worse),
              any_hopeless = __syncthreads_or(hopeless);
    const Mode mode = any_hopeless ? by_substitution
                      : any_worse  ? by_refinement
                      : any_rough  ? by_product
                                   : by_joint_product;
    auto* v = static_cast<typename Of<T>::Wide*>(p.v) + 2 * static_cast<int64_t>(i) * kRows * kRows;
    if (mode == by_joint_product) {
        if (distance > 0) neighbour<T>(p, s, left, product_of<T>(p, i, share));
        if constexpr (alone) other_shares(p, s, i);
    }
    if (share > 0) return;
    if (tid == 0) p.mode[i] = mode;
    if constexpr (sizeof(typename Of<T>::Real) == 8) {  // single precision never has that mode
        if (mode == by_product) correct(s);
    }
    for (int e = tid; e < kRows * kRows; e += kPrepare) v[e] = s.v[e % kRows][e / kRows];
    if (!p.x && mode == by_refinement)
        for (int e = tid; e < kRows * kRows; e += kPrepare) v[kRows * kRows + e] = s.l[e % kRows][e / kRows];
}

// Of its blocks of threads, how many a multiprocessor has: as shared memory allows.
template <class T> constexpr int kPrepares = sizeof(typename Of<T>::Wide) == 8 ? 2 : 1;

template <class T, bool alone>
__global__ __launch_bounds__(kPrepare, kPrepares<T>) void prepare(const __grid_constant__ Problem p) {
    using Wide = typename Of<T>::Wide;
    using Word = typename Of<T>::Word;
    extern __shared__ __align__(16) char memory[];
#if __CUDA_ARCH__ >= 900
    asm volatile("griddepcontrol.launch_dependents;");
#endif
    const int tid = threadIdx.x;
    const int inverting = (p.far && !alone ? 3 : 1) * p.blocks;  // blocks of threads
    if (static_cast<int>(blockIdx.x) < inverting) {
        auto& s = *reinterpret_cast<PrepareShared<T>*>(memory);
        const int i = blockIdx.x % static_cast<unsigned>(p.blocks),
                  share = blockIdx.x / static_cast<unsigned>(p.blocks);
        if (share > 0 && (i < 2 || (i % 2 == 0 && share == 2))) return;
        if (blockIdx.x == 0 && tid == 0) *p.turn = 0;
        const int64_t top = static_cast<int64_t>(i) * kRows;
        Part<T> block;  // the identity beyond the triangle's order; nothing outside of the triangle is touched
        each_element<Wide>(p, [&](int q, int r, int c) {
            set(block[q], r == c, 0);
            if (top + r < p.n && (r > c || (r == c && !p.unit)))
                block[q] = fetch<T>(p.a, (top + r) * p.ars + (top + c) * p.acs);
        });
        take(p, s, block);
        each_element<Wide>(p, [&](int, int r, int c) { set(s.v[r][c], 0, 0); });
        __syncthreads();
        Wide* v = static_cast<Wide*>(p.v) + 2 * static_cast<int64_t>(i) * kRows * kRows;
        if (p.multiply) {
            if (tid == 0) p.mode[i] = by_product;
            for (int e = tid; e < kRows * kRows; e += kPrepare) v[e] = s.l[e % kRows][e / kRows];
        } else {
            invert<T, alone>(p, s, i, share);
        }
        return;
    }
    const int first = blockIdx.x - inverting, step = gridDim.x - inverting;
    if (!p.x) {
        for (int64_t e = static_cast<int64_t>(first) * kPrepare + tid; e < p.flag_count;
             e += static_cast<int64_t>(step) * kPrepare)
            p.flags[e] = 0;
        return;
    }
    const int64_t tiles = static_cast<int64_t>(p.blocks) * p.slices;
    const int tile_elements = p.fill * kRows;  // p.fill: columns of a slice
    if (!p.multiply) {
        Bytes16<Word> v;
        for (auto& w : v.w) w = Of<T>::absent;
        auto* x = static_cast<Bytes16<Word>*>(p.x);
        const int64_t count = tiles * tile_elements * static_cast<int>(sizeof(T)) / 16;
        for (int64_t e = static_cast<int64_t>(first) * kPrepare + tid; e < count;
             e += static_cast<int64_t>(step) * kPrepare)
            *reinterpret_cast<uint4*>(x + e) = *reinterpret_cast<const uint4*>(&v);
        return;
    }
    const bool by_rows = p.brs == 1 || p.brs == -1;
    for (int64_t tile = first; tile < tiles; tile += step) {
        const int64_t slice = tile / p.blocks, i = tile % p.blocks;
#pragma unroll 4
        for (int e = tid; e < tile_elements; e += kPrepare) {
            int r = e % kRows, c = e / kRows;
            if (!by_rows) {  // 8 columns and 4 rows a warp: segments of 32 bytes or more on both sides
                c = e % 8 + e / 512 * 8;
                r = e / 8 % kRows;
            }
            Wide v;
            set(v, 0, 0);
            if (i * kRows + r < p.n && slice * p.fill + c < p.rhs)
                v = fetch<T>(p.b, (i * kRows + r) * p.brs + (slice * p.fill + c) * p.bcs);
            put<T>(p.x, tile * tile_elements + c * kRows + r, v);
        }
    }
}

// ---- sweep
// Of sweep.
template <class T, int NB> struct SweepShape : Shape<T, NB> {
    using S = Shape<T, NB>;
    static constexpr bool fused = NB * S::parts <= 32;  // room for R and X at the same time
    static constexpr int stages = S::parts == 2 ? 3 : 4;
    static constexpr bool joint = fused && stages > S::halves;  // both chunks of a block at once
    static constexpr int bytes =
        stages * S::slot + (fused ? 2 : 1) * S::halves * S::xs * static_cast<int>(sizeof(typename S::Wide));
    static constexpr int looks = NB * S::vectors / kThreads;  // vectors of a thread
};

template <class S> struct Sums { double c[S::parts][S::mt][S::nt][4]; };

// acc += a chunk of A (or of V) times a chunk of X; `a` and `x` are this lane's corners.
template <class S, class E, class X>
__device__ __forceinline__ void multiply_add(Sums<S>& acc, const E* a, int row, int column, int flip, const X* x) {
#pragma unroll
    for (int k = 0; k < S::chunk; k += 4, a += 4 * column) {
        if constexpr (S::parts == 1) {
            double av[S::mt][2];
#pragma unroll
            for (int m = 0; m < S::mt; ++m) {
                av[m][0] = widen(a[m * 16 * row]);
                av[m][1] = widen(a[(m * 16 + 8) * row]);
            }
#pragma unroll
            for (int n = 0; n < S::nt; ++n) {
                const double b = widen(x[n * 8 * S::ld_columns + k]);
#pragma unroll
                for (int m = 0; m < S::mt; ++m) mma(acc.c[0][m][n], av[m][0], av[m][1], b);
            }
        } else {
            double2 av[S::mt][2];
#pragma unroll
            for (int m = 0; m < S::mt; ++m)
#pragma unroll
                for (int h = 0; h < 2; ++h) {
                    const double2 v = widen(a[(m * 16 + h * 8) * row]);
                    av[m][h] = {v.x, __hiloint2double(__double2hiint(v.y) ^ flip, __double2loint(v.y))};
                }
#pragma unroll
            for (int n = 0; n < S::nt; ++n) {
                const double2 b = widen(x[n * 8 * S::ld_columns + k]);
#pragma unroll
                for (int m = 0; m < S::mt; ++m) {
                    mma(acc.c[0][m][n], av[m][0].x, av[m][1].x, b.x);
                    mma(acc.c[1][m][n], av[m][0].x, av[m][1].x, b.y);
                }
#pragma unroll
                for (int m = 0; m < S::mt; ++m) {
                    mma(acc.c[0][m][n], av[m][0].y, av[m][1].y, -b.y);
                    mma(acc.c[1][m][n], av[m][0].y, av[m][1].y, b.x);
                }
            }
        }
    }
}

template <class T, int NB> __global__ __launch_bounds__(kThreads, 2) void sweep(const __grid_constant__ Problem p) {
    using S = SweepShape<T, NB>;
    using Wide = typename S::Wide;
    using Word = typename Of<T>::Word;
    constexpr int element_size = static_cast<int>(sizeof(T)), wide_size = static_cast<int>(sizeof(Wide));
    extern __shared__ __align__(16) char memory[];
    __shared__ unsigned next_turn;
    Wide* const xs = reinterpret_cast<Wide*>(memory + S::stages * S::slot);  // X, chunk by chunk
    Wide* const rs = xs + (S::fused ? S::halves * S::xs : 0);                // alpha B - A X, before V is applied

    const int tid = threadIdx.x, lane = tid % 32, warp = tid / 32, g = lane / 4, t = lane % 4;
    const int wm = warp / S::warps_n * (S::mt * 16), wn = warp % S::warps_n * (S::nt * 8);
    const bool by_rows = p.ars == 1 || p.ars == -1, backwards = (by_rows ? p.ars : p.acs) < 0;
    const int flip = p.conjugate ? static_cast<int>(0x80000000u) : 0;

    // Copies of A: along its contiguous dimension in the order of memory, `unit` bytes at a time.
    const int length = by_rows ? kRows : S::chunk;  // of the contiguous dimension of a chunk
    const int unit = p.wide ? 16 : element_size, units = length * element_size / unit;
    const int fast = tid % units, slow = tid / units, slow_step = kThreads / units;
    const int64_t a_from =
        ((by_rows ? p.acs : p.ars) * slow - (backwards ? length - 1 : 0)) * element_size + fast * unit;
    const int64_t a_step = slow_step * (by_rows ? p.acs : p.ars) * element_size;
    const int a_ld = by_rows ? S::ld_rows : S::ld_columns;
    const unsigned a_to = shared_address(memory) + slow * a_ld * element_size + fast * unit;
    const int a_to_step = slow_step * a_ld * element_size;

    // This lane's place in the fragments.
    const int along = backwards ? -1 : 1;
    const int a_row = by_rows ? along : S::ld_columns, a_column = by_rows ? S::ld_rows : along;
    const int a_corner = (wm + g) * a_row + t * a_column + (backwards ? length - 1 : 0);
    const int v_corner = (wm + g) + t * S::ld_rows, x_corner = (wn + g) * S::ld_columns + t;
    const int x_column = tid / S::vectors, x_vector = tid % S::vectors;

#if __CUDA_ARCH__ >= 900
    asm volatile("griddepcontrol.wait;" ::: "memory");
#endif
    const unsigned turns = static_cast<unsigned>(p.slices) * static_cast<unsigned>(p.blocks);
    const bool more = turns > gridDim.x;  // else each block of threads gets one item, in order
    if (tid == 0) next_turn = atomicAdd(p.turn, 1u);
    __syncthreads();
    for (unsigned turn = next_turn; turn < turns;) {
        const int slice = turn % static_cast<unsigned>(p.slices);
        const int given = turn / static_cast<unsigned>(p.slices);
        const int i = p.multiply ? p.blocks - 1 - given : given;  // longest first where nothing waits
        const int64_t top = static_cast<int64_t>(i) * kRows;
        const int mode = p.multiply ? by_product : p.mode[i];
        const bool fused = S::fused && !p.multiply && i > 0 && mode == by_joint_product;
        // Chunks: of A, of V, and where fused of V times the last block of A. Those of A and of the last meet X.
        const int left = (fused ? i - 1 : i) * S::halves;
        const int chunks = left + (mode <= by_product ? S::halves : 0) + (fused ? S::halves : 0);
        const char* const a = static_cast<const char*>(p.a) + top * p.ars * element_size + a_from;
        const char* const v = static_cast<const char*>(p.v) + 2 * top * kRows * wide_size + tid * 16;
        const char* const x = static_cast<const char*>(p.x) + x_vector * 16 +
                              (static_cast<int64_t>(slice) * p.blocks * (NB * kRows) + x_column * kRows) * element_size;
        // What exists of this thread's copies: rows of the triangle end at n.
        const int rows = static_cast<int>(std::min<int64_t>(p.n - top, kRows));
        const int first_row =
            backwards ? length - fast * (unit / element_size) - unit / element_size : fast * (unit / element_size);
        const int exist = by_rows ? S::chunk : (rows - slow + slow_step - 1) / slow_step;
        const int bytes = by_rows ? std::min(std::max(rows - first_row, 0) * element_size, unit) : unit;

        const auto fetch_chunk = [&](int c) {
            const int slot = c % S::stages * S::slot;
            if (c < left) {
                const char* from = a + c * p.acs * (S::chunk * element_size);
                unsigned to = a_to + slot;
                const auto copy = [&](auto count, auto one) {
#pragma unroll
                    for (int q = 0; q < count(); ++q, from += a_step, to += a_to_step) one(q < exist ? bytes : 0);
                };
                if (p.wide) {
                    copy([] { return S::chunk * element_size * kRows / 16 / kThreads; },
                         [&](int read) { copy_async<16>(to, from, read); });
                } else if (S::parts == 2 && p.halves) {
                    constexpr int half = element_size / 2 < 4 ? 4 : element_size / 2;
                    copy([] { return S::chunk * kRows / kThreads; },
                         [&](int read) {
                             copy_async<half>(to, from, read / 2);
                             copy_async<half>(to + half, from + half, read / 2);
                         });
                } else {
                    copy([] { return S::chunk * kRows / kThreads; },
                         [&](int read) { copy_async<element_size>(to, from, read); });
                }
            } else if (c < chunks) {
                constexpr int vectors = kRows * wide_size / 16;
                const char* from = v + (c - left) * (S::chunk * kRows * wide_size);
                unsigned to =
                    shared_address(memory) + slot + tid % vectors * 16 + tid / vectors * (S::ld_rows * wide_size);
#pragma unroll
                for (int q = 0; q < S::chunk * vectors / kThreads; ++q) {
                    copy_async<16>(to, from, 16);
                    from += kThreads * 16;
                    to += kThreads / vectors * (S::ld_rows * wide_size);
                }
            }
            copies_end();
        };
        constexpr int look_step = kThreads / S::vectors * kRows * element_size;
        const auto look_at_x = [&](Bytes16<Word>(&seen)[S::looks], int c) {  // chunk c of all X
            const char* from =
                x + (static_cast<int64_t>(c / S::halves) * (NB * kRows) + c % S::halves * S::chunk) * element_size;
#pragma unroll
            for (int q = 0; q < S::looks; ++q) look(seen[q], from + q * look_step);
        };
        const auto take_x = [&](Bytes16<Word>(&seen)[S::looks], int c) {  // waits until all of it is there
            if (!p.multiply) {
                const auto missing = [&] {
                    bool any = false;
#pragma unroll
                    for (int q = 0; q < S::looks; ++q) any = any || incomplete(seen[q]);
                    return any;
                };
                while (missing()) {
                    if (i - c / S::halves > 2) __nanosleep(200);
                    look_at_x(seen, c);
                }
            }
            Wide* to = xs + c % S::halves * S::xs;
#pragma unroll
            for (int q = 0; q < S::looks; ++q) {
                Wide* at =
                    to + (x_column + q * (kThreads / S::vectors)) * S::ld_columns + x_vector * (16 / element_size);
                if constexpr (element_size == 4) {
                    const auto one = [&](int e) -> double { return __uint_as_float(seen[q].w[e]); };
                    reinterpret_cast<double2*>(at)[0] = {one(0), one(1)};
                    reinterpret_cast<double2*>(at)[1] = {one(2), one(3)};
                } else if constexpr (S::parts == 2 && element_size == 8) {
#pragma unroll
                    for (int e = 0; e < 2; ++e)
                        at[e] = {__uint_as_float(static_cast<unsigned>(seen[q].w[e])),
                                 __uint_as_float(static_cast<unsigned>(seen[q].w[e] >> 32))};
                } else {
                    *reinterpret_cast<double2*>(at) = {__longlong_as_double(seen[q].w[0]),
                                                       __longlong_as_double(seen[q].w[1])};
                }
            }
        };
        // Calls use(m, n, e, row, column) for this lane's elements of the tile.
        const auto each = [&](auto&& use) {
#pragma unroll
            for (int m = 0; m < S::mt; ++m)
#pragma unroll
                for (int n = 0; n < S::nt; ++n)
#pragma unroll
                    for (int e = 0; e < 4; ++e) use(m, n, e, wm + m * 16 + g + e / 2 * 8, wn + n * 8 + 2 * t + e % 2);
        };

        Bytes16<Word> seen[S::looks];
#pragma unroll
        for (int c = 0; c < S::stages - 1; ++c) fetch_chunk(c);
        // The chunk of X after the last of A's: V's own (TRMM), that of the block above (fused), none.
        const int beyond = p.multiply ? left : fused ? left : std::max(left - 1, 0);
        look_at_x(seen, 0);
        Sums<S> acc{};
        const auto sum = [&](int m, int n, int e) {
            Wide v;
            set(v, acc.c[0][m][n][e], acc.c[S::parts - 1][m][n][e]);
            return v;
        };
        const auto let = [&](int m, int n, int e, Wide v) {
            acc.c[S::parts - 1][m][n][e] = im(v);
            acc.c[0][m][n][e] = re(v);
        };
        Wide alpha, zero;
        set(alpha, p.alpha_re, p.alpha_im);
        set(zero, 0, 0);
        const int64_t right = static_cast<int64_t>(slice) * NB;
        const int columns = static_cast<int>(std::min<int64_t>(p.rhs - right, NB));
        const int64_t corner = top * p.brs + right * p.bcs;
        each([&](int m, int n, int e, int row, int column) {
            Wide v = zero;
            if (!p.multiply && row < rows && column < columns)
                v = negated(times(alpha, fetch<T>(p.b, corner + row * p.brs + column * p.bcs)));
            let(m, n, e, v);
        });

        // A X - alpha B, or A X
        for (int c = 0; c < left; ++c) {
            copies_wait<S::stages - 2>();
            take_x(seen, c);
            __syncthreads();  // the chunk is there, and nobody reads the one before any more
            fetch_chunk(c + S::stages - 1);
            look_at_x(seen, std::min(c + 1, beyond));
            multiply_add<S>(acc, reinterpret_cast<const T*>(memory + c % S::stages * S::slot) + a_corner, a_row,
                            a_column, flip, xs + c % S::halves * S::xs + x_corner);
        }
        unsigned later = turns;
        if (tid == 0 && more) later = atomicAdd(p.turn, 1u);
        if (!p.multiply) {
            if constexpr (!S::fused) __syncthreads();
            each([&](int m, int n, int e, int row, int column) {
                rs[row / S::chunk * S::xs + column * S::ld_columns + row % S::chunk] = negated(sum(m, n, e));
                let(m, n, e, zero);
            });
            if (mode > by_product) __syncthreads();
        }
        // V R, or V X; in two sums where that makes two chains of dependent products
        [[maybe_unused]] Sums<S> odd{};
        if (mode <= by_product) {
            const Wide* const with = p.multiply ? xs : rs;
            const auto product = [&](Sums<S>& to, int c) {
                multiply_add<S>(to, reinterpret_cast<const Wide*>(memory + c % S::stages * S::slot) + v_corner, 1,
                                S::ld_rows, 0, with + c % S::halves * S::xs + x_corner);
            };
            if (S::joint && !p.multiply) {
                copies_wait<std::max(S::stages - 1 - S::halves, 0)>();
                __syncthreads();
                fetch_chunk(left + S::stages - 1);
#pragma unroll
                for (int h = 0; h < S::halves; ++h) product(h % 2 ? odd : acc, left + h);
            } else {
                for (int c = left; c < left + S::halves; ++c) {
                    copies_wait<S::stages - 2>();
                    if (p.multiply) take_x(seen, c);
                    __syncthreads();
                    fetch_chunk(c + S::stages - 1);
                    if (p.multiply) look_at_x(seen, std::min(c + 1, left + S::halves - 1));
                    product(acc, c);
                }
            }
        }
        if constexpr (S::fused) {
            if (fused) {  // -(V A) X of the block above: all that is left to do once that is known
                const int from = left + S::halves;
                const auto product = [&](Sums<S>& to, int c) {
                    multiply_add<S>(to, reinterpret_cast<const Wide*>(memory + c % S::stages * S::slot) + v_corner, 1,
                                    S::ld_rows, 0, xs + c % S::halves * S::xs + x_corner);
                };
                if constexpr (S::joint) {
                    Bytes16<Word> all[S::halves][S::looks];
                    bool missing;
                    do {
#pragma unroll
                        for (int h = 0; h < S::halves; ++h) look_at_x(all[h], left + h);
                        missing = false;
#pragma unroll
                        for (int h = 0; h < S::halves; ++h)
#pragma unroll
                            for (int q = 0; q < S::looks; ++q) missing = missing || incomplete(all[h][q]);
                    } while (missing);
                    copies_wait<0>();
#pragma unroll
                    for (int h = 0; h < S::halves; ++h) take_x(all[h], left + h);
                    __syncthreads();
#pragma unroll
                    for (int h = 0; h < S::halves; ++h) product(h % 2 ? odd : acc, from + h);
                } else {
                    for (int h = 0; h < S::halves; ++h) {
                        copies_wait<S::stages - 2>();
                        take_x(seen, left + h);
                        __syncthreads();
                        fetch_chunk(from + h + S::stages - 1);
                        look_at_x(seen, left + std::min(h + 1, S::halves - 1));
                        product(acc, from + h);
                    }
                }
            }
        }
        if constexpr (S::joint) each([&](int m, int n, int e, int, int) { acc.c[0][m][n][e] += odd.c[0][m][n][e]; });
        bool bad = mode > by_product;
        each([&](int m, int n, int e, int, int) { bad = bad || endless(sum(m, n, e)); });
        bool spoiled = __syncthreads_or(bad) != 0;
        if (spoiled && mode <= by_product) {
            unsigned columns_of = 0;  // that are not finite
            each([&](int m, int n, int e, int, int) {
                columns_of |= static_cast<unsigned>(endless(sum(m, n, e))) << (2 * n + e % 2);
            });
            bad = mendable<T, NB>(p, i, slice, wn + 2 * t, columns_of);
            spoiled = __syncthreads_or(bad) != 0;
        }
        if (spoiled) {
            careful<T, NB>(p, rs, S::xs, i, slice, warp * (NB / 4), (warp + 1) * (NB / 4),
                           mode <= by_product ? by_substitution : mode, fused ? 1 : 0);
        } else {
            if (!p.multiply && i + 1 < p.blocks) {
                T* to = static_cast<T*>(p.x) + (static_cast<int64_t>(slice) * p.blocks + i) * (NB * kRows);
                each([&](int m, int n, int e, int row, int column) {
                    publish(to + column * kRows + row, sum(m, n, e));
                });
            }
            each([&](int m, int n, int e, int row, int column) {
                if (row < rows && column < columns)
                    put<T>(p.b, corner + row * p.brs + column * p.bcs,
                           p.multiply ? times(alpha, sum(m, n, e)) : sum(m, n, e));
            });
        }
        if (tid == 0) next_turn = later;
        __syncthreads();  // before the next item's copies land
        turn = next_turn;
        __syncthreads();
    }
}

// ---- stream: what sweep does, for real elements. Two warps copy, chunk by chunk in turn, four multiply; they meet at
// the barriers of a ring of stages only, so that the tensor cores wait for no copy and the copies of one item run into
// the next. A copier looks at what has come of X and copies again where a block had not been published yet.
template <class T, int NB, bool deep> struct StreamShape {
    using S = Shape<T, NB>;
    static constexpr int consumers = 128, threads = consumers + 64;
    static constexpr int stages = deep ? 9 : NB == 64 ? 3 : 4;
    static constexpr int x_at = S::slot;  // a stage: a chunk of A, then one of X (as stored) or of R (double)
    static constexpr int stage = S::slot + S::xs * static_cast<int>(sizeof(double));
    static constexpr int bytes = stages * stage;
    static constexpr int looks = NB * S::vectors / 32;
};

template <class T, int NB, bool deep>
__global__ __launch_bounds__(StreamShape<T, NB, deep>::threads,
                             deep ? 1 : 2) void stream(const __grid_constant__ Problem p) {
    using S = Shape<T, NB>;
    using R = StreamShape<T, NB, deep>;
    using Word = typename Of<T>::Word;
    constexpr int element_size = static_cast<int>(sizeof(T)), wide_size = 8;
    extern __shared__ __align__(16) char memory[];
    __shared__ __align__(8) Word64 barriers[2 * R::stages];  // full, empty
    __shared__ unsigned turn_of[R::stages], turn_box;

    const int tid = threadIdx.x, lane = tid % 32, warp = tid / 32;
    const unsigned full = shared_address(barriers), empty = full + 8 * R::stages;
    if (tid < R::stages) {
        barrier_open(full + 8 * tid, 32);
        barrier_open(empty + 8 * tid, R::consumers);
    }
    __syncthreads();
#if __CUDA_ARCH__ >= 900
    asm volatile("griddepcontrol.wait;" ::: "memory");
#endif
    const unsigned turns = static_cast<unsigned>(p.slices) * static_cast<unsigned>(p.blocks);
    const bool more = turns > gridDim.x;
    const bool by_rows = p.ars == 1 || p.ars == -1, backwards = (by_rows ? p.ars : p.acs) < 0;
    const int length = by_rows ? kRows : S::chunk;  // of the contiguous dimension of a chunk of A
    const auto row_block = [&](unsigned turn) {
        const int given = static_cast<int>(turn / static_cast<unsigned>(p.slices));
        return p.multiply ? p.blocks - 1 - given : given;  // longest first where nothing waits
    };
    unsigned k = 0;  // chunks so far; chunk k is in stage k % stages
    const auto stage_of = [](unsigned at) { return static_cast<int>(at % static_cast<unsigned>(R::stages)); };
    const auto parity_of = [](unsigned at) { return at / static_cast<unsigned>(R::stages) & 1; };

    if (tid >= R::consumers) {
        const unsigned mine = static_cast<unsigned>(warp - R::consumers / 32);  // chunks of this parity
        const int unit = p.wide ? 16 : element_size,
                  units = length * element_size / unit;  // a row or column of a chunk of A
        const int fast = lane % units, slow = lane / units;
        const int slow_step = units < 32 ? 32 / units : 1, again = units < 32 ? 1 : units / 32;
        const int64_t a_slow = (by_rows ? p.acs : p.ars) * element_size;
        const int a_ld = (by_rows ? S::ld_rows : S::ld_columns) * element_size;
        const int slows = (by_rows ? S::chunk : kRows) / slow_step;
        const int x_column = lane / S::vectors, x_vector = lane % S::vectors;
        constexpr int x_columns = 32 / S::vectors, look_step = x_columns * kRows * element_size;

        bool waiting = false, verify = false, near = false;  // of the chunk whose copies this warp issued last
        int pending = 0;
        const char* pending_x = nullptr;
        const auto x_place = [&](int stage) {
            return memory + stage * R::stage + R::x_at + (x_column * S::ld_columns) * element_size + x_vector * 16;
        };
        const auto copy_x = [&](int stage, const char* from) {
            const unsigned to = shared_address(x_place(stage));
#pragma unroll
            for (int q = 0; q < R::looks; ++q)
                copy_async<16>(to + q * (x_columns * S::ld_columns * element_size), from + q * look_step, 16);
        };
        const auto confirm = [&] {
            if (verify) {
                for (;;) {
                    const char* const at = x_place(pending);
                    const char* missing = nullptr;
#pragma unroll
                    for (int q = R::looks - 1; q >= 0; --q) {
                        const auto v = *reinterpret_cast<const Bytes16<Word>*>(
                            at + q * (x_columns * S::ld_columns * element_size));
                        if (incomplete(v)) missing = pending_x + q * look_step;
                    }
                    if (!__any_sync(~0u, missing != nullptr)) break;
                    if (missing) {
                        if constexpr (R::looks <= 16) {  // all of it, as soon as it is there
                            Bytes16<Word> v[R::looks];
                            bool any;
                            do {
                                if (!near) __nanosleep(200);
#pragma unroll
                                for (int q = 0; q < R::looks; ++q) look(v[q], pending_x + q * look_step);
                                any = false;
#pragma unroll
                                for (int q = 0; q < R::looks; ++q) any = any || incomplete(v[q]);
                            } while (any);
#pragma unroll
                            for (int q = 0; q < R::looks; ++q)
                                *reinterpret_cast<Bytes16<Word>*>(
                                    x_place(pending) + q * (x_columns * S::ld_columns * element_size)) = v[q];
                        } else {
                            Bytes16<Word> v;
                            for (look(v, missing); incomplete(v); look(v, missing))
                                if (!near) __nanosleep(200);
                            copy_x(pending, pending_x);
                        }
                    }
                    copies_end();
                    copies_wait<0>();
                }
            }
            barrier_arrive(full + 8 * pending);
            waiting = false;
        };

        if (tid == R::consumers) turn_box = atomicAdd(p.turn, 1u);
        meet<2, 64>();
        unsigned turn = turn_box;
        meet<2, 64>();
        while (turn < turns) {
            const int slice = turn % static_cast<unsigned>(p.slices), i = row_block(turn);
            const int64_t top = static_cast<int64_t>(i) * kRows;
            const bool fused = !p.multiply && i > 0 && p.mode[i] == by_joint_product;
            // Chunks: of A, of V, and where fused of V times the last block of A. Those of A and of the last meet X.
            const int left = (fused ? i - 1 : i) * S::halves, chunks = left + (fused ? 2 : 1) * S::halves;
            const char* const a = static_cast<const char*>(p.a) + top * p.ars * element_size + slow * a_slow -
                                  (backwards ? (length - 1) * element_size : 0);
            const char* const v = static_cast<const char*>(p.v) + 2 * top * kRows * wide_size + lane * 16;
            const char* const x =
                static_cast<const char*>(p.x) + x_vector * 16 +
                (static_cast<int64_t>(slice) * p.blocks * (NB * kRows) + x_column * kRows) * element_size;
            const int rows = static_cast<int>(std::min<int64_t>(p.n - top, kRows));
            unsigned later = turns;
            for (int c = 0; c < chunks; ++c, ++k) {
                if (c == left && tid == R::consumers && more) later = atomicAdd(p.turn, 1u);
                if ((k & 1) != mine) continue;
                const int stage = stage_of(k);
                if (R::stages < 4 && waiting) {
                    copies_wait<0>();
                    confirm();
                }
                barrier_wait(empty + 8 * stage, parity_of(k) ^ 1);
                const unsigned slot = shared_address(memory) + static_cast<unsigned>(stage * R::stage);
                if (c < left) {
                    for (int f = 0; f < again; ++f) {
                        const int at = fast + f * 32;
                        const char* from = a + c * p.acs * (S::chunk * element_size) + at * unit;
                        unsigned to = slot + slow * a_ld + at * unit;
                        // Rows of the triangle end at n.
                        const int first_row = (backwards ? units - 1 - at : at) * (unit / element_size);
                        const int bytes = by_rows ? std::min(std::max(rows - first_row, 0) * element_size, unit) : unit;
                        const int exist = by_rows ? slows : (rows - slow + slow_step - 1) / slow_step;
                        const auto copy = [&](auto one) {
#pragma unroll 8
                            for (int q = 0; q < slows; ++q, from += slow_step * a_slow, to += slow_step * a_ld)
                                one(q < exist ? bytes : 0);
                        };
                        if (p.wide)
                            copy([&](int read) { copy_async<16>(to, from, read); });
                        else
                            copy([&](int read) { copy_async<element_size>(to, from, read); });
                    }
                } else {
                    const char* from = v + (c - left) * (S::chunk * kRows * wide_size);
                    unsigned to = slot + lane * 16;
#pragma unroll 8
                    for (int q = 0; q < S::chunk; ++q, from += kRows * wide_size, to += S::ld_rows * wide_size)
                        copy_async<16>(to, from, 16);
                }
                // X of the same columns; of the block above for the last chunks where fused.
                const int xc = c < left || p.multiply ? c : c - S::halves;
                const bool with_x = c < left || p.multiply || c >= left + S::halves;
                const char* const from_x =
                    x +
                    (static_cast<int64_t>(xc / S::halves) * (NB * kRows) + xc % S::halves * S::chunk) * element_size;
                if (with_x) copy_x(stage, from_x);
                copies_end();
                if (lane == 0) turn_of[stage] = turn;
                if (R::stages >= 4 && waiting) {
                    copies_wait<1>();
                    confirm();
                }
                waiting = true;
                verify = with_x && !p.multiply;
                near = i - xc / S::halves <= 2;
                pending = stage;
                pending_x = from_x;
            }
            if (tid == R::consumers) turn_box = later;
            meet<2, 64>();
            turn = turn_box;
            meet<2, 64>();
        }
        if (waiting) {
            copies_wait<0>();
            confirm();
        }
        if ((k & 1) == mine) {
            barrier_wait(empty + 8 * stage_of(k), parity_of(k) ^ 1);
            if (lane == 0) turn_of[stage_of(k)] = turns;
            __syncwarp();
            barrier_arrive(full + 8 * stage_of(k));
        }
        return;
    }

    const int g = lane / 4, t = lane % 4;
    const int wm = warp / S::warps_n * (S::mt * 16), wn = warp % S::warps_n * (S::nt * 8);
    const int along = backwards ? -1 : 1;
    const int a_row = by_rows ? along : S::ld_columns, a_column = by_rows ? S::ld_rows : along;
    const int a_corner = (wm + g) * a_row + t * a_column + (backwards ? length - 1 : 0);
    const int v_corner = (wm + g) + t * S::ld_rows, x_corner = (wn + g) * S::ld_columns + t;
    const auto each = [&](auto&& use) {
#pragma unroll
        for (int m = 0; m < S::mt; ++m)
#pragma unroll
            for (int n = 0; n < S::nt; ++n)
#pragma unroll
                for (int e = 0; e < 4; ++e) use(m, n, e, wm + m * 16 + g + e / 2 * 8, wn + n * 8 + 2 * t + e % 2);
    };
    const auto wait_full = [&](unsigned at) { barrier_wait(full + 8 * stage_of(at), parity_of(at)); };
    const auto done_with = [&](unsigned at) { barrier_arrive(empty + 8 * stage_of(at)); };
    const auto a_in = [&](unsigned at) {
        return reinterpret_cast<const T*>(memory + stage_of(at) * R::stage) + a_corner;
    };
    const auto v_in = [&](unsigned at) {
        return reinterpret_cast<const double*>(memory + stage_of(at) * R::stage) + v_corner;
    };
    const auto x_in = [&](unsigned at) {
        return reinterpret_cast<const T*>(memory + stage_of(at) * R::stage + R::x_at) + x_corner;
    };
    const auto r_in = [&](unsigned at) {
        return reinterpret_cast<double*>(memory + stage_of(at) * R::stage + R::x_at);
    };
    const double alpha = p.alpha_re;
    for (;;) {
        wait_full(k);
        const unsigned turn = turn_of[stage_of(k)];
        if (turn >= turns) return;
        const int slice = turn % static_cast<unsigned>(p.slices), i = row_block(turn);
        const int64_t top = static_cast<int64_t>(i) * kRows, right = static_cast<int64_t>(slice) * NB;
        const int mode = p.multiply ? by_product : p.mode[i];
        const bool fused = !p.multiply && i > 0 && mode == by_joint_product;
        const int rows = static_cast<int>(std::min<int64_t>(p.n - top, kRows));
        const int columns = static_cast<int>(std::min<int64_t>(p.rhs - right, NB));
        const int64_t corner = top * p.brs + right * p.bcs;
        const int left = (fused ? i - 1 : i) * S::halves;
        Sums<S> acc{};
        if (!p.multiply)
            each([&](int m, int n, int e, int row, int column) {
                if (row < rows && column < columns)
                    acc.c[0][m][n][e] = -alpha * fetch<T>(p.b, corner + row * p.brs + column * p.bcs);
            });
        for (int c = 0; c < left; ++c, ++k) {  // A X - alpha B, or A X
            wait_full(k);
            multiply_add<S>(acc, a_in(k), a_row, a_column, 0, x_in(k));
            done_with(k);
        }
        bool bad = false;
        if (p.multiply) {
            for (int h = 0; h < S::halves; ++h, ++k) {
                wait_full(k);
                multiply_add<S>(acc, v_in(k), 1, S::ld_rows, 0, x_in(k));
                done_with(k);
            }
        } else {  // V R; R has room where X is in other stages
            static_assert(S::halves == 2);
            wait_full(k);
            wait_full(k + 1);
            double *const r0 = r_in(k), *const r1 = r_in(k + 1);
            each([&](int m, int n, int e, int row, int column) {
                (row < S::chunk ? r0 : r1)[column * S::ld_columns + row % S::chunk] = -acc.c[0][m][n][e];
                acc.c[0][m][n][e] = 0;
            });
            meet<1, R::consumers>();
            if (mode <= by_product) {
                // Two sums where there are few tiles: two chains of products, each waiting for itself only.
                Sums<S> odd{};
                const auto sum_of = [&](int h) -> Sums<S>& { return h && NB == 16 ? odd : acc; };
                multiply_add<S>(sum_of(0), v_in(k), 1, S::ld_rows, 0, r0 + x_corner);
                multiply_add<S>(sum_of(1), v_in(k + 1), 1, S::ld_rows, 0, r1 + x_corner);
                done_with(k);
                done_with(k + 1);
                k += 2;
                if (fused)  // -(V A) X of the block above: all that is left to do once that is known
                    for (int h = 0; h < S::halves; ++h, ++k) {
                        wait_full(k);
                        multiply_add<S>(sum_of(h), v_in(k), 1, S::ld_rows, 0, x_in(k));
                        done_with(k);
                    }
                if (NB == 16) each([&](int m, int n, int e, int, int) { acc.c[0][m][n][e] += odd.c[0][m][n][e]; });
            } else {
                careful<T, NB>(p, r0, static_cast<int>(r1 - r0), i, slice, warp * (NB / 4), (warp + 1) * (NB / 4), mode,
                               0);
                done_with(k);
                done_with(k + 1);
                k += 2;
                continue;
            }
        }
        each([&](int m, int n, int e, int, int) { bad = bad || endless(acc.c[0][m][n][e]); });
        bool spoiled = meet_or<1, R::consumers>(bad);
        if (spoiled) {
            unsigned columns_of = 0;
            each([&](int m, int n, int e, int, int) {
                columns_of |= static_cast<unsigned>(endless(acc.c[0][m][n][e])) << (2 * n + e % 2);
            });
            bad = mendable<T, NB>(p, i, slice, wn + 2 * t, columns_of);
            spoiled = meet_or<1, R::consumers>(bad);
        }
        if (spoiled) {
            careful<T, NB>(p, nullptr, 0, i, slice, warp * (NB / 4), (warp + 1) * (NB / 4), by_substitution, i);
            continue;
        }
        if (!p.multiply && i + 1 < p.blocks) {
            T* to = static_cast<T*>(p.x) + (static_cast<int64_t>(slice) * p.blocks + i) * (NB * kRows);
            each([&](int m, int n, int e, int row, int column) {
                publish(to + column * kRows + row, acc.c[0][m][n][e]);
            });
        }
        each([&](int m, int n, int e, int row, int column) {
            if (row < rows && column < columns)
                put<T>(p.b, corner + row * p.brs + column * p.bcs,
                       p.multiply ? alpha * acc.c[0][m][n][e] : acc.c[0][m][n][e]);
        });
    }
}

// ---- Launches
constexpr std::size_t rounded(std::size_t bytes) {
    return (bytes + 255) / 256 * 256;
}

struct Layout {
    int columns;
    int64_t blocks, slab;  // right-hand sides of one pass, so that the workspace stays bounded
    std::size_t mode, v, far, flags, x, bytes;
};

enum Kernel : int { by_sweep = 1, by_stream, by_deep_stream, by_broad, by_pairs };

// Measured on one H200 (CUDA 13.0, 2026-11-22, `triangle broad`, n = 1024 ... 16384, nrhs = 256 ... n): where there are
// tiles enough, and for TRSM work enough beside its chain of row blocks.
bool broad_pays(bool multiply, char precision, int64_t order, int64_t rhs) {
    if (precision != 'd') return false;
    if (multiply) return order >= 1024 && order * rhs >= int64_t{1} << 22;
    return order >= (rhs < 2048 ? 8192 : 2048) && order * rhs >= int64_t{1} << 23;
}
// The order that one launch of it should have; 0 where it does not pay.
int64_t broad_order(bool multiply, char precision, int64_t order, int64_t rhs) {
    if (!multiply && (rhs < 512 || (rhs < 1024 && order <= 8192))) return 0;
    const int64_t most = multiply     ? rhs <= 512    ? order
                                        : rhs <= 1024 ? 8192
                                        : rhs <= 2048 ? 4096
                                                      : 2048
                         : rhs < 1024 ? order
                         : rhs < 4096 ? 8192
                                      : 4096;
    const int64_t launches = (order + most - 1) / most;
    return broad_pays(multiply, precision, order / launches, rhs) ? most : 0;
}

// Measured on one H200 (CUDA 13.0, 2026-11-25, `triangle pairs`, n = 512 ... 16384, nrhs = 1 ... 4096): where row
// blocks in pairs beat the other kernels, TRSM; all of a launch.
bool pairs_pay(char precision, int64_t order, int64_t rhs) {
    if (!pairs_fit()) return false;
    if (precision == 'd') {
        if (rhs > 1024) return rhs <= 2048 && order >= 512 && order <= 2048;
        return order >= (rhs < 16 ? 3072 : rhs < 384 ? 1024 : 512);
    }
    if (precision == 's') return rhs <= 1024 ? order >= (rhs < 16 ? 1024 : 512) : rhs <= 2048 && order >= 8192;
    return rhs <= 4096 && order >= 512;
}
// The order that one launch of it should have; 0 where it does not pay or the other kernels' order is as good.
int64_t pairs_order(char precision, int64_t order, int64_t rhs) {
    if (rhs > 2048 || !pairs_pay(precision, order, rhs)) return 0;
    if (precision == 's') return 16384;
    if (precision == 'd') return rhs <= 128 ? 16384 : rhs <= 384 ? 8192 : rhs <= 512 ? 6144 : rhs < 1024 ? 4096 : 3072;
    if (precision == 'c') return rhs <= 64 ? 16384 : rhs <= 512 ? 8192 : rhs <= 1024 ? 4096 : 2048;
    return rhs <= 128 ? 8192 : rhs <= 256 ? 4096 : rhs <= 1024 ? 2048 : 1024;
}
// Right-hand sides of a slice: narrow slices have the shorter chain, wide ones read the triangle less often.
int pairs_columns(char precision, int64_t order, int64_t rhs) {
    const int64_t work = order * rhs, k = 1024;
    if (precision == 's') return work <= k * k && rhs <= 512 ? 16 : work < 8 * k * k ? 32 : 64;
    if (precision == 'd') return work <= 704 * k && rhs <= 512 ? 16 : rhs <= 1024 ? 32 : 64;
    return work <= (precision == 'c' ? 512 : 256) * k && rhs <= 256 ? 8 : 16;
}

// Row blocks between the two items of a tile: about twice as many as tiles of one slice are worked on at once (measured
// there too, 2026-11-22, 132 multiprocessors).
int broad_lag(int64_t row_blocks, int64_t slices) {
    const int64_t most = std::max<int64_t>(row_blocks / 2, 2);
    return static_cast<int>(std::clamp<int64_t>(264 / slices, std::min<int64_t>(12, most), most));
}

// How a launch is cut where the caller leaves it open. Measured on one H200 (CUDA 13.0, 2026-11-21, `triangle tune`):
// about the fastest of all cuts at n = 1024 ... 8192, nrhs = 16 ... n.
TriangleCut choose(bool multiply, char precision, int64_t order, int64_t rhs, TriangleCut cut) {
    const bool complex = precision == 'c' || precision == 'z', single = precision == 's' || precision == 'c';
    const int64_t blocks = (order + kRows - 1) / kRows;
    const auto items = [&](int columns) { return blocks * ((rhs + columns - 1) / columns); };
    if (precision != 'd' && cut.kernel == by_broad) cut.kernel = by_stream;
    if (cut.kernel == by_pairs && (multiply || !pairs_fit())) cut.kernel = by_stream;
    if (cut.kernel == 0 && cut.columns == 0 && broad_pays(multiply, precision, order, rhs)) cut.kernel = by_broad;
    if (cut.kernel == 0 && cut.columns == 0 && !multiply && pairs_pay(precision, order, rhs)) cut.kernel = by_pairs;
    if (cut.kernel == by_broad) {
        cut.columns = kBroadColumns;
        return cut;
    }
    if (cut.columns == 0) {
        if (cut.kernel == by_pairs)
            cut.columns = pairs_columns(precision, order, rhs);
        else if (multiply)  // the narrowest slices that make no more than two items for each of 2 x 132 places
            cut.columns = items(16) <= 528 ? 16 : items(32) <= 528 || complex ? 32 : 64;
        else if (complex)
            cut.columns = rhs <= 256 || blocks * rhs <= 16384 ? 16 : 32;
        else if (rhs <= 256)
            cut.columns = rhs <= 64 || order <= (single ? 4096 : 2048) ? 16 : 32;
        else
            cut.columns = rhs <= 512 || (rhs <= 1024 && order <= (single ? 4096 : 2048)) ? 32 : 64;
    }
    if (cut.kernel == 0) {
        const bool deep_fits = shared_memory_of_block() >= StreamShape<double, 16, true>::bytes;
        if (multiply)  // a deep ring leaves room for one block of threads: +7 to +14 % while there are few
            cut.kernel = cut.columns == 16 && items(16) <= 264 && deep_fits ? by_deep_stream : by_stream;
        else  // the chain is shorter in sweep, the copies are faster in stream
            cut.kernel = single || (cut.columns == 16 && ((rhs > 64 && order > 1024) || (rhs > 16 && order > 4096)))
                             ? by_stream
                             : by_sweep;
    }
    const int parts = cut.kernel == by_pairs && complex ? 2 : 1;
    cut.columns = std::clamp(cut.columns, 16 / parts, complex ? 32 / parts : 64);
    return cut;
}

Layout layout(char precision, int64_t order, int64_t rhs, TriangleCut cut) {
    const bool complex = precision == 'c' || precision == 'z';
    const int64_t element = precision == 's' ? 4 : precision == 'z' ? 16 : 8;
    Layout l{};
    l.columns = cut.columns;
    l.blocks = (order + kRows - 1) / kRows;
    l.mode = 256;
    if (cut.kernel == by_broad) {  // every tile has two row blocks
        l.blocks = (l.blocks + 1) / 2 * 2;
        l.slab = rhs;
        l.v = l.mode + rounded(static_cast<std::size_t>(l.blocks) * sizeof(int));
        l.flags = l.v + rounded(static_cast<std::size_t>(l.blocks) * 2 * kRows * kRows * sizeof(double));
        l.x = l.flags + rounded(static_cast<std::size_t>(broad_flags(order, rhs)) * sizeof(unsigned));
        l.bytes = l.x + broad_scratch(order, rhs);
        return l;
    }
    constexpr int64_t most = int64_t{256} << 20;
    const int64_t fit = std::max<int64_t>(most / (l.blocks * kRows * element) / 64 * 64, 64);
    l.slab = std::min(rhs, fit);
    const int64_t room = (l.slab + 63) / 64 * 64;  // for slices of any width
    if (cut.kernel == by_pairs) l.blocks = (l.blocks + 1) / 2 * 2;
    l.v = l.mode + rounded(static_cast<std::size_t>(l.blocks) * sizeof(int));
    const std::size_t square = std::size_t{kRows} * kRows * (complex ? 16 : 8);
    l.far = l.v + rounded(static_cast<std::size_t>(l.blocks) * 2 * square);
    l.x = l.far;
    if (cut.kernel == by_pairs) l.x += rounded(static_cast<std::size_t>(l.blocks / 2) * 3 * square);
    l.bytes = l.x + rounded(static_cast<std::size_t>(l.blocks * kRows * room * element));
    return l;
}

template <class T, int NB>
cudaError_t launch_sweep(cudaStream_t queue, const Problem& p, int multiprocessors, bool overlap) {
    return launch_overlapping(sweep<T, NB>, static_cast<int64_t>(p.slices) * p.blocks, 2 * multiprocessors, kThreads,
                              SweepShape<T, NB>::bytes, queue, overlap, p);
}

template <class T, int NB, bool deep>
cudaError_t launch_stream(cudaStream_t queue, const Problem& p, int multiprocessors, bool overlap) {
    using R = StreamShape<T, NB, deep>;
    return launch_overlapping(stream<T, NB, deep>, static_cast<int64_t>(p.slices) * p.blocks,
                              (deep ? 1 : 2) * multiprocessors, R::threads, R::bytes, queue, overlap, p);
}

template <class T>
cudaError_t launch_pass(cudaStream_t stream, const Problem& p, int kernel, void* scratch, bool left) {
    int device = 0, multiprocessors = 0, major = 0;
    cudaError_t error = cudaGetDevice(&device);
    if (error == cudaSuccess) error = cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device);
    if (error == cudaSuccess) error = cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, device);
    constexpr int bytes = static_cast<int>(sizeof(PrepareShared<T>));
    // Each inverts again what the others do, but only as long as there is room for all at once.
    const int shares = p.far && 3 * p.blocks <= kPrepares<T> * multiprocessors ? 3 : 1;
    const auto first = p.far && shares == 1 ? prepare<T, true> : prepare<T, false>;
    if (error == cudaSuccess) error = cudaFuncSetAttribute(first, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
    if (error != cudaSuccess) return error;
    const int64_t elements = p.x ? static_cast<int64_t>(p.blocks) * p.slices * p.fill * kRows : p.flag_count;
    const int helpers = static_cast<int>(std::clamp<int64_t>(elements / (kPrepare * 8), 1, multiprocessors));
    first<<<static_cast<unsigned>(shares * p.blocks + helpers), kPrepare, bytes, stream>>>(p);
    error = cudaGetLastError();
    if (error != cudaSuccess) return error;
    const bool overlap = major >= 9;
    if (kernel == by_pairs) return launch_pairs<T>(stream, p, multiprocessors, overlap);
    if constexpr (Of<T>::parts == 2) {
        return p.fill == 16 ? launch_sweep<T, 16>(stream, p, multiprocessors, overlap)
                            : launch_sweep<T, 32>(stream, p, multiprocessors, overlap);
    } else {
        if (sizeof(T) == 8 && kernel == by_broad)
            return launch_broad(stream, p, scratch, left, multiprocessors, overlap);
        if (p.fill == 64) return launch_stream<T, 64, false>(stream, p, multiprocessors, overlap);
        if (p.fill == 32)
            return kernel == by_sweep ? launch_sweep<T, 32>(stream, p, multiprocessors, overlap)
                                      : launch_stream<T, 32, false>(stream, p, multiprocessors, overlap);
        return kernel == by_sweep         ? launch_sweep<T, 16>(stream, p, multiprocessors, overlap)
               : kernel == by_deep_stream ? launch_stream<T, 16, true>(stream, p, multiprocessors, overlap)
                                          : launch_stream<T, 16, false>(stream, p, multiprocessors, overlap);
    }
}

cudaError_t launch(bool multiply, cudaStream_t stream, char precision, char side, char uplo, char trans, char diag,
                   int64_t m, int64_t n, double alpha_re, double alpha_im, const void* a, int64_t lda, void* b,
                   int64_t ldb, void* workspace, TriangleCut cut) {
    if (m <= 0 || n <= 0) return cudaSuccess;
    const bool left = side == 'L', plain = trans == 'N', complex = precision == 'c' || precision == 'z';
    const int64_t element = precision == 's' ? 4 : precision == 'z' ? 16 : 8;
    const int64_t order = left ? m : n, rhs = left ? n : m;
    cut = choose(multiply, precision, order, rhs, cut);
    const Layout l = layout(precision, order, rhs, cut);
    Problem p{};
    // Right: X op(A) = B is op(A)^T X^T = B^T.
    const bool columns_first = left == plain;
    p.ars = columns_first ? 1 : lda;
    p.acs = columns_first ? lda : 1;
    p.brs = left ? 1 : ldb;
    p.bcs = left ? ldb : 1;
    p.n = order;
    p.alpha_re = alpha_re;
    p.alpha_im = alpha_im;
    p.conjugate = complex && trans == 'C';
    p.unit = diag == 'U';
    p.multiply = multiply;
    p.fused = !complex || l.columns == 16 || cut.kernel == by_pairs;
    p.halves = complex && (reinterpret_cast<std::uintptr_t>(a) % static_cast<unsigned>(element)) != 0;
    const char* triangle = static_cast<const char*>(a);
    char* right_hand_sides = static_cast<char*>(b);
    if ((uplo == 'L') != columns_first) {  // upper: from the last row to the first
        triangle += (order - 1) * (p.ars + p.acs) * element;
        right_hand_sides += (order - 1) * p.brs * element;
        p.ars = -p.ars;
        p.acs = -p.acs;
        p.brs = -p.brs;
    }
    p.a = triangle;
    p.wide = reinterpret_cast<std::uintptr_t>(a) % 16 == 0 && lda * element % 16 == 0 &&
             ((uplo == 'L') == columns_first || order * element % 16 == 0);
    p.blocks = static_cast<int>(l.blocks);
    p.fill = l.columns;
    char* memory = static_cast<char*>(workspace);
    const bool broad = cut.kernel == by_broad;
    p.turn = reinterpret_cast<unsigned*>(memory);
    p.mode = reinterpret_cast<int*>(memory + l.mode);
    p.v = memory + l.v;
    p.x = broad ? nullptr : memory + l.x;
    p.far = cut.kernel == by_pairs ? memory + l.far : nullptr;
    if (broad) {
        p.wide_b =
            reinterpret_cast<std::uintptr_t>(b) % 16 == 0 && ldb % 2 == 0 && (!left || p.brs > 0 || order % 2 == 0);
        p.flags = reinterpret_cast<unsigned*>(memory + l.flags);
        p.flag_count = broad_flags(order, rhs);
        p.fused = true;
        p.band = multiply ? 32 : 64;
        p.lag = cut.lag ? cut.lag : broad_lag(l.blocks / 2, (rhs + kBroadColumns - 1) / kBroadColumns);
    }
    // Bounds of |L| |inv L|: a product with the inverse is off by up to that many roundings, most of them from the
    // inverse where that is not corrected; one step of refinement squares the relative loss. A small triangle has the
    // error of one row alone looked at (LAPACK's xTRT05: 30 n roundings), and no chain of blocks. Single precision
    // computes in double.
    const bool single = precision == 's' || precision == 'c';
    p.refinable = 1e7;
    p.plain = single ? p.refinable : 2.0 * static_cast<double>(std::min<int64_t>(order, kRows / 2));
    p.good = single ? p.refinable : order < kRows ? p.plain : 512;  // at most what `correct` takes
    for (int64_t j = 0; j < rhs; j += l.slab) {
        p.b = right_hand_sides + j * p.bcs * element;
        p.rhs = std::min(l.slab, rhs - j);
        p.slices = static_cast<int>((p.rhs + l.columns - 1) / l.columns);
        const cudaError_t error = precision == 's'   ? launch_pass<float>(stream, p, cut.kernel, memory + l.x, left)
                                  : precision == 'd' ? launch_pass<double>(stream, p, cut.kernel, memory + l.x, left)
                                  : precision == 'c' ? launch_pass<float2>(stream, p, cut.kernel, memory + l.x, left)
                                                     : launch_pass<double2>(stream, p, cut.kernel, memory + l.x, left);
        if (error != cudaSuccess) return error;
    }
    return cudaSuccess;
}

}  // namespace

std::size_t triangle_workspace(bool multiply, char precision, int64_t order, int64_t rhs, TriangleCut cut) {
    if (order <= 0 || rhs <= 0) return 0;
    return layout(precision, order, rhs, choose(multiply, precision, order, rhs, cut)).bytes;
}

// As choose(), columns s d c z.
struct OrderRow {
    int64_t most_rhs, most_order;
    int64_t launch[4];
};
constexpr int64_t any = INT64_MAX;
constexpr OrderRow trsm_orders[] = {
    {16, any, {16384, 16384, 8192, 4096}},  {64, any, {16384, 8192, 8192, 4096}},
    {256, any, {8192, 4096, 4096, 2048}},   {512, any, {8192, 2048, 4096, 2048}},
    {1024, 2048, {4096, 4096, 4096, 2048}}, {1023, any, {4096, 4096, 4096, 2048}},
    {1024, any, {4096, 4096, 4096, 1024}},  {any, 2048, {4096, 2048, 2048, 1024}},
    {any, 4096, {4096, 2048, 1024, 1024}},  {any, any, {4096, 1024, 512, 512}},
};
constexpr OrderRow trmm_orders[] = {
    {64, any, {16384, 16384, 8192, 8192}}, {256, any, {8192, 8192, 8192, 4096}}, {512, any, {8192, 4096, 8192, 2048}},
    {1024, any, {8192, 2048, 8192, 1024}}, {any, 2048, {4096, 2048, 2048, 512}}, {any, 4096, {4096, 2048, 2048, 1024}},
    {any, any, {4096, 2048, 512, 512}},
};
int64_t launch_order(const OrderRow* row, char precision, int64_t order, int64_t rhs) {
    while (rhs > row->most_rhs || order > row->most_order) ++row;
    return row->launch[precision == 's' ? 0 : precision == 'd' ? 1 : precision == 'c' ? 2 : 3];
}

std::int64_t trsm_launch_order(char precision, int64_t order, int64_t rhs) {
    if (const int64_t broad = broad_order(false, precision, order, rhs)) return broad;
    if (const int64_t pairs = pairs_order(precision, order, rhs)) return pairs;
    return launch_order(trsm_orders, precision, order, rhs);
}

std::int64_t trmm_launch_order(char precision, int64_t order, int64_t rhs) {
    if (const int64_t broad = broad_order(true, precision, order, rhs)) return broad;
    return launch_order(trmm_orders, precision, order, rhs);
}

bool triangle_in_two(bool multiply, char precision, int64_t order, int64_t rhs) {
    const int64_t from = precision == 'z' && !multiply ? 1024 : 2048;
    return (precision == 'c' || precision == 'z') && order > 2048 && rhs >= from;
}

cudaError_t launch_trsm(cudaStream_t stream, char precision, char side, char uplo, char trans, char diag, int64_t m,
                        int64_t n, double alpha_re, double alpha_im, const void* a, int64_t lda, void* b, int64_t ldb,
                        void* workspace, TriangleCut cut) {
    return launch(false, stream, precision, side, uplo, trans, diag, m, n, alpha_re, alpha_im, a, lda, b, ldb,
                  workspace, cut);
}

cudaError_t launch_trmm(cudaStream_t stream, char precision, char side, char uplo, char trans, char diag, int64_t m,
                        int64_t n, double alpha_re, double alpha_im, const void* a, int64_t lda, void* b, int64_t ldb,
                        void* workspace, TriangleCut cut) {
    return launch(true, stream, precision, side, uplo, trans, diag, m, n, alpha_re, alpha_im, a, lda, b, ldb, workspace,
                  cut);
}

}  // namespace shunt::gpu
