// In: a checked call. Out: whether its matrices are in the host's memory, in a device's, or in both. Managed memory is
// whichever the other matrices are in, a device's where all of them are managed.
// Asked of the driver, where the process has it loaded: who holds device memory has. Small calls, which the original
// does, are looked at where it was loaded, or could be expected, when the routine was called for the first time, and
// else from the routine's next larger call on.
#include <dlfcn.h>
#include <fcntl.h>
#include <link.h>
#include <pthread.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "shim/symbol.hpp"

namespace shunt::plugin {
namespace {

// The driver's interface, as far as it is used; the numbers are its contract.
using Query = int(unsigned count, const int* attributes, void** values, std::uintptr_t address);
constexpr int attribute_memory_type = 2, attribute_is_managed = 8, attribute_range_start = 11,
              attribute_range_size = 12, attribute_device = 9;
constexpr int success = 0;
constexpr unsigned type_device = 2;

// What is in the process, looked through where something was loaded since.
struct Look {
    std::uint64_t loaded;
    bool changed = false, driver = false;

    // dlopen() would take a lock under which constructors run.
    void all() {
        dl_iterate_phdr(
            [](dl_phdr_info* info, std::size_t, void* data) {
                auto& look = *static_cast<Look*>(data);
                if (!look.changed && info->dlpi_adds == look.loaded) return 1;
                look.changed = true;
                look.loaded = info->dlpi_adds;
                const char* slash = info->dlpi_name ? std::strrchr(info->dlpi_name, '/') : nullptr;
                look.driver = slash && std::strncmp(slash, "/libcuda.so", 11) == 0;
                return static_cast<int>(look.driver);
            },
            this);
    }
};

// The driver's question, once it is loaded; looked for once a tick of the coarse clock.
Query* query() {
    static constinit std::atomic<Query*> found{nullptr};
    static constinit std::atomic<long> looked{0};
    static constinit std::atomic<std::uint64_t> loaded{0};
    // There neither the loader's lock nor the driver is to be asked, and nothing is done on a device.
    if (interpose::in_forked_child()) return nullptr;
    if (Query* f = found.load(std::memory_order_relaxed)) return f;
    timespec now{};
    clock_gettime(CLOCK_MONOTONIC_COARSE, &now);
    if (looked.load(std::memory_order_acquire) == now.tv_nsec) return found.load(std::memory_order_relaxed);
    Look look{loaded.load(std::memory_order_acquire)};
    look.all();
    Query* f = nullptr;
    if (look.driver) {
        const int saved = errno;
        void* driver = dlopen("libcuda.so.1", RTLD_LAZY | RTLD_NOLOAD);
        f = driver ? reinterpret_cast<Query*>(dlsym(driver, "cuPointerGetAttributes")) : nullptr;
        if (f)
            found.store(f, std::memory_order_relaxed);
        else
            dlerror();
        errno = saved;
    }
    // After what was found: others look for themselves until then.
    loaded.store(look.loaded, std::memory_order_release);
    looked.store(now.tv_nsec, std::memory_order_release);
    return f ? f : found.load(std::memory_order_relaxed);
}

// A library by which programs use GPUs: CUDA's runtime, those of compilers for OpenACC and OpenMP.
bool runtime_loaded() {
    return dl_iterate_phdr(
        [](dl_phdr_info* info, std::size_t, void*) {
            const char* slash = info->dlpi_name ? std::strrchr(info->dlpi_name, '/') : nullptr;
            const char* file = slash ? slash + 1 : "";
            for (const char* name :
                 {"libcudart", "libacchost.", "libaccdevice.", "libaccdevaux.", "libnvomp.", "libomptarget."})
                if (std::strncmp(file, name, std::strlen(name)) == 0) return 1;
            return 0;
        },
        nullptr);
}

// The program's file has a section for a GPU's code, which comes with a runtime that is linked in.
bool find_device_code() {
    constexpr const char* names[] = {".nv_fatbin", ".gnu.offload_funcs", "omp_offloading_entries",
                                     "llvm_offload_entries"};
    const int saved = errno;
    const int file = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
    errno = saved;
    if (file < 0) return false;
    bool found = false;
    ElfW(Ehdr) header;
    ElfW(Shdr) text, section;
    const auto read = [&](std::uint64_t at, void* to, std::size_t bytes) {
        return pread(file, to, bytes, static_cast<off_t>(at)) == static_cast<ssize_t>(bytes);
    };
    if (read(0, &header, sizeof header) && header.e_shentsize == sizeof section && header.e_shnum > 0 &&
        read(header.e_shoff + header.e_shstrndx * sizeof section, &text, sizeof text))
        for (unsigned i = 0; i < header.e_shnum && !found; ++i) {
            char name[24] = "";
            if (!read(header.e_shoff + i * sizeof section, &section, sizeof section)) break;
            // Shorter at the end of the file.
            if (section.sh_name >= text.sh_size ||
                pread(file, name, sizeof name - 1, static_cast<off_t>(text.sh_offset + section.sh_name)) <= 0)
                break;
            // GCC's is there, and empty, in programs with OpenMP that have none.
            for (const char* wanted : names) found = found || (section.sh_size > 0 && std::strcmp(name, wanted) == 0);
        }
    close(file);
    return found;
}
bool has_device_code() {
    static constinit std::atomic<signed char> known{-1};
    signed char code = known.load(std::memory_order_relaxed);
    if (code < 0) known.store(code = static_cast<signed char>(find_device_code()), std::memory_order_relaxed);
    return code;
}

// The program's own data, and the heap from where it began.
struct Program {
    std::atomic<std::uintptr_t> first{0}, last{0}, heap{0};

    void find() {
        dl_iterate_phdr(
            [](dl_phdr_info* info, std::size_t, void* program) {
                std::uintptr_t low = UINTPTR_MAX, high = 0;
                for (int i = 0; i < info->dlpi_phnum; ++i) {
                    const auto& part = info->dlpi_phdr[i];
                    if (part.p_type != PT_LOAD) continue;
                    low = std::min<std::uintptr_t>(low, info->dlpi_addr + part.p_vaddr);
                    high = std::max<std::uintptr_t>(high, info->dlpi_addr + part.p_vaddr + part.p_memsz);
                }
                static_cast<Program*>(program)->first.store(low, std::memory_order_relaxed);
                static_cast<Program*>(program)->last.store(high, std::memory_order_relaxed);
                return 1;  // the program is the first
            },
            this);
        std::uintptr_t begin = UINTPTR_MAX;
        if (std::FILE* maps = std::fopen("/proc/self/maps", "re")) {
            char line[512];
            while (begin == UINTPTR_MAX && std::fgets(line, sizeof line, maps))
                if (std::strstr(line, "[heap]")) begin = std::strtoull(line, nullptr, 16);
            std::fclose(maps);
        }
        heap.store(begin, std::memory_order_release);
    }
};
constinit Program program;

// What a thread knows: its stack, and stretches of 2 MiB that were the host's a moment ago. Not for good: where the
// program has unmapped memory, and where pinned memory was, the driver maps a device's (measured, H100). That takes it
// longer than a moment.
struct Known {
    static constexpr int slots = 8;
    std::uintptr_t stack, stack_end;
    struct {
        std::uintptr_t number;
        std::uint64_t when;
    } stretches[slots];

    void find_stack() {
        stack = UINTPTR_MAX, stack_end = 1;
        pthread_attr_t attributes;
        if (pthread_getattr_np(pthread_self(), &attributes) != 0) return;
        void* low = nullptr;
        std::size_t size = 0;
        if (pthread_attr_getstack(&attributes, &low, &size) == 0) {
            stack = reinterpret_cast<std::uintptr_t>(low);
            stack_end = stack + size;
        }
        pthread_attr_destroy(&attributes);
    }
};
constinit thread_local Known known_to_thread{};

// Where addresses are: without the driver where nobody maps anything else as long as this thread is here.
class Places {
public:
    Places()
        : known_(known_to_thread),
          frame_(reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0))),
          heap_end_(reinterpret_cast<std::uintptr_t>(sbrk(0))) {
        heap_ = program.heap.load(std::memory_order_acquire);
        if (heap_ == 0) {
            program.find();
            heap_ = program.heap.load(std::memory_order_acquire);
        }
        if (known_.stack_end == 0) known_.find_stack();
        if (frame_ < known_.stack || frame_ >= known_.stack_end) frame_ = UINTPTR_MAX;  // a stack of the program's
    }
    Place of(const void* p) const {
        const auto address = reinterpret_cast<std::uintptr_t>(p);
        if ((address >= heap_ && address < heap_end_) || (address >= frame_ && address < known_.stack_end) ||
            (address >= program.first.load(std::memory_order_relaxed) &&
             address < program.last.load(std::memory_order_relaxed)))
            return Place::host;
        return asked(address);
    }

private:
    Place asked(std::uintptr_t address) const {
        constexpr int stretch_bits = 21;
        const std::uintptr_t stretch = address >> stretch_bits;
        auto& known = known_.stretches[stretch % Known::slots];
        std::uint64_t now = 0;
#if defined(__x86_64__)
        constexpr std::uint64_t moment = 20'000;  // cycles; to ask takes 300, and of all threads one at a time can
        now = __builtin_ia32_rdtsc();
        if (known.number == stretch && now - known.when < moment) return Place::host;
#endif
        Query* ask = query();
        unsigned type = 0, managed = 0;
        constexpr int attributes[] = {attribute_memory_type, attribute_is_managed};
        void* values[] = {&type, &managed};
        if (!ask || ask(2, attributes, values, address) != success) return Place::host;
        if (managed) return Place::managed;
        if (type == type_device) return Place::device;
        known = {stretch, now};
        return Place::host;
    }

    Known& known_;
    std::uintptr_t frame_, heap_ = 0, heap_end_;
};

}  // namespace

Place place_of(const void* p) noexcept {
    return Places().of(p);
}

Range range_of(const void* p) noexcept {
    Query* ask = query();
    const auto address = reinterpret_cast<std::uintptr_t>(p);
    unsigned type = 0, managed = 0;
    std::uintptr_t first = 0;
    std::size_t size = 0;
    int device = 0;
    constexpr int attributes[] = {attribute_memory_type, attribute_is_managed, attribute_range_start,
                                  attribute_range_size, attribute_device};
    void* values[] = {&type, &managed, &first, &size, &device};
    if (!ask || ask(5, attributes, values, address) != success || (!managed && type != type_device)) return {};
    if (managed) device = Range::any_device;
    return size > 0 ? Range{first, first + size, device} : Range{address, address + 1, device};
}

bool device_memory_possible() noexcept {
    return possible() && query();
}

bool device_memory_expected() noexcept {
    return possible() && (query() || runtime_loaded() || has_device_code());
}

Memory memory_of(std::initializer_list<const void*> matrices) noexcept {
    bool host = false, device = false;
    const Places places;
    for (const void* p : matrices) {
        const Place place = p ? places.of(p) : Place::managed;
        host |= place == Place::host;
        device |= place == Place::device;
    }
    return host && device ? Memory::both : host ? Memory::host : device ? Memory::device : Memory::managed;
}

}  // namespace shunt::plugin
