// In: two factors, and a symmetric or Hermitian C of which one triangle is given. Out: that triangle of
// C := alpha * A * B^T + alpha * B * A^T + beta * C  or  C := alpha * A * B^H + conj(alpha) * B * A^H + beta * C
// (or with the factors the other way round).
#include <complex>
#include <utility>

#include "cpu/gemm.hpp"
#include "cpu/triangle.hpp"

namespace shunt::cpu {

template <class T> void syr2k(const Plan& plan, bool herm, char uplo, char trans, i64 n, i64 k, T alpha, const T* a,
                              i64 lda, const T* b, i64 ldb, T beta, T* c, i64 ldc) {
    herm = herm && is_complex<T>;
    if (herm) beta = real_part(beta);
    if (n == 0 || ((alpha == T(0) || k == 0) && beta == T(1))) return;
    // C := alpha * X * op(Y) + op(alpha) * Y * op(X) + beta * C, lower.
    View<const T> x = column_major(a, lda);
    View<const T> y = column_major(b, ldb);
    View<T> lower = column_major(c, ldc);
    if (trans != 'N') {
        x = x.transposed();
        y = y.transposed();
    }
    if (uplo == 'U') {  // the lower triangle of the transpose: conj(Y) and conj(X) change places
        lower = lower.transposed();
        std::swap(x, y);
    }
    View<const T> xt = x.transposed();
    View<const T> yt = y.transposed();
    T alpha2 = alpha;
    if (herm) {
        x.conj = y.conj = (trans != 'N') != (uplo == 'U');
        xt.conj = yt.conj = !x.conj;
        alpha2 = conjugate(alpha);
        make_diagonal_real(n, lower);
    }
    gemm_lower<T>(plan, n, k, alpha, x, yt, beta, lower);
    gemm_lower<T>(plan, n, k, alpha2, y, xt, T(1), lower);
    if (herm) make_diagonal_real(n, lower);
}

template void syr2k(const Plan&, bool, char, char, i64, i64, float, const float*, i64, const float*, i64, float, float*,
                    i64);
template void syr2k(const Plan&, bool, char, char, i64, i64, double, const double*, i64, const double*, i64, double,
                    double*, i64);
template void syr2k(const Plan&, bool, char, char, i64, i64, std::complex<float>, const std::complex<float>*, i64,
                    const std::complex<float>*, i64, std::complex<float>, std::complex<float>*, i64);
template void syr2k(const Plan&, bool, char, char, i64, i64, std::complex<double>, const std::complex<double>*, i64,
                    const std::complex<double>*, i64, std::complex<double>, std::complex<double>*, i64);

}  // namespace shunt::cpu
