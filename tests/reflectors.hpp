// In: reflectors as xGEQRF leaves them. Out: what they are multiplied by, in a higher precision, and how far a result
// is from that.
#pragma once
#include "routines.hpp"

namespace test {

// C := op(Q) C with the first `count` reflectors in a; adjoint: op(Q) = Q^H.
template <class T>
void reflect(const Matrix<T>& a, const std::vector<T>& tau, i64 count, bool adjoint, Dense<wide_t<T>>& c) {
    using W = wide_t<T>;
    for (i64 step = 0; step < count; ++step) {
        const i64 l = adjoint ? step : count - 1 - step;
        const W factor = adjoint ? conj(W(tau[static_cast<std::size_t>(l)])) : W(tau[static_cast<std::size_t>(l)]);
        if (factor == W(0)) continue;
        for (i64 j = 0; j < c.n; ++j) {
            W sum = c(l, j);
            for (i64 i = l + 1; i < c.m; ++i) sum += conj(W(a(i, l))) * c(i, j);
            sum *= factor;
            c(l, j) -= sum;
            for (i64 i = l + 1; i < c.m; ++i) c(i, j) -= W(a(i, l)) * sum;
        }
    }
}

// The first n columns of Q.
template <class T> Dense<wide_t<T>> first_columns(const Matrix<T>& a, const std::vector<T>& tau, i64 count, i64 n) {
    using W = wide_t<T>;
    Dense<W> q(a.m, n);
    q.fill([](i64 i, i64 j) { return W(i == j); });
    reflect(a, tau, count, false, q);
    return q;
}

template <class W> Dense<W> adjoint(const Dense<W>& a) {
    return Dense<W>(a.n, a.m).fill([&](i64 i, i64 j) { return conj(a(j, i)); });
}

// ||X - Y||_1 over n eps times `norm`, as LAPACK's testing programs have it; NaN counts as infinite.
template <class T>
double distance(const Dense<wide_t<T>>& x, const Dense<wide_t<T>>& y, i64 n, wide_t<real_t<T>> norm) {
    Dense<wide_t<T>> difference = x;
    for (std::size_t i = 0; i < y.v.size(); ++i) difference.v[i] -= y.v[i];
    const auto unit =
        wide_t<real_t<T>>(std::numeric_limits<real_t<T>>::epsilon()) / 2 * wide_t<real_t<T>>(std::max<i64>(1, n));
    const double q = x.v.empty() || norm == 0 ? double(norm1(difference)) : double(norm1(difference) / (unit * norm));
    return q == q ? q : std::numeric_limits<double>::infinity();
}

// What LWORK = -1 answers in WORK(1).
template <class T> i64 workspace(Routine r, Args x, Operands<T>& o) {
    o.work.assign(1, T(0));
    x.lwork = -1;
    EXPECT_TRUE(call(plain, r, x, o)) << stems[int(r)];
    EXPECT_EQ(o.info.value, 0) << stems[int(r)];
    return static_cast<i64>(std::real(o.work[0]));
}

}  // namespace test
