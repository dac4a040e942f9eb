// In: xGEMM and cblas_xgemm calls. Out: C := alpha * op(A) * op(B) + beta * C (Reference BLAS 3.12, xgemm.f).
#include "shim/cblas.hpp"

namespace shunt {
namespace {

template <class T, class Int> void fortran(Request& r, const char* transa, const char* transb, const Int* m,
                                           const Int* n, const Int* k, const T* alpha, const T* a, const Int* lda,
                                           const T* b, const Int* ldb, const T* beta, T* c, const Int* ldc, std::size_t,
                                           std::size_t) {
    r.call.transa = upper(*transa);
    r.call.transb = upper(*transb);
    r.call.m = *m;
    r.call.n = *n;
    r.call.k = *k;
    r.call.alpha = alpha;
    r.call.a = untyped(a);
    r.call.lda = *lda;
    r.call.b = untyped(b);
    r.call.ldb = *ldb;
    r.call.beta = beta;
    r.call.c = c;
    r.call.ldc = *ldc;
}

template <class T, class Int> void c_interface(Request& r, int layout, int transa, int transb, Word m, Word n, Word k,
                                               Scalar<T> alpha, const void* a, Word lda, const void* b, Word ldb,
                                               Scalar<T> beta, void* c, Word ldc) {
    Call& call = r.call;
    call.transa = trans_letter(transa);
    call.transb = trans_letter(transb);
    call.m = static_cast<Int>(m);
    call.n = static_cast<Int>(n);
    call.k = static_cast<Int>(k);
    call.alpha = keep_scalar<T>(r.alpha, alpha);
    call.a = untyped(a);
    call.lda = static_cast<Int>(lda);
    call.b = untyped(b);
    call.ldb = static_cast<Int>(ldb);
    call.beta = keep_scalar<T>(r.beta, beta);
    call.c = c;
    call.ldc = static_cast<Int>(ldc);
    if (layout == row_major) {  // C^T = op(B)^T op(A)^T
        std::swap(call.transa, call.transb);
        std::swap(call.m, call.n);
        std::swap(call.a, call.b);
        std::swap(call.lda, call.ldb);
    }
    r.bad = cblas_position<1, 2, 3, 4, 8, 10>(layout, call);
}

}  // namespace
}  // namespace shunt

using namespace shunt;

#define FORTRAN(name, family, p, T, Int)                                                                             \
    SHUNT_API void name(const char* transa, const char* transb, const Int* m, const Int* n, const Int* k,            \
                        const T* alpha, const T* a, const Int* lda, const T* b, const Int* ldb, const T* beta, T* c, \
                        const Int* ldc, std::size_t la, std::size_t lb) {                                            \
        static constinit Symbol s(#name, SHUNT_GEMM, p, Family::family);                                             \
        enter<s, fortran<T, Int>>(largest<Int>(*m, *n, *k), transa, transb, m, n, k, alpha, a, lda, b, ldb, beta, c, \
                                  ldc, la, lb);                                                                      \
    }
SHUNT_ALL(SHUNT_FORTRAN_NAMES, FORTRAN, gemm)

#define CBLAS(name, family, p, T, Int)                                                                               \
    SHUNT_API void name(int layout, int transa, int transb, Word m, Word n, Word k, Scalar<T> alpha, const void* a,  \
                        Word lda, const void* b, Word ldb, Scalar<T> beta, void* c, Word ldc) {                      \
        static constinit Symbol s(#name, SHUNT_GEMM, p, Family::family, true);                                       \
        enter<s, c_interface<T, Int>>(largest<Int>(m, n, k), layout, transa, transb, m, n, k, alpha, a, lda, b, ldb, \
                                      beta, c, ldc);                                                                 \
    }
SHUNT_ALL(SHUNT_CBLAS_NAMES, CBLAS, gemm)
