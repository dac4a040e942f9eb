// In: an address. Out: as libcuda.so.1 tells it, whether it is device memory: what fake_driver_mark() named is. A
// driver for tests.
#include <cstdint>

namespace {
std::uintptr_t first = 0, last = 0;
}

extern "C" void fake_driver_mark(const void* p, long long bytes) {
    first = reinterpret_cast<std::uintptr_t>(p), last = first + static_cast<std::uintptr_t>(bytes);
}
extern "C" int cuPointerGetAttribute(void* value, int attribute, std::uintptr_t address) {
    constexpr int memory_type = 2;
    if (address < first || address >= last) return 1;  // no pointer of CUDA's
    *static_cast<unsigned*>(value) = attribute == memory_type ? 2 : 0;
    return 0;
}
