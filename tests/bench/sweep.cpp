// In: a library file and a range of sizes. Out: CSV of the time of each owned routine in that library and through
// Shunt with the options of the environment, interleaved in one process, and their ratio.
//   SHUNT_ORIGINAL=<library> bench_sweep <library> [routines] [precisions] [orders] [widths]
// e.g. bench_sweep /usr/lib/x86_64-linux-gnu/openblas-serial/libopenblas.so.0 trsm,potrf d 64,128 =,16
// A width of "=" is the order itself.
#include <string>
#include <vector>

#include "tests/bench/measure.hpp"

using namespace shunt;

int main(int argc, char** argv) {
    bench::Library library;
    if (argc < 2 || !library.open(argv[1])) {
        std::fprintf(stderr, "usage: bench_sweep LIBRARY [routines] [precisions] [orders] [widths]\n");
        return 2;
    }
    const auto argument = [&](int i, const char* otherwise) { return bench::words(argc > i ? argv[i] : otherwise); };
    bench::print_header();
    for (const auto& stem : argument(2,
                                     "gemm,symm,hemm,syrk,herk,syr2k,her2k,trmm,trsm,potrf,getrf,getrs,gesv,potrs,"
                                     "posv,trtri,lauum,potri,trtrs,geqrf,ormqr,unmqr,orgqr,ungqr"))
        for (const auto& precision : argument(3, "s,d,c,z"))
            for (const auto& order_text : argument(4, "4,8,16,24,32,48,64,96,128,192,256,384,512,768,1024,2048"))
                for (const auto& width_text : argument(5, "=,16")) {
                    int routine = 0;
                    while (routine < SHUNT_ROUTINE_COUNT && stem != routine_stem(routine)) ++routine;
                    if (routine == SHUNT_ROUTINE_COUNT) return 2;
                    const long order = std::atol(order_text.c_str());
                    const long width = width_text == "=" ? order : std::atol(width_text.c_str());
                    for (int variant = 0; variant < Problem::variants(routine); ++variant) {
                        Problem p(routine, precision[0], order, width, variant);
                        if (!p.good()) return 1;
                        if (!bench::measure_and_print(library, p)) break;
                    }
                }
    return 0;
}
