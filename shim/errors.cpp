// In: a bad argument of a call that has no original behind it. Out: the report the reference library would make.
#include <dlfcn.h>

#include <cstdio>
#include <cstring>

#include "shim/symbol.hpp"

namespace shunt {

void report_bad_argument(const Symbol& s, int position) noexcept {
    // The program's own handler comes first: RTLD_DEFAULT starts with the program.
    if (s.cblas) {
        using Handler = void(int, const char*, const char*, ...);
        if (auto* handler = reinterpret_cast<Handler*>(dlsym(RTLD_DEFAULT, "cblas_xerbla"))) {
            handler(position, s.name, "");
            return;
        }
    }
    char name[16];  // as the reference spells it: upper case, blanks to six characters
    std::snprintf(name, sizeof name, "%c%-5s", s.precision, routine_stem(s.routine));
    for (char* p = name; *p; ++p) *p = upper(*p);
    call_xerbla(name, position);
}

void call_xerbla(const char* name, int position) noexcept {
    void* found = dlsym(RTLD_DEFAULT, "xerbla_");
    if (!found) found = interpose::resolve("xerbla_");
    // 64 bits of which a 32-bit handler reads the low half.
    const std::int64_t info = position;
    using Handler = void(const char*, const std::int64_t*, std::size_t);
    if (found)
        reinterpret_cast<Handler*>(found)(name, &info, std::strlen(name));
    else
        std::fprintf(stderr, " ** On entry to %s parameter number %d had an illegal value\n", name, position);
}

}  // namespace shunt
