// In: xGESV calls. Out: LU factorization and solutions (LAPACK 3.12, xgesv.f).
#include "shim/lapack.hpp"

namespace shunt {
namespace {

template <class T, class Int> void solve(Request& r, const Int* n, const Int* nrhs, T* a, const Int* lda, Int* ipiv,
                                         T* b, const Int* ldb, Int* info) {
    r.call.n = *n;
    r.call.k = *nrhs;
    r.call.a = a;
    r.call.lda = *lda;
    r.call.ipiv = ipiv;
    r.call.b = b;
    r.call.ldb = *ldb;
    r.returns(info);
}

}  // namespace
}  // namespace shunt

using namespace shunt;

#define GESV(name, family, p, T, Int)                                                                         \
    SHUNT_API void name(const Int* n, const Int* nrhs, T* a, const Int* lda, Int* ipiv, T* b, const Int* ldb, \
                        Int* info) {                                                                          \
        static constinit Symbol s(#name, SHUNT_GESV, p, Family::family);                                      \
        enter<s, solve<T, Int>>(largest<Int>(*n, *nrhs), n, nrhs, a, lda, ipiv, b, ldb, info);                \
    }
SHUNT_ALL(SHUNT_FORTRAN_NAMES, GESV, gesv)
