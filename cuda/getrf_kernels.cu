// In: a panel of a matrix and the columns beside it. Out: its LU with LAPACK's choice of pivots, the interchanges
// carried out, the block row solved.
//
// The latency of a column is what a panel costs. One cluster of thread blocks therefore holds NB columns of the panel
// in registers (a row a thread), no row moves before all NB are done, and a column takes one exchange: every block
// writes its candidate row into the shared memory of all others, where a transaction barrier counts the bytes.
#include <climits>

#include "cuda/factor_kernels.cuh"
#include "cuda/getrf_kernels.hpp"

namespace shunt::gpu {
namespace kernels {

// The size of an element as an unsigned number of the same order (NaN above all), and the row's position: the first of
// the largest wins.
struct Key {
    unsigned high, low;
    int position;
};
__device__ __forceinline__ Key key_of(float size, int position) {
    return {__float_as_uint(size), 0u, position};
}
__device__ __forceinline__ Key key_of(double size, int position) {
    const unsigned long long bits = (unsigned long long)__double_as_longlong(size);
    return {unsigned(bits >> 32), unsigned(bits), position};
}
__device__ __forceinline__ bool before(Key x, Key y) {
    if (x.high != y.high) return x.high > y.high;
    if (x.low != y.low) return x.low > y.low;
    return x.position < y.position;
}
// The lane of the winner of the warp's keys. A reduction of 32 bits takes 47 cycles, and one nearly always decides.
template <class Real> __device__ __forceinline__ int best_lane(Key k) {
    const unsigned high = __reduce_max_sync(~0u, k.high);
    bool mine = k.high == high;
    unsigned lanes = __ballot_sync(~0u, mine);
    if (__popc(lanes) > 1) {
        if constexpr (sizeof(Real) == 8) {
            const unsigned low = __reduce_max_sync(~0u, mine ? k.low : 0u);
            mine = mine && k.low == low;
        }
        const int position = __reduce_min_sync(~0u, mine ? k.position : INT_MAX);
        lanes = __ballot_sync(~0u, mine && k.position == position);
    }
    return __ffs(int(lanes)) - 1;
}
template <class T> __device__ __noinline__ T divide_any(T x, T y) {
    return divide(x, y);
}

constexpr int kPanelThreads = 256, kPanelWarps = kPanelThreads / 32;

// What one block sends of a column: its candidate's row and key.
template <class T, int NB> struct alignas(16) Candidate {
    T row[NB];
    Key key;
    unsigned unused;
};

template <class T, int R, int NB> struct PanelMemory {
    static constexpr int W = kOrder<T>;
    alignas(16) Candidate<T, NB> inbox[2][16];
    alignas(16) Candidate<T, NB> mine;
    alignas(16) T upper[NB * NB];  // (NB, NB) rows of U
    alignas(16) Key warp_key[kPanelWarps];
    int pivot[NB];  // of the columns so far, rows of the panel
    alignas(8) std::uint64_t full[2];
    union alignas(16) {
        T lower[NB * kPanelThreads * R];  // (NB, rows of this block) multipliers
        struct {
            T l11[(W - NB) * (W - NB)];
            T u12[(W - NB) * NB];
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
__device__ __forceinline__ unsigned shared_address(const void* p) {
    return unsigned(__cvta_generic_to_shared(p));
}
__device__ __forceinline__ unsigned remote(unsigned address, unsigned rank) {
    unsigned r;
    asm volatile("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(r) : "r"(address), "r"(rank));
    return r;
}
__device__ __forceinline__ void send(unsigned to, std::uint64_t value, unsigned barrier) {
    asm volatile("st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.b64 [%0], %1, [%2];" ::"r"(to), "l"(value),
                 "r"(barrier)
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
    constexpr int kWords = NB * int(sizeof(T)) / 8;

    if (threadIdx.x == 0) {
        for (int i = 0; i < 2; i++)
            asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(shared_address(&s.full[i])) : "memory");
        asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
    }
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
        T c[R][NB];
        int position[R];
        const auto load = [&] {
#pragma unroll
            for (int r = 0; r < R; r++) {
                const int row = top + r * kPanelThreads;
                position[r] = row < m && row >= jb ? row : -1;
#pragma unroll
                for (int j = 0; j < NB; j++) c[r][j] = position[r] >= 0 && j < nb ? a[row + (jb + j) * lda] : zero<T>();
            }
        };

        // [ L11     ] [ U12 ]   [ A12 ]      every block solves for U12 itself;
        // [ L21   I ] [  C  ] = [ A22 ]      C := A22 - L21 U12
        if (jb == 0)
            load();
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
            load();  // on its way during the solve
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
                        const int i = lane + 32 * q;  // zero where i <= 32 p + k
                        const T l = s.before.l11[min(i, jb - 1) + (32 * p + k) * jb];
#pragma unroll
                        for (int v = 0; v < V; v++) x[q][v] = minus_product(x[q][v], l, y[v]);
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
                        s.before.u12[i * NB + j] = x[q][v];
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
                    const Pack<T>* u = reinterpret_cast<const Pack<T>*>(s.before.u12 + (k0 + d) * NB);
#pragma unroll
                    for (int g = 0; g < NB / P; g++) {
                        const Pack<T> y = u[g];
#pragma unroll
                        for (int e = 0; e < P; e++)
#pragma unroll
                            for (int r = 0; r < R; r++)
                                c[r][g * P + e] = minus_product(c[r][g * P + e], l[r][d], y.v[e]);
                    }
                }
#pragma unroll
                for (int d = 0; d < D; d++)
#pragma unroll
                    for (int r = 0; r < R; r++) l[r][d] = next[r][d];
            }
        }
        __syncthreads();

#pragma unroll 1
        for (int j = 0; j < nb; j++, count++) {
            // c[r][0] is column j of the row: the columns move one place down with every step.
            Key best{0u, 0u, INT_MAX};
#pragma unroll
            for (int r = 0; r < R; r++)
                if (position[r] >= jb + j) {
                    const Key k = key_of(size_of(c[r][0]), position[r]);
                    if (before(k, best)) best = k;
                }
            const bool candidate = best_lane<Real>(best) == lane;
            if (candidate) s.warp_key[warp] = best;
            __syncthreads();
            const int chosen = best_lane<Real>(lane < kPanelWarps ? s.warp_key[lane] : Key{0u, 0u, INT_MAX});
            if (candidate && warp == chosen) {
                s.mine.key = best;
#pragma unroll
                for (int r = 0; r < R; r++)
                    if (position[r] == best.position) {
#pragma unroll
                        for (int g = 0; g < NB / P; g++)
                            if (g * P < nb - j) {
                                Pack<T> y;
#pragma unroll
                                for (int e = 0; e < P; e++) y.v[e] = c[r][g * P + e];
                                reinterpret_cast<Pack<T>*>(s.mine.row)[g] = y;
                            }
                    }
            }
            __syncthreads();
            const unsigned parity = count & 1, phase = count / 2 & 1;
#pragma unroll
            for (int t = 0; t < Sends; t++)
                if (warp + t * kPanelWarps < size) {
                    const unsigned box = their_box[t] + parity * unsigned(sizeof s.inbox[0]) + 8 * lane;
                    const unsigned barrier = their_barrier[t] + parity * 8;
                    const std::uint64_t* words = reinterpret_cast<const std::uint64_t*>(&s.mine);
                    if (lane < kWords) send(box, words[lane], barrier);
                    if (lane < 2) send(box + 8 * kWords, words[kWords + lane], barrier);
                }
            if (threadIdx.x == 0)
                expect(shared_address(&s.full[parity]), unsigned(size) * unsigned(sizeof(Candidate<T, NB>)));
            wait(shared_address(&s.full[parity]), phase);

            Key k{0u, 0u, INT_MAX};
            T inv = zero<T>();
            if (lane < size) {
                k = s.inbox[parity][lane].key;
                inv = inverse(s.inbox[parity][lane].row[0]);
            }
            const int winner = best_lane<Real>(k);
            inv = shuffle(inv, winner);
            const T* u = s.inbox[parity][winner].row;
            best = s.inbox[parity][winner].key;
            const T pivot = u[0];
            const bool by_inverse = plain_inverse<T>(size_of(pivot));
            if (threadIdx.x == 0) s.pivot[j] = best.position;
            if (rank == 0 && threadIdx.x == 0) {
                pivots[jb + j] = std::int32_t(offset + best.position + 1);
                if (best.high == 0 && best.low == 0 && zero_pivot == 0) zero_pivot = jb + j + 1;
            }
            if (rank == 0 && warp == kPanelWarps - 1 && lane < nb - j) s.upper[j * NB + j + lane] = u[lane];
            T f[R];
#pragma unroll
            for (int r = 0; r < R; r++) {
                if (position[r] == best.position)
                    position[r] = jb + j;
                else if (position[r] == jb + j)
                    position[r] = best.position;
                f[r] = position[r] > jb + j ? times(c[r][0], inv) : zero<T>();
            }
            if (!by_inverse) {
#pragma unroll
                for (int r = 0; r < R; r++)
                    if (position[r] > jb + j)
                        f[r] = best.high == 0 && best.low == 0 ? c[r][0] : divide_any(c[r][0], pivot);
            }
#pragma unroll
            for (int r = 0; r < R; r++) s.lower[(j * R + r) * kPanelThreads + threadIdx.x] = f[r];
            constexpr int Group = NB / 2 / P;  // halves of the row, each read before it is used
#pragma unroll
            for (int h = 0; h < NB / P; h += Group)
                if (h * P < nb - j) {
                    Pack<T> y[Group];
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
                }
        }
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
    if (rank == 0 && threadIdx.x == 0 && zero_pivot != 0 && *info == 0) *info = std::int32_t(offset + zero_pivot);
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
    if (best_lane<RealOf<T>>(best) == lane) keys[threadIdx.x / 32] = best;
    __syncthreads();
    if (threadIdx.x < 32) {
        best = lane < kThreads / 32 ? keys[lane] : Key{0u, 0u, INT_MAX};
        if (best_lane<RealOf<T>>(best) == lane) *out = best;
    }
}

// The multipliers of column j - 1, the rows below it updated, and the blocks' candidates for column j.
template <class T> __global__ void __launch_bounds__(kThreads)
    tall_update(std::int64_t m, int n, T* a, std::int64_t lda, int j, Key* keys) {
    Key best{0u, 0u, INT_MAX};
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
            const Key k = key_of(size_of(a[i + j * lda]), int(i));
            if (before(k, best)) best = k;
        }
    }
    block_best<T>(best, keys + blockIdx.x);
}
template <class T> __global__ void __launch_bounds__(kThreads)
    tall_pick(int n, T* a, std::int64_t lda, int j, const Key* keys, int blocks, std::int32_t* pivots,
              std::int32_t* info, std::int64_t offset) {
    __shared__ Key chosen;
    Key best{0u, 0u, INT_MAX};
    for (int b = threadIdx.x; b < blocks; b += kThreads)
        if (before(keys[b], best)) best = keys[b];
    block_best<T>(best, &chosen);
    __syncthreads();
    const std::int64_t p = chosen.position;
    if (threadIdx.x == 0) {
        pivots[j] = std::int32_t(offset + p + 1);
        if (chosen.high == 0 && chosen.low == 0 && *info == 0) *info = std::int32_t(offset + j + 1);
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

// E entries a thread: up to E * kThreads / 2 transpositions.
template <class T, int E> __global__ void __launch_bounds__(kThreads)
    swap_kernel(std::int64_t n, T* a, std::int64_t lda, int base, int k, const std::int32_t* pivots, bool forward) {
    __shared__ int p[kSwaps];
    for (int i = threadIdx.x; i < k; i += kThreads) p[i] = pivots[i] - 1;
    __syncthreads();
    constexpr int kSwapColumns = 8;
    int to[E], from[E];
#pragma unroll
    for (int e = 0; e < E; e++) {
        const int t = threadIdx.x + e * kThreads;
        to[e] = from[e] = -1;
        if (t < k)
            to[e] = base + t;
        else if (t < 2 * k && (p[t - k] < base || p[t - k] >= base + k))
            to[e] = p[t - k];
        if (to[e] >= 0) from[e] = source(to[e], base, p, k, forward);
        if (from[e] == to[e]) from[e] = -1;
    }
    for (std::int64_t c = std::int64_t(blockIdx.x) * kSwapColumns; c < n; c += std::int64_t(gridDim.x) * kSwapColumns) {
        T v[E][kSwapColumns];
#pragma unroll
        for (int e = 0; e < E; e++)
#pragma unroll
            for (int j = 0; j < kSwapColumns; j++)
                if (from[e] >= 0 && c + j < n) v[e][j] = a[from[e] + (c + j) * lda];
        __syncthreads();
#pragma unroll
        for (int e = 0; e < E; e++)
#pragma unroll
            for (int j = 0; j < kSwapColumns; j++)
                if (from[e] >= 0 && c + j < n) a[to[e] + (c + j) * lda] = v[e][j];
        __syncthreads();
    }
}

// The interchanges of a panel in the columns beside it and, in the same pass, their block row solved with its L11.
template <class T> __global__ void __launch_bounds__(kThreads, 1)
    swap_solve_kernel(int k, std::int64_t n, const T* l, std::int64_t ldl, T* a, std::int64_t lda,
                      const std::int32_t* pivots, std::int64_t offset) {
    constexpr int N = kOrder<T>, LdS = kLdS<T>;
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
        solve_tile<T, true>(s, nullptr, x, (k + 15) / 16 * 16);
#pragma unroll 8
        for (int e = threadIdx.x; e < N * kRhs; e += kThreads) {
            const int i = e % N, w = e / N;
            if (i < k && first + w < n) a[i + (first + w) * lda] = x[i * kLdX + w];
        }
    }
}

// ---- Launchers
// Two rows a thread up to 8192 rows, then four. Double precision, a panel of 128 columns on an H200, 2026-11-21, us a
// column at 512 / 2048 / 4096 / 8192 rows: one row and 32 columns a thread 1.52 1.53 1.66 -, one and 16 1.71 1.69 1.76
// -, two and 32 1.96 1.88 1.90 2.05, two and 16 2.05 1.94 1.96 2.09, two and 8 2.69 2.63 2.66 2.74.
template <class T> constexpr int kColumns = 128 / int(sizeof(T));
constexpr std::int64_t kClusterRows = 4 * 16 * kPanelThreads;

template <class T, int R, int NB> cudaError_t launch_panel(cudaStream_t stream, int m, int n, T* a, std::int64_t lda,
                                                           std::int32_t* pivots, std::int32_t* info,
                                                           std::int64_t offset) {
    const auto kernel = panel_kernel<T, R, NB>;
    static const cudaError_t ready = [kernel] {
        const cudaError_t e = cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                                   int(sizeof(PanelMemory<T, R, NB>)));
        return e != cudaSuccess ? e : cudaFuncSetAttribute(kernel, cudaFuncAttributeNonPortableClusterSizeAllowed, 1);
    }();
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

// Clusters of 16 blocks of this size on the current device, asked once a device.
template <class T> bool clusters() {
    static signed char known[64] = {};
    int device = 0;
    if (cudaGetDevice(&device) != cudaSuccess || device >= 64) return false;
    if (known[device] == 0) {
        int major = 0, count = 0;
        if (cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, device) == cudaSuccess && major >= 9) {
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
            if (cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                     int(config.dynamicSmemBytes)) == cudaSuccess &&
                cudaFuncSetAttribute(kernel, cudaFuncAttributeNonPortableClusterSizeAllowed, 1) == cudaSuccess &&
                cudaOccupancyMaxActiveClusters(&count, kernel, &config) != cudaSuccess)
                count = 0;
            cudaGetLastError();
        }
        known[device] = count > 0 ? 1 : -1;
    }
    return known[device] > 0;
}

template <class T> cudaError_t launch_lu(cudaStream_t stream, std::int64_t m, std::int64_t n, void* data,
                                         std::int64_t lda, std::int32_t* pivots, std::int32_t* info,
                                         std::int64_t offset, void* workspace) {
    T* a = static_cast<T*>(data);
    constexpr int NB = kColumns<T>;
    if (m <= kClusterRows && clusters<T>()) {
        if constexpr (kTensor<T>) {
            if (m <= kClusterRows / 4)
                return launch_panel<T, 1, 32>(stream, int(m), int(n), a, lda, pivots, info, offset);
            if (m <= kClusterRows / 2)
                return launch_panel<T, 2, 32>(stream, int(m), int(n), a, lda, pivots, info, offset);
        } else if (m <= kClusterRows / 2)
            return launch_panel<T, 2, NB>(stream, int(m), int(n), a, lda, pivots, info, offset);
        return launch_panel<T, 4, NB>(stream, int(m), int(n), a, lda, pivots, info, offset);
    }
    Key* keys = reinterpret_cast<Key*>(static_cast<char*>(workspace) + 256);
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
                                            bool forward) {
    const std::int64_t total = last - first + 1, parts = (total + kSwaps - 1) / kSwaps;
    for (std::int64_t part = 0; part < parts; part++) {
        const std::int64_t begin = (forward ? part : parts - 1 - part) * kSwaps;
        const std::int64_t k = total - begin < kSwaps ? total - begin : kSwaps;
        const std::int64_t base = first - 1 + begin;
        const bool few = 2 * k <= kThreads;
        const std::int64_t groups = (n + 7) / 8;
        const unsigned grid = unsigned(groups < 4096 ? groups : 4096);
        const auto kernel = few ? swap_kernel<T, 1> : swap_kernel<T, 4>;
        kernel<<<grid, kThreads, 0, stream>>>(n, static_cast<T*>(a), lda, int(base), int(k), pivots + base, forward);
    }
    return cudaGetLastError();
}

template <class T> cudaError_t launch_solve(cudaStream_t stream, std::int64_t k, std::int64_t n, const void* l,
                                            std::int64_t ldl, void* a, std::int64_t lda, const std::int32_t* pivots,
                                            std::int64_t offset) {
    constexpr int bytes = int(sizeof(T)) * kOrder<T> * (kLdS<T> + kLdX);
    static const cudaError_t ready =
        cudaFuncSetAttribute(swap_solve_kernel<T>, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
    if (ready != cudaSuccess) return ready;
    const std::int64_t tiles = (n + kRhs - 1) / kRhs;
    swap_solve_kernel<T><<<unsigned(tiles < 128 ? tiles : 128), kThreads, bytes, stream>>>(
        int(k), n, static_cast<const T*>(l), ldl, static_cast<T*>(a), lda, pivots, offset);
    return cudaGetLastError();
}

}  // namespace kernels

std::int64_t getrf_solve_order(char precision) {
    return precision == 'z' ? 64 : 128;
}

std::int64_t getrf_launch_columns(char precision, std::int64_t m) {
    using namespace kernels;
    if (m > kClusterRows) return 32;
    switch (precision) {
        case 's':
            return clusters<float>() ? 128 : 32;
        case 'd':
            return clusters<double>() ? 128 : 32;
        case 'c':
            return clusters<Complex<float>>() ? 128 : 32;
        default:
            return clusters<Complex<double>>() ? 64 : 32;
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
                             std::int64_t first, std::int64_t last, const std::int32_t* pivots, bool forward) {
    using namespace kernels;
    if (n <= 0 || last < first) return cudaSuccess;
    switch (precision) {
        case 's':
            return launch_swaps<float>(stream, n, a, lda, first, last, pivots, forward);
        case 'z':
            return launch_swaps<Complex<double>>(stream, n, a, lda, first, last, pivots, forward);
        default:
            return launch_swaps<double>(stream, n, a, lda, first, last, pivots, forward);  // c moves as d
    }
}

cudaError_t launch_swap_solve(cudaStream_t stream, char precision, std::int64_t k, std::int64_t n, const void* l,
                              std::int64_t ldl, void* a, std::int64_t lda, const std::int32_t* pivots,
                              std::int64_t offset) {
    using namespace kernels;
    if (n <= 0 || k <= 0) return cudaSuccess;
    switch (precision) {
        case 's':
            return launch_solve<float>(stream, k, n, l, ldl, a, lda, pivots, offset);
        case 'd':
            return launch_solve<double>(stream, k, n, l, ldl, a, lda, pivots, offset);
        case 'c':
            return launch_solve<Complex<float>>(stream, k, n, l, ldl, a, lda, pivots, offset);
        default:
            return launch_solve<Complex<double>>(stream, k, n, l, ldl, a, lda, pivots, offset);
    }
}

}  // namespace shunt::gpu
