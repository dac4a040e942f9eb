// In: the user's configuration folder. Out: Shunt preloaded into the programs of this user's sessions, or no longer.
#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <cctype>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <optional>
#include <system_error>

#include "interpose/command/command.hpp"

namespace shunt::command {
namespace fs = std::filesystem;
namespace {

constexpr std::string_view first_line = "# Written by \"shunt enable\"; \"shunt disable\" removes this file.\n";

// Read by systemd for the user's session (environment.d), and by a shell that is told to: the line is valid in both.
std::string text(const std::string& library) {
    return fmt::format("{}LD_PRELOAD={}${{LD_PRELOAD:+:$LD_PRELOAD}}\n", first_line, library);
}

fs::path configuration() {
    const char* config = std::getenv("XDG_CONFIG_HOME");
    if (config && *config == '/') return fs::path(config) / "environment.d/60-shunt.conf";
    const char* home = std::getenv("HOME");
    if (home && *home == '/') return fs::path(home) / ".config/environment.d/60-shunt.conf";
    throw Failure(2, "neither XDG_CONFIG_HOME nor HOME is the path of a folder");
}

std::optional<std::string> content(const fs::path& path) {
    std::error_code none;
    if (!fs::exists(fs::symlink_status(path, none))) return std::nullopt;
    std::ifstream file(path, std::ios::binary);
    std::string all(std::istreambuf_iterator<char>(file), {});
    if (!file) throw Failure(2, fmt::format("{}: cannot be read", path.string()));
    return all;
}

// Nothing of the user's is in it: as `enable` writes it, for whatever place of the library.
bool ours(const std::string& all) {
    const std::size_t begin = first_line.size() + std::strlen("LD_PRELOAD=");
    const std::size_t end = all.find('$', begin);
    return end != std::string::npos && all == text(all.substr(begin, end - begin));
}

void refuse_foreign(const fs::path& path, const std::optional<std::string>& before) {
    if (before && !ours(*before))
        throw Failure(2, fmt::format("{} was edited: it is left as it is; remove it by hand", path.string()));
}

// What the shell and systemd would read as something else than a letter.
void refuse_special(const std::string& library) {
    for (const char c : library)
        if (!std::isalnum(static_cast<unsigned char>(c)) && !std::strchr("/._+-@%,", c) &&
            static_cast<unsigned char>(c) < 0x80)
            throw Failure(2,
                          fmt::format("{}: the path holds a character that is special in environment files", library));
}

void write(const fs::path& path, const std::string& all) {
    std::error_code error;
    fs::create_directories(path.parent_path(), error);
    // Written whole or not at all: a session may be starting.
    const fs::path draft = path.string() + fmt::format(".{}", getpid());
    std::ofstream out(draft, std::ios::binary);
    out << all;
    out.close();
    if (out) fs::rename(draft, path, error);
    if (out && !error) return;
    const std::string reason = error ? error.message() : std::strerror(errno);
    fs::remove(draft, error);
    throw Failure(2, fmt::format("{}: cannot be written: {}", path.string(), reason));
}

void enable() {
    const fs::path path = configuration();
    const std::string library = find_library().string();
    refuse_special(library);
    const std::optional<std::string> before = content(path);
    refuse_foreign(path, before);
    const bool same = before == text(library);
    if (!same) write(path, text(library));
    fmt::print(
        "Shunt {} enabled for your sessions: {}\n"
        "Graphical sessions and user services that systemd starts have it from the next login on. For shells outside "
        "of\n"
        "them (ssh, console, batch jobs) add this line to ~/.profile, once; without the file it does nothing:\n\n"
        "    if [ -r \"{}\" ]; then set -a; . \"{}\"; set +a; fi\n\n"
        "Run `shunt disable` before you remove Shunt: the loader complains about a preloaded file that is missing.\n",
        same ? "was already" : "is", path.string(), path.string(), path.string());
}

void disable() {
    const fs::path path = configuration();
    const std::optional<std::string> before = content(path);
    refuse_foreign(path, before);
    std::error_code error;
    if (before && !fs::remove(path, error) && error)
        throw Failure(2, fmt::format("{}: cannot be removed: {}", path.string(), error.message()));
    fmt::print("Shunt {} disabled: {}{}\n", before ? "is" : "was already", path.string(),
               before ? " is removed; sessions that run keep it until they end" : " is not there");
}

}  // namespace

void add_enable(CLI::App& app) {
    app.add_subcommand("enable", "Preload Shunt into all programs of your sessions, by a file in environment.d")
        ->footer(
            "Writes $XDG_CONFIG_HOME/environment.d/60-shunt.conf and says what a shell profile needs. No other file\n"
            "is touched, and one that you have edited is left alone.")
        ->callback(enable);
    app.add_subcommand("disable", "Undo shunt enable")
        ->footer("Removes $XDG_CONFIG_HOME/environment.d/60-shunt.conf, unless you have edited it.")
        ->callback(disable);
}

}  // namespace shunt::command
