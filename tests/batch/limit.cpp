// In: a machine of more CPUs than threads are allowed, and a program with many thread-local variables (Fortran's
// threadprivate common blocks), which take their part of each thread's stack. Out: batches of all kinds have no more
// threads, and these have the stack that they need.
#include <sched.h>

#include "judge.hpp"

using namespace test;

// What the library sees of the machine.
extern "C" __attribute__((visibility("default"))) int sched_getaffinity(pid_t, std::size_t size,
                                                                        cpu_set_t* set) noexcept {
    CPU_ZERO_S(size, set);
    for (std::size_t i = 0; i < 16; ++i) CPU_SET_S(i, size, set);
    return 0;
}

static thread_local char thread_locals[900 << 10];

template <class T> class Limit : public testing::Test {};
TYPED_TEST_SUITE(Limit, Scalars);
TYPED_TEST(Limit, Threads) {
    using T = TypeParam;
    const char* limit_given = std::getenv("SHUNT_NUM_THREADS");
    if (!limit_given) GTEST_SKIP() << "no limit";
    thread_locals[0] = 1;
    const auto most = std::max<std::ptrdiff_t>(process_threads(), std::atoi(limit_given));
    Random r(901);
    for (int i = 0; i < op_count; ++i)
        for (const i64 limit : {12, 48, 500}) {
            if (!exists<T>(Op(i))) continue;
            std::vector<Item<T>> items;
            for (int k = 0; k < (limit < 100 ? 300 : 1); ++k) {
                const std::vector<Args> sets = option_sets(Op(i), is_complex<T>);
                items.push_back(make_item<T>(Op(i), sizes_around(Op(i), sets[0], limit, r), T(2), T(-1), r));
            }
            ASSERT_TRUE(run(Form::variable, items));
            ASSERT_LE(process_threads(), most) << signature(Op(i)).stem << ' ' << limit;
        }
    EXPECT_EQ(process_threads(), most);
    EXPECT_EQ(thread_locals[0], 1);
}
