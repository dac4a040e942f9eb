// In: the same problems through every shape, in every order, alone and together, from several threads. Out: the same
// bits.
#include <barrier>
#include <thread>

#include "judge.hpp"

using namespace test;

template <class T> class Bits : public testing::Test {};
TYPED_TEST_SUITE(Bits, Scalars);

// Problems of a few kinds that differ in sizes alone, so that all shapes can take them; each kind several times.
template <class T> static std::vector<Item<T>> kinds(Op op, i64 limit, i64 count, Random& r) {
    const std::vector<Args> sets = option_sets(op, is_complex<T>);
    const Args options = r.of(sets);
    const T alpha = factor<T>(r), beta = factor<T>(r);
    std::vector<Item<T>> items;
    while (static_cast<i64>(items.size()) < count) {
        const Args x = sizes_around(op, options, r.below(limit + 1), r);
        const Options how{r.below(3), r.below(2) ? 1 : -2, r.below(2) ? 1 : 3};
        for (i64 c = 1 + r.below(20); c > 0 && static_cast<i64>(items.size()) < count; --c)
            items.push_back(make_item<T>(op, x, alpha, beta, r, how));
    }
    return items;
}
// Each by a call of its own, the shapes in turn.
template <class T> static std::vector<Item<T>> one_by_one(const std::vector<Item<T>>& items) {
    std::vector<Item<T>> results;
    for (const Item<T>& i : items) {
        std::vector<Item<T>> one(1, i);
        EXPECT_TRUE(run(forms[results.size() % 3], one));
        results.push_back(one[0]);
    }
    return results;
}
template <class T>
static testing::AssertionResult same(const std::vector<Item<T>>& got, const std::vector<Item<T>>& expected) {
    for (std::size_t i = 0; i < got.size(); ++i)
        if (!(got[i] == expected[i])) {
            const char* what = got[i].info != expected[i].info      ? "info"
                               : !(got[i].ipiv == expected[i].ipiv) ? "ipiv"
                               : !(got[i].a == expected[i].a)       ? "a"
                               : !(got[i].b == expected[i].b)       ? "b"
                               : !(got[i].c == expected[i].c)       ? "c"
                                                                    : "a vector";
            return testing::AssertionFailure()
                   << describe(got[i]) << "problem " << i << " of " << got.size() << ": " << what << " differs";
        }
    return testing::AssertionSuccess();
}
template <class I> static void shuffle(std::vector<I>& list, Random& r) {
    for (std::size_t i = list.size(); i > 1; --i)
        std::swap(list[i - 1], list[static_cast<std::size_t>(r.below(static_cast<i64>(i)))]);
}
template <class T> static std::vector<Item<T>> picked(const std::vector<Item<T>>& from, const std::vector<i64>& order) {
    std::vector<Item<T>> items;
    for (const i64 i : order) items.push_back(from[static_cast<std::size_t>(i)]);
    return items;
}
static std::vector<i64> numbered(std::size_t n) {
    std::vector<i64> order;
    for (std::size_t i = 0; i < n; ++i) order.push_back(static_cast<i64>(i));
    return order;
}
// The groups again, cut anywhere, with empty ones between.
static std::vector<i64> cut(const std::vector<i64>& groups, Random& r) {
    std::vector<i64> parts;
    for (i64 g : groups)
        while (g > 0) {
            if (r.below(3) == 0) parts.push_back(0);
            parts.push_back(1 + r.below(g));
            g -= parts.back();
        }
    parts.push_back(0);
    return parts;
}

template <class T> static void check(Op op, i64 limit, i64 count, Random& r) {
    const std::vector<Item<T>> items = kinds<T>(op, limit, count, r);
    const std::vector<Item<T>> expected = one_by_one(items);
    const std::vector<i64> groups = alike_groups(items);
    std::vector<Item<T>> got;
    for (const bool wide : {false, true}) {
        got = items;
        ASSERT_TRUE(run(Form::variable, got, wide));
        ASSERT_TRUE(same(got, expected)) << "variable, wide " << wide;
        for (const auto& [name, sizes] : {std::pair("groups", groups),
                                          {"groups of one", single_groups(items.size())},
                                          {"groups cut", cut(groups, r)}}) {
            got = items;
            ASSERT_TRUE(run(Form::group, got, wide, sizes));
            ASSERT_TRUE(same(got, expected)) << name << ", wide " << wide;
        }
        std::size_t first = 0;
        for (const i64 g : groups) {
            const auto end = first + static_cast<std::size_t>(g);
            got.assign(items.begin() + std::ptrdiff_t(first), items.begin() + std::ptrdiff_t(end));
            ASSERT_TRUE(run(Form::strided, got, wide));
            ASSERT_TRUE(same(got, {expected.begin() + std::ptrdiff_t(first), expected.begin() + std::ptrdiff_t(end)}))
                << "strided, wide " << wide;
            first = end;
        }
    }
    std::vector<i64> order = numbered(items.size());
    for (int repeat = 0; repeat < 3; ++repeat) {
        repeat ? shuffle(order, r) : std::reverse(order.begin(), order.end());
        for (const Form form : {Form::variable, Form::group}) {
            got = picked(items, order);
            ASSERT_TRUE(run(form, got));
            ASSERT_TRUE(same(got, picked(expected, order))) << "in another order, shape " << int(form);
        }
    }
}

TYPED_TEST(Bits, Small) {
    using T = TypeParam;
    for (int i = 0; i < op_count; ++i) {
        Random r(401 + std::uint64_t(i));
        for (int repeat = 0; repeat < (quick() ? 2 : 12) && exists<T>(Op(i)); ++repeat) {
            check<T>(Op(i), 4 + r.below(36), 60, r);
            if (this->HasFatalFailure()) return;
        }
    }
}
// So many that a device looks at them itself, by each of its ways to them.
TYPED_TEST(Bits, Many) {
    using T = TypeParam;
    const auto looked = in_plugin<long long()>("shunt_fake_device_looked");
    for (int i = 0; i < op_count; ++i) {
        if (!exists<T>(Op(i))) continue;
        Random r(431 + std::uint64_t(i));
        const std::vector<Args> sets = option_sets(Op(i), is_complex<T>);
        const Args options = r.of(sets);
        const T alpha = factor<T>(r), beta = factor<T>(r);
        std::vector<Item<T>> items, expected;
        constexpr std::size_t count = 1100, few = 4;
        while (items.size() < count) {
            Args x = options;
            const i64 limit = items.size() % 100 == 7 ? 70 : 12;
            x.m = 1 + r.below(limit), x.n = 1 + r.below(limit), x.k = 1 + r.below(limit);
            if (Op(i) == Op::orgqr) x.k = x.n = std::min(x.m, x.n);
            items.push_back(make_item<T>(Op(i), x, alpha, beta, r, {r.below(3), r.below(2) ? 1 : -2, 1}));
        }
        for (std::size_t first = 0; first < count; first += few) {
            std::vector<Item<T>> piece(items.begin() + std::ptrdiff_t(first),
                                       items.begin() + std::ptrdiff_t(first + few));
            ASSERT_TRUE(run(Form::variable, piece));
            expected.insert(expected.end(), piece.begin(), piece.end());
        }
        const long long before = looked ? looked() : 0;
        for (const bool wide : {false, true})
            for (int repeat = 0; repeat < 4; ++repeat) {
                std::vector<Item<T>> got = items;
                ASSERT_TRUE(run(Form::variable, got, wide));
                ASSERT_TRUE(same(got, expected)) << "variable, wide " << wide;
                if (repeat % 2) continue;
                got = items;
                ASSERT_TRUE(run(Form::group, got, wide, single_groups(count)));
                ASSERT_TRUE(same(got, expected)) << "groups of one, wide " << wide;
            }
        const bool has_more_to_check = Op(i) == Op::getri || Op(i) >= Op::geqrf;
        if (looked && space && !space->enqueue) {
            EXPECT_EQ(looked() > before, !has_more_to_check) << signature(Op(i)).stem;
        }
    }
}
static bool has_reflectors(Op op) {
    return op == Op::geqrf || op == Op::orgqr || op == Op::gebrd;
}
// Enough work for all threads; and problems that have all threads for themselves among them.
TYPED_TEST(Bits, Large) {
    using T = TypeParam;
    for (int i = 0; i < op_count; ++i) {
        Random r(421 + std::uint64_t(i));
        if (exists<T>(Op(i)) && !has_reflectors(Op(i))) check<T>(Op(i), quick() ? 90 : 160, quick() ? 12 : 24, r);
        if (this->HasFatalFailure()) return;
    }
}
// By themselves, as they take long on a device of fibers.
TYPED_TEST(Bits, LargeReflectors) {
    using T = TypeParam;
    for (const Op op : {Op::geqrf, Op::orgqr, Op::gebrd}) {
        Random r(421 + std::uint64_t(op));
        check<T>(op, quick() ? 90 : 160, quick() ? 12 : 24, r);
        if (this->HasFatalFailure()) return;
    }
}
// Wherever a problem stands among those of a pack, and however many there are.
TYPED_TEST(Bits, CountsAndPlaces) {
    using T = TypeParam;
    for (int i = 0; i < op_count; ++i) {
        Random r(441 + std::uint64_t(i));
        if (!exists<T>(Op(i))) continue;
        for (const i64 n : {1, 2, 3, 4, 6, 8, 11, 16, 21, 28, 32, 40, 51}) {
            const std::vector<Args> sets = option_sets(Op(i), is_complex<T>);
            Args x = r.of(sets);
            x.m = x.n = x.k = n;
            const T alpha = factor<T>(r), beta = factor<T>(r);
            std::vector<Item<T>> items;
            for (int k = 0; k < 33; ++k) items.push_back(make_item<T>(Op(i), x, alpha, beta, r));
            const std::vector<Item<T>> expected = one_by_one(items);
            for (i64 count = 2; count <= (quick() ? 18 : 33); count += quick() ? 5 : 1) {
                std::vector<i64> order = numbered(items.size());
                std::rotate(order.begin(), order.begin() + r.below(33), order.end());
                order.resize(static_cast<std::size_t>(count));
                std::vector<Item<T>> got = picked(items, order);
                ASSERT_TRUE(run(forms[count % 3], got));
                ASSERT_TRUE(same(got, picked(expected, order))) << count;
            }
        }
    }
}
// One right-hand side has kernels of its own, which take one matrix or two, and others by blocks of their order. Some
// triangles have a diagonal element without a reciprocal.
TYPED_TEST(Bits, OneRightHandSide) {
    using T = TypeParam;
    const T tiny = T(std::numeric_limits<real_t<T>>::min());
    for (const Op op : {Op::trsm, Op::trsv, Op::getrs, Op::potrs})
        for (const Args& options : option_sets(op, is_complex<T>)) {
            Random r(491);
            std::vector<i64> sizes;
            for (i64 n = 1; n <= 34; n += quick() ? 4 : 1) sizes.push_back(n);
            for (const i64 n : {35, 40, 63, 64, 65, 96, 97, 130, 192, 193})
                if (!quick() || n == 40 || n == 65) sizes.push_back(n);
            for (const i64 n : sizes) {
                Args x = options;
                x.m = x.n = n;
                x.k = 1;
                if (op == Op::trsm) (x.side == Side::L ? x.n : x.m) = 1;
                std::vector<Item<T>> items;
                const T alpha = op == Op::trsm && n % 2 ? factor<T>(r) : T(1);
                for (int k = 0; k < 7; ++k) items.push_back(make_item<T>(op, x, alpha, T(0), r));
                if (op == Op::trsm || op == Op::trsv) items[3].a(n / 2, n / 2) *= tiny;
                const std::vector<Item<T>> expected = one_by_one(items);
                for (const std::size_t i : {0, 1, 2, 6}) ASSERT_TRUE(right(items[i], expected[i]));
                for (const i64 count : {2, 3, 4, 5, 7})
                    for (const Form form : forms) {
                        std::vector<Item<T>> got(items.begin(), items.begin() + count);
                        ASSERT_TRUE(run(form, got));
                        ASSERT_TRUE(same(got, {expected.begin(), expected.begin() + count})) << count;
                    }
            }
        }
}
// More than the caches hold is read in another order.
TYPED_TEST(Bits, OneRightHandSideOfMany) {
    using T = TypeParam;
    const auto count = static_cast<int>((1 << 20) / (40 * 40 * sizeof(T)));
    for (const Op op : {Op::trsm, Op::trsv, Op::getrs, Op::potrs})
        for (const Args& options : option_sets(op, is_complex<T>))
            for (const i64 n : {40, 66}) {
                Random r(492);
                Args x = options;
                x.m = x.n = n;
                x.k = 1;
                if (op == Op::trsm) (x.side == Side::L ? x.n : x.m) = 1;
                std::vector<Item<T>> items;
                for (int k = 0; k < count; ++k) items.push_back(make_item<T>(op, x, T(1), T(0), r));
                const std::vector<Item<T>> expected = one_by_one(items);
                std::vector<Item<T>> got = items;
                ASSERT_TRUE(run(Form::strided, got));
                ASSERT_TRUE(same(got, expected));
            }
}
// Whole pages from one matrix to the next: packs are filled in another order.
TYPED_TEST(Bits, PagesApart) {
    using T = TypeParam;
    for (int i = 0; i < op_count; ++i) {
        Random r(501 + std::uint64_t(i));
        if (!exists<T>(Op(i))) continue;
        for (const Args& options : option_sets(Op(i), is_complex<T>))
            for (const i64 n : {8, 16, 32}) {
                if (quick() && n > 16) continue;
                Args x = options;
                x.m = x.n = x.k = n;
                // With the guard columns a matrix takes 512 (n + 2) elements.
                std::vector<Item<T>> items;
                for (int k = 0; k < 19; ++k) items.push_back(make_item<T>(Op(i), x, T(1), T(1), r, {512 - n, 1, 1}));
                const std::vector<Item<T>> expected = one_by_one(items);
                for (const std::size_t count : {16, 18, 19}) {
                    std::vector<Item<T>> got(items.begin(), items.begin() + std::ptrdiff_t(count));
                    ASSERT_TRUE(run(Form::strided, got));
                    ASSERT_TRUE(same(got, {expected.begin(), expected.begin() + std::ptrdiff_t(count)})) << count;
                }
            }
    }
}
// Groups that differ in everything.
TYPED_TEST(Bits, AnyGroups) {
    using T = TypeParam;
    for (int i = 0; i < op_count; ++i) {
        Random r(461 + std::uint64_t(i));
        if (!exists<T>(Op(i))) continue;
        std::vector<Item<T>> items;
        for (int k = 0; k < (quick() ? 150 : 400); ++k) items.push_back(random_item<T>(Op(i), 30, r));
        const std::vector<Item<T>> expected = one_by_one(items);
        std::vector<Item<T>> got = items;
        ASSERT_TRUE(run(Form::group, got));
        ASSERT_TRUE(same(got, expected));
        std::vector<i64> order = numbered(items.size());
        shuffle(order, r);
        got = picked(items, order);
        ASSERT_TRUE(run(Form::group, got, true));
        ASSERT_TRUE(same(got, picked(expected, order)));
    }
}

// More kinds than are checked at a time, and more problems than have their kinds remembered.
TYPED_TEST(Bits, ManyKinds) {
    using T = TypeParam;
    for (int i = 0; i < op_count; ++i) {
        Random r(471 + std::uint64_t(i));
        if (!exists<T>(Op(i))) continue;
        const std::vector<Args> sets = option_sets(Op(i), is_complex<T>);
        const Args options = r.of(sets);
        std::vector<Item<T>> items;
        while (items.size() < (Op(i) == Op::gemm && !quick() ? 8500 : 250)) {
            const Args x = sizes_around(Op(i), options, r.below(9), r);
            items.push_back(make_item<T>(Op(i), x, T(2), T(-1), r, {r.below(8), 1, 1}));
        }
        std::vector<Item<T>> got = items;
        ASSERT_TRUE(run(Form::variable, got, i % 2 == 1));
        ASSERT_TRUE(same(got, one_by_one(items)));
    }
}

// No two are alike: more sizes than a sorted batch has room for at first, of small ones, of larger ones, and of such as
// no class is kept for.
TYPED_TEST(Bits, ManySizes) {
    using T = TypeParam;
    Random r(491);
    Args x = option_sets(Op::gemm, is_complex<T>)[0];
    std::vector<Item<T>> items;
    const auto add = [&](i64 m, i64 n, i64 k, i64 more = 0) {
        x.m = m, x.n = n, x.k = k;
        items.push_back(make_item<T>(Op::gemm, x, T(2), T(-1), r, {more, 1, 1}));
    };
    for (i64 i = 0; i < 11 * 11 * 11; ++i) add(i % 11, i / 11 % 11, i / 121);
    for (i64 i = 0; i < 300; ++i) add(33 + i % 20, 1 + i / 20, 3);
    for (i64 i = 0; i < 12; ++i) add(1020 + i, 1, 2);
    for (i64 i = 0; i < 3; ++i) add(2 + i, 1, 2, 1 << 20);
    std::vector<i64> order = numbered(items.size());
    shuffle(order, r);
    items = picked(items, order);
    std::vector<Item<T>> got = items;
    ASSERT_TRUE(run(Form::variable, got));
    ASSERT_TRUE(same(got, one_by_one(items)));
}

// Rows and columns of one length, of the other all: in which order a row's sum is added follows from its own terms.
TYPED_TEST(Bits, Oblong) {
    using T = TypeParam;
    Random r(512);
    for (const Args& options : option_sets(Op::gemv, is_complex<T>)) {
        std::vector<Item<T>> items;
        for (const i64 m : {5, 20, 40, 64, 65, 100})
            for (const i64 n : {5, 20, 40, 64, 65, 100}) {
                Args x = options;
                x.m = m, x.n = n;
                items.push_back(make_item<T>(Op::gemv, x, T(2), T(-1), r));
            }
        const std::vector<Item<T>> expected = one_by_one(items);
        ASSERT_TRUE(run(Form::variable, items));
        ASSERT_TRUE(same(items, expected));
    }
    // Each would be factored as a whole where a matrix of both's larger sizes would not.
    for (const Op op : {Op::getrf, Op::geqrf, Op::orgqr, Op::gebrd}) {
        std::vector<Item<T>> items;
        for (const auto& [m, n] : {std::pair(96, 127),
                                   {127, 96},
                                   {192, 63},
                                   {223, 32},
                                   {128, 95},
                                   {100, 70},
                                   {159, 64},
                                   {40, 90},
                                   {60, 64},
                                   {64, 60},
                                   {63, 33},
                                   {33, 63},
                                   {40, 40}}) {
            Args x;
            x.m = m, x.n = n, x.k = n;
            if (op != Op::orgqr || m >= n) items.push_back(make_item<T>(op, x, T(1), T(0), r));
        }
        const std::vector<Item<T>> expected = one_by_one(items);
        ASSERT_TRUE(run(Form::variable, items));
        ASSERT_TRUE(same(items, expected)) << signature(op).stem;
    }
}

// Products to 32, which have kernels for many orders, alone and beside larger ones.
TYPED_TEST(Bits, SmallProducts) {
    using T = TypeParam;
    Random r(514);
    const std::vector<i64> sizes = {1, 2, 3, 4, 5, 7, 8, 9, 12, 13, 16, 17, 20, 22, 24, 25, 28, 31, 32};
    for (const Op op : {Op::gemm, Op::gemv, Op::syrk, Op::herk})
        for (const Args& options : exists<T>(op) ? option_sets(op, is_complex<T>) : std::vector<Args>{}) {
            std::vector<Item<T>> items;
            const auto some = [&] { return r.of(sizes); };
            for (const i64 n : sizes) {
                Args x = options;
                x.m = op == Op::gemv ? some() : n, x.n = n, x.k = n;
                items.push_back(make_item<T>(op, x, T(2), T(-1), r));
                x.m = some(), x.k = some();
                items.push_back(make_item<T>(op, x, T(2), T(-1), r));
            }
            const std::vector<Item<T>> expected = one_by_one(items);
            ASSERT_TRUE(run(Form::variable, items));
            ASSERT_TRUE(same(items, expected)) << signature(op).stem;
        }
    // So many that a device has kernels for these orders, too.
    std::vector<Item<T>> items;
    for (i64 i = 0; i < 1000; ++i) {
        Args x;
        x.m = 17 + i % 8, x.n = 24 - i % 3, x.k = 20 + i % 13;
        items.push_back(make_item<T>(Op::gemm, x, T(2), T(-1), r));
    }
    const std::vector<Item<T>> some(items.begin(), items.begin() + 104), expected = one_by_one(some);
    ASSERT_TRUE(run(Form::variable, items));
    items.resize(some.size());
    ASSERT_TRUE(same(items, expected));
}

// A sum that has vanished from below may be -0, whatever zeros are added beside it for problems with more terms.
TYPED_TEST(Bits, MinusZero) {
    using T = TypeParam;
    using R = real_t<T>;
    Random r(513);
    const R tiny = std::numeric_limits<R>::min();
    const std::vector<std::vector<i64>> neighbours = {{3, 4, 7, 8}, {16}, {30}, {48, 64}};
    for (const Op op : {Op::gemm, Op::gemv})
        for (const Trans trans : {Trans::N, Trans::T})
            for (const auto& orders : neighbours) {
                std::vector<Item<T>> items;
                for (const i64 n : orders)
                    for (const i64 k : {1, 3, 4, 5, 8, 9, 16, 17, 24, 30, 33, 40, 70}) {
                        Args x;
                        x.transa = trans;
                        if (op == Op::gemm)
                            x.m = x.n = n, x.k = k;
                        else
                            x.m = trans == Trans::N ? n : k, x.n = trans == Trans::N ? k : n;
                        items.push_back(make_item<T>(op, x, T(1), T(0), r));
                        Item<T>& item = items.back();
                        item.a.fill(
                            [&](i64 i, i64 j) { return T((trans == Trans::N ? j : i) == k - 1 ? -tiny : R(0)); });
                        item.b.fill([&](i64, i64) { return T(tiny); });
                    }
                const std::vector<Item<T>> expected = one_by_one(items);
                ASSERT_TRUE(run(Form::variable, items));
                ASSERT_TRUE(same(items, expected))
                    << signature(op).stem << ' ' << static_cast<char>(trans) << ' ' << orders[0];
            }
}

// Four threads call at once: one has the pool, the others do without.
TYPED_TEST(Bits, CallersAtOnce) {
    using T = TypeParam;
    for (int i = 0; i < op_count; ++i) {
        Random r(481 + std::uint64_t(i));
        if (!exists<T>(Op(i))) continue;
        const std::vector<Item<T>> items = kinds<T>(Op(i), 48, quick() ? 60 : 150, r);
        std::vector<Item<T>> expected = items;
        ASSERT_TRUE(run(Form::variable, expected));
        std::vector<std::vector<Item<T>>> results(4, items);
        std::barrier together(4);
        std::vector<std::thread> threads;
        for (auto& mine : results)
            threads.emplace_back([&] {
                together.arrive_and_wait();
                run(&mine - results.data() < 2 ? Form::variable : Form::group, mine);
            });
        for (std::thread& t : threads) t.join();
        for (const auto& mine : results) ASSERT_TRUE(same(mine, expected));
    }
}

// Calls of some 20 to 60 us that follow each other closely: workers that are awake share them.
TYPED_TEST(Bits, Closely) {
    using T = TypeParam;
    for (const Op op : {Op::getrf, Op::potrf, Op::trsm}) {
        Random r(501 + std::uint64_t(op));
        Args x = r.of(option_sets(op, is_complex<T>));
        x.m = x.n = x.k = 16;
        const T alpha = factor<T>(r), beta = factor<T>(r);
        std::vector<Item<T>> items;
        for (int k = 0; k < (is_complex<T> ? 40 : 120); ++k) items.push_back(make_item<T>(op, x, alpha, beta, r));
        std::vector<std::vector<Item<T>>> results(20, items);
        for (auto& mine : results) ASSERT_TRUE(run(Form::group, mine));
        for (const auto& mine : results) ASSERT_TRUE(same(mine, results[0]));
        ASSERT_TRUE(same(results[0], one_by_one(items)));
    }
}

// Factors of matrices of all kinds of sizes at once, and of each alone.
TYPED_TEST(Bits, Panels) {
    using T = TypeParam;
    Random r(410);
    for (const Op op : {Op::getrf, Op::getri, Op::potrf, Op::geqrf, Op::orgqr, Op::gebrd}) {
        std::vector<Item<T>> before;
        for (const i64 n : {5, 12, 31, 40, 64, 65, 90, 97, 128, 135}) {
            Args x = option_sets(op, is_complex<T>)[0];
            x.m = x.n = x.k = n;
            before.push_back(make_item<T>(op, x, T(1), T(0), r, {1, 1, 1}));
        }
        std::vector<Item<T>> together = before;
        ASSERT_TRUE(run(Form::variable, together));
        for (std::size_t i = 0; i < before.size(); ++i) {
            std::vector<Item<T>> one(1, before[i]);
            ASSERT_TRUE(run(Form::strided, one));
            ASSERT_TRUE(one[0] == together[i]) << describe(before[i]);
        }
    }
}

// Of each number of rows and columns for which a device has a kernel of small matrices, and one beyond.
TYPED_TEST(Bits, SmallPanels) {
    using T = TypeParam;
    Random r(411);
    const auto check = [](std::vector<Item<T>> before) {
        std::vector<Item<T>> together = before;
        ASSERT_TRUE(run(Form::variable, together));
        for (std::size_t i = 0; i < before.size(); ++i) {
            ASSERT_TRUE(right(before[i], together[i]));
            std::vector<Item<T>> one(1, before[i]);
            ASSERT_TRUE(run(Form::strided, one));
            ASSERT_TRUE(one[0] == together[i]) << describe(before[i]);
        }
    };
    for (const Op op : {Op::getrf, Op::potrf, Op::trsm, Op::trsv, Op::geqrf}) {
        std::vector<Item<T>> before;
        Args x = r.of(option_sets(op, is_complex<T>));
        for (const i64 n : {5, 6, 7, 8, 9, 12, 13, 16, 17, 20, 21, 24, 25, 28, 29, 32, 33}) {
            x.m = x.n = x.k = n;
            before.push_back(make_item<T>(op, x, T(1), T(0), r, {1, 1, 1}));
        }
        check(before);
    }
    std::vector<Item<T>> before;
    for (const i64 m : {3, 6, 8, 11, 17, 19, 25, 33, 49, 57, 65, 97, 113, 129})
        for (const i64 n : {1, 5, 7, 9, 17, 19, 33, 65, 97, 129}) {
            if (quick() && (m + n) % 3) continue;
            Args x;
            x.m = m, x.n = n;
            before.push_back(make_item<T>(Op::geqrf, x, T(1), T(0), r, {1, 1, 1}));
        }
    check(before);
}
