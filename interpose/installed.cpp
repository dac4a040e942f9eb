// In: a name and the width of its integers. Out: its address in the best library installed that is not Shunt.
#include "interpose/installed.hpp"

#include <dlfcn.h>

#include <atomic>
#include <climits>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>
#include <utility>

#include "interpose/interpose.hpp"

namespace shunt::interpose {
namespace {

// By path, because a loaded Shunt answers to the sonames. First what the administrator chose, where that is not Shunt;
// Fedora's libopenblasp is the threaded one of three; Debian's directories are those of its alternatives. FlexiBLAS and
// libblastrampoline are left out: what they switch to may be Shunt.
constexpr const char* narrow_places[] = {
    SHUNT_LIBRARIES "libblas.so.3",
    "libopenblasp.so.0",
    "libopenblas.so.0",
    SHUNT_LIBRARIES "openblas-pthread/libopenblas.so.0",
    SHUNT_LIBRARIES "openblas-openmp/libopenblas.so.0",
    SHUNT_LIBRARIES "openblas-serial/libopenblas.so.0",
    "libmkl_rt.so.3",
    "libmkl_rt.so.2",
    SHUNT_LIBRARIES "blis-pthread/libblas.so.3",
    SHUNT_LIBRARIES "blis-openmp/libblas.so.3",
    SHUNT_LIBRARIES "blis-serial/libblas.so.3",
    "libblis.so.4",
    SHUNT_LIBRARIES "atlas/libblas.so.3",
    "libsatlas.so.3",
    SHUNT_LIBRARIES "blas/libblas.so.3",
    "/usr/lib64/libblas.so.3",
    "/usr/lib/libblas.so.3",
};
constexpr const char* wide_places[] = {
    SHUNT_LIBRARIES "libblas64.so.3",
    "libopenblasp64.so.0",
    "libopenblas64.so.0",
    SHUNT_LIBRARIES "openblas64-pthread/libopenblas64.so.0",
    SHUNT_LIBRARIES "openblas64-openmp/libopenblas64.so.0",
    SHUNT_LIBRARIES "openblas64-serial/libopenblas64.so.0",
    "libmkl_rt.so.3",
    "libmkl_rt.so.2",
    SHUNT_LIBRARIES "blis64-pthread/libblas64.so.3",
    SHUNT_LIBRARIES "blis64-openmp/libblas64.so.3",
    SHUNT_LIBRARIES "blis64-serial/libblas64.so.3",
    SHUNT_LIBRARIES "blas64/libblas64.so.3",
    "/usr/lib64/libblas64.so.3",
    "/usr/lib/libblas64.so.3",
};
// Its LAPACK calls the libblas.so.3 of the process, and so comes back to us.
constexpr const char* narrow_reference[] = {SHUNT_LIBRARIES "blas/libblas.so.3",
                                            SHUNT_LIBRARIES "lapack/liblapack.so.3",
                                            SHUNT_LIBRARIES "liblapack.so.3",
                                            SHUNT_LIBRARIES "liblapacke.so.3",
                                            "/usr/lib64/libblas.so.3",
                                            "/usr/lib64/libcblas.so.3",
                                            "/usr/lib64/liblapack.so.3",
                                            "/usr/lib64/liblapacke.so.3",
                                            "/usr/lib/libblas.so.3",
                                            "/usr/lib/libcblas.so.3",
                                            "/usr/lib/liblapack.so.3",
                                            "/usr/lib/liblapacke.so.3",
                                            SHUNT_LIBRARIES "atlas/liblapack.so.3"};
constexpr const char* wide_reference[] = {SHUNT_LIBRARIES "blas64/libblas64.so.3",
                                          SHUNT_LIBRARIES "lapack64/liblapack64.so.3",
                                          SHUNT_LIBRARIES "liblapack64.so.3",
                                          SHUNT_LIBRARIES "liblapacke64.so.3",
                                          "/usr/lib64/liblapack64.so.3",
                                          "/usr/lib64/liblapacke64.so.3",
                                          "/usr/lib/liblapack64.so.3",
                                          "/usr/lib/liblapacke64.so.3"};

struct Places {
    const char* const* first;
    const char* const* last;
    const char* const* begin() const { return first; }
    const char* const* end() const { return last; }
};
template <std::size_t count> constexpr Places all(const char* const (&list)[count]) {
    return {list, list + count};
}
Places best_places(bool wide) {
    return wide ? all(wide_places) : all(narrow_places);
}
Places reference_places(bool wide) {
    return wide ? all(wide_reference) : all(narrow_reference);
}

// Inner calls of a library go to the names that the whole process sees. Where those have integers of the other width
// it must see its own first.
bool foreign_names(bool wide) noexcept {
    void* gemm = dlsym(RTLD_DEFAULT, "dgemm_");
    const link_map* object = object_of(gemm);
    if (!object) return false;
    return (is_shunt(object) ? plain_names_wide() : backend(gemm).wide) != wide;
}

Library open(const char* path, bool wide) noexcept {
    Library library = Library::open(path, foreign_names(wide) ? Scope::alone : Scope::apart, true);
    return library && !is_shunt(library.object()) ? std::move(library) : Library();
}

void* find_in_place(const char* path, const char* name, bool wide) noexcept {
    Library library = open(path, wide);
    void* address = library.find(name);
    if (!has_width(address, wide)) return nullptr;
    library.keep();
    return address;
}

struct Best {
    Library library;
    const char* lapack;  // the path of the administrator's choice beside it, or null
};
constinit std::atomic<const Best*> best[2];  // by width; never deleted

// Every thread that comes before the first is ready chooses by itself, and finds the same.
const Best* choose_best(bool wide) noexcept {
    if (const Best* ready = best[wide].load(std::memory_order_acquire)) return ready;
    for (const char* path : best_places(wide)) {
        Library library = open(path, wide);
        void* gemm = library.find("dgemm_");
        if (!has_width(gemm, wide)) continue;
        // MKL by this name may return complex numbers as Intel's compilers do; our callers are not asked.
        if (backend(gemm).kind == Kind::mkl && conventions(gemm).complex_number != Returns::gfortran) continue;
        const bool chosen = path == *best_places(wide).begin();
        const char* companion = wide ? SHUNT_LIBRARIES "liblapack64.so.3" : SHUNT_LIBRARIES "liblapack.so.3";
        auto* found = new (std::nothrow) Best{std::move(library), chosen ? companion : nullptr};
        if (!found) return nullptr;
        const Best* none = nullptr;
        if (best[wide].compare_exchange_strong(none, found, std::memory_order_acq_rel)) return found;
        delete found;
        return none;
    }
    return nullptr;
}

void* find_in_best(const char* name, bool wide) noexcept {
    const Best* chosen = choose_best(wide);
    if (!chosen) return nullptr;
    if (void* address = chosen->library.own(name); has_width(address, wide)) return address;
    // Not opened before a name of its is called: until ours is in the process, it would be the liblapack.so.3 of all
    // that come later.
    if (Library lapack = chosen->lapack ? open(chosen->lapack, wide) : Library()) {
        void* address = lapack.own(name);
        lapack.keep();
        if (has_width(address, wide)) return address;
    }
    void* address = chosen->library.find(name);
    return has_width(address, wide) ? address : nullptr;
}

void* find_in_reference(const char* name, bool wide) noexcept {
    for (const char* path : reference_places(wide))
        if (void* address = find_in_place(path, name, wide)) return address;
    return nullptr;
}

}  // namespace

bool has_width(void* address, bool wide) noexcept {
    return address && backend(address).wide == wide;
}

void* find_installed(const char* name, bool wide, bool reference_first) noexcept {
    if (reference_first)
        if (void* address = find_in_reference(name, wide)) return address;
    if (void* address = find_in_best(name, wide)) return address;
    if (!reference_first)
        if (void* address = find_in_reference(name, wide)) return address;
    for (const char* path : best_places(wide))
        if (void* address = find_in_place(path, name, wide)) return address;
    return nullptr;
}

void list_file(const Library& library, char* text, std::size_t bytes) noexcept {
    // Some places are links to others.
    char file[PATH_MAX] = "";
    if (!library || !realpath(library.object()->l_name, file) || std::strstr(text, file)) return;
    const std::size_t length = std::strlen(text);
    if (length + std::strlen(file) + 1 >= bytes) return;
    std::snprintf(text + length, bytes - length, "%s%s", length ? " " : "", file);
}

void list_installed(bool wide, char* text, std::size_t bytes) noexcept {
    for (const Places& places : {best_places(wide), reference_places(wide)})
        for (const char* path : places) list_file(open(path, wide), text, bytes);
}

}  // namespace shunt::interpose
