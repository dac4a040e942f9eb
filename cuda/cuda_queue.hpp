// In: a stream of an NVIDIA GPU. Out: device.hpp's queue on it: copies of the CUDA runtime, products of cuBLAS, our
// kernels. A header for the tests of the kernels, which cut their launches by hand.
#pragma once
#include <cuda_runtime_api.h>

#include <algorithm>
#include <atomic>
#include <climits>
#include <cstdio>
#include <cstring>
#include <initializer_list>
#include <memory>
#include <new>
#include <utility>

#include "cuda/batch_kernels.hpp"
#include "cuda/cublas.hpp"
#include "cuda/device.hpp"
#include "cuda/getrf_kernels.hpp"
#include "cuda/potrf_kernels.hpp"
#include "cuda/shared_memory.hpp"
#include "cuda/trsm_kernels.hpp"
#include "cuda/trtri_kernels.hpp"

namespace shunt::gpu {

struct Event {
    cudaEvent_t event;
};

// What failed first, and CUDA's words for it.
struct FirstFailure {
    char text[200] = "";
    std::atomic<int> state{0};  // 0 nothing, 1 being written, 2 there
    void note(const char* what, const char* words, int number) {
        int none = 0;
        if (!state.compare_exchange_strong(none, 1)) return;
        std::snprintf(text, sizeof text, "%s failed: %s (%d)", what, words, number);
        state.store(2, std::memory_order_release);
    }
    const char* words() const { return state.load(std::memory_order_acquire) == 2 ? text : ""; }
};
inline constinit FirstFailure first_failure;

inline Status status(cudaError_t error, const char* what = "a kernel") {
    if (error == cudaSuccess) return Status::ok;
    cudaGetLastError();  // ours, not the program's: the runtime is linked into the plug-in
    if (error == cudaErrorMemoryAllocation) return Status::no_memory;
    first_failure.note(what, cudaGetErrorString(error), error);
    return Status::failed;
}
inline Status status(cublasStatus_t error) {
    if (error == CUBLAS_STATUS_SUCCESS) return Status::ok;
    if (error == CUBLAS_STATUS_ALLOC_FAILED) return Status::no_memory;
    first_failure.note("a product", "cuBLAS status", error);
    return Status::failed;
}

inline int index_of(char precision) {
    return precision == 's' ? 0 : precision == 'd' ? 1 : precision == 'c' ? 2 : 3;
}
inline cublasOperation_t operation(char trans) {
    return trans == 'N' ? CUBLAS_OP_N : trans == 'T' ? CUBLAS_OP_T : CUBLAS_OP_C;
}
inline cublasFillMode_t fill(char uplo) {
    return uplo == 'L' ? CUBLAS_FILL_MODE_LOWER : CUBLAS_FILL_MODE_UPPER;
}

class CudaQueue : public Queue {
public:
    CudaQueue(const Cublas* cublas, cudaStream_t stream, cudaMemPool_t pool, bool aside = false)
        : cublas_(cublas), own_(stream), stream_(stream), pool_(pool), aside_(aside) {}
    ~CudaQueue() override {
        if (handle_) cublas_->destroy(handle_);
        if (solver_) open_cusolver()->destroy(solver_);
        if (factor_workspace_) cudaFree(factor_workspace_);
        for (cudaEvent_t event : {meeting_, switched_})
            if (event) cudaEventDestroy(event);
        for (const auto& set : branches_)
            for (const Branch& b : set)
                if (b.stream) cudaStreamDestroy(b.stream);
        cudaStreamDestroy(own_);
    }

    Status use_stream(void* stream) override {
        auto* const next = stream ? static_cast<cudaStream_t>(stream) : own_;
        if (!switched_)
            if (const Status s = status(cudaEventCreateWithFlags(&switched_, cudaEventDisableTiming)); s != Status::ok)
                return switched_ = nullptr, s;
        Status s = Status::ok;
        if (next != own_) {  // what is on its own comes first
            s = status(cudaEventRecord(switched_, own_));
            if (s == Status::ok) s = status(cudaStreamWaitEvent(next, switched_, 0));
        } else if (cudaEventRecord(switched_, cudaStreamLegacy) == cudaSuccess) {
            // A default stream may be captured or absent; then there is nothing to wait for.
            cudaStreamWaitEvent(own_, switched_, 0);
        }
        if (s == Status::ok && next != own_ && handle_) s = status(cublas_->set_stream(handle_, next));
        if (s == Status::ok) stream_ = next;
        return s;
    }
    void leave_stream() override {
        if (stream_ == own_) return;
        // A stream that is being captured has nothing on it yet.
        if (capture_of(stream_) == 0 && cudaEventRecord(switched_, stream_) == cudaSuccess)
            cudaStreamWaitEvent(own_, switched_, 0);
        cudaGetLastError();
        stream_ = own_;
        if (handle_) cublas_->set_stream(handle_, own_);
    }

    // Nothing here would end a capture, whatever CUDA thinks of the kinds of calls.
    void enter(void* stream) override {
        outside_ = std::exchange(stream_, static_cast<cudaStream_t>(stream));
        cudaThreadExchangeStreamCaptureMode(&capture_mode_);
    }
    void leave() override {
        stream_ = outside_;
        cudaThreadExchangeStreamCaptureMode(&capture_mode_);
    }
    Status place(void* device, const void* host, std::size_t bytes) override {
        return status(launch_place(stream_, device, host, bytes));
    }

    Status branch(int which) override {
        if (!std::exchange(branched_, true)) {
            trunk_ = stream_;
            set_ = free_set();
            if (const Status s = has_meeting() ? status(cudaEventRecord(meeting_, trunk_), "an event") : Status::ok;
                s != Status::ok)
                return s;
        }
        stream_ = trunk_;
        if (which == 0 || !set_ || !meeting_) return Status::ok;
        Branch* const b = set_ + which - 1;
        if (!b->stream && !(b->stream = new_stream())) return Status::ok;
        if (!std::exchange(b->used, true))
            if (const Status s = status(cudaStreamWaitEvent(b->stream, meeting_, 0), "an event"); s != Status::ok)
                return s;
        stream_ = b->stream;
        return Status::ok;
    }
    Status merge() override {
        if (!std::exchange(branched_, false)) return Status::ok;
        stream_ = trunk_;
        Status s = Status::ok;
        for (Branch* b = set_; set_ && b < set_ + kBranches - 1; ++b)
            if (std::exchange(b->used, false))
                if (const Status met = meet(b->stream, trunk_); s == Status::ok) s = met;
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
    Status record(Event* e) override { return status(cudaEventRecord(e->event, stream_), "an event"); }
    Status wait(Event* e) override { return status(cudaStreamWaitEvent(stream_, e->event, 0), "an event"); }
    Status finish() override { return status(cudaStreamSynchronize(stream_), "the device"); }

    Status gemm(char precision, char transa, char transb, i64 m, i64 n, i64 k, Scalar alpha, Array a, Array b,
                Scalar beta, Array c) override {
        if (const Status s = ready(precision); s != Status::ok) return s;
        const Value x(precision, alpha), y(precision, beta);
        return status(cublas_->gemm[index_of(precision)](handle_, operation(transa), operation(transb), m, n, k,
                                                         x.bytes, a.data, a.ld, b.data, b.ld, y.bytes, c.data, c.ld));
    }
    Status syrk(char precision, bool conjugate, char uplo, char trans, i64 n, i64 k, Scalar alpha, Array a, Scalar beta,
                Array c) override {
        if (const Status s = ready(precision, conjugate ? n : 0, c); s != Status::ok) return s;
        const Value x(precision, alpha), y(precision, beta);
        auto* function = (conjugate ? cublas_->herk : cublas_->syrk)[index_of(precision)];
        return status(
            function(handle_, fill(uplo), operation(trans), n, k, x.bytes, a.data, a.ld, y.bytes, c.data, c.ld));
    }
    Status syr2k(char precision, bool conjugate, char uplo, char trans, i64 n, i64 k, Scalar alpha, Array a, Array b,
                 Scalar beta, Array c) override {
        if (const Status s = ready(precision, conjugate ? n : 0, c); s != Status::ok) return s;
        const Value x(precision, alpha), y(precision, beta);
        auto* function = (conjugate ? cublas_->her2k : cublas_->syr2k)[index_of(precision)];
        return status(function(handle_, fill(uplo), operation(trans), n, k, x.bytes, a.data, a.ld, b.data, b.ld,
                               y.bytes, c.data, c.ld));
    }
    Status symm(char precision, bool conjugate, char side, char uplo, i64 m, i64 n, Scalar alpha, Array a, Array b,
                Scalar beta, Array c) override {
        if (const Status s = ready(precision); s != Status::ok) return s;
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
        return launch_triangle(launch_trsm, precision, side, uplo, trans, diag, m, n, alpha, a, b);
    }
    Queue* fork(bool multiply, char precision, i64 order, i64 rhs) override {
        if (!triangle_in_two(multiply, precision, order, rhs)) return nullptr;
        if (!beside_) {
            cudaStream_t const stream = has_meeting() ? new_stream() : nullptr;
            if (!stream) return nullptr;
            beside_.reset(new (std::nothrow) CudaQueue(cublas_, stream, pool_));
            if (!beside_) return cudaStreamDestroy(stream), nullptr;
        }
        if (beside_->ready(precision) != Status::ok) return nullptr;
        return meet(stream_, beside_->stream_) == Status::ok ? beside_.get() : nullptr;
    }
    Status join() override { return meet(beside_->stream_, stream_); }
    std::int64_t trmm_order(char precision, char, char, i64 order, i64 rhs) const override {
        return trmm_launch_order(precision, order, rhs);
    }
    Status trmm(char precision, char side, char uplo, char trans, char diag, i64 m, i64 n, Scalar alpha, Array a,
                Array b) override {
        return launch_triangle(launch_trmm, precision, side, uplo, trans, diag, m, n, alpha, a, b);
    }
    std::int64_t potrf_order(char precision, i64 n) const override { return potrf_launch_order(precision, n); }
    Status potrf(char precision, char uplo, i64 m, i64 n, Array a, std::int32_t* info, i64 offset) override {
        void* memory = nullptr;
        if (const Status s = take(&memory, potrf_workspace(precision, m, n)); s != Status::ok) return s;
        const Status s = status(launch_potrf(stream_, precision, uplo, m, n, a.data, a.ld, info, offset, memory));
        give(memory);
        return s;
    }
    std::int64_t getrf_columns(char precision, i64 m) const override { return getrf_launch_columns(precision, m); }
    Status getrf(char precision, i64 m, i64 n, Array a, std::int32_t* pivots, std::int32_t* info, i64 offset) override {
        if (!factor_workspace()) return Status::no_memory;
        return status(launch_getrf(stream_, precision, m, n, a.data, a.ld, pivots, info, offset, factor_workspace_));
    }
    Status swap_rows(char precision, i64 n, Array a, i64 first, i64 last, const std::int32_t* pivots,
                     bool forward) override {
        if (!factor_workspace()) return Status::no_memory;
        return status(launch_swap_rows(stream_, precision, n, a.data, a.ld, first, last, pivots, forward,
                                       factor_workspace_, aside_));
    }
    bool swaps_late(char precision, i64 m) const override { return m >= 8192 && m <= late_swap_rows(precision); }
    Status late_swaps(char precision, i64 m, const i64* starts, int panels, Array a,
                      const std::int32_t* pivots) override {
        void* memory = nullptr;
        if (const Status s = take(&memory, late_swap_workspace(m)); s != Status::ok) return s;
        const Status s = status(launch_late_swaps(stream_, precision, m, starts, panels, a.data, a.ld, pivots, memory));
        give(memory);
        return s;
    }
    Status compose_rows(i64 m, i64 first, i64 k, const std::int32_t* pivots, std::int32_t* rows) override {
        return status(launch_compose_rows(stream_, m, first, k, pivots, rows));
    }
    Status gather_rows(char precision, i64 m, i64 n, Array from, const std::int32_t* rows, Array to) override {
        return status(launch_gather_rows(stream_, precision, m, n, from.data, from.ld, rows, to.data, to.ld));
    }
    std::int64_t solve_order(char precision) const override { return getrf_solve_order(precision); }
    Status swap_solve(char precision, i64 k, i64 n, Array l, Array a, const std::int32_t* pivots, i64 offset) override {
        return status(launch_swap_solve(stream_, precision, k, n, l.data, l.ld, a.data, a.ld, pivots, offset, aside_));
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
    Status geqrf(char precision, i64 m, i64 n, Array a, void* tau) override {
        const int p = index_of(precision), rows = narrow(m), columns = narrow(n), lda = narrow(a.ld);
        return by_cusolver(
            precision, {a}, {n},
            [&](const Cusolver& library, int* elements) {
                return library.geqrf_size[p](solver_, rows, columns, a.data, lda, elements);
            },
            [&](const Cusolver& library, void* work, int elements, int* info) {
                return library.geqrf[p](solver_, rows, columns, a.data, lda, tau, work, elements, info);
            });
    }
    Status only_reflectors(char precision, i64 m, i64 n, i64 k, Array a) override {
        return status(launch_only_reflectors(stream_, precision, m, n, k, a.data, a.ld));
    }
    Status ormqr(char precision, char side, char trans, i64 m, i64 n, i64 k, Array a, const void* tau,
                 Array c) override {
        const int p = index_of(precision), rows = narrow(m), columns = narrow(n), count = narrow(k);
        const int lda = narrow(a.ld), ldc = narrow(c.ld);
        const cublasSideMode_t from = side == 'L' ? CUBLAS_SIDE_LEFT : CUBLAS_SIDE_RIGHT;
        return by_cusolver(
            precision, {a, c}, {k, n},
            [&](const Cusolver& library, int* elements) {
                return library.ormqr_size[p](solver_, from, operation(trans), rows, columns, count, a.data, lda, tau,
                                             c.data, ldc, elements);
            },
            [&](const Cusolver& library, void* work, int elements, int* info) {
                return library.ormqr[p](solver_, from, operation(trans), rows, columns, count, a.data, lda, tau, c.data,
                                        ldc, work, elements, info);
            });
    }
    Status orgqr(char precision, i64 m, i64 n, i64 k, Array a, const void* tau) override {
        const int p = index_of(precision), rows = narrow(m), columns = narrow(n), count = narrow(k);
        const int lda = narrow(a.ld);
        return by_cusolver(
            precision, {a}, {n},
            [&](const Cusolver& library, int* elements) {
                return library.orgqr_size[p](solver_, rows, columns, count, a.data, lda, tau, elements);
            },
            [&](const Cusolver& library, void* work, int elements, int* info) {
                return library.orgqr[p](solver_, rows, columns, count, a.data, lda, tau, work, elements, info);
            });
    }
    Status scale(char precision, i64 m, i64 n, Scalar alpha, Array a) override {
        return status(launch_scale(stream_, precision, m, n, alpha.re, alpha.im, a.data, a.ld));
    }
    std::size_t batch_shared_memory() override {
        if (shared_memory_ == 0) shared_memory_ = static_cast<std::size_t>(dynamic_shared_memory());
        return shared_memory_;
    }
    std::size_t batch_lu_bytes(char precision, i64 m, i64 n) const override {
        return gpu::batch_lu_bytes(precision, m, n);
    }
    std::size_t batch_cholesky_bytes(char precision, i64 n, BatchAction action) const override {
        return gpu::batch_cholesky_bytes(precision, n, action);
    }
    std::size_t batch_qr_bytes(char precision, i64 m, i64 n) const override {
        return gpu::batch_qr_bytes(precision, m, n);
    }
    std::size_t batch_bidiagonal_bytes(char precision, i64 m, i64 n, BatchAction action) const override {
        return gpu::batch_bidiagonal_bytes(precision, m, n, action);
    }
    Status batch_step(char precision, const BatchProblems& all, const BatchStep& step) override {
        return status(launch_batch_step(stream_, precision, all, step));
    }
    Status batch_look(const BatchUnseen& u) override { return status(launch_batch_look(stream_, u)); }
    Status batch_sort(const BatchUnseen& u, std::uint32_t* starts, BatchSizes* sorted) override {
        return status(launch_batch_sort(stream_, u, starts, sorted));
    }

protected:
    // launch_trsm or launch_trmm with the workspace it wants.
    Status launch_triangle(decltype(launch_trsm)* launch, char precision, char side, char uplo, char trans, char diag,
                           i64 m, i64 n, Scalar alpha, Array a, Array b, TriangleCut cut = {}) {
        void* memory = nullptr;
        const std::size_t bytes =
            triangle_workspace(launch == launch_trmm, precision, side == 'L' ? m : n, side == 'L' ? n : m, cut);
        if (const Status s = take(&memory, bytes); s != Status::ok) return s;
        const Status s = status(launch(stream_, precision, side, uplo, trans, diag, m, n, alpha.re, alpha.im, a.data,
                                       a.ld, b.data, b.ld, memory, cut));
        give(memory);
        return s;
    }

private:
    struct Branch {
        cudaStream_t stream = nullptr;
        bool used = false;
    };
    // The capture that a stream is part of, or 0.
    static unsigned long long capture_of(cudaStream_t stream) {
        cudaStreamCaptureStatus is = cudaStreamCaptureStatusNone;
        unsigned long long id = 0;
        if (cudaStreamGetCaptureInfo(stream, &is, &id) != cudaSuccess) return cudaGetLastError(), ~0ull;
        return is == cudaStreamCaptureStatusNone ? 0 : id;
    }
    // Streams that have joined the program's capture are part of it until the program ends it: meanwhile others serve
    // what is not in it. Null: there are no more.
    Branch* free_set() {
        for (auto& set : branches_) {
            const auto is_free = [this](const Branch& b) {
                const unsigned long long in = b.stream ? capture_of(b.stream) : 0;
                return in == 0 || in == capture_of(trunk_);
            };
            if (std::ranges::all_of(set, is_free)) return set;
        }
        return nullptr;
    }
    bool has_meeting() {
        if (!meeting_ && cudaEventCreateWithFlags(&meeting_, cudaEventDisableTiming) != cudaSuccess)
            cudaGetLastError(), meeting_ = nullptr;
        return meeting_ != nullptr;
    }
    // Of this one's priority, or null.
    cudaStream_t new_stream() const {
        cudaStream_t stream;
        int priority = 0;
        cudaStreamGetPriority(stream_, &priority);
        if (cudaStreamCreateWithPriority(&stream, cudaStreamNonBlocking, priority) == cudaSuccess) return stream;
        return cudaGetLastError(), nullptr;
    }
    // What follows on `later` waits for what is on `first`.
    Status meet(cudaStream_t first, cudaStream_t later) {
        const Status s = status(cudaEventRecord(meeting_, first), "an event");
        return s == Status::ok ? status(cudaStreamWaitEvent(later, meeting_, 0), "an event") : s;
    }

    bool factor_workspace() {
        if (factor_workspace_) return true;
        if (status(cudaMalloc(&factor_workspace_, kFactorWorkspace)) != Status::ok)
            return factor_workspace_ = nullptr, false;
        return status(cudaMemsetAsync(factor_workspace_, 0, kFactorWorkspace, stream_)) == Status::ok;
    }

    // Where the environment changes cuBLAS's arithmetic it may change cuSOLVER's.
    bool ready_solver(char precision) {
        if (cublas_->mode(precision) != CUBLAS_DEFAULT_MATH) return false;
        const Cusolver* library = open_cusolver();
        if (!solver_ && (!library || library->create(&solver_) != CUSOLVER_STATUS_SUCCESS)) solver_ = nullptr;
        return solver_ && library->set_stream(solver_, stream_) == CUSOLVER_STATUS_SUCCESS;
    }
    static int narrow(i64 x) { return static_cast<int>(std::min<i64>(x, INT_MAX)); }
    static Status solved(cusolverStatus_t error) {
        if (error == CUSOLVER_STATUS_SUCCESS) return Status::ok;
        if (error == CUSOLVER_STATUS_ALLOC_FAILED) return Status::no_memory;
        first_failure.note("a factorization", "cuSOLVER status", error);
        return Status::failed;
    }
    // A call with the work space that `size` asks for, and with a place for info, which is about arguments. cuSOLVER
    // counts in 32 bits.
    template <class Size, class Call> Status by_cusolver(char precision, std::initializer_list<Array> matrices,
                                                         std::initializer_list<i64> columns, Size&& size, Call&& call) {
        const i64* n = columns.begin();
        for (const Array& a : matrices)
            if (a.ld * *n++ > INT_MAX) return Status::unsuited;
        if (!ready_solver(precision)) return Status::unsuited;
        const Cusolver& library = *open_cusolver();
        int elements = 0;
        if (const Status s = solved(size(library, &elements)); s != Status::ok) return s;
        constexpr std::size_t unit = 256;
        const std::size_t bytes =
            static_cast<std::size_t>(elements) * static_cast<std::size_t>(element_bytes(precision));
        void* memory = nullptr;
        if (const Status s = take(&memory, unit + bytes); s != Status::ok) return s;
        const Status s = solved(call(library, static_cast<char*>(memory) + unit, elements, static_cast<int*>(memory)));
        give(memory);
        return s;
    }

    Status move(Array to, Array from, i64 rows, i64 columns, cudaMemcpyKind kind) {
        if (rows == 0 || columns == 0) return Status::ok;
        const auto bytes = static_cast<std::size_t>(to.bytes);
        const auto width = static_cast<std::size_t>(rows) * bytes;
        if (columns == 1 || (to.ld == rows && from.ld == rows))
            return status(cudaMemcpyAsync(to.data, from.data, width * static_cast<std::size_t>(columns), kind, stream_),
                          "a copy");
        return status(cudaMemcpy2DAsync(to.data, static_cast<std::size_t>(to.ld) * bytes, from.data,
                                        static_cast<std::size_t>(from.ld) * bytes, width,
                                        static_cast<std::size_t>(columns), kind, stream_),
                      "a copy");
    }

    // The handle, made on the first product, in the mode for this precision.
    Status ready(char precision) {
        if (!handle_) {
            if (const Status s = status(cublas_->create(&handle_)); s != Status::ok) return handle_ = nullptr, s;
            if (const Status s = status(cublas_->set_stream(handle_, stream_)); s != Status::ok) return s;
        }
        const cublasMath_t mode = cublas_->mode(precision);
        if (mode == mode_) return Status::ok;
        const Status s = status(cublas_->set_math_mode(handle_, mode));
        if (s == Status::ok) mode_ = mode;
        return s;
    }
    // The same, and what herk and her2k must not look at, and cuBLAS does, cleared: imaginary parts on the diagonal.
    Status ready(char precision, i64 n, Array c) {
        const Status s = ready(precision);
        const auto element = static_cast<std::size_t>(c.bytes);
        if (s != Status::ok || n == 0) return s;
        return status(cudaMemset2DAsync(c.data + c.bytes / 2, static_cast<std::size_t>(c.ld + 1) * element, 0,
                                        element / 2, static_cast<std::size_t>(n), stream_));
    }

    const Cublas* cublas_;
    cudaStream_t own_, stream_, outside_ = nullptr;
    cudaStreamCaptureMode capture_mode_ = cudaStreamCaptureModeRelaxed;  // of the thread, within enter() and leave()
    cudaMemPool_t pool_;
    const bool aside_;  // of Turn::aside
    cublasHandle_t handle_ = nullptr;
    cublasMath_t mode_ = CUBLAS_DEFAULT_MATH;  // the handle's
    cusolverDnHandle_t solver_ = nullptr;
    void* factor_workspace_ = nullptr;
    std::size_t shared_memory_ = 0;  // of a block; 0: not asked for yet
    cudaEvent_t meeting_ = nullptr, switched_ = nullptr;
    cudaStream_t trunk_ = nullptr;  // where branches begin and end
    bool branched_ = false;
    static constexpr int kSets = 4;
    Branch branches_[kSets][kBranches - 1];
    Branch* set_ = nullptr;  // of this call; null: none is free
    std::unique_ptr<CudaQueue> beside_;
};

}  // namespace shunt::gpu
