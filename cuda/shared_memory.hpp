// In: the current device. Out: the shared memory that one of its blocks can have.
#pragma once
#include <cuda_runtime_api.h>

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

}  // namespace shunt::gpu
