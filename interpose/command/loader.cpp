// In: a program. Out: its bindings, from the dynamic loader itself: its list of libraries or its log of a run.
#include "interpose/command/loader.hpp"

#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <fstream>
#include <map>
#include <optional>
#include <set>
#include <system_error>
#include <unordered_map>

#include "interpose/command/command.hpp"
#include "interpose/command/owned.hpp"

namespace shunt::command {
namespace fs = std::filesystem;
namespace {

// Runs a program in a changed environment; its exit status, -1 when a signal ended it.
template <class Prepare> int spawn(const std::vector<std::string>& words, Prepare&& prepare) {
    std::vector<char*> argv;
    argv.reserve(words.size() + 1);
    for (const std::string& word : words) argv.push_back(const_cast<char*>(word.c_str()));
    argv.push_back(nullptr);
    const pid_t child = fork();
    if (child < 0) throw Failure(2, "cannot start a process");
    if (child == 0) {
        unsetenv("LD_PRELOAD");
        prepare();
        execvp(argv[0], argv.data());
        _exit(not_found);
    }
    int status = 0;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

// The text between two marks, if both are there.
std::optional<std::string_view> between(std::string_view line, std::string_view left, std::string_view right) {
    const std::size_t begin = line.find(left);
    if (begin == std::string_view::npos) return std::nullopt;
    const std::size_t end = line.find(right, begin + left.size());
    if (end == std::string_view::npos) return std::nullopt;
    return line.substr(begin + left.size(), end - begin - left.size());
}

// The file behind links, as the alternatives of Debian are. A name that is no path is that of a program, by its first
// word, or linux-vdso.so.1, which is no file.
const std::string& resolved(std::string_view file) {
    static std::map<std::string, std::string, std::less<>> known;
    const auto entry = known.find(file);
    if (entry != known.end()) return entry->second;
    std::string path(file);
    try {
        path = fs::canonical(path.find('/') == path.npos ? find_program(path) : fs::path(path)).string();
    } catch (const std::exception&) {
    }
    return known.emplace(file, path).first->second;
}

struct Folder {
    fs::path path;
    Folder() {
        std::string name = (fs::temp_directory_path() / "shunt-doctor.XXXXXX").string();
        if (!mkdtemp(name.data())) throw Failure(2, "cannot make a temporary folder");
        path = name;
    }
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;
    ~Folder() {
        std::error_code ignored;
        fs::remove_all(path, ignored);
    }
};

}  // namespace

bool blas_library(const std::string& path) {
    static std::unordered_map<std::string, bool> known;
    const auto [entry, fresh] = known.try_emplace(path, false);
    if (fresh) {
        const Elf elf(path);
        entry->second = std::ranges::any_of(elf.exports, [](std::string_view name) { return owned(name).has_value(); });
    }
    return entry->second;
}

Process linked(const fs::path& program, const Elf& elf) {
    Process process;
    const fs::path path = fs::canonical(program);
    process.objects.push_back(path.string());
    // A library has no loader of its own: this command's serves.
    const Elf self("/proc/self/exe");
    const std::string loader(elf.interpreter.empty() ? self.interpreter : elf.interpreter);

    const Folder folder;
    const std::string list = (folder.path / "list").string();
    const int status = spawn({loader, "--list", path.string()}, [&] {
        if (!std::freopen(list.c_str(), "w", stdout) || !std::freopen("/dev/null", "w", stderr)) _exit(not_found);
    });
    if (status == not_found || status < 0)
        throw Failure(2, fmt::format("{}: the loader {} does not run", path.string(), loader));
    std::ifstream lines(list);
    for (std::string line; std::getline(lines, line);) {
        if (const auto name = between(line, "\t", " => not found"))
            process.missing.emplace_back(*name);
        else if (const auto file = between(line, " => ", " (0x"))
            process.objects.push_back(resolved(*file));
    }

    std::vector<Elf> files;
    for (const std::string& object : process.objects) files.emplace_back(object);
    std::unordered_map<std::string_view, std::size_t> first;  // name -> the first object that offers it
    for (std::size_t i = 0; i < files.size(); ++i)
        for (const std::string_view name : files[i].exports) first.try_emplace(name, i);
    for (std::size_t i = 0; i < files.size(); ++i)
        for (const std::string_view name : files[i].imports) {
            process.loads_more |= name == "dlopen";
            const auto found = first.find(name);
            const std::string provider = found == first.end() ? "" : process.objects[found->second];
            if (owned(name) || (!provider.empty() && found->second > 0 && blas_library(provider)))
                process.bindings.push_back({process.objects[i], provider, std::string(name)});
        }
    std::ranges::sort(process.bindings);
    return process;
}

Process traced(const std::vector<std::string>& words) {
    const Folder folder;
    const int status = spawn(words, [&] {
        setenv("LD_DEBUG", "bindings", 1);
        setenv("LD_DEBUG_OUTPUT", (folder.path / "log").c_str(), 1);
        setenv("LD_BIND_NOW", "1", 1);
        dup2(STDERR_FILENO, STDOUT_FILENO);
    });
    if (status != 0) fmt::print(stderr, "shunt: {} ended with status {}\n", words.front(), status);

    // 4711: binding file /lib/libA.so [0] to /lib/libB.so [0]: normal symbol `dgemm_' [VERSION]
    Process process;
    std::set<std::string> objects;
    std::set<Binding> bindings;
    for (const fs::directory_entry& log : fs::directory_iterator(folder.path)) {
        std::ifstream lines(log.path());
        for (std::string line; std::getline(lines, line);) {
            const auto caller = between(line, "binding file ", " [");
            const auto provider = between(line, "] to ", " [");
            const auto name = between(line, "symbol `", "'");
            if (!caller || !provider || !name) continue;
            const std::string &from = resolved(*caller), &to = resolved(*provider);
            objects.insert({from, to});
            if (from != to && (owned(*name) || blas_library(to))) bindings.insert({from, to, std::string(*name)});
        }
    }
    process.objects.assign(objects.begin(), objects.end());
    process.bindings.assign(bindings.begin(), bindings.end());
    return process;
}

}  // namespace shunt::command
