// In: a checked BLAS/LAPACK call, column-major, option letters in upper case. Out: the same result as the reference
// routine to its error bounds, computed by recursion, own kernels and, where given, the original's GEMM.
#pragma once
#include <type_traits>

#include "cpu/view.hpp"

namespace shunt::cpu {

// The original's xGEMM with its Fortran interface, or none: then the own packed GEMM does the inner products.
// `wide` says that its integers have 64 bits. Calls through it are marked so that they are not routed again.
struct Gemm {
    void* fn = nullptr;
    bool wide = false;
};

// What a multiplication takes, at the rate of real double precision (single precision's tasks are not larger).
template <class T> inline constexpr double weight = std::is_floating_point_v<T> ? 1 : sizeof(T) / 4.0;

// In how many parts a triangle of this order with that many right-hand sides is solved or multiplied.
int parts_of_solve(int threads, i64 order, i64 rhs, double weight) noexcept;
// Whether so many threads solve for few right-hand sides without sharing these out alone.
bool solves_together(int threads, i64 order, i64 rhs) noexcept;

// How to carry a call out. `threads` is the number of threads to use, the caller's included.
// With threads > 1 the own GEMM is always used (the original's would start threads of its own).
struct Plan {
    Gemm gemm;
    int threads = 1;
};

// The caller's pivot array: 1-based row numbers in 32 or 64 bits.
struct Pivots {
    void* p = nullptr;
    bool wide = false;
    i64 get(i64 i) const { return wide ? static_cast<const std::int64_t*>(p)[i] : static_cast<const std::int32_t*>(p)[i]; }
    void set(i64 i, i64 v) const {
        if (wide) static_cast<std::int64_t*>(p)[i] = v;
        else static_cast<std::int32_t*>(p)[i] = static_cast<std::int32_t>(v);
    }
};

// Level 3. Arguments as in the reference routine of the same name; `herm` selects the Hermitian form (HEMM, HERK,
// HER2K), in which alpha (HERK) and beta (HERK, HER2K) are real and only their real parts are read.
template <class T> void gemm(const Plan&, char transa, char transb, i64 m, i64 n, i64 k, T alpha, const T* a, i64 lda,
                             const T* b, i64 ldb, T beta, T* c, i64 ldc);
template <class T> void symm(const Plan&, bool herm, char side, char uplo, i64 m, i64 n, T alpha, const T* a, i64 lda,
                             const T* b, i64 ldb, T beta, T* c, i64 ldc);
template <class T> void syrk(const Plan&, bool herm, char uplo, char trans, i64 n, i64 k, T alpha, const T* a, i64 lda,
                             T beta, T* c, i64 ldc);
template <class T> void syr2k(const Plan&, bool herm, char uplo, char trans, i64 n, i64 k, T alpha, const T* a, i64 lda,
                              const T* b, i64 ldb, T beta, T* c, i64 ldc);
template <class T> void trmm(const Plan&, char side, char uplo, char transa, char diag, i64 m, i64 n, T alpha,
                             const T* a, i64 lda, T* b, i64 ldb);
template <class T> void trsm(const Plan&, char side, char uplo, char transa, char diag, i64 m, i64 n, T alpha,
                             const T* a, i64 lda, T* b, i64 ldb);

// LAPACK. Each returns `info` as LAPACK defines it for arguments that are already checked.
template <class T> i64 potrf(const Plan&, char uplo, i64 n, T* a, i64 lda);
template <class T> i64 getrf(const Plan&, i64 m, i64 n, T* a, i64 lda, Pivots ipiv);
template <class T> void getrs(const Plan&, char trans, i64 n, i64 nrhs, const T* a, i64 lda, Pivots ipiv, T* b, i64 ldb);
// From getrf's factors; A keeps them where U is singular.
template <class T> i64 getri(const Plan&, i64 n, T* a, i64 lda, Pivots ipiv);
template <class T> void geqrf(const Plan&, i64 m, i64 n, T* a, i64 lda, T* tau);
// C := op(Q) C or C op(Q): ormqr, unmqr.
template <class T> void ormqr(const Plan&, char side, char trans, i64 m, i64 n, i64 k, const T* a, i64 lda,
                              const T* tau, T* c, i64 ldc);
template <class T> void orgqr(const Plan&, i64 m, i64 n, i64 k, T* a, i64 lda, const T* tau);  // ungqr for complex T
template <class T>
void gebrd(const Plan&, i64 m, i64 n, T* a, i64 lda, real_t<T>* d, real_t<T>* e, T* tauq, T* taup);
template <class T> void potrs(const Plan&, char uplo, i64 n, i64 nrhs, const T* a, i64 lda, T* b, i64 ldb);
template <class T> i64 trtri(const Plan&, char uplo, char diag, i64 n, T* a, i64 lda);
template <class T> void lauum(const Plan&, char uplo, i64 n, T* a, i64 lda);
template <class T> i64 potri(const Plan&, char uplo, i64 n, T* a, i64 lda);
template <class T> i64 trtrs(const Plan&, char uplo, char trans, char diag, i64 n, i64 nrhs, const T* a, i64 lda, T* b,
                             i64 ldb);

// The instruction set in use: "avx512", "avx2", "neon" or "generic".
const char* isa_name();
// The kernels in use are AVX-512 ones on a CPU with two 512-bit FMA units: twice the rate of AVX2.
bool double_fma();
// Restricts it (SHUNT_ISA); false when the CPU lacks it or the name is unknown, and then nothing changes. "avx512x1" and
// "avx512x2": what is chosen for CPUs with one or two 512-bit FMA units, whichever this one has.
// To be called before the first routine.
bool isa_force(const char* name);

// Threads worth using by affinity, cgroup quota and the usual variables; 1 inside an OpenMP parallel region.
int threads_available();
// An upper limit from the user (SHUNT_NUM_THREADS); 0 takes it away.
void threads_limit(int n);

}  // namespace shunt::cpu
