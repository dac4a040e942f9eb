// In: a routine's stem, a family of names and arguments by value. Out: the Fortran or CBLAS call under that name, and
// what the error handlers heard. Names are looked up as the program's own loader scope has them.
#pragma once
#include <dlfcn.h>

#include <complex>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <tuple>
#include <type_traits>
#include <vector>

namespace test {

using i64 = std::int64_t;

template <class T> struct RealOf { using type = T; };
template <class R> struct RealOf<std::complex<R>> { using type = R; };
template <class T> using real_t = typename RealOf<T>::type;
template <class T> inline constexpr bool is_complex = !std::is_same_v<T, real_t<T>>;
template <class T> inline constexpr bool is_single = std::is_same_v<real_t<T>, float>;
template <class T> inline constexpr char precision = is_complex<T> ? (is_single<T> ? 'c' : 'z')
                                                                   : (is_single<T> ? 's' : 'd');

enum class Side : char { L = 'L', R = 'R' };
enum class Uplo : char { U = 'U', L = 'L' };
enum class Trans : char { N = 'N', T = 'T', C = 'C' };
enum class Diag : char { N = 'N', U = 'U' };
enum class Layout : char { row, column };

inline constexpr Side sides[] = {Side::L, Side::R};
inline constexpr Uplo uplos[] = {Uplo::U, Uplo::L};
inline constexpr Trans transposes[] = {Trans::N, Trans::T, Trans::C};
inline constexpr Diag diags[] = {Diag::N, Diag::U};

// A function of the plug-in that SHUNT_PLUGIN names, or null where this process has not loaded it.
template <class F> F* in_plugin(const char* function) {
    void* library = dlopen(std::getenv("SHUNT_PLUGIN"), RTLD_LAZY | RTLD_NOLOAD);
    return library ? reinterpret_cast<F*>(dlsym(library, function)) : nullptr;
}

// Calls that the GPU's plug-in has done, a fake device's too.
inline long long calls_done_by_plugin() {
    const auto done = in_plugin<long long()>("shunt_plugin_done");
    return done ? done() : 0;
}

// The integer width follows from the name.
struct Family {
    const char *prefix, *suffix;
    bool wide;
};
inline constexpr Family plain{"", "_", false};
inline constexpr Family fortran_families[] = {
    plain, {"", "_64_", true}, {"", "64_", true}, {"scipy_", "_", false}, {"scipy_", "_64_", true}};
inline constexpr Family cblas_families[] = {{"cblas_", "", false},
                                            {"cblas_", "64_", true},
                                            {"cblas_", "_64", true},
                                            {"scipy_cblas_", "", false},
                                            {"scipy_cblas_", "64_", true}};

struct Info {
    i64 value = -99;
};
// The pivot array, and behind it elements that must stay.
struct Pivots {
    explicit Pivots(i64 n) : value(static_cast<std::size_t>(n + 4), -77) {}
    i64 operator[](i64 i) const { return value[static_cast<std::size_t>(i)]; }
    bool guarded(i64 n) const {
        for (std::size_t i = static_cast<std::size_t>(n); i < value.size(); ++i)
            if (value[i] != -77) return false;
        return true;
    }
    bool operator==(const Pivots&) const = default;
    std::vector<i64> value;
};

// What the last error handler was told (handlers.cpp defines xerbla_, cblas_xerbla and their variants).
struct Heard {
    int count = 0;
    std::string name;
    i64 position = 0;
};
Heard& heard();

template <class T> std::string symbol_name(const Family& f, const char* stem) {
    return std::string(f.prefix) + precision<T> + stem + f.suffix;
}
inline void* find_symbol(const std::string& name) {
    return dlsym(RTLD_DEFAULT, name.c_str());
}

// A Fortran argument: everything goes by address.
template <class Int, class A> struct Slot {
    A value;
    explicit Slot(const A& v) : value(v) {}
    const void* address() { return &value; }
};
template <class Int> struct Slot<Int, i64> {
    Int value;
    explicit Slot(i64 v) : value(static_cast<Int>(v)) {}
    const void* address() { return &value; }
};
template <class Int, class A> struct Slot<Int, A*> {
    A* value;
    explicit Slot(A* v) : value(v) {}
    const void* address() { return value; }
};
template <class Int> struct Slot<Int, Info> {
    Info& out;
    Int value = -99;
    explicit Slot(Info& v) : out(v) {}
    ~Slot() { out.value = value; }
    const void* address() { return &value; }
};
template <class Int> struct Slot<Int, Pivots> {
    Pivots& out;
    std::vector<Int> value;
    explicit Slot(Pivots& v) : out(v), value(v.value.begin(), v.value.end()) {}
    ~Slot() { out.value.assign(value.begin(), value.end()); }
    const void* address() { return value.data(); }
};

template <class Int, class... A> void fortran_at(void* address, A&... a) {
    std::tuple<Slot<Int, std::remove_const_t<A>>...> slots(a...);
    std::apply(
        [&](auto&... s) {
            using Fn = void (*)(decltype(s.address())..., std::size_t, std::size_t, std::size_t, std::size_t);
            reinterpret_cast<Fn>(address)(s.address()..., 1, 1, 1, 1);  // the hidden character lengths
        },
        slots);
}

// xSTEM(a...); false when no library has the name.
template <class T, class... A> bool fortran(const Family& f, const char* stem, A&&... a) {
    void* address = find_symbol(symbol_name<T>(f, stem));
    if (!address) return false;
    f.wide ? fortran_at<std::int64_t>(address, a...) : fortran_at<std::int32_t>(address, a...);
    return true;
}

template <class E> int cblas_enum(E x, E first, int value) {
    return x == first ? value : static_cast<char>(x) == '?' ? 0 : value + 1;
}
// A CBLAS argument: options as enum values, integers and real scalars by value, complex scalars by address.
template <class Int, class A> auto cblas_argument(const A& a) {
    if constexpr (std::is_same_v<A, Layout>)
        return cblas_enum(a, Layout::row, 101);
    else if constexpr (std::is_same_v<A, Trans>)
        return a == Trans::C ? 113 : cblas_enum(a, Trans::N, 111);
    else if constexpr (std::is_same_v<A, Uplo>)
        return cblas_enum(a, Uplo::U, 121);
    else if constexpr (std::is_same_v<A, Diag>)
        return cblas_enum(a, Diag::N, 131);
    else if constexpr (std::is_same_v<A, Side>)
        return cblas_enum(a, Side::L, 141);
    else if constexpr (std::is_same_v<A, i64>)
        return static_cast<Int>(a);
    else if constexpr (std::is_floating_point_v<A> || std::is_pointer_v<A>)
        return a;
    else
        return static_cast<const void*>(&a);
}
template <class Int, class... A> void cblas_at(void* address, const A&... a) {
    reinterpret_cast<void (*)(decltype(cblas_argument<Int>(a))...)>(address)(cblas_argument<Int>(a)...);
}
template <class T, class... A> bool cblas(const Family& f, const char* stem, const A&... a) {
    void* address = find_symbol(symbol_name<T>(f, stem));
    if (!address) return false;
    f.wide ? cblas_at<std::int64_t>(address, a...) : cblas_at<std::int32_t>(address, a...);
    return true;
}

}  // namespace test
