// In: a batch of problems in device memory. Out: problems of one size class together, each class by a few launches.
//
// How a problem is cut depends on its own sizes alone, so that its bits do not depend on those beside it: orders are
// cut at multiples of 32 times powers of two, panels have one width, and what a class's largest problem does not share
// with a smaller one is empty there.
#include <algorithm>
#include <array>
#include <bit>
#include <climits>
#include <cstddef>
#include <cstring>
#include <map>
#include <new>
#include <numeric>
#include <utility>
#include <vector>

#include "cuda/batch_run.hpp"
#include "cuda/device.hpp"
#include "cuda/direct.hpp"

namespace shunt::gpu {
namespace {

using i64 = std::int64_t;
constexpr std::int32_t all_of_it = INT_MAX;
constexpr int leaf = 32;        // order of the triangles that solve and multiply take at once
constexpr int broad_leaf = 64;  // and solve_broad
constexpr int cholesky_panel = broad_leaf;
constexpr i64 few_runs = 8;  // have launches of their own

BatchPart whole(Of of) {
    BatchPart p;
    p.of = of;
    return p;
}
BatchPart at(BatchPart p, std::int32_t i, std::int32_t j) {
    p.i = i, p.j = j;
    return p;
}
// The transpose of a part; conjugated: its conjugate transpose.
BatchPart transposed(BatchPart p, bool conjugated) {
    p.turned = !p.turned;
    p.conjugate ^= conjugated;
    std::swap(p.from_last_row, p.from_last_column);
    std::swap(p.rows, p.columns);
    std::swap(p.i, p.j);
    return p;
}
BatchPart operation(Of of, char trans) {
    return trans == 'N' ? whole(of) : transposed(whole(of), trans == 'C');
}
BatchLength from(Dim d, std::int32_t start, std::int32_t most = all_of_it) {
    return {d, start, most};
}

// Orders of LU by rows in registers: 32 of 16 bytes are too many, and shared memory is faster.
std::int32_t most_small_lu(char precision) {
    return precision == 'z' ? 28 : leaf;
}

// One class of problems on the queue.
class Plan {
public:
    Plan(Queue& queue, char precision, const shunt_alike& options, const BatchProblems& problems)
        : queue_(queue), precision_(precision), x_(options), problems_(problems), most_(problems.most) {}

    Status carry_out(int routine) {
        switch (routine) {
            case SHUNT_BATCH_GEMM:
                product(operation(Of::a, x_.transa), operation(Of::b, x_.transb), whole(Of::c), from(Dim::m, 0),
                        from(Dim::n, 0), from(Dim::k, 0), x_.alpha, x_.beta, std::max(most_.m, most_.n) <= leaf);
                break;
            case SHUNT_BATCH_GEMV:
                vector_product();
                break;
            case SHUNT_BATCH_SYRK:
            case SHUNT_BATCH_HERK:
                rank_update(routine == SHUNT_BATCH_HERK);
                break;
            case SHUNT_BATCH_TRSM:
            case SHUNT_BATCH_TRMM:
                triangle(routine == SHUNT_BATCH_TRMM, x_.side, x_.uplo, x_.transa, x_.diag, Dim::m, Dim::n, x_.alpha);
                break;
            case SHUNT_BATCH_TRSV:
                vector_solve();
                break;
            case SHUNT_BATCH_GETRF:
                lu();
                break;
            case SHUNT_BATCH_GETRS:
                solve_factored(x_.transa);
                break;
            case SHUNT_BATCH_GETRI:
                inverse();
                break;
            case SHUNT_BATCH_POTRF:
                cholesky();
                break;
            case SHUNT_BATCH_GEQRF:
                qr();
                break;
            case SHUNT_BATCH_ORGQR:
                form_q();
                break;
            case SHUNT_BATCH_GEBRD:
                bidiagonal();
                break;
            default:  // potrs
                for (const bool first : {true, false})
                    triangle(false, 'L', x_.uplo, first == (x_.uplo == 'L') ? 'N' : 'C', 'N', Dim::n, Dim::k, one);
        }
        return status_;
    }

private:
    static constexpr double one[2] = {1, 0}, minus_one[2] = {-1, 0}, none[2] = {0, 0};

    void step(const BatchStep& s) {
        if (status_ == Status::ok) status_ = queue_.batch_step(precision_, problems_, s);
    }
    bool is_complex() const { return complex_elements(precision_); }
    std::int32_t largest(Dim d) const {
        return d == Dim::m ? most_.m : d == Dim::n ? most_.n : d == Dim::k ? most_.k : std::min(most_.m, most_.n);
    }

    void product(BatchPart x, BatchPart y, BatchPart z, BatchLength m, BatchLength n, BatchLength k,
                 const double (&alpha)[2], const double (&beta)[2], bool small = false, bool lower = false) {
        BatchStep s;
        s.action = BatchAction::product;
        s.x = x, s.y = y, s.z = z, s.m = m, s.n = n, s.k = k;
        std::copy_n(alpha, 2, s.alpha);
        std::copy_n(beta, 2, s.beta);
        s.small = small, s.lower = lower, s.real_diagonal = lower && hermitian_, s.while_good = while_good_;
        step(s);
    }
    void vector_product() {
        const bool plain = x_.transa == 'N';
        BatchStep s;
        s.action = BatchAction::vector_product;
        s.x = operation(Of::a, x_.transa), s.y = whole(Of::b), s.z = whole(Of::c);
        s.y.vector = s.z.vector = true;
        s.y.rows = plain ? Dim::n : Dim::m, s.z.rows = plain ? Dim::m : Dim::n;
        s.m = from(s.z.rows, 0), s.k = from(s.y.rows, 0), s.n = from(Dim::fixed, 0, 1);
        std::copy_n(x_.alpha, 2, s.alpha);
        std::copy_n(x_.beta, 2, s.beta);
        step(s);
    }
    // Of an upper triangle its (conjugate) transpose.
    void rank_update(bool conjugates) {
        const BatchPart x = operation(Of::a, x_.transa);
        hermitian_ = conjugates;
        BatchPart z = whole(Of::c);
        if (x_.uplo == 'U') z = transposed(z, conjugates);
        product(x, transposed(x, conjugates), z, from(Dim::n, 0), from(Dim::n, 0), from(Dim::k, 0), x_.alpha, x_.beta,
                most_.n <= leaf, true);
    }

    // A triangle as a lower one on the left.
    struct Turned {
        BatchPart triangle, sides;
        Dim order, columns;
    };
    static Turned turned(char side, char uplo, char trans, Dim rows, Dim columns) {
        Turned t;
        t.triangle = operation(Of::a, trans), t.sides = whole(Of::b);
        t.order = rows, t.columns = columns;
        if (side == 'R') {
            t.triangle = transposed(t.triangle, false), t.sides = transposed(t.sides, false);
            std::swap(t.order, t.columns);
        }
        if ((uplo == 'L') == t.triangle.turned) {
            t.triangle.from_last_row = t.triangle.from_last_column = t.sides.from_last_row = true;
            t.triangle.rows = t.triangle.columns = t.sides.rows = t.order;
        }
        return t;
    }
    void triangle(bool multiplies, char side, char uplo, char trans, char diag, Dim rows, Dim columns,
                  const double (&alpha)[2]) {
        const Turned t = turned(side, uplo, trans, rows, columns);
        unit_ = diag == 'U';
        if (alpha[0] == 0 && alpha[1] == 0)
            return product(t.triangle, t.sides, t.sides, from(t.order, 0), from(t.columns, 0), from(Dim::fixed, 0, 0),
                           none, none);
        const std::int32_t order = largest(t.order);
        span_ = order <= leaf || multiplies ? leaf : broad_leaf;
        std::int32_t span = span_;
        while (span < order) span *= 2;
        tree(multiplies, t.triangle, t.sides, t.order, 0, 0, span, from(t.columns, 0), alpha);
    }
    // Rows start ... start + span - 1, of an order that begins at `origin` of its dimension.
    void tree(bool multiplies, const BatchPart& x, const BatchPart& z, Dim order, std::int32_t origin,
              std::int32_t start, std::int32_t span, BatchLength columns, const double (&alpha)[2]) {
        if (origin + start >= largest(order)) return;
        const auto part = [&](std::int32_t i, std::int32_t j) { return at(x, x.i + i, x.j + j); };
        const auto rows = [&](std::int32_t i) { return at(z, z.i + i, z.j); };
        if (span == span_) {
            BatchStep s;
            s.action = multiplies      ? BatchAction::multiply
                       : span_ == leaf ? BatchAction::solve
                                       : BatchAction::solve_broad;
            s.x = part(start, start), s.z = rows(start);
            s.m = from(order, origin + start, span), s.n = columns;
            std::copy_n(alpha, 2, s.alpha);
            s.unit = unit_, s.while_good = while_good_;
            return step(s);
        }
        const std::int32_t half = span / 2, middle = start + half;
        const auto below = [&](const double(&a)[2], const double(&b)[2]) {
            if (origin + middle >= largest(order)) return;
            product(part(middle, start), rows(start), rows(middle), from(order, origin + middle, half), columns,
                    from(order, origin + start, half), a, b);
        };
        if (multiplies) {
            tree(true, x, z, order, origin, middle, half, columns, alpha);
            below(alpha, one);
            tree(true, x, z, order, origin, start, half, columns, alpha);
        } else {
            tree(false, x, z, order, origin, start, half, columns, alpha);
            below(minus_one, alpha);
            tree(false, x, z, order, origin, middle, half, columns, one);
        }
    }
    void vector_solve() {
        const Turned t = turned('L', x_.uplo, x_.transa, Dim::n, Dim::fixed);
        BatchStep s;
        s.action = BatchAction::vector_solve;
        s.x = t.triangle, s.z = t.sides;
        s.z.vector = true, s.z.rows = Dim::n;
        s.m = from(Dim::n, 0), s.unit = x_.diag == 'U';
        step(s);
    }
    // z := (P L U)^-1 z, or its transpose's.
    void solve_factored(char trans) {
        if (trans == 'N') permute(false);
        for (const bool upper : {trans != 'N', trans == 'N'})
            triangle(false, 'L', upper ? 'U' : 'L', trans, upper ? 'N' : 'U', Dim::n, Dim::k, one);
        if (trans != 'N') permute(true);
    }
    // In memory beside it, where it is singular not at all.
    void inverse() {
        BatchStep s;
        s.action = BatchAction::zero_pivot, s.x = whole(Of::a), s.m = from(Dim::n, 0);
        step(s);
        while_good_ = true;
        s.action = BatchAction::identity, s.z = whole(Of::b), s.n = from(Dim::k, 0), s.while_good = true;
        step(s);
        solve_factored('N');
        s.action = BatchAction::copy, s.x = whole(Of::b), s.z = whole(Of::a);
        step(s);
    }
    void permute(bool backward) {
        BatchStep s;
        s.action = BatchAction::permute;
        s.z = whole(Of::b), s.m = from(Dim::n, 0), s.n = from(Dim::k, 0), s.backward = backward;
        step(s);
    }

    void lu();
    void cholesky();
    void qr();
    void form_q();
    void bidiagonal();

    Queue& queue_;
    const char precision_;
    const shunt_alike& x_;
    const BatchProblems& problems_;
    const BatchSizes& most_;
    std::int32_t span_ = leaf;  // order of the triangles that are solved in one step
    bool unit_ = false, hermitian_ = false, while_good_ = false;
    Status status_ = Status::ok;
};

std::int32_t rounded(std::int32_t x) {
    return (x + leaf - 1) / leaf * leaf;
}
// Matrices of which two fit into the shared memory of a multiprocessor are held whole; of larger ones panels, as one
// block alone waits most of its time.
std::size_t room(Queue& q) {
    constexpr std::size_t half = 100 * 1024;
    return std::min(q.batch_shared_memory(), half);
}
bool held_whole(Queue& q, char precision, std::int32_t m, std::int32_t n) {
    return m <= kMostLuRows && q.batch_lu_bytes(precision, rounded(m), rounded(n)) <= room(q);
}
bool qr_held_whole(Queue& q, char precision, std::int32_t m, std::int32_t n) {
    return q.batch_qr_bytes(precision, rounded(m), rounded(n)) <= room(q);
}
bool bidiagonal_held_whole(Queue& q, char precision, std::int32_t m, std::int32_t n) {
    return std::max(m, n) <= kMostBidiagonalRows &&
           q.batch_bidiagonal_bytes(precision, rounded(m), rounded(n), BatchAction::bidiagonal) <= room(q);
}
// Of a class, which is of orders up to a power of two.
bool bidiagonal_by_one_sweep(Queue& q, char precision, std::int32_t order) {
    const auto most = std::bit_ceil(static_cast<std::uint32_t>(order));
    return order <= kMostBidiagonalRows &&
           q.batch_bidiagonal_bytes(precision, most, most, BatchAction::bidiagonal_in_place) <= q.batch_shared_memory();
}
// Which kernel has all of a Cholesky factor of order n: measured, where there is room. None: `product`.
BatchAction cholesky_kernel(Queue& q, char precision, std::int32_t n) {
    if (n <= leaf) return BatchAction::cholesky_small;
    const std::int32_t by_panels = precision == 's' ? 0 : precision == 'c' ? 192 : 256;
    const auto fits = [&](std::int32_t limit, BatchAction action) {
        return n <= limit &&
               q.batch_cholesky_bytes(precision, std::min(rounded(n), limit), action) <= q.batch_shared_memory();
    };
    const std::int32_t by_warp = most_warp_cholesky(element_bytes(precision), complex_elements(precision));
    return fits(by_warp, BatchAction::cholesky)               ? BatchAction::cholesky
           : fits(by_panels, BatchAction::cholesky_by_panels) ? BatchAction::cholesky_by_panels
                                                              : BatchAction::product;
}
// Up to this order LU goes by panels alone.
constexpr std::int32_t most_single_panels = 96;
// Columns of a panel of so many rows, 64 where they take no more than `most_of_wide`; 0: it does not fit.
std::int32_t panel_columns(Queue& q, char precision, std::int32_t m) {
    constexpr std::int32_t wide = 64;
    constexpr std::size_t most_of_wide = 150 * 1024;
    if (m > kMostLuRows) return 0;
    const auto bytes = [&](std::int32_t columns) { return q.batch_lu_bytes(precision, rounded(m), columns); };
    const std::size_t most = q.batch_shared_memory();
    if (m > most_single_panels && bytes(wide) <= std::min(most, most_of_wide)) return wide;
    for (const std::int32_t columns : {32, 16})
        if (bytes(columns) <= most) return columns;
    return 0;
}

// The same of QR, which is done in place where it does not fit.
constexpr std::int32_t qr_columns_in_place = 16;
std::int32_t qr_panel_columns(Queue& q, char precision, std::int32_t m, bool& held) {
    // A complex double panel is applied with as many reflectors as its sums leave shared memory for.
    for (const std::int32_t columns : {32, 16})
        if ((columns == 16 || precision != 'z') &&
            q.batch_qr_bytes(precision, rounded(m), columns) <= q.batch_shared_memory())
            return held = true, columns;
    return held = false, qr_columns_in_place;
}

void Plan::lu() {
    BatchStep s;
    s.x = whole(Of::a);
    if (std::max(most_.m, most_.n) <= most_small_lu(precision_)) {
        s.action = BatchAction::lu_small, s.m = from(Dim::m, 0), s.n = from(Dim::n, 0);
        return step(s);
    }
    if (held_whole(queue_, precision_, most_.m, most_.n)) {
        s.action = BatchAction::lu, s.m = from(Dim::m, 0), s.n = from(Dim::n, 0);
        return step(s);
    }
    const std::int32_t held = panel_columns(queue_, precision_, most_.m);
    // By panels, and narrow ones by pairs: what is behind a pair is read and written once for both. What is before it
    // gets its interchanges at the end.
    const std::int32_t width = held ? held : kLuColumnsInPlace, steps = std::min(most_.m, most_.n);
    const std::int32_t pair = std::max(most_.m, most_.n) <= most_single_panels || width > leaf ? width : 2 * width;
    const auto swaps = [&](std::int32_t j, std::int32_t columns, const BatchPart& z, BatchLength n, bool solves) {
        BatchStep t;
        t.action = BatchAction::swap_and_solve;
        t.x = at(whole(Of::a), j, j), t.z = z, t.m = from(Dim::least, j, columns), t.n = n;
        t.k = from(Dim::fixed, 0, width), t.offset = j, t.solves = solves;
        step(t);
    };
    // Columns j ... next - 1 are factored: what they do to those behind, up to `end`.
    const auto follow = [&](std::int32_t j, std::int32_t next, std::int32_t end) {
        const BatchLength n = from(Dim::n, next, end - next);
        if (next >= std::min(end, most_.n)) return;
        const BatchPart z = at(whole(Of::a), j, next);
        swaps(j, next - j, z, n, true);
        if (next < most_.m)
            product(at(whole(Of::a), next, j), z, at(whole(Of::a), next, next), from(Dim::m, next), n,
                    from(Dim::least, j, next - j), minus_one, one);
    };
    for (std::int32_t first = 0; first < steps; first += pair) {
        for (std::int32_t j = first; j < std::min(first + pair, steps); j += width) {
            s.action = held ? BatchAction::lu : BatchAction::lu_in_place;
            s.x = at(whole(Of::a), j, j), s.m = from(Dim::m, j), s.n = from(Dim::n, j, width), s.offset = j;
            step(s);
            if (j == first)
                follow(j, j + width, first + pair);
            else
                swaps(j, width, at(whole(Of::a), j, first), from(Dim::fixed, 0, width), false);
        }
        follow(first, first + pair, all_of_it);
    }
    if (steps <= pair) return;
    BatchStep late;
    late.action = BatchAction::late_swaps, late.x = whole(Of::a), late.m = from(Dim::m, 0), late.n = from(Dim::n, 0);
    late.k = from(Dim::fixed, 0, pair);
    step(late);
}

void Plan::cholesky() {
    const bool conjugates = is_complex();
    const BatchPart base = x_.uplo == 'U' ? transposed(whole(Of::a), conjugates) : whole(Of::a);
    BatchStep s;
    s.x = base;
    s.action = cholesky_kernel(queue_, precision_, most_.n);
    if (s.action != BatchAction::product) {
        s.m = from(Dim::n, 0);
        return step(s);
    }
    s.action = BatchAction::cholesky;
    constexpr std::int32_t width = cholesky_panel;
    hermitian_ = conjugates, while_good_ = true, span_ = cholesky_panel;
    for (std::int32_t j = 0; j < most_.n; j += width) {
        s.x = at(base, j, j), s.m = from(Dim::n, j, width), s.offset = j;
        step(s);
        const std::int32_t next = j + width;
        if (next >= most_.n) return;
        // L21 L11^H = A21, as conj(L11) L21^T = A21^T.
        BatchPart x = s.x;
        x.conjugate ^= conjugates;
        const BatchPart below = at(base, next, j);
        tree(false, x, transposed(below, false), Dim::n, j, 0, cholesky_panel, from(Dim::n, next), one);
        product(below, transposed(below, conjugates), at(base, next, next), from(Dim::n, next), from(Dim::n, next),
                from(Dim::n, j, width), minus_one, one, false, true);
    }
}

void Plan::qr() {
    BatchStep s;
    s.x = whole(Of::a);
    if (is_small_qr(element_bytes(precision_), most_.m, most_.n)) {
        s.action = BatchAction::qr_small, s.m = from(Dim::m, 0), s.n = from(Dim::n, 0);
        return step(s);
    }
    const bool all = qr_held_whole(queue_, precision_, most_.m, most_.n);
    bool held = true;
    const std::int32_t width = all ? all_of_it : qr_panel_columns(queue_, precision_, most_.m, held);
    const std::int32_t steps = std::min(most_.m, most_.n);
    for (std::int32_t j = 0; j < steps; j += width) {
        s.action = held ? BatchAction::qr : BatchAction::qr_in_place;
        s.x = at(whole(Of::a), j, j), s.m = from(Dim::m, j), s.n = from(Dim::n, j, width), s.offset = j;
        step(s);
        if (all || j + width >= most_.n) return;
        BatchStep rest = s;
        rest.action = BatchAction::reflect;
        rest.z = at(whole(Of::a), j, j + width), rest.n = from(Dim::n, j + width);
        rest.k = from(Dim::least, j, width);
        step(rest);
    }
}

// From the last panel on: what follows it, then itself.
void Plan::form_q() {
    const bool all = qr_held_whole(queue_, precision_, most_.m, most_.n);
    bool held = true;
    const std::int32_t width = all ? most_.n : qr_panel_columns(queue_, precision_, most_.m, held);
    for (std::int32_t j = (most_.n - 1) / width * width; j >= 0; j -= width) {
        BatchStep s;
        s.x = at(whole(Of::a), j, j), s.m = from(Dim::m, j), s.k = from(Dim::k, j, width), s.offset = j;
        if (j + width < most_.n) {
            s.action = BatchAction::reflect, s.backward = true;
            s.z = at(whole(Of::a), j, j + width), s.n = from(Dim::n, j + width);
            step(s);
        }
        s.action = held ? BatchAction::form_q : BatchAction::form_q_in_place;
        s.n = from(Dim::n, j, width);
        step(s);
    }
}

void Plan::bidiagonal() {
    const std::int32_t larger = std::max(most_.m, most_.n);
    BatchStep s;
    s.action = bidiagonal_held_whole(queue_, precision_, most_.m, most_.n) ? BatchAction::bidiagonal
               : bidiagonal_by_one_sweep(queue_, precision_, larger)       ? BatchAction::bidiagonal_in_place
                                                                           : BatchAction::bidiagonal_by_sweeps;
    s.x = whole(Of::a), s.m = from(Dim::m, 0), s.n = from(Dim::n, 0);
    step(s);
}

using Options = std::array<std::uint64_t, 5>;
Options options_of(const shunt_alike& x) {
    std::uint64_t letters = 0;
    for (const char c : {x.side, x.uplo, x.transa, x.transb, x.diag})
        letters = letters << 8 | static_cast<unsigned char>(c);
    const auto bits = [](double u) { return std::bit_cast<std::uint64_t>(u); };  // NaN too
    return {letters, bits(x.alpha[0]), bits(x.alpha[1]), bits(x.beta[0]), bits(x.beta[1])};
}
bool is_empty(int routine, const shunt_alike& x) {
    const bool stays = x.beta[0] == 1 && x.beta[1] == 0, keeps = stays && x.alpha[0] == 0 && x.alpha[1] == 0;
    switch (routine) {
        case SHUNT_BATCH_GEMM:
            return x.m == 0 || x.n == 0 || keeps || (stays && x.k == 0);
        case SHUNT_BATCH_GEMV:
            return x.m == 0 || x.n == 0 || keeps;
        case SHUNT_BATCH_SYRK:
        case SHUNT_BATCH_HERK:
            return x.n == 0 || keeps || (stays && x.k == 0);
        case SHUNT_BATCH_TRSV:
        case SHUNT_BATCH_GETRI:
        case SHUNT_BATCH_POTRF:
            return x.n == 0;
        case SHUNT_BATCH_GETRS:
        case SHUNT_BATCH_POTRS:
            return x.n == 0 || x.k == 0;
        default:
            return x.m == 0 || x.n == 0;
    }
}
// Problems that fill the device by themselves, or for which there are no kernels, go one after the other as single
// calls do, if these may wait.
constexpr int alone = -1, none_at_all = -2, nothing = -3;  // instead of a class
bool is_large(int routine, const shunt_alike& x) {
    constexpr double large = 1024.0 * 1024.0 * 1024.0;
    const auto m = static_cast<double>(x.m), n = static_cast<double>(x.n), k = static_cast<double>(x.k);
    switch (routine) {
        case SHUNT_BATCH_GEMM:
            return m * n * k >= large;
        case SHUNT_BATCH_SYRK:
        case SHUNT_BATCH_HERK:
            return n * n * k >= large;
        case SHUNT_BATCH_TRSM:
        case SHUNT_BATCH_TRMM:
            return m * n * (x.side == 'L' ? m : n) >= large;
        case SHUNT_BATCH_GETRS:
        case SHUNT_BATCH_POTRS:
            return n * n * k >= large;
        case SHUNT_BATCH_POTRF:
            return n > kMostLuRows;
        default:
            return false;
    }
}
int single_routine(int routine) {
    switch (routine) {
        case SHUNT_BATCH_GEMM:
            return SHUNT_GEMM;
        case SHUNT_BATCH_SYRK:
            return SHUNT_SYRK;
        case SHUNT_BATCH_HERK:
            return SHUNT_HERK;
        case SHUNT_BATCH_TRSM:
            return SHUNT_TRSM;
        case SHUNT_BATCH_TRMM:
            return SHUNT_TRMM;
        case SHUNT_BATCH_GETRF:
            return SHUNT_GETRF;
        case SHUNT_BATCH_GETRS:
            return SHUNT_GETRS;
        case SHUNT_BATCH_POTRF:
            return SHUNT_POTRF;
        case SHUNT_BATCH_POTRS:
            return SHUNT_POTRS;
        default:
            return -1;
    }
}

// Whether a matrix is held whole; null: that is not asked.
auto held_whole_by(int routine) {
    return routine == SHUNT_BATCH_GETRF   ? held_whole
           : routine == SHUNT_BATCH_GEQRF ? qr_held_whole
           : routine == SHUNT_BATCH_ORGQR ? qr_held_whole
           : routine == SHUNT_BATCH_GEBRD ? bidiagonal_held_whole
                                          : nullptr;
}

constexpr int small_qr = (1 << 24) + 1;  // classes from here on

// Problems of one class have launches in common. enqueued: there are no single calls. Orders below 1024 are told apart
// in multiples of 4 up to 32, of 8 up to 96, and of 32 above that (number_of()).
int size_class(Queue& q, int routine, char precision, const shunt_alike& x, bool enqueued) {
    if (is_empty(routine, x)) return nothing;
    const bool vectors = routine == SHUNT_BATCH_GEMV || routine == SHUNT_BATCH_TRSV;
    const bool reflectors =
        routine == SHUNT_BATCH_GEQRF || routine == SHUNT_BATCH_ORGQR || routine == SHUNT_BATCH_GEBRD;
    const i64 most = vectors || reflectors ? 1 << 20 : 1 << 13;  // parts of a problem are numbered in 16 bits
    // Places within a matrix are numbered in 32 bits.
    const i64 longest = std::max({x.lda, x.ldb, x.ldc, -x.ldb, -x.ldc}), elements = INT_MAX;
    const i64 largest = std::max({x.m, x.n, x.k}), lines = reflectors ? x.n : largest;
    const int other = enqueued || single_routine(routine) < 0 ? none_at_all : alone;
    if (largest > most || longest > kMostBatchLd || longest * (lines + 1) > elements ||
        (!enqueued && is_large(routine, x)))
        return other;
    const auto m = static_cast<std::int32_t>(x.m), n = static_cast<std::int32_t>(x.n);
    // 0, 1, 2: up to 8, 16, 32; then a class for each power of two.
    const auto power = [](i64 order) {
        return order <= 8 ? 0 : static_cast<int>(std::bit_width(static_cast<std::uint64_t>(order - 1))) - 3;
    };
    constexpr int many = 1 << 8;
    const std::int32_t larger = std::max(m, n);
    // As a matrix is rounded up where it is asked whether it is held whole.
    const auto by_ranges = [&] { return many * ((m - 1) / leaf + 1) + (n - 1) / leaf + 3; };
    switch (routine) {
        case SHUNT_BATCH_GEMM:
            return power(std::max(x.m, x.n));
        case SHUNT_BATCH_GEMV:
            return power(std::max(x.m, x.n)) * many + (x.transa == 'N' ? 0 : range_of_terms(x.m));
        case SHUNT_BATCH_SYRK:
        case SHUNT_BATCH_HERK:
        case SHUNT_BATCH_TRSV:
            return power(x.n);
        case SHUNT_BATCH_TRSM:
        case SHUNT_BATCH_TRMM:
            return power(x.side == 'L' ? x.m : x.n) * many + power(x.side == 'L' ? x.n : x.m);
        case SHUNT_BATCH_POTRS:
            return power(x.n) * many + power(x.k);
        case SHUNT_BATCH_GETRS:
        case SHUNT_BATCH_GETRI:  // a column is interchanged in shared memory
            if (static_cast<std::size_t>(x.n * (element_bytes(precision) + 4)) > q.batch_shared_memory()) return other;
            return power(x.n) * many + power(x.k);
        case SHUNT_BATCH_GETRF: {
            if (larger <= most_small_lu(precision)) return power(larger);
            if (held_whole_by(routine)(q, precision, m, n)) return by_ranges();
            const std::int32_t columns = panel_columns(q, precision, m);
            if (!columns && !enqueued) return alone;
            return many * many + many * columns + (larger <= most_single_panels ? 0 : power(larger));
        }
        case SHUNT_BATCH_POTRF:
            switch (cholesky_kernel(q, precision, n)) {
                case BatchAction::cholesky_small:
                    return power(n);
                case BatchAction::cholesky:
                    return (n - 1) / leaf + 3;
                case BatchAction::cholesky_by_panels:
                    return many + (n - 1) / leaf + 3;
                default:
                    return 2 * many + power(n);
            }
        case SHUNT_BATCH_GEQRF:
        case SHUNT_BATCH_ORGQR: {
            if (routine == SHUNT_BATCH_GEQRF && larger <= most_tiny_qr(element_bytes(precision)))
                return many * many * many;
            if (routine == SHUNT_BATCH_GEQRF && is_small_qr(element_bytes(precision), m, n))
                return small_qr + (m - 1) / leaf * 8 + (larger <= 8 ? 0 : n <= 16 ? 1 : n <= 32 ? 2 : n <= 64 ? 3 : 4);
            if (larger <= leaf) return power(larger);
            if (held_whole_by(routine)(q, precision, m, n)) return by_ranges();
            bool held = false;
            const std::int32_t columns = qr_panel_columns(q, precision, m, held);
            return many * many + many * (columns + held) + power(larger);
        }
        case SHUNT_BATCH_GEBRD: {
            if (larger <= leaf) return power(larger);
            if (held_whole_by(routine)(q, precision, m, n)) return by_ranges();
            // What takes one sweep fits by two, too, on whatever device.
            if (const i64 order = rounded(larger);
                q.batch_bidiagonal_bytes(precision, order, order, BatchAction::bidiagonal_by_sweeps) >
                q.batch_shared_memory())
                return none_at_all;
            return many * many + power(larger);
        }
        default:
            return none_at_all;
    }
}
// Classes of matrices that are held whole differ in the memory that this takes alone.
bool same_kernels(Queue& q, int routine, char precision, int x, int y) {
    constexpr int small = 3, many = 1 << 8;  // as size_class numbers them
    if (x < small || y < small) return false;
    if (routine == SHUNT_BATCH_GEQRF && x >= small_qr && y >= small_qr) return true;
    if (routine == SHUNT_BATCH_POTRF) return x / many == y / many && x < 2 * many;
    const auto held = held_whole_by(routine);
    if (!held || x >= many * many || y >= many * many) return false;
    const auto most = [](int c, int d) { return (std::max(c, d) + 1) * leaf; };
    return held(q, precision, most(x / many - 1, y / many - 1), most(x % many - small, y % many - small));
}
BatchSizes sizes_of(const shunt_alike& x) {
    const auto narrow = [](i64 v) { return static_cast<std::int32_t>(v); };
    return {narrow(x.m), narrow(x.n), narrow(x.k), narrow(x.lda), narrow(x.ldb), narrow(x.ldc), 0, 0};
}
// Some take long: these are to begin first, and classes are worth streams of their own.
bool takes_long(const BatchSizes& most) {
    return std::max({most.m, most.n, most.k}) > leaf;
}

// Launches of one family (options and scalars); what it reads of `sizes` begins with problems.first until those are in
// device memory.
struct Launches {
    shunt_alike options;
    BatchProblems problems;
};

// As many of them as a block of Columns has.
template <class Int> struct Same {
    static constexpr i64 count = 256;
    Int zeros[count] = {}, ones[count];
    constexpr Same() { std::fill_n(ones, count, Int{1}); }
};
template <class Int> constexpr Same<Int> same;
// The integers of many runs. Int: the batch's.
template <class Int> class Columns {
public:
    static constexpr i64 block = Same<Int>::count;
    // Of `count` runs from `first` on.
    struct Block {
        i64 first, count;
        const Int *m, *n, *k, *lda, *ldb, *ldc, *problems;
    };
    explicit Columns(const shunt_batch& b) : x_(*b.arrays), inverse_(b.routine == SHUNT_BATCH_GETRI), runs_(b.runs) {}
    Block from(i64 first) const {
        const auto at = [&](const void* p, const Int* none) { return p ? static_cast<const Int*>(p) + first : none; };
        const auto size = [&](const void* p) { return at(p, same<Int>.zeros); };
        Block x{first,
                std::min(block, runs_ - first),
                size(x_.m),
                size(x_.n),
                size(x_.k),
                size(x_.lda),
                size(x_.ldb),
                size(x_.ldc),
                at(x_.problems, same<Int>.ones)};
        if (inverse_) x.k = x.ldb = x.n;  // in memory of its order beside it
        return x;
    }

private:
    const shunt_arrays& x_;
    const bool inverse_;
    const i64 runs_;
};
// The options of some runs, and the family that these are, once it is known.
struct Kind {
    shunt_alike x{};
    i64 run = 0;  // the first of them
    int family = -1;
};
// The kinds of many runs: options are read once for all runs in which these have the same bytes.
class Kinds {
public:
    explicit Kinds(const shunt_batch& b) : b_(b) {}
    Kind& of(i64 run) {
        if (last_ >= kinds_.size() || !same_bytes(kinds_[last_].run, run)) find(run);
        return kinds_[last_];
    }
    // All of a run.
    template <class Block> const shunt_alike& read(const Block& b, i64 i) {
        shunt_alike& x = of(b.first + i).x;
        x.m = b.m[i], x.n = b.n[i], x.k = b.k[i], x.lda = b.lda[i], x.ldb = b.ldb[i], x.ldc = b.ldc[i];
        x.problems = b.problems[i];
        return x;
    }
    bool all_alike() const { return b_.arrays->options == 0; }

private:
    void find(i64 run) {
        constexpr std::size_t most = 128;  // to look through; of more the last one is forgotten
        const auto fits = [&](const Kind& kind) { return same_bytes(kind.run, run); };
        last_ = static_cast<std::size_t>(std::find_if(kinds_.begin(), kinds_.end(), fits) - kinds_.begin());
        if (last_ < kinds_.size()) return;
        if (last_ == most) kinds_.pop_back();
        Kind kind;
        b_.read(b_.context, kind.run = run, &kind.x);
        kinds_.push_back(kind);
        last_ = kinds_.size() - 1;
    }
    bool same_bytes(i64 x, i64 y) const {
        const auto same = [&](const auto& option, std::size_t bytes) {
            const auto* const p = static_cast<const char*>(option.at);
            return std::memcmp(p + x * option.bytes, p + y * option.bytes, bytes) == 0;
        };
        for (int i = 0; i < b_.arrays->options; ++i) {
            const auto& option = b_.arrays->option[i];
            if (!(option.bytes == 1   ? same(option, 1)
                  : option.bytes == 8 ? same(option, 8)
                                      : same(option, static_cast<std::size_t>(option.bytes))))
                return false;
        }
        return true;
    }

    const shunt_batch& b_;
    std::vector<Kind> kinds_;
    std::size_t last_ = 0;
};

// Problems in any order, sorted into families and classes. A run's key is its class and a range of its work, found out
// once for all runs that no class tells apart. Two passes: add() all runs, launches(), then write().
class Sorted {
public:
    void begin(Kept& memory, i64 runs, i64 problems) {
        const auto keys = static_cast<std::size_t>(rounded_up(runs * i64{sizeof(Key)}, alignof(BatchSizes)));
        std::byte* const all = memory.take(keys + static_cast<std::size_t>(problems) * sizeof(BatchSizes));
        keys_ = reinterpret_cast<Key*>(all), room_ = reinterpret_cast<BatchSizes*>(all + keys);
        cell_bits_ = std::clamp(static_cast<int>(std::bit_width(static_cast<std::uint64_t>(runs))) - 1, 4, 12);
        cells_.assign(std::size_t{1} << cell_bits_, {});
    }
    // class_of(i): that of a run, or what is in place of one; then instead(i, that) says whether to go on.
    template <class Block, class F, class G> bool add(const Block& b, Kinds& kinds, F&& class_of, G&& instead) {
        using Int = std::remove_cvref_t<decltype(*b.m)>;
        constexpr int order_bits = 10, ld_bits = 20;
        std::uint32_t like[Columns<Int>::block] = {};
        Int orders = 0, lds = 0;
        const auto look_at = [&](const Int* x, int which) {
            if (x == same<Int>.zeros) return;
            Int most = 0;
            for (i64 i = 0; i < b.count; ++i) orders |= x[i];
            for (i64 i = 0; i < b.count; ++i) most = std::max(most, x[i]);
            for (i64 i = 0; i < b.count; ++i) like[i] |= number(x[i]) << 6 * which;
            most_[which] = std::max<i64>(most_[which], most);
        };
        look_at(b.m, 0), look_at(b.n, 1), look_at(b.k, 2);
        for (const Int* const x : {b.lda, b.ldb, b.ldc})
            if (x != same<Int>.zeros)
                for (i64 i = 0; i < b.count; ++i) lds |= x[i];
        // Else the class depends on leading dimensions, too. No integer here is negative, but for increments.
        const bool plain = orders >> order_bits == 0 && lds >> ld_bits == 0;

        Key* const keys = keys_ + b.first;
        Cell* const cells = cells_.data();
        const int shift = 64 - cell_bits_;
        const bool all_alike = kinds.all_alike();
        int family = all_alike ? family_of(kinds.of(b.first)) : 0;
        // One of two places for it: that which has it, or else the second where the first is another's.
        const auto cell_of = [cells, shift](std::uint64_t both) -> Cell& {
            Cell* const first = cells + (both * 0x9e3779b97f4a7c15u >> shift);
            if (first->like == both) return *first;
            Cell* const second = cells + ((first - cells) ^ 1);
            return second->like == both || first->like != unlike ? *second : *first;
        };
        for (i64 i = 0; i < b.count; ++i) {
            keys[i] = none;
            const auto problems = static_cast<std::uint32_t>(b.problems[i]);
            if (problems == 0) continue;  // its sizes may be anything
            if (!all_alike) family = family_of(kinds.of(b.first + i));
            const std::uint64_t both = like[i] | static_cast<std::uint64_t>(family) << 18;
            Cell& cell = cell_of(both);
            if (!plain || cell.like != both) {
                forget(cell);
                cell = {plain ? both : unlike, none, 0, class_of(i)};  // what is not plain is like nothing else
                if (cell.size >= 0)
                    cell.key =
                        key_of(family, cell.size, largest_like(b.m[i]), largest_like(b.n[i]), largest_like(b.k[i]));
            }
            cell.problems += problems;
            keys[i] = cell.key;
            if (cell.size < 0 && !instead(i, cell.size)) return false;
        }
        return true;
    }
    // Problems of the options `x`, none larger than it, counted as BatchUnseen has it; false: some have no class.
    template <class F> bool add(Kept& memory, const std::uint32_t* cells, const std::int32_t (&numbers)[3],
                                const shunt_alike& x, F&& class_of) {
        keys_ = reinterpret_cast<Key*>(memory.take(cells_in(numbers) * sizeof(Key)));
        families_.push_back({x});
        most_[0] = x.m, most_[1] = x.n, most_[2] = x.k;
        std::size_t at = 0;
        shunt_alike like = x;
        for (std::int32_t m = 0; m < numbers[0]; ++m)
            for (std::int32_t n = 0; n < numbers[1]; ++n)
                for (std::int32_t k = 0; k < numbers[2]; ++k, ++at) {
                    if (cells[at] == 0) continue;
                    like.m = least(largest_of(m), x.m), like.n = least(largest_of(n), x.n);
                    like.k = least(largest_of(k), x.k);
                    const int size = class_of(like);
                    if (size < 0) return false;
                    counts_[keys_[at] = key_of(0, size, largest_of(m), largest_of(n), largest_of(k))] += cells[at];
                }
        return true;
    }
    static std::size_t cells_in(const std::int32_t (&numbers)[3]) {
        return static_cast<std::size_t>(numbers[0]) * static_cast<std::size_t>(numbers[1]) *
               static_cast<std::size_t>(numbers[2]);
    }
    // In place of the counts of cells: where the first problem of each goes.
    void starts(std::uint32_t* cells, std::size_t count) {
        for (std::size_t i = 0; i < count; ++i) {
            if (cells[i] == 0) continue;
            std::uint32_t& next = counts_[keys_[i]];
            cells[i] = std::exchange(next, next + cells[i]);
        }
    }
    i64 problems() const { return static_cast<i64>(problems_); }
    BatchSizes* room() const { return room_; }  // for the sizes of all problems

    // The largest classes first; neighbours of few problems go together, where their kernels are the same.
    void launches(Queue& q, int routine, char precision, std::vector<Launches>& all) {
        constexpr std::size_t enough = 256;  // problems
        for (const Cell& cell : cells_) forget(cell);
        std::vector<std::size_t> order(classes_.size());
        for (std::size_t i = 0; i < order.size(); ++i) {
            order[i] = i;
            Class& c = classes_[i];
            c.problems = std::accumulate(&counts_[c.first], &counts_[c.first] + c.ranges, std::size_t{0});
        }
        std::sort(order.begin(), order.end(), [this](std::size_t x, std::size_t y) {
            const Class &a = classes_[x], &b = classes_[y];
            return a.family != b.family ? a.family < b.family : a.size > b.size;
        });
        for (std::size_t i = 0, end; i < order.size(); i = end) {
            const Class& first = classes_[order[i]];
            BatchProblems p{};
            for (end = i; end < order.size(); ++end) {
                const Class& c = classes_[order[end]];
                if (end > i && (c.family != first.family || static_cast<std::size_t>(p.count) >= enough ||
                                !same_kernels(q, routine, precision, first.size, c.size)))
                    break;
                p.count += static_cast<i64>(c.problems);
                grow(p.most, c.most);
            }
            p.most.m = least(p.most.m, most_[0]), p.most.n = least(p.most.n, most_[1]);
            p.most.k = least(p.most.k, most_[2]);
            p.first = problems();
            std::uint32_t most_ranges = 0;
            for (std::size_t at = i; at < end; ++at) most_ranges = std::max(most_ranges, classes_[order[at]].ranges);
            for (std::uint32_t r = most_ranges; r-- > 0;)
                for (std::size_t at = i; at < end; ++at) {
                    const Class& c = classes_[order[at]];
                    if (r >= c.ranges) continue;
                    problems_ += std::exchange(counts_[c.first + r], static_cast<std::uint32_t>(problems_));
                }
            all.push_back({families_[static_cast<std::size_t>(first.family)].options, p});
        }
    }
    // Once: the sizes of all problems that have a class, in their launches' order.
    template <class Int> void write(const shunt_batch& batch, BatchSizes* sizes) {
        const Columns<Int> columns(batch);
        const auto narrow = [](Int x) { return static_cast<std::int32_t>(x); };
        std::uint32_t* const counts = counts_.data();
        std::int32_t number = 0;
        for (i64 run = 0; run < batch.runs; run += Columns<Int>::block) {
            const auto b = columns.from(run);
            for (i64 i = 0; i < b.count; ++i) {
                const auto first = std::exchange(number, number + narrow(b.problems[i]));
                const Key key = keys_[run + i];
                if (key == none) continue;
                const BatchSizes s{narrow(b.m[i]),   narrow(b.n[i]),   narrow(b.k[i]), narrow(b.lda[i]),
                                   narrow(b.ldb[i]), narrow(b.ldc[i]), first,          0};
                std::uint32_t at = counts[key];
                sizes[at] = s;
                for (std::int32_t more = first; ++more < number;) sizes[++at] = s, sizes[at].number = more;
                counts[key] = at + 1;
            }
        }
    }

private:
    using Key = std::uint32_t;            // where a run's problems are counted
    static constexpr Key none = ~Key{0};  // of a run that has no class
    static constexpr std::uint32_t ranges = 512;
    struct Family {
        shunt_alike options;
        std::int32_t classes = -1;  // the last one of its list
    };
    struct Class {
        int family, size;
        std::int32_t before;  // in its family's list
        Key first;            // its counts, one for each range of work
        std::uint32_t ranges;
        std::size_t problems = 0;
        BatchSizes most{};
    };
    static constexpr std::uint64_t unlike = ~std::uint64_t{0};
    // Runs of a family that no class tells apart.
    struct Cell {
        std::uint64_t like = unlike;
        Key key = none;
        std::uint32_t problems = 0;
        int size = 0;  // the class, or what is in place of one
    };

    template <class Int> static std::uint32_t number(Int order) {
        return static_cast<std::uint32_t>(number_of(static_cast<std::uint32_t>(order)));
    }
    template <class Int> static std::int32_t largest_like(Int order) {
        return largest_of(number_of(static_cast<std::uint32_t>(order)));
    }
    // Of sizes that are the largest like them. Ranges of work are eighths of a power of two; what takes a short time
    // has none.
    Key key_of(int family, int size, std::int32_t m, std::int32_t n, std::int32_t k) {
        const auto which = static_cast<std::size_t>(class_in(family, size));
        BatchSizes most{};
        most.m = m, most.n = n, most.k = k;
        Class& c = classes_[which];
        grow(c.most, most);
        if (c.ranges == 1 || !takes_long(most)) return c.first;
        const auto longer = [](std::int32_t order) { return static_cast<float>(order) + 1; };
        constexpr Key one = std::bit_cast<Key>(1.0f);
        return c.first + ((std::bit_cast<Key>(longer(most.m) * longer(most.n) * longer(most.k)) - one) >> 20);
    }
    // Another cell takes its place.
    void forget(const Cell& cell) {
        if (cell.key != none) counts_[cell.key] += cell.problems;
    }
    static void grow(BatchSizes& most, const BatchSizes& s) {
        most.m = std::max(most.m, s.m), most.n = std::max(most.n, s.n), most.k = std::max(most.k, s.k);
    }
    static std::int32_t least(std::int32_t x, i64 y) { return static_cast<std::int32_t>(std::min<i64>(x, y)); }
    int family_of(Kind& kind) {
        if (kind.family >= 0) return kind.family;
        const auto [at, is_new] = family_of_.try_emplace(options_of(kind.x), static_cast<int>(families_.size()));
        if (is_new) families_.push_back({kind.x});
        return kind.family = at->second;
    }
    std::int32_t class_in(int family, int size) {
        std::int32_t& last = families_[static_cast<std::size_t>(family)].classes;
        std::int32_t at = last;
        while (at >= 0 && classes_[static_cast<std::size_t>(at)].size != size)
            at = classes_[static_cast<std::size_t>(at)].before;
        if (at < 0) {
            at = static_cast<std::int32_t>(classes_.size());
            constexpr std::int32_t few = 1024;  // more of them have launches of few problems
            const std::uint32_t own = at < few ? ranges : 1;
            classes_.push_back({family, size, std::exchange(last, at), static_cast<Key>(counts_.size()), own});
            counts_.resize(counts_.size() + own);
        }
        return at;
    }
    std::vector<Family> families_;
    std::map<Options, int> family_of_;
    std::vector<Class> classes_;
    std::vector<std::uint32_t> counts_;  // of each class and range, then where the next of its problems goes
    int cell_bits_ = 0;
    std::vector<Cell> cells_;
    Key* keys_ = nullptr;  // of the runs
    BatchSizes* room_ = nullptr;
    std::size_t problems_ = 0;
    i64 most_[3] = {};  // m, n, k of any run
};

shunt_call single(const shunt_batch& b, const shunt_alike& x, i64 i) {
    const auto at = [i](const shunt_place& p) -> void* {
        return p.list ? p.list[i] : p.base ? static_cast<char*>(p.base) + i * p.stride : nullptr;
    };
    shunt_call c{};
    c.size = sizeof c, c.routine = single_routine(b.routine), c.precision = b.precision, c.wide = b.wide;
    c.side = x.side, c.uplo = x.uplo, c.transa = x.transa, c.transb = x.transb, c.diag = x.diag;
    c.m = x.m, c.n = x.n, c.k = x.k, c.lda = x.lda, c.ldb = x.ldb, c.ldc = x.ldc;
    c.a = at(b.a), c.b = at(b.b), c.c = at(b.c), c.ipiv = at(b.ipiv), c.tau = at(b.tau);
    return c;
}

// What a call enqueues, and the memory that this needs.
class Work {
public:
    // enqueued: as plugin.h's enqueue_batch.
    // waits: the caller waits for what is enqueued.
    Work(Context& context, const shunt_batch& b, bool enqueued, bool waits)
        : context_(context), q_(*context.compute), b_(b), enqueued_(enqueued), waits_(waits) {}
    ~Work() {
        if (taken_) q_.give(taken_);
        context_.lists.trim();
    }
    Work(const Work&) = delete;
    Work& operator=(const Work&) = delete;

    // unsuited: not for a device, or there is no memory for it.
    Status prepare() {
        if (q_.batch_shared_memory() == 0 || b_.count > INT_MAX) return Status::unsuited;
        if (b_.runs > few_runs && !b_.arrays) return Status::unsuited;
        try {
            return b_.runs <= few_runs ? take_runs() : b_.wide ? sort<i64>() : sort<std::int32_t>();
        } catch (const std::bad_alloc&) {
            return Status::unsuited;
        }
    }
    // The same of problems that nobody has looked at, and carried out: the device looks at them and sorts them.
    Status look_and_carry_out() {
        if (q_.batch_shared_memory() == 0 || b_.count > INT_MAX) return Status::unsuited;
        if (context_.looks_to_leave_out > 0) return --context_.looks_to_leave_out, Status::unsuited;
        Status s = Status::unsuited;
        try {
            s = look();
        } catch (const std::bad_alloc&) {
        }
        constexpr int some = 3;  // what is not for it may come again
        if (s == Status::unsuited) context_.looks_to_leave_out = some;
        return s == Status::ok ? carry_out() : s == Status::no_memory ? Status::unsuited : s;
    }
    // Of device memory, for what place() brings there; or of lists and sizes alone.
    i64 bytes(bool listed = false) const {
        i64 sum = 0;
        arguments([&](const Piece& p) -> void* {
            if (!listed || p.holds != Holds::memory) sum += room_for(p.bytes);
            return nullptr;
        });
        return sum;
    }
    // In so much memory, or in what it takes itself.
    Status place_and_carry_out(void* memory) {
        const Status s = place(memory);
        return s == Status::ok ? carry_out() : s == Status::no_memory ? Status::unsuited : s;
    }

private:
    // In so many bytes, or in memory that is taken; no_memory: no result has been touched.
    Status place(void* memory) {
        if (const i64 wanted = bytes(); !memory && wanted > 0) {
            if (const Status s = q_.take(&taken_, static_cast<std::size_t>(wanted)); s != Status::ok)
                return taken_ = nullptr, s;
            memory = taken_;
        }
        // All lists by one copy, where there is a place for them.
        const i64 listed = bytes(true);
        auto* next = static_cast<char*>(memory);
        std::byte* const staged = listed > 0 && !enqueued_ && listed <= Staging::most
                                      ? context_.staging.take(*context_.device, static_cast<std::size_t>(listed))
                                      : nullptr;
        Status s = Status::ok;
        const BatchProblems all = arguments([&](const Piece& p) -> void* {
            char* const there = std::exchange(next, next + room_for(p.bytes));
            if (p.holds == Holds::memory || s != Status::ok) return there;
            if (staged)
                fill(staged + (there - static_cast<char*>(memory)), p);
            else
                s = send(there, p);
            return there;
        });
        if (staged) {
            s = q_.upload({static_cast<char*>(memory), listed, 1}, bytes_at(staged, listed), listed, 1);
            if (s == Status::ok && !waits_) s = context_.staging.sent(q_);
        }
        return s == Status::ok ? complete(all) : s;
    }
    // The launches, where `all` have what they have in common.
    Status complete(const BatchProblems& all) {
        info_ = all.info;
        const i64 words = info_bytes() / 4;
        for (Launches& l : launches_) {
            BatchProblems p = all;
            p.count = l.problems.count, p.first = l.problems.first, p.most = l.problems.most;
            if (p.sizes) p.sizes += std::exchange(p.first, 0);
            l.problems = p;
        }
        return info_ ? q_.scale('s', words, 1, {}, {static_cast<char*>(info_), words, 4}) : Status::ok;
    }

    // What the device has seen of all problems, and how many there are in a cell.
    struct Seen {
        static constexpr std::size_t most_cells = 1 << 15;
        shunt_seen all;
        std::uint32_t cells[most_cells];

        static i64 bytes(const std::int32_t (&numbers)[3]) {
            return static_cast<i64>(offsetof(Seen, cells) + Sorted::cells_in(numbers) * sizeof(std::uint32_t));
        }
        void clear(const std::int32_t (&numbers)[3]) {
            std::memset(this, 0, static_cast<std::size_t>(bytes(numbers)));
            std::ranges::fill(all.least, INT64_MAX), std::ranges::fill(all.most, INT64_MIN);
            std::ranges::fill(all.spare, INT64_MAX), std::ranges::fill(all.first, UINT64_MAX);
        }
    };
    static constexpr int integers = 6;
    using Sizes = const void* [integers];
    // Their lists and sizes to the device, those that are not there; what it sees of them back; the launches that this
    // makes; the sizes sorted there. unsuited: nothing was touched.
    Status look() {
        const shunt_arrays& x = *b_.arrays;
        const Sizes sizes{x.m, x.n, x.k, x.lda, x.ldb, x.ldc};
        for (int d = 0; d < 3; ++d) context_.numbers[d] = sizes[d] ? std::max(context_.numbers[d], 2) : 1;
        BatchUnseen u{};
        Status s = bring(sizes, u);
        if (s == Status::ok) s = count(sizes, u);
        if (s != Status::ok) {
            std::ranges::fill(context_.numbers, 0);
            return s;
        }
        if (!b_.look->good(b_.look, &seen_->all)) return Status::unsuited;

        shunt_alike largest{};
        b_.read(b_.context, 0, &largest);
        i64* const most[integers] = {&largest.m, &largest.n, &largest.k, &largest.lda, &largest.ldb, &largest.ldc};
        for (int i = 0; i < integers; ++i) *most[i] = sizes[i] ? seen_->all.most[i] : 0;
        const auto class_of = [&](const shunt_alike& one) {
            return size_class(q_, b_.routine, b_.precision, one, false);
        };
        if (!sorted_.add(context_.lists, seen_->cells, u.numbers, largest, class_of)) return Status::unsuited;
        sorted_.launches(q_, b_.routine, b_.precision, launches_);
        const std::size_t cells = Sorted::cells_in(u.numbers);
        sorted_.starts(seen_->cells, cells);
        const auto bytes = static_cast<i64>(cells * sizeof(std::uint32_t));
        s = side_->upload(bytes_at(u.cells, bytes), bytes_at(seen_->cells, bytes), bytes, 1);
        if (s == Status::ok) s = side_->batch_sort(u, u.cells, ordered_);
        if (s == Status::ok && side_ != &q_) s = side_->record(context_.beside.ready);
        if (s == Status::ok && side_ != &q_) s = q_.wait(context_.beside.ready);
        if (s == Status::ok && !waits_) s = context_.staging.sent(q_);
        const BatchProblems all = arguments([&](const Piece& p) -> void* {
            return p.holds == Holds::list ? brought_at(p.from) : p.holds == Holds::sizes ? ordered_ : info_;
        });
        return s == Status::ok ? complete(all) : s;
    }
    // In the device's memory: what is brought, each array once; what is seen; the sorted sizes; info.
    Status bring(const Sizes& sizes, BatchUnseen& u) {
        const auto places = operands();
        i64 bytes = 0;
        const auto add = [&](const void* from, i64 each) {
            if (std::ranges::any_of(brought_, [from](const Brought& one) { return one.from == from; })) return;
            const i64 length = b_.count * each;
            brought_.push_back({from, length, std::exchange(bytes, bytes + room_for(length))});
        };
        const auto is_there = [&](int i) { return (b_.look->on_device >> i & 1) != 0; };
        for (int i = 0; i < integers; ++i)
            if (sizes[i] && !is_there(i)) add(sizes[i], b_.wide ? 8 : 4);
        for (const shunt_place* p : places)
            if (p->list) add(p->list, sizeof(void*));
        const i64 seen = std::exchange(bytes, bytes + room_for(sizeof(Seen)));
        const i64 brought = bytes, ordered = std::exchange(bytes, bytes + room_for(b_.count * i64{sizeof(BatchSizes)}));
        const i64 info = std::exchange(bytes, bytes + (b_.info && !b_.info_on_device ? room_for(info_bytes()) : 0));
        // All by one copy, where there is a place for it.
        const bool at_once = brought <= Staging::most;
        // Where the caller does not wait for what is on its stream, nobody does: arrays of the host's are as they are.
        const bool here = std::ranges::none_of(places, [](const shunt_place* p) { return p->list_on_device; });
        if (!waits_ && at_once && here && b_.look->on_device == 0) side_ = context_.beside.queue;
        if (const Status s = side_->take(&taken_, static_cast<std::size_t>(bytes)); s != Status::ok)
            return taken_ = nullptr, s;

        auto* const memory = static_cast<char*>(taken_);
        ordered_ = reinterpret_cast<BatchSizes*>(memory + ordered), info_ = memory + info;
        u.count = b_.count, u.wide = b_.wide, u.look = *b_.look;
        for (int i = 0; i < integers; ++i) u.integers[i] = sizes[i] && !is_there(i) ? brought_at(sizes[i]) : sizes[i];
        for (std::size_t i = 0; i < places.size(); ++i)
            u.lists[i] = static_cast<const std::uint64_t*>(places[i]->list ? brought_at(places[i]->list)
                                                                           : places[i]->list_on_device);
        u.seen = reinterpret_cast<shunt_seen*>(memory + seen), u.cells = reinterpret_cast<std::uint32_t*>(u.seen + 1);

        Status s = Status::ok;
        for (const Brought& one : brought_)
            if (!at_once && s == Status::ok) s = send(memory + one.at, {Holds::list, one.from, one.bytes});
        std::byte* const staged = context_.staging.take(
            *context_.device, static_cast<std::size_t>(at_once ? brought : room_for(sizeof(Seen))));
        if (s != Status::ok || !staged) return s == Status::ok ? Status::no_memory : s;
        seen_ = reinterpret_cast<Seen*>(at_once ? staged + seen : staged);
        before_seen_ = at_once ? seen : 0;
        for (const Brought& one : brought_)
            if (at_once) std::memcpy(staged + one.at, one.from, static_cast<std::size_t>(one.bytes));
        return s;
    }
    // A second time, where there are larger ones than in the last batch.
    Status count(const Sizes& sizes, BatchUnseen& u) {
        std::int32_t(&numbers)[3] = context_.numbers;
        for (bool enough = false; !enough;) {
            const i64 bytes = Seen::bytes(numbers), before = std::exchange(before_seen_, 0), sent = before + bytes;
            std::ranges::copy(numbers, u.numbers);
            seen_->clear(numbers);
            Status s = side_->upload(bytes_at(reinterpret_cast<char*>(u.seen) - before, sent),
                                     bytes_at(reinterpret_cast<char*>(seen_) - before, sent), sent, 1);
            if (s == Status::ok) s = side_->batch_look(u);
            if (s == Status::ok) s = side_->download(bytes_at(seen_, bytes), bytes_at(u.seen, bytes), bytes, 1);
            if (s == Status::ok) s = side_->finish();
            if (s != Status::ok) return s;
            seen_->all.device = context_.device->number();
            enough = true;
            for (int i = 0; i < integers; ++i) {
                const i64 least = seen_->all.least[i], most = seen_->all.most[i];
                constexpr i64 most_order = 1 << 10, most_ld = 1 << 20;
                if (!sizes[i]) continue;
                if (i < 3 ? least < 0 || most >= most_order : least <= -most_ld || most >= most_ld)
                    return Status::unsuited;
                if (i >= 3) continue;
                numbers[i] = number_of(static_cast<std::uint32_t>(most)) + 1;
                enough &= numbers[i] <= u.numbers[i];
            }
            if (Sorted::cells_in(numbers) > Seen::most_cells) return Status::unsuited;
        }
        return Status::ok;
    }
    std::array<const shunt_place*, 8> operands() const {
        return {&b_.a, &b_.b, &b_.c, &b_.ipiv, &b_.tau, &b_.taup, &b_.d, &b_.e};
    }
    struct Brought {
        const void* from;
        i64 bytes, at;
    };
    void* brought_at(const void* from) const {
        const auto at = std::ranges::find(brought_, from, &Brought::from);
        return at == brought_.end() ? nullptr : static_cast<char*>(taken_) + at->at;
    }
    Status carry_out() {
        Status s = Status::ok;
        const bool branches = launches_.size() > 1 && std::ranges::any_of(launches_, [](const Launches& l) {
                                  return takes_long(l.problems.most);
                              });
        for (std::size_t i = 0; i < launches_.size() && s == Status::ok; ++i) {
            const Launches& l = launches_[i];
            if (branches) s = q_.branch(static_cast<int>(i % Queue::kBranches));
            if (s == Status::ok) s = Plan(q_, b_.precision, l.options, l.problems).carry_out(b_.routine);
        }
        if (const Status merged = q_.merge(); s == Status::ok) s = merged;
        for (const auto& [x, first] : singles_)
            for (i64 i = first; i < first + x.problems && s == Status::ok; ++i) s = alone_on_device(x, i);
        if (s == Status::ok && b_.info && !b_.info_on_device) {
            s = q_.download(bytes_at(b_.info, info_bytes()), bytes_at(info_, info_bytes()), info_bytes(), 1);
            if (s == Status::ok) s = q_.finish();
        }
        return s;
    }

    // What a call needs in device memory.
    enum class Holds : std::uint8_t { list, sizes, memory };
    struct Piece {
        Holds holds;
        const void* from;  // a list of the caller's
        i64 bytes;
    };
    void fill(std::byte* to, const Piece& p) {
        if (p.holds == Holds::list)
            std::memcpy(to, p.from, static_cast<std::size_t>(p.bytes));
        else if (b_.wide)
            sorted_.write<i64>(b_, reinterpret_cast<BatchSizes*>(to));
        else
            sorted_.write<std::int32_t>(b_, reinterpret_cast<BatchSizes*>(to));
    }
    // The caller may change its lists after a call that waits for nothing.
    Status send(char* there, const Piece& p) {
        const auto* from = static_cast<const std::byte*>(p.from);
        if (p.holds == Holds::sizes) {
            auto* const room = reinterpret_cast<std::byte*>(sorted_.room());
            fill(room, p);
            from = room;
        }
        if (enqueued_) return q_.place(there, from, static_cast<std::size_t>(p.bytes));
        Status s = Status::ok;
        for (i64 at = 0; at < p.bytes && s == Status::ok; at += Staging::most) {
            const i64 here = std::min(p.bytes - at, Staging::most);
            const auto bytes = static_cast<std::size_t>(here);
            std::byte* const staged = context_.staging.take(*context_.device, bytes);
            if (staged) std::memcpy(staged, from + at, bytes);
            s = q_.upload({there + at, here, 1}, bytes_at(staged ? staged : from + at, here), here, 1);
            if (s == Status::ok) s = staged ? context_.staging.sent(q_) : waits_ ? s : q_.finish();
        }
        return s;
    }

    static i64 room_for(i64 bytes) { return rounded_up(bytes, SHUNT_WORKSPACE_UNIT); }
    static Array bytes_at(const void* p, i64 bytes) { return {static_cast<char*>(const_cast<void*>(p)), bytes, 1}; }
    i64 info_bytes() const { return b_.count * (b_.wide ? 8 : 4); }

    // Few runs have launches of their own.
    Status take_runs() {
        i64 number = 0;
        for (i64 run = 0; run < b_.runs; ++run) {
            shunt_alike x{};
            b_.read(b_.context, run, &x);
            if (b_.routine == SHUNT_BATCH_GETRI) x.k = x.ldb = x.n;
            const i64 first = std::exchange(number, number + x.problems);
            if (x.problems == 0) continue;
            const int size = size_class(q_, b_.routine, b_.precision, x, enqueued_);
            if (size == none_at_all) return Status::unsuited;
            if (size == alone) singles_.emplace_back(x, first);
            if (size < 0) continue;
            BatchProblems p{};
            p.count = x.problems, p.first = first, p.most = sizes_of(x);
            launches_.push_back({x, p});
        }
        return Status::ok;
    }
    // Int: the batch's integers.
    template <class Int> Status sort() {
        sorted_.begin(context_.lists, b_.runs, b_.count);
        Kinds kinds(b_);
        const Columns<Int> columns(b_);
        i64 number = 0, counted = 0;  // of problems before a run
        for (i64 run = 0; run < b_.runs; run += Columns<Int>::block) {
            const auto block = columns.from(run);
            const auto class_of = [&](i64 i) {
                return size_class(q_, b_.routine, b_.precision, kinds.read(block, i), enqueued_);
            };
            const auto count_to = [&](i64 i) {
                if (block.problems == same<Int>.ones) number += run + i - std::exchange(counted, run + i);
                for (; counted < run + i; ++counted) number += block.problems[counted - run];
            };
            const auto instead = [&](i64 i, int that) {
                count_to(i);
                if (that == alone) singles_.emplace_back(kinds.read(block, i), number);
                return that != none_at_all;
            };
            if (!sorted_.add(block, kinds, class_of, instead)) return Status::unsuited;
            count_to(block.count);
        }
        sorted_.launches(q_, b_.routine, b_.precision, launches_);
        return Status::ok;
    }
    // What all launches have in common. on_device(piece): where it is there. What holds something comes first.
    template <class F> BatchProblems arguments(F&& on_device) const {
        BatchProblems all{};
        all.wide = b_.wide;
        const auto find = [&](BatchPlace& to, const shunt_place& from) {
            const void* list = from.list_on_device;
            if (!list && from.list)
                list = on_device({Holds::list, from.list, b_.count * static_cast<i64>(sizeof(void*))});
            to = {from.list || list ? nullptr : static_cast<char*>(from.base), static_cast<char* const*>(list),
                  from.stride};
        };
        if (!launches_.empty()) {
            find(all.a, b_.a);
            find(all.b, b_.b);
            find(all.c, b_.c);
            find(all.ipiv, b_.ipiv);
            find(all.tau, b_.tau);
            find(all.taup, b_.taup);
            find(all.d, b_.d);
            find(all.e, b_.e);
        }
        if (const i64 count = sorted_.problems(); count > 0) {
            constexpr i64 each = sizeof(BatchSizes);
            all.sizes = static_cast<const BatchSizes*>(on_device({Holds::sizes, nullptr, count * each}));
        }
        if (b_.routine == SHUNT_BATCH_GETRI) {
            i64 each = 0;
            for (const Launches& l : launches_) each = std::max(each, i64{l.problems.most.n} * l.problems.most.n);
            all.b.stride = each * static_cast<i64>(element_bytes(b_.precision));
            if (each > 0) all.b.base = static_cast<char*>(on_device({Holds::memory, nullptr, b_.count * all.b.stride}));
        }
        all.info = b_.info && !b_.info_on_device ? on_device({Holds::memory, nullptr, info_bytes()}) : b_.info;
        return all;
    }
    Status alone_on_device(const shunt_alike& x, i64 i) {
        shunt_call c = single(b_, x, i);
        const Value alpha(b_.precision, {x.alpha[0], x.alpha[1]}), beta(b_.precision, {x.beta[0], x.beta[1]});
        c.alpha = alpha.bytes, c.beta = beta.bytes;
        if (const Status s = run_direct(context_, c); s != Status::ok || c.info == 0) return s;
        const auto narrow = static_cast<std::int32_t>(c.info);
        const i64 bytes = b_.wide ? 8 : 4;
        const Array there = bytes_at(static_cast<char*>(info_) + i * bytes, bytes);
        const Status s =
            q_.upload(there, bytes_at(b_.wide ? static_cast<const void*>(&c.info) : &narrow, bytes), bytes, 1);
        return s == Status::ok ? q_.finish() : s;
    }

    Context& context_;
    Queue& q_;
    const shunt_batch& b_;
    const bool enqueued_, waits_;
    void* taken_ = nullptr;
    std::vector<Launches> launches_;
    Sorted sorted_;
    std::vector<std::pair<shunt_alike, i64>> singles_;  // and their first problem
    void* info_ = nullptr;                              // in device memory
    Queue* side_ = &q_;                                 // looks and sorts
    // Of problems that nobody has looked at.
    std::vector<Brought> brought_;
    Seen* seen_ = nullptr;
    i64 before_seen_ = 0;            // bytes that are still to be brought, with it
    BatchSizes* ordered_ = nullptr;  // in device memory
};

}  // namespace

Status run_batch(Context& context, const shunt_batch& b, bool waits) {
    Work work(context, b, false, waits);
    if (b.look) return work.look_and_carry_out();
    const Status s = work.prepare();
    return s == Status::ok ? work.place_and_carry_out(nullptr) : s;
}

Status enqueue_batch(Context& context, const shunt_batch& b, void* workspace, std::int64_t& bytes) {
    const i64 given = workspace ? bytes : 0;
    Work work(context, b, true, false);
    if (const Status s = work.prepare(); s != Status::ok) return s;
    bytes = std::max<i64>(work.bytes(), SHUNT_WORKSPACE_UNIT);
    return given < bytes ? Status::ok : work.place_and_carry_out(workspace);
}

}  // namespace shunt::gpu
