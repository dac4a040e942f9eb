// In: a checked call whose matrices are in device memory. Out: done in place.
#pragma once
#include "cuda/stream.hpp"

namespace shunt::gpu {

// Enqueued for level 3; the LAPACK routines wait, as their info is the host's. Pivots may be in either memory.
Status run_direct(Context&, shunt_call&);

}  // namespace shunt::gpu
