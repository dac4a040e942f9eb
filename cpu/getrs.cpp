// In: LU factors with pivots and right-hand sides B. Out: B := inv(op(A)) * B.
#include <complex>

#include "cpu/getrf.hpp"

namespace shunt::cpu {

template <class T>
void getrs(const Plan& plan, char trans, i64 n, i64 nrhs, const T* a, i64 lda, Pivots ipiv, T* b, i64 ldb) {
    if (trans == 'N') {
        laswp(plan, nrhs, b, ldb, 0, n, ipiv, false);
        trsm(plan, 'L', 'L', 'N', 'U', n, nrhs, T(1), a, lda, b, ldb);
        trsm(plan, 'L', 'U', 'N', 'N', n, nrhs, T(1), a, lda, b, ldb);
    } else {
        trsm(plan, 'L', 'U', trans, 'N', n, nrhs, T(1), a, lda, b, ldb);
        trsm(plan, 'L', 'L', trans, 'U', n, nrhs, T(1), a, lda, b, ldb);
        laswp(plan, nrhs, b, ldb, 0, n, ipiv, true);
    }
}

template void getrs(const Plan&, char, i64, i64, const float*, i64, Pivots, float*, i64);
template void getrs(const Plan&, char, i64, i64, const double*, i64, Pivots, double*, i64);
template void getrs(const Plan&, char, i64, i64, const std::complex<float>*, i64, Pivots, std::complex<float>*, i64);
template void getrs(const Plan&, char, i64, i64, const std::complex<double>*, i64, Pivots, std::complex<double>*, i64);

}  // namespace shunt::cpu
