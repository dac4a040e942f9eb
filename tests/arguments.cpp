// In: every routine with each argument bad in turn, in pairs, and at random. Out: what xerbla_ and cblas_xerbla heard.
#include "arguments.hpp"

using namespace test;

template <class T> class Arguments : public testing::Test {};
TYPED_TEST_SUITE(Arguments, Scalars);

// A bad argument goes to the original, whose own checks may differ from the reference's.
static bool reference_checks() {
    const char* original = std::getenv("SHUNT_ORIGINAL");
    return std::getenv("SHUNT_TEST_STRICT") || (original && !std::strcmp(original, "none"));
}
#define NEEDS_REFERENCE_CHECKS() \
    if (!reference_checks()) GTEST_SKIP() << "the original behind has checks of its own"

using Spoil = void (*)(Args&);
static constexpr Spoil spoils[] = {
    [](Args& x) { x.side = Side('?'); },
    [](Args& x) { x.uplo = Uplo('?'); },
    [](Args& x) { x.transa = Trans('?'); },
    [](Args& x) { x.transb = Trans('?'); },
    [](Args& x) { x.diag = Diag('?'); },
    [](Args& x) { x.m = -1; },
    [](Args& x) { x.n = -1; },
    [](Args& x) { x.k = -1; },
    [](Args& x) { x.lda = 4; },
    [](Args& x) { x.ldb = 4; },
    [](Args& x) { x.ldc = 4; },
    [](Args& x) { x.lda = 0, x.m = x.n = x.k = 0; },
    [](Args& x) { x.ldb = -7; },
    [](Args& x) { x.transa = Trans::C; },
    [](Args& x) { x.transa = Trans::T; },
    [](Args& x) { x.n = INT32_MIN; },
    [](Args& x) { x.lwork = 5; },
    [](Args& x) { x.lwork = 0; },
    [](Args& x) { x.lwork = -1; },
    [](Args& x) { x.k = 9; },
};
static Args good() {
    Args x;
    x.m = 7, x.n = 6, x.k = 5, x.lda = 8, x.ldb = 9, x.ldc = 10;
    return x;
}
TYPED_TEST(Arguments, EachAndPairs) {
    NEEDS_REFERENCE_CHECKS();
    for (int i = 0; i < routine_count; ++i) {
        const Routine r = Routine(i);
        if (!exists(r, is_complex<TypeParam>)) continue;
        ASSERT_TRUE(reported<TypeParam>(plain, r, good()));
        for (const Spoil s : spoils) {
            Args x = good();
            s(x);
            EXPECT_TRUE(reported<TypeParam>(plain, r, x));
            for (const Spoil t : spoils) {
                Args y = x;
                t(y);
                ASSERT_TRUE(reported<TypeParam>(plain, r, y));
            }
        }
    }
}

TYPED_TEST(Arguments, LowerCase) {
    if (!strict()) NEEDS_REFERENCE_CHECKS();
    for (int i = 0; i < routine_count; ++i) {
        if (!exists(Routine(i), is_complex<TypeParam>)) continue;
        Args x = good();
        x.side = Side('r'), x.uplo = Uplo('u'), x.transa = Trans('n'), x.transb = Trans('t'), x.diag = Diag('u');
        ASSERT_TRUE(reported<TypeParam>(plain, Routine(i), x));
    }
}

TYPED_TEST(Arguments, Random) {
    NEEDS_REFERENCE_CHECKS();
    Random r(141);
    for (int n = 0; n < (quick() ? 4000 : 40000); ++n) {
        const Routine routine = Routine(r.below(routine_count));
        const Args x = arguments_from(r);
        if (exists(routine, is_complex<TypeParam>)) {
            ASSERT_TRUE(reported<TypeParam>(plain, routine, x));
        }
    }
}

// A bad option or layout goes to cblas_xerbla, a bad size to that or to xerbla_; nothing is touched.
TYPED_TEST(Arguments, Cblas) {
    using T = TypeParam;
    Random random(142);
    for (int i = 0; i <= int(Routine::trsm); ++i) {
        if (!exists(Routine(i), is_complex<T>)) continue;
        for (const Layout layout : {Layout::column, Layout::row, Layout('?')})
            for (const Spoil s : spoils) {
                Problem<T> p(Routine(i), 9, random);
                Args x = p.args;
                x.lda = x.ldb = x.ldc = 9;  // enough by rows and by columns
                s(x);
                p.a = p.b = p.c = Matrix<T>(9, 9);
                const Problem<T> before = p;
                heard() = {};
                ASSERT_TRUE(call_cblas(cblas_families[0], layout, Routine(i), x, p.bound()));
                const bool bad_option = static_cast<char>(layout) == '?' || x.side == Side('?') ||
                                        x.uplo == Uplo('?') || x.transa == Trans('?') || x.diag == Diag('?');
                Args upper = x;
                upper.lda = upper.ldb = upper.ldc = std::max<i64>({x.lda, x.ldb, x.ldc});
                const bool bad = first_bad(Routine(i), x, is_complex<T>) && bad_option &&
                                 first_bad(Routine(i), upper, is_complex<T>);
                if (static_cast<char>(layout) == '?' || bad) {
                    ASSERT_GE(heard().count, 1) << stems[i];  // the reference's cblas_ctrmm goes on and calls twice
                    ASSERT_TRUE(p.a == before.a && p.b == before.b && p.c == before.c) << stems[i];
                }
            }
    }
}
