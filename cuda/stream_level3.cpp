// In: level 3 calls on host memory. Out: operands brought over first, then panels of the result that are computed and
// taken back one by one.
#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "cuda/session.hpp"
#include "cuda/trmm.hpp"
#include "cuda/trsm.hpp"

namespace shunt::gpu {
namespace {

using i64 = std::int64_t;

// About `wanted` of `total`, a multiple of the unit.
i64 width_of(double wanted, i64 total, i64 unit) {
    return std::min(total, rounded_up(static_cast<i64>(std::ceil(wanted)), unit));
}

// Wide enough that a product fills the device, and enough of them that transfers overlap. `flops` for all of `total`;
// about `most` panels at most.
i64 panel_width(const Tuning& tuning, i64 total, double flops, double most) {
    const double count = std::clamp(std::floor(flops / tuning.panel_flops), 1.0, most);
    return std::max<i64>(1, width_of(static_cast<double>(total) / count, total, tuning.panel_multiple));
}

// What does not fit: panels as wide as may be with one in each place.
Panels panels_in_turn(const Session& s, const Turns& t) {
    const i64 unit = s.tuning().panel_multiple, least = std::min(unit, t.length);
    const double room = (s.budget() / t.element - t.stay) / (t.columns + turn_places * t.rows);
    i64 width = std::clamp(static_cast<i64>(room) / unit * unit, least, t.length);
    while (width > least && t.bytes(width) > s.budget()) width = std::max(least, (width - 1) / unit * unit);
    return {t.length, width};
}

// Panels in `places` of the device: one is brought when the one before it in its place is written. compute() hands in
// one download.
template <class Bring, class Compute>
void in_turn(Session& s, i64 count, i64 places, const Bring& bring, const Compute& compute) {
    i64 next = 0;
    for (i64 p = 0; p < count && s.good(); ++p) {
        for (; next < std::min(count, p + places); ++next) {
            if (next >= places && !s.written(static_cast<int>(next - places))) return;
            bring(next);
        }
        compute(p);
    }
}

double product(i64 a, i64 b, i64 c) {
    return 2.0 * static_cast<double>(a) * static_cast<double>(b) * static_cast<double>(c);
}

// What the device takes for large products: they heat it, so that its clock falls.
double seconds(const Session& s, const shunt_call& c, double flops) {
    return flops * (complex_elements(c.precision) ? 4 : 1) / (0.8 * s.device().flops(c.precision));
}

// Bytes: of what all panels of a result need, of what each needs its part of, and of the result, up and down.
struct Load {
    double shared, split, up, down;
    double seconds(const Session& s) const { return (shared + split + up) / s.tuning().bytes_per_second; }
};

// How much of the result the first panel should be, which is added up in slices while what all panels need arrives, so
// that the last one is back soonest.
double first_part(const Session& s, const shunt_call& c, double flops, const Load& load) {
    constexpr int slices = 8, others = 4;
    const double rate = s.tuning().bytes_per_second, time = seconds(s, c, flops);
    double best = 1, soonest = HUGE_VAL;
    for (const double part : {0.25, 1 / 3.0, 0.5, 2 / 3.0, 5 / 6.0}) {
        double here = (load.shared + part * (load.split + load.up)) / rate;
        const double begin = (part * load.up + (load.shared + part * load.split) / slices) / rate;
        double done = std::max(here + part * time / slices, begin + part * time);
        double back = done + part * load.down / rate;
        const double other = (1 - part) / others;
        for (int i = 0; i < others; ++i) {
            here += other * (load.split + load.up) / rate;
            done = std::max(done, here) + other * time;
            back = std::max(back, done) + other * load.down / rate;
        }
        if (back < soonest) soonest = back, best = part;
    }
    return best;
}

bool zero(Scalar s) {
    return s.re == 0 && s.im == 0;
}

// A stored matrix X, and rows or columns i .. of op(X).
struct Operand {
    Array host, device;
    bool turned;  // op transposes
    Array at(const Array& x, i64 i, i64 j) const { return turned ? x(j, i) : x(i, j); }
    // rows x columns of op(X) from (i, j) on, to (p, q) of what is on the device.
    int upload(Session& s, i64 i, i64 j, i64 p, i64 q, i64 rows, i64 columns) const {
        return turned ? s.upload(host(j, i), device(q, p), columns, rows)
                      : s.upload(host(i, j), device(p, q), rows, columns);
    }
    int upload(Session& s, i64 i, i64 j, i64 rows, i64 columns) const { return upload(s, i, j, i, j, rows, columns); }
};

// What is on its way up, in the order in which the compute queue waits for it.
class Uploads {
public:
    explicit Uploads(Session& s) : s_(s) {}
    void add(int ticket) { tickets_.push_back(ticket); }
    // The next `count` of them.
    bool arrived(std::size_t count) {
        for (; count > 0 && s_.arrived(tickets_[next_]); --count) ++next_;
        return s_.good();
    }

private:
    Session& s_;
    std::vector<int> tickets_;
    std::size_t next_ = 0;
};

// C := alpha op(A) op(B) + beta C by panels of columns (by rows: of rows, with the parts of A and B exchanged).
// First panel: A and its part of B come in slices along k, so that the product starts with the first of them.
Progress gemm(Session& s, const shunt_call& c) {
    const int bytes = element_bytes(c.precision);
    const Scalar alpha = scalar(c.alpha, c.precision), beta = scalar(c.beta, c.precision), one{1, 0};
    const bool by_rows = gemm_by_rows(c);
    Operand a{matrix(c.a, c.lda, c.precision), {}, c.transa != 'N'},
        b{matrix(c.b, c.ldb, c.precision), {}, c.transb != 'N'};
    const Array host = matrix(c.c, c.ldc, c.precision), out = s.buffer(c.m, c.n, bytes);
    a.device = a.turned ? s.buffer(c.k, c.m, bytes) : s.buffer(c.m, c.k, bytes);
    b.device = b.turned ? s.buffer(c.n, c.k, bytes) : s.buffer(c.k, c.n, bytes);
    const auto window = [&](const Array& x, i64 p) { return by_rows ? x(p, 0) : x(0, p); };

    const double flops = product(c.m, c.n, c.k);
    const Tuning& tuning = s.tuning();
    const i64 length = by_rows ? c.m : c.n, across = by_rows ? c.n : c.m;
    const double in_c = static_cast<double>(c.m) * static_cast<double>(c.n) * bytes;
    const double in_a = static_cast<double>(c.m) * static_cast<double>(c.k) * bytes;
    const double in_b = static_cast<double>(c.k) * static_cast<double>(c.n) * bytes;
    const double part =
        flops < 4 * tuning.panel_flops
            ? 1
            : first_part(s, c, flops, {by_rows ? in_b : in_a, by_rows ? in_a : in_b, zero(beta) ? 0 : in_c, in_c});
    const i64 first = width_of(part * static_cast<double>(length), length, tuning.panel_multiple);
    const Panels rest = Panels::tapered(length - first, panel_width(tuning, length - first, flops * (1 - part), 4),
                                        tuning.panel_multiple, false);
    const Panels slices(c.k, panel_width(tuning, c.k, flops * part, 8));

    // p, size: the panel of C; its part of B (or A) and, with the first panel, the whole other operand.
    const auto bring = [&](i64 p, i64 size, i64 k0, i64 k, bool both) {
        int ticket = 0;
        if (both) ticket = by_rows ? b.upload(s, k0, 0, k, c.n) : a.upload(s, 0, k0, c.m, k);
        const int last = by_rows ? a.upload(s, p, k0, size, k) : b.upload(s, k0, p, k, size);
        return both ? std::pair{ticket, last} : std::pair{last, last};
    };
    const auto bring_out = [&](i64 p, i64 size) {
        if (zero(beta)) return -1;
        return by_rows ? s.upload(window(host, p), window(out, p), size, across)
                       : s.upload(window(host, p), window(out, p), across, size);
    };
    const auto multiply = [&](i64 p, i64 size, i64 k0, i64 k, Scalar factor) {
        const Array from_a = by_rows ? a.at(a.device, p, k0) : a.at(a.device, 0, k0);
        const Array from_b = by_rows ? b.at(b.device, k0, 0) : b.at(b.device, k0, p);
        s.check(s.queue().gemm(c.precision, c.transa, c.transb, by_rows ? size : c.m, by_rows ? c.n : size, k, alpha,
                               from_a, from_b, factor, window(out, p)));
    };
    const auto take_back = [&](i64 p, i64 size) {
        s.download(window(host, p), window(out, p), by_rows ? size : c.m, by_rows ? c.n : size, {},
                   by_rows ? Order::rows : Order::columns, zero(beta) ? Before::replaced : Before::needed);
    };

    std::vector<std::pair<int, int>> tickets;
    std::vector<int> outs;
    outs.push_back(bring_out(0, first));
    for (i64 i = 0; i < slices.count(); ++i) tickets.push_back(bring(0, first, slices.begin(i), slices.size(i), true));
    for (i64 p = 0; p < rest.count(); ++p) {
        outs.push_back(bring_out(first + rest.begin(p), rest.size(p)));
        tickets.push_back(bring(first + rest.begin(p), rest.size(p), 0, c.k, false));
    }
    std::size_t next = 0, next_out = 0;
    const auto ready = [&] { return s.good() && s.arrived(tickets[next].first) && s.arrived(tickets[next].second); };
    const auto out_ready = [&] { return s.good() && (outs[next_out] < 0 || s.arrived(outs[next_out])); };
    if (out_ready())
        for (i64 i = 0; i < slices.count() && ready(); ++i, ++next)
            multiply(0, first, slices.begin(i), slices.size(i), i == 0 ? beta : one);
    ++next_out;
    take_back(0, first);
    for (i64 p = 0; p < rest.count() && out_ready() && ready(); ++p, ++next, ++next_out) {
        multiply(first + rest.begin(p), rest.size(p), 0, c.k, beta);
        take_back(first + rest.begin(p), rest.size(p));
    }
    return s.finish();
}

// The same where C and the operand that it shares its panels with do not fit: the other one first, whole.
Progress gemm_in_turn(Session& s, const shunt_call& c) {
    const int bytes = element_bytes(c.precision);
    const Scalar alpha = scalar(c.alpha, c.precision), beta = scalar(c.beta, c.precision);
    const bool by_rows = gemm_by_rows(c);
    const Panels panels = panels_in_turn(s, turns(c));
    const i64 held = std::min(turn_places * panels.size(0), panels.total());
    const i64 m = by_rows ? held : c.m, n = by_rows ? c.n : held;  // of what is on the device
    Operand a{matrix(c.a, c.lda, c.precision), {}, c.transa != 'N'},
        b{matrix(c.b, c.ldb, c.precision), {}, c.transb != 'N'};
    const Array host = matrix(c.c, c.ldc, c.precision), out = s.buffer(m, n, bytes);
    a.device = a.turned ? s.buffer(c.k, m, bytes) : s.buffer(m, c.k, bytes);
    b.device = b.turned ? s.buffer(n, c.k, bytes) : s.buffer(c.k, n, bytes);
    const auto place = [&](i64 p) { return p % turn_places * panels.size(0); };
    const auto window = [&](const Array& x, i64 i) { return by_rows ? x(i, 0) : x(0, i); };

    const int whole = by_rows ? b.upload(s, 0, 0, c.k, c.n) : a.upload(s, 0, 0, c.m, c.k);
    std::vector<std::pair<int, int>> tickets;
    bool first = true;
    in_turn(
        s, panels.count(), turn_places,
        [&](i64 p) {
            const i64 at = panels.begin(p), size = panels.size(p);
            const int ticket =
                by_rows ? a.upload(s, at, 0, place(p), 0, size, c.k) : b.upload(s, 0, at, 0, place(p), c.k, size);
            const int before = zero(beta) ? -1
                                          : s.upload(window(host, at), window(out, place(p)), by_rows ? size : c.m,
                                                     by_rows ? c.n : size);
            tickets.emplace_back(ticket, before);
        },
        [&](i64 p) {
            const i64 at = panels.begin(p), size = panels.size(p);
            const auto [ticket, before] = tickets[static_cast<std::size_t>(p)];
            if (std::exchange(first, false)) s.arrived(whole);
            if (!s.good() || !s.arrived(ticket) || (before >= 0 && !s.arrived(before))) return;
            s.check(s.queue().gemm(c.precision, c.transa, c.transb, by_rows ? size : c.m, by_rows ? c.n : size, c.k,
                                   alpha, by_rows ? a.at(a.device, place(p), 0) : a.device,
                                   by_rows ? b.device : b.at(b.device, 0, place(p)), beta, window(out, place(p))));
            s.download(window(host, at), window(out, place(p)), by_rows ? size : c.m, by_rows ? c.n : size, {},
                       by_rows ? Order::rows : Order::columns, zero(beta) ? Before::replaced : Before::needed);
        });
    return s.finish();
}

// A triangle (or symmetric matrix) A, and panels of B or C that do not depend on each other: columns when A stands on
// the left, rows on the right.
struct WithTriangle {
    Session& s;
    const shunt_call& c;
    const int bytes = element_bytes(c.precision);
    const bool solves = c.routine == SHUNT_TRSM || c.routine == SHUNT_TRTRS;
    const bool triangular = solves || c.routine == SHUNT_TRMM;
    const bool left = c.side == 'L' || c.routine == SHUNT_TRTRS, lower = c.uplo == 'L';
    const char side = left ? 'L' : 'R', trans = triangular ? c.transa : 'N';
    const i64 m = c.routine == SHUNT_TRTRS ? c.n : c.m, n = c.routine == SHUNT_TRTRS ? c.k : c.n;
    const i64 order = left ? m : n, length = left ? n : m;
    const Scalar alpha = c.alpha ? scalar(c.alpha, c.precision) : Scalar{1, 0};
    const Scalar beta = triangular ? Scalar{} : scalar(c.beta, c.precision);
    const double flops = product(m, n, order) / (triangular ? 2 : 1);
    const bool fits = device_bytes(c) <= s.budget();
    const Panels in_places = fits ? Panels(0, 1) : panels_in_turn(s, turns(c));
    const i64 held = fits ? length : std::min(turn_places * in_places.size(0), length);
    const Array ha = matrix(c.a, c.lda, c.precision), hb = matrix(c.b, c.ldb, c.precision);
    const Array hc = triangular ? hb : matrix(c.c, c.ldc, c.precision);
    const Array a = s.buffer(order, order, bytes), b = buffer(), out = triangular ? b : buffer();

    Array buffer() const { return left ? s.buffer(m, held, bytes) : s.buffer(held, n, bytes); }

    // Row i (or column) of those that A is multiplied with, and those of the panel at p.
    Array at(const Array& x, i64 i, i64 p) const { return left ? x(i, p) : x(p, i); }
    const std::size_t parts = zero(beta) ? 1 : 2;  // of a panel: B, or B and C
    // Of the panel at `from` of the host's, to `to` on the device, w rows from i on.
    void bring(Uploads& uploads, i64 i, i64 w, i64 from, i64 to, i64 size) const {
        const auto part = [&](const Array& host, const Array& device) {
            uploads.add(s.upload(at(host, i, from), at(device, i, to), left ? w : size, left ? size : w));
        };
        part(hb, b);
        if (!zero(beta)) part(hc, out);
    }
    void take_back(i64 from, i64 to, i64 size) const {
        s.download(at(hc, 0, to), at(out, 0, from), left ? m : size, left ? size : n, {},
                   left ? Order::columns : Order::rows, !triangular && zero(beta) ? Before::replaced : Before::needed);
    }
    // With w rows of a panel, from q on, and what of A has the same rows and columns.
    void compute(i64 q, i64 w, Scalar factor, i64 panel, i64 size) const {
        if (!s.good()) return;
        const i64 rows = left ? w : size, columns = left ? size : w;
        const Array x = at(b, q, panel);
        if (solves)
            s.check(trsm(s.queue(), c.precision, side, c.uplo, trans, c.diag, rows, columns, factor, a(q, q), x));
        else if (triangular)
            s.check(trmm(s.queue(), c.precision, side, c.uplo, trans, c.diag, rows, columns, factor, a(q, q), x));
        else
            s.check(s.queue().symm(c.precision, c.routine == SHUNT_HEMM, side, c.uplo, rows, columns, factor, a(q, q),
                                   x, beta, at(out, q, panel)));
    }

    // Stored rows (or columns) q ... q + w of A; e ... e + count are those of the slices before.
    struct Slice {
        i64 q, w, e, count;
    };
    // Slices are taken such that each works with what of B came with it and before it.
    bool by_rows() const { return (left == (trans == 'N')) == (solves || !triangular); }
    Slice slice(const Panels& p, i64 i) const {
        if (by_rows() == lower) return {p.begin(i), p.size(i), 0, p.begin(i)};
        return {order - p.end(i), p.size(i), order - p.begin(i), p.begin(i)};
    }
    void bring(Uploads& uploads, const Slice& x, i64 size) const {
        const i64 i = by_rows() || lower ? x.q : 0, j = by_rows() && lower ? 0 : x.q, both = x.w + x.count;
        uploads.add(s.upload(ha(i, j), a(i, j), by_rows() ? x.w : both, by_rows() ? both : x.w, {c.uplo, j - i}));
        bring(uploads, x.q, x.w, 0, 0, size);
    }
    // Of the first panel: rows `to` := keep times them and factor op(A) times rows `from`.
    void multiply(const Slice& x, char op, i64 to, i64 wide, i64 from, i64 deep, const Array& target, Scalar factor,
                  Scalar keep, i64 size) const {
        if (!s.good() || x.count == 0) return;
        const Array off = by_rows() ? a(x.q, x.e) : a(x.e, x.q), y = at(b, from, 0), z = at(target, to, 0);
        s.check(left ? s.queue().gemm(c.precision, op, 'N', wide, size, deep, factor, off, y, keep, z)
                     : s.queue().gemm(c.precision, 'N', op, size, wide, deep, factor, y, off, keep, z));
    }
    void compute(const Slice& x, i64 size) const {
        constexpr Scalar one{1, 0};
        if (solves) {
            multiply(x, trans, x.q, x.w, x.e, x.count, b, {-1, 0}, alpha, size);
            compute(x.q, x.w, x.count > 0 ? one : alpha, 0, size);
        } else if (triangular) {
            multiply(x, trans, x.e, x.count, x.q, x.w, b, alpha, one, size);
            compute(x.q, x.w, alpha, 0, size);
        } else {
            compute(x.q, x.w, alpha, 0, size);
            multiply(x, 'N', x.q, x.w, x.e, x.count, out, alpha, one, size);
            multiply(x, c.routine == SHUNT_HEMM ? 'C' : 'T', x.e, x.count, x.q, x.w, out, alpha, one, size);
        }
    }

    Progress run() const {
        if (!fits) return in_turns();
        // Measured (H200, orders 4096 and 8192): s and z by equations .91 and .81 of the time by panels, more equations
        // than right-hand sides .88 to .95; as many in d 1.0 to 1.04 while the link is what takes long.
        const bool faster = bytes != 8 || slow() || order > length;
        const bool little = flops < 4 * s.tuning().panel_flops || 4 * order < length;
        // Each column, on the right, goes back in one piece.
        const bool held_by_slot = left || length * bytes <= static_cast<i64>(s.tuning().slot_bytes);
        return solves && faster && !little && held_by_slot ? by_equations() : at_once();
    }

    // A solve by rows (or columns) of all of B, in the order in which they become final: they go back while A comes.
    Progress by_equations() const {
        const Tuning& tuning = s.tuning();
        const Panels slices = Panels::tapered(order, panel_width(tuning, order, flops, 8), tuning.panel_multiple, true);
        Uploads uploads(s);
        for (i64 i = 0; i < slices.count(); ++i) bring(uploads, slice(slices, i), length);
        for (i64 i = 0; i < slices.count() && uploads.arrived(1 + parts); ++i) {
            const Slice x = slice(slices, i);
            compute(x, length);
            s.download(at(hb, x.q, 0), at(b, x.q, 0), left ? x.w : length, left ? length : x.w, {},
                       left || by_rows() == lower ? Order::columns : Order::columns_back);
        }
        Progress r = s.finish();
        i64 rest = r.written;
        for (i64 i = 0; i < slices.count() && rest > 0; ++i) {
            const i64 w = slices.size(i), here = std::min(rest, left ? length : w);
            rest -= here;
            r.next = left || here == w ? slices.end(i) : slices.begin(i) + here;
            r.solved = left && here < length ? slices.begin(i) : r.next;
            r.ahead = left && here < length ? here : 0;
        }
        r.by_equations = true;
        return r;
    }

    Load load() const {
        const double elements = static_cast<double>(m) * static_cast<double>(n) * bytes;
        return {static_cast<double>(order) * static_cast<double>(order) / 2 * bytes, elements,
                zero(beta) ? 0 : elements, elements};
    }
    bool slow() const { return seconds(s, c, flops) > load().seconds(s); }  // the device, not the link

    // The first panel is worked on while A comes, where the device is what takes long.
    Progress at_once() const {
        const Tuning& tuning = s.tuning();
        const i64 unit = tuning.panel_multiple, width = panel_width(tuning, length, flops, 8);
        i64 first = Panels::tapered(length, width, unit, true).size(0);
        const bool sliced = !solves && first < length && slow();
        if (sliced) first = width_of(first_part(s, c, flops, load()) * static_cast<double>(length), length, unit);
        const double part = static_cast<double>(first) / static_cast<double>(length);
        const Panels slices(order, sliced ? panel_width(tuning, order, flops * part, 8) : order);
        const Panels rest = Panels::tapered(length - first, width, sliced ? rounded_up(width / 2, unit) : unit, false);

        Uploads uploads(s);
        for (i64 i = 0; i < slices.count(); ++i) bring(uploads, slice(slices, i), first);
        for (i64 i = 0; i < rest.count(); ++i)
            bring(uploads, 0, order, first + rest.begin(i), first + rest.begin(i), rest.size(i));
        for (i64 i = 0; i < slices.count() && uploads.arrived(1 + parts); ++i) compute(slice(slices, i), first);
        take_back(0, 0, first);
        for (i64 i = 0; i < rest.count() && uploads.arrived(parts); ++i) {
            const i64 p = first + rest.begin(i);
            compute(0, order, alpha, p, rest.size(i));
            take_back(p, p, rest.size(i));
        }
        return s.finish();
    }

    // What does not fit: A first, whole.
    Progress in_turns() const {
        const Panels& p = in_places;
        const auto place = [&](i64 i) { return i % turn_places * p.size(0); };
        Uploads uploads(s);
        uploads.add(s.upload(ha, a, order, order, {c.uplo, 0}));
        in_turn(
            s, p.count(), turn_places, [&](i64 i) { bring(uploads, 0, order, p.begin(i), place(i), p.size(i)); },
            [&](i64 i) {
                uploads.arrived(i == 0 ? 1 + parts : parts);
                compute(0, order, alpha, place(i), p.size(i));
                take_back(place(i), p.begin(i), p.size(i));
            });
        return s.finish();
    }
};

// C := alpha op(A) op(A)^T + beta C and the same of rank 2k, by panels of columns of the triangle: the lower one from
// the right, the upper one from the left. A panel needs its own rows of op(A) and those of the panels before it, so
// what is computed, and goes back, follows what comes from the first panel on.
struct RankK {
    Session& s;
    const shunt_call& c;
    const int bytes = element_bytes(c.precision);
    const bool two = c.routine == SHUNT_SYR2K || c.routine == SHUNT_HER2K;
    const bool conjugate = c.routine == SHUNT_HERK || c.routine == SHUNT_HER2K;
    const bool lower = c.uplo == 'L', turned = c.transa != 'N';
    const Scalar alpha = scalar(c.alpha, c.precision, c.routine == SHUNT_HERK);
    const Scalar beta = scalar(c.beta, c.precision, conjugate);
    const Operand a = operand(c.a, c.lda), b = two ? operand(c.b, c.ldb) : a;
    const Array host = matrix(c.c, c.ldc, c.precision), out = s.buffer(c.n, c.n, bytes);

    Operand operand(void* p, i64 ld) const {
        return {matrix(p, ld, c.precision), turned ? s.buffer(c.k, c.n, bytes) : s.buffer(c.n, c.k, bytes), turned};
    }

    // Columns j ... j + w of the triangle: the square on the diagonal, what is below it or above.
    struct Columns {
        i64 j, w;
    };
    // `before` columns are in the panels before it.
    Columns columns(i64 before, i64 w) const { return {lower ? c.n - before - w : before, w}; }
    Array trapezoid(const Array& x, Columns p) const { return lower ? x(p.j, p.j) : x(0, p.j); }
    i64 rows(Columns p) const { return lower ? c.n - p.j : p.j + p.w; }
    Part shape(Columns p) const { return {c.uplo, lower ? 0 : p.j}; }

    // The square on the diagonal is narrow: as a part of a product that is larger it takes no longer, and what is
    // written in its other half stays on the device. Its diagonal is real where that has to be so.
    void multiply(Columns p, i64 k0, i64 k, Scalar before) const {
        Queue& q = s.queue();
        const char type = c.precision, back = conjugate ? 'C' : 'T';
        const Array ap = a.at(a.device, p.j, k0), bp = b.at(b.device, p.j, k0);
        const bool apart = conjugate || rows(p) < 3 * p.w;
        if (apart && two)
            s.check(q.syr2k(type, conjugate, c.uplo, c.transa, p.w, k, alpha, ap, bp, before, out(p.j, p.j)));
        else if (apart)
            s.check(q.syrk(type, conjugate, c.uplo, c.transa, p.w, k, alpha, ap, before, out(p.j, p.j)));
        const i64 i = lower ? p.j + (apart ? p.w : 0) : 0, m = rows(p) - (apart ? p.w : 0);
        const auto product = [&](const Operand& x, const Array& y, Scalar by, Scalar keep) {
            if (s.good() && m > 0)
                s.check(q.gemm(type, turned ? back : 'N', turned ? 'N' : back, m, p.w, k, by, x.at(x.device, i, k0), y,
                               keep, out(i, p.j)));
        };
        product(a, bp, alpha, before);
        if (two) product(b, ap, conjugate ? Scalar{alpha.re, -alpha.im} : alpha, {1, 0});
    }

    Progress run() const {
        const Tuning& tuning = s.tuning();
        const double flops = product(c.n, c.n, c.k) / (two ? 1 : 2);
        // However little is to be added, C goes both ways.
        const double slots = static_cast<double>(c.n) * static_cast<double>(c.n) / 2 * bytes /
                             (8.0 * static_cast<double>(tuning.slot_bytes));
        const i64 width = std::max(panel_width(tuning, c.n, std::max(flops, slots * tuning.panel_flops), 16),
                                   2 * tuning.panel_multiple);
        const Panels p = Panels::tapered(c.n, width, tuning.panel_multiple, true);
        const auto part = [&](i64 i) { return columns(p.begin(i), p.size(i)); };
        // One panel waits for nothing but A: what is there of it is added.
        const Panels slices(c.k, p.count() > 1 ? c.k : panel_width(tuning, c.k, flops, 8));

        Uploads uploads(s);
        for (i64 i = 0; i < p.count(); ++i) {
            const Columns x = part(i);
            if (!zero(beta)) uploads.add(s.upload(trapezoid(host, x), trapezoid(out, x), rows(x), x.w, shape(x)));
            for (i64 k = 0; k < slices.count(); ++k) {
                uploads.add(a.upload(s, x.j, slices.begin(k), x.w, slices.size(k)));
                if (two) uploads.add(b.upload(s, x.j, slices.begin(k), x.w, slices.size(k)));
            }
        }
        for (i64 i = 0; i < p.count() && uploads.arrived(zero(beta) ? 0 : 1); ++i) {
            const Columns x = part(i);
            for (i64 k = 0; k < slices.count() && uploads.arrived(two ? 2 : 1); ++k)
                multiply(x, slices.begin(k), slices.size(k), k > 0 ? Scalar{1, 0} : beta);
            s.download(trapezoid(host, x), trapezoid(out, x), rows(x), x.w, shape(x),
                       lower ? Order::columns_back : Order::columns);
        }
        return s.finish();
    }
};

}  // namespace

bool gemm_by_rows(const shunt_call& c) {
    return c.m > 2 * c.n;
}

Progress stream_level3(Context& context, const shunt_call& c) {
    Session s(context);
    switch (c.routine) {
        case SHUNT_GEMM:
            return device_bytes(c) <= s.budget() ? gemm(s, c) : gemm_in_turn(s, c);
        case SHUNT_SYRK:
        case SHUNT_HERK:
        case SHUNT_SYR2K:
        case SHUNT_HER2K:
            return RankK{s, c}.run();
        default:
            return WithTriangle{s, c}.run();
    }
}

}  // namespace shunt::gpu
