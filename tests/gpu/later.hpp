// In: work for several streams, and points in them. Out: the same done by a thread of its own as late as the streams
// allow: each in its order, in any order between them, and one left waiting while another has something to do.
#pragma once
#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <random>
#include <thread>
#include <utility>
#include <vector>

namespace shunt::gpu {

struct Point {
    std::atomic<bool> passed{false};
};

class Scheduler {
public:
    struct Stream;
    static Scheduler& get() {
        static auto* const one = new Scheduler;  // its thread runs to the end of the process
        return *one;
    }
    // The thread that calls is the scheduler's.
    static bool& working() {
        // The leak checker crashes over other models in a library that was opened late.
        [[gnu::tls_model("initial-exec")]] thread_local bool is = false;
        return is;
    }
    void seed(unsigned value) {
        const std::lock_guard lock(mutex_);
        random_.seed(value);
    }

    struct Step {
        std::function<void()> work;  // may be empty
        std::shared_ptr<Point> after, passes;
    };
    struct Stream {
        std::deque<Step> steps;
        bool busy = false;
        bool done() const { return steps.empty() && !busy; }
    };
    void add(Stream& stream) {
        const std::lock_guard lock(mutex_);
        streams_.push_back(&stream);
    }
    void remove(Stream& stream) {
        finish(stream);
        const std::lock_guard lock(mutex_);
        if (left_waiting_ == &stream) left_waiting_ = nullptr;
        streams_.erase(std::find(streams_.begin(), streams_.end(), &stream));
    }
    void push(Stream& stream, Step step) {
        const std::lock_guard lock(mutex_);
        stream.steps.push_back(std::move(step));
        ++pushed_;
        news_.notify_all();
    }
    void finish(const Stream& stream) {
        wait([&] { return stream.done(); });
    }
    void finish_all() {
        wait([&] { return std::all_of(streams_.begin(), streams_.end(), [](const Stream* s) { return s->done(); }); });
    }
    void wait_for(const Point& point) {
        wait([&] { return point.passed.load(); });
    }

private:
    Scheduler() : thread_([this] { run(); }) { thread_.detach(); }

    template <class Ready> void wait(Ready ready) {
        std::unique_lock lock(mutex_);
        ended_.wait(lock, ready);
    }
    void run() {
        constexpr auto patience = std::chrono::microseconds(300);  // in which the program may push more
        working() = true;
        std::unique_lock lock(mutex_);
        for (auto& ready = ready_;;) {  // a member: at exit a leak checker looks for what the thread holds
            ready.clear();
            for (Stream* s : streams_)
                if (!s->steps.empty() && (!s->steps.front().after || s->steps.front().after->passed))
                    ready.push_back(s);
            if (ready.empty()) {
                news_.wait(lock);
                continue;
            }
            const auto late = std::find(ready.begin(), ready.end(), left_waiting_);
            if (late != ready.end() && ready.size() == 1) {
                const long before = pushed_;
                news_.wait_for(lock, patience);
                if (pushed_ != before) continue;
            } else if (late != ready.end()) {
                ready.erase(late);
            }
            Stream& stream = *ready[random_() % ready.size()];
            if (random_() % 400 == 0) left_waiting_ = streams_[random_() % streams_.size()];
            const Step step = std::move(stream.steps.front());
            stream.steps.pop_front();
            stream.busy = true;
            lock.unlock();
            if (step.work) step.work();
            lock.lock();
            stream.busy = false;
            if (step.passes) step.passes->passed = true;
            ended_.notify_all();
        }
    }

    std::mutex mutex_;
    std::condition_variable news_, ended_;
    std::vector<Stream*> streams_, ready_;
    std::mt19937 random_;
    Stream* left_waiting_ = nullptr;
    long pushed_ = 0;
    std::thread thread_;
};

}  // namespace shunt::gpu
