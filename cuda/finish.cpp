// In: a call of which the first columns (or rows) of the result are final and the others as they were before, because
// the device failed. Out: the rest, as calls to the CPU.
#include <algorithm>
#include <complex>

#include "cuda/stream.hpp"

namespace shunt::gpu {
namespace {

using i64 = std::int64_t;

// Calls on parts of the same problem.
struct Rest {
    const shunt_host& host;
    const shunt_call& c;
    alignas(16) unsigned char plus[16] = {}, minus[16] = {};

    Rest(const shunt_host& h, const shunt_call& call) : host(h), c(call) {
        const bool single = c.precision == 's' || c.precision == 'c';
        if (single)
            *reinterpret_cast<float*>(plus) = 1, *reinterpret_cast<float*>(minus) = -1;
        else
            *reinterpret_cast<double*>(plus) = 1, *reinterpret_cast<double*>(minus) = -1;
    }
    void* at(void* p, i64 ld, i64 i, i64 j) const {
        return static_cast<char*>(p) + (i + j * ld) * element_bytes(c.precision);
    }
    void* a(i64 i, i64 j) const { return at(c.a, c.lda, i, j); }
    void* b(i64 i, i64 j) const { return at(c.b, c.ldb, i, j); }

    i64 run(shunt_call call) const {
        call.info = 0;
        host.execute(&call);
        return call.info;
    }
    shunt_call call(int routine) const {
        shunt_call x{};
        x.size = sizeof x, x.routine = routine, x.precision = c.precision, x.wide = c.wide;
        return x;
    }
    void triangular(int routine, char side, char uplo, char trans, char diag, i64 m, i64 n, const void* alpha, void* a,
                    void* b) const {
        if (m == 0 || n == 0) return;
        shunt_call x = call(routine);
        x.side = side, x.uplo = uplo, x.transa = trans, x.diag = diag, x.m = m, x.n = n;
        x.alpha = alpha, x.a = a, x.b = b, x.lda = x.ldb = c.lda;
        run(x);
    }
    void update(char uplo, char trans, i64 n, i64 k, void* a, void* target) const {  // herk with -1
        if (n == 0 || k == 0) return;
        shunt_call x = call(complex_elements(c.precision) ? SHUNT_HERK : SHUNT_SYRK);
        x.uplo = uplo, x.transa = complex_elements(c.precision) || trans == 'N' ? trans : 'T', x.n = n, x.k = k;
        x.alpha = minus, x.beta = plus, x.a = a, x.c = target, x.lda = x.ldc = c.lda;
        run(x);
    }
    void subtract_product(i64 m, i64 n, i64 k, void* a, void* b, void* target) const {
        if (m == 0 || n == 0 || k == 0) return;
        shunt_call x = call(SHUNT_GEMM);
        x.transa = x.transb = 'N', x.m = m, x.n = n, x.k = k, x.alpha = minus, x.beta = plus;
        x.a = a, x.b = b, x.c = target, x.lda = x.ldb = x.ldc = c.lda;
        run(x);
    }
    i64 factor(int routine, i64 n, void* a) const {
        if (n == 0) return 0;
        shunt_call x = call(routine);
        x.uplo = c.uplo, x.diag = c.diag, x.m = x.n = n, x.a = a, x.lda = c.lda;
        return run(x);
    }
};

// [ A11  A12 ]  A11 is final (L: with what is below it). A22 := A22 - its product, factored.
// [ A21  A22 ]
void cholesky(const Rest& r, shunt_call& c, i64 w) {
    const i64 n = c.n - w;
    if (c.uplo == 'L') {
        r.update('L', 'N', n, w, r.a(w, 0), r.a(w, w));
    } else {
        r.triangular(SHUNT_TRSM, 'L', 'U', 'C', 'N', w, n, r.plus, r.a(0, 0), r.a(0, w));
        r.update('U', 'C', n, w, r.a(0, w), r.a(w, w));
    }
    if (const i64 info = r.factor(SHUNT_POTRF, n, r.a(w, w))) c.info = w + info;
}

// LU of m x n with the rows already in their places: the device has chosen the pivots.
template <class T> void lu_in_place(const Rest& r, i64 i, i64 j, i64 m, i64 n) {
    constexpr i64 leaf = 32;
    if (n > leaf && m > leaf) {
        const i64 n1 = std::min(m, n) / 2;
        lu_in_place<T>(r, i, j, m, n1);
        r.triangular(SHUNT_TRSM, 'L', 'L', 'N', 'U', n1, n - n1, r.plus, r.a(i, j), r.a(i, j + n1));
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

template <class T> void lu(const Rest& r, const shunt_call& c, i64 m, i64 w) {
    const i64 steps = std::min(m, c.n), done = std::min(w, steps);
    for (i64 j = w; j < c.n; ++j) {
        T* column = static_cast<T*>(r.a(0, j));
        for (i64 i = 0; i < steps; ++i) {
            const i64 row =
                c.wide ? static_cast<const std::int64_t*>(c.ipiv)[i] : static_cast<const std::int32_t*>(c.ipiv)[i];
            std::swap(column[i], column[row - 1]);
        }
    }
    r.triangular(SHUNT_TRSM, 'L', 'L', 'N', 'U', done, c.n - w, r.plus, r.a(0, 0), r.a(0, w));
    r.subtract_product(m - done, c.n - w, done, r.a(done, 0), r.a(0, w), r.a(done, w));
    lu_in_place<T>(r, done, w, m - done, c.n - w);
}

void lu_of(const Rest& r, const shunt_call& c, i64 m, i64 w) {
    switch (c.precision) {
        case 's':
            return lu<float>(r, c, m, w);
        case 'd':
            return lu<double>(r, c, m, w);
        case 'c':
            return lu<std::complex<float>>(r, c, m, w);
        default:
            return lu<std::complex<double>>(r, c, m, w);
    }
}

// The right-hand sides from column w on.
void solve(const Rest& r, const shunt_call& c, int routine, i64 w) {
    if (w >= c.k) return;
    shunt_call x = c;
    x.routine = routine;
    if (routine == SHUNT_GETRS && c.routine == SHUNT_GESV) x.transa = 'N';
    x.k = c.k - w, x.b = r.b(0, w);
    r.run(x);
}

// What a call of independent columns or rows (see stream_level3.cpp) has left.
shunt_call remainder(const Rest& r, const shunt_call& c, i64 w) {
    shunt_call x = c;
    const auto part = [&](void* p, i64 ld, bool columns) { return columns ? r.at(p, ld, 0, w) : r.at(p, ld, w, 0); };
    switch (c.routine) {
        case SHUNT_GEMM:
            if (gemm_by_rows(c))
                x.m -= w, x.a = part(c.a, c.lda, c.transa != 'N'), x.c = part(c.c, c.ldc, false);
            else
                x.n -= w, x.b = part(c.b, c.ldb, c.transb == 'N'), x.c = part(c.c, c.ldc, true);
            break;
        case SHUNT_SYRK:
        case SHUNT_HERK:
        case SHUNT_SYR2K:
        case SHUNT_HER2K:
            x.n -= w;
            if (c.uplo == 'U') break;
            x.a = part(c.a, c.lda, c.transa != 'N');
            if (c.b) x.b = part(c.b, c.ldb, c.transa != 'N');
            x.c = r.at(c.c, c.ldc, w, w);
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

// X is the inverse. U: [ X11  -X11 U12 X22 ]   L: [ X11            ]  with X22, the last w columns, final
//   with X11 final     [          X22      ]      [ -X22 L21 X11  X22 ]
void inverse(const Rest& r, const shunt_call& c, i64 w) {
    const i64 n = c.n - w;
    const char diag = c.diag;
    if (c.uplo == 'U') {
        r.triangular(SHUNT_TRMM, 'L', 'U', 'N', diag, w, n, r.plus, r.a(0, 0), r.a(0, w));
        r.factor(SHUNT_TRTRI, n, r.a(w, w));
        r.triangular(SHUNT_TRMM, 'R', 'U', 'N', diag, w, n, r.minus, r.a(w, w), r.a(0, w));
    } else {
        r.triangular(SHUNT_TRMM, 'L', 'L', 'N', diag, w, n, r.plus, r.a(n, n), r.a(n, 0));
        r.factor(SHUNT_TRTRI, n, r.a(0, 0));
        r.triangular(SHUNT_TRMM, 'R', 'L', 'N', diag, w, n, r.minus, r.a(0, 0), r.a(n, 0));
    }
}

}  // namespace

void finish_on_cpu(const shunt_host& host, shunt_call& c, const Progress& progress) {
    const Rest r(host, c);
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
            if (w < c.n) lu_of(r, c, c.m, w);
            return;
        case SHUNT_GESV:
            if (w == 0) {
                c.info = r.run(c);
                return;
            }
            if (w < c.n) lu_of(r, c, c.n, w);
            if (!c.info) solve(r, c, SHUNT_GETRS, std::max<i64>(0, w - c.n));
            return;
        case SHUNT_GETRS:
        case SHUNT_POTRS:
            return solve(r, c, routine, w);
        case SHUNT_TRTRI:
            return inverse(r, c, w);
        case SHUNT_LAUUM:  // U: A12 := U12 U22^H
            if (c.uplo == 'U') r.triangular(SHUNT_TRMM, 'R', 'U', 'C', 'N', w, c.n - w, r.plus, r.a(w, w), r.a(0, w));
            r.factor(SHUNT_LAUUM, c.n - w, r.a(w, w));
            return;
        case SHUNT_POTRI:
            r.factor(SHUNT_POTRI, c.n - w, r.a(w, w));
            return;
        default:
            r.run(remainder(r, c, w));
    }
}

}  // namespace shunt::gpu
