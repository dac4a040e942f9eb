// In: device code. Out: the instructions of tensor cores, asynchronous copies and barriers that it is written with.
#pragma once
#include <cuda_runtime.h>

namespace shunt::gpu {

// c (16 x 8) += a (16 x 4) b (4 x 8): lane 4 g + t holds a(g, t), a(g + 8, t), b(t, g), c(g, 2t), c(g, 2t + 1) and the
// same of row g + 8.
__device__ __forceinline__ void mma(double (&c)[4], double a0, double a1, double b) {
#if __CUDA_ARCH__ >= 900
    asm("mma.sync.aligned.m16n8k4.row.col.f64.f64.f64.f64 {%0, %1, %2, %3}, {%4, %5}, {%6}, {%0, %1, %2, %3};"
        : "+d"(c[0]), "+d"(c[1]), "+d"(c[2]), "+d"(c[3])
        : "d"(a0), "d"(a1), "d"(b));
#else
    asm("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0, %1}, {%2}, {%3}, {%0, %1};"
        : "+d"(c[0]), "+d"(c[1])
        : "d"(a0), "d"(b));
    asm("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0, %1}, {%2}, {%3}, {%0, %1};"
        : "+d"(c[2]), "+d"(c[3])
        : "d"(a1), "d"(b));
#endif
}

// The same of 8 columns: lane 4 g + t holds a[2 q] = a(g, t + 4 q), a[2 q + 1] = a(g + 8, t + 4 q), b[q] = b(t + 4 q,
// g). On an H200 8 and 16 columns at once have 66 TFLOP/s, 4 have 61.
__device__ __forceinline__ void mma(double (&c)[4], const double (&a)[4], const double (&b)[2]) {
#if __CUDA_ARCH__ >= 900
    asm("mma.sync.aligned.m16n8k8.row.col.f64.f64.f64.f64 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, "
        "%3};"
        : "+d"(c[0]), "+d"(c[1]), "+d"(c[2]), "+d"(c[3])
        : "d"(a[0]), "d"(a[1]), "d"(a[2]), "d"(a[3]), "d"(b[0]), "d"(b[1]));
#else
#pragma unroll
    for (int q = 0; q < 2; ++q) mma(c, a[2 * q], a[2 * q + 1], b[q]);
#endif
}

// The same of 16 columns: lane 4 g + t holds a[2 q] = a(g, t + 4 q), a[2 q + 1] = a(g + 8, t + 4 q), b[q] = b(t + 4 q,
// g).
__device__ __forceinline__ void mma(double (&c)[4], const double (&a)[8], const double (&b)[4]) {
#if __CUDA_ARCH__ >= 900
    asm("mma.sync.aligned.m16n8k16.row.col.f64.f64.f64.f64 {%0, %1, %2, %3}, {%4, %5, %6, %7, %8, %9, %10, %11}, "
        "{%12, %13, %14, %15}, {%0, %1, %2, %3};"
        : "+d"(c[0]), "+d"(c[1]), "+d"(c[2]), "+d"(c[3])
        : "d"(a[0]), "d"(a[1]), "d"(a[2]), "d"(a[3]), "d"(a[4]), "d"(a[5]), "d"(a[6]), "d"(a[7]), "d"(b[0]), "d"(b[1]),
          "d"(b[2]), "d"(b[3]));
#else
#pragma unroll
    for (int q = 0; q < 4; ++q) mma(c, a[2 * q], a[2 * q + 1], b[q]);
#endif
}

__device__ __forceinline__ unsigned shared_address(const void* p) {
    return static_cast<unsigned>(__cvta_generic_to_shared(p));
}
// Asynchronous copy to shared memory of which `read` bytes exist; the rest becomes zero.
template <int bytes> __device__ __forceinline__ void copy_async(unsigned to, const char* from, int read) {
    if constexpr (bytes == 16)
        asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(to), "l"(from), "r"(read) : "memory");
    else
        asm volatile("cp.async.ca.shared.global [%0], [%1], %3, %2;" ::"r"(to), "l"(from), "r"(read), "n"(bytes)
                     : "memory");
}
__device__ __forceinline__ void copies_end() {
    asm volatile("cp.async.commit_group;" ::: "memory");
}
template <int pending> __device__ __forceinline__ void copies_wait() {
    asm volatile("cp.async.wait_group %0;" ::"n"(pending) : "memory");
}

__device__ __forceinline__ void copies_wait_all() {
    asm volatile("cp.async.wait_all;" ::: "memory");
}

__device__ __forceinline__ void barrier_open(unsigned at, int arrivals) {
    asm volatile("mbarrier.init.shared.b64 [%0], %1;" ::"r"(at), "r"(arrivals) : "memory");
}
__device__ __forceinline__ void barrier_arrive(unsigned at) {
    asm volatile("{\n .reg .b64 s;\n mbarrier.arrive.shared.b64 s, [%0];\n}" ::"r"(at) : "memory");
}
// The barrier's phase does not end before this thread's copies so far are there.
__device__ __forceinline__ void barrier_after_copies(unsigned at) {
    asm volatile("cp.async.mbarrier.arrive.shared.b64 [%0];" ::"r"(at) : "memory");
}
__device__ __forceinline__ void barrier_wait(unsigned at, unsigned parity) {
    unsigned done = 0;
    while (!done) {
#if __CUDA_ARCH__ >= 900
        asm volatile("{\n .reg .pred p;\n mbarrier.try_wait.parity.shared.b64 p, [%1], %2;\n selp.u32 %0, 1, 0, p;\n}"
                     : "=r"(done)
                     : "r"(at), "r"(parity)
                     : "memory");
#else
        asm volatile("{\n .reg .pred p;\n mbarrier.test_wait.parity.shared.b64 p, [%1], %2;\n selp.u32 %0, 1, 0, p;\n}"
                     : "=r"(done)
                     : "r"(at), "r"(parity)
                     : "memory");
#endif
    }
}
// A word (int or unsigned) for another block of threads: what is written, by all that this thread has met, before it is
// released is seen by who has acquired it.
template <class Word> __device__ __forceinline__ void release(Word* p, Word v) {
    asm volatile("st.release.gpu.global.b32 [%0], %1;" ::"l"(p), "r"(v) : "memory");
}
template <class Word> __device__ __forceinline__ Word acquire(const Word* p) {
    Word v;
    asm volatile("ld.acquire.gpu.global.b32 %0, [%1];" : "=r"(v) : "l"(p) : "memory");
    return v;
}

// The threads of a named barrier, whole warps. What is not `aligned` has code beside it for a warp whose lanes come one
// by one, as they may after waiting; its barrier's number is in a register, which racecheck does not follow.
template <int id, int threads> __device__ __forceinline__ void meet() {
    __syncwarp();
    asm volatile("barrier.sync.aligned %0, %1;" ::"n"(id), "n"(threads) : "memory");
}
// All threads of the block, whole warps, each of them where it is.
__device__ __forceinline__ void meet_block() {
    asm volatile("barrier.sync.aligned 0;" ::: "memory");
}
// Does not wait for the others.
template <int id, int threads> __device__ __forceinline__ void arrive() {
    __syncwarp();
    asm volatile("barrier.arrive.aligned %0, %1;" ::"n"(id), "n"(threads) : "memory");
}
template <int id, int threads> __device__ __forceinline__ bool meet_or(bool mine) {
    unsigned any;
    __syncwarp();
    asm volatile(
        "{\n .reg .pred p, q;\n setp.ne.u32 p, %1, 0;\n barrier.red.or.aligned.pred q, %2, %3, p;\n selp.u32 %0, 1, 0, "
        "q;\n}"
        : "=r"(any)
        : "r"(static_cast<unsigned>(mine)), "n"(id), "n"(threads)
        : "memory");
    return any != 0;
}

// Registers of a thread from here on, in all threads of four warps: some leave what others take. Code for 9.0a alone.
template <int registers> __device__ __forceinline__ void give_registers() {
#ifdef __CUDA_ARCH_FEAT_SM90_ALL
    asm volatile("setmaxnreg.dec.sync.aligned.u32 %0;" ::"n"(registers));
#endif
}
template <int registers> __device__ __forceinline__ void take_registers() {
#ifdef __CUDA_ARCH_FEAT_SM90_ALL
    asm volatile("setmaxnreg.inc.sync.aligned.u32 %0;" ::"n"(registers));
#endif
}

}  // namespace shunt::gpu
