// In: a general matrix. Out: its QR factors in place: R, the reflectors below it and their factors tau.
#include <algorithm>
#include <complex>

#include "cpu/batch_kernels.hpp"
#include "cpu/block_reflector.hpp"
#include "cpu/gemm.hpp"
#include "cpu/triangle.hpp"
#include "cpu/trsm.hpp"
#include "cpu/workspace.hpp"

namespace shunt::cpu {

template <class T> void BlockReflector<T>::set(i64 rows, i64 columns, const T* a, i64 lda, const T* tau) {
    k = columns;
    m = rows - k;
    v = a + k;
    ldv = lda;
    for (i64 j = 0; j < k; ++j) {
        for (i64 i = 0; i < j; ++i) top[i + j * k] = T(0);
        top[j + j * k] = T(1);
        for (i64 i = j + 1; i < k; ++i) top[i + j * k] = a[i + j * lda];
    }
    // V^H V, of which column j above the diagonal becomes -tau(j) T(0:j, 0:j) times that column.
    const View<T> to = column_major(t, k);
    const View<const T> first = column_major<const T>(top, k), below = column_major<const T>(v, ldv);
    own_gemm<T>(k, k, k, T(1), first.transposed().conjugated(), first, T(0), to);
    if (m > 0) own_gemm<T>(k, k, m, T(1), below.transposed().conjugated(), below, T(1), to);
    for (i64 j = 0; j < k; ++j) {
        T* column = t + j * k;
        for (i64 i = 0; i < j; ++i) {  // in place: row i of T needs what is at i and below
            T sum(0);
            for (i64 l = i; l < j; ++l) sum += t[i + l * k] * column[l];
            column[i] = tau[j] == T(0) ? T(0) : -tau[j] * sum;
        }
        column[j] = tau[j];
        std::fill(column + j + 1, column + k, T(0));
    }
}

//   [ C1 ] := [ C1 ] - [ V1 ] op(T) (V1^H C1 + V2^H C2)
//   [ C2 ]    [ C2 ]   [ V2 ]
template <class T>
void BlockReflector<T>::apply(const Plan& plan, bool adjoint, i64 n, View<T> whole, bool conjugated) const {
    const auto view = [&](const T* p, i64 ld) { return View<const T>{p, 1, ld, conjugated}; };
    const View<const T> v1 = view(top, k), v2 = view(v, ldv), all = view(t, k);
    const View<const T> op = adjoint ? all.transposed().conjugated() : all;
    const auto update = [&](const Plan& step, i64 columns, View<T> some) {
        constexpr i64 chunk = 512;
        const Workspace workspace;
        T* const w = workspace.as<T>();
        const View<T> products = column_major(w, k), times_t = column_major(w + k * chunk, k);
        for (i64 j = 0; j < columns; j += chunk) {
            const i64 now = std::min(chunk, columns - j);  // C1: k x now, C2: m x now
            const View<T> c1 = some.block(0, j), c2 = some.block(k, j);
            gemm<T>(step, k, now, k, T(1), v1.transposed().conjugated(), c1, T(0), products);
            if (m > 0) gemm<T>(step, k, now, m, T(1), v2.transposed().conjugated(), c2, T(1), products);
            gemm<T>(step, k, now, k, T(1), op, products, T(0), times_t);
            gemm<T>(step, k, now, k, T(-1), v1, times_t, T(1), c1);
            if (m > 0) gemm<T>(step, m, now, k, T(-1), v2, times_t, T(1), c2);
        }
    };
    static_assert(2 * most * 512 * sizeof(T) <= Workspace::max_bytes);
    if (plan.threads <= 1) return update(plan, n, whole);
    const i64 tasks = std::min<i64>(worthwhile_tasks(plan.threads, 2 * (m + k), k, n, weight<T>), (n + 15) / 16);
    if (tasks <= 1) return update(Plan{}, n, whole);
    parallel_columns(tasks, n, [&](i64 j, i64 columns) { update(Plan{}, columns, whole.block(0, j)); });
}

template <class T> void geqrf(const Plan& plan, i64 m, i64 n, T* a, i64 lda, T* tau) {
    const auto& kernels = batch_orthogonal<T>();
    const i64 k = std::min(m, n);
    constexpr i64 nb = BlockReflector<T>::most;
    if (k == 0) return;
    if (k <= nb || m * n * static_cast<i64>(sizeof(T)) <= unblocked_qr) return kernels.qr(m, n, a, lda, tau);
    BlockReflector<T> block;
    for (i64 j = 0; j < k; j += nb) {
        const i64 columns = std::min(nb, k - j);
        T* panel = a + j + j * lda;
        kernels.qr(m - j, columns, panel, lda, tau + j);
        if (j + columns == n) break;
        block.set(m - j, columns, panel, lda, tau + j);
        block.apply(plan, true, n - j - columns, column_major(panel + columns * lda, lda));
    }
}

#define INSTANTIATE(T)                 \
    template struct BlockReflector<T>; \
    template void geqrf(const Plan&, i64, i64, T*, i64, T*);
INSTANTIATE(float)
INSTANTIATE(double)
INSTANTIATE(std::complex<float>)
INSTANTIATE(std::complex<double>)
#undef INSTANTIATE

}  // namespace shunt::cpu
