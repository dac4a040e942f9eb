// In: a triangle, prepared, and many right-hand sides. Out: the launcher of trsm_broad.cu.
#pragma once
#include <cuda_runtime_api.h>

#include <cstddef>
#include <cstdint>

namespace shunt::gpu::triangle {

struct Problem;

constexpr int kBroadRows = 128, kBroadColumns = 128;  // of a tile

// How many flags a launch wants, one a tile, all zero.
std::int64_t broad_flags(std::int64_t order, std::int64_t rhs);
// Device bytes that it wants for tiles that are refined.
std::size_t broad_scratch(std::int64_t order, std::int64_t rhs);

// The tiles of a problem in double whose diagonal blocks are prepared; `overlap`: may start while that still runs.
cudaError_t launch_broad(cudaStream_t stream, const Problem& p, void* scratch, bool left, int multiprocessors,
                         bool overlap);

}  // namespace shunt::gpu::triangle
