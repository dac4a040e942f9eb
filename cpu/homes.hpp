// In: threads of a group that sleep and are woken. Out: each is woken on a CPU of its own.
// A virtual machine's idle CPUs look lost to Linux (their host has taken them away), so it wakes a thread where it was
// last, even if another one of the group sleeps there too, or where its waker runs: 16 threads then take turns on a few
// CPUs, and do so from call to call. So a thread that goes to sleep is bound to the CPU on which it is, unless that is
// another one's home, and free again once awake. On other machines Linux finds an idle CPU, and nothing is done.
#pragma once
#include <sched.h>
#include <sys/types.h>

#include <atomic>

namespace shunt {

// Between two looks of a thread that does not sleep yet.
inline void pause() {
#if defined(__x86_64__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    __asm__ volatile("yield");
#endif
}

class Homes {
public:
    static constexpr int most = 255;  // members, 0 ... most - 1

    void settle(int member) noexcept;  // by the member, before it sleeps
    void leave(int member) noexcept;   // by the member, once awake
    // By a thread on `cpu` that is about to wake members and goes on running: who sleeps here is to wake elsewhere.
    void make_room(int cpu) noexcept;
    void forget() noexcept;  // no member is there any more, as in the child of a fork()

private:
    struct Place {
        std::atomic<bool> held{false};  // by who changes what follows
        bool asleep = false;            // bound to its home,
        bool settled = false;           // if it has one:
        int cpu = 0;
        pid_t thread = 0;
        cpu_set_t free{};  // where the thread may run
    };

    int claim(int member, int first, const cpu_set_t& allowed, int avoided) noexcept;

    Place places_[most];
    std::atomic<short> owner_[CPU_SETSIZE] = {};  // member + 1
    std::atomic<int> waker_{0};                   // the CPU of the last make_room()
};

}  // namespace shunt
