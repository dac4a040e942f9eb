// In: a pointer, two strides and a conjugation. Out: any transposed, reversed or conjugated matrix without a copy.
// With it the sixteen variants of a triangular routine are one: transposing swaps the strides, and reversing the
// order of rows and columns (J A J) turns an upper triangle into a lower one.
#pragma once
#include <complex>
#include <cstdint>
#include <type_traits>

namespace shunt::cpu {

using i64 = std::int64_t;

template <class T> struct Real { using type = T; };
template <class R> struct Real<std::complex<R>> { using type = R; };
template <class T> using real_t = typename Real<std::remove_const_t<T>>::type;
template <class T> inline constexpr bool is_complex = !std::is_same_v<std::remove_const_t<T>, real_t<T>>;

// An m x n matrix whose element (i, j) is p[i * rs + j * cs], conjugated on reading when conj is set. Strides are in
// elements and may be negative or zero. The sizes travel beside it, as in BLAS.
template <class T> struct View {
    T* p = nullptr;
    i64 rs = 1;
    i64 cs = 0;
    bool conj = false;

    T* at(i64 i, i64 j) const { return p + i * rs + j * cs; }
    View block(i64 i, i64 j) const { return {at(i, j), rs, cs, conj}; }
    View transposed() const { return {p, cs, rs, conj}; }
    View conjugated() const { return {p, rs, cs, !conj}; }
    // J A J for an m x n matrix: the last element becomes the first.
    View reversed(i64 m, i64 n) const { return {at(m - 1, n - 1), -rs, -cs, conj}; }
    View rows_reversed(i64 m) const { return {at(m - 1, 0), -rs, cs, conj}; }
    operator View<const T>() const { return {p, rs, cs, conj}; }
};

template <class T> View<T> column_major(T* a, i64 lda) { return {a, 1, lda, false}; }

}  // namespace shunt::cpu
