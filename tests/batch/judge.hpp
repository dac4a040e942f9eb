// In: a problem before and after its call. Out: whether the result is right: LAPACK-type ratios against sums in a
// higher precision, nothing else touched.
#pragma once
#include <filesystem>

#include "../factor.hpp"
#include "batch.hpp"

namespace test {

// Of this process.
inline auto process_threads() {
    const std::filesystem::directory_iterator all("/proc/self/task");
    return std::distance(begin(all), end(all));
}

// A vector in the order of its elements.
template <class T> Dense<wide_t<T>> vector_of(const Matrix<T>& x, i64 inc) {
    return Dense<wide_t<T>>(x.n, 1).fill([&](i64 i, i64) { return wide_t<T>(x(0, inc > 0 ? i : x.n - 1 - i)); });
}
template <class W> Dense<W> product(const Dense<W>& a, const Dense<W>& b) {
    Dense<W> c(a.m, b.n);
    for (i64 j = 0; j < b.n; ++j)
        for (i64 l = 0; l < a.n; ++l) {
            const W f = b(l, j);
            for (i64 i = 0; i < a.m; ++i) c(i, j) += a(i, l) * f;
        }
    return c;
}
template <class W> Dense<W> adjoint(const Dense<W>& a) {
    return Dense<W>(a.n, a.m).fill([&](i64 i, i64 j) { return conj(a(j, i)); });
}

// The first `columns` columns of H(0) H(1) ... H(count - 1), H(i) = I - tau(i) v v^H, v(i) = element(row, i) with zeros
// above `shift` + i and 1 there.
template <class W, class Element, class Tau>
Dense<W> reflected(i64 rows, i64 columns, i64 count, i64 shift, Element element, Tau tau) {
    Dense<W> q(rows, columns);
    q.fill([](i64 i, i64 j) { return W(i == j); });
    for (i64 l = count - 1; l >= 0; --l) {
        const i64 head = l + shift;
        for (i64 j = 0; j < columns; ++j) {
            W sum = q(head, j);
            for (i64 i = head + 1; i < rows; ++i) sum += conj(element(i, l)) * q(i, j);
            sum *= tau(l);
            q(head, j) -= sum;
            for (i64 i = head + 1; i < rows; ++i) q(i, j) -= element(i, l) * sum;
        }
    }
    return q;
}

// P (unit L) U of what xGETRF leaves.
template <class T> Dense<wide_t<T>> unfactored(const Matrix<T>& lu, const Pivots& pivots) {
    using W = wide_t<T>;
    const i64 n = lu.n;
    Dense<W> a = product(triangle(lu, Uplo::L, Diag::U), triangle(lu, Uplo::U, Diag::N));
    for (i64 i = n - 1; i >= 0; --i)
        for (i64 j = 0; j < n; ++j) std::swap(a(i, j), a(pivots[i] - 1, j));
    return a;
}

template <class T> double qr_ratio(const Matrix<T>& before, const Matrix<T>& a, const Matrix<T>& tau) {
    using W = wide_t<T>;
    const i64 k = std::min(a.m, a.n);
    const Dense<W> q = reflected<W>(
        a.m, k, k, 0, [&](i64 i, i64 l) { return W(a(i, l)); }, [&](i64 l) { return W(tau(l, 0)); });
    Dense<W> r(k, a.n);
    r.fill([&](i64 i, i64 j) { return i <= j ? W(a(i, j)) : W(0); });
    return std::max(norm_ratio<T>(dense(before), q, r), norm_ratio<T>(identity<W>(k), adjoint(q), q));
}
template <class T> double bidiagonal_ratio(const Matrix<T>& before, const Item<T>& x) {
    using W = wide_t<T>;
    const Matrix<T>& a = x.a;
    const i64 k = std::min(a.m, a.n);
    const bool upper = a.m >= a.n;
    const i64 q_count = upper ? k : k - 1, p_count = upper ? k - 1 : k;
    const Dense<W> q = reflected<W>(
        a.m, k, q_count, upper ? 0 : 1, [&](i64 i, i64 l) { return W(a(i, l)); },
        [&](i64 l) { return W(x.tau(l, 0)); });
    // Rows hold the conjugated vectors, as they would those of an LQ factorization.
    const Dense<W> p = reflected<W>(
        a.n, k, p_count, upper ? 1 : 0, [&](i64 i, i64 l) { return conj(W(a(l, i))); },
        [&](i64 l) { return W(x.taup(l, 0)); });
    Dense<W> b(k, k);
    b.fill([&](i64 i, i64 j) {
        return i == j ? W(x.d(i, 0)) : upper && j == i + 1 ? W(x.e(i, 0)) : !upper && i == j + 1 ? W(x.e(j, 0)) : W(0);
    });
    return std::max({norm_ratio<T>(dense(before), product(q, b), adjoint(p)),
                     norm_ratio<T>(identity<W>(k), adjoint(q), q), norm_ratio<T>(identity<W>(k), adjoint(p), p)});
}

// The ratio of a result; 0 where there is nothing to judge.
template <class T> double ratio_of(const Item<T>& before, const Item<T>& after) {
    using W = wide_t<T>;
    const Args& x = before.args;
    const T alpha = before.alpha, beta = before.beta;
    const auto left = [&](Dense<W> v) { return alpha == T(0) ? zeros<W>(v.m, v.n) : scaled(v, alpha); };
    const auto right = [&](Dense<W> v) { return alpha == T(0) ? zeros<W>(v.m, v.n) : v; };
    const auto added = [&](Dense<W> v) { return beta == T(0) ? zeros<W>(v.m, v.n) : scaled(v, beta); };
    const bool nt = x.transa == Trans::N, herm = before.op == Op::herk;
    switch (before.op) {
        case Op::gemm:
            return ratio<T>(dense(after.c), left(dense(before.a, x.transa)), right(dense(before.b, x.transb)),
                            added(dense(before.c)));
        case Op::gemv:
            if (x.m == 0 || x.n == 0) return 0;  // y is not even scaled
            return ratio<T>(vector_of(after.c, x.ldc), left(dense(before.a, x.transa)),
                            right(vector_of(before.b, x.ldb)), added(vector_of(before.c, x.ldc)));
        case Op::syrk:
        case Op::herk: {
            const Trans turned = herm ? Trans::C : Trans::T;
            return ratio<T>(symmetric(after.c, x.uplo, herm), left(dense(before.a, nt ? Trans::N : turned)),
                            right(dense(before.a, nt ? turned : Trans::N)), added(symmetric(before.c, x.uplo, herm)));
        }
        case Op::trsm:
        case Op::trmm: {
            const Dense<W> t = triangle(before.a, x.uplo, x.diag, x.transa);
            const Dense<W> given = left(dense(before.b)), got = dense(after.b);
            const Dense<W>& from = before.op == Op::trsm ? got : given;
            const Dense<W>& to = before.op == Op::trsm ? given : got;
            if (alpha == T(0)) return ratio<T>(got, zeros<W>(x.m, 1), zeros<W>(1, x.n));
            return x.side == Side::L ? ratio<T>(to, t, from) : ratio<T>(to, from, t);
        }
        case Op::trsv:
            return ratio<T>(vector_of(before.b, x.ldb), triangle(before.a, x.uplo, x.diag, x.transa),
                            vector_of(after.b, x.ldb));
        case Op::getrf:
            return lu_ratio(after.a, before.a, after.ipiv);
        case Op::getrs: {
            const Dense<W> a = unfactored(before.a, before.ipiv);
            const Dense<W> turned = op<T>(a.m, a.n, x.transa, [&](i64 i, i64 j) { return a(i, j); });
            return norm_ratio<T>(dense(before.b), turned, dense(after.b));
        }
        case Op::getri:
            return norm_ratio<T>(identity<W>(x.n), unfactored(before.a, before.ipiv), dense(after.a));
        case Op::potrf:
            return cholesky_ratio(after.a, before.a, x.uplo);
        case Op::potrs: {
            const Dense<W> f = triangle(before.a, x.uplo, Diag::N, x.uplo == Uplo::L ? Trans::N : Trans::C);
            return norm_ratio<T>(dense(before.b), product(f, adjoint(f)), dense(after.b));
        }
        case Op::geqrf:
            return qr_ratio(before.a, after.a, after.tau);
        case Op::orgqr: {
            const Dense<W> q = reflected<W>(
                x.m, x.n, x.k, 0, [&](i64 i, i64 l) { return W(before.a(i, l)); },
                [&](i64 l) { return W(before.tau(l, 0)); });
            return norm_ratio<T>(dense(after.a), q, identity<W>(x.n));
        }
        case Op::gebrd:
            return bidiagonal_ratio(before.a, after);
    }
    return 0;
}

// Inputs, gaps and guards are as they were, and what a call of nothing to do would leave is left.
template <class T> testing::AssertionResult kept(const Item<T>& before, const Item<T>& after) {
    const Args& x = before.args;
    const auto fail = [&](const char* what) { return testing::AssertionFailure() << describe(before) << ": " << what; };
    const auto in = [&](i64 i, i64 j) { return in_triangle(x.uplo, i, j); };
    const auto all = [](i64, i64) { return true; };
    const auto none = [](i64, i64) { return false; };
    const bool scaled_only = before.alpha == T(0) || (before.op != Op::gemv && x.k == 0);
    const bool idle = (has(before.op, "beta") && scaled_only && before.beta == T(1)) ||
                      (before.op == Op::gemv && (x.m == 0 || x.n == 0));
    const bool rank_k = before.op == Op::syrk || before.op == Op::herk;
    if (writes(before.op, "a")
            ? before.op == Op::potrf ? !after.a.same_but(before.a, in) : !after.a.same_but(before.a, all)
            : !after.a.same_but(before.a, none))
        return fail("a touched");
    if (writes(before.op, "b") ? !after.b.same_but(before.b, all) : !(after.b == before.b)) return fail("b touched");
    if (idle || !writes(before.op, "c") ? !(after.c == before.c)
        : rank_k                        ? !after.c.same_but(before.c, in)
                                        : !after.c.same_but(before.c, all))
        return fail("c touched");
    const bool tau = writes(before.op, "tau");
    if (tau ? !after.tau.same_but(before.tau) : !(after.tau == before.tau)) return fail("tau touched");
    if (!after.taup.same_but(before.taup) || !after.d.same_but(before.d) || !after.e.same_but(before.e))
        return fail("beyond taup, d or e");
    const i64 pivots = before.op == Op::getrf ? before.least() : 0;
    if (pivots ? !after.ipiv.guarded(pivots) : !(after.ipiv == before.ipiv)) return fail("ipiv touched");
    if (after.info == -1000) return fail("a guard of ipiv or info touched");
    return testing::AssertionSuccess();
}

// A call that succeeds.
template <class T> testing::AssertionResult right(const Item<T>& before, const Item<T>& after) {
    const Args& x = before.args;
    const auto fail = [&](const char* what) { return testing::AssertionFailure() << describe(before) << ": " << what; };
    if (const auto good = kept(before, after); !good) return good;
    if (after.info != (is_lapack(before.op) ? 0 : -99)) return fail("info ") << after.info;
    if (before.op == Op::getrf) {
        for (i64 i = 0; i < before.least(); ++i) {
            if (after.ipiv[i] <= i || after.ipiv[i] > x.m) return fail("pivots");
            for (i64 r = i + 1; r < x.m; ++r)
                if (!(abs1(after.a(r, i)) <= real_t<T>(is_complex<T> ? 2.02 : 1)))
                    return fail("an element of L above 1");
        }
    }
    const Matrix<T>& hermitian_diagonal = before.op == Op::herk ? after.c : after.a;
    if (before.op == Op::herk || before.op == Op::potrf)
        for (i64 i = 0; i < x.n; ++i)
            if (std::imag(hermitian_diagonal(i, i)) != 0) return fail("imaginary part of the diagonal");
    if (before.op == Op::gebrd) {
        const i64 k = before.least();
        const bool upper = x.m >= x.n;
        for (i64 i = 0; i < k; ++i)
            if (after.a(i, i) != T(after.d(i, 0)) ||
                (i + 1 < k && (upper ? after.a(i, i + 1) : after.a(i + 1, i)) != T(after.e(i, 0))))
                return fail("B is not on the diagonals of A");
        if (k > 0 && (upper ? after.taup : after.tau)(k - 1, 0) != T(0)) return fail("the last tau is not 0");
    }
    const double q = ratio_of(before, after);
    if (!(q < threshold)) return fail("ratio ") << q;
    return testing::AssertionSuccess();
}

}  // namespace test
