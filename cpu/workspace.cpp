// In: requests for scratch memory from any thread. Out: kept or new blocks of one size, or the static buffer.
#include "cpu/workspace.hpp"

#include <pthread.h>
#include <sched.h>
#include <sys/mman.h>
#include <unistd.h>

#include <atomic>
#include <cstdint>

namespace shunt::cpu {
namespace {

// A block is mapped with room for a huge page.
constexpr std::size_t block_bytes = std::size_t{4} << 20;
static_assert(block_bytes >= Workspace::max_bytes);

struct alignas(64) Slot {
    std::atomic<void*> block{nullptr};
};
constexpr int kept_bits = 8;
constexpr unsigned kept_count = 1u << kept_bits;
constinit Slot kept[kept_count];

// Each thread begins at a place of its own, so that it finds there what it left.
unsigned home() {
    return static_cast<unsigned>(static_cast<std::uint64_t>(pthread_self()) * 0x9e3779b97f4a7c15u >> (64 - kept_bits));
}
std::atomic<void*>& slot(unsigned i) {
    return kept[i % kept_count].block;
}

constinit std::atomic<bool> fail{false};

// Pages that are never touched cost nothing.
alignas(64) char emergency[Workspace::emergency_depth][Workspace::max_bytes];
constinit std::atomic<std::uint64_t> emergency_owner{0};  // process and thread number; 0: free
constinit int emergency_used = 0;                         // the owner's

// With the process number in it, an owner that a fork() left behind is recognised.
std::uint64_t self() {
    return static_cast<std::uint64_t>(getpid()) << 32 | static_cast<std::uint32_t>(gettid());
}

bool is_emergency(const void* p) {
    const auto at = reinterpret_cast<std::uintptr_t>(p);
    const auto first = reinterpret_cast<std::uintptr_t>(&emergency);
    return at >= first && at < first + sizeof(emergency);
}

[[gnu::cold]] void* emergency_take() {
    const std::uint64_t me = self();
    for (;;) {
        std::uint64_t owner = emergency_owner.load(std::memory_order_acquire);
        if (owner == me) break;
        const bool orphan = owner != 0 && owner >> 32 != me >> 32;
        if ((owner == 0 || orphan) && emergency_owner.compare_exchange_strong(owner, me)) {
            emergency_used = 0;
            break;
        }
        sched_yield();
    }
    return emergency[emergency_used++];
}

void emergency_give() {
    if (--emergency_used == 0) emergency_owner.store(0, std::memory_order_release);
}

void* map_block() {
    if (fail.load(std::memory_order_relaxed)) return nullptr;
    void* p = mmap(nullptr, block_bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return p == MAP_FAILED ? nullptr : p;
}

}  // namespace

Workspace::Workspace() noexcept : data_(nullptr) {
    const unsigned first = home();
    for (unsigned i = first; i < first + kept_count; ++i)
        if (slot(i).load(std::memory_order_relaxed) != nullptr) {
            data_ = slot(i).exchange(nullptr, std::memory_order_acquire);
            if (data_ != nullptr) return;
        }
    data_ = map_block();
    if (data_ == nullptr) data_ = emergency_take();
}

Workspace::~Workspace() {
    if (is_emergency(data_)) {
        emergency_give();
        return;
    }
    const unsigned first = home();
    for (unsigned i = first; i < first + kept_count; ++i) {
        void* empty = nullptr;
        if (slot(i).load(std::memory_order_relaxed) == nullptr &&
            slot(i).compare_exchange_strong(empty, data_, std::memory_order_release, std::memory_order_relaxed))
            return;
    }
    munmap(data_, block_bytes);
}

bool workspace_emergency_held() noexcept {
    return emergency_owner.load(std::memory_order_relaxed) != 0 && emergency_owner.load() == self();
}

void workspace_fail_for_test(bool on) noexcept {
    fail.store(on);
    if (!on) return;
    for (Slot& s : kept)
        if (void* p = s.block.exchange(nullptr)) munmap(p, block_bytes);
}

}  // namespace shunt::cpu
