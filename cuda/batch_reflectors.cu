// In: many matrices in device memory. Out: their QR factors, Q of these, and bidiagonal forms, by Householder's
// reflectors: a column to a lane up to order 32, a matrix, or a panel of one, in a block's shared memory above; in
// place what does not fit.
//
// Sums run over a warp's lanes in one order, which the rows alone decide: not the warps of a block, nor what is beside.
#include "cuda/batch.cuh"

namespace shunt::gpu {
namespace kernels {

template <class T> __device__ __forceinline__ RealOf<T> imaginary_part(T x) {
    if constexpr (Traits<T>::complex)
        return x.im;
    else
        return 0;
}
template <class T> __device__ __forceinline__ T product_with(T x, RealOf<T> by) {
    if constexpr (Traits<T>::complex)
        return T{product_of(x.re, by), product_of(x.im, by)};
    else
        return product_of(x, by);
}
template <class T> __device__ __forceinline__ RealOf<T> plus_square(RealOf<T> sum, T x) {
    sum = fma(real_part(x), real_part(x), sum);
    if constexpr (Traits<T>::complex) sum = fma(x.im, x.im, sum);
    return sum;
}
template <class T> __device__ __forceinline__ RealOf<T> larger_part(RealOf<T> most, T x) {
    const RealOf<T> re = fabs(real_part(x)), im = fabs(imaginary_part(x));
    most = re > most ? re : most;
    return im > most ? im : most;
}
__device__ __forceinline__ int exponent_of(double x) {
    return static_cast<int>(static_cast<unsigned long long>(__double_as_longlong(x)) >> 52 & 2047);
}
__device__ __forceinline__ int exponent_of(float x) {
    return static_cast<int>(__float_as_uint(x) >> 23 & 255);
}
template <class R> __device__ __forceinline__ R power_of_two(int biased) {
    if constexpr (sizeof(R) == 8)
        return __longlong_as_double(static_cast<long long>(biased) << 52);
    else
        return __uint_as_float(static_cast<unsigned>(biased) << 23);
}

// Squares of norms in this range have lost nothing that counts to underflow, as on the CPU.
template <class R> constexpr R kLeastSquares = R(sizeof(R) == 8 ? 0x1p-960 : 0x1p-96);
template <class R> constexpr R kMostSquares = R(sizeof(R) == 8 ? 0x1p1000 : 0x1p120);

// H = I - tau v v^H with H^H (alpha, x) = (beta, 0), v = e1 + scale * (factor * x), factor a power of two. tau = 0:
// H = I, and then x is zero.
template <class T> struct Reflector {
    RealOf<T> beta, factor;
    T tau, scale;
};
template <class T> __device__ __forceinline__ bool plain_reflector(T alpha, RealOf<T> squares) {
    const RealOf<T> all = plus_square(squares, alpha);
    return squares > 0 && all >= kLeastSquares<RealOf<T>> && all <= kMostSquares<RealOf<T>>;
}
template <class T> __device__ __forceinline__ Reflector<T> reflector(T alpha, RealOf<T> squares) {
    using R = RealOf<T>;
    const R re = real_part(alpha), beta = -R(copysign(sqrt(plus_square(squares, alpha)), re)), d = re - beta;
    if constexpr (Traits<T>::complex) {
        const R by = R(1) / fma(d, d, product_of(alpha.im, alpha.im));
        return {beta, R(1), {-d / beta, -alpha.im / beta}, {product_of(d, by), -product_of(alpha.im, by)}};
    } else {
        return {beta, R(1), -d / beta, R(1) / d};
    }
}
// Where that formula does not hold as it stands. Of x: its largest part, and the sum of squares if nothing overflowed.
template <class T> __device__ __forceinline__ bool is_identity(T alpha, RealOf<T> largest, RealOf<T> squares) {
    return largest == 0 && squares == 0 && imaginary_part(alpha) == 0;
}
// What brings numbers to 1 and below; 1 where there is an infinity or a NaN.
template <class T> __device__ __forceinline__ RealOf<T> factor_for(T alpha, RealOf<T> largest) {
    constexpr int top = sizeof(RealOf<T>) == 8 ? 2046 : 254;
    const int e = exponent_of(larger_part(largest, alpha));
    return e > top ? RealOf<T>(1) : power_of_two<RealOf<T>>(e == top ? 1 : top - e);
}

// The reflector of alpha and x, of which squares_of(f) is the sum of squares of f(x), and largest() the largest part.
template <class T, class Squares, class Largest>
__device__ __forceinline__ Reflector<T> reflector_from(T alpha, Squares&& squares_of, Largest&& largest) {
    using R = RealOf<T>;
    const R squares = squares_of([](T v) { return v; });
    if (plain_reflector(alpha, squares)) return reflector(alpha, squares);
    const R most = largest();
    if (is_identity(alpha, most, squares)) return {real_part(alpha), R(1), zero<T>(), from_real<T>(R(1))};
    const R factor = factor_for(alpha, most);
    Reflector<T> h = reflector(product_with(alpha, factor), squares_of([&](T v) { return product_with(v, factor); }));
    h.beta /= factor, h.factor = factor;
    return h;
}
// The same of x(0) ... x(n - 1), by a warp.
template <class T, class Get> __device__ __forceinline__ Reflector<T> find_reflector(T alpha, int n, Get&& x) {
    using R = RealOf<T>;
    const int lane = threadIdx.x % 32;
    const auto squares_of = [&](auto&& f) {
        R squares = 0;
#pragma unroll 4
        for (int i = lane; i < n; i += 32) squares = plus_square(squares, f(x(i)));
        for (int bits = 16; bits > 0; bits /= 2) squares += shuffle_xor(squares, bits);
        return squares;
    };
    const auto largest = [&] {
        R most = 0;
        for (int i = lane; i < n; i += 32) most = larger_part(most, x(i));
        for (int bits = 16; bits > 0; bits /= 2) {
            const R other = shuffle_xor(most, bits);
            most = other > most ? other : most;
        }
        return most;
    };
    return reflector_from(alpha, squares_of, largest);
}
template <class T> __device__ __forceinline__ T scaled(const Reflector<T>& h, T x) {
    return product_of(product_with(x, h.factor), h.scale);
}

// A matrix to `lanes` lanes, a column to each. Reflectors are scaled at the end, and products with other columns follow
// from those of the column as it is, of which the first is its norm.
constexpr int kSmallQrThreads = 64;
template <class T, int lanes> __global__ void __launch_bounds__(kSmallQrThreads)
    small_qr(const __grid_constant__ BatchProblems all, const __grid_constant__ BatchStep s) {
    using R = RealOf<T>;
    constexpr int groups = kSmallQrThreads / lanes, chunk = 8, unit = kPack<T>, sums = Traits<T>::complex ? 2 : 4;
    extern __shared__ char shared[];
    __shared__ alignas(16) T vector[groups][2][lanes];
    const int j = threadIdx.x % lanes, group = threadIdx.x / lanes;
    const i64 at = i64(blockIdx.x) * groups + group;
    const bool exists = at < all.count;
    const Problem p = problem(all, exists ? at : 0);
    const int m = exists ? p.sizes.m : 0, n = exists ? p.sizes.n : 0, steps = min(m, n);
    const View<T> a = plain_view<T>(all, p, s.x);
    const int first = threadIdx.x % 32 / lanes * lanes;
    const unsigned mask = lanes == 32 ? ~0u : ((1u << (lanes % 32)) - 1) << first;
    T* const mine = reinterpret_cast<T*>(shared) + group * (lanes * (lanes + 1));
    // By rows, as they lie together.
#pragma unroll 4
    for (int k = 0; k < n && j < m; ++k) bring(mine + j + k * (lanes + 1), a, j, k);
    copies_wait_all();
    __syncwarp(mask);
    T column[lanes];
#pragma unroll
    for (int i = 0; i < lanes; ++i) column[i] = i < m && j < n ? mine[i + j * (lanes + 1)] : zero<T>();
    T scale = from_real<T>(R(1)), tau = zero<T>();
#pragma unroll
    for (int k0 = 0; k0 < lanes; k0 += chunk) {
#pragma unroll 1
        for (int k = k0; k < k0 + chunk && k < steps; ++k) {
            T* const x = vector[group][k % 2];
            const auto publish = [&] {
                if (j == k) {
#pragma unroll
                    for (int i = k0; i < lanes; i += unit) {
                        Pack<T> y;
#pragma unroll
                        for (int e = 0; e < unit; ++e) y.v[e] = column[i + e];
                        *reinterpret_cast<Pack<T>*>(x + i) = y;
                    }
                }
                __syncwarp(mask);
            };
            // f(i, x[i]) for i > k
            const auto each = [&](auto&& f) {
#pragma unroll
                for (int i = k0; i < lanes; i += unit) {
                    const Pack<T> y = *reinterpret_cast<const Pack<T>*>(x + i);
#pragma unroll
                    for (int e = 0; e < unit; ++e)
                        if (i + e >= k0 + chunk || i + e > k) f(i + e, y.v[e]);
                }
            };
            publish();
            T top = column[k0];
#pragma unroll
            for (int i = k0 + 1; i < k0 + chunk; ++i) top = i == k ? column[i] : top;
            Reflector<T> h;
            T w, by;
            R factor = 1;
#pragma unroll 1
            for (bool again = false;; again = true) {
                T sum[sums] = {};
                each([&](int i, T v) { sum[i % sums] = plus_product(sum[i % sums], conjugate(v), column[i]); });
#pragma unroll
                for (int q = sums / 2; q > 0; q /= 2)
#pragma unroll
                    for (int l = 0; l < q; ++l) sum[l] = plus(sum[l], sum[l + q]);
                const R squares = __shfl_sync(mask, real_part(sum[0]), first + k);
                const T alpha = x[k];
                h = reflector(alpha, squares);
                w = product_of(conjugate(h.tau), plus(top, product_of(conjugate(h.scale), sum[0])));
                by = product_of(h.scale, w);
                if (again) break;
                const bool large = j > k && !(size_of(sum[0]) <= kMostSquares<R> && size_of(by) <= kMostSquares<R>);
                const bool careful = __any_sync(mask, large) || !plain_reflector(alpha, squares);
                if (!careful) break;
                R largest = 0;
                for (int i = k + 1; i < lanes; ++i) largest = larger_part(largest, x[i]);
                if (is_identity(alpha, largest, squares)) {
                    h = {real_part(alpha), R(1), zero<T>(), from_real<T>(R(1))};
                    break;
                }
                factor = factor_for(alpha, largest);
                __syncwarp(mask);
                if (j == k) {
#pragma unroll
                    for (int i = k0; i < lanes; ++i)
                        if (i >= k) column[i] = product_with(column[i], factor);
                }
                publish();
            }
            if (is_null(h.tau)) continue;
            if (j == k) {
                scale = h.scale, tau = h.tau;
                top = from_real<T>(h.beta / factor);
            } else if (j > k) {
                top = minus(top, w);
                each([&](int i, T v) { column[i] = minus_product(column[i], v, by); });
            }
#pragma unroll
            for (int i = k0; i < k0 + chunk; ++i) column[i] = i == k ? top : column[i];
        }
    }
    __syncwarp(mask);
#pragma unroll
    for (int i = 0; i < lanes; ++i)
        mine[i + j * (lanes + 1)] = i > j && j < steps ? product_of(column[i], scale) : column[i];
    __syncwarp(mask);
    if (!exists) return;
#pragma unroll 4
    for (int k = 0; k < n && j < m; ++k) a.put(j, k, mine[j + k * (lanes + 1)]);
    if (j < steps) reinterpret_cast<T*>(address(all.tau, p.number))[j] = tau;
}

// The same of rows k and after of a column that a thread has by itself.
template <class T, int N> __device__ __forceinline__ Reflector<T> own_reflector(const T (&a)[N][N], int k) {
    using R = RealOf<T>;
    const auto squares_of = [&](auto&& f) {
        R squares = 0;
#pragma unroll
        for (int i = k + 1; i < N; ++i) squares = plus_square(squares, f(a[i][k]));
        return squares;
    };
    const auto largest = [&] {
        R most = 0;
#pragma unroll
        for (int i = k + 1; i < N; ++i) most = larger_part(most, a[i][k]);
        return most;
    };
    return reflector_from(a[k][k], squares_of, largest);
}
// A matrix to a thread.
template <class T, int N> __global__ void __launch_bounds__(kTinyThreads)
    tiny_qr(const __grid_constant__ BatchProblems all, const __grid_constant__ BatchStep s) {
    const i64 at = i64(blockIdx.x) * kTinyThreads + threadIdx.x;
    extern __shared__ char tiny_shared[];
    auto& tiny = *reinterpret_cast<Tiny<T, N>*>(tiny_shared);
    const bool exists = at < all.count;
    const Problem p = problem(all, exists ? at : 0);
    const int m = exists ? p.sizes.m : 0, n = exists ? p.sizes.n : 0, steps = min(m, n);
    const View<T> x = plain_view<T>(all, p, s.x);
    tiny.bring(x, m, n);
    T a[N][N];
    tiny.template load<false>(a, x, m, n);
    T* const tau = reinterpret_cast<T*>(address(all.tau, p.number));
#pragma unroll
    for (int k = 0; k < N; ++k) {
        if (k >= steps) break;
        const Reflector<T> h = own_reflector(a, k);
        tau[k] = h.tau;
        if (is_null(h.tau)) continue;
        a[k][k] = from_real<T>(h.beta);
#pragma unroll
        for (int i = k + 1; i < N; ++i) a[i][k] = scaled(h, a[i][k]);
#pragma unroll
        for (int j = k + 1; j < N; ++j) {
            T sum = a[k][j];
#pragma unroll
            for (int i = k + 1; i < N; ++i) sum = plus_product(sum, conjugate(a[i][k]), a[i][j]);
            sum = product_of(conjugate(h.tau), sum);
            a[k][j] = minus(a[k][j], sum);
#pragma unroll
            for (int i = k + 1; i < N; ++i) a[i][j] = minus_product(a[i][j], a[i][k], sum);
        }
    }
    tiny.template keep<false>(a);
    tiny.give_back(n, false);
}

// A matrix in shared memory, as a View is one in global memory.
template <class T> struct Inside {
    T* p;
    int ld;
    __device__ __forceinline__ T get(int i, int j) const { return p[i + j * ld]; }
    __device__ __forceinline__ void put(int i, int j, T v) const { p[i + j * ld] = v; }
};
// The matrix where it is worked on.
template <bool held, class T> __device__ __forceinline__ auto inside_or(T* inside, int ld, const View<T>& x) {
    if constexpr (held)
        return Inside<T>{inside, ld};
    else
        return x;
}

// Four sums over the lanes of a warp: a lane has that of column column_of(lane), which lane_of(column) is one of.
constexpr int kAtATime = 4;
__device__ __forceinline__ int column_of(int lane) {
    return lane / 16 * 2 + lane / 8 % 2;
}
__device__ __forceinline__ int lane_of(int column) {
    return column / 2 * 16 + column % 2 * 8;
}
template <class T> __device__ __forceinline__ T sum_lanes(T (&v)[kAtATime]) {
    const int lane = threadIdx.x % 32;
    const auto half = [&](T low, T high, int bits) {
        const bool upper = lane & bits;
        return plus(upper ? high : low, shuffle_xor(upper ? low : high, bits));
    };
    T sum = half(half(v[0], v[2], 16), half(v[1], v[3], 16), 8);
    for (int bits = 4; bits > 0; bits /= 2) sum = plus(sum, shuffle_xor(sum, bits));
    return sum;
}

// Columns j ... j + 3, as far as there are n, times H^H of column k's reflector, by a warp.
template <class T, class Matrix>
__device__ __forceinline__ void reflect_columns(const Matrix& a, int k, T tau, int m, int j, int n) {
    constexpr int rows = sizeof(T) == 16 ? 2 : 4;  // of a lane, that stay in registers
    const int lane = threadIdx.x % 32;
    T sum[kAtATime] = {}, x[rows], y[rows][kAtATime];
    const auto bring = [&](int i0) {
#pragma unroll
        for (int q = 0; q < rows; ++q) {
            if (i0 - lane + 32 * q >= m) break;
            const int i = i0 + 32 * q;
            x[q] = i < m ? a.get(i, k) : zero<T>();
#pragma unroll
            for (int c = 0; c < kAtATime; ++c) y[q][c] = i < m && j + c < n ? a.get(i, j + c) : zero<T>();
        }
    };
    for (int i0 = k + 1 + lane; i0 - lane < m; i0 += 32 * rows) {
        bring(i0);
#pragma unroll
        for (int q = 0; q < rows; ++q) {
            if (i0 - lane + 32 * q >= m) break;
#pragma unroll
            for (int c = 0; c < kAtATime; ++c) sum[c] = plus_product(sum[c], conjugate(x[q]), y[q][c]);
        }
    }
    const int mine = j + column_of(lane);
    const T top = mine < n ? a.get(k, mine) : zero<T>();
    const T w = product_of(conjugate(tau), plus(top, sum_lanes(sum)));
    T by[kAtATime];
#pragma unroll
    for (int c = 0; c < kAtATime; ++c) by[c] = shuffle(w, lane_of(c));
    __syncwarp();  // all have read
    if (lane % 8 == 0 && mine < n) a.put(k, mine, minus(top, w));
    const bool whole = m - k - 1 <= 32 * rows;  // it is still there
    for (int i0 = k + 1 + lane; i0 - lane < m; i0 += 32 * rows) {
        if (!whole) bring(i0);
#pragma unroll
        for (int q = 0; q < rows; ++q) {
            if (i0 - lane + 32 * q >= m) break;
#pragma unroll
            for (int c = 0; c < kAtATime; ++c)
                if (i0 + 32 * q < m && j + c < n) a.put(i0 + 32 * q, j + c, minus_product(y[q][c], x[q], by[c]));
        }
    }
}

// The QR factors of m x n.
constexpr int kQrThreads = 256;
template <class T, bool held> __global__ void __launch_bounds__(kQrThreads, 2)
    qr(const __grid_constant__ BatchProblems all, const __grid_constant__ BatchStep s, int ld) {
    extern __shared__ char shared[];
    __shared__ T tau[2];
    const Problem p = problem(all, blockIdx.x);
    const int m = length(s.m, p.sizes), n = length(s.n, p.sizes), steps = min(m, n);
    if (steps == 0) return;
    const View<T> x = plain_view<T>(all, p, s.x);
    T* const inside = reinterpret_cast<T*>(shared);
    const auto a = inside_or<held>(inside, ld, x);
    if (held) bring_panel(x, inside, ld, m, n);
    T* const taus = reinterpret_cast<T*>(address(all.tau, p.number)) + s.offset;
    const int warp = threadIdx.x / 32, warps = blockDim.x / 32, lane = threadIdx.x % 32;
    const auto make = [&](int k) {
        const T alpha = a.get(k, k);
        const Reflector<T> h = find_reflector(alpha, m - k - 1, [&](int i) { return a.get(k + 1 + i, k); });
        for (int i = k + 1 + lane; i < m; i += 32) a.put(i, k, scaled(h, a.get(i, k)));
        __syncwarp();  // all have read
        if (lane > 0) return;
        a.put(k, k, from_real<T>(h.beta));
        tau[k % 2] = taus[k] = h.tau;
    };
    if (warp == 0) make(0);
    __syncthreads();
    for (int k = 0; k < steps; ++k) {
        const T by = tau[k % 2];
        for (int j = k + 1 + kAtATime * warp; j < n; j += kAtATime * warps) {
            if (!is_null(by)) reflect_columns(a, k, by, m, j, n);
            if (j > k + 1 || k + 1 == steps) continue;
            __syncwarp();
            make(k + 1);
        }
        __syncthreads();
    }
    if (held) return_panel(x, inside, ld, m, n);
}

// The first n columns of H(0) ... H(k - 1), whose reflectors are in the first k, from the last one on. A column is made
// of its own reflector by the warp that is the first to change it; the `offset` rows above are cleared.
template <class T, bool held> __global__ void __launch_bounds__(kQrThreads, 2)
    form_q(const __grid_constant__ BatchProblems all, const __grid_constant__ BatchStep s, int ld) {
    extern __shared__ char shared[];
    const Problem p = problem(all, blockIdx.x);
    const int m = length(s.m, p.sizes), n = length(s.n, p.sizes), count = length(s.k, p.sizes);
    if (n == 0) return;
    const View<T> x = plain_view<T>(all, p, s.x);
    T* const inside = reinterpret_cast<T*>(shared);
    const auto a = inside_or<held>(inside, ld, x);
    if (held) bring_panel(x, inside, ld, m, n);
    const T* const taus = reinterpret_cast<const T*>(address(all.tau, p.number)) + s.offset;
    const int warp = threadIdx.x / 32, warps = blockDim.x / 32, lane = threadIdx.x % 32;
    const T one = from_real<T>(RealOf<T>(1));
    const auto start = [&](int j) {  // from what is below the diagonal; or a column of the identity
        const T by = j < count ? minus(zero<T>(), taus[j]) : zero<T>();
        for (int i = lane; i < m; i += 32)
            a.put(i, j, i == j ? plus(one, by) : i > j && j < count ? product_of(by, a.get(i, j)) : zero<T>());
    };
    for (int j = warp; j < n; j += warps) {
        if (j >= count) start(j);
        for (int i = lane; i < s.offset; i += 32) x.put(i - s.offset, j, zero<T>());
    }
    __syncthreads();
    for (int k = count - 1; k >= 0; --k) {
        const T by = conjugate(taus[k]);
        for (int j = k + 1 + kAtATime * warp; j < n; j += kAtATime * warps) {
            if (j == k + 1 && j < count) {
                start(j);
                __syncwarp();
            }
            if (!is_null(by)) reflect_columns(a, k, by, m, j, n);
        }
        __syncthreads();
    }
    if (warp == 0 && count > 0) start(0);
    if (!held) return;
    __syncthreads();
    return_panel(x, inside, ld, m, n);
}

// What the reflectors of a panel do to the columns beside it, a tile of these to a block: z := z - V Y, of which
// Y = T^H V^H z, or, `backward`, T V^H z, follows from V^H z and V^H V, a row after the other. x is the panel, with
// other things above V.
constexpr int kReflectThreads = 256;
template <class T> constexpr int kTile = sizeof(T) == 16 ? 32 : 64;
template <class T, int NB> __global__ void __launch_bounds__(kReflectThreads, 2)
    reflect_tile(const __grid_constant__ BatchProblems all, const __grid_constant__ BatchStep s) {
    constexpr int TN = kTile<T>, width = TN + NB, ld = width + 1, above = 16, rows = 64, ldv = NB + 1;
    constexpr int left = NB / 16, right = width / 16;
    __shared__ alignas(16) T chunk[above * ld > rows * ldv ? above * ld : rows * ldv];
    __shared__ alignas(16) T sums[NB * ld];
    __shared__ T tau[NB];
    const Problem p = problem(all, blockIdx.x);
    const int m = length(s.m, p.sizes), n = length(s.n, p.sizes), count = length(s.k, p.sizes);
    const int j0 = int(blockIdx.y) * TN, t = threadIdx.x, low = t % 16, high = t / 16;
    if (count == 0 || j0 >= n) return;
    const View<T> x = plain_view<T>(all, p, s.x), z = plain_view<T>(all, p, s.z);
    // In the order in which they come.
    const auto which = [&](int k) { return s.backward ? NB - 1 - k : k; };
    const auto v = [&](int i, int at) {
        const int k = which(at);
        return k >= count || i < k || i >= m ? zero<T>() : i == k ? from_real<T>(RealOf<T>(1)) : x.get(i, k);
    };
    if (t < NB) {
        const int k = which(t);
        const T by = k < count ? reinterpret_cast<const T*>(address(all.tau, p.number))[s.offset + k] : zero<T>();
        tau[t] = s.backward ? by : conjugate(by);
    }
    // (z V), as far as `above` rows of it, times V^H.
    T acc[left][right] = {}, next[right];
    const auto bring = [&](int i0) {
#pragma unroll
        for (int b = 0; b < right; ++b) {
            const int c = high + 16 * b, i = i0 + low, j = j0 + c;
            next[b] = c >= TN ? v(i, c - TN) : i < m && j < n ? z.get(i, j) : zero<T>();
        }
    };
    bring(0);
    for (int i0 = 0; i0 < m; i0 += above) {
#pragma unroll
        for (int b = 0; b < right; ++b) chunk[low * ld + high + 16 * b] = next[b];
        __syncthreads();
        if (i0 + above < m) bring(i0 + above);
#pragma unroll 4
        for (int i = 0; i < above; ++i) {
            const T* const row = chunk + i * ld;
            T y[right];
#pragma unroll
            for (int b = 0; b < right; ++b) y[b] = row[low + 16 * b];
#pragma unroll
            for (int a = 0; a < left; ++a) {
                const T c = conjugate(row[TN + high + 16 * a]);
#pragma unroll
                for (int b = 0; b < right; ++b) acc[a][b] = plus_product(acc[a][b], c, y[b]);
            }
        }
        __syncthreads();
    }
#pragma unroll
    for (int a = 0; a < left; ++a)
#pragma unroll
        for (int b = 0; b < right; ++b) sums[(high + 16 * a) * ld + low + 16 * b] = acc[a][b];
    __syncthreads();
    if (t < TN) {
        T y[NB];
#pragma unroll
        for (int k = 0; k < NB; ++k) y[k] = sums[k * ld + t];
#pragma unroll
        for (int k = 0; k < NB; ++k) {
            y[k] = product_of(tau[k], y[k]);
#pragma unroll
            for (int l = k + 1; l < NB; ++l) y[l] = minus_product(y[l], sums[l * ld + TN + k], y[k]);
        }
#pragma unroll
        for (int k = 0; k < NB; ++k) sums[k * ld + t] = y[k];
    }
    __syncthreads();
    constexpr int each = rows / 16, columns = TN / 16;
    for (int i0 = 0; i0 < m; i0 += rows) {
        for (int e = t; e < rows * NB; e += kReflectThreads)
            chunk[e % rows * ldv + e / rows] = v(i0 + e % rows, e / rows);
        T c[each][columns];
#pragma unroll
        for (int b = 0; b < columns; ++b)
#pragma unroll
            for (int a = 0; a < each; ++a) {
                const int i = i0 + low + 16 * a, j = j0 + high + 16 * b;
                c[a][b] = i < m && j < n ? z.get(i, j) : zero<T>();
            }
        __syncthreads();
#pragma unroll 4
        for (int k = 0; k < NB; ++k) {
            T y[columns];
#pragma unroll
            for (int b = 0; b < columns; ++b) y[b] = sums[k * ld + high + 16 * b];
#pragma unroll
            for (int a = 0; a < each; ++a) {
                const T l = chunk[(low + 16 * a) * ldv + k];
#pragma unroll
                for (int b = 0; b < columns; ++b) c[a][b] = minus_product(c[a][b], l, y[b]);
            }
        }
        __syncthreads();
#pragma unroll
        for (int b = 0; b < columns; ++b)
#pragma unroll
            for (int a = 0; a < each; ++a) {
                const int i = i0 + low + 16 * a, j = j0 + high + 16 * b;
                if (i < m && j < n) z.put(i, j, c[a][b]);
            }
    }
}

// The bidiagonal form of a matrix, looked at so that it has more rows m than columns n. What a step does to what is
// right of and below it, A - v w - z u^H, is done in the next one's sweep over A, which also needs the products of the
// next v with it; w, and z of A u, follow. v, z, w and u are in shared memory; `w` and `u` of column j are replaced
// when the column is done.
constexpr int kBidiagonalRows = 128;  // of A u at a time
template <bool held> constexpr int kBidiagonalThreads = held ? 256 : 512;
template <bool held> __host__ __device__ constexpr int bidiagonal_parts(int m) {  // sums of A u, each of its columns
    return !held ? 16 : m <= 32 ? 1 : 8;
}
template <class T, bool held> __host__ __device__ constexpr i64 bidiagonal_numbers(int m, int n) {
    const i64 matrix = held ? i64(leading<T>(m)) * n : 0;
    return matrix + 3 * i64(m) + 2 * i64(n) + kBidiagonalRows * bidiagonal_parts<held>(m);
}
template <class T, bool held> __global__ void __launch_bounds__(kBidiagonalThreads<held>, held ? 2 : 1)
    bidiagonal(const __grid_constant__ BatchProblems all, const __grid_constant__ BatchStep s) {
    using R = RealOf<T>;
    extern __shared__ char shared[];
    __shared__ T tau_left, tau_right, w_u;
    const Problem p = problem(all, blockIdx.x);
    const bool turned = p.sizes.m < p.sizes.n;
    const int m = turned ? p.sizes.n : p.sizes.m, n = turned ? p.sizes.m : p.sizes.n;
    if (n == 0) return;
    BatchPart part = s.x;
    part.turned = turned, part.conjugate = turned && Traits<T>::complex;
    const View<T> x = view<T>(all, p, part);
    T* const inside = reinterpret_cast<T*>(shared);
    const int ld = leading<T>(m);
    const auto a = inside_or<held>(inside, ld, x);
    T* const z = inside + (held ? ld * n : 0);
    T *v = z + m, *next = v + m, *const w = next + m, *const u = w + n, *const sums = u + n;
    auto* const d = reinterpret_cast<R*>(address(all.d, p.number));
    auto* const e = reinterpret_cast<R*>(address(all.e, p.number));
    auto* const left = reinterpret_cast<T*>(address(turned ? all.taup : all.tau, p.number));
    auto* const right = reinterpret_cast<T*>(address(turned ? all.tau : all.taup, p.number));
    const int thread = threadIdx.x, warp = thread / 32, warps = blockDim.x / 32, lane = thread % 32;
    for (int i = thread; i < m; i += int(blockDim.x)) z[i] = v[i] = zero<T>();
    for (int j = thread; j < n; j += int(blockDim.x)) w[j] = u[j] = zero<T>();
    if (held)
        bring_panel(x, inside, ld, m, n);
    else
        __syncthreads();
    const int parts = bidiagonal_parts<held>(m);
    for (int k = 0; k < n; ++k) {
        if (warp == 0) {
            const T by_v = w[k], by_z = conjugate(u[k]);
            for (int i = k + lane; i < m; i += 32)
                next[i] = minus_product(minus_product(a.get(i, k), v[i], by_v), z[i], by_z);
            __syncwarp();
            const Reflector<T> h = find_reflector(next[k], m - k - 1, [&](int i) { return next[k + 1 + i]; });
            for (int i = k + 1 + lane; i < m; i += 32) {
                const T y = scaled(h, next[i]);
                next[i] = y;
                a.put(i, k, y);
            }
            __syncwarp();
            if (lane == 0) {
                next[k] = from_real<T>(R(1));
                a.put(k, k, from_real<T>(h.beta));
                d[k] = h.beta;
                tau_left = left[k] = h.tau;
            }
        }
        __syncthreads();
        if (k + 1 == n) {
            if (thread == 0) right[k] = zero<T>();
            break;
        }
        {
            const T tau = tau_left;
            for (int j = k + 1 + kAtATime * warp; j < n; j += kAtATime * warps) {
                T sum[kAtATime] = {}, top[kAtATime], by_v[kAtATime], by_z[kAtATime];
#pragma unroll
                for (int c = 0; c < kAtATime; ++c) {
                    by_v[c] = j + c < n ? w[j + c] : zero<T>();
                    by_z[c] = j + c < n ? conjugate(u[j + c]) : zero<T>();
                    top[c] = zero<T>();
                }
#pragma unroll(sizeof(T) == 16 ? 1 : 2)
                for (int i = k + lane; i < m; i += 32) {
                    const T vi = v[i], zi = z[i], ni = conjugate(next[i]);
#pragma unroll
                    for (int c = 0; c < kAtATime; ++c) {
                        if (j + c >= n) break;
                        const T y = minus_product(minus_product(a.get(i, j + c), vi, by_v[c]), zi, by_z[c]);
                        a.put(i, j + c, y);
                        sum[c] = plus_product(sum[c], ni, y);
                        if (i == k) top[c] = y;
                    }
                }
                const T dot = sum_lanes(sum);
                const T mine = is_null(tau) ? zero<T>() : product_of(conjugate(tau), dot);
                __syncwarp();  // all have read
#pragma unroll
                for (int c = 0; c < kAtATime; ++c) {
                    const T y = shuffle(mine, lane_of(c));
                    if (lane == 0 && j + c < n) {
                        w[j + c] = y;
                        u[j + c] = conjugate(minus(top[c], y));
                    }
                }
            }
        }
        __syncthreads();
        if (warp == 0) {
            const T alpha = u[k + 1];
            const Reflector<T> h = find_reflector(alpha, n - k - 2, [&](int i) { return u[k + 2 + i]; });
            __syncwarp();  // all have read
            T sum = zero<T>();
            for (int j = k + 1 + lane; j < n; j += 32) {
                const T y = j == k + 1 ? from_real<T>(R(1)) : scaled(h, u[j]);
                u[j] = y;
                a.put(k, j, j == k + 1 ? from_real<T>(h.beta) : conjugate(y));
                sum = plus_product(sum, w[j], y);
            }
            for (int bits = 16; bits > 0; bits /= 2) sum = plus(sum, shuffle_xor(sum, bits));
            if (lane == 0) {
                e[k] = h.beta;
                tau_right = right[k] = h.tau;
                w_u = sum;
            }
        }
        __syncthreads();
        const T tau = tau_right, less = w_u;
        for (int i0 = k + 1; i0 < m; i0 += kBidiagonalRows) {
            constexpr int rows = kBidiagonalRows / 32;
            for (int part = warp; part < parts; part += warps) {
                T sum[rows] = {};
#pragma unroll 2
                for (int j = k + 1 + part; j < n; j += parts) {
                    const T y = u[j];
#pragma unroll
                    for (int q = 0; q < rows; ++q) {
                        const int i = i0 + lane + 32 * q;
                        if (i < m) sum[q] = plus_product(sum[q], a.get(i, j), y);
                    }
                }
#pragma unroll
                for (int q = 0; q < rows; ++q) sums[part * kBidiagonalRows + lane + 32 * q] = sum[q];
            }
            __syncthreads();
            for (int q = thread; q < kBidiagonalRows && i0 + q < m; q += int(blockDim.x)) {
                T sum = sums[q];
                for (int part = 1; part < parts; ++part) sum = plus(sum, sums[part * kBidiagonalRows + q]);
                sum = minus_product(sum, next[i0 + q], less);
                z[i0 + q] = is_null(tau) ? zero<T>() : product_of(tau, sum);
            }
            __syncthreads();
        }
        T* const old = v;
        v = next, next = old;
    }
    if (held) {
        __syncthreads();
        return_panel(x, inside, ld, m, n);
    }
}

template <class T, int lanes>
static cudaError_t launch_small_qr(cudaStream_t stream, const BatchProblems& all, const BatchStep& s) {
    constexpr int groups = kSmallQrThreads / lanes;
    constexpr std::size_t bytes = groups * lanes * (lanes + 1) * sizeof(T);
    const auto blocks = static_cast<unsigned>((all.count + groups - 1) / groups);
    small_qr<T, lanes><<<blocks, kSmallQrThreads, bytes, stream>>>(all, s);
    return cudaGetLastError();
}
template <class T, int N>
static cudaError_t launch_tiny_qr(cudaStream_t stream, const BatchProblems& all, const BatchStep& s) {
    constexpr std::size_t bytes = sizeof(Tiny<T, N>);
    static_assert(bytes <= 48 * 1024);
    const auto blocks = static_cast<unsigned>((all.count + kTinyThreads - 1) / kTinyThreads);
    tiny_qr<T, N><<<blocks, kTinyThreads, bytes, stream>>>(all, s);
    return cudaGetLastError();
}
template <class T> static std::size_t qr_bytes(i64 m, i64 n) {
    return static_cast<std::size_t>(leading<T>(int(m)) * n) * sizeof(T);
}
template <class T> static std::size_t bidiagonal_bytes(i64 m, i64 n, bool held) {
    const int more = int(m > n ? m : n), less = int(m > n ? n : m);
    // In place the smaller dimension of other problems may be as large.
    return static_cast<std::size_t>(held ? bidiagonal_numbers<T, true>(more, less)
                                         : bidiagonal_numbers<T, false>(more, more)) *
           sizeof(T);
}

}  // namespace kernels

template <class T>
cudaError_t launch_batch_reflectors(cudaStream_t stream, const BatchProblems& all, const BatchStep& s) {
    using namespace kernels;
    const auto blocks = [&](int each) { return static_cast<unsigned>((all.count + each - 1) / each); };
    const int m = length(s.m, all.most), n = length(s.n, all.most), larger = m > n ? m : n;
    if (m == 0 || n == 0) return cudaSuccess;
    switch (s.action) {
        case BatchAction::qr_small:
            if (larger <= 2) return launch_tiny_qr<T, 2>(stream, all, s);
            if (larger <= kTinyQr) return launch_tiny_qr<T, kTinyQr>(stream, all, s);
            if (larger <= 8) return launch_small_qr<T, 8>(stream, all, s);
            if (larger <= 16) return launch_small_qr<T, 16>(stream, all, s);
            return launch_small_qr<T, 32>(stream, all, s);
        case BatchAction::qr:
        case BatchAction::form_q: {
            const std::size_t bytes = qr_bytes<T>(m, n);
            const bool few = n <= 16 || (n <= 64 && m <= 128);  // columns: more blocks have no idle warps
            const unsigned threads = n <= 8 ? 64 : few ? 128 : kQrThreads;
            const auto go = [&](auto* kernel) {
                if (const cudaError_t e = allow_shared(kernel, bytes); e != cudaSuccess) return e;
                kernel<<<blocks(1), threads, bytes, stream>>>(all, s, leading<T>(m));
                return cudaGetLastError();
            };
            return s.action == BatchAction::qr ? go(qr<T, true>) : go(form_q<T, true>);
        }
        case BatchAction::form_q_in_place:
            form_q<T, false><<<blocks(1), 128, 0, stream>>>(all, s, 0);
            break;
        case BatchAction::qr_in_place:
            qr<T, false><<<blocks(1), 128, 0, stream>>>(all, s, 0);
            break;
        case BatchAction::reflect: {
            const dim3 grid(blocks(1), unsigned(n + kTile<T> - 1) / kTile<T>);
            if constexpr (sizeof(T) < 16) {
                if (s.k.most > 16) {
                    reflect_tile<T, 32><<<grid, kReflectThreads, 0, stream>>>(all, s);
                    break;
                }
            }
            reflect_tile<T, 16><<<grid, kReflectThreads, 0, stream>>>(all, s);
            break;
        }
        case BatchAction::bidiagonal: {
            const std::size_t bytes = bidiagonal_bytes<T>(m, n, true);
            if (const cudaError_t e = allow_shared(bidiagonal<T, true>, bytes); e != cudaSuccess) return e;
            const unsigned threads = larger <= 32 ? 32 : larger <= 64 ? 128 : kBidiagonalThreads<true>;
            bidiagonal<T, true><<<blocks(1), threads, bytes, stream>>>(all, s);
            break;
        }
        default: {
            const std::size_t bytes = bidiagonal_bytes<T>(m, n, false);
            if (const cudaError_t e = allow_shared(bidiagonal<T, false>, bytes); e != cudaSuccess) return e;
            bidiagonal<T, false><<<blocks(1), kBidiagonalThreads<false>, bytes, stream>>>(all, s);
        }
    }
    return cudaGetLastError();
}

template cudaError_t launch_batch_reflectors<float>(cudaStream_t, const BatchProblems&, const BatchStep&);
template cudaError_t launch_batch_reflectors<double>(cudaStream_t, const BatchProblems&, const BatchStep&);
template cudaError_t launch_batch_reflectors<kernels::Complex<float>>(cudaStream_t, const BatchProblems&,
                                                                      const BatchStep&);
template cudaError_t launch_batch_reflectors<kernels::Complex<double>>(cudaStream_t, const BatchProblems&,
                                                                       const BatchStep&);

std::size_t batch_qr_bytes(char precision, std::int64_t m, std::int64_t n) {
    return kernels::in_precision(precision, [&]<class T>(T) { return kernels::qr_bytes<T>(m, n); });
}
std::size_t batch_bidiagonal_bytes(char precision, std::int64_t m, std::int64_t n, bool held) {
    return kernels::in_precision(precision, [&]<class T>(T) { return kernels::bidiagonal_bytes<T>(m, n, held); });
}

}  // namespace shunt::gpu
