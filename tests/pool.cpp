// In: tasks for two threads, handed out in both ways. Out: each is done once; by shares, each thread begins with its
// own.
#include "cpu/pool.hpp"

#include <gtest/gtest.h>
#include <sched.h>

#include <atomic>
#include <chrono>
#include <thread>
#include <vector>

using shunt::cpu::Hand;
using shunt::cpu::parallel;

TEST(Pool, EachTaskOnce) {
    for (const Hand hand : {Hand::as_they_come, Hand::by_shares})
        for (const int tasks : {1, 2, 3, 7, 16, 100, 2048, 70000})
            for (int round = 0; round < 20; ++round) {
                std::vector<std::atomic<int>> calls(static_cast<std::size_t>(tasks));
                parallel(tasks, 2, hand, [&](int task) { ++calls[static_cast<std::size_t>(task)]; });
                for (const auto& count : calls) ASSERT_EQ(count, 1) << tasks;
            }
}

TEST(Pool, OwnShareFirst) {
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof set, &set) != 0 || CPU_COUNT(&set) < 2) GTEST_SKIP() << "one CPU";
    constexpr int tasks = 17, second = tasks / 2;  // where the worker's share begins
    const auto caller = std::this_thread::get_id();
    for (int round = 0; round < 20; ++round) {
        std::atomic<int> begun{0};
        std::vector<int> done[2];  // by the caller, by the worker
        parallel(tasks, 2, Hand::by_shares, [&](int task) {
            std::vector<int>& mine = done[std::this_thread::get_id() == caller ? 0 : 1];
            if (mine.empty()) ++begun;
            mine.push_back(task);
            const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(10);
            while (begun < 2 && std::chrono::steady_clock::now() < end) std::this_thread::yield();
        });
        if (begun < 2) GTEST_SKIP() << "no second thread";
        ASSERT_EQ(done[0].size() + done[1].size(), std::size_t{tasks});
        ASSERT_EQ(done[0].front(), 0);
        ASSERT_EQ(done[1].front(), second);
        // Each its own in order, then what is left of the other's.
        for (int thread = 0; thread < 2; ++thread) {
            const auto turn = [&](int task) { return (task - thread * second + tasks) % tasks; };
            for (std::size_t i = 1; i < done[thread].size(); ++i)
                ASSERT_LT(turn(done[thread][i - 1]), turn(done[thread][i])) << thread;
        }
    }
}
