// In: shunt_batch.h in C++11. Out: 0 when the overloads of each shape, type and width reach their symbols.
#include <cmath>
#include <cstdio>
#include <vector>

#include "shim/shunt_batch.h"

namespace {

int bad = 0;

void check(bool good, const char* what) {
    if (!good) std::printf("FAILED: %s\n", what);
    bad |= !good;
}

template <class T> bool near(T x, T y) {
    return std::abs(x - y) < 1e-5;
}

// A = 1 2 / 3 4 by columns, `count` times; Int and T choose the symbol.
template <class T, class Int> void factor(const char* what) {
    const int count = 5;
    const Int n = 2;
    const T matrix[] = {T(1), T(3), T(2), T(4)};
    std::vector<T> a, b;
    for (int i = 0; i < count; ++i) a.insert(a.end(), matrix, matrix + 4);
    b.assign(2 * count, T(1));
    std::vector<Int> ipiv(2 * count), info(count, 9);
    shunt::getrf_batch_strided(n, n, a.data(), n, 4, ipiv.data(), n, count, info.data());
    shunt::getrs_batch_strided('N', n, 1, a.data(), n, 4, ipiv.data(), n, b.data(), n, n, count, info.data());
    for (int i = 0; i < count; ++i)
        check(info[i] == 0 && ipiv[2 * i] == 2 && near(b[2 * i], T(-1)) && near(b[2 * i + 1], T(1)), what);

    // The same through pointers: one group, and variable sizes.
    std::vector<T> again;
    for (int i = 0; i < count; ++i) again.insert(again.end(), matrix, matrix + 4);
    std::vector<T*> pointers;
    std::vector<Int*> pivots;
    for (int i = 0; i < count; ++i) {
        pointers.push_back(again.data() + 4 * i);
        pivots.push_back(ipiv.data() + 2 * i);
    }
    const Int first = 2, others = count - 2;
    shunt::getrf_batch(&n, &n, pointers.data(), &n, pivots.data(), 1, &first, info.data());
    const std::vector<Int> sizes(count, n);
    shunt::getrf_vbatch(sizes.data(), sizes.data(), pointers.data() + 2, sizes.data(), pivots.data() + 2, others,
                        info.data());
    check(a == again, what);
}

template <class T> void product(const char* what) {
    const std::vector<T> a{T(1), T(3), T(2), T(4)};
    std::vector<T> c(12);
    shunt::gemm_batch_strided('N', 'N', 2, 2, 2, T(1), a.data(), 2, 0, a.data(), 2, 0, T(0), c.data(), 2, 4, 3);
    for (int i = 0; i < 3; ++i) check(c[4 * i] == T(7) && c[4 * i + 3] == T(22), what);
    const T* in[] = {a.data(), a.data()};
    T* out[] = {c.data(), c.data() + 8};
    const std::int64_t two = 2, size[] = {2, 2};
    const T one[] = {T(1)}, two_of[] = {T(2)};
    shunt::gemm_batch("N", "T", &two, &two, &two, one, in, &two, in, &two, two_of, out, &two, 1, &two);
    check(c[0] == T(19) && c[4] == T(7) && c[8] == T(19), what);
    shunt::gemm_vbatch('N', 'N', size, size, size, T(1), in, size, in, size, T(0), out, size, two);
    check(c[0] == T(7) && c[11] == T(22), what);
}

}  // namespace

int main() {
    factor<float, std::int32_t>("float, int32_t");
    factor<double, std::int64_t>("double, int64_t");
    factor<std::complex<float>, std::int64_t>("complex<float>, int64_t");
    factor<std::complex<double>, std::int32_t>("complex<double>, int32_t");
    product<float>("float");
    product<double>("double");
    product<std::complex<float>>("complex<float>");
    product<std::complex<double>>("complex<double>");

    // A complex routine with real scalars.
    const std::complex<double> a(3, 4);
    std::complex<double> c(1, 0);
    shunt::herk_batch_strided('U', 'N', 1, 1, 2.0, &a, 1, 1, 1.0, &c, 1, 1, 1);
    check(c == std::complex<double>(51, 0), "zherk_batch_strided_64_");
    return bad;
}
