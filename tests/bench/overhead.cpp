// In: a BLAS file and libshunt.so. Out: what a small call costs directly and through Shunt, ns, and their difference;
// with the full libblas.so.3 also for the names that it forwards.
//   SHUNT_ORIGINAL=<library> bench_overhead <library> <libshunt.so> [<full/libblas.so.3>]
#include <dlfcn.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <vector>

namespace {

using Gemm = void(const char*, const char*, const int*, const int*, const int*, const double*, const double*,
                  const int*, const double*, const int*, const double*, double*, const int*, std::size_t, std::size_t);
using Trsm = void(const char*, const char*, const char*, const char*, const int*, const int*, const double*,
                  const double*, const int*, double*, const int*, std::size_t, std::size_t, std::size_t, std::size_t);

using Copy = void(const int*, const double*, const int*, double*, const int*);
using Dot = double(const int*, const double*, const int*, const double*, const int*);
using Axpy = void(const int*, const double*, const double*, const int*, double*, const int*);

double now() {
    return std::chrono::duration<double, std::nano>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

template <class F> double per_call(F&& f) {
    constexpr int calls = 2000;
    const double start = now();
    for (int i = 0; i < calls; ++i) f();
    return (now() - start) / calls;
}

// The median over rounds of (through Shunt - direct), and the direct time, taken in turns.
template <class F, class G> void compare(const char* name, F&& direct, G&& through) {
    std::vector<double> difference, base;
    for (int round = 0; round < 401; ++round) {
        const double a = per_call(direct), b = per_call(through);
        base.push_back(a);
        difference.push_back(b - a);
    }
    const auto median = [](std::vector<double>& v) {
        std::nth_element(v.begin(), v.begin() + static_cast<long>(v.size() / 2), v.end());
        return v[v.size() / 2];
    };
    std::printf("%s,%.1f,%.2f\n", name, median(base), median(difference));
}

template <class F> F* function(void* library, const char* name) {
    return reinterpret_cast<F*>(dlsym(library, name));
}

// The level 1 routines that programs call most.
void compare_level_1(void* library, void* full) {
    const int n = 4, one = 1;
    const double alpha = 0.5;
    double x[4] = {1, 2, 3, 4}, y[4] = {0, 0, 0, 0};
    const auto copy = [&](Copy* f) { return [=, &n, &one, &x, &y] { f(&n, x, &one, y, &one); }; };
    const auto dot = [&](Dot* f) { return [=, &n, &one, &x, &y] { (void)f(&n, x, &one, y, &one); }; };
    const auto axpy = [&](Axpy* f) { return [=, &n, &one, &alpha, &x, &y] { f(&n, &alpha, x, &one, y, &one); }; };
    compare("dcopy n=4", copy(function<Copy>(library, "dcopy_")), copy(function<Copy>(full, "dcopy_")));
    compare("ddot n=4", dot(function<Dot>(library, "ddot_")), dot(function<Dot>(full, "ddot_")));
    compare("daxpy n=4", axpy(function<Axpy>(library, "daxpy_")), axpy(function<Axpy>(full, "daxpy_")));
}

}  // namespace

int main(int argc, char** argv) {
    if (argc < 3) return 2;
    void* library = dlopen(argv[1], RTLD_NOW | RTLD_LOCAL);
    void* shunt = dlopen(argv[2], RTLD_NOW | RTLD_LOCAL);
    if (!library || !shunt) {
        std::fprintf(stderr, "%s\n", dlerror());
        return 1;
    }
    auto* gemm = reinterpret_cast<Gemm*>(dlsym(library, "dgemm_"));
    auto* our_gemm = reinterpret_cast<Gemm*>(dlsym(shunt, "dgemm_"));
    auto* trsm = reinterpret_cast<Trsm*>(dlsym(library, "dtrsm_"));
    auto* our_trsm = reinterpret_cast<Trsm*>(dlsym(shunt, "dtrsm_"));
    if (!gemm || !our_gemm || !trsm || !our_trsm) return 1;
    double a[64], b[64], c[64];
    for (int i = 0; i < 64; ++i) a[i] = i % 9 == 0 ? 1 : 0.01, b[i] = 1, c[i] = 0;
    const double one = 1, zero = 0;
    std::printf("call,direct_ns,shunt_minus_direct_ns\n");
    for (const int n : {1, 4, 8}) {
        char name[32];
        std::snprintf(name, sizeof name, "dgemm n=%d", n);
        const auto run = [&](Gemm* f) {
            return
                [=, &n, &a, &b, &c, &one, &zero] { f("N", "N", &n, &n, &n, &one, a, &n, b, &n, &zero, c, &n, 1, 1); };
        };
        compare(name, run(gemm), run(our_gemm));
    }
    for (const int n : {1, 2}) {
        char name[32];
        std::snprintf(name, sizeof name, "dtrsm n=%d", n);
        const auto run = [&](Trsm* f) {
            return [=, &n, &a, &b, &one] { f("L", "L", "N", "N", &n, &n, &one, a, &n, b, &n, 1, 1, 1, 1); };
        };
        compare(name, run(trsm), run(our_trsm));
    }
    void* full = argc > 3 ? dlopen(argv[3], RTLD_NOW | RTLD_LOCAL) : nullptr;
    if (full) compare_level_1(library, full);
    return argc > 3 && !full;
}
