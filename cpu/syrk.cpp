// In: a factor, and a symmetric or Hermitian C of which one triangle is given. Out: that triangle of
// C := alpha * A * A^T + beta * C  or  C := alpha * A * A^H + beta * C  (or with A^T A, A^H A).
#include <complex>

#include "cpu/gemm.hpp"
#include "cpu/triangle.hpp"

namespace shunt::cpu {

template <class T> void syrk(const Plan& plan, bool herm, char uplo, char trans, i64 n, i64 k, T alpha, const T* a,
                             i64 lda, T beta, T* c, i64 ldc) {
    herm = herm && is_complex<T>;
    if (herm) {
        alpha = real_part(alpha);
        beta = real_part(beta);
    }
    if (n == 0 || ((alpha == T(0) || k == 0) && beta == T(1))) return;
    // C := alpha * X * op(X) + beta * C, lower; the upper triangle is the lower one of the transpose.
    View<const T> x = column_major(a, lda);
    View<T> lower = column_major(c, ldc);
    if (trans != 'N') x = x.transposed();
    if (herm) x.conj = (trans != 'N') != (uplo == 'U');
    if (uplo == 'U') lower = lower.transposed();
    const View<const T> y = herm ? x.transposed().conjugated() : x.transposed();
    if (herm) make_diagonal_real(n, lower);
    gemm_lower<T>(plan, n, k, alpha, x, y, beta, lower);
    if (herm) make_diagonal_real(n, lower);
}

template void syrk(const Plan&, bool, char, char, i64, i64, float, const float*, i64, float, float*, i64);
template void syrk(const Plan&, bool, char, char, i64, i64, double, const double*, i64, double, double*, i64);
template void syrk(const Plan&, bool, char, char, i64, i64, std::complex<float>, const std::complex<float>*, i64,
                   std::complex<float>, std::complex<float>*, i64);
template void syrk(const Plan&, bool, char, char, i64, i64, std::complex<double>, const std::complex<double>*, i64,
                   std::complex<double>, std::complex<double>*, i64);

}  // namespace shunt::cpu
