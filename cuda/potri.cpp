// In: a Cholesky factor in device memory. Out: the inverse of what was factored over it.
#include "cuda/factor.hpp"

namespace shunt::gpu {

Status potri(Queue& queue, char precision, char uplo, std::int64_t n, Array a) {
    const Status status = trtri(queue, precision, uplo, 'N', n, a);
    return status == Status::ok ? lauum(queue, precision, uplo, n, a) : status;
}

}  // namespace shunt::gpu
