// In: the arguments of runs of problems, as arrays. Out: which runs are alike, found without a look at what they mean.
#pragma once
#include <bit>
#include <cstdint>
#include <cstring>

#include "cpu/view.hpp"

namespace shunt::cpu {

// Runs of problems that follow each other and have everything but their operands in common.
class Runs {
public:
    i64 count = 0;

    // What tells runs apart: an argument of `size` bytes (1, 4, 8 or 16) for each of them.
    void add(const void* p, int size) {
        List& list = size == 4 ? words_ : size == 8 ? doubles_ : others_;
        for (int i = 0; i < list.count; ++i)
            if (list.at[i] == p) return;
        list.size[list.count] = size;
        list.at[list.count++] = static_cast<const char*>(p);
    }
    // How many problems each run has.
    void set_problems(i64 each) { each_ = each; }
    void set_problems(const std::int32_t* p) { narrow_ = p; }
    void set_problems(const std::int64_t* p) { wide_ = p; }
    i64 problems(i64 run) const { return wide_ ? wide_[run] : narrow_ ? narrow_[run] : each_; }

    bool are_alike(i64 x, i64 y) const {
        std::uint64_t different = 0;
        for (int i = 0; i < words_.count; ++i) different |= word<std::uint32_t>(i, x) ^ word<std::uint32_t>(i, y);
        for (int i = 0; i < doubles_.count; ++i) different |= word<std::uint64_t>(i, x) ^ word<std::uint64_t>(i, y);
        for (int i = 0; i < others_.count; ++i) {
            const int size = others_.size[i];
            const char* p = others_.at[i];
            different |= std::memcmp(p + x * size, p + y * size, static_cast<std::size_t>(size)) != 0 ? 1 : 0;
        }
        return different == 0;
    }
    // Of runs that are alike the same; where `key_is_all`, of no others.
    std::uint64_t key(i64 run) const {
        if (doubles_.count == 0 && words_.count <= 2) {
            const std::uint64_t low = words_.count > 0 ? word<std::uint32_t>(0, run) : 0;
            return words_.count > 1 ? low | static_cast<std::uint64_t>(word<std::uint32_t>(1, run)) << 32 : low;
        }
        std::uint64_t h = 0;
        for (int i = 0; i < words_.count; ++i) h = mixed(h, word<std::uint32_t>(i, run));
        for (int i = 0; i < doubles_.count; ++i) h = mixed(h, word<std::uint64_t>(i, run));
        return h;
    }
    // The keys of runs first ... last - 1.
    void keys(i64 first, i64 last, std::uint64_t* key) const {
        const i64 runs = last - first;
        if (doubles_.count > 0 || words_.count > 2) {
            for (i64 i = 0; i < runs; ++i) key[i] = this->key(first + i);
            return;
        }
        for (i64 i = 0; i < runs; ++i) key[i] = words_.count > 0 ? word<std::uint32_t>(0, first + i) : 0;
        if (words_.count == 2)
            for (i64 i = 0; i < runs; ++i) key[i] |= std::uint64_t{word<std::uint32_t>(1, first + i)} << 32;
    }
    bool key_is_all() const { return others_.count == 0 && doubles_.count == 0 && words_.count <= 2; }

private:
    static constexpr int most = 10;
    struct List {
        int count = 0;
        int size[most];
        const char* at[most];
    };
    List words_, doubles_, others_;
    i64 each_ = 1;
    const std::int32_t* narrow_ = nullptr;
    const std::int64_t* wide_ = nullptr;

    template <class Word> std::uint64_t word(int i, i64 run) const {
        Word w;
        std::memcpy(&w, (sizeof w == 4 ? words_ : doubles_).at[i] + run * static_cast<i64>(sizeof w), sizeof w);
        return w;
    }
    static std::uint64_t mixed(std::uint64_t h, std::uint64_t v) { return (std::rotl(h, 7) ^ v) * 0x9e3779b97f4a7c15u; }
};

// Numbers kinds of runs from 0 on, in the order in which they are met.
template <int most> class Kinds {
public:
    void clear() {
        count_ = 0;
        std::memset(slot_, -1, sizeof slot_);
    }
    // -1: there are too many.
    int find(const Runs& runs, i64 run) { return find(runs, run, runs.key(run), runs.key_is_all()); }
    int find(const Runs& runs, i64 run, std::uint64_t key, bool key_is_all) {
        std::uint64_t at = key * 0x9e3779b97f4a7c15u >> 32 & (slots - 1);
        for (; slot_[at] >= 0; at = (at + 1) & (slots - 1)) {
            const int kind = slot_[at];
            if (key_[kind] == key && (key_is_all || runs.are_alike(first_[kind], run))) return kind;
        }
        if (count_ == most) return -1;
        key_[count_] = key;
        first_[count_] = run;
        slot_[at] = static_cast<std::int16_t>(count_);
        return count_++;
    }

private:
    static constexpr std::uint64_t slots = 4 * most;
    static_assert((slots & (slots - 1)) == 0 && most < 0x8000);
    int count_;
    std::uint64_t key_[most];
    i64 first_[most];
    std::int16_t slot_[slots];  // by hash; -1: free
};

}  // namespace shunt::cpu
