// In: the library behind Shunt on this host, and its GPU. Out: the host's profile, measured and written where Shunt
// reads it.
#include "interpose/tune.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <map>
#include <memory>
#include <sstream>
#include <system_error>

#include "interpose/command/command.hpp"

namespace shunt::command {
namespace fs = std::filesystem;
namespace {

struct Options {
    std::string original, output, only;
    bool quick = false, full = false, show = false, gpu = false, no_gpu = false;
};

fs::path profile_path() {
    const auto variable = [](const char* name) {
        const char* value = std::getenv(name);
        return std::string(value ? value : "");
    };
    if (const auto given = variable("SHUNT_PROFILE"); !given.empty()) return given;
    if (const auto config = variable("XDG_CONFIG_HOME"); !config.empty()) return fs::path(config) / "shunt/profile";
    if (const auto home = variable("HOME"); !home.empty()) return fs::path(home) / ".config/shunt/profile";
    throw Failure(2, "tune: neither HOME nor XDG_CONFIG_HOME is set; say --output=FILE");
}

// What a row is about: all words before its gains, or its rates and their number of threads.
std::string subject(const std::string& line) {
    std::istringstream words(line);
    std::string key, word;
    const int count = line.starts_with("rate ") ? 4 : line.starts_with("link ") ? 2 : 5;
    for (int i = 0; i < count && words >> word; ++i) {
        if (count == 5 && i == 3 && word != "1") word = "more";  // one row for any number of threads above one
        key += word + ' ';
    }
    return key;
}

// The orders from which on, and up to which, a row gains.
void show_row(const std::string& line) {
    std::istringstream words(line);
    std::string key, routine, precision, threads, width;
    words >> key >> routine >> precision >> threads >> width;
    const std::vector<int> gains{std::istream_iterator<int>(words), {}};
    std::string ranges;
    for (std::size_t i = 0; i < gains.size(); ++i) {
        if (gains[i] < 110) continue;
        const std::size_t first = i;
        int best = gains[i];
        while (i + 1 < gains.size() && gains[i + 1] >= 110) best = std::max(best, gains[++i]);
        ranges += fmt::format(" {}-{} (up to {:.1f}x)", 4L << first, 4L << i, best / 100.0);
    }
    fmt::print("{} {}{} {} width {}:{}\n", key, precision, routine,
               threads == "1" ? "one thread," : threads + " threads,", width,
               ranges.empty() ? " the original's" : ranges);
}

// The library, told which original and which profile to take.
decltype(&shunt_tune) open_library(const Options& options, const fs::path& path) {
    if (!options.original.empty()) setenv("SHUNT_ORIGINAL", options.original.c_str(), 1);
    std::error_code none;
    if (options.show && fs::exists(path, none)) setenv("SHUNT_PROFILE", path.c_str(), 1);
    void* library = dlopen(find_library().c_str(), RTLD_NOW | RTLD_LOCAL);
    if (!library) throw Failure(2, dlerror());
    auto* tune = reinterpret_cast<decltype(&shunt_tune)>(dlsym(library, "shunt_tune"));
    if (!tune) throw Failure(2, "tune: this libshunt.so cannot measure");
    return tune;
}

// What the file says of the CPU, and what the library in use makes of it for the GPU.
void show(const Options& options, const fs::path& path) {
    std::ifstream file(path);
    if (file)
        fmt::print("{}: orders at which calls are taken over\n", path.string());
    else
        fmt::print("{}: no profile; the built-in one is used, and shunt tune measures this host\n", path.string());
    for (std::string line; std::getline(file, line);)
        if (!line.empty() && line[0] != '#' && !line.starts_with("rate ") && !line.starts_with("link ")) show_row(line);
    std::fflush(stdout);
    shunt_tune_request request{};
    request.what = SHUNT_TUNE_SHOW_GPU;
    request.threads = 1;
    request.only = options.only.empty() ? nullptr : options.only.c_str();
    open_library(options, path)(
        &request, [](const char* line, void*) { fmt::print("{}\n", line + 2); }, nullptr);
}

// The rows of a profile file. Those of other libraries and of routines left out stay; what is measured is in the file
// soon after, for whoever ends it early.
class Rows {
public:
    explicit Rows(const fs::path& path) : path_(path) {
        std::ifstream before(path);
        for (std::string line; std::getline(before, line);)
            if (!line.empty() && line[0] != '#') rows_[subject(line)] = line;
    }
    void add(const char* line) {
        rows_[subject(line)] = line;
        if (const auto now = std::chrono::steady_clock::now(); now > written_ + std::chrono::seconds(5)) write();
    }
    // Whole or not at all: a program may be reading it. False: it cannot be written.
    bool write() {
        std::error_code error;
        if (path_.has_parent_path()) fs::create_directories(path_.parent_path(), error);
        const fs::path draft = path_.string() + ".new";
        std::ofstream out(draft);
        out << "# Written by shunt tune. KEY ROUTINE PRECISION THREADS WIDTH, then the time of the original over ours "
               "in\n"
               "# percent at orders 4 8 16 32 64 128 256 512 1024 2048 4096.\n"
               "# rate: KEY ROUTINE PRECISION THREADS, then Mflop/s at orders 256 512 1024 2048 4096.\n"
               "# link: KEY VERSION, then MB/s up and down, and microseconds a call.\n";
        for (const auto& [key, line] : rows_) out << line << '\n';
        out.close();
        if (out) fs::rename(draft, path_, error);
        written_ = std::chrono::steady_clock::now();
        return out && !error;
    }
    std::size_t size() const { return rows_.size(); }

private:
    fs::path path_;
    std::map<std::string, std::string> rows_;
    std::chrono::steady_clock::time_point written_ = std::chrono::steady_clock::now();
};

void measure(const Options& options, const fs::path& path) {
    auto* tune = open_library(options, path);
    Rows rows(path);

    shunt_tune_request request{};
    request.what = (options.gpu ? 0 : SHUNT_TUNE_CPU) | (options.no_gpu ? 0 : SHUNT_TUNE_GPU);
    request.seconds_per_point = options.quick ? 0.002 : options.full ? 0.03 : 0.008;
    request.max_order = options.quick ? 256 : options.full ? 2048 : 1024;
    request.threads = 1;
    request.only = options.only.empty() ? nullptr : options.only.c_str();
    const int count = tune(
        &request,
        [](const char* line, void* context) {
            if (*line != '#') static_cast<Rows*>(context)->add(line);
            fmt::print("{}\n", line);
            std::fflush(stdout);
        },
        &rows);
    if (count < 0) throw Failure(2, "tune: the library takes 64-bit integers; nothing of it is taken over");
    if (count == 0)
        throw Failure(2, options.gpu ? "tune: no GPU to measure" : "tune: no BLAS library found to measure against");

    if (!rows.write()) throw Failure(2, fmt::format("{}: cannot be written", path.string()));
    fmt::print("{} rows measured, {} written to {}\n", count, rows.size(), path.string());
}

}  // namespace

void add_tune(CLI::App& app) {
    auto options = std::make_shared<Options>();
    CLI::App* tune =
        app.add_subcommand("tune", "Measure this host's BLAS against Shunt's kernels and the GPU, and keep the result");
    tune->add_option("--original", options->original, "Library to measure against, instead of the system's");
    tune->add_option("--output", options->output, "File to write, instead of the one that Shunt reads");
    tune->add_option("--only", options->only, "Only routines whose name contains this: trsm, dpotrf");
    tune->add_flag("--quick", options->quick, "Small sizes only, well under a minute");
    tune->add_flag("--full", options->full, "Long and up to order 2048: for the committed table");
    auto* gpu = tune->add_flag("--gpu", options->gpu, "Only the GPU, and the BLAS as its rival");
    tune->add_flag("--no-gpu", options->no_gpu, "Leave the GPU out")->excludes(gpu);
    tune->add_flag("--show", options->show,
                   "Only show what the profile says, and from which order on calls go to the GPU");
    tune->footer("Writes $XDG_CONFIG_HOME/shunt/profile, which Shunt reads at its first call.");
    tune->callback([options] {
        const fs::path path = options->output.empty() ? profile_path() : fs::path(options->output);
        if (options->show)
            show(*options, path);
        else
            measure(*options, path);
    });
}

}  // namespace shunt::command
