// In: a few problems. Out: a call of as many copies of them as wanted, whose operands lie in one array each, and
// whether every copy was left as the problem alone is.
#pragma once
#include "judge.hpp"

namespace test {

template <class T> std::vector<Item<T>> equal_items(Op op, i64 n, int count, Random& r, const Options& how = {}) {
    const std::vector<Args> sets = option_sets(op, is_complex<T>);
    Args x = r.of(sets);
    x.m = x.n = x.k = n;
    std::vector<Item<T>> items;
    for (int i = 0; i < count; ++i) items.push_back(make_item<T>(op, x, T(2), T(-1), r, how));
    return items;
}
// Of one set of options, and any sizes up to about the limit, leading dimensions and increments.
template <class T> std::vector<Item<T>> mixed_items(Op op, i64 limit, int count, Random& r) {
    const std::vector<Args> sets = option_sets(op, is_complex<T>);
    const Args options = r.of(sets);
    std::vector<Item<T>> items;
    for (int i = 0; i < count; ++i) {
        const Args x = sizes_around(op, options, r.below(limit + 1), r);
        const Options how{r.below(3), r.below(2) ? 1 : -2, r.below(2) ? 1 : 3};
        items.push_back(make_item<T>(op, x, T(2), T(-1), r, how));
    }
    return items;
}

template <class T> class Repeated {
public:
    // Forms other than the variable one want problems that are alike.
    Repeated(const std::vector<Item<T>>& few, i64 count)
        : few_(few), result_(few), count_(static_cast<std::size_t>(count)) {
        for (std::size_t i = 0; i < few_.size(); ++i) {
            std::vector<Item<T>> one(1, few_[i]);
            EXPECT_TRUE(run(forms[i % 3], one));
            EXPECT_TRUE(right(few_[i], one[0]));
            result_[i] = one[0];
        }
        for_copies(few_, [](unsigned char* copy, const unsigned char* from, std::size_t size) {
            std::memcpy(copy, from, size);
            return true;
        });
    }
    // Once: the copies are changed by it.
    bool carry_out(Form form, bool wide) {
        const Op op = few_[0].op;
        std::vector<Item<T>> one(1, few_[0]);
        Call<T> call(op, form, wide, one, form == Form::group ? one_group(1) : std::vector<i64>{});
        const auto place = [&](const std::string& word, unsigned char* first, const Starts& starts) {
            if (form == Form::strided) {
                call[word].base = first + starts.of(0);
                return;
            }
            Argument& list = call[word];
            list.bytes.resize(count_ * sizeof(void*));
            for (std::size_t i = 0; i < count_; ++i) list.set(i, static_cast<void*>(first + starts.of(i)));
        };
        few_[0].for_arrays([&](const char* word, auto&) {
            if (has(op, word)) place(word, arrays_[word].data(), starts_of(few_, word, true));
        });
        if (has(op, "ipiv")) {
            const Starts starts = pivot_starts(wide);
            pivots_.resize(starts.of(count_));
            for_pivots(few_, wide, [](unsigned char* copy, const unsigned char* from, std::size_t size) {
                std::memcpy(copy, from, size);
                return true;
            });
            place("ipiv", pivots_.data(), starts);
            if (form == Form::strided) call.set_integer("stride_ipiv", 0, static_cast<i64>(few_[0].ipiv.value.size()));
        }
        for (const std::string& word : words_of(op, form)) {
            if (form != Form::variable || !(is_size(word) || is_ld(word) || is_increment(word))) continue;
            call[word].bytes.resize(count_ * (wide ? 8 : 4));
            for (std::size_t i = 0; i < count_; ++i)
                call.set_integer(word, i, *integer_of(few_[i % few_.size()].args, word));
        }
        call.set_integer(form == Form::group ? "group_size" : "batch_count", 0, static_cast<i64>(count_));
        if (is_lapack(op)) call["info"].bytes.assign(count_ * (wide ? 8 : 4), 0xff);
        if (!call.carry_out()) return false;
        if (!is_lapack(op)) return true;
        const std::vector<unsigned char>& info = call["info"].bytes;
        return std::all_of(info.begin(), info.end(), [](unsigned char byte) { return byte == 0; });
    }
    testing::AssertionResult good(bool wide) {
        const auto same = [](unsigned char* copy, const unsigned char* from, std::size_t size) {
            return std::memcmp(copy, from, size) == 0;
        };
        if (for_copies(result_, same) && (!has(few_[0].op, "ipiv") || for_pivots(result_, wide, same)))
            return testing::AssertionSuccess();
        return testing::AssertionFailure() << describe(few_[0]) << count_ << " problems";
    }

private:
    // Where the copies begin, in bytes.
    struct Starts {
        std::vector<std::size_t> of_few;
        std::size_t all = 0;  // of them
        std::size_t of(std::size_t i) const { return i / of_few.size() * all + of_few[i % of_few.size()]; }
        void add(std::size_t size) { of_few.push_back(all), all += size; }
    };
    // Of their first elements, or of the guards before them.
    Starts starts_of(std::vector<Item<T>>& items, std::string_view word, bool element) {
        Starts starts;
        std::vector<std::size_t> guards;
        for (Item<T>& item : items)
            item.for_arrays([&](const char* other, auto& m) {
                if (word != other) return;
                guards.push_back(static_cast<std::size_t>(m.ld) * sizeof(*m.data()));
                starts.add(static_cast<std::size_t>(m.ld * (m.n + 2)) * sizeof(*m.data()));
            });
        for (std::size_t i = 0; element && i < guards.size(); ++i) starts.of_few[i] += guards[i];
        return starts;
    }
    Starts pivot_starts(bool wide) {
        Starts starts;
        for (const Item<T>& item : few_) starts.add(item.ipiv.value.size() * (wide ? 8 : 4));
        return starts;
    }
    // f(a copy, what it is a copy of, bytes) for all arrays.
    template <class F> bool for_copies(std::vector<Item<T>>& items, F f) {
        bool good = true;
        items[0].for_arrays([&](const std::string& word, auto&) {
            if (!has(items[0].op, word)) return;
            const Starts starts = starts_of(items, word, false);
            std::vector<const unsigned char*> from;
            for (Item<T>& item : items)
                item.for_arrays([&](const std::string& other, auto& m) {
                    if (word == other) from.push_back(reinterpret_cast<const unsigned char*>(m.data() - m.ld));
                });
            std::vector<unsigned char>& all = arrays_[word];
            all.resize(starts.of(count_));
            for (std::size_t i = 0; i < count_; ++i)
                good &= f(all.data() + starts.of(i), from[i % from.size()], starts.of(i + 1) - starts.of(i));
        });
        return good;
    }
    template <class F> bool for_pivots(const std::vector<Item<T>>& items, bool wide, F f) {
        const Starts starts = pivot_starts(wide);
        std::vector<unsigned char> from(starts.all);
        for (std::size_t i = 0; i < items.size(); ++i)
            for (std::size_t p = 0; p < items[i].ipiv.value.size(); ++p) {
                const i64 v = items[i].ipiv.value[p];
                const auto narrow = static_cast<std::int32_t>(v);
                std::memcpy(from.data() + starts.of_few[i] + p * (wide ? 8 : 4),
                            wide ? static_cast<const void*>(&v) : &narrow, wide ? 8 : 4);
            }
        bool good = true;
        for (std::size_t i = 0; i < count_; ++i)
            good &= f(pivots_.data() + starts.of(i), from.data() + starts.of_few[i % items.size()],
                      starts.of(i + 1) - starts.of(i));
        return good;
    }

    std::vector<Item<T>> few_, result_;
    std::size_t count_;
    std::map<std::string, std::vector<unsigned char>> arrays_;
    std::vector<unsigned char> pivots_;
};

}  // namespace test
