// In: a checked call whose matrices are in device memory. Out: the recursion on them, without transfers.
#include "cuda/direct.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "cuda/factor.hpp"
#include "cuda/parts.hpp"
#include "cuda/session.hpp"
#include "cuda/trmm.hpp"
#include "cuda/trsm.hpp"

namespace shunt::gpu {
namespace {

// Memory of the queue for the length of a call.
class Memory {
public:
    Memory(Queue& queue, std::size_t bytes) : queue_(queue) {
        status_ = queue.take(&p_, std::max<std::size_t>(bytes, 4));
    }
    ~Memory() {
        if (status_ == Status::ok) queue_.give(p_);
    }
    Memory(const Memory&) = delete;
    Memory& operator=(const Memory&) = delete;
    Status status() const { return status_; }
    std::int32_t* data() const { return static_cast<std::int32_t*>(p_); }

private:
    Queue& queue_;
    void* p_ = nullptr;
    Status status_;
};

Array words(const void* p, i64 count) {
    return {static_cast<char*>(const_cast<void*>(p)), count, 4};
}

// The first thing that went wrong.
template <class... S> Status first(S... each) {
    Status result = Status::ok;
    ((result = result == Status::ok ? each() : result), ...);
    return result;
}

// 32-bit pivots in device memory, whatever the caller's are.
class Pivots {
public:
    Pivots(Device& device, Queue& queue, const shunt_call& c, i64 count)
        : queue_(queue),
          c_(c),
          count_(count),
          memory_(queue, static_cast<std::size_t>(count) * 4),
          on_device_(device.on_device(c.ipiv)) {}
    std::int32_t* data() const { return memory_.data(); }
    Status status() const { return memory_.status(); }
    Status read() {
        if (status() != Status::ok) return status();
        std::vector<std::int32_t> narrow(static_cast<std::size_t>(count_));
        std::vector<std::int64_t> wide(c_.wide ? narrow.size() : 0);
        void* buffer = c_.wide ? static_cast<void*>(wide.data()) : narrow.data();
        const Array given{static_cast<char*>(c_.ipiv), count_, c_.wide ? 8 : 4};
        const Array here{static_cast<char*>(buffer), count_, given.bytes};
        if (on_device_) {
            const Status s =
                first([&] { return queue_.download(here, given, count_, 1); }, [&] { return queue_.finish(); });
            if (s != Status::ok) return s;
        } else {
            std::copy_n(given.data, count_ * given.bytes, here.data);
        }
        if (c_.wide) std::copy(wide.begin(), wide.end(), narrow.begin());
        return first([&] { return queue_.upload(words(data(), count_), words(narrow.data(), count_), count_, 1); },
                     [&] { return queue_.finish(); });
    }
    Status write() {
        std::vector<std::int32_t> narrow(static_cast<std::size_t>(count_));
        const Status s =
            first([&] { return queue_.download(words(narrow.data(), count_), words(data(), count_), count_, 1); },
                  [&] { return queue_.finish(); });
        if (s != Status::ok) return s;
        const std::vector<std::int64_t> wide(narrow.begin(), narrow.end());
        const void* buffer = c_.wide ? static_cast<const void*>(wide.data()) : narrow.data();
        const Array here{static_cast<char*>(const_cast<void*>(buffer)), count_, c_.wide ? 8 : 4};
        const Array given{static_cast<char*>(c_.ipiv), count_, here.bytes};
        if (on_device_)
            return first([&] { return queue_.upload(given, here, count_, 1); }, [&] { return queue_.finish(); });
        std::copy_n(here.data, count_ * here.bytes, given.data);
        return Status::ok;
    }

private:
    Queue& queue_;
    const shunt_call& c_;
    i64 count_;
    Memory memory_;
    bool on_device_;
};

// tau in device memory, wherever the caller's is.
class Tau {
public:
    Tau(Device& device, Queue& queue, const shunt_call& c, i64 count)
        : queue_(queue),
          given_(matrix(c.tau, count, c.precision)),
          count_(count),
          on_device_(device.on_device(c.tau)),
          memory_(queue, on_device_ ? 0 : static_cast<std::size_t>(count * given_.bytes)) {}
    Array array() const {
        return on_device_ ? given_ : Array{reinterpret_cast<char*>(memory_.data()), count_, given_.bytes};
    }
    Status status() const { return memory_.status(); }
    Status read() {
        if (memory_.status() != Status::ok || on_device_) return memory_.status();
        return first([&] { return queue_.upload(array(), given_, count_, 1); }, [&] { return queue_.finish(); });
    }
    Status write() {
        if (on_device_) return Status::ok;
        return first([&] { return queue_.download(given_, array(), count_, 1); }, [&] { return queue_.finish(); });
    }

private:
    Queue& queue_;
    Array given_;
    i64 count_;
    bool on_device_;
    Memory memory_;
};

// `count` elements into the host's memory.
Status fetch(Queue& q, std::vector<double>& here, Array from, i64 count) {
    here.resize(static_cast<std::size_t>(count * from.bytes / 8 + 1));
    return first(
        [&] {
            return q.download({reinterpret_cast<char*>(here.data()), count, from.bytes}, from, count, 1);
        },
        [&] { return q.finish(); });
}

// The device's library does not see a NaN below the head of a first column (Queue::geqrf), nor in the next ones where
// all so far were zero. LAPACK spreads it: from that column on what it computes is NaN. `column`: the first, as it was.
Status spread_nan(Queue& q, const shunt_call& c, std::vector<double>& column, Array a, Array tau) {
    const i64 steps = std::min(c.m, c.n);
    std::vector<double> factors;
    if (const Status s = fetch(q, factors, tau, steps); s != Status::ok) return s;
    const Array found{reinterpret_cast<char*>(factors.data()), steps, a.bytes};
    for (i64 j = 0; j < std::min(steps, c.m - 1); ++j) {
        if (j > 0)
            if (const Status s = fetch(q, column, a(j, j), c.m - j); s != Status::ok) return s;
        if (any_nan(column.data(), c.m - j, c.precision)) {
            constexpr double nan = std::numeric_limits<double>::quiet_NaN();
            return first(
                [&] {
                    return q.scale(c.precision, c.m - j, c.n - j, {nan, nan}, a(j, j));
                },
                [&] {
                    return q.scale(c.precision, steps - j, 1, {nan, nan}, tau(j, 0));
                });
        }
        const Scalar factor = scalar(found(j, 0).data, c.precision);
        if (factor.re != 0 || factor.im != 0) break;
    }
    return Status::ok;
}

// The product of no reflectors.
Status identity(Queue& q, const shunt_call& c, Array a) {
    const Constants one(c.precision);
    std::vector<unsigned char> ones;
    for (i64 j = 0; j < c.n; ++j) ones.insert(ones.end(), one.plus, one.plus + a.bytes);
    const Array diagonal{a.data, a.ld + 1, a.bytes}, given{reinterpret_cast<char*>(ones.data()), 1, a.bytes};
    return first([&] { return q.only_reflectors(c.precision, c.m, c.n, 0, a); },
                 [&] { return q.upload(diagonal, given, 1, c.n); }, [&] { return q.finish(); });
}

}  // namespace

Status run_direct(Context& context, shunt_call& c) {
    Queue& q = *context.compute;
    Device& device = *context.device;
    const Beside* beside = &context.beside;
    const char p = c.precision;
    const Array a = matrix(c.a, c.lda, p), b = matrix(c.b, c.ldb, p), out = matrix(c.c, c.ldc, p);
    const int routine = base_routine(c.routine);
    const bool real_alpha = routine == SHUNT_HERK, real_beta = routine == SHUNT_HERK || routine == SHUNT_HER2K;
    const Scalar alpha = c.alpha ? scalar(c.alpha, p, real_alpha) : Scalar{1, 0};
    const Scalar beta = c.beta ? scalar(c.beta, p, real_beta) : Scalar{};
    switch (routine) {
        case SHUNT_GEMM:
            return q.gemm(p, c.transa, c.transb, c.m, c.n, c.k, alpha, a, b, beta, out);
        case SHUNT_SYMM:
        case SHUNT_HEMM:
            return q.symm(p, routine == SHUNT_HEMM, c.side, c.uplo, c.m, c.n, alpha, a, b, beta, out);
        case SHUNT_SYRK:
        case SHUNT_HERK:
            return q.syrk(p, routine == SHUNT_HERK, c.uplo, c.transa, c.n, c.k, alpha, a, beta, out);
        case SHUNT_SYR2K:
        case SHUNT_HER2K:
            return q.syr2k(p, routine == SHUNT_HER2K, c.uplo, c.transa, c.n, c.k, alpha, a, b, beta, out);
        case SHUNT_TRMM:
            return trmm(q, p, c.side, c.uplo, c.transa, c.diag, c.m, c.n, alpha, a, b);
        case SHUNT_TRSM:
            return trsm(q, p, c.side, c.uplo, c.transa, c.diag, c.m, c.n, alpha, a, b);
        case SHUNT_GETRS: {
            Pivots pivots(device, q, c, c.n);
            return first([&] { return pivots.read(); },
                         [&] { return getrs(q, p, c.transa, c.n, c.k, a, pivots.data(), b); },
                         [&] { return q.finish(); });
        }
        case SHUNT_POTRS:
            return first([&] { return potrs(q, p, c.uplo, c.n, c.k, a, b); }, [&] { return q.finish(); });
        case SHUNT_LAUUM:
            return first([&] { return lauum(q, p, c.uplo, c.n, a); }, [&] { return q.finish(); });
        case SHUNT_GEQRF: {
            Tau tau(device, q, c, std::min(c.m, c.n));
            std::vector<double> column;
            return first([&] { return tau.status(); }, [&] { return fetch(q, column, a, c.m); },
                         [&] { return q.geqrf(p, c.m, c.n, a, tau.array().data); },
                         [&] { return spread_nan(q, c, column, a, tau.array()); }, [&] { return tau.write(); },
                         [&] { return q.finish(); });
        }
        case SHUNT_ORMQR:
        case SHUNT_UNMQR: {
            Tau tau(device, q, c, c.k);
            return first([&] { return tau.read(); },
                         [&] { return q.ormqr(p, c.side, c.transa, c.m, c.n, c.k, a, tau.array().data, out); },
                         [&] { return q.finish(); });
        }
        case SHUNT_ORGQR:
        case SHUNT_UNGQR: {
            if (c.k == 0) return identity(q, c, a);
            Tau tau(device, q, c, c.k);
            return first([&] { return tau.read(); }, [&] { return q.orgqr(p, c.m, c.n, c.k, a, tau.array().data); },
                         [&] { return q.finish(); });
        }
        default:
            break;
    }

    // What has an info of its own.
    Memory info(q, 4);
    std::int32_t found = 0;
    const auto clear = [&] {
        return info.status() != Status::ok ? info.status() : q.scale('s', 1, 1, {}, words(info.data(), 1));
    };
    const auto fetch = [&] { return fetch_info(q, info.data(), &found); };
    const auto zeros = [&] {
        return c.diag == 'U' && routine != SHUNT_POTRI ? Status::ok : q.zero_diagonal(p, c.n, a, info.data());
    };
    Status s = clear();
    if (s != Status::ok) return s;
    switch (routine) {
        case SHUNT_POTRF:
            s = first([&] { return potrf(q, p, c.uplo, c.n, a, info.data(), beside); }, fetch);
            break;
        case SHUNT_POSV:
            s = posv(q, p, c.uplo, c.n, c.k, a, b, info.data(), &found, beside);
            break;
        case SHUNT_GETRF:
        case SHUNT_GESV: {
            const i64 m = routine == SHUNT_GESV ? c.n : c.m;
            Pivots pivots(device, q, c, std::min(m, c.n));
            if (s = pivots.status(); s != Status::ok) break;
            s = routine == SHUNT_GESV
                    ? gesv(q, p, c.n, c.k, a, pivots.data(), b, info.data(), &found, beside)
                    : first([&] { return getrf(q, p, m, c.n, a, pivots.data(), info.data(), beside); }, fetch);
            s = first([&] { return s; }, [&] { return pivots.write(); });
            break;
        }
        default:  // trtri potri trtrs
            s = first(zeros, fetch);
            if (s != Status::ok || found) break;
            s = routine == SHUNT_TRTRI   ? trtri(q, p, c.uplo, c.diag, c.n, a)
                : routine == SHUNT_POTRI ? potri(q, p, c.uplo, c.n, a)
                                         : trsm(q, p, 'L', c.uplo, c.transa, c.diag, c.n, c.k, {1, 0}, a, b);
            s = first([&] { return s; }, [&] { return q.finish(); });
    }
    c.info = found;
    return s;
}

}  // namespace shunt::gpu
