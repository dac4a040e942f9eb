// In: xGEQRF. Out: A = Q R with unitary reflectors by LAPACK's ratios, a real diagonal, the work space it asks for.
#include "reflectors.hpp"

using namespace test;

template <class T> class Geqrf : public testing::Test {};
TYPED_TEST_SUITE(Geqrf, Scalars);

// ||A - Q R|| over max(m, n) eps ||A||, and ||I - Q^H Q|| over m eps.
template <class T>
static void judge(const Matrix<T>& a, const std::vector<T>& tau, const Matrix<T>& a0, const testing::Message& where) {
    using W = wide_t<T>;
    const i64 m = a.m, n = a.n, k = std::min(m, n);
    Dense<W> product(m, n);
    product.fill([&](i64 i, i64 j) { return i <= j ? W(a(i, j)) : W(0); });
    reflect(a, tau, k, false, product);
    ASSERT_LT(distance<T>(product, dense(a0), std::max(m, n), norm1(dense(a0))), threshold) << where;
    const Dense<W> q = first_columns(a, tau, k, k), turned = adjoint(q);
    ASSERT_LT(norm_ratio<T>(identity<W>(k), turned, q), threshold) << where;
    for (i64 j = 0; j < k; ++j) ASSERT_EQ(std::imag(a(j, j)), 0) << where;
}

template <class T> static void factor_and_check(const Matrix<T>& a0, bool least_workspace = false) {
    const i64 m = a0.m, n = a0.n, k = std::min(m, n);
    Matrix<T> a = a0;
    const Args x{.m = m, .n = n, .lda = a.ld};
    Operands<T> o;
    o.a = a.data();
    o.tau.assign(static_cast<std::size_t>(k + 2), T(7));
    const i64 least = m > 0 ? std::max<i64>(1, n) : 1, asked = workspace(Routine::geqrf, x, o);
    const auto where = testing::Message() << "m " << m << " n " << n << " ld " << a.ld << " lwork " << asked;
    ASSERT_TRUE(a == a0 && o.tau == std::vector<T>(static_cast<std::size_t>(k + 2), T(7))) << where;
    ASSERT_GE(asked, k == 0 ? 1 : least) << where;
    Args y = x;
    y.lwork = least_workspace ? std::max<i64>(1, n) : std::max(asked, std::max<i64>(1, n));
    o.work.assign(static_cast<std::size_t>(y.lwork), nan_value<T>());
    ASSERT_TRUE(call(plain, Routine::geqrf, y, o));
    ASSERT_EQ(o.info.value, 0) << where;
    ASSERT_GE(std::real(o.work[0]), 1) << where;
    ASSERT_TRUE(a.same_but(a0)) << where;
    for (i64 i = k; i < k + 2; ++i) ASSERT_EQ(o.tau[static_cast<std::size_t>(i)], T(7)) << where;
    judge(a, o.tau, a0, where);
}

TYPED_TEST(Geqrf, Factor) {
    using T = TypeParam;
    Random r(191);
    for (const i64 s : sizes())
        for (const i64 beam : {0, 3})
            for (const auto& [m, n] : {std::pair(s, s), std::pair(s, small_size(r)), std::pair(small_size(r), s)}) {
                if (s > 130 && m == n && beam) continue;  // sums in long double take their time
                factor_and_check(Matrix<T>(m, n, beam).random(r), beam != 0);
                if (this->HasFatalFailure()) return;
            }
    for (const auto& [m, n] : {std::pair<i64, i64>(300, 70), {70, 300}, {1000, 33}, {3, 400}}) {
        factor_and_check(Matrix<T>(m, n).random(r));
        if (this->HasFatalFailure()) return;
    }
}

// Beyond what fits a cache: blocks and products.
TYPED_TEST(Geqrf, Large) {
    using T = TypeParam;
    Random r(192);
    const i64 m = is_single<T> ? 1300 : 900, n = is_single<T> ? 700 : 560;
    Matrix<T> a(m, n, 1);
    const Matrix<T> a0 = a.random(r);
    Operands<T> o;
    o.a = a.data();
    o.tau.resize(static_cast<std::size_t>(n)), o.work.resize(static_cast<std::size_t>(64 * n));
    ASSERT_TRUE(call(plain, Routine::geqrf, Args{.m = m, .n = n, .lda = a.ld, .lwork = 64 * n}, o));
    // A probe: a few columns of A, and of R multiplied out.
    using W = wide_t<T>;
    Dense<W> product(m, 8), given(m, 8);
    product.fill([&](i64 i, i64 j) { return i <= j * 70 ? W(a(i, j * 70)) : W(0); });
    given.fill([&](i64 i, i64 j) { return W(a0(i, j * 70)); });
    reflect(a, o.tau, n, false, product);
    ASSERT_LT(distance<T>(product, given, m, norm1(given)), threshold);
    ASSERT_TRUE(a.same_but(a0));
}

// Columns of zeros, and a triangle already: reflectors that do nothing.
TYPED_TEST(Geqrf, Zeros) {
    using T = TypeParam;
    Random r(193);
    for (const auto& [m, n] : {std::pair<i64, i64>(1, 1), {5, 5}, {60, 40}, {40, 60}, {130, 130}})
        for (const i64 p : {i64(0), std::min(m, n) / 2, std::min(m, n) - 1}) {
            Matrix<T> a(m, n, 1);
            a.random(r);
            for (i64 i = 0; i < m; ++i) a(i, p) = T(0);
            factor_and_check(a);
            a.fill([&](i64 i, i64 j) { return i <= j ? a(i, j) : T(0); });
            factor_and_check(a);
            a.fill([](i64, i64) { return T(0); });
            factor_and_check(a);
            if (this->HasFatalFailure()) return;
        }
}

TYPED_TEST(Geqrf, GradedAndExtreme) {
    using T = TypeParam;
    using R = real_t<T>;
    Random r(194);
    for (const auto& [m, n] : {std::pair<i64, i64>(5, 5), {60, 40}, {130, 130}})
        for (const int shift : {0, is_single<T> ? 100 : 960, is_single<T> ? -70 : -960}) {
            Matrix<T> a(m, n);
            a.random(r).fill(
                [&](i64 i, i64 j) { return a(i, j) * std::ldexp(R(1), int(i % 13 + j % 11) - 12 + shift); });
            factor_and_check(a);
            if (this->HasFatalFailure()) return;
        }
}

// A NaN spreads, wherever it is: R shows it.
TYPED_TEST(Geqrf, NonFinite) {
    using T = TypeParam;
    Random r(195);
    for (const auto& [m, n] : {std::pair<i64, i64>(3, 3), {20, 7}, {130, 70}, {70, 130}})
        for (const auto& [row, column] : {std::pair<i64, i64>(0, 0), {m - 1, 0}, {m / 2, n / 2}, {m - 1, n - 1}}) {
            Matrix<T> a(m, n, 1);
            a.random(r);
            a(row, column) = nan_value<T>();
            const Matrix<T> a0 = a;
            Operands<T> o;
            o.a = a.data();
            o.tau.resize(static_cast<std::size_t>(std::min(m, n))), o.work.resize(static_cast<std::size_t>(64 * n));
            ASSERT_TRUE(call(plain, Routine::geqrf, Args{.m = m, .n = n, .lda = a.ld, .lwork = 64 * n}, o));
            ASSERT_TRUE(a.same_but(a0));
            bool found = false;
            for (i64 j = 0; j < n; ++j)
                for (i64 i = 0; i <= std::min(j, m - 1); ++i) found |= is_nan(a(i, j));
            ASSERT_TRUE(found) << m << ' ' << n << " NaN at " << row << ' ' << column;
        }
}
