// In: a general matrix. Out: its bidiagonal form, upper for m >= n, else lower, and the reflectors that lead to it.
#include <complex>

#include "cpu/batch_kernels.hpp"
#include "cpu/cpu.hpp"
#include "cpu/workspace.hpp"

namespace shunt::cpu {

template <class T> void gebrd(const Plan&, i64 m, i64 n, T* a, i64 lda, real_t<T>* d, real_t<T>* e, T* tauq, T* taup) {
    const auto& kernels = batch_orthogonal<T>();
    if (m == 0 || n == 0) return;
    if (kernels.bidiagonal_scratch(n) > static_cast<i64>(Workspace::max_bytes))
        return kernels.bidiagonal_plain(m, n, a, lda, d, e, tauq, taup);
    const Workspace workspace;
    kernels.bidiagonal(m, n, a, lda, d, e, tauq, taup, workspace.data());
}

template void gebrd(const Plan&, i64, i64, float*, i64, float*, float*, float*, float*);
template void gebrd(const Plan&, i64, i64, double*, i64, double*, double*, double*, double*);
template void gebrd(const Plan&, i64, i64, std::complex<float>*, i64, float*, float*, std::complex<float>*,
                    std::complex<float>*);
template void gebrd(const Plan&, i64, i64, std::complex<double>*, i64, double*, double*, std::complex<double>*,
                    std::complex<double>*);

}  // namespace shunt::cpu
