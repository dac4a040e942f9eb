// In: a lower triangular view. Out: B := alpha * A * B, to which all variants of TRMM reduce.
#pragma once
#include "cpu/cpu.hpp"

namespace shunt::cpu {

// A m x m, B m x n.
template <class T> void multiply_lower(const Plan&, i64 m, i64 n, bool unit, T alpha, View<const T> a, View<T> b);

}  // namespace shunt::cpu
