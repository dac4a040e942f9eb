// In: the environment that CTest sets. Out: GoogleTest's main, or 77 (skipped) where the machine lacks what is asked
// for: an instruction set, a GPU (SHUNT_TEST_GPU=real; with any value some calls must have gone to the plug-in).
#include <dlfcn.h>
#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "call.hpp"

static bool cpu_has(std::string_view isa) {
#if defined(__x86_64__)
    if (isa == "avx2") return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
    if (isa.starts_with("avx512")) return __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl");
    return isa == "generic";
#elif defined(__aarch64__)
    return isa == "neon";
#else
    return isa == "generic";
#endif
}

static bool has_gpu() {
    void* driver = dlopen("libcuda.so.1", RTLD_LAZY);
    const auto initialize = driver ? reinterpret_cast<int (*)(unsigned)>(dlsym(driver, "cuInit")) : nullptr;
    const auto devices = driver ? reinterpret_cast<int (*)(int*)>(dlsym(driver, "cuDeviceGetCount")) : nullptr;
    int count = 0;
    return initialize && devices && initialize(0) == 0 && devices(&count) == 0 && count > 0;
}

static bool plugin_used() {
    const long long done = test::calls_done_by_plugin();
    std::printf("calls done by the plug-in: %lld\n", done);
    return done > 0;
}

int main(int argc, char** argv) {
    const char* isa = std::getenv("SHUNT_ISA");
    if (isa && !cpu_has(isa)) {
        std::printf("skipped: this CPU has no %s\n", isa);
        return 77;
    }
    const char* gpu = std::getenv("SHUNT_TEST_GPU");
    if (gpu && std::string_view(gpu) == "real" && !has_gpu()) {
        std::printf("skipped: no GPU\n");
        return 77;
    }
    testing::InitGoogleTest(&argc, argv);
    const int status = RUN_ALL_TESTS();
    return status == 0 && gpu && !plugin_used() ? 1 : status;
}
