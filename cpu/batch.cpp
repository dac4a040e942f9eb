// In: runs of problems that are alike. Out: the problems in bins, the dearest first, cut into tasks for the pool.
#include "cpu/batch.hpp"

#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <complex>
#include <cstddef>

#include "cpu/cpu.hpp"
#include "cpu/pool.hpp"
#include "cpu/workspace.hpp"

namespace shunt::cpu {
namespace {

constexpr double least_task = 10e3;      // ns; a task takes longer than handing it over
constexpr double worth_forking = 60e3;   // ns of work; to wake the workers takes as long,
constexpr double worth_sharing = 15e3;   // and with workers that are awake
constexpr double worth_splitting = 1e6;  // ns of a problem that may have all threads for itself
constexpr i64 chunk = 128;               // problems whose operands are gathered at a time

// Bytes of a batch for each thread that may be in its cache: half of its second level.
double cached_bytes() {
    static constinit std::atomic<double> known{0};  // nobody waits for a guard, nor does the child of a fork()
    double half = known.load(std::memory_order_relaxed);
    if (half == 0) {
        const long size = sysconf(_SC_LEVEL2_CACHE_SIZE);
        half = size > 0 ? std::clamp(static_cast<double>(size) / 2, 256.0 * 1024, 2048.0 * 1024) : 512.0 * 1024;
        known.store(half, std::memory_order_relaxed);
    }
    return half;
}

// Problems that have everything but their operands in common.
template <class T> struct Kind {
    Alike<T> alike;
    double cost = 0;  // of one problem, ns; 0: no elements
    i64 problems = 0;
    i64 bins = 0;
};
// Consecutive runs of one kind: problems first ... first + count - 1, or those at these places of a list.
struct Bin {
    i64 first;
    i64 count;
    i64 kind;
};
// Where a task begins.
struct Cut {
    i64 bin;
    i64 offset;
};

// The bins of a part of the batch and their kinds, in memory of the caller.
template <class T, i64 bins_, i64 kinds_> struct Space {
    static constexpr i64 most_bins = bins_;
    static constexpr i64 most_kinds = kinds_;
    Kinds<kinds_> table;
    Kind<T> kinds[most_kinds];
    std::int16_t order[most_kinds];
    Bin found[most_bins];
    Bin sorted[most_bins];
    std::int32_t list[most_bins];
};
// Bins and, where they are places of a list of problems, that list.
struct Bins {
    const Bin* at;
    i64 count;
    const std::int32_t* list;
};
template <class T> using SmallSpace = Space<T, 16, 4>;          // on the stack
template <class T> using LargeSpace = Space<T, 1 << 15, 1024>;  // in a Workspace
constexpr int most_tasks = 2048;

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
        switch (batch.routine) {
            case gemm:
                return batch_products<T>().gemm;
            case gemv:
                return batch_products<T>().gemv;
            case syrk:
                return batch_products<T>().syrk;
            case herk:
                return batch_products<T>().herk;
            case trsm:
                return batch_factors<T>().trsm;
            case trmm:
                return batch_factors<T>().trmm;
            case trsv:
                return batch_factors<T>().trsv;
            case getrf:
                return batch_factors<T>().getrf;
            case getrs:
                return batch_factors<T>().getrs;
            case getri:
                return batch_factors<T>().getri;
            case potrf:
                return batch_factors<T>().potrf;
            case potrs:
                return batch_factors<T>().potrs;
            case geqrf:
                return batch_orthogonal<T>().geqrf;
            case orgqr:
                return batch_orthogonal<T>().orgqr;
            default:
                return batch_orthogonal<T>().gebrd;
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
        explicit Gathered(const Runner& runner) : runner_(runner), kernel_(runner.kernel()) {}
        i64 count() const { return count_; }
        void add(i64 first, i64 count) {
            if (count_ == 0) {
                first_ = first;
                in_order_ = true;
            } else if (in_order_ && first != first_ + count_) {
                number(0, first_, count_);
                in_order_ = false;
            }
            if (!in_order_) number(count_, first, count);
            count_ += count;
        }
        void add(const std::int32_t* list, i64 count) {
            in_order_ = false;
            for (i64 i = 0; i < count; ++i) index_[count_ + i] = list[i];
            count_ += count;
        }
        void carry_out(const Plan& plan, const Alike<T>& x) {
            if (count_ == 0) return;
            const Batch<T>& all = runner_.batch;
            void* pointers[8][chunk];
            void* const* lists[8];
            const Place* places[] = {&all.a, &all.b, &all.c, &all.ipiv, &all.tau, &all.taup, &all.d, &all.e};
            for (int p = 0; p < 8; ++p) {
                const Place& place = *places[p];
                lists[p] = pointers[p];
                if (place.list && in_order_) {
                    lists[p] = place.list + first_;
                } else if (place.list) {
                    for (i64 i = 0; i < count_; ++i) pointers[p][i] = place.list[index_[i]];
                } else if (place.base && in_order_) {
                    char* at = place.base + first_ * place.stride;
                    for (i64 i = 0; i < count_; ++i, at += place.stride) pointers[p][i] = at;
                } else if (place.base) {
                    for (i64 i = 0; i < count_; ++i) pointers[p][i] = place.at(index_[i]);
                }
            }
            using List = T* const*;
            using RealList = real_t<T>* const*;
            const Operands<T> o{reinterpret_cast<List>(lists[0]),     reinterpret_cast<List>(lists[1]),
                                reinterpret_cast<List>(lists[2]),     lists[3],
                                reinterpret_cast<List>(lists[4]),     reinterpret_cast<List>(lists[5]),
                                reinterpret_cast<RealList>(lists[6]), reinterpret_cast<RealList>(lists[7])};
            i64 info[chunk];
            if (all.info) std::fill_n(info, count_, 0);
            // A kernel that takes the problem takes it alone too, so that threads do not show in the bits.
            const bool none = all.routine == BatchRoutine::orgqr && x.k == 0;
            if (none || !kernel_(x, o, count_, info))
                for (i64 i = 0; i < count_; ++i) runner_.whole(plan, x, o, i, info[i]);
            if (all.info)
                for (i64 i = 0; i < count_; ++i) runner_.set_info(x.wide, in_order_ ? first_ + i : index_[i], info[i]);
            count_ = 0;
        }

    private:
        void number(i64 at, i64 first, i64 count) {
            for (i64 i = 0; i < count; ++i) index_[at + i] = first + i;
        }

        const Runner& runner_;
        BatchKernel<T> kernel_;
        i64 count_ = 0;
        i64 first_ = 0;         // of the problems if they are in order,
        bool in_order_ = true;  // and their numbers are only written where they are not
        i64 index_[chunk];
    };

    // Problems at equal distances that a kernel takes without lists.
    bool spaced(const Alike<T>& x, i64 first, i64 count) const {
        const auto spaced = [](const Place& p) { return p.base != nullptr && p.list == nullptr; };
        if (batch.routine != BatchRoutine::gemm || !spaced(batch.a) || !spaced(batch.b) || !spaced(batch.c))
            return false;
        const auto at = [&](const Place& p) { return static_cast<T*>(p.at(first)); };
        const SpacedOperands<T> o{at(batch.a),    at(batch.b),    at(batch.c),
                                  batch.a.stride, batch.b.stride, batch.c.stride};
        return batch_products<T>().spaced_gemm(x, o, count);
    }

    // From one cut to another.
    void carry_out(const Plan& plan, const Kind<T>* kinds, const Bins& bins, Cut from, Cut to) const {
        Gathered some(*this);
        const Kind<T>* kind = nullptr;
        bool empty = false;
        for (; from.bin < to.bin || (from.bin == to.bin && from.offset < to.offset); ++from.bin, from.offset = 0) {
            const Bin& bin = bins.at[from.bin];
            i64 first = bin.first + from.offset;
            i64 left = (from.bin == to.bin ? to.offset : bin.count) - from.offset;
            const Kind<T>* here = kinds + bin.kind;
            if (kind != here) {
                if (kind) some.carry_out(plan, kind->alike);
                kind = here;
                empty = kind->cost == 0;
            }
            if (empty) {
                for (i64 i = 0; i < left; ++i)
                    set_info(kind->alike.wide, bins.list ? bins.list[first + i] : first + i, 0);
                continue;
            }
            if (!bins.list) {
                if (left == 1 && some.count() < chunk - 1) {
                    some.add(first, 1);
                    continue;
                }
                if (spaced(kind->alike, first, left)) continue;
            }
            while (left > 0) {
                const i64 part = std::min(left, chunk - some.count());
                if (bins.list)
                    some.add(bins.list + first, part);
                else
                    some.add(first, part);
                first += part;
                left -= part;
                if (some.count() == chunk) some.carry_out(plan, kind->alike);
            }
        }
        if (kind) some.carry_out(plan, kind->alike);
    }

    // Tasks end at multiples of this many problems: packs, where a thread's share is as much. Half a pack takes as long
    // as a whole one, or is done one by one (getrf, n = 48: twice as long).
    i64 pack_of(const Alike<T>& x, double cost, double share) const {
        using enum BatchRoutine;
        const BatchRoutine r = batch.routine;
        if (r == gemm || r == gemv || r == syrk || r == herk) return 1;
        const i64 pack = batch_factors<T>().pack(r, x);
        return static_cast<double>(pack) * cost <= share ? pack : 1;
    }

    [[gnu::noinline]] void fork(const Kind<T>* kinds, const Bins& bins, double total, int threads) const {
        Cut cuts[most_tasks + 1];
        const i64 count = bins.count;
        const auto cost_of = [&](i64 bin) { return kinds[bins.at[bin].kind].cost; };
        // Problems that are more than a thread's share come first, each on all threads.
        Cut begin{0, 0};
        while (begin.bin < count && cost_of(begin.bin) > worth_splitting && cost_of(begin.bin) * threads > total) {
            carry_out(Plan{{}, threads}, kinds, bins, begin, {begin.bin, begin.offset + 1});
            total -= cost_of(begin.bin);
            if (++begin.offset == bins.at[begin.bin].count) begin = {begin.bin + 1, 0};
        }
        const double share = std::max({least_task, total / (8.0 * threads), total / (most_tasks - 1)});
        int tasks = 0;
        double open = 0;  // ns since the last cut,
        i64 held = 0;     // and problems of this kind
        i64 kind = -1;
        i64 pack = 1;
        cuts[tasks++] = begin;
        for (Cut at = begin; at.bin < count;) {
            const Bin& bin = bins.at[at.bin];
            const double cost = std::max(cost_of(at.bin), 0.5);
            if (bin.kind != kind) {
                kind = bin.kind;
                pack = pack_of(kinds[kind].alike, cost, total / threads);
                held = 0;
            }
            i64 part = bin.count - at.offset;
            const double wanted = std::max(share - open, 0.0) / cost;
            if (wanted < static_cast<double>(part)) {
                const i64 all = held + std::max<i64>(static_cast<i64>(wanted), 1);
                part = std::min(part, (all + pack - 1) / pack * pack - held);
            }
            open += cost * static_cast<double>(part);
            held += part;
            at.offset += part;
            if (at.offset == bin.count) at = {at.bin + 1, 0};
            if (at.bin == count || open < share || tasks == most_tasks) continue;
            if (held % pack == 0 || bins.at[at.bin].kind != kind) {
                cuts[tasks++] = at;
                open = 0;
                held = 0;
            }
        }
        cuts[tasks] = {count, 0};
        // Of one kind, problems are in the caller's order; else the dearest come first, and have to.
        const bool one_kind = begin.bin < count && bins.at[begin.bin].kind == bins.at[count - 1].kind;
        parallel(tasks, threads, one_kind ? Hand::by_shares : Hand::as_they_come,
                 [&](int task) { carry_out(Plan{}, kinds, bins, cuts[task], cuts[task + 1]); });
    }

    // Makes a kind out of the first of its runs.
    void meet(i64 run, Kind<T>& kind) const {
        kind = {};
        batch.read(batch.context, run, kind.alike);
        kind.cost = batch_is_empty(batch.routine, kind.alike) ? 0 : batch_cost(batch.routine, kind.alike);
    }
    // Numbers of kinds, the dearest first; then `bins` of each is where its own begin.
    template <class S> static void sort(S& space, int kinds) {
        std::sort(space.order, space.order + kinds, [&](int x, int y) {
            return space.kinds[x].cost != space.kinds[y].cost ? space.kinds[x].cost > space.kinds[y].cost : x < y;
        });
        i64 place = 0;
        for (int k = 0; k < kinds; ++k) {
            i64& begin = space.kinds[space.order[k]].bins;
            place += begin;
            begin = place - begin;
        }
    }
    template <class S> void carry_out(S& space, int kinds, const Bins& bins) const {
        double total = 0;
        double bytes = 0;  // of the first operands
        for (int k = 0; k < kinds; ++k) {
            const Kind<T>& kind = space.kinds[k];
            const auto problems = static_cast<double>(kind.problems);
            const auto lda = static_cast<double>(kind.alike.lda);
            total += kind.cost * problems;
            bytes += problems * lda * static_cast<double>(std::max(kind.alike.m, kind.alike.n)) * sizeof(T);
        }
        int threads = total > worth_sharing ? threads_available() : 1;
        if (threads > 1 && total <= worth_forking && !forking_is_cheap()) threads = 1;
        for (int k = 0; k < kinds; ++k) space.kinds[k].alike.resident = bytes < cached_bytes() * threads;
        if (threads == 1)
            carry_out(Plan{}, space.kinds, bins, {0, 0}, {bins.count, 0});
        else
            fork(space.kinds, bins, total, threads);
    }

    // The next runs, as many as there is space for: found, sorted by kind, the dearest first, and carried out.
    template <class S> void next(i64& run, i64& first, S& space) const {
        const Runs& runs = *batch.runs;
        int kind_count = 0;
        i64 bin_count = 0;
        int last = -1;
        space.table.clear();
        for (; run < runs.count; ++run) {
            const i64 problems = runs.problems(run);
            if (problems == 0) continue;  // nor do its sizes count, which may be anything
            const int kind = space.table.find(runs, run);
            if (kind < 0) break;
            Kind<T>& here = space.kinds[kind];
            if (kind == kind_count) {
                space.order[kind_count++] = static_cast<std::int16_t>(kind);
                meet(run, here);
            }
            // Without branches: which size follows is nothing that a processor foresees.
            const bool other = kind != last;
            if (other & (bin_count == S::most_bins)) break;
            bin_count += other;
            here.bins += other;
            last = kind;
            Bin& bin = space.found[bin_count - 1];
            bin = {other ? first : bin.first, (other ? 0 : bin.count) + problems, kind};
            here.problems += problems;
            first += problems;
        }
        const Bin* bins = space.found;
        if (kind_count > 1) {
            sort(space, kind_count);
            for (i64 i = 0; i < bin_count; ++i) space.sorted[space.kinds[space.found[i].kind].bins++] = space.found[i];
            bins = space.sorted;
        }
        carry_out(space, kind_count, {bins, bin_count, nullptr});
    }

    // The same of runs of one problem each whose kinds are known, all of them.
    template <class S> void all_of_known_kinds(S& space) const {
        const i64 count = batch.runs->count;
        const std::uint16_t* kind_of = batch.kind_of;
        int kind_count = 0;
        for (i64 run = 0; run < count; ++run) {
            const int kind = kind_of[run];
            if (kind == kind_count) {
                space.order[kind_count++] = static_cast<std::int16_t>(kind);
                meet(run, space.kinds[kind]);
            }
            ++space.kinds[kind].problems;
        }
        if (kind_count == 1) {
            space.sorted[0] = {0, count, 0};
            return carry_out(space, 1, {space.sorted, 1, nullptr});
        }
        for (int k = 0; k < kind_count; ++k) space.kinds[k].bins = space.kinds[k].problems;  // places of the list
        sort(space, kind_count);
        for (int k = 0; k < kind_count; ++k) {
            const int kind = space.order[k];
            space.sorted[k] = {space.kinds[kind].bins, space.kinds[kind].problems, kind};
        }
        for (i64 run = 0; run < count; ++run)
            space.list[space.kinds[kind_of[run]].bins++] = static_cast<std::int32_t>(run);
        carry_out(space, kind_count, {space.sorted, kind_count, space.list});
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
    if (batch.runs->count <= SmallSpace<T>::most_kinds) {
        alignas(SmallSpace<T>) std::byte space[sizeof(SmallSpace<T>)];  // as it is: to clear it takes 10 ns
        return runner.next(run, first, reinterpret_cast<SmallSpace<T>&>(space));
    }
    static_assert(sizeof(LargeSpace<T>) <= Workspace::max_bytes);
    const Workspace workspace;
    auto& space = *workspace.as<LargeSpace<T>>();
    if (batch.kind_of && batch.runs->count <= LargeSpace<T>::most_bins) return runner.all_of_known_kinds(space);
    while (run < batch.runs->count) runner.next(run, first, space);
}

template <class T> bool run_small_squares(const Alike<T>& x, const SpacedOperands<T>& o, i64 count) noexcept {
    constexpr i64 most = 1 << 19;  // multiplications; the smallest problems count as 4 x 4: less than worth_forking
    const i64 volume = std::max<i64>(x.n * x.n * x.n, 64);
    return count <= most / volume && batch_products<T>().spaced_gemm(x, o, count);
}

#define INSTANTIATE(T)                                                                        \
    template void run_batch(const Batch<T>&) noexcept;                                        \
    template bool run_small_squares(const Alike<T>&, const SpacedOperands<T>&, i64) noexcept; \
    template bool batch_is_empty(BatchRoutine, const Alike<T>&);
INSTANTIATE(float)
INSTANTIATE(double)
INSTANTIATE(std::complex<float>)
INSTANTIATE(std::complex<double>)
#undef INSTANTIATE

}  // namespace shunt::cpu
