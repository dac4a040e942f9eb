// In: SHUNT_* environment variables, read once. Out: the options of this process.
#pragma once
#include <cstdint>

#include "cuda/plugin.h"

namespace shunt {

enum class Mode : std::uint8_t { automatic, original, cpu, gpu };
const char* mode_name(Mode);

struct Options {
    Mode route[SHUNT_ROUTINE_COUNT][4] = {};  // SHUNT_ROUTE, per routine and precision
    const char* report = nullptr;             // SHUNT_REPORT: "1" = stderr, else a file; null = none
    int verbose = 0;                          // SHUNT_VERBOSE
    const char* profile = nullptr;            // SHUNT_PROFILE: a file instead of the host's
    const char* plugin = nullptr;             // SHUNT_PLUGIN: a file instead of libshunt_cuda.so beside us
    bool gpu = true;                          // SHUNT_GPU: none turns it off; numbers are the plug-in's to read
    bool gpu_at_once = false;                 // SHUNT_GPU: eager opens it on the first call that it may take
    double gpu_memory = 0;                    // SHUNT_GPU_MEMORY: bytes; 0: not said
    bool threads_given = false;               // the user said how many threads to use
};

// The first call reads the environment and sets up the rooms below; later ones return the same object.
const Options& options() noexcept;

}  // namespace shunt
