// In: SHUNT_GPU and a rank on this machine, as launchers of MPI programs say it. Out: whose turn it is of the visible
// devices, and of two devices of host memory the one that does a call; what cannot be used is said, and the call done.
#include "../matrix.hpp"
#include "child.hpp"
#include "cuda/choose.hpp"

using namespace test;

namespace {

constexpr const char* ranks[] = {
    "OMPI_COMM_WORLD_LOCAL_RANK", "MPI_LOCALRANKID", "MV2_COMM_WORLD_LOCAL_RANK", "SLURM_LOCALID", "PMI_LOCAL_RANK",
    "PALS_LOCAL_RANKID"};
constexpr int none = -1;

// Without what the surroundings of the tests say.
struct Choosing : testing::Test {
    void SetUp() override {
        unsetenv("SHUNT_GPU");
        for (const char* name : ranks) unsetenv(name);
    }
    void TearDown() override { SetUp(); }
};
int choice(const char* gpus, const char* rank, int count, int in_use = none) {
    gpus ? setenv("SHUNT_GPU", gpus, 1) : unsetenv("SHUNT_GPU");
    rank ? setenv("OMPI_COMM_WORLD_LOCAL_RANK", rank, 1) : unsetenv("OMPI_COMM_WORLD_LOCAL_RANK");
    return shunt::gpu::choose_device(count, in_use);
}

}  // namespace

TEST_F(Choosing, ByRank) {
    for (const char* name : ranks)
        for (int rank = 0; rank < 7; ++rank) {
            setenv(name, std::to_string(rank).c_str(), 1);
            EXPECT_EQ(shunt::gpu::choose_device(3, none), rank % 3) << name;
            EXPECT_EQ(shunt::gpu::choose_device(1, 0), 0) << name;
            EXPECT_EQ(shunt::gpu::choose_device(8, 5), rank) << name << ": more than what the thread has in use";
            unsetenv(name);
        }
    // The launcher of the program rather than the system that started it.
    setenv("SLURM_LOCALID", "0", 1), setenv("MPI_LOCALRANKID", "1", 1);
    EXPECT_EQ(shunt::gpu::choose_device(4, none), 1);
    setenv("OMPI_COMM_WORLD_LOCAL_RANK", "2", 1);
    EXPECT_EQ(shunt::gpu::choose_device(4, none), 2);
    // No rank that can be: the first one.
    for (const char* rank : {"", "abc", "-3"}) EXPECT_EQ(choice(nullptr, rank, 4, 3), 0) << rank;
}

TEST_F(Choosing, WithoutARank) {
    EXPECT_EQ(choice(nullptr, nullptr, 4), 0);
    EXPECT_EQ(choice(nullptr, nullptr, 4, 2), 2);
    for (const char* words : {"auto", "eager", "none", "", "abc", "abc1", "1x", "-1", "0-1", "0 1", ",", "eager,"})
        EXPECT_EQ(choice(words, nullptr, 4, 2), 2) << words;
}

TEST_F(Choosing, Numbers) {
    EXPECT_EQ(choice("1", nullptr, 4, 2), 1);
    EXPECT_EQ(choice("eager,3", nullptr, 4, 2), 3);
    EXPECT_EQ(choice("eager3", nullptr, 4), 3);
    for (const char* list : {"3,1", ",3,,1,", "eager,3,1", "3,7,1", "99999999999999999999,3,1"})
        for (int rank = 0; rank < 5; ++rank)
            EXPECT_EQ(choice(list, std::to_string(rank).c_str(), 4), rank % 2 ? 1 : 3) << list << " " << rank;
    EXPECT_EQ(choice("3,1", nullptr, 4, 2), 3);
    for (const char* list : {"7", "4,5", "eager,7", "99999999999999999999"})
        for (const char* rank : {static_cast<const char*>(nullptr), "0", "9"})
            EXPECT_EQ(choice(list, rank, 4, 2), none) << list;
    std::string many = "3";
    for (int i = 0; i < 1000; ++i) many += ",0";
    EXPECT_EQ(choice(many.c_str(), nullptr, 4), 3);
}

// What the child of the tests below does: a product, on the thread's device where one is named.
TEST(Child, DISABLED_Product) {
    Random r(3);
    const i64 n = std::getenv("SHUNT_TEST_LARGE") ? 400 : 200;  // large: the device is faster, once it is open
    Matrix<double> a(n, n), b(n, n), c(n, n);
    a.random(r), b.random(r);
    fortran<double>(plain, "gemm", Trans::N, Trans::N, a.m, a.m, a.m, 1.0, a.data(), a.ld, b.data(), b.ld, 0.0,
                    c.data(), c.ld);
    EXPECT_LT(ratio<double>(dense(c), dense(a), dense(b)), threshold);
    const auto calls_of = in_plugin<long long(int)>("shunt_fake_device_calls_of");
    for (int device = 0; device < 2; ++device)
        if (calls_of && calls_of(device) > 0) std::printf("device %d was used\n", device);
}

namespace {

Said product(const std::string& variables) {
    const Said said = said_by(variables, "Child.*");
    EXPECT_EQ(said.status, 0) << variables << "\n" << said.text;
    return said;
}
void expect_device(const std::string& variables, int device, const std::string& line = "") {
    const Said said = product(variables);
    for (int d = 0; d < 2; ++d)
        EXPECT_EQ(said.has("device " + std::to_string(d) + " was used"), d == device) << variables << "\n" << said.text;
    EXPECT_EQ(said.has("shunt: "), !line.empty()) << variables << "\n" << said.text;
    EXPECT_TRUE(said.has(line)) << variables << "\n" << said.text;
}

}  // namespace

TEST_F(Choosing, TheDeviceThatWorks) {
    expect_device("A=", 0);
    for (const char* name : ranks)
        for (int rank = quick() ? 3 : 0; rank < 4; ++rank)
            expect_device(std::string(name) + "=" + std::to_string(rank), rank % 2);
    expect_device("SHUNT_GPU=auto", 0);
    expect_device("SHUNT_GPU=0", 0);
    expect_device("SHUNT_GPU=1", 1);
    expect_device("SHUNT_GPU=eager,1", 1);
    expect_device("SHUNT_GPU=0,1", 0);
    expect_device("SHUNT_GPU=0,1 SLURM_LOCALID=1", 1);
    expect_device("SHUNT_GPU=0,1 SLURM_LOCALID=2", 0);
    expect_device("SHUNT_GPU=1 SLURM_LOCALID=6", 1);
    expect_device("SHUNT_GPU=7,1", 1);
}

TEST_F(Choosing, NoDevice) {
    expect_device("SHUNT_GPU=none", none);
    expect_device("SHUNT_GPU=none SLURM_LOCALID=1", none);
    expect_device("SHUNT_GPU=7", none);
    const std::string why = "SHUNT_GPU names no GPU that is there";
    expect_device("SHUNT_GPU=7 SHUNT_VERBOSE=1", none, "shunt: no GPU is used: " + why);
    const Said report = product("SHUNT_GPU=7 SHUNT_REPORT=1");
    EXPECT_TRUE(report.has("GPU: none: " + why)) << report.text;
    EXPECT_TRUE(report.has("not done by the GPU: no device could be opened")) << report.text;
}

// One line on stderr, and as if it had not been said.
TEST_F(Choosing, WhatCannotBeUsed) {
    for (const std::string words : {"abc", "-1", "1x", "0-1", "None", "eagerly"})
        for (int rank = quick() ? 1 : 0; rank < 2; ++rank)
            expect_device("SHUNT_GPU=" + words + " SLURM_LOCALID=" + std::to_string(rank), rank,
                          "shunt: SHUNT_GPU: '" + words + "' is not auto, none, eager or numbers; ignored");
    const std::string large = "SHUNT_ROUTE=auto SHUNT_TEST_LARGE=1 SHUNT_GPU=";
    expect_device(large + "eager", 0);
    expect_device(large + "auto", none);
    for (const char* words : {"eagerly", "1,eager"}) expect_device(large + words, none, "ignored");
    for (const std::string words : {"abc", "-1", "0", "20X", "20GB"})
        expect_device("SHUNT_GPU_MEMORY=" + words, 0,
                      "shunt: SHUNT_GPU_MEMORY: '" + words + "' is not a size such as 800M or 20G; ignored");
    for (const std::string words : {"1M", "800m", "20G", "1e9", "123456789"})
        expect_device("SHUNT_GPU_MEMORY=" + words, 0);
}
