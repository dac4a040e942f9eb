// In: a triangle whose diagonal blocks are prepared, and many right-hand sides, in double. Out: op(A)^-1 B or op(A) B
// in place, by one launch.
//
// B is cut into tiles of 128 rows and 128 right-hand sides, twice as wide and high as those of `stream`: what comes
// from the L2 cache per product is half as much. An item of work is a tile. Each of eight warps holds 64 rows and 32
// right-hand sides of it, transposed,
//
//     X(i)^T := (alpha B(i)^T - sum over j < i of X(j)^T A(i, j)^T) V(i)^T
//
// so that the residual lies in its registers just as the next product wants its left factor. For the solve two warps
// exchange halves, so that each has all 128 rows of 16 right-hand sides: no warp waits for another's part of a tile.
// Four more warps copy what the products take into a ring of stages.
//
// Nothing is copied beforehand, B itself holds what is final. TRSM: flags[slice, i] says how much of a tile is. TRMM
// begins with the diagonal and the lowest tiles; flags[slice, i] counts the row blocks that a tile has read, from its
// own upwards, and a tile is overwritten when all below it have read it. Items are handed out by a counter in an order
// in which each depends on earlier ones only. Sums are made in one fixed order, so results are the same bits in every
// run, and, where all is finite, however tiles are cut into items.
#include "cuda/async.cuh"
#include "cuda/shared_memory.hpp"
#include "cuda/triangle.cuh"
#include "cuda/trsm_broad.hpp"

namespace shunt::gpu::triangle {
namespace {

constexpr int kTileRows = kBroadRows, kColumns = kBroadColumns, kChunk = 16, kPerBlock = kTileRows / kChunk;
constexpr int kWarps = 8, kConsumers = 32 * kWarps, kCopiers = 128, kPairs = kWarps / 2;
constexpr int kSide = 32;               // right-hand sides of a warp
constexpr int kSteps = 8, kAcross = 2;  // tiles (16, 8) of a warp: rows, right-hand sides
constexpr int kElements = kSteps * 4;   // of a thread, rows of one half
constexpr int kMostStages = 7, kMostBlocks = 256;
constexpr int kHalf = kRows;  // rows of a diagonal block
constexpr int kSquare = kHalf * kHalf;
static_assert(kMostStages <= 8);  // fewer than an item has, so that no warp is an item ahead of another
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
struct AsBlockTurned {
    static __device__ __forceinline__ unsigned at(unsigned k, unsigned row) { return AsBlock::at(row, k); }
};

// a_rows, x_k: which index is contiguous, rows of A (else its columns) and rows of X (else right-hand sides). Element e
// of the tile (m, n) of a warp's sums is row(n, e) + 2 t of a half, right-hand side side(e) + lane_side(g) of 16.
template <bool a_rows, bool x_k> struct Broad {
    using A = std::conditional_t<a_rows, AlongRows, AlongColumns>;
    using X = std::conditional_t<x_k, AlongColumns, AlongRows>;
    static __host__ __device__ constexpr int row(int n, int e) { return n * 8 + e % 2; }
    static __host__ __device__ constexpr int side(int e) { return x_k ? e / 2 * 8 : e / 2; }
    static __host__ __device__ constexpr int lane_side(int g) { return x_k ? g : 2 * g; }
};

// An item of work: a tile, and the row blocks to its left that it takes (TRSM: not all up to i where it is a part).
struct Item {
    int i, slice, from, to, mode[2];
};

// What the ring brings for a tile of TRSM, in this order: the tile of B; chunks of all to the left, and for a part no
// more than that; two stages to exchange sums in; V1; chunks of the last half block to the left, where that goes by V1
// times it (joint1; it waits for others, so V1 is applied to the rest before); V2, where the square between the halves
// goes by V2 times it (joint2); the square; else V2. Blocks that are refined follow their V.
constexpr int kRowsOfStage = 2 * kChunk, kLead = kTileRows / kRowsOfStage, kExchange = 2;
struct Stages {
    bool joint1, joint2, refine1, refine2;
    int whole, exchange, v1, last, v2, square, all;  // where each comes; whole: where those chunks end
    __device__ __forceinline__ explicit Stages(const Item& item) {
        const int blocks = item.to - item.from;
        const bool part = item.to < item.i;
        const int* const mode = item.mode;
        joint1 = blocks > 0 && mode[0] == by_joint_product, joint2 = mode[1] == by_joint_product;
        refine1 = mode[0] == by_refinement, refine2 = mode[1] == by_refinement;
        exchange = whole = kLead + blocks * kPerBlock - (joint1 && !part ? kPerBlock / 2 : 0);
        v1 = exchange + kExchange;
        last = v1 + 1 + refine1;
        const int lower = last + (joint1 ? kPerBlock / 2 : 0);
        square = lower + joint2;
        v2 = joint2 ? lower : square + 1;
        all = part ? whole : lower + 2 + refine2;
    }
};

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

// TRSM's tiles far from the diagonal come in two items, with X in B halfway: a part, all but the last `lag` row blocks
// to the left, when those are solved, and long after it the rest. So there is work beside the first solves, which wait
// for one another, and the last tiles are short. Rows of tiles are handed out in the order 0, 1, 2, then by turns the
// next one and the part of the one `lag - 1` further on.
constexpr int kLeastPart = 2, kEarlier = kLeastPart + 1;
__host__ __device__ constexpr int parts_of(int blocks, int lag) {
    return lag > 1 && blocks > lag + kLeastPart ? blocks - lag - kLeastPart : 0;
}

// What a flag of TRSM says of its tile.
constexpr unsigned kPartDone = 1, kUpperDone = 2, kDone = 3;
__device__ __forceinline__ void wait_for(const unsigned* flag, unsigned state) {
    while (acquire(flag) < state) __nanosleep(20);
}

using Half = double[kSteps][4];
using Sums = Half[kAcross];

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

// c += block x, or (triangle: c is x) c := block x, from the last steps to the first: what two of them hold is added to
// all that follow, then gone.
template <bool triangle>
__device__ __forceinline__ void block_product(Half& c, const Half& x, unsigned block, unsigned g, unsigned t) {
    // Where rows of even and of odd steps lie.
    const unsigned even = block + 2 * t * 512 + ((g ^ t % 2 * 4) + t / 2 * 8) * 8, odd = even - t / 2 * 128;
#pragma unroll
    for (int first = kSteps - 2; first >= 0; first -= 2) {
        double y[2][4];
#pragma unroll
        for (int r = 0; r < 2; ++r)
#pragma unroll
            for (int e = 0; e < 4; ++e) y[r][e] = x[first + r][e];
        if constexpr (triangle)
#pragma unroll
            for (int r = 0; r < 2; ++r)
#pragma unroll
                for (int e = 0; e < 4; ++e) c[first + r][e] = 0;
#pragma unroll
        for (int r = 0; r < 2; ++r)
#pragma unroll
            for (int of = 0; of < 2; ++of)
#pragma unroll
                for (int j = triangle ? first + r : 0; j < kSteps; ++j)
                    mma(c[j], y[r][of], y[r][2 + of],
                        one_at((j % 2 ? odd : even) + static_cast<unsigned>((8 * (first + r) + of) * 512 + j * 64)));
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

// Whether substitution may help where row block i (of 64 rows) of right-hand sides `side` and `other` is not finite
// (bad, other_bad): not below a NaN, where all is NaN. `above` is known to be solved from that state on. By a warp, of
// which lanes of one number / 4 have the same right-hand sides.
__device__ __noinline__ bool mendable(const Problem& p, int i, int64_t side, int64_t other, bool bad, bool other_bad,
                                      const unsigned* above, unsigned state) {
    const int64_t end = static_cast<int64_t>(i) * kHalf;
    bool lost = false, other_lost = false;
    if (i > 0) {
        if (threadIdx.x % 32 == 0) wait_for(above, state);
        __syncwarp();  // what is above is in B, and seen
        const auto nan = [&](int64_t k, int64_t column) {
            if (column >= p.rhs) return false;
            const double x = fetch_fresh<double>(p.b, k * p.brs + column * p.bcs);
            return x != x;
        };
#pragma unroll 1
        for (int64_t k = end - kHalf + threadIdx.x % 4; k < end; k += 4)
            lost = lost || nan(k, side), other_lost = other_lost || nan(k, other);
        for (int step = 1; step < 4; step *= 2) {
            lost = __shfl_xor_sync(~0u, lost, step) || lost;
            other_lost = __shfl_xor_sync(~0u, other_lost, step) || other_lost;
        }
    }
    return __any_sync(~0u, (bad && !lost) || (other_bad && !other_lost)) != 0;
}

template <bool multiply, bool a_rows, bool x_k>
__global__ __launch_bounds__(kConsumers + kCopiers, 1) void broad(const __grid_constant__ Problem p, double* scratch,
                                                                  int stages) {
    using S = Broad<a_rows, x_k>;
    extern __shared__ __align__(128) char ring[];
    __shared__ __align__(8) Word64 barriers[2 * kMostStages + kPairs];  // full, empty; of warps that exchange
    __shared__ Item boxes[2];  // of the items that the ring holds parts of; i < 0: no more
    __shared__ unsigned turn_box;

    const int tid = threadIdx.x, lane = tid % 32, warp = tid / 32;
    const unsigned full = shared_address(barriers), empty = full + 8 * kMostStages, given = empty + 8 * kMostStages;
    if (tid < stages) {
        barrier_open(full + 8 * tid, 32);
        barrier_open(empty + 8 * tid, kConsumers);
    }
    if (tid < kPairs) barrier_open(given + 8 * tid, 64);
    __syncthreads();
#if __CUDA_ARCH__ >= 900
    asm volatile("griddepcontrol.wait;" ::: "memory");
#endif
    const int blocks = p.blocks / 2;  // of rows, of 128 each
    const int parts = multiply ? 0 : parts_of(blocks, p.lag);
    const unsigned rows_of_items = static_cast<unsigned>(blocks + parts);
    const unsigned turns = static_cast<unsigned>(p.slices) * rows_of_items;
    const bool more = turns > gridDim.x;
    const auto item_of = [&](unsigned turn) {  // row by row within a band of slices
        const unsigned of_band = static_cast<unsigned>(p.band) * rows_of_items, band = turn / of_band;
        const int first = static_cast<int>(band) * p.band;
        const unsigned width = static_cast<unsigned>(std::min(p.band, p.slices - first)), in = turn % of_band;
        const int nth = static_cast<int>(in / width), slice = first + static_cast<int>(in % width);
        if constexpr (multiply) return Item{blocks - 1 - nth, slice, 0, blocks - 1 - nth, {}};
        const int pair = nth - kEarlier;  // the rows of which one is solved, then of another a part done
        if (pair >= 0 && pair < 2 * parts && pair % 2) {
            const int to = kLeastPart + pair / 2;
            return Item{to + p.lag, slice, 0, to, {}};
        }
        const int i = pair < 0 ? nth : pair < 2 * parts ? kEarlier + pair / 2 : nth - parts;
        return Item{i, slice, i < p.lag + kLeastPart || parts == 0 ? 0 : i - p.lag, i, {}};
    };
    const double* const a = static_cast<const double*>(p.a);
    double* const b = static_cast<double*>(p.b);
    const double* const v = static_cast<const double*>(p.v);
    // Upper triangles are gone through from their end: pairs of neighbours come the other way round.
    const unsigned swap_a = (a_rows ? p.ars : p.acs) < 0 ? 8 : 0, swap_x = x_k && p.brs < 0 ? 8 : 0;
    Place at{stages};

    if (tid >= kConsumers) {
        give_registers<56>();
        const unsigned mine = static_cast<unsigned>(warp - kWarps);  // chunks of this remainder
        unsigned k = 0, box = 0;
        if (tid == kConsumers) turn_box = atomicAdd(p.turn, 1u);
        meet<2, kCopiers>();
        unsigned turn = turn_box;
        meet<2, kCopiers>();
        while (turn < turns) {
            Item item = item_of(turn);
            const int i = item.i, slice = item.slice;
            item.mode[0] = p.mode[2 * i], item.mode[1] = p.mode[2 * i + 1];
            const int64_t top = static_cast<int64_t>(i) * kTileRows, right = static_cast<int64_t>(slice) * kColumns;
            const int rows = static_cast<int>(std::min<int64_t>(p.n - top, kTileRows));
            const int columns = static_cast<int>(std::min<int64_t>(p.rhs - right, kColumns));
            const int left = (item.to - item.from) * kPerBlock;
            // TRMM: the diagonal, then all to the left, from the nearest block on.
            const Stages order(item);
            const int chunks = multiply ? left + kPerBlock : order.all;
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
                if (c == (multiply ? left : std::min(order.exchange, chunks - 1)) && tid == kConsumers && more)
                    later = atomicAdd(p.turn, 1u);
                if (k % (kCopiers / 32) != mine) continue;
                barrier_wait(empty + 8 * at.stage, at.parity ^ 1);
                if (c == 0 && lane == 0) boxes[box] = item;
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
                    const int last = c - order.last;
                    const bool late = order.joint1 && last >= 0 && last < kPerBlock / 2;
                    if (c < kLead) {
                        if (item.from > 0) {
                            if (lane == 0) wait_for(flags + i, kPartDone);
                            __syncwarp();  // what lane 0 has seen, all see
                        }
                        for (int h = 0; h < kRowsOfStage; h += kChunk) {
                            const int row = c * kRowsOfStage + h;
                            copy_x(slot + static_cast<unsigned>(h / kChunk * (kStageBytes / 2)), own + row,
                                   std::min(std::max(rows - row, 0), +kChunk));
                        }
                    } else if (c < order.whole || late) {
                        column = (item.from * kPerBlock + (late ? left - kPerBlock / 2 + last : c - kLead)) * kChunk;
                        if (late) {
                            copy_block(diagonal + kSquare + last * kChunk * kHalf, 0);
                            copy_a(kHalf, half);
                        } else {
                            copy_a(0, all);
                        }
                        const int block = column / kTileRows;
                        const unsigned wanted = column % kTileRows < kHalf ? kUpperDone : kDone;
                        if (block != ready_block) ready = 0, ready_block = block;
                        if (ready < wanted) {
                            if (lane == 0)
                                while (ready = acquire(flags + block), ready < wanted)
                                    if (i - block > 2) __nanosleep(i - block > 8 ? 500 : 100);
                            ready = __shfl_sync(~0u, ready, 0);
                            __syncwarp();
                        }
                        copy_x(x_slot, column, kChunk);
                    } else if (c == order.square && !order.joint2) {
                        column = own;
                        const double* const from = a + (top + kHalf) * p.ars + column * p.acs;
                        if constexpr (a_rows)
                            copy_panel<AsBlock, kHalf, kHalf>(slot, from, p.ars, p.acs, rows - kHalf, kHalf,
                                                              p.wide && swap_a == 0, 0);
                        else
                            copy_panel<AsBlockTurned, kHalf, kHalf>(slot, from, p.acs, p.ars, kHalf, rows - kHalf,
                                                                    false, 0);
                    } else if (c >= order.v1) {  // V1, L1; V2, L2 or V2 times the square
                        const int which = c < order.last ? c - order.v1 : c - order.v2 + 2;
                        copy_panel<AsBlock, kHalf, kHalf>(slot, diagonal + which * kSquare, 1, kHalf, kHalf, kHalf,
                                                          true, 0);
                    }
                }
                barrier_after_copies(full + 8 * at.stage);
                barrier_arrive(full + 8 * at.stage);
            }
            box ^= 1;
            if (tid == kConsumers) turn_box = later;
            meet<2, kCopiers>();
            turn = turn_box;
            meet<2, kCopiers>();
        }
        if (k % (kCopiers / 32) == mine) {
            barrier_wait(empty + 8 * at.stage, at.parity ^ 1);
            if (lane == 0) boxes[box].i = -1;
            __syncwarp();
            barrier_arrive(full + 8 * at.stage);
        }
        copies_wait_all();
        return;
    }

    take_registers<224>();
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
    const unsigned half_step = a_rows ? kHalf * 8 : kHalf * 128;
    const unsigned upper_corner =
        swap_a ^ (a_rows ? t * 1024 + (g / 2 ^ t % 2 * 2) * 16 + g % 2 * 8 + t / 2 * 64 : corner_of(false, 0));
    const unsigned a_corner = upper_corner + lower * half_step;
    const unsigned x_corner = kStageBytes / 2 + (swap_x ^ corner_of(!x_k, group * kSide));
    const auto wait_full = [&] { barrier_wait(full + 8 * at.stage, at.parity); };
    const auto done_with = [&](int stage) { barrier_arrive(empty + 8 * stage); };
    const auto done = [&] {
        done_with(at.stage);
        at.next();
    };
    // The last of the warps to have stored its part says so; no warp can be a tile ahead of another.
    const auto announce = [&]<int id>(unsigned* flag, unsigned state, std::integral_constant<int, id>) {
        if (warp != kWarps - 1) {
            arrive<id, kConsumers>();
        } else {
            meet<id, kConsumers>();
            if (lane == 0) release(flag, state);
            __syncwarp();
        }
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

    unsigned exchanges = 0;
    for (unsigned box = 0;; box ^= 1) {
        wait_full();
        // Read again after the products, so that none of it takes registers meanwhile.
        const auto recall = [&] {
            const volatile Item& v = boxes[box];
            return Item{v.i, v.slice, v.from, v.to, {v.mode[0], v.mode[1]}};
        };
        if (recall().i < 0) return;
        Sums c = {};
        const auto all = [](Half& half, auto&& use) {
#pragma unroll
            for (int n = 0; n < kSteps; ++n)
#pragma unroll
                for (int e = 0; e < 4; ++e) use(half[n][e], n * 4 + e);
        };
        const auto both = [&](auto&& use) { use(c[0], 0), use(c[1], 1); };
        const bool back = swap_x != 0;
        const auto sides_of = [&](double(&x)[8], unsigned from) {  // of a chunk of X: 16 right-hand sides
#pragma unroll
            for (unsigned step = 0; step < kChunk / 4; ++step) {
                const unsigned xs = further(from, !x_k, step);
                if constexpr (x_k) {
                    x[2 * step] = one_at(xs), x[2 * step + 1] = one_at(xs + 1024);
                } else {
                    const double2 v = pair_at(xs);
                    x[2 * step] = v.x, x[2 * step + 1] = v.y;
                }
            }
        };
        const auto rows_of = [&](double(&r)[4], unsigned from, int n) {  // of a chunk of A: 8 rows
            from += a_rows ? n * 64 - n % 2 * (t / 2 * 128) : n * 1024;
#pragma unroll
            for (unsigned step = 0; step < kChunk / 4; ++step) r[step] = one_at(further(from, a_rows, step));
        };
        const auto multiply_add = [&](int stage) {  // c += a chunk of A times one of X
            const unsigned from = shared_address(ring) + static_cast<unsigned>(stage * kStageBytes);
            double x[kAcross][8];
#pragma unroll
            for (int m = 0; m < kAcross; ++m) sides_of(x[m], from + x_corner + m * (x_k ? 2048 : 128));
#pragma unroll
            for (int n = 0; n < kSteps; ++n) {
                double r[4];
                rows_of(r, from + a_corner, n);
#pragma unroll
                for (int m = 0; m < kAcross; ++m) mma(c[m][n], x[m], r);
            }
        };
        const auto add_own = [&](int stage) {  // the same after the exchange
            const unsigned from = shared_address(ring) + static_cast<unsigned>(stage * kStageBytes);
            double x[8];
            sides_of(x, from + x_corner + lower * (x_k ? 2048 : 128));
#pragma unroll
            for (int m = 0; m < kAcross; ++m)
#pragma unroll
                for (int n = 0; n < kSteps; ++n) {
                    double r[4];
                    rows_of(r, from + upper_corner + m * half_step, n);
                    mma(c[m][n], x, r);
                }
        };
        const auto add = [&](int chunks) {
#pragma unroll 1
            for (int q = 0; q < chunks; q += 2) {
                const int first = at.stage;
                wait_full();
                if constexpr (multiply) {  // 1 % faster so; TRSM up to 1 % slower
                    multiply_add(first);
                    at.next();
                    wait_full();
                    done_with(first);
                    multiply_add(at.stage);
                } else {  // loads of the second hide behind the first
                    at.next();
                    wait_full();
                    multiply_add(first);
                    multiply_add(at.stage);
                    done_with(first);
                }
                done();
            }
        };
        if (!multiply) {
            const Item begun = recall();
            const double alpha = begun.from > 0 ? 1 : p.alpha_re;
            pass(lower * kLead / 2);
#pragma unroll
            for (int q = 0; q < kLead / 2; ++q) {
                wait_full();
                const char* const stage = ring + at.stage * kStageBytes;
#pragma unroll
                for (int m = 0; m < kAcross; ++m)
#pragma unroll
                    for (int n = 4 * q; n < 4 * q + 4; ++n)
#pragma unroll
                        for (int e = 0; e < 2; ++e) {
                            const int first = x_k ? 2 * e : e, second = first + (x_k ? 1 : 2);
                            const auto k = static_cast<unsigned>(S::row(n, first) % kChunk + 2 * t);
                            const auto side = static_cast<unsigned>(group * kSide + m * kSide / kAcross +
                                                                    S::lane_side(g) + S::side(first));
                            const unsigned place = (x_k ? S::X::at(k, side) : S::X::at(side, k)) +
                                                   static_cast<unsigned>(n % 4 / 2 * (kStageBytes / 2));
                            const double2 v = *reinterpret_cast<const double2*>(stage + place);
                            c[m][n][first] = -alpha * (back ? v.y : v.x);
                            c[m][n][second] = -alpha * (back ? v.x : v.y);
                        }
                done();
            }
            pass((1 - lower) * kLead / 2);
            add(Stages(begun).whole - kLead);
        }
        const Item item = recall();
        const int i = item.i, slice = item.slice;
        const int64_t top = static_cast<int64_t>(i) * kTileRows, right = static_cast<int64_t>(slice) * kColumns;
        unsigned* const flag = p.flags + static_cast<int64_t>(slice) * blocks + i;
        // c[m] is rows row0 + m row_step and following, right-hand sides side0 + m side_step and following.
        int64_t row0 = top + lower * kHalf, side0 = right + group * kSide;
        int row_step = 0, side_step = kSide / kAcross;
        // Calls use(one, two, place in B) for pairs of elements of c[m] that are neighbours there, of one column or,
        // where right-hand sides are contiguous, of one row. Where all of the tile's exist and pairs are aligned.
        const auto walk = [&](Half& half, int m, auto&& use) {
            const double* const corner =
                b + (row0 + m * row_step + 2 * t) * p.brs + (side0 + m * side_step + S::lane_side(g)) * p.bcs - back;
            if constexpr (x_k) {
#pragma unroll
                for (int h = 0; h < 4; h += 2) {
                    const double* at_b = corner + S::side(h) * p.bcs;
#pragma unroll
                    for (int n = 0; n < kSteps; ++n, at_b += 8 * p.brs) use(half[n][h], half[n][h + 1], at_b);
                }
            } else {
                const double* at_b = corner;
#pragma unroll
                for (int n = 0; n < kSteps; ++n)
#pragma unroll
                    for (int e = 0; e < 2; ++e, at_b += (e == 2 ? 7 : 1) * p.brs) use(half[n][e], half[n][e + 2], at_b);
            }
        };
        // Row and right-hand side of element q of c[m].
        struct Spot {
            int64_t row, side;
        };
        const auto spot_of = [&](int m, int q) {
            return Spot{row0 + m * row_step + 2 * t + S::row(q / 4, q % 4),
                        side0 + m * side_step + S::lane_side(g) + S::side(q % 4)};
        };
        // Else: calls use(its place in the scratch, its place in B) for those that do.
        const auto walk_edge = [&](int m, auto&& use) {
#pragma unroll 1
            for (int q = 0; q < kElements; ++q) {
                const Spot s = spot_of(m, q);
                if (s.row < p.n && s.side < p.rhs) use(mine_too + q * kConsumers, b + s.row * p.brs + s.side * p.bcs);
            }
        };
        const bool inside = p.wide_b && top + kTileRows <= p.n && right + kColumns <= p.rhs;
        const auto from_b = [&](Half& half, int m, auto&& use) {  // use(element of c[m], that of B)
            if (inside) {
                walk(half, m, [&](double& one, double& two, const double* y) {
                    const double2 v = __ldcg(reinterpret_cast<const double2*>(y));
                    use(one, back ? v.y : v.x);
                    use(two, back ? v.x : v.y);
                });
            } else {
                all(half, [&](double, int q) { mine_too[q * kConsumers] = 0; });
                walk_edge(m, [](double* x, const double* y) { *x = __ldcg(y); });
                all(half, [&](double& x, int q) { use(x, mine_too[q * kConsumers]); });
            }
        };
        const auto to_b = [&](Half& half, int m) {
            if (inside) {
                walk(half, m, [&](double one, double two, const double* y) {
                    *reinterpret_cast<double2*>(const_cast<double*>(y)) = {back ? two : one, back ? one : two};
                });
            } else {
                all(half, [&](double x, int q) { mine_too[q * kConsumers] = x; });
                walk_edge(m, [](const double* x, double* y) { *y = *x; });
            }
        };
        // Is anything of c[m] not finite? mend: that is not lost above it either, so that substitution may help.
        const auto bad = [&](Half& half, int m, bool mend) {
            if (row0 + m * row_step >= p.n) return false;  // no row of the tile is there
            double sum[4] = {};
            all(half, [&](double x, int q) { sum[q % 4] = fma(x, 0.0, sum[q % 4]); });
            const bool one = !(sum[0] + sum[1] == 0), other = !(sum[2] + sum[3] == 0);
            if (!__any_sync(~0u, one || other)) return false;
            if (!mend) return true;
            const int64_t side = side0 + S::lane_side(g);
            return mendable(p, 2 * i + m, side, side + S::side(2), one, other, flag - 1 + m, m ? 0 : kDone);
        };
        if (multiply) {
            add(lower ? kPerBlock : kPerBlock / 2);
            if (!lower) pass(kPerBlock / 2);
            both([&](Half& half, int m) {
                if (!bad(half, m, false)) return;
#pragma unroll 1
                for (int q = 0; q < kElements; ++q) {
                    const Spot s = spot_of(m, q);
                    mine[q * kConsumers] = diagonal_product(p, top, s.row, s.side);
                }
                all(half, [&](double& x, int q) { x = mine[q * kConsumers]; });
            });
            meet<1, kConsumers>();  // what diagonal_product reads is read
            if (tid == 0) release(flag, 1u);
            for (int block = 2; block < i + 2; ++block) {
                add(kPerBlock);
                if (tid == 0) release(flag, static_cast<unsigned>(block));
            }
            // Row blocks below have read this one?
            for (int other = i + 1 + lane; other < blocks; other += 32)
                while (acquire(flag + (other - i)) < static_cast<unsigned>(other - i + 1)) __nanosleep(50);
            __syncwarp();
            both([&](Half& half, int m) {
                all(half, [&](double& x, int) { x *= p.alpha_re; });
                to_b(half, m);
            });
            continue;
        }

        if (item.to < i) {
            both([&](Half& half, int m) {
                all(half, [](double& x, int) { x = -x; });
                to_b(half, m);
            });
            announce(flag, kPartDone, std::integral_constant<int, 3>{});
            continue;
        }
        // So that a warp has all rows of 16 right-hand sides: it gives those of the other half to its partner.
        {
            double2* const first = reinterpret_cast<double2*>(ring + at.stage * kStageBytes);
            const int first_stage = at.stage;
            wait_full();
            at.next();
            wait_full();
            double2* const second = reinterpret_cast<double2*>(ring + at.stage * kStageBytes);
            const auto room = [&](int n, int e) {
                return (n < kSteps / 2 ? first : second) + (n % (kSteps / 2) * 2 + e) * kConsumers;
            };
            const auto give = [&](const Half& half) {
#pragma unroll
                for (int n = 0; n < kSteps; ++n)
#pragma unroll
                    for (int e = 0; e < 2; ++e) room(n, e)[tid] = {half[n][2 * e], half[n][2 * e + 1]};
            };
            const auto take = [&](Half& half) {
#pragma unroll
                for (int n = 0; n < kSteps; ++n)
#pragma unroll
                    for (int e = 0; e < 2; ++e) {
                        const double2 v = room(n, e)[tid ^ kConsumers / 2];
                        half[n][2 * e] = v.x, half[n][2 * e + 1] = v.y;
                    }
            };
            if (lower)
                give(c[0]);
            else
                give(c[1]);
            // (After a named barrier racecheck reported the first element that was read, in each run of all kernels.)
            barrier_arrive(given + 8 * group);
            barrier_wait(given + 8 * group, exchanges++ & 1);
            if (lower)
                take(c[0]);
            else
                take(c[1]);
            done_with(first_stage);
            done();
        }
        row0 = top, side0 = right + group * kSide + lower * side_step;
        row_step = kHalf, side_step = 0;
        const Stages order(item);
        // c[m] := V c[m]; where that is refined, X := X + V (R - L X), with R in B.
        int mode[kAcross] = {item.mode[0], item.mode[1]};
        const auto apply = [&](auto which) {
            constexpr int m = decltype(which)::value;
            Half& half = c[m];
            wait_full();
            const int first_stage = at.stage;
            all(half, [](double& x, int) { x = -x; });
            if (mode[m] <= by_product && bad(half, m, true)) mode[m] = by_substitution;
            if (mode[m] > by_product) to_b(half, m);
            const int products = mode[m] <= by_product ? 1 : mode[m] == by_refinement ? 3 : 0;
#pragma unroll 1
            for (int q = 0; q < products; ++q) {
                block_product<true>(
                    half, half,
                    shared_address(ring) + static_cast<unsigned>((q == 2 ? first_stage : at.stage) * kStageBytes),
                    static_cast<unsigned>(g), static_cast<unsigned>(t));
                if (products == 1) break;
                if (q == 0) {
                    all(half, [&](double x, int e) { mine[e * kConsumers] = x; });
                    at.next();
                    wait_full();
                } else if (q == 1) {
                    from_b(half, m, [](double& x, double y) { x = y - x; });
                } else {
                    all(half, [&](double& x, int e) { x += mine[e * kConsumers]; });
                    done_with(first_stage);
                }
            }
            done();
        };
        // What is not finite is solved by substitution, from what B holds: the residual, or what this item started
        // with.
        const auto finish = [&](auto which, bool joint) {
            constexpr int m = decltype(which)::value;
            if (mode[m] <= by_refinement && !bad(c[m], m, true)) {
                to_b(c[m], m);
                return;
            }
            Problem q = p;
            if (mode[m] > by_product || item.from > 0) q.alpha_re = 1;
            __syncwarp();
            // Its slices have 64 right-hand sides.
            const int from = group % 2 * kSide + lower * (kSide / kAcross);
            careful<double, kHalf>(q, nullptr, 0, 2 * i + m, 2 * slice + group / 2, from, from + kSide / kAcross,
                                   by_substitution,
                                   mode[m] > by_product ? static_cast<int>(joint) : 2 * (i - item.from) + m);
            __syncwarp();
            from_b(c[m], m, [](double& x, double y) { x = y; });
        };
        constexpr std::integral_constant<int, 0> upper_half{};
        constexpr std::integral_constant<int, 1> lower_half{};
        apply(upper_half);
        if (order.joint1)
#pragma unroll 1
            for (int q = 0; q < kPerBlock / 2; ++q) {
                wait_full();
                add_own(at.stage);
                done();
            }
        finish(upper_half, order.joint1);
        announce(flag, kUpperDone, std::integral_constant<int, 4>{});
        const auto square = [&] {
            wait_full();
            block_product<false>(c[1], c[0], shared_address(ring) + static_cast<unsigned>(at.stage * kStageBytes),
                                 static_cast<unsigned>(g), static_cast<unsigned>(t));
            done();
        };
        if (!order.joint2) square();
        apply(lower_half);
        if (order.joint2) square();
        finish(lower_half, order.joint2);
        announce(flag, kDone, std::integral_constant<int, 3>{});
    }
}

template <bool multiply, bool a_rows, bool x_k>
cudaError_t start(cudaStream_t stream, const Problem& p, double* scratch, int multiprocessors, bool overlap) {
    constexpr int fixed = 1024;  // bytes of shared memory that are not the ring
    static_assert(4 * kStageBytes + fixed <= kLeastSharedMemory);
    const int stages = std::min(kMostStages, (shared_memory_of_block() - fixed) / kStageBytes);
    if (stages < 4) return cudaErrorInvalidValue;  // two are in use at once
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
