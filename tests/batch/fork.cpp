// In: batched calls that keep all threads busy, and fork(), whose child has none of them. Out: the same bits in every
// process, by threads of its own, and children that end as programs do.
#include <sched.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cstdio>
#include <fstream>
#include <functional>
#include <thread>

#include "judge.hpp"

using namespace test;

// Whether calls have several threads here, as CTest asks for.
static bool threads_wanted() {
    const char* limit = std::getenv("SHUNT_NUM_THREADS");
    cpu_set_t set;
    if (!limit || std::atoi(limit) < 2 || sched_getaffinity(0, sizeof set, &set) != 0) return false;
    if (long quota = 0; std::ifstream("/sys/fs/cgroup/cpu.max") >> quota) return false;
    return CPU_COUNT(&set) > 1;
}

// A child that does f() and exits, with 0 where that is true.
template <class F> static pid_t start(F f) {
    std::fflush(nullptr);
    const pid_t child = fork();
    if (child != 0) return child;
    alarm(100);  // instead of waiting for ever
    std::exit(f() ? 0 : 1);
}
// The exit status, or the negative number of a signal.
static int status_of(pid_t child) {
    int status = 0;
    if (child < 0 || waitpid(child, &status, 0) != child) return -1000;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

// Batches of all operations, each worth several threads, and their results.
class Work {
public:
    Work() {
        Random r(701);
        add<float>(r), add<double>(r), add<std::complex<float>>(r), add<std::complex<double>>(r);
    }
    // In a new process by new threads.
    bool same() const {
        bool good = true;
        for (const auto& [what, carry_out] : batches_) {
            if (carry_out()) continue;
            std::fprintf(stderr, "%s: other bits in process %d\n", what.c_str(), getpid());
            good = false;
        }
        if (threads_wanted() && process_threads() < 2) {
            std::fprintf(stderr, "process %d has no threads\n", getpid());
            good = false;
        }
        return good;
    }

private:
    template <class T> void add(Random& r) {
        for (int i = 0; i < op_count; ++i) {
            const Op op = Op(i);
            if (!exists<T>(op)) continue;
            const bool vectors = op == Op::gemv || op == Op::trsv;
            std::vector<Item<T>> items;
            const Args options = r.of(option_sets(op, is_complex<T>));
            for (int k = 0; k < (vectors ? 400 : 30); ++k)
                items.push_back(make_item<T>(op, sizes_around(op, options, 40, r), T(2), T(-1), r));
            std::vector<Item<T>> expected = items;
            EXPECT_TRUE(run(Form::variable, expected));
            for (std::size_t k = 0; k < items.size(); k += 7) EXPECT_TRUE(right(items[k], expected[k]));
            const bool wide = i % 2;
            batches_.emplace_back(precision<T> + stem_of<T>(op), [items, expected, wide] {
                for (const Form form : {Form::group, Form::variable}) {
                    std::vector<Item<T>> got = items;
                    if (!run(form, got, wide) || !(got == expected)) return false;
                }
                return true;
            });
        }
    }

    std::vector<std::pair<std::string, std::function<bool()>>> batches_;
};
static const Work& work() {
    static const Work all;
    return all;
}

TEST(Forks, OneAfterAnother) {
    ASSERT_TRUE(work().same());
    for (int i = 0; i < 3; ++i) {
        EXPECT_EQ(status_of(start([] { return process_threads() == 1 && work().same(); })), 0);
        ASSERT_TRUE(work().same());
    }
}
TEST(Forks, AtOnce) {
    ASSERT_TRUE(work().same());
    pid_t children[4];
    for (pid_t& child : children) child = start([] { return work().same(); });
    EXPECT_TRUE(work().same());
    for (const pid_t child : children) EXPECT_EQ(status_of(child), 0);
}
TEST(Forks, OfAFork) {
    ASSERT_TRUE(work().same());
    const pid_t child = start([] {
        const bool before = work().same();
        return before && status_of(start([] { return work().same(); })) == 0 && work().same();
    });
    EXPECT_EQ(status_of(child), 0);
}
// Nothing is done in the child.
TEST(Forks, Idle) {
    ASSERT_TRUE(work().same());
    EXPECT_EQ(status_of(start([] { return true; })), 0);
    EXPECT_TRUE(work().same());
}

// The pool is another thread's at the moment of the fork: nobody ends that job in the child.
TEST(Forks, InTheMidstOfACall) {
    constexpr int n = 40, stride = n * n, count = 300;
    std::vector<double> a(stride * count, 0.5), c(a.size());
    void* const product = find_symbol("dgemm_batch_strided_");
    ASSERT_NE(product, nullptr);
    ASSERT_TRUE(work().same());
    std::atomic<bool> over{false};
    std::atomic<long> calls{0};
    int order = n, apart = stride, problems = count;
    double one = 1, zero = 0;
    char no = 'N';
    const std::vector<void*> arguments = {&no,      &no,      &order, &order,   &order,   &one,
                                          a.data(), &order,   &apart, a.data(), &order,   &apart,
                                          &zero,    c.data(), &order, &apart,   &problems};
    std::thread caller([&] {
        for (; !over; ++calls) invoke(product, arguments);
    });
    while (calls < 10) std::this_thread::yield();
    for (int i = 0; i < 6; ++i) {
        const pid_t child = start([] { return process_threads() == 1 && work().same(); });
        EXPECT_EQ(status_of(child), 0);
    }
    over = true;
    caller.join();
    EXPECT_TRUE(std::all_of(c.begin(), c.end(), [](double x) { return x == 0.25 * n; }));
    EXPECT_TRUE(work().same());
}
