// In: a block column (lower) or block row (upper) of a Hermitian matrix in device memory and a stream. Out: the
// launcher of potrf_kernels.cu, which factors its head and solves the rest with it in one launch.
#pragma once
#include <cuda_runtime_api.h>

#include <cstddef>
#include <cstdint>

namespace shunt::gpu {

// Columns of one launch for a matrix of order n.
std::int64_t potrf_launch_order(char precision, std::int64_t n);

// Bytes of device memory that a launch wants.
std::size_t potrf_workspace(char precision, std::int64_t m, std::int64_t n);

// a is m x n (lower) or n x m (upper), m >= n, n a multiple of 64 unless m = n: the triangle of order n at its head
// becomes its Cholesky factor, the other m - n rows (columns) are solved with it. info and offset as in Queue::potrf.
cudaError_t launch_potrf(cudaStream_t stream, char precision, char uplo, std::int64_t m, std::int64_t n, void* a,
                         std::int64_t lda, std::int32_t* info, std::int64_t offset, void* workspace);

}  // namespace shunt::gpu
