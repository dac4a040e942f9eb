// In: xGETRF, xGETRF2 and xGETF2. Out: P A = L U by its componentwise residual, legal pivots, the first zero pivot in
// info.
#include "factor.hpp"

using namespace test;

template <class T> class Getrf : public testing::Test {};
TYPED_TEST_SUITE(Getrf, Scalars);
static constexpr const char* names[] = {"getrf", "getrf2", "getf2"};

template <class T> static double cabs1(T x) {
    return std::abs(double(std::real(x))) + std::abs(double(std::imag(x)));
}

template <class T> static void factor_and_check(const char* name, const Matrix<T>& a0, i64 expected_info) {
    const i64 m = a0.m, n = a0.n, k = std::min(m, n);
    Matrix<T> a = a0;
    Pivots pivots(k);
    Info info;
    fortran<T>(plain, name, m, n, a.data(), a.ld, pivots, info);
    const auto where = testing::Message() << name << " m " << m << " n " << n << " ld " << a.ld;
    ASSERT_EQ(info.value, expected_info) << where;
    ASSERT_TRUE(a.same_but(a0) && pivots.guarded(k)) << where;
    for (i64 i = 0; i < k; ++i)
        ASSERT_TRUE(pivots[i] > i && pivots[i] <= m) << where << " pivot " << i << " is " << pivots[i];
    for (i64 j = 0; j < k; ++j)
        for (i64 i = j + 1; i < m; ++i) ASSERT_LE(cabs1(a(i, j)), is_complex<T> ? 1.42 * 1.42 : 1.0) << where;
    ASSERT_LT(lu_ratio(a, a0, pivots), threshold) << where;
}

TYPED_TEST(Getrf, Factor) {
    using T = TypeParam;
    Random r(71);
    for (const char* name : names) {
        for (const i64 s : sizes())
            for (const i64 beam : {0, 3})
                for (const auto& [m, n] : {std::pair(s, s), std::pair(s, small_size(r)), std::pair(small_size(r), s)}) {
                    factor_and_check(name, Matrix<T>(m, n, beam).random(r), 0);
                    if (this->HasFatalFailure()) return;
                }
        for (const auto& [m, n] : {std::pair<i64, i64>(300, 70), {70, 300}, {257, 129}, {129, 257}, {1000, 33}}) {
            factor_and_check(name, Matrix<T>(m, n).random(r), 0);
            if (this->HasFatalFailure()) return;
        }
    }
}

// A column of zeros stays one: its pivot is exactly zero, the factorization goes on, and the first one is told.
TYPED_TEST(Getrf, Singular) {
    using T = TypeParam;
    Random r(72);
    for (const char* name : names)
        for (const auto& [m, n] : {std::pair<i64, i64>(1, 1),
                                   {2, 2},
                                   {9, 9},
                                   {33, 33},
                                   {64, 64},
                                   {65, 65},
                                   {130, 130},
                                   {200, 90},
                                   {90, 200}})
            for (const i64 p : {i64(0), std::min(m, n) / 2, std::min(m, n) - 1})
                for (const bool two : {false, true}) {
                    Matrix<T> a(m, n, 1);
                    a.random(r);
                    for (i64 i = 0; i < m; ++i) {
                        a(i, p) = T(0);
                        if (two) a(i, std::min(m, n) - 1) = T(0);
                    }
                    factor_and_check(name, a, p + 1);
                    if (this->HasFatalFailure()) return;
                }
}

TYPED_TEST(Getrf, GradedAndExtreme) {
    using T = TypeParam;
    using R = real_t<T>;
    Random r(73);
    for (const char* name : names)
        for (const i64 n : {5, 40, 130})
            for (const int shift : {0, is_single<T> ? 90 : 980, is_single<T> ? -80 : -980}) {
                Matrix<T> a(n, n);
                a.random(r).fill(
                    [&](i64 i, i64 j) { return a(i, j) * std::ldexp(R(1), int(i % 13 + j % 11) - 12 + shift); });
                factor_and_check(name, a, 0);
                if (this->HasFatalFailure()) return;
            }
}

// Ties go to the first of the largest, as IxAMAX finds it.
TYPED_TEST(Getrf, Ties) {
    using T = TypeParam;
    for (const char* name : names)
        for (const i64 n : {8, 50}) {
            Matrix<T> a(n, n);
            a.fill([](i64 i, i64 j) { return i == j ? T(1) : i > j ? T(-1) : T(j == 0); });
            Pivots pivots(n);
            Info info;
            fortran<T>(plain, name, n, n, a.data(), a.ld, pivots, info);
            for (i64 i = 0; i < n; ++i) ASSERT_EQ(pivots[i], i + 1) << name << ' ' << n;
        }
}

TYPED_TEST(Getrf, NonFinite) {
    using T = TypeParam;
    Random r(74);
    for (const char* name : names)
        for (const i64 n : {3, 20, 70, 150}) {
            Matrix<T> a(n, n, 1);
            a.random(r);
            a(n / 2, n / 2) = nan_value<T>();
            const Matrix<T> a0 = a;
            Pivots pivots(n);
            Info info;
            fortran<T>(plain, name, n, n, a.data(), a.ld, pivots, info);
            ASSERT_TRUE(a.same_but(a0) && pivots.guarded(n));
            bool found = false;
            for (i64 j = 0; j < n; ++j)
                for (i64 i = 0; i < n; ++i) found |= is_nan(a(i, j));
            ASSERT_TRUE(found) << name << ' ' << n;
            for (i64 i = 0; i < n; ++i) ASSERT_TRUE(pivots[i] > i && pivots[i] <= n) << name << ' ' << n;
        }
}
