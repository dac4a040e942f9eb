// In: the library behind this process and the host's cores. Out: profile rows with the measured gains.
#include "interpose/tune.h"

#include <algorithm>
#include <cstdio>
#include <cstring>

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

// Routines with two sizes have one row per width, the others one row.
bool has_width(int routine) {
    switch (routine) {
        case SHUNT_POTRF:
        case SHUNT_GETRF:
        case SHUNT_TRTRI:
        case SHUNT_LAUUM:
        case SHUNT_POTRI:
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
        const auto theirs = [&] { call_fortran(original, p.call()); };
        const auto ours = [&] {
            execute(p.call(), gemm, false, flops(p.call()) < min_flops_for_threads ? 1 : threads);
        };
        double t = 1e30, u = 1e30;
        for (int round = 0; round < 3; ++round) {
            t = std::min(t, best(p, seconds / 6, theirs));
            u = std::min(u, best(p, seconds / 6, ours));
        }
        return t / (u + dispatch_seconds);
    }
};

}  // namespace
}  // namespace shunt

using namespace shunt;

extern "C" __attribute__((visibility("default"))) int shunt_tune(const shunt_tune_request* request, shunt_tune_row row,
                                                                 void* context) {
    options();
    int rows = 0;
    for (int routine = 0; routine < SHUNT_ROUTINE_COUNT; ++routine) {
        // Drivers and other spellings are decided by their parts.
        if (base_routine(routine) != routine || routine == SHUNT_GESV || routine == SHUNT_POSV) continue;
        for (const char precision : {'s', 'd', 'c', 'z'}) {
            const bool complex_only = routine == SHUNT_HEMM || routine == SHUNT_HERK || routine == SHUNT_HER2K;
            if (complex_only && !is_complex(precision)) continue;
            char name[16];
            std::snprintf(name, sizeof name, "%c%s_", precision, routine_stem(routine));
            if (request->only && !std::strstr(name, request->only)) continue;
            char gemm_name[16];
            std::snprintf(gemm_name, sizeof gemm_name, "%cgemm_", precision);
            void* original = interpose::resolve(name);
            void* gemm = interpose::resolve(gemm_name);
            if (!original || !gemm) continue;
            const auto& behind = interpose::backend(gemm);
            if (behind.wide) return -1;
            const bool good = inner_gemm_is_good(behind);
            // Products of these two have no opening (shim/README.md); they would only cost time to measure.
            const bool closed =
                good && (behind.kind == interpose::Kind::openblas || behind.kind == interpose::Kind::mkl);
            if (closed && routine < SHUNT_TRMM) continue;
            char key[64];
            profile_key(behind, interpose::backend(original), is_lapack(routine), key, sizeof key);
            const int threads =
                behind.get_threads ? std::clamp(behind.get_threads(), 1, cpu::threads_available()) : request->threads;
            const Measurer measure{original, good ? gemm : nullptr, threads, request->seconds_per_point};
            for (const std::int64_t width : widths) {
                char line[256];
                int length = std::snprintf(line, sizeof line, "%s %s %c %d ", key, routine_stem(routine), precision,
                                           threads > 1 ? 2 : 1);
                length += has_width(routine)
                              ? std::snprintf(line + length, sizeof line - static_cast<std::size_t>(length), "%lld",
                                              static_cast<long long>(width))
                              : std::snprintf(line + length, sizeof line - static_cast<std::size_t>(length), "=");
                int percent = 0;
                for (int i = 0; i < profile_points; ++i) {
                    const std::int64_t order = std::int64_t{4} << i;
                    if (order <= request->max_order) {
                        double worst = 1e9;
                        for (int v = 0; v < Problem::variants(routine); ++v)
                            worst = std::min(worst, measure.gain(routine, precision, order, width, v));
                        percent = static_cast<int>(std::clamp(worst * 100, 0.0, 9999.0));
                    }
                    length +=
                        std::snprintf(line + length, sizeof line - static_cast<std::size_t>(length), " %d", percent);
                }
                row(line, context);
                ++rows;
                if (!has_width(routine)) break;
            }
        }
    }
    return rows;
}
