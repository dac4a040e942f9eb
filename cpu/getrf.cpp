// In: a general matrix. Out: its LU factors with partial pivoting in place.
#include "cpu/getrf.hpp"

#include <algorithm>
#include <complex>
#include <utility>

#include "cpu/gemm.hpp"
#include "cpu/kernels.hpp"
#include "cpu/pool.hpp"
#include "cpu/trsm.hpp"

namespace shunt::cpu {
namespace {

constexpr double fork_work = 4e6;       // multiplications below which a step stays on one thread,
constexpr double fork_exchanges = 3e4;  // and elements that change places: others' caches hold them

template <class T> i64 leaf(i64 m, i64 n, T* a, i64 lda, Pivots ipiv, i64 first) {
    i64 piv[64];
    const i64 info = getrf_kernels<T>().getrf(m, n, a, lda, piv);
    for (i64 i = 0; i < std::min(m, n); ++i) ipiv.set(first + i, first + piv[i] + 1);
    return info;
}

// Rows of `a` below the first `first` ones of the whole matrix; pivots count from its top.
//   [ A11  A12 ]    A11, A21 := LU;  A12, A22 := P * (A12, A22)
//   [ A21  A22 ]    A12 := inv(L11) * A12
//                   A22 := A22 - A21 * A12, then LU;  A21 := P * A21
template <class T> i64 recurse(const Plan& plan, i64 m, i64 n, T* a, i64 lda, Pivots ipiv, i64 first) {
    const i64 stop = getrf_kernels<T>().leaf;
    if (n <= stop) return leaf(m, n, a, lda, ipiv, first);
    const i64 k = std::min(m, n);
    const i64 n1 = k <= stop ? k : k <= 2 * stop ? (k / 2 + 7) / 8 * 8 : (k / 2 + stop / 2) / stop * stop;
    const i64 m2 = m - n1;
    const i64 n2 = n - n1;
    T* right = a + n1 * lda;
    i64 info = recurse(plan, m, n1, a, lda, ipiv, first);

    const auto update = [&](const Plan& step, i64 j, i64 columns) {
        T* c = right + j * lda;
        laswp(step, columns, c - first, lda, first, first + n1, ipiv, false);
        solve_lower(step, n1, columns, true, T(1), column_major<const T>(a, lda), column_major(c, lda));
        if (m2 > 0)
            gemm(step, m2, columns, n1, T(-1), column_major<const T>(a + n1, lda), column_major<const T>(c, lda), T(1),
                 column_major(c + n1, lda));
    };
    const double work = weight<T> * static_cast<double>(m) * static_cast<double>(n1) * static_cast<double>(n2);
    const i64 tasks = std::min<i64>({plan.threads, n2 / 16, static_cast<i64>(work / fork_work) * 2});
    if (tasks <= 1) {
        update(serial(plan), 0, n2);
    } else {
        parallel_columns(tasks, n2, [&](i64 j, i64 columns) { update(Plan{}, j, columns); });
    }
    if (m2 == 0) return info;

    const i64 info2 = recurse(plan, m2, n2, right + n1, lda, ipiv, first + n1);
    if (info == 0 && info2 != 0) info = info2 + n1;
    laswp(plan, n1, a - first, lda, first + n1, first + k, ipiv, false);
    return info;
}

template <class T> void interchange(i64 n, T* a, i64 lda, i64 first, i64 last, Pivots ipiv, bool backwards) {
    constexpr i64 chunk = 128;
    i64 row[chunk];
    i64 with[chunk];
    for (i64 done = 0; done < last - first; done += chunk) {
        const i64 count = std::min(chunk, last - first - done);
        i64 swaps = 0;
        for (i64 i = 0; i < count; ++i) {
            const i64 r = backwards ? last - 1 - done - i : first + done + i;
            row[swaps] = r;
            with[swaps] = ipiv.get(r) - 1;
            swaps += with[swaps] != r;
        }
        // Several columns at a time hide the latency of memory.
        i64 j = 0;
        for (; j + 4 <= n; j += 4) {
            T* column = a + j * lda;
            for (i64 i = 0; i < swaps; ++i)
                for (int c = 0; c < 4; ++c) std::swap(column[row[i] + c * lda], column[with[i] + c * lda]);
        }
        for (; j < n; ++j) {
            T* column = a + j * lda;
            for (i64 i = 0; i < swaps; ++i) std::swap(column[row[i]], column[with[i]]);
        }
    }
}

}  // namespace

template <class T>
void laswp(const Plan& plan, i64 n, T* a, i64 lda, i64 first, i64 last, Pivots ipiv, bool backwards) {
    const double exchanges = static_cast<double>(n) * static_cast<double>(last - first);
    const i64 tasks = std::min<i64>({plan.threads, n / 16, static_cast<i64>(exchanges / fork_exchanges)});
    if (tasks <= 1) return interchange(n, a, lda, first, last, ipiv, backwards);
    parallel_columns(tasks, n,
                     [&](i64 j, i64 columns) { interchange(columns, a + j * lda, lda, first, last, ipiv, backwards); });
}

template <class T> i64 getrf(const Plan& plan, i64 m, i64 n, T* a, i64 lda, Pivots ipiv) {
    return m == 0 || n == 0 ? 0 : recurse(plan, m, n, a, lda, ipiv, 0);
}

#define INSTANTIATE(T)                                          \
    template i64 getrf(const Plan&, i64, i64, T*, i64, Pivots); \
    template void laswp(const Plan&, i64, T*, i64, i64, i64, Pivots, bool);
INSTANTIATE(float)
INSTANTIATE(double)
INSTANTIATE(std::complex<float>)
INSTANTIATE(std::complex<double>)
#undef INSTANTIATE

}  // namespace shunt::cpu
