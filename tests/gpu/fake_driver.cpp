// In: an address. Out: as libcuda.so.1 tells it, whether it is device memory: what fake_driver_mark() named is, the
// second half of it managed. A driver for tests.
#include <cstdint>

namespace {
std::uintptr_t first = 0, last = 0;
}

extern "C" void fake_driver_mark(const void* p, long long bytes) {
    first = reinterpret_cast<std::uintptr_t>(p), last = first + static_cast<std::uintptr_t>(bytes);
}
extern "C" int cuPointerGetAttribute(void* value, int attribute, std::uintptr_t address) {
    constexpr int memory_type = 2, is_managed = 8;
    if (address < first || address >= last) return 1;  // no pointer of CUDA's
    const bool managed = address >= first + (last - first) / 2;
    *static_cast<unsigned*>(value) = attribute == memory_type ? 2 : attribute == is_managed && managed;
    return 0;
}
