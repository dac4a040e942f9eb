// In: xPOTRS and xPOSV. Out: solutions by the residual of the original system; nothing solved when it is not definite.
#include "factor.hpp"

using namespace test;

template <class T> class Potrs : public testing::Test {};
TYPED_TEST_SUITE(Potrs, Scalars);

TYPED_TEST(Potrs, Solution) {
    using T = TypeParam;
    Random r(91);
    for (const i64 n : sizes())
        for (const i64 nrhs : {i64(0), i64(1), i64(2), i64(9), n == 65 ? i64(100) : i64(17)})
            for (const Uplo uplo : uplos) {
                const i64 beam = r.below(2) * 2;
                const Matrix<T> a0 = positive<T>(n, uplo, beam, r), b0 = Matrix<T>(n, nrhs, beam).random(r);
                Matrix<T> a = a0, b = b0;
                Info info;
                fortran<T>(plain, "potrf", uplo, n, a.data(), a.ld, info);
                const Matrix<T> factor = a;
                fortran<T>(plain, "potrs", uplo, n, nrhs, a.data(), a.ld, b.data(), b.ld, info);
                const auto where = testing::Message() << char(uplo) << " n " << n << " nrhs " << nrhs;
                ASSERT_EQ(info.value, 0) << where;
                ASSERT_TRUE(a == factor && b.same_but(b0)) << where;
                ASSERT_LT(norm_ratio<T>(dense(b0), symmetric(a0, uplo, true), dense(b)), threshold)
                    << "potrs " << where;
                a = a0, b = b0;
                fortran<T>(plain, "posv", uplo, n, nrhs, a.data(), a.ld, b.data(), b.ld, info);
                ASSERT_EQ(info.value, 0) << where;
                ASSERT_TRUE(b.same_but(b0) && a.same_but(a0, [&](i64 i, i64 j) { return in_triangle(uplo, i, j); }))
                    << where;
                ASSERT_LT(norm_ratio<T>(dense(b0), symmetric(a0, uplo, true), dense(b)), threshold) << "posv " << where;
            }
}

TYPED_TEST(Potrs, IndefinitePosv) {
    using T = TypeParam;
    Random r(92);
    for (const Uplo uplo : uplos)
        for (const i64 n : {1, 2, 9, 65, 130})
            for (const i64 p : {i64(0), n / 2, n - 1}) {
                Matrix<T> a = positive<T>(n, uplo, 1, r), b(n, 3, 1);
                b.random(r);
                a(p, p) = T(-100);
                const Matrix<T> b0 = b;
                Info info;
                fortran<T>(plain, "posv", uplo, n, i64(3), a.data(), a.ld, b.data(), b.ld, info);
                ASSERT_EQ(info.value, p + 1) << char(uplo) << n;
                ASSERT_TRUE(b == b0) << char(uplo) << n;
            }
}
