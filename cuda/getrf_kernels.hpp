// In: matrices in device memory and a stream. Out: the launchers of getrf_kernels.cu: LU of a panel with partial
// pivoting, row interchanges, and the interchange and solve that follow a panel.
#pragma once
#include <cuda_runtime_api.h>

#include <cstddef>
#include <cstdint>

namespace shunt::gpu {

// Device memory that a queue gives launch_getrf and launch_swap_rows, used by no other stream.
constexpr std::size_t kFactorWorkspace = 16384;

// The most columns of a panel of m rows that one launch_getrf takes on the current device.
std::int64_t getrf_launch_columns(char precision, std::int64_t m);

// LU of m x n, n <= m, n <= getrf_launch_columns(m). pivots and info as in Queue::getrf.
cudaError_t launch_getrf(cudaStream_t stream, char precision, std::int64_t m, std::int64_t n, void* a, std::int64_t lda,
                         std::int32_t* pivots, std::int32_t* info, std::int64_t offset, void* workspace);

// As Queue::swap_rows. aside: on a part of the device.
cudaError_t launch_swap_rows(cudaStream_t stream, char precision, std::int64_t n, void* a, std::int64_t lda,
                             std::int64_t first, std::int64_t last, const std::int32_t* pivots, bool forward,
                             void* workspace, bool aside);

// As Queue::late_swaps, for matrices of so many rows at most, in a workspace of so many bytes.
std::int64_t late_swap_rows(char precision);
std::size_t late_swap_workspace(std::int64_t m);
cudaError_t launch_late_swaps(cudaStream_t stream, char precision, std::int64_t m, const std::int64_t* starts,
                              int panels, void* a, std::int64_t lda, const std::int32_t* pivots, void* workspace);

// As Queue::compose_rows and gather_rows.
cudaError_t launch_compose_rows(cudaStream_t stream, std::int64_t m, std::int64_t first, std::int64_t k,
                                const std::int32_t* pivots, std::int32_t* rows);
cudaError_t launch_gather_rows(cudaStream_t stream, char precision, std::int64_t m, std::int64_t n, const void* from,
                               std::int64_t ld_from, const std::int32_t* rows, void* to, std::int64_t ld_to);

// As Queue::swap_solve; k <= getrf_solve_order(). aside: on a part of the device.
std::int64_t getrf_solve_order(char precision);
cudaError_t launch_swap_solve(cudaStream_t stream, char precision, std::int64_t k, std::int64_t n, const void* l,
                              std::int64_t ldl, void* a, std::int64_t lda, const std::int32_t* pivots,
                              std::int64_t offset, bool aside);

}  // namespace shunt::gpu
