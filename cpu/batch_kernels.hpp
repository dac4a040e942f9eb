// In: many small problems that differ only in where their operands lie. Out: function tables of vector kernels for
// them, one per instruction set. Filled by batch_*_kernels.cpp.
// Bits: what a problem gives depends on its own arguments alone, never on the number of problems beside it, on its
// place among them or on what they hold. A lane without a problem raises no floating-point exception.
#pragma once
#include "cpu/view.hpp"

namespace shunt::cpu {

enum class BatchRoutine : int {
    gemm,
    gemv,
    syrk,
    herk,
    trsm,
    trmm,
    trsv,
    getrf,
    getrs,
    getri,
    potrf,
    potrs,
    geqrf,
    orgqr,
    gebrd
};
inline constexpr int batch_routine_count = 15;

// What the problems of one kernel call have in common, checked, option letters in upper case. m, n, k as the routine
// names them; k is also nrhs (getrs, potrs). Increments: gemv's incx is ldb and its incy ldc, trsv's incx is ldb.
template <class T> struct Alike {
    char side = 0, uplo = 0, transa = 0, transb = 0, diag = 0;
    bool wide = false;      // ipiv has 64-bit integers
    bool resident = false;  // all matrices of the batch may be in a cache
    i64 m = 0, n = 0, k = 0;
    i64 lda = 0, ldb = 0, ldc = 0;
    T alpha{}, beta{};
};

// Operands of problem i at [i]; the others are not set. gemv: x is b, y is c. trsv: x is b. syrk, herk: a, c.
template <class T> struct Operands {
    T* const* a;
    T* const* b;
    T* const* c;
    void* const* ipiv;
    T* const* tau;   // geqrf, orgqr; gebrd: tauq
    T* const* taup;  // gebrd
    real_t<T>* const* d;
    real_t<T>* const* e;
};

// Each carries out `count` problems, or returns false where they are too large for it, and then nothing is done. All
// sizes are at least 1, but for k of gemm, syrk and herk. info[i] is set by getrf, potrf and getri alone. Nothing is
// allocated; the stack is used up to some 400 KiB.
template <class T> using BatchKernel = bool (*)(const Alike<T>&, const Operands<T>&, i64 count, i64* info);

// Operands of problem i lie i times so many bytes behind those of the first.
template <class T> struct SpacedOperands {
    T *a, *b, *c;
    i64 a_bytes, b_bytes, c_bytes;
};
template <class T> using SpacedBatchKernel = bool (*)(const Alike<T>&, const SpacedOperands<T>&, i64 count);

template <class T> struct BatchProducts {  // batch_product_kernels.cpp
    BatchKernel<T> gemm;
    SpacedBatchKernel<T> spaced_gemm;  // the same without lists, where those would cost: small squares without gaps
    BatchKernel<T> syrk, herk;
    BatchKernel<T> gemv;  // any size
};
template <class T> struct BatchFactors {  // batch_factor_kernels.cpp
    BatchKernel<T> potrf, potrs, getrf, getrs, getri, trsm, trmm;
    BatchKernel<T> trsv;  // any size
    // How many problems of this kind, of these or the orthogonal kernels, are done at once, a lane each; 1: none.
    i64 (*pack)(BatchRoutine routine, const Alike<T>& problem);
};
template <class T> struct BatchOrthogonal {  // batch_orthogonal_kernels.cpp
    BatchKernel<T> geqrf, gebrd, orgqr;
    // One matrix of any size in place, without memory but some KiB of the stack; the right thing while it fits a cache.
    void (*qr)(i64 m, i64 n, T* a, i64 lda, T* tau);
    void (*form_q)(i64 m, i64 n, i64 k, T* a, i64 lda, const T* tau);
    // gebrd with scratch memory of so many bytes (64-byte aligned), and one without that moves twice as much memory.
    void (*bidiagonal)(i64 m, i64 n, T* a, i64 lda, real_t<T>* d, real_t<T>* e, T* tauq, T* taup, void* scratch);
    i64 (*bidiagonal_scratch)(i64 n);
    void (*bidiagonal_plain)(i64 m, i64 n, T* a, i64 lda, real_t<T>* d, real_t<T>* e, T* tauq, T* taup);
    // larfg on n >= 1 numbers, the first of them alpha, which becomes 1; returns beta.
    real_t<T> (*reflect)(i64 n, T* x, T* tau);
};

template <class T> const BatchProducts<T>& batch_products();
template <class T> const BatchFactors<T>& batch_factors();
template <class T> const BatchOrthogonal<T>& batch_orthogonal();

}  // namespace shunt::cpu
