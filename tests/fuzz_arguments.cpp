// In: bytes from libFuzzer (clang++ -fsanitize=fuzzer). Out: an abort when an argument check differs from the
// reference's.
#include "arguments.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace test;
    std::uint64_t seed = 0xcbf29ce484222325u;
    for (std::size_t i = 0; i < size; ++i) seed = (seed ^ data[i]) * 0x100000001b3u;
    Random r(seed);
    const auto routine = static_cast<Routine>(r.below(routine_count));
    const Args x = arguments_from(r);
    const Family& f = r.of(fortran_families);
    const bool good = r.below(2) && !hermitian(routine) ? bool(reported<double>(f, routine, x, true))
                                                        : bool(reported<std::complex<float>>(f, routine, x, true));
    if (!good) std::abort();
    return 0;
}

#ifndef SHUNT_LIBFUZZER
TEST(Fuzz, FixedSeeds) {
    const char* original = std::getenv("SHUNT_ORIGINAL");
    if (!original || std::strcmp(original, "none")) GTEST_SKIP() << "an original has checks of its own";
    for (std::uint32_t i = 0; i < (test::quick() ? 4000u : 40000u); ++i)
        LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(&i), sizeof i);
}
#endif
