// In: uploads and downloads in order. Out: their pieces, each through a pinned slot, or straight.
#include "cuda/link.hpp"

#if defined(__SSE2__)
#include <emmintrin.h>
#endif
#include <pthread.h>

#include <algorithm>
#include <chrono>
#include <climits>
#include <csignal>
#include <cstring>
#include <new>
#include <system_error>
#include <utility>

namespace shunt::gpu {
namespace {

constexpr int caller = -1;  // none of the link's own threads

// Past the caches: what is not looked at again soon is not read before it is written.
void copy_past(char* to, const char* from, std::size_t bytes) {
#if defined(__SSE2__)
    constexpr std::size_t unit = 64;
    if (bytes >= 4 * unit) {
        const std::size_t head = -reinterpret_cast<std::uintptr_t>(to) % unit;
        std::memcpy(to, from, head);
        to += head, from += head, bytes -= head;
        for (; bytes >= unit; bytes -= unit, to += unit, from += unit)
            for (std::size_t i = 0; i < unit; i += sizeof(__m128i))
                _mm_stream_si128(reinterpret_cast<__m128i*>(to + i),
                                 _mm_loadu_si128(reinterpret_cast<const __m128i*>(from + i)));
    }
#endif
    std::memcpy(to, from, bytes);
}
// Before another thread is told of what copy_past() wrote.
void fence() {
#if defined(__SSE2__)
    _mm_sfence();
#endif
}

// Elements i0..i1 x j0..j1 of a part, from one place to another, which both start at (i0, j0).
void copy_part(Array to, Array from, std::int64_t i0, std::int64_t i1, std::int64_t j0, std::int64_t j1, Part part,
               bool past = false) {
    const std::int64_t rows = i1 - i0;
    const auto copy = [&](Array x, Array y, std::int64_t count) {
        const auto size = static_cast<std::size_t>(count * x.bytes);
        if (past)
            copy_past(x.data, y.data, size);
        else
            std::memcpy(x.data, y.data, size);
    };
    if (part.shape == 'F' && to.ld == rows && from.ld == rows) return copy(to, from, rows * (j1 - j0));
    for (std::int64_t j = j0; j < j1; ++j) {
        const std::int64_t low = part.shape == 'L' ? std::clamp(j + part.diagonal, i0, i1) : i0;
        const std::int64_t high = part.shape == 'U' ? std::clamp(j + part.diagonal + 1, i0, i1) : i1;
        if (low < high) copy(to(low - i0, j - j0), from(low - i0, j - j0), high - low);
    }
}

}  // namespace

std::unique_ptr<Link> Link::open(Device& device, Queue& compute, int threads, const Tuning& tuning) {
    try {
        std::unique_ptr<Link> link(new Link(device, compute, tuning));
        if (link->prepare(threads)) return link;
    } catch (const std::exception&) {  // no memory, no threads
    }
    return nullptr;
}

bool Slot::open(Device& device, std::size_t bytes) {
    if (!memory) {
        void* p = nullptr;
        if (device.allocate_pinned(&p, bytes) != Status::ok) return false;
        memory = static_cast<char*>(p);
    }
    return event || device.open_event(&event) == Status::ok;
}
void Slot::close(Device& device) {
    if (event) device.close_event(event);
    if (memory) device.release_pinned(memory);
}
Status Slot::wait(Device& device) {
    return std::exchange(busy, false) ? device.wait(event) : Status::ok;
}
Status Slot::sent(Queue& queue) {
    const Status s = queue.record(event);
    busy = s == Status::ok;
    return s;
}

bool Link::prepare(int threads) {
    if (device_.open_queue(&up_) != Status::ok || device_.open_queue(&down_) != Status::ok) return false;
    void* notes = nullptr;
    if (device_.allocate_pinned(&notes, note_count * sizeof(std::int32_t)) != Status::ok) return false;
    notes_ = static_cast<std::int32_t*>(notes);
    for (Slot& slot : own_up_)
        if (!slot.open(device_, slot_bytes_)) return false;
    if (!own_down_.open(device_, slot_bytes_)) return false;
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);  // the program's signals are for its own threads
    try {
        for (int i = 0; i < std::min(2 * threads, Homes::most); ++i) {
            const bool up = i % 2 == 0;
            slots_.emplace_back(new Slot[slots_each]);
            Slot* slots = slots_.back().get();
            if (!std::all_of(slots, slots + slots_each, [&](Slot& s) { return s.open(device_, slot_bytes_); })) break;
            threads_.emplace_back(up ? &Link::send_all : &Link::receive_all, this, slots, i);
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
    const auto close = [&](Slot& s) { s.close(device_); };
    for (auto& slots : slots_) std::for_each(slots.get(), slots.get() + slots_each, close);
    std::for_each(own_up_, own_up_ + slots_each, close), close(own_down_);
    for (Event* e : events_) device_.close_event(e);
    if (notes_) device_.release_pinned(notes_);
    if (up_) device_.close_queue(up_);
    if (down_) device_.close_queue(down_);
}

void Link::begin() noexcept {
    homes_.make_room(sched_getcpu());
    const std::lock_guard lock(mutex_);
    for (Direction* d : {&ups_, &downs_, &works_}) {
        d->jobs.clear();
        d->first = 0;
        d->orders = 0;
        d->some = false;
    }
    in_call_ = true;
    failed_ = 0;
    committed_ = 0;
    through_ = written_ = 0;
    fresh_ = false;
    events_used_ = 0;
}

// Where a piece lies in a slot.
Array Link::staged(const Piece& p, const Slot& slot) {
    return {slot.memory, p.i1 - p.i0, p.job->host.bytes};
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
    p.job = &job;
    if (job.work) {
        p.i0 = job.i++;
        job.cut = job.i == job.rows;
        return;
    }
    // A small matrix in as many pieces as there are threads, but none so small that its overhead weighs.
    const std::int64_t slot = static_cast<std::int64_t>(slot_bytes_);
    const std::int64_t share = job.rows * job.columns * job.host.bytes / sharers();
    const std::int64_t held = std::clamp(share, std::min(one_piece_, slot), slot) / job.host.bytes;
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

// Called with the lock held. False: nothing to do, or (ahead) nothing that the other threads leave over.
bool Link::next(Direction& d, Piece& p, bool ahead) {
    while (d.first < d.jobs.size() && d.jobs[d.first].cut) ++d.first;
    if (d.first == d.jobs.size()) {
        d.some = false;
        return false;
    }
    Job& job = d.jobs[d.first];
    if (ahead && !job.large) return false;
    cut(job, p);
    ++job.pieces;
    p.order = d.orders++;
    return true;
}

// For the caller, who waits for that job: what is behind it may take long, or be stuck behind what is not there yet.
bool Link::next_up_to(int job, Direction& d, Piece& p) {
    const auto end = static_cast<std::size_t>(job) + 1;
    while (d.first < end && d.jobs[d.first].cut) ++d.first;
    return d.first < end && next(d, p);
}

std::unique_lock<std::mutex> Link::hold() {
    std::unique_lock lock(mutex_, std::try_to_lock);
    for (int i = 0; i < 100 && !lock; ++i) {
        pause();
        lock.try_lock();
    }
    if (!lock) lock.lock();
    return lock;
}

// In a call, before a thread sleeps: to wake it takes about as long as a piece, of its waker's time too.
template <class Ready> void Link::look(Ready ready) const {
    constexpr auto patience = std::chrono::milliseconds(1);
    constexpr int looks = 32;
    const auto end = std::chrono::steady_clock::now() + patience;
    do {
        for (int i = 0; i < looks; ++i) {
            if (ready() || !in_call_.load(std::memory_order_relaxed)) return;
            pause();
        }
        std::this_thread::yield();
    } while (std::chrono::steady_clock::now() < end);
}

// Asleep until `ready`, or news. With the lock held.
template <class Ready>
void Link::sleep(std::condition_variable& news, std::unique_lock<std::mutex>& lock, int thread, Ready ready) {
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

// False: the link closes. A thread turns to the device when it has something to do, not as it starts, for the program
// may have reset the device by then.
bool Link::wait_for_work(Direction& d, Piece& p, int thread, bool& attached) {
    const auto news = [&] { return stop_ || d.some || works_.some; };
    for (;;) {
        look(news);
        auto lock = hold();
        if (stop_) return false;
        if (next(d, p) || next(works_, p)) {
            lock.unlock();
            if (!std::exchange(attached, true)) device_.attach();
            return true;
        }
        sleep(d.work, lock, thread, news);
    }
}

void Link::wait_for_turn(const Piece& p, int thread) {
    const auto turn = [&] { return committed_.load(std::memory_order_acquire) == p.order; };
    for (;;) {
        look(turn);
        if (turn()) return;
        auto lock = hold();
        sleep(downs_.through, lock, thread, [&, before = committed_.load()] { return committed_ != before || turn(); });
    }
}

// The caller has no piece to see to: until the next one of others ends.
void Link::wait_for_end(Direction& d, std::unique_lock<std::mutex>& lock) {
    const std::int64_t before = d.ends;
    const auto news = [&] { return d.ends.load(std::memory_order_acquire) != before; };
    lock.unlock();
    look(news);
    lock = hold();
    d.through.wait(lock, news);
}

void Link::send_all(Slot* slots, int thread) {
    Piece p;
    bool attached = false;
    for (int turn = 0; wait_for_work(ups_, p, thread, attached);) {
        if (p.job->work) {
            carry_out(p);
            continue;
        }
        sent(p, send(p, slots[turn]));
        turn = (turn + 1) % slots_each;
    }
}

// What comes next is asked for before what came last is written.
void Link::receive_all(Slot* slots, int thread) {
    bool attached = false;
    struct {
        Piece piece;
        Status status;
    } asked[slots_each];
    int first = 0, count = 0;
    for (;;) {
        Piece p;
        bool more = false;
        if (count == 0) {
            if (!wait_for_work(downs_, p, thread, attached)) return;
            if (p.job->work) {
                carry_out(p);
                continue;
            }
            more = true;
        } else if (count < slots_each) {
            const auto lock = hold();
            more = next(downs_, p, true);
        }
        if (more) {
            const int at = (first + count++) % slots_each;
            asked[at] = {p, ask(p, slots[at])};
        } else {
            received(asked[first].piece, asked[first].status, slots[first], thread);
            first = (first + 1) % slots_each, --count;
        }
    }
}

void Link::carry_out(const Piece& p) {
    p.job->work(p.job->argument, p.i0);
    const auto lock = hold();
    --p.job->pieces;
    ++works_.ends;
    works_.through.notify_all();
}

Status Link::send(const Piece& p, Slot& slot) {
    if (failed_) return Status::failed;
    const Job& job = *p.job;
    const std::int64_t rows = p.i1 - p.i0, columns = p.j1 - p.j0;
    if (rows <= 0) return Status::ok;
    const auto to_device = [&](Array from) {
        const Status s = job.after ? up_->wait(job.after) : Status::ok;
        return s == Status::ok ? up_->upload(job.device(p.i0, p.j0), from, rows, columns) : s;
    };
    if (job.straight) return to_device(job.host(p.i0, p.j0));
    if (const Status s = slot.wait(device_); s != Status::ok) return s;
    const Array at = staged(p, slot);
    copy_part(at, job.host(p.i0, p.j0), p.i0, p.i1, p.j0, p.j1, job.part);
    const Status s = to_device(at);
    return s == Status::ok ? slot.sent(*up_) : s;
}

// The last piece of a matrix says so at once: whoever waits for it later would wait for what follows it, too.
void Link::sent(const Piece& p, Status status) {
    const auto lock = hold();
    Job& job = *p.job;
    if (--job.pieces == 0 && job.cut && status == Status::ok && !failed_) status = up_->record(job.ready);
    if (status != Status::ok) fail(status);
    ++ups_.ends;
    ups_.through.notify_all();
}

Status Link::ask(const Piece& p, Slot& slot) {
    if (failed_) return Status::failed;
    const Job& job = *p.job;
    if (p.i1 <= p.i0) return Status::ok;
    const Array to = job.straight ? job.host(p.i0, p.j0) : staged(p, slot);
    Status s = down_->wait(job.ready);
    if (s == Status::ok) s = down_->download(to, job.device(p.i0, p.j0), p.i1 - p.i0, p.j1 - p.j0);
    if (s == Status::ok) s = down_->record(slot.event);
    return s;
}

// Written only when all the pieces before it have arrived; so one thread at a time asks the device, as many would slow
// down those that hand in copies.
void Link::received(const Piece& p, Status status, Slot& slot, int thread) {
    wait_for_turn(p, thread);
    if (status == Status::ok && p.i1 > p.i0 && !failed_) status = device_.wait(slot.event);
    auto lock = hold();
    if (status != Status::ok) fail(status);
    const bool good = !failed_;
    ++committed_;
    if (good) written_ += p.job->order == Order::rows ? p.i1 - p.i0 : p.j1 - p.j0;
    downs_.through.notify_all();
    lock.unlock();
    const Job& job = *p.job;
    if (good && p.i1 > p.i0 && !job.straight) {
        copy_part(job.host(p.i0, p.j0), staged(p, slot), p.i0, p.i1, p.j0, p.j1, job.part, job.large);
        fence();
    }
    lock = hold();
    ++through_;
    --p.job->pieces;
    ++downs_.ends;
    downs_.through.notify_all();
}

// The device itself can copy it.
bool Link::reached(const Array& host, std::int64_t rows, std::int64_t columns) const {
    if (rows == 0 || columns == 0 || host.ld * host.bytes > INT_MAX) return false;  // wider than a copy's rows may be
    return device_.reaches(host.data, static_cast<std::size_t>((rows + (columns - 1) * host.ld) * host.bytes));
}

Event* Link::mark() noexcept {
    const std::lock_guard lock(mutex_);
    if (failed_) return nullptr;
    try {
        Event* e = event();
        const Status s = e ? compute_.record(e) : Status::failed;
        if (s == Status::ok) return e;
        fail(s);
    } catch (const std::bad_alloc&) {
        fail(Status::no_memory);
    }
    return nullptr;
}

int Link::upload(Array host, Array device, std::int64_t rows, std::int64_t columns, Part part, Event* after) noexcept {
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
        ups_.jobs.push_back({host, device, rows, columns, part, Order::columns, e, straight, false});
        Job& job = ups_.jobs.back();
        job.after = after;
        job.cut = rows == 0 || columns == 0;
        const bool many = rows * columns * host.bytes > one_piece_;
        if (many) ups_.some = true;
        lock.unlock();
        if (many) ups_.work.notify_all();
        return ticket;
    } catch (const std::bad_alloc&) {
        return fail(Status::no_memory), -1;
    }
}

Status Link::arrived(int ticket, Queue& queue) noexcept {
    std::unique_lock lock(mutex_);
    while (!failed_) {
        Job& job = ups_.jobs[static_cast<std::size_t>(ticket)];
        if (job.cut && job.pieces == 0) {
            const Status s = queue.wait(job.ready);
            job.waited = true;
            if (s != Status::ok) fail(s);
            return s;
        }
        Piece p;
        if (next_up_to(ticket, ups_, p)) {
            lock.unlock();
            sent(p, send(p, own_up_[own_turn_ ^= 1]));
            lock.lock();
        } else {
            wait_for_end(ups_, lock);
        }
    }
    return Status::failed;
}

void Link::share(std::int64_t count, Work work, void* argument) noexcept {
    std::unique_lock lock(mutex_);
    try {
        works_.jobs.push_back({});
    } catch (const std::bad_alloc&) {
        lock.unlock();
        for (std::int64_t i = 0; i < count; ++i) work(argument, i);
        return;
    }
    Job& job = works_.jobs.back();
    job.rows = count, job.cut = count == 0, job.work = work, job.argument = argument;
    works_.some = true;
    lock.unlock();
    ups_.work.notify_all();
    downs_.work.notify_all();
    lock.lock();
    while (!job.cut || job.pieces > 0) {
        Piece p;
        if (next(works_, p)) {
            lock.unlock();
            carry_out(p);
            lock.lock();
        } else {
            wait_for_end(works_, lock);
        }
    }
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
        const bool large = rows * columns * host.bytes / sharers() >= static_cast<std::int64_t>(slot_bytes_);
        downs_.jobs.push_back({host, device, rows, columns, part, order, e, straight, large});
        const bool many = rows * columns * host.bytes > one_piece_;
        if (many) downs_.some = true;
        lock.unlock();
        if (many) downs_.work.notify_all();
        return Status::ok;
    } catch (const std::bad_alloc&) {
        return fail(Status::no_memory), Status::no_memory;
    }
}

bool Link::all_through(int index) const {
    return std::all_of(downs_.jobs.begin(), downs_.jobs.begin() + index + 1,
                       [](const Job& job) { return job.cut && job.pieces == 0; });
}

bool Link::is_written(int index) noexcept {
    const std::lock_guard lock(mutex_);
    return !failed_ && all_through(index);
}

Status Link::written(int index) noexcept {
    std::unique_lock lock(mutex_);
    while (!failed_) {
        if (all_through(index)) return Status::ok;
        Piece p;
        if (next_up_to(index, downs_, p)) {
            lock.unlock();
            received(p, ask(p, own_down_), own_down_, caller);
            lock.lock();
        } else {
            wait_for_end(downs_, lock);
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
            received(p, ask(p, own_down_), own_down_, caller);
            lock.lock();
        } else if (through_ < downs_.orders) {
            wait_for_end(downs_, lock);
        } else if (std::any_of(ups_.jobs.begin(), ups_.jobs.end(), [](const Job& j) { return j.pieces > 0; })) {
            wait_for_end(ups_, lock);
        } else {
            break;
        }
    }
    in_call_ = false;
    const bool waited = std::all_of(ups_.jobs.begin(), ups_.jobs.end(), [](const Job& j) { return j.waited; });
    lock.unlock();
    if (!failed_ && !waited)
        if (const Status s = up_->finish(); s != Status::ok) fail(s);
    if (!failed_) return Status::ok;
    // What is still on its way must not find its memory gone.
    compute_.finish(), up_->finish(), down_->finish();
    return static_cast<Status>(failed_.load());
}

}  // namespace shunt::gpu
