// In: a triangle, prepared, and few right-hand sides. Out: op(A)^-1 B in place by one launch, row blocks in pairs; double.
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
    static constexpr int x_at = 2 * S::slot;                               // X, or R of the upper block
    static constexpr int part = S::xs * static_cast<int>(sizeof(double));  // then R of the lower one, or Xu
    static constexpr int stage = 2 * S::slot + 2 * part;
    static constexpr int bytes = stages * stage;
    static constexpr int looks = NB * S::vectors / 32;
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
        const int x_column = lane / S::vectors, x_vector = lane % S::vectors;
        constexpr int x_columns = 32 / S::vectors, look_step = x_columns * kRows * size;
        constexpr int place_step = x_columns * S::ld_columns * size;
        const unsigned own = shared_address(memory) + static_cast<unsigned>(mine * R::stage);
        char* const own_x = memory + mine * R::stage + R::x_at + x_column * S::ld_columns * size + x_vector * 16;
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
            const char* const from = static_cast<const char*>(p.x) + x_vector * 16 +
                                     ((static_cast<int64_t>(plan.slice) * p.blocks + c / 2) * (NB * kRows) +
                                      x_column * kRows + c % 2 * S::chunk) *
                                         size;
            const bool near = 2 * plan.pair - c / 2 <= 4;
            Vector v[R::looks];
            for (;;) {
#pragma unroll
                for (int q = 0; q < R::looks; ++q) look(v[q], from + q * look_step);
                bool missing = false;
#pragma unroll
                for (int q = 0; q < R::looks; ++q) missing = missing || incomplete(v[q]);
                if (!missing) break;
                if (!near) __nanosleep(500);
            }
#pragma unroll
            for (int q = 0; q < R::looks; ++q) *reinterpret_cast<Vector*>(own_x + q * place_step) = v[q];
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
    const auto in_stage = [&](unsigned at, int offset) {
        return reinterpret_cast<double*>(memory + stage_of(at) * R::stage + offset);
    };
    const auto meet_own = [&] { lower ? meet<3, 128>() : meet<1, 128>(); };
    const auto any_own = [&](bool mine) { return lower ? meet_or<3, 128>(mine) : meet_or<1, 128>(mine); };
    constexpr int handed = 4;
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
        // Writes f(element of the sums, its place in a block) to stages `at` and at + 1; returns the first.
        const auto to_stages = [&](unsigned at, int offset, auto&& f) {
            double *const low = in_stage(at, offset), *const high = in_stage(at + 1, offset);
            each([&](int m, int n, int e, int row, int column) {
                (row < S::chunk ? low : high)[column * S::ld_columns + row % S::chunk] =
                    f(sum[m][n][e], column * kRows + row);
            });
            return low;
        };
        const double* r = nullptr;  // what V is to be applied to, where that takes care
        int r_step = 0;
        // One block more: the end.
#pragma unroll 1
        for (int block = 0; block <= plan.blocks; ++block, k += 2) {
            const int after = block - plan.left;
            const bool at_end = after == plan.blocks - plan.left - (lower ? 0 : 1);
            if (at_end) {
                bool bad = mode > by_product;
                each([&](int m, int n, int e, int, int) { bad = bad || endless(sum[m][n][e]); });
                bool spoiled = any_own(bad);
                if (spoiled && mode <= by_product) {
                    unsigned columns_of = 0;
                    each([&](int m, int n, int e, int, int) {
                        columns_of |= static_cast<unsigned>(endless(sum[m][n][e])) << (2 * n + e % 2);
                    });
                    spoiled = any_own(mendable<double, NB>(p, i, plan.slice, wn + 2 * t, columns_of));
                }
                if (spoiled) {
                    careful_here<double, NB>(p, r, r_step, i, plan.slice, part * (NB / 4), (part + 1) * (NB / 4),
                                             mode > by_product ? mode : by_substitution, mode > by_product ? 0 : i);
                    meet_own();
                } else if (i + 1 < p.blocks) {
                    each([&](int m, int n, int e, int row, int column) {
                        publish(published + column * kRows + row, sum[m][n][e]);
                    });
                }
                if (!lower) {
                    wait_full(k);
                    wait_full(k + 1);
                    to_stages(plan.joint ? k : k - 2, plan.joint ? R::x_at : R::x_at + R::part,
                              [&](double x, int at) { return spoiled ? __ldcg(published + at) : x; });
                    arrive<handed, R::consumers>();
                }
                if (!spoiled)
                    each([&](int m, int n, int e, int row, int column) {
                        if (row < rows && column < columns) b[row * p.brs + column * p.bcs] = sum[m][n][e];
                    });
                if (!plan.joint) {  // the stages before were kept
                    done_with(k - 2);
                    done_with(k - 1);
                }
                if (lower) break;
                done_with(k);
                done_with(k + 1);
                k += 2;
                break;
            }
            const bool keep = !plan.joint && after == lower;  // R stays, and Xu comes there
            int x_at = R::x_at;
            bool multiply = true;
            wait_full(k);
            if (after >= 0) {
                wait_full(k + 1);
                if (after == (plan.joint ? 0 : lower)) {  // V times the sums
                    if (plan.joint && lower) x_at += R::part;
                    const double* const room = to_stages(k, x_at, [](double x, int) { return -x; });
                    each([&](int m, int n, int e, int, int) { sum[m][n][e] = 0; });
                    meet_own();
                    if (mode > by_product) {
                        r = room;
                        r_step = static_cast<int>(in_stage(k + 1, x_at) - room);
                        multiply = false;
                    }
                } else if (lower && after == (plan.joint ? 3 : 0)) {
                    if (!plan.joint) x_at += R::part;
                    meet<handed, R::consumers>();
                }
            }
            const bool of_a = after < 0 || (!plan.joint && after == 0 && lower);
            const int row = of_a ? a_row : 1, column = of_a ? a_column : S::ld_rows;
#pragma unroll
            for (int h = 0; h < 2; ++h) {
                if (h) wait_full(k + 1);
                const double* a = in_stage(k + h, lower * S::slot) + (of_a ? a_corner : v_corner);
                const double* const x = in_stage(k + h, x_at) + x_corner;
                if (multiply)
#pragma unroll
                    for (int step = 0; step < S::chunk; step += 16) {
                        double av[S::mt][8], xv[S::nt][4];
#pragma unroll
                        for (int q = 0; q < 4; ++q, a += 4 * column) {
#pragma unroll
                            for (int m = 0; m < S::mt; ++m) {
                                av[m][2 * q] = a[m * 16 * row];
                                av[m][2 * q + 1] = a[(m * 16 + 8) * row];
                            }
#pragma unroll
                            for (int n = 0; n < S::nt; ++n) xv[n][q] = x[n * 8 * S::ld_columns + step + 4 * q];
                        }
#pragma unroll
                        for (int m = 0; m < S::mt; ++m)
#pragma unroll
                            for (int n = 0; n < S::nt; ++n) mma(sum[m][n], av[m], xv[n]);
                    }
                if (!keep) done_with(k + h);
            }
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
