// In: a checked call. Out: whether its matrices are in the host's memory, in a device's, or in both.
// Asked of the driver, and only where the process has it loaded before the routine is called for the first time: who
// holds device memory has.
#include <dlfcn.h>

#include <cstdint>

#include "shim/symbol.hpp"

namespace shunt::plugin {
namespace {

// The driver's interface, as far as it is used; the numbers are its contract.
using Query = int(void* value, int attribute, std::uintptr_t address);
constexpr int attribute_memory_type = 2, attribute_is_managed = 8, success = 0;
constexpr unsigned type_device = 2;

Query* query() {
    static constinit std::atomic<Query*> found{nullptr};
    if (Query* f = found.load(std::memory_order_relaxed)) return f;
    void* driver = dlopen("libcuda.so.1", RTLD_LAZY | RTLD_NOLOAD);
    auto* f = driver ? reinterpret_cast<Query*>(dlsym(driver, "cuPointerGetAttribute")) : nullptr;
    if (f) found.store(f, std::memory_order_relaxed);
    return f;
}

// Stretches of 2 MiB that were the host's: the addresses of device memory are set apart for it, and stay so.
bool on_device(const void* p) {
    constexpr int stretch_bits = 21, slots = 64;
    static constinit std::atomic<std::uintptr_t> hosts[slots]{};
    const auto address = reinterpret_cast<std::uintptr_t>(p), stretch = address >> stretch_bits;
    auto& known = hosts[stretch % slots];
    if (known.load(std::memory_order_relaxed) == stretch) return false;
    Query* ask = query();
    unsigned type = 0, managed = 0;
    if (ask && ask(&type, attribute_memory_type, address) == success) {
        if (type == type_device) return true;
        if (ask(&managed, attribute_is_managed, address) == success && managed) return true;
    }
    known.store(stretch, std::memory_order_relaxed);
    return false;
}

}  // namespace

bool device_memory_possible() noexcept {
    return possible() && query();
}

Memory memory_of(const Call& c) noexcept {
    int matrices = 0, devices = 0;
    for (const void* p : {c.a, c.b, c.c})
        if (p) ++matrices, devices += on_device(p);
    return devices == 0 ? Memory::host : devices == matrices ? Memory::device : Memory::both;
}

}  // namespace shunt::plugin
