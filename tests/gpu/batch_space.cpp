// In: the tests of the batched symbols. Out: the same with everything that a call works on in device memory, or
// (without SHUNT_TEST_CUDA) in what a driver for tests calls so. SHUNT_TEST_ASYNC: by the names with _async, on a
// stream and in graphs.
#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "../batch/space.hpp"
#include "../call.hpp"

#ifdef SHUNT_TEST_CUDA
#include <cuda_runtime_api.h>
#else
#include <sys/mman.h>
extern "C" void fake_driver_mark(int, const void*, long long);
#endif

namespace {

#ifdef SHUNT_TEST_CUDA
void must(cudaError_t e) {
    if (e == cudaSuccess) return;
    std::printf("CUDA: %s\n", cudaGetErrorString(e));
    std::exit(1);
}
struct Piece {
    void* memory = nullptr;
    std::size_t room = 0;
    void* of(std::size_t bytes) {
        if (bytes > room) {
            must(cudaFree(memory));
            must(cudaMalloc(&memory, room = 2 * bytes));
        }
        return memory;
    }
};
void* take(std::size_t bytes) {
    static Piece piece;
    return piece.of(bytes);
}
void copy(void* to, const void* from, std::size_t bytes) {
    must(cudaMemcpy(to, from, bytes, cudaMemcpyDefault));
}
void* workspace(std::size_t bytes) {
    static Piece piece;
    return piece.of(bytes);
}
// On a stream, or captured there and launched.
template <class F> int enqueue_on_stream(F&& call) {
    static cudaStream_t stream = [] {
        cudaStream_t s;
        must(cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking));
        return s;
    }();
    static unsigned calls = 0;
    must(cudaStreamSynchronize(cudaStreamLegacy));  // copies to the device may be on their way
    const bool captured = ++calls % 3 != 0;
    if (captured) must(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    const int result = call(stream);
    if (captured) {
        cudaGraph_t graph;
        cudaGraphExec_t ready;
        must(cudaStreamEndCapture(stream, &graph));
        must(cudaGraphInstantiate(&ready, graph, 0));
        if (result == 0) must(cudaGraphLaunch(ready, stream));
        must(cudaGraphExecDestroy(ready));
        must(cudaGraphDestroy(graph));
    }
    must(cudaStreamSynchronize(stream));
    return result;
}
constexpr void* (*reserve)(std::size_t) = nullptr;
bool is_there() {
    int count = 0;
    return cudaGetDeviceCount(&count) == cudaSuccess && count > 0;
}
#else
// The first half of what is marked is not managed: what is taken, and what is reserved behind it; the other one is for
// workspaces. Pages come as they are used.
constexpr std::size_t half = std::size_t{1} << 32, most_taken = half / 4 * 3;
char* memory() {
    static char* const base = [] {
        void* const p =
            mmap(nullptr, 2 * half, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (p == MAP_FAILED) std::abort();
        fake_driver_mark(0, p, 2 * static_cast<long long>(half));
        return static_cast<char*>(p);
    }();
    return base;
}
void* take(std::size_t bytes) {
    if (bytes > most_taken) std::abort();
    return memory();
}
void* reserve(std::size_t bytes) {
    static std::size_t reserved = most_taken;
    if (bytes > half - reserved) std::abort();
    reserved += bytes;
    return memory() + reserved - bytes;
}
void copy(void* to, const void* from, std::size_t bytes) {
    std::memcpy(to, from, bytes);
}
void* workspace(std::size_t bytes) {
    if (bytes > half) std::abort();
    return memory() + half;
}
template <class F> int enqueue_on_stream(F&& call) {
    return call(nullptr);
}
bool is_there() {
    return true;
}
#endif

long long enqueued = 0;
bool enqueue(const std::function<int(void*, void*, std::size_t*)>& call) {
    std::size_t wanted = 0;
    if (call(nullptr, nullptr, &wanted) != 0) return false;
    if (wanted == 0) std::abort();
    void* const memory_of_it = workspace(wanted);
    std::size_t given = wanted - 1;
    if (wanted > 256) {
        EXPECT_GT(call(nullptr, memory_of_it, &given), 0);
        EXPECT_EQ(given, wanted);
    }
    given = wanted;
    EXPECT_EQ(enqueue_on_stream([&](void* stream) { return call(stream, memory_of_it, &given); }), 0);
    ++enqueued;
    return true;
}
class Enqueued : public testing::Environment {
    void TearDown() override {
        std::printf("calls enqueued: %lld\n", enqueued);
        EXPECT_GT(enqueued, 0);
        const auto misused = test::in_plugin<int()>("shunt_fake_device_misused");
        EXPECT_EQ(misused ? misused() : 0, 0);
    }
};

test::Space device{take, copy, nullptr, reserve};
[[maybe_unused]] const bool ready = [] {
    if (!is_there()) {
        std::puts("there is no GPU");
        std::exit(77);
    }
    if (std::getenv("SHUNT_TEST_ASYNC")) {
        device.enqueue = enqueue;
        testing::AddGlobalTestEnvironment(new Enqueued);
    }
    test::space = &device;
    return true;
}();

}  // namespace
