// In: events in the life of the process: warnings, calls to the original, fork. Out: each warning once, and flags
// that the fast path can ask.
#include <pthread.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdarg>
#include <cstdint>
#include <cstdio>

#include "interpose/interpose.hpp"

namespace shunt::interpose {
namespace {

constexpr int max_warnings = 64;
constinit std::atomic<std::uint64_t> warned[max_warnings];  // hashes of the keys, in order of arrival

bool first_time(const char* key) noexcept {
    std::uint64_t hash = 14695981039346656037u;  // FNV-1a
    for (; *key; ++key) hash = (hash ^ static_cast<unsigned char>(*key)) * 1099511628211u;
    hash |= 1;  // zero marks a free place
    for (auto& place : warned) {
        std::uint64_t present = 0;
        if (place.compare_exchange_strong(present, hash)) return true;
        if (present == hash) return false;
    }
    return false;
}

constinit std::atomic<bool> watching{false};
constinit std::atomic<bool> forked{false};

}  // namespace

constinit thread_local int OriginalCall::depth = 0;

void warn_once(const char* key, const char* format, ...) noexcept {
    if (!first_time(key)) return;
    const int saved = errno;
    char line[1024] = "shunt: ";
    constexpr int start = 7, room = sizeof line - start - 1;  // the newline replaces the final zero
    va_list arguments;
    va_start(arguments, format);
    // NOLINTNEXTLINE(clang-analyzer-valist.Uninitialized): set in the line above
    const int wanted = std::vsnprintf(line + start, room + 1, format, arguments);
    va_end(arguments);
    const int length = start + (wanted < 0 ? 0 : wanted < room ? wanted : room);
    line[length] = '\n';
    // One write, so that lines of several processes do not mix. Nothing can be done when it fails.
    [[maybe_unused]] const auto written = write(STDERR_FILENO, line, length + 1);
    errno = saved;
}

bool in_forked_child() noexcept {
    // Registered by the first resolve(); a process that never used Shunt has no handler.
    if (!watching.load(std::memory_order_relaxed) && !watching.exchange(true))
        pthread_atfork(nullptr, nullptr, [] { forked.store(true, std::memory_order_relaxed); });
    return forked.load(std::memory_order_relaxed);
}

}  // namespace shunt::interpose
