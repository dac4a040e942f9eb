// In: a triangle, prepared, and few right-hand sides. Out: the launcher of trsm_pairs.cu.
#pragma once
#include <cuda_runtime_api.h>

namespace shunt::gpu::triangle {

struct Problem;

// Whether a block of threads may have the shared memory that it wants.
bool pairs_fit();

// The solve of a problem whose diagonal blocks are prepared, p.blocks even; `overlap`: may start while that still runs.
template <class T> cudaError_t launch_pairs(cudaStream_t stream, const Problem& p, int multiprocessors, bool overlap);

}  // namespace shunt::gpu::triangle
