// In: a Hermitian positive definite matrix, one triangle stored. Out: its Cholesky factor in that triangle.
#include "cpu/potrf.hpp"

#include <complex>

#include "cpu/kernels.hpp"
#include "cpu/trsm.hpp"
#include "cpu/workspace.hpp"

namespace shunt::cpu {
namespace {

constexpr double fork_work = 4e6;  // multiplications below which a step stays on one thread

template <class T> i64 leaf(i64 n, View<T> a) {
    const auto& kernels = triangular_kernels<T>();
    if (n <= kernels.small) return kernels.potrf(n, a, nullptr);
    Workspace workspace;
    return kernels.potrf(n, a, workspace.data());
}

//   [ A11      ]    A11 := L11
//   [ A21  A22 ]    A21 := A21 * inv(L11^H), that is A21^T := inv(conj(L11)) * A21^T
//                   A22 := A22 - A21 * A21^H
template <class T> i64 recurse(const Plan& plan, i64 n, View<T> a) {
    const i64 stop = triangular_kernels<T>().potrf_leaf;
    if (n <= stop) return leaf(n, a);
    const i64 n1 = n >= 2 * stop ? n / 2 / 64 * 64 : n / 2 / 32 * 32;
    const i64 n2 = n - n1;
    if (const i64 info = recurse(plan, n1, a)) return info;
    const View<T> a21 = a.block(n1, 0);
    const View<T> a22 = a.block(n1, n1);
    const double work =
        static_cast<double>(n1) * static_cast<double>(n2) * static_cast<double>(n1 + n2) / 2 * weight<T>;
    const Plan step = work < fork_work ? serial(plan) : plan;
    solve_lower(step, n1, n2, false, T(1), View<const T>(a.conjugated()), a21.transposed());
    update_lower<T>(step, n2, n1, -1, a21, a22);
    const i64 info = recurse(plan, n2, a22);
    return info ? info + n1 : 0;
}

}  // namespace

template <class T> i64 potrf(const Plan& plan, char uplo, i64 n, T* a, i64 lda) {
    return n == 0 ? 0 : recurse(plan, n, as_lower(uplo, a, lda));
}

template i64 potrf(const Plan&, char, i64, float*, i64);
template i64 potrf(const Plan&, char, i64, double*, i64);
template i64 potrf(const Plan&, char, i64, std::complex<float>*, i64);
template i64 potrf(const Plan&, char, i64, std::complex<double>*, i64);

}  // namespace shunt::cpu
