// In: bytes, from libFuzzer (SHUNT_FUZZ) or a fixed seed. Out: an abort when an argument check differs from the
// reference's.
#include <cstdio>

#include "arguments.hpp"

namespace {

using namespace test;

// The bytes in turn, then zeros, so that a changed byte changes one argument.
class Bytes {
public:
    Bytes(const std::uint8_t* data, std::size_t size) : next_(data), end_(data + size) {}
    i64 below(i64 n) {
        std::uint64_t x = 0;
        for (i64 reach = 1; reach < n && next_ < end_; reach *= 256) x = x * 256 + *next_++;
        return static_cast<i64>(x % static_cast<std::uint64_t>(n));
    }
    template <class C> const auto& of(const C& list) {
        return list[static_cast<std::size_t>(below(static_cast<i64>(std::size(list))))];
    }

private:
    const std::uint8_t* next_;
    const std::uint8_t* end_;
};

// An enumeration has no lower-case letters, and of the wrong values only one.
template <class E> void to_cblas(E& option, const char* letters) {
    const int c = std::toupper(static_cast<unsigned char>(option));
    option = static_cast<E>(c != 0 && std::strchr(letters, c) ? c : '?');
}

template <class T> testing::AssertionResult check(Bytes& bytes, Routine routine) {
    constexpr Layout layouts[] = {Layout::column, Layout::row, Layout::column, Layout::row, Layout('?')};
    const bool c_interface = level3(routine) && bytes.below(2) != 0;
    const int family = static_cast<int>(bytes.below(std::size(fortran_families)));
    const Layout layout = bytes.of(layouts);
    Args x = arguments_from(bytes);
    if (!c_interface) return reported<T>(fortran_families[family], routine, x, true);
    to_cblas(x.side, "LR"), to_cblas(x.uplo, "UL"), to_cblas(x.diag, "NU");
    to_cblas(x.transa, "NTC"), to_cblas(x.transb, "NTC");
    return reported_cblas<T>(cblas_families[family], layout, routine, x);
}

testing::AssertionResult check(Bytes bytes) {
    const auto routine = static_cast<Routine>(bytes.below(routine_count));
    const i64 type = bytes.below(4);
    const bool complex = exists(routine, type >= 2) == (type >= 2);
    if (type % 2 == 0) return complex ? check<std::complex<float>>(bytes, routine) : check<float>(bytes, routine);
    return complex ? check<std::complex<double>>(bytes, routine) : check<double>(bytes, routine);
}

}  // namespace

#ifdef SHUNT_LIBFUZZER
// Our own checks speak only where no original is behind.
extern "C" int LLVMFuzzerInitialize(int*, char***) {
    return setenv("SHUNT_ORIGINAL", "none", 1);
}
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (const auto result = check(Bytes(data, size)); !result) {
        std::fprintf(stderr, "%s\n", result.message());
        std::abort();
    }
    return 0;
}
#else
TEST(Fuzz, FixedSeeds) {
    const char* original = std::getenv("SHUNT_ORIGINAL");
    if (!original || std::strcmp(original, "none") != 0) GTEST_SKIP() << "an original has checks of its own";
    Random random(143);
    for (int i = 0; i < (quick() ? 4000 : 40000); ++i) {
        std::uint8_t bytes[40];
        for (auto& byte : bytes) byte = static_cast<std::uint8_t>(random.below(256));
        ASSERT_TRUE(check(Bytes(bytes, sizeof bytes)));
    }
}
#endif
