// In: a Hermitian matrix in device memory. Out: its Cholesky factor, block column by block column.
#include <algorithm>

#include "cuda/factor.hpp"
#include "cuda/trsm.hpp"

namespace shunt::gpu {
namespace {

using i64 = std::int64_t;

// From this order on, the update of a triangle is a square of half its size and two triangles.
constexpr i64 kSquare = 3072;

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
    const bool lower = uplo == 'L';
    // Block (i, j) of the lower triangle, wherever it lies.
    const auto block = [&](i64 i, i64 j) { return lower ? a(i, j) : a(j, i); };
    const auto width = [&](i64 rest) { return std::min(rest, queue.potrf_order(precision, rest)); };
    Queue& panels = beside ? *beside->queue : queue;
    Status status = Status::ok;
    const auto after = [&](Queue& first, Event* event, Queue& second) {
        if (beside && status == Status::ok) status = first.record(event);
        if (beside && status == Status::ok) status = second.wait(event);
    };
    // Columns j ... j + w. Below its square, real ones are solved faster by products, complex ones with the square.
    const auto panel = [&](i64 j, i64 w) {
        const i64 rows = n - j - w;
        const Array square = block(j, j), below = block(j + w, j);
        if (complex_elements(precision)) return panels.potrf(precision, uplo, n - j, w, square, info, j);
        const Status factored = panels.potrf(precision, uplo, w, w, square, info, j);
        if (factored != Status::ok) return factored;
        return lower ? trsm(panels, precision, 'R', 'L', 'T', 'N', rows, w, {1, 0}, square, below)
                     : trsm(panels, precision, 'L', 'U', 'T', 'N', w, rows, {1, 0}, square, below);
    };
    after(queue, beside ? beside->ready : nullptr, panels);

    //   [ L0            ]   columns j0: factored
    //   [ L1   A11      ]   A11 := A11 - L1 L1^H,  A21 := A21 - L2 L1^H: the next panel, which is then factored,
    //   [ L2   A21  A22 ]   A22 := A22 - L2 L2^H at the same time
    i64 w0 = width(n);
    if (status == Status::ok) status = panel(0, w0);
    for (i64 j0 = 0, w = 0; j0 + w0 < n && status == Status::ok; j0 += w0, w0 = w) {
        const i64 j1 = j0 + w0, j2 = j1 + (w = width(n - j1));
        const Array l1 = block(j1, j0), l2 = block(j2, j0), a21 = block(j2, j1);
        if (beside) {
            after(panels, beside->done, queue);                                       // j0 is factored
            if (status == Status::ok && j0 > 0) status = panels.wait(beside->ready);  // j1 has all updates before j0
        }
        if (status == Status::ok) status = subtract_square(panels, precision, uplo, w, w0, l1, block(j1, j1));
        if (status == Status::ok && j2 < n)
            status = lower ? panels.gemm(precision, 'N', 'C', n - j2, w, w0, {-1, 0}, l2, l1, {1, 0}, a21)
                           : panels.gemm(precision, 'C', 'N', w, n - j2, w0, {-1, 0}, l1, l2, {1, 0}, a21);
        if (status == Status::ok) status = panel(j1, w);
        if (status == Status::ok) status = subtract_square(queue, precision, uplo, n - j2, w0, l2, block(j2, j2));
        if (beside && status == Status::ok) status = queue.record(beside->ready);
    }
    if (beside) after(panels, beside->done, queue);
    return status;
}

}  // namespace shunt::gpu
