// In: precisions, orders and places. Out: CSV of the time per n x n product C := C + A * B of a batch through
// ?gemm_batch_strided_ and through loops over its rivals, in turns in one process.
//   bench_batch_gemm [precisions [orders [places]]]      e.g. bench_batch_gemm d,s 2-32,48 in,out
// "in": the batch fits L2; "out": it exceeds every cache. A column of a rival that is not there holds 0.
//   best: the best rival's time over ours. bound: the time that reading A and B and reading and writing C takes in a
//   streaming loop, over ours. peak: the part reached of the FMA rate measured here.
// Rivals: OpenBLAS (SHUNT_BENCH_BLAS names another file), LIBXSMM 1 where its header was found (-lxsmmnoblas),
// LIBXSMM 2 where SHUNT_BENCH_LIBXSMM names its library, Eigen's fixed sizes where found: compile with -O3
// -march=native, as its users do.
#include <dlfcn.h>
#include <sys/mman.h>

#include <algorithm>
#include <chrono>
#include <complex>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>
#if __has_include(<libxsmm.h>) && !defined(SHUNT_BENCH_NO_LIBXSMM)
#include <libxsmm.h>
#define HAVE_LIBXSMM 1
#endif
#if __has_include(<Eigen/Core>) && !defined(SHUNT_BENCH_NO_EIGEN)
#define EIGEN_DONT_PARALLELIZE
#include <Eigen/Core>
#define HAVE_EIGEN 1
#elif __has_include(<eigen3/Eigen/Core>) && !defined(SHUNT_BENCH_NO_EIGEN)
#define EIGEN_DONT_PARALLELIZE
#include <eigen3/Eigen/Core>
#define HAVE_EIGEN 1
#endif

#define BATCH_GEMM(name, T)                                                                                            \
    extern "C" void name(const char*, const char*, const int*, const int*, const int*, const T*, const T*, const int*, \
                         const int*, const T*, const int*, const int*, const T*, T*, const int*, const int*,           \
                         const int*)
BATCH_GEMM(sgemm_batch_strided_, float);
BATCH_GEMM(dgemm_batch_strided_, double);
BATCH_GEMM(cgemm_batch_strided_, std::complex<float>);
BATCH_GEMM(zgemm_batch_strided_, std::complex<double>);
#undef BATCH_GEMM

namespace {

constexpr int largest_fixed = 32;
constexpr std::size_t cache_bytes = 256 << 10;   // A, B and C of a batch in cache
constexpr std::size_t memory_bytes = 240 << 20;  // and out of it

template <class T> using Batched = void (*)(const char*, const char*, const int*, const int*, const int*, const T*,
                                            const T*, const int*, const int*, const T*, const int*, const int*,
                                            const T*, T*, const int*, const int*, const int*);
template <class T> using Single = void (*)(const char*, const char*, const int*, const int*, const int*, const T*,
                                           const T*, const int*, const T*, const int*, const T*, T*, const int*,
                                           std::size_t, std::size_t);

template <class T> struct Precision;
template <> struct Precision<float> { static constexpr char letter = 's'; };
template <> struct Precision<double> { static constexpr char letter = 'd'; };
template <> struct Precision<std::complex<float>> { static constexpr char letter = 'c'; };
template <> struct Precision<std::complex<double>> { static constexpr char letter = 'z'; };

template <class T> Batched<T> ours() {
    if constexpr (std::is_same_v<T, float>)
        return sgemm_batch_strided_;
    else if constexpr (std::is_same_v<T, double>)
        return dgemm_batch_strided_;
    else if constexpr (std::is_same_v<T, std::complex<float>>)
        return cgemm_batch_strided_;
    else
        return zgemm_batch_strided_;
}

template <class T> struct Batch {
    int n;
    long count;
    const T* a;
    const T* b;
    T* c;
};

template <class T> void run_ours(const Batch<T>& q) {
    const T one(1);
    const int stride = q.n * q.n;
    const int count = static_cast<int>(q.count);
    ours<T>()("N", "N", &q.n, &q.n, &q.n, &one, q.a, &q.n, &stride, q.b, &q.n, &stride, &one, q.c, &q.n, &stride,
              &count);
}

void* blas = nullptr;
template <class T> void run_blas(const Batch<T>& q) {
    static const char name[] = {Precision<T>::letter, 'g', 'e', 'm', 'm', '_', 0};
    static const auto gemm = reinterpret_cast<Single<T>>(dlsym(blas, name));
    const T one(1);
    const long stride = static_cast<long>(q.n) * q.n;
    for (long i = 0; i < q.count; ++i)
        gemm("N", "N", &q.n, &q.n, &q.n, &one, q.a + i * stride, &q.n, q.b + i * stride, &q.n, &one, q.c + i * stride,
             &q.n, 1, 1);
}

#if HAVE_LIBXSMM
template <class T> void run_libxsmm(const Batch<T>& q) {
    static int order = 0;
    static libxsmm_mmfunction<T> kernel;
    if (order != q.n)
        kernel = libxsmm_mmfunction<T>(LIBXSMM_GEMM_FLAG_NONE, q.n, q.n, q.n, q.n, q.n, q.n, T(1), T(1),
                                       LIBXSMM_PREFETCH_NONE);
    order = q.n;
    const long stride = static_cast<long>(q.n) * q.n;
    for (long i = 0; i < q.count; ++i) kernel(q.a + i * stride, q.b + i * stride, q.c + i * stride);
}
#endif

// The interface of LIBXSMM 2, whose names are those of LIBXSMM 1, too: its library is opened beside that.
namespace libxsmm2 {
struct Shape {
    int m, n, k, lda, ldb, ldc;
    int a_type, b_type, c_type, sum_type;  // 0: double, 1: float
};
struct Operand {
    const void* address;
    void* others[5];
};
struct Arguments {
    void* options[4];
    Operand a, b, c;
};
using Kernel = void (*)(const Arguments*);
using Dispatch = Kernel (*)(Shape, unsigned flags, unsigned prefetches);
Dispatch dispatch = nullptr;

void open(const char* file) {
    void* library = dlopen(file, RTLD_NOW | RTLD_LOCAL | RTLD_DEEPBIND);
    if (library) dispatch = reinterpret_cast<Dispatch>(dlsym(library, "libxsmm_dispatch_gemm"));
    if (!dispatch) std::fprintf(stderr, "%s\n", dlerror());
}
}  // namespace libxsmm2
template <class T> void run_libxsmm2(const Batch<T>& q) {
    constexpr int type = sizeof(T) == 8 ? 0 : 1;
    static int order = 0;
    static libxsmm2::Kernel kernel = nullptr;
    if (order != q.n) kernel = libxsmm2::dispatch({q.n, q.n, q.n, q.n, q.n, q.n, type, type, type, type}, 0, 0);
    order = q.n;
    const long stride = static_cast<long>(q.n) * q.n;
    libxsmm2::Arguments x{};
    for (long i = 0; i < q.count; ++i) {
        x.a.address = q.a + i * stride;
        x.b.address = q.b + i * stride;
        x.c.address = q.c + i * stride;
        kernel(&x);
    }
}

#if HAVE_EIGEN
template <class T, int N> [[gnu::noinline]] void run_eigen_fixed(const Batch<T>& q) {
    using Matrix = Eigen::Matrix<T, N, N>;
    for (long i = 0; i < q.count; ++i) {
        const Eigen::Map<const Matrix> a(q.a + i * N * N);
        const Eigen::Map<const Matrix> b(q.b + i * N * N);
        Eigen::Map<Matrix> c(q.c + i * N * N);
        c.noalias() += a * b;
    }
}
template <class T, int... I> void run_eigen(const Batch<T>& q, std::integer_sequence<int, I...>) {
    using Fixed = void (*)(const Batch<T>&);
    static constexpr Fixed of[] = {run_eigen_fixed<T, I + 1>...};
    of[q.n - 1](q);
}
#endif

double now() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

// The traffic of a batch and nothing else.
template <class T> void run_bound(const Batch<T>& q) {
    using R = decltype(std::abs(T()));
    const long numbers = q.count * q.n * q.n * static_cast<long>(sizeof(T) / sizeof(R));
    const auto* __restrict__ a = reinterpret_cast<const R*>(q.a);
    const auto* __restrict__ b = reinterpret_cast<const R*>(q.b);
    auto* __restrict__ c = reinterpret_cast<R*>(q.c);
    for (long i = 0; i < numbers; ++i) c[i] += a[i] * b[i];
}

// Seconds that a multiplication and an addition take at the peak: twelve chains of them in registers, from different
// numbers, for compilers make one of chains that are alike.
double fma_seconds(bool single) {
#if defined(__AVX512F__)
    constexpr int bytes = 64;
#elif defined(__AVX__)
    constexpr int bytes = 32;
#else
    constexpr int bytes = 16;
#endif
    const auto chains = [](auto zero) {
        using R = decltype(zero);
        typedef R V __attribute__((vector_size(bytes)));
        double least = 1;
        for (int round = 0; round < 20; ++round) {
            V s[12];
            for (int c = 0; c < 12; ++c) s[c] = V{} + R(c);
            const V x = V{} + R(0.5) + R(round), y = V{} + R(1);
            const double start = now();
            for (int i = 0; i < 20000; ++i)
#pragma GCC unroll 12
                for (int c = 0; c < 12; ++c) s[c] = s[c] * x + y;
            least = std::min(least, (now() - start) / (20000. * 12 * bytes / sizeof(R)));
            V sum{};
            for (const V& v : s) sum += v;
            volatile R sink = sum[0];
            static_cast<void>(sink);
        }
        return least;
    };
    return single ? chains(0.0f) : chains(0.0);
}

double median(std::vector<double>& v) {
    std::nth_element(v.begin(), v.begin() + static_cast<long>(v.size() / 2), v.end());
    return v[v.size() / 2];
}

struct Memory {
    char* p;
    Memory() {
        void* q = mmap(nullptr, memory_bytes + (3 << 12), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (q == MAP_FAILED) std::exit(1);
        p = static_cast<char*>(q);
    }
};

template <class T> void measure(int n, bool in, char* memory) {
    using R = decltype(std::abs(T()));
    const std::size_t bytes = static_cast<std::size_t>(n) * static_cast<std::size_t>(n) * sizeof(T);
    const std::size_t total = in ? cache_bytes : memory_bytes;
    const long count = std::max(1L, static_cast<long>(total / (3 * bytes)));
    const std::size_t part = static_cast<std::size_t>(count) * bytes / 64 * 64 + 64;
    Batch<T> q{n, count, reinterpret_cast<T*>(memory), reinterpret_cast<T*>(memory + part),
               reinterpret_cast<T*>(memory + 2 * part)};
    for (std::size_t i = 0; i < 3 * part / sizeof(R); ++i)
        reinterpret_cast<R*>(memory)[i] = R(1) / static_cast<R>(1 + i % 1021);

    struct Rival {
        const char* name;
        void (*run)(const Batch<T>&);
        std::vector<double> times;
    };
    std::vector<Rival> rivals{{"ours", run_ours<T>, {}}, {"bound", run_bound<T>, {}}};
    if (blas) rivals.push_back({"openblas", run_blas<T>, {}});
    if constexpr (std::is_same_v<T, R>) {
#if HAVE_LIBXSMM
        rivals.push_back({"libxsmm", run_libxsmm<T>, {}});
#endif
        if (libxsmm2::dispatch) rivals.push_back({"libxsmm2", run_libxsmm2<T>, {}});
#if HAVE_EIGEN
        if (n <= largest_fixed)
            rivals.push_back({"eigen",
                              [](const Batch<T>& p) { run_eigen(p, std::make_integer_sequence<int, largest_fixed>{}); },
                              {}});
#endif
    }
    // In cache the whole batch again and again; out of it slice after slice, each by another rival, so that all meet
    // the same noise and none meets a slice that it left in a cache.
    const long slices = in ? 1 : std::min<long>(count, 24);
    const long rivals_count = static_cast<long>(rivals.size());
    const int rounds = in ? 41 : 15;
    for (int round = -1; round < rounds; ++round)  // the first is a rehearsal
        for (long slice = 0; slice < slices * (in ? rivals_count : 1); ++slice) {
            Rival& r = rivals[static_cast<std::size_t>((slice + round + 1) % rivals_count)];
            const long begin = in ? 0 : count * slice / slices;
            const long end = in ? count : count * (slice + 1) / slices;
            const long stride = static_cast<long>(n) * n;
            const Batch<T> part_of{n, end - begin, q.a + begin * stride, q.b + begin * stride, q.c + begin * stride};
            const int repeats = in ? 4 : 1;
            if (in) r.run(q);
            const double start = now();
            for (int i = 0; i < repeats; ++i) r.run(part_of);
            if (round >= 0) r.times.push_back((now() - start) / repeats / static_cast<double>(end - begin) * 1e9);
        }
    double best = 0;
    double ns[6] = {};
    const char* const names[6] = {"ours", "bound", "openblas", "libxsmm", "libxsmm2", "eigen"};
    for (Rival& r : rivals)
        for (int i = 0; i < 6; ++i)
            if (std::string(names[i]) == r.name) {
                ns[i] = median(r.times);
                if (i > 1 && (best == 0 || ns[i] < best)) best = ns[i];
            }
    const double fmas = static_cast<double>(n) * n * n * (std::is_same_v<T, R> ? 1 : 4);
    std::printf("%d,%c,%s,%.2f,%.2f,%.2f,%.2f,%.2f,%.3f,%.3f,%.3f\n", n, Precision<T>::letter, in ? "in" : "out", ns[0],
                ns[2], ns[3], ns[4], ns[5], best / ns[0], in ? 0.0 : ns[1] / ns[0],
                fmas * fma_seconds(sizeof(R) == 4) * 1e9 / ns[0]);
    std::fflush(stdout);
}

}  // namespace

int main(int argc, char** argv) {
    const auto argument = [&](int i, const char* otherwise) {
        return std::string(argc > i ? argv[i] : otherwise) + ",";
    };
    const std::string precisions = argument(1, "d,s,c,z");
    const std::string orders = argument(2, "2-32,48,64");
    const std::string places = argument(3, "in,out");
    const char* file = std::getenv("SHUNT_BENCH_BLAS");
    blas = dlopen(file ? file : "/usr/lib/x86_64-linux-gnu/openblas-serial/libblas.so.3",
                  RTLD_NOW | RTLD_LOCAL | RTLD_DEEPBIND);
    if (!blas) std::fprintf(stderr, "%s\n", dlerror());
    if (const char* library = std::getenv("SHUNT_BENCH_LIBXSMM")) libxsmm2::open(library);
    const Memory memory;
    std::printf("n,precision,where,ours_ns,openblas_ns,libxsmm_ns,libxsmm2_ns,eigen_ns,best,bound,peak\n");
    for (const char precision : precisions)
        for (const bool in : {true, false}) {
            if (places.find(in ? "in" : "out") == std::string::npos) continue;
            for (std::size_t at = 0; at < orders.size(); at = orders.find(',', at) + 1) {
                char* end = nullptr;
                const long first = std::strtol(orders.c_str() + at, &end, 10);
                const long last = *end == '-' ? std::strtol(end + 1, nullptr, 10) : first;
                for (int n = static_cast<int>(first); n <= last; ++n) {
                    if (precision == 's') measure<float>(n, in, memory.p);
                    if (precision == 'd') measure<double>(n, in, memory.p);
                    if (precision == 'c') measure<std::complex<float>>(n, in, memory.p);
                    if (precision == 'z') measure<std::complex<double>>(n, in, memory.p);
                }
            }
        }
    return 0;
}
