// In: a batched call's arguments, arrays or matrices in device memory among them. Out: the call carried out on the
// device; or its arguments in the host's memory, where the CPU carries it out, and the results back in their places.
#pragma once
#include <cstdint>
#include <cstdlib>
#include <utility>

#include "cpu/batch.hpp"
#include "cuda/plugin.h"

namespace shunt::batched {

using i64 = std::int64_t;

class OnHost {
public:
    OnHost() = default;
    OnHost(const OnHost&) = delete;
    OnHost& operator=(const OnHost&) = delete;
    ~OnHost();

    // An array of so many bytes: itself, or a copy if it is in device memory; null: there is none.
    void* array(void* p, i64 bytes, bool written);

    // What of an operand one problem has, in elements; a vector has a row.
    struct Part {
        i64 rows, columns, ld;
        bool empty() const { return rows <= 0 || columns <= 0; }
    };
    struct Operand {
        cpu::Place* place;
        Part (*part)(const void* call, i64 run, int index);
        i64 element;  // bytes
        i64 most;     // bytes that a problem's part of it spans, or more; 0: not known
        int index;
        bool matrix;  // or a vector that BLAS computes with: those of a call are in one memory
        bool written;
    };
    // On the device, where all operands are there and it has kernels for them. Done: nothing is left; declined: nothing
    // was touched; failed: the results are lost.
    int on_device(shunt_batch&, const Operand* list, int count, const cpu::Runs& runs, const void* call);
    // Places become those of copies. Managed memory is the host's if one operand is there. False: no call for the CPU.
    bool operands(const Operand* list, int count, const cpu::Runs& runs, i64 total, const void* call);
    bool take_back();
    // Why something did not go, or null.
    const char* failure() const { return failure_; }
    bool fail(const char* why);

    // Whether all of an operand is in allocations of one device, which is `device` if that is known, or in managed
    // memory.
    static bool is_there(const Operand&, const cpu::Runs& runs, i64 total, const void* call, int& device);

    // The device reads and writes complex numbers as wholes.
    static bool is_aligned(const Operand&, i64 total);

private:
    template <class T> struct Growing {
        T* at = nullptr;
        i64 count = 0, room = 0;
        T* add();
        void clear() { std::free(std::exchange(at, nullptr)); }
    };
    bool bring(const Operand&, const cpu::Runs& runs, i64 total, const void* call);
    // What an array was copied from, or null.
    const void* original(const void* copy) const;
    void* space(i64 bytes);
    // goes_on: in the allocation of the last one.
    bool add(Growing<shunt_copy>&, const shunt_copy&, bool goes_on = false);

    Growing<void*> spaces_;
    Growing<shunt_copy> arrays_, in_, out_;
    const char* failure_ = nullptr;
};

}  // namespace shunt::batched
