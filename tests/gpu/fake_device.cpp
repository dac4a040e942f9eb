// In: device.hpp's calls. Out: the same in host memory, one after the other, by plain loops: the plug-in without a GPU.
// shunt_fake_device_fail() makes calls fail: KIND "once", "lost" (that one and all later ones), "up", "down", "kernel"
// (of these, that one and all later ones), "memory", "no memory" (of those that take memory, that one, or that one and
// all later ones), counted from 1; so does SHUNT_TEST_FAULT, "up 5", from the start. A copy that fails has spoilt half
// of what it should have written. shunt_fake_device_later(): the calls are done by another thread, as late as may be;
// 0: at once. SHUNT_TEST_NO_QR: as without cuSOLVER. shunt_fake_device_pin() names the host memory that the device
// reaches by itself. There are two devices (fake_driver.cpp): shunt_fake_device_use() makes one the
// thread's, shunt_fake_device_calls_of() counts the calls of one. shunt_fake_device_reset(): all devices that are open
// are gone; shunt_fake_device_misused(): how often threads have turned to one that is, or closed something of it.
// shunt_fake_device_hold(1): kernels wait until hold(0), shunt_fake_device_waiting() of them by now.
// shunt_fake_device_most(): the most bytes of device memory that calls have held at a time since it was asked last.
// shunt_fake_device_looked(): how often the device has looked at problems that nobody else has.
#include <dlfcn.h>

#include <atomic>
#include <chrono>
#include <cmath>
#include <complex>
#include <condition_variable>
#include <cstdlib>
#include <cstring>
#include <map>
#include <memory>
#include <mutex>
#include <new>
#include <numeric>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "cuda/choose.hpp"
#include "cuda/open_device.hpp"
#ifdef SHUNT_TEST_EMULATED
#include "tests/gpu/emulated/kernels.hpp"
#else
#include "tests/gpu/fake_batch.hpp"
#endif
#include "tests/gpu/later.hpp"

namespace shunt::gpu {

struct Event {
    std::shared_ptr<Point> point;  // the last one recorded, where calls are done later
};

namespace {

using i64 = std::int64_t;

std::mutex mutex;  // queues are called from several threads
enum class Kind { other, up, down, kernel };
i64 calls = 0, takes = 0, of_kind[4] = {};
enum class Fault { none, once, lost, up, down, kernel, memory, no_memory } fault = Fault::none;
i64 fault_at = 0;
const char* failure = "";  // what failed first

std::vector<std::pair<const char*, std::size_t>> pinned;
i64 straight = 0;  // copies from or to it

bool reached(const void* memory, std::size_t bytes) {
    const auto* first = static_cast<const char*>(memory);
    const std::lock_guard lock(mutex);
    for (const auto& [p, size] : pinned)
        if (p <= first && first + bytes <= p + size) return true;
    return false;
}

constexpr int device_count = 2;
[[gnu::tls_model("initial-exec")]] thread_local int current = 0;  // this thread's device
i64 calls_of[device_count];
std::atomic<int> resets{0}, misuses{0};
std::atomic<long long> looked{0};

std::map<void*, std::size_t> held;  // device memory
std::size_t held_now = 0, held_most = 0;

void note_taken(void* p, std::size_t bytes) {
    const std::lock_guard lock(mutex);
    held[p] = bytes;
    held_most = std::max(held_most, held_now += bytes);
}
void note_given(void* p) {
    const std::lock_guard lock(mutex);
    const auto at = held.find(p);
    held_now -= at->second;
    held.erase(at);
}

std::condition_variable released;
bool holding = false;
int waiting = 0;

void wait_while_held() {
    std::unique_lock lock(mutex);
    ++waiting;
    if (!released.wait_for(lock, std::chrono::seconds(3), [] { return !holding; }))
        holding = false;  // a test that is wrong ends, too
    --waiting;
}

Status called(Kind kind = Kind::other) {
    if (Scheduler::working()) return Status::ok;  // was counted when it was enqueued
    const std::lock_guard lock(mutex);
    ++calls, ++calls_of[current];
    const i64 same = ++of_kind[static_cast<int>(kind)];
    const bool fails = (fault == Fault::once && calls == fault_at) || (fault == Fault::lost && calls >= fault_at) ||
                       (fault == Fault::up && kind == Kind::up && same >= fault_at) ||
                       (fault == Fault::down && kind == Kind::down && same >= fault_at) ||
                       (fault == Fault::kernel && kind == Kind::kernel && same >= fault_at);
    if (!fails) return Status::ok;
    if (!*failure)
        failure = kind == Kind::kernel  ? "a kernel failed: as told"
                  : kind == Kind::other ? "the device failed: as told"
                                        : "a copy failed: as told";
    return Status::failed;
}
Status taken(void** p, std::size_t bytes) {
    if (const Status s = called(); s != Status::ok) return s;
    if (!Scheduler::working()) {
        const std::lock_guard lock(mutex);
        ++takes;
        if ((fault == Fault::memory && takes == fault_at) || (fault == Fault::no_memory && takes >= fault_at))
            return Status::no_memory;
    }
    *p = std::malloc(bytes + 1);
    if (*p) std::memset(*p, 0xff, bytes);  // NaN in every precision
    return *p ? Status::ok : Status::no_memory;
}

template <class T> T conj_of(T x) {
    if constexpr (std::is_floating_point_v<T>)
        return x;
    else
        return std::conj(x);
}
template <class T> auto size_of(T x) {
    if constexpr (std::is_floating_point_v<T>)
        return std::abs(x);
    else
        return std::abs(x.real()) + std::abs(x.imag());
}
template <class T> T value(Scalar s) {
    if constexpr (std::is_floating_point_v<T>)
        return static_cast<T>(s.re);
    else
        return T(static_cast<typename T::value_type>(s.re), static_cast<typename T::value_type>(s.im));
}
template <class T> T& at(const Array& a, i64 i, i64 j) {
    return *reinterpret_cast<T*>(a(i, j).data);
}
template <class T> T op(char trans, const Array& a, i64 i, i64 j) {
    return trans == 'N' ? at<T>(a, i, j) : trans == 'T' ? at<T>(a, j, i) : conj_of(at<T>(a, j, i));
}
template <class F> Status each(char precision, F&& f) {
    if (const Status s = called(Kind::kernel); s != Status::ok) return s;
    wait_while_held();
    switch (precision) {
        case 's':
            f(float());
            break;
        case 'd':
            f(double());
            break;
        case 'c':
            f(std::complex<float>());
            break;
        default:
            f(std::complex<double>());
    }
    return Status::ok;
}

// Element (i, j) of a triangle as it stands in op(a).
template <class T> T element(const Array& a, char uplo, char trans, char diag, i64 i, i64 j) {
    if (i == j && diag == 'U') return T(1);
    const bool lower = (uplo == 'L') == (trans == 'N');
    return (lower ? i >= j : i <= j) ? op<T>(trans, a, i, j) : T(0);
}

class FakeQueue final : public Queue {
public:
    Status take(void** memory, std::size_t bytes) override {
        misuses += inside_;
        const Status s = taken(memory, bytes);
        if (s == Status::ok) note_taken(*memory, bytes);
        return s;
    }
    void give(void* memory) override { note_given(memory), std::free(memory); }
    Status upload(Array device, Array host, i64 rows, i64 columns) override {
        misuses += inside_;
        note(host);
        return move(called(Kind::up), device, host, rows, columns);
    }
    Status download(Array host, Array device, i64 rows, i64 columns) override {
        misuses += inside_;
        note(host);
        return move(called(Kind::down), host, device, rows, columns);
    }
    Status use_stream(void*) override {
        misuses += born_ != resets;
        return called();
    }
    void enter(void*) override { inside_ = true; }
    void leave() override { inside_ = false; }
    Status place(void* device, const void* host, std::size_t bytes) override {
        const Status s = called(Kind::kernel);
        if (s == Status::ok) std::memcpy(device, host, bytes);
        return s;
    }
    Status record(Event*) override { return called(); }
    Status wait(Event*) override { return called(); }
    Status finish() override {
        misuses += inside_;
        return called();
    }

    Status gemm(char precision, char transa, char transb, i64 m, i64 n, i64 k, Scalar alpha, Array a, Array b,
                Scalar beta, Array c) override {
        return each(precision, [&](auto zero) {
            using T = decltype(zero);
            add_product<T>(
                m, n, k, value<T>(alpha), value<T>(beta), c, [](i64, i64) { return true; },
                [&](i64 i, i64 l) { return op<T>(transa, a, i, l); },
                [&](i64 l, i64 j) { return op<T>(transb, b, l, j); });
        });
    }
    static auto inside(char uplo) {
        return [uplo](i64 i, i64 j) { return uplo == 'L' ? i >= j : i <= j; };
    }
    Status syrk(char precision, bool conjugate, char uplo, char trans, i64 n, i64 k, Scalar alpha, Array a, Scalar beta,
                Array c) override {
        return each(precision, [&](auto zero) {
            using T = decltype(zero);
            if (conjugate) real_diagonal<T>(n, c);
            const auto x = [&](i64 i, i64 l) { return op<T>(trans, a, i, l); };
            add_product<T>(n, n, k, value<T>(alpha), value<T>(beta), c, inside(uplo), x,
                           [&](i64 l, i64 j) { return conjugate ? conj_of(x(j, l)) : x(j, l); });
        });
    }
    Status syr2k(char precision, bool conjugate, char uplo, char trans, i64 n, i64 k, Scalar alpha, Array a, Array b,
                 Scalar beta, Array c) override {
        return each(precision, [&](auto zero) {
            using T = decltype(zero);
            if (conjugate) real_diagonal<T>(n, c);
            const auto element = [&](const Array& x, i64 i, i64 l) { return op<T>(trans, x, i, l); };
            const auto turned = [&](const Array& x, i64 l, i64 j) {
                return conjugate ? conj_of(element(x, j, l)) : element(x, j, l);
            };
            const T factor = value<T>(alpha), other = conjugate ? conj_of(factor) : factor;
            add_product<T>(
                n, n, k, factor, value<T>(beta), c, inside(uplo), [&](i64 i, i64 l) { return element(a, i, l); },
                [&](i64 l, i64 j) { return turned(b, l, j); });
            add_product<T>(
                n, n, k, other, T(1), c, inside(uplo), [&](i64 i, i64 l) { return element(b, i, l); },
                [&](i64 l, i64 j) { return turned(a, l, j); });
        });
    }
    Status symm(char precision, bool conjugate, char side, char uplo, i64 m, i64 n, Scalar alpha, Array a, Array b,
                Scalar beta, Array c) override {
        return each(precision, [&](auto zero) {
            using T = decltype(zero);
            const auto whole = [&](i64 i, i64 j) -> T {
                if (i == j && conjugate) return T(std::real(at<T>(a, i, i)));
                if ((uplo == 'L') == (i >= j)) return at<T>(a, i, j);
                return conjugate ? conj_of(at<T>(a, j, i)) : at<T>(a, j, i);
            };
            const auto given = [&](i64 i, i64 j) { return at<T>(b, i, j); };
            const auto all = [](i64, i64) { return true; };
            if (side == 'L')
                add_product<T>(m, n, m, value<T>(alpha), value<T>(beta), c, all, whole, given);
            else
                add_product<T>(m, n, n, value<T>(alpha), value<T>(beta), c, all, given, whole);
        });
    }

    Queue* fork(bool, char, i64, i64) override { return this; }
    Status join() override { return Status::ok; }
    std::int64_t trsm_order(char, char, char, i64, i64) const override { return leaf; }
    Status trsm(char precision, char side, char uplo, char trans, char diag, i64 m, i64 n, Scalar alpha, Array a,
                Array b) override {
        return each(precision, [&](auto zero) {
            using T = decltype(zero);
            const bool left = side == 'L', lower = (uplo == 'L') == (trans == 'N'), forward = left == lower;
            const i64 order = left ? m : n, others = left ? n : m;
            const auto t = [&](i64 i, i64 j) {
                return left ? element<T>(a, uplo, trans, diag, i, j) : element<T>(a, uplo, trans, diag, j, i);
            };
            const auto x = [&](i64 i, i64 r) -> T& { return left ? at<T>(b, i, r) : at<T>(b, r, i); };
            for (i64 r = 0; r < others; ++r)
                for (i64 s = 0; s < order; ++s) {
                    const i64 i = forward ? s : order - 1 - s;
                    T sum = value<T>(alpha) * x(i, r);
                    for (i64 q = 0; q < s; ++q) {
                        const i64 l = forward ? q : order - 1 - q;
                        sum -= t(i, l) * x(l, r);
                    }
                    x(i, r) = diag == 'U' ? sum : sum / t(i, i);
                }
        });
    }
    std::int64_t trmm_order(char, char, char, i64, i64) const override { return leaf; }
    Status trmm(char precision, char side, char uplo, char trans, char diag, i64 m, i64 n, Scalar alpha, Array a,
                Array b) override {
        return each(precision, [&](auto zero) {
            using T = decltype(zero);
            const bool left = side == 'L', lower = (uplo == 'L') == (trans == 'N'), from_top = left != lower;
            const i64 order = left ? m : n, others = left ? n : m;
            const auto t = [&](i64 i, i64 j) {
                return left ? element<T>(a, uplo, trans, diag, i, j) : element<T>(a, uplo, trans, diag, j, i);
            };
            const auto x = [&](i64 i, i64 r) -> T& { return left ? at<T>(b, i, r) : at<T>(b, r, i); };
            for (i64 r = 0; r < others; ++r)
                for (i64 s = 0; s < order; ++s) {
                    const i64 i = from_top ? s : order - 1 - s;
                    T sum(0);
                    for (i64 l = from_top ? i : 0; l < (from_top ? order : i + 1); ++l) sum += t(i, l) * x(l, r);
                    x(i, r) = value<T>(alpha) * sum;
                }
        });
    }
    std::int64_t trtri_order(char) const override { return leaf; }
    Status trtri(char precision, char uplo, char diag, i64 n, Array a) override {
        return each(precision, [&](auto zero) {
            using T = decltype(zero);
            std::vector<T> inverse(static_cast<std::size_t>(n * n));
            const Array x{reinterpret_cast<char*>(inverse.data()), n, static_cast<int>(sizeof(T))};
            for (i64 j = 0; j < n; ++j)
                for (i64 s = 0; s < n; ++s) {
                    const i64 i = uplo == 'L' ? s : n - 1 - s;
                    T sum = i == j ? T(1) : T(0);
                    for (i64 l = uplo == 'L' ? 0 : i + 1; l < (uplo == 'L' ? i : n); ++l)
                        sum -= element<T>(a, uplo, 'N', diag, i, l) * at<T>(x, l, j);
                    at<T>(x, i, j) = sum / element<T>(a, uplo, 'N', diag, i, i);
                }
            for (i64 j = 0; j < n; ++j)
                for (i64 i = 0; i < n; ++i)
                    if (uplo == 'L' ? (i > j || (i == j && diag == 'N')) : (i < j || (i == j && diag == 'N')))
                        at<T>(a, i, j) = at<T>(x, i, j);
        });
    }
    Status lauum(char precision, char uplo, i64 n, Array a) override {
        return each(precision, [&](auto zero) {
            using T = decltype(zero);
            std::vector<T> product(static_cast<std::size_t>(n * n));
            const Array x{reinterpret_cast<char*>(product.data()), n, static_cast<int>(sizeof(T))};
            const auto t = [&](i64 i, i64 j) { return element<T>(a, uplo, 'N', 'N', i, j); };
            for (i64 j = 0; j < n; ++j)
                for (i64 i = 0; i < n; ++i) {
                    T sum(0);
                    for (i64 l = 0; l < n; ++l)
                        sum += uplo == 'U' ? t(i, l) * conj_of(t(j, l)) : conj_of(t(l, i)) * t(l, j);
                    at<T>(x, i, j) = sum;
                }
            for (i64 j = 0; j < n; ++j)
                for (i64 i = 0; i < n; ++i)
                    if (uplo == 'L' ? i >= j : i <= j) at<T>(a, i, j) = at<T>(x, i, j);
        });
    }
    Status scale(char precision, i64 m, i64 n, Scalar alpha, Array a) override {
        return each(precision, [&](auto zero) {
            using T = decltype(zero);
            const T factor = value<T>(alpha);
            for (i64 j = 0; j < n; ++j)
                for (i64 i = 0; i < m; ++i) at<T>(a, i, j) = factor == T(0) ? T(0) : factor * at<T>(a, i, j);
        });
    }
#ifdef SHUNT_TEST_EMULATED
    std::size_t batch_shared_memory() override { return emulated_shared_memory; }
    std::size_t batch_lu_bytes(char p, i64 m, i64 n) const override { return gpu::batch_lu_bytes(p, m, n); }
    std::size_t batch_cholesky_bytes(char p, i64 n, BatchAction action) const override {
        return gpu::batch_cholesky_bytes(p, n, action);
    }
    std::size_t batch_qr_bytes(char p, i64 m, i64 n) const override { return gpu::batch_qr_bytes(p, m, n); }
    std::size_t batch_bidiagonal_bytes(char p, i64 m, i64 n, BatchAction action) const override {
        return gpu::batch_bidiagonal_bytes(p, m, n, action);
    }
    Status batch_step(char precision, const BatchProblems& all, const BatchStep& step) override {
        if (const Status s = called(Kind::kernel); s != Status::ok) return s;
        return emulated_step(precision, all, step) == 0 ? Status::ok : Status::failed;
    }
    Status batch_look(const BatchUnseen& u) override {
        ++looked;
        if (const Status s = called(Kind::kernel); s != Status::ok) return s;
        return emulated_look(u) == 0 ? Status::ok : Status::failed;
    }
    Status batch_sort(const BatchUnseen& u, std::uint32_t* starts, BatchSizes* sorted) override {
        if (const Status s = called(Kind::kernel); s != Status::ok) return s;
        return emulated_sort(u, starts, sorted) == 0 ? Status::ok : Status::failed;
    }
#else
    // So little memory that matrices of moderate order are cut, too.
    std::size_t batch_shared_memory() override { return 70000; }
    std::size_t batch_lu_bytes(char, i64 m, i64 n) const override { return static_cast<std::size_t>(16 * m * n); }
    std::size_t batch_cholesky_bytes(char, i64 n, BatchAction action) const override {
        return static_cast<std::size_t>(16 * n * (action == BatchAction::cholesky ? n : 32));
    }
    std::size_t batch_qr_bytes(char, i64 m, i64 n) const override { return static_cast<std::size_t>(16 * m * n); }
    std::size_t batch_bidiagonal_bytes(char, i64 m, i64 n, BatchAction action) const override {
        return static_cast<std::size_t>(16 * (action == BatchAction::bidiagonal ? m * n : 5 * std::max(m, n)));
    }
    Status batch_step(char precision, const BatchProblems& all, const BatchStep& step) override {
        return each(precision, [&](auto zero) { fake::BatchStepper<decltype(zero)>(all, step).run(); });
    }
    Status batch_look(const BatchUnseen& u) override {
        ++looked;
        return each('s', [&](auto) { fake::look(u); });
    }
    Status batch_sort(const BatchUnseen& u, std::uint32_t* starts, BatchSizes* sorted) override {
        return each('s', [&](auto) { fake::sort(u, starts, sorted); });
    }
#endif
    Status swap_rows(char precision, i64 n, Array a, i64 first, i64 last, const std::int32_t* pivots,
                     bool forward) override {
        return each(precision, [&](auto zero) {
            using T = decltype(zero);
            for (i64 s = first; s <= last; ++s) {
                const i64 i = forward ? s : first + last - s;
                for (i64 j = 0; j < n; ++j) std::swap(at<T>(a, i - 1, j), at<T>(a, pivots[i - 1] - 1, j));
            }
        });
    }

    bool swaps_late(char, i64 m) const override { return m % 2 == 0; }
    Status late_swaps(char precision, i64 m, const i64* starts, int panels, Array a,
                      const std::int32_t* pivots) override {
        void* memory = nullptr;
        Status status = take(&memory, static_cast<std::size_t>(m));
        for (int p = 1; p < panels && status == Status::ok; ++p)
            status = swap_rows(precision, starts[p], a, starts[p] + 1, starts[p + 1], pivots, true);
        if (memory) give(memory);
        return status;
    }

    std::int64_t potrf_order(char, i64) const override { return leaf; }
    Status potrf(char precision, char uplo, i64 m, i64 n, Array a, std::int32_t* info, i64 offset) override {
        return each(precision, [&](auto zero) {
            using T = decltype(zero);
            if (*info) return;
            const bool lower = uplo == 'L';
            const auto read = [&](i64 i, i64 j) { return lower ? at<T>(a, i, j) : conj_of(at<T>(a, j, i)); };
            const auto write = [&](i64 i, i64 j, T x) {
                (lower ? at<T>(a, i, j) : at<T>(a, j, i)) = lower ? x : conj_of(x);
            };
            for (i64 j = 0; j < n; ++j) {
                auto d = std::real(read(j, j));
                for (i64 l = 0; l < j; ++l) d -= std::real(read(j, l) * conj_of(read(j, l)));
                if (!(d > 0)) {
                    *info = static_cast<std::int32_t>(offset + j + 1);
                    return;
                }
                write(j, j, T(std::sqrt(d)));
                for (i64 i = j + 1; i < m; ++i) {
                    T sum = read(i, j);
                    for (i64 l = 0; l < j; ++l) sum -= read(i, l) * conj_of(read(j, l));
                    write(i, j, sum / read(j, j));
                }
            }
        });
    }
    std::int64_t getrf_columns(char, i64) const override { return leaf; }
    Status getrf(char precision, i64 m, i64 n, Array a, std::int32_t* pivots, std::int32_t* info, i64 offset) override {
        return each(precision, [&](auto zero) {
            using T = decltype(zero);
            for (i64 j = 0; j < std::min(m, n); ++j) {
                i64 p = j;
                for (i64 i = j + 1; i < m; ++i)
                    if (size_of(at<T>(a, i, j)) > size_of(at<T>(a, p, j))) p = i;
                pivots[j] = static_cast<std::int32_t>(offset + p + 1);
                if (at<T>(a, p, j) == T(0)) {
                    if (!*info) *info = static_cast<std::int32_t>(offset + j + 1);
                    continue;
                }
                for (i64 l = 0; l < n; ++l) std::swap(at<T>(a, j, l), at<T>(a, p, l));
                for (i64 i = j + 1; i < m; ++i) at<T>(a, i, j) /= at<T>(a, j, j);
                for (i64 l = j + 1; l < n; ++l)
                    for (i64 i = j + 1; i < m; ++i) at<T>(a, i, l) -= at<T>(a, i, j) * at<T>(a, j, l);
            }
        });
    }
    // A NaN below the head of a column counts as zeros where no reflector came before, as for cuSOLVER, and is gone
    // from the first afterwards.
    Status geqrf(char precision, i64 m, i64 n, Array a, void* tau) override {
        return each(precision, [&](auto zero) {
            using T = decltype(zero);
            for (i64 j = 0; j < std::min(m, n); ++j) {
                T &head = at<T>(a, j, j), &factor = static_cast<T*>(tau)[j];
                double largest = std::imag(head) != 0 ? size_of(head) : 0, squares = 0;
                bool good = true;
                for (i64 i = j + 1; i < m; ++i) {
                    const double size = size_of(at<T>(a, i, j));
                    good = good && !std::isnan(size);
                    largest = std::max(largest, size);
                }
                factor = T(0);
                for (i64 i = 1; !good && j == 0 && i < m; ++i) at<T>(a, i, 0) = T(0);
                if (!good || largest == 0) continue;
                largest = std::max<double>(largest, size_of(head));
                for (i64 i = j; i < m; ++i) squares += std::norm(std::complex<double>(at<T>(a, i, j)) / largest);
                using R = decltype(std::real(zero));
                const R beta = static_cast<R>(std::copysign(std::sqrt(squares) * largest, -std::real(head)));
                factor = (T(beta) - head) / beta;
                for (i64 i = j + 1; i < m; ++i) at<T>(a, i, j) /= head - T(beta);
                head = T(beta);
                reflect<T>(m - j, n - j - 1, a(j, j), conj_of(factor), a(j, j + 1));
            }
        });
    }
    Status only_reflectors(char precision, i64 m, i64 n, i64 k, Array a) override {
        return each(precision, [&](auto zero) {
            using T = decltype(zero);
            for (i64 j = 0; j < n; ++j)
                for (i64 i = 0; i < m; ++i)
                    if (i <= j || j >= k) at<T>(a, i, j) = T(0);
        });
    }
    // As careless as a library may be: what is above the reflectors is multiplied by zero.
    Status ormqr(char precision, char side, char trans, i64 m, i64 n, i64 k, Array a, const void* tau,
                 Array c) override {
        return each(precision, [&](auto zero) {
            using T = decltype(zero);
            const bool left = side == 'L', forward = left == (trans != 'N');
            at<T>(c, 0, 0) += nothing<T>(k, k, a);
            for (i64 s = 0; s < k; ++s) {
                const i64 j = forward ? s : k - 1 - s;
                const T factor = static_cast<const T*>(tau)[j], used = trans == 'N' ? factor : conj_of(factor);
                if (left) {
                    reflect<T>(m - j, n, a(j, j), used, c(j, 0));
                    continue;
                }
                for (i64 i = 0; i < m; ++i) {  // a row: c - tau (c v) v^H
                    T sum = at<T>(c, i, j);
                    for (i64 l = j + 1; l < n; ++l) sum += at<T>(c, i, l) * at<T>(a, l, j);
                    sum *= used;
                    at<T>(c, i, j) -= sum;
                    for (i64 l = j + 1; l < n; ++l) at<T>(c, i, l) -= sum * conj_of(at<T>(a, l, j));
                }
            }
        });
    }
    Status orgqr(char precision, i64 m, i64 n, i64 k, Array a, const void* tau) override {
        return each(precision, [&](auto zero) {
            using T = decltype(zero);
            std::vector<T> v(static_cast<std::size_t>(m));
            const Array column{reinterpret_cast<char*>(v.data()), m, a.bytes};
            const T spoilt = nothing<T>(n, k, a);
            for (i64 j = n - 1; j >= 0; --j) {
                for (i64 i = 0; i < m; ++i) v[static_cast<std::size_t>(i)] = j < k ? at<T>(a, i, j) : T(0);
                for (i64 i = 0; i < m; ++i) at<T>(a, i, j) = T(i == j);
                if (j < k) reflect<T>(m - j, n - j, column(j, 0), static_cast<const T*>(tau)[j], a(j, j));
            }
            at<T>(a, 0, 0) += spoilt;
        });
    }

    Status compose_rows(i64 m, i64 first, i64 k, const std::int32_t* pivots, std::int32_t* rows) override {
        if (const Status s = called(); s != Status::ok) return s;
        std::int32_t* const swapped = rows + m;
        std::iota(swapped, swapped + m, 0);
        for (i64 i = 0; i < k; ++i) std::swap(swapped[first + i], swapped[first + pivots[i] - 1]);
        for (i64 i = 0; i < m; ++i) rows[i] = k > 0 ? swapped[rows[i]] : swapped[i];
        return Status::ok;
    }
    Status gather_rows(char precision, i64 m, i64 n, Array from, const std::int32_t* rows, Array to) override {
        return each(precision, [&](auto zero) {
            using T = decltype(zero);
            for (i64 j = 0; j < n; ++j)
                for (i64 i = 0; i < m; ++i) at<T>(to, i, j) = at<T>(from, rows[i], j);
        });
    }
    std::int64_t solve_order(char) const override { return leaf; }
    Status swap_solve(char precision, i64 k, i64 n, Array l, Array a, const std::int32_t* pivots, i64 offset) override {
        return each(precision, [&](auto zero) {
            using T = decltype(zero);
            for (i64 j = 0; j < n; ++j) {
                for (i64 i = 0; pivots && i < k; ++i) std::swap(at<T>(a, i, j), at<T>(a, pivots[i] - offset - 1, j));
                for (i64 i = 0; i < k; ++i)
                    for (i64 r = i + 1; r < k; ++r) at<T>(a, r, j) -= at<T>(l, r, i) * at<T>(a, i, j);
            }
        });
    }
    Status zero_diagonal(char precision, i64 n, Array a, std::int32_t* info) override {
        return each(precision, [&](auto zero) {
            using T = decltype(zero);
            for (i64 i = 0; i < n && !*info; ++i)
                if (at<T>(a, i, i) == T(0)) *info = static_cast<std::int32_t>(i + 1);
        });
    }

    static void note(Array host) {
        if (!reached(host.data, 1)) return;
        const std::lock_guard lock(mutex);
        ++straight;
    }
    // Spoilt in part unless s is ok, which is returned.
    static Status move(Status s, Array to, Array from, i64 rows, i64 columns) {
        const auto bytes = static_cast<std::size_t>(rows * to.bytes);
        for (i64 j = 0; j < columns; ++j) {
            if (s == Status::ok)
                std::memcpy(to(0, j).data, from(0, j).data, bytes);
            else if (2 * j < columns)
                std::memset(to(0, j).data, 0xff, bytes);
        }
        return s;
    }

private:
    const int born_ = resets;
    bool inside_ = false;  // enter()
    static constexpr i64 leaf = 12;
    // Zero times what does not belong to k reflectors in n columns.
    template <class T> static T nothing(i64 n, i64 k, Array a) {
        T sum(0);
        for (i64 j = 0; j < n; ++j)
            for (i64 i = 0; i <= (j < k ? j : 0); ++i) sum += T(0) * at<T>(a, i, j);
        return sum;
    }
    // c := (I - factor v v^H) c with v(0) = 1, which is not looked at.
    template <class T> static void reflect(i64 m, i64 n, Array v, T factor, Array c) {
        for (i64 j = 0; j < n; ++j) {
            T sum = at<T>(c, 0, j);
            for (i64 i = 1; i < m; ++i) sum += conj_of(at<T>(v, i, 0)) * at<T>(c, i, j);
            sum *= factor;
            at<T>(c, 0, j) -= sum;
            for (i64 i = 1; i < m; ++i) at<T>(c, i, j) -= at<T>(v, i, 0) * sum;
        }
    }
    template <class T> static void real_diagonal(i64 n, Array c) {
        for (i64 i = 0; i < n; ++i) at<T>(c, i, i) = T(std::real(at<T>(c, i, i)));
    }
    template <class T, class In, class A, class B>
    static void add_product(i64 m, i64 n, i64 k, T alpha, T beta, Array c, In&& in, A&& a, B&& b) {
        std::vector<T> left(static_cast<std::size_t>(m * k)), sum(static_cast<std::size_t>(m));
        for (i64 l = 0; l < k; ++l)
            for (i64 i = 0; i < m; ++i) left[static_cast<std::size_t>(i + l * m)] = a(i, l);
        for (i64 j = 0; j < n; ++j) {
            std::fill(sum.begin(), sum.end(), T(0));
            for (i64 l = 0; l < k; ++l) {
                const T factor = b(l, j), *column = left.data() + l * m;
                for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += column[i] * factor;
            }
            for (i64 i = 0; i < m; ++i) {
                if (!in(i, j)) continue;
                T& out = at<T>(c, i, j);
                const T product = alpha * sum[static_cast<std::size_t>(i)];
                out = beta == T(0) ? product : product + beta * out;
            }
        }
    }
};

// The same, by the scheduler's thread: what the host side must not rely on is done as late as a real device may do it.
bool later = false;

class LaterQueue final : public Queue {
public:
    LaterQueue() { Scheduler::get().add(stream_); }
    ~LaterQueue() override { Scheduler::get().remove(stream_); }
    LaterQueue(const LaterQueue&) = delete;
    LaterQueue& operator=(const LaterQueue&) = delete;

    Status take(void** memory, std::size_t bytes) override {
        const Status s = taken(memory, bytes);
        if (s == Status::ok) sizes_[*memory] = bytes, note_taken(*memory, bytes);
        return s;
    }
    void give(void* memory) override {
        const auto at = sizes_.find(memory);
        push({[memory, bytes = at->second] {
                  std::memset(memory, 0xff, bytes);
                  note_given(memory), std::free(memory);
              },
              {},
              {}});
        sizes_.erase(at);
    }
    Status upload(Array device, Array host, i64 rows, i64 columns) override {
        FakeQueue::note(host);
        return copy(Kind::up, device, host, rows, columns);
    }
    Status download(Array host, Array device, i64 rows, i64 columns) override {
        FakeQueue::note(host);
        return copy(Kind::down, host, device, rows, columns);
    }
    Status use_stream(void*) override { return called(); }
    Status record(Event* e) override {
        if (const Status s = called(); s != Status::ok) return s;
        auto point = std::make_shared<Point>();
        std::atomic_store(&e->point, point);
        push({{}, {}, std::move(point)});
        return Status::ok;
    }
    Status wait(Event* e) override {
        if (const Status s = called(); s != Status::ok) return s;
        push({{}, std::atomic_load(&e->point), {}});
        return Status::ok;
    }
    Status finish() override {
        Scheduler::get().finish(stream_);
        return called();
    }
    Status gemm(char p, char ta, char tb, i64 m, i64 n, i64 k, Scalar alpha, Array a, Array b, Scalar beta,
                Array c) override {
        return enqueue([=, this] { queue_.gemm(p, ta, tb, m, n, k, alpha, a, b, beta, c); });
    }
    Status syrk(char p, bool conjugate, char uplo, char trans, i64 n, i64 k, Scalar alpha, Array a, Scalar beta,
                Array c) override {
        return enqueue([=, this] { queue_.syrk(p, conjugate, uplo, trans, n, k, alpha, a, beta, c); });
    }
    Status syr2k(char p, bool conjugate, char uplo, char trans, i64 n, i64 k, Scalar alpha, Array a, Array b,
                 Scalar beta, Array c) override {
        return enqueue([=, this] { queue_.syr2k(p, conjugate, uplo, trans, n, k, alpha, a, b, beta, c); });
    }
    Status symm(char p, bool conjugate, char side, char uplo, i64 m, i64 n, Scalar alpha, Array a, Array b, Scalar beta,
                Array c) override {
        return enqueue([=, this] { queue_.symm(p, conjugate, side, uplo, m, n, alpha, a, b, beta, c); });
    }
    i64 trsm_order(char p, char side, char trans, i64 order, i64 rhs) const override {
        return queue_.trsm_order(p, side, trans, order, rhs);
    }
    Status trsm(char p, char side, char uplo, char trans, char diag, i64 m, i64 n, Scalar alpha, Array a,
                Array b) override {
        return enqueue([=, this] { queue_.trsm(p, side, uplo, trans, diag, m, n, alpha, a, b); });
    }
    Queue* fork(bool, char, i64, i64) override { return nullptr; }
    Status join() override { return Status::ok; }
    i64 trmm_order(char p, char side, char trans, i64 order, i64 rhs) const override {
        return queue_.trmm_order(p, side, trans, order, rhs);
    }
    Status trmm(char p, char side, char uplo, char trans, char diag, i64 m, i64 n, Scalar alpha, Array a,
                Array b) override {
        return enqueue([=, this] { queue_.trmm(p, side, uplo, trans, diag, m, n, alpha, a, b); });
    }
    i64 potrf_order(char p, i64 n) const override { return queue_.potrf_order(p, n); }
    Status potrf(char p, char uplo, i64 m, i64 n, Array a, std::int32_t* info, i64 offset) override {
        return enqueue([=, this] { queue_.potrf(p, uplo, m, n, a, info, offset); });
    }
    i64 getrf_columns(char p, i64 m) const override { return queue_.getrf_columns(p, m); }
    Status getrf(char p, i64 m, i64 n, Array a, std::int32_t* pivots, std::int32_t* info, i64 offset) override {
        return enqueue([=, this] { queue_.getrf(p, m, n, a, pivots, info, offset); });
    }
    Status swap_rows(char p, i64 n, Array a, i64 first, i64 last, const std::int32_t* pivots, bool forward) override {
        return enqueue([=, this] { queue_.swap_rows(p, n, a, first, last, pivots, forward); });
    }
    bool swaps_late(char p, i64 m) const override { return queue_.swaps_late(p, m); }
    Status late_swaps(char p, i64 m, const i64* starts, int panels, Array a, const std::int32_t* pivots) override {
        void* memory = nullptr;  // its work space may be refused, at once
        if (const Status s = taken(&memory, 1); s != Status::ok) return s;
        std::free(memory);
        return enqueue([=, this, all = std::vector<i64>(starts, starts + panels + 1)] {
            queue_.late_swaps(p, m, all.data(), panels, a, pivots);
        });
    }
    Status compose_rows(i64 m, i64 first, i64 k, const std::int32_t* pivots, std::int32_t* rows) override {
        return enqueue([=, this] { queue_.compose_rows(m, first, k, pivots, rows); });
    }
    Status gather_rows(char p, i64 m, i64 n, Array from, const std::int32_t* rows, Array to) override {
        return enqueue([=, this] { queue_.gather_rows(p, m, n, from, rows, to); });
    }
    i64 solve_order(char p) const override { return queue_.solve_order(p); }
    Status swap_solve(char p, i64 k, i64 n, Array l, Array a, const std::int32_t* pivots, i64 offset) override {
        return enqueue([=, this] { queue_.swap_solve(p, k, n, l, a, pivots, offset); });
    }
    Status zero_diagonal(char p, i64 n, Array a, std::int32_t* info) override {
        return enqueue([=, this] { queue_.zero_diagonal(p, n, a, info); });
    }
    i64 trtri_order(char p) const override { return queue_.trtri_order(p); }
    Status trtri(char p, char uplo, char diag, i64 n, Array a) override {
        return enqueue([=, this] { queue_.trtri(p, uplo, diag, n, a); });
    }
    Status lauum(char p, char uplo, i64 n, Array a) override {
        return enqueue([=, this] { queue_.lauum(p, uplo, n, a); });
    }
    Status geqrf(char p, i64 m, i64 n, Array a, void* tau) override {
        return enqueue([=, this] { queue_.geqrf(p, m, n, a, tau); });
    }
    Status only_reflectors(char p, i64 m, i64 n, i64 k, Array a) override {
        return enqueue([=, this] { queue_.only_reflectors(p, m, n, k, a); });
    }
    Status ormqr(char p, char side, char trans, i64 m, i64 n, i64 k, Array a, const void* tau, Array c) override {
        return enqueue([=, this] { queue_.ormqr(p, side, trans, m, n, k, a, tau, c); });
    }
    Status orgqr(char p, i64 m, i64 n, i64 k, Array a, const void* tau) override {
        return enqueue([=, this] { queue_.orgqr(p, m, n, k, a, tau); });
    }
    Status scale(char p, i64 m, i64 n, Scalar alpha, Array a) override {
        return enqueue([=, this] { queue_.scale(p, m, n, alpha, a); });
    }

private:
    void push(Scheduler::Step step) { Scheduler::get().push(stream_, std::move(step)); }
    template <class Work> Status enqueue(Work work) {
        const Status s = called(Kind::kernel);
        if (s == Status::ok) push({std::move(work), {}, {}});
        return s;
    }
    Status copy(Kind kind, Array to, Array from, i64 rows, i64 columns) {
        const Status s = called(kind);
        push({[=] { FakeQueue::move(s, to, from, rows, columns); }, {}, {}});
        return s;
    }

    FakeQueue queue_;
    Scheduler::Stream stream_;
    std::map<void*, std::size_t> sizes_;
};

class FakeDevice final : public Device {
public:
    explicit FakeDevice(int number) : number_(number) {}
    const char* name() const override { return "fake: host memory"; }
    const char* failure() const override { return gpu::failure; }
    const char* not_followed() const override {
        return std::getenv("NVIDIA_TF32_OVERRIDE") ? "NVIDIA_TF32_OVERRIDE" : "";
    }
    bool gone() override { return born_ != resets; }
    void* attach() override {
        misuses += gone();
        return &calls_of[std::exchange(current, number_)];
    }
    void detach(void* before) override { current = static_cast<int>(static_cast<i64*>(before) - calls_of); }
    int in_use(void*) override { return current; }
    // In s and z the link is what is fast.
    double flops(char precision) const override { return precision == 's' || precision == 'z' ? 1e10 : 1e15; }
    bool has_qr(char) override { return !std::getenv("SHUNT_TEST_NO_QR"); }
    double link_rate() const override { return 1e12; }
    Tuning tuning() const override { return {4096, 2e4, 8, 16, 45e9, 512, 5, 4}; }
    Status open_queue(Queue** queue, Turn) override {
        if (const Status s = called(); s != Status::ok) return s;
        if (current != number_) return Status::failed;  // it would be another device's
        *queue = later ? static_cast<Queue*>(new LaterQueue) : new FakeQueue;
        return Status::ok;
    }
    void close_queue(Queue* queue) override {
        misuses += gone();
        delete queue;
    }
    Status open_event(Event** event) override {
        if (const Status s = called(); s != Status::ok) return s;
        *event = new Event{};
        return Status::ok;
    }
    void close_event(Event* event) override { delete event; }
    Status wait(Event* e) override {
        const auto point = std::atomic_load(&e->point);
        if (point) Scheduler::get().wait_for(*point);
        return called();
    }
    Status allocate_pinned(void** memory, std::size_t bytes) override { return taken(memory, bytes); }
    void release_pinned(void* memory) override {
        if (later) Scheduler::get().finish_all();
        std::free(memory);
    }
    bool reaches(const void* memory, std::size_t bytes) override { return reached(memory, bytes); }
    std::size_t free_bytes() override { return std::size_t{1} << 40; }
    int number() const override { return number_; }
    int holder(const void* p) override {
        using Query = int(unsigned, const int*, void**, std::uintptr_t);
        static auto* const ask = reinterpret_cast<Query*>(dlsym(RTLD_DEFAULT, "cuPointerGetAttributes"));
        constexpr int attributes[] = {2, 8, 9};
        unsigned type = 0, managed = 0, ordinal = 0;
        void* values[] = {&type, &managed, &ordinal};
        if (!ask || ask(3, attributes, values, reinterpret_cast<std::uintptr_t>(p)) || !type) return no_device;
        return managed ? any_device : static_cast<int>(ordinal);
    }

private:
    int number_;
    const int born_ = resets;
};

}  // namespace

void fail(const char* kind, i64 at) {
    const std::lock_guard lock(mutex);
    calls = takes = 0;
    for (i64& n : of_kind) n = 0;
    failure = "";
    fault_at = at;
    fault = !std::strcmp(kind, "once")        ? Fault::once
            : !std::strcmp(kind, "lost")      ? Fault::lost
            : !std::strcmp(kind, "up")        ? Fault::up
            : !std::strcmp(kind, "down")      ? Fault::down
            : !std::strcmp(kind, "kernel")    ? Fault::kernel
            : !std::strcmp(kind, "memory")    ? Fault::memory
            : !std::strcmp(kind, "no memory") ? Fault::no_memory
                                              : Fault::none;
}

Device* open_device(const char** reason, int number) {
    if (const char* told = std::getenv("SHUNT_TEST_FAULT")) {
        const std::string words = told;
        if (words == "none there") return *reason = "no device, as told", nullptr;
        const std::size_t space = words.rfind(' ');
        fail(words.substr(0, space).c_str(), std::atoll(words.c_str() + space + 1));
    }
    if (number == chosen_device) number = choose_device(device_count, current);
    if (number < 0) return *reason = none_named, nullptr;
    return new FakeDevice(number);
}

}  // namespace shunt::gpu

#define EXPORTED extern "C" __attribute__((visibility("default")))
EXPORTED void shunt_fake_device_use(int device) {
    shunt::gpu::current = device;
}
EXPORTED void shunt_fake_device_reset() {
    ++shunt::gpu::resets;
}
EXPORTED long long shunt_fake_device_looked() {
    return shunt::gpu::looked;
}
EXPORTED int shunt_fake_device_misused() {
    return shunt::gpu::misuses;
}
EXPORTED int shunt_fake_device_in_use() {
    return shunt::gpu::current;
}
EXPORTED long long shunt_fake_device_calls_of(int device) {
    return shunt::gpu::calls_of[device];
}
EXPORTED void shunt_fake_device_hold(int on) {
    const std::lock_guard lock(shunt::gpu::mutex);
    shunt::gpu::holding = on != 0;
    shunt::gpu::released.notify_all();
}
EXPORTED int shunt_fake_device_waiting() {
    const std::lock_guard lock(shunt::gpu::mutex);
    return shunt::gpu::holding ? shunt::gpu::waiting : 0;
}
EXPORTED long long shunt_fake_device_most() {
    const std::lock_guard lock(shunt::gpu::mutex);
    return static_cast<long long>(std::exchange(shunt::gpu::held_most, shunt::gpu::held_now));
}
EXPORTED void shunt_fake_device_fail(const char* kind, long long at) {
    shunt::gpu::fail(kind, at);
}
// No memory: none any more.
EXPORTED void shunt_fake_device_pin(const void* memory, long long bytes) {
    using namespace shunt::gpu;
    const std::lock_guard lock(mutex);
    if (memory)
        pinned.emplace_back(static_cast<const char*>(memory), static_cast<std::size_t>(bytes));
    else
        pinned.clear();
    straight = 0;
}
EXPORTED void shunt_fake_device_later(unsigned seed) {
    shunt::gpu::later = seed != 0;
    if (seed) shunt::gpu::Scheduler::get().seed(seed);
}
EXPORTED long long shunt_fake_device_straight() {
    return shunt::gpu::straight;
}
EXPORTED long long shunt_fake_device_calls() {
    return shunt::gpu::calls;
}
EXPORTED long long shunt_fake_device_takes() {
    return shunt::gpu::takes;
}
