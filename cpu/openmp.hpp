// In: the process. Out: what OpenMP runtimes in it do with the calling thread, and a function of any loaded object. The
// loader is asked for nothing that takes the lock under which constructors run, neither by dlopen() nor by dlsym(): a
// constructor may wait for this thread.
#pragma once
#include <sched.h>

namespace shunt::cpu {

// This thread is in a parallel region of one of them.
bool inside_openmp();

// The CPUs to which they bind threads; false: they do not, or nothing can be known.
bool openmp_cpus(cpu_set_t& set);

// The first function of this name in loading order, whatever its version, but for one; null: there is none, or nothing
// can be known.
void* loaded_function(const char* name, const void* but = nullptr);

}  // namespace shunt::cpu
