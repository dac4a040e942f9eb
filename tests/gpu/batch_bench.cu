// In: a GPU, libshunt.so and its plug-in. Out: CSV lines of batched calls on device memory: ours, cuBLAS's or
// cuSOLVER's, and the bound of the memory; medians of 5 after a warm-up, on one stream. Arguments: precisions, then
// operations, and orders if not those of the table. "calls": microseconds of calls of few problems instead.
#include <cublas_v2.h>
#include <cuda_runtime.h>
#include <cusolverDn.h>

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
    extern "C" void p##getrf_vbatch_(...);
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

// Seconds of f: medians of 5, each after `before`.
static double seconds(const std::function<void()>& before, const std::function<void()>& f) {
    cudaEvent_t first, last;
    MUST(cudaEventCreate(&first));
    MUST(cudaEventCreate(&last));
    std::vector<float> all;
    for (int i = -1; i < 5; ++i) {
        before();
        MUST(cudaEventRecord(first, stream));
        f();
        MUST(cudaEventRecord(last, stream));
        MUST(cudaStreamSynchronize(stream));
        float ms = 0;
        MUST(cudaEventElapsedTime(&ms, first, last));
        if (i >= 0) all.push_back(ms);
    }
    MUST(cudaGetLastError());
    std::sort(all.begin(), all.end());
    MUST(cudaEventDestroy(first));
    MUST(cudaEventDestroy(last));
    return all[2] * 1e-3;
}

template <class T> struct Names;
#define TYPE(T, p, P, Native)                                                                   \
    template <> struct Names<T> {                                                               \
        using Type = Native;                                                                    \
        static constexpr char letter = #p[0];                                                   \
        static constexpr auto gemm = p##gemm_batch_strided_, gemv = p##gemv_batch_strided_,     \
                              trsm = p##trsm_batch_strided_, trsv = p##trsv_batch_strided_,     \
                              getrf = p##getrf_batch_strided_, potrf = p##potrf_batch_strided_, \
                              geqrf = p##geqrf_batch_strided_, gebrd = p##gebrd_batch_strided_, \
                              vpotrf = p##potrf_vbatch_, vgetrf = p##getrf_vbatch_;             \
        using Real = decltype(std::abs(T()));                                                   \
        static constexpr auto rival_gemm = cublas##P##gemmStridedBatched;                       \
        static constexpr auto rival_gemv = cublas##P##gemvStridedBatched;                       \
        static constexpr auto rival_trsm = cublas##P##trsmBatched;                              \
        static constexpr auto rival_getrf = cublas##P##getrfBatched;                            \
        static constexpr auto rival_potrf = cusolverDn##P##potrfBatched;                        \
        static constexpr auto rival_geqrf = cublas##P##geqrfBatched;                            \
        static constexpr auto rival_gebrd = cusolverDn##P##gebrd;                               \
    };
TYPE(float, s, S, float)
TYPE(double, d, D, double)
TYPE(std::complex<float>, c, C, cuComplex)
TYPE(std::complex<double>, z, Z, cuDoubleComplex)

struct Line {
    double flops, bytes;
    std::function<void()> ours, rival;
};

template <class T> static void measure(const std::vector<std::string>& operations, bool quick) {
    using N = Names<T>;
    using Native = typename N::Type;
    constexpr bool pair = !std::is_floating_point_v<T>;
    const double weight = pair ? 4 : 1;
    constexpr std::size_t most = std::size_t{256} << 20;  // bytes of a matrix operand
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
    MUST(cudaMalloc(&lists, 2 * problems * 8));
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
        pointers.resize(2 * count);
        for (int i = 0; i < count; ++i)
            pointers[i] = a + std::size_t(i) * stride, pointers[count + i] = c + std::size_t(i) * stride;
        MUST(cudaMemcpy(lists, pointers.data(), 16ull * count, cudaMemcpyHostToDevice));
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
        auto** lc = reinterpret_cast<Native**>(lists) + count;
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
                                       CUBLAS_DIAG_NON_UNIT, n, 1, al, la, n, lc, n, count);
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
                const double t = seconds(renew, [&] {
                    for (int i = 0; i < some; ++i)
                        N::rival_gebrd(solver, n, n, na + std::size_t(i) * stride, n, d, e, nc, nc + n, nb + room, room,
                                       info);
                });
                alone = t / some * count;
            }
            if (op == "vpotrf" || op == "vgetrf") {
                // Orders 1 ... n at random; beside them all of order n.
                if (n < 32) continue;
                static std::vector<int> sizes, lds;
                sizes.resize(count), lds.assign(count, n);
                double flops = 0;
                const int some = std::min(count, 20000);
                for (int i = 0; i < some; ++i) {
                    sizes[i] = 1 + int(random() % unsigned(n));
                    flops += std::pow(double(sizes[i]), 3) / 3;
                }
                const bool lu = op == "vgetrf";
                const double t = seconds(renew, [&] {
                    if (lu)
                        N::vgetrf(sizes.data(), sizes.data(), lists, lds.data(), pointers.data() + count, &some, info);
                    else
                        N::vpotrf("L", sizes.data(), lists, lds.data(), &some, info);
                });
                const double fixed = seconds(renew, [&] {
                    if (lu)
                        N::getrf(&n, &n, a, &n, &stride, pivots, &n, &some, info);
                    else
                        N::potrf("L", &n, a, &n, &stride, &some, info);
                });
                const double f = lu ? 2 : 1;
                std::printf("%c%s,%d,%d,%.4f,%.4f,%.2f,\n", N::letter, op.c_str(), n, some,
                            f * weight * flops / t * 1e-12,
                            f * weight * some * std::pow(double(n), 3) / 3 / fixed * 1e-12, 0.0);
                std::fflush(stdout);
                continue;
            }
            if (!l.ours) continue;
            const bool writes = op != "gemm" && op != "gemm_tn" && op != "gemv" && op != "gemv_t";
            const auto before = writes ? std::function<void()>(renew) : [] {};
            if (!writes) renew();
            const double t = seconds(before, l.ours);
            if (!writes) renew();
            const bool compared = l.rival && !(op == "potrf_u" && n > 512);
            const double u = compared ? seconds(before, l.rival) : alone;
            const double bound = std::max(weight * l.flops / 60e12, l.bytes * size / 4.1e12) * count;
            std::printf("%c%s,%d,%d,%.4f,%.4f,%.2f,%.2f\n", N::letter, op.c_str(), n, count,
                        weight * l.flops * count / t * 1e-12, u > 0 ? weight * l.flops * count / u * 1e-12 : 0, u / t,
                        bound / t);
            std::fflush(stdout);
        }
    }
    for (void* p : {static_cast<void*>(a), static_cast<void*>(b), static_cast<void*>(c), static_cast<void*>(origin),
                    static_cast<void*>(info), static_cast<void*>(pivots), static_cast<void*>(lists)})
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
