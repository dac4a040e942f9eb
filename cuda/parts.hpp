// In: a call on host memory. Out: calls on blocks of its matrices: what split.cpp and finish.cpp make of one.
#pragma once
#include <algorithm>
#include <complex>
#include <cstdint>
#include <utility>

#include "cuda/stream.hpp"

namespace shunt::gpu {

using i64 = std::int64_t;

// alpha and beta of the calls on parts, in the type of the call.
struct Constants {
    alignas(16) unsigned char plus[16] = {}, minus[16] = {};
    explicit Constants(char precision) {
        if (precision == 's' || precision == 'c')
            *reinterpret_cast<float*>(plus) = 1, *reinterpret_cast<float*>(minus) = -1;
        else
            *reinterpret_cast<double*>(plus) = 1, *reinterpret_cast<double*>(minus) = -1;
    }
};

// Block (i, j) of a stored matrix, or of op(X) when it is turned.
inline void* block(const shunt_call& c, void* p, i64 ld, i64 i, i64 j, bool turned = false) {
    if (turned) std::swap(i, j);
    return static_cast<char*>(p) + (i + j * ld) * element_bytes(c.precision);
}

inline shunt_call blank(const shunt_call& c, int routine) {
    shunt_call x{};
    x.size = sizeof x, x.routine = routine, x.precision = c.precision, x.wide = c.wide;
    return x;
}

inline shunt_call product(const shunt_call& c, char transa, char transb, i64 m, i64 n, i64 k, const void* alpha,
                          void* a, i64 lda, void* b, i64 ldb, const void* beta, void* out, i64 ldc) {
    shunt_call x = blank(c, SHUNT_GEMM);
    x.transa = transa, x.transb = transb, x.m = m, x.n = n, x.k = k, x.alpha = alpha, x.beta = beta;
    x.a = a, x.lda = lda, x.b = b, x.ldb = ldb, x.c = out, x.ldc = ldc;
    return x;
}

inline shunt_call on_triangle(const shunt_call& c, int routine, char side, char uplo, char trans, char diag, i64 m,
                              i64 n, const void* alpha, void* a, i64 lda, void* b, i64 ldb) {
    shunt_call x = blank(c, routine);
    x.side = side, x.uplo = uplo, x.transa = trans, x.diag = diag, x.m = m, x.n = n, x.alpha = alpha;
    x.a = a, x.lda = lda, x.b = b, x.ldb = ldb;
    return x;
}

// c := alpha op(a) op(a)^H + c.
inline shunt_call rank_update(const shunt_call& c, char uplo, char trans, i64 n, i64 k, const void* alpha, void* a,
                              i64 lda, const void* beta, void* out, i64 ldc) {
    const bool pair = complex_elements(c.precision);
    shunt_call x = blank(c, pair ? SHUNT_HERK : SHUNT_SYRK);
    x.uplo = uplo, x.transa = trans == 'N' ? 'N' : pair ? 'C' : 'T', x.n = n, x.k = k, x.alpha = alpha, x.beta = beta;
    x.a = a, x.lda = lda, x.c = out, x.ldc = ldc;
    return x;
}

// What a rank-k update of order n has beside the triangles of order n1 and n - n1, as one product, or two of rank 2k:
// visit(call). herk's and her2k's alpha and beta are real where gemm's are complex.
template <class Visit> void beside_triangles(const shunt_call& c, i64 n1, const Visit& visit) {
    const bool turned = c.transa != 'N', two = c.routine == SHUNT_SYR2K || c.routine == SHUNT_HER2K;
    const bool conjugate = c.routine == SHUNT_HERK || c.routine == SHUNT_HER2K;
    const bool lower = c.uplo == 'L', single = c.precision == 's' || c.precision == 'c';
    const i64 n2 = c.n - n1;
    if (n1 <= 0 || n2 <= 0) return;
    alignas(16) unsigned char alpha[16] = {}, beta[16] = {}, conjugated[16] = {};
    const auto copy = [&](unsigned char* to, const void* from, bool real) {
        std::copy_n(static_cast<const unsigned char*>(from),
                    real && complex_elements(c.precision) ? (single ? 4 : 8) : element_bytes(c.precision), to);
    };
    copy(alpha, c.alpha, c.routine == SHUNT_HERK), copy(beta, c.beta, conjugate),
        copy(conjugated, c.alpha, c.routine == SHUNT_HERK);
    if (c.routine == SHUNT_HER2K) {
        if (single)
            reinterpret_cast<float*>(conjugated)[1] *= -1;
        else
            reinterpret_cast<double*>(conjugated)[1] *= -1;
    }
    const char turn = conjugate ? 'C' : 'T', ta = turned ? turn : 'N', tb = turned ? 'N' : turn;
    const i64 rows = lower ? n2 : n1, columns = lower ? n1 : n2, row = lower ? n1 : 0, column = lower ? 0 : n1;
    void* out = block(c, c.c, c.ldc, row, column);
    void *a_row = block(c, c.a, c.lda, row, 0, turned), *a_column = block(c, c.a, c.lda, column, 0, turned);
    if (!two) {
        shunt_call p = product(c, ta, tb, rows, columns, c.k, alpha, a_row, c.lda, a_column, c.lda, beta, out, c.ldc);
        return visit(p);
    }
    const Constants one(c.precision);
    void *b_row = block(c, c.b, c.ldb, row, 0, turned), *b_column = block(c, c.b, c.ldb, column, 0, turned);
    shunt_call p = product(c, ta, tb, rows, columns, c.k, alpha, a_row, c.lda, b_column, c.ldb, beta, out, c.ldc);
    shunt_call q =
        product(c, ta, tb, rows, columns, c.k, conjugated, b_row, c.ldb, a_column, c.lda, one.plus, out, c.ldc);
    visit(p), visit(q);
}

inline shunt_call on_order(const shunt_call& c, int routine, i64 m, i64 n, void* a) {
    shunt_call x = blank(c, routine);
    x.uplo = c.uplo, x.diag = c.diag, x.m = m, x.n = n, x.a = a, x.lda = c.lda;
    return x;
}

inline i64 pivot(const shunt_call& c, i64 i) {
    return c.wide ? static_cast<const std::int64_t*>(c.ipiv)[i] : static_cast<const std::int32_t*>(c.ipiv)[i];
}
inline void set_pivot(const shunt_call& c, i64 i, i64 row) {
    if (c.wide)
        static_cast<std::int64_t*>(c.ipiv)[i] = row;
    else
        static_cast<std::int32_t*>(c.ipiv)[i] = static_cast<std::int32_t>(row);
}

// Rows i and pivot(i) of n columns change places, i = first .. last - 1, column by column.
template <class T>
void swap_rows_of(const shunt_call& c, void* columns, i64 ld, i64 n, i64 first, i64 last, bool forward) {
    for (i64 j = 0; j < n; ++j) {
        T* x = static_cast<T*>(columns) + j * ld;
        for (i64 s = first; s < last; ++s) {
            const i64 i = forward ? s : first + last - 1 - s;
            std::swap(x[i], x[pivot(c, i) - 1]);
        }
    }
}
inline void swap_rows(const shunt_call& c, void* columns, i64 ld, i64 n, i64 first, i64 last, bool forward) {
    switch (element_bytes(c.precision)) {
        case 4:
            return swap_rows_of<float>(c, columns, ld, n, first, last, forward);
        case 8:
            return swap_rows_of<double>(c, columns, ld, n, first, last, forward);
        default:
            return swap_rows_of<std::complex<double>>(c, columns, ld, n, first, last, forward);
    }
}

}  // namespace shunt::gpu
