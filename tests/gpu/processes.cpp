// In: SHUNT_ROUTE=gpu, a plug-in. Out: right products from 64 threads at once, from two processes on one device, in the
// child of a process that has used the device (on the CPU there) and in its parent afterwards; a process that exits
// while other threads use the device ends at once and in order; one of the second GPU has nothing on the first.
#include <atomic>
#include <barrier>
#include <thread>

#include "../matrix.hpp"
#include "child.hpp"

using namespace test;

struct Product {
    Matrix<double> a, b, c;

    explicit Product(i64 n, unsigned seed = 5) : a(n, n), b(n, n), c(n, n) {
        Random r(seed);
        a.random(r), b.random(r);
    }
    bool right() {
        fortran<double>(plain, "gemm", Trans::N, Trans::N, a.m, a.m, a.m, 1.0, a.data(), a.ld, b.data(), b.ld, 0.0,
                        c.data(), c.ld);
        Matrix<double> zero(a.m, a.m);
        zero.fill([](i64, i64) { return 0; });
        return ratio<double>(dense(c), dense(a), dense(b), dense(zero)) < threshold;
    }
};

TEST(Processes, Threads) {
    constexpr int count = 64;
    std::barrier together(count);
    std::atomic<int> wrong{0};
    std::vector<std::thread> threads;
    for (int i = 0; i < count; ++i)
        threads.emplace_back([&, i] {
            Product p(60, static_cast<unsigned>(i));
            together.arrive_and_wait();
            for (int round = 0; round < 5; ++round) wrong += !p.right();
        });
    for (auto& t : threads) t.join();
    EXPECT_EQ(wrong, 0);
    EXPECT_GT(calls_done_by_plugin(), 0);
}

TEST(Processes, TwoOnOneDevice) {
    if (std::getenv("SHUNT_TEST_CHILD")) return;
    setenv("SHUNT_TEST_CHILD", "1", 1);
    pid_t child[2];
    for (pid_t& c : child) ASSERT_GT(c = start_self("Processes.Threads"), 0);
    for (const pid_t c : child) EXPECT_EQ(status_of(c), 0);
    unsetenv("SHUNT_TEST_CHILD");
}

TEST(Processes, Fork) {
    Product p(100);
    ASSERT_TRUE(p.right());
    const long long before = calls_done_by_plugin();
    ASSERT_GT(before, 0);
    const pid_t child = fork();
    if (child == 0) _exit(p.right() && calls_done_by_plugin() == before ? 0 : 1);
    EXPECT_EQ(status_of(child), 0);
    EXPECT_TRUE(p.right());
    EXPECT_EQ(calls_done_by_plugin(), before + 1);
}

TEST(Processes, OfTheSecondGpu) {
    void* driver = dlopen("libcuda.so.1", RTLD_LAZY);
    const auto count_of = driver ? reinterpret_cast<int (*)(int*)>(dlsym(driver, "cuDeviceGetCount")) : nullptr;
    const auto state_of =
        driver ? reinterpret_cast<int (*)(int, unsigned*, int*)>(dlsym(driver, "cuDevicePrimaryCtxGetState")) : nullptr;
    int count = 0;
    if (!count_of || !state_of || count_of(&count) != 0 || count < 2) GTEST_SKIP() << "there is one GPU at most";
    constexpr const char* rank = "OMPI_COMM_WORLD_LOCAL_RANK";
    if (!std::getenv(rank)) {
        setenv(rank, "1", 1);
        const pid_t child = start_self("Processes.OfTheSecondGpu");
        unsetenv(rank);
        EXPECT_EQ(status_of(child), 0);
        return;
    }
    Product p(100);
    ASSERT_TRUE(p.right());
    ASSERT_GT(calls_done_by_plugin(), 0);
    for (int gpu = 0; gpu < 2; ++gpu) {
        unsigned flags = 0;
        int active = -1;
        ASSERT_EQ(state_of(gpu, &flags, &active), 0);
        EXPECT_EQ(active, gpu);
    }
}

TEST(Processes, ExitInCalls) {
    // OpenBLAS frees its buffers in exit, under its callers.
    if (access(SHUNT_TEST_REFERENCE, R_OK) != 0) GTEST_SKIP() << "no Reference BLAS";
    const pid_t child = fork();
    if (child == 0) {
        setenv("SHUNT_ORIGINAL", SHUNT_TEST_REFERENCE, 1);
        execl("/proc/self/exe", "processes", "--gtest_also_run_disabled_tests",
              "--gtest_filter=Processes.DISABLED_Exit", nullptr);
        _exit(127);
    }
    EXPECT_EQ(status_of(child), 7);
}

// What the child of ExitInCalls does.
TEST(Processes, DISABLED_Exit) {
    std::atomic<int> calls{0};
    for (int i = 0; i < 4; ++i)
        std::thread([&] {
            for (Product p(200);; ++calls) p.right();
        }).detach();
    while (calls < 20) usleep(1000);
    std::exit(7);
}
