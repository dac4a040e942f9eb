// In: reflectors as geqrf stores them. Out: T of their product H(0) ... H(k-1) = I - V T V^H, and a matrix multiplied
// by that product.
#pragma once
#include "cpu/cpu.hpp"

namespace shunt::cpu {

// Up to so many bytes of a matrix the kernels' own blocks, from registers, are faster (640 x 640: 11 ms against 19).
inline constexpr i64 unblocked_qr = i64{3300} << 10;

// One block of reflectors: V's rows with ones and zeros by themselves, V's rows below where they are.
template <class T> struct BlockReflector {
    static constexpr i64 most = is_complex<T> ? 32 : 48;
    i64 k;
    i64 m;               // rows below the first k
    T top[most * most];  // k x k, leading dimension k
    T t[most * most];    // the same
    const T* v;          // m x k
    i64 ldv;

    // From k columns of rows >= k rows at a.
    void set(i64 rows, i64 columns, const T* a, i64 lda, const T* tau);
    // C := (I - V op(T) V^H) C, C with k + m rows; adjoint: op(T) = T^H. conjugated: V and T are.
    void apply(const Plan& plan, bool adjoint, i64 n, View<T> c, bool conjugated = false) const;
};

}  // namespace shunt::cpu
