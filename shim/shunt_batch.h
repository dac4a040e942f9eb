// In: a library, libshunt.so, and arrays of a program. Out: its batched BLAS and LAPACK for C99 and C++11.
// Written by fortran/generate.py; change that instead. Link with -lshunt.
//
// Every routine has three shapes of call; <p> is s, d, c or z. All arguments are addresses, as in Fortran; matrices are
// stored by columns. The plain names take int32_t, those with _64 int64_t.
//
// <p><op>_batch_ (group): options, sizes, leading dimensions, increments and scalars are arrays over *group_count
//     groups of alike matrices, group_size[i] is how many matrices group i has. Operands are arrays of pointers, one a
//     matrix, through all groups.
// <p><op>_batch_strided_: everything is said once; *batch_size matrices lie in one array, *stride_a elements (not
//     bytes) from one to the next, and so do vectors, pivots and factors. Stride 0 on an input: all share it.
// <p><op>_vbatch_ (variable): options, alpha and beta are said once; sizes, leading dimensions and increments are
//     arrays over *batch_count matrices; operands are arrays of pointers.
//
// Leading dimensions and increments count elements, pivots count from 1. Problems of one call must be independent: what
// one writes no other may read or write.
//
// Memory: the host's for all matrices of a call, or a device's (CUDA; managed memory goes with either), in order with the
// stream that shunt_set_stream() (shunt_gpu.h) has named. Without one, or where info is in the host's memory, the result is there on
// return. Arrays of addresses, sizes, ipiv and info may be in either.
//
// Errors: everything is checked before any data is touched. BLAS routines call xerbla_ with the routine's name and the
// number of the bad argument, and do nothing; LAPACK routines set info[...] = -number and do nothing. Else info[i] is
// that of LAPACK for matrix i: one that fails does not change a bit of another. Zero groups, matrices or sizes: done.
//
// C++ has each shape in namespace shunt without the letter of the type: overloads that take what is said once by value,
// and int32_t or int64_t for the rest (all of one kind). Strided BLAS takes int64_t alone.
// clang-format off
#ifndef SHUNT_BATCH_H
#define SHUNT_BATCH_H

#include <stdint.h>
#ifdef __cplusplus
#include <complex>
typedef std::complex<float> shunt_complex8;
typedef std::complex<double> shunt_complex16;
extern "C" {
#else
typedef float _Complex shunt_complex8;
typedef double _Complex shunt_complex16;
#endif

// gemm: C := alpha op(A) op(B) + beta C. C is m x n, op(A) m x k, op(B) k x n; op by transa and transb: N as it is, T
// transposed, C conjugate transposed. C is not read if beta = 0.
void sgemm_batch_(const char* transa, const char* transb, const int32_t* m, const int32_t* n, const int32_t* k, const
    float* alpha, const float* const* a, const int32_t* lda, const float* const* b, const int32_t* ldb, const float*
    beta, float* const* c, const int32_t* ldc, const int32_t* group_count, const int32_t* group_size);
void sgemm_batch_64_(const char* transa, const char* transb, const int64_t* m, const int64_t* n, const int64_t* k, const
    float* alpha, const float* const* a, const int64_t* lda, const float* const* b, const int64_t* ldb, const float*
    beta, float* const* c, const int64_t* ldc, const int64_t* group_count, const int64_t* group_size);
void sgemm_batch_strided_(const char* transa, const char* transb, const int32_t* m, const int32_t* n, const int32_t* k,
    const float* alpha, const float* a, const int32_t* lda, const int32_t* stride_a, const float* b, const int32_t* ldb,
    const int32_t* stride_b, const float* beta, float* c, const int32_t* ldc, const int32_t* stride_c, const int32_t*
    batch_size);
void sgemm_batch_strided_64_(const char* transa, const char* transb, const int64_t* m, const int64_t* n, const int64_t*
    k, const float* alpha, const float* a, const int64_t* lda, const int64_t* stride_a, const float* b, const int64_t*
    ldb, const int64_t* stride_b, const float* beta, float* c, const int64_t* ldc, const int64_t* stride_c, const
    int64_t* batch_size);
void sgemm_vbatch_(const char* transa, const char* transb, const int32_t* m, const int32_t* n, const int32_t* k, const
    float* alpha, const float* const* a, const int32_t* lda, const float* const* b, const int32_t* ldb, const float*
    beta, float* const* c, const int32_t* ldc, const int32_t* batch_count);
void sgemm_vbatch_64_(const char* transa, const char* transb, const int64_t* m, const int64_t* n, const int64_t* k,
    const float* alpha, const float* const* a, const int64_t* lda, const float* const* b, const int64_t* ldb, const
    float* beta, float* const* c, const int64_t* ldc, const int64_t* batch_count);
void dgemm_batch_(const char* transa, const char* transb, const int32_t* m, const int32_t* n, const int32_t* k, const
    double* alpha, const double* const* a, const int32_t* lda, const double* const* b, const int32_t* ldb, const double*
    beta, double* const* c, const int32_t* ldc, const int32_t* group_count, const int32_t* group_size);
void dgemm_batch_64_(const char* transa, const char* transb, const int64_t* m, const int64_t* n, const int64_t* k, const
    double* alpha, const double* const* a, const int64_t* lda, const double* const* b, const int64_t* ldb, const double*
    beta, double* const* c, const int64_t* ldc, const int64_t* group_count, const int64_t* group_size);
void dgemm_batch_strided_(const char* transa, const char* transb, const int32_t* m, const int32_t* n, const int32_t* k,
    const double* alpha, const double* a, const int32_t* lda, const int32_t* stride_a, const double* b, const int32_t*
    ldb, const int32_t* stride_b, const double* beta, double* c, const int32_t* ldc, const int32_t* stride_c, const
    int32_t* batch_size);
void dgemm_batch_strided_64_(const char* transa, const char* transb, const int64_t* m, const int64_t* n, const int64_t*
    k, const double* alpha, const double* a, const int64_t* lda, const int64_t* stride_a, const double* b, const
    int64_t* ldb, const int64_t* stride_b, const double* beta, double* c, const int64_t* ldc, const int64_t* stride_c,
    const int64_t* batch_size);
void dgemm_vbatch_(const char* transa, const char* transb, const int32_t* m, const int32_t* n, const int32_t* k, const
    double* alpha, const double* const* a, const int32_t* lda, const double* const* b, const int32_t* ldb, const double*
    beta, double* const* c, const int32_t* ldc, const int32_t* batch_count);
void dgemm_vbatch_64_(const char* transa, const char* transb, const int64_t* m, const int64_t* n, const int64_t* k,
    const double* alpha, const double* const* a, const int64_t* lda, const double* const* b, const int64_t* ldb, const
    double* beta, double* const* c, const int64_t* ldc, const int64_t* batch_count);
void cgemm_batch_(const char* transa, const char* transb, const int32_t* m, const int32_t* n, const int32_t* k, const
    shunt_complex8* alpha, const shunt_complex8* const* a, const int32_t* lda, const shunt_complex8* const* b, const
    int32_t* ldb, const shunt_complex8* beta, shunt_complex8* const* c, const int32_t* ldc, const int32_t* group_count,
    const int32_t* group_size);
void cgemm_batch_64_(const char* transa, const char* transb, const int64_t* m, const int64_t* n, const int64_t* k, const
    shunt_complex8* alpha, const shunt_complex8* const* a, const int64_t* lda, const shunt_complex8* const* b, const
    int64_t* ldb, const shunt_complex8* beta, shunt_complex8* const* c, const int64_t* ldc, const int64_t* group_count,
    const int64_t* group_size);
void cgemm_batch_strided_(const char* transa, const char* transb, const int32_t* m, const int32_t* n, const int32_t* k,
    const shunt_complex8* alpha, const shunt_complex8* a, const int32_t* lda, const int32_t* stride_a, const
    shunt_complex8* b, const int32_t* ldb, const int32_t* stride_b, const shunt_complex8* beta, shunt_complex8* c, const
    int32_t* ldc, const int32_t* stride_c, const int32_t* batch_size);
void cgemm_batch_strided_64_(const char* transa, const char* transb, const int64_t* m, const int64_t* n, const int64_t*
    k, const shunt_complex8* alpha, const shunt_complex8* a, const int64_t* lda, const int64_t* stride_a, const
    shunt_complex8* b, const int64_t* ldb, const int64_t* stride_b, const shunt_complex8* beta, shunt_complex8* c, const
    int64_t* ldc, const int64_t* stride_c, const int64_t* batch_size);
void cgemm_vbatch_(const char* transa, const char* transb, const int32_t* m, const int32_t* n, const int32_t* k, const
    shunt_complex8* alpha, const shunt_complex8* const* a, const int32_t* lda, const shunt_complex8* const* b, const
    int32_t* ldb, const shunt_complex8* beta, shunt_complex8* const* c, const int32_t* ldc, const int32_t* batch_count);
void cgemm_vbatch_64_(const char* transa, const char* transb, const int64_t* m, const int64_t* n, const int64_t* k,
    const shunt_complex8* alpha, const shunt_complex8* const* a, const int64_t* lda, const shunt_complex8* const* b,
    const int64_t* ldb, const shunt_complex8* beta, shunt_complex8* const* c, const int64_t* ldc, const int64_t*
    batch_count);
void zgemm_batch_(const char* transa, const char* transb, const int32_t* m, const int32_t* n, const int32_t* k, const
    shunt_complex16* alpha, const shunt_complex16* const* a, const int32_t* lda, const shunt_complex16* const* b, const
    int32_t* ldb, const shunt_complex16* beta, shunt_complex16* const* c, const int32_t* ldc, const int32_t*
    group_count, const int32_t* group_size);
void zgemm_batch_64_(const char* transa, const char* transb, const int64_t* m, const int64_t* n, const int64_t* k, const
    shunt_complex16* alpha, const shunt_complex16* const* a, const int64_t* lda, const shunt_complex16* const* b, const
    int64_t* ldb, const shunt_complex16* beta, shunt_complex16* const* c, const int64_t* ldc, const int64_t*
    group_count, const int64_t* group_size);
void zgemm_batch_strided_(const char* transa, const char* transb, const int32_t* m, const int32_t* n, const int32_t* k,
    const shunt_complex16* alpha, const shunt_complex16* a, const int32_t* lda, const int32_t* stride_a, const
    shunt_complex16* b, const int32_t* ldb, const int32_t* stride_b, const shunt_complex16* beta, shunt_complex16* c,
    const int32_t* ldc, const int32_t* stride_c, const int32_t* batch_size);
void zgemm_batch_strided_64_(const char* transa, const char* transb, const int64_t* m, const int64_t* n, const int64_t*
    k, const shunt_complex16* alpha, const shunt_complex16* a, const int64_t* lda, const int64_t* stride_a, const
    shunt_complex16* b, const int64_t* ldb, const int64_t* stride_b, const shunt_complex16* beta, shunt_complex16* c,
    const int64_t* ldc, const int64_t* stride_c, const int64_t* batch_size);
void zgemm_vbatch_(const char* transa, const char* transb, const int32_t* m, const int32_t* n, const int32_t* k, const
    shunt_complex16* alpha, const shunt_complex16* const* a, const int32_t* lda, const shunt_complex16* const* b, const
    int32_t* ldb, const shunt_complex16* beta, shunt_complex16* const* c, const int32_t* ldc, const int32_t*
    batch_count);
void zgemm_vbatch_64_(const char* transa, const char* transb, const int64_t* m, const int64_t* n, const int64_t* k,
    const shunt_complex16* alpha, const shunt_complex16* const* a, const int64_t* lda, const shunt_complex16* const* b,
    const int64_t* ldb, const shunt_complex16* beta, shunt_complex16* const* c, const int64_t* ldc, const int64_t*
    batch_count);

// gemv: y := alpha op(A) x + beta y. A is m x n; y has m elements if trans is N, else n. Increments are any but 0; a
// negative one counts from the end. y is not read if beta = 0.
void sgemv_batch_(const char* trans, const int32_t* m, const int32_t* n, const float* alpha, const float* const* a,
    const int32_t* lda, const float* const* x, const int32_t* incx, const float* beta, float* const* y, const int32_t*
    incy, const int32_t* group_count, const int32_t* group_size);
void sgemv_batch_64_(const char* trans, const int64_t* m, const int64_t* n, const float* alpha, const float* const* a,
    const int64_t* lda, const float* const* x, const int64_t* incx, const float* beta, float* const* y, const int64_t*
    incy, const int64_t* group_count, const int64_t* group_size);
void sgemv_batch_strided_(const char* trans, const int32_t* m, const int32_t* n, const float* alpha, const float* a,
    const int32_t* lda, const int32_t* stride_a, const float* x, const int32_t* incx, const int32_t* stride_x, const
    float* beta, float* y, const int32_t* incy, const int32_t* stride_y, const int32_t* batch_size);
void sgemv_batch_strided_64_(const char* trans, const int64_t* m, const int64_t* n, const float* alpha, const float* a,
    const int64_t* lda, const int64_t* stride_a, const float* x, const int64_t* incx, const int64_t* stride_x, const
    float* beta, float* y, const int64_t* incy, const int64_t* stride_y, const int64_t* batch_size);
void sgemv_vbatch_(const char* trans, const int32_t* m, const int32_t* n, const float* alpha, const float* const* a,
    const int32_t* lda, const float* const* x, const int32_t* incx, const float* beta, float* const* y, const int32_t*
    incy, const int32_t* batch_count);
void sgemv_vbatch_64_(const char* trans, const int64_t* m, const int64_t* n, const float* alpha, const float* const* a,
    const int64_t* lda, const float* const* x, const int64_t* incx, const float* beta, float* const* y, const int64_t*
    incy, const int64_t* batch_count);
void dgemv_batch_(const char* trans, const int32_t* m, const int32_t* n, const double* alpha, const double* const* a,
    const int32_t* lda, const double* const* x, const int32_t* incx, const double* beta, double* const* y, const
    int32_t* incy, const int32_t* group_count, const int32_t* group_size);
void dgemv_batch_64_(const char* trans, const int64_t* m, const int64_t* n, const double* alpha, const double* const* a,
    const int64_t* lda, const double* const* x, const int64_t* incx, const double* beta, double* const* y, const
    int64_t* incy, const int64_t* group_count, const int64_t* group_size);
void dgemv_batch_strided_(const char* trans, const int32_t* m, const int32_t* n, const double* alpha, const double* a,
    const int32_t* lda, const int32_t* stride_a, const double* x, const int32_t* incx, const int32_t* stride_x, const
    double* beta, double* y, const int32_t* incy, const int32_t* stride_y, const int32_t* batch_size);
void dgemv_batch_strided_64_(const char* trans, const int64_t* m, const int64_t* n, const double* alpha, const double*
    a, const int64_t* lda, const int64_t* stride_a, const double* x, const int64_t* incx, const int64_t* stride_x, const
    double* beta, double* y, const int64_t* incy, const int64_t* stride_y, const int64_t* batch_size);
void dgemv_vbatch_(const char* trans, const int32_t* m, const int32_t* n, const double* alpha, const double* const* a,
    const int32_t* lda, const double* const* x, const int32_t* incx, const double* beta, double* const* y, const
    int32_t* incy, const int32_t* batch_count);
void dgemv_vbatch_64_(const char* trans, const int64_t* m, const int64_t* n, const double* alpha, const double* const*
    a, const int64_t* lda, const double* const* x, const int64_t* incx, const double* beta, double* const* y, const
    int64_t* incy, const int64_t* batch_count);
void cgemv_batch_(const char* trans, const int32_t* m, const int32_t* n, const shunt_complex8* alpha, const
    shunt_complex8* const* a, const int32_t* lda, const shunt_complex8* const* x, const int32_t* incx, const
    shunt_complex8* beta, shunt_complex8* const* y, const int32_t* incy, const int32_t* group_count, const int32_t*
    group_size);
void cgemv_batch_64_(const char* trans, const int64_t* m, const int64_t* n, const shunt_complex8* alpha, const
    shunt_complex8* const* a, const int64_t* lda, const shunt_complex8* const* x, const int64_t* incx, const
    shunt_complex8* beta, shunt_complex8* const* y, const int64_t* incy, const int64_t* group_count, const int64_t*
    group_size);
void cgemv_batch_strided_(const char* trans, const int32_t* m, const int32_t* n, const shunt_complex8* alpha, const
    shunt_complex8* a, const int32_t* lda, const int32_t* stride_a, const shunt_complex8* x, const int32_t* incx, const
    int32_t* stride_x, const shunt_complex8* beta, shunt_complex8* y, const int32_t* incy, const int32_t* stride_y,
    const int32_t* batch_size);
void cgemv_batch_strided_64_(const char* trans, const int64_t* m, const int64_t* n, const shunt_complex8* alpha, const
    shunt_complex8* a, const int64_t* lda, const int64_t* stride_a, const shunt_complex8* x, const int64_t* incx, const
    int64_t* stride_x, const shunt_complex8* beta, shunt_complex8* y, const int64_t* incy, const int64_t* stride_y,
    const int64_t* batch_size);
void cgemv_vbatch_(const char* trans, const int32_t* m, const int32_t* n, const shunt_complex8* alpha, const
    shunt_complex8* const* a, const int32_t* lda, const shunt_complex8* const* x, const int32_t* incx, const
    shunt_complex8* beta, shunt_complex8* const* y, const int32_t* incy, const int32_t* batch_count);
void cgemv_vbatch_64_(const char* trans, const int64_t* m, const int64_t* n, const shunt_complex8* alpha, const
    shunt_complex8* const* a, const int64_t* lda, const shunt_complex8* const* x, const int64_t* incx, const
    shunt_complex8* beta, shunt_complex8* const* y, const int64_t* incy, const int64_t* batch_count);
void zgemv_batch_(const char* trans, const int32_t* m, const int32_t* n, const shunt_complex16* alpha, const
    shunt_complex16* const* a, const int32_t* lda, const shunt_complex16* const* x, const int32_t* incx, const
    shunt_complex16* beta, shunt_complex16* const* y, const int32_t* incy, const int32_t* group_count, const int32_t*
    group_size);
void zgemv_batch_64_(const char* trans, const int64_t* m, const int64_t* n, const shunt_complex16* alpha, const
    shunt_complex16* const* a, const int64_t* lda, const shunt_complex16* const* x, const int64_t* incx, const
    shunt_complex16* beta, shunt_complex16* const* y, const int64_t* incy, const int64_t* group_count, const int64_t*
    group_size);
void zgemv_batch_strided_(const char* trans, const int32_t* m, const int32_t* n, const shunt_complex16* alpha, const
    shunt_complex16* a, const int32_t* lda, const int32_t* stride_a, const shunt_complex16* x, const int32_t* incx,
    const int32_t* stride_x, const shunt_complex16* beta, shunt_complex16* y, const int32_t* incy, const int32_t*
    stride_y, const int32_t* batch_size);
void zgemv_batch_strided_64_(const char* trans, const int64_t* m, const int64_t* n, const shunt_complex16* alpha, const
    shunt_complex16* a, const int64_t* lda, const int64_t* stride_a, const shunt_complex16* x, const int64_t* incx,
    const int64_t* stride_x, const shunt_complex16* beta, shunt_complex16* y, const int64_t* incy, const int64_t*
    stride_y, const int64_t* batch_size);
void zgemv_vbatch_(const char* trans, const int32_t* m, const int32_t* n, const shunt_complex16* alpha, const
    shunt_complex16* const* a, const int32_t* lda, const shunt_complex16* const* x, const int32_t* incx, const
    shunt_complex16* beta, shunt_complex16* const* y, const int32_t* incy, const int32_t* batch_count);
void zgemv_vbatch_64_(const char* trans, const int64_t* m, const int64_t* n, const shunt_complex16* alpha, const
    shunt_complex16* const* a, const int64_t* lda, const shunt_complex16* const* x, const int64_t* incx, const
    shunt_complex16* beta, shunt_complex16* const* y, const int64_t* incy, const int64_t* batch_count);

// syrk: C := alpha A A^T + beta C (trans N; A is n x k) or alpha A^T A + beta C (trans T; A is k x n). C is n x n and
// symmetric; only the triangle uplo (U, L) of it is looked at.
void ssyrk_batch_(const char* uplo, const char* trans, const int32_t* n, const int32_t* k, const float* alpha, const
    float* const* a, const int32_t* lda, const float* beta, float* const* c, const int32_t* ldc, const int32_t*
    group_count, const int32_t* group_size);
void ssyrk_batch_64_(const char* uplo, const char* trans, const int64_t* n, const int64_t* k, const float* alpha, const
    float* const* a, const int64_t* lda, const float* beta, float* const* c, const int64_t* ldc, const int64_t*
    group_count, const int64_t* group_size);
void ssyrk_batch_strided_(const char* uplo, const char* trans, const int32_t* n, const int32_t* k, const float* alpha,
    const float* a, const int32_t* lda, const int32_t* stride_a, const float* beta, float* c, const int32_t* ldc, const
    int32_t* stride_c, const int32_t* batch_size);
void ssyrk_batch_strided_64_(const char* uplo, const char* trans, const int64_t* n, const int64_t* k, const float*
    alpha, const float* a, const int64_t* lda, const int64_t* stride_a, const float* beta, float* c, const int64_t* ldc,
    const int64_t* stride_c, const int64_t* batch_size);
void ssyrk_vbatch_(const char* uplo, const char* trans, const int32_t* n, const int32_t* k, const float* alpha, const
    float* const* a, const int32_t* lda, const float* beta, float* const* c, const int32_t* ldc, const int32_t*
    batch_count);
void ssyrk_vbatch_64_(const char* uplo, const char* trans, const int64_t* n, const int64_t* k, const float* alpha, const
    float* const* a, const int64_t* lda, const float* beta, float* const* c, const int64_t* ldc, const int64_t*
    batch_count);
void dsyrk_batch_(const char* uplo, const char* trans, const int32_t* n, const int32_t* k, const double* alpha, const
    double* const* a, const int32_t* lda, const double* beta, double* const* c, const int32_t* ldc, const int32_t*
    group_count, const int32_t* group_size);
void dsyrk_batch_64_(const char* uplo, const char* trans, const int64_t* n, const int64_t* k, const double* alpha, const
    double* const* a, const int64_t* lda, const double* beta, double* const* c, const int64_t* ldc, const int64_t*
    group_count, const int64_t* group_size);
void dsyrk_batch_strided_(const char* uplo, const char* trans, const int32_t* n, const int32_t* k, const double* alpha,
    const double* a, const int32_t* lda, const int32_t* stride_a, const double* beta, double* c, const int32_t* ldc,
    const int32_t* stride_c, const int32_t* batch_size);
void dsyrk_batch_strided_64_(const char* uplo, const char* trans, const int64_t* n, const int64_t* k, const double*
    alpha, const double* a, const int64_t* lda, const int64_t* stride_a, const double* beta, double* c, const int64_t*
    ldc, const int64_t* stride_c, const int64_t* batch_size);
void dsyrk_vbatch_(const char* uplo, const char* trans, const int32_t* n, const int32_t* k, const double* alpha, const
    double* const* a, const int32_t* lda, const double* beta, double* const* c, const int32_t* ldc, const int32_t*
    batch_count);
void dsyrk_vbatch_64_(const char* uplo, const char* trans, const int64_t* n, const int64_t* k, const double* alpha,
    const double* const* a, const int64_t* lda, const double* beta, double* const* c, const int64_t* ldc, const int64_t*
    batch_count);
void csyrk_batch_(const char* uplo, const char* trans, const int32_t* n, const int32_t* k, const shunt_complex8* alpha,
    const shunt_complex8* const* a, const int32_t* lda, const shunt_complex8* beta, shunt_complex8* const* c, const
    int32_t* ldc, const int32_t* group_count, const int32_t* group_size);
void csyrk_batch_64_(const char* uplo, const char* trans, const int64_t* n, const int64_t* k, const shunt_complex8*
    alpha, const shunt_complex8* const* a, const int64_t* lda, const shunt_complex8* beta, shunt_complex8* const* c,
    const int64_t* ldc, const int64_t* group_count, const int64_t* group_size);
void csyrk_batch_strided_(const char* uplo, const char* trans, const int32_t* n, const int32_t* k, const shunt_complex8*
    alpha, const shunt_complex8* a, const int32_t* lda, const int32_t* stride_a, const shunt_complex8* beta,
    shunt_complex8* c, const int32_t* ldc, const int32_t* stride_c, const int32_t* batch_size);
void csyrk_batch_strided_64_(const char* uplo, const char* trans, const int64_t* n, const int64_t* k, const
    shunt_complex8* alpha, const shunt_complex8* a, const int64_t* lda, const int64_t* stride_a, const shunt_complex8*
    beta, shunt_complex8* c, const int64_t* ldc, const int64_t* stride_c, const int64_t* batch_size);
void csyrk_vbatch_(const char* uplo, const char* trans, const int32_t* n, const int32_t* k, const shunt_complex8* alpha,
    const shunt_complex8* const* a, const int32_t* lda, const shunt_complex8* beta, shunt_complex8* const* c, const
    int32_t* ldc, const int32_t* batch_count);
void csyrk_vbatch_64_(const char* uplo, const char* trans, const int64_t* n, const int64_t* k, const shunt_complex8*
    alpha, const shunt_complex8* const* a, const int64_t* lda, const shunt_complex8* beta, shunt_complex8* const* c,
    const int64_t* ldc, const int64_t* batch_count);
void zsyrk_batch_(const char* uplo, const char* trans, const int32_t* n, const int32_t* k, const shunt_complex16* alpha,
    const shunt_complex16* const* a, const int32_t* lda, const shunt_complex16* beta, shunt_complex16* const* c, const
    int32_t* ldc, const int32_t* group_count, const int32_t* group_size);
void zsyrk_batch_64_(const char* uplo, const char* trans, const int64_t* n, const int64_t* k, const shunt_complex16*
    alpha, const shunt_complex16* const* a, const int64_t* lda, const shunt_complex16* beta, shunt_complex16* const* c,
    const int64_t* ldc, const int64_t* group_count, const int64_t* group_size);
void zsyrk_batch_strided_(const char* uplo, const char* trans, const int32_t* n, const int32_t* k, const
    shunt_complex16* alpha, const shunt_complex16* a, const int32_t* lda, const int32_t* stride_a, const
    shunt_complex16* beta, shunt_complex16* c, const int32_t* ldc, const int32_t* stride_c, const int32_t* batch_size);
void zsyrk_batch_strided_64_(const char* uplo, const char* trans, const int64_t* n, const int64_t* k, const
    shunt_complex16* alpha, const shunt_complex16* a, const int64_t* lda, const int64_t* stride_a, const
    shunt_complex16* beta, shunt_complex16* c, const int64_t* ldc, const int64_t* stride_c, const int64_t* batch_size);
void zsyrk_vbatch_(const char* uplo, const char* trans, const int32_t* n, const int32_t* k, const shunt_complex16*
    alpha, const shunt_complex16* const* a, const int32_t* lda, const shunt_complex16* beta, shunt_complex16* const* c,
    const int32_t* ldc, const int32_t* batch_count);
void zsyrk_vbatch_64_(const char* uplo, const char* trans, const int64_t* n, const int64_t* k, const shunt_complex16*
    alpha, const shunt_complex16* const* a, const int64_t* lda, const shunt_complex16* beta, shunt_complex16* const* c,
    const int64_t* ldc, const int64_t* batch_count);

// herk: C := alpha A A^H + beta C (trans N; A is n x k) or alpha A^H A + beta C (trans C; A is k x n). C is n x n and
// Hermitian, alpha and beta are real; only the triangle uplo (U, L) of C is looked at.
void cherk_batch_(const char* uplo, const char* trans, const int32_t* n, const int32_t* k, const float* alpha, const
    shunt_complex8* const* a, const int32_t* lda, const float* beta, shunt_complex8* const* c, const int32_t* ldc, const
    int32_t* group_count, const int32_t* group_size);
void cherk_batch_64_(const char* uplo, const char* trans, const int64_t* n, const int64_t* k, const float* alpha, const
    shunt_complex8* const* a, const int64_t* lda, const float* beta, shunt_complex8* const* c, const int64_t* ldc, const
    int64_t* group_count, const int64_t* group_size);
void cherk_batch_strided_(const char* uplo, const char* trans, const int32_t* n, const int32_t* k, const float* alpha,
    const shunt_complex8* a, const int32_t* lda, const int32_t* stride_a, const float* beta, shunt_complex8* c, const
    int32_t* ldc, const int32_t* stride_c, const int32_t* batch_size);
void cherk_batch_strided_64_(const char* uplo, const char* trans, const int64_t* n, const int64_t* k, const float*
    alpha, const shunt_complex8* a, const int64_t* lda, const int64_t* stride_a, const float* beta, shunt_complex8* c,
    const int64_t* ldc, const int64_t* stride_c, const int64_t* batch_size);
void cherk_vbatch_(const char* uplo, const char* trans, const int32_t* n, const int32_t* k, const float* alpha, const
    shunt_complex8* const* a, const int32_t* lda, const float* beta, shunt_complex8* const* c, const int32_t* ldc, const
    int32_t* batch_count);
void cherk_vbatch_64_(const char* uplo, const char* trans, const int64_t* n, const int64_t* k, const float* alpha, const
    shunt_complex8* const* a, const int64_t* lda, const float* beta, shunt_complex8* const* c, const int64_t* ldc, const
    int64_t* batch_count);
void zherk_batch_(const char* uplo, const char* trans, const int32_t* n, const int32_t* k, const double* alpha, const
    shunt_complex16* const* a, const int32_t* lda, const double* beta, shunt_complex16* const* c, const int32_t* ldc,
    const int32_t* group_count, const int32_t* group_size);
void zherk_batch_64_(const char* uplo, const char* trans, const int64_t* n, const int64_t* k, const double* alpha, const
    shunt_complex16* const* a, const int64_t* lda, const double* beta, shunt_complex16* const* c, const int64_t* ldc,
    const int64_t* group_count, const int64_t* group_size);
void zherk_batch_strided_(const char* uplo, const char* trans, const int32_t* n, const int32_t* k, const double* alpha,
    const shunt_complex16* a, const int32_t* lda, const int32_t* stride_a, const double* beta, shunt_complex16* c, const
    int32_t* ldc, const int32_t* stride_c, const int32_t* batch_size);
void zherk_batch_strided_64_(const char* uplo, const char* trans, const int64_t* n, const int64_t* k, const double*
    alpha, const shunt_complex16* a, const int64_t* lda, const int64_t* stride_a, const double* beta, shunt_complex16*
    c, const int64_t* ldc, const int64_t* stride_c, const int64_t* batch_size);
void zherk_vbatch_(const char* uplo, const char* trans, const int32_t* n, const int32_t* k, const double* alpha, const
    shunt_complex16* const* a, const int32_t* lda, const double* beta, shunt_complex16* const* c, const int32_t* ldc,
    const int32_t* batch_count);
void zherk_vbatch_64_(const char* uplo, const char* trans, const int64_t* n, const int64_t* k, const double* alpha,
    const shunt_complex16* const* a, const int64_t* lda, const double* beta, shunt_complex16* const* c, const int64_t*
    ldc, const int64_t* batch_count);

// trsm: B := alpha op(A)^-1 B (side L; A is m x m) or alpha B op(A)^-1 (side R; A is n x n). B is m x n, A triangular
// by uplo (U, L), with ones on its diagonal if diag is U. Nobody looks for zeros there.
void strsm_batch_(const char* side, const char* uplo, const char* transa, const char* diag, const int32_t* m, const
    int32_t* n, const float* alpha, const float* const* a, const int32_t* lda, float* const* b, const int32_t* ldb,
    const int32_t* group_count, const int32_t* group_size);
void strsm_batch_64_(const char* side, const char* uplo, const char* transa, const char* diag, const int64_t* m, const
    int64_t* n, const float* alpha, const float* const* a, const int64_t* lda, float* const* b, const int64_t* ldb,
    const int64_t* group_count, const int64_t* group_size);
void strsm_batch_strided_(const char* side, const char* uplo, const char* transa, const char* diag, const int32_t* m,
    const int32_t* n, const float* alpha, const float* a, const int32_t* lda, const int32_t* stride_a, float* b, const
    int32_t* ldb, const int32_t* stride_b, const int32_t* batch_size);
void strsm_batch_strided_64_(const char* side, const char* uplo, const char* transa, const char* diag, const int64_t* m,
    const int64_t* n, const float* alpha, const float* a, const int64_t* lda, const int64_t* stride_a, float* b, const
    int64_t* ldb, const int64_t* stride_b, const int64_t* batch_size);
void strsm_vbatch_(const char* side, const char* uplo, const char* transa, const char* diag, const int32_t* m, const
    int32_t* n, const float* alpha, const float* const* a, const int32_t* lda, float* const* b, const int32_t* ldb,
    const int32_t* batch_count);
void strsm_vbatch_64_(const char* side, const char* uplo, const char* transa, const char* diag, const int64_t* m, const
    int64_t* n, const float* alpha, const float* const* a, const int64_t* lda, float* const* b, const int64_t* ldb,
    const int64_t* batch_count);
void dtrsm_batch_(const char* side, const char* uplo, const char* transa, const char* diag, const int32_t* m, const
    int32_t* n, const double* alpha, const double* const* a, const int32_t* lda, double* const* b, const int32_t* ldb,
    const int32_t* group_count, const int32_t* group_size);
void dtrsm_batch_64_(const char* side, const char* uplo, const char* transa, const char* diag, const int64_t* m, const
    int64_t* n, const double* alpha, const double* const* a, const int64_t* lda, double* const* b, const int64_t* ldb,
    const int64_t* group_count, const int64_t* group_size);
void dtrsm_batch_strided_(const char* side, const char* uplo, const char* transa, const char* diag, const int32_t* m,
    const int32_t* n, const double* alpha, const double* a, const int32_t* lda, const int32_t* stride_a, double* b,
    const int32_t* ldb, const int32_t* stride_b, const int32_t* batch_size);
void dtrsm_batch_strided_64_(const char* side, const char* uplo, const char* transa, const char* diag, const int64_t* m,
    const int64_t* n, const double* alpha, const double* a, const int64_t* lda, const int64_t* stride_a, double* b,
    const int64_t* ldb, const int64_t* stride_b, const int64_t* batch_size);
void dtrsm_vbatch_(const char* side, const char* uplo, const char* transa, const char* diag, const int32_t* m, const
    int32_t* n, const double* alpha, const double* const* a, const int32_t* lda, double* const* b, const int32_t* ldb,
    const int32_t* batch_count);
void dtrsm_vbatch_64_(const char* side, const char* uplo, const char* transa, const char* diag, const int64_t* m, const
    int64_t* n, const double* alpha, const double* const* a, const int64_t* lda, double* const* b, const int64_t* ldb,
    const int64_t* batch_count);
void ctrsm_batch_(const char* side, const char* uplo, const char* transa, const char* diag, const int32_t* m, const
    int32_t* n, const shunt_complex8* alpha, const shunt_complex8* const* a, const int32_t* lda, shunt_complex8* const*
    b, const int32_t* ldb, const int32_t* group_count, const int32_t* group_size);
void ctrsm_batch_64_(const char* side, const char* uplo, const char* transa, const char* diag, const int64_t* m, const
    int64_t* n, const shunt_complex8* alpha, const shunt_complex8* const* a, const int64_t* lda, shunt_complex8* const*
    b, const int64_t* ldb, const int64_t* group_count, const int64_t* group_size);
void ctrsm_batch_strided_(const char* side, const char* uplo, const char* transa, const char* diag, const int32_t* m,
    const int32_t* n, const shunt_complex8* alpha, const shunt_complex8* a, const int32_t* lda, const int32_t* stride_a,
    shunt_complex8* b, const int32_t* ldb, const int32_t* stride_b, const int32_t* batch_size);
void ctrsm_batch_strided_64_(const char* side, const char* uplo, const char* transa, const char* diag, const int64_t* m,
    const int64_t* n, const shunt_complex8* alpha, const shunt_complex8* a, const int64_t* lda, const int64_t* stride_a,
    shunt_complex8* b, const int64_t* ldb, const int64_t* stride_b, const int64_t* batch_size);
void ctrsm_vbatch_(const char* side, const char* uplo, const char* transa, const char* diag, const int32_t* m, const
    int32_t* n, const shunt_complex8* alpha, const shunt_complex8* const* a, const int32_t* lda, shunt_complex8* const*
    b, const int32_t* ldb, const int32_t* batch_count);
void ctrsm_vbatch_64_(const char* side, const char* uplo, const char* transa, const char* diag, const int64_t* m, const
    int64_t* n, const shunt_complex8* alpha, const shunt_complex8* const* a, const int64_t* lda, shunt_complex8* const*
    b, const int64_t* ldb, const int64_t* batch_count);
void ztrsm_batch_(const char* side, const char* uplo, const char* transa, const char* diag, const int32_t* m, const
    int32_t* n, const shunt_complex16* alpha, const shunt_complex16* const* a, const int32_t* lda, shunt_complex16*
    const* b, const int32_t* ldb, const int32_t* group_count, const int32_t* group_size);
void ztrsm_batch_64_(const char* side, const char* uplo, const char* transa, const char* diag, const int64_t* m, const
    int64_t* n, const shunt_complex16* alpha, const shunt_complex16* const* a, const int64_t* lda, shunt_complex16*
    const* b, const int64_t* ldb, const int64_t* group_count, const int64_t* group_size);
void ztrsm_batch_strided_(const char* side, const char* uplo, const char* transa, const char* diag, const int32_t* m,
    const int32_t* n, const shunt_complex16* alpha, const shunt_complex16* a, const int32_t* lda, const int32_t*
    stride_a, shunt_complex16* b, const int32_t* ldb, const int32_t* stride_b, const int32_t* batch_size);
void ztrsm_batch_strided_64_(const char* side, const char* uplo, const char* transa, const char* diag, const int64_t* m,
    const int64_t* n, const shunt_complex16* alpha, const shunt_complex16* a, const int64_t* lda, const int64_t*
    stride_a, shunt_complex16* b, const int64_t* ldb, const int64_t* stride_b, const int64_t* batch_size);
void ztrsm_vbatch_(const char* side, const char* uplo, const char* transa, const char* diag, const int32_t* m, const
    int32_t* n, const shunt_complex16* alpha, const shunt_complex16* const* a, const int32_t* lda, shunt_complex16*
    const* b, const int32_t* ldb, const int32_t* batch_count);
void ztrsm_vbatch_64_(const char* side, const char* uplo, const char* transa, const char* diag, const int64_t* m, const
    int64_t* n, const shunt_complex16* alpha, const shunt_complex16* const* a, const int64_t* lda, shunt_complex16*
    const* b, const int64_t* ldb, const int64_t* batch_count);

// trmm: B := alpha op(A) B (side L; A is m x m) or alpha B op(A) (side R; A is n x n). B is m x n, A triangular by uplo
// (U, L), with ones on its diagonal if diag is U.
void strmm_batch_(const char* side, const char* uplo, const char* transa, const char* diag, const int32_t* m, const
    int32_t* n, const float* alpha, const float* const* a, const int32_t* lda, float* const* b, const int32_t* ldb,
    const int32_t* group_count, const int32_t* group_size);
void strmm_batch_64_(const char* side, const char* uplo, const char* transa, const char* diag, const int64_t* m, const
    int64_t* n, const float* alpha, const float* const* a, const int64_t* lda, float* const* b, const int64_t* ldb,
    const int64_t* group_count, const int64_t* group_size);
void strmm_batch_strided_(const char* side, const char* uplo, const char* transa, const char* diag, const int32_t* m,
    const int32_t* n, const float* alpha, const float* a, const int32_t* lda, const int32_t* stride_a, float* b, const
    int32_t* ldb, const int32_t* stride_b, const int32_t* batch_size);
void strmm_batch_strided_64_(const char* side, const char* uplo, const char* transa, const char* diag, const int64_t* m,
    const int64_t* n, const float* alpha, const float* a, const int64_t* lda, const int64_t* stride_a, float* b, const
    int64_t* ldb, const int64_t* stride_b, const int64_t* batch_size);
void strmm_vbatch_(const char* side, const char* uplo, const char* transa, const char* diag, const int32_t* m, const
    int32_t* n, const float* alpha, const float* const* a, const int32_t* lda, float* const* b, const int32_t* ldb,
    const int32_t* batch_count);
void strmm_vbatch_64_(const char* side, const char* uplo, const char* transa, const char* diag, const int64_t* m, const
    int64_t* n, const float* alpha, const float* const* a, const int64_t* lda, float* const* b, const int64_t* ldb,
    const int64_t* batch_count);
void dtrmm_batch_(const char* side, const char* uplo, const char* transa, const char* diag, const int32_t* m, const
    int32_t* n, const double* alpha, const double* const* a, const int32_t* lda, double* const* b, const int32_t* ldb,
    const int32_t* group_count, const int32_t* group_size);
void dtrmm_batch_64_(const char* side, const char* uplo, const char* transa, const char* diag, const int64_t* m, const
    int64_t* n, const double* alpha, const double* const* a, const int64_t* lda, double* const* b, const int64_t* ldb,
    const int64_t* group_count, const int64_t* group_size);
void dtrmm_batch_strided_(const char* side, const char* uplo, const char* transa, const char* diag, const int32_t* m,
    const int32_t* n, const double* alpha, const double* a, const int32_t* lda, const int32_t* stride_a, double* b,
    const int32_t* ldb, const int32_t* stride_b, const int32_t* batch_size);
void dtrmm_batch_strided_64_(const char* side, const char* uplo, const char* transa, const char* diag, const int64_t* m,
    const int64_t* n, const double* alpha, const double* a, const int64_t* lda, const int64_t* stride_a, double* b,
    const int64_t* ldb, const int64_t* stride_b, const int64_t* batch_size);
void dtrmm_vbatch_(const char* side, const char* uplo, const char* transa, const char* diag, const int32_t* m, const
    int32_t* n, const double* alpha, const double* const* a, const int32_t* lda, double* const* b, const int32_t* ldb,
    const int32_t* batch_count);
void dtrmm_vbatch_64_(const char* side, const char* uplo, const char* transa, const char* diag, const int64_t* m, const
    int64_t* n, const double* alpha, const double* const* a, const int64_t* lda, double* const* b, const int64_t* ldb,
    const int64_t* batch_count);
void ctrmm_batch_(const char* side, const char* uplo, const char* transa, const char* diag, const int32_t* m, const
    int32_t* n, const shunt_complex8* alpha, const shunt_complex8* const* a, const int32_t* lda, shunt_complex8* const*
    b, const int32_t* ldb, const int32_t* group_count, const int32_t* group_size);
void ctrmm_batch_64_(const char* side, const char* uplo, const char* transa, const char* diag, const int64_t* m, const
    int64_t* n, const shunt_complex8* alpha, const shunt_complex8* const* a, const int64_t* lda, shunt_complex8* const*
    b, const int64_t* ldb, const int64_t* group_count, const int64_t* group_size);
void ctrmm_batch_strided_(const char* side, const char* uplo, const char* transa, const char* diag, const int32_t* m,
    const int32_t* n, const shunt_complex8* alpha, const shunt_complex8* a, const int32_t* lda, const int32_t* stride_a,
    shunt_complex8* b, const int32_t* ldb, const int32_t* stride_b, const int32_t* batch_size);
void ctrmm_batch_strided_64_(const char* side, const char* uplo, const char* transa, const char* diag, const int64_t* m,
    const int64_t* n, const shunt_complex8* alpha, const shunt_complex8* a, const int64_t* lda, const int64_t* stride_a,
    shunt_complex8* b, const int64_t* ldb, const int64_t* stride_b, const int64_t* batch_size);
void ctrmm_vbatch_(const char* side, const char* uplo, const char* transa, const char* diag, const int32_t* m, const
    int32_t* n, const shunt_complex8* alpha, const shunt_complex8* const* a, const int32_t* lda, shunt_complex8* const*
    b, const int32_t* ldb, const int32_t* batch_count);
void ctrmm_vbatch_64_(const char* side, const char* uplo, const char* transa, const char* diag, const int64_t* m, const
    int64_t* n, const shunt_complex8* alpha, const shunt_complex8* const* a, const int64_t* lda, shunt_complex8* const*
    b, const int64_t* ldb, const int64_t* batch_count);
void ztrmm_batch_(const char* side, const char* uplo, const char* transa, const char* diag, const int32_t* m, const
    int32_t* n, const shunt_complex16* alpha, const shunt_complex16* const* a, const int32_t* lda, shunt_complex16*
    const* b, const int32_t* ldb, const int32_t* group_count, const int32_t* group_size);
void ztrmm_batch_64_(const char* side, const char* uplo, const char* transa, const char* diag, const int64_t* m, const
    int64_t* n, const shunt_complex16* alpha, const shunt_complex16* const* a, const int64_t* lda, shunt_complex16*
    const* b, const int64_t* ldb, const int64_t* group_count, const int64_t* group_size);
void ztrmm_batch_strided_(const char* side, const char* uplo, const char* transa, const char* diag, const int32_t* m,
    const int32_t* n, const shunt_complex16* alpha, const shunt_complex16* a, const int32_t* lda, const int32_t*
    stride_a, shunt_complex16* b, const int32_t* ldb, const int32_t* stride_b, const int32_t* batch_size);
void ztrmm_batch_strided_64_(const char* side, const char* uplo, const char* transa, const char* diag, const int64_t* m,
    const int64_t* n, const shunt_complex16* alpha, const shunt_complex16* a, const int64_t* lda, const int64_t*
    stride_a, shunt_complex16* b, const int64_t* ldb, const int64_t* stride_b, const int64_t* batch_size);
void ztrmm_vbatch_(const char* side, const char* uplo, const char* transa, const char* diag, const int32_t* m, const
    int32_t* n, const shunt_complex16* alpha, const shunt_complex16* const* a, const int32_t* lda, shunt_complex16*
    const* b, const int32_t* ldb, const int32_t* batch_count);
void ztrmm_vbatch_64_(const char* side, const char* uplo, const char* transa, const char* diag, const int64_t* m, const
    int64_t* n, const shunt_complex16* alpha, const shunt_complex16* const* a, const int64_t* lda, shunt_complex16*
    const* b, const int64_t* ldb, const int64_t* batch_count);

// trsv: x := op(A)^-1 x. A is n x n and triangular by uplo (U, L), with ones on its diagonal if diag is U. Nobody looks
// for zeros there.
void strsv_batch_(const char* uplo, const char* trans, const char* diag, const int32_t* n, const float* const* a, const
    int32_t* lda, float* const* x, const int32_t* incx, const int32_t* group_count, const int32_t* group_size);
void strsv_batch_64_(const char* uplo, const char* trans, const char* diag, const int64_t* n, const float* const* a,
    const int64_t* lda, float* const* x, const int64_t* incx, const int64_t* group_count, const int64_t* group_size);
void strsv_batch_strided_(const char* uplo, const char* trans, const char* diag, const int32_t* n, const float* a, const
    int32_t* lda, const int32_t* stride_a, float* x, const int32_t* incx, const int32_t* stride_x, const int32_t*
    batch_size);
void strsv_batch_strided_64_(const char* uplo, const char* trans, const char* diag, const int64_t* n, const float* a,
    const int64_t* lda, const int64_t* stride_a, float* x, const int64_t* incx, const int64_t* stride_x, const int64_t*
    batch_size);
void strsv_vbatch_(const char* uplo, const char* trans, const char* diag, const int32_t* n, const float* const* a, const
    int32_t* lda, float* const* x, const int32_t* incx, const int32_t* batch_count);
void strsv_vbatch_64_(const char* uplo, const char* trans, const char* diag, const int64_t* n, const float* const* a,
    const int64_t* lda, float* const* x, const int64_t* incx, const int64_t* batch_count);
void dtrsv_batch_(const char* uplo, const char* trans, const char* diag, const int32_t* n, const double* const* a, const
    int32_t* lda, double* const* x, const int32_t* incx, const int32_t* group_count, const int32_t* group_size);
void dtrsv_batch_64_(const char* uplo, const char* trans, const char* diag, const int64_t* n, const double* const* a,
    const int64_t* lda, double* const* x, const int64_t* incx, const int64_t* group_count, const int64_t* group_size);
void dtrsv_batch_strided_(const char* uplo, const char* trans, const char* diag, const int32_t* n, const double* a,
    const int32_t* lda, const int32_t* stride_a, double* x, const int32_t* incx, const int32_t* stride_x, const int32_t*
    batch_size);
void dtrsv_batch_strided_64_(const char* uplo, const char* trans, const char* diag, const int64_t* n, const double* a,
    const int64_t* lda, const int64_t* stride_a, double* x, const int64_t* incx, const int64_t* stride_x, const int64_t*
    batch_size);
void dtrsv_vbatch_(const char* uplo, const char* trans, const char* diag, const int32_t* n, const double* const* a,
    const int32_t* lda, double* const* x, const int32_t* incx, const int32_t* batch_count);
void dtrsv_vbatch_64_(const char* uplo, const char* trans, const char* diag, const int64_t* n, const double* const* a,
    const int64_t* lda, double* const* x, const int64_t* incx, const int64_t* batch_count);
void ctrsv_batch_(const char* uplo, const char* trans, const char* diag, const int32_t* n, const shunt_complex8* const*
    a, const int32_t* lda, shunt_complex8* const* x, const int32_t* incx, const int32_t* group_count, const int32_t*
    group_size);
void ctrsv_batch_64_(const char* uplo, const char* trans, const char* diag, const int64_t* n, const shunt_complex8*
    const* a, const int64_t* lda, shunt_complex8* const* x, const int64_t* incx, const int64_t* group_count, const
    int64_t* group_size);
void ctrsv_batch_strided_(const char* uplo, const char* trans, const char* diag, const int32_t* n, const shunt_complex8*
    a, const int32_t* lda, const int32_t* stride_a, shunt_complex8* x, const int32_t* incx, const int32_t* stride_x,
    const int32_t* batch_size);
void ctrsv_batch_strided_64_(const char* uplo, const char* trans, const char* diag, const int64_t* n, const
    shunt_complex8* a, const int64_t* lda, const int64_t* stride_a, shunt_complex8* x, const int64_t* incx, const
    int64_t* stride_x, const int64_t* batch_size);
void ctrsv_vbatch_(const char* uplo, const char* trans, const char* diag, const int32_t* n, const shunt_complex8* const*
    a, const int32_t* lda, shunt_complex8* const* x, const int32_t* incx, const int32_t* batch_count);
void ctrsv_vbatch_64_(const char* uplo, const char* trans, const char* diag, const int64_t* n, const shunt_complex8*
    const* a, const int64_t* lda, shunt_complex8* const* x, const int64_t* incx, const int64_t* batch_count);
void ztrsv_batch_(const char* uplo, const char* trans, const char* diag, const int32_t* n, const shunt_complex16* const*
    a, const int32_t* lda, shunt_complex16* const* x, const int32_t* incx, const int32_t* group_count, const int32_t*
    group_size);
void ztrsv_batch_64_(const char* uplo, const char* trans, const char* diag, const int64_t* n, const shunt_complex16*
    const* a, const int64_t* lda, shunt_complex16* const* x, const int64_t* incx, const int64_t* group_count, const
    int64_t* group_size);
void ztrsv_batch_strided_(const char* uplo, const char* trans, const char* diag, const int32_t* n, const
    shunt_complex16* a, const int32_t* lda, const int32_t* stride_a, shunt_complex16* x, const int32_t* incx, const
    int32_t* stride_x, const int32_t* batch_size);
void ztrsv_batch_strided_64_(const char* uplo, const char* trans, const char* diag, const int64_t* n, const
    shunt_complex16* a, const int64_t* lda, const int64_t* stride_a, shunt_complex16* x, const int64_t* incx, const
    int64_t* stride_x, const int64_t* batch_size);
void ztrsv_vbatch_(const char* uplo, const char* trans, const char* diag, const int32_t* n, const shunt_complex16*
    const* a, const int32_t* lda, shunt_complex16* const* x, const int32_t* incx, const int32_t* batch_count);
void ztrsv_vbatch_64_(const char* uplo, const char* trans, const char* diag, const int64_t* n, const shunt_complex16*
    const* a, const int64_t* lda, shunt_complex16* const* x, const int64_t* incx, const int64_t* batch_count);

// getrf: A = P L U with partial pivoting, in place. A is m x n; ipiv has min(m, n) rows that row i was swapped with,
// from 1. info: i > 0 if U(i,i) is the first that is exactly zero; the factorization is complete.
void sgetrf_batch_(const int32_t* m, const int32_t* n, float* const* a, const int32_t* lda, int32_t* const* ipiv, const
    int32_t* group_count, const int32_t* group_size, int32_t* info);
void sgetrf_batch_64_(const int64_t* m, const int64_t* n, float* const* a, const int64_t* lda, int64_t* const* ipiv,
    const int64_t* group_count, const int64_t* group_size, int64_t* info);
void sgetrf_batch_strided_(const int32_t* m, const int32_t* n, float* a, const int32_t* lda, const int32_t* stride_a,
    int32_t* ipiv, const int32_t* stride_ipiv, const int32_t* batch_size, int32_t* info);
void sgetrf_batch_strided_64_(const int64_t* m, const int64_t* n, float* a, const int64_t* lda, const int64_t* stride_a,
    int64_t* ipiv, const int64_t* stride_ipiv, const int64_t* batch_size, int64_t* info);
void sgetrf_vbatch_(const int32_t* m, const int32_t* n, float* const* a, const int32_t* lda, int32_t* const* ipiv, const
    int32_t* batch_count, int32_t* info);
void sgetrf_vbatch_64_(const int64_t* m, const int64_t* n, float* const* a, const int64_t* lda, int64_t* const* ipiv,
    const int64_t* batch_count, int64_t* info);
void dgetrf_batch_(const int32_t* m, const int32_t* n, double* const* a, const int32_t* lda, int32_t* const* ipiv, const
    int32_t* group_count, const int32_t* group_size, int32_t* info);
void dgetrf_batch_64_(const int64_t* m, const int64_t* n, double* const* a, const int64_t* lda, int64_t* const* ipiv,
    const int64_t* group_count, const int64_t* group_size, int64_t* info);
void dgetrf_batch_strided_(const int32_t* m, const int32_t* n, double* a, const int32_t* lda, const int32_t* stride_a,
    int32_t* ipiv, const int32_t* stride_ipiv, const int32_t* batch_size, int32_t* info);
void dgetrf_batch_strided_64_(const int64_t* m, const int64_t* n, double* a, const int64_t* lda, const int64_t*
    stride_a, int64_t* ipiv, const int64_t* stride_ipiv, const int64_t* batch_size, int64_t* info);
void dgetrf_vbatch_(const int32_t* m, const int32_t* n, double* const* a, const int32_t* lda, int32_t* const* ipiv,
    const int32_t* batch_count, int32_t* info);
void dgetrf_vbatch_64_(const int64_t* m, const int64_t* n, double* const* a, const int64_t* lda, int64_t* const* ipiv,
    const int64_t* batch_count, int64_t* info);
void cgetrf_batch_(const int32_t* m, const int32_t* n, shunt_complex8* const* a, const int32_t* lda, int32_t* const*
    ipiv, const int32_t* group_count, const int32_t* group_size, int32_t* info);
void cgetrf_batch_64_(const int64_t* m, const int64_t* n, shunt_complex8* const* a, const int64_t* lda, int64_t* const*
    ipiv, const int64_t* group_count, const int64_t* group_size, int64_t* info);
void cgetrf_batch_strided_(const int32_t* m, const int32_t* n, shunt_complex8* a, const int32_t* lda, const int32_t*
    stride_a, int32_t* ipiv, const int32_t* stride_ipiv, const int32_t* batch_size, int32_t* info);
void cgetrf_batch_strided_64_(const int64_t* m, const int64_t* n, shunt_complex8* a, const int64_t* lda, const int64_t*
    stride_a, int64_t* ipiv, const int64_t* stride_ipiv, const int64_t* batch_size, int64_t* info);
void cgetrf_vbatch_(const int32_t* m, const int32_t* n, shunt_complex8* const* a, const int32_t* lda, int32_t* const*
    ipiv, const int32_t* batch_count, int32_t* info);
void cgetrf_vbatch_64_(const int64_t* m, const int64_t* n, shunt_complex8* const* a, const int64_t* lda, int64_t* const*
    ipiv, const int64_t* batch_count, int64_t* info);
void zgetrf_batch_(const int32_t* m, const int32_t* n, shunt_complex16* const* a, const int32_t* lda, int32_t* const*
    ipiv, const int32_t* group_count, const int32_t* group_size, int32_t* info);
void zgetrf_batch_64_(const int64_t* m, const int64_t* n, shunt_complex16* const* a, const int64_t* lda, int64_t* const*
    ipiv, const int64_t* group_count, const int64_t* group_size, int64_t* info);
void zgetrf_batch_strided_(const int32_t* m, const int32_t* n, shunt_complex16* a, const int32_t* lda, const int32_t*
    stride_a, int32_t* ipiv, const int32_t* stride_ipiv, const int32_t* batch_size, int32_t* info);
void zgetrf_batch_strided_64_(const int64_t* m, const int64_t* n, shunt_complex16* a, const int64_t* lda, const int64_t*
    stride_a, int64_t* ipiv, const int64_t* stride_ipiv, const int64_t* batch_size, int64_t* info);
void zgetrf_vbatch_(const int32_t* m, const int32_t* n, shunt_complex16* const* a, const int32_t* lda, int32_t* const*
    ipiv, const int32_t* batch_count, int32_t* info);
void zgetrf_vbatch_64_(const int64_t* m, const int64_t* n, shunt_complex16* const* a, const int64_t* lda, int64_t*
    const* ipiv, const int64_t* batch_count, int64_t* info);

// getrs: op(A) X = B by the factors and ipiv of getrf. A is n x n, B n x nrhs and overwritten by X; op by trans (N, T,
// C).
void sgetrs_batch_(const char* trans, const int32_t* n, const int32_t* nrhs, const float* const* a, const int32_t* lda,
    const int32_t* const* ipiv, float* const* b, const int32_t* ldb, const int32_t* group_count, const int32_t*
    group_size, int32_t* info);
void sgetrs_batch_64_(const char* trans, const int64_t* n, const int64_t* nrhs, const float* const* a, const int64_t*
    lda, const int64_t* const* ipiv, float* const* b, const int64_t* ldb, const int64_t* group_count, const int64_t*
    group_size, int64_t* info);
void sgetrs_batch_strided_(const char* trans, const int32_t* n, const int32_t* nrhs, const float* a, const int32_t* lda,
    const int32_t* stride_a, const int32_t* ipiv, const int32_t* stride_ipiv, float* b, const int32_t* ldb, const
    int32_t* stride_b, const int32_t* batch_size, int32_t* info);
void sgetrs_batch_strided_64_(const char* trans, const int64_t* n, const int64_t* nrhs, const float* a, const int64_t*
    lda, const int64_t* stride_a, const int64_t* ipiv, const int64_t* stride_ipiv, float* b, const int64_t* ldb, const
    int64_t* stride_b, const int64_t* batch_size, int64_t* info);
void sgetrs_vbatch_(const char* trans, const int32_t* n, const int32_t* nrhs, const float* const* a, const int32_t* lda,
    const int32_t* const* ipiv, float* const* b, const int32_t* ldb, const int32_t* batch_count, int32_t* info);
void sgetrs_vbatch_64_(const char* trans, const int64_t* n, const int64_t* nrhs, const float* const* a, const int64_t*
    lda, const int64_t* const* ipiv, float* const* b, const int64_t* ldb, const int64_t* batch_count, int64_t* info);
void dgetrs_batch_(const char* trans, const int32_t* n, const int32_t* nrhs, const double* const* a, const int32_t* lda,
    const int32_t* const* ipiv, double* const* b, const int32_t* ldb, const int32_t* group_count, const int32_t*
    group_size, int32_t* info);
void dgetrs_batch_64_(const char* trans, const int64_t* n, const int64_t* nrhs, const double* const* a, const int64_t*
    lda, const int64_t* const* ipiv, double* const* b, const int64_t* ldb, const int64_t* group_count, const int64_t*
    group_size, int64_t* info);
void dgetrs_batch_strided_(const char* trans, const int32_t* n, const int32_t* nrhs, const double* a, const int32_t*
    lda, const int32_t* stride_a, const int32_t* ipiv, const int32_t* stride_ipiv, double* b, const int32_t* ldb, const
    int32_t* stride_b, const int32_t* batch_size, int32_t* info);
void dgetrs_batch_strided_64_(const char* trans, const int64_t* n, const int64_t* nrhs, const double* a, const int64_t*
    lda, const int64_t* stride_a, const int64_t* ipiv, const int64_t* stride_ipiv, double* b, const int64_t* ldb, const
    int64_t* stride_b, const int64_t* batch_size, int64_t* info);
void dgetrs_vbatch_(const char* trans, const int32_t* n, const int32_t* nrhs, const double* const* a, const int32_t*
    lda, const int32_t* const* ipiv, double* const* b, const int32_t* ldb, const int32_t* batch_count, int32_t* info);
void dgetrs_vbatch_64_(const char* trans, const int64_t* n, const int64_t* nrhs, const double* const* a, const int64_t*
    lda, const int64_t* const* ipiv, double* const* b, const int64_t* ldb, const int64_t* batch_count, int64_t* info);
void cgetrs_batch_(const char* trans, const int32_t* n, const int32_t* nrhs, const shunt_complex8* const* a, const
    int32_t* lda, const int32_t* const* ipiv, shunt_complex8* const* b, const int32_t* ldb, const int32_t* group_count,
    const int32_t* group_size, int32_t* info);
void cgetrs_batch_64_(const char* trans, const int64_t* n, const int64_t* nrhs, const shunt_complex8* const* a, const
    int64_t* lda, const int64_t* const* ipiv, shunt_complex8* const* b, const int64_t* ldb, const int64_t* group_count,
    const int64_t* group_size, int64_t* info);
void cgetrs_batch_strided_(const char* trans, const int32_t* n, const int32_t* nrhs, const shunt_complex8* a, const
    int32_t* lda, const int32_t* stride_a, const int32_t* ipiv, const int32_t* stride_ipiv, shunt_complex8* b, const
    int32_t* ldb, const int32_t* stride_b, const int32_t* batch_size, int32_t* info);
void cgetrs_batch_strided_64_(const char* trans, const int64_t* n, const int64_t* nrhs, const shunt_complex8* a, const
    int64_t* lda, const int64_t* stride_a, const int64_t* ipiv, const int64_t* stride_ipiv, shunt_complex8* b, const
    int64_t* ldb, const int64_t* stride_b, const int64_t* batch_size, int64_t* info);
void cgetrs_vbatch_(const char* trans, const int32_t* n, const int32_t* nrhs, const shunt_complex8* const* a, const
    int32_t* lda, const int32_t* const* ipiv, shunt_complex8* const* b, const int32_t* ldb, const int32_t* batch_count,
    int32_t* info);
void cgetrs_vbatch_64_(const char* trans, const int64_t* n, const int64_t* nrhs, const shunt_complex8* const* a, const
    int64_t* lda, const int64_t* const* ipiv, shunt_complex8* const* b, const int64_t* ldb, const int64_t* batch_count,
    int64_t* info);
void zgetrs_batch_(const char* trans, const int32_t* n, const int32_t* nrhs, const shunt_complex16* const* a, const
    int32_t* lda, const int32_t* const* ipiv, shunt_complex16* const* b, const int32_t* ldb, const int32_t* group_count,
    const int32_t* group_size, int32_t* info);
void zgetrs_batch_64_(const char* trans, const int64_t* n, const int64_t* nrhs, const shunt_complex16* const* a, const
    int64_t* lda, const int64_t* const* ipiv, shunt_complex16* const* b, const int64_t* ldb, const int64_t* group_count,
    const int64_t* group_size, int64_t* info);
void zgetrs_batch_strided_(const char* trans, const int32_t* n, const int32_t* nrhs, const shunt_complex16* a, const
    int32_t* lda, const int32_t* stride_a, const int32_t* ipiv, const int32_t* stride_ipiv, shunt_complex16* b, const
    int32_t* ldb, const int32_t* stride_b, const int32_t* batch_size, int32_t* info);
void zgetrs_batch_strided_64_(const char* trans, const int64_t* n, const int64_t* nrhs, const shunt_complex16* a, const
    int64_t* lda, const int64_t* stride_a, const int64_t* ipiv, const int64_t* stride_ipiv, shunt_complex16* b, const
    int64_t* ldb, const int64_t* stride_b, const int64_t* batch_size, int64_t* info);
void zgetrs_vbatch_(const char* trans, const int32_t* n, const int32_t* nrhs, const shunt_complex16* const* a, const
    int32_t* lda, const int32_t* const* ipiv, shunt_complex16* const* b, const int32_t* ldb, const int32_t* batch_count,
    int32_t* info);
void zgetrs_vbatch_64_(const char* trans, const int64_t* n, const int64_t* nrhs, const shunt_complex16* const* a, const
    int64_t* lda, const int64_t* const* ipiv, shunt_complex16* const* b, const int64_t* ldb, const int64_t* batch_count,
    int64_t* info);

// getri: A^-1 from the factors and ipiv of getrf, in place. A is n x n. info: i > 0 if U(i,i) is the first that is
// exactly zero; that matrix is not inverted.
void sgetri_batch_(const int32_t* n, float* const* a, const int32_t* lda, const int32_t* const* ipiv, const int32_t*
    group_count, const int32_t* group_size, int32_t* info);
void sgetri_batch_64_(const int64_t* n, float* const* a, const int64_t* lda, const int64_t* const* ipiv, const int64_t*
    group_count, const int64_t* group_size, int64_t* info);
void sgetri_batch_strided_(const int32_t* n, float* a, const int32_t* lda, const int32_t* stride_a, const int32_t* ipiv,
    const int32_t* stride_ipiv, const int32_t* batch_size, int32_t* info);
void sgetri_batch_strided_64_(const int64_t* n, float* a, const int64_t* lda, const int64_t* stride_a, const int64_t*
    ipiv, const int64_t* stride_ipiv, const int64_t* batch_size, int64_t* info);
void sgetri_vbatch_(const int32_t* n, float* const* a, const int32_t* lda, const int32_t* const* ipiv, const int32_t*
    batch_count, int32_t* info);
void sgetri_vbatch_64_(const int64_t* n, float* const* a, const int64_t* lda, const int64_t* const* ipiv, const int64_t*
    batch_count, int64_t* info);
void dgetri_batch_(const int32_t* n, double* const* a, const int32_t* lda, const int32_t* const* ipiv, const int32_t*
    group_count, const int32_t* group_size, int32_t* info);
void dgetri_batch_64_(const int64_t* n, double* const* a, const int64_t* lda, const int64_t* const* ipiv, const int64_t*
    group_count, const int64_t* group_size, int64_t* info);
void dgetri_batch_strided_(const int32_t* n, double* a, const int32_t* lda, const int32_t* stride_a, const int32_t*
    ipiv, const int32_t* stride_ipiv, const int32_t* batch_size, int32_t* info);
void dgetri_batch_strided_64_(const int64_t* n, double* a, const int64_t* lda, const int64_t* stride_a, const int64_t*
    ipiv, const int64_t* stride_ipiv, const int64_t* batch_size, int64_t* info);
void dgetri_vbatch_(const int32_t* n, double* const* a, const int32_t* lda, const int32_t* const* ipiv, const int32_t*
    batch_count, int32_t* info);
void dgetri_vbatch_64_(const int64_t* n, double* const* a, const int64_t* lda, const int64_t* const* ipiv, const
    int64_t* batch_count, int64_t* info);
void cgetri_batch_(const int32_t* n, shunt_complex8* const* a, const int32_t* lda, const int32_t* const* ipiv, const
    int32_t* group_count, const int32_t* group_size, int32_t* info);
void cgetri_batch_64_(const int64_t* n, shunt_complex8* const* a, const int64_t* lda, const int64_t* const* ipiv, const
    int64_t* group_count, const int64_t* group_size, int64_t* info);
void cgetri_batch_strided_(const int32_t* n, shunt_complex8* a, const int32_t* lda, const int32_t* stride_a, const
    int32_t* ipiv, const int32_t* stride_ipiv, const int32_t* batch_size, int32_t* info);
void cgetri_batch_strided_64_(const int64_t* n, shunt_complex8* a, const int64_t* lda, const int64_t* stride_a, const
    int64_t* ipiv, const int64_t* stride_ipiv, const int64_t* batch_size, int64_t* info);
void cgetri_vbatch_(const int32_t* n, shunt_complex8* const* a, const int32_t* lda, const int32_t* const* ipiv, const
    int32_t* batch_count, int32_t* info);
void cgetri_vbatch_64_(const int64_t* n, shunt_complex8* const* a, const int64_t* lda, const int64_t* const* ipiv, const
    int64_t* batch_count, int64_t* info);
void zgetri_batch_(const int32_t* n, shunt_complex16* const* a, const int32_t* lda, const int32_t* const* ipiv, const
    int32_t* group_count, const int32_t* group_size, int32_t* info);
void zgetri_batch_64_(const int64_t* n, shunt_complex16* const* a, const int64_t* lda, const int64_t* const* ipiv, const
    int64_t* group_count, const int64_t* group_size, int64_t* info);
void zgetri_batch_strided_(const int32_t* n, shunt_complex16* a, const int32_t* lda, const int32_t* stride_a, const
    int32_t* ipiv, const int32_t* stride_ipiv, const int32_t* batch_size, int32_t* info);
void zgetri_batch_strided_64_(const int64_t* n, shunt_complex16* a, const int64_t* lda, const int64_t* stride_a, const
    int64_t* ipiv, const int64_t* stride_ipiv, const int64_t* batch_size, int64_t* info);
void zgetri_vbatch_(const int32_t* n, shunt_complex16* const* a, const int32_t* lda, const int32_t* const* ipiv, const
    int32_t* batch_count, int32_t* info);
void zgetri_vbatch_64_(const int64_t* n, shunt_complex16* const* a, const int64_t* lda, const int64_t* const* ipiv,
    const int64_t* batch_count, int64_t* info);

// potrf: A = U^H U (uplo U) or L L^H (uplo L), in place. A is n x n, symmetric or Hermitian, positive definite; only
// one triangle is looked at. info: i > 0 if the leading minor of order i is not positive.
void spotrf_batch_(const char* uplo, const int32_t* n, float* const* a, const int32_t* lda, const int32_t* group_count,
    const int32_t* group_size, int32_t* info);
void spotrf_batch_64_(const char* uplo, const int64_t* n, float* const* a, const int64_t* lda, const int64_t*
    group_count, const int64_t* group_size, int64_t* info);
void spotrf_batch_strided_(const char* uplo, const int32_t* n, float* a, const int32_t* lda, const int32_t* stride_a,
    const int32_t* batch_size, int32_t* info);
void spotrf_batch_strided_64_(const char* uplo, const int64_t* n, float* a, const int64_t* lda, const int64_t* stride_a,
    const int64_t* batch_size, int64_t* info);
void spotrf_vbatch_(const char* uplo, const int32_t* n, float* const* a, const int32_t* lda, const int32_t* batch_count,
    int32_t* info);
void spotrf_vbatch_64_(const char* uplo, const int64_t* n, float* const* a, const int64_t* lda, const int64_t*
    batch_count, int64_t* info);
void dpotrf_batch_(const char* uplo, const int32_t* n, double* const* a, const int32_t* lda, const int32_t* group_count,
    const int32_t* group_size, int32_t* info);
void dpotrf_batch_64_(const char* uplo, const int64_t* n, double* const* a, const int64_t* lda, const int64_t*
    group_count, const int64_t* group_size, int64_t* info);
void dpotrf_batch_strided_(const char* uplo, const int32_t* n, double* a, const int32_t* lda, const int32_t* stride_a,
    const int32_t* batch_size, int32_t* info);
void dpotrf_batch_strided_64_(const char* uplo, const int64_t* n, double* a, const int64_t* lda, const int64_t*
    stride_a, const int64_t* batch_size, int64_t* info);
void dpotrf_vbatch_(const char* uplo, const int32_t* n, double* const* a, const int32_t* lda, const int32_t*
    batch_count, int32_t* info);
void dpotrf_vbatch_64_(const char* uplo, const int64_t* n, double* const* a, const int64_t* lda, const int64_t*
    batch_count, int64_t* info);
void cpotrf_batch_(const char* uplo, const int32_t* n, shunt_complex8* const* a, const int32_t* lda, const int32_t*
    group_count, const int32_t* group_size, int32_t* info);
void cpotrf_batch_64_(const char* uplo, const int64_t* n, shunt_complex8* const* a, const int64_t* lda, const int64_t*
    group_count, const int64_t* group_size, int64_t* info);
void cpotrf_batch_strided_(const char* uplo, const int32_t* n, shunt_complex8* a, const int32_t* lda, const int32_t*
    stride_a, const int32_t* batch_size, int32_t* info);
void cpotrf_batch_strided_64_(const char* uplo, const int64_t* n, shunt_complex8* a, const int64_t* lda, const int64_t*
    stride_a, const int64_t* batch_size, int64_t* info);
void cpotrf_vbatch_(const char* uplo, const int32_t* n, shunt_complex8* const* a, const int32_t* lda, const int32_t*
    batch_count, int32_t* info);
void cpotrf_vbatch_64_(const char* uplo, const int64_t* n, shunt_complex8* const* a, const int64_t* lda, const int64_t*
    batch_count, int64_t* info);
void zpotrf_batch_(const char* uplo, const int32_t* n, shunt_complex16* const* a, const int32_t* lda, const int32_t*
    group_count, const int32_t* group_size, int32_t* info);
void zpotrf_batch_64_(const char* uplo, const int64_t* n, shunt_complex16* const* a, const int64_t* lda, const int64_t*
    group_count, const int64_t* group_size, int64_t* info);
void zpotrf_batch_strided_(const char* uplo, const int32_t* n, shunt_complex16* a, const int32_t* lda, const int32_t*
    stride_a, const int32_t* batch_size, int32_t* info);
void zpotrf_batch_strided_64_(const char* uplo, const int64_t* n, shunt_complex16* a, const int64_t* lda, const int64_t*
    stride_a, const int64_t* batch_size, int64_t* info);
void zpotrf_vbatch_(const char* uplo, const int32_t* n, shunt_complex16* const* a, const int32_t* lda, const int32_t*
    batch_count, int32_t* info);
void zpotrf_vbatch_64_(const char* uplo, const int64_t* n, shunt_complex16* const* a, const int64_t* lda, const int64_t*
    batch_count, int64_t* info);

// potrs: A X = B by the factor of potrf of the same uplo. A is n x n, B n x nrhs and overwritten by X.
void spotrs_batch_(const char* uplo, const int32_t* n, const int32_t* nrhs, const float* const* a, const int32_t* lda,
    float* const* b, const int32_t* ldb, const int32_t* group_count, const int32_t* group_size, int32_t* info);
void spotrs_batch_64_(const char* uplo, const int64_t* n, const int64_t* nrhs, const float* const* a, const int64_t*
    lda, float* const* b, const int64_t* ldb, const int64_t* group_count, const int64_t* group_size, int64_t* info);
void spotrs_batch_strided_(const char* uplo, const int32_t* n, const int32_t* nrhs, const float* a, const int32_t* lda,
    const int32_t* stride_a, float* b, const int32_t* ldb, const int32_t* stride_b, const int32_t* batch_size, int32_t*
    info);
void spotrs_batch_strided_64_(const char* uplo, const int64_t* n, const int64_t* nrhs, const float* a, const int64_t*
    lda, const int64_t* stride_a, float* b, const int64_t* ldb, const int64_t* stride_b, const int64_t* batch_size,
    int64_t* info);
void spotrs_vbatch_(const char* uplo, const int32_t* n, const int32_t* nrhs, const float* const* a, const int32_t* lda,
    float* const* b, const int32_t* ldb, const int32_t* batch_count, int32_t* info);
void spotrs_vbatch_64_(const char* uplo, const int64_t* n, const int64_t* nrhs, const float* const* a, const int64_t*
    lda, float* const* b, const int64_t* ldb, const int64_t* batch_count, int64_t* info);
void dpotrs_batch_(const char* uplo, const int32_t* n, const int32_t* nrhs, const double* const* a, const int32_t* lda,
    double* const* b, const int32_t* ldb, const int32_t* group_count, const int32_t* group_size, int32_t* info);
void dpotrs_batch_64_(const char* uplo, const int64_t* n, const int64_t* nrhs, const double* const* a, const int64_t*
    lda, double* const* b, const int64_t* ldb, const int64_t* group_count, const int64_t* group_size, int64_t* info);
void dpotrs_batch_strided_(const char* uplo, const int32_t* n, const int32_t* nrhs, const double* a, const int32_t* lda,
    const int32_t* stride_a, double* b, const int32_t* ldb, const int32_t* stride_b, const int32_t* batch_size, int32_t*
    info);
void dpotrs_batch_strided_64_(const char* uplo, const int64_t* n, const int64_t* nrhs, const double* a, const int64_t*
    lda, const int64_t* stride_a, double* b, const int64_t* ldb, const int64_t* stride_b, const int64_t* batch_size,
    int64_t* info);
void dpotrs_vbatch_(const char* uplo, const int32_t* n, const int32_t* nrhs, const double* const* a, const int32_t* lda,
    double* const* b, const int32_t* ldb, const int32_t* batch_count, int32_t* info);
void dpotrs_vbatch_64_(const char* uplo, const int64_t* n, const int64_t* nrhs, const double* const* a, const int64_t*
    lda, double* const* b, const int64_t* ldb, const int64_t* batch_count, int64_t* info);
void cpotrs_batch_(const char* uplo, const int32_t* n, const int32_t* nrhs, const shunt_complex8* const* a, const
    int32_t* lda, shunt_complex8* const* b, const int32_t* ldb, const int32_t* group_count, const int32_t* group_size,
    int32_t* info);
void cpotrs_batch_64_(const char* uplo, const int64_t* n, const int64_t* nrhs, const shunt_complex8* const* a, const
    int64_t* lda, shunt_complex8* const* b, const int64_t* ldb, const int64_t* group_count, const int64_t* group_size,
    int64_t* info);
void cpotrs_batch_strided_(const char* uplo, const int32_t* n, const int32_t* nrhs, const shunt_complex8* a, const
    int32_t* lda, const int32_t* stride_a, shunt_complex8* b, const int32_t* ldb, const int32_t* stride_b, const
    int32_t* batch_size, int32_t* info);
void cpotrs_batch_strided_64_(const char* uplo, const int64_t* n, const int64_t* nrhs, const shunt_complex8* a, const
    int64_t* lda, const int64_t* stride_a, shunt_complex8* b, const int64_t* ldb, const int64_t* stride_b, const
    int64_t* batch_size, int64_t* info);
void cpotrs_vbatch_(const char* uplo, const int32_t* n, const int32_t* nrhs, const shunt_complex8* const* a, const
    int32_t* lda, shunt_complex8* const* b, const int32_t* ldb, const int32_t* batch_count, int32_t* info);
void cpotrs_vbatch_64_(const char* uplo, const int64_t* n, const int64_t* nrhs, const shunt_complex8* const* a, const
    int64_t* lda, shunt_complex8* const* b, const int64_t* ldb, const int64_t* batch_count, int64_t* info);
void zpotrs_batch_(const char* uplo, const int32_t* n, const int32_t* nrhs, const shunt_complex16* const* a, const
    int32_t* lda, shunt_complex16* const* b, const int32_t* ldb, const int32_t* group_count, const int32_t* group_size,
    int32_t* info);
void zpotrs_batch_64_(const char* uplo, const int64_t* n, const int64_t* nrhs, const shunt_complex16* const* a, const
    int64_t* lda, shunt_complex16* const* b, const int64_t* ldb, const int64_t* group_count, const int64_t* group_size,
    int64_t* info);
void zpotrs_batch_strided_(const char* uplo, const int32_t* n, const int32_t* nrhs, const shunt_complex16* a, const
    int32_t* lda, const int32_t* stride_a, shunt_complex16* b, const int32_t* ldb, const int32_t* stride_b, const
    int32_t* batch_size, int32_t* info);
void zpotrs_batch_strided_64_(const char* uplo, const int64_t* n, const int64_t* nrhs, const shunt_complex16* a, const
    int64_t* lda, const int64_t* stride_a, shunt_complex16* b, const int64_t* ldb, const int64_t* stride_b, const
    int64_t* batch_size, int64_t* info);
void zpotrs_vbatch_(const char* uplo, const int32_t* n, const int32_t* nrhs, const shunt_complex16* const* a, const
    int32_t* lda, shunt_complex16* const* b, const int32_t* ldb, const int32_t* batch_count, int32_t* info);
void zpotrs_vbatch_64_(const char* uplo, const int64_t* n, const int64_t* nrhs, const shunt_complex16* const* a, const
    int64_t* lda, shunt_complex16* const* b, const int64_t* ldb, const int64_t* batch_count, int64_t* info);

// geqrf: A = Q R by Householder reflections, in place, as LAPACK stores them: R in the upper triangle, vectors below
// it, min(m, n) factors in tau. A is m x n.
void sgeqrf_batch_(const int32_t* m, const int32_t* n, float* const* a, const int32_t* lda, float* const* tau, const
    int32_t* group_count, const int32_t* group_size, int32_t* info);
void sgeqrf_batch_64_(const int64_t* m, const int64_t* n, float* const* a, const int64_t* lda, float* const* tau, const
    int64_t* group_count, const int64_t* group_size, int64_t* info);
void sgeqrf_batch_strided_(const int32_t* m, const int32_t* n, float* a, const int32_t* lda, const int32_t* stride_a,
    float* tau, const int32_t* stride_tau, const int32_t* batch_size, int32_t* info);
void sgeqrf_batch_strided_64_(const int64_t* m, const int64_t* n, float* a, const int64_t* lda, const int64_t* stride_a,
    float* tau, const int64_t* stride_tau, const int64_t* batch_size, int64_t* info);
void sgeqrf_vbatch_(const int32_t* m, const int32_t* n, float* const* a, const int32_t* lda, float* const* tau, const
    int32_t* batch_count, int32_t* info);
void sgeqrf_vbatch_64_(const int64_t* m, const int64_t* n, float* const* a, const int64_t* lda, float* const* tau, const
    int64_t* batch_count, int64_t* info);
void dgeqrf_batch_(const int32_t* m, const int32_t* n, double* const* a, const int32_t* lda, double* const* tau, const
    int32_t* group_count, const int32_t* group_size, int32_t* info);
void dgeqrf_batch_64_(const int64_t* m, const int64_t* n, double* const* a, const int64_t* lda, double* const* tau,
    const int64_t* group_count, const int64_t* group_size, int64_t* info);
void dgeqrf_batch_strided_(const int32_t* m, const int32_t* n, double* a, const int32_t* lda, const int32_t* stride_a,
    double* tau, const int32_t* stride_tau, const int32_t* batch_size, int32_t* info);
void dgeqrf_batch_strided_64_(const int64_t* m, const int64_t* n, double* a, const int64_t* lda, const int64_t*
    stride_a, double* tau, const int64_t* stride_tau, const int64_t* batch_size, int64_t* info);
void dgeqrf_vbatch_(const int32_t* m, const int32_t* n, double* const* a, const int32_t* lda, double* const* tau, const
    int32_t* batch_count, int32_t* info);
void dgeqrf_vbatch_64_(const int64_t* m, const int64_t* n, double* const* a, const int64_t* lda, double* const* tau,
    const int64_t* batch_count, int64_t* info);
void cgeqrf_batch_(const int32_t* m, const int32_t* n, shunt_complex8* const* a, const int32_t* lda, shunt_complex8*
    const* tau, const int32_t* group_count, const int32_t* group_size, int32_t* info);
void cgeqrf_batch_64_(const int64_t* m, const int64_t* n, shunt_complex8* const* a, const int64_t* lda, shunt_complex8*
    const* tau, const int64_t* group_count, const int64_t* group_size, int64_t* info);
void cgeqrf_batch_strided_(const int32_t* m, const int32_t* n, shunt_complex8* a, const int32_t* lda, const int32_t*
    stride_a, shunt_complex8* tau, const int32_t* stride_tau, const int32_t* batch_size, int32_t* info);
void cgeqrf_batch_strided_64_(const int64_t* m, const int64_t* n, shunt_complex8* a, const int64_t* lda, const int64_t*
    stride_a, shunt_complex8* tau, const int64_t* stride_tau, const int64_t* batch_size, int64_t* info);
void cgeqrf_vbatch_(const int32_t* m, const int32_t* n, shunt_complex8* const* a, const int32_t* lda, shunt_complex8*
    const* tau, const int32_t* batch_count, int32_t* info);
void cgeqrf_vbatch_64_(const int64_t* m, const int64_t* n, shunt_complex8* const* a, const int64_t* lda, shunt_complex8*
    const* tau, const int64_t* batch_count, int64_t* info);
void zgeqrf_batch_(const int32_t* m, const int32_t* n, shunt_complex16* const* a, const int32_t* lda, shunt_complex16*
    const* tau, const int32_t* group_count, const int32_t* group_size, int32_t* info);
void zgeqrf_batch_64_(const int64_t* m, const int64_t* n, shunt_complex16* const* a, const int64_t* lda,
    shunt_complex16* const* tau, const int64_t* group_count, const int64_t* group_size, int64_t* info);
void zgeqrf_batch_strided_(const int32_t* m, const int32_t* n, shunt_complex16* a, const int32_t* lda, const int32_t*
    stride_a, shunt_complex16* tau, const int32_t* stride_tau, const int32_t* batch_size, int32_t* info);
void zgeqrf_batch_strided_64_(const int64_t* m, const int64_t* n, shunt_complex16* a, const int64_t* lda, const int64_t*
    stride_a, shunt_complex16* tau, const int64_t* stride_tau, const int64_t* batch_size, int64_t* info);
void zgeqrf_vbatch_(const int32_t* m, const int32_t* n, shunt_complex16* const* a, const int32_t* lda, shunt_complex16*
    const* tau, const int32_t* batch_count, int32_t* info);
void zgeqrf_vbatch_64_(const int64_t* m, const int64_t* n, shunt_complex16* const* a, const int64_t* lda,
    shunt_complex16* const* tau, const int64_t* batch_count, int64_t* info);

// orgqr: Q with orthonormal columns from the first k reflections of geqrf, in place. A is m x n, m >= n >= k; tau has k
// elements.
void sorgqr_batch_(const int32_t* m, const int32_t* n, const int32_t* k, float* const* a, const int32_t* lda, const
    float* const* tau, const int32_t* group_count, const int32_t* group_size, int32_t* info);
void sorgqr_batch_64_(const int64_t* m, const int64_t* n, const int64_t* k, float* const* a, const int64_t* lda, const
    float* const* tau, const int64_t* group_count, const int64_t* group_size, int64_t* info);
void sorgqr_batch_strided_(const int32_t* m, const int32_t* n, const int32_t* k, float* a, const int32_t* lda, const
    int32_t* stride_a, const float* tau, const int32_t* stride_tau, const int32_t* batch_size, int32_t* info);
void sorgqr_batch_strided_64_(const int64_t* m, const int64_t* n, const int64_t* k, float* a, const int64_t* lda, const
    int64_t* stride_a, const float* tau, const int64_t* stride_tau, const int64_t* batch_size, int64_t* info);
void sorgqr_vbatch_(const int32_t* m, const int32_t* n, const int32_t* k, float* const* a, const int32_t* lda, const
    float* const* tau, const int32_t* batch_count, int32_t* info);
void sorgqr_vbatch_64_(const int64_t* m, const int64_t* n, const int64_t* k, float* const* a, const int64_t* lda, const
    float* const* tau, const int64_t* batch_count, int64_t* info);
void dorgqr_batch_(const int32_t* m, const int32_t* n, const int32_t* k, double* const* a, const int32_t* lda, const
    double* const* tau, const int32_t* group_count, const int32_t* group_size, int32_t* info);
void dorgqr_batch_64_(const int64_t* m, const int64_t* n, const int64_t* k, double* const* a, const int64_t* lda, const
    double* const* tau, const int64_t* group_count, const int64_t* group_size, int64_t* info);
void dorgqr_batch_strided_(const int32_t* m, const int32_t* n, const int32_t* k, double* a, const int32_t* lda, const
    int32_t* stride_a, const double* tau, const int32_t* stride_tau, const int32_t* batch_size, int32_t* info);
void dorgqr_batch_strided_64_(const int64_t* m, const int64_t* n, const int64_t* k, double* a, const int64_t* lda, const
    int64_t* stride_a, const double* tau, const int64_t* stride_tau, const int64_t* batch_size, int64_t* info);
void dorgqr_vbatch_(const int32_t* m, const int32_t* n, const int32_t* k, double* const* a, const int32_t* lda, const
    double* const* tau, const int32_t* batch_count, int32_t* info);
void dorgqr_vbatch_64_(const int64_t* m, const int64_t* n, const int64_t* k, double* const* a, const int64_t* lda, const
    double* const* tau, const int64_t* batch_count, int64_t* info);

// ungqr: Q with orthonormal columns from the first k reflections of geqrf, in place. A is m x n, m >= n >= k; tau has k
// elements.
void cungqr_batch_(const int32_t* m, const int32_t* n, const int32_t* k, shunt_complex8* const* a, const int32_t* lda,
    const shunt_complex8* const* tau, const int32_t* group_count, const int32_t* group_size, int32_t* info);
void cungqr_batch_64_(const int64_t* m, const int64_t* n, const int64_t* k, shunt_complex8* const* a, const int64_t*
    lda, const shunt_complex8* const* tau, const int64_t* group_count, const int64_t* group_size, int64_t* info);
void cungqr_batch_strided_(const int32_t* m, const int32_t* n, const int32_t* k, shunt_complex8* a, const int32_t* lda,
    const int32_t* stride_a, const shunt_complex8* tau, const int32_t* stride_tau, const int32_t* batch_size, int32_t*
    info);
void cungqr_batch_strided_64_(const int64_t* m, const int64_t* n, const int64_t* k, shunt_complex8* a, const int64_t*
    lda, const int64_t* stride_a, const shunt_complex8* tau, const int64_t* stride_tau, const int64_t* batch_size,
    int64_t* info);
void cungqr_vbatch_(const int32_t* m, const int32_t* n, const int32_t* k, shunt_complex8* const* a, const int32_t* lda,
    const shunt_complex8* const* tau, const int32_t* batch_count, int32_t* info);
void cungqr_vbatch_64_(const int64_t* m, const int64_t* n, const int64_t* k, shunt_complex8* const* a, const int64_t*
    lda, const shunt_complex8* const* tau, const int64_t* batch_count, int64_t* info);
void zungqr_batch_(const int32_t* m, const int32_t* n, const int32_t* k, shunt_complex16* const* a, const int32_t* lda,
    const shunt_complex16* const* tau, const int32_t* group_count, const int32_t* group_size, int32_t* info);
void zungqr_batch_64_(const int64_t* m, const int64_t* n, const int64_t* k, shunt_complex16* const* a, const int64_t*
    lda, const shunt_complex16* const* tau, const int64_t* group_count, const int64_t* group_size, int64_t* info);
void zungqr_batch_strided_(const int32_t* m, const int32_t* n, const int32_t* k, shunt_complex16* a, const int32_t* lda,
    const int32_t* stride_a, const shunt_complex16* tau, const int32_t* stride_tau, const int32_t* batch_size, int32_t*
    info);
void zungqr_batch_strided_64_(const int64_t* m, const int64_t* n, const int64_t* k, shunt_complex16* a, const int64_t*
    lda, const int64_t* stride_a, const shunt_complex16* tau, const int64_t* stride_tau, const int64_t* batch_size,
    int64_t* info);
void zungqr_vbatch_(const int32_t* m, const int32_t* n, const int32_t* k, shunt_complex16* const* a, const int32_t* lda,
    const shunt_complex16* const* tau, const int32_t* batch_count, int32_t* info);
void zungqr_vbatch_64_(const int64_t* m, const int64_t* n, const int64_t* k, shunt_complex16* const* a, const int64_t*
    lda, const shunt_complex16* const* tau, const int64_t* batch_count, int64_t* info);

// gebrd: A = Q B P^H with B bidiagonal (upper if m >= n, else lower), in place, as LAPACK stores it. A is m x n; d,
// tauq and taup have min(m, n) elements, e one less; d and e are real.
void sgebrd_batch_(const int32_t* m, const int32_t* n, float* const* a, const int32_t* lda, float* const* d, float*
    const* e, float* const* tauq, float* const* taup, const int32_t* group_count, const int32_t* group_size, int32_t*
    info);
void sgebrd_batch_64_(const int64_t* m, const int64_t* n, float* const* a, const int64_t* lda, float* const* d, float*
    const* e, float* const* tauq, float* const* taup, const int64_t* group_count, const int64_t* group_size, int64_t*
    info);
void sgebrd_batch_strided_(const int32_t* m, const int32_t* n, float* a, const int32_t* lda, const int32_t* stride_a,
    float* d, const int32_t* stride_d, float* e, const int32_t* stride_e, float* tauq, const int32_t* stride_tauq,
    float* taup, const int32_t* stride_taup, const int32_t* batch_size, int32_t* info);
void sgebrd_batch_strided_64_(const int64_t* m, const int64_t* n, float* a, const int64_t* lda, const int64_t* stride_a,
    float* d, const int64_t* stride_d, float* e, const int64_t* stride_e, float* tauq, const int64_t* stride_tauq,
    float* taup, const int64_t* stride_taup, const int64_t* batch_size, int64_t* info);
void sgebrd_vbatch_(const int32_t* m, const int32_t* n, float* const* a, const int32_t* lda, float* const* d, float*
    const* e, float* const* tauq, float* const* taup, const int32_t* batch_count, int32_t* info);
void sgebrd_vbatch_64_(const int64_t* m, const int64_t* n, float* const* a, const int64_t* lda, float* const* d, float*
    const* e, float* const* tauq, float* const* taup, const int64_t* batch_count, int64_t* info);
void dgebrd_batch_(const int32_t* m, const int32_t* n, double* const* a, const int32_t* lda, double* const* d, double*
    const* e, double* const* tauq, double* const* taup, const int32_t* group_count, const int32_t* group_size, int32_t*
    info);
void dgebrd_batch_64_(const int64_t* m, const int64_t* n, double* const* a, const int64_t* lda, double* const* d,
    double* const* e, double* const* tauq, double* const* taup, const int64_t* group_count, const int64_t* group_size,
    int64_t* info);
void dgebrd_batch_strided_(const int32_t* m, const int32_t* n, double* a, const int32_t* lda, const int32_t* stride_a,
    double* d, const int32_t* stride_d, double* e, const int32_t* stride_e, double* tauq, const int32_t* stride_tauq,
    double* taup, const int32_t* stride_taup, const int32_t* batch_size, int32_t* info);
void dgebrd_batch_strided_64_(const int64_t* m, const int64_t* n, double* a, const int64_t* lda, const int64_t*
    stride_a, double* d, const int64_t* stride_d, double* e, const int64_t* stride_e, double* tauq, const int64_t*
    stride_tauq, double* taup, const int64_t* stride_taup, const int64_t* batch_size, int64_t* info);
void dgebrd_vbatch_(const int32_t* m, const int32_t* n, double* const* a, const int32_t* lda, double* const* d, double*
    const* e, double* const* tauq, double* const* taup, const int32_t* batch_count, int32_t* info);
void dgebrd_vbatch_64_(const int64_t* m, const int64_t* n, double* const* a, const int64_t* lda, double* const* d,
    double* const* e, double* const* tauq, double* const* taup, const int64_t* batch_count, int64_t* info);
void cgebrd_batch_(const int32_t* m, const int32_t* n, shunt_complex8* const* a, const int32_t* lda, float* const* d,
    float* const* e, shunt_complex8* const* tauq, shunt_complex8* const* taup, const int32_t* group_count, const
    int32_t* group_size, int32_t* info);
void cgebrd_batch_64_(const int64_t* m, const int64_t* n, shunt_complex8* const* a, const int64_t* lda, float* const* d,
    float* const* e, shunt_complex8* const* tauq, shunt_complex8* const* taup, const int64_t* group_count, const
    int64_t* group_size, int64_t* info);
void cgebrd_batch_strided_(const int32_t* m, const int32_t* n, shunt_complex8* a, const int32_t* lda, const int32_t*
    stride_a, float* d, const int32_t* stride_d, float* e, const int32_t* stride_e, shunt_complex8* tauq, const int32_t*
    stride_tauq, shunt_complex8* taup, const int32_t* stride_taup, const int32_t* batch_size, int32_t* info);
void cgebrd_batch_strided_64_(const int64_t* m, const int64_t* n, shunt_complex8* a, const int64_t* lda, const int64_t*
    stride_a, float* d, const int64_t* stride_d, float* e, const int64_t* stride_e, shunt_complex8* tauq, const int64_t*
    stride_tauq, shunt_complex8* taup, const int64_t* stride_taup, const int64_t* batch_size, int64_t* info);
void cgebrd_vbatch_(const int32_t* m, const int32_t* n, shunt_complex8* const* a, const int32_t* lda, float* const* d,
    float* const* e, shunt_complex8* const* tauq, shunt_complex8* const* taup, const int32_t* batch_count, int32_t*
    info);
void cgebrd_vbatch_64_(const int64_t* m, const int64_t* n, shunt_complex8* const* a, const int64_t* lda, float* const*
    d, float* const* e, shunt_complex8* const* tauq, shunt_complex8* const* taup, const int64_t* batch_count, int64_t*
    info);
void zgebrd_batch_(const int32_t* m, const int32_t* n, shunt_complex16* const* a, const int32_t* lda, double* const* d,
    double* const* e, shunt_complex16* const* tauq, shunt_complex16* const* taup, const int32_t* group_count, const
    int32_t* group_size, int32_t* info);
void zgebrd_batch_64_(const int64_t* m, const int64_t* n, shunt_complex16* const* a, const int64_t* lda, double* const*
    d, double* const* e, shunt_complex16* const* tauq, shunt_complex16* const* taup, const int64_t* group_count, const
    int64_t* group_size, int64_t* info);
void zgebrd_batch_strided_(const int32_t* m, const int32_t* n, shunt_complex16* a, const int32_t* lda, const int32_t*
    stride_a, double* d, const int32_t* stride_d, double* e, const int32_t* stride_e, shunt_complex16* tauq, const
    int32_t* stride_tauq, shunt_complex16* taup, const int32_t* stride_taup, const int32_t* batch_size, int32_t* info);
void zgebrd_batch_strided_64_(const int64_t* m, const int64_t* n, shunt_complex16* a, const int64_t* lda, const int64_t*
    stride_a, double* d, const int64_t* stride_d, double* e, const int64_t* stride_e, shunt_complex16* tauq, const
    int64_t* stride_tauq, shunt_complex16* taup, const int64_t* stride_taup, const int64_t* batch_size, int64_t* info);
void zgebrd_vbatch_(const int32_t* m, const int32_t* n, shunt_complex16* const* a, const int32_t* lda, double* const* d,
    double* const* e, shunt_complex16* const* tauq, shunt_complex16* const* taup, const int32_t* batch_count, int32_t*
    info);
void zgebrd_vbatch_64_(const int64_t* m, const int64_t* n, shunt_complex16* const* a, const int64_t* lda, double* const*
    d, double* const* e, shunt_complex16* const* tauq, shunt_complex16* const* taup, const int64_t* batch_count,
    int64_t* info);

#ifdef __cplusplus
}  // extern "C"

namespace shunt {

inline void gemm_batch(const char* transa, const char* transb, const int32_t* m, const int32_t* n, const int32_t* k,
    const float* alpha, const float* const* a, const int32_t* lda, const float* const* b, const int32_t* ldb, const
    float* beta, float* const* c, const int32_t* ldc, int32_t group_count, const int32_t* group_size) {
    sgemm_batch_(transa, transb, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc, &group_count, group_size);
}
inline void gemm_batch(const char* transa, const char* transb, const int64_t* m, const int64_t* n, const int64_t* k,
    const float* alpha, const float* const* a, const int64_t* lda, const float* const* b, const int64_t* ldb, const
    float* beta, float* const* c, const int64_t* ldc, int64_t group_count, const int64_t* group_size) {
    sgemm_batch_64_(transa, transb, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc, &group_count, group_size);
}
inline void gemm_batch(const char* transa, const char* transb, const int32_t* m, const int32_t* n, const int32_t* k,
    const double* alpha, const double* const* a, const int32_t* lda, const double* const* b, const int32_t* ldb, const
    double* beta, double* const* c, const int32_t* ldc, int32_t group_count, const int32_t* group_size) {
    dgemm_batch_(transa, transb, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc, &group_count, group_size);
}
inline void gemm_batch(const char* transa, const char* transb, const int64_t* m, const int64_t* n, const int64_t* k,
    const double* alpha, const double* const* a, const int64_t* lda, const double* const* b, const int64_t* ldb, const
    double* beta, double* const* c, const int64_t* ldc, int64_t group_count, const int64_t* group_size) {
    dgemm_batch_64_(transa, transb, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc, &group_count, group_size);
}
inline void gemm_batch(const char* transa, const char* transb, const int32_t* m, const int32_t* n, const int32_t* k,
    const shunt_complex8* alpha, const shunt_complex8* const* a, const int32_t* lda, const shunt_complex8* const* b,
    const int32_t* ldb, const shunt_complex8* beta, shunt_complex8* const* c, const int32_t* ldc, int32_t group_count,
    const int32_t* group_size) {
    cgemm_batch_(transa, transb, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc, &group_count, group_size);
}
inline void gemm_batch(const char* transa, const char* transb, const int64_t* m, const int64_t* n, const int64_t* k,
    const shunt_complex8* alpha, const shunt_complex8* const* a, const int64_t* lda, const shunt_complex8* const* b,
    const int64_t* ldb, const shunt_complex8* beta, shunt_complex8* const* c, const int64_t* ldc, int64_t group_count,
    const int64_t* group_size) {
    cgemm_batch_64_(transa, transb, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc, &group_count, group_size);
}
inline void gemm_batch(const char* transa, const char* transb, const int32_t* m, const int32_t* n, const int32_t* k,
    const shunt_complex16* alpha, const shunt_complex16* const* a, const int32_t* lda, const shunt_complex16* const* b,
    const int32_t* ldb, const shunt_complex16* beta, shunt_complex16* const* c, const int32_t* ldc, int32_t group_count,
    const int32_t* group_size) {
    zgemm_batch_(transa, transb, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc, &group_count, group_size);
}
inline void gemm_batch(const char* transa, const char* transb, const int64_t* m, const int64_t* n, const int64_t* k,
    const shunt_complex16* alpha, const shunt_complex16* const* a, const int64_t* lda, const shunt_complex16* const* b,
    const int64_t* ldb, const shunt_complex16* beta, shunt_complex16* const* c, const int64_t* ldc, int64_t group_count,
    const int64_t* group_size) {
    zgemm_batch_64_(transa, transb, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc, &group_count, group_size);
}
inline void gemm_batch_strided(char transa, char transb, int64_t m, int64_t n, int64_t k, float alpha, const float* a,
    int64_t lda, int64_t stride_a, const float* b, int64_t ldb, int64_t stride_b, float beta, float* c, int64_t ldc,
    int64_t stride_c, int64_t batch_size) {
    sgemm_batch_strided_64_(&transa, &transb, &m, &n, &k, &alpha, a, &lda, &stride_a, b, &ldb, &stride_b, &beta, c,
        &ldc, &stride_c, &batch_size);
}
inline void gemm_batch_strided(char transa, char transb, int64_t m, int64_t n, int64_t k, double alpha, const double* a,
    int64_t lda, int64_t stride_a, const double* b, int64_t ldb, int64_t stride_b, double beta, double* c, int64_t ldc,
    int64_t stride_c, int64_t batch_size) {
    dgemm_batch_strided_64_(&transa, &transb, &m, &n, &k, &alpha, a, &lda, &stride_a, b, &ldb, &stride_b, &beta, c,
        &ldc, &stride_c, &batch_size);
}
inline void gemm_batch_strided(char transa, char transb, int64_t m, int64_t n, int64_t k, shunt_complex8 alpha, const
    shunt_complex8* a, int64_t lda, int64_t stride_a, const shunt_complex8* b, int64_t ldb, int64_t stride_b,
    shunt_complex8 beta, shunt_complex8* c, int64_t ldc, int64_t stride_c, int64_t batch_size) {
    cgemm_batch_strided_64_(&transa, &transb, &m, &n, &k, &alpha, a, &lda, &stride_a, b, &ldb, &stride_b, &beta, c,
        &ldc, &stride_c, &batch_size);
}
inline void gemm_batch_strided(char transa, char transb, int64_t m, int64_t n, int64_t k, shunt_complex16 alpha, const
    shunt_complex16* a, int64_t lda, int64_t stride_a, const shunt_complex16* b, int64_t ldb, int64_t stride_b,
    shunt_complex16 beta, shunt_complex16* c, int64_t ldc, int64_t stride_c, int64_t batch_size) {
    zgemm_batch_strided_64_(&transa, &transb, &m, &n, &k, &alpha, a, &lda, &stride_a, b, &ldb, &stride_b, &beta, c,
        &ldc, &stride_c, &batch_size);
}
inline void gemm_vbatch(char transa, char transb, const int32_t* m, const int32_t* n, const int32_t* k, float alpha,
    const float* const* a, const int32_t* lda, const float* const* b, const int32_t* ldb, float beta, float* const* c,
    const int32_t* ldc, int32_t batch_count) {
    sgemm_vbatch_(&transa, &transb, m, n, k, &alpha, a, lda, b, ldb, &beta, c, ldc, &batch_count);
}
inline void gemm_vbatch(char transa, char transb, const int64_t* m, const int64_t* n, const int64_t* k, float alpha,
    const float* const* a, const int64_t* lda, const float* const* b, const int64_t* ldb, float beta, float* const* c,
    const int64_t* ldc, int64_t batch_count) {
    sgemm_vbatch_64_(&transa, &transb, m, n, k, &alpha, a, lda, b, ldb, &beta, c, ldc, &batch_count);
}
inline void gemm_vbatch(char transa, char transb, const int32_t* m, const int32_t* n, const int32_t* k, double alpha,
    const double* const* a, const int32_t* lda, const double* const* b, const int32_t* ldb, double beta, double* const*
    c, const int32_t* ldc, int32_t batch_count) {
    dgemm_vbatch_(&transa, &transb, m, n, k, &alpha, a, lda, b, ldb, &beta, c, ldc, &batch_count);
}
inline void gemm_vbatch(char transa, char transb, const int64_t* m, const int64_t* n, const int64_t* k, double alpha,
    const double* const* a, const int64_t* lda, const double* const* b, const int64_t* ldb, double beta, double* const*
    c, const int64_t* ldc, int64_t batch_count) {
    dgemm_vbatch_64_(&transa, &transb, m, n, k, &alpha, a, lda, b, ldb, &beta, c, ldc, &batch_count);
}
inline void gemm_vbatch(char transa, char transb, const int32_t* m, const int32_t* n, const int32_t* k, shunt_complex8
    alpha, const shunt_complex8* const* a, const int32_t* lda, const shunt_complex8* const* b, const int32_t* ldb,
    shunt_complex8 beta, shunt_complex8* const* c, const int32_t* ldc, int32_t batch_count) {
    cgemm_vbatch_(&transa, &transb, m, n, k, &alpha, a, lda, b, ldb, &beta, c, ldc, &batch_count);
}
inline void gemm_vbatch(char transa, char transb, const int64_t* m, const int64_t* n, const int64_t* k, shunt_complex8
    alpha, const shunt_complex8* const* a, const int64_t* lda, const shunt_complex8* const* b, const int64_t* ldb,
    shunt_complex8 beta, shunt_complex8* const* c, const int64_t* ldc, int64_t batch_count) {
    cgemm_vbatch_64_(&transa, &transb, m, n, k, &alpha, a, lda, b, ldb, &beta, c, ldc, &batch_count);
}
inline void gemm_vbatch(char transa, char transb, const int32_t* m, const int32_t* n, const int32_t* k, shunt_complex16
    alpha, const shunt_complex16* const* a, const int32_t* lda, const shunt_complex16* const* b, const int32_t* ldb,
    shunt_complex16 beta, shunt_complex16* const* c, const int32_t* ldc, int32_t batch_count) {
    zgemm_vbatch_(&transa, &transb, m, n, k, &alpha, a, lda, b, ldb, &beta, c, ldc, &batch_count);
}
inline void gemm_vbatch(char transa, char transb, const int64_t* m, const int64_t* n, const int64_t* k, shunt_complex16
    alpha, const shunt_complex16* const* a, const int64_t* lda, const shunt_complex16* const* b, const int64_t* ldb,
    shunt_complex16 beta, shunt_complex16* const* c, const int64_t* ldc, int64_t batch_count) {
    zgemm_vbatch_64_(&transa, &transb, m, n, k, &alpha, a, lda, b, ldb, &beta, c, ldc, &batch_count);
}

inline void gemv_batch(const char* trans, const int32_t* m, const int32_t* n, const float* alpha, const float* const* a,
    const int32_t* lda, const float* const* x, const int32_t* incx, const float* beta, float* const* y, const int32_t*
    incy, int32_t group_count, const int32_t* group_size) {
    sgemv_batch_(trans, m, n, alpha, a, lda, x, incx, beta, y, incy, &group_count, group_size);
}
inline void gemv_batch(const char* trans, const int64_t* m, const int64_t* n, const float* alpha, const float* const* a,
    const int64_t* lda, const float* const* x, const int64_t* incx, const float* beta, float* const* y, const int64_t*
    incy, int64_t group_count, const int64_t* group_size) {
    sgemv_batch_64_(trans, m, n, alpha, a, lda, x, incx, beta, y, incy, &group_count, group_size);
}
inline void gemv_batch(const char* trans, const int32_t* m, const int32_t* n, const double* alpha, const double* const*
    a, const int32_t* lda, const double* const* x, const int32_t* incx, const double* beta, double* const* y, const
    int32_t* incy, int32_t group_count, const int32_t* group_size) {
    dgemv_batch_(trans, m, n, alpha, a, lda, x, incx, beta, y, incy, &group_count, group_size);
}
inline void gemv_batch(const char* trans, const int64_t* m, const int64_t* n, const double* alpha, const double* const*
    a, const int64_t* lda, const double* const* x, const int64_t* incx, const double* beta, double* const* y, const
    int64_t* incy, int64_t group_count, const int64_t* group_size) {
    dgemv_batch_64_(trans, m, n, alpha, a, lda, x, incx, beta, y, incy, &group_count, group_size);
}
inline void gemv_batch(const char* trans, const int32_t* m, const int32_t* n, const shunt_complex8* alpha, const
    shunt_complex8* const* a, const int32_t* lda, const shunt_complex8* const* x, const int32_t* incx, const
    shunt_complex8* beta, shunt_complex8* const* y, const int32_t* incy, int32_t group_count, const int32_t* group_size)
    {
    cgemv_batch_(trans, m, n, alpha, a, lda, x, incx, beta, y, incy, &group_count, group_size);
}
inline void gemv_batch(const char* trans, const int64_t* m, const int64_t* n, const shunt_complex8* alpha, const
    shunt_complex8* const* a, const int64_t* lda, const shunt_complex8* const* x, const int64_t* incx, const
    shunt_complex8* beta, shunt_complex8* const* y, const int64_t* incy, int64_t group_count, const int64_t* group_size)
    {
    cgemv_batch_64_(trans, m, n, alpha, a, lda, x, incx, beta, y, incy, &group_count, group_size);
}
inline void gemv_batch(const char* trans, const int32_t* m, const int32_t* n, const shunt_complex16* alpha, const
    shunt_complex16* const* a, const int32_t* lda, const shunt_complex16* const* x, const int32_t* incx, const
    shunt_complex16* beta, shunt_complex16* const* y, const int32_t* incy, int32_t group_count, const int32_t*
    group_size) {
    zgemv_batch_(trans, m, n, alpha, a, lda, x, incx, beta, y, incy, &group_count, group_size);
}
inline void gemv_batch(const char* trans, const int64_t* m, const int64_t* n, const shunt_complex16* alpha, const
    shunt_complex16* const* a, const int64_t* lda, const shunt_complex16* const* x, const int64_t* incx, const
    shunt_complex16* beta, shunt_complex16* const* y, const int64_t* incy, int64_t group_count, const int64_t*
    group_size) {
    zgemv_batch_64_(trans, m, n, alpha, a, lda, x, incx, beta, y, incy, &group_count, group_size);
}
inline void gemv_batch_strided(char trans, int64_t m, int64_t n, float alpha, const float* a, int64_t lda, int64_t
    stride_a, const float* x, int64_t incx, int64_t stride_x, float beta, float* y, int64_t incy, int64_t stride_y,
    int64_t batch_size) {
    sgemv_batch_strided_64_(&trans, &m, &n, &alpha, a, &lda, &stride_a, x, &incx, &stride_x, &beta, y, &incy, &stride_y,
        &batch_size);
}
inline void gemv_batch_strided(char trans, int64_t m, int64_t n, double alpha, const double* a, int64_t lda, int64_t
    stride_a, const double* x, int64_t incx, int64_t stride_x, double beta, double* y, int64_t incy, int64_t stride_y,
    int64_t batch_size) {
    dgemv_batch_strided_64_(&trans, &m, &n, &alpha, a, &lda, &stride_a, x, &incx, &stride_x, &beta, y, &incy, &stride_y,
        &batch_size);
}
inline void gemv_batch_strided(char trans, int64_t m, int64_t n, shunt_complex8 alpha, const shunt_complex8* a, int64_t
    lda, int64_t stride_a, const shunt_complex8* x, int64_t incx, int64_t stride_x, shunt_complex8 beta, shunt_complex8*
    y, int64_t incy, int64_t stride_y, int64_t batch_size) {
    cgemv_batch_strided_64_(&trans, &m, &n, &alpha, a, &lda, &stride_a, x, &incx, &stride_x, &beta, y, &incy, &stride_y,
        &batch_size);
}
inline void gemv_batch_strided(char trans, int64_t m, int64_t n, shunt_complex16 alpha, const shunt_complex16* a,
    int64_t lda, int64_t stride_a, const shunt_complex16* x, int64_t incx, int64_t stride_x, shunt_complex16 beta,
    shunt_complex16* y, int64_t incy, int64_t stride_y, int64_t batch_size) {
    zgemv_batch_strided_64_(&trans, &m, &n, &alpha, a, &lda, &stride_a, x, &incx, &stride_x, &beta, y, &incy, &stride_y,
        &batch_size);
}
inline void gemv_vbatch(char trans, const int32_t* m, const int32_t* n, float alpha, const float* const* a, const
    int32_t* lda, const float* const* x, const int32_t* incx, float beta, float* const* y, const int32_t* incy, int32_t
    batch_count) {
    sgemv_vbatch_(&trans, m, n, &alpha, a, lda, x, incx, &beta, y, incy, &batch_count);
}
inline void gemv_vbatch(char trans, const int64_t* m, const int64_t* n, float alpha, const float* const* a, const
    int64_t* lda, const float* const* x, const int64_t* incx, float beta, float* const* y, const int64_t* incy, int64_t
    batch_count) {
    sgemv_vbatch_64_(&trans, m, n, &alpha, a, lda, x, incx, &beta, y, incy, &batch_count);
}
inline void gemv_vbatch(char trans, const int32_t* m, const int32_t* n, double alpha, const double* const* a, const
    int32_t* lda, const double* const* x, const int32_t* incx, double beta, double* const* y, const int32_t* incy,
    int32_t batch_count) {
    dgemv_vbatch_(&trans, m, n, &alpha, a, lda, x, incx, &beta, y, incy, &batch_count);
}
inline void gemv_vbatch(char trans, const int64_t* m, const int64_t* n, double alpha, const double* const* a, const
    int64_t* lda, const double* const* x, const int64_t* incx, double beta, double* const* y, const int64_t* incy,
    int64_t batch_count) {
    dgemv_vbatch_64_(&trans, m, n, &alpha, a, lda, x, incx, &beta, y, incy, &batch_count);
}
inline void gemv_vbatch(char trans, const int32_t* m, const int32_t* n, shunt_complex8 alpha, const shunt_complex8*
    const* a, const int32_t* lda, const shunt_complex8* const* x, const int32_t* incx, shunt_complex8 beta,
    shunt_complex8* const* y, const int32_t* incy, int32_t batch_count) {
    cgemv_vbatch_(&trans, m, n, &alpha, a, lda, x, incx, &beta, y, incy, &batch_count);
}
inline void gemv_vbatch(char trans, const int64_t* m, const int64_t* n, shunt_complex8 alpha, const shunt_complex8*
    const* a, const int64_t* lda, const shunt_complex8* const* x, const int64_t* incx, shunt_complex8 beta,
    shunt_complex8* const* y, const int64_t* incy, int64_t batch_count) {
    cgemv_vbatch_64_(&trans, m, n, &alpha, a, lda, x, incx, &beta, y, incy, &batch_count);
}
inline void gemv_vbatch(char trans, const int32_t* m, const int32_t* n, shunt_complex16 alpha, const shunt_complex16*
    const* a, const int32_t* lda, const shunt_complex16* const* x, const int32_t* incx, shunt_complex16 beta,
    shunt_complex16* const* y, const int32_t* incy, int32_t batch_count) {
    zgemv_vbatch_(&trans, m, n, &alpha, a, lda, x, incx, &beta, y, incy, &batch_count);
}
inline void gemv_vbatch(char trans, const int64_t* m, const int64_t* n, shunt_complex16 alpha, const shunt_complex16*
    const* a, const int64_t* lda, const shunt_complex16* const* x, const int64_t* incx, shunt_complex16 beta,
    shunt_complex16* const* y, const int64_t* incy, int64_t batch_count) {
    zgemv_vbatch_64_(&trans, m, n, &alpha, a, lda, x, incx, &beta, y, incy, &batch_count);
}

inline void syrk_batch(const char* uplo, const char* trans, const int32_t* n, const int32_t* k, const float* alpha,
    const float* const* a, const int32_t* lda, const float* beta, float* const* c, const int32_t* ldc, int32_t
    group_count, const int32_t* group_size) {
    ssyrk_batch_(uplo, trans, n, k, alpha, a, lda, beta, c, ldc, &group_count, group_size);
}
inline void syrk_batch(const char* uplo, const char* trans, const int64_t* n, const int64_t* k, const float* alpha,
    const float* const* a, const int64_t* lda, const float* beta, float* const* c, const int64_t* ldc, int64_t
    group_count, const int64_t* group_size) {
    ssyrk_batch_64_(uplo, trans, n, k, alpha, a, lda, beta, c, ldc, &group_count, group_size);
}
inline void syrk_batch(const char* uplo, const char* trans, const int32_t* n, const int32_t* k, const double* alpha,
    const double* const* a, const int32_t* lda, const double* beta, double* const* c, const int32_t* ldc, int32_t
    group_count, const int32_t* group_size) {
    dsyrk_batch_(uplo, trans, n, k, alpha, a, lda, beta, c, ldc, &group_count, group_size);
}
inline void syrk_batch(const char* uplo, const char* trans, const int64_t* n, const int64_t* k, const double* alpha,
    const double* const* a, const int64_t* lda, const double* beta, double* const* c, const int64_t* ldc, int64_t
    group_count, const int64_t* group_size) {
    dsyrk_batch_64_(uplo, trans, n, k, alpha, a, lda, beta, c, ldc, &group_count, group_size);
}
inline void syrk_batch(const char* uplo, const char* trans, const int32_t* n, const int32_t* k, const shunt_complex8*
    alpha, const shunt_complex8* const* a, const int32_t* lda, const shunt_complex8* beta, shunt_complex8* const* c,
    const int32_t* ldc, int32_t group_count, const int32_t* group_size) {
    csyrk_batch_(uplo, trans, n, k, alpha, a, lda, beta, c, ldc, &group_count, group_size);
}
inline void syrk_batch(const char* uplo, const char* trans, const int64_t* n, const int64_t* k, const shunt_complex8*
    alpha, const shunt_complex8* const* a, const int64_t* lda, const shunt_complex8* beta, shunt_complex8* const* c,
    const int64_t* ldc, int64_t group_count, const int64_t* group_size) {
    csyrk_batch_64_(uplo, trans, n, k, alpha, a, lda, beta, c, ldc, &group_count, group_size);
}
inline void syrk_batch(const char* uplo, const char* trans, const int32_t* n, const int32_t* k, const shunt_complex16*
    alpha, const shunt_complex16* const* a, const int32_t* lda, const shunt_complex16* beta, shunt_complex16* const* c,
    const int32_t* ldc, int32_t group_count, const int32_t* group_size) {
    zsyrk_batch_(uplo, trans, n, k, alpha, a, lda, beta, c, ldc, &group_count, group_size);
}
inline void syrk_batch(const char* uplo, const char* trans, const int64_t* n, const int64_t* k, const shunt_complex16*
    alpha, const shunt_complex16* const* a, const int64_t* lda, const shunt_complex16* beta, shunt_complex16* const* c,
    const int64_t* ldc, int64_t group_count, const int64_t* group_size) {
    zsyrk_batch_64_(uplo, trans, n, k, alpha, a, lda, beta, c, ldc, &group_count, group_size);
}
inline void syrk_batch_strided(char uplo, char trans, int64_t n, int64_t k, float alpha, const float* a, int64_t lda,
    int64_t stride_a, float beta, float* c, int64_t ldc, int64_t stride_c, int64_t batch_size) {
    ssyrk_batch_strided_64_(&uplo, &trans, &n, &k, &alpha, a, &lda, &stride_a, &beta, c, &ldc, &stride_c, &batch_size);
}
inline void syrk_batch_strided(char uplo, char trans, int64_t n, int64_t k, double alpha, const double* a, int64_t lda,
    int64_t stride_a, double beta, double* c, int64_t ldc, int64_t stride_c, int64_t batch_size) {
    dsyrk_batch_strided_64_(&uplo, &trans, &n, &k, &alpha, a, &lda, &stride_a, &beta, c, &ldc, &stride_c, &batch_size);
}
inline void syrk_batch_strided(char uplo, char trans, int64_t n, int64_t k, shunt_complex8 alpha, const shunt_complex8*
    a, int64_t lda, int64_t stride_a, shunt_complex8 beta, shunt_complex8* c, int64_t ldc, int64_t stride_c, int64_t
    batch_size) {
    csyrk_batch_strided_64_(&uplo, &trans, &n, &k, &alpha, a, &lda, &stride_a, &beta, c, &ldc, &stride_c, &batch_size);
}
inline void syrk_batch_strided(char uplo, char trans, int64_t n, int64_t k, shunt_complex16 alpha, const
    shunt_complex16* a, int64_t lda, int64_t stride_a, shunt_complex16 beta, shunt_complex16* c, int64_t ldc, int64_t
    stride_c, int64_t batch_size) {
    zsyrk_batch_strided_64_(&uplo, &trans, &n, &k, &alpha, a, &lda, &stride_a, &beta, c, &ldc, &stride_c, &batch_size);
}
inline void syrk_vbatch(char uplo, char trans, const int32_t* n, const int32_t* k, float alpha, const float* const* a,
    const int32_t* lda, float beta, float* const* c, const int32_t* ldc, int32_t batch_count) {
    ssyrk_vbatch_(&uplo, &trans, n, k, &alpha, a, lda, &beta, c, ldc, &batch_count);
}
inline void syrk_vbatch(char uplo, char trans, const int64_t* n, const int64_t* k, float alpha, const float* const* a,
    const int64_t* lda, float beta, float* const* c, const int64_t* ldc, int64_t batch_count) {
    ssyrk_vbatch_64_(&uplo, &trans, n, k, &alpha, a, lda, &beta, c, ldc, &batch_count);
}
inline void syrk_vbatch(char uplo, char trans, const int32_t* n, const int32_t* k, double alpha, const double* const* a,
    const int32_t* lda, double beta, double* const* c, const int32_t* ldc, int32_t batch_count) {
    dsyrk_vbatch_(&uplo, &trans, n, k, &alpha, a, lda, &beta, c, ldc, &batch_count);
}
inline void syrk_vbatch(char uplo, char trans, const int64_t* n, const int64_t* k, double alpha, const double* const* a,
    const int64_t* lda, double beta, double* const* c, const int64_t* ldc, int64_t batch_count) {
    dsyrk_vbatch_64_(&uplo, &trans, n, k, &alpha, a, lda, &beta, c, ldc, &batch_count);
}
inline void syrk_vbatch(char uplo, char trans, const int32_t* n, const int32_t* k, shunt_complex8 alpha, const
    shunt_complex8* const* a, const int32_t* lda, shunt_complex8 beta, shunt_complex8* const* c, const int32_t* ldc,
    int32_t batch_count) {
    csyrk_vbatch_(&uplo, &trans, n, k, &alpha, a, lda, &beta, c, ldc, &batch_count);
}
inline void syrk_vbatch(char uplo, char trans, const int64_t* n, const int64_t* k, shunt_complex8 alpha, const
    shunt_complex8* const* a, const int64_t* lda, shunt_complex8 beta, shunt_complex8* const* c, const int64_t* ldc,
    int64_t batch_count) {
    csyrk_vbatch_64_(&uplo, &trans, n, k, &alpha, a, lda, &beta, c, ldc, &batch_count);
}
inline void syrk_vbatch(char uplo, char trans, const int32_t* n, const int32_t* k, shunt_complex16 alpha, const
    shunt_complex16* const* a, const int32_t* lda, shunt_complex16 beta, shunt_complex16* const* c, const int32_t* ldc,
    int32_t batch_count) {
    zsyrk_vbatch_(&uplo, &trans, n, k, &alpha, a, lda, &beta, c, ldc, &batch_count);
}
inline void syrk_vbatch(char uplo, char trans, const int64_t* n, const int64_t* k, shunt_complex16 alpha, const
    shunt_complex16* const* a, const int64_t* lda, shunt_complex16 beta, shunt_complex16* const* c, const int64_t* ldc,
    int64_t batch_count) {
    zsyrk_vbatch_64_(&uplo, &trans, n, k, &alpha, a, lda, &beta, c, ldc, &batch_count);
}

inline void herk_batch(const char* uplo, const char* trans, const int32_t* n, const int32_t* k, const float* alpha,
    const shunt_complex8* const* a, const int32_t* lda, const float* beta, shunt_complex8* const* c, const int32_t* ldc,
    int32_t group_count, const int32_t* group_size) {
    cherk_batch_(uplo, trans, n, k, alpha, a, lda, beta, c, ldc, &group_count, group_size);
}
inline void herk_batch(const char* uplo, const char* trans, const int64_t* n, const int64_t* k, const float* alpha,
    const shunt_complex8* const* a, const int64_t* lda, const float* beta, shunt_complex8* const* c, const int64_t* ldc,
    int64_t group_count, const int64_t* group_size) {
    cherk_batch_64_(uplo, trans, n, k, alpha, a, lda, beta, c, ldc, &group_count, group_size);
}
inline void herk_batch(const char* uplo, const char* trans, const int32_t* n, const int32_t* k, const double* alpha,
    const shunt_complex16* const* a, const int32_t* lda, const double* beta, shunt_complex16* const* c, const int32_t*
    ldc, int32_t group_count, const int32_t* group_size) {
    zherk_batch_(uplo, trans, n, k, alpha, a, lda, beta, c, ldc, &group_count, group_size);
}
inline void herk_batch(const char* uplo, const char* trans, const int64_t* n, const int64_t* k, const double* alpha,
    const shunt_complex16* const* a, const int64_t* lda, const double* beta, shunt_complex16* const* c, const int64_t*
    ldc, int64_t group_count, const int64_t* group_size) {
    zherk_batch_64_(uplo, trans, n, k, alpha, a, lda, beta, c, ldc, &group_count, group_size);
}
inline void herk_batch_strided(char uplo, char trans, int64_t n, int64_t k, float alpha, const shunt_complex8* a,
    int64_t lda, int64_t stride_a, float beta, shunt_complex8* c, int64_t ldc, int64_t stride_c, int64_t batch_size) {
    cherk_batch_strided_64_(&uplo, &trans, &n, &k, &alpha, a, &lda, &stride_a, &beta, c, &ldc, &stride_c, &batch_size);
}
inline void herk_batch_strided(char uplo, char trans, int64_t n, int64_t k, double alpha, const shunt_complex16* a,
    int64_t lda, int64_t stride_a, double beta, shunt_complex16* c, int64_t ldc, int64_t stride_c, int64_t batch_size) {
    zherk_batch_strided_64_(&uplo, &trans, &n, &k, &alpha, a, &lda, &stride_a, &beta, c, &ldc, &stride_c, &batch_size);
}
inline void herk_vbatch(char uplo, char trans, const int32_t* n, const int32_t* k, float alpha, const shunt_complex8*
    const* a, const int32_t* lda, float beta, shunt_complex8* const* c, const int32_t* ldc, int32_t batch_count) {
    cherk_vbatch_(&uplo, &trans, n, k, &alpha, a, lda, &beta, c, ldc, &batch_count);
}
inline void herk_vbatch(char uplo, char trans, const int64_t* n, const int64_t* k, float alpha, const shunt_complex8*
    const* a, const int64_t* lda, float beta, shunt_complex8* const* c, const int64_t* ldc, int64_t batch_count) {
    cherk_vbatch_64_(&uplo, &trans, n, k, &alpha, a, lda, &beta, c, ldc, &batch_count);
}
inline void herk_vbatch(char uplo, char trans, const int32_t* n, const int32_t* k, double alpha, const shunt_complex16*
    const* a, const int32_t* lda, double beta, shunt_complex16* const* c, const int32_t* ldc, int32_t batch_count) {
    zherk_vbatch_(&uplo, &trans, n, k, &alpha, a, lda, &beta, c, ldc, &batch_count);
}
inline void herk_vbatch(char uplo, char trans, const int64_t* n, const int64_t* k, double alpha, const shunt_complex16*
    const* a, const int64_t* lda, double beta, shunt_complex16* const* c, const int64_t* ldc, int64_t batch_count) {
    zherk_vbatch_64_(&uplo, &trans, n, k, &alpha, a, lda, &beta, c, ldc, &batch_count);
}

inline void trsm_batch(const char* side, const char* uplo, const char* transa, const char* diag, const int32_t* m, const
    int32_t* n, const float* alpha, const float* const* a, const int32_t* lda, float* const* b, const int32_t* ldb,
    int32_t group_count, const int32_t* group_size) {
    strsm_batch_(side, uplo, transa, diag, m, n, alpha, a, lda, b, ldb, &group_count, group_size);
}
inline void trsm_batch(const char* side, const char* uplo, const char* transa, const char* diag, const int64_t* m, const
    int64_t* n, const float* alpha, const float* const* a, const int64_t* lda, float* const* b, const int64_t* ldb,
    int64_t group_count, const int64_t* group_size) {
    strsm_batch_64_(side, uplo, transa, diag, m, n, alpha, a, lda, b, ldb, &group_count, group_size);
}
inline void trsm_batch(const char* side, const char* uplo, const char* transa, const char* diag, const int32_t* m, const
    int32_t* n, const double* alpha, const double* const* a, const int32_t* lda, double* const* b, const int32_t* ldb,
    int32_t group_count, const int32_t* group_size) {
    dtrsm_batch_(side, uplo, transa, diag, m, n, alpha, a, lda, b, ldb, &group_count, group_size);
}
inline void trsm_batch(const char* side, const char* uplo, const char* transa, const char* diag, const int64_t* m, const
    int64_t* n, const double* alpha, const double* const* a, const int64_t* lda, double* const* b, const int64_t* ldb,
    int64_t group_count, const int64_t* group_size) {
    dtrsm_batch_64_(side, uplo, transa, diag, m, n, alpha, a, lda, b, ldb, &group_count, group_size);
}
inline void trsm_batch(const char* side, const char* uplo, const char* transa, const char* diag, const int32_t* m, const
    int32_t* n, const shunt_complex8* alpha, const shunt_complex8* const* a, const int32_t* lda, shunt_complex8* const*
    b, const int32_t* ldb, int32_t group_count, const int32_t* group_size) {
    ctrsm_batch_(side, uplo, transa, diag, m, n, alpha, a, lda, b, ldb, &group_count, group_size);
}
inline void trsm_batch(const char* side, const char* uplo, const char* transa, const char* diag, const int64_t* m, const
    int64_t* n, const shunt_complex8* alpha, const shunt_complex8* const* a, const int64_t* lda, shunt_complex8* const*
    b, const int64_t* ldb, int64_t group_count, const int64_t* group_size) {
    ctrsm_batch_64_(side, uplo, transa, diag, m, n, alpha, a, lda, b, ldb, &group_count, group_size);
}
inline void trsm_batch(const char* side, const char* uplo, const char* transa, const char* diag, const int32_t* m, const
    int32_t* n, const shunt_complex16* alpha, const shunt_complex16* const* a, const int32_t* lda, shunt_complex16*
    const* b, const int32_t* ldb, int32_t group_count, const int32_t* group_size) {
    ztrsm_batch_(side, uplo, transa, diag, m, n, alpha, a, lda, b, ldb, &group_count, group_size);
}
inline void trsm_batch(const char* side, const char* uplo, const char* transa, const char* diag, const int64_t* m, const
    int64_t* n, const shunt_complex16* alpha, const shunt_complex16* const* a, const int64_t* lda, shunt_complex16*
    const* b, const int64_t* ldb, int64_t group_count, const int64_t* group_size) {
    ztrsm_batch_64_(side, uplo, transa, diag, m, n, alpha, a, lda, b, ldb, &group_count, group_size);
}
inline void trsm_batch_strided(char side, char uplo, char transa, char diag, int64_t m, int64_t n, float alpha, const
    float* a, int64_t lda, int64_t stride_a, float* b, int64_t ldb, int64_t stride_b, int64_t batch_size) {
    strsm_batch_strided_64_(&side, &uplo, &transa, &diag, &m, &n, &alpha, a, &lda, &stride_a, b, &ldb, &stride_b,
        &batch_size);
}
inline void trsm_batch_strided(char side, char uplo, char transa, char diag, int64_t m, int64_t n, double alpha, const
    double* a, int64_t lda, int64_t stride_a, double* b, int64_t ldb, int64_t stride_b, int64_t batch_size) {
    dtrsm_batch_strided_64_(&side, &uplo, &transa, &diag, &m, &n, &alpha, a, &lda, &stride_a, b, &ldb, &stride_b,
        &batch_size);
}
inline void trsm_batch_strided(char side, char uplo, char transa, char diag, int64_t m, int64_t n, shunt_complex8 alpha,
    const shunt_complex8* a, int64_t lda, int64_t stride_a, shunt_complex8* b, int64_t ldb, int64_t stride_b, int64_t
    batch_size) {
    ctrsm_batch_strided_64_(&side, &uplo, &transa, &diag, &m, &n, &alpha, a, &lda, &stride_a, b, &ldb, &stride_b,
        &batch_size);
}
inline void trsm_batch_strided(char side, char uplo, char transa, char diag, int64_t m, int64_t n, shunt_complex16
    alpha, const shunt_complex16* a, int64_t lda, int64_t stride_a, shunt_complex16* b, int64_t ldb, int64_t stride_b,
    int64_t batch_size) {
    ztrsm_batch_strided_64_(&side, &uplo, &transa, &diag, &m, &n, &alpha, a, &lda, &stride_a, b, &ldb, &stride_b,
        &batch_size);
}
inline void trsm_vbatch(char side, char uplo, char transa, char diag, const int32_t* m, const int32_t* n, float alpha,
    const float* const* a, const int32_t* lda, float* const* b, const int32_t* ldb, int32_t batch_count) {
    strsm_vbatch_(&side, &uplo, &transa, &diag, m, n, &alpha, a, lda, b, ldb, &batch_count);
}
inline void trsm_vbatch(char side, char uplo, char transa, char diag, const int64_t* m, const int64_t* n, float alpha,
    const float* const* a, const int64_t* lda, float* const* b, const int64_t* ldb, int64_t batch_count) {
    strsm_vbatch_64_(&side, &uplo, &transa, &diag, m, n, &alpha, a, lda, b, ldb, &batch_count);
}
inline void trsm_vbatch(char side, char uplo, char transa, char diag, const int32_t* m, const int32_t* n, double alpha,
    const double* const* a, const int32_t* lda, double* const* b, const int32_t* ldb, int32_t batch_count) {
    dtrsm_vbatch_(&side, &uplo, &transa, &diag, m, n, &alpha, a, lda, b, ldb, &batch_count);
}
inline void trsm_vbatch(char side, char uplo, char transa, char diag, const int64_t* m, const int64_t* n, double alpha,
    const double* const* a, const int64_t* lda, double* const* b, const int64_t* ldb, int64_t batch_count) {
    dtrsm_vbatch_64_(&side, &uplo, &transa, &diag, m, n, &alpha, a, lda, b, ldb, &batch_count);
}
inline void trsm_vbatch(char side, char uplo, char transa, char diag, const int32_t* m, const int32_t* n, shunt_complex8
    alpha, const shunt_complex8* const* a, const int32_t* lda, shunt_complex8* const* b, const int32_t* ldb, int32_t
    batch_count) {
    ctrsm_vbatch_(&side, &uplo, &transa, &diag, m, n, &alpha, a, lda, b, ldb, &batch_count);
}
inline void trsm_vbatch(char side, char uplo, char transa, char diag, const int64_t* m, const int64_t* n, shunt_complex8
    alpha, const shunt_complex8* const* a, const int64_t* lda, shunt_complex8* const* b, const int64_t* ldb, int64_t
    batch_count) {
    ctrsm_vbatch_64_(&side, &uplo, &transa, &diag, m, n, &alpha, a, lda, b, ldb, &batch_count);
}
inline void trsm_vbatch(char side, char uplo, char transa, char diag, const int32_t* m, const int32_t* n,
    shunt_complex16 alpha, const shunt_complex16* const* a, const int32_t* lda, shunt_complex16* const* b, const
    int32_t* ldb, int32_t batch_count) {
    ztrsm_vbatch_(&side, &uplo, &transa, &diag, m, n, &alpha, a, lda, b, ldb, &batch_count);
}
inline void trsm_vbatch(char side, char uplo, char transa, char diag, const int64_t* m, const int64_t* n,
    shunt_complex16 alpha, const shunt_complex16* const* a, const int64_t* lda, shunt_complex16* const* b, const
    int64_t* ldb, int64_t batch_count) {
    ztrsm_vbatch_64_(&side, &uplo, &transa, &diag, m, n, &alpha, a, lda, b, ldb, &batch_count);
}

inline void trmm_batch(const char* side, const char* uplo, const char* transa, const char* diag, const int32_t* m, const
    int32_t* n, const float* alpha, const float* const* a, const int32_t* lda, float* const* b, const int32_t* ldb,
    int32_t group_count, const int32_t* group_size) {
    strmm_batch_(side, uplo, transa, diag, m, n, alpha, a, lda, b, ldb, &group_count, group_size);
}
inline void trmm_batch(const char* side, const char* uplo, const char* transa, const char* diag, const int64_t* m, const
    int64_t* n, const float* alpha, const float* const* a, const int64_t* lda, float* const* b, const int64_t* ldb,
    int64_t group_count, const int64_t* group_size) {
    strmm_batch_64_(side, uplo, transa, diag, m, n, alpha, a, lda, b, ldb, &group_count, group_size);
}
inline void trmm_batch(const char* side, const char* uplo, const char* transa, const char* diag, const int32_t* m, const
    int32_t* n, const double* alpha, const double* const* a, const int32_t* lda, double* const* b, const int32_t* ldb,
    int32_t group_count, const int32_t* group_size) {
    dtrmm_batch_(side, uplo, transa, diag, m, n, alpha, a, lda, b, ldb, &group_count, group_size);
}
inline void trmm_batch(const char* side, const char* uplo, const char* transa, const char* diag, const int64_t* m, const
    int64_t* n, const double* alpha, const double* const* a, const int64_t* lda, double* const* b, const int64_t* ldb,
    int64_t group_count, const int64_t* group_size) {
    dtrmm_batch_64_(side, uplo, transa, diag, m, n, alpha, a, lda, b, ldb, &group_count, group_size);
}
inline void trmm_batch(const char* side, const char* uplo, const char* transa, const char* diag, const int32_t* m, const
    int32_t* n, const shunt_complex8* alpha, const shunt_complex8* const* a, const int32_t* lda, shunt_complex8* const*
    b, const int32_t* ldb, int32_t group_count, const int32_t* group_size) {
    ctrmm_batch_(side, uplo, transa, diag, m, n, alpha, a, lda, b, ldb, &group_count, group_size);
}
inline void trmm_batch(const char* side, const char* uplo, const char* transa, const char* diag, const int64_t* m, const
    int64_t* n, const shunt_complex8* alpha, const shunt_complex8* const* a, const int64_t* lda, shunt_complex8* const*
    b, const int64_t* ldb, int64_t group_count, const int64_t* group_size) {
    ctrmm_batch_64_(side, uplo, transa, diag, m, n, alpha, a, lda, b, ldb, &group_count, group_size);
}
inline void trmm_batch(const char* side, const char* uplo, const char* transa, const char* diag, const int32_t* m, const
    int32_t* n, const shunt_complex16* alpha, const shunt_complex16* const* a, const int32_t* lda, shunt_complex16*
    const* b, const int32_t* ldb, int32_t group_count, const int32_t* group_size) {
    ztrmm_batch_(side, uplo, transa, diag, m, n, alpha, a, lda, b, ldb, &group_count, group_size);
}
inline void trmm_batch(const char* side, const char* uplo, const char* transa, const char* diag, const int64_t* m, const
    int64_t* n, const shunt_complex16* alpha, const shunt_complex16* const* a, const int64_t* lda, shunt_complex16*
    const* b, const int64_t* ldb, int64_t group_count, const int64_t* group_size) {
    ztrmm_batch_64_(side, uplo, transa, diag, m, n, alpha, a, lda, b, ldb, &group_count, group_size);
}
inline void trmm_batch_strided(char side, char uplo, char transa, char diag, int64_t m, int64_t n, float alpha, const
    float* a, int64_t lda, int64_t stride_a, float* b, int64_t ldb, int64_t stride_b, int64_t batch_size) {
    strmm_batch_strided_64_(&side, &uplo, &transa, &diag, &m, &n, &alpha, a, &lda, &stride_a, b, &ldb, &stride_b,
        &batch_size);
}
inline void trmm_batch_strided(char side, char uplo, char transa, char diag, int64_t m, int64_t n, double alpha, const
    double* a, int64_t lda, int64_t stride_a, double* b, int64_t ldb, int64_t stride_b, int64_t batch_size) {
    dtrmm_batch_strided_64_(&side, &uplo, &transa, &diag, &m, &n, &alpha, a, &lda, &stride_a, b, &ldb, &stride_b,
        &batch_size);
}
inline void trmm_batch_strided(char side, char uplo, char transa, char diag, int64_t m, int64_t n, shunt_complex8 alpha,
    const shunt_complex8* a, int64_t lda, int64_t stride_a, shunt_complex8* b, int64_t ldb, int64_t stride_b, int64_t
    batch_size) {
    ctrmm_batch_strided_64_(&side, &uplo, &transa, &diag, &m, &n, &alpha, a, &lda, &stride_a, b, &ldb, &stride_b,
        &batch_size);
}
inline void trmm_batch_strided(char side, char uplo, char transa, char diag, int64_t m, int64_t n, shunt_complex16
    alpha, const shunt_complex16* a, int64_t lda, int64_t stride_a, shunt_complex16* b, int64_t ldb, int64_t stride_b,
    int64_t batch_size) {
    ztrmm_batch_strided_64_(&side, &uplo, &transa, &diag, &m, &n, &alpha, a, &lda, &stride_a, b, &ldb, &stride_b,
        &batch_size);
}
inline void trmm_vbatch(char side, char uplo, char transa, char diag, const int32_t* m, const int32_t* n, float alpha,
    const float* const* a, const int32_t* lda, float* const* b, const int32_t* ldb, int32_t batch_count) {
    strmm_vbatch_(&side, &uplo, &transa, &diag, m, n, &alpha, a, lda, b, ldb, &batch_count);
}
inline void trmm_vbatch(char side, char uplo, char transa, char diag, const int64_t* m, const int64_t* n, float alpha,
    const float* const* a, const int64_t* lda, float* const* b, const int64_t* ldb, int64_t batch_count) {
    strmm_vbatch_64_(&side, &uplo, &transa, &diag, m, n, &alpha, a, lda, b, ldb, &batch_count);
}
inline void trmm_vbatch(char side, char uplo, char transa, char diag, const int32_t* m, const int32_t* n, double alpha,
    const double* const* a, const int32_t* lda, double* const* b, const int32_t* ldb, int32_t batch_count) {
    dtrmm_vbatch_(&side, &uplo, &transa, &diag, m, n, &alpha, a, lda, b, ldb, &batch_count);
}
inline void trmm_vbatch(char side, char uplo, char transa, char diag, const int64_t* m, const int64_t* n, double alpha,
    const double* const* a, const int64_t* lda, double* const* b, const int64_t* ldb, int64_t batch_count) {
    dtrmm_vbatch_64_(&side, &uplo, &transa, &diag, m, n, &alpha, a, lda, b, ldb, &batch_count);
}
inline void trmm_vbatch(char side, char uplo, char transa, char diag, const int32_t* m, const int32_t* n, shunt_complex8
    alpha, const shunt_complex8* const* a, const int32_t* lda, shunt_complex8* const* b, const int32_t* ldb, int32_t
    batch_count) {
    ctrmm_vbatch_(&side, &uplo, &transa, &diag, m, n, &alpha, a, lda, b, ldb, &batch_count);
}
inline void trmm_vbatch(char side, char uplo, char transa, char diag, const int64_t* m, const int64_t* n, shunt_complex8
    alpha, const shunt_complex8* const* a, const int64_t* lda, shunt_complex8* const* b, const int64_t* ldb, int64_t
    batch_count) {
    ctrmm_vbatch_64_(&side, &uplo, &transa, &diag, m, n, &alpha, a, lda, b, ldb, &batch_count);
}
inline void trmm_vbatch(char side, char uplo, char transa, char diag, const int32_t* m, const int32_t* n,
    shunt_complex16 alpha, const shunt_complex16* const* a, const int32_t* lda, shunt_complex16* const* b, const
    int32_t* ldb, int32_t batch_count) {
    ztrmm_vbatch_(&side, &uplo, &transa, &diag, m, n, &alpha, a, lda, b, ldb, &batch_count);
}
inline void trmm_vbatch(char side, char uplo, char transa, char diag, const int64_t* m, const int64_t* n,
    shunt_complex16 alpha, const shunt_complex16* const* a, const int64_t* lda, shunt_complex16* const* b, const
    int64_t* ldb, int64_t batch_count) {
    ztrmm_vbatch_64_(&side, &uplo, &transa, &diag, m, n, &alpha, a, lda, b, ldb, &batch_count);
}

inline void trsv_batch(const char* uplo, const char* trans, const char* diag, const int32_t* n, const float* const* a,
    const int32_t* lda, float* const* x, const int32_t* incx, int32_t group_count, const int32_t* group_size) {
    strsv_batch_(uplo, trans, diag, n, a, lda, x, incx, &group_count, group_size);
}
inline void trsv_batch(const char* uplo, const char* trans, const char* diag, const int64_t* n, const float* const* a,
    const int64_t* lda, float* const* x, const int64_t* incx, int64_t group_count, const int64_t* group_size) {
    strsv_batch_64_(uplo, trans, diag, n, a, lda, x, incx, &group_count, group_size);
}
inline void trsv_batch(const char* uplo, const char* trans, const char* diag, const int32_t* n, const double* const* a,
    const int32_t* lda, double* const* x, const int32_t* incx, int32_t group_count, const int32_t* group_size) {
    dtrsv_batch_(uplo, trans, diag, n, a, lda, x, incx, &group_count, group_size);
}
inline void trsv_batch(const char* uplo, const char* trans, const char* diag, const int64_t* n, const double* const* a,
    const int64_t* lda, double* const* x, const int64_t* incx, int64_t group_count, const int64_t* group_size) {
    dtrsv_batch_64_(uplo, trans, diag, n, a, lda, x, incx, &group_count, group_size);
}
inline void trsv_batch(const char* uplo, const char* trans, const char* diag, const int32_t* n, const shunt_complex8*
    const* a, const int32_t* lda, shunt_complex8* const* x, const int32_t* incx, int32_t group_count, const int32_t*
    group_size) {
    ctrsv_batch_(uplo, trans, diag, n, a, lda, x, incx, &group_count, group_size);
}
inline void trsv_batch(const char* uplo, const char* trans, const char* diag, const int64_t* n, const shunt_complex8*
    const* a, const int64_t* lda, shunt_complex8* const* x, const int64_t* incx, int64_t group_count, const int64_t*
    group_size) {
    ctrsv_batch_64_(uplo, trans, diag, n, a, lda, x, incx, &group_count, group_size);
}
inline void trsv_batch(const char* uplo, const char* trans, const char* diag, const int32_t* n, const shunt_complex16*
    const* a, const int32_t* lda, shunt_complex16* const* x, const int32_t* incx, int32_t group_count, const int32_t*
    group_size) {
    ztrsv_batch_(uplo, trans, diag, n, a, lda, x, incx, &group_count, group_size);
}
inline void trsv_batch(const char* uplo, const char* trans, const char* diag, const int64_t* n, const shunt_complex16*
    const* a, const int64_t* lda, shunt_complex16* const* x, const int64_t* incx, int64_t group_count, const int64_t*
    group_size) {
    ztrsv_batch_64_(uplo, trans, diag, n, a, lda, x, incx, &group_count, group_size);
}
inline void trsv_batch_strided(char uplo, char trans, char diag, int64_t n, const float* a, int64_t lda, int64_t
    stride_a, float* x, int64_t incx, int64_t stride_x, int64_t batch_size) {
    strsv_batch_strided_64_(&uplo, &trans, &diag, &n, a, &lda, &stride_a, x, &incx, &stride_x, &batch_size);
}
inline void trsv_batch_strided(char uplo, char trans, char diag, int64_t n, const double* a, int64_t lda, int64_t
    stride_a, double* x, int64_t incx, int64_t stride_x, int64_t batch_size) {
    dtrsv_batch_strided_64_(&uplo, &trans, &diag, &n, a, &lda, &stride_a, x, &incx, &stride_x, &batch_size);
}
inline void trsv_batch_strided(char uplo, char trans, char diag, int64_t n, const shunt_complex8* a, int64_t lda,
    int64_t stride_a, shunt_complex8* x, int64_t incx, int64_t stride_x, int64_t batch_size) {
    ctrsv_batch_strided_64_(&uplo, &trans, &diag, &n, a, &lda, &stride_a, x, &incx, &stride_x, &batch_size);
}
inline void trsv_batch_strided(char uplo, char trans, char diag, int64_t n, const shunt_complex16* a, int64_t lda,
    int64_t stride_a, shunt_complex16* x, int64_t incx, int64_t stride_x, int64_t batch_size) {
    ztrsv_batch_strided_64_(&uplo, &trans, &diag, &n, a, &lda, &stride_a, x, &incx, &stride_x, &batch_size);
}
inline void trsv_vbatch(char uplo, char trans, char diag, const int32_t* n, const float* const* a, const int32_t* lda,
    float* const* x, const int32_t* incx, int32_t batch_count) {
    strsv_vbatch_(&uplo, &trans, &diag, n, a, lda, x, incx, &batch_count);
}
inline void trsv_vbatch(char uplo, char trans, char diag, const int64_t* n, const float* const* a, const int64_t* lda,
    float* const* x, const int64_t* incx, int64_t batch_count) {
    strsv_vbatch_64_(&uplo, &trans, &diag, n, a, lda, x, incx, &batch_count);
}
inline void trsv_vbatch(char uplo, char trans, char diag, const int32_t* n, const double* const* a, const int32_t* lda,
    double* const* x, const int32_t* incx, int32_t batch_count) {
    dtrsv_vbatch_(&uplo, &trans, &diag, n, a, lda, x, incx, &batch_count);
}
inline void trsv_vbatch(char uplo, char trans, char diag, const int64_t* n, const double* const* a, const int64_t* lda,
    double* const* x, const int64_t* incx, int64_t batch_count) {
    dtrsv_vbatch_64_(&uplo, &trans, &diag, n, a, lda, x, incx, &batch_count);
}
inline void trsv_vbatch(char uplo, char trans, char diag, const int32_t* n, const shunt_complex8* const* a, const
    int32_t* lda, shunt_complex8* const* x, const int32_t* incx, int32_t batch_count) {
    ctrsv_vbatch_(&uplo, &trans, &diag, n, a, lda, x, incx, &batch_count);
}
inline void trsv_vbatch(char uplo, char trans, char diag, const int64_t* n, const shunt_complex8* const* a, const
    int64_t* lda, shunt_complex8* const* x, const int64_t* incx, int64_t batch_count) {
    ctrsv_vbatch_64_(&uplo, &trans, &diag, n, a, lda, x, incx, &batch_count);
}
inline void trsv_vbatch(char uplo, char trans, char diag, const int32_t* n, const shunt_complex16* const* a, const
    int32_t* lda, shunt_complex16* const* x, const int32_t* incx, int32_t batch_count) {
    ztrsv_vbatch_(&uplo, &trans, &diag, n, a, lda, x, incx, &batch_count);
}
inline void trsv_vbatch(char uplo, char trans, char diag, const int64_t* n, const shunt_complex16* const* a, const
    int64_t* lda, shunt_complex16* const* x, const int64_t* incx, int64_t batch_count) {
    ztrsv_vbatch_64_(&uplo, &trans, &diag, n, a, lda, x, incx, &batch_count);
}

inline void getrf_batch(const int32_t* m, const int32_t* n, float* const* a, const int32_t* lda, int32_t* const* ipiv,
    int32_t group_count, const int32_t* group_size, int32_t* info) {
    sgetrf_batch_(m, n, a, lda, ipiv, &group_count, group_size, info);
}
inline void getrf_batch(const int64_t* m, const int64_t* n, float* const* a, const int64_t* lda, int64_t* const* ipiv,
    int64_t group_count, const int64_t* group_size, int64_t* info) {
    sgetrf_batch_64_(m, n, a, lda, ipiv, &group_count, group_size, info);
}
inline void getrf_batch(const int32_t* m, const int32_t* n, double* const* a, const int32_t* lda, int32_t* const* ipiv,
    int32_t group_count, const int32_t* group_size, int32_t* info) {
    dgetrf_batch_(m, n, a, lda, ipiv, &group_count, group_size, info);
}
inline void getrf_batch(const int64_t* m, const int64_t* n, double* const* a, const int64_t* lda, int64_t* const* ipiv,
    int64_t group_count, const int64_t* group_size, int64_t* info) {
    dgetrf_batch_64_(m, n, a, lda, ipiv, &group_count, group_size, info);
}
inline void getrf_batch(const int32_t* m, const int32_t* n, shunt_complex8* const* a, const int32_t* lda, int32_t*
    const* ipiv, int32_t group_count, const int32_t* group_size, int32_t* info) {
    cgetrf_batch_(m, n, a, lda, ipiv, &group_count, group_size, info);
}
inline void getrf_batch(const int64_t* m, const int64_t* n, shunt_complex8* const* a, const int64_t* lda, int64_t*
    const* ipiv, int64_t group_count, const int64_t* group_size, int64_t* info) {
    cgetrf_batch_64_(m, n, a, lda, ipiv, &group_count, group_size, info);
}
inline void getrf_batch(const int32_t* m, const int32_t* n, shunt_complex16* const* a, const int32_t* lda, int32_t*
    const* ipiv, int32_t group_count, const int32_t* group_size, int32_t* info) {
    zgetrf_batch_(m, n, a, lda, ipiv, &group_count, group_size, info);
}
inline void getrf_batch(const int64_t* m, const int64_t* n, shunt_complex16* const* a, const int64_t* lda, int64_t*
    const* ipiv, int64_t group_count, const int64_t* group_size, int64_t* info) {
    zgetrf_batch_64_(m, n, a, lda, ipiv, &group_count, group_size, info);
}
inline void getrf_batch_strided(int32_t m, int32_t n, float* a, int32_t lda, int32_t stride_a, int32_t* ipiv, int32_t
    stride_ipiv, int32_t batch_size, int32_t* info) {
    sgetrf_batch_strided_(&m, &n, a, &lda, &stride_a, ipiv, &stride_ipiv, &batch_size, info);
}
inline void getrf_batch_strided(int64_t m, int64_t n, float* a, int64_t lda, int64_t stride_a, int64_t* ipiv, int64_t
    stride_ipiv, int64_t batch_size, int64_t* info) {
    sgetrf_batch_strided_64_(&m, &n, a, &lda, &stride_a, ipiv, &stride_ipiv, &batch_size, info);
}
inline void getrf_batch_strided(int32_t m, int32_t n, double* a, int32_t lda, int32_t stride_a, int32_t* ipiv, int32_t
    stride_ipiv, int32_t batch_size, int32_t* info) {
    dgetrf_batch_strided_(&m, &n, a, &lda, &stride_a, ipiv, &stride_ipiv, &batch_size, info);
}
inline void getrf_batch_strided(int64_t m, int64_t n, double* a, int64_t lda, int64_t stride_a, int64_t* ipiv, int64_t
    stride_ipiv, int64_t batch_size, int64_t* info) {
    dgetrf_batch_strided_64_(&m, &n, a, &lda, &stride_a, ipiv, &stride_ipiv, &batch_size, info);
}
inline void getrf_batch_strided(int32_t m, int32_t n, shunt_complex8* a, int32_t lda, int32_t stride_a, int32_t* ipiv,
    int32_t stride_ipiv, int32_t batch_size, int32_t* info) {
    cgetrf_batch_strided_(&m, &n, a, &lda, &stride_a, ipiv, &stride_ipiv, &batch_size, info);
}
inline void getrf_batch_strided(int64_t m, int64_t n, shunt_complex8* a, int64_t lda, int64_t stride_a, int64_t* ipiv,
    int64_t stride_ipiv, int64_t batch_size, int64_t* info) {
    cgetrf_batch_strided_64_(&m, &n, a, &lda, &stride_a, ipiv, &stride_ipiv, &batch_size, info);
}
inline void getrf_batch_strided(int32_t m, int32_t n, shunt_complex16* a, int32_t lda, int32_t stride_a, int32_t* ipiv,
    int32_t stride_ipiv, int32_t batch_size, int32_t* info) {
    zgetrf_batch_strided_(&m, &n, a, &lda, &stride_a, ipiv, &stride_ipiv, &batch_size, info);
}
inline void getrf_batch_strided(int64_t m, int64_t n, shunt_complex16* a, int64_t lda, int64_t stride_a, int64_t* ipiv,
    int64_t stride_ipiv, int64_t batch_size, int64_t* info) {
    zgetrf_batch_strided_64_(&m, &n, a, &lda, &stride_a, ipiv, &stride_ipiv, &batch_size, info);
}
inline void getrf_vbatch(const int32_t* m, const int32_t* n, float* const* a, const int32_t* lda, int32_t* const* ipiv,
    int32_t batch_count, int32_t* info) {
    sgetrf_vbatch_(m, n, a, lda, ipiv, &batch_count, info);
}
inline void getrf_vbatch(const int64_t* m, const int64_t* n, float* const* a, const int64_t* lda, int64_t* const* ipiv,
    int64_t batch_count, int64_t* info) {
    sgetrf_vbatch_64_(m, n, a, lda, ipiv, &batch_count, info);
}
inline void getrf_vbatch(const int32_t* m, const int32_t* n, double* const* a, const int32_t* lda, int32_t* const* ipiv,
    int32_t batch_count, int32_t* info) {
    dgetrf_vbatch_(m, n, a, lda, ipiv, &batch_count, info);
}
inline void getrf_vbatch(const int64_t* m, const int64_t* n, double* const* a, const int64_t* lda, int64_t* const* ipiv,
    int64_t batch_count, int64_t* info) {
    dgetrf_vbatch_64_(m, n, a, lda, ipiv, &batch_count, info);
}
inline void getrf_vbatch(const int32_t* m, const int32_t* n, shunt_complex8* const* a, const int32_t* lda, int32_t*
    const* ipiv, int32_t batch_count, int32_t* info) {
    cgetrf_vbatch_(m, n, a, lda, ipiv, &batch_count, info);
}
inline void getrf_vbatch(const int64_t* m, const int64_t* n, shunt_complex8* const* a, const int64_t* lda, int64_t*
    const* ipiv, int64_t batch_count, int64_t* info) {
    cgetrf_vbatch_64_(m, n, a, lda, ipiv, &batch_count, info);
}
inline void getrf_vbatch(const int32_t* m, const int32_t* n, shunt_complex16* const* a, const int32_t* lda, int32_t*
    const* ipiv, int32_t batch_count, int32_t* info) {
    zgetrf_vbatch_(m, n, a, lda, ipiv, &batch_count, info);
}
inline void getrf_vbatch(const int64_t* m, const int64_t* n, shunt_complex16* const* a, const int64_t* lda, int64_t*
    const* ipiv, int64_t batch_count, int64_t* info) {
    zgetrf_vbatch_64_(m, n, a, lda, ipiv, &batch_count, info);
}

inline void getrs_batch(const char* trans, const int32_t* n, const int32_t* nrhs, const float* const* a, const int32_t*
    lda, const int32_t* const* ipiv, float* const* b, const int32_t* ldb, int32_t group_count, const int32_t*
    group_size, int32_t* info) {
    sgetrs_batch_(trans, n, nrhs, a, lda, ipiv, b, ldb, &group_count, group_size, info);
}
inline void getrs_batch(const char* trans, const int64_t* n, const int64_t* nrhs, const float* const* a, const int64_t*
    lda, const int64_t* const* ipiv, float* const* b, const int64_t* ldb, int64_t group_count, const int64_t*
    group_size, int64_t* info) {
    sgetrs_batch_64_(trans, n, nrhs, a, lda, ipiv, b, ldb, &group_count, group_size, info);
}
inline void getrs_batch(const char* trans, const int32_t* n, const int32_t* nrhs, const double* const* a, const int32_t*
    lda, const int32_t* const* ipiv, double* const* b, const int32_t* ldb, int32_t group_count, const int32_t*
    group_size, int32_t* info) {
    dgetrs_batch_(trans, n, nrhs, a, lda, ipiv, b, ldb, &group_count, group_size, info);
}
inline void getrs_batch(const char* trans, const int64_t* n, const int64_t* nrhs, const double* const* a, const int64_t*
    lda, const int64_t* const* ipiv, double* const* b, const int64_t* ldb, int64_t group_count, const int64_t*
    group_size, int64_t* info) {
    dgetrs_batch_64_(trans, n, nrhs, a, lda, ipiv, b, ldb, &group_count, group_size, info);
}
inline void getrs_batch(const char* trans, const int32_t* n, const int32_t* nrhs, const shunt_complex8* const* a, const
    int32_t* lda, const int32_t* const* ipiv, shunt_complex8* const* b, const int32_t* ldb, int32_t group_count, const
    int32_t* group_size, int32_t* info) {
    cgetrs_batch_(trans, n, nrhs, a, lda, ipiv, b, ldb, &group_count, group_size, info);
}
inline void getrs_batch(const char* trans, const int64_t* n, const int64_t* nrhs, const shunt_complex8* const* a, const
    int64_t* lda, const int64_t* const* ipiv, shunt_complex8* const* b, const int64_t* ldb, int64_t group_count, const
    int64_t* group_size, int64_t* info) {
    cgetrs_batch_64_(trans, n, nrhs, a, lda, ipiv, b, ldb, &group_count, group_size, info);
}
inline void getrs_batch(const char* trans, const int32_t* n, const int32_t* nrhs, const shunt_complex16* const* a, const
    int32_t* lda, const int32_t* const* ipiv, shunt_complex16* const* b, const int32_t* ldb, int32_t group_count, const
    int32_t* group_size, int32_t* info) {
    zgetrs_batch_(trans, n, nrhs, a, lda, ipiv, b, ldb, &group_count, group_size, info);
}
inline void getrs_batch(const char* trans, const int64_t* n, const int64_t* nrhs, const shunt_complex16* const* a, const
    int64_t* lda, const int64_t* const* ipiv, shunt_complex16* const* b, const int64_t* ldb, int64_t group_count, const
    int64_t* group_size, int64_t* info) {
    zgetrs_batch_64_(trans, n, nrhs, a, lda, ipiv, b, ldb, &group_count, group_size, info);
}
inline void getrs_batch_strided(char trans, int32_t n, int32_t nrhs, const float* a, int32_t lda, int32_t stride_a,
    const int32_t* ipiv, int32_t stride_ipiv, float* b, int32_t ldb, int32_t stride_b, int32_t batch_size, int32_t*
    info) {
    sgetrs_batch_strided_(&trans, &n, &nrhs, a, &lda, &stride_a, ipiv, &stride_ipiv, b, &ldb, &stride_b, &batch_size,
        info);
}
inline void getrs_batch_strided(char trans, int64_t n, int64_t nrhs, const float* a, int64_t lda, int64_t stride_a,
    const int64_t* ipiv, int64_t stride_ipiv, float* b, int64_t ldb, int64_t stride_b, int64_t batch_size, int64_t*
    info) {
    sgetrs_batch_strided_64_(&trans, &n, &nrhs, a, &lda, &stride_a, ipiv, &stride_ipiv, b, &ldb, &stride_b, &batch_size,
        info);
}
inline void getrs_batch_strided(char trans, int32_t n, int32_t nrhs, const double* a, int32_t lda, int32_t stride_a,
    const int32_t* ipiv, int32_t stride_ipiv, double* b, int32_t ldb, int32_t stride_b, int32_t batch_size, int32_t*
    info) {
    dgetrs_batch_strided_(&trans, &n, &nrhs, a, &lda, &stride_a, ipiv, &stride_ipiv, b, &ldb, &stride_b, &batch_size,
        info);
}
inline void getrs_batch_strided(char trans, int64_t n, int64_t nrhs, const double* a, int64_t lda, int64_t stride_a,
    const int64_t* ipiv, int64_t stride_ipiv, double* b, int64_t ldb, int64_t stride_b, int64_t batch_size, int64_t*
    info) {
    dgetrs_batch_strided_64_(&trans, &n, &nrhs, a, &lda, &stride_a, ipiv, &stride_ipiv, b, &ldb, &stride_b, &batch_size,
        info);
}
inline void getrs_batch_strided(char trans, int32_t n, int32_t nrhs, const shunt_complex8* a, int32_t lda, int32_t
    stride_a, const int32_t* ipiv, int32_t stride_ipiv, shunt_complex8* b, int32_t ldb, int32_t stride_b, int32_t
    batch_size, int32_t* info) {
    cgetrs_batch_strided_(&trans, &n, &nrhs, a, &lda, &stride_a, ipiv, &stride_ipiv, b, &ldb, &stride_b, &batch_size,
        info);
}
inline void getrs_batch_strided(char trans, int64_t n, int64_t nrhs, const shunt_complex8* a, int64_t lda, int64_t
    stride_a, const int64_t* ipiv, int64_t stride_ipiv, shunt_complex8* b, int64_t ldb, int64_t stride_b, int64_t
    batch_size, int64_t* info) {
    cgetrs_batch_strided_64_(&trans, &n, &nrhs, a, &lda, &stride_a, ipiv, &stride_ipiv, b, &ldb, &stride_b, &batch_size,
        info);
}
inline void getrs_batch_strided(char trans, int32_t n, int32_t nrhs, const shunt_complex16* a, int32_t lda, int32_t
    stride_a, const int32_t* ipiv, int32_t stride_ipiv, shunt_complex16* b, int32_t ldb, int32_t stride_b, int32_t
    batch_size, int32_t* info) {
    zgetrs_batch_strided_(&trans, &n, &nrhs, a, &lda, &stride_a, ipiv, &stride_ipiv, b, &ldb, &stride_b, &batch_size,
        info);
}
inline void getrs_batch_strided(char trans, int64_t n, int64_t nrhs, const shunt_complex16* a, int64_t lda, int64_t
    stride_a, const int64_t* ipiv, int64_t stride_ipiv, shunt_complex16* b, int64_t ldb, int64_t stride_b, int64_t
    batch_size, int64_t* info) {
    zgetrs_batch_strided_64_(&trans, &n, &nrhs, a, &lda, &stride_a, ipiv, &stride_ipiv, b, &ldb, &stride_b, &batch_size,
        info);
}
inline void getrs_vbatch(char trans, const int32_t* n, const int32_t* nrhs, const float* const* a, const int32_t* lda,
    const int32_t* const* ipiv, float* const* b, const int32_t* ldb, int32_t batch_count, int32_t* info) {
    sgetrs_vbatch_(&trans, n, nrhs, a, lda, ipiv, b, ldb, &batch_count, info);
}
inline void getrs_vbatch(char trans, const int64_t* n, const int64_t* nrhs, const float* const* a, const int64_t* lda,
    const int64_t* const* ipiv, float* const* b, const int64_t* ldb, int64_t batch_count, int64_t* info) {
    sgetrs_vbatch_64_(&trans, n, nrhs, a, lda, ipiv, b, ldb, &batch_count, info);
}
inline void getrs_vbatch(char trans, const int32_t* n, const int32_t* nrhs, const double* const* a, const int32_t* lda,
    const int32_t* const* ipiv, double* const* b, const int32_t* ldb, int32_t batch_count, int32_t* info) {
    dgetrs_vbatch_(&trans, n, nrhs, a, lda, ipiv, b, ldb, &batch_count, info);
}
inline void getrs_vbatch(char trans, const int64_t* n, const int64_t* nrhs, const double* const* a, const int64_t* lda,
    const int64_t* const* ipiv, double* const* b, const int64_t* ldb, int64_t batch_count, int64_t* info) {
    dgetrs_vbatch_64_(&trans, n, nrhs, a, lda, ipiv, b, ldb, &batch_count, info);
}
inline void getrs_vbatch(char trans, const int32_t* n, const int32_t* nrhs, const shunt_complex8* const* a, const
    int32_t* lda, const int32_t* const* ipiv, shunt_complex8* const* b, const int32_t* ldb, int32_t batch_count,
    int32_t* info) {
    cgetrs_vbatch_(&trans, n, nrhs, a, lda, ipiv, b, ldb, &batch_count, info);
}
inline void getrs_vbatch(char trans, const int64_t* n, const int64_t* nrhs, const shunt_complex8* const* a, const
    int64_t* lda, const int64_t* const* ipiv, shunt_complex8* const* b, const int64_t* ldb, int64_t batch_count,
    int64_t* info) {
    cgetrs_vbatch_64_(&trans, n, nrhs, a, lda, ipiv, b, ldb, &batch_count, info);
}
inline void getrs_vbatch(char trans, const int32_t* n, const int32_t* nrhs, const shunt_complex16* const* a, const
    int32_t* lda, const int32_t* const* ipiv, shunt_complex16* const* b, const int32_t* ldb, int32_t batch_count,
    int32_t* info) {
    zgetrs_vbatch_(&trans, n, nrhs, a, lda, ipiv, b, ldb, &batch_count, info);
}
inline void getrs_vbatch(char trans, const int64_t* n, const int64_t* nrhs, const shunt_complex16* const* a, const
    int64_t* lda, const int64_t* const* ipiv, shunt_complex16* const* b, const int64_t* ldb, int64_t batch_count,
    int64_t* info) {
    zgetrs_vbatch_64_(&trans, n, nrhs, a, lda, ipiv, b, ldb, &batch_count, info);
}

inline void getri_batch(const int32_t* n, float* const* a, const int32_t* lda, const int32_t* const* ipiv, int32_t
    group_count, const int32_t* group_size, int32_t* info) {
    sgetri_batch_(n, a, lda, ipiv, &group_count, group_size, info);
}
inline void getri_batch(const int64_t* n, float* const* a, const int64_t* lda, const int64_t* const* ipiv, int64_t
    group_count, const int64_t* group_size, int64_t* info) {
    sgetri_batch_64_(n, a, lda, ipiv, &group_count, group_size, info);
}
inline void getri_batch(const int32_t* n, double* const* a, const int32_t* lda, const int32_t* const* ipiv, int32_t
    group_count, const int32_t* group_size, int32_t* info) {
    dgetri_batch_(n, a, lda, ipiv, &group_count, group_size, info);
}
inline void getri_batch(const int64_t* n, double* const* a, const int64_t* lda, const int64_t* const* ipiv, int64_t
    group_count, const int64_t* group_size, int64_t* info) {
    dgetri_batch_64_(n, a, lda, ipiv, &group_count, group_size, info);
}
inline void getri_batch(const int32_t* n, shunt_complex8* const* a, const int32_t* lda, const int32_t* const* ipiv,
    int32_t group_count, const int32_t* group_size, int32_t* info) {
    cgetri_batch_(n, a, lda, ipiv, &group_count, group_size, info);
}
inline void getri_batch(const int64_t* n, shunt_complex8* const* a, const int64_t* lda, const int64_t* const* ipiv,
    int64_t group_count, const int64_t* group_size, int64_t* info) {
    cgetri_batch_64_(n, a, lda, ipiv, &group_count, group_size, info);
}
inline void getri_batch(const int32_t* n, shunt_complex16* const* a, const int32_t* lda, const int32_t* const* ipiv,
    int32_t group_count, const int32_t* group_size, int32_t* info) {
    zgetri_batch_(n, a, lda, ipiv, &group_count, group_size, info);
}
inline void getri_batch(const int64_t* n, shunt_complex16* const* a, const int64_t* lda, const int64_t* const* ipiv,
    int64_t group_count, const int64_t* group_size, int64_t* info) {
    zgetri_batch_64_(n, a, lda, ipiv, &group_count, group_size, info);
}
inline void getri_batch_strided(int32_t n, float* a, int32_t lda, int32_t stride_a, const int32_t* ipiv, int32_t
    stride_ipiv, int32_t batch_size, int32_t* info) {
    sgetri_batch_strided_(&n, a, &lda, &stride_a, ipiv, &stride_ipiv, &batch_size, info);
}
inline void getri_batch_strided(int64_t n, float* a, int64_t lda, int64_t stride_a, const int64_t* ipiv, int64_t
    stride_ipiv, int64_t batch_size, int64_t* info) {
    sgetri_batch_strided_64_(&n, a, &lda, &stride_a, ipiv, &stride_ipiv, &batch_size, info);
}
inline void getri_batch_strided(int32_t n, double* a, int32_t lda, int32_t stride_a, const int32_t* ipiv, int32_t
    stride_ipiv, int32_t batch_size, int32_t* info) {
    dgetri_batch_strided_(&n, a, &lda, &stride_a, ipiv, &stride_ipiv, &batch_size, info);
}
inline void getri_batch_strided(int64_t n, double* a, int64_t lda, int64_t stride_a, const int64_t* ipiv, int64_t
    stride_ipiv, int64_t batch_size, int64_t* info) {
    dgetri_batch_strided_64_(&n, a, &lda, &stride_a, ipiv, &stride_ipiv, &batch_size, info);
}
inline void getri_batch_strided(int32_t n, shunt_complex8* a, int32_t lda, int32_t stride_a, const int32_t* ipiv,
    int32_t stride_ipiv, int32_t batch_size, int32_t* info) {
    cgetri_batch_strided_(&n, a, &lda, &stride_a, ipiv, &stride_ipiv, &batch_size, info);
}
inline void getri_batch_strided(int64_t n, shunt_complex8* a, int64_t lda, int64_t stride_a, const int64_t* ipiv,
    int64_t stride_ipiv, int64_t batch_size, int64_t* info) {
    cgetri_batch_strided_64_(&n, a, &lda, &stride_a, ipiv, &stride_ipiv, &batch_size, info);
}
inline void getri_batch_strided(int32_t n, shunt_complex16* a, int32_t lda, int32_t stride_a, const int32_t* ipiv,
    int32_t stride_ipiv, int32_t batch_size, int32_t* info) {
    zgetri_batch_strided_(&n, a, &lda, &stride_a, ipiv, &stride_ipiv, &batch_size, info);
}
inline void getri_batch_strided(int64_t n, shunt_complex16* a, int64_t lda, int64_t stride_a, const int64_t* ipiv,
    int64_t stride_ipiv, int64_t batch_size, int64_t* info) {
    zgetri_batch_strided_64_(&n, a, &lda, &stride_a, ipiv, &stride_ipiv, &batch_size, info);
}
inline void getri_vbatch(const int32_t* n, float* const* a, const int32_t* lda, const int32_t* const* ipiv, int32_t
    batch_count, int32_t* info) {
    sgetri_vbatch_(n, a, lda, ipiv, &batch_count, info);
}
inline void getri_vbatch(const int64_t* n, float* const* a, const int64_t* lda, const int64_t* const* ipiv, int64_t
    batch_count, int64_t* info) {
    sgetri_vbatch_64_(n, a, lda, ipiv, &batch_count, info);
}
inline void getri_vbatch(const int32_t* n, double* const* a, const int32_t* lda, const int32_t* const* ipiv, int32_t
    batch_count, int32_t* info) {
    dgetri_vbatch_(n, a, lda, ipiv, &batch_count, info);
}
inline void getri_vbatch(const int64_t* n, double* const* a, const int64_t* lda, const int64_t* const* ipiv, int64_t
    batch_count, int64_t* info) {
    dgetri_vbatch_64_(n, a, lda, ipiv, &batch_count, info);
}
inline void getri_vbatch(const int32_t* n, shunt_complex8* const* a, const int32_t* lda, const int32_t* const* ipiv,
    int32_t batch_count, int32_t* info) {
    cgetri_vbatch_(n, a, lda, ipiv, &batch_count, info);
}
inline void getri_vbatch(const int64_t* n, shunt_complex8* const* a, const int64_t* lda, const int64_t* const* ipiv,
    int64_t batch_count, int64_t* info) {
    cgetri_vbatch_64_(n, a, lda, ipiv, &batch_count, info);
}
inline void getri_vbatch(const int32_t* n, shunt_complex16* const* a, const int32_t* lda, const int32_t* const* ipiv,
    int32_t batch_count, int32_t* info) {
    zgetri_vbatch_(n, a, lda, ipiv, &batch_count, info);
}
inline void getri_vbatch(const int64_t* n, shunt_complex16* const* a, const int64_t* lda, const int64_t* const* ipiv,
    int64_t batch_count, int64_t* info) {
    zgetri_vbatch_64_(n, a, lda, ipiv, &batch_count, info);
}

inline void potrf_batch(const char* uplo, const int32_t* n, float* const* a, const int32_t* lda, int32_t group_count,
    const int32_t* group_size, int32_t* info) {
    spotrf_batch_(uplo, n, a, lda, &group_count, group_size, info);
}
inline void potrf_batch(const char* uplo, const int64_t* n, float* const* a, const int64_t* lda, int64_t group_count,
    const int64_t* group_size, int64_t* info) {
    spotrf_batch_64_(uplo, n, a, lda, &group_count, group_size, info);
}
inline void potrf_batch(const char* uplo, const int32_t* n, double* const* a, const int32_t* lda, int32_t group_count,
    const int32_t* group_size, int32_t* info) {
    dpotrf_batch_(uplo, n, a, lda, &group_count, group_size, info);
}
inline void potrf_batch(const char* uplo, const int64_t* n, double* const* a, const int64_t* lda, int64_t group_count,
    const int64_t* group_size, int64_t* info) {
    dpotrf_batch_64_(uplo, n, a, lda, &group_count, group_size, info);
}
inline void potrf_batch(const char* uplo, const int32_t* n, shunt_complex8* const* a, const int32_t* lda, int32_t
    group_count, const int32_t* group_size, int32_t* info) {
    cpotrf_batch_(uplo, n, a, lda, &group_count, group_size, info);
}
inline void potrf_batch(const char* uplo, const int64_t* n, shunt_complex8* const* a, const int64_t* lda, int64_t
    group_count, const int64_t* group_size, int64_t* info) {
    cpotrf_batch_64_(uplo, n, a, lda, &group_count, group_size, info);
}
inline void potrf_batch(const char* uplo, const int32_t* n, shunt_complex16* const* a, const int32_t* lda, int32_t
    group_count, const int32_t* group_size, int32_t* info) {
    zpotrf_batch_(uplo, n, a, lda, &group_count, group_size, info);
}
inline void potrf_batch(const char* uplo, const int64_t* n, shunt_complex16* const* a, const int64_t* lda, int64_t
    group_count, const int64_t* group_size, int64_t* info) {
    zpotrf_batch_64_(uplo, n, a, lda, &group_count, group_size, info);
}
inline void potrf_batch_strided(char uplo, int32_t n, float* a, int32_t lda, int32_t stride_a, int32_t batch_size,
    int32_t* info) {
    spotrf_batch_strided_(&uplo, &n, a, &lda, &stride_a, &batch_size, info);
}
inline void potrf_batch_strided(char uplo, int64_t n, float* a, int64_t lda, int64_t stride_a, int64_t batch_size,
    int64_t* info) {
    spotrf_batch_strided_64_(&uplo, &n, a, &lda, &stride_a, &batch_size, info);
}
inline void potrf_batch_strided(char uplo, int32_t n, double* a, int32_t lda, int32_t stride_a, int32_t batch_size,
    int32_t* info) {
    dpotrf_batch_strided_(&uplo, &n, a, &lda, &stride_a, &batch_size, info);
}
inline void potrf_batch_strided(char uplo, int64_t n, double* a, int64_t lda, int64_t stride_a, int64_t batch_size,
    int64_t* info) {
    dpotrf_batch_strided_64_(&uplo, &n, a, &lda, &stride_a, &batch_size, info);
}
inline void potrf_batch_strided(char uplo, int32_t n, shunt_complex8* a, int32_t lda, int32_t stride_a, int32_t
    batch_size, int32_t* info) {
    cpotrf_batch_strided_(&uplo, &n, a, &lda, &stride_a, &batch_size, info);
}
inline void potrf_batch_strided(char uplo, int64_t n, shunt_complex8* a, int64_t lda, int64_t stride_a, int64_t
    batch_size, int64_t* info) {
    cpotrf_batch_strided_64_(&uplo, &n, a, &lda, &stride_a, &batch_size, info);
}
inline void potrf_batch_strided(char uplo, int32_t n, shunt_complex16* a, int32_t lda, int32_t stride_a, int32_t
    batch_size, int32_t* info) {
    zpotrf_batch_strided_(&uplo, &n, a, &lda, &stride_a, &batch_size, info);
}
inline void potrf_batch_strided(char uplo, int64_t n, shunt_complex16* a, int64_t lda, int64_t stride_a, int64_t
    batch_size, int64_t* info) {
    zpotrf_batch_strided_64_(&uplo, &n, a, &lda, &stride_a, &batch_size, info);
}
inline void potrf_vbatch(char uplo, const int32_t* n, float* const* a, const int32_t* lda, int32_t batch_count, int32_t*
    info) {
    spotrf_vbatch_(&uplo, n, a, lda, &batch_count, info);
}
inline void potrf_vbatch(char uplo, const int64_t* n, float* const* a, const int64_t* lda, int64_t batch_count, int64_t*
    info) {
    spotrf_vbatch_64_(&uplo, n, a, lda, &batch_count, info);
}
inline void potrf_vbatch(char uplo, const int32_t* n, double* const* a, const int32_t* lda, int32_t batch_count,
    int32_t* info) {
    dpotrf_vbatch_(&uplo, n, a, lda, &batch_count, info);
}
inline void potrf_vbatch(char uplo, const int64_t* n, double* const* a, const int64_t* lda, int64_t batch_count,
    int64_t* info) {
    dpotrf_vbatch_64_(&uplo, n, a, lda, &batch_count, info);
}
inline void potrf_vbatch(char uplo, const int32_t* n, shunt_complex8* const* a, const int32_t* lda, int32_t batch_count,
    int32_t* info) {
    cpotrf_vbatch_(&uplo, n, a, lda, &batch_count, info);
}
inline void potrf_vbatch(char uplo, const int64_t* n, shunt_complex8* const* a, const int64_t* lda, int64_t batch_count,
    int64_t* info) {
    cpotrf_vbatch_64_(&uplo, n, a, lda, &batch_count, info);
}
inline void potrf_vbatch(char uplo, const int32_t* n, shunt_complex16* const* a, const int32_t* lda, int32_t
    batch_count, int32_t* info) {
    zpotrf_vbatch_(&uplo, n, a, lda, &batch_count, info);
}
inline void potrf_vbatch(char uplo, const int64_t* n, shunt_complex16* const* a, const int64_t* lda, int64_t
    batch_count, int64_t* info) {
    zpotrf_vbatch_64_(&uplo, n, a, lda, &batch_count, info);
}

inline void potrs_batch(const char* uplo, const int32_t* n, const int32_t* nrhs, const float* const* a, const int32_t*
    lda, float* const* b, const int32_t* ldb, int32_t group_count, const int32_t* group_size, int32_t* info) {
    spotrs_batch_(uplo, n, nrhs, a, lda, b, ldb, &group_count, group_size, info);
}
inline void potrs_batch(const char* uplo, const int64_t* n, const int64_t* nrhs, const float* const* a, const int64_t*
    lda, float* const* b, const int64_t* ldb, int64_t group_count, const int64_t* group_size, int64_t* info) {
    spotrs_batch_64_(uplo, n, nrhs, a, lda, b, ldb, &group_count, group_size, info);
}
inline void potrs_batch(const char* uplo, const int32_t* n, const int32_t* nrhs, const double* const* a, const int32_t*
    lda, double* const* b, const int32_t* ldb, int32_t group_count, const int32_t* group_size, int32_t* info) {
    dpotrs_batch_(uplo, n, nrhs, a, lda, b, ldb, &group_count, group_size, info);
}
inline void potrs_batch(const char* uplo, const int64_t* n, const int64_t* nrhs, const double* const* a, const int64_t*
    lda, double* const* b, const int64_t* ldb, int64_t group_count, const int64_t* group_size, int64_t* info) {
    dpotrs_batch_64_(uplo, n, nrhs, a, lda, b, ldb, &group_count, group_size, info);
}
inline void potrs_batch(const char* uplo, const int32_t* n, const int32_t* nrhs, const shunt_complex8* const* a, const
    int32_t* lda, shunt_complex8* const* b, const int32_t* ldb, int32_t group_count, const int32_t* group_size, int32_t*
    info) {
    cpotrs_batch_(uplo, n, nrhs, a, lda, b, ldb, &group_count, group_size, info);
}
inline void potrs_batch(const char* uplo, const int64_t* n, const int64_t* nrhs, const shunt_complex8* const* a, const
    int64_t* lda, shunt_complex8* const* b, const int64_t* ldb, int64_t group_count, const int64_t* group_size, int64_t*
    info) {
    cpotrs_batch_64_(uplo, n, nrhs, a, lda, b, ldb, &group_count, group_size, info);
}
inline void potrs_batch(const char* uplo, const int32_t* n, const int32_t* nrhs, const shunt_complex16* const* a, const
    int32_t* lda, shunt_complex16* const* b, const int32_t* ldb, int32_t group_count, const int32_t* group_size,
    int32_t* info) {
    zpotrs_batch_(uplo, n, nrhs, a, lda, b, ldb, &group_count, group_size, info);
}
inline void potrs_batch(const char* uplo, const int64_t* n, const int64_t* nrhs, const shunt_complex16* const* a, const
    int64_t* lda, shunt_complex16* const* b, const int64_t* ldb, int64_t group_count, const int64_t* group_size,
    int64_t* info) {
    zpotrs_batch_64_(uplo, n, nrhs, a, lda, b, ldb, &group_count, group_size, info);
}
inline void potrs_batch_strided(char uplo, int32_t n, int32_t nrhs, const float* a, int32_t lda, int32_t stride_a,
    float* b, int32_t ldb, int32_t stride_b, int32_t batch_size, int32_t* info) {
    spotrs_batch_strided_(&uplo, &n, &nrhs, a, &lda, &stride_a, b, &ldb, &stride_b, &batch_size, info);
}
inline void potrs_batch_strided(char uplo, int64_t n, int64_t nrhs, const float* a, int64_t lda, int64_t stride_a,
    float* b, int64_t ldb, int64_t stride_b, int64_t batch_size, int64_t* info) {
    spotrs_batch_strided_64_(&uplo, &n, &nrhs, a, &lda, &stride_a, b, &ldb, &stride_b, &batch_size, info);
}
inline void potrs_batch_strided(char uplo, int32_t n, int32_t nrhs, const double* a, int32_t lda, int32_t stride_a,
    double* b, int32_t ldb, int32_t stride_b, int32_t batch_size, int32_t* info) {
    dpotrs_batch_strided_(&uplo, &n, &nrhs, a, &lda, &stride_a, b, &ldb, &stride_b, &batch_size, info);
}
inline void potrs_batch_strided(char uplo, int64_t n, int64_t nrhs, const double* a, int64_t lda, int64_t stride_a,
    double* b, int64_t ldb, int64_t stride_b, int64_t batch_size, int64_t* info) {
    dpotrs_batch_strided_64_(&uplo, &n, &nrhs, a, &lda, &stride_a, b, &ldb, &stride_b, &batch_size, info);
}
inline void potrs_batch_strided(char uplo, int32_t n, int32_t nrhs, const shunt_complex8* a, int32_t lda, int32_t
    stride_a, shunt_complex8* b, int32_t ldb, int32_t stride_b, int32_t batch_size, int32_t* info) {
    cpotrs_batch_strided_(&uplo, &n, &nrhs, a, &lda, &stride_a, b, &ldb, &stride_b, &batch_size, info);
}
inline void potrs_batch_strided(char uplo, int64_t n, int64_t nrhs, const shunt_complex8* a, int64_t lda, int64_t
    stride_a, shunt_complex8* b, int64_t ldb, int64_t stride_b, int64_t batch_size, int64_t* info) {
    cpotrs_batch_strided_64_(&uplo, &n, &nrhs, a, &lda, &stride_a, b, &ldb, &stride_b, &batch_size, info);
}
inline void potrs_batch_strided(char uplo, int32_t n, int32_t nrhs, const shunt_complex16* a, int32_t lda, int32_t
    stride_a, shunt_complex16* b, int32_t ldb, int32_t stride_b, int32_t batch_size, int32_t* info) {
    zpotrs_batch_strided_(&uplo, &n, &nrhs, a, &lda, &stride_a, b, &ldb, &stride_b, &batch_size, info);
}
inline void potrs_batch_strided(char uplo, int64_t n, int64_t nrhs, const shunt_complex16* a, int64_t lda, int64_t
    stride_a, shunt_complex16* b, int64_t ldb, int64_t stride_b, int64_t batch_size, int64_t* info) {
    zpotrs_batch_strided_64_(&uplo, &n, &nrhs, a, &lda, &stride_a, b, &ldb, &stride_b, &batch_size, info);
}
inline void potrs_vbatch(char uplo, const int32_t* n, const int32_t* nrhs, const float* const* a, const int32_t* lda,
    float* const* b, const int32_t* ldb, int32_t batch_count, int32_t* info) {
    spotrs_vbatch_(&uplo, n, nrhs, a, lda, b, ldb, &batch_count, info);
}
inline void potrs_vbatch(char uplo, const int64_t* n, const int64_t* nrhs, const float* const* a, const int64_t* lda,
    float* const* b, const int64_t* ldb, int64_t batch_count, int64_t* info) {
    spotrs_vbatch_64_(&uplo, n, nrhs, a, lda, b, ldb, &batch_count, info);
}
inline void potrs_vbatch(char uplo, const int32_t* n, const int32_t* nrhs, const double* const* a, const int32_t* lda,
    double* const* b, const int32_t* ldb, int32_t batch_count, int32_t* info) {
    dpotrs_vbatch_(&uplo, n, nrhs, a, lda, b, ldb, &batch_count, info);
}
inline void potrs_vbatch(char uplo, const int64_t* n, const int64_t* nrhs, const double* const* a, const int64_t* lda,
    double* const* b, const int64_t* ldb, int64_t batch_count, int64_t* info) {
    dpotrs_vbatch_64_(&uplo, n, nrhs, a, lda, b, ldb, &batch_count, info);
}
inline void potrs_vbatch(char uplo, const int32_t* n, const int32_t* nrhs, const shunt_complex8* const* a, const
    int32_t* lda, shunt_complex8* const* b, const int32_t* ldb, int32_t batch_count, int32_t* info) {
    cpotrs_vbatch_(&uplo, n, nrhs, a, lda, b, ldb, &batch_count, info);
}
inline void potrs_vbatch(char uplo, const int64_t* n, const int64_t* nrhs, const shunt_complex8* const* a, const
    int64_t* lda, shunt_complex8* const* b, const int64_t* ldb, int64_t batch_count, int64_t* info) {
    cpotrs_vbatch_64_(&uplo, n, nrhs, a, lda, b, ldb, &batch_count, info);
}
inline void potrs_vbatch(char uplo, const int32_t* n, const int32_t* nrhs, const shunt_complex16* const* a, const
    int32_t* lda, shunt_complex16* const* b, const int32_t* ldb, int32_t batch_count, int32_t* info) {
    zpotrs_vbatch_(&uplo, n, nrhs, a, lda, b, ldb, &batch_count, info);
}
inline void potrs_vbatch(char uplo, const int64_t* n, const int64_t* nrhs, const shunt_complex16* const* a, const
    int64_t* lda, shunt_complex16* const* b, const int64_t* ldb, int64_t batch_count, int64_t* info) {
    zpotrs_vbatch_64_(&uplo, n, nrhs, a, lda, b, ldb, &batch_count, info);
}

inline void geqrf_batch(const int32_t* m, const int32_t* n, float* const* a, const int32_t* lda, float* const* tau,
    int32_t group_count, const int32_t* group_size, int32_t* info) {
    sgeqrf_batch_(m, n, a, lda, tau, &group_count, group_size, info);
}
inline void geqrf_batch(const int64_t* m, const int64_t* n, float* const* a, const int64_t* lda, float* const* tau,
    int64_t group_count, const int64_t* group_size, int64_t* info) {
    sgeqrf_batch_64_(m, n, a, lda, tau, &group_count, group_size, info);
}
inline void geqrf_batch(const int32_t* m, const int32_t* n, double* const* a, const int32_t* lda, double* const* tau,
    int32_t group_count, const int32_t* group_size, int32_t* info) {
    dgeqrf_batch_(m, n, a, lda, tau, &group_count, group_size, info);
}
inline void geqrf_batch(const int64_t* m, const int64_t* n, double* const* a, const int64_t* lda, double* const* tau,
    int64_t group_count, const int64_t* group_size, int64_t* info) {
    dgeqrf_batch_64_(m, n, a, lda, tau, &group_count, group_size, info);
}
inline void geqrf_batch(const int32_t* m, const int32_t* n, shunt_complex8* const* a, const int32_t* lda,
    shunt_complex8* const* tau, int32_t group_count, const int32_t* group_size, int32_t* info) {
    cgeqrf_batch_(m, n, a, lda, tau, &group_count, group_size, info);
}
inline void geqrf_batch(const int64_t* m, const int64_t* n, shunt_complex8* const* a, const int64_t* lda,
    shunt_complex8* const* tau, int64_t group_count, const int64_t* group_size, int64_t* info) {
    cgeqrf_batch_64_(m, n, a, lda, tau, &group_count, group_size, info);
}
inline void geqrf_batch(const int32_t* m, const int32_t* n, shunt_complex16* const* a, const int32_t* lda,
    shunt_complex16* const* tau, int32_t group_count, const int32_t* group_size, int32_t* info) {
    zgeqrf_batch_(m, n, a, lda, tau, &group_count, group_size, info);
}
inline void geqrf_batch(const int64_t* m, const int64_t* n, shunt_complex16* const* a, const int64_t* lda,
    shunt_complex16* const* tau, int64_t group_count, const int64_t* group_size, int64_t* info) {
    zgeqrf_batch_64_(m, n, a, lda, tau, &group_count, group_size, info);
}
inline void geqrf_batch_strided(int32_t m, int32_t n, float* a, int32_t lda, int32_t stride_a, float* tau, int32_t
    stride_tau, int32_t batch_size, int32_t* info) {
    sgeqrf_batch_strided_(&m, &n, a, &lda, &stride_a, tau, &stride_tau, &batch_size, info);
}
inline void geqrf_batch_strided(int64_t m, int64_t n, float* a, int64_t lda, int64_t stride_a, float* tau, int64_t
    stride_tau, int64_t batch_size, int64_t* info) {
    sgeqrf_batch_strided_64_(&m, &n, a, &lda, &stride_a, tau, &stride_tau, &batch_size, info);
}
inline void geqrf_batch_strided(int32_t m, int32_t n, double* a, int32_t lda, int32_t stride_a, double* tau, int32_t
    stride_tau, int32_t batch_size, int32_t* info) {
    dgeqrf_batch_strided_(&m, &n, a, &lda, &stride_a, tau, &stride_tau, &batch_size, info);
}
inline void geqrf_batch_strided(int64_t m, int64_t n, double* a, int64_t lda, int64_t stride_a, double* tau, int64_t
    stride_tau, int64_t batch_size, int64_t* info) {
    dgeqrf_batch_strided_64_(&m, &n, a, &lda, &stride_a, tau, &stride_tau, &batch_size, info);
}
inline void geqrf_batch_strided(int32_t m, int32_t n, shunt_complex8* a, int32_t lda, int32_t stride_a, shunt_complex8*
    tau, int32_t stride_tau, int32_t batch_size, int32_t* info) {
    cgeqrf_batch_strided_(&m, &n, a, &lda, &stride_a, tau, &stride_tau, &batch_size, info);
}
inline void geqrf_batch_strided(int64_t m, int64_t n, shunt_complex8* a, int64_t lda, int64_t stride_a, shunt_complex8*
    tau, int64_t stride_tau, int64_t batch_size, int64_t* info) {
    cgeqrf_batch_strided_64_(&m, &n, a, &lda, &stride_a, tau, &stride_tau, &batch_size, info);
}
inline void geqrf_batch_strided(int32_t m, int32_t n, shunt_complex16* a, int32_t lda, int32_t stride_a,
    shunt_complex16* tau, int32_t stride_tau, int32_t batch_size, int32_t* info) {
    zgeqrf_batch_strided_(&m, &n, a, &lda, &stride_a, tau, &stride_tau, &batch_size, info);
}
inline void geqrf_batch_strided(int64_t m, int64_t n, shunt_complex16* a, int64_t lda, int64_t stride_a,
    shunt_complex16* tau, int64_t stride_tau, int64_t batch_size, int64_t* info) {
    zgeqrf_batch_strided_64_(&m, &n, a, &lda, &stride_a, tau, &stride_tau, &batch_size, info);
}
inline void geqrf_vbatch(const int32_t* m, const int32_t* n, float* const* a, const int32_t* lda, float* const* tau,
    int32_t batch_count, int32_t* info) {
    sgeqrf_vbatch_(m, n, a, lda, tau, &batch_count, info);
}
inline void geqrf_vbatch(const int64_t* m, const int64_t* n, float* const* a, const int64_t* lda, float* const* tau,
    int64_t batch_count, int64_t* info) {
    sgeqrf_vbatch_64_(m, n, a, lda, tau, &batch_count, info);
}
inline void geqrf_vbatch(const int32_t* m, const int32_t* n, double* const* a, const int32_t* lda, double* const* tau,
    int32_t batch_count, int32_t* info) {
    dgeqrf_vbatch_(m, n, a, lda, tau, &batch_count, info);
}
inline void geqrf_vbatch(const int64_t* m, const int64_t* n, double* const* a, const int64_t* lda, double* const* tau,
    int64_t batch_count, int64_t* info) {
    dgeqrf_vbatch_64_(m, n, a, lda, tau, &batch_count, info);
}
inline void geqrf_vbatch(const int32_t* m, const int32_t* n, shunt_complex8* const* a, const int32_t* lda,
    shunt_complex8* const* tau, int32_t batch_count, int32_t* info) {
    cgeqrf_vbatch_(m, n, a, lda, tau, &batch_count, info);
}
inline void geqrf_vbatch(const int64_t* m, const int64_t* n, shunt_complex8* const* a, const int64_t* lda,
    shunt_complex8* const* tau, int64_t batch_count, int64_t* info) {
    cgeqrf_vbatch_64_(m, n, a, lda, tau, &batch_count, info);
}
inline void geqrf_vbatch(const int32_t* m, const int32_t* n, shunt_complex16* const* a, const int32_t* lda,
    shunt_complex16* const* tau, int32_t batch_count, int32_t* info) {
    zgeqrf_vbatch_(m, n, a, lda, tau, &batch_count, info);
}
inline void geqrf_vbatch(const int64_t* m, const int64_t* n, shunt_complex16* const* a, const int64_t* lda,
    shunt_complex16* const* tau, int64_t batch_count, int64_t* info) {
    zgeqrf_vbatch_64_(m, n, a, lda, tau, &batch_count, info);
}

inline void orgqr_batch(const int32_t* m, const int32_t* n, const int32_t* k, float* const* a, const int32_t* lda, const
    float* const* tau, int32_t group_count, const int32_t* group_size, int32_t* info) {
    sorgqr_batch_(m, n, k, a, lda, tau, &group_count, group_size, info);
}
inline void orgqr_batch(const int64_t* m, const int64_t* n, const int64_t* k, float* const* a, const int64_t* lda, const
    float* const* tau, int64_t group_count, const int64_t* group_size, int64_t* info) {
    sorgqr_batch_64_(m, n, k, a, lda, tau, &group_count, group_size, info);
}
inline void orgqr_batch(const int32_t* m, const int32_t* n, const int32_t* k, double* const* a, const int32_t* lda,
    const double* const* tau, int32_t group_count, const int32_t* group_size, int32_t* info) {
    dorgqr_batch_(m, n, k, a, lda, tau, &group_count, group_size, info);
}
inline void orgqr_batch(const int64_t* m, const int64_t* n, const int64_t* k, double* const* a, const int64_t* lda,
    const double* const* tau, int64_t group_count, const int64_t* group_size, int64_t* info) {
    dorgqr_batch_64_(m, n, k, a, lda, tau, &group_count, group_size, info);
}
inline void orgqr_batch_strided(int32_t m, int32_t n, int32_t k, float* a, int32_t lda, int32_t stride_a, const float*
    tau, int32_t stride_tau, int32_t batch_size, int32_t* info) {
    sorgqr_batch_strided_(&m, &n, &k, a, &lda, &stride_a, tau, &stride_tau, &batch_size, info);
}
inline void orgqr_batch_strided(int64_t m, int64_t n, int64_t k, float* a, int64_t lda, int64_t stride_a, const float*
    tau, int64_t stride_tau, int64_t batch_size, int64_t* info) {
    sorgqr_batch_strided_64_(&m, &n, &k, a, &lda, &stride_a, tau, &stride_tau, &batch_size, info);
}
inline void orgqr_batch_strided(int32_t m, int32_t n, int32_t k, double* a, int32_t lda, int32_t stride_a, const double*
    tau, int32_t stride_tau, int32_t batch_size, int32_t* info) {
    dorgqr_batch_strided_(&m, &n, &k, a, &lda, &stride_a, tau, &stride_tau, &batch_size, info);
}
inline void orgqr_batch_strided(int64_t m, int64_t n, int64_t k, double* a, int64_t lda, int64_t stride_a, const double*
    tau, int64_t stride_tau, int64_t batch_size, int64_t* info) {
    dorgqr_batch_strided_64_(&m, &n, &k, a, &lda, &stride_a, tau, &stride_tau, &batch_size, info);
}
inline void orgqr_vbatch(const int32_t* m, const int32_t* n, const int32_t* k, float* const* a, const int32_t* lda,
    const float* const* tau, int32_t batch_count, int32_t* info) {
    sorgqr_vbatch_(m, n, k, a, lda, tau, &batch_count, info);
}
inline void orgqr_vbatch(const int64_t* m, const int64_t* n, const int64_t* k, float* const* a, const int64_t* lda,
    const float* const* tau, int64_t batch_count, int64_t* info) {
    sorgqr_vbatch_64_(m, n, k, a, lda, tau, &batch_count, info);
}
inline void orgqr_vbatch(const int32_t* m, const int32_t* n, const int32_t* k, double* const* a, const int32_t* lda,
    const double* const* tau, int32_t batch_count, int32_t* info) {
    dorgqr_vbatch_(m, n, k, a, lda, tau, &batch_count, info);
}
inline void orgqr_vbatch(const int64_t* m, const int64_t* n, const int64_t* k, double* const* a, const int64_t* lda,
    const double* const* tau, int64_t batch_count, int64_t* info) {
    dorgqr_vbatch_64_(m, n, k, a, lda, tau, &batch_count, info);
}

inline void ungqr_batch(const int32_t* m, const int32_t* n, const int32_t* k, shunt_complex8* const* a, const int32_t*
    lda, const shunt_complex8* const* tau, int32_t group_count, const int32_t* group_size, int32_t* info) {
    cungqr_batch_(m, n, k, a, lda, tau, &group_count, group_size, info);
}
inline void ungqr_batch(const int64_t* m, const int64_t* n, const int64_t* k, shunt_complex8* const* a, const int64_t*
    lda, const shunt_complex8* const* tau, int64_t group_count, const int64_t* group_size, int64_t* info) {
    cungqr_batch_64_(m, n, k, a, lda, tau, &group_count, group_size, info);
}
inline void ungqr_batch(const int32_t* m, const int32_t* n, const int32_t* k, shunt_complex16* const* a, const int32_t*
    lda, const shunt_complex16* const* tau, int32_t group_count, const int32_t* group_size, int32_t* info) {
    zungqr_batch_(m, n, k, a, lda, tau, &group_count, group_size, info);
}
inline void ungqr_batch(const int64_t* m, const int64_t* n, const int64_t* k, shunt_complex16* const* a, const int64_t*
    lda, const shunt_complex16* const* tau, int64_t group_count, const int64_t* group_size, int64_t* info) {
    zungqr_batch_64_(m, n, k, a, lda, tau, &group_count, group_size, info);
}
inline void ungqr_batch_strided(int32_t m, int32_t n, int32_t k, shunt_complex8* a, int32_t lda, int32_t stride_a, const
    shunt_complex8* tau, int32_t stride_tau, int32_t batch_size, int32_t* info) {
    cungqr_batch_strided_(&m, &n, &k, a, &lda, &stride_a, tau, &stride_tau, &batch_size, info);
}
inline void ungqr_batch_strided(int64_t m, int64_t n, int64_t k, shunt_complex8* a, int64_t lda, int64_t stride_a, const
    shunt_complex8* tau, int64_t stride_tau, int64_t batch_size, int64_t* info) {
    cungqr_batch_strided_64_(&m, &n, &k, a, &lda, &stride_a, tau, &stride_tau, &batch_size, info);
}
inline void ungqr_batch_strided(int32_t m, int32_t n, int32_t k, shunt_complex16* a, int32_t lda, int32_t stride_a,
    const shunt_complex16* tau, int32_t stride_tau, int32_t batch_size, int32_t* info) {
    zungqr_batch_strided_(&m, &n, &k, a, &lda, &stride_a, tau, &stride_tau, &batch_size, info);
}
inline void ungqr_batch_strided(int64_t m, int64_t n, int64_t k, shunt_complex16* a, int64_t lda, int64_t stride_a,
    const shunt_complex16* tau, int64_t stride_tau, int64_t batch_size, int64_t* info) {
    zungqr_batch_strided_64_(&m, &n, &k, a, &lda, &stride_a, tau, &stride_tau, &batch_size, info);
}
inline void ungqr_vbatch(const int32_t* m, const int32_t* n, const int32_t* k, shunt_complex8* const* a, const int32_t*
    lda, const shunt_complex8* const* tau, int32_t batch_count, int32_t* info) {
    cungqr_vbatch_(m, n, k, a, lda, tau, &batch_count, info);
}
inline void ungqr_vbatch(const int64_t* m, const int64_t* n, const int64_t* k, shunt_complex8* const* a, const int64_t*
    lda, const shunt_complex8* const* tau, int64_t batch_count, int64_t* info) {
    cungqr_vbatch_64_(m, n, k, a, lda, tau, &batch_count, info);
}
inline void ungqr_vbatch(const int32_t* m, const int32_t* n, const int32_t* k, shunt_complex16* const* a, const int32_t*
    lda, const shunt_complex16* const* tau, int32_t batch_count, int32_t* info) {
    zungqr_vbatch_(m, n, k, a, lda, tau, &batch_count, info);
}
inline void ungqr_vbatch(const int64_t* m, const int64_t* n, const int64_t* k, shunt_complex16* const* a, const int64_t*
    lda, const shunt_complex16* const* tau, int64_t batch_count, int64_t* info) {
    zungqr_vbatch_64_(m, n, k, a, lda, tau, &batch_count, info);
}

inline void gebrd_batch(const int32_t* m, const int32_t* n, float* const* a, const int32_t* lda, float* const* d, float*
    const* e, float* const* tauq, float* const* taup, int32_t group_count, const int32_t* group_size, int32_t* info) {
    sgebrd_batch_(m, n, a, lda, d, e, tauq, taup, &group_count, group_size, info);
}
inline void gebrd_batch(const int64_t* m, const int64_t* n, float* const* a, const int64_t* lda, float* const* d, float*
    const* e, float* const* tauq, float* const* taup, int64_t group_count, const int64_t* group_size, int64_t* info) {
    sgebrd_batch_64_(m, n, a, lda, d, e, tauq, taup, &group_count, group_size, info);
}
inline void gebrd_batch(const int32_t* m, const int32_t* n, double* const* a, const int32_t* lda, double* const* d,
    double* const* e, double* const* tauq, double* const* taup, int32_t group_count, const int32_t* group_size, int32_t*
    info) {
    dgebrd_batch_(m, n, a, lda, d, e, tauq, taup, &group_count, group_size, info);
}
inline void gebrd_batch(const int64_t* m, const int64_t* n, double* const* a, const int64_t* lda, double* const* d,
    double* const* e, double* const* tauq, double* const* taup, int64_t group_count, const int64_t* group_size, int64_t*
    info) {
    dgebrd_batch_64_(m, n, a, lda, d, e, tauq, taup, &group_count, group_size, info);
}
inline void gebrd_batch(const int32_t* m, const int32_t* n, shunt_complex8* const* a, const int32_t* lda, float* const*
    d, float* const* e, shunt_complex8* const* tauq, shunt_complex8* const* taup, int32_t group_count, const int32_t*
    group_size, int32_t* info) {
    cgebrd_batch_(m, n, a, lda, d, e, tauq, taup, &group_count, group_size, info);
}
inline void gebrd_batch(const int64_t* m, const int64_t* n, shunt_complex8* const* a, const int64_t* lda, float* const*
    d, float* const* e, shunt_complex8* const* tauq, shunt_complex8* const* taup, int64_t group_count, const int64_t*
    group_size, int64_t* info) {
    cgebrd_batch_64_(m, n, a, lda, d, e, tauq, taup, &group_count, group_size, info);
}
inline void gebrd_batch(const int32_t* m, const int32_t* n, shunt_complex16* const* a, const int32_t* lda, double*
    const* d, double* const* e, shunt_complex16* const* tauq, shunt_complex16* const* taup, int32_t group_count, const
    int32_t* group_size, int32_t* info) {
    zgebrd_batch_(m, n, a, lda, d, e, tauq, taup, &group_count, group_size, info);
}
inline void gebrd_batch(const int64_t* m, const int64_t* n, shunt_complex16* const* a, const int64_t* lda, double*
    const* d, double* const* e, shunt_complex16* const* tauq, shunt_complex16* const* taup, int64_t group_count, const
    int64_t* group_size, int64_t* info) {
    zgebrd_batch_64_(m, n, a, lda, d, e, tauq, taup, &group_count, group_size, info);
}
inline void gebrd_batch_strided(int32_t m, int32_t n, float* a, int32_t lda, int32_t stride_a, float* d, int32_t
    stride_d, float* e, int32_t stride_e, float* tauq, int32_t stride_tauq, float* taup, int32_t stride_taup, int32_t
    batch_size, int32_t* info) {
    sgebrd_batch_strided_(&m, &n, a, &lda, &stride_a, d, &stride_d, e, &stride_e, tauq, &stride_tauq, taup,
        &stride_taup, &batch_size, info);
}
inline void gebrd_batch_strided(int64_t m, int64_t n, float* a, int64_t lda, int64_t stride_a, float* d, int64_t
    stride_d, float* e, int64_t stride_e, float* tauq, int64_t stride_tauq, float* taup, int64_t stride_taup, int64_t
    batch_size, int64_t* info) {
    sgebrd_batch_strided_64_(&m, &n, a, &lda, &stride_a, d, &stride_d, e, &stride_e, tauq, &stride_tauq, taup,
        &stride_taup, &batch_size, info);
}
inline void gebrd_batch_strided(int32_t m, int32_t n, double* a, int32_t lda, int32_t stride_a, double* d, int32_t
    stride_d, double* e, int32_t stride_e, double* tauq, int32_t stride_tauq, double* taup, int32_t stride_taup, int32_t
    batch_size, int32_t* info) {
    dgebrd_batch_strided_(&m, &n, a, &lda, &stride_a, d, &stride_d, e, &stride_e, tauq, &stride_tauq, taup,
        &stride_taup, &batch_size, info);
}
inline void gebrd_batch_strided(int64_t m, int64_t n, double* a, int64_t lda, int64_t stride_a, double* d, int64_t
    stride_d, double* e, int64_t stride_e, double* tauq, int64_t stride_tauq, double* taup, int64_t stride_taup, int64_t
    batch_size, int64_t* info) {
    dgebrd_batch_strided_64_(&m, &n, a, &lda, &stride_a, d, &stride_d, e, &stride_e, tauq, &stride_tauq, taup,
        &stride_taup, &batch_size, info);
}
inline void gebrd_batch_strided(int32_t m, int32_t n, shunt_complex8* a, int32_t lda, int32_t stride_a, float* d,
    int32_t stride_d, float* e, int32_t stride_e, shunt_complex8* tauq, int32_t stride_tauq, shunt_complex8* taup,
    int32_t stride_taup, int32_t batch_size, int32_t* info) {
    cgebrd_batch_strided_(&m, &n, a, &lda, &stride_a, d, &stride_d, e, &stride_e, tauq, &stride_tauq, taup,
        &stride_taup, &batch_size, info);
}
inline void gebrd_batch_strided(int64_t m, int64_t n, shunt_complex8* a, int64_t lda, int64_t stride_a, float* d,
    int64_t stride_d, float* e, int64_t stride_e, shunt_complex8* tauq, int64_t stride_tauq, shunt_complex8* taup,
    int64_t stride_taup, int64_t batch_size, int64_t* info) {
    cgebrd_batch_strided_64_(&m, &n, a, &lda, &stride_a, d, &stride_d, e, &stride_e, tauq, &stride_tauq, taup,
        &stride_taup, &batch_size, info);
}
inline void gebrd_batch_strided(int32_t m, int32_t n, shunt_complex16* a, int32_t lda, int32_t stride_a, double* d,
    int32_t stride_d, double* e, int32_t stride_e, shunt_complex16* tauq, int32_t stride_tauq, shunt_complex16* taup,
    int32_t stride_taup, int32_t batch_size, int32_t* info) {
    zgebrd_batch_strided_(&m, &n, a, &lda, &stride_a, d, &stride_d, e, &stride_e, tauq, &stride_tauq, taup,
        &stride_taup, &batch_size, info);
}
inline void gebrd_batch_strided(int64_t m, int64_t n, shunt_complex16* a, int64_t lda, int64_t stride_a, double* d,
    int64_t stride_d, double* e, int64_t stride_e, shunt_complex16* tauq, int64_t stride_tauq, shunt_complex16* taup,
    int64_t stride_taup, int64_t batch_size, int64_t* info) {
    zgebrd_batch_strided_64_(&m, &n, a, &lda, &stride_a, d, &stride_d, e, &stride_e, tauq, &stride_tauq, taup,
        &stride_taup, &batch_size, info);
}
inline void gebrd_vbatch(const int32_t* m, const int32_t* n, float* const* a, const int32_t* lda, float* const* d,
    float* const* e, float* const* tauq, float* const* taup, int32_t batch_count, int32_t* info) {
    sgebrd_vbatch_(m, n, a, lda, d, e, tauq, taup, &batch_count, info);
}
inline void gebrd_vbatch(const int64_t* m, const int64_t* n, float* const* a, const int64_t* lda, float* const* d,
    float* const* e, float* const* tauq, float* const* taup, int64_t batch_count, int64_t* info) {
    sgebrd_vbatch_64_(m, n, a, lda, d, e, tauq, taup, &batch_count, info);
}
inline void gebrd_vbatch(const int32_t* m, const int32_t* n, double* const* a, const int32_t* lda, double* const* d,
    double* const* e, double* const* tauq, double* const* taup, int32_t batch_count, int32_t* info) {
    dgebrd_vbatch_(m, n, a, lda, d, e, tauq, taup, &batch_count, info);
}
inline void gebrd_vbatch(const int64_t* m, const int64_t* n, double* const* a, const int64_t* lda, double* const* d,
    double* const* e, double* const* tauq, double* const* taup, int64_t batch_count, int64_t* info) {
    dgebrd_vbatch_64_(m, n, a, lda, d, e, tauq, taup, &batch_count, info);
}
inline void gebrd_vbatch(const int32_t* m, const int32_t* n, shunt_complex8* const* a, const int32_t* lda, float* const*
    d, float* const* e, shunt_complex8* const* tauq, shunt_complex8* const* taup, int32_t batch_count, int32_t* info) {
    cgebrd_vbatch_(m, n, a, lda, d, e, tauq, taup, &batch_count, info);
}
inline void gebrd_vbatch(const int64_t* m, const int64_t* n, shunt_complex8* const* a, const int64_t* lda, float* const*
    d, float* const* e, shunt_complex8* const* tauq, shunt_complex8* const* taup, int64_t batch_count, int64_t* info) {
    cgebrd_vbatch_64_(m, n, a, lda, d, e, tauq, taup, &batch_count, info);
}
inline void gebrd_vbatch(const int32_t* m, const int32_t* n, shunt_complex16* const* a, const int32_t* lda, double*
    const* d, double* const* e, shunt_complex16* const* tauq, shunt_complex16* const* taup, int32_t batch_count,
    int32_t* info) {
    zgebrd_vbatch_(m, n, a, lda, d, e, tauq, taup, &batch_count, info);
}
inline void gebrd_vbatch(const int64_t* m, const int64_t* n, shunt_complex16* const* a, const int64_t* lda, double*
    const* d, double* const* e, shunt_complex16* const* tauq, shunt_complex16* const* taup, int64_t batch_count,
    int64_t* info) {
    zgebrd_vbatch_64_(m, n, a, lda, d, e, tauq, taup, &batch_count, info);
}

}  // namespace shunt
#endif
#endif
