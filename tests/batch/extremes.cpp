// In: numbers near the ends of the range, and floating-point exceptions that trap. Out: results as good as in the
// middle, and no trap where nothing in the matrices asks for one.
#include <fenv.h>
#include <unistd.h>

#include <csignal>

#include "judge.hpp"

using namespace test;

template <class T> class Extremes : public testing::Test {};
TYPED_TEST_SUITE(Extremes, Scalars);

// Rows and columns of very different size, both ends of the range.
TYPED_TEST(Extremes, Getrf) {
    using T = TypeParam;
    using R = real_t<T>;
    Random r(901);
    for (const i64 n : {1, 2, 3, 5, 8, 12, 17, 25, 33, 60})
        for (const int shift : {0, is_single<T> ? 90 : 980, is_single<T> ? -80 : -980}) {
            Args x;
            x.m = x.n = n;
            std::vector<Item<T>> before;
            for (int i = 0; i < 9; ++i) {
                before.push_back(make_item<T>(Op::getrf, x, T(1), T(0), r));
                Matrix<T>& a = before.back().a;
                if (i % 3)  // ordinary ones among them
                    a.fill([&](i64 p, i64 q) { return a(p, q) * std::ldexp(R(1), int(p % 13 + q % 11) - 12 + shift); });
            }
            std::vector<Item<T>> after = before;
            ASSERT_TRUE(run(Form::group, after));
            for (std::size_t i = 0; i < after.size(); ++i) ASSERT_TRUE(right(before[i], after[i])) << shift;
        }
}

// A pivot whose reciprocal is no finite number: columns are divided, not multiplied.
TYPED_TEST(Extremes, GetrfSubnormalPivots) {
    using T = TypeParam;
    using R = real_t<T>;
    Random r(902);
    const R tiny = std::numeric_limits<R>::denorm_min() * 64;
    for (const i64 n : {1, 2, 3, 5, 8, 12, 17, 25, 33, 60}) {
        Args x;
        x.m = n + 2, x.n = n;
        std::vector<Item<T>> before;
        for (int i = 0; i < 9; ++i) {
            before.push_back(make_item<T>(Op::getrf, x, T(1), T(0), r));
            Matrix<T>& a = before.back().a;
            if (i % 2) a.fill([&](i64 p, i64 q) { return p == q ? T(tiny) : p > q ? T(tiny / 4) : T(0); });
        }
        std::vector<Item<T>> after = before;
        ASSERT_TRUE(run(Form::group, after));
        for (std::size_t i = 1; i < after.size(); i += 2) {
            ASSERT_EQ(after[i].info, 0) << n;
            for (i64 q = 0; q < n; ++q)
                for (i64 p = q + 1; p < n + 2; ++p)
                    ASSERT_TRUE(is_finite(after[i].a(p, q))) << n << ' ' << p << ' ' << q;
            ASSERT_EQ(after[i].a(n + 1, 0), T(R(0.25))) << n;
        }
    }
}

TYPED_TEST(Extremes, Potrf) {
    using T = TypeParam;
    using R = real_t<T>;
    Random r(903);
    for (const Uplo uplo : uplos)
        for (const i64 n : {1, 2, 3, 5, 8, 12, 17, 25, 33, 60})
            for (const int shift : {0, is_single<T> ? 100 : 900, is_single<T> ? -60 : -900}) {
                Args x;
                x.uplo = uplo, x.n = n;
                std::vector<Item<T>> before;
                for (int i = 0; i < 9; ++i) {
                    before.push_back(make_item<T>(Op::potrf, x, T(1), T(0), r));
                    Matrix<T>& a = before.back().a;
                    if (i % 3)
                        a.fill([&](i64 p, i64 q) {
                            return a(p, q) * std::ldexp(R(1), int(p % 20 + q % 20) - 20 + shift);
                        });
                }
                std::vector<Item<T>> after = before;
                ASSERT_TRUE(run(Form::group, after));
                for (std::size_t i = 0; i < after.size(); ++i) ASSERT_TRUE(right(before[i], after[i])) << shift;
            }
}

// An infinite pivot has an infinite root, and what is divided by it is 0.
TYPED_TEST(Extremes, PotrfInfinite) {
    using T = TypeParam;
    using R = real_t<T>;
    Random r(907);
    for (const Uplo uplo : uplos)
        for (const i64 n : {1, 3, 5, 12, 20, 33, 70}) {
            Args x;
            x.uplo = uplo, x.n = n;
            std::vector<Item<T>> items;
            for (int i = 0; i < 9; ++i) items.push_back(make_item<T>(Op::potrf, x, T(1), T(0), r));
            items[4].a(0, 0) = T(std::numeric_limits<R>::infinity());
            ASSERT_TRUE(run(Form::group, items));
            EXPECT_EQ(items[4].info, 0) << n;
            EXPECT_EQ(std::real(items[4].a(0, 0)), std::numeric_limits<R>::infinity()) << n;
            for (i64 i = 1; i < n; ++i) EXPECT_EQ(uplo == Uplo::L ? items[4].a(i, 0) : items[4].a(0, i), T(0)) << n;
        }
}

// Without terms, and times 1, a result stays as it is, to the bit, and what zeros are added to stays infinite.
TYPED_TEST(Extremes, NothingToAdd) {
    using T = TypeParam;
    using R = real_t<T>;
    Random r(908);
    const R inf = std::numeric_limits<R>::infinity(), nan = std::numeric_limits<R>::quiet_NaN();
    const auto number = [](R re, R im) {
        if constexpr (is_complex<T>)
            return T(re, im);
        else
            return void(im), re;
    };
    for (const Op op : {Op::gemm, Op::syrk, Op::herk})
        for (const i64 n : {1, 3, 9, 20, 40, 100})
            for (const i64 k : {0, 1, 40}) {
                if (!exists<T>(op)) continue;
                Args x;
                x.m = x.n = n, x.k = k;
                std::vector<Item<T>> before;
                for (int i = 0; i < 9; ++i) {
                    before.push_back(make_item<T>(op, x, T(1), T(1), r));
                    Item<T>& item = before.back();
                    item.a.fill([](i64, i64) { return T(0); });
                    item.b.fill([](i64, i64) { return T(0); });
                    for (i64 q = 0; q < n && op == Op::herk && k; ++q) item.c(q, q) = T(std::real(item.c(q, q)));
                    item.c(0, 0) = number(inf, R(op == Op::herk && k ? 0 : 1));
                    if (n > 1) item.c(n - 1, n - 1) = k ? T(2) : number(nan, R(-0.0));
                }
                std::vector<Item<T>> after = before;
                ASSERT_TRUE(run(Form::group, after));
                for (std::size_t i = 0; i < after.size(); ++i)
                    ASSERT_TRUE(after[i] == before[i]) << describe(before[i]);
            }
}

// Factors whose rows fall in size, as pivoting leaves them: in LAPACK's order products stay in the range.
TYPED_TEST(Extremes, GetriFallingRows) {
    using T = TypeParam;
    using R = real_t<T>;
    Random r(909);
    const R big = std::ldexp(R(1), is_single<T> ? 66 : 660);
    for (const i64 n : {2, 9, 17, 33, 64, 100}) {
        Args x;
        x.n = n;
        std::vector<Item<T>> items;
        for (int i = 0; i < 9; ++i) {
            items.push_back(make_item<T>(Op::getri, x, T(1), T(0), r));
            if (i % 2 == 0) continue;
            Item<T>& item = items.back();
            item.a.fill([](i64 p, i64 q) { return T(R(p == q)); });
            item.a(0, 0) = item.a(0, n - 1) = T(big), item.a(n - 1, n - 1) = T(1 / big);
            for (i64 k = 0; k < n; ++k) item.ipiv.value[static_cast<std::size_t>(k)] = k + 1;
        }
        ASSERT_TRUE(run(Form::group, items));
        for (std::size_t i = 1; i < items.size(); i += 2) EXPECT_EQ(items[i].a(0, n - 1), T(-big)) << n;
    }
}

// What a column keeps beside one that is far larger, and beside ones near the end of the range, which add up beyond it.
TYPED_TEST(Extremes, ReflectorsOfTwoColumns) {
    using T = TypeParam;
    using R = real_t<T>;
    Random r(910);
    const R one = std::ldexp(R(1), is_single<T> ? -33 : -475), other = std::ldexp(R(1), is_single<T> ? -119 : -614);
    const R large = std::numeric_limits<R>::max() / 45;
    const auto near = [](T x, R y) { return std::abs(std::abs(std::real(x)) / y - 1) < R(1e-3); };
    for (const auto& shape : {std::pair<i64, i64>(2, 2), {20, 2}, {64, 2}, {100, 2}, {64, 12}, {64, 40}}) {
        const i64 m = shape.first;
        Args x;
        x.m = m, x.n = shape.second;
        std::vector<Item<T>> items;
        for (int i = 0; i < 9; ++i) {
            items.push_back(make_item<T>(Op::geqrf, x, T(1), T(0), r));
            Matrix<T>& a = items.back().a;
            if (i % 3 == 1) {
                a.fill([](i64, i64) { return T(0); });
                a(0, 0) = a(1, 0) = T(one), a(1, 1) = T(other);
            }
            if (i % 3 == 2 && m == 64) {
                a.fill([&](i64 p, i64 q) { return T(p == 3 && q > 0 ? large / 2 : large); });
            }
        }
        ASSERT_TRUE(run(Form::group, items));
        for (std::size_t i = 0; i < items.size(); ++i) {
            const Matrix<T>& a = items[i].a;
            if (i % 3 == 1) {
                EXPECT_TRUE(near(a(0, 1), other / std::sqrt(R(2))) && near(a(1, 1), other / std::sqrt(R(2))))
                    << m << ' ' << a(0, 1) << ' ' << a(1, 1);
            }
            if (i % 3 == 2 && m == 64) {
                EXPECT_TRUE(near(a(0, 1), R(7.9375) * large) && near(a(1, 1), R(0.496078) * large))
                    << a(0, 1) << ' ' << a(1, 1);
            }
        }
    }
}

// Norms of columns whose squares leave the range: xLARFG scales, and so must we. A column of zeros has tau 0.
TYPED_TEST(Extremes, Reflectors) {
    using T = TypeParam;
    using R = real_t<T>;
    Random r(904);
    const int large = is_single<T> ? 118 : 1010, small = is_single<T> ? -110 : -1000;
    for (const Op op : {Op::geqrf, Op::gebrd})
        for (const auto& shape : {std::pair<i64, i64>(1, 1),
                                  {2, 2},
                                  {5, 3},
                                  {3, 5},
                                  {8, 8},
                                  {17, 9},
                                  {9, 17},
                                  {33, 33},
                                  {60, 40},
                                  {96, 12},
                                  {90, 70},
                                  {150, 120}})
            for (const int shift : {large, small, is_single<T> ? 70 : 600, is_single<T> ? -70 : -600}) {
                const i64 m = shape.first, n = shape.second;
                if (quick() && m > 100) continue;
                Args x;
                x.m = m, x.n = n;
                std::vector<Item<T>> before;
                for (int i = 0; i < 9; ++i) {
                    before.push_back(make_item<T>(op, x, T(1), T(0), r));
                    Matrix<T>& a = before.back().a;
                    // The first row's reflector is of numbers that can be squared, the rows that it meets are not.
                    const bool graded = op == Op::gebrd && n > 2 && i % 3 == 2 && shift > 0;
                    if (i % 3)
                        a.fill([&](i64 p, i64 q) {
                            if (graded && q == 0 && p % 2 == 0) return T(0);
                            return a(p, q) * std::ldexp(R(1), graded && p % 2 ? shift / 2 - 20 : shift);
                        });
                    if (i == 8 && n > 1)  // a column of zeros
                        a.fill([&](i64 p, i64 q) { return q == n / 2 ? T(0) : a(p, q); });
                }
                std::vector<Item<T>> after = before;
                ASSERT_TRUE(run(Form::group, after));
                for (std::size_t i = 0; i < after.size(); ++i) {
                    // The judge's products would leave the range: both are brought back, which is exact.
                    Item<T> b = before[i], c = after[i];
                    const i64 k = std::min(m, n);
                    if (i % 3) {
                        const R back = std::ldexp(R(1), -shift);
                        b.a.fill([&](i64 p, i64 q) { return before[i].a(p, q) * back; });
                        if (op == Op::geqrf) {
                            c.a.fill([&](i64 p, i64 q) { return p <= q ? c.a(p, q) * back : c.a(p, q); });
                        } else {
                            const bool upper = m >= n;
                            for (i64 q = 0; q < k; ++q) {
                                c.a(q, q) *= back, c.d(q, 0) *= back;
                                if (q + 1 < k) (upper ? c.a(q, q + 1) : c.a(q + 1, q)) *= back, c.e(q, 0) *= back;
                            }
                        }
                    }
                    ASSERT_TRUE(right(b, c)) << "times 2^" << shift << ", problem " << i;
                }
            }
}

// What a program would be stopped for that has these exceptions trap.
template <class T> static void expect_no_exceptions(Call<T>& call, const Item<T>& item, std::size_t count) {
    std::feclearexcept(FE_ALL_EXCEPT);
    call.carry_out();
    const int raised = std::fetestexcept(FE_INVALID | FE_DIVBYZERO | FE_OVERFLOW);
    EXPECT_EQ(raised, 0) << describe(item) << count << " problems:" << (raised & FE_INVALID ? " invalid" : "")
                         << (raised & FE_DIVBYZERO ? " division by zero" : "")
                         << (raised & FE_OVERFLOW ? " overflow" : "");
}

// Lanes without a problem, masked elements, reciprocals that nobody wants: none of them may raise a flag.
TYPED_TEST(Extremes, NoExceptions) {
    using T = TypeParam;
    for (int i = 0; i < op_count; ++i) {
        if (!exists<T>(Op(i))) continue;
        Random r(905 + std::uint64_t(i));
        for (const Args& options : option_sets(Op(i), is_complex<T>))
            for (std::size_t count = 1; count <= 17; count += quick() ? 4 : 1) {
                std::vector<Item<T>> items;
                Args x = options;
                x.m = x.n = x.k = 1 + r.below(r.below(4) ? 20 : 40);
                if (r.below(2)) x = sizes_around(Op(i), options, x.n, r);
                const T alpha = factor<T>(r), beta = factor<T>(r);
                for (std::size_t c = 0; c < count; ++c)
                    items.push_back(make_item<T>(Op(i), x, alpha, beta, r, {1, 1, -2}));
                Call<T> call(Op(i), Form::variable, false, items);
                expect_no_exceptions(call, items[0], count);
            }
    }
}

// The unit diagonal is not looked at, nor the other triangle, be there zeros or the largest number.
TYPED_TEST(Extremes, UnreadElements) {
    using T = TypeParam;
    using R = real_t<T>;
    Random r(907);
    for (const Op op : {Op::trsm, Op::trmm, Op::trsv, Op::potrf, Op::potrs})
        for (const Args& options : option_sets(op, is_complex<T>))
            for (const i64 n : {1, 2, 3, 5, 8, 13, 17, 24, 33, 40, 70}) {
                if (quick() && n > 17) continue;
                Args x = options;
                x.m = x.n = x.k = n;
                std::vector<Item<T>> items;
                for (int c = 0; c < 3; ++c) items.push_back(make_item<T>(op, x, T(1), T(0), r, {0, 1, 1}));
                std::vector<Item<T>> expected = items;
                ASSERT_TRUE(run(Form::variable, expected));
                for (const R value : {R(0), std::numeric_limits<R>::max(), std::numeric_limits<R>::denorm_min()}) {
                    std::vector<Item<T>> got = items;
                    const bool unit = has(op, "diag") && x.diag == Diag::U;
                    const auto unread = [&](i64 i, i64 j) { return !in_triangle(x.uplo, i, j) || (i == j && unit); };
                    for (Item<T>& item : got)
                        item.a.fill([&](i64 i, i64 j) { return unread(i, j) ? T(value) : item.a(i, j); });
                    Call<T> call(op, Form::variable, false, got);
                    expect_no_exceptions(call, got[0], 3);
                    call.finish();
                    for (std::size_t c = 0; c < got.size(); ++c) {
                        ASSERT_TRUE(got[c].b == expected[c].b) << describe(got[c]) << value;
                        for (i64 j = 0; j < n; ++j)
                            for (i64 i = 0; i < n; ++i)
                                ASSERT_TRUE(unread(i, j) || got[c].a(i, j) == expected[c].a(i, j)) << describe(got[c]);
                    }
                }
            }
}

// x = (w, 0 ... 0), or from the other end: b(i) = a(i, 1) w for all others, of which nothing is left before it is
// divided by a diagonal so small that b(i) over it is no number, nor is a(i, 1), if that is large.
TYPED_TEST(Extremes, QuotientsBeyondRange) {
    using T = TypeParam;
    using R = real_t<T>;
    Random r(908);
    const int power = is_single<T> ? 50 : 400;
    const auto check = [&](Op op, Args x, i64 sides, int large) {
        const i64 n = x.m;
        if (op == Op::trsm) x.n = sides;
        std::vector<Item<T>> items;
        for (int c = 0; c < 3; ++c) items.push_back(make_item<T>(op, x, T(1), T(0), r, {0, 1, 1}));
        const bool forward = (x.uplo == Uplo::L) == (x.transa == Trans::N);
        const i64 first = forward ? 0 : n - 1;
        const T w = large == power ? T(std::ldexp(R(1), power)) : T(0);
        const T beside = T(std::ldexp(R(1), large)), small = T(std::ldexp(R(1), is_single<T> ? -40 : -300));
        for (Item<T>& item : items) {
            item.a.fill([&](i64 i, i64 j) {
                const i64 row = x.transa == Trans::N ? i : j, column = x.transa == Trans::N ? j : i;
                return i == j ? i == first ? T(1) : small : column == first && row != first ? beside : T(0);
            });
            // trsv: one row or one column.
            item.b.fill([&](i64 i, i64 j) { return (op == Op::trsv ? i + j : i) == first ? w : beside * w; });
        }
        ASSERT_TRUE(run(Form::variable, items));
        for (const Item<T>& item : items)
            for (i64 i = 0; i < n; ++i)
                for (i64 j = 0; j < sides; ++j) {
                    const T got = op == Op::trsv ? item.b(0, i) : item.b(i, j);
                    ASSERT_EQ(got, i == first ? w : T(0)) << describe(item) << i << ' ' << j;
                }
    };
    for (const Op op : {Op::trsm, Op::trsv})
        for (const Args& options : option_sets(op, is_complex<T>))
            for (const i64 n : {1, 2, 5, 13, 17, 29, 32, 33, 40, 70, 300}) {
                if (options.diag == Diag::U || (op == Op::trsm && options.side == Side::R)) continue;
                if (quick() && n > 40) continue;
                Args x = options;
                x.m = x.n = x.k = n;
                for (const int large : {power, 2 * power})
                    for (const i64 sides : {i64{1}, i64{5}, n}) {
                        if (sides > 1 && (op == Op::trsv || n > 70)) continue;
                        check(op, x, sides, large);
                    }
            }
}

// Zeros, whole matrices of them or triangles: reflectors that are the identity, products of nothing.
TYPED_TEST(Extremes, Zeros) {
    using T = TypeParam;
    Random r(906);
    for (const Op op : {Op::geqrf, Op::gebrd, Op::gemm, Op::gemv, Op::syrk, Op::trmm})
        for (const i64 n : {1, 2, 3, 5, 8, 13, 20, 33, 70}) {
            Args x;
            x.m = x.n = x.k = n;
            std::vector<Item<T>> items;
            for (int c = 0; c < 9; ++c) {
                items.push_back(make_item<T>(op, x, T(1), T(1), r));
                Matrix<T>& a = items.back().a;
                if (c % 3 == 1) a.fill([](i64, i64) { return T(0); });
                if (c % 3 == 2) a.fill([&](i64 i, i64 j) { return i <= j ? a(i, j) : T(0); });
            }
            Call<T> call(op, Form::variable, false, items);
            expect_no_exceptions(call, items[0], 9);
            for (std::size_t c = 1; (op == Op::geqrf || op == Op::gebrd) && c < 9; c += 3)
                for (i64 i = 0; i < n; ++i) ASSERT_EQ(items[c].tau(i, 0), T(0)) << describe(items[c]);
        }
}
