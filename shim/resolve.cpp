// In: a name of one of the full libraries. Out: the function that its door leads to.
#include <cstdint>
#include <cstdio>
#include <cstring>

#include "interpose/full/full.h"
#include "shim/options.hpp"
#include "shim/symbol.hpp"

namespace shunt {
namespace {

// The handlers of bad calls, where no library has them: the Reference's words, and the program goes on.
// A number of either width begins with these four bytes.
void fortran_handler(const char* name, const std::int32_t* info, std::size_t length) {
    std::fprintf(stderr, " ** On entry to %.*s parameter number %2d had an illegal value\n",
                 static_cast<int>(length > 32 ? 32 : length), name, *info);
}
void cblas_handler(int position, const char* name, const char*, ...) {
    std::fprintf(stderr, "Parameter %d to routine %s was incorrect\n", position, name);
}
void lapacke_handler(const char* name, int info) {
    std::fprintf(stderr, "Wrong parameter %d in %s\n", -info, name);
}

void* own_handler(const char* name) {
    if (std::strcmp(name, "xerbla_") == 0) return reinterpret_cast<void*>(fortran_handler);
    if (std::strcmp(name, "cblas_xerbla") == 0) return reinterpret_cast<void*>(cblas_handler);
    if (std::strcmp(name, "LAPACKE_xerbla") == 0) return reinterpret_cast<void*>(lapacke_handler);
    return nullptr;
}

}  // namespace
}  // namespace shunt

using namespace shunt;

SHUNT_API void* shunt_resolve(const char* name, int wide, void* xerbla) {
    options();
    interpose::keep_handler(xerbla);
    if (void* address = batched_entry(name, wide != 0)) return address;
    if (void* address = interpose::resolve_door(name, wide != 0)) return address;
    if (void* handler = own_handler(name)) return handler;
    char places[900];
    interpose::list_behind(wide != 0, places, sizeof places);
    interpose::warn_once(name, "%s: no library behind has it (looked in %s)", name, *places ? places : "none");
    return nullptr;
}
