// In: a Hermitian matrix in device memory. Out: its Cholesky factor, block column by block column.
#include <algorithm>

#include "cuda/factor.hpp"

namespace shunt::gpu {
namespace {

using i64 = std::int64_t;

// From this order on, the update of a triangle is a square of half its size and two triangles.
constexpr i64 kSquare = 3072;

// Block columns between two updates of the rest. Narrow ones keep the chain of panels short, wide ones make the
// products large enough that memory does not bound them. Columns of potrf_order().
i64 width_of(Queue& queue, char precision, i64 n) {
    const i64 nb = queue.potrf_order(precision);
    return n <= 48 * nb ? 4 * nb : 8 * nb;
}

struct Columns {
    char precision, uplo;
    i64 n;
    Array a, work;  // work: n x nb (lower) or nb x n
    std::int32_t* info;

    bool lower() const { return uplo == 'L'; }
    // Block (i, j) of the lower triangle, wherever it lies.
    Array block(i64 i, i64 j) const { return lower() ? a(i, j) : a(j, i); }

    // Columns begin ... end factored; those from `from` on are not yet subtracted from them.
    //   W := [ L(j:n, from:j) ] L(j:j+nb, from:j)^H,    A(j:n, j:j+nb) := (A(j:n, j:j+nb) - W) inv(L(j, j))^H
    Status factor(Queue& queue, i64 from, i64 begin, i64 end) const {
        const i64 nb = queue.potrf_order(precision);
        for (i64 j = begin; j < end; j += nb) {
            const i64 w = std::min(nb, end - j), k = j - from, m = n - j;
            Status status = Status::ok;
            if (k > 0)
                status = lower() ? queue.gemm(precision, 'N', 'C', m, w, k, {1, 0}, block(j, from), block(j, from),
                                              {0, 0}, work)
                                 : queue.gemm(precision, 'C', 'N', w, m, k, {1, 0}, block(j, from), block(j, from),
                                              {0, 0}, work);
            if (status == Status::ok)
                status = queue.potrf(precision, uplo, m, w, block(j, j), k > 0 ? work : Array{}, info, j);
            if (status != Status::ok) return status;
        }
        return Status::ok;
    }
};

}  // namespace

Status subtract_square(Queue& queue, char precision, char uplo, std::int64_t n, std::int64_t k, Array a, Array c) {
    if (n <= 0 || k <= 0) return Status::ok;
    const bool lower = uplo == 'L';
    const bool complex = complex_elements(precision);
    if (n < kSquare)
        return queue.syrk(precision, complex, uplo, lower ? 'N' : complex ? 'C' : 'T', n, k, {-1, 0}, a, {1, 0}, c);
    const i64 n1 = n / 2 / 256 * 256, n2 = n - n1;
    const Array a2 = lower ? a(n1, 0) : a(0, n1);
    Status status = subtract_square(queue, precision, uplo, n1, k, a, c);
    if (status != Status::ok) return status;
    status = lower ? queue.gemm(precision, 'N', 'C', n2, n1, k, {-1, 0}, a2, a, {1, 0}, c(n1, 0))
                   : queue.gemm(precision, 'C', 'N', n1, n2, k, {-1, 0}, a, a2, {1, 0}, c(0, n1));
    if (status != Status::ok) return status;
    return subtract_square(queue, precision, uplo, n2, k, a2, c(n1, n1));
}

Status potrf(Queue& queue, char precision, char uplo, std::int64_t n, Array a, std::int32_t* info,
             const Beside* beside) {
    if (n <= 0) return Status::ok;
    const i64 nb = queue.potrf_order(precision), width = width_of(queue, precision, n);
    if (n <= 4 * nb) beside = nullptr;
    Queue& panels = beside ? *beside->queue : queue;
    Status status = Status::ok;
    const auto after = [&](Queue& first, Event* event, Queue& second) {
        if (beside && status == Status::ok) status = first.record(event);
        if (beside && status == Status::ok) status = second.wait(event);
    };
    if (beside) after(queue, beside->ready, panels);
    if (status != Status::ok) return status;

    Columns p{precision, uplo, n, a, {}, info};
    void* memory = nullptr;
    if (n > nb) {
        p.work.bytes = a.bytes;
        p.work.ld = uplo == 'L' ? n : nb;
        status = panels.take(&memory, static_cast<std::size_t>(n * nb * a.bytes));
        if (status != Status::ok) return status;
        p.work.data = static_cast<char*>(memory);
    }

    //   [ L0            ]   columns j0: factored
    //   [ L1   A11      ]   columns j1: the next panel, which subtracts L1 L1^H itself
    //   [ L2   A21  A22 ]   A22 := A22 - L2 L2^H at the same time
    status = p.factor(panels, 0, 0, std::min(width, n));
    for (i64 j0 = 0; j0 + width < n && status == Status::ok; j0 += width) {
        const i64 j1 = j0 + width, j2 = std::min(j1 + width, n);
        if (beside) {
            after(panels, beside->done, queue);                                       // j0 is factored
            if (status == Status::ok && j0 > 0) status = panels.wait(beside->ready);  // j1 has all updates before j0
        }
        if (status == Status::ok) status = p.factor(panels, j0, j1, j2);
        if (status == Status::ok)
            status = subtract_square(queue, precision, uplo, n - j2, width, p.block(j2, j0), p.block(j2, j2));
        if (beside && status == Status::ok) status = queue.record(beside->ready);
    }
    if (memory) panels.give(memory);
    if (beside) after(panels, beside->done, queue);
    return status;
}

}  // namespace shunt::gpu
