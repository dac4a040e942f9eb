// In: xORMQR and xUNMQR calls. Out: C multiplied by Q or its transpose, from either side, Q as xGEQRF leaves it
// (LAPACK 3.12, xormqr.f, xunmqr.f).
#include "shim/orthogonal.hpp"

namespace shunt {
namespace {

template <class T, class Int> void multiply(Request& r, const char* side, const char* trans, const Int* m, const Int* n,
                                            const Int* k, const T* a, const Int* lda, const T* tau, T* c,
                                            const Int* ldc, T* work, const Int* lwork, Int* info, std::size_t,
                                            std::size_t) {
    r.call.side = upper(*side);
    r.call.transa = upper(*trans);
    r.call.m = *m;
    r.call.n = *n;
    r.call.k = *k;
    r.call.c = c;
    r.call.ldc = *ldc;
    reflectors(r, a, lda, tau, work, lwork, info);
}

}  // namespace
}  // namespace shunt

using namespace shunt;

#define MULTIPLY(routine, name, family, p, T, Int)                                                                     \
    SHUNT_API void name(const char* side, const char* trans, const Int* m, const Int* n, const Int* k, const T* a,     \
                        const Int* lda, const T* tau, T* c, const Int* ldc, T* work, const Int* lwork, Int* info,      \
                        std::size_t ls, std::size_t lt) {                                                              \
        static constinit Symbol s(#name, routine, p, Family::family);                                                  \
        enter<s, multiply<T, Int>>(largest<Int>(*m, *n), side, trans, m, n, k, a, lda, tau, c, ldc, work, lwork, info, \
                                   ls, lt);                                                                            \
    }
#define ORMQR(...) MULTIPLY(SHUNT_ORMQR, __VA_ARGS__)
#define UNMQR(...) MULTIPLY(SHUNT_UNMQR, __VA_ARGS__)
SHUNT_REAL(SHUNT_FORTRAN_NAMES, ORMQR, ormqr)
SHUNT_COMPLEX(SHUNT_FORTRAN_NAMES, UNMQR, unmqr)
