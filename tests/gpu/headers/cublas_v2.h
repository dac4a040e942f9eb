// In: nothing. Out: of NVIDIA's header what cuda/cublas.hpp names, for tests on machines without it.
#pragma once
enum cublasStatus_t : int {};
enum cublasOperation_t : int {};
enum cublasFillMode_t : int {};
enum cublasSideMode_t : int {};
enum cublasMath_t : int { CUBLAS_DEFAULT_MATH = 0, CUBLAS_PEDANTIC_MATH = 2 };
using cublasHandle_t = struct cublasContext*;
using cudaStream_t = struct CUstream_st*;
