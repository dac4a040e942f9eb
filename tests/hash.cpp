// In: nothing. Out: one line per routine and precision with a hash of all results; repeat.py compares processes.
#include <cstdio>

#include "routines.hpp"

using namespace test;

template <class T> static void hash_all() {
    Random random(161);
    for (int i = 0; i < routine_count; ++i) {
        const Routine r = static_cast<Routine>(i);
        if (!exists(r, is_complex<T>)) continue;
        std::uint64_t hash = 0xcbf29ce484222325u;
        const auto add = [&](const Matrix<T>& m) {
            for (i64 j = 0; j < m.n; ++j)
                for (i64 k = 0; k < m.m; ++k) {
                    const T value = m(k, j);
                    unsigned char bytes[sizeof(T)];
                    std::memcpy(bytes, &value, sizeof(T));
                    for (const unsigned char b : bytes) hash = (hash ^ b) * 0x100000001b3u;
                }
        };
        for (const i64 limit : {7, 30, 70, 150, 400})
            for (int n = 0; n < 3; ++n) {
                Problem<T> p(r, limit, random);
                p.run(plain);
                add(p.a), add(p.b), add(p.c);
                add(Matrix<T>(static_cast<i64>(p.operands.tau.size()), 1).fill([&](i64 j, i64) {
                    return p.operands.tau[static_cast<std::size_t>(j)];
                }));
                for (const i64 v : p.operands.pivots.value)
                    hash = (hash ^ static_cast<std::uint64_t>(v)) * 0x100000001b3u;
            }
        if (r == Routine::trsm)  // few right-hand sides of a large matrix
            for (const Trans trans : {Trans::N, Trans::T}) {
                const i64 order = 1100, sides = 50;
                Matrix<T> a(order, order), b(order, sides);
                a.random(random), b.random(random);
                strengthen_diagonal(a);
                fortran<T>(plain, "trsm", Side::L, Uplo::L, trans, Diag::N, order, sides, T(1), a.data(), a.ld,
                           b.data(), b.ld);
                add(b);
            }
        std::printf("%c%s %016llx\n", precision<T>, stems[i], static_cast<unsigned long long>(hash));
    }
}

int main() {
    hash_all<float>();
    hash_all<double>();
    hash_all<std::complex<float>>();
    hash_all<std::complex<double>>();
}
