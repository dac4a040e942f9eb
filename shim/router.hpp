// In: a checked call, what stands behind it, the profile and the options. Out: where it runs. A pure function: never
// the clock, never a counter, so that two runs of a program take the same routes.
#pragma once
#include <cstdint>

#include "shim/call.hpp"
#include "shim/options.hpp"
#include "shim/profile.hpp"

namespace shunt {

enum class Route : std::uint8_t { original, cpu, gpu };
enum class Reason : std::uint8_t {
    faster,         // taken: the profile says so
    forced,         // SHUNT_ROUTE
    no_original,    // nothing behind us
    slower,         // the original is as fast or faster
    unknown,        // no measurements for the library behind or the size
    kept,           // small products of the Reference BLAS
    bad_argument,   // the original reports it
    device_memory,  // the matrices are there
    count
};
const char* route_name(Route);
const char* reason_text(Reason);

// A call is taken over from this gain on.
inline constexpr double taken_from = 1.1;
// In the Reference BLAS a column of a product does not depend on how many others are computed with it, and small LAPACK
// computations lean on that: the same eigenvalues with and without vectors. Its small products therefore stay with it.
inline constexpr std::int64_t reference_keeps_up_to = 24;
// Below this many flops no GPU is asked: a launch and two transfers cost more.
inline constexpr double gpu_min_flops = 1e8;

struct Surroundings {
    const Profile* profile = nullptr;  // null: the library behind is unknown
    bool original = true;              // there is one
    Mode mode = Mode::automatic;       // SHUNT_ROUTE for this routine
    int threads = 1;                   // that our kernels would use
    bool gpu = false;                  // a plug-in may be asked
    bool reference = false;            // the original is the Reference BLAS
};

struct Decision {
    Route route;
    Reason reason;
    double gain;  // expected time of the original over that of the CPU kernels; 0 unknown
};

// What the call costs without a GPU, for a comparison with one: from rates measured here, divided by what our kernels
// gain, else from what a core can be expected to do. Pure as well.
struct CpuTime {
    double seconds;
    bool measured;
};
CpuTime cpu_time(const Call&, const Profile*, int threads, double gain) noexcept;

// The order of a call with all sizes equal that does as much work as this one.
double equal_order(const Call&) noexcept;

// The CPU's part of the decision; Route::gpu means that the plug-in is to be asked first.
Decision decide(const Call&, const Surroundings&) noexcept;
// All calls whose sizes are all at most this stay with the original; never_direct where any may not. Sizes may be
// negative: such a call has a bad argument, which is not the original's to report where there is none.
inline constexpr std::int64_t never_direct = INT64_MIN;
std::int64_t always_original_up_to(int routine, char precision, const Surroundings&) noexcept;

}  // namespace shunt
