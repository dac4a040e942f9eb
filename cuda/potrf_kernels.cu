// In: a block column of a Hermitian matrix. Out: its head factored and the rows below solved, by one launch.
//
// The block column is cut into tiles of 64 x 64. An item of work is one tile below the diagonal and, where i = j + 1,
// the next one of the diagonal as well:
//
//     L(i, j) := (A(i, j) - sum over k < j of L(i, k) L(j, k)^H) inv(L(j, j))^H
//     L(i, i) := chol(A(i, i) - sum over k < i of L(i, k) L(i, k)^H)
//
// so that the chain from L(j, j) to L(j + 1, j + 1) stays within one block of threads. Items are handed out by a
// counter, column by column, in an order in which each depends on earlier ones only: some block of threads can always
// go on, whatever else runs on the device. Final tiles travel through a workspace that is laid out as the tensor cores
// read it; progress[i] counts those of row i. Sums are made in one fixed order, so results are the same bits in every
// run.
//
// Warps 0 ... multiply; the last one copies tiles into a ring of stages. All arithmetic is FP64, for single precision
// as well: its tensor cores are as fast as FP32 FMA on these chips.
#include <algorithm>

#include "cuda/async.cuh"
#include "cuda/factor_kernels.cuh"
#include "cuda/potrf_kernels.hpp"

namespace shunt::gpu {
namespace kernels {

constexpr int kTile = 64;
constexpr int kLd = kTile + 4;  // of a column in shared memory: no bank conflicts of tensor core fragments

// An operand is `chunk` columns of a tile, real parts before imaginary ones: (parts, chunk, kLd). A stage holds two,
// one of each factor of a product, or half of a complex tile, or a whole real one.
template <class T> struct Shape {
    static constexpr int parts = Traits<T>::complex ? 2 : 1;
    static constexpr int multipliers = 128 * parts, threads = multipliers + 32;
    static constexpr int chunk = 32 / parts, chunks = kTile / chunk;
    static constexpr int plane = chunk * kLd, operand = parts * plane, stage = 2 * operand;
    static constexpr int stages = parts == 1 ? 3 : 6, resident = parts == 1 ? 2 : 1;
    static constexpr int tile = parts * stage;
    static constexpr int mt = 2, nt = 4 / parts;  // tiles (16, 8) of a warp
    static constexpr int bytes = stages * stage * int(sizeof(double));
    static constexpr int step = 8 / parts;  // columns of the diagonal's tile factored at a time
};
// Accumulated in double.
template <class T> using Wide = std::conditional_t<Traits<T>::complex, Complex<double>, double>;

template <class T> struct Column {
    RealOf<T>* a;
    std::int64_t row, column;  // strides of the lower triangle
    double sign;               // of the imaginary parts: -1 where the upper triangle is stored
    std::int64_t m;
    int n, rows, columns;  // rows, columns: in tiles
    double* tiles;
    int *progress, *turn;
    std::int32_t* info;
    std::int64_t offset;

    static constexpr int parts = Shape<T>::parts;
    __device__ __forceinline__ bool inside(int i, int j, int r, int c) const {
        return std::int64_t(i) * kTile + r < m && j * kTile + c < n;
    }
    __device__ __forceinline__ RealOf<T>* at(int i, int j, int r, int c) const {
        return a + ((std::int64_t(i) * kTile + r) * row + (std::int64_t(j) * kTile + c) * column) * parts;
    }
    __device__ __forceinline__ double* tile(int i, int j) const {
        return tiles + (std::int64_t(j) * rows - std::int64_t(j) * (j - 1) / 2 + i - j) * Shape<T>::tile;
    }
};

// Which tile an item is. Item 0 is the first one of the diagonal, by itself: column -1.
struct Items {
    int rows, i = 0, j = -1, first = 0, count = 1;
    __device__ __forceinline__ void find(int item) {
        while (item >= first + count) first += count, count = rows - 1 - ++j;
        i = j + 1 + item - first;
    }
};
__host__ __device__ inline std::int64_t items_of(std::int64_t rows, std::int64_t columns) {
    return 1 + columns * (rows - 1) - columns * (columns - 1) / 2;
}

template <class T> struct Sums { double c[Shape<T>::parts][Shape<T>::mt][Shape<T>::nt][4]; };

// sum += x y^H for a chunk of each; x, y: this lane's corners.
template <class T> __device__ __forceinline__ void multiply_add(Sums<T>& sum, const double* x, const double* y) {
    using S = Shape<T>;
#pragma unroll
    for (int k = 0; k < S::chunk; k += 4, x += 4 * kLd, y += 4 * kLd) {
        double a[S::parts][S::mt][2];
#pragma unroll
        for (int part = 0; part < S::parts; ++part)
#pragma unroll
            for (int m = 0; m < S::mt; ++m)
#pragma unroll
                for (int h = 0; h < 2; ++h) a[part][m][h] = x[part * S::plane + m * 16 + h * 8];
#pragma unroll
        for (int n = 0; n < S::nt; ++n) {
            const double b = y[n * 8];
#pragma unroll
            for (int m = 0; m < S::mt; ++m) mma(sum.c[0][m][n], a[0][m][0], a[0][m][1], b);
            if constexpr (S::parts == 2) {
                const double bi = y[S::plane + n * 8];
#pragma unroll
                for (int m = 0; m < S::mt; ++m) mma(sum.c[1][m][n], a[1][m][0], a[1][m][1], b);
#pragma unroll
                for (int m = 0; m < S::mt; ++m) {
                    mma(sum.c[0][m][n], a[1][m][0], a[1][m][1], bi);
                    mma(sum.c[1][m][n], a[0][m][0], a[0][m][1], -bi);
                }
            }
        }
    }
}

// The tiles (16, 8) that hold the lower triangle of a tile of the diagonal, dealt over the warps.
struct Piece {
    int r, c;  // the corner
    __device__ __forceinline__ explicit Piece(int q) {
        const int row = (q >= 2) + (q >= 6) + (q >= 12);
        r = row * 16, c = (q - row * (row + 1)) * 8;
    }
};
constexpr int kPieces = 20;
template <class T> struct LowerSums {
    static constexpr int warps = Shape<T>::multipliers / 32, each = (kPieces + warps - 1) / warps;
    double c[Shape<T>::parts][each][4];
    // Calls use(i, piece) for this warp's pieces.
    template <class F> static __device__ __forceinline__ void pieces(F&& use) {
        const int warp = threadIdx.x / 32;
#pragma unroll
        for (int i = 0; i < each; ++i)
            if ((i + 1) * warps <= kPieces || warp + i * warps < kPieces) use(i, Piece(warp + i * warps));
    }
};

// sum += x x^H for a chunk; x: of this lane, without the corners of its pieces.
template <class T> __device__ __forceinline__ void square_add(LowerSums<T>& sum, const double* x) {
    using S = Shape<T>;
#pragma unroll 2
    for (int k = 0; k < S::chunk; k += 4, x += 4 * kLd)
        sum.pieces([&](int i, Piece at) {
            const double *const a = x + at.r, *const b = x + at.c;
            mma(sum.c[0][i], a[0], a[8], b[0]);
            if constexpr (S::parts == 2) {
                mma(sum.c[1][i], a[S::plane], a[S::plane + 8], b[0]);
                mma(sum.c[0][i], a[S::plane], a[S::plane + 8], b[S::plane]);
                mma(sum.c[1][i], a[0], a[8], -b[S::plane]);
            }
        });
}

// A tile in the stages of the ring that hold it.
template <class T> struct Tile {
    using S = Shape<T>;
    double* base[S::parts];
    __device__ __forceinline__ double* chunk(int c) const {
        return (S::parts == 1 || c < 2 ? base[0] : base[S::parts - 1]) + c % 2 * S::operand;  // no array in memory
    }
    __device__ __forceinline__ double* at(int r, int c) const { return chunk(c / S::chunk) + c % S::chunk * kLd + r; }
    __device__ __forceinline__ Wide<T> get(int r, int c) const {
        const double* p = at(r, c);
        if constexpr (S::parts == 2)
            return {p[0], p[S::plane]};
        else
            return *p;
    }
    __device__ __forceinline__ void put(int r, int c, Wide<T> v) const {
        double* p = at(r, c);
        if constexpr (S::parts == 2)
            p[0] = v.re, p[S::plane] = v.im;
        else
            *p = v;
    }
};

// The unit's approximation and one cubic step, without the branches of the library's.
__device__ __forceinline__ double rsqrt_of(double x) {
    double y;
    asm("rsqrt.approx.ftz.f64 %0, %1;" : "=d"(y) : "d"(x));
    const double e = fma(-x, y * y, 1.0);
    return fma(fma(0.375, e, 0.5), y * e, y);
}
// Where rsqrt_of holds; the rest (also what is not positive) takes sqrt and a division.
__device__ __forceinline__ bool plain(double x) {
    return x > 1e-290 && x < 1e290;
}

// The square d (B x B, lower) factored by this thread for itself, and its own row solved with it, which is row `own` of
// the square if that is one. root, inverse: of the diagonal of that row. Returns the first column whose pivot is not
// positive, or B; without Safe, -1 when a pivot is not plain.
template <class V, int B, bool Safe> __device__ __forceinline__ int factor_rows(const V* square, int own, V (&row)[B],
                                                                                double& root_of_own,
                                                                                double& inverse_of_own) {
    V d[B][B];
#pragma unroll
    for (int i = 0; i < B; i++)
#pragma unroll
        for (int j = 0; j <= i; j++) d[i][j] = square[i * B + j];
    int bad = B;
    bool good = true;
#pragma unroll
    for (int k = 0; k < B; k++) {
        const double x = real_part(d[k][k]);
        double inv, root;
        if (Safe) {
            if (!(x > 0) && bad == B) bad = k;
            root = sqrt(x);
            inv = 1 / root;
        } else {
            good = good && plain(x);
            inv = rsqrt_of(x);
            root = x * inv;
            root = fma(0.5 * inv, fma(-root, root, x), root);
        }
#pragma unroll
        for (int i = k + 1; i < B; i++) d[i][k] = times(d[i][k], inv);
#pragma unroll
        for (int j = k + 1; j < B; j++)
#pragma unroll
            for (int i = j; i < B; i++) d[i][j] = minus_product(d[i][j], d[i][k], conjugate(d[j][k]));
        row[k] = times(row[k], inv);
        if (own == k) root_of_own = root, inverse_of_own = inv;
#pragma unroll
        for (int j = k + 1; j < B; j++) row[j] = minus_product(row[j], row[k], conjugate(d[j][k]));
    }
    return Safe ? bad : good ? B : -1;
}
template <class V, int B>
__device__ __noinline__ int factor_rows_safely(const V* square, int own, V* row, double* root, double* inverse) {
    V mine[B];
#pragma unroll
    for (int k = 0; k < B; k++) mine[k] = row[k];
    const int bad = factor_rows<V, B, true>(square, own, mine, *root, *inverse);
#pragma unroll
    for (int k = 0; k < B; k++) row[k] = mine[k];
    return bad;
}

template <class T> struct Corner {  // of the diagonal's tile
    Wide<T> square[Shape<T>::step * Shape<T>::step];
    double root[kTile];  // of the diagonal, whose inverse the tile holds
    int bad;             // the first column whose pivot is not positive, or kTile
};

// c -= x y^H for four columns, where x and y are planes apart in their parts.
template <class S>
__device__ __forceinline__ void subtract_product(double (&c)[S::parts][4], const double* x, const double* y) {
    mma(c[0], -x[0], -x[8], y[0]);
    if constexpr (S::parts == 2) {
        mma(c[1], -x[S::plane], -x[S::plane + 8], y[0]);
        mma(c[0], -x[S::plane], -x[S::plane + 8], y[S::plane]);
        mma(c[1], x[0], x[8], y[S::plane]);
    }
}

// s := its Cholesky factor with the inverse of its diagonal; the upper triangle is not looked at.
template <class T> __device__ __forceinline__ void factor_tile(const Tile<T>& s, Corner<T>& corner) {
    using S = Shape<T>;
    using V = Wide<T>;
    constexpr int B = S::step;
    const int tid = threadIdx.x, lane = tid % 32, g = lane / 4, t = lane % 4;
    if (tid < B * B) corner.square[tid] = s.get(tid / B, tid % B);
    int worst = kTile;
    meet<1, S::multipliers>();
#pragma unroll 1
    for (int c0 = 0; c0 < kTile; c0 += B) {
        if (tid >= c0 && tid < kTile) {
            V row[B];
            double root = 1, inv = 1;
#pragma unroll
            for (int k = 0; k < B; k++) row[k] = s.get(tid, c0 + k);
            int bad = factor_rows<V, B, false>(corner.square, tid - c0, row, root, inv);
            if (bad < 0) {
                V again[B];
#pragma unroll
                for (int k = 0; k < B; k++) again[k] = s.get(tid, c0 + k);
                bad = factor_rows_safely<V, B>(corner.square, tid - c0, again, &root, &inv);
#pragma unroll
                for (int k = 0; k < B; k++) row[k] = again[k];
            }
            if (bad < B && worst == kTile) worst = c0 + bad;
            if (tid == kTile - 1 && c0 + B == kTile) corner.bad = worst;  // it has seen every step
#pragma unroll
            for (int k = 0; k < B; k++) s.put(tid, c0 + k, tid == c0 + k ? from_real<V>(inv) : row[k]);
            if (tid < c0 + B) corner.root[tid] = root;
        }
        meet<1, S::multipliers>();
        const int next = c0 + B;
        const double* const x = s.at(g, c0 + t);  // B columns are in one chunk
#pragma unroll 1
        for (int piece = tid / 32; piece < kPieces; piece += S::multipliers / 32) {
            const int r0 = Piece(piece).r, q0 = Piece(piece).c;
            if (r0 + 16 <= next || q0 + 8 <= next) continue;
            double c[S::parts][4];
#pragma unroll
            for (int e = 0; e < 4; ++e) {
                const double* p = s.at(r0 + g + e / 2 * 8, q0 + 2 * t + e % 2);
                for (int part = 0; part < S::parts; ++part) c[part][e] = p[part * S::plane];
            }
#pragma unroll
            for (int k = 0; k < B; k += 4) subtract_product<S>(c, x + r0 + k * kLd, x + q0 + k * kLd);
#pragma unroll
            for (int e = 0; e < 4; ++e) {
                const int r = r0 + g + e / 2 * 8, q = q0 + 2 * t + e % 2;
                if (q < next || r < q) continue;
                double* p = s.at(r, q);
                for (int part = 0; part < S::parts; ++part) p[part * S::plane] = c[part][e];
                if (r < next + B) {
                    if constexpr (S::parts == 2)
                        corner.square[(r - next) * B + q - next] = {c[0][e], c[1][e]};
                    else
                        corner.square[(r - next) * B + q - next] = c[0][e];
                }
            }
        }
        meet<1, S::multipliers>();
    }
}

// x := x inv(l)^H by substitution; l holds the inverse of its diagonal. Four warps, 16 rows each.
template <class T> __device__ __forceinline__ void solve_tile(const Tile<T>& x, const Tile<T>& l) {
    using S = Shape<T>;
    using V = Wide<T>;
    constexpr int Q = 16;
    const int lane = threadIdx.x % 32, g = lane / 4, t = lane % 4, r0 = threadIdx.x / 32 * 16, r = r0 + lane % 16;
#pragma unroll 1
    for (int q0 = 0; q0 < kTile; q0 += Q) {
        V v[Q];
#pragma unroll
        for (int q = 0; q < Q; q++) v[q] = x.get(r, q0 + q);
#pragma unroll
        for (int c = 0; c < Q; c++) {
            const double* const p = l.at(q0, q0 + c);
            v[c] = times(v[c], p[c]);
#pragma unroll
            for (int q = (c + 1) / 2 * 2; q < Q; q += 2) {
                const double2 re = *reinterpret_cast<const double2*>(p + q);
                double2 im{};
                if constexpr (S::parts == 2) im = *reinterpret_cast<const double2*>(p + S::plane + q);
                const auto take = [&](int at, double u, double w) {
                    if constexpr (S::parts == 2)
                        v[at] = minus_product(v[at], v[c], Complex<double>{u, -w});
                    else
                        v[at] = minus_product(v[at], v[c], u);
                };
                if (q > c) take(q, re.x, im.x);
                take(q + 1, re.y, im.y);
            }
        }
        __syncwarp();
        if (lane < 16)
#pragma unroll
            for (int q = 0; q < Q; q++) x.put(r, q0 + q, v[q]);
        __syncwarp();
        const double *const a = x.at(r0 + g, q0 + t), *const b = l.at(g, q0 + t);  // 16 columns are in one chunk
#pragma unroll 2
        for (int n0 = q0 + Q; n0 < kTile; n0 += 8) {
            double c[S::parts][4];
#pragma unroll
            for (int e = 0; e < 4; ++e) {
                const double* p = x.at(r0 + g + e / 2 * 8, n0 + 2 * t + e % 2);
                for (int part = 0; part < S::parts; ++part) c[part][e] = p[part * S::plane];
            }
#pragma unroll
            for (int k = 0; k < Q; k += 4) subtract_product<S>(c, a + k * kLd, b + k * kLd + n0);
#pragma unroll
            for (int e = 0; e < 4; ++e) {
                double* p = x.at(r0 + g + e / 2 * 8, n0 + 2 * t + e % 2);
                for (int part = 0; part < S::parts; ++part) p[part * S::plane] = c[part][e];
            }
        }
        __syncwarp();
    }
}

// Keeps address arithmetic where it is used: moved out of the loops, it would crowd the registers.
__device__ __forceinline__ std::int64_t here(std::int64_t x) {
    asm volatile("" : "+l"(x));
    return x;
}

__device__ __forceinline__ int look(const int* p) {
    int v;
    asm volatile("ld.acquire.gpu.global.s32 %0, [%1];" : "=r"(v) : "l"(p) : "memory");
    return v;
}
__device__ __forceinline__ void publish(int* p, int v) {
    asm volatile("st.release.gpu.global.s32 [%0], %1;" ::"l"(p), "r"(v) : "memory");
}

// The ring: stage k % stages is filled for the (k / stages)th time.
template <class T> struct Ring {
    using S = Shape<T>;
    double* memory;
    unsigned full, empty, k = 0;

    __device__ __forceinline__ int stage() const { return int(k % unsigned(S::stages)); }
    __device__ __forceinline__ double* data() const { return memory + stage() * S::stage; }
    __device__ __forceinline__ unsigned parity() const { return k / unsigned(S::stages) & 1; }
    __device__ __forceinline__ void wait_empty() const { barrier_wait(empty + 8 * stage(), parity() ^ 1); }
    __device__ __forceinline__ void wait_full() const { barrier_wait(full + 8 * stage(), parity()); }
    __device__ __forceinline__ void is_full() { barrier_arrive(full + 8 * stage()), ++k; }
    __device__ __forceinline__ void is_empty() { barrier_arrive(empty + 8 * stage()), ++k; }
};

// The warp that copies.
template <class T> __device__ void copy_tiles(const Column<T>& p, Ring<T> ring, int* item_of) {
    using S = Shape<T>;
    const int lane = threadIdx.x % 32, items = int(items_of(p.rows, p.columns));
    Items at{p.rows};
    // Stages of consecutive doubles: what they hold, in two parts; nothing where they are only given.
    const auto fill = [&](int item, const double* first, const double* second) {
        ring.wait_empty();
        if (lane == 0) item_of[ring.stage()] = item;
        if (first) {
            const unsigned to = shared_address(ring.data()) + unsigned(lane) * 16;
            constexpr int pieces = S::operand / 2;  // of 16 bytes
            const auto copy = [&](unsigned here, const double* from) {
                const char* source = reinterpret_cast<const char*>(from) + lane * 16;
#pragma unroll 16
                for (int q = 0; q < pieces / 32; ++q) copy_async<16>(here + unsigned(q) * 512, source + q * 512, 16);
            };
            static_assert(pieces % 32 == 0);
            copy(to, first);
            copy(to + S::operand * 8, second);
            barrier_after_copies(ring.full + 8 * unsigned(ring.stage()));
        }
        ring.is_full();
    };
    for (;;) {
        int item = 0;
        if (lane == 0) item = atomicAdd(p.turn, 1);
        item = __shfl_sync(~0u, item, 0);
        if (item >= items) break;
        at.find(item);
        int ready_i = 0, ready_j = 0;
        const auto await = [&](int row, int tiles, int& ready) {
            while (ready < tiles) {
                ready = look(p.progress + row);
                if (ready + 1 < tiles) __nanosleep(100);
            }
            __syncwarp();
        };
        for (int k = 0; k < at.j; ++k) {
            await(at.i, k + 1, ready_i);
            await(at.j, k + 1, ready_j);
            const double *const x = p.tile(at.i, k), *const y = p.tile(at.j, k);
            for (int c = 0; c < S::chunks; ++c) fill(item, x + c * S::operand, y + c * S::operand);
        }
        for (int q = 0; q < S::parts; ++q) fill(item, nullptr, nullptr);
        if (at.j < 0) continue;
        await(at.j, at.j + 1, ready_j);
        const double* const l = p.tile(at.j, at.j);
        for (int q = 0; q < S::parts; ++q) fill(item, l + q * S::stage, l + q * S::stage + S::operand);
    }
    fill(items, nullptr, nullptr);
}

template <class T> __global__ void __launch_bounds__(Shape<T>::threads, Shape<T>::resident)
    potrf_kernel(const __grid_constant__ Column<T> p) {
    using S = Shape<T>;
    extern __shared__ __align__(16) double memory[];
    __shared__ __align__(8) unsigned long long barriers[2 * S::stages];  // full, empty
    __shared__ int item_of[S::stages];
    __shared__ Corner<T> corner;
    const int tid = threadIdx.x, lane = tid % 32, warp = tid / 32, g = lane / 4, t = lane % 4;
    Ring<T> ring{memory, shared_address(barriers), shared_address(barriers + S::stages)};
    if (tid < S::stages) {
        barrier_open(ring.full + 8 * unsigned(tid), 32);
        barrier_open(ring.empty + 8 * unsigned(tid), S::multipliers);
    }
    // Another block of this launch may set it before this one begins: the blocks that run take all of the items then.
    if (__syncthreads_or(*static_cast<volatile std::int32_t*>(p.info) != 0)) return;
    if (warp == S::multipliers / 32) return copy_tiles(p, ring, item_of);

    const int wm = warp % 2 * 32, wn = warp / 2 * (S::nt * 8), items = int(items_of(p.rows, p.columns));
    const int corner_of_lane = g + t * kLd, x_corner = wm + corner_of_lane, y_corner = wn + corner_of_lane;
    // Calls use(m, n, e, row, column) for this lane's elements.
    const auto each = [&](auto&& use) {
#pragma unroll
        for (int n = 0; n < S::nt; ++n)
#pragma unroll
            for (int m = 0; m < S::mt; ++m)
#pragma unroll
                for (int e = 0; e < 4; ++e) use(m, n, e, wm + m * 16 + g + e / 2 * 8, wn + n * 8 + 2 * t + e % 2);
    };
    // The workspace's copy of a tile; a thread that the factorization leaves idle says that it is there.
    const auto send = [&](const Tile<T>& from, double* to) {
#pragma unroll
        for (int q = 0; q < S::parts; ++q)
#pragma unroll 4
            for (int e = tid; e < S::stage / 2; e += S::multipliers)
                reinterpret_cast<double2*>(to + q * S::stage)[e] = reinterpret_cast<const double2*>(from.base[q])[e];
    };
    constexpr int speaker = 96;
    const auto write = [&](const Tile<T>& from, int i, int j) {
        const bool by_rows = p.row == 1;
#pragma unroll 4
        for (int e = tid; e < kTile * kTile; e += S::multipliers) {
            const int r = by_rows ? e % kTile : e / kTile, c = by_rows ? e / kTile : e % kTile;
            if (!p.inside(i, j, r, c) || (i == j && r < c)) continue;
            const double* v = from.at(r, c);
            RealOf<T>* to = p.at(i, j, r, c);
            to[0] = RealOf<T>(i == j && r == c ? corner.root[r] : v[0]);
            if constexpr (S::parts == 2) to[1] = RealOf<T>(i == j && r == c ? 0 : p.sign * v[S::plane]);
        }
    };
    Items at{p.rows};
    for (;;) {
        ring.wait_full();
        const int item = item_of[ring.stage()];
        if (item >= items) return;
        at.find(item);
        const int i = at.i, j = at.j;
        const bool diagonal = i == j + 1 && i < p.columns;
        Sums<T> sum{};  // what is to be subtracted, less what it is subtracted from
        LowerSums<T> square{};
        // Less element (r, c) of A(i, j); beyond the order, the identity's.
        const auto take = [&](int j, int r, int c, double* const(&to)[S::parts]) {
            const bool inside = p.inside(i, j, r, c), diagonal = i == j && r == c;
            const RealOf<T>* a =
                p.a +
                here(((std::int64_t(i) * kTile + r) * p.row + (std::int64_t(j) * kTile + c) * p.column) * S::parts);
            *to[0] = inside && (i > j || r >= c) ? -a[0] : diagonal ? -1 : 0;
            if constexpr (S::parts == 2) *to[1] = inside && (i > j || r > c) ? -p.sign * a[1] : 0;
        };
        if (j >= 0)
            each([&](int m, int n, int e, int r, int c) {
                if constexpr (S::parts == 2)
                    take(j, r, c, {&sum.c[0][m][n][e], &sum.c[1][m][n][e]});
                else
                    take(j, r, c, {&sum.c[0][m][n][e]});
            });
        if (diagonal)
            square.pieces([&](int q, Piece at) {
#pragma unroll
                for (int e = 0; e < 4; ++e) {
                    const int r = at.r + g + e / 2 * 8, c = at.c + 2 * t + e % 2;
                    if constexpr (S::parts == 2)
                        take(i, r, c, {&square.c[0][q][e], &square.c[1][q][e]});
                    else
                        take(i, r, c, {&square.c[0][q][e]});
                }
            });
        if (diagonal)
            for (int k = 0; k < j * S::chunks; ++k) {
                ring.wait_full();
                multiply_add<T>(sum, ring.data() + x_corner, ring.data() + S::operand + y_corner);
                square_add<T>(square, ring.data() + corner_of_lane);
                ring.is_empty();
            }
        else
            for (int k = 0; k < j * S::chunks; ++k) {
                ring.wait_full();
                multiply_add<T>(sum, ring.data() + x_corner, ring.data() + S::operand + y_corner);
                ring.is_empty();
            }
        Ring<T> held = ring;  // the stages that are kept to the end
        Tile<T> x, l;
        for (int q = 0; q < S::parts; ++q, ++held.k) {
            held.wait_full();
            x.base[q] = l.base[q] = held.data();
        }
        if (j >= 0) {
            each([&](int m, int n, int e, int r, int c) {
                for (int part = 0; part < S::parts; ++part) x.at(r, c)[part * S::plane] = -sum.c[part][m][n][e];
            });
            for (int q = 0; q < S::parts; ++q, ++held.k) {
                held.wait_full();
                l.base[q] = held.data();
            }
            meet<1, S::multipliers>();
            if (warp < 4) solve_tile<T>(x, l);
            meet<1, S::multipliers>();
            send(x, p.tile(i, j));
            if (diagonal)
                for (int c = 0; c < S::chunks; ++c) square_add<T>(square, x.chunk(c) + corner_of_lane);
            meet<1, S::multipliers>();
            if (tid == speaker) publish(p.progress + i, j + 1);
        }
        if (diagonal) {
            square.pieces([&](int q, Piece at) {
#pragma unroll
                for (int e = 0; e < 4; ++e) {
                    double* to = l.at(at.r + g + e / 2 * 8, at.c + 2 * t + e % 2);
                    for (int part = 0; part < S::parts; ++part) to[part * S::plane] = -square.c[part][q][e];
                }
            });
            meet<1, S::multipliers>();
            factor_tile<T>(l, corner);
            send(l, p.tile(i, i));
            if (tid == speaker && i * kTile + corner.bad < p.n && corner.bad < kTile && *p.info == 0)
                *p.info = std::int32_t(p.offset + i * kTile + corner.bad + 1);
            meet<1, S::multipliers>();
            if (tid == speaker) publish(p.progress + i, i + 1);
            write(l, i, i);
        }
        if (j >= 0) write(x, i, j);
        while (ring.k != held.k) ring.is_empty();
    }
}

// Bytes of the counters at the workspace's beginning.
inline std::size_t workspace_head(std::int64_t rows) {
    return (std::size_t(rows + 1) * sizeof(int) + 255) / 256 * 256;
}
inline std::int64_t tiles_of(std::int64_t order) {
    return (order + kTile - 1) / kTile;
}

template <class T> cudaError_t launch(cudaStream_t stream, bool lower, std::int64_t m, std::int64_t n, void* a,
                                      std::int64_t lda, std::int32_t* info, std::int64_t offset, void* workspace) {
    using S = Shape<T>;
    int device = 0, multiprocessors = 0;
    cudaError_t error = cudaGetDevice(&device);
    if (error == cudaSuccess) error = cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device);
    if (error == cudaSuccess)
        error = cudaFuncSetAttribute(potrf_kernel<T>, cudaFuncAttributeMaxDynamicSharedMemorySize, S::bytes);
    const std::int64_t rows = tiles_of(m), columns = tiles_of(n);
    const std::size_t head = workspace_head(rows);
    if (error == cudaSuccess) error = cudaMemsetAsync(workspace, 0, head, stream);
    if (error != cudaSuccess) return error;
    Column<T> p{};
    p.a = static_cast<RealOf<T>*>(a);
    p.row = lower ? 1 : lda, p.column = lower ? lda : 1;
    p.sign = lower ? 1 : -1;
    p.m = m, p.n = int(n), p.rows = int(rows), p.columns = int(columns);
    p.turn = static_cast<int*>(workspace), p.progress = p.turn + 1;
    p.tiles = reinterpret_cast<double*>(static_cast<char*>(workspace) + head);
    p.info = info, p.offset = offset;
    const std::int64_t most = std::int64_t(S::resident) * multiprocessors;
    potrf_kernel<T><<<unsigned(std::min(items_of(rows, columns), most)), S::threads, S::bytes, stream>>>(p);
    return cudaGetLastError();
}

}  // namespace kernels

// One launch while the chain of tiles bounds it, then block columns between products of cuBLAS; the workspace stays
// bounded. As fast as any power of two on one H200, 2026-11-21, `factor_bench widths`.
std::int64_t potrf_launch_order(char, std::int64_t n) {
    return n <= 4096 ? 4096 : n <= 8192 ? 2048 : 1024;
}

std::size_t potrf_workspace(char precision, std::int64_t m, std::int64_t n) {
    using namespace kernels;
    const bool complex = precision == 'c' || precision == 'z';
    const std::int64_t rows = tiles_of(m), columns = tiles_of(n);
    const std::int64_t tiles = columns * rows - columns * (columns - 1) / 2;
    return workspace_head(rows) +
           std::size_t(tiles) * sizeof(double) * (complex ? Shape<Complex<double>>::tile : Shape<double>::tile);
}

cudaError_t launch_potrf(cudaStream_t stream, char precision, char uplo, std::int64_t m, std::int64_t n, void* a,
                         std::int64_t lda, std::int32_t* info, std::int64_t offset, void* workspace) {
    using namespace kernels;
    if (n <= 0) return cudaSuccess;
    const bool lower = uplo == 'L';
    switch (precision) {
        case 's':
            return launch<float>(stream, lower, m, n, a, lda, info, offset, workspace);
        case 'd':
            return launch<double>(stream, lower, m, n, a, lda, info, offset, workspace);
        case 'c':
            return launch<Complex<float>>(stream, lower, m, n, a, lda, info, offset, workspace);
        default:
            return launch<Complex<double>>(stream, lower, m, n, a, lda, info, offset, workspace);
    }
}

}  // namespace shunt::gpu
