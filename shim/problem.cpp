// In: a routine, a precision and sizes. Out: a well-behaved problem of that shape that can be run again and again.
#include "shim/problem.hpp"

#include <cstdlib>
#include <cstring>

#include "cpu/view.hpp"

namespace shunt {
namespace {

// Values in (-1, 1) from a counter: the same on every machine.
double value(std::uint64_t i) {
    i = (i + 0x9e3779b97f4a7c15u) * 0xbf58476d1ce4e5b9u;
    i = (i ^ (i >> 27)) * 0x94d049bb133111ebu;
    return static_cast<double>(static_cast<std::int64_t>(i ^ (i >> 31))) * 0x1p-63;
}

template <class T> T element(std::uint64_t i) {
    if constexpr (cpu::is_complex<T>)
        return T(static_cast<cpu::real_t<T>>(value(2 * i)), static_cast<cpu::real_t<T>>(value(2 * i + 1)));
    else
        return static_cast<T>(value(i));
}

// Diagonally dominant, so that it is a good triangle, a definite matrix and one whose pivots lie on the diagonal or
// near it; rows are swapped for LU by `shift`.
template <class T> void fill_square(T* a, std::int64_t n, std::int64_t ld, double diagonal, bool shift) {
    for (std::int64_t j = 0; j < n; ++j)
        for (std::int64_t i = 0; i < ld; ++i)
            a[i + j * ld] = element<T>(static_cast<std::uint64_t>(i * 131071 + j)) / T(static_cast<cpu::real_t<T>>(n));
    for (std::int64_t j = 0; j < n; ++j) {
        const std::int64_t i = shift ? (j * 7 + n / 3) % n : j;
        a[i + j * ld] = T(static_cast<cpu::real_t<T>>(diagonal));
    }
}

template <class T> void fill(T* a, std::int64_t rows, std::int64_t columns, std::int64_t ld) {
    for (std::int64_t j = 0; j < columns; ++j)
        for (std::int64_t i = 0; i < rows; ++i) a[i + j * ld] = element<T>(static_cast<std::uint64_t>(i + j * 65537));
}

// An odd number of cache lines between columns, as in practice; powers of two would measure the cache's conflicts.
template <class T> std::int64_t leading(std::int64_t rows) {
    const std::int64_t line = 64 / static_cast<std::int64_t>(sizeof(T));
    return rows < 64 ? rows : ((rows + line - 1) / line | 1) * line;
}

struct Variant {
    char side, uplo, trans, other;
};
constexpr Variant four[] = {{'L', 'L', 'N', 'N'}, {'R', 'L', 'T', 'N'}, {'L', 'U', 'T', 'N'}, {'R', 'U', 'N', 'T'}};

}  // namespace

int Problem::variants(int routine) {
    switch (routine) {
        case SHUNT_GETRF:
        case SHUNT_GESV:
            return 1;
        case SHUNT_POTRF:
        case SHUNT_LAUUM:
        case SHUNT_POTRI:
        case SHUNT_TRTRI:
        case SHUNT_POTRS:
        case SHUNT_POSV:
            return 2;
        default:
            return 4;
    }
}

template <class T> static bool make(Call& c, std::int64_t order, std::int64_t width, int variant, T* alpha, T* beta,
                                    void** memory, void** saved, void** target, std::size_t* bytes) {
    const int routine = c.routine;
    const bool hermitian = routine == SHUNT_HERK || routine == SHUNT_HER2K;
    Variant v = four[variant];
    if (Problem::variants(routine) == 2) v.uplo = variant ? 'U' : 'L';
    c.side = v.side, c.uplo = v.uplo, c.diag = 'N';
    c.transa = hermitian && v.trans == 'T' ? 'C' : v.trans;
    c.transb = v.other;
    std::int64_t a_rows = order, a_columns = order, b_rows = 0, b_columns = 0, c_rows = 0, c_columns = 0;
    bool square_a = true;
    c.m = c.n = order, c.k = 0;
    switch (routine) {
        case SHUNT_GEMM:
            c.k = width, square_a = false;
            a_rows = c.transa == 'N' ? order : width, a_columns = c.transa == 'N' ? width : order;
            b_rows = c.transb == 'N' ? width : order, b_columns = c.transb == 'N' ? order : width;
            c_rows = c_columns = order;
            break;
        case SHUNT_SYMM:
        case SHUNT_HEMM:
        case SHUNT_TRMM:
        case SHUNT_TRSM:
            c.m = c.side == 'L' ? order : width, c.n = c.side == 'L' ? width : order;
            b_rows = c.m, b_columns = c.n;
            if (routine == SHUNT_SYMM || routine == SHUNT_HEMM) c_rows = c.m, c_columns = c.n;
            break;
        case SHUNT_SYRK:
        case SHUNT_HERK:
        case SHUNT_SYR2K:
        case SHUNT_HER2K:
            c.m = 0, c.k = width, square_a = false;
            a_rows = c.transa == 'N' ? order : width, a_columns = c.transa == 'N' ? width : order;
            if (routine == SHUNT_SYR2K || routine == SHUNT_HER2K) b_rows = a_rows, b_columns = a_columns;
            c_rows = c_columns = order;
            break;
        case SHUNT_GETRS:
        case SHUNT_POTRS:
        case SHUNT_TRTRS:
        case SHUNT_GESV:
        case SHUNT_POSV:
            c.k = width, b_rows = order, b_columns = width;
            break;
        default:
            break;
    }
    c.lda = leading<T>(a_rows), c.ldb = leading<T>(b_rows), c.ldc = leading<T>(c_rows);
    const auto size = [](std::int64_t ld, std::int64_t columns) {
        return (static_cast<std::size_t>(ld * columns) * sizeof(T) + 127) / 64 * 64;
    };
    const std::size_t a_bytes = size(c.lda, a_columns), b_bytes = size(c.ldb, b_columns),
                      c_bytes = size(c.ldc, c_columns);
    const std::size_t pivots = (static_cast<std::size_t>(order) * 4 + 127) / 64 * 64;
    // Only what a call cannot be repeated on is saved: the matrix of a factorization. Triangular calls, whose triangle
    // is near the identity, and products with a small alpha run in place for ever.
    const bool factors =
        is_lapack(routine) && routine != SHUNT_GETRS && routine != SHUNT_POTRS && routine != SHUNT_TRTRS;
    const std::size_t total = a_bytes * (factors ? 2 : 1) + b_bytes + c_bytes + pivots;
    auto* p = static_cast<unsigned char*>(std::aligned_alloc(64, (total + 63) / 64 * 64));
    if (!p) return false;
    *memory = p;
    auto* a = reinterpret_cast<T*>(p);
    c.a = a, p += a_bytes;
    c.b = p, p += b_bytes;
    c.c = p, p += c_bytes;
    c.ipiv = p, p += pivots;
    if (square_a)
        fill_square(a, order, c.lda, routine == SHUNT_POTRF || routine == SHUNT_POSV ? 4 : 1,
                    routine == SHUNT_GETRF || routine == SHUNT_GESV);
    else
        fill(a, a_rows, a_columns, c.lda);
    if (b_columns) fill(static_cast<T*>(c.b), b_rows, b_columns, c.ldb);
    if (c_columns) fill(static_cast<T*>(c.c), c_rows, c_columns, c.ldc);
    for (std::int64_t i = 0; i < order; ++i) static_cast<std::int32_t*>(c.ipiv)[i] = static_cast<std::int32_t>(i + 1);
    if (factors) {
        std::memcpy(p, a, a_bytes);
        *saved = p, *target = a, *bytes = static_cast<std::size_t>(c.lda * a_columns) * sizeof(T);
    }
    // Products keep C bounded by beta < 1; in-place ones must not scale at all.
    *alpha = T(1);
    *beta = routine == SHUNT_TRMM || routine == SHUNT_TRSM ? T(0) : T(static_cast<cpu::real_t<T>>(0.5));
    c.alpha = alpha, c.beta = beta;
    return true;
}

Problem::Problem(int routine, char precision, std::int64_t order, std::int64_t width, int variant) noexcept {
    call_.size = sizeof call_;
    call_.routine = routine;
    call_.precision = precision;
    const auto build = [&]<class T>(T*) {
        return make<T>(call_, order, width, variant, reinterpret_cast<T*>(alpha_), reinterpret_cast<T*>(beta_),
                       &memory_, &saved_, &target_, &bytes_);
    };
    switch (precision) {
        case 's':
            build(static_cast<float*>(nullptr));
            break;
        case 'd':
            build(static_cast<double*>(nullptr));
            break;
        case 'c':
            build(static_cast<c32*>(nullptr));
            break;
        default:
            build(static_cast<c64*>(nullptr));
            break;
    }
}

Problem::~Problem() {
    std::free(memory_);
}

void Problem::restore() noexcept {
    if (saved_) std::memcpy(target_, saved_, bytes_);
}

}  // namespace shunt
