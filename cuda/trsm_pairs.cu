// In: a triangle, prepared, and few right-hand sides. Out: op(A)^-1 B in place by one launch, row blocks in pairs;
// double.
//
// What a solve with few right-hand sides costs is the way of a solved block from one multiprocessor to the next, once
// for each step of its chain. So an item is two row blocks of a slice here, 128 rows, and the way is gone half as
// often: the lower block gets the upper one's solution through shared memory. With V = inv(L) of the diagonal blocks
// and what is harmless made beforehand (by_joint_product, trsm_kernels.cu):
//
//     [ Xu ]   [ Vu alpha Bu ]   [ Vu (.. L ..) ]       [ Vu L   Vu L ] [ X-2 ]   [     0     ]
//     [ Xl ] = [ Vl alpha Bl ] - [ Vl (.. L ..) ] X.. - [ Vl L   Vl L ] [ X-1 ] - [ (Vl L) Xu ]
//
// all but the last two products are done when the pair above comes. Else V is applied when all sums are there.
//
// A stage of the ring is a chunk of 32 columns: a tile of the upper block, one of the lower, and those rows of X. Each
// stage has a warp of its own that copies into it and waits for its X; four warps multiply for each row block.
#include <cuda_runtime.h>

#include <algorithm>

#include "cuda/async.cuh"
#include "cuda/shared_memory.hpp"
#include "cuda/triangle.cuh"
#include "cuda/trsm_pairs.hpp"

namespace shunt::gpu::triangle {
namespace {

template <int NB> struct PairsShape {
    using S = Shape<double, NB>;
    static_assert(S::halves == 2);
    static constexpr int consumers = 256;
    static constexpr int stages = 4;
    static constexpr int threads = consumers + 32 * stages;
    static constexpr int ld = kLeading<NB>;
    static constexpr int x_at = 2 * S::slot, stage = x_at + S::chunk * ld * static_cast<int>(sizeof(double));
    static constexpr int block = kRows * ld;  // R of the upper block; R of the lower one, or Xu
    static constexpr int bytes = stages * stage + 2 * block * static_cast<int>(sizeof(double));
    static constexpr int looks = S::chunk * NB / 64;  // vectors of a lane of a chunk of X
};

// The blocks of 64 columns that an item meets, in their order: those of A for both row blocks, then
//   joint: V; -V L times the two blocks of the pair above; -Vl L times Xu
//   else:  V of the upper block beside what is below it; V of the lower block
struct Plan {
    bool joint;
    int slice, pair, left, blocks;
    __device__ Plan(const Problem& p, unsigned turn) {
        slice = static_cast<int>(turn % static_cast<unsigned>(p.slices));
        pair = static_cast<int>(turn / static_cast<unsigned>(p.slices));
        joint = pair > 0 && p.mode[2 * pair] == by_joint_product && p.mode[2 * pair + 1] == by_joint_product;
        left = joint ? 2 * pair - 2 : 2 * pair;
        blocks = left + (joint ? 4 : 2);
    }
};

__device__ __forceinline__ void publish_two(double* p, double2 v) {
    const Word64 one = present(__double_as_longlong(v.x)), two = present(__double_as_longlong(v.y));
    asm volatile("st.relaxed.gpu.global.v2.b64 [%0], {%1, %2};" ::"l"(p), "l"(one), "l"(two) : "memory");
}

template <int NB>
__global__ __launch_bounds__(PairsShape<NB>::threads, 1) void pairs(const __grid_constant__ Problem p) {
    using S = Shape<double, NB>;
    using R = PairsShape<NB>;
    using Vector = Bytes16<Word64>;
    constexpr int size = 8, copiers = R::threads - R::consumers;
    constexpr int64_t square = int64_t{kRows} * kRows;
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
    const unsigned turns = static_cast<unsigned>(p.slices) * static_cast<unsigned>(p.blocks / 2);
    const bool more = turns > gridDim.x;
    const bool by_rows = p.ars == 1 || p.ars == -1, backwards = (by_rows ? p.ars : p.acs) < 0;
    const int length = by_rows ? kRows : S::chunk;  // of the contiguous dimension of a chunk of A
    unsigned k = 0;                                 // chunks so far; chunk k is in stage k % stages
    const auto stage_of = [](unsigned at) { return static_cast<int>(at % static_cast<unsigned>(R::stages)); };
    const auto parity_of = [](unsigned at) { return at / static_cast<unsigned>(R::stages) & 1; };

    if (tid >= R::consumers) {
        const int mine = warp - R::consumers / 32;
        const int unit = p.wide ? 16 : size, units = length * size / unit;  // of a row or column of a chunk
        const int fast = lane % units, slow = lane / units;
        const int slow_step = units < 32 ? 32 / units : 1, again = units < 32 ? 1 : units / 32;
        const int64_t a_slow = (by_rows ? p.acs : p.ars) * size;
        const int a_ld = (by_rows ? S::ld_rows : S::ld_columns) * size;
        const int slows = (by_rows ? S::chunk : kRows) / slow_step;
        constexpr int row_vectors = NB / 2, look_rows = 32 / row_vectors;
        const unsigned own = shared_address(memory) + static_cast<unsigned>(mine * R::stage);
        char* const own_x =
            memory + mine * R::stage + R::x_at + lane / row_vectors * (R::ld * size) + lane % row_vectors * 16;
        // Chunk c of a row block of A; rows of the triangle end at n.
        const auto copy_a = [&](unsigned slot, int block, int c) {
            const int64_t top = static_cast<int64_t>(block) * kRows;
            const int rows = static_cast<int>(std::clamp<int64_t>(p.n - top, 0, kRows));
            const char* const a = static_cast<const char*>(p.a) + top * p.ars * size + slow * a_slow -
                                  (backwards ? (length - 1) * size : 0);
            for (int f = 0; f < again; ++f) {
                const int at = fast + f * 32;
                const char* from = a + c * p.acs * (S::chunk * size) + at * unit;
                unsigned to = slot + slow * a_ld + at * unit;
                const int first_row = (backwards ? units - 1 - at : at) * (unit / size);
                const int bytes = by_rows ? std::min(std::max(rows - first_row, 0) * size, unit) : unit;
                const int exist = by_rows ? slows : (rows - slow + slow_step - 1) / slow_step;
                const auto copy = [&](auto one) {
#pragma unroll 8
                    for (int q = 0; q < slows; ++q, from += slow_step * a_slow, to += slow_step * a_ld)
                        one(q < exist ? bytes : 0);
                };
                if (p.wide)
                    copy([&](int read) { copy_async<16>(to, from, read); });
                else
                    copy([&](int read) { copy_async<size>(to, from, read); });
            }
        };
        // A half of a prepared block.
        const auto copy_v = [&](unsigned slot, const double* block, int half) {
            const char* from = reinterpret_cast<const char*>(block + half * (S::chunk * kRows)) + lane * 16;
            unsigned to = slot + lane * 16;
#pragma unroll 8
            for (int q = 0; q < S::chunk; ++q, from += kRows * size, to += S::ld_rows * size)
                copy_async<16>(to, from, 16);
        };
        // Waits for chunk c of the slice's X.
        const auto take_x = [&](const Plan& plan, int c) {
            const char* const from = static_cast<const char*>(p.x) + lane * 16 +
                                     (static_cast<int64_t>(plan.slice) * p.blocks * kRows + c * S::chunk) * (NB * size);
            const bool near = 2 * plan.pair - c / 2 <= 4;
            Vector v[R::looks];
            for (;;) {
#pragma unroll
                for (int q = 0; q < R::looks; ++q) look(v[q], from + q * 512);
                bool missing = false;
#pragma unroll
                for (int q = 0; q < R::looks; ++q) missing = missing || incomplete(v[q]);
                if (!missing) break;
                if (!near) __nanosleep(500);
            }
#pragma unroll
            for (int q = 0; q < R::looks; ++q)
                *reinterpret_cast<Vector*>(own_x + q * (look_rows * R::ld * size)) = v[q];
        };

        if (tid == R::consumers) turn_box = atomicAdd(p.turn, 1u);
        meet<2, copiers>();
        unsigned turn = turn_box;
        meet<2, copiers>();
        while (turn < turns) {
            const Plan plan(p, turn);
            const double* const v = static_cast<const double*>(p.v) + 4 * plan.pair * square;  // V, V L, of both
            const double* const far = static_cast<const double*>(p.far) + 3 * plan.pair * square;
            unsigned later = turns;
            for (int c = 0; c < 2 * plan.blocks; ++c, ++k) {
                if (c == 2 * plan.left && tid == R::consumers && more) later = atomicAdd(p.turn, 1u);
                if (stage_of(k) != mine) continue;
                barrier_wait(empty + 8 * mine, parity_of(k) ^ 1);
                const int after = c / 2 - plan.left;  // 0: V
                bool with_x = after < 0;
                const double* tiles[2] = {nullptr, nullptr};
                if (after >= 0 && plan.joint) {
                    with_x = after == 1 || after == 2;
                    tiles[0] = after == 0 ? v : after == 1 ? far : after == 2 ? v + square : nullptr;
                    tiles[1] = after == 0   ? v + 2 * square
                               : after == 1 ? far + square
                               : after == 2 ? far + 2 * square
                                            : v + 3 * square;
                } else if (after >= 0) {
                    tiles[after] = v + 2 * after * square;
                }
#pragma unroll
                for (int u = 0; u < 2; ++u) {
                    if (tiles[u])
                        copy_v(own + u * S::slot, tiles[u], c % 2);
                    else if (after <= 0)
                        copy_a(own + u * S::slot, 2 * plan.pair + u, c);
                }
                if (lane == 0) turn_of[mine] = turn;
                if (with_x) take_x(plan, after < 0 ? c : c - 2);
                copies_wait_all();
                barrier_arrive(full + 8 * mine);
            }
            if (tid == R::consumers) turn_box = later;
            meet<2, copiers>();
            turn = turn_box;
            meet<2, copiers>();
        }
        if (stage_of(k) == mine) {
            barrier_wait(empty + 8 * mine, parity_of(k) ^ 1);
            if (lane == 0) turn_of[mine] = turns;
            __syncwarp();
            barrier_arrive(full + 8 * mine);
        }
        return;
    }

    const int g = lane / 4, t = lane % 4, lower = warp / 4, part = warp % 4;
    const int wm = part / S::warps_n * (S::mt * 16), wn = part % S::warps_n * (S::nt * 8);
    const int along = backwards ? -1 : 1;
    const int a_row = by_rows ? along : S::ld_columns, a_column = by_rows ? S::ld_rows : along;
    const int a_corner = (wm + g) * a_row + t * a_column + (backwards ? length - 1 : 0);
    const int v_corner = (wm + g) + t * S::ld_rows, x_corner = t * R::ld + wn + g;
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
    const auto in_stage = [&](unsigned at, int offset) {
        return reinterpret_cast<double*>(memory + stage_of(at) * R::stage + offset);
    };
    double *const own_r = reinterpret_cast<double*>(memory + R::stages * R::stage) + lower * R::block,
                  *const handed_x = reinterpret_cast<double*>(memory + R::stages * R::stage) + R::block;
    const auto meet_own = [&] { lower ? meet<3, 128>() : meet<1, 128>(); };
    const auto any_own = [&](bool mine) { return lower ? meet_or<3, 128>(mine) : meet_or<1, 128>(mine); };
    // Barriers: handed_x is the upper block's to write; it is written; the upper block has its last product.
    constexpr int lent = 4, handed = 5, upper_first = 6;
    const double alpha = p.alpha_re;
    for (;;) {
        wait_full(k);
        const unsigned turn = turn_of[stage_of(k)];
        if (turn >= turns) return;
        const Plan plan(p, turn);
        const int i = 2 * plan.pair + lower, mode = p.mode[i];
        const int64_t top = static_cast<int64_t>(i) * kRows, right = static_cast<int64_t>(plan.slice) * NB;
        const int rows = static_cast<int>(std::clamp<int64_t>(p.n - top, 0, kRows));
        const int columns = static_cast<int>(std::min<int64_t>(p.rhs - right, NB));
        double* const published =
            static_cast<double*>(p.x) + (static_cast<int64_t>(plan.slice) * p.blocks + i) * (NB * kRows);
        double* const b = static_cast<double*>(p.b) + top * p.brs + right * p.bcs;
        double sum[S::mt][S::nt][4] = {};
        each([&](int m, int n, int e, int row, int column) {
            if (row < rows && column < columns) sum[m][n][e] = -alpha * b[row * p.brs + column * p.bcs];
        });
        // Calls use(two sums, their row, the first one's column), two columns of a row.
        const auto each_two = [&](auto&& use) {
#pragma unroll
            for (int m = 0; m < S::mt; ++m)
#pragma unroll
                for (int n = 0; n < S::nt; ++n)
#pragma unroll
                    for (int e = 0; e < 4; e += 2)
                        use(double2{sum[m][n][e], sum[m][n][e + 1]}, wm + m * 16 + g + e / 2 * 8, wn + n * 8 + 2 * t);
        };
        const bool plain = p.mode[2 * plan.pair] <= by_product && p.mode[2 * plan.pair + 1] <= by_product;
        bool spoiled = false;
        const auto hand = [&] {
            meet<lent, R::consumers>();
            each_two([&](double2 v, int row, int column) {
                if (spoiled) v = __ldcg(reinterpret_cast<const double2*>(published + row * NB + column));
                *reinterpret_cast<double2*>(handed_x + row * R::ld + column) = v;
            });
            arrive<handed, R::consumers>();
        };
        // One block more: the end.
#pragma unroll 1
        for (int block = 0; block <= plan.blocks; ++block, k += 2) {
            const int after = block - plan.left;
            if (after == plan.blocks - plan.left - (lower ? 0 : 1)) {
                // Where nothing takes care it is handed at once: what is not finite is not below, either.
                if (!lower && plain) hand();
                bool bad = mode > by_product;
                each([&](int m, int n, int e, int, int) { bad = bad || endless(sum[m][n][e]); });
                spoiled = any_own(bad);
                if (spoiled && mode <= by_product) {
                    unsigned columns_of = 0;
                    each([&](int m, int n, int e, int, int) {
                        columns_of |= static_cast<unsigned>(endless(sum[m][n][e])) << (2 * n + e % 2);
                    });
                    if (lower) {  // the upper block may be mended yet
                        for (int q = tid - 128; q < NB * kRows / 2; q += 128) {
                            Vector v;
                            do look(v, reinterpret_cast<const char*>(published - NB * kRows) + q * 16);
                            while (incomplete(v));
                        }
                        meet_own();
                    }
                    spoiled = any_own(mendable<double, NB, Major::rows>(p, i, plan.slice, wn + 2 * t, columns_of));
                }
                if (spoiled) {
                    const bool with_r = mode > by_product;
                    careful_here<double, NB, Major::rows>(p, with_r ? own_r : nullptr, S::chunk * R::ld, i, plan.slice,
                                                          part * (NB / 4), (part + 1) * (NB / 4),
                                                          with_r ? mode : by_substitution, with_r ? 0 : i);
                    meet_own();
                } else if (i + 1 < p.blocks) {
                    each_two([&](double2 v, int row, int column) { publish_two(published + row * NB + column, v); });
                }
                if (!lower && !plain) hand();
                if (!spoiled)
                    each([&](int m, int n, int e, int row, int column) {
                        if (row < rows && column < columns) b[row * p.brs + column * p.bcs] = sum[m][n][e];
                    });
                if (!lower) {  // the lower block's last product
                    for (int h = 0; h < 2; ++h, ++k) {
                        wait_full(k);
                        done_with(k);
                    }
                }
                break;
            }
            const bool of_a = after < 0 || (!plan.joint && after == 0 && lower);
            const int row = of_a ? a_row : 1, column = of_a ? a_column : S::ld_rows;
            const double* x = nullptr;  // X is not in the stages
            bool multiply = true;
            if (lower && after == 0 && !plan.joint) arrive<lent, R::consumers>();
            if (after == (plan.joint ? 0 : lower)) {   // V times the sums
                if (lower && !plan.joint) meet_own();  // Xu was read
                each_two([&](double2 v, int row_, int column_) {
                    *reinterpret_cast<double2*>(own_r + row_ * R::ld + column_) = {-v.x, -v.y};
                });
                each([&](int m, int n, int e, int, int) { sum[m][n][e] = 0; });
                meet_own();
                x = own_r;
                multiply = mode <= by_product;
            } else if (lower && after == (plan.joint ? 3 : 0)) {
                meet<handed, R::consumers>();
                x = handed_x;
            } else if (lower && after == 2) {
                meet<upper_first, R::consumers>();
            }
#pragma unroll
            for (int h = 0; h < 2; ++h) {
                wait_full(k + h);
                const double* a = in_stage(k + h, lower * S::slot) + (of_a ? a_corner : v_corner);
                const double* y = (x ? x + h * (S::chunk * R::ld) : in_stage(k + h, R::x_at)) + x_corner;
                if (multiply)
#pragma unroll
                    for (int step = 0; step < S::chunk; step += 16) {
                        double av[S::mt][8], xv[S::nt][4];
#pragma unroll
                        for (int q = 0; q < 4; ++q, a += 4 * column, y += 4 * R::ld) {
#pragma unroll
                            for (int m = 0; m < S::mt; ++m) {
                                av[m][2 * q] = a[m * 16 * row];
                                av[m][2 * q + 1] = a[(m * 16 + 8) * row];
                            }
#pragma unroll
                            for (int n = 0; n < S::nt; ++n) xv[n][q] = y[n * 8];
                        }
#pragma unroll
                        for (int m = 0; m < S::mt; ++m)
#pragma unroll
                            for (int n = 0; n < S::nt; ++n) mma(sum[m][n], av[m], xv[n]);
                    }
                done_with(k + h);
            }
            if (plan.joint && lower && after == 0) arrive<lent, R::consumers>();
            if (plan.joint && !lower && after == 2) arrive<upper_first, R::consumers>();
        }
    }
}

template <int NB> cudaError_t start(cudaStream_t stream, const Problem& p, int multiprocessors, bool overlap) {
    using R = PairsShape<NB>;
    return launch_overlapping(pairs<NB>, static_cast<int64_t>(p.slices) * (p.blocks / 2), multiprocessors, R::threads,
                              R::bytes, stream, overlap, p);
}

}  // namespace

bool pairs_fit() {
    return shared_memory_of_block() >= std::max(PairsShape<16>::bytes, PairsShape<32>::bytes) + 256;
}

cudaError_t launch_pairs(cudaStream_t stream, const Problem& p, int multiprocessors, bool overlap) {
    return p.fill == 16 ? start<16>(stream, p, multiprocessors, overlap)
                        : start<32>(stream, p, multiprocessors, overlap);
}

}  // namespace shunt::gpu::triangle
