// In: threads of a group that sleep and are woken. Out: each is woken on a CPU of its own.
#include "cpu/homes.hpp"

#if defined(__x86_64__)
#include <cpuid.h>
#endif
#include <unistd.h>

namespace shunt {
namespace {

bool virtual_machine() {
#if defined(__x86_64__)
    static constinit std::atomic<int> known{0};
    int answer = known.load(std::memory_order_relaxed);
    if (answer == 0) {
        unsigned a = 0, b = 0, c = 0, d = 0;
        constexpr unsigned hypervisor = 1U << 31;
        answer = __get_cpuid(1, &a, &b, &c, &d) != 0 && (c & hypervisor) != 0 ? 1 : -1;
        known.store(answer, std::memory_order_relaxed);
    }
    return answer > 0;
#else
    return false;
#endif
}

bool bind(pid_t thread, int cpu) {
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(cpu, &one);
    return sched_setaffinity(thread, sizeof one, &one) == 0;
}

bool take(std::atomic<bool>& held) {
    return !held.load(std::memory_order_relaxed) && !held.exchange(true, std::memory_order_acquire);
}

}  // namespace

// The next CPU from `first` on that is nobody's home; -1: none.
int Homes::claim(int member, int first, const cpu_set_t& allowed, int avoided) noexcept {
    for (int i = 0; i < CPU_SETSIZE; ++i) {
        const int cpu = (first + i) % CPU_SETSIZE;
        if (!CPU_ISSET(cpu, &allowed) || cpu == avoided) continue;
        short none = 0;
        if (owner_[cpu].compare_exchange_strong(none, static_cast<short>(member + 1))) return cpu;
    }
    return -1;
}

void Homes::settle(int member) noexcept {
    if (!virtual_machine()) return;
    Place& place = places_[member];
    while (!take(place.held)) sched_yield();
    place.thread = gettid();
    const int here = sched_getcpu();
    if (here >= 0 && sched_getaffinity(0, sizeof place.free, &place.free) == 0 && CPU_COUNT(&place.free) > 1) {
        if (!place.settled || place.cpu != here)
            if (const int cpu = claim(member, here, place.free, waker_.load(std::memory_order_relaxed)); cpu >= 0) {
                if (place.settled) owner_[place.cpu].store(0);
                place.settled = true;
                place.cpu = cpu;
            }
        place.asleep = place.settled && CPU_ISSET(place.cpu, &place.free) && bind(0, place.cpu);
    }
    place.held.store(false, std::memory_order_release);
}

void Homes::leave(int member) noexcept {
    if (!virtual_machine()) return;
    Place& place = places_[member];
    while (!take(place.held)) sched_yield();
    // Unless somebody else has bound the thread meanwhile.
    cpu_set_t now;
    if (place.asleep && sched_getaffinity(0, sizeof now, &now) == 0 && CPU_COUNT(&now) == 1 &&
        CPU_ISSET(place.cpu, &now))
        sched_setaffinity(0, sizeof place.free, &place.free);
    place.asleep = false;
    place.held.store(false, std::memory_order_release);
}

void Homes::make_room(int cpu) noexcept {
    if (cpu < 0 || cpu >= CPU_SETSIZE) return;
    waker_.store(cpu, std::memory_order_relaxed);
    const int member = owner_[cpu].load(std::memory_order_relaxed) - 1;
    if (member < 0) return;
    Place& place = places_[member];
    if (!take(place.held)) return;  // it is on its way
    if (place.asleep && place.cpu == cpu)
        if (const int other = claim(member, cpu, place.free, cpu); other >= 0) {
            if (bind(place.thread, other)) {
                owner_[cpu].store(0);
                place.cpu = other;
            } else {
                owner_[other].store(0);
            }
        }
    place.held.store(false, std::memory_order_release);
}

void Homes::forget() noexcept {
    for (Place& place : places_) {
        place.held.store(false);
        place.asleep = place.settled = false;
    }
    for (auto& owner : owner_) owner.store(0);
}

}  // namespace shunt
