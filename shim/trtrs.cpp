// In: xTRTRS calls. Out: solutions of triangular systems, info the first zero on the diagonal (LAPACK 3.12, xtrtrs.f).
#include "shim/lapack.hpp"

namespace shunt {
namespace {

template <class T, class Int> void solve(Request& r, const char* uplo, const char* trans, const char* diag,
                                         const Int* n, const Int* nrhs, const T* a, const Int* lda, T* b,
                                         const Int* ldb, Int* info, std::size_t, std::size_t, std::size_t) {
    r.call.uplo = upper(*uplo);
    r.call.transa = upper(*trans);
    r.call.diag = upper(*diag);
    r.call.n = *n;
    r.call.k = *nrhs;
    r.call.a = untyped(a);
    r.call.lda = *lda;
    r.call.b = b;
    r.call.ldb = *ldb;
    r.returns(info);
}

}  // namespace
}  // namespace shunt

using namespace shunt;

#define TRTRS(name, family, p, T, Int)                                                                               \
    SHUNT_API void name(const char* uplo, const char* trans, const char* diag, const Int* n, const Int* nrhs,        \
                        const T* a, const Int* lda, T* b, const Int* ldb, Int* info, std::size_t lu, std::size_t lt, \
                        std::size_t ld) {                                                                            \
        static constinit Symbol s(#name, SHUNT_TRTRS, p, Family::family);                                            \
        enter<s, solve<T, Int>>(largest<Int>(*n, *nrhs), uplo, trans, diag, n, nrhs, a, lda, b, ldb, info, lu, lt,   \
                                ld);                                                                                 \
    }
SHUNT_ALL(SHUNT_FORTRAN_NAMES, TRTRS, trtrs)
