// In: the common argument list of xTRMM and xTRSM. Out: their entries.
#pragma once
#include "shim/cblas.hpp"

namespace shunt {

template <class T, class Int> void triangular(Request& r, const char* side, const char* uplo, const char* transa,
                                              const char* diag, const Int* m, const Int* n, const T* alpha, const T* a,
                                              const Int* lda, T* b, const Int* ldb, std::size_t, std::size_t,
                                              std::size_t, std::size_t) {
    r.call.side = upper(*side);
    r.call.uplo = upper(*uplo);
    r.call.transa = upper(*transa);
    r.call.diag = upper(*diag);
    r.call.m = *m;
    r.call.n = *n;
    r.call.alpha = alpha;
    r.call.a = untyped(a);
    r.call.lda = *lda;
    r.call.b = b;
    r.call.ldb = *ldb;
}

template <class T, class Int> void triangular_cblas(Request& r, int layout, int side, int uplo, int transa, int diag,
                                                    Word m, Word n, Scalar<T> alpha, const void* a, Word lda, void* b,
                                                    Word ldb) {
    Call& call = r.call;
    call.side = side_letter(side);
    call.uplo = uplo_letter(uplo);
    call.transa = trans_letter(transa);
    call.diag = diag_letter(diag);
    call.m = static_cast<Int>(m);
    call.n = static_cast<Int>(n);
    call.alpha = keep_scalar<T>(r.alpha, alpha);
    call.a = untyped(a);
    call.lda = static_cast<Int>(lda);
    call.b = b;
    call.ldb = static_cast<Int>(ldb);
    if (layout == row_major) {  // B^T, with the transposed triangle on the other side
        call.side = other_side(call.side);
        call.uplo = other_uplo(call.uplo);
        std::swap(call.m, call.n);
    }
    r.bad = cblas_position<5, 6>(layout, call);
}

}  // namespace shunt

#define SHUNT_TRIANGULAR(routine, name, family, p, T, Int)                                                             \
    SHUNT_API void name(const char* side, const char* uplo, const char* transa, const char* diag, const Int* m,        \
                        const Int* n, const T* alpha, const T* a, const Int* lda, T* b, const Int* ldb,                \
                        std::size_t ls, std::size_t lu, std::size_t lt, std::size_t ld) {                              \
        static constinit shunt::Symbol s(#name, routine, p, shunt::Family::family);                                    \
        shunt::enter<s, shunt::triangular<T, Int>>(shunt::largest<Int>(*m, *n), side, uplo, transa, diag, m, n, alpha, \
                                                   a, lda, b, ldb, ls, lu, lt, ld);                                    \
    }
#define SHUNT_TRIANGULAR_CBLAS(routine, name, family, p, T, Int)                                                      \
    SHUNT_API void name(int layout, int side, int uplo, int transa, int diag, shunt::Word m, shunt::Word n,           \
                        shunt::Scalar<T> alpha, const void* a, shunt::Word lda, void* b, shunt::Word ldb) {           \
        static constinit shunt::Symbol s(#name, routine, p, shunt::Family::family, true);                             \
        shunt::enter<s, shunt::triangular_cblas<T, Int>>(shunt::largest<Int>(m, n), layout, side, uplo, transa, diag, \
                                                         m, n, alpha, a, lda, b, ldb);                                \
    }
