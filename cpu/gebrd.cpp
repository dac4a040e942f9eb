// In: a general matrix. Out: its bidiagonal form, upper for m >= n, else lower, and the reflectors that lead to it.
#include <algorithm>
#include <complex>

#include "cpu/batch_kernels.hpp"
#include "cpu/gemm.hpp"
#include "cpu/triangle.hpp"
#include "cpu/workspace.hpp"

namespace shunt::cpu {
namespace {

constexpr i64 block = 32;             // columns and rows reduced between two updates of the rest
constexpr i64 in_cache = 640 << 10;   // bytes of a matrix up to which updating it with every step is faster
constexpr i64 same_sets = 4096;       // columns that lie so many bytes apart share few sets of a cache
constexpr i64 columns_in_sets = 128;  // which hold so many

// y := beta y + alpha op(A) x, A m x n.
template <class T> void gemv(char trans, i64 m, i64 n, T alpha, const T* a, i64 lda, const T* x, T beta, T* y) {
    if (m == 0 || n == 0) {
        const i64 size = trans == 'N' ? m : n;
        for (i64 i = 0; i < size; ++i) y[i] = beta == T(0) ? T(0) : beta * y[i];
        return;
    }
    Alike<T> q;
    q.transa = trans;
    q.m = m;
    q.n = n;
    q.lda = lda;
    q.ldb = q.ldc = 1;
    q.alpha = alpha;
    q.beta = beta;
    T* const pa[] = {const_cast<T*>(a)};
    T* const px[] = {const_cast<T*>(x)};
    T* const py[] = {y};
    const Operands<T> o{pa, px, py, nullptr, nullptr, nullptr, nullptr, nullptr};
    batch_products<T>().gemv(q, o, 1, nullptr);
}

// The first k columns and rows of m x n, after Dongarra, Sorensen and Hammarling: A - V Y^H - X U^H is known only where
// it is needed. V lies in A, with its ones until the end; U holds the row reflectors, whose conjugates go to A. The
// column reflector of step i begins in row i + o, the row reflector in column i + 1 - o: o = 0 if upper, else 1.
//   v of column i of it;  y := tauq (A - V Y^H - X U^H)^H v
//   u of row i of it;     x := taup (A - V Y^H - X U^H) u
template <class T> struct Panel {
    i64 m, n, lda;
    T *a, *x, *y, *u;  // x: m x k, y and u: n x k
    i64 o;
    T w[block];

    T* at(i64 i, i64 j) const { return a + i + j * lda; }
    // w := the conjugates of k numbers of a row.
    const T* row(i64 k, const T* from, i64 ld) {
        for (i64 j = 0; j < k; ++j) w[j] = conjugate(from[j * ld]);
        return w;
    }
    // z := z - V Y^H - X U^H by columns: `v` and `x` of them known.
    real_t<T> column(i64 i, T* tau) {
        const i64 r = i + o;
        const i64 rows = m - r;
        T* const v = at(r, i);
        gemv<T>('N', rows, i, T(-1), at(r, 0), lda, row(i, y + i, n), T(1), v);
        gemv<T>('N', rows, r, T(-1), x + r, m, row(r, u + i, n), T(1), v);
        const real_t<T> beta = batch_orthogonal<T>().reflect(rows, v, tau);
        T* const to = y + (i + 1) + i * n;
        const i64 columns = n - i - 1;
        if (columns == 0) return beta;
        gemv<T>('C', rows, columns, T(1), at(r, i + 1), lda, v, T(0), to);
        gemv<T>('C', rows, i, T(1), at(r, 0), lda, v, T(0), w);
        gemv<T>('N', columns, i, T(-1), y + i + 1, n, w, T(1), to);
        gemv<T>('C', rows, r, T(1), x + r, m, v, T(0), w);
        gemv<T>('N', columns, r, T(-1), u + i + 1, n, w, T(1), to);
        for (i64 c = 0; c < columns; ++c) to[c] = product(*tau, to[c]);
        return beta;
    }
    real_t<T> across(i64 i, T* tau) {
        const i64 c = i + 1 - o;
        const i64 columns = n - c;
        const i64 known = i + 1 - o;  // column reflectors
        T* const z = u + c + i * n;
        for (i64 j = 0; j < columns; ++j) z[j] = conjugate(*at(i, c + j));
        gemv<T>('N', columns, known, T(-1), y + c, n, row(known, at(i, 0), lda), T(1), z);
        gemv<T>('N', columns, i, T(-1), u + c, n, row(i, x + i, m), T(1), z);
        const real_t<T> beta = batch_orthogonal<T>().reflect(columns, z, tau);
        *at(i, c) = T(beta);
        for (i64 j = 1; j < columns; ++j) *at(i, c + j) = conjugate(z[j]);
        T* const to = x + (i + 1) + i * m;
        const i64 rows = m - i - 1;
        if (rows == 0) return beta;
        gemv<T>('N', rows, columns, T(1), at(i + 1, c), lda, z, T(0), to);
        gemv<T>('C', columns, known, T(1), y + c, n, z, T(0), w);
        gemv<T>('N', rows, known, T(-1), at(i + 1, 0), lda, w, T(1), to);
        gemv<T>('C', columns, i, T(1), u + c, n, z, T(0), w);
        gemv<T>('N', rows, i, T(-1), x + i + 1, m, w, T(1), to);
        for (i64 j = 0; j < rows; ++j) to[j] = product(*tau, to[j]);
        return beta;
    }
    static T product(T p, T q) {
        if constexpr (is_complex<T>)
            return T(p.real() * q.real() - p.imag() * q.imag(), p.real() * q.imag() + p.imag() * q.real());
        else
            return p * q;
    }
};

}  // namespace

template <class T>
void gebrd(const Plan& plan, i64 m, i64 n, T* a, i64 lda, real_t<T>* d, real_t<T>* e, T* tauq, T* taup) {
    const auto& kernels = batch_orthogonal<T>();
    const bool upper = m >= n;
    constexpr i64 size = sizeof(T);
    constexpr i64 room = static_cast<i64>(Workspace::max_bytes);
    if (m == 0 || n == 0) return;
    const Workspace workspace;
    while (std::min(m, n) > 2 * block && m * n * size > in_cache && (m + 2 * n) * block * size <= room) {
        T* const x = workspace.as<T>();
        Panel<T> p{m, n, lda, a, x, x + m * block, x + (m + n) * block, upper ? 0 : 1, {}};
        for (i64 i = 0; i < block; ++i) {
            if (upper) {
                d[i] = p.column(i, tauq + i);
                e[i] = p.across(i, taup + i);
            } else {
                d[i] = p.across(i, taup + i);
                e[i] = p.column(i, tauq + i);
            }
        }
        // A := A - V Y^H - X U^H
        const View<T> rest = column_major(p.at(block, block), lda);
        const auto update = [&](const T* left, i64 ld, const T* right) {
            gemm<T>(plan, m - block, n - block, block, T(-1), column_major(left, ld),
                    column_major(right + block, n).transposed().conjugated(), T(1), rest);
        };
        update(p.at(block, 0), lda, p.y);
        update(p.x + block, m, p.u);
        for (i64 i = 0; i < block; ++i) *p.at(i + p.o, i) = T(upper ? d[i] : e[i]);
        a += block + block * lda;
        m -= block;
        n -= block;
        d += block;
        e += block;
        tauq += block;
        taup += block;
    }
    const i64 scratch = kernels.bidiagonal_scratch(n);
    const i64 ld = (m * size + 63) / 64 * 64 / size + 64 / size;  // of a copy
    if (lda * size % same_sets == 0 && n > columns_in_sets && scratch + ld * n * size <= room) {
        T* const copy = workspace.as<T>() + scratch / size;
        for (i64 j = 0; j < n; ++j) std::copy_n(a + j * lda, m, copy + j * ld);
        kernels.bidiagonal(m, n, copy, ld, d, e, tauq, taup, workspace.data());
        for (i64 j = 0; j < n; ++j) std::copy_n(copy + j * ld, m, a + j * lda);
    } else if (scratch <= room) {
        kernels.bidiagonal(m, n, a, lda, d, e, tauq, taup, workspace.data());
    } else {
        kernels.bidiagonal_plain(m, n, a, lda, d, e, tauq, taup);
    }
}

template void gebrd(const Plan&, i64, i64, float*, i64, float*, float*, float*, float*);
template void gebrd(const Plan&, i64, i64, double*, i64, double*, double*, double*, double*);
template void gebrd(const Plan&, i64, i64, std::complex<float>*, i64, float*, float*, std::complex<float>*,
                    std::complex<float>*);
template void gebrd(const Plan&, i64, i64, std::complex<double>*, i64, double*, double*, std::complex<double>*,
                    std::complex<double>*);

}  // namespace shunt::cpu
