// In: paths and addresses of shared objects. Out: their symbols and dependencies, read from the dynamic linker and
// from the dynamic section in memory.
#include "interpose/library.hpp"

#include <dlfcn.h>
#include <sys/mman.h>
#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <cstring>

namespace shunt::interpose {
namespace {

const link_map* self() noexcept {
    static const char anchor = 0;
    return object_of(&anchor);
}

// Where the linker left the table relocated (x86, Arm) it is an address, elsewhere an offset.
const char* table(const link_map* object, ElfW(Addr) value) noexcept {
    return reinterpret_cast<const char*>(value < object->l_addr ? value + object->l_addr : value);
}

const char* dynamic_table(const link_map* object, ElfW(Sxword) tag) noexcept {
    for (auto entry = object->l_ld; entry && entry->d_tag != DT_NULL; ++entry)
        if (entry->d_tag == tag) return table(object, entry->d_un.d_ptr);
    return nullptr;
}

std::size_t dynamic_size(const link_map* object, ElfW(Sxword) tag) noexcept {
    for (auto entry = object->l_ld; entry && entry->d_tag != DT_NULL; ++entry)
        if (entry->d_tag == tag) return entry->d_un.d_val;
    return 0;
}

ElfW(Addr) page_of(ElfW(Addr) address) noexcept {
    return address & ~(static_cast<ElfW(Addr)>(sysconf(_SC_PAGESIZE)) - 1);
}

// The linker has made this address of the object read-only after it had bound it: of a part that ends inside a page all
// but that page.
bool sealed(const link_map* object, ElfW(Addr) address) noexcept {
    struct Question {
        const link_map* object;
        ElfW(Addr) address;
    } question{object, address};
    return dl_iterate_phdr(
               [](dl_phdr_info* info, std::size_t, void* data) {
                   const auto& asked = *static_cast<const Question*>(data);
                   if (info->dlpi_addr != asked.object->l_addr) return 0;
                   for (int i = 0; i < info->dlpi_phnum; ++i) {
                       const auto& part = info->dlpi_phdr[i];
                       const ElfW(Addr) begin = info->dlpi_addr + part.p_vaddr;
                       if (part.p_type == PT_GNU_RELRO && asked.address >= page_of(begin) &&
                           asked.address < page_of(begin + part.p_memsz))
                           return 1;
                   }
                   return 0;
               },
               &question) != 0;
}

void write_slot(const link_map* object, ElfW(Addr) address, void* function) noexcept {
    const auto bytes = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
    void* page = reinterpret_cast<void*>(page_of(address));
    const bool was_sealed = sealed(object, address);
    if (was_sealed && mprotect(page, bytes, PROT_READ | PROT_WRITE) != 0) return;
    std::atomic_ref(*reinterpret_cast<void**>(address)).store(function, std::memory_order_release);
    if (was_sealed) mprotect(page, bytes, PROT_READ);
}

bool any_name(const link_map* object, ElfW(Sxword) tag, Visit visit, const void* context) noexcept {
    const char* strings = dynamic_table(object, DT_STRTAB);
    if (!strings) return false;
    for (auto entry = object->l_ld; entry->d_tag != DT_NULL; ++entry)
        if (entry->d_tag == tag && visit(context, strings + entry->d_un.d_val)) return true;
    return false;
}

bool has_part(const void* part, const char* name) noexcept {
    return std::strstr(name, static_cast<const char*>(part)) != nullptr;
}

bool has_prefix(const void* prefix, const char* name) noexcept {
    return starts_with(name, static_cast<const char*>(prefix));
}

bool is_full(const link_map* object) noexcept {
    for (const char* name :
         {"libblas.so", "libblas64.so", "liblapack.so", "liblapack64.so", "liblapacke.so", "liblapacke64.so"})
        if (any_name(object, DT_SONAME, has_prefix, name))
            return any_name(object, DT_NEEDED, has_prefix, "libshunt.so");
    return false;
}

}  // namespace

bool starts_with(const char* text, const char* prefix) noexcept {
    return std::strncmp(text, prefix, std::strlen(prefix)) == 0;
}

const char* base_name(const char* path) noexcept {
    const char* slash = std::strrchr(path, '/');
    return slash ? slash + 1 : path;
}

const link_map* object_of(const void* address) noexcept {
#if __GLIBC_PREREQ(2, 35)
    // dladdr1 also looks for the nearest symbol, through OpenBLAS's 15 000.
    dl_find_object found;
    return address && _dl_find_object(const_cast<void*>(address), &found) == 0 ? found.dlfo_link_map : nullptr;
#else
    Dl_info info;
    link_map* object = nullptr;
    if (!address || !dladdr1(address, &info, reinterpret_cast<void**>(&object), RTLD_DL_LINKMAP)) return nullptr;
    return object;
#endif
}

bool is_shunt(const link_map* object) noexcept {
    return object == self() || starts_with(base_name(object->l_name), "libshunt") ||
           any_name(object, DT_SONAME, has_prefix, "libshunt") || is_full(object);
}

bool is_wide_shunt(const link_map* object) noexcept {
    return is_full(object) && any_name(object, DT_SONAME, has_part, "64.so");
}

void* own_symbol(const char* name) noexcept {
    void* handle = dlopen(self()->l_name, RTLD_LAZY | RTLD_NOLOAD);
    if (!handle) return nullptr;
    void* address = dlsym(handle, name);
    dlclose(handle);
    return address && object_of(address) == self() ? address : nullptr;
}

bool any_dependency(const link_map* object, Visit visit, const void* context) noexcept {
    return any_name(object, DT_NEEDED, visit, context);
}

bool depends_on(const link_map* object, const char* prefix) noexcept {
    return any_dependency(object, has_prefix, prefix);
}

bool any_import(const link_map* object, Visit visit, const void* context) noexcept {
    const char* strings = dynamic_table(object, DT_STRTAB);
    const auto symbols = reinterpret_cast<const ElfW(Sym)*>(dynamic_table(object, DT_SYMTAB));
    const auto hash = reinterpret_cast<const std::uint32_t*>(dynamic_table(object, DT_HASH));
    const auto gnu_hash = reinterpret_cast<const std::uint32_t*>(dynamic_table(object, DT_GNU_HASH));
    if (!strings || !symbols || !(hash || gnu_hash)) return false;
    // Imports come before the first symbol that the GNU hash table covers; the older table counts all symbols.
    const std::uint32_t count = gnu_hash ? gnu_hash[1] : hash[1];
    for (std::uint32_t i = 1; i < count; ++i)
        if (symbols[i].st_shndx == SHN_UNDEF && visit(context, strings + symbols[i].st_name)) return true;
    return false;
}

bool imports(const link_map* object, const char* name) noexcept {
    return any_import(
        object,
        [](const void* wanted, const char* import) {
            return std::strcmp(static_cast<const char*>(wanted), import) == 0;
        },
        name);
}

#if defined(__x86_64__)
constexpr unsigned function_slots[] = {R_X86_64_JUMP_SLOT, R_X86_64_GLOB_DAT};
#elif defined(__aarch64__)
constexpr unsigned function_slots[] = {R_AARCH64_JUMP_SLOT, R_AARCH64_GLOB_DAT};
#endif

void redirect(const link_map* object, const char* name, void* function) noexcept {
    const char* strings = dynamic_table(object, DT_STRTAB);
    const auto symbols = reinterpret_cast<const ElfW(Sym)*>(dynamic_table(object, DT_SYMTAB));
    if (!strings || !symbols) return;
    for (const auto& [place, size] : {std::pair{DT_JMPREL, DT_PLTRELSZ}, {DT_RELA, DT_RELASZ}}) {
        const auto first = reinterpret_cast<const ElfW(Rela)*>(dynamic_table(object, place));
        const std::size_t count = first ? dynamic_size(object, size) / sizeof(ElfW(Rela)) : 0;
        for (auto entry = first; entry != first + count; ++entry)
            for (const unsigned type : function_slots)
                if (ELF64_R_TYPE(entry->r_info) == type &&
                    std::strcmp(strings + symbols[ELF64_R_SYM(entry->r_info)].st_name, name) == 0)
                    write_slot(object, object->l_addr + entry->r_offset, function);
    }
}

// A program that is not position-independent has entries of its own for functions of others whose address it takes:
// they would lead back to us.
static bool is_entry_for_another(const link_map* object, const void* address) noexcept {
    if (*object->l_name) return false;
    Dl_info info;
    const ElfW(Sym)* symbol = nullptr;
    return dladdr1(address, &info, reinterpret_cast<void**>(const_cast<ElfW(Sym)**>(&symbol)), RTLD_DL_SYMENT) &&
           symbol && symbol->st_shndx == SHN_UNDEF;
}

Library::~Library() {
    if (handle_) dlclose(handle_);
}

Library Library::open(const char* path, Scope scope, bool trusted) noexcept {
    int flags = (trusted ? RTLD_LAZY : RTLD_NOW) | RTLD_LOCAL;
    // OpenBLAS and BLIS export their internals: behind another of them in the global scope a second one would work on
    // the first one's state, and take it down when it is closed. AddressSanitizer does not allow RTLD_DEEPBIND.
    const bool company = dlsym(RTLD_DEFAULT, "gotoblas") || dlsym(RTLD_DEFAULT, "bli_init");
    const bool deep = scope == Scope::alone || (scope == Scope::apart && company);
    if (deep && !dlsym(RTLD_DEFAULT, "__asan_init")) flags |= RTLD_DEEPBIND;
    return Library(dlopen(path, flags));
}

Library Library::if_loaded(const char* path) noexcept {
    return Library(dlopen(*path ? path : nullptr, RTLD_LAZY | RTLD_NOLOAD));
}

const link_map* Library::object() const noexcept {
    link_map* object = nullptr;
    if (!handle_ || dlinfo(handle_, RTLD_DI_LINKMAP, &object) != 0) return nullptr;
    return object;
}

void* Library::find(const char* name) const noexcept {
    void* address = handle_ ? dlsym(handle_, name) : nullptr;
    const link_map* object = object_of(address);
    return object && !is_shunt(object) && !is_entry_for_another(object, address) ? address : nullptr;
}

void* Library::own(const char* name) const noexcept {
    void* address = find(name);
    return address && object_of(address) == object() ? address : nullptr;
}

void pin(const void* address) noexcept {
    const link_map* object = object_of(address);
    if (!object || !*object->l_name) return;
    if (void* handle = dlopen(object->l_name, RTLD_LAZY | RTLD_NOLOAD | RTLD_NODELETE)) dlclose(handle);
}

LoadedObjects::LoadedObjects() noexcept {
    dl_iterate_phdr(
        [](dl_phdr_info* info, std::size_t, void* list) {
            static_cast<LoadedObjects*>(list)->add(info->dlpi_name ? info->dlpi_name : "");
            return 0;
        },
        this);
}

LoadedObjects::~LoadedObjects() {
    std::free(text_);
}

void LoadedObjects::add(const char* path) noexcept {
    const std::size_t length = std::strlen(path) + 1;
    if (size_ + length > capacity_) {
        const std::size_t capacity = 2 * capacity_ + length + 4096;
        char* text = static_cast<char*>(std::realloc(text_, capacity));
        if (!text) return;
        text_ = text;
        capacity_ = capacity;
    }
    std::memcpy(text_ + size_, path, length);
    size_ += length;
}

const char* LoadedObjects::next(const char* path) const noexcept {
    path += std::strlen(path) + 1;
    return path < text_ + size_ ? path : nullptr;
}

std::uint64_t loading_events() noexcept {
    std::uint64_t count = 0;
    dl_iterate_phdr(
        [](dl_phdr_info* info, std::size_t, void* result) {
            *static_cast<std::uint64_t*>(result) = info->dlpi_adds + info->dlpi_subs;
            return 1;
        },
        &count);
    return count;
}

}  // namespace shunt::interpose
