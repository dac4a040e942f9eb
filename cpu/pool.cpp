// In: tasks from one thread at a time. Out: the tasks done by the caller and sleeping workers; the number of threads
// that this process may reasonably use.
// The job is one 64-bit ticket: a late worker finds either tasks left to claim or nothing, so the caller waits for
// tasks and never for threads. No state needs a destructor: workers sleep on while the process exits.
#include "cpu/pool.hpp"

#include <fcntl.h>
#include <linux/futex.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <climits>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <utility>

#include "cpu/cpu.hpp"
#include "cpu/homes.hpp"
#include "cpu/openmp.hpp"
#include "cpu/workspace.hpp"

namespace shunt::cpu {
namespace {

constexpr int max_workers = 255;
static_assert(max_workers <= Homes::most);
constexpr int max_tasks = 0xffff;
constexpr std::int64_t short_spin = 30'000;    // ns
constexpr std::int64_t short_gap = 1'000'000;  // between two jobs
constexpr std::int64_t interruption = 20'000;  // another thread had the CPU
constexpr std::int64_t short_job = 100'000;    // of the last one's time, what counts
constexpr int few = 4;  // CPUs, up to which threads wait longer and share small jobs: measured on two
constexpr std::int64_t few_calls = 2'000'000;   // workers are woken no more often, where they were found asleep
constexpr std::int64_t short_news = 1'000'000;  // what is_crowded() says for so long
constexpr int fan_out = 4;  // workers that one thread wakes, each of which wakes as many; 1 to 15 us each
constexpr std::size_t stack_bytes = std::size_t{1} << 20;

using Word = std::atomic<std::uint32_t>;

struct Pool {
    alignas(64) Word busy{0};
    std::atomic<std::uint64_t> ticket{0};  // job number : 32, tasks : 16, next task : 16
    void (*f)(void*, int) = nullptr;
    void* context = nullptr;
    std::uint64_t control = 0;  // the caller's floating-point control word
    int shares = 0;             // that tasks are handed out by; 0: as they come
    // Guarded by busy:
    std::int64_t last_end = 0;   // of a job,
    std::int64_t last_time = 0;  // and how long it took
    alignas(64) Word epoch{0};   // workers sleep on it
    Word sleepers{0};
    std::atomic<std::int64_t> spin{short_spin};  // how long a thread waits actively
    std::atomic<std::int64_t> wished_spin{0};    // by this job; 0: decided
    alignas(64) Word done{0};                    // the caller sleeps on it
    Word caller_sleeps{0};
    std::atomic<std::int64_t> crowded_until{0};  // is_crowded() is asked again then;
    std::atomic<bool> crowded{false};            // what it said
    std::atomic<std::int64_t> asked_before{0};
    std::atomic<std::int64_t> last_asked{0};  // forking_is_cheap(),
    std::atomic<std::int64_t> last_woken{0};  // and what it allowed
    // Guarded by busy:
    int workers = 0;
    bool refused = false;  // no further thread could be made
    bool forks_watched = false;
    std::size_t (*least_stack)(const pthread_attr_t*) = nullptr;  // glibc's, once it is known
};
constinit Pool pool;
// Tasks of each share that were handed out.
struct alignas(64) Share {
    std::atomic<int> taken{0};
};
constinit Share shares[max_workers + 1];
constinit Homes homes;

void futex_wait(Word& word, std::uint32_t seen) {
    syscall(SYS_futex, &word, FUTEX_WAIT_PRIVATE, seen, nullptr, nullptr, 0);
}
void futex_wake(Word& word, int count) {
    syscall(SYS_futex, &word, FUTEX_WAKE_PRIVATE, count, nullptr, nullptr, 0);
}

// Rounding, flushing of subnormal numbers and traps: with the caller's, an element has the same bits on every thread.
std::uint64_t float_control() {
#if defined(__x86_64__)
    constexpr unsigned flags = 0x3f;
    return __builtin_ia32_stmxcsr() & ~flags;
#elif defined(__aarch64__)
    std::uint64_t control;
    __asm__ volatile("mrs %0, fpcr" : "=r"(control));
    return control;
#else
    return 0;
#endif
}
void set_float_control([[maybe_unused]] std::uint64_t control) {
#if defined(__x86_64__)
    __builtin_ia32_ldmxcsr(static_cast<unsigned>(control));
#elif defined(__aarch64__)
    __asm__ volatile("msr fpcr, %0" : : "r"(control) : "memory");
#endif
}

// While it lives, pthread_cancel() has to wait: half a job must not be left behind.
class Uncancelled {
public:
    Uncancelled() { pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &former_); }
    ~Uncancelled() { pthread_setcancelstate(former_, nullptr); }
    Uncancelled(const Uncancelled&) = delete;
    Uncancelled& operator=(const Uncancelled&) = delete;

private:
    int former_ = 0;
};

std::int64_t now_ns() {
    timespec t{};
    clock_gettime(CLOCK_MONOTONIC, &t);
    return static_cast<std::int64_t>(t.tv_sec) * 1'000'000'000 + t.tv_nsec;
}

// Waits actively until `ready` says so, for a bounded time and while no other thread takes the CPU.
template <class F> bool spin_until(F ready) {
    const std::int64_t begin = now_ns();
    for (std::int64_t now = begin; now - begin < pool.spin.load(std::memory_order_relaxed);) {
        for (int i = 0; i < 32; ++i) {
            if (ready()) return true;
            pause();
        }
        const std::int64_t before = std::exchange(now, now_ns());
        if (now - before > interruption) {
            pool.spin.store(short_spin, std::memory_order_relaxed);
            pool.crowded_until.store(0, std::memory_order_relaxed);
        }
    }
    return false;
}

std::uint32_t next_task(std::uint64_t ticket) {
    return static_cast<std::uint32_t>(ticket & 0xffff);
}
std::uint32_t all_tasks(std::uint64_t ticket) {
    return static_cast<std::uint32_t>(ticket >> 16 & 0xffff);
}

// The next task of thread `self`'s own share, or else of the first one after it that has any: there is one left for
// each who has a ticket.
int task_of_share(int self, int tasks) {
    const auto begin = [tasks](int share) {
        return static_cast<int>(static_cast<std::int64_t>(tasks) * share / pool.shares);
    };
    for (int share = self % pool.shares;; share = (share + 1) % pool.shares) {
        const int first = begin(share), count = begin(share + 1) - first;
        if (shares[share].taken.load(std::memory_order_relaxed) >= count) continue;
        const int taken = shares[share].taken.fetch_add(1, std::memory_order_relaxed);
        if (taken < count) return first + taken;
    }
}

// self: 0, the caller; else a worker.
void run_tasks(int self) {
    std::uint64_t t = pool.ticket.load(std::memory_order_acquire);
    for (;;) {
        const std::uint32_t next = next_task(t);
        const std::uint32_t tasks = all_tasks(t);
        if (next == tasks) return;
        if (!pool.ticket.compare_exchange_weak(t, t + 1, std::memory_order_acq_rel, std::memory_order_acquire))
            continue;
        if (self > 0) set_float_control(pool.control);
        const int task = pool.shares > 0 ? task_of_share(self, static_cast<int>(tasks)) : static_cast<int>(next);
        pool.f(pool.context, task);
        if (pool.done.fetch_add(1) + 1 == tasks && pool.caller_sleeps.load() != 0) futex_wake(pool.done, 1);
        t = pool.ticket.load(std::memory_order_acquire);
    }
}

// For so many tasks, at most.
void wake_workers(int tasks) {
    if (tasks > 0 && pool.sleepers.load() != 0) futex_wake(pool.epoch, std::min(tasks, fan_out));
}

bool is_crowded();  // below
bool few_cpus();

// By the first worker that finds no task left: whether workers may wait for the next job longer than anywhere. They may
// not beside threads of others that want their CPUs, be it OpenMP's that wait as well.
void decide_spin() {
    if (pool.wished_spin.load(std::memory_order_relaxed) == 0) return;
    const std::int64_t wished = pool.wished_spin.exchange(0, std::memory_order_relaxed);
    if (wished == 0) return;
    if (wished > short_spin)
        if (const std::int64_t now = now_ns(); now > pool.crowded_until.load(std::memory_order_relaxed)) {
            pool.crowded.store(is_crowded(), std::memory_order_relaxed);
            if (few_cpus()) pool.crowded_until.store(now + short_news, std::memory_order_relaxed);
        }
    const bool crowded = wished > short_spin && pool.crowded.load(std::memory_order_relaxed);
    pool.spin.store(crowded ? short_spin : wished, std::memory_order_relaxed);
}

// The CPUs of the process, that is of its first thread: the caller may have bound itself to one of them. Where OpenMP
// has bound that one, too: those of its places.
bool process_cpus(cpu_set_t& set) {
    return openmp_cpus(set) || sched_getaffinity(getpid(), sizeof set, &set) == 0;
}

void* worker(void* number) {
    const int self = static_cast<int>(reinterpret_cast<std::intptr_t>(number));
    for (;;) {
        const std::uint32_t seen = pool.epoch.load(std::memory_order_acquire);
        run_tasks(self + 1);
        decide_spin();
        if (spin_until([seen] { return pool.epoch.load(std::memory_order_acquire) != seen; })) continue;
        homes.settle(self);
        pool.sleepers.fetch_add(1);
        while (pool.epoch.load() == seen) futex_wait(pool.epoch, seen);
        pool.sleepers.fetch_sub(1);
        const std::uint64_t t = pool.ticket.load(std::memory_order_acquire);
        wake_workers(static_cast<int>(all_tasks(t)) - static_cast<int>(next_task(t)) - 1);
        homes.leave(self);
    }
}

// The child of a fork() has no workers, whatever the other threads of the parent were doing.
void forget_workers() {
    pool.busy.store(0);
    pool.ticket.store(0);
    pool.sleepers.store(0);
    pool.workers = 0;
    pool.refused = false;
    homes.forget();
}

bool add_worker() {
    if (!pool.forks_watched) pool.forks_watched = pthread_atfork(nullptr, nullptr, forget_workers) == 0;
    pthread_attr_t attributes;
    if (!pool.forks_watched || pthread_attr_init(&attributes) != 0) return false;
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    // The program's thread-local variables lie on the stack, too: as many bytes as glibc says, beyond the least.
    using Least = std::size_t(const pthread_attr_t*);
    if (!pool.least_stack) pool.least_stack = reinterpret_cast<Least*>(loaded_function("__pthread_get_minstack"));
    const std::size_t taken = pool.least_stack ? pool.least_stack(&attributes) : stack_bytes;
    pthread_attr_setstacksize(&attributes, (stack_bytes + taken + 0xffff) / 0x10000 * 0x10000);
    cpu_set_t cpus;
    if (process_cpus(cpus)) pthread_attr_setaffinity_np(&attributes, sizeof cpus, &cpus);
    // The program's signals are for its own threads; those that a task itself causes must find their handler.
    sigset_t blocked;
    sigset_t former;
    sigfillset(&blocked);
    for (const int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGSYS}) sigdelset(&blocked, signal);
    pthread_sigmask(SIG_SETMASK, &blocked, &former);
    pthread_t thread;
    void* number = reinterpret_cast<void*>(static_cast<std::intptr_t>(pool.workers));
    const bool made = pthread_create(&thread, &attributes, worker, number) == 0;
    pthread_sigmask(SIG_SETMASK, &former, nullptr);
    pthread_attr_destroy(&attributes);
    return made;
}

// Reads a small file; false when there is none.
bool slurp(const char* path, char* text, std::size_t size) {
    const int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) return false;
    const ssize_t n = read(fd, text, size - 1);
    close(fd);
    text[n > 0 ? n : 0] = 0;
    return n > 0;
}

// CPUs that the quota of one control group amounts to; INT_MAX: no quota.
int group_quota(const char* root, const char* group) {
    char path[512];
    char text[64];
    long long quota = -1;
    long long period = 0;
    std::snprintf(path, sizeof path, "%s%s/cpu.max", root, group);  // version 2
    if (slurp(path, text, sizeof text)) {
        if (std::sscanf(text, "%lld %lld", &quota, &period) != 2) return INT_MAX;
    } else {
        std::snprintf(path, sizeof path, "%s%s/cpu.cfs_quota_us", root, group);
        if (!slurp(path, text, sizeof text)) return INT_MAX;
        quota = std::strtoll(text, nullptr, 10);
        std::snprintf(path, sizeof path, "%s%s/cpu.cfs_period_us", root, group);
        if (!slurp(path, text, sizeof text)) return INT_MAX;
        period = std::strtoll(text, nullptr, 10);
    }
    if (quota <= 0 || period <= 0) return INT_MAX;
    return static_cast<int>(std::clamp(quota / period, 1LL, static_cast<long long>(INT_MAX)));
}

// The tightest quota among this process's control groups and their ancestors.
int quota_cpus() {
    char groups[4096];
    if (!slurp("/proc/self/cgroup", groups, sizeof groups)) return INT_MAX;
    int cpus = INT_MAX;
    char* rest = nullptr;
    for (char* line = strtok_r(groups, "\n", &rest); line != nullptr; line = strtok_r(nullptr, "\n", &rest)) {
        char* controllers = std::strchr(line, ':');
        char* group = controllers != nullptr ? std::strchr(controllers + 1, ':') : nullptr;
        if (group == nullptr) continue;
        *group++ = 0;
        const bool unified = controllers[1] == 0;
        if (!unified && std::strstr(controllers, "cpu") == nullptr) continue;
        const char* root = unified ? "/sys/fs/cgroup" : "/sys/fs/cgroup/cpu";
        if (std::strcmp(group, "/") == 0) *group = 0;
        for (;;) {
            cpus = std::min(cpus, group_quota(root, group));
            char* slash = std::strrchr(group, '/');
            if (slash == nullptr) break;
            *slash = 0;
        }
    }
    return cpus;
}

// The smallest of the variables that BLAS libraries obey: whoever asks for fewer threads anywhere means it.
int variable_threads() {
    int threads = INT_MAX;
    for (const char* name :
         {"OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "GOTO_NUM_THREADS", "MKL_NUM_THREADS", "BLIS_NUM_THREADS"})
        if (const char* value = std::getenv(name)) {
            const long n = std::strtol(value, nullptr, 10);
            if (n > 0) threads = static_cast<int>(std::min<long>(threads, n));
        }
    return threads;
}

// What is found out once is kept in atomics, not in guarded statics: a thread that waits for a guard while it holds the
// loader's lock (in a constructor of a library) would wait for ever. Racing threads find the same.
template <class F> int once(std::atomic<int>& known, F find) {
    int n = known.load(std::memory_order_relaxed);
    if (n == 0) {
        const Uncancelled uncancelled;
        known.store(n = find(), std::memory_order_relaxed);
    }
    return n;
}

int affinity_cpus() {
    static constinit std::atomic<int> known{0};
    return once(known, [] {
        cpu_set_t set;
        if (process_cpus(set)) return std::max(1, CPU_COUNT(&set));
        return static_cast<int>(std::max(1L, sysconf(_SC_NPROCESSORS_ONLN)));  // more CPUs than a cpu_set_t holds
    });
}

int hardware_threads() {
    static constinit std::atomic<int> known{0};
    return once(known, [] { return std::min(affinity_cpus(), quota_cpus()); });
}

bool few_cpus() {
    return hardware_threads() <= few;
}

// More threads of all processes want a CPU than there are, or the time on CPUs is limited.
bool is_crowded() {
    char text[128];
    if (!slurp("/proc/loadavg", text, sizeof text)) return true;
    long threads = 0;
    std::sscanf(text, "%*s %*s %*s %ld/", &threads);
    return threads < 1 || threads > sysconf(_SC_NPROCESSORS_ONLN) || hardware_threads() < affinity_cpus();
}

constinit std::atomic<int> user_limit{0};

}  // namespace

void parallel(int tasks, int threads, Hand hand, void (*f)(void*, int), void* context) noexcept {
    const int wanted = std::min({tasks, threads, hardware_threads(), max_workers + 1}) - 1;
    const bool serial = wanted < 1 || tasks > max_tasks || workspace_emergency_held() ||
                        pool.busy.load(std::memory_order_relaxed) != 0 || inside_openmp() || pool.busy.exchange(1) != 0;
    if (serial) {
        for (int i = 0; i < tasks; ++i) f(context, i);
        return;
    }
    const Uncancelled uncancelled;
    homes.make_room(sched_getcpu());
    while (pool.workers < wanted && !pool.refused) {
        if (add_worker())
            ++pool.workers;
        else
            pool.refused = true;
    }
    pool.f = f;
    pool.context = context;
    pool.control = float_control();
    pool.shares = hand == Hand::by_shares ? std::min(wanted + 1, tasks) : 0;
    for (int share = 0; share < pool.shares; ++share) shares[share].taken.store(0, std::memory_order_relaxed);
    pool.done.store(0);
    pool.caller_sleeps.store(0);
    const std::uint64_t job = (pool.ticket.load(std::memory_order_relaxed) >> 32) + 1;
    pool.ticket.store(job << 32 | static_cast<std::uint64_t>(tasks) << 16, std::memory_order_release);
    // Where jobs follow each other closely, waiting for the next one is cheaper than to be woken. Who finds no task
    // left waits for the others as well.
    const std::int64_t begin = now_ns();
    const std::int64_t gap = begin - std::max(pool.last_end, pool.asked_before.load(std::memory_order_relaxed));
    const std::int64_t wait = 2 * (gap + (few_cpus() ? std::min(pool.last_time, short_job) : 0));
    pool.wished_spin.store(gap < short_gap ? std::max(short_spin, wait) : short_spin, std::memory_order_relaxed);
    pool.epoch.fetch_add(1);
    wake_workers(wanted);
    run_tasks(0);
    const auto all = static_cast<std::uint32_t>(tasks);
    if (!spin_until([all] { return pool.done.load(std::memory_order_acquire) == all; })) {
        pool.caller_sleeps.store(1);
        for (std::uint32_t seen; (seen = pool.done.load()) != all;) futex_wait(pool.done, seen);
    }
    pool.last_end = now_ns();
    pool.last_time = pool.last_end - begin;
    pool.busy.store(0, std::memory_order_release);
}

bool forking_is_cheap() {
    if (!few_cpus()) return false;
    const std::int64_t now = now_ns();
    const std::int64_t before = pool.last_asked.exchange(now, std::memory_order_relaxed);
    pool.asked_before.store(before, std::memory_order_relaxed);
    if (now - before > short_gap) return false;
    if (pool.sleepers.load(std::memory_order_relaxed) == 0 && pool.spin.load(std::memory_order_relaxed) > short_spin)
        return true;
    if (now - pool.last_woken.load(std::memory_order_relaxed) < few_calls) return false;
    pool.last_woken.store(now, std::memory_order_relaxed);
    return true;
}

int threads_available() {
    if (inside_openmp()) return 1;
    static constinit std::atomic<int> known{0};
    const int variables = once(known, variable_threads);
    const int limit = user_limit.load(std::memory_order_relaxed);
    return std::min(hardware_threads(), limit > 0 ? limit : variables);
}

void threads_limit(int n) {
    user_limit.store(n > 0 ? n : 0, std::memory_order_relaxed);
}

}  // namespace shunt::cpu
