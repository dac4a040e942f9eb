// In: a triangular matrix and right-hand sides B. Out: B := inv(op(A)) * B, unless A is exactly singular.
#include <complex>

#include "cpu/cpu.hpp"

namespace shunt::cpu {

template <class T>
i64 trtrs(const Plan& plan, char uplo, char trans, char diag, i64 n, i64 nrhs, const T* a, i64 lda, T* b, i64 ldb) {
    if (diag == 'N')
        for (i64 i = 0; i < n; ++i)
            if (a[i + i * lda] == T(0)) return i + 1;
    trsm(plan, 'L', uplo, trans, diag, n, nrhs, T(1), a, lda, b, ldb);
    return 0;
}

template i64 trtrs(const Plan&, char, char, char, i64, i64, const float*, i64, float*, i64);
template i64 trtrs(const Plan&, char, char, char, i64, i64, const double*, i64, double*, i64);
template i64 trtrs(const Plan&, char, char, char, i64, i64, const std::complex<float>*, i64, std::complex<float>*, i64);
template i64 trtrs(const Plan&, char, char, char, i64, i64, const std::complex<double>*, i64, std::complex<double>*,
                   i64);

}  // namespace shunt::cpu
