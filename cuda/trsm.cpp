// In: checked arguments and a Queue. Out: TRSM in place by recursion (Charara, Keyes, Ltaief: the triangle's halves and
// a product between them), the leaves one launch each.
#include "cuda/trsm.hpp"

namespace shunt::gpu {

TriangleHalves::TriangleHalves(char side, char uplo, char trans, std::int64_t order, std::int64_t leaf, Array a,
                               Array b) {
    // Leaves of equal size, a multiple of 64 rows but for the last, and as few of them as the leaf allows.
    const std::int64_t leaves = (order + leaf - 1) / leaf, first = (leaves + 1) / 2;
    std::int64_t n1 = (order * first / leaves + 63) / 64 * 64;
    if (n1 >= order) n1 = (order + 1) / 2;
    const std::int64_t n2 = order - n1;
    const Array b1 = b, b2 = side == 'L' ? b(n1, 0) : b(0, n1);
    const bool forward = (side == 'L') == ((uplo == 'L') == (trans == 'N'));
    source_order = forward ? n1 : n2;
    target_order = forward ? n2 : n1;
    source_a = forward ? a : a(n1, n1);
    target_a = forward ? a(n1, n1) : a;
    square = uplo == 'L' ? a(n1, 0) : a(0, n1);
    source_b = forward ? b1 : b2;
    target_b = forward ? b2 : b1;
}

namespace {

Status solve(Queue& queue, std::int64_t leaf, char precision, char side, char uplo, char trans, char diag,
             std::int64_t m, std::int64_t n, Scalar alpha, Array a, Array b) {
    const bool left = side == 'L';
    const std::int64_t order = left ? m : n;
    if (order <= leaf) return queue.trsm(precision, side, uplo, trans, diag, m, n, alpha, a, b);

    // Left, lower:  [ A11      ] [ B1 ]        B1 := alpha inv(A11) B1
    //               [ A21  A22 ] [ B2 ]        B2 := alpha B2 - A21 B1
    //                                          B2 := inv(A22) B2
    const TriangleHalves h(side, uplo, trans, order, leaf, a, b);
    const std::int64_t s = h.source_order, t = h.target_order;
    Status status = solve(queue, leaf, precision, side, uplo, trans, diag, left ? s : m, left ? n : s, alpha,
                          h.source_a, h.source_b);
    if (status != Status::ok) return status;
    status = left ? queue.gemm(precision, trans, 'N', t, n, s, {-1, 0}, h.square, h.source_b, alpha, h.target_b)
                  : queue.gemm(precision, 'N', trans, m, t, s, {-1, 0}, h.source_b, h.square, alpha, h.target_b);
    if (status != Status::ok) return status;
    return solve(queue, leaf, precision, side, uplo, trans, diag, left ? t : m, left ? n : t, {1, 0}, h.target_a,
                 h.target_b);
}

}  // namespace

Status trsm(Queue& queue, char precision, char side, char uplo, char trans, char diag, std::int64_t m, std::int64_t n,
            Scalar alpha, Array a, Array b) {
    if (m <= 0 || n <= 0) return Status::ok;
    if (alpha.re == 0 && (alpha.im == 0 || !complex_elements(precision)))
        return queue.scale(precision, m, n, {0, 0}, b);
    const std::int64_t order = side == 'L' ? m : n, rhs = side == 'L' ? n : m;
    const std::int64_t leaf = queue.trsm_order(precision, side, trans, order, rhs);
    return in_halves(queue, false, precision, side, m, n, b,
                     [&](Queue& q, std::int64_t rows, std::int64_t columns, Array part) {
                         return solve(q, leaf, precision, side, uplo, trans, diag, rows, columns, alpha, a, part);
                     });
}

}  // namespace shunt::gpu
