// In: products that a GPU might take. Out: the plug-in is opened when they have cost the CPU half a second, by the
// router's own reckoning, and with SHUNT_GPU=eager at once; small ones never go there, nor any by a profile
// (slow.profile) in which the device is slow.
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
