// In: the arguments of an owned routine. Out: names, checks and counts that follow from them alone.
#include "shim/call.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace shunt {
namespace {

constexpr const char* stems[SHUNT_ROUTINE_COUNT] = {
    "gemm",   "symm",  "hemm",  "syrk",   "herk",  "syr2k", "her2k", "trmm",  "trsm",  "potrf",
    "potrf2", "potf2", "getrf", "getrf2", "getf2", "getrs", "gesv",  "potrs", "posv",  "trtri",
    "trti2",  "lauum", "lauu2", "potri",  "trtrs", "geqrf", "ormqr", "unmqr", "orgqr", "ungqr"};

bool one_of(char c, const char* letters) {
    for (; *letters; ++letters)
        if (c == *letters) return true;
    return false;
}

template <class T> bool scalar_is(const void* p, int value) {
    return *static_cast<const T*>(p) == T(value);
}

bool scalar_equals(const void* p, char precision, int value) {
    switch (precision) {
        case 's':
            return scalar_is<float>(p, value);
        case 'd':
            return scalar_is<double>(p, value);
        case 'c':
            return scalar_is<c32>(p, value);
        default:
            return scalar_is<c64>(p, value);
    }
}

char real_of(char precision) {
    return precision == 'c' ? 's' : precision == 'z' ? 'd' : precision;
}

}  // namespace

const char* routine_stem(int routine) {
    return stems[routine];
}

bool is_lapack(int routine) {
    return routine >= SHUNT_POTRF;
}

int first_matrix(int routine) {
    switch (base_routine(routine)) {
        case SHUNT_GEMM:
            return 7;
        case SHUNT_TRMM:
        case SHUNT_TRSM:
            return 8;
        case SHUNT_SYMM:
        case SHUNT_HEMM:
        case SHUNT_SYRK:
        case SHUNT_HERK:
        case SHUNT_SYR2K:
        case SHUNT_HER2K:
        case SHUNT_TRTRS:
        case SHUNT_ORMQR:
        case SHUNT_UNMQR:
            return 6;
        case SHUNT_GETRS:
        case SHUNT_POTRS:
        case SHUNT_POSV:
        case SHUNT_TRTRI:
        case SHUNT_ORGQR:
        case SHUNT_UNGQR:
            return 4;
        default:
            return 3;
    }
}

int first_bad_argument(const Call& c) {
    const auto rows = [](std::int64_t n) { return std::max<std::int64_t>(1, n); };
    const bool complex = is_complex(c.precision);
    switch (c.routine) {
        case SHUNT_GEMM:
            if (!one_of(c.transa, "NTC")) return 1;
            if (!one_of(c.transb, "NTC")) return 2;
            if (c.m < 0) return 3;
            if (c.n < 0) return 4;
            if (c.k < 0) return 5;
            if (c.lda < rows(c.transa == 'N' ? c.m : c.k)) return 8;
            if (c.ldb < rows(c.transb == 'N' ? c.k : c.n)) return 10;
            if (c.ldc < rows(c.m)) return 13;
            return 0;
        case SHUNT_SYMM:
        case SHUNT_HEMM:
            if (!one_of(c.side, "LR")) return 1;
            if (!one_of(c.uplo, "UL")) return 2;
            if (c.m < 0) return 3;
            if (c.n < 0) return 4;
            if (c.lda < rows(c.side == 'L' ? c.m : c.n)) return 7;
            if (c.ldb < rows(c.m)) return 9;
            if (c.ldc < rows(c.m)) return 12;
            return 0;
        case SHUNT_SYRK:
        case SHUNT_HERK:
        case SHUNT_SYR2K:
        case SHUNT_HER2K: {
            const bool hermitian = c.routine == SHUNT_HERK || c.routine == SHUNT_HER2K;
            const bool two = c.routine == SHUNT_SYR2K || c.routine == SHUNT_HER2K;
            if (!one_of(c.uplo, "UL")) return 1;
            if (!one_of(c.transa, hermitian ? "NC" : complex ? "NT" : "NTC")) return 2;
            if (c.n < 0) return 3;
            if (c.k < 0) return 4;
            const std::int64_t need = rows(c.transa == 'N' ? c.n : c.k);
            if (c.lda < need) return 7;
            if (two && c.ldb < need) return 9;
            if (c.ldc < rows(c.n)) return two ? 12 : 10;
            return 0;
        }
        case SHUNT_TRMM:
        case SHUNT_TRSM:
            if (!one_of(c.side, "LR")) return 1;
            if (!one_of(c.uplo, "UL")) return 2;
            if (!one_of(c.transa, "NTC")) return 3;
            if (!one_of(c.diag, "UN")) return 4;
            if (c.m < 0) return 5;
            if (c.n < 0) return 6;
            if (c.lda < rows(c.side == 'L' ? c.m : c.n)) return 9;
            if (c.ldb < rows(c.m)) return 11;
            return 0;
        case SHUNT_GETRF:
        case SHUNT_GETRF2:
        case SHUNT_GETF2:
            if (c.m < 0) return 1;
            if (c.n < 0) return 2;
            if (c.lda < rows(c.m)) return 4;
            return 0;
        case SHUNT_GETRS:
            if (!one_of(c.transa, "NTC")) return 1;
            if (c.n < 0) return 2;
            if (c.k < 0) return 3;
            if (c.lda < rows(c.n)) return 5;
            if (c.ldb < rows(c.n)) return 8;
            return 0;
        case SHUNT_GESV:
            if (c.n < 0) return 1;
            if (c.k < 0) return 2;
            if (c.lda < rows(c.n)) return 4;
            if (c.ldb < rows(c.n)) return 7;
            return 0;
        case SHUNT_POTRS:
        case SHUNT_POSV:
            if (!one_of(c.uplo, "UL")) return 1;
            if (c.n < 0) return 2;
            if (c.k < 0) return 3;
            if (c.lda < rows(c.n)) return 5;
            if (c.ldb < rows(c.n)) return 7;
            return 0;
        case SHUNT_TRTRI:
        case SHUNT_TRTI2:
            if (!one_of(c.uplo, "UL")) return 1;
            if (!one_of(c.diag, "UN")) return 2;
            if (c.n < 0) return 3;
            if (c.lda < rows(c.n)) return 5;
            return 0;
        case SHUNT_TRTRS:
            if (!one_of(c.uplo, "UL")) return 1;
            if (!one_of(c.transa, "NTC")) return 2;
            if (!one_of(c.diag, "UN")) return 3;
            if (c.n < 0) return 4;
            if (c.k < 0) return 5;
            if (c.lda < rows(c.n)) return 7;
            if (c.ldb < rows(c.n)) return 9;
            return 0;
        case SHUNT_GEQRF:
            if (c.m < 0) return 1;
            if (c.n < 0) return 2;
            if (c.lda < rows(c.m)) return 4;
            if (!asks_for_workspace(c) && c.lwork < (c.m > 0 ? rows(c.n) : 1)) return 7;
            return 0;
        case SHUNT_ORMQR:
        case SHUNT_UNMQR: {
            const std::int64_t order = c.side == 'L' ? c.m : c.n;
            if (!one_of(c.side, "LR")) return 1;
            if (!one_of(c.transa, complex ? "NC" : "NT")) return 2;
            if (c.m < 0) return 3;
            if (c.n < 0) return 4;
            if (c.k < 0 || c.k > order) return 5;
            if (c.lda < rows(order)) return 7;
            if (c.ldc < rows(c.m)) return 10;
            if (!asks_for_workspace(c) && c.lwork < rows(c.side == 'L' ? c.n : c.m)) return 12;
            return 0;
        }
        case SHUNT_ORGQR:
        case SHUNT_UNGQR:
            if (c.m < 0) return 1;
            if (c.n < 0 || c.n > c.m) return 2;
            if (c.k < 0 || c.k > c.n) return 3;
            if (c.lda < rows(c.m)) return 5;
            if (!asks_for_workspace(c) && c.lwork < rows(c.n)) return 8;
            return 0;
        default:  // potrf, potrf2, potf2, lauum, lauu2, potri
            if (!one_of(c.uplo, "UL")) return 1;
            if (c.n < 0) return 2;
            if (c.lda < rows(c.n)) return 4;
            return 0;
    }
}

bool quick_return(const Call& c) {
    // Scalars of HERK are real, and so is the beta of HER2K.
    const char alpha_type = c.routine == SHUNT_HERK ? real_of(c.precision) : c.precision;
    const char beta_type = c.routine == SHUNT_HERK || c.routine == SHUNT_HER2K ? real_of(c.precision) : c.precision;
    switch (c.routine) {
        case SHUNT_GEMM:
        case SHUNT_SYMM:
        case SHUNT_HEMM:
        case SHUNT_SYRK:
        case SHUNT_HERK:
        case SHUNT_SYR2K:
        case SHUNT_HER2K: {
            const bool has_m = c.routine == SHUNT_GEMM || c.routine == SHUNT_SYMM || c.routine == SHUNT_HEMM;
            const bool has_k = !(c.routine == SHUNT_SYMM || c.routine == SHUNT_HEMM);
            if (c.n == 0 || (has_m && c.m == 0)) return true;
            return ((has_k && c.k == 0) || scalar_equals(c.alpha, alpha_type, 0)) &&
                   scalar_equals(c.beta, beta_type, 1);
        }
        case SHUNT_TRMM:
        case SHUNT_TRSM:
        case SHUNT_GETRF:
        case SHUNT_GETRF2:
        case SHUNT_GETF2:
        case SHUNT_GEQRF:
            return c.m == 0 || c.n == 0;
        case SHUNT_ORMQR:
        case SHUNT_UNMQR:
            return c.m == 0 || c.n == 0 || c.k == 0;
        case SHUNT_GETRS:
        case SHUNT_POTRS:
            return c.n == 0 || c.k == 0;
        default:
            return c.n == 0;  // posv and gesv factor also without right-hand sides; trtrs checks the diagonal
    }
}

bool asks_for_workspace(const Call& c) {
    return shunt_orthogonal(c.routine) && c.lwork == -1;
}

void tell_workspace(const Call& c) {
    constexpr std::int64_t block = 32;  // as the Reference's ILAENV has it
    const std::int64_t columns = shunt_multiplies_by_q(c.routine) && c.side == 'R' ? c.m : c.n;
    const auto elements = static_cast<double>(quick_return(c) ? 1 : columns * block);
    switch (c.precision) {
        case 's':
            *static_cast<float*>(c.work) = static_cast<float>(elements);
            break;
        case 'd':
            *static_cast<double*>(c.work) = elements;
            break;
        case 'c':
            *static_cast<c32*>(c.work) = static_cast<float>(elements);
            break;
        default:
            *static_cast<c64*>(c.work) = elements;
    }
}

double flops(const Call& c) {
    const double m = static_cast<double>(c.m), n = static_cast<double>(c.n), k = static_cast<double>(c.k);
    const double cubic = n * n * n;
    double count = 0;
    switch (base_routine(c.routine)) {
        case SHUNT_GEMM:
            count = 2 * m * n * k;
            break;
        case SHUNT_SYMM:
        case SHUNT_HEMM:
            count = 2 * m * n * (c.side == 'L' ? m : n);
            break;
        case SHUNT_SYRK:
        case SHUNT_HERK:
            count = n * n * k;
            break;
        case SHUNT_SYR2K:
        case SHUNT_HER2K:
            count = 2 * n * n * k;
            break;
        case SHUNT_TRMM:
        case SHUNT_TRSM:
            count = m * n * (c.side == 'L' ? m : n);
            break;
        case SHUNT_POTRF:
        case SHUNT_TRTRI:
        case SHUNT_LAUUM:
            count = cubic / 3;
            break;
        case SHUNT_POTRI:
            count = 2 * cubic / 3;
            break;
        case SHUNT_GETRF:
        case SHUNT_GEQRF: {
            const double s = std::min(m, n);
            count = 2 * m * n * s - (m + n) * s * s + 2 * s * s * s / 3;
            if (c.routine == SHUNT_GEQRF) count *= 2;
            break;
        }
        case SHUNT_ORMQR:
        case SHUNT_UNMQR:
            count = 4 * m * n * k - 2 * (c.side == 'L' ? n : m) * k * k;
            break;
        case SHUNT_ORGQR:
        case SHUNT_UNGQR:
            count = 4 * m * n * k - 2 * (m + n) * k * k + 4 * k * k * k / 3;
            break;
        case SHUNT_GETRS:
        case SHUNT_POTRS:
            count = 2 * n * n * k;
            break;
        case SHUNT_TRTRS:
            count = n * n * k;
            break;
        case SHUNT_GESV:
            count = 2 * cubic / 3 + 2 * n * n * k;
            break;
        case SHUNT_POSV:
            count = cubic / 3 + 2 * n * n * k;
            break;
        default:
            break;
    }
    return is_complex(c.precision) ? 4 * count : count;
}

Shape shape(const Call& c) {
    switch (base_routine(c.routine)) {
        case SHUNT_GEMM:
            // The side of a square C of the same size, where a fixed cost per call weighs as much; a thin one is worse.
            if (std::min(c.m, c.n) < 8) return {std::min(c.m, c.n), c.k};
            return {static_cast<std::int64_t>(std::sqrt(static_cast<double>(c.m) * static_cast<double>(c.n))), c.k};
        case SHUNT_SYMM:
        case SHUNT_HEMM:
        case SHUNT_TRMM:
        case SHUNT_TRSM:
            return c.side == 'L' ? Shape{c.m, c.n} : Shape{c.n, c.m};
        case SHUNT_SYRK:
        case SHUNT_HERK:
        case SHUNT_SYR2K:
        case SHUNT_HER2K:
        case SHUNT_GETRS:
        case SHUNT_POTRS:
        case SHUNT_TRTRS:
            return {c.n, c.k};
        case SHUNT_GETRF:
        case SHUNT_GEQRF:
            return {std::min(c.m, c.n), std::min(c.m, c.n)};
        case SHUNT_ORMQR:
        case SHUNT_UNMQR:
            return {c.k, c.side == 'L' ? c.n : c.m};
        default:
            return {c.n, c.n};
    }
}

int describe(const Call& c, char* text, int bytes) {
    const auto letter = [](char x) { return x ? x : '-'; };
    const auto scalar = [&](const void* p, double& re, double& im) {
        re = im = 0;
        if (!p) return;
        const bool is_real = c.routine == SHUNT_HERK || (c.routine == SHUNT_HER2K && p == c.beta);
        switch (is_real ? real_of(c.precision) : c.precision) {
            case 's':
                re = *static_cast<const float*>(p);
                break;
            case 'd':
                re = *static_cast<const double*>(p);
                break;
            case 'c':
                re = static_cast<const float*>(p)[0], im = static_cast<const float*>(p)[1];
                break;
            default:
                re = static_cast<const double*>(p)[0], im = static_cast<const double*>(p)[1];
                break;
        }
    };
    double ar, ai, br, bi;
    scalar(c.alpha, ar, ai);
    scalar(c.beta, br, bi);
    return std::snprintf(text, static_cast<std::size_t>(bytes),
                         "%c%s side=%c uplo=%c transa=%c transb=%c diag=%c m=%lld n=%lld k=%lld alpha=%.17g,%.17g "
                         "lda=%lld ldb=%lld beta=%.17g,%.17g ldc=%lld",
                         c.precision, routine_stem(c.routine), letter(c.side), letter(c.uplo), letter(c.transa),
                         letter(c.transb), letter(c.diag), static_cast<long long>(c.m), static_cast<long long>(c.n),
                         static_cast<long long>(c.k), ar, ai, static_cast<long long>(c.lda),
                         static_cast<long long>(c.ldb), br, bi, static_cast<long long>(c.ldc));
}

}  // namespace shunt
