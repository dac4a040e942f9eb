// In: one record per owned call, only while a report or verbose lines were asked for. Out: the report at exit.
// Counters are atomic and lie in a fixed table, so that threads need no lock and a forked child can clear them.
#include "shim/report.hpp"

#include <fcntl.h>
#include <locale.h>
#include <pthread.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <cerrno>
#include <climits>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <iterator>
#include <utility>

#include "cpu/batch.hpp"
#include "cpu/cpu.hpp"
#include "interpose/interpose.hpp"
#include "shim/symbol.hpp"

namespace shunt::report {
namespace {

constexpr int size_classes = 32;  // by bit width of the largest size
constexpr int routes = 3;

struct Row {
    std::atomic<std::uint64_t> calls[routes];
    std::atomic<std::uint64_t> nanoseconds[routes];
    std::atomic<std::uint64_t> inner_calls;
    std::atomic<std::int64_t> won;  // estimated, ns
    std::atomic<std::uint64_t> size_calls[size_classes];
    std::atomic<std::uint64_t> size_nanoseconds[size_classes];
    std::atomic<std::uint64_t> reasons[static_cast<int>(Reason::count)];
};

Row table[SHUNT_ROUTINE_COUNT][4];
struct BatchRow {
    std::atomic<const char*> stem;
    std::atomic<std::uint64_t> calls, problems, nanoseconds;
};
BatchRow batches[cpu::batch_routine_count][4];
// Why calls came back from the GPU, by the words for it: not done there, or the rest of it by the CPU.
struct GpuReason {
    std::atomic<const char*> words;
    std::atomic<std::uint64_t> left, finished;
};
GpuReason gpu_reasons[32];
std::atomic<bool> used{false};
pid_t loaded_by = 0;  // a forked child has another number
char library[512];
char backend[64];
std::atomic_flag library_known = ATOMIC_FLAG_INIT;
thread_local int depth = 0;

__attribute__((constructor)) void note_process() {
    loaded_by = getpid();
}

// Numbers are written with a point, whatever the program's locale has.
class PlainNumbers {
public:
    PlainNumbers() : c_(newlocale(LC_ALL_MASK, "C", nullptr)), before_(c_ ? uselocale(c_) : nullptr) {}
    ~PlainNumbers() {
        if (!c_) return;
        uselocale(before_);
        freelocale(c_);
    }
    PlainNumbers(const PlainNumbers&) = delete;
    PlainNumbers& operator=(const PlainNumbers&) = delete;

private:
    locale_t c_, before_;
};

void clear() {
    for (auto& routine : table)
        for (Row& row : routine) {
            for (auto& x : row.calls) x = 0;
            for (auto& x : row.nanoseconds) x = 0;
            for (auto& x : row.size_calls) x = 0;
            for (auto& x : row.size_nanoseconds) x = 0;
            for (auto& x : row.reasons) x = 0;
            row.inner_calls = 0;
            row.won = 0;
        }
    for (auto& routine : batches)
        for (BatchRow& row : routine) row.calls = row.problems = row.nanoseconds = 0;
    for (GpuReason& x : gpu_reasons) x.left = x.finished = 0;
    used = false;
    depth = 0;
}

// Words that come from one place have one address; what no longer fits is not told apart.
GpuReason& gpu_reason(const char* words) {
    constexpr int last = static_cast<int>(std::size(gpu_reasons)) - 1;
    for (int i = 0; i < last; ++i) {
        const char* none = nullptr;
        GpuReason& x = gpu_reasons[i];
        if (x.words.compare_exchange_strong(none, words) || none == words || std::strcmp(none, words) == 0) return x;
    }
    gpu_reasons[last].words = "other reasons";
    return gpu_reasons[last];
}

template <class F> void each_gpu_reason(F&& f) {
    for (const GpuReason& x : gpu_reasons)
        if (x.left + x.finished)
            f(x.words.load(), static_cast<unsigned long long>(x.left), static_cast<unsigned long long>(x.finished));
}

template <class F> void each_given_up(F&& f) {
    for (int i = 0; i < SHUNT_ROUTINE_COUNT; ++i)
        if (plugin::given_up(i)) f(routine_stem(i));
}

template <class T, int N> std::uint64_t total(const std::atomic<T> (&values)[N]) {
    std::uint64_t sum = 0;
    for (const auto& x : values) sum += static_cast<std::uint64_t>(x.load());
    return sum;
}

const char* rank() {
    for (const char* name : {"OMPI_COMM_WORLD_RANK", "PMIX_RANK", "PMI_RANK", "SLURM_PROCID"})
        if (const char* value = secure_getenv(name); value && *value) return value;
    return nullptr;
}

// "%p" is the process, "%r" the MPI rank; a rank or a forked child without them gets its number before the extension.
// `attempt` counts the files found there: the process is added, then a number.
void file_name(const char* pattern, int attempt, char* out, std::size_t bytes) {
    std::size_t n = 0;
    bool pid_told = false, rank_told = false;
    const auto put = [&](const char* s) {
        for (; *s && n + 1 < bytes; ++s) out[n++] = *s;
    };
    char pid[32];
    std::snprintf(pid, sizeof pid, "%ld", static_cast<long>(getpid()));
    const char* dot = std::strrchr(pattern, '.');
    if (dot && std::strchr(dot, '/')) dot = nullptr;
    const char* end = pattern + std::strlen(pattern);
    if (!dot) dot = end;
    const auto copy = [&](const char* from, const char* to) {
        for (const char* s = from; s < to; ++s) {
            if (s[0] == '%' && s[1] == 'p')
                put(pid), pid_told = true, ++s;
            else if (s[0] == '%' && s[1] == 'r')
                put(rank() ? rank() : "0"), rank_told = true, ++s;
            else if (n + 1 < bytes)
                out[n++] = *s;
        }
    };
    copy(pattern, dot);
    const int told_by_number = pid_told ? 1 : 2;
    if (!pid_told) {
        if (const char* r = rank(); r && !rank_told) put("."), put(r);
        if (attempt > 0 || getpid() != loaded_by) put("."), put(pid);
    }
    if (attempt >= told_by_number) {
        char number[16];
        std::snprintf(number, sizeof number, ".%d", attempt);
        put(number);
    }
    copy(dot, end);
    out[n] = 0;
}

// A file that is there stays: another process of this run may have written it. Devices and pipes are written to.
std::FILE* open_file(const char* pattern, char* path, std::size_t bytes) {
    constexpr int attempts = 1000;
    for (int attempt = 0; attempt < attempts; ++attempt) {
        file_name(pattern, attempt, path, bytes);
        struct stat status {};
        const bool special = std::strncmp(path, "/dev/fd/", 8) == 0 || std::strncmp(path, "/dev/std", 8) == 0 ||
                             (stat(path, &status) == 0 && !S_ISREG(status.st_mode));
        const int file = open(path, O_WRONLY | O_CLOEXEC | (special ? O_APPEND : O_CREAT | O_EXCL), 0666);
        if (file >= 0) {
            std::FILE* out = fdopen(file, "w");
            if (!out) close(file);
            return out;
        }
        if (errno != EEXIST) return nullptr;
    }
    return nullptr;
}

struct Totals {
    std::uint64_t calls = 0, taken = 0, inner = 0;
    double seconds = 0, won = 0;
};

Totals totals() {
    Totals t;
    for (const auto& routine : table)
        for (const Row& row : routine) {
            t.calls += total(row.calls);
            t.taken += row.calls[1] + row.calls[2];
            t.inner += row.inner_calls;
            t.seconds += static_cast<double>(total(row.nanoseconds)) * 1e-9;
            t.won += static_cast<double>(row.won.load()) * 1e-9;
        }
    return t;
}

// The class of sizes in which a routine spent most of its time.
int main_size(const Row& row) {
    int best = 0;
    for (int i = 1; i < size_classes; ++i)
        if (row.size_nanoseconds[i] > row.size_nanoseconds[best]) best = i;
    return best;
}

long long class_low(int i) {
    return i == 0 ? 0 : 1LL << (i - 1);
}
long long class_high(int i) {
    return (1LL << i) - 1;
}

void program_name(char* out, std::size_t bytes) {
    const ssize_t n = readlink("/proc/self/exe", out, bytes - 1);
    out[n > 0 ? n : 0] = 0;
}

template <class F> void each_row(F&& f) {
    for (int r = 0; r < SHUNT_ROUTINE_COUNT; ++r)
        for (int p = 0; p < 4; ++p)
            if (total(table[r][p].calls) + table[r][p].inner_calls) f("sdcz"[p], routine_stem(r), table[r][p]);
}

template <class F> void each_batch(F&& f) {
    for (const auto& routine : batches)
        for (int p = 0; p < 4; ++p)
            if (routine[p].calls) {
                char name[16] = {"sdcz"[p]};
                const char* stem = routine[p].stem;
                for (int i = 0; stem[i] && i < 14; ++i) name[i + 1] = static_cast<char>(stem[i] - 'A' + 'a');
                f(name, routine[p]);
            }
}

std::uint64_t reason_total(int i) {
    std::uint64_t sum = 0;
    for (const auto& routine : table)
        for (const Row& row : routine) sum += row.reasons[i];
    return sum;
}

constexpr const char* passed_on = "plain names were passed on uncounted: a library has 64-bit integers behind them";

void write_gpu_text(std::FILE* out) {
    const char *reason, *not_followed;
    const char* name = plugin::device(reason, not_followed);
    if (*name || *reason) std::fprintf(out, "  GPU: %s%s\n", *name ? name : "none: ", reason);
    if (*not_followed) std::fprintf(out, "  set, and not followed on the GPU: %s\n", not_followed);
    each_gpu_reason([&](const char* words, unsigned long long left, unsigned long long finished) {
        if (left) std::fprintf(out, "  %10llu calls not done by the GPU: %s\n", left, words);
        if (finished) std::fprintf(out, "  %10llu calls begun by the GPU, ended by the CPU: %s\n", finished, words);
    });
    bool any = false;
    each_given_up([&](const char* stem) {
        std::fprintf(out, "%s%s", std::exchange(any, true) ? " " : "  given up on the GPU: ", stem);
    });
    if (any) std::fputc('\n', out);
}

void write_text(std::FILE* out) {
    char program[PATH_MAX];
    program_name(program, sizeof program);
    const Totals t = totals();
    std::fprintf(out, "shunt report: %s, process %ld\n", program, static_cast<long>(getpid()));
    if (interpose::plain_names_found_wide()) std::fprintf(out, "  %s\n", passed_on);
    if (!used) return;
    if (t.calls + t.inner) {
        std::fprintf(out, "  behind: %s (%s); own kernels: %s\n", *library ? library : "nothing", backend,
                     cpu::isa_name());
        std::fprintf(out, "  %llu calls, %llu taken over, %.3f s in all, about %.3f s won\n",
                     static_cast<unsigned long long>(t.calls), static_cast<unsigned long long>(t.taken), t.seconds,
                     t.won);
        std::fprintf(out, "  %-10s %10s %10s %10s %10s %10s %10s  %s\n", "routine", "calls", "cpu", "gpu", "original",
                     "time s", "won s", "most time at sizes");
    }
    each_row([&](char p, const char* stem, const Row& row) {
        char name[16];
        std::snprintf(name, sizeof name, "%c%s", p, stem);
        const int size = main_size(row);
        std::fprintf(out, "  %-10s %10llu %10llu %10llu %10llu %10.3f %10.3f  %lld-%lld", name,
                     static_cast<unsigned long long>(total(row.calls)), static_cast<unsigned long long>(row.calls[1]),
                     static_cast<unsigned long long>(row.calls[2]), static_cast<unsigned long long>(row.calls[0]),
                     static_cast<double>(total(row.nanoseconds)) * 1e-9, static_cast<double>(row.won.load()) * 1e-9,
                     class_low(size), class_high(size));
        if (row.inner_calls) std::fprintf(out, "  (+%llu inner)", static_cast<unsigned long long>(row.inner_calls));
        std::fputc('\n', out);
    });
    const char* header = "  %-10s %10s %10s %10s\n";
    each_batch([&](const char* name, const BatchRow& row) {
        if (header) std::fprintf(out, header, "batched", "calls", "problems", "time s");
        header = nullptr;
        std::fprintf(out, "  %-10s %10llu %10llu %10.3f\n", name, static_cast<unsigned long long>(row.calls),
                     static_cast<unsigned long long>(row.problems), static_cast<double>(row.nanoseconds) * 1e-9);
    });
    for (int i = 0; i < static_cast<int>(Reason::count); ++i)
        if (const auto n = reason_total(i)) {
            const auto reason = static_cast<Reason>(i);
            const bool decided = reason <= Reason::no_original || reason == Reason::device_memory;
            std::fprintf(out, "  %10llu calls %s: %s\n", static_cast<unsigned long long>(n),
                         decided ? "decided" : "left with the original", reason_text(reason));
        }
    write_gpu_text(out);
}

void write_string(std::FILE* out, const char* s) {
    std::fputc('"', out);
    for (; *s; ++s) {
        const auto c = static_cast<unsigned char>(*s);
        if (c == '"' || c == '\\')
            std::fprintf(out, "\\%c", c);
        else if (c < 0x20)
            std::fprintf(out, "\\u%04x", c);
        else
            std::fputc(c, out);
    }
    std::fputc('"', out);
}

void write_gpu_json(std::FILE* out) {
    const char *reason, *not_followed;
    const char* name = plugin::device(reason, not_followed);
    std::fprintf(out, ",\n \"gpu\": {\"name\": ");
    write_string(out, name);
    std::fprintf(out, ", \"reason\": ");
    write_string(out, reason);
    std::fprintf(out, ", \"not_followed\": ");
    write_string(out, not_followed);
    for (const bool ended : {false, true}) {
        std::fprintf(out, ",\n  \"%s\": {", ended ? "ended_by_cpu" : "not_done");
        const char* comma = "";
        each_gpu_reason([&](const char* words, unsigned long long left, unsigned long long finished) {
            if (!(ended ? finished : left)) return;
            std::fprintf(out, "%s", std::exchange(comma, ", "));
            write_string(out, words);
            std::fprintf(out, ": %llu", ended ? finished : left);
        });
        std::fputc('}', out);
    }
    std::fprintf(out, ",\n  \"given_up\": [");
    const char* comma = "";
    each_given_up([&](const char* stem) { std::fprintf(out, "%s\"%s\"", std::exchange(comma, ", "), stem); });
    std::fprintf(out, "]}");
}

void write_json(std::FILE* out) {
    char program[PATH_MAX];
    program_name(program, sizeof program);
    const Totals t = totals();
    std::fprintf(out, "{\"program\": ");
    write_string(out, program);
    std::fprintf(out, ", \"pid\": %ld, \"original\": ", static_cast<long>(getpid()));
    write_string(out, library);
    std::fprintf(out, ", \"backend\": ");
    write_string(out, backend);
    if (interpose::plain_names_found_wide()) std::fprintf(out, ", \"remark\": \"%s\"", passed_on);
    std::fprintf(out,
                 ", \"isa\": \"%s\",\n \"calls\": %llu, \"taken\": %llu, \"inner_calls\": %llu, \"seconds\": %.9f, "
                 "\"estimated_seconds_won\": %.9f,\n \"routines\": [",
                 cpu::isa_name(), static_cast<unsigned long long>(t.calls), static_cast<unsigned long long>(t.taken),
                 static_cast<unsigned long long>(t.inner), t.seconds, t.won);
    const char* separator = "\n";
    each_row([&](char p, const char* stem, const Row& row) {
        std::fprintf(out, "%s  {\"routine\": \"%c%s\", \"calls\": {", separator, p, stem);
        for (int r = 0; r < routes; ++r)
            std::fprintf(out, "%s\"%s\": %llu", r ? ", " : "", route_name(static_cast<Route>(r)),
                         static_cast<unsigned long long>(row.calls[r]));
        std::fprintf(out, "}, \"seconds\": {");
        for (int r = 0; r < routes; ++r)
            std::fprintf(out, "%s\"%s\": %.9f", r ? ", " : "", route_name(static_cast<Route>(r)),
                         static_cast<double>(row.nanoseconds[r]) * 1e-9);
        std::fprintf(out, "}, \"inner_calls\": %llu, \"estimated_seconds_won\": %.9f, \"sizes\": [",
                     static_cast<unsigned long long>(row.inner_calls), static_cast<double>(row.won.load()) * 1e-9);
        const char* comma = "";
        for (int i = 0; i < size_classes; ++i)
            if (row.size_calls[i]) {
                std::fprintf(out, "%s{\"from\": %lld, \"to\": %lld, \"calls\": %llu, \"seconds\": %.9f}", comma,
                             class_low(i), class_high(i), static_cast<unsigned long long>(row.size_calls[i]),
                             static_cast<double>(row.size_nanoseconds[i]) * 1e-9);
                comma = ", ";
            }
        std::fprintf(out, "]}");
        separator = ",\n";
    });
    std::fprintf(out, "],\n \"batched\": [");
    const char* comma = "";
    each_batch([&](const char* name, const BatchRow& row) {
        std::fprintf(out, "%s\n  {\"routine\": \"%s\", \"calls\": %llu, \"problems\": %llu, \"seconds\": %.9f}", comma,
                     name, static_cast<unsigned long long>(row.calls), static_cast<unsigned long long>(row.problems),
                     static_cast<double>(row.nanoseconds) * 1e-9);
        comma = ",";
    });
    std::fprintf(out, "],\n \"reasons\": {");
    comma = "";
    for (int i = 0; i < static_cast<int>(Reason::count); ++i)
        if (const auto n = reason_total(i)) {
            std::fprintf(out, "%s\"%s\": %llu", comma, reason_text(static_cast<Reason>(i)),
                         static_cast<unsigned long long>(n));
            comma = ", ";
        }
    std::fputc('}', out);
    write_gpu_json(out);
    std::fprintf(out, "}\n");
}

__attribute__((destructor)) void write() {
    // Calls that were passed on uncounted are known for the process that made the first one, not for its children.
    if (!used && !(interpose::plain_names_found_wide() && getpid() == loaded_by)) return;
    const char* where = options().report;
    if (!where) return;
    const PlainNumbers scope;
    if (std::strcmp(where, "1") == 0) {
        write_text(stderr);
        std::fflush(stderr);
        return;
    }
    char path[PATH_MAX];
    std::FILE* out = open_file(where, path, sizeof path);
    if (!out) {
        std::fprintf(stderr, "shunt: SHUNT_REPORT: cannot write %s: %s\n", path, std::strerror(errno));
        return;
    }
    const std::size_t n = std::strlen(path);
    if (n > 5 && std::strcmp(path + n - 5, ".json") == 0)
        write_json(out);
    else
        write_text(out);
    std::fclose(out);
}

}  // namespace

bool on() noexcept {
    return options().report || options().verbose >= 2;
}

double now() noexcept {
    timespec t{};
    clock_gettime(CLOCK_MONOTONIC, &t);
    return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_nsec) * 1e-9;
}

static void note_use() {
    if (used.exchange(true)) return;
    static std::atomic_flag registered = ATOMIC_FLAG_INIT;
    if (!registered.test_and_set()) pthread_atfork(nullptr, nullptr, clear);
}

void add_batch(int r, const char* stem, char precision, std::int64_t problems, double seconds) noexcept {
    note_use();
    BatchRow& row = batches[r][precision_index(precision)];
    row.stem = stem;
    ++row.calls;
    row.problems += static_cast<std::uint64_t>(problems);
    row.nanoseconds += static_cast<std::uint64_t>(seconds * 1e9);
}

void add(const Call& c, const Record& record) noexcept {
    note_use();
    if (!library_known.test_and_set()) {
        std::snprintf(library, sizeof library, "%s", record.library);
        std::snprintf(backend, sizeof backend, "%s", record.backend);
    }
    Row& row = table[c.routine][precision_index(c.precision)];
    const auto ns = static_cast<std::uint64_t>(record.seconds * 1e9);
    if (record.inner) {
        ++row.inner_calls;
    } else {
        const int route = static_cast<int>(record.decision.route);
        ++row.calls[route];
        row.nanoseconds[route] += ns;
        if (record.decision.route == Route::cpu && record.decision.gain > 0)
            row.won += static_cast<std::int64_t>(record.seconds * (record.decision.gain - 1) * 1e9);
        const auto largest = static_cast<std::uint64_t>(std::max({c.m, c.n, c.k, std::int64_t{0}}));
        const int bucket = std::min(static_cast<int>(std::bit_width(largest)), size_classes - 1);
        ++row.size_calls[bucket];
        row.size_nanoseconds[bucket] += ns;
        ++row.reasons[static_cast<int>(record.decision.reason)];
        if (c.reason) {
            GpuReason& why = gpu_reason(c.reason);
            const bool ours = record.decision.route == Route::gpu && record.decision.reason != Reason::device_memory;
            ++(ours ? why.finished : why.left);
        }
    }
    if (options().verbose >= 2) {
        const PlainNumbers scope;
        char line[512];
        describe(c, line, sizeof line);
        std::fprintf(stderr, "shunt: %s route=%s threads=%d us=%.3f gain=%.2f%s\n", line,
                     route_name(record.decision.route), record.threads, record.seconds * 1e6, record.decision.gain,
                     record.inner ? " inner" : "");
    }
}

bool enter() noexcept {
    return depth++ > 0;
}
void leave() noexcept {
    --depth;
}

}  // namespace shunt::report
