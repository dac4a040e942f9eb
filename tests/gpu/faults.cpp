// In: SHUNT_ROUTE=gpu, a real device. Out: right products and solutions where its memory is taken by others, and where
// the program breaks its context before, between and during calls, or resets it, each in a process of its own.
#include <cuda_runtime_api.h>

#include <atomic>
#include <chrono>
#include <thread>

#include "../matrix.hpp"
#include "child.hpp"

using namespace test;

extern "C" bool break_device();
extern "C" void dgesv_(const int*, const int*, double*, const int*, int*, double*, const int*, int*);

namespace {

std::vector<double> times(Matrix<double>& a, const std::vector<double>& x) {
    std::vector<double> y(static_cast<std::size_t>(a.m));
    for (i64 j = 0; j < a.n; ++j)
        for (i64 i = 0; i < a.m; ++i) y[static_cast<std::size_t>(i)] += a(i, j) * x[static_cast<std::size_t>(j)];
    return y;
}
double largest(const std::vector<double>& x) {
    double most = 0;
    for (const double v : x) most = std::max(most, std::abs(v));
    return most;
}

struct System {
    i64 n;
    Matrix<double> a, b, c;
    std::vector<double> x;

    explicit System(i64 order) : n(order), a(n, n), b(n, n), c(n, n), x(static_cast<std::size_t>(n)) {
        Random r(7);
        a.random(r), b.random(r);
        for (double& v : x) v = r.uniform();
    }
    // |left - right| in roundings of sums of n terms of that size.
    double apart(std::vector<double> left, const std::vector<double>& right, double size) {
        for (std::size_t i = 0; i < left.size(); ++i) left[i] -= right[i];
        return largest(left) / (size * static_cast<double>(n) * std::numeric_limits<double>::epsilon());
    }
    bool product() {
        fortran<double>(plain, "gemm", Trans::N, Trans::N, n, n, n, 1.0, a.data(), a.ld, b.data(), b.ld, 0.0, c.data(),
                        c.ld);
        return apart(times(c, x), times(a, times(b, x)), static_cast<double>(n) * largest(x)) < threshold;
    }
    // (A A^T + n I) y = x by gemm, potrf and trsm, in device memory.
    bool solution_on_device() {
        const auto bytes = static_cast<std::size_t>(a.ld * n) * sizeof(double), row = x.size() * sizeof(double);
        char* p = nullptr;
        if (cudaMalloc(reinterpret_cast<void**>(&p), 2 * bytes + row) != cudaSuccess) return false;
        auto *at_a = reinterpret_cast<double*>(p), *at_p = reinterpret_cast<double*>(p + bytes),
             *at_x = reinterpret_cast<double*>(p + 2 * bytes);
        const auto put = [](double* to, const double* from, std::size_t size) {
            return cudaMemcpy(to, from, size, cudaMemcpyHostToDevice) == cudaSuccess;
        };
        const auto get = [](std::vector<double>& to, const double* from) {
            return cudaMemcpy(to.data(), from, to.size() * sizeof(double), cudaMemcpyDeviceToHost) == cudaSuccess;
        };
        Matrix<double> diagonal(n, n);
        for (i64 j = 0; j < n; ++j)
            for (i64 i = 0; i < n; ++i) diagonal(i, j) = i == j ? static_cast<double>(n) : 0;
        bool right = put(at_a, a.data(), bytes) && put(at_x, x.data(), row) &&
                     put(at_p, diagonal.data(), static_cast<std::size_t>(diagonal.ld * n) * sizeof(double));
        const i64 one = 1, ld = diagonal.ld;
        fortran<double>(plain, "gemm", Trans::N, Trans::T, n, n, n, 1.0, at_a, a.ld, at_a, a.ld, 1.0, at_p, ld);
        Info failed;
        fortran<double>(plain, "potrf", Uplo::L, n, at_p, ld, failed);
        for (const Trans trans : {Trans::N, Trans::T})
            fortran<double>(plain, "trsm", Side::L, Uplo::L, trans, Diag::N, n, one, 1.0, at_p, ld, at_x, n);
        std::vector<double> y = x, z(x.size());
        right = right && failed.value == 0 && get(y, at_x);
        Matrix<double> turned(n, n);
        for (i64 j = 0; j < n; ++j)
            for (i64 i = 0; i < n; ++i) turned(i, j) = a(j, i);
        z = times(a, times(turned, y));
        for (std::size_t i = 0; i < z.size(); ++i) z[i] += static_cast<double>(n) * y[i];
        right = right && apart(z, x, static_cast<double>(n) * largest(y)) < threshold;
        return cudaFree(p) == cudaSuccess && right;
    }
    bool solution() {
        Matrix<double> factors = a;
        const int order = static_cast<int>(n), one = 1, lda = static_cast<int>(a.ld);
        std::vector<double> y = x;
        std::vector<int> pivots(x.size());
        int info = -1;
        dgesv_(&order, &one, factors.data(), &lda, pivots.data(), y.data(), &order, &info);
        return info == 0 && apart(times(a, y), x, static_cast<double>(n) * largest(y)) < threshold;
    }
};

TEST(Fault, MemoryTaken) {
    if (!std::getenv("SHUNT_TEST_CHILD")) return;
    ASSERT_EQ(cudaFree(nullptr), cudaSuccess);
    std::vector<void*> taken;
    for (std::size_t piece = std::size_t{1} << 36; piece >= (std::size_t{1} << 20);) {
        void* p = nullptr;
        if (cudaMalloc(&p, piece) == cudaSuccess)
            taken.push_back(p);
        else
            piece /= 2;
    }
    ASSERT_FALSE(taken.empty());
    System s(1500);
    for (int round = 0; round < 3; ++round) EXPECT_TRUE(s.product() && s.solution());
    for (void* p : taken) cudaFree(p);
    EXPECT_TRUE(s.product() && s.solution());
}

TEST(Fault, BrokenBefore) {
    if (!std::getenv("SHUNT_TEST_CHILD")) return;
    ASSERT_TRUE(break_device());
    System s(900);
    for (int round = 0; round < 3; ++round) EXPECT_TRUE(s.product() && s.solution());
}

TEST(Fault, BrokenBetween) {
    if (!std::getenv("SHUNT_TEST_CHILD")) return;
    System s(900);
    EXPECT_TRUE(s.product() && s.solution());
    EXPECT_GT(calls_done_by_plugin(), 0);
    ASSERT_TRUE(break_device());
    for (int round = 0; round < 3; ++round) EXPECT_TRUE(s.product() && s.solution());
}

TEST(Fault, BrokenDuring) {
    if (!std::getenv("SHUNT_TEST_CHILD")) return;
    System first(2000);
    EXPECT_TRUE(first.product());
    EXPECT_GT(calls_done_by_plugin(), 0);
    std::atomic<bool> done{false};
    std::atomic<int> wrong{0}, calls{0};
    std::thread caller([&] {
        System s(2000);
        while (!done || calls < 2) wrong += !(s.product() && s.solution()), ++calls;
    });
    while (calls == 0) std::this_thread::yield();
    std::this_thread::sleep_for(std::chrono::milliseconds(3));
    EXPECT_TRUE(break_device());
    done = true;
    caller.join();
    EXPECT_EQ(wrong, 0);
}

// Matrices in the memory of the device's next life have it opened anew; the others are the CPU's.
TEST(Fault, Reset) {
    if (!std::getenv("SHUNT_TEST_CHILD")) return;
    System s(900);
    const auto done_by = [&](auto&& f) {
        const long long before = calls_done_by_plugin();
        f();
        return calls_done_by_plugin() - before;
    };
    const auto on_host = [&] { EXPECT_TRUE(s.product() && s.solution()); };
    const auto on_device = [&] { EXPECT_TRUE(s.solution_on_device()); };
    EXPECT_GT(done_by(on_host), 0);
    EXPECT_EQ(done_by(on_device), 4);
    for (int round = 0; round < 2; ++round) {
        ASSERT_EQ(cudaDeviceReset(), cudaSuccess);
        EXPECT_EQ(done_by(on_host), 0);
        for (int i = 0; i < 2; ++i) EXPECT_EQ(done_by(on_device), 4);
        EXPECT_EQ(done_by(on_host), 0);
    }
    std::thread([&] {
        EXPECT_EQ(done_by(on_host), 0);
        EXPECT_EQ(done_by(on_device), 4);
    }).join();
    ASSERT_EQ(cudaDeviceReset(), cudaSuccess);  // and the process ends
}

TEST(Faults, InProcessesOfTheirOwn) {
    if (std::getenv("SHUNT_TEST_CHILD")) return;
    setenv("SHUNT_TEST_CHILD", "1", 1);
    const std::string gpu = std::getenv("SHUNT_TEST_GPU") ? std::getenv("SHUNT_TEST_GPU") : "";
    unsetenv("SHUNT_TEST_GPU");  // of which the plug-in's having done calls is asked
    for (const std::string name : {"MemoryTaken", "BrokenBefore", "BrokenBetween", "BrokenDuring", "Reset"})
        EXPECT_EQ(status_of(start_self("Fault." + name)), 0) << name;
    setenv("SHUNT_TEST_GPU", gpu.c_str(), 1);
    EXPECT_TRUE(System(900).product());
}

}  // namespace
