// In: the name of a BLAS/LAPACK symbol and the value of SHUNT_ORIGINAL. Out: the address of the original.
#include <dlfcn.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>
#include <utility>

#include "interpose/installed.hpp"
#include "interpose/interpose.hpp"
#include "interpose/library.hpp"

namespace shunt::interpose {
namespace {

// Fedora's libopenblasp is the threaded one of three; Debian's directories are those of its alternatives, which are
// there even when libblas.so.3 is something else.
constexpr const char* fast_libraries[] = {
    "libopenblasp.so.0",
    "libopenblas.so.0",
    SHUNT_LIBRARIES "openblas-pthread/libopenblas.so.0",
    SHUNT_LIBRARIES "openblas-openmp/libopenblas.so.0",
    SHUNT_LIBRARIES "openblas-serial/libopenblas.so.0",
    "libblis.so.4",
    SHUNT_LIBRARIES "blis-pthread/libblis.so.4",
    SHUNT_LIBRARIES "blis-openmp/libblis.so.4",
    SHUNT_LIBRARIES "blis-serial/libblis.so.4",
    "libmkl_rt.so.3",
    "libmkl_rt.so.2",
};
constexpr const char* system_libraries[] = {"libblas.so.3", "liblapack.so.3"};

constinit std::atomic<const char*> specification{nullptr};   // SHUNT_ORIGINAL
constinit std::atomic<const Library*> replacement{nullptr};  // what it chose; never deleted
constinit std::atomic<bool> replacement_wide{false};
constinit std::atomic<bool> decided{false};  // it has been looked at
constinit std::atomic<int> deciding_threads{0};
constinit std::atomic<int> program_bits{0};      // integers of the plain names before anything was opened; 0: not asked
constinit std::atomic<bool> without_own{false};  // the program brought no BLAS
constinit std::atomic<void*> handler{nullptr};   // the program's xerbla_, as the callers of the full libraries see it
constinit std::atomic<const link_map*> handled[16];  // the libraries behind that call it
constinit std::atomic<bool> doors_used{false};       // those of the full libraries: the plain names are theirs
// While a thread decides, calls from constructors of what it loads go to the program's own library.
[[gnu::tls_model("initial-exec")]] constinit thread_local bool deciding = false;

struct KeepErrors {
    int saved = errno;
    ~KeepErrors() {
        dlerror();
        errno = saved;
    }
};

// How a library may spell a name: dgemm_, dgemm_64_, dgemm64_, cblas_dgemm, cblas_dgemm64_, cblas_dgemm_64, each also
// behind scipy_.
struct Name {
    char stem[64] = "";  // dgemm, cblas_dgemm
    bool wide = false;
    bool fortran = false;
    bool prefixed = false;

    explicit Name(const char* name) noexcept {
        prefixed = starts_with(name, "scipy_");
        const char* begin = prefixed ? name + 6 : name;
        const bool c = starts_with(begin, "cblas_") || starts_with(begin, "LAPACKE_");
        std::size_t length = std::strlen(begin);
        for (const char* ending : {"_64_", "64_", "_64"}) {
            const std::size_t tail = std::strlen(ending);
            if (length > tail && std::strcmp(begin + length - tail, ending) == 0) {
                wide = true;
                fortran = !c && ending[tail - 1] == '_';
                length -= tail;
                break;
            }
        }
        if (!wide && length > 1 && begin[length - 1] == '_') {
            fortran = !c;
            length -= fortran;
        }
        std::snprintf(stem, sizeof stem, "%.*s", static_cast<int>(length), begin);
    }
    bool plain() const noexcept { return !wide && !prefixed; }
    // As a library with these integers and no mark of them spells it.
    struct Text {
        char text[68];
    };
    Text plain_name() const noexcept {
        Text result;
        std::snprintf(result.text, sizeof result.text, "%s%s", stem, fortran ? "_" : "");
        return result;
    }
};

// The name by any spelling of the same integer width.
void* find_spelled(const Library& library, const Name& name) noexcept {
    static constexpr const char* endings[2][2][2] = {{{"", ""}, {"_", "_"}}, {{"64_", "_64"}, {"_64_", "64_"}}};
    for (const char* prefix : {"", "scipy_"})
        for (const char* ending : endings[name.wide][name.fortran]) {
            char spelled[96];
            std::snprintf(spelled, sizeof spelled, "%s%s%s", prefix, name.stem, ending);
            if (void* address = library.find(spelled)) return address;
        }
    return nullptr;
}

void* find_next(const char* name) noexcept {
    void* address = dlsym(RTLD_NEXT, name);
    const link_map* object = object_of(address);
    return object && !is_shunt(object) ? address : nullptr;
}

// Libraries that were loaded with RTLD_LOCAL, as Python, R and Octave do, are in no search order but their users'.
// So ask the objects that import the name, as the linker would; only then any object that has it. A LAPACK library
// is no such user: what it depends on may be more than a BLAS. What is found stays, before another thread closes it.
void* find_loaded(const char* name) noexcept {
    const LoadedObjects objects;
    for (const char* path = objects.first(); path; path = objects.next(path)) {
        const Library user = Library::if_loaded(path);
        if (!user || is_shunt(user.object()) || !imports(user.object(), name) || user.own("xerbla_")) continue;
        if (void* address = user.find(name)) {
            pin(address);
            return address;
        }
    }
    for (const char* path = objects.first(); path; path = objects.next(path))
        if (const Library library = Library::if_loaded(path); void* address = library.own(name)) {
            pin(address);
            return address;
        }
    return nullptr;
}

// What the system's names stand for; where that is Shunt or nothing, what is installed.
void* find_in_system(const char* name) noexcept {
    bool usable = false, ours = false;
    for (const char* path : system_libraries) {
        Library library = Library::open(path);
        if (!library) continue;
        if (is_shunt(library.object())) {
            ours = true;
            continue;
        }
        usable = true;
        void* address = library.own(name);
        library.keep();  // the next name will find it loaded, in this order
        if (address) return address;
    }
    return usable && !ours ? nullptr : find_installed(name, false, false);
}

void* find_program_own(const char* name, const Name& parsed) noexcept {
    if (void* address = find_next(name)) return address;
    // Once the system's libraries stand in for a missing BLAS they come first: what they depend on is loaded too, and
    // which library serves a name must not hang on the order of the calls.
    if (parsed.plain() && without_own.load(std::memory_order_relaxed))
        if (void* address = find_in_system(name)) return address;
    if (void* address = find_loaded(name)) return address;
    if (!parsed.plain()) return nullptr;
    if (!find_next("dgemm_") && !find_loaded("dgemm_")) without_own.store(true, std::memory_order_relaxed);
    return find_in_system(name);
}

// For callers that have their names from Shunt: of their own library only what comes after Shunt is left, which is not
// one that switches between libraries and may have switched to Shunt.
void* find_behind(const char* name, bool wide, bool replaced) noexcept {
    void* next = find_next(name);
    const char* file = next ? base_name(object_of(next)->l_name) : "";
    const bool switching = starts_with(file, "libflexiblas") || starts_with(file, "libblastrampoline");
    if (!switching && has_width(next, wide)) return next;
    return find_installed(name, wide, replaced);
}

// The linker maps a library that was cut short and dies of it.
bool cut_short(const char* path) noexcept {
    const int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) return false;
    struct stat status;
    ElfW(Ehdr) header;
    bool cut = false;
    if (fstat(file, &status) == 0 && S_ISREG(status.st_mode) &&
        pread(file, &header, sizeof header, 0) == sizeof header && std::memcmp(header.e_ident, ELFMAG, SELFMAG) == 0 &&
        header.e_phentsize == sizeof(ElfW(Phdr))) {
        const auto size = static_cast<std::uint64_t>(status.st_size);
        for (int i = 0; i < header.e_phnum && !cut; ++i) {
            ElfW(Phdr) segment;
            const std::uint64_t offset = header.e_phoff + i * sizeof segment;
            cut =
                pread(file, &segment, sizeof segment, static_cast<off_t>(offset)) != sizeof segment ||
                (segment.p_type == PT_LOAD && (segment.p_offset > size || segment.p_filesz > size - segment.p_offset));
        }
    }
    close(file);
    return cut;
}

void publish(Library& library, bool wide) noexcept {
    const Library* none = nullptr;
    const Library* found = new (std::nothrow) Library(std::move(library));
    replacement_wide.store(wide, std::memory_order_relaxed);
    if (!replacement.compare_exchange_strong(none, found, std::memory_order_acq_rel)) delete found;
}

void open_file(const char* path) noexcept {
    constexpr const char* key = "SHUNT_ORIGINAL";
    constexpr const char* instead = "the program's own library is used";
    if (std::strchr(path, '/') && cut_short(path)) {
        warn_once(key, "%s: %s: the file is incomplete; %s", key, path, instead);
        return;
    }
    Library library = Library::open(path, Scope::apart);
    if (!library) {
        const char* reason = dlerror();
        warn_once(key, "%s: %s; %s", key, reason ? reason : path, instead);
        return;
    }
    if (is_shunt(library.object())) {
        warn_once(key, "%s: %s is Shunt itself; %s", key, path, instead);
        return;
    }
    const bool plain = library.find("dgemm_") != nullptr;
    if (!plain && !find_spelled(library, Name("dgemm_64_")) && !find_spelled(library, Name("dgemm_"))) {
        warn_once(key, "%s: %s is not a BLAS library, it has no dgemm_; %s", key, path, instead);
        return;
    }
    const int bits = plain_names_wide(library) ? 64 : 32;
    if (plain && bits != program_bits) {
        warn_once(key, "%s: %s takes %d-bit integers, this program has %d-bit ones; %s", key, path, bits,
                  program_bits.load(), instead);
        return;
    }
    publish(library, bits == 64);
}

// "auto": the first fast library, when the program's own is the reference; none that would be wrong where that was
// right, in programs with threads.
void choose_fast() noexcept {
    const Backend& own = backend(find_program_own("dgemm_", Name("dgemm_")));
    if ((own.kind != Kind::reference && own.kind != Kind::none) || own.wide || program_bits == 64) return;
    for (const char* path : fast_libraries) {
        Library library = Library::open(path, Scope::apart);
        if (!library || !library.find("dgemm_") || plain_names_wide(library)) continue;
        if (made_for_one_thread(library)) continue;
        publish(library, false);
        return;
    }
}

// Every thread that comes before the decision takes it by itself, and finds the same: no lock is held while
// constructors run, and no thread goes on with another library than the rest.
void decide(const char* spec, bool automatic) noexcept {
    if (deciding) return;
    if (!decided.load(std::memory_order_acquire)) {
        deciding = true;
        ++deciding_threads;
        int unknown = 0;
        program_bits.compare_exchange_strong(unknown, plain_names_wide() ? 64 : 32);
        automatic ? choose_fast() : open_file(spec);
        decided.store(true, std::memory_order_release);
        --deciding_threads;
        deciding = false;
    }
    // A refused library is gone when the last thread has closed it; until then the scan could find it. Bounded, because
    // waiting for others is a lock.
    for (int i = 0; i < 1000 && deciding_threads > 0 && !replacement.load(std::memory_order_acquire); ++i) usleep(1000);
}

const Library* find_replacement(const char* spec) noexcept {
    decide(spec, std::strcmp(spec, "auto") == 0);
    return replacement.load(std::memory_order_acquire);
}

// For a caller of plain names whose integers are known.
void* find_in_replacement(const char* spec, const char* name, bool wide) noexcept {
    const Library* library = find_replacement(spec);
    if (!library || replacement_wide.load(std::memory_order_relaxed) != wide) return nullptr;
    return library->find(name);
}

void* find_in_replacement(const char* spec, const char* name, const Name& parsed) noexcept {
    // A wheel's library is not the reference.
    if (std::strcmp(spec, "auto") == 0 && !parsed.plain()) return nullptr;
    const Library* library = find_replacement(spec);
    if (!library) return nullptr;
    // A library of the other integer width may have come since.
    if (parsed.plain() && plain_names_wide() != replacement_wide.load(std::memory_order_relaxed)) return nullptr;
    if (void* address = library->find(name)) return address;
    if (void* address = find_spelled(*library, parsed)) return address;
    const bool doors = parsed.wide && !parsed.prefixed && doors_used.load(std::memory_order_relaxed);
    return doors && replacement_wide.load(std::memory_order_relaxed) ? library->find(parsed.plain_name().text)
                                                                     : nullptr;
}

// The functions whose callers and libraries may disagree, as gfortran's and MKL's by default do. The Reference's are
// taken then, or none: the callers of a libblas.so.3 expect gfortran's way.
bool returns_otherwise(const char* name, void* address) noexcept {
    for (const char* function : {"cdotc_", "cdotu_", "zdotc_", "zdotu_", "cladiv_", "zladiv_"})
        if (address && std::strcmp(name, function) == 0) return conventions(address).complex_number == Returns::other;
    return false;
}

// Shunt's entry for these integers. Its plain one cannot tell narrow callers where wide ones use it, too.
void* own_entry(const char* name, bool wide) noexcept {
    if (!wide) return plain_names_wide() ? nullptr : own_symbol(name);
    char marked[72];
    std::snprintf(marked, sizeof marked, "%s64_", name);
    return own_symbol(marked);
}

// Shunt is preloaded over a library that hands its calls on to a full one: neither our entry nor what comes next, both
// of which lead there, may be behind the door.
bool handed_on(const char* name) noexcept {
    void* next = find_next(name);
    void* first = next ? dlsym(RTLD_DEFAULT, name) : nullptr;
    return first && (first == next || first == own_symbol(name));
}

// It stays for ever. What was opened by us sees the names of the whole process alone: in one whose parts are opened
// with RTLD_LOCAL, as Python's are, the handler is not among them, and the library's own would end the process. Nor is
// the program's own handler where the library sees its own names first.
void keep_behind(void* address) noexcept {
    pin(address);
    void* function = handler.load(std::memory_order_acquire);
    if (!function && replacement.load(std::memory_order_acquire)) function = Library::if_loaded("").own("xerbla_");
    const link_map* object = function ? object_of(address) : nullptr;
    if (!object || object == object_of(function)) return;
    for (auto& place : handled) {
        // One thread only: the page of the slots is closed again behind each.
        const link_map* known = nullptr;
        if (place.compare_exchange_strong(known, object, std::memory_order_acq_rel))
            redirect(object, "xerbla_", function);
        if (!known || known == object) return;
    }
}

// Where the full libraries are the program's own, the library behind them.
void* find_unreplaced(const char* name, const Name& parsed) noexcept {
    const bool replaced = replacement.load(std::memory_order_acquire),
               doors = doors_used.load(std::memory_order_relaxed);
    if (parsed.plain() && wide_doors()) return find_behind(name, true, replaced);
    if (parsed.plain() && doors) return find_behind(name, false, replaced);
    void* address = find_program_own(name, parsed);
    if (!address && doors && parsed.wide && !parsed.prefixed)
        address = find_behind(parsed.plain_name().text, true, replaced);
    return address;
}

}  // namespace

void configure(const char* spec) noexcept {
    if (!spec || !*spec) return;
    char* copy = strdup(spec);
    const char* none = nullptr;
    if (!specification.compare_exchange_strong(none, copy)) std::free(copy);
}

void* resolve(const char* name) noexcept {
    const KeepErrors errors;
    in_forked_child();  // from now on Shunt is in use
    const char* spec = specification.load(std::memory_order_acquire);
    const Name parsed(name);
    if (spec && std::strcmp(spec, "none") == 0) {
        // Who calls plain names here means 64-bit integers: only that library can read them.
        if (!parsed.plain() || !plain_names_wide()) return nullptr;
        warn_once("SHUNT_ORIGINAL", "SHUNT_ORIGINAL: none: plain names have 64-bit integers here; %s",
                  "the program's own library is used for them");
        spec = nullptr;
    }
    void* address = spec ? find_in_replacement(spec, name, parsed) : nullptr;
    if (!address) address = find_unreplaced(name, parsed);
    keep_behind(address);
    return address;
}

void* resolve_door(const char* name, bool wide) noexcept {
    const KeepErrors errors;
    in_forked_child();
    doors_used.store(true, std::memory_order_relaxed);
    const bool below = handed_on(name);
    if (void* own = below ? nullptr : own_entry(name, wide)) return own;
    const char* spec = specification.load(std::memory_order_acquire);
    // "none" is about the names that Shunt has itself.
    if (spec && std::strcmp(spec, "none") == 0) spec = nullptr;
    void* address = spec ? find_in_replacement(spec, name, wide) : nullptr;
    const bool replaced = replacement.load(std::memory_order_acquire);
    if (!address) address = below ? find_installed(name, wide, replaced) : find_behind(name, wide, replaced);
    if (returns_otherwise(name, address)) address = find_installed(name, wide, true);
    if (returns_otherwise(name, address)) address = nullptr;
    keep_behind(address);
    return address;
}

void keep_handler(void* xerbla) noexcept {
    if (!xerbla || handler.load(std::memory_order_relaxed)) return;
    const link_map* object = object_of(xerbla);
    if (!object || is_shunt(object)) return;
    pin(xerbla);
    void* none = nullptr;
    handler.compare_exchange_strong(none, xerbla, std::memory_order_acq_rel);
}

void list_behind(bool wide, char* text, std::size_t bytes) noexcept {
    *text = 0;
    if (const Library* chosen = replacement.load(std::memory_order_acquire)) list_file(*chosen, text, bytes);
    list_installed(wide, text, bytes);
}

}  // namespace shunt::interpose
