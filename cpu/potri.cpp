// In: a Cholesky factor. Out: the inverse of the factored matrix in the same triangle.
#include <complex>

#include "cpu/cpu.hpp"

namespace shunt::cpu {

template <class T> i64 potri(const Plan& plan, char uplo, i64 n, T* a, i64 lda) {
    if (const i64 info = trtri(plan, uplo, 'N', n, a, lda)) return info;
    lauum(plan, uplo, n, a, lda);
    return 0;
}

template i64 potri(const Plan&, char, i64, float*, i64);
template i64 potri(const Plan&, char, i64, double*, i64);
template i64 potri(const Plan&, char, i64, std::complex<float>*, i64);
template i64 potri(const Plan&, char, i64, std::complex<double>*, i64);

}  // namespace shunt::cpu
