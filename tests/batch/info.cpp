// In: batches in which one matrix is singular, indefinite or holds a NaN or an infinity. Out: LAPACK's info for that
// one, and every bit of the others as it is without it.
#include <limits>

#include "judge.hpp"

using namespace test;

template <class T> class BatchInfo : public testing::Test {};
TYPED_TEST_SUITE(BatchInfo, Scalars);

static const std::vector<i64>& counts() {
    static const std::vector<i64> all = {1, 7, 8, 9, 100, 1000}, few = {1, 7, 9, 100};
    return quick() ? few : all;
}
static std::vector<i64> places(i64 count) {
    if (count == 1) return {0};
    return {0, count / 2, count - 1};
}

template <class T> struct Batch {
    std::vector<Item<T>> before, after;  // all good
};
// Few different problems, repeated: the kernels cannot know.
template <class T> static Batch<T> good_batch(Op op, const Args& x, i64 count, Random& r) {
    std::vector<Item<T>> kinds;
    for (i64 i = 0; i < std::min<i64>(count, 19); ++i)
        kinds.push_back(make_item<T>(op, x, T(real_t<T>(1.5)), T(real_t<T>(0.5)), r, {r.below(2), 1, 1}));
    // One leading dimension, so that all shapes can take them.
    for (Item<T>& k : kinds) {
        k = make_item<T>(op, x, T(real_t<T>(1.5)), T(real_t<T>(0.5)), r, {1, 2, -2});
    }
    Batch<T> b;
    for (i64 i = 0; i < count; ++i) b.before.push_back(kinds[static_cast<std::size_t>(i) % kinds.size()]);
    b.after = b.before;
    return b;
}

// `spoil` changes one problem; `judge` sees it before and after.
template <class T, class Spoil, class Judge>
static void check(Op op, const Args& x, Random& r, Spoil spoil, Judge judge, const std::vector<i64>& list = counts()) {
    for (const i64 count : list) {
        Batch<T> good = good_batch<T>(op, x, count, r);
        ASSERT_TRUE(run(Form::strided, good.after));
        for (const i64 place : places(count)) {
            const auto at = static_cast<std::size_t>(place);
            std::vector<Item<T>> before = good.before;
            spoil(before[at]);
            const Form form = forms[r.below(3)];
            std::vector<Item<T>> after = before;
            ASSERT_TRUE(run(form, after));
            const auto where = testing::Message() << describe(before[at]) << "bad at " << place << " of " << count
                                                  << ", shape " << int(form);
            for (std::size_t i = 0; i < after.size(); ++i)
                ASSERT_TRUE(i == at || after[i] == good.after[i]) << where << ": problem " << i << " differs";
            ASSERT_TRUE(kept(before[at], after[at])) << where;
            judge(before[at], after[at], where);
            if (testing::Test::HasFatalFailure()) return;
        }
    }
}
static std::vector<i64> orders() {
    if (quick()) return {1, 2, 5, 8, 17, 51};
    return {1, 2, 3, 4, 5, 8, 9, 16, 17, 24, 25, 31, 33, 48, 51, 63, 70};
}
// With one for which a device's block has several panels.
static std::vector<i64> orders_and_panels() {
    std::vector<i64> list = orders();
    list.push_back(135);
    return list;
}
// Large batches of large matrices take too long; 17: a full pack and what is left over.
static std::vector<i64> counts_for(i64 order) {
    if (order > 40) return {1, 7, 8, 9, 17};
    std::vector<i64> list = counts();
    while (order > 17 && list.back() > 100) list.pop_back();
    return list;
}

// A column of zeros stays one: its pivot is exactly zero, the factorization goes on, and the first one is told.
TYPED_TEST(BatchInfo, Getrf) {
    using T = TypeParam;
    Random r(301);
    for (const i64 n : orders())
        for (const i64 p : {i64(0), n / 2, n - 1})
            for (const i64 m : {n, n + 3}) {
                Args x;
                x.m = m, x.n = n;
                check<T>(
                    Op::getrf, x, r,
                    [&](Item<T>& bad) {
                        for (i64 i = 0; i < m; ++i) bad.a(i, p) = bad.a(i, n - 1) = T(0);
                    },
                    [&](const Item<T>& before, Item<T> after, const testing::Message& where) {
                        ASSERT_EQ(after.info, p + 1) << where;
                        after.info = 0;
                        ASSERT_TRUE(right(before, after)) << where;
                    },
                    counts_for(n));
                if (this->HasFatalFailure()) return;
            }
}

// Of equal candidates the first one is the pivot, as in LAPACK; one that is larger in its last bit is larger.
TYPED_TEST(BatchInfo, GetrfEqualPivots) {
    using T = TypeParam;
    using R = real_t<T>;
    Random r(307);
    for (const i64 n : orders()) {
        Args x;
        x.m = n + n % 3, x.n = n;
        std::vector<Item<T>> before;
        for (const i64 larger : {i64(-1), n / 2, n - 1}) {
            Item<T> item = make_item<T>(Op::getrf, x, T(1), T(0), r, {1, 1, 1});
            // A step has nothing to add up: all but the column that it is at is zero in its row.
            for (i64 j = 0; j < n; ++j)
                for (i64 i = 0; i < x.m; ++i) item.a(i, j) = i < j ? T(0) : T(R(i % 2 ? -1 : 1) * R(j + 1));
            if (larger >= 0) item.a(larger, 0) = T(-1 - std::numeric_limits<R>::epsilon());
            before.push_back(item);
        }
        for (const Form form : forms) {
            std::vector<Item<T>> after = before;
            ASSERT_TRUE(run(form, after));
            for (i64 k = 0; k < n; ++k)
                ASSERT_EQ(after[0].ipiv[static_cast<std::size_t>(k)], k + 1) << describe(before[0]);
            ASSERT_EQ(after[1].ipiv[0], n / 2 + 1) << describe(before[1]);
            ASSERT_EQ(after[2].ipiv[0], n) << describe(before[2]);
        }
    }
}

// The first zero on the diagonal of U is told, and the factors stay.
TYPED_TEST(BatchInfo, Getri) {
    using T = TypeParam;
    Random r(302);
    for (const i64 n : orders())
        for (const i64 p : {i64(0), n / 2, n - 1}) {
            Args x;
            x.n = n;
            check<T>(
                Op::getri, x, r, [&](Item<T>& bad) { bad.a(p, p) = bad.a(n - 1, n - 1) = T(0); },
                [&](const Item<T>& before, const Item<T>& after, const testing::Message& where) {
                    ASSERT_EQ(after.info, p + 1) << where;
                    ASSERT_TRUE(after.a == before.a) << where;
                },
                counts_for(n));
            if (this->HasFatalFailure()) return;
        }
}

// A minor that is negative, exactly zero or NaN ends that one alone.
TYPED_TEST(BatchInfo, Potrf) {
    using T = TypeParam;
    using R = real_t<T>;
    Random r(303);
    for (const Uplo uplo : uplos)
        for (const i64 n : orders_and_panels())
            for (const i64 p : {i64(0), n / 2, n - 1})
                for (const R bad_value : {R(-1e3), R(0), std::numeric_limits<R>::quiet_NaN()}) {
                    Args x;
                    x.uplo = uplo, x.n = n;
                    check<T>(
                        Op::potrf, x, r,
                        [&](Item<T>& bad) {
                            if (bad_value == 0)
                                for (i64 i = 0; i < n; ++i)
                                    (in_triangle(uplo, i, p) ? bad.a(i, p) : bad.a(p, i)) = T(0);
                            bad.a(p, p) = T(bad_value);
                        },
                        [&](const Item<T>&, const Item<T>& after, const testing::Message& where) {
                            ASSERT_EQ(after.info, p + 1) << where << " value " << bad_value;
                        },
                        bad_value == 0 ? std::vector<i64>{9, 17} : counts_for(n));
                    if (this->HasFatalFailure()) return;
                }
}

// What comes before the failing minor is LAPACK's factor all the same where info says so: columns of L, rows of U.
TYPED_TEST(BatchInfo, PotrfLeadingPart) {
    using T = TypeParam;
    Random r(304);
    for (const Uplo uplo : uplos)
        for (const i64 n : orders_and_panels())
            for (const int count : {9, 17}) {
                Args x;
                x.uplo = uplo, x.n = n;
                std::vector<Item<T>> items;
                for (int i = 0; i < count; ++i) items.push_back(make_item<T>(Op::potrf, x, T(1), T(0), r));
                const i64 p = n / 2;
                items[4].a(p, p) = T(-1000);
                const Item<T> before = items[4];
                ASSERT_TRUE(run(Form::group, items));
                Item<T> leading = before;
                leading.args.n = p;
                Matrix<T> factor(p, p), a(p, p);
                factor.fill([&](i64 i, i64 j) { return items[4].a(i, j); });
                a.fill([&](i64 i, i64 j) { return before.a(i, j); });
                ASSERT_EQ(items[4].info, p + 1);
                ASSERT_LT(cholesky_ratio(factor, a, uplo), threshold) << describe(before);
            }
}

// A NaN or an infinity anywhere in one problem.
TYPED_TEST(BatchInfo, NonFinite) {
    using T = TypeParam;
    using R = real_t<T>;
    Random r(305);
    for (int i = 0; i < op_count; ++i)
        for (const R value : {std::numeric_limits<R>::quiet_NaN(), std::numeric_limits<R>::infinity()})
            for (const i64 n :
                 quick() ? std::vector<i64>{3, 9} : std::vector<i64>{1, 2, 3, 5, 8, 9, 13, 17, 24, 33, 51, 65}) {
                const Op op = Op(i);
                if (!exists<T>(op)) continue;
                const std::vector<Args> sets = option_sets(op, is_complex<T>);
                Args x = r.of(sets);
                x.m = x.n = x.k = n;
                const auto spoil = [&](Item<T>& bad) {
                    const auto place = [&](Matrix<T>& m) {
                        if (m.m && m.n) m(r.below(m.m), r.below(m.n)) = T(value);
                    };
                    place(bad.a);
                    if (r.below(2)) place(bad.b);
                    if (r.below(2)) place(bad.c);
                    if (op == Op::orgqr && r.below(2)) place(bad.tau);
                };
                check<T>(
                    op, x, r, spoil,
                    [&](const Item<T>& before, const Item<T>& after, const testing::Message& where) {
                        for (i64 p = 0; op == Op::getrf && p < n; ++p)
                            ASSERT_TRUE(after.ipiv[p] > p && after.ipiv[p] <= n) << where;
                        ASSERT_TRUE(after.info >= (is_lapack(before.op) ? 0 : -99) && after.info <= n) << where;
                    },
                    n > 9 ? std::vector<i64>{8, 9, 17} : std::vector<i64>{1, 7, 8, 9, quick() ? 20 : 100});
                if (this->HasFatalFailure()) return;
            }
}

// A NaN reaches what depends on it, and nothing else, as in the Reference.
TYPED_TEST(BatchInfo, NonFiniteSpreadsAsInTheReference) {
    using T = TypeParam;
    using R = real_t<T>;
    Random r(306);
    for (const R value : {std::numeric_limits<R>::quiet_NaN(), std::numeric_limits<R>::infinity()})
        for (const i64 n : {1, 3, 8, 13, 20, 33, 65}) {
            const auto row = r.below(n), column = r.below(n);
            const auto batch = [&](Op op, Args x) {
                x.m = x.n = x.k = n;
                std::vector<Item<T>> items;
                for (int i = 0; i < 3; ++i) items.push_back(make_item<T>(op, x, T(1), T(1), r));
                return items;
            };
            for (const Args& x : option_sets(Op::gemm, is_complex<T>)) {
                std::vector<Item<T>> items = batch(Op::gemm, x);
                Matrix<T>& a = items[1].a;
                (x.transa == Trans::N ? a(row, column) : a(column, row)) = T(value);
                ASSERT_TRUE(run(Form::group, items));
                for (i64 j = 0; j < n; ++j)
                    for (i64 i = 0; i < n; ++i)
                        ASSERT_EQ(is_finite(items[1].c(i, j)), i != row) << describe(items[1]) << i << ' ' << j;
            }
            for (const Args& x : option_sets(Op::gemv, is_complex<T>)) {
                std::vector<Item<T>> items = batch(Op::gemv, x);
                Matrix<T>& a = items[1].a;
                (x.transa == Trans::N ? a(row, column) : a(column, row)) = T(value);
                ASSERT_TRUE(run(Form::group, items));
                for (i64 i = 0; i < n; ++i) ASSERT_EQ(is_finite(items[1].c(0, i)), i != row) << describe(items[1]) << i;
            }
            for (const Op op : {Op::trsm, Op::trmm})
                for (const Args& x : option_sets(op, is_complex<T>)) {
                    std::vector<Item<T>> items = batch(op, x);
                    items[1].b(row, column) = T(value);
                    ASSERT_TRUE(run(Form::group, items));
                    const bool lower = (x.uplo == Uplo::L) == (x.transa == Trans::N);
                    for (i64 j = 0; j < n; ++j)
                        for (i64 i = 0; i < n; ++i) {
                            const bool hit = x.side == Side::L ? j == column && (lower ? i >= row : i <= row)
                                                               : i == row && (lower ? j <= column : j >= column);
                            ASSERT_EQ(!is_finite(items[1].b(i, j)), hit) << describe(items[1]) << i << ' ' << j;
                        }
                }
            for (const Args& x : option_sets(Op::trsv, is_complex<T>)) {
                std::vector<Item<T>> items = batch(Op::trsv, x);
                items[1].b(0, row) = T(value);
                ASSERT_TRUE(run(Form::group, items));
                const bool lower = (x.uplo == Uplo::L) == (x.transa == Trans::N);
                for (i64 i = 0; i < n; ++i)
                    ASSERT_EQ(!is_finite(items[1].b(0, i)), lower ? i >= row : i <= row) << describe(items[1]) << i;
            }
        }
}
