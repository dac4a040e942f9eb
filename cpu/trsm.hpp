// In: a lower triangular view. Out: B := alpha * inv(A) * B, to which all variants of TRSM reduce.
#pragma once
#include <algorithm>

#include "cpu/cpu.hpp"
#include "cpu/pool.hpp"

namespace shunt::cpu {

// op(A) on the left or right of B as a lower triangle on the left: with B, an m x n problem.
template <class T> struct Triangular {
    View<const T> a;
    View<T> b;
    i64 m;
    i64 n;
};
template <class T>
Triangular<T> as_lower_left(char side, char uplo, char trans, i64 m, i64 n, const T* a, i64 lda, T* b, i64 ldb) {
    View<const T> av = column_major(a, lda);
    View<T> bv = column_major(b, ldb);
    // A on the right of B is A^T on the left of B^T.
    const bool right = side == 'R';
    const bool transpose = right == (trans == 'N');
    if (transpose) av = av.transposed();
    if (trans == 'C') av = av.conjugated();
    if (right) bv = bv.transposed();
    const i64 order = right ? n : m;
    if ((uplo == 'U') != transpose) {
        av = av.reversed(order, order);
        bv = bv.rows_reversed(order);
    }
    return {av, bv, order, right ? m : n};
}

// A m x m, B m x n.
template <class T> void solve_lower(const Plan&, i64 m, i64 n, bool unit, T alpha, View<const T> a, View<T> b);

// C := alpha * A * B + beta * C for A m x k, where all rows and columns may run backwards together: then all are turned
// round, so that the original's GEMM can be called.
template <class T>
void gemm_turned(const Plan&, i64 m, i64 n, i64 k, T alpha, View<const T> a, View<const T> b, T beta, View<T> c);

// The plan of one task of several: one thread and the own GEMM.
inline Plan serial(const Plan& plan) {
    return plan.threads > 1 ? Plan{} : plan;
}

// The columns of B, m x n, over the threads of the plan in one fork-join: f(plan of a part, its columns, its view).
template <class T, class F> void split_columns(const Plan& plan, i64 m, i64 n, View<T> b, F&& f) {
    if (plan.threads <= 1) return f(plan, n, b);
    const i64 tasks = parts_of_solve(plan.threads, m, n, weight<T>);
    if (tasks <= 1) return f(Plan{}, n, b);
    parallel_columns(tasks, n, [&](i64 j, i64 columns) { f(Plan{}, columns, b.block(0, j)); });
}

}  // namespace shunt::cpu
