// In: calls with one bad argument each. Out: its position, told to xerbla_ (BLAS) or in every info (LAPACK), and
// nothing else touched.
#include <climits>

#include "judge.hpp"
#include "shim/shunt_batch.h"

using namespace test;

template <class T> class BadInput : public testing::Test {};
TYPED_TEST_SUITE(BadInput, Scalars);

static std::string upper_name(std::string symbol, bool wide) {
    symbol.resize(symbol.size() - (wide ? 4 : 1));
    for (char& c : symbol) c = static_cast<char>(std::toupper(c));
    return symbol;
}

// Six problems in three groups; spoiled by `spoil`, the call must complain about `word` and touch nothing.
template <class T> class Spoiled {
public:
    static constexpr i64 count = 6;

    Spoiled(Op op, Form form, bool wide, const std::vector<Item<T>>& items)
        : before_(items),
          items_(items),
          call(op, form, wide, items_, form == Form::group ? std::vector<i64>{2, 1, 3} : std::vector<i64>{}),
          op_(op),
          wide_(wide) {}

    testing::AssertionResult complains(std::string_view word, std::string_view how) {
        const int position = call.position(word);
        heard() = {};
        if (!call.carry_out()) return testing::AssertionFailure() << "no symbol " << call.symbol();
        call.finish();
        const auto fail = [&] {
            return testing::AssertionFailure()
                   << call.symbol() << ' ' << how << " in " << word << " (" << position << "): heard " << heard().count
                   << " times \"" << heard().name << "\" " << heard().position << ", info " << items_[0].info << ": ";
        };
        // A number of problems that is bad itself says nothing of the length of info.
        const bool by_info = is_lapack(op_) && word != "batch_count" && word != "group_count" && word != "group_size" &&
                             word != "info" && !(how == "null" && !is_operand(word));
        const bool told_by_info = is_lapack(op_) && items_[0].info != -99;
        if (by_info || told_by_info) {
            if (heard().count) return fail() << "xerbla called";
            for (const Item<T>& i : items_)
                if (i.info != -position) return fail() << "info";
        } else {
            if (heard().count != 1 || heard().position != position) return fail() << "position";
            if (heard().name != upper_name(call.symbol(), wide_)) return fail() << "name";
        }
        for (std::size_t i = 0; i < items_.size(); ++i) {
            items_[i].info = before_[i].info;
            if (!(items_[i] == before_[i])) return fail() << "problem " << i << " touched";
        }
        return testing::AssertionSuccess();
    }
    testing::AssertionResult is_quiet(std::string_view how) {
        heard() = {};
        if (!call.carry_out()) return testing::AssertionFailure() << "no symbol " << call.symbol();
        call.finish();
        if (heard().count)
            return testing::AssertionFailure()
                   << call.symbol() << ' ' << how << ": heard " << heard().name << ' ' << heard().position;
        for (const Item<T>& i : items_)
            if (i.info < 0 && is_lapack(op_))
                return testing::AssertionFailure() << call.symbol() << ' ' << how << " info";
        return testing::AssertionSuccess();
    }

private:
    std::vector<Item<T>> before_, items_;

public:
    Call<T> call;

private:
    Op op_;
    bool wide_;
};

// All sizes above 1, so that no operand is empty; equal, so that all shapes can take them.
template <class T> static std::vector<Item<T>> items_of(Op op, const Args& options, Random& r) {
    Args x = options;
    x.m = 5, x.n = 4, x.k = 3;
    std::vector<Item<T>> items;
    for (i64 i = 0; i < Spoiled<T>::count; ++i) items.push_back(make_item<T>(op, x, T(2), T(-1), r, {2, 2, -1, true}));
    return items;
}
// f(op, form, wide, items) for everything that exists; all option sets or, when quick, one.
template <class T, class F> static void for_calls(F f) {
    Random r(701);
    for (int i = 0; i < op_count; ++i) {
        if (!exists<T>(Op(i))) continue;
        const std::vector<Args> sets = option_sets(Op(i), is_complex<T>);
        for (const Form form : forms)
            for (const bool wide : {false, true}) {
                const Args x = r.of(sets);
                const std::vector<Item<T>> items = items_of<T>(Op(i), x, r);
                f(Op(i), form, wide, items);
                if (testing::Test::HasFatalFailure()) return;
            }
    }
}
// How often an argument stands in the list: once, for each group or for each problem.
static std::vector<std::size_t> places_of(Form form, std::string_view word) {
    if (form == Form::strided || (form == Form::variable && (is_option(word) || is_scalar(word)))) return {0};
    if (form == Form::group && !is_operand(word)) return {0, 1, 2};
    return {0, 3, 5};
}

TYPED_TEST(BadInput, Good) {
    using T = TypeParam;
    for_calls<T>([](Op op, Form form, bool wide, const auto& items) {
        ASSERT_TRUE(Spoiled<T>(op, form, wide, items).is_quiet("good"));
    });
}

TYPED_TEST(BadInput, Letters) {
    using T = TypeParam;
    for_calls<T>([](Op op, Form form, bool wide, const auto& items) {
        for (const char* word : {"side", "uplo", "transa", "transb", "diag"}) {
            if (!has(op, word)) continue;
            const std::string allowed = letters_of(op, word, is_complex<T>);
            for (const std::size_t at : places_of(form, word))
                for (int letter = 0; letter < 256; letter += quick() ? 5 : 1) {
                    if (allowed.find(static_cast<char>(std::toupper(letter))) != std::string::npos && letter < 128)
                        continue;
                    Spoiled<T> s(op, form, wide, items);
                    s.call[word].set(at, static_cast<char>(letter));
                    ASSERT_TRUE(s.complains(word, "a letter")) << letter;
                }
        }
    });
}

TYPED_TEST(BadInput, Integers) {
    using T = TypeParam;
    for_calls<T>([](Op op, Form form, bool wide, const auto& items) {
        for (const std::string& word : words_of(op, form)) {
            if (!is_size(word) && !is_ld(word) && !is_increment(word)) continue;
            for (const std::size_t at : places_of(form, word)) {
                std::vector<i64> bad;
                Args x = items[0].args;
                if (is_increment(word)) {
                    bad = {0};
                } else if (is_size(word)) {
                    bad = {-1, -2, INT32_MIN};
                    if (op == Op::orgqr && word == "n") bad.push_back(x.m + 1);
                    if (op == Op::orgqr && word == "k") bad.push_back(x.n + 1);
                } else {
                    bad = {*integer_of(x, word) - 3, 0, -1, INT32_MIN};  // there are two rows below
                }
                if (wide && !is_increment(word)) bad.push_back(INT64_MIN);
                for (const i64 value : bad) {
                    Spoiled<T> s(op, form, wide, items);
                    s.call.set_integer(word, at, value);
                    ASSERT_TRUE(s.complains(word, "a bad number")) << value << " at " << at;
                }
            }
        }
    });
}

TYPED_TEST(BadInput, Counts) {
    using T = TypeParam;
    for_calls<T>([](Op op, Form form, bool wide, const auto& items) {
        for (const i64 bad : {i64(-1), wide ? INT64_MIN : i64(INT32_MIN)}) {
            Spoiled<T> s(op, form, wide, items);
            const char* word = form == Form::group ? "group_count" : "batch_count";
            s.call.set_integer(word, 0, bad);
            ASSERT_TRUE(s.complains(word, "a negative count")) << bad;
        }
        if (form != Form::group) return;
        for (const std::size_t at : {0, 1, 2}) {
            Spoiled<T> s(op, form, wide, items);
            s.call.set_integer("group_size", at, -1);
            ASSERT_TRUE(s.complains("group_size", "a negative group")) << at;
        }
        for (const std::size_t at : {0, 1, 2}) {
            if (!wide) continue;
            Spoiled<T> s(op, form, wide, items);
            s.call.set_integer("group_size", at, INT64_MAX);
            s.call.set_integer("group_size", (at + 1) % 3, INT64_MAX - 3);
            ASSERT_TRUE(s.complains("group_size", "an overflow")) << at;
            Spoiled<T> t(op, form, wide, items);
            t.call.set_integer("group_size", 0, INT64_MAX);
            t.call.set_integer("group_size", 1 + at % 2, -5);
            ASSERT_TRUE(t.complains("group_size", "a negative group behind a huge one")) << at;
        }
    });
}

TYPED_TEST(BadInput, Pointers) {
    using T = TypeParam;
    for_calls<T>([](Op op, Form form, bool wide, const auto& items) {
        for (const std::string& word : words_of(op, form)) {
            if (!is_operand(word)) continue;
            if (form == Form::strided) {
                Spoiled<T> s(op, form, wide, items);
                s.call[word].base = nullptr;
                ASSERT_TRUE(s.complains(word, "null"));
                Spoiled<T> t(op, form, wide, items);
                t.call[word].base = static_cast<char*>(t.call[word].base) + 1;
                ASSERT_TRUE(t.complains(word, "not aligned"));
                continue;
            }
            for (const std::size_t at : {0, 3, 5}) {
                Spoiled<T> s(op, form, wide, items);
                s.call[word].set(at, static_cast<void*>(nullptr));
                ASSERT_TRUE(s.complains(word, "null")) << at;
                Spoiled<T> t(op, form, wide, items);
                t.call[word].set(at, t.call[word].template get<char*>(at) + 1);
                ASSERT_TRUE(t.complains(word, "not aligned")) << at;
            }
        }
        // Where arrays or numbers should be.
        for (const std::string& word : words_of(op, form)) {
            if (is_operand(word) && form == Form::strided) continue;
            Spoiled<T> s(op, form, wide, items);
            s.call[word].missing = true;
            ASSERT_TRUE(s.complains(word, is_operand(word) ? "a null array" : "null"));
        }
    });
}

TYPED_TEST(BadInput, Overlap) {
    using T = TypeParam;
    for_calls<T>([](Op op, Form form, bool wide, const auto& items) {
        for (const std::string& word : words_of(op, form)) {
            if (!is_operand(word) || !writes(op, word)) continue;
            // The output of a problem is the next one's too.
            if (form == Form::strided) {
                const std::string stride = "stride_" + word;
                for (const i64 bad : {0, 1, -1}) {
                    if (bad && is_increment(words_of(op, form)[std::size_t(position_of(op, form, stride)) - 2]))
                        continue;
                    Spoiled<T> s(op, form, wide, items);
                    s.call.set_integer(stride, 0, bad);
                    ASSERT_TRUE(s.complains(stride, "a short stride")) << bad;
                }
            } else {
                for (const std::size_t at : {1, 4, 5}) {
                    Spoiled<T> s(op, form, wide, items);
                    s.call[word].set(at, s.call[word].template get<void*>(at - 1));
                    if (form == Form::group && at != 1 && at < 4) continue;
                    ASSERT_TRUE(s.complains(word, "the same output again")) << at;
                }
            }
            // An output is an input of its problem.
            for (const char* input : {"a", "b"}) {
                if (!has(op, input) || writes(op, input)) continue;
                for (const std::size_t at :
                     form == Form::strided ? std::vector<std::size_t>{0} : std::vector<std::size_t>{0, 3, 5}) {
                    Spoiled<T> s(op, form, wide, items);
                    if (form == Form::strided)
                        s.call[word].base = s.call[input].base;
                    else
                        s.call[word].set(at, s.call[input].template get<void*>(at));
                    ASSERT_TRUE(s.complains(word, "an input")) << at;
                }
            }
        }
    });
}

// Strides by which problems lie between each other's columns, and by which they meet there.
TEST(Strides, BetweenColumns) {
    struct {
        int m, n, ld, stride, count;
        bool meet;
    } const cases[] = {
        {4, 4, 4, 8, 2, true},    {4, 4, 5, 10, 2, true},  {4, 4, 5, 9, 2, true},  {4, 4, 4, 16, 3, false},
        {2, 3, 4, 2, 2, false},   {2, 3, 4, 2, 3, true},   {2, 3, 4, -2, 3, true}, {2, 3, 4, 3, 2, true},
        {2, 3, 20, 2, 10, false}, {2, 3, 20, 2, 11, true}, {2, 3, 20, 4, 6, true}, {2, 1, 9, 2, 7, false},
        {3, 2, 7, 10, 2, false},  {3, 2, 7, 5, 2, true},   {1, 5, 9, 1, 9, false}, {1, 5, 9, 1, 10, true}};
    std::vector<double> a0(400);
    for (std::size_t i = 0; i < a0.size(); ++i) a0[i] = static_cast<double>(i * i % 17 + 1);
    for (const auto& c : cases) {
        SCOPED_TRACE(testing::PrintToString(std::vector{c.m, c.n, c.ld, c.stride, c.count}));
        auto a = a0;
        std::vector<int> ipiv(80), info(20, -99);
        const int stride_ipiv = 4, one = 1, zero = 0;
        dgetrf_batch_strided_(&c.m, &c.n, &a[200], &c.ld, &c.stride, ipiv.data(), &stride_ipiv, &c.count, info.data());
        for (int i = 0; i < c.count; ++i)
            EXPECT_TRUE(c.meet ? info[static_cast<std::size_t>(i)] == -5 : info[static_cast<std::size_t>(i)] >= 0);
        EXPECT_EQ(a == a0, c.meet || c.m == 1);
        if (c.m > 1) continue;  // a row is a vector with increments
        const double number = 1;
        a = a0;
        heard() = {};
        dgemv_batch_strided_("N", &c.n, &one, &number, a0.data(), &c.n, &zero, a0.data(), &one, &zero, &number, &a[200],
                             &c.ld, &c.stride, &c.count);
        EXPECT_EQ(heard().position, c.meet ? 14 : 0);
        EXPECT_EQ(a == a0, c.meet);
    }
}

// More problems than can be numbered, or than there can be addresses of.
TEST(Groups, TooMany) {
    const int two = 2, most[] = {INT_MAX, INT_MAX}, n[] = {1, 1};
    double* a = nullptr;
    int info = 0;
    heard() = {};
    dpotrf_batch_("LL", n, &a, n, &two, most, &info);
    EXPECT_EQ(heard().position, 6);
    const i64 one = 1, huge = i64{1} << 61;
    i64 result = 0;
    heard() = {};
    dpotrf_batch_64_("L", &one, &a, &one, &one, &huge, &result);
    EXPECT_EQ(heard().position, 6);
}

// Problems without elements need no arrays of addresses.
TEST(Variable, NoElements) {
    const int count = 3, n[] = {0, 0, 0}, ld[] = {1, 1, 1};
    int info[] = {-9, -9, -9};
    const double one = 1;
    heard() = {};
    dgetrf_vbatch_(n, n, nullptr, ld, nullptr, &count, info);
    EXPECT_EQ(info[0] | info[1] | info[2], 0);
    dgemm_vbatch_("N", "N", n, n, n, &one, nullptr, ld, nullptr, ld, &one, nullptr, ld, &count);
    EXPECT_EQ(heard().count, 0);
    const int some[] = {0, 1, 0};
    dgemm_vbatch_("N", "N", some, some, some, &one, nullptr, ld, nullptr, ld, &one, nullptr, ld, &count);
    EXPECT_EQ(heard().position, 7);
}

// The first argument of the list that is bad is told, of the first group or problem that has one.
TYPED_TEST(BadInput, First) {
    using T = TypeParam;
    for_calls<T>([](Op op, Form form, bool wide, const auto& items) {
        if (!has(op, "m") || !has(op, "lda")) return;
        Spoiled<T> s(op, form, wide, items);
        s.call.set_integer("lda", 0, 0), s.call.set_integer("n", 0, -1), s.call.set_integer("m", 0, -1);
        ASSERT_TRUE(s.complains("m", "three bad numbers"));
        if (form == Form::strided) return;
        Spoiled<T> t(op, form, wide, items);
        t.call.set_integer("lda", 1, 0), t.call.set_integer("m", 2, -1);
        ASSERT_TRUE(t.complains("lda", "two bad problems"));
    });
}

// What is no error: sizes of 0, null for what has no elements, an increment of INT_MIN that is not walked along.
TYPED_TEST(BadInput, QuickReturns) {
    using T = TypeParam;
    Random r(702);
    for (int i = 0; i < op_count; ++i) {
        const Op op = Op(i);
        if (!exists<T>(op)) continue;
        const std::vector<Args> sets = option_sets(op, is_complex<T>);
        for (const Form form : forms)
            for (const bool wide : {false, true})
                for (const auto& [m, n, k] : {std::array<i64, 3>{0, 0, 0}, {5, 0, 0}, {0, 4, 3}, {4, 4, 0}}) {
                    Args x = r.of(sets);
                    x.m = m, x.n = n, x.k = k;
                    if (op == Op::orgqr && (x.n > x.m || x.k > x.n)) continue;
                    std::vector<Item<T>> items;
                    for (i64 p = 0; p < Spoiled<T>::count; ++p) items.push_back(make_item<T>(op, x, T(2), T(-1), r));
                    Spoiled<T> s(op, form, wide, items);
                    items[0].for_arrays([&](const char* word, auto& a) {
                        if (!has(op, word) || (a.m && a.n)) return;
                        if (form == Form::strided)
                            s.call[word].base = nullptr;
                        else
                            for (std::size_t p = 0; p < items.size(); ++p)
                                s.call[word].set(p, static_cast<void*>(nullptr));
                        if (form == Form::strided) s.call.set_integer(std::string("stride_") + word, 0, 0);
                    });
                    ASSERT_TRUE(s.is_quiet("empty")) << m << ' ' << n << ' ' << k;
                }
    }
}

// Sizes and addresses are checked by blocks of problems and once for each of some kinds; the order is that of the list.
TYPED_TEST(BadInput, Many) {
    using T = TypeParam;
    Random r(702);
    for (int i = 0; i < op_count; ++i) {
        const Op op = Op(i);
        if (!exists<T>(op)) continue;
        const std::vector<Args> sets = option_sets(op, is_complex<T>);
        Args x = r.of(sets);
        std::vector<Item<T>> items;
        for (i64 n = 0; n < 150; ++n) {
            x.m = x.n = x.k = 2 + n % 70;
            items.push_back(make_item<T>(op, x, T(2), T(-1), r));
        }
        for (const std::size_t at : {0, 62, 63, 64, 100, 148}) {
            Spoiled<T> address(op, Form::variable, at % 3 == 0, items);
            address.call["a"].set(at, static_cast<void*>(nullptr));
            address.call.set_integer("n", at + 1, -1);
            ASSERT_TRUE(address.complains("a", "null before a bad number")) << at;
            Spoiled<T> number(op, Form::variable, at % 3 == 0, items);
            number.call.set_integer("n", at, -1);
            number.call["a"].set(at + 1, static_cast<void*>(nullptr));
            ASSERT_TRUE(number.complains("n", "a bad number before null")) << at;
        }
    }
}

// So many that each array is looked at for itself, and the problems only where that finds something.
TYPED_TEST(BadInput, VeryMany) {
    using T = TypeParam;
    if (quick() && precision<T> != 'd') return;
    Random r(703);
    for (const Op op : {Op::gemm, Op::potrf}) {
        const std::vector<Args> sets = option_sets(op, is_complex<T>);
        Args x = r.of(sets);
        std::vector<Item<T>> few, items;
        for (i64 n = 1; n < 4; ++n) {
            x.m = x.n = x.k = n;
            few.push_back(make_item<T>(op, x, T(2), T(-1), r));
        }
        while (items.size() < 8200) items.push_back(few[items.size() % few.size()]);
        ASSERT_TRUE(Spoiled<T>(op, Form::variable, false, items).is_quiet("with nothing wrong"));
        Spoiled<T> address(op, Form::variable, false, items);
        address.call["a"].set(8199, static_cast<void*>(nullptr));
        ASSERT_TRUE(address.complains("a", "null"));
        for (const auto& [word, value] : {std::pair{"n", -1}, {"lda", 0}}) {
            Spoiled<T> number(op, Form::variable, false, items);
            number.call.set_integer(word, 5000, value);
            ASSERT_TRUE(number.complains(word, "a bad number"));
        }
    }
}
