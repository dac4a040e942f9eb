// In: strided views of Hermitian or triangular matrices. Out: the factorization and inversion steps built on them.
#pragma once
#include "cpu/cpu.hpp"

namespace shunt::cpu {

// The upper triangle of a column-major matrix is the lower one of its transpose. Nothing is conjugated: A = U^H U means
// A^T = L L^H with L = U^T.
template <class T> View<T> as_lower(char uplo, T* a, i64 lda) {
    return uplo == 'L' ? column_major(a, lda) : column_major(a, lda).transposed();
}

// C := C + alpha * A * A^H on the lower triangle of the n x n view C, A n x k; both column-major or both transposed.
template <class T> void update_lower(const Plan& plan, i64 n, i64 k, real_t<T> alpha, View<const T> a, View<T> c) {
    constexpr char turned = is_complex<T> ? 'C' : 'T';
    if (c.rs == 1)
        syrk<T>(plan, is_complex<T>, 'L', 'N', n, k, T(alpha), a.p, a.cs, T(1), c.p, c.cs);
    else
        syrk<T>(plan, is_complex<T>, 'U', turned, n, k, T(alpha), a.p, a.rs, T(1), c.p, c.rs);
}

}  // namespace shunt::cpu
