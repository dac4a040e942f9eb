// In: LAPACK calls on host memory. Out: factored panel by panel while the next panels come and the finished ones leave.
#include <algorithm>
#include <cmath>
#include <cstring>

#include "cuda/factor.hpp"
#include "cuda/parts.hpp"
#include "cuda/session.hpp"
#include "cuda/trsm.hpp"

namespace shunt::gpu {
namespace {

constexpr Scalar one{1, 0}, minus_one{-1, 0};

// Few panels of a factorization, at most `most`: each is a chain of launches of its own.
Panels factor_panels(const Tuning& tuning, i64 n, i64 most) {
    if (n < 3 * tuning.factor_panel) return {n, n};
    return {n, std::max(tuning.factor_panel, rounded_up((n + most - 1) / most, tuning.panel_multiple))};
}

Array host_a(const shunt_call& c) {
    return matrix(c.a, c.lda, c.precision);
}
Array host_b(const shunt_call& c) {
    return matrix(c.b, c.ldb, c.precision);
}

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
          p(factor_panels(s.tuning(), c.n, 8)) {
        info = s.values<std::int32_t>(Link::note_count);
        for (i64 i = 0; i < p.count(); ++i) {
            const i64 j = p.begin(i), w = p.size(i);
            tickets.push_back(c.uplo == 'L' ? s.upload(host_a(c)(j, j), a(j, j), c.n - j, w, {'L', 0})
                                            : s.upload(host_a(c)(0, j), a(0, j), j + w, w, {'U', j}));
        }
    }

    void factor() {
        const char type = c.precision;
        const bool lower = c.uplo == 'L';
        Queue& q = s.queue();
        if (p.count() > Link::note_count) s.check(Status::no_memory);
        const Array notes{reinterpret_cast<char*>(s.link().notes()), Link::note_count, 4};
        std::memset(s.link().notes(), 0, sizeof(std::int32_t) * Link::note_count);
        const Array marks{reinterpret_cast<char*>(info), Link::note_count, 4};
        if (s.good()) s.check(q.scale('s', Link::note_count, 1, {}, marks));
        for (i64 i = 0; i < p.count() && s.arrived(tickets[static_cast<std::size_t>(i)]); ++i) {
            const i64 j = p.begin(i), w = p.size(i), below = c.n - j - w;
            if (lower && j > 0) {
                s.check(subtract_square(q, type, 'L', w, j, a(j, 0), a(j, j)));
                if (below)
                    s.check(q.gemm(type, 'N', 'C', below, w, j, minus_one, a(j + w, 0), a(j, 0), one, a(j + w, j)));
            } else if (j > 0) {
                s.check(trsm(q, type, 'L', 'U', 'C', 'N', j, w, one, a, a(0, j)));
                s.check(subtract_square(q, type, 'U', w, j, a(0, j), a(j, j)));
            }
            if (!s.good()) return;
            s.check(potrf(q, type, c.uplo, w, a(j, j), info + i, s.beside()));
            if (lower && below) s.check(trsm(q, type, 'R', 'L', 'C', 'N', below, w, one, a(j, j), a(j + w, j)));
            if (s.good()) s.check(q.download(notes(i, 0), marks(i, 0), 1, 1));
            if (lower)
                s.download(host_a(c)(j, j), a(j, j), c.n - j, w, {'L', 0});
            else
                s.download(host_a(c)(0, j), a(0, j), j + w, w, {'U', j});
        }
    }

    // LAPACK's info from the notes of the panels that begin before column `end`.
    i64 verdict(i64 end) const {
        for (i64 i = 0; i < p.count() && p.begin(i) < end; ++i)
            if (const i64 note = s.link().notes()[i]; note > 0) return p.begin(i) + note;
        return 0;
    }
};

// ---- LU, left-looking: all the swaps so far, one solve and one product bring a panel up to date.
struct Lu {
    Session& s;
    shunt_call& c;
    i64 m;
    Array a;
    i64 steps;  // pivots
    std::int32_t *pivots, *info;
    Panels p;
    std::vector<int> tickets;

    Lu(Session& session, shunt_call& call, i64 rows)
        : s(session),
          c(call),
          m(rows),
          a(s.buffer(rows, c.n, element_bytes(c.precision))),
          steps(std::min(rows, c.n)),
          pivots(nullptr),
          info(nullptr),
          p(factor_panels(s.tuning(), c.n, s.tuning().lu_panels)) {
        pivots = s.values<std::int32_t>(steps);
        info = s.values<std::int32_t>(p.count());
        for (i64 i = 0; i < p.count(); ++i)
            tickets.push_back(s.upload(host_a(c)(0, p.begin(i)), a(0, p.begin(i)), m, p.size(i)));
    }

    void factor() {
        const char type = c.precision;
        Queue& q = s.queue();
        if (s.good()) s.check(q.scale('s', p.count(), 1, {}, {reinterpret_cast<char*>(info), p.count(), 4}));
        for (i64 i = 0; i < p.count() && s.arrived(tickets[static_cast<std::size_t>(i)]); ++i) {
            const i64 j = p.begin(i), w = p.size(i), done = std::min(j, steps);
            for (i64 before = 0; before < done; before += p.width)
                s.check(
                    q.swap_rows(type, w, a(before, j), 1, std::min(p.width, steps - before), pivots + before, true));
            if (done) s.check(trsm(q, type, 'L', 'L', 'N', 'U', done, w, one, a, a(0, j)));
            if (done && m > done)
                s.check(q.gemm(type, 'N', 'N', m - done, w, done, minus_one, a(done, 0), a(0, j), one, a(done, j)));
            if (!s.good() || j >= steps) continue;
            s.check(getrf(q, type, m - j, w, a(j, j), pivots + j, info + i, s.beside()));
            if (j) s.check(q.swap_rows(type, j, a(j, 0), 1, std::min(w, steps - j), pivots + j, true));
        }
    }

    // Pivots and info reach the host before anything else of the result, and the device has them as LAPACK counts them.
    // False: nothing was touched.
    bool fetch() {
        std::vector<std::int32_t> found(static_cast<std::size_t>(steps)), infos(static_cast<std::size_t>(p.count()));
        if (!s.fetch(found.data(), pivots, found.size() * 4) || !s.fetch(infos.data(), info, infos.size() * 4))
            return false;
        for (i64 i = 0; i < steps; ++i) {
            std::int32_t& row = found[static_cast<std::size_t>(i)];
            row += static_cast<std::int32_t>(i / p.width * p.width);
            set_pivot(c, i, row);
        }
        const Array rows{reinterpret_cast<char*>(found.data()), steps, 4},
            at{reinterpret_cast<char*>(pivots), steps, 4};
        if (p.count() > 1) s.check(s.queue().upload(at, rows, steps, 1)) && s.check(s.queue().finish());
        c.info = 0;
        for (i64 i = 0; i < p.count() && p.begin(i) < steps && !c.info; ++i)
            if (const i64 first = infos[static_cast<std::size_t>(i)]) c.info = p.begin(i) + first;
        return true;
    }
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
    if (!f.fetch()) return s.finish();
    s.download(host_a(c), f.a, c.m, c.n);
    return s.finish();  // pivots are written over again by whoever starts anew
}

// X for the right-hand sides: panels of columns come, are solved and leave. Few, as narrow solves are slow ones.
struct RightHandSides {
    Session& s;
    const shunt_call& c;
    Array b;
    Panels p;
    std::vector<int> tickets;

    RightHandSides(Session& session, const shunt_call& call)
        : s(session), c(call), b(s.buffer(c.n, c.k, element_bytes(c.precision))), p{c.k, c.k} {
        const i64 unit = s.tuning().panel_multiple;
        if (c.k > 2 * unit) p.width = std::max(unit, rounded_up(c.k / 4, unit));
        for (i64 i = 0; i < p.count(); ++i)
            tickets.push_back(s.upload(host_b(c)(0, p.begin(i)), b(0, p.begin(i)), c.n, p.size(i)));
    }

    template <class Solve> void each(Solve&& solve) {
        for (i64 i = 0; i < p.count() && s.arrived(tickets[static_cast<std::size_t>(i)]); ++i) {
            const Array x = b(0, p.begin(i));
            solve(x, p.size(i));
            s.download(host_b(c)(0, p.begin(i)), x, c.n, p.size(i));
        }
    }
};

Progress do_gesv(Session& s, shunt_call& c) {
    Lu f(s, c, c.n);
    RightHandSides rhs(s, c);
    f.factor();
    if (!f.fetch()) return s.finish();
    s.download(host_a(c), f.a, c.n, c.n);
    if (!c.info)
        rhs.each(
            [&](Array b, i64 columns) { s.check(getrs(s.queue(), c.precision, 'N', c.n, columns, f.a, f.pivots, b)); });
    return s.finish();
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
