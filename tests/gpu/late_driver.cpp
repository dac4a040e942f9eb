// In: a device of host memory; a driver for tests, which is loaded when routines have been called already; with
// SHUNT_TEST_RUNTIME a library named as CUDA's runtime from the start. Out: matrices in device memory are recognised:
// with the runtime at once, else from the first larger call on.
#include <dlfcn.h>

#include "../matrix.hpp"
#include "product.hpp"

using namespace test;

namespace {

// As calls on device memory; how many of two the device has done.
long long done_on_device(char* memory, i64 n) {
    const long long before = calls_done_by_plugin();
    for (int round = 0; round < 2; ++round) {
        Product p(n);
        double* at[3];
        Matrix<double>* const matrices[] = {&p.a, &p.b, &p.c};
        const auto bytes = static_cast<std::size_t>(p.a.ld * p.a.n) * sizeof(double);
        for (int i = 0; i < 3; ++i) {
            at[i] = reinterpret_cast<double*>(memory + i * (2 << 20));
            std::memcpy(at[i], matrices[i]->data(), bytes);
        }
        p.run(at[0], at[1], at[2]);
        std::memcpy(p.c.data(), at[2], bytes);
        EXPECT_TRUE(p.right());
    }
    return calls_done_by_plugin() - before;
}

TEST(LateDriver, DeviceMemory) {
    constexpr i64 sizes[] = {3, 60, 300};
    constexpr std::size_t stretch = 2 << 20, bytes = 16 * stretch;  // half of what is marked is managed
    for (int round = 0; round < 3; ++round)
        for (const i64 n : sizes) EXPECT_TRUE(Product(n).run());
    EXPECT_EQ(calls_done_by_plugin(), 0);
    void* const driver = dlopen(SHUNT_TEST_DRIVER, RTLD_NOW | RTLD_GLOBAL);
    ASSERT_TRUE(driver);
    char* const memory = static_cast<char*>(std::aligned_alloc(stretch, bytes));
    reinterpret_cast<void (*)(int, const void*, long long)>(dlsym(driver, "fake_driver_mark"))(0, memory, bytes);
    timespec tick{0, 20'000'000};
    nanosleep(&tick, nullptr);
#ifndef SHUNT_TEST_RUNTIME
    EXPECT_EQ(done_on_device(memory, 300), 2);
#endif
    for (const i64 n : sizes) EXPECT_EQ(done_on_device(memory, n), 2) << n;
    const long long before = calls_done_by_plugin();
    for (const i64 n : sizes) EXPECT_TRUE(Product(n).run());
    EXPECT_EQ(calls_done_by_plugin(), before);
    std::free(memory);
}

}  // namespace
