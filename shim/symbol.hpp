// In: one exported name. Out: its slot (the original behind it) and the way a call takes from there.
#pragma once
#include <atomic>
#include <cstdint>
#include <initializer_list>

#include "interpose/interpose.hpp"
#include "shim/call.hpp"
#include "shim/router.hpp"

#define SHUNT_API extern "C" __attribute__((visibility("default")))

namespace shunt {

// The spellings of a routine: dgemm_, dgemm_64_, dgemm64_, scipy_dgemm_, scipy_dgemm_64_ (CBLAS likewise). The width of
// the integers follows from the name.
enum class Family : std::uint8_t { plain, wide, wide_joined, scipy, scipy_wide };

// One per exported name, constant-initialized: usable before any constructor has run.
struct Symbol {
    const char* name;
    int routine;
    char precision;
    Family family;
    bool cblas;

    std::atomic<std::int64_t> direct{
        never_direct};  // calls whose sizes are all at most this go to the original at once
    std::atomic<void*> original{nullptr};
    std::atomic<void*> gemm{nullptr};  // the original xGEMM with a Fortran interface, for the inner products
    std::atomic<const interpose::Backend*> behind{nullptr};
    std::atomic<const Profile*> profile{nullptr};
    // The sizes of small calls and whose they were, each where its hash says: programs repeat a few of them, and the
    // decision is a pure function. The key alone: the original's, as long as nobody looks where the matrices are.
    static constexpr int recent_bits = 4;
    std::atomic<std::uint64_t> recent[1 << recent_bits]{};
    std::atomic<std::uint64_t>& recent_for(std::uint64_t key) {
        return recent[key * 0x9e3779b97f4a7c15 >> (64 - recent_bits)];
    }
    std::atomic<bool> looks_for_device{false};  // matrices may be in device memory
    std::atomic<bool> bound{false};

    // From now on.
    void look_for_device() noexcept {
        looks_for_device = true;
        for (std::int64_t now = direct; now != INT64_MAX && !direct.compare_exchange_weak(now, never_direct);) {
        }
    }

    constexpr Symbol(const char* n, int r, char p, Family f, bool c = false)
        : name(n), routine(r), precision(p), family(f), cblas(c) {}

    template <class F> F* as() const { return reinterpret_cast<F*>(original.load(std::memory_order_relaxed)); }
    // largest <= direct, but for never_direct, which is no size's bound, not even that of the least.
    bool takes_directly(std::int64_t largest) const {
        const auto below = static_cast<std::int64_t>(static_cast<std::uint64_t>(largest) - 1);
        return below < direct.load(std::memory_order_acquire);
    }
};

// The GPU's plug-in (plugin.cpp). `possible`: one may be there and was not given up.
namespace plugin {
bool possible() noexcept;
// Runs the call, or returns false with nothing touched. It must beat the CPU's time; 0: it is run in any case.
bool run(Call&, CpuTime) noexcept;
// For `shunt tune`: the plug-in, opened now if it is not; the key of its device in a profile; whether a call would go
// there, which looks into no matrix.
const shunt_plugin* open_now() noexcept;
void device_key(const shunt_plugin&, char* key, std::size_t bytes) noexcept;
bool pays(const shunt_plugin&, Call&, CpuTime) noexcept;
// Why a routine is left to the CPU for good, or null.
const char* given_up(int routine) noexcept;
// The open device's name; "" and why there is none ("": nobody has asked for it). What of the environment it does not
// follow.
const char* device(const char*& reason, const char*& not_followed) noexcept;
// Where a call's matrices are. Possible: the process uses a GPU by itself, so that one may be a device's; expected: or
// it may come to that, as it has what programs use GPUs with.
enum class Memory : std::uint8_t { host, device, managed, both };
enum class Place : std::uint8_t { host, device, managed };
Place place_of(const void*) noexcept;
// The allocation in device or managed memory that an address lies in; empty: it is the host's.
struct Range {
    std::uintptr_t first = 0, end = 0;
    int device = any_device;  // the number of the one that has it; managed memory is any one's
    static constexpr int any_device = -1;
    bool has(const void* p) const {
        return reinterpret_cast<std::uintptr_t>(p) >= first && reinterpret_cast<std::uintptr_t>(p) < end;
    }
};
Range range_of(const void*) noexcept;
bool device_memory_possible() noexcept;
bool device_memory_expected() noexcept;
Memory memory_of(std::initializer_list<const void*> matrices) noexcept;  // null: there is none
inline Memory memory_of(const Call& c) noexcept {
    return memory_of({c.a, c.b, c.c});
}
inline constexpr const char* in_both = "matrices in host and in device memory in one call";
// A call on device memory, in place; nobody else can carry it out. SHUNT_DECLINED: nothing was touched, SHUNT_FAILED:
// what it writes is lost.
int run_on_device(Call&) noexcept;
// The same for many problems; SHUNT_DECLINED: the CPU can carry them out.
int run_batch(shunt_batch&) noexcept;
// Of so many problems or more nobody needs to have looked at them (shunt_batch.look), where the plug-in is open; there:
// their addresses are in device memory.
std::int64_t look_from(bool there) noexcept;
// As plugin.h's.
int enqueue_batch(shunt_batch&, void* on, void* workspace, std::int64_t& bytes) noexcept;
// Between the host's memory and a device's (up: to it), in order with this thread's stream; false: why.
bool copy(const shunt_copy*, std::int64_t count, bool up, const char*& why) noexcept;
}  // namespace plugin

// One call that was not sent on at once: binds the symbol on first use, decides, and carries the call out unless the
// original must; then the caller calls the original within the lifetime of this object.
class Dispatch {
public:
    // `key` is known_original()'s; `bad` the position of the first bad argument in the interface of the symbol, or 0.
    Dispatch(Symbol&, Call&, std::uint64_t key, int bad) noexcept;
    ~Dispatch();
    Dispatch(const Dispatch&) = delete;
    Dispatch& operator=(const Dispatch&) = delete;
    bool done() const { return done_; }

private:
    void start_record() noexcept;
    void carry_out() noexcept;
    bool on_device(plugin::Memory) noexcept;
    void run_own() noexcept;
    void record(double seconds) const noexcept;

    Symbol& symbol_;
    Call& call_;
    Decision decision_{};
    double start_ = 0;
    int threads_ = 1;
    bool done_ = false;
    bool recorded_ = false;
    bool nested_ = false;  // called by the original within another owned call
};

// Whether a small call is known to be the original's, its matrices being where they are. Its key for Dispatch; 0: it is
// not small.
bool known_original(Symbol&, const Call&, std::uint64_t& key) noexcept;

inline Call new_call(const Symbol& s) {
    Call c{};
    c.size = sizeof c;
    c.routine = s.routine;
    c.precision = s.precision;
    return c;
}

// The name of the library class in a profile: "openblas-avx512:avx512"; "netlib+..." for Reference LAPACK over it.
void profile_key(const interpose::Backend& gemm, const interpose::Backend& self, bool lapack, char* key,
                 int bytes) noexcept;

// Below this a fork and join of two threads costs more than it wins. A library behind with more of them may win by them
// from a quarter of it on.
inline constexpr double min_flops_for_threads = 2e6;
inline bool threads_pay(double flops, int threads) {
    return threads > 1 && flops >= (threads > 2 ? min_flops_for_threads / 4 : min_flops_for_threads);
}

// Its GEMM is worth using for inner products.
bool inner_gemm_is_good(const interpose::Backend&) noexcept;

// The CPU route (execute.cpp): the call on our kernels.
void execute(Call&, void* gemm, bool gemm_wide, int threads) noexcept;

// Batched functions by oneMKL's C names, which only the full libraries export (batch.cpp, batch_cblas.cpp); or null.
void* batched_entry(const char* name, bool wide) noexcept;
void* batched_cblas_entry(const char* name, bool wide) noexcept;

// Reports a bad argument where there is no original to do it (errors.cpp).
void report_bad_argument(const Symbol&, int position) noexcept;
// The program's xerbla_, else the original's, else a line on stderr.
void call_xerbla(const char* name, int position) noexcept;

}  // namespace shunt
