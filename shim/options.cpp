// In: SHUNT_* environment variables, read once. Out: the options of this process.
#include "shim/options.hpp"

#include <atomic>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <new>

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

// A program that runs with more rights than its caller does not load or write what the caller names.
const char* value_of(const char* name) {
    const char* value = secure_getenv(name);
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

// A number, with K, M or G for powers of 1024 behind it.
bool parse_size(const char* text, double& bytes) {
    char* unit = nullptr;
    const double number = std::strtod(text, &unit);
    constexpr const char* units = "KMG";
    const char* at = std::strchr(units, upper(*unit));  // its end where there is no unit
    if (!(number > 0) || !at || (*unit && unit[1])) return false;
    bytes = *unit ? std::ldexp(number, static_cast<int>(10 * (at - units + 1))) : number;
    return true;
}

void read(Options& o) {
    long number = 0;
    if (const char* s = value_of("SHUNT_ROUTE")) parse_route(o, s);
    if (const char* s = value_of("SHUNT_REPORT")) o.report = std::strcmp(s, "0") == 0 ? nullptr : s;
    if (parse_count("SHUNT_VERBOSE", 0, 2, number)) o.verbose = static_cast<int>(number);
    o.profile = value_of("SHUNT_PROFILE");
    o.plugin = value_of("SHUNT_PLUGIN");
    if (const char* s = value_of("SHUNT_GPU")) {
        // Words and device numbers, by commas: "eager", "0,1", "eager,2".
        o.gpu = std::strcmp(s, "none") != 0;
        const bool eager = std::strncmp(s, "eager", 5) == 0;
        const char* rest = eager ? s + 5 : s;
        const bool numbers = rest[std::strspn(rest, "0123456789,")] == 0;
        o.gpu_at_once = eager && numbers;
        if (o.gpu && std::strcmp(s, "auto") != 0 && !numbers)
            interpose::warn_once("SHUNT_GPU", "SHUNT_GPU: '%s' is not auto, none, eager or numbers; ignored", s);
    }
    if (const char* s = value_of("SHUNT_GPU_MATH"); s && std::strcmp(s, "environment") != 0)
        interpose::warn_once("SHUNT_GPU_MATH", "SHUNT_GPU_MATH: '%s' is not environment; ignored", s);
    if (const char* s = value_of("SHUNT_GPU_MEMORY"); s && !parse_size(s, o.gpu_memory))
        interpose::warn_once("SHUNT_GPU_MEMORY", "SHUNT_GPU_MEMORY: '%s' is not a size such as 800M or 20G; ignored",
                             s);
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

// Every thread that comes before the first is ready reads by itself, and finds the same: nobody waits, so that a child
// forked meanwhile does not wait for a thread that it does not have.
const Options& options() noexcept {
    static constinit const Options defaults;
    static constinit std::atomic<const Options*> instance{nullptr};  // never deleted
    if (const Options* ready = instance.load(std::memory_order_acquire)) return *ready;
    auto* fresh = new (std::nothrow) Options;
    if (!fresh) return defaults;
    read(*fresh);
    const Options* first = nullptr;
    if (instance.compare_exchange_strong(first, fresh, std::memory_order_acq_rel)) return *fresh;
    delete fresh;
    return *first;
}

}  // namespace shunt
