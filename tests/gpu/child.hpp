// In: the name of a test of this program. Out: that test in a process of its own, how a process ended, and what it
// said.
#pragma once
#include <limits.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
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

// What tests say, disabled ones as well, and its exit status; `variables` as of env.
struct Said {
    std::string text;
    int status = -1;
    bool has(const std::string& words) const { return text.find(words) != std::string::npos; }
};
inline Said said_by(const std::string& variables, const std::string& tests) {
    char self[PATH_MAX] = "";
    if (readlink("/proc/self/exe", self, sizeof self - 1) < 0) return {};
    const std::string command = "env -u SHUNT_TEST_GPU " + variables + " " + self +
                                " --gtest_brief=1 --gtest_also_run_disabled_tests --gtest_filter=" + tests + " 2>&1";
    Said said;
    std::FILE* pipe = popen(command.c_str(), "r");
    if (!pipe) return said;
    for (char line[512]; std::fgets(line, sizeof line, pipe);) said.text += line;
    const int status = pclose(pipe);
    said.status = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    return said;
}

}  // namespace test
