// In: xSYR2K, xHER2K and their CBLAS calls. Out: C := alpha * A * B^T + alpha * B * A^T + beta * C or its transposed
// form on one triangle; ^H, conj(alpha) and a real beta for HER2K (Reference BLAS 3.12, xsyr2k.f, xher2k.f).
#include "shim/cblas.hpp"

namespace shunt {
namespace {

// S is the type of beta: T, or its real type for HER2K.
template <class T, class S, class Int> void fortran(Request& r, const char* uplo, const char* trans, const Int* n,
                                                    const Int* k, const T* alpha, const T* a, const Int* lda,
                                                    const T* b, const Int* ldb, const S* beta, T* c, const Int* ldc,
                                                    std::size_t, std::size_t) {
    r.call.uplo = upper(*uplo);
    r.call.transa = upper(*trans);
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

template <class T, class S, class Int> void c_interface(Request& r, int layout, int uplo, int trans, Word n, Word k,
                                                        Scalar<T> alpha, const void* a, Word lda, const void* b,
                                                        Word ldb, Scalar<S> beta, void* c, Word ldc) {
    Call& call = r.call;
    call.uplo = uplo_letter(uplo);
    call.transa = trans_letter(trans);
    call.n = static_cast<Int>(n);
    call.k = static_cast<Int>(k);
    call.alpha = keep_scalar<T>(r.alpha, alpha);
    call.a = untyped(a);
    call.lda = static_cast<Int>(lda);
    call.b = untyped(b);
    call.ldb = static_cast<Int>(ldb);
    call.beta = keep_scalar<S>(r.beta, beta);
    call.c = c;
    call.ldc = static_cast<Int>(ldc);
    if (layout == row_major && first_bad_argument(call) != 2) {  // the other triangle of the transposed matrices
        const bool hermitian = call.routine == SHUNT_HER2K;
        call.uplo = other_uplo(call.uplo);
        call.transa = call.transa == 'N' ? (hermitian ? 'C' : 'T') : 'N';
        if constexpr (!std::is_floating_point_v<T>)
            if (hermitian) call.alpha = Request::keep(r.alpha, std::conj(*static_cast<const T*>(alpha)));
    }
    r.bad = cblas_position<>(layout, call);
}

}  // namespace
}  // namespace shunt

using namespace shunt;

#define FORTRAN(routine, S, name, family, p, T, Int)                                                                   \
    SHUNT_API void name(const char* uplo, const char* trans, const Int* n, const Int* k, const T* alpha, const T* a,   \
                        const Int* lda, const T* b, const Int* ldb, const S* beta, T* c, const Int* ldc,               \
                        std::size_t lu, std::size_t lt) {                                                              \
        static constinit Symbol s(#name, routine, p, Family::family);                                                  \
        enter<s, fortran<T, S, Int>>(largest<Int>(*n, *k), uplo, trans, n, k, alpha, a, lda, b, ldb, beta, c, ldc, lu, \
                                     lt);                                                                              \
    }
#define SYR2K(name, family, p, T, Int) FORTRAN(SHUNT_SYR2K, T, name, family, p, T, Int)
#define HER2K(name, family, p, T, Int) FORTRAN(SHUNT_HER2K, T::value_type, name, family, p, T, Int)
SHUNT_ALL(SHUNT_FORTRAN_NAMES, SYR2K, syr2k)
SHUNT_COMPLEX(SHUNT_FORTRAN_NAMES, HER2K, her2k)

#define CBLAS(routine, S, name, family, p, T, Int)                                                                   \
    SHUNT_API void name(int layout, int uplo, int trans, Word n, Word k, Scalar<T> alpha, const void* a, Word lda,   \
                        const void* b, Word ldb, Scalar<S> beta, void* c, Word ldc) {                                \
        static constinit Symbol s(#name, routine, p, Family::family, true);                                          \
        enter<s, c_interface<T, S, Int>>(largest<Int>(n, k), layout, uplo, trans, n, k, alpha, a, lda, b, ldb, beta, \
                                         c, ldc);                                                                    \
    }
#define CBLAS_SYR2K(name, family, p, T, Int) CBLAS(SHUNT_SYR2K, T, name, family, p, T, Int)
#define CBLAS_HER2K(name, family, p, T, Int) CBLAS(SHUNT_HER2K, T::value_type, name, family, p, T, Int)
SHUNT_ALL(SHUNT_CBLAS_NAMES, CBLAS_SYR2K, syr2k)
SHUNT_COMPLEX(SHUNT_CBLAS_NAMES, CBLAS_HER2K, her2k)
