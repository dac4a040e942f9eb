// In: a triangular matrix. Out: its inverse in place.
#include <complex>

#include "cpu/kernels.hpp"
#include "cpu/potrf.hpp"
#include "cpu/trsm.hpp"
#include "cpu/workspace.hpp"

namespace shunt::cpu {
namespace {

constexpr i64 stop = 32;

template <class T> void leaf(i64 n, bool unit, View<T> a) {
    alignas(64) T x[stop * stop];
    for (i64 j = 0; j < n; ++j)
        for (i64 i = 0; i < n; ++i) x[i + j * n] = T(i == j);
    solve_lower(Plan{}, n, n, unit, T(1), View<const T>(a), column_major(x, n));
    // Zeros above the diagonal times an infinity: a NaN goes down its column to the last row. Then each column by
    // itself, so that it depends on what is right of it and below, as LAPACK's does.
    bool whole = true;
    for (i64 j = 0; j < n; ++j) {
        const T& last = x[n - 1 + j * n];
        whole &= last == last;  // NOLINT(misc-redundant-expression): no NaN
    }
    for (i64 j = 0; j < n && !whole; ++j) {
        const View<T> column = column_major(x, n).block(j, j);
        for (i64 i = 0; i < n - j; ++i) *column.at(i, 0) = T(i == 0);
        solve_lower(Plan{}, n - j, 1, unit, T(1), View<const T>(a.block(j, j)), column);
    }
    for (i64 j = 0; j < n; ++j)
        for (i64 i = unit ? j + 1 : j; i < n; ++i) *a.at(i, j) = x[i + j * n];
}

//   [ A11      ]    A21 := -inv(A22) * A21 * inv(A11)
//   [ A21  A22 ]    A11 := inv(A11), A22 := inv(A22)
// turned: of a matrix that is upper. Its rows' sizes fall after partial pivoting, and products stay in the range where
// those of A11 come first, as in LAPACK.
template <class T> void recurse(const Plan& plan, i64 n, bool unit, bool turned, View<T> a) {
    if (n <= stop) return leaf(n, unit, a);
    const i64 n1 = (n / 2 + 7) / 8 * 8;
    const i64 n2 = n - n1;
    const View<T> a21 = a.block(n1, 0);
    const View<T> a22 = a.block(n1, n1);
    const auto left = [&] { solve_lower(plan, n2, n1, unit, T(-1), View<const T>(a22), a21); };
    if (!turned) left();
    // The right factor from the left: A11^T is upper, and lower when turned round.
    solve_lower(plan, n1, n2, unit, T(1), View<const T>(a.transposed().reversed(n1, n1)),
                a21.transposed().rows_reversed(n1));
    if (turned) left();
    recurse(plan, n1, unit, turned, a);
    recurse(plan, n2, unit, turned, a22);
}

}  // namespace

template <class T> i64 trtri(const Plan& plan, char uplo, char diag, i64 n, T* a, i64 lda) {
    if (n == 0) return 0;
    if (diag == 'N')
        for (i64 i = 0; i < n; ++i)
            if (a[i + i * lda] == T(0)) return i + 1;
    recurse(plan, n, diag == 'U', uplo == 'U', as_lower(uplo, a, lda));
    return 0;
}

template i64 trtri(const Plan&, char, char, i64, float*, i64);
template i64 trtri(const Plan&, char, char, i64, double*, i64);
template i64 trtri(const Plan&, char, char, i64, std::complex<float>*, i64);
template i64 trtri(const Plan&, char, char, i64, std::complex<double>*, i64);

}  // namespace shunt::cpu
