// In: the argument lists that LAPACK routines share. Out: their entries.
#pragma once
#include "shim/entry.hpp"

namespace shunt {

// (uplo, n, a, lda, info)
template <class T, class Int>
void one_triangle(Request& r, const char* uplo, const Int* n, T* a, const Int* lda, Int* info, std::size_t) {
    r.call.uplo = upper(*uplo);
    r.call.n = *n;
    r.call.a = a;
    r.call.lda = *lda;
    r.returns(info);
}

// (m, n, a, lda, ipiv, info)
template <class T, class Int>
void with_pivots(Request& r, const Int* m, const Int* n, T* a, const Int* lda, Int* ipiv, Int* info) {
    r.call.m = *m;
    r.call.n = *n;
    r.call.a = a;
    r.call.lda = *lda;
    r.call.ipiv = ipiv;
    r.returns(info);
}

// (uplo, n, nrhs, a, lda, b, ldb, info)
template <class T, class Int> void with_right_hand_sides(Request& r, const char* uplo, const Int* n, const Int* nrhs,
                                                         const T* a, const Int* lda, T* b, const Int* ldb, Int* info,
                                                         std::size_t) {
    r.call.uplo = upper(*uplo);
    r.call.n = *n;
    r.call.k = *nrhs;
    r.call.a = untyped(a);
    r.call.lda = *lda;
    r.call.b = b;
    r.call.ldb = *ldb;
    r.returns(info);
}

// (uplo, diag, n, a, lda, info)
template <class T, class Int> void inverse(Request& r, const char* uplo, const char* diag, const Int* n, T* a,
                                           const Int* lda, Int* info, std::size_t, std::size_t) {
    r.call.uplo = upper(*uplo);
    r.call.diag = upper(*diag);
    r.call.n = *n;
    r.call.a = a;
    r.call.lda = *lda;
    r.returns(info);
}

}  // namespace shunt

#define SHUNT_ONE_TRIANGLE(routine, name, family, p, T, Int)                                               \
    SHUNT_API void name(const char* uplo, const Int* n, T* a, const Int* lda, Int* info, std::size_t lu) { \
        static constinit shunt::Symbol s(#name, routine, p, shunt::Family::family);                        \
        shunt::enter<s, shunt::one_triangle<T, Int>>(*n, uplo, n, a, lda, info, lu);                       \
    }
#define SHUNT_WITH_PIVOTS(routine, name, family, p, T, Int)                                                 \
    SHUNT_API void name(const Int* m, const Int* n, T* a, const Int* lda, Int* ipiv, Int* info) {           \
        static constinit shunt::Symbol s(#name, routine, p, shunt::Family::family);                         \
        shunt::enter<s, shunt::with_pivots<T, Int>>(shunt::largest<Int>(*m, *n), m, n, a, lda, ipiv, info); \
    }
#define SHUNT_WITH_RIGHT_HAND_SIDES(routine, name, family, p, T, Int)                                                \
    SHUNT_API void name(const char* uplo, const Int* n, const Int* nrhs, const T* a, const Int* lda, T* b,           \
                        const Int* ldb, Int* info, std::size_t lu) {                                                 \
        static constinit shunt::Symbol s(#name, routine, p, shunt::Family::family);                                  \
        shunt::enter<s, shunt::with_right_hand_sides<T, Int>>(shunt::largest<Int>(*n, *nrhs), uplo, n, nrhs, a, lda, \
                                                              b, ldb, info, lu);                                     \
    }
#define SHUNT_INVERSE(routine, name, family, p, T, Int)                                                    \
    SHUNT_API void name(const char* uplo, const char* diag, const Int* n, T* a, const Int* lda, Int* info, \
                        std::size_t lu, std::size_t ld) {                                                  \
        static constinit shunt::Symbol s(#name, routine, p, shunt::Family::family);                        \
        shunt::enter<s, shunt::inverse<T, Int>>(*n, uplo, diag, n, a, lda, info, lu, ld);                  \
    }
