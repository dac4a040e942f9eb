// In: an NVIDIA GPU. Out: device.hpp's device: its memory, queues and events.
#include <cuda.h>
#include <cuda_runtime_api.h>
#include <dlfcn.h>

#include <algorithm>
#include <cstdio>
#include <new>

#include "cuda/choose.hpp"
#include "cuda/cuda_queue.hpp"
#include "cuda/open_device.hpp"
#include "cuda/shared_memory.hpp"

namespace shunt::gpu {
namespace {

// Of the driver, which is loaded by the time that a device is open.
template <class F> F* of_driver(F*, const char* name) {
    return reinterpret_cast<F*>(dlsym(dlopen("libcuda.so.1", RTLD_LAZY | RTLD_NOLOAD), name));
}

// The context of this thread, as it is: cudaSetDevice() would make one on a device that the program does not use.
CUcontext current_context() {
    static auto* const ask = of_driver(&cuCtxGetCurrent, "cuCtxGetCurrent");
    CUcontext context = nullptr;
    return ask && ask(&context) == CUDA_SUCCESS ? context : nullptr;
}
void set_current_context(CUcontext context) {
    static auto* const set = of_driver(&cuCtxSetCurrent, "cuCtxSetCurrent");
    if (set) set(context);
}
int device_in_use() {
    static auto* const ask = of_driver(&cuCtxGetDevice, "cuCtxGetDevice");
    CUdevice device = Device::no_device;
    return current_context() && ask && ask(&device) == CUDA_SUCCESS ? device : Device::no_device;
}
// Contexts have numbers of their own for the life of the process; a device's primary one keeps its address when the
// program resets the device, but gets a new number.
CUresult number_of(CUcontext context, unsigned long long* number) {
    static auto* const ask = of_driver(&cuCtxGetId, "cuCtxGetId");
    return ask ? ask(context, number) : CUDA_ERROR_NOT_FOUND;
}
int device_of(void* stream) {
    static auto* const ask = of_driver(&cuStreamGetCtx, "cuStreamGetCtx");
    CUcontext before = current_context(), context = nullptr;
    if (!ask || ask(static_cast<CUstream>(stream), &context) != CUDA_SUCCESS) return Device::no_device;
    set_current_context(context);
    const int device = device_in_use();
    set_current_context(before);
    return device;
}

// What the driver knows of an address; nothing of what is not CUDA's.
struct Address {
    CUmemorytype type{};
    unsigned long long buffer = 0;  // the number of its allocation or registration
    unsigned managed = 0;
    int device = Device::no_device;

    explicit Address(const void* p) {
        static auto* const ask = of_driver(&cuPointerGetAttributes, "cuPointerGetAttributes");
        CUpointer_attribute wanted[] = {CU_POINTER_ATTRIBUTE_MEMORY_TYPE, CU_POINTER_ATTRIBUTE_BUFFER_ID,
                                        CU_POINTER_ATTRIBUTE_IS_MANAGED, CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL};
        void* found[] = {&type, &buffer, &managed, &device};
        if (ask) ask(4, wanted, found, reinterpret_cast<CUdeviceptr>(p));
    }
};

class CudaDevice final : public Device {
public:
    CudaDevice(int ordinal, const Cublas* cublas) : ordinal_(ordinal), cublas_(cublas) {}

    // Null, or why it is not usable: nothing but words of CUDA's, where they say it.
    const char* open() {
        cudaDeviceProp properties;
        cudaError_t error = cudaSetDevice(ordinal_);
        if (error == cudaSuccess) error = cudaGetDeviceProperties(&properties, ordinal_);
        if (error != cudaSuccess) return cudaGetErrorString(error);
        context_ = current_context();
        if (number_of(context_, &context_number_) != CUDA_SUCCESS) context_number_ = 0;
        int pools = 0, clock = 0, ratio = 0;
        cudaDeviceGetAttribute(&pools, cudaDevAttrMemoryPoolsSupported, ordinal_);
        cudaDeviceGetAttribute(&clock, cudaDevAttrClockRate, ordinal_);  // kHz
        cudaDeviceGetAttribute(&ratio, cudaDevAttrSingleToDoublePrecisionPerfRatio, ordinal_);
        if (!pools || properties.major < 8) return "a GPU of a compute capability below 8.0";
        if (static_cast<int>(properties.sharedMemPerBlockOptin) < kLeastSharedMemory)
            return "a GPU with less than 163 KiB of shared memory a block";
        std::snprintf(name_, sizeof name_, "cuda: %s%s%s", properties.name, *cublas_->followed ? ", following " : "",
                      cublas_->followed);
        // 128 single-precision multiply-adds a cycle and multiprocessor; tensor cores double the double ones.
        single_flops_ = 256e3 * properties.multiProcessorCount * clock;
        const bool tensor = ratio > 0 && ratio <= 2;
        double_flops_ = single_flops_ / std::max(1, ratio) * (tensor ? 2 : 1);
        cudaMemPoolProps wanted{};
        wanted.allocType = cudaMemAllocationTypePinned;
        wanted.location.type = cudaMemLocationTypeDevice;
        wanted.location.id = ordinal_;
        error = cudaMemPoolCreate(&pool_, &wanted);
        // What was taken stays ours, as taking it anew from the driver costs more than many a call; but not what few
        // calls want and other processes may.
        std::uint64_t keep = properties.totalGlobalMem / 4;
        if (error == cudaSuccess) error = cudaMemPoolSetAttribute(pool_, cudaMemPoolAttrReleaseThreshold, &keep);
        return error == cudaSuccess ? nullptr : cudaGetErrorString(error);
    }

    const char* name() const override { return name_; }
    const char* failure() const override { return first_failure.words(); }
    const char* not_followed() const override { return cublas_->not_followed; }
    bool gone() override {
        if (!context_number_) return false;  // a driver that has none
        unsigned long long now = 0;
        const CUresult result = number_of(context_, &now);
        return result == CUDA_ERROR_CONTEXT_IS_DESTROYED || (result == CUDA_SUCCESS && now != context_number_);
    }
    void* attach() override {
        CUcontext before = current_context();
        if ((before != context_ || !before) && cudaSetDevice(ordinal_) != cudaSuccess) cudaGetLastError();
        return before;
    }
    // A thread without a context uses the first device.
    void detach(void* before) override {
        if (before != context_ && (before || ordinal_ != 0)) set_current_context(static_cast<CUcontext>(before));
    }
    int in_use(void* stream) override { return stream ? device_of(stream) : device_in_use(); }
    double flops(char precision) const override {
        return precision == 's' || precision == 'c' ? single_flops_ : double_flops_;
    }
    // Not where the environment changes cuBLAS's arithmetic, and so perhaps cuSOLVER's.
    bool has_qr(char precision) override {
        return cublas_->mode(precision) == CUBLAS_DEFAULT_MATH && open_cusolver() != nullptr;
    }
    double link_rate() const override { return 20e9; }  // pageable memory through pinned buffers, on the safe side

    Status open_queue(Queue** queue, Turn turn) override {
        cudaStream_t stream;
        int least = 0, greatest = 0;
        cudaDeviceGetStreamPriorityRange(&least, &greatest);
        // A higher number is a later turn.
        const int priority = turn == Turn::last ? least : turn == Turn::middle ? (least + greatest) / 2 : greatest;
        const Status s = status(cudaStreamCreateWithPriority(&stream, cudaStreamNonBlocking, priority));
        if (s != Status::ok) return s;
        *queue = new (std::nothrow) CudaQueue(cublas_, stream, pool_, turn == Turn::aside);
        if (*queue) return Status::ok;
        cudaStreamDestroy(stream);
        return Status::failed;
    }
    void close_queue(Queue* queue) override { delete queue; }
    Status open_event(Event** event) override {
        auto* e = new (std::nothrow) Event{};
        if (!e) return Status::failed;
        const Status s = status(cudaEventCreateWithFlags(&e->event, cudaEventDisableTiming));
        if (s == Status::ok)
            *event = e;
        else
            delete e;
        return s;
    }
    void close_event(Event* event) override {
        cudaEventDestroy(event->event);
        delete event;
    }
    Status wait(Event* event) override { return status(cudaEventSynchronize(event->event)); }
    // Relaxed: a capture of the program's is not ended by it.
    Status allocate_pinned(void** memory, std::size_t bytes) override {
        cudaStreamCaptureMode mode = cudaStreamCaptureModeRelaxed;
        cudaThreadExchangeStreamCaptureMode(&mode);
        const Status s = status(cudaMallocHost(memory, bytes));
        cudaThreadExchangeStreamCaptureMode(&mode);
        return s;
    }
    void release_pinned(void* memory) override { cudaFreeHost(memory); }
    bool reaches(const void* memory, std::size_t bytes) override {
        const Address first(memory);
        if (first.type != CU_MEMORYTYPE_HOST && !first.managed) return false;
        return Address(static_cast<const char*>(memory) + bytes - 1).buffer == first.buffer;
    }
    std::size_t free_bytes() override {
        std::size_t available = 0, total = 0;
        return cudaMemGetInfo(&available, &total) == cudaSuccess ? available : 0;
    }
    int number() const override { return ordinal_; }
    int holder(const void* p) override {
        const Address address(p);
        return address.managed ? any_device : address.type == CU_MEMORYTYPE_DEVICE ? address.device : no_device;
    }

private:
    int ordinal_;
    const Cublas* cublas_;
    CUcontext context_ = nullptr;  // the device's primary one,
    unsigned long long context_number_ = 0;
    cudaMemPool_t pool_ = nullptr;
    double single_flops_ = 0, double_flops_ = 0;
    char name_[600] = "";
};

}  // namespace

Device* open_device(const char** reason, int number) {
    int driver = 0, count = 0;
    if (cudaDriverGetVersion(&driver) != cudaSuccess || driver == 0) return *reason = "no NVIDIA driver", nullptr;
    if (const cudaError_t error = cudaGetDeviceCount(&count); error != cudaSuccess)
        return *reason = cudaGetErrorString(error), nullptr;
    const Cublas* cublas = open_cublas();
    if (!cublas) return *reason = "no cuBLAS of CUDA 12 or 13 found", nullptr;
    CUcontext before = current_context();
    const int in_use = device_in_use();
    if (number == chosen_device) number = choose_device(count, in_use);
    auto* device = number >= 0 ? new (std::nothrow) CudaDevice(number, cublas) : nullptr;
    *reason = device ? device->open() : number < 0 ? none_named : "out of memory";
    set_current_context(before);
    if (!*reason) return device;
    cudaGetLastError();  // of no call to come
    delete device;
    return nullptr;
}

}  // namespace shunt::gpu
