// In: the argument lists that the routines of QR share. Out: their entries.
#pragma once
#include "shim/entry.hpp"

namespace shunt {

// (a, lda, tau, work, lwork, info)
template <class T, class Int>
void reflectors(Request& r, const T* a, const Int* lda, const T* tau, T* work, const Int* lwork, Int* info) {
    r.call.a = untyped(a);
    r.call.lda = *lda;
    r.call.tau = untyped(tau);
    r.call.work = work;
    r.call.lwork = *lwork;
    r.returns(info);
}

}  // namespace shunt
