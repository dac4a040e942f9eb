// In: the command line. Out: the exit status of the subcommand.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <string_view>

#include "interpose/command/command.hpp"

namespace {
constexpr auto about = "Shunt: a BLAS/LAPACK that an existing program picks up with LD_PRELOAD.";
constexpr auto examples = R"(
Examples:
  shunt run -- ./app input.nml           run a program with Shunt
  shunt run --report -- octave-cli x.m   ... and say at its end what was taken over
  shunt run --route=original -- ./app    ... and pass every call on: the program as it was
  shunt run --original=auto -- ./app     ... and prefer an installed fast BLAS to the Reference one
  shunt doctor ./app                     which calls Shunt would take, and why not the others
  shunt doctor --run -- python3 -c 'import scipy.linalg'
                                         the same for libraries that are loaded on the way
  shunt tune                             measure this machine once, so that calls go where they are fastest
  shunt enable                           preload Shunt into all programs of your sessions; shunt disable: no longer

The program's own exit status is passed on. Options of `run` set the SHUNT_... variables of shunt(7).)";

int shunt_command(int argc, char** argv) {
    CLI::App app{about, "shunt"};
    app.set_version_flag("--version", "shunt " SHUNT_VERSION);
    app.footer(examples);
    app.require_subcommand(1);
    // CLI11 takes "--" for itself; which words are the program's has to be known exactly.
    char** const end = argv + argc;
    char** const dashes = std::find(argv, end, std::string_view("--"));
    const shunt::command::Words tail(dashes == end ? end : dashes + 1, end);
    int status = 0;
    shunt::command::add_run(app, tail);
    shunt::command::add_doctor(app, tail, status);
    shunt::command::add_tune(app);
    shunt::command::add_enable(app);
    try {
        app.parse(static_cast<int>(dashes - argv), argv);
    } catch (const CLI::ParseError& error) {
        return app.exit(error) == 0 ? 0 : 2;
    }
    return status;
}

}  // namespace

int main(int argc, char** argv) {
    try {
        return shunt_command(argc, argv);
    } catch (const shunt::command::Failure& failure) {
        std::fprintf(stderr, "shunt: %s\n", failure.what());
        return failure.status;
    } catch (const std::exception& error) {
        std::fprintf(stderr, "shunt: %s\n", error.what());
        return 2;
    }
}
