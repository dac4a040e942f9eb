// In: strided views of small or blocked operands. Out: function tables of the vector kernels, one per instruction set.
// Kernel files fill the tables (`*_kernels.cpp`, compiled once per set); everything else calls through them.
#pragma once
#include "cpu/view.hpp"

namespace shunt::cpu {

// Filled by gemm_kernels.cpp.
template <class T> struct GemmKernels {
    // C := beta * C + alpha * A * B on one thread, packed; A m x k, B k x n, C m x n; C is not conjugated.
    // `workspace` holds workspace_bytes, 64-byte aligned. beta = 0 does not read C. k = 0 or alpha = 0 only scales C.
    // Each element of C is summed in the same order whatever m, n and the element's place are.
    void (*gemm)(i64 m, i64 n, i64 k, T alpha, const View<const T>& a, const View<const T>& b, T beta, const View<T>& c,
                 void* workspace);
    // The same, bit for bit, without a workspace; false where the operands are too large for that, and nothing is done.
    bool (*small)(i64 m, i64 n, i64 k, T alpha, const View<const T>& a, const View<const T>& b, T beta,
                  const View<T>& c);
    // The same for the lower triangle of a square C, n x n: nothing above its diagonal is read or written.
    void (*gemm_lower)(i64 n, i64 k, T alpha, const View<const T>& a, const View<const T>& b, T beta, const View<T>& c,
                       void* workspace);
    std::size_t workspace_bytes;
};

// Filled by triangular_kernels.cpp. A is m x m lower triangular (only that triangle is read, and of it not the
// diagonal when unit), B is m x n and not conjugated, m <= leaf.
template <class T> struct TriangularKernels {
    void (*trsm)(i64 m, i64 n, bool unit, T alpha, View<const T> a, View<T> b, void* workspace);  // B := alpha inv(A) B
    void (*trmm)(i64 m, i64 n, bool unit, T alpha, View<const T> a, View<T> b, void* workspace);  // B := alpha A B
    // A = L L^H in place, lower triangle only; returns 0 or the order of the first minor that is not positive definite.
    i64 (*potrf)(i64 n, View<T> a, void* workspace);
    i64 leaf;
    i64 potrf_leaf;  // up to this n potrf is faster than a recursion
    i64 small;       // up to this m (n for potrf) no workspace is needed
    std::size_t workspace_bytes;
};

// Filled by getrf_kernels.cpp. A is m x n column-major with leading dimension lda, n <= leaf. piv: 0-based rows.
template <class T> struct GetrfKernels {
    i64 (*getrf)(i64 m, i64 n, T* a, i64 lda, i64* piv);  // LU with partial pivoting; returns info
    i64 leaf;
};

// The tables of the instruction set in use (dispatch.cpp).
template <class T> const GemmKernels<T>& gemm_kernels();
template <class T> const TriangularKernels<T>& triangular_kernels();
template <class T> const GetrfKernels<T>& getrf_kernels();

}  // namespace shunt::cpu
