// In: every owned name in every family, and CBLAS by rows and by columns. Out: the bits of the plain column-major call
// where our kernels do all of them, and the same numbers where the library behind has some of the names only.
#include "arguments.hpp"

using namespace test;

template <class T> class Names : public testing::Test {};
TYPED_TEST_SUITE(Names, Scalars);

// Where nothing stands behind the name, or the Reference: other libraries report bad arguments in their own way.
TYPED_TEST(Names, BadArguments) {
    using T = TypeParam;
    for (int i = 0; i < routine_count; ++i)
        for (const Family& f : fortran_families)
            if (exists(Routine(i), is_complex<T>) && (&f != std::begin(fortran_families) || std::getenv("SHUNT_TEST_STRICT"))) {
                ASSERT_TRUE(reported<T>(f, Routine(i), Args{.m = -1, .n = -1}, true));
            }
}

template <class T> static bool same(const Matrix<T>& x, const Matrix<T>& y) {
    const char* route = std::getenv("SHUNT_ROUTE");
    return route && !std::strcmp(route, "cpu") ? x == y : near(x, y);
}
template <class T> static Matrix<T> column(const std::vector<T>& v) {
    return Matrix<T>(static_cast<i64>(v.size()), 1).fill([&](i64 i, i64) { return v[static_cast<std::size_t>(i)]; });
}
template <class T> static bool same(const Problem<T>& x, const Problem<T>& y) {
    return same(x.a, y.a) && same(x.b, y.b) && same(x.c, y.c) && x.operands.pivots == y.operands.pivots &&
           same(column(x.operands.tau), column(y.operands.tau));
}

TYPED_TEST(Names, Families) {
    using T = TypeParam;
    Random random(151);
    for (int i = 0; i < routine_count; ++i)
        for (const i64 limit : {4, 40, 90}) {
            if (!exists(Routine(i), is_complex<T>)) continue;
            const Problem<T> problem(Routine(i), limit, random);
            Problem<T> expected = problem;
            ASSERT_TRUE(expected.run(plain)) << stems[i];
            for (const Family& f : fortran_families) {
                Problem<T> p = problem;
                ASSERT_TRUE(p.run(f)) << symbol_name<T>(f, stems[i]);
                ASSERT_TRUE(same(p, expected))
                    << symbol_name<T>(f, stems[i]) << " m " << p.args.m << " n " << p.args.n << " k " << p.args.k;
            }
        }
}

// What a call by rows is by columns: the transposed problem.
static Args turned(Routine r, const Args& x) {
    Args y = x;
    y.uplo = other(x.uplo), y.side = other(x.side);
    if (r == Routine::gemm) {
        std::swap(y.m, y.n), std::swap(y.transa, y.transb), std::swap(y.lda, y.ldb);
    } else if (r >= Routine::syrk && r <= Routine::her2k) {
        y.transa = x.transa != Trans::N ? Trans::N : hermitian(r) ? Trans::C : Trans::T;
    } else {
        std::swap(y.m, y.n);
    }
    return y;
}

TYPED_TEST(Names, Cblas) {
    using T = TypeParam;
    Random random(152);
    for (int i = 0; i <= int(Routine::trsm); ++i)
        for (const i64 limit : {4, 40, 90})
            for (int repeat = 0; repeat < 4; ++repeat) {
                const Routine r = Routine(i);
                if (!exists(r, is_complex<T>)) continue;
                const Problem<T> problem(r, limit, random);
                Problem<T> by_columns = problem, by_rows = problem;
                by_columns.run(plain);
                // The same memory, read by rows: the turned arguments are right for it.
                const Args rows = turned(r, problem.args);
                if (r == Routine::gemm) std::swap(by_rows.a, by_rows.b);
                if (r == Routine::her2k) by_rows.operands.alpha = conj(problem.operands.alpha);
                for (const Family& f : cblas_families) {
                    Problem<T> p = problem, q = by_rows;
                    const auto where = testing::Message() << symbol_name<T>(f, stems[i]) << " m " << p.args.m << " n "
                                                          << p.args.n << " k " << p.args.k;
                    ASSERT_TRUE(call_cblas(f, Layout::column, r, p.args, p.bound())) << where;
                    ASSERT_TRUE(same(p.b, by_columns.b) && same(p.c, by_columns.c)) << where;
                    ASSERT_TRUE(call_cblas(f, Layout::row, r, rows, q.bound())) << where;
                    ASSERT_TRUE(r == Routine::gemm || same(q.b, by_columns.b)) << where << " by rows";
                    ASSERT_TRUE(same(q.c, by_columns.c)) << where << " by rows";
                }
            }
}
