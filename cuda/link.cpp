// In: uploads and downloads in order. Out: their pieces, each through a pinned slot, or straight.
#include "cuda/link.hpp"

#include <pthread.h>

#include <algorithm>
#include <climits>
#include <csignal>
#include <cstring>
#include <new>
#include <system_error>

namespace shunt::gpu {
namespace {

constexpr std::int64_t one_piece = 512 << 10;  // bytes that are not worth another thread
constexpr int caller = -1;                     // none of the link's own threads

// Elements i0..i1 x j0..j1 of a part, from one place to another. The slot's side starts at (i0, j0).
void copy_part(char* to, std::int64_t to_ld, const char* from, std::int64_t from_ld, int bytes, std::int64_t i0,
               std::int64_t i1, std::int64_t j0, std::int64_t j1, Part part) {
    const std::int64_t rows = i1 - i0;
    const auto copy = [&](char* x, const char* y, std::int64_t count) {
        std::memcpy(x, y, static_cast<std::size_t>(count * bytes));
    };
    if (part.shape == 'F' && to_ld == rows && from_ld == rows) return copy(to, from, rows * (j1 - j0));
    for (std::int64_t j = j0; j < j1; ++j, to += to_ld * bytes, from += from_ld * bytes) {
        const std::int64_t low = part.shape == 'L' ? std::clamp(j + part.diagonal, i0, i1) : i0;
        const std::int64_t high = part.shape == 'U' ? std::clamp(j + part.diagonal + 1, i0, i1) : i1;
        if (low < high) copy(to + (low - i0) * bytes, from + (low - i0) * bytes, high - low);
    }
}

}  // namespace

std::unique_ptr<Link> Link::open(Device& device, Queue& compute, int threads, std::size_t slot_bytes) {
    try {
        std::unique_ptr<Link> link(new Link(device, compute, slot_bytes));
        if (link->prepare(threads)) return link;
    } catch (const std::exception&) {  // no memory, no threads
    }
    return nullptr;
}

bool Link::open_slot(Slot& slot) {
    void* memory = nullptr;
    if (device_.allocate_pinned(&memory, slot_bytes_) != Status::ok) return false;
    slot.memory = static_cast<char*>(memory);
    return device_.open_event(&slot.event) == Status::ok;
}

bool Link::prepare(int threads) {
    if (device_.open_queue(&up_) != Status::ok || device_.open_queue(&down_) != Status::ok) return false;
    void* notes = nullptr;
    if (device_.allocate_pinned(&notes, note_count * sizeof(std::int32_t)) != Status::ok) return false;
    notes_ = static_cast<std::int32_t*>(notes);
    if (!open_slot(own_up_[0]) || !open_slot(own_up_[1]) || !open_slot(own_down_)) return false;
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);  // the program's signals are for its own threads
    try {
        for (int i = 0; i < std::min(2 * threads, Homes::most); ++i) {
            const bool up = i % 2 == 0;
            slots_.emplace_back(new Slot[2]);
            if (!open_slot(slots_.back()[0]) || (up && !open_slot(slots_.back()[1]))) break;
            threads_.emplace_back(&Link::worker, this, std::ref(up ? ups_ : downs_), slots_.back().get(), i);
        }
    } catch (const std::exception&) {  // fewer, then: the caller helps
    }
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
    return true;
}

Link::~Link() {
    {
        const std::lock_guard lock(mutex_);
        stop_ = true;
    }
    ups_.work.notify_all();
    downs_.work.notify_all();
    for (std::thread& t : threads_) t.join();
    const auto close = [&](Slot& s) {
        if (s.event) device_.close_event(s.event);
        if (s.memory) device_.release_pinned(s.memory);
    };
    for (auto& pair : slots_) close(pair[0]), close(pair[1]);
    close(own_up_[0]), close(own_up_[1]), close(own_down_);
    for (Event* e : events_) device_.close_event(e);
    if (notes_) device_.release_pinned(notes_);
    if (up_) device_.close_queue(up_);
    if (down_) device_.close_queue(down_);
}

void Link::begin() noexcept {
    homes_.make_room(sched_getcpu());
    const std::lock_guard lock(mutex_);
    for (Direction* d : {&ups_, &downs_}) {
        d->jobs.clear();
        d->first = 0;
        d->orders = 0;
    }
    failed_ = 0;
    committed_ = through_ = written_ = 0;
    fresh_ = false;
    events_used_ = 0;
}

// Called with the lock held.
Event* Link::event() {
    if (events_used_ == events_.size()) {
        Event* e = nullptr;
        if (device_.open_event(&e) != Status::ok) return nullptr;
        events_.push_back(e);
    }
    return events_[events_used_++];
}

void Link::fail(Status status) {
    int none = 0;
    failed_.compare_exchange_strong(none, static_cast<int>(status));
}

// The next piece of a job: as many whole columns (or rows) as a slot holds, a column in parts when it must be.
void Link::cut(Job& job, Piece& p) const {
    // A small matrix in as many pieces as there are threads, but none so small that its overhead weighs.
    const std::int64_t slot = static_cast<std::int64_t>(slot_bytes_), all = job.rows * job.columns * job.host.bytes;
    const std::int64_t share = all / static_cast<std::int64_t>(threads_.size() / 2 + 1);
    const std::int64_t held = std::clamp(share, std::min(one_piece, slot), slot) / job.host.bytes;
    p.job = &job;
    if (job.order == Order::rows) {
        p.j0 = job.part.shape == 'U' ? std::clamp<std::int64_t>(job.i - job.part.diagonal, 0, job.columns) : 0;
        p.j1 = job.columns;
        const std::int64_t width = std::max<std::int64_t>(1, p.j1 - p.j0);
        p.i0 = job.i, p.i1 = std::min(job.rows, p.i0 + std::max<std::int64_t>(1, held / width));
        job.i = p.i1;
        job.cut = p.i1 == job.rows;
        return;
    }
    const auto low = [&](std::int64_t j) {
        return job.part.shape == 'L' ? std::clamp<std::int64_t>(j + job.part.diagonal, 0, job.rows) : 0;
    };
    const auto high = [&](std::int64_t j) {
        return job.part.shape == 'U' ? std::clamp<std::int64_t>(j + job.part.diagonal + 1, 0, job.rows) : job.rows;
    };
    if (job.order == Order::columns_back) {
        p.j1 = job.columns - job.j, p.j0 = p.j1 - 1;
        while (p.j0 > 0 && (p.j1 - p.j0 + 1) * (high(p.j1 - 1) - low(p.j0 - 1)) <= held) --p.j0;
        p.i0 = low(p.j0), p.i1 = high(p.j1 - 1);
        job.j += p.j1 - p.j0;
        job.cut = job.j == job.columns;
        return;
    }
    p.j0 = job.j, p.j1 = p.j0 + 1;
    const std::int64_t longest = slot / job.host.bytes;
    if (high(p.j0) - low(p.j0) > longest) {  // uploads only
        p.i0 = std::max(job.i, low(p.j0));
        p.i1 = std::min(high(p.j0), p.i0 + longest);
        job.i = p.i1;
        if (job.i == high(p.j0)) job.i = 0, ++job.j;
    } else {
        while (p.j1 < job.columns && (p.j1 + 1 - p.j0) * (high(p.j1) - low(p.j0)) <= held) ++p.j1;
        p.i0 = low(p.j0), p.i1 = high(p.j1 - 1);
        job.j = p.j1;
    }
    job.cut = job.j == job.columns;
}

// Called with the lock held. False: nothing to do.
bool Link::next(Direction& d, Piece& p) {
    while (d.first < d.jobs.size() && d.jobs[d.first].cut) ++d.first;
    if (d.first == d.jobs.size()) return false;
    Job& job = d.jobs[d.first];
    cut(job, p);
    ++job.pieces;
    p.order = d.orders++;
    return true;
}

template <class Ready>
void Link::wait(std::condition_variable& news, std::unique_lock<std::mutex>& lock, int thread, Ready ready) {
    if (ready()) return;
    if (thread == caller) return news.wait(lock, ready);
    lock.unlock();
    homes_.settle(thread);
    lock.lock();
    news.wait(lock, ready);
    lock.unlock();
    homes_.leave(thread);
    lock.lock();
}

void Link::worker(Direction& d, Slot* slots, int thread) {
    device_.attach();
    const bool up = &d == &ups_;
    int turn = 0;
    std::unique_lock lock(mutex_);
    for (;;) {
        Piece p;
        wait(d.work, lock, thread, [&] { return stop_ || next(d, p); });
        if (stop_) return;
        lock.unlock();
        if (up)
            sent(p, send(p, slots[turn ^= 1]));
        else
            received(p, receive(p, slots[0]), slots[0], thread);
        lock.lock();
    }
}

Status Link::send(const Piece& p, Slot& slot) {
    if (failed_) return Status::failed;
    const Job& job = *p.job;
    const std::int64_t rows = p.i1 - p.i0, columns = p.j1 - p.j0;
    if (rows <= 0) return Status::ok;
    if (job.straight) return up_->upload(job.device(p.i0, p.j0), job.host(p.i0, p.j0), rows, columns);
    if (slot.busy) {
        slot.busy = false;
        if (const Status s = device_.wait(slot.event); s != Status::ok) return s;
    }
    const Array staged{slot.memory, rows, job.host.bytes};
    copy_part(staged.data, rows, job.host(p.i0, p.j0).data, job.host.ld, job.host.bytes, p.i0, p.i1, p.j0, p.j1,
              job.part);
    if (const Status s = up_->upload(job.device(p.i0, p.j0), staged, rows, columns); s != Status::ok) return s;
    const Status s = up_->record(slot.event);
    slot.busy = s == Status::ok;
    return s;
}

void Link::sent(const Piece& p, Status status) {
    if (status != Status::ok) fail(status);
    const std::lock_guard lock(mutex_);
    --p.job->pieces;
    ups_.through.notify_all();
}

Status Link::receive(const Piece& p, Slot& slot) {
    if (failed_) return Status::failed;
    const Job& job = *p.job;
    if (p.i1 <= p.i0) return Status::ok;
    const Array staged{slot.memory, p.i1 - p.i0, job.host.bytes};
    const Array to = job.straight ? job.host(p.i0, p.j0) : staged;
    Status s = down_->wait(job.ready);
    if (s == Status::ok) s = down_->download(to, job.device(p.i0, p.j0), p.i1 - p.i0, p.j1 - p.j0);
    if (s == Status::ok) s = down_->record(slot.event);
    if (s == Status::ok) s = device_.wait(slot.event);
    return s;
}

// Written only when all the pieces before it have arrived.
void Link::received(const Piece& p, Status status, Slot& slot, int thread) {
    std::unique_lock lock(mutex_);
    wait(downs_.through, lock, thread, [&] { return committed_ == p.order; });
    if (status != Status::ok) fail(status);
    const bool good = !failed_;
    ++committed_;
    if (good) written_ += p.job->order == Order::rows ? p.i1 - p.i0 : p.j1 - p.j0;
    downs_.through.notify_all();
    lock.unlock();
    const Job& job = *p.job;
    if (good && p.i1 > p.i0 && !job.straight)
        copy_part(job.host(p.i0, p.j0).data, job.host.ld, slot.memory, p.i1 - p.i0, job.host.bytes, p.i0, p.i1, p.j0,
                  p.j1, job.part);
    lock.lock();
    ++through_;
    --p.job->pieces;
    downs_.through.notify_all();
}

// The device itself can copy it.
bool Link::reached(const Array& host, std::int64_t rows, std::int64_t columns) const {
    if (rows == 0 || columns == 0 || host.ld * host.bytes > INT_MAX) return false;  // wider than a copy's rows may be
    return device_.reaches(host.data, static_cast<std::size_t>((rows + (columns - 1) * host.ld) * host.bytes));
}

int Link::upload(Array host, Array device, std::int64_t rows, std::int64_t columns, Part part) noexcept {
    if (failed_) return -1;
    try {
        const bool straight = reached(host, rows, columns);
        std::unique_lock lock(mutex_);
        if (fresh_) {
            Event* e = event();
            Status s = e ? compute_.record(e) : Status::failed;
            if (s == Status::ok) s = up_->wait(e);
            if (s != Status::ok) return fail(s), -1;
            fresh_ = false;
        }
        Event* e = event();
        if (!e) return fail(Status::failed), -1;
        const int ticket = static_cast<int>(ups_.jobs.size());
        ups_.jobs.push_back({host, device, rows, columns, part, Order::columns, e, straight});
        Job& job = ups_.jobs.back();
        job.cut = rows == 0 || columns == 0;
        const bool many = rows * columns * host.bytes > one_piece;
        lock.unlock();
        if (many) ups_.work.notify_all();
        return ticket;
    } catch (const std::bad_alloc&) {
        return fail(Status::no_memory), -1;
    }
}

Status Link::arrived(int ticket) noexcept {
    std::unique_lock lock(mutex_);
    while (!failed_) {
        Job& job = ups_.jobs[static_cast<std::size_t>(ticket)];
        if (job.cut && job.pieces == 0) {
            Status s = up_->record(job.ready);
            if (s == Status::ok) s = compute_.wait(job.ready);
            if (s != Status::ok) fail(s);
            return s;
        }
        Piece p;
        if (next(ups_, p)) {
            lock.unlock();
            sent(p, send(p, own_up_[own_turn_ ^= 1]));
            lock.lock();
        } else {
            ups_.through.wait(lock);
        }
    }
    return Status::failed;
}

// A copy that breaks off leaves what it was to replace in any state, and writes both halves of a triangle's square:
// straight is only for whole results of which nothing was an operand.
Status Link::download(Array host, Array device, std::int64_t rows, std::int64_t columns, Part part, Order order,
                      Before before) noexcept {
    if (failed_) return Status::failed;
    if (rows == 0 || columns == 0) return Status::ok;
    try {
        const bool straight = before == Before::replaced && part.shape == 'F' && reached(host, rows, columns);
        std::unique_lock lock(mutex_);
        Event* e = event();
        Status s = e ? compute_.record(e) : Status::failed;
        if (s != Status::ok) return fail(s), s;
        downs_.jobs.push_back({host, device, rows, columns, part, order, e, straight});
        const bool many = rows * columns * host.bytes > one_piece;
        lock.unlock();
        if (many) downs_.work.notify_all();
        return Status::ok;
    } catch (const std::bad_alloc&) {
        return fail(Status::no_memory), Status::no_memory;
    }
}

Status Link::written(int index) noexcept {
    std::unique_lock lock(mutex_);
    while (!failed_) {
        const Job& job = downs_.jobs[static_cast<std::size_t>(index)];
        if (job.cut && job.pieces == 0) return Status::ok;
        Piece p;
        if (next(downs_, p)) {
            lock.unlock();
            received(p, receive(p, own_down_), own_down_, caller);
            lock.lock();
        } else {
            downs_.through.wait(lock);
        }
    }
    return static_cast<Status>(failed_.load());
}

Status Link::finish() noexcept {
    std::unique_lock lock(mutex_);
    for (;;) {
        Piece p;
        // Nobody waits for an upload any more; after a failure what was not begun is not begun.
        for (Job& job : ups_.jobs) job.cut = true;
        if (failed_)
            for (Job& job : downs_.jobs) job.cut = true;
        if (next(downs_, p)) {
            lock.unlock();
            received(p, receive(p, own_down_), own_down_, caller);
            lock.lock();
        } else if (through_ < downs_.orders) {
            downs_.through.wait(lock);
        } else if (std::any_of(ups_.jobs.begin(), ups_.jobs.end(), [](const Job& j) { return j.pieces > 0; })) {
            ups_.through.wait(lock);
        } else {
            break;
        }
    }
    lock.unlock();
    if (!failed_) return Status::ok;
    // What is still on its way must not find its memory gone.
    compute_.finish(), up_->finish(), down_->finish();
    return static_cast<Status>(failed_.load());
}

}  // namespace shunt::gpu
