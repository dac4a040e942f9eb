// In: SHUNT_* environment variables, read once. Out: the options of this process.
#include "shim/options.hpp"

#include <sched.h>

#include <atomic>
#include <cstdlib>
#include <cstring>

#include "cpu/cpu.hpp"
#include "interpose/interpose.hpp"
#include "shim/call.hpp"

namespace shunt {
namespace {

struct Word {
    const char* text;
    int length;
    bool is(const char* other) const {
        return static_cast<int>(std::strlen(other)) == length &&
               std::strncmp(text, other, static_cast<std::size_t>(length)) == 0;
    }
};

bool parse_mode(Word word, Mode& mode) {
    for (const Mode m : {Mode::automatic, Mode::original, Mode::cpu, Mode::gpu})
        if (word.is(mode_name(m))) {
            mode = m;
            return true;
        }
    return false;
}

// "dtrsm" names one precision, "trsm" all four.
bool set_routine(Options& o, Word name, Mode mode) {
    bool found = false;
    for (int r = 0; r < SHUNT_ROUTINE_COUNT; ++r) {
        const char* stem = routine_stem(r);
        for (int p = 0; p < 4; ++p) {
            char full[16] = {"sdcz"[p]};
            std::strncat(full, stem, sizeof full - 2);
            if (name.is(stem) || name.is(full)) {
                o.route[r][p] = mode;
                found = true;
            }
        }
    }
    return found;
}

void parse_route(Options& o, const char* text) {
    // A mode alone sets all routines; "name=mode" one; later words win.
    for (const char* s = text; *s;) {
        const char* end = std::strchr(s, ',');
        if (!end) end = s + std::strlen(s);
        const auto* equals = static_cast<const char*>(std::memchr(s, '=', static_cast<std::size_t>(end - s)));
        Mode mode{};
        const Word value =
            equals ? Word{equals + 1, static_cast<int>(end - equals - 1)} : Word{s, static_cast<int>(end - s)};
        bool good = parse_mode(value, mode);
        if (good && equals) good = set_routine(o, {s, static_cast<int>(equals - s)}, mode);
        if (good && !equals)
            for (auto& row : o.route)
                for (Mode& m : row) m = mode;
        if (!good)
            interpose::warn_once("SHUNT_ROUTE",
                                 "SHUNT_ROUTE: '%.*s' is not auto, original, cpu, gpu or routine=one of them; ignored",
                                 static_cast<int>(end - s), s);
        s = *end ? end + 1 : end;
    }
}

const char* value_of(const char* name) {
    const char* value = std::getenv(name);
    return value && *value ? value : nullptr;
}

bool parse_count(const char* name, long low, long high, long& value) {
    const char* text = value_of(name);
    if (!text) return false;
    char* end = nullptr;
    value = std::strtol(text, &end, 10);
    if (*end == 0 && value >= low && value <= high) return true;
    interpose::warn_once(name, "%s: '%s' is not a number from %ld to %ld; ignored", name, text, low, high);
    return false;
}

void read(Options& o) {
    long number = 0;
    if (const char* s = value_of("SHUNT_ROUTE")) parse_route(o, s);
    if (const char* s = value_of("SHUNT_REPORT")) o.report = std::strcmp(s, "0") == 0 ? nullptr : s;
    if (parse_count("SHUNT_VERBOSE", 0, 2, number)) o.verbose = static_cast<int>(number);
    o.profile = value_of("SHUNT_PROFILE");
    o.plugin = value_of("SHUNT_PLUGIN");
    if (const char* s = value_of("SHUNT_GPU")) o.gpu = std::strcmp(s, "none") != 0;
    if (const char* s = value_of("SHUNT_ISA"); s && !cpu::isa_force(s))
        interpose::warn_once("SHUNT_ISA", "SHUNT_ISA: '%s' is unknown or not available on this CPU; ignored", s);
    if (parse_count("SHUNT_NUM_THREADS", 1, 4096, number)) {
        cpu::threads_limit(static_cast<int>(number));
        o.threads_given = true;
    }
    o.threads_given = o.threads_given || value_of("OMP_NUM_THREADS");
    interpose::configure(value_of("SHUNT_ORIGINAL"));
}

}  // namespace

const char* mode_name(Mode mode) {
    switch (mode) {
        case Mode::original:
            return "original";
        case Mode::cpu:
            return "cpu";
        case Mode::gpu:
            return "gpu";
        default:
            return "auto";
    }
}

const Options& options() noexcept {
    static Options instance;
    static std::atomic<int> state{0};  // 0 untouched, 1 being read, 2 ready
    // Opening the original may run a constructor that calls BLAS and comes back here on the same thread: it must not
    // wait for itself.
    static thread_local bool reading = false;
    if (state.load(std::memory_order_acquire) == 2 || reading) return instance;
    int expected = 0;
    if (state.compare_exchange_strong(expected, 1)) {
        reading = true;
        read(instance);
        reading = false;
        state.store(2, std::memory_order_release);
    }
    while (state.load(std::memory_order_acquire) != 2) sched_yield();
    return instance;
}

}  // namespace shunt
