// In: a triangle whose diagonal blocks are prepared, and many right-hand sides, in double. Out: op(A)^-1 B or op(A) B
// in place, by one launch.
//
// B is cut into tiles of 128 rows and 128 right-hand sides, twice as wide and high as those of `stream`: what comes
// from the L2 cache per product is half as much. An item of work is a tile. Each of eight warps holds 64 rows and 32
// right-hand sides of it, transposed,
//
//     X(i)^T := (alpha B(i)^T - sum over j < i of X(j)^T A(i, j)^T) V(i)^T
//
// so that the residual lies in its registers just as the next product wants its left factor: the solve with a diagonal
// block needs no exchange between warps. Four more warps copy what the products take into a ring of stages.
//
// Nothing is copied beforehand, B itself holds what is final. TRSM: flags[slice, i] counts the halves of a tile that
// are; within a tile the upper warps hand their half over in the ring. TRMM begins with the diagonal and the lowest
// tiles; flags[slice, i] counts the row blocks that a tile has read, from its own upwards, and a tile is overwritten
// when all below it have read it. Items are handed out by a counter in an order in which each depends on earlier ones
// only. Sums are made in one fixed order, so results are the same bits in every run.
#include "cuda/async.cuh"
#include "cuda/shared_memory.hpp"
#include "cuda/triangle.cuh"
#include "cuda/trsm_broad.hpp"

namespace shunt::gpu::triangle {
namespace {

constexpr int kTileRows = kBroadRows, kColumns = kBroadColumns, kChunk = 16, kPerBlock = kTileRows / kChunk;
constexpr int kWarps = 8, kConsumers = 32 * kWarps, kCopiers = 128;
constexpr int kSide = 32;               // right-hand sides of a warp
constexpr int kSteps = 8, kAcross = 2;  // tiles (16, 8) of a warp: rows, right-hand sides
constexpr int kElements = kAcross * kSteps * 4;
constexpr int kMostStages = 7, kMostBlocks = 256;
constexpr int kHalf = kRows;  // rows of a diagonal block
constexpr int kSquare = kHalf * kHalf;
static_assert(kTileRows == 2 * kHalf && kTileRows == kColumns && kHalf == 8 * kSteps && kColumns == 4 * kSide);

// A stage holds a chunk of A and one of X, 16 columns of 128 each, or a diagonal block. Where an element lies, in
// bytes: 16 bytes of neighbours stay together, and what the lanes of a warp read at once lies in different banks.
constexpr int kPanel = kChunk * kTileRows, kStageBytes = 2 * kPanel * static_cast<int>(sizeof(double));
static_assert(kSquare == 2 * kPanel);
struct AlongColumns {  // of a chunk, k contiguous
    static __device__ __forceinline__ unsigned at(unsigned k, unsigned row) {
        return row * 128 + (k / 2 ^ row % 4 * 2) * 16 + k % 2 * 8;
    }
};
struct AlongRows {  // of a chunk, rows contiguous
    static __device__ __forceinline__ unsigned at(unsigned row, unsigned k) {
        return k * 1024 + (row / 2 ^ k % 4 * 2) * 16 + row % 2 * 8;
    }
};
struct AsBlock {  // rows contiguous, in pairs
    static __device__ __forceinline__ unsigned at(unsigned row, unsigned k) {
        return k * 512 + (row ^ k / 2 % 4 * 4) * 8;
    }
};

// a_rows, x_k: which index is contiguous, rows of A (else its columns) and rows of X (else right-hand sides). Element e
// of the tile (m, n) of a warp's sums is row(n, e) + 2 t of the half, right-hand side side(m, e) + lane_side(g) of the
// warp.
template <bool a_rows, bool x_k> struct Broad {
    using A = std::conditional_t<a_rows, AlongRows, AlongColumns>;
    using X = std::conditional_t<x_k, AlongColumns, AlongRows>;
    static __host__ __device__ constexpr int row(int n, int e) { return n * 8 + e % 2; }
    static __host__ __device__ constexpr int side(int m, int e) { return m * 16 + (x_k ? e / 2 * 8 : e / 2); }
    static __host__ __device__ constexpr int lane_side(int g) { return x_k ? g : 2 * g; }
};

// What the ring brings for a tile of TRSM, in this order: chunks of all to the left; V1; chunks of the last half block
// to the left, where that goes by V1 times it (joint1; it waits for others, so V1 is applied to the rest before); V2,
// where the square between the halves goes by V2 times it (joint2); the square; else V2. Blocks that are refined follow
// their V.
struct Stages {
    bool joint1, joint2, refine1;
    int whole, upper, square, chunks;  // where V1 comes, V2 (joint2), the square, and how many in all
    __device__ __forceinline__ Stages(const int* mode, int i) {
        joint1 = i > 0 && mode[0] == by_joint_product, joint2 = mode[1] == by_joint_product;
        refine1 = mode[0] == by_refinement;
        whole = i * kPerBlock - (joint1 ? kPerBlock / 2 : 0);
        upper = whole + 1 + refine1 + (joint1 ? kPerBlock / 2 : 0);
        square = upper + joint2;
        chunks = square + kPerBlock / 2 + (joint2 ? 0 : 1 + (mode[1] == by_refinement));
    }
};

// Warps that copy leave registers to those that multiply. What a thread has at first is what 12 warps can have.
__device__ __forceinline__ void give_registers() {
#ifdef __CUDA_ARCH_FEAT_SM90_ALL
    asm volatile("setmaxnreg.dec.sync.aligned.u32 56;");
#endif
}
__device__ __forceinline__ void take_registers() {
#ifdef __CUDA_ARCH_FEAT_SM90_ALL
    asm volatile("setmaxnreg.inc.sync.aligned.u32 224;");
#endif
}

// A place in the ring.
struct Place {
    int stages, stage = 0;
    unsigned parity = 0;
    __device__ __forceinline__ void next() {
        if (++stage == stages) stage = 0, parity ^= 1;
    }
};

// Copies (slow, fast) elements to where Layout wants them; beyond the limits there are zeros. wide: 16 bytes at a time,
// which wants fast to be 1, or -1 and neighbours swapped: swap is 8 then, and each lies where its neighbour would. By
// one warp.
template <class Layout, int Fast, int Slow>
__device__ __forceinline__ void copy_panel(unsigned to, const double* from, int64_t fast, int64_t slow, int fast_limit,
                                           int slow_limit, bool wide, unsigned swap, unsigned first_fast = 0) {
    const unsigned lane = threadIdx.x % 32;
    const auto copy = [&](auto width) {
        constexpr unsigned size = decltype(width)::value, units = Fast / size, pass = units < 32 ? 32 / units : 1;
        const unsigned first = lane % units, s = lane / units;
#pragma unroll
        for (unsigned f = 0; f < units; f += 32) {
            const unsigned at = (first + f) * size;
            const int bytes = std::min(std::max(fast_limit - static_cast<int>(at), 0), static_cast<int>(size)) * 8;
            const char* source =
                reinterpret_cast<const char*>(from + at * fast + s * slow - (size == 2 && swap ? 1 : 0));
#pragma unroll 8
            for (unsigned q = s; q < Slow; q += pass, source += pass * slow * 8)
                copy_async<size * 8>(to + (Layout::at(first_fast + at, q) ^ (size == 1 ? swap : 0)), source,
                                     static_cast<int>(q) < slow_limit ? bytes : 0);
        }
    };
    if (wide)
        copy(std::integral_constant<unsigned, 2>{});
    else
        copy(std::integral_constant<unsigned, 1>{});
}

__device__ __forceinline__ void release(unsigned* p, unsigned v) {
    asm volatile("fence.acq_rel.gpu;\n st.relaxed.gpu.global.u32 [%0], %1;" ::"l"(p), "r"(v) : "memory");
}

using Sums = double[kAcross][kSteps][4];

// Loads stay as they are written: joined, the left factors of products would have to be taken apart again.
__device__ __forceinline__ double one_at(unsigned p) {
    double v;
    asm volatile("ld.volatile.shared.f64 %0, [%1];" : "=d"(v) : "r"(p));
    return v;
}
__device__ __forceinline__ double2 pair_at(unsigned p) {
    double2 v;
    asm volatile("ld.volatile.shared.v2.f64 {%0, %1}, [%2];" : "=d"(v.x), "=d"(v.y) : "r"(p));
    return v;
}

// c := V c, from the last steps to the first: what two of them hold is added to all that follow, then gone.
__device__ __forceinline__ void triangle_product(Sums& c, unsigned block, unsigned g, unsigned t) {
    // Where rows of even and of odd steps lie.
    const unsigned even = block + 2 * t * 512 + ((g ^ t % 2 * 4) + t / 2 * 8) * 8, odd = even - t / 2 * 128;
#pragma unroll
    for (int first = kSteps - 2; first >= 0; first -= 2) {
        double x[kAcross][2][4];
#pragma unroll
        for (int m = 0; m < kAcross; ++m)
#pragma unroll
            for (int r = 0; r < 2; ++r)
#pragma unroll
                for (int e = 0; e < 4; ++e) x[m][r][e] = c[m][first + r][e], c[m][first + r][e] = 0;
#pragma unroll
        for (int r = 0; r < 2; ++r)
#pragma unroll
            for (int of = 0; of < 2; ++of)
#pragma unroll
                for (int j = first + r; j < kSteps; ++j) {
                    const double row =
                        one_at((j % 2 ? odd : even) + static_cast<unsigned>((8 * (first + r) + of) * 512 + j * 64));
#pragma unroll
                    for (int m = 0; m < kAcross; ++m) mma(c[m][j], x[m][r][of], x[m][r][2 + of], row);
                }
    }
}

// Element (row, column) of L B, as far as the diagonal's tile goes: for what is not finite, since the zeros above a
// diagonal are no zeros when multiplied with that.
__device__ __noinline__ double diagonal_product(const Problem& p, int64_t top, int64_t row, int64_t column) {
    if (row >= p.n || column >= p.rhs) return 0;
    const double* const x = static_cast<const double*>(p.b) + column * p.bcs;
    double sum = 0;
#pragma unroll 4
    for (int64_t k = top; k <= row; ++k) sum = fma(lower_element<double>(p, row, k), x[k * p.brs], sum);
    return sum;
}

template <bool multiply, bool a_rows, bool x_k>
__global__ __launch_bounds__(kConsumers + kCopiers, 1) void broad(const __grid_constant__ Problem p, double* scratch,
                                                                  int stages) {
    using S = Broad<a_rows, x_k>;
    extern __shared__ __align__(128) char ring[];
    __shared__ __align__(8) Word64 barriers[2 * kMostStages];  // full, empty
    __shared__ unsigned turn_of[kMostStages], turn_box;

    const int tid = threadIdx.x, lane = tid % 32, warp = tid / 32;
    const unsigned full = shared_address(barriers), empty = full + 8 * kMostStages;
    if (tid < stages) {
        barrier_open(full + 8 * tid, 32);
        barrier_open(empty + 8 * tid, kWarps);
    }
    __syncthreads();
#if __CUDA_ARCH__ >= 900
    asm volatile("griddepcontrol.wait;" ::: "memory");
#endif
    const int blocks = p.blocks / 2;  // of rows, of 128 each
    const unsigned turns = static_cast<unsigned>(p.slices) * static_cast<unsigned>(blocks);
    const bool more = turns > gridDim.x;
    struct Item {
        int i, slice;
    };
    const auto item_of = [&](unsigned turn) {  // row by row within a band of slices
        const unsigned of_band = static_cast<unsigned>(p.band) * static_cast<unsigned>(blocks), band = turn / of_band;
        const int first = static_cast<int>(band) * p.band;
        const unsigned width = static_cast<unsigned>(std::min(p.band, p.slices - first)), in = turn % of_band;
        const int given = static_cast<int>(in / width);
        return Item{multiply ? blocks - 1 - given : given, first + static_cast<int>(in % width)};
    };
    const double* const a = static_cast<const double*>(p.a);
    double* const b = static_cast<double*>(p.b);
    const double* const v = static_cast<const double*>(p.v);
    // Upper triangles are gone through from their end: pairs of neighbours come the other way round.
    const unsigned swap_a = (a_rows ? p.ars : p.acs) < 0 ? 8 : 0, swap_x = x_k && p.brs < 0 ? 8 : 0;
    Place at{stages};

    if (tid >= kConsumers) {
        give_registers();
        const unsigned mine = static_cast<unsigned>(warp - kWarps);  // chunks of this remainder
        unsigned k = 0;
        if (tid == kConsumers) turn_box = atomicAdd(p.turn, 1u);
        meet<2, kCopiers>();
        unsigned turn = turn_box;
        meet<2, kCopiers>();
        while (turn < turns) {
            const auto [i, slice] = item_of(turn);
            const int64_t top = static_cast<int64_t>(i) * kTileRows, right = static_cast<int64_t>(slice) * kColumns;
            const int rows = static_cast<int>(std::min<int64_t>(p.n - top, kTileRows));
            const int columns = static_cast<int>(std::min<int64_t>(p.rhs - right, kColumns));
            const int left = i * kPerBlock;
            // TRMM: the diagonal, then all to the left, from the nearest block on.
            const Stages order(p.mode + 2 * i, i);
            const int chunks = multiply ? left + kPerBlock : order.chunks;
            const double* const diagonal = v + static_cast<int64_t>(i) * 4 * kSquare;  // two blocks, two squares each
            const auto copy_x = [&](unsigned to, int64_t row, int limit) {
                const double* from = b + row * p.brs + right * p.bcs;
                if constexpr (x_k)
                    copy_panel<typename S::X, kChunk, kColumns>(to, from, p.brs, p.bcs, limit, columns, p.wide_b,
                                                                swap_x);
                else
                    copy_panel<typename S::X, kColumns, kChunk>(to, from, p.bcs, p.brs, columns, limit, p.wide_b, 0);
            };
            const unsigned* const flags = p.flags + static_cast<int64_t>(slice) * blocks;
            unsigned later = turns, ready = 0;
            int ready_block = -1;
            for (int c = 0; c < chunks; ++c, ++k, at.next()) {
                if (c == left && tid == kConsumers && more) later = atomicAdd(p.turn, 1u);
                if (k % (kCopiers / 32) != mine) continue;
                barrier_wait(empty + 8 * at.stage, at.parity ^ 1);
                if (lane == 0) turn_of[at.stage] = turn;
                const unsigned slot = shared_address(ring) + static_cast<unsigned>(at.stage * kStageBytes);
                int column = 0;                                    // of A
                const auto copy_a = [&](int first, auto height) {  // rows from `first` on
                    constexpr int rows_of = decltype(height)::value;
                    const double* from = a + (top + first) * p.ars + column * p.acs;
                    if constexpr (a_rows)
                        copy_panel<typename S::A, rows_of, kChunk>(slot, from, p.ars, p.acs, rows - first, kChunk,
                                                                   p.wide, swap_a, static_cast<unsigned>(first));
                    else
                        copy_panel<typename S::A, kChunk, rows_of>(slot + static_cast<unsigned>(first) * 128, from,
                                                                   p.acs, p.ars, kChunk, rows - first, p.wide, swap_a);
                };
                const auto copy_block = [&](const double* from, int first) {  // 16 columns of a prepared block
                    if constexpr (a_rows) {
                        copy_panel<typename S::A, kHalf, kChunk>(slot, from, 1, kHalf, kHalf, kChunk, swap_a == 0,
                                                                 swap_a, static_cast<unsigned>(first));
                    } else {
#pragma unroll 8
                        for (unsigned e = static_cast<unsigned>(lane); e < kHalf * kChunk; e += 32)
                            copy_async<8>(
                                slot + (S::A::at(e / kHalf, static_cast<unsigned>(first) + e % kHalf) ^ swap_a),
                                reinterpret_cast<const char*>(from + e), 8);
                    }
                };
                const unsigned x_slot = slot + kStageBytes / 2;
                constexpr std::integral_constant<int, kTileRows> all{};
                constexpr std::integral_constant<int, kHalf> half{};
                const int own = static_cast<int>(top);
                if (multiply) {
                    int limit = kChunk;
                    if (c >= kPerBlock) {
                        column = own + (c % kPerBlock - c / kPerBlock * kPerBlock) * kChunk;
                        copy_a(0, all);
                    } else {  // L1 over the square beside it, then (nothing over) L2
                        const int lower = c / (kPerBlock / 2), k0 = c % (kPerBlock / 2) * kChunk;
                        column = own + c * kChunk;
                        copy_block(diagonal + lower * 2 * kSquare + k0 * kHalf, lower * kHalf);
                        if (!lower) copy_a(kHalf, half);
                        limit = static_cast<int>(std::min<int64_t>(p.n - column, kChunk));
                    }
                    copy_x(x_slot, column, limit);
                } else {
                    const int last = c - (order.whole + 1);  // of the chunks after V1
                    if (c < order.whole || (order.joint1 && last >= 0 && last < kPerBlock / 2)) {
                        column = (c < order.whole ? c : left - kPerBlock / 2 + last) * kChunk;
                        if (c < order.whole) {
                            copy_a(0, all);
                        } else {
                            copy_block(diagonal + kSquare + last * kChunk * kHalf, 0);
                            copy_a(kHalf, half);
                        }
                        const int block = column / kTileRows;
                        const unsigned wanted = column % kTileRows < kHalf ? 1 : 2;
                        if (block != ready_block) ready = 0, ready_block = block;
                        if (ready < wanted) {
                            if (lane == 0)
                                while (ready = acquire(flags + block), ready < wanted)
                                    if (i - block > 2) __nanosleep(i - block > 8 ? 500 : 100);
                            ready = __shfl_sync(~0u, ready, 0);
                            __syncwarp();  // what lane 0 has seen, all see
                        }
                        copy_x(x_slot, column, kChunk);
                    } else if (c >= order.square && c < order.square + kPerBlock / 2) {
                        const int q = c - order.square;  // X comes from the upper half
                        column = own + q * kChunk;
                        if (order.joint2)
                            copy_block(diagonal + 3 * kSquare + q * kChunk * kHalf, kHalf);
                        else
                            copy_a(kHalf, half);
                    } else {  // V1, L1; V2, L2
                        const int which = c < order.upper    ? c - order.whole
                                          : c < order.square ? 2
                                                             : c - (order.square + kPerBlock / 2) + 2;
                        copy_panel<AsBlock, kHalf, kHalf>(slot, diagonal + which * kSquare, 1, kHalf, kHalf, kHalf,
                                                          true, 0);
                    }
                }
                barrier_after_copies(full + 8 * at.stage);
                barrier_arrive(full + 8 * at.stage);
            }
            if (tid == kConsumers) turn_box = later;
            meet<2, kCopiers>();
            turn = turn_box;
            meet<2, kCopiers>();
        }
        if (k % (kCopiers / 32) == mine) {
            barrier_wait(empty + 8 * at.stage, at.parity ^ 1);
            if (lane == 0) turn_of[at.stage] = turns;
            __syncwarp();
            barrier_arrive(full + 8 * at.stage);
        }
        copies_wait_all();
        return;
    }

    take_registers();
    const int g = lane / 4, t = lane % 4;
    const int lower = warp / 4, group = warp % 4;  // which half of the rows, which right-hand sides
    // Where this lane's parts of a chunk are; four columns further on they are at `corner` with other bits.
    const auto corner_of = [&](bool rows, int first) {
        return static_cast<unsigned>(rows ? t * 1024 + (g ^ 2 * t) * 16 + first * 8
                                          : first * 128 + g * 128 + (t / 2 ^ g % 4 * 2) * 16 + t % 2 * 8);
    };
    const auto further = [](unsigned corner, bool rows, unsigned step) {
        return rows ? corner + step * 4 * 1024 : corner ^ step * 2 * 16;
    };
    const unsigned a_corner =
        swap_a ^ (a_rows ? t * 1024 + lower * 512 + (g / 2 ^ t % 2 * 2) * 16 + g % 2 * 8 + t / 2 * 64
                         : corner_of(false, lower * kHalf));
    const unsigned x_corner = kStageBytes / 2 + (swap_x ^ corner_of(!x_k, group * kSide));
    const auto wait_full = [&] { barrier_wait(full + 8 * at.stage, at.parity); };
    const auto done_with = [&](int stage) {
        __syncwarp();
        if (lane == 0) barrier_arrive(empty + 8 * stage);
    };
    const auto done = [&] {
        done_with(at.stage);
        at.next();
    };
    const auto pass = [&](int stages_) {  // what is for the other half
        for (int q = 0; q < stages_; ++q) {
            wait_full();
            done();
        }
    };
    // This thread's part of the scratch, of which there are two; code that a tile runs through once has to be short.
    double* const mine = scratch + (static_cast<int64_t>(blockIdx.x) * 2 * kElements * kConsumers + tid);
    double* const mine_too = mine + kElements * kConsumers;

    for (;;) {
        wait_full();
        const unsigned turn = turn_of[at.stage];
        if (turn >= turns) return;
        const Item item = item_of(turn);
        const int i = item.i, slice = item.slice;
        const int64_t top = static_cast<int64_t>(i) * kTileRows + lower * kHalf;
        const int64_t right = static_cast<int64_t>(slice) * kColumns + group * kSide;
        Sums c = {};
        const auto all = [&](auto&& use) {
#pragma unroll
            for (int m = 0; m < kAcross; ++m)
#pragma unroll
                for (int n = 0; n < kSteps; ++n)
#pragma unroll
                    for (int e = 0; e < 4; ++e) use(c[m][n][e], (m * kSteps + n) * 4 + e);
        };
        // Calls use(one, two, place in B) for pairs of elements of c that are neighbours there, of one column or, where
        // right-hand sides are contiguous, of one row. Where all of this warp's exist and pairs are aligned.
        const bool back = swap_x != 0;
        const auto walk = [&](auto&& use) {
            const double* const corner = b + (top + 2 * t) * p.brs + (right + S::lane_side(g)) * p.bcs - back;
#pragma unroll
            for (int m = 0; m < kAcross; ++m) {
                if constexpr (x_k) {
#pragma unroll
                    for (int h = 0; h < 4; h += 2) {
                        const double* at_b = corner + S::side(m, h) * p.bcs;
#pragma unroll
                        for (int n = 0; n < kSteps; ++n, at_b += 8 * p.brs) use(c[m][n][h], c[m][n][h + 1], at_b);
                    }
                } else {
                    const double* at_b = corner + S::side(m, 0) * p.bcs;
#pragma unroll
                    for (int n = 0; n < kSteps; ++n)
#pragma unroll
                        for (int e = 0; e < 2; ++e, at_b += (e == 2 ? 7 : 1) * p.brs)
                            use(c[m][n][e], c[m][n][e + 2], at_b);
                }
            }
        };
        // Else: calls use(its place in the scratch, its place in B) for those that do.
        const auto walk_edge = [&](double* room, auto&& use) {
#pragma unroll 1
            for (int q = 0; q < kElements; ++q) {
                const int m = q / (4 * kSteps), n = q / 4 % kSteps, e = q % 4;
                const int64_t row = top + 2 * t + S::row(n, e), side = right + S::lane_side(g) + S::side(m, e);
                if (row < p.n && side < p.rhs) use(room + q * kConsumers, b + row * p.brs + side * p.bcs);
            }
        };
        const bool inside = p.wide_b && top + kHalf <= p.n && right + kSide <= p.rhs;
        const auto from_b = [&](auto&& use) {  // use(element of c, that of B)
            if (inside) {
                walk([&](double& one, double& two, const double* y) {
                    const double2 v = __ldcg(reinterpret_cast<const double2*>(y));
                    use(one, back ? v.y : v.x);
                    use(two, back ? v.x : v.y);
                });
            } else {
                all([&](double, int q) { mine_too[q * kConsumers] = 0; });
                walk_edge(mine_too, [](double* x, const double* y) { *x = __ldcg(y); });
                all([&](double& x, int q) { use(x, mine_too[q * kConsumers]); });
            }
        };
        const auto to_b = [&] {
            if (inside) {
                walk([&](double one, double two, const double* y) {
                    *reinterpret_cast<double2*>(const_cast<double*>(y)) = {back ? two : one, back ? one : two};
                });
            } else {
                all([&](double x, int q) { mine_too[q * kConsumers] = x; });
                walk_edge(mine_too, [](const double* x, double* y) { *y = *x; });
            }
        };
        const auto bad = [&] {
            double sum[4] = {};
            all([&](double x, int q) { sum[q % 4] = fma(x, 0.0, sum[q % 4]); });
            return __any_sync(~0u, !(sum[0] + sum[1] + sum[2] + sum[3] == 0));
        };
        if (!multiply) {
            from_b([](double& x, double y) { x = y; });
            all([&](double& x, int) { x *= -p.alpha_re; });
        }
        const auto multiply_add = [&](int stage) {  // c += a chunk of A times one of X
            const unsigned from = shared_address(ring) + static_cast<unsigned>(stage * kStageBytes);
#pragma unroll
            for (unsigned step = 0; step < kChunk / 4; ++step) {
                const unsigned as = from + further(a_corner, a_rows, step), xs = from + further(x_corner, !x_k, step);
                double x[kAcross][2];
#pragma unroll
                for (int m = 0; m < kAcross; ++m)
                    if constexpr (x_k) {
                        x[m][0] = one_at(xs + m * 2048), x[m][1] = one_at(xs + m * 2048 + 1024);
                    } else {
                        const double2 sides = pair_at(xs + m * 128);
                        x[m][0] = sides.x, x[m][1] = sides.y;
                    }
#pragma unroll
                for (int n = 0; n < kSteps; ++n) {
                    const double row = one_at(a_rows ? (n % 2 ? as - t / 2 * 128 : as) + n * 64 : as + n * 1024);
#pragma unroll
                    for (int m = 0; m < kAcross; ++m) mma(c[m][n], x[m][0], x[m][1], row);
                }
            }
        };
        const auto add = [&](int chunks) {  // two at a time, so that loads of the second hide behind the first
#pragma unroll 1
            for (int q = 0; q < chunks; q += 2) {
                const int first = at.stage;
                wait_full();
                at.next();
                wait_full();
                multiply_add(first);
                multiply_add(at.stage);
                done_with(first);
                done();
            }
        };
        unsigned* const flag = p.flags + static_cast<int64_t>(slice) * blocks + i;

        if (multiply) {
            add(lower ? kPerBlock : kPerBlock / 2);
            if (!lower) pass(kPerBlock / 2);
            if (bad()) {
#pragma unroll 1
                for (int q = 0; q < kElements; ++q) {
                    const int m = q / (4 * kSteps), n = q / 4 % kSteps, e = q % 4;
                    mine[q * kConsumers] =
                        diagonal_product(p, static_cast<int64_t>(i) * kTileRows, top + 2 * t + S::row(n, e),
                                         right + S::lane_side(g) + S::side(m, e));
                }
                all([&](double& x, int q) { x = mine[q * kConsumers]; });
            }
            meet<1, kConsumers>();  // what diagonal_product reads is read
            if (tid == 0) release(flag, 1);
            for (int block = 2; block < i + 2; ++block) {
                add(kPerBlock);
                if (tid == 0) release(flag, static_cast<unsigned>(block));
            }
            // Row blocks below have read this one?
            for (int other = i + 1 + lane; other < blocks; other += 32)
                while (acquire(flag + (other - i)) < static_cast<unsigned>(other - i + 1)) __nanosleep(50);
            __syncwarp();
            all([&](double& x, int) { x *= p.alpha_re; });
            to_b();
            continue;
        }

        const int mode = p.mode[2 * i + lower];
        const Stages order(p.mode + 2 * i, i);
        // c := V R; where that is refined, X := X + V (R - L X), with R in B.
        const auto apply = [&] {
            wait_full();
            const int first_stage = at.stage;
            all([](double& x, int) { x = -x; });
            if (mode > by_product) to_b();
            const int products = mode <= by_product ? 1 : mode == by_refinement ? 3 : 0;
#pragma unroll 1
            for (int q = 0; q < products; ++q) {
                triangle_product(
                    c, shared_address(ring) + static_cast<unsigned>((q == 2 ? first_stage : at.stage) * kStageBytes),
                    static_cast<unsigned>(g), static_cast<unsigned>(t));
                if (products == 1) break;
                if (q == 0) {
                    all([&](double x, int e) { mine[e * kConsumers] = x; });
                    at.next();
                    wait_full();
                } else if (q == 1) {
                    from_b([](double& x, double y) { x = y - x; });
                } else {
                    all([&](double& x, int e) { x += mine[e * kConsumers]; });
                    done_with(first_stage);
                }
            }
            done();
        };
        add(order.whole);
        const bool joint = lower ? order.joint2 : order.joint1;
        if (lower) {
            pass(order.joint1 ? 1 : 1 + order.refine1);
            if (order.joint1) add(kPerBlock / 2);
        }
        if (lower && !joint) {
            meet<4, kConsumers>();
            add(kPerBlock / 2);
        }
        apply();
        if (joint) {
            if (lower) meet<4, kConsumers>();
            add(kPerBlock / 2);
        }
        const bool found = mode <= by_refinement && !bad();
        if (!found) {
            Problem q = p;
            if (mode > by_product)
                q.alpha_re = 1;  // B holds the residual
            else if (lower)
                while (acquire(flag) == 0) __nanosleep(50);  // the upper half is in B
            __syncwarp();
            // Its slices have 64 right-hand sides.
            careful<double, kHalf>(q, nullptr, 0, 2 * i + lower, 2 * slice + group / 2, group % 2 * kSide,
                                   (group % 2 + 1) * kSide, by_substitution, mode > by_product ? 0 : 2 * i + lower);
            __syncwarp();
            from_b([](double& x, double y) { x = y; });
        }
        if (!lower) {  // to the lower half
            pass(order.joint2);
#pragma unroll
            for (int q = 0; q < kPerBlock / 2; ++q) {
                wait_full();
                char* const to = ring + at.stage * kStageBytes + kStageBytes / 2;
#pragma unroll
                for (int m = 0; m < kAcross; ++m)
#pragma unroll
                    for (int n = 2 * q; n < 2 * q + 2; ++n)
#pragma unroll
                        for (int e = 0; e < 4; ++e) {
                            const unsigned k = static_cast<unsigned>(S::row(n, e) - q * kChunk + 2 * t);
                            const unsigned side =
                                static_cast<unsigned>(group * kSide + S::lane_side(g) + S::side(m, e));
                            *reinterpret_cast<double*>(to + (x_k ? S::X::at(k, side) ^ swap_x : S::X::at(side, k))) =
                                c[m][n][e];
                        }
                done();
            }
            arrive<4, kConsumers>();
        }
        if (found) to_b();
        if (lower) {
            // The upper half is announced first, or its word would take the place of this one.
            if (tid == kConsumers / 2)
                while (acquire(flag) == 0) {
                }
            meet<3, kConsumers / 2>();
            if (tid == kConsumers / 2) release(flag, 2);
        } else {
            meet<1, kConsumers / 2>();
            if (tid == 0) release(flag, 1);
            pass(order.chunks - (order.square + kPerBlock / 2));
        }
    }
}

template <bool multiply, bool a_rows, bool x_k>
cudaError_t start(cudaStream_t stream, const Problem& p, double* scratch, int multiprocessors, bool overlap) {
    constexpr int fixed = 1024;  // bytes of shared memory that are not the ring
    static_assert(4 * kStageBytes + fixed <= kLeastSharedMemory);
    const int stages = std::min(kMostStages, (shared_memory_of_block() - fixed) / kStageBytes);
    if (stages < kPerBlock / 2) return cudaErrorInvalidValue;  // the square between the halves lies there at once
    return launch_overlapping(broad<multiply, a_rows, x_k>, broad_flags(p.n, p.rhs),
                              std::min(multiprocessors, kMostBlocks), kConsumers + kCopiers, stages * kStageBytes,
                              stream, overlap, p, scratch, stages);
}

}  // namespace

std::int64_t broad_flags(std::int64_t order, std::int64_t rhs) {
    return (order + kTileRows - 1) / kTileRows * ((rhs + kColumns - 1) / kColumns);
}

std::size_t broad_scratch(std::int64_t order, std::int64_t rhs) {
    return static_cast<std::size_t>(std::min<int64_t>(broad_flags(order, rhs), kMostBlocks)) * 2 * kElements *
           kConsumers * sizeof(double);
}

cudaError_t launch_broad(cudaStream_t stream, const Problem& p, void* scratch, bool left, int multiprocessors,
                         bool overlap) {
    double* const room = static_cast<double*>(scratch);
    const auto with = [&](auto multiply, auto a_rows) {
        constexpr bool product = decltype(multiply)::value, rows = decltype(a_rows)::value;
        return left ? start<product, rows, true>(stream, p, room, multiprocessors, overlap)
                    : start<product, rows, false>(stream, p, room, multiprocessors, overlap);
    };
    const auto by_rows = [&](auto multiply) {
        return p.ars == 1 || p.ars == -1 ? with(multiply, std::true_type{}) : with(multiply, std::false_type{});
    };
    return p.multiply ? by_rows(std::true_type{}) : by_rows(std::false_type{});
}

}  // namespace shunt::gpu::triangle
