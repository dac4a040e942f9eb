// In: a file, not to be trusted. Out: its dynamic section and symbol tables; every offset is checked against its size.
#include "interpose/command/elf.hpp"

#include <elf.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <bit>
#include <cstring>
#include <span>

namespace shunt::command {
namespace {

#if defined(__x86_64__)
constexpr int own_machine = EM_X86_64;
#elif defined(__aarch64__)
constexpr int own_machine = EM_AARCH64;
#else
constexpr int own_machine = EM_NONE;
#endif
constexpr int own_order = std::endian::native == std::endian::little ? ELFDATA2LSB : ELFDATA2MSB;

std::string machine_name(int machine, bool wide) {
    switch (machine) {
        case EM_X86_64:
            return wide ? "x86-64" : "x32";
        case EM_386:
            return "32-bit x86";
        case EM_AARCH64:
            return "AArch64";
        case EM_ARM:
            return "32-bit Arm";
        case EM_PPC64:
            return "POWER";
        case EM_RISCV:
            return "RISC-V";
        default:
            return fmt::format("machine {}", machine);
    }
}

struct Bytes {
    const std::byte* data;
    std::size_t size;

    // `count` elements at `offset`; none when they are not all inside, or not aligned.
    template <class T> std::span<const T> at(std::uint64_t offset, std::uint64_t count) const {
        if (offset > size || count > (size - offset) / sizeof(T) || offset % alignof(T) != 0) return {};
        return {reinterpret_cast<const T*>(data + offset), static_cast<std::size_t>(count)};
    }
    std::string_view text(std::uint64_t offset, std::uint64_t limit) const {
        if (offset >= size) return {};
        const std::size_t room = std::min<std::uint64_t>(limit, size - offset);
        const char* begin = reinterpret_cast<const char*>(data + offset);
        return {begin, strnlen(begin, room)};
    }
};

}  // namespace

Elf::Elf(const std::filesystem::path& file) {
    const int fd = open(file.c_str(), O_RDONLY | O_CLOEXEC);
    if (fd < 0) return;
    struct stat status {};
    void* map = MAP_FAILED;
    if (fstat(fd, &status) == 0 && S_ISREG(status.st_mode) && status.st_size > EI_NIDENT)
        map = mmap(nullptr, status.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
    close(fd);
    if (map == MAP_FAILED) return;
    const std::size_t size = status.st_size;
    map_ = {static_cast<const std::byte*>(map),
            [size](const std::byte* p) { munmap(const_cast<std::byte*>(p), size); }};

    const Bytes bytes{map_.get(), size};
    const auto* ident = reinterpret_cast<const unsigned char*>(map_.get());
    if (std::memcmp(ident, ELFMAG, SELFMAG) != 0) return;
    const auto headers = bytes.at<Elf64_Ehdr>(0, 1);  // e_machine lies at the same place in both classes
    if (headers.empty()) return;
    const Elf64_Ehdr& header = headers.front();
    const bool wide = ident[EI_CLASS] == ELFCLASS64;
    valid = true;
    if (ident[EI_DATA] != own_order) {
        machine = "other byte order";
        return;
    }
    machine = machine_name(header.e_machine, wide);
    native = wide && header.e_machine == own_machine;
    if (!native) return;

    for (const Elf64_Phdr& segment : bytes.at<Elf64_Phdr>(header.e_phoff, header.e_phnum)) {
        if (segment.p_type == PT_INTERP) interpreter = bytes.text(segment.p_offset, segment.p_filesz);
        if (segment.p_type != PT_DYNAMIC) continue;
        dynamic = true;
        for (const Elf64_Dyn& entry : bytes.at<Elf64_Dyn>(segment.p_offset, segment.p_filesz / sizeof(Elf64_Dyn))) {
            if (entry.d_tag == DT_NULL) break;
            symbolic |=
                entry.d_tag == DT_SYMBOLIC || (entry.d_tag == DT_FLAGS && (entry.d_un.d_val & DF_SYMBOLIC) != 0);
        }
    }
    const auto sections = bytes.at<Elf64_Shdr>(header.e_shoff, header.e_shnum);
    for (const Elf64_Shdr& section : sections) {
        const bool table = section.sh_type == SHT_DYNSYM || section.sh_type == SHT_SYMTAB;
        if (!table || section.sh_link >= sections.size()) continue;
        const Elf64_Shdr& strings = sections[section.sh_link];
        for (const Elf64_Sym& symbol : bytes.at<Elf64_Sym>(section.sh_offset, section.sh_size / sizeof(Elf64_Sym))) {
            if (symbol.st_name == 0 || symbol.st_name >= strings.sh_size) continue;
            const std::string_view name =
                bytes.text(strings.sh_offset + symbol.st_name, strings.sh_size - symbol.st_name);
            const bool defined = symbol.st_shndx != SHN_UNDEF;
            if (section.sh_type == SHT_DYNSYM)
                (defined ? exports : imports).push_back(name);
            else if (defined && ELF64_ST_TYPE(symbol.st_info) == STT_FUNC)
                functions.push_back(name);
        }
    }
}

}  // namespace shunt::command
