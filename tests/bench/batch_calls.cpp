// In: a library with LAPACK. Out: CSV: what a call of dgetrf_batch_strided_ costs a matrix, for batches of one matrix
// and more to a million of 3 x 3, beside a loop over that library, and by how many KiB the process grew meanwhile.
//   bench_batch_calls liblapack.so.3 [orders, 3,8 unless told]
#include <dlfcn.h>
#include <sys/resource.h>

#include <cstdio>
#include <cstdlib>
#include <random>
#include <string>
#include <vector>

#include "tests/bench/measure.hpp"

extern "C" void dgetrf_batch_strided_(const int* m, const int* n, double* a, const int* lda, const int* stride_a,
                                      int* ipiv, const int* stride_ipiv, const int* count, int* info);

using shunt::bench::median;
using shunt::bench::now;

static long kilobytes() {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_maxrss;
}

int main(int argc, char** argv) {
    using Getrf = void(const int*, const int*, double*, const int*, int*, int*);
    void* library = argc > 1 ? dlopen(argv[1], RTLD_NOW | RTLD_LOCAL | RTLD_DEEPBIND) : nullptr;
    auto* getrf = library ? reinterpret_cast<Getrf*>(dlsym(library, "dgetrf_")) : nullptr;
    if (!getrf) {
        std::fprintf(stderr, "usage: %s LAPACK_LIBRARY [ORDERS]\n", argv[0]);
        return 2;
    }
    std::puts("n,count,ns_a_matrix,ns_a_call,library_ns,grown_kib");
    std::mt19937 random(1);
    std::uniform_real_distribution<double> uniform(-1, 1);
    for (const std::string& word : shunt::bench::words(argc > 2 ? argv[2] : "3,8"))
        for (const int count : {1, 2, 4, 8, 100, 10000, 1000000}) {
            const int n = std::atoi(word.c_str()), elements = n * n;
            const std::size_t numbers = static_cast<std::size_t>(count) * static_cast<std::size_t>(elements);
            std::vector<double> first(numbers), a(numbers);
            for (double& x : first) x = uniform(random);
            std::vector<int> ipiv(static_cast<std::size_t>(count) * static_cast<std::size_t>(n)),
                info(static_cast<std::size_t>(count), 7);
            const int rounds = count > 10000 ? 5 : 51;
            const int calls = count < 1000 ? 1000 / count : 1;  // of factors: what is factored matters little
            std::vector<double> ours, others;
            const auto time = [&](auto&& f) {
                a = first;
                const double begin = now();
                for (int i = 0; i < calls; ++i) f();
                return (now() - begin) / calls * 1e9;
            };
            const int one = 1;
            dgetrf_batch_strided_(&n, &n, a.data(), &n, &elements, ipiv.data(), &n, &one, info.data());  // gets ready
            a = first;
            const long before = kilobytes();
            for (int i = 0; i < rounds; ++i)
                ours.push_back(time([&] {
                    dgetrf_batch_strided_(&n, &n, a.data(), &n, &elements, ipiv.data(), &n, &count, info.data());
                }));
            const long grown = kilobytes() - before;
            for (int i = 0; i < rounds; ++i)
                others.push_back(time([&] {
                    for (int k = 0; k < count; ++k) {
                        const auto at = static_cast<std::size_t>(k);
                        getrf(&n, &n, &a[at * static_cast<std::size_t>(elements)], &n,
                              &ipiv[at * static_cast<std::size_t>(n)], &info[at]);
                    }
                }));
            const double call = median(ours);
            std::printf("%d,%d,%.1f,%.1f,%.1f,%ld\n", n, count, call / count, call, median(others) / count, grown);
        }
}
