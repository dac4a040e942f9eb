// In: a call that a GPU might do. Out: the call done by the plug-in, or nothing touched.
// The plug-in is opened on the first call that wants it, never in a forked child, and given up after failures.
#include <dlfcn.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <climits>
#include <cstdio>
#include <cstring>

#include "cpu/cpu.hpp"
#include "shim/options.hpp"
#include "shim/problem.hpp"
#include "shim/shunt_gpu.h"
#include "shim/symbol.hpp"

namespace shunt::plugin {
namespace {

constexpr int failures_allowed = 3;  // per routine

// A device takes about half a second to open. It is opened when the calls that it might have taken have cost the CPU as
// much: then it has never cost more than twice what the best choice would have.
constexpr double opening_seconds = 0.5;

std::atomic<int> failures[SHUNT_ROUTINE_COUNT];
char not_opened[256] = "";  // why there is no plug-in to ask

constinit thread_local void* stream = nullptr;  // shunt_set_stream

// What a plug-in leaves to the CPU in the middle of a call.
void execute_on_cpu(Call* c) {
    execute(*c, nullptr, false, cpu::threads_available());
}

const shunt_host& host() {
    static constinit shunt_host instance{sizeof(shunt_host), 1, 0, execute_on_cpu};
    instance.threads = cpu::threads_available();
    instance.device_bytes = options().gpu_memory;
    return instance;
}

// SHUNT_PLUGIN, else libshunt_cuda.so beside this library.
bool file_name(char* path, std::size_t bytes) {
    if (const char* given = options().plugin) {
        std::snprintf(path, bytes, "%s", given);
        return true;
    }
    Dl_info self{};
    if (!dladdr(reinterpret_cast<const void*>(&file_name), &self) || !self.dli_fname) return false;
    const char* slash = std::strrchr(self.dli_fname, '/');
    const int folder = slash ? static_cast<int>(slash - self.dli_fname + 1) : 0;
    std::snprintf(path, bytes, "%.*slibshunt_cuda.so", folder, self.dli_fname);
    return true;
}

const shunt_plugin* open_plugin() {
    char path[PATH_MAX];
    const char* reason = "not a plug-in of this version";
    const auto give_up = [&] { return std::snprintf(not_opened, sizeof not_opened, "%s", reason), nullptr; };
    if (!file_name(path, sizeof path)) return nullptr;
    void* library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!library) {
        reason = dlerror();
        if (options().plugin) interpose::warn_once("SHUNT_PLUGIN", "SHUNT_PLUGIN: %s", reason);
        return give_up();
    }
    auto* open = reinterpret_cast<shunt_plugin_open_fn>(dlsym(library, SHUNT_PLUGIN_SYMBOL));
    const shunt_plugin* table = open ? open(SHUNT_PLUGIN_VERSION, &host(), &reason) : nullptr;
    if (!open || (table && (table->version != SHUNT_PLUGIN_VERSION || table->size < sizeof(shunt_plugin)))) {
        interpose::warn_once("SHUNT_PLUGIN", "%s is not a plug-in of version %u; it is not used", path,
                             SHUNT_PLUGIN_VERSION);
        return give_up();
    }
    if (!table && options().verbose >= 1) interpose::warn_once("plugin", "no GPU is used: %s", reason);
    return table ? table : give_up();
}

// True from the call on that makes up for opening the device: what came before is added up; and what calls that need
// its library of factorizations cost from then on, for loading that, which takes as long.
bool worth_opening(int routine, double cpu_seconds) {
    static constinit std::atomic<std::int64_t> spent[2]{};  // microseconds
    if (cpu_seconds <= 0 || options().gpu_at_once) return true;
    const auto now = static_cast<std::int64_t>(cpu_seconds * 1e6);
    const auto pays = [now](std::atomic<std::int64_t>& sum) {
        return sum.fetch_add(now, std::memory_order_relaxed) + now >= static_cast<std::int64_t>(opening_seconds * 1e6);
    };
    return pays(spent[0]) && (!shunt_orthogonal(routine) || pays(spent[1]));
}

// Opened once; who comes meanwhile waits, so that the same call takes the same way in every thread. The opening thread
// itself, when its plug-in calls BLAS, goes on without; so does, in the end, a thread that holds the dynamic linker's
// lock while the plug-in needs it.
std::atomic<int> state{0};  // 0 untouched, 1 being opened, 2 ready
const shunt_plugin* instance = nullptr;
const Profile* measured = nullptr;  // what `shunt tune` found on this device

const Profile* device_profile(const shunt_plugin& p) {
    char key[64];
    device_key(p, key, sizeof key);
    const Profile* found = profile_for(key);
    if (found && found->link.up > 0) return found;
    if (found && found->other_links)
        interpose::warn_once("profile gpu",
                             "the profile's rows for a GPU are not for %s with this plug-in, and not used; shunt tune "
                             "measures anew",
                             p.name);
    return nullptr;
}

const shunt_plugin* table() {
    static constinit thread_local bool opening = false;
    constexpr int patience = 10000;  // ms
    if (opening) return nullptr;
    int expected = 0;
    if (state.compare_exchange_strong(expected, 1, std::memory_order_acq_rel)) {
        opening = true;
        instance = open_plugin();
        if (instance) measured = device_profile(*instance);
        opening = false;
        state.store(2, std::memory_order_release);
    }
    for (int i = 0; i < patience && state.load(std::memory_order_acquire) != 2; ++i) usleep(1000);
    return state.load(std::memory_order_acquire) == 2 ? instance : nullptr;
}

bool look_for_file() {
    char path[PATH_MAX];
    if (!options().gpu || !file_name(path, sizeof path)) return false;
    const int saved = errno;
    const bool there = access(path, R_OK) == 0;
    if (!there && options().plugin)
        interpose::warn_once("SHUNT_PLUGIN", "SHUNT_PLUGIN: cannot read %s; no plug-in is used", path);
    errno = saved;
    return there;
}

// Whether SHUNT_GPU or SHUNT_ROUTE names the GPU.
bool asked_for() {
    if (options().gpu_at_once) return true;
    for (const auto& routine : options().route)
        for (const Mode mode : routine)
            if (mode == Mode::gpu) return true;
    return false;
}

}  // namespace

bool possible() noexcept {
    // Looked for once; the answer decides how many calls are looked at. Two threads may do it at once and find the
    // same: a guard would be held while the dynamic linker's lock is taken.
    static constinit std::atomic<signed char> known{-1};
    signed char there = known.load(std::memory_order_relaxed);
    if (there < 0) known.store(there = static_cast<signed char>(look_for_file()), std::memory_order_relaxed);
    return there;
}

const char* given_up(int routine) noexcept {
    return failures[routine] >= failures_allowed ? "it failed at this routine too often" : nullptr;
}

const char* device(const char*& reason, const char*& not_followed) noexcept {
    const shunt_plugin* p = state.load(std::memory_order_acquire) == 2 ? instance : nullptr;
    reason = p ? "" : not_opened;
    if (options().gpu && asked_for() && !possible())
        reason = options().plugin ? "the file that SHUNT_PLUGIN names cannot be read"
                                  : "libshunt_cuda.so is not beside libshunt.so";
    not_followed = p ? p->not_followed : "";
    return p ? p->name : "";
}

const shunt_plugin* open_now() noexcept {
    return possible() && !interpose::in_forked_child() ? table() : nullptr;
}

void device_key(const shunt_plugin& p, char* key, std::size_t bytes) noexcept {
    std::snprintf(key, bytes, "%s", p.name);
    for (char* s = key; *s; ++s)
        if (*s == ' ' || *s == '\t' || *s == '#') *s = '_';
}

// What the plug-in expects, times what it was wrong by where it was measured: calls with all sizes equal.
bool pays(const shunt_plugin& p, Call& c, CpuTime cpu) noexcept {
    c.flops = flops(c);
    double seconds = p.predict(&c, measured ? &measured->link : nullptr);
    const Rates* rates = measured ? &measured->rates[base_routine(c.routine)][precision_index(c.precision)] : nullptr;
    if (rates && rates->threads) {
        const double order = equal_order(c);
        seconds *= between_rate_points(order, [&](int point) {
            Call equal =
                Problem::like(base_routine(c.routine), c.precision, rate_order << point, rate_order << point, 0);
            equal.flops = flops(equal);
            return equal.flops / (1e6 * rates->mflops[point]) / p.predict(&equal, &measured->link);
        });
        // Beyond what was measured no rate is better than the last one.
        if (order > rate_order << (rate_points - 1))
            seconds = std::max(seconds, c.flops / (1e6 * rates->mflops[rate_points - 1]));
    }
    // A guess on the safe side needs no margin.
    return seconds >= 0 && seconds * (rates && cpu.measured ? taken_from : 1) < cpu.seconds;  // NaN: no
}

bool run(Call& c, CpuTime cpu) noexcept {
    const auto left = [&c](const char* reason) { return c.reason = reason, false; };
    if (!possible()) return left("there is no plug-in");
    if (interpose::in_forked_child()) return left("this is a forked process");
    if (const char* reason = given_up(c.routine)) return left(reason);
    if (!worth_opening(c.routine, cpu.seconds)) return left("it is not open yet: it would not have paid");
    const shunt_plugin* p = table();
    if (!p) return left("no device could be opened");
    if (cpu.seconds > 0 && !pays(*p, c, cpu)) return left("the CPU is as fast, transfers counted");
    const int status = p->run(&c);
    if (status == SHUNT_FAILED || status == SHUNT_RECOVERED) {
        const char* const routine = routine_stem(c.routine);
        const bool last = ++failures[c.routine] == failures_allowed;
        if (options().verbose >= 1)
            interpose::warn_once(routine, "%s failed at %s (%s); the CPU carried the call out", p->name, routine,
                                 c.reason ? c.reason : "no reason is known");
        if (last && options().verbose >= 1)
            interpose::warn_once("plugin", "%s failed %d times at %s; not used for it any more", p->name,
                                 failures_allowed, routine);
    }
    return status == SHUNT_DONE || status == SHUNT_RECOVERED;
}

int run_on_device(Call& c) noexcept {
    const shunt_plugin* p = !interpose::in_forked_child() && possible() ? table() : nullptr;
    return p ? p->run_on_device(&c, stream) : SHUNT_DECLINED;
}

int run_batch(shunt_batch& b) noexcept {
    const shunt_plugin* p = !interpose::in_forked_child() && possible() ? table() : nullptr;
    return p ? p->run_batch(&b, stream) : SHUNT_DECLINED;
}

std::int64_t look_from(bool there) noexcept {
    const bool is_open = !interpose::in_forked_child() && state.load(std::memory_order_acquire) == 2 && instance;
    return !is_open ? INT64_MAX : there ? instance->look_there_from : instance->look_from;
}

int enqueue_batch(shunt_batch& b, void* on, void* workspace, std::int64_t& bytes) noexcept {
    const shunt_plugin* p = !interpose::in_forked_child() && possible() ? table() : nullptr;
    return p ? p->enqueue_batch(&b, on, workspace, &bytes) : SHUNT_DECLINED;
}

bool copy(const shunt_copy* copies, std::int64_t count, bool up, const char*& why) noexcept {
    why = "no device";
    const shunt_plugin* p = !interpose::in_forked_child() && possible() ? table() : nullptr;
    return p && p->copy(copies, count, up, stream, &why) == SHUNT_DONE;
}

}  // namespace shunt::plugin

SHUNT_API void shunt_set_stream(void* s) {
    shunt::plugin::stream = s;
}
