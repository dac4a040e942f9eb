// In: the loaded objects. Out: the OpenMP runtimes among them, and what they say (openmp.hpp).
#include "cpu/openmp.hpp"

#include <dlfcn.h>
#include <features.h>
#include <link.h>
#include <time.h>
#include <unistd.h>

#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <type_traits>

namespace shunt::cpu {
namespace {

// The functions that an object has itself, by its hash tables.
class Symbols {
public:
    explicit Symbols(const dl_phdr_info& info) : base_(info.dlpi_addr) {
        for (int i = 0; i < info.dlpi_phnum; ++i) {
            if (info.dlpi_phdr[i].p_type != PT_DYNAMIC) continue;
            const auto* entry = reinterpret_cast<const ElfW(Dyn)*>(base_ + info.dlpi_phdr[i].p_vaddr);
            for (; entry->d_tag != DT_NULL; ++entry) switch (entry->d_tag) {
                    case DT_SYMTAB:
                        symbols_ = at<ElfW(Sym)>(*entry);
                        break;
                    case DT_STRTAB:
                        strings_ = at<char>(*entry);
                        break;
                    case DT_GNU_HASH:
                        gnu_ = at<std::uint32_t>(*entry);
                        break;
                    case DT_HASH:
                        old_ = at<std::uint32_t>(*entry);
                        break;
                    default:
                        break;
                }
        }
    }
    void* find(const char* name) const {
        if (!symbols_ || !strings_) return nullptr;
        return gnu_ ? by_gnu_hash(name) : old_ ? by_old_hash(name) : nullptr;
    }

private:
    // The loader has made most of these addresses; the kernel's own object keeps offsets.
    template <class T> const T* at(const ElfW(Dyn) & entry) const {
        const ElfW(Addr) p = entry.d_un.d_ptr;
        return reinterpret_cast<const T*>(p < base_ ? base_ + p : p);
    }
    void* address(std::uint32_t i, const char* name) const {
        const ElfW(Sym)& s = symbols_[i];
        const bool is_it = s.st_shndx != SHN_UNDEF && ELF64_ST_TYPE(s.st_info) == STT_FUNC &&
                           std::strcmp(strings_ + s.st_name, name) == 0;
        return is_it ? reinterpret_cast<void*>(base_ + s.st_value) : nullptr;
    }
    void* by_gnu_hash(const char* name) const {
        const std::uint32_t buckets = gnu_[0], first = gnu_[1], words = gnu_[2], shift = gnu_[3];
        constexpr std::uint32_t bits = 8 * sizeof(ElfW(Addr));
        std::uint32_t hash = 5381;
        for (const char* c = name; *c != 0; ++c) hash = hash * 33 + static_cast<unsigned char>(*c);
        const auto* const filter = reinterpret_cast<const ElfW(Addr)*>(gnu_ + 4);
        const ElfW(Addr) word = filter[hash / bits % words];
        if ((word >> hash % bits & word >> (hash >> shift) % bits & 1) == 0) return nullptr;
        const auto* const bucket = reinterpret_cast<const std::uint32_t*>(filter + words);
        const std::uint32_t* const chain = bucket + buckets;
        std::uint32_t i = bucket[hash % buckets];
        if (i < first) return nullptr;
        for (;; ++i) {
            const std::uint32_t other = chain[i - first];
            if ((other | 1) == (hash | 1))
                if (void* p = address(i, name)) return p;
            if ((other & 1) != 0) return nullptr;
        }
    }
    void* by_old_hash(const char* name) const {
        const std::uint32_t buckets = old_[0];
        const std::uint32_t *const bucket = old_ + 2, *const chain = bucket + buckets;
        std::uint32_t hash = 0;
        for (const char* c = name; *c != 0; ++c) {
            hash = (hash << 4) + static_cast<unsigned char>(*c);
            hash = (hash ^ (hash & 0xf0000000) >> 24) & 0x0fffffff;
        }
        for (std::uint32_t i = bucket[hash % buckets]; i != 0; i = chain[i])
            if (void* p = address(i, name)) return p;
        return nullptr;
    }

    const ElfW(Addr) base_;
    const ElfW(Sym) * symbols_ = nullptr;
    const char* strings_ = nullptr;
    const std::uint32_t *gnu_ = nullptr, *old_ = nullptr;
};

using Query = int();
using Threads = int(const void*);
// A process may have several: a program's own, and one of its modules.
struct Runtime {
    std::atomic<Query*> in_parallel{nullptr};
    std::atomic<Threads*> threads{nullptr};  // LLVM's: how many it knows

    // LLVM's begins its work, and binds who asks, when it is asked for the first time. It need not be asked as long as
    // nobody else has used it for more than one thread.
    bool knows(int count) const {
        Threads* const f = threads.load(std::memory_order_relaxed);
        return f == nullptr || f(nullptr) >= count;
    }
};
constexpr int most_runtimes = 8;
constinit Runtime runtimes[most_runtimes];

bool is_loaded(Query* f) {
#if __GLIBC_PREREQ(2, 35)
    dl_find_object found;
    return _dl_find_object(reinterpret_cast<void*>(f), &found) == 0;
#else
    return f != nullptr;  // pinned
#endif
}

template <class F> void each_runtime(F&& f) {
    struct Search {
        F& f;
        int count;
    } search{f, 0};
    dl_iterate_phdr(
        [](dl_phdr_info* info, std::size_t, void* context) {
            auto& s = *static_cast<Search*>(context);
            const Symbols symbols(*info);
            if (void* p = symbols.find("omp_in_parallel"))
                s.f(s.count++, reinterpret_cast<Query*>(p), symbols, info->dlpi_name);
            return static_cast<int>(s.count == most_runtimes);
        },
        &search);
}
void find_runtimes() {
    struct {
        Query* in_parallel;
        Threads* threads;
        [[maybe_unused]] const char* path;
    } found[most_runtimes] = {};
    each_runtime([&](int i, Query* f, const Symbols& symbols, const char* path) {
        found[i] = {f, reinterpret_cast<Threads*>(symbols.find("__kmpc_global_num_threads")), path};
    });
    for (int i = 0; i < most_runtimes; ++i) {
#if !__GLIBC_PREREQ(2, 35)
        if (found[i].path && *found[i].path) dlopen(found[i].path, RTLD_LAZY | RTLD_NOLOAD | RTLD_NODELETE);
#endif
        runtimes[i].threads.store(found[i].threads, std::memory_order_relaxed);
        runtimes[i].in_parallel.store(found[i].in_parallel, std::memory_order_release);
    }
}

// Where a thread may run stays as it was, whatever a runtime does that sees it for the first time.
class KeptAffinity {
public:
    KeptAffinity() : known_(sched_getaffinity(0, sizeof set_, &set_) == 0) {}
    ~KeptAffinity() {
        cpu_set_t now;
        if (known_ && sched_getaffinity(0, sizeof now, &now) == 0 && !CPU_EQUAL(&now, &set_))
            sched_setaffinity(0, sizeof set_, &set_);
    }
    KeptAffinity(const KeptAffinity&) = delete;
    KeptAffinity& operator=(const KeptAffinity&) = delete;

private:
    cpu_set_t set_;
    const bool known_;
};

bool ask() {
    static constinit thread_local unsigned asked = 0;  // by number
    for (unsigned i = 0; i < most_runtimes; ++i) {
        Query* const f = runtimes[i].in_parallel.load(std::memory_order_acquire);
        if (f == nullptr) return false;
        if (!is_loaded(f) || !runtimes[i].knows(2)) continue;
        if ((asked >> i & 1) != 0) {
            if (f() != 0) return true;
            continue;
        }
        asked |= 1u << i;
        const KeptAffinity kept;
        if (f() != 0) return true;
    }
    return false;
}

// Another thread may have held the loader's lock at the fork(): a child looks for nothing.
bool may_look() {
    static constinit std::atomic<int> process{0};  // that looked first
    const int self = getpid();
    int first = 0;
    return process.compare_exchange_strong(first, self) || first == self;
}

}  // namespace

// A new runtime is looked for once a tick of the coarse clock: the loader's lock is every thread's.
bool inside_openmp() {
    static constinit std::atomic<std::uint64_t> searched{0};  // objects among which there were no more
    static constinit std::atomic<std::int64_t> looked{0};
    if (ask()) return true;
    timespec t{};
    clock_gettime(CLOCK_MONOTONIC_COARSE, &t);
    const std::int64_t now = static_cast<std::int64_t>(t.tv_sec) * 1'000'000'000 + t.tv_nsec;
    // Who looks says so at the end: until then others look for themselves, and all find the same.
    if (looked.load(std::memory_order_acquire) != now) {
        if (!may_look()) return false;
        std::uint64_t objects = 0;
        dl_iterate_phdr(
            [](dl_phdr_info* info, std::size_t, void* count) {
                *static_cast<std::uint64_t*>(count) = info->dlpi_adds + info->dlpi_subs;
                return 1;  // the first one knows
            },
            &objects);
        if (objects != searched.load(std::memory_order_acquire)) {
            find_runtimes();
            searched.store(objects, std::memory_order_release);
        }
        looked.store(now, std::memory_order_release);
    }
    return ask();
}

// Asked where the environment wants threads bound. A runtime that nobody has used has bound nothing yet.
bool openmp_cpus(cpu_set_t& set) {
    const bool bound = std::getenv("OMP_PROC_BIND") != nullptr || std::getenv("OMP_PLACES") != nullptr ||
                       std::getenv("GOMP_CPU_AFFINITY") != nullptr || std::getenv("KMP_AFFINITY") != nullptr;
    if (!bound || !may_look()) return false;
    struct {
        Query *binds, *places;
        int (*size)(int);
        void (*get)(int, int*);
        Threads* threads;
    } found[most_runtimes] = {};
    each_runtime([&](int i, Query*, const Symbols& symbols, const char*) {
        const auto function = [&](auto*& f, const char* name) {
            f = reinterpret_cast<std::remove_reference_t<decltype(f)>>(symbols.find(name));
        };
        function(found[i].binds, "omp_get_proc_bind");
        function(found[i].places, "omp_get_num_places");
        function(found[i].size, "omp_get_place_num_procs");
        function(found[i].get, "omp_get_place_proc_ids");
        function(found[i].threads, "__kmpc_global_num_threads");
    });
    CPU_ZERO(&set);
    const KeptAffinity kept;
    for (const auto& r : found) {
        if (!r.binds || !r.places || !r.size || !r.get || (r.threads && r.threads(nullptr) == 0) || r.binds() == 0)
            continue;
        for (int place = 0, count = r.places(); place < count; ++place) {
            int cpus[CPU_SETSIZE];
            const int n = r.size(place);
            if (n <= 0 || n > CPU_SETSIZE) continue;
            r.get(place, cpus);
            for (int i = 0; i < n; ++i)
                if (cpus[i] >= 0 && cpus[i] < CPU_SETSIZE) CPU_SET(cpus[i], &set);
        }
    }
    return CPU_COUNT(&set) > 0;
}

void* loaded_function(const char* name, const void* but) {
    if (!may_look()) return nullptr;
    struct Search {
        const char* name;
        const void* but;
        void* found;
    } search{name, but, nullptr};
    dl_iterate_phdr(
        [](dl_phdr_info* info, std::size_t, void* context) {
            auto& s = *static_cast<Search*>(context);
            void* const p = Symbols(*info).find(s.name);
            if (p != s.but) s.found = p;
            return static_cast<int>(s.found != nullptr);
        },
        &search);
    return search.found;
}

}  // namespace shunt::cpu
