// In: the name of a BLAS/LAPACK symbol. Out: the address that the program would have called without Shunt, and what
// is known about the library behind it. This is the only header of interpose/ that other rooms include.
#pragma once
#include <cstddef>
#include <cstdint>

namespace shunt::interpose {

// Where to look for the originals. To be called before the first resolve(); it keeps a copy of the first `spec` that is
// not empty, so every thread may call it. Nothing is opened before a name is resolved. `spec` is the value of
// SHUNT_ORIGINAL: null or "" = the program's own library; "auto" = a faster installed one when the program's own is
// the Reference BLAS; "none" = no original at all (own kernels only); else the path or soname of a library file.
// An unusable value gives one line on stderr and is then ignored.
void configure(const char* spec) noexcept;

// The original behind `name`, or null when there is none. Never an address inside Shunt. Safe from any thread, also
// from a constructor of another library; no exception, no lock held while foreign code runs.
void* resolve(const char* name) noexcept;

// What a full library's door of this plain name leads to; its callers' integers are known. Shunt's own entry where
// there is one, else SHUNT_ORIGINAL, else the best library installed, and the Reference for what that lacks; or null.
void* resolve_door(const char* name, bool wide) noexcept;
// The xerbla_ that callers of the full libraries see: the libraries behind shall call it, too, where it is not their
// own.
void keep_handler(void* xerbla) noexcept;
// The libraries in which resolve_door() looked, for a message.
void list_behind(bool wide, char* text, std::size_t bytes) noexcept;

enum class Kind : std::uint8_t { none, reference, openblas, blis, atlas, mkl, other };

// The library behind an address.
struct Backend {
    Kind kind = Kind::none;
    char library[512] = "";          // path of the file
    char version[64] = "";           // "0.3.21"
    char core[32] = "";              // kernels in use: "SkylakeX", "Haswell", "zen3", ...
    bool avx512 = false;             // its level 3 kernels use AVX-512
    bool old = false;                // they use SSE at best: a build that does not know this CPU, or runs anywhere
    bool wide = false;               // its plain names take 64-bit integers
    bool one_thread = false;         // it has no locks: threads that call it at once get wrong results
    int (*get_threads)() = nullptr;  // threads that its next call would use; null or below 1: one
    int (*set_threads_local)(int) =
        nullptr;  // sets them for the calling thread only, returns the former; null: no such call
};
// Cached per library; the reference stays valid for ever.
const Backend& backend(void* address) noexcept;
// How its functions return what C and Fortran compilers disagree on. `other` is f2c's way, also Intel's for complex
// numbers: they go to the place that a first, hidden argument names; a real number is a double.
enum class Returns : std::uint8_t { unknown, gfortran, other };
struct Conventions {
    Returns complex_number = Returns::unknown;
    Returns real_number = Returns::unknown;
};
// Asked of zdotc_ and sdot_ of the library at this address at every call; for a report, not for the way of a call.
Conventions conventions(void* address) noexcept;
const char* kind_name(Kind) noexcept;  // "openblas", ...

// A library in this process exports the plain BLAS names with 64-bit integers: plain names must be passed on untouched.
bool plain_names_wide() noexcept;
// So does one of Shunt's own full libraries.
bool wide_doors() noexcept;
// What plain_names_wide() last said; false when it was never asked. Looks at nothing, so that it can be asked at exit.
bool plain_names_found_wide() noexcept;

// One line "shunt: ..." on stderr, once per distinct `key` in a process.
void warn_once(const char* key, const char* format, ...) noexcept __attribute__((format(printf, 2, 3)));

// Marks calls that Shunt itself makes to the original, so that they are not routed again when they come back.
class OriginalCall {
public:
    OriginalCall() noexcept { ++depth; }
    ~OriginalCall() { --depth; }
    OriginalCall(const OriginalCall&) = delete;
    OriginalCall& operator=(const OriginalCall&) = delete;

private:
    friend bool inside_original_call() noexcept;
    // Static TLS: four bytes, found without a call, also when Shunt is loaded by dlopen.
    [[gnu::tls_model("initial-exec"), gnu::visibility("hidden")]] static constinit thread_local int depth;
};
inline bool inside_original_call() noexcept {
    return OriginalCall::depth > 0;
}

// True in a child made by fork() from a process in which Shunt was already used.
bool in_forked_child() noexcept;

}  // namespace shunt::interpose
