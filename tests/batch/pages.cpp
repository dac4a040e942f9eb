// In: every operation, with operands that end where a page that faults begins, or begin where one ends. Out: the bits
// of the same call elsewhere; a fault names its call.
#include <sys/mman.h>
#include <unistd.h>

#include <csignal>
#include <memory>

#include "batch.hpp"

using namespace test;

template <class T> class Pages : public testing::Test {};
TYPED_TEST_SUITE(Pages, Scalars);

static char where[200];
static void name_call(int fault) {
    static_cast<void>(!write(STDERR_FILENO, where, std::strlen(where)));
    static_cast<void>(std::signal(fault, SIG_DFL));
}

// Memory between two pages that fault.
class Fence {
public:
    // reserve: where from, if not from the system.
    Fence(std::size_t bytes, void* (*reserve)(std::size_t)) {
        const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
        size_ = (bytes + page - 1) / page * page;
        mapped_ = reserve ? 0 : size_ + 2 * page;
        base_ = reserve ? reserve(size_ + 2 * page)
                        : mmap(nullptr, mapped_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        first_ = static_cast<char*>(base_) + page;
        if (base_ == MAP_FAILED || mprotect(base_, page, PROT_NONE) || mprotect(first_ + size_, page, PROT_NONE))
            std::abort();
    }
    Fence(const Fence&) = delete;
    Fence& operator=(const Fence&) = delete;
    ~Fence() {
        if (mapped_) munmap(base_, mapped_);
    }
    // Words of 16 bytes may be read of what is aligned to them, so that its end may be some bytes off.
    void* place(std::size_t bytes, bool last, bool aligned) const {
        return last ? first_ + size_ - (aligned ? (bytes + 15) / 16 * 16 : bytes) : first_;
    }

private:
    std::size_t size_, mapped_;
    void* base_;
    char* first_;
};

static constexpr i64 largest = 33, largest_there = 97, most_below = 2, most_problems = 17;
// `there`: on the device.
static const Fence& fence(std::size_t operand, std::size_t problem, bool there) {
    static std::vector<std::unique_ptr<Fence>> all[2];
    const i64 order = there ? largest_there : largest;
    while (all[there].size() < 8 * most_problems)
        all[there].push_back(std::make_unique<Fence>((order + most_below) * order * sizeof(std::complex<double>),
                                                     there ? space->reserve : nullptr));
    return *all[there][operand * most_problems + problem];
}

// From the first element to the last, with what lies between the columns.
template <class E> static std::size_t bytes_of(const Matrix<E>& m) {
    return m.m && m.n ? static_cast<std::size_t>(m.ld * (m.n - 1) + m.m) * sizeof(E) : 0;
}

template <class T> static void check(const std::vector<Item<T>>& before, bool last, bool there = false) {
    const Op op = before[0].op;
    std::vector<Item<T>> expected = before, got = before;
    ASSERT_TRUE(run(Form::variable, expected));
    Call<T> call(op, Form::variable, false, got);
    std::vector<std::int32_t> pivots;
    for (std::size_t i = 0; i < got.size(); ++i) {
        std::size_t operand = 0;
        got[i].for_arrays([&](const char* word, auto& m) {
            ++operand;
            if (!has(op, word)) return;
            void* to = fence(operand, i, there).place(bytes_of(m), last, there && i % 2 == 0);
            std::memcpy(to, m.data(), bytes_of(m));
            call[word].set(i, to);
        });
        if (has(op, "ipiv")) {
            const std::size_t count = got[i].ipiv.value.size() - 4;
            auto* to = static_cast<std::int32_t*>(fence(0, i, there).place(count * 4, last, false));
            for (std::size_t p = 0; p < count; ++p) to[p] = static_cast<std::int32_t>(got[i].ipiv.value[p]);
            call["ipiv"].set(i, static_cast<void*>(to));
        }
    }
    std::ostringstream text;
    text << describe(before[0]) << got.size() << " problems " << (last ? "before" : "behind")
         << " a page that faults\n";
    std::snprintf(where, sizeof where, "%s", text.str().c_str());
    ASSERT_TRUE(call.carry_out());
    for (std::size_t i = 0; i < got.size(); ++i) {
        std::size_t operand = 0;
        expected[i].for_arrays([&](const char* word, auto& m) {
            ++operand;
            if (!has(op, word)) return;
            ASSERT_FALSE(std::memcmp(fence(operand, i, there).place(bytes_of(m), last, there && i % 2 == 0), m.data(),
                                     bytes_of(m)))
                << where << word << " of problem " << i;
        });
        if (op == Op::getrf) {
            const std::size_t count = got[i].ipiv.value.size() - 4;
            const auto* from = static_cast<std::int32_t*>(fence(0, i, there).place(count * 4, last, false));
            for (std::size_t p = 0; p < count; ++p) ASSERT_EQ(from[p], expected[i].ipiv.value[p]) << where;
        }
        if (is_lapack(op)) {
            ASSERT_EQ(call.integer("info", i), expected[i].info) << where;
        }
    }
}

TYPED_TEST(Pages, All) {
    using T = TypeParam;
    static_cast<void>(std::signal(SIGSEGV, name_call));
    static constexpr std::size_t counts[] = {1, 5, 17};
    for (int i = 0; i < op_count; ++i) {
        if (!exists<T>(Op(i))) continue;
        Random r(801 + std::uint64_t(i));
        int turn = 0;
        for (const Args& options : option_sets(Op(i), is_complex<T>))
            for (i64 n = 1; n <= largest; n += quick() ? 3 : 1)
                for (const bool square : {true, false}) {
                    Args x = options;
                    x.m = x.n = x.k = n;
                    if (!square) x = sizes_around(Op(i), options, n, r);
                    for (i64* size : {&x.m, &x.n, &x.k}) *size = std::min(*size, largest);
                    const Options how{r.below(2) * most_below, r.below(3) ? 1 : -2, r.below(3) ? 1 : 3};
                    std::vector<Item<T>> items;
                    const T alpha = factor<T>(r), beta = factor<T>(r);
                    ++turn;
                    for (std::size_t p = 0; p < counts[turn % 3]; ++p)
                        items.push_back(make_item<T>(Op(i), x, alpha, beta, r, how));
                    check(items, turn / 3 % 2);
                    if (this->HasFatalFailure()) return;
                }
    }
}

// Kernels for a device, in memory that the driver for tests calls so.
TYPED_TEST(Pages, OnADevice) {
    using T = TypeParam;
    if (!space || !space->reserve) GTEST_SKIP() << "no device whose memory may be protected";
    static_cast<void>(std::signal(SIGSEGV, name_call));
    Random r(811);
    int turn = 0;
    for (const Op op : {Op::gemm, Op::syrk, Op::trsm, Op::getrf, Op::getrs, Op::potrf, Op::potrs, Op::geqrf})
        for (const Args& options : option_sets(op, is_complex<T>))
            for (const i64 n : {33, 47, 64, 97}) {
                ++turn;
                if (n != 33 && op != Op::potrf && turn % 5) continue;  // in turns
                Args x = options;
                x.m = x.n = x.k = n;
                std::vector<Item<T>> items;
                const T alpha = factor<T>(r), beta = factor<T>(r);
                for (i64 p = r.below(2); p < 2; ++p)
                    items.push_back(make_item<T>(op, x, alpha, beta, r, {r.below(most_below), 1, 1}));
                check(items, r.below(4) > 0, true);
                if (this->HasFatalFailure()) return;
            }
}
