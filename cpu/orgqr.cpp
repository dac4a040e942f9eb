// In: reflectors as geqrf leaves them. Out: the first columns of the product of them all, in place.
#include <algorithm>
#include <complex>

#include "cpu/batch_kernels.hpp"
#include "cpu/block_reflector.hpp"

namespace shunt::cpu {

//   H(0) ... H(k-1) E block by block, from the last; above a block's rows its columns are zero.
template <class T> void orgqr(const Plan& plan, i64 m, i64 n, i64 k, T* a, i64 lda, const T* tau) {
    const auto& kernels = batch_orthogonal<T>();
    constexpr i64 nb = BlockReflector<T>::most;
    if (n == 0) return;
    if (k <= nb || m * n * static_cast<i64>(sizeof(T)) <= unblocked_qr) return kernels.form_q(m, n, k, a, lda, tau);
    for (i64 j = k; j < n; ++j) {
        std::fill_n(a + j * lda, m, T(0));
        a[j + j * lda] = T(1);
    }
    BlockReflector<T> block;
    for (i64 j = (k - 1) / nb * nb; j >= 0; j -= nb) {
        const i64 columns = std::min(nb, k - j);
        T* panel = a + j + j * lda;
        if (j + columns < n) {
            block.set(m - j, columns, panel, lda, tau + j);
            block.apply(plan, false, n - j - columns, column_major(panel + columns * lda, lda));
        }
        kernels.form_q(m - j, columns, columns, panel, lda, tau + j);
        for (i64 c = 0; c < columns; ++c) std::fill_n(a + (j + c) * lda, j, T(0));
    }
}

template void orgqr(const Plan&, i64, i64, i64, float*, i64, const float*);
template void orgqr(const Plan&, i64, i64, i64, double*, i64, const double*);
template void orgqr(const Plan&, i64, i64, i64, std::complex<float>*, i64, const std::complex<float>*);
template void orgqr(const Plan&, i64, i64, i64, std::complex<double>*, i64, const std::complex<double>*);

}  // namespace shunt::cpu
