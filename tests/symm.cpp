// In: xSYMM and xHEMM. Out: every side and triangle against a wide product; the other triangle is NaN.
#include "matrix.hpp"

using namespace test;

template <class T> class Symm : public testing::Test {};
TYPED_TEST_SUITE(Symm, Scalars);

template <class T> static void check_symm(const char* stem, bool herm) {
    Random r(21);
    for (const Side side : sides)
        for (const Uplo uplo : uplos)
            for_shapes(r, [&](i64 m, i64 n, i64) {
                const T alpha = factor<T>(r), beta = factor<T>(r);
                const i64 beam = r.below(2) * 3, order = side == Side::L ? m : n;
                Matrix<T> a(order, order, beam), b(m, n, beam), c(m, n, beam);
                a.random(r), b.random(r), c.random(r);
                poison_unread(a, uplo);
                if (herm) poison_hermitian_diagonal(a);
                const Matrix<T> read_a = a, read_b = b, read_c = c;
                if (alpha == T(0)) a.poison(), b.poison();
                if (beta == T(0)) c.poison();
                const Matrix<T> a0 = a, b0 = b, c0 = c;
                fortran<T>(plain, stem, side, uplo, m, n, alpha, a.data(), a.ld, b.data(), b.ld, beta, c.data(), c.ld);
                const auto where = testing::Message()
                                   << stem << ' ' << char(side) << char(uplo) << " m " << m << " n " << n << " alpha "
                                   << alpha << " beta " << beta << " beam " << beam;
                ASSERT_TRUE(a == a0 && b == b0 && c.same_but(c0)) << where;
                const auto full = scaled(symmetric(read_a, uplo, herm), alpha), z = scaled(dense(read_c), beta);
                ASSERT_LT(side == Side::L ? ratio<T>(dense(c), full, dense(read_b), z)
                                          : ratio<T>(dense(c), dense(read_b), full, z),
                          threshold)
                    << where;
            });
}

TYPED_TEST(Symm, Symmetric) {
    check_symm<TypeParam>("symm", false);
}
TYPED_TEST(Symm, Hermitian) {
    if constexpr (is_complex<TypeParam>) check_symm<TypeParam>("hemm", true);
}
