// In: threads that settle, leave and make room. Out: the CPUs on which Linux may run them.
#include "cpu/homes.hpp"

#include <gtest/gtest.h>

#include <barrier>
#include <fstream>
#include <string>
#include <thread>

using shunt::Homes;

static cpu_set_t allowed(pid_t thread = 0) {
    cpu_set_t set;
    EXPECT_EQ(sched_getaffinity(thread, sizeof set, &set), 0);
    return set;
}

static int only(const cpu_set_t& set) {
    for (int cpu = 0; cpu < CPU_SETSIZE; ++cpu)
        if (CPU_ISSET(cpu, &set)) return CPU_COUNT(&set) == 1 ? cpu : -1;
    return -1;
}

static bool binds() {  // in a virtual machine with CPUs to choose from
    std::ifstream info("/proc/cpuinfo");
    for (std::string line; std::getline(info, line);)
        if (line.starts_with("flags") && (line + ' ').find(" hypervisor ") != std::string::npos) {
            const cpu_set_t set = allowed();
            return CPU_COUNT(&set) > 1;
        }
    return false;
}

TEST(Homes, BindsTheSleeperOnly) {
    static Homes homes;
    const cpu_set_t before = allowed();
    homes.make_room(sched_getcpu());
    for (int round = 0; round < 3; ++round) {
        homes.settle(0);
        const cpu_set_t asleep = allowed();
        if (binds() || only(asleep) >= 0)
            EXPECT_TRUE(only(asleep) >= 0 && CPU_ISSET(only(asleep), &before));
        else
            EXPECT_TRUE(CPU_EQUAL(&asleep, &before));
        homes.leave(0);
        const cpu_set_t after = allowed();
        EXPECT_TRUE(CPU_EQUAL(&after, &before));
    }
}

// Of two CPUs one is the waker's: one sleeper has the other, the second goes where it likes.
TEST(Homes, EachHasItsOwn) {
    if (!binds()) GTEST_SKIP() << "not a virtual machine, or one CPU";
    static Homes homes;
    const cpu_set_t set = allowed();
    const int cpus = CPU_COUNT(&set);
    std::barrier all(3);
    int at[2];
    pid_t thread[2];
    const auto sleeper = [&](int k) {
        thread[k] = gettid();
        homes.settle(k);
        at[k] = only(allowed());
        all.arrive_and_wait();
        all.arrive_and_wait();
        homes.leave(k);
        const cpu_set_t after = allowed();
        EXPECT_TRUE(CPU_EQUAL(&after, &set));
    };
    std::thread one(sleeper, 0), other(sleeper, 1);
    all.arrive_and_wait();
    EXPECT_NE(at[0], at[1]);
    EXPECT_TRUE(cpus == 2 || (at[0] >= 0 && at[1] >= 0));
    for (int k = 0; k < 2; ++k) {
        if (at[k] < 0) continue;
        homes.make_room(at[k]);
        const int now = only(allowed(thread[k]));
        EXPECT_TRUE((cpus == 2 && at[1 - k] >= 0) || (now >= 0 && now != at[k] && now != at[1 - k]));
        at[k] = now;
    }
    all.arrive_and_wait();
    one.join();
    other.join();
}

TEST(Homes, LeavesWhatOthersHaveBound) {
    static Homes homes;
    const cpu_set_t before = allowed();
    if (!binds()) GTEST_SKIP() << "not a virtual machine, or one CPU";
    homes.settle(0);
    cpu_set_t wanted = before;
    CPU_CLR(only(allowed()), &wanted);
    ASSERT_EQ(sched_setaffinity(0, sizeof wanted, &wanted), 0);
    homes.leave(0);
    const cpu_set_t after = allowed();
    EXPECT_TRUE(CPU_EQUAL(&after, &wanted));
    ASSERT_EQ(sched_setaffinity(0, sizeof before, &before), 0);
    homes.forget();
    homes.settle(0);
    homes.leave(0);
    const cpu_set_t again = allowed();
    EXPECT_TRUE(CPU_EQUAL(&again, &before));
}
