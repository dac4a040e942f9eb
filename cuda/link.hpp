// In: matrices in host memory and places for them in device memory. Out: the same on the other side, through pinned
// buffers that several threads fill and empty, while the device computes; straight where the device reaches them.
//
// Uploads are handed in first to last and travel in that order. Downloads are written to the host's memory in the order
// in which they were handed in, each column (or row) whole: when the device fails, written() of them are final and the
// others as they were before, or, of results that replace whatever was there, in any state.
#pragma once
#include <atomic>
#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "cpu/homes.hpp"
#include "cuda/device.hpp"

namespace shunt::gpu {

// What of a matrix travels: all of it, or rows i >= j + diagonal (lower), i <= j + diagonal (upper) of column j.
struct Part {
    char shape = 'F';  // F L U
    std::int64_t diagonal = 0;
};

// The order in which a result is written: its columns, its columns from the last one, its rows (of a full matrix, or of
// an upper part).
enum class Order : std::uint8_t { columns, columns_back, rows };

// Whether what the host has where a result goes is an operand too: the CPU needs it when the device fails.
enum class Before : std::uint8_t { needed, replaced };

// Pinned memory through which copies go, and a point behind the last one.
struct Slot {
    char* memory = nullptr;
    Event* event = nullptr;
    bool busy = false;  // an upload from it may be under way

    // Opens what is not open yet.
    bool open(Device&, std::size_t bytes);
    void close(Device&);
    Status wait(Device&);  // until no upload from it is
    Status sent(Queue&);   // the last upload is on the queue
};

class Link {
public:
    // `threads` copy up and as many down, beside the caller. Null: no memory, no threads, no device.
    static std::unique_ptr<Link> open(Device&, Queue& compute, int threads, const Tuning&);
    ~Link();
    Link(const Link&) = delete;
    Link& operator=(const Link&) = delete;

    // Starts a call: nothing is under way.
    void begin() noexcept;
    // Memory was taken from the compute queue: nothing travels into it before that.
    void fresh_memory() noexcept { fresh_ = true; }
    // What is on the compute queue now; null after a failure.
    Event* mark() noexcept;
    // The ticket of a matrix that starts to travel now, or, to a place that is still used, after a mark; -1 after a
    // failure.
    int upload(Array host, Array device, std::int64_t rows, std::int64_t columns, Part = {},
               Event* after = nullptr) noexcept;
    // The queue waits for it.
    Status arrived(int ticket, Queue&) noexcept;
    // After all that is on the compute queue now.
    Status download(Array host, Array device, std::int64_t rows, std::int64_t columns, Part = {},
                    Order = Order::columns, Before = Before::needed) noexcept;
    // The caller waits until the downloads up to the one that was handed in as number `index` are written.
    Status written(int index) noexcept;
    bool is_written(int index) noexcept;
    // The caller waits until everything is written or the device has failed; then nothing is under way any more.
    Status finish() noexcept;
    // Columns, or rows, of the downloads that are in the host's memory, first to last.
    std::int64_t written() const noexcept { return written_; }

    // work(argument, i) for i = 0 ... count - 1, on the threads that have nothing to copy and the caller's. Also after
    // a failure; returns when all is done.
    using Work = void (*)(void* argument, std::int64_t i);
    void share(std::int64_t count, Work, void* argument) noexcept;

    // Pinned memory for a call's small results (info of panels).
    std::int32_t* notes() const noexcept { return notes_; }
    static constexpr int note_count = 1024;

private:
    struct Job {
        Array host, device;
        std::int64_t rows, columns;
        Part part;
        Order order;
        Event* ready;            // download: the compute queue's; upload: on the way out
        bool straight;           // no slots
        bool large;              // there is more than a slot for each thread
        Event* after = nullptr;  // upload: what uses its place before
        Work work = nullptr;     // instead of a transfer, for each row
        void* argument = nullptr;
        std::int64_t i = 0, j = 0;  // the next piece
        int pieces = 0;             // not yet through
        bool cut = false;           // no more pieces
        bool waited = false;        // a queue waits for it
    };
    struct Piece {
        Job* job;
        std::int64_t i0, i1, j0, j1;
        std::int64_t order;
    };
    // Each thread's: while one is emptied or filled, the device has the other one.
    static constexpr int slots_each = 2;
    struct Direction {
        std::deque<Job> jobs;   // addresses of elements stay
        std::size_t first = 0;  // the first with pieces left
        std::int64_t orders = 0;
        std::atomic<bool> some{false};      // there may be pieces left
        std::atomic<std::int64_t> ends{0};  // of pieces
        std::condition_variable work, through;
    };

    Link(Device& device, Queue& compute, const Tuning& tuning)
        : device_(device), compute_(compute), slot_bytes_(tuning.slot_bytes), one_piece_(tuning.one_piece) {}
    bool prepare(int threads);
    std::int64_t sharers() const { return static_cast<std::int64_t>(threads_.size() / 2 + 1); }  // the caller too
    static Array staged(const Piece&, const Slot&);
    Event* event();
    bool reached(const Array& host, std::int64_t rows, std::int64_t columns) const;
    bool all_through(int index) const;  // downloads up to that one
    bool next(Direction&, Piece&, bool ahead = false);
    bool next_up_to(int job, Direction&, Piece&);
    void cut(Job&, Piece&) const;
    std::unique_lock<std::mutex> hold();
    template <class Ready> void look(Ready ready) const;
    template <class Ready> void sleep(std::condition_variable&, std::unique_lock<std::mutex>&, int thread, Ready ready);
    bool wait_for_work(Direction&, Piece&, int thread, bool& attached);
    void wait_for_turn(const Piece&, int thread);
    void wait_for_end(Direction&, std::unique_lock<std::mutex>&);
    void send_all(Slot*, int thread);
    void receive_all(Slot*, int thread);
    void carry_out(const Piece&);
    Status send(const Piece&, Slot&);
    Status ask(const Piece&, Slot&);
    void sent(const Piece&, Status);
    void received(const Piece&, Status asked, Slot&, int thread);
    void fail(Status);

    Device& device_;
    Queue& compute_;
    const std::size_t slot_bytes_;  // holds at least one column, or row, of what is downloaded
    const std::int64_t one_piece_;
    Queue* up_ = nullptr;
    Queue* down_ = nullptr;
    std::mutex mutex_;
    Direction ups_, downs_;
    Direction works_;                         // of share()
    std::atomic<int> failed_{0};              // a Status
    std::atomic<std::int64_t> committed_{0};  // downloads that have reached their slot, in order
    std::int64_t through_ = 0;                // downloads that are over
    std::int64_t written_ = 0;
    bool fresh_ = false;
    std::atomic<bool> in_call_{false};
    std::atomic<bool> stop_{false};
    std::vector<Event*> events_;
    std::size_t events_used_ = 0;
    std::vector<std::unique_ptr<Slot[]>> slots_;
    Slot own_up_[slots_each], own_down_;
    int own_turn_ = 0;
    std::int32_t* notes_ = nullptr;
    std::vector<std::thread> threads_;
    Homes homes_;
};

}  // namespace shunt::gpu
