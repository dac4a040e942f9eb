// In: a device of host memory; a driver for tests, which is loaded when routines have been called already; with
// SHUNT_TEST_RUNTIME a library named as CUDA's runtime from the start. Out: matrices in device memory are recognised:
// with the runtime at once, else from the first larger call on.
#include <dlfcn.h>
#include <time.h>

#include <cerrno>

#include "../matrix.hpp"

using namespace test;

namespace {

struct Sizes {
    i64 m, n, k;
};
// Direct calls of the original, remembered ones, and larger ones; the last two have more than 3 MFLOP.
constexpr Sizes sizes[] = {{3, 3, 3}, {60, 60, 60}, {130, 10, 10}, {99, 99, 99}, {150, 150, 150}, {208, 208, 208}};

struct Product {
    Matrix<double> a, b, c;

    explicit Product(Sizes s) : a(s.m, s.k), b(s.k, s.n), c(s.m, s.n) {
        Random r(5);
        a.random(r), b.random(r);
    }
    bool run(double* at_a, double* at_b, double* at_c) {
        fortran<double>(plain, "gemm", Trans::N, Trans::N, c.m, c.n, a.n, 1.0, at_a, a.ld, at_b, b.ld, 0.0, at_c, c.ld);
        if (at_c != c.data()) std::memcpy(c.data(), at_c, static_cast<std::size_t>(c.ld * c.n) * sizeof(double));
        return ratio<double>(dense(c), dense(a), dense(b)) < threshold;
    }
    bool on_host() { return run(a.data(), b.data(), c.data()); }
    // Whether the device has done it, rightly.
    bool on_device(char* memory) {
        const long long before = calls_done_by_plugin();
        double* at[3];
        Matrix<double>* const matrices[] = {&a, &b, &c};
        for (int i = 0; i < 3; ++i) {
            at[i] = reinterpret_cast<double*>(memory + i * (2 << 20));
            std::memcpy(at[i], matrices[i]->data(),
                        static_cast<std::size_t>(matrices[i]->ld * matrices[i]->n) * sizeof(double));
        }
        return run(at[0], at[1], at[2]) && calls_done_by_plugin() == before + 1;
    }
};

TEST(LateDriver, DeviceMemory) {
    constexpr std::size_t stretch = 2 << 20, bytes = 16 * stretch;  // half of what is marked is managed
    for (int round = 0; round < 3; ++round)
        for (const Sizes& s : sizes) EXPECT_TRUE(Product(s).on_host());
    EXPECT_EQ(calls_done_by_plugin(), 0);
    errno = 0;
    dlerror();
    timespec tick{0, 20'000'000};
    nanosleep(&tick, nullptr);
    EXPECT_TRUE(Product(sizes[4]).on_host());  // looks for the driver, and leaves no trace
    EXPECT_EQ(errno, 0);
    EXPECT_EQ(dlerror(), nullptr);
    void* const driver = dlopen(SHUNT_TEST_DRIVER, RTLD_NOW | RTLD_GLOBAL);
    ASSERT_TRUE(driver);
    char* const memory = static_cast<char*>(std::aligned_alloc(stretch, bytes));
    reinterpret_cast<void (*)(int, const void*, long long)>(dlsym(driver, "fake_driver_mark"))(0, memory, bytes);
    nanosleep(&tick, nullptr);
#ifndef SHUNT_TEST_RUNTIME
    EXPECT_TRUE(Product(sizes[4]).on_device(memory));
#endif
    for (int round = 0; round < 2; ++round)
        for (const Sizes& s : sizes) EXPECT_TRUE(Product(s).on_device(memory)) << s.m;
    const long long before = calls_done_by_plugin();
    for (const Sizes& s : sizes) EXPECT_TRUE(Product(s).on_host());
    EXPECT_EQ(calls_done_by_plugin(), before);
    std::free(memory);
}

}  // namespace
