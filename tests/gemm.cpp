// In: xGEMM under the route of the environment. Out: every transposition, shape and factor against a wide product.
#include "matrix.hpp"

using namespace test;

template <class T> class Gemm : public testing::Test {};
TYPED_TEST_SUITE(Gemm, Scalars);

TYPED_TEST(Gemm, Product) {
    using T = TypeParam;
    Random r(11);
    for (const Trans ta : transposes)
        for (const Trans tb : transposes)
            for_shapes(r, [&](i64 m, i64 n, i64 k) {
                const T alpha = factor<T>(r), beta = factor<T>(r);
                const i64 beam = r.below(2) * 3;
                Matrix<T> a(ta == Trans::N ? m : k, ta == Trans::N ? k : m, beam);
                Matrix<T> b(tb == Trans::N ? k : n, tb == Trans::N ? n : k, beam), c(m, n, beam);
                a.random(r), b.random(r), c.random(r);
                Matrix<T> read_a = a, read_b = b, read_c = c;
                if (alpha == T(0) && strict()) a.poison(), b.poison();
                if (beta == T(0)) c.poison();
                const Matrix<T> a0 = a, b0 = b, c0 = c;
                fortran<T>(plain, "gemm", ta, tb, m, n, k, alpha, a.data(), a.ld, b.data(), b.ld, beta, c.data(), c.ld);
                const auto where = testing::Message() << char(ta) << char(tb) << " m " << m << " n " << n << " k " << k
                                                      << " alpha " << alpha << " beta " << beta << " beam " << beam;
                ASSERT_TRUE(a == a0 && b == b0) << where;
                ASSERT_TRUE(c.same_but(c0)) << where;
                const bool untouched = beta == T(1) && (alpha == T(0) || k == 0);
                ASSERT_TRUE(!untouched || c == c0) << where;
                ASSERT_LT(ratio<T>(dense(c), scaled(dense(read_a, ta), alpha), dense(read_b, tb),
                                   scaled(dense(read_c), beta)),
                          threshold)
                    << where;
            });
}

// A NaN in row i of op(A) is in all of row i of C and nowhere else; likewise a column of op(B); so is an infinity.
TYPED_TEST(Gemm, NonFinite) {
    using T = TypeParam;
    using R = real_t<T>;
    Random r(12);
    for (const R bad : {std::numeric_limits<R>::quiet_NaN(), std::numeric_limits<R>::infinity()})
        for (const Trans ta : transposes)
            for (const Trans tb : transposes)
                for (const i64 s : {1, 5, 17, 33, 70}) {
                    const i64 m = s, n = s + 3, k = s + 1;
                    Matrix<T> a(ta == Trans::N ? m : k, ta == Trans::N ? k : m),
                        b(tb == Trans::N ? k : n, tb == Trans::N ? n : k);
                    Matrix<T> c(m, n);
                    a.random(r), b.random(r), c.random(r);
                    const i64 row = r.below(m), column = r.below(n), l = r.below(k);
                    (ta == Trans::N ? a(row, l) : a(l, row)) = T(bad);
                    (tb == Trans::N ? b(l, column) : b(column, l)) = T(bad);
                    fortran<T>(plain, "gemm", ta, tb, m, n, k, T(1), a.data(), a.ld, b.data(), b.ld, T(1), c.data(),
                               c.ld);
                    for (i64 j = 0; j < n; ++j)
                        for (i64 i = 0; i < m; ++i)
                            ASSERT_EQ(is_finite(c(i, j)), i != row && j != column) << s << ' ' << i << ' ' << j;
                }
}
