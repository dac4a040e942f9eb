// In: device code. Out: what the kernels of triangle solves and products share: the problem, its elements and the tiles
// that take the careful way.
#pragma once
#include <cuda_runtime.h>

#include <algorithm>
#include <cstdint>

#include "cuda/async.cuh"

namespace shunt::gpu::triangle {

using std::int64_t;
using Word64 = unsigned long long;

constexpr int kRows = 64;  // of a row block

enum Mode : int { by_joint_product, by_product, by_refinement, by_substitution };  // joint: that of the left neighbour

struct Problem {
    const void* a;
    int64_t ars, acs;  // strides of the lower triangle, one of them +-1
    void* b;
    int64_t brs, bcs;
    int64_t n, rhs;
    double alpha_re, alpha_im;
    bool conjugate, unit, multiply, fused;
    bool halves;  // complex elements that are aligned to their parts only
    bool wide;    // 16 bytes at a time: everything about a is aligned to them
    bool wide_b;  // the same of b (broad)
    int blocks, slices, fill;
    int band;  // slices that are worked on side by side (broad)
    int lag;   // row blocks between the two items of a tile (broad, TRSM); less than 2: one item
    void* x;   // solved blocks, or for TRMM a copy of b: [slice][row block][column][64 rows]; null: they are read in b
    unsigned* flags;  // of x == null, see trsm_broad.cu
    int64_t flag_count;
    // [row block][2][column][64 rows], double: the diagonal block, then for TRSM -V times its left neighbour or, where
    // x is null and the block is refined, L
    void* v;
    // Pairs of row blocks (trsm_pairs.cu): [pair][3][column][64 rows], -V times what is two blocks to the left of the
    // upper one, three and two of the lower one; else null
    void* far;
    int* mode;  // of each row block
    unsigned* turn;
    double plain, good, refinable;  // bounds of |L| |inv L|, see launch
};

// ---- Elements: how they are stored, the doubles they are computed in, and the word that marks one as not there yet
template <class T> struct Of;
template <> struct Of<float> {
    using Real = float;
    using Wide = double;
    using Word = unsigned;
    static constexpr int parts = 1;
    static constexpr Word absent = 0x7fa5beefu, instead = 0x7fffffffu;
};
template <> struct Of<double> {
    using Real = double;
    using Wide = double;
    using Word = Word64;
    static constexpr int parts = 1;
    static constexpr Word absent = 0x7ff45afebad05eedull, instead = 0x7fffffffffffffffull;
};
template <> struct Of<float2> : Of<double> {
    using Real = float;
    using Wide = double2;
    static constexpr int parts = 2;
};
template <> struct Of<double2> : Of<double> {
    using Wide = double2;
    static constexpr int parts = 2;
};

__device__ __forceinline__ double widen(float v) {
    return v;
}
__device__ __forceinline__ double widen(double v) {
    return v;
}
__device__ __forceinline__ double2 widen(float2 v) {
    return {v.x, v.y};
}
__device__ __forceinline__ double2 widen(double2 v) {
    return v;
}
__device__ __forceinline__ double re(double v) {
    return v;
}
__device__ __forceinline__ double re(double2 v) {
    return v.x;
}
__device__ __forceinline__ double im(double) {
    return 0;
}
__device__ __forceinline__ double im(double2 v) {
    return v.y;
}
__device__ __forceinline__ void set(double& v, double x, double) {
    v = x;
}
__device__ __forceinline__ void set(double2& v, double x, double y) {
    v = {x, y};
}
__device__ __forceinline__ double size(double v) {
    return fabs(v);
}
__device__ __forceinline__ double size(double2 v) {
    return fabs(v.x) + fabs(v.y);
}

__device__ __forceinline__ double times(double a, double b) {
    return a * b;
}
__device__ __forceinline__ double2 times(double2 a, double2 b) {
    return {a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x};
}
__device__ __forceinline__ double fma_add(double a, double b, double c) {
    return fma(a, b, c);
}
__device__ __forceinline__ double2 fma_add(double2 a, double2 b, double2 c) {
    return {fma(-a.y, b.y, fma(a.x, b.x, c.x)), fma(a.y, b.x, fma(a.x, b.y, c.y))};
}
__device__ __forceinline__ double negated(double a) {
    return -a;
}
__device__ __forceinline__ double2 negated(double2 a) {
    return {-a.x, -a.y};
}
__device__ __forceinline__ double over(double a, double b) {
    return a / b;
}
__device__ __forceinline__ double2 over(double2 a, double2 b) {  // Smith: no overflow on the way
    if (fabs(b.x) >= fabs(b.y)) {
        const double r = b.y / b.x, d = b.x + b.y * r;
        return {(a.x + a.y * r) / d, (a.y - a.x * r) / d};
    }
    const double r = b.x / b.y, d = b.x * r + b.y;
    return {(a.x * r + a.y) / d, (a.y * r - a.x) / d};
}
__device__ __forceinline__ double from_lane(double v, int lane) {
    return __shfl_sync(~0u, v, lane);
}
__device__ __forceinline__ double2 from_lane(double2 v, int lane) {
    return {__shfl_sync(~0u, v.x, lane), __shfl_sync(~0u, v.y, lane)};
}
__device__ __forceinline__ bool endless(double v) {
    return (__double2hiint(v) & 0x7ff00000) == 0x7ff00000;
}
__device__ __forceinline__ bool endless(double2 v) {
    return endless(v.x) || endless(v.y);
}

// Part by part, since complex elements may be aligned to their parts only.
template <class T> __device__ __forceinline__ typename Of<T>::Wide fetch(const void* base, int64_t at) {
    using Real = typename Of<T>::Real;
    const Real* p = static_cast<const Real*>(base) + at * Of<T>::parts;
    typename Of<T>::Wide v;
    if constexpr (Of<T>::parts == 2)
        set(v, p[0], p[1]);
    else
        set(v, p[0], 0);
    return v;
}
// The same of what another block of threads of this launch wrote.
template <class T> __device__ __forceinline__ typename Of<T>::Wide fetch_fresh(const void* base, int64_t at) {
    using Real = typename Of<T>::Real;
    const Real* p = static_cast<const Real*>(base) + at * Of<T>::parts;
    typename Of<T>::Wide v;
    if constexpr (Of<T>::parts == 2)
        set(v, __ldcg(p), __ldcg(p + 1));
    else
        set(v, __ldcg(p), 0);
    return v;
}
template <class T, class Wide> __device__ __forceinline__ void put(void* base, int64_t at, Wide v) {
    using Real = typename Of<T>::Real;
    Real* p = static_cast<Real*>(base) + at * Of<T>::parts;
    p[0] = static_cast<Real>(re(v));
    if constexpr (Of<T>::parts == 2) p[1] = static_cast<Real>(im(v));
}

// What is published of a word.
__device__ __forceinline__ Word64 present(Word64 w) {
    return w == Of<double>::absent ? Of<double>::instead : w;
}
__device__ __forceinline__ void publish_word(Word64* p, Word64 w) {
    asm volatile("st.relaxed.gpu.global.b64 [%0], %1;" ::"l"(p), "l"(present(w)) : "memory");
}
__device__ __forceinline__ unsigned present(unsigned w) {
    return w == Of<float>::absent ? Of<float>::instead : w;
}
__device__ __forceinline__ void publish_word(unsigned* p, unsigned w) {
    asm volatile("st.relaxed.gpu.global.b32 [%0], %1;" ::"l"(p), "r"(present(w)) : "memory");
}
__device__ __forceinline__ void publish(float* p, double v) {
    publish_word(reinterpret_cast<unsigned*>(p), __float_as_uint(static_cast<float>(v)));
}
__device__ __forceinline__ void publish(double* p, double v) {
    publish_word(reinterpret_cast<Word64*>(p), __double_as_longlong(v));
}
__device__ __forceinline__ void publish(float2* p, double2 v) {
    const Word64 low = __float_as_uint(static_cast<float>(v.x)), high = __float_as_uint(static_cast<float>(v.y));
    publish_word(reinterpret_cast<Word64*>(p), low | high << 32);
}
__device__ __forceinline__ void publish(double2* p, double2 v) {
    publish(reinterpret_cast<double*>(p), v.x);
    publish(reinterpret_cast<double*>(p) + 1, v.y);
}

template <class T, int NB> struct Shape {
    using Wide = typename Of<T>::Wide;
    static constexpr int parts = Of<T>::parts;
    static constexpr int chunk = parts == 1 ? 32 : 16;  // columns of A that one step takes
    static constexpr int halves = kRows / chunk;        // chunks of a block
    static constexpr int warps_n = NB == 16 ? 1 : 2, warps_m = 4 / warps_n;
    static constexpr int mt = kRows / warps_m / 16, nt = NB / warps_n / 8;  // tiles (16, 8) of a warp
    static constexpr int ld_rows = kRows + 4, ld_columns = chunk + 4;  // in shared memory: rows, columns contiguous
    static constexpr int slot = static_cast<int>(sizeof(Wide)) * std::max(kRows * ld_columns, chunk* ld_rows);
    static constexpr int xs = NB * ld_columns;                                // elements of a chunk of X: (NB, chunk)
    static constexpr int vectors = chunk * static_cast<int>(sizeof(T)) / 16;  // of a column of a chunk of X
};

// Element (row, k) of the triangle, the identity beyond its order; nothing outside of it is touched.
template <class T>
__device__ __forceinline__ typename Of<T>::Wide lower_element(const Problem& p, int64_t row, int64_t k) {
    typename Of<T>::Wide v;
    set(v, row == k ? 1 : 0, 0);
    if (row < k || row >= p.n || (row == k && p.unit)) return v;
    v = fetch<T>(p.a, row * p.ars + k * p.acs);
    if (p.conjugate) set(v, re(v), -im(v));
    return v;
}

// Where an element of a solved block is in it: by columns, or by rows (Major::rows, trsm_pairs.cu).
enum class Major { columns, rows };
template <int NB, Major major> __device__ __forceinline__ int64_t place_in_block(int64_t row, int column) {
    return major == Major::rows ? row * NB + column : column * kRows + row;
}

// Of a row of X or of R in shared memory, by rows.
template <class T, int NB> constexpr int kLeading = NB + 4 / Of<T>::parts;

// Element k of a right-hand side: what is solved there, or for TRMM what B was.
template <class T, int NB, Major major = Major::columns>
__device__ __forceinline__ typename Of<T>::Wide known_element(const Problem& p, int slice, int64_t k, int column) {
    if (!p.x) {
        const int64_t of_b = static_cast<int64_t>(slice) * NB + column;
        typename Of<T>::Wide zero;
        set(zero, 0, 0);
        return of_b < p.rhs ? fetch_fresh<T>(p.b, k * p.brs + of_b * p.bcs) : zero;
    }
    const int64_t tile = static_cast<int64_t>(slice) * p.blocks + k / kRows;
    return fetch_fresh<T>(p.x, tile * NB * kRows + place_in_block<NB, major>(k % kRows, column));
}

// Sixteen bytes of a solved block.
template <class Word> struct Bytes16 { Word w[16 / sizeof(Word)]; };
__device__ __forceinline__ void look(Bytes16<Word64>& v, const char* p) {
    asm volatile("ld.relaxed.gpu.global.v2.b64 {%0, %1}, [%2];" : "=l"(v.w[0]), "=l"(v.w[1]) : "l"(p) : "memory");
}
__device__ __forceinline__ void look(Bytes16<unsigned>& v, const char* p) {
    asm volatile("ld.relaxed.gpu.global.v4.b32 {%0, %1, %2, %3}, [%4];"
                 : "=r"(v.w[0]), "=r"(v.w[1]), "=r"(v.w[2]), "=r"(v.w[3])
                 : "l"(p)
                 : "memory");
}
__device__ __forceinline__ bool incomplete(const Bytes16<Word64>& v) {
    return v.w[0] == Of<double>::absent || v.w[1] == Of<double>::absent;
}
__device__ __forceinline__ bool incomplete(const Bytes16<unsigned>& v) {
    return v.w[0] == Of<float>::absent || v.w[1] == Of<float>::absent || v.w[2] == Of<float>::absent ||
           v.w[3] == Of<float>::absent;
}

// Whether substitution may help where row block i of this lane's `count` right-hand sides is not finite (`columns`: bit
// q is first + q % side + 4 side (q / side)): not below a NaN, in the row block above or (TRMM) anywhere above, where
// all is NaN.
template <class T, int NB, Major major = Major::columns, int count = 2 * Shape<T, NB>::nt, int side = 2>
__device__ __forceinline__ bool mendable(const Problem& p, int i, int slice, int first, unsigned columns) {
    const int64_t end = static_cast<int64_t>(i) * kRows;
    unsigned left = 0;
#pragma unroll 1
    for (int q = 0; q < count; ++q) {
        bool nan = false;
#pragma unroll 1
        for (int64_t k = (p.multiply || i == 0 ? 0 : end - kRows) + threadIdx.x % 32 / 4; k < end; k += 8) {
            const auto x = known_element<T, NB, major>(p, slice, k, first + q / side * (4 * side) + q % side);
            nan = nan || re(x) != re(x) || im(x) != im(x);
        }
#pragma unroll 1
        for (int step = 4; step < 32; step *= 2) nan = __shfl_xor_sync(~0u, nan, step) || nan;
        left |= static_cast<unsigned>(!nan) << q;
    }
    return (columns & left) != 0;
}

// A tile without tensor cores, for what the fast way cannot do: one warp, its columns four (complex: two) at a time,
// rows lane and lane + 32 in registers; this warp has columns `from` ... `to` of the slice. rs (chunks `step` elements
// apart; null: alpha B itself) is what V is to be applied to, but for the last `owing` blocks to the left; not used for
// TRMM.
template <class T, int NB, Major major = Major::columns>
__device__ __forceinline__ void careful_here(const Problem& p, const typename Of<T>::Wide* rs, int step, int i,
                                             int slice, int from, int to, int mode, int owing) {
    using S = Shape<T, NB>;
    using Wide = typename Of<T>::Wide;
    const int lane = threadIdx.x % 32;
    const int64_t top = static_cast<int64_t>(i) * kRows;
    const Wide* v = static_cast<const Wide*>(p.v) + 2 * top * kRows;
    Wide zero, alpha;
    set(zero, 0, 0);
    set(alpha, p.alpha_re, p.alpha_im);
    constexpr int G = 4 / Of<T>::parts;
    for (int c0 = from; c0 < to; c0 += G) {
        Wide r[2][G];
        const auto start = [&] {
#pragma unroll
            for (int h = 0; h < 2; ++h)
#pragma unroll
                for (int c = 0; c < G; ++c) {
                    const int row = lane + 32 * h;
                    const int64_t column = static_cast<int64_t>(slice) * NB + c0 + c;
                    if (rs)
                        r[h][c] = rs[row / S::chunk * step + (major == Major::rows
                                                                  ? row % S::chunk * kLeading<T, NB> + c0 + c
                                                                  : (c0 + c) * S::ld_columns + row % S::chunk)];
                    else
                        r[h][c] = top + row < p.n && column < p.rhs
                                      ? times(alpha, fetch<T>(p.b, (top + row) * p.brs + column * p.bcs))
                                      : zero;
                }
            for (int64_t k = top - static_cast<int64_t>(owing) * kRows; k < top; ++k) {
                Wide x[G];
#pragma unroll
                for (int c = 0; c < G; ++c) x[c] = known_element<T, NB, major>(p, slice, k, c0 + c);
#pragma unroll
                for (int h = 0; h < 2; ++h) {
                    const Wide l = negated(lower_element<T>(p, top + lane + 32 * h, k));
#pragma unroll
                    for (int c = 0; c < G; ++c) r[h][c] = fma_add(l, x[c], r[h][c]);
                }
            }
        };
        if (p.multiply) {
#pragma unroll
            for (int h = 0; h < 2; ++h)
#pragma unroll
                for (int c = 0; c < G; ++c) r[h][c] = zero;
            const int64_t end = std::min<int64_t>(top + kRows, p.n);
            for (int64_t k = 0; k < end; ++k) {
                Wide x[G];
#pragma unroll
                for (int c = 0; c < G; ++c) x[c] = known_element<T, NB, major>(p, slice, k, c0 + c);
#pragma unroll
                for (int h = 0; h < 2; ++h) {
                    const int64_t row = top + lane + 32 * h;
                    if (row < k) continue;
                    const Wide l = lower_element<T>(p, row, k);
#pragma unroll
                    for (int c = 0; c < G; ++c) r[h][c] = fma_add(l, x[c], r[h][c]);
                }
            }
        } else {
            start();
            bool solved = false;
            if (mode == by_refinement) {  // x0 = V r, x = x0 + V (r - L x0)
                Wide x[2][G], d[2][G];
                const auto apply = [&](const Wide(&source)[2][G], Wide(&sum)[2][G], bool inverse) {
#pragma unroll
                    for (int half = 0; half < 2; ++half)
#pragma unroll 2
                        for (int kk = 0; kk < 32; ++kk) {
                            const int k = 32 * half + kk;
                            Wide m[2];
#pragma unroll
                            for (int h = 0; h < 2; ++h) {
                                const int row = lane + 32 * h;
                                m[h] = inverse ? v[k * kRows + row]
                                               : negated(row < k ? zero : lower_element<T>(p, top + row, top + k));
                            }
#pragma unroll
                            for (int c = 0; c < G; ++c) {
                                const Wide y = from_lane(source[half][c], kk);
#pragma unroll
                                for (int h = 0; h < 2; ++h) sum[h][c] = fma_add(m[h], y, sum[h][c]);
                            }
                        }
                };
#pragma unroll
                for (int h = 0; h < 2; ++h)
#pragma unroll
                    for (int c = 0; c < G; ++c) {
                        x[h][c] = zero;
                        d[h][c] = r[h][c];
                    }
                apply(r, x, true);
                apply(x, d, false);
                apply(d, x, true);
                bool bad = false;
#pragma unroll
                for (int h = 0; h < 2; ++h)
#pragma unroll
                    for (int c = 0; c < G; ++c) bad = bad || endless(x[h][c]);
                solved = !__any_sync(~0u, bad);
                if (solved)
#pragma unroll
                    for (int h = 0; h < 2; ++h)
#pragma unroll
                        for (int c = 0; c < G; ++c) r[h][c] = x[h][c];
            }
            if (!solved) {
#pragma unroll
                for (int half = 0; half < 2; ++half)
#pragma unroll 2
                    for (int kk = 0; kk < 32; ++kk) {
                        const int k = 32 * half + kk;
                        if (top + k >= p.n) break;
                        const Wide d = lower_element<T>(p, top + k, top + k);
                        Wide l[2];
#pragma unroll
                        for (int h = 0; h < 2; ++h) {
                            const int row = lane + 32 * h;
                            l[h] = negated(row <= k ? zero : lower_element<T>(p, top + row, top + k));
                        }
#pragma unroll
                        for (int c = 0; c < G; ++c) {
                            Wide y = from_lane(r[half][c], kk);
                            if (!p.unit) y = over(y, d);
                            if (lane == kk) r[half][c] = y;
#pragma unroll
                            for (int h = 0; h < 2; ++h)
                                if (lane + 32 * h > k) r[h][c] = fma_add(l[h], y, r[h][c]);
                        }
                    }
            }
        }
        T* x = static_cast<T*>(p.x) + (static_cast<int64_t>(slice) * p.blocks + i) * (NB * kRows);
#pragma unroll
        for (int c = 0; c < G; ++c)
#pragma unroll
            for (int h = 0; h < 2; ++h) {
                const int row = lane + 32 * h, column = c0 + c;
                if (!p.multiply && p.x) publish(x + place_in_block<NB, major>(row, column), r[h][c]);
                if (top + row < p.n && static_cast<int64_t>(slice) * NB + column < p.rhs)
                    put<T>(p.b, (top + row) * p.brs + (static_cast<int64_t>(slice) * NB + column) * p.bcs,
                           p.multiply ? times(alpha, r[h][c]) : r[h][c]);
            }
    }
}

// The same, called: inlined, it costs a kernel registers; called in a loop, what the loop keeps goes to memory.
template <class T, int NB> __device__ __noinline__ void careful(const Problem& p, const typename Of<T>::Wide* rs,
                                                                int step, int i, int slice, int from, int to, int mode,
                                                                int owing) {
    careful_here<T, NB>(p, rs, step, i, slice, from, to, mode, owing);
}

// ---- Launches
// As many blocks of threads as there are items, at most `most`; overlap: may start while the kernel before still runs.
template <class... Parameters, class... Arguments>
cudaError_t launch_overlapping(void (*kernel)(Parameters...), int64_t items, int most, int threads, int bytes,
                               cudaStream_t queue, bool overlap, const Arguments&... arguments) {
    const cudaError_t error = cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
    if (error != cudaSuccess) return error;
    cudaLaunchConfig_t config{};
    config.gridDim = dim3(static_cast<unsigned>(std::min<int64_t>(items, most)));
    config.blockDim = dim3(static_cast<unsigned>(threads));
    config.dynamicSmemBytes = static_cast<std::size_t>(bytes);
    config.stream = queue;
    cudaLaunchAttribute attribute{};
    attribute.id = cudaLaunchAttributeProgrammaticStreamSerialization;
    attribute.val.programmaticStreamSerializationAllowed = 1;
    config.attrs = &attribute;
    config.numAttrs = overlap ? 1 : 0;
    return cudaLaunchKernelEx(&config, kernel, arguments...);
}

}  // namespace shunt::gpu::triangle
