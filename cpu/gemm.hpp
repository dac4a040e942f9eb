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
                             const std::type_identity_t<View<const T>>& a, const std::type_identity_t<View<const T>>& b,
                             std::type_identity_t<T> beta, const View<T>& c);

// The own GEMM on one thread: the same result to the last bit whatever the place and the size of C.
template <class T>
void own_gemm(i64 m, i64 n, i64 k, std::type_identity_t<T> alpha, const std::type_identity_t<View<const T>>& a,
              const std::type_identity_t<View<const T>>& b, std::type_identity_t<T> beta, const View<T>& c);

// The lower triangle of a square C, n x n, with the same promises: nothing above the diagonal is read or written.
// The upper triangle is the lower one of the transpose: C^T = B^T A^T.
template <class T>
void gemm_lower(const Plan&, i64 n, i64 k, std::type_identity_t<T> alpha, const std::type_identity_t<View<const T>>& a,
                const std::type_identity_t<View<const T>>& b, std::type_identity_t<T> beta, const View<T>& c);

// An m x n matrix in nearly square blocks of whole register tiles, one for each task.
class Grid {
public:
    struct Block {
        i64 i1, i2, j1, j2;
    };
    Grid(int threads, i64 m, i64 n);
    int tasks() const { return rows_ * cols_; }
    Block block(int task) const;

private:
    i64 m_;
    i64 n_;
    int rows_ = 1;
    int cols_ = 1;
};

}  // namespace shunt::cpu
