// In: nothing. Out: the functions of cuBLAS and cuSOLVER that are used, opened at run time: no library of NVIDIA's is
// needed to load the plug-in, and the program's own copy is used where it has one.
#pragma once
#include <cublas_v2.h>
#include <cusolverDn.h>

#include <cstdint>

namespace shunt::gpu {

using i64 = std::int64_t;

// One for each of s d c z; scalars and matrices are of its type. 64-bit sizes: CUDA 12 and later.
struct Cublas {
    using Gemm = cublasStatus_t(cublasHandle_t, cublasOperation_t, cublasOperation_t, i64 m, i64 n, i64 k,
                                const void* alpha, const void* a, i64 lda, const void* b, i64 ldb, const void* beta,
                                void* c, i64 ldc);
    using Syrk = cublasStatus_t(cublasHandle_t, cublasFillMode_t, cublasOperation_t, i64 n, i64 k, const void* alpha,
                                const void* a, i64 lda, const void* beta, void* c, i64 ldc);
    using Syr2k = cublasStatus_t(cublasHandle_t, cublasFillMode_t, cublasOperation_t, i64 n, i64 k, const void* alpha,
                                 const void* a, i64 lda, const void* b, i64 ldb, const void* beta, void* c, i64 ldc);
    using Symm = cublasStatus_t(cublasHandle_t, cublasSideMode_t, cublasFillMode_t, i64 m, i64 n, const void* alpha,
                                const void* a, i64 lda, const void* b, i64 ldb, const void* beta, void* c, i64 ldc);

    cublasStatus_t (*create)(cublasHandle_t*);
    cublasStatus_t (*destroy)(cublasHandle_t);
    cublasStatus_t (*set_stream)(cublasHandle_t, cudaStream_t);
    cublasStatus_t (*set_math_mode)(cublasHandle_t, cublasMath_t);
    Gemm* gemm[4];
    Syrk *syrk[4], *herk[4];
    Syr2k *syr2k[4], *her2k[4];
    Symm *symm[4], *hemm[4];

    // Variables of the environment, by commas, that make cuBLAS compute in TF32 or by emulation in its default mode.
    // Only the pedantic mode does not follow them; it is slower for some products, and set where it must be, unless the
    // user wants them followed.
    char not_followed[200], followed[200];
    bool pedantic_single, pedantic_double;
    cublasMath_t mode(char precision) const {
        const bool single = precision == 's' || precision == 'c';
        return (single ? pedantic_single : pedantic_double) ? CUBLAS_PEDANTIC_MATH : CUBLAS_DEFAULT_MATH;
    }
};

struct Cusolver {
    using GeqrfSize = cusolverStatus_t(cusolverDnHandle_t, int m, int n, void* a, int lda, int* elements);
    using Geqrf = cusolverStatus_t(cusolverDnHandle_t, int m, int n, void* a, int lda, void* tau, void* work,
                                   int elements, int* info);
    using OrmqrSize = cusolverStatus_t(cusolverDnHandle_t, cublasSideMode_t, cublasOperation_t, int m, int n, int k,
                                       const void* a, int lda, const void* tau, const void* c, int ldc, int* elements);
    using Ormqr = cusolverStatus_t(cusolverDnHandle_t, cublasSideMode_t, cublasOperation_t, int m, int n, int k,
                                   const void* a, int lda, const void* tau, void* c, int ldc, void* work, int elements,
                                   int* info);
    using OrgqrSize = cusolverStatus_t(cusolverDnHandle_t, int m, int n, int k, const void* a, int lda, const void* tau,
                                       int* elements);
    using Orgqr = cusolverStatus_t(cusolverDnHandle_t, int m, int n, int k, void* a, int lda, const void* tau,
                                   void* work, int elements, int* info);
    cusolverStatus_t (*create)(cusolverDnHandle_t*);
    cusolverStatus_t (*destroy)(cusolverDnHandle_t);
    cusolverStatus_t (*set_stream)(cusolverDnHandle_t, cudaStream_t);
    GeqrfSize* geqrf_size[4];
    Geqrf* geqrf[4];
    OrmqrSize* ormqr_size[4];  // unmqr of c and z
    Ormqr* ormqr[4];
    OrgqrSize* orgqr_size[4];  // ungqr
    Orgqr* orgqr[4];
};

// Null where there is none, or one without what we need.
const Cublas* open_cublas();
const Cusolver* open_cusolver();

}  // namespace shunt::gpu
