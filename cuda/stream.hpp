// In: a checked call on host memory that fits into device memory. Out: the call done through the device; when the
// device fails, how much of the result is final.
#pragma once
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <memory>
#include <vector>

#include "cuda/factor.hpp"
#include "cuda/link.hpp"
#include "cuda/plugin.h"

namespace shunt::gpu {

// Host memory for lists of a call, kept for the next one, as its pages take long to be made; what is large is not kept.
class Kept {
public:
    // So many bytes, as they are, in place of what was taken before.
    std::byte* take(std::size_t bytes) {
        if (bytes > bytes_) {
            bytes_ = 0;
            memory_.reset();
            const std::size_t room = bytes < most ? std::bit_ceil(bytes) : bytes;
            memory_ = std::make_unique_for_overwrite<std::byte[]>(room);
            bytes_ = room;
        }
        return memory_.get();
    }
    void trim() {
        if (bytes_ <= most) return;
        bytes_ = 0;
        memory_.reset();
    }

private:
    static constexpr std::size_t most = std::size_t{16} << 20;
    std::unique_ptr<std::byte[]> memory_;
    std::size_t bytes_ = 0;
};

// Pinned memory of which lists of calls go to the device: pieces that take turns, each used again when the copies from
// it are done.
class Staging {
public:
    static constexpr std::int64_t most = std::int64_t{1} << 20;  // bytes of a piece
    // So many, up to `most`, aligned to 256; null: there is no such memory. Copies from what was taken are enqueued
    // before more is taken, and sent() after them, if the host does not wait for them.
    std::byte* take(Device&, std::size_t bytes);
    Status sent(Queue& q) { return pieces_[now_].sent(q); }
    void close(Device&);

private:
    Slot pieces_[3];
    int now_ = 0;
    std::size_t used_ = 0;  // of this piece
};

// What a call needs to run on the device: a compute queue and the link to it. One call at a time.
struct Context {
    Device* device = nullptr;
    Queue* compute = nullptr;
    Beside beside{};       // for panels
    Beside ahead[2] = {};  // for updates of what is factored later; with the link
    std::unique_ptr<Link> link;
    double budget = HUGE_VAL;  // bytes of the device's memory for a call
    Kept lists;                // of a batch
    Staging staging;
    std::int32_t numbers[3] = {};  // of the sizes of the last batch that the device has looked at
    int looks_to_leave_out = 0;    // after one that was in vain

    // Opens what is not open yet. False: no memory, no threads, no device.
    bool open(Device&, int threads);
    bool open_queues(Device&);
    ~Context();
};

struct Progress {
    Status status = Status::ok;
    std::int64_t written = 0;  // columns or rows that are final, in the order of the routine's downloads
    std::int64_t chosen = 0;   // LU: the pivots that are known, which the final columns have
    // A solve with a triangle by equations, in their order: `solved` of them are final, `next` in the first `ahead`
    // right-hand sides.
    bool by_equations = false;
    std::int64_t solved = 0, next = 0, ahead = 0;
};

// Elements that go up beside the result, that go both ways, and that the device holds, work space included.
struct Traffic {
    double read, result, device;
};
Traffic traffic(const shunt_call&);
double device_bytes(const shunt_call&);
// What it cannot do without: one operand, and a few places in which panels of the others take turns.
double least_bytes(const shunt_call&, const Tuning&);

constexpr std::int64_t turn_places = 3;  // on the way up, in work, on the way down
inline std::int64_t rounded_up(std::int64_t x, std::int64_t unit) {
    return (x + unit - 1) / unit * unit;
}
// Elements between columns of the device: they start at multiples of 256 bytes.
inline std::int64_t column_length(std::int64_t rows, int bytes) {
    return rounded_up(rows, 256 / bytes);
}
// What stays on the device while panels take turns; what panels of width 1 take in all of their places, where they are
// columns; the columns of their places, where they are rows: elements. length 0: all of it has to be there.
struct Turns {
    std::int64_t length = 0;
    double stay = 0, columns = 0, rows = 0;
    int element = 0;
    double bytes(std::int64_t width) const {
        const std::int64_t held = column_length(std::min(turn_places * width, length), element);
        return (stay + columns * static_cast<double>(width) + rows * static_cast<double>(held)) * element;
    }
};
Turns turns(const shunt_call&);
constexpr std::int64_t least_panels = 8;  // of a factorization, that there must be room for
inline std::int64_t least_width(const Tuning& tuning) {
    return std::max<std::int64_t>(1, tuning.panel_multiple / 4);
}

// Runs the call; on failure Progress says what finish_on_cpu() must still do.
Progress stream(Context&, shunt_call&);
// The rest of a call of which `written` is final, by calls to `execute`. What remains of a call that wrote nothing is
// the call itself.
void finish_on_cpu(const shunt_host&, shunt_call&, const Progress&);

bool gemm_by_rows(const shunt_call&);  // the product's downloads are rows

// ---- Parts of a call.
inline Array matrix(void* p, std::int64_t ld, char precision) {
    return {static_cast<char*>(p), ld, element_bytes(precision)};
}
inline int base_routine(int routine) {
    return shunt_base_routine(routine);
}

}  // namespace shunt::gpu
