// In: one small triangular matrix with right-hand sides. Out: their solutions.
#pragma once
#include "cpu/simd.hpp"
#include "cpu/view.hpp"

namespace shunt::cpu::SHUNT_ISA {

struct Triangular {
    bool lower, transposed, unit;
};
// The largest order; 0 where there is no kernel.
template <class R> inline constexpr i64 systems_order = vector_bytes == 64 ? 4 * lanes<R> : 0;

// B := alpha inv(op(A)) B for B of n x sides, more than two. Of the next problem's operands, if given, most lines are asked for.
template <class R> void solve_systems(Triangular kind, i64 n, i64 sides, R alpha, const R* a, i64 lda, R* b, i64 ldb,
                                      const R* next_a, const R* next_b);
// `count` transposed matrices of this order or more with one right-hand side each. Of as many in the
// list lines are asked for.
template <class R> inline constexpr i64 transposed_from = sizeof(R) == 8 ? 32 : 33;
template <class R>
void solve_transposed(Triangular kind, i64 n, R alpha, const R* const* a, i64 lda, R* const* b, i64 count, i64 listed);

}  // namespace shunt::cpu::SHUNT_ISA
