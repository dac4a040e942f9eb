// In: an address in a BLAS or LAPACK library. Out: which library that is, its version, kernels, threads, integers.
#include <dlfcn.h>
#include <strings.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>

#include "interpose/interpose.hpp"
#include "interpose/library.hpp"

namespace shunt::interpose {
namespace {

template <class Function> Function as(void* address) noexcept {
    return reinterpret_cast<Function>(address);
}

// At most `length` characters, cut where the field ends.
template <std::size_t size> void copy(char (&to)[size], const char* from, std::size_t length = size - 1) noexcept {
    std::size_t i = 0;
    for (; from && i < length && i < size - 1 && from[i]; ++i) to[i] = from[i];
    to[i] = 0;
}

bool contains(const char* text, const char* part) noexcept {
    return std::strstr(text, part) != nullptr;
}

template <std::size_t count> bool one_of(const char* text, const char* const (&list)[count]) noexcept {
    for (const char* item : list)
        if (strcasecmp(text, item) == 0) return true;
    return false;
}

// A symbol of the vendor's: in the library itself or in a direct dependency that carries the vendor's name. Not in
// any other dependency: a reference liblapack.so.3 over OpenBLAS's libblas.so.3 is not OpenBLAS.
void* vendor_symbol(const Library& library, const char* name, const char* vendor) noexcept {
    void* address = library.find(name);
    if (!address || object_of(address) == library.object()) return address;
    return depends_on(library.object(), vendor) && starts_with(base_name(object_of(address)->l_name), vendor) ? address
                                                                                                              : nullptr;
}

// OpenBLAS as numpy and scipy bundle it has a prefix and a suffix on its names.
void* openblas_symbol(const Library& library, const char* name) noexcept {
    for (const char* prefix : {"", "scipy_"})
        for (const char* suffix : {"", "64_", "_64"}) {
            char spelled[96];
            std::snprintf(spelled, sizeof spelled, "%s%s%s", prefix, name, suffix);
            if (void* address = vendor_symbol(library, spelled, "libopenblas")) return address;
        }
    return nullptr;
}

// "libblas.so.3.11.0" -> "3.11.0"
void version_from_file(Backend& backend) noexcept {
    char* path = realpath(backend.library, nullptr);
    const char* extension = path ? std::strstr(base_name(path), ".so.") : nullptr;
    if (extension) copy(backend.version, extension + 4);
    std::free(path);
}

bool identify_openblas(const Library& library, Backend& backend) noexcept {
    void* config = openblas_symbol(library, "openblas_get_config");
    if (!config) return false;
    backend.kind = Kind::openblas;
    const char* text = as<const char* (*)()>(config)();
    if (text && starts_with(text, "OpenBLAS ")) copy(backend.version, text + 9, std::strcspn(text + 9, " "));
    if (void* core = openblas_symbol(library, "openblas_get_corename"))
        copy(backend.core, as<const char* (*)()>(core)());
    backend.avx512 = one_of(backend.core, {"SkylakeX", "Cooperlake", "SapphireRapids", "Zen4", "Zen5"});
    // What it falls back on for a CPU younger than itself, Prescott, does a sixth of what the CPU could.
    backend.old = one_of(backend.core,
                         {"Prescott", "Core2", "Penryn", "Dunnington", "Nehalem", "Atom", "Northwood", "Katmai",
                          "Coppermine", "Banias", "Athlon", "Opteron", "Opteron_SSE3", "Barcelona", "Bobcat", "Nano"});
    backend.get_threads = as<int (*)()>(openblas_symbol(library, "openblas_get_num_threads"));
    backend.one_thread = made_for_one_thread(library);
    return true;
}

void ask_blis(const Library& library, Backend& backend) noexcept {
    if (void* version = vendor_symbol(library, "bli_info_get_version_str", "libblis"))
        copy(backend.version, as<const char* (*)()>(version)());
    void* query = vendor_symbol(library, "bli_arch_query_id", "libblis");
    void* name = vendor_symbol(library, "bli_arch_string", "libblis");
    if (query && name) copy(backend.core, as<const char* (*)(int)>(name)(as<int (*)()>(query)()));
    backend.avx512 = one_of(backend.core, {"skx", "knl", "zen4", "zen5"});
    backend.old = one_of(backend.core, {"generic", "penryn"});
    backend.get_threads = as<int (*)()>(vendor_symbol(library, "bli_thread_get_num_threads", "libblis"));
}

bool identify_blis(const Library& library, Backend& backend) noexcept {
    if (vendor_symbol(library, "bli_info_get_version_str", "libblis")) {
        backend.kind = Kind::blis;
        ask_blis(library, backend);
        return true;
    }
    // Debian's BLIS hides everything but the BLAS in its libblas.so.3; the libblis.so.4 beside it is the same build.
    if (!contains(backend.library, "/blis-")) return false;
    backend.kind = Kind::blis;
    char path[sizeof backend.library + 16];
    std::snprintf(path, sizeof path, "%.*slibblis.so.4", static_cast<int>(base_name(backend.library) - backend.library),
                  backend.library);
    if (Library twin = Library::open(path)) {
        ask_blis(twin, backend);
        twin.keep();
    }
    return true;
}

bool identify_mkl(const Library& library, Backend& backend) noexcept {
    // Its layers do not depend on each other, programs link them all.
    const auto symbol = [&library](const char* name) {
        void* address = library.find(name);
        return address ? address : dlsym(RTLD_DEFAULT, name);
    };
    void* version = library.own("MKL_Get_Version_String");
    if (!version && !starts_with(base_name(backend.library), "libmkl_")) return false;
    backend.kind = Kind::mkl;
    if (!version) version = symbol("MKL_Get_Version_String");
    if (version) {
        char text[256] = "";
        as<void (*)(char*, int)>(version)(text, sizeof text - 1);
        if (const char* number = std::strstr(text, "Version "))
            copy(backend.version, number + 8, std::strcspn(number + 8, " -"));
    }
    // A first call loads its interface and its kernels; the program is about to make one. What came says the rest.
    if (void* isamax = library.own("isamax_")) {
        const std::int64_t n = 4, incx = 1;
        const float x[4] = {1, 2, 4, 0};
        as<int (*)(const std::int64_t*, const float*, const std::int64_t*)>(isamax)(&n, x, &incx);
    }
    const LoadedObjects objects;
    for (const char* path = objects.first(); path; path = objects.next(path))
        for (const char* core : {"def", "mc3", "avx", "avx2", "avx512", "avx10"}) {
            char file[32];
            const int length = std::snprintf(file, sizeof file, "libmkl_%s.so", core);
            if (std::strncmp(base_name(path), file, static_cast<std::size_t>(length)) == 0) copy(backend.core, core);
        }
    backend.avx512 = one_of(backend.core, {"avx512", "avx10"});
    backend.get_threads = as<int (*)()>(symbol("MKL_Get_Max_Threads"));
    backend.set_threads_local = as<int (*)(int)>(symbol("MKL_Set_Num_Threads_Local"));
    return true;
}

bool identify_atlas(const Library& library, Backend& backend) noexcept {
    // ATL_buildinfo prints on stdout: only its presence is asked.
    bool found = false;
    for (const char* vendor : {"libatlas", "libsatlas", "libtatlas"})
        found =
            found || vendor_symbol(library, "ATL_buildinfo", vendor) || starts_with(base_name(backend.library), vendor);
    if (!found) return false;
    backend.kind = Kind::atlas;
    version_from_file(backend);
    return true;
}

// Reference BLAS, CBLAS or LAPACK is compiled Fortran and nothing else. A library of that name that also asks for
// threads, the environment or the machine is a vendor's under a distributor's alternatives.
bool identify_reference(const Library& library, Backend& backend) noexcept {
    static constexpr const char* names[] = {"libblas",     "libcblas", "liblapack", "librefblas",
                                            "libgslcblas", "libRblas", "libRlapack"};
    bool named = false;
    for (const char* name : names) named = named || starts_with(base_name(backend.library), name);
    if (!named) return false;
    const auto foreign_dependency = [](const void*, const char* name) {
        for (const char* plain : {"libc.", "libm.", "libgfortran.", "libquadmath.", "libgcc_s.", "libpthread.", "ld-",
                                  "libblas", "libcblas", "librefblas", "libRblas", "libR."})
            if (starts_with(name, plain)) return false;
        return true;
    };
    const auto tuned_import = [](const void*, const char* name) {
        for (const char* sign : {"pthread_", "sched_", "sysconf", "getenv", "secure_getenv", "mmap", "dlopen", "dlsym",
                                 "omp_", "GOMP_", "__kmpc_", "__cpu_model", "gotoblas"})
            if (starts_with(name, sign)) return true;
        return false;
    };
    if (any_dependency(library.object(), foreign_dependency, nullptr)) return false;
    if (any_import(library.object(), tuned_import, nullptr)) return false;
    const bool fortran = library.own("lsame_") && (library.own("dcabs1_") || library.own("ilaver_"));
    const bool c = library.own("cblas_xerbla") && library.own("cblas_dgemm");
    if (!fortran && !c) return false;
    backend.kind = Kind::reference;
    version_from_file(backend);
    return true;
}

void identify(const Library& library, Backend& backend) noexcept {
    // These calls must not be taken over when they come back through the procedure linkage table.
    const OriginalCall scope;
    backend.kind = Kind::other;
    (void)(identify_openblas(library, backend) || identify_blis(library, backend) || identify_mkl(library, backend) ||
           identify_atlas(library, backend) || identify_reference(library, backend));
    backend.wide = plain_names_wide(library);
}

struct Node {
    Backend backend;
    const link_map* object = nullptr;
    Node* next = nullptr;
};
constinit std::atomic<Node*> known{nullptr};  // only ever grows

Node* lookup(Node* from, const Node* end, const link_map* object) noexcept {
    for (Node* node = from; node != end; node = node->next)
        if (node->object == object) return node;
    return nullptr;
}

constinit const Backend nobody{};
constinit std::atomic<std::uint64_t> names_checked{0};  // 2 * loading_events() + plain_names_wide()

constinit std::atomic<bool> wide_doors_found{false};

// MKL's width is chosen at its first call: calling it here would choose. Told by its parts, or by what will choose.
bool mkl_wide(const char* file) noexcept {
    if (contains(file, "ilp64")) return true;
    if (starts_with(file, "libmkl_") && !starts_with(file, "libmkl_rt")) return false;
    const LoadedObjects objects;
    for (const char* path = objects.first(); path; path = objects.next(path)) {
        const char* part = base_name(path);
        if (starts_with(part, "libmkl_") && contains(part, "ilp64")) return true;
        if (starts_with(part, "libmkl_") && contains(part, "_lp64")) return false;
    }
    const char* layer = std::getenv("MKL_INTERFACE_LAYER");  // tells only a width, loads nothing
    return layer && contains(layer, "ILP64");
}

}  // namespace

// Probed, not assumed (after libblastrampoline): a routine gets integers that mean one thing in 32 bits and another
// in 64. ilaver only writes its arguments and isamax returns at once for n < 0, so both are harmless.
bool plain_names_wide(const Library& library) noexcept {
    const link_map* object = library.object();
    if (!object) return false;
    const char* file = base_name(object->l_name);
    if (starts_with(file, "libmkl_") || library.own("MKL_Get_Version_String")) return mkl_wide(file);
    // Those that switch between libraries may have none yet, or be about to choose Shunt.
    if (starts_with(file, "libflexiblas")) return starts_with(file, "libflexiblas64.");
    if (starts_with(file, "libblastrampoline")) return false;
    const OriginalCall scope;
    if (void* ilaver = library.own("ilaver_")) {
        std::int64_t version[3] = {-1, -1, -1};
        as<void (*)(std::int64_t*, std::int64_t*, std::int64_t*)>(ilaver)(version, version + 1, version + 2);
        return version[0] >= 0 && version[0] < 1 << 16;
    }
    void* isamax = library.own("isamax_");
    if (!isamax)  // LAPACKE calls a LAPACK of the same width
        return depends_on(object, "liblapack64") || depends_on(object, "libopenblas64");
    // OpenBLAS chooses its kernels in its constructor; before that only the text of its configuration can be asked.
    const auto kernels = as<void**>(library.find("gotoblas"));
    if (kernels && !*kernels) {
        void* config = openblas_symbol(library, "openblas_get_config");
        return config && contains(as<const char* (*)()>(config)(), "USE64BITINT");
    }
    const std::int64_t n = static_cast<std::int64_t>(0xffffffff00000003u), incx = 1;  // 3 in 32 bits, else negative
    const float x[4] = {1, 2, 4, 0};
    return as<int (*)(const std::int64_t*, const float*, const std::int64_t*)>(isamax)(&n, x, &incx) == 0;
}

bool made_for_one_thread(const Library& library) noexcept {
    void* const parallel = openblas_symbol(library, "openblas_get_parallel");
    return parallel && as<int (*)()>(parallel)() == 0;
}

bool plain_names_found_wide() noexcept {
    return names_checked.load(std::memory_order_acquire) & 1;
}

bool plain_names_wide() noexcept {
    const std::uint64_t now = loading_events(), former = names_checked.load(std::memory_order_acquire);
    // A probe that comes back to us gets the former answer.
    if (former / 2 == now || inside_original_call()) return former & 1;
    bool wide = false;
    const LoadedObjects objects;
    for (const char* path = objects.first(); path; path = objects.next(path)) {
        // The main program's own names are bound to itself, they never reach us.
        if (!*path) continue;
        const Library library = Library::if_loaded(path);
        if (library && is_wide_shunt(library.object())) {
            wide = true;
            wide_doors_found.store(true, std::memory_order_relaxed);
        }
        wide = wide || (library.own("dgemm_") && plain_names_wide(library));
    }
    names_checked.store(2 * now + wide, std::memory_order_release);
    return wide;
}

bool wide_doors() noexcept {
    plain_names_wide();
    return wide_doors_found.load(std::memory_order_relaxed);
}

const Backend& backend(void* address) noexcept {
    const link_map* object = object_of(address);
    if (!object || is_shunt(object)) return nobody;
    if (Node* node = lookup(known.load(std::memory_order_acquire), nullptr, object)) return node->backend;
    pin(address);  // its object stays, and so does the key
    Node* node = new (std::nothrow) Node;
    if (!node) return nobody;
    const Library library = Library::if_loaded(object->l_name);
    copy(node->backend.library, object->l_name);
    node->object = object;
    if (library)
        identify(library, node->backend);
    else
        node->backend.kind = Kind::other;
    dlerror();
    Node* head = known.load(std::memory_order_acquire);
    const Node* seen = nullptr;
    do {
        if (Node* other = lookup(head, seen, object)) {
            delete node;
            return other->backend;
        }
        seen = node->next = head;
    } while (!known.compare_exchange_weak(head, node, std::memory_order_acq_rel));
    return node->backend;
}

// After libblastrampoline: calls that are harmless in either convention, and whose results differ.
Conventions conventions(void* address) noexcept {
    Conventions found;
    const link_map* object = object_of(address);
    const Library library = object && !is_shunt(object) ? Library::if_loaded(object->l_name) : Library();
    if (!library) return found;
    const OriginalCall scope;
    const auto symbol = [&library](const char* stem) {
        for (const char* prefix : {"", "scipy_"})
            for (const char* suffix : {"_", "_64_", "64_"}) {
                char name[32];
                std::snprintf(name, sizeof name, "%s%s%s", prefix, stem, suffix);
                if (void* function = library.find(name)) return function;
            }
        return static_cast<void*>(nullptr);
    };
    const std::int64_t n = 1, increment = 1;  // little-endian: also right in 32 bits
    if (void* zdotc = symbol("zdotc")) {
        // With a hidden argument the product, 2 * 3, arrives in `result`; without, `result` is n = 0 and nothing is
        // read.
        double result[2] = {0, 0};
        const double x[2] = {2, 0}, y[2] = {3, 0};
        as<void (*)(void*, const void*, const void*, const void*, const void*, const void*)>(zdotc)(
            result, &n, x, &increment, y, &increment);
        found.complex_number = result[0] == 6 ? Returns::other : Returns::gfortran;
    }
    if (void* sdot = symbol("sdot")) {
        const float x = 2, y = 3;
        const double result = as<double (*)(const void*, const void*, const void*, const void*, const void*)>(sdot)(
            &n, &x, &increment, &y, &increment);
        float low;
        std::memcpy(&low, &result, sizeof low);
        found.real_number = low == 6 ? Returns::gfortran : result == 6 ? Returns::other : Returns::unknown;
    }
    return found;
}

const char* kind_name(Kind kind) noexcept {
    switch (kind) {
        case Kind::none:
            return "none";
        case Kind::reference:
            return "reference";
        case Kind::openblas:
            return "openblas";
        case Kind::blis:
            return "blis";
        case Kind::atlas:
            return "atlas";
        case Kind::mkl:
            return "mkl";
        case Kind::other:
            return "other";
    }
    return "other";
}

}  // namespace shunt::interpose
