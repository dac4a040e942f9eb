// In: xORGQR and xUNGQR. Out: the first columns of Q by LAPACK's ratio, from reflectors with NaN where R was.
#include "reflectors.hpp"

using namespace test;

template <class T> class Orgqr : public testing::Test {};
TYPED_TEST_SUITE(Orgqr, Scalars);

template <class T> static void form_and_check(i64 m, i64 n, i64 k, i64 beam, Random& r) {
    using W = wide_t<T>;
    const Routine routine = is_complex<T> ? Routine::ungqr : Routine::orgqr;
    Matrix<T> a(m, n, beam);
    a.random(r);
    Operands<T> o;
    o.tau = reflections(a, k);
    for (i64 j = 0; j < n; ++j)
        for (i64 i = 0; i < (j < k ? j + 1 : m); ++i) a(i, j) = nan_value<T>();
    const Matrix<T> a0 = a;
    const std::vector<T> tau = o.tau;
    o.a = a.data();
    Args x{.m = m, .n = n, .k = k, .lda = a.ld};
    const i64 least = std::max<i64>(1, n), asked = workspace(routine, x, o);
    const auto where = testing::Message()
                       << " m " << m << " n " << n << " k " << k << " beam " << beam << " lwork " << asked;
    ASSERT_GE(asked, least) << where;
    ASSERT_TRUE(a == a0) << where;
    x.lwork = beam ? least : asked;
    o.work.assign(static_cast<std::size_t>(x.lwork), nan_value<T>());
    ASSERT_TRUE(call(plain, routine, x, o));
    ASSERT_EQ(o.info.value, 0) << where;
    ASSERT_GE(std::real(o.work[0]), 1) << where;
    ASSERT_TRUE(o.tau == tau && a.same_but(a0)) << where;
    const Dense<W> q = first_columns(a0, tau, k, n);
    ASSERT_LT(distance<T>(dense(a), q, std::max<i64>(1, m), 1), threshold) << where;
    ASSERT_LT(norm_ratio<T>(identity<W>(n), adjoint(dense(a)), dense(a)), threshold) << where;
}

TYPED_TEST(Orgqr, Form) {
    using T = TypeParam;
    Random r(211);
    for (const i64 beam : {0, 3}) {
        for (const i64 s : sizes())
            for (const i64 n : {s, s / 2, std::min<i64>(s, 5)})
                for (const i64 k : {n, n / 2, i64(0)}) {
                    if (s > 130 && (beam || n == s / 2 || k != n)) continue;
                    form_and_check<T>(s, n, k, beam, r);
                    if (this->HasFatalFailure()) return;
                }
        form_and_check<T>(300, 60, 50, beam, r);
        if (this->HasFatalFailure()) return;
    }
}
