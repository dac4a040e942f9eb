// In: an LU in device memory, its pivots, right-hand sides. Out: the solution over them.
#include "cuda/factor.hpp"
#include "cuda/trsm.hpp"

namespace shunt::gpu {

Status getrs(Queue& queue, char precision, char trans, std::int64_t n, std::int64_t nrhs, Array a,
             const std::int32_t* pivots, Array b) {
    if (n <= 0 || nrhs <= 0) return Status::ok;
    const bool plain = trans == 'N';
    Status status = Status::ok;
    if (plain) status = queue.swap_rows(precision, nrhs, b, 1, n, pivots, true);
    if (status == Status::ok)
        status = trsm(queue, precision, 'L', plain ? 'L' : 'U', trans, plain ? 'U' : 'N', n, nrhs, {1, 0}, a, b);
    if (status == Status::ok)
        status = trsm(queue, precision, 'L', plain ? 'U' : 'L', trans, plain ? 'N' : 'U', n, nrhs, {1, 0}, a, b);
    if (status == Status::ok && !plain) status = queue.swap_rows(precision, nrhs, b, 1, n, pivots, false);
    return status;
}

}  // namespace shunt::gpu
