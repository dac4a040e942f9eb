// In: paths and addresses of shared objects. Out: what the dynamic linker knows about them: symbols, dependencies,
// whether they are Shunt. Private to interpose/.
#pragma once
#include <link.h>

#include <cstddef>
#include <cstdint>
#include <utility>

namespace shunt::interpose {

bool starts_with(const char* text, const char* prefix) noexcept;
const char* base_name(const char* path) noexcept;

// The shared object that holds an address; null when none does. Its name is "" for the main program.
const link_map* object_of(const void* address) noexcept;
// This copy of Shunt or another: by object, file name or SONAME (Shunt may be installed as libblas.so.3); or one of the
// full libraries, which need it.
bool is_shunt(const link_map* object) noexcept;
// A full library of Shunt's whose plain names take 64-bit integers.
bool is_wide_shunt(const link_map* object) noexcept;
// Shunt's own function of this name.
void* own_symbol(const char* name) noexcept;
// A direct dependency whose name starts with `prefix`.
bool depends_on(const link_map* object, const char* prefix) noexcept;
// The object leaves this name to others.
bool imports(const link_map* object, const char* name) noexcept;
// Calls visit(context, name) for every direct dependency / every imported symbol until it returns true.
using Visit = bool (*)(const void* context, const char* name);
bool any_dependency(const link_map* object, Visit visit, const void* context) noexcept;
bool any_import(const link_map* object, Visit visit, const void* context) noexcept;

// From now on the object's own calls of a name go to this function, where they are bound by the linker. By one thread
// an object.
void redirect(const link_map* object, const char* name, void* function) noexcept;

// Whose names a library's own calls see first. `shared`: those of the process. `apart`: its own where another library
// of its kind is in the process. `alone`: its own.
enum class Scope { shared, apart, alone };

// A reference to a library, given back at the end unless kept.
class Library {
public:
    Library() = default;
    Library(Library&& other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
    Library& operator=(Library&&) = delete;
    ~Library();

    // Loads it; on failure dlerror() says why. `trusted`: it lacks nothing that it calls, so that its calls can be
    // bound one by one.
    static Library open(const char* path, Scope scope = Scope::shared, bool trusted = false) noexcept;
    static Library if_loaded(const char* path) noexcept;  // "": the main program

    explicit operator bool() const noexcept { return handle_ != nullptr; }
    const link_map* object() const noexcept;
    // The symbol in the library or in what it depends on, but never one of Shunt's.
    void* find(const char* name) const noexcept;
    // The symbol in this very object.
    void* own(const char* name) const noexcept;
    void keep() noexcept { handle_ = nullptr; }  // stays loaded for ever

private:
    explicit Library(void* handle) noexcept : handle_(handle) {}
    void* handle_ = nullptr;
};

// Keeps the library of this address loaded for ever: its functions are going to be remembered.
void pin(const void* address) noexcept;

// The paths of all loaded objects in the order of loading, copied so that no lock of the linker is held while they
// are looked at. Empty when memory is short.
class LoadedObjects {
public:
    LoadedObjects() noexcept;
    LoadedObjects(const LoadedObjects&) = delete;
    LoadedObjects& operator=(const LoadedObjects&) = delete;
    ~LoadedObjects();
    const char* first() const noexcept { return size_ ? text_ : nullptr; }
    const char* next(const char* path) const noexcept;

private:
    void add(const char* path) noexcept;
    char* text_ = nullptr;  // paths, each with its final zero
    std::size_t size_ = 0, capacity_ = 0;
};

// Changes with every object loaded or unloaded.
std::uint64_t loading_events() noexcept;

// Plain BLAS or LAPACK names of this very library take 64-bit integers.
bool plain_names_wide(const Library& library) noexcept;
// An OpenBLAS that was built for one thread, as it says of itself. Some such builds do have locks, and none says so.
bool made_for_one_thread(const Library& library) noexcept;

}  // namespace shunt::interpose
