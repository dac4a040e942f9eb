// In: a block column of a Hermitian matrix. Out: its head factored and the rows below solved, by one launch.
//
// The block column is cut into tiles of 64 x 64. An item of work is one tile below the diagonal and, where i = j + 1,
// the next one of the diagonal as well:
//
//     L(i, j) := (A(i, j) - sum over k < j of L(i, k) L(j, k)^H) inv(L(j, j))^H
//     L(i, i) := chol(A(i, i) - sum over k < i of L(i, k) L(i, k)^H)
//
// so that the chain from L(j, j) to L(j + 1, j + 1) stays within one block of threads. It is what bounds orders up to
// some thousand: L(j, j) travels in quarters of 16 columns, and L(j + 1, j) is solved while L(j, j) is still being
// factored. Items are handed out by a counter, column by column, in an order in which each depends on earlier ones
// only: some block of threads can always go on, whatever else runs on the device. Final tiles travel through a
// workspace that is laid out as the tensor cores read it; progress[i] counts those of row i left of the diagonal,
// quarters[i] those of L(i, i). Sums are made in one fixed order, so results are the same bits in every run.
//
// A block that has nothing left to do before L(j, j) is there is urgent, and blocks on its multiprocessor hold their
// products back until it is done. Nobody waits for them meanwhile: its last product was with L(j, j - 1), so that the
// block which makes L(j, j) is past its own products too.
//
// Warps 0 ... multiply; the last one copies tiles into a ring of stages. All arithmetic is FP64, for single precision
// as well: its tensor cores are as fast as FP32 FMA on these chips.
#include <algorithm>
#include <bit>

#include "cuda/async.cuh"
#include "cuda/factor_kernels.cuh"
#include "cuda/potrf_kernels.hpp"
#include "cuda/shared_memory.hpp"

namespace shunt::gpu {
namespace kernels {

constexpr int kTile = 64;
constexpr int kLd = kTile + 4;  // of a column in shared memory: no bank conflicts of tensor core fragments
constexpr int kUrgent = 256;
constexpr int kQuarter = 16, kQuarters = kTile / kQuarter;

// An operand is `chunk` columns of a tile, real parts before imaginary ones: (parts, chunk, kLd). A stage holds two,
// one of each factor of a product, or half of a complex tile, or a whole real one.
template <class T> struct Shape {
    static constexpr int parts = Traits<T>::complex ? 2 : 1;
    static constexpr int multipliers = 128 * parts, threads = multipliers + 32;
    static constexpr int chunk = 32 / parts, chunks = kTile / chunk;
    static constexpr int plane = chunk * kLd, operand = parts * plane, stage = 2 * operand;
    static constexpr int stages = parts == 1 ? 3 : 6, resident = parts == 1 ? 2 : 1;
    static constexpr int fewer_stages = parts == 1 ? 3 : 4;  // where shared memory is short; an item holds 2 parts
    static constexpr int tile = parts * stage;
    static constexpr int mt = 2, nt = 4 / parts;  // tiles (16, 8) of a warp
    static constexpr int bytes(int stages) { return stages * stage * int(sizeof(double)); }
    static_assert(bytes(fewer_stages) <= kLeastSharedMemory);
    static constexpr int step = 8 / parts;               // columns of the diagonal's tile factored at a time,
    static constexpr int helpers = multipliers - kTile;  // threads that do not
    static constexpr int quarter = operand * kQuarter / chunk;
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
    int *progress, *quarters, *turn;  // quarters[i]: those of L(i, i) that are final
    int* urgent;                      // by multiprocessor: how many blocks are
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

// sum += x x^H for some columns; x: of this lane, without the corners of its pieces.
template <class T, int columns = Shape<T>::chunk>
__device__ __forceinline__ void square_add(LowerSums<T>& sum, const double* x) {
    using S = Shape<T>;
#pragma unroll 2
    for (int k = 0; k < columns; k += 4, x += 4 * kLd)
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

// An element of an operand, and two of neighbouring rows, the first of them even.
template <class T> __device__ __forceinline__ Wide<T> get(const double* p) {
    if constexpr (Shape<T>::parts == 2)
        return {p[0], p[Shape<T>::plane]};
    else
        return *p;
}
template <class T> __device__ __forceinline__ void get_two(const double* p, Wide<T>& first, Wide<T>& second) {
    const double2 re = *reinterpret_cast<const double2*>(p);
    if constexpr (Shape<T>::parts == 2) {
        const double2 im = *reinterpret_cast<const double2*>(p + Shape<T>::plane);
        first = {re.x, im.x}, second = {re.y, im.y};
    } else {
        first = re.x, second = re.y;
    }
}
template <class T> __device__ __forceinline__ void put(double* p, Wide<T> v) {
    if constexpr (Shape<T>::parts == 2)
        p[0] = v.re, p[Shape<T>::plane] = v.im;
    else
        *p = v;
}

// A tile in the stages of the ring that hold it.
template <class T> struct Tile {
    using S = Shape<T>;
    double* base[S::parts];
    __device__ __forceinline__ double* chunk(int c) const {
        return (S::parts == 1 || c < 2 ? base[0] : base[S::parts - 1]) + c % 2 * S::operand;  // no array in memory
    }
    __device__ __forceinline__ double* quarter(int q) const {
        return chunk(q * kQuarter / S::chunk) + q * kQuarter % S::chunk * kLd;
    }
    __device__ __forceinline__ double* at(int r, int c) const { return chunk(c / S::chunk) + c % S::chunk * kLd + r; }
    __device__ __forceinline__ Wide<T> get(int r, int c) const { return kernels::get<T>(at(r, c)); }
};

// Where the approximations of factor_rows hold; the rest (also what is not positive) takes sqrt and a division.
__device__ __forceinline__ bool plain(double x) {
    constexpr unsigned least = unsigned(std::bit_cast<std::uint64_t>(1e-290) >> 32) + 1;
    constexpr unsigned most = unsigned(std::bit_cast<std::uint64_t>(1e290) >> 32);
    return unsigned(__double2hiint(x)) - least < most - least;
}
__device__ __forceinline__ double square_of(double x) {
    return x * x;
}
__device__ __forceinline__ double square_of(Complex<double> x) {
    return fma(x.re, x.re, x.im * x.im);
}

// The square d (B x B, lower) factored by this thread for itself, and its own row solved with it, which is row `own` of
// the square if that is one. root, inverse: of the diagonal of that row. Returns the first column whose pivot is not
// positive, or B; without Safe, -1 when a pivot is not plain: the unit's approximation of 1 / sqrt and one cubic step,
// without the branches of the library's, and the next pivot from the square of that approximation, which is there
// sooner.
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
    double pivot = 1, x = real_part(d[0][0]);  // of the own row, and of column k
#pragma unroll
    for (int k = 0; k < B; k++) {
        double inv, next = 0;
        if (Safe) {
            if (!(x > 0) && bad == B) bad = k;
            inv = 1 / sqrt(x);
        } else {
            good = good && plain(x);
            double y;
            asm("rsqrt.approx.ftz.f64 %0, %1;" : "=d"(y) : "d"(x));
            const double z = y * y, e = fma(-x, z, 1.0);
            inv = fma(fma(0.375, e, 0.5), y * e, y);
            if (k + 1 < B) {
                const double part = square_of(times(d[k + 1][k], y));
                next = fma(-part, fma(e, e, e), real_part(d[k + 1][k + 1]) - part);
            }
        }
        if (own == k) pivot = x, inverse_of_own = inv;
#pragma unroll
        for (int i = k + 1; i < B; i++) d[i][k] = times(d[i][k], inv);
#pragma unroll
        for (int j = k + 1; j < B; j++)
#pragma unroll
            for (int i = j; i < B; i++) d[i][j] = minus_product(d[i][j], d[i][k], conjugate(d[j][k]));
        row[k] = times(row[k], inv);
#pragma unroll
        for (int j = k + 1; j < B; j++) row[j] = minus_product(row[j], row[k], conjugate(d[j][k]));
        x = Safe && k + 1 < B ? real_part(d[k + 1][k + 1]) : next;
    }
    if (Safe)
        root_of_own = sqrt(pivot);
    else {
        const double root = pivot * inverse_of_own;
        root_of_own = fma(0.5 * inverse_of_own, fma(-root, root, pivot), root);
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
    alignas(16) Wide<T> square[Shape<T>::step * Shape<T>::step];
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

// s := its Cholesky factor with the inverse of its diagonal; the upper triangle is not looked at. A row a thread: the
// first 64 threads factor a block of columns and carry it over to the next one, while the others carry it over to the
// rest. These call send(q) when quarter q is final, and sent(q) after they have met again.
template <class T, class Send, class Sent>
__device__ __forceinline__ void factor_tile(const Tile<T>& s, Corner<T>& corner, Send&& send, Sent&& sent) {
    using S = Shape<T>;
    using V = Wide<T>;
    constexpr int B = S::step;
    const int tid = threadIdx.x, lane = tid % 32, g = lane / 4, t = lane % 4;
    if (tid < kTile) {
        V row[B];
#pragma unroll
        for (int k = 0; k < B; k++) row[k] = s.get(tid, k);
        if (tid < B * B) corner.square[tid] = s.get(tid / B, tid % B);
        int worst = kTile;
        meet<2, kTile>();
#pragma unroll 1
        for (int c0 = 0;;) {
            double* const x = s.at(0, c0);  // B columns are in one chunk
            if (tid >= c0) {
                V factored[B];
#pragma unroll
                for (int k = 0; k < B; k++) factored[k] = row[k];
                double root = 1, inv = 1;
                int bad = factor_rows<V, B, false>(corner.square, tid - c0, factored, root, inv);
                if (bad < 0) {
                    V again[B];
                    double safe_root = 1, safe_inverse = 1;
#pragma unroll
                    for (int k = 0; k < B; k++) again[k] = row[k];
                    bad = factor_rows_safely<V, B>(corner.square, tid - c0, again, &safe_root, &safe_inverse);
                    root = safe_root, inv = safe_inverse;
#pragma unroll
                    for (int k = 0; k < B; k++) factored[k] = again[k];
                }
                if (bad < B && worst == kTile) worst = c0 + bad;
                if (tid == kTile - 1 && c0 + B == kTile) corner.bad = worst;  // it has seen every step
#pragma unroll
                for (int k = 0; k < B; k++) {
                    row[k] = factored[k];
                    put<T>(x + k * kLd + tid, row[k]);
                }
                if (tid < c0 + B) {
                    put<T>(x + (tid - c0) * kLd + tid, from_real<V>(inv));
                    corner.root[tid] = root;
                }
            }
            meet<1, S::multipliers>();
            const int next = c0 + B;
            if (next == kTile) break;
            if (tid >= next) {
                const double* const y = s.at(tid, next);
                V ahead[B], u[2][B];
#pragma unroll
                for (int q = 0; q < B; q++) ahead[q] = get<T>(y + q * kLd);
                const auto fetch = [&](int k) {
#pragma unroll
                    for (int q = 0; q < B; q += 2) get_two<T>(x + k * kLd + next + q, u[k % 2][q], u[k % 2][q + 1]);
                };
                fetch(0);
#pragma unroll
                for (int k = 0; k < B; k++) {
                    if (k + 1 < B) fetch(k + 1);
#pragma unroll
                    for (int q = 0; q < B; q++) ahead[q] = minus_product(ahead[q], row[k], conjugate(u[k % 2][q]));
                }
#pragma unroll
                for (int q = 0; q < B; q++) {
                    row[q] = ahead[q];
                    if (tid < next + B) corner.square[(tid - next) * B + q] = ahead[q];
                }
            }
            meet<2, kTile>();
            c0 = next;
        }
    } else {
        // As many barriers as the rows have: racecheck counts them.
        meet<3, S::helpers>();
#pragma unroll 1
        for (int c0 = 0;;) {
            meet<1, S::multipliers>();
            const int next = c0 + B, rest = next + B;
            if (next == kTile) break;
            meet<3, S::helpers>();
            const double* const x = s.at(g, c0 + t);
            constexpr int stride = S::helpers / 32;
#pragma unroll 1
            for (int first = tid / 32 - kTile / 32; first < kPieces; first += 2 * stride) {
                bool there[2];
                double c[2][S::parts][4];
                double* to[2];
#pragma unroll
                for (int h = 0; h < 2; ++h) {
                    const Piece piece(first + h * stride);
                    there[h] = first + h * stride < kPieces && piece.r + 16 > rest && piece.c + 8 > rest;
                    to[h] = s.at(piece.r + g, piece.c + 2 * t);
#pragma unroll
                    for (int e = 0; e < 4; ++e)
                        for (int part = 0; part < S::parts; ++part)
                            c[h][part][e] = there[h] && piece.c + 2 * t + e % 2 >= rest
                                                ? to[h][part * S::plane + e / 2 * 8 + e % 2 * kLd]
                                                : 0;
                }
#pragma unroll
                for (int k = 0; k < B; k += 4)
#pragma unroll
                    for (int h = 0; h < 2; ++h) {
                        const Piece piece(first + h * stride);
                        if (there[h]) subtract_product<S>(c[h], x + piece.r + k * kLd, x + piece.c + k * kLd);
                    }
#pragma unroll
                for (int h = 0; h < 2; ++h) {
                    const Piece piece(first + h * stride);
#pragma unroll
                    for (int e = 0; e < 4; ++e) {
                        const int r = piece.r + g + e / 2 * 8, q = piece.c + 2 * t + e % 2;
                        if (there[h] && q >= rest && r >= q)
                            for (int part = 0; part < S::parts; ++part)
                                to[h][part * S::plane + e / 2 * 8 + e % 2 * kLd] = c[h][part][e];
                    }
                }
            }
            if (c0 > 0 && c0 % kQuarter == 0) sent(c0 / kQuarter - 1);
            if (next % kQuarter == 0) send(next / kQuarter - 1);
            c0 = next;
        }
    }
}

// Columns q0 ... of x := x inv(l)^H by substitution, the later ones less their part; l holds the inverse of its
// diagonal. Four warps, 16 rows each, which lie in fragments of mma().
template <class T> __device__ __forceinline__ void solve_quarter(const Tile<T>& x, const Tile<T>& l, int q0) {
    using S = Shape<T>;
    using V = Wide<T>;
    const int lane = threadIdx.x % 32, g = lane / 4, t = lane % 4, r0 = threadIdx.x / 32 * 16;
    double* const own = x.at(r0 + g, q0 + 2 * t);  // 16 columns are in one chunk
    const double* const corner = l.at(q0, q0);
    V v[2][2][2];  // 8 columns, row g or g + 8, the first or second column
#pragma unroll
    for (int n = 0; n < 2; n++)
#pragma unroll
        for (int h = 0; h < 2; h++)
#pragma unroll
            for (int e = 0; e < 2; e++) v[n][h][e] = get<T>(own + (n * 8 + e) * kLd + h * 8);
    // Two columns of the triangle ahead: loads that wait for registers would each cost their latency.
    V u[3][2][2];
    double inverse[3];
    const auto fetch = [&](int c) {
        inverse[c % 3] = corner[c * kLd + c];
#pragma unroll
        for (int n = c / 8; n < 2; n++) get_two<T>(corner + c * kLd + n * 8 + 2 * t, u[c % 3][n][0], u[c % 3][n][1]);
    };
    fetch(0), fetch(1);
#pragma unroll
    for (int c = 0; c < kQuarter; c++) {
        if (c + 2 < kQuarter) fetch(c + 2);
        V y[2];
#pragma unroll
        for (int h = 0; h < 2; h++) {
            y[h] = times(shuffle(v[c / 8][h][c % 2], (lane & 28) + c % 8 / 2), inverse[c % 3]);
            if (t == c % 8 / 2) v[c / 8][h][c % 2] = y[h];
        }
#pragma unroll
        for (int n = c / 8; n < 2; n++) {
#pragma unroll
            for (int e = 0; e < 2; e++)
                if (n > c / 8 || 2 * t + e > c % 8)
#pragma unroll
                    for (int h = 0; h < 2; h++) v[n][h][e] = minus_product(v[n][h][e], y[h], conjugate(u[c % 3][n][e]));
        }
    }
#pragma unroll
    for (int n = 0; n < 2; n++)
#pragma unroll
        for (int h = 0; h < 2; h++)
#pragma unroll
            for (int e = 0; e < 2; e++) put<T>(own + (n * 8 + e) * kLd + h * 8, v[n][h][e]);
    __syncwarp();
    if (q0 + kQuarter == kTile) return;
    double a[kQuarter / 4][S::parts][2];
    const double *const from = x.at(r0 + g, q0 + t), *const b = l.at(g, q0 + t);
#pragma unroll
    for (int k = 0; k < kQuarter / 4; k++)
#pragma unroll
        for (int part = 0; part < S::parts; ++part)
#pragma unroll
            for (int h = 0; h < 2; h++) a[k][part][h] = -from[k * 4 * kLd + part * S::plane + h * 8];
#pragma unroll 2
    for (int n0 = q0 + kQuarter; n0 < kTile; n0 += 8) {
        double* const to = x.at(r0 + g, n0 + 2 * t);
        double c[S::parts][4];
#pragma unroll
        for (int part = 0; part < S::parts; ++part)
#pragma unroll
            for (int e = 0; e < 4; ++e) c[part][e] = to[part * S::plane + e / 2 * 8 + e % 2 * kLd];
#pragma unroll
        for (int k = 0; k < kQuarter / 4; k++) {
            const double y = b[k * 4 * kLd + n0];
            mma(c[0], a[k][0][0], a[k][0][1], y);
            if constexpr (S::parts == 2) {
                const double z = b[k * 4 * kLd + n0 + S::plane];
                mma(c[1], a[k][1][0], a[k][1][1], y);
                mma(c[0], a[k][1][0], a[k][1][1], z);
                mma(c[1], -a[k][0][0], -a[k][0][1], z);
            }
        }
#pragma unroll
        for (int part = 0; part < S::parts; ++part)
#pragma unroll
            for (int e = 0; e < 4; ++e) to[part * S::plane + e / 2 * 8 + e % 2 * kLd] = c[part][e];
    }
    __syncwarp();
}

// Keeps address arithmetic where it is used: moved out of the loops, it would crowd the registers.
__device__ __forceinline__ std::int64_t here(std::int64_t x) {
    asm volatile("" : "+l"(x));
    return x;
}

__device__ __forceinline__ int peek(const int* p) {
    int v;
    asm volatile("ld.relaxed.gpu.global.s32 %0, [%1];" : "=r"(v) : "l"(p) : "memory");
    return v;
}

// The ring: stage k % stages is filled for the (k / stages)th time.
template <class T, int stages> struct Ring {
    using S = Shape<T>;
    double* memory;
    unsigned full, empty, k = 0;

    __device__ __forceinline__ int stage() const { return int(k % unsigned(stages)); }
    __device__ __forceinline__ double* data() const { return memory + stage() * S::stage; }
    __device__ __forceinline__ unsigned parity() const { return k / unsigned(stages) & 1; }
    __device__ __forceinline__ void wait_empty() const { barrier_wait(empty + 8 * stage(), parity() ^ 1); }
    __device__ __forceinline__ void wait_full() const { barrier_wait(full + 8 * stage(), parity()); }
    __device__ __forceinline__ void is_full() { barrier_arrive(full + 8 * stage()), ++k; }
    __device__ __forceinline__ void is_empty() { barrier_arrive(empty + 8 * stage()), ++k; }
};

template <int n> using Number = std::integral_constant<int, n>;

// The warp that copies.
template <class T, int stages> __device__ void copy_tiles(const Column<T>& p, Ring<T, stages> ring, unsigned quarters,
                                                          int* item_of, const int* urgent) {
    using S = Shape<T>;
    const int lane = threadIdx.x % 32, items = int(items_of(p.rows, p.columns));
    Items at{p.rows};
    // Stages of consecutive doubles: what they hold, in two parts; nothing where they are only given.
    const auto take_stage = [&](int item) {
        ring.wait_empty();
        if (lane == 0) item_of[ring.stage()] = item;
        return shared_address(ring.data()) + unsigned(lane) * 16;
    };
    const auto copy = [&](unsigned to, const double* from, auto doubles) {
        constexpr int pieces = doubles / 2;  // of 16 bytes
        const char* source = reinterpret_cast<const char*>(from) + lane * 16;
#pragma unroll 17
        for (int q = 0; q < pieces / 32; ++q) copy_async<16>(to + unsigned(q) * 512, source + q * 512, 16);
        static_assert(pieces % 32 == 0);
    };
    const auto fill = [&](int item, const double* first, const double* second) {
        const unsigned to = take_stage(item);
        if (first) {
            copy(to, first, Number<S::operand>{});
            copy(to + S::operand * 8, second, Number<S::operand>{});
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
        const auto await = [&](const int* progress, int wanted, int& ready) {
            while (ready < wanted) {
                ready = acquire(progress);
                if (ready + 1 < wanted) __nanosleep(100);
            }
            __syncwarp();
        };
        for (int k = 0; k < at.j; ++k) {
            if (S::resident > 1)
                while (peek(urgent) > 0) __nanosleep(100);
            await(p.progress + at.i, k + 1, ready_i);
            await(p.progress + at.j, k + 1, ready_j);
            const double *const x = p.tile(at.i, k), *const y = p.tile(at.j, k);
            for (int c = 0; c < S::chunks; ++c) fill(item, x + c * S::operand, y + c * S::operand);
        }
        for (int q = 0; q < S::parts; ++q) fill(item, nullptr, nullptr);
        if (at.j < 0) continue;
        const double* const l = p.tile(at.j, at.j);
        constexpr int each = kQuarters / S::parts;  // of a stage
        int ready = 0;
        for (int q = 0; q < kQuarters; ++q) {
            const unsigned to = q % each == 0 ? take_stage(item) : shared_address(ring.data()) + unsigned(lane) * 16;
            await(p.quarters + at.j, q + 1, ready);
            copy(to + unsigned(q % each * S::quarter * 8), l + q * S::quarter, Number<S::quarter>{});
            barrier_after_copies(quarters + 8 * unsigned(q));
            barrier_arrive(quarters + 8 * unsigned(q));
            if (q % each == each - 1) ring.is_full();
        }
    }
    fill(items, nullptr, nullptr);
}

template <class T, int stages> __global__ void __launch_bounds__(Shape<T>::threads, Shape<T>::resident)
    potrf_kernel(const __grid_constant__ Column<T> p) {
    using S = Shape<T>;
    extern __shared__ __align__(16) double memory[];
    __shared__ __align__(8) unsigned long long barriers[2 * stages + kQuarters];  // full, empty; of L(j, j)
    __shared__ int item_of[stages];
    __shared__ Corner<T> corner;
    const int tid = threadIdx.x, lane = tid % 32, warp = tid / 32, g = lane / 4, t = lane % 4;
    Ring<T, stages> ring{memory, shared_address(barriers), shared_address(barriers + stages)};
    if (tid < stages) {
        barrier_open(ring.full + 8 * unsigned(tid), 32);
        barrier_open(ring.empty + 8 * unsigned(tid), S::multipliers);
    }
    const unsigned quarters = shared_address(barriers + 2 * stages);
    __shared__ unsigned multiprocessor;
    if (tid == 0) {  // read once: what is added there is taken off there
        unsigned id;
        asm volatile("mov.u32 %0, %%smid;" : "=r"(id));
        multiprocessor = id;
    }
    if (tid < kQuarters) barrier_open(quarters + 8 * unsigned(tid), 32);
    // Another block of this launch may set it before this one begins: the blocks that run take all of the items then.
    if (__syncthreads_or(*static_cast<volatile std::int32_t*>(p.info) != 0)) return;
    int* const urgent = p.urgent + multiprocessor % kUrgent;
    if (warp == S::multipliers / 32) return copy_tiles(p, ring, quarters, item_of, urgent);

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
    // The workspace's copy of a quarter; a thread that has no row of the factorization says that it is there.
    const auto send = [&](const Tile<T>& from, int q, double* to, int thread, int threads) {
#pragma unroll 4
        for (int e = thread; e < S::quarter / 2; e += threads)
            reinterpret_cast<double2*>(to + q * S::quarter)[e] = reinterpret_cast<const double2*>(from.quarter(q))[e];
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
    unsigned solved = 0;  // tiles
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
        // Other products here would take the chain's turns.
        const bool chain = S::resident > 1 && diagonal && j >= 0;
        if (chain && tid == speaker) atomicAdd(urgent, 1);
        Ring<T, stages> held = ring;  // the stages that are kept to the end
        Tile<T> x, l;
        for (int q = 0; q < S::parts; ++q, ++held.k) {
            held.wait_full();
            x.base[q] = l.base[q] = held.data();
        }
        if (j >= 0) {
            each([&](int m, int n, int e, int r, int c) {
                for (int part = 0; part < S::parts; ++part) x.at(r, c)[part * S::plane] = -sum.c[part][m][n][e];
            });
            for (int q = 0; q < S::parts; ++q, ++held.k) l.base[q] = held.data();
            meet<1, S::multipliers>();
#pragma unroll 1
            for (int q = 0; q < kQuarters; ++q) {
                barrier_wait(quarters + 8 * unsigned(q), solved & 1);
                if (warp < 4) solve_quarter<T>(x, l, q * kQuarter);
                if (diagonal || q == kQuarters - 1) meet<1, S::multipliers>();
                if (diagonal) {
                    square_add<T, kQuarter>(square, x.at(0, q * kQuarter) + corner_of_lane);
                    send(x, q, p.tile(i, j), tid, S::multipliers);
                }
            }
            ++solved;
            if (!diagonal)
                for (int q = 0; q < kQuarters; ++q) send(x, q, p.tile(i, j), tid, S::multipliers);
            meet<1, S::multipliers>();
            if (tid == speaker) release(p.progress + i, j + 1);
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
            factor_tile<T>(
                l, corner, [&](int q) { send(l, q, p.tile(i, i), tid - kTile, S::helpers); },
                [&](int q) {
                    if (tid == speaker) release(p.quarters + i, q + 1);
                });
            send(l, kQuarters - 1, p.tile(i, i), tid, S::multipliers);
            if (tid == speaker && i * kTile + corner.bad < p.n && corner.bad < kTile && *p.info == 0)
                *p.info = std::int32_t(p.offset + i * kTile + corner.bad + 1);
            meet<1, S::multipliers>();
            if (tid == speaker) {
                release(p.quarters + i, kQuarters);
                if (chain) atomicAdd(urgent, -1);
            }
            write(l, i, i);
        }
        if (j >= 0) write(x, i, j);
        while (ring.k != held.k) ring.is_empty();
    }
}

// Bytes of the counters at the workspace's beginning.
inline std::size_t workspace_head(std::int64_t rows) {
    return (std::size_t(2 * rows + kUrgent + 1) * sizeof(int) + 255) / 256 * 256;
}
inline std::int64_t tiles_of(std::int64_t order) {
    return (order + kTile - 1) / kTile;
}

template <class T> cudaError_t launch(cudaStream_t stream, bool lower, std::int64_t m, std::int64_t n, void* a,
                                      std::int64_t lda, std::int32_t* info, std::int64_t offset, void* workspace) {
    using S = Shape<T>;
    const bool all = shared_memory_of_block() >= S::bytes(S::stages);
    const auto kernel = all ? potrf_kernel<T, S::stages> : potrf_kernel<T, S::fewer_stages>;
    const int bytes = S::bytes(all ? S::stages : S::fewer_stages);
    int device = 0, multiprocessors = 0;
    cudaError_t error = cudaGetDevice(&device);
    if (error == cudaSuccess) error = cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device);
    if (error == cudaSuccess) error = cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
    const std::int64_t rows = tiles_of(m), columns = tiles_of(n);
    const std::size_t head = workspace_head(rows);
    if (error == cudaSuccess) error = cudaMemsetAsync(workspace, 0, head, stream);
    if (error != cudaSuccess) return error;
    Column<T> p{};
    p.a = static_cast<RealOf<T>*>(a);
    p.row = lower ? 1 : lda, p.column = lower ? lda : 1;
    p.sign = lower ? 1 : -1;
    p.m = m, p.n = int(n), p.rows = int(rows), p.columns = int(columns);
    p.turn = static_cast<int*>(workspace), p.progress = p.turn + 1, p.quarters = p.progress + rows;
    p.urgent = p.quarters + rows;
    p.tiles = reinterpret_cast<double*>(static_cast<char*>(workspace) + head);
    p.info = info, p.offset = offset;
    const std::int64_t most = std::int64_t(S::resident) * multiprocessors;
    kernel<<<unsigned(std::min(items_of(rows, columns), most)), S::threads, std::size_t(bytes), stream>>>(p);
    return cudaGetLastError();
}

}  // namespace kernels

// One launch while the chain of tiles bounds it, then block columns between products of cuBLAS. One H200, ms of block
// columns of 1024, 2048, 4096: d 8192 5.45, 5.34, 5.32, 16384 34.2, 33.4, 32.7; s 16384 37.1, 35.3, 33.2; c 8192 17.6,
// 17.8; z 17.8, 17.2.
std::int64_t potrf_launch_order(char precision, std::int64_t n) {
    const bool complex = precision == 'c' || precision == 'z';
    return n <= 4096 || !complex ? 4096 : n <= 8192 ? 2048 : 1024;
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
