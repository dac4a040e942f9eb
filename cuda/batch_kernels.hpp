// In: problems in device memory and a step. Out: the launchers of batch_*.cu.
#pragma once
#include <cuda_runtime_api.h>

#include <cstddef>

#include "cuda/batch.hpp"

namespace shunt::gpu {

// Nothing where there are no problems, or a part is empty in all of them.
cudaError_t launch_batch_step(cudaStream_t stream, char precision, const BatchProblems&, const BatchStep&);

// batch_look.cu: as Queue's
cudaError_t launch_batch_look(cudaStream_t, const BatchUnseen&);
cudaError_t launch_batch_sort(cudaStream_t, const BatchUnseen&, std::uint32_t* starts, BatchSizes* sorted);

// batch_products.cu: product
template <class T> cudaError_t launch_batch_products(cudaStream_t, const BatchProblems&, const BatchStep&);
// batch_vectors.cu: vector_product
template <class T> cudaError_t launch_batch_vectors(cudaStream_t, const BatchProblems&, const BatchStep&);
// batch_solves.cu: solve, solve_broad, multiply, vector_solve, permute, zero_pivot, identity, copy
template <class T> cudaError_t launch_batch_solves(cudaStream_t, const BatchProblems&, const BatchStep&);
// batch_factors.cu: lu_small, lu, lu_in_place, swap_and_solve, late_swaps,
// cholesky_small, cholesky, cholesky_by_panels
template <class T> cudaError_t launch_batch_factors(cudaStream_t, const BatchProblems&, const BatchStep&);

// batch_reflectors.cu: qr_small, qr, qr_in_place, form_q, form_q_in_place, reflect, bidiagonal, bidiagonal_in_place,
// bidiagonal_by_sweeps
template <class T> cudaError_t launch_batch_reflectors(cudaStream_t, const BatchProblems&, const BatchStep&);

// Bytes of shared memory that `lu` takes; `cholesky` or `cholesky_by_panels`; `qr`; `bidiagonal` and its likes.
std::size_t batch_lu_bytes(char precision, std::int64_t m, std::int64_t n);
std::size_t batch_cholesky_bytes(char precision, std::int64_t n, BatchAction action);
std::size_t batch_qr_bytes(char precision, std::int64_t m, std::int64_t n);
std::size_t batch_bidiagonal_bytes(char precision, std::int64_t m, std::int64_t n, BatchAction action);

}  // namespace shunt::gpu
