// In: matrices with lda * n beyond 2^31 elements of which few are touched. Out: the right products and solutions, so
// that every offset was computed in 64 bits.
#include <sys/mman.h>
#include <unistd.h>

#include "matrix.hpp"

using namespace test;

// Untouched pages cost nothing.
struct Sparse {
    explicit Sparse(std::size_t bytes) : size(bytes) {
        p = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    }
    ~Sparse() {
        if (p != MAP_FAILED) munmap(p, size);
    }
    void* p;
    std::size_t size;
};

TEST(Huge, LeadingDimension) {
    constexpr i64 n = 1100, m = 40, ld = 2000003;  // ld * n = 2.2e9 elements
    static_assert(ld * n > (i64(1) << 31));
    Sparse a(sizeof(float) * ld * n), b(sizeof(float) * ld * n);
    if (a.p == MAP_FAILED || b.p == MAP_FAILED) GTEST_SKIP() << "no address space";
    float* x = static_cast<float*>(a.p);
    float* y = static_cast<float*>(b.p);
    for (i64 j = 0; j < n; ++j)
        for (i64 i = 0; i < m; ++i)
            x[i + j * ld] = static_cast<float>((i + 2 * j) % 7) - 3,
                      y[i + j * ld] = static_cast<float>((3 * i + j) % 5) - 2;
    std::vector<float> c(m * m, 1);
    fortran<float>(plain, "gemm", Trans::N, Trans::T, m, m, n, 1.0f, x, ld, y, ld, 0.0f, c.data(),
                   m);  // integers: exact
    for (i64 j = 0; j < m; ++j)
        for (i64 i = 0; i < m; ++i) {
            float sum = 0;
            for (i64 l = 0; l < n; ++l) sum += x[i + l * ld] * y[j + l * ld];
            ASSERT_EQ(c[static_cast<std::size_t>(i + j * m)], sum) << i << ' ' << j;
        }
    // m x n right-hand sides, a triangle of ones: a running sum undone.
    std::vector<float> t(m * m, 1);
    std::vector<float> before(m * n);
    for (i64 j = 0; j < n; ++j)
        for (i64 i = 0; i < m; ++i) before[static_cast<std::size_t>(i + j * m)] = y[i + j * ld];
    for (const char* stem : {"trmm", "trsm"})
        fortran<float>(plain, stem, Side::L, Uplo::L, Trans::N, Diag::U, m, n, 1.0f, t.data(), m, y, ld);
    for (i64 j = 0; j < n; ++j)
        for (i64 i = 0; i < m; ++i)
            ASSERT_EQ(before[static_cast<std::size_t>(i + j * m)], y[i + j * ld]) << i << ' ' << j;
}

// A triangle of order 1100 in which every column starts 2000003 elements after the one before.
TEST(Huge, Factorizations) {
    constexpr i64 n = 1100, ld = 2000003;
    if (sysconf(_SC_PAGESIZE) * sysconf(_SC_AVPHYS_PAGES) < (i64(2) << 30)) GTEST_SKIP() << "less than 2 GiB free";
    Sparse a(sizeof(float) * ld * n);
    if (a.p == MAP_FAILED) GTEST_SKIP() << "no address space";
    float* x = static_cast<float*>(a.p);
    const auto set = [&] {
        for (i64 j = 0; j < n; ++j)
            for (i64 i = 0; i < n; ++i)
                x[i + j * ld] = i == j ? 4.0f : 1.0f / static_cast<float>(1 + std::abs(i - j) * std::abs(i - j));
    };
    std::vector<float> b(n);
    for (const char* stem : {"posv", "gesv"}) {
        set();
        for (i64 i = 0; i < n; ++i) {
            double sum = 0;
            for (i64 j = 0; j < n; ++j) sum += x[i + j * ld];
            b[static_cast<std::size_t>(i)] = static_cast<float>(sum);
        }
        Info info;
        Pivots pivots(n);
        if (stem[0] == 'p')
            fortran<float>(plain, stem, Uplo::L, n, i64(1), x, ld, b.data(), n, info);
        else
            fortran<float>(plain, stem, n, i64(1), x, ld, pivots, b.data(), n, info);
        ASSERT_EQ(info.value, 0);
        for (i64 i = 0; i < n; ++i) ASSERT_NEAR(b[static_cast<std::size_t>(i)], 1, 1e-4) << stem << ' ' << i;
    }
}
