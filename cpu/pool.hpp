// In: a number of tasks and a callable. Out: all of them carried out, on own threads where that is possible.
#pragma once
#include <memory>
#include <type_traits>

#include "cpu/view.hpp"

namespace shunt::cpu {

// How tasks are handed out: each to who comes next, in order; or to each thread those of a share of its own,
// neighbours, in order, and others' only then. So in calls that follow each other a thread finds its data in its cache,
// and on its node where the program's threads have filled theirs in shares, too.
enum class Hand { as_they_come, by_shares };

// One fork-join: calls f(0) ... f(tasks - 1), each once, and returns when all are done. No threads are made for it
// beyond `threads`, of which the caller is one. Serial where the pool is in use by another thread, inside a task,
// inside the program's OpenMP parallel region, and where no thread can be made: so f must not depend on which thread
// runs it. f must not throw.
void parallel(int tasks, int threads, Hand hand, void (*f)(void* context, int task), void* context) noexcept;

template <class F> void parallel(int tasks, int threads, Hand hand, F&& f) noexcept {
    using Function = std::remove_reference_t<F>;
    parallel(
        tasks, threads, hand, [](void* context, int task) { (*static_cast<Function*>(context))(task); },
        const_cast<void*>(static_cast<const void*>(std::addressof(f))));
}
template <class F> void parallel(int tasks, int threads, F&& f) noexcept {
    parallel(tasks, threads, Hand::as_they_come, f);
}

// A thread each.
template <class F> void parallel(int tasks, F&& f) noexcept {
    parallel(tasks, tasks, f);
}

// Columns 0 ... n in as many parts, each a multiple of 8 but the last: f(first, count) for each, as above.
template <class F> void parallel_columns(i64 tasks, i64 n, F&& f) noexcept {
    const i64 share = ((n + tasks - 1) / tasks + 7) / 8 * 8;
    parallel(static_cast<int>(tasks), [&](int task) {
        const i64 first = task * share;
        if (first < n) f(first, share < n - first ? share : n - first);
    });
}

// For a job of 15 to 60 us of one thread's time: whether workers are awake, because jobs follow each other closely (or
// may be woken for what follows).
bool forking_is_cheap();

// How many tasks m * n * k multiplications make, at most `threads`: one below about 100 us does not pay for the fork.
inline int worthwhile_tasks(int threads, i64 m, i64 n, i64 k, double weight) {
    const double tasks = static_cast<double>(m) * static_cast<double>(n) * static_cast<double>(k) * weight / 2e6;
    return tasks < threads ? (tasks < 1 ? 1 : static_cast<int>(tasks)) : threads;
}

}  // namespace shunt::cpu
