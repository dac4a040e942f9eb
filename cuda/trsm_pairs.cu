// In: a triangle, prepared, and few right-hand sides. Out: op(A)^-1 B in place by one launch, row blocks in pairs.
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
// A complex right-hand side is two real columns, re and im side by side, and a column of A two as well: [re im] times
// [x_re x_im; -x_im x_re]. So the products are the same in all precisions.
//
// A stage of the ring is a chunk of 16 or 32 columns: a tile of the upper block, one of the lower, and those rows of X.
// Each stage has a warp of its own that copies into it and waits for its X. Of the warps that multiply, four have the
// products with A of each row block; of the rest, which is the chain, each product has all eight.
#include <cuda_runtime.h>

#include <algorithm>
#include <type_traits>

#include "cuda/async.cuh"
#include "cuda/shared_memory.hpp"
#include "cuda/triangle.cuh"
#include "cuda/trsm_pairs.hpp"

namespace shunt::gpu::triangle {
namespace {

// N: real columns of a slice, at most 32 where complex.
template <class T, int N> struct PairsShape {
    using Of = triangle::Of<T>;
    using Wide = typename Of::Wide;
    static constexpr int parts = Of::parts, size = static_cast<int>(sizeof(T)), wide = static_cast<int>(sizeof(Wide));
    static constexpr int columns = N / parts;
    static constexpr int chunk = N == 64 || parts == 2 ? 16 : 32, chunks = kRows / chunk;  // columns of A, of a block
    static constexpr int consumers = 256;
    static constexpr int stages = 4;
    static_assert(chunks <= stages && 2 * chunks >= stages);  // of some blocks no stage is free before all were read
    static constexpr bool tight = chunks == stages;           // there is no room for the block after
    static constexpr int threads = consumers + 32 * stages;
    // Threads that copy leave some to those that multiply. Those must have no fewer: spilling, they are a third slower.
    static constexpr int copier_registers = 104, registers = 200;
    static_assert(consumers * registers + 32 * stages * copier_registers <= threads * 168 && threads == 384);
    static constexpr int nt = N / 16;  // tiles (16, 8) of a warp, of each row block, in a product of all warps
    // Complex tiles are bound by shared memory where two groups of warps have half of the columns each; of narrow ones,
    // each group has every second step of 8 columns of A instead, and all columns of the sums.
    static constexpr int groups = parts == 2 && N == 16 ? 2 : 1;
    static_assert(groups == 1 || chunk == 16 / parts * groups);  // one step of each group
    // Of a tile of A with its rows or columns contiguous, of V, of X in a stage: lanes of a fragment do not collide.
    static constexpr int ld_rows = kRows + 32 / size, ld_columns = chunk + 4, ld_v = kRows + 32 / wide,
                         ld_x = columns + 32 / size;
    static constexpr int slot = std::max(size * std::max(kRows * ld_columns, chunk* ld_rows), wide* chunk* ld_v);
    static constexpr int ld = parts * kLeading<T, columns>;  // of R or X beside the stages, doubles
    static constexpr int x_at = 2 * slot, stage = x_at + chunk * ld_x * size;
    static constexpr int block = kRows * ld;  // R of the upper block; R of the lower one, or Xu
    static constexpr int bytes = stages * stage + 2 * block * static_cast<int>(sizeof(double));
    // Vectors of a row of X, and of a lane of a chunk of it; how many are looked at at once.
    static constexpr int row_vectors = columns * size / 16, vectors = chunk * row_vectors / 32,
                         looks = std::min(vectors, 8);
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

template <bool first, class A, class B> __device__ __forceinline__ auto& either(A& a, B& b) {
    if constexpr (first)
        return a;
    else
        return b;
}

// Two real columns side by side, or a complex one.
template <class T> struct TwoOf;
template <> struct TwoOf<float> { using Reals = float2; };
template <> struct TwoOf<double> { using Reals = double2; };
template <class T> using Two = typename TwoOf<typename Of<T>::Real>::Reals;

template <class T> __device__ __forceinline__ void publish_two(Two<T>* p, double x, double y) {
    if constexpr (sizeof(T) == 4) {
        asm volatile("st.relaxed.gpu.global.v2.b32 [%0], {%1, %2};" ::"l"(p),
                     "r"(present(__float_as_uint(static_cast<float>(x)))),
                     "r"(present(__float_as_uint(static_cast<float>(y))))
                     : "memory");
    } else if constexpr (sizeof(Two<T>) == 8) {
        publish(p, double2{x, y});
    } else {
        const Word64 one = __double_as_longlong(x), two = __double_as_longlong(y);
        asm volatile("st.relaxed.gpu.global.v2.b64 [%0], {%1, %2};" ::"l"(p), "l"(present(one)), "l"(present(two))
                     : "memory");
    }
}

template <class T, int N>
__global__ __launch_bounds__(PairsShape<T, N>::threads, 1) void pairs(const __grid_constant__ Problem p) {
    using S = Shape<double, N>;
    using R = PairsShape<T, N>;
    using Real = typename Of<T>::Real;
    using Wide = typename R::Wide;
    using Vector = Bytes16<typename Of<T>::Word>;
    constexpr bool complex = R::parts == 2;
    constexpr int size = R::size, copiers = R::threads - R::consumers, NB = R::columns;
    constexpr int64_t square = int64_t{kRows} * kRows;
    extern __shared__ __align__(16) char memory[];
    __shared__ __align__(8) Word64 barriers[3 * R::stages];  // full, empty; where tight: upper tile read
    __shared__ unsigned turn_of[R::stages], turn_box;

    const int tid = threadIdx.x, lane = tid % 32, warp = tid / 32;
    const unsigned full = shared_address(barriers), empty = full + 8 * R::stages, upper_read = empty + 8 * R::stages;
    if (tid < R::stages) {
        barrier_open(full + 8 * tid, 32);
        barrier_open(empty + 8 * tid, R::consumers);
        barrier_open(upper_read + 8 * tid, R::consumers);
    }
    __syncthreads();
#if __CUDA_ARCH__ >= 900
    asm volatile("griddepcontrol.wait;" ::: "memory");
#endif
    const unsigned turns = static_cast<unsigned>(p.slices) * static_cast<unsigned>(p.blocks / 2);
    const bool more = turns > gridDim.x;
    const bool by_rows = p.ars == 1 || p.ars == -1, backwards = (by_rows ? p.ars : p.acs) < 0;
    const int length = by_rows ? kRows : R::chunk;  // of the contiguous dimension of a chunk of A
    unsigned k = 0;                                 // chunks so far; chunk k is in stage k % stages
    const auto stage_of = [](unsigned at) { return static_cast<int>(at % static_cast<unsigned>(R::stages)); };
    const auto parity_of = [](unsigned at) { return at / static_cast<unsigned>(R::stages) & 1; };

    if (tid >= R::consumers) {
        give_registers<R::copier_registers>();
        const int mine = warp - R::consumers / 32;
        const int unit = p.wide ? 16 : size, units = length * size / unit;  // of a row or column of a chunk
        const int fast = lane % units, slow = lane / units;
        const int slow_step = units < 32 ? 32 / units : 1, again = units < 32 ? 1 : units / 32;
        const int64_t a_slow = (by_rows ? p.acs : p.ars) * size;
        const int a_ld = (by_rows ? R::ld_rows : R::ld_columns) * size;
        const int slows = (by_rows ? R::chunk : kRows) / slow_step;
        constexpr int row_bytes = NB * size, look_rows = 32 / R::row_vectors;
        const unsigned own = shared_address(memory) + static_cast<unsigned>(mine * R::stage);
        const int own_x = R::x_at + lane / R::row_vectors * (R::ld_x * size) + lane % R::row_vectors * 16;
        // Chunk c of a row block of A; rows of the triangle end at n.
        const auto copy_a = [&](unsigned slot, int block, int c) {
            const int64_t top = static_cast<int64_t>(block) * kRows;
            const int rows = static_cast<int>(std::clamp<int64_t>(p.n - top, 0, kRows));
            const char* const a = static_cast<const char*>(p.a) + top * p.ars * size + slow * a_slow -
                                  (backwards ? (length - 1) * size : 0);
            for (int f = 0; f < again; ++f) {
                const int at = fast + f * 32;
                const char* from = a + c * p.acs * (R::chunk * size) + at * unit;
                unsigned to = slot + slow * a_ld + at * unit;
                const int first_row = (backwards ? units - 1 - at : at) * (unit / size);
                const int bytes = by_rows ? std::min(std::max(rows - first_row, 0) * size, unit) : unit;
                const int exist = by_rows ? slows : (rows - slow + slow_step - 1) / slow_step;
                const auto copy = [&](auto one) {
#pragma unroll 8
                    for (int q = 0; q < slows; ++q, from += slow_step * a_slow, to += slow_step * a_ld)
                        one(q < exist ? bytes : 0);
                };
                if (p.wide) {
                    copy([&](int read) { copy_async<16>(to, from, read); });
                } else if (complex && p.halves) {
                    constexpr int half = std::max(size / 2, 4);
                    copy([&](int read) {
                        copy_async<half>(to, from, read / 2);
                        copy_async<half>(to + half, from + half, read / 2);
                    });
                } else {
                    copy([&](int read) { copy_async<size>(to, from, read); });
                }
            }
        };
        // A chunk of a prepared block.
        const auto copy_v = [&](unsigned slot, const Wide* block, int part) {
            const char* from = reinterpret_cast<const char*>(block + part * (R::chunk * kRows)) + lane * 16;
            unsigned to = slot + lane * 16;
#pragma unroll 8
            for (int q = 0; q < R::chunk; ++q, from += kRows * R::wide, to += R::ld_v * R::wide)
#pragma unroll
                for (int at = 0; at < kRows * R::wide; at += 512) copy_async<16>(to + at, from + at, 16);
        };
        // Chunk c of the slice's X. `known`: so many row blocks of it are there, as one of a pair behind them is, and who
        // made that had them from where they are. (A pair's lower block may be there before its upper one is.) They are
        // copied as A is.
        const auto take_x = [&](const Plan& plan, int c, int& known) {
            const char* const all =
                static_cast<const char*>(p.x) + static_cast<int64_t>(plan.slice) * p.blocks * (kRows * row_bytes);
            const char* const from = all + c * (R::chunk * row_bytes) + lane * 16;
            const int block = c / R::chunks, away = 2 * plan.pair - block;
            if (block < known) {
                const unsigned to = own + static_cast<unsigned>(own_x);
#pragma unroll 8
                for (int q = 0; q < R::vectors; ++q)
                    copy_async<16>(to + q * (look_rows * R::ld_x * size), from + q * 512, 16);
                return;
            }
            Vector other;  // a vector of each of the 32 row blocks behind is looked at, too
            other.w[0] = Of<T>::absent;
            if (away > 4 && block + 1 + lane < p.blocks) look(other, all + (block + 1 + lane) * (kRows * row_bytes));
#pragma unroll 1
            for (int first = 0; first < R::vectors; first += R::looks) {
                Vector v[R::looks];
                for (;;) {
#pragma unroll
                    for (int q = 0; q < R::looks; ++q) look(v[q], from + (first + q) * 512);
                    bool missing = false;
#pragma unroll
                    for (int q = 0; q < R::looks; ++q) missing = missing || incomplete(v[q]);
                    if (!missing) break;
                    if (away > 4) __nanosleep(500);
                }
#pragma unroll
                for (int q = 0; q < R::looks; ++q)
                    *reinterpret_cast<Vector*>(memory + mine * R::stage + own_x +
                                               (first + q) * (look_rows * R::ld_x * size)) = v[q];
            }
            if (away > 4)
                if (const unsigned there = __ballot_sync(~0u, !incomplete(other)))
                    known = (block + 32 - __clz(static_cast<int>(there))) & ~1;
        };

        if (tid == R::consumers) turn_box = atomicAdd(p.turn, 1u);
        meet<3, copiers>();
        unsigned turn = turn_box;
        meet<3, copiers>();
        unsigned joint_items = 0;
        while (turn < turns) {
            const Plan plan(p, turn);
            const Wide* const v = static_cast<const Wide*>(p.v) + 4 * plan.pair * square;  // V, V L, of both
            const Wide* const far = static_cast<const Wide*>(p.far) + 3 * plan.pair * square;
            unsigned later = turns;
            int known = 0;
            for (int c = 0; c < R::chunks * plan.blocks; ++c, ++k) {
                if (c == R::chunks * plan.left && tid == R::consumers && more) later = atomicAdd(p.turn, 1u);
                if (stage_of(k) != mine) continue;
                const int after = c / R::chunks - plan.left;  // 0: V
                if (R::tight && plan.joint && after == 3) {   // the block before needs its lower tile and X still
                    barrier_wait(upper_read + 8 * mine, joint_items & 1);
                    copy_v(own, v + 3 * square, c % R::chunks);
                    // Not after `full`: that phase of `empty` and the next one could both be over before it is looked
                    // at.
                    barrier_wait(empty + 8 * mine, parity_of(k) ^ 1);
                    barrier_after_copies(full + 8 * mine);
                    barrier_arrive(full + 8 * mine);
                    continue;
                }
                barrier_wait(empty + 8 * mine, parity_of(k) ^ 1);
                bool with_x = after < 0;
                const Wide* tiles[2] = {nullptr, nullptr};
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
                        copy_v(own + u * R::slot, tiles[u], c % R::chunks);
                    else if (after <= 0)
                        copy_a(own + u * R::slot, 2 * plan.pair + u, c);
                }
                if (lane == 0) turn_of[mine] = turn;
                if (with_x) take_x(plan, after < 0 ? c : c - R::chunks, known);
                barrier_after_copies(full + 8 * mine);
                barrier_arrive(full + 8 * mine);
            }
            joint_items += plan.joint;
            if (tid == R::consumers) turn_box = later;
            meet<3, copiers>();
            turn = turn_box;
            meet<3, copiers>();
        }
        if (stage_of(k) == mine) {
            barrier_wait(empty + 8 * mine, parity_of(k) ^ 1);
            if (lane == 0) turn_of[mine] = turns;
            __syncwarp();
            barrier_arrive(full + 8 * mine);
        }
        return;
    }

    take_registers<R::registers>();
    const int g = lane / 4, t = lane % 4;
    const int along = backwards ? -1 : 1;
    const int a_row = by_rows ? along : R::ld_columns, a_column = by_rows ? R::ld_rows : along;
    const auto a_corner = [&](int row) { return (row + g) * a_row + t * a_column + (backwards ? length - 1 : 0); };
    const auto wait_full = [&](unsigned at) { barrier_wait(full + 8 * stage_of(at), parity_of(at)); };
    const auto done_with = [&](unsigned at) { barrier_arrive(empty + 8 * stage_of(at)); };
    const auto in_stage = [&](unsigned at, int offset) { return memory + stage_of(at) * R::stage + offset; };
    const int sign = g % 2 ? 0 : static_cast<int>(0x80000000u);  // of x_im in its second row
    const auto meet_all = [] { meet<1, R::consumers>(); };
    // sum += (16 M x columns) (columns x 8 N) by steps of 16 / R::parts columns, `apart` from one to the next, up to
    // the chunk's end or `end`; where a and x begin, what one row or column more is in a, one row in x; flip: of the
    // imaginary part's sign.
    const auto add_chunk = [&](auto& sum, const auto* a, int row, int column, int flip, const auto* x, int ld,
                               auto apart, int end) {
        constexpr int M = std::extent_v<std::remove_reference_t<decltype(sum)>>,
                      tiles = std::extent_v<std::remove_reference_t<decltype(sum[0])>>;
#pragma unroll
        for (int step = 0; step < R::chunk; step += apart()) {
            if (step >= end) break;
            double av[M][8], xv[tiles][4];
#pragma unroll
            for (int q = 0; q < 4; q += R::parts, a += 4 * column, x += 4 * ld) {
#pragma unroll
                for (int m = 0; m < M; ++m)
#pragma unroll
                    for (int h = 0; h < 2; ++h) {
                        const Wide v = widen(a[(m * 16 + h * 8) * row]);
                        av[m][2 * q + h] = re(v);
                        if constexpr (complex)
                            av[m][2 * q + 2 + h] = __hiloint2double(__double2hiint(v.y) ^ flip, __double2loint(v.y));
                    }
#pragma unroll
                for (int n = 0; n < tiles; ++n) {
                    const Wide v = widen(x[n * 8 / R::parts]);
                    if constexpr (complex) {
                        const double other = g % 2 ? v.x : v.y;
                        xv[n][q] = g % 2 ? v.y : v.x;
                        xv[n][q + 1] = __hiloint2double(__double2hiint(other) ^ sign, __double2loint(other));
                    } else {
                        xv[n][q] = v;
                    }
                }
            }
#pragma unroll
            for (int m = 0; m < M; ++m)
#pragma unroll
                for (int n = 0; n < tiles; ++n) mma(sum[m][n], av[m], xv[n]);
        }
    };
    // Calls use(two sums, their row, the first one's column) for all of a warp's, of rows from row0 and columns from
    // column0 on.
    const auto each_two = [&](auto& sum, int row0, int column0, auto&& use) {
        constexpr int M = std::extent_v<std::remove_reference_t<decltype(sum)>>,
                      tiles = std::extent_v<std::remove_reference_t<decltype(sum[0])>>;
#pragma unroll
        for (int m = 0; m < M; ++m)
#pragma unroll
            for (int n = 0; n < tiles; ++n)
#pragma unroll
                for (int e = 0; e < 4; e += 2)
                    use(&sum[m][n][e], row0 + m * 16 + g + e / 2 * 8, column0 + n * 8 + 2 * t);
    };
    double* const room[2] = {reinterpret_cast<double*>(memory + R::stages * R::stage),
                             reinterpret_cast<double*>(memory + R::stages * R::stage) + R::block};
    const auto to_room = [&](auto& sum, int row0, int column0, double* to, double factor) {
        each_two(sum, row0, column0, [&](const double* v, int row, int column) {
            *reinterpret_cast<double2*>(to + row * R::ld + column) = {factor * v[0], factor * v[1]};
        });
    };
    // Products with what is far: four warps for each row block. The rest is the chain, where each product has all warps
    // (one for each scheduler multiplies at half the speed): 16 rows of both row blocks, and half of the columns or,
    // with groups, of the steps.
    const int lower = warp / 4, far_row = warp % 4 / S::warps_n * (S::mt * 16),
              far_column = warp % 4 % S::warps_n * (S::nt * 8);
    // A triangle's rows take the longer the lower they are: of its two warps, a scheduler has one above and one below.
    const int half = warp / 4, wm = (half ? 3 - warp % 4 : warp) * 16, wn = half * (N / 2);
    const int first_step = R::groups == 2 ? 8 * half : 0, x_near = ((R::groups == 2 ? 0 : wn) + g) / R::parts;
    const int a_near = a_corner(wm) + first_step * a_column, v_near = (wm + g) + (t + first_step) * R::ld_v;
    const int flip = p.conjugate ? static_cast<int>(0x80000000u) : 0;
    Wide alpha;
    set(alpha, p.alpha_re, p.alpha_im);
    for (;;) {
        wait_full(k);
        const unsigned turn = turn_of[stage_of(k)];
        if (turn >= turns) return;
        const Plan plan(p, turn);
        const int64_t top = 2 * plan.pair * static_cast<int64_t>(kRows), right = static_cast<int64_t>(plan.slice) * NB;
        const int rows = static_cast<int>(std::min<int64_t>(p.n - top, 2 * kRows));
        const int columns = static_cast<int>(std::min<int64_t>(p.rhs - right, NB));
        Two<T>* const published =
            static_cast<Two<T>*>(p.x) + (static_cast<int64_t>(plan.slice) * p.blocks * kRows + top) * (N / 2);
        T* const b = static_cast<T*>(p.b) + top * p.brs + right * p.bcs;
        const bool whole = rows == 2 * kRows && columns == NB;
        // Calls use(sum, and where complex the next one, their place in b) for all of a warp's that exist.
        const auto in_b = [&](auto& sum, int row0, int column0, auto&& use) {
            const auto all = [&](auto limited) {
                each_two(sum, row0, column0, [&](double* v, int row, int column) {
#pragma unroll
                    for (int e = 0; e < 2 / R::parts; ++e) {
                        const int c = column / R::parts + e;
                        if (!decltype(limited)::value || (row < rows && c < columns))
                            use(v + e, row * p.brs + c * p.bcs);
                    }
                });
            };
            if (whole)
                all(std::false_type{});
            else
                all(std::true_type{});
        };
        {
            double sum[S::mt][S::nt][4] = {};
            in_b(sum, lower * kRows + far_row, far_column, [&](double* v, int64_t at) {
                const Wide from = negated(times(alpha, fetch<T>(b, at)));
                v[0] = re(from);
                if (complex) v[1] = im(from);
            });
            const int a_far = a_corner(far_row), x_far = t * R::ld_x + (far_column + g) / R::parts;
#pragma unroll 1
            for (int block = 0; block < plan.left; ++block, k += R::chunks)
#pragma unroll
                for (int h = 0; h < R::chunks; ++h) {
                    wait_full(k + h);
                    add_chunk(sum, reinterpret_cast<const T*>(in_stage(k + h, lower * R::slot)) + a_far, a_row,
                              a_column, flip, reinterpret_cast<const T*>(in_stage(k + h, R::x_at)) + x_far, R::ld_x,
                              std::integral_constant<int, 16 / R::parts>{}, R::chunk);
                    done_with(k + h);
                }
            to_room(sum, far_row, far_column, room[lower], -1);
        }
        meet_all();

        double sum[2][1][R::nt * R::groups][4] = {};  // of the upper block, of the lower one
        [[maybe_unused]] double of_both[2][1][R::nt][4];
        double(&total)[2][1][R::nt][4] = either<R::groups == 2>(of_both, sum);
        // total: the sums of both groups, this warp's columns of them, where all have done with room[0].
        const auto collect = [&](int u) {
            if constexpr (R::groups == 2) {
                const auto place = [&](int n, int e, int of) {
                    return reinterpret_cast<double2*>(room[0] + (wm + g + e / 2 * 8) * R::ld + of * (N / 2) + n * 8 +
                                                      2 * t);
                };
#pragma unroll
                for (int n = 0; n < R::nt; ++n)
#pragma unroll
                    for (int e = 0; e < 4; e += 2) {
                        const double *const first = &sum[u][0][n][e], *const second = &sum[u][0][R::nt + n][e];
                        *place(n, e, 1 - half) = half ? double2{first[0], first[1]} : double2{second[0], second[1]};
                        total[u][0][n][e] = half ? second[0] : first[0];
                        total[u][0][n][e + 1] = half ? second[1] : first[1];
                    }
                meet_all();
#pragma unroll
                for (int n = 0; n < R::nt; ++n)
#pragma unroll
                    for (int e = 0; e < 4; e += 2) {
                        const double2 other = *place(n, e, half);
                        total[u][0][n][e] += other.x;
                        total[u][0][n][e + 1] += other.y;
                    }
            }
        };
        // The sums of row blocks from ... to += the block of 64 columns in the stages from k on, of A or prepared,
        // times what is in each row block's room, or with it in the stages. How: what is done with afterwards, whether
        // they have been waited for, whether the lower block's tiles are in the upper one's place, and whether they are
        // triangles.
        enum How : unsigned { keep, upper, all, here = 4, moved = 8, triangle = 16 };
        const auto multiply = [&](auto from, auto to, auto of_a, auto in_rooms, unsigned how) {
            constexpr int first = decltype(from)::value, end = decltype(to)::value;
#pragma unroll
            for (int h = 0; h < R::chunks; ++h) {
                if (!(how & here)) wait_full(k + h);
#pragma unroll
                for (int u = first; u < end; ++u) {
                    const auto with = [&](const auto* x, int ld) {
                        const char* const tile = in_stage(k + h, how & moved ? 0 : u * R::slot);
                        x += (t + first_step) * ld + x_near;
                        const int end = how & triangle ? wm + 16 - h * R::chunk - first_step : R::chunk;
                        constexpr std::integral_constant<int, 16 / R::parts * R::groups> apart{};
                        if constexpr (decltype(of_a)::value)
                            add_chunk(sum[u], reinterpret_cast<const T*>(tile) + a_near, a_row, a_column, flip, x, ld,
                                      apart, end);
                        else
                            add_chunk(sum[u], reinterpret_cast<const Wide*>(tile) + v_near, 1, R::ld_v, 0, x, ld, apart,
                                      end);
                    };
                    constexpr int ld = kLeading<T, NB>;
                    if constexpr (decltype(in_rooms)::value)
                        with(reinterpret_cast<const Wide*>(room[u]) + h * (R::chunk * ld), ld);
                    else
                        with(reinterpret_cast<const T*>(in_stage(k + h, R::x_at)), R::ld_x);
                }
                if (how & all) done_with(k + h);
                if (how & upper) barrier_arrive(upper_read + 8 * stage_of(k + h));
            }
        };
        constexpr std::integral_constant<int, 0> zero{};
        constexpr std::integral_constant<int, 1> one{};
        constexpr std::integral_constant<int, 2> two{};
        constexpr std::true_type of_a{}, in_rooms{};
        constexpr std::false_type prepared{}, in_stages{};
        bool spoiled[2] = {};
        // Publishes row block u, whose solution is in `total`, or is made the careful way. The upper one's is in
        // room[1] then. meanwhile(): what else there is to do before the warps meet.
        const auto settle = [&](auto which, auto&& meanwhile) {
            constexpr int u = decltype(which)::value;
            const int i = 2 * plan.pair + u, mode = p.mode[i];
            Two<T>* const own = published + u * (kRows * N / 2);
            if (u == 0 && mode <= by_product)  // as others read it
                each_two(total[0], wm, wn, [&](const double* v, int row, int column) {
                    *reinterpret_cast<double2*>(room[1] + row * R::ld + column) = {static_cast<Real>(v[0]),
                                                                                   static_cast<Real>(v[1])};
                });
            bool bad = mode > by_product;
            each_two(total[u], wm, wn, [&](const double* v, int, int) { bad = bad || endless(v[0]) || endless(v[1]); });
            meanwhile();
            spoiled[u] = meet_or<2, R::consumers>(bad);
            if (spoiled[u] && mode <= by_product) {
                constexpr int own_columns = 2 / R::parts;  // of a tile
                unsigned columns_of = 0;
#pragma unroll
                for (int n = 0; n < R::nt; ++n)
#pragma unroll
                    for (int e = 0; e < 4; ++e)
                        columns_of |= static_cast<unsigned>(endless(total[u][0][n][e]))
                                      << (n * own_columns + e % own_columns);
                spoiled[u] = meet_or<2, R::consumers>(mendable<T, NB, Major::rows, R::nt * own_columns, own_columns>(
                    p, i, plan.slice, (wn + 2 * t) / R::parts, columns_of));
            }
            if (!spoiled[u]) {
                if (i + 1 < p.blocks)
                    each_two(total[u], wm, wn, [&](const double* v, int row, int column) {
                        publish_two<T>(own + (row * N + column) / 2, v[0], v[1]);
                    });
                return;
            }
            constexpr int share = std::max(NB / (R::consumers / 32), 4 / R::parts);
            if (warp * share < NB) {
                const bool with_r = mode > by_product;
                careful_here<T, NB, Major::rows>(p, with_r ? reinterpret_cast<const Wide*>(room[u]) : nullptr,
                                                 Shape<T, NB>::chunk * kLeading<T, NB>, i, plan.slice, share * warp,
                                                 share * (warp + 1), with_r ? mode : by_substitution, with_r ? 0 : i);
            }
            meet_all();
            if (u == 1) return;
            each_two(total[u], wm, wn, [&](const double*, int row, int column) {
                const Two<T> x = __ldcg(own + (row * N + column) / 2);
                *reinterpret_cast<double2*>(room[1] + row * R::ld + column) = {x.x, x.y};
            });
            meet_all();
        };
        const auto nothing = [] {};
        if (plan.joint) {
            // Who has the second next block knows that all have done this.
            multiply(zero, two, prepared, in_rooms, all | triangle);
            k += R::chunks;
            multiply(zero, two, prepared, in_stages, all);
            k += R::chunks;
            multiply(zero, one, prepared, in_stages, R::tight ? upper : keep);
            collect(0);
            if constexpr (N == 64 || complex) {  // wide slices have the time (3 % of 2048 x 1024)
                settle(zero, [&] { multiply(one, two, prepared, in_stages, all | here); });
            } else {
                settle(zero, nothing);
                multiply(one, two, prepared, in_stages, all | here);
            }
            k += R::chunks;
            multiply(one, two, prepared, in_rooms, all | (R::tight ? moved : keep));
            collect(1);
        } else {
            double r[1][R::nt][4];  // of the lower block
            each_two(r, wm, wn, [&](double* v, int row, int column) {
                const double2 from = *reinterpret_cast<const double2*>(room[1] + row * R::ld + column);
                v[0] = from.x, v[1] = from.y;
            });
            if (p.mode[2 * plan.pair] <= by_product) multiply(zero, one, prepared, in_rooms, keep | triangle);
            meet_all();  // both rooms were read
            if (p.mode[2 * plan.pair] <= by_product) collect(0);
            settle(zero, nothing);
            multiply(one, two, of_a, in_rooms, all);
            k += R::chunks;
            meet_all();  // again
            collect(1);
#pragma unroll
            for (int n = 0; n < R::nt; ++n)
#pragma unroll
                for (int e = 0; e < 4; ++e) r[0][n][e] -= total[1][0][n][e];
            to_room(r, wm, wn, room[1], 1);
            each_two(sum[1], wm, wn, [](double* v, int, int) { v[0] = v[1] = 0; });
            meet_all();
            multiply(one, two, prepared, in_rooms, all | triangle);
            collect(1);
        }
        k += R::chunks;
        settle(one, nothing);
#pragma unroll
        for (int u = 0; u < 2; ++u)
            if (!spoiled[u])
                in_b(total[u], u * kRows + wm, wn, [&](const double* v, int64_t at) {
                    Wide x;
                    set(x, v[0], v[1]);
                    put<T>(b, at, x);
                });
    }
}

template <class T, int N> cudaError_t start(cudaStream_t stream, const Problem& p, int multiprocessors, bool overlap) {
    using R = PairsShape<T, N>;
    return launch_overlapping(pairs<T, N>, static_cast<int64_t>(p.slices) * (p.blocks / 2), multiprocessors, R::threads,
                              R::bytes, stream, overlap, p);
}

template <class T> constexpr int most_bytes() {
    constexpr int most = std::max(PairsShape<T, 16>::bytes, PairsShape<T, 32>::bytes);
    if constexpr (Of<T>::parts == 1) return std::max(most, PairsShape<T, 64>::bytes);
    return most;
}

}  // namespace

bool pairs_fit() {
    return shared_memory_of_block() >=
           std::max({most_bytes<float>(), most_bytes<double>(), most_bytes<float2>(), most_bytes<double2>()}) + 256;
}

template <class T> cudaError_t launch_pairs(cudaStream_t stream, const Problem& p, int multiprocessors, bool overlap) {
    constexpr int parts = Of<T>::parts;
    if (p.fill == 16 / parts) return start<T, 16>(stream, p, multiprocessors, overlap);
    if (parts == 2 || p.fill == 32) return start<T, 32>(stream, p, multiprocessors, overlap);
    if constexpr (parts == 1) return start<T, 64>(stream, p, multiprocessors, overlap);
}
template cudaError_t launch_pairs<float>(cudaStream_t, const Problem&, int, bool);
template cudaError_t launch_pairs<double>(cudaStream_t, const Problem&, int, bool);
template cudaError_t launch_pairs<float2>(cudaStream_t, const Problem&, int, bool);
template cudaError_t launch_pairs<double2>(cudaStream_t, const Problem&, int, bool);

}  // namespace shunt::gpu::triangle
