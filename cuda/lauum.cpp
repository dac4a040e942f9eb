// In: a triangle in device memory. Out: U U^H or L^H L over it, by halves.
#include "cuda/factor.hpp"
#include "cuda/trmm.hpp"

namespace shunt::gpu {

Status lauum(Queue& queue, char precision, char uplo, std::int64_t n, Array a) {
    if (n <= 0) return Status::ok;
    if (n <= queue.trtri_order(precision)) return queue.lauum(precision, uplo, n, a);
    const std::int64_t n1 = (n + 127) / 128 * 64 < n ? (n + 127) / 128 * 64 : n / 2, n2 = n - n1;
    const bool lower = uplo == 'L';
    const Array a22 = a(n1, n1), between = lower ? a(n1, 0) : a(0, n1);
    // lower   A11 := L11^H L11 + L21^H L21   A21 := L22^H L21   A22 := L22^H L22
    // upper   A11 := U11 U11^H + U12 U12^H   A12 := U12 U22^H   A22 := U22 U22^H
    Status status = lauum(queue, precision, uplo, n1, a);
    const bool complex = complex_elements(precision);
    if (status == Status::ok)
        status = queue.syrk(precision, complex, uplo,
                            !lower    ? 'N'
                            : complex ? 'C'
                                      : 'T',
                            n1, n2, {1, 0}, between, {1, 0}, a);
    if (status == Status::ok)
        status = trmm(queue, precision, lower ? 'L' : 'R', uplo, 'C', 'N', lower ? n2 : n1, lower ? n1 : n2, {1, 0},
                      a22, between);
    if (status == Status::ok) status = lauum(queue, precision, uplo, n2, a22);
    return status;
}

}  // namespace shunt::gpu
