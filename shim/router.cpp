// In: a checked call, what stands behind it, the profile and the options. Out: where it runs.
#include "shim/router.hpp"

#include <algorithm>
#include <cmath>
#include <complex>

#include "cpu/cpu.hpp"

namespace shunt {
namespace {

// What more threads than a gain was measured with make of it; in the committed table those were two. More of them help
// the original by as much as there are more; us, where right-hand sides are shared out, by as many parts as those make,
// unless enough of them are solved for together (Xeon, 4, 8 and 16 threads, order 2048 and more, 64 right-hand sides:
// 1.2 to 2.5 times OpenBLAS 0.3.21; 16 of them .6 to 1.6).
// LU's panels are one thread's: beside OpenBLAS 0.3.26 with 16 threads on a Xeon it gained 1.9 at order 512, as with
// two, but 1.23 at 1024. The inverse from Cholesky's factor in double complex gained 1.7 there at 128, 0.9 to 1.2
// above. All else gained at least what it does with two threads.
double more_threads(int routine, char precision, std::int64_t order, std::int64_t width, int threads, int measured) {
    if (threads <= measured) return 1;
    const double fewer = static_cast<double>(measured) / threads;
    switch (routine) {
        case SHUNT_TRSM:
        case SHUNT_TRMM:
        case SHUNT_TRTRS:
        case SHUNT_GETRS:
        case SHUNT_POTRS: {
            constexpr int most = 16;  // threads that this was measured with
            if (routine != SHUNT_TRMM && threads <= most && width >= 64 && cpu::solves_together(threads, order, width))
                return 1;
            const double weight = precision == 'z'   ? cpu::weight<std::complex<double>>
                                  : precision == 'c' ? cpu::weight<std::complex<float>>
                                                     : 1;
            const double ours = cpu::parts_of_solve(threads, order, width, weight),
                         before = cpu::parts_of_solve(measured, order, width, weight);
            return std::min(1.0, ours / std::max(before, 1.0) * fewer);
        }
        case SHUNT_GETRF:
            return std::pow(fewer, std::clamp(std::log2(static_cast<double>(order) / 512), 0.0, 1.0) / 9);
        case SHUNT_POTRI:
            if (precision != 'z') return 1;
            return std::pow(fewer, std::clamp(std::log2(static_cast<double>(order) / 64), 0.0, 2.0) / 12);
        default:
            return 1;
    }
}

// A driver is a factorization and a solve: their measured parts, weighed by their times, decide for it.
double expected_gain(const Call& c, const Profile& profile, int threads, bool serial_original) {
    const auto& curves = profile.curve;
    const int p = precision_index(c.precision);
    const int t = threads > 1;
    const Shape s = shape(c);
    // What was measured on one thread only says enough for more of them.
    const auto curve = [&](int routine) -> const ProfileCurve& {
        return curves[routine][p][t && curves[routine][p][1].rows];
    };
    const auto measured = [&](int routine) { return std::max(2, curve(routine).threads); };
    const auto of = [&](int routine, std::int64_t order, std::int64_t width) {
        const double gain = curve(routine).gain(order, width);
        return serial_original ? gain
                               : gain * more_threads(routine, c.precision, order, width, threads, measured(routine));
    };
    const auto both = [&](int factor, int solve, double factor_share) {
        const double f = of(factor, c.n, c.n), g = curve(solve).gain(c.n, c.k);
        if (f == 0 || g == 0) return 0.0;
        // Times of the original by flops; a solve with few right-hand sides runs at about a third of the rate.
        const double n = static_cast<double>(c.n), k = static_cast<double>(c.k);
        const double factoring = factor_share * n, solving = 2 * k * (k < 8 ? 3 : 1);
        const double gain = (factoring + solving) / (factoring / f + solving / g);
        // What the solve gains beside many threads may not be measured: the factorization must gain by itself then.
        return threads > measured(solve) && !serial_original ? std::min(f, gain) : gain;
    };
    switch (base_routine(c.routine)) {
        case SHUNT_GESV:
            return both(SHUNT_GETRF, SHUNT_GETRS, 2.0 / 3);
        case SHUNT_POSV:
            return both(SHUNT_POTRF, SHUNT_POTRS, 1.0 / 3);
        default:
            return of(base_routine(c.routine), s.order, s.width);
    }
}

bool kept_by_reference(int routine, std::int64_t largest, const Surroundings& s) {
    return s.reference && !is_lapack(routine) && largest <= reference_keeps_up_to;
}

// Flops a second to expect of one core: only to compare a CPU with a GPU, which differ by far more than its error.
constexpr double core_flops = 4e10;

// In a factorization cores wait for panels: how much longer it takes than that. OpenBLAS 0.3.26 on 16 cores of a Xeon
// takes seven times as long at order 1024; less is expected of others.
double waits(const Call& c, int threads) {
    const double beside = 120.0 * (threads - 1);
    switch (base_routine(c.routine)) {
        case SHUNT_GETRF:
        case SHUNT_GEQRF:
            return 1 + beside / static_cast<double>(std::max<std::int64_t>(1, std::min(c.m, c.n)));
        case SHUNT_GESV:
        case SHUNT_POTRF:
        case SHUNT_POSV:
            return 1 + beside / static_cast<double>(std::max<std::int64_t>(1, c.n));
        default:
            return 1;
    }
}

bool may_gain_on_gpu(const Call& c, const Surroundings& s) {
    return s.gpu && flops(c) >= gpu_min_flops;
}

}  // namespace

const char* route_name(Route route) {
    return route == Route::original ? "original" : route == Route::cpu ? "cpu" : "gpu";
}

const char* reason_text(Reason reason) {
    switch (reason) {
        case Reason::faster:
            return "measured to be faster";
        case Reason::forced:
            return "SHUNT_ROUTE says so";
        case Reason::no_original:
            return "no original library";
        case Reason::slower:
            return "the original is as fast at this size";
        case Reason::unknown:
            return "no measurements for this library or size";
        case Reason::kept:
            return "small products of the Reference BLAS stay with it";
        case Reason::bad_argument:
            return "an argument is wrong";
        case Reason::device_memory:
            return "matrices in device memory";
        default:
            return "";
    }
}

double equal_order(const Call& c) noexcept {
    const Shape s = shape(c);
    return std::cbrt(static_cast<double>(s.order) * static_cast<double>(s.order) * static_cast<double>(s.width));
}

CpuTime cpu_time(const Call& c, const Profile* profile, int threads, double gain) noexcept {
    const Rates* rates = profile ? &profile->rates[base_routine(c.routine)][precision_index(c.precision)] : nullptr;
    if (!rates || !rates->threads) return {flops(c) / (core_flops * threads) * waits(c, threads), false};
    const auto mflops = [&](int point) { return static_cast<double>(rates->mflops[point]); };
    const double rate = 1e6 * between_rate_points(equal_order(c), mflops) * threads / rates->threads;
    return {flops(c) / (rate * std::max(1.0, gain)), true};
}

Decision decide(const Call& c, const Surroundings& s) noexcept {
    const double gain = s.profile ? expected_gain(c, *s.profile, s.threads, s.reference) : 0;
    if (s.mode == Mode::gpu && s.gpu) return {Route::gpu, Reason::forced, gain};
    if (s.mode == Mode::cpu) return {Route::cpu, Reason::forced, gain};
    if (s.mode == Mode::original && s.original) return {Route::original, Reason::forced, gain};
    if (may_gain_on_gpu(c, s)) return {Route::gpu, Reason::faster, gain};
    if (!s.original) return {Route::cpu, Reason::no_original, gain};
    if (kept_by_reference(c.routine, std::max({c.m, c.n, c.k}), s)) return {Route::original, Reason::kept, gain};
    if (gain == 0) return {Route::original, Reason::unknown, gain};
    if (gain >= taken_from) return {Route::cpu, Reason::faster, gain};
    return {Route::original, Reason::slower, gain};
}

std::int64_t always_original_up_to(int routine, char precision, const Surroundings& s) noexcept {
    if (!s.original || s.mode == Mode::cpu || s.mode == Mode::gpu) return never_direct;
    if (s.mode == Mode::original) return INT32_MAX;
    std::int64_t limit = INT32_MAX;
    if (s.gpu) limit = 208;  // the largest order at which no routine reaches gpu_min_flops in any precision
    if (!s.profile) return limit;
    const int p = precision_index(precision);
    const auto lower = [&](int r) {
        for (const auto& curve : s.profile->curve[r][p]) limit = std::min(limit, curve.never_below(taken_from));
    };
    switch (const int base = base_routine(routine)) {
        case SHUNT_GESV:
            lower(SHUNT_GETRF), lower(SHUNT_GETRS);
            break;
        case SHUNT_POSV:
            lower(SHUNT_POTRF), lower(SHUNT_POTRS);
            break;
        default:
            lower(base);
    }
    if (kept_by_reference(routine, reference_keeps_up_to, s)) limit = std::max(limit, reference_keeps_up_to);
    return limit;
}

}  // namespace shunt
