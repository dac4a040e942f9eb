// In: a batched call's arguments. Out: the call on the device, or what is there in the host's memory
// (batch_device.hpp).
#include "shim/batch_device.hpp"

#include "shim/symbol.hpp"

namespace shunt::batched {
namespace {

// Calls f(problem, what of the operand it has), until that is true, for those that have something.
template <class F> bool find_problem(const OnHost::Operand& o, const cpu::Runs& runs, const void* call, F&& f) {
    i64 first = 0;
    for (i64 run = 0; run < runs.count; ++run) {
        const i64 problems = runs.problems(run);
        const OnHost::Part part = problems > 0 ? o.part(call, run, o.index) : OnHost::Part{};
        for (i64 i = 0; i < problems && !part.empty(); ++i)
            if (f(first + i, part)) return true;
        first += problems;
    }
    return false;
}

}  // namespace

OnHost::~OnHost() {
    for (i64 i = 0; i < spaces_.count; ++i) std::free(spaces_.at[i]);
    spaces_.clear();
    arrays_.clear();
    in_.clear();
    out_.clear();
}

template <class T> T* OnHost::Growing<T>::add() {
    if (count == room) {
        const i64 more = room ? 2 * room : 16;
        void* p = std::realloc(at, static_cast<std::size_t>(more) * sizeof(T));
        if (!p) return nullptr;
        at = static_cast<T*>(p);
        room = more;
    }
    return at + count++;
}

bool OnHost::fail(const char* why) {
    failure_ = why;
    return false;
}

void* OnHost::space(i64 bytes) {
    void** const p = spaces_.add();
    if (p) *p = std::malloc(static_cast<std::size_t>(bytes > 0 ? bytes : 1));
    if (!p || !*p) fail("out of memory");
    return p ? *p : nullptr;
}

// Stretches that go on where the last one ends are one.
bool OnHost::add(Growing<shunt_copy>& list, const shunt_copy& c, bool goes_on) {
    if (goes_on && list.count > 0 && c.count == 1) {
        shunt_copy& last = list.at[list.count - 1];
        if (last.count == 1 && static_cast<char*>(last.to) + last.bytes == c.to &&
            static_cast<const char*>(last.from) + last.bytes == c.from) {
            last.bytes += c.bytes;
            return true;
        }
    }
    shunt_copy* const next = list.add();
    if (!next) return fail("out of memory");
    *next = c;
    return true;
}

// Of an array that is written nothing is brought: all of it is written, or none.
void* OnHost::array(void* p, i64 bytes, bool written) {
    if (!p || bytes <= 0 || plugin::place_of(p) == plugin::Place::host) return p;
    void* const copy = space(bytes);
    if (!copy) return nullptr;
    const shunt_copy in{copy, p, bytes, 1, bytes, bytes};
    if (!written && !plugin::copy(&in, 1, false, failure_)) return nullptr;
    if (!add(arrays_, in)) return nullptr;
    if (written && !add(out_, {p, copy, bytes, 1, bytes, bytes})) return nullptr;
    return copy;
}

const void* OnHost::original(const void* copy) const {
    for (i64 i = 0; i < arrays_.count; ++i)
        if (arrays_.at[i].to == copy) return arrays_.at[i].from;
    return nullptr;
}

bool OnHost::is_there(const Operand& o, const cpu::Runs& runs, i64 total, const void* call, int& device) {
    plugin::Range range;
    const auto enter = [&](const void* p) {
        if (range.has(p)) return true;
        range = plugin::range_of(p);
        if (!range.has(p)) return false;
        if (range.device == plugin::Range::any_device) return true;
        if (device == plugin::Range::any_device) device = range.device;
        return device == range.device;
    };
    // Where there is room for the largest one in an allocation: that is there whatever its sizes.
    const auto is_surely_in = [&](const plugin::Range& one, const void* p) {
        return one.has(p) && one.end - reinterpret_cast<std::uintptr_t>(p) >= static_cast<std::uintptr_t>(o.most);
    };
    // All at once, in the allocation of the first one; else each in that of the last one.
    if (o.place->list && o.most > 0 && total > 0) {
        const plugin::Range one = plugin::range_of(o.place->list[0]);
        i64 i = 0;
        while (i < total && is_surely_in(one, o.place->list[i])) ++i;
        if (i == total) return enter(o.place->list[0]);
    }
    i64 first = 0;
    for (i64 run = 0; run < runs.count; ++run) {
        const i64 problems = runs.problems(run), begin = std::exchange(first, first + problems);
        if (o.place->list && o.most > 0) {
            i64 i = begin;
            while (i < first && is_surely_in(range, o.place->list[i])) ++i;
            if (i == first) continue;
        }
        const Part part = problems > 0 ? o.part(call, run, o.index) : Part{};
        if (part.empty()) continue;
        const i64 last_byte = ((part.columns - 1) * part.ld + part.rows) * o.element - 1;
        const auto is_in = [&](const void* p) {
            return enter(p) && range.has(static_cast<const char*>(p) + last_byte);
        };
        // The lowest and the highest address, as a rule of one allocation.
        auto lowest = reinterpret_cast<std::uintptr_t>(o.place->at(begin)), highest = lowest;
        if (o.place->list) {
            for (i64 i = begin + 1; i < begin + problems; ++i) {
                const auto p = reinterpret_cast<std::uintptr_t>(o.place->list[i]);
                lowest = p < lowest ? p : lowest;
                highest = p > highest ? p : highest;
            }
        } else {
            const auto last = reinterpret_cast<std::uintptr_t>(o.place->at(begin + problems - 1));
            lowest = last < lowest ? last : lowest;
            highest = last > highest ? last : highest;
        }
        const auto* const low = reinterpret_cast<const void*>(lowest);
        const auto* const high = reinterpret_cast<const void*>(highest);
        if (!is_in(low)) return false;
        if (range.has(high) && is_in(high)) continue;
        if (!o.place->list) return false;
        for (i64 i = begin; i < begin + problems; ++i)
            if (!is_in(o.place->list[i])) return false;
    }
    return true;
}

bool OnHost::is_aligned(const Operand& o, i64 total) {
    std::uintptr_t bits = 0;
    if (o.place->list)
        for (i64 i = 0; i < total; ++i) bits |= reinterpret_cast<std::uintptr_t>(o.place->list[i]);
    else
        bits = reinterpret_cast<std::uintptr_t>(o.place->at(0));
    return bits % static_cast<std::uintptr_t>(o.element) == 0;
}

int OnHost::on_device(shunt_batch& b, const Operand* list, int count, const cpu::Runs& runs, const void* call) {
    int device = plugin::Range::any_device;
    // Whatever is not in an allocation of a device would end the program's use of it.
    for (int k = 0; k < count; ++k)
        if (!is_there(list[k], runs, b.count, call, device)) return SHUNT_DECLINED;
    // Managed memory alone is what the program is about to use on either side.
    if (device == plugin::Range::any_device) return SHUNT_DECLINED;
    for (int k = 0; k < count && (b.precision == 'c' || b.precision == 'z'); ++k)
        if (!is_aligned(list[k], b.count)) return SHUNT_DECLINED;
    for (shunt_place* p : {&b.a, &b.b, &b.c, &b.ipiv, &b.tau, &b.taup, &b.d, &b.e})
        p->list_on_device = original(p->list);
    void* const info = b.info;
    if (const void* there = original(info)) b.info = const_cast<void*>(there), b.info_on_device = 1;
    const int status = plugin::run_batch(b);
    if (status == SHUNT_DONE) out_.count = 0;  // info: the only array that is written
    if (status == SHUNT_FAILED) fail(b.reason ? b.reason : "the device failed");
    return status;
}

bool OnHost::operands(const Operand* list, int count, const cpu::Runs& runs, i64 total, const void* call) {
    constexpr int most = 5;
    plugin::Place memory[most];
    bool host = false, device = false, matrices = false;
    for (int k = 0; k < count; ++k) {
        // The first one stands for all: each is looked at where it is not the host's.
        memory[k] = plugin::Place::host;
        const bool some = find_problem(list[k], runs, call, [&](i64 i, const Part&) {
            memory[k] = plugin::place_of(list[k].place->at(i));
            return true;
        });
        if (!list[k].matrix || !some) continue;
        matrices = true;
        host |= memory[k] == plugin::Place::host;
        device |= memory[k] == plugin::Place::device;
    }
    if (host && device) return fail(plugin::in_both);
    const i64 arrays = out_.count;
    bool good = true;
    for (int k = 0; k < count && good; ++k)
        if (memory[k] == plugin::Place::device || (memory[k] == plugin::Place::managed && matrices && !host))
            good = bring(list[k], runs, total, call);
    if (good && in_.count > 0) good = plugin::copy(in_.at, in_.count, false, failure_);
    if (!good) out_.count = arrays;
    return good;
}

// Lays copies of all problems' parts out, in their order, as they lie there.
bool OnHost::bring(const Operand& o, const cpu::Runs& runs, i64 total, const void* call) {
    constexpr i64 align = 64;
    auto** const list = static_cast<void**>(space(total * static_cast<i64>(sizeof(void*))));
    if (!list) return false;
    for (i64 i = 0; i < total; ++i) list[i] = o.place->at(i);
    const auto each = [&](auto&& f) {
        char *last = nullptr, *end = nullptr;
        i64 size = 0, at = 0;
        const bool stopped = find_problem(o, runs, call, [&](i64 i, const Part& part) {
            auto* const p = static_cast<char*>(o.place->at(i));
            const i64 bytes = ((part.columns - 1) * part.ld + part.rows) * o.element;
            if (p != last || bytes > end - last) {
                at = p == end ? size : (size + align - 1) / align * align;
                size = at + bytes;
                last = p;
                end = p + bytes;
                return !f(i, p, at, bytes, part, true);
            }
            return !f(i, p, at, bytes, part, false);  // shared by several
        });
        return stopped ? -1 : size;
    };
    plugin::Range range;  // no copy goes from one allocation to the next
    const i64 size = each([&](i64, const char* p, i64, i64, const Part&, bool) {
        if (!range.has(p)) range = plugin::range_of(p);
        return range.has(p) || fail(plugin::in_both);
    });
    auto* const copy = size < 0 ? nullptr : static_cast<char*>(space(size));
    if (!copy) return false;
    range = {};
    const bool good = each([&](i64 i, char* p, i64 at, i64 bytes, const Part& part, bool first) {
                          list[i] = copy + at;
                          if (!first) return true;
                          const bool goes_on = range.has(p);
                          if (!goes_on) range = plugin::range_of(p);
                          if (!add(in_, {copy + at, p, bytes, 1, bytes, bytes}, goes_on)) return false;
                          if (!o.written) return true;
                          if (part.columns == 1 || part.ld == part.rows)
                              return add(out_, {p, copy + at, bytes, 1, bytes, bytes}, goes_on);
                          const i64 step = part.ld * o.element;  // what lies between columns is not ours
                          return add(out_, {p, copy + at, part.rows * o.element, part.columns, step, step});
                      }) >= 0;
    *o.place = {list, nullptr, 0};
    return good;
}

bool OnHost::take_back() {
    return out_.count == 0 || plugin::copy(out_.at, out_.count, true, failure_);
}

}  // namespace shunt::batched
