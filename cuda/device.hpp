// In: nothing. Out: what the host side of the plug-in asks of a device, and nothing of CUDA: the recursion and the
// transfers above it are plain C++ that also runs, in tests, on a device made of host memory (tests/gpu/fake_device).
//
// Everything is enqueued on a Queue, in order, and nothing waits but where it says so. A Status other than ok means
// that the call on the device is over: its results are not to be used, the host's memory is as it was.
#pragma once
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "cuda/batch.hpp"

namespace shunt::gpu {

// unsuited: the device's library does not do it as LAPACK would.
enum class Status : int { ok, no_memory, failed, unsuited };

// A scalar of any precision; the imaginary part of a real one is not looked at.
struct Scalar {
    double re = 0, im = 0;
};

// A column-major matrix in device (or host) memory, of elements of `bytes` bytes: 4, 8, 8, 16 for s, d, c, z.
struct Array {
    char* data = nullptr;
    std::int64_t ld = 0;
    int bytes = 0;

    Array operator()(std::int64_t i, std::int64_t j) const { return {data + (i + j * ld) * bytes, ld, bytes}; }
};

constexpr int element_bytes(char precision) {
    return precision == 's' ? 4 : precision == 'z' ? 16 : 8;
}
constexpr bool complex_elements(char precision) {
    return precision == 'c' || precision == 'z';
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

struct Event;  // a point in a Queue that another Queue, or the host, can wait for

class Queue {
public:
    virtual ~Queue() = default;

    // Memory of the device, in the order of the queue: usable at once by what is enqueued next.
    virtual Status take(void** memory, std::size_t bytes) = 0;
    virtual void give(void* memory) = 0;

    // Transfers of rows x columns elements; host memory should be pinned, else the host waits for the copy.
    virtual Status upload(Array device, Array host, std::int64_t rows, std::int64_t columns) = 0;
    virtual Status download(Array host, Array device, std::int64_t rows, std::int64_t columns) = 0;

    // What follows goes to a stream of the program's, until leave_stream(), or (null) stays on the queue's own, there
    // after what the program has on its default stream; in any case after what was on this queue. Left, a stream of the
    // program's is not touched any more, as it may be destroyed, or captured.
    virtual Status use_stream(void* stream) = 0;
    virtual void leave_stream() {}
    // What follows goes to a stream of the program's (null: the default one), without order to what this queue has: no
    // memory is taken, nothing waits. Until leave().
    virtual void enter(void* /*stream*/) {}
    virtual void leave() {}
    // From any host memory, which may change at once, by what is enqueued itself: a graph of it has the bytes as they
    // are now. Up to 15 bytes behind are overwritten.
    virtual Status place(void* device, const void* host, std::size_t bytes);
    // What follows goes to one of kBranches, after all that was enqueued before the first one and beside what the others
    // have, until merge(): what follows that is after all of them. In between nothing but batch_step().
    static constexpr int kBranches = 4;
    virtual Status branch(int /*which*/) { return Status::ok; }
    virtual Status merge() { return Status::ok; }
    virtual Status record(Event*) = 0;
    virtual Status wait(Event*) = 0;  // this queue waits, not the host
    virtual Status finish() = 0;      // the host waits until all that was enqueued is done

    // ---- Products: cuBLAS. c := alpha op(a) op(b) + beta c; beta = 0 does not read c.
    virtual Status gemm(char precision, char transa, char transb, std::int64_t m, std::int64_t n, std::int64_t k,
                        Scalar alpha, Array a, Array b, Scalar beta, Array c) = 0;
    // syrk, herk (conjugate, with the real parts of alpha and beta): n x k, one triangle of c.
    virtual Status syrk(char precision, bool conjugate, char uplo, char trans, std::int64_t n, std::int64_t k,
                        Scalar alpha, Array a, Scalar beta, Array c) = 0;
    virtual Status syr2k(char precision, bool conjugate, char uplo, char trans, std::int64_t n, std::int64_t k,
                         Scalar alpha, Array a, Array b, Scalar beta, Array c) = 0;
    virtual Status symm(char precision, bool conjugate, char side, char uplo, std::int64_t m, std::int64_t n,
                        Scalar alpha, Array a, Array b, Scalar beta, Array c) = 0;

    // ---- Our own kernels (trsm_kernels.cu, potrf_kernels.cu, getrf_kernels.cu, move_kernels.cu)
    // b := alpha op(a)^-1 b (side L) or alpha b op(a)^-1 (side R) with a triangle of order up to trsm_order().
    virtual std::int64_t trsm_order(char precision, char side, char trans, std::int64_t order,
                                    std::int64_t rhs) const = 0;
    virtual Status trsm(char precision, char side, char uplo, char trans, char diag, std::int64_t m, std::int64_t n,
                        Scalar alpha, Array a, Array b) = 0;
    // A second queue, which goes on from what is on this one, where trsm or trmm (multiply) is faster with half of the
    // right-hand sides on each; else null. join(): this queue goes on from what is on both.
    virtual Queue* fork(bool multiply, char precision, std::int64_t order, std::int64_t rhs) = 0;
    virtual Status join() = 0;
    // b := alpha op(a) b or alpha b op(a) with a triangle of order up to trmm_order().
    virtual std::int64_t trmm_order(char precision, char side, char trans, std::int64_t order,
                                    std::int64_t rhs) const = 0;
    virtual Status trmm(char precision, char side, char uplo, char trans, char diag, std::int64_t m, std::int64_t n,
                        Scalar alpha, Array a, Array b) = 0;
    // A block column (lower, m x n) or block row (upper, n x m) of a Hermitian matrix, n <= potrf_order(), n <= m: its
    // triangle of order n := the Cholesky factor, the other m - n rows (columns) := solved with it.
    // info (device, int32) := offset + order of the failing minor, unless it is already set; nothing is done when it
    // is. potrf_order(): for a matrix of order n; a multiple of 64.
    virtual std::int64_t potrf_order(char precision, std::int64_t n) const = 0;
    virtual Status potrf(char precision, char uplo, std::int64_t m, std::int64_t n, Array a, std::int32_t* info,
                         std::int64_t offset) = 0;
    // LU of a panel of n <= getrf_columns() columns with partial pivoting as LAPACK's: pivots (device, int32) are
    // offset + 1-based rows of the panel; info (device, int32) := offset + first zero pivot, unless it is already set.
    virtual std::int64_t getrf_columns(char precision, std::int64_t m) const = 0;
    virtual Status getrf(char precision, std::int64_t m, std::int64_t n, Array a, std::int32_t* pivots,
                         std::int32_t* info, std::int64_t offset) = 0;
    // Row i of the n columns of a changes places with row pivots[i - 1] (1-based, device), i = first ... last, or
    // backwards.
    virtual Status swap_rows(char precision, std::int64_t n, Array a, std::int64_t first, std::int64_t last,
                             const std::int32_t* pivots, bool forward) = 0;
    // The interchanges that a factorization by block columns left for its end: columns starts[p] ... starts[p + 1] of a
    // take those of rows starts[p + 1] + 1 ... starts[panels], as swap_rows. Where swaps_late(m): they fit, and
    // gain from it. A block column is not wider than four solve_order(). no_memory: nothing was moved.
    virtual bool swaps_late(char precision, std::int64_t m) const = 0;
    virtual Status late_swaps(char precision, std::int64_t m, const std::int64_t* starts, int panels, Array a,
                              const std::int32_t* pivots) = 0;
    // rows (device, 2 m: work space behind) := where rows come from when rows first + i and first + pivots[i] - 1
    // change places, i = 0 ... k - 1, and then what rows has been so far is done; k = 0: nothing, so far. 0-based.
    virtual Status compose_rows(std::int64_t m, std::int64_t first, std::int64_t k, const std::int32_t* pivots,
                                std::int32_t* rows) = 0;
    // to(i, j) := from(rows[i], j), i = 0 ... m - 1, in n columns.
    virtual Status gather_rows(char precision, std::int64_t m, std::int64_t n, Array from, const std::int32_t* rows,
                               Array to) = 0;
    // What follows a panel, in the n columns of a beside it: rows i = 1 ... k change places with pivots[i - 1] - offset
    // (no pivots: they stay), then the first k rows := inv(l) times them, l unit lower triangular, k <= solve_order().
    virtual std::int64_t solve_order(char precision) const = 0;
    virtual Status swap_solve(char precision, std::int64_t k, std::int64_t n, Array l, Array a,
                              const std::int32_t* pivots, std::int64_t offset) = 0;
    // info (device, int32) := the first i (1-based) with a zero a(i, i), unless it is already set.
    virtual Status zero_diagonal(char precision, std::int64_t n, Array a, std::int32_t* info) = 0;
    // Inverse of a triangle of order n <= trtri_order(), in place, the other half untouched.
    virtual std::int64_t trtri_order(char precision) const = 0;
    virtual Status trtri(char precision, char uplo, char diag, std::int64_t n, Array a) = 0;
    // The triangle of order n <= trtri_order() times its conjugate transpose, U U^H or L^H L, in place.
    virtual Status lauum(char precision, char uplo, std::int64_t n, Array a) = 0;
    // ---- QR: cuSOLVER, where Device::has_qr(). tau lies in device memory; sizes that matter are positive, and
    // matrices have less than 2^31 elements. A NaN below the head of a first column, or of
    // one behind columns of zeros, may be taken for a zero.
    virtual Status geqrf(char precision, std::int64_t m, std::int64_t n, Array a, void* tau) = 0;
    // What does not belong to k reflectors in m x n, zero: a(i, j) for i <= j, and for j >= k.
    virtual Status only_reflectors(char precision, std::int64_t m, std::int64_t n, std::int64_t k, Array a) = 0;
    // c := op(Q) c or c op(Q), Q of k reflectors in a. What is above them is finite, and plays no part.
    virtual Status ormqr(char precision, char side, char trans, std::int64_t m, std::int64_t n, std::int64_t k, Array a,
                         const void* tau, Array c) = 0;
    virtual Status orgqr(char precision, std::int64_t m, std::int64_t n, std::int64_t k, Array a, const void* tau) = 0;
    virtual Status scale(char precision, std::int64_t m, std::int64_t n, Scalar alpha, Array a) = 0;  // 0 clears
    // ---- Many problems (batch.cpp). Bytes of a block's shared memory; 0: there are no such kernels.
    virtual std::size_t batch_shared_memory() { return 0; }
    // What of it a matrix of m x n takes, and, by its kernel, the triangle of one of order n.
    virtual std::size_t batch_lu_bytes(char, std::int64_t, std::int64_t) const { return 0; }
    virtual std::size_t batch_cholesky_bytes(char, std::int64_t, BatchAction) const { return 0; }
    virtual std::size_t batch_qr_bytes(char, std::int64_t, std::int64_t) const { return 0; }
    virtual std::size_t batch_bidiagonal_bytes(char, std::int64_t, std::int64_t, BatchAction) const { return 0; }
    virtual Status batch_step(char precision, const BatchProblems&, const BatchStep&);
    // What `seen` and `cells` of problems that nobody has looked at are; then their sizes, those of a cell one after the
    // other from starts[cell] (device) on, in any order, which are added up there.
    virtual Status batch_look(const BatchUnseen&);
    virtual Status batch_sort(const BatchUnseen&, std::uint32_t* starts, BatchSizes* sorted);
};

inline Status Queue::place(void*, const void*, std::size_t) {
    return Status::unsuited;
}
inline Status Queue::batch_step(char, const BatchProblems&, const BatchStep&) {
    return Status::unsuited;
}
inline Status Queue::batch_look(const BatchUnseen&) {
    return Status::unsuited;
}
inline Status Queue::batch_sort(const BatchUnseen&, std::uint32_t*, BatchSizes*) {
    return Status::unsuited;
}

// How work is cut. The defaults are those of an H200; a device for tests cuts finer, to come through every branch.
struct Tuning {
    std::size_t slot_bytes = std::size_t{2} << 20;  // of pinned memory: a piece of a transfer
    double panel_flops = 4e9;                       // of a panel of a product: it fills the device
    std::int64_t panel_multiple = 256;              // widths of panels
    std::int64_t factor_panel = 512;                // the least width of a panel of a factorization
    double bytes_per_second = 45e9;                 // each way, for the order of the work
    std::int64_t one_piece = 512 << 10;             // bytes of a transfer that are not worth another thread
    std::int64_t look_from = 1024;       // problems of a batch, and more, that the device looks at
    std::int64_t look_there_from = 64;  // the same, where their addresses are there
};

// What a queue has goes before, or after, what other queues have. aside: as first, but its interchanges and solves,
// which wait for memory, are left a part of the device, and products of other queues run beside them.
enum class Turn : std::uint8_t { first, middle, last, aside };

class Device {
public:
    virtual ~Device() = default;
    virtual const char* name() const = 0;
    // What went wrong first, as the device says it: "a copy failed: ...".
    virtual const char* failure() const = 0;
    // Variables of the environment, by commas, that its libraries would compute otherwise for, if they were let.
    virtual const char* not_followed() const = 0;
    // The program has reset it since it was opened (cudaDeviceReset()): all that was opened on it is gone, pinned
    // memory too, and nothing of it may be used or closed.
    virtual bool gone() = 0;
    // Each thread, before it calls anything else here; what the thread used before, for detach().
    virtual void* attach() = 0;
    virtual void detach(void* before) = 0;
    // The number of the device that this thread uses, or that a stream of the program's is of; no_device where there is
    // none, or nobody knows.
    virtual int in_use(void* stream = nullptr) = 0;
    // What to expect of it: multiply-adds of large products counted as two (four times as many for complex ones), and
    // bytes a second through the link one way.
    virtual double flops(char precision) const = 0;
    virtual bool has_qr(char precision) = 0;  // the first question may take long: a library is loaded
    virtual double link_rate() const = 0;
    virtual Tuning tuning() const { return {}; }
    virtual Status open_queue(Queue**, Turn = Turn::middle) = 0;
    virtual void close_queue(Queue*) = 0;
    virtual Status open_event(Event**) = 0;
    virtual void close_event(Event*) = 0;
    virtual Status wait(Event*) = 0;  // the host waits
    virtual Status allocate_pinned(void** memory, std::size_t bytes) = 0;
    virtual void release_pinned(void* memory) = 0;
    // Host memory, all of these bytes, that the device itself reads and writes: pinned, registered, or managed.
    virtual bool reaches(const void* memory, std::size_t bytes) = 0;
    virtual std::size_t free_bytes() = 0;  // 0 when the device cannot say
    // Devices by their numbers. Which one holds this memory; any_device: managed; no_device: it is the host's.
    static constexpr int no_device = -1, any_device = -2;
    virtual int number() const = 0;
    virtual int holder(const void*) = 0;
    bool on_device(const void* p) { return holder(p) != no_device; }
};

}  // namespace shunt::gpu
