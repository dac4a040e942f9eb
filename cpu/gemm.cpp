// In: a product of strided operands and a plan. Out: C := beta * C + alpha * A * B by the original's GEMM or the own.
#include "cpu/gemm.hpp"

#include <algorithm>
#include <complex>
#include <limits>
#include <utility>

#include "cpu/pool.hpp"
#include "cpu/workspace.hpp"
#include "interpose/interpose.hpp"

namespace shunt::cpu {
namespace {

// Products up to this size are not worth a call of the original.
constexpr i64 own_volume = 16 * 16 * 16;

// One operand of a Fortran call.
struct Operand {
    char trans;
    i64 ld;
};

// How Fortran sees a rows x cols view; false where it cannot. Strides along a dimension of one element do not matter.
template <class T> bool describe(const View<const T>& v, i64 rows, i64 cols, Operand& out) {
    if ((v.rs == 1 || rows == 1) && (v.cs >= rows || cols == 1) && !v.conj) {
        out = {'N', cols == 1 ? rows : v.cs};
        return true;
    }
    if ((v.cs == 1 || cols == 1) && (v.rs >= cols || rows == 1)) {
        out = {v.conj ? 'C' : 'T', rows == 1 ? cols : v.rs};
        return true;
    }
    return false;
}

template <class T, class Int> void call(void* fn, Operand oa, Operand ob, Operand oc, i64 m, i64 n, i64 k,
                                        const T* alpha, const T* a, const T* b, const T* beta, T* c) {
    using Function = void (*)(const char*, const char*, const Int*, const Int*, const Int*, const T*, const T*,
                              const Int*, const T*, const Int*, const T*, T*, const Int*, std::size_t, std::size_t);
    const Int im = static_cast<Int>(m);
    const Int in = static_cast<Int>(n);
    const Int ik = static_cast<Int>(k);
    const Int lda = static_cast<Int>(oa.ld);
    const Int ldb = static_cast<Int>(ob.ld);
    const Int ldc = static_cast<Int>(oc.ld);
    const interpose::OriginalCall guard;
    reinterpret_cast<Function>(fn)(&oa.trans, &ob.trans, &im, &in, &ik, alpha, a, &lda, b, &ldb, beta, c, &ldc, 1, 1);
}

// The original's GEMM, where a Fortran call can say what is wanted.
template <class T> bool original_gemm(const Gemm& original, i64 m, i64 n, i64 k, T alpha, View<const T> a,
                                      View<const T> b, T beta, View<T> c) {
    if (c.rs != 1 && c.rs != -1 && (c.cs == 1 || c.cs == -1)) {  // C^T = B^T A^T
        std::swap(a, b);
        std::swap(m, n);
        a = a.transposed();
        b = b.transposed();
        c = c.transposed();
    }
    // Rows of A and C, columns of B and C, or the order of summation turned round.
    if (c.rs < 0) {
        c = c.rows_reversed(m);
        a = a.rows_reversed(m);
    }
    if (c.cs < 0) {
        c = c.transposed().rows_reversed(n).transposed();
        b = b.transposed().rows_reversed(n).transposed();
    }
    if (k > 1 && (a.cs < 0 || b.rs < 0)) {
        a = a.transposed().rows_reversed(k).transposed();
        b = b.rows_reversed(k);
    }
    Operand oa{};
    Operand ob{};
    Operand oc{};
    if (!describe<T>(a, m, k, oa) || !describe<T>(b, k, n, ob) || !describe<T>(c, m, n, oc) || oc.trans != 'N')
        return false;
    if (original.wide) {
        call<T, std::int64_t>(original.fn, oa, ob, oc, m, n, k, &alpha, a.p, b.p, &beta, c.p);
        return true;
    }
    if (std::max({m, n, k, oa.ld, ob.ld, oc.ld}) > std::numeric_limits<std::int32_t>::max()) return false;
    call<T, std::int32_t>(original.fn, oa, ob, oc, m, n, k, &alpha, a.p, b.p, &beta, c.p);
    return true;
}

constexpr i64 unit = 48;  // a multiple of the rows and columns of nearly all register tiles
i64 units(i64 size) {
    return (size + unit - 1) / unit;
}

// Where a part of several begins, part = 0 ... parts: at units where a part has many of them.
i64 begin_of(i64 part, i64 parts, i64 size) {
    const i64 grain = size >= 4 * unit * parts ? unit : 16;
    return std::min(size, (size + grain - 1) / grain * part / parts * grain);
}

// Into how many rows and columns of tiles a triangle is cut for so many threads, who take the square tiles first and
// then those of the diagonal, which take half as long.
i64 tiles_of_triangle(int threads, i64 n) {
    i64 best = 1;
    double least = 1;
    for (i64 tiles = 2; tiles <= std::min<i64>(16, n / 32); ++tiles) {
        const i64 squares = tiles * (tiles - 1) / 2, busy = squares % threads;
        const i64 beside = busy == 0 ? 0 : 2 * (threads - busy), left = std::max<i64>(0, tiles - beside);
        const i64 halves = (squares + threads - 1) / threads * 2 + (left + threads - 1) / threads;
        const double time = static_cast<double>(halves) / static_cast<double>(2 * tiles * tiles);
        if (time < 0.95 * least) {
            best = tiles;
            least = time;
        }
    }
    return best;
}

// From here on gemm_lower leaves it to the own kernel, which skips what lies above the diagonal.
constexpr i64 lower_leaf = 256;

template <class T>
void own_gemm_lower(i64 n, i64 k, T alpha, const View<const T>& a, const View<const T>& b, T beta, const View<T>& c) {
    const GemmKernels<T>& kernels = gemm_kernels<T>();
    const Workspace workspace;
    kernels.gemm_lower(n, k, alpha, a, b, beta, c, workspace.data());
}

// With the original's GEMM:   [ C11      ]   C11 := alpha * A1 * B1 + beta * C11, and so on
//                             [ C21  C22 ]
template <class T> void serial_gemm_lower(const Plan& plan, i64 n, i64 k, T alpha, const View<const T>& a,
                                          const View<const T>& b, T beta, const View<T>& c) {
    if (plan.gemm.fn == nullptr || n <= lower_leaf) return own_gemm_lower<T>(n, k, alpha, a, b, beta, c);
    const i64 n1 = units(n / 2) * unit;
    const i64 n2 = n - n1;
    serial_gemm_lower<T>(plan, n1, k, alpha, a, b, beta, c);
    gemm<T>(plan, n2, n1, k, alpha, a.block(n1, 0), b, beta, c.block(n1, 0));
    serial_gemm_lower<T>(plan, n2, k, alpha, a.block(n1, 0), b.block(0, n1), beta, c.block(n1, n1));
}

}  // namespace

Grid::Grid(int threads, i64 m, i64 n) : m_(m), n_(n) {
    i64 best = std::numeric_limits<i64>::max();
    for (int rows = 1; rows <= threads; ++rows) {
        const int cols = threads / rows;
        if (rows * cols < threads) continue;
        const i64 edge = (m + rows - 1) / rows + (n + cols - 1) / cols;
        if (edge < best) {
            best = edge;
            rows_ = rows;
            cols_ = cols;
        }
    }
}

Grid::Block Grid::block(int task) const {
    const int row = task % rows_;
    const int col = task / rows_;
    return {begin_of(row, rows_, m_), begin_of(row + 1, rows_, m_), begin_of(col, cols_, n_),
            begin_of(col + 1, cols_, n_)};
}

template <class T>
void own_gemm(i64 m, i64 n, i64 k, std::type_identity_t<T> alpha, const std::type_identity_t<View<const T>>& a,
              const std::type_identity_t<View<const T>>& b, std::type_identity_t<T> beta, const View<T>& c) {
    const GemmKernels<T>& kernels = gemm_kernels<T>();
    if (kernels.small(m, n, k, alpha, a, b, beta, c)) return;
    const Workspace workspace;
    kernels.gemm(m, n, k, alpha, a, b, beta, c, workspace.data());
}

template <class T> void gemm(const Plan& plan, i64 m, i64 n, i64 k, std::type_identity_t<T> alpha,
                             const std::type_identity_t<View<const T>>& a, const std::type_identity_t<View<const T>>& b,
                             std::type_identity_t<T> beta, const View<T>& c) {
    if (m <= 0 || n <= 0) return;
    if (plan.threads > 1) {
        const Grid grid(worthwhile_tasks(plan.threads, m, n, k, weight<T>), m, n);
        if (grid.tasks() == 1) return own_gemm<T>(m, n, k, alpha, a, b, beta, c);
        parallel(grid.tasks(), [&](int task) {
            const Grid::Block q = grid.block(task);
            own_gemm<T>(q.i2 - q.i1, q.j2 - q.j1, k, alpha, a.block(q.i1, 0), b.block(0, q.j1), beta,
                        c.block(q.i1, q.j1));
        });
        return;
    }
    const bool tiny = m <= own_volume && n <= own_volume && m * n <= own_volume && m * n * k <= own_volume;
    if (plan.gemm.fn != nullptr && k > 0 && !tiny && original_gemm<T>(plan.gemm, m, n, k, alpha, a, b, beta, c)) return;
    own_gemm<T>(m, n, k, alpha, a, b, beta, c);
}

template <class T> void gemm_lower(const Plan& plan, i64 n, i64 k, std::type_identity_t<T> alpha,
                                   const std::type_identity_t<View<const T>>& a,
                                   const std::type_identity_t<View<const T>>& b, std::type_identity_t<T> beta,
                                   const View<T>& c) {
    if (n <= 0) return;
    if (plan.threads <= 1) return serial_gemm_lower<T>(plan, n, k, alpha, a, b, beta, c);
    const int tasks = worthwhile_tasks(plan.threads, n, (n + 1) / 2, k, weight<T>);
    if (tasks == 1) return own_gemm_lower<T>(n, k, alpha, a, b, beta, c);
    const i64 tiles = tiles_of_triangle(tasks, n);
    const i64 squares = tiles * (tiles - 1) / 2;
    parallel(static_cast<int>(squares + tiles), plan.threads, [&](int task) {
        i64 row = task - squares, column = row;
        if (task < squares)
            for (row = 1, column = task; column >= row; ++row) column -= row;
        const i64 i1 = begin_of(row, tiles, n), i2 = begin_of(row + 1, tiles, n);
        const i64 j1 = begin_of(column, tiles, n), j2 = begin_of(column + 1, tiles, n);
        if (row == column)
            own_gemm_lower<T>(i2 - i1, k, alpha, a.block(i1, 0), b.block(0, i1), beta, c.block(i1, i1));
        else
            own_gemm<T>(i2 - i1, j2 - j1, k, alpha, a.block(i1, 0), b.block(0, j1), beta, c.block(i1, j1));
    });
}

template <class T> void gemm(const Plan& plan, char transa, char transb, i64 m, i64 n, i64 k, T alpha, const T* a,
                             i64 lda, const T* b, i64 ldb, T beta, T* c, i64 ldc) {
    View<const T> va = column_major(a, lda);
    View<const T> vb = column_major(b, ldb);
    if (transa != 'N') va = va.transposed();
    if (transb != 'N') vb = vb.transposed();
    va.conj = is_complex<T> && transa == 'C';
    vb.conj = is_complex<T> && transb == 'C';
    gemm<T>(plan, m, n, k, alpha, va, vb, beta, column_major(c, ldc));
}

template void own_gemm(i64, i64, i64, float, const View<const float>&, const View<const float>&, float,
                       const View<float>&);
template void own_gemm(i64, i64, i64, double, const View<const double>&, const View<const double>&, double,
                       const View<double>&);
template void own_gemm(i64, i64, i64, std::complex<float>, const View<const std::complex<float>>&,
                       const View<const std::complex<float>>&, std::complex<float>, const View<std::complex<float>>&);
template void own_gemm(i64, i64, i64, std::complex<double>, const View<const std::complex<double>>&,
                       const View<const std::complex<double>>&, std::complex<double>,
                       const View<std::complex<double>>&);

template void gemm(const Plan&, i64, i64, i64, float, const View<const float>&, const View<const float>&, float,
                   const View<float>&);
template void gemm(const Plan&, i64, i64, i64, double, const View<const double>&, const View<const double>&, double,
                   const View<double>&);
template void gemm(const Plan&, i64, i64, i64, std::complex<float>, const View<const std::complex<float>>&,
                   const View<const std::complex<float>>&, std::complex<float>, const View<std::complex<float>>&);
template void gemm(const Plan&, i64, i64, i64, std::complex<double>, const View<const std::complex<double>>&,
                   const View<const std::complex<double>>&, std::complex<double>, const View<std::complex<double>>&);

template void gemm_lower(const Plan&, i64, i64, float, const View<const float>&, const View<const float>&, float,
                         const View<float>&);
template void gemm_lower(const Plan&, i64, i64, double, const View<const double>&, const View<const double>&, double,
                         const View<double>&);
template void gemm_lower(const Plan&, i64, i64, std::complex<float>, const View<const std::complex<float>>&,
                         const View<const std::complex<float>>&, std::complex<float>, const View<std::complex<float>>&);
template void gemm_lower(const Plan&, i64, i64, std::complex<double>, const View<const std::complex<double>>&,
                         const View<const std::complex<double>>&, std::complex<double>,
                         const View<std::complex<double>>&);

template void gemm(const Plan&, char, char, i64, i64, i64, float, const float*, i64, const float*, i64, float, float*,
                   i64);
template void gemm(const Plan&, char, char, i64, i64, i64, double, const double*, i64, const double*, i64, double,
                   double*, i64);
template void gemm(const Plan&, char, char, i64, i64, i64, std::complex<float>, const std::complex<float>*, i64,
                   const std::complex<float>*, i64, std::complex<float>, std::complex<float>*, i64);
template void gemm(const Plan&, char, char, i64, i64, i64, std::complex<double>, const std::complex<double>*, i64,
                   const std::complex<double>*, i64, std::complex<double>, std::complex<double>*, i64);

}  // namespace shunt::cpu
