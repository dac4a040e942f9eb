// In: an address. Out: as libcuda.so.1 tells it, whether it is device memory: what fake_driver_mark() named as the
// memory of one of two devices is, the second half of it managed. A driver for tests.
#include <cstdint>

namespace {
constexpr int devices = 2;
struct {
    std::uintptr_t first = 0, last = 0;
} memory[devices];
}  // namespace

extern "C" void fake_driver_mark(int device, const void* p, long long bytes) {
    const auto first = reinterpret_cast<std::uintptr_t>(p);
    memory[device] = {first, first + static_cast<std::uintptr_t>(bytes)};
}
extern "C" int cuPointerGetAttribute(void* value, int attribute, std::uintptr_t address) {
    constexpr int memory_type = 2, is_managed = 8, ordinal = 9;
    for (int device = 0; device < devices; ++device) {
        const auto [first, last] = memory[device];
        if (address < first || address >= last) continue;
        const bool managed = address >= first + (last - first) / 2;
        *static_cast<unsigned*>(value) = attribute == memory_type  ? 2
                                         : attribute == is_managed ? managed
                                         : attribute == ordinal    ? static_cast<unsigned>(device)
                                                                   : 0;
        return 0;
    }
    return 1;  // no pointer of CUDA's
}
