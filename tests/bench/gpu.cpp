// In: a library file and sizes. Out: CSV of the time of calls on host memory in that library and through Shunt (on the
// GPU with SHUNT_ROUTE=gpu), with all their threads, and the time that the link to a GPU allows: what must cross it
// over its rate, the larger way.
//   SHUNT_ROUTE=gpu SHUNT_ORIGINAL=<library> bench_gpu <library> [routines] [precisions] [orders] [widths] [largest
//   order for the library] [link, GB/s]
// Unlike bench_sweep it leaves out of the time what puts the matrices back: at these sizes that takes longer than the
// call.
#include <unistd.h>

#include "tests/bench/measure.hpp"

using namespace shunt;

namespace {

// Median seconds of a call by each of two addresses (one may be null), in blocks that alternate: the threads of a
// library wait actively for some tens of milliseconds behind its calls, and would take CPUs from the other one's.
std::pair<double, double> seconds(Problem& p, void* address, void* other) {
    std::vector<double> times[2];
    double spent[2] = {};
    for (int block = 0; block < 3; ++block)
        for (const int side : {0, 1}) {
            void* const f = side ? other : address;
            if (!f || (block > 0 && spent[side] > 2)) continue;
            usleep(40000);
            double here = 0;
            for (int i = 0; i < 2 || (i < 200 && here < 0.02); ++i) {
                p.restore();
                const double start = bench::now();
                call_fortran(f, p.call());
                const double t = bench::now() - start;
                here += t;
                if (i > 0) times[side].push_back(t);  // the first of a block does not count
            }
            spent[side] += here;
        }
    return {bench::median(times[0]), other ? bench::median(times[1]) : 0};
}

// Gigabytes up and down that cannot be avoided.
std::pair<double, double> crossing(const Call& c) {
    const double m = static_cast<double>(c.m), n = static_cast<double>(c.n), k = static_cast<double>(c.k);
    const double order = c.side == 'L' ? m : n, element = (c.precision == 's' ? 4 : c.precision == 'z' ? 16 : 8) * 1e-9;
    switch (base_routine(c.routine)) {
        case SHUNT_GEMM:
            return {(m * k + k * n + m * n) * element, m * n * element};
        case SHUNT_SYMM:
        case SHUNT_HEMM:
            return {(order * order / 2 + 2 * m * n) * element, m * n * element};
        case SHUNT_SYRK:
        case SHUNT_HERK:
            return {(n * k + n * n / 2) * element, n * n / 2 * element};
        case SHUNT_TRMM:
        case SHUNT_TRSM:
            return {(order * order / 2 + m * n) * element, m * n * element};
        case SHUNT_GETRF:
        case SHUNT_GEQRF:
            return {m * n * element, m * n * element};
        case SHUNT_ORMQR:
        case SHUNT_UNMQR:
            return {(order * k - k * k / 2 + m * n) * element, m * n * element};
        case SHUNT_ORGQR:
        case SHUNT_UNGQR:
            return {(m * k - k * k / 2) * element, m * n * element};
        case SHUNT_GESV:
            return {(n * n + n * k) * element, (n * n + n * k) * element};
        case SHUNT_GETRS:
        case SHUNT_POTRS:
        case SHUNT_TRTRS:
            return {(n * n + n * k) * element, n * k * element};
        default:
            return {n * n / 2 * element, n * n / 2 * element};
    }
}

}  // namespace

int main(int argc, char** argv) {
    bench::Library library;
    if (argc < 2 || !library.open(argv[1])) {
        std::fprintf(stderr, "usage: bench_gpu LIBRARY [routines] [precisions] [orders] [widths] [largest] [GB/s]\n");
        return 2;
    }
    const auto argument = [&](int i, const char* otherwise) { return bench::words(argc > i ? argv[i] : otherwise); };
    const std::int64_t largest = std::atoll(argument(6, "4096").at(0).c_str());
    const double link = std::atof(argument(7, "55").at(0).c_str());
    std::printf("routine,precision,order,width,library_s,shunt_s,library_over_shunt,link_s,gflops\n");
    for (const auto& stem : argument(2, "gemm,symm,syrk,trmm,trsm,potrf,getrf,gesv"))
        for (const auto& precision : argument(3, "d"))
            for (const auto& order_text : argument(4, "512,1024,2048,4096,8192"))
                for (const auto& width_text : argument(5, "=")) {
                    int routine = 0;
                    while (routine < SHUNT_ROUTINE_COUNT && stem != routine_stem(routine)) ++routine;
                    if (routine == SHUNT_ROUTINE_COUNT) continue;
                    const std::int64_t order = std::atoll(order_text.c_str());
                    const std::int64_t width = width_text == "=" ? order : std::atoll(width_text.c_str());
                    Problem p(routine, precision[0], order, width, 0);
                    if (!p.good()) continue;
                    const std::string name = precision + stem + "_";
                    void* ours = dlsym(RTLD_DEFAULT, name.c_str());
                    void* theirs = dlsym(is_lapack(routine) ? library.lapack : library.blas, name.c_str());
                    if (!ours || !theirs) continue;
                    const auto [t, other] = seconds(p, ours, order <= largest ? theirs : nullptr);
                    const auto [up, down] = crossing(p.call());
                    std::printf("%s,%s,%lld,%lld,%.7f,%.7f,%.2f,%.6f,%.1f\n", stem.c_str(), precision.c_str(),
                                static_cast<long long>(order), static_cast<long long>(width), other, t, other / t,
                                std::max(up, down) / link, flops(p.call()) * 1e-9 / t);
                    std::fflush(stdout);
                }
}
