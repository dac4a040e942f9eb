// In: xSYMM, xHEMM and their CBLAS calls. Out: C := alpha * A * B + beta * C or alpha * B * A + beta * C with A
// symmetric or Hermitian (Reference BLAS 3.12, xsymm.f, xhemm.f).
#include "shim/cblas.hpp"

namespace shunt {
namespace {

template <class T, class Int> void fortran(Request& r, const char* side, const char* uplo, const Int* m, const Int* n,
                                           const T* alpha, const T* a, const Int* lda, const T* b, const Int* ldb,
                                           const T* beta, T* c, const Int* ldc, std::size_t, std::size_t) {
    r.call.side = upper(*side);
    r.call.uplo = upper(*uplo);
    r.call.m = *m;
    r.call.n = *n;
    r.call.alpha = alpha;
    r.call.a = untyped(a);
    r.call.lda = *lda;
    r.call.b = untyped(b);
    r.call.ldb = *ldb;
    r.call.beta = beta;
    r.call.c = c;
    r.call.ldc = *ldc;
}

template <class T, class Int> void c_interface(Request& r, int layout, int side, int uplo, Word m, Word n,
                                               Scalar<T> alpha, const void* a, Word lda, const void* b, Word ldb,
                                               Scalar<T> beta, void* c, Word ldc) {
    Call& call = r.call;
    call.side = side_letter(side);
    call.uplo = uplo_letter(uplo);
    call.m = static_cast<Int>(m);
    call.n = static_cast<Int>(n);
    call.alpha = keep_scalar<T>(r.alpha, alpha);
    call.a = untyped(a);
    call.lda = static_cast<Int>(lda);
    call.b = untyped(b);
    call.ldb = static_cast<Int>(ldb);
    call.beta = keep_scalar<T>(r.beta, beta);
    call.c = c;
    call.ldc = static_cast<Int>(ldc);
    if (layout == row_major) {  // C^T = B^T A^T; the transposed Hermitian matrix is the one in the other triangle
        call.side = other_side(call.side);
        call.uplo = other_uplo(call.uplo);
        std::swap(call.m, call.n);
    }
    r.bad = cblas_position<3, 4>(layout, call);
}

}  // namespace
}  // namespace shunt

using namespace shunt;

#define FORTRAN(routine, name, family, p, T, Int)                                                                   \
    SHUNT_API void name(const char* side, const char* uplo, const Int* m, const Int* n, const T* alpha, const T* a, \
                        const Int* lda, const T* b, const Int* ldb, const T* beta, T* c, const Int* ldc,            \
                        std::size_t ls, std::size_t lu) {                                                           \
        static constinit Symbol s(#name, routine, p, Family::family);                                               \
        enter<s, fortran<T, Int>>(largest<Int>(*m, *n), side, uplo, m, n, alpha, a, lda, b, ldb, beta, c, ldc, ls,  \
                                  lu);                                                                              \
    }
#define SYMM(...) FORTRAN(SHUNT_SYMM, __VA_ARGS__)
#define HEMM(...) FORTRAN(SHUNT_HEMM, __VA_ARGS__)
SHUNT_ALL(SHUNT_FORTRAN_NAMES, SYMM, symm)
SHUNT_COMPLEX(SHUNT_FORTRAN_NAMES, HEMM, hemm)

#define CBLAS(routine, name, family, p, T, Int)                                                                     \
    SHUNT_API void name(int layout, int side, int uplo, Word m, Word n, Scalar<T> alpha, const void* a, Word lda,   \
                        const void* b, Word ldb, Scalar<T> beta, void* c, Word ldc) {                               \
        static constinit Symbol s(#name, routine, p, Family::family, true);                                         \
        enter<s, c_interface<T, Int>>(largest<Int>(m, n), layout, side, uplo, m, n, alpha, a, lda, b, ldb, beta, c, \
                                      ldc);                                                                         \
    }
#define CBLAS_SYMM(...) CBLAS(SHUNT_SYMM, __VA_ARGS__)
#define CBLAS_HEMM(...) CBLAS(SHUNT_HEMM, __VA_ARGS__)
SHUNT_ALL(SHUNT_CBLAS_NAMES, CBLAS_SYMM, symm)
SHUNT_COMPLEX(SHUNT_CBLAS_NAMES, CBLAS_HEMM, hemm)
