// In: matrices in device memory, or (without SHUNT_TEST_CUDA) in what a driver for tests calls so. Out: the standard
// symbols work there in place, on each GPU that there is, through the plug-in, also on a stream; matrices in both
// memories, or in those of two GPUs, are reported and left alone, but for managed ones. With SHUNT_ROUTE=gpu also
// memory of the host that the device reaches by itself.
#include <sys/mman.h>

#include <chrono>
#include <thread>

#include "../factor.hpp"
#include "../reflectors.hpp"
#include "shim/shunt_gpu.h"

using namespace test;

#ifdef SHUNT_TEST_CUDA
#include <cuda.h>
#include <cuda_runtime_api.h>
#else
extern "C" void fake_driver_mark(int, const void*, long long);
#endif
extern "C" void dgesv_(const int*, const int*, double*, const int*, int*, double*, const int*, int*);
extern "C" void dgetrf_(const int*, const int*, double*, const int*, int*, int*);
extern "C" void dgetrs_(const char*, const int*, const int*, const double*, const int*, const int*, double*, const int*,
                        int*, std::size_t);
extern "C" void zgetrf_batch_strided_64_(const i64*, const i64*, void*, const i64*, const i64*, i64*, const i64*,
                                         const i64*, i64*);
extern "C" int shunt_dpotrf_batch_async(const char*, const int*, double* const*, const int*, const int*, const int*,
                                        int*, void*, void*, std::size_t*);
extern "C" void dpotrf_batch_(const char*, const int*, double* const*, const int*, const int*, const int*, int*);
extern "C" void dpotrf_vbatch_(const char*, const int*, double* const*, const int*, const int*, int*);
extern "C" void sgemm_vbatch_(const char*, const char*, const int*, const int*, const int*, const float*, float* const*,
                              const int*, float* const*, const int*, const float*, float* const*, const int*,
                              const int*);
extern "C" void dgemv_batch_strided_(const char*, const int*, const int*, const double*, const double*, const int*,
                                     const int*, const double*, const int*, const int*, const double*, double*,
                                     const int*, const int*, const int*);

namespace {

constexpr long long bytes = 8 << 20;  // whole stretches of 2 MiB

#ifdef SHUNT_TEST_CUDA
void use_gpu(int gpu) {
    cudaSetDevice(gpu);
}
template <class F> F* of_driver(F*, const char* name) {
    return reinterpret_cast<F*>(dlsym(dlopen("libcuda.so.1", RTLD_LAZY), name));
}
void leave_gpus() {
    of_driver(&cuCtxSetCurrent, "cuCtxSetCurrent")(nullptr);
}
int gpu_in_use() {
    CUcontext context = nullptr;
    CUdevice gpu = 0;
    of_driver(&cuCtxGetCurrent, "cuCtxGetCurrent")(&context);
    return context && of_driver(&cuCtxGetDevice, "cuCtxGetDevice")(&gpu) == CUDA_SUCCESS ? gpu : 0;
}
int gpus() {
    int count = 0;
    cudaGetDeviceCount(&count);
    return std::min(count, 2);
}
#else
void use_gpu(int gpu) {
    if (const auto use = in_plugin<void(int)>("shunt_fake_device_use")) use(gpu);
}
void leave_gpus() {}
int gpu_in_use() {
    return in_plugin<int()>("shunt_fake_device_in_use")();
}
int gpus() {
    return 2;
}
#endif

// Three matrices of at most 256 x 256 and pivots in a GPU's memory; one in managed memory, and one in pinned.
struct Place {
    char *p = nullptr, *shared = nullptr, *pinned = nullptr;
    void* stream = this;
#ifdef SHUNT_TEST_CUDA
    explicit Place(int gpu) {
        use_gpu(gpu);
        cudaMalloc(reinterpret_cast<void**>(&p), bytes);
        cudaMallocManaged(reinterpret_cast<void**>(&shared), bytes);
        cudaMallocHost(reinterpret_cast<void**>(&pinned), bytes);
        cudaStreamCreate(reinterpret_cast<cudaStream_t*>(&stream));
    }
    void copy(void* to, const void* from, std::size_t count) {
        cudaMemcpyAsync(to, from, count, cudaMemcpyDefault, static_cast<cudaStream_t>(stream));
        cudaStreamSynchronize(static_cast<cudaStream_t>(stream));
    }
#else
    explicit Place(int gpu) : p(static_cast<char*>(std::aligned_alloc(2 << 20, 2 * bytes))), shared(p + bytes) {
        fake_driver_mark(gpu, p, 2 * bytes);
        pinned = static_cast<char*>(std::aligned_alloc(2 << 20, bytes));
    }
    void copy(void* to, const void* from, std::size_t count) {
        std::memcpy(to, from, count);
    }
#endif
    template <class T> T* put(int slot, Matrix<T>& m) {
        auto* to = reinterpret_cast<T*>(p + slot * (2 << 20));
        copy(to, m.data(), sizeof(T) * static_cast<std::size_t>(m.ld * m.n));
        return to;
    }
    template <class T> void get(int slot, Matrix<T>& m) {
        copy(m.data(), p + slot * (2 << 20), sizeof(T) * static_cast<std::size_t>(m.ld * m.n));
    }
    int* pivots() {
        return reinterpret_cast<int*>(p + 3 * (2 << 20));
    }
};
Place& place(int gpu) {
    static Place places[] = {Place(0), Place(gpus() - 1)};  // the last one again where there is one
    return places[gpu];
}

// By number of the GPU, which is the thread's, before and after.
struct DeviceMemory : testing::TestWithParam<int> {
    const int gpu = GetParam();
    Place& device = place(gpu);

    void SetUp() override {
        if (gpu >= gpus()) GTEST_SKIP() << "there is one GPU";
        Matrix<double> x(1, 1), y(1, 1);  // the plug-in is there
        x.fill([](i64, i64) { return 1; }), y.fill([](i64, i64) { return 1; });
        fortran<double>(plain, "trsm", Side::L, Uplo::U, Trans::N, Diag::N, i64(1), i64(1), 1.0, device.put(0, x), x.ld,
                        device.put(1, y), y.ld);
        use_gpu(gpu);
    }
    void TearDown() override { EXPECT_EQ(gpu_in_use(), std::min(gpu, gpus() - 1)); }
};
INSTANTIATE_TEST_SUITE_P(Gpu, DeviceMemory, testing::Values(0, 1));

}  // namespace

TEST_P(DeviceMemory, InPlace) {
    Random r(7);
    for (void* s : {static_cast<void*>(nullptr), device.stream}) {
        shunt_set_stream(s);
        for (const i64 n : {3, 60, 250}) {
            Matrix<double> a(n, n, 2), b(n, n), c(n, n);
            a.random(r), b.random(r), c.random(r);
            strengthen_diagonal(a);
            const Matrix<double> a0 = a, b0 = b, c0 = c;
            fortran<double>(plain, "gemm", Trans::N, Trans::T, n, n, n, 0.5, device.put(0, a), a.ld, device.put(1, b),
                            b.ld, 2.0, device.put(2, c), c.ld);
            device.get(2, c);
            EXPECT_LT(ratio<double>(dense(c), scaled(dense(a), 0.5), dense(b, Trans::T), scaled(dense(c0), 2.0)),
                      threshold);
            fortran<double>(plain, "trsm", Side::L, Uplo::U, Trans::N, Diag::N, n, n, 1.0, device.put(0, a), a.ld,
                            device.put(1, b), b.ld);
            device.get(1, b);
            EXPECT_LT(ratio<double>(dense(b0), triangle(a, Uplo::U, Diag::N), dense(b)), threshold);
            Matrix<double> p = positive<double>(n, Uplo::L, 1, r);
            const Matrix<double> p0 = p;
            Info info;
            fortran<double>(plain, "potrf", Uplo::L, n, device.put(0, p), p.ld, info);
            device.get(0, p);
            EXPECT_EQ(info.value, 0);
            EXPECT_LT(cholesky_ratio(p, p0, Uplo::L), threshold);
            // gesv with pivots in the host's memory, getrf and getrs with pivots in the device's.
            std::vector<int> host(static_cast<std::size_t>(n));
            for (int* ipiv : {host.data(), device.pivots()}) {
                a = a0, b = b0;
                int order = static_cast<int>(n), lda = static_cast<int>(a.ld), ldb = static_cast<int>(b.ld),
                    result = -1;
                double *at_a = device.put(0, a), *at_b = device.put(1, b);
                if (ipiv == host.data()) {
                    dgesv_(&order, &order, at_a, &lda, ipiv, at_b, &ldb, &result);
                    EXPECT_EQ(result, 0);
                } else {
                    dgetrf_(&order, &order, at_a, &lda, ipiv, &result);
                    EXPECT_EQ(result, 0);
                    dgetrs_("N", &order, &order, at_a, &lda, ipiv, at_b, &ldb, &result, 1);
                    EXPECT_EQ(result, 0);
                }
                device.get(1, b);
                EXPECT_LT(ratio<double>(dense(b0), dense(a0), dense(b)), threshold);
            }
        }
    }
    shunt_set_stream(nullptr);
}

// geqrf, ormqr and orgqr with tau in the host's memory and in the device's.
TEST_P(DeviceMemory, Reflectors) {
    Random r(10);
    for (void* s : {static_cast<void*>(nullptr), device.stream}) {
        shunt_set_stream(s);
        for (const auto& [m, n] : {std::pair<i64, i64>(3, 3), {120, 70}, {250, 250}}) {
            std::vector<double> tau(static_cast<std::size_t>(n), -7), work(static_cast<std::size_t>(64 * m));
            const i64 lwork = 64 * m;
            auto* there = reinterpret_cast<double*>(device.pivots());
            for (double* at_tau : {tau.data(), there}) {
                Matrix<double> a(m, n, 2), c(m, n);
                a.random(r), c.random(r);
                const Matrix<double> a0 = a, c0 = c;
                Info info;
                fortran<double>(plain, "geqrf", m, n, device.put(0, a), a.ld, at_tau, work.data(), lwork, info);
                device.get(0, a);
                EXPECT_EQ(info.value, 0);
                if (at_tau == there) device.copy(tau.data(), there, tau.size() * sizeof(double));
                Dense<long double> product(m, n), turned = dense(c0);
                product.fill([&](i64 i, i64 j) { return i <= j ? static_cast<long double>(a(i, j)) : 0; });
                reflect(a, tau, n, false, product);
                EXPECT_LT(distance<double>(product, dense(a0), m, norm1(dense(a0))), threshold);
                double* const at_a = device.put(0, a);
                fortran<double>(plain, "ormqr", Side::L, Trans::T, m, n, n, at_a, a.ld, at_tau, device.put(1, c), c.ld,
                                work.data(), lwork, info);
                device.get(1, c);
                EXPECT_EQ(info.value, 0);
                reflect(a, tau, n, true, turned);
                EXPECT_LT(distance<double>(dense(c), turned, m, norm1(dense(c0))), threshold);
                const auto expected = first_columns(a, tau, n, n);
                fortran<double>(plain, "orgqr", m, n, n, at_a, a.ld, at_tau, work.data(), lwork, info);
                device.get(0, a);
                EXPECT_EQ(info.value, 0);
                EXPECT_LT(distance<double>(dense(a), expected, m, 1), threshold);
                fortran<double>(plain, "orgqr", m, n, i64(0), at_a, a.ld, at_tau, work.data(), lwork, info);
                device.get(0, a);
                EXPECT_TRUE(dense(a).v == first_columns(a0, tau, 0, n).v);
                a = a0;
                a(m - 1, 0) = nan_value<double>();
                fortran<double>(plain, "geqrf", m, n, device.put(0, a), a.ld, at_tau, work.data(), lwork, info);
                device.get(0, a);
                EXPECT_TRUE(is_nan(a(0, 0)) && is_nan(a(n - 1, n - 1)));
                a = a0;  // the first column is zero, the second takes its part
                for (i64 i = 0; i < m; ++i) a(i, 0) = 0;
                a(m - 1, 1) = nan_value<double>();
                fortran<double>(plain, "geqrf", m, n, device.put(0, a), a.ld, at_tau, work.data(), lwork, info);
                device.get(0, a);
                EXPECT_TRUE(a(0, 0) == 0 && is_nan(a(1, 1)) && is_nan(a(n - 1, n - 1)));
            }
        }
    }
    shunt_set_stream(nullptr);
}

TEST_P(DeviceMemory, Mixed) {
    Random r(8);
    Matrix<double> a(5, 5), b(5, 5), c(5, 5);
    a.random(r), b.random(r), c.random(r);
    const Matrix<double> c0 = c;
    heard() = {};
    fortran<double>(plain, "gemm", Trans::N, Trans::N, i64(5), i64(5), i64(5), 1.0, device.put(0, a), a.ld, b.data(),
                    b.ld, 0.0, c.data(), c.ld);
    EXPECT_EQ(heard().count, 1);
    EXPECT_EQ(heard().position, 7);
    EXPECT_TRUE(c == c0);
    // All of it in the host's memory: as ever.
    fortran<double>(plain, "gemm", Trans::N, Trans::N, i64(5), i64(5), i64(5), 1.0, a.data(), a.ld, b.data(), b.ld, 0.0,
                    c.data(), c.ld);
    EXPECT_LT(ratio<double>(dense(c), dense(a), dense(b)), threshold);
    // What was decided for that one is not for calls of the same sizes elsewhere.
    const long long before = calls_done_by_plugin();
    c = c0;
    fortran<double>(plain, "gemm", Trans::N, Trans::N, i64(5), i64(5), i64(5), 1.0, device.put(0, a), a.ld,
                    device.put(1, b), b.ld, 0.0, device.put(2, c), c.ld);
    device.get(2, c);
    EXPECT_LT(ratio<double>(dense(c), dense(a), dense(b)), threshold);
    EXPECT_EQ(calls_done_by_plugin(), before + 1);
}

// A is managed, B pinned, C ordinary: the CPU's as much as the device's.
TEST_P(DeviceMemory, Shared) {
    Random r(9);
    for (const i64 n : {5, 250}) {
        Matrix<double> a(n, n), b(n, n), c(n, n);
        a.random(r), b.random(r);
        strengthen_diagonal(a);
        const std::size_t size = sizeof(double) * static_cast<std::size_t>(a.ld * n);
        auto *at_a = reinterpret_cast<double*>(device.shared), *at_b = reinterpret_cast<double*>(device.pinned);
        std::memcpy(at_a, a.data(), size);
        std::memcpy(at_b, b.data(), size);
        heard() = {};
        fortran<double>(plain, "gemm", Trans::N, Trans::N, n, n, n, 1.0, at_a, a.ld, at_b, b.ld, 0.0, c.data(), c.ld);
        EXPECT_LT(ratio<double>(dense(c), dense(a), dense(b)), threshold);
        fortran<double>(plain, "trsm", Side::L, Uplo::U, Trans::N, Diag::N, n, n, 1.0, at_a, a.ld, at_b, b.ld);
        Matrix<double> x(b);
        std::memcpy(x.data(), at_b, size);
        EXPECT_LT(ratio<double>(dense(b), triangle(a, Uplo::U, Diag::N), dense(x)), threshold);
        EXPECT_EQ(heard().count, 0);
    }
}

// GPU `gpu` does what f asks for, and no other one.
template <class F> void expect_work_of([[maybe_unused]] int gpu, F&& f) {
#ifdef SHUNT_TEST_CUDA
    f();
#else
    const auto calls_of = in_plugin<long long(int)>("shunt_fake_device_calls_of");
    const long long before[] = {calls_of(0), calls_of(1)};
    f();
    EXPECT_EQ(calls_of(1 - gpu), before[1 - gpu]);
    EXPECT_GT(calls_of(gpu), before[gpu]);
#endif
}

// A triangle, right-hand sides and a solve of them in place; GPU `gpu` does it, and no other one.
struct Solve {
    Matrix<double> a{100, 100}, b{100, 7};

    explicit Solve(unsigned seed) {
        Random r(seed);
        a.random(r), b.random(r);
        strengthen_diagonal(a);
    }
    void run(double* at_a, double* at_b) const {
        fortran<double>(plain, "trsm", Side::L, Uplo::U, Trans::N, Diag::N, b.m, b.n, 1.0, at_a, a.ld, at_b, b.ld);
    }
    void run(double* at_a, double* at_b, int gpu) const {
        expect_work_of(gpu, [&] { run(at_a, at_b); });
    }
    void expect_solution(const Matrix<double>& x) const {
        EXPECT_LT(ratio<double>(dense(b), triangle(a, Uplo::U, Diag::N), dense(x)), threshold);
    }
};

// ---- Every routine in each precision.

template <class T> class DeviceRoutines : public testing::Test {
protected:
    static constexpr int a = 1, b = 2, c = 4;  // operands
    static int operands(Routine r) {
        if (r == Routine::syrk || r == Routine::herk || multiplies_by_q(r)) return a | c;
        if (r == Routine::trmm || r == Routine::trsm || r == Routine::getrs || r == Routine::gesv ||
            r == Routine::potrs || r == Routine::posv || r == Routine::trtrs)
            return a | b;
        return level3(r) ? a | b | c : a;
    }
    // The place of the first matrix among the arguments.
    static int first_matrix(Routine r) {
        if (r == Routine::gemm) return 7;
        if (r == Routine::trmm || r == Routine::trsm) return 8;
        if (level3(r) || multiplies_by_q(r) || r == Routine::trtrs) return 6;
        return r == Routine::gesv ? 3 : 4;
    }
    // The call with operands in the memory of GPU 0, of GPU 1, the others in the host's, and what is there afterwards.
    template <class Call> static void run(Problem<T>& p, int first, int second, Call&& call) {
        Operands<T>& o = p.bound();
        const std::pair<Matrix<T>*, T**> all[] = {{&p.a, &o.a}, {&p.b, &o.b}, {&p.c, &o.c}};
        for (int i = 0; i < 3; ++i)
            if ((first | second) >> i & 1) *all[i].second = place(first >> i & 1 ? 0 : 1).put(i, *all[i].first);
        heard() = {};
        call(o);
        for (int i = 0; i < 3; ++i)
            if ((first | second) >> i & 1) place(first >> i & 1 ? 0 : 1).get(i, *all[i].first);
    }
    static void run(Problem<T>& p, int first, int second, const Family& f = plain) {
        run(p, first, second,
            [&](Operands<T>& o) { EXPECT_TRUE(call(f, p.routine, p.args, o)) << f.prefix << f.suffix; });
    }
    template <class F> static void for_routines(F f) {
        Matrix<T> one(1, 1);  // the plug-in is there
        one.fill([](i64, i64) { return T(1); });
        T* const there = place(0).put(0, one);
        fortran<T>(plain, "trsm", Side::L, Uplo::U, Trans::N, Diag::N, i64(1), i64(1), T(1), there, i64(1), there,
                   i64(1));
        for (int i = 0; i < routine_count; ++i)
            if (exists(Routine(i), is_complex<T>)) f(Routine(i));
    }
    Random r{21};
};
TYPED_TEST_SUITE(DeviceRoutines, Scalars);

TYPED_TEST(DeviceRoutines, LikeOnTheHost) {
    using T = TypeParam;
    this->for_routines([&](Routine routine) {
        for (const i64 limit : {7, 30, 130})
            for (int n = 0; n < 4; ++n) {
                const Problem<T> before(routine, limit, this->r);
                Problem<T> expected = before;
                ASSERT_TRUE(expected.run(plain));
                for (int gpu = 0; gpu < gpus(); ++gpu) {
                    Problem<T> p = before;
                    const int there = this->operands(routine);
                    expect_work_of(gpu, [&] { this->run(p, gpu ? 0 : there, gpu ? there : 0); });
                    EXPECT_EQ(heard().count, 0) << words(p);
                    EXPECT_TRUE(near(p, expected)) << words(p) << " gpu " << gpu;
                }
            }
    });
    use_gpu(0);
}

TYPED_TEST(DeviceRoutines, UnderEachName) {
    using T = TypeParam;
    this->for_routines([&](Routine routine) {
        const Problem<T> before(routine, 50, this->r);
        Problem<T> expected = before;
        ASSERT_TRUE(expected.run(plain));
        for (const Family& f : fortran_families) {
            Problem<T> p = before;
            this->run(p, this->operands(routine), 0, f);
            EXPECT_EQ(heard().count, 0) << words(p) << f.prefix << f.suffix;
            EXPECT_TRUE(near(p, expected)) << words(p) << f.prefix << f.suffix;
        }
        for (const Family& f : cblas_families) {
            if (!level3(routine)) continue;
            Problem<T> p = before;
            this->run(p, this->operands(routine), 0,
                      [&](Operands<T>& o) { EXPECT_TRUE(call_cblas(f, Layout::column, routine, p.args, o)); });
            EXPECT_EQ(heard().count, 0) << words(p) << f.prefix << f.suffix;
            p.operands.info = expected.operands.info;
            EXPECT_TRUE(near(p, expected)) << words(p) << f.prefix << f.suffix;
        }
    });
}

// Some operands in the host's memory, or in another GPU's: the first matrix is reported, and no bit changes anywhere.
TYPED_TEST(DeviceRoutines, Mixed) {
    using T = TypeParam;
    const auto expect_left_alone = [this](const Problem<T>& before, int first, int second) {
        const Routine routine = before.routine;
        Problem<T> p = before;
        this->run(p, first, second);
        EXPECT_EQ(heard().count, 1) << words(p) << " " << first << second;
        EXPECT_EQ(heard().position, this->first_matrix(routine)) << words(p);
        if (!level3(routine)) {
            EXPECT_EQ(p.operands.info.value, -this->first_matrix(routine)) << words(p);
        }
        p.operands.info = before.operands.info;
        EXPECT_TRUE(p == before) << words(p) << " " << first << second;
        if (!level3(routine)) return;
        this->run(p, first, second, [&](Operands<T>& o) {
            EXPECT_TRUE(call_cblas(cblas_families[0], Layout::column, routine, p.args, o));
        });
        EXPECT_EQ(heard().count, 1) << words(p) << " " << first << second;
        EXPECT_EQ(heard().position, this->first_matrix(routine) + 1) << words(p);
        EXPECT_TRUE(p == before) << words(p) << " " << first << second;
    };
    this->for_routines([&](Routine routine) {
        const int all = this->operands(routine);
        for (const i64 limit : {5, 90}) {
            const Problem<T> before(routine, limit, this->r);
            for (int some = 1; some < all; ++some) {
                if (some & ~all) continue;
                expect_left_alone(before, some, 0);
                if (gpus() < 2) continue;
                expect_left_alone(before, 0, some);
                expect_left_alone(before, some, all & ~some);
            }
        }
    });
}

// The work is done where the matrices are, whichever GPU is the thread's or the process's.
TEST_P(DeviceMemory, OfTheOtherGpu) {
    if (gpus() < 2) GTEST_SKIP() << "there is one GPU";
    Solve s(11);
    Place& there = place(1 - gpu);
    s.run(there.put(0, s.a), there.put(1, s.b), 1 - gpu);
    Matrix<double> x(s.b);
    there.get(1, x);
    s.expect_solution(x);
    // A here, B there.
    heard() = {};
    s.run(device.put(0, s.a), there.put(1, x));
    EXPECT_EQ(heard().count, 1);
    EXPECT_EQ(heard().position, 8);
    Matrix<double> same(x);
    there.get(1, same);
    EXPECT_TRUE(same == x);
}

// Managed memory is any GPU's: the one that the thread uses works on it.
TEST_P(DeviceMemory, Managed) {
    Solve s(13);
    auto *at_a = reinterpret_cast<double*>(device.shared), *at_b = at_a + (1 << 18);
    const auto size = [](const Matrix<double>& m) { return sizeof(double) * static_cast<std::size_t>(m.ld * m.n); };
    device.copy(at_a, s.a.data(), size(s.a));
    device.copy(at_b, s.b.data(), size(s.b));
    s.run(at_a, at_b, gpu);
    Matrix<double> x(s.b);
    device.copy(x.data(), at_b, size(x));
    s.expect_solution(x);
}

#ifdef SHUNT_TEST_CUDA
// A stream that calls were on may be captured, or destroyed.
TEST_P(DeviceMemory, AfterAStream) {
    Solve s(17);
    Matrix<double> x(s.b);
    const auto solve = [&](cudaStream_t stream = nullptr) {
        double *at_a = device.put(0, s.a), *at_b = device.put(1, s.b);
        shunt_set_stream(stream);
        s.run(at_a, at_b);
        shunt_set_stream(nullptr);
        if (stream) {
            EXPECT_EQ(cudaStreamSynchronize(stream), cudaSuccess);
        }
        device.get(1, x);
        s.expect_solution(x);
    };
    for (int round = 0; round < 3; ++round) {
        cudaStream_t stream;
        ASSERT_EQ(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), cudaSuccess);
        solve(stream);
        cudaGraph_t graph;
        ASSERT_EQ(cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed), cudaSuccess);
        solve();
        EXPECT_EQ(cudaStreamEndCapture(stream, &graph), cudaSuccess);
        cudaGraphDestroy(graph);
        EXPECT_EQ(cudaStreamDestroy(stream), cudaSuccess);
        std::vector<std::vector<char>> others(100, std::vector<char>(500, -1));  // where it was
        solve();
    }
}

// Batches of several launches in two captures at once, and in none meanwhile.
TEST_P(DeviceMemory, BatchesInTwoCaptures) {
    constexpr int orders[] = {40, 100}, sizes[] = {3, 2}, groups = 2, problems = 5, copies = 3;
    constexpr std::size_t numbers = 100 * 100, room = 1 << 14;
    Random r(18);
    std::vector<double> before;
    for (int i = 0; i < problems; ++i) {
        Matrix<double> a = positive<double>(orders[i / 3], Uplo::L, 0, r);
        before.insert(before.end(), a.data(), a.data() + orders[i / 3] * orders[i / 3]);
        before.resize(static_cast<std::size_t>(i + 1) * numbers);
    }
    std::vector<double> results[copies];
    cudaStream_t streams[copies];
    double* at[copies];
    void* workspace[copies];
    int* info[copies];
    for (int c = 0; c < copies; ++c) {
        ASSERT_EQ(cudaStreamCreateWithFlags(&streams[c], cudaStreamNonBlocking), cudaSuccess);
        ASSERT_EQ(cudaMalloc(reinterpret_cast<void**>(&at[c]), before.size() * sizeof(double)), cudaSuccess);
        ASSERT_EQ(cudaMalloc(&workspace[c], 2 * room), cudaSuccess);
        info[c] = reinterpret_cast<int*>(static_cast<char*>(workspace[c]) + room);
        device.copy(at[c], before.data(), before.size() * sizeof(double));
    }
    const auto call = [&](int c) {
        double* list[problems];
        for (int i = 0; i < problems; ++i) list[i] = at[c] + static_cast<std::size_t>(i) * numbers;
        std::size_t bytes = room;
        EXPECT_EQ(shunt_dpotrf_batch_async("LL", orders, list, orders, &groups, sizes, info[c], streams[c],
                                           workspace[c], &bytes),
                  0)
            << c;
    };
    cudaGraph_t graphs[2];
    cudaGraphExec_t ready[2];
    for (const int c : {0, 1}) {
        ASSERT_EQ(cudaStreamBeginCapture(streams[c], cudaStreamCaptureModeRelaxed), cudaSuccess);
        call(c);
    }
    call(2);
    call(0);  // once more: the factor's own, but for what is not positive definite any more
    for (const int c : {1, 0}) {
        ASSERT_EQ(cudaStreamEndCapture(streams[c], &graphs[c]), cudaSuccess);
        ASSERT_EQ(cudaGraphInstantiate(&ready[c], graphs[c], 0), cudaSuccess);
    }
    ASSERT_EQ(cudaGraphLaunch(ready[1], streams[1]), cudaSuccess);
    for (int c = 1; c < copies; ++c) {
        ASSERT_EQ(cudaStreamSynchronize(streams[c]), cudaSuccess);
        results[c].resize(before.size());
        device.copy(results[c].data(), at[c], before.size() * sizeof(double));
        int codes[problems];
        device.copy(codes, info[c], sizeof codes);
        for (const int code : codes) EXPECT_EQ(code, 0);
    }
    EXPECT_EQ(std::memcmp(results[1].data(), results[2].data(), before.size() * sizeof(double)), 0);
    EXPECT_NE(std::memcmp(results[1].data(), before.data(), before.size() * sizeof(double)), 0);
    ASSERT_EQ(cudaGraphLaunch(ready[0], streams[0]), cudaSuccess);
    ASSERT_EQ(cudaStreamSynchronize(streams[0]), cudaSuccess);
    for (int c = 0; c < copies; ++c) {
        if (c < 2) cudaGraphExecDestroy(ready[c]), cudaGraphDestroy(graphs[c]);
        cudaStreamDestroy(streams[c]), cudaFree(at[c]), cudaFree(workspace[c]);
    }
}
#endif

// Device memory where the host's was: the driver reuses addresses.
TEST_P(DeviceMemory, WhereTheHostsWas) {
    constexpr std::size_t size = 64 << 20;
    Solve s(17);
    const auto map = [](void* at) {
        return mmap(at, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | (at ? MAP_FIXED : 0), -1, 0);
    };
    void* const before = map(nullptr);
    ASSERT_NE(before, MAP_FAILED);
    const auto bytes_of = [](const Matrix<double>& m) { return sizeof(double) * static_cast<std::size_t>(m.ld * m.n); };
    // A in the last 2 MiB, B in those before: whole stretches, wherever it begins.
    const auto run = [&](void* base, auto&& solve) {
        char* const end = static_cast<char*>(base) + size;
        auto *const at_a = reinterpret_cast<double*>(end - (4 << 20)), *const at_b = at_a - (1 << 18);
        device.copy(at_a, s.a.data(), bytes_of(s.a));
        device.copy(at_b, s.b.data(), bytes_of(s.b));
        solve(at_a, at_b);
        Matrix<double> x(s.b);
        device.copy(x.data(), at_b, bytes_of(x));
        s.expect_solution(x);
    };
    run(before, [&](double* a, double* b) { s.run(a, b); });
    munmap(before, size);
#ifdef SHUNT_TEST_CUDA
    const auto on_device = [&](const void* former) {
        void* now = nullptr;
        cudaMalloc(&now, size);
        if (now != former) std::printf("the driver has mapped it elsewhere\n");
        run(now, [&](double* a, double* b) { s.run(a, b, gpu); });
        cudaFree(now);
    };
    on_device(before);
    void* pinned = nullptr;
    cudaMallocHost(&pinned, size);
    run(pinned, [&](double* a, double* b) { s.run(a, b); });
    cudaFreeHost(pinned);
    on_device(pinned);
#else
    // All of what it marks managed is in the first half, so that A and B are the device's.
    void* const now = map(before);
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
    fake_driver_mark(gpu, now, 2 * size);
    run(now, [&](double* a, double* b) { s.run(a, b, gpu); });
    fake_driver_mark(gpu, device.p, 2 * bytes);
    munmap(now, size);
#endif
}

// A thread that has used no GPU so far: it goes on with the first one, if with any.
TEST_P(DeviceMemory, OfAThread) {
    std::thread([this] {
        Solve s(12);
        double *const at_a = device.put(0, s.a), *const at_b = device.put(1, s.b);
        leave_gpus();
        s.run(at_a, at_b);
        EXPECT_EQ(gpu_in_use(), 0);
        Matrix<double> x(s.b);
        device.get(1, x);
        s.expect_solution(x);
    }).join();
}

#ifndef SHUNT_TEST_CUDA
// Device memory that cannot be had, whichever it is: the right solution, or a report.
TEST_P(DeviceMemory, OutOfMemory) {
    const auto fail = in_plugin<void(const char*, long long)>("shunt_fake_device_fail");
    const auto takes = in_plugin<long long()>("shunt_fake_device_takes");
    Random r(16);
    Matrix<double> a(150, 150), b(150, 5);
    a.random(r), b.random(r);
    for (i64 i = 0; i < a.n; ++i) a(i, i) += 100;
    Matrix<double> p = positive<double>(150, Uplo::L, 1, r);
    std::vector<int> ipiv(150);
    int reports = 0, solutions = 0;
    for (const bool lu : {true, false}) {
        const Matrix<double>& matrix = lu ? a : p;
        long long taken = 0;
        for (long long at = 1; at == 1 || taken >= at - 1; ++at) {
            ASSERT_LT(at, 1000);
            Matrix<double> m = matrix, x = b;
            double *const at_m = device.put(0, m), *const at_x = device.put(1, x);
            const int n = 150, rhs = 5, ld = static_cast<int>(m.ld), ldx = static_cast<int>(x.ld);
            int found = -1;
            Info info;
            heard() = {};
            fail("memory", at);
            if (lu)
                dgesv_(&n, &rhs, at_m, &ld, ipiv.data(), at_x, &ldx, &found);
            else
                fortran<double>(plain, "potrf", Uplo::L, i64(n), at_m, m.ld, info);
            taken = takes();
            fail("none", 0);
            device.get(lu ? 1 : 0, lu ? x : m);
            if (heard().count) {
                ++reports;
                continue;
            }
            ++solutions;
            EXPECT_LT(lu ? ratio<double>(dense(b), dense(a), dense(x)) : cholesky_ratio(m, p, Uplo::L), threshold)
                << at;
        }
    }
    EXPECT_GE(reports, 3);
    EXPECT_GE(solutions, 2);
}

// The same, and calls of the device that fail, whichever it is, where it looks at the problems of a batch itself.
TEST_P(DeviceMemory, FaultsOfABatch) {
    const auto fail = in_plugin<void(const char*, long long)>("shunt_fake_device_fail");
    const auto calls_of = in_plugin<long long(int)>("shunt_fake_device_calls_of");
    constexpr int count = 30;
    constexpr std::size_t size = 1 << 16;
    Random r(17);
    std::vector<double> before(size / sizeof(double), 1), expected, after(before.size());
    for (double& x : before) x = r.uniform();
    std::vector<int> n(count), ld(count, 9);
    std::vector<double*> list(count);
    for (int i = 0; i < count; ++i) {
        n[static_cast<std::size_t>(i)] = 1 + static_cast<int>(r.below(9));
        for (int j = 0; j < 9; ++j) before[static_cast<std::size_t>(i * 81 + j * 10)] = 10;
        list[static_cast<std::size_t>(i)] = reinterpret_cast<double*>(device.p) + i * 81;
    }
    int reports = 0, solutions = 0;
    for (void* stream : {static_cast<void*>(nullptr), device.stream})
        for (const char* fault : {"none", "memory", "once"}) {
            const bool fails = *fault != 'n', calls_fail = *fault == 'o';
            long long called = 0;
            for (long long at = 1; at == 1 || (fails && at <= (calls_fail ? called : 4)); ++at) {
                device.copy(device.p, before.data(), size);
                std::vector<int> info(count, -99);
                heard() = {};
                shunt_set_stream(stream);
                fail(fault, at);
                called = -calls_of(gpu);
                dpotrf_vbatch_("L", n.data(), list.data(), ld.data(), &count, info.data());
                called += calls_of(gpu);
                fail("none", 0);
                shunt_set_stream(nullptr);
                device.copy(after.data(), device.p, size);
                if (!fails && expected.empty()) expected = after;
                EXPECT_EQ(heard().count, 0);
                EXPECT_EQ(info, std::vector<int>(count, info[0])) << fault << ' ' << at;
                EXPECT_TRUE(info[0] == 0 || info[0] == -3) << fault << ' ' << at << ": " << info[0];
                EXPECT_TRUE(info[0] != 0 || after == expected) << fault << ' ' << at;
                ++(info[0] == 0 ? solutions : reports);
            }
        }
    EXPECT_GE(reports, 12);
    EXPECT_GE(solutions, 5);
}
#endif

// The same bytes, or numbers of either precision that differ by roundings.
inline bool nearly_equal(const std::vector<char>& x, const std::vector<char>& y) {
    const auto near = [](auto u, auto v, double most) { return std::abs(u - v) <= most * (1 + std::abs(u)); };
    for (std::size_t i = 0; i < x.size(); i += sizeof(double)) {
        if (std::memcmp(&x[i], &y[i], sizeof(double)) == 0) continue;
        double u, v;
        float s[2], t[2];
        std::memcpy(&u, &x[i], sizeof u), std::memcpy(&v, &y[i], sizeof v);
        std::memcpy(s, &x[i], sizeof s), std::memcpy(t, &y[i], sizeof t);
        if (!near(u, v, 1e-12) && !(near(s[0], t[0], 1e-4) && near(s[1], t[1], 1e-4))) return false;
    }
    return true;
}

// Batched calls give what the host's give, and touch as little: everything lies behind `at`, in `call(at)`.
template <class T = double, class F> void expect_as_on_host(int gpu, Place& device, F&& call) {
    constexpr std::size_t size = 1 << 17;
    Random r(14);
    std::vector<char> host(size), before, there(size);
    for (std::size_t i = 0; i < size; i += sizeof(T)) {
        const auto x = static_cast<T>(r.uniform());
        std::memcpy(&host[i], &x, sizeof x);
    }
    before = host;
    heard() = {};
    call(host.data());
    EXPECT_FALSE(host == before);
    for (char* at : {device.p, device.shared}) {
        for (void* stream : {static_cast<void*>(nullptr), device.stream}) {
            there = before;
            device.copy(at, there.data(), size);
            shunt_set_stream(stream);
            expect_work_of(gpu, [&] { call(at); });
            shunt_set_stream(nullptr);
            std::vector<char> after(size);
            device.copy(after.data(), at, size);
            EXPECT_TRUE(nearly_equal(after, host));
        }
    }
    EXPECT_EQ(heard().count, 0);
}

// LU with gaps in and between matrices; pivots and info are there, too.
TEST_P(DeviceMemory, BatchedStrided) {
    expect_as_on_host(gpu, device, [](char* at) {
        const i64 m = 6, n = 5, lda = 7, stride = 41, pivot_stride = 6, count = 13;
        zgetrf_batch_strided_64_(&m, &n, at, &lda, &stride, reinterpret_cast<i64*>(at + 40000), &pivot_stride, &count,
                                 reinterpret_cast<i64*>(at + 60000));
    });
    expect_as_on_host(gpu, device, [](char* at) {
        const int m = 9, n = 4, lda = 9, stride = 36, incx = -2, stride_x = 9, incy = 3, stride_y = 30, count = 20;
        const double alpha = .5, beta = 2;
        auto* const p = reinterpret_cast<double*>(at);
        dgemv_batch_strided_("N", &m, &n, &alpha, p, &lda, &stride, p + 4000, &incx, &stride_x, &beta, p + 5000, &incy,
                             &stride_y, &count);
    });
}

// Complex numbers that begin at multiples of their parts only: not for the device's kernels.
TEST_P(DeviceMemory, BatchedUnaligned) {
    constexpr std::size_t size = 1 << 17;
    const i64 m = 40, n = 35, lda = 41, stride = 1500, pivot_stride = 35, count = 3;
    std::vector<char> host(size), before(size), after(size);
    Random r(15);
    for (std::size_t i = 0; i < size; i += sizeof(double)) {
        const double x = r.uniform();
        std::memcpy(&before[i], &x, sizeof x);
    }
    const auto call = [&](char* at) {
        zgetrf_batch_strided_64_(&m, &n, at + 8, &lda, &stride, reinterpret_cast<i64*>(at + 100000), &pivot_stride,
                                 &count, reinterpret_cast<i64*>(at + 120000));
    };
    host = before;
    call(host.data());
    device.copy(device.p, before.data(), size);
    call(device.p);
    device.copy(after.data(), device.p, size);
    EXPECT_TRUE(nearly_equal(after, host));
    EXPECT_FALSE(after == before);
}

// Cholesky of two groups; sizes, addresses and info are there, too. One matrix is not positive definite.
TEST_P(DeviceMemory, BatchedGroups) {
    expect_as_on_host(gpu, device, [&](char* at) {
        constexpr int groups = 2;
        struct {
            char uplo[groups]{'L', 'U'};
            int n[groups]{3, 8}, lda[groups]{4, 8}, count[groups]{5, 2}, info[7]{};
            double* a[7]{};
        } x;
        auto* const p = reinterpret_cast<double*>(at);
        double* next = p + 100;
        for (int g = 0, i = 0; g < groups; ++g)
            for (int k = 0; k < x.count[g]; ++k, next += x.lda[g] * x.n[g]) x.a[i++] = next;
        std::vector<char> all(1 << 17);
        device.copy(all.data(), at, all.size());
        auto* const values = reinterpret_cast<double*>(all.data());
        for (int g = 0, i = 0; g < groups; ++g)
            for (int k = 0; k < x.count[g]; ++k, ++i)
                for (int j = 0; j < x.n[g]; ++j) values[x.a[i] - p + j * (x.lda[g] + 1)] = k == 1 && j == 2 ? -1 : 9;
        char* const arrays = at + (1 << 16);
        std::memcpy(&all[1 << 16], &x, sizeof x);
        device.copy(at, all.data(), all.size());
        const auto there = [&](const auto& member) {
            return reinterpret_cast<std::decay_t<decltype(member[0])>*>(
                arrays + (reinterpret_cast<const char*>(&member) - reinterpret_cast<const char*>(&x)));
        };
        dpotrf_batch_(there(x.uplo), there(x.n), there(x.a), there(x.lda), &groups, there(x.count), there(x.info));
        device.copy(all.data(), at, all.size());
        std::memcpy(&x, &all[1 << 16], sizeof x);
        EXPECT_EQ(x.info[1], 3);
        EXPECT_EQ(x.info[6], 3);
        EXPECT_EQ(x.info[0] + x.info[2] + x.info[5], 0);
        for (const double* failed : {x.a[1], x.a[6]})  // what is left there is anything
            std::fill_n(values + (failed - p), failed == x.a[1] ? 12 : 64, 0);
        const decltype(x) nothing{};  // addresses differ from place to place
        std::memcpy(&all[1 << 16], &nothing, sizeof nothing);
        device.copy(at, all.data(), all.size());
    });
}

#ifdef SHUNT_TEST_CUDA
// Matrices that fill allocations of their own, which may follow each other without a gap.
TEST_P(DeviceMemory, BatchedAllocations) {
    constexpr int count = 8, n = 512;
    Random r(18);
    Matrix<double> p = positive<double>(n, Uplo::L, 0, r);
    std::vector<double*> a(count);
    for (double*& x : a) {
        cudaMalloc(reinterpret_cast<void**>(&x), n * n * sizeof(double));
        device.copy(x, p.data(), n * n * sizeof(double));
    }
    std::sort(a.begin(), a.end());
    std::vector<int> info(count, -1);
    const int groups = 1;
    heard() = {};
    dpotrf_batch_("L", &n, a.data(), &n, &groups, &count, info.data());
    EXPECT_EQ(heard().count, 0);
    for (int i = 0; i < count; ++i) {
        Matrix<double> m = p;
        const auto at = static_cast<std::size_t>(i);
        device.copy(m.data(), a[at], n * n * sizeof(double));
        EXPECT_EQ(info[at], 0);
        EXPECT_LT(cholesky_ratio(m, p, Uplo::L), threshold);
        cudaFree(a[at]);
    }
}
#endif

// Products of different sizes with one A, some without elements.
TEST_P(DeviceMemory, BatchedVariable) {
    expect_as_on_host<float>(gpu, device, [](char* at) {
        constexpr int count = 5;
        const int m[count]{3, 0, 9, 1, 9}, n[count]{4, 7, 9, 0, 1}, k[count]{2, 2, 5, 3, 0}, ld[count]{9, 9, 9, 9, 9};
        auto* const p = reinterpret_cast<float*>(at);
        float *a[count], *b[count], *c[count];
        for (int i = 0; i < count; ++i) {
            a[i] = p;
            b[i] = p + 1000 + 100 * i;
            c[i] = p + 3000 + 81 * i;
        }
        a[1] = nullptr;
        const float alpha = 2, beta = .5;
        sgemm_vbatch_("N", "N", m, n, k, &alpha, a, ld, b, ld, &beta, c, ld, &count);
    });
}

// One matrix here, one there: reported, and neither is touched.
TEST_P(DeviceMemory, BatchedOnTwoGpus) {
    if (gpus() < 2) GTEST_SKIP() << "there is one GPU";
    Random r(16);
    Matrix<double> a = positive<double>(5, Uplo::L, 0, r), before = a;
    Place& there = place(1 - gpu);
    double* const list[] = {device.put(0, a), there.put(0, a)};
    const int n = 5, groups = 1, count = 2;
    int info[] = {7, 7};
    dpotrf_batch_("L", &n, list, &n, &groups, &count, info);
    EXPECT_EQ(info[0], -3);
    EXPECT_EQ(info[1], -3);
    for (Place* p : {&device, &there}) {
        p->get(0, a);
        EXPECT_TRUE(a == before);
    }
}

TEST_P(DeviceMemory, BatchedMixed) {
    Random r(15);
    Matrix<double> a(4, 4), x(4, 1), y(4, 1);
    a.random(r), x.random(r), y.random(r);
    const Matrix<double> y0 = y;
    const int n = 4, one = 1, stride = 16, stride_x = 4;
    const double alpha = 1;
    heard() = {};
    dgemv_batch_strided_("N", &n, &n, &alpha, device.put(0, a), &n, &stride, x.data(), &one, &stride_x, &alpha,
                         y.data(), &one, &stride_x, &one);
    EXPECT_EQ(heard().count, 1);
    EXPECT_EQ(heard().position, 5);
    EXPECT_TRUE(y == y0);
}
