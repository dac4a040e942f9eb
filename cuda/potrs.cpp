// In: a Cholesky factor in device memory, right-hand sides. Out: the solution over them.
#include "cuda/factor.hpp"
#include "cuda/trsm.hpp"

namespace shunt::gpu {

Status potrs(Queue& queue, char precision, char uplo, std::int64_t n, std::int64_t nrhs, Array a, Array b) {
    if (n <= 0 || nrhs <= 0) return Status::ok;
    const bool lower = uplo == 'L';
    const Status status = trsm(queue, precision, 'L', uplo, lower ? 'N' : 'C', 'N', n, nrhs, {1, 0}, a, b);
    if (status != Status::ok) return status;
    return trsm(queue, precision, 'L', uplo, lower ? 'C' : 'N', 'N', n, nrhs, {1, 0}, a, b);
}

Status posv(Queue& queue, char precision, char uplo, std::int64_t n, std::int64_t nrhs, Array a, Array b,
            std::int32_t* info, std::int32_t* found, const Beside* beside) {
    Status status = potrf(queue, precision, uplo, n, a, info, beside);
    if (status == Status::ok)
        status = queue.download({reinterpret_cast<char*>(found), 1, 4}, {reinterpret_cast<char*>(info), 1, 4}, 1, 1);
    if (status == Status::ok) status = queue.finish();
    if (status != Status::ok || *found != 0) return status;
    return potrs(queue, precision, uplo, n, nrhs, a, b);
}

}  // namespace shunt::gpu
