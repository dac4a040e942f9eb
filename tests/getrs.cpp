// In: xGETRS and xGESV. Out: solutions by the residual of the original system; nothing solved when it is singular.
#include "factor.hpp"

using namespace test;

template <class T> class Getrs : public testing::Test {};
TYPED_TEST_SUITE(Getrs, Scalars);

// op(A) X = B to within n eps |P^T L| |U| |X|, of which the norms of A and X are a fair measure for random A.
TYPED_TEST(Getrs, Solution) {
    using T = TypeParam;
    Random r(81);
    for (const i64 n : sizes())
        for (const i64 nrhs : {i64(0), i64(1), i64(2), i64(9), n == 65 ? i64(100) : i64(17)})
            for (const Trans trans : transposes) {
                const i64 beam = r.below(2) * 2;
                const Matrix<T> a0 = Matrix<T>(n, n, beam).random(r), b0 = Matrix<T>(n, nrhs, beam).random(r);
                Matrix<T> a = a0, b = b0;
                Pivots pivots(n);
                Info info;
                fortran<T>(plain, "getrf", n, n, a.data(), a.ld, pivots, info);
                const Matrix<T> factor = a;
                const Pivots swaps = pivots;
                fortran<T>(plain, "getrs", trans, n, nrhs, a.data(), a.ld, pivots, b.data(), b.ld, info);
                const auto where = testing::Message() << "getrs " << char(trans) << " n " << n << " nrhs " << nrhs;
                ASSERT_EQ(info.value, 0) << where;
                ASSERT_TRUE(a == factor && pivots == swaps && b.same_but(b0)) << where;
                ASSERT_LT(norm_ratio<T>(dense(b0), dense(a0, trans), dense(b)), threshold) << where;
                if (trans != Trans::N) continue;
                a = a0, b = b0;
                fortran<T>(plain, "gesv", n, nrhs, a.data(), a.ld, pivots, b.data(), b.ld, info);
                ASSERT_EQ(info.value, 0) << where;
                ASSERT_TRUE(a.same_but(a0) && b.same_but(b0) && pivots.guarded(n)) << where;
                ASSERT_LT(norm_ratio<T>(dense(b0), dense(a0), dense(b)), threshold) << where << " gesv";
            }
}

TYPED_TEST(Getrs, SingularGesv) {
    using T = TypeParam;
    Random r(82);
    for (const i64 n : {1, 2, 9, 65, 130})
        for (const i64 p : {i64(0), n / 2, n - 1}) {
            Matrix<T> a(n, n, 1), b(n, 3, 1);
            a.random(r), b.random(r);
            for (i64 i = 0; i < n; ++i) a(i, p) = T(0);
            const Matrix<T> b0 = b;
            Pivots pivots(n);
            Info info;
            fortran<T>(plain, "gesv", n, i64(3), a.data(), a.ld, pivots, b.data(), b.ld, info);
            ASSERT_EQ(info.value, p + 1) << n;
            ASSERT_TRUE(b == b0) << n;
        }
}

// Hard triangles as factors, the other one the identity.
TYPED_TEST(Getrs, Hard) {
    using T = TypeParam;
    Random r(83);
    for (const Hard h : hard_cases)
        for (const Trans trans : transposes)
            for (const i64 n : {i64(5), hard_order<T>(h)}) {
                Matrix<T> a = hard_triangle<T>(h, n, Uplo::U, Diag::N, r), b(n, 7);
                for (i64 j = 0; j < n; ++j)
                    for (i64 i = j + 1; i < n; ++i) a(i, j) = T(0);
                b.random(r).fill([&](i64 i, i64 j) { return b(i, j) * rhs_scale<T>(h); });
                const Matrix<T> b0 = b;
                Pivots pivots(n);
                for (i64 i = 0; i < n; ++i) pivots.value[std::size_t(i)] = i + 1;
                Info info;
                fortran<T>(plain, "getrs", trans, n, i64(7), a.data(), a.ld, pivots, b.data(), b.ld, info);
                ASSERT_LT(ratio<T>(dense(b0), triangle(a, Uplo::U, Diag::N, trans), dense(b)), threshold)
                    << char(trans) << " hard case " << int(h) << " n " << n;
            }
}
