// In: a Cholesky factor and right-hand sides B. Out: B := inv(A) * B.
#include <complex>

#include "cpu/cpu.hpp"

namespace shunt::cpu {

template <class T> void potrs(const Plan& plan, char uplo, i64 n, i64 nrhs, const T* a, i64 lda, T* b, i64 ldb) {
    constexpr char turned = is_complex<T> ? 'C' : 'T';
    const bool lower = uplo == 'L';
    trsm(plan, 'L', uplo, lower ? 'N' : turned, 'N', n, nrhs, T(1), a, lda, b, ldb);
    trsm(plan, 'L', uplo, lower ? turned : 'N', 'N', n, nrhs, T(1), a, lda, b, ldb);
}

template void potrs(const Plan&, char, i64, i64, const float*, i64, float*, i64);
template void potrs(const Plan&, char, i64, i64, const double*, i64, double*, i64);
template void potrs(const Plan&, char, i64, i64, const std::complex<float>*, i64, std::complex<float>*, i64);
template void potrs(const Plan&, char, i64, i64, const std::complex<double>*, i64, std::complex<double>*, i64);

}  // namespace shunt::cpu
