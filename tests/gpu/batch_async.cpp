// In: batched symbols by their _async names, matrices in device memory. Out: what they say of their arguments; that
// what they compute is right is for the tests of the others, by these names (SHUNT_TEST_ASYNC).
#include <gtest/gtest.h>

#include <array>
#include <barrier>
#include <cstdint>
#include <random>
#include <thread>
#include <utility>
#include <vector>

#include "../batch/space.hpp"
#include "../call.hpp"
#include "shim/shunt_batch_async.h"  // and shunt_batch.h

namespace {

class Async : public testing::Test {
protected:
    static constexpr std::int32_t n = 3, count = 4;
    static constexpr std::size_t bytes = 1 << 16;

    void SetUp() override {
        if (!test::space) GTEST_SKIP();
        device = static_cast<char*>(test::space->take(bytes));
        std::vector<double> values;
        for (int i = 0; i < n * n * count; ++i) values.push_back(i % n == i / n % n ? 4 : 1);
        test::space->copy(device, values.data(), values.size() * sizeof(double));
        a = reinterpret_cast<double*>(device);
        info = reinterpret_cast<std::int32_t*>(device + (1 << 12));
        workspace = device + (1 << 13);
        for (int i = 0; i < count; ++i) list[i] = a + i * n * n;
    }
    // Cholesky, with arguments that a test has changed.
    int potrf() {
        return shunt_dpotrf_vbatch_async("L", sizes, list, sizes, &problems, info, nullptr, workspace, given);
    }

    char* device = nullptr;
    double *a = nullptr, *list[count];
    std::int32_t* info = nullptr;
    std::int32_t sizes[count] = {n, n, n, n}, problems = count;
    void* workspace = nullptr;
    std::size_t room = 1 << 12, *given = &room;
};

TEST_F(Async, WantsAWorkspace) {
    workspace = nullptr;
    room = 0;
    EXPECT_EQ(potrf(), 0);
    EXPECT_GE(room, 256u);
    const std::size_t wanted = room;
    workspace = device + (1 << 13);
    room = wanted - 1;
    EXPECT_EQ(potrf(), 9);
    EXPECT_EQ(room, wanted);
    EXPECT_EQ(potrf(), 0);
    EXPECT_EQ(room, wanted);
}
TEST_F(Async, BadArguments) {
    sizes[2] = -1;
    EXPECT_EQ(potrf(), 2);
    sizes[2] = n;
    double* const third = std::exchange(list[2], nullptr);
    EXPECT_EQ(potrf(), 3);
    double here[n * n] = {};
    list[2] = here;  // not the device's
    EXPECT_EQ(potrf(), 3);
    list[2] = third;
    problems = -1;
    EXPECT_EQ(potrf(), 5);
    problems = count;
    std::int32_t info_here[count];
    std::int32_t* const info_there = std::exchange(info, info_here);
    EXPECT_EQ(potrf(), 6);
    info = info_there;
    workspace = device + 8;
    EXPECT_EQ(potrf(), 8);
    workspace = here;
    EXPECT_EQ(potrf(), 8);
    workspace = device + (1 << 13);
    given = nullptr;
    EXPECT_EQ(potrf(), 9);
    given = &room;
    EXPECT_EQ(potrf(), 0);
}
TEST_F(Async, SizesAreTheHosts) {
    auto* const there = reinterpret_cast<std::int32_t*>(device);
    EXPECT_EQ(shunt_dpotrf_vbatch_async("L", there, list, sizes, &problems, info, nullptr, workspace, given), 2);
    EXPECT_EQ(shunt_dpotrf_vbatch_async("L", sizes, list, there, &problems, info, nullptr, workspace, given), 4);
    EXPECT_EQ(shunt_dpotrf_vbatch_async(device, sizes, list, sizes, &problems, info, nullptr, workspace, given), 1);
}
TEST_F(Async, NoProblems) {
    problems = 0;
    workspace = nullptr;
    EXPECT_EQ(potrf(), 0);
    EXPECT_EQ(room, 256u);
    workspace = device + (1 << 13);
    room = 0;
    EXPECT_EQ(potrf(), 0);
}
TEST_F(Async, TooLarge) {
    const std::int64_t large = 8193, one = 1;
    device = static_cast<char*>(test::space->take(sizeof(float) * large * (large + 2)));
    auto* const b = reinterpret_cast<float*>(device);
    const float zero = 0;
    room = 0;
    EXPECT_EQ(shunt_sgemm_batch_strided_async_64("N", "N", &large, &one, &one, &zero, b, &large, &one, b, &one, &one,
                                                 &zero, b + large, &large, &large, &one, nullptr, nullptr, &room),
              SHUNT_NOT_ENQUEUED);
    const std::int64_t fits = 8192;
    EXPECT_EQ(shunt_sgemm_batch_strided_async_64("N", "N", &fits, &one, &one, &zero, b, &large, &one, b, &one, &one,
                                                 &zero, b + large, &large, &large, &one, nullptr, nullptr, &room),
              0);
    EXPECT_GE(room, 256u);
}

// By their other names: threads at once, with kernels that take as much shared memory as a matrix of their order wants.
TEST(Threads, OrdersAtOnce) {
    if (!test::space) GTEST_SKIP();
    constexpr std::int32_t orders[] = {40, 64, 72, 100}, count = 6;
    constexpr std::size_t threads = std::size(orders), numbers = 100 * 100 * count, vector = 100 * count;
    constexpr std::size_t bytes = (numbers + 6 * vector) * sizeof(double);
    auto* const memory = static_cast<char*>(test::space->take(threads * bytes));
    std::vector<double> values(numbers);
    std::mt19937 random(1);
    for (double& x : values) x = std::uniform_real_distribution<double>(-1, 1)(random);
    // What LU, QR, the bidiagonal form and Cholesky of a thread's matrices give.
    const auto results = [&](std::size_t thread) {
        const std::int32_t n = orders[thread], stride = n * n;
        auto* const a = reinterpret_cast<double*>(memory + thread * bytes);
        double *const d = a + numbers, *const e = d + vector, *const tauq = e + vector, *const taup = tauq + vector;
        auto* const ipiv = reinterpret_cast<std::int32_t*>(taup + vector);
        auto* const info = reinterpret_cast<std::int32_t*>(taup + 2 * vector);
        const std::int32_t problems = count;
        std::array<std::vector<double>, 4> got;
        for (std::size_t routine = 0; routine < got.size(); ++routine) {
            std::vector<double> from(values.begin(), values.begin() + stride * count);
            for (int i = 0; i < n * count && routine == 3; ++i) from[i / n * stride + i % n * (n + 1)] += n;
            test::space->copy(a, from.data(), from.size() * sizeof(double));
            const std::vector<std::int32_t> guard(count, -99);
            test::space->copy(info, guard.data(), sizeof(std::int32_t) * count);
            if (routine == 0)
                dgetrf_batch_strided_(&n, &n, a, &n, &stride, ipiv, &n, &problems, info);
            else if (routine == 1)
                dgeqrf_batch_strided_(&n, &n, a, &n, &stride, tauq, &n, &problems, info);
            else if (routine == 2)
                dgebrd_batch_strided_(&n, &n, a, &n, &stride, d, &n, e, &n, tauq, &n, taup, &n, &problems, info);
            else
                dpotrf_batch_strided_("L", &n, a, &n, &stride, &problems, info);
            std::vector<std::int32_t> said(count);
            test::space->copy(said.data(), info, sizeof(std::int32_t) * count);
            for (const std::int32_t i : said) EXPECT_EQ(i, 0) << "routine " << routine << ", order " << n;
            got[routine].resize(from.size());
            test::space->copy(got[routine].data(), a, from.size() * sizeof(double));
        }
        return got;
    };
    std::array<std::array<std::vector<double>, 4>, threads> expected;
    for (std::size_t t = 0; t < threads; ++t) expected[t] = results(t);
    std::barrier together(threads);
    std::vector<std::thread> running;
    for (std::size_t t = 0; t < threads; ++t)
        running.emplace_back([&, t] {
            together.arrive_and_wait();
            for (int repeat = 0; repeat < 10; ++repeat) EXPECT_TRUE(results(t) == expected[t]) << orders[t];
        });
    for (std::thread& t : running) t.join();
}

}  // namespace
