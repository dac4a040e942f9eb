// In: argument errors that a library reports. Out: heard(), and a program that goes on. The program's own handlers must
// win over every library's.
#include <cstdarg>
#include <cstring>

#include "call.hpp"

namespace test {
Heard& heard() {
    static Heard h;
    return h;
}
static void hear(const char* name, i64 position, std::size_t length) {
    Heard& h = heard();
    ++h.count;
    h.position = position;
    h.name.assign(name, strnlen(name, length));
    h.name.erase(h.name.find_last_not_of(' ') + 1);
}
}  // namespace test

#define EXPORTED extern "C" __attribute__((visibility("default")))
EXPORTED void xerbla_(const char* name, const std::int32_t* info, std::size_t length) {
    test::hear(name, *info, length);
}
EXPORTED void scipy_xerbla_(const char* name, const std::int32_t* info, std::size_t length) {
    test::hear(name, *info, length);
}
EXPORTED void xerbla_64_(const char* name, const std::int64_t* info, std::size_t length) {
    test::hear(name, *info, length);
}
EXPORTED void xerbla64_(const char* name, const std::int64_t* info, std::size_t length) {
    test::hear(name, *info, length);
}
EXPORTED void scipy_xerbla_64_(const char* name, const std::int64_t* info, std::size_t length) {
    test::hear(name, *info, length);
}
EXPORTED void cblas_xerbla(int position, const char* name, const char*, ...) {
    test::hear(name, position, std::strlen(name));
}
