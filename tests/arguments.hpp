// In: a routine and arguments, good or bad. Out: a failure unless the first bad one is reported, by name and position,
// and nothing is touched; through CBLAS, unless exactly the calls with a bad one are reported, once.
#pragma once
#include "routines.hpp"

namespace test {

// Arrays of 24 columns of 24 elements, an identity among them, for calls whose sizes and strides stay within them.
template <class T> struct Arrays {
    static constexpr i64 capacity = 24;
    Matrix<T> a{capacity, capacity}, b{capacity, capacity}, c{capacity, capacity};
    Operands<T> o;

    Arrays() {
        for (i64 i = 0; i < capacity; ++i)
            for (i64 j = 0; j < capacity; ++j) a(i, j) = T(real_t<T>(i == j)), b(i, j) = c(i, j) = T(1);
        o.a = a.data(), o.b = b.data(), o.c = c.data();
        o.tau.assign(capacity, T(0)), o.work.assign(2048, T(0));
        o.pivots = Pivots(capacity);
        for (i64 i = 0; i < capacity; ++i) o.pivots.value[static_cast<std::size_t>(i)] = i + 1;
    }
    Arrays(const Arrays&) = delete;
    Arrays& operator=(const Arrays&) = delete;
    bool untouched() const {
        const Arrays fresh;
        return a == fresh.a && b == fresh.b && c == fresh.c && o.pivots == fresh.o.pivots && o.tau == fresh.o.tau;
    }
};

template <class T>
testing::AssertionResult reported(const Family& f, Routine r, const Args& x, bool all_handlers = false) {
    Arrays<T> arrays;
    Operands<T>& o = arrays.o;
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
               << x.ldc << " lwork " << x.lwork;
    };
    if (!position) return heard().count || (!level3(r) && o.info.value < 0) ? failure() : testing::AssertionSuccess();
    if (heard().count != 1 || heard().position != position) return failure();
    if (heard().name != name && !(all_handlers && heard().name.starts_with(name))) return failure();
    if (!level3(r) && o.info.value != -position) return failure() << ": info";
    if (!arrays.untouched()) return failure() << ": operands touched";
    return testing::AssertionSuccess();
}

// The column-major call on the transposed matrices that does the same as a row-major one.
inline Args transposed(Routine r, Args x) {
    const bool sided = r == Routine::symm || r == Routine::hemm || r == Routine::trmm || r == Routine::trsm;
    if (r == Routine::gemm) {
        std::swap(x.transa, x.transb), std::swap(x.lda, x.ldb), std::swap(x.m, x.n);
        return x;
    }
    if (x.uplo != Uplo('?')) x.uplo = other(x.uplo);
    if (sided && x.side != Side('?')) x.side = other(x.side);
    if (sided) std::swap(x.m, x.n);
    if (!sided && x.transa != Trans('?'))
        x.transa = x.transa == Trans::N ? hermitian(r) ? Trans::C : Trans::T : Trans::N;
    return x;
}

// Level 3 through CBLAS; options other than the right letters must be '?'.
template <class T> testing::AssertionResult reported_cblas(const Family& f, Layout layout, Routine r, const Args& x) {
    Arrays<T> arrays;
    const bool row = layout == Layout::row, known = row || layout == Layout::column;
    const bool flipped = r == Routine::syrk || r == Routine::herk || r == Routine::syr2k || r == Routine::her2k;
    bool bad = !known || first_bad(r, row ? transposed(r, x) : x, is_complex<T>);
    // Turned round, a wrong transposition of these would look like a right one.
    if (row && flipped) bad = bad || first_bad(r, Args{.uplo = Uplo::L, .transa = x.transa}, is_complex<T>);
    heard() = {};
    if (!call_cblas(f, layout, r, x, arrays.o)) return testing::AssertionFailure() << "no symbol";
    if (heard().count == int(bad) && (!bad || arrays.untouched())) return testing::AssertionSuccess();
    return testing::AssertionFailure() << symbol_name<T>(f, stems[int(r)]) << (bad ? " bad" : " good") << ", heard "
                                       << heard().count << " times " << heard().position;
}

// A source of numbers, random or a fuzzer's, makes arguments: legal ones mostly, wrong ones often.
template <class Source> Args arguments_from(Source& r) {
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
    x.lwork = r.below(6) == 0 ? r.below(14) - 2 : 1024;
    return x;
}

}  // namespace test
