// In: a checked call. Out: whether its matrices are in the host's memory, in a device's, or in both. Managed memory is
// whichever the other matrices are in, a device's where all of them are managed.
// Asked of the driver, and only where the process has it loaded before the routine is called for the first time: who
// holds device memory has.
#include <dlfcn.h>

#include <cstdint>

#include "shim/symbol.hpp"

namespace shunt::plugin {
namespace {

// The driver's interface, as far as it is used; the numbers are its contract.
using Query = int(unsigned count, const int* attributes, void** values, std::uintptr_t address);
constexpr int attribute_memory_type = 2, attribute_is_managed = 8, success = 0;
constexpr unsigned type_device = 2;

Query* query() {
    static constinit std::atomic<Query*> found{nullptr};
    if (Query* f = found.load(std::memory_order_relaxed)) return f;
    void* driver = dlopen("libcuda.so.1", RTLD_LAZY | RTLD_NOLOAD);
    auto* f = driver ? reinterpret_cast<Query*>(dlsym(driver, "cuPointerGetAttributes")) : nullptr;
    if (f) found.store(f, std::memory_order_relaxed);
    return f;
}

}  // namespace

// Stretches of 2 MiB that were the host's: the addresses of device memory are set apart for it, and stay so.
Place place_of(const void* p) noexcept {
    constexpr int stretch_bits = 21, slots = 64;
    static constinit std::atomic<std::uintptr_t> hosts[slots]{};
    const auto address = reinterpret_cast<std::uintptr_t>(p), stretch = address >> stretch_bits;
    auto& known = hosts[stretch % slots];
    if (known.load(std::memory_order_relaxed) == stretch) return Place::host;
    Query* ask = query();
    unsigned type = 0, managed = 0;
    constexpr int attributes[] = {attribute_memory_type, attribute_is_managed};
    void* values[] = {&type, &managed};
    if (!ask || ask(2, attributes, values, address) != success) return Place::host;
    if (managed) return Place::managed;
    if (type == type_device) return Place::device;
    known.store(stretch, std::memory_order_relaxed);
    return Place::host;
}

bool device_memory_possible() noexcept {
    return possible() && query();
}

Memory memory_of(const Call& c) noexcept {
    bool host = false, device = false;
    for (const void* p : {c.a, c.b, c.c}) {
        const Place place = p ? place_of(p) : Place::managed;
        host |= place == Place::host;
        device |= place == Place::device;
    }
    return !host ? Memory::device : device ? Memory::both : Memory::host;
}

}  // namespace shunt::plugin
