// In: triangular A and a matrix B. Out: B := alpha * op(A) * B or alpha * B * op(A).
#include "cpu/trmm.hpp"

#include <algorithm>
#include <complex>

#include "cpu/gemm.hpp"
#include "cpu/kernels.hpp"
#include "cpu/trsm.hpp"
#include "cpu/workspace.hpp"

namespace shunt::cpu {
namespace {

template <class T> void leaf(i64 m, i64 n, bool unit, T alpha, View<const T> a, View<T> b) {
    const auto& kernels = triangular_kernels<T>();
    if (m <= kernels.small) {
        kernels.trmm(m, n, unit, alpha, a, b, nullptr);
    } else {
        Workspace workspace;
        kernels.trmm(m, n, unit, alpha, a, b, workspace.data());
    }
}

//   [ A11      ] [ B1 ]    B2 := alpha * A22 * B2
//   [ A21  A22 ] [ B2 ]    B2 := B2 + alpha * A21 * B1
//                          B1 := alpha * A11 * B1
template <class T> void recurse(const Plan& plan, i64 m, i64 n, bool unit, T alpha, View<const T> a, View<T> b) {
    const i64 stop = triangular_kernels<T>().leaf;
    if (m <= stop) return leaf(m, n, unit, alpha, a, b);
    const i64 m1 = std::max((m / 2 + stop / 2) / stop * stop, stop / 2);
    const i64 m2 = m - m1;
    recurse(plan, m2, n, unit, alpha, a.block(m1, m1), b.block(m1, 0));
    gemm_turned(plan, m2, n, m1, alpha, a.block(m1, 0), View<const T>(b), T(1), b.block(m1, 0));
    recurse(plan, m1, n, unit, alpha, a, b);
}

}  // namespace

template <class T> void multiply_lower(const Plan& plan, i64 m, i64 n, bool unit, T alpha, View<const T> a, View<T> b) {
    split_columns(plan, m, n, b, [&](const Plan& part, i64 columns, View<T> some) {
        recurse(part, m, columns, unit, alpha, a, some);
    });
}

template <class T> void trmm(const Plan& plan, char side, char uplo, char transa, char diag, i64 m, i64 n, T alpha,
                             const T* a, i64 lda, T* b, i64 ldb) {
    if (m == 0 || n == 0) return;
    if (alpha == T(0)) {
        for (i64 j = 0; j < n; ++j) std::fill_n(b + j * ldb, m, T(0));
        return;
    }
    const auto t = as_lower_left(side, uplo, transa, m, n, a, lda, b, ldb);
    multiply_lower(plan, t.m, t.n, diag == 'U', alpha, t.a, t.b);
}

#define INSTANTIATE(T)                                                                            \
    template void trmm(const Plan&, char, char, char, char, i64, i64, T, const T*, i64, T*, i64); \
    template void multiply_lower(const Plan&, i64, i64, bool, T, View<const T>, View<T>);
INSTANTIATE(float)
INSTANTIATE(double)
INSTANTIATE(std::complex<float>)
INSTANTIATE(std::complex<double>)
#undef INSTANTIATE

}  // namespace shunt::cpu
