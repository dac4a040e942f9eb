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
#include <memory>
#include <new>
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
    return precision == 'z' ? leaf / 2 : leaf;
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
bool cholesky_held_whole(Queue& q, char precision, std::int32_t n) {
    return n <= kMostCholeskyRows && q.batch_cholesky_bytes(precision, rounded(n)) <= room(q);
}
// Columns of a panel of so many rows; 0: it does not fit.
std::int32_t panel_columns(Queue& q, char precision, std::int32_t m) {
    for (const std::int32_t columns : {32, 16})
        if (m <= kMostLuRows && q.batch_lu_bytes(precision, rounded(m), columns) <= q.batch_shared_memory())
            return columns;
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
    const bool all = held_whole(queue_, precision_, most_.m, most_.n);
    const std::int32_t held = all ? all_of_it : panel_columns(queue_, precision_, most_.m);
    const std::int32_t width = held ? held : kLuColumnsInPlace, steps = std::min(most_.m, most_.n);
    for (std::int32_t j = 0; j < steps; j += width) {
        s.action = held ? BatchAction::lu : BatchAction::lu_in_place;
        s.x = at(whole(Of::a), j, j), s.m = from(Dim::m, j), s.n = from(Dim::n, j, width), s.offset = j;
        step(s);
        if (all) return;
        BatchStep swaps;
        swaps.action = BatchAction::swap_and_solve;
        swaps.m = from(Dim::least, j, width), swaps.offset = j;
        if (j > 0) {
            swaps.z = at(whole(Of::a), j, 0), swaps.n = from(Dim::fixed, 0, j);
            step(swaps);
        }
        if (j + width >= most_.n) break;
        swaps.x = s.x, swaps.z = at(whole(Of::a), j, j + width), swaps.n = from(Dim::n, j + width), swaps.solves = true;
        step(swaps);
        if (j + width < most_.m)
            product(at(whole(Of::a), j + width, j), swaps.z, at(whole(Of::a), j + width, j + width),
                    from(Dim::m, j + width), from(Dim::n, j + width), from(Dim::least, j, width), minus_one, one);
    }
}

void Plan::cholesky() {
    const bool conjugates = is_complex();
    const BatchPart base = x_.uplo == 'U' ? transposed(whole(Of::a), conjugates) : whole(Of::a);
    BatchStep s;
    s.x = base;
    if (most_.n <= leaf) {
        s.action = BatchAction::cholesky_small, s.m = from(Dim::n, 0);
        return step(s);
    }
    s.action = BatchAction::cholesky;
    const std::int32_t width =
        cholesky_held_whole(queue_, precision_, most_.n) ? all_of_it : std::int32_t{cholesky_panel};
    hermitian_ = conjugates, while_good_ = true, span_ = cholesky_panel;
    for (std::int32_t j = 0; j < most_.n; j += width) {
        s.x = at(base, j, j), s.m = from(Dim::n, j, width), s.offset = j;
        step(s);
        const std::int32_t next = width == all_of_it ? most_.n : j + width;
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
    if (std::max(most_.m, most_.n) <= leaf) {
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
// The same for one routine, asked once for all orders that are rounded alike.
class Fits {
public:
    Fits(Queue& queue, int routine, char precision)
        : queue_(queue), held_whole_(held_whole_by(routine)), precision_(precision) {}
    Queue& queue() const { return queue_; }
    std::size_t shared_memory() const { return queue_.batch_shared_memory(); }
    bool whole(std::int32_t m, std::int32_t n) {
        if (m > kMostLuRows || n > kMostLuRows) return held_whole_(queue_, precision_, m, n);
        return known(whole_[range(m)][range(n)], [&] { return held_whole_(queue_, precision_, m, n); });
    }
    bool cholesky(std::int32_t n) {
        if (n > kMostCholeskyRows) return false;
        return known(cholesky_[range(n)], [&] { return cholesky_held_whole(queue_, precision_, n); });
    }
    std::int32_t columns(std::int32_t m) {
        if (m > kMostLuRows) return 0;
        return known(columns_[range(m)], [&] { return panel_columns(queue_, precision_, m); });
    }

private:
    static std::size_t range(std::int32_t order) { return static_cast<std::size_t>((order + leaf - 1) / leaf); }
    // One more than what is known, or 0.
    template <class F> static int known(signed char& x, F&& ask) {
        if (x == 0) x = static_cast<signed char>(ask() + 1);
        return x - 1;
    }
    static constexpr std::size_t ranges = kMostLuRows / leaf + 1;
    Queue& queue_;
    bool (*const held_whole_)(Queue&, char, std::int32_t, std::int32_t);
    const char precision_;
    signed char whole_[ranges][ranges] = {}, cholesky_[ranges] = {}, columns_[ranges] = {};
};

// Problems of one class have launches in common. enqueued: there are no single calls.
int size_class(Fits& fits, int routine, char precision, const shunt_alike& x, bool enqueued) {
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
            if (static_cast<std::size_t>(x.n * (element_bytes(precision) + 4)) > fits.shared_memory()) return other;
            return power(x.n) * many + power(x.k);
        case SHUNT_BATCH_GETRF: {
            if (larger <= most_small_lu(precision)) return power(larger);
            if (fits.whole(m, n)) return by_ranges();
            const std::int32_t columns = fits.columns(m);
            return columns || enqueued ? many * many + many * columns + power(larger) : alone;
        }
        case SHUNT_BATCH_POTRF:
            if (n <= leaf) return power(n);
            return fits.cholesky(n) ? (n - 1) / leaf + 3 : many + power(n);
        case SHUNT_BATCH_GEQRF:
        case SHUNT_BATCH_ORGQR: {
            if (larger <= kTinyQr && routine == SHUNT_BATCH_GEQRF) return many * many * many;
            if (larger <= leaf) return power(larger);
            if (fits.whole(m, n)) return by_ranges();
            bool held = false;
            const std::int32_t columns = qr_panel_columns(fits.queue(), precision, m, held);
            return many * many + many * (columns + held) + power(larger);
        }
        case SHUNT_BATCH_GEBRD: {
            if (larger <= leaf) return power(larger);
            if (fits.whole(m, n)) return by_ranges();
            // What takes one sweep fits by two, too, on whatever device.
            if (fits.queue().batch_bidiagonal_bytes(precision, larger, larger, BatchAction::bidiagonal_by_sweeps) >
                fits.shared_memory())
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
    if (routine == SHUNT_BATCH_POTRF) return x < many && y < many;
    const auto held = held_whole_by(routine);
    if (!held || x >= many * many || y >= many * many) return false;
    const auto most = [](int c, int d) { return (std::max(c, d) + 1) * leaf; };
    return held(q, precision, most(x / many - 1, y / many - 1), most(x % many - small, y % many - small));
}
template <class X> BatchSizes sizes_of(const X& x, i64 number = 0, std::int32_t alike = 0) {
    const auto narrow = [](i64 v) { return static_cast<std::int32_t>(v); };
    return {narrow(x.m), narrow(x.n), narrow(x.k), narrow(x.lda), narrow(x.ldb), narrow(x.ldc), narrow(number), alike};
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

// The runs of a batch, one after the other. Where their arguments lie in arrays, options are read once for all runs in
// which these have the same bytes.
class Reader {
public:
    explicit Reader(const shunt_batch& b) : b_(b), arrays_(b.runs > few_runs ? b.arrays : nullptr) {
        if (!arrays_) return;
        const void* const columns[] = {arrays_->m, arrays_->n, arrays_->k, arrays_->lda, arrays_->ldb, arrays_->ldc};
        for (int i = 0; i < 6; ++i)
            if (columns[i]) column_[i] = {static_cast<const char*>(columns[i]), b.wide ? 8 : 4};
        if (is_inverse()) column_[k] = column_[ldb] = column_[n];
    }
    // The options of some runs, and the family that these are, once it is known.
    struct Kind {
        shunt_alike x{};  // of the last run
        i64 run = 0;      // the first of them
        int family = -1;
    };
    Kind& read(i64 run) {
        if (!arrays_) return ask(run);
        if (!is_like_last(run)) find(run);
        Kind& kind = kinds_[last_];
        shunt_alike& x = kind.x;
        const auto value = [&](int column) {
            return b_.wide ? integer<i64>(column, run) : i64{integer<std::int32_t>(column, run)};
        };
        x.m = value(m), x.n = value(n), x.k = value(k), x.lda = value(lda), x.ldb = value(ldb), x.ldc = value(ldc);
        x.problems = !arrays_->problems ? 1
                     : b_.wide          ? static_cast<const i64*>(arrays_->problems)[run]
                                        : static_cast<const std::int32_t*>(arrays_->problems)[run];
        return kind;
    }

    // The sizes of a run of one problem, with options as those of the last one that was read.
    template <class Int> struct Sizes {
        int family = -1;  // else
        Int m{}, n{}, k{}, lda{}, ldb{}, ldc{};
    };
    template <class Int> Sizes<Int> sizes(i64 run) const {
        if (!arrays_ || arrays_->problems || !is_like_last(run)) return {};
        return {kinds_[last_].family,   integer<Int>(m, run),   integer<Int>(n, run),  integer<Int>(k, run),
                integer<Int>(lda, run), integer<Int>(ldb, run), integer<Int>(ldc, run)};
    }

private:
    enum { m, n, k, lda, ldb, ldc };
    static constexpr i64 zero = 0;
    struct Column {
        const char* at = reinterpret_cast<const char*>(&zero);
        i64 step = 0;
    };
    template <class Int> Int integer(int column, i64 run) const {
        return *reinterpret_cast<const Int*>(column_[column].at + run * column_[column].step);
    }
    // Of a matrix of its order beside it.
    bool is_inverse() const { return b_.routine == SHUNT_BATCH_GETRI; }
    Kind& ask(i64 run) {
        shunt_alike x{};
        b_.read(b_.context, run, &x);
        if (is_inverse()) x.k = x.ldb = x.n;
        if (options_of(x) != options_of(asked_.x)) asked_.family = -1;
        asked_.x = x;
        return asked_;
    }
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
    bool is_like_last(i64 run) const { return last_ < kinds_.size() && same_bytes(kinds_[last_].run, run); }
    bool same_bytes(i64 x, i64 y) const {
        const auto same = [&](const auto& option, std::size_t bytes) {
            const auto* const p = static_cast<const char*>(option.at);
            return std::memcmp(p + x * option.bytes, p + y * option.bytes, bytes) == 0;
        };
        for (int i = 0; i < arrays_->options; ++i) {
            const auto& option = arrays_->option[i];
            if (!(option.bytes == 1   ? same(option, 1)
                  : option.bytes == 8 ? same(option, 8)
                                      : same(option, static_cast<std::size_t>(option.bytes))))
                return false;
        }
        return true;
    }

    const shunt_batch& b_;
    const shunt_arrays* const arrays_;
    Column column_[6];
    Kind asked_;
    std::vector<Kind> kinds_;
    std::size_t last_ = 0;
};

// Problems in any order, sorted into families and classes. Their sizes are looked up among those seen before, so that
// what follows from sizes is found out once.
class Sorted {
public:
    void begin(Kept& memory, i64 count) {
        const auto room = static_cast<std::size_t>(count);
        given_ = reinterpret_cast<BatchSizes*>(memory.take(2 * room * sizeof(BatchSizes)));
        sizes_ = given_ + room;
        bits_ = std::clamp(static_cast<int>(std::bit_width(room)) + 3, 8, 12);
        table_.assign(std::size_t{1} << bits_, none);
    }
    // False: add() is to look at it.
    template <class Int> bool add_known(const Reader::Sizes<Int>& x, i64 number) {
        if (x.family < 0 || !is_plain(x)) return false;
        const std::int32_t which = table_[place_of(key_of(x.family, x))];
        if (which == none || alike_[static_cast<std::size_t>(which)].size < 0) return false;
        put(x, number, which);
        return true;
    }
    // A run's class, or what is in place of one, that class_of() tells; its problems, from `first` on, are added if
    // they have a class.
    template <class F> int add(Reader::Kind& kind, i64 first, F&& class_of) {
        const shunt_alike& x = kind.x;
        if (kind.family < 0) kind.family = family_of(kind.x);
        std::int32_t which = none;
        if (is_plain(x)) {
            const std::uint64_t key = key_of(kind.family, x);
            const std::size_t at = place_of(key);
            which = table_[at] != none ? table_[at] : insert(x, kind.family, class_of(), key, at);
        } else {
            which = append(x, kind.family, class_of(), no_key);
        }
        const int size = alike_[static_cast<std::size_t>(which)].size;
        for (i64 i = first; i < first + x.problems && size >= 0; ++i) put(x, i, which);
        return size;
    }
    const BatchSizes* sizes() const { return sizes_; }
    i64 problems() const { return static_cast<i64>(problems_); }

    // The largest classes first; neighbours of few problems go together, where their kernels are the same.
    void launches(Queue& q, int routine, char precision, std::vector<Launches>& all) {
        constexpr std::size_t enough = 256;  // problems
        std::vector<Class*> classes;
        classes.reserve(classes_.size());
        for (Class& c : classes_) classes.push_back(&c);
        std::sort(classes.begin(), classes.end(), [](const Class* x, const Class* y) {
            return x->family != y->family ? x->family < y->family : x->size > y->size;
        });
        for (const Alike& x : alike_) {
            if (x.size < 0) continue;
            Class& c = classes_[x.of];
            c.problems += x.problems, ++c.sizes;
        }
        std::vector<Order> orders;
        std::size_t next = 0, items = 0;
        for (std::size_t i = 0, end; i < classes.size(); i = end) {
            const Class& first = *classes[i];
            Order o{next, items, items, 0, first.least_work, false};
            BatchProblems p{};
            for (end = i; end < classes.size(); ++end) {
                Class& c = *classes[end];
                if (end > i && (c.family != first.family || static_cast<std::size_t>(p.count) >= enough ||
                                !same_kernels(q, routine, precision, first.size, c.size)))
                    break;
                c.order = orders.size();
                p.count += static_cast<i64>(c.problems);
                items += c.sizes;
                o.least_work = std::min(o.least_work, c.least_work), o.most_work = std::max(o.most_work, c.most_work);
                grow(p.most, c.most);
            }
            o.by_work = takes_long(p.most);  // else as they come
            p.first = static_cast<i64>(next);
            next += static_cast<std::size_t>(p.count);
            orders.push_back(o);
            all.push_back({families_[static_cast<std::size_t>(first.family)].options, p});
        }
        sort(orders, items);
    }

private:
    static constexpr std::int32_t none = -1;
    static constexpr std::uint64_t no_key = ~std::uint64_t{0};
    // Problems of the same sizes and options, whose class is `size`, if it is one.
    struct Alike {
        std::uint64_t key;
        BatchSizes sizes;
        int size;
        std::uint32_t of = 0, problems = 0;
        std::uint64_t work() const {
            const auto longer = [](std::int32_t x) { return static_cast<std::uint64_t>(x) + 1; };
            return longer(sizes.m) * longer(sizes.n) * longer(sizes.k);
        }
    };
    struct Family {
        shunt_alike options;
        std::int32_t classes = none;  // the last one of its list
    };
    struct Class {
        int family, size;
        std::int32_t before;  // in its family's list
        std::size_t sizes = 0, problems = 0, order = 0;
        std::uint64_t least_work = UINT64_MAX, most_work = 0;
        BatchSizes most{};
    };
    // Of one launch: its first problem, and the first of its sizes and where the next one goes.
    struct Order {
        std::size_t problem, begin, end;
        std::uint64_t most_work, least_work;
        bool by_work;
    };
    // Which of the sizes it is and, above that, how much less than the most its work is: all that is sorted.
    using Item = std::uint64_t;
    static constexpr int key_at = 32;

    static void grow(BatchSizes& most, const BatchSizes& s) {
        most.m = std::max(most.m, s.m), most.n = std::max(most.n, s.n), most.k = std::max(most.k, s.k);
    }
    int family_of(const shunt_alike& x) {
        const auto [at, is_new] = family_of_.try_emplace(options_of(x), static_cast<int>(families_.size()));
        if (is_new) families_.push_back({x});
        return at->second;
    }
    std::uint32_t class_in(int family, int size) {
        std::int32_t& last = families_[static_cast<std::size_t>(family)].classes;
        std::int32_t at = last;
        while (at != none && classes_[static_cast<std::size_t>(at)].size != size)
            at = classes_[static_cast<std::size_t>(at)].before;
        if (at == none) {
            classes_.push_back({family, size, last});
            at = last = static_cast<std::int32_t>(classes_.size() - 1);
        }
        return static_cast<std::uint32_t>(at);
    }
    // Whose class does not depend on leading dimensions, and which go into a key. No integer here is negative, but for
    // increments.
    template <class X> static bool is_plain(const X& x) {
        constexpr int order_bits = 10, ld_bits = 20;
        return (x.m | x.n | x.k) >> order_bits == 0 && (x.lda | x.ldb | x.ldc) >> ld_bits == 0;
    }
    template <class X> static std::uint64_t key_of(int family, const X& x) {
        return static_cast<std::uint64_t>(x.m) | static_cast<std::uint64_t>(x.n) << 10 |
               static_cast<std::uint64_t>(x.k) << 20 | static_cast<std::uint64_t>(family) << 30;
    }
    // Where it is in the table, or where it is free.
    std::size_t place_of(std::uint64_t key) const {
        std::size_t at = key * 0x9e3779b97f4a7c15u >> (64 - bits_);
        while (table_[at] != none && alike_[static_cast<std::size_t>(table_[at])].key != key)
            at = (at + 1) & (table_.size() - 1);
        return at;
    }
    template <class X> void put(const X& x, i64 number, std::int32_t which) {
        ++alike_[static_cast<std::size_t>(which)].problems;
        given_[problems_++] = sizes_of(x, number, which);  // from a copy on the stack it takes three times as long
    }
    std::int32_t append(const shunt_alike& x, int family, int size, std::uint64_t key) {
        Alike alike{key, sizes_of(x), size};
        if (size >= 0) {
            alike.of = class_in(family, size);
            Class& c = classes_[alike.of];
            c.least_work = std::min(c.least_work, alike.work()), c.most_work = std::max(c.most_work, alike.work());
            grow(c.most, alike.sizes);
        }
        alike_.push_back(alike);
        return static_cast<std::int32_t>(alike_.size() - 1);
    }
    std::int32_t insert(const shunt_alike& x, int family, int size, std::uint64_t key, std::size_t at) {
        const std::int32_t which = table_[at] = append(x, family, size, key);
        if (++plain_ > table_.size() / 4) {
            table_.assign(std::size_t{1} << ++bits_, none);
            for (std::size_t i = 0; i < alike_.size(); ++i)
                if (alike_[i].key != no_key) table_[place_of(alike_[i].key)] = static_cast<std::int32_t>(i);
        }
        return which;
    }
    void sort(std::vector<Order>& orders, std::size_t count) {
        std::vector<Item> items(count), spare(count);
        for (std::size_t i = 0; i < alike_.size(); ++i) {
            if (alike_[i].size < 0) continue;
            Order& o = orders[classes_[alike_[i].of].order];
            items[o.end++] = (o.most_work - alike_[i].work()) << key_at | i;
        }
        // Where the next problem of some sizes goes; or, as they come, of a launch.
        std::vector<std::uint32_t> next(orders.size() + alike_.size()), place(alike_.size());
        for (std::size_t l = 0; l < orders.size(); ++l) {
            const Order& o = orders[l];
            const Item* const in_turn = in_order(items.data() + o.begin, spare.data() + o.begin, o);
            std::size_t problem = next[l] = static_cast<std::uint32_t>(o.problem);
            for (std::size_t i = 0; i < o.end - o.begin; ++i) {
                const auto which = static_cast<std::uint32_t>(in_turn[i]);
                place[which] = static_cast<std::uint32_t>(o.by_work ? orders.size() + which : l);
                next[orders.size() + which] = static_cast<std::uint32_t>(problem);
                problem += alike_[which].problems;
            }
        }
        for (std::size_t i = 0; i < problems_; ++i)
            sizes_[next[place[static_cast<std::size_t>(given_[i].alike)]]++] = given_[i];
    }
    // The largest work first, equals as they come: in `items`, or in as many others.
    const Item* in_order(Item* items, Item* others, const Order& o) const {
        constexpr std::size_t few = 256;
        const std::size_t count = o.end - o.begin;
        const std::uint64_t range = o.most_work - o.least_work;
        if (!o.by_work || range == 0) return items;
        if (range >> (64 - key_at) != 0) {  // not in the key
            std::stable_sort(items, items + count, [this](Item x, Item y) {
                return alike_[static_cast<std::uint32_t>(x)].work() > alike_[static_cast<std::uint32_t>(y)].work();
            });
            return items;
        }
        if (count <= few) {
            std::stable_sort(items, items + count, [](Item x, Item y) { return x >> key_at < y >> key_at; });
            return items;
        }
        // By digits, the last one first.
        constexpr int most_bits = 11;
        const int bits = static_cast<int>(std::bit_width(range)), digits = (bits + most_bits - 1) / most_bits;
        const int width = (bits + digits - 1) / digits;
        for (int shift = key_at; shift < key_at + bits; shift += width) {
            const std::size_t values = std::size_t{1} << width;
            const auto digit = [&](Item x) { return x >> shift & (values - 1); };
            std::uint32_t next[1 << most_bits];
            std::fill_n(next, values, 0u);
            for (std::size_t i = 0; i < count; ++i) ++next[digit(items[i])];
            std::uint32_t before = 0;
            for (std::size_t v = 0; v < values; ++v) before += std::exchange(next[v], before);
            for (std::size_t i = 0; i < count; ++i) others[next[digit(items[i])]++] = items[i];
            std::swap(items, others);
        }
        return items;
    }

    std::vector<Family> families_;
    std::map<Options, int> family_of_;
    std::vector<Class> classes_;
    std::vector<Alike> alike_;
    // Of the plain ones; a quarter of it at most, as to look on is dear.
    int bits_ = 0;
    std::size_t plain_ = 0;
    std::vector<std::int32_t> table_;
    std::size_t problems_ = 0;
    BatchSizes *given_ = nullptr, *sizes_ = nullptr;
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
        try {
            return b_.wide ? sort<i64>() : sort<std::int32_t>();
        } catch (const std::bad_alloc&) {
            return Status::unsuited;
        }
    }
    // Of device memory, for what place() brings there.
    i64 bytes() const {
        i64 sum = 0;
        arguments([&](const void*, i64 bytes) -> void* { return sum += room_for(bytes), nullptr; });
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
        auto* next = static_cast<char*>(memory);
        Status s = Status::ok;
        const BatchProblems all = arguments([&](const void* from, i64 bytes) -> void* {
            char* const there = std::exchange(next, next + room_for(bytes));
            if (s == Status::ok && from)
                s = enqueued_ ? q_.place(there, from, static_cast<std::size_t>(bytes)) : bring(there, from, bytes);
            return there;
        });
        info_ = all.info;
        const i64 words = info_bytes() / 4;
        if (info_ && s == Status::ok) s = q_.scale('s', words, 1, {}, {static_cast<char*>(info_), words, 4});
        for (Launches& l : launches_) {
            BatchProblems p = all;
            p.count = l.problems.count, p.first = l.problems.first, p.most = l.problems.most;
            if (p.sizes) p.sizes += std::exchange(p.first, 0);
            l.problems = p;
        }
        return s;
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

    // The caller may change its lists after a call that waits for nothing: what is pinned is read later, a copy, as
    // all other memory, at once.
    Status bring(char* there, const void* from, i64 bytes) {
        const auto upload = [&](const void* p) { return q_.upload({there, bytes, 1}, bytes_at(p, bytes), bytes, 1); };
        const auto pinned = [&](i64 at) { return context_.device->reaches(static_cast<const char*>(from) + at, 1); };
        if (waits_ || !(pinned(0) || pinned(bytes - 1))) return upload(from);
        const std::unique_ptr<std::byte[]> copy(new (std::nothrow) std::byte[static_cast<std::size_t>(bytes)]);
        if (copy) return upload(std::memcpy(copy.get(), from, static_cast<std::size_t>(bytes)));
        const Status s = upload(from);
        return s == Status::ok ? q_.finish() : s;
    }

    static i64 room_for(i64 bytes) { return rounded_up(bytes, SHUNT_WORKSPACE_UNIT); }
    static Array bytes_at(const void* p, i64 bytes) { return {static_cast<char*>(const_cast<void*>(p)), bytes, 1}; }
    i64 info_bytes() const { return b_.count * (b_.wide ? 8 : 4); }

    // Int: the batch's integers.
    template <class Int> Status sort() {
        const bool many = b_.runs > few_runs;
        if (many) sorted_.begin(context_.lists, b_.count);
        Reader reader(b_);
        Fits fits(q_, b_.routine, b_.precision);
        i64 number = 0;
        for (i64 run = 0; run < b_.runs; ++run) {
            if (many && sorted_.add_known(reader.sizes<Int>(run), number)) {
                ++number;
                continue;
            }
            Reader::Kind& kind = reader.read(run);
            const shunt_alike& x = kind.x;
            const i64 first = std::exchange(number, number + x.problems);
            if (x.problems == 0) continue;
            const auto class_of = [&] { return size_class(fits, b_.routine, b_.precision, x, enqueued_); };
            const int size = many ? sorted_.add(kind, first, class_of) : class_of();
            if (size == none_at_all) return Status::unsuited;
            if (size == alone) singles_.emplace_back(x, first);
            if (many || size < 0) continue;
            BatchProblems p{};
            p.count = x.problems, p.first = first, p.most = sizes_of(x);
            launches_.push_back({x, p});
        }
        if (many) sorted_.launches(q_, b_.routine, b_.precision, launches_);
        return Status::ok;
    }
    // What all launches have in common. on_device(from, bytes): what is there of the host's memory, or (null) memory.
    template <class F> BatchProblems arguments(F&& on_device) const {
        BatchProblems all{};
        all.wide = b_.wide;
        const auto find = [&](BatchPlace& to, const shunt_place& from) {
            const void* list = from.list_on_device;
            if (!list && from.list) list = on_device(from.list, b_.count * static_cast<i64>(sizeof(void*)));
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
        if (b_.routine == SHUNT_BATCH_GETRI) {
            i64 each = 0;
            for (const Launches& l : launches_) each = std::max(each, i64{l.problems.most.n} * l.problems.most.n);
            all.b.stride = each * static_cast<i64>(element_bytes(b_.precision));
            if (each > 0) all.b.base = static_cast<char*>(on_device(nullptr, b_.count * all.b.stride));
        }
        all.info = b_.info && !b_.info_on_device ? on_device(nullptr, info_bytes()) : b_.info;
        if (const i64 count = sorted_.problems(); count > 0) {
            constexpr i64 each = sizeof(BatchSizes);
            all.sizes = static_cast<const BatchSizes*>(on_device(sorted_.sizes(), count * each));
        }
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
};

}  // namespace

Status run_batch(Context& context, const shunt_batch& b, bool waits) {
    Work work(context, b, false, waits);
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
