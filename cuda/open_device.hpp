// In: nothing. Out: the device of this process. Linked from cuda_device.cpp, in tests from a device of host memory.
#pragma once
#include "cuda/device.hpp"

namespace shunt::gpu {

// The device of that number, or the one that SHUNT_GPU and the process's local rank choose. Never closed. Null where
// there is none to use, with the reason.
constexpr int chosen_device = -1;
Device* open_device(const char** reason, int number = chosen_device);

// This thread's device is ours for a while, and what it was before afterwards.
class ThreadDevice {
public:
    explicit ThreadDevice(Device& device) : device_(device), before_(device.attach()) {}
    ~ThreadDevice() { device_.detach(before_); }
    ThreadDevice(const ThreadDevice&) = delete;
    ThreadDevice& operator=(const ThreadDevice&) = delete;

private:
    Device& device_;
    void* before_;
};

}  // namespace shunt::gpu
