// In: a checked list of independent problems of one routine. Out: each carried out, equal ones by one vector kernel, on
// several threads where that pays.
#pragma once
#include "cpu/batch_kernels.hpp"
#include "cpu/batch_runs.hpp"

namespace shunt::cpu {

// Where an operand of problem i lies.
struct Place {
    void* const* list = nullptr;
    char* base = nullptr;
    i64 stride = 0;  // bytes
    void* at(i64 i) const { return list ? list[i] : base + i * stride; }
};

template <class T> struct Batch {
    BatchRoutine routine{};
    const Runs* runs = nullptr;
    const std::uint16_t* kind_of = nullptr;  // of each run, numbered as they are met; or not known
    // Tells what the problems of a run have in common.
    void (*read)(const void* context, i64 run, Alike<T>& alike) = nullptr;
    const void* context = nullptr;
    // Problems are numbered through all runs. Those without elements are passed over, their info is 0.
    Place a, b, c, ipiv, tau, taup, d, e;
    void* info = nullptr;  // LAPACK; of the integers of ipiv
};

// The bits of a problem's results do not depend on the shape of the list, on the place in it or on threads.
template <class T> void run_batch(const Batch<T>&) noexcept;

// Products of so few small squares without gaps, whose addresses are at equal distances, that no other thread could
// help: carried out at once, as run_batch would, or false, and then nothing is done.
template <class T> bool run_small_squares(const Alike<T>&, const SpacedOperands<T>&, i64 count) noexcept;

// A problem without elements to compute.
template <class T> bool batch_is_empty(BatchRoutine, const Alike<T>&);
// Estimated time of one problem on one thread, in ns (batch_cost.cpp).
template <class T> double batch_cost(BatchRoutine, const Alike<T>&);

}  // namespace shunt::cpu
