// In: symmetric or Hermitian operands. Out: the few element-wise operations that syrk, syr2k and symm share.
#pragma once
#include <complex>

#include "cpu/view.hpp"

namespace shunt::cpu {

template <class T> T real_part(T x) {
    if constexpr (is_complex<T>)
        return T(x.real());
    else
        return x;
}
template <class T> T conjugate(T x) {
    if constexpr (is_complex<T>)
        return T(x.real(), -x.imag());
    else
        return x;
}

// Sets the imaginary parts of the diagonal to zero without reading them.
template <class T> void make_diagonal_real(i64 n, View<T> a) {
    if constexpr (is_complex<T>)
        for (i64 i = 0; i < n; ++i) a.at(i, i)->imag(0);
}

}  // namespace shunt::cpu
