// In: the name of a test of this program. Out: that test in a process of its own, and how a process ended.
#pragma once
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <string>

extern char** environ;

namespace test {

// The process, or -1.
inline pid_t start_self(const std::string& test) {
    char self[] = "/proc/self/exe";
    std::string filter = "--gtest_filter=" + test;
    char* arguments[] = {self, filter.data(), nullptr};
    pid_t child = -1;
    return posix_spawn(&child, self, nullptr, nullptr, arguments, environ) == 0 ? child : -1;
}

// Its exit status when it has ended; -1 where it has none.
inline int status_of(pid_t child) {
    int status = -1;
    return child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

}  // namespace test
