// In: batched symbols by their _async names, matrices in device memory. Out: what they say of their arguments; that
// what they compute is right is for the tests of the others, by these names (SHUNT_TEST_ASYNC).
#include <gtest/gtest.h>

#include <cstdint>
#include <utility>
#include <vector>

#include "../batch/space.hpp"
#include "../call.hpp"
#include "shim/shunt_batch_async.h"

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

}  // namespace
