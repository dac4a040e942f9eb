// In: the environment that CTest sets. Out: GoogleTest's main, or 77 (skipped) where the CPU lacks what is asked for.
#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <string_view>

static bool cpu_has(std::string_view isa) {
#if defined(__x86_64__)
    if (isa == "avx2") return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
    if (isa == "avx512") return __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl");
    return isa == "generic";
#elif defined(__aarch64__)
    return isa == "neon";
#else
    return isa == "generic";
#endif
}

int main(int argc, char** argv) {
    const char* isa = std::getenv("SHUNT_ISA");
    if (isa && !cpu_has(isa)) {
        std::printf("skipped: this CPU has no %s\n", isa);
        return 77;
    }
    testing::InitGoogleTest(&argc, argv);
    return RUN_ALL_TESTS();
}
