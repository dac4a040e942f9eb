// In: 64 threads that call BLAS for the first time at once, then 16 that go on, then 4 that want the pool. Out: the
// bits of the same calls by one thread.
#include <dlfcn.h>
#include <sched.h>
#include <time.h>

#include <barrier>
#include <filesystem>
#include <thread>

#include "routines.hpp"

using namespace test;

static void run_all(std::vector<Problem<double>>& problems) {
    for (auto& p : problems) p.run(plain);
}

// OpenBLAS that was built for one thread (Debian's libopenblas0-serial) has no locks: threads that call it at once get
// wrong results, with and without Shunt.
static bool library_is_for_one_thread() {
    const auto is = [](const char* variable, const char* value) {
        const char* v = std::getenv(variable);
        return v && std::strcmp(v, value) == 0;
    };
    if (is("SHUNT_ROUTE", "cpu") || is("SHUNT_ORIGINAL", "none")) return false;
    void* const library = dlopen("libopenblas.so.0", RTLD_LAZY | RTLD_NOLOAD);
    const auto parallel = reinterpret_cast<int (*)()>(library ? dlsym(library, "openblas_get_parallel") : nullptr);
    return parallel && parallel() == 0;
}

// Every thread carries out the problems at once; so does the caller in the end.
static void expect_same_bits(int count, std::vector<Problem<double>> problems) {
    std::vector<std::vector<Problem<double>>> results(static_cast<std::size_t>(count), problems);
    std::barrier together(count);
    std::vector<std::thread> threads;
    for (auto& mine : results)
        threads.emplace_back([&] {
            together.arrive_and_wait();
            run_all(mine);
        });
    for (auto& t : threads) t.join();
    if (library_is_for_one_thread()) GTEST_SKIP() << "the OpenBLAS behind is made for one thread";
    run_all(problems);
    for (const auto& mine : results)
        for (std::size_t i = 0; i < problems.size(); ++i)
            ASSERT_TRUE(mine[i] == problems[i])
                << stems[int(problems[i].routine)] << " m " << problems[i].args.m << " n " << problems[i].args.n;
}

TEST(Threads, SameBits) {
    for (const int count : {64, 16}) {
        std::vector<Problem<double>> problems;
        Random random(171);
        for (const Routine r : {Routine::trsm, Routine::gemm, Routine::potrf, Routine::getrf, Routine::trmm,
                                Routine::posv, Routine::syrk})
            for (const i64 limit : {i64(12), i64(60), count == 64 ? i64(20) : i64(200)})
                problems.emplace_back(r, limit, random);
        expect_same_bits(count, problems);
    }
}

// Large enough to be split; one caller has the pool, the others go on alone, and all that find it free use it.
TEST(Threads, Pool) {
    Random random(172);
    std::vector<Problem<double>> problems;
    while (problems.size() < 24) {
        constexpr Routine routines[] = {Routine::gemm, Routine::trsm, Routine::potrf, Routine::getrf};
        const Problem<double> p(random.of(routines), 240, random);
        const bool product = p.routine == Routine::gemm;
        if (std::min({p.args.m, p.args.n, product ? p.args.k : p.args.n}) > 160) problems.push_back(p);
    }
    expect_same_bits(4, problems);
    cpu_set_t cpus;
    const char* threads = std::getenv("SHUNT_NUM_THREADS");
    if (!threads || std::atoi(threads) < 2 || sched_getaffinity(0, sizeof cpus, &cpus) || CPU_COUNT(&cpus) < 2) return;
    const std::filesystem::directory_iterator tasks("/proc/self/task");
    EXPECT_GT(std::distance(begin(tasks), end(tasks)), 1) << "no worker was made";
}

static double process_seconds() {
    timespec t{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

// Jobs that follow each other closely keep the workers awake; then they sleep.
TEST(Threads, Sleep) {
    Random random(173);
    std::vector<Problem<double>> problems;
    while (problems.size() < 8) {
        const Problem<double> p(Routine::trsm, 240, random);
        if (std::min(p.args.m, p.args.n) > 160) problems.push_back(p);
    }
    run_all(problems);
    double busy = 1;  // of a tenth of a second; the original's threads may wait for as long
    for (int i = 0; i < 20 && busy > 0.01; ++i) {
        const double before = process_seconds();
        std::this_thread::sleep_for(std::chrono::milliseconds(100));
        busy = process_seconds() - before;
    }
    EXPECT_LT(busy, 0.01);
}
