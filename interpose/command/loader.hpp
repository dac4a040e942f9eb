// In: a program. Out: its libraries, and which library each imported name is bound to.
#pragma once
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "interpose/command/elf.hpp"

namespace shunt::command {

struct Binding {
    std::string caller;    // path of the program or library that imports the name
    std::string provider;  // path of the one that it is bound to; empty: none
    std::string name;
    auto operator<=>(const Binding&) const = default;  // NOLINT(modernize-use-nullptr): an error of clang-tidy 14
};

struct Process {
    std::vector<std::string> objects;  // the program, then its libraries in search order
    std::vector<std::string> missing;  // libraries that were not found
    std::vector<Binding> bindings;     // of names that a BLAS/LAPACK library offers, or that Shunt owns; sorted
    bool loads_more = false;           // calls dlopen(): libraries may follow while it runs
};

// What the loader would do at the start of `program`; nothing of the program is run.
Process linked(const std::filesystem::path& program, const Elf&);
// What the loader really does while `words` run to their end, child processes included. Their stdout goes to stderr.
Process traced(const std::vector<std::string>& words);

// Offers at least one name that Shunt owns.
bool blas_library(const std::string& path);

}  // namespace shunt::command
