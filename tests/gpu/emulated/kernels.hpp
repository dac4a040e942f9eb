// In: a step of a batch, its problems in host memory. Out: carried out by the kernels of cuda/batch_*.cu, on the CPU.
#pragma once
#include <cstddef>
#include <cstdint>

#include "cuda/batch.hpp"

namespace shunt::gpu {

// Of a block, as compute capability 9.0 has it, but for what kernels have by themselves.
constexpr std::size_t emulated_shared_memory = 227 * 1024 - 512;

// Not 0: what CUDA would have refused.
int emulated_step(char precision, const BatchProblems&, const BatchStep&);
int emulated_look(const BatchUnseen&);
int emulated_sort(const BatchUnseen&, std::uint32_t* starts, BatchSizes* sorted);
std::size_t batch_lu_bytes(char precision, std::int64_t m, std::int64_t n);
std::size_t batch_cholesky_bytes(char precision, std::int64_t n, BatchAction action);
std::size_t batch_qr_bytes(char precision, std::int64_t m, std::int64_t n);
std::size_t batch_bidiagonal_bytes(char precision, std::int64_t m, std::int64_t n, BatchAction action);

}  // namespace shunt::gpu
