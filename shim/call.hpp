// In: the arguments of an owned routine. Out: names, checks and counts that follow from them alone.
#pragma once
#include <complex>
#include <cstdint>

#include "cuda/plugin.h"

namespace shunt {

using Call = shunt_call;
using c32 = std::complex<float>;
using c64 = std::complex<double>;

template <class T> inline constexpr char precision_of = 0;
template <> inline constexpr char precision_of<float> = 's';
template <> inline constexpr char precision_of<double> = 'd';
template <> inline constexpr char precision_of<c32> = 'c';
template <> inline constexpr char precision_of<c64> = 'z';

inline bool is_complex(char precision) {
    return precision == 'c' || precision == 'z';
}
inline int precision_index(char precision) {
    return precision == 's' ? 0 : precision == 'd' ? 1 : precision == 'c' ? 2 : 3;
}

inline char upper(char c) {
    return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
}

const char* routine_stem(int routine);  // "trsm"
bool is_lapack(int routine);
inline int base_routine(int routine) {
    return shunt_base_routine(routine);
}

// The position of the first bad argument as the reference routine counts and orders them, or 0.
int first_bad_argument(const Call&);
// The position of the matrix A in the Fortran interface.
int first_matrix(int routine);
// Nothing to compute: the reference would return without touching a matrix.
bool quick_return(const Call&);
double flops(const Call&);

// LWORK = -1: nothing is computed. The answer, which also stands in WORK(1) after a call, goes to c.work.
bool asks_for_workspace(const Call&);
void tell_workspace(const Call&);

// The two sizes that decide how fast a call runs: the order of its triangle (or the side of its product), and the
// number of right-hand sides (or the inner dimension). Equal where a routine has only one.
struct Shape {
    std::int64_t order;
    std::int64_t width;
};
Shape shape(const Call&);

// One line that says everything needed to make the call again (tests/bench/replay reads it).
int describe(const Call&, char* text, int bytes);

}  // namespace shunt
