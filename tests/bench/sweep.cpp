// In: a library file and a range of sizes. Out: CSV of the time of each owned routine in that library and through
// Shunt with the options of the environment, interleaved in one process, and their ratio.
//   SHUNT_ORIGINAL=<library> bench_sweep <library> [routines] [precisions] [orders] [widths]
// e.g. bench_sweep /usr/lib/x86_64-linux-gnu/openblas-serial/libopenblas.so.0 trsm,potrf d 64,128 =,16
// A width of "=" is the order itself.
#include <dlfcn.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "shim/fortran_call.hpp"
#include "shim/problem.hpp"

using namespace shunt;

namespace {

double now() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

std::vector<std::string> words(const std::string& text) {
    std::vector<std::string> list(1);
    for (const char c : text)
        if (c == ',')
            list.emplace_back();
        else
            list.back() += c;
    return list;
}

// Median seconds of a call by `address` and by `other`, taken in turns.
std::pair<double, double> measure(Problem& p, void* address, void* other) {
    const auto batch = [&](void* f, long calls) {
        const double start = now();
        for (long i = 0; i < calls; ++i) {
            p.restore();
            call_fortran(f, p.call());
        }
        return (now() - start) / static_cast<double>(calls);
    };
    long calls = 1;
    for (double t = batch(address, 1); t * static_cast<double>(calls) < 1e-4 && calls < 1 << 20;
         t = batch(address, calls))
        calls *= 4;
    batch(other, calls);
    std::vector<double> a, b;
    for (double spent = 0; (spent < 0.02 || a.size() < 5) && spent < 4;) {
        a.push_back(batch(address, calls));
        b.push_back(batch(other, calls));
        spent += (a.back() + b.back()) * static_cast<double>(calls);
    }
    const auto median = [](std::vector<double>& v) {
        std::nth_element(v.begin(), v.begin() + static_cast<long>(v.size() / 2), v.end());
        return v[v.size() / 2];
    };
    return {median(a), median(b)};
}

}  // namespace

int main(int argc, char** argv) {
    if (argc < 2) {
        std::fprintf(stderr, "usage: bench_sweep LIBRARY [routines] [precisions] [orders] [widths]\n");
        return 2;
    }
    const auto argument = [&](int i, const char* otherwise) { return words(argc > i ? argv[i] : otherwise); };
    void* library = dlopen(argv[1], RTLD_NOW | RTLD_LOCAL);
    // A Reference LAPACK lies in a library of its own; it uses the BLAS that is already there.
    void* lapack =
        std::getenv("SHUNT_BENCH_LAPACK") ? dlopen(std::getenv("SHUNT_BENCH_LAPACK"), RTLD_NOW | RTLD_LOCAL) : library;
    if (!library || !lapack) {
        std::fprintf(stderr, "%s\n", dlerror());
        return 1;
    }
    std::printf("routine,variant,order,width,original_us,shunt_us,ratio,original_gflops,shunt_gflops\n");
    for (const auto& stem : argument(2,
                                     "gemm,symm,hemm,syrk,herk,syr2k,her2k,trmm,trsm,potrf,getrf,getrs,gesv,potrs,posv,"
                                     "trtri,lauum,potri,trtrs"))
        for (const auto& precision : argument(3, "s,d,c,z"))
            for (const auto& order_text : argument(4, "4,8,16,24,32,48,64,96,128,192,256,384,512,768,1024,2048"))
                for (const auto& width_text : argument(5, "=,16")) {
                    int routine = 0;
                    while (routine < SHUNT_ROUTINE_COUNT && stem != routine_stem(routine)) ++routine;
                    if (routine == SHUNT_ROUTINE_COUNT) return 2;
                    const std::string name = precision + stem + "_";
                    void* ours = dlsym(RTLD_DEFAULT, name.c_str());
                    void* theirs = dlsym(is_lapack(routine) ? lapack : library, name.c_str());
                    if (!ours || !theirs || ours == theirs) continue;
                    const long order = std::atol(order_text.c_str());
                    const long width = width_text == "=" ? order : std::atol(width_text.c_str());
                    for (int variant = 0; variant < Problem::variants(routine); ++variant) {
                        Problem p(routine, precision[0], order, width, variant);
                        if (!p.good()) return 1;
                        const auto [original, shunt] = measure(p, theirs, ours);
                        const Call& c = p.call();
                        const auto letter = [](char x) { return x ? x : '-'; };
                        std::printf("%s%s,%c%c%c%c,%ld,%ld,%.3f,%.3f,%.3f,%.2f,%.2f\n", precision.c_str(), stem.c_str(),
                                    letter(c.side), letter(c.uplo), letter(c.transa), letter(c.transb), order, width,
                                    original * 1e6, shunt * 1e6, original / shunt, flops(c) / original * 1e-9,
                                    flops(c) / shunt * 1e-9);
                    }
                    std::fflush(stdout);
                }
    return 0;
}
