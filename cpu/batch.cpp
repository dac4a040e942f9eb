// In: runs of problems that are alike. Out: the problems in bins, the dearest first, cut into tasks for the pool.
#include "cpu/batch.hpp"

#include <algorithm>
#include <bit>
#include <complex>
#include <cstring>

#include "cpu/cpu.hpp"
#include "cpu/pool.hpp"
#include "cpu/workspace.hpp"

namespace shunt::cpu {
namespace {

constexpr double least_task = 10e3;      // ns; a task takes longer than handing it over
constexpr double worth_forking = 40e3;   // ns of work
constexpr double worth_splitting = 1e6;  // ns of a problem that may have all threads for itself
constexpr i64 chunk = 128;               // problems whose operands are gathered at a time
constexpr i64 part_of_pack = 16;         // tasks end at multiples of it, where packs do

template <class T> bool same(T x, T y) {
    return std::memcmp(&x, &y, sizeof x) == 0;
}
template <class T> bool same(const Alike<T>& x, const Alike<T>& y) {
    return x.m == y.m && x.n == y.n && x.k == y.k && x.lda == y.lda && x.ldb == y.ldb && x.ldc == y.ldc &&
           x.side == y.side && x.uplo == y.uplo && x.transa == y.transa && x.transb == y.transb && x.diag == y.diag &&
           same(x.alpha, y.alpha) && same(x.beta, y.beta);
}
template <class T> std::uint32_t hash(const Alike<T>& x) {
    std::uint64_t h = 0;
    for (const i64 v : {x.m, x.n, x.k, x.lda, x.ldb, x.ldc})
        h = (std::rotl(h, 7) ^ static_cast<std::uint64_t>(v)) * 0x9e3779b97f4a7c15u;
    for (const char v : {x.side, x.uplo, x.transa, x.transb, x.diag}) h = h * 31 + static_cast<unsigned char>(v);
    return static_cast<std::uint32_t>(h >> 32);
}

// Consecutive runs that are alike: problems first ... first + count - 1, as run `run`.
struct Bin {
    float cost;  // of one problem; below 0: no elements
    std::uint32_t hash;
    i64 run;
    i64 first;
    i64 count;
};
// Where a task begins.
struct Cut {
    i64 bin;
    i64 offset;
};

constexpr i64 few_bins = 32;  // held on the stack
constexpr i64 many_bins = 1 << 15;
constexpr int most_tasks = 2048;
static_assert(many_bins * sizeof(Bin) <= Workspace::max_bytes);

template <class T> struct Runner {
    const Batch<T>& batch;

    // One problem by the routine for large ones.
    void whole(const Plan& plan, const Alike<T>& x, const Operands<T>& o, i64 i, i64& info) const {
        using enum BatchRoutine;
        const auto pivots = [&] { return Pivots{o.ipiv[i], x.wide}; };
        switch (batch.routine) {
            case gemm:
                return cpu::gemm(plan, x.transa, x.transb, x.m, x.n, x.k, x.alpha, o.a[i], x.lda, o.b[i], x.ldb, x.beta,
                                 o.c[i], x.ldc);
            case syrk:
                return cpu::syrk(plan, false, x.uplo, x.transa, x.n, x.k, x.alpha, o.a[i], x.lda, x.beta, o.c[i],
                                 x.ldc);
            case herk:
                return cpu::syrk(plan, true, x.uplo, x.transa, x.n, x.k, x.alpha, o.a[i], x.lda, x.beta, o.c[i], x.ldc);
            case trsm:
                return cpu::trsm(plan, x.side, x.uplo, x.transa, x.diag, x.m, x.n, x.alpha, o.a[i], x.lda, o.b[i],
                                 x.ldb);
            case trmm:
                return cpu::trmm(plan, x.side, x.uplo, x.transa, x.diag, x.m, x.n, x.alpha, o.a[i], x.lda, o.b[i],
                                 x.ldb);
            case getrf:
                info = cpu::getrf(plan, x.m, x.n, o.a[i], x.lda, pivots());
                return;
            case getrs:
                return cpu::getrs(plan, x.transa, x.n, x.k, o.a[i], x.lda, pivots(), o.b[i], x.ldb);
            case getri:
                info = cpu::getri(plan, x.n, o.a[i], x.lda, pivots());
                return;
            case potrf:
                info = cpu::potrf(plan, x.uplo, x.n, o.a[i], x.lda);
                return;
            case potrs:
                return cpu::potrs(plan, x.uplo, x.n, x.k, o.a[i], x.lda, o.b[i], x.ldb);
            case geqrf:
                return cpu::geqrf(plan, x.m, x.n, o.a[i], x.lda, o.tau[i]);
            case orgqr:
                return cpu::orgqr(plan, x.m, x.n, x.k, o.a[i], x.lda, o.tau[i]);
            case gebrd:
                return cpu::gebrd(plan, x.m, x.n, o.a[i], x.lda, o.d[i], o.e[i], o.tau[i], o.taup[i]);
            default:  // gemv, trsv: their kernels take any size
                return;
        }
    }

    BatchKernel<T> kernel() const {
        using enum BatchRoutine;
        const auto& products = batch_products<T>();
        const auto& factors = batch_factors<T>();
        const auto& orthogonal = batch_orthogonal<T>();
        switch (batch.routine) {
            case gemm:
                return products.gemm;
            case gemv:
                return products.gemv;
            case syrk:
                return products.syrk;
            case herk:
                return products.herk;
            case trsm:
                return factors.trsm;
            case trmm:
                return factors.trmm;
            case trsv:
                return factors.trsv;
            case getrf:
                return factors.getrf;
            case getrs:
                return factors.getrs;
            case getri:
                return factors.getri;
            case potrf:
                return factors.potrf;
            case potrs:
                return factors.potrs;
            case geqrf:
                return orthogonal.geqrf;
            case orgqr:
                return orthogonal.orgqr;
            default:
                return orthogonal.gebrd;
        }
    }

    void set_info(bool wide, i64 i, i64 value) const {
        if (!batch.info) return;
        if (wide)
            static_cast<std::int64_t*>(batch.info)[i] = value;
        else
            static_cast<std::int32_t*>(batch.info)[i] = static_cast<std::int32_t>(value);
    }

    // At most `chunk` problems that are alike.
    class Gathered {
    public:
        explicit Gathered(const Runner& runner) : runner_(runner) {}
        i64 count() const { return count_; }
        void add(i64 first, i64 count) {
            for (i64 i = 0; i < count; ++i) index_[count_ + i] = first + i;
            count_ += count;
        }
        void carry_out(const Plan& plan, const Alike<T>& x) {
            if (count_ == 0) return;
            const Batch<T>& batch = runner_.batch;
            void* pointers[8][chunk];
            void* const* lists[8];
            const Place* places[] = {&batch.a,   &batch.b,    &batch.c, &batch.ipiv,
                                     &batch.tau, &batch.taup, &batch.d, &batch.e};
            const bool in_order = index_[count_ - 1] - index_[0] == count_ - 1;
            for (int p = 0; p < 8; ++p) {
                lists[p] = pointers[p];
                if (places[p]->list && in_order)
                    lists[p] = places[p]->list + index_[0];
                else if (places[p]->list || places[p]->base)
                    for (i64 i = 0; i < count_; ++i) pointers[p][i] = places[p]->at(index_[i]);
            }
            using List = T* const*;
            using RealList = real_t<T>* const*;
            const Operands<T> o{reinterpret_cast<List>(lists[0]),     reinterpret_cast<List>(lists[1]),
                                reinterpret_cast<List>(lists[2]),     lists[3],
                                reinterpret_cast<List>(lists[4]),     reinterpret_cast<List>(lists[5]),
                                reinterpret_cast<RealList>(lists[6]), reinterpret_cast<RealList>(lists[7])};
            i64 info[chunk];
            std::fill_n(info, count_, 0);
            // A kernel that takes the problem takes it alone too, so that threads do not show in the bits.
            const bool none = runner_.batch.routine == BatchRoutine::orgqr && x.k == 0;
            if (none || !runner_.kernel()(x, o, count_, info))
                for (i64 i = 0; i < count_; ++i) runner_.whole(plan, x, o, i, info[i]);
            for (i64 i = 0; i < count_; ++i) runner_.set_info(x.wide, index_[i], info[i]);
            count_ = 0;
        }

    private:
        const Runner& runner_;
        i64 count_ = 0;
        i64 index_[chunk];
    };

    // From one cut to another.
    void carry_out(const Plan& plan, const Bin* bins, Cut from, Cut to) const {
        Gathered some(*this);
        Alike<T> alike;
        Alike<T> next;
        const Bin* current = nullptr;
        for (; from.bin < to.bin || (from.bin == to.bin && from.offset < to.offset); ++from.bin, from.offset = 0) {
            const Bin& bin = bins[from.bin];
            i64 left = (from.bin == to.bin ? to.offset : bin.count) - from.offset;
            batch.read(batch.context, bin.run, next);
            if (bin.cost < 0) {
                for (i64 i = 0; i < left; ++i) set_info(next.wide, bin.first + from.offset + i, 0);
                continue;
            }
            if (!current || current->hash != bin.hash || !same(alike, next)) {
                some.carry_out(plan, alike);
                alike = next;
                current = &bin;
            }
            for (i64 first = bin.first + from.offset; left > 0;) {
                const i64 part = std::min(left, chunk - some.count());
                some.add(first, part);
                first += part;
                left -= part;
                if (some.count() == chunk) some.carry_out(plan, alike);
            }
        }
        some.carry_out(plan, alike);
    }

    void spread(Bin* bins, i64 count) const {
        double total = 0;
        for (i64 i = 0; i < count; ++i)
            if (bins[i].cost > 0) total += static_cast<double>(bins[i].cost) * static_cast<double>(bins[i].count);
        if (count > 1)
            std::sort(bins, bins + count, [](const Bin& x, const Bin& y) {
                return x.cost != y.cost ? x.cost > y.cost : x.hash != y.hash ? x.hash < y.hash : x.first < y.first;
            });
        const int threads = total > worth_forking ? threads_available() : 1;
        if (threads == 1)
            carry_out(Plan{}, bins, {0, 0}, {count, 0});
        else
            fork(bins, count, total, threads);
    }

    [[gnu::noinline]] void fork(const Bin* bins, i64 count, double total, int threads) const {
        Cut cuts[most_tasks + 1];
        // Problems that are more than a thread's share come first, each on all threads.
        Cut begin{0, 0};
        while (begin.bin < count && bins[begin.bin].cost > worth_splitting &&
               bins[begin.bin].cost * static_cast<float>(threads) > static_cast<float>(total)) {
            const Bin& bin = bins[begin.bin];
            carry_out(Plan{{}, threads}, bins, begin, {begin.bin, begin.offset + 1});
            total -= bin.cost;
            if (++begin.offset == bin.count) begin = {begin.bin + 1, 0};
        }
        const double share = std::max({least_task, total / (8.0 * threads), total / (most_tasks - 1)});
        int tasks = 0;
        double open = 0;  // ns since the last cut
        cuts[tasks++] = begin;
        for (Cut at = begin; at.bin < count;) {
            const Bin& bin = bins[at.bin];
            const double cost = std::max(static_cast<double>(bin.cost), 0.5);
            const double wanted = (share - open) / cost;
            i64 part = bin.count - at.offset;
            if (wanted < static_cast<double>(part)) {
                part = std::min(part, std::max<i64>(static_cast<i64>(wanted) / part_of_pack * part_of_pack,
                                                    wanted < part_of_pack ? std::max<i64>(1, static_cast<i64>(wanted))
                                                                          : part_of_pack));
                open = share;
            } else {
                open += cost * static_cast<double>(part);
            }
            at.offset += part;
            if (at.offset == bin.count) at = {at.bin + 1, 0};
            if (open >= share && tasks < most_tasks && at.bin < count) {
                cuts[tasks++] = at;
                open = 0;
            }
        }
        cuts[tasks] = {count, 0};
        parallel(tasks, [&](int task) { carry_out(Plan{}, bins, cuts[task], cuts[task + 1]); });
    }

    // The bins of the next runs, at most `most` of them. Returns how many.
    i64 collect(i64& run, i64& first, Bin* bins, i64 most) const {
        i64 count = 0;
        Alike<T> alike;
        for (; run < batch.runs && count < most; ++count) {
            Bin& bin = bins[count];
            batch.read(batch.context, run, alike);
            const bool empty = batch_is_empty(batch.routine, alike);
            bin = {empty ? -1.f : static_cast<float>(batch_cost(batch.routine, alike)), hash(alike), run, first, 0};
            run = batch.extend(batch.context, run, bin.count);
            first += bin.count;
        }
        return count;
    }
};

}  // namespace

template <class T> bool batch_is_empty(BatchRoutine r, const Alike<T>& x) {
    switch (r) {
        case BatchRoutine::gemm:
        case BatchRoutine::gemv:
        case BatchRoutine::trsm:
        case BatchRoutine::trmm:
        case BatchRoutine::getrf:
        case BatchRoutine::geqrf:
        case BatchRoutine::gebrd:
            return x.m == 0 || x.n == 0;
        case BatchRoutine::getrs:
        case BatchRoutine::potrs:
            return x.n == 0 || x.k == 0;
        default:
            return x.n == 0;
    }
}

template <class T> void run_batch(const Batch<T>& batch) noexcept {
    const Runner<T> runner{batch};
    i64 run = 0;
    i64 first = 0;
    Bin few[few_bins];
    const i64 count = runner.collect(run, first, few, few_bins);
    if (run == batch.runs) return runner.spread(few, count);
    Workspace workspace;
    Bin* bins = workspace.as<Bin>();
    std::copy_n(few, count, bins);
    for (i64 have = count;; have = 0) {
        have += runner.collect(run, first, bins + have, many_bins - have);
        if (have == 0) return;
        runner.spread(bins, have);
    }
}

#define INSTANTIATE(T)                                 \
    template void run_batch(const Batch<T>&) noexcept; \
    template bool batch_is_empty(BatchRoutine, const Alike<T>&);
INSTANTIATE(float)
INSTANTIATE(double)
INSTANTIATE(std::complex<float>)
INSTANTIATE(std::complex<double>)
#undef INSTANTIATE

}  // namespace shunt::cpu
