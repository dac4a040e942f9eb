// In: a library, libshunt.so, and matrices in device memory. Out: its batched BLAS and LAPACK on a stream, for C99 and
// C++11. Written by fortran/generate.py; change that instead. Link with -lshunt.
//
// The routines of shunt_batch.h, with the same arguments, enqueued: they take no memory of the device's and wait for
// nothing, and can be captured in a CUDA graph. Behind the arguments:
//
// stream: a cudaStream_t, of the GPU that has the matrices; NULL: its default stream.
// workspace: device memory that begins at a multiple of 256 bytes (as cudaMalloc's does), the routine's until what is
//     enqueued is done. NULL: *workspace_bytes is set to what the call wants, and nothing is enqueued.
// workspace_bytes: how much there is.
//
// To ask for the workspace opens the device, where nobody has, which may take memory and time: ask before a capture.
//
// Memory: all operands and info lie in device (or managed) memory, arrays of their addresses in either. What says how
// much there is (options, sizes, leading dimensions, increments, strides, scalars, counts) is read at once, from the
// host's memory; a graph has it as it was. Of addresses in device memory nothing is checked; complex matrices
// begin at multiples of an element's size. Arrays of addresses in the host's memory, and sizes of more than eight
// groups, travel with the launches, 32000 bytes in each.
//
// Result: 0; the number of a bad argument, counted from 1 through all of them; SHUNT_NOT_ENQUEUED (no GPU, or problems
// that are too large: sizes above 8192, above 1048576 for gemv, trsv, geqrf, orgqr and ungqr, matrices of 2^31 elements, or
// gebrd beyond what a block's shared memory allows); in all these cases nothing was. SHUNT_ENQUEUED_IN_PART: the device
// failed. info is as without _async; a bad argument does not set it. The results are those of the plain symbols, to the
// bit, but for problems that these do one by one (products of 2^30 multiplications and more, LU of more than 1024 rows).
// clang-format off
#ifndef SHUNT_BATCH_ASYNC_H
#define SHUNT_BATCH_ASYNC_H

#include <stddef.h>

#include "shunt_batch.h"

#define SHUNT_NOT_ENQUEUED (-1)
#define SHUNT_ENQUEUED_IN_PART (-2)

#ifdef __cplusplus
extern "C" {
#endif

int shunt_sgemm_batch_async(const char* transa, const char* transb, const int32_t* m, const int32_t* n, const int32_t*
    k, const float* alpha, const float* const* a, const int32_t* lda, const float* const* b, const int32_t* ldb, const
    float* beta, float* const* c, const int32_t* ldc, const int32_t* group_count, const int32_t* group_size, void*
    stream, void* workspace, size_t* workspace_bytes);
int shunt_sgemm_batch_async_64(const char* transa, const char* transb, const int64_t* m, const int64_t* n, const
    int64_t* k, const float* alpha, const float* const* a, const int64_t* lda, const float* const* b, const int64_t*
    ldb, const float* beta, float* const* c, const int64_t* ldc, const int64_t* group_count, const int64_t* group_size,
    void* stream, void* workspace, size_t* workspace_bytes);
int shunt_sgemm_batch_strided_async(const char* transa, const char* transb, const int32_t* m, const int32_t* n, const
    int32_t* k, const float* alpha, const float* a, const int32_t* lda, const int32_t* stride_a, const float* b, const
    int32_t* ldb, const int32_t* stride_b, const float* beta, float* c, const int32_t* ldc, const int32_t* stride_c,
    const int32_t* batch_size, void* stream, void* workspace, size_t* workspace_bytes);
int shunt_sgemm_batch_strided_async_64(const char* transa, const char* transb, const int64_t* m, const int64_t* n, const
    int64_t* k, const float* alpha, const float* a, const int64_t* lda, const int64_t* stride_a, const float* b, const
    int64_t* ldb, const int64_t* stride_b, const float* beta, float* c, const int64_t* ldc, const int64_t* stride_c,
    const int64_t* batch_size, void* stream, void* workspace, size_t* workspace_bytes);
int shunt_sgemm_vbatch_async(const char* transa, const char* transb, const int32_t* m, const int32_t* n, const int32_t*
    k, const float* alpha, const float* const* a, const int32_t* lda, const float* const* b, const int32_t* ldb, const
    float* beta, float* const* c, const int32_t* ldc, const int32_t* batch_count, void* stream, void* workspace, size_t*
    workspace_bytes);
int shunt_sgemm_vbatch_async_64(const char* transa, const char* transb, const int64_t* m, const int64_t* n, const
    int64_t* k, const float* alpha, const float* const* a, const int64_t* lda, const float* const* b, const int64_t*
    ldb, const float* beta, float* const* c, const int64_t* ldc, const int64_t* batch_count, void* stream, void*
    workspace, size_t* workspace_bytes);
int shunt_dgemm_batch_async(const char* transa, const char* transb, const int32_t* m, const int32_t* n, const int32_t*
    k, const double* alpha, const double* const* a, const int32_t* lda, const double* const* b, const int32_t* ldb,
    const double* beta, double* const* c, const int32_t* ldc, const int32_t* group_count, const int32_t* group_size,
    void* stream, void* workspace, size_t* workspace_bytes);
int shunt_dgemm_batch_async_64(const char* transa, const char* transb, const int64_t* m, const int64_t* n, const
    int64_t* k, const double* alpha, const double* const* a, const int64_t* lda, const double* const* b, const int64_t*
    ldb, const double* beta, double* const* c, const int64_t* ldc, const int64_t* group_count, const int64_t*
    group_size, void* stream, void* workspace, size_t* workspace_bytes);
int shunt_dgemm_batch_strided_async(const char* transa, const char* transb, const int32_t* m, const int32_t* n, const
    int32_t* k, const double* alpha, const double* a, const int32_t* lda, const int32_t* stride_a, const double* b,
    const int32_t* ldb, const int32_t* stride_b, const double* beta, double* c, const int32_t* ldc, const int32_t*
    stride_c, const int32_t* batch_size, void* stream, void* workspace, size_t* workspace_bytes);
int shunt_dgemm_batch_strided_async_64(const char* transa, const char* transb, const int64_t* m, const int64_t* n, const
    int64_t* k, const double* alpha, const double* a, const int64_t* lda, const int64_t* stride_a, const double* b,
    const int64_t* ldb, const int64_t* stride_b, const double* beta, double* c, const int64_t* ldc, const int64_t*
    stride_c, const int64_t* batch_size, void* stream, void* workspace, size_t* workspace_bytes);
int shunt_dgemm_vbatch_async(const char* transa, const char* transb, const int32_t* m, const int32_t* n, const int32_t*
    k, const double* alpha, const double* const* a, const int32_t* lda, const double* const* b, const int32_t* ldb,
    const double* beta, double* const* c, const int32_t* ldc, const int32_t* batch_count, void* stream, void* workspace,
    size_t* workspace_bytes);
int shunt_dgemm_vbatch_async_64(const char* transa, const char* transb, const int64_t* m, const int64_t* n, const
    int64_t* k, const double* alpha, const double* const* a, const int64_t* lda, const double* const* b, const int64_t*
    ldb, const double* beta, double* const* c, const int64_t* ldc, const int64_t* batch_count, void* stream, void*
    workspace, size_t* workspace_bytes);
int shunt_cgemm_batch_async(const char* transa, const char* transb, const int32_t* m, const int32_t* n, const int32_t*
    k, const shunt_complex8* alpha, const shunt_complex8* const* a, const int32_t* lda, const shunt_complex8* const* b,
    const int32_t* ldb, const shunt_complex8* beta, shunt_complex8* const* c, const int32_t* ldc, const int32_t*
    group_count, const int32_t* group_size, void* stream, void* workspace, size_t* workspace_bytes);
int shunt_cgemm_batch_async_64(const char* transa, const char* transb, const int64_t* m, const int64_t* n, const
    int64_t* k, const shunt_complex8* alpha, const shunt_complex8* const* a, const int64_t* lda, const shunt_complex8*
    const* b, const int64_t* ldb, const shunt_complex8* beta, shunt_complex8* const* c, const int64_t* ldc, const
    int64_t* group_count, const int64_t* group_size, void* stream, void* workspace, size_t* workspace_bytes);
int shunt_cgemm_batch_strided_async(const char* transa, const char* transb, const int32_t* m, const int32_t* n, const
    int32_t* k, const shunt_complex8* alpha, const shunt_complex8* a, const int32_t* lda, const int32_t* stride_a, const
    shunt_complex8* b, const int32_t* ldb, const int32_t* stride_b, const shunt_complex8* beta, shunt_complex8* c, const
    int32_t* ldc, const int32_t* stride_c, const int32_t* batch_size, void* stream, void* workspace, size_t*
    workspace_bytes);
int shunt_cgemm_batch_strided_async_64(const char* transa, const char* transb, const int64_t* m, const int64_t* n, const
    int64_t* k, const shunt_complex8* alpha, const shunt_complex8* a, const int64_t* lda, const int64_t* stride_a, const
    shunt_complex8* b, const int64_t* ldb, const int64_t* stride_b, const shunt_complex8* beta, shunt_complex8* c, const
    int64_t* ldc, const int64_t* stride_c, const int64_t* batch_size, void* stream, void* workspace, size_t*
    workspace_bytes);
int shunt_cgemm_vbatch_async(const char* transa, const char* transb, const int32_t* m, const int32_t* n, const int32_t*
    k, const shunt_complex8* alpha, const shunt_complex8* const* a, const int32_t* lda, const shunt_complex8* const* b,
    const int32_t* ldb, const shunt_complex8* beta, shunt_complex8* const* c, const int32_t* ldc, const int32_t*
    batch_count, void* stream, void* workspace, size_t* workspace_bytes);
int shunt_cgemm_vbatch_async_64(const char* transa, const char* transb, const int64_t* m, const int64_t* n, const
    int64_t* k, const shunt_complex8* alpha, const shunt_complex8* const* a, const int64_t* lda, const shunt_complex8*
    const* b, const int64_t* ldb, const shunt_complex8* beta, shunt_complex8* const* c, const int64_t* ldc, const
    int64_t* batch_count, void* stream, void* workspace, size_t* workspace_bytes);
int shunt_zgemm_batch_async(const char* transa, const char* transb, const int32_t* m, const int32_t* n, const int32_t*
    k, const shunt_complex16* alpha, const shunt_complex16* const* a, const int32_t* lda, const shunt_complex16* const*
    b, const int32_t* ldb, const shunt_complex16* beta, shunt_complex16* const* c, const int32_t* ldc, const int32_t*
    group_count, const int32_t* group_size, void* stream, void* workspace, size_t* workspace_bytes);
int shunt_zgemm_batch_async_64(const char* transa, const char* transb, const int64_t* m, const int64_t* n, const
    int64_t* k, const shunt_complex16* alpha, const shunt_complex16* const* a, const int64_t* lda, const
    shunt_complex16* const* b, const int64_t* ldb, const shunt_complex16* beta, shunt_complex16* const* c, const
    int64_t* ldc, const int64_t* group_count, const int64_t* group_size, void* stream, void* workspace, size_t*
    workspace_bytes);
int shunt_zgemm_batch_strided_async(const char* transa, const char* transb, const int32_t* m, const int32_t* n, const
    int32_t* k, const shunt_complex16* alpha, const shunt_complex16* a, const int32_t* lda, const int32_t* stride_a,
    const shunt_complex16* b, const int32_t* ldb, const int32_t* stride_b, const shunt_complex16* beta, shunt_complex16*
    c, const int32_t* ldc, const int32_t* stride_c, const int32_t* batch_size, void* stream, void* workspace, size_t*
    workspace_bytes);
int shunt_zgemm_batch_strided_async_64(const char* transa, const char* transb, const int64_t* m, const int64_t* n, const
    int64_t* k, const shunt_complex16* alpha, const shunt_complex16* a, const int64_t* lda, const int64_t* stride_a,
    const shunt_complex16* b, const int64_t* ldb, const int64_t* stride_b, const shunt_complex16* beta, shunt_complex16*
    c, const int64_t* ldc, const int64_t* stride_c, const int64_t* batch_size, void* stream, void* workspace, size_t*
    workspace_bytes);
int shunt_zgemm_vbatch_async(const char* transa, const char* transb, const int32_t* m, const int32_t* n, const int32_t*
    k, const shunt_complex16* alpha, const shunt_complex16* const* a, const int32_t* lda, const shunt_complex16* const*
    b, const int32_t* ldb, const shunt_complex16* beta, shunt_complex16* const* c, const int32_t* ldc, const int32_t*
    batch_count, void* stream, void* workspace, size_t* workspace_bytes);
int shunt_zgemm_vbatch_async_64(const char* transa, const char* transb, const int64_t* m, const int64_t* n, const
    int64_t* k, const shunt_complex16* alpha, const shunt_complex16* const* a, const int64_t* lda, const
    shunt_complex16* const* b, const int64_t* ldb, const shunt_complex16* beta, shunt_complex16* const* c, const
    int64_t* ldc, const int64_t* batch_count, void* stream, void* workspace, size_t* workspace_bytes);

int shunt_sgemv_batch_async(const char* trans, const int32_t* m, const int32_t* n, const float* alpha, const float*
    const* a, const int32_t* lda, const float* const* x, const int32_t* incx, const float* beta, float* const* y, const
    int32_t* incy, const int32_t* group_count, const int32_t* group_size, void* stream, void* workspace, size_t*
    workspace_bytes);
int shunt_sgemv_batch_async_64(const char* trans, const int64_t* m, const int64_t* n, const float* alpha, const float*
    const* a, const int64_t* lda, const float* const* x, const int64_t* incx, const float* beta, float* const* y, const
    int64_t* incy, const int64_t* group_count, const int64_t* group_size, void* stream, void* workspace, size_t*
    workspace_bytes);
int shunt_sgemv_batch_strided_async(const char* trans, const int32_t* m, const int32_t* n, const float* alpha, const
    float* a, const int32_t* lda, const int32_t* stride_a, const float* x, const int32_t* incx, const int32_t* stride_x,
    const float* beta, float* y, const int32_t* incy, const int32_t* stride_y, const int32_t* batch_size, void* stream,
    void* workspace, size_t* workspace_bytes);
int shunt_sgemv_batch_strided_async_64(const char* trans, const int64_t* m, const int64_t* n, const float* alpha, const
    float* a, const int64_t* lda, const int64_t* stride_a, const float* x, const int64_t* incx, const int64_t* stride_x,
    const float* beta, float* y, const int64_t* incy, const int64_t* stride_y, const int64_t* batch_size, void* stream,
    void* workspace, size_t* workspace_bytes);
int shunt_sgemv_vbatch_async(const char* trans, const int32_t* m, const int32_t* n, const float* alpha, const float*
    const* a, const int32_t* lda, const float* const* x, const int32_t* incx, const float* beta, float* const* y, const
    int32_t* incy, const int32_t* batch_count, void* stream, void* workspace, size_t* workspace_bytes);
int shunt_sgemv_vbatch_async_64(const char* trans, const int64_t* m, const int64_t* n, const float* alpha, const float*
    const* a, const int64_t* lda, const float* const* x, const int64_t* incx, const float* beta, float* const* y, const
    int64_t* incy, const int64_t* batch_count, void* stream, void* workspace, size_t* workspace_bytes);
int shunt_dgemv_batch_async(const char* trans, const int32_t* m, const int32_t* n, const double* alpha, const double*
    const* a, const int32_t* lda, const double* const* x, const int32_t* incx, const double* beta, double* const* y,
    const int32_t* incy, const int32_t* group_count, const int32_t* group_size, void* stream, void* workspace, size_t*
    workspace_bytes);
int shunt_dgemv_batch_async_64(const char* trans, const int64_t* m, const int64_t* n, const double* alpha, const double*
    const* a, const int64_t* lda, const double* const* x, const int64_t* incx, const double* beta, double* const* y,
    const int64_t* incy, const int64_t* group_count, const int64_t* group_size, void* stream, void* workspace, size_t*
    workspace_bytes);
int shunt_dgemv_batch_strided_async(const char* trans, const int32_t* m, const int32_t* n, const double* alpha, const
    double* a, const int32_t* lda, const int32_t* stride_a, const double* x, const int32_t* incx, const int32_t*
    stride_x, const double* beta, double* y, const int32_t* incy, const int32_t* stride_y, const int32_t* batch_size,
    void* stream, void* workspace, size_t* workspace_bytes);
int shunt_dgemv_batch_strided_async_64(const char* trans, const int64_t* m, const int64_t* n, const double* alpha, const
    double* a, const int64_t* lda, const int64_t* stride_a, const double* x, const int64_t* incx, const int64_t*
    stride_x, const double* beta, double* y, const int64_t* incy, const int64_t* stride_y, const int64_t* batch_size,
    void* stream, void* workspace, size_t* workspace_bytes);
int shunt_dgemv_vbatch_async(const char* trans, const int32_t* m, const int32_t* n, const double* alpha, const double*
    const* a, const int32_t* lda, const double* const* x, const int32_t* incx, const double* beta, double* const* y,
    const int32_t* incy, const int32_t* batch_count, void* stream, void* workspace, size_t* workspace_bytes);
int shunt_dgemv_vbatch_async_64(const char* trans, const int64_t* m, const int64_t* n, const double* alpha, const
    double* const* a, const int64_t* lda, const double* const* x, const int64_t* incx, const double* beta, double*
    const* y, const int64_t* incy, const int64_t* batch_count, void* stream, void* workspace, size_t* workspace_bytes);
int shunt_cgemv_batch_async(const char* trans, const int32_t* m, const int32_t* n, const shunt_complex8* alpha, const
    shunt_complex8* const* a, const int32_t* lda, const shunt_complex8* const* x, const int32_t* incx, const
    shunt_complex8* beta, shunt_complex8* const* y, const int32_t* incy, const int32_t* group_count, const int32_t*
    group_size, void* stream, void* workspace, size_t* workspace_bytes);
int shunt_cgemv_batch_async_64(const char* trans, const int64_t* m, const int64_t* n, const shunt_complex8* alpha, const
    shunt_complex8* const* a, const int64_t* lda, const shunt_complex8* const* x, const int64_t* incx, const
    shunt_complex8* beta, shunt_complex8* const* y, const int64_t* incy, const int64_t* group_count, const int64_t*
    group_size, void* stream, void* workspace, size_t* workspace_bytes);
int shunt_cgemv_batch_strided_async(const char* trans, const int32_t* m, const int32_t* n, const shunt_complex8* alpha,
    const shunt_complex8* a, const int32_t* lda, const int32_t* stride_a, const shunt_complex8* x, const int32_t* incx,
    const int32_t* stride_x, const shunt_complex8* beta, shunt_complex8* y, const int32_t* incy, const int32_t*
    stride_y, const int32_t* batch_size, void* stream, void* workspace, size_t* workspace_bytes);
int shunt_cgemv_batch_strided_async_64(const char* trans, const int64_t* m, const int64_t* n, const shunt_complex8*
    alpha, const shunt_complex8* a, const int64_t* lda, const int64_t* stride_a, const shunt_complex8* x, const int64_t*
    incx, const int64_t* stride_x, const shunt_complex8* beta, shunt_complex8* y, const int64_t* incy, const int64_t*
    stride_y, const int64_t* batch_size, void* stream, void* workspace, size_t* workspace_bytes);
int shunt_cgemv_vbatch_async(const char* trans, const int32_t* m, const int32_t* n, const shunt_complex8* alpha, const
    shunt_complex8* const* a, const int32_t* lda, const shunt_complex8* const* x, const int32_t* incx, const
    shunt_complex8* beta, shunt_complex8* const* y, const int32_t* incy, const int32_t* batch_count, void* stream, void*
    workspace, size_t* workspace_bytes);
int shunt_cgemv_vbatch_async_64(const char* trans, const int64_t* m, const int64_t* n, const shunt_complex8* alpha,
    const shunt_complex8* const* a, const int64_t* lda, const shunt_complex8* const* x, const int64_t* incx, const
    shunt_complex8* beta, shunt_complex8* const* y, const int64_t* incy, const int64_t* batch_count, void* stream, void*
    workspace, size_t* workspace_bytes);
int shunt_zgemv_batch_async(const char* trans, const int32_t* m, const int32_t* n, const shunt_complex16* alpha, const
    shunt_complex16* const* a, const int32_t* lda, const shunt_complex16* const* x, const int32_t* incx, const
    shunt_complex16* beta, shunt_complex16* const* y, const int32_t* incy, const int32_t* group_count, const int32_t*
    group_size, void* stream, void* workspace, size_t* workspace_bytes);
int shunt_zgemv_batch_async_64(const char* trans, const int64_t* m, const int64_t* n, const shunt_complex16* alpha,
    const shunt_complex16* const* a, const int64_t* lda, const shunt_complex16* const* x, const int64_t* incx, const
    shunt_complex16* beta, shunt_complex16* const* y, const int64_t* incy, const int64_t* group_count, const int64_t*
    group_size, void* stream, void* workspace, size_t* workspace_bytes);
int shunt_zgemv_batch_strided_async(const char* trans, const int32_t* m, const int32_t* n, const shunt_complex16* alpha,
    const shunt_complex16* a, const int32_t* lda, const int32_t* stride_a, const shunt_complex16* x, const int32_t*
    incx, const int32_t* stride_x, const shunt_complex16* beta, shunt_complex16* y, const int32_t* incy, const int32_t*
    stride_y, const int32_t* batch_size, void* stream, void* workspace, size_t* workspace_bytes);
int shunt_zgemv_batch_strided_async_64(const char* trans, const int64_t* m, const int64_t* n, const shunt_complex16*
    alpha, const shunt_complex16* a, const int64_t* lda, const int64_t* stride_a, const shunt_complex16* x, const
    int64_t* incx, const int64_t* stride_x, const shunt_complex16* beta, shunt_complex16* y, const int64_t* incy, const
    int64_t* stride_y, const int64_t* batch_size, void* stream, void* workspace, size_t* workspace_bytes);
int shunt_zgemv_vbatch_async(const char* trans, const int32_t* m, const int32_t* n, const shunt_complex16* alpha, const
    shunt_complex16* const* a, const int32_t* lda, const shunt_complex16* const* x, const int32_t* incx, const
    shunt_complex16* beta, shunt_complex16* const* y, const int32_t* incy, const int32_t* batch_count, void* stream,
    void* workspace, size_t* workspace_bytes);
int shunt_zgemv_vbatch_async_64(const char* trans, const int64_t* m, const int64_t* n, const shunt_complex16* alpha,
    const shunt_complex16* const* a, const int64_t* lda, const shunt_complex16* const* x, const int64_t* incx, const
    shunt_complex16* beta, shunt_complex16* const* y, const int64_t* incy, const int64_t* batch_count, void* stream,
    void* workspace, size_t* workspace_bytes);

int shunt_ssyrk_batch_async(const char* uplo, const char* trans, const int32_t* n, const int32_t* k, const float* alpha,
    const float* const* a, const int32_t* lda, const float* beta, float* const* c, const int32_t* ldc, const int32_t*
    group_count, const int32_t* group_size, void* stream, void* workspace, size_t* workspace_bytes);
int shunt_ssyrk_batch_async_64(const char* uplo, const char* trans, const int64_t* n, const int64_t* k, const float*
    alpha, const float* const* a, const int64_t* lda, const float* beta, float* const* c, const int64_t* ldc, const
    int64_t* group_count, const int64_t* group_size, void* stream, void* workspace, size_t* workspace_bytes);
int shunt_ssyrk_batch_strided_async(const char* uplo, const char* trans, const int32_t* n, const int32_t* k, const
    float* alpha, const float* a, const int32_t* lda, const int32_t* stride_a, const float* beta, float* c, const
    int32_t* ldc, const int32_t* stride_c, const int32_t* batch_size, void* stream, void* workspace, size_t*
    workspace_bytes);
int shunt_ssyrk_batch_strided_async_64(const char* uplo, const char* trans, const int64_t* n, const int64_t* k, const
    float* alpha, const float* a, const int64_t* lda, const int64_t* stride_a, const float* beta, float* c, const
    int64_t* ldc, const int64_t* stride_c, const int64_t* batch_size, void* stream, void* workspace, size_t*
    workspace_bytes);
int shunt_ssyrk_vbatch_async(const char* uplo, const char* trans, const int32_t* n, const int32_t* k, const float*
    alpha, const float* const* a, const int32_t* lda, const float* beta, float* const* c, const int32_t* ldc, const
    int32_t* batch_count, void* stream, void* workspace, size_t* workspace_bytes);
int shunt_ssyrk_vbatch_async_64(const char* uplo, const char* trans, const int64_t* n, const int64_t* k, const float*
    alpha, const float* const* a, const int64_t* lda, const float* beta, float* const* c, const int64_t* ldc, const
    int64_t* batch_count, void* stream, void* workspace, size_t* workspace_bytes);
int shunt_dsyrk_batch_async(const char* uplo, const char* trans, const int32_t* n, const int32_t* k, const double*
    alpha, const double* const* a, const int32_t* lda, const double* beta, double* const* c, const int32_t* ldc, const
    int32_t* group_count, const int32_t* group_size, void* stream, void* workspace, size_t* workspace_bytes);
int shunt_dsyrk_batch_async_64(const char* uplo, const char* trans, const int64_t* n, const int64_t* k, const double*
    alpha, const double* const* a, const int64_t* lda, const double* beta, double* const* c, const int64_t* ldc, const
    int64_t* group_count, const int64_t* group_size, void* stream, void* workspace, size_t* workspace_bytes);
int shunt_dsyrk_batch_strided_async(const char* uplo, const char* trans, const int32_t* n, const int32_t* k, const
    double* alpha, const double* a, const int32_t* lda, const int32_t* stride_a, const double* beta, double* c, const
    int32_t* ldc, const int32_t* stride_c, const int32_t* batch_size, void* stream, void* workspace, size_t*
    workspace_bytes);
int shunt_dsyrk_batch_strided_async_64(const char* uplo, const char* trans, const int64_t* n, const int64_t* k, const
    double* alpha, const double* a, const int64_t* lda, const int64_t* stride_a, const double* beta, double* c, const
    int64_t* ldc, const int64_t* stride_c, const int64_t* batch_size, void* stream, void* workspace, size_t*
    workspace_bytes);
int shunt_dsyrk_vbatch_async(const char* uplo, const char* trans, const int32_t* n, const int32_t* k, const double*
    alpha, const double* const* a, const int32_t* lda, const double* beta, double* const* c, const int32_t* ldc, const
    int32_t* batch_count, void* stream, void* workspace, size_t* workspace_bytes);
int shunt_dsyrk_vbatch_async_64(const char* uplo, const char* trans, const int64_t* n, const int64_t* k, const double*
    alpha, const double* const* a, const int64_t* lda, const double* beta, double* const* c, const int64_t* ldc, const
    int64_t* batch_count, void* stream, void* workspace, size_t* workspace_bytes);
int shunt_csyrk_batch_async(const char* uplo, const char* trans, const int32_t* n, const int32_t* k, const
    shunt_complex8* alpha, const shunt_complex8* const* a, const int32_t* lda, const shunt_complex8* beta,
    shunt_complex8* const* c, const int32_t* ldc, const int32_t* group_count, const int32_t* group_size, void* stream,
    void* workspace, size_t* workspace_bytes);
int shunt_csyrk_batch_async_64(const char* uplo, const char* trans, const int64_t* n, const int64_t* k, const
    shunt_complex8* alpha, const shunt_complex8* const* a, const int64_t* lda, const shunt_complex8* beta,
    shunt_complex8* const* c, const int64_t* ldc, const int64_t* group_count, const int64_t* group_size, void* stream,
    void* workspace, size_t* workspace_bytes);
int shunt_csyrk_batch_strided_async(const char* uplo, const char* trans, const int32_t* n, const int32_t* k, const
    shunt_complex8* alpha, const shunt_complex8* a, const int32_t* lda, const int32_t* stride_a, const shunt_complex8*
    beta, shunt_complex8* c, const int32_t* ldc, const int32_t* stride_c, const int32_t* batch_size, void* stream, void*
    workspace, size_t* workspace_bytes);
int shunt_csyrk_batch_strided_async_64(const char* uplo, const char* trans, const int64_t* n, const int64_t* k, const
    shunt_complex8* alpha, const shunt_complex8* a, const int64_t* lda, const int64_t* stride_a, const shunt_complex8*
    beta, shunt_complex8* c, const int64_t* ldc, const int64_t* stride_c, const int64_t* batch_size, void* stream, void*
    workspace, size_t* workspace_bytes);
int shunt_csyrk_vbatch_async(const char* uplo, const char* trans, const int32_t* n, const int32_t* k, const
    shunt_complex8* alpha, const shunt_complex8* const* a, const int32_t* lda, const shunt_complex8* beta,
    shunt_complex8* const* c, const int32_t* ldc, const int32_t* batch_count, void* stream, void* workspace, size_t*
    workspace_bytes);
int shunt_csyrk_vbatch_async_64(const char* uplo, const char* trans, const int64_t* n, const int64_t* k, const
    shunt_complex8* alpha, const shunt_complex8* const* a, const int64_t* lda, const shunt_complex8* beta,
    shunt_complex8* const* c, const int64_t* ldc, const int64_t* batch_count, void* stream, void* workspace, size_t*
    workspace_bytes);
int shunt_zsyrk_batch_async(const char* uplo, const char* trans, const int32_t* n, const int32_t* k, const
    shunt_complex16* alpha, const shunt_complex16* const* a, const int32_t* lda, const shunt_complex16* beta,
    shunt_complex16* const* c, const int32_t* ldc, const int32_t* group_count, const int32_t* group_size, void* stream,
    void* workspace, size_t* workspace_bytes);
int shunt_zsyrk_batch_async_64(const char* uplo, const char* trans, const int64_t* n, const int64_t* k, const
    shunt_complex16* alpha, const shunt_complex16* const* a, const int64_t* lda, const shunt_complex16* beta,
    shunt_complex16* const* c, const int64_t* ldc, const int64_t* group_count, const int64_t* group_size, void* stream,
    void* workspace, size_t* workspace_bytes);
int shunt_zsyrk_batch_strided_async(const char* uplo, const char* trans, const int32_t* n, const int32_t* k, const
    shunt_complex16* alpha, const shunt_complex16* a, const int32_t* lda, const int32_t* stride_a, const
    shunt_complex16* beta, shunt_complex16* c, const int32_t* ldc, const int32_t* stride_c, const int32_t* batch_size,
    void* stream, void* workspace, size_t* workspace_bytes);
int shunt_zsyrk_batch_strided_async_64(const char* uplo, const char* trans, const int64_t* n, const int64_t* k, const
    shunt_complex16* alpha, const shunt_complex16* a, const int64_t* lda, const int64_t* stride_a, const
    shunt_complex16* beta, shunt_complex16* c, const int64_t* ldc, const int64_t* stride_c, const int64_t* batch_size,
    void* stream, void* workspace, size_t* workspace_bytes);
int shunt_zsyrk_vbatch_async(const char* uplo, const char* trans, const int32_t* n, const int32_t* k, const
    shunt_complex16* alpha, const shunt_complex16* const* a, const int32_t* lda, const shunt_complex16* beta,
    shunt_complex16* const* c, const int32_t* ldc, const int32_t* batch_count, void* stream, void* workspace, size_t*
    workspace_bytes);
int shunt_zsyrk_vbatch_async_64(const char* uplo, const char* trans, const int64_t* n, const int64_t* k, const
    shunt_complex16* alpha, const shunt_complex16* const* a, const int64_t* lda, const shunt_complex16* beta,
    shunt_complex16* const* c, const int64_t* ldc, const int64_t* batch_count, void* stream, void* workspace, size_t*
    workspace_bytes);

int shunt_cherk_batch_async(const char* uplo, const char* trans, const int32_t* n, const int32_t* k, const float* alpha,
    const shunt_complex8* const* a, const int32_t* lda, const float* beta, shunt_complex8* const* c, const int32_t* ldc,
    const int32_t* group_count, const int32_t* group_size, void* stream, void* workspace, size_t* workspace_bytes);
int shunt_cherk_batch_async_64(const char* uplo, const char* trans, const int64_t* n, const int64_t* k, const float*
    alpha, const shunt_complex8* const* a, const int64_t* lda, const float* beta, shunt_complex8* const* c, const
    int64_t* ldc, const int64_t* group_count, const int64_t* group_size, void* stream, void* workspace, size_t*
    workspace_bytes);
int shunt_cherk_batch_strided_async(const char* uplo, const char* trans, const int32_t* n, const int32_t* k, const
    float* alpha, const shunt_complex8* a, const int32_t* lda, const int32_t* stride_a, const float* beta,
    shunt_complex8* c, const int32_t* ldc, const int32_t* stride_c, const int32_t* batch_size, void* stream, void*
    workspace, size_t* workspace_bytes);
int shunt_cherk_batch_strided_async_64(const char* uplo, const char* trans, const int64_t* n, const int64_t* k, const
    float* alpha, const shunt_complex8* a, const int64_t* lda, const int64_t* stride_a, const float* beta,
    shunt_complex8* c, const int64_t* ldc, const int64_t* stride_c, const int64_t* batch_size, void* stream, void*
    workspace, size_t* workspace_bytes);
int shunt_cherk_vbatch_async(const char* uplo, const char* trans, const int32_t* n, const int32_t* k, const float*
    alpha, const shunt_complex8* const* a, const int32_t* lda, const float* beta, shunt_complex8* const* c, const
    int32_t* ldc, const int32_t* batch_count, void* stream, void* workspace, size_t* workspace_bytes);
int shunt_cherk_vbatch_async_64(const char* uplo, const char* trans, const int64_t* n, const int64_t* k, const float*
    alpha, const shunt_complex8* const* a, const int64_t* lda, const float* beta, shunt_complex8* const* c, const
    int64_t* ldc, const int64_t* batch_count, void* stream, void* workspace, size_t* workspace_bytes);
int shunt_zherk_batch_async(const char* uplo, const char* trans, const int32_t* n, const int32_t* k, const double*
    alpha, const shunt_complex16* const* a, const int32_t* lda, const double* beta, shunt_complex16* const* c, const
    int32_t* ldc, const int32_t* group_count, const int32_t* group_size, void* stream, void* workspace, size_t*
    workspace_bytes);
int shunt_zherk_batch_async_64(const char* uplo, const char* trans, const int64_t* n, const int64_t* k, const double*
    alpha, const shunt_complex16* const* a, const int64_t* lda, const double* beta, shunt_complex16* const* c, const
    int64_t* ldc, const int64_t* group_count, const int64_t* group_size, void* stream, void* workspace, size_t*
    workspace_bytes);
int shunt_zherk_batch_strided_async(const char* uplo, const char* trans, const int32_t* n, const int32_t* k, const
    double* alpha, const shunt_complex16* a, const int32_t* lda, const int32_t* stride_a, const double* beta,
    shunt_complex16* c, const int32_t* ldc, const int32_t* stride_c, const int32_t* batch_size, void* stream, void*
    workspace, size_t* workspace_bytes);
int shunt_zherk_batch_strided_async_64(const char* uplo, const char* trans, const int64_t* n, const int64_t* k, const
    double* alpha, const shunt_complex16* a, const int64_t* lda, const int64_t* stride_a, const double* beta,
    shunt_complex16* c, const int64_t* ldc, const int64_t* stride_c, const int64_t* batch_size, void* stream, void*
    workspace, size_t* workspace_bytes);
int shunt_zherk_vbatch_async(const char* uplo, const char* trans, const int32_t* n, const int32_t* k, const double*
    alpha, const shunt_complex16* const* a, const int32_t* lda, const double* beta, shunt_complex16* const* c, const
    int32_t* ldc, const int32_t* batch_count, void* stream, void* workspace, size_t* workspace_bytes);
int shunt_zherk_vbatch_async_64(const char* uplo, const char* trans, const int64_t* n, const int64_t* k, const double*
    alpha, const shunt_complex16* const* a, const int64_t* lda, const double* beta, shunt_complex16* const* c, const
    int64_t* ldc, const int64_t* batch_count, void* stream, void* workspace, size_t* workspace_bytes);

int shunt_strsm_batch_async(const char* side, const char* uplo, const char* transa, const char* diag, const int32_t* m,
    const int32_t* n, const float* alpha, const float* const* a, const int32_t* lda, float* const* b, const int32_t*
    ldb, const int32_t* group_count, const int32_t* group_size, void* stream, void* workspace, size_t* workspace_bytes);
int shunt_strsm_batch_async_64(const char* side, const char* uplo, const char* transa, const char* diag, const int64_t*
    m, const int64_t* n, const float* alpha, const float* const* a, const int64_t* lda, float* const* b, const int64_t*
    ldb, const int64_t* group_count, const int64_t* group_size, void* stream, void* workspace, size_t* workspace_bytes);
int shunt_strsm_batch_strided_async(const char* side, const char* uplo, const char* transa, const char* diag, const
    int32_t* m, const int32_t* n, const float* alpha, const float* a, const int32_t* lda, const int32_t* stride_a,
    float* b, const int32_t* ldb, const int32_t* stride_b, const int32_t* batch_size, void* stream, void* workspace,
    size_t* workspace_bytes);
int shunt_strsm_batch_strided_async_64(const char* side, const char* uplo, const char* transa, const char* diag, const
    int64_t* m, const int64_t* n, const float* alpha, const float* a, const int64_t* lda, const int64_t* stride_a,
    float* b, const int64_t* ldb, const int64_t* stride_b, const int64_t* batch_size, void* stream, void* workspace,
    size_t* workspace_bytes);
int shunt_strsm_vbatch_async(const char* side, const char* uplo, const char* transa, const char* diag, const int32_t* m,
    const int32_t* n, const float* alpha, const float* const* a, const int32_t* lda, float* const* b, const int32_t*
    ldb, const int32_t* batch_count, void* stream, void* workspace, size_t* workspace_bytes);
int shunt_strsm_vbatch_async_64(const char* side, const char* uplo, const char* transa, const char* diag, const int64_t*
    m, const int64_t* n, const float* alpha, const float* const* a, const int64_t* lda, float* const* b, const int64_t*
    ldb, const int64_t* batch_count, void* stream, void* workspace, size_t* workspace_bytes);
int shunt_dtrsm_batch_async(const char* side, const char* uplo, const char* transa, const char* diag, const int32_t* m,
    const int32_t* n, const double* alpha, const double* const* a, const int32_t* lda, double* const* b, const int32_t*
    ldb, const int32_t* group_count, const int32_t* group_size, void* stream, void* workspace, size_t* workspace_bytes);
int shunt_dtrsm_batch_async_64(const char* side, const char* uplo, const char* transa, const char* diag, const int64_t*
    m, const int64_t* n, const double* alpha, const double* const* a, const int64_t* lda, double* const* b, const
    int64_t* ldb, const int64_t* group_count, const int64_t* group_size, void* stream, void* workspace, size_t*
    workspace_bytes);
int shunt_dtrsm_batch_strided_async(const char* side, const char* uplo, const char* transa, const char* diag, const
    int32_t* m, const int32_t* n, const double* alpha, const double* a, const int32_t* lda, const int32_t* stride_a,
    double* b, const int32_t* ldb, const int32_t* stride_b, const int32_t* batch_size, void* stream, void* workspace,
    size_t* workspace_bytes);
int shunt_dtrsm_batch_strided_async_64(const char* side, const char* uplo, const char* transa, const char* diag, const
    int64_t* m, const int64_t* n, const double* alpha, const double* a, const int64_t* lda, const int64_t* stride_a,
    double* b, const int64_t* ldb, const int64_t* stride_b, const int64_t* batch_size, void* stream, void* workspace,
    size_t* workspace_bytes);
int shunt_dtrsm_vbatch_async(const char* side, const char* uplo, const char* transa, const char* diag, const int32_t* m,
    const int32_t* n, const double* alpha, const double* const* a, const int32_t* lda, double* const* b, const int32_t*
    ldb, const int32_t* batch_count, void* stream, void* workspace, size_t* workspace_bytes);
int shunt_dtrsm_vbatch_async_64(const char* side, const char* uplo, const char* transa, const char* diag, const int64_t*
    m, const int64_t* n, const double* alpha, const double* const* a, const int64_t* lda, double* const* b, const
    int64_t* ldb, const int64_t* batch_count, void* stream, void* workspace, size_t* workspace_bytes);
int shunt_ctrsm_batch_async(const char* side, const char* uplo, const char* transa, const char* diag, const int32_t* m,
    const int32_t* n, const shunt_complex8* alpha, const shunt_complex8* const* a, const int32_t* lda, shunt_complex8*
    const* b, const int32_t* ldb, const int32_t* group_count, const int32_t* group_size, void* stream, void* workspace,
    size_t* workspace_bytes);
int shunt_ctrsm_batch_async_64(const char* side, const char* uplo, const char* transa, const char* diag, const int64_t*
    m, const int64_t* n, const shunt_complex8* alpha, const shunt_complex8* const* a, const int64_t* lda,
    shunt_complex8* const* b, const int64_t* ldb, const int64_t* group_count, const int64_t* group_size, void* stream,
    void* workspace, size_t* workspace_bytes);
int shunt_ctrsm_batch_strided_async(const char* side, const char* uplo, const char* transa, const char* diag, const
    int32_t* m, const int32_t* n, const shunt_complex8* alpha, const shunt_complex8* a, const int32_t* lda, const
    int32_t* stride_a, shunt_complex8* b, const int32_t* ldb, const int32_t* stride_b, const int32_t* batch_size, void*
    stream, void* workspace, size_t* workspace_bytes);
int shunt_ctrsm_batch_strided_async_64(const char* side, const char* uplo, const char* transa, const char* diag, const
    int64_t* m, const int64_t* n, const shunt_complex8* alpha, const shunt_complex8* a, const int64_t* lda, const
    int64_t* stride_a, shunt_complex8* b, const int64_t* ldb, const int64_t* stride_b, const int64_t* batch_size, void*
    stream, void* workspace, size_t* workspace_bytes);
int shunt_ctrsm_vbatch_async(const char* side, const char* uplo, const char* transa, const char* diag, const int32_t* m,
    const int32_t* n, const shunt_complex8* alpha, const shunt_complex8* const* a, const int32_t* lda, shunt_complex8*
    const* b, const int32_t* ldb, const int32_t* batch_count, void* stream, void* workspace, size_t* workspace_bytes);
int shunt_ctrsm_vbatch_async_64(const char* side, const char* uplo, const char* transa, const char* diag, const int64_t*
    m, const int64_t* n, const shunt_complex8* alpha, const shunt_complex8* const* a, const int64_t* lda,
    shunt_complex8* const* b, const int64_t* ldb, const int64_t* batch_count, void* stream, void* workspace, size_t*
    workspace_bytes);
int shunt_ztrsm_batch_async(const char* side, const char* uplo, const char* transa, const char* diag, const int32_t* m,
    const int32_t* n, const shunt_complex16* alpha, const shunt_complex16* const* a, const int32_t* lda,
    shunt_complex16* const* b, const int32_t* ldb, const int32_t* group_count, const int32_t* group_size, void* stream,
    void* workspace, size_t* workspace_bytes);
int shunt_ztrsm_batch_async_64(const char* side, const char* uplo, const char* transa, const char* diag, const int64_t*
    m, const int64_t* n, const shunt_complex16* alpha, const shunt_complex16* const* a, const int64_t* lda,
    shunt_complex16* const* b, const int64_t* ldb, const int64_t* group_count, const int64_t* group_size, void* stream,
    void* workspace, size_t* workspace_bytes);
int shunt_ztrsm_batch_strided_async(const char* side, const char* uplo, const char* transa, const char* diag, const
    int32_t* m, const int32_t* n, const shunt_complex16* alpha, const shunt_complex16* a, const int32_t* lda, const
    int32_t* stride_a, shunt_complex16* b, const int32_t* ldb, const int32_t* stride_b, const int32_t* batch_size, void*
    stream, void* workspace, size_t* workspace_bytes);
int shunt_ztrsm_batch_strided_async_64(const char* side, const char* uplo, const char* transa, const char* diag, const
    int64_t* m, const int64_t* n, const shunt_complex16* alpha, const shunt_complex16* a, const int64_t* lda, const
    int64_t* stride_a, shunt_complex16* b, const int64_t* ldb, const int64_t* stride_b, const int64_t* batch_size, void*
    stream, void* workspace, size_t* workspace_bytes);
int shunt_ztrsm_vbatch_async(const char* side, const char* uplo, const char* transa, const char* diag, const int32_t* m,
    const int32_t* n, const shunt_complex16* alpha, const shunt_complex16* const* a, const int32_t* lda,
    shunt_complex16* const* b, const int32_t* ldb, const int32_t* batch_count, void* stream, void* workspace, size_t*
    workspace_bytes);
int shunt_ztrsm_vbatch_async_64(const char* side, const char* uplo, const char* transa, const char* diag, const int64_t*
    m, const int64_t* n, const shunt_complex16* alpha, const shunt_complex16* const* a, const int64_t* lda,
    shunt_complex16* const* b, const int64_t* ldb, const int64_t* batch_count, void* stream, void* workspace, size_t*
    workspace_bytes);

int shunt_strmm_batch_async(const char* side, const char* uplo, const char* transa, const char* diag, const int32_t* m,
    const int32_t* n, const float* alpha, const float* const* a, const int32_t* lda, float* const* b, const int32_t*
    ldb, const int32_t* group_count, const int32_t* group_size, void* stream, void* workspace, size_t* workspace_bytes);
int shunt_strmm_batch_async_64(const char* side, const char* uplo, const char* transa, const char* diag, const int64_t*
    m, const int64_t* n, const float* alpha, const float* const* a, const int64_t* lda, float* const* b, const int64_t*
    ldb, const int64_t* group_count, const int64_t* group_size, void* stream, void* workspace, size_t* workspace_bytes);
int shunt_strmm_batch_strided_async(const char* side, const char* uplo, const char* transa, const char* diag, const
    int32_t* m, const int32_t* n, const float* alpha, const float* a, const int32_t* lda, const int32_t* stride_a,
    float* b, const int32_t* ldb, const int32_t* stride_b, const int32_t* batch_size, void* stream, void* workspace,
    size_t* workspace_bytes);
int shunt_strmm_batch_strided_async_64(const char* side, const char* uplo, const char* transa, const char* diag, const
    int64_t* m, const int64_t* n, const float* alpha, const float* a, const int64_t* lda, const int64_t* stride_a,
    float* b, const int64_t* ldb, const int64_t* stride_b, const int64_t* batch_size, void* stream, void* workspace,
    size_t* workspace_bytes);
int shunt_strmm_vbatch_async(const char* side, const char* uplo, const char* transa, const char* diag, const int32_t* m,
    const int32_t* n, const float* alpha, const float* const* a, const int32_t* lda, float* const* b, const int32_t*
    ldb, const int32_t* batch_count, void* stream, void* workspace, size_t* workspace_bytes);
int shunt_strmm_vbatch_async_64(const char* side, const char* uplo, const char* transa, const char* diag, const int64_t*
    m, const int64_t* n, const float* alpha, const float* const* a, const int64_t* lda, float* const* b, const int64_t*
    ldb, const int64_t* batch_count, void* stream, void* workspace, size_t* workspace_bytes);
int shunt_dtrmm_batch_async(const char* side, const char* uplo, const char* transa, const char* diag, const int32_t* m,
    const int32_t* n, const double* alpha, const double* const* a, const int32_t* lda, double* const* b, const int32_t*
    ldb, const int32_t* group_count, const int32_t* group_size, void* stream, void* workspace, size_t* workspace_bytes);
int shunt_dtrmm_batch_async_64(const char* side, const char* uplo, const char* transa, const char* diag, const int64_t*
    m, const int64_t* n, const double* alpha, const double* const* a, const int64_t* lda, double* const* b, const
    int64_t* ldb, const int64_t* group_count, const int64_t* group_size, void* stream, void* workspace, size_t*
    workspace_bytes);
int shunt_dtrmm_batch_strided_async(const char* side, const char* uplo, const char* transa, const char* diag, const
    int32_t* m, const int32_t* n, const double* alpha, const double* a, const int32_t* lda, const int32_t* stride_a,
    double* b, const int32_t* ldb, const int32_t* stride_b, const int32_t* batch_size, void* stream, void* workspace,
    size_t* workspace_bytes);
int shunt_dtrmm_batch_strided_async_64(const char* side, const char* uplo, const char* transa, const char* diag, const
    int64_t* m, const int64_t* n, const double* alpha, const double* a, const int64_t* lda, const int64_t* stride_a,
    double* b, const int64_t* ldb, const int64_t* stride_b, const int64_t* batch_size, void* stream, void* workspace,
    size_t* workspace_bytes);
int shunt_dtrmm_vbatch_async(const char* side, const char* uplo, const char* transa, const char* diag, const int32_t* m,
    const int32_t* n, const double* alpha, const double* const* a, const int32_t* lda, double* const* b, const int32_t*
    ldb, const int32_t* batch_count, void* stream, void* workspace, size_t* workspace_bytes);
int shunt_dtrmm_vbatch_async_64(const char* side, const char* uplo, const char* transa, const char* diag, const int64_t*
    m, const int64_t* n, const double* alpha, const double* const* a, const int64_t* lda, double* const* b, const
    int64_t* ldb, const int64_t* batch_count, void* stream, void* workspace, size_t* workspace_bytes);
int shunt_ctrmm_batch_async(const char* side, const char* uplo, const char* transa, const char* diag, const int32_t* m,
    const int32_t* n, const shunt_complex8* alpha, const shunt_complex8* const* a, const int32_t* lda, shunt_complex8*
    const* b, const int32_t* ldb, const int32_t* group_count, const int32_t* group_size, void* stream, void* workspace,
    size_t* workspace_bytes);
int shunt_ctrmm_batch_async_64(const char* side, const char* uplo, const char* transa, const char* diag, const int64_t*
    m, const int64_t* n, const shunt_complex8* alpha, const shunt_complex8* const* a, const int64_t* lda,
    shunt_complex8* const* b, const int64_t* ldb, const int64_t* group_count, const int64_t* group_size, void* stream,
    void* workspace, size_t* workspace_bytes);
int shunt_ctrmm_batch_strided_async(const char* side, const char* uplo, const char* transa, const char* diag, const
    int32_t* m, const int32_t* n, const shunt_complex8* alpha, const shunt_complex8* a, const int32_t* lda, const
    int32_t* stride_a, shunt_complex8* b, const int32_t* ldb, const int32_t* stride_b, const int32_t* batch_size, void*
    stream, void* workspace, size_t* workspace_bytes);
int shunt_ctrmm_batch_strided_async_64(const char* side, const char* uplo, const char* transa, const char* diag, const
    int64_t* m, const int64_t* n, const shunt_complex8* alpha, const shunt_complex8* a, const int64_t* lda, const
    int64_t* stride_a, shunt_complex8* b, const int64_t* ldb, const int64_t* stride_b, const int64_t* batch_size, void*
    stream, void* workspace, size_t* workspace_bytes);
int shunt_ctrmm_vbatch_async(const char* side, const char* uplo, const char* transa, const char* diag, const int32_t* m,
    const int32_t* n, const shunt_complex8* alpha, const shunt_complex8* const* a, const int32_t* lda, shunt_complex8*
    const* b, const int32_t* ldb, const int32_t* batch_count, void* stream, void* workspace, size_t* workspace_bytes);
int shunt_ctrmm_vbatch_async_64(const char* side, const char* uplo, const char* transa, const char* diag, const int64_t*
    m, const int64_t* n, const shunt_complex8* alpha, const shunt_complex8* const* a, const int64_t* lda,
    shunt_complex8* const* b, const int64_t* ldb, const int64_t* batch_count, void* stream, void* workspace, size_t*
    workspace_bytes);
int shunt_ztrmm_batch_async(const char* side, const char* uplo, const char* transa, const char* diag, const int32_t* m,
    const int32_t* n, const shunt_complex16* alpha, const shunt_complex16* const* a, const int32_t* lda,
    shunt_complex16* const* b, const int32_t* ldb, const int32_t* group_count, const int32_t* group_size, void* stream,
    void* workspace, size_t* workspace_bytes);
int shunt_ztrmm_batch_async_64(const char* side, const char* uplo, const char* transa, const char* diag, const int64_t*
    m, const int64_t* n, const shunt_complex16* alpha, const shunt_complex16* const* a, const int64_t* lda,
    shunt_complex16* const* b, const int64_t* ldb, const int64_t* group_count, const int64_t* group_size, void* stream,
    void* workspace, size_t* workspace_bytes);
int shunt_ztrmm_batch_strided_async(const char* side, const char* uplo, const char* transa, const char* diag, const
    int32_t* m, const int32_t* n, const shunt_complex16* alpha, const shunt_complex16* a, const int32_t* lda, const
    int32_t* stride_a, shunt_complex16* b, const int32_t* ldb, const int32_t* stride_b, const int32_t* batch_size, void*
    stream, void* workspace, size_t* workspace_bytes);
int shunt_ztrmm_batch_strided_async_64(const char* side, const char* uplo, const char* transa, const char* diag, const
    int64_t* m, const int64_t* n, const shunt_complex16* alpha, const shunt_complex16* a, const int64_t* lda, const
    int64_t* stride_a, shunt_complex16* b, const int64_t* ldb, const int64_t* stride_b, const int64_t* batch_size, void*
    stream, void* workspace, size_t* workspace_bytes);
int shunt_ztrmm_vbatch_async(const char* side, const char* uplo, const char* transa, const char* diag, const int32_t* m,
    const int32_t* n, const shunt_complex16* alpha, const shunt_complex16* const* a, const int32_t* lda,
    shunt_complex16* const* b, const int32_t* ldb, const int32_t* batch_count, void* stream, void* workspace, size_t*
    workspace_bytes);
int shunt_ztrmm_vbatch_async_64(const char* side, const char* uplo, const char* transa, const char* diag, const int64_t*
    m, const int64_t* n, const shunt_complex16* alpha, const shunt_complex16* const* a, const int64_t* lda,
    shunt_complex16* const* b, const int64_t* ldb, const int64_t* batch_count, void* stream, void* workspace, size_t*
    workspace_bytes);

int shunt_strsv_batch_async(const char* uplo, const char* trans, const char* diag, const int32_t* n, const float* const*
    a, const int32_t* lda, float* const* x, const int32_t* incx, const int32_t* group_count, const int32_t* group_size,
    void* stream, void* workspace, size_t* workspace_bytes);
int shunt_strsv_batch_async_64(const char* uplo, const char* trans, const char* diag, const int64_t* n, const float*
    const* a, const int64_t* lda, float* const* x, const int64_t* incx, const int64_t* group_count, const int64_t*
    group_size, void* stream, void* workspace, size_t* workspace_bytes);
int shunt_strsv_batch_strided_async(const char* uplo, const char* trans, const char* diag, const int32_t* n, const
    float* a, const int32_t* lda, const int32_t* stride_a, float* x, const int32_t* incx, const int32_t* stride_x, const
    int32_t* batch_size, void* stream, void* workspace, size_t* workspace_bytes);
int shunt_strsv_batch_strided_async_64(const char* uplo, const char* trans, const char* diag, const int64_t* n, const
    float* a, const int64_t* lda, const int64_t* stride_a, float* x, const int64_t* incx, const int64_t* stride_x, const
    int64_t* batch_size, void* stream, void* workspace, size_t* workspace_bytes);
int shunt_strsv_vbatch_async(const char* uplo, const char* trans, const char* diag, const int32_t* n, const float*
    const* a, const int32_t* lda, float* const* x, const int32_t* incx, const int32_t* batch_count, void* stream, void*
    workspace, size_t* workspace_bytes);
int shunt_strsv_vbatch_async_64(const char* uplo, const char* trans, const char* diag, const int64_t* n, const float*
    const* a, const int64_t* lda, float* const* x, const int64_t* incx, const int64_t* batch_count, void* stream, void*
    workspace, size_t* workspace_bytes);
int shunt_dtrsv_batch_async(const char* uplo, const char* trans, const char* diag, const int32_t* n, const double*
    const* a, const int32_t* lda, double* const* x, const int32_t* incx, const int32_t* group_count, const int32_t*
    group_size, void* stream, void* workspace, size_t* workspace_bytes);
int shunt_dtrsv_batch_async_64(const char* uplo, const char* trans, const char* diag, const int64_t* n, const double*
    const* a, const int64_t* lda, double* const* x, const int64_t* incx, const int64_t* group_count, const int64_t*
    group_size, void* stream, void* workspace, size_t* workspace_bytes);
int shunt_dtrsv_batch_strided_async(const char* uplo, const char* trans, const char* diag, const int32_t* n, const
    double* a, const int32_t* lda, const int32_t* stride_a, double* x, const int32_t* incx, const int32_t* stride_x,
    const int32_t* batch_size, void* stream, void* workspace, size_t* workspace_bytes);
int shunt_dtrsv_batch_strided_async_64(const char* uplo, const char* trans, const char* diag, const int64_t* n, const
    double* a, const int64_t* lda, const int64_t* stride_a, double* x, const int64_t* incx, const int64_t* stride_x,
    const int64_t* batch_size, void* stream, void* workspace, size_t* workspace_bytes);
int shunt_dtrsv_vbatch_async(const char* uplo, const char* trans, const char* diag, const int32_t* n, const double*
    const* a, const int32_t* lda, double* const* x, const int32_t* incx, const int32_t* batch_count, void* stream, void*
    workspace, size_t* workspace_bytes);
int shunt_dtrsv_vbatch_async_64(const char* uplo, const char* trans, const char* diag, const int64_t* n, const double*
    const* a, const int64_t* lda, double* const* x, const int64_t* incx, const int64_t* batch_count, void* stream, void*
    workspace, size_t* workspace_bytes);
int shunt_ctrsv_batch_async(const char* uplo, const char* trans, const char* diag, const int32_t* n, const
    shunt_complex8* const* a, const int32_t* lda, shunt_complex8* const* x, const int32_t* incx, const int32_t*
    group_count, const int32_t* group_size, void* stream, void* workspace, size_t* workspace_bytes);
int shunt_ctrsv_batch_async_64(const char* uplo, const char* trans, const char* diag, const int64_t* n, const
    shunt_complex8* const* a, const int64_t* lda, shunt_complex8* const* x, const int64_t* incx, const int64_t*
    group_count, const int64_t* group_size, void* stream, void* workspace, size_t* workspace_bytes);
int shunt_ctrsv_batch_strided_async(const char* uplo, const char* trans, const char* diag, const int32_t* n, const
    shunt_complex8* a, const int32_t* lda, const int32_t* stride_a, shunt_complex8* x, const int32_t* incx, const
    int32_t* stride_x, const int32_t* batch_size, void* stream, void* workspace, size_t* workspace_bytes);
int shunt_ctrsv_batch_strided_async_64(const char* uplo, const char* trans, const char* diag, const int64_t* n, const
    shunt_complex8* a, const int64_t* lda, const int64_t* stride_a, shunt_complex8* x, const int64_t* incx, const
    int64_t* stride_x, const int64_t* batch_size, void* stream, void* workspace, size_t* workspace_bytes);
int shunt_ctrsv_vbatch_async(const char* uplo, const char* trans, const char* diag, const int32_t* n, const
    shunt_complex8* const* a, const int32_t* lda, shunt_complex8* const* x, const int32_t* incx, const int32_t*
    batch_count, void* stream, void* workspace, size_t* workspace_bytes);
int shunt_ctrsv_vbatch_async_64(const char* uplo, const char* trans, const char* diag, const int64_t* n, const
    shunt_complex8* const* a, const int64_t* lda, shunt_complex8* const* x, const int64_t* incx, const int64_t*
    batch_count, void* stream, void* workspace, size_t* workspace_bytes);
int shunt_ztrsv_batch_async(const char* uplo, const char* trans, const char* diag, const int32_t* n, const
    shunt_complex16* const* a, const int32_t* lda, shunt_complex16* const* x, const int32_t* incx, const int32_t*
    group_count, const int32_t* group_size, void* stream, void* workspace, size_t* workspace_bytes);
int shunt_ztrsv_batch_async_64(const char* uplo, const char* trans, const char* diag, const int64_t* n, const
    shunt_complex16* const* a, const int64_t* lda, shunt_complex16* const* x, const int64_t* incx, const int64_t*
    group_count, const int64_t* group_size, void* stream, void* workspace, size_t* workspace_bytes);
int shunt_ztrsv_batch_strided_async(const char* uplo, const char* trans, const char* diag, const int32_t* n, const
    shunt_complex16* a, const int32_t* lda, const int32_t* stride_a, shunt_complex16* x, const int32_t* incx, const
    int32_t* stride_x, const int32_t* batch_size, void* stream, void* workspace, size_t* workspace_bytes);
int shunt_ztrsv_batch_strided_async_64(const char* uplo, const char* trans, const char* diag, const int64_t* n, const
    shunt_complex16* a, const int64_t* lda, const int64_t* stride_a, shunt_complex16* x, const int64_t* incx, const
    int64_t* stride_x, const int64_t* batch_size, void* stream, void* workspace, size_t* workspace_bytes);
int shunt_ztrsv_vbatch_async(const char* uplo, const char* trans, const char* diag, const int32_t* n, const
    shunt_complex16* const* a, const int32_t* lda, shunt_complex16* const* x, const int32_t* incx, const int32_t*
    batch_count, void* stream, void* workspace, size_t* workspace_bytes);
int shunt_ztrsv_vbatch_async_64(const char* uplo, const char* trans, const char* diag, const int64_t* n, const
    shunt_complex16* const* a, const int64_t* lda, shunt_complex16* const* x, const int64_t* incx, const int64_t*
    batch_count, void* stream, void* workspace, size_t* workspace_bytes);

int shunt_sgetrf_batch_async(const int32_t* m, const int32_t* n, float* const* a, const int32_t* lda, int32_t* const*
    ipiv, const int32_t* group_count, const int32_t* group_size, int32_t* info, void* stream, void* workspace, size_t*
    workspace_bytes);
int shunt_sgetrf_batch_async_64(const int64_t* m, const int64_t* n, float* const* a, const int64_t* lda, int64_t* const*
    ipiv, const int64_t* group_count, const int64_t* group_size, int64_t* info, void* stream, void* workspace, size_t*
    workspace_bytes);
int shunt_sgetrf_batch_strided_async(const int32_t* m, const int32_t* n, float* a, const int32_t* lda, const int32_t*
    stride_a, int32_t* ipiv, const int32_t* stride_ipiv, const int32_t* batch_size, int32_t* info, void* stream, void*
    workspace, size_t* workspace_bytes);
int shunt_sgetrf_batch_strided_async_64(const int64_t* m, const int64_t* n, float* a, const int64_t* lda, const int64_t*
    stride_a, int64_t* ipiv, const int64_t* stride_ipiv, const int64_t* batch_size, int64_t* info, void* stream, void*
    workspace, size_t* workspace_bytes);
int shunt_sgetrf_vbatch_async(const int32_t* m, const int32_t* n, float* const* a, const int32_t* lda, int32_t* const*
    ipiv, const int32_t* batch_count, int32_t* info, void* stream, void* workspace, size_t* workspace_bytes);
int shunt_sgetrf_vbatch_async_64(const int64_t* m, const int64_t* n, float* const* a, const int64_t* lda, int64_t*
    const* ipiv, const int64_t* batch_count, int64_t* info, void* stream, void* workspace, size_t* workspace_bytes);
int shunt_dgetrf_batch_async(const int32_t* m, const int32_t* n, double* const* a, const int32_t* lda, int32_t* const*
    ipiv, const int32_t* group_count, const int32_t* group_size, int32_t* info, void* stream, void* workspace, size_t*
    workspace_bytes);
int shunt_dgetrf_batch_async_64(const int64_t* m, const int64_t* n, double* const* a, const int64_t* lda, int64_t*
    const* ipiv, const int64_t* group_count, const int64_t* group_size, int64_t* info, void* stream, void* workspace,
    size_t* workspace_bytes);
int shunt_dgetrf_batch_strided_async(const int32_t* m, const int32_t* n, double* a, const int32_t* lda, const int32_t*
    stride_a, int32_t* ipiv, const int32_t* stride_ipiv, const int32_t* batch_size, int32_t* info, void* stream, void*
    workspace, size_t* workspace_bytes);
int shunt_dgetrf_batch_strided_async_64(const int64_t* m, const int64_t* n, double* a, const int64_t* lda, const
    int64_t* stride_a, int64_t* ipiv, const int64_t* stride_ipiv, const int64_t* batch_size, int64_t* info, void*
    stream, void* workspace, size_t* workspace_bytes);
int shunt_dgetrf_vbatch_async(const int32_t* m, const int32_t* n, double* const* a, const int32_t* lda, int32_t* const*
    ipiv, const int32_t* batch_count, int32_t* info, void* stream, void* workspace, size_t* workspace_bytes);
int shunt_dgetrf_vbatch_async_64(const int64_t* m, const int64_t* n, double* const* a, const int64_t* lda, int64_t*
    const* ipiv, const int64_t* batch_count, int64_t* info, void* stream, void* workspace, size_t* workspace_bytes);
int shunt_cgetrf_batch_async(const int32_t* m, const int32_t* n, shunt_complex8* const* a, const int32_t* lda, int32_t*
    const* ipiv, const int32_t* group_count, const int32_t* group_size, int32_t* info, void* stream, void* workspace,
    size_t* workspace_bytes);
int shunt_cgetrf_batch_async_64(const int64_t* m, const int64_t* n, shunt_complex8* const* a, const int64_t* lda,
    int64_t* const* ipiv, const int64_t* group_count, const int64_t* group_size, int64_t* info, void* stream, void*
    workspace, size_t* workspace_bytes);
int shunt_cgetrf_batch_strided_async(const int32_t* m, const int32_t* n, shunt_complex8* a, const int32_t* lda, const
    int32_t* stride_a, int32_t* ipiv, const int32_t* stride_ipiv, const int32_t* batch_size, int32_t* info, void*
    stream, void* workspace, size_t* workspace_bytes);
int shunt_cgetrf_batch_strided_async_64(const int64_t* m, const int64_t* n, shunt_complex8* a, const int64_t* lda, const
    int64_t* stride_a, int64_t* ipiv, const int64_t* stride_ipiv, const int64_t* batch_size, int64_t* info, void*
    stream, void* workspace, size_t* workspace_bytes);
int shunt_cgetrf_vbatch_async(const int32_t* m, const int32_t* n, shunt_complex8* const* a, const int32_t* lda, int32_t*
    const* ipiv, const int32_t* batch_count, int32_t* info, void* stream, void* workspace, size_t* workspace_bytes);
int shunt_cgetrf_vbatch_async_64(const int64_t* m, const int64_t* n, shunt_complex8* const* a, const int64_t* lda,
    int64_t* const* ipiv, const int64_t* batch_count, int64_t* info, void* stream, void* workspace, size_t*
    workspace_bytes);
int shunt_zgetrf_batch_async(const int32_t* m, const int32_t* n, shunt_complex16* const* a, const int32_t* lda, int32_t*
    const* ipiv, const int32_t* group_count, const int32_t* group_size, int32_t* info, void* stream, void* workspace,
    size_t* workspace_bytes);
int shunt_zgetrf_batch_async_64(const int64_t* m, const int64_t* n, shunt_complex16* const* a, const int64_t* lda,
    int64_t* const* ipiv, const int64_t* group_count, const int64_t* group_size, int64_t* info, void* stream, void*
    workspace, size_t* workspace_bytes);
int shunt_zgetrf_batch_strided_async(const int32_t* m, const int32_t* n, shunt_complex16* a, const int32_t* lda, const
    int32_t* stride_a, int32_t* ipiv, const int32_t* stride_ipiv, const int32_t* batch_size, int32_t* info, void*
    stream, void* workspace, size_t* workspace_bytes);
int shunt_zgetrf_batch_strided_async_64(const int64_t* m, const int64_t* n, shunt_complex16* a, const int64_t* lda,
    const int64_t* stride_a, int64_t* ipiv, const int64_t* stride_ipiv, const int64_t* batch_size, int64_t* info, void*
    stream, void* workspace, size_t* workspace_bytes);
int shunt_zgetrf_vbatch_async(const int32_t* m, const int32_t* n, shunt_complex16* const* a, const int32_t* lda,
    int32_t* const* ipiv, const int32_t* batch_count, int32_t* info, void* stream, void* workspace, size_t*
    workspace_bytes);
int shunt_zgetrf_vbatch_async_64(const int64_t* m, const int64_t* n, shunt_complex16* const* a, const int64_t* lda,
    int64_t* const* ipiv, const int64_t* batch_count, int64_t* info, void* stream, void* workspace, size_t*
    workspace_bytes);

int shunt_sgetrs_batch_async(const char* trans, const int32_t* n, const int32_t* nrhs, const float* const* a, const
    int32_t* lda, const int32_t* const* ipiv, float* const* b, const int32_t* ldb, const int32_t* group_count, const
    int32_t* group_size, int32_t* info, void* stream, void* workspace, size_t* workspace_bytes);
int shunt_sgetrs_batch_async_64(const char* trans, const int64_t* n, const int64_t* nrhs, const float* const* a, const
    int64_t* lda, const int64_t* const* ipiv, float* const* b, const int64_t* ldb, const int64_t* group_count, const
    int64_t* group_size, int64_t* info, void* stream, void* workspace, size_t* workspace_bytes);
int shunt_sgetrs_batch_strided_async(const char* trans, const int32_t* n, const int32_t* nrhs, const float* a, const
    int32_t* lda, const int32_t* stride_a, const int32_t* ipiv, const int32_t* stride_ipiv, float* b, const int32_t*
    ldb, const int32_t* stride_b, const int32_t* batch_size, int32_t* info, void* stream, void* workspace, size_t*
    workspace_bytes);
int shunt_sgetrs_batch_strided_async_64(const char* trans, const int64_t* n, const int64_t* nrhs, const float* a, const
    int64_t* lda, const int64_t* stride_a, const int64_t* ipiv, const int64_t* stride_ipiv, float* b, const int64_t*
    ldb, const int64_t* stride_b, const int64_t* batch_size, int64_t* info, void* stream, void* workspace, size_t*
    workspace_bytes);
int shunt_sgetrs_vbatch_async(const char* trans, const int32_t* n, const int32_t* nrhs, const float* const* a, const
    int32_t* lda, const int32_t* const* ipiv, float* const* b, const int32_t* ldb, const int32_t* batch_count, int32_t*
    info, void* stream, void* workspace, size_t* workspace_bytes);
int shunt_sgetrs_vbatch_async_64(const char* trans, const int64_t* n, const int64_t* nrhs, const float* const* a, const
    int64_t* lda, const int64_t* const* ipiv, float* const* b, const int64_t* ldb, const int64_t* batch_count, int64_t*
    info, void* stream, void* workspace, size_t* workspace_bytes);
int shunt_dgetrs_batch_async(const char* trans, const int32_t* n, const int32_t* nrhs, const double* const* a, const
    int32_t* lda, const int32_t* const* ipiv, double* const* b, const int32_t* ldb, const int32_t* group_count, const
    int32_t* group_size, int32_t* info, void* stream, void* workspace, size_t* workspace_bytes);
int shunt_dgetrs_batch_async_64(const char* trans, const int64_t* n, const int64_t* nrhs, const double* const* a, const
    int64_t* lda, const int64_t* const* ipiv, double* const* b, const int64_t* ldb, const int64_t* group_count, const
    int64_t* group_size, int64_t* info, void* stream, void* workspace, size_t* workspace_bytes);
int shunt_dgetrs_batch_strided_async(const char* trans, const int32_t* n, const int32_t* nrhs, const double* a, const
    int32_t* lda, const int32_t* stride_a, const int32_t* ipiv, const int32_t* stride_ipiv, double* b, const int32_t*
    ldb, const int32_t* stride_b, const int32_t* batch_size, int32_t* info, void* stream, void* workspace, size_t*
    workspace_bytes);
int shunt_dgetrs_batch_strided_async_64(const char* trans, const int64_t* n, const int64_t* nrhs, const double* a, const
    int64_t* lda, const int64_t* stride_a, const int64_t* ipiv, const int64_t* stride_ipiv, double* b, const int64_t*
    ldb, const int64_t* stride_b, const int64_t* batch_size, int64_t* info, void* stream, void* workspace, size_t*
    workspace_bytes);
int shunt_dgetrs_vbatch_async(const char* trans, const int32_t* n, const int32_t* nrhs, const double* const* a, const
    int32_t* lda, const int32_t* const* ipiv, double* const* b, const int32_t* ldb, const int32_t* batch_count, int32_t*
    info, void* stream, void* workspace, size_t* workspace_bytes);
int shunt_dgetrs_vbatch_async_64(const char* trans, const int64_t* n, const int64_t* nrhs, const double* const* a, const
    int64_t* lda, const int64_t* const* ipiv, double* const* b, const int64_t* ldb, const int64_t* batch_count, int64_t*
    info, void* stream, void* workspace, size_t* workspace_bytes);
int shunt_cgetrs_batch_async(const char* trans, const int32_t* n, const int32_t* nrhs, const shunt_complex8* const* a,
    const int32_t* lda, const int32_t* const* ipiv, shunt_complex8* const* b, const int32_t* ldb, const int32_t*
    group_count, const int32_t* group_size, int32_t* info, void* stream, void* workspace, size_t* workspace_bytes);
int shunt_cgetrs_batch_async_64(const char* trans, const int64_t* n, const int64_t* nrhs, const shunt_complex8* const*
    a, const int64_t* lda, const int64_t* const* ipiv, shunt_complex8* const* b, const int64_t* ldb, const int64_t*
    group_count, const int64_t* group_size, int64_t* info, void* stream, void* workspace, size_t* workspace_bytes);
int shunt_cgetrs_batch_strided_async(const char* trans, const int32_t* n, const int32_t* nrhs, const shunt_complex8* a,
    const int32_t* lda, const int32_t* stride_a, const int32_t* ipiv, const int32_t* stride_ipiv, shunt_complex8* b,
    const int32_t* ldb, const int32_t* stride_b, const int32_t* batch_size, int32_t* info, void* stream, void*
    workspace, size_t* workspace_bytes);
int shunt_cgetrs_batch_strided_async_64(const char* trans, const int64_t* n, const int64_t* nrhs, const shunt_complex8*
    a, const int64_t* lda, const int64_t* stride_a, const int64_t* ipiv, const int64_t* stride_ipiv, shunt_complex8* b,
    const int64_t* ldb, const int64_t* stride_b, const int64_t* batch_size, int64_t* info, void* stream, void*
    workspace, size_t* workspace_bytes);
int shunt_cgetrs_vbatch_async(const char* trans, const int32_t* n, const int32_t* nrhs, const shunt_complex8* const* a,
    const int32_t* lda, const int32_t* const* ipiv, shunt_complex8* const* b, const int32_t* ldb, const int32_t*
    batch_count, int32_t* info, void* stream, void* workspace, size_t* workspace_bytes);
int shunt_cgetrs_vbatch_async_64(const char* trans, const int64_t* n, const int64_t* nrhs, const shunt_complex8* const*
    a, const int64_t* lda, const int64_t* const* ipiv, shunt_complex8* const* b, const int64_t* ldb, const int64_t*
    batch_count, int64_t* info, void* stream, void* workspace, size_t* workspace_bytes);
int shunt_zgetrs_batch_async(const char* trans, const int32_t* n, const int32_t* nrhs, const shunt_complex16* const* a,
    const int32_t* lda, const int32_t* const* ipiv, shunt_complex16* const* b, const int32_t* ldb, const int32_t*
    group_count, const int32_t* group_size, int32_t* info, void* stream, void* workspace, size_t* workspace_bytes);
int shunt_zgetrs_batch_async_64(const char* trans, const int64_t* n, const int64_t* nrhs, const shunt_complex16* const*
    a, const int64_t* lda, const int64_t* const* ipiv, shunt_complex16* const* b, const int64_t* ldb, const int64_t*
    group_count, const int64_t* group_size, int64_t* info, void* stream, void* workspace, size_t* workspace_bytes);
int shunt_zgetrs_batch_strided_async(const char* trans, const int32_t* n, const int32_t* nrhs, const shunt_complex16* a,
    const int32_t* lda, const int32_t* stride_a, const int32_t* ipiv, const int32_t* stride_ipiv, shunt_complex16* b,
    const int32_t* ldb, const int32_t* stride_b, const int32_t* batch_size, int32_t* info, void* stream, void*
    workspace, size_t* workspace_bytes);
int shunt_zgetrs_batch_strided_async_64(const char* trans, const int64_t* n, const int64_t* nrhs, const shunt_complex16*
    a, const int64_t* lda, const int64_t* stride_a, const int64_t* ipiv, const int64_t* stride_ipiv, shunt_complex16* b,
    const int64_t* ldb, const int64_t* stride_b, const int64_t* batch_size, int64_t* info, void* stream, void*
    workspace, size_t* workspace_bytes);
int shunt_zgetrs_vbatch_async(const char* trans, const int32_t* n, const int32_t* nrhs, const shunt_complex16* const* a,
    const int32_t* lda, const int32_t* const* ipiv, shunt_complex16* const* b, const int32_t* ldb, const int32_t*
    batch_count, int32_t* info, void* stream, void* workspace, size_t* workspace_bytes);
int shunt_zgetrs_vbatch_async_64(const char* trans, const int64_t* n, const int64_t* nrhs, const shunt_complex16* const*
    a, const int64_t* lda, const int64_t* const* ipiv, shunt_complex16* const* b, const int64_t* ldb, const int64_t*
    batch_count, int64_t* info, void* stream, void* workspace, size_t* workspace_bytes);

int shunt_sgetri_batch_async(const int32_t* n, float* const* a, const int32_t* lda, const int32_t* const* ipiv, const
    int32_t* group_count, const int32_t* group_size, int32_t* info, void* stream, void* workspace, size_t*
    workspace_bytes);
int shunt_sgetri_batch_async_64(const int64_t* n, float* const* a, const int64_t* lda, const int64_t* const* ipiv, const
    int64_t* group_count, const int64_t* group_size, int64_t* info, void* stream, void* workspace, size_t*
    workspace_bytes);
int shunt_sgetri_batch_strided_async(const int32_t* n, float* a, const int32_t* lda, const int32_t* stride_a, const
    int32_t* ipiv, const int32_t* stride_ipiv, const int32_t* batch_size, int32_t* info, void* stream, void* workspace,
    size_t* workspace_bytes);
int shunt_sgetri_batch_strided_async_64(const int64_t* n, float* a, const int64_t* lda, const int64_t* stride_a, const
    int64_t* ipiv, const int64_t* stride_ipiv, const int64_t* batch_size, int64_t* info, void* stream, void* workspace,
    size_t* workspace_bytes);
int shunt_sgetri_vbatch_async(const int32_t* n, float* const* a, const int32_t* lda, const int32_t* const* ipiv, const
    int32_t* batch_count, int32_t* info, void* stream, void* workspace, size_t* workspace_bytes);
int shunt_sgetri_vbatch_async_64(const int64_t* n, float* const* a, const int64_t* lda, const int64_t* const* ipiv,
    const int64_t* batch_count, int64_t* info, void* stream, void* workspace, size_t* workspace_bytes);
int shunt_dgetri_batch_async(const int32_t* n, double* const* a, const int32_t* lda, const int32_t* const* ipiv, const
    int32_t* group_count, const int32_t* group_size, int32_t* info, void* stream, void* workspace, size_t*
    workspace_bytes);
int shunt_dgetri_batch_async_64(const int64_t* n, double* const* a, const int64_t* lda, const int64_t* const* ipiv,
    const int64_t* group_count, const int64_t* group_size, int64_t* info, void* stream, void* workspace, size_t*
    workspace_bytes);
int shunt_dgetri_batch_strided_async(const int32_t* n, double* a, const int32_t* lda, const int32_t* stride_a, const
    int32_t* ipiv, const int32_t* stride_ipiv, const int32_t* batch_size, int32_t* info, void* stream, void* workspace,
    size_t* workspace_bytes);
int shunt_dgetri_batch_strided_async_64(const int64_t* n, double* a, const int64_t* lda, const int64_t* stride_a, const
    int64_t* ipiv, const int64_t* stride_ipiv, const int64_t* batch_size, int64_t* info, void* stream, void* workspace,
    size_t* workspace_bytes);
int shunt_dgetri_vbatch_async(const int32_t* n, double* const* a, const int32_t* lda, const int32_t* const* ipiv, const
    int32_t* batch_count, int32_t* info, void* stream, void* workspace, size_t* workspace_bytes);
int shunt_dgetri_vbatch_async_64(const int64_t* n, double* const* a, const int64_t* lda, const int64_t* const* ipiv,
    const int64_t* batch_count, int64_t* info, void* stream, void* workspace, size_t* workspace_bytes);
int shunt_cgetri_batch_async(const int32_t* n, shunt_complex8* const* a, const int32_t* lda, const int32_t* const* ipiv,
    const int32_t* group_count, const int32_t* group_size, int32_t* info, void* stream, void* workspace, size_t*
    workspace_bytes);
int shunt_cgetri_batch_async_64(const int64_t* n, shunt_complex8* const* a, const int64_t* lda, const int64_t* const*
    ipiv, const int64_t* group_count, const int64_t* group_size, int64_t* info, void* stream, void* workspace, size_t*
    workspace_bytes);
int shunt_cgetri_batch_strided_async(const int32_t* n, shunt_complex8* a, const int32_t* lda, const int32_t* stride_a,
    const int32_t* ipiv, const int32_t* stride_ipiv, const int32_t* batch_size, int32_t* info, void* stream, void*
    workspace, size_t* workspace_bytes);
int shunt_cgetri_batch_strided_async_64(const int64_t* n, shunt_complex8* a, const int64_t* lda, const int64_t*
    stride_a, const int64_t* ipiv, const int64_t* stride_ipiv, const int64_t* batch_size, int64_t* info, void* stream,
    void* workspace, size_t* workspace_bytes);
int shunt_cgetri_vbatch_async(const int32_t* n, shunt_complex8* const* a, const int32_t* lda, const int32_t* const*
    ipiv, const int32_t* batch_count, int32_t* info, void* stream, void* workspace, size_t* workspace_bytes);
int shunt_cgetri_vbatch_async_64(const int64_t* n, shunt_complex8* const* a, const int64_t* lda, const int64_t* const*
    ipiv, const int64_t* batch_count, int64_t* info, void* stream, void* workspace, size_t* workspace_bytes);
int shunt_zgetri_batch_async(const int32_t* n, shunt_complex16* const* a, const int32_t* lda, const int32_t* const*
    ipiv, const int32_t* group_count, const int32_t* group_size, int32_t* info, void* stream, void* workspace, size_t*
    workspace_bytes);
int shunt_zgetri_batch_async_64(const int64_t* n, shunt_complex16* const* a, const int64_t* lda, const int64_t* const*
    ipiv, const int64_t* group_count, const int64_t* group_size, int64_t* info, void* stream, void* workspace, size_t*
    workspace_bytes);
int shunt_zgetri_batch_strided_async(const int32_t* n, shunt_complex16* a, const int32_t* lda, const int32_t* stride_a,
    const int32_t* ipiv, const int32_t* stride_ipiv, const int32_t* batch_size, int32_t* info, void* stream, void*
    workspace, size_t* workspace_bytes);
int shunt_zgetri_batch_strided_async_64(const int64_t* n, shunt_complex16* a, const int64_t* lda, const int64_t*
    stride_a, const int64_t* ipiv, const int64_t* stride_ipiv, const int64_t* batch_size, int64_t* info, void* stream,
    void* workspace, size_t* workspace_bytes);
int shunt_zgetri_vbatch_async(const int32_t* n, shunt_complex16* const* a, const int32_t* lda, const int32_t* const*
    ipiv, const int32_t* batch_count, int32_t* info, void* stream, void* workspace, size_t* workspace_bytes);
int shunt_zgetri_vbatch_async_64(const int64_t* n, shunt_complex16* const* a, const int64_t* lda, const int64_t* const*
    ipiv, const int64_t* batch_count, int64_t* info, void* stream, void* workspace, size_t* workspace_bytes);

int shunt_spotrf_batch_async(const char* uplo, const int32_t* n, float* const* a, const int32_t* lda, const int32_t*
    group_count, const int32_t* group_size, int32_t* info, void* stream, void* workspace, size_t* workspace_bytes);
int shunt_spotrf_batch_async_64(const char* uplo, const int64_t* n, float* const* a, const int64_t* lda, const int64_t*
    group_count, const int64_t* group_size, int64_t* info, void* stream, void* workspace, size_t* workspace_bytes);
int shunt_spotrf_batch_strided_async(const char* uplo, const int32_t* n, float* a, const int32_t* lda, const int32_t*
    stride_a, const int32_t* batch_size, int32_t* info, void* stream, void* workspace, size_t* workspace_bytes);
int shunt_spotrf_batch_strided_async_64(const char* uplo, const int64_t* n, float* a, const int64_t* lda, const int64_t*
    stride_a, const int64_t* batch_size, int64_t* info, void* stream, void* workspace, size_t* workspace_bytes);
int shunt_spotrf_vbatch_async(const char* uplo, const int32_t* n, float* const* a, const int32_t* lda, const int32_t*
    batch_count, int32_t* info, void* stream, void* workspace, size_t* workspace_bytes);
int shunt_spotrf_vbatch_async_64(const char* uplo, const int64_t* n, float* const* a, const int64_t* lda, const int64_t*
    batch_count, int64_t* info, void* stream, void* workspace, size_t* workspace_bytes);
int shunt_dpotrf_batch_async(const char* uplo, const int32_t* n, double* const* a, const int32_t* lda, const int32_t*
    group_count, const int32_t* group_size, int32_t* info, void* stream, void* workspace, size_t* workspace_bytes);
int shunt_dpotrf_batch_async_64(const char* uplo, const int64_t* n, double* const* a, const int64_t* lda, const int64_t*
    group_count, const int64_t* group_size, int64_t* info, void* stream, void* workspace, size_t* workspace_bytes);
int shunt_dpotrf_batch_strided_async(const char* uplo, const int32_t* n, double* a, const int32_t* lda, const int32_t*
    stride_a, const int32_t* batch_size, int32_t* info, void* stream, void* workspace, size_t* workspace_bytes);
int shunt_dpotrf_batch_strided_async_64(const char* uplo, const int64_t* n, double* a, const int64_t* lda, const
    int64_t* stride_a, const int64_t* batch_size, int64_t* info, void* stream, void* workspace, size_t*
    workspace_bytes);
int shunt_dpotrf_vbatch_async(const char* uplo, const int32_t* n, double* const* a, const int32_t* lda, const int32_t*
    batch_count, int32_t* info, void* stream, void* workspace, size_t* workspace_bytes);
int shunt_dpotrf_vbatch_async_64(const char* uplo, const int64_t* n, double* const* a, const int64_t* lda, const
    int64_t* batch_count, int64_t* info, void* stream, void* workspace, size_t* workspace_bytes);
int shunt_cpotrf_batch_async(const char* uplo, const int32_t* n, shunt_complex8* const* a, const int32_t* lda, const
    int32_t* group_count, const int32_t* group_size, int32_t* info, void* stream, void* workspace, size_t*
    workspace_bytes);
int shunt_cpotrf_batch_async_64(const char* uplo, const int64_t* n, shunt_complex8* const* a, const int64_t* lda, const
    int64_t* group_count, const int64_t* group_size, int64_t* info, void* stream, void* workspace, size_t*
    workspace_bytes);
int shunt_cpotrf_batch_strided_async(const char* uplo, const int32_t* n, shunt_complex8* a, const int32_t* lda, const
    int32_t* stride_a, const int32_t* batch_size, int32_t* info, void* stream, void* workspace, size_t*
    workspace_bytes);
int shunt_cpotrf_batch_strided_async_64(const char* uplo, const int64_t* n, shunt_complex8* a, const int64_t* lda, const
    int64_t* stride_a, const int64_t* batch_size, int64_t* info, void* stream, void* workspace, size_t*
    workspace_bytes);
int shunt_cpotrf_vbatch_async(const char* uplo, const int32_t* n, shunt_complex8* const* a, const int32_t* lda, const
    int32_t* batch_count, int32_t* info, void* stream, void* workspace, size_t* workspace_bytes);
int shunt_cpotrf_vbatch_async_64(const char* uplo, const int64_t* n, shunt_complex8* const* a, const int64_t* lda, const
    int64_t* batch_count, int64_t* info, void* stream, void* workspace, size_t* workspace_bytes);
int shunt_zpotrf_batch_async(const char* uplo, const int32_t* n, shunt_complex16* const* a, const int32_t* lda, const
    int32_t* group_count, const int32_t* group_size, int32_t* info, void* stream, void* workspace, size_t*
    workspace_bytes);
int shunt_zpotrf_batch_async_64(const char* uplo, const int64_t* n, shunt_complex16* const* a, const int64_t* lda, const
    int64_t* group_count, const int64_t* group_size, int64_t* info, void* stream, void* workspace, size_t*
    workspace_bytes);
int shunt_zpotrf_batch_strided_async(const char* uplo, const int32_t* n, shunt_complex16* a, const int32_t* lda, const
    int32_t* stride_a, const int32_t* batch_size, int32_t* info, void* stream, void* workspace, size_t*
    workspace_bytes);
int shunt_zpotrf_batch_strided_async_64(const char* uplo, const int64_t* n, shunt_complex16* a, const int64_t* lda,
    const int64_t* stride_a, const int64_t* batch_size, int64_t* info, void* stream, void* workspace, size_t*
    workspace_bytes);
int shunt_zpotrf_vbatch_async(const char* uplo, const int32_t* n, shunt_complex16* const* a, const int32_t* lda, const
    int32_t* batch_count, int32_t* info, void* stream, void* workspace, size_t* workspace_bytes);
int shunt_zpotrf_vbatch_async_64(const char* uplo, const int64_t* n, shunt_complex16* const* a, const int64_t* lda,
    const int64_t* batch_count, int64_t* info, void* stream, void* workspace, size_t* workspace_bytes);

int shunt_spotrs_batch_async(const char* uplo, const int32_t* n, const int32_t* nrhs, const float* const* a, const
    int32_t* lda, float* const* b, const int32_t* ldb, const int32_t* group_count, const int32_t* group_size, int32_t*
    info, void* stream, void* workspace, size_t* workspace_bytes);
int shunt_spotrs_batch_async_64(const char* uplo, const int64_t* n, const int64_t* nrhs, const float* const* a, const
    int64_t* lda, float* const* b, const int64_t* ldb, const int64_t* group_count, const int64_t* group_size, int64_t*
    info, void* stream, void* workspace, size_t* workspace_bytes);
int shunt_spotrs_batch_strided_async(const char* uplo, const int32_t* n, const int32_t* nrhs, const float* a, const
    int32_t* lda, const int32_t* stride_a, float* b, const int32_t* ldb, const int32_t* stride_b, const int32_t*
    batch_size, int32_t* info, void* stream, void* workspace, size_t* workspace_bytes);
int shunt_spotrs_batch_strided_async_64(const char* uplo, const int64_t* n, const int64_t* nrhs, const float* a, const
    int64_t* lda, const int64_t* stride_a, float* b, const int64_t* ldb, const int64_t* stride_b, const int64_t*
    batch_size, int64_t* info, void* stream, void* workspace, size_t* workspace_bytes);
int shunt_spotrs_vbatch_async(const char* uplo, const int32_t* n, const int32_t* nrhs, const float* const* a, const
    int32_t* lda, float* const* b, const int32_t* ldb, const int32_t* batch_count, int32_t* info, void* stream, void*
    workspace, size_t* workspace_bytes);
int shunt_spotrs_vbatch_async_64(const char* uplo, const int64_t* n, const int64_t* nrhs, const float* const* a, const
    int64_t* lda, float* const* b, const int64_t* ldb, const int64_t* batch_count, int64_t* info, void* stream, void*
    workspace, size_t* workspace_bytes);
int shunt_dpotrs_batch_async(const char* uplo, const int32_t* n, const int32_t* nrhs, const double* const* a, const
    int32_t* lda, double* const* b, const int32_t* ldb, const int32_t* group_count, const int32_t* group_size, int32_t*
    info, void* stream, void* workspace, size_t* workspace_bytes);
int shunt_dpotrs_batch_async_64(const char* uplo, const int64_t* n, const int64_t* nrhs, const double* const* a, const
    int64_t* lda, double* const* b, const int64_t* ldb, const int64_t* group_count, const int64_t* group_size, int64_t*
    info, void* stream, void* workspace, size_t* workspace_bytes);
int shunt_dpotrs_batch_strided_async(const char* uplo, const int32_t* n, const int32_t* nrhs, const double* a, const
    int32_t* lda, const int32_t* stride_a, double* b, const int32_t* ldb, const int32_t* stride_b, const int32_t*
    batch_size, int32_t* info, void* stream, void* workspace, size_t* workspace_bytes);
int shunt_dpotrs_batch_strided_async_64(const char* uplo, const int64_t* n, const int64_t* nrhs, const double* a, const
    int64_t* lda, const int64_t* stride_a, double* b, const int64_t* ldb, const int64_t* stride_b, const int64_t*
    batch_size, int64_t* info, void* stream, void* workspace, size_t* workspace_bytes);
int shunt_dpotrs_vbatch_async(const char* uplo, const int32_t* n, const int32_t* nrhs, const double* const* a, const
    int32_t* lda, double* const* b, const int32_t* ldb, const int32_t* batch_count, int32_t* info, void* stream, void*
    workspace, size_t* workspace_bytes);
int shunt_dpotrs_vbatch_async_64(const char* uplo, const int64_t* n, const int64_t* nrhs, const double* const* a, const
    int64_t* lda, double* const* b, const int64_t* ldb, const int64_t* batch_count, int64_t* info, void* stream, void*
    workspace, size_t* workspace_bytes);
int shunt_cpotrs_batch_async(const char* uplo, const int32_t* n, const int32_t* nrhs, const shunt_complex8* const* a,
    const int32_t* lda, shunt_complex8* const* b, const int32_t* ldb, const int32_t* group_count, const int32_t*
    group_size, int32_t* info, void* stream, void* workspace, size_t* workspace_bytes);
int shunt_cpotrs_batch_async_64(const char* uplo, const int64_t* n, const int64_t* nrhs, const shunt_complex8* const* a,
    const int64_t* lda, shunt_complex8* const* b, const int64_t* ldb, const int64_t* group_count, const int64_t*
    group_size, int64_t* info, void* stream, void* workspace, size_t* workspace_bytes);
int shunt_cpotrs_batch_strided_async(const char* uplo, const int32_t* n, const int32_t* nrhs, const shunt_complex8* a,
    const int32_t* lda, const int32_t* stride_a, shunt_complex8* b, const int32_t* ldb, const int32_t* stride_b, const
    int32_t* batch_size, int32_t* info, void* stream, void* workspace, size_t* workspace_bytes);
int shunt_cpotrs_batch_strided_async_64(const char* uplo, const int64_t* n, const int64_t* nrhs, const shunt_complex8*
    a, const int64_t* lda, const int64_t* stride_a, shunt_complex8* b, const int64_t* ldb, const int64_t* stride_b,
    const int64_t* batch_size, int64_t* info, void* stream, void* workspace, size_t* workspace_bytes);
int shunt_cpotrs_vbatch_async(const char* uplo, const int32_t* n, const int32_t* nrhs, const shunt_complex8* const* a,
    const int32_t* lda, shunt_complex8* const* b, const int32_t* ldb, const int32_t* batch_count, int32_t* info, void*
    stream, void* workspace, size_t* workspace_bytes);
int shunt_cpotrs_vbatch_async_64(const char* uplo, const int64_t* n, const int64_t* nrhs, const shunt_complex8* const*
    a, const int64_t* lda, shunt_complex8* const* b, const int64_t* ldb, const int64_t* batch_count, int64_t* info,
    void* stream, void* workspace, size_t* workspace_bytes);
int shunt_zpotrs_batch_async(const char* uplo, const int32_t* n, const int32_t* nrhs, const shunt_complex16* const* a,
    const int32_t* lda, shunt_complex16* const* b, const int32_t* ldb, const int32_t* group_count, const int32_t*
    group_size, int32_t* info, void* stream, void* workspace, size_t* workspace_bytes);
int shunt_zpotrs_batch_async_64(const char* uplo, const int64_t* n, const int64_t* nrhs, const shunt_complex16* const*
    a, const int64_t* lda, shunt_complex16* const* b, const int64_t* ldb, const int64_t* group_count, const int64_t*
    group_size, int64_t* info, void* stream, void* workspace, size_t* workspace_bytes);
int shunt_zpotrs_batch_strided_async(const char* uplo, const int32_t* n, const int32_t* nrhs, const shunt_complex16* a,
    const int32_t* lda, const int32_t* stride_a, shunt_complex16* b, const int32_t* ldb, const int32_t* stride_b, const
    int32_t* batch_size, int32_t* info, void* stream, void* workspace, size_t* workspace_bytes);
int shunt_zpotrs_batch_strided_async_64(const char* uplo, const int64_t* n, const int64_t* nrhs, const shunt_complex16*
    a, const int64_t* lda, const int64_t* stride_a, shunt_complex16* b, const int64_t* ldb, const int64_t* stride_b,
    const int64_t* batch_size, int64_t* info, void* stream, void* workspace, size_t* workspace_bytes);
int shunt_zpotrs_vbatch_async(const char* uplo, const int32_t* n, const int32_t* nrhs, const shunt_complex16* const* a,
    const int32_t* lda, shunt_complex16* const* b, const int32_t* ldb, const int32_t* batch_count, int32_t* info, void*
    stream, void* workspace, size_t* workspace_bytes);
int shunt_zpotrs_vbatch_async_64(const char* uplo, const int64_t* n, const int64_t* nrhs, const shunt_complex16* const*
    a, const int64_t* lda, shunt_complex16* const* b, const int64_t* ldb, const int64_t* batch_count, int64_t* info,
    void* stream, void* workspace, size_t* workspace_bytes);

int shunt_sgeqrf_batch_async(const int32_t* m, const int32_t* n, float* const* a, const int32_t* lda, float* const* tau,
    const int32_t* group_count, const int32_t* group_size, int32_t* info, void* stream, void* workspace, size_t*
    workspace_bytes);
int shunt_sgeqrf_batch_async_64(const int64_t* m, const int64_t* n, float* const* a, const int64_t* lda, float* const*
    tau, const int64_t* group_count, const int64_t* group_size, int64_t* info, void* stream, void* workspace, size_t*
    workspace_bytes);
int shunt_sgeqrf_batch_strided_async(const int32_t* m, const int32_t* n, float* a, const int32_t* lda, const int32_t*
    stride_a, float* tau, const int32_t* stride_tau, const int32_t* batch_size, int32_t* info, void* stream, void*
    workspace, size_t* workspace_bytes);
int shunt_sgeqrf_batch_strided_async_64(const int64_t* m, const int64_t* n, float* a, const int64_t* lda, const int64_t*
    stride_a, float* tau, const int64_t* stride_tau, const int64_t* batch_size, int64_t* info, void* stream, void*
    workspace, size_t* workspace_bytes);
int shunt_sgeqrf_vbatch_async(const int32_t* m, const int32_t* n, float* const* a, const int32_t* lda, float* const*
    tau, const int32_t* batch_count, int32_t* info, void* stream, void* workspace, size_t* workspace_bytes);
int shunt_sgeqrf_vbatch_async_64(const int64_t* m, const int64_t* n, float* const* a, const int64_t* lda, float* const*
    tau, const int64_t* batch_count, int64_t* info, void* stream, void* workspace, size_t* workspace_bytes);
int shunt_dgeqrf_batch_async(const int32_t* m, const int32_t* n, double* const* a, const int32_t* lda, double* const*
    tau, const int32_t* group_count, const int32_t* group_size, int32_t* info, void* stream, void* workspace, size_t*
    workspace_bytes);
int shunt_dgeqrf_batch_async_64(const int64_t* m, const int64_t* n, double* const* a, const int64_t* lda, double* const*
    tau, const int64_t* group_count, const int64_t* group_size, int64_t* info, void* stream, void* workspace, size_t*
    workspace_bytes);
int shunt_dgeqrf_batch_strided_async(const int32_t* m, const int32_t* n, double* a, const int32_t* lda, const int32_t*
    stride_a, double* tau, const int32_t* stride_tau, const int32_t* batch_size, int32_t* info, void* stream, void*
    workspace, size_t* workspace_bytes);
int shunt_dgeqrf_batch_strided_async_64(const int64_t* m, const int64_t* n, double* a, const int64_t* lda, const
    int64_t* stride_a, double* tau, const int64_t* stride_tau, const int64_t* batch_size, int64_t* info, void* stream,
    void* workspace, size_t* workspace_bytes);
int shunt_dgeqrf_vbatch_async(const int32_t* m, const int32_t* n, double* const* a, const int32_t* lda, double* const*
    tau, const int32_t* batch_count, int32_t* info, void* stream, void* workspace, size_t* workspace_bytes);
int shunt_dgeqrf_vbatch_async_64(const int64_t* m, const int64_t* n, double* const* a, const int64_t* lda, double*
    const* tau, const int64_t* batch_count, int64_t* info, void* stream, void* workspace, size_t* workspace_bytes);
int shunt_cgeqrf_batch_async(const int32_t* m, const int32_t* n, shunt_complex8* const* a, const int32_t* lda,
    shunt_complex8* const* tau, const int32_t* group_count, const int32_t* group_size, int32_t* info, void* stream,
    void* workspace, size_t* workspace_bytes);
int shunt_cgeqrf_batch_async_64(const int64_t* m, const int64_t* n, shunt_complex8* const* a, const int64_t* lda,
    shunt_complex8* const* tau, const int64_t* group_count, const int64_t* group_size, int64_t* info, void* stream,
    void* workspace, size_t* workspace_bytes);
int shunt_cgeqrf_batch_strided_async(const int32_t* m, const int32_t* n, shunt_complex8* a, const int32_t* lda, const
    int32_t* stride_a, shunt_complex8* tau, const int32_t* stride_tau, const int32_t* batch_size, int32_t* info, void*
    stream, void* workspace, size_t* workspace_bytes);
int shunt_cgeqrf_batch_strided_async_64(const int64_t* m, const int64_t* n, shunt_complex8* a, const int64_t* lda, const
    int64_t* stride_a, shunt_complex8* tau, const int64_t* stride_tau, const int64_t* batch_size, int64_t* info, void*
    stream, void* workspace, size_t* workspace_bytes);
int shunt_cgeqrf_vbatch_async(const int32_t* m, const int32_t* n, shunt_complex8* const* a, const int32_t* lda,
    shunt_complex8* const* tau, const int32_t* batch_count, int32_t* info, void* stream, void* workspace, size_t*
    workspace_bytes);
int shunt_cgeqrf_vbatch_async_64(const int64_t* m, const int64_t* n, shunt_complex8* const* a, const int64_t* lda,
    shunt_complex8* const* tau, const int64_t* batch_count, int64_t* info, void* stream, void* workspace, size_t*
    workspace_bytes);
int shunt_zgeqrf_batch_async(const int32_t* m, const int32_t* n, shunt_complex16* const* a, const int32_t* lda,
    shunt_complex16* const* tau, const int32_t* group_count, const int32_t* group_size, int32_t* info, void* stream,
    void* workspace, size_t* workspace_bytes);
int shunt_zgeqrf_batch_async_64(const int64_t* m, const int64_t* n, shunt_complex16* const* a, const int64_t* lda,
    shunt_complex16* const* tau, const int64_t* group_count, const int64_t* group_size, int64_t* info, void* stream,
    void* workspace, size_t* workspace_bytes);
int shunt_zgeqrf_batch_strided_async(const int32_t* m, const int32_t* n, shunt_complex16* a, const int32_t* lda, const
    int32_t* stride_a, shunt_complex16* tau, const int32_t* stride_tau, const int32_t* batch_size, int32_t* info, void*
    stream, void* workspace, size_t* workspace_bytes);
int shunt_zgeqrf_batch_strided_async_64(const int64_t* m, const int64_t* n, shunt_complex16* a, const int64_t* lda,
    const int64_t* stride_a, shunt_complex16* tau, const int64_t* stride_tau, const int64_t* batch_size, int64_t* info,
    void* stream, void* workspace, size_t* workspace_bytes);
int shunt_zgeqrf_vbatch_async(const int32_t* m, const int32_t* n, shunt_complex16* const* a, const int32_t* lda,
    shunt_complex16* const* tau, const int32_t* batch_count, int32_t* info, void* stream, void* workspace, size_t*
    workspace_bytes);
int shunt_zgeqrf_vbatch_async_64(const int64_t* m, const int64_t* n, shunt_complex16* const* a, const int64_t* lda,
    shunt_complex16* const* tau, const int64_t* batch_count, int64_t* info, void* stream, void* workspace, size_t*
    workspace_bytes);

int shunt_sorgqr_batch_async(const int32_t* m, const int32_t* n, const int32_t* k, float* const* a, const int32_t* lda,
    const float* const* tau, const int32_t* group_count, const int32_t* group_size, int32_t* info, void* stream, void*
    workspace, size_t* workspace_bytes);
int shunt_sorgqr_batch_async_64(const int64_t* m, const int64_t* n, const int64_t* k, float* const* a, const int64_t*
    lda, const float* const* tau, const int64_t* group_count, const int64_t* group_size, int64_t* info, void* stream,
    void* workspace, size_t* workspace_bytes);
int shunt_sorgqr_batch_strided_async(const int32_t* m, const int32_t* n, const int32_t* k, float* a, const int32_t* lda,
    const int32_t* stride_a, const float* tau, const int32_t* stride_tau, const int32_t* batch_size, int32_t* info,
    void* stream, void* workspace, size_t* workspace_bytes);
int shunt_sorgqr_batch_strided_async_64(const int64_t* m, const int64_t* n, const int64_t* k, float* a, const int64_t*
    lda, const int64_t* stride_a, const float* tau, const int64_t* stride_tau, const int64_t* batch_size, int64_t* info,
    void* stream, void* workspace, size_t* workspace_bytes);
int shunt_sorgqr_vbatch_async(const int32_t* m, const int32_t* n, const int32_t* k, float* const* a, const int32_t* lda,
    const float* const* tau, const int32_t* batch_count, int32_t* info, void* stream, void* workspace, size_t*
    workspace_bytes);
int shunt_sorgqr_vbatch_async_64(const int64_t* m, const int64_t* n, const int64_t* k, float* const* a, const int64_t*
    lda, const float* const* tau, const int64_t* batch_count, int64_t* info, void* stream, void* workspace, size_t*
    workspace_bytes);
int shunt_dorgqr_batch_async(const int32_t* m, const int32_t* n, const int32_t* k, double* const* a, const int32_t* lda,
    const double* const* tau, const int32_t* group_count, const int32_t* group_size, int32_t* info, void* stream, void*
    workspace, size_t* workspace_bytes);
int shunt_dorgqr_batch_async_64(const int64_t* m, const int64_t* n, const int64_t* k, double* const* a, const int64_t*
    lda, const double* const* tau, const int64_t* group_count, const int64_t* group_size, int64_t* info, void* stream,
    void* workspace, size_t* workspace_bytes);
int shunt_dorgqr_batch_strided_async(const int32_t* m, const int32_t* n, const int32_t* k, double* a, const int32_t*
    lda, const int32_t* stride_a, const double* tau, const int32_t* stride_tau, const int32_t* batch_size, int32_t*
    info, void* stream, void* workspace, size_t* workspace_bytes);
int shunt_dorgqr_batch_strided_async_64(const int64_t* m, const int64_t* n, const int64_t* k, double* a, const int64_t*
    lda, const int64_t* stride_a, const double* tau, const int64_t* stride_tau, const int64_t* batch_size, int64_t*
    info, void* stream, void* workspace, size_t* workspace_bytes);
int shunt_dorgqr_vbatch_async(const int32_t* m, const int32_t* n, const int32_t* k, double* const* a, const int32_t*
    lda, const double* const* tau, const int32_t* batch_count, int32_t* info, void* stream, void* workspace, size_t*
    workspace_bytes);
int shunt_dorgqr_vbatch_async_64(const int64_t* m, const int64_t* n, const int64_t* k, double* const* a, const int64_t*
    lda, const double* const* tau, const int64_t* batch_count, int64_t* info, void* stream, void* workspace, size_t*
    workspace_bytes);

int shunt_cungqr_batch_async(const int32_t* m, const int32_t* n, const int32_t* k, shunt_complex8* const* a, const
    int32_t* lda, const shunt_complex8* const* tau, const int32_t* group_count, const int32_t* group_size, int32_t*
    info, void* stream, void* workspace, size_t* workspace_bytes);
int shunt_cungqr_batch_async_64(const int64_t* m, const int64_t* n, const int64_t* k, shunt_complex8* const* a, const
    int64_t* lda, const shunt_complex8* const* tau, const int64_t* group_count, const int64_t* group_size, int64_t*
    info, void* stream, void* workspace, size_t* workspace_bytes);
int shunt_cungqr_batch_strided_async(const int32_t* m, const int32_t* n, const int32_t* k, shunt_complex8* a, const
    int32_t* lda, const int32_t* stride_a, const shunt_complex8* tau, const int32_t* stride_tau, const int32_t*
    batch_size, int32_t* info, void* stream, void* workspace, size_t* workspace_bytes);
int shunt_cungqr_batch_strided_async_64(const int64_t* m, const int64_t* n, const int64_t* k, shunt_complex8* a, const
    int64_t* lda, const int64_t* stride_a, const shunt_complex8* tau, const int64_t* stride_tau, const int64_t*
    batch_size, int64_t* info, void* stream, void* workspace, size_t* workspace_bytes);
int shunt_cungqr_vbatch_async(const int32_t* m, const int32_t* n, const int32_t* k, shunt_complex8* const* a, const
    int32_t* lda, const shunt_complex8* const* tau, const int32_t* batch_count, int32_t* info, void* stream, void*
    workspace, size_t* workspace_bytes);
int shunt_cungqr_vbatch_async_64(const int64_t* m, const int64_t* n, const int64_t* k, shunt_complex8* const* a, const
    int64_t* lda, const shunt_complex8* const* tau, const int64_t* batch_count, int64_t* info, void* stream, void*
    workspace, size_t* workspace_bytes);
int shunt_zungqr_batch_async(const int32_t* m, const int32_t* n, const int32_t* k, shunt_complex16* const* a, const
    int32_t* lda, const shunt_complex16* const* tau, const int32_t* group_count, const int32_t* group_size, int32_t*
    info, void* stream, void* workspace, size_t* workspace_bytes);
int shunt_zungqr_batch_async_64(const int64_t* m, const int64_t* n, const int64_t* k, shunt_complex16* const* a, const
    int64_t* lda, const shunt_complex16* const* tau, const int64_t* group_count, const int64_t* group_size, int64_t*
    info, void* stream, void* workspace, size_t* workspace_bytes);
int shunt_zungqr_batch_strided_async(const int32_t* m, const int32_t* n, const int32_t* k, shunt_complex16* a, const
    int32_t* lda, const int32_t* stride_a, const shunt_complex16* tau, const int32_t* stride_tau, const int32_t*
    batch_size, int32_t* info, void* stream, void* workspace, size_t* workspace_bytes);
int shunt_zungqr_batch_strided_async_64(const int64_t* m, const int64_t* n, const int64_t* k, shunt_complex16* a, const
    int64_t* lda, const int64_t* stride_a, const shunt_complex16* tau, const int64_t* stride_tau, const int64_t*
    batch_size, int64_t* info, void* stream, void* workspace, size_t* workspace_bytes);
int shunt_zungqr_vbatch_async(const int32_t* m, const int32_t* n, const int32_t* k, shunt_complex16* const* a, const
    int32_t* lda, const shunt_complex16* const* tau, const int32_t* batch_count, int32_t* info, void* stream, void*
    workspace, size_t* workspace_bytes);
int shunt_zungqr_vbatch_async_64(const int64_t* m, const int64_t* n, const int64_t* k, shunt_complex16* const* a, const
    int64_t* lda, const shunt_complex16* const* tau, const int64_t* batch_count, int64_t* info, void* stream, void*
    workspace, size_t* workspace_bytes);

int shunt_sgebrd_batch_async(const int32_t* m, const int32_t* n, float* const* a, const int32_t* lda, float* const* d,
    float* const* e, float* const* tauq, float* const* taup, const int32_t* group_count, const int32_t* group_size,
    int32_t* info, void* stream, void* workspace, size_t* workspace_bytes);
int shunt_sgebrd_batch_async_64(const int64_t* m, const int64_t* n, float* const* a, const int64_t* lda, float* const*
    d, float* const* e, float* const* tauq, float* const* taup, const int64_t* group_count, const int64_t* group_size,
    int64_t* info, void* stream, void* workspace, size_t* workspace_bytes);
int shunt_sgebrd_batch_strided_async(const int32_t* m, const int32_t* n, float* a, const int32_t* lda, const int32_t*
    stride_a, float* d, const int32_t* stride_d, float* e, const int32_t* stride_e, float* tauq, const int32_t*
    stride_tauq, float* taup, const int32_t* stride_taup, const int32_t* batch_size, int32_t* info, void* stream, void*
    workspace, size_t* workspace_bytes);
int shunt_sgebrd_batch_strided_async_64(const int64_t* m, const int64_t* n, float* a, const int64_t* lda, const int64_t*
    stride_a, float* d, const int64_t* stride_d, float* e, const int64_t* stride_e, float* tauq, const int64_t*
    stride_tauq, float* taup, const int64_t* stride_taup, const int64_t* batch_size, int64_t* info, void* stream, void*
    workspace, size_t* workspace_bytes);
int shunt_sgebrd_vbatch_async(const int32_t* m, const int32_t* n, float* const* a, const int32_t* lda, float* const* d,
    float* const* e, float* const* tauq, float* const* taup, const int32_t* batch_count, int32_t* info, void* stream,
    void* workspace, size_t* workspace_bytes);
int shunt_sgebrd_vbatch_async_64(const int64_t* m, const int64_t* n, float* const* a, const int64_t* lda, float* const*
    d, float* const* e, float* const* tauq, float* const* taup, const int64_t* batch_count, int64_t* info, void* stream,
    void* workspace, size_t* workspace_bytes);
int shunt_dgebrd_batch_async(const int32_t* m, const int32_t* n, double* const* a, const int32_t* lda, double* const* d,
    double* const* e, double* const* tauq, double* const* taup, const int32_t* group_count, const int32_t* group_size,
    int32_t* info, void* stream, void* workspace, size_t* workspace_bytes);
int shunt_dgebrd_batch_async_64(const int64_t* m, const int64_t* n, double* const* a, const int64_t* lda, double* const*
    d, double* const* e, double* const* tauq, double* const* taup, const int64_t* group_count, const int64_t*
    group_size, int64_t* info, void* stream, void* workspace, size_t* workspace_bytes);
int shunt_dgebrd_batch_strided_async(const int32_t* m, const int32_t* n, double* a, const int32_t* lda, const int32_t*
    stride_a, double* d, const int32_t* stride_d, double* e, const int32_t* stride_e, double* tauq, const int32_t*
    stride_tauq, double* taup, const int32_t* stride_taup, const int32_t* batch_size, int32_t* info, void* stream, void*
    workspace, size_t* workspace_bytes);
int shunt_dgebrd_batch_strided_async_64(const int64_t* m, const int64_t* n, double* a, const int64_t* lda, const
    int64_t* stride_a, double* d, const int64_t* stride_d, double* e, const int64_t* stride_e, double* tauq, const
    int64_t* stride_tauq, double* taup, const int64_t* stride_taup, const int64_t* batch_size, int64_t* info, void*
    stream, void* workspace, size_t* workspace_bytes);
int shunt_dgebrd_vbatch_async(const int32_t* m, const int32_t* n, double* const* a, const int32_t* lda, double* const*
    d, double* const* e, double* const* tauq, double* const* taup, const int32_t* batch_count, int32_t* info, void*
    stream, void* workspace, size_t* workspace_bytes);
int shunt_dgebrd_vbatch_async_64(const int64_t* m, const int64_t* n, double* const* a, const int64_t* lda, double*
    const* d, double* const* e, double* const* tauq, double* const* taup, const int64_t* batch_count, int64_t* info,
    void* stream, void* workspace, size_t* workspace_bytes);
int shunt_cgebrd_batch_async(const int32_t* m, const int32_t* n, shunt_complex8* const* a, const int32_t* lda, float*
    const* d, float* const* e, shunt_complex8* const* tauq, shunt_complex8* const* taup, const int32_t* group_count,
    const int32_t* group_size, int32_t* info, void* stream, void* workspace, size_t* workspace_bytes);
int shunt_cgebrd_batch_async_64(const int64_t* m, const int64_t* n, shunt_complex8* const* a, const int64_t* lda, float*
    const* d, float* const* e, shunt_complex8* const* tauq, shunt_complex8* const* taup, const int64_t* group_count,
    const int64_t* group_size, int64_t* info, void* stream, void* workspace, size_t* workspace_bytes);
int shunt_cgebrd_batch_strided_async(const int32_t* m, const int32_t* n, shunt_complex8* a, const int32_t* lda, const
    int32_t* stride_a, float* d, const int32_t* stride_d, float* e, const int32_t* stride_e, shunt_complex8* tauq, const
    int32_t* stride_tauq, shunt_complex8* taup, const int32_t* stride_taup, const int32_t* batch_size, int32_t* info,
    void* stream, void* workspace, size_t* workspace_bytes);
int shunt_cgebrd_batch_strided_async_64(const int64_t* m, const int64_t* n, shunt_complex8* a, const int64_t* lda, const
    int64_t* stride_a, float* d, const int64_t* stride_d, float* e, const int64_t* stride_e, shunt_complex8* tauq, const
    int64_t* stride_tauq, shunt_complex8* taup, const int64_t* stride_taup, const int64_t* batch_size, int64_t* info,
    void* stream, void* workspace, size_t* workspace_bytes);
int shunt_cgebrd_vbatch_async(const int32_t* m, const int32_t* n, shunt_complex8* const* a, const int32_t* lda, float*
    const* d, float* const* e, shunt_complex8* const* tauq, shunt_complex8* const* taup, const int32_t* batch_count,
    int32_t* info, void* stream, void* workspace, size_t* workspace_bytes);
int shunt_cgebrd_vbatch_async_64(const int64_t* m, const int64_t* n, shunt_complex8* const* a, const int64_t* lda,
    float* const* d, float* const* e, shunt_complex8* const* tauq, shunt_complex8* const* taup, const int64_t*
    batch_count, int64_t* info, void* stream, void* workspace, size_t* workspace_bytes);
int shunt_zgebrd_batch_async(const int32_t* m, const int32_t* n, shunt_complex16* const* a, const int32_t* lda, double*
    const* d, double* const* e, shunt_complex16* const* tauq, shunt_complex16* const* taup, const int32_t* group_count,
    const int32_t* group_size, int32_t* info, void* stream, void* workspace, size_t* workspace_bytes);
int shunt_zgebrd_batch_async_64(const int64_t* m, const int64_t* n, shunt_complex16* const* a, const int64_t* lda,
    double* const* d, double* const* e, shunt_complex16* const* tauq, shunt_complex16* const* taup, const int64_t*
    group_count, const int64_t* group_size, int64_t* info, void* stream, void* workspace, size_t* workspace_bytes);
int shunt_zgebrd_batch_strided_async(const int32_t* m, const int32_t* n, shunt_complex16* a, const int32_t* lda, const
    int32_t* stride_a, double* d, const int32_t* stride_d, double* e, const int32_t* stride_e, shunt_complex16* tauq,
    const int32_t* stride_tauq, shunt_complex16* taup, const int32_t* stride_taup, const int32_t* batch_size, int32_t*
    info, void* stream, void* workspace, size_t* workspace_bytes);
int shunt_zgebrd_batch_strided_async_64(const int64_t* m, const int64_t* n, shunt_complex16* a, const int64_t* lda,
    const int64_t* stride_a, double* d, const int64_t* stride_d, double* e, const int64_t* stride_e, shunt_complex16*
    tauq, const int64_t* stride_tauq, shunt_complex16* taup, const int64_t* stride_taup, const int64_t* batch_size,
    int64_t* info, void* stream, void* workspace, size_t* workspace_bytes);
int shunt_zgebrd_vbatch_async(const int32_t* m, const int32_t* n, shunt_complex16* const* a, const int32_t* lda, double*
    const* d, double* const* e, shunt_complex16* const* tauq, shunt_complex16* const* taup, const int32_t* batch_count,
    int32_t* info, void* stream, void* workspace, size_t* workspace_bytes);
int shunt_zgebrd_vbatch_async_64(const int64_t* m, const int64_t* n, shunt_complex16* const* a, const int64_t* lda,
    double* const* d, double* const* e, shunt_complex16* const* tauq, shunt_complex16* const* taup, const int64_t*
    batch_count, int64_t* info, void* stream, void* workspace, size_t* workspace_bytes);

#ifdef __cplusplus
}  // extern "C"
#endif
#endif
