// In: xSYRK, xHERK and their CBLAS calls. Out: C := alpha * A * A^T + beta * C or alpha * A^T * A + beta * C on one
// triangle, ^H and real scalars for HERK (Reference BLAS 3.12, xsyrk.f, xherk.f).
#include "shim/cblas.hpp"

namespace shunt {
namespace {

// S is the type of the scalars: T, or its real type for HERK.
template <class T, class S, class Int> void fortran(Request& r, const char* uplo, const char* trans, const Int* n,
                                                    const Int* k, const S* alpha, const T* a, const Int* lda,
                                                    const S* beta, T* c, const Int* ldc, std::size_t, std::size_t) {
    r.call.uplo = upper(*uplo);
    r.call.transa = upper(*trans);
    r.call.n = *n;
    r.call.k = *k;
    r.call.alpha = alpha;
    r.call.a = untyped(a);
    r.call.lda = *lda;
    r.call.beta = beta;
    r.call.c = c;
    r.call.ldc = *ldc;
}

template <class S, class Int> void c_interface(Request& r, int layout, int uplo, int trans, Word n, Word k,
                                               Scalar<S> alpha, const void* a, Word lda, Scalar<S> beta, void* c,
                                               Word ldc) {
    Call& call = r.call;
    call.uplo = uplo_letter(uplo);
    call.transa = trans_letter(trans);
    call.n = static_cast<Int>(n);
    call.k = static_cast<Int>(k);
    call.alpha = keep_scalar<S>(r.alpha, alpha);
    call.a = untyped(a);
    call.lda = static_cast<Int>(lda);
    call.beta = keep_scalar<S>(r.beta, beta);
    call.c = c;
    call.ldc = static_cast<Int>(ldc);
    if (layout == row_major && first_bad_argument(call) != 2) {  // the other triangle of the transposed matrices
        const char transposed = call.routine == SHUNT_HERK ? 'C' : 'T';
        call.uplo = other_uplo(call.uplo);
        call.transa = call.transa == 'N' ? transposed : 'N';
    }
    r.bad = cblas_position<>(layout, call);
}

}  // namespace
}  // namespace shunt

using namespace shunt;

#define FORTRAN(routine, S, name, family, p, T, Int)                                                                 \
    SHUNT_API void name(const char* uplo, const char* trans, const Int* n, const Int* k, const S* alpha, const T* a, \
                        const Int* lda, const S* beta, T* c, const Int* ldc, std::size_t lu, std::size_t lt) {       \
        static constinit Symbol s(#name, routine, p, Family::family);                                                \
        enter<s, fortran<T, S, Int>>(largest<Int>(*n, *k), uplo, trans, n, k, alpha, a, lda, beta, c, ldc, lu, lt);  \
    }
#define SYRK(name, family, p, T, Int) FORTRAN(SHUNT_SYRK, T, name, family, p, T, Int)
#define HERK(name, family, p, T, Int) FORTRAN(SHUNT_HERK, T::value_type, name, family, p, T, Int)
SHUNT_ALL(SHUNT_FORTRAN_NAMES, SYRK, syrk)
SHUNT_COMPLEX(SHUNT_FORTRAN_NAMES, HERK, herk)

#define CBLAS(routine, S, name, family, p, Int)                                                                    \
    SHUNT_API void name(int layout, int uplo, int trans, Word n, Word k, Scalar<S> alpha, const void* a, Word lda, \
                        Scalar<S> beta, void* c, Word ldc) {                                                       \
        static constinit Symbol s(#name, routine, p, Family::family, true);                                        \
        enter<s, c_interface<S, Int>>(largest<Int>(n, k), layout, uplo, trans, n, k, alpha, a, lda, beta, c, ldc); \
    }
#define CBLAS_SYRK(name, family, p, T, Int) CBLAS(SHUNT_SYRK, T, name, family, p, Int)
#define CBLAS_HERK(name, family, p, T, Int) CBLAS(SHUNT_HERK, T::value_type, name, family, p, Int)
SHUNT_ALL(SHUNT_CBLAS_NAMES, CBLAS_SYRK, syrk)
SHUNT_COMPLEX(SHUNT_CBLAS_NAMES, CBLAS_HERK, herk)
