// In: a call. Out: what it takes on the device, and the call carried out by the streams of its kind.
#include "cuda/stream.hpp"

#include <algorithm>
#include <new>

namespace shunt::gpu {

Progress stream_level3(Context&, const shunt_call&);
Progress stream_factor(Context&, shunt_call&);

static bool good(Status s) {
    return s == Status::ok;
}
static bool open_beside(Device& d, Beside& b, Turn turn) {
    return (b.queue || good(d.open_queue(&b.queue, turn))) && (b.ready || good(d.open_event(&b.ready))) &&
           (b.done || good(d.open_event(&b.done)));
}

bool Context::open_queues(Device& d) {
    device = &d;
    return (compute || good(d.open_queue(&compute))) && open_beside(d, beside, Turn::first) &&
           (beside.rows || good(d.open_queue(&beside.rows, Turn::aside))) &&
           (beside.solved || good(d.open_event(&beside.solved))) &&
           std::all_of(std::begin(beside.updated), std::end(beside.updated),
                       [&](Event*& e) { return e || good(d.open_event(&e)); });
}

bool Context::open(Device& d, int threads) {
    if (!open_queues(d)) return false;
    for (Beside& b : ahead)
        if (!open_beside(d, b, Turn::last)) return false;
    if (!link) link = Link::open(d, *compute, threads, d.tuning());
    return link != nullptr;
}

std::byte* Staging::take(Device& d, std::size_t bytes) {
    if (used_ + bytes > most) {
        now_ = (now_ + 1) % static_cast<int>(std::size(pieces_));
        used_ = 0;
    }
    Slot& piece = pieces_[now_];
    if (used_ == 0 && !(piece.open(d, most) && good(piece.wait(d)))) return nullptr;
    auto* const p = reinterpret_cast<std::byte*>(piece.memory) + used_;
    used_ += static_cast<std::size_t>(rounded_up(static_cast<std::int64_t>(bytes), 256));
    return p;
}
void Staging::close(Device& d) {
    for (Slot& piece : pieces_) piece.close(d);
}

Context::~Context() {
    link.reset();
    if (device) staging.close(*device);
    if (compute) device->close_queue(compute);
    for (const Beside& b : {beside, ahead[0], ahead[1]}) {
        for (Queue* q : {b.queue, b.rows})
            if (q) device->close_queue(q);
        for (Event* e : {b.ready, b.done, b.solved, b.updated[0], b.updated[1], b.updated[2], b.updated[3]})
            if (e) device->close_event(e);
    }
}

namespace {

// Elements that a matrix takes on the device (Session::buffer).
struct Held {
    int bytes;
    double operator()(double rows, double columns) const {
        return columns * static_cast<double>(column_length(static_cast<std::int64_t>(rows), bytes));
    }
    double operand(char trans, double rows, double columns) const {  // op(A) is rows x columns
        return trans == 'N' ? (*this)(rows, columns) : (*this)(columns, rows);
    }
};

}  // namespace

// Operands that are only read, and the result: elements. The work space of a solve or product with a triangle is as
// large as its right-hand sides, up to a limit (trsm_kernels.cu).
Traffic traffic(const shunt_call& c) {
    const double m = static_cast<double>(c.m), n = static_cast<double>(c.n), k = static_cast<double>(c.k);
    const double order = c.side == 'L' ? m : n;
    const Held held{element_bytes(c.precision)};
    constexpr double most_work = 256 << 20;
    const auto with_work = [&](double stays, double work) {
        return stays + std::min(work, most_work / element_bytes(c.precision));
    };
    switch (base_routine(c.routine)) {
        case SHUNT_GEMM:
            return {m * k + k * n, m * n, held.operand(c.transa, m, k) + held.operand(c.transb, k, n) + held(m, n)};
        case SHUNT_SYMM:
        case SHUNT_HEMM:
            return {order * order / 2 + m * n, m * n, held(order, order) + 2 * held(m, n)};
        case SHUNT_SYRK:
        case SHUNT_HERK:
            return {n * k, n * n / 2, held(n, n) + held.operand(c.transa, n, k)};
        case SHUNT_SYR2K:
        case SHUNT_HER2K:
            return {2 * n * k, n * n / 2, held(n, n) + 2 * held.operand(c.transa, n, k)};
        case SHUNT_TRMM:
        case SHUNT_TRSM:
            return {order * order / 2, m * n, with_work(held(order, order) + held(m, n), m * n)};
        case SHUNT_TRTRS:
        case SHUNT_POTRS:
            return {n * n / 2, n * k, with_work(held(n, n) + held(n, k), n * k)};
        case SHUNT_GETRS:
            return {n * n, n * k, with_work(held(n, n) + held(n, k), n * k)};
        case SHUNT_GETRF:
            return {0, m * n, with_work(held(m, n), m * n)};
        case SHUNT_GESV:
            return {0, n * n + n * k, with_work(held(n, n) + held(n, k), n * n + n * k)};
        case SHUNT_POSV:
            return {0, n * n / 2 + n * k, with_work(held(n, n) + held(n, k), n * n + n * k)};
        case SHUNT_GEQRF:  // cuSOLVER's work space is up to four times as large as the matrix
            return {0, m * n, held(m, n) + 4 * m * n};
        case SHUNT_ORMQR:
        case SHUNT_UNMQR:
            return {(order - k / 2) * k, m * n, held(order, k) + held(m, n) + 4 * m * n};
        case SHUNT_ORGQR:
        case SHUNT_UNGQR:
            return {0, m * n, held(m, n) + 4 * m * n};
        default:
            return {0, n * n / 2, with_work(held(n, n), n * n)};
    }
}

double device_bytes(const shunt_call& c) {
    return traffic(c).device * element_bytes(c.precision);
}

Turns turns(const shunt_call& c) {
    const double m = static_cast<double>(c.m), n = static_cast<double>(c.n), k = static_cast<double>(c.k);
    const bool left = c.side == 'L';
    const double order = c.routine == SHUNT_TRTRS || !left ? n : m, places = static_cast<double>(turn_places);
    const int bytes = element_bytes(c.precision);
    const Held held{bytes};
    // Panels of so many matrices like the right-hand sides, and of work space.
    const auto of_b = [&](std::int64_t length, bool columns, double matrices, double work) {
        return Turns{length, held(order, order), (columns ? places * matrices * held(order, 1) : 0) + work * order,
                     columns ? 0 : matrices * order, bytes};
    };
    switch (c.routine) {
        case SHUNT_GEMM:
            if (gemm_by_rows(c))
                return {c.m, held.operand(c.transb, k, n), c.transa == 'N' ? 0 : places * held(k, 1),
                        n + (c.transa == 'N' ? k : 0), bytes};
            return {c.n, held.operand(c.transa, m, k), places * (held(m, 1) + (c.transb == 'N' ? held(k, 1) : 0)),
                    c.transb == 'N' ? 0 : k, bytes};
        case SHUNT_SYMM:
        case SHUNT_HEMM:
            return of_b(left ? c.n : c.m, left, 2, 0);
        case SHUNT_TRMM:
        case SHUNT_TRSM:
            return of_b(left ? c.n : c.m, left, 1, 1);
        case SHUNT_TRTRS:
            return of_b(c.k, true, 1, 1);
        default:
            return {};
    }
}

double least_bytes(const shunt_call& c, const Tuning& tuning) {
    const double all = device_bytes(c);
    const int routine = base_routine(c.routine);
    if (routine == SHUNT_POTRF || routine == SHUNT_GETRF) {
        const int bytes = element_bytes(c.precision);
        const auto rows = static_cast<double>(column_length(routine == SHUNT_GETRF ? c.m : c.n, bytes));
        const auto columns = static_cast<double>(least_panels * least_width(tuning));
        return std::min(all, columns * rows * bytes);
    }
    const Turns t = turns(c);
    if (t.length == 0) return all;
    return std::min(all, t.bytes(std::min(tuning.panel_multiple, t.length)));
}

Progress stream(Context& context, shunt_call& c) {
    try {
        return base_routine(c.routine) < SHUNT_POTRF || c.routine == SHUNT_TRTRS ? stream_level3(context, c)
                                                                                 : stream_factor(context, c);
    } catch (const std::bad_alloc&) {  // the host's memory, for lists; a Session has ended all that was under way
        return {Status::no_memory, context.link->written()};
    }
}

}  // namespace shunt::gpu
