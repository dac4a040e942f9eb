// In: triangular A and right-hand sides B. Out: B := alpha * inv(op(A)) * B or alpha * B * inv(op(A)).
#include "cpu/trsm.hpp"

#include <algorithm>
#include <complex>

#include "cpu/gemm.hpp"
#include "cpu/kernels.hpp"
#include "cpu/workspace.hpp"

namespace shunt::cpu {
namespace {

template <class T> void leaf(i64 m, i64 n, bool unit, T alpha, View<const T> a, View<T> b) {
    const auto& kernels = triangular_kernels<T>();
    if (m <= kernels.small) {
        kernels.trsm(m, n, unit, alpha, a, b, nullptr);
    } else {
        Workspace workspace;
        kernels.trsm(m, n, unit, alpha, a, b, workspace.data());
    }
}

template <class T> void by_columns(const Plan&, i64 m, i64 n, bool unit, T alpha, View<const T> a, View<T> b);

// Up to this order several threads share the columns of B; above it, if they solve together, the products' rows, too.
constexpr i64 together_leaf = 512;

//   [ A11      ] [ B1 ]    B1 := alpha * inv(A11) * B1
//   [ A21  A22 ] [ B2 ]    B2 := alpha * B2 - A21 * B1
//                          B2 := inv(A22) * B2
template <class T> void recurse(const Plan& plan, i64 m, i64 n, bool unit, T alpha, View<const T> a, View<T> b) {
    const i64 stop = triangular_kernels<T>().leaf;
    if (m <= stop) return leaf(m, n, unit, alpha, a, b);
    if (plan.threads > 1 && m <= together_leaf) return by_columns(plan, m, n, unit, alpha, a, b);
    const i64 m1 = std::max((m / 2 + stop / 2) / stop * stop, stop / 2);
    const i64 m2 = m - m1;
    recurse(plan, m1, n, unit, alpha, a, b);
    gemm_turned(plan, m2, n, m1, T(-1), a.block(m1, 0), View<const T>(b), alpha, b.block(m1, 0));
    recurse(plan, m2, n, unit, T(1), a.block(m1, m1), b.block(m1, 0));
}

template <class T> void by_columns(const Plan& plan, i64 m, i64 n, bool unit, T alpha, View<const T> a, View<T> b) {
    split_columns(plan, m, n, b, [&](const Plan& part, i64 columns, View<T> some) {
        recurse(part, m, columns, unit, alpha, a, some);
    });
}

}  // namespace

template <class T>
void gemm_turned(const Plan& plan, i64 m, i64 n, i64 k, T alpha, View<const T> a, View<const T> b, T beta, View<T> c) {
    if (c.rs < 0 || c.cs < 0)
        gemm(plan, m, n, k, alpha, a.reversed(m, k), b.rows_reversed(k), beta, c.rows_reversed(m));
    else
        gemm(plan, m, n, k, alpha, a, b, beta, c);
}

int parts_of_solve(int threads, i64 order, i64 rhs, double weight) noexcept {
    constexpr i64 least = 16;  // right-hand sides of a part
    return static_cast<int>(
        std::min<i64>(worthwhile_tasks(threads, order, order, rhs, weight), (rhs + least - 1) / least));
}

// Where all columns are shared out each thread reads all of A, for which few columns do not make up (16 cores of a
// Xeon, order 4096, 64 right-hand sides: three times as fast together).
bool solves_together(int threads, i64 order, i64 rhs) noexcept {
    return threads > 1 && order >= 2 * together_leaf && rhs < 64 * threads;
}

template <class T> void solve_lower(const Plan& plan, i64 m, i64 n, bool unit, T alpha, View<const T> a, View<T> b) {
    if (solves_together(plan.threads, m, n)) return recurse(plan, m, n, unit, alpha, a, b);
    by_columns(plan, m, n, unit, alpha, a, b);
}

template <class T> void trsm(const Plan& plan, char side, char uplo, char transa, char diag, i64 m, i64 n, T alpha,
                             const T* a, i64 lda, T* b, i64 ldb) {
    if (m == 0 || n == 0) return;
    if (alpha == T(0)) {
        for (i64 j = 0; j < n; ++j) std::fill_n(b + j * ldb, m, T(0));
        return;
    }
    const auto t = as_lower_left(side, uplo, transa, m, n, a, lda, b, ldb);
    solve_lower(plan, t.m, t.n, diag == 'U', alpha, t.a, t.b);
}

#define INSTANTIATE(T)                                                                            \
    template void trsm(const Plan&, char, char, char, char, i64, i64, T, const T*, i64, T*, i64); \
    template void solve_lower(const Plan&, i64, i64, bool, T, View<const T>, View<T>);            \
    template void gemm_turned(const Plan&, i64, i64, i64, T, View<const T>, View<const T>, T, View<T>);
INSTANTIATE(float)
INSTANTIATE(double)
INSTANTIATE(std::complex<float>)
INSTANTIATE(std::complex<double>)
#undef INSTANTIATE

}  // namespace shunt::cpu
