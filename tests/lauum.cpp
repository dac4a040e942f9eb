// In: xLAUUM and xLAUU2. Out: U U^H or L^H L over the triangle, by its componentwise residual.
#include "factor.hpp"

using namespace test;

template <class T> class Lauum : public testing::Test {};
TYPED_TEST_SUITE(Lauum, Scalars);

TYPED_TEST(Lauum, Product) {
    using T = TypeParam;
    Random r(111);
    for (const char* name : {"lauum", "lauu2"})
        for (const Uplo uplo : uplos)
            for (const i64 n : sizes())
                for (const i64 beam : {0, 3}) {
                    Matrix<T> a(n, n, beam);
                    a.random(r);
                    clean_diagonal(a);
                    poison_unread(a, uplo);
                    const Matrix<T> a0 = a;
                    Info info;
                    fortran<T>(plain, name, uplo, n, a.data(), a.ld, info);
                    const auto where = testing::Message()
                                       << name << ' ' << char(uplo) << " n " << n << " beam " << beam;
                    ASSERT_EQ(info.value, 0) << where;
                    ASSERT_TRUE(a.same_but(a0, [&](i64 i, i64 j) { return in_triangle(uplo, i, j); })) << where;
                    const auto plain_factor = triangle(a0, uplo, Diag::N),
                               turned = triangle(a0, uplo, Diag::N, Trans::C);
                    ASSERT_LT(uplo == Uplo::U ? ratio<T>(symmetric(a, uplo, true), plain_factor, turned)
                                              : ratio<T>(symmetric(a, uplo, true), turned, plain_factor),
                              threshold)
                        << where;
                }
}
