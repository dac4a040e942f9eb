// In: the addresses of the arguments of a batched call. Out: API.md's errors, or a list of problems for cpu/batch.hpp.
// A routine is one row of `signatures`: its arguments in order. From the row follow the arguments' places in the three
// shapes of call (group, strided, variable), the checks and the numbers of bad arguments.
#pragma once
#include <cstdint>
#include <iterator>
#include <limits>
#include <numeric>

#include "cpu/batch.hpp"
#include "shim/batch_device.hpp"
#include "shim/cblas.hpp"
#include "shim/options.hpp"
#include "shim/report.hpp"
#include "shim/symbol.hpp"

namespace shunt::batched {

using cpu::Alike;
using cpu::BatchRoutine;
using cpu::Place;
using i64 = std::int64_t;

// x and y of gemv and trsv are b and c. nrhs is k.
enum class Arg : std::uint8_t {
    side,
    uplo,
    transa,
    transb,
    diag,
    m,
    n,
    k,
    alpha,
    beta,
    lda,
    ldb,
    ldc,
    incb,
    incc,
    a,
    b,
    c,
    ipiv,
    tau,
    taup,
    d,
    e
};
constexpr int index_of(Arg x) {
    return static_cast<int>(x);
}
inline constexpr int arg_count = index_of(Arg::e) + 1;
constexpr bool is_option(Arg x) {
    return x <= Arg::diag;
}
constexpr bool is_integer(Arg x) {
    return (x >= Arg::m && x <= Arg::k) || (x >= Arg::lda && x <= Arg::incc);
}
constexpr bool is_operand(Arg x) {
    return x >= Arg::a;
}
// The argument after which the strided form has a stride.
constexpr bool has_stride(Arg x) {
    return x >= Arg::lda && x != Arg::a && x != Arg::b && x != Arg::c;
}
constexpr Arg operand_of_stride(Arg x) {
    return x == Arg::lda                     ? Arg::a
           : x == Arg::ldb || x == Arg::incb ? Arg::b
           : x == Arg::ldc || x == Arg::incc ? Arg::c
                                             : x;
}

struct Signature {
    const char* stem;
    std::uint32_t written;
    int count;
    bool lapack;
    bool real_scalars;  // of a complex routine
    Arg args[13];
};
constexpr std::uint32_t bit(Arg x) {
    return 1u << index_of(x);
}
template <class... A> constexpr Signature blas(const char* stem, Arg written, bool real_scalars, A... args) {
    return {stem, bit(written), sizeof...(A), false, real_scalars, {args...}};
}
template <class... A> constexpr Signature lapack(const char* stem, std::uint32_t written, A... args) {
    return {stem, written, sizeof...(A), true, false, {args...}};
}

namespace rows {
using enum Arg;
inline constexpr Signature signatures[] = {
    // As BatchRoutine has them.
    blas("GEMM", c, false, transa, transb, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc),
    blas("GEMV", c, false, transa, m, n, alpha, a, lda, b, incb, beta, c, incc),
    blas("SYRK", c, false, uplo, transa, n, k, alpha, a, lda, beta, c, ldc),
    blas("HERK", c, true, uplo, transa, n, k, alpha, a, lda, beta, c, ldc),
    blas("TRSM", b, false, side, uplo, transa, diag, m, n, alpha, a, lda, b, ldb),
    blas("TRMM", b, false, side, uplo, transa, diag, m, n, alpha, a, lda, b, ldb),
    blas("TRSV", b, false, uplo, transa, diag, n, a, lda, b, incb),
    lapack("GETRF", bit(a) | bit(ipiv), m, n, a, lda, ipiv),
    lapack("GETRS", bit(b), transa, n, k, a, lda, ipiv, b, ldb),
    lapack("GETRI", bit(a), n, a, lda, ipiv),
    lapack("POTRF", bit(a), uplo, n, a, lda),
    lapack("POTRS", bit(b), uplo, n, k, a, lda, b, ldb),
    lapack("GEQRF", bit(a) | bit(tau), m, n, a, lda, tau),
    lapack("ORGQR", bit(a), m, n, k, a, lda, tau),
    lapack("GEBRD", bit(a) | bit(d) | bit(e) | bit(tau) | bit(taup), m, n, a, lda, d, e, tau, taup),
};
}  // namespace rows
using rows::signatures;
static_assert(std::size(signatures) == cpu::batch_routine_count);

// Complex Q is unitary.
template <class T> const char* stem_of(BatchRoutine r) {
    return cpu::is_complex<T> && r == BatchRoutine::orgqr ? "UNGQR" : signatures[static_cast<int>(r)].stem;
}

enum class Form : int { group, strided, variable };
inline constexpr const char* form_names[] = {"BATCH", "BATCH_STRIDED", "VBATCH"};

// Places in an argument list, from 1; 0: none.
struct Layout {
    int at[arg_count]{};
    int stride[arg_count]{};  // of the operand
    int group_count = 0;
    int count = 0;  // group_size or batch_count
    int info = 0;
    int arity = 0;
};
constexpr Layout layout_of(const Signature& s, Form form) {
    Layout l;
    for (int i = 0; i < s.count; ++i) {
        const Arg x = s.args[i];
        l.at[index_of(x)] = ++l.arity;
        if (form == Form::strided && has_stride(x)) l.stride[index_of(operand_of_stride(x))] = ++l.arity;
    }
    if (form == Form::group) l.group_count = ++l.arity;
    l.count = ++l.arity;
    if (s.lapack) l.info = ++l.arity;
    return l;
}
struct Layouts {
    Layout of[std::size(signatures)][3];
};
constexpr Layouts make_layouts() {
    Layouts all;
    for (std::size_t r = 0; r < std::size(signatures); ++r)
        for (int s = 0; s < 3; ++s) all.of[r][s] = layout_of(signatures[r], static_cast<Form>(s));
    return all;
}
inline constexpr Layouts layouts = make_layouts();

constexpr bool is_matrix(Arg x) {
    return x == Arg::a || x == Arg::b || x == Arg::c;
}

struct Extent {
    i64 rows;
    i64 cols;
    bool empty() const { return rows <= 0 || cols <= 0; }
};

// The elements of an operand; of a vector, its length and 1.
template <class T> Extent extent(BatchRoutine r, Arg operand, const Alike<T>& x) {
    using enum BatchRoutine;
    const auto turned = [](bool turn, i64 rows, i64 cols) { return turn ? Extent{cols, rows} : Extent{rows, cols}; };
    const i64 order = x.side == 'L' ? x.m : x.n;
    const i64 least = x.m < x.n ? x.m : x.n;
    const bool plain = x.transa == 'N';
    switch (operand) {
        case Arg::a:
            if (r == gemm) return turned(!plain, x.m, x.k);
            if (r == syrk || r == herk) return turned(!plain, x.n, x.k);
            if (r == trsm || r == trmm) return {order, order};
            if (r == trsv || r == getrs || r == getri || r == potrf || r == potrs) return {x.n, x.n};
            return {x.m, x.n};
        case Arg::b:
            if (r == gemm) return turned(x.transb != 'N', x.k, x.n);
            if (r == gemv) return {plain ? x.n : x.m, 1};
            if (r == trsv) return {x.n, 1};
            if (r == getrs || r == potrs) return {x.n, x.k};
            return {x.m, x.n};
        case Arg::c:
            if (r == gemv) return {plain ? x.m : x.n, 1};
            return r == gemm ? Extent{x.m, x.n} : Extent{x.n, x.n};
        case Arg::ipiv:
            return {r == getrf ? least : x.n, 1};
        case Arg::tau:
            return {r == orgqr ? x.k : least, 1};
        case Arg::e:
            return {least - 1, 1};
        default:
            return {least, 1};
    }
}

// Where a call's operand lies: addresses of all problems, or, strided, of the first.
struct Operand {
    void* const* list;
    Arg arg;
    int position;
    bool written;
    std::uintptr_t unaligned;  // bits that an address may not have

    bool is_bad(const void* p) const { return !p || (reinterpret_cast<std::uintptr_t>(p) & unaligned) != 0; }
    // filled: the operands that have elements.
    bool is_input_beside(const Operand& output, std::uint32_t filled) const {
        return (arg == Arg::a || arg == Arg::b) && arg != output.arg && (filled & bit(arg));
    }
};

// What can be seen of operands without a look at their elements: null, not aligned, written by two problems, or an
// output that is also an input of its problem.
class Operands {
public:
    void add(const Operand& o) {
        at_[count_++] = o;
        all_ |= bit(o.arg);
    }
    const Operand* begin() const { return at_; }
    const Operand* end() const { return at_ + count_; }
    std::uint32_t all() const { return all_; }

    // The position of a bad one; of problems that are alike, behind one that has elements in the operands `before`.
    [[gnu::noinline]] int check(std::uint32_t filled, std::uint32_t before, i64 first, i64 count) const {
        for (const Operand& o : *this) {
            if (!(filled & bit(o.arg))) continue;
            if (!o.list) return o.position;
            const bool has_before = (before & bit(o.arg)) != 0;
            for (i64 p = first; p < first + count; ++p) {
                if (o.is_bad(o.list[p])) return o.position;
                if (!o.written) continue;
                if ((p > first || has_before) && o.list[p] == o.list[p - 1]) return o.position;
                for (const Operand& other : *this)
                    if (other.is_input_beside(o, filled) && other.list[p] == o.list[p]) return o.position;
            }
        }
        return 0;
    }
    // Of problems that have elements in all operands; the loops hold no branches.
    [[gnu::noinline]] bool are_good(i64 first, i64 end) const {
        bool good = true;
        for (const Operand& o : *this) good &= o.list != nullptr;
        if (!good) return false;
        for (const Operand& o : *this) {
            for (i64 p = first; p < end; ++p) good &= !o.is_bad(o.list[p]);
            if (!o.written) continue;
            for (i64 p = first > 0 ? first : 1; p < end; ++p) good &= o.list[p] != o.list[p - 1];
            for (const Operand& other : *this)
                if (other.is_input_beside(o, all_))
                    for (i64 p = first; p < end; ++p) good &= o.list[p] != other.list[p];
        }
        return good;
    }

private:
    Operand at_[5];
    int count_ = 0;
    std::uint32_t all_ = 0;
};

// Looks at a kind of runs when its first run is met: a bad argument, or the operands in which it has elements.
using Meet = int (*)(const void* call, i64 run, std::uint32_t& filled);

// The position of the first bad argument of the first run that has one. The numbers of the kinds go to kind_of, unless
// there are too many; then keep is set to false.
[[gnu::noinline]] inline int check_runs(const cpu::Runs& runs, const Operands& operands, bool variable, Meet meet,
                                        const void* call, std::uint16_t* kind_of, bool& keep) {
    constexpr int most_kinds = 64;
    constexpr i64 block = 64;
    cpu::Kinds<most_kinds> kinds;
    const bool key_is_all = runs.key_is_all();
    std::uint64_t keys[block];
    std::uint32_t filled[most_kinds] = {};      // of a kind
    std::uint32_t filled_in[block] = {};        // of a run of this block
    std::uint32_t everywhere = operands.all();  // the operands in which all have elements
    std::uint32_t before = 0;
    int known = 0;
    kinds.clear();
    i64 first = 0;
    for (i64 run = 0, next; run < runs.count; run = next) {
        next = run + block < runs.count ? run + block : runs.count;
        int bad = 0;
        i64 end = run;
        runs.keys(run, next, keys);
        for (; end < next; ++end) {
            if (!variable && runs.problems(end) == 0) continue;
            int kind = kinds.find(runs, end, keys[end - run], key_is_all);
            if (kind < 0) {
                keep = false;
                kinds.clear();
                known = 0;
                kind = kinds.find(runs, end, keys[end - run], key_is_all);
            }
            if (kind == known) {
                bad = meet(call, end, filled[known++]);
                if (bad != 0) break;
                everywhere &= filled[kind];
            }
            filled_in[end - run] = filled[kind];
            if (keep) kind_of[end] = static_cast<std::uint16_t>(kind);
        }
        if (variable && everywhere == operands.all() && operands.are_good(run, end)) {
            before = everywhere;
            first += end - run;
        } else {
            for (i64 i = run; i < end; ++i) {
                const i64 count = runs.problems(i);
                if (count == 0) continue;
                if (const int worse = operands.check(filled_in[i - run], before, first, count)) return worse;
                before = filled_in[i - run];
                first += count;
            }
        }
        if (bad != 0) return bad;
    }
    return 0;
}

// Where integers and operands are in shunt_seen.
constexpr int place_of_operand(Arg x) {
    return index_of(x) - index_of(Arg::a);
}
constexpr int place_of_integer(Arg x) {
    return x <= Arg::k ? index_of(x) - index_of(Arg::m) : 3 + place_of_operand(operand_of_stride(x));
}
// How to look at problems of these options.
struct Bytes {
    std::size_t element, real, integer;
};
shunt_look look_of(BatchRoutine, const Alike<double>& options, Bytes);

// What shunt_batch_async.h says of a call, beside the places of bad arguments.
inline constexpr int not_enqueued = -1, enqueued_in_part = -2;

// One call.
template <class T, class Int> class Call {
public:
    // `args` holds the address of every argument; of CBLAS, options are enumerators. at_hand: lists of addresses are in
    // the host's memory, or copied there.
    [[gnu::noinline]] Call(BatchRoutine routine, Form form, void* const* args, bool cblas, OnHost* on_host,
                           bool at_hand = true)
        : routine_(routine),
          form_(form),
          signature_(signatures[static_cast<int>(routine)]),
          layout_(layouts.of[static_cast<int>(routine)][static_cast<int>(form)]),
          args_(args),
          cblas_(cblas),
          on_host_(on_host) {
        const bool group = form == Form::group;
        for (int i = 0; i < signature_.count; ++i) {
            const Arg x = signature_.args[i];
            if (is_option(x)) {
                options_[option_count_++] = {at(x), group, x, option(x)};
                if (group) runs_.add(at(x), bytes_of(x));
            } else if (is_integer(x)) {
                const bool there = !at_hand && form != Form::strided && is_there(at(x));
                const Int* const p = there ? &nothing : static_cast<const Int*>(at(x));
                if (there) integers_on_device_ |= 1u << place_of_integer(x);
                integers_[integer_count_++] = {p, form != Form::strided && !there, x, integer(x)};
                if (form != Form::strided) runs_.add(at(x), sizeof(Int));
            } else if (!is_operand(x)) {
                if (group) runs_.add(at(x), bytes_of(x));
            } else if (!at_hand && form != Form::strided && is_there(at(x))) {
                on_device_ |= bit(x);  // nothing is known of these operands
            } else {
                const std::uintptr_t align = x == Arg::ipiv ? sizeof(Int) : sizeof(Real);
                operands_.add({static_cast<void* const*>(at(x)), x, layout_.at[index_of(x)],
                               (signature_.written & bit(x)) != 0, align - 1});
            }
        }
    }

    // Many problems in device memory, not strided, each a run of its own with the options of the others: the device
    // looks at them, and carries them out where nothing is wrong with any. Declined: another way is to be taken, nothing
    // was touched.
    [[gnu::noinline]] int carry_out_unseen() {
        if (!is_plain() || !has_unseen()) return SHUNT_DECLINED;
        const bool counted = report::on();
        const double start = counted ? report::now() : 0;
        cpu::Batch<T> batch;
        describe(batch, nullptr);
        shunt_batch b{};
        shunt_arrays arrays{};
        describe(b, arrays, batch);
        Alike<T> x;
        read(0, x);
        Alike<double> options;
        options.side = x.side, options.transa = x.transa, options.transb = x.transb;
        shunt_look look = look_of(routine_, options, {sizeof(T), sizeof(Real), sizeof(Int)});
        look.on_device = integers_on_device_;
        b.look = &look;
        if (const void* there = info(); there && plugin::place_of(there) != plugin::Place::host) b.info_on_device = 1;
        const int status = plugin::run_batch(b);
        if (status == SHUNT_FAILED) on_host_->fail(b.reason ? b.reason : "the device failed");
        if (status == SHUNT_DONE && counted) record(start);
        return status;
    }

    // 0, or the place of the first bad argument, and then nothing was done. LAPACK's are told by info, where there is
    // room for it. lost: by a device that has failed.
    int carry_out(bool lost = false) {
        std::uint16_t kind_of[most_known_runs];
        int bad = count_problems();
        if (bad == 0) bad = lost ? layout_.at[index_of(Arg::a)] : check(kind_of, !begins_elsewhere());
        const bool counted = report::on();
        const double start = counted ? report::now() : 0;
        cpu::Batch<T> batch;
        bool done = false;  // on a device
        if (bad == 0 && total_ > 0) {
            describe(batch, kind_of);
            if (on_host_ && !elsewhere(batch, done)) bad = layout_.at[index_of(Arg::a)];
        }
        if (bad != 0 && signature_.lapack && info() && total_ > 0) {
            for (i64 i = 0; i < total_; ++i) static_cast<Int*>(info())[i] = static_cast<Int>(-bad);
            return 0;
        }
        if (bad != 0 || total_ == 0) return bad;
        if (!done) cpu::run_batch(batch);
        if (counted) record(start);
        return 0;
    }

    // Enqueued on a stream, as shunt_batch_async.h has it.
    int enqueue(void* stream, void* workspace, std::size_t& workspace_bytes) {
        for (int place = 1; place <= layout_.arity; ++place)
            if (!is_operand_place(place) && place != layout_.info &&
                plugin::place_of(argument(place)) == plugin::Place::device)
                return place;
        std::uint16_t kind_of[most_known_runs];
        int bad = count_problems();
        if (bad == 0) bad = check(kind_of, false);
        if (bad != 0) return bad;
        if (total_ == 0) {
            if (!workspace) workspace_bytes = SHUNT_WORKSPACE_UNIT;
            return 0;
        }
        if (signature_.lapack && plugin::place_of(info()) == plugin::Place::host) return layout_.info;
        cpu::Batch<T> batch;
        describe(batch, kind_of);
        OnHost::Operand list[5];
        const int count = list_operands(batch, list);
        int device = plugin::Range::any_device;
        for (int k = 0; k < count; ++k)
            if (!OnHost::is_there(list[k], runs_, total_, this, device) ||
                (cpu::is_complex<T> && !OnHost::is_aligned(list[k], total_)))
                return operands_.begin()[k].position;
        shunt_batch b{};
        shunt_arrays arrays{};
        describe(b, arrays, batch);
        b.info_on_device = 1;
        auto bytes = static_cast<i64>(workspace_bytes);
        const int status = plugin::enqueue_batch(b, stream, workspace, bytes);
        if (status == SHUNT_DECLINED) return not_enqueued;
        if (status != SHUNT_DONE) return enqueued_in_part;
        if (workspace && static_cast<i64>(workspace_bytes) >= bytes) return 0;
        workspace_bytes = static_cast<std::size_t>(bytes);
        return workspace ? layout_.arity + 3 : 0;
    }

private:
    static constexpr i64 most_known_runs = 8192;
    static constexpr Int nothing = 0;
    using Real = cpu::real_t<T>;
    using Option = char Alike<T>::*;
    using Integer = i64 Alike<T>::*;
    struct OptionArgument {
        const void* p;
        i64 step;
        Arg arg;
        Option to;
    };
    struct IntegerArgument {
        const Int* p;
        i64 step;
        Arg arg;
        Integer to;
    };

    static Option option(Arg x) {
        constexpr Option members[] = {&Alike<T>::side, &Alike<T>::uplo, &Alike<T>::transa, &Alike<T>::transb,
                                      &Alike<T>::diag};
        return members[index_of(x)];
    }
    static Integer integer(Arg x) {
        switch (x) {
            case Arg::m:
                return &Alike<T>::m;
            case Arg::n:
                return &Alike<T>::n;
            case Arg::k:
                return &Alike<T>::k;
            case Arg::lda:
                return &Alike<T>::lda;
            case Arg::ldb:
            case Arg::incb:
                return &Alike<T>::ldb;
            default:
                return &Alike<T>::ldc;
        }
    }
    void describe(cpu::Batch<T>& batch, const std::uint16_t* kind_of) const {
        batch.routine = routine_;
        batch.runs = &runs_;
        if (kinds_are_known_) batch.kind_of = kind_of;
        batch.context = this;
        batch.read = [](const void* context, i64 run, Alike<T>& x) { static_cast<const Call*>(context)->read(run, x); };
        batch.a = place(Arg::a);
        batch.b = place(Arg::b);
        batch.c = place(Arg::c);
        batch.ipiv = place(Arg::ipiv);
        batch.tau = place(Arg::tau);
        batch.taup = place(Arg::taup);
        batch.d = place(Arg::d);
        batch.e = place(Arg::e);
        batch.info = info();
    }
    // What a call may have in common with one of the plug-in's; of many runs in `arrays`, too.
    void describe(shunt_batch& b, shunt_arrays& arrays, const cpu::Batch<T>& batch) const {
        b.size = sizeof b, b.routine = static_cast<int>(routine_), b.precision = precision_of<T>;
        b.wide = sizeof(Int) == 8;
        b.count = total_, b.runs = runs_.count;
        b.context = this;
        b.read = [](const void* context, i64 run, shunt_alike* to) {
            const auto& call = *static_cast<const Call*>(context);
            Alike<T> x;
            call.read(run, x);
            const auto letters = {&to->side, &to->uplo, &to->transa, &to->transb, &to->diag};
            const char from[] = {x.side, x.uplo, x.transa, x.transb, x.diag};
            int i = 0;
            for (char* letter : letters) *letter = from[i++];
            if (!cpu::is_complex<T>)
                for (char* letter : {&to->transa, &to->transb})
                    if (*letter == 'C') *letter = 'T';
            to->m = x.m, to->n = x.n, to->k = x.k, to->lda = x.lda, to->ldb = x.ldb, to->ldc = x.ldc;
            const std::complex<double> alpha(x.alpha), beta(x.beta);
            to->alpha[0] = alpha.real(), to->alpha[1] = alpha.imag();
            to->beta[0] = beta.real(), to->beta[1] = beta.imag();
            to->problems = call.runs_.problems(run);
        };
        const auto place = [this](Arg x, const Place& p) {
            return shunt_place{p.list, on_device_ & bit(x) ? at(x) : nullptr, p.base, p.stride};
        };
        b.a = place(Arg::a, batch.a), b.b = place(Arg::b, batch.b), b.c = place(Arg::c, batch.c);
        b.ipiv = place(Arg::ipiv, batch.ipiv), b.tau = place(Arg::tau, batch.tau);
        b.taup = place(Arg::taup, batch.taup), b.d = place(Arg::d, batch.d), b.e = place(Arg::e, batch.e);
        b.info = batch.info;
        if (form_ != Form::strided) describe(arrays), b.arrays = &arrays;
    }
    // The same as arrays. Of the variable form, options are said once.
    void describe(shunt_arrays& arrays) const {
        const auto list = [&](Arg x) { return layout_.at[index_of(x)] ? at(x) : nullptr; };
        arrays.m = list(Arg::m), arrays.n = list(Arg::n), arrays.k = list(Arg::k), arrays.lda = list(Arg::lda);
        arrays.ldb = layout_.at[index_of(Arg::ldb)] ? at(Arg::ldb) : list(Arg::incb);
        arrays.ldc = layout_.at[index_of(Arg::ldc)] ? at(Arg::ldc) : list(Arg::incc);
        if (form_ == Form::variable) return;
        arrays.problems = argument(layout_.count);
        for (int i = 0; i < signature_.count; ++i) {
            const Arg x = signature_.args[i];
            if (is_integer(x) || is_operand(x)) continue;
            arrays.option[arrays.options++] = {at(x), static_cast<i64>(bytes_of(x))};
        }
    }
    // Of an option or a scalar.
    std::size_t bytes_of(Arg x) const {
        return is_option(x) ? (cblas_ ? sizeof(int) : 1) : signature_.real_scalars ? sizeof(Real) : sizeof(T);
    }
    int list_operands(cpu::Batch<T>& batch, OnHost::Operand* list) const {
        int count = 0;
        const auto part = [](const void* call, i64 run, int index) {
            const auto& c = *static_cast<const Call*>(call);
            Alike<T> x;
            c.read(run, x);
            return cpu::batch_is_empty(c.routine_, x) ? OnHost::Part{} : c.part_of(static_cast<Arg>(index), x);
        };
        const i64 order = largest_order();
        for (const Operand& o : operands_) {
            Place* const at = o.arg == Arg::a      ? &batch.a
                              : o.arg == Arg::b    ? &batch.b
                              : o.arg == Arg::c    ? &batch.c
                              : o.arg == Arg::ipiv ? &batch.ipiv
                              : o.arg == Arg::tau  ? &batch.tau
                              : o.arg == Arg::taup ? &batch.taup
                              : o.arg == Arg::d    ? &batch.d
                                                   : &batch.e;
            const auto bytes = static_cast<i64>(element(o.arg));
            list[count++] = {at, part, bytes, most_bytes(o.arg, order), index_of(o.arg), is_matrix(o.arg), o.written};
        }
        return count;
    }
    // Operands in device memory: the call done there, or they in the host's. False: neither.
    bool elsewhere(cpu::Batch<T>& batch, bool& done) const {
        OnHost::Operand list[5];
        const int count = list_operands(batch, list);
        shunt_batch b{};
        shunt_arrays arrays{};
        describe(b, arrays, batch);
        const int status = on_host_->on_device(b, list, count, runs_, this);
        if (status != SHUNT_DECLINED) return done = status == SHUNT_DONE;
        return on_host_->operands(list, count, runs_, total_, this);
    }
    bool is_vector(Arg x) const {
        return (x == Arg::b && layout_.at[index_of(Arg::incb)]) || (x == Arg::c && layout_.at[index_of(Arg::incc)]);
    }
    // What of an operand a problem has: of a vector with increments one row.
    OnHost::Part part_of(Arg arg, const Alike<T>& x) const {
        const Extent e = extent(routine_, arg, x);
        const i64 ld = arg == Arg::a ? x.lda : arg == Arg::b ? x.ldb : x.ldc;
        if (is_vector(arg)) return {1, e.rows, ld < 0 ? -ld : ld};
        return {e.rows, e.cols, is_matrix(arg) ? ld : e.rows};
    }
    // The largest size, or distance between columns or elements, of any run.
    i64 largest(const IntegerArgument& x) const {
        Int least = 0, most = 0;
        for (i64 run = 0; run < runs_.count; ++run) {
            const Int value = x.p[run * x.step];
            least = value < least ? value : least;
            most = value > most ? value : most;
        }
        if (least >= -most) return most;
        return least == std::numeric_limits<Int>::min() ? std::numeric_limits<Int>::max() : -least;
    }
    i64 largest_order() const {
        i64 order = 0;
        for (int i = 0; i < integer_count_; ++i) {
            const i64 size = integers_[i].arg <= Arg::k ? largest(integers_[i]) : 0;
            order = size > order ? size : order;
        }
        return order;
    }
    // Bytes that no problem's part of an operand passes, as no size is above `order`; 0: it cannot be said.
    i64 most_bytes(Arg operand, i64 order) const {
        i64 bytes = order;
        for (int i = 0; i < integer_count_ && order > 0; ++i) {
            const IntegerArgument& x = integers_[i];
            if (x.arg <= Arg::k || operand_of_stride(x.arg) != operand) continue;
            if (__builtin_mul_overflow(order - 1, largest(x), &bytes) || __builtin_add_overflow(bytes, order, &bytes))
                return 0;
        }
        return __builtin_mul_overflow(bytes, static_cast<i64>(element(operand)), &bytes) ? 0 : bytes;
    }
    static std::size_t element(Arg x) {
        return x == Arg::ipiv ? sizeof(Int) : x == Arg::d || x == Arg::e ? sizeof(Real) : sizeof(T);
    }
    void* argument(int place) const { return place ? args_[place - 1] : nullptr; }
    void* at(Arg x) const { return argument(layout_.at[index_of(x)]); }
    Int number(int place) const { return *static_cast<const Int*>(argument(place)); }
    void* info() const { return argument(layout_.info); }
    T scalar(Arg x, i64 run) const {
        const void* p = at(x);
        if (!p) return T(0);
        const i64 i = form_ == Form::group ? run : 0;
        return signature_.real_scalars ? T(static_cast<const Real*>(p)[i]) : static_cast<const T*>(p)[i];
    }
    Place place(Arg x) const {
        void* p = at(x);
        if (on_device_ & bit(x)) return {nullptr, nullptr, 0};
        if (form_ != Form::strided || !p) return {static_cast<void* const*>(p), nullptr, 0};
        return {nullptr, static_cast<char*>(p),
                static_cast<i64>(number(layout_.stride[index_of(x)])) * static_cast<i64>(element(x))};
    }

    char letter(const OptionArgument& option, i64 run) const {
        const i64 i = run * option.step;
        return cblas_ ? trans_letter(static_cast<const int*>(option.p)[i])
                      : upper(static_cast<const char*>(option.p)[i]);
    }
    [[gnu::noinline]] void read(i64 run, Alike<T>& x) const {
        x.wide = sizeof(Int) == 8;
        for (int i = 0; i < option_count_; ++i) x.*options_[i].to = letter(options_[i], run);
        for (int i = 0; i < integer_count_; ++i)
            x.*integers_[i].to = static_cast<i64>(integers_[i].p[run * integers_[i].step]);
        x.alpha = scalar(Arg::alpha, run);
        x.beta = scalar(Arg::beta, run);
    }

    // The number of problems and of runs; or which argument is bad. Where there are no problems, the other arguments
    // may be null pointers.
    int count_problems() {
        if (layout_.group_count) {
            if (!argument(layout_.group_count) || number(layout_.group_count) < 0) return layout_.group_count;
            runs_.count = number(layout_.group_count);
            if (runs_.count == 0) return 0;
        }
        if (!argument(layout_.count)) return layout_.count;
        i64 total = 0;
        if (layout_.group_count) {
            const auto* sizes = static_cast<const Int*>(argument(layout_.count));
            runs_.set_problems(sizes);
            for (i64 g = 0; g < runs_.count; ++g) {
                const i64 size = sizes[g];
                if (size < 0 || __builtin_add_overflow(total, size, &total)) return layout_.count;
            }
        } else {
            total = number(layout_.count);
            if (total < 0) return layout_.count;
            runs_.count = form_ == Form::variable ? total : 1;
            if (form_ == Form::strided) runs_.set_problems(total);
        }
        if (total == 0) return 0;
        // More than can be numbered, or than there is room for addresses of.
        if (total > (sizeof(Int) == 4 ? INT32_MAX : INT64_MAX / 8)) return layout_.count;
        total_ = total;  // from here on INFO has room for an answer
        for (int place = 1; place <= layout_.arity; ++place)
            if (!argument(place) && !is_operand_place(place)) return place;
        return 0;
    }
    bool is_operand_place(int place) const {
        for (int i = 0; i < signature_.count; ++i)
            if (is_operand(signature_.args[i]) && layout_.at[index_of(signature_.args[i])] == place) return true;
        return false;
    }

    void record(double start) const {
        report::add_batch(static_cast<int>(routine_), stem_of<T>(routine_), precision_of<T>, total_,
                          report::now() - start);
    }

    // All that is wrong with them can be seen by a look at each array for itself.
    bool is_plain() const {
        return routine_ <= BatchRoutine::getrs || routine_ == BatchRoutine::potrf || routine_ == BatchRoutine::potrs;
    }
    // What a device cannot see: whether each problem is a run of its own, and their options, which are the same. Those
    // of groups are to be in the host's memory.
    [[gnu::noinline]] bool has_unseen() {
        const auto is_here = [](const void* p) { return p && plugin::place_of(p) == plugin::Place::host; };
        const int count = form_ == Form::group ? layout_.group_count : layout_.count;
        for (int place = 1; place <= layout_.arity; ++place)
            if (!argument(place)) return false;
        const auto same = [&](const void* p, std::size_t bytes) {
            const auto rest = (static_cast<std::size_t>(number(count)) - 1) * bytes;
            return is_here(p) && std::memcmp(p, static_cast<const char*>(p) + bytes, rest) == 0;
        };
        if (form_ == Form::group) {
            if (!same(argument(layout_.count), sizeof(Int)) || number(layout_.count) != 1) return false;
            for (int i = 0; i < signature_.count; ++i)
                if (const Arg x = signature_.args[i]; !is_integer(x) && !is_operand(x) && !same(at(x), bytes_of(x)))
                    return false;
        }
        if (count_problems() != 0) return false;
        Alike<T> x;
        read(0, x);
        for (int i = 0; i < option_count_; ++i)
            if (!is_letter(options_[i].arg, x.*options_[i].to)) return false;
        for (const Operand& o : operands_)
            if (is_matrix(o.arg) && plugin::place_of(o.list[0]) != plugin::Place::device) return false;
        return true;
    }
    // Device memory; and managed, which the host would have to wait for, where it may read something else instead.
    bool is_there(const void* p) const {
        const plugin::Place place = plugin::place_of(p);
        return place == plugin::Place::device || (on_host_ && place == plugin::Place::managed);
    }
    // Whether the first matrix is not in the host's memory.
    bool begins_elsewhere() const {
        return on_host_ && form_ != Form::strided && total_ > 0 && operands_.begin()->list &&
               plugin::place_of(operands_.begin()->list[0]) != plugin::Place::host;
    }
    // on_host: problems that the CPU may work on, whose kinds it wants to know.
    int check(std::uint16_t* kind_of, bool on_host) {
        if (total_ == 0) return 0;
        if (form_ == Form::strided) {
            Alike<T> x;
            read(0, x);
            const int bad = check_sizes(x);
            return bad != 0 ? bad : check_strided(x, filled_operands(x));
        }
        const bool few = on_host && runs_.count <= most_known_runs;
        kinds_are_known_ = form_ == Form::variable && few;
        if (!few && are_plain()) return 0;
        const auto meet = [](const void* call, i64 run, std::uint32_t& filled) {
            const auto& c = *static_cast<const Call*>(call);
            Alike<T> x;
            c.read(run, x);
            const int bad = c.check_sizes(x);
            filled = bad != 0 ? 0 : c.filled_operands(x);
            return bad;
        };
        return check_runs(runs_, operands_, form_ == Form::variable, meet, this, kind_of, kinds_are_known_);
    }
    // Of many runs: whether a look at each array for itself shows that they have the same options, that all have
    // elements in all operands, and that nothing is wrong with any. Runs of many kinds would be met one by one.
    [[gnu::noinline]] bool are_plain() const {
        if (!is_plain()) return false;
        Alike<T> x;
        read(0, x);
        if (check_sizes(x) != 0) return false;
        for (int i = 0; i < option_count_ && form_ == Form::group; ++i) {
            bool same = true;
            for (i64 run = 0; run < runs_.count; ++run) same &= letter(options_[i], run) == x.*options_[i].to;
            if (!same) return false;
        }
        constexpr Arg sizes[] = {Arg::m, Arg::n, Arg::k};
        x.m = 0, x.n = 1, x.k = 2;  // to see which one a leading dimension is compared with
        for (int i = 0; i < integer_count_; ++i) {
            const Int* const p = integers_[i].p;
            const Arg arg = integers_[i].arg;
            bool good = true;
            if (arg <= Arg::k) {
                for (i64 run = 0; run < runs_.count; ++run) good &= p[run] > 0;
            } else if (arg == Arg::incb || arg == Arg::incc) {
                for (i64 run = 0; run < runs_.count; ++run) good &= p[run] != 0;
            } else {
                const auto* const rows =
                    static_cast<const Int*>(at(sizes[extent(routine_, operand_of_stride(arg), x).rows]));
                for (i64 run = 0; run < runs_.count; ++run) good &= p[run] >= rows[run];
            }
            if (!good) return false;
        }
        return operands_.are_good(0, total_);
    }
    [[gnu::noinline]] int check_sizes(const Alike<T>& x) const {
        for (int i = 0; i < option_count_; ++i)
            if (!is_letter(options_[i].arg, x.*options_[i].to)) return layout_.at[index_of(options_[i].arg)];
        for (int i = 0; i < integer_count_; ++i)
            if (x.*integers_[i].to < least(integers_[i].arg, x) || is_too_large(integers_[i].arg, x))
                return layout_.at[index_of(integers_[i].arg)];
        return 0;
    }
    [[gnu::noinline]] std::uint32_t filled_operands(const Alike<T>& x) const {
        if (cpu::batch_is_empty(routine_, x)) return 0;
        std::uint32_t filled = 0;
        for (const Operand& o : operands_)
            if (!extent(routine_, o.arg, x).empty()) filled |= bit(o.arg);
        return filled;
    }
    bool is_letter(Arg arg, char letter) const {
        const char* letters = arg == Arg::side ? "LR" : arg == Arg::uplo ? "UL" : arg == Arg::diag ? "UN" : "NTC";
        if (routine_ == BatchRoutine::herk && arg == Arg::transa) letters = "NC";
        if (routine_ == BatchRoutine::syrk && arg == Arg::transa && cpu::is_complex<T>) letters = "NT";
        for (; *letters; ++letters)
            if (letter == *letters) return true;
        return false;
    }
    // Increments are any but 0.
    i64 least(Arg arg, const Alike<T>& x) const {
        const auto rows = [&](Arg operand) {
            const i64 r = extent(routine_, operand, x).rows;
            return r > 1 ? r : 1;
        };
        switch (arg) {
            case Arg::lda:
                return rows(Arg::a);
            case Arg::ldb:
                return rows(Arg::b);
            case Arg::ldc:
                return rows(Arg::c);
            case Arg::incb:
            case Arg::incc:
                return INT64_MIN;
            default:
                return 0;
        }
    }
    bool is_too_large(Arg arg, const Alike<T>& x) const {
        if (arg == Arg::incb) return x.ldb == 0;
        if (arg == Arg::incc) return x.ldc == 0;
        if (routine_ != BatchRoutine::orgqr) return false;
        return arg == Arg::n ? x.n > x.m : arg == Arg::k && x.k > x.n;
    }

    // Whether problems that are `stride` apart, or a few times that, write one element, or some begin in one row. Of a
    // triangle nothing is known: its other half may be another one's.
    bool overlaps(const Alike<T>& x, Arg arg, i64 stride) const {
        using enum BatchRoutine;
        if (!is_matrix(arg) || (arg == Arg::a && routine_ == potrf)) return false;
        if (arg == Arg::c && (routine_ == syrk || routine_ == herk)) return false;
        const OnHost::Part part = part_of(arg, x);
        const i64 step = stride >= 0 ? stride : stride == INT64_MIN ? INT64_MAX : -stride, last = part.columns - 1;
        const auto meet = [&](i64 problems) {
            i64 apart = 0;
            if (problems >= total_ || __builtin_mul_overflow(problems, step, &apart)) return false;
            const i64 columns = apart / part.ld, rows = apart % part.ld;
            return (rows < part.rows && columns <= last) || (part.ld - rows < part.rows && columns < last);
        };
        constexpr i64 few = 8;
        for (i64 i = 1; i <= few; ++i)
            if (meet(i)) return true;
        return meet(part.ld / std::gcd(part.ld, step));
    }

    int check_strided(const Alike<T>& x, std::uint32_t filled) const {
        for (const Operand& o : operands_) {
            if (!(filled & bit(o.arg))) continue;
            if (o.is_bad(o.list)) return o.position;
            if (!o.written) continue;
            const int stride_position = layout_.stride[index_of(o.arg)];
            const i64 stride = number(stride_position);
            const bool matrix = layout_.at[index_of(o.arg == Arg::a   ? Arg::lda
                                                    : o.arg == Arg::b ? Arg::ldb
                                                                      : Arg::ldc)];
            const i64 needed = matrix || o.arg >= Arg::ipiv ? extent(routine_, o.arg, x).rows
                                                            : 1;  // a vector may have its increments beside others'
            if (total_ > 1 && stride < needed && stride > -needed) return stride_position;
            if (overlaps(x, o.arg, stride)) return stride_position;
            for (const Operand& other : operands_)
                if (other.is_input_beside(o, filled) && other.list == o.list) return o.position;
        }
        return 0;
    }
    BatchRoutine routine_;
    Form form_;
    const Signature& signature_;
    const Layout& layout_;
    void* const* args_;
    bool cblas_;
    OnHost* on_host_;  // or null: nothing can be in device memory
    OptionArgument options_[4];
    IntegerArgument integers_[6];
    Operands operands_;
    int option_count_ = 0;
    int integer_count_ = 0;
    std::uint32_t on_device_ = 0;           // operands whose addresses are in device memory, not looked at
    std::uint32_t integers_on_device_ = 0;  // by their places in shunt_seen
    bool kinds_are_known_ = false;
    i64 total_ = 0;
    cpu::Runs runs_;
};

// Whether there are so many runs that a device may look at them, and the first matrix is there, or the addresses.
bool wants_a_look(const Layout&, Form, void* const* args, int integer);
// The arrays among a call's arguments become the host's; scalar, integer: bytes of such an element. False: that failed.
bool arrays_to_host(OnHost&, const Signature&, const Layout&, Form, void** args, int scalar, int integer, bool cblas);
// Says once why a call was not carried out.
void report_device(const char* stem, Form, const OnHost&);

// 0, or the place of a bad argument. `args` may change.
template <class T, class Int> int carry_out(BatchRoutine routine, Form form, void** args, bool cblas = false) {
    if (!plugin::device_memory_possible()) return Call<T, Int>(routine, form, args, cblas, nullptr).carry_out();
    const Signature& s = signatures[static_cast<int>(routine)];
    const Layout& l = layouts.of[static_cast<int>(routine)][static_cast<int>(form)];
    OnHost on_host;
    int bad = l.at[index_of(Arg::a)];
    const char* lost = nullptr;
    if (wants_a_look(l, form, args, sizeof(Int))) {
        const int status = Call<T, Int>(routine, form, args, cblas, &on_host, false).carry_out_unseen();
        if (status == SHUNT_DONE) return 0;
        lost = on_host.failure();
    }
    const int scalar = s.real_scalars ? sizeof(cpu::real_t<T>) : sizeof(T);
    if (arrays_to_host(on_host, s, l, form, args, scalar, sizeof(Int), cblas)) {
        bad = Call<T, Int>(routine, form, args, cblas, &on_host).carry_out(lost != nullptr);
        if (!on_host.take_back() && bad == 0) bad = l.at[index_of(Arg::a)];
    }
    if (lost) on_host.fail(lost);
    if (on_host.failure()) report_device(stem_of<T>(routine), form, on_host);
    return bad;
}

// As Call::enqueue(); the workspace is looked at first.
template <class T, class Int>
int enqueue(BatchRoutine routine, Form form, void** args, void* stream, void* workspace, std::size_t* bytes) {
    const int arity = layouts.of[static_cast<int>(routine)][static_cast<int>(form)].arity;
    if (!bytes) return arity + 3;
    if (!plugin::device_memory_possible()) return not_enqueued;
    if (workspace && (reinterpret_cast<std::uintptr_t>(workspace) % SHUNT_WORKSPACE_UNIT != 0 ||
                      plugin::place_of(workspace) == plugin::Place::host))
        return arity + 2;
    return Call<T, Int>(routine, form, args, false, nullptr, false).enqueue(stream, workspace, *bytes);
}

}  // namespace shunt::batched
