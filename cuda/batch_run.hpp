// In: a checked batch whose matrices are in device memory. Out: done in place; unsuited: it is not for a device, and
// nothing was touched.
#pragma once
#include "cuda/stream.hpp"

namespace shunt::gpu {

// waits: the caller waits for the device afterwards.
Status run_batch(Context&, const shunt_batch&, bool waits);

// As plugin.h's.
Status enqueue_batch(Context&, const shunt_batch&, void* workspace, std::int64_t& bytes);

}  // namespace shunt::gpu
