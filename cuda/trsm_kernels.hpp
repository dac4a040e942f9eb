// In: a triangle and right-hand sides in device memory and a stream. Out: the launchers of trsm_kernels.cu, which do
// the whole solve or product in two launches, and how much workspace they want.
#pragma once
#include <cuda_runtime_api.h>

#include <cstddef>
#include <cstdint>

namespace shunt::gpu {

// How a launch is cut, for tests and tuning; 0 leaves the choice to the launcher.
struct TriangleCut {
    int columns = 0;  // right-hand sides of one slice: 16, 32 or (real) 64; 8 or 16 (complex, pairs)
    // 1 sweep, 2 stream, 3 stream with a deep ring (16 columns; both real), 4 broad (double), 5 pairs (TRSM)
    int kernel = 0;
    int lag = 0;  // TRSM, broad: row blocks between the two items of a tile, at least 2; -1: one item a tile
};

// Device bytes that launch_trmm (multiply) or launch_trsm with a triangle of this order and that many right-hand sides
// asks for.
std::size_t triangle_workspace(bool multiply, char precision, std::int64_t order, std::int64_t rhs,
                               TriangleCut cut = {});

// The order up to which one launch beats two of half the order with a product between them.
std::int64_t trsm_launch_order(char precision, std::int64_t order, std::int64_t rhs);
std::int64_t trmm_launch_order(char precision, std::int64_t order, std::int64_t rhs);

// Whether halves of the right-hand sides, on two streams at once, are faster: each fills what the other leaves idle.
bool triangle_in_two(bool multiply, char precision, std::int64_t order, std::int64_t rhs);

// b := alpha op(a)^-1 b (side L) or alpha b op(a)^-1 (side R); b is m x n. trsm wants alpha != 0 (with 0 it still is
// right unless a or b hold NaN or Inf). Nothing outside of the triangle (nor a unit diagonal) is read.
cudaError_t launch_trsm(cudaStream_t stream, char precision, char side, char uplo, char trans, char diag,
                        std::int64_t m, std::int64_t n, double alpha_re, double alpha_im, const void* a,
                        std::int64_t lda, void* b, std::int64_t ldb, void* workspace, TriangleCut cut = {});
// b := alpha op(a) b or alpha b op(a), in place.
cudaError_t launch_trmm(cudaStream_t stream, char precision, char side, char uplo, char trans, char diag,
                        std::int64_t m, std::int64_t n, double alpha_re, double alpha_im, const void* a,
                        std::int64_t lda, void* b, std::int64_t ldb, void* workspace, TriangleCut cut = {});

}  // namespace shunt::gpu
