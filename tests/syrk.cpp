// In: xSYRK, xHERK, xSYR2K and xHER2K. Out: every triangle and transposition against a wide product; the other triangle
// stays as it is, bit for bit, and a Hermitian diagonal comes out real.
#include "matrix.hpp"

using namespace test;

template <class T> class Syrk : public testing::Test {};
template <class T> class Syr2k : public testing::Test {};
TYPED_TEST_SUITE(Syrk, Scalars);
TYPED_TEST_SUITE(Syr2k, Scalars);

static std::vector<Trans> allowed(bool complex, bool herm) {
    if (herm) return {Trans::N, Trans::C};
    if (complex) return {Trans::N, Trans::T};
    return {Trans::N, Trans::T, Trans::C};
}

// Two = C := alpha A B^H + conj(alpha) B A^H + beta C, else C := alpha A A^H + beta C.
template <class T, bool herm, bool two> static void check_rank_k(const char* stem) {
    using W = wide_t<T>;
    using Alpha = std::conditional_t<herm && !two, real_t<T>, T>;
    using Beta = std::conditional_t<herm, real_t<T>, T>;
    Random r(31);
    for (const Uplo uplo : uplos)
        for (const Trans trans : allowed(is_complex<T>, herm))
            for_shapes(r, [&](i64 n, i64, i64 k) {
                const Alpha alpha = factor<Alpha>(r);
                const Beta beta = factor<Beta>(r);
                const i64 beam = r.below(2) * 3;
                Matrix<T> a(trans == Trans::N ? n : k, trans == Trans::N ? k : n, beam), b = a, c(n, n, beam);
                a.random(r), b.random(r), c.random(r);
                poison_unread(c, uplo);
                if (herm)
                    for (i64 i = 0; i < n; ++i) c(i, i) = T(std::real(c(i, i)));
                const Matrix<T> read_a = a, read_b = b, read_c = c;
                const bool quick_return = n == 0 || ((alpha == Alpha(0) || k == 0) && beta == Beta(1));
                if (herm && !quick_return) poison_hermitian_diagonal(c);
                if (alpha == Alpha(0)) a.poison(), b.poison();
                if (beta == Beta(0)) c.poison();
                const Matrix<T> a0 = a, b0 = b, c0 = c;
                if constexpr (two)
                    fortran<T>(plain, stem, uplo, trans, n, k, alpha, a.data(), a.ld, b.data(), b.ld, beta, c.data(),
                               c.ld);
                else
                    fortran<T>(plain, stem, uplo, trans, n, k, alpha, a.data(), a.ld, beta, c.data(), c.ld);
                const auto where = testing::Message()
                                   << stem << ' ' << char(uplo) << char(trans) << " n " << n << " k " << k << " alpha "
                                   << alpha << " beta " << beta << " beam " << beam;
                ASSERT_TRUE(a == a0 && b == b0) << where;
                ASSERT_TRUE(c.same_but(c0, [&](i64 i, i64 j) { return in_triangle(uplo, i, j); })) << where;
                ASSERT_TRUE(!quick_return || c == c0) << where;
                for (i64 i = 0; herm && i < n; ++i) ASSERT_EQ(std::imag(c(i, i)), 0) << where;
                // op(A) is n x k, its counterpart k x n.
                const Trans back = herm ? Trans::C : Trans::T;
                const Trans left = trans == Trans::N ? Trans::N : herm ? Trans::C : Trans::T;
                const Trans right = trans == Trans::N ? back : Trans::N;
                const auto z = scaled(symmetric(read_c, uplo, herm), beta);
                const auto xa = dense(read_a, left), ya = dense(read_a, right);
                const auto got = symmetric(c, uplo, herm);
                if constexpr (two) {
                    const auto xb = dense(read_b, left), yb = dense(read_b, right);
                    const W f = W(alpha), g = herm ? conj(f) : f;
                    Dense<W> x(n, 2 * k), y(2 * k, n);
                    x.fill([&](i64 i, i64 l) { return l < k ? f * xa(i, l) : g * xb(i, l - k); });
                    y.fill([&](i64 l, i64 j) { return l < k ? yb(l, j) : ya(l - k, j); });
                    ASSERT_LT(ratio<T>(got, x, y, z), threshold) << where;
                } else {
                    ASSERT_LT(ratio<T>(got, scaled(xa, alpha), ya, z), threshold) << where;
                }
            });
}

TYPED_TEST(Syrk, Symmetric) {
    check_rank_k<TypeParam, false, false>("syrk");
}
TYPED_TEST(Syrk, Hermitian) {
    if constexpr (is_complex<TypeParam>) check_rank_k<TypeParam, true, false>("herk");
}
TYPED_TEST(Syr2k, Symmetric) {
    check_rank_k<TypeParam, false, true>("syr2k");
}
TYPED_TEST(Syr2k, Hermitian) {
    if constexpr (is_complex<TypeParam>) check_rank_k<TypeParam, true, true>("her2k");
}
