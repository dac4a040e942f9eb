// In: SHUNT_PLUGIN and SHUNT_FAKE from CTest. Out: right results whatever the plug-in does, and as many calls to it as
// SHUNT_TEST_RUNS and SHUNT_TEST_DONE say ("some" or "none").
#include "factor.hpp"

using namespace test;

static int count(const char* symbol) {
    const auto f = in_plugin<int()>(symbol);
    return f ? f() : 0;
}
static void expect(const char* symbol, const char* variable) {
    const char* want = std::getenv(variable);
    if (!want) return;
    EXPECT_EQ(count(symbol) > 0, !std::strcmp(want, "some")) << symbol << " is " << count(symbol);
}

TEST(Plugin, RightWhateverItDoes) {
    Random r(181);
    for (const i64 n : {1, 5, 40, 130, 300}) {
        Matrix<double> a(n, n, 1), b(n, n), c(n, n);
        a.random(r), b.random(r), c.random(r);
        const Matrix<double> c0 = c;
        fortran<double>(plain, "gemm", Trans::T, Trans::N, n, n, n, 0.5, a.data(), a.ld, b.data(), b.ld, -1.0, c.data(),
                        c.ld);
        ASSERT_LT(ratio<double>(dense(c), scaled(dense(a, Trans::T), 0.5), dense(b), scaled(dense(c0), -1.0)),
                  threshold);
        c = c0;
        cblas<double>(cblas_families[0], "gemm", Layout::row, Trans::N, Trans::T, n, n, n, 1.0, b.data(), b.ld,
                      a.data(), a.ld, 0.0, c.data(), c.ld);
        ASSERT_LT(ratio<double>(dense(c), dense(a, Trans::T), dense(b)), threshold);
        for (const Uplo uplo : uplos) {
            Matrix<double> p = positive<double>(n, uplo, 1, r);
            const Matrix<double> p0 = p;
            Info info;
            fortran<double>(plain, "potrf", uplo, n, p.data(), p.ld, info);
            ASSERT_EQ(info.value, 0);
            ASSERT_LT(cholesky_ratio(p, p0, uplo), threshold);
            p = p0;
            p(n - 1, n - 1) = -1;
            fortran<double>(plain, "potrf", uplo, n, p.data(), p.ld, info);
            ASSERT_EQ(info.value, n);
        }
        Matrix<double> x(n, 3);
        x.random(r);
        strengthen_diagonal(a);
        const Matrix<double> x0 = x;
        fortran<double>(plain, "trsm", Side::L, Uplo::U, Trans::N, Diag::N, n, i64(3), 1.0, a.data(), a.ld, x.data(),
                        x.ld);
        ASSERT_LT(ratio<double>(dense(x0), triangle(a, Uplo::U, Diag::N), dense(x)), threshold);
    }
    expect("shunt_fake_runs", "SHUNT_TEST_RUNS");
    expect("shunt_fake_done", "SHUNT_TEST_DONE");
}
