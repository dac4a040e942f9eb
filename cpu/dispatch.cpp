// In: the CPU's features and, optionally, a name from the user. Out: the kernel tables of the best instruction set.
#ifdef SHUNT_HAVE_AVX512
#include <cpuid.h>
#endif

#include <atomic>
#include <complex>
#include <cstring>
#include <string_view>
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
constinit std::atomic<int> forced_units{0};

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
    if (intel && family == 6) {
        // Ice Lake; those with AMX tiles: Sapphire, Emerald, Granite Rapids, also where a hypervisor hides the model.
        if (model == 0x6a || model == 0x8f || model == 0xcf || model == 0xad || model == 0xae) return true;
        return __get_cpuid_count(7, 0, &eax, &ebx, &ecx, &edx) && (edx >> 24 & 1);
    }
    return amd && family == 0x1a && (model < 0x20 || (model >= 0x40 && model < 0x50));
}
#endif

}  // namespace

// Functions that return the table of the instruction set in use.
#ifdef SHUNT_HAVE_AVX512
#define AVX512(table) \
    case Isa::avx512: \
        return avx512::table<T>();
#else
#define AVX512(table)
#endif
#ifdef SHUNT_HAVE_AVX2
#define AVX2(table) \
    case Isa::avx2: \
        return avx2::table<T>();
#else
#define AVX2(table)
#endif
#ifdef SHUNT_HAVE_NEON
#define LAST(table) neon::table<T>()
#else
#define LAST(table) generic::table<T>()
#endif
#define CHOOSE(Table, entry, table)                     \
    template <class T> const Table<T>& entry() {        \
        switch (current()) {                            \
            AVX512(table)                               \
            AVX2(table)                                 \
            default:                                    \
                return LAST(table);                     \
        }                                               \
    }                                                   \
    template const Table<float>& entry();               \
    template const Table<double>& entry();              \
    template const Table<std::complex<float>>& entry(); \
    template const Table<std::complex<double>>& entry();

CHOOSE(GemmKernels, gemm_kernels, gemm_table)
CHOOSE(TriangularKernels, triangular_kernels, triangular_table)
CHOOSE(GetrfKernels, getrf_kernels, getrf_table)
CHOOSE(BatchProducts, batch_products, batch_products_table)
CHOOSE(BatchFactors, batch_factors, batch_factors_table)
CHOOSE(BatchOrthogonal, batch_orthogonal, batch_orthogonal_table)

const char* isa_name() {
    const Isa isa = current();
    for (const Candidate& c : candidates)
        if (c.isa == isa) return c.name;
    return "unknown";
}

bool double_fma() {
#ifdef SHUNT_HAVE_AVX512
    if (current() != Isa::avx512) return false;
    static constinit std::atomic<int> known{0};  // not guarded: nobody waits for another thread
    int units = forced_units.load(std::memory_order_relaxed);
    if (units == 0) units = known.load(std::memory_order_relaxed);
    if (units == 0) known.store(units = two_wide_units() ? 2 : 1, std::memory_order_relaxed);
    return units == 2;
#else
    return false;
#endif
}

bool isa_force(const char* name) {
    const std::string_view wanted(name);
    const int units = wanted == "avx512x1" ? 1 : wanted == "avx512x2" ? 2 : 0;
    for (const Candidate& c : candidates)
        if ((units ? c.name == std::string_view("avx512") : c.name == wanted) && c.supported()) {
            forced_units.store(units);
            chosen.store(c.isa);
            return true;
        }
    return false;
}

}  // namespace shunt::cpu
