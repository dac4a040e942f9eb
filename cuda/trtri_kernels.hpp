// In: triangles in device memory and a stream. Out: the launchers of trtri_kernels.cu: leaves of the inverse and of the
// product of a triangle with itself, and small moves.
#pragma once
#include <cuda_runtime_api.h>

#include <cstddef>
#include <cstdint>

namespace shunt::gpu {

std::int64_t trtri_launch_order(char precision);
// In place, n <= trtri_launch_order(); the other triangle is neither read nor written.
cudaError_t launch_trtri(cudaStream_t stream, char precision, char uplo, char diag, std::int64_t n, void* a,
                         std::int64_t lda);
cudaError_t launch_lauum(cudaStream_t stream, char precision, char uplo, std::int64_t n, void* a, std::int64_t lda);
// info := the first i (1-based) with a(i, i) = 0, unless it is already set.
cudaError_t launch_zero_diagonal(cudaStream_t stream, char precision, std::int64_t n, const void* a, std::int64_t lda,
                                 std::int32_t* info);
// `bytes` bytes of host memory to a device's, as the launches' own arguments; up to 15 bytes behind are overwritten.
cudaError_t launch_place(cudaStream_t stream, void* to, const void* from, std::size_t bytes);
cudaError_t launch_scale(cudaStream_t stream, char precision, std::int64_t m, std::int64_t n, double alpha_re,
                         double alpha_im, void* a, std::int64_t lda);
// As Queue::only_reflectors.
cudaError_t launch_only_reflectors(cudaStream_t stream, char precision, std::int64_t m, std::int64_t n, std::int64_t k,
                                   void* a, std::int64_t lda);

}  // namespace shunt::gpu
