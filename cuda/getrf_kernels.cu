// In: a panel of a matrix and the columns beside it. Out: its LU with LAPACK's choice of pivots, the interchanges
// carried out, the block row solved.
//
// The latency of a column is what a panel costs. One cluster of thread blocks therefore holds NB columns of the panel
// in registers (a row a thread), no row moves before all NB are done, and a column takes one exchange: every block
// writes its candidate row into the shared memory of all others, where a transaction barrier counts the bytes. Only the
// next column is updated before the next search; the others are while it goes on. (Two exchanges, the deciding elements
// before the rows, were slower: 1.51 us a column instead of 1.18; so was a row of every warp instead of the block's.)
#include <atomic>
#include <bit>
#include <climits>
#include <type_traits>

#include "cuda/factor_kernels.cuh"
#include "cuda/getrf_kernels.hpp"
#include "cuda/shared_memory.hpp"

namespace shunt::gpu {
namespace kernels {

// The size of an element as an unsigned number of the same order, and the row's position: the first of the largest
// wins. As for LAPACK's I?AMAX, NaN is above all where the search begins, and below all others elsewhere.
struct alignas(16) Key {
    unsigned high, low;
    int position, unused;
};
constexpr Key kNoKey{0u, 0u, INT_MAX, 0};
__device__ __forceinline__ Key key_of(float x, int position) {
    return {__float_as_uint(x) & 0x7fffffffu, 0u, position, 0};
}
__device__ __forceinline__ Key key_of(double x, int position) {
    return {unsigned(__double2hiint(x)) & 0x7fffffffu, unsigned(__double2loint(x)), position, 0};
}
template <class T> __device__ __forceinline__ Key key_of(T x, int position, int begin) {
    const RealOf<T> size = size_of(x);
    return key_of(size == size || position == begin ? size : RealOf<T>(0), position);
}
__device__ __forceinline__ bool is_zero(Key k) {
    return (k.high | k.low) == 0;
}
// Whether plain_inverse() holds for the size in a key, but for the last sizes on both sides.
template <class T> __device__ __forceinline__ bool has_plain_inverse(Key k) {
    using Real = RealOf<T>;
    constexpr Real edge = inverse_edge<T>;
    if constexpr (sizeof(Real) == 8) {
        constexpr unsigned most = unsigned(std::bit_cast<std::uint64_t>(edge) >> 32);
        constexpr unsigned least = unsigned(std::bit_cast<std::uint64_t>(1 / edge) >> 32) + 1;
        return k.high - least < most - least;
    } else {
        constexpr unsigned most = std::bit_cast<unsigned>(edge), least = std::bit_cast<unsigned>(1 / edge) + 1;
        return k.high - least < most - least;
    }
}
__device__ __forceinline__ bool before(Key x, Key y) {
    if (x.high != y.high) return x.high > y.high;
    if (x.low != y.low) return x.low > y.low;
    return x.position < y.position;
}
// The largest `high` of the warp's keys, and with it the winner's lane as a bit. One reduction nearly always decides.
__device__ __forceinline__ unsigned highest(Key k) {
    return __reduce_max_sync(~0u, k.high);
}
template <class Real> __device__ __forceinline__ unsigned winner_bit(Key k, unsigned high) {
    bool mine = k.high == high;
    unsigned lanes = __ballot_sync(~0u, mine);
    if ((lanes & (lanes - 1)) != 0) {
        if constexpr (sizeof(Real) == 8) {
            const unsigned low = __reduce_max_sync(~0u, mine ? k.low : 0u);
            mine = mine && k.low == low;
        }
        const int position = __reduce_min_sync(~0u, mine ? k.position : INT_MAX);
        lanes = __ballot_sync(~0u, mine && k.position == position);
        lanes &= 0u - lanes;
    }
    return lanes;
}
// What was computed is there, however late it is used.
__device__ __forceinline__ void pin(float& x) {
    asm volatile("" : "+f"(x));
}
__device__ __forceinline__ void pin(double& x) {
    asm volatile("" : "+d"(x));
}
template <class R> __device__ __forceinline__ void pin(Complex<R>& x) {
    pin(x.re), pin(x.im);
}
template <class T> __device__ __noinline__ T divide_any(T x, T y) {
    return divide(x, y);
}

// Blocks of what waits for memory while products run beside it. One H200, order 16384, ms with 24, 32, 48, 64, 96 of
// them: 83.1, 82.4, 81.8, 82.5, 83.8; all that there are: 85.6.
constexpr unsigned kAside = 40;

constexpr int kPanelThreads = 256, kPanelWarps = kPanelThreads / 32;

// What one block sends of a column: its candidate's key, the inverse of its first element, and its row.
template <class T, int NB> struct alignas(16) Candidate {
    Key key;
    alignas(16) T inverse;
    alignas(16) T row[NB];
};

template <class T, int R, int NB> struct PanelMemory {
    static constexpr int W = kOrder<T>;
    alignas(16) Candidate<T, NB> inbox[2][16];
    alignas(16) Candidate<T, NB> mine;
    alignas(16) Key warp_key[kPanelWarps];
    alignas(16) T zeros[NB];
    alignas(16) T upper[NB * NB];  // (NB, NB) rows of U
    int pivot[NB];                 // of the columns so far, rows of the panel
    alignas(8) std::uint64_t full[2];
    static constexpr int LdU = NB + (kTensor<T> ? 4 : 0);      // without bank conflicts of fragments
    static constexpr int LdStage = NB + (kTensor<T> ? 1 : 0);  // and of rows
    union alignas(16) {
        T lower[NB * kPanelThreads * R];  // (NB, rows of this block) multipliers
        struct {
            union {
                T l11[(W - NB) * (W - NB + (kTensor<T> ? 4 : 0))];
                T stage[kTensor<T> ? kPanelThreads * LdStage : 1];  // rows of products
            };
            alignas(16) T u12[(W - NB) * LdU];
        } before;
    };
};

// Where the row that ends at `to` comes from: the transpositions undone one by one. p[i] changes places with base + i.
__device__ __forceinline__ int source(int to, int base, const int* p, int k, bool forward) {
#pragma unroll 8
    for (int e = 0; e < k; e++) {
        const int i = forward ? k - 1 - e : e, x = p[i];
        to = to == base + i ? x : to == x ? base + i : to;
    }
    return to;
}

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900
__device__ __forceinline__ unsigned cluster_rank() {
    unsigned r;
    asm volatile("mov.u32 %0, %%cluster_ctarank;" : "=r"(r));
    return r;
}
__device__ __forceinline__ unsigned cluster_size() {
    unsigned r;
    asm volatile("mov.u32 %0, %%cluster_nctarank;" : "=r"(r));
    return r;
}
__device__ __forceinline__ void cluster_arrive() {
    asm volatile("barrier.cluster.arrive.release.aligned;" ::: "memory");
}
__device__ __forceinline__ void cluster_wait() {
    asm volatile("barrier.cluster.wait.acquire.aligned;" ::: "memory");
}
__device__ __forceinline__ unsigned remote(unsigned address, unsigned rank) {
    unsigned r;
    asm volatile("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(r) : "r"(address), "r"(rank));
    return r;
}
__device__ __forceinline__ void send(unsigned to, ulonglong2 value, unsigned barrier) {
    asm volatile("st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.v2.b64 [%0], {%1, %2}, [%3];" ::"r"(to),
                 "l"(value.x), "l"(value.y), "r"(barrier)
                 : "memory");
}
__device__ __forceinline__ void expect(unsigned barrier, unsigned bytes) {
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(barrier), "r"(bytes) : "memory");
}
__device__ __forceinline__ void wait(unsigned barrier, unsigned phase) {
    asm volatile(
        "{\n.reg .pred done;\nAGAIN:\n"
        "mbarrier.try_wait.parity.shared::cta.b64 done, [%0], %1;\n"
        "@!done bra AGAIN;\n}" ::"r"(barrier),
        "r"(phase)
        : "memory");
}

// Of an array of fragments (16 x 8) of mma(), the one that begins at x.
__device__ __forceinline__ double (&fragment(double& x))[4] {
    return reinterpret_cast<double(&)[4]>(x);
}

// In double precision, on tensor cores: U12 := inv(L11) A12, 16 rows at a time, a column a thread, and the rows below
// by all warps; c := A22 - L21 U12. `load` loads c as fragments (a warp has 32 rows, 2 tiles of 16, and all columns);
// it is a row a thread behind.
template <int R, int NB, class Memory, class Load>
__device__ __forceinline__ void tensor_update(Memory& s, double (&c)[R][NB + 1], double* a, std::int64_t lda, int top,
                                              int m, int jb, int nb, const Load& load) {
    constexpr int Tiles = NB / 8, LdU = Memory::LdU, Rows = kOrder<double> - NB;
    const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    const int ld = jb + 4;  // of l11: no bank conflicts of fragments
    double* const u = s.before.u12;
    double* const l11 = s.before.l11;
    {
        constexpr int V = NB / kPanelWarps, K = Rows / kPanelWarps, Q = (Rows + 31) / 32;
        double x[V][Q], l[K][Q];
#pragma unroll
        for (int v = 0; v < V; v++)
#pragma unroll
            for (int q = 0; q < Q; q++) {
                const int i = lane + 32 * q, j = warp + kPanelWarps * v;
                x[v][q] = i < jb && j < nb ? a[i + (jb + j) * lda] : 0;
            }
#pragma unroll
        for (int k = 0; k < K; k++)
#pragma unroll
            for (int q = 0; q < Q; q++) {
                const int i = lane + 32 * q, j = warp + kPanelWarps * k;
                l[k][q] = i < jb && j < i ? a[i + j * lda] : 0;
            }
#pragma unroll
        for (int v = 0; v < V; v++)
#pragma unroll
            for (int q = 0; q < Q; q++) {
                const int i = lane + 32 * q;
                if (i < jb) u[i * LdU + warp + kPanelWarps * v] = x[v][q];
            }
#pragma unroll
        for (int k = 0; k < K; k++)
#pragma unroll
            for (int q = 0; q < Q; q++) {
                const int i = lane + 32 * q, j = warp + kPanelWarps * k;
                if (i < jb && j < jb) l11[i + j * ld] = l[k][q];
            }
    }
    __syncthreads();
    cluster_arrive();  // A12 was read
    load();            // on its way during the solve
    const int first = top - lane + lane / 4;
    constexpr int Steps = R == 1 ? 4 : 2;  // jb is a multiple of 4 Steps
    double l[Steps][R][4];
    const auto fetch = [&](double(&to)[Steps][R][4], int k0) {
#pragma unroll
        for (int d = 0; d < Steps; d++)
#pragma unroll
            for (int r = 0; r < R; r++)
#pragma unroll
                for (int t = 0; t < 4; t++) {
                    const int row = first + r * kPanelThreads + t * 8;
                    to[d][r][t] = row < m ? a[row + (k0 + 4 * d + lane % 4) * lda] : 0;
                }
    };
    fetch(l, 0);
    constexpr int Diagonal = 16;
    for (int p = 0; p < jb; p += Diagonal) {
        if (const int column = threadIdx.x; column < NB) {
            double x[Diagonal];
#pragma unroll
            for (int i = 0; i < Diagonal; i++) x[i] = u[(p + i) * LdU + column];
#pragma unroll
            for (int k = 0; k < Diagonal - 1; k++)
#pragma unroll
                for (int i = k + 1; i < Diagonal; i++) x[i] = minus_product(x[i], l11[p + i + (p + k) * ld], x[k]);
#pragma unroll
            for (int i = 1; i < Diagonal; i++) u[(p + i) * LdU + column] = x[i];
        }
        __syncthreads();
        const int below = (jb - p - Diagonal) / 16;  // tiles
        if (below == 0) break;
        for (int tile = warp; tile < below * Tiles; tile += kPanelWarps) {
            const int row = p + Diagonal + tile / Tiles * 16 + lane / 4, column = tile % Tiles * 8;
            double* const to = u + row * LdU + column + lane % 4 * 2;
            double y[4] = {to[0], to[1], to[8 * LdU], to[8 * LdU + 1]};
#pragma unroll
            for (int k = p; k < p + Diagonal; k += 4) {
                const double* const x = l11 + row + (k + lane % 4) * ld;
                mma(y, -x[0], -x[8], u[(k + lane % 4) * LdU + column + lane / 4]);
            }
            to[0] = y[0], to[1] = y[1], to[8 * LdU] = y[2], to[8 * LdU + 1] = y[3];
        }
        __syncthreads();
    }
    cluster_wait();  // all have read A12
    if (cluster_rank() == 0)
        for (int e = threadIdx.x; e < jb * nb; e += kPanelThreads)
            a[e % jb + (jb + e / jb) * lda] = u[e % jb * LdU + e / jb];
#pragma unroll 1
    for (int k0 = 0; k0 < jb; k0 += 4 * Steps) {
        double next[Steps][R][4];
        if (k0 + 4 * Steps < jb) fetch(next, k0 + 4 * Steps);
#pragma unroll
        for (int d = 0; d < Steps; d++)
#pragma unroll
            for (int g = 0; g < Tiles; g++) {
                const double y = -u[(k0 + 4 * d + lane % 4) * LdU + g * 8 + lane / 4];
#pragma unroll
                for (int r = 0; r < R; r++)
#pragma unroll
                    for (int t = 0; t < 2; t++)
                        mma(fragment(c[r][(t * Tiles + g) * 4]), l[d][r][2 * t], l[d][r][2 * t + 1], y);
            }
#pragma unroll
        for (int d = 0; d < Steps; d++)
#pragma unroll
            for (int r = 0; r < R; r++)
#pragma unroll
                for (int t = 0; t < 4; t++) l[d][r][t] = next[d][r][t];
    }
    double* stage = s.before.stage + (threadIdx.x - lane) * Memory::LdStage;
#pragma unroll
    for (int r = 0; r < R; r++) {
#pragma unroll
        for (int t = 0; t < 2; t++)
#pragma unroll
            for (int g = 0; g < Tiles; g++)
#pragma unroll
                for (int e = 0; e < 4; e++)
                    stage[(t * 16 + e / 2 * 8 + lane / 4) * Memory::LdStage + g * 8 + lane % 4 * 2 + e % 2] =
                        c[r][(t * Tiles + g) * 4 + e];
        __syncwarp();
#pragma unroll
        for (int j = 0; j < NB; j++) c[r][j + 1] = stage[lane * Memory::LdStage + j];
        __syncwarp();
    }
}

template <class T, int R, int NB> __global__ void __launch_bounds__(kPanelThreads, 1)
    panel_kernel(int m, int n, T* a, std::int64_t lda, std::int32_t* pivots, std::int32_t* info, std::int64_t offset) {
    using Real = RealOf<T>;
    using Memory = PanelMemory<T, R, NB>;
    constexpr int W = kOrder<T>, Q = W / 32, P = kPack<T>;
    extern __shared__ __align__(16) unsigned char memory[];
    Memory& s = *reinterpret_cast<Memory*>(memory);
    const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    const int rank = int(cluster_rank()), size = int(cluster_size());
    const int top = rank * (kPanelThreads * R) + threadIdx.x;  // this thread's rows: top + r * kPanelThreads

    if (threadIdx.x == 0) {
        for (int i = 0; i < 2; i++)
            asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(shared_address(&s.full[i])) : "memory");
        asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
    }
    if (threadIdx.x < NB) s.zeros[threadIdx.x] = zero<T>();
    cluster_arrive();
    cluster_wait();

    // The blocks that this warp sends to.
    constexpr int Sends = 16 / kPanelWarps;
    unsigned their_box[Sends], their_barrier[Sends];
#pragma unroll
    for (int t = 0; t < Sends; t++) {
        const int to = warp + t * kPanelWarps < size ? warp + t * kPanelWarps : 0;
        their_box[t] = remote(shared_address(&s.inbox[0][rank]), unsigned(to));
        their_barrier[t] = remote(shared_address(&s.full[0]), unsigned(to));
    }
    int zero_pivot = 0;
    unsigned count = 0;  // columns exchanged so far
    for (int jb = 0; jb < n; jb += NB) {
        const int nb = min(NB, n - jb);
        T c[R][NB + 1];  // at first, the columns from 1 on
        int position[R];
#pragma unroll
        for (int r = 0; r < R; r++) {
            const int row = top + r * kPanelThreads;
            position[r] = row < m && row >= jb ? row : -1;
        }
        const auto load = [&](auto fragments) {
#pragma unroll
            for (int r = 0; r < R; r++)
#pragma unroll
                for (int j = 0; j < NB; j++) {
                    // Of fragments, j counts two neighbours, two rows, the tiles of 8 columns, those of 16 rows.
                    constexpr int Tiles = NB / 8;
                    const int row = fragments
                                        ? top - lane + r * kPanelThreads + j / 4 / Tiles * 16 + j / 2 % 2 * 8 + lane / 4
                                        : top + r * kPanelThreads;
                    const int column = fragments ? j / 4 % Tiles * 8 + lane % 4 * 2 + j % 2 : j;
                    const bool there = fragments ? row < m && row >= jb : position[r] >= 0;
                    c[r][fragments ? j : j + 1] = there && column < nb ? a[row + (jb + column) * lda] : zero<T>();
                }
        };

        // [ L11     ] [ U12 ]   [ A12 ]      every block solves for U12 itself;
        // [ L21   I ] [  C  ] = [ A22 ]      C := A22 - L21 U12
        if (jb == 0)
            load(std::false_type{});
        else {
            if constexpr (kTensor<T>)
                tensor_update<R, NB>(s, c, a, lda, top, m, jb, nb, [&] { load(std::true_type{}); });
            else {
                constexpr int V = (NB + kPanelWarps - 1) / kPanelWarps, K = (W - NB + kPanelWarps - 1) / kPanelWarps;
                T x[Q][V];
#pragma unroll
                for (int q = 0; q < Q; q++)
#pragma unroll
                    for (int v = 0; v < V; v++) {
                        const int i = lane + 32 * q, j = warp + kPanelWarps * v;
                        x[q][v] = i < jb && j < nb ? a[i + (jb + j) * lda] : zero<T>();
                    }
                {
                    T l[K][Q];
#pragma unroll
                    for (int k = 0; k < K; k++)
#pragma unroll
                        for (int q = 0; q < Q; q++) {
                            const int i = lane + 32 * q, j = warp + kPanelWarps * k;
                            l[k][q] = i < jb && j < i ? a[i + j * lda] : zero<T>();
                        }
#pragma unroll
                    for (int k = 0; k < K; k++)
#pragma unroll
                        for (int q = 0; q < Q; q++) {
                            const int i = lane + 32 * q, j = warp + kPanelWarps * k;
                            if (i < jb && j < jb) s.before.l11[i + j * jb] = l[k][q];
                        }
                }
                __syncthreads();
                cluster_arrive();
                load(std::false_type{});  // on its way during the solve
#pragma unroll
                for (int p = 0; p < Q; p++) {
                    if (32 * p >= jb) break;
#pragma unroll 4
                    for (int k = 0; k < min(32, jb - 32 * p); k++) {
                        T y[V];
#pragma unroll
                        for (int v = 0; v < V; v++) y[v] = shuffle(x[p][v], k);
#pragma unroll
                        for (int q = p; q < Q; q++) {
                            const int i = lane + 32 * q;
                            const T l = s.before.l11[min(i, jb - 1) + (32 * p + k) * jb];
#pragma unroll
                            for (int v = 0; v < V; v++)
                                if (q > p || lane > k) x[q][v] = minus_product(x[q][v], l, y[v]);
                        }
                    }
                }
                cluster_wait();  // all have read A12
#pragma unroll
                for (int q = 0; q < Q; q++)
#pragma unroll
                    for (int v = 0; v < V; v++) {
                        const int i = lane + 32 * q, j = warp + kPanelWarps * v;
                        if (i < jb && j < NB) {
                            s.before.u12[i * Memory::LdU + j] = x[q][v];
                            if (rank == 0 && j < nb) a[i + (jb + j) * lda] = x[q][v];
                        }
                    }
                __syncthreads();
                // Columns of L21 on their way; jb is a multiple of D.
                constexpr int D = 64 / int(sizeof(T) * R);
                T l[R][D];
                const auto fetch = [&](T(&to)[R][D], int k0) {
#pragma unroll
                    for (int d = 0; d < D; d++)
#pragma unroll
                        for (int r = 0; r < R; r++)
                            to[r][d] = position[r] >= 0 ? a[top + r * kPanelThreads + (k0 + d) * lda] : zero<T>();
                };
                fetch(l, 0);
                for (int k0 = 0; k0 < jb; k0 += D) {
                    T next[R][D];
                    if (k0 + D < jb) fetch(next, k0 + D);
#pragma unroll
                    for (int d = 0; d < D; d++) {
                        const Pack<T>* u = reinterpret_cast<const Pack<T>*>(s.before.u12 + (k0 + d) * Memory::LdU);
#pragma unroll
                        for (int g = 0; g < NB / P; g++) {
                            const Pack<T> y = u[g];
#pragma unroll
                            for (int e = 0; e < P; e++)
#pragma unroll
                                for (int r = 0; r < R; r++)
                                    c[r][g * P + e + 1] = minus_product(c[r][g * P + e + 1], l[r][d], y.v[e]);
                        }
                    }
#pragma unroll
                    for (int d = 0; d < D; d++)
#pragma unroll
                        for (int r = 0; r < R; r++) l[r][d] = next[r][d];
                }
            }
        }
        __syncthreads();

        T f[R], now[R];  // multipliers of the last column; this column
#pragma unroll
        for (int r = 0; r < R; r++) f[r] = zero<T>(), now[r] = c[r][1];
        Key last = kNoKey;     // the last pivot
        const T* u = s.zeros;  // and its row, from its column on
        T kept[(NB + 31) / 32];
        // What is kept of a column: read before the next one is sent, written while that is waited for.
        const auto take = [&] {
            if (warp == kPanelWarps - 1)
#pragma unroll
                for (int i = 0; i < NB; i += 32) kept[i / 32] = i + lane < NB ? u[i + lane] : zero<T>();
        };
        const auto keep = [&](int j) {
#pragma unroll
            for (int r = 0; r < R; r++) s.lower[(j * R + r) * kPanelThreads + threadIdx.x] = f[r];
            if (warp == kPanelWarps - 1) {
                if (rank == 0)
#pragma unroll
                    for (int i = 0; i < NB; i += 32)
                        if (i + lane < nb - j) s.upper[j * NB + j + i + lane] = kept[i / 32];
                if (lane == 0) {
                    s.pivot[j] = last.position;
                    if (rank == 0) {
                        pivots[jb + j] = std::int32_t(offset + last.position + 1);
                        if (is_zero(last) && zero_pivot == 0) zero_pivot = jb + j + 1;
                    }
                }
            }
        };
#pragma unroll 1
        for (int j = 0; j < nb; j++, count++) {
            const unsigned parity = count & 1, phase = count / 2 & 1;
            const int packs = 2 + (nb - j + P - 1) / P;  // of a candidate
            // The warp's candidate, then the block's.
            Key best = kNoKey;
            int mine = 0;
#pragma unroll
            for (int r = 0; r < R; r++)
                if (position[r] >= jb + j) {
                    const Key k = key_of(now[r], position[r], jb + j);
                    if (R == 1 || before(k, best)) best = k, mine = r;
                }
            const unsigned candidate = winner_bit<Real>(best, highest(best)) >> lane & 1;
            if (candidate) s.warp_key[warp] = best;
            constexpr int Group = NB / 2 / P < 8 ? NB / 2 / P : 8;  // elements read before they are used
            Pack<T> y[Group];
#pragma unroll
            for (int g = 0; g < Group; g++) y[g] = reinterpret_cast<const Pack<T>*>(u)[g];
            T inv = now[0];
#pragma unroll
            for (int r = 1; r < R; r++)
                if (mine == r) inv = now[r];
            __syncthreads();
            const Key rival = lane < kPanelWarps ? s.warp_key[lane] : kNoKey;
            const unsigned rival_high = highest(rival);
            inv = inverse(inv);
            // While it is being found, the other columns are updated with the last pivot's row. They move one place
            // down: c[r][0] is column j now, and the same as now[r].
#pragma unroll
            for (int h = 0; h < NB / P; h += Group)
                if (h == 0 || h * P <= nb - j) {
                    if (h > 0)
#pragma unroll
                        for (int g = 0; g < Group; g++) y[g] = reinterpret_cast<const Pack<T>*>(u)[h + g];
#pragma unroll
                    for (int g = 0; g < Group; g++)
#pragma unroll
                        for (int e = 0; e < P; e++)
#pragma unroll
                            for (int r = 0; r < R; r++) {
                                const int i = (h + g) * P + e;
                                if (i > 0) c[r][i - 1] = minus_product(c[r][i], f[r], y[g].v[e]);
                            }
                    if (h == 0) pin(inv);
                }
            if (j == 0)
#pragma unroll
                for (int r = 0; r < R; r++) c[r][NB - 1] = c[r][NB];
            const unsigned chosen = winner_bit<Real>(rival, rival_high) >> warp & 1;
            if (candidate & chosen) {
                s.mine.key = best;
                s.mine.inverse = inv;
#pragma unroll
                for (int r = 0; r < R; r++)
                    if (mine == r) {
                        constexpr int Quarter = NB / P / 4 > 0 ? NB / P / 4 : 1;
#pragma unroll
                        for (int h = 0; h < NB / P; h += Quarter)
                            if (h * P < nb - j)
#pragma unroll
                                for (int g = h; g < h + Quarter; g++) {
                                    Pack<T> z;
#pragma unroll
                                    for (int e = 0; e < P; e++) z.v[e] = c[r][g * P + e];
                                    reinterpret_cast<Pack<T>*>(s.mine.row)[g] = z;
                                }
                    }
            }
            take();
            __syncthreads();
            // To all blocks.
            {
                const auto* words = reinterpret_cast<const ulonglong2*>(&s.mine);
#pragma unroll
                for (int g = 0; g < 2 + NB / P; g += 32)
                    if (g + lane < packs) {
                        const ulonglong2 word = words[g + lane];
#pragma unroll
                        for (int t = 0; t < Sends; t++)
                            if (warp + t * kPanelWarps < size)
                                send(their_box[t] + parity * unsigned(sizeof s.inbox[0]) + unsigned(g + lane) * 16,
                                     word, their_barrier[t] + parity * 8);
                    }
            }
            if (threadIdx.x == 0) expect(shared_address(&s.full[parity]), unsigned(size * packs) * 16);
            if (j > 0) keep(j - 1);
            wait(shared_address(&s.full[parity]), phase);
            // The pivot.
            Key k = kNoKey;
            inv = zero<T>();
            if (lane < size) {
                k = s.inbox[parity][lane].key;
                inv = s.inbox[parity][lane].inverse;
            }
            const int winner = 31 - __clz(int(winner_bit<Real>(k, highest(k))));
            u = s.inbox[parity][winner].row;
            last = s.inbox[parity][winner].key;
            const T second = u[1];
            inv = shuffle(inv, winner);
            // What becomes of rows that were pivots plays no part.
#pragma unroll
            for (int r = 0; r < R; r++) {
                f[r] = times(now[r], inv);
                if (position[r] == last.position)
                    position[r] = jb + j;
                else if (position[r] == jb + j)
                    position[r] = last.position;
            }
            if (!has_plain_inverse<T>(last)) {
#pragma unroll
                for (int r = 0; r < R; r++) f[r] = is_zero(last) ? now[r] : divide_any(now[r], u[0]);
            }
#pragma unroll
            for (int r = 0; r < R; r++) now[r] = minus_product(c[r][1], f[r], second);
        }
        take();
        keep(nb - 1);
        __syncthreads();

        // The interchanges in the other columns, which the blocks share out: a thread follows one of the rows that
        // move.
        {
            constexpr int Moves = 2 * NB, Columns = kPanelThreads / Moves, Batch = 4;
            const int t = threadIdx.x % Moves, others = n - nb;
            int to = -1, from = -1;
            if (t < nb)
                to = jb + t;
            else if (t >= NB && t < NB + nb && s.pivot[t - NB] >= jb + nb)
                to = s.pivot[t - NB];
            if (to >= 0) from = source(to, jb, s.pivot, nb, true);
            if (from == to) from = -1;
            for (int first = rank * Columns * Batch; first < others; first += size * Columns * Batch) {
                T v[Batch];
#pragma unroll
                for (int e = 0; e < Batch; e++) {
                    const int k = first + e * Columns + int(threadIdx.x) / Moves;
                    if (from >= 0 && k < others) v[e] = a[from + (k < jb ? k : k + nb) * lda];
                }
                __syncthreads();
#pragma unroll
                for (int e = 0; e < Batch; e++) {
                    const int k = first + e * Columns + int(threadIdx.x) / Moves;
                    if (from >= 0 && k < others) a[to + (k < jb ? k : k + nb) * lda] = v[e];
                }
            }
        }
        // The rows to their places. All were read before the first exchange.
#pragma unroll
        for (int r = 0; r < R; r++) {
            const int columns = min(position[r] - jb, nb);
#pragma unroll 8
            for (int j = 0; j < columns; j++)
                a[position[r] + (jb + j) * lda] = s.lower[(j * R + r) * kPanelThreads + threadIdx.x];
        }
        if (rank == 0)
            for (int e = threadIdx.x; e < nb * nb; e += kPanelThreads) {
                const int i = e % nb, j = e / nb;
                if (i <= j) a[jb + i + (jb + j) * lda] = s.upper[i * NB + j];
            }
        cluster_arrive();
        cluster_wait();
    }
    if (zero_pivot != 0 && *info == 0) *info = std::int32_t(offset + zero_pivot);
}
#else
template <class T, int R, int NB>
__global__ void panel_kernel(int, int, T*, std::int64_t, std::int32_t*, std::int32_t*, std::int64_t) {}
#endif

// ---- Any number of rows, and devices without clusters: two launches a column.
constexpr int kTallBlocks = 512;

template <class T> __device__ void block_best(Key best, Key* out) {
    __shared__ Key keys[kThreads / 32];
    const int lane = threadIdx.x % 32;
    if (winner_bit<RealOf<T>>(best, highest(best)) >> lane & 1) keys[threadIdx.x / 32] = best;
    __syncthreads();
    if (threadIdx.x < 32) {
        best = lane < kThreads / 32 ? keys[lane] : kNoKey;
        if (winner_bit<RealOf<T>>(best, highest(best)) >> lane & 1) *out = best;
    }
}

// The multipliers of column j - 1, the rows below it updated, and the blocks' candidates for column j.
template <class T> __global__ void __launch_bounds__(kThreads)
    tall_update(std::int64_t m, int n, T* a, std::int64_t lda, int j, Key* keys) {
    Key best = kNoKey;
    for (std::int64_t i = j + std::int64_t(blockIdx.x) * kThreads + threadIdx.x; i < m;
         i += std::int64_t(gridDim.x) * kThreads) {
        if (j > 0) {
            const T* u = a + (j - 1);
            const T pivot = u[(j - 1) * lda];
            T f = a[i + (j - 1) * lda];
            const RealOf<T> size = size_of(pivot);
            if (plain_inverse<T>(size))
                f = times(f, inverse(pivot));
            else if (size != RealOf<T>(0))
                f = divide(f, pivot);
            a[i + (j - 1) * lda] = f;
            for (int c = j; c < n; c++) a[i + c * lda] = minus_product(a[i + c * lda], f, u[c * lda]);
        }
        if (j < n) {
            const Key k = key_of(a[i + j * lda], int(i), j);
            if (before(k, best)) best = k;
        }
    }
    block_best<T>(best, keys + blockIdx.x);
}
template <class T> __global__ void __launch_bounds__(kThreads)
    tall_pick(int n, T* a, std::int64_t lda, int j, const Key* keys, int blocks, std::int32_t* pivots,
              std::int32_t* info, std::int64_t offset) {
    __shared__ Key chosen;
    Key best = kNoKey;
    for (int b = threadIdx.x; b < blocks; b += kThreads)
        if (before(keys[b], best)) best = keys[b];
    block_best<T>(best, &chosen);
    __syncthreads();
    const std::int64_t p = chosen.position;
    if (threadIdx.x == 0) {
        pivots[j] = std::int32_t(offset + p + 1);
        if (is_zero(chosen) && *info == 0) *info = std::int32_t(offset + j + 1);
    }
    if (p != j)
        for (int c = threadIdx.x; c < n; c += kThreads) {
            const T x = a[j + c * lda];
            a[j + c * lda] = a[p + c * lda];
            a[p + c * lda] = x;
        }
}

// ---- Interchanges
constexpr int kSwaps = 512;  // transpositions of one launch

// Where a row goes to and comes from.
struct Move {
    int to, from;
};
// The t-th of at most 2 k rows that k transpositions p of rows base, base + 1 ... move; to = -1: none.
__device__ __forceinline__ Move move_of(int t, int base, const int* p, int k, bool forward) {
    Move move{-1, -1};
    if (t < k)
        move.to = base + t;
    else if (t < 2 * k && (p[t - k] < base || p[t - k] >= base + k))
        move.to = p[t - k];
    if (move.to >= 0) move.from = source(move.to, base, p, k, forward);
    if (move.from == move.to) move.to = -1;
    return move;
}
__global__ void __launch_bounds__(2 * kSwaps)
    plan_kernel(int base, int k, const std::int32_t* pivots, bool forward, Move* plan) {
    __shared__ int p[kSwaps];
    if (int(threadIdx.x) < k) p[threadIdx.x] = pivots[threadIdx.x] - 1;
    __syncthreads();
    plan[threadIdx.x] = move_of(threadIdx.x, base, p, k, forward);
}

// E moves a thread, up to E * kThreads / 2 transpositions; without a plan, found by each block.
template <class T, int E> __global__ void __launch_bounds__(kThreads)
    swap_kernel(std::int64_t n, T* a, std::int64_t lda, int base, int k, const std::int32_t* pivots, bool forward,
                const Move* plan) {
    __shared__ int p[E == 1 ? kThreads / 2 : 1];
    constexpr int kSwapColumns = 8;
    Move move[E];
    if constexpr (E == 1) {
        if (int(threadIdx.x) < k) p[threadIdx.x] = pivots[threadIdx.x] - 1;
        __syncthreads();
        move[0] = move_of(threadIdx.x, base, p, k, forward);
    } else {
#pragma unroll
        for (int e = 0; e < E; e++) move[e] = plan[threadIdx.x + e * kThreads];
    }
    for (std::int64_t c = std::int64_t(blockIdx.x) * kSwapColumns; c < n; c += std::int64_t(gridDim.x) * kSwapColumns) {
        T v[E][kSwapColumns];
#pragma unroll
        for (int e = 0; e < E; e++)
#pragma unroll
            for (int j = 0; j < kSwapColumns; j++)
                if (move[e].to >= 0 && c + j < n) v[e][j] = a[move[e].from + (c + j) * lda];
        __syncthreads();
#pragma unroll
        for (int e = 0; e < E; e++)
#pragma unroll
            for (int j = 0; j < kSwapColumns; j++)
                if (move[e].to >= 0 && c + j < n) a[move[e].to + (c + j) * lda] = v[e][j];
        __syncthreads();
    }
}

// ---- Interchanges of many panels at once: memory is read and written as it lies. Two arrays of m rows: where row i of
// the result comes from, and the same for one panel.
__global__ void __launch_bounds__(kThreads) identity_kernel(int m, int* from, int* from_of_panel) {
    const int i = int(blockIdx.x) * kThreads + int(threadIdx.x);
    if (i < m) from[i] = from_of_panel[i] = i;
}
// from := that of the k transpositions of rows base, base + 1 ... with rows pivots - 1 + offset, and then `from`. One
// block.
__global__ void __launch_bounds__(2 * kSwaps)
    compose_kernel(int m, int base, int k, const std::int32_t* pivots, int offset, int* from, int* from_of_panel) {
    __shared__ int p[kSwaps];
    if (int(threadIdx.x) < k) p[threadIdx.x] = pivots[threadIdx.x] - 1 + offset;
    __syncthreads();
    const Move move = move_of(threadIdx.x, base, p, k, true);
    if (move.to >= 0) from_of_panel[move.to] = move.from;
    __syncthreads();
    constexpr int Batch = 8, Threads = 2 * kSwaps;
    for (int i0 = base + int(threadIdx.x); i0 < m; i0 += Batch * Threads) {
        int x[Batch];
#pragma unroll
        for (int b = 0; b < Batch; b++) x[b] = i0 + b * Threads < m ? from[i0 + b * Threads] : 0;
#pragma unroll
        for (int b = 0; b < Batch; b++) x[b] = from_of_panel[x[b]];
#pragma unroll
        for (int b = 0; b < Batch; b++)
            if (i0 + b * Threads < m) from[i0 + b * Threads] = x[b];
    }
    __syncthreads();
    if (move.to >= 0) from_of_panel[move.to] = move.to;
}
// Row i := row from[i] for rows base ... m of n columns; a block holds a column.
constexpr int kPermuteThreads = 512;
template <class T> __global__ void __launch_bounds__(kPermuteThreads)
    permute_kernel(int base, int m, std::int64_t n, T* a, std::int64_t lda, const int* from) {
    extern __shared__ __align__(16) unsigned char memory[];
    T* const column = reinterpret_cast<T*>(memory);
    for (std::int64_t c = blockIdx.x; c < n; c += gridDim.x) {
        T* const x = a + c * lda;
#pragma unroll 8
        for (int i = base + int(threadIdx.x); i < m; i += kPermuteThreads) column[i - base] = x[i];
        __syncthreads();
#pragma unroll 8
        for (int i = base + int(threadIdx.x); i < m; i += kPermuteThreads) x[i] = column[from[i] - base];
        __syncthreads();
    }
}

// to(i, j) := from(rows[i], j). Blocks that run together share columns, so that each is read from memory once.
constexpr int kGatherColumns = 16;
template <class T> __global__ void __launch_bounds__(kThreads)
    gather_kernel(std::int64_t m, std::int64_t n, const T* from, std::int64_t ld_from, const std::int32_t* rows, T* to,
                  std::int64_t ld_to) {
    const std::int64_t parts = (m + kThreads - 1) / kThreads;
    const std::int64_t i = std::int64_t(blockIdx.x) % parts * kThreads + threadIdx.x;
    const std::int64_t first = std::int64_t(blockIdx.x) / parts * kGatherColumns;
    if (i >= m) return;
    const T* const x = from + rows[i] + first * ld_from;
    T* const y = to + i + first * ld_to;
#pragma unroll 8
    for (int j = 0; j < kGatherColumns && first + j < n; j++) y[j * ld_to] = x[j * ld_from];
}

// The interchanges of a panel in the columns beside it and, in the same pass, their block row solved with its L11.
template <class T, int N> __global__ void __launch_bounds__(kThreads, 1)
    swap_solve_kernel(int k, std::int64_t n, const T* l, std::int64_t ldl, T* a, std::int64_t lda,
                      const std::int32_t* pivots, std::int64_t offset) {
    constexpr int LdS = kLdS<T, N>;
    extern __shared__ __align__(16) unsigned char memory[];
    T* s = reinterpret_cast<T*>(memory);  // (N, LdS)
    T* x = s + N * LdS;                   // (N, kLdX)
    __shared__ int p[N];
    if (threadIdx.x < k) p[threadIdx.x] = pivots ? int(pivots[threadIdx.x] - offset) - 1 : int(threadIdx.x);
    __syncthreads();
    int to = -1, from = -1;
    if (int(threadIdx.x) < k)
        to = int(threadIdx.x);
    else if (int(threadIdx.x) >= N && int(threadIdx.x) < N + k && p[threadIdx.x - N] >= k)
        to = p[threadIdx.x - N];
    if (to >= 0) from = source(to, 0, p, k, true);
    constexpr int Batch = 16;
    for (int e0 = 0; e0 < N * N; e0 += Batch * kThreads) {
        T y[Batch];
#pragma unroll
        for (int b = 0; b < Batch; b++) {
            const int e = e0 + b * kThreads + int(threadIdx.x), i = e % N, j = e / N;
            y[b] = i < k && j < i ? l[i + j * ldl] : zero<T>();
        }
#pragma unroll
        for (int b = 0; b < Batch; b++) {
            const int e = e0 + b * kThreads + int(threadIdx.x), i = e % N, j = e / N;
            s[i * LdS + j] = y[b];
        }
    }
    for (std::int64_t first = std::int64_t(blockIdx.x) * kRhs; first < n; first += std::int64_t(gridDim.x) * kRhs) {
        T v[kRhs];
#pragma unroll
        for (int w = 0; w < kRhs; w++) v[w] = from >= 0 && first + w < n ? a[from + (first + w) * lda] : zero<T>();
        __syncthreads();
        if (threadIdx.x < N) {
#pragma unroll
            for (int w = 0; w < kRhs; w++) x[threadIdx.x * kLdX + w] = v[w];
        } else if (to >= 0) {
#pragma unroll
            for (int w = 0; w < kRhs; w++)
                if (first + w < n) a[to + (first + w) * lda] = v[w];
        }
        __syncthreads();
        solve_tile<T, LdS>(s, x, (k + 15) / 16 * 16);
#pragma unroll 8
        for (int e = threadIdx.x; e < N * kRhs; e += kThreads) {
            const int i = e % N, w = e / N;
            if (i < k && first + w < n) a[i + (first + w) * lda] = x[i * kLdX + w];
        }
    }
}

// ---- Launchers
// One row a thread up to 4096 rows, two up to 8192, then four. A panel of 128 columns (z: 64) on an H200, 2026-11-22,
// us a column at 512 / 4096 (two rows: 8192) rows, rows a thread x columns held:
//   d 1x32 1.17 1.21, 1x64 1.20 1.33, 2x32 1.54; s 1x64 1.09 1.20, 2x32 1.42; c 1x32 1.57 1.63, 2x16 2.46, 2x32 2.32;
//   z 1x16 1.62 1.74, 2x8 2.68, 2x16 2.34
template <class T> constexpr int kColumns = 128 / int(sizeof(T));
constexpr std::int64_t kClusterRows = 4 * 16 * kPanelThreads;

template <class T, int R, int NB> cudaError_t launch_panel(cudaStream_t stream, int m, int n, T* a, std::int64_t lda,
                                                           std::int32_t* pivots, std::int32_t* info,
                                                           std::int64_t offset) {
    const auto kernel = panel_kernel<T, R, NB>;
    const cudaError_t ready = once_a_device([kernel] {
        const cudaError_t e = cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                                   int(sizeof(PanelMemory<T, R, NB>)));
        return e != cudaSuccess ? e : cudaFuncSetAttribute(kernel, cudaFuncAttributeNonPortableClusterSizeAllowed, 1);
    });
    if (ready != cudaSuccess) return ready;
    unsigned blocks = 2;  // compute-sanitizer takes shared memory of a cluster of one for an error
    while (blocks * R * kPanelThreads < unsigned(m)) blocks *= 2;
    cudaLaunchAttribute cluster{};
    cluster.id = cudaLaunchAttributeClusterDimension;
    cluster.val.clusterDim.x = blocks, cluster.val.clusterDim.y = 1, cluster.val.clusterDim.z = 1;
    cudaLaunchConfig_t config{};
    config.gridDim = dim3(blocks);
    config.blockDim = dim3(kPanelThreads);
    config.dynamicSmemBytes = sizeof(PanelMemory<T, R, NB>);
    config.stream = stream;
    config.attrs = &cluster;
    config.numAttrs = 1;
    return cudaLaunchKernelEx(&config, kernel, m, n, a, lda, pivots, info, offset);
}

// Clusters of 16 blocks of this size on the current device, asked once a device. Out of memory: another time.
template <class T> cudaError_t find_clusters(bool& there) {
    static std::atomic<signed char> known[64] = {};
    int device = 0;
    there = false;
    if (const cudaError_t e = cudaGetDevice(&device); e != cudaSuccess || device >= 64) return e;
    if (known[device] == 0) {
        const auto kernel = panel_kernel<T, 4, kColumns<T>>;
        cudaLaunchAttribute cluster{};
        cluster.id = cudaLaunchAttributeClusterDimension;
        cluster.val.clusterDim.x = 16, cluster.val.clusterDim.y = 1, cluster.val.clusterDim.z = 1;
        cudaLaunchConfig_t config{};
        config.gridDim = dim3(16);
        config.blockDim = dim3(kPanelThreads);
        config.dynamicSmemBytes = sizeof(PanelMemory<T, 4, kColumns<T>>);
        config.attrs = &cluster;
        config.numAttrs = 1;
        int count = 0;
        cudaFuncAttributes code{};  // for older devices it is empty
        cudaError_t e = cudaFuncGetAttributes(&code, kernel);
        if (e == cudaSuccess && code.ptxVersion >= 90) {
            e = cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, int(config.dynamicSmemBytes));
            if (e == cudaSuccess) e = cudaFuncSetAttribute(kernel, cudaFuncAttributeNonPortableClusterSizeAllowed, 1);
            if (e == cudaSuccess) e = cudaOccupancyMaxActiveClusters(&count, kernel, &config);
            if (e != cudaSuccess) count = 0;
        }
        cudaGetLastError();
        if (e == cudaErrorMemoryAllocation) return e;
        known[device] = count > 0 ? 1 : -1;
    }
    there = known[device] > 0;
    return cudaSuccess;
}

// Where it could not be asked, launches fail until it can.
template <class T> bool may_have_clusters() {
    bool there;
    return find_clusters<T>(there) != cudaSuccess || there;
}

template <class T> cudaError_t launch_lu(cudaStream_t stream, std::int64_t m, std::int64_t n, void* data,
                                         std::int64_t lda, std::int32_t* pivots, std::int32_t* info,
                                         std::int64_t offset, void* workspace) {
    T* a = static_cast<T*>(data);
    constexpr int NB = kColumns<T>;
    bool there = false;
    if (m <= kClusterRows)
        if (const cudaError_t e = find_clusters<T>(there); e != cudaSuccess) return e;
    if (there) {
        constexpr int One = sizeof(T) == 4 ? 64 : sizeof(T) == 8 ? 32 : 16, Two = sizeof(T) <= 8 ? 32 : 16;
        if (m <= kClusterRows / 4) return launch_panel<T, 1, One>(stream, int(m), int(n), a, lda, pivots, info, offset);
        if (m <= kClusterRows / 2) return launch_panel<T, 2, Two>(stream, int(m), int(n), a, lda, pivots, info, offset);
        return launch_panel<T, 4, NB>(stream, int(m), int(n), a, lda, pivots, info, offset);
    }
    Key* keys = static_cast<Key*>(workspace);
    for (int j = 0; j <= n; j++) {
        const std::int64_t want = (m - j + kThreads - 1) / kThreads;
        const int blocks = int(want < 1 ? 1 : want < kTallBlocks ? want : kTallBlocks);
        tall_update<T><<<blocks, kThreads, 0, stream>>>(m, int(n), a, lda, j, keys);
        if (j < n) tall_pick<T><<<1, kThreads, 0, stream>>>(int(n), a, lda, j, keys, blocks, pivots, info, offset);
    }
    return cudaGetLastError();
}

template <class T> cudaError_t launch_swaps(cudaStream_t stream, std::int64_t n, void* a, std::int64_t lda,
                                            std::int64_t first, std::int64_t last, const std::int32_t* pivots,
                                            bool forward, Move* plan, unsigned most) {
    static_assert(4 * kThreads == 2 * kSwaps);
    const std::int64_t total = last - first + 1, parts = (total + kSwaps - 1) / kSwaps;
    for (std::int64_t part = 0; part < parts; part++) {
        const std::int64_t begin = (forward ? part : parts - 1 - part) * kSwaps;
        const std::int64_t k = total - begin < kSwaps ? total - begin : kSwaps;
        const std::int64_t base = first - 1 + begin;
        const bool few = 2 * k <= kThreads;
        const std::int64_t groups = (n + 7) / 8;
        const unsigned grid = unsigned(groups < most ? groups : most);
        if (!few) plan_kernel<<<1, 2 * kSwaps, 0, stream>>>(int(base), int(k), pivots + base, forward, plan);
        const auto kernel = few ? swap_kernel<T, 1> : swap_kernel<T, 4>;
        kernel<<<grid, kThreads, 0, stream>>>(n, static_cast<T*>(a), lda, int(base), int(k), pivots + base, forward,
                                              plan);
    }
    return cudaGetLastError();
}

template <class T> cudaError_t launch_permutations(cudaStream_t stream, std::int64_t m, const std::int64_t* starts,
                                                   int panels, void* data, std::int64_t lda, const std::int32_t* pivots,
                                                   int* from) {
    T* a = static_cast<T*>(data);
    const auto kernel = permute_kernel<T>;
    cudaError_t error =
        cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, shared_memory_of_block());
    if (error != cudaSuccess) return error;
    int* const from_of_panel = from + m;
    identity_kernel<<<unsigned((m + kThreads - 1) / kThreads), kThreads, 0, stream>>>(int(m), from, from_of_panel);
    error = cudaGetLastError();
    for (int p = panels - 1; p > 0 && error == cudaSuccess; p--) {
        const std::int64_t base = starts[p], first = starts[p - 1], n = base - first;
        compose_kernel<<<1, 2 * kSwaps, 0, stream>>>(int(m), int(base), int(starts[p + 1] - base), pivots + base, 0,
                                                     from, from_of_panel);
        error = cudaGetLastError();
        if (error != cudaSuccess) return p == panels - 1 ? error : cudaErrorLaunchFailure;
        kernel<<<unsigned(n), kPermuteThreads, std::size_t(m - base) * sizeof(T), stream>>>(int(base), int(m), n,
                                                                                            a + first * lda, lda, from);
        error = cudaGetLastError();
        if (error != cudaSuccess && p != panels - 1) return cudaErrorLaunchFailure;  // not for want of memory: moved
    }
    return error;
}

template <class T> cudaError_t launch_gather(cudaStream_t stream, std::int64_t m, std::int64_t n, const void* from,
                                             std::int64_t ld_from, const std::int32_t* rows, void* to,
                                             std::int64_t ld_to) {
    const std::int64_t parts = (m + kThreads - 1) / kThreads, strips = (n + kGatherColumns - 1) / kGatherColumns;
    gather_kernel<T><<<unsigned(parts * strips), kThreads, 0, stream>>>(m, n, static_cast<const T*>(from), ld_from,
                                                                        rows, static_cast<T*>(to), ld_to);
    return cudaGetLastError();
}

// Of swap_solve_kernel.
template <class T, int order> constexpr int solve_bytes = int(sizeof(T)) * order*(kLdS<T, order> + kLdX);
constexpr int kSmallOrder = 64;  // where shared memory is short
template <class T> int order_of_solve() {
    static_assert(solve_bytes<T, kSmallOrder> <= kLeastSharedMemory && 4 * kOrder<T> <= kSwaps);
    return shared_memory_of_block() >= solve_bytes<T, kOrder<T>> ? kOrder<T> : kSmallOrder;
}

template <class T, int order> cudaError_t launch_solve_of(cudaStream_t stream, std::int64_t k, std::int64_t n,
                                                          const void* l, std::int64_t ldl, void* a, std::int64_t lda,
                                                          const std::int32_t* pivots, std::int64_t offset, bool aside) {
    constexpr int bytes = solve_bytes<T, order>;
    const auto kernel = swap_solve_kernel<T, order>;
    const cudaError_t ready = once_a_device(
        [kernel] { return cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes); });
    if (ready != cudaSuccess) return ready;
    const std::int64_t tiles = (n + kRhs - 1) / kRhs;
    const unsigned most = aside ? kAside : 128;
    kernel<<<unsigned(tiles < most ? tiles : most), kThreads, bytes, stream>>>(int(k), n, static_cast<const T*>(l), ldl,
                                                                               static_cast<T*>(a), lda, pivots, offset);
    return cudaGetLastError();
}
template <class T> cudaError_t launch_solve(cudaStream_t stream, std::int64_t k, std::int64_t n, const void* l,
                                            std::int64_t ldl, void* a, std::int64_t lda, const std::int32_t* pivots,
                                            std::int64_t offset, bool aside) {
    return order_of_solve<T>() == kOrder<T>
               ? launch_solve_of<T, kOrder<T>>(stream, k, n, l, ldl, a, lda, pivots, offset, aside)
               : launch_solve_of<T, kSmallOrder>(stream, k, n, l, ldl, a, lda, pivots, offset, aside);
}

// launch(element) with an element of the size of a precision's: c moves as d.
template <class Launch> cudaError_t by_size(char precision, Launch&& launch) {
    return precision == 's' ? launch(float{}) : precision == 'z' ? launch(Complex<double>{}) : launch(double{});
}

}  // namespace kernels

std::int64_t getrf_solve_order(char precision) {
    using namespace kernels;
    switch (precision) {
        case 's':
            return order_of_solve<float>();
        case 'd':
            return order_of_solve<double>();
        case 'c':
            return order_of_solve<Complex<float>>();
        default:
            return order_of_solve<Complex<double>>();
    }
}

std::int64_t getrf_launch_columns(char precision, std::int64_t m) {
    using namespace kernels;
    if (m > kClusterRows) return 32;
    switch (precision) {
        case 's':
            return may_have_clusters<float>() ? 128 : 32;
        case 'd':
            return may_have_clusters<double>() ? 128 : 32;
        case 'c':
            return may_have_clusters<Complex<float>>() ? 128 : 32;
        default:
            return may_have_clusters<Complex<double>>() ? 64 : 32;
    }
}

cudaError_t launch_getrf(cudaStream_t stream, char precision, std::int64_t m, std::int64_t n, void* a, std::int64_t lda,
                         std::int32_t* pivots, std::int32_t* info, std::int64_t offset, void* workspace) {
    using namespace kernels;
    if (n <= 0) return cudaSuccess;
    switch (precision) {
        case 's':
            return launch_lu<float>(stream, m, n, a, lda, pivots, info, offset, workspace);
        case 'd':
            return launch_lu<double>(stream, m, n, a, lda, pivots, info, offset, workspace);
        case 'c':
            return launch_lu<Complex<float>>(stream, m, n, a, lda, pivots, info, offset, workspace);
        default:
            return launch_lu<Complex<double>>(stream, m, n, a, lda, pivots, info, offset, workspace);
    }
}

cudaError_t launch_swap_rows(cudaStream_t stream, char precision, std::int64_t n, void* a, std::int64_t lda,
                             std::int64_t first, std::int64_t last, const std::int32_t* pivots, bool forward,
                             void* workspace, bool aside) {
    using namespace kernels;
    if (n <= 0 || last < first) return cudaSuccess;
    Move* const plan = static_cast<Move*>(workspace);
    const unsigned most = aside ? kAside : 4096;
    static_assert(2 * kSwaps * sizeof(Move) <= kFactorWorkspace && kTallBlocks * sizeof(Key) <= kFactorWorkspace);
    return by_size(precision, [&](auto element) {
        return launch_swaps<decltype(element)>(stream, n, a, lda, first, last, pivots, forward, plan, most);
    });
}

cudaError_t launch_compose_rows(cudaStream_t stream, std::int64_t m, std::int64_t first, std::int64_t k,
                                const std::int32_t* pivots, std::int32_t* rows) {
    using namespace kernels;
    if (m <= 0) return cudaSuccess;
    if (k == 0)
        identity_kernel<<<unsigned((m + kThreads - 1) / kThreads), kThreads, 0, stream>>>(int(m), rows, rows + m);
    for (std::int64_t end = k; end > 0;) {
        const std::int64_t begin = (end - 1) / kSwaps * kSwaps;
        compose_kernel<<<1, 2 * kSwaps, 0, stream>>>(int(m), int(first + begin), int(end - begin), pivots + begin,
                                                     int(first), rows, rows + m);
        end = begin;
    }
    return cudaGetLastError();
}

cudaError_t launch_gather_rows(cudaStream_t stream, char precision, std::int64_t m, std::int64_t n, const void* from,
                               std::int64_t ld_from, const std::int32_t* rows, void* to, std::int64_t ld_to) {
    using namespace kernels;
    if (m <= 0 || n <= 0) return cudaSuccess;
    return by_size(precision, [&](auto element) {
        return launch_gather<decltype(element)>(stream, m, n, from, ld_from, rows, to, ld_to);
    });
}

std::int64_t late_swap_rows(char precision) {
    return shared_memory_of_block() / (precision == 's' ? 4 : precision == 'z' ? 16 : 8);
}
std::size_t late_swap_workspace(std::int64_t m) {
    return std::size_t(m) * 2 * sizeof(int);
}
cudaError_t launch_late_swaps(cudaStream_t stream, char precision, std::int64_t m, const std::int64_t* starts,
                              int panels, void* a, std::int64_t lda, const std::int32_t* pivots, void* workspace) {
    using namespace kernels;
    int* const from = static_cast<int*>(workspace);
    return by_size(precision, [&](auto element) {
        return launch_permutations<decltype(element)>(stream, m, starts, panels, a, lda, pivots, from);
    });
}

cudaError_t launch_swap_solve(cudaStream_t stream, char precision, std::int64_t k, std::int64_t n, const void* l,
                              std::int64_t ldl, void* a, std::int64_t lda, const std::int32_t* pivots,
                              std::int64_t offset, bool aside) {
    using namespace kernels;
    if (n <= 0 || k <= 0) return cudaSuccess;
    switch (precision) {
        case 's':
            return launch_solve<float>(stream, k, n, l, ldl, a, lda, pivots, offset, aside);
        case 'd':
            return launch_solve<double>(stream, k, n, l, ldl, a, lda, pivots, offset, aside);
        case 'c':
            return launch_solve<Complex<float>>(stream, k, n, l, ldl, a, lda, pivots, offset, aside);
        default:
            return launch_solve<Complex<double>>(stream, k, n, l, ldl, a, lda, pivots, offset, aside);
    }
}

}  // namespace shunt::gpu
