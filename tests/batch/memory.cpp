// In: batches of a few, of a million and of large problems. Out: what a call asks the system for. That is the Workspace
// of each thread alone (cpu/workspace.hpp), kept from call to call: after a first call nothing, by one thread, and no
// call takes anything of the heap. This program's malloc and mmap come first, so that every library's calls are seen.
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdarg>
#include <cstring>

#include "repeated.hpp"

using namespace test;

namespace {
struct Taken {
    long long heap = 0, heap_bytes = 0, mapped = 0, mapped_bytes = 0;
};
std::atomic<bool> watching{false};
std::atomic<long long> heap, heap_bytes, mapped, mapped_bytes;

void take(std::atomic<long long>& calls, std::atomic<long long>& all, std::size_t bytes) {
    if (!watching) return;
    ++calls;
    all += static_cast<long long>(bytes);
}
void watch(bool begins) {
    if (begins) heap = heap_bytes = mapped = mapped_bytes = 0;
    watching = begins;
}
Taken taken() {
    return {heap, heap_bytes, mapped, mapped_bytes};
}
}  // namespace

#define EXPORTED extern "C" __attribute__((visibility("default")))
EXPORTED void* __libc_malloc(std::size_t);
EXPORTED void* __libc_calloc(std::size_t, std::size_t);
EXPORTED void* __libc_realloc(void*, std::size_t);
EXPORTED void* __libc_memalign(std::size_t, std::size_t);
EXPORTED void* malloc(std::size_t size) noexcept {
    take(heap, heap_bytes, size);
    return __libc_malloc(size);
}
EXPORTED void* calloc(std::size_t count, std::size_t size) noexcept {
    take(heap, heap_bytes, count * size);
    return __libc_calloc(count, size);
}
EXPORTED void* realloc(void* p, std::size_t size) noexcept {
    take(heap, heap_bytes, size);
    return __libc_realloc(p, size);
}
EXPORTED void* memalign(std::size_t alignment, std::size_t size) noexcept {
    take(heap, heap_bytes, size);
    return __libc_memalign(alignment, size);
}
EXPORTED void* aligned_alloc(std::size_t alignment, std::size_t size) noexcept {
    return memalign(alignment, size);
}
EXPORTED int posix_memalign(void** p, std::size_t alignment, std::size_t size) noexcept {
    *p = memalign(alignment, size);
    return *p ? 0 : ENOMEM;
}
EXPORTED void* mmap(void* at, std::size_t size, int protection, int flags, int file, off_t offset) noexcept {
    take(mapped, mapped_bytes, size);
    return reinterpret_cast<void*>(syscall(SYS_mmap, at, size, protection, flags, file, offset));
}
EXPORTED void* mmap64(void* at, std::size_t size, int protection, int flags, int file, off_t offset) noexcept {
    return mmap(at, size, protection, flags, file, offset);
}
EXPORTED void* mremap(void* at, std::size_t old_size, std::size_t size, int flags, ...) noexcept {
    take(mapped, mapped_bytes, size);
    return reinterpret_cast<void*>(syscall(SYS_mremap, at, old_size, size, flags, nullptr));
}

namespace {
constexpr long long workspace_bytes = 4 << 20, workspaces = 4;  // of a thread at a time: of a call in a call in ...

int threads() {
    const char* value = std::getenv("SHUNT_NUM_THREADS");
    return value ? std::atoi(value) : 1;
}
// Where there are several threads, those that had nothing to do in the first call may come to need a Workspace.
testing::AssertionResult took_nothing() {
    const Taken t = taken();
    const long long more = (threads() - 1) * workspaces * workspace_bytes;
    if (t.heap == 0 && t.mapped_bytes <= more) return testing::AssertionSuccess();
    return testing::AssertionFailure() << "a call took " << t.heap_bytes << " bytes of the heap in " << t.heap
                                       << " pieces, and " << t.mapped_bytes << " by mmap in " << t.mapped;
}
template <class T> class Memory : public testing::Test {
protected:
    void SetUp() override { watch_call = watch; }
    void TearDown() override { watch_call = nullptr; }
};
TYPED_TEST_SUITE(Memory, Scalars);
}  // namespace

// The first test: the library's own mapping is seen, and so is what others take for it. What is found out once (whether
// OpenMP is there) and threads are made here.
TEST(Watched, FirstCall) {
    watch_call = watch;
    Random r(801);
    std::vector<Item<double>> items = mixed_items<double>(Op::getrf, 40, 300, r);
    ASSERT_TRUE(run(Form::variable, items));
    EXPECT_GE(taken().mapped_bytes, workspace_bytes);
    EXPECT_LE(taken().mapped_bytes, threads() * workspaces * workspace_bytes);
    watch(true);
    std::free(strdup("by libc"));
    operator delete(operator new(1));
    watch(false);
    EXPECT_EQ(taken().heap, 2);
    watch_call = nullptr;
}

// The larger of two calls takes no more than what the smaller one has left.
TYPED_TEST(Memory, Million) {
    using T = TypeParam;
    Random r(802);
    const i64 many = precision<T> == 'd' ? 1000000 : 100000;
    for (const Op op : {Op::getrf, Op::potrf, Op::gemm})
        for (const Form form : forms) {
            const auto few = form == Form::variable ? mixed_items<T>(op, 3, 37, r) : equal_items<T>(op, 3, 37, r);
            for (const i64 count : {i64(2000), many}) {
                Repeated<T> batch(few, count);
                ASSERT_TRUE(batch.carry_out(form, false));
                if (count == many) {
                    ASSERT_TRUE(took_nothing()) << describe(few[0]) << "form " << int(form);
                    ASSERT_TRUE(batch.good(false));
                }
            }
        }
}
TYPED_TEST(Memory, AllOperations) {
    using T = TypeParam;
    Random r(803);
    for (int i = 0; i < op_count; ++i)
        for (const Form form : forms) {
            if (!exists<T>(Op(i))) continue;
            const auto few = form == Form::variable ? mixed_items<T>(Op(i), 6, 37, r) : equal_items<T>(Op(i), 6, 37, r);
            for (const i64 count : {500, 10000}) {
                Repeated<T> batch(few, count);
                ASSERT_TRUE(batch.carry_out(form, true));
                if (count == 10000) {
                    ASSERT_TRUE(took_nothing()) << describe(few[0]) << "form " << int(form);
                }
            }
        }
}
// Problems that routines for one matrix carry out, each with all threads.
TYPED_TEST(Memory, Large) {
    using T = TypeParam;
    Random r(804);
    for (int i = 0; i < op_count; ++i) {
        if (!exists<T>(Op(i))) continue;
        const auto few = equal_items<T>(Op(i), is_complex<T> ? 250 : 400, 8, r);
        for (const std::size_t count : {5, 8}) {
            std::vector<Item<T>> items(few.begin(), few.begin() + std::ptrdiff_t(count));
            ASSERT_TRUE(run(forms[i % 3], items));
            if (count == 8) {
                ASSERT_TRUE(took_nothing()) << describe(few[0]);
            }
        }
    }
}
