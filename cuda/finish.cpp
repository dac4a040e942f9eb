// In: a call of which the first columns (or rows) of the result are final and the others as they were before, because
// the device failed. Out: the rest, as calls to the CPU.
#include <algorithm>
#include <complex>

#include "cuda/parts.hpp"

namespace shunt::gpu {
namespace {

// Calls on parts of the same problem.
struct Rest {
    const shunt_host& host;
    const shunt_call& c;
    const Constants one{c.precision};

    void* a(i64 i, i64 j) const { return block(c, c.a, c.lda, i, j); }
    i64 run(shunt_call call) const {
        call.info = 0;
        host.execute(&call);
        return call.info;
    }
    void triangular(int routine, char side, char uplo, char trans, char diag, i64 m, i64 n, const void* alpha, void* a,
                    void* b) const {
        if (m > 0 && n > 0) run(on_triangle(c, routine, side, uplo, trans, diag, m, n, alpha, a, c.lda, b, c.lda));
    }
    void subtract_square(char uplo, char trans, i64 n, i64 k, void* a, void* out) const {
        if (n > 0 && k > 0) run(rank_update(c, uplo, trans, n, k, one.minus, a, c.lda, one.plus, out, c.lda));
    }
    void subtract_product(i64 m, i64 n, i64 k, void* a, void* b, void* out) const {
        if (m > 0 && n > 0 && k > 0)
            run(product(c, 'N', 'N', m, n, k, one.minus, a, c.lda, b, c.lda, one.plus, out, c.lda));
    }
    i64 factor(int routine, i64 n, void* a) const { return n > 0 ? run(on_order(c, routine, n, n, a)) : 0; }
};

// [ A11  A12 ]  A11 is final (L: with what is below it). A22 := A22 - its product, factored.
// [ A21  A22 ]
void cholesky(const Rest& r, shunt_call& c, i64 w) {
    const i64 n = c.n - w;
    if (c.uplo == 'L') {
        r.subtract_square('L', 'N', n, w, r.a(w, 0), r.a(w, w));
    } else {
        r.triangular(SHUNT_TRSM, 'L', 'U', 'C', 'N', w, n, r.one.plus, r.a(0, 0), r.a(0, w));
        r.subtract_square('U', 'C', n, w, r.a(0, w), r.a(w, w));
    }
    if (const i64 info = r.factor(SHUNT_POTRF, n, r.a(w, w))) c.info = w + info;
}

// LU of m x n with the rows already in their places: the device has chosen the pivots.
template <class T> void lu_in_place(const Rest& r, i64 i, i64 j, i64 m, i64 n) {
    constexpr i64 leaf = 32;
    if (n > leaf && m > leaf) {
        const i64 n1 = std::min(m, n) / 2;
        lu_in_place<T>(r, i, j, m, n1);
        r.triangular(SHUNT_TRSM, 'L', 'L', 'N', 'U', n1, n - n1, r.one.plus, r.a(i, j), r.a(i, j + n1));
        r.subtract_product(m - n1, n - n1, n1, r.a(i + n1, j), r.a(i, j + n1), r.a(i + n1, j + n1));
        lu_in_place<T>(r, i + n1, j + n1, m - n1, n - n1);
        return;
    }
    for (i64 k = 0; k < std::min(m, n); ++k) {
        const auto at = [&](i64 row, i64 column) -> T& { return *static_cast<T*>(r.a(i + row, j + column)); };
        const T pivot = at(k, k);
        if (pivot == T(0)) continue;  // the whole column is zero, as the pivot was the largest
        for (i64 row = k + 1; row < m; ++row) at(row, k) /= pivot;
        for (i64 column = k + 1; column < n; ++column)
            for (i64 row = k + 1; row < m; ++row) at(row, column) -= at(row, k) * at(k, column);
    }
}

// Columns w ... with the first w and their rows final: the product of those of columns from ... to with their block
// row.
void lu_update(const Rest& r, const shunt_call& c, i64 m, i64 from, i64 to, i64 column) {
    const i64 columns = c.n - column;
    r.triangular(SHUNT_TRSM, 'L', 'L', 'N', 'U', to - from, columns, r.one.plus, r.a(from, from), r.a(from, column));
    r.subtract_product(m - to, columns, to - from, r.a(to, from), r.a(from, column), r.a(to, column));
}

// The first w columns are final but for the interchanges behind `chosen`. To the end of the panel of the last one
// pivots are known, behind it they are not.
template <class T> void lu(const Rest& r, shunt_call& c, i64 m, i64 w, i64 chosen) {
    const i64 steps = std::min(m, c.n), done = std::min(w, steps), end = chosen < steps ? chosen : c.n;
    swap_rows(c, r.a(0, w), c.lda, c.n - w, 0, chosen, true);
    lu_update(r, c, m, 0, done, w);
    lu_in_place<T>(r, done, w, m - done, end - w);
    if (chosen == steps) return;
    lu_update(r, c, m, w, end, end);
    shunt_call rest = on_order(c, SHUNT_GETRF, m - end, c.n - end, r.a(end, end));
    rest.ipiv = static_cast<char*>(c.ipiv) + end * (c.wide ? 8 : 4);
    const i64 info = r.run(rest);
    for (i64 i = end; i < steps; ++i) set_pivot(c, i, pivot(c, i) + end);
    swap_rows(c, r.a(0, 0), c.lda, end, end, steps, true);
    if (!c.info && info) c.info = end + info;
}

void lu_of(const Rest& r, shunt_call& c, i64 m, i64 w, i64 chosen) {
    switch (c.precision) {
        case 's':
            return lu<float>(r, c, m, w, chosen);
        case 'd':
            return lu<double>(r, c, m, w, chosen);
        case 'c':
            return lu<std::complex<float>>(r, c, m, w, chosen);
        default:
            return lu<std::complex<double>>(r, c, m, w, chosen);
    }
}

// The right-hand sides from column w on.
void solve(const Rest& r, const shunt_call& c, int routine, i64 w) {
    if (w >= c.k) return;
    shunt_call x = c;
    x.routine = routine;
    if (routine == SHUNT_GETRS && c.routine == SHUNT_GESV) x.transa = 'N';
    x.k = c.k - w, x.b = block(c, c.b, c.ldb, 0, w);
    r.run(x);
}

// What a call of independent columns or rows (see stream_level3.cpp) has left.
shunt_call remainder(const shunt_call& c, i64 w) {
    shunt_call x = c;
    const auto part = [&](void* p, i64 ld, bool columns) {
        return columns ? block(c, p, ld, 0, w) : block(c, p, ld, w, 0);
    };
    switch (c.routine) {
        case SHUNT_GEMM:
            if (gemm_by_rows(c))
                x.m -= w, x.a = part(c.a, c.lda, c.transa != 'N'), x.c = part(c.c, c.ldc, false);
            else
                x.n -= w, x.b = part(c.b, c.ldb, c.transb == 'N'), x.c = part(c.c, c.ldc, true);
            break;
        case SHUNT_ORMQR:
        case SHUNT_UNMQR:
            (c.side == 'L' ? x.n : x.m) -= w, x.c = part(c.c, c.ldc, c.side == 'L');
            break;
        case SHUNT_TRTRS:
            x.k -= w, x.b = part(c.b, c.ldb, true);
            break;
        default:
            (c.side == 'L' ? x.n : x.m) -= w;
            x.b = part(c.b, c.ldb, c.side == 'L');
            if (c.c) x.c = part(c.c, c.ldc, c.side == 'L');
    }
    return x;
}

// Of a solve with a triangle of which equations are final: the others less what those contribute, solved.
void equations(const Rest& r, const shunt_call& c, const Progress& p) {
    const bool turned = c.transa != 'N', trtrs = c.routine == SHUNT_TRTRS, left = trtrs || c.side == 'L';
    const i64 m = trtrs ? c.n : c.m, n = trtrs ? c.k : c.n, order = left ? m : n;
    const bool forward = left == ((c.uplo == 'L') != turned);
    const void* alpha = trtrs ? r.one.plus : c.alpha;
    const auto rest = [&](i64 done, i64 from, i64 to) {  // of right-hand sides from ... to
        const i64 open = order - done, i = forward ? done : 0, k = forward ? 0 : open, width = to - from;
        if (open == 0 || width == 0) return;
        const auto b = [&](i64 row, i64 rhs) {
            return left ? block(c, c.b, c.ldb, row, rhs) : block(c, c.b, c.ldb, rhs, row);
        };
        if (done > 0)
            r.run(left ? product(c, c.transa, 'N', open, width, done, r.one.minus, block(c, c.a, c.lda, i, k, turned),
                                 c.lda, b(k, from), c.ldb, alpha, b(i, from), c.ldb)
                       : product(c, 'N', c.transa, width, open, done, r.one.minus, b(k, from), c.ldb,
                                 block(c, c.a, c.lda, k, i, turned), c.lda, alpha, b(i, from), c.ldb));
        r.run(on_triangle(c, SHUNT_TRSM, left ? 'L' : 'R', c.uplo, c.transa, c.diag, left ? open : width,
                          left ? width : open, done > 0 ? r.one.plus : alpha, r.a(i, i), c.lda, b(i, from), c.ldb));
    };
    rest(p.next, 0, p.ahead), rest(p.solved, p.ahead, left ? n : m);
}

// The columns that are left of a rank-k update: a triangle, and what is below (L) or above it.
void rank_k(const Rest& r, const shunt_call& c, i64 w) {
    shunt_call x = c;
    x.n -= w;
    const i64 n1 = c.uplo == 'L' ? x.n : w;
    if (c.uplo == 'U') {
        x.a = block(c, c.a, c.lda, w, 0, c.transa != 'N'), x.c = block(c, c.c, c.ldc, w, w);
        if (c.b) x.b = block(c, c.b, c.ldb, w, 0, c.transa != 'N');
    }
    if (x.n > 0) r.run(x);
    beside_triangles(c, n1, [&](const shunt_call& p) { r.run(p); });
}

// X is the inverse. U: [ X11  -X11 U12 X22 ]   L: [ X11            ]  with X22, the last w columns, final
//   with X11 final     [          X22      ]      [ -X22 L21 X11  X22 ]
void inverse(const Rest& r, const shunt_call& c, i64 w) {
    const i64 n = c.n - w;
    const char diag = c.diag;
    if (c.uplo == 'U') {
        r.triangular(SHUNT_TRMM, 'L', 'U', 'N', diag, w, n, r.one.plus, r.a(0, 0), r.a(0, w));
        r.factor(SHUNT_TRTRI, n, r.a(w, w));
        r.triangular(SHUNT_TRMM, 'R', 'U', 'N', diag, w, n, r.one.minus, r.a(w, w), r.a(0, w));
    } else {
        r.triangular(SHUNT_TRMM, 'L', 'L', 'N', diag, w, n, r.one.plus, r.a(n, n), r.a(n, 0));
        r.factor(SHUNT_TRTRI, n, r.a(0, 0));
        r.triangular(SHUNT_TRMM, 'R', 'L', 'N', diag, w, n, r.one.minus, r.a(0, 0), r.a(n, 0));
    }
}

// The first w columns are final, tau as the device has it. [ A12 ] := Q^H [ A12 ], A22 := its factors.
//                                                          [ A22 ]        [ A22 ]
void reflect(const Rest& r, const shunt_call& c, i64 w) {
    const bool pair = complex_elements(c.precision);
    if (w >= c.n) return;
    shunt_call x = blank(c, pair ? SHUNT_UNMQR : SHUNT_ORMQR);
    x.side = 'L', x.transa = pair ? 'C' : 'T', x.m = c.m, x.n = c.n - w, x.k = std::min(c.m, w);
    x.a = c.a, x.lda = c.lda, x.tau = c.tau, x.c = r.a(0, w), x.ldc = c.lda;
    r.run(x);
    if (w >= c.m) return;
    x = c;
    x.m -= w, x.n -= w, x.a = r.a(w, w), x.tau = block(c, c.tau, 1, w, 0);
    r.run(x);
}

// The last w columns are final; those before need only the reflectors in their own columns.
void first_columns(const Rest& r, const shunt_call& c, i64 w) {
    shunt_call x = c;
    x.n -= w, x.k = std::min(c.k, x.n);
    if (x.n > 0) r.run(x);
}

}  // namespace

void finish_on_cpu(const shunt_host& host, shunt_call& c, const Progress& progress) {
    const Rest r{host, c};
    const i64 w = progress.written;
    const int routine = base_routine(c.routine);
    if (w == 0 && routine != SHUNT_GESV && routine != SHUNT_POSV) {
        c.info = r.run(c);
        return;
    }
    switch (routine) {
        case SHUNT_POTRF:
        case SHUNT_POSV:
            if (c.info) return;  // what is written says that it is not positive definite
            if (w < c.n) cholesky(r, c, w);
            if (routine == SHUNT_POSV && !c.info) solve(r, c, SHUNT_POTRS, std::max<i64>(0, w - c.n));
            return;
        case SHUNT_GETRF:
            if (w < c.n) lu_of(r, c, c.m, w, progress.chosen);
            return;
        case SHUNT_GESV:
            if (w == 0) {
                c.info = r.run(c);
                return;
            }
            if (w < c.n) lu_of(r, c, c.n, w, progress.chosen);
            if (!c.info) solve(r, c, SHUNT_GETRS, std::max<i64>(0, w - c.n));
            return;
        case SHUNT_GETRS:
        case SHUNT_POTRS:
            return solve(r, c, routine, w);
        case SHUNT_TRTRI:
            return inverse(r, c, w);
        case SHUNT_LAUUM:  // U: A12 := U12 U22^H
            if (c.uplo == 'U')
                r.triangular(SHUNT_TRMM, 'R', 'U', 'C', 'N', w, c.n - w, r.one.plus, r.a(w, w), r.a(0, w));
            r.factor(SHUNT_LAUUM, c.n - w, r.a(w, w));
            return;
        case SHUNT_POTRI:
            r.factor(SHUNT_POTRI, c.n - w, r.a(w, w));
            return;
        case SHUNT_TRSM:
        case SHUNT_TRTRS:
            if (progress.by_equations) return equations(r, c, progress);
            r.run(remainder(c, w));
            return;
        case SHUNT_SYRK:
        case SHUNT_HERK:
        case SHUNT_SYR2K:
        case SHUNT_HER2K:
            return rank_k(r, c, w);
        case SHUNT_GEQRF:
            return reflect(r, c, w);
        case SHUNT_ORGQR:
        case SHUNT_UNGQR:
            return first_columns(r, c, w);
        default:
            r.run(remainder(c, w));
    }
}

}  // namespace shunt::gpu
