// In: xPOTRF, xPOTRF2 and xPOTF2. Out: the factor by its componentwise residual; the first bad minor in info.
#include <cfenv>

#include "factor.hpp"

using namespace test;

template <class T> class Potrf : public testing::Test {};
TYPED_TEST_SUITE(Potrf, Scalars);
static constexpr const char* names[] = {"potrf", "potrf2", "potf2"};

TYPED_TEST(Potrf, Factor) {
    using T = TypeParam;
    Random r(61);
    for (const char* name : names)
        for (const Uplo uplo : uplos)
            for (const i64 n : sizes())
                for (const i64 beam : {0, 3}) {
                    const Matrix<T> a0 = positive<T>(n, uplo, beam, r);
                    Matrix<T> a = a0;
                    Info info;
                    fortran<T>(plain, name, uplo, n, a.data(), a.ld, info);
                    ASSERT_EQ(info.value, 0) << name << char(uplo) << n;
                    ASSERT_TRUE(a.same_but(a0, [&](i64 i, i64 j) { return in_triangle(uplo, i, j); }))
                        << name << char(uplo) << n;
                    ASSERT_LT(cholesky_ratio(a, a0, uplo), threshold)
                        << name << ' ' << char(uplo) << " n " << n << " beam " << beam;
                    for (i64 i = 0; i < n; ++i) ASSERT_EQ(std::imag(a(i, i)), 0);
                }
}

// A minor that is negative, exactly zero or NaN ends it; nothing outside the triangle is touched even then.
TYPED_TEST(Potrf, NotPositiveDefinite) {
    using T = TypeParam;
    using R = real_t<T>;
    Random r(62);
    for (const char* name : names)
        for (const Uplo uplo : uplos)
            for (const i64 n : {1, 2, 7, 33, 64, 65, 130, 200})
                for (const i64 p : {i64(0), n / 2, n - 1})
                    for (const R bad : {R(-1e3), R(0), std::numeric_limits<R>::quiet_NaN()}) {
                        Matrix<T> a = positive<T>(n, uplo, 2, r);
                        if (std::isnan(bad) && !strict()) continue;
                        if (bad == 0)
                            for (i64 i = 0; i < n; ++i) (in_triangle(uplo, i, p) ? a(i, p) : a(p, i)) = T(0);
                        a(p, p) = T(bad);
                        const Matrix<T> a0 = a;
                        Info info;
                        fortran<T>(plain, name, uplo, n, a.data(), a.ld, info);
                        ASSERT_EQ(info.value, p + 1) << name << ' ' << char(uplo) << " n " << n << " bad " << bad;
                        ASSERT_TRUE(a.same_but(a0, [&](i64 i, i64 j) { return in_triangle(uplo, i, j); }))
                            << name << ' ' << char(uplo) << " n " << n << " bad " << bad;
                    }
}

// What a former call left in the workspace takes no part: no exception is raised by a matrix that gives no reason to.
TYPED_TEST(Potrf, RaisesNothing) {
    using T = TypeParam;
    using R = real_t<T>;
    if (const char* route = std::getenv("SHUNT_ROUTE"); !route || std::strcmp(route, "cpu") != 0) GTEST_SKIP();
    Random r(64);
    for (const Uplo uplo : uplos)
        for (i64 n = 1; n <= 70; ++n) {
            Matrix<T> huge = positive<T>(100, uplo, 0, r);
            huge.fill([&](i64 i, i64 j) { return i == j ? T(1) : T(std::sqrt(std::numeric_limits<R>::max())); });
            Info info;
            fortran<T>(plain, "potrf", uplo, i64(100), huge.data(), huge.ld, info);
            ASSERT_GT(info.value, 0);
            Matrix<T> a = positive<T>(n, uplo, 3, r);
            clean_diagonal(a);
            std::feclearexcept(FE_ALL_EXCEPT);
            fortran<T>(plain, "potrf", uplo, n, a.data(), a.ld, info);
            ASSERT_EQ(std::fetestexcept(FE_INVALID | FE_OVERFLOW | FE_DIVBYZERO), 0) << char(uplo) << n;
            ASSERT_EQ(info.value, 0);
        }
}

// Graded rows and columns: 2^(2p) down the diagonal, and both ends of the range.
TYPED_TEST(Potrf, Graded) {
    using T = TypeParam;
    using R = real_t<T>;
    Random r(63);
    for (const char* name : names)
        for (const Uplo uplo : uplos)
            for (const i64 n : {9, 60, 140})
                for (const int shift : {0, is_single<T> ? 100 : 900, is_single<T> ? -60 : -900}) {
                    Matrix<T> a = positive<T>(n, uplo, 0, r);
                    clean_diagonal(a);
                    a.fill([&](i64 i, i64 j) { return a(i, j) * std::ldexp(R(1), int(i % 20 + j % 20) - 20 + shift); });
                    const Matrix<T> a0 = a;
                    Info info;
                    fortran<T>(plain, name, uplo, n, a.data(), a.ld, info);
                    ASSERT_EQ(info.value, 0) << name << char(uplo) << n << ' ' << shift;
                    ASSERT_LT(cholesky_ratio(a, a0, uplo), threshold)
                        << name << ' ' << char(uplo) << " n " << n << ' ' << shift;
                }
}
