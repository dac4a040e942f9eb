// In: the committed table of measured speed-ups, or a host's own (`shunt tune`). Out: the gain to expect for a call.
//
// A profile is text, one row a line, '#' starts a comment:
//   KEY ROUTINE PRECISION THREADS WIDTH GAIN...
// KEY names the library behind and its kernels, and our instruction set ("openblas-avx512:avx512"; "-old": kernels
// older than AVX2; "x2" at the end: a CPU with two 512-bit FMA units, where the committed rows without it hold too,
// unless it has its own), THREADS how many both had (2 in the committed table where more than one), WIDTH the number of
// right-hand sides or the inner dimension the row was measured at ("=" where it equals the order), and the GAINs are
// time of the original over time of our kernels, in percent, for the orders 4, 8, ..., 4096. A `"` stands for the first
// four words of the row before.
//
// For the choice of a GPU there are also, in a host's own profile,
//   rate KEY ROUTINE PRECISION THREADS MFLOPS...
//   link KEY VERSION UP DOWN CALL
// with the flops a second, in millions, of the library behind (THREADS of it) or of a GPU ("cuda:_NVIDIA_H200") at the
// orders 256, 512, ..., 4096, all sizes equal; and for a GPU megabytes a second from and to the host's memory and
// microseconds for the smallest call, measured through a plug-in of this version.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "cuda/plugin.h"

namespace shunt {

inline constexpr int profile_points = 11;  // orders 4 * 2^i

struct ProfileRow {
    std::int64_t width;  // 0: "="
    std::uint16_t gain[profile_points];
};

// All rows of one routine, precision and thread class, by ascending width.
struct ProfileCurve {
    static constexpr int max_rows = 8;
    int rows = 0;
    int threads = 0;  // with which the last one was measured
    ProfileRow row[max_rows] = {};

    // Expected time of the original over ours; 0 where nothing was measured, as below order 4.
    double gain(std::int64_t order, std::int64_t width) const noexcept;
    // The greatest order up to which no row gains: calls within it can go to the original without a look.
    std::int64_t never_below(double threshold) const noexcept;
};

inline constexpr int rate_points = 5;  // orders 256 * 2^i
inline constexpr std::int64_t rate_order = 256;

struct Rates {
    std::uint16_t threads = 0;
    std::uint32_t mflops[rate_points] = {};
};

struct Profile {
    // [base routine][s d c z][one thread, more]
    ProfileCurve curve[SHUNT_ROUTINE_COUNT][4][2];
    Rates rates[SHUNT_ROUTINE_COUNT][4];
    shunt_link link{};         // of a GPU; zero: not measured
    bool other_links = false;  // rows for another one, or for another version of the plug-in
};

// A value between those, value(point), at the points of rates; the nearest point's beyond them.
template <class F> double between_rate_points(double order, F&& value) {
    const double x = std::clamp(std::log2(order / rate_order), 0.0, rate_points - 1.0);
    const int i = std::min(static_cast<int>(x), rate_points - 2);
    const double f = x - i;
    return value(i) * (1 - f) + value(i + 1) * f;
}

// Reads the rows of `key` from `text`; rows of other keys are skipped, and only checked where asked. Returns the number
// of a line that is not understood, or 0.
int parse_profile(const char* text, std::size_t bytes, const char* key, Profile& profile,
                  bool check_others = true) noexcept;

// The committed table, as the library has it (embed.cmake).
extern "C" const char shunt_default_profile[];
extern "C" const std::size_t shunt_default_profile_bytes;

// The profile for a key: the committed table, then the user's file over it ($SHUNT_PROFILE, else
// $XDG_CONFIG_HOME/shunt/profile, else ~/.config/shunt/profile). Cached; null when there is no memory for it.
const Profile* profile_for(const char* key) noexcept;

}  // namespace shunt
