// In: nothing. Out: what each kernel file exports, once per instruction set, for dispatch.cpp to choose from.
// A kernel file defines, for example,
//   namespace shunt::cpu::SHUNT_ISA { template <class T> const GemmKernels<T>& gemm_table() { ... } }
// and instantiates it explicitly for float, double and their complex types.
#pragma once
#include "cpu/batch_kernels.hpp"
#include "cpu/kernels.hpp"

namespace shunt::cpu {

namespace generic {
template <class T> const GemmKernels<T>& gemm_table();
template <class T> const TriangularKernels<T>& triangular_table();
template <class T> const GetrfKernels<T>& getrf_table();
template <class T> const BatchProducts<T>& batch_products_table();
template <class T> const BatchFactors<T>& batch_factors_table();
template <class T> const BatchOrthogonal<T>& batch_orthogonal_table();
}  // namespace generic

namespace avx2 {
template <class T> const GemmKernels<T>& gemm_table();
template <class T> const TriangularKernels<T>& triangular_table();
template <class T> const GetrfKernels<T>& getrf_table();
template <class T> const BatchProducts<T>& batch_products_table();
template <class T> const BatchFactors<T>& batch_factors_table();
template <class T> const BatchOrthogonal<T>& batch_orthogonal_table();
}  // namespace avx2

namespace avx512 {
template <class T> const GemmKernels<T>& gemm_table();
template <class T> const TriangularKernels<T>& triangular_table();
template <class T> const GetrfKernels<T>& getrf_table();
template <class T> const BatchProducts<T>& batch_products_table();
template <class T> const BatchFactors<T>& batch_factors_table();
template <class T> const BatchOrthogonal<T>& batch_orthogonal_table();
}  // namespace avx512

namespace neon {
template <class T> const GemmKernels<T>& gemm_table();
template <class T> const TriangularKernels<T>& triangular_table();
template <class T> const GetrfKernels<T>& getrf_table();
template <class T> const BatchProducts<T>& batch_products_table();
template <class T> const BatchFactors<T>& batch_factors_table();
template <class T> const BatchOrthogonal<T>& batch_orthogonal_table();
}  // namespace neon

}  // namespace shunt::cpu
