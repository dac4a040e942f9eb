// In: a block column (lower) or block row (upper) of a Hermitian matrix in device memory and a stream. Out: the
// launcher of potrf_kernels.cu, which factors its head and solves the rest with it in one launch.
#pragma once
#include <cuda_runtime_api.h>

#include <cstdint>

namespace shunt::gpu {

// The order of the largest head: 128, for z 64.
std::int64_t potrf_launch_order(char precision);

// a is m x n (lower) or n x m (upper), m >= n, n <= potrf_launch_order(): the triangle of order n at its head becomes
// its Cholesky factor, the other m - n rows (columns) are solved with it. `less`, when not null, is subtracted first:
// same shape as a, only the elements that a owns are read. info and offset as in Queue::potrf. `ticket` is an int32 of
// device memory that holds 0 and that no other stream uses.
cudaError_t launch_potrf(cudaStream_t stream, char precision, char uplo, std::int64_t m, std::int64_t n, void* a,
                         std::int64_t lda, const void* less, std::int64_t ldless, std::int32_t* info,
                         std::int64_t offset, std::int32_t* ticket);

}  // namespace shunt::gpu
