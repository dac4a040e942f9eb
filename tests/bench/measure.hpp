// In: a library file and a problem. Out: the time of the call in it and through Shunt, taken in turns.
#pragma once
#include <dlfcn.h>
#ifdef _OPENMP
#include <omp.h>
#endif

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "shim/fortran_call.hpp"
#include "shim/problem.hpp"

namespace shunt::bench {

// A Reference LAPACK lies in a library of its own, named by SHUNT_BENCH_LAPACK. Bound deeply, or its inner calls would
// come to Shunt, which is in this process as well, and the time without Shunt would not be measured.
struct Library {
    void* blas = nullptr;
    void* lapack = nullptr;

    bool open(const char* path) {
        blas = dlopen(path, RTLD_NOW | RTLD_LOCAL | RTLD_DEEPBIND);
        const char* other = std::getenv("SHUNT_BENCH_LAPACK");
        lapack = other ? dlopen(other, RTLD_NOW | RTLD_LOCAL | RTLD_DEEPBIND) : blas;
        if (!blas || !lapack) std::fprintf(stderr, "%s\n", dlerror());
        return blas && lapack;
    }
};

// A list with commas.
inline std::vector<std::string> words(const std::string& text) {
    std::vector<std::string> list(1);
    for (const char c : text)
        if (c == ',')
            list.emplace_back();
        else
            list.back() += c;
    return list;
}

inline double now() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

// Of a loop of OpenMP.
inline int threads() {
#ifdef _OPENMP
    return omp_get_max_threads();
#else
    return 1;
#endif
}

// The threads of OpenMP's last loop wait actively for the next one, some milliseconds: behind this they do not take
// CPUs from whatever is measured next.
inline void let_threads_sleep() {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
}

inline double median(std::vector<double>& v) {
    std::nth_element(v.begin(), v.begin() + static_cast<long>(v.size() / 2), v.end());
    return v[v.size() / 2];
}

// Median seconds of a call by `address` and by `other`.
inline std::pair<double, double> measure(Problem& p, void* address, void* other) {
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
    return {median(a), median(b)};
}

inline void print_header() {
    std::printf("routine,variant,m,n,k,original_us,shunt_us,ratio,original_gflops,shunt_gflops\n");
}

// False where one of the two lacks the routine.
inline bool measure_and_print(const Library& library, Problem& p) {
    const Call& c = p.call();
    const std::string name = std::string(1, c.precision) + routine_stem(c.routine) + "_";
    void* ours = dlsym(RTLD_DEFAULT, name.c_str());
    void* theirs = dlsym(is_lapack(c.routine) ? library.lapack : library.blas, name.c_str());
    if (!ours || !theirs || ours == theirs) return false;
    const auto [original, shunt] = measure(p, theirs, ours);
    const auto letter = [](char x) { return x ? x : '-'; };
    std::printf("%s,%c%c%c%c,%lld,%lld,%lld,%.3f,%.3f,%.3f,%.2f,%.2f\n", name.substr(0, name.size() - 1).c_str(),
                letter(c.side), letter(c.uplo), letter(c.transa), letter(c.transb), static_cast<long long>(c.m),
                static_cast<long long>(c.n), static_cast<long long>(c.k), original * 1e6, shunt * 1e6, original / shunt,
                flops(c) / original * 1e-9, flops(c) / shunt * 1e-9);
    std::fflush(stdout);
    return true;
}

}  // namespace shunt::bench
