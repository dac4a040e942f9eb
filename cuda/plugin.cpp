// In: checked calls from the library. Out: the plug-in's table: how long a call would take here, and the call done.
#include "cuda/plugin.h"

#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <memory>
#include <mutex>
#include <new>
#include <thread>
#include <utility>
#include <vector>

#include "cuda/batch_run.hpp"
#include "cuda/direct.hpp"
#include "cuda/open_device.hpp"
#include "cuda/parts.hpp"
#include "cuda/session.hpp"
#include "cuda/split.hpp"

namespace shunt::gpu {
namespace {

// Each has buffers of its own; a call that finds none free goes back to the CPU without waiting.
constexpr int context_count = 2;
constexpr int copy_threads = 7;  // at most, in each direction: with the caller fewer than 16 CPUs

// Calls on matrices in the memory of one GPU, one at a time.
struct OnDevice {
    std::mutex one;
    Device* device = nullptr;
    std::unique_ptr<Context> context;
    std::vector<std::pair<Device*, std::unique_ptr<Context>>> former;  // from before resets: never used or closed
    bool used = false;
};
constexpr int most_devices = 64;

struct Engine {
    Device* device = nullptr;
    const shunt_host* host = nullptr;
    Context contexts[context_count];
    std::atomic<bool> busy[context_count] = {};
    std::atomic<const char*> lost{nullptr};  // why the device does no more calls on the host's memory
    double budget = 0;                       // bytes of device memory for all calls,
    std::atomic<std::int64_t> reserved{0};   // and what those that run may take of it
    OnDevice on_devices[most_devices];
    std::atomic<long long> done{0};
    std::atomic<int> calls{0};  // that are on the device
    std::atomic<bool> ending{false};
    const pid_t process = getpid();
    std::atomic<bool> used[SHUNT_ROUTINE_COUNT]['z' - 'c' + 1] = {};  // by precision
    shunt_plugin table{};
};

Engine* engine = nullptr;  // set once, never taken down: no CUDA call at exit, none after a device failed to open

const char* process_ends = "the process is ending";
const char* device_failed_before = "the device has failed before";
const char* device_reset = "the program has reset the device";

// Why the device is not to be used any more, or null.
const char* why_lost(Engine& e) {
    const char* reason = e.lost.load(std::memory_order_relaxed);
    if (reason != device_reset && e.device->gone()) e.lost = reason = device_reset;
    return reason;
}

// CUDA takes itself down in exit, under threads that use it: theirs are the last calls, and they end first.
void before_exit() {
    constexpr int patience = 5000;            // ms
    if (getpid() != engine->process) return;  // a forked child has none of its threads
    engine->ending = true;
    for (int i = 0; i < patience && engine->calls.load() > 0; ++i)
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
}

// A call while the process is not ending.
class InCall {
public:
    explicit InCall(Engine& e) : engine_(e) { engine_.calls.fetch_add(1); }
    ~InCall() { engine_.calls.fetch_sub(1); }
    InCall(const InCall&) = delete;
    InCall& operator=(const InCall&) = delete;
    bool possible() const { return !engine_.ending.load(); }
    void done(const shunt_call& c) {
        const long long count = engine_.done.fetch_add(1, std::memory_order_relaxed) + 1;
        // What cuBLAS makes at the first uses of a function it takes down before what was registered earlier.
        std::atomic<bool>& used = engine_.used[c.routine][c.precision - 'c'];
        const bool first = !used.load(std::memory_order_relaxed) && !used.exchange(true);
        if (first || (count & (count - 1)) == 0) std::atexit(before_exit);
    }

private:
    Engine& engine_;
};

// What a call may take of the memory allowed; the first one has all that it wants.
class Reservation {
public:
    Reservation(Engine& e, const shunt_call& c)
        : engine_(e), bytes_(static_cast<std::int64_t>(std::min(e.budget, 1.5 * device_bytes(c)))) {
        before_ = engine_.reserved.fetch_add(bytes_);
    }
    ~Reservation() { engine_.reserved.fetch_sub(bytes_); }
    Reservation(const Reservation&) = delete;
    Reservation& operator=(const Reservation&) = delete;
    bool possible() const { return before_ == 0 || static_cast<double>(before_ + bytes_) <= engine_.budget; }

private:
    Engine& engine_;
    const std::int64_t bytes_;
    std::int64_t before_ = 0;
};

bool open_context(Engine& e, Context& c) {
    return c.open(*e.device, std::clamp(e.host->threads / 2, 1, copy_threads));
}

// cuBLAS made and used once: what it takes down in exit is registered then, but for what other functions add.
void first_product(Context& context) {
    constexpr std::int64_t n = 32;
    Session s(context);
    const Array a = s.buffer(n, n, 8), c = s.buffer(n, n, 8);
    if (s.good()) s.check(s.queue().scale('d', n, n, {0, 0}, a));
    if (s.good()) s.check(s.queue().gemm('d', 'N', 'N', n, n, n, {1, 0}, a, a, {0, 0}, c));
    if (s.good()) s.check(s.queue().finish());
}

constexpr int none_free = -1, cannot_open = -2;

int take_context(Engine& e) {
    for (int i = 0; i < context_count; ++i)
        if (!e.busy[i].exchange(true, std::memory_order_acquire)) {
            if (e.contexts[i].link || open_context(e, e.contexts[i])) return i;
            e.busy[i].store(false, std::memory_order_release);
            return cannot_open;
        }
    return none_free;
}

// Why the call is not for the device, or null. Zero scalars and empty inner sizes touch less than the streams do; zeros
// on the diagonal have an info of their own; a column that no slot holds.
const char* left_to_cpu(const shunt_call& c) {
    const auto zero = [&](const void* p, bool real) {
        const Scalar s = scalar(p, c.precision, real);
        return s.re == 0 && s.im == 0;
    };
    const bool rank = c.routine >= SHUNT_SYRK && c.routine <= SHUNT_HER2K;
    if (c.routine == SHUNT_TRTRS && c.k == 0) return "no right-hand sides";  // but an info
    if (c.alpha && zero(c.alpha, c.routine == SHUNT_HERK)) return "alpha is 0";
    if ((c.routine == SHUNT_GEMM || rank) && c.k == 0) return "k is 0";
    const std::int64_t length = c.routine == SHUNT_GEMM && gemm_by_rows(c) ? c.n
                                : c.side == 'R' || rank || c.m == 0        ? c.n
                                                                           : c.m;
    if (length * element_bytes(c.precision) > static_cast<std::int64_t>(engine->device->tuning().slot_bytes))
        return "a column is longer than a transfer buffer";
    if (shunt_orthogonal(c.routine)) {
        constexpr double most = 2e9;  // elements: cuSOLVER counts in 32 bits
        const double rows = static_cast<double>(c.side == 'R' ? c.n : c.m), m = static_cast<double>(c.m);
        if (std::max(m * static_cast<double>(c.n), rows * static_cast<double>(c.k)) > most)
            return "larger than the device's library counts";
        if (shunt_forms_q(c.routine) && c.k == 0) return "k is 0";
        return engine->device->has_qr(c.precision) ? nullptr : "no cuSOLVER, or one that follows the environment";
    }
    const int routine = base_routine(c.routine);
    const bool inverts = routine == SHUNT_TRTRI || routine == SHUNT_TRTRS || routine == SHUNT_POTRI;
    if (!inverts || (routine != SHUNT_POTRI && c.diag == 'U')) return nullptr;
    for (std::int64_t i = 0; i < c.n; ++i)
        if (zero(matrix(c.a, c.lda, c.precision)(i, i).data, false)) return "a triangle is singular";
    return nullptr;
}

const char* why(Status s) {
    switch (s) {
        case Status::ok:
            return nullptr;
        case Status::no_memory:
            return "out of device memory";
        case Status::unsuited:
            return "the device's library would not do it as LAPACK does";
        default:
            return engine->device->failure();
    }
}

// A dependency chain along the order: what a column costs however little work it is.
double chain_seconds(const shunt_call& c) {
    const int routine = base_routine(c.routine);
    const std::int64_t length = routine == SHUNT_GETRF ? std::min(c.m, c.n) : c.side == 'L' ? c.m : c.n;
    const double order = static_cast<double>(length);
    switch (routine) {
        case SHUNT_GEMM:
        case SHUNT_SYMM:
        case SHUNT_HEMM:
        case SHUNT_SYRK:
        case SHUNT_HERK:
        case SHUNT_SYR2K:
        case SHUNT_HER2K:
        case SHUNT_TRMM:
            return 0;
        case SHUNT_GETRF:
        case SHUNT_GESV:
            return 1.5e-6 * order;
        case SHUNT_POTRF:
        case SHUNT_POSV:
            return 0.3e-6 * order;
        case SHUNT_GEQRF:  // cuSOLVER 12.0.4, one H200, 2026-11-22: in all 4.9 us a column of order 1024, 7.8 of 4096
            return 5e-6 * static_cast<double>(std::min(c.m, c.n));
        case SHUNT_ORMQR:
        case SHUNT_UNMQR:
        case SHUNT_ORGQR:
        case SHUNT_UNGQR:
            return 1.5e-6 * static_cast<double>(c.k);
        default:
            return 0.2e-6 * order;
    }
}

double predict(const shunt_call* c, const shunt_link* measured) {
    const Traffic t = traffic(*c);
    const double bytes = element_bytes(c->precision), rate = engine->device->flops(c->precision);
    const double assumed = engine->device->link_rate();
    const shunt_link link = measured ? *measured : shunt_link{assumed, assumed, 150e-6};
    // Safe rather than exact: transfers and computing one after the other, at two thirds of the peak.
    return link.call + (t.read + t.result) * bytes / link.up + t.result * bytes / link.down + 1.5 * c->flops / rate +
           chain_seconds(*c);
}

int run(shunt_call* c) {
    InCall in_call(*engine);
    c->reason = in_call.possible() ? why_lost(*engine) : process_ends;
    if (!c->reason) c->reason = left_to_cpu(*c);
    if (c->reason) return SHUNT_DECLINED;
    const Reservation memory(*engine, *c);
    c->reason = "the device memory allowed is taken by another call";
    if (!memory.possible()) return SHUNT_DECLINED;
    const ThreadDevice guard(*engine->device);
    const int at = take_context(*engine);
    if (at < 0) {
        c->reason = at == none_free ? "the device is busy with other calls" : "no memory or threads for transfers";
        return SHUNT_DECLINED;
    }
    Runner runner(engine->contexts[at], *engine->host, engine->budget);
    const int status = runner.run(*c);
    // A context whose device failed stays taken: nothing more is asked of it.
    const char* none = nullptr;
    if (runner.status() == Status::failed)
        engine->lost.compare_exchange_strong(none, device_failed_before);
    else
        engine->busy[at].store(false, std::memory_order_release);
    c->reason = why(runner.status());
    if (status == SHUNT_DONE) in_call.done(*c);
    return status;
}

// Best of a few rounds, each in a session of its own.
template <class F> double seconds(Context& context, Status& status, F&& round) {
    constexpr int rounds = 5;
    double best = HUGE_VAL;
    for (int i = 0; i < rounds && status == Status::ok; ++i) {
        Session s(context);
        best = std::min(best, round(s));
        if (s.finish().status != Status::ok) status = s.status();
    }
    return best;
}

int measure(shunt_link* link) {
    const auto now = [] {
        return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
    };
    constexpr std::int64_t rows = 4096, columns = 1024, bytes = 8, small = 32;
    if (why_lost(*engine)) return SHUNT_FAILED;
    const ThreadDevice guard(*engine->device);
    const int at = take_context(*engine);
    if (at < 0) return SHUNT_DECLINED;
    Context& context = engine->contexts[at];
    Status status = Status::ok;
    try {
        std::vector<double> memory(rows * columns, 1.0);
        const Array host = matrix(memory.data(), rows, 'd');
        const double up = seconds(context, status, [&](Session& s) {
            const Array device = s.buffer(rows, columns, bytes);
            s.check(s.queue().finish());
            const double start = now();
            s.arrived(s.upload(host, device, rows, columns));
            s.check(s.queue().finish());
            return now() - start;
        });
        const double down = seconds(context, status, [&](Session& s) {
            const Array device = s.buffer(rows, columns, bytes);
            s.check(s.queue().finish());
            const double start = now();
            s.download(host, device, rows, columns);
            s.check(s.link().finish());
            return now() - start;
        });
        const double one = 1;
        double* const a = memory.data();
        shunt_call c{};
        c.precision = 'd';
        c = product(c, 'N', 'N', small, small, small, &one, a, small, a + small * small, small, &one,
                    a + 2 * small * small, small);
        double call = HUGE_VAL;
        for (int i = 0; i < 20 && status == Status::ok; ++i) {
            const double start = now();
            status = stream(context, c).status;
            call = std::min(call, now() - start);
        }
        constexpr double all = rows * columns * bytes;
        *link = {all / up, all / down, call};
    } catch (const std::bad_alloc&) {
        status = Status::no_memory;
    }
    engine->busy[at].store(status == Status::failed, std::memory_order_release);
    return status == Status::ok ? SHUNT_DONE : SHUNT_FAILED;
}

// The device that holds the call's matrices, any_device when it may be any; no_device: there is none that does.
int holder(Device& device, const shunt_call& c) {
    int at = Device::any_device;
    for (const void* p : {c.a, c.b, c.c, c.tau}) {
        const int here = p ? device.holder(p) : Device::any_device;
        if (here < 0) continue;  // tau may be the host's
        if (at >= 0 && at != here) return Device::no_device;
        at = here;
    }
    return at;
}

// Work on the GPU that has the memory, and the stream.
template <class F> int on_holder(int at, void* stream, const char** reason, F&& work) {
    Engine& e = *engine;
    const int in_use = e.device->in_use(stream);
    *reason = "no GPU has all of them";
    if (at == Device::no_device || at >= most_devices) return SHUNT_DECLINED;
    if (at == Device::any_device) at = in_use != Device::no_device ? in_use : e.device->number();  // managed memory
    *reason = "the stream is another GPU's";
    if (stream && in_use != Device::no_device && in_use != at) return SHUNT_DECLINED;
    const bool chosen = at == e.device->number();
    const char* const lost = chosen ? why_lost(e) : nullptr;
    *reason = lost;
    if (lost && lost != device_reset) return SHUNT_DECLINED;
    OnDevice& there = e.on_devices[at];
    const std::lock_guard lock(there.one);
    if (there.device && there.device->gone()) {  // the memory is of a new life of the device
        *reason = "out of memory";
        try {
            there.former.emplace_back(there.device, std::move(there.context));
        } catch (const std::bad_alloc&) {
            return SHUNT_DECLINED;
        }
        there.device = nullptr;
    }
    if (!there.device) there.device = chosen && !lost ? e.device : open_device(reason, at);
    if (!there.device) return SHUNT_DECLINED;
    const ThreadDevice guard(*there.device);
    if (there.device->in_use() != at) return SHUNT_DECLINED;
    *reason = "out of memory";
    try {
        if (!there.context) there.context = std::make_unique<Context>();
        if (!there.context->open_queues(*there.device)) return SHUNT_DECLINED;
        const Status s = work(*there.context);
        *reason = why(s);
        if (!std::exchange(there.used, true)) std::atexit(before_exit);  // cuBLAS may have made more of its own
        return s == Status::ok ? SHUNT_DONE : SHUNT_FAILED;
    } catch (const std::bad_alloc&) {
        return SHUNT_FAILED;
    }
}

// Work that the caller waits for, or not, after what the program has done with the device.
template <class F> Status in_order(Context& context, void* stream, bool waits, F&& work) {
    Queue& q = *context.compute;
    struct Left {
        Queue& queue;
        ~Left() { queue.leave_stream(); }
    } left{q};
    Status s = q.use_stream(stream);
    if (s == Status::ok) s = work();
    // What failed halfway may still write, and to memory that was given back.
    if (s != Status::ok && s != Status::unsuited) context.beside.finish(), q.finish();
    return s == Status::ok && waits ? q.finish() : s;
}

int run_on_device(shunt_call* c, void* stream) {
    InCall in_call(*engine);
    c->reason = process_ends;
    if (!in_call.possible()) return SHUNT_DECLINED;
    return on_holder(holder(*engine->device, *c), stream, &c->reason, [&](Context& context) {
        return in_order(context, stream, !stream, [&] {
            const Status s = run_direct(context, *c);
            if (s == Status::ok) in_call.done(*c);
            return s;
        });
    });
}

// The GPU that holds the first matrix that there is of each operand, and arrays that it is to read.
int holder(Device& device, const shunt_batch& b) {
    int at = Device::any_device;
    const auto is_with_others = [&](const void* p) {
        const int here = p ? device.holder(p) : Device::any_device;
        if (here == Device::any_device) return true;
        if (here == Device::no_device || (at >= 0 && at != here)) return false;
        at = here;
        return true;
    };
    for (const shunt_place* place : {&b.a, &b.b, &b.c, &b.ipiv, &b.tau, &b.taup, &b.d, &b.e}) {
        const void* p = place->list || !place->list_on_device ? place->base : place->list_on_device;
        for (int64_t i = 0; place->list && !p && i < b.count; ++i) p = place->list[i];
        if (!is_with_others(p)) return Device::no_device;
    }
    if (!b.look) return at;
    const shunt_arrays& x = *b.arrays;
    const void* const integers[] = {x.m, x.n, x.k, x.lda, x.ldb, x.ldc};
    for (int i = 0; i < 6; ++i)
        if ((b.look->on_device >> i & 1) && !is_with_others(integers[i])) return Device::no_device;
    return at;
}

// A batch by work(context), where it suits that.
template <class F> int on_holder(shunt_batch& b, void* stream, F&& work) {
    InCall in_call(*engine);
    b.reason = process_ends;
    if (!in_call.possible()) return SHUNT_DECLINED;
    Status result = Status::ok;
    const int status = on_holder(holder(*engine->device, b), stream, &b.reason,
                                 [&](Context& context) { return result = work(context); });
    return result == Status::unsuited ? SHUNT_DECLINED : status;
}

int run_batch(shunt_batch* b, void* stream) {
    return on_holder(*b, stream, [&](Context& context) {
        return in_order(context, stream, !stream, [&] { return shunt::gpu::run_batch(context, *b, !stream); });
    });
}

int enqueue_batch(shunt_batch* b, void* stream, void* workspace, std::int64_t* bytes) {
    return on_holder(*b, stream, [&](Context& context) {
        struct Entered {
            Queue& queue;
            ~Entered() { queue.leave(); }
        } entered{*context.compute};
        entered.queue.enter(stream);
        return shunt::gpu::enqueue_batch(context, *b, workspace, *bytes);
    });
}

int copy(const shunt_copy* copies, std::int64_t count, int up, void* stream, const char** reason) {
    InCall in_call(*engine);
    *reason = process_ends;
    if (!in_call.possible()) return SHUNT_DECLINED;
    int at = Device::any_device;
    for (std::int64_t i = 0; i < count; ++i) {
        const int here = engine->device->holder(up ? copies[i].to : copies[i].from);
        if (here == Device::any_device || here == at) continue;
        at = here == Device::no_device || at != Device::any_device ? Device::no_device : here;
        if (at == Device::no_device) break;
    }
    const auto move = [&](Context& context) {
        const auto array = [](const void* p, std::int64_t step) {
            return Array{static_cast<char*>(const_cast<void*>(p)), step, 1};
        };
        Status s = Status::ok;
        for (std::int64_t i = 0; i < count && s == Status::ok; ++i) {
            const Array to = array(copies[i].to, copies[i].to_step), from = array(copies[i].from, copies[i].from_step);
            s = up ? context.compute->upload(to, from, copies[i].bytes, copies[i].count)
                   : context.compute->download(to, from, copies[i].bytes, copies[i].count);
        }
        return s;
    };
    return on_holder(at, stream, reason,
                     [&](Context& context) { return in_order(context, stream, true, [&] { return move(context); }); });
}

}  // namespace
}  // namespace shunt::gpu

extern "C" __attribute__((visibility("default"))) const shunt_plugin* shunt_plugin_open(uint32_t version,
                                                                                        const shunt_host* host,
                                                                                        const char** reason) {
    using namespace shunt::gpu;
    if (version != SHUNT_PLUGIN_VERSION || !host || host->size < sizeof(shunt_host)) return nullptr;
    *reason = "out of memory";
    auto* e = new (std::nothrow) Engine;
    if (!e) return nullptr;
    e->host = host;
    e->device = open_device(reason);
    if (!e->device) {
        delete e;
        return nullptr;
    }
    engine = e;
    const ThreadDevice guard(*e->device);
    // What is free now, less what libraries take later; one call at a time may have all of it.
    e->budget = 0.9 * static_cast<double>(e->device->free_bytes());
    if (host->device_bytes > 0) e->budget = std::min(e->budget, host->device_bytes);
    if (!open_context(*e, e->contexts[0])) {  // the device stays as it is: it has failed
        *reason = *e->device->failure() ? e->device->failure() : "no memory or threads for transfers";
        return nullptr;
    }
    e->table = {.version = SHUNT_PLUGIN_VERSION,
                .size = sizeof(shunt_plugin),
                .name = e->device->name(),
                .not_followed = e->device->not_followed(),
                .predict = predict,
                .measure = measure,
                .run = run,
                .run_on_device = run_on_device,
                .run_batch = run_batch,
                .look_from = e->device->tuning().look_from,
                .look_there_from = e->device->tuning().look_there_from,
                .enqueue_batch = enqueue_batch,
                .copy = copy};
    try {
        first_product(e->contexts[0]);
    } catch (const std::bad_alloc&) {
        *reason = "out of memory";
        return nullptr;
    }
    std::atexit(before_exit);
    return &e->table;
}

// For tests: the calls that the device has done.
extern "C" __attribute__((visibility("default"))) long long shunt_plugin_done() {
    return shunt::gpu::engine ? shunt::gpu::engine->done.load() : 0;
}
