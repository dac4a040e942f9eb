// In: options and a program. Out: the program in place of this process, with Shunt preloaded.
#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string_view>
#include <system_error>
#include <vector>

#include "interpose/command/command.hpp"

namespace shunt::command {
namespace fs = std::filesystem;
namespace {

struct Options {
    std::string route, original, report, profile, isa, gpu, gpu_memory, gpu_math, plugin;
    int verbose = 0, threads = 0;
};

void set(const char* variable, const std::string& value) {
    if (!value.empty()) setenv(variable, value.c_str(), 1);
}

// The program may change its folder before Shunt opens the file.
std::string settled(const std::string& file) {
    return file.find('/') == std::string::npos ? file : fs::absolute(file).string();
}

void run(const Options& options, Words words) {
    if (words.empty()) throw Failure(2, "run: no program given; see shunt run --help");
    const fs::path program = find_program(words.front());

    const char* before = std::getenv("LD_PRELOAD");
    const std::string library = find_library().string();
    set("LD_PRELOAD", before && *before ? library + ":" + before : library);
    set("SHUNT_ROUTE", options.route);
    set("SHUNT_ORIGINAL", settled(options.original));
    set("SHUNT_REPORT", options.report == "1"    ? "1"
                        : options.report.empty() ? ""
                                                 : fs::absolute(options.report).string());
    set("SHUNT_PROFILE", settled(options.profile));
    set("SHUNT_ISA", options.isa);
    set("SHUNT_GPU", options.gpu);
    set("SHUNT_GPU_MEMORY", options.gpu_memory);
    set("SHUNT_GPU_MATH", options.gpu_math);
    set("SHUNT_PLUGIN", settled(options.plugin));
    if (options.verbose > 0) set("SHUNT_VERBOSE", std::to_string(options.verbose));
    if (options.threads > 0) set("SHUNT_NUM_THREADS", std::to_string(options.threads));

    std::vector<char*> argv;
    for (std::string& word : words) argv.push_back(word.data());
    argv.push_back(nullptr);
    execv(program.c_str(), argv.data());
    // A script without a #! line is the shell's business, as it is for execvp().
    if (errno == ENOEXEC) execvp(program.c_str(), argv.data());
    throw Failure(not_executable, fmt::format("{}: {}", program.string(), std::strerror(errno)));
}

}  // namespace

Words program_words(const CLI::App& app, const Words& tail) {
    Words words = app.remaining();
    if (!words.empty() && !tail.empty()) words.emplace_back("--");
    words.insert(words.end(), tail.begin(), tail.end());
    return words;
}

fs::path find_program(const std::string& name) {
    const auto usable = [](const fs::path& file) {
        std::error_code none;
        return fs::is_regular_file(file, none) && access(file.c_str(), X_OK) == 0;
    };
    std::error_code none;
    if (name.find('/') != std::string::npos) {
        if (usable(name)) return name;
        if (!fs::exists(name, none)) throw Failure(not_found, name + ": no such program");
        throw Failure(not_executable, name + ": not an executable file");
    }
    const char* variable = std::getenv("PATH");
    std::string_view path = variable ? variable : "/usr/local/bin:/usr/bin:/bin";
    for (bool more = true; more;) {
        const std::size_t colon = path.find(':');
        more = colon != std::string_view::npos;
        const fs::path folder = path.empty() || colon == 0 ? fs::path(".") : fs::path(path.substr(0, colon));
        if (usable(folder / name)) return folder / name;
        if (more) path.remove_prefix(colon + 1);
    }
    const bool here = usable(name);
    throw Failure(not_found,
                  fmt::format("{}: no such program in PATH{}", name, here ? fmt::format("; ./{}?", name) : ""));
}

fs::path find_library() {
    const fs::path folder = fs::read_symlink("/proc/self/exe").parent_path();
    std::error_code none;
    for (const char* place : {"", SHUNT_LIBRARY_FOLDER}) {
        fs::path library = (folder / place / "libshunt.so").lexically_normal();
        if (!fs::exists(library, none)) continue;
        // LD_PRELOAD is a list with these two as separators, and knows no quotes.
        if (library.string().find_first_of(" :") != std::string::npos)
            throw Failure(2, library.string() + ": LD_PRELOAD cannot hold a path with a space or a colon");
        return library;
    }
    throw Failure(2, fmt::format("libshunt.so is neither in {} nor in its " SHUNT_LIBRARY_FOLDER, folder.string()));
}

void add_run(CLI::App& app, const Words& tail) {
    auto options = std::make_shared<Options>();
    CLI::App* run_app =
        app.add_subcommand("run", "Run a program with Shunt preloaded: shunt run [OPTIONS] -- PROGRAM [ARGUMENTS...]");
    run_app->add_option("--route", options->route, "auto, original, cpu or gpu; also per routine: cpu,dtrsm=original");
    run_app->add_option(
        "--original", options->original,
        "Library to pass calls on to: a path, auto (a fast installed one instead of Reference BLAS), none");
    run_app->add_flag(
        "--report{1}", options->report,
        "Report at the program's end, on stderr, or --report=FILE (%p process, %r MPI rank; .json: as JSON)");
    run_app->add_option("--verbose", options->verbose, "1: remarks, 2: a line per call")->check(CLI::Range(0, 2));
    run_app->add_option("--threads", options->threads, "At most so many threads of our own")
        ->check(CLI::PositiveNumber);
    run_app->add_option("--isa", options->isa, "Kernels to use: avx512, avx2, neon, generic");
    run_app->add_option("--profile", options->profile, "Profile file instead of this host's");
    run_app->add_option("--gpu", options->gpu, "auto, eager, none, or numbers of devices: 0,1");
    run_app->add_option("--gpu-memory", options->gpu_memory, "At most so many bytes of device memory: 800M, 20G");
    run_app->add_option("--gpu-math", options->gpu_math, "environment: follow variables of CUDA and cuBLAS");
    run_app->add_option("--plugin", options->plugin, "GPU plug-in instead of libshunt_cuda.so");
    run_app->footer("The exit status is the program's; 127: there is no such program, 126: it cannot be run.");
    run_app->prefix_command();
    run_app->callback([run_app, options, &tail] { run(*options, program_words(*run_app, tail)); });
}

}  // namespace shunt::command
