// In: oneMKL's cblas_?gemm_batch and cblas_?gemm_batch_strided, for the full libraries alone: a preload library would
// take the copies inside other libraries with them. Out: the same as the Fortran symbols.
#include <dlfcn.h>

#include <cstdio>
#include <cstring>
#include <utility>

#include "shim/batch.hpp"

namespace shunt {
namespace {

using batched::Form;
using cpu::BatchRoutine;

template <class T> void* address_of(Scalar<T>& value) {
    if constexpr (std::is_floating_point_v<T>)
        return &value;
    else
        return const_cast<void*>(value);
}

// Row-major products are those of the transposes: what belongs to A and to B changes places, given in pairs.
template <class T, class Int, Form form, std::size_t size, std::size_t pairs>
void product(int layout, void* (&args)[size], const std::pair<int, int> (&swapped)[pairs]) {
    int bad = layout == row_major || layout == col_major ? 0 : 1;
    if (bad == 0) {
        options();
        if (layout == row_major)
            for (const auto& [x, y] : swapped) std::swap(args[x - 1], args[y - 1]);
        const int place = batched::carry_out<T, Int>(BatchRoutine::gemm, form, args, true);
        if (place == 0) return;
        bad = place + 1;
        if (layout == row_major)
            for (const auto& [x, y] : swapped)
                if (place == x || place == y) bad = (place == x ? y : x) + 1;
    }
    char name[32];
    std::snprintf(name, sizeof name, "cblas_%cgemm_batch%s", precision_of<T>, form == Form::strided ? "_strided" : "");
    using Handler = void(int, const char*, const char*, ...);
    if (auto* handler = reinterpret_cast<Handler*>(dlsym(RTLD_DEFAULT, "cblas_xerbla"))) handler(bad, name, "");
}

template <class T, class Int> void gemm_batch(int layout, const int* transa, const int* transb, const Int* m,
                                              const Int* n, const Int* k, const void* alpha, const void* a,
                                              const Int* lda, const void* b, const Int* ldb, const void* beta,
                                              const void* c, const Int* ldc, Int group_count, const Int* group_size) {
    void* args[] = {untyped(transa), untyped(transb), untyped(m),   untyped(n),   untyped(k),
                    untyped(alpha),  untyped(a),      untyped(lda), untyped(b),   untyped(ldb),
                    untyped(beta),   untyped(c),      untyped(ldc), &group_count, untyped(group_size)};
    product<T, Int, Form::group>(layout, args, {{1, 2}, {3, 4}, {7, 9}, {8, 10}});
}

template <class T, class Int> void gemm_batch_strided(int layout, int transa, int transb, Int m, Int n, Int k,
                                                      Scalar<T> alpha, const void* a, Int lda, Int stridea,
                                                      const void* b, Int ldb, Int strideb, Scalar<T> beta,
                                                      const void* c, Int ldc, Int stridec, Int batch_size) {
    void* args[] = {&transa, &transb,  &m,         &n,   &k,       address_of<T>(alpha), untyped(a),
                    &lda,    &stridea, untyped(b), &ldb, &strideb, address_of<T>(beta),  untyped(c),
                    &ldc,    &stridec, &batch_size};
    product<T, Int, Form::strided>(layout, args, {{1, 2}, {3, 4}, {7, 10}, {8, 11}, {9, 12}});
}

template <class T> void* find(const char* stem, bool wide) {
    if (std::strcmp(stem, "gemm_batch") == 0)
        return wide ? reinterpret_cast<void*>(gemm_batch<T, std::int64_t>)
                    : reinterpret_cast<void*>(gemm_batch<T, std::int32_t>);
    if (std::strcmp(stem, "gemm_batch_strided") == 0)
        return wide ? reinterpret_cast<void*>(gemm_batch_strided<T, std::int64_t>)
                    : reinterpret_cast<void*>(gemm_batch_strided<T, std::int32_t>);
    return nullptr;
}

}  // namespace

void* batched_cblas_entry(const char* name, bool wide) noexcept {
    if (std::strncmp(name, "cblas_", 6) != 0) return nullptr;
    const char* stem = name + 7;
    switch (name[6]) {
        case 's':
            return find<float>(stem, wide);
        case 'd':
            return find<double>(stem, wide);
        case 'c':
            return find<c32>(stem, wide);
        case 'z':
            return find<c64>(stem, wide);
        default:
            return nullptr;
    }
}

}  // namespace shunt
