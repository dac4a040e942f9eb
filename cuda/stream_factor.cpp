// In: LAPACK calls on host memory. Out: factored panel by panel while the next panels come and the finished ones leave.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <memory>
#include <new>
#include <numeric>
#include <utility>
#include <vector>

#include "cuda/factor.hpp"
#include "cuda/parts.hpp"
#include "cuda/session.hpp"
#include "cuda/trsm.hpp"

namespace shunt::gpu {
namespace {

constexpr Scalar one{1, 0}, minus_one{-1, 0};

// The panels of a factorization. Few: each is a chain of launches of its own.
Panels factor_panels(const Tuning& tuning, i64 n) {
    constexpr i64 most = 8;
    if (n < 3 * tuning.factor_panel) return {n, n};
    const i64 width = std::max(tuning.factor_panel, rounded_up((n + most - 1) / most, tuning.panel_multiple));
    return Panels::tapered(n, width, tuning.panel_multiple, true);
}

Array host_a(const shunt_call& c) {
    return matrix(c.a, c.lda, c.precision);
}
Array host_b(const shunt_call& c) {
    return matrix(c.b, c.ldb, c.precision);
}

// While the compute queue factors a panel, the next one is brought up to date by the panels before on a queue of its
// own.
struct Ahead {
    Session& s;

    Queue& queue() const { return *s.ahead().queue; }
    // Panels in front of the last one that the compute queue had at meet() are factored.
    void wait() const {
        if (s.good()) s.check(queue().wait(s.ahead().done));
    }
    // The compute queue goes on when what is here is done.
    void meet() const {
        if (s.good()) s.check(s.queue().record(s.ahead().done));
        if (s.good()) s.check(queue().record(s.ahead().ready));
        if (s.good()) s.check(s.queue().wait(s.ahead().ready));
    }
};

// ---- Cholesky: panel j := panel j - (what is left of it, or above), factored. Notes say which panel met a minor that
// is not positive; a panel is downloaded after its note.
struct Cholesky {
    Session& s;
    const shunt_call& c;
    Array a;
    std::int32_t* info;  // one a panel, device
    Panels p;
    std::vector<int> tickets;

    Cholesky(Session& session, const shunt_call& call)
        : s(session),
          c(call),
          a(s.buffer(c.n, c.n, element_bytes(c.precision))),
          info(nullptr),
          p(factor_panels(s.tuning(), c.n)) {
        info = s.values<std::int32_t>(Link::note_count);
        for (i64 i = 0; i < p.count(); ++i) {
            const i64 j = p.begin(i), w = p.size(i);
            tickets.push_back(lower() ? s.upload(host_a(c)(j, j), a(j, j), c.n - j, w, {'L', 0})
                                      : s.upload(host_a(c)(0, j), a(0, j), j + w, w, {'U', j}));
        }
    }

    void factor() {
        const i64 count = p.count();
        Queue& q = s.queue();
        if (count > Link::note_count) s.check(Status::no_memory);
        std::memset(s.link().notes(), 0, sizeof(std::int32_t) * Link::note_count);
        if (s.good()) s.check(q.scale('s', Link::note_count, 1, {}, marks()));
        const Ahead ahead{s};
        for (i64 i = 0; i < count && s.arrived(tickets[static_cast<std::size_t>(i)], ahead.queue()); ++i) {
            const i64 j = p.begin(i), w = p.size(i), below = c.n - j - w, last = i > 0 ? p.begin(i - 1) : 0;
            if (i > 1) {
                ahead.wait();
                update(ahead.queue(), j, w, 0, last);
            }
            ahead.meet();
            if (i > 0) update(q, j, w, last, j);
            if (s.good()) s.check(potrf(q, c.precision, c.uplo, w, a(j, j), info + i, s.beside()));
            if (s.good() && lower() && below)
                s.check(trsm(q, c.precision, 'R', 'L', 'C', 'N', below, w, one, a(j, j), a(j + w, j)));
            take_back(i);
        }
    }

    // LAPACK's info from the notes of the panels that begin before column `end`.
    i64 verdict(i64 end) const {
        for (i64 i = 0; i < p.count() && p.begin(i) < end; ++i)
            if (const i64 note = s.link().notes()[i]; note > 0) return p.begin(i) + note;
        return 0;
    }

private:
    bool lower() const { return c.uplo == 'L'; }
    Array marks() const { return {reinterpret_cast<char*>(info), Link::note_count, 4}; }

    // Columns j ... j + w less what columns (lower) or rows from ... to, all before it, contribute; those rows are
    // solved.
    void update(Queue& q, i64 j, i64 w, i64 from, i64 to) {
        const char type = c.precision;
        const i64 k = to - from, below = c.n - j - w;
        if (lower()) {
            if (s.good()) s.check(subtract_square(q, type, 'L', w, k, a(j, from), a(j, j)));
            if (s.good() && below)
                s.check(q.gemm(type, 'N', 'C', below, w, k, minus_one, a(j + w, from), a(j, from), one, a(j + w, j)));
            return;
        }
        if (s.good() && from)
            s.check(q.gemm(type, 'C', 'N', k, w, from, minus_one, a(0, from), a(0, j), one, a(from, j)));
        if (s.good()) s.check(trsm(q, type, 'L', 'U', 'C', 'N', k, w, one, a(from, from), a(from, j)));
        if (s.good()) s.check(subtract_square(q, type, 'U', w, k, a(from, j), a(j, j)));
    }
    void take_back(i64 i) {
        const Array notes{reinterpret_cast<char*>(s.link().notes()), Link::note_count, 4};
        const i64 j = p.begin(i), w = p.size(i);
        if (s.good()) s.check(s.queue().download(notes(i, 0), marks()(i, 0), 1, 1));
        if (lower())
            s.download(host_a(c)(j, j), a(j, j), c.n - j, w, {'L', 0});
        else
            s.download(host_a(c)(0, j), a(0, j), j + w, w, {'U', j});
    }
};

// Rows i and pivot(i) of `columns` columns of m rows change places, i = first ... last - 1. Most rows move: each once.
template <class T> void make_interchanges_of(const shunt_call& c, i64 m, Array x, i64 columns, i64 first, i64 last) {
    const i64 rows = m - first;
    const std::unique_ptr<T[]> before(new (std::nothrow) T[static_cast<std::size_t>(rows)]);
    const std::unique_ptr<std::int32_t[]> from(new (std::nothrow) std::int32_t[static_cast<std::size_t>(rows)]);
    if (4 * (last - first) < rows || !before || !from) return swap_rows(c, x.data, x.ld, columns, first, last, true);
    std::iota(from.get(), from.get() + rows, 0);
    for (i64 i = first; i < last; ++i) std::swap(from[i - first], from[pivot(c, i) - 1 - first]);
    for (i64 j = 0; j < columns; ++j) {
        T* const column = reinterpret_cast<T*>(x(first, j).data);
        std::copy_n(column, rows, before.get());  // memory is read in its order
        for (i64 i = 0; i < rows; ++i) column[i] = before[from[i]];
    }
}
void make_interchanges(const shunt_call& c, i64 m, Array x, i64 columns, i64 first, i64 last) {
    switch (x.bytes) {
        case 4:
            return make_interchanges_of<float>(c, m, x, columns, first, last);
        case 8:
            return make_interchanges_of<double>(c, m, x, columns, first, last);
        default:
            return make_interchanges_of<std::complex<double>>(c, m, x, columns, first, last);
    }
}

// ---- LU, left-looking: panel i is brought up to date by the panels before it, one after the other, and factored.
// A panel has its own interchanges and those before, here and when it is taken back; the host's threads make those of
// later panels in its rows (settle()). So what the host has is final up to a column, and when the device fails the CPU
// goes on from there.
class Lu {
public:
    Lu(Session& session, shunt_call& call, i64 rows)
        : s(session),
          c(call),
          m(rows),
          a(s.buffer(rows, c.n, element_bytes(c.precision))),
          steps(std::min(rows, c.n)),
          p(factor_panels(s.tuning(), c.n)),
          found(s.values<std::int32_t>(note_length())),
          notes(static_cast<std::size_t>(note_length())),
          seen(notes.size()),
          block(std::min<i64>(32, s.tuning().panel_multiple)),
          settled(static_cast<std::size_t>((c.n + block - 1) / block)) {
        for (i64 i = 0; i < p.count(); ++i)
            tickets.push_back(s.upload(host_a(c)(0, p.begin(i)), a(0, p.begin(i)), m, p.size(i)));
        for (std::size_t b = 0; b < settled.size(); ++b)
            settled[b] = std::min(steps, p.end(p.of(static_cast<i64>(b) * block)));
    }
    ~Lu() { s.link().finish(); }  // nothing is on its way to the notes any more
    Lu(const Lu&) = delete;
    Lu& operator=(const Lu&) = delete;

    void factor() {
        try {
            enqueue_panels();
        } catch (const std::bad_alloc&) {  // what is written is for finish() to say
            s.check(Status::no_memory);
        }
    }

    // x := inv(L) P x, for w columns.
    void forward(Array x, i64 w) {
        for (i64 i = 0; i <= last_factored(); ++i) apply(s.queue(), i, x, w);
    }

    // Of a square matrix: L as LAPACK has it, beside the device's factors, whose panels have their own interchanges
    // only and are still on their way back; a place for w right-hand sides, and the rows that P x takes from x.
    // The places are taken before anything can be written, for they may be refused.
    struct Gathered {
        Array l{}, x{};
        std::int32_t* rows = nullptr;
    };
    Gathered places(i64 w) { return {s.buffer(m, m, a.bytes), s.buffer(m, w, a.bytes), s.values<std::int32_t>(2 * m)}; }
    void gather(const Gathered& g) {
        Queue& q = s.queue();
        if (s.good()) s.check(q.compose_rows(m, 0, 0, nullptr, g.rows));
        for (i64 i = p.count() - 1; i >= 0 && s.good(); --i) {
            const i64 j = p.begin(i);
            s.check(q.gather_rows(c.precision, m - j, p.size(i), a(0, j), g.rows + j, g.l(j, j)));
            if (s.good()) s.check(q.compose_rows(m, j, p.size(i), pivots(i), g.rows));
        }
    }

    // When all is on its way: the host's rows. Few times, as each moves most of the rows below, the last time little.
    void settle() {
        i64 rest = c.n;
        for (i64 i = 1; i < p.count(); ++i) {
            const i64 behind = c.n - p.end(i);
            if (behind > 0 && (2 * behind > rest || 8 * behind < c.n)) continue;
            settle(i), rest = behind;
        }
    }

    // LAPACK's info, as soon as the device has it.
    i64 verdict() {
        if (!s.fetch(seen.data(), found, seen.size() * sizeof seen[0])) return 0;
        return info(p.count(), seen);
    }

    // Of what the link has written: pivots, info and the host's rows, as far as the device came. Columns beyond A's are
    // right-hand sides.
    Progress finish() {
        Progress r = s.finish();
        i64 known = 0, columns = 0, rest = r.written;  // a panel is its notes and its columns
        for (; known < p.count() && rest > 0; ++known) {
            const i64 here = std::min(rest - 1, p.size(known));
            columns += here, rest -= 1 + here;
        }
        r.written = columns + rest;
        if (columns == 0) return r;  // nothing was touched, pivots neither
        r.chosen = std::min(steps, p.end(known - 1));
        publish(known);
        interchange(columns, r.chosen);
        c.info = info(known, notes);
        return r;
    }

    Array factors() const { return a; }

private:
    void enqueue_panels() {
        const i64 count = p.count();
        Queue& q = s.queue();
        if (s.good()) s.check(q.scale('s', note_length(), 1, {}, {reinterpret_cast<char*>(found), note_length(), 4}));
        const Ahead ahead{s};
        for (i64 i = 0; i < count && s.arrived(tickets[static_cast<std::size_t>(i)], ahead.queue()); ++i) {
            const i64 j = p.begin(i), w = p.size(i), before = std::min(i, last_factored() + 1);
            const Array x = a(0, j);
            for (i64 k = 0; k + 1 < before; ++k) {
                if (k == i - 2) ahead.wait();
                apply(ahead.queue(), k, x, w);
            }
            ahead.meet();
            if (before > 0) apply(q, before - 1, x, w);
            if (s.good() && j < steps)
                s.check(getrf(q, c.precision, m - j, w, a(j, j), pivots(i), pivots(i) + p.size(i), s.beside()));
            take_back(i);
        }
    }

    // A panel's notes: its pivots, counted from its first row, and its info.
    i64 note_length() const { return c.n + p.count(); }
    std::int32_t* pivots(i64 i) const { return found + p.begin(i) + i; }
    const std::int32_t* note(i64 i) const { return notes.data() + p.begin(i) + i; }
    i64 pivot_count(i64 i) const { return std::min(p.size(i), steps - p.begin(i)); }
    i64 last_factored() const { return p.of(steps - 1); }
    static int note_job(i64 i) { return static_cast<int>(2 * i); }

    // Columns to the right of panel i, or right-hand sides, from the first row on: its interchanges, its block row, and
    // what is below less the product with it.
    void apply(Queue& q, i64 i, Array x, i64 w) {
        const char type = c.precision;
        const i64 j = p.begin(i), k = pivot_count(i), below = m - j - k;
        interchange_rows(q, i, x, w);
        if (s.good()) s.check(trsm(q, type, 'L', 'L', 'N', 'U', k, w, one, a(j, j), x(j, 0)));
        if (s.good() && below > 0)
            s.check(q.gemm(type, 'N', 'N', below, w, k, minus_one, a(j + k, j), x(j, 0), one, x(j + k, 0)));
    }
    // Those of panel i, in w columns.
    void interchange_rows(Queue& q, i64 i, Array x, i64 w) {
        if (s.good()) s.check(q.swap_rows(c.precision, w, x(p.begin(i), 0), 1, pivot_count(i), pivots(i), true));
    }
    void take_back(i64 i) {
        const i64 length = p.size(i) + 1;
        s.download({reinterpret_cast<char*>(notes.data() + p.begin(i) + i), length, 4},
                   {reinterpret_cast<char*>(pivots(i)), length, 4}, length, 1);
        s.download(host_a(c)(0, p.begin(i)), a(0, p.begin(i)), m, p.size(i));
    }

    // The pivots of the first panels, as LAPACK counts them.
    void publish(i64 panels) {
        for (i64 i = published; i < panels; ++i)
            for (i64 k = 0; k < pivot_count(i); ++k) set_pivot(c, p.begin(i) + k, p.begin(i) + note(i)[k]);
        published = std::max(published, panels);
    }
    i64 info(i64 panels, const std::vector<std::int32_t>& from) const {
        for (i64 i = 0; i < panels; ++i)
            if (const i64 first = from[static_cast<std::size_t>(p.end(i) + i)]) return p.begin(i) + first;
        return 0;
    }
    // Panels in front of panel i get its interchanges, as soon as they are there.
    void settle(i64 i) {
        if (i > last_factored() || !s.written(note_job(i))) return;
        publish(i + 1);
        interchange(p.begin(i), std::min(steps, p.end(i)));
    }
    // Columns in front of `columns` have the interchanges of rows in front of `end`.
    void interchange(i64 columns, i64 end) {
        struct {
            Lu& lu;
            i64 columns, end;
        } turn{*this, columns, end};
        s.link().share((columns + block - 1) / block,
                       [](void* argument, i64 b) {
                           const auto& [lu, most, last] = *static_cast<decltype(turn)*>(argument);
                           i64& done = lu.settled[static_cast<std::size_t>(b)];
                           const i64 first = b * lu.block, width = std::min(lu.block, most - first);
                           if (done >= last) return;
                           make_interchanges(lu.c, lu.m, host_a(lu.c)(0, first), width, done, last);
                           done = last;
                       },
                       &turn);
    }

    Session& s;
    shunt_call& c;
    i64 m;
    Array a;
    i64 steps;  // pivots
    Panels p;
    std::int32_t* found;
    std::vector<std::int32_t> notes;  // as they are written with their panels
    std::vector<std::int32_t> seen;   // verdict()
    i64 block;                        // columns of a thread's turn; divides a panel's
    std::vector<i64> settled;         // of each block: its rows are those after the interchanges in front of this row
    std::vector<int> tickets;
    i64 published = 0;  // panels
};

Progress do_potrf(Session& s, shunt_call& c) {
    Cholesky f(s, c);
    f.factor();
    Progress r = s.finish();
    c.info = f.verdict(r.status == Status::ok ? c.n : r.written);
    return r;
}

Progress do_getrf(Session& s, shunt_call& c) {
    Lu f(s, c, c.m);
    f.factor();
    f.settle();
    return f.finish();
}

// X for the right-hand sides: panels of columns come, are solved and leave. Few, as narrow solves are slow ones.
struct RightHandSides {
    Session& s;
    const shunt_call& c;
    Array b;
    Panels p;
    std::vector<int> tickets;

    RightHandSides(Session& session, const shunt_call& call)
        : s(session), c(call), b(s.buffer(c.n, c.k, element_bytes(c.precision))), p(c.k, width()) {
        for (i64 i = 0; i < p.count(); ++i)
            tickets.push_back(s.upload(host_b(c)(0, p.begin(i)), b(0, p.begin(i)), c.n, p.size(i)));
    }

    i64 width() const {
        const i64 unit = s.tuning().panel_multiple;
        return c.k > 2 * unit ? std::max(unit, rounded_up(c.k / 4, unit)) : c.k;
    }
    // solve(x, columns); x may be put elsewhere.
    template <class Solve> void each(Solve&& solve) {
        for (i64 i = 0; i < p.count() && s.arrived(tickets[static_cast<std::size_t>(i)]); ++i) {
            Array x = b(0, p.begin(i));
            solve(x, p.size(i));
            s.download(host_b(c)(0, p.begin(i)), x, c.n, p.size(i));
        }
    }
};

Progress do_gesv(Session& s, shunt_call& c) {
    Lu f(s, c, c.n);
    RightHandSides rhs(s, c);
    // Where L is used often enough to gain from that, and there is a second place for all.
    const auto n = static_cast<double>(c.n), k = static_cast<double>(c.k);
    const bool gathers = 3 * c.k >= c.n && device_bytes(c) + n * (n + k) * f.factors().bytes <= s.budget();
    const Lu::Gathered g = gathers ? f.places(c.k) : Lu::Gathered{};
    f.factor();
    if (f.verdict() == 0 && s.good()) {
        Queue& q = s.queue();
        if (gathers) f.gather(g);
        i64 first = 0;
        rhs.each([&](Array& x, i64 columns) {
            if (gathers) {
                const Array to = g.x(0, std::exchange(first, first + columns));
                if (s.good()) s.check(q.gather_rows(c.precision, c.n, columns, x, g.rows, to));
                x = to;
                if (s.good()) s.check(trsm(q, c.precision, 'L', 'L', 'N', 'U', c.n, columns, one, g.l, x));
            } else {
                f.forward(x, columns);
            }
            if (s.good()) s.check(trsm(q, c.precision, 'L', 'U', 'N', 'N', c.n, columns, one, f.factors(), x));
        });
    }
    f.settle();
    return f.finish();
}

Progress do_getrs(Session& s, const shunt_call& c) {
    const Array a = s.buffer(c.n, c.n, element_bytes(c.precision));
    auto* pivots = s.values<std::int32_t>(c.n);
    std::vector<std::int32_t> given(static_cast<std::size_t>(c.n));
    for (i64 i = 0; i < c.n; ++i) given[static_cast<std::size_t>(i)] = static_cast<std::int32_t>(pivot(c, i));
    const int factors = s.upload(host_a(c), a, c.n, c.n);
    const int swaps =
        s.upload({reinterpret_cast<char*>(given.data()), c.n, 4}, {reinterpret_cast<char*>(pivots), c.n, 4}, c.n, 1);
    if (factors < 0 || swaps < 0) return s.finish();
    RightHandSides rhs(s, c);
    s.arrived(factors), s.arrived(swaps);
    rhs.each(
        [&](Array b, i64 columns) { s.check(getrs(s.queue(), c.precision, c.transa, c.n, columns, a, pivots, b)); });
    return s.finish();
}

Progress do_posv(Session& s, shunt_call& c) {
    Cholesky f(s, c);
    RightHandSides rhs(s, c);
    f.factor();
    if (s.good() && s.check(s.queue().finish()) && !f.verdict(c.n))
        rhs.each([&](Array b, i64 columns) { s.check(potrs(s.queue(), c.precision, c.uplo, c.n, columns, f.a, b)); });
    Progress r = s.finish();
    c.info = f.verdict(r.status == Status::ok ? c.n : std::min(c.n, r.written));
    return r;
}

Progress do_potrs(Session& s, const shunt_call& c) {
    const Array a = s.buffer(c.n, c.n, element_bytes(c.precision));
    const int factor = s.upload(host_a(c), a, c.n, c.n, {c.uplo, 0});
    RightHandSides rhs(s, c);
    s.arrived(factor);
    rhs.each([&](Array b, i64 columns) { s.check(potrs(s.queue(), c.precision, c.uplo, c.n, columns, a, b)); });
    return s.finish();
}

// ---- QR: cuSOLVER wants all of a matrix. Returned in the order in which finish.cpp can go on.
Progress do_geqrf(Session& s, shunt_call& c) {
    const int bytes = element_bytes(c.precision);
    const i64 steps = std::min(c.m, c.n);
    const Array a = s.buffer(c.m, c.n, bytes), tau = s.buffer(steps, 1, bytes);
    // A NaN below the head of the first column is not seen: LAPACK sees to it.
    if (s.good() && any_nan(c.a, c.m, c.precision)) s.check(Status::unsuited);
    s.arrived(s.upload(host_a(c), a, c.m, c.n));
    if (s.good()) s.check(s.queue().geqrf(c.precision, c.m, c.n, a, tau.data));
    std::vector<char> found(static_cast<std::size_t>(steps * bytes));
    if (!s.fetch(found.data(), tau.data, found.size())) return s.finish();
    // Zeros: a NaN in the next column would not be seen.
    const Scalar first = scalar(found.data(), c.precision);
    if (c.m > 1 && first.re == 0 && first.im == 0) s.check(Status::unsuited);
    if (!s.good()) return s.finish();
    std::copy(found.begin(), found.end(), static_cast<char*>(c.tau));
    s.download(host_a(c), a, c.m, c.n);
    return s.finish();
}

// k reflectors into an m x n matrix, without what stands above them: a library may multiply it by zero.
struct Reflectors {
    Array a, tau;

    Reflectors(Session& s, const shunt_call& c, i64 m, i64 n)
        : a(s.buffer(m, n, element_bytes(c.precision))), tau(s.buffer(c.k, 1, a.bytes)) {
        const int tickets[] = {s.upload(host_a(c), a, m, c.k, {'L', 1}),
                               s.upload(matrix(c.tau, c.k, c.precision), tau, c.k, 1)};
        for (const int t : tickets) s.arrived(t);
        if (s.good()) s.check(s.queue().only_reflectors(c.precision, m, n, c.k, a));
    }
};

Progress do_ormqr(Session& s, const shunt_call& c) {
    const Array out = s.buffer(c.m, c.n, element_bytes(c.precision)), host_c = matrix(c.c, c.ldc, c.precision);
    const Reflectors q(s, c, c.side == 'L' ? c.m : c.n, c.k);
    s.arrived(s.upload(host_c, out, c.m, c.n));
    if (s.good()) s.check(s.queue().ormqr(c.precision, c.side, c.transa, c.m, c.n, c.k, q.a, q.tau.data, out));
    s.download(host_c, out, c.m, c.n, {}, c.side == 'L' ? Order::columns : Order::rows);
    return s.finish();
}

Progress do_orgqr(Session& s, const shunt_call& c) {
    const Reflectors q(s, c, c.m, c.n);
    if (s.good()) s.check(s.queue().orgqr(c.precision, c.m, c.n, c.k, q.a, q.tau.data));
    s.download(host_a(c), q.a, c.m, c.n, {}, Order::columns_back);
    return s.finish();
}

// trtri lauum potri: the whole triangle over, and back in the order in which finish.cpp can go on.
Progress do_triangle(Session& s, shunt_call& c) {
    const char type = c.precision;
    const bool upper = c.uplo == 'U', inverts = c.routine != SHUNT_LAUUM && c.routine != SHUNT_LAUU2;
    const Array a = s.buffer(c.n, c.n, element_bytes(type));
    s.arrived(s.upload(host_a(c), a, c.n, c.n, {c.uplo, 0}));
    const char diag = c.routine == SHUNT_POTRI ? 'N' : c.diag;
    if (s.good() && inverts) s.check(trtri(s.queue(), type, c.uplo, diag, c.n, a));
    if (s.good() && (!inverts || c.routine == SHUNT_POTRI)) s.check(lauum(s.queue(), type, c.uplo, c.n, a));
    const Order order = c.routine == SHUNT_POTRI && upper               ? Order::rows
                        : c.routine != SHUNT_POTRI && inverts && !upper ? Order::columns_back
                                                                        : Order::columns;
    s.download(host_a(c), a, c.n, c.n, {c.uplo, 0}, order);
    Progress r = s.finish();
    c.info = 0;
    return r;
}

}  // namespace

Progress stream_factor(Context& context, shunt_call& c) {
    Session s(context);
    switch (c.routine) {
        case SHUNT_POTRF:
        case SHUNT_POTRF2:
        case SHUNT_POTF2:
            return do_potrf(s, c);
        case SHUNT_GETRF:
        case SHUNT_GETRF2:
        case SHUNT_GETF2:
            return do_getrf(s, c);
        case SHUNT_GETRS:
            return do_getrs(s, c);
        case SHUNT_GESV:
            return do_gesv(s, c);
        case SHUNT_POTRS:
            return do_potrs(s, c);
        case SHUNT_POSV:
            return do_posv(s, c);
        case SHUNT_GEQRF:
            return do_geqrf(s, c);
        case SHUNT_ORMQR:
        case SHUNT_UNMQR:
            return do_ormqr(s, c);
        case SHUNT_ORGQR:
        case SHUNT_UNGQR:
            return do_orgqr(s, c);
        default:
            return do_triangle(s, c);
    }
}

}  // namespace shunt::gpu
