// In: a triangle and right-hand sides on a Queue. Out: the solution over the right-hand sides, enqueued: recursion into
// products down to what one launch of the device does well.
#pragma once
#include <cstdint>

#include "cuda/device.hpp"

namespace shunt::gpu {

// b (m x n) := alpha op(a)^-1 b (side L) or alpha b op(a)^-1 (side R); letters in upper case, alpha = 0 does not read
// a.
Status trsm(Queue& queue, char precision, char side, char uplo, char trans, char diag, std::int64_t m, std::int64_t n,
            Scalar alpha, Array a, Array b);

// A triangle of order n cut in two: by side, uplo and trans, `source` is the half of b that the other one depends on.
struct TriangleHalves {
    std::int64_t source_order, target_order;
    Array source_a, target_a, square;  // the two diagonal blocks, and what lies between them
    Array source_b, target_b;

    TriangleHalves(char side, char uplo, char trans, std::int64_t order, std::int64_t leaf, Array a, Array b);
};

}  // namespace shunt::gpu
