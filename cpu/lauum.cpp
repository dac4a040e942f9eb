// In: a triangular matrix L or U. Out: the triangle of L^H * L or U * U^H in its place.
#include <complex>

#include "cpu/potrf.hpp"
#include "cpu/trmm.hpp"

namespace shunt::cpu {
namespace {

constexpr i64 stop = 32;

template <class T> void leaf(i64 n, View<T> a) {
    alignas(64) T l[stop * stop];
    alignas(64) T x[stop * stop];
    for (i64 j = 0; j < n; ++j)
        for (i64 i = 0; i < n; ++i)
            l[i + j * n] = x[i + j * n] = i < j ? T(0) : i == j ? T(std::real(*a.at(i, j))) : *a.at(i, j);
    // L^H is upper, and lower when turned round.
    const View<const T> upper = column_major<const T>(l, n).transposed().conjugated();
    multiply_lower(Plan{}, n, n, false, T(1), upper.reversed(n, n), column_major(x, n).rows_reversed(n));
    for (i64 j = 0; j < n; ++j) {
        *a.at(j, j) = T(std::real(x[j + j * n]));
        for (i64 i = j + 1; i < n; ++i) *a.at(i, j) = x[i + j * n];
    }
}

//   [ L11      ]    A11 := L11^H * L11 + L21^H * L21
//   [ L21  L22 ]    A21 := L22^H * L21
//                   A22 := L22^H * L22
template <class T> void recurse(const Plan& plan, i64 n, View<T> a) {
    if (n <= stop) return leaf(n, a);
    const i64 n1 = (n / 2 + 7) / 8 * 8;
    const i64 n2 = n - n1;
    const View<T> a21 = a.block(n1, 0);
    const View<T> a22 = a.block(n1, n1);
    recurse(plan, n1, a);
    constexpr char turned = is_complex<T> ? 'C' : 'T';
    if (a.rs == 1)
        syrk<T>(plan, is_complex<T>, 'L', turned, n1, n2, T(1), a21.p, a.cs, T(1), a.p, a.cs);
    else
        syrk<T>(plan, is_complex<T>, 'U', 'N', n1, n2, T(1), a21.p, a.rs, T(1), a.p, a.rs);
    multiply_lower(plan, n2, n1, false, T(1), View<const T>(a22.transposed().conjugated()).reversed(n2, n2),
                   a21.rows_reversed(n2));
    recurse(plan, n2, a22);
}

}  // namespace

template <class T> void lauum(const Plan& plan, char uplo, i64 n, T* a, i64 lda) {
    if (n > 0) recurse(plan, n, as_lower(uplo, a, lda));
}

template void lauum(const Plan&, char, i64, float*, i64);
template void lauum(const Plan&, char, i64, double*, i64);
template void lauum(const Plan&, char, i64, std::complex<float>*, i64);
template void lauum(const Plan&, char, i64, std::complex<double>*, i64);

}  // namespace shunt::cpu
