// In: a GPU, libshunt.so and its plug-in. Out: CSV lines of batched calls on device memory: ours, cuBLAS's or
// cuSOLVER's, and the bound of the memory; medians of 7, by turns with the rival, after a warm-up, on one stream.
// Arguments: precisions, then operations, and orders if not those of the table. "calls": microseconds of calls of few
// problems instead. SHUNT_BENCH_MIB: MiB of an operand, else 256. SHUNT_BENCH_MOST: problems of variable size at most,
// else 20000. SHUNT_BENCH_MAGMA: path of libmagma.so, which is the rival then; d alone.
#include <cublas_v2.h>
#include <cuda_runtime.h>
#include <cusolverDn.h>
#include <dlfcn.h>

#include <algorithm>
#include <cctype>
#include <chrono>
#include <complex>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <random>
#include <string>
#include <vector>

extern "C" void shunt_set_stream(void*);
extern "C" int shunt_dgetrf_batch_strided_async(...);
extern "C" int shunt_dpotrf_vbatch_async(...);
#define NAMES(p)                                  \
    extern "C" void p##gemm_batch_strided_(...);  \
    extern "C" void p##gemv_batch_strided_(...);  \
    extern "C" void p##trsm_batch_strided_(...);  \
    extern "C" void p##trsv_batch_strided_(...);  \
    extern "C" void p##getrf_batch_strided_(...); \
    extern "C" void p##potrf_batch_strided_(...); \
    extern "C" void p##geqrf_batch_strided_(...); \
    extern "C" void p##gebrd_batch_strided_(...); \
    extern "C" void p##potrf_vbatch_(...);        \
    extern "C" void p##getrf_vbatch_(...);        \
    extern "C" void p##gemm_vbatch_(...);
NAMES(s)
NAMES(d)
NAMES(c)
NAMES(z)

static void must(cudaError_t e, int line) {
    if (e == cudaSuccess) return;
    std::printf("CUDA, line %d: %s\n", line, cudaGetErrorString(e));
    std::exit(2);
}
#define MUST(x) must((x), __LINE__)

static cudaStream_t stream;
static cublasHandle_t blas;
static cusolverDnHandle_t solver;
static void *magma, *queue;  // MAGMA's library, and what it calls a queue: the stream

// Opens it; its names and numbers are those of magma_auxiliary.h and magma_types.h, 2.10.
static void open_magma(const char* path) {
    magma = dlopen(path, RTLD_LAZY);
    if (!magma) std::printf("%s\n", dlerror()), std::exit(2);
    const auto init = reinterpret_cast<int (*)()>(dlsym(magma, "magma_init"));
    const auto create =
        reinterpret_cast<void (*)(int, cudaStream_t, cublasHandle_t, void*, void**, const char*, const char*, int)>(
            dlsym(magma, "magma_queue_create_from_cuda_internal"));
    if (!init || !create || init()) std::puts("MAGMA does not start"), std::exit(2);
    create(0, stream, blas, nullptr, &queue, "", "", 0);
}

// Seconds of each of `all`: medians of 7, by turns (products heat the device until its clock falls), each after
// `before`.
static std::vector<double> seconds(const std::function<void()>& before, const std::vector<std::function<void()>>& all) {
    constexpr int rounds = 7;
    cudaEvent_t first, last;
    MUST(cudaEventCreate(&first));
    MUST(cudaEventCreate(&last));
    std::vector<std::vector<double>> times(all.size());
    for (int round = -1; round < rounds; ++round)
        for (std::size_t i = 0; i < all.size(); ++i) {
            before();
            MUST(cudaEventRecord(first, stream));
            all[i]();
            MUST(cudaEventRecord(last, stream));
            MUST(cudaStreamSynchronize(stream));
            float ms = 0;
            MUST(cudaEventElapsedTime(&ms, first, last));
            if (round >= 0) times[i].push_back(ms * 1e-3);
        }
    MUST(cudaGetLastError());
    std::vector<double> medians;
    for (auto& t : times) {
        std::sort(t.begin(), t.end());
        medians.push_back(t[rounds / 2]);
    }
    MUST(cudaEventDestroy(first));
    MUST(cudaEventDestroy(last));
    return medians;
}

template <class T> struct Names;
#define TYPE(T, p, P, Native)                                                                                \
    template <> struct Names<T> {                                                                            \
        using Type = Native;                                                                                 \
        static constexpr char letter = #p[0];                                                                \
        static constexpr auto gemm = p##gemm_batch_strided_, gemv = p##gemv_batch_strided_,                  \
                              trsm = p##trsm_batch_strided_, trsv = p##trsv_batch_strided_,                  \
                              getrf = p##getrf_batch_strided_, potrf = p##potrf_batch_strided_,              \
                              geqrf = p##geqrf_batch_strided_, gebrd = p##gebrd_batch_strided_,              \
                              vpotrf = p##potrf_vbatch_, vgetrf = p##getrf_vbatch_, vgemm = p##gemm_vbatch_; \
        using Real = decltype(std::abs(T()));                                                                \
        static constexpr auto rival_gemm = cublas##P##gemmStridedBatched;                                    \
        static constexpr auto rival_gemv = cublas##P##gemvStridedBatched;                                    \
        static constexpr auto rival_trsm = cublas##P##trsmBatched;                                           \
        static constexpr auto rival_getrf = cublas##P##getrfBatched;                                         \
        static constexpr auto rival_potrf = cusolverDn##P##potrfBatched;                                     \
        static constexpr auto rival_geqrf = cublas##P##geqrfBatched;                                         \
        static constexpr auto rival_gebrd = cusolverDn##P##gebrd;                                            \
    };
TYPE(float, s, S, float)
TYPE(double, d, D, double)
TYPE(std::complex<float>, c, C, cuComplex)
TYPE(std::complex<double>, z, Z, cuDoubleComplex)

struct Line {
    double flops, bytes;
    std::function<void()> ours, rival;
};

// Lists of addresses, orders and leading dimensions in device memory.
struct Lists {
    double **a, **b, **c, **vectors;  // vectors: those of c, packed
    int** pivots;
    int *n, *ld;
};

// MAGMA's call of an operation, none if it has no such one; 111 is N, 112 T, 122 lower, 131 with a diagonal, 141 left.
static std::function<void()> magma_call(const std::string& op, int n, int count, const Lists& l, const double* a,
                                        const double* b, double* c, int* info) {
    const auto find = [](const char* name) {
        void* f = dlsym(magma, name);
        if (!f) std::printf("%s is not in this MAGMA\n", name), std::exit(2);
        return f;
    };
    using Matrix = double* const*;
    if (op == "gemm" || op == "gemm_tn") {
        const auto f = reinterpret_cast<void (*)(int, int, int, int, int, double, Matrix, int, Matrix, int, double,
                                                 Matrix, int, int, void*)>(find("magma_dgemm_batched"));
        return [=] { f(op == "gemm" ? 111 : 112, 111, n, n, n, 1, l.a, n, l.b, n, 0, l.c, n, count, queue); };
    }
    if (op == "gemv" || op == "gemv_t") {
        const auto f =
            reinterpret_cast<void (*)(int, int, int, double, const double*, int, int, const double*, int, int, double,
                                      double*, int, int, int, void*)>(find("magmablas_dgemv_batched_strided"));
        return [=] { f(op == "gemv" ? 111 : 112, n, n, 1, a, n, n * n, b, 1, n, 0, c, 1, n, count, queue); };
    }
    if (op == "trsm") {
        const auto f =
            reinterpret_cast<void (*)(int, int, int, int, int, int, double, Matrix, int, Matrix, int, int, void*)>(
                find("magmablas_dtrsm_batched"));
        return [=] { f(141, 122, 111, 131, n, n, 1, l.a, n, l.c, n, count, queue); };
    }
    if (op == "trsv") {
        const auto f = reinterpret_cast<void (*)(int, int, int, int, Matrix, int, Matrix, int, int, void*)>(
            find("magmablas_dtrsv_batched"));
        return [=] { f(122, 111, 131, n, l.a, n, l.vectors, 1, count, queue); };
    }
    if (op == "getrf") {
        const auto f =
            reinterpret_cast<int (*)(int, int, Matrix, int, int**, int*, int, void*)>(find("magma_dgetrf_batched"));
        return [=] { f(n, n, l.a, n, l.pivots, info, count, queue); };
    }
    if (op == "potrf") {  // of an upper triangle there is none
        const auto f = reinterpret_cast<int (*)(int, int, Matrix, int, int*, int, void*)>(find("magma_dpotrf_batched"));
        return [=] { f(122, n, l.a, n, info, count, queue); };
    }
    if (op == "geqrf") {
        const auto f =
            reinterpret_cast<int (*)(int, int, Matrix, int, Matrix, int*, int, void*)>(find("magma_dgeqrf_batched"));
        return [=] { f(n, n, l.a, n, l.vectors, info, count, queue); };
    }
    if (op == "vgemm") {
        const auto f = reinterpret_cast<void (*)(int, int, int*, int*, int*, double, Matrix, int*, Matrix, int*, double,
                                                 Matrix, int*, int, void*)>(find("magmablas_dgemm_vbatched"));
        return [=] { f(111, 111, l.n, l.n, l.n, 1, l.a, l.ld, l.b, l.ld, 0, l.c, l.ld, count, queue); };
    }
    if (op == "vpotrf") {
        const auto f =
            reinterpret_cast<int (*)(int, int*, Matrix, int*, int*, int, void*)>(find("magma_dpotrf_vbatched"));
        return [=] { f(122, l.n, l.a, l.ld, info, count, queue); };
    }
    if (op == "vgetrf") {
        const auto f =
            reinterpret_cast<int (*)(int*, int*, Matrix, int*, int**, int*, int, void*)>(find("magma_dgetrf_vbatched"));
        return [=] { f(l.n, l.n, l.a, l.ld, l.pivots, info, count, queue); };
    }
    return {};
}

template <class T> static void measure(const std::vector<std::string>& operations, bool quick) {
    using N = Names<T>;
    using Native = typename N::Type;
    constexpr bool pair = !std::is_floating_point_v<T>;
    const double weight = pair ? 4 : 1;
    const char* const mib = std::getenv("SHUNT_BENCH_MIB");
    const std::size_t most = std::size_t(mib ? std::atoi(mib) : 256) << 20;  // bytes of a matrix operand
    T *a, *b, *c, *origin;
    int *info, *pivots;
    void** lists;
    constexpr std::size_t problems = std::size_t{4} << 20;
    MUST(cudaMalloc(&a, most));
    MUST(cudaMalloc(&b, most));
    MUST(cudaMalloc(&c, most));
    MUST(cudaMalloc(&origin, most));
    MUST(cudaMalloc(&info, problems * 4));
    MUST(cudaMalloc(&pivots, most));
    MUST(cudaMalloc(&lists, 5 * problems * 8));
    int* numbers;  // orders and leading dimensions, each with one more, which MAGMA wants
    MUST(cudaMalloc(&numbers, 2 * (problems + 1) * 4));
    std::vector<T> host(most / sizeof(T));
    std::vector<int> orders{2,  3,  4,  6,  8,   12,  16,  20,  24,  28,  32, 40,
                            48, 64, 80, 96, 112, 128, 160, 192, 256, 384, 512};
    std::vector<int> given;
    for (const std::string& word : operations)
        if (std::isdigit(static_cast<unsigned char>(word[0]))) given.push_back(std::stoi(word));
    if (quick) orders = {4, 8, 16, 24, 32, 48, 64, 96, 128, 192, 256, 512};
    if (!given.empty()) orders = given;
    std::vector<void*> pointers;
    for (const int n : orders) {
        const int count = static_cast<int>(std::min<std::size_t>(problems, most / sizeof(T) / n / n)), one = 1;
        const int stride = n * n;
        std::mt19937 random(1);
        std::uniform_real_distribution<double> uniform(-1, 1);
        const std::size_t period = std::size_t(stride) * std::min(count, 1000);
        for (std::size_t i = 0; i < std::size_t(stride) * count; ++i)
            if (i < period)
                host[i] = T(uniform(random));
            else
                host[i] = host[i - period];
        for (int i = 0; i < count; ++i)
            for (int j = 0; j < n; ++j) host[std::size_t(i) * stride + j * (n + 1)] = T(2.0 + n);
        MUST(cudaMemcpy(origin, host.data(), std::size_t(stride) * count * sizeof(T), cudaMemcpyHostToDevice));
        MUST(cudaMemcpy(b, host.data(), std::size_t(stride) * count * sizeof(T), cudaMemcpyHostToDevice));
        pointers.resize(5 * std::size_t(count));
        for (int i = 0; i < count; ++i) {
            T* const matrices[] = {a, c, b};
            for (int k = 0; k < 3; ++k) pointers[k * std::size_t(count) + i] = matrices[k] + std::size_t(i) * stride;
            pointers[3 * std::size_t(count) + i] = c + std::size_t(i) * n;
            pointers[4 * std::size_t(count) + i] = pivots + std::size_t(i) * n;
        }
        MUST(cudaMemcpy(lists, pointers.data(), 40ull * count, cudaMemcpyHostToDevice));
        const auto renew = [&] {
            for (T* x : {a, c})
                MUST(cudaMemcpyAsync(x, origin, std::size_t(stride) * count * sizeof(T), cudaMemcpyDeviceToDevice,
                                     stream));
        };
        const T alpha = T(1), beta = T(0);
        const auto* al = reinterpret_cast<const Native*>(&alpha);
        const auto* be = reinterpret_cast<const Native*>(&beta);
        auto* na = reinterpret_cast<Native*>(a);
        auto* nb = reinterpret_cast<Native*>(b);
        auto* nc = reinterpret_cast<Native*>(c);
        auto** la = reinterpret_cast<Native**>(lists);
        auto **lc = la + count, **vectors = la + 3 * std::size_t(count);
        [[maybe_unused]] const Lists for_magma{reinterpret_cast<double**>(la),
                                               reinterpret_cast<double**>(la + 2 * std::size_t(count)),
                                               reinterpret_cast<double**>(lc),
                                               reinterpret_cast<double**>(vectors),
                                               reinterpret_cast<int**>(la + 4 * std::size_t(count)),
                                               numbers,
                                               numbers + problems + 1};
        // What each leaves of the middle problem; a rival that does something else is none.
        const auto agree = [&](int some, const std::vector<std::function<void()>>& all) {
            const std::size_t at = some / 2;
            std::vector<std::vector<T>> left;
            for (const auto& f : all) {
                renew();
                f();
                MUST(cudaStreamSynchronize(stream));
                for (const T* from : {a + at * stride, c + at * stride, c + at * n}) {  // the last ones: vectors
                    left.emplace_back(stride);
                    MUST(cudaMemcpy(left.back().data(), from, stride * sizeof(T), cudaMemcpyDeviceToHost));
                }
            }
            for (std::size_t k = 0; k < 3; ++k)
                for (int i = 0; i < stride; ++i)
                    if (!(std::abs(left[k][i] - left[left.size() - 3 + k][i]) < 1e-3 * (n + 2))) return false;
            return true;
        };
        const double x = n, size = sizeof(T);
        for (const std::string& op : operations) {
            Line l{};
            double alone = 0;  // seconds of a rival that is not called for all
            if (op == "gemm")
                l = {2 * x * x * x, 3 * x * x,
                     [&] {
                         N::gemm("N", "N", &n, &n, &n, &alpha, a, &n, &stride, b, &n, &stride, &beta, c, &n, &stride,
                                 &count);
                     },
                     [&] {
                         N::rival_gemm(blas, CUBLAS_OP_N, CUBLAS_OP_N, n, n, n, al, na, n, stride, nb, n, stride, be,
                                       nc, n, stride, count);
                     }};
            if (op == "gemm_tn")
                l = {2 * x * x * x, 3 * x * x,
                     [&] {
                         N::gemm("T", "N", &n, &n, &n, &alpha, a, &n, &stride, b, &n, &stride, &beta, c, &n, &stride,
                                 &count);
                     },
                     [&] {
                         N::rival_gemm(blas, CUBLAS_OP_T, CUBLAS_OP_N, n, n, n, al, na, n, stride, nb, n, stride, be,
                                       nc, n, stride, count);
                     }};
            if (op == "gemv")
                l = {2 * x * x, x * x + 2 * x,
                     [&] { N::gemv("N", &n, &n, &alpha, a, &n, &stride, b, &one, &n, &beta, c, &one, &n, &count); },
                     [&] { N::rival_gemv(blas, CUBLAS_OP_N, n, n, al, na, n, stride, nb, 1, n, be, nc, 1, n, count); }};
            if (op == "gemv_t")
                l = {2 * x * x, x * x + 2 * x,
                     [&] { N::gemv("T", &n, &n, &alpha, a, &n, &stride, b, &one, &n, &beta, c, &one, &n, &count); },
                     [&] { N::rival_gemv(blas, CUBLAS_OP_T, n, n, al, na, n, stride, nb, 1, n, be, nc, 1, n, count); }};
            if (op == "trsm")
                l = {x * x * x, 2.5 * x * x,
                     [&] { N::trsm("L", "L", "N", "N", &n, &n, &alpha, a, &n, &stride, c, &n, &stride, &count); },
                     [&] {
                         N::rival_trsm(blas, CUBLAS_SIDE_LEFT, CUBLAS_FILL_MODE_LOWER, CUBLAS_OP_N,
                                       CUBLAS_DIAG_NON_UNIT, n, n, al, la, n, lc, n, count);
                     }};
            if (op == "trsv")
                l = {x * x, .5 * x * x + 2 * x,
                     [&] { N::trsv("L", "N", "N", &n, a, &n, &stride, c, &one, &n, &count); },
                     [&] {
                         N::rival_trsm(blas, CUBLAS_SIDE_LEFT, CUBLAS_FILL_MODE_LOWER, CUBLAS_OP_N,
                                       CUBLAS_DIAG_NON_UNIT, n, 1, al, la, n, vectors, n, count);
                     }};
            if (op == "getrf")
                l = {2 * x * x * x / 3, 2 * x * x, [&] { N::getrf(&n, &n, a, &n, &stride, pivots, &n, &count, info); },
                     [&] { N::rival_getrf(blas, n, la, n, pivots, info, count); }};
            if (op == "potrf" || op == "potrf_u") {
                const char uplo = op == "potrf" ? 'L' : 'U';
                const auto fill = uplo == 'L' ? CUBLAS_FILL_MODE_LOWER : CUBLAS_FILL_MODE_UPPER;
                l = {x * x * x / 3, x * x, [&, uplo] { N::potrf(&uplo, &n, a, &n, &stride, &count, info); },
                     [&, fill] { N::rival_potrf(solver, fill, n, la, n, info, count); }};
            }
            if (op == "geqrf")
                l = {4 * x * x * x / 3, 2 * x * x, [&] { N::geqrf(&n, &n, a, &n, &stride, c, &n, &count, info); },
                     [&] {
                         int wrong = 0;
                         N::rival_geqrf(blas, n, n, la, n, lc, &wrong, count);
                     }};
            if (op == "gebrd") {
                // What it gives beside the matrix lies in those of the products.
                auto *d = reinterpret_cast<typename N::Real*>(b), *e = d + std::size_t(count) * n;
                T *tauq = c, *taup = c + std::size_t(count) * n;
                l = {8 * x * x * x / 3, 2 * x * x, [&, d, e, tauq, taup] {
                         N::gebrd(&n, &n, a, &n, &stride, d, &n, e, &n, tauq, &n, taup, &n, &count, info);
                     }};
                // One after the other, of some.
                const int some = std::min(count, 32);
                constexpr int room = 1 << 20;
                const auto rival = [&] {
                    for (int i = 0; i < some; ++i)
                        N::rival_gebrd(solver, n, n, na + std::size_t(i) * stride, n, d, e, nc, nc + n, nb + room, room,
                                       info);
                };
                alone = seconds(renew, {rival})[0] / some * count;
            }
            const std::string stem = op.substr(0, op.find('_'));
            if (stem == "vpotrf" || stem == "vgetrf" || stem == "vgemm") {
                // Orders 1 ... n at random; beside them all of order n. Addresses are in device memory, sizes in the
                // host's; "_there": sizes, too; "_here": neither.
                if (n < 32) continue;
                static std::vector<int> sizes, lds;
                sizes.resize(count), lds.assign(count, n);
                double flops = 0;
                const char* const most = std::getenv("SHUNT_BENCH_MOST");
                const int some = std::min(count, most ? std::atoi(most) : 20000);
                for (int i = 0; i < some; ++i) {
                    sizes[i] = 1 + int(random() % unsigned(n));
                    flops += std::pow(double(sizes[i]), 3) / 3;
                }
                const bool lu = stem == "vgetrf", products = stem == "vgemm";
                const int *order = sizes.data(), *ld = lds.data();
                void** at = lists;
                int *const orders_there = numbers, *const lds_there = numbers + problems + 1;
                MUST(cudaMemcpy(orders_there, sizes.data(), 4ull * some, cudaMemcpyHostToDevice));
                MUST(cudaMemcpy(lds_there, lds.data(), 4ull * some, cudaMemcpyHostToDevice));
                if (op.ends_with("_there")) order = orders_there, ld = lds_there;
                if (op.ends_with("_here")) at = pointers.data();
                const auto variable = [&] {
                    if (products)
                        N::vgemm("N", "N", order, order, order, &alpha, at, ld, at + 2 * std::size_t(count), ld, &beta,
                                 at + count, ld, &some);
                    else if (lu)
                        N::vgetrf(order, order, at, ld,
                                  (at == lists ? lists : pointers.data()) + 4 * std::size_t(count), &some, info);
                    else
                        N::vpotrf("L", order, at, ld, &some, info);
                };
                const auto equal = [&] {
                    if (products)
                        N::gemm("N", "N", &n, &n, &n, &alpha, a, &n, &stride, b, &n, &stride, &beta, c, &n, &stride,
                                &some);
                    else if (lu)
                        N::getrf(&n, &n, a, &n, &stride, pivots, &n, &some, info);
                    else
                        N::potrf("L", &n, a, &n, &stride, &some, info);
                };
                std::function<void()> rival = equal;
                if constexpr (std::is_same_v<T, double>)
                    if (magma) rival = magma_call(stem, n, some, for_magma, a, b, c, info);
                // Whole calls: what the CPU does before the first launch is not hidden.
                const auto times = seconds(
                    [&] {
                        renew();
                        MUST(cudaStreamSynchronize(stream));
                    },
                    {variable, rival});
                if (magma && !agree(some, {variable, rival})) std::printf("%s %d: results differ\n", op.c_str(), n);
                const double f = (products ? 6 : lu ? 2 : 1) * weight * 1e-12;
                const double rate = f * flops / times[0];
                const double other = f * (magma ? flops : some * std::pow(double(n), 3) / 3) / times[1];
                std::printf("%c%s,%d,%d,%.4f,%.4f,%.2f,\n", N::letter, op.c_str(), n, some, rate, other, rate / other);
                std::fflush(stdout);
                continue;
            }
            if (!l.ours) continue;
            if constexpr (std::is_same_v<T, double>)
                if (magma) l.rival = magma_call(op, n, count, for_magma, a, b, c, info);
            std::vector<std::function<void()>> calls{l.ours};
            if (l.rival) calls.push_back(l.rival);
            const auto times = seconds(renew, calls);
            if (magma && !agree(count, calls)) std::printf("%s %d: results differ\n", op.c_str(), n);
            const double t = times[0], u = l.rival ? times[1] : alone;
            const double bound = std::max(weight * l.flops / 60e12, l.bytes * size / 4.1e12) * count;
            std::printf("%c%s,%d,%d,%.4f,%.4f,%.2f,%.2f\n", N::letter, op.c_str(), n, count,
                        weight * l.flops * count / t * 1e-12, u > 0 ? weight * l.flops * count / u * 1e-12 : 0, u / t,
                        bound / t);
            std::fflush(stdout);
        }
    }
    for (void* p :
         {static_cast<void*>(a), static_cast<void*>(b), static_cast<void*>(c), static_cast<void*>(origin),
          static_cast<void*>(info), static_cast<void*>(pivots), static_cast<void*>(lists), static_cast<void*>(numbers)})
        MUST(cudaFree(p));
}

// Microseconds of a call of `count` problems, many in a row: the way that each is made is a name of its own.
static void measure_calls() {
    constexpr int most = 1000, n_most = 32, repeats = 200;
    constexpr std::size_t room = 1 << 20;
    double* a;
    int *info, *pivots;
    void *workspace, **lists;
    MUST(cudaMalloc(&a, sizeof(double) * n_most * n_most * most));
    MUST(cudaMalloc(&info, 4 * most));
    MUST(cudaMalloc(&pivots, 4 * n_most * most));
    MUST(cudaMalloc(&workspace, room));
    MUST(cudaMalloc(&lists, 8 * most));
    std::vector<double> host(n_most * n_most * most);
    std::vector<void*> pointers;
    std::vector<int> sizes, lds(most, n_most);
    std::mt19937 random(1);
    for (std::size_t i = 0; i < host.size(); ++i) host[i] = i % (n_most + 1) == 0 ? 40.0 : 1.0 / double(i % 97 + 1);
    for (int i = 0; i < most; ++i) sizes.push_back(1 + int(random() % n_most)), pointers.push_back(a + i * 1024);
    MUST(cudaMemcpy(lists, pointers.data(), 8 * most, cudaMemcpyHostToDevice));
    const auto time = [&](const char* name, int n, int count, const std::function<void()>& f) {
        std::vector<double> all;
        for (int round = -1; round < 5; ++round) {
            MUST(cudaMemcpy(a, host.data(), host.size() * 8, cudaMemcpyHostToDevice));
            const auto start = std::chrono::steady_clock::now();
            for (int i = 0; i < repeats; ++i) f();
            MUST(cudaStreamSynchronize(stream));
            if (round >= 0)
                all.push_back(std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
        }
        std::sort(all.begin(), all.end());
        std::printf("%s,%d,%d,%.2f\n", name, n, count, all[2] / repeats * 1e6);
        std::fflush(stdout);
    };
    const auto in_graph = [&](const char* name, int n, int count, const std::function<void()>& f) {
        cudaGraph_t graph;
        cudaGraphExec_t ready;
        MUST(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
        f();
        MUST(cudaStreamEndCapture(stream, &graph));
        MUST(cudaGraphInstantiate(&ready, graph, 0));
        time(name, n, count, [&] { MUST(cudaGraphLaunch(ready, stream)); });
        MUST(cudaGraphExecDestroy(ready));
        MUST(cudaGraphDestroy(graph));
    };
    std::puts("call,n,count,us");
    for (const int n : {8, 32})
        for (const int count : {1, 100, most}) {
            const int stride = n * n;
            std::size_t bytes = room;
            const auto plain = [&] { dgetrf_batch_strided_(&n, &n, a, &n, &stride, pivots, &n, &count, info); };
            const auto async = [&] {
                if (shunt_dgetrf_batch_strided_async(&n, &n, a, &n, &stride, pivots, &n, &count, info, stream,
                                                     workspace, &bytes) != 0)
                    std::exit(3);
            };
            shunt_set_stream(nullptr);
            time("dgetrf_batch_strided", n, count, plain);
            shunt_set_stream(stream);
            time("dgetrf_batch_strided on a stream", n, count, plain);
            time("shunt_dgetrf_batch_strided_async", n, count, async);
            in_graph("the same in a graph", n, count, async);
            time("cublasDgetrfBatched", n, count,
                 [&] { cublasDgetrfBatched(blas, n, reinterpret_cast<double**>(lists), n, pivots, info, count); });
        }
    for (const int count : {100, most}) {
        std::size_t bytes = room;
        const auto plain = [&] { dpotrf_vbatch_("L", sizes.data(), pointers.data(), lds.data(), &count, info); };
        const auto async = [&](void** list) {
            if (shunt_dpotrf_vbatch_async("L", sizes.data(), list, lds.data(), &count, info, stream, workspace,
                                          &bytes) != 0)
                std::exit(3);
        };
        shunt_set_stream(nullptr);
        time("dpotrf_vbatch", n_most, count, plain);
        shunt_set_stream(stream);
        time("dpotrf_vbatch on a stream", n_most, count, plain);
        time("shunt_dpotrf_vbatch_async", n_most, count, [&] { async(pointers.data()); });
        time("shunt_dpotrf_vbatch_async, addresses on the device", n_most, count, [&] { async(lists); });
        in_graph("the same in a graph", n_most, count, [&] { async(lists); });
    }
    for (void* p : {static_cast<void*>(a), static_cast<void*>(info), static_cast<void*>(pivots), workspace,
                    static_cast<void*>(lists)})
        MUST(cudaFree(p));
}

int main(int argc, char** argv) {
    int devices = 0;
    if (cudaGetDeviceCount(&devices) != cudaSuccess || devices == 0) return 77;
    if (argc < 2)
        return std::puts("usage: shunt_gpu_batch_bench [quick] PRECISIONS OPERATION... [ORDER...], or calls"), 2;
    MUST(cudaStreamCreate(&stream));
    cublasCreate(&blas);
    cublasSetStream(blas, stream);
    cusolverDnCreate(&solver);
    cusolverDnSetStream(solver, stream);
    shunt_set_stream(stream);
    if (const char* path = std::getenv("SHUNT_BENCH_MAGMA")) open_magma(path);
    if (std::string(argv[1]) == "calls") return measure_calls(), 0;
    const bool quick = std::string(argv[1]) == "quick";
    std::vector<std::string> operations(argv + 2 + quick, argv + argc);
    std::puts("operation,n,count,ours TFLOP/s,theirs,ours over theirs,of the bound");
    for (const char* p = argv[1 + quick]; *p; ++p) {
        if (*p == 's') measure<float>(operations, quick);
        if (*p == 'd') measure<double>(operations, quick);
        if (*p == 'c') measure<std::complex<float>>(operations, quick);
        if (*p == 'z') measure<std::complex<double>>(operations, quick);
    }
    shunt_set_stream(nullptr);
}
