// In: xORMQR and xUNMQR. Out: op(Q) C and C op(Q) by LAPACK's ratio, from reflectors with NaN where R was.
#include "reflectors.hpp"

using namespace test;

template <class T> class Ormqr : public testing::Test {};
TYPED_TEST_SUITE(Ormqr, Scalars);

template <class T>
static void multiply_and_check(Side side, bool transposed, i64 m, i64 n, i64 k, i64 beam, Random& r) {
    using W = wide_t<T>;
    const Routine routine = is_complex<T> ? Routine::unmqr : Routine::ormqr;
    const bool left = side == Side::L;
    const i64 order = left ? m : n, least = std::max<i64>(1, left ? n : m);
    Matrix<T> a(order, k, beam), c(m, n, beam);
    a.random(r), c.random(r);
    Operands<T> o;
    o.tau = reflections(a, k);
    for (i64 j = 0; j < k; ++j)
        for (i64 i = 0; i <= j; ++i) a(i, j) = nan_value<T>();
    const Matrix<T> a0 = a, c0 = c;
    const std::vector<T> tau = o.tau;
    o.a = a.data(), o.c = c.data();
    Args x{.side = side, .m = m, .n = n, .k = k, .lda = a.ld, .ldc = c.ld};
    x.transa = !transposed ? Trans::N : is_complex<T> ? Trans::C : Trans::T;
    const i64 asked = workspace(routine, x, o);
    const auto where = testing::Message() << char(side) << char(x.transa) << " m " << m << " n " << n << " k " << k
                                          << " beam " << beam << " lwork " << asked;
    ASSERT_GE(asked, m && n && k ? least : 1) << where;
    ASSERT_TRUE(c == c0 && a == a0) << where;
    x.lwork = beam ? least : std::max(asked, least);
    o.work.assign(static_cast<std::size_t>(x.lwork), nan_value<T>());
    ASSERT_TRUE(call(plain, routine, x, o));
    ASSERT_EQ(o.info.value, 0) << where;
    ASSERT_GE(std::real(o.work[0]), 1) << where;
    ASSERT_TRUE(a == a0 && o.tau == tau && c.same_but(c0)) << where;
    // C Q = (Q^H C^H)^H.
    Dense<W> expected = left ? dense(c0) : dense(c0, Trans::C);
    reflect(a, tau, k, left == transposed, expected);
    ASSERT_LT(distance<T>(left ? dense(c) : dense(c, Trans::C), expected, std::max({m, n, k}), norm1(dense(c0))),
              threshold)
        << where;
}

TYPED_TEST(Ormqr, Multiply) {
    using T = TypeParam;
    Random r(201);
    for (const Side side : sides)
        for (const bool transposed : {false, true})
            for (const i64 beam : {0, 3}) {
                for (const i64 s : sizes())
                    for (const i64 k : {s, s / 2, i64(0)}) {
                        if (s > 130 && (beam || k != s)) continue;
                        const i64 other = small_size(r);
                        multiply_and_check<T>(side, transposed, side == Side::L ? s : other,
                                              side == Side::L ? other : s, k, beam, r);
                        if (this->HasFatalFailure()) return;
                    }
                multiply_and_check<T>(side, transposed, 90, 110, 70, beam, r);
                multiply_and_check<T>(side, transposed, 120, 80, 50, beam, r);
                if (this->HasFatalFailure()) return;
            }
}
