// In: the name of a BLAS/LAPACK symbol and the value of SHUNT_ORIGINAL. Out: the address of the original.
#include <dlfcn.h>

#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <new>
#include <utility>

#include "interpose/interpose.hpp"
#include "interpose/library.hpp"

#if defined(__x86_64__)
#define SHUNT_LIBRARIES "/usr/lib/x86_64-linux-gnu/"
#elif defined(__aarch64__)
#define SHUNT_LIBRARIES "/usr/lib/aarch64-linux-gnu/"
#else
#define SHUNT_LIBRARIES "/usr/lib/"
#endif

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
    "libmkl_rt.so.2",
};
// The later ones only matter where Shunt itself is installed as libblas.so.3.
constexpr const char* system_libraries[] = {
    "libblas.so.3",
    "liblapack.so.3",
    "libopenblasp.so.0",
    "libopenblas.so.0",
    "libflexiblas.so.3",
    SHUNT_LIBRARIES "openblas-pthread/libopenblas.so.0",
    SHUNT_LIBRARIES "openblas-openmp/libopenblas.so.0",
    SHUNT_LIBRARIES "openblas-serial/libopenblas.so.0",
    SHUNT_LIBRARIES "blis-pthread/libblas.so.3",
    SHUNT_LIBRARIES "blis-openmp/libblas.so.3",
    SHUNT_LIBRARIES "blis-serial/libblas.so.3",
    SHUNT_LIBRARIES "blas/libblas.so.3",
    SHUNT_LIBRARIES "lapack/liblapack.so.3",
};

enum class Source { given, automatic, none };
constinit std::atomic<Source> source{Source::given};
constinit std::atomic<const Library*> replacement{nullptr};  // stands in for the program's own; never deleted
constinit std::atomic<bool> replacement_wide{false};
constinit std::atomic<bool> decided{false};  // Source::automatic has looked
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

// Libraries that were loaded with RTLD_LOCAL, as Python, R and Octave do, are in no search order but their own.
void* find_loaded(const char* name) noexcept {
    const LoadedObjects objects;
    for (const char* path = objects.first(); path; path = objects.next(path))
        if (void* address = Library::if_loaded(path).own(name)) return address;
    return nullptr;
}

void* find_in_system(const char* name) noexcept {
    for (const char* path : system_libraries) {
        Library library = Library::open(path);
        if (void* address = library.own(name)) {
            library.keep();
            return address;
        }
    }
    return nullptr;
}

void* find_program_own(const char* name, const Name& parsed) noexcept {
    if (void* address = find_next(name)) return address;
    if (void* address = find_loaded(name)) return address;
    return parsed.plain() ? find_in_system(name) : nullptr;
}

// Source::automatic: the first fast library, when the program's own is the reference. Every thread that comes
// before the decision takes it by itself and finds the same; the first to finish is remembered.
void decide() noexcept {
    if (decided.load(std::memory_order_acquire) || deciding) return;
    deciding = true;
    const Backend& own = backend(find_program_own("dgemm_", Name("dgemm_")));
    if ((own.kind == Kind::reference || own.kind == Kind::none) && !own.wide && !plain_names_wide()) {
        for (const char* path : fast_libraries) {
            Library library = Library::open(path);
            if (!library || !library.find("dgemm_") || plain_names_wide(library)) continue;
            const Library* none = nullptr;
            const Library* found = new (std::nothrow) Library(std::move(library));
            if (!replacement.compare_exchange_strong(none, found, std::memory_order_acq_rel)) delete found;
            break;
        }
    }
    decided.store(true, std::memory_order_release);
    deciding = false;
}

void* find_in_replacement(const char* name, const Name& parsed) noexcept {
    if (source.load(std::memory_order_acquire) == Source::automatic && parsed.plain()) decide();
    const Library* library = replacement.load(std::memory_order_acquire);
    if (!library) return nullptr;
    // A library of the other integer width may have come since.
    if (parsed.plain() && plain_names_wide() != replacement_wide.load(std::memory_order_relaxed)) return nullptr;
    if (void* address = library->find(name)) return address;
    return find_spelled(*library, parsed);
}

void open_file(const char* spec) noexcept {
    constexpr const char* key = "SHUNT_ORIGINAL";
    constexpr const char* instead = "the program's own library is used";
    const bool wide_program = plain_names_wide();
    Library library = Library::open(spec);
    if (!library) {
        const char* reason = dlerror();
        warn_once(key, "%s: %s; %s", key, reason ? reason : spec, instead);
        return;
    }
    if (is_shunt(library.object())) {
        warn_once(key, "%s: %s is Shunt itself; %s", key, spec, instead);
        return;
    }
    const bool plain = library.find("dgemm_") != nullptr;
    if (!plain && !find_spelled(library, Name("dgemm_64_")) && !find_spelled(library, Name("dgemm_"))) {
        warn_once(key, "%s: %s is not a BLAS library, it has no dgemm_; %s", key, spec, instead);
        return;
    }
    const bool wide = plain && plain_names_wide(library);
    if (plain && wide != wide_program) {
        warn_once(key, "%s: %s takes %s-bit integers, this program has %s-bit ones; %s", key, spec, wide ? "64" : "32",
                  wide ? "32" : "64", instead);
        return;
    }
    replacement_wide.store(wide, std::memory_order_relaxed);
    replacement.store(new (std::nothrow) Library(std::move(library)), std::memory_order_release);
}

}  // namespace

void configure(const char* spec) noexcept {
    if (!spec || !*spec) return;
    const KeepErrors errors;
    if (std::strcmp(spec, "none") == 0)
        source.store(Source::none, std::memory_order_release);
    else if (std::strcmp(spec, "auto") == 0)
        source.store(Source::automatic, std::memory_order_release);
    else
        open_file(spec);
}

void* resolve(const char* name) noexcept {
    const KeepErrors errors;
    in_forked_child();  // from now on Shunt is in use
    if (source.load(std::memory_order_acquire) == Source::none) return nullptr;
    const Name parsed(name);
    void* address = find_in_replacement(name, parsed);
    if (!address) address = find_program_own(name, parsed);
    pin(address);
    return address;
}

}  // namespace shunt::interpose
