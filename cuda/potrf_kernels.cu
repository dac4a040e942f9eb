// In: a block column of a Hermitian matrix. Out: its head factored, the rows below solved, in one launch.
//
// Every block of threads factors the head for itself (the same operations, so the same bits) and then solves its share
// of the rows: nothing is handed from block to block. The one that reads last writes the factor, because until then
// the others may still be reading what it overwrites.
#include "cuda/factor_kernels.cuh"
#include "cuda/potrf_kernels.hpp"

namespace shunt::gpu {
namespace kernels {

// Columns factored between two updates of the rest of the triangle.
constexpr int kStep = 4;
// Leading dimension of the step's columns: no bank conflicts, neither by rows nor as tensor core fragments.
template <class T> constexpr int kLdP = sizeof(T) == 8 && !Traits<T>::complex ? 4 : kStep + 1;

template <class T> struct Panel {
    T* a;
    const T* less;
    std::int64_t row, column;            // strides of a
    std::int64_t less_row, less_column;  // strides of less
    std::int64_t m;
    int n;

    __device__ __forceinline__ const T* at(std::int64_t i, int j) const { return a + i * row + j * column; }
    __device__ __forceinline__ const T* less_at(std::int64_t i, int j) const {
        return less + i * less_row + j * less_column;
    }
    // What is read of the head.
    __device__ __forceinline__ bool head(int i, int j) const { return i >= j && i < n; }
    __device__ __forceinline__ T pad(int i, int j) const {
        return i == j && i >= n ? from_real<T>(RealOf<T>(1)) : zero<T>();
    }
};

// Keeps the compiler from turning a chain of comparisons into an index, which would move registers to memory.
__device__ __forceinline__ int opaque(int x) {
    asm volatile("" : "+r"(x));
    return x;
}

// Keeps address arithmetic where it is used: moved out of the loops, it would crowd the registers.
__device__ __forceinline__ std::int64_t here(std::int64_t x) {
    asm volatile("" : "+l"(x));
    return x;
}

// The triangle's rest, in registers, dealt over the block's threads so that every update keeps all of them busy:
// element (lane + 32 a, warp + 8 b).
template <class T> struct Rest {
    static constexpr int A = kOrder<T> / 32, B = kOrder<T> / 8;
    static __host__ __device__ constexpr bool used(int a, int b) { return b <= 4 * a + 3; }
    T c[A][B];

    // The head, conjugated: then the rows of a lower and the columns of an upper matrix are right-hand sides of the
    // same kind.
    __device__ __forceinline__ void load(const Panel<T>& p, int warp, int lane) {
#pragma unroll
        for (int b = 0; b < B; b++)
#pragma unroll
            for (int a = 0; a < A; a++) c[a][b] = p.pad(lane + 32 * a, warp + 8 * b);
        add(p.at(lane, warp), p.row, p.column, p.n, warp, lane, false);
        if (p.less) add(p.less_at(lane, warp), p.less_row, p.less_column, p.n, warp, lane, true);
    }
    __device__ __forceinline__ void add(const T* from, std::int64_t row, std::int64_t column, int n, int warp, int lane,
                                        bool less) {
        row = here(row), column = here(column);
#pragma unroll
        for (int b = 0; b < B; b++) {
#pragma unroll
            for (int a = 0; a < A; a++)
                if (used(a, b)) {
                    const int i = lane + 32 * a, j = warp + 8 * b;
                    const T v = i >= j && i < n ? conjugate(from[32 * a * row]) : zero<T>();
                    c[a][b] = less ? minus(c[a][b], v) : minus(c[a][b], minus(zero<T>(), v));
                }
            from += 8 * column;
        }
    }
    // The columns of `step` to p.
    __device__ __forceinline__ void show(T* p, int step, int warp, int lane) const {
        if (warp / kStep != step % 2) return;
#pragma unroll
        for (int b = 0; b < B; b++)
            if (b == opaque(step / 2)) {
#pragma unroll
                for (int a = 0; a < A; a++)
                    if (used(a, b)) p[(lane + 32 * a) * kLdP<T> + warp % kStep] = c[a][b];
            }
    }
    // c -= p p^H behind the columns of `step`.
    __device__ __forceinline__ void update(const T* p, int step, int warp, int lane) {
#pragma unroll
        for (int k = 0; k < kStep; k++) {
            T l[A];
#pragma unroll
            for (int a = 0; a < A; a++) l[a] = p[(lane + 32 * a) * kLdP<T> + k];
#pragma unroll
            for (int b = 0; b < B; b++) {
                if (warp + 8 * b < (step + 1) * kStep) continue;
                const T y = conjugate(p[(warp + 8 * b) * kLdP<T> + k]);
#pragma unroll
                for (int a = 0; a < A; a++)
                    if (used(a, b)) c[a][b] = minus_product(c[a][b], l[a], y);
            }
        }
    }
};

// Double precision: 16 x 8 tiles of the tensor cores; warp w owns tile rows w % 4 + 4 a, tile columns w / 4 + 2 b.
template <> struct Rest<double> {
    static constexpr int A = 2, B = 8;
    static __host__ __device__ constexpr bool used(int a, int b) { return b <= 4 * a + 3; }
    double c[A][B][4];

    __device__ __forceinline__ void load(const Panel<double>& p, int warp, int lane) {
        const int i0 = warp % 4 * 16 + lane / 4, j0 = warp / 4 * 8 + 2 * (lane % 4);
#pragma unroll
        for (int b = 0; b < B; b++)
#pragma unroll
            for (int a = 0; a < A; a++)
#pragma unroll
                for (int e = 0; e < 4; e++)
                    if (used(a, b)) c[a][b][e] = p.pad(i0 + 64 * a + e / 2 * 8, j0 + 16 * b + e % 2);
        add(p.at(i0, j0), p.row, p.column, p.n, i0, j0, 1.0);
        if (p.less) add(p.less_at(i0, j0), p.less_row, p.less_column, p.n, i0, j0, -1.0);
    }
    __device__ __forceinline__ void add(const double* from, std::int64_t row, std::int64_t column, int n, int i0,
                                        int j0, double sign) {
        row = here(row), column = here(column);
#pragma unroll
        for (int b = 0; b < B; b++) {
#pragma unroll
            for (int e = 0; e < 4; e++)
#pragma unroll
                for (int a = 0; a < A; a++)
                    if (used(a, b)) {
                        const int i = i0 + 64 * a + e / 2 * 8, j = j0 + 16 * b + e % 2;
                        if (i >= j && i < n) c[a][b][e] += sign * from[(64 * a + e / 2 * 8) * row + e % 2 * column];
                    }
            from += 16 * column;
        }
    }
    __device__ __forceinline__ void show(double* p, int step, int warp, int lane) const {
        if (warp / 4 != step / 2 % 2 || lane % 4 / 2 != step % 2) return;
#pragma unroll
        for (int b = 0; b < B; b++)
            if (b == opaque(step / 4)) {
#pragma unroll
                for (int a = 0; a < A; a++)
                    if (used(a, b))
#pragma unroll
                        for (int e = 0; e < 4; e++)
                            p[(warp % 4 * 16 + 64 * a + lane / 4 + e / 2 * 8) * kLdP<double> + lane % 2 * 2 + e % 2] =
                                c[a][b][e];
            }
    }
    __device__ __forceinline__ void update(const double* p, int step, int warp, int lane) {
        double l[A][2];
#pragma unroll
        for (int a = 0; a < A; a++)
#pragma unroll
            for (int e = 0; e < 2; e++)
                l[a][e] = p[(warp % 4 * 16 + 64 * a + lane / 4 + 8 * e) * kLdP<double> + lane % 4];
#pragma unroll
        for (int b = 0; b < B; b++) {
            const int tile = warp / 4 + 2 * b;
            if (2 * tile + 1 <= step) continue;
            const double y = -p[(tile * 8 + lane / 4) * kLdP<double> + lane % 4];
#pragma unroll
            for (int a = 0; a < A; a++)
                if (used(a, b)) {
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900
                    asm volatile(
                        "mma.sync.aligned.m16n8k4.row.col.f64.f64.f64.f64 {%0,%1,%2,%3}, {%4,%5}, {%6}, {%0,%1,%2,%3};"
                        : "+d"(c[a][b][0]), "+d"(c[a][b][1]), "+d"(c[a][b][2]), "+d"(c[a][b][3])
                        : "d"(l[a][0]), "d"(l[a][1]), "d"(y));
#else
                    for (int e = 0; e < 2; e++)
                        asm volatile("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0,%1}, {%2}, {%3}, {%0,%1};"
                                     : "+d"(c[a][b][2 * e]), "+d"(c[a][b][2 * e + 1])
                                     : "d"(l[a][e]), "d"(y));
#endif
                }
        }
    }
};

__device__ __forceinline__ float rsqrt_of(float x) {
    const float y = rsqrtf(x);
    return fmaf(0.5f * y, fmaf(-x * y, y, 1.0f), y);
}
// The unit's approximation and one cubic step, without the branches of the library's.
__device__ __forceinline__ double rsqrt_of(double x) {
    double y;
    asm("rsqrt.approx.ftz.f64 %0, %1;" : "=d"(y) : "d"(x));
    const double e = fma(-x, y * y, 1.0);
    return fma(fma(0.375, e, 0.5), y * e, y);
}
// Where rsqrt_of holds; the rest (also what is not positive) takes sqrt and a division.
__device__ __forceinline__ bool plain(float x) {
    return x > 1e-30f && x < 1e30f;
}
__device__ __forceinline__ bool plain(double x) {
    return x > 1e-290 && x < 1e290;
}

// Thread r (row r of the triangle) factors the step's square for itself, and solves its own row of the step's columns
// with it. inv: of the diagonal element if the row has one here. Returns the first column whose pivot is not positive,
// or kStep; without Safe, -1 when a pivot is not plain.
template <class T, bool Safe>
__device__ __forceinline__ int factor_rows(const T* p, int first, int r, T (&row)[kStep], RealOf<T>& own) {
    using Real = RealOf<T>;
    constexpr int B = kStep;
    T d[B][B];
#pragma unroll
    for (int i = 0; i < B; i++)
#pragma unroll
        for (int j = 0; j <= i; j++) d[i][j] = p[(first + i) * kLdP<T> + j];
#pragma unroll
    for (int j = 0; j < B; j++) row[j] = p[r * kLdP<T> + j];
    int bad = B;
    bool good = true;
#pragma unroll
    for (int k = 0; k < B; k++) {
        const Real x = real_part(d[k][k]);
        Real inv, root;
        if (Safe) {
            if (!(x > Real(0)) && bad == B) bad = k;
            root = sqrt(x);
            inv = Real(1) / root;
        } else {
            good = good && plain(x);
            inv = rsqrt_of(x);
            root = x * inv;
            root = fma(Real(0.5) * inv, fma(-root, root, x), root);
        }
#pragma unroll
        for (int i = k + 1; i < B; i++) d[i][k] = times(d[i][k], inv);
#pragma unroll
        for (int j = k + 1; j < B; j++)
#pragma unroll
            for (int i = j; i < B; i++) d[i][j] = minus_product(d[i][j], d[i][k], conjugate(d[j][k]));
        row[k] = r == first + k ? from_real<T>(root) : times(row[k], inv);
        if (r == first + k) own = inv;
#pragma unroll
        for (int j = k + 1; j < B; j++) row[j] = minus_product(row[j], row[k], conjugate(d[j][k]));
    }
    return Safe ? bad : good ? B : -1;
}
template <class T>
__device__ __noinline__ int factor_rows_safely(const T* p, int first, int r, T* out, RealOf<T>* own) {
    T row[kStep];
    RealOf<T> inv = *own;
    const int bad = factor_rows<T, true>(p, first, r, row, inv);
#pragma unroll
    for (int k = 0; k < kStep; k++) out[k] = row[k];
    *own = inv;
    return bad;
}

// This thread's elements of kRhs rows, neighbours in memory by neighbouring threads.
template <class T> struct Rows {
    int w, k, dw, dk;
    __device__ __forceinline__ explicit Rows(const Panel<T>& p) {
        constexpr int N = kOrder<T>;
        const bool by_rows = p.row == 1;
        const int t = threadIdx.x;
        w = by_rows ? t % kRhs : t / N, k = by_rows ? t / kRhs : t % N;
        dw = by_rows ? 0 : kThreads / N, dk = by_rows ? kThreads / kRhs : 0;
    }
    static constexpr int E = kOrder<T> * kRhs / kThreads;

    __device__ __forceinline__ void load(const Panel<T>& p, std::int64_t first, T* x) const {
        T v[E];
        get(p.at(first + w, k), here(dw * p.row + dk * p.column), first, p, v);
        if (p.less) {
            T y[E];
            get(p.less_at(first + w, k), here(dw * p.less_row + dk * p.less_column), first, p, y);
#pragma unroll
            for (int q = 0; q < E; q++) v[q] = minus(v[q], y[q]);
        }
#pragma unroll
        for (int q = 0; q < E; q++) x[(k + q * dk) * kLdX + w + q * dw] = v[q];
    }
    __device__ __forceinline__ void get(const T* from, std::int64_t step, std::int64_t first, const Panel<T>& p,
                                        T (&v)[E]) const {
#pragma unroll
        for (int q = 0; q < E; q++, from += step)
            v[q] = first + w + q * dw < p.m && k + q * dk < p.n ? *from : zero<T>();
    }
    __device__ __forceinline__ void store(const Panel<T>& p, std::int64_t first, const T* x) const {
        T* to = p.a + (first + w) * p.row + k * p.column;
        const std::int64_t step = here(dw * p.row + dk * p.column);
#pragma unroll
        for (int q = 0; q < E; q++, to += step)
            if (first + w + q * dw < p.m && k + q * dk < p.n) *to = x[(k + q * dk) * kLdX + w + q * dw];
    }
};

template <class T> __global__ void __launch_bounds__(kThreads, 1)
    potrf_kernel(Panel<T> p, std::int32_t* info, std::int64_t offset, std::int32_t* ticket) {
    using Real = RealOf<T>;
    constexpr int N = kOrder<T>, B = kStep, LdS = kLdS<T>, LdP = kLdP<T>;
    extern __shared__ __align__(16) unsigned char memory[];
    T* s = reinterpret_cast<T*>(memory);  // (N, LdS) the factor
    T* x = s + N * LdS;                   // (N, kLdX) right-hand sides
    T* columns = x + N * kLdX;            // 2 (N, LdP) this step's columns, and the step's before
    Real* inv = reinterpret_cast<Real*>(columns + 2 * N * LdP);  // (N) of the diagonal
    __shared__ int bad_column, last, skip;

    const int n = p.n, r = threadIdx.x, warp = r / 32, lane = r % 32, steps = (n + B - 1) / B;
    const Rows<T> rows(p);
    bool head = true;
    for (std::int64_t first = n + std::int64_t(blockIdx.x) * kRhs; head || first < p.m;
         first += std::int64_t(gridDim.x) * kRhs) {
        if (first < p.m) rows.load(p, first, x);
        if (head) {
            head = false;
            Rest<T> rest;
            rest.load(p, warp, lane);
            if (r < N) {
                inv[r] = Real(1);
                if (r >= n)
                    for (int j = 0; j < N; j++) s[r * LdS + j] = zero<T>();
            }
            if (r == 0) bad_column = n, skip = *info != 0;
            __threadfence();  // all has been read
            __syncthreads();
            if (r == 0) {
                last = atomicAdd(ticket, 1) == int(gridDim.x) - 1;
                if (last) *ticket = 0;
            }
#pragma unroll 1
            for (int step = 0; step < steps; step++) {
                T* q = columns + step % 2 * N * LdP;
                const int c0 = step * B;
                rest.show(q, step, warp, lane);
                __syncthreads();
                T row[B];
                Real own = Real(1);
                int good = n;  // columns that are factored after this step
                if (r < N) {
                    int bad = factor_rows<T, false>(q, c0, r, row, own);
                    if (bad < 0) {
                        T again[B];
                        bad = factor_rows_safely<T>(q, c0, r, again, &own);
#pragma unroll
                        for (int k = 0; k < B; k++) row[k] = again[k];
                    }
                    good = min(c0 + bad, n);
                    if (bad < B && r == 0) bad_column = good;
                    // The square's own rows are read by all, and by no update.
                    if (r >= c0 + B) {
#pragma unroll
                        for (int k = 0; k < B; k++) q[r * LdP + k] = row[k];
                    }
                }
                __syncthreads();
                if (r >= c0 && r < n) {
#pragma unroll
                    for (int k = 0; k < B; k++)
                        if (c0 + k > r) row[k] = zero<T>();
#pragma unroll
                    for (int g = 0; g < B / kPack<T>; g++) {
                        Pack<T> v;
#pragma unroll
                        for (int e = 0; e < kPack<T>; e++) v.v[e] = row[g * kPack<T> + e];
                        *reinterpret_cast<Pack<T>*>(s + r * LdS + c0 + g * kPack<T>) = v;
                    }
                    if (r < c0 + B) inv[r] = own;
                    if (last && !skip) {
#pragma unroll
                        for (int k = 0; k < B; k++)
                            if (c0 + k <= r && c0 + k < good) p.a[r * p.row + (c0 + k) * p.column] = conjugate(row[k]);
                    }
                }
                if (bad_column < n) break;
                rest.update(q, step, warp, lane);
            }
            __syncthreads();
            if (skip) return;
            if (last && r == 0 && bad_column < n) *info = std::int32_t(offset + bad_column + 1);
            if (bad_column < n || first >= p.m) return;
        }
        __syncthreads();
        solve_tile<T, false>(s, inv, x, (n + 15) / 16 * 16);
        rows.store(p, first, x);
        __syncthreads();
    }
}

template <class T> cudaError_t launch(cudaStream_t stream, char uplo, std::int64_t m, std::int64_t n, void* a,
                                      std::int64_t lda, const void* less, std::int64_t ldless, std::int32_t* info,
                                      std::int64_t offset, std::int32_t* ticket) {
    constexpr int N = kOrder<T>;
    constexpr int bytes = int(sizeof(T)) * N * (kLdS<T> + kLdX + 2 * kLdP<T>)+int(sizeof(RealOf<T>)) * N;
    static const cudaError_t ready =
        cudaFuncSetAttribute(potrf_kernel<T>, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
    if (ready != cudaSuccess) return ready;
    const bool lower = uplo == 'L' || uplo == 'l';
    const Panel<T> p{static_cast<T*>(a),
                     static_cast<const T*>(less),
                     lower ? 1 : lda,
                     lower ? lda : 1,
                     lower ? 1 : ldless,
                     lower ? ldless : 1,
                     m,
                     int(n)};
    // A long block column is one of a large matrix, whose update runs at the same time: leave it most of the device.
    const std::int64_t tiles = (m - n + kRhs - 1) / kRhs, most = m > 8192 ? 44 : 128;
    const unsigned grid = unsigned(tiles < 1 ? 1 : tiles < most ? tiles : most);
    potrf_kernel<T><<<grid, kThreads, bytes, stream>>>(p, info, offset, ticket);
    return cudaGetLastError();
}

}  // namespace kernels

std::int64_t potrf_launch_order(char precision) {
    return precision == 'z' ? 64 : 128;
}

cudaError_t launch_potrf(cudaStream_t stream, char precision, char uplo, std::int64_t m, std::int64_t n, void* a,
                         std::int64_t lda, const void* less, std::int64_t ldless, std::int32_t* info,
                         std::int64_t offset, std::int32_t* ticket) {
    using namespace kernels;
    if (n <= 0) return cudaSuccess;
    switch (precision) {
        case 's':
            return launch<float>(stream, uplo, m, n, a, lda, less, ldless, info, offset, ticket);
        case 'd':
            return launch<double>(stream, uplo, m, n, a, lda, less, ldless, info, offset, ticket);
        case 'c':
            return launch<Complex<float>>(stream, uplo, m, n, a, lda, less, ldless, info, offset, ticket);
        default:
            return launch<Complex<double>>(stream, uplo, m, n, a, lda, less, ldless, info, offset, ticket);
    }
}

}  // namespace shunt::gpu
