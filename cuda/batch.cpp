// In: a batch of problems in device memory. Out: problems of one size class together, each class by a few launches.
//
// How a problem is cut depends on its own sizes alone, so that its bits do not depend on those beside it: orders are
// cut at multiples of 32 times powers of two, panels have one width, and what a class's largest problem does not share
// with a smaller one is empty there.
#include <algorithm>
#include <bit>
#include <climits>
#include <cstddef>
#include <cstring>
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
// Orders that `solve` takes, not `solve_broad`.
std::int32_t most_narrow_solve(char precision) {
    return precision == 's' || precision == 'c' ? leaf : leaf / 2;
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
        span_ = order <= most_narrow_solve(precision_) || multiplies ? leaf : broad_leaf;
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
    return q.batch_bidiagonal_bytes(precision, rounded(m), rounded(n), true) <= room(q);
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
    const bool held = bidiagonal_held_whole(queue_, precision_, most_.m, most_.n);
    BatchStep s;
    s.action = held ? BatchAction::bidiagonal : BatchAction::bidiagonal_in_place;
    s.x = whole(Of::a), s.m = from(Dim::m, 0), s.n = from(Dim::n, 0);
    step(s);
}

bool same_options(const shunt_alike& x, const shunt_alike& y) {
    const auto same = [](const double(&u)[2], const double(&v)[2]) {  // NaN too
        return std::bit_cast<std::uint64_t>(u[0]) == std::bit_cast<std::uint64_t>(v[0]) &&
               std::bit_cast<std::uint64_t>(u[1]) == std::bit_cast<std::uint64_t>(v[1]);
    };
    return x.side == y.side && x.uplo == y.uplo && x.transa == y.transa && x.transb == y.transb && x.diag == y.diag &&
           same(x.alpha, y.alpha) && same(x.beta, y.beta);
}
bool is_empty(int routine, const shunt_alike& x) {
    const bool keeps = x.beta[0] == 1 && x.beta[1] == 0 && x.alpha[0] == 0 && x.alpha[1] == 0;
    switch (routine) {
        case SHUNT_BATCH_GEMM:
        case SHUNT_BATCH_GEMV:
            return x.m == 0 || x.n == 0 || keeps;
        case SHUNT_BATCH_SYRK:
        case SHUNT_BATCH_HERK:
            return x.n == 0 || keeps;
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
constexpr int alone = -1, none_at_all = -2;  // instead of a class
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
    const bool vectors = routine == SHUNT_BATCH_GEMV || routine == SHUNT_BATCH_TRSV;
    const bool reflectors =
        routine == SHUNT_BATCH_GEQRF || routine == SHUNT_BATCH_ORGQR || routine == SHUNT_BATCH_GEBRD;
    const i64 most = vectors || reflectors ? 1 << 20 : 1 << 13;  // parts of a problem are numbered in 16 bits
    // Places within a matrix are numbered in 32 bits.
    const i64 longest = std::max({x.lda, x.ldb, x.ldc, -x.ldb, -x.ldc}), elements = INT_MAX;
    const i64 largest = std::max({x.m, x.n, x.k}), lines = reflectors ? x.n : largest;
    const int other = enqueued || single_routine(routine) < 0 ? none_at_all : alone;
    if (largest > most || longest > elements || longest * (lines + 1) > elements || (!enqueued && is_large(routine, x)))
        return other;
    const auto m = static_cast<std::int32_t>(x.m), n = static_cast<std::int32_t>(x.n);
    // 0, 1, 2: up to 8, 16, 32; then a class for each power of two.
    const auto power = [](i64 order) {
        return order <= 8 ? 0 : static_cast<int>(std::bit_width(static_cast<std::uint64_t>(order - 1))) - 3;
    };
    constexpr int many = 1 << 8;
    const std::int32_t larger = std::max(m, n);
    const auto by_ranges = [&] { return many * (m / leaf + 1) + n / leaf + 3; };
    switch (routine) {
        case SHUNT_BATCH_GEMM:
        case SHUNT_BATCH_GEMV:
            return power(std::max(x.m, x.n));
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
            if (fits.queue().batch_bidiagonal_bytes(precision, larger, larger, false) > fits.shared_memory())
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
    const auto most = [](int c, int d) { return std::max(c, d) * leaf + leaf - 1; };
    return held(q, precision, most(x / many - 1, y / many - 1), most(x % many - small, y % many - small));
}
BatchSizes sizes_of(const shunt_alike& x) {
    return {static_cast<std::int32_t>(x.m),
            static_cast<std::int32_t>(x.n),
            static_cast<std::int32_t>(x.k),
            0,
            x.lda,
            x.ldb,
            x.ldc};
}

// Launches of one family (options and scalars); what it reads of `order` and `sizes` begins with problems.first until
// those are in device memory.
struct Launches {
    shunt_alike options;
    BatchProblems problems;
};

// The runs of a batch, one after the other. Where their arguments lie in arrays, options are read once for all runs in
// which these have the same bytes.
class Reader {
public:
    explicit Reader(const shunt_batch& b) : b_(b), arrays_(b.runs > few_runs ? b.arrays : nullptr) {}
    // The options of some runs, and the family that these are, once it is known.
    struct Kind {
        shunt_alike x{};  // of the last run
        i64 run = 0;      // the first of them
        int family = -1;
    };
    Kind& read(i64 run) {
        if (!arrays_) return ask(run);
        if (last_ == kinds_.size() || !same_bytes(kinds_[last_].run, run)) find(run);
        Kind& kind = kinds_[last_];
        shunt_alike& x = kind.x;
        x.m = integer(arrays_->m, run, 0), x.n = integer(arrays_->n, run, 0), x.k = integer(arrays_->k, run, 0);
        x.lda = integer(arrays_->lda, run, 0), x.ldb = integer(arrays_->ldb, run, 0);
        x.ldc = integer(arrays_->ldc, run, 0);
        x.problems = integer(arrays_->problems, run, 1);
        return kind;
    }

private:
    Kind& ask(i64 run) {
        shunt_alike x{};
        b_.read(b_.context, run, &x);
        if (!same_options(x, asked_.x)) asked_.family = -1;
        asked_.x = x;
        return asked_;
    }
    void find(i64 run) {
        constexpr std::size_t most = 128;  // more than families; of those that do not go in the last one is forgotten
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
        for (int i = 0; i < arrays_->options; ++i) {
            const auto& option = arrays_->option[i];
            if (!(option.bytes == 1   ? same(option, 1)
                  : option.bytes == 8 ? same(option, 8)
                                      : same(option, static_cast<std::size_t>(option.bytes))))
                return false;
        }
        return true;
    }
    i64 integer(const void* p, i64 run, i64 otherwise) const {
        if (!p) return otherwise;
        return b_.wide ? static_cast<const i64*>(p)[run] : static_cast<const std::int32_t*>(p)[run];
    }

    const shunt_batch& b_;
    const shunt_arrays* const arrays_;
    Kind asked_;
    std::vector<Kind> kinds_;
    std::size_t last_ = 0;
};

// Problems in any order, sorted into families and classes.
class Sorted {
public:
    // Of `count` problems; each is then added, or left out.
    void begin(Kept& memory, i64 count) {
        constexpr std::size_t each = 2 * (sizeof(BatchSizes) + sizeof(Item) + sizeof(std::int32_t));
        count_ = static_cast<std::size_t>(count);
        std::byte* at = memory.take(count_ * each);
        const auto part = [&]<class T>(T*& list) {
            list = reinterpret_cast<T*>(at);
            at += count_ * sizeof(T);
        };
        part(given_), part(items_), part(spare_);
        part(sizes_);  // and the order behind those that are there
        at += count_ * sizeof *order_;
        part(class_of_);
        std::fill(std::begin(seen_), std::end(seen_), 0);
    }
    void leave_out(i64 first, i64 problems) { std::fill_n(class_of_ + first, problems, none); }
    // False: of too many families.
    bool add(Reader::Kind& kind, i64 first, int size) {
        constexpr int most_families = 64;
        const shunt_alike& x = kind.x;
        if (kind.family < 0) {
            const auto fits = [&](const shunt_alike& y) { return same_options(x, y); };
            kind.family = static_cast<int>(std::find_if(families_.begin(), families_.end(), fits) - families_.begin());
            if (kind.family == most_families) return false;
            if (kind.family == static_cast<int>(families_.size())) families_.push_back(x);
        }
        const std::int32_t number = class_of(kind.family, size);
        Class& c = classes_[static_cast<std::size_t>(number)];
        const BatchSizes sizes = sizes_of(x);
        c.add(sizes, work(sizes), x.problems);
        for (i64 i = first; i < first + x.problems; ++i) {
            given_[i] = sizes_of(x);  // from a copy on the stack it takes three times as long
            class_of_[i] = number;
        }
        return true;
    }
    // Sizes, then numbers.
    const void* lists() const { return sizes_; }
    i64 problems() const { return static_cast<i64>(problems_); }
    static constexpr i64 bytes_each = sizeof(BatchSizes) + sizeof(std::int32_t);

    // The largest classes first; neighbours that do not fill a device go together, where their kernels are the same.
    void launches(Queue& q, int routine, char precision, std::vector<Launches>& all) {
        constexpr std::size_t enough = 1024;  // problems
        std::vector<Class*> classes;
        classes.reserve(classes_.size());
        for (Class& c : classes_) classes.push_back(&c);
        std::sort(classes.begin(), classes.end(), [](const Class* x, const Class* y) {
            return x->family != y->family ? x->family < y->family : x->size > y->size;
        });
        std::vector<Order> orders;
        for (std::size_t i = 0, end; i < classes.size(); i = end) {
            const Class& first = *classes[i];
            Order o{};
            BatchProblems p{};
            std::uint64_t least = first.least_work;
            for (end = i; end < classes.size(); ++end) {
                const Class& c = *classes[end];
                if (end > i && (c.family != first.family || o.count >= enough ||
                                !same_kernels(q, routine, precision, first.size, c.size)))
                    break;
                o.count += c.count;
                least = std::min(least, c.least_work), o.work = std::max(o.work, c.most_work);
                grow(p.most, c.most);
            }
            // In their order; where some take long, these first, so that they do not begin last.
            if (std::max({p.most.m, p.most.n, p.most.k}) > leaf) o.range = o.work - least;
            std::size_t next = problems_;
            for (std::size_t c = end; c-- > i; next += classes[c]->count)
                classes[c]->next = next, classes[c]->most_work = o.work;
            p.count = static_cast<i64>(o.count), p.first = static_cast<i64>(problems_);
            problems_ = next;
            orders.push_back(o);
            all.push_back({families_[static_cast<std::size_t>(first.family)], p});
        }
        for (std::size_t i = 0; i < count_; ++i) {
            if (class_of_[i] == none) continue;
            Class& c = classes_[static_cast<std::size_t>(class_of_[i])];
            items_[c.next++] = (c.most_work - work(given_[i])) << key_at | i;
        }
        order_ = reinterpret_cast<std::int32_t*>(sizes_ + problems_);
        std::size_t to = 0;
        for (const Order& o : orders) {
            const Item* const items = in_order(items_ + to, spare_ + to, o);
            for (std::size_t i = 0; i < o.count; ++i, ++to) {
                const auto number = static_cast<std::uint32_t>(items[i]);
                sizes_[to] = given_[number];
                order_[to] = static_cast<std::int32_t>(number);
            }
        }
    }

private:
    // A problem's number and, above it, how much less than the most its work is: all that is sorted.
    using Item = std::uint64_t;
    static constexpr int key_at = 32;
    static constexpr std::int32_t none = -1;
    // Of one launch.
    struct Order {
        std::size_t count;
        std::uint64_t work, range;  // the most; that less the least, or 0 where it does not matter
    };
    struct Class {
        int family, size;
        std::size_t count = 0, next = 0;
        std::uint64_t least_work = UINT64_MAX, most_work = 0;
        BatchSizes most{};
        void add(const BatchSizes& s, std::uint64_t work_of_one, i64 problems) {
            count += static_cast<std::size_t>(problems);
            least_work = std::min(least_work, work_of_one), most_work = std::max(most_work, work_of_one);
            grow(most, s);
        }
    };
    static void grow(BatchSizes& most, const BatchSizes& s) {
        most.m = std::max(most.m, s.m), most.n = std::max(most.n, s.n), most.k = std::max(most.k, s.k);
    }
    static std::uint64_t work(const BatchSizes& s) {
        const auto longer = [](std::int32_t x) { return static_cast<std::uint64_t>(x) + 1; };
        return longer(s.m) * longer(s.n) * longer(s.k);
    }
    std::int32_t class_of(int family, int size) {
        const std::uint32_t hash = static_cast<std::uint32_t>(size) * 64 + static_cast<std::uint32_t>(family);
        std::int32_t& seen = seen_[hash * 0x9e3779b1u >> 24];
        const auto fits = [&](const Class& c) { return c.family == family && c.size == size; };
        if (static_cast<std::size_t>(seen) < classes_.size() && fits(classes_[static_cast<std::size_t>(seen)]))
            return seen;
        const auto at = std::find_if(classes_.begin(), classes_.end(), fits);
        seen = static_cast<std::int32_t>(at - classes_.begin());
        if (at == classes_.end()) classes_.push_back({family, size});
        return seen;
    }
    // The largest work first, equals as they come: in `items`, or in as many others.
    const Item* in_order(Item* items, Item* others, const Order& o) const {
        constexpr std::size_t few = 256;
        if (o.range == 0) return items;
        if (o.range >> (64 - key_at) != 0) {  // not in the key
            std::stable_sort(items, items + o.count, [this](Item x, Item y) {
                return work(given_[static_cast<std::uint32_t>(x)]) > work(given_[static_cast<std::uint32_t>(y)]);
            });
            return items;
        }
        if (o.count <= few) {
            std::stable_sort(items, items + o.count, [](Item x, Item y) { return x >> key_at < y >> key_at; });
            return items;
        }
        // By digits, the last one first.
        constexpr int most_bits = 11;
        const int bits = static_cast<int>(std::bit_width(o.range)), digits = (bits + most_bits - 1) / most_bits;
        const int width = (bits + digits - 1) / digits;
        for (int shift = key_at; shift < key_at + bits; shift += width) {
            const std::size_t values = std::size_t{1} << width;
            const auto digit = [&](Item x) { return x >> shift & (values - 1); };
            std::uint32_t next[1 << most_bits];
            std::fill_n(next, values, 0u);
            for (std::size_t i = 0; i < o.count; ++i) ++next[digit(items[i])];
            std::uint32_t before = 0;
            for (std::size_t v = 0; v < values; ++v) before += std::exchange(next[v], before);
            for (std::size_t i = 0; i < o.count; ++i) others[next[digit(items[i])]++] = items[i];
            std::swap(items, others);
        }
        return items;
    }

    std::vector<shunt_alike> families_;
    std::vector<Class> classes_;
    std::int32_t seen_[256];  // a class that was found there
    // Of all problems by their numbers, and of those that were added.
    std::size_t count_ = 0, problems_ = 0;
    BatchSizes *given_ = nullptr, *sizes_ = nullptr;
    std::int32_t *class_of_ = nullptr, *order_ = nullptr;
    Item *items_ = nullptr, *spare_ = nullptr;
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
    Work(Context& context, const shunt_batch& b, bool enqueued)
        : context_(context), q_(*context.compute), b_(b), enqueued_(enqueued) {}
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
            return sort();
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
                s = enqueued_ ? q_.place(there, from, static_cast<std::size_t>(bytes))
                              : q_.upload({there, bytes, 1}, bytes_at(from, bytes), bytes, 1);
            return there;
        });
        info_ = all.info;
        const i64 words = info_bytes() / 4;
        if (info_ && s == Status::ok) s = q_.scale('s', words, 1, {}, {static_cast<char*>(info_), words, 4});
        for (Launches& l : launches_) {
            BatchProblems p = all;
            p.count = l.problems.count, p.first = l.problems.first, p.most = l.problems.most;
            if (p.order) p.order += p.first, p.sizes += std::exchange(p.first, 0);
            l.problems = p;
        }
        return s;
    }
    Status carry_out() {
        Status s = Status::ok;
        for (const Launches& l : launches_)
            if (s == Status::ok) s = Plan(q_, b_.precision, l.options, l.problems).carry_out(b_.routine);
        for (const auto& [x, first] : singles_)
            for (i64 i = first; i < first + x.problems && s == Status::ok; ++i) s = alone_on_device(x, i);
        if (s == Status::ok && b_.info && !b_.info_on_device) {
            s = q_.download(bytes_at(b_.info, info_bytes()), bytes_at(info_, info_bytes()), info_bytes(), 1);
            if (s == Status::ok) s = q_.finish();
        }
        return s;
    }

    static i64 room_for(i64 bytes) { return rounded_up(bytes, SHUNT_WORKSPACE_UNIT); }
    static Array bytes_at(const void* p, i64 bytes) { return {static_cast<char*>(const_cast<void*>(p)), bytes, 1}; }
    i64 info_bytes() const { return b_.count * (b_.wide ? 8 : 4); }

    Status sort() {
        const bool many = b_.runs > few_runs;
        if (many) sorted_.begin(context_.lists, b_.count);
        Reader reader(b_);
        Fits fits(q_, b_.routine, b_.precision);
        i64 number = 0;
        for (i64 run = 0; run < b_.runs; ++run) {
            Reader::Kind& kind = reader.read(run);
            if (b_.routine == SHUNT_BATCH_GETRI) kind.x.k = kind.x.ldb = kind.x.n;  // of the memory beside it
            const shunt_alike& x = kind.x;
            const i64 first = std::exchange(number, number + x.problems);
            if (x.problems == 0) continue;
            const bool empty = is_empty(b_.routine, x);
            const int size = empty ? alone : size_class(fits, b_.routine, b_.precision, x, enqueued_);
            if (size == none_at_all) return Status::unsuited;
            if (size == alone) {
                if (!empty) singles_.emplace_back(x, first);
                if (many) sorted_.leave_out(first, x.problems);
            } else if (!many) {
                BatchProblems p{};
                p.count = x.problems, p.first = first, p.most = sizes_of(x);
                launches_.push_back({x, p});
            } else if (!sorted_.add(kind, first, size)) {
                return Status::unsuited;
            }
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
            all.sizes = static_cast<const BatchSizes*>(on_device(sorted_.lists(), count * Sorted::bytes_each));
            if (all.sizes) all.order = reinterpret_cast<const std::int32_t*>(all.sizes + count);
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
    const bool enqueued_;
    void* taken_ = nullptr;
    std::vector<Launches> launches_;
    Sorted sorted_;
    std::vector<std::pair<shunt_alike, i64>> singles_;  // and their first problem
    void* info_ = nullptr;                              // in device memory
};

}  // namespace

Status run_batch(Context& context, const shunt_batch& b) {
    Work work(context, b, false);
    const Status s = work.prepare();
    return s == Status::ok ? work.place_and_carry_out(nullptr) : s;
}

Status enqueue_batch(Context& context, const shunt_batch& b, void* workspace, std::int64_t& bytes) {
    const i64 given = workspace ? bytes : 0;
    Work work(context, b, true);
    if (const Status s = work.prepare(); s != Status::ok) return s;
    bytes = std::max<i64>(work.bytes(), SHUNT_WORKSPACE_UNIT);
    return given < bytes ? Status::ok : work.place_and_carry_out(workspace);
}

}  // namespace shunt::gpu
