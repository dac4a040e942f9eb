// In: a device in use. Out: its context broken for the rest of the process, as by a kernel that writes anywhere.
#include <cuda_runtime_api.h>

__global__ void write_anywhere(int* where) {
    *where = 1;
}

extern "C" bool break_device() {
    write_anywhere<<<1, 1>>>(reinterpret_cast<int*>(8));
    return cudaDeviceSynchronize() != cudaSuccess;
}
