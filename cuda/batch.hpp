// In: many problems of one routine whose matrices are in device memory. Out: what a launch works through and does.
// batch.cpp cuts a routine into steps, batch_*.cu carry a step out in one launch for all problems.
//
// A matrix is looked at as one of four: as it lies, turned (transposed), or either from its last row or column on. So a
// triangle is always a lower one on the left of its right-hand sides, and a factorization goes down columns.
#pragma once
#include <cstdint>

#include "cuda/plugin.h"

#ifdef __CUDACC__
#define SHUNT_ANYWHERE __host__ __device__ __forceinline__
#else
#define SHUNT_ANYWHERE inline
#endif

namespace shunt::gpu {

constexpr std::int32_t kMostLuRows = 1024;         // of what `lu` takes, a thread to each
constexpr std::int32_t kMostBatchLd = 1 << 22;     // 256 bytes so many times are numbered in 32 bits
constexpr std::int32_t kMostBidiagonalRows = 512;  // of what takes one sweep a step
constexpr std::int32_t kLuColumnsInPlace = 16;
// QR by a thread, whose bits are others than a warp's.
constexpr std::int32_t most_tiny_qr(int element_bytes) {
    return element_bytes == 16 ? 4 : 8;
}
// Rows and columns of QR with a column to a lane; of few columns a block's other kernel has more at work.
constexpr std::int32_t most_small_qr(int element_bytes) {
    return element_bytes == 4 ? 128 : element_bytes == 8 ? 96 : 48;
}
constexpr bool is_small_qr(int element_bytes, std::int64_t m, std::int64_t n) {
    return (m > n ? m : n) <= most_small_qr(element_bytes) && (m <= 48 || n > 8);
}
// Order of a Cholesky factor by a warp, two to four rows to a lane.
constexpr std::int32_t most_warp_cholesky(int element_bytes, bool complex) {
    return element_bytes == 16 ? 64 : element_bytes == 8 && !complex ? 80 : 128;
}
// A product of transposed A and a vector adds sums of as many terms in an order of their own each.
constexpr int range_of_terms(std::int64_t terms) {
    return terms <= 32 ? 0 : terms <= 64 ? 1 : 2;
}

// A number for all orders that no class of problems tells apart, and the largest of these.
SHUNT_ANYWHERE std::int32_t number_of(std::uint32_t order) {
    return static_cast<std::int32_t>(order <= 32   ? (order + 3) / 4
                                     : order <= 96 ? (order + 7) / 8 + 4
                                                   : (order + 31) / 32 + 13);
}
constexpr std::int32_t largest_of(std::int32_t number) {
    return number <= 8 ? number * 4 : number <= 16 ? (number - 4) * 8 : (number - 13) * 32;
}

// Of one problem, as the batch has them; and its number, where problems do not lie in their order.
struct alignas(16) BatchSizes {
    std::int32_t m, n, k;
    std::int32_t lda, ldb, ldc;
    std::int32_t number, unused;
};

// Of problem i: list[i] (in device memory), or base + i * stride bytes.
struct BatchPlace {
    char* base;
    char* const* list;
    std::int64_t stride;
};

// The problems of a launch: `count` from `first` on, all of the sizes `most`; or those of `sizes` (in device memory),
// none larger than `most`.
struct BatchProblems {
    std::int64_t count, first;
    const BatchSizes* sizes;
    BatchSizes most;
    BatchPlace a, b, c, ipiv, tau, taup, d, e;
    void* info;  // device, of all problems of the call; or null
    bool wide;   // integers of 64 bits: ipiv, info
};

// Problems that nobody has looked at (shunt_look); all pointers are the device's, or null: there is none.
struct BatchUnseen {
    std::int64_t count;
    bool wide;
    const void* integers[6];
    shunt_look look;
    const std::uint64_t* lists[8];
    // Sizes m, n, k that have numbers i, j, l are counted in cells[(i * numbers[1] + j) * numbers[2] + l], where all
    // numbers are below `numbers`, and orders below 1024.
    std::int32_t numbers[3];
    shunt_seen* seen;
    std::uint32_t* cells;
};

enum class Dim : std::uint8_t { m, n, k, least, fixed };  // least: the smaller one of m and n
// min(dim - start, most), or 0; fixed: most.
struct BatchLength {
    Dim of = Dim::fixed;
    std::int32_t start = 0, most = 0;
};

enum class Of : std::uint8_t { a, b, c };
struct BatchPart {
    Of of = Of::a;
    bool vector = false;  // one column, its ld is the increment
    bool turned = false, conjugate = false;
    bool from_last_row = false, from_last_column = false;  // of the whole, as it is looked at: rows x columns
    Dim rows = Dim::fixed, columns = Dim::fixed;
    std::int32_t i = 0, j = 0;  // where the part begins
};

SHUNT_ANYWHERE std::int32_t size_of(Dim d, const BatchSizes& s) {
    return d == Dim::m ? s.m : d == Dim::n ? s.n : d == Dim::k ? s.k : s.m < s.n ? s.m : s.n;
}
SHUNT_ANYWHERE std::int32_t length(BatchLength l, const BatchSizes& s) {
    if (l.of == Dim::fixed) return l.most;
    const std::int32_t d = size_of(l.of, s) - l.start;
    return d < 0 ? 0 : d < l.most ? d : l.most;
}
SHUNT_ANYWHERE char* address(const BatchPlace& p, std::int64_t i) {
    return p.list ? p.list[i] : p.base + i * p.stride;
}
// Element (i, j) of a part lies start + i * rows + j * columns elements behind the matrix.
struct BatchStrides {
    std::int64_t start;
    std::int32_t rows, columns;
};
SHUNT_ANYWHERE BatchStrides strides(const BatchPart& p, const BatchSizes& s) {
    const std::int32_t ld = p.of == Of::a ? s.lda : p.of == Of::b ? s.ldb : s.ldc;
    BatchStrides t{0, p.vector ? ld : 1, p.vector ? 0 : ld};
    if (p.turned) {
        const std::int32_t rows = t.rows;
        t.rows = t.columns;
        t.columns = rows;
    }
    // A vector with a negative increment begins at its end.
    if (p.vector && ld < 0) t.start -= std::int64_t{size_of(p.rows, s) - 1} * ld;
    if (p.from_last_row) {
        t.start += std::int64_t{size_of(p.rows, s) - 1} * t.rows;
        t.rows = -t.rows;
    }
    if (p.from_last_column) {
        t.start += std::int64_t{size_of(p.columns, s) - 1} * t.columns;
        t.columns = -t.columns;
    }
    t.start += std::int64_t{p.i} * t.rows + std::int64_t{p.j} * t.columns;
    return t;
}

enum class BatchAction : std::uint8_t {
    product,         // z := alpha x y + beta z, m x n, k terms; `lower`: of z i >= j alone
    vector_product,  // the same with vectors y and z: m rows, k terms
    solve,           // z := alpha x^-1 z, x lower triangular of order m <= 32, n right-hand sides
    solve_broad,     // the same, x of order up to 64, by blocks of threads
    multiply,        // z := alpha x z
    vector_solve,    // z := x^-1 z, one right-hand side of any order m
    lu_small,        // x := its LU factors, m x n, both <= 32
    lu,              // of a panel: m x n, held in shared memory
    lu_in_place,     // the same of up to kLuColumnsInPlace columns, not held
    swap_and_solve,  // rows of z that one or two panels of k columns, m in all, moved, and, `solves`, z := x^-1 z of
                     // its first m rows
    late_swaps,      // rows of each block column of k columns of x, m x n, that those after it moved
    permute,         // rows of z as ipiv says: m rows, n columns
    zero_pivot,      // info := place of the first zero on the diagonal of x, of order m, if there is one
    identity,        // z := the identity, m x n
    copy,            // z := x, m x n
    cholesky_small,  // x := its lower Cholesky factor, order m <= 32
    cholesky,        // order up to most_warp_cholesky()
    cholesky_by_panels,  // any order, one panel in shared memory after the other
    qr_small,            // x := its QR factors, m x n, both <= most_small_qr
    qr,                  // held in shared memory
    qr_in_place,         // the same, not held
    form_q,              // x := columns of H(0) ... H(k - 1), m x n, the same
    form_q_in_place,
    reflect,     // z := H(k - 1)^H ... H(0)^H z, m x n, of the reflectors in x; `backward`: H(0) ... H(k - 1) z
    bidiagonal,  // x, the whole matrix, := its bidiagonal form and reflectors; held in shared memory
    bidiagonal_in_place,
    bidiagonal_by_sweeps  // in place, any order
};

struct BatchStep {
    BatchAction action{};
    BatchPart x{}, y{}, z{};
    BatchLength m{}, n{}, k{};
    double alpha[2] = {1, 0}, beta[2] = {0, 0};
    bool lower = false, real_diagonal = false;
    bool unit = false;
    bool solves = false;
    bool backward = false;    // permute, reflect
    bool while_good = false;  // not where info is set
    bool small = false;       // product: by tiles as small as m and n of `most` allow
    std::int32_t offset = 0;  // of pivots, tau and info
};

}  // namespace shunt::gpu
