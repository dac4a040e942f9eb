// In: a file. Out: what the dynamic loader would see in it, read without running anything.
#pragma once
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace shunt::command {

class Elf {
public:
    explicit Elf(const std::filesystem::path& file);

    bool valid = false;            // an ELF file that can be read as one
    bool native = false;           // class, byte order and machine of this command; else only `machine` is filled in
    std::string machine;           // "x86-64", "32-bit x86", ...
    bool dynamic = false;          // has a dynamic section: the loader links it
    bool symbolic = false;         // its own definitions serve its own calls (-Bsymbolic)
    std::string_view interpreter;  // the dynamic loader it asks for; empty for libraries and static programs
    std::vector<std::string_view> imports;    // names that it takes from others
    std::vector<std::string_view> exports;    // names that it offers to others
    std::vector<std::string_view> functions;  // names of functions inside that are not offered; none in a stripped file

private:
    std::shared_ptr<const std::byte> map_;  // all the views point into it
};

}  // namespace shunt::command
