// In: a routine, a precision and sizes. Out: a well-behaved problem of that shape that can be run again and again.
#include "shim/problem.hpp"

#include <algorithm>
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
template <class T>
void fill_square(T* a, std::int64_t m, std::int64_t n, std::int64_t ld, double diagonal, bool shift) {
    for (std::int64_t j = 0; j < n; ++j)
        for (std::int64_t i = 0; i < m; ++i)
            a[i + j * ld] = element<T>(static_cast<std::uint64_t>(i * 131071 + j)) / T(static_cast<cpu::real_t<T>>(n));
    for (std::int64_t j = 0; j < std::min(m, n); ++j) {
        const std::int64_t i = shift ? (j * 7 + n / 3) % m : j;
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
        case SHUNT_GEQRF:
        case SHUNT_ORGQR:
        case SHUNT_UNGQR:
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

Call Problem::like(int routine, char precision, std::int64_t order, std::int64_t width, int variant) noexcept {
    Call c{};
    c.size = sizeof c;
    c.routine = routine;
    c.precision = precision;
    const bool hermitian = routine == SHUNT_HERK || routine == SHUNT_HER2K;
    Variant v = four[variant];
    if (variants(routine) == 2) v.uplo = variant ? 'U' : 'L';
    c.side = v.side, c.uplo = v.uplo, c.diag = 'N';
    c.transa = hermitian && v.trans == 'T' ? 'C' : v.trans;
    c.transb = v.other;
    c.m = c.n = order;
    if (routine == SHUNT_UNMQR && c.transa == 'T') c.transa = 'C';
    switch (routine) {
        case SHUNT_SYMM:
        case SHUNT_HEMM:
        case SHUNT_TRMM:
        case SHUNT_TRSM:
            c.m = c.side == 'L' ? order : width;
            c.n = c.side == 'L' ? width : order;
            break;
        case SHUNT_POTRF:
        case SHUNT_GETRF:
        case SHUNT_TRTRI:
        case SHUNT_LAUUM:
        case SHUNT_POTRI:
        case SHUNT_GEQRF:
            break;
        case SHUNT_ORMQR:
        case SHUNT_UNMQR:
            (c.side == 'L' ? c.n : c.m) = width;
            c.k = order;
            break;
        case SHUNT_ORGQR:
        case SHUNT_UNGQR:
            c.k = order;
            break;
        default:
            c.k = width;
    }
    return c;
}

template <class T>
static bool make(Call& c, T* alpha, T* beta, void** memory, void** saved, void** target, std::size_t* bytes) {
    const int routine = base_routine(c.routine);
    const std::int64_t order = is_lapack(routine) ? c.n : c.side == 'L' ? c.m : c.n;  // of a triangular or symmetric A
    std::int64_t a_rows = order, a_columns = order, b_rows = 0, b_columns = 0, c_rows = 0, c_columns = 0;
    bool square_a = true;
    switch (routine) {
        case SHUNT_GEMM:
            square_a = false;
            a_rows = c.transa == 'N' ? c.m : c.k, a_columns = c.transa == 'N' ? c.k : c.m;
            b_rows = c.transb == 'N' ? c.k : c.n, b_columns = c.transb == 'N' ? c.n : c.k;
            c_rows = c.m, c_columns = c.n;
            break;
        case SHUNT_SYMM:
        case SHUNT_HEMM:
            b_rows = c_rows = c.m, b_columns = c_columns = c.n;
            break;
        case SHUNT_TRMM:
        case SHUNT_TRSM:
            b_rows = c.m, b_columns = c.n;
            break;
        case SHUNT_SYRK:
        case SHUNT_HERK:
        case SHUNT_SYR2K:
        case SHUNT_HER2K:
            square_a = false;
            a_rows = c.transa == 'N' ? c.n : c.k, a_columns = c.transa == 'N' ? c.k : c.n;
            if (routine == SHUNT_SYR2K || routine == SHUNT_HER2K) b_rows = a_rows, b_columns = a_columns;
            c_rows = c_columns = c.n;
            break;
        case SHUNT_GETRF:
        case SHUNT_GEQRF:
        case SHUNT_ORGQR:
        case SHUNT_UNGQR:
            a_rows = c.m, a_columns = c.n;
            break;
        case SHUNT_ORMQR:
        case SHUNT_UNMQR:
            a_rows = c.side == 'L' ? c.m : c.n, a_columns = c.k;
            c_rows = c.m, c_columns = c.n;
            break;
        case SHUNT_GETRS:
        case SHUNT_POTRS:
        case SHUNT_TRTRS:
        case SHUNT_GESV:
        case SHUNT_POSV:
            b_rows = c.n, b_columns = c.k;
            break;
        default:
            break;
    }
    c.lda = std::max(c.lda, leading<T>(a_rows)), c.ldb = std::max(c.ldb, leading<T>(b_rows)),
    c.ldc = std::max(c.ldc, leading<T>(c_rows));
    const auto size = [](std::int64_t ld, std::int64_t columns) {
        return (static_cast<std::size_t>(ld * columns) * sizeof(T) + 127) / 64 * 64;
    };
    const std::size_t a_bytes = size(c.lda, a_columns), b_bytes = size(c.ldb, b_columns),
                      c_bytes = size(c.ldc, c_columns);
    const std::int64_t pivot_count = std::max(a_rows, a_columns);
    const std::size_t pivots = (static_cast<std::size_t>(pivot_count) * 4 + 127) / 64 * 64;
    const bool orthogonal = shunt_orthogonal(routine), multiplies = shunt_multiplies_by_q(routine);
    c.lwork = orthogonal ? 64 * std::max(c.m, c.n) : 0;
    const std::size_t tau_bytes = orthogonal ? size(a_columns, 1) : 0, work_bytes = orthogonal ? size(c.lwork, 1) : 0;
    // What a call overwrites is saved: the matrix of a factorization, the right-hand sides of a solve or both. Products
    // with beta < 1 run for ever.
    const bool solves = b_columns > 0 && c_columns == 0;
    const bool factors =
        is_lapack(routine) && !multiplies && (!solves || routine == SHUNT_GESV || routine == SHUNT_POSV);
    const std::size_t saved_bytes = (factors ? a_bytes : 0) + (solves ? b_bytes : 0) + (multiplies ? c_bytes : 0);
    const std::size_t total = a_bytes + b_bytes + c_bytes + pivots + tau_bytes + work_bytes + saved_bytes;
    auto* p = static_cast<unsigned char*>(std::aligned_alloc(64, (total + 63) / 64 * 64));
    if (!p) return false;
    *memory = p;
    auto* a = reinterpret_cast<T*>(p);
    c.a = a, p += a_bytes;
    c.b = p, p += b_bytes;
    c.c = p, p += c_bytes;
    c.ipiv = p, p += pivots;
    c.tau = p, p += tau_bytes;
    c.work = p, p += work_bytes;
    if (square_a)
        fill_square(a, a_rows, a_columns, c.lda, routine == SHUNT_POTRF || routine == SHUNT_POSV ? 4 : 1,
                    routine == SHUNT_GETRF || routine == SHUNT_GESV);
    else
        fill(a, a_rows, a_columns, c.lda);
    if (b_columns) fill(static_cast<T*>(c.b), b_rows, b_columns, c.ldb);
    if (c_columns) fill(static_cast<T*>(c.c), c_rows, c_columns, c.ldc);
    for (std::int64_t i = 0; i < pivot_count; ++i)
        static_cast<std::int32_t*>(c.ipiv)[i] = static_cast<std::int32_t>(i + 1);
    // Reflectors of about unit vectors, and little more than them.
    if (orthogonal) std::fill_n(static_cast<T*>(c.tau), a_columns, T(static_cast<cpu::real_t<T>>(1.5)));
    *saved = p, *target = multiplies ? c.c : factors ? c.a : c.b, *bytes = saved_bytes;
    std::memcpy(*saved, *target, saved_bytes);
    *alpha = T(1);
    *beta = T(static_cast<cpu::real_t<T>>(0.5));
    c.alpha = alpha, c.beta = beta;
    return true;
}

Problem::Problem(const Call& c) noexcept : call_(c) {
    const auto build = [this]<class T>(T*) {
        return make<T>(call_, reinterpret_cast<T*>(alpha_), reinterpret_cast<T*>(beta_), &memory_, &saved_, &target_,
                       &bytes_);
    };
    switch (call_.precision) {
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
    if (bytes_) std::memcpy(target_, saved_, bytes_);
}

}  // namespace shunt
