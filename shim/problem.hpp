// In: a routine, a precision and sizes. Out: a well-behaved problem of that shape that can be run again and again.
// For measuring (shunt tune, tests/bench): results stay finite however often a call is repeated in place.
#pragma once
#include <cstdint>

#include "shim/call.hpp"

namespace shunt {

class Problem {
public:
    // A call of the same routine, precision, options, sizes and, where large enough, leading dimensions.
    explicit Problem(const Call& like) noexcept;
    // order and width as in shape(); `variant`, 0 ... variants() - 1, picks the options.
    Problem(int routine, char precision, std::int64_t order, std::int64_t width, int variant) noexcept
        : Problem(like(routine, precision, order, width, variant)) {}
    ~Problem();
    Problem(const Problem&) = delete;
    Problem& operator=(const Problem&) = delete;

    bool good() const { return memory_ != nullptr; }  // false: no memory
    Call& call() { return call_; }
    void restore() noexcept;  // puts the matrices back that a call overwrites

    static int variants(int routine);
    static Call like(int routine, char precision, std::int64_t order, std::int64_t width, int variant) noexcept;

private:
    Call call_{};
    void* memory_ = nullptr;
    void* saved_ = nullptr;  // what restore() copies back
    void* target_ = nullptr;
    std::size_t bytes_ = 0;
    alignas(16) unsigned char alpha_[16];
    alignas(16) unsigned char beta_[16];
};

}  // namespace shunt
