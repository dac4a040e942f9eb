// In: a Cholesky factor in device memory, right-hand sides. Out: the solution over them.
#include "cuda/factor.hpp"
#include "cuda/trsm.hpp"

namespace shunt::gpu {

Status fetch_info(Queue& queue, const std::int32_t* info, std::int32_t* found) {
    const Array here{reinterpret_cast<char*>(found), 1, 4};
    const Array there{reinterpret_cast<char*>(const_cast<std::int32_t*>(info)), 1, 4};
    const Status status = queue.download(here, there, 1, 1);
    return status == Status::ok ? queue.finish() : status;
}

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
    if (status == Status::ok) status = fetch_info(queue, info, found);
    if (status != Status::ok || *found != 0) return status;
    return potrs(queue, precision, uplo, n, nrhs, a, b);
}

}  // namespace shunt::gpu
