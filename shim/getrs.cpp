// In: xGETRS calls. Out: solutions from an LU factorization (LAPACK 3.12, xgetrs.f).
#include "shim/lapack.hpp"

namespace shunt {
namespace {

template <class T, class Int> void solve(Request& r, const char* trans, const Int* n, const Int* nrhs, const T* a,
                                         const Int* lda, const Int* ipiv, T* b, const Int* ldb, Int* info,
                                         std::size_t) {
    r.call.transa = upper(*trans);
    r.call.n = *n;
    r.call.k = *nrhs;
    r.call.a = untyped(a);
    r.call.lda = *lda;
    r.call.ipiv = untyped(ipiv);
    r.call.b = b;
    r.call.ldb = *ldb;
    r.returns(info);
}

}  // namespace
}  // namespace shunt

using namespace shunt;

#define GETRS(name, family, p, T, Int)                                                                                 \
    SHUNT_API void name(const char* trans, const Int* n, const Int* nrhs, const T* a, const Int* lda, const Int* ipiv, \
                        T* b, const Int* ldb, Int* info, std::size_t lt) {                                             \
        static constinit Symbol s(#name, SHUNT_GETRS, p, Family::family);                                              \
        enter<s, solve<T, Int>>(largest<Int>(*n, *nrhs), trans, n, nrhs, a, lda, ipiv, b, ldb, info, lt);              \
    }
SHUNT_ALL(SHUNT_FORTRAN_NAMES, GETRS, getrs)
