// In: a general matrix in device memory. Out: its LU with partial pivoting, panel by panel.
#include <algorithm>
#include <vector>

#include "cuda/factor.hpp"

namespace shunt::gpu {
namespace {

using i64 = std::int64_t;

struct Matrix {
    char precision;
    i64 m, n;
    Array a;
    std::int32_t *pivots, *info;

    // The rows of columns c0 ... c1 after panel j ... j + w, and their block row.
    //   [ U12 ] := inv(L11) P [ A12 ]
    Status solve(Queue& queue, i64 j, i64 w, i64 c0, i64 c1) const {
        if (c0 >= c1) return Status::ok;
        const i64 order = queue.solve_order(precision), columns = c1 - c0;
        if (w <= order) return queue.swap_solve(precision, w, columns, a(j, j), a(j, c0), pivots + j, j);
        Status status = queue.swap_rows(precision, columns, a(0, c0), j + 1, j + w, pivots, true);
        for (i64 i = 0; i < w && status == Status::ok; i += order) {
            const i64 k = std::min(order, w - i), rest = w - i - k;
            status = queue.swap_solve(precision, k, columns, a(j + i, j + i), a(j + i, c0), nullptr, 0);
            if (rest > 0 && status == Status::ok)
                status = queue.gemm(precision, 'N', 'N', rest, columns, k, {-1, 0}, a(j + i + k, j + i), a(j + i, c0),
                                    {1, 0}, a(j + i + k, c0));
        }
        return status;
    }
    //   A22 := A22 - L21 U12
    Status update(Queue& queue, i64 j, i64 w, i64 c0, i64 c1) const {
        const i64 rows = m - j - w, columns = c1 - c0;
        if (rows <= 0 || columns <= 0) return Status::ok;
        return queue.gemm(precision, 'N', 'N', rows, columns, w, {-1, 0}, a(j + w, j), a(j, c0), {1, 0}, a(j + w, c0));
    }
    // Columns j ... j + w, with the interchanges of its right half in its left half.
    Status panel(Queue& queue, i64 j, i64 w) const {
        const i64 most = queue.getrf_columns(precision, m - j);
        if (w <= most) return queue.getrf(precision, m - j, w, a(j, j), pivots + j, info, j);
        const i64 parts = (w + most - 1) / most, left = parts / 2 * most, right = w - left;
        Status status = panel(queue, j, left);
        if (status == Status::ok) status = solve(queue, j, left, j + left, j + w);
        if (status == Status::ok) status = update(queue, j, left, j + left, j + w);
        if (status == Status::ok) status = panel(queue, j + left, right);
        if (status == Status::ok) status = queue.swap_rows(precision, left, a(0, j), j + left + 1, j + w, pivots, true);
        return status;
    }
};

}  // namespace

Status getrf(Queue& queue, char precision, std::int64_t m, std::int64_t n, Array a, std::int32_t* pivots,
             std::int32_t* info, const Beside* beside) {
    const i64 steps = std::min(m, n);
    if (steps <= 0) return Status::ok;
    const Matrix x{precision, m, n, a, pivots, info};
    const i64 order = queue.solve_order(precision);
    // Wide panels make the products of a large matrix large enough that memory does not bound them; where the panels
    // take longer than the products, narrow ones are faster.
    const auto width = [&](i64 rows) { return rows > 64 * order ? 4 * order : rows > 32 * order ? 2 * order : order; };
    i64 w = std::min(width(m), steps);
    // The interchanges of later panels in earlier ones: panel by panel they hide beside panels that take longer than
    // the products; in one pass at the end they move less.
    const bool late = queue.swaps_late(precision, m);
    std::vector<i64> starts;
    if (late) starts.reserve(static_cast<std::size_t>(steps / order) + 2);  // nothing may fail in the middle
    starts.push_back(0);
    if (n <= 2 * w) beside = nullptr;
    Queue& panels = beside ? *beside->queue : queue;
    Status status = Status::ok;
    const auto after = [&](Queue& first, Event* event, Queue& second) {
        if (status == Status::ok) status = first.record(event);
        if (status == Status::ok) status = second.wait(event);
    };
    if (beside) after(queue, beside->ready, panels);
    // The columns in parts: the block row of one is made while another is updated.
    const i64 part = n / Beside::parts / order * order;
    Queue* const rows = beside && late && part > 0 ? beside->rows : nullptr;
    const auto part_of = [&](i64 column) { return std::min<i64>(column / part, Beside::parts - 1); };
    const auto wait_for_update = [&](Queue& waiting, i64 c0, i64 c1) {
        for (i64 p = part_of(c0); p <= part_of(c1 - 1) && status == Status::ok; ++p)
            status = waiting.wait(beside->updated[p]);
    };

    // While the columns from c2 on are updated with panel j, the next panel is updated and factored beside them.
    if (status == Status::ok) status = x.panel(panels, 0, w);
    for (i64 j = 0; j < steps && status == Status::ok;) {
        const i64 c1 = j + w, next = c1 < steps ? std::min(width(m - c1), steps - c1) : 0, c2 = c1 + next;
        // A short solve of the next panel's rows goes before that of the others: with both at once it takes twice as
        // long.
        const bool short_solve = beside && next > 0 && w <= order;
        const auto factored = [&] {
            after(panels, beside->done, queue);
            if (rows && status == Status::ok) status = rows->wait(beside->done);
        };
        if (beside) {
            if (!short_solve) factored();
            if (status == Status::ok && j > 0 && next > 0) {
                if (rows)
                    wait_for_update(panels, c1, c2);
                else
                    status = panels.wait(beside->ready);
            }
        }
        if (next > 0) {
            if (status == Status::ok) status = x.solve(panels, j, w, c1, c2);
            if (short_solve) factored();
            if (status == Status::ok) status = x.update(panels, j, w, c1, c2);
            if (status == Status::ok) status = x.panel(panels, c1, next);
        }
        for (i64 c = c2, end = n; c < n && status == Status::ok; c = end) {
            if (rows) {
                const i64 p = part_of(c);
                end = p + 1 < Beside::parts ? (p + 1) * part : n;
                if (j > 0) wait_for_update(*rows, c, end);
            }
            if (status == Status::ok) status = x.solve(rows ? *rows : queue, j, w, c, end);
            if (rows) after(*rows, beside->solved, queue);
            if (status == Status::ok) status = x.update(queue, j, w, c, end);
            if (rows && status == Status::ok) status = queue.record(beside->updated[part_of(c)]);
        }
        if (status == Status::ok && j > 0 && !late) status = queue.swap_rows(precision, j, a, j + 1, c1, pivots, true);
        if (beside && status == Status::ok) status = queue.record(beside->ready);
        if (late) starts.push_back(c1);
        j = c1, w = next;
    }
    if (beside) after(panels, beside->done, queue);
    const int count = static_cast<int>(starts.size()) - 1;
    if (count < 2 || status != Status::ok) return status;
    status = queue.late_swaps(precision, m, starts.data(), count, a, pivots);
    if (status != Status::no_memory) return status;
    status = Status::ok;
    for (int p = 1; p < count && status == Status::ok; ++p)
        status = queue.swap_rows(precision, starts[p], a, starts[p] + 1, starts[p + 1], pivots, true);
    return status;
}

Status gesv(Queue& queue, char precision, std::int64_t n, std::int64_t nrhs, Array a, std::int32_t* pivots, Array b,
            std::int32_t* info, std::int32_t* found, const Beside* beside) {
    Status status = getrf(queue, precision, n, n, a, pivots, info, beside);
    if (status == Status::ok) status = fetch_info(queue, info, found);
    if (status != Status::ok || *found != 0) return status;
    return getrs(queue, precision, 'N', n, nrhs, a, pivots, b);
}

}  // namespace shunt::gpu
