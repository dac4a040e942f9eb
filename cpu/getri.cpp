// In: LU factors with pivots. Out: the inverse in their place.
#include <algorithm>
#include <complex>

#include "cpu/gemm.hpp"
#include "cpu/getrf.hpp"
#include "cpu/workspace.hpp"

namespace shunt::cpu {

//   inv(A) L = inv(U), solved for block columns of inv(A) from the right, then the interchanges of columns undone.
template <class T> i64 getri(const Plan& plan, i64 n, T* a, i64 lda, Pivots ipiv) {
    for (i64 i = 0; i < n; ++i)
        if (a[i + i * lda] == T(0)) return i + 1;
    trtri(plan, 'U', 'N', n, a, lda);
    constexpr i64 most = static_cast<i64>(Workspace::max_bytes / sizeof(T));
    const i64 width = std::clamp<i64>(most / std::max<i64>(n, 1), 1, 32);
    const Workspace workspace;
    T* const l = workspace.as<T>();
    for (i64 last = n; last > 0;) {
        const i64 columns = (last - 1) % width + 1;
        const i64 j = last - columns;
        // Rows j ... n - 1 of these columns of L, n - j x columns; what they leave is to be computed upon.
        const i64 rows = n - j;
        for (i64 c = 0; c < columns; ++c) {
            T* column = a + (j + c) * lda;
            std::fill_n(l + c * rows, c + 1, T(0));
            std::copy(column + j + c + 1, column + n, l + c * rows + c + 1);
            std::fill(column + j + c + 1, column + n, T(0));
        }
        T* b = a + j * lda;
        gemm<T>(plan, n, columns, n - last, T(-1), column_major<const T>(a + last * lda, lda),
                column_major<const T>(l + columns, rows), T(1), column_major(b, lda));
        trsm(plan, 'R', 'L', 'N', 'U', n, columns, T(1), l, rows, b, lda);
        last = j;
    }
    for (i64 j = n - 1; j >= 0; --j)
        if (const i64 with = ipiv.get(j) - 1; with != j) std::swap_ranges(a + j * lda, a + j * lda + n, a + with * lda);
    return 0;
}

template i64 getri(const Plan&, i64, float*, i64, Pivots);
template i64 getri(const Plan&, i64, double*, i64, Pivots);
template i64 getri(const Plan&, i64, std::complex<float>*, i64, Pivots);
template i64 getri(const Plan&, i64, std::complex<double>*, i64, Pivots);

}  // namespace shunt::cpu
