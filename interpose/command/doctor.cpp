// In: a program. Out: which of its BLAS/LAPACK calls Shunt would take, why not the others, and what could be better.
#include <dlfcn.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/stat.h>
#include <sys/xattr.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <fstream>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>

#include "interpose/command/command.hpp"
#include "interpose/command/elf.hpp"
#include "interpose/command/loader.hpp"
#include "interpose/command/owned.hpp"
#include "interpose/interpose.hpp"
#include "interpose/library.hpp"

namespace shunt::command {
namespace fs = std::filesystem;
namespace {

// Exit statuses: scripts may ask whether preloading is of use.
constexpr int takes_calls = 0;
constexpr int takes_nothing = 1;

enum class Fate { taken, not_owned, wide, built_in, blocked };

const char* reason(Fate fate) {
    switch (fate) {
        case Fate::taken:
            return "taken";
        case Fate::not_owned:
            return "not a routine of Shunt's: one jump to the library";
        case Fate::wide:
            return "a library with 64-bit integers under plain names is in the process: passed on untouched";
        case Fate::built_in:
            return "linked statically into the program: no call leaves it";
        case Fate::blocked:
            return "the program cannot be preloaded";
    }
    return "";
}

struct Judged {
    Binding binding;
    Fate fate;
};

struct Library {
    interpose::Backend backend;
    interpose::Conventions conventions;
    bool shunt = false;  // one of the full libraries: the others speak of what is behind it
};

struct Diagnosis {
    std::string program;
    std::string asked;                         // the program as the user called it
    bool stripped = false;                     // no symbols but the dynamic ones
    std::string kind;                          // "x86-64 program", ...
    std::vector<std::string> blockers;         // why nothing can be taken at all
    std::vector<std::string> notes;            // what is special
    std::vector<std::string> advice;           // what the user could do
    std::map<std::string, Library> libraries;  // BLAS/LAPACK libraries by path
    std::vector<Judged> calls;
};

std::string base(const std::string& path) {
    return path.empty() ? "nobody" : fs::path(path).filename().string();
}

// "#!/usr/bin/env python3" -> the path of python3; nothing when the file is no script.
std::optional<std::string> script_interpreter(const fs::path& file) {
    std::ifstream in(file, std::ios::binary);
    std::string line;
    char mark[2] = {};
    if (!in.read(mark, 2) || mark[0] != '#' || mark[1] != '!' || !std::getline(in, line)) return std::nullopt;
    std::istringstream words(line);
    std::string interpreter, word;
    words >> interpreter;
    if (base(interpreter) == "env")
        while (words >> word)
            if (word[0] != '-' && word.find('=') == std::string::npos) return find_program(word).string();
    return interpreter;
}

// The library behind one of its own names; a dependency's would speak for the dependency.
std::optional<Library> identify(const std::string& library) {
    void* handle = dlopen(library.c_str(), RTLD_LAZY | RTLD_LOCAL);
    if (!handle) return std::nullopt;
    const Elf elf(library);
    for (const std::string_view name : elf.exports) {
        void* address = owned(name) ? dlsym(handle, std::string(name).c_str()) : nullptr;
        if (!address) continue;
        const link_map* object = interpose::object_of(address);
        const bool shunt = object && interpose::is_shunt(object);
        if (shunt) {
            interpose::configure(std::getenv("SHUNT_ORIGINAL"));
            address = interpose::resolve_door("dgemm_", interpose::is_wide_shunt(object));
        }
        return Library{interpose::backend(address), interpose::conventions(address), shunt};
    }
    return std::nullopt;
}

const char* returns_name(interpose::Returns returns) {
    constexpr const char* names[] = {"unknown", "gfortran", "f2c"};
    return names[static_cast<int>(returns)];
}

std::string describe(const interpose::Backend& library) {
    static const std::map<interpose::Kind, const char*> names{{interpose::Kind::reference, "Reference"},
                                                              {interpose::Kind::openblas, "OpenBLAS"},
                                                              {interpose::Kind::blis, "BLIS"},
                                                              {interpose::Kind::atlas, "ATLAS"},
                                                              {interpose::Kind::mkl, "MKL"}};
    const auto name = names.find(library.kind);
    std::string text = name == names.end() ? "unknown" : name->second;
    if (library.version[0]) text += fmt::format(" {}", library.version);
    if (library.core[0]) text += fmt::format(", {} kernels", library.core);
    if (library.one_thread) text += ", built for one thread";
    if (library.wide) text += ", 64-bit integers";
    return text;
}

std::string describe(const Library& library) {
    using interpose::Returns;
    std::string text = describe(library.backend);
    if (library.backend.kind == interpose::Kind::none) text = "nothing";
    if (library.shunt)
        text =
            fmt::format("Shunt; behind it {}{}{}", library.backend.library, *library.backend.library ? ": " : "", text);
    if (library.backend.kind != interpose::Kind::none && !library.backend.wide) text += ", 32-bit integers";
    const auto [complex_number, real_number] = library.conventions;
    if (complex_number != Returns::unknown)
        text += fmt::format(", complex results as {} returns them", returns_name(complex_number));
    if (real_number == Returns::other) text += ", real results as f2c returns them";
    return text;
}

bool cpu_has_avx512() {
#if defined(__x86_64__)
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
           __builtin_cpu_supports("avx512vl");
#else
    return false;
#endif
}

// What the file itself says: whether the loader will preload anything into it.
void examine_file(Diagnosis& d, const fs::path& file, const Elf& elf) {
    if (!elf.valid) throw Failure(2, file.string() + ": neither a program nor a library nor a script");
    d.kind = fmt::format("{} {}", elf.machine, elf.interpreter.empty() && elf.dynamic ? "library" : "program");
    if (!elf.native)
        d.blockers.push_back(fmt::format("it is a {} file, and this libshunt.so is for another machine", elf.machine));
    else if (!elf.dynamic || (elf.interpreter.empty() && elf.exports.empty() && elf.imports.empty()))
        d.blockers.emplace_back("it is linked statically: the dynamic loader, and so LD_PRELOAD, plays no part in it");
    struct stat status {};
    if (stat(file.c_str(), &status) == 0 && (status.st_mode & (S_ISUID | S_ISGID)) != 0)
        d.blockers.emplace_back("it is setuid or setgid: the loader ignores LD_PRELOAD for it");
    if (getxattr(file.c_str(), "security.capability", nullptr, 0) > 0)
        d.blockers.emplace_back("it has file capabilities (getcap): the loader ignores LD_PRELOAD for it");

    d.stripped = elf.functions.empty();
    std::set<std::string_view> inside;
    for (const auto* names : {&elf.functions, &elf.exports})
        for (const std::string_view name : *names)
            if (owned(name)) inside.insert(name);
    if (!elf.interpreter.empty() || !elf.dynamic)
        for (const std::string_view name : inside)
            d.calls.push_back({{d.program, d.program, std::string(name)}, Fate::built_in});
}

// Copies inside libraries that their own calls do not leave.
void examine_library(Diagnosis& d, const std::string& path) {
    const Elf elf(path);
    std::set<std::string_view> bound;
    for (const std::string_view name : elf.functions)
        if (owned(name)) bound.insert(name);
    for (const std::string_view name : elf.exports) bound.erase(name);
    if (!bound.empty())
        d.notes.push_back(
            fmt::format("{} holds {} routines of its own that nobody else sees ({}, ...): calls to them stay inside",
                        base(path), bound.size(), *bound.begin()));
    if (elf.symbolic && blas_library(path))
        d.notes.push_back(fmt::format("{} is linked with -Bsymbolic: calls inside it stay inside", base(path)));
}

void judge(Diagnosis& d, Process& process) {
    for (const std::string& object : process.objects) {
        if (object != d.program) examine_library(d, object);
        if (object == d.program || !blas_library(object)) continue;
        if (const auto library = identify(object)) d.libraries.emplace(object, *library);
    }
    for (const std::string& name : process.missing)
        d.notes.push_back(fmt::format("{} is not found: the program does not start", name));

    const bool wide = std::ranges::any_of(d.libraries, [](const auto& entry) {
        return entry.second.backend.wide && !entry.second.shunt;  // Shunt's own tell its entries what they pass
    });
    for (Binding& binding : process.bindings) {
        const auto name = owned(binding.name);
        Fate fate = Fate::taken;
        if (!d.blockers.empty())
            fate = Fate::blocked;
        else if (!name && blas_library(binding.caller))
            continue;  // a library's own inner business
        else if (!name)
            fate = Fate::not_owned;
        else if (binding.provider == d.program)
            fate = Fate::built_in;
        else if (wide && name->family->plain)
            fate = Fate::wide;
        d.calls.push_back({std::move(binding), fate});
    }
    if (d.calls.empty() && d.blockers.empty()) {
        if (blas_library(d.program))
            d.notes.emplace_back("it is a BLAS or LAPACK library itself: ask about a program that uses it");
        else
            d.notes.push_back(fmt::format("neither it nor its libraries import a BLAS or LAPACK name{}",
                                          d.stripped ? "; being stripped, it could hold a static one unseen" : ""));
        const bool python = base(d.program).starts_with("python");
        if (process.loads_more)
            d.advice.push_back(fmt::format(
                "what it starts or loads later (modules, plug-ins) is seen in a run: shunt doctor --run -- {} {}",
                d.asked, python ? "-c 'import numpy, scipy.linalg'" : "ARGUMENTS"));
    }
}

void advise(Diagnosis& d) {
    bool slow = false;
    const auto say = [&d](std::string text) {  // a BLAS and a LAPACK of one library say the same
        if (std::ranges::find(d.advice, text) == d.advice.end()) d.advice.push_back(std::move(text));
    };
    for (const auto& entry : d.libraries) {
        const interpose::Backend& library = entry.second.backend;
        const bool level3 = std::ranges::any_of(d.calls, [&entry](const Judged& call) {
            return call.binding.provider == entry.first && call.binding.name.find("gemm") != std::string::npos;
        });
        slow |= level3 && library.kind == interpose::Kind::reference && !library.wide;
        const bool has_kernels = library.kind == interpose::Kind::openblas || library.kind == interpose::Kind::blis;
        if (level3 && has_kernels && cpu_has_avx512() && !library.avx512)
            say(fmt::format("{}: no AVX-512 kernels on an AVX-512 machine", describe(library)));
        if (library.one_thread)
            say(
                fmt::format("{}: without locks, as Debian builds it, several threads that call it at once "
                            "get wrong results, also without Shunt; libopenblas0-pthread has them",
                            describe(library)));
    }
    if (!slow) return;
    // What "auto" would choose is asked of the code that chooses.
    interpose::configure("auto");
    void* gemm = interpose::resolve("dgemm_");
    const interpose::Backend& fast = interpose::backend(gemm);
    if (gemm && fast.kind != interpose::Kind::reference) {
        d.advice.push_back(
            fmt::format("Reference BLAS is behind it and {} is installed: SHUNT_ORIGINAL=auto "
                        "(shunt run --original=auto) would use it",
                        describe(fast)));
        return;
    }
    d.advice.emplace_back(
        "Reference BLAS is behind it and no faster one with locks is installed: Shunt's own kernels serve; "
        "libopenblas0-pthread would serve the calls that Shunt passes on, too");
}

// Indented lines of at most about 100 characters.
std::string wrapped(const std::set<std::string>& names, std::size_t limit) {
    std::string text, line;
    std::size_t shown = 0;
    for (const std::string& name : names) {
        if (shown++ == limit) break;
        if (line.size() + name.size() > 100) {
            text += fmt::format("   {}\n", line);
            line.clear();
        }
        line += " " + name;
    }
    if (names.size() > limit) line += fmt::format(" ... and {} more (--all)", names.size() - limit);
    return text + fmt::format("   {}\n", line);
}

void print_text(const Diagnosis& d, bool all) {
    fmt::print("{}: {}\n", d.program, d.kind);
    if (!d.libraries.empty()) fmt::print("\nBLAS/LAPACK libraries\n");
    for (const auto& [path, library] : d.libraries) fmt::print("    {}: {}\n", path, describe(library));

    std::map<std::pair<std::string, std::string>, std::pair<int, int>> table;
    std::map<Fate, std::set<std::string>> names;
    for (const auto& [binding, fate] : d.calls) {
        auto& [taken, kept] = table[{base(binding.caller), base(binding.provider)}];
        ++(fate == Fate::taken ? taken : kept);
        names[fate].insert(binding.name);
    }
    std::size_t left = 12, right = 12;
    for (const auto& [pair, counts] : table) {
        left = std::max(left, pair.first.size());
        right = std::max(right, pair.second.size());
    }
    const auto row = [&](const auto&... cells) { fmt::print("{:<{}}  {:<{}}  {:>9}  {:>9}\n", cells...); };
    if (!table.empty()) fmt::print("\n");
    if (!table.empty()) row("imported by", left, "bound to", right, "taken", "passed on");
    for (const auto& [pair, counts] : table) row(pair.first, left, pair.second, right, counts.first, counts.second);
    for (const auto& [fate, set] : names) {
        fmt::print("\n{} names: {}\n", set.size(), reason(fate));
        fmt::print("{}", wrapped(set, all ? set.size() : fate == Fate::not_owned ? 8 : 40));
    }
    fmt::print("\n");
    for (const std::string& text : d.blockers) fmt::print("Shunt takes nothing: {}.\n", text);
    for (const std::string& text : d.notes) fmt::print("Note: {}.\n", text);
    for (const std::string& text : d.advice) fmt::print("Advice: {}.\n", text);
    std::size_t sum = 0;
    for (const auto& [fate, set] : names) sum += set.size();
    if (d.blockers.empty()) fmt::print("Shunt takes {} of {} names.\n", names[Fate::taken].size(), sum);
}

void print_json(const Diagnosis& d) {
    nlohmann::ordered_json json{
        {"program", d.program}, {"kind", d.kind}, {"blockers", d.blockers}, {"notes", d.notes}, {"advice", d.advice}};
    json["libraries"] = nlohmann::ordered_json::array();
    for (const auto& [path, library] : d.libraries)
        json["libraries"].push_back({{"path", path},
                                     {"shunt", library.shunt},
                                     {"file", library.backend.library},
                                     {"kind", interpose::kind_name(library.backend.kind)},
                                     {"version", library.backend.version},
                                     {"core", library.backend.core},
                                     {"avx512", library.backend.avx512},
                                     {"wide", library.backend.wide},
                                     {"one_thread", library.backend.one_thread},
                                     {"complex_results", returns_name(library.conventions.complex_number)},
                                     {"real_results", returns_name(library.conventions.real_number)}});
    json["names"] = nlohmann::ordered_json::array();
    for (const auto& [binding, fate] : d.calls)
        json["names"].push_back({{"name", binding.name},
                                 {"caller", binding.caller},
                                 {"library", binding.provider},
                                 {"taken", fate == Fate::taken},
                                 {"reason", reason(fate)}});
    fmt::print("{}\n", json.dump(2));
}

struct Options {
    bool json = false, run = false, all = false;
};

int doctor(const Options& options, const Words& words) {
    if (words.empty()) throw Failure(2, "doctor: no program given; see shunt doctor --help");
    Diagnosis d;
    const bool library = words.front().find(".so") != std::string::npos && fs::exists(words.front());
    fs::path file = fs::canonical(library ? fs::path(words.front()) : find_program(words.front()));
    while (const auto interpreter = script_interpreter(file)) {
        d.notes.push_back(fmt::format("{} is a script: this is about {}, which runs it", file.string(), *interpreter));
        file = fs::canonical(find_program(*interpreter));
    }
    d.program = file.string();
    d.asked = words.front();
    const Elf elf(file);
    examine_file(d, file, elf);
    if (elf.native && elf.dynamic && (!options.run || d.blockers.empty())) {
        Process process = options.run ? traced(words) : linked(file, elf);
        judge(d, process);
        advise(d);
    }
    if (options.json)
        print_json(d);
    else
        print_text(d, options.all);
    return std::ranges::any_of(d.calls, [](const Judged& call) { return call.fate == Fate::taken; }) ? takes_calls
                                                                                                     : takes_nothing;
}

}  // namespace

void add_doctor(CLI::App& app, const Words& tail, int& status) {
    auto options = std::make_shared<Options>();
    CLI::App* doctor_app = app.add_subcommand(
        "doctor",
        "Say which BLAS/LAPACK calls of a program or library Shunt would take: shunt doctor [OPTIONS] PROGRAM");
    doctor_app->add_flag("--run", options->run, "Run the program with its arguments and look at all that it loads");
    doctor_app->add_flag("--json", options->json, "Print JSON");
    doctor_app->add_flag("--all", options->all, "Print all names");
    doctor_app->footer("Exit status: 0 Shunt takes calls, 1 it takes none, 2 or more: no answer.");
    doctor_app->prefix_command();
    doctor_app->callback(
        [doctor_app, options, &tail, &status] { status = doctor(*options, program_words(*doctor_app, tail)); });
}

}  // namespace shunt::command
