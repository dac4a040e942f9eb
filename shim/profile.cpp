// In: the committed table of measured speed-ups, or a host's own (`shunt tune`). Out: the gain to expect for a call.
#include "shim/profile.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <bit>
#include <cerrno>
#include <climits>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>

#include "interpose/interpose.hpp"
#include "shim/call.hpp"
#include "shim/options.hpp"

namespace shunt {
namespace {

// log2 as a straight line between powers of two: exact there, monotone, and the same on every machine.
double log2_line(std::int64_t n) {
    if (n < 1) return 0;
    const int whole = static_cast<int>(std::bit_width(static_cast<std::uint64_t>(n))) - 1;
    return whole + static_cast<double>(n - (std::int64_t{1} << whole)) / static_cast<double>(std::int64_t{1} << whole);
}

double gain_at(const ProfileRow& row, std::int64_t order) {
    const double x = log2_line(order) - 2;  // 4 is the first point
    const int i = static_cast<int>(x);
    if (i >= profile_points - 1) return row.gain[profile_points - 1];
    const double f = x - i;
    return row.gain[i] * (1 - f) + row.gain[i + 1] * f;
}

// A cursor over one line's words.
struct Words {
    const char* p;
    const char* end;
    bool next(const char*& word, std::size_t& length) {
        while (p < end && (*p == ' ' || *p == '\t' || *p == '\r')) ++p;
        word = p;
        while (p < end && *p != ' ' && *p != '\t' && *p != '\r') ++p;
        length = static_cast<std::size_t>(p - word);
        return length > 0;
    }
    bool number(std::int64_t low, std::int64_t high, std::int64_t& value) {
        const char* word;
        std::size_t length;
        if (!next(word, length) || length > 9) return false;
        value = 0;
        for (std::size_t i = 0; i < length; ++i) {
            if (word[i] < '0' || word[i] > '9') return false;
            value = value * 10 + (word[i] - '0');
        }
        return value >= low && value <= high;
    }
};

bool same(const char* word, std::size_t length, const char* text) {
    return std::strlen(text) == length && std::memcmp(word, text, length) == 0;
}

int routine_of(const char* word, std::size_t length) {
    for (int r = 0; r < SHUNT_ROUTINE_COUNT; ++r)
        if (same(word, length, routine_stem(r))) return r;
    return -1;
}

bool next_routine(Words& words, int& routine, int& precision) {
    const char* word;
    std::size_t length;
    if (!words.next(word, length)) return false;
    routine = routine_of(word, length);
    if (routine < 0 || !words.next(word, length) || length != 1 || !std::strchr("sdcz", *word)) return false;
    precision = precision_index(*word);
    return true;
}

// Rows stay sorted by width; a row of the same width is replaced (the user's file comes after the committed table).
bool insert(ProfileCurve& curve, const ProfileRow& row) {
    int at = 0;
    while (at < curve.rows && curve.row[at].width < row.width) ++at;
    if (at < curve.rows && curve.row[at].width == row.width) {
        curve.row[at] = row;
        return true;
    }
    if (curve.rows == ProfileCurve::max_rows) return false;
    for (int i = curve.rows; i > at; --i) curve.row[i] = curve.row[i - 1];
    curve.row[at] = row;
    ++curve.rows;
    return true;
}

bool parse_rates(Words words, const char* key, Profile& profile) {
    const char* word;
    std::size_t length;
    if (!words.next(word, length)) return false;
    const bool wanted = same(word, length, key);
    int routine = 0, precision = 0;
    Rates rates;
    std::int64_t number = 0;
    if (!next_routine(words, routine, precision) || !words.number(1, UINT16_MAX, number)) return false;
    rates.threads = static_cast<std::uint16_t>(number);
    for (auto& rate : rates.mflops) {
        if (!words.number(1, 999999999, number)) return false;
        rate = static_cast<std::uint32_t>(number);
    }
    if (words.next(word, length)) return false;
    if (wanted) profile.rates[routine][precision] = rates;
    return true;
}

bool parse_link(Words words, const char* key, Profile& profile) {
    const char* word;
    std::size_t length;
    if (!words.next(word, length)) return false;
    const bool wanted = same(word, length, key);
    std::int64_t version = 0, up = 0, down = 0, call = 0;
    if (!words.number(1, 999999999, version) || !words.number(1, 999999999, up) || !words.number(1, 999999999, down) ||
        !words.number(1, 999999999, call) || words.next(word, length))
        return false;
    if (!wanted || version != SHUNT_PLUGIN_VERSION)
        profile.other_links = true;
    else
        profile.link = {1e6 * static_cast<double>(up), 1e6 * static_cast<double>(down),
                        1e-6 * static_cast<double>(call)};
    return true;
}

// What a row begins with; `"` at its beginning: as the last one.
struct Head {
    bool known = false, wanted = false;
    int routine = 0, precision = 0;
    std::int64_t threads = 0;
};

bool parse_line(Words words, const char* key, bool check_others, Head& head, Profile& profile) {
    const char* word;
    std::size_t length;
    if (!words.next(word, length)) return true;
    if (same(word, length, "rate")) return parse_rates(words, key, profile);
    if (same(word, length, "link")) return parse_link(words, key, profile);
    const bool again = same(word, length, "\"");
    if (again && !head.known) return false;
    if (!again) head = {true, same(word, length, key)};
    if (!head.wanted && !check_others) return true;
    if (!again && (!next_routine(words, head.routine, head.precision) || !words.number(1, UINT16_MAX, head.threads)))
        return false;
    ProfileRow row{};
    Words before = words;
    if (!words.next(word, length)) return false;
    if (!same(word, length, "=")) {
        words = before;
        if (!words.number(1, 1 << 20, row.width)) return false;
    }
    for (auto& gain : row.gain) {
        std::int64_t percent = 0;
        if (!words.number(0, UINT16_MAX, percent)) return false;
        gain = static_cast<std::uint16_t>(percent);
    }
    if (words.next(word, length)) return false;
    if (!head.wanted) return true;
    ProfileCurve& curve = profile.curve[head.routine][head.precision][head.threads > 1];
    curve.threads = static_cast<int>(head.threads);
    return insert(curve, row);
}

// A whole regular file in memory of its own: mapped, it would take the process down when somebody cuts it short.
char* read_file(const char* path, std::size_t& bytes) {
    const int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (file < 0) return nullptr;
    struct stat status {};
    char* text = nullptr;
    bytes = 0;
    if (fstat(file, &status) == 0 && S_ISREG(status.st_mode) && status.st_size > 0) {
        const auto size = static_cast<std::size_t>(status.st_size);
        text = static_cast<char*>(std::malloc(size));
        for (ssize_t n = 1; text && bytes < size && n > 0; bytes += n > 0 ? static_cast<std::size_t>(n) : 0) do
                n = read(file, text + bytes, size - bytes);
            while (n < 0 && errno == EINTR);
    }
    close(file);
    return text;
}

bool ends_with(const char* text, const char* ending) {
    const std::size_t length = std::strlen(text), tail = std::strlen(ending);
    return length >= tail && std::strcmp(text + length - tail, ending) == 0;
}

// The keys whose rows serve for `key`, the nearest last: those of the same kernels of ours on a CPU of half the width,
// and over a newer build of the library behind, as what gained there gains more. Over the Reference BLAS, for NEON,
// never measured, those of SSE2: as wide as NEON on both sides.
template <class Parse> void for_each_key(const char* key, Parse parse) {
    char near[64];
    const char* old = std::strstr(key, "-old:");
    const bool two_units = ends_with(key, "x2");
    if (std::strcmp(key, "reference:neon") == 0) parse("reference:generic");
    for (const bool newer : {true, false})
        for (const bool narrow : {true, false}) {
            if ((newer && !old) || (narrow && !two_units)) continue;
            if (newer)
                std::snprintf(near, sizeof near, "%.*s-avx2%s", static_cast<int>(old - key), key, old + 4);
            else
                std::snprintf(near, sizeof near, "%s", key);
            if (narrow) near[std::strlen(near) - 2] = 0;
            parse(near);
        }
}

// The user's file, taken as a whole or not at all.
void read_user_profile(const char* key, Profile& profile) {
    char path[PATH_MAX];
    const char* given = options().profile;
    if (given) {
        std::snprintf(path, sizeof path, "%s", given);
    } else {
        const char* config = secure_getenv("XDG_CONFIG_HOME");
        const char* home = secure_getenv("HOME");
        if (config && *config)
            std::snprintf(path, sizeof path, "%s/shunt/profile", config);
        else if (home && *home)
            std::snprintf(path, sizeof path, "%s/.config/shunt/profile", home);
        else
            return;
    }
    std::size_t bytes = 0;
    char* text = read_file(path, bytes);
    auto* changed = new (std::nothrow) Profile(profile);  // 66 KB: more than a small thread's stack has
    if (!text && given)
        interpose::warn_once("profile", "SHUNT_PROFILE: cannot read %s; the built-in profile is used", path);
    if (text && changed) {
        if (const int bad = parse_profile(text, bytes, key, *changed))
            interpose::warn_once("profile", "%s, line %d: not a profile row; the built-in profile is used", path, bad);
        else
            profile = *changed;
    }
    delete changed;
    std::free(text);
}

}  // namespace

double ProfileCurve::gain(std::int64_t order, std::int64_t width) const noexcept {
    if (rows == 0 || order < 4) return 0;
    int above = 0;
    while (above < rows && row[above].width < width) ++above;
    if (above == 0) return gain_at(row[0], order) / 100;
    if (above == rows) return gain_at(row[rows - 1], order) / 100;
    const double low = log2_line(row[above - 1].width), high = log2_line(row[above].width);
    const double f = row[above - 1].width == 0 ? 1 : (log2_line(width) - low) / (high - low);
    return (gain_at(row[above - 1], order) * (1 - f) + gain_at(row[above], order) * f) / 100;
}

std::int64_t ProfileCurve::never_below(double threshold) const noexcept {
    // Between the points of the table gains run straight, so the corners tell: orders and widths of the table within
    // the limit, and the limit itself.
    std::int64_t limit = 3;  // nothing is known of smaller orders
    for (int point = 0; point < profile_points; ++point) {
        const std::int64_t order = std::int64_t{4} << point;
        if (gain(order, order) >= threshold) return limit;
        for (int r = 0; r < rows; ++r) {
            if (row[r].width <= order && gain(order, row[r].width) >= threshold) return limit;
            for (std::int64_t smaller = 4; row[r].width <= order && smaller < order; smaller *= 2)
                if (gain(smaller, row[r].width) >= threshold) return limit;
        }
        for (std::int64_t smaller = 4; smaller < order; smaller *= 2)
            if (gain(smaller, order) >= threshold) return limit;
        limit = order;
    }
    return INT32_MAX;
}

int parse_profile(const char* text, std::size_t bytes, const char* key, Profile& profile, bool check_others) noexcept {
    const char* end = text + bytes;
    int number = 0;
    Head head;
    for (const char* line = text; line < end;) {
        ++number;
        const auto* stop = static_cast<const char*>(std::memchr(line, '\n', static_cast<std::size_t>(end - line)));
        if (!stop) stop = end;
        const auto* comment = static_cast<const char*>(std::memchr(line, '#', static_cast<std::size_t>(stop - line)));
        if (!parse_line({line, comment ? comment : stop}, key, check_others, head, profile)) return number;
        line = stop + 1;
    }
    return 0;
}

const Profile* profile_for(const char* key) noexcept {
    struct Entry {
        char key[64];
        Profile profile;
        Entry* next;
    };
    // A push-only list: readers need no lock, and two threads that build the same entry only waste one.
    static std::atomic<Entry*> entries{nullptr};
    for (Entry* e = entries.load(std::memory_order_acquire); e; e = e->next)
        if (std::strcmp(e->key, key) == 0) return &e->profile;
    auto* entry = new (std::nothrow) Entry{};
    if (!entry) return nullptr;
    std::snprintf(entry->key, sizeof entry->key, "%s", key);
    for_each_key(entry->key, [entry](const char* near) {
        parse_profile(shunt_default_profile, shunt_default_profile_bytes, near, entry->profile, false);
    });
    read_user_profile(key, entry->profile);
    entry->next = entries.load(std::memory_order_relaxed);
    while (!entries.compare_exchange_weak(entry->next, entry, std::memory_order_release)) {
    }
    return &entry->profile;
}

}  // namespace shunt
