// In: the process and its surroundings. Out: cuBLAS and cuSOLVER: what is loaded already, what the loader finds, the
// toolkit's, the one of NVIDIA's Python packages beside a loaded module.
#include "cuda/cublas.hpp"

#include <dlfcn.h>
#include <link.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

namespace shunt::gpu {
namespace {

struct Library {
    const char* sonames[2];
    const char* package;  // where Python's package of its own puts it
};
constexpr Library cublas{{"libcublas.so.13", "libcublas.so.12"}, "nvidia/cublas/lib"};
constexpr Library cusolver{{"libcusolver.so.12", "libcusolver.so.11"}, "nvidia/cusolver/lib"};

void* open_in(const Library& wanted, const std::string& folder) {
    for (const char* name : wanted.sonames)
        if (void* library = dlopen((folder + '/' + name).c_str(), RTLD_NOW | RTLD_LOCAL)) return library;
    return nullptr;
}

// .../site-packages/ of all loaded objects that lie in one: Python's packages of CUDA put their libraries there.
int find_packages(dl_phdr_info* info, std::size_t, void* folders) {
    auto& found = *static_cast<std::vector<std::string>*>(folders);
    const std::string file = info->dlpi_name ? info->dlpi_name : "";
    for (const std::string name : {"/site-packages/", "/dist-packages/"})
        if (const auto at = file.find(name); at != std::string::npos)
            if (const std::string folder = file.substr(0, at + name.size());
                std::find(found.begin(), found.end(), folder) == found.end())
                found.push_back(folder);
    return 0;
}

void* open_library(const Library& wanted) {
    for (const int flags : {RTLD_NOW | RTLD_NOLOAD, RTLD_NOW | RTLD_LOCAL})
        for (const char* name : wanted.sonames)
            if (void* library = dlopen(name, flags)) return library;
    std::vector<std::string> places, packages;
    dl_iterate_phdr(find_packages, &packages);
    for (const std::string& folder : packages)
        for (const char* place : {"nvidia/cu13/lib", wanted.package}) places.push_back(folder + place);
    for (const auto& [variable, folder] :
         {std::pair("CUDA_HOME", "/lib64"), {"CUDA_PATH", "/lib64"}, {"CONDA_PREFIX", "/lib"}})
        if (const char* root = secure_getenv(variable)) places.push_back(std::string(root) + folder);
    for (const char* place : {"/usr/local/cuda/lib64", "/opt/cuda/lib64", "/usr/lib/x86_64-linux-gnu"})
        places.push_back(place);
    for (const std::string& place : places)
        if (void* library = open_in(wanted, place)) return library;
    return nullptr;
}

template <class F> bool bind(void* library, F& function, const char* name) {
    function = reinterpret_cast<F>(dlsym(library, name));
    return function != nullptr;
}
// Those that are not there stay as they are.
template <class F> bool bind(void* library, F* (&functions)[4], const char* form, const char* precisions) {
    for (int p = 0; p < 4; ++p) {
        if (!std::strchr(precisions, "SDCZ"[p])) continue;
        char name[64];
        std::snprintf(name, sizeof name, form, "SDCZ"[p]);
        if (!bind(library, functions[p], name)) return false;
    }
    return true;
}

void read_environment(Cublas& table) {
    struct {
        const char* name;
        bool Cublas::*pedantic;
    } constexpr variables[] = {{"CUBLAS_EMULATE_SINGLE_PRECISION", &Cublas::pedantic_single},
                               {"CUBLAS_EMULATE_DOUBLE_PRECISION", &Cublas::pedantic_double},
                               {"NVIDIA_TF32_OVERRIDE", &Cublas::pedantic_single}};
    const char* math = secure_getenv("SHUNT_GPU_MATH");
    const bool follow = math && std::strcmp(math, "environment") == 0;
    auto& names = follow ? table.followed : table.not_followed;
    for (const auto& [name, pedantic] : variables) {
        const char* value = std::getenv(name);
        if (!value || !*value || std::strcmp(value, "0") == 0) continue;
        table.*pedantic = !follow;
        const std::size_t length = std::strlen(names);
        std::snprintf(names + length, sizeof names - length, "%s%s", length ? ", " : "", name);
    }
}

}  // namespace

const Cublas* open_cublas() {
    static Cublas table;
    static const bool all = [] {
        void* library = open_library(cublas);
        read_environment(table);
        return library && bind(library, table.create, "cublasCreate_v2") &&
               bind(library, table.destroy, "cublasDestroy_v2") &&
               bind(library, table.set_stream, "cublasSetStream_v2") &&
               bind(library, table.set_math_mode, "cublasSetMathMode") &&
               bind(library, table.gemm, "cublas%cgemm_v2_64", "SDCZ") &&
               bind(library, table.syrk, "cublas%csyrk_v2_64", "SDCZ") &&
               bind(library, table.herk, "cublas%cherk_v2_64", "CZ") &&
               bind(library, table.syr2k, "cublas%csyr2k_v2_64", "SDCZ") &&
               bind(library, table.her2k, "cublas%cher2k_v2_64", "CZ") &&
               bind(library, table.symm, "cublas%csymm_v2_64", "SDCZ") &&
               bind(library, table.hemm, "cublas%chemm_v2_64", "CZ");
    }();
    return all ? &table : nullptr;
}

const Cusolver* open_cusolver() {
    static Cusolver table;
    static const bool all = [] {
        void* library = open_library(cusolver);
        return library && bind(library, table.create, "cusolverDnCreate") &&
               bind(library, table.destroy, "cusolverDnDestroy") &&
               bind(library, table.set_stream, "cusolverDnSetStream") &&
               bind(library, table.geqrf_size, "cusolverDn%cgeqrf_bufferSize", "SDCZ") &&
               bind(library, table.geqrf, "cusolverDn%cgeqrf", "SDCZ") &&
               bind(library, table.ormqr_size, "cusolverDn%cormqr_bufferSize", "SD") &&
               bind(library, table.ormqr_size, "cusolverDn%cunmqr_bufferSize", "CZ") &&
               bind(library, table.ormqr, "cusolverDn%cormqr", "SD") &&
               bind(library, table.ormqr, "cusolverDn%cunmqr", "CZ") &&
               bind(library, table.orgqr_size, "cusolverDn%corgqr_bufferSize", "SD") &&
               bind(library, table.orgqr_size, "cusolverDn%cungqr_bufferSize", "CZ") &&
               bind(library, table.orgqr, "cusolverDn%corgqr", "SD") &&
               bind(library, table.orgqr, "cusolverDn%cungqr", "CZ");
    }();
    return all ? &table : nullptr;
}

}  // namespace shunt::gpu
