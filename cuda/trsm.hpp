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

// work(queue, m, n, b) for the right-hand sides of b (m x n), or for halves of them on two queues at once.
template <class Work> Status in_halves(Queue& queue, bool multiply, char precision, char side, std::int64_t m,
                                       std::int64_t n, Array b, Work&& work) {
    const bool left = side == 'L';
    const std::int64_t rhs = left ? n : m, half = (rhs / 2 + 63) / 64 * 64;
    Queue* other = half < rhs ? queue.fork(multiply, precision, left ? m : n, rhs) : nullptr;
    if (!other) return work(queue, m, n, b);
    const Status first = left ? work(queue, m, half, b) : work(queue, half, n, b);
    const Status second = left ? work(*other, m, n - half, b(0, half)) : work(*other, m - half, n, b(half, 0));
    const Status joined = queue.join();
    return first != Status::ok ? first : second != Status::ok ? second : joined;
}

}  // namespace shunt::gpu
