// In: every call, with matrices that end where a page that faults begins, and that begin where one ends. Out: the bits
// of the same call elsewhere, those of the rows below the matrices too; a fault names its call.
#include <sys/mman.h>
#include <unistd.h>

#include <csignal>

#include "routines.hpp"

using namespace test;

template <class T> class Edges : public testing::Test {};
TYPED_TEST_SUITE(Edges, Scalars);

static char where[160];
static void name_call(int fault) {
    static_cast<void>(!write(STDERR_FILENO, where, std::strlen(where)));
    static_cast<void>(std::signal(fault, SIG_DFL));
}

// Memory between two pages that fault.
class Pages {
public:
    explicit Pages(std::size_t bytes) {
        const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
        size = (bytes + page - 1) / page * page;
        mapped = size + 2 * page;
        base = mmap(nullptr, mapped, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        first = static_cast<char*>(base) + page;
        if (base == MAP_FAILED || mprotect(first, size, PROT_READ | PROT_WRITE)) std::abort();
    }
    Pages(const Pages&) = delete;
    Pages& operator=(const Pages&) = delete;
    ~Pages() { munmap(base, mapped); }
    void* place(std::size_t bytes, bool last) const { return last ? first + size - bytes : first; }

private:
    std::size_t size, mapped;
    void* base;
    char* first;
};

// A copy that fills its pages from the first byte on, or to the last one: its last column ends with its last row.
template <class T> class Fenced {
public:
    Fenced(const Pages& pages, const Matrix<T>& from, bool last) {
        count = from.m && from.n ? from.ld * (from.n - 1) + from.m : 0;
        data = static_cast<T*>(pages.place(bytes(), last));
        std::memcpy(data, &from(0, 0), bytes());
    }
    // Bit for bit, with the rows below.
    bool operator==(const Matrix<T>& o) const { return !std::memcmp(data, &o(0, 0), bytes()); }

    T* data;

private:
    std::size_t bytes() const { return static_cast<std::size_t>(count) * sizeof(T); }
    i64 count;
};
// The same elements with other leading dimensions.
template <class T> static Problem<T> spaced(Problem<T> p, i64 beam) {
    for (Matrix<T>* x : {&p.a, &p.b, &p.c}) {
        const Matrix<T> from = *x;
        *x = Matrix<T>(from.m, from.n, beam).fill([&](i64 i, i64 j) { return from(i, j); });
    }
    p.args.lda = p.a.ld, p.args.ldb = p.b.ld, p.args.ldc = p.c.ld;
    return p;
}

// The options that a routine has: side, uplo, transa and transb, diag.
static const char* options(Routine r) {
    switch (r) {
        case Routine::gemm:
            return "ab";
        case Routine::symm:
        case Routine::hemm:
            return "su";
        case Routine::syrk:
        case Routine::herk:
        case Routine::syr2k:
        case Routine::her2k:
            return "ua";
        case Routine::trmm:
        case Routine::trsm:
            return "suad";
        case Routine::getrf:
        case Routine::getrf2:
        case Routine::getf2:
        case Routine::gesv:
        case Routine::geqrf:
        case Routine::orgqr:
        case Routine::ungqr:
            return "";
        case Routine::ormqr:
        case Routine::unmqr:
            return "sa";
        case Routine::getrs:
            return "a";
        case Routine::trtri:
        case Routine::trti2:
            return "ud";
        case Routine::trtrs:
            return "uad";
        default:
            return "u";
    }
}
// One value stands for all of an option that the routine does not have.
static std::vector<Args> option_sets(Routine r, bool complex) {
    const auto skip = [has = options(r)](char letter, bool first) { return !first && !std::strchr(has, letter); };
    std::vector<Args> sets;
    for (const Side side : sides)
        for (const Uplo uplo : uplos)
            for (const Trans transa : transposes)
                for (const Trans transb : transposes)
                    for (const Diag diag : diags) {
                        const Args x{side, uplo, transa, transb, diag};
                        if (!skip('s', side == Side::L) && !skip('u', uplo == Uplo::U) &&
                            !skip('a', transa == Trans::N) && !skip('b', transb == Trans::N) &&
                            !skip('d', diag == Diag::N) && !first_bad(r, x, complex))
                            sets.push_back(x);
                    }
    return sets;
}

static std::vector<i64 Args::*> dimensions(Routine r) {
    switch (r) {
        case Routine::gemm:
            return {&Args::m, &Args::n, &Args::k};
        case Routine::symm:
        case Routine::hemm:
        case Routine::trmm:
        case Routine::trsm:
        case Routine::getrf:
        case Routine::getrf2:
        case Routine::getf2:
        case Routine::geqrf:
            return {&Args::m, &Args::n};
        case Routine::ormqr:
        case Routine::unmqr:
        case Routine::orgqr:
        case Routine::ungqr:
            return {&Args::m, &Args::n, &Args::k};
        case Routine::syrk:
        case Routine::herk:
        case Routine::syr2k:
        case Routine::her2k:
        case Routine::getrs:
        case Routine::gesv:
        case Routine::potrs:
        case Routine::posv:
        case Routine::trtrs:
            return {&Args::n, &Args::k};
        default:
            return {&Args::n};
    }
}
static constexpr i64 largest = 129, most_below = 3;
template <class T> static constexpr std::size_t room = (largest + most_below) * largest * sizeof(T);
static constexpr i64 orders[] = {1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15,     16,
                                 17, 18, 19, 20, 31, 32, 33, 47, 48, 49, 63, 64, 65, 70, largest};
static constexpr i64 widths[] = {1, 2, 3, 4, 5, 7, 8, 9, 17};

// Each dimension through all orders while another is thin.
template <class F> static void for_sizes(Routine r, Args x, Random& random, F f) {
    const auto sizes_of = dimensions(r);
    const std::size_t count = sizes_of.size();
    for (const i64 order : orders)
        for (const i64 width : widths) {
            for (std::size_t d = 0; d < count && !testing::Test::HasFatalFailure(); ++d) {
                for (const auto size : sizes_of) x.*size = small_size(random);
                x.*sizes_of[(d + 1) % count] = width;
                x.*sizes_of[d] = order;
                f(x);
            }
            if (count == 1) break;
        }
}

template <class T> static void check(Routine r) {
    static const Pages pages[3] = {Pages(room<T>), Pages(room<T>), Pages(room<T>)};
    Random random(181);
    for (const Args& set : option_sets(r, is_complex<T>))
        for_sizes(r, set, random, [&](const Args& given) {
            Problem<T> drawn(r, given, random);
            drawn.operands.beta = factor<T>(random);
            for (const i64 beam : {i64(0), most_below}) {
                const Problem<T> before = spaced(drawn, beam);
                const Args& x = before.args;
                Problem<T> after = before;
                ASSERT_TRUE(after.run(plain)) << stems[int(r)];
                ASSERT_TRUE(after.a.same_but(before.a) && after.b.same_but(before.b) && after.c.same_but(before.c))
                    << stems[int(r)];
                for (const bool last : {true, false}) {
                    std::snprintf(where, sizeof where, "%c%s %c%c%c%c%c m %d n %d k %d, %d rows below, %s\n",
                                  precision<T>, stems[int(r)], char(x.side), char(x.uplo), char(x.transa),
                                  char(x.transb), char(x.diag), int(x.m), int(x.n), int(x.k), int(beam),
                                  last ? "before a page that faults" : "behind a page that faults");
                    const Fenced<T> a(pages[0], before.a, last), b(pages[1], before.b, last),
                        c(pages[2], before.c, last);
                    Operands<T> o = before.operands;
                    o.a = a.data, o.b = b.data, o.c = c.data;
                    call(plain, r, x, o);
                    ASSERT_TRUE(a == after.a && b == after.b && c == after.c) << where;
                    ASSERT_TRUE(o.pivots == after.operands.pivots && o.tau == after.operands.tau &&
                                o.info.value == after.operands.info.value)
                        << where;
                }
            }
        });
}

TYPED_TEST(Edges, All) {
    static_cast<void>(std::signal(SIGSEGV, name_call));
    for (int r = 0; r < routine_count && !this->HasFatalFailure(); ++r)
        if (exists(Routine(r), is_complex<TypeParam>)) check<TypeParam>(Routine(r));
}
