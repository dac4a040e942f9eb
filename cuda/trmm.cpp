// In: checked arguments and a Queue. Out: TRMM in place by the same recursion as TRSM, backwards.
#include "cuda/trmm.hpp"

#include "cuda/trsm.hpp"

namespace shunt::gpu {

namespace {

Status multiply(Queue& queue, std::int64_t leaf, char precision, char side, char uplo, char trans, char diag,
                std::int64_t m, std::int64_t n, Scalar alpha, Array a, Array b) {
    const bool left = side == 'L';
    const std::int64_t order = left ? m : n;
    if (order <= leaf) return queue.trmm(precision, side, uplo, trans, diag, m, n, alpha, a, b);

    // Left, lower:  [ A11      ] [ B1 ]        B2 := alpha A22 B2
    //               [ A21  A22 ] [ B2 ]        B2 := B2 + alpha A21 B1
    //                                          B1 := alpha A11 B1
    const TriangleHalves h(side, uplo, trans, order, leaf, a, b);
    const std::int64_t s = h.source_order, t = h.target_order;
    Status status = multiply(queue, leaf, precision, side, uplo, trans, diag, left ? t : m, left ? n : t, alpha,
                             h.target_a, h.target_b);
    if (status != Status::ok) return status;
    status = left ? queue.gemm(precision, trans, 'N', t, n, s, alpha, h.square, h.source_b, {1, 0}, h.target_b)
                  : queue.gemm(precision, 'N', trans, m, t, s, alpha, h.source_b, h.square, {1, 0}, h.target_b);
    if (status != Status::ok) return status;
    return multiply(queue, leaf, precision, side, uplo, trans, diag, left ? s : m, left ? n : s, alpha, h.source_a,
                    h.source_b);
}

}  // namespace

Status trmm(Queue& queue, char precision, char side, char uplo, char trans, char diag, std::int64_t m, std::int64_t n,
            Scalar alpha, Array a, Array b) {
    if (m <= 0 || n <= 0) return Status::ok;
    if (alpha.re == 0 && (alpha.im == 0 || !complex_elements(precision)))
        return queue.scale(precision, m, n, {0, 0}, b);
    const std::int64_t order = side == 'L' ? m : n, rhs = side == 'L' ? n : m;
    const std::int64_t leaf = queue.trmm_order(precision, side, trans, order, rhs);
    return in_halves(queue, true, precision, side, m, n, b,
                     [&](Queue& q, std::int64_t rows, std::int64_t columns, Array part) {
                         return multiply(q, leaf, precision, side, uplo, trans, diag, rows, columns, alpha, a, part);
                     });
}

}  // namespace shunt::gpu
