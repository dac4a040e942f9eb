// In: kernels as translate.py leaves them. Out: what they ask of CUDA, on the host: a block's threads are fibers, which
// change where they wait for each other; blocks come one after the other. A wait that does not end is reported, as are
// copies that are not aligned and more shared memory than there is.
#pragma once
#include <setjmp.h>
#include <ucontext.h>

#include <algorithm>
#include <climits>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <map>
#include <type_traits>
#include <utility>
#include <vector>

#include "cuda/batch.hpp"
#include "tests/gpu/emulated/kernels.hpp"

#define __global__
#define __device__
#define __host__
#define __forceinline__ inline
#define __grid_constant__
#define __launch_bounds__(...)

using std::copysign;
using std::fabs;
using std::fma;
using std::max;
using std::min;
using std::sqrt;

using cudaStream_t = void*;
using cudaError_t = int;
enum : int { cudaSuccess, cudaErrorInvalidValue, cudaFuncAttributeMaxDynamicSharedMemorySize };
struct dim3 {
    unsigned x, y;
    dim3(unsigned a = 1, unsigned b = 1) : x(a), y(b) {}
};
inline dim3 threadIdx, blockIdx, blockDim, gridDim;

namespace emulated {

[[noreturn]] inline void fail(const char* why) {
    std::printf("emulated device: %s\n", why);
    std::abort();
}

struct Barrier {
    unsigned arrived = 0;
    unsigned long turns = 0;
};
struct Fiber {
    jmp_buf place;
    bool done = true;
    const Barrier* barrier = nullptr;  // where it waits, if at all, for another turn than this one
    unsigned long turn = 0;

    bool waits() const { return barrier && barrier->turns == turn; }
};
inline std::vector<Fiber> fibers;
inline jmp_buf scheduler;
inline unsigned current, alive;
inline const std::function<void()>* body;
inline Barrier of_block;
inline std::map<std::pair<unsigned, unsigned>, Barrier> of_warps;  // by warp and mask
inline std::uint64_t given[32][32];                                // by the lanes of a warp

// Not swapcontext(), which asks the system for the mask of signals each time.
inline void change(jmp_buf& from, jmp_buf& to) {
    if (!_setjmp(from)) _longjmp(to, 1);
}
inline void wait(Barrier& b, unsigned count) {
    Fiber& me = fibers[current];
    me.barrier = &b, me.turn = b.turns;
    if (++b.arrived == count) {
        b.arrived = 0;
        ++b.turns;
    } else {
        change(me.place, scheduler);
    }
    me.barrier = nullptr;
}
inline void wait_for_lanes(unsigned mask) {
    wait(of_warps[{current / 32, mask}], static_cast<unsigned>(__builtin_popcount(mask)));
}
inline void run_fiber() {
    for (Fiber& me = fibers[current];;) {
        change(me.place, scheduler);
        (*body)();
        me.done = true;
        --alive;
    }
}
inline void make_fibers(unsigned count) {
    constexpr std::size_t stack = 256 * 1024;
    fibers.resize(count);  // for good: a fiber knows where it is
    for (current = 0; current < count; ++current) {
        ucontext_t context;
        getcontext(&context);
        context.uc_stack.ss_sp = std::malloc(stack), context.uc_stack.ss_size = stack, context.uc_link = nullptr;
        makecontext(&context, run_fiber, 0);
        if (!_setjmp(scheduler)) setcontext(&context);
    }
}
inline void launch(dim3 grid, unsigned threads, const std::function<void()>& kernel) {
    constexpr unsigned most = 1024;
    if (threads > most) fail("too many threads");
    if (fibers.empty()) make_fibers(most);
    body = &kernel, gridDim = grid, blockDim = dim3(threads);
    for (unsigned b = 0; b < grid.x * grid.y; ++b) {
        blockIdx = dim3(b % grid.x, b / grid.x), of_block = {}, alive = threads;
        of_warps.clear();
        for (unsigned t = 0; t < threads; ++t) fibers[t].done = false;
        while (alive > 0) {
            bool any = false;
            for (unsigned t = 0; t < threads; ++t) {
                if (fibers[t].done || fibers[t].waits()) continue;
                any = true, current = t, threadIdx = dim3(t);
                change(scheduler, fibers[t].place);
            }
            if (!any) fail("threads wait for each other");
        }
    }
}
// f(what lane i gives), once all lanes of the mask have given a value.
template <class V, class F> auto exchange(unsigned mask, V v, F&& f) {
    auto& lanes = given[current / 32];
    std::memcpy(&lanes[current % 32], &v, sizeof v);
    wait_for_lanes(mask);
    const auto result = f([&](unsigned i) {
        V other;
        std::memcpy(&other, &lanes[i % 32], sizeof other);
        return other;
    });
    wait_for_lanes(mask);
    return result;
}
template <class V, class F> V reduce(unsigned mask, V v, F&& f) {
    return exchange(mask, v, [&](auto lane) {
        V all = v;
        for (unsigned i = 0; i < 32; ++i)
            if (mask >> i & 1) all = f(all, lane(i));
        return all;
    });
}

}  // namespace emulated

inline void __syncthreads() {
    emulated::wait(emulated::of_block, emulated::alive);
}
inline int __syncthreads_or(int yes) {
    static std::vector<char> votes(1024);
    votes[emulated::current] = yes != 0;
    __syncthreads();
    bool any = false;
    for (unsigned t = 0; t < blockDim.x; ++t) any |= !emulated::fibers[t].done && votes[t];
    __syncthreads();
    return any;
}
inline void __syncwarp(unsigned mask = ~0u) {
    emulated::wait_for_lanes(mask);
}
template <class V> V __shfl_sync(unsigned mask, V v, int from) {
    return emulated::exchange(mask, v, [&](auto lane) { return lane(static_cast<unsigned>(from)); });
}
template <class V> V __shfl_xor_sync(unsigned mask, V v, int step) {
    const unsigned me = emulated::current % 32;
    return emulated::exchange(mask, v, [&](auto lane) { return lane(me ^ static_cast<unsigned>(step)); });
}
inline unsigned __ballot_sync(unsigned mask, bool yes) {
    const unsigned mine = yes ? 1u << emulated::current % 32 : 0;
    return emulated::reduce(mask, mine, [](unsigned x, unsigned y) { return x | y; });
}
inline bool __any_sync(unsigned mask, bool yes) {
    return __ballot_sync(mask, yes) != 0;
}
template <class V> V __reduce_max_sync(unsigned mask, V v) {
    return emulated::reduce(mask, v, [](V x, V y) { return std::max(x, y); });
}
template <class V> V __reduce_min_sync(unsigned mask, V v) {
    return emulated::reduce(mask, v, [](V x, V y) { return std::min(x, y); });
}
inline int __popc(unsigned x) {
    return __builtin_popcount(x);
}
inline int __ffs(int x) {
    return __builtin_ffs(x);
}
inline unsigned __match_any_sync(unsigned mask, unsigned v) {
    return emulated::exchange(mask, v, [&](auto lane) {
        unsigned alike = 0;
        for (unsigned i = 0; i < 32; ++i)
            if (mask >> i & 1 && lane(i) == v) alike |= 1u << i;
        return alike;
    });
}
// Fibers change where they wait for each other, and nowhere else.
template <class V> V atomicAdd(V* to, V v) {
    return std::exchange(*to, *to + v);
}
template <class V> V atomicMin(V* to, V v) {
    return std::exchange(*to, std::min(*to, v));
}
template <class V> V atomicMax(V* to, V v) {
    return std::exchange(*to, std::max(*to, v));
}
template <class V> V atomicOr(V* to, V v) {
    return std::exchange(*to, *to | v);
}
inline int __clz(int x) {
    return x ? __builtin_clz(static_cast<unsigned>(x)) : 32;
}
inline unsigned __float_as_uint(float x) {
    unsigned u;
    std::memcpy(&u, &x, sizeof u);
    return u;
}
inline long long __double_as_longlong(double x) {
    long long u;
    std::memcpy(&u, &x, sizeof u);
    return u;
}
inline double __longlong_as_double(long long x) {
    double d;
    std::memcpy(&d, &x, sizeof d);
    return d;
}
inline float __uint_as_float(unsigned x) {
    float f;
    std::memcpy(&f, &x, sizeof f);
    return f;
}
inline float __fmul_rn(float x, float y) {
    const volatile float r = x * y;
    return r;
}
inline double __dmul_rn(double x, double y) {
    const volatile double r = x * y;
    return r;
}
inline double rsqrt(double x) {
    return 1 / std::sqrt(x);
}
inline float rsqrtf(float x) {
    return 1 / std::sqrt(x);
}
inline cudaError_t cudaGetLastError() {
    return cudaSuccess;
}
template <class Kernel> cudaError_t cudaFuncSetAttribute(Kernel, int, int bytes) {
    return static_cast<std::size_t>(bytes) <= shunt::gpu::emulated_shared_memory ? cudaSuccess : cudaErrorInvalidValue;
}
// One multiprocessor, for two blocks at a time.
enum { cudaDevAttrMultiProcessorCount, cudaDevAttrMaxSharedMemoryPerMultiprocessor };
inline cudaError_t cudaGetDevice(int* device) {
    *device = 0;
    return cudaSuccess;
}
inline cudaError_t cudaDeviceGetAttribute(int* value, int attribute, int) {
    *value = attribute == cudaDevAttrMultiProcessorCount ? 1 : static_cast<int>(shunt::gpu::emulated_shared_memory);
    return cudaSuccess;
}
template <class Kernel>
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, Kernel, int, std::size_t) {
    *blocks = 2;
    return cudaSuccess;
}

namespace shunt::gpu {
inline int dynamic_shared_memory() {
    return static_cast<int>(emulated_shared_memory);
}
template <class Set> cudaError_t once_a_device(const Set& set) {
    return set();
}
}  // namespace shunt::gpu

namespace shunt::gpu::kernels {

// A block's memory by the names that kernels have for it.
alignas(16) inline char shared[emulated_shared_memory], tiny_shared[emulated_shared_memory];
alignas(16) inline double tile_shared[emulated_shared_memory / 8];
inline char* const memories[] = {shared, tiny_shared, reinterpret_cast<char*>(tile_shared)};
constexpr unsigned memory_bit = 24;

inline unsigned shared_address(const void* p) {
    for (unsigned i = 0; i < 3; ++i) {
        const auto at = static_cast<const char*>(p) - memories[i];
        if (at >= 0 && at < static_cast<std::ptrdiff_t>(emulated_shared_memory))
            return i << memory_bit | static_cast<unsigned>(at);
    }
    emulated::fail("an address that is not in shared memory");
}
template <int bytes> void copy_async(unsigned to, const char* from, int read) {
    if (to % bytes || (read && reinterpret_cast<std::uintptr_t>(from) % bytes)) emulated::fail("a copy is not aligned");
    char* const p = memories[to >> memory_bit] + (to & ((1u << memory_bit) - 1));
    if (read) std::memcpy(p, from, static_cast<std::size_t>(read));
    std::memset(p + read, 0, static_cast<std::size_t>(bytes - read));
}
inline void meet_block() {
    __syncthreads();
}
inline void copies_end() {}
template <int pending> void copies_wait() {}
inline void copies_wait_all() {}

// m16n8k4 of the tensor cores, and m16n8k8.
inline void mma(double (&c)[4], double a0, double a1, double b) {
    const unsigned g = emulated::current % 32 / 4, t = emulated::current % 4;
    double left[2][4], right[4][2];
    for (int r = 0; r < 2; ++r)
        emulated::exchange(~0u, r ? a1 : a0, [&](auto lane) {
            for (unsigned q = 0; q < 4; ++q) left[r][q] = lane(4 * g + q);
            return 0;
        });
    emulated::exchange(~0u, b, [&](auto lane) {
        for (unsigned q = 0; q < 8; ++q) right[q / 2][q % 2] = lane(4 * (2 * t + q % 2) + q / 2);
        return 0;
    });
    for (int r = 0; r < 2; ++r)
        for (int h = 0; h < 2; ++h)
            for (int q = 0; q < 4; ++q) c[2 * r + h] = fma(left[r][q], right[q][h], c[2 * r + h]);
}
inline void mma(double (&c)[4], const double (&a)[4], const double (&b)[2]) {
    for (int q = 0; q < 2; ++q) mma(c, a[2 * q], a[2 * q + 1], b[q]);
}

}  // namespace shunt::gpu::kernels
