// In: batches of 0, 1, 65535, 65536 and a million problems, empty problems among others, shared inputs and interleaved
// layouts. Out: the bits that each problem gives alone.
#include <sys/mman.h>

#include "repeated.hpp"

using namespace test;

template <class T> class Counts : public testing::Test {};
TYPED_TEST_SUITE(Counts, Scalars);

// A few problems again and again: alike, or of any sizes where the form takes them.
template <class T> static void check_repeated(Op op, Form form, i64 limit, i64 count, bool wide, Random& r) {
    const int few = count == 1 ? 1 : 37;
    Repeated<T> batch(form == Form::variable ? mixed_items<T>(op, limit, few, r) : equal_items<T>(op, limit, few, r),
                      count);
    heard() = {};
    ASSERT_TRUE(batch.carry_out(form, wide)) << signature(op).stem << ", form " << int(form);
    EXPECT_EQ(heard().count, 0) << heard().name << ' ' << heard().position;
    ASSERT_TRUE(batch.good(wide)) << "form " << int(form);
}

TYPED_TEST(Counts, One) {
    using T = TypeParam;
    Random r(608);
    for (int i = 0; i < op_count; ++i)
        for (const Form form : forms)
            for (const bool wide : {false, true})
                for (const i64 n : {1, 4, 20, 70}) {
                    if (exists<T>(Op(i))) check_repeated<T>(Op(i), form, n, 1, wide, r);
                    if (this->HasFatalFailure()) return;
                }
}
TYPED_TEST(Counts, SixtyFiveThousand) {
    using T = TypeParam;
    Random r(601);
    for (int i = 0; i < op_count; ++i)
        for (const i64 count : {65535, 65536})
            for (const Form form : {(i + count) % 2 ? Form::group : Form::strided, Form::variable}) {
                if (!exists<T>(Op(i)) || (quick() && count == 65536)) continue;
                check_repeated<T>(Op(i), form, 1 + r.below(4), count, r.below(2), r);
                if (this->HasFatalFailure()) return;
            }
}
TYPED_TEST(Counts, Million) {
    using T = TypeParam;
    Random r(602);
    for (const Op op : {Op::gemm, Op::getrf, Op::potrf, Op::trsm, Op::gemv})
        for (const Form form : {Form::strided, Form::group, Form::variable}) {
            if (form != Form::strided && quick() && (form == Form::group || precision<T> != 'd')) continue;
            if (form == Form::group && precision<T> != 'd') continue;
            if (is_complex<T> && (quick() || op == Op::trsm || op == Op::gemv)) continue;
            check_repeated<T>(op, form, 3, 1000000, form != Form::strided, r);
            if (this->HasFatalFailure()) return;
        }
}
// As many groups, and as many different sizes, as there are problems: more than there are bins.
TYPED_TEST(Counts, ManyGroups) {
    using T = TypeParam;
    Random r(603);
    for (const Op op : {Op::gemm, Op::getrf, Op::trsv}) {
        std::vector<Item<T>> few;
        for (i64 n = 0; n < 23; ++n) {
            Args x;
            x.m = x.n = x.k = n % 7;
            few.push_back(make_item<T>(op, x, T(2), T(-1), r));
        }
        std::vector<Item<T>> expected = few, items;
        ASSERT_TRUE(run(Form::variable, expected));
        for (std::size_t i = 0; i < (quick() || precision<T> != 'd' ? 5000u : 40000u); ++i)
            items.push_back(few[i % few.size()]);
        for (const Form form : {Form::group, Form::variable}) {
            std::vector<Item<T>> got = items;
            ASSERT_TRUE(run(form, got, false, form == Form::group ? single_groups(items.size()) : std::vector<i64>{}));
            for (std::size_t i = 0; i < got.size(); ++i)
                ASSERT_TRUE(got[i] == expected[i % few.size()]) << describe(got[i]) << i;
        }
    }
}

// No problems: nothing is looked at, not even a pointer, and nobody is told.
TYPED_TEST(Counts, None) {
    using T = TypeParam;
    for (int i = 0; i < op_count; ++i)
        for (const Form form : forms)
            for (const bool wide : {false, true}) {
                if (!exists<T>(Op(i))) continue;
                for (int variant = 0; variant < 3; ++variant) {
                    Random r(604);
                    std::vector<Item<T>> items = equal_items<T>(Op(i), 3, 2, r);
                    const std::vector<Item<T>> before = items;
                    Call<T> call(Op(i), form, wide, items, form == Form::group ? one_group(2) : std::vector<i64>{});
                    const bool sizes = variant == 1 && form == Form::group;  // groups of no problems
                    call.set_integer(sizes ? "group_size" : form == Form::group ? "group_count" : "batch_count", 0, 0);
                    if (variant == 2)
                        for (const std::string& word : words_of(Op(i), form))
                            if (word != "batch_count" && word != "group_count") call[word].missing = true;
                    heard() = {};
                    ASSERT_TRUE(call.carry_out());
                    EXPECT_EQ(heard().count, 0) << call.symbol();
                    call.finish();
                    ASSERT_TRUE(items == before) << call.symbol();
                }
            }
}

// Sizes of groups without problems, which may be anything, say nothing of other groups.
TYPED_TEST(Counts, SizesOfEmptyGroups) {
    using T = TypeParam;
    for (int i = 0; i < op_count; ++i)
        for (const bool wide : {false, true})
            for (const i64 size : {3000, -7}) {
                if (!exists<T>(Op(i))) continue;
                Random r(606);
                const std::vector<Item<T>> items = equal_items<T>(Op(i), 40, 60, r);
                std::vector<Item<T>> expected = items, got = items;
                ASSERT_TRUE(run(Form::variable, expected));
                // A few groups, or many, every other one without problems.
                const std::vector<i64> few = {0, 20, 0, 40, 0}, many = {0, 5, 0, 5, 0, 5, 0, 5, 0, 20, 0, 20, 0};
                const std::vector<i64>& groups = wide ? few : many;
                Call<T> call(Op(i), Form::group, wide, got, groups);
                for (const std::string& word : words_of(Op(i), Form::group))
                    if (!is_option(word) && !is_scalar(word) && !is_operand(word) && word != "info" &&
                        !word.starts_with("group_"))
                        for (std::size_t group = 0; group < groups.size(); group += 2)
                            call.set_integer(word, group, size);
                heard() = {};
                ASSERT_TRUE(call.carry_out());
                EXPECT_EQ(heard().count, 0) << call.symbol();
                call.finish();
                ASSERT_TRUE(got == expected) << call.symbol();
            }
}

// More problems than a device's lists have room for in one piece.
TYPED_TEST(Counts, LongLists) {
    using T = TypeParam;
    Random r(607);
    Args x = r.of(option_sets(Op::gemm, is_complex<T>));
    std::vector<Item<T>> items;
    for (int k = 0; k < 40000; ++k) {
        x.m = 1 + r.below(3), x.n = 1 + r.below(3), x.k = 1 + r.below(3);
        items.push_back(make_item<T>(Op::gemm, x, T(2), T(-1), r));
    }
    std::vector<Item<T>> got = items;
    ASSERT_TRUE(run(Form::variable, got));
    for (std::size_t k = 0; k < items.size(); ++k) ASSERT_TRUE(right(items[k], got[k])) << k;
}

// A device sorts problems in blocks of 256, and remembers of one block for the next which sizes are like which: one of
// sizes unlike all others comes first.
TYPED_TEST(Counts, OddOneFirst) {
    using T = TypeParam;
    Random r(608);
    const auto product = [&](Trans trans, i64 m, i64 n, i64 k) {
        Args x = option_sets(Op::gemm, is_complex<T>)[0];
        x.transa = trans, x.transb = Trans::N, x.m = m, x.n = n, x.k = k;
        return make_item<T>(Op::gemm, x, T(2), T(-1), r);
    };
    for (const Form form : {Form::group, Form::variable}) {
        const bool grouped = form == Form::group;
        std::vector<Item<T>> items(1, grouped ? product(Trans::N, 40, 40, 2048) : product(Trans::N, 2048, 64, 40));
        for (int k = 1; k < 256; ++k) items.push_back(product(Trans::N, 8, grouped ? 8 : 80, 8));
        for (int k = 0; k < 60; ++k)
            items.push_back(product(grouped && k % 2 ? Trans::T : Trans::N, 40, grouped ? 40 : 80, 40));
        std::vector<Item<T>> got = items;
        ASSERT_TRUE(run(form, got, false, grouped ? std::vector<i64>(items.size(), 1) : std::vector<i64>()));
        for (std::size_t k = 0; k < items.size(); ++k)
            ASSERT_TRUE(right(items[k], got[k])) << (grouped ? "group " : "variable ") << k;
    }
}

// Problems without elements among others: their info is 0 and their pointers may be null.
TYPED_TEST(Counts, EmptyAmongOthers) {
    using T = TypeParam;
    Random r(605);
    for (int i = 0; i < op_count; ++i)
        for (const bool wide : {false, true}) {
            if (!exists<T>(Op(i))) continue;
            const std::vector<Args> sets = option_sets(Op(i), is_complex<T>);
            std::vector<Item<T>> items;
            Args x = r.of(sets);
            for (int k = 0; k < 50; ++k) {
                x.m = x.n = x.k = k % 3 == 1 || k == 0 || k == 49 ? 0 : 1 + r.below(7);
                if (k == 7 && Op(i) != Op::orgqr) x.n = 3;
                items.push_back(make_item<T>(Op(i), x, T(2), T(-1), r));
            }
            std::vector<Item<T>> expected;
            for (const Item<T>& item : items) {
                std::vector<Item<T>> one(1, item);
                ASSERT_TRUE(run(Form::variable, one));
                ASSERT_TRUE(right(item, one[0]));
                expected.push_back(one[0]);
            }
            for (const Form form : {Form::group, Form::variable}) {
                std::vector<Item<T>> got = items;
                Call<T> call(Op(i), form, wide, got, form == Form::group ? single_groups(50) : std::vector<i64>{});
                for (std::size_t k = 0; k < items.size(); ++k)
                    got[k].for_arrays([&](const char* word, auto& m) {
                        if (has(Op(i), word) && (m.m == 0 || m.n == 0)) call[word].set(k, static_cast<void*>(nullptr));
                    });
                for (std::size_t k = 0; has(Op(i), "ipiv") && k < items.size(); ++k)
                    if (items[k].ipiv.value.size() == 4) call["ipiv"].set(k, static_cast<void*>(nullptr));
                heard() = {};
                ASSERT_TRUE(call.carry_out());
                call.finish();
                EXPECT_EQ(heard().count, 0) << call.symbol() << ' ' << heard().position;
                for (std::size_t k = 0; k < items.size(); ++k)
                    ASSERT_TRUE(got[k] == expected[k]) << describe(items[k]) << k << ' ' << got[k].info;
            }
        }
}

// Stride 0: all problems share an input.
TYPED_TEST(Counts, SharedInputs) {
    using T = TypeParam;
    Random r(606);
    for (int i = 0; i < op_count; ++i)
        for (const i64 n : {1, 3, 8, 13, 24, 33, 70})
            for (const char* word : {"a", "b", "ipiv", "tau"}) {
                const Op op = Op(i);
                if (!exists<T>(op) || !has(op, word) || writes(op, word)) continue;
                std::vector<Item<T>> items = equal_items<T>(op, n, n > 33 ? 3 : 19, r);
                for (Item<T>& item : items) {
                    if (!std::strcmp(word, "a")) item.a = items[0].a;
                    if (!std::strcmp(word, "b")) item.b = items[0].b;
                    if (!std::strcmp(word, "ipiv")) item.ipiv = items[0].ipiv;
                    if (!std::strcmp(word, "tau")) item.tau = items[0].tau;
                }
                const std::vector<Item<T>> before = items;
                std::vector<Item<T>> expected = items;
                ASSERT_TRUE(run(Form::variable, expected));
                Call<T> call(op, Form::strided, false, items);
                call.set_integer(std::string("stride_") + word, 0, 0);
                heard() = {};
                ASSERT_TRUE(call.carry_out());
                call.finish();
                ASSERT_EQ(heard().count, 0) << call.symbol() << ' ' << word;
                ASSERT_TRUE(items == expected) << describe(items[0]) << word;
                // In a list, the same pointer again and again.
                std::vector<Item<T>> listed = before;
                Call<T> list(op, Form::variable, false, listed);
                for (std::size_t k = 0; k < listed.size(); ++k) list[word].set(k, list[word].template get<void*>(0));
                ASSERT_TRUE(list.carry_out());
                list.finish();
                ASSERT_TRUE(listed == expected) << describe(items[0]) << word;
            }
}

// Matrices beside each other: stride m, leading dimension m * count; vectors too, and one behind the other backwards.
// The same bits as of others with gaps: without, sums may be rounded elsewhere.
TYPED_TEST(Counts, Interleaved) {
    using T = TypeParam;
    Random r(607);
    for (int i = 0; i < op_count; ++i)
        for (const i64 n : {1, 2, 3, 5, 8, 12, 17, 32, 33}) {
            const Op op = Op(i);
            if (!exists<T>(op)) continue;
            constexpr i64 count = 11;
            std::vector<Item<T>> items = equal_items<T>(op, n, count, r, {.beam = 1});
            std::vector<Item<T>> expected = items;
            ASSERT_TRUE(run(Form::variable, expected));
            for (const bool backwards : {false, true}) {
                std::vector<Item<T>> copies = items;
                Call<T> call(op, Form::strided, false, copies);
                std::map<std::string, Matrix<T>> arrays;
                const auto place = [&](const char* word, const char* ld, auto member) {
                    if (!has(op, word)) return;
                    const Matrix<T>& shape = items[0].*member;
                    Matrix<T> all(shape.m * count, shape.n);
                    for (i64 k = 0; k < count; ++k)
                        for (i64 q = 0; q < shape.n; ++q)
                            for (i64 p = 0; p < shape.m; ++p)
                                all((backwards ? count - 1 - k : k) * shape.m + p, q) =
                                    (items[static_cast<std::size_t>(k)].*member)(p, q);
                    auto& kept_array = arrays.emplace(word, std::move(all)).first->second;
                    call[word].base = kept_array.data() + (backwards ? (count - 1) * shape.m : 0);
                    call.set_integer(ld, 0, kept_array.ld);
                    call.set_integer(std::string("stride_") + word, 0, backwards ? -shape.m : shape.m);
                };
                const bool vector_b = has(op, "incb");
                place("a", "lda", &Item<T>::a);
                place("b", vector_b ? "incb" : "ldb", &Item<T>::b);
                place("c", has(op, "incc") ? "incc" : "ldc", &Item<T>::c);
                heard() = {};
                ASSERT_TRUE(call.carry_out());
                call.finish();
                ASSERT_EQ(heard().count, 0) << call.symbol() << " position " << heard().position;
                for (const auto& [word, all] : arrays) {
                    const auto member = word == "a" ? &Item<T>::a : word == "b" ? &Item<T>::b : &Item<T>::c;
                    for (i64 k = 0; k < count; ++k) {
                        const Matrix<T>& want = expected[static_cast<std::size_t>(k)].*member;
                        for (i64 q = 0; q < want.n; ++q)
                            for (i64 p = 0; p < want.m; ++p) {
                                const T got = all((backwards ? count - 1 - k : k) * want.m + p, q);
                                ASSERT_FALSE(std::memcmp(&got, &want(p, q), sizeof got))
                                    << describe(items[0]) << word << ' ' << k << ' ' << p << ' ' << q;
                            }
                    }
                }
                for (i64 k = 0; k < count; ++k)
                    ASSERT_TRUE(copies[static_cast<std::size_t>(k)].ipiv == expected[static_cast<std::size_t>(k)].ipiv);
            }
        }
}

// Strides and leading dimensions whose products do not fit 32 bits, in calls of 32-bit integers.
TEST(CountsFar, Apart) {
    constexpr i64 count = 4, n = 3, far = (i64(1) << 30) + 8, bytes = (count + 1) * far * i64(sizeof(float));
    const auto map = [] {
        return static_cast<float*>(
            mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0));
    };
    float* const a = map();
    if (a == MAP_FAILED) GTEST_SKIP() << "no address space";
    Random r(608);
    for (const bool columns : {false, true}) {
        Args x;
        x.m = x.n = x.k = n;
        std::vector<Item<float>> items;
        for (i64 i = 0; i < count; ++i) items.push_back(make_item<float>(Op::getrf, x, 1, 0, r));
        std::vector<Item<float>> expected = items;
        ASSERT_TRUE(run(Form::strided, expected));
        // Far apart are either the matrices or the columns.
        const i64 lda = columns ? far : n, stride = columns ? 100 : far;
        const auto at = [&](i64 k, i64 i, i64 j) -> float& { return a[k * stride + i + j * lda]; };
        for (i64 k = 0; k < count; ++k)
            for (i64 j = 0; j < n; ++j)
                for (i64 i = 0; i < n; ++i) at(k, i, j) = items[std::size_t(k)].a(i, j);
        Call<float> call(Op::getrf, Form::strided, false, items);
        call["a"].base = a;
        call.set_integer("lda", 0, lda), call.set_integer("stride_a", 0, stride);
        ASSERT_TRUE(call.carry_out());
        call.finish();
        for (i64 k = 0; k < count; ++k) {
            ASSERT_EQ(items[std::size_t(k)].info, 0);
            ASSERT_TRUE(items[std::size_t(k)].ipiv == expected[std::size_t(k)].ipiv);
            for (i64 j = 0; j < n; ++j)
                for (i64 i = 0; i < n; ++i) ASSERT_EQ(at(k, i, j), expected[std::size_t(k)].a(i, j)) << k;
        }
    }
    munmap(a, bytes);
}
