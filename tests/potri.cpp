// In: xPOTRF, then xPOTRI. Out: the inverse by the residual of A inv(A); a zero on the factor's diagonal told.
#include "factor.hpp"

using namespace test;

template <class T> class Potri : public testing::Test {};
TYPED_TEST_SUITE(Potri, Scalars);

TYPED_TEST(Potri, Inverse) {
    using T = TypeParam;
    Random r(121);
    for (const Uplo uplo : uplos)
        for (const i64 n : sizes())
            for (const i64 beam : {0, 3}) {
                const Matrix<T> a0 = positive<T>(n, uplo, beam, r);
                Matrix<T> a = a0;
                Info info;
                fortran<T>(plain, "potrf", uplo, n, a.data(), a.ld, info);
                const Matrix<T> factor = a;
                fortran<T>(plain, "potri", uplo, n, a.data(), a.ld, info);
                ASSERT_EQ(info.value, 0) << char(uplo) << n;
                ASSERT_TRUE(a.same_but(factor, [&](i64 i, i64 j) { return in_triangle(uplo, i, j); }))
                    << char(uplo) << n;
                ASSERT_LT(norm_ratio<T>(identity<wide_t<T>>(n), symmetric(a, uplo, true), symmetric(a0, uplo, true)),
                          threshold)
                    << char(uplo) << " n " << n << " beam " << beam;
            }
}

TYPED_TEST(Potri, Singular) {
    using T = TypeParam;
    Random r(122);
    for (const Uplo uplo : uplos)
        for (const i64 n : {1, 2, 9, 65, 130})
            for (const i64 p : {i64(0), n / 2, n - 1}) {
                Matrix<T> a(n, n, 1);
                a.random(r);
                strengthen_diagonal(a);
                clean_diagonal(a);
                a(p, p) = a(n - 1, n - 1) = T(0);
                const Matrix<T> a0 = a;
                Info info;
                fortran<T>(plain, "potri", uplo, n, a.data(), a.ld, info);
                ASSERT_EQ(info.value, p + 1) << char(uplo) << n;
                ASSERT_TRUE(a == a0) << char(uplo) << n;
            }
}
