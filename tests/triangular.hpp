// In: a name of a hard case. Out: triangular matrices that break careless solvers.
#pragma once
#include "matrix.hpp"

namespace test {

enum class Hard { kahan, random_unit, graded, near_overflow, near_underflow, tiny_diagonal };
inline constexpr Hard hard_cases[] = {Hard::kahan,         Hard::random_unit,    Hard::graded,
                                      Hard::near_overflow, Hard::near_underflow, Hard::tiny_diagonal};

// A power of two near the end of the range.
template <class T> real_t<T> extreme(bool large) {
    const int e = is_single<T> ? 120 : 1000;
    return std::ldexp(real_t<T>(1), large ? e : -e);
}
// What right-hand sides are multiplied with, so that solutions stay within the range.
template <class T> real_t<T> rhs_scale(Hard h) {
    if (h == Hard::near_overflow) return extreme<T>(true);
    if (h == Hard::near_underflow || h == Hard::tiny_diagonal) return extreme<T>(false);
    return 1;
}
// Largest order at which the growth of the case stays within the range.
template <class T> i64 hard_order(Hard h) {
    if (h == Hard::random_unit || h == Hard::tiny_diagonal) return is_single<T> ? 40 : 150;
    return 150;
}

template <class T> Matrix<T> hard_triangle(Hard h, i64 n, Uplo uplo, Diag diag, Random& r) {
    using R = real_t<T>;
    Matrix<T> a(n, n, 1);
    a.random(r);
    const R s = R(std::sin(1.2)), c = R(std::cos(1.2));
    for (i64 j = 0; j < n; ++j)
        for (i64 i = 0; i < n; ++i) {
            const i64 row = uplo == Uplo::U ? i : n - 1 - i;  // a lower triangle is an upper one turned round
            T& x = a(i, j);
            switch (h) {
                case Hard::kahan:
                    x = T(std::pow(s, R(row % 60)) * (i == j ? R(1) : -c));
                    break;
                case Hard::random_unit:
                    x = i == j ? T(1) : x;
                    break;
                case Hard::graded:
                    x = (x + T(R(i == j))) * std::ldexp(R(1), int(row % 40) - 20);
                    break;
                case Hard::near_overflow:
                    x = (x / R(n) + T(R(i == j))) * extreme<T>(true);
                    break;
                case Hard::near_underflow:
                    x = (x / R(n) + T(R(i == j))) * extreme<T>(false);
                    break;
                case Hard::tiny_diagonal:
                    x = i == j ? (x + T(1)) * (i % 7 == 3 ? extreme<T>(false) : R(1)) : x * extreme<T>(false);
                    break;
            }
        }
    poison_unread(a, uplo, diag);
    return a;
}

}  // namespace test
