// In: strided operands. Out: C := beta * C + alpha * A * B, through the original's GEMM or the own one.
// The inner product of everything else in cpu/.
#pragma once
#include <type_traits>

#include "cpu/cpu.hpp"
#include "cpu/kernels.hpp"

namespace shunt::cpu {

// A m x k, B k x n, C m x n, conjugated where their views say so (C is not). beta = 0 does not read C.
// Runs the original's GEMM where the plan has one, the strides allow a Fortran call and the plan is for one thread;
// otherwise the own one, split over the pool. With threads > 1 no Workspace may be held by the caller.
template <class T> void gemm(const Plan&, i64 m, i64 n, i64 k, std::type_identity_t<T> alpha,
                             std::type_identity_t<View<const T>> a, std::type_identity_t<View<const T>> b,
                             std::type_identity_t<T> beta, View<T> c);

// The own GEMM on one thread: the same result to the last bit whatever the place and the size of C.
template <class T> void own_gemm(i64 m, i64 n, i64 k, std::type_identity_t<T> alpha,
                                 std::type_identity_t<View<const T>> a, std::type_identity_t<View<const T>> b,
                                 std::type_identity_t<T> beta, View<T> c);

}  // namespace shunt::cpu
