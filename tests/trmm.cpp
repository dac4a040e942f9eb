// In: xTRMM. Out: all sides, triangles, transpositions and diagonals against a wide product.
#include "triangular.hpp"

using namespace test;

template <class T> class Trmm : public testing::Test {};
TYPED_TEST_SUITE(Trmm, Scalars);

template <class T>
static double forward(const Matrix<T>& c, const Matrix<T>& b, T alpha, const Dense<wide_t<T>>& a, Side side) {
    const auto factor = scaled(dense(b), alpha);
    return side == Side::L ? ratio<T>(dense(c), a, factor) : ratio<T>(dense(c), factor, a);
}

TYPED_TEST(Trmm, Product) {
    using T = TypeParam;
    Random r(51);
    for_variants([&](Side side, Uplo uplo, Trans trans, Diag diag) {
        for_shapes(r, [&](i64 m, i64 n, i64) {
            const T alpha = factor<T>(r);
            const i64 beam = r.below(2) * 3, order = side == Side::L ? m : n;
            Matrix<T> a(order, order, beam), b(m, n, beam);
            a.random(r), b.random(r);
            poison_unread(a, uplo, diag);
            const Matrix<T> read_a = a, read_b = b;
            if (alpha == T(0)) a.poison(), b.poison();
            const Matrix<T> a0 = a, b0 = b;
            fortran<T>(plain, "trmm", side, uplo, trans, diag, m, n, alpha, a.data(), a.ld, b.data(), b.ld);
            const auto where = variant(side, uplo, trans, diag)
                               << "m " << m << " n " << n << " alpha " << alpha << " beam " << beam;
            ASSERT_TRUE(a == a0 && b.same_but(b0)) << where;
            ASSERT_LT(forward(b, read_b, alpha, triangle(read_a, uplo, diag, trans), side), threshold) << where;
        });
    });
}

TYPED_TEST(Trmm, HardAndNonFinite) {
    using T = TypeParam;
    using R = real_t<T>;
    Random r(52);
    for_variants([&](Side side, Uplo uplo, Trans trans, Diag diag) {
        const bool lower = (uplo == Uplo::L) == (trans == Trans::N);
        for (const Hard h : {Hard::kahan, Hard::graded, Hard::near_overflow, Hard::near_underflow})
            for (const i64 order : {4, 35, 130}) {
                const i64 m = side == Side::L ? order : 9, n = side == Side::L ? 9 : order;
                Matrix<T> a = hard_triangle<T>(h, order, uplo, diag, r), b(m, n);
                const R scale = h == Hard::near_overflow    ? extreme<T>(false)
                                : h == Hard::near_underflow ? extreme<T>(true)
                                                            : R(1);
                b.random(r).fill([&](i64 i, i64 j) { return b(i, j) * scale; });
                Matrix<T> c = b;
                fortran<T>(plain, "trmm", side, uplo, trans, diag, m, n, T(1), a.data(), a.ld, c.data(), c.ld);
                ASSERT_LT(forward(c, b, T(1), triangle(a, uplo, diag, trans), side), threshold)
                    << variant(side, uplo, trans, diag) << "hard case " << int(h) << " order " << order;
                if (h != Hard::graded || !strict()) continue;
                const i64 row = r.below(m), column = r.below(n);
                b(row, column) = nan_value<T>();
                fortran<T>(plain, "trmm", side, uplo, trans, diag, m, n, T(1), a.data(), a.ld, b.data(), b.ld);
                for (i64 j = 0; j < n; ++j)
                    for (i64 i = 0; i < m; ++i) {
                        const bool hit = side == Side::L ? j == column && (lower ? i >= row : i <= row)
                                                         : i == row && (lower ? j <= column : j >= column);
                        ASSERT_EQ(is_nan(b(i, j)), hit)
                            << variant(side, uplo, trans, diag) << "order " << order << " NaN at " << row << ','
                            << column << "; element " << i << ',' << j;
                    }
            }
    });
}
