// In: a symmetric or Hermitian A of which one triangle is given, and B. Out: C := alpha * A * B + beta * C or
// C := alpha * B * A + beta * C by recursion over GEMM.
#include <algorithm>
#include <complex>

#include "cpu/gemm.hpp"
#include "cpu/pool.hpp"
#include "cpu/triangle.hpp"
#include "cpu/workspace.hpp"

namespace shunt::cpu {
namespace {

// Diagonal blocks up to this size are written out as full matrices: one product instead of many small ones.
constexpr i64 leaf = 256;

// A lower block as a full one, in strips of rows so that the transposed half is written by cache lines.
template <class T> void expand(bool herm, i64 m, View<const T> a, T* full) {
    constexpr i64 strip = 16;
    const bool conj_lower = a.conj;
    const bool conj_upper = herm != a.conj;
    for (i64 i1 = 0; i1 < m; i1 += strip) {
        const i64 i2 = std::min(i1 + strip, m);
        for (i64 j = 0; j < i2; ++j)
            for (i64 i = std::max(i1, j); i < i2; ++i) {
                const T x = *a.at(i, j);
                full[j + i * m] = conj_upper ? conjugate(x) : x;
                full[i + j * m] = conj_lower ? conjugate(x) : x;
            }
    }
    if (herm) make_diagonal_real(m, column_major(full, m));
}

// Rows first ... last - 1 of C := alpha * A * B + beta * C; A m x m lower, B and C m x n.
//   [ A11  A21^H ] [ B1 ]       C1 := alpha * A11 * B1 + beta * C1
//   [ A21  A22   ] [ B2 ]       C1 := C1 + alpha * A21^H * B2
//                               C2 := alpha * A22 * B2 + beta * C2
//                               C2 := C2 + alpha * A21 * B1
// Which rows are wanted does not change how an element is summed.
template <class T> void multiply(const Plan& plan, bool herm, i64 first, i64 last, i64 m, i64 n, T alpha,
                                 View<const T> a, View<const T> b, T beta, View<T> c, T* scratch) {
    first = std::max<i64>(first, 0);
    last = std::min(last, m);
    if (first >= last) return;
    if (m <= leaf) {
        expand(herm, m, a, scratch);
        const View<const T> full = column_major<const T>(scratch, m);
        gemm<T>(plan, last - first, n, m, alpha, full.block(first, 0), b, beta, c.block(first, 0));
        return;
    }
    const i64 m1 = (m / 2 + 47) / 48 * 48;
    const i64 m2 = m - m1;
    const View<const T> a21 = a.block(m1, 0);
    View<const T> a12 = a21.transposed();
    if (herm) a12 = a12.conjugated();
    const i64 last1 = std::min(last, m1);
    if (first < last1) {
        multiply(plan, herm, first, last1, m1, n, alpha, a, b, beta, c, scratch);
        gemm<T>(plan, last1 - first, n, m2, alpha, a12.block(first, 0), b.block(m1, 0), T(1), c.block(first, 0));
    }
    const i64 first2 = std::max(first, m1);
    if (first2 < last) {
        multiply(plan, herm, first2 - m1, last - m1, m2, n, alpha, a.block(m1, m1), b.block(m1, 0), beta,
                 c.block(m1, 0), scratch);
        gemm<T>(plan, last - first2, n, m1, alpha, a.block(first2, 0), b, T(1), c.block(first2, 0));
    }
}

}  // namespace

template <class T> void symm(const Plan& plan, bool herm, char side, char uplo, i64 m, i64 n, T alpha, const T* a,
                             i64 lda, const T* b, i64 ldb, T beta, T* c, i64 ldc) {
    if (m == 0 || n == 0 || (alpha == T(0) && beta == T(1))) return;
    herm = herm && is_complex<T>;
    View<const T> va = column_major(a, lda);
    View<const T> vb = column_major(b, ldb);
    View<T> vc = column_major(c, ldc);
    bool lower = uplo == 'L';
    if (side == 'R') {  // C^T = A^T B^T
        va = va.transposed();
        vb = vb.transposed();
        vc = vc.transposed();
        std::swap(m, n);
        lower = !lower;
    }
    if (!lower) {  // A^T, or A^H
        va = va.transposed();
        if (herm) va = va.conjugated();
    }
    if (alpha == T(0)) return own_gemm<T>(m, n, 0, alpha, va, vb, beta, vc);
    const auto block = [&](const Plan& serial, i64 i1, i64 i2, i64 j1, i64 j2) {
        static_assert(leaf * leaf * sizeof(T) <= Workspace::max_bytes);
        const Workspace scratch;
        multiply<T>(serial, herm, i1, i2, m, j2 - j1, alpha, va, vb.block(0, j1), beta, vc.block(0, j1),
                    scratch.as<T>());
    };
    if (plan.threads <= 1) return block(plan, 0, m, 0, n);
    const Grid grid(worthwhile_tasks(plan.threads, m, m, n, weight<T>), m, n);
    parallel(grid.tasks(), [&](int task) {
        const Grid::Block q = grid.block(task);
        block(Plan{}, q.i1, q.i2, q.j1, q.j2);
    });
}

template void symm(const Plan&, bool, char, char, i64, i64, float, const float*, i64, const float*, i64, float, float*,
                   i64);
template void symm(const Plan&, bool, char, char, i64, i64, double, const double*, i64, const double*, i64, double,
                   double*, i64);
template void symm(const Plan&, bool, char, char, i64, i64, std::complex<float>, const std::complex<float>*, i64,
                   const std::complex<float>*, i64, std::complex<float>, std::complex<float>*, i64);
template void symm(const Plan&, bool, char, char, i64, i64, std::complex<double>, const std::complex<double>*, i64,
                   const std::complex<double>*, i64, std::complex<double>, std::complex<double>*, i64);

}  // namespace shunt::cpu
