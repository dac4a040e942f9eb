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
extern "C" int cuPointerGetAttributes(unsigned count, const int* attributes, void** values, std::uintptr_t address) {
    constexpr int memory_type = 2, is_managed = 8, ordinal = 9, range_start = 11, range_size = 12;
    int device = 0;
    while (device < devices && (address < memory[device].first || address >= memory[device].last)) ++device;
    const bool found = device < devices;  // else it is no pointer of CUDA's
    const bool managed = found && address >= memory[device].first + (memory[device].last - memory[device].first) / 2;
    for (unsigned i = 0; i < count; ++i) {
        const int wanted = attributes[i];
        if (wanted == range_start || wanted == range_size)
            *static_cast<std::uintptr_t*>(values[i]) = !found ? 0
                                                       : wanted == range_start
                                                           ? memory[device].first
                                                           : memory[device].last - memory[device].first;
        else
            *static_cast<unsigned*>(values[i]) = !found                  ? 0
                                                 : wanted == memory_type ? 2
                                                 : wanted == is_managed  ? managed
                                                 : wanted == ordinal     ? static_cast<unsigned>(device)
                                                                         : 0;
    }
    return 0;
}
