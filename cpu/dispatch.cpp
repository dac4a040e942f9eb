// In: the CPU's features and, optionally, a name from the user. Out: the kernel tables of the best instruction set.
#ifdef SHUNT_HAVE_AVX512
#include <cpuid.h>
#endif

#include <atomic>
#include <complex>
#include <cstring>
#include <utility>

#include "cpu/cpu.hpp"
#include "cpu/kernels.hpp"
#include "cpu/tables.hpp"

namespace shunt::cpu {
namespace {

enum class Isa : int { unknown, generic, avx2, avx512, neon };

struct Candidate {
    Isa isa;
    const char* name;
    bool (*supported)();
};

// Best first; the last one runs everywhere.
constexpr Candidate candidates[] = {
#ifdef SHUNT_HAVE_AVX512
    {Isa::avx512, "avx512",
     [] {
         __builtin_cpu_init();
         return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
                __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512bw") &&
                __builtin_cpu_supports("fma");
     }},
#endif
#ifdef SHUNT_HAVE_AVX2
    {Isa::avx2, "avx2",
     [] {
         __builtin_cpu_init();
         return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
     }},
#endif
#ifdef SHUNT_HAVE_NEON
    {Isa::neon, "neon", [] { return true; }},
#endif
#ifdef SHUNT_HAVE_GENERIC
    {Isa::generic, "generic", [] { return true; }},
#endif
};

constinit std::atomic<Isa> chosen{Isa::unknown};

[[gnu::cold]] Isa choose() {
    Isa best = Isa::unknown;
    for (const Candidate& c : candidates)
        if (c.supported()) {
            best = c.isa;
            break;
        }
    Isa expected = Isa::unknown;
    return chosen.compare_exchange_strong(expected, best) ? best : expected;
}

Isa current() {
    const Isa isa = chosen.load(std::memory_order_relaxed);
    return isa == Isa::unknown ? choose() : isa;
}

#ifdef SHUNT_HAVE_AVX512
// No CPUID bit tells; the models do. Intel's servers from Ice Lake on have two; of Skylake and Cascade Lake (model
// 0x55) those whose name says so; AMD's Zen 5 but for its mobile chips. Those not known count as one unit.
bool two_wide_units() {
    unsigned eax = 0, ebx = 0, ecx = 0, edx = 0;
    if (!__get_cpuid(0, &eax, &ebx, &ecx, &edx)) return false;
    const bool intel = ebx == signature_INTEL_ebx, amd = ebx == signature_AMD_ebx;
    if (!__get_cpuid(1, &eax, &ebx, &ecx, &edx)) return false;
    const unsigned base = eax >> 8 & 15, family = base == 15 ? base + (eax >> 20 & 255) : base;
    const unsigned model = (eax >> 4 & 15) | (eax >> 12 & 0xf0);
    if (intel && family == 6 && model == 0x55) {
        unsigned brand[13] = {};
        for (unsigned i = 0; i < 3; ++i)
            if (!__get_cpuid(0x80000002 + i, brand + 4 * i, brand + 4 * i + 1, brand + 4 * i + 2, brand + 4 * i + 3))
                return false;
        for (const char* name : {"Platinum", "Gold 6", "Gold 5122", "Gold 5222", " W-", "i9-"})
            if (std::strstr(reinterpret_cast<const char*>(brand), name)) return true;
        return false;
    }
    if (intel && family == 6)  // Ice Lake, Sapphire Rapids, Emerald Rapids, Granite Rapids (two)
        return model == 0x6a || model == 0x8f || model == 0xcf || model == 0xad || model == 0xae;
    return amd && family == 0x1a && (model < 0x20 || (model >= 0x40 && model < 0x50));
}
#endif

}  // namespace

template <class T> const GemmKernels<T>& gemm_kernels() {
    switch (current()) {
#ifdef SHUNT_HAVE_AVX512
        case Isa::avx512:
            return avx512::gemm_table<T>();
#endif
#ifdef SHUNT_HAVE_AVX2
        case Isa::avx2:
            return avx2::gemm_table<T>();
#endif
#ifdef SHUNT_HAVE_NEON
        default:
            return neon::gemm_table<T>();
#else
        default:
            return generic::gemm_table<T>();
#endif
    }
}

template <class T> const TriangularKernels<T>& triangular_kernels() {
    switch (current()) {
#ifdef SHUNT_HAVE_AVX512
        case Isa::avx512:
            return avx512::triangular_table<T>();
#endif
#ifdef SHUNT_HAVE_AVX2
        case Isa::avx2:
            return avx2::triangular_table<T>();
#endif
#ifdef SHUNT_HAVE_NEON
        default:
            return neon::triangular_table<T>();
#else
        default:
            return generic::triangular_table<T>();
#endif
    }
}

template <class T> const GetrfKernels<T>& getrf_kernels() {
    switch (current()) {
#ifdef SHUNT_HAVE_AVX512
        case Isa::avx512:
            return avx512::getrf_table<T>();
#endif
#ifdef SHUNT_HAVE_AVX2
        case Isa::avx2:
            return avx2::getrf_table<T>();
#endif
#ifdef SHUNT_HAVE_NEON
        default:
            return neon::getrf_table<T>();
#else
        default:
            return generic::getrf_table<T>();
#endif
    }
}

template const GemmKernels<float>& gemm_kernels();
template const GemmKernels<double>& gemm_kernels();
template const GemmKernels<std::complex<float>>& gemm_kernels();
template const GemmKernels<std::complex<double>>& gemm_kernels();
template const TriangularKernels<float>& triangular_kernels();
template const TriangularKernels<double>& triangular_kernels();
template const TriangularKernels<std::complex<float>>& triangular_kernels();
template const TriangularKernels<std::complex<double>>& triangular_kernels();
template const GetrfKernels<float>& getrf_kernels();
template const GetrfKernels<double>& getrf_kernels();
template const GetrfKernels<std::complex<float>>& getrf_kernels();
template const GetrfKernels<std::complex<double>>& getrf_kernels();

const char* isa_name() {
    const Isa isa = current();
    for (const Candidate& c : candidates)
        if (c.isa == isa) return c.name;
    return "unknown";
}

bool double_fma() {
#ifdef SHUNT_HAVE_AVX512
    static const bool cpu = two_wide_units();
    return current() == Isa::avx512 && cpu;
#else
    return false;
#endif
}

bool isa_force(const char* name) {
    for (const Candidate& c : candidates)
        if (std::strcmp(c.name, name) == 0 && c.supported()) {
            chosen.store(c.isa);
            return true;
        }
    return false;
}

}  // namespace shunt::cpu
