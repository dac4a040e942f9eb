// In: a routine and arguments, good or bad. Out: a failure unless the first bad one is reported, by name and position,
// and nothing is touched.
#pragma once
#include "routines.hpp"

namespace test {

// The operands are small; with good arguments their sizes must be at most `capacity`.
template <class T>
testing::AssertionResult reported(const Family& f, Routine r, const Args& x, bool all_handlers = false) {
    constexpr i64 capacity = 24;
    const Matrix<T> zero(capacity, capacity);
    Matrix<T> a = zero, b = zero, c = zero;
    for (i64 i = 0; i < capacity; ++i)
        for (i64 j = 0; j < capacity; ++j) a(i, j) = T(real_t<T>(i == j)), b(i, j) = c(i, j) = T(1);
    Operands<T> o;
    // Only arrays of 24 columns of 24 elements: larger strides are legal as long as no element lies outside.
    o.a = a.data(), o.b = b.data(), o.c = c.data();
    o.pivots = Pivots(capacity);
    for (i64 i = 0; i < capacity; ++i) o.pivots.value[static_cast<std::size_t>(i)] = i + 1;
    const Matrix<T> a0 = a, b0 = b, c0 = c;
    const Pivots pivots = o.pivots;
    const int position = first_bad(r, x, is_complex<T>);
    heard() = {};
    if (!call(f, r, x, o)) return testing::AssertionFailure() << "no symbol " << symbol_name<T>(f, stems[int(r)]);
    std::string name = std::string(1, precision<T>) + stems[int(r)];
    for (char& ch : name) ch = static_cast<char>(std::toupper(ch));
    const auto failure = [&] {
        return testing::AssertionFailure()
               << symbol_name<T>(f, stems[int(r)]) << " expected " << position << ", heard " << heard().count
               << " times \"" << heard().name << "\" " << heard().position << " info " << o.info.value << "; side "
               << char(x.side) << " uplo " << char(x.uplo) << " trans " << char(x.transa) << char(x.transb) << " diag "
               << char(x.diag) << " m " << x.m << " n " << x.n << " k " << x.k << " ld " << x.lda << ' ' << x.ldb << ' '
               << x.ldc;
    };
    if (!position) return heard().count || (!level3(r) && o.info.value < 0) ? failure() : testing::AssertionSuccess();
    if (heard().count != 1 || heard().position != position) return failure();
    if (heard().name != name && !(all_handlers && heard().name.starts_with(name))) return failure();
    if (!level3(r) && o.info.value != -position) return failure() << ": info";
    if (!(a == a0 && b == b0 && c == c0 && o.pivots == pivots)) return failure() << ": operands touched";
    return testing::AssertionSuccess();
}

// Any bytes make arguments: legal ones mostly, wrong ones often.
inline Args arguments_from(Random& r) {
    Args x;
    const auto letter = [&](auto& value, const char* allowed) {
        static constexpr char wild[] = {'?', 'X', '\0', ' ', '1'};
        char c = r.below(12) == 0 ? r.of(wild) : allowed[r.below(static_cast<i64>(std::strlen(allowed)))];
        value = static_cast<std::remove_reference_t<decltype(value)>>(c);
    };
    letter(x.side, "LRlr"), letter(x.uplo, "ULul"), letter(x.diag, "NUnu");
    letter(x.transa, "NTCntc"), letter(x.transb, "NTCntc");
    const auto size = [&] { return r.below(12) == 0 ? -1 - r.below(1000) : r.below(13); };
    x.m = size(), x.n = size(), x.k = size();
    const auto ld = [&] { return r.below(12) == 0 ? r.below(14) - 1 : 12 + r.below(13); };
    x.lda = ld(), x.ldb = ld(), x.ldc = ld();
    return x;
}

}  // namespace test
