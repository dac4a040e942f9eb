// In: a call that was not sent to the original at once. Out: the call carried out, or the word that the original must.
#include <algorithm>
#include <cerrno>
#include <climits>
#include <cstdio>
#include <cstring>
#include <utility>

#include "cpu/cpu.hpp"
#include "shim/options.hpp"
#include "shim/report.hpp"
#include "shim/symbol.hpp"

namespace shunt {
namespace {

void gemm_name(const Symbol& s, char* name, std::size_t bytes) {
    constexpr const char* forms[] = {"%cgemm_", "%cgemm_64_", "%cgemm64_", "scipy_%cgemm_", "scipy_%cgemm_64_"};
    // CBLAS spells its 64-bit names in other ways than Fortran; the Fortran ones beside it are these.
    const Family f = s.cblas && s.family == Family::wide_joined ? Family::wide : s.family;
    std::snprintf(name, bytes, forms[static_cast<int>(f)], s.precision);
}

bool wide(Family f) {
    return f == Family::wide || f == Family::wide_joined || f == Family::scipy_wide;
}

Surroundings surroundings(const Symbol& s, int threads) {
    return {s.profile.load(std::memory_order_acquire),
            s.original.load(std::memory_order_relaxed) != nullptr,
            options().route[s.routine][precision_index(s.precision)],
            threads,
            plugin::possible(),
            s.behind.load(std::memory_order_acquire)->kind == interpose::Kind::reference};
}

// Where a GPU may come later, calls above this size see it come: 2 MFLOP of a product, as what is small for threads.
constexpr std::int64_t most_unseen(char precision) {
    return precision == 'c' || precision == 'z' ? 62 : 99;
}

// Two threads may do it at once and store the same values, but for the driver's coming meanwhile.
void bind(Symbol& s) {
    const int saved = errno;
    char name[32];
    gemm_name(s, name, sizeof name);
    void* original = interpose::resolve(s.name);
    void* gemm = s.routine == SHUNT_GEMM && !s.cblas ? original : interpose::resolve(name);
    const interpose::Backend& behind = interpose::backend(gemm ? gemm : original);
    char key[64];
    profile_key(behind, interpose::backend(original), is_lapack(s.routine), key, sizeof key);
    s.original = original;
    s.gemm = gemm;
    s.behind = &behind;
    s.profile = original ? profile_for(key) : nullptr;
    std::int64_t direct = always_original_up_to(s.routine, s.precision, surroundings(s, 1));
    if (report::on()) direct = never_direct;
    // A 64-bit-integer library owns the plain names: its callers' arguments are not ours to read.
    if (s.family == Family::plain && interpose::plain_names_wide() && original)
        direct = INT64_MAX;
    else if (plugin::device_memory_expected())
        s.looks_for_device = true;
    else if (plugin::possible())
        direct = std::min(direct, most_unseen(s.precision));
    s.direct = direct;
    if (s.looks_for_device) s.look_for_device();  // perhaps by another thread, which has met the driver meanwhile
    s.bound.store(true, std::memory_order_release);
    if (options().verbose >= 1) {
        char to[32] = "never";
        if (direct == INT64_MAX)
            std::snprintf(to, sizeof to, "always");
        else if (direct >= 0)
            std::snprintf(to, sizeof to, "up to %lld", static_cast<long long>(direct));
        interpose::warn_once(s.name, "%s: behind it %s (%s), direct %s", s.name,
                             behind.library[0] ? behind.library : "nothing", key, to);
    }
    errno = saved;
}

// As many threads as the library behind would use; with none that says, those that the user named, else one.
int threads_for(const Symbol& s, const Call& c) {
    const auto* behind = s.behind.load(std::memory_order_acquire);
    const bool says = behind->get_threads && s.original.load(std::memory_order_relaxed);
    const int wanted = says ? behind->get_threads() : options().threads_given ? INT_MAX : 1;
    const double work = flops(c);
    if (!threads_pay(work, wanted)) return 1;
    const int threads = std::min(wanted, cpu::threads_available());  // takes some time to find out
    return threads_pay(work, threads) ? threads : 1;
}

// The library behind does the inner products where its GEMM is a good one, and never when all is forced to us.
void* inner_gemm(const Symbol& s) {
    const bool forced = options().route[s.routine][precision_index(s.precision)] == Mode::cpu;
    const bool good = inner_gemm_is_good(*s.behind.load(std::memory_order_acquire));
    return good && !forced && s.routine != SHUNT_GEMM ? s.gemm.load(std::memory_order_relaxed) : nullptr;
}

// What a decision depends on, in one word with two bits free; 0 for a call too large for it, and for one that computes
// nothing. ours: by the own kernels; host_only: the original's, if the matrices are in the host's memory.
constexpr std::uint64_t ours = 1, host_only = std::uint64_t{1} << 63;
std::uint64_t small_call(const Call& c) noexcept {
    constexpr std::uint64_t limit = 1 << 20;
    const auto m = static_cast<std::uint64_t>(c.m), n = static_cast<std::uint64_t>(c.n),
               k = static_cast<std::uint64_t>(c.k);
    if (m >= limit || n >= limit || k >= limit || c.lwork == -1) return 0;
    return m << 1 | n << 21 | k << 41 | std::uint64_t{c.side == 'R'} << 61 | std::uint64_t{1} << 62;
}

}  // namespace

bool inner_gemm_is_good(const interpose::Backend& behind) noexcept {
    using interpose::Kind;
    if (behind.kind == Kind::openblas || behind.kind == Kind::blis)
        return !behind.old && (behind.avx512 || !cpu::double_fma());
    return behind.kind == Kind::mkl || behind.kind == Kind::atlas;
}

void profile_key(const interpose::Backend& gemm, const interpose::Backend& self, bool lapack, char* key,
                 int bytes) noexcept {
    using interpose::Kind;
    const bool netlib =
        lapack && self.kind == Kind::reference && gemm.kind != Kind::reference && gemm.kind != Kind::none;
    // On Arm all their kernels have the width of ours.
    const bool by_width =
        (gemm.kind == Kind::openblas || gemm.kind == Kind::blis) && std::strcmp(cpu::isa_name(), "neon") != 0;
    const char* kernels = !by_width ? "" : gemm.avx512 ? "-avx512" : gemm.old ? "-old" : "-avx2";
    std::snprintf(key, static_cast<std::size_t>(bytes), "%s%s%s:%s%s", netlib ? "netlib+" : "",
                  interpose::kind_name(gemm.kind), kernels, cpu::isa_name(), cpu::double_fma() ? "x2" : "");
}

bool known_original(Symbol& s, const Call& c, std::uint64_t& key) noexcept {
    key = small_call(c);
    if (!key) return false;
    const std::uint64_t known = s.recent_for(key).load(std::memory_order_acquire);
    if (known == key) return !s.looks_for_device.load(std::memory_order_relaxed);
    return known == (key | host_only) && plugin::memory_of(c) == plugin::Memory::host;
}

Dispatch::Dispatch(Symbol& s, Call& c, std::uint64_t key, int bad) noexcept : symbol_(s), call_(c) {
    options();
    if (!s.bound.load(std::memory_order_acquire)) bind(s);
    const bool original = s.original.load(std::memory_order_relaxed) != nullptr;
    if (original && (s.direct.load(std::memory_order_relaxed) == INT64_MAX || interpose::inside_original_call()))
        return;
    c.wide = static_cast<char>(wide(s.family));
    if (bad && !original) {
        report_bad_argument(s, bad);
        c.info = -bad;
        done_ = true;
        return;
    }
    // A bad argument is the original's to report, as it always did: its order, its words, its way to stop. That may be
    // a longjmp past us, so the call is recorded before.
    if (bad) {
        decision_ = {Route::original, Reason::bad_argument, 0};
        if (report::on()) {
            nested_ = report::enter();
            report::leave();
            record(0);
        }
        return;
    }
    if (asks_for_workspace(c)) {  // it knows best
        done_ = !original;
        return;
    }
    // The driver may have come since.
    if (!s.looks_for_device.load(std::memory_order_relaxed) && plugin::device_memory_possible()) s.look_for_device();
    if (s.looks_for_device.load(std::memory_order_relaxed) && !quick_return(c))
        if (const auto memory = plugin::memory_of(c); memory != plugin::Memory::host && on_device(memory)) return;
    auto& recent = s.recent_for(key);
    if (report::on()) {
        start_record();
    } else if (key && recent.load(std::memory_order_relaxed) == (key | ours)) {
        run_own();
        return;
    }
    threads_ = threads_for(s, c);
    carry_out();
    // Neither threads nor a GPU play a part below this, nor does anything else that changes.
    if (key && !report::on() && threads_ == 1 && flops(c) < min_flops_for_threads &&
        surroundings(s, 1).mode != Mode::gpu)
        recent.store(key | (decision_.route == Route::cpu                        ? ours
                            : s.looks_for_device.load(std::memory_order_relaxed) ? host_only
                                                                                 : 0),
                     std::memory_order_release);
}

void Dispatch::start_record() noexcept {
    recorded_ = true;
    nested_ = report::enter();
    start_ = report::now();
}

void Dispatch::carry_out() noexcept {
    Surroundings around = surroundings(symbol_, threads_);
    decision_ = decide(call_, around);
    if (decision_.route == Route::gpu) {
        const CpuTime cpu =
            decision_.reason == Reason::forced ? CpuTime{} : cpu_time(call_, around.profile, threads_, decision_.gain);
        if (quick_return(call_) || plugin::run(call_, cpu)) {
            done_ = true;
            return;
        }
        around.gpu = false;
        if (around.mode == Mode::gpu) around.mode = Mode::automatic;
        decision_ = decide(call_, around);
    }
    if (decision_.route == Route::original) return;
    run_own();
}

// Nobody but the device can carry it out; matrices in both memories are reported as a bad argument, the first matrix.
// False: nothing was done, and the CPU can, as all are in managed memory.
bool Dispatch::on_device(plugin::Memory memory) noexcept {
    decision_ = {Route::gpu, Reason::device_memory, 0};
    if (report::on()) start_record();
    const bool both = memory == plugin::Memory::both;
    const int status = both ? SHUNT_DECLINED : plugin::run_on_device(call_);
    if (status == SHUNT_DECLINED && memory == plugin::Memory::managed) {
        if (std::exchange(recorded_, false)) report::leave();
        return false;
    }
    done_ = true;
    if (status == SHUNT_DONE) return true;
    const int position = first_matrix(call_.routine);
    call_.info = -position;
    const char* why = both                       ? plugin::in_both
                      : status == SHUNT_DECLINED ? "matrices in device memory, and no device that does the call"
                                                 : "matrices in device memory, and the device failed in mid-call";
    const bool said = !both && call_.reason;
    interpose::warn_once("device memory", "%s: %s%s%s; %s", symbol_.name, why, said ? ": " : "",
                         said ? call_.reason : "",
                         status == SHUNT_DECLINED ? "it is not carried out" : "what it was to write is lost");
    report_bad_argument(symbol_, position + symbol_.cblas);
    return true;
}

void Dispatch::run_own() noexcept {
    call_.info = 0;  // whatever a plug-in wrote before it declined
    if (!quick_return(call_)) {
        const auto& behind = *symbol_.behind.load(std::memory_order_acquire);
        execute(call_, inner_gemm(symbol_), behind.wide || wide(symbol_.family), threads_);
    }
    done_ = true;
}

Dispatch::~Dispatch() {
    // WORK of a call on device memory may be there as well.
    if (done_ && call_.work && call_.info == 0 && decision_.reason != Reason::device_memory) tell_workspace(call_);
    if (!recorded_) return;
    report::leave();
    record(report::now() - start_);
}

void Dispatch::record(double seconds) const noexcept {
    const auto& behind = *symbol_.behind.load(std::memory_order_acquire);
    char key[64];
    profile_key(behind, interpose::backend(symbol_.original.load(std::memory_order_relaxed)),
                is_lapack(symbol_.routine), key, sizeof key);
    report::add(call_, {decision_, seconds, threads_, nested_, behind.library, key});
}

}  // namespace shunt
