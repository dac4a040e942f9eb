// In: the plug-in's host side on a device of host memory. Out: every routine, whole and in parts, is right, and still
// right, or untouched, when any one of the calls to the device fails, or all from one on, or memory runs out; with
// operands in ordinary and in pinned memory.
#include <dlfcn.h>
#include <gtest/gtest.h>

#include <complex>
#include <cstdio>
#include <cstring>
#include <random>
#include <vector>

#include "cuda/open_device.hpp"
#include "cuda/split.hpp"

extern "C" void shunt_fake_device_fail(const char* kind, long long at);
extern "C" void shunt_fake_device_later(unsigned seed);
extern "C" void shunt_fake_device_pin(const void* memory, long long bytes);
extern "C" long long shunt_fake_device_straight();
extern "C" long long shunt_fake_device_calls();
extern "C" long long shunt_fake_device_takes();

using namespace shunt::gpu;
using i64 = std::int64_t;

namespace {

constexpr const char* stems[SHUNT_ROUTINE_COUNT] = {
    "gemm",   "symm",  "hemm",  "syrk",   "herk",  "syr2k", "her2k", "trmm",  "trsm",  "potrf",
    "potrf2", "potf2", "getrf", "getrf2", "getf2", "getrs", "gesv",  "potrs", "posv",  "trtri",
    "trti2",  "lauum", "lauu2", "potri",  "trtrs", "geqrf", "ormqr", "unmqr", "orgqr", "ungqr"};

// ---- The CPU: the call by its Fortran symbol.
template <class... A> void fortran(const shunt_call& c, A... arguments) {
    char name[16];
    std::snprintf(name, sizeof name, "%c%s_", c.precision, stems[c.routine]);
    void* symbol = dlsym(RTLD_DEFAULT, name);
    ASSERT_NE(symbol, nullptr) << name;
    reinterpret_cast<void (*)(A..., std::size_t, std::size_t, std::size_t, std::size_t)>(symbol)(arguments..., 1, 1, 1,
                                                                                                 1);
}

int executed = 0;

void execute(shunt_call* call) {
    ++executed;
    shunt_call& c = *call;
    const int m = static_cast<int>(c.m), n = static_cast<int>(c.n), k = static_cast<int>(c.k);
    const int lda = static_cast<int>(c.lda), ldb = static_cast<int>(c.ldb), ldc = static_cast<int>(c.ldc);
    auto* ipiv = static_cast<int*>(c.ipiv);
    int info = 0;
    const int lwork = 64 * std::max(1, std::max(m, n));
    std::vector<std::complex<double>> space(shunt_orthogonal(c.routine) ? static_cast<std::size_t>(lwork) : 0);
    void* work = space.data();
    switch (base_routine(c.routine)) {
        case SHUNT_GEMM:
            fortran(c, &c.transa, &c.transb, &m, &n, &k, c.alpha, c.a, &lda, c.b, &ldb, c.beta, c.c, &ldc);
            break;
        case SHUNT_SYMM:
        case SHUNT_HEMM:
            fortran(c, &c.side, &c.uplo, &m, &n, c.alpha, c.a, &lda, c.b, &ldb, c.beta, c.c, &ldc);
            break;
        case SHUNT_SYRK:
        case SHUNT_HERK:
            fortran(c, &c.uplo, &c.transa, &n, &k, c.alpha, c.a, &lda, c.beta, c.c, &ldc);
            break;
        case SHUNT_SYR2K:
        case SHUNT_HER2K:
            fortran(c, &c.uplo, &c.transa, &n, &k, c.alpha, c.a, &lda, c.b, &ldb, c.beta, c.c, &ldc);
            break;
        case SHUNT_TRMM:
        case SHUNT_TRSM:
            fortran(c, &c.side, &c.uplo, &c.transa, &c.diag, &m, &n, c.alpha, c.a, &lda, c.b, &ldb);
            break;
        case SHUNT_GETRF:
            fortran(c, &m, &n, c.a, &lda, ipiv, &info);
            break;
        case SHUNT_GETRS:
            fortran(c, &c.transa, &n, &k, c.a, &lda, ipiv, c.b, &ldb, &info);
            break;
        case SHUNT_GESV:
            fortran(c, &n, &k, c.a, &lda, ipiv, c.b, &ldb, &info);
            break;
        case SHUNT_POTRS:
        case SHUNT_POSV:
            fortran(c, &c.uplo, &n, &k, c.a, &lda, c.b, &ldb, &info);
            break;
        case SHUNT_TRTRI:
            fortran(c, &c.uplo, &c.diag, &n, c.a, &lda, &info);
            break;
        case SHUNT_TRTRS:
            fortran(c, &c.uplo, &c.transa, &c.diag, &n, &k, c.a, &lda, c.b, &ldb, &info);
            break;
        case SHUNT_GEQRF:
            fortran(c, &m, &n, c.a, &lda, c.tau, work, &lwork, &info);
            break;
        case SHUNT_ORMQR:
        case SHUNT_UNMQR:
            fortran(c, &c.side, &c.transa, &m, &n, &k, c.a, &lda, c.tau, c.c, &ldc, work, &lwork, &info);
            break;
        case SHUNT_ORGQR:
        case SHUNT_UNGQR:
            fortran(c, &m, &n, &k, c.a, &lda, c.tau, work, &lwork, &info);
            break;
        default:  // potrf, lauum, potri
            fortran(c, &c.uplo, &n, c.a, &lda, &info);
    }
    c.info = info;
}

const shunt_host host{sizeof(shunt_host), 2, 0, execute};

// ---- A problem: its matrices with NaN where no routine may look, larger than they need to be.
template <class T> T number(std::mt19937& g) {
    std::uniform_real_distribution<double> u(-1, 1);
    if constexpr (sizeof(T) == 16)
        return T(u(g), u(g));
    else
        return T(u(g));
}

template <class T> struct Problem {
    shunt_call c{};
    std::vector<T> a, b, out, tau;
    std::vector<int> ipiv;
    T alpha = scalar(0.75, 0.25), beta = scalar(-0.5, 0.5);

    static T scalar(double re, double im) {
        if constexpr (sizeof(T) == 16)
            return T(re, im);
        else
            return (void)im, T(re);
    }

    Problem(int routine, char side, char uplo, char ta, char tb, char diag, i64 m, i64 n, i64 k) {
        std::mt19937 g(static_cast<unsigned>(routine * 977 + m * 31 + n));
        c.size = sizeof c, c.routine = routine, c.precision = sizeof(T) == 16 ? 'z' : 'd';
        c.side = side, c.uplo = uplo, c.transa = ta, c.transb = tb, c.diag = diag, c.m = m, c.n = n, c.k = k;
        const bool lapack = routine >= SHUNT_POTRF;
        const i64 order = lapack ? n : side == 'L' ? m : n;
        const bool product = routine == SHUNT_GEMM, rank = routine >= SHUNT_SYRK && routine <= SHUNT_HER2K;
        const bool lu = routine == SHUNT_GETRF || routine == SHUNT_GESV || routine == SHUNT_GETRS;
        if (shunt_orthogonal(routine)) {
            fill(a, c.lda, side == 'R' ? n : m, shunt_multiplies_by_q(routine) ? k : n, g);
            if (shunt_multiplies_by_q(routine)) fill(out, c.ldc, m, n, g);
            tau.assign(static_cast<std::size_t>(routine == SHUNT_GEQRF ? std::min(m, n) : k), T(NAN));
            if (routine != SHUNT_GEQRF) reflections(side == 'R' ? n : m);
        } else if (product || rank) {
            const i64 rows = product ? m : n;
            fill(a, c.lda, ta == 'N' ? rows : k, ta == 'N' ? k : rows, g);
        } else if (routine == SHUNT_GETRF) {
            fill(a, c.lda, m, n, g);
        } else {
            fill(a, c.lda, order, order, g);
            for (i64 j = 0; j < order; ++j) {
                // gesv interchanges rows.
                T& d = a[static_cast<std::size_t>((routine == SHUNT_GESV ? (7 * j + 3) % order : j) + j * c.lda)];
                d = T(2.0 * static_cast<double>(order));
                if (diag == 'U' && !lapack) d = T(NAN);
                for (i64 i = 0; i < order; ++i) {
                    T& x = a[static_cast<std::size_t>(i + j * c.lda)];
                    if (&x != &d && !lu && (uplo == 'L' ? i < j : i > j))
                        x = T(NAN);
                    else if (&x != &d && diag == 'U')
                        x *= 1.0 / static_cast<double>(order);
                }
            }
        }
        if (product)
            fill(b, c.ldb, tb == 'N' ? k : n, tb == 'N' ? n : k, g);
        else if (routine == SHUNT_SYR2K || routine == SHUNT_HER2K)
            fill(b, c.ldb, ta == 'N' ? n : k, ta == 'N' ? k : n, g);
        else if (lapack && !shunt_orthogonal(routine))
            fill(b, c.ldb, n, k, g);
        else if (!lapack && !rank)
            fill(b, c.ldb, m, n, g);
        if (product || routine == SHUNT_SYMM || routine == SHUNT_HEMM) fill(out, c.ldc, m, n, g);
        if (rank) {
            fill(out, c.ldc, n, n, g);
            for (i64 j = 0; j < n; ++j)
                for (i64 i = 0; i < n; ++i) {
                    T& x = out[static_cast<std::size_t>(i + j * c.ldc)];
                    if (uplo == 'L' ? i < j : i > j) x = T(NAN);
                    if (i == j && (routine == SHUNT_HERK || routine == SHUNT_HER2K)) x = T(std::real(x));
                }
        }
        ipiv.assign(static_cast<std::size_t>(std::max<i64>(1, std::max(m, n))), -7);
        if (routine == SHUNT_GETRS)
            for (i64 i = 0; i < n; ++i) ipiv[static_cast<std::size_t>(i)] = static_cast<int>(i + 1 + (n - 1 - i) / 2);
        bind();
    }
    Problem(const Problem& other)
        : c(other.c),
          a(other.a),
          b(other.b),
          out(other.out),
          tau(other.tau),
          ipiv(other.ipiv),
          alpha(other.alpha),
          beta(other.beta) {
        bind();
    }
    Problem& operator=(const Problem&) = delete;

    void bind() {
        c.a = a.data(), c.b = b.empty() ? nullptr : b.data(), c.c = out.empty() ? nullptr : out.data();
        c.ipiv = ipiv.data(), c.tau = tau.data();
        c.alpha = c.routine <= SHUNT_TRSM ? &alpha : nullptr, c.beta = c.c ? &beta : nullptr;
    }
    // tau for which the columns of a, ones on the diagonal, are reflections; NaN where R would be.
    void reflections(i64 rows) {
        for (std::size_t j = 0; j < tau.size(); ++j) {
            double square = 1;
            T* column = a.data() + static_cast<i64>(j) * c.lda;
            for (i64 i = 0; i < rows; ++i)
                if (i > static_cast<i64>(j))
                    square += std::norm(column[i]);
                else
                    column[i] = T(NAN);
            tau[j] = T(2 / square);
        }
    }
    static void fill(std::vector<T>& x, i64& ld, i64 rows, i64 columns, std::mt19937& g) {
        ld = rows + 3;
        x.assign(static_cast<std::size_t>(ld * std::max<i64>(1, columns)), T(NAN));
        for (i64 j = 0; j < columns; ++j)
            for (i64 i = 0; i < rows; ++i) x[static_cast<std::size_t>(i + j * ld)] = number<T>(g);
    }
    bool same_bits(const Problem& o) const {
        const auto equal = [](const std::vector<T>& x, const std::vector<T>& y) {
            return x.empty() || std::memcmp(x.data(), y.data(), x.size() * sizeof(T)) == 0;
        };
        return equal(a, o.a) && equal(b, o.b) && equal(out, o.out);
    }
};

// Well-conditioned problems: the same numbers to about n eps, NaN where there was NaN.
template <class T>::testing::AssertionResult close(const std::vector<T>& x, const std::vector<T>& y) {
    double largest = 0;
    for (const T& v : y)
        if (!std::isnan(std::abs(v))) largest = std::max(largest, std::abs(v));
    for (std::size_t i = 0; i < x.size(); ++i) {
        const bool nx = std::isnan(std::abs(x[i])), ny = std::isnan(std::abs(y[i]));
        if (nx != ny || (!nx && std::abs(x[i] - y[i]) > 1e-12 * largest))
            return ::testing::AssertionFailure() << "element " << i << ": " << x[i] << " for " << y[i];
    }
    return ::testing::AssertionSuccess();
}

// Which operands are in memory that the device reaches by itself: bits of a, b, c.
template <class T> struct Pinned {
    Pinned(const Problem<T>& p, int operands) {
        shunt_fake_device_pin(nullptr, 0);
        int bit = 1;
        for (const auto* x : {&p.a, &p.b, &p.out}) {
            if ((operands & bit) && !x->empty())
                shunt_fake_device_pin(x->data(), static_cast<long long>(x->size() * sizeof(T)));
            bit *= 2;
        }
    }
    ~Pinned() { shunt_fake_device_pin(nullptr, 0); }
    Pinned(const Pinned&) = delete;
    Pinned& operator=(const Pinned&) = delete;
};

struct Opened {
    const char* reason = nullptr;
    std::unique_ptr<Device> device{open_device(&reason)};
    Context context;
    bool good;
    Opened() : good(context.open(*device, 2)) {}
};

struct Seen {
    int done = 0, declined = 0, failed = 0, recovered = 0;
};
Seen seen;

template <class T> int run(Problem<T>& p, double budget) {
    shunt_fake_device_fail("none", 0);
    Opened opened;
    EXPECT_TRUE(opened.good);
    shunt_fake_device_fail("none", 0);
    return Runner(opened.context, host, budget).run(p.c);
}

template <class T> void check(const Problem<T>& before, const Problem<T>& expected, Problem<T>& p, int status) {
    switch (status) {
        case SHUNT_DONE:
        case SHUNT_RECOVERED:
            ++(status == SHUNT_DONE ? seen.done : seen.recovered);
            EXPECT_TRUE(close(p.a, expected.a));
            EXPECT_TRUE(close(p.b, expected.b));
            EXPECT_TRUE(close(p.out, expected.out));
            EXPECT_TRUE(close(p.tau, expected.tau));
            EXPECT_EQ(p.ipiv, expected.ipiv);
            EXPECT_EQ(p.c.info, expected.c.info);
            break;
        default:
            ++(status == SHUNT_DECLINED ? seen.declined : seen.failed);
            if (p.beta == T(0)) p.out = before.out;  // not read: it may be spoilt
            EXPECT_TRUE(p.same_bits(before));
    }
}

bool quick() {
    return std::getenv("SHUNT_TEST_QUICK") != nullptr;
}

template <class T> void sweep(const Problem<T>& before, double part, bool faults, int pinned = 0) {
    SCOPED_TRACE(::testing::Message() << before.c.precision << stems[before.c.routine] << " " << before.c.side
                                      << before.c.uplo << before.c.transa << before.c.transb << before.c.diag << " "
                                      << before.c.m << " " << before.c.n << " " << before.c.k << " budget " << part
                                      << " pinned " << pinned);
    Problem<T> expected(before);
    execute(&expected.c);
    const double budget = part * device_bytes(before.c);
    {
        Problem<T> p(before);
        const int status = run(p, budget);
        ASSERT_EQ(status, SHUNT_DONE);
        check(before, expected, p, status);
        if (pinned) {
            Problem<T> q(before);
            const Pinned<T> memory(q, pinned);
            ASSERT_EQ(run(q, budget), SHUNT_DONE);
            EXPECT_GT(shunt_fake_device_straight(), 0);
            EXPECT_TRUE(q.same_bits(p));
            EXPECT_EQ(q.ipiv, p.ipiv);
        }
        if (::testing::Test::HasFailure()) return;
    }
    if (!faults) return;
    const long long calls = shunt_fake_device_calls(), takes = shunt_fake_device_takes();
    for (const char* kind : {"once", "lost", "memory", "no memory"}) {
        const long long last = std::strstr(kind, "memory") ? takes : calls;
        const long long step = std::max(1LL, last / (quick() ? 6 : 24));
        for (long long at = 1; at <= last; at += step) {
            SCOPED_TRACE(::testing::Message() << kind << " " << at << " of " << last);
            Problem<T> p(before);
            const Pinned<T> memory(p, pinned);
            shunt_fake_device_fail("none", 0);
            Opened opened;
            ASSERT_TRUE(opened.good);
            shunt_fake_device_fail(kind, at);
            const int status = Runner(opened.context, host, budget).run(p.c);
            shunt_fake_device_fail("none", 0);
            check(before, expected, p, status);
            if (::testing::Test::HasFailure()) return;
        }
    }
}

// Of the memory that a call takes: all fits, panels take turns, the problem is halved.
constexpr double whole = 2, half = 0.6, little = 0.15;
// Factorizations in two groups of panels (half), and in three and more.
constexpr double groups[] = {0.45, 0.35};

template <class T> void by_groups(bool faults) {
    const auto problem = [&](int routine, char side, char uplo, char ta, char tb, char diag, i64 m, i64 n, i64 k,
                             double part) {
        sweep(Problem<T>(routine, side, uplo, ta, tb, diag, m, n, k), part, faults);
    };
    for (const double part : groups) {
        for (const char uplo : {'L', 'U'}) problem(SHUNT_POTRF, ' ', uplo, ' ', ' ', 'N', 0, 117, 0, part);
        for (const auto& [m, n] : {std::pair<i64, i64>(117, 117), {130, 85}, {85, 130}, {60, 180}})
            problem(SHUNT_GETRF, ' ', ' ', ' ', ' ', ' ', m, n, 0, part);
    }
    // Many groups, and columns that only the program needs; a small problem, whole; no room for groups.
    for (const auto& [m, part] :
         {std::pair<i64, double>(21, 0.21), {40, 0.121}, {40, 0.153}, {64, 0.096}, {64, 0.156}, {100, 0.163}})
        if (!faults || m == 21) problem(SHUNT_GETRF, ' ', ' ', ' ', ' ', ' ', m, 404, 0, part);
    problem(SHUNT_GESV, ' ', ' ', ' ', ' ', ' ', 0, 50, 34, 0.46);
    const Problem<T> before(SHUNT_GETRF, ' ', ' ', ' ', ' ', ' ', 1, 246, 0);
    Problem<T> row(before);
    EXPECT_EQ(run(row, 3000), SHUNT_DECLINED);
    EXPECT_TRUE(row.same_bits(before));
}

template <class T> void all(bool faults) {
    constexpr bool pair = sizeof(T) == 16;
    const auto problem = [&](int routine, char side, char uplo, char ta, char tb, char diag, i64 m, i64 n, i64 k,
                             double part) {
        sweep(Problem<T>(routine, side, uplo, ta, tb, diag, m, n, k), part, faults);
    };
    for (const double part : {whole, half, little}) {
        if (faults && part == little && quick()) continue;
        for (const char ta : {'N', 'T', 'C'})
            for (const char tb : {'N', 'C'}) {
                if (faults && (ta == 'T' || (part != whole && tb == 'C'))) continue;
                problem(SHUNT_GEMM, ' ', ' ', ta, tb, ' ', 70, 90, 50, part);
                problem(SHUNT_GEMM, ' ', ' ', ta, tb, ' ', 150, 30, 66, part);
                problem(SHUNT_GEMM, ' ', ' ', ta, tb, ' ', 30, 150, 66, part);
            }
        for (const char uplo : {'L', 'U'}) {
            for (const char side : {'L', 'R'}) {
                problem(SHUNT_SYMM, side, uplo, ' ', ' ', ' ', 70, 85, 0, part);
                if (pair) problem(SHUNT_HEMM, side, uplo, ' ', ' ', ' ', 85, 70, 0, part);
                for (const char trans : {'N', 'T', 'C'})
                    for (const char diag : {'N', 'U'}) {
                        if (faults && (trans == 'T' || (diag == 'U') != (trans == 'C'))) continue;
                        problem(SHUNT_TRMM, side, uplo, trans, ' ', diag, 70, 85, 0, part);
                        problem(SHUNT_TRSM, side, uplo, trans, ' ', diag, 85, 70, 0, part);
                    }
            }
            for (const char trans : {'N', pair ? 'C' : 'T'}) {
                const char plain = trans == 'N' ? 'N' : 'T';
                problem(SHUNT_SYRK, ' ', uplo, plain, ' ', ' ', 0, 80, 50, part);
                problem(SHUNT_SYR2K, ' ', uplo, plain, ' ', ' ', 0, 80, 50, part);
                problem(SHUNT_SYRK, ' ', uplo, plain, ' ', ' ', 0, 12, 700, part);  // one panel, in slices
                problem(SHUNT_SYR2K, ' ', uplo, plain, ' ', ' ', 0, 12, 700, part);
                if (pair) problem(SHUNT_HERK, ' ', uplo, trans, ' ', ' ', 0, 80, 90, part);
                if (pair) problem(SHUNT_HER2K, ' ', uplo, trans, ' ', ' ', 0, 80, 90, part);
            }
            problem(SHUNT_POTRF, ' ', uplo, ' ', ' ', 'N', 0, 100, 0, part);
            problem(SHUNT_POTRS, ' ', uplo, ' ', ' ', 'N', 0, 80, 40, part);
            problem(SHUNT_POSV, ' ', uplo, ' ', ' ', 'N', 0, 80, 40, part);
            problem(SHUNT_LAUUM, ' ', uplo, ' ', ' ', 'N', 0, 90, 0, part);
            problem(SHUNT_POTRI, ' ', uplo, ' ', ' ', 'N', 0, 90, 0, part);
            for (const char diag : {'N', 'U'}) {
                problem(SHUNT_TRTRI, ' ', uplo, ' ', ' ', diag, 0, 90, 0, part);
                problem(SHUNT_TRTRS, ' ', uplo, diag == 'N' ? 'N' : 'C', ' ', diag, 0, 80, 40, part);
            }
        }
        problem(SHUNT_GETRF, ' ', ' ', ' ', ' ', ' ', 100, 100, 0, part);
        problem(SHUNT_GETRF, ' ', ' ', ' ', ' ', ' ', 120, 70, 0, part);
        problem(SHUNT_GETRF, ' ', ' ', ' ', ' ', ' ', 70, 120, 0, part);
        for (const i64 columns : {7, 40}) problem(SHUNT_GESV, ' ', ' ', ' ', ' ', ' ', 0, 90, columns, part);
        if (part == whole)
            problem(SHUNT_GESV, ' ', ' ', ' ', ' ', ' ', 0, 90, 40, 1);  // no room for L beside the factors
        if (part == whole) {                                             // else left to the CPU
            const int multiply = pair ? SHUNT_UNMQR : SHUNT_ORMQR, form = pair ? SHUNT_UNGQR : SHUNT_ORGQR;
            for (const auto& [m, n] : {std::pair<i64, i64>(100, 100), {120, 70}, {70, 120}})
                problem(SHUNT_GEQRF, ' ', ' ', ' ', ' ', ' ', m, n, 0, part);
            for (const char side : {'L', 'R'})
                for (const char trans : {'N', pair ? 'C' : 'T'})
                    problem(multiply, side, ' ', trans, ' ', ' ', 90, 80, side == 'L' ? 60 : 80, part);
            problem(form, ' ', ' ', ' ', ' ', ' ', 100, 80, 80, part);
            problem(form, ' ', ' ', ' ', ' ', ' ', 90, 70, 40, part);
        }
        for (const char trans : {'N', 'T', 'C'}) problem(SHUNT_GETRS, ' ', ' ', trans, ' ', ' ', 0, 80, 40, part);
        if (::testing::Test::HasFailure()) return;
    }
    by_groups<T>(faults);
}

}  // namespace

// Columns of B that no piece of a transfer holds.
TEST(Streams, LongColumns) {
    for (const char uplo : {'L', 'U'})
        for (const char trans : {'N', 'T'})
            sweep(Problem<std::complex<double>>(SHUNT_TRSM, 'R', uplo, trans, ' ', 'N', 300, 250, 0), whole, false);
}

TEST(Streams, Right) {
    all<double>(false);
    all<std::complex<double>>(false);
}

TEST(Streams, FaultsReal) {
    seen = {};
    executed = 0;
    all<double>(true);
    // Each way to end was met.
    EXPECT_GT(seen.done, 0);
    EXPECT_GT(seen.failed, 0);
    EXPECT_GT(seen.recovered, 0);
    EXPECT_GT(seen.declined, 0);
    EXPECT_GT(executed, 0);
}
TEST(Streams, FaultsComplex) {
    all<std::complex<double>>(true);
}

// Straight from and to the matrices, each operand for itself, where a result replaces what was there and where not.
template <class T> void pinned(bool faults) {
    constexpr int a = 1, b = 2, out = 4;
    for (const double part : {whole, half, little}) {
        if (faults && part == little && quick()) continue;
        for (const int operands : {a, b, out, a | b | out})
            for (const T beta : {T(0), T(-0.5)}) {
                for (const bool tall : {false, true}) {
                    Problem<T> p(SHUNT_GEMM, ' ', ' ', 'N', 'C', ' ', tall ? 150 : 70, tall ? 30 : 90, 50);
                    p.beta = beta;
                    sweep(p, part, faults, operands);
                }
                Problem<T> p(SHUNT_SYMM, 'R', 'U', ' ', ' ', ' ', 70, 85, 0);
                p.beta = beta;
                sweep(p, part, faults, operands);
            }
        constexpr int all = a | b | out;
        for (const char uplo : {'L', 'U'}) {
            sweep(Problem<T>(SHUNT_SYRK, ' ', uplo, 'N', ' ', ' ', 0, 80, 50), part, faults, all);
            sweep(Problem<T>(SHUNT_TRSM, 'L', uplo, 'N', ' ', 'N', 85, 70, 0), part, faults, all);
            sweep(Problem<T>(SHUNT_POTRF, ' ', uplo, ' ', ' ', 'N', 0, 100, 0), part, faults, all);
            sweep(Problem<T>(SHUNT_POSV, ' ', uplo, ' ', ' ', 'N', 0, 80, 40), part, faults, all);
            sweep(Problem<T>(SHUNT_TRTRI, ' ', uplo, ' ', ' ', 'N', 0, 90, 0), part, faults, all);
        }
        sweep(Problem<T>(SHUNT_GETRF, ' ', ' ', ' ', ' ', ' ', 100, 100, 0), part == little ? groups[1] : part, faults,
              all);
        sweep(Problem<T>(SHUNT_GESV, ' ', ' ', ' ', ' ', ' ', 0, 90, 40), part, faults, all);
        sweep(Problem<T>(SHUNT_GETRS, ' ', ' ', 'T', ' ', ' ', 0, 80, 40), part, faults, all);
        if (part == whole) {
            sweep(Problem<T>(SHUNT_GEQRF, ' ', ' ', ' ', ' ', ' ', 100, 100, 0), part, faults, all);
            constexpr bool pair = sizeof(T) == 16;
            sweep(Problem<T>(pair ? SHUNT_UNMQR : SHUNT_ORMQR, 'R', ' ', 'N', ' ', ' ', 90, 80, 60), part, faults, all);
            sweep(Problem<T>(pair ? SHUNT_UNGQR : SHUNT_ORGQR, ' ', ' ', ' ', ' ', ' ', 90, 80, 60), part, faults, all);
        }
        if (::testing::Test::HasFailure()) return;
    }
}

// So that the tests above come through all three ways.
TEST(Streams, HalfIsEnoughForTurns) {
    const Opened opened;
    for (const Problem<double>& p : {Problem<double>(SHUNT_GEMM, ' ', ' ', 'N', 'C', ' ', 70, 90, 50),
                                     Problem<double>(SHUNT_GEMM, ' ', ' ', 'N', 'C', ' ', 150, 30, 66),
                                     Problem<double>(SHUNT_SYMM, 'R', 'U', ' ', ' ', ' ', 70, 85, 0),
                                     Problem<double>(SHUNT_TRMM, 'L', 'U', 'N', ' ', 'N', 70, 85, 0),
                                     Problem<double>(SHUNT_TRSM, 'R', 'L', 'N', ' ', 'N', 85, 70, 0)}) {
        EXPECT_LT(least_bytes(p.c, opened.device->tuning()), half * device_bytes(p.c)) << stems[p.c.routine];
        EXPECT_GT(least_bytes(p.c, opened.device->tuning()), little * device_bytes(p.c)) << stems[p.c.routine];
    }
}

// A large factorization needs its matrix and the work space of one solve, not its matrix twice.
TEST(Streams, WorkSpaceIsBounded) {
    for (const int routine : {SHUNT_POTRF, SHUNT_GETRF, SHUNT_TRTRI}) {
        shunt_call c{};
        c.routine = routine, c.precision = 'd', c.m = c.n = 16384;
        EXPECT_EQ(device_bytes(c), 8.0 * 16384 * 16384 + (256 << 20)) << stems[routine];
        c.m = c.n = 100;
        EXPECT_EQ(device_bytes(c), 8.0 * 100 * 128 + 8.0 * 100 * 100) << stems[routine];  // columns of 1024 bytes
    }
}

// What has no halves is the CPU's, and so is a first column of zeros, or with a NaN that would count as one.
TEST(Streams, LeftToTheCpu) {
    const auto declined = [](Problem<double>& p, double part) {
        const Problem<double> before(p);
        EXPECT_EQ(run(p, part * device_bytes(p.c)), SHUNT_DECLINED);
        EXPECT_TRUE(p.same_bits(before));
    };
    Problem<double> factor(SHUNT_GEQRF, ' ', ' ', ' ', ' ', ' ', 100, 80, 0),
        multiply(SHUNT_ORMQR, 'L', ' ', 'T', ' ', ' ', 100, 80, 60),
        form(SHUNT_ORGQR, ' ', ' ', ' ', ' ', ' ', 100, 80, 60);
    for (Problem<double>* p : {&factor, &multiply, &form}) declined(*p, half);
    factor.a[50] = NAN;
    declined(factor, whole);
    std::fill_n(factor.a.begin(), 100, 0.0);
    declined(factor, whole);
}

TEST(Streams, Pinned) {
    pinned<double>(false);
    pinned<std::complex<double>>(false);
}
TEST(Streams, PinnedFaults) {
    pinned<double>(true);
}
// What the host side relies on without having waited for it shows where the device is late.
struct Late {
    explicit Late(unsigned seed) { shunt_fake_device_later(seed); }
    ~Late() { shunt_fake_device_later(0); }
    Late(const Late&) = delete;
    Late& operator=(const Late&) = delete;
};
template <class T> void few() {
    for (const double part : {whole, half}) {
        const auto problem = [&](int routine, char side, char uplo, char trans, i64 m, i64 n, i64 k) {
            sweep(Problem<T>(routine, side, uplo, trans, 'N', 'N', m, n, k), part, false);
        };
        problem(SHUNT_GEMM, ' ', ' ', 'N', 70, 90, 50);
        problem(SHUNT_SYR2K, ' ', 'L', 'N', 0, 80, 50);
        problem(SHUNT_GESV, ' ', ' ', ' ', 0, 90, 40);
        for (const char uplo : {'L', 'U'}) {
            problem(SHUNT_SYMM, 'L', uplo, ' ', 70, 85, 0);
            problem(SHUNT_SYRK, ' ', uplo, 'N', 0, 80, 50);
            problem(SHUNT_TRMM, 'L', uplo, 'N', 70, 85, 0);
            problem(SHUNT_TRSM, 'R', uplo, 'N', 85, 70, 0);
            problem(SHUNT_POSV, ' ', uplo, ' ', 0, 80, 40);
            problem(SHUNT_POTRI, ' ', uplo, ' ', 0, 90, 0);
        }
        for (const auto& [m, n] : {std::pair<i64, i64>(100, 100), {120, 70}, {70, 120}})
            problem(SHUNT_GETRF, ' ', ' ', ' ', m, n, 0);
    }
}
TEST(Streams, Late) {
    for (unsigned seed = 1; seed <= (quick() ? 1 : 3); ++seed) {
        const Late late(seed);
        few<double>(), few<std::complex<double>>();
        by_groups<double>(false), by_groups<std::complex<double>>(false);
    }
}
// Half a matrix in it is a matrix in ordinary memory.
TEST(Streams, PinnedInPart) {
    Problem<double> p(SHUNT_POTRF, ' ', 'L', ' ', ' ', 'N', 0, 10, 0);
    Problem<double> expected(p);
    execute(&expected.c);
    shunt_fake_device_pin(p.a.data(), static_cast<long long>(p.a.size() * sizeof(double) / 2));
    EXPECT_EQ(run(p, 1e12), SHUNT_DONE);
    EXPECT_EQ(shunt_fake_device_straight(), 0);
    EXPECT_TRUE(close(p.a, expected.a));
    shunt_fake_device_pin(nullptr, 0);
}

// A minor that is not positive, a zero pivot: in the first, a middle and the last panel.
TEST(Streams, Info) {
    for (const i64 bad : {1, 50, 99}) {
        for (const char uplo : {'L', 'U'}) {
            Problem<double> p(SHUNT_POTRF, ' ', uplo, ' ', ' ', 'N', 0, 100, 0);
            p.a[static_cast<std::size_t>((bad - 1) * (p.c.lda + 1))] = -1;
            EXPECT_EQ(run(p, 1e12), SHUNT_DONE);
            EXPECT_EQ(p.c.info, bad);
            Problem<double> q(SHUNT_POSV, ' ', uplo, ' ', ' ', 'N', 0, 100, 7);
            q.a[static_cast<std::size_t>((bad - 1) * (q.c.lda + 1))] = -1;
            const auto b = q.b;
            EXPECT_EQ(run(q, 1e12), SHUNT_DONE);
            EXPECT_EQ(q.c.info, bad);
            EXPECT_EQ(std::memcmp(b.data(), q.b.data(), b.size() * sizeof(double)), 0);
        }
        Problem<double> p(SHUNT_GETRF, ' ', ' ', ' ', ' ', ' ', 100, 100, 0);
        for (i64 i = 0; i < 100; ++i) p.a[static_cast<std::size_t>(i + (bad - 1) * p.c.lda)] = 0;
        Problem<double> expected(p);
        execute(&expected.c);
        EXPECT_EQ(run(p, 1e12), SHUNT_DONE);
        EXPECT_EQ(p.c.info, bad);
        EXPECT_TRUE(close(p.a, expected.a));
    }
}
