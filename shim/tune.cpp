// In: the library behind this process, the host's cores, the GPU where there is one. Out: profile rows with the
// measured gains and rates.
#include "interpose/tune.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <thread>
#include <utility>
#include <vector>

#include "cpu/cpu.hpp"
#include "shim/fortran_call.hpp"
#include "shim/options.hpp"
#include "shim/problem.hpp"
#include "shim/report.hpp"
#include "shim/symbol.hpp"

namespace shunt {
namespace {

// What finding the route costs a call that is taken over.
constexpr double dispatch_seconds = 4e-8;

constexpr std::int64_t widths[] = {1, 4, 16, 64, 256, 1024};

constexpr std::int64_t largest_shown = 16384;
constexpr int few_threads = 4;

// Routines with two sizes have one row per width, the others one row.
bool has_width(int routine) {
    switch (routine) {
        case SHUNT_POTRF:
        case SHUNT_GETRF:
        case SHUNT_TRTRI:
        case SHUNT_LAUUM:
        case SHUNT_POTRI:
        case SHUNT_GEQRF:
        case SHUNT_ORGQR:
        case SHUNT_UNGQR:
            return false;
        default:
            return true;
    }
}

struct Measurer {
    void* original;
    void* gemm;
    int threads;
    double seconds;  // for one point and variant

    // Between calls of a program many threads of ours fall asleep, and to wake them takes as long as a small call: the
    // median of calls behind pauses.
    template <class F> static double after_pauses(Problem& p, double budget, F&& f) {
        std::vector<double> times;
        for (double spent = 0; times.size() < 5 || (spent < budget && times.size() < 100);) {
            p.restore();
            std::this_thread::sleep_for(std::chrono::microseconds(100));
            const double start = report::now();
            f();
            times.push_back(report::now() - start);
            spent += times.back();
        }
        std::nth_element(times.begin(), times.begin() + static_cast<long>(times.size() / 2), times.end());
        return times[times.size() / 2];
    }

    template <class F> static double best(Problem& p, double budget, F&& f) {
        // As many calls between two looks at the clock as take 50 us.
        long calls = 1;
        double time = 0;
        const auto batch = [&] {
            const double start = report::now();
            for (long i = 0; i < calls; ++i) {
                p.restore();
                f();
            }
            return (report::now() - start) / static_cast<double>(calls);
        };
        for (time = batch(); time * static_cast<double>(calls) < 5e-5 && calls < (1L << 20); time = batch()) calls *= 4;
        double spent = 0;
        do {
            const double t = batch();
            spent += t * static_cast<double>(calls);
            time = std::min(time, t);
        } while (spent < budget);
        return time;
    }

    // Time of the original over ours, interleaved; 0 without memory.
    double gain(int routine, char precision, std::int64_t order, std::int64_t width, int variant) const {
        Problem p(routine, precision, order, width, variant);
        if (!p.good()) return 0;
        const bool alone = !threads_pay(flops(p.call()), threads);
        const auto theirs = [&] { call_fortran(original, p.call()); };
        const auto ours = [&] { execute(p.call(), gemm, false, alone ? 1 : threads); };
        const auto time = [&](const auto& f) {
            return alone || threads <= few_threads ? best(p, seconds / 6, f) : after_pauses(p, seconds / 6, f);
        };
        double t = 1e30, u = 1e30;
        for (int round = 0; round < 3; ++round) {
            t = std::min(t, time(theirs));
            u = std::min(u, time(ours));
        }
        return t / (u + dispatch_seconds);
    }
};

// The library behind a routine, as a call of it finds it.
struct Behind {
    char name[16];  // "dgemm_"
    void *original, *gemm;
    const interpose::Backend* backend;
    bool good_gemm;
    char key[64];
    int threads;

    Behind(int routine, char precision, const shunt_tune_request& request) {
        char gemm_name[16];
        std::snprintf(name, sizeof name, "%c%s_", precision, routine_stem(routine));
        std::snprintf(gemm_name, sizeof gemm_name, "%cgemm_", precision);
        original = interpose::resolve(name);
        gemm = interpose::resolve(gemm_name);
        backend = &interpose::backend(gemm);
        good_gemm = inner_gemm_is_good(*backend);
        profile_key(*backend, interpose::backend(original), is_lapack(routine), key, sizeof key);
        threads =
            backend->get_threads ? std::clamp(backend->get_threads(), 1, cpu::threads_available()) : request.threads;
    }
    bool there() const { return original && gemm; }
};

// Every routine and precision that has rows of its own, but for those that the request leaves out.
template <class F> void each_routine(const shunt_tune_request& request, F&& f) {
    for (int routine = 0; routine < SHUNT_ROUTINE_COUNT; ++routine) {
        if (base_routine(routine) != routine) continue;
        for (const char precision : {'s', 'd', 'c', 'z'}) {
            const bool complex_only = routine == SHUNT_HEMM || routine == SHUNT_HERK || routine == SHUNT_HER2K ||
                                      routine == SHUNT_UNMQR || routine == SHUNT_UNGQR;
            const bool real_only = routine == SHUNT_ORMQR || routine == SHUNT_ORGQR;
            if (complex_only && !is_complex(precision)) continue;
            if (real_only && is_complex(precision)) continue;
            char name[16];
            std::snprintf(name, sizeof name, "%c%s_", precision, routine_stem(routine));
            if (!request.only || std::strstr(name, request.only)) f(routine, precision);
        }
    }
}

struct Rows {
    shunt_tune_row row;
    void* context;
    int count = 0;
    char line[256] = "";
    template <class... A> void operator()(const char* format, A... arguments) {
        std::snprintf(line, sizeof line, format, arguments...);
        row(line, context);
        count += line[0] != '#';
    }
};

void measure_gains(const shunt_tune_request& request, Rows& rows) {
    each_routine(request, [&](int routine, char precision) {
        // Drivers are decided by their parts.
        if (routine == SHUNT_GESV || routine == SHUNT_POSV) return;
        const Behind behind(routine, precision, request);
        if (!behind.there()) return;
        // Products of these two have no opening on few threads (shim/NOTES.md); they would only cost time to measure.
        using interpose::Kind;
        const bool product = routine < SHUNT_TRMM && behind.good_gemm &&
                             (behind.backend->kind == Kind::openblas || behind.backend->kind == Kind::mkl);
        if (product && behind.threads <= few_threads) return;
        const std::int64_t least = product ? 64 : 4;
        const Measurer measure{behind.original, behind.good_gemm ? behind.gemm : nullptr, behind.threads,
                               request.seconds_per_point};
        for (const std::int64_t width : widths) {
            char gains[128], name[24] = "=";
            int length = 0, percent = 0;
            double fall = 1;  // from one order to the next: what is not measured goes on falling
            for (int i = 0; i < profile_points; ++i) {
                const std::int64_t order = std::int64_t{4} << i;
                if (order >= least && order <= request.max_order) {
                    double worst = 1e9;
                    for (int v = 0; v < Problem::variants(routine); ++v)
                        worst = std::min(worst, measure.gain(routine, precision, order, width, v));
                    const int before = std::exchange(percent, static_cast<int>(std::clamp(worst * 100, 0.0, 9999.0)));
                    fall = before > percent ? static_cast<double>(percent) / before : 1;
                } else {
                    percent = static_cast<int>(percent * fall);
                }
                length +=
                    std::snprintf(gains + length, sizeof gains - static_cast<std::size_t>(length), " %d", percent);
            }
            if (has_width(routine)) std::snprintf(name, sizeof name, "%lld", static_cast<long long>(width));
            rows("%s %s %c %d %s%s", behind.key, routine_stem(routine), precision, behind.threads, name, gains);
            if (!has_width(routine)) break;
        }
    });
}

// ---- The GPU, and the library behind as its rival: calls on host memory with all sizes equal.

// Seconds of the best of some calls; 0 where it is not done.
template <class F> double seconds(Problem& p, double budget, F&& f) {
    double best = 1e30, spent = 0;
    for (int i = 0; i < 20 && (i < 2 || spent < budget); ++i) {
        p.restore();
        const double start = report::now();
        if (!f()) return 0;
        const double t = report::now() - start;
        spent += t;
        best = std::min(best, t);
        if (t > 10 * budget) break;
    }
    return best;
}

// A row of rates; beyond the largest order measured, or where one call takes too long, the last one holds.
template <class F> void measure_rates(const char* key, int routine, char precision, int threads, std::int64_t largest,
                                      double budget, Rows& rows, F&& carry_out) {
    char text[128];
    int length = 0;
    long long mflops = 0;
    bool ends = false;
    for (int i = 0; i < rate_points; ++i) {
        const std::int64_t order = rate_order << i;
        if (i == 0 || (!ends && order <= largest)) {
            Problem p(routine, precision, order, order, 0);
            const double t = p.good() ? seconds(p, budget, [&] { return carry_out(p.call()); }) : 0;
            if (t > 0) mflops = std::clamp(static_cast<long long>(flops(p.call()) / t * 1e-6), 1LL, 999999999LL);
            ends = t == 0 || t > 10 * budget;
        }
        length += std::snprintf(text + length, sizeof text - static_cast<std::size_t>(length), " %lld", mflops);
    }
    if (mflops) rows("rate %s %s %c %d%s", key, routine_stem(routine), precision, threads, text);
}

const shunt_plugin* open_gpu(Rows& rows) {
    const shunt_plugin* gpu = plugin::open_now();
    const char *reason, *not_followed;
    if (!gpu) {
        plugin::device(reason, not_followed);
        rows("# GPU: none: %s", *reason ? reason : options().gpu ? "there is no plug-in" : "SHUNT_GPU says so");
    }
    return gpu;
}

void measure_gpu(const shunt_tune_request& request, Rows& rows) {
    const shunt_plugin* gpu = open_gpu(rows);
    shunt_link link{};
    if (!gpu) return;
    if (gpu->measure(&link) != SHUNT_DONE) return rows("# GPU: %s: the link could not be measured", gpu->name);
    char key[64];
    plugin::device_key(*gpu, key, sizeof key);
    const auto whole = [](double x) { return std::clamp(static_cast<long long>(x), 1LL, 999999999LL); };
    rows("link %s %u %lld %lld %lld", key, SHUNT_PLUGIN_VERSION, whole(link.up * 1e-6), whole(link.down * 1e-6),
         whole(link.call * 1e6));
    each_routine(request, [&](int routine, char precision) {
        const Behind behind(routine, precision, request);
        if (!behind.there()) return;
        // The rates of a GPU grow for longer.
        const double budget = 2 * request.seconds_per_point;
        measure_rates(key, routine, precision, 1, 8 * request.max_order, budget, rows,
                      [&](Call& c) { return gpu->run(&c) == SHUNT_DONE; });
        measure_rates(behind.key, routine, precision, behind.threads, 2 * request.max_order, budget, rows,
                      [&](Call& c) { return call_fortran(behind.original, c), true; });
    });
}

// The least order from which on calls with all sizes equal go to the GPU; 0: none up to the largest looked at.
std::int64_t crossover(const shunt_plugin& gpu, int routine, char precision, const Behind& behind) {
    const Profile* profile = behind.there() ? profile_for(behind.key) : nullptr;
    std::int64_t from = 0;
    for (std::int64_t order = largest_shown; order >= 64; order = order * 15 / 16 / 16 * 16) {
        Call c = Problem::like(routine, precision, order, order, 0);
        const Surroundings around{profile,
                                  behind.original != nullptr,
                                  Mode::automatic,
                                  behind.threads,
                                  true,
                                  behind.backend->kind == interpose::Kind::reference};
        const Decision d = decide(c, around);
        if (d.route != Route::gpu || !plugin::pays(gpu, c, cpu_time(c, profile, behind.threads, d.gain))) break;
        from = order;
    }
    return from;
}

void show_gpu(const shunt_tune_request& request, Rows& rows) {
    const shunt_plugin* gpu = open_gpu(rows);
    if (!gpu) return;
    char key[64];
    plugin::device_key(*gpu, key, sizeof key);
    const Profile* profile = profile_for(key);
    if (profile && profile->link.up > 0)
        rows("# GPU: %s, measured: %.1f GB/s up, %.1f GB/s down, %.0f us a call", gpu->name, profile->link.up * 1e-9,
             profile->link.down * 1e-9, profile->link.call * 1e6);
    else
        rows("# GPU: %s, not measured: estimates on the safe side", gpu->name);
    each_routine(request, [&](int routine, char precision) {
        const Behind behind(routine, precision, request);
        if (const std::int64_t from = crossover(*gpu, routine, precision, behind))
            rows("# %c%s: from order %lld on, against %d threads", precision, routine_stem(routine),
                 static_cast<long long>(from), behind.threads);
        else
            rows("# %c%s: never up to order %lld, against %d threads", precision, routine_stem(routine),
                 static_cast<long long>(largest_shown), behind.threads);
    });
}

}  // namespace
}  // namespace shunt

using namespace shunt;

extern "C" __attribute__((visibility("default"))) int shunt_tune(const shunt_tune_request* request, shunt_tune_row row,
                                                                 void* context) {
    options();
    Rows rows{row, context};
    if (interpose::plain_names_wide()) return -1;
    if (request->what & SHUNT_TUNE_CPU) measure_gains(*request, rows);
    if (request->what & SHUNT_TUNE_GPU) measure_gpu(*request, rows);
    if (request->what & SHUNT_TUNE_SHOW_GPU) show_gpu(*request, rows);
    return rows.count;
}
