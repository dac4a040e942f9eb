// In: the fake device. Out: a product whose result is known, and kernels that wait until they are let go.
#pragma once
#include <chrono>
#include <thread>

#include "../matrix.hpp"

namespace test {

struct Product {
    Matrix<double> a, b, c;

    explicit Product(i64 n) : a(n, n), b(n, n), c(n, n) {
        Random r(5);
        a.random(r), b.random(r);
    }
    void run(double* at_a, double* at_b, double* at_c) {
        fortran<double>(plain, "gemm", Trans::N, Trans::N, a.m, a.m, a.m, 1.0, at_a, a.ld, at_b, b.ld, 0.0, at_c, c.ld);
    }
    bool right() const { return ratio<double>(dense(c), dense(a), dense(b)) < threshold; }
    bool run() {
        run(a.data(), b.data(), c.data());
        return right();
    }
};

inline void hold(bool on) {
    in_plugin<void(int)>("shunt_fake_device_hold")(on);
}
inline int kernels_waiting() {
    return in_plugin<int()>("shunt_fake_device_waiting")();
}
inline void wait_for_kernels(int count) {
    for (int i = 0; i < 2000 && kernels_waiting() < count; ++i)
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    EXPECT_EQ(kernels_waiting(), count);
}

}  // namespace test
