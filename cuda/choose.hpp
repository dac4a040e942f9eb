// In: the devices that are visible, and the one that this thread uses. Out: the one for this process.
#pragma once

namespace shunt::gpu {

// Its rank's turn among the numbers in SHUNT_GPU, else among the `count` visible ones; without a rank the one that this
// thread has in use, which a program of several GPUs chose. Device::no_device: SHUNT_GPU names none that is there.
int choose_device(int count, int in_use);
constexpr const char* none_named = "SHUNT_GPU names no GPU that is there";

}  // namespace shunt::gpu
