// In: a problem. Out: about how long it takes on one thread, for the balance between threads.
#include <algorithm>
#include <bit>
#include <complex>
#include <cstdint>

#include "cpu/batch.hpp"

namespace shunt::cpu {
namespace {

// ns a problem of order n in double precision, many in one call, in cache; multiplications at that order are
// `volume` n^power.
constexpr int orders = 8;  // 2, 4, 8, ... 256
struct Row {
    double volume;
    int power;
    float ns[orders];
};
constexpr Row rows[batch_routine_count] = {
    // routine         2     4     8     16    32    64    128   256
    /* gemm  */ {1.0, 3, {3, 5, 18, 110, 780, 5900, 44000, 340000}},
    /* gemv  */ {1.0, 2, {4, 6, 12, 35, 120, 450, 1800, 7200}},
    /* syrk  */ {0.5, 3, {4, 6, 16, 80, 500, 3300, 24000, 180000}},
    /* herk  */ {0.5, 3, {4, 6, 16, 80, 500, 3300, 24000, 180000}},
    /* trsm  */ {0.5, 3, {6, 12, 40, 180, 900, 4700, 30000, 210000}},
    /* trmm  */ {0.5, 3, {6, 12, 40, 180, 900, 4700, 30000, 210000}},
    /* trsv  */ {0.5, 2, {5, 8, 20, 60, 200, 600, 2000, 7000}},
    /* getrf */ {1. / 3, 3, {6, 13, 53, 260, 1900, 9000, 42000, 240000}},
    /* getrs */ {1.0, 3, {8, 20, 70, 350, 1900, 9500, 61000, 430000}},
    /* getri */ {2. / 3, 3, {10, 26, 110, 550, 3900, 18000, 90000, 500000}},
    /* potrf */ {1. / 6, 3, {5, 9, 31, 110, 700, 2700, 15000, 90000}},
    /* potrs */ {1.0, 3, {8, 20, 70, 350, 1900, 9500, 61000, 430000}},
    /* geqrf */ {2. / 3, 3, {20, 40, 140, 700, 4500, 20000, 90000, 560000}},
    /* orgqr */ {2. / 3, 3, {20, 40, 140, 700, 4500, 20000, 90000, 560000}},
    /* gebrd */ {4. / 3, 3, {40, 90, 400, 2200, 12000, 60000, 320000, 2400000}},
};

template <class T> double volume(BatchRoutine r, const Alike<T>& x) {
    const auto m = static_cast<double>(x.m);
    const auto n = static_cast<double>(x.n);
    const auto k = static_cast<double>(x.k);
    const double least = std::min(m, n);
    const double most = std::max(m, n);
    switch (r) {
        case BatchRoutine::gemm:
            return m * n * k;
        case BatchRoutine::gemv:
            return m * n;
        case BatchRoutine::syrk:
        case BatchRoutine::herk:
            return n * n * k / 2;
        case BatchRoutine::trsm:
        case BatchRoutine::trmm:
            return m * n * (x.side == 'L' ? m : n) / 2;
        case BatchRoutine::trsv:
            return n * n / 2;
        case BatchRoutine::getrf:
            return least * least * (most - least / 3) / 2;
        case BatchRoutine::getrs:
        case BatchRoutine::potrs:
            return n * n * k;
        case BatchRoutine::getri:
            return n * n * n * 2 / 3;
        case BatchRoutine::potrf:
            return n * n * n / 6;
        case BatchRoutine::geqrf:
            return least * least * (most - least / 3);
        case BatchRoutine::orgqr:
            return k * k * (m - k / 3);
        default:
            return 2 * least * least * (most - least / 3);
    }
}

// Of finite numbers from 1 on, as std::ilogb and std::ldexp: their calls were a tenth of a small batch's.
int exponent(double x) {
    return static_cast<int>(std::bit_cast<std::uint64_t>(x) >> 52) - 1023;
}
double power_of_two(int e) {
    return std::bit_cast<double>(static_cast<std::uint64_t>(e + 1023) << 52);
}

}  // namespace

template <class T> double batch_cost(BatchRoutine r, const Alike<T>& x) {
    constexpr double scale = (sizeof(real_t<T>) == 4 ? 0.6 : 1.0) * (is_complex<T> ? 3.5 : 1.0);
    const Row& row = rows[static_cast<int>(r)];
    // Linear in the volume between two columns.
    const double ratio = std::max(volume(r, x) / row.volume, 1.0);
    const int left = std::clamp((row.power == 3 ? exponent(ratio) / 3 : exponent(ratio) / 2) - 1, 0, orders - 1);
    const double at_left = power_of_two((left + 1) * row.power);
    if (left == orders - 1) return scale * row.ns[left] * (ratio / at_left);
    const double at_right = power_of_two((left + 2) * row.power);
    return scale *
           (row.ns[left] + (row.ns[left + 1] - row.ns[left]) * std::max(0.0, ratio - at_left) / (at_right - at_left));
}

template double batch_cost(BatchRoutine, const Alike<float>&);
template double batch_cost(BatchRoutine, const Alike<double>&);
template double batch_cost(BatchRoutine, const Alike<std::complex<float>>&);
template double batch_cost(BatchRoutine, const Alike<std::complex<double>>&);

}  // namespace shunt::cpu
