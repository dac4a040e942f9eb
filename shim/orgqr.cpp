// In: xORGQR and xUNGQR calls. Out: the first columns of Q in place of its reflectors (LAPACK 3.12, xorgqr.f,
// xungqr.f).
#include "shim/orthogonal.hpp"

namespace shunt {
namespace {

template <class T, class Int> void form(Request& r, const Int* m, const Int* n, const Int* k, T* a, const Int* lda,
                                        const T* tau, T* work, const Int* lwork, Int* info) {
    r.call.m = *m;
    r.call.n = *n;
    r.call.k = *k;
    reflectors(r, a, lda, tau, work, lwork, info);
}

}  // namespace
}  // namespace shunt

using namespace shunt;

#define FORM(routine, name, family, p, T, Int)                                                                 \
    SHUNT_API void name(const Int* m, const Int* n, const Int* k, T* a, const Int* lda, const T* tau, T* work, \
                        const Int* lwork, Int* info) {                                                         \
        static constinit Symbol s(#name, routine, p, Family::family);                                          \
        enter<s, form<T, Int>>(largest<Int>(*m, *n), m, n, k, a, lda, tau, work, lwork, info);                 \
    }
#define ORGQR(...) FORM(SHUNT_ORGQR, __VA_ARGS__)
#define UNGQR(...) FORM(SHUNT_UNGQR, __VA_ARGS__)
SHUNT_REAL(SHUNT_FORTRAN_NAMES, ORGQR, orgqr)
SHUNT_COMPLEX(SHUNT_FORTRAN_NAMES, UNGQR, ungqr)
