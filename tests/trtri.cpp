// In: xTRTRI and xTRTI2. Out: inverses by the residual of A inv(A) or inv(A) A; a zero on the diagonal told, nothing
// touched.
#include "factor.hpp"

using namespace test;

template <class T> class Trtri : public testing::Test {};
TYPED_TEST_SUITE(Trtri, Scalars);
static constexpr const char* names[] = {"trtri", "trti2"};

template <class T> static void invert_and_check(const char* name, Uplo uplo, Diag diag, const Matrix<T>& a0) {
    using W = wide_t<T>;
    const i64 n = a0.n;
    Matrix<T> a = a0;
    Info info;
    fortran<T>(plain, name, uplo, diag, n, a.data(), a.ld, info);
    const auto where = testing::Message() << name << ' ' << char(uplo) << char(diag) << " n " << n;
    ASSERT_EQ(info.value, 0) << where;
    ASSERT_TRUE(a.same_but(a0, [&](i64 i, i64 j) { return in_triangle(uplo, i, j) && !(i == j && diag == Diag::U); }))
        << where;
    const auto x = triangle(a, uplo, diag), t = triangle(a0, uplo, diag);
    const double left = norm_ratio<T>(identity<W>(n), x, t);
    ASSERT_LT(left < threshold ? left : norm_ratio<T>(identity<W>(n), t, x), threshold) << where;
}

TYPED_TEST(Trtri, Inverse) {
    using T = TypeParam;
    Random r(101);
    for (const char* name : names)
        for (const Uplo uplo : uplos)
            for (const Diag diag : diags) {
                for (const i64 n : sizes())
                    for (const i64 beam : {0, 3}) {
                        Matrix<T> a(n, n, beam);
                        a.random(r);
                        if (diag == Diag::N)
                            strengthen_diagonal(a);
                        else
                            a.fill([&](i64 i, i64 j) { return a(i, j) * real_t<T>(4.0 / double(n)); });
                        poison_unread(a, uplo, diag);
                        invert_and_check(name, uplo, diag, a);
                        if (this->HasFatalFailure()) return;
                    }
                for (const Hard h :
                     {Hard::kahan, Hard::random_unit, Hard::graded, Hard::near_overflow, Hard::near_underflow})
                    for (const i64 n : {4, 38}) {
                        if (diag == Diag::U && h != Hard::random_unit) continue;
                        invert_and_check(name, uplo, diag, hard_triangle<T>(h, n, uplo, diag, r));
                        if (this->HasFatalFailure()) return;
                    }
            }
}

// xTRTRI looks before it starts; xTRTI2 does not look at all.
TYPED_TEST(Trtri, Singular) {
    using T = TypeParam;
    Random r(102);
    for (const Uplo uplo : uplos)
        for (const i64 n : {1, 2, 9, 65, 130})
            for (const i64 p : {i64(0), n / 2, n - 1}) {
                Matrix<T> a(n, n, 1);
                a.random(r);
                strengthen_diagonal(a);
                a(p, p) = a(n - 1, n - 1) = T(0);
                const Matrix<T> a0 = a;
                Info info;
                fortran<T>(plain, "trtri", uplo, Diag::N, n, a.data(), a.ld, info);
                ASSERT_EQ(info.value, p + 1) << char(uplo) << n;
                ASSERT_TRUE(a == a0) << char(uplo) << n;
                fortran<T>(plain, "trtri", uplo, Diag::U, n, a.data(), a.ld, info);
                ASSERT_EQ(info.value, 0) << char(uplo) << n;
            }
}
