// In: every operation with all options and all sizes up to 40, some above. Out: results to LAPACK's bounds, the same
// bits through all three shapes, and nothing touched that is not an output.
#include "judge.hpp"

using namespace test;

template <class T> class Results : public testing::Test {};
TYPED_TEST_SUITE(Results, Scalars);

// A few problems of equal sizes, judged in one shape; the others must give the same bits.
template <class T> static void check(Op op, const Args& x, i64 count, Random& r) {
    static constexpr i64 increments[] = {1, 1, 2, -1, -3};
    const Options how{r.below(2) * 3, r.of(increments), r.of(increments)};
    const T alpha = factor<T>(r), beta = factor<T>(r);
    std::vector<Item<T>> before;
    for (i64 i = 0; i < count; ++i) before.push_back(make_item<T>(op, x, alpha, beta, r, how));
    std::vector<Item<T>> first;
    for (const Form form : forms) {
        std::vector<Item<T>> after = before;
        ASSERT_TRUE(run(form, after)) << symbol_of<T>(op, form, false);
        if (form == Form::group) {
            first = after;
            const i64 middle = r.below(count);
            for (i64 i = 0; i < count; ++i)
                if (i == 0 || i == middle || i == count - 1) {
                    const auto n = static_cast<std::size_t>(i);
                    ASSERT_TRUE(right(before[n], after[n])) << "problem " << i << " of " << count;
                }
        }
        for (std::size_t i = 0; i < after.size(); ++i)
            ASSERT_TRUE(after[i] == first[i])
                << describe(before[i]) << "problem " << i << " of " << count << ", shape " << int(form);
    }
}

template <class T> static void check_sizes(Op op, const std::vector<i64>& list, std::uint64_t seed) {
    Random r(seed);
    static constexpr i64 counts[] = {1, 2, 3, 7, 9, 17, 20};
    for (const Args& x : option_sets(op, is_complex<T>))
        for (const i64 s : list)
            for (const bool square : {true, false}) {
                if (testing::Test::HasFatalFailure()) return;
                if (s > 64 && square == (r.below(2) == 0)) continue;
                Args sized = x;
                sized.m = sized.n = sized.k = s;
                check<T>(op, square ? sized : sizes_around(op, x, s, r), s > 64 ? 2 : r.of(counts), r);
            }
}
static std::vector<i64> small_sizes() {
    if (quick()) return {0, 1, 2, 3, 4, 5, 7, 8, 13, 17, 24, 33};
    std::vector<i64> list;
    for (i64 i = 0; i <= 40; ++i) list.push_back(i);
    return list;
}

TYPED_TEST(Results, Small) {
    using T = TypeParam;
    for (int i = 0; i < op_count; ++i)
        if (exists<T>(Op(i))) check_sizes<T>(Op(i), small_sizes(), 201 + std::uint64_t(i));
}
TYPED_TEST(Results, Large) {
    using T = TypeParam;
    const std::vector<i64> list = quick() ? std::vector<i64>{65} : std::vector<i64>{47, 48, 49, 64, 65, 96, 129, 200};
    for (int i = 0; i < op_count; ++i)
        if (exists<T>(Op(i))) check_sizes<T>(Op(i), list, 231 + std::uint64_t(i));
}

// Products of squares without gaps have kernels of their own: every order, each way in which C is used.
TYPED_TEST(Results, Squares) {
    using T = TypeParam;
    Random r(232);
    static constexpr i64 counts[] = {1, 2, 7, 20};
    const std::pair<T, T> scalars[] = {{T(1), T(1)}, {T(1), T(0)}, {T(-1), T(1)}, {T(2), T(-0.5)}};
    for (i64 n = 1; n <= 64; n += quick() && n > 9 ? 5 : 1)
        for (const auto& [alpha, beta] : scalars) {
            Args x;
            x.transa = x.transb = Trans::N;
            x.m = x.n = x.k = n;
            std::vector<Item<T>> before;
            for (i64 i = r.of(counts); i > 0; --i)
                before.push_back(make_item<T>(Op::gemm, x, alpha, beta, r, {0, 1, 1}));
            std::vector<Item<T>> first = before;
            ASSERT_TRUE(run(Form::strided, first));
            for (std::size_t i = 0; i < first.size(); ++i)
                ASSERT_TRUE(right(before[i], first[i])) << "problem " << i << " of order " << n;
            for (const Form form : {Form::group, Form::variable}) {
                std::vector<Item<T>> after = before;
                ASSERT_TRUE(run(form, after));
                for (std::size_t i = 0; i < after.size(); ++i)
                    ASSERT_TRUE(after[i] == first[i]) << "problem " << i << " of order " << n;
            }
        }
}

// Where one matrix is worth blocks and all threads.
TYPED_TEST(Results, Blocked) {
    using T = TypeParam;
    Random r(254);
    if (quick()) GTEST_SKIP();
    for (const Op op : {Op::getrf, Op::getrs, Op::getri, Op::potrf, Op::potrs, Op::geqrf, Op::orgqr, Op::gebrd})
        // 253 with a leading dimension of 256: columns of a complex double matrix lie 4096 bytes apart.
        for (const auto& [m, n] : {std::pair<i64, i64>(260, 260), {300, 140}, {140, 300}, {253, 253}}) {
            const std::vector<Args> sets = option_sets(op, is_complex<T>);
            Args x = r.of(sets);
            x.m = m, x.n = n, x.k = std::min<i64>(m, n) - 9;
            if (op == Op::orgqr) x.m = std::max(m, n), x.n = std::min(m, n);
            const std::vector<Item<T>> before(2, make_item<T>(op, x, T(1), T(0), r, {3, 1, 1}));
            std::vector<Item<T>> after = before;
            ASSERT_TRUE(run(Form::strided, after));
            ASSERT_TRUE(right(before[0], after[0]));
            ASSERT_TRUE(after[1] == after[0]);
        }
}

// Orders for which a device holds panels, one of its blocks of threads each kind of them.
TYPED_TEST(Results, Panels) {
    using T = TypeParam;
    Random r(255);
    for (const Op op : {Op::getrf, Op::getri, Op::potrf, Op::geqrf, Op::orgqr, Op::gebrd})
        for (const auto& [m, n] : {std::pair<i64, i64>(97, 97), {140, 300}, {300, 140}, {200, 200}, {500, 500}})
            for (const Args& options : option_sets(op, is_complex<T>)) {
                if (m == 500 && op != Op::potrf) continue;
                if (quick() && (op == Op::potrf ? m < n : m == 200)) continue;
                Args x = options;
                x.m = m, x.n = n;
                if (op == Op::orgqr) x.m = std::max(m, n), x.n = std::min(m, n), x.k = x.n - (m == n ? 50 : 9);
                const Item<T> before = make_item<T>(op, x, T(1), T(0), r, {3, 1, 1});
                std::vector<Item<T>> after(1, before);
                ASSERT_TRUE(run(Form::strided, after));
                ASSERT_TRUE(right(before, after[0]));
            }
}

// So many rows that a device holds narrower panels of them, or none.
TYPED_TEST(Results, TallPanels) {
    using T = TypeParam;
    Random r(256);
    for (const auto& [m, n] : {std::pair<i64, i64>(460, 50), {1000, 40}, {1900, 40}, {3700, 20}}) {
        for (const Op op : {Op::geqrf, Op::orgqr, Op::getrf, Op::gebrd}) {
            Args x;
            x.m = m, x.n = n, x.k = n - 1;
            const Item<T> before = make_item<T>(op, x, T(1), T(0), r, {3, 1, 1});
            std::vector<Item<T>> after(1, before);
            ASSERT_TRUE(run(Form::strided, after));
            ASSERT_TRUE(right(before, after[0]));
        }
    }
}

// Leading dimensions far larger than the matrices, and sizes that are far apart.
TYPED_TEST(Results, Thin) {
    using T = TypeParam;
    Random r(251);
    for (int i = 0; i < op_count; ++i) {
        if (!exists<T>(Op(i))) continue;
        for (const auto& [m, n, k] : {std::array<i64, 3>{150, 1, 1},
                                      {1, 150, 1},
                                      {1, 1, 150},
                                      {150, 3, 2},
                                      {2, 120, 5},
                                      {5, 2, 300},
                                      {33, 1, 0},
                                      {1, 33, 0}}) {
            const std::vector<Args> sets = option_sets(Op(i), is_complex<T>);
            Args x = r.of(sets);
            x.m = m, x.n = n, x.k = k;
            if (Op(i) == Op::orgqr) x.n = std::min(x.n, x.m), x.k = std::min(x.k, x.n);
            std::vector<Item<T>> before;
            for (int c = 0; c < 3; ++c) before.push_back(make_item<T>(Op(i), x, T(2), T(-1), r, {70, 40, -50}));
            std::vector<Item<T>> after = before;
            ASSERT_TRUE(run(Form::variable, after));
            for (std::size_t c = 0; c < after.size(); ++c) ASSERT_TRUE(right(before[c], after[c]));
        }
    }
}

// A vector is solved for in blocks of 1024, and large matrices are asked for ahead in another way.
TYPED_TEST(Results, TallTriangles) {
    using T = TypeParam;
    Random r(255);
    for (const Op op : {Op::trsm, Op::trsv, Op::getrs, Op::potrs})
        for (const Args& options : option_sets(op, is_complex<T>))
            for (const i64 n : {363, 1027}) {
                if (quick() ? op != Op::trsv || n != 1027 : n > 363 && op != Op::trsv) continue;
                Args x = options;
                x.m = x.n = n, x.k = 1;
                if (op == Op::trsm) (x.side == Side::L ? x.n : x.m) = 1;
                check<T>(op, x, 2, r);
                if (this->HasFatalFailure()) return;
            }
}

// The conventions of xGEQRF and xGEBRD are LAPACK's: the same signs, the same scaling.
TYPED_TEST(Results, AsTheOriginal) {
    using T = TypeParam;
    constexpr double slack = 10;  // a vector that is nearly zero makes much of rounding
    Random r(252);
    for (const Op op : {Op::geqrf, Op::gebrd})
        for (i64 m = 1; m <= 14; ++m)
            for (i64 n = 1; n <= 14; ++n) {
                Args x;
                x.m = m, x.n = n;
                const Item<T> before = make_item<T>(op, x, T(1), T(0), r);
                std::vector<Item<T>> items(1, before);
                ASSERT_TRUE(run(Form::variable, items));
                Item<T> expected = before;
                std::vector<T> work(4096);
                const i64 room = 4096;
                Info info;
                const bool found = op == Op::geqrf
                                       ? fortran<T>(plain, "geqrf", m, n, expected.a.data(), expected.a.ld,
                                                    expected.tau.data(), work.data(), room, info)
                                       : fortran<T>(plain, "gebrd", m, n, expected.a.data(), expected.a.ld,
                                                    expected.d.data(), expected.e.data(), expected.tau.data(),
                                                    expected.taup.data(), work.data(), room, info);
                if (!found) GTEST_SKIP() << "no LAPACK";
                ASSERT_EQ(info.value, 0);
                expected.info = 0;
                ASSERT_TRUE(right(before, expected)) << "of the original";
                ASSERT_TRUE(near(items[0].a, expected.a, slack)) << describe(before);
                ASSERT_TRUE(near(items[0].tau, expected.tau, slack)) << describe(before);
                ASSERT_TRUE(near(items[0].taup, expected.taup, slack)) << describe(before);
                ASSERT_TRUE(near(items[0].d, expected.d, slack) && near(items[0].e, expected.e, slack))
                    << describe(before);
            }
}

// Lower case options, hidden lengths or none.
TYPED_TEST(Results, LowerCase) {
    using T = TypeParam;
    Random r(253);
    for (int i = 0; i < op_count; ++i)
        for (int repeat = 0; repeat < 4 && exists<T>(Op(i)); ++repeat) {
            const Item<T> item = random_item<T>(Op(i), 9, r);
            for (const Form form : forms) {
                std::vector<Item<T>> upper(3, item), lower(3, item);
                ASSERT_TRUE(run(form, upper));
                Call<T> call(Op(i), form, false, lower, form == Form::group ? one_group(3) : std::vector<i64>{});
                for (const char* word : {"side", "uplo", "transa", "transb", "diag"})
                    if (has(Op(i), word))
                        call[word].set(0, static_cast<char>(std::tolower(call[word].template get<char>(0))));
                call.carry_out();
                call.finish();
                ASSERT_TRUE(upper == lower) << describe(item);
            }
        }
}
