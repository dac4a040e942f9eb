// In: the command line. Out: the subcommands that main() puts together, and what they share.
#pragma once
#include <filesystem>
#include <stdexcept>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace shunt::command {

// An error for the user: one line on stderr, and the exit status.
struct Failure : std::runtime_error {
    Failure(int exit_status, const std::string& what) : std::runtime_error(what), status(exit_status) {}
    int status;
};

// Exit statuses of a shell for a program that cannot be started.
inline constexpr int not_found = 127;
inline constexpr int not_executable = 126;

using Words = std::vector<std::string>;

// `tail` is what follows "--" on the command line.
void add_run(CLI::App&, const Words& tail);
void add_doctor(CLI::App&, const Words& tail, int& status);
void add_tune(CLI::App&);
void add_enable(CLI::App&);  // and disable

// The program and its arguments: the words that are no options, and the tail. The first "--" may be the program's own.
Words program_words(const CLI::App&, const Words& tail);

// Path of a program as execvp() finds it; throws Failure.
std::filesystem::path find_program(const std::string& name);
// libshunt.so beside this command or in its installation's lib folder; throws Failure.
std::filesystem::path find_library();

}  // namespace shunt::command
