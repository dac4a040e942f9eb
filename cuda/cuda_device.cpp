// In: an NVIDIA GPU. Out: device.hpp's device: memory and streams of the CUDA runtime, products of cuBLAS, our kernels.
#include <cuda_runtime_api.h>
#include <dlfcn.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>

#include "cuda/cublas.hpp"
#include "cuda/getrf_kernels.hpp"
#include "cuda/open_device.hpp"
#include "cuda/potrf_kernels.hpp"
#include "cuda/trsm_kernels.hpp"
#include "cuda/trtri_kernels.hpp"

namespace shunt::gpu {

struct Event {
    cudaEvent_t event;
};

namespace {

Status status(cudaError_t error) {
    if (error == cudaSuccess) return Status::ok;
    cudaGetLastError();  // ours, not the program's: the runtime is linked into the plug-in
    return error == cudaErrorMemoryAllocation ? Status::no_memory : Status::failed;
}
Status status(cublasStatus_t error) {
    if (error == CUBLAS_STATUS_SUCCESS) return Status::ok;
    return error == CUBLAS_STATUS_ALLOC_FAILED ? Status::no_memory : Status::failed;
}

int index_of(char precision) {
    return precision == 's' ? 0 : precision == 'd' ? 1 : precision == 'c' ? 2 : 3;
}
cublasOperation_t operation(char trans) {
    return trans == 'N' ? CUBLAS_OP_N : trans == 'T' ? CUBLAS_OP_T : CUBLAS_OP_C;
}
cublasFillMode_t fill(char uplo) {
    return uplo == 'L' ? CUBLAS_FILL_MODE_LOWER : CUBLAS_FILL_MODE_UPPER;
}

// A scalar in a precision's own type, or in the real type beside it.
struct Value {
    alignas(16) unsigned char bytes[16];
    Value(char precision, Scalar s) {
        const double parts[2] = {s.re, s.im};
        const float single[2] = {static_cast<float>(s.re), static_cast<float>(s.im)};
        if (precision == 's' || precision == 'c')
            std::memcpy(bytes, single, sizeof single);
        else
            std::memcpy(bytes, parts, sizeof parts);
    }
};

class CudaQueue final : public Queue {
public:
    CudaQueue(const Cublas* cublas, cudaStream_t stream, cudaMemPool_t pool)
        : cublas_(cublas), own_(stream), stream_(stream), pool_(pool) {}
    ~CudaQueue() override {
        if (handle_) cublas_->destroy(handle_);
        if (factor_workspace_) cudaFree(factor_workspace_);
        cudaStreamDestroy(own_);
    }

    Status use_stream(void* stream) override {
        auto* next = stream ? static_cast<cudaStream_t>(stream) : own_;
        cudaEvent_t event;
        if (const Status s = status(cudaEventCreateWithFlags(&event, cudaEventDisableTiming)); s != Status::ok)
            return s;
        // A default stream may be captured or absent; then there is nothing to wait for.
        if (!stream && cudaEventRecord(event, cudaStreamLegacy) == cudaSuccess) cudaStreamWaitEvent(own_, event, 0);
        Status s = Status::ok;
        if (next != stream_) {
            s = status(cudaEventRecord(event, stream_));
            if (s == Status::ok) s = status(cudaStreamWaitEvent(next, event, 0));
            if (s == Status::ok && handle_) s = status(cublas_->set_stream(handle_, next));
            if (s == Status::ok) stream_ = next;
        }
        cudaEventDestroy(event);
        return s;
    }

    Status take(void** memory, std::size_t bytes) override {
        return status(cudaMallocFromPoolAsync(memory, std::max<std::size_t>(bytes, 1), pool_, stream_));
    }
    void give(void* memory) override { cudaFreeAsync(memory, stream_); }

    Status upload(Array device, Array host, i64 rows, i64 columns) override {
        return move(device, host, rows, columns, cudaMemcpyHostToDevice);
    }
    Status download(Array host, Array device, i64 rows, i64 columns) override {
        return move(host, device, rows, columns, cudaMemcpyDeviceToHost);
    }
    Status copy(Array to, Array from, i64 rows, i64 columns) override {
        return move(to, from, rows, columns, cudaMemcpyDeviceToDevice);
    }
    Status record(Event* e) override { return status(cudaEventRecord(e->event, stream_)); }
    Status wait(Event* e) override { return status(cudaStreamWaitEvent(stream_, e->event, 0)); }
    Status finish() override { return status(cudaStreamSynchronize(stream_)); }

    Status gemm(char precision, char transa, char transb, i64 m, i64 n, i64 k, Scalar alpha, Array a, Array b,
                Scalar beta, Array c) override {
        if (!ready()) return Status::failed;
        const Value x(precision, alpha), y(precision, beta);
        return status(cublas_->gemm[index_of(precision)](handle_, operation(transa), operation(transb), m, n, k,
                                                         x.bytes, a.data, a.ld, b.data, b.ld, y.bytes, c.data, c.ld));
    }
    Status gemm_strided(char precision, char transa, char transb, i64 m, i64 n, i64 k, Scalar alpha, Array a,
                        i64 stride_a, Array b, i64 stride_b, Scalar beta, Array c, i64 stride_c, i64 count) override {
        if (!ready()) return Status::failed;
        const Value x(precision, alpha), y(precision, beta);
        return status(cublas_->gemm_strided[index_of(precision)](handle_, operation(transa), operation(transb), m, n, k,
                                                                 x.bytes, a.data, a.ld, stride_a, b.data, b.ld,
                                                                 stride_b, y.bytes, c.data, c.ld, stride_c, count));
    }
    Status syrk(char precision, bool conjugate, char uplo, char trans, i64 n, i64 k, Scalar alpha, Array a, Scalar beta,
                Array c) override {
        if (!ready() || (conjugate && !real_diagonal(n, c))) return Status::failed;
        const Value x(precision, alpha), y(precision, beta);
        auto* function = (conjugate ? cublas_->herk : cublas_->syrk)[index_of(precision)];
        return status(
            function(handle_, fill(uplo), operation(trans), n, k, x.bytes, a.data, a.ld, y.bytes, c.data, c.ld));
    }
    Status syr2k(char precision, bool conjugate, char uplo, char trans, i64 n, i64 k, Scalar alpha, Array a, Array b,
                 Scalar beta, Array c) override {
        if (!ready() || (conjugate && !real_diagonal(n, c))) return Status::failed;
        const Value x(precision, alpha), y(precision, beta);
        auto* function = (conjugate ? cublas_->her2k : cublas_->syr2k)[index_of(precision)];
        return status(function(handle_, fill(uplo), operation(trans), n, k, x.bytes, a.data, a.ld, b.data, b.ld,
                               y.bytes, c.data, c.ld));
    }
    Status symm(char precision, bool conjugate, char side, char uplo, i64 m, i64 n, Scalar alpha, Array a, Array b,
                Scalar beta, Array c) override {
        if (!ready()) return Status::failed;
        const Value x(precision, alpha), y(precision, beta);
        auto* function = (conjugate ? cublas_->hemm : cublas_->symm)[index_of(precision)];
        return status(function(handle_, side == 'L' ? CUBLAS_SIDE_LEFT : CUBLAS_SIDE_RIGHT, fill(uplo), m, n, x.bytes,
                               a.data, a.ld, b.data, b.ld, y.bytes, c.data, c.ld));
    }

    std::int64_t trsm_order(char precision, char, char, i64 order, i64 rhs) const override {
        return trsm_launch_order(precision, order, rhs);
    }
    Status trsm(char precision, char side, char uplo, char trans, char diag, i64 m, i64 n, Scalar alpha, Array a,
                Array b) override {
        return with_workspace(precision, side, m, n, [&](void* workspace) {
            return launch_trsm(stream_, precision, side, uplo, trans, diag, m, n, alpha.re, alpha.im, a.data, a.ld,
                               b.data, b.ld, workspace);
        });
    }
    std::int64_t trmm_order(char precision, char, char, i64 order, i64 rhs) const override {
        return trmm_launch_order(precision, order, rhs);
    }
    Status trmm(char precision, char side, char uplo, char trans, char diag, i64 m, i64 n, Scalar alpha, Array a,
                Array b) override {
        return with_workspace(precision, side, m, n, [&](void* workspace) {
            return launch_trmm(stream_, precision, side, uplo, trans, diag, m, n, alpha.re, alpha.im, a.data, a.ld,
                               b.data, b.ld, workspace);
        });
    }
    std::int64_t potrf_order(char precision) const override { return potrf_launch_order(precision); }
    Status potrf(char precision, char uplo, i64 m, i64 n, Array a, Array less, std::int32_t* info,
                 i64 offset) override {
        if (!factor_workspace()) return Status::no_memory;
        return status(launch_potrf(stream_, precision, uplo, m, n, a.data, a.ld, less.data, less.ld, info, offset,
                                   static_cast<std::int32_t*>(factor_workspace_)));
    }
    std::int64_t getrf_columns(char precision, i64 m) const override { return getrf_launch_columns(precision, m); }
    Status getrf(char precision, i64 m, i64 n, Array a, std::int32_t* pivots, std::int32_t* info, i64 offset) override {
        if (!factor_workspace()) return Status::no_memory;
        return status(launch_getrf(stream_, precision, m, n, a.data, a.ld, pivots, info, offset, factor_workspace_));
    }
    Status swap_rows(char precision, i64 n, Array a, i64 first, i64 last, const std::int32_t* pivots,
                     bool forward) override {
        return status(launch_swap_rows(stream_, precision, n, a.data, a.ld, first, last, pivots, forward));
    }
    std::int64_t solve_order(char precision) const override { return getrf_solve_order(precision); }
    Status swap_solve(char precision, i64 k, i64 n, Array l, Array a, const std::int32_t* pivots, i64 offset) override {
        return status(launch_swap_solve(stream_, precision, k, n, l.data, l.ld, a.data, a.ld, pivots, offset));
    }
    Status copy_triangle(char precision, char uplo, char diag, i64 n, Array to, Array from) override {
        return status(launch_copy_triangle(stream_, precision, uplo, diag, n, to.data, to.ld, from.data, from.ld));
    }
    Status zero_diagonal(char precision, i64 n, Array a, std::int32_t* info) override {
        return status(launch_zero_diagonal(stream_, precision, n, a.data, a.ld, info));
    }
    std::int64_t trtri_order(char precision) const override { return trtri_launch_order(precision); }
    Status trtri(char precision, char uplo, char diag, i64 n, Array a) override {
        return status(launch_trtri(stream_, precision, uplo, diag, n, a.data, a.ld));
    }
    Status lauum(char precision, char uplo, i64 n, Array a) override {
        return status(launch_lauum(stream_, precision, uplo, n, a.data, a.ld));
    }
    Status scale(char precision, i64 m, i64 n, Scalar alpha, Array a) override {
        return status(launch_scale(stream_, precision, m, n, alpha.re, alpha.im, a.data, a.ld));
    }

private:
    template <class F> Status with_workspace(char precision, char side, i64 m, i64 n, F&& launch) {
        void* memory = nullptr;
        const std::size_t bytes = triangle_workspace(precision, side == 'L' ? m : n, side == 'L' ? n : m);
        if (const Status s = take(&memory, bytes); s != Status::ok) return s;
        const Status s = status(launch(memory));
        give(memory);
        return s;
    }
    // What herk and her2k must not look at, and cuBLAS does: imaginary parts on the diagonal.
    bool real_diagonal(i64 n, Array c) {
        const auto element = static_cast<std::size_t>(c.bytes);
        return status(cudaMemset2DAsync(c.data + c.bytes / 2, static_cast<std::size_t>(c.ld + 1) * element, 0,
                                        element / 2, static_cast<std::size_t>(n), stream_)) == Status::ok;
    }
    bool factor_workspace() {
        if (factor_workspace_) return true;
        if (status(cudaMalloc(&factor_workspace_, kFactorWorkspace)) != Status::ok)
            return factor_workspace_ = nullptr, false;
        return status(cudaMemsetAsync(factor_workspace_, 0, kFactorWorkspace, stream_)) == Status::ok;
    }

    Status move(Array to, Array from, i64 rows, i64 columns, cudaMemcpyKind kind) {
        if (rows == 0 || columns == 0) return Status::ok;
        const auto bytes = static_cast<std::size_t>(to.bytes);
        const auto width = static_cast<std::size_t>(rows) * bytes;
        if (columns == 1 || (to.ld == rows && from.ld == rows))
            return status(
                cudaMemcpyAsync(to.data, from.data, width * static_cast<std::size_t>(columns), kind, stream_));
        return status(cudaMemcpy2DAsync(to.data, static_cast<std::size_t>(to.ld) * bytes, from.data,
                                        static_cast<std::size_t>(from.ld) * bytes, width,
                                        static_cast<std::size_t>(columns), kind, stream_));
    }

    // The handle, on the first product. The mode is set because the environment must not choose emulated arithmetic.
    bool ready() {
        if (handle_) return true;
        if (cublas_->create(&handle_) != CUBLAS_STATUS_SUCCESS) return handle_ = nullptr, false;
        return cublas_->set_stream(handle_, stream_) == CUBLAS_STATUS_SUCCESS &&
               cublas_->set_math_mode(handle_, CUBLAS_DEFAULT_MATH) == CUBLAS_STATUS_SUCCESS;
    }

    const Cublas* cublas_;
    cudaStream_t own_, stream_;
    cudaMemPool_t pool_;
    cublasHandle_t handle_ = nullptr;
    void* factor_workspace_ = nullptr;
};

class CudaDevice final : public Device {
public:
    CudaDevice(int ordinal, const Cublas* cublas) : ordinal_(ordinal), cublas_(cublas) {}

    bool open() {
        cudaDeviceProp properties;
        if (cudaSetDevice(ordinal_) != cudaSuccess || cudaGetDeviceProperties(&properties, ordinal_) != cudaSuccess)
            return false;
        int pools = 0, clock = 0, ratio = 0;
        cudaDeviceGetAttribute(&pools, cudaDevAttrMemoryPoolsSupported, ordinal_);
        cudaDeviceGetAttribute(&clock, cudaDevAttrClockRate, ordinal_);  // kHz
        cudaDeviceGetAttribute(&ratio, cudaDevAttrSingleToDoublePrecisionPerfRatio, ordinal_);
        if (!pools || properties.major < 8) return false;
        std::snprintf(name_, sizeof name_, "cuda: %s", properties.name);
        // 128 single-precision multiply-adds a cycle and multiprocessor; tensor cores double the double ones.
        single_flops_ = 256e3 * properties.multiProcessorCount * clock;
        const bool tensor = ratio > 0 && ratio <= 2;
        double_flops_ = single_flops_ / std::max(1, ratio) * (tensor ? 2 : 1);
        cudaMemPoolProps wanted{};
        wanted.allocType = cudaMemAllocationTypePinned;
        wanted.location.type = cudaMemLocationTypeDevice;
        wanted.location.id = ordinal_;
        if (cudaMemPoolCreate(&pool_, &wanted) != cudaSuccess) return false;
        // What was taken stays ours: taking it anew from the driver costs more than many a call.
        std::uint64_t keep = UINT64_MAX;
        return cudaMemPoolSetAttribute(pool_, cudaMemPoolAttrReleaseThreshold, &keep) == cudaSuccess;
    }

    const char* name() const override { return name_; }
    int attach() override {
        int before = -1;
        if (cudaGetDevice(&before) != cudaSuccess) before = -1;
        if (before != ordinal_) cudaSetDevice(ordinal_);
        return before;
    }
    void detach(int before) override {
        if (before >= 0 && before != ordinal_) cudaSetDevice(before);
    }
    double flops(char precision) const override {
        return precision == 's' || precision == 'c' ? single_flops_ : double_flops_;
    }
    double link_rate() const override { return 20e9; }  // pageable memory through pinned buffers, on the safe side

    Status open_queue(Queue** queue, bool urgent) override {
        cudaStream_t stream;
        int least = 0, greatest = 0;
        cudaDeviceGetStreamPriorityRange(&least, &greatest);
        const Status s =
            status(cudaStreamCreateWithPriority(&stream, cudaStreamNonBlocking, urgent ? greatest : least));
        if (s != Status::ok) return s;
        *queue = new (std::nothrow) CudaQueue(cublas_, stream, pool_);
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
    Status allocate(void** memory, std::size_t bytes) override { return status(cudaMalloc(memory, bytes)); }
    void release(void* memory) override { cudaFree(memory); }
    Status allocate_pinned(void** memory, std::size_t bytes) override { return status(cudaMallocHost(memory, bytes)); }
    void release_pinned(void* memory) override { cudaFreeHost(memory); }
    std::size_t free_bytes() override {
        std::size_t available = 0, total = 0;
        return cudaMemGetInfo(&available, &total) == cudaSuccess ? available : 0;
    }
    Place place(const void* p) override {
        cudaPointerAttributes attributes;
        if (status(cudaPointerGetAttributes(&attributes, p)) != Status::ok) return Place::host;
        switch (attributes.type) {
            case cudaMemoryTypeHost:
                return Place::pinned;
            case cudaMemoryTypeDevice:
                return Place::device;
            case cudaMemoryTypeManaged:
                return Place::managed;
            default:
                return Place::host;
        }
    }

private:
    int ordinal_;
    const Cublas* cublas_;
    cudaMemPool_t pool_ = nullptr;
    double single_flops_ = 0, double_flops_ = 0;
    char name_[300] = "";
};

// The rank of this process among those of its machine, as launchers of MPI programs say it.
int local_rank() {
    for (const char* name : {"OMPI_COMM_WORLD_LOCAL_RANK", "MPI_LOCALRANKID", "MV2_COMM_WORLD_LOCAL_RANK",
                             "SLURM_LOCALID", "PMI_LOCAL_RANK", "PALS_LOCAL_RANKID"})
        if (const char* value = std::getenv(name)) return std::max(0, std::atoi(value));
    return 0;
}

// The device for this process: its rank's turn among the numbers in SHUNT_GPU, else among the visible ones.
int choose(int count) {
    int numbers[64], given = 0;
    const char* text = secure_getenv("SHUNT_GPU");
    while (text && *text && given < 64) {
        char* end = nullptr;
        const long number = std::strtol(text, &end, 10);
        if (end != text && number >= 0 && number < count) numbers[given++] = static_cast<int>(number);
        text = end != text ? end : text + 1;
    }
    return given ? numbers[local_rank() % given] : local_rank() % count;
}

}  // namespace

Device* open_device() {
    int count = 0;
    if (cudaGetDeviceCount(&count) != cudaSuccess || count == 0) return nullptr;
    const Cublas* cublas = open_cublas();
    if (!cublas) return nullptr;
    int before = -1;
    const bool had = cudaGetDevice(&before) == cudaSuccess;
    auto* device = new (std::nothrow) CudaDevice(choose(count), cublas);
    const bool good = device && device->open();
    if (had) cudaSetDevice(before);
    if (!good) delete device;
    return good ? device : nullptr;
}

}  // namespace shunt::gpu
