// In: xTRTRS. Out: solutions by the componentwise backward error; a zero on the diagonal told, nothing touched.
#include "triangular.hpp"

using namespace test;

template <class T> class Trtrs : public testing::Test {};
TYPED_TEST_SUITE(Trtrs, Scalars);

TYPED_TEST(Trtrs, Solution) {
    using T = TypeParam;
    Random r(131);
    for_variants([&](Side side, Uplo uplo, Trans trans, Diag diag) {
        if (side == Side::R) return;
        for (const i64 n : sizes())
            for (const i64 nrhs : {0, 1, 2, 9, 33}) {
                const i64 beam = r.below(2) * 2;
                Matrix<T> a(n, n, beam), b(n, nrhs, beam);
                a.random(r), b.random(r);
                if (diag == Diag::N)
                    strengthen_diagonal(a);
                else
                    a.fill([&](i64 i, i64 j) { return a(i, j) * real_t<T>(4.0 / double(n)); });
                poison_unread(a, uplo, diag);
                const Matrix<T> a0 = a, b0 = b;
                Info info;
                fortran<T>(plain, "trtrs", uplo, trans, diag, n, nrhs, a.data(), a.ld, b.data(), b.ld, info);
                ASSERT_EQ(info.value, 0) << n;
                ASSERT_TRUE(a == a0 && b.same_but(b0)) << n;
                ASSERT_LT(ratio<T>(dense(b0), triangle(a, uplo, diag, trans), dense(b)), threshold)
                    << variant(side, uplo, trans, diag) << "n " << n << " nrhs " << nrhs;
            }
        for (const i64 n : {1, 2, 9, 65, 130})
            for (const i64 p : {i64(0), n / 2, n - 1}) {
                if (diag == Diag::U) continue;
                Matrix<T> a(n, n), b(n, 3, 1);
                a.random(r), b.random(r);
                strengthen_diagonal(a);
                a(p, p) = a(n - 1, n - 1) = T(0);
                const Matrix<T> b0 = b;
                Info info;
                fortran<T>(plain, "trtrs", uplo, trans, diag, n, i64(3), a.data(), a.ld, b.data(), b.ld, info);
                ASSERT_EQ(info.value, p + 1) << char(uplo) << n;
                ASSERT_TRUE(b == b0) << char(uplo) << n;
            }
    });
}
