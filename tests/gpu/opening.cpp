// In: products that a GPU might take. Out: the plug-in is opened when they have cost the CPU half a second, by the
// router's own reckoning, and with SHUNT_GPU=eager at once; small ones never go there, nor any by a profile
// (slow.profile) in which the device is slow. Factorizations that need a library of the device's have to cost as much
// again before it is loaded.
#include "../matrix.hpp"

using namespace test;

static void multiply(i64 n) {
    Random r(3);
    Matrix<double> a(n, n), b(n, n), c(n, n);
    a.random(r), b.random(r);
    fortran<double>(plain, "gemm", Trans::N, Trans::N, n, n, n, 1.0, a.data(), a.ld, b.data(), b.ld, 0.0, c.data(),
                    c.ld);
    EXPECT_TRUE(is_finite(c(n - 1, n - 1)));
}

TEST(Opening, WhenItPays) {
    const bool eager = std::getenv("SHUNT_GPU") != nullptr, slow = std::getenv("SHUNT_PROFILE") != nullptr;
    for (int i = 0; i < 20; ++i) multiply(200);
    EXPECT_EQ(calls_done_by_plugin(), 0);
    multiply(400);  // 3.2 ms on one thread, as the router sees it
    EXPECT_EQ(calls_done_by_plugin(), eager && !slow);
    if (eager) return;
    int calls = 1;
    for (; calls < 400 && calls_done_by_plugin() == 0; ++calls) multiply(400);
    EXPECT_EQ(calls, 157);
}

TEST(Opening, TheLibraryOfFactorizations) {
    const bool eager = std::getenv("SHUNT_GPU") != nullptr;
    constexpr i64 m = 500, n = 1000;  // 10.4 ms
    Random r(4);
    const Matrix<double> a0 = Matrix<double>(m, n).random(r);
    std::vector<double> tau(m), work(64 * n);
    Info info;
    const long long before = calls_done_by_plugin();
    int calls = 0;
    for (; calls < 100 && calls_done_by_plugin() == before; ++calls) {
        Matrix<double> a = a0;
        fortran<double>(plain, "geqrf", m, n, a.data(), a.ld, tau.data(), work.data(), i64(64 * n), info);
        EXPECT_EQ(info.value, 0);
    }
    EXPECT_EQ(calls, eager ? 1 : 49);
}
