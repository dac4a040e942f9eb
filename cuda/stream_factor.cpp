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

// A factorization that may not have so many goes by groups of panels; solves with the factors want all of them at once.
double bytes_of_all(const shunt_call& c) {
    const bool alone = base_routine(c.routine) == SHUNT_POTRF || base_routine(c.routine) == SHUNT_GETRF;
    return alone ? device_bytes(c) : 0;
}

// While the compute queue factors a panel, the next ones are brought up to date by the panels before on queues of their
// own: all on one, or by turns on two.
struct Ahead {
    Session& s;
    i64 queues;

    const Beside& of(i64 panel) const { return s.ahead(panel % queues); }
    Queue& queue(i64 panel) const { return *of(panel).queue; }
    // The queue of panel `next` goes on when panels in front of panel i, one of the last `queues` at meet(), are
    // factored.
    void wait(i64 next, i64 i) const {
        if (s.good()) s.check(queue(next).wait(of(i).done));
    }
    // The compute queue comes to panel i, and goes on when what its own queue has is done.
    void meet(i64 i) const {
        if (s.good()) s.check(s.queue().record(of(i).done));
        if (s.good()) s.check(queue(i).record(of(i).ready));
        if (s.good()) s.check(s.queue().wait(of(i).ready));
    }
};

// ---- Panels that are factored left to right while the next ones come and the finished ones leave. Where not all fit,
// they are on the device in groups, by turns at both ends of its memory: a group's panels come as soon as what lies in
// their places is through. The panels before a group come by again, in pieces and in two places by turns, for what they
// contribute to all of it. So what the host has is final up to a column all the time.
enum class Shape : std::uint8_t { lower, upper, columns };

class ByPanels {
public:
    ByPanels(const ByPanels&) = delete;
    ByPanels& operator=(const ByPanels&) = delete;

protected:
    struct Piece {
        i64 begin, width;
    };

    ByPanels(Session& session, Array matrix, Shape shape, i64 rows, i64 columns, i64 steps, double all_bytes, int jobs)
        : s(session),
          host_(matrix),
          shape_(shape),
          rows_(rows),
          steps_(steps),
          jobs_(jobs),
          p(factor_panels(s.tuning(), columns)) {
        if (all_bytes <= s.budget()) {
            groups_ = {0, p.count()};
            memory_ = s.buffer(rows, columns, host_.bytes);
        } else {
            cut_into_groups(columns);
        }
        tickets_.resize(static_cast<std::size_t>(p.count()));
        here_ = place(0);
        for (i64 i = 0; i < last(); ++i) bring(i, here_);
    }
    ~ByPanels() = default;

    // What panels from ... to - 1 contribute to w columns from j on, of the same group.
    virtual void apply(Queue&, i64 from, i64 to, i64 j, i64 w) = 0;
    // On the compute queue: a panel, to which all has been applied; then its download.
    virtual void factor_panel(i64 i) = 0;
    // What a piece contributes to the group; and when all have come by.
    virtual void subtract(const Piece&, Array) = 0;
    virtual void end_pass() {}

    void factor_groups() {
        try {
            for (open_ = 0; open_ + 1 < groups_.size() && s.good(); ++open_) {
                here_ = place(open_);
                if (open_ > 0) pass();
                factor_group();
            }
        } catch (const std::bad_alloc&) {  // what is written is for the routine's end to say
            s.check(Status::no_memory);
        }
    }

    i64 first() const { return groups_[open_]; }
    i64 last() const { return groups_[open_ + 1]; }
    // The first panel of the group that comes last.
    i64 last_group() const { return groups_[groups_.size() - 2]; }
    i64 left() const { return here_.left; }  // the group's first column
    i64 width() const { return p.end(last() - 1) - here_.left; }
    Array at(i64 i, i64 j) const { return here_.at(i, j); }
    void download(i64 i) {
        const Window w = window(i);
        s.download(host_(w.row, p.begin(i)), at(w.row, p.begin(i)), w.rows, p.size(i), w.part);
    }

    Session& s;

private:
    // Where the matrix lies while a group is here: its columns from `left` on, from row `top` on.
    struct Place {
        Array a{};
        i64 left = 0, top = 0;
        Array at(i64 i, i64 j) const { return a(i - top, j - left); }
        const char* column(i64 j) const { return a(0, j - left).data; }
    };
    Place place(std::size_t g) const {
        const i64 left = p.begin(groups_[g]), end = p.end(groups_[g + 1] - 1), ld = aligned(rows_of_group(left, end));
        const i64 before = g % 2 == 0 ? 0 : room_ - ld * (end - left);
        return {{memory_.data + before * memory_.bytes, ld, memory_.bytes}, left, shape_ == Shape::lower ? left : 0};
    }
    i64 rows_of_group(i64 left, i64 end) const {
        return shape_ == Shape::lower ? rows_ - left : shape_ == Shape::upper ? end : rows_;
    }
    i64 aligned(i64 rows) const { return column_length(rows, host_.bytes); }

    // What of a panel, or a piece, there is.
    struct Window {
        i64 row, rows;
        Part part{};
    };
    Window window(i64 i) const {
        const i64 j = p.begin(i), end = p.end(i);
        return shape_ == Shape::lower   ? Window{j, rows_ - j, {'L', 0}}
               : shape_ == Shape::upper ? Window{0, end, {'U', j}}
                                        : Window{0, rows_};
    }
    Window window(const Piece& x, const Place& group) const {
        return shape_ == Shape::lower   ? Window{group.left, rows_ - group.left}
               : shape_ == Shape::upper ? Window{0, x.begin + x.width, {'U', x.begin}}
                                        : Window{x.begin, rows_ - x.begin};
    }

    // Where groups of at most so many elements begin, from the right.
    std::vector<i64> lefts(i64 columns, i64 most) const {
        const i64 unit = least_width(s.tuning());
        std::vector<i64> found;
        for (i64 end = columns; end > 0; end = found.back()) {
            i64 left = (end - 1) / unit * unit;
            while (left > 0 && aligned(rows_of_group(left - unit, end)) * (end - left + unit) <= most) left -= unit;
            found.push_back(left);
        }
        return found;
    }
    // As few as fit, and about as large as each other.
    void cut_into_groups(i64 columns) {
        constexpr int parts = 64;
        const i64 unit = least_width(s.tuning()), height = aligned(rows_);
        const i64 all = static_cast<i64>(s.budget() / host_.bytes) / height;  // columns
        const i64 width = std::max(unit, (all / least_panels + unit / 2) / unit * unit);
        piece_ = rounded_up((width + 1) / 2, unit);
        room_ = (all - width - 2 * piece_) * height;  // work space is left
        if (room_ < unit * height) {
            s.check(Status::no_memory), groups_ = {0, p.count()};
            return;
        }
        std::vector<i64> begins, cut = lefts(columns, room_);
        for (int k = parts - 1; k > 0; --k) {
            std::vector<i64> smaller = lefts(columns, room_ / parts * k);
            if (smaller.size() > cut.size()) break;
            cut = std::move(smaller);
        }
        for (std::size_t g = cut.size(); g-- > 0;) {
            const i64 end = g > 0 ? cut[g - 1] : columns, count = (end - cut[g] + width - 1) / width;
            groups_.push_back(static_cast<i64>(begins.size()));
            for (i64 j = cut[g]; j < end; j += rounded_up((end - cut[g] + count - 1) / count, unit))
                begins.push_back(j);
        }
        groups_.push_back(static_cast<i64>(begins.size()));
        begins.push_back(columns);
        p = Panels(std::move(begins));
        memory_ = s.buffer(room_, 1, host_.bytes);
        if (last_group() == 0) return;
        const i64 rows = shape_ == Shape::lower   ? rows_ - p.begin(groups_[1])
                         : shape_ == Shape::upper ? p.begin(last_group())
                                                  : rows_;
        piece_ = piece_ * height / aligned(rows) / unit * unit;
        for (Array& x : places_) x = s.buffer(rows, piece_, host_.bytes);
    }

    // The host has panels up to panel i.
    void written(i64 i) { s.written(static_cast<int>(jobs_ * (i + 1) - 1)); }
    void bring(i64 i, const Place& to) {
        const Window w = window(i);
        const i64 j = p.begin(i);
        tickets_[static_cast<std::size_t>(i)] = s.upload(host_(w.row, j), to.at(w.row, j), w.rows, p.size(i), w.part);
    }
    // The next group's panels, with the last one of this group that lies in their places, or the one before all.
    void plan() {
        next_.clear(), brought_ = 0;
        if (open_ + 2 == groups_.size()) return;
        const Place to = place(open_ + 1);
        for (i64 i = last(); i < groups_[open_ + 2]; ++i) {
            i64 there = last() - 1;
            while (there >= first() && (to.column(p.end(i)) <= here_.column(p.begin(there)) ||
                                        to.column(p.begin(i)) >= here_.column(p.end(there))))
                --there;
            next_.push_back({i, there});
        }
        std::stable_sort(next_.begin(), next_.end(), [](const Next& x, const Next& y) { return x.there < y.there; });
    }
    // They come where panels up to `gone` were, which nothing uses that comes after the mark.
    void follow(i64 gone, Event* after) {
        if (brought_ == next_.size() || next_[brought_].there > gone) return;
        const Place to = place(open_ + 1);
        for (; brought_ < next_.size() && next_[brought_].there <= gone && s.good(); ++brought_) {
            const auto [i, there] = next_[brought_];
            // The host waits: copies that wait for the device hold up those that go the other way.
            if (there >= first())
                written(there), s.passed(after);
            else if (first() > 0)
                written(first() - 1);  // the group before this one lay there
            bring(i, to);
        }
    }

    void factor_group() {
        Queue& q = s.queue();
        const bool more = open_ + 2 < groups_.size();
        const Ahead ahead{s, shape_ == Shape::columns && groups_.size() == 2 ? 2 : 1};
        i64 seen = first() + 1;  // panels in front of that one have what those before the last one contribute
        plan();
        follow(first() - 1, nullptr);
        if (!arrived(first(), ahead.queue(first()))) return;
        for (i64 i = first(); i < last() && s.good(); ++i) {
            ahead.meet(i);
            if (i > first()) apply(q, i - 1, i, p.begin(i), p.size(i));
            Event* const through = more && seen == last() ? s.mark() : nullptr;  // with those before the last one
            factor_panel(i);
            // As many as may be there, if that ends their use of those before sooner.
            const i64 some = open_ > 0 ? last() : more ? first() + 2 * (i - first() + 1) : i + 2;
            for (; seen < std::min(some, last()) && arrived(seen, ahead.queue(seen)); ++seen) {
                i64 done = first();  // what its queue has waited for
                if (ahead.queues == 2 && i > first() + 1) {
                    apply(ahead.queue(seen), done, i - 2, p.begin(seen), p.size(seen));
                    ahead.wait(seen, i - 1), done = i - 2;
                }
                if (i > first() + 1) apply(ahead.queue(seen), done, i - 1, p.begin(seen), p.size(seen));
            }
            if (i > first() && i + 1 < seen) {
                ahead.wait(i + 1, i);
                apply(ahead.queue(i + 1), i - 1, i, p.begin(i + 1), p.end(seen - 1) - p.begin(i + 1));
            }
            if (through) follow(i - 2, through);
            if (more && i + 1 == last()) {
                Event* const all = s.mark();
                follow(i - 1, through);
                begin_pieces();
                follow(i, all);
            }
        }
    }

    // Of the columns in front of the next group, as many a piece as a place holds; in LU those of one panel.
    void begin_pieces() {
        const i64 end = std::min(p.end(last() - 1), steps_);
        pieces_.clear();
        for (i64 j = 0; j < end;) {
            const i64 most = shape_ == Shape::columns ? p.end(p.of(j)) : end;
            const i64 w = std::min({piece_, end - j, most - j});
            pieces_.push_back({j, w});
            j += w;
        }
        for (const std::size_t number : {0, 1}) bring_piece(number, place(open_ + 1));
    }
    void bring_piece(std::size_t number, const Place& group) {
        if (number >= pieces_.size()) return;
        const Piece& x = pieces_[number];
        written(p.of(x.begin + x.width - 1));
        const Window w = window(x, group);
        coming_[number % 2] =
            s.upload(host_(w.row, x.begin), places_[number % 2], w.rows, x.width, w.part, free_[number % 2]);
    }
    void pass() {
        for (i64 i = first(); i < last();)
            if (!arrived(i++, s.queue())) return;
        for (std::size_t number = 0; number < pieces_.size() && s.arrived(coming_[number % 2]); ++number) {
            subtract(pieces_[number], places_[number % 2]);
            free_[number % 2] = s.mark();
            bring_piece(number + 2, here_);
        }
        end_pass();
    }
    bool arrived(i64 i, Queue& by) { return s.arrived(tickets_[static_cast<std::size_t>(i)], by); }

    Array host_;
    Shape shape_;
    i64 rows_, steps_;
    int jobs_;  // downloads a panel
    Array memory_{};
    i64 room_ = 0;             // elements of it, where there are groups
    std::vector<i64> groups_;  // their first panels, and the end
    std::size_t open_ = 0;     // the group that is here
    Place here_;
    std::vector<int> tickets_;
    struct Next {
        i64 panel, there;
    };
    std::vector<Next> next_;
    std::size_t brought_ = 0;  // of them
    i64 piece_ = 0;            // columns
    std::vector<Piece> pieces_;
    Array places_[2] = {};  // of pieces
    int coming_[2] = {};
    Event* free_[2] = {};

protected:
    Panels p;
};

// ---- Cholesky: panel j := panel j - (what is left of it, or above), factored. Notes say which panel met a minor that
// is not positive; a panel is downloaded after its note.
struct Cholesky : private ByPanels {
    Cholesky(Session& session, const shunt_call& call)
        : ByPanels(session, host_a(call), call.uplo == 'L' ? Shape::lower : Shape::upper, call.n, call.n, call.n,
                   bytes_of_all(call), 1),
          c(call),
          info(s.values<std::int32_t>(Link::note_count)) {}

    void factor() {
        if (p.count() > Link::note_count) s.check(Status::no_memory);
        std::memset(s.link().notes(), 0, sizeof(std::int32_t) * Link::note_count);
        if (s.good()) s.check(s.queue().scale('s', Link::note_count, 1, {}, marks()));
        factor_groups();
    }

    // LAPACK's info from the notes of the panels that begin before column `end`.
    i64 verdict(i64 end) const {
        for (i64 i = 0; i < p.count() && p.begin(i) < end; ++i)
            if (const i64 note = s.link().notes()[i]; note > 0) return p.begin(i) + note;
        return 0;
    }

    Array factors() const { return at(0, 0); }

private:
    bool lower() const { return c.uplo == 'L'; }
    Array marks() const { return {reinterpret_cast<char*>(info), Link::note_count, 4}; }

    void factor_panel(i64 i) override {
        Queue& q = s.queue();
        const i64 j = p.begin(i), w = p.size(i), below = c.n - j - w;
        if (s.good()) s.check(potrf(q, c.precision, c.uplo, w, at(j, j), info + i, s.beside()));
        if (s.good() && lower() && below)
            s.check(trsm(q, c.precision, 'R', 'L', 'C', 'N', below, w, one, at(j, j), at(j + w, j)));
        const Array notes{reinterpret_cast<char*>(s.link().notes()), Link::note_count, 4};
        if (s.good()) s.check(q.download(notes(i, 0), marks()(i, 0), 1, 1));
        download(i);
    }
    void apply(Queue& q, i64 from, i64 to, i64 j, i64 w) override {
        const i64 row = p.begin(from), k = p.begin(to) - row;
        if (lower()) return subtract_columns(q, j, w, k, at(j, row));
        solve_rows(q, j, w, k, row, left(), at(left(), row));
        for (i64 i = p.of(j); i < last() && p.begin(i) < j + w; ++i) subtract_solved(q, p.begin(i), p.size(i), row, k);
    }
    void subtract(const Piece& piece, Array x) override {
        if (lower()) return subtract_columns(s.queue(), left(), width(), piece.width, x);
        solve_rows(s.queue(), left(), width(), piece.width, piece.begin, 0, x);
    }
    void end_pass() override {
        if (!lower()) subtract_solved(s.queue(), left(), width(), 0, left());
    }
    // From the triangle in columns j ... j + w: what k rows above it, solved, contribute.
    void subtract_solved(Queue& q, i64 j, i64 w, i64 row, i64 k) {
        if (s.good()) s.check(subtract_square(q, c.precision, 'U', w, k, at(row, j), at(j, j)));
    }
    // x: k columns of L, from row j on.
    void subtract_columns(Queue& q, i64 j, i64 w, i64 k, Array x) {
        const i64 below = c.n - j - w;
        if (s.good()) s.check(subtract_square(q, c.precision, 'L', w, k, x, at(j, j)));
        if (s.good() && below)
            s.check(q.gemm(c.precision, 'N', 'C', below, w, k, minus_one, x(w, 0), x, one, at(j + w, j)));
    }
    // Rows row ... row + k, of which those up to row `top` have been seen to. x: k columns of U from there on.
    void solve_rows(Queue& q, i64 j, i64 w, i64 k, i64 row, i64 top, Array x) {
        const i64 above = row - top;
        if (s.good() && above)
            s.check(q.gemm(c.precision, 'C', 'N', k, w, above, minus_one, x, at(top, j), one, at(row, j)));
        if (s.good()) s.check(trsm(q, c.precision, 'L', 'U', 'C', 'N', k, w, one, x(above, 0), at(row, j)));
    }
    const shunt_call& c;
    std::int32_t* info;  // one a panel, device
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
// later panels in its rows (settle()). When the device fails the CPU goes on from there.
class Lu : private ByPanels {
public:
    Lu(Session& session, shunt_call& call, i64 rows)
        : ByPanels(session, host_a(call), Shape::columns, rows, call.n, std::min(rows, call.n), bytes_of_all(call), 2),
          c(call),
          m(rows),
          steps(std::min(rows, c.n)),
          found(s.values<std::int32_t>(note_length())),
          notes(static_cast<std::size_t>(note_length())),
          seen(notes.size()),
          block(std::min<i64>(32, least_width(s.tuning()))),
          settled(static_cast<std::size_t>((c.n + block - 1) / block)) {
        for (std::size_t b = 0; b < settled.size(); ++b)
            settled[b] = std::min(steps, p.end(p.of(static_cast<i64>(b) * block)));
    }
    ~Lu() { s.link().finish(); }  // nothing is on its way to the notes any more
    Lu(const Lu&) = delete;
    Lu& operator=(const Lu&) = delete;

    void factor() {
        if (s.good())
            s.check(s.queue().scale('s', note_length(), 1, {}, {reinterpret_cast<char*>(found), note_length(), 4}));
        factor_groups();
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
    Gathered places(i64 w) {
        const int bytes = factors().bytes;
        return {s.buffer(m, m, bytes), s.buffer(m, w, bytes), s.values<std::int32_t>(2 * m)};
    }
    void gather(const Gathered& g) {
        Queue& q = s.queue();
        if (s.good()) s.check(q.compose_rows(m, 0, 0, nullptr, g.rows));
        for (i64 i = p.count() - 1; i >= 0 && s.good(); --i) {
            const i64 j = p.begin(i);
            s.check(q.gather_rows(c.precision, m - j, p.size(i), at(0, j), g.rows + j, g.l(j, j)));
            if (s.good()) s.check(q.compose_rows(m, j, p.size(i), pivots(i), g.rows));
        }
    }

    // When all is on its way: the host's rows, each time with all that is known. Until the last group is seen to,
    // panels may come by as they are.
    void settle() {
        const i64 last = last_factored();
        for (i64 i = std::max<i64>(1, last_group()); i <= last && s.good(); ++i) {
            while (i < last && s.link().is_written(note_job(i + 1))) ++i;
            if (!s.written(note_job(i))) return;
            publish(i + 1);
            interchange(p.begin(i), std::min(steps, p.end(i)));
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

    Array factors() const { return at(0, 0); }

private:
    void factor_panel(i64 i) override {
        const i64 j = p.begin(i);
        if (s.good() && j < steps)
            s.check(getrf(s.queue(), c.precision, m - j, p.size(i), at(j, j), pivots(i), pivots(i) + p.size(i),
                          s.beside()));
        take_back(i);
    }
    void apply(Queue& q, i64 from, i64 to, i64 j, i64 w) override {
        for (i64 i = from; i < std::min(to, last_factored() + 1); ++i) apply(q, i, at(0, j), w);
    }
    void subtract(const Piece& piece, Array l) override {
        const i64 i = p.of(piece.begin);
        const Array x = at(0, left());
        if (piece.begin == p.begin(i)) interchange_rows(s.queue(), i, x, width());
        subtract(s.queue(), piece.begin, piece.width, l, x, width());
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
        interchange_rows(q, i, x, w);
        subtract(q, p.begin(i), pivot_count(i), at(p.begin(i), p.begin(i)), x, w);
    }
    // l: columns j ... j + k of L, from the diagonal on.
    void subtract(Queue& q, i64 j, i64 k, Array l, Array x, i64 w) {
        const char type = c.precision;
        const i64 below = m - j - k;
        if (s.good()) s.check(trsm(q, type, 'L', 'L', 'N', 'U', k, w, one, l, x(j, 0)));
        if (s.good() && below > 0)
            s.check(q.gemm(type, 'N', 'N', below, w, k, minus_one, l(k, 0), x(j, 0), one, x(j + k, 0)));
    }
    // Those of panel i, in w columns.
    void interchange_rows(Queue& q, i64 i, Array x, i64 w) {
        if (s.good()) s.check(q.swap_rows(c.precision, w, x(p.begin(i), 0), 1, pivot_count(i), pivots(i), true));
    }
    void take_back(i64 i) {
        const i64 length = p.size(i) + 1;
        s.download({reinterpret_cast<char*>(notes.data() + p.begin(i) + i), length, 4},
                   {reinterpret_cast<char*>(pivots(i)), length, 4}, length, 1);
        download(i);
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
    // The columns in front of `columns` get the interchanges of rows in front of `end`, block by block.
    void interchange(i64 columns, i64 end) {
        struct {
            Lu& lu;
            i64 columns, end;
        } turn{*this, columns, end};
        const i64 blocks = (columns + block - 1) / block;
        if (std::all_of(settled.begin(), settled.begin() + blocks, [end](i64 done) { return done >= end; })) return;
        s.link().share(
            blocks,
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

    shunt_call& c;
    i64 m;
    i64 steps;  // pivots
    std::int32_t* found;
    std::vector<std::int32_t> notes;  // as they are written with their panels
    std::vector<std::int32_t> seen;   // verdict()
    i64 block;                        // columns of a thread's turn; divides a panel's
    std::vector<i64> settled;         // of each block: its rows are those after the interchanges in front of this row
    i64 published = 0;                // panels
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
        rhs.each([&](Array b, i64 columns) {
            s.check(potrs(s.queue(), c.precision, c.uplo, c.n, columns, f.factors(), b));
        });
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
