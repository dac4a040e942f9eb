// In: the arguments of an exported routine. Out: the original called at once, or the call dispatched.
// A routine's file says how its arguments fill a Call; the names of all precisions, integer widths and prefixes are
// declared from one list here. Macros only declare: what happens is in functions.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "shim/symbol.hpp"

namespace shunt {

// A call to decide on, and where its outputs other than matrices go.
struct Request {
    Call call;
    int bad = 0;           // first bad argument in the interface of the symbol
    void* info = nullptr;  // LAPACK
    bool wide = false;
    // CBLAS passes real scalars by value: `call` points here then.
    c64 alpha{};
    c64 beta{};

    template <class T> static const void* keep(c64& place, T value) {
        *reinterpret_cast<T*>(&place) = value;
        return &place;
    }
    template <class Int> void returns(Int* p) {
        info = p;
        wide = sizeof(Int) == 8;
    }
    void finish() const {
        if (!info) return;
        if (wide)
            *static_cast<std::int64_t*>(info) = call.info;
        else
            *static_cast<std::int32_t*>(info) = static_cast<std::int32_t>(call.info);
    }
};

template <class T> void* untyped(const T* p) {
    return const_cast<void*>(static_cast<const void*>(p));
}

// Of sizes that count as Int, whatever they arrive in.
template <class Int, class... Size> std::int64_t largest(Size... sizes) {
    return std::max({static_cast<std::int64_t>(static_cast<Int>(sizes))...});
}

// It has the arguments of the exported function, so that entering it is a jump too.
template <Symbol& S, auto fill, class... A> [[gnu::noinline]] void route(A... arguments) {
    Request r{.call = new_call(S)};
    fill(r, arguments...);
    // Known from before, a bad argument or not: either way it is the original's.
    std::uint64_t key;
    if (known_original(S, r.call, key)) return S.as<void(A...)>()(arguments...);
    if (!S.cblas) r.bad = first_bad_argument(r.call);
    Dispatch dispatch(S, r.call, key, r.bad);
    if (dispatch.done())
        r.finish();
    else
        S.as<void(A...)>()(arguments...);
}

// The whole cost of a call that stays with the original: one comparison and one jump.
template <Symbol& S, auto fill, class... A>
inline __attribute__((always_inline)) void enter(std::int64_t size, A... arguments) {
    if (S.takes_directly(size)) [[likely]]
        return S.as<void(A...)>()(arguments...);
    return route<S, fill>(arguments...);
}

}  // namespace shunt

#define SHUNT_FORTRAN_NAMES(E, p, T, stem)               \
    E(p##stem##_, plain, #p[0], T, std::int32_t)         \
    E(p##stem##_64_, wide, #p[0], T, std::int64_t)       \
    E(p##stem##64_, wide_joined, #p[0], T, std::int64_t) \
    E(scipy_##p##stem##_, scipy, #p[0], T, std::int32_t) \
    E(scipy_##p##stem##_64_, scipy_wide, #p[0], T, std::int64_t)
#define SHUNT_CBLAS_NAMES(E, p, T, stem)                         \
    E(cblas_##p##stem, plain, #p[0], T, std::int32_t)            \
    E(cblas_##p##stem##64_, wide, #p[0], T, std::int64_t)        \
    E(cblas_##p##stem##_64, wide_joined, #p[0], T, std::int64_t) \
    E(scipy_cblas_##p##stem, scipy, #p[0], T, std::int32_t)      \
    E(scipy_cblas_##p##stem##64_, scipy_wide, #p[0], T, std::int64_t)

#define SHUNT_REAL(NAMES, E, stem) NAMES(E, s, float, stem) NAMES(E, d, double, stem)
#define SHUNT_COMPLEX(NAMES, E, stem) NAMES(E, c, shunt::c32, stem) NAMES(E, z, shunt::c64, stem)
#define SHUNT_ALL(NAMES, E, stem) SHUNT_REAL(NAMES, E, stem) SHUNT_COMPLEX(NAMES, E, stem)
