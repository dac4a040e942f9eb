// In: a Call and the address of a routine with a 32-bit Fortran interface. Out: the routine called with it.
// For measuring: the same problem through the original and through us.
#pragma once
#include <cstdint>

#include "cpu/view.hpp"
#include "shim/call.hpp"

namespace shunt {

template <class T> void call_fortran(void* address, Call& c) {
    using I = std::int32_t;
    using R = cpu::real_t<T>;
    const I m = static_cast<I>(c.m), n = static_cast<I>(c.n), k = static_cast<I>(c.k);
    const I lda = static_cast<I>(c.lda), ldb = static_cast<I>(c.ldb), ldc = static_cast<I>(c.ldc);
    const char *side = &c.side, *uplo = &c.uplo, *transa = &c.transa, *transb = &c.transb, *diag = &c.diag;
    auto *a = static_cast<T*>(c.a), *b = static_cast<T*>(c.b), *out = static_cast<T*>(c.c);
    auto *alpha = static_cast<const T*>(c.alpha), *beta = static_cast<const T*>(c.beta);
    auto *real_alpha = static_cast<const R*>(c.alpha), *real_beta = static_cast<const R*>(c.beta);
    auto* ipiv = static_cast<I*>(c.ipiv);
    const I lwork = static_cast<I>(c.lwork);
    auto *tau = static_cast<T*>(c.tau), *work = static_cast<T*>(c.work);
    I info = 0;
    const auto call = [address](auto... arguments) {
        reinterpret_cast<void (*)(decltype(arguments)...)>(address)(arguments...);
    };
    const std::size_t one = 1;  // hidden lengths
    switch (base_routine(c.routine)) {
        case SHUNT_GEMM:
            call(transa, transb, &m, &n, &k, alpha, a, &lda, b, &ldb, beta, out, &ldc, one, one);
            break;
        case SHUNT_SYMM:
        case SHUNT_HEMM:
            call(side, uplo, &m, &n, alpha, a, &lda, b, &ldb, beta, out, &ldc, one, one);
            break;
        case SHUNT_SYRK:
            call(uplo, transa, &n, &k, alpha, a, &lda, beta, out, &ldc, one, one);
            break;
        case SHUNT_HERK:
            call(uplo, transa, &n, &k, real_alpha, a, &lda, real_beta, out, &ldc, one, one);
            break;
        case SHUNT_SYR2K:
            call(uplo, transa, &n, &k, alpha, a, &lda, b, &ldb, beta, out, &ldc, one, one);
            break;
        case SHUNT_HER2K:
            call(uplo, transa, &n, &k, alpha, a, &lda, b, &ldb, real_beta, out, &ldc, one, one);
            break;
        case SHUNT_TRMM:
        case SHUNT_TRSM:
            call(side, uplo, transa, diag, &m, &n, alpha, a, &lda, b, &ldb, one, one, one, one);
            break;
        case SHUNT_POTRF:
        case SHUNT_LAUUM:
        case SHUNT_POTRI:
            call(uplo, &n, a, &lda, &info, one);
            break;
        case SHUNT_GETRF:
            call(&m, &n, a, &lda, ipiv, &info);
            break;
        case SHUNT_GETRS:
            call(transa, &n, &k, a, &lda, ipiv, b, &ldb, &info, one);
            break;
        case SHUNT_GESV:
            call(&n, &k, a, &lda, ipiv, b, &ldb, &info);
            break;
        case SHUNT_POTRS:
        case SHUNT_POSV:
            call(uplo, &n, &k, a, &lda, b, &ldb, &info, one);
            break;
        case SHUNT_TRTRI:
            call(uplo, diag, &n, a, &lda, &info, one, one);
            break;
        case SHUNT_TRTRS:
            call(uplo, transa, diag, &n, &k, a, &lda, b, &ldb, &info, one, one, one);
            break;
        case SHUNT_GEQRF:
            call(&m, &n, a, &lda, tau, work, &lwork, &info);
            break;
        case SHUNT_ORMQR:
        case SHUNT_UNMQR:
            call(side, transa, &m, &n, &k, a, &lda, tau, out, &ldc, work, &lwork, &info, one, one);
            break;
        case SHUNT_ORGQR:
        case SHUNT_UNGQR:
            call(&m, &n, &k, a, &lda, tau, work, &lwork, &info);
            break;
        default:
            break;
    }
    c.info = info;
}

inline void call_fortran(void* address, Call& c) {
    switch (c.precision) {
        case 's':
            call_fortran<float>(address, c);
            break;
        case 'd':
            call_fortran<double>(address, c);
            break;
        case 'c':
            call_fortran<c32>(address, c);
            break;
        default:
            call_fortran<c64>(address, c);
            break;
    }
}

}  // namespace shunt
