// In: a mode and sizes. Out: checks of TRSM and TRMM in device memory (every variant, hard triangles, Inf and NaN, the
// same bits in every run), or their times beside cuBLAS' as CSV.
//
//   shunt_gpu_triangle check | small | tiny | hard | special | repeat | time | factors | variants | tune | broad |
//   pairs | products
//                      [precisions [CSV file, or - [orders, of time]]]
//   shunt_gpu_triangle one PRECISION - MULTIPLY N NRHS COLUMNS KERNEL LEAF        one case, for a profiler
//
// The judge is LAPACK's ratio |alpha B - op(A) X| / (|op(A)| |X| n eps), in 1-norms, the residual made in double by
// cuBLAS from a dense copy of the triangle; what must not be read holds NaN.
#include <cublas_v2.h>
#include <cuda_runtime.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "cuda/cuda_queue.hpp"
#include "cuda/factor.hpp"
#include "cuda/trmm.hpp"
#include "cuda/trsm.hpp"

using shunt::gpu::Array;
using shunt::gpu::Scalar;
using shunt::gpu::Status;
using shunt::gpu::TriangleCut;
using i64 = std::int64_t;

#define CUDA(call)                                                                                 \
    do {                                                                                           \
        const cudaError_t error_ = (call);                                                         \
        if (error_ != cudaSuccess) {                                                               \
            std::printf("%s:%d: %s: %s\n", __FILE__, __LINE__, #call, cudaGetErrorString(error_)); \
            std::exit(2);                                                                          \
        }                                                                                          \
    } while (0)
#define BLAS(call)                                                             \
    do {                                                                       \
        const cublasStatus_t error_ = (call);                                  \
        if (error_ != CUBLAS_STATUS_SUCCESS) {                                 \
            std::printf("%s:%d: %s: %d\n", __FILE__, __LINE__, #call, error_); \
            std::exit(2);                                                      \
        }                                                                      \
    } while (0)

namespace {

cublasHandle_t handle;
cudaStream_t stream;
int failures = 0;

// The device's queue on this program's stream, with launches cut by hand where a test says so.
class TestQueue final : public shunt::gpu::CudaQueue {
public:
    TestQueue() : CudaQueue(shunt::gpu::open_cublas(), own_stream(), memory_pool()) {
        if (use_stream(stream) != Status::ok) std::printf("no queue\n"), std::exit(2);
    }
    TriangleCut cut;
    i64 order = 0;  // of a leaf, when not 0

    i64 trsm_order(char p, char side, char trans, i64 n, i64 rhs) const override {
        return order ? order : CudaQueue::trsm_order(p, side, trans, n, rhs);
    }
    i64 trmm_order(char p, char side, char trans, i64 n, i64 rhs) const override {
        return order ? order : CudaQueue::trmm_order(p, side, trans, n, rhs);
    }
    Status trsm(char p, char side, char uplo, char trans, char diag, i64 m, i64 n, Scalar alpha, Array a,
                Array b) override {
        return launch_triangle(shunt::gpu::launch_trsm, p, side, uplo, trans, diag, m, n, alpha, a, b, cut);
    }
    Status trmm(char p, char side, char uplo, char trans, char diag, i64 m, i64 n, Scalar alpha, Array a,
                Array b) override {
        return launch_triangle(shunt::gpu::launch_trmm, p, side, uplo, trans, diag, m, n, alpha, a, b, cut);
    }

private:
    static cudaStream_t own_stream() {
        cudaStream_t s;
        CUDA(cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking));
        return s;
    }
    static cudaMemPool_t memory_pool() {
        cudaMemPool_t pool;
        CUDA(cudaDeviceGetDefaultMemPool(&pool, 0));
        return pool;
    }
};

// The one queue of this program (a handle of cuBLAS takes long to make), cut as the device cuts it.
TestQueue& fresh_queue() {
    static TestQueue q;
    q.cut = {}, q.order = 0;
    return q;
}

// ---- Data, made on the device
enum Kind { easy, random_unit, kahan, graded, graded_steep, huge, tiny, lu_like, small_pivots, few_small };
const char* kind_names[] = {"easy", "random_unit", "kahan",   "graded",      "graded_steep",
                            "huge", "tiny",        "lu_like", "small_pivots"};

__device__ double uniform(unsigned long long seed, unsigned long long at) {  // -1 ... 1
    unsigned long long z = seed * 0x9e3779b97f4a7c15ull + at * 0xbf58476d1ce4e5b9ull + 0x94d049bb133111ebull;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ z >> 27) * 0x94d049bb133111ebull;
    z ^= z >> 31;
    return static_cast<double>(static_cast<long long>(z)) * 0x1p-63;
}
__device__ void store(float* p, double x, double) {
    *p = static_cast<float>(x);
}
__device__ void store(double* p, double x, double) {
    *p = x;
}
__device__ void store(float2* p, double x, double y) {
    *p = {static_cast<float>(x), static_cast<float>(y)};
}
__device__ void store(double2* p, double x, double y) {
    *p = {x, y};
}
__device__ double2 both(float v) {
    return {v, 0};
}
__device__ double2 both(double v) {
    return {v, 0};
}
__device__ double2 both(float2 v) {
    return {v.x, v.y};
}
__device__ double2 both(double2 v) {
    return v;
}

// A triangle; NaN where nothing may be read.
template <class T>
__global__ void make_triangle(T* a, i64 n, i64 ld, bool lower, bool unit, int kind, double big, unsigned seed) {
    const double nan = __longlong_as_double(0x7ff8000000000000ll);
    for (i64 e = blockIdx.x * static_cast<i64>(blockDim.x) + threadIdx.x; e < ld * n;
         e += gridDim.x * static_cast<i64>(blockDim.x)) {
        const i64 i = e % ld, j = e / ld, r = lower ? i : j, c = lower ? j : i;
        double x = uniform(seed, 2 * e), y = uniform(seed, 2 * e + 1);
        if (i >= n || r < c || (r == c && unit)) {
            store(a + e, nan, nan);
            continue;
        }
        const bool diagonal = r == c;
        switch (kind) {
            case easy:
            case huge:
            case tiny:
                x = diagonal ? 1.5 + 0.5 * x : x / static_cast<double>(n);
                y = diagonal ? y : y / static_cast<double>(n);
                if (kind == huge) x *= big, y *= big;
                if (kind == tiny) x /= big, y /= big;
                break;
            case random_unit:
                if (diagonal) x = 1, y = 0;
                break;
            case kahan: {
                const double s = pow(sin(1.2), static_cast<double>(r));  // rows scaled
                x = (diagonal ? 1 : -cos(1.2)) * s;
                y = 0;
                break;
            }
            case graded:
                x = diagonal ? pow(10.0, -14.0 * static_cast<double>(r) / static_cast<double>(n))
                             : x / static_cast<double>(n);
                if (diagonal) y = 0;
                break;
            case graded_steep: {
                const double s = pow(10.0, -8.0 * static_cast<double>(r % 7));
                x = diagonal ? s : x * s;
                y = diagonal ? 0 : y * s;
                break;
            }
            case lu_like:
                if (diagonal)
                    x = 1, y = 0;
                else
                    x *= 0.5, y *= 0.3;
                break;
            case small_pivots:
                x = diagonal ? (r % 50 == 3 ? 1e-6 : 1.5) : x / sqrt(static_cast<double>(n));
                if (diagonal) y = 0;
                break;
            case few_small:  // one block of 64 in nine is not to be inverted
                x = diagonal ? (r % 600 == 3 ? 1e-9 : 1.5) : x / sqrt(static_cast<double>(n));
                y = diagonal ? 0 : y / sqrt(static_cast<double>(n));
                break;
        }
        store(a + e, x, y);
    }
}
template <class T> __global__ void make_matrix(T* b, i64 m, i64 n, i64 ld, double size, unsigned seed) {
    const double nan = __longlong_as_double(0x7ff8000000000000ll);
    for (i64 e = blockIdx.x * static_cast<i64>(blockDim.x) + threadIdx.x; e < ld * n;
         e += gridDim.x * static_cast<i64>(blockDim.x)) {
        if (e % ld < m)
            store(b + e, size * uniform(seed, 2 * e), size * uniform(seed, 2 * e + 1));
        else
            store(b + e, nan, nan);
    }
}
// op(A) or B as a dense complex matrix in double, without conjugation.
template <class T>
__global__ void dense(double2* to, const T* a, i64 m, i64 n, i64 ld, bool triangle, bool lower, bool unit) {
    for (i64 e = blockIdx.x * static_cast<i64>(blockDim.x) + threadIdx.x; e < m * n;
         e += gridDim.x * static_cast<i64>(blockDim.x)) {
        const i64 i = e % m, j = e / m;
        double2 v = {0, 0};
        if (triangle && i == j && unit)
            v = {1, 0};
        else if (!triangle || (lower ? i >= j : i <= j))
            v = both(a[i + j * ld]);
        to[e] = v;
    }
}
template <class T> __global__ void narrow(T* to, i64 ld, const double2* from, i64 m, i64 n) {
    for (i64 e = blockIdx.x * static_cast<i64>(blockDim.x) + threadIdx.x; e < m * n;
         e += gridDim.x * static_cast<i64>(blockDim.x))
        store(to + e % m + e / m * ld, from[e].x, from[e].y);
}
__global__ void column_norms(double* norm, const double2* a, i64 m, i64 n) {  // one block a column; NaN counts as Inf
    __shared__ double sums[128];
    double sum = 0;
    const double2* c = a + blockIdx.x * m;
    for (i64 i = threadIdx.x; i < m; i += 128) sum += hypot(c[i].x, c[i].y);
    sums[threadIdx.x] = sum;
    __syncthreads();
    if (threadIdx.x == 0) {
        for (int k = 1; k < 128; ++k) sum += sums[k];
        norm[blockIdx.x] = sum == sum ? sum : __longlong_as_double(0x7ff0000000000000ll);
    }
}

double* norms;  // of up to 16384 columns
double norm1(const double2* a, i64 m, i64 n) {
    if (m == 0 || n == 0) return 0;
    column_norms<<<static_cast<unsigned>(n), 128, 0, stream>>>(norms, a, m, n);
    std::vector<double> h(static_cast<std::size_t>(n));
    CUDA(cudaMemcpyAsync(h.data(), norms, sizeof(double) * h.size(), cudaMemcpyDeviceToHost, stream));
    CUDA(cudaStreamSynchronize(stream));
    return *std::max_element(h.begin(), h.end());
}

template <class T> struct Name;
template <> struct Name<float> {
    static constexpr char p = 's';
    static constexpr double eps = 0x1p-24;
};
template <> struct Name<double> {
    static constexpr char p = 'd';
    static constexpr double eps = 0x1p-53;
};
template <> struct Name<float2> {
    static constexpr char p = 'c';
    static constexpr double eps = 0x1p-24;
};
template <> struct Name<double2> {
    static constexpr char p = 'z';
    static constexpr double eps = 0x1p-53;
};

template <class T> constexpr bool is_complex = Name<T>::p == 'c' || Name<T>::p == 'z';

char* pool;  // device memory for the data of a check
std::size_t pool_at;
template <class T> T* room(i64 elements) {
    char* p = pool + pool_at;
    pool_at += (static_cast<std::size_t>(elements) * sizeof(T) + 511) / 256 * 256;
    if (pool_at > (std::size_t{3} << 30)) std::printf("pool too small\n"), std::exit(2);
    return reinterpret_cast<T*>(p);
}

cublasStatus_t rival_trsm(char p, char side, char uplo, char trans, char diag, i64 m, i64 n, const void* alpha,
                          const void* a, i64 lda, void* b, i64 ldb) {
    const auto s = side == 'L' ? CUBLAS_SIDE_LEFT : CUBLAS_SIDE_RIGHT;
    const auto u = uplo == 'L' ? CUBLAS_FILL_MODE_LOWER : CUBLAS_FILL_MODE_UPPER;
    const auto t = trans == 'N' ? CUBLAS_OP_N : trans == 'T' ? CUBLAS_OP_T : CUBLAS_OP_C;
    const auto d = diag == 'U' ? CUBLAS_DIAG_UNIT : CUBLAS_DIAG_NON_UNIT;
    switch (p) {
        case 's':
            return cublasStrsm_64(handle, s, u, t, d, m, n, (float*)alpha, (float*)a, lda, (float*)b, ldb);
        case 'd':
            return cublasDtrsm_64(handle, s, u, t, d, m, n, (double*)alpha, (double*)a, lda, (double*)b, ldb);
        case 'c':
            return cublasCtrsm_64(handle, s, u, t, d, m, n, (cuComplex*)alpha, (cuComplex*)a, lda, (cuComplex*)b, ldb);
        default:
            return cublasZtrsm_64(handle, s, u, t, d, m, n, (cuDoubleComplex*)alpha, (cuDoubleComplex*)a, lda,
                                  (cuDoubleComplex*)b, ldb);
    }
}
cublasStatus_t rival_trmm(char p, char side, char uplo, char trans, char diag, i64 m, i64 n, const void* alpha,
                          const void* a, i64 lda, void* b, i64 ldb) {
    const auto s = side == 'L' ? CUBLAS_SIDE_LEFT : CUBLAS_SIDE_RIGHT;
    const auto u = uplo == 'L' ? CUBLAS_FILL_MODE_LOWER : CUBLAS_FILL_MODE_UPPER;
    const auto t = trans == 'N' ? CUBLAS_OP_N : trans == 'T' ? CUBLAS_OP_T : CUBLAS_OP_C;
    const auto d = diag == 'U' ? CUBLAS_DIAG_UNIT : CUBLAS_DIAG_NON_UNIT;
    switch (p) {
        case 's':
            return cublasStrmm_64(handle, s, u, t, d, m, n, (float*)alpha, (float*)a, lda, (float*)b, ldb, (float*)b,
                                  ldb);
        case 'd':
            return cublasDtrmm_64(handle, s, u, t, d, m, n, (double*)alpha, (double*)a, lda, (double*)b, ldb,
                                  (double*)b, ldb);
        case 'c':
            return cublasCtrmm_64(handle, s, u, t, d, m, n, (cuComplex*)alpha, (cuComplex*)a, lda, (cuComplex*)b, ldb,
                                  (cuComplex*)b, ldb);
        default:
            return cublasZtrmm_64(handle, s, u, t, d, m, n, (cuDoubleComplex*)alpha, (cuDoubleComplex*)a, lda,
                                  (cuDoubleComplex*)b, ldb, (cuDoubleComplex*)b, ldb);
    }
}

struct Variant {
    char side, uplo, trans, diag;
};
struct Check {
    bool multiply = false, from_x = false;  // from_x: B = op(A) X with a moderate X
    int kind = easy, repeats = 0;
    bool lags = false;        // repeated runs cut tiles into items in other ways
    double* rival = nullptr;  // the ratio of cuBLAS
};

// The test ratio; -1 when a repeated run differs in a bit.
template <class T> double check(TestQueue& q, Variant v, i64 order, i64 rhs, const Check& how, unsigned seed) {
    constexpr char p = Name<T>::p;
    constexpr bool complex = p == 'c' || p == 'z', single = p == 's' || p == 'c';
    const bool left = v.side == 'L', lower = v.uplo == 'L', unit = v.diag == 'U';
    const i64 m = left ? order : rhs, n = left ? rhs : order, lda = order + seed % 3 * 5, ldb = m + seed % 2 * 3;
    const double big = single ? 1e36 : 1e300;
    pool_at = 0;
    T* a = room<T>(lda * order);
    T* b = room<T>(ldb * n);
    T* b0 = room<T>(ldb * n);
    double2* da = room<double2>(order * order);
    double2* db = room<double2>(m * n);
    double2* dx = room<double2>(m * n);
    make_triangle<<<256, 256, 0, stream>>>(a, order, lda, lower, unit, how.kind, big, seed);
    const double size = how.multiply || how.from_x ? 1 : how.kind == huge ? big : how.kind == tiny ? 1 / big : 1;
    make_matrix<<<256, 256, 0, stream>>>(b0, m, n, ldb, how.from_x && how.kind == huge ? 1e-3 : size, seed + 77);
    dense<<<256, 256, 0, stream>>>(da, a, order, order, lda, true, lower, unit);
    const auto op = v.trans == 'N' ? CUBLAS_OP_N : v.trans == 'T' ? CUBLAS_OP_T : CUBLAS_OP_C;
    const Scalar alpha = {seed % 4 ? 1.25 : 1, complex && seed % 4 ? -0.5 : 0};
    const cuDoubleComplex one = {1, 0}, minus = {-1, 0}, zero = {0, 0}, alphaz = {alpha.re, alpha.im};
    const auto product = [&](const double2* x, double2* c, cuDoubleComplex f, cuDoubleComplex beta) {
        if (left)
            BLAS(cublasZgemm_64(handle, op, CUBLAS_OP_N, m, n, order, &f, da, order, x, m, &beta, c, m));
        else
            BLAS(cublasZgemm_64(handle, CUBLAS_OP_N, op, m, n, order, &f, x, m, da, order, &beta, c, m));
    };
    if (how.from_x) {
        dense<<<256, 256, 0, stream>>>(dx, b0, m, n, ldb, false, false, false);
        product(dx, db, one, zero);
        narrow<<<256, 256, 0, stream>>>(b0, ldb, db, m, n);
    }
    const auto run = [&] {
        CUDA(cudaMemcpyAsync(b, b0, sizeof(T) * static_cast<std::size_t>(ldb * n), cudaMemcpyDeviceToDevice, stream));
        const Status s = how.multiply
                             ? shunt::gpu::trmm(q, p, v.side, v.uplo, v.trans, v.diag, m, n, alpha,
                                                {(char*)a, lda, (int)sizeof(T)}, {(char*)b, ldb, (int)sizeof(T)})
                             : shunt::gpu::trsm(q, p, v.side, v.uplo, v.trans, v.diag, m, n, alpha,
                                                {(char*)a, lda, (int)sizeof(T)}, {(char*)b, ldb, (int)sizeof(T)});
        if (s != Status::ok) std::printf("status %d\n", static_cast<int>(s)), ++failures;
    };
    const auto ratio = [&] {
        dense<<<256, 256, 0, stream>>>(dx, b, m, n, ldb, false, false, false);
        dense<<<256, 256, 0, stream>>>(db, b0, m, n, ldb, false, false, false);
        const double na = norm1(da, order, order), n0 = norm1(db, m, n), nx = norm1(dx, m, n);
        double r;
        if (how.multiply) {
            product(db, dx, alphaz, minus);
            r = norm1(dx, m, n) / (na * n0 * std::hypot(alpha.re, alpha.im));
        } else {
            const cuDoubleComplex am = {alpha.re, alpha.im};
            product(dx, db, minus, am);
            r = norm1(db, m, n) / na / nx;
        }
        r /= static_cast<double>(order) * Name<T>::eps;
        return r == r ? r : 1e300;
    };
    run();
    double r = ratio();
    std::vector<char> first(sizeof(T) * static_cast<std::size_t>(ldb * n)), again(first.size());
    if (how.repeats) CUDA(cudaMemcpyAsync(first.data(), b, first.size(), cudaMemcpyDeviceToHost, stream));
    for (int k = 0; k < how.repeats; ++k) {
        if (how.lags) q.cut.lag = k + 1 < how.repeats ? 2 + 3 * k : -1;
        run();
        CUDA(cudaMemcpyAsync(again.data(), b, first.size(), cudaMemcpyDeviceToHost, stream));
        CUDA(cudaStreamSynchronize(stream));
        if (std::memcmp(first.data(), again.data(), first.size()) != 0) r = -1;
    }
    if (how.rival) {
        CUDA(cudaMemcpyAsync(b, b0, sizeof(T) * static_cast<std::size_t>(ldb * n), cudaMemcpyDeviceToDevice, stream));
        const float as[2] = {static_cast<float>(alpha.re), static_cast<float>(alpha.im)};
        const double ad[2] = {alpha.re, alpha.im};
        BLAS((how.multiply ? rival_trmm : rival_trsm)(p, v.side, v.uplo, v.trans, v.diag, m, n,
                                                      single ? (void*)as : (void*)ad, a, lda, b, ldb));
        *how.rival = ratio();
    }
    CUDA(cudaStreamSynchronize(stream));
    return r;
}

const Variant* all_variants(int* count) {
    static std::vector<Variant> list;
    if (list.empty())
        for (char s : {'L', 'R'})
            for (char u : {'L', 'U'})
                for (char t : {'N', 'T', 'C'})
                    for (char d : {'N', 'U'}) list.push_back({s, u, t, d});
    *count = static_cast<int>(list.size());
    return list.data();
}

// Right-hand sides of a slice where row blocks are in pairs.
template <class T> std::vector<int> pairs_columns() {
    return is_complex<T> ? std::vector{8, 16} : std::vector{16, 32, 64};
}
// The kernels of one launch that a precision has.
template <class T> std::vector<int> own_kernels() {
    return Name<T>::p == 'd' ? std::vector{4, 5} : std::vector{5};
}

template <class T> void check_variants(const std::vector<i64>& sizes, const std::vector<i64>& rhs_list) {
    int count;
    const Variant* list = all_variants(&count);
    double worst[2] = {0, 0};
    unsigned seed = 1;
    int done = 0;
    for (i64 n : sizes)
        for (int k = 0; k < count; ++k)
            for (int multiply = 0; multiply < 2; ++multiply, ++seed) {
                TestQueue& q = fresh_queue();
                static const int cuts[] = {0, 16, 32, 64};
                q.cut.columns = cuts[seed / 2 % 4];
                q.cut.kernel = static_cast<int>(seed / 8 % 6);
                if (q.cut.kernel == 4) q.cut.lag = static_cast<int>(seed / 40 % 3 + 1);  // 1: one item
                if (seed % 5 == 0) q.order = seed % 10 ? 96 : 64;
                const i64 rhs = rhs_list[seed / 3 % rhs_list.size()];
                Check how;
                how.multiply = multiply;
                how.repeats = seed % 7 == 0 ? 2 : 0;
                const double r = check<T>(q, list[k], n, rhs, how, seed);
                ++done;
                worst[multiply] = std::max(worst[multiply], r);
                if (!(r >= 0 && r < 30)) {
                    if (++failures < 40)
                        std::printf("FAIL %c%s %c%c%c%c n=%lld rhs=%lld columns=%d kernel=%d leaf=%lld seed=%u: %g\n",
                                    Name<T>::p, multiply ? "trmm" : "trsm", list[k].side, list[k].uplo, list[k].trans,
                                    list[k].diag, (long long)n, (long long)rhs, q.cut.columns, q.cut.kernel,
                                    (long long)q.order, seed, r);
                }
            }
    std::printf("%c: %d checks, largest ratio trsm %.3g trmm %.3g\n", Name<T>::p, done, worst[0], worst[1]);
}

// Each kernel, with slices of each width.
template <class T> void check_cuts() {
    for (int columns : {8, 16, 32, 64})
        for (int kernel = 1; kernel < 6; ++kernel)
            for (int multiply = 0; multiply < 2; ++multiply) {
                TestQueue& q = fresh_queue();
                q.cut = {columns, kernel};
                Check how;
                how.multiply = multiply;
                const Variant v = kernel == 2   ? Variant{'R', 'U', 'N', 'N'}
                                  : kernel == 4 ? Variant{'L', 'U', columns == 16 ? 'N' : 'T', 'N'}
                                                : Variant{'L', 'L', 'N', 'N'};
                q.cut.lag = 2;
                const double r = check<T>(q, v, kernel == 4 && columns == 16 ? 700 : 200, kernel == 4 ? 150 : 70, how,
                                          static_cast<unsigned>(columns + kernel));
                if (!(r >= 0 && r < 30)) ++failures, std::printf("FAIL columns %d kernel %d: %g\n", columns, kernel, r);
            }
}

template <class T> void check_hard(int kernel) {
    const Variant some[] = {{'L', 'L', 'N', 'N'}, {'L', 'U', 'N', 'N'}, {'L', 'L', 'T', 'U'},
                            {'R', 'U', 'C', 'N'}, {'R', 'L', 'N', 'N'}, {'L', 'L', 'N', 'U'}};
    std::printf("%c, kernel %d: kind (n: ours/cuBLAS worst of 6 variants)", Name<T>::p, kernel);
    for (int kind = 0; kind < 9; ++kind)
        for (int from_x = 0; from_x < 2; ++from_x) {
            std::printf("\n  %-13s%s", kind_names[kind], from_x ? " B=AX" : "     ");
            for (i64 n : {5, 40, 100, 300, 700}) {
                double ours = 0, theirs = 0;
                for (unsigned k = 0; k < 6; ++k) {
                    TestQueue& q = fresh_queue();
                    const std::vector<int> widths = pairs_columns<T>();
                    q.cut = {kernel == 5 ? widths[k % widths.size()] : k % 2 ? 32 : 16, kernel};
                    Check how;
                    how.kind = kind;
                    how.from_x = from_x;
                    double rival = 0;
                    how.rival = &rival;
                    how.repeats = n == 300;
                    const double r = check<T>(q, some[k], n, 37, how, 4 * k + 100);
                    // Where results overflow or vanish (1e300), only a rival that is finite makes a failure.
                    if (!(r >= 0 && r < 30) && (r < 0 || rival < 1e3)) {
                        ++failures;
                        std::printf(" [FAIL %c%c%c%c %g/%g]", some[k].side, some[k].uplo, some[k].trans, some[k].diag,
                                    r, rival);
                    }
                    if (rival < 1e3) ours = std::max(ours, r);
                    if (rival < 1e3) theirs = std::max(theirs, rival);
                }
                std::printf("  %lld: %.2g/%.2g", (long long)n, ours, theirs);
            }
        }
    std::printf("\n");
}

// Inf, NaN and zeros on the diagonal: columns of their own stay clean, nothing hangs, nothing outside of B is read (in
// memcheck).
template <class T> void check_special(int kernel, i64 n = 200, int columns = 0) {
    constexpr char p = Name<T>::p;
    const i64 rhs = 40, sick = rhs - 1;
    using Real = std::conditional_t<p == 's' || p == 'c', float, double>;
    constexpr int parts = sizeof(T) / sizeof(Real);
    const auto run = [&](const std::vector<Real>& ha, std::vector<Real>& hb, bool multiply) {
        pool_at = 0;
        T* a = room<T>(n * n);
        T* b;
        CUDA(cudaMalloc(&b, sizeof(T) * static_cast<std::size_t>(n * rhs)));
        CUDA(cudaMemcpyAsync(a, ha.data(), ha.size() * sizeof(Real), cudaMemcpyHostToDevice, stream));
        CUDA(cudaMemcpyAsync(b, hb.data(), hb.size() * sizeof(Real), cudaMemcpyHostToDevice, stream));
        TestQueue& q = fresh_queue();
        q.cut = {columns, kernel, 2};
        (multiply ? shunt::gpu::trmm : shunt::gpu::trsm)(q, p, 'L', 'L', 'N', 'N', n, rhs, {1, 0},
                                                         {(char*)a, n, (int)sizeof(T)}, {(char*)b, n, (int)sizeof(T)});
        CUDA(cudaMemcpyAsync(hb.data(), b, hb.size() * sizeof(Real), cudaMemcpyDeviceToHost, stream));
        CUDA(cudaStreamSynchronize(stream));
        cudaFree(b);
    };
    const Real nan = std::numeric_limits<Real>::quiet_NaN(), inf = std::numeric_limits<Real>::infinity();
    const auto fresh = [&](std::vector<Real>& a, std::vector<Real>& b) {
        a.assign(static_cast<std::size_t>(n * n * parts), 0);
        b.assign(static_cast<std::size_t>(n * rhs * parts), 0);
        for (i64 j = 0; j < n; ++j)
            for (i64 i = 0; i < n; ++i)
                for (int k = 0; k < parts; ++k)
                    a[(i + j * n) * parts + k] = i < j    ? nan
                                                 : i == j ? (k ? 0 : 2)
                                                          : static_cast<Real>(0.001 * ((i * 7 + j * 3) % 11 + 1));
        for (std::size_t k = 0; k < b.size(); ++k) b[k] = static_cast<Real>(k % 13) - 6;
    };
    std::vector<Real> a, b, clean;
    const auto report = [&](const char* what, bool good) {
        if (!good) ++failures;
        std::printf("%c, kernel %d, n = %lld, %s: %s\n", p, kernel, (long long)n, what, good ? "ok" : "FAIL");
    };
    for (int multiply = 0; multiply < 2; ++multiply) {
        fresh(a, clean);
        run(a, clean, multiply);
        for (const Real odd :
             {nan, inf, -inf}) {  // B(70, sick): rows above and other columns as before, all below not finite
            fresh(a, b);
            b[(70 + sick * n) * parts] = odd;
            run(a, b, multiply);
            bool same = true, spread = true;
            for (i64 j = 0; j < rhs; ++j)
                for (i64 i = 0; i < n; ++i)
                    if (j == sick && i >= 70)
                        spread = spread && !std::isfinite(b[(i + j * n) * parts]);
                    else
                        for (int k = 0; k < parts; ++k) {
                            const Real x = b[(i + j * n) * parts + k], y = clean[(i + j * n) * parts + k];
                            same = same && std::fabs(x - y) <= std::fabs(y) * 1e-4 + 1e-6;
                        }
            report(multiply ? "trmm, one entry of B not finite" : "trsm, one entry of B not finite", same && spread);
        }
        fresh(a, b);
        a[(130 + 100 * n) * parts] = nan;  // in the triangle: rows above 130 as before
        run(a, b, multiply);
        bool same = true, spread = true;
        for (i64 j = 0; j < rhs; ++j) {
            for (i64 i = 0; i < 130; ++i)
                same = same && std::fabs(b[(i + j * n) * parts] - clean[(i + j * n) * parts]) <= 1e-4;
            spread = spread && std::isnan(b[(130 + j * n) * parts]);
        }
        report("NaN in A", same && spread);
    }
    fresh(a, clean);
    run(a, clean, false);
    fresh(a, b);
    a[(80 + 80 * n) * parts] = 0;
    run(a, b, false);
    bool same = true, spread = true;
    for (i64 j = 0; j < rhs; ++j)
        for (i64 i = 0; i < n; ++i) {
            const Real x = b[(i + j * n) * parts], y = clean[(i + j * n) * parts];
            if (i < 80)
                same = same && std::fabs(x - y) <= std::fabs(y) * 1e-4 + 1e-6;
            else if (i == 80)
                spread = spread && !std::isfinite(x);
        }
    report("zero on the diagonal", same && spread);
    // All of B and A not a number: nothing hangs.
    std::fill(a.begin(), a.end(), nan);
    std::fill(b.begin(), b.end(), nan);
    run(a, b, false);
    report("all NaN", std::all_of(b.begin(), b.end(), [](Real x) { return std::isnan(x); }));
    fresh(a, b);
    pool_at = 0;
    TestQueue& q = fresh_queue();
    T* db = room<T>(n * rhs);
    CUDA(cudaMemcpyAsync(db, b.data(), b.size() * sizeof(Real), cudaMemcpyHostToDevice, stream));
    shunt::gpu::trsm(q, p, 'L', 'L', 'N', 'N', n, rhs, {0, 0}, {nullptr, n, (int)sizeof(T)},
                     {(char*)db, n, (int)sizeof(T)});
    CUDA(cudaMemcpyAsync(b.data(), db, b.size() * sizeof(Real), cudaMemcpyDeviceToHost, stream));
    CUDA(cudaStreamSynchronize(stream));
    report("alpha = 0", std::all_of(b.begin(), b.end(), [](Real x) { return x == 0; }));
}

// Columns so far apart in scale that the inverse of a block times its neighbour would underflow, nothing else: by
// elements, as no norm sees that.
template <class T> void check_columns_apart(int kernel) {
    constexpr char p = Name<T>::p;
    if (p != 'd' && p != 'z') return;
    constexpr i64 n = 320, rhs = 33;
    constexpr int parts = sizeof(T) / sizeof(double);
    using Number = std::complex<long double>;
    for (const i64 every : {2, 4}) {
        std::vector<double> a(n * n * parts), b(n * rhs * parts), x;
        for (i64 j = 0; j < n; ++j)
            for (i64 i = j; i < n; ++i)
                for (int k = 0; k < parts; ++k) {
                    const double easy = i == j ? (k ? 0 : 2) : 0.01 * static_cast<double>((i * 7 + j * 3 + k) % 11 - 5);
                    a[(i + j * n) * parts + k] = easy * (j / 64 % every == every - 1 ? 1e210 : 1e-120);
                }
        for (std::size_t k = 0; k < b.size(); ++k) b[k] = (static_cast<double>(k % 13) - 6.5) / 7;
        pool_at = 0;
        T *da = room<T>(n * n), *db = room<T>(n * rhs);
        CUDA(cudaMemcpyAsync(da, a.data(), a.size() * sizeof(double), cudaMemcpyHostToDevice, stream));
        CUDA(cudaMemcpyAsync(db, b.data(), b.size() * sizeof(double), cudaMemcpyHostToDevice, stream));
        TestQueue& q = fresh_queue();
        q.cut = {0, kernel, 2};
        shunt::gpu::trsm(q, p, 'L', 'L', 'N', 'N', n, rhs, {1, 0}, {(char*)da, n, (int)sizeof(T)},
                         {(char*)db, n, (int)sizeof(T)});
        x.resize(b.size());
        CUDA(cudaMemcpyAsync(x.data(), db, x.size() * sizeof(double), cudaMemcpyDeviceToHost, stream));
        CUDA(cudaStreamSynchronize(stream));
        const auto at = [](const std::vector<double>& v, i64 e) {
            return Number(v[e * parts], parts == 2 ? v[e * parts + parts - 1] : 0);
        };
        double worst = 0;
        for (i64 j = 0; j < rhs; ++j)
            for (i64 i = 0; i < n; ++i) {
                Number left = at(b, i + j * n);
                long double sum = std::abs(left);
                for (i64 k = 0; k <= i; ++k) {
                    const Number term = at(a, i + k * n) * at(x, k + j * n);
                    left -= term;
                    sum += std::abs(term);
                }
                const auto r = static_cast<double>(std::abs(left) / sum / (n * 0x1p-53L));
                worst = r <= worst ? worst : r;  // NaN, too
            }
        if (!(worst < 30)) ++failures;
        std::printf("%c, kernel %d, columns apart, every %lld: %g%s\n", p, kernel, (long long)every, worst,
                    worst < 30 ? "" : " FAIL");
    }
}

// ---- Times
using Action = std::function<void()>;

// Median milliseconds of each call, taken in turns, forth and back: the device's clock falls as products heat it.
std::vector<double> medians_ms(int runs, const Action& reset, const std::vector<Action>& calls) {
    static cudaEvent_t start = nullptr, stop = nullptr;
    if (!start) {
        CUDA(cudaEventCreate(&start));
        CUDA(cudaEventCreate(&stop));
    }
    std::vector<std::vector<float>> times(calls.size());
    for (int k = 0; k < runs + 2; ++k)
        for (std::size_t turn = 0; turn < calls.size(); ++turn) {
            const std::size_t i = k % 2 == 0 ? turn : calls.size() - 1 - turn;
            reset();
            CUDA(cudaEventRecord(start, stream));
            calls[i]();
            CUDA(cudaEventRecord(stop, stream));
            CUDA(cudaEventSynchronize(stop));
            float ms;
            CUDA(cudaEventElapsedTime(&ms, start, stop));
            if (k >= 2) times[i].push_back(ms);
        }
    std::vector<double> medians;
    for (auto& t : times) {
        std::sort(t.begin(), t.end());
        medians.push_back(t[t.size() / 2]);
    }
    return medians;
}

template <class T> struct Bench {
    static constexpr char p = Name<T>::p;
    T *a, *b, *b0, *c;
    i64 most;
    explicit Bench(i64 most_) : most(most_) {
        const std::size_t bytes = sizeof(T) * static_cast<std::size_t>(most * most);
        CUDA(cudaMalloc(&a, bytes));
        CUDA(cudaMalloc(&b, bytes));
        CUDA(cudaMalloc(&b0, bytes));
        CUDA(cudaMalloc(&c, bytes));
        make_matrix<<<2048, 256, 0, stream>>>(b0, most, most, most, 1.0, 5u);
        make_matrix<<<2048, 256, 0, stream>>>(c, most, most, most, 1.0, 6u);
    }
    ~Bench() {
        cudaFree(a);
        cudaFree(b);
        cudaFree(b0);
        cudaFree(c);
    }
    void prepare(Variant v, i64 order) {
        make_triangle<<<2048, 256, 0, stream>>>(a, order, order, v.uplo == 'L', v.diag == 'U', easy, 1.0, 9u);
    }
    // Both factors of a random matrix.
    void prepare_factors(i64 order) {
        std::int32_t* pivots;
        CUDA(cudaMalloc(&pivots, sizeof *pivots * static_cast<std::size_t>(order + 1)));
        CUDA(cudaMemsetAsync(pivots, 0, sizeof *pivots * static_cast<std::size_t>(order + 1), stream));
        make_matrix<<<2048, 256, 0, stream>>>(a, order, order, order, 1.0, 9u);
        if (shunt::gpu::getrf(fresh_queue(), p, order, order, {(char*)a, order, (int)sizeof(T)}, pivots,
                              pivots + order) != Status::ok)
            std::exit(2);
        CUDA(cudaStreamSynchronize(stream));
        cudaFree(pivots);
    }
    Action ours(TestQueue& q, bool multiply, Variant v, i64 order, i64 rhs) {
        const i64 m = v.side == 'L' ? order : rhs, n = v.side == 'L' ? rhs : order;
        return [=, this, &q] {
            (multiply ? shunt::gpu::trmm : shunt::gpu::trsm)(q, p, v.side, v.uplo, v.trans, v.diag, m, n, {1, 0},
                                                             {(char*)a, order, (int)sizeof(T)},
                                                             {(char*)b, m, (int)sizeof(T)});
        };
    }
    Action rival(bool multiply, Variant v, i64 order, i64 rhs) {
        const i64 m = v.side == 'L' ? order : rhs, n = v.side == 'L' ? rhs : order;
        return [=, this] {
            const float as[2] = {1, 0};
            const double ad[2] = {1, 0};
            BLAS((multiply ? rival_trmm : rival_trsm)(p, v.side, v.uplo, v.trans, v.diag, m, n,
                                                      p == 's' || p == 'c' ? (void*)as : (void*)ad, a, order, b, m));
        };
    }
    Action gemm(Variant v, i64 order, i64 rhs) {  // B := op(A) B0, a dense A
        const i64 m = v.side == 'L' ? order : rhs, n = v.side == 'L' ? rhs : order;
        const Array da{(char*)c, order, (int)sizeof(T)}, x{(char*)b0, m, (int)sizeof(T)},
            y{(char*)b, m, (int)sizeof(T)};
        return [=] {
            if (v.side == 'L')
                fresh_queue().gemm(p, v.trans, 'N', m, n, order, {1, 0}, da, x, {0, 0}, y);
            else
                fresh_queue().gemm(p, 'N', v.trans, m, n, order, {1, 0}, x, da, {0, 0}, y);
        };
    }
    std::vector<double> times(i64 order, i64 rhs, int runs, const std::vector<Action>& calls) {
        const auto reset = [&] {
            CUDA(cudaMemcpyAsync(b, b0, sizeof(T) * static_cast<std::size_t>(order * rhs), cudaMemcpyDeviceToDevice,
                                 stream));
        };
        return medians_ms(runs, reset, calls);
    }
};

template <class T> void time_all(FILE* csv, const std::vector<std::pair<i64, i64>>& shapes,
                                 const std::vector<Variant>& variants, int runs, bool factors) {
    i64 most = 0;
    for (auto [n, rhs] : shapes) most = std::max({most, n, rhs});
    Bench<T> bench(most);
    const double work = is_complex<T> ? 4 : 1;
    for (auto [n, rhs] : shapes)
        for (const Variant& v : variants) {
            if (factors)
                bench.prepare_factors(n);
            else
                bench.prepare(v, n);
            for (int multiply = 0; multiply < (factors ? 1 : 2); ++multiply) {
                const auto t = bench.times(n, rhs, runs,
                                           {bench.ours(fresh_queue(), multiply, v, n, rhs),
                                            bench.rival(multiply, v, n, rhs), bench.gemm(v, n, rhs)});
                const double ours = t[0], rival = t[1], gemm = t[2];
                const double flops =
                    work * static_cast<double>(n) * static_cast<double>(n) * static_cast<double>(rhs) * 1e-9;
                std::fprintf(csv, "%c%s,%c%c%c%c,%lld,%lld,%.5f,%.5f,%.5f,%.3f,%.3f,%.3f,%.2f,%.3f\n", Name<T>::p,
                             multiply ? "trmm" : "trsm", v.side, v.uplo, v.trans, v.diag, (long long)n, (long long)rhs,
                             ours, rival, gemm, flops / ours, flops / rival, 2 * flops / gemm, rival / ours,
                             gemm / 2 / ours);
            }
        }
    std::fflush(csv);
}

template <class T>
void tune(FILE* csv, const std::vector<std::pair<i64, i64>>& shapes, const std::vector<i64>& leaves, int runs) {
    i64 most = 0;
    for (auto [n, rhs] : shapes) most = std::max({most, n, rhs});
    Bench<T> bench(most);
    const Variant v{'L', 'L', 'N', 'N'};
    for (auto [n, rhs] : shapes) {
        bench.prepare(v, n);
        for (int multiply = 0; multiply < 2; ++multiply)
            for (i64 leaf : leaves) {
                if (leaf > n && leaf != leaves.front() && leaf / 2 >= n) continue;
                for (int columns : {16, 32, 64})
                    for (int kernel = 1; kernel < 4; ++kernel) {
                        if (sizeof(T) == 16 || Name<T>::p == 'c' ? columns == 64 || kernel > 1
                                                                 : columns == 64 && kernel > 1)
                            continue;
                        if (kernel == 3 && (columns > 16 || rhs > 256)) continue;
                        if (columns > 16 && rhs <= columns / 2) continue;
                        if (columns == 16 && rhs > 1024) continue;
                        TestQueue& q = fresh_queue();
                        q.cut = {columns, kernel};
                        q.order = leaf;
                        const double ms = bench.times(n, rhs, runs, {bench.ours(q, multiply, v, n, rhs)})[0];
                        std::fprintf(csv, "%c%s,%lld,%lld,leaf %lld,%d,%s,%.5f\n", Name<T>::p,
                                     multiply ? "trmm" : "trsm", (long long)n, (long long)rhs, (long long)leaf, columns,
                                     kernel == 1   ? "sweep"
                                     : kernel == 2 ? "stream"
                                                   : "deep",
                                     ms);
                    }
            }
    }
    std::fflush(csv);
}

// Where the broad kernel pays, and up to which order (leaf 0: as the device chooses).
void tune_broad(FILE* csv, int runs) {
    Bench<double> bench(16384);
    const Variant v{'L', 'L', 'N', 'N'};
    for (i64 n = 1024; n <= 16384; n *= 2)
        for (i64 rhs = 256; rhs <= n; rhs *= 2) {
            bench.prepare(v, n);
            const double gemm = bench.times(n, rhs, runs, {bench.gemm(v, n, rhs)})[0];
            for (int multiply = 0; multiply < 2; ++multiply) {
                std::fprintf(csv, "d%s,%lld,%lld,%.5f", multiply ? "trmm" : "trsm", (long long)n, (long long)rhs,
                             gemm / 2);
                for (i64 leaf : {i64{0}, i64{1024}, i64{2048}, i64{4096}, i64{8192}, i64{16384}}) {
                    if (leaf > n) continue;
                    TestQueue& q = fresh_queue();
                    q.order = leaf;
                    if (leaf) q.cut = {0, 4};
                    std::fprintf(csv, ",%lld,%.5f", (long long)leaf,
                                 bench.times(n, rhs, runs, {bench.ours(q, multiply, v, n, rhs)})[0]);
                }
                std::fprintf(csv, "\n");
            }
        }
    std::fflush(csv);
}

// Where row blocks in pairs pay: cuBLAS, the device's choice, then pairs by the width of a slice and the leaf's order.
template <class T> void tune_pairs(FILE* csv, const std::vector<i64>& orders, int runs) {
    Bench<T> bench(std::max<i64>(*std::max_element(orders.begin(), orders.end()), 4096));
    const Variant v{'L', 'L', 'N', 'N'};
    for (const bool factors : {false, true})
        for (i64 n : orders)
            for (i64 rhs : {1, 8, 16, 32, 64, 128, 256, 384, 512, 768, 1024, 2048, 4096}) {
                if (factors)
                    bench.prepare_factors(n);
                else
                    bench.prepare(v, n);
                std::fprintf(csv, "%c%s,%lld,%lld,%.5f,%.5f", Name<T>::p, factors ? "lu" : "trsm", (long long)n,
                             (long long)rhs, bench.times(n, rhs, runs, {bench.rival(false, v, n, rhs)})[0],
                             bench.times(n, rhs, runs, {bench.ours(fresh_queue(), false, v, n, rhs)})[0]);
                for (int columns : pairs_columns<T>())
                    for (i64 leaf : {n, n / 2, n / 4}) {
                        if (leaf < 512 || rhs > columns * (is_complex<T> ? 128 : 32)) continue;
                        if (rhs < columns / 2 && columns > pairs_columns<T>().front()) continue;
                        TestQueue& q = fresh_queue();
                        q.order = leaf;
                        q.cut = {columns, 5};
                        std::fprintf(csv, ",%d/%lld,%.5f", columns, (long long)leaf,
                                     bench.times(n, rhs, runs, {bench.ours(q, false, v, n, rhs)})[0]);
                    }
                std::fprintf(csv, "\n");
                std::fflush(csv);
            }
}

template <class F> void each_precision(const std::string& which, F&& f) {
    if (which.find('s') != std::string::npos) f(float{});
    if (which.find('d') != std::string::npos) f(double{});
    if (which.find('c') != std::string::npos) f(float2{});
    if (which.find('z') != std::string::npos) f(double2{});
}

}  // namespace

int main(int argc, char** argv) {
    int devices = 0;
    if (cudaGetDeviceCount(&devices) != cudaSuccess || devices == 0) return std::printf("skipped: no GPU\n"), 77;
    const std::string mode = argc > 1 ? argv[1] : "check", which = argc > 2 ? argv[2] : "sdcz";
    FILE* csv = argc > 3 && argv[3][0] == '/' ? std::fopen(argv[3], "w") : stdout;
    CUDA(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    BLAS(cublasCreate(&handle));
    BLAS(cublasSetStream(handle, stream));
    CUDA(cudaMalloc(&norms, sizeof(double) * 16384));
    cudaMemPool_t memory_pool;
    CUDA(cudaDeviceGetDefaultMemPool(&memory_pool, 0));
    std::uint64_t keep = UINT64_MAX;
    CUDA(cudaMemPoolSetAttribute(memory_pool, cudaMemPoolAttrReleaseThreshold, &keep));
    if (mode == "check" || mode == "small" || mode == "tiny" || mode == "hard" || mode == "special" || mode == "repeat")
        CUDA(cudaMalloc(&pool, std::size_t{3} << 30));
    if (mode == "check")
        each_precision(which, [](auto t) {
            check_variants<decltype(t)>({1, 2, 31, 32, 33, 63, 64, 65, 127, 128, 129, 200, 513, 1000},
                                        {1, 3, 15, 16, 17, 33, 64, 65, 100, 130, 257});
        });
    else if (mode == "tiny")  // for compute-sanitizer
        each_precision(which, [](auto t) {
            check_cuts<decltype(t)>();
            check_special<decltype(t)>(0, 193);
            for (int kernel : own_kernels<decltype(t)>()) check_special<decltype(t)>(kernel, 641);
        });
    else if (mode == "small")
        each_precision(which, [](auto t) { check_variants<decltype(t)>({1, 65, 130}, {1, 17, 70}); });
    else if (mode == "hard")
        each_precision(which, [](auto t) {
            check_hard<decltype(t)>(0);
            for (int kernel : own_kernels<decltype(t)>()) check_hard<decltype(t)>(kernel);
        });
    else if (mode == "special")
        each_precision(which, [](auto t) {
            check_special<decltype(t)>(0);
            check_columns_apart<decltype(t)>(0);
            for (int kernel : own_kernels<decltype(t)>()) check_columns_apart<decltype(t)>(kernel);
            for (int kernel : own_kernels<decltype(t)>())
                for (i64 n : {200, 641, 1025})  // a row in the last tile, tiles in two items
                    for (int columns : {0, pairs_columns<decltype(t)>().front(), pairs_columns<decltype(t)>().back()})
                        if (kernel == 5 || columns == 0) check_special<decltype(t)>(kernel, n, columns);
        });
    else if (mode == "repeat")
        each_precision(which, [](auto t) {
            const auto repeat = [](i64 n, i64 rhs, bool multiply, int kernel, Variant v = {'L', 'L', 'N', 'N'},
                                   Kind kind = easy) {
                TestQueue& q = fresh_queue();
                q.cut.kernel = kernel;
                Check how;
                how.repeats = 3;
                how.kind = kind;
                how.multiply = multiply;
                how.lags = kernel == 4;
                const double r = check<decltype(t)>(q, v, n, rhs, how, 3);
                if (!(r >= 0 && r < 30)) ++failures;
                std::printf("%c%s repeat %c %lld x %lld, kernel %d: %g\n", Name<decltype(t)>::p,
                            multiply ? "trmm" : "trsm", v.side, (long long)n, (long long)rhs, kernel, r);
            };
            for (auto [n, rhs] : std::vector<std::pair<i64, i64>>{{1000, 100}, {2048, 256}, {4096, 64}})
                repeat(n, rhs, false, 0);
            if (is_complex<decltype(t)>)  // on two queues
                for (const bool multiply : {false, true}) {
                    repeat(2100, 2100, multiply, 0);
                    repeat(2100, 2100, multiply, 0, {'R', 'U', 'T', 'N'});
                }
            if (Name<decltype(t)>::p == 'd') {
                for (auto [n, rhs] : std::vector<std::pair<i64, i64>>{{2000, 1500}, {700, 4200}, {130, 8500}})  // bands
                    for (const bool multiply : {false, true}) repeat(n, rhs, multiply, 4);
            }
            for (auto [n, rhs] : std::vector<std::pair<i64, i64>>{{130, 16}, {2000, 70}, {4096, 256}, {1500, 1500}})
                for (const char side : {'L', 'R'}) repeat(n, rhs, false, 5, {side, 'U', 'T', 'N'});
            // Pairs that are solved in different ways, in turns in each block of threads.
            repeat(1500, 1500, false, 5, {'L', 'L', 'N', 'N'}, few_small);
        });
    else if (mode == "time" || mode == "variants" || mode == "factors") {
        std::fprintf(csv,
                     "routine,variant,n,nrhs,ours_ms,cublas_ms,gemm_ms,ours_tflops,cublas_tflops,gemm_tflops,times_"
                     "cublas,of_gemm\n");
        each_precision(which, [&](auto t) {
            using T = decltype(t);
            std::vector<std::pair<i64, i64>> shapes;
            std::vector<Variant> variants = {{'L', 'L', 'N', 'N'}};
            if (mode == "factors") {
                variants = {{'L', 'L', 'N', 'U'}, {'L', 'U', 'N', 'N'}};
                for (i64 n = 1024; n <= 8192; n *= 2)
                    for (i64 rhs : {i64{16}, i64{64}, i64{256}, n}) shapes.push_back({n, rhs});
            } else if (mode == "variants") {
                int count;
                const Variant* list = all_variants(&count);
                variants.assign(list, list + count);
                for (i64 rhs : {64, 256}) shapes.push_back({2048, rhs});
                shapes.push_back({4096, 4096});
            } else {
                const i64 top = is_complex<T> ? 8192 : 16384;
                std::vector<i64> orders;
                for (int i = 4; i < argc; ++i) orders.push_back(std::atoll(argv[i]));
                if (orders.empty()) orders = {1024, 2048, 4096, 8192, top};
                for (i64 n : orders)
                    for (i64 rhs : {i64{16}, i64{64}, i64{256}, i64{512}, i64{1024}, n})
                        if (rhs <= n) shapes.push_back({n, rhs});
                std::sort(shapes.begin(), shapes.end());
                shapes.erase(std::unique(shapes.begin(), shapes.end()), shapes.end());
            }
            time_all<T>(csv, shapes, variants, 5, mode == "factors");
        });
    } else if (mode == "tune") {
        each_precision(which, [&](auto t) {
            using T = decltype(t);
            tune<T>(csv,
                    {{1024, 16},
                     {1024, 64},
                     {1024, 256},
                     {1024, 1024},
                     {2048, 64},
                     {2048, 256},
                     {2048, 2048},
                     {4096, 16},
                     {4096, 64},
                     {4096, 256},
                     {4096, 1024},
                     {8192, 64},
                     {8192, 256},
                     {8192, 512},
                     {8192, 1024}},
                    {512, 1024, 2048, 4096, 8192}, 3);
            tune<T>(csv, {{4096, 4096}, {8192, 8192}}, {512, 1024, 2048, 4096}, 3);
        });
    } else if (mode == "broad") {
        tune_broad(csv, 3);
    } else if (mode == "pairs") {
        std::vector<i64> orders;
        for (int i = 4; i < argc; ++i) orders.push_back(std::atoll(argv[i]));
        if (orders.empty()) orders = {512, 1024, 2048, 4096, 8192, 16384};
        each_precision(which, [&](auto t) { tune_pairs<decltype(t)>(csv, orders, 5); });
    } else if (mode == "one")  // multiply n nrhs columns alone leaf: for a profiler
        each_precision(which, [&](auto t) {
            const auto number = [&](int k) { return static_cast<i64>(argc > k ? std::atoll(argv[k]) : 0); };
            const i64 n = number(5), rhs = number(6);
            Bench<decltype(t)> bench(std::max(n, rhs));
            TestQueue& q = fresh_queue();
            q.cut = {static_cast<int>(number(7)), static_cast<int>(number(8))};
            q.order = number(9);
            const Variant v{'L', 'L', 'N', 'N'};
            bench.prepare(v, n);
            std::printf("%.5f ms\n", bench.times(n, rhs, 5, {bench.ours(q, number(4) != 0, v, n, rhs)})[0]);
        });
    else if (mode == "products")  // which shapes of products recursion should use
        each_precision(which, [&](auto t) {
            using T = decltype(t);
            Bench<T> bench(8192);
            TestQueue& q = fresh_queue();
            for (i64 n : {256, 1024, 4096, 8192})
                for (auto [m, k] : std::vector<std::pair<i64, i64>>{{256, 256},
                                                                    {512, 512},
                                                                    {1024, 1024},
                                                                    {2048, 2048},
                                                                    {4096, 4096},
                                                                    {8192, 8192},
                                                                    {256, 2048},
                                                                    {512, 2048},
                                                                    {512, 4096},
                                                                    {1024, 4096},
                                                                    {2048, 512},
                                                                    {4096, 512},
                                                                    {4096, 256},
                                                                    {4096, 1024},
                                                                    {7680, 512},
                                                                    {7168, 1024},
                                                                    {512, 7680},
                                                                    {1024, 7168},
                                                                    {256, 7936}}) {
                    const Array a{(char*)bench.c, 8192, (int)sizeof(T)}, x{(char*)bench.b0, 8192, (int)sizeof(T)},
                        y{(char*)bench.b, 8192, (int)sizeof(T)};
                    const auto product = [&](char trans) {
                        return [&, trans] { q.gemm(Name<T>::p, trans, 'N', m, n, k, {-1e-4, 0}, a, x, {1, 0}, y); };
                    };
                    const auto ms = medians_ms(5, [] {}, {product('N'), product('T')});
                    const double w = 2e-9 * static_cast<double>(m) * static_cast<double>(n) * static_cast<double>(k) *
                                     (is_complex<T> ? 4 : 1);
                    std::fprintf(csv, "%cgemm,%lld,%lld,%lld,%.5f,%.5f,%.2f,%.2f\n", Name<T>::p, (long long)m,
                                 (long long)n, (long long)k, ms[0], ms[1], w / ms[0], w / ms[1]);
                }
        });
    std::printf("%s %s: %d failures\n", mode.c_str(), which.c_str(), failures);
    return failures != 0;
}
