// In: SHUNT_ROUTE=gpu, SHUNT_GPU_MEMORY, a device of host memory that counts what is taken of it. Out: calls on the
// host's memory, one at a time and several at once, never hold more of it than is allowed; what finds no room beside
// other calls is the CPU's at once; results are right either way.
#include <atomic>
#include <thread>

#include "../routines.hpp"
#include "child.hpp"
#include "product.hpp"

using namespace test;

namespace {

constexpr long long allowed = 1 << 20;  // SHUNT_GPU_MEMORY=1M

// Bytes of device memory that were held at a time since the last question.
long long most_held() {
    return in_plugin<long long()>("shunt_fake_device_most")();
}

// A product that the device has begun, and does not end before release().
class Begun {
public:
    Begun(i64 n, int others) : product_(n), thread_([this] { product_.run(); }) { wait_for_kernels(others + 1); }
    Begun(const Begun&) = delete;
    Begun& operator=(const Begun&) = delete;
    void expect_right() {
        thread_.join();
        EXPECT_TRUE(product_.right());
    }

private:
    Product product_;
    std::thread thread_;
};

// The device is there.
struct Cap : testing::Test {
    void SetUp() override {
        Product p(8);
        p.run();
        ASSERT_TRUE(p.right());
        ASSERT_GT(calls_done_by_plugin(), 0);
        most_held();
    }
};

void expect_on_cpu(i64 n) {
    const long long before = calls_done_by_plugin();
    Product p(n);
    p.run();
    EXPECT_TRUE(p.right()) << n;
    EXPECT_EQ(calls_done_by_plugin(), before) << n;
}

}  // namespace

// Half as much again as a product's matrices is put aside for it: 590 KB for order 128, 332 for 96, 147 for 64.
TEST_F(Cap, ThatDoesNotFitBesideAnother) {
    hold(true);
    Begun first(128, 0);
    expect_on_cpu(128);
    Begun second(96, 1);
    expect_on_cpu(64);
    const long long before = calls_done_by_plugin();
    hold(false);
    first.expect_right(), second.expect_right();
    EXPECT_EQ(calls_done_by_plugin(), before + 2);
    EXPECT_GE(most_held(), 8 * 3 * (128 * 128 + 96 * 96));
    // There is room again.
    Product p(128);
    p.run();
    EXPECT_TRUE(p.right());
    EXPECT_EQ(calls_done_by_plugin(), before + 3);
}

// There is room, and nobody who would see to it.
TEST_F(Cap, ThatFindsTheDeviceBusy) {
    hold(true);
    Begun first(96, 0), second(96, 1);
    expect_on_cpu(64);
    hold(false);
    first.expect_right(), second.expect_right();
}

// What does not fit goes in parts, alone.
TEST_F(Cap, ThatTakesAll) {
    hold(true);
    Begun first(300, 0);  // 2.2 MB
    expect_on_cpu(300);
    expect_on_cpu(8);
    hold(false);
    first.expect_right();
    EXPECT_LE(most_held(), allowed);
}

TEST_F(Cap, InTheReport) {
    const auto expect = [](const std::string& test, const std::string& line) {
        const Said said = said_by("SHUNT_REPORT=1", "Cap." + test);
        EXPECT_EQ(said.status, 0) << said.text;
        EXPECT_TRUE(said.has(line)) << said.text;
    };
    expect("ThatDoesNotFitBesideAnother",
           "2 calls not done by the GPU: the device memory allowed is taken by another call");
    expect("ThatFindsTheDeviceBusy", "1 calls not done by the GPU: the device is busy with other calls");
    expect("ThatTakesAll", "2 calls not done by the GPU: the device memory allowed is taken by another call");
}

template <class T> class CapOf : public testing::Test {};
TYPED_TEST_SUITE(CapOf, Scalars);

namespace {

// Problems with what they are on the CPU, while another call has all of the device's memory.
template <class T> struct Known { Problem<T> before, after; };
template <class T> std::vector<Known<T>> problems(const std::vector<Args>& shapes) {
    Product(8).run();
    std::vector<Known<T>> all;
    Random random(31);
    hold(true);
    Begun other(300, 0);
    const long long done = calls_done_by_plugin();
    for (int i = 0; i < routine_count; ++i)
        for (const Args& shape : shapes) {
            if (!exists(Routine(i), is_complex<T>)) continue;
            Args x = draw(Routine(i), 1, random);
            x.m = shape.m, x.n = shape.n, x.k = shape.k;
            const Problem<T> p(Routine(i), x, random);
            all.push_back({p, p});
            EXPECT_TRUE(all.back().after.run(plain));
        }
    EXPECT_EQ(calls_done_by_plugin(), done);
    hold(false);
    other.expect_right();
    most_held();
    return all;
}
template <class T> bool right(const Known<T>& known) {
    Problem<T> p = known.before;
    p.run(plain);
    return near(p, known.after);
}

}  // namespace

// What fits, what does not. Columns that fill what they lie in on the device.
TYPED_TEST(CapOf, EachRoutine) {
    using T = TypeParam;
    int done = 0;
    const std::vector<Args> few = {{.m = 128, .n = 64, .k = 64}, {.m = 64, .n = 512, .k = 64}};
    const std::vector<Args> all = {{.m = 256, .n = 256, .k = 256},
                                   {.m = 128, .n = 64, .k = 64},
                                   {.m = 64, .n = 512, .k = 64},
                                   {.m = 512, .n = 64, .k = 64},
                                   {.m = 64, .n = 64, .k = 512}};
    for (const auto& known : problems<T>(quick() ? few : all)) {
        const long long before = calls_done_by_plugin();
        EXPECT_TRUE(right(known)) << words(known.before);
        EXPECT_LE(most_held(), allowed) << words(known.before);
        done += calls_done_by_plugin() > before;
    }
    EXPECT_GT(done, quick() ? 20 : 60) << "of all routines and shapes";
}

TYPED_TEST(CapOf, SeveralAtOnce) {
    using T = TypeParam;
    const auto all = problems<T>({{.m = 150, .n = 150, .k = 150}, {.m = 60, .n = 90, .k = 50}});
    const long long before = calls_done_by_plugin();
    std::atomic<int> wrong{0};
    std::vector<std::thread> threads;
    for (std::size_t t = 0; t < 4; ++t)
        threads.emplace_back([&, t] {
            for (std::size_t i = 0; i < all.size(); ++i) wrong += !right(all[(i + t * all.size() / 4) % all.size()]);
        });
    for (std::thread& t : threads) t.join();
    EXPECT_EQ(wrong, 0);
    EXPECT_LE(most_held(), allowed);
    EXPECT_GT(calls_done_by_plugin(), before);
}

// Columns of the device begin at multiples of 256 bytes: short ones take more than their elements.
TYPED_TEST(CapOf, ShortColumns) {
    using T = TypeParam;
    for (const auto& known : problems<T>({{.m = 3, .n = 900, .k = 3}})) {
        EXPECT_TRUE(right(known)) << words(known.before);
        EXPECT_LE(most_held(), allowed) << words(known.before);
    }
}
