// In: xTRSM. Out: all sides, triangles, transpositions and diagonals, judged by the componentwise backward error of B.
#include "triangular.hpp"

using namespace test;

template <class T> class Trsm : public testing::Test {};
TYPED_TEST_SUITE(Trsm, Scalars);

// alpha B = op(A) X or X op(A).
template <class T>
static double backward(const Matrix<T>& x, const Matrix<T>& b, T alpha, const Dense<wide_t<T>>& a, Side side) {
    const auto rhs = scaled(dense(b), alpha);
    return side == Side::L ? ratio<T>(rhs, a, dense(x)) : ratio<T>(rhs, dense(x), a);
}

TYPED_TEST(Trsm, Solution) {
    using T = TypeParam;
    Random r(41);
    for_variants([&](Side side, Uplo uplo, Trans trans, Diag diag) {
        for_shapes(r, [&](i64 m, i64 n, i64) {
            const T alpha = factor<T>(r);
            const i64 beam = r.below(2) * 3, order = side == Side::L ? m : n;
            Matrix<T> a(order, order, beam), b(m, n, beam);
            a.random(r), b.random(r);
            if (diag == Diag::N)
                strengthen_diagonal(a);
            else
                a.fill([&](i64 i, i64 j) { return a(i, j) * real_t<T>(4.0 / double(order)); });
            poison_unread(a, uplo, diag);
            const Matrix<T> read_a = a, read_b = b;
            if (alpha == T(0)) a.poison(), b.poison();
            const Matrix<T> a0 = a, b0 = b;
            fortran<T>(plain, "trsm", side, uplo, trans, diag, m, n, alpha, a.data(), a.ld, b.data(), b.ld);
            const auto where = variant(side, uplo, trans, diag)
                               << "m " << m << " n " << n << " alpha " << alpha << " beam " << beam;
            ASSERT_TRUE(a == a0 && b.same_but(b0)) << where;
            ASSERT_LT(backward(b, read_b, alpha, triangle(read_a, uplo, diag, trans), side), threshold) << where;
        });
    });
}

// Few right-hand sides of a large matrix, for which several threads share out the products' rows, too.
TYPED_TEST(Trsm, Together) {
    using T = TypeParam;
    const char* threads = std::getenv("SHUNT_NUM_THREADS");
    if (!threads || std::atoi(threads) < 2) GTEST_SKIP() << "one thread";
    Random r(45);
    for (const Side side : sides)
        for (const Uplo uplo : uplos)
            for (const Trans trans : {Trans::N, is_complex<T> ? Trans::C : Trans::T})
                for (const i64 rhs : {3, 50}) {
                    const i64 order = 1100, m = side == Side::L ? order : rhs, n = side == Side::L ? rhs : order;
                    Matrix<T> a(order, order, 3), b(m, n, 1);
                    a.random(r), b.random(r);
                    strengthen_diagonal(a);
                    poison_unread(a, uplo);
                    const Matrix<T> b0 = b;
                    fortran<T>(plain, "trsm", side, uplo, trans, Diag::N, m, n, T(2), a.data(), a.ld, b.data(), b.ld);
                    ASSERT_LT(backward(b, b0, T(2), triangle(a, uplo, Diag::N, trans), side), threshold)
                        << variant(side, uplo, trans, Diag::N) << "m " << m << " n " << n;
                }
}

TYPED_TEST(Trsm, Hard) {
    using T = TypeParam;
    Random r(42);
    for (const Hard h : hard_cases)
        for_variants([&](Side side, Uplo uplo, Trans trans, Diag diag) {
            if (diag == Diag::U && h != Hard::random_unit) return;
            for (const i64 order : {i64(3), i64(20), hard_order<T>(h)}) {
                const i64 m = side == Side::L ? order : 9, n = side == Side::L ? 9 : order;
                Matrix<T> a = hard_triangle<T>(h, order, uplo, diag, r), b(m, n, 2);
                b.random(r).fill([&](i64 i, i64 j) { return b(i, j) * rhs_scale<T>(h); });
                const Matrix<T> b0 = b;
                fortran<T>(plain, "trsm", side, uplo, trans, diag, m, n, T(1), a.data(), a.ld, b.data(), b.ld);
                ASSERT_LT(backward(b, b0, T(1), triangle(a, uplo, diag, trans), side), threshold)
                    << variant(side, uplo, trans, diag) << "hard case " << int(h) << " order " << order;
            }
        });
}

// A NaN or an infinity in B reaches what depends on it, and nothing else but in an original that multiplies zeros by it
// (OpenBLAS's Haswell kernels, float, from the right).
TYPED_TEST(Trsm, NonFinite) {
    using T = TypeParam;
    using R = real_t<T>;
    const bool nothing_else = strict() || route_is("gpu");
    Random r(43);
    for (const R bad : {std::numeric_limits<R>::quiet_NaN(), std::numeric_limits<R>::infinity()})
        for_variants([&](Side side, Uplo uplo, Trans trans, Diag diag) {
            for (const i64 order : {5, 33, 130}) {
                const i64 m = side == Side::L ? order : 11, n = side == Side::L ? 11 : order;
                Matrix<T> a(order, order), b(m, n);
                a.random(r), b.random(r);
                strengthen_diagonal(a);
                const i64 row = r.below(m), column = r.below(n);
                b(row, column) = T(bad);
                const Matrix<T> a0 = a;
                fortran<T>(plain, "trsm", side, uplo, trans, diag, m, n, T(1), a.data(), a.ld, b.data(), b.ld);
                // op(A) lower solves forward; from the right the order turns round.
                const bool lower = (uplo == Uplo::L) == (trans == Trans::N);
                for (i64 j = 0; j < n; ++j)
                    for (i64 i = 0; i < m; ++i) {
                        const bool hit = side == Side::L ? j == column && (lower ? i >= row : i <= row)
                                                         : i == row && (lower ? j <= column : j >= column);
                        if (!hit && !nothing_else) continue;
                        ASSERT_EQ(!is_finite(b(i, j)), hit)
                            << variant(side, uplo, trans, diag) << "order " << order << " bad " << bad << " at " << row
                            << ',' << column << "; element " << i << ',' << j;
                    }
            }
        });
}

// A subnormal diagonal has no finite reciprocal, yet the quotient is an ordinary number. From the right the reference
// itself takes reciprocals.
TYPED_TEST(Trsm, SubnormalDiagonal) {
    using T = TypeParam;
    using R = real_t<T>;
    if (!strict()) GTEST_SKIP() << "the original may do otherwise";
    const R tiny = std::numeric_limits<R>::denorm_min() * 8;
    for_variants([&](Side side, Uplo uplo, Trans trans, Diag diag) {
        if (diag == Diag::U || side == Side::R) return;
        for (const i64 order : {1, 4, 20, 70}) {
            const i64 m = order, n = 9;
            Matrix<T> a(order, order), b(m, n);
            a.fill([&](i64 i, i64 j) { return i == j ? T(tiny) : T(0); });
            b.fill([&](i64 i, i64 j) { return T(tiny * R(1 + (i + j) % 5)); });
            poison_unread(a, uplo);
            fortran<T>(plain, "trsm", side, uplo, trans, diag, m, n, T(1), a.data(), a.ld, b.data(), b.ld);
            for (i64 j = 0; j < n; ++j)
                for (i64 i = 0; i < m; ++i)
                    ASSERT_LT(std::abs(b(i, j) - T(R(1 + (i + j) % 5))), R(1e-3))
                        << variant(side, uplo, trans, diag) << order << " element " << i << ',' << j << " is "
                        << b(i, j);
        }
    });
}
