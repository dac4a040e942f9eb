// In: the exported batched symbols. Out: their arguments checked and carried out, their bad ones reported.
#include "shim/batch.hpp"

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstring>
#include <type_traits>
#include <utility>

#include "cpu/openmp.hpp"

namespace shunt::batched {
namespace {

// The arguments of ?gemm_batch_strided where nothing can be wrong with them and the products take less time than to
// look at each of them by the tables: a few small squares without gaps. False: they are others, and nothing was done.
template <class T, class Int> bool small_squares(void* const* args) {
    constexpr auto& at = layouts.of[static_cast<int>(BatchRoutine::gemm)][static_cast<int>(Form::strided)];
    for (int i = 0; i < at.arity; ++i)
        if (args[i] == nullptr) return false;
    const auto argument = [&](Arg x) { return args[at.at[index_of(x)] - 1]; };
    const auto number = [&](int place) { return static_cast<i64>(*static_cast<const Int*>(args[place - 1])); };
    const auto integer = [&](Arg x) { return number(at.at[index_of(x)]); };
    const auto bytes = [&](Arg x) { return number(at.stride[index_of(x)]) * static_cast<i64>(sizeof(T)); };
    const i64 n = integer(Arg::n);
    const i64 count = number(at.count);
    if (n < 1 || n > 64 || count < 1) return false;
    for (const Arg x : {Arg::m, Arg::k, Arg::lda, Arg::ldb, Arg::ldc})
        if (integer(x) != n) return false;
    Alike<T> alike;
    alike.transa = *static_cast<const char*>(argument(Arg::transa));
    alike.transb = *static_cast<const char*>(argument(Arg::transb));
    if (alike.transa != 'N' || alike.transb != 'N') return false;
    alike.m = alike.n = alike.k = alike.lda = alike.ldb = alike.ldc = n;
    alike.alpha = *static_cast<const T*>(argument(Arg::alpha));
    alike.beta = *static_cast<const T*>(argument(Arg::beta));
    const auto operand = [&](Arg x) { return static_cast<T*>(argument(x)); };
    const cpu::SpacedOperands<T> o{operand(Arg::a), operand(Arg::b), operand(Arg::c),
                                   bytes(Arg::a),   bytes(Arg::b),   bytes(Arg::c)};
    const auto unaligned = [](const T* p) { return reinterpret_cast<std::uintptr_t>(p) % alignof(T) != 0; };
    if (unaligned(o.a) || unaligned(o.b) || unaligned(o.c) || o.a == o.c || o.b == o.c) return false;
    if (plugin::device_memory_possible() && plugin::memory_of({o.a, o.b, o.c}) != plugin::Memory::host) return false;
    if (o.c_bytes < n * n * static_cast<i64>(sizeof(T)) || report::on()) return false;
    return cpu::run_small_squares(alike, o, count);
}

i64 number(const void* p, i64 i, int bytes) {
    return bytes == 8 ? static_cast<const std::int64_t*>(p)[i] : static_cast<const std::int32_t*>(p)[i];
}

template <std::size_t... I> void call(void* function, void* const* args, std::index_sequence<I...>) noexcept {
    reinterpret_cast<void (*)(std::decay_t<decltype(args[I])>...)>(function)(args[I]...);
}
// A library whose plain names take 64-bit integers, as one of oneMKL's does, has some of these, too: its callers' are
// not ours to read. Looked for once.
[[gnu::noinline]] bool passed_on(const char* name, void* const* given, std::size_t count) noexcept {
    static constinit std::atomic<int> known{0};  // 1: no, 2: yes
    int wide = known.load(std::memory_order_relaxed);
    if (wide == 0) {
        const bool others = cpu::loaded_function("dgemm_batch_", batched_entry("dgemm_batch", false));
        known.store(wide = others && interpose::plain_names_wide() ? 2 : 1, std::memory_order_relaxed);
    }
    if (wide == 1) return false;
    void* const function = interpose::resolve(name);
    if (!function || !interpose::backend(function).wide) return false;
    constexpr std::size_t most = 17;
    void* args[most] = {};  // more than there are do not harm
    std::copy_n(given, count, args);
    call(function, args, std::make_index_sequence<most>{});
    return true;
}

template <class T, class Int, BatchRoutine routine, Form form, class... P>
void enter(const char* symbol, P*... arguments) noexcept {
    constexpr auto r = static_cast<std::size_t>(routine);
    static_assert(sizeof...(P) == layouts.of[r][static_cast<int>(form)].arity);
    options();  // SHUNT_ISA, SHUNT_NUM_THREADS
    void* args[] = {arguments...};
    if constexpr (sizeof(Int) == sizeof(std::int32_t))
        if (passed_on(symbol, args, sizeof...(P))) return;
    if constexpr (routine == BatchRoutine::gemm && form == Form::strided && !cpu::is_complex<T>)
        if (small_squares<T, Int>(args)) return;
    const int bad = carry_out<T, Int>(routine, form, args);
    if (bad == 0) return;
    char name[32];
    std::snprintf(name, sizeof name, "%c%s_%s", upper(precision_of<T>), stem_of<T>(routine),
                  form_names[static_cast<int>(form)]);
    call_xerbla(name, bad);
}

template <class T, class Int, BatchRoutine routine, Form form, class... P>
int enter_async(void* stream, void* workspace, std::size_t* bytes, P*... arguments) noexcept {
    options();
    void* args[] = {arguments...};
    return enqueue<T, Int>(routine, form, args, stream, workspace, bytes);
}

constexpr signed char one = 4;  // in shunt_look: the rows of a vector

// Whether nothing is wrong with problems as a device has seen them, and they have elements in one device's memory.
int is_good(const shunt_look* look, const shunt_seen* seen) {
    bool good = seen->shared == 0;
    for (int i = 0; i < 3; ++i) {
        if (look->integers >> i & 1) good &= seen->least[i] > 0;
        if (look->integers >> (3 + i) & 1)
            good &= seen->spare[i] >= 0 && (look->operand[i].rows == one || seen->least[3 + i] > 0);
    }
    bool managed = true;  // what the program is about to use on either side
    for (int i = 0; i < 8 && good; ++i) {
        const auto bytes = static_cast<std::uint64_t>(look->operand[i].bytes);
        if (bytes == 0) continue;
        const plugin::Range range = plugin::range_of(reinterpret_cast<const void*>(seen->first[i]));
        good = seen->bits[i] % bytes == 0 && range.has(reinterpret_cast<const void*>(seen->end[i] - 1));
        if (range.device == plugin::Range::any_device) continue;
        good &= range.device == seen->device;
        managed = false;
    }
    return good && !managed;
}

}  // namespace

bool wants_a_look(const Layout& l, Form form, void* const* args, int integer) {
    if (form == Form::strided) return false;
    const auto there = [](const void* p) { return p && plugin::place_of(p) != plugin::Place::host; };
    const bool group = form == Form::group;
    const void* const runs = args[(group ? l.group_count : l.count) - 1];
    const auto* const list = static_cast<void* const*>(args[l.at[index_of(Arg::a)] - 1]);
    const i64 count = runs && list ? number(runs, 0, integer) : 0;
    if (count <= 0 || count < plugin::look_from(true)) return false;
    if (there(list)) return true;
    const void* const sizes = args[l.count - 1];
    const bool has_first = !group || (sizes && !there(sizes) && number(sizes, 0, integer) > 0);
    return count >= plugin::look_from(false) && has_first && there(*list);
}

bool arrays_to_host(OnHost& on_host, const Signature& s, const Layout& l, Form form, void** args, int scalar,
                    int integer, bool cblas) {
    const auto bring = [&](int place, i64 count, int bytes, bool written = false) {
        if (!place || !args[place - 1]) return true;
        void* const p = on_host.array(args[place - 1], count * bytes, written);
        if (p) args[place - 1] = p;
        return p != nullptr;
    };
    const auto first = [&](int place) { return args[place - 1] ? number(args[place - 1], 0, integer) : -1; };
    const bool group = form == Form::group;
    i64 total = first(group ? l.group_count : l.count);
    const i64 each = total;  // of what there is one for each group or problem
    if (group && total > 0) {
        if (!bring(l.count, each, integer)) return false;
        const void* const sizes = args[l.count - 1];  // NOLINT(clang-analyzer-core.uninitialized.Assign): it is there
        total = 0;
        for (i64 g = 0; g < each && sizes && total >= 0; ++g)
            if (number(sizes, g, integer) < 0 || __builtin_add_overflow(total, number(sizes, g, integer), &total))
                total = -1;
    }
    if (total <= 0 || total > (integer == 4 ? INT32_MAX : INT64_MAX / 16)) return true;  // nothing to do, or bad
    for (int i = 0; i < s.count; ++i) {
        const Arg x = s.args[i];
        const int place = l.at[index_of(x)];
        bool good = true;
        if (is_operand(x))
            good = form == Form::strided || bring(place, total, sizeof(void*));
        else if (is_integer(x))
            good = form == Form::strided || bring(place, each, integer);
        else if (group)
            good = bring(place, each, !is_option(x) ? scalar : cblas ? static_cast<int>(sizeof(int)) : 1);
        if (!good) return false;
    }
    return bring(l.info, total, integer, true);
}

shunt_look look_of(BatchRoutine routine, const Alike<double>& options, Bytes bytes) {
    const Signature& s = signatures[static_cast<int>(routine)];
    // Names of the sizes, by values that are known again.
    constexpr i64 m = 10, n = 11, k = 12;
    Alike<double> x = options, other = options;
    x.m = m, x.n = n, x.k = k;
    other.m = n, other.n = m, other.k = k;
    const auto name = [](i64 size, i64 of_other) {
        return static_cast<signed char>(size == 1 ? one : size == m && of_other == m ? 3 : size - m);
    };
    shunt_look look{};
    look.good = is_good;
    bool increments[3] = {};
    for (int i = 0; i < s.count; ++i) {
        const Arg arg = s.args[i];
        if (is_integer(arg)) look.integers |= 1u << place_of_integer(arg);
        if (arg == Arg::incb || arg == Arg::incc) increments[place_of_integer(arg) - 3] = true;
    }
    for (int i = 0; i < s.count; ++i) {
        const Arg arg = s.args[i];
        if (!is_operand(arg)) continue;
        const int place = place_of_operand(arg);
        const Extent size = extent(routine, arg, x), of_other = extent(routine, arg, other);
        auto& part = look.operand[place];
        part.rows = name(size.rows, of_other.rows), part.columns = name(size.cols, of_other.cols);
        part.ld = static_cast<signed char>(is_matrix(arg) ? 3 + place : -1);
        part.bytes = static_cast<signed char>(arg == Arg::ipiv                 ? bytes.integer
                                              : arg == Arg::d || arg == Arg::e ? bytes.real
                                                                               : bytes.element);
        if (is_matrix(arg) && increments[place]) std::swap(part.rows, part.columns);  // a vector is a row
        if (s.written & bit(arg)) look.written |= 1u << place;
    }
    return look;
}

void report_device(const char* stem, Form form, const OnHost& on_host) {
    interpose::warn_once("device memory", "%s_%s: %s; it is not carried out", stem, form_names[static_cast<int>(form)],
                         on_host.failure());
}

}  // namespace shunt::batched

// All arguments are addresses; hidden lengths behind them are not looked at.
#define DECLARE_6 void *x1, void *x2, void *x3, void *x4, void *x5, void *x6
#define DECLARE_7 DECLARE_6, void* x7
#define DECLARE_8 DECLARE_7, void* x8
#define DECLARE_9 DECLARE_8, void* x9
#define DECLARE_10 DECLARE_9, void* x10
#define DECLARE_11 DECLARE_10, void* x11
#define DECLARE_12 DECLARE_11, void* x12
#define DECLARE_13 DECLARE_12, void* x13
#define DECLARE_14 DECLARE_13, void* x14
#define DECLARE_15 DECLARE_14, void* x15
#define DECLARE_16 DECLARE_15, void* x16
#define DECLARE_17 DECLARE_16, void* x17
#define PASS_6 x1, x2, x3, x4, x5, x6
#define PASS_7 PASS_6, x7
#define PASS_8 PASS_7, x8
#define PASS_9 PASS_8, x9
#define PASS_10 PASS_9, x10
#define PASS_11 PASS_10, x11
#define PASS_12 PASS_11, x12
#define PASS_13 PASS_12, x13
#define PASS_14 PASS_13, x14
#define PASS_15 PASS_14, x15
#define PASS_16 PASS_15, x16
#define PASS_17 PASS_16, x17

#define ENTRY(name, T, Int, routine, form, arity)                              \
    SHUNT_API void name(DECLARE_##arity) {                                     \
        using namespace shunt::batched;                                        \
        enter<T, Int, BatchRoutine::routine, Form::form>(#name, PASS_##arity); \
    }
#define ASYNC_ENTRY(name, T, Int, routine, form, arity)                                                        \
    SHUNT_API int name(DECLARE_##arity, void* stream, void* workspace, std::size_t* bytes) {                   \
        using namespace shunt::batched;                                                                        \
        return enter_async<T, Int, BatchRoutine::routine, Form::form>(stream, workspace, bytes, PASS_##arity); \
    }
#define WIDTHS(name, T, routine, form, arity)                                \
    ENTRY(name##_, T, std::int32_t, routine, form, arity)                    \
    ENTRY(name##_64_, T, std::int64_t, routine, form, arity)                 \
    ASYNC_ENTRY(shunt_##name##_async, T, std::int32_t, routine, form, arity) \
    ASYNC_ENTRY(shunt_##name##_async_64, T, std::int64_t, routine, form, arity)
#define SHAPES(name, T, routine, group_arity, strided_arity, variable_arity) \
    WIDTHS(name##_batch, T, routine, group, group_arity)                     \
    WIDTHS(name##_batch_strided, T, routine, strided, strided_arity)         \
    WIDTHS(name##_vbatch, T, routine, variable, variable_arity)
#define REAL(stem, routine, ...)                 \
    SHAPES(s##stem, float, routine, __VA_ARGS__) \
    SHAPES(d##stem, double, routine, __VA_ARGS__)
#define COMPLEX(stem, routine, ...)                   \
    SHAPES(c##stem, shunt::c32, routine, __VA_ARGS__) \
    SHAPES(z##stem, shunt::c64, routine, __VA_ARGS__)
#define ALL(routine, ...)               \
    REAL(routine, routine, __VA_ARGS__) \
    COMPLEX(routine, routine, __VA_ARGS__)

// Numbers of arguments: group, strided, variable.
#define ROUTINES                    \
    ALL(gemm, 15, 17, 14)           \
    ALL(gemv, 13, 15, 12)           \
    ALL(syrk, 12, 13, 11)           \
    COMPLEX(herk, herk, 12, 13, 11) \
    ALL(trsm, 13, 14, 12)           \
    ALL(trmm, 13, 14, 12)           \
    ALL(trsv, 10, 11, 9)            \
    ALL(getrf, 8, 9, 7)             \
    ALL(getrs, 11, 13, 10)          \
    ALL(getri, 7, 8, 6)             \
    ALL(potrf, 7, 7, 6)             \
    ALL(potrs, 10, 11, 9)           \
    ALL(geqrf, 8, 9, 7)             \
    REAL(orgqr, orgqr, 9, 10, 8)    \
    COMPLEX(ungqr, orgqr, 9, 10, 8) \
    ALL(gebrd, 11, 15, 10)
ROUTINES

#undef ENTRY
#undef ASYNC_ENTRY
#define ASYNC_ENTRY(name, T, Int, routine, form, arity)
#define ENTRY(name, T, Int, routine, form, arity) {#name, reinterpret_cast<void*>(name)},

namespace shunt {
namespace {
struct Entry {
    const char* name;
    void* address;
};
const Entry entries[] = {ROUTINES};  // constant to every compiler, though casts may not be called so
}  // namespace

void* batched_entry(const char* name, bool wide) noexcept {
    if (!std::strstr(name, "_batch")) return nullptr;
    char fortran[32];
    const int length = std::snprintf(fortran, sizeof fortran, "%s%s", name, wide ? "_64_" : "_");
    if (length >= static_cast<int>(sizeof fortran)) return nullptr;
    for (const Entry& e : entries)
        if (std::strcmp(e.name, fortran) == 0) return e.address;
    return batched_cblas_entry(name, wide);
}

}  // namespace shunt
