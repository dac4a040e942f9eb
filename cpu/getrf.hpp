// In: pivots as LAPACK stores them. Out: rows of a column-major matrix interchanged.
#pragma once
#include "cpu/cpu.hpp"

namespace shunt::cpu {

// Interchanges row i with row ipiv[i] - 1 for i = first ... last - 1, in that order or backwards, in n columns.
template <class T> void laswp(const Plan&, i64 n, T* a, i64 lda, i64 first, i64 last, Pivots ipiv, bool backwards);

}  // namespace shunt::cpu
