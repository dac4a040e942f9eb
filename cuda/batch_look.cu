// In: problems in device memory that nobody has looked at. Out: what a check of them needs, how many there are of each
// kind of sizes, and their sizes sorted by it.
#include "cuda/batch.cuh"

namespace shunt::gpu {
namespace kernels {

constexpr int kLookThreads = 256, kMostLookBlocks = 64;
constexpr int kIntegers = 6, kLists = 8;
constexpr int kLooks = kIntegers + kLists + 1;  // block rows of look_kernel: an array each, then the cells

// *to := what `both` makes of it and of all lanes' numbers.
template <class V, class Both, class Atomic> __device__ __forceinline__ void reduce(V v, Both&& both, Atomic&& atomic) {
    for (int step = 16; step > 0; step /= 2) v = both(v, __shfl_xor_sync(~0u, v, step));
    if (threadIdx.x % 32 == 0) atomic(v);
}
__device__ __forceinline__ void least(long long* to, long long v) {
    reduce(
        v, [](long long x, long long y) { return min(x, y); }, [&](long long x) { atomicMin(to, x); });
}
__device__ __forceinline__ void most(long long* to, long long v) {
    reduce(
        v, [](long long x, long long y) { return max(x, y); }, [&](long long x) { atomicMax(to, x); });
}
using Address = unsigned long long;
__device__ __forceinline__ void least(Address* to, Address v) {
    reduce(
        v, [](Address x, Address y) { return min(x, y); }, [&](Address x) { atomicMin(to, x); });
}
__device__ __forceinline__ void most(Address* to, Address v) {
    reduce(
        v, [](Address x, Address y) { return max(x, y); }, [&](Address x) { atomicMax(to, x); });
}
__device__ __forceinline__ void all_bits(Address* to, Address v) {
    reduce(
        v, [](Address x, Address y) { return x | y; }, [&](Address x) { atomicOr(to, x); });
}
// CUDA's atomic functions have other names for the same numbers.
__device__ __forceinline__ long long* at(std::int64_t& x) {
    return reinterpret_cast<long long*>(&x);
}
__device__ __forceinline__ Address* at(std::uint64_t& x) {
    return reinterpret_cast<Address*>(&x);
}

template <class Int> __device__ __forceinline__ std::int64_t integer(const BatchUnseen& u, int which, i64 i) {
    return u.integers[which] ? static_cast<const Int*>(u.integers[which])[i] : 0;
}
// Where a problem is counted; ~0u: nowhere.
template <class Int> __device__ __forceinline__ unsigned cell_of(const BatchUnseen& u, i64 i) {
    unsigned cell = 0;
    bool counted = true;
#pragma unroll
    for (int d = 0; d < 3; ++d) {
        const auto order = static_cast<std::uint64_t>(integer<Int>(u, d, i));
        const int number = order < 1024 ? number_of(static_cast<std::uint32_t>(order)) : INT_MAX;
        counted &= number < u.numbers[d];
        cell = cell * static_cast<unsigned>(u.numbers[d]) + static_cast<unsigned>(number);
    }
    return counted ? cell : ~0u;
}
// Lanes of one cell add what they are to *place(cell) together. Out: what it was before this lane.
template <class At> __device__ __forceinline__ unsigned count_in(unsigned cell, At&& place) {
    const unsigned lane = threadIdx.x % 32, alike = __match_any_sync(~0u, cell), first = __ffs(int(alike)) - 1;
    unsigned before = 0;
    if (lane == first && cell != ~0u) before = atomicAdd(place(cell), static_cast<unsigned>(__popc(alike)));
    return __shfl_sync(~0u, before, int(first)) + static_cast<unsigned>(__popc(alike & ((1u << lane) - 1)));
}

template <class Int> __global__ void __launch_bounds__(kLookThreads) look_kernel(const BatchUnseen u) {
    const i64 first = i64{blockIdx.x} * kLookThreads + threadIdx.x, step = i64{gridDim.x} * kLookThreads;
    int what = int(blockIdx.y);
    shunt_seen& seen = *u.seen;
    if (what < kIntegers) {
        if (!u.integers[what]) return;
        std::int64_t low = INT64_MAX, high = INT64_MIN, spare = INT64_MAX;
        const int rows = what < 3 ? -1 : u.look.operand[what - 3].rows;
        const bool increment = rows == 4;
        for (i64 i = first; i < u.count; i += step) {
            const std::int64_t v = integer<Int>(u, what, i);
            low = min(low, v), high = max(high, v);
            if (increment)
                spare = min(spare, std::int64_t{v != 0} - 1);
            else if (rows >= 0)
                spare = min(spare, v - integer<Int>(u, rows, i));
        }
        least(at(seen.least[what]), low), most(at(seen.most[what]), high);
        if (what >= 3) least(at(seen.spare[what - 3]), spare);
        return;
    }
    what -= kIntegers;
    if (what < kLists) {
        const std::uint64_t* const list = u.lists[what];
        if (!list) return;
        std::uint64_t low = ~std::uint64_t{0}, end = 0, bits = 0;
        bool shared = false;
        const auto& operand = u.look.operand[what];
        for (i64 i = first; i < u.count; i += step) {
            const std::uint64_t p = list[i];
            const std::int64_t m = integer<Int>(u, 0, i), n = integer<Int>(u, 1, i), k = integer<Int>(u, 2, i);
            const auto size = [&](int which) {
                return which == 0 ? m : which == 1 ? n : which == 2 ? k : which == 3 ? min(m, n) : 1;
            };
            const std::int64_t rows = size(operand.rows), ld = operand.ld < 0 ? rows : integer<Int>(u, operand.ld, i);
            const std::int64_t elements = (size(operand.columns) - 1) * (ld < 0 ? -ld : ld) + rows;
            low = min(low, p), bits |= p;
            end = max(end, max(p, p + static_cast<std::uint64_t>(elements * operand.bytes)));
            if (!(u.look.written >> what & 1)) continue;
            shared |= i > 0 && p == list[i - 1];
            for (int input = 0; input < 2; ++input)  // a, b
                shared |= input != what && u.lists[input] && p == u.lists[input][i];
        }
        least(at(seen.first[what]), low), most(at(seen.end[what]), end), all_bits(at(seen.bits[what]), bits);
        if (shared) seen.shared = 1;
        return;
    }
    for (i64 i = first; i - threadIdx.x % 32 < u.count; i += step)
        count_in(i < u.count ? cell_of<Int>(u, i) : ~0u, [&](unsigned cell) { return u.cells + cell; });
}

template <class Int> __global__ void __launch_bounds__(kLookThreads)
    sort_kernel(const BatchUnseen u, std::uint32_t* starts, BatchSizes* sorted) {
    const i64 first = i64{blockIdx.x} * kLookThreads + threadIdx.x, step = i64{gridDim.x} * kLookThreads;
    for (i64 i = first; i - threadIdx.x % 32 < u.count; i += step) {
        const unsigned cell = i < u.count ? cell_of<Int>(u, i) : ~0u;
        const unsigned at = count_in(cell, [&](unsigned c) { return starts + c; });
        if (cell == ~0u) continue;
        const auto size = [&](int which) { return static_cast<std::int32_t>(integer<Int>(u, which, i)); };
        sorted[at] = {size(0), size(1), size(2), size(3), size(4), size(5), static_cast<std::int32_t>(i), 0};
    }
}

}  // namespace kernels

cudaError_t launch_batch_look(cudaStream_t stream, const BatchUnseen& u) {
    using namespace kernels;
    const auto blocks = unsigned(std::min<i64>((u.count + kLookThreads - 1) / kLookThreads, kMostLookBlocks));
    auto* const kernel = u.wide ? look_kernel<std::int64_t> : look_kernel<std::int32_t>;
    kernel<<<dim3(blocks, kLooks), kLookThreads, 0, stream>>>(u);
    return cudaGetLastError();
}

cudaError_t launch_batch_sort(cudaStream_t stream, const BatchUnseen& u, std::uint32_t* starts, BatchSizes* sorted) {
    using namespace kernels;
    constexpr i64 most_blocks = 1024;
    const auto blocks = unsigned(std::min((u.count + kLookThreads - 1) / kLookThreads, most_blocks));
    auto* const kernel = u.wide ? sort_kernel<std::int64_t> : sort_kernel<std::int32_t>;
    kernel<<<dim3(blocks), kLookThreads, 0, stream>>>(u, starts, sorted);
    return cudaGetLastError();
}

}  // namespace shunt::gpu
