// In: xGEQRF calls. Out: Q * R in place, Q as reflectors below R and their factors tau (LAPACK 3.12, xgeqrf.f).
#include "shim/orthogonal.hpp"

namespace shunt {
namespace {

template <class T, class Int> void factor(Request& r, const Int* m, const Int* n, T* a, const Int* lda, T* tau, T* work,
                                          const Int* lwork, Int* info) {
    r.call.m = *m;
    r.call.n = *n;
    reflectors(r, a, lda, tau, work, lwork, info);
}

}  // namespace
}  // namespace shunt

using namespace shunt;

#define GEQRF(name, family, p, T, Int)                                                                       \
    SHUNT_API void name(const Int* m, const Int* n, T* a, const Int* lda, T* tau, T* work, const Int* lwork, \
                        Int* info) {                                                                         \
        static constinit Symbol s(#name, SHUNT_GEQRF, p, Family::family);                                    \
        enter<s, factor<T, Int>>(largest<Int>(*m, *n), m, n, a, lda, tau, work, lwork, info);                \
    }
SHUNT_ALL(SHUNT_FORTRAN_NAMES, GEQRF, geqrf)
