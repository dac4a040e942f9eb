// In: reflectors as geqrf leaves them, and a matrix. Out: the matrix multiplied by their product or its adjoint.
#include <algorithm>
#include <complex>

#include "cpu/block_reflector.hpp"

namespace shunt::cpu {

//   Q = H(0) ... H(k-1), block by block: what stands next to C first.
//   (C H)^T = conj(H)^H C^T: from the right it is the left's, of conjugated reflectors on the transposed C.
template <class T> void ormqr(const Plan& plan, char side, char trans, i64 m, i64 n, i64 k, const T* a, i64 lda,
                              const T* tau, T* c, i64 ldc) {
    constexpr i64 nb = BlockReflector<T>::most;
    if (m == 0 || n == 0 || k == 0) return;
    const bool left = side == 'L', adjoint = left == (trans != 'N');
    const View<T> columns = column_major(c, ldc), whole = left ? columns : columns.transposed();
    const i64 order = left ? m : n, others = left ? n : m, last = (k - 1) / nb * nb;
    BlockReflector<T> block;
    for (i64 step = 0; step <= last; step += nb) {
        const i64 j = adjoint ? step : last - step;
        block.set(order - j, std::min(nb, k - j), a + j + j * lda, lda, tau + j);
        block.apply(plan, adjoint, others, whole.block(j, 0), !left);
    }
}

#define INSTANTIATE(T) template void ormqr(const Plan&, char, char, i64, i64, i64, const T*, i64, const T*, T*, i64);
INSTANTIATE(float)
INSTANTIATE(double)
INSTANTIATE(std::complex<float>)
INSTANTIATE(std::complex<double>)
#undef INSTANTIATE

}  // namespace shunt::cpu
