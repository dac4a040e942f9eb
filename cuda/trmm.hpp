// In: a triangle and a matrix on a Queue. Out: their product over the matrix, enqueued.
#pragma once
#include <cstdint>

#include "cuda/device.hpp"

namespace shunt::gpu {

// b (m x n) := alpha op(a) b (side L) or alpha b op(a) (side R); letters in upper case, alpha = 0 does not read a.
Status trmm(Queue& queue, char precision, char side, char uplo, char trans, char diag, std::int64_t m, std::int64_t n,
            Scalar alpha, Array a, Array b);

}  // namespace shunt::gpu
