// In: an order and a seed. Out: matrices to factorize, and what a factorization left of them as wide factors.
#pragma once
#include "triangular.hpp"

namespace test {

// Hermitian positive definite, in one triangle; NaN in the other and in the imaginary part of the diagonal.
template <class T> Matrix<T> positive(i64 n, Uplo uplo, i64 beam, Random& r) {
    Matrix<T> a(n, n, beam);
    a.random(r);
    for (i64 i = 0; i < n; ++i) a(i, i) = T(real_t<T>(1 + 0.5 * double(n)));
    poison_unread(a, uplo);
    poison_hermitian_diagonal(a);
    return a;
}
template <class T> void clean_diagonal(Matrix<T>& a) {
    for (i64 i = 0; i < a.n; ++i) a(i, i) = T(std::real(a(i, i)));
}

// A = L L^H or U^H U from the triangle that xPOTRF left.
template <class T> double cholesky_ratio(const Matrix<T>& factor, const Matrix<T>& a, Uplo uplo) {
    return ratio<T>(symmetric(a, uplo, true), triangle(factor, uplo, Diag::N, uplo == Uplo::L ? Trans::N : Trans::C),
                    triangle(factor, uplo, Diag::N, uplo == Uplo::L ? Trans::C : Trans::N));
}

// P A = L U from what xGETRF left.
template <class T> double lu_ratio(const Matrix<T>& factor, const Matrix<T>& a, const Pivots& pivots) {
    using W = wide_t<T>;
    const i64 m = a.m, n = a.n, k = std::min(m, n);
    Dense<W> pa = dense(a), lower(m, k), upper(k, n);
    for (i64 i = 0; i < k; ++i)
        if (const i64 p = pivots[i] - 1; p != i)
            for (i64 j = 0; j < n; ++j) std::swap(pa(i, j), pa(p, j));
    lower.fill([&](i64 i, i64 j) { return i > j ? W(factor(i, j)) : W(i == j); });
    upper.fill([&](i64 i, i64 j) { return i <= j ? W(factor(i, j)) : W(0); });
    return ratio<T>(pa, lower, upper);
}

}  // namespace test
