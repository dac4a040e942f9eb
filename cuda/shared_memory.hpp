// In: the current device. Out: the shared memory that one of its blocks can have, and what kernels are to have of it.
#pragma once
#include <cuda_runtime_api.h>

#include <atomic>

namespace shunt::gpu {

// What every kernel makes do with, in bytes: that of compute capability 8.0 (9.0 and 10.0 have 227 KiB; 8.6, 8.9 and 12
// have 99).
constexpr int kLeastSharedMemory = 163 * 1024;

// Bytes; 0 where they are not known.
inline int shared_memory_of_block() {
    int device = 0, bytes = 0;
    if (cudaGetDevice(&device) != cudaSuccess ||
        cudaDeviceGetAttribute(&bytes, cudaDevAttrMaxSharedMemoryPerBlockOptin, device) != cudaSuccess)
        return 0;
    return bytes;
}

// The same without what kernels that are given all of it have by themselves.
inline int dynamic_shared_memory() {
    constexpr int variables = 512;
    const int bytes = shared_memory_of_block();
    return bytes > variables ? bytes - variables : 0;
}

// set(), which returns a cudaError_t: what a kernel needs on a device, before it is launched there for the first time.
template <class Set> cudaError_t once_a_device(const Set& set) {
    constexpr int most = 64;
    static std::atomic<bool> done[most];
    int device = 0;
    if (const cudaError_t e = cudaGetDevice(&device); e != cudaSuccess) return e;
    if (device < most && done[device].load(std::memory_order_acquire)) return cudaSuccess;
    const cudaError_t e = set();
    if (e == cudaSuccess && device < most) done[device] = true;
    return e;
}

}  // namespace shunt::gpu
