// In: sizes and a seed. Out: guarded matrices, dense copies in a higher precision, and LAPACK-type test ratios.
#pragma once
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <vector>

#include "call.hpp"

namespace test {

inline constexpr double threshold = 30;

// Long double for double, double for float.
template <class T> struct WideOf { using type = long double; };
template <> struct WideOf<float> { using type = double; };
template <class R> struct WideOf<std::complex<R>> { using type = std::complex<typename WideOf<R>::type>; };
template <class T> using wide_t = typename WideOf<T>::type;

template <class T> T conj(T x) {
    if constexpr (is_complex<T>)
        return std::conj(x);
    else
        return x;
}

// splitmix64: the same numbers on every machine.
class Random {
public:
    explicit Random(std::uint64_t seed = 1) : state(seed) {}
    std::uint64_t bits() {
        std::uint64_t z = state += 0x9e3779b97f4a7c15u;
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
        return z ^ (z >> 31);
    }
    i64 below(i64 n) { return static_cast<i64>(bits() % static_cast<std::uint64_t>(n)); }
    double uniform() { return static_cast<double>(bits() >> 11) * 0x1p-53 - 0.5; }  // [-0.5, 0.5)
    template <class C> const auto& of(const C& list) {
        return list[static_cast<std::size_t>(below(static_cast<i64>(std::size(list))))];
    }
    template <class T> T scalar() {
        using R = real_t<T>;
        if constexpr (is_complex<T>) {
            const R re = static_cast<R>(uniform());
            return {re, static_cast<R>(uniform())};
        } else {
            return static_cast<R>(uniform());
        }
    }

private:
    std::uint64_t state;
};

template <class T> T nan_value() {
    const real_t<T> q = std::numeric_limits<real_t<T>>::quiet_NaN();
    if constexpr (is_complex<T>)
        return {q, q};
    else
        return q;
}
template <class T> bool is_nan(T x) {
    return std::isnan(std::real(x)) || std::isnan(std::imag(x));
}
template <class T> bool is_finite(T x) {
    return std::isfinite(std::real(x)) && std::isfinite(std::imag(x));
}

// An m x n column-major matrix with beams of NaN below every column and one guard column before and behind.
template <class T> class Matrix {
public:
    Matrix(i64 rows, i64 columns, i64 beam = 0)
        : m(rows),
          n(columns),
          ld(std::max<i64>(1, rows) + beam),
          store(static_cast<std::size_t>(ld * (columns + 2)), nan_value<T>()) {}

    T* data() { return store.data() + ld; }
    T& operator()(i64 i, i64 j) { return store[static_cast<std::size_t>(ld * (j + 1) + i)]; }
    const T& operator()(i64 i, i64 j) const { return store[static_cast<std::size_t>(ld * (j + 1) + i)]; }
    template <class F> Matrix& fill(F f) {
        for (i64 j = 0; j < n; ++j)
            for (i64 i = 0; i < m; ++i) (*this)(i, j) = f(i, j);
        return *this;
    }
    Matrix& random(Random& r) {
        return fill([&](i64, i64) { return r.scalar<T>(); });
    }
    Matrix& poison() {
        return fill([](i64, i64) { return nan_value<T>(); });
    }
    // Bit for bit, beams and guards too.
    bool operator==(const Matrix& o) const {
        return store.size() == o.store.size() && !std::memcmp(store.data(), o.store.data(), store.size() * sizeof(T));
    }
    // Bit for bit where `changed` is false, beams and guards too.
    template <class F> bool same_but(const Matrix& before, F changed) const {
        Matrix copy = *this;
        for (i64 j = 0; j < n; ++j)
            for (i64 i = 0; i < m; ++i)
                if (changed(i, j)) copy(i, j) = before(i, j);
        return copy == before;
    }
    bool same_but(const Matrix& before) const {
        return same_but(before, [](i64, i64) { return true; });
    }

    i64 m, n, ld;

private:
    std::vector<T> store;
};

// The same to half of the digits, or `times` less.
template <class T> bool near(const Matrix<T>& x, const Matrix<T>& y, double times = 1) {
    const double tolerance = times * std::sqrt(double(std::numeric_limits<real_t<T>>::epsilon()));
    double scale = 1, worst = 0;
    for (i64 j = 0; j < x.n; ++j)
        for (i64 i = 0; i < x.m; ++i) {
            scale = std::max(scale, double(std::abs(y(i, j))));
            worst = std::max(worst, double(std::abs(x(i, j) - y(i, j))));
        }
    return worst <= tolerance * scale;
}

inline bool in_triangle(Uplo u, i64 i, i64 j) {
    return u == Uplo::U ? i <= j : i >= j;
}
inline Uplo other(Uplo u) {
    return u == Uplo::U ? Uplo::L : Uplo::U;
}
inline Side other(Side s) {
    return s == Side::L ? Side::R : Side::L;
}

// NaN in the triangle that must not be read, and on the diagonal when it is unit.
template <class T> void poison_unread(Matrix<T>& a, Uplo u, Diag d = Diag::N) {
    for (i64 j = 0; j < a.n; ++j)
        for (i64 i = 0; i < a.m; ++i)
            if (!in_triangle(u, i, j) || (i == j && d == Diag::U)) a(i, j) = nan_value<T>();
}
// The imaginary part of a Hermitian diagonal is not read.
template <class T> void poison_hermitian_diagonal(Matrix<T>& a) {
    if constexpr (is_complex<T>)
        for (i64 i = 0; i < std::min(a.m, a.n); ++i)
            a(i, i) = T(a(i, i).real(), std::numeric_limits<real_t<T>>::quiet_NaN());
}
// Diagonally dominant enough to be solved with at any size.
template <class T> void strengthen_diagonal(Matrix<T>& a) {
    for (i64 i = 0; i < std::min(a.m, a.n); ++i) a(i, i) = T(static_cast<real_t<T>>(1 + 0.1 * double(a.n))) + a(i, i);
}

template <class W> struct Dense {
    Dense(i64 rows, i64 columns) : m(rows), n(columns), v(static_cast<std::size_t>(rows * columns)) {}
    W& operator()(i64 i, i64 j) { return v[static_cast<std::size_t>(i + j * m)]; }
    const W& operator()(i64 i, i64 j) const { return v[static_cast<std::size_t>(i + j * m)]; }
    template <class F> Dense& fill(F f) {
        for (i64 j = 0; j < n; ++j)
            for (i64 i = 0; i < m; ++i) (*this)(i, j) = f(i, j);
        return *this;
    }
    i64 m, n;
    std::vector<W> v;
};

// op(A), with A's elements as `element(i, j)` gives them.
template <class T, class F> Dense<wide_t<T>> op(i64 m, i64 n, Trans t, F element) {
    using W = wide_t<T>;
    if (t == Trans::N) return Dense<W>(m, n).fill([&](i64 i, i64 j) { return W(element(i, j)); });
    return Dense<W>(n, m).fill([&](i64 i, i64 j) { return t == Trans::C ? conj(W(element(j, i))) : W(element(j, i)); });
}
template <class T> Dense<wide_t<T>> dense(const Matrix<T>& a, Trans t = Trans::N) {
    return op<T>(a.m, a.n, t, [&](i64 i, i64 j) { return a(i, j); });
}
template <class T> Dense<wide_t<T>> triangle(const Matrix<T>& a, Uplo u, Diag d, Trans t = Trans::N) {
    return op<T>(a.m, a.n, t, [&](i64 i, i64 j) {
        return i == j && d == Diag::U ? T(1) : in_triangle(u, i, j) ? a(i, j) : T(0);
    });
}
template <class T> Dense<wide_t<T>> symmetric(const Matrix<T>& a, Uplo u, bool herm) {
    return op<T>(a.m, a.n, Trans::N, [&](i64 i, i64 j) {
        if (i == j && herm) return T(std::real(a(i, i)));
        return in_triangle(u, i, j) ? a(i, j) : herm ? conj(a(j, i)) : a(j, i);
    });
}
template <class W, class S> Dense<W> scaled(Dense<W> a, S s) {
    for (W& x : a.v) x *= W(s);
    return a;
}
template <class W> Dense<W> zeros(i64 m, i64 n) {
    return Dense<W>(m, n);
}

// |re| + |im|: hypot is slow.
template <class W> real_t<W> abs1(W x) {
    return std::abs(std::real(x)) + std::abs(std::imag(x));
}

// C v - (X (Y v) + Z v) for a random v, and the same with absolute values: a product tested at the cost of n^2.
template <class W> struct Probe {
    std::vector<W> residual;
    std::vector<real_t<W>> bound;
    real_t<W> norm_v = 0;
};
template <class W> void add_product(const Dense<W>& a, const std::vector<W>& v, W sign, std::vector<W>& sum) {
    for (i64 j = 0; j < a.n; ++j) {
        const W f = sign * v[static_cast<std::size_t>(j)];
        const W* column = a.v.data() + j * a.m;
        for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += column[i] * f;
    }
}
template <class W> void add_bound(const Dense<W>& a, const std::vector<real_t<W>>& v, std::vector<real_t<W>>& sum) {
    for (i64 j = 0; j < a.n; ++j) {
        const W* column = a.v.data() + j * a.m;
        for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += abs1(column[i]) * v[static_cast<std::size_t>(j)];
    }
}
template <class W> Probe<W> probe(const Dense<W>& c, const Dense<W>& x, const Dense<W>& y, const Dense<W>* z) {
    using R = real_t<W>;
    Random random(99);
    std::vector<W> v(static_cast<std::size_t>(c.n)), yv(static_cast<std::size_t>(x.n));
    std::vector<R> vb(v.size()), yb(yv.size());
    Probe<W> p{std::vector<W>(static_cast<std::size_t>(c.m)), std::vector<R>(static_cast<std::size_t>(c.m)), 0};
    for (std::size_t j = 0; j < v.size(); ++j) {
        v[j] = random.scalar<W>();
        vb[j] = abs1(v[j]);
        p.norm_v += vb[j];
    }
    add_product(y, v, W(1), yv);
    add_bound(y, vb, yb);
    add_product(c, v, W(1), p.residual);
    add_product(x, yv, W(-1), p.residual);
    add_bound(x, yb, p.bound);
    if (z) {
        add_product(*z, v, W(-1), p.residual);
        add_bound(*z, vb, p.bound);
    }
    return p;
}
template <class T> bool exact_enough(double flops) {
    return is_single<T> || flops < 6e4;
}

// The greatest |C - (X Y + Z)| over eps (k + 2) (|X| |Y| + |Z|), element by element; NaN counts as infinite. Large
// products of the wide precisions are tested with a random vector instead, which costs n^2.
template <class T> double ratio(const Dense<wide_t<T>>& c, const Dense<wide_t<T>>& x, const Dense<wide_t<T>>& y,
                                const Dense<wide_t<T>>& z) {
    using W = wide_t<T>;
    using R = real_t<W>;
    using L = std::numeric_limits<real_t<T>>;
    const i64 k = x.n;
    const R unit = R(L::epsilon()) / 2 * R(k + 2);
    R big = 1;
    for (const W& v : x.v) big = std::max(big, abs1(v));
    for (const W& v : y.v) big = std::max(big, abs1(v));
    const R floor = R(L::denorm_min()) * R(k + 2) * big;  // what an underflow may cost
    double worst = 0;
    const auto judge = [&](W residual, R bound) {
        const double q = static_cast<double>(abs1(residual) / (unit * bound + floor));
        if (!(q <= worst)) worst = std::isnan(q) ? HUGE_VAL : q;
    };
    if (exact_enough<T>(double(c.m) * double(c.n) * double(k))) {
        std::vector<W> sum(static_cast<std::size_t>(c.m));
        std::vector<R> bound(sum.size());
        for (i64 j = 0; j < c.n; ++j) {
            for (i64 i = 0; i < c.m; ++i) {
                const auto r = static_cast<std::size_t>(i);
                sum[r] = c(i, j) - z(i, j);
                bound[r] = abs1(z(i, j));
            }
            for (i64 l = 0; l < k; ++l) {
                const W f = y(l, j);
                const R g = abs1(f);
                const W* column = x.v.data() + l * c.m;
                for (std::size_t i = 0; i < sum.size(); ++i) {
                    sum[i] -= column[i] * f;
                    bound[i] += abs1(column[i]) * g;
                }
            }
            for (std::size_t i = 0; i < sum.size(); ++i) judge(sum[i], bound[i]);
        }
        return worst;
    }
    const Probe<W> p = probe(c, x, y, &z);
    for (std::size_t i = 0; i < p.bound.size(); ++i) judge(p.residual[i], p.bound[i]);
    return worst;
}
template <class T> double ratio(const Dense<wide_t<T>>& c, const Dense<wide_t<T>>& x, const Dense<wide_t<T>>& y) {
    return ratio<T>(c, x, y, zeros<wide_t<T>>(c.m, c.n));
}

template <class W> real_t<W> norm1(const Dense<W>& a) {
    real_t<W> worst = 0;
    for (i64 j = 0; j < a.n; ++j) {
        real_t<W> sum = 0;
        for (i64 i = 0; i < a.m; ++i) sum += abs1(a(i, j));
        worst = std::max(worst, sum);
    }
    return worst;
}
// ||C - X Y||_1 over n eps ||X||_1 ||Y||_1, as LAPACK's testing programs have it for inverses and solutions.
template <class T> double norm_ratio(const Dense<wide_t<T>>& c, const Dense<wide_t<T>>& x, const Dense<wide_t<T>>& y) {
    using W = wide_t<T>;
    using R = real_t<W>;
    R residual = 0, norm_v = 1;
    if (exact_enough<T>(double(c.m) * double(c.n) * double(x.n))) {
        Dense<W> r = c;
        for (i64 j = 0; j < c.n; ++j)
            for (i64 l = 0; l < x.n; ++l) {
                const W f = y(l, j);
                for (i64 i = 0; i < c.m; ++i) r(i, j) -= x(i, l) * f;
            }
        residual = norm1(r);
    } else {
        const Probe<W> p = probe(c, x, y, static_cast<const Dense<W>*>(nullptr));
        for (const W e : p.residual) residual += abs1(e);
        norm_v = p.norm_v;
    }
    const R unit = R(std::numeric_limits<real_t<T>>::epsilon()) / 2 * R(std::max<i64>(1, x.n));
    const double q = static_cast<double>(residual / (unit * norm1(x) * norm1(y) * norm_v));
    return c.v.empty() ? 0 : q == q ? q : std::numeric_limits<double>::infinity();
}
template <class W> Dense<W> identity(i64 n) {
    return Dense<W>(n, n).fill([](i64 i, i64 j) { return W(i == j); });
}

inline bool quick() {
    return std::getenv("SHUNT_TEST_QUICK") != nullptr;
}
// Sizes on both sides of every threshold of the kernels and recursions.
inline const std::vector<i64>& sizes() {
    static const std::vector<i64> all = {0,  1,  2,  3,  5,  7,  8,  9,  15,  16,  17,  23,  24,  25,  31,  32,
                                         33, 47, 48, 63, 64, 65, 96, 97, 100, 127, 128, 129, 192, 255, 257, 300};
    static const std::vector<i64> few = {0, 1, 2, 3, 5, 8, 9, 17, 24, 33, 64, 65, 129};
    return quick() ? few : all;
}
inline i64 small_size(Random& r) {
    static constexpr i64 list[] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 12, 16, 17, 24, 31, 33, 40};
    return r.below(40) == 0 ? 0 : r.of(list);
}
// f(m, n, k): each dimension through all sizes while the others are small, then some squares.
template <class F> void for_shapes(Random& r, F f) {
    for (const i64 s : sizes()) {
        if (testing::Test::HasFatalFailure()) return;
        f(s, small_size(r), small_size(r));
        f(small_size(r), s, small_size(r));
        f(small_size(r), small_size(r), s);
    }
    for (const i64 s : {i64(33), i64(65), i64(130)}) f(s, s, s);
}
// 0, 1, -1 or general.
template <class T> T factor(Random& r) {
    switch (r.below(5)) {
        case 0:
            return T(0);
        case 1:
            return T(1);
        case 2:
            return T(-1);
        default:
            return r.scalar<T>() + T(real_t<T>(0.75));
    }
}

// All sixteen and more variants of a triangular routine.
template <class F> void for_variants(F f) {
    for (const Side side : sides)
        for (const Uplo uplo : uplos)
            for (const Trans trans : transposes)
                for (const Diag diag : diags)
                    if (!testing::Test::HasFatalFailure()) f(side, uplo, trans, diag);
}
inline testing::Message variant(Side s, Uplo u, Trans t, Diag d) {
    return testing::Message() << char(s) << char(u) << char(t) << char(d) << ' ';
}
inline bool route_is(const char* name) {
    const char* route = std::getenv("SHUNT_ROUTE");
    return route && !std::strcmp(route, name);
}
// False where the original may answer in its own way, e.g. OpenBLAS, which lets a NaN pass an alpha of zero.
inline bool strict() {
    return std::getenv("SHUNT_TEST_STRICT") || route_is("cpu");
}

using Scalars = ::testing::Types<float, double, std::complex<float>, std::complex<double>>;
using Complexes = ::testing::Types<std::complex<float>, std::complex<double>>;

}  // namespace test
