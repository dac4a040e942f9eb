// In: a program with OpenMP, its threads bound or not. Out: Shunt has threads of its own as the places allow, and none
// inside a parallel region, whichever of several OpenMP runtimes it is of (openmp_runtime.cpp stands for another one).
#include <omp.h>
#include <sched.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <set>
#include <thread>

#include "call.hpp"
#include "matrix.hpp"
#include "shim/shunt_batch.h"

using namespace test;

static int threads() {
    const std::filesystem::directory_iterator all("/proc/self/task");
    return static_cast<int>(std::distance(begin(all), end(all)));
}

// Long enough for all threads.
static void factor_many() {
    const int n = 48, stride = n * n, count = 2000;
    std::vector<double> a(std::size_t(stride) * count);
    std::vector<int> ipiv(std::size_t(n) * count), info(count);
    Random r(3);
    for (double& x : a) x = r.uniform();
    dgetrf_batch_strided_(&n, &n, a.data(), &n, &stride, ipiv.data(), &n, &count, info.data());
}

// That the process may use: those of OpenMP's places where its threads are bound.
static int cpus() {
    std::set<int> all;
    for (int place = 0; omp_get_proc_bind() != omp_proc_bind_false && place < omp_get_num_places(); ++place) {
        std::vector<int> ids(std::size_t(omp_get_place_num_procs(place)));
        omp_get_place_proc_ids(place, ids.data());
        all.insert(ids.begin(), ids.end());
    }
    cpu_set_t set;
    if (!all.empty()) return static_cast<int>(all.size());
    return sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 1;
}

TEST(OpenMp, Threads) {
    if (long quota = 0; std::ifstream("/sys/fs/cgroup/cpu.max") >> quota) GTEST_SKIP() << "a limit on the time on CPUs";
    const int before = threads();
    factor_many();
    EXPECT_EQ(threads() - before, cpus() - 1);
}

TEST(OpenMp, Inside) {
    if (cpus() < 2) GTEST_SKIP() << "one CPU";
#pragma omp parallel num_threads(2)
    EXPECT_EQ(omp_get_num_threads(), 2);
    const int before = threads();
#pragma omp parallel num_threads(2)
    factor_many();
    EXPECT_EQ(threads(), before);
    // Another runtime comes later, without the program's seeing its names.
    void* other = dlopen(SHUNT_TEST_RUNTIME, RTLD_NOW | RTLD_LOCAL);
    ASSERT_NE(other, nullptr) << dlerror();
    auto* set = reinterpret_cast<void (*)(int)>(dlsym(other, "shunt_test_set_in_parallel"));
    set(1);
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    factor_many();
    EXPECT_EQ(threads(), before);
    set(0);
    factor_many();
    EXPECT_GT(threads(), before);
}
