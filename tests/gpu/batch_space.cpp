// In: the tests of the batched symbols. Out: the same with everything that a call works on in device memory, or
// (without SHUNT_TEST_CUDA) in what a driver for tests calls so.
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "../batch/space.hpp"

#ifdef SHUNT_TEST_CUDA
#include <cuda_runtime_api.h>
#else
extern "C" void fake_driver_mark(int, const void*, long long);
#endif

namespace {

#ifdef SHUNT_TEST_CUDA
void must(cudaError_t e) {
    if (e == cudaSuccess) return;
    std::printf("CUDA: %s\n", cudaGetErrorString(e));
    std::exit(1);
}
void* take(std::size_t bytes) {
    static void* memory = nullptr;
    static std::size_t room = 0;
    if (bytes > room) {
        must(cudaFree(memory));
        must(cudaMalloc(&memory, room = 2 * bytes));
    }
    return memory;
}
void copy(void* to, const void* from, std::size_t bytes) {
    must(cudaMemcpy(to, from, bytes, cudaMemcpyDefault));
}
bool is_there() {
    int count = 0;
    return cudaGetDeviceCount(&count) == cudaSuccess && count > 0;
}
#else
// The first half of what is marked is not managed.
void* take(std::size_t bytes) {
    constexpr std::size_t page = 1 << 21;
    static void* memory = nullptr;
    static std::size_t room = 0;
    if (bytes > room) {
        std::free(memory);
        room = (2 * bytes + page - 1) / page * page;
        memory = std::aligned_alloc(page, 2 * room);
        fake_driver_mark(0, memory, static_cast<long long>(2 * room));
    }
    return memory;
}
void copy(void* to, const void* from, std::size_t bytes) {
    std::memcpy(to, from, bytes);
}
bool is_there() {
    return true;
}
#endif

constexpr test::Space device{take, copy};
[[maybe_unused]] const bool ready = [] {
    if (!is_there()) {
        std::puts("there is no GPU");
        std::exit(77);
    }
    test::space = &device;
    return true;
}();

}  // namespace
