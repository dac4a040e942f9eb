// In: a checked call that is ours. Out: the call on the CPU kernels.
#include "cpu/cpu.hpp"
#include "shim/symbol.hpp"

namespace shunt {
namespace {

// Scalars of the Hermitian routines are real in the interface and the real part of T below it.
template <class T> T scalar(const void* p) {
    return *static_cast<const T*>(p);
}
template <class T> T real_scalar(const void* p) {
    return T(*static_cast<const cpu::real_t<T>*>(p));
}

// xTRTI2 knows no singular triangle: it divides by the zero and goes on (LAPACK 3.12, xtrti2.f). Column by column.
template <class T> void invert_singular(const Call& c, T* a) {
    const bool upper_triangle = c.uplo == 'U';
    for (std::int64_t step = 0; step < c.n; ++step) {
        const std::int64_t j = upper_triangle ? step : c.n - 1 - step;
        T* diagonal = a + j + j * c.lda;
        *diagonal = T(1) / *diagonal;
        const std::int64_t rows = upper_triangle ? j : c.n - 1 - j;
        T* column = upper_triangle ? a + j * c.lda : diagonal + 1;
        const T* inverted = upper_triangle ? a : diagonal + 1 + c.lda;
        for (std::int64_t k = 0; k < rows; ++k) {  // xTRMV, which skips zeros
            const std::int64_t r = upper_triangle ? k : rows - 1 - k;
            const T x = column[r];
            if (x == T(0)) continue;
            for (std::int64_t i = upper_triangle ? 0 : r + 1; i < (upper_triangle ? r : rows); ++i)
                column[i] += x * inverted[i + r * c.lda];
            column[r] = x * inverted[r + r * c.lda];
        }
        for (std::int64_t i = 0; i < rows; ++i) column[i] *= -*diagonal;
    }
}

template <class T> void run(Call& c, const cpu::Plan& plan) {
    auto* a = static_cast<T*>(c.a);
    auto* b = static_cast<T*>(c.b);
    auto* out = static_cast<T*>(c.c);
    auto* tau = static_cast<T*>(c.tau);
    const cpu::Pivots ipiv{c.ipiv, c.wide != 0};
    switch (base_routine(c.routine)) {
        case SHUNT_GEMM:
            cpu::gemm(plan, c.transa, c.transb, c.m, c.n, c.k, scalar<T>(c.alpha), a, c.lda, b, c.ldb,
                      scalar<T>(c.beta), out, c.ldc);
            break;
        case SHUNT_SYMM:
        case SHUNT_HEMM:
            cpu::symm(plan, c.routine == SHUNT_HEMM, c.side, c.uplo, c.m, c.n, scalar<T>(c.alpha), a, c.lda, b, c.ldb,
                      scalar<T>(c.beta), out, c.ldc);
            break;
        case SHUNT_SYRK:
            cpu::syrk(plan, false, c.uplo, c.transa, c.n, c.k, scalar<T>(c.alpha), a, c.lda, scalar<T>(c.beta), out,
                      c.ldc);
            break;
        case SHUNT_HERK:
            cpu::syrk(plan, true, c.uplo, c.transa, c.n, c.k, real_scalar<T>(c.alpha), a, c.lda, real_scalar<T>(c.beta),
                      out, c.ldc);
            break;
        case SHUNT_SYR2K:
            cpu::syr2k(plan, false, c.uplo, c.transa, c.n, c.k, scalar<T>(c.alpha), a, c.lda, b, c.ldb,
                       scalar<T>(c.beta), out, c.ldc);
            break;
        case SHUNT_HER2K:
            cpu::syr2k(plan, true, c.uplo, c.transa, c.n, c.k, scalar<T>(c.alpha), a, c.lda, b, c.ldb,
                       real_scalar<T>(c.beta), out, c.ldc);
            break;
        case SHUNT_TRMM:
            cpu::trmm(plan, c.side, c.uplo, c.transa, c.diag, c.m, c.n, scalar<T>(c.alpha), a, c.lda, b, c.ldb);
            break;
        case SHUNT_TRSM:
            cpu::trsm(plan, c.side, c.uplo, c.transa, c.diag, c.m, c.n, scalar<T>(c.alpha), a, c.lda, b, c.ldb);
            break;
        case SHUNT_POTRF:
            c.info = cpu::potrf(plan, c.uplo, c.n, a, c.lda);
            break;
        case SHUNT_GETRF:
            c.info = cpu::getrf(plan, c.m, c.n, a, c.lda, ipiv);
            break;
        case SHUNT_GETRS:
            cpu::getrs(plan, c.transa, c.n, c.k, a, c.lda, ipiv, b, c.ldb);
            break;
        case SHUNT_GESV:
            c.info = cpu::getrf(plan, c.n, c.n, a, c.lda, ipiv);
            if (c.info == 0 && c.k > 0) cpu::getrs(plan, 'N', c.n, c.k, a, c.lda, ipiv, b, c.ldb);
            break;
        case SHUNT_POTRS:
            cpu::potrs(plan, c.uplo, c.n, c.k, a, c.lda, b, c.ldb);
            break;
        case SHUNT_POSV:
            c.info = cpu::potrf(plan, c.uplo, c.n, a, c.lda);
            if (c.info == 0 && c.k > 0) cpu::potrs(plan, c.uplo, c.n, c.k, a, c.lda, b, c.ldb);
            break;
        case SHUNT_TRTRI:
            c.info = cpu::trtri(plan, c.uplo, c.diag, c.n, a, c.lda);
            if (c.routine == SHUNT_TRTI2 && c.info > 0) {
                invert_singular(c, a);
                c.info = 0;
            }
            break;
        case SHUNT_LAUUM:
            cpu::lauum(plan, c.uplo, c.n, a, c.lda);
            break;
        case SHUNT_POTRI:
            c.info = cpu::potri(plan, c.uplo, c.n, a, c.lda);
            break;
        case SHUNT_TRTRS:
            c.info = cpu::trtrs(plan, c.uplo, c.transa, c.diag, c.n, c.k, a, c.lda, b, c.ldb);
            break;
        case SHUNT_GEQRF:
            cpu::geqrf(plan, c.m, c.n, a, c.lda, tau);
            break;
        case SHUNT_ORMQR:
        case SHUNT_UNMQR:
            cpu::ormqr(plan, c.side, c.transa, c.m, c.n, c.k, a, c.lda, tau, out, c.ldc);
            break;
        case SHUNT_ORGQR:
        case SHUNT_UNGQR:
            cpu::orgqr(plan, c.m, c.n, c.k, a, c.lda, tau);
            break;
        default:
            break;
    }
}

}  // namespace

void execute(Call& c, void* gemm, bool gemm_wide, int threads) noexcept {
    const cpu::Plan plan{{gemm, gemm_wide}, threads};
    switch (c.precision) {
        case 's':
            run<float>(c, plan);
            break;
        case 'd':
            run<double>(c, plan);
            break;
        case 'c':
            run<c32>(c, plan);
            break;
        default:
            run<c64>(c, plan);
            break;
    }
}

}  // namespace shunt
