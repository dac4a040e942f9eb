// In: the committed table of measured speed-ups, or a host's own (`shunt tune`). Out: the gain to expect for a call.
//
// A profile is text, one row a line, '#' starts a comment:
//   KEY ROUTINE PRECISION THREADS WIDTH GAIN...
// KEY names the library behind and its kernels, and our instruction set ("openblas-avx512:avx512"; "-old": kernels
// older than AVX2; "x2" at the end: a CPU with two 512-bit FMA units, where the committed rows without it hold too,
// unless it has its own), THREADS is 1 or 2 (2: more than one), WIDTH the number of right-hand sides or the inner
// dimension the row was measured at ("=" where it equals the order), and the GAINs are time of the original over time
// of our kernels, in percent, for the orders 4, 8, ..., 4096.
#pragma once
#include <cstddef>
#include <cstdint>

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
    ProfileRow row[max_rows] = {};

    // Expected time of the original over ours; 0 where nothing was measured, as below order 4.
    double gain(std::int64_t order, std::int64_t width) const noexcept;
    // The greatest order up to which no row gains: calls within it can go to the original without a look.
    std::int64_t never_below(double threshold) const noexcept;
};

struct Profile {
    // [base routine][s d c z][one thread, more]
    ProfileCurve curve[25][4][2];
};

// Reads the rows of `key` from `text`; rows of other keys are skipped, and only checked where asked. Returns the number
// of a line that is not understood, or 0.
int parse_profile(const char* text, std::size_t bytes, const char* key, Profile& profile,
                  bool check_others = true) noexcept;

// The profile for a key: the committed table, then the user's file over it ($SHUNT_PROFILE, else
// $XDG_CONFIG_HOME/shunt/profile, else ~/.config/shunt/profile). Cached; null when there is no memory for it.
const Profile* profile_for(const char* key) noexcept;

}  // namespace shunt
