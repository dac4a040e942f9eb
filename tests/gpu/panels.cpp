// In: calls on host memory so large that they go to a real device panel by panel. Out: they are right, by what they do
// to a random vector, and twice the same bits.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "../matrix.hpp"

using namespace test;

namespace {

template <class T> using Sum = wide_t<T>;
template <class T> using Vector = std::vector<Sum<T>>;

template <class T> Vector<T> random_vector(i64 n, Random& r) {
    Vector<T> x(static_cast<std::size_t>(n));
    for (auto& e : x) e = r.scalar<Sum<T>>();
    return x;
}

// The product of m x n elements with x; `sizes`: of their sizes with those of x.
template <class T, class Element>
Vector<T> times(i64 m, i64 n, Element element, const Vector<T>& x, bool sizes = false) {
    Vector<T> y(static_cast<std::size_t>(m));
    for (i64 j = 0; j < n; ++j)
        for (i64 i = 0; i < m; ++i) {
            const auto e = static_cast<Sum<T>>(element(i, j)), f = x[static_cast<std::size_t>(j)];
            y[static_cast<std::size_t>(i)] += sizes ? Sum<T>(std::abs(e) * std::abs(f)) : e * f;
        }
    return y;
}
template <class T> double largest(const Vector<T>& x) {
    double most = 0;
    for (const auto& e : x)
        most = std::isnan(std::abs(e)) ? INFINITY : std::max(most, static_cast<double>(std::abs(e)));
    return most;
}
// The difference over roundings of `size`.
template <class T> double ratio(Vector<T> x, const Vector<T>& y, double size) {
    for (std::size_t i = 0; i < x.size(); ++i) x[i] -= y[i];
    return largest<T>(x) / (size * static_cast<double>(std::numeric_limits<real_t<T>>::epsilon()));
}

// Elements of a matrix, or of what one triangle of it stands for.
template <class T> auto all(const Matrix<T>& a, Trans trans = Trans::N) {
    return [&a, trans](i64 i, i64 j) {
        return trans == Trans::N ? a(i, j) : trans == Trans::T ? a(j, i) : conj(a(j, i));
    };
}
template <class T> auto triangle(const Matrix<T>& a, Uplo uplo, Trans trans = Trans::N, Diag diag = Diag::N) {
    return [=, &a](i64 i, i64 j) {
        const i64 p = trans == Trans::N ? i : j, q = trans == Trans::N ? j : i;
        if (p == q && diag == Diag::U) return T(1);
        if (uplo == Uplo::L ? p < q : p > q) return T(0);
        return trans == Trans::C ? conj(a(p, q)) : a(p, q);
    };
}
template <class T> auto hermitian(const Matrix<T>& a, Uplo uplo, bool conjugate = true) {
    return [=, &a](i64 i, i64 j) {
        const bool there = uplo == Uplo::L ? i >= j : i <= j;
        const T x = there ? a(i, j) : a(j, i);
        if (!conjugate) return x;
        return i == j ? T(std::real(x)) : there ? x : conj(x);
    };
}

template <class T> class Panels : public testing::Test {
protected:
    // A call twice on the same matrices.
    template <class Call> static void twice(Matrix<T>& result, Call&& call) {
        const Matrix<T> before = result;
        call();
        Matrix<T> again = before;
        std::swap(again, result);
        call();
        EXPECT_TRUE(result == again) << "other bits";
    }
    Random r{5};
};
using Types = testing::Types<float, double, std::complex<float>, std::complex<double>>;
TYPED_TEST_SUITE(Panels, Types);

// The last one in three groups of panels where the device's memory is capped as in CMakeLists.txt.
constexpr i64 orders[] = {1700, 2305, 3000};
// Of solves that go by equations, and in c of products with a triangle that take the device longer than the link.
template <class T> constexpr i64 large = is_complex<T> && sizeof(T) == 8 ? 3800 : 2700;

}  // namespace

TYPED_TEST(Panels, Getrf) {
    using T = TypeParam;
    for (const auto& [m, n] :
         {std::pair<i64, i64>(1700, 1700), {2305, 2305}, {3000, 3000}, {2600, 1601}, {1601, 2600}}) {
        Matrix<T> a(m, n, 3);
        a.random(this->r);
        const Matrix<T> a0 = a;
        const i64 k = std::min(m, n);
        Pivots pivots(k);
        Info info;
        this->twice(a, [&] { fortran<T>(plain, "getrf", m, n, a.data(), a.ld, pivots, info); });
        EXPECT_EQ(info.value, 0);
        ASSERT_TRUE(pivots.guarded(k));
        const Vector<T> x = random_vector<T>(n, this->r);
        Vector<T> y = times<T>(m, k, triangle(a, Uplo::L, Trans::N, Diag::U), times<T>(k, n, triangle(a, Uplo::U), x));
        for (i64 i = k; i-- > 0;) {
            ASSERT_TRUE(pivots[i] > i && pivots[i] <= m) << i;
            std::swap(y[static_cast<std::size_t>(i)], y[static_cast<std::size_t>(pivots[i] - 1)]);
        }
        EXPECT_LT(ratio<T>(times<T>(m, n, all(a0), x), y, largest<T>(times<T>(m, n, all(a0), x, true))), threshold)
            << m << " x " << n;
    }
}

TYPED_TEST(Panels, ZeroColumn) {
    using T = TypeParam;
    const i64 n = 1700;
    for (const i64 zero : {i64(0), i64(255), i64(1200), n - 1}) {
        Matrix<T> a(n, n);
        a.random(this->r);
        for (i64 i = 0; i < n; ++i) a(i, zero) = 0;
        Pivots pivots(n);
        Info info;
        fortran<T>(plain, "getrf", n, n, a.data(), a.ld, pivots, info);
        EXPECT_EQ(info.value, zero + 1);
    }
}

TYPED_TEST(Panels, Gesv) {
    using T = TypeParam;
    for (const auto& [n, k] : {std::pair<i64, i64>(1700, 3), {1700, 1700}, {2305, 600}}) {
        Matrix<T> a(n, n, 3), b(n, k, 1);
        a.random(this->r), b.random(this->r);
        const Matrix<T> a0 = a, b0 = b;
        Pivots pivots(n);
        Info info;
        this->twice(b, [&] {
            a = a0;
            fortran<T>(plain, "gesv", n, k, a.data(), a.ld, pivots, b.data(), b.ld, info);
        });
        EXPECT_EQ(info.value, 0);
        const Vector<T> w = random_vector<T>(k, this->r);
        const double size = largest<T>(times<T>(n, n, all(a0), times<T>(n, k, all(b), w, true), true));
        EXPECT_LT(ratio<T>(times<T>(n, n, all(a0), times<T>(n, k, all(b), w)), times<T>(n, k, all(b0), w), size),
                  threshold)
            << n << ", " << k;
        const Vector<T> x = random_vector<T>(n, this->r);
        Vector<T> y = times<T>(n, n, triangle(a, Uplo::L, Trans::N, Diag::U), times<T>(n, n, triangle(a, Uplo::U), x));
        for (i64 i = n; i-- > 0;) std::swap(y[static_cast<std::size_t>(i)], y[static_cast<std::size_t>(pivots[i] - 1)]);
        EXPECT_LT(ratio<T>(times<T>(n, n, all(a0), x), y, largest<T>(times<T>(n, n, all(a0), x, true))), threshold);
    }
}

TYPED_TEST(Panels, PotrfPosv) {
    using T = TypeParam;
    for (const i64 n : orders)
        for (const Uplo uplo : uplos) {
            Matrix<T> a(n, n, 3), b(n, 40);
            a.random(this->r), b.random(this->r);
            for (i64 i = 0; i < n; ++i) a(i, i) = T(static_cast<real_t<T>>(n));
            const Matrix<T> a0 = a, b0 = b;
            Info info;
            const Vector<T> x = random_vector<T>(n, this->r), w = random_vector<T>(40, this->r);
            const Vector<T> expected = times<T>(n, n, hermitian(a0, uplo), x);
            const double size = largest<T>(times<T>(n, n, hermitian(a0, uplo), x, true));
            const Trans first = uplo == Uplo::L ? Trans::C : Trans::N, second = uplo == Uplo::L ? Trans::N : Trans::C;
            const auto check = [&] {
                EXPECT_EQ(info.value, 0);
                const Vector<T> y =
                    times<T>(n, n, triangle(a, uplo, second), times<T>(n, n, triangle(a, uplo, first), x));
                EXPECT_LT(ratio<T>(y, expected, size), threshold) << n << static_cast<char>(uplo);
                EXPECT_TRUE(a.same_but(a0, [&](i64 i, i64 j) { return uplo == Uplo::L ? i >= j : i <= j; }));
            };
            this->twice(a, [&] { fortran<T>(plain, "potrf", uplo, n, a.data(), a.ld, info); });
            check();
            a = a0;
            fortran<T>(plain, "posv", uplo, n, i64(40), a.data(), a.ld, b.data(), b.ld, info);
            check();
            const Vector<T> xw = times<T>(n, 40, all(b), w), bw = times<T>(n, 40, all(b0), w);
            EXPECT_LT(ratio<T>(times<T>(n, n, hermitian(a0, uplo), xw), bw,
                               largest<T>(times<T>(n, n, hermitian(a0, uplo), times<T>(n, 40, all(b), w, true), true))),
                      threshold);
            a = a0, a(n - 300, n - 300) = -1;
            fortran<T>(plain, "potrf", uplo, n, a.data(), a.ld, info);
            EXPECT_EQ(info.value, n - 299);
        }
}

// C := alpha A A^T + beta C, with what herk says of the diagonal.
TYPED_TEST(Panels, RankK) {
    using T = TypeParam;
    using R = real_t<T>;
    const i64 n = 2305;
    for (const bool conjugate : {false, true})
        for (const Uplo uplo : uplos)
            for (const i64 k : {i64(70), i64(1300)})
                for (const R beta : {R(0), R(-0.5)}) {
                    if (conjugate && !is_complex<T>) continue;
                    const Trans trans = k == 70 ? Trans::N : conjugate ? Trans::C : Trans::T;
                    Matrix<T> a(trans == Trans::N ? n : k, trans == Trans::N ? k : n, 1), c(n, n, 3);
                    a.random(this->r), c.random(this->r);
                    const Matrix<T> c0 = c;
                    const R alpha(0.75);
                    this->twice(c, [&] {
                        if (conjugate)
                            fortran<T>(plain, "herk", uplo, trans, n, k, alpha, a.data(), a.ld, beta, c.data(), c.ld);
                        else
                            fortran<T>(plain, "syrk", uplo, trans, n, k, T(alpha), a.data(), a.ld, T(beta), c.data(),
                                       c.ld);
                    });
                    const Trans other = conjugate ? Trans::C : Trans::T;
                    const auto left = all(a, trans), right = all(a, trans == Trans::N ? other : Trans::N);
                    const Vector<T> x = random_vector<T>(n, this->r);
                    Vector<T> y = times<T>(n, k, left, times<T>(k, n, right, x));
                    const Vector<T> before = times<T>(n, n, hermitian(c0, uplo, conjugate), x);
                    for (std::size_t i = 0; i < y.size(); ++i)
                        y[i] = y[i] * Sum<T>(alpha) + (beta == 0 ? Sum<T>(0) : before[i] * Sum<T>(beta));
                    const double size = largest<T>(times<T>(n, k, left, times<T>(k, n, right, x, true), true)) +
                                        largest<T>(times<T>(n, n, hermitian(c0, uplo, conjugate), x, true));
                    EXPECT_LT(ratio<T>(times<T>(n, n, hermitian(c, uplo, conjugate), x), y, size), threshold)
                        << static_cast<char>(uplo) << k << " " << beta;
                    EXPECT_TRUE(c.same_but(c0, [&](i64 i, i64 j) { return uplo == Uplo::L ? i >= j : i <= j; }));
                    for (i64 i = 0; i < n && conjugate; ++i) ASSERT_EQ(std::imag(c(i, i)), 0);
                }
}

TYPED_TEST(Panels, Triangular) {
    using T = TypeParam;
    const i64 order = large<T>, others = order - 100;
    for (const char* stem : {"trsm", "trmm"})
        for (const Side side : sides)
            for (const Uplo uplo : uplos)
                for (const Trans trans : {Trans::N, Trans::C}) {
                    const i64 m = side == Side::L ? order : others, n = side == Side::L ? others : order;
                    Matrix<T> a(order, order, 3), b(m, n, 1);
                    a.random(this->r), b.random(this->r);
                    for (i64 i = 0; i < order; ++i) a(i, i) = T(static_cast<real_t<T>>(order));
                    const Matrix<T> b0 = b;
                    const T alpha(real_t<T>(0.75));
                    this->twice(b, [&] {
                        fortran<T>(plain, stem, side, uplo, trans, Diag::N, m, n, alpha, a.data(), a.ld, b.data(),
                                   b.ld);
                    });
                    // solved, b0: what was multiplied and what came out of it
                    const bool solves = stem[2] == 's', left = side == Side::L;
                    const Matrix<T>&in = solves ? b : b0, &out = solves ? b0 : b;
                    const double by = solves ? 0.75 : 1, to = solves ? 1 : 0.75;
                    const auto t = triangle(a, uplo, trans);
                    const Vector<T> w = random_vector<T>(n, this->r);
                    const auto chain = [&](bool sizes) {
                        return left ? times<T>(m, m, t, times<T>(m, n, all(in), w, sizes), sizes)
                                    : times<T>(m, n, all(in), times<T>(n, n, t, w, sizes), sizes);
                    };
                    Vector<T> product = chain(false), expected = times<T>(m, n, all(out), w);
                    for (auto& e : product) e *= Sum<T>(to);
                    for (auto& e : expected) e *= Sum<T>(by);
                    EXPECT_LT(ratio<T>(product, expected, largest<T>(chain(true))), threshold)
                        << stem << static_cast<char>(side) << static_cast<char>(uplo) << static_cast<char>(trans);
                }
}

TYPED_TEST(Panels, Products) {
    using T = TypeParam;
    const i64 m = 2305, n = 2200, k = 2100;
    const T alpha(real_t<T>(0.75)), beta(real_t<T>(-0.5));
    const auto check = [&](auto left, auto right, i64 inner, const Matrix<T>& c, const Matrix<T>& c0) {
        const Vector<T> w = random_vector<T>(c.n, this->r);
        Vector<T> y = times<T>(c.m, inner, left, times<T>(inner, c.n, right, w));
        const Vector<T> before = times<T>(c.m, c.n, all(c0), w);
        for (std::size_t i = 0; i < y.size(); ++i) y[i] = y[i] * Sum<T>(alpha) + before[i] * Sum<T>(beta);
        const double size = largest<T>(times<T>(c.m, inner, left, times<T>(inner, c.n, right, w, true), true)) +
                            largest<T>(times<T>(c.m, c.n, all(c0), w, true));
        EXPECT_LT(ratio<T>(times<T>(c.m, c.n, all(c), w), y, size), threshold);
    };
    for (const Trans ta : {Trans::N, Trans::C})
        for (const i64 columns : {n, i64(900)}) {  // by columns, by rows
            Matrix<T> a(ta == Trans::N ? m : k, ta == Trans::N ? k : m, 1), b(k, columns), c(m, columns, 3);
            a.random(this->r), b.random(this->r), c.random(this->r);
            const Matrix<T> c0 = c;
            this->twice(c, [&] {
                fortran<T>(plain, "gemm", ta, Trans::N, m, columns, k, alpha, a.data(), a.ld, b.data(), b.ld, beta,
                           c.data(), c.ld);
            });
            check(all(a, ta), all(b), k, c, c0);
        }
    for (const Side side : sides) {
        const i64 order = large<T>, others = order - 100, rows = side == Side::L ? order : others,
                  columns = side == Side::L ? others : order;
        Matrix<T> a(order, order), b(rows, columns), c(rows, columns, 3);
        a.random(this->r), b.random(this->r), c.random(this->r);
        const Matrix<T> c0 = c;
        this->twice(c, [&] {
            fortran<T>(plain, "symm", side, Uplo::L, rows, columns, alpha, a.data(), a.ld, b.data(), b.ld, beta,
                       c.data(), c.ld);
        });
        if (side == Side::L)
            check(hermitian(a, Uplo::L, false), all(b), order, c, c0);
        else
            check(all(b), hermitian(a, Uplo::L, false), order, c, c0);
    }
}
