// In: a context. Out: device memory for the length of one call, and scalars of any precision.
#pragma once
#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "cuda/stream.hpp"

namespace shunt::gpu {

// A matrix by columns, or rows, some at a time.
class Panels {
public:
    Panels(std::int64_t total, std::int64_t width) { fill(total, width); }
    // Where each begins, and the end.
    explicit Panels(std::vector<std::int64_t> begins) : begins_(std::move(begins)) {}
    // The last ones become narrow, in multiples of the unit: what is done to them, and their way back, is what is left
    // when all others are through. The first one also: nothing can begin before it is there.
    static Panels tapered(std::int64_t total, std::int64_t width, std::int64_t unit, bool first_too) {
        Panels p;
        const auto half = [unit](std::int64_t x) { return rounded_up((x + 1) / 2, unit); };
        if (width < total) {
            if (first_too) p.add(half(width));
            while (2 * (total - p.total()) > 3 * width) p.add(width);
            while (total - p.total() > unit) p.add(half(total - p.total()));
        }
        p.fill(total, width);
        return p;
    }
    std::int64_t count() const { return static_cast<std::int64_t>(begins_.size()) - 1; }
    std::int64_t begin(std::int64_t p) const { return begins_[static_cast<std::size_t>(p)]; }
    std::int64_t end(std::int64_t p) const { return begin(p + 1); }
    std::int64_t size(std::int64_t p) const { return end(p) - begin(p); }
    std::int64_t total() const { return begins_.back(); }
    // The panel of a column or row.
    std::int64_t of(std::int64_t j) const {
        return std::upper_bound(begins_.begin(), begins_.end(), j) - begins_.begin() - 1;
    }

private:
    Panels() = default;
    void add(std::int64_t width) { begins_.push_back(total() + width); }
    void fill(std::int64_t all, std::int64_t width) {
        while (total() < all) add(std::min(width, all - total()));
    }

    std::vector<std::int64_t> begins_{0};
};

// The device memory of a call and the first thing that went wrong. Steps after a failure do nothing.
class Session {
public:
    explicit Session(Context& context) : context_(context), tuning_(context.device->tuning()) { link().begin(); }
    ~Session() {
        // Nothing may be on its way to memory that is given back.
        link().finish();
        if (!good())
            for (const Beside& b : {context_.beside, context_.ahead[0], context_.ahead[1]}) b.finish();
        for (void* p : memory_) queue().give(p);
    }
    Session(const Session&) = delete;
    Session& operator=(const Session&) = delete;

    Queue& queue() const { return *context_.compute; }
    const Beside* beside() const { return &context_.beside; }
    const Beside& ahead(std::int64_t number) const { return context_.ahead[number]; }
    const Device& device() const { return *context_.device; }
    const Tuning& tuning() const { return tuning_; }
    Link& link() const { return *context_.link; }
    Status status() const { return status_; }
    bool good() const { return status_ == Status::ok; }
    bool check(Status s) {
        if (good()) status_ = s;
        return good();
    }

    Array buffer(std::int64_t rows, std::int64_t columns, int bytes) {
        const std::int64_t ld = column_length(std::max<std::int64_t>(1, rows), bytes);
        return {static_cast<char*>(take(static_cast<std::size_t>(ld * std::max<std::int64_t>(1, columns) * bytes))), ld,
                bytes};
    }
    template <class T> T* values(std::int64_t count) {
        return static_cast<T*>(take(sizeof(T) * static_cast<std::size_t>(std::max<std::int64_t>(1, count))));
    }

    int upload(Array host, Array device, std::int64_t rows, std::int64_t columns, Part part = {},
               Event* after = nullptr) {
        const int ticket = good() ? link().upload(host, device, rows, columns, part, after) : -1;
        if (ticket < 0) check(Status::failed);
        return ticket;
    }
    bool written(int index) { return good() && check(link().written(index)); }
    bool passed(Event* mark) {  // the host waits
        return good() && check(mark ? context_.device->wait(mark) : Status::failed);
    }
    Event* mark() { return good() ? link().mark() : nullptr; }
    double budget() const { return context_.budget; }
    bool arrived(int ticket) { return arrived(ticket, queue()); }
    bool arrived(int ticket, Queue& by) { return good() && check(link().arrived(ticket, by)); }
    void download(Array host, Array device, std::int64_t rows, std::int64_t columns, Part part = {},
                  Order order = Order::columns, Before before = Before::needed) {
        if (good()) check(link().download(host, device, rows, columns, part, order, before));
    }
    // A few bytes, at once: info and pivots.
    bool fetch(void* host, const void* device, std::size_t bytes) {
        if (!good()) return false;
        const Array to{static_cast<char*>(host), static_cast<std::int64_t>(bytes), 1};
        const Array from{static_cast<char*>(const_cast<void*>(device)), to.ld, 1};
        return check(queue().download(to, from, to.ld, 1)) && check(queue().finish());
    }
    // All is written, or nothing is under way any more.
    Progress finish() {
        check(link().finish());
        return {status_, link().written()};
    }

private:
    void* take(std::size_t bytes) {
        void* p = nullptr;
        if (!good() || !check(queue().take(&p, bytes))) return nullptr;
        memory_.push_back(p);
        link().fresh_memory();
        return p;
    }

    Context& context_;
    const Tuning tuning_;
    Status status_ = Status::ok;
    std::vector<void*> memory_;
};

// A scalar argument; `real`: it is of the real type, as herk's.
inline Scalar scalar(const void* p, char precision, bool real = false) {
    const bool single = precision == 's' || precision == 'c', pair = complex_elements(precision) && !real;
    const auto part = [&](int i) {
        return single ? static_cast<double>(static_cast<const float*>(p)[i]) : static_cast<const double*>(p)[i];
    };
    return {part(0), pair ? part(1) : 0.0};
}

// Any of `count` elements.
inline bool any_nan(const void* elements, std::int64_t count, char precision) {
    const std::int64_t numbers = complex_elements(precision) ? 2 * count : count;
    const auto in = [numbers](const auto* p) {
        return std::any_of(p, p + numbers, [](auto x) { return std::isnan(x); });
    };
    return precision == 's' || precision == 'c' ? in(static_cast<const float*>(elements))
                                                : in(static_cast<const double*>(elements));
}

}  // namespace shunt::gpu
