// In: CBLAS enumerations and layouts. Out: the option letters of the column-major call that does the same.
#pragma once
#include <type_traits>

#include "shim/entry.hpp"

namespace shunt {

// A size as it arrives: a register or a stack slot, whose upper half a 32-bit caller leaves undefined. It is passed on
// as it came, so that a 64-bit caller of a plain name loses nothing; only what we read is narrowed.
using Word = std::int64_t;

inline constexpr int row_major = 101;
inline constexpr int col_major = 102;

// Letters of the enumerators; 0 for an unknown one, which no routine accepts.
inline char trans_letter(int e) {
    return e == 111 ? 'N' : e == 112 ? 'T' : e == 113 ? 'C' : '\0';
}
inline char uplo_letter(int e) {
    return e == 121 ? 'U' : e == 122 ? 'L' : '\0';
}
inline char diag_letter(int e) {
    return e == 131 ? 'N' : e == 132 ? 'U' : '\0';
}
inline char side_letter(int e) {
    return e == 141 ? 'L' : e == 142 ? 'R' : '\0';
}

inline char other_uplo(char c) {
    return c == 'U' ? 'L' : c == 'L' ? 'U' : c;
}
inline char other_side(char c) {
    return c == 'L' ? 'R' : c == 'R' ? 'L' : c;
}

// Real scalars come by value, complex ones by address.
template <class T> using Scalar = std::conditional_t<std::is_floating_point_v<T>, T, const void*>;
template <class T> const void* keep_scalar(c64& place, Scalar<T> value) {
    if constexpr (std::is_floating_point_v<T>)
        return Request::keep(place, value);
    else
        return value;
}

// The position in the CBLAS argument list: one more than in the Fortran call that was checked, and in row-major order
// the pairs that were exchanged stand the other way round.
template <int... Swapped> int cblas_position(int layout, const Call& c) {
    if (layout != row_major && layout != col_major) return 1;
    const int f = first_bad_argument(c);
    if (f == 0) return 0;
    if (layout == row_major) {
        constexpr int pairs[] = {Swapped..., 0};
        for (int i = 0; i + 1 < static_cast<int>(sizeof...(Swapped)); i += 2) {
            if (f == pairs[i]) return pairs[i + 1] + 1;
            if (f == pairs[i + 1]) return pairs[i] + 1;
        }
    }
    return f + 1;
}

}  // namespace shunt
