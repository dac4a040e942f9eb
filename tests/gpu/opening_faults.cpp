// In: SHUNT_ROUTE=gpu, a device of host memory of which one call, or all from one on, or memory fails, counted from the
// first call that opens it, or that the program resets. Out: the program's calls are right wherever that is, those on
// device memory are right or reported, and the report says why. Each in a process of its own; under AddressSanitizer
// none leaks.
#include <atomic>
#include <thread>

#include "../matrix.hpp"
#include "child.hpp"
#include "product.hpp"

using namespace test;

extern "C" void fake_driver_mark(int, const void*, long long);

namespace {

void say_calls() {
    const auto calls = in_plugin<long long()>("shunt_fake_device_calls"),
               takes = in_plugin<long long()>("shunt_fake_device_takes");
    std::printf("calls %lld takes %lld done %lld heard %d\n", calls ? calls() : 0, takes ? takes() : 0,
                calls_done_by_plugin(), heard().count);
}

struct Numbers {
    long long calls = -1, takes = -1, done = -1;
    int heard = -1;
};
Numbers numbers(const Said& said) {
    Numbers n;
    const std::size_t at = said.text.find("calls ");
    if (at != std::string::npos)
        std::sscanf(said.text.c_str() + at, "calls %lld takes %lld done %lld heard %d", &n.calls, &n.takes, &n.done,
                    &n.heard);
    return n;
}

// judge(what a child says, its numbers) with every call, and every piece of memory, failing in turn.
template <class F> void each_fault(const std::string& variable, const std::string& child, F&& judge) {
    const int step = quick() ? 5 : 1;
    for (const char* kind : {"once", "lost", "memory", "no memory"})
        for (long long at = 1, last = 1; at <= last && !testing::Test::HasFailure(); at += step) {
            const std::string fault = variable + "='" + std::string(kind) + " " + std::to_string(at) + "'";
            const Said said = said_by(fault + " SHUNT_REPORT=1", "Child." + child);
            SCOPED_TRACE(testing::Message() << fault << "\n" << said.text);
            const Numbers n = numbers(said);
            ASSERT_EQ(said.status, 0);
            ASSERT_GT(n.calls, 0);
            judge(said, n, kind);
            // As long as it was reached.
            if ((*kind == 'o' || *kind == 'l' ? n.calls : n.takes) >= at) last = at + step;
            ASSERT_LT(at, 1000);
        }
}

constexpr long long stretch = 2 << 20;
// p's product with its matrices there, a stretch each, and what it has made of them.
void run_in(char* memory, Product& p) {
    const auto bytes = static_cast<std::size_t>(p.a.ld * p.a.n) * sizeof(double);
    Matrix<double>* const matrices[] = {&p.a, &p.b, &p.c};
    double* at[3];
    for (int i = 0; i < 3; ++i) {
        at[i] = reinterpret_cast<double*>(memory + i * stretch);
        std::memcpy(at[i], matrices[i]->data(), bytes);
    }
    p.run(at[0], at[1], at[2]);
    for (int i = 0; i < 3; ++i) std::memcpy(matrices[i]->data(), at[i], bytes);
}
// Its first half is the device's, the other one managed.
char* take_memory() {
    char* const memory = static_cast<char*>(std::aligned_alloc(stretch, 8 * stretch));
    fake_driver_mark(0, memory, 8 * stretch);
    return memory;
}

}  // namespace

TEST(Child, DISABLED_Host) {
    Product p(60);
    EXPECT_TRUE(p.run());
    EXPECT_TRUE(p.run());
    say_calls();
}

TEST(OpeningFaults, OfCallsOnTheHostsMemory) {
    int none = 0, some = 0, all = 0;
    each_fault("SHUNT_TEST_FAULT", "DISABLED_Host", [&](const Said& said, const Numbers& n, const std::string& kind) {
        const bool told = said.has("failed: as told"),
                   memory = said.has("no memory or threads for transfers") || said.has("out of device memory");
        if (said.has("GPU: none: ")) {
            ++none;
            EXPECT_EQ(n.done, 0);
            EXPECT_TRUE(said.has("2 calls not done by the GPU: no device could be opened"));
            EXPECT_TRUE(kind == "once" || kind == "lost" ? told : memory);
        } else {
            ++(n.done == 2 ? all : some);
            EXPECT_TRUE(said.has("GPU: fake: host memory"));
            EXPECT_EQ(n.done < 2, told || memory);
        }
    });
    EXPECT_GT(none, 5);
    EXPECT_GT(some, 5);
    EXPECT_GT(all, 0);
}

TEST(Child, DISABLED_Device) {
    Product p(60);
    char* const memory = take_memory();
    Product(4).run();  // the driver is there
    for (int round = 0; round < 2; ++round) {
        p.c.poison();
        const Matrix<double> a = p.a, b = p.b;
        const int before = heard().count;
        run_in(memory, p);
        EXPECT_TRUE(p.a == a && p.b == b);
        if (heard().count == before) {
            EXPECT_TRUE(p.right());
        }
    }
    std::free(memory);
    say_calls();
}

// A reset device does no more calls on the host's memory; what has memory on it after that has it opened anew.
TEST(Child, DISABLED_Reset) {
    char* const memory = take_memory();
    const auto on_device = [&] {
        Product p(60);
        run_in(memory, p);
        EXPECT_TRUE(p.right());
    };
    const auto done_by = [](auto&& f) {
        const long long before = calls_done_by_plugin();
        f();
        return calls_done_by_plugin() - before;
    };
    const auto on_host = [] { EXPECT_TRUE(Product(60).run()); };
    on_host();
    EXPECT_EQ(done_by(on_host), 1);
    EXPECT_EQ(done_by(on_device), 1);
    for (int round = 0; round < 2; ++round) {
        in_plugin<void()>("shunt_fake_device_reset")();
        EXPECT_EQ(done_by(on_host), 0);
        for (int i = 0; i < 2; ++i) EXPECT_EQ(done_by(on_device), 1);
        EXPECT_EQ(done_by(on_host), 0);
    }
    EXPECT_EQ(in_plugin<int()>("shunt_fake_device_misused")(), 0);
    EXPECT_EQ(heard().count, 0);
    std::free(memory);
}

TEST(OpeningFaults, Reset) {
    const Said said = said_by("SHUNT_REPORT=1", "Child.DISABLED_Reset");
    EXPECT_EQ(said.status, 0) << said.text;
    EXPECT_TRUE(said.has("4 calls not done by the GPU: the program has reset the device")) << said.text;
}

TEST(OpeningFaults, OfCallsOnDeviceMemory) {
    int none = 0, some = 0, all = 0;
    each_fault("SHUNT_TEST_FAULT", "DISABLED_Device", [&](const Said& said, const Numbers& n, const std::string&) {
        ++(n.heard == 2 ? none : n.heard ? some : all);
        EXPECT_EQ(n.heard > 0, said.has("shunt: dgemm_: matrices in device memory"));
        EXPECT_TRUE(said.has("2 calls decided: matrices in device memory"));
    });
    EXPECT_GT(none, 5);
    EXPECT_GT(some, 0);
    EXPECT_GT(all, 0);
}

// Where there is no device, the CPU can read what is managed.
TEST(Child, DISABLED_Managed) {
    Product p(60);
    char* const memory = take_memory();
    Product(4).run();  // the driver is there
    run_in(memory + 4 * stretch, p);
    EXPECT_TRUE(p.right());
    EXPECT_EQ(heard().count, 0);
    std::free(memory);
    say_calls();
}
TEST(OpeningFaults, OfCallsOnManagedMemory) {
    for (const char* fault : {"SHUNT_TEST_FAULT='lost 1'", "SHUNT_TEST_FAULT='no memory 1'", "SHUNT_GPU=9"}) {
        const Said said = said_by(std::string(fault) + " SHUNT_REPORT=1", "Child.DISABLED_Managed");
        EXPECT_EQ(said.status, 0) << fault << "\n" << said.text;
        EXPECT_EQ(numbers(said).done, 0) << said.text;
    }
}

// The second of two calls at once needs queues and buffers of its own.
TEST(Child, DISABLED_SecondContext) {
    EXPECT_TRUE(Product(60).run());
    const std::string fault = std::getenv("SHUNT_TEST_LATER");
    const std::size_t space = fault.rfind(' ');
    Product first(60), second(50);
    bool first_right = false, second_right = false;
    hold(true);
    std::thread one([&] { first_right = first.run(); });
    wait_for_kernels(1);
    in_plugin<void(const char*, long long)>("shunt_fake_device_fail")(fault.substr(0, space).c_str(),
                                                                      std::atoll(fault.c_str() + space));
    std::atomic<bool> ended{false};
    std::thread two([&] { second_right = second.run(), ended = true; });
    while (!ended && kernels_waiting() < 2) std::this_thread::yield();
    const bool declined = ended;
    say_calls();
    hold(false);
    one.join(), two.join();
    EXPECT_TRUE(first_right && second_right);
    if (declined) std::printf("it was the CPU's at once\n");
    if (fault.compare(0, space, "memory") != 0) return;  // the device is lost
    in_plugin<void(const char*, long long)>("shunt_fake_device_fail")("none", 0);
    hold(true);
    std::thread three([&] { EXPECT_TRUE(Product(60).run()); }), four([&] { EXPECT_TRUE(Product(50).run()); });
    wait_for_kernels(2);  // there is memory again
    hold(false);
    three.join(), four.join();
}

// Whichever of them fails, the CPU does that call at once, and the first one goes on.
TEST(OpeningFaults, OfTheSecondContext) {
    int at_once = 0;
    each_fault("SHUNT_TEST_LATER", "DISABLED_SecondContext", [&](const Said& said, const Numbers&, const std::string&) {
        if (!said.has("it was the CPU's at once")) return;
        ++at_once;
        EXPECT_TRUE(said.has("not done by the GPU: no memory or threads for transfers") ||
                    said.has("not done by the GPU: out of device memory") || said.has("failed: as told"));
    });
    EXPECT_GT(at_once, 5);
}
