// In: a triangle in device memory. Out: its inverse over it, by halves.
#include "cuda/factor.hpp"
#include "cuda/trmm.hpp"
#include "cuda/trsm.hpp"

namespace shunt::gpu {

Status trtri(Queue& queue, char precision, char uplo, char diag, std::int64_t n, Array a) {
    if (n <= 0) return Status::ok;
    if (n <= queue.trtri_order(precision)) return queue.trtri(precision, uplo, diag, n, a);
    const std::int64_t n1 = (n + 127) / 128 * 64 < n ? (n + 127) / 128 * 64 : n / 2, n2 = n - n1;
    const Array a22 = a(n1, n1);
    // As LAPACK's blocked code, one factor inverted and one solved with:
    //   lower   A22 := inv(A22)   A21 := -A22 A21 inv(A11)   A11 := inv(A11)
    //   upper   A11 := inv(A11)   A12 := -A11 A12 inv(A22)   A22 := inv(A22)
    const bool lower = uplo == 'L';
    const Array first = lower ? a22 : a, second = lower ? a : a22, between = lower ? a(n1, 0) : a(0, n1);
    const std::int64_t m = lower ? n2 : n1, k = lower ? n1 : n2;
    Status status = trtri(queue, precision, uplo, diag, m, first);
    if (status == Status::ok) status = trmm(queue, precision, 'L', uplo, 'N', diag, m, k, {1, 0}, first, between);
    if (status == Status::ok) status = trsm(queue, precision, 'R', uplo, 'N', diag, m, k, {-1, 0}, second, between);
    if (status == Status::ok) status = trtri(queue, precision, uplo, diag, k, second);
    return status;
}

}  // namespace shunt::gpu
