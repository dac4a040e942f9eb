// In: a library file, a number of matrices and the largest Nmax. Out: CSV: Cholesky of variable size as one
// dpotrf_vbatch call, the same matrices as one dpotrf_batch call for each size, and an OpenMP loop over the library's
// dpotrf; the two distributions of Abdelfattah et al.: sizes uniform in 1 ... Nmax, and 1 % of size Nmax with the
// others in 1 ... Nmax / 10.
#include <dlfcn.h>

#include <cstdio>
#include <cstdlib>
#include <map>
#include <random>
#include <vector>

#include "tests/bench/measure.hpp"

extern "C" {
void dpotrf_vbatch_(const char* uplo, const int* n, double* const* a, const int* lda, const int* count, int* info);
void dpotrf_batch_(const char* uplo, const int* n, double* const* a, const int* lda, const int* group_count,
                   const int* group_size, int* info);
}

using shunt::bench::median;
using shunt::bench::now;

namespace {

using Potrf = void(const char*, const int*, double*, const int*, int*, std::size_t);

struct Set {
    std::vector<int> n, info;
    std::vector<double> matrices, work;
    std::vector<std::size_t> offset;
    std::vector<double*> a;

    Set(const std::vector<int>& sizes, std::mt19937& random) : n(sizes), info(sizes.size()) {
        std::uniform_real_distribution<double> entry(-1, 1);
        std::size_t total = 0;
        for (const int order : n) {
            offset.push_back(total);
            total += static_cast<std::size_t>(order) * static_cast<std::size_t>(order);
        }
        matrices.resize(total);
        for (double& x : matrices) x = entry(random);
        for (std::size_t i = 0; i < n.size(); ++i)
            for (int j = 0; j < n[i]; ++j)
                matrices[offset[i] + static_cast<std::size_t>(j) * static_cast<std::size_t>(n[i] + 1)] = 2 * n[i];
        work = matrices;
        for (const std::size_t at : offset) a.push_back(work.data() + at);
    }
    // On several threads of the fourth of four calls, where they are short.
    template <class F> double time(F&& factor) {
        double seconds = 0;
        const bool parallel = shunt::bench::threads() > 1;
        if (parallel) shunt::bench::let_threads_sleep();
        for (int i = 0; i < (parallel ? 4 : 1) && seconds < 5e-3; ++i) {
            work = matrices;
            const double start = now();
            factor();
            seconds = now() - start;
        }
        for (const int i : info)
            if (i != 0) std::exit(1);
        return seconds;
    }
};

}  // namespace

int main(int argc, char** argv) {
    void* library = argc > 1 ? dlopen(argv[1], RTLD_NOW | RTLD_LOCAL | RTLD_DEEPBIND) : nullptr;
    auto* potrf = library ? reinterpret_cast<Potrf*>(dlsym(library, "dpotrf_")) : nullptr;
    if (!potrf) {
        std::fprintf(stderr, "usage: %s LAPACK_LIBRARY [MATRICES [NMAX]]\n", argv[0]);
        return 2;
    }
    const int count = argc > 2 ? std::atoi(argv[2]) : 500;
    const int largest = argc > 3 ? std::atoi(argv[3]) : 512;
    std::printf("distribution,nmax,matrices,uplo,vbatch_ms,fixed_ms,openmp_ms,vbatch/fixed,openmp/vbatch\n");
    std::mt19937 random(1);
    for (const bool skewed : {false, true})
        for (const int most : {64, 128, 256, 512}) {
            if (most > largest) continue;
            std::vector<int> sizes;
            for (int i = 0; i < count; ++i) {
                const bool large = !skewed || i % 100 == 50;
                sizes.push_back(
                    skewed && large ? most : std::uniform_int_distribution<int>(1, skewed ? most / 10 : most)(random));
            }
            Set set(sizes, random);
            for (const char uplo : {'L', 'U'}) {
                // The same matrices, in the same places, sorted by size.
                std::map<int, std::vector<double*>> fixed;
                for (std::size_t i = 0; i < sizes.size(); ++i) fixed[sizes[i]].push_back(set.a[i]);
                std::vector<double> variable, by_size, loop;
                for (int round = 0; round < 7; ++round) {
                    variable.push_back(set.time([&] {
                        dpotrf_vbatch_(&uplo, set.n.data(), set.a.data(), set.n.data(), &count, set.info.data());
                    }));
                    by_size.push_back(set.time([&] {
                        const int one = 1;
                        for (const auto& [n, a] : fixed) {
                            const int size = static_cast<int>(a.size());
                            dpotrf_batch_(&uplo, &n, a.data(), &n, &one, &size, set.info.data());
                        }
                    }));
                    loop.push_back(set.time([&] {
#pragma omp parallel for schedule(dynamic)
                        for (int i = 0; i < count; ++i)
                            potrf(&uplo, &set.n[static_cast<std::size_t>(i)], set.a[static_cast<std::size_t>(i)],
                                  &set.n[static_cast<std::size_t>(i)], &set.info[static_cast<std::size_t>(i)], 1);
                    }));
                }
                const double v = median(variable), f = median(by_size), o = median(loop);
                std::printf("%s,%d,%d,%c,%.3f,%.3f,%.3f,%.2f,%.2f\n", skewed ? "skewed" : "uniform", most, count, uplo,
                            v * 1e3, f * 1e3, o * 1e3, v / f, o / v);
            }
        }
}
