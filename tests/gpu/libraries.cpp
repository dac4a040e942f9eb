// In: modules, which it loads, and SHUNT_TEST_ROOT, a folder. Out: the files of cuBLAS and cuSOLVER that
// cuda/cublas.cpp finds, and what it makes of the environment. It sees the folder as the root of the machine, and the
// loader's own places only where LD_LIBRARY_PATH names them: what the machine has plays no part.
#include <dlfcn.h>
#include <link.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <sstream>
#include <string>

#include "cuda/cublas.hpp"

extern "C" void* __real_dlopen(const char* file, int flags);

static const std::string root = std::getenv("SHUNT_TEST_ROOT");

extern "C" void* __wrap_dlopen(const char* file, int flags) {
    const std::string name = file;
    if (name.find('/') != std::string::npos)
        return __real_dlopen((name.compare(0, root.size(), root) == 0 ? name : root + name).c_str(), flags);
    if (flags & RTLD_NOLOAD) return __real_dlopen(file, flags);
    const char* path = std::getenv("LD_LIBRARY_PATH");
    std::istringstream folders(path ? path : "");
    for (std::string folder; std::getline(folders, folder, ':');)
        if (access((folder + '/' + name).c_str(), R_OK) == 0) return __real_dlopen(file, flags);
    return nullptr;
}

// The file of a function, without the root.
static std::string file_of(const void* function) {
    Dl_info info{};
    if (!function || !dladdr(function, &info)) return "?";
    const std::string file = info.dli_fname;
    return file.compare(0, root.size(), root) == 0 ? file.substr(root.size()) : file;
}

int main(int argc, char** argv) {
    for (int i = 1; i < argc; ++i)
        if (!dlopen(argv[i], RTLD_NOW | RTLD_LOCAL)) return std::fprintf(stderr, "%s\n", dlerror()), 2;
    const auto* blas = shunt::gpu::open_cublas();
    const auto* solver = shunt::gpu::open_cusolver();
    if (blas != shunt::gpu::open_cublas() || solver != shunt::gpu::open_cusolver()) return 3;
    std::printf("cublas: %s\n", blas ? file_of(reinterpret_cast<const void*>(blas->create)).c_str() : "none");
    std::printf("cusolver: %s\n", solver ? file_of(reinterpret_cast<const void*>(solver->create)).c_str() : "none");
    if (!blas) return 0;
    std::printf("not followed: %s\nfollowed: %s\npedantic: ", blas->not_followed, blas->followed);
    for (const char p : {'s', 'd', 'c', 'z'})
        if (blas->mode(p) == CUBLAS_PEDANTIC_MATH) std::printf("%c", p);
    std::printf("\n");
    // Each is bound to its own name.
    for (int p = 0; p < 4; ++p) {
        const bool pair = p >= 2;
        if (!blas->gemm[p] || !blas->syrk[p] || !blas->syr2k[p] || !blas->symm[p] || !blas->herk[p] != !pair ||
            !blas->her2k[p] != !pair || !blas->hemm[p] != !pair)
            return 4;
        if (solver && (!solver->geqrf[p] || !solver->geqrf_size[p] || !solver->ormqr[p] || !solver->ormqr_size[p] ||
                       !solver->orgqr[p] || !solver->orgqr_size[p]))
            return 5;
    }
    return 0;
}
