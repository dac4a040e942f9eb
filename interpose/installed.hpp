// In: a name and the width of its integers. Out: its address in a library installed on this machine, for callers whose
// own library is Shunt. Private to interpose/.
#pragma once
#include <cstddef>

#include "interpose/library.hpp"

#if defined(__x86_64__)
#define SHUNT_LIBRARIES "/usr/lib/x86_64-linux-gnu/"
#elif defined(__aarch64__)
#define SHUNT_LIBRARIES "/usr/lib/aarch64-linux-gnu/"
#else
#define SHUNT_LIBRARIES "/usr/lib/"
#endif

namespace shunt::interpose {

// All names come from one library, the best, which is the same for all calls of a process; what it lacks from the
// Reference, and only then from any other. `reference_first`: another one was chosen as the best.
void* find_installed(const char* name, bool wide, bool reference_first) noexcept;

// Appends the path of a library's file, unless it is there.
void list_file(const Library& library, char* text, std::size_t bytes) noexcept;

// Appends the paths of all that it searches, separated by blanks.
void list_installed(bool wide, char* text, std::size_t bytes) noexcept;

// The integers of the library at an address are as wide.
bool has_width(void* address, bool wide) noexcept;

}  // namespace shunt::interpose
