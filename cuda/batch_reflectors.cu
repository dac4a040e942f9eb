// In: many matrices in device memory. Out: their QR factors, Q of these, and bidiagonal forms, by Householder's
// reflectors: a column to a lane up to most_small_qr(), a matrix, or a panel of one, in a block's shared memory above;
// in place what does not fit.
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

// Of all lanes of a warp.
template <class T> __device__ __forceinline__ T total_of_lanes(T sum) {
    for (int bits = 16; bits > 0; bits /= 2) sum = plus(sum, shuffle_xor(sum, bits));
    return sum;
}

// Squares of norms in this range have lost nothing that counts to underflow, nor have products with other columns, as
// on the CPU.
template <class R> constexpr R kLeastSquares = R(sizeof(R) == 8 ? 0x1p-400 : 0x1p-48);
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
    const R re = real_part(alpha), all = plus_square(squares, alpha), root = inverse_root(all);
    const R beta = -R(copysign(root_of(all, root), re)), by_beta = R(copysign(root, re)), d = re - beta;
    if constexpr (Traits<T>::complex) {
        const R by = inverse(fma(d, d, product_of(alpha.im, alpha.im)));
        return {beta,
                R(1),
                {product_of(d, by_beta), product_of(alpha.im, by_beta)},
                {product_of(d, by), -product_of(alpha.im, by)}};
    } else {
        return {beta, R(1), product_of(d, by_beta), inverse(d)};
    }
}
// Where that formula does not hold as it stands. Of x: its largest part, and the sum of squares if nothing overflowed.
template <class T> __device__ __forceinline__ bool is_identity(T alpha, RealOf<T> largest, RealOf<T> squares) {
    return largest == 0 && squares == 0 && imaginary_part(alpha) == 0;
}
template <class T> __device__ __forceinline__ Reflector<T> no_reflector(T alpha) {
    return {real_part(alpha), RealOf<T>(1), zero<T>(), from_real<T>(RealOf<T>(1))};
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
    if (is_identity(alpha, most, squares)) return no_reflector(alpha);
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
        return total_of_lanes(squares);
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

// A matrix of up to `rows` rows to one warp or several, a column to a lane; room for `columns` of them. Reflectors are
// scaled at the end, and products with other columns follow from those of the column as it is, of which the first is
// its norm. Blocks at a time: as many as leave a column its registers, or nearly; 0: as the compiler has it.
template <int lanes> constexpr int kSmallQrThreads = std::max(64, lanes);
template <class T, int lanes, int rows> constexpr int kSmallQrBlocks = [] {
    constexpr int words = rows * int(sizeof(T)) / 4;
    if (rows <= 32) return sizeof(T) != 8 ? 0 : words == 32 ? 10 : words > 32 ? 8 : 0;
    if (lanes > 96) return 3;
    if (lanes > 64) return words <= 96 ? 5 : 2;
    return words <= 56 ? 10 : words <= 80 ? 8 : words <= 112 ? 6 : 4;
}();
template <class T, int lanes, int rows>
__global__ void __launch_bounds__(kSmallQrThreads<lanes>, kSmallQrBlocks<T, lanes, rows>)
    small_qr(const __grid_constant__ BatchProblems all, const __grid_constant__ BatchStep s, int columns) {
    using R = RealOf<T>;
    constexpr int groups = kSmallQrThreads<lanes> / lanes, chunk = 8, unit = kPack<T>,
                  sums = Traits<T>::complex ? 2 : 4;
    constexpr int lead = rows + 1;
    static_assert(rows % chunk == 0);
    extern __shared__ char shared[];
    __shared__ alignas(16) T vector[groups][2][rows];
    [[maybe_unused]] __shared__ R norm;  // for other warps
    const int j = threadIdx.x % lanes, group = threadIdx.x / lanes;
    const i64 at = i64(blockIdx.x) * groups + group;
    const bool exists = at < all.count;
    const Problem p = problem(all, exists ? at : 0);
    const int m = exists ? p.sizes.m : 0, n = exists ? p.sizes.n : 0, steps = min(m, n);
    const View<T> a = plain_view<T>(all, p, s.x);
    const auto meet = [] {
        if constexpr (lanes > 32)
            __syncthreads();
        else
            __syncwarp();
    };
    T* const mine = reinterpret_cast<T*>(shared) + group * (columns * lead);
    // By rows, as they lie together.
    const auto each_of_rows = [&](auto&& f) {
        for (int i = j; i < m; i += lanes)
#pragma unroll 4
            for (int k = 0; k < n; ++k) f(i, k);
    };
    each_of_rows([&](int i, int k) { bring(mine + i + k * lead, a, i, k); });
    copies_wait_all();
    meet();
    T column[rows];
#pragma unroll
    for (int i = 0; i < rows; ++i) column[i] = i < m && j < n ? mine[i + j * lead] : zero<T>();
    T scale = from_real<T>(R(1)), tau = zero<T>();
#pragma unroll
    for (int k0 = 0; k0 < rows; k0 += chunk) {
#pragma unroll 1
        for (int k = k0; k < k0 + chunk && k < steps; ++k) {
            T* const x = vector[group][k % 2];
            const auto publish = [&] {
                if (j == k) {
#pragma unroll
                    for (int i = k0; i < rows; i += unit) {
                        Pack<T> y;
#pragma unroll
                        for (int e = 0; e < unit; ++e) y.v[e] = column[i + e];
                        *reinterpret_cast<Pack<T>*>(x + i) = y;
                    }
                }
                meet();
            };
            // f(i, x[i]) for i > k
            const auto each = [&](auto&& f) {
#pragma unroll
                for (int i = k0; i < rows; i += unit) {
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
            R factor = 1, shrunk = 1;
            const auto scale_own = [&](R by) {
                top = product_with(top, by);
#pragma unroll
                for (int i = k0; i < rows; ++i)
                    if (i >= k0 + chunk || i > k) column[i] = product_with(column[i], by);
            };
#pragma unroll 1
            for (bool again = false;; again = true) {
                T sum[sums] = {};
                each([&](int i, T v) { sum[i % sums] = plus_product(sum[i % sums], conjugate(v), column[i]); });
#pragma unroll
                for (int q = sums / 2; q > 0; q /= 2)
#pragma unroll
                    for (int l = 0; l < q; ++l) sum[l] = plus(sum[l], sum[l + q]);
                R squares;
                if constexpr (lanes > 32) {
                    if (j == k) norm = real_part(sum[0]);
                    meet();
                    squares = norm;
                } else {
                    squares = __shfl_sync(~0u, real_part(sum[0]), k);
                }
                const T alpha = x[k];
                h = reflector(alpha, squares);
                w = product_of(conjugate(h.tau), plus(top, product_of(conjugate(h.scale), sum[0])));
                by = product_of(h.scale, w);
                if (again) break;
                const bool large = j > k && !(size_of(sum[0]) <= kMostSquares<R> && size_of(by) <= kMostSquares<R>);
                const bool any = lanes > 32 ? __syncthreads_or(large) : __any_sync(~0u, large);
                if (!any && plain_reflector(alpha, squares)) break;
                R largest = 0;
                for (int i = k + 1; i < rows; ++i) largest = larger_part(largest, x[i]);
                if (is_identity(alpha, largest, squares)) {
                    h = no_reflector(alpha);
                    break;
                }
                factor = factor_for(alpha, largest);
                meet();
                if (j == k) {
#pragma unroll
                    for (int i = k0; i < rows; ++i)
                        if (i >= k) column[i] = product_with(column[i], factor);
                } else if (j > k && (large || !(size_of(sum[0]) * factor <= kMostSquares<R>))) {
                    // What is added up may be as much more than a norm as there are rows.
                    shrunk = R(0x1p-10), scale_own(shrunk);
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
                if (shrunk != 1) scale_own(1 / shrunk);
            }
#pragma unroll
            for (int i = k0; i < k0 + chunk; ++i) column[i] = i == k ? top : column[i];
        }
    }
    meet();
    if (j < n) {
#pragma unroll
        for (int i = 0; i < rows; ++i)
            mine[i + j * lead] = i > j && j < steps ? product_of(column[i], scale) : column[i];
    }
    meet();
    if (!exists) return;
    each_of_rows([&](int i, int k) { a.put(i, k, mine[i + k * lead]); });
    if (j < steps) reinterpret_cast<T*>(address(all.tau, p.number))[j] = tau;
}

// The same by a part of a warp, `each` columns to a lane: with more of them there is less of what is the same for all
// columns. All matrices of a warp go together: with a mask for each of them they would go one after the other.
template <class T, int lanes, int each, int rows>
__global__ void __launch_bounds__(kSmallQrThreads<lanes>, each > 1 ? 0 : kSmallQrBlocks<T, lanes, rows>)
    narrow_qr(const __grid_constant__ BatchProblems all, const __grid_constant__ BatchStep s, int columns) {
    using R = RealOf<T>;
    constexpr int groups = kSmallQrThreads<lanes> / lanes, chunk = rows % 8 || lanes < 8 ? 4 : 8, unit = kPack<T>,
                  sums = Traits<T>::complex ? 2 : 4;
    constexpr int lead = rows + 1;
    static_assert(rows % chunk == 0 && (each == 1 || lanes % chunk == 0));
    extern __shared__ char shared[];
    __shared__ alignas(16) T vector[groups][2][rows];
    const int j = threadIdx.x % lanes, group = threadIdx.x / lanes;
    const i64 at = i64(blockIdx.x) * groups + group;
    const bool exists = at < all.count;
    const Problem p = problem(all, exists ? at : 0);
    const int m = exists ? p.sizes.m : 0, n = exists ? p.sizes.n : 0, steps = min(m, n);
    const View<T> a = plain_view<T>(all, p, s.x);
    const int first = threadIdx.x % 32 / lanes * lanes;
    const auto most_steps = static_cast<int>(__reduce_max_sync(~0u, static_cast<unsigned>(steps)));
    T* const mine = reinterpret_cast<T*>(shared) + group * (columns * lead);
    // By rows, as they lie together.
    const auto each_of_rows = [&](auto&& f) {
        for (int i = j; i < m; i += lanes)
#pragma unroll 4
            for (int k = 0; k < n; ++k) f(i, k);
    };
    each_of_rows([&](int i, int k) { bring(mine + i + k * lead, a, i, k); });
    copies_wait_all();
    __syncwarp();
    T column[each][rows], scale[each], tau[each];
#pragma unroll
    for (int c = 0; c < each; ++c) {
        const int here = j + c * lanes;
        scale[c] = from_real<T>(R(1)), tau[c] = zero<T>();
#pragma unroll
        for (int i = 0; i < rows; ++i) column[c][i] = i < m && here < n ? mine[i + here * lead] : zero<T>();
    }
#pragma unroll
    for (int k0 = 0; k0 < rows; k0 += chunk) {
#pragma unroll 1
        for (int k = k0; k < k0 + chunk && k < most_steps; ++k) {
            const bool active = k < steps;
            const int own = min(k0 / lanes, each - 1);  // this column is one of lane k % lanes
            const bool has = j == k % lanes;
            const auto after = [&](int c) { return j + c * lanes > k; };
            T* const x = vector[group][k % 2];
            const auto publish = [&] {
                if (has) {
#pragma unroll
                    for (int i = k0; i < rows; i += unit) {
                        Pack<T> y;
#pragma unroll
                        for (int e = 0; e < unit; ++e) y.v[e] = column[own][i + e];
                        *reinterpret_cast<Pack<T>*>(x + i) = y;
                    }
                }
                __syncwarp();
            };
            // f(i, x[i]) for i > k
            const auto each_row = [&](auto&& f) {
#pragma unroll
                for (int i = k0; i < rows; i += unit) {
                    const Pack<T> y = *reinterpret_cast<const Pack<T>*>(x + i);
#pragma unroll
                    for (int e = 0; e < unit; ++e)
                        if (i + e >= k0 + chunk || i + e > k) f(i + e, y.v[e]);
                }
            };
            publish();
            T top[each], w[each], by[each], sum[each];
#pragma unroll
            for (int c = own; c < each; ++c) {
                top[c] = column[c][k0];
#pragma unroll
                for (int i = k0 + 1; i < k0 + chunk; ++i) top[c] = i == k ? column[c][i] : top[c];
            }
            Reflector<T> h;
            R factor = 1, shrunk[each];
            bool identity = false;
            const auto scale_own = [&](int c, R by) {
                top[c] = product_with(top[c], by);
#pragma unroll
                for (int i = k0; i < rows; ++i)
                    if (i >= k0 + chunk || i > k) column[c][i] = product_with(column[c][i], by);
            };
#pragma unroll
            for (int c = own; c < each; ++c) shrunk[c] = 1;
#pragma unroll 1
            for (bool again = false;; again = true) {
                T parts[each][sums] = {};
                each_row([&](int i, T v) {
#pragma unroll
                    for (int c = own; c < each; ++c)
                        parts[c][i % sums] = plus_product(parts[c][i % sums], conjugate(v), column[c][i]);
                });
#pragma unroll
                for (int c = own; c < each; ++c) {
#pragma unroll
                    for (int q = sums / 2; q > 0; q /= 2)
#pragma unroll
                        for (int l = 0; l < q; ++l) parts[c][l] = plus(parts[c][l], parts[c][l + q]);
                    sum[c] = parts[c][0];
                }
                const R squares = __shfl_sync(~0u, real_part(sum[own]), first + k % lanes);
                const T alpha = x[k];
                h = reflector(alpha, squares);
#pragma unroll
                for (int c = own; c < each; ++c) {
                    w[c] = product_of(conjugate(h.tau), plus(top[c], product_of(conjugate(h.scale), sum[c])));
                    by[c] = product_of(h.scale, w[c]);
                }
                if (again) break;
                bool large[each], some = false;
#pragma unroll
                for (int c = own; c < each; ++c) {
                    large[c] = active && after(c) &&
                               !(size_of(sum[c]) <= kMostSquares<R> && size_of(by[c]) <= kMostSquares<R>);
                    some = some || large[c];
                }
                const bool any = (__ballot_sync(~0u, some) >> first & ((1u << lanes) - 1)) != 0;  // of this matrix
                const bool plain = !active || (!any && plain_reflector(alpha, squares));
                if (!__any_sync(~0u, !plain)) break;
                if (!plain) {
                    R largest = 0;
                    for (int i = k + 1; i < rows; ++i) largest = larger_part(largest, x[i]);
                    identity = is_identity(alpha, largest, squares);
                    if (!identity) factor = factor_for(alpha, largest);
                }
                __syncwarp();
                if (!plain && !identity) {  // others do the same once more
                    if (has) {
#pragma unroll
                        for (int i = k0; i < rows; ++i)
                            if (i >= k) column[own][i] = product_with(column[own][i], factor);
                    }
#pragma unroll
                    for (int c = own; c < each; ++c)
                        if (after(c) && (large[c] || !(size_of(sum[c]) * factor <= kMostSquares<R>))) {
                            // What is added up may be as much more than a norm as there are rows.
                            shrunk[c] = R(0x1p-10), scale_own(c, shrunk[c]);
                        }
                }
                publish();
            }
            if (identity) h = no_reflector(x[k]);
            if (!active || is_null(h.tau)) continue;
            if (has) scale[own] = h.scale, tau[own] = h.tau, top[own] = from_real<T>(h.beta / factor);
            const auto follow = [&](auto&& is_after) {
#pragma unroll
                for (int c = own; c < each; ++c)
                    if (is_after(c)) top[c] = minus(top[c], w[c]);
                each_row([&](int i, T v) {
#pragma unroll
                    for (int c = own; c < each; ++c)
                        if (is_after(c)) column[c][i] = minus_product(column[c][i], v, by[c]);
                });
#pragma unroll
                for (int c = own; c < each; ++c)
                    if (is_after(c) && shrunk[c] != 1) scale_own(c, 1 / shrunk[c]);
            };
            if constexpr (each > 1)
                follow(after);
            else if (after(0))
                follow([](int) { return true; });
#pragma unroll
            for (int c = own; c < each; ++c)
#pragma unroll
                for (int i = k0; i < k0 + chunk; ++i) column[c][i] = i == k ? top[c] : column[c][i];
        }
    }
    __syncwarp();
#pragma unroll
    for (int c = 0; c < each; ++c) {
        const int here = j + c * lanes;
        if (here < n) {
#pragma unroll
            for (int i = 0; i < rows; ++i)
                mine[i + here * lead] = i > here && here < steps ? product_of(column[c][i], scale[c]) : column[c][i];
        }
    }
    __syncwarp();
    if (!exists) return;
    each_of_rows([&](int i, int k) { a.put(i, k, mine[i + k * lead]); });
#pragma unroll
    for (int c = 0; c < each; ++c)
        if (j + c * lanes < steps) reinterpret_cast<T*>(address(all.tau, p.number))[j + c * lanes] = tau[c];
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

// Sums of one, two or four columns over the lanes of a warp, in one order however many: a lane has that of column
// column_of(lane), which, of four, lane_of(column) is one of.
constexpr int kAtATime = 4;
template <int columns = kAtATime> __device__ __forceinline__ int column_of(int lane) {
    return columns == 4 ? lane / 16 * 2 + lane / 8 % 2 : columns == 2 ? lane / 16 : 0;
}
__device__ __forceinline__ int lane_of(int column) {
    return column / 2 * 16 + column % 2 * 8;
}
template <class T, int columns> __device__ __forceinline__ T sum_lanes(T (&v)[columns]) {
    static_assert(columns == 1 || columns == 2 || columns == 4);
    const int lane = threadIdx.x % 32;
    const auto half = [&](T low, T high, int bits) {
        const bool upper = lane & bits;
        return plus(upper ? high : low, shuffle_xor(upper ? low : high, bits));
    };
    T sum;
    int bits = 8;
    if constexpr (columns == 4)
        sum = half(half(v[0], v[2], 16), half(v[1], v[3], 16), 8), bits = 4;
    else if constexpr (columns == 2)
        sum = half(v[0], v[1], 16);
    else
        sum = plus(v[0], shuffle_xor(v[0], 16));
    for (; bits > 0; bits /= 2) sum = plus(sum, shuffle_xor(sum, bits));
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

// A problem's matrix, looked at so that it has m rows and no more columns, and where its bidiagonal form goes.
template <class T> struct Bidiagonal {
    int m, n;
    View<T> a;
    RealOf<T>*d, *e;
    T *left, *right;  // tau of the reflectors of columns, and of rows
    __device__ __forceinline__ Bidiagonal(const BatchProblems& all, const BatchStep& s) {
        using R = RealOf<T>;
        const Problem p = problem(all, blockIdx.x);
        const bool turned = p.sizes.m < p.sizes.n;
        m = turned ? p.sizes.n : p.sizes.m, n = turned ? p.sizes.m : p.sizes.n;
        BatchPart part = s.x;
        part.turned = turned, part.conjugate = turned && Traits<T>::complex;
        a = view<T>(all, p, part);
        d = reinterpret_cast<R*>(address(all.d, p.number));
        e = reinterpret_cast<R*>(address(all.e, p.number));
        left = reinterpret_cast<T*>(address(turned ? all.taup : all.tau, p.number));
        right = reinterpret_cast<T*>(address(turned ? all.tau : all.taup, p.number));
    }
};

// The bidiagonal form of a matrix of m <= 32 Q rows by one sweep a step over what is right of and below it. A column,
// which a warp holds in registers, gets A - v w - z u^H of the steps before, then its product w with this step's v,
// with that its element of this step's row, and the row's product with A goes on, before the row's reflector is known:
// A u follows from it. A itself is written every `lag` steps. v, z, w and u of the steps that are not in A yet are in
// shared memory. Where products with the row as it is are out of range, A u is worked out again.
constexpr int kBidiagonalLag = 2;  // in place
constexpr int kMostBidiagonalParts = 8;
__host__ __device__ constexpr int bidiagonal_parts(int m) {  // warps, a part of A u each: of the matrix alone
    return m <= 32 ? 1 : m <= 64 ? 4 : kMostBidiagonalParts;
}
// Q, and how many chunks of 32 rows are looked at together.
constexpr int bidiagonal_chunks(int larger, bool held) {
    return !held ? (larger <= 128 ? 4 : larger <= 256 ? 8 : 16) : larger <= 128 ? (larger + 31) / 32 : 16;
}
static_assert(32 * bidiagonal_chunks(kMostBidiagonalRows, false) == kMostBidiagonalRows);
__host__ __device__ constexpr int bidiagonal_group(int chunks) {
    return chunks <= 3 ? 1 : chunks <= 8 ? 2 : 4;
}
__host__ __device__ constexpr int bidiagonal_padded(int m, int group) {
    return (m + 32 * group - 1) / (32 * group) * (32 * group);
}
template <class T> constexpr i64 bidiagonal_numbers(int m, int n, bool held) {
    const int lag = held ? 1 : kBidiagonalLag, group = bidiagonal_group(bidiagonal_chunks(std::max(m, n), held));
    return i64(2 * lag + 1) * bidiagonal_padded(m, group) + i64(1 + bidiagonal_parts(m)) * m +
           i64(2 * lag + 1) * (n + kAtATime);
}
// Of numbers in double precision, 256 rows are looked at by one block at a time, of twice as many columns.
template <class T, int Q> constexpr bool kBidiagonalAlone = Q == 16 || (Q == 8 && sizeof(RealOf<T>) == 8);
template <class T, int Q> constexpr int kBidiagonalColumns = std::min(kAtATime, (kBidiagonalAlone<T, Q> ? 256 : 128) /
                                                                                    (Q * std::max(int(sizeof(T)), 8)));
template <int Q> constexpr int kBidiagonalThreads = 32 * bidiagonal_parts(32 * Q);
// On a multiprocessor: so many warps are worth registers that are kept in memory.
template <class T, int Q> constexpr int bidiagonal_blocks() {
    if (Q == 1) return 20;
    if (Q == 2) return sizeof(T) == 4 ? 8 : Traits<T>::complex ? (sizeof(T) == 16 ? 4 : 6) : 7;
    if (Q == 3) return sizeof(T) == 4 ? 4 : sizeof(T) == 16 ? 2 : 3;
    if (Q == 4 && sizeof(T) == 4) return 3;
    return kBidiagonalAlone<T, Q> ? 1 : 2;
}
template <class T, bool held, int Q> __global__ void __launch_bounds__(kBidiagonalThreads<Q>, bidiagonal_blocks<T, Q>())
    bidiagonal(const __grid_constant__ BatchProblems all, const __grid_constant__ BatchStep s) {
    using R = RealOf<T>;
    constexpr int lag = held ? 1 : kBidiagonalLag, slots = lag + 1, C = kBidiagonalColumns<T, Q>;
    constexpr int group = bidiagonal_group(Q);
    extern __shared__ char shared[];
    __shared__ R squares[Q], row_squares[kMostBidiagonalParts];
    __shared__ T row_products[kMostBidiagonalParts];
    __shared__ T alpha;
    __shared__ Reflector<T> careful;
    __shared__ int again;
    const Bidiagonal<T> form(all, s);
    const int m = form.m, n = form.n;
    if (n == 0) return;
    const View<T>& x = form.a;
    T* const inside = reinterpret_cast<T*>(shared);
    const int ld = leading<T>(m), parts = bidiagonal_parts(m);
    const int padded = bidiagonal_padded(m, group), width = n + kAtATime;
    const auto a = inside_or<held>(inside, ld, x);
    T* const v = inside + (held ? ld * n : 0);
    T *const z = v + slots * padded, *const column = z + lag * padded, *const sums = column + m;
    T *const w = sums + parts * m, *const u = w + lag * width, *const row = u + lag * width;
    const int thread = threadIdx.x, warp = thread / 32, warps = blockDim.x / 32, lane = thread % 32;
    // f(i) for rows i >= k, each by one thread, a warp those of a chunk of 32.
    const auto each_row = [&](int k, auto&& f, auto&& chunk_done) {
        for (int chunk = k / 32 + warp; chunk * 32 < m; chunk += warps) {
            const int i = chunk * 32 + lane;
            if (i >= k && i < m) f(i);
            chunk_done(chunk);
        }
    };
    // Column k, get(i), and what its reflector needs.
    const auto publish = [&](int k, auto&& get) {
        T* const to = v + k % slots * padded;
        if (thread < slots && thread < k) to[k - 1 - thread] = zero<T>();  // none but zeros above
        R square = 0;
        each_row(
            k,
            [&](int i) {
                const T y = get(i);
                to[i] = y;
                if (i == k)
                    alpha = y;
                else
                    square = plus_square(R(0), y);
            },
            [&](int chunk) {
                square = total_of_lanes(square);
                if (lane == 0) squares[chunk] = square;
                square = 0;
            });
    };

    if (thread == 0) again = -1;
    for (int i = thread; i < (slots + lag) * padded; i += int(blockDim.x)) v[i] = zero<T>();
    for (int j = thread; j < (2 * lag + 1) * width; j += int(blockDim.x)) w[j] = zero<T>();
    __syncthreads();
    if (held) bring_panel(x, inside, ld, m, n);
    publish(0, [&](int i) { return a.get(i, 0); });
    __syncthreads();
    int pending = 0;  // steps k - pending ... k - 1 are not in A
    for (int k = 0; k < n; ++k) {
        T* const next = v + k % slots * padded;
        Reflector<T> h;
        {
            R total = 0;
            for (int chunk = k / 32; chunk * 32 < m; ++chunk) total += squares[chunk];
            const T first = alpha;
            if (plain_reflector(first, total)) {
                h = reflector(first, total);
            } else {
                if (warp == 0) {
                    h = find_reflector(first, m - k - 1, [&](int i) { return next[k + 1 + i]; });
                    if (lane == 0) careful = h;
                }
                __syncthreads();
                h = careful;
            }
        }
        each_row(
            k,
            [&](int i) {
                const T y = i == k ? from_real<T>(R(1)) : scaled(h, next[i]);
                next[i] = y;
                a.put(i, k, i == k ? from_real<T>(h.beta) : y);
            },
            [](int) {});
        if (thread == 0) form.d[k] = h.beta, form.left[k] = h.tau;
        __syncthreads();
        if (k + 1 == n) {
            if (thread == 0) form.right[k] = zero<T>();
            break;
        }

        const bool writes = pending == lag;
        T* const by_v = w + k % lag * width;
        const auto sweep = [&](const T* const first_element, auto along, auto conjugates) {
            const int first = k / 32, chunks = (m + 31) / 32, first_column = k + 1 + kAtATime * warp;
            const T* const vk = next + lane;
            T sum_row[Q] = {}, product = zero<T>();  // the row with A, with w
            R square = 0;
            // f(first chunk) of the groups that have rows; f(chunk) of all chunks of these.
            const auto each_group = [&](auto&& f) {
#pragma unroll
                for (int q0 = 0; q0 < Q; q0 += group)
                    if (q0 + group > first && q0 < chunks) f(q0);
            };
            const auto each = [&](auto&& f) {
                each_group([&](int q0) {
#pragma unroll
                    for (int q = q0; q < q0 + group; ++q) f(q);
                });
            };
            // Columns go to warps by fours, however many of them are held at a time.
#pragma unroll 1
            for (int j0 = first_column; j0 < n; j0 += kAtATime * parts)
#pragma unroll 1
                for (int j = j0; j < j0 + kAtATime && j < n; j += C) {
                    T y[Q][C], sum[C] = {}, top[C] = {};
                    const T* from[C];
#pragma unroll
                    for (int c = 0; c < C; ++c)
                        from[c] =
                            first_element + i64(min(j + c, n - 1)) * (held ? ld : x.columns) + i64(lane) * along();
                    // All that is read is on its way together.
                    each_group([&](int q0) {
                        if (32 * (q0 + group) <= m) {
#pragma unroll
                            for (int q = q0; q < q0 + group; ++q)
#pragma unroll
                                for (int c = 0; c < C; ++c) y[q][c] = from[c][32 * q * along()];
                        } else {
#pragma unroll
                            for (int q = q0; q < q0 + group; ++q)
#pragma unroll
                                for (int c = 0; c < C; ++c)
                                    y[q][c] = lane + 32 * q < m ? from[c][32 * q * along()] : zero<T>();
                        }
                    });
                    if constexpr (conjugates())
                        each([&](int q) {
#pragma unroll
                            for (int c = 0; c < C; ++c) y[q][c] = conjugate(y[q][c]);
                        });
#pragma unroll
                    for (int l = 0; l < lag; ++l) {
                        if (l >= pending) break;
                        const int step = k - pending + l;
                        const T* const vl = v + step % slots * padded + lane;
                        const T* const zl = z + step % lag * padded + lane;
                        T before_v[C], before_z[C];
#pragma unroll
                        for (int c = 0; c < C; ++c) {
                            before_v[c] = w[step % lag * width + j + c];
                            before_z[c] = conjugate(u[step % lag * width + j + c]);
                        }
                        each([&](int q) {
                            const T vi = vl[32 * q], zi = zl[32 * q];
#pragma unroll
                            for (int c = 0; c < C; ++c)
                                y[q][c] = minus_product(minus_product(y[q][c], vi, before_v[c]), zi, before_z[c]);
                        });
                    }
                    each([&](int q) {
                        const T vi = conjugate(vk[32 * q]);  // zero above row k and below the last one
#pragma unroll
                        for (int c = 0; c < C; ++c) sum[c] = plus_product(sum[c], vi, y[q][c]);
                    });
                    each_group([&](int q0) {
                        if (q0 > first) return;
#pragma unroll
                        for (int q = q0; q < q0 + group; ++q)
#pragma unroll
                            for (int c = 0; c < C; ++c) top[c] = q == first ? y[q][c] : top[c];
                    });
                    if (writes)
                        each([&](int q) {
                            const int i = lane + 32 * q;
#pragma unroll
                            for (int c = 0; c < C; ++c)
                                if (i >= k && i < m && j + c < n) a.put(i, j + c, y[q][c]);
                        });
                    if (j == k + 1)
                        each([&](int q) {
                            const int i = lane + 32 * q;
                            if (i > k && i < m) column[i] = y[q][0];
                        });
                    const T dot = sum_lanes(sum);
                    const T mine = is_null(h.tau) ? zero<T>() : product_of(conjugate(h.tau), dot);
                    // Through memory: what lies behind the last column stays zero.
                    if (lane == k % 32) {
#pragma unroll
                        for (int c = 0; c < C; ++c)
                            if (j + c < n) row[j + c] = top[c];
                    }
                    __syncwarp();
                    const int one = j + column_of<C>(lane);
                    const T in_row = conjugate(minus(row[one], mine));
                    __syncwarp();  // all have read
                    if (lane % (32 / C) == 0 && one < n) by_v[one] = mine, row[one] = in_row;
                    __syncwarp();
                    T by[C];
#pragma unroll
                    for (int c = 0; c < C; ++c) {
                        by[c] = c == 0 && j == k + 1 ? zero<T>() : row[j + c];
                        square = plus_square(square, by[c]), product = plus_product(product, by_v[j + c], by[c]);
                    }
                    each([&](int q) {
#pragma unroll
                        for (int c = 0; c < C; ++c) sum_row[q] = plus_product(sum_row[q], y[q][c], by[c]);
                    });
                }
#pragma unroll
            for (int q = 0; q < Q; ++q) {
                const int i = lane + 32 * q;
                if (i > k && i < m) sums[warp * m + i] = sum_row[q];
            }
            if (lane == 0) row_squares[warp] = square, row_products[warp] = product;
        };
        if (warp < parts) {
            constexpr std::integral_constant<int, 1> one{};
            constexpr std::false_type no{};
            if constexpr (held)
                sweep(inside, one, no);
            else if (x.rows == 1 && !x.conjugated)
                sweep(x.p, one, no);
            else
                sweep(
                    x.p, [&] { return x.rows; }, std::bool_constant<Traits<T>::complex>{});
        }
        __syncthreads();
        if (writes) pending = 0;

        // The row's reflector, by each warp; A u, and with it the next column.
        T* const by_z = u + k % lag * width;
        T* const to_z = z + k % lag * padded;
        const auto next_column = [&](int i, T by) {
            to_z[i] = by;
            return minus(minus_product(column[i], next[i], by_v[k + 1]), by);
        };
        {
            const T first = row[k + 1];
            R square = row_squares[0];
            T less = row_products[0];
            for (int q = 1; q < parts; ++q) square += row_squares[q], less = plus(less, row_products[q]);
            const bool plain = plain_reflector(first, square);
            h = plain ? reflector(first, square)
                      : find_reflector(first, n - k - 2, [&](int j) { return row[k + 2 + j]; });
            for (int j = k + 1 + thread; j < n; j += int(blockDim.x)) {
                const T y = j == k + 1 ? from_real<T>(R(1)) : scaled(h, row[j]);
                by_z[j] = y;
                a.put(k, j, j == k + 1 ? from_real<T>(h.beta) : conjugate(y));
            }
            if (thread == 0) {
                form.e[k] = h.beta, form.right[k] = h.tau;
                if (!plain) again = k;
            }
            less = plus_product(by_v[k + 1], less, h.scale);
            publish(k + 1, [&](int i) {
                T sum = sums[i];
                for (int q = 1; q < parts; ++q) sum = plus(sum, sums[q * m + i]);
                if (!(size_of(sum) <= kMostSquares<R>)) again = k;
                sum = minus_product(plus_product(column[i], sum, h.scale), next[i], less);
                return next_column(i, product_of(h.tau, sum));
            });
        }
        __syncthreads();
        if (again == k) {
            T less = zero<T>();
            for (int j = k + 1 + lane; j < n; j += 32) less = plus_product(less, by_v[j], by_z[j]);
            less = total_of_lanes(less);
            publish(k + 1, [&](int i) {
                T sum = zero<T>();
                for (int j = k + 1; j < n; ++j) {
                    T y = a.get(i, j);
                    for (int step = k - pending; step < k; ++step) {
                        const int at = step % lag;
                        y = minus_product(y, v[step % slots * padded + i], w[at * width + j]);
                        y = minus_product(y, z[at * padded + i], conjugate(u[at * width + j]));
                    }
                    sum = plus_product(sum, y, by_z[j]);
                }
                sum = minus_product(sum, next[i], less);
                return next_column(i, is_null(h.tau) ? zero<T>() : product_of(h.tau, sum));
            });
            __syncthreads();
        }
        ++pending;
    }
    if (held) {
        __syncthreads();
        return_panel(x, inside, ld, m, n);
    }
}

// The same of any m, in place, by two sweeps a step: A - v w - z u^H of the step before with the products w of this
// one, and A u.
constexpr int kSweepsThreads = 512, kSweepsParts = 16;  // sums of A u, each of its columns,
constexpr int kSweepsRows = 128;                        // of so many rows at a time
__host__ __device__ constexpr i64 sweeps_numbers(int m, int n) {
    return 3 * i64(m) + 2 * i64(n) + kSweepsRows * kSweepsParts;
}
template <class T> __global__ void __launch_bounds__(kSweepsThreads, 1)
    bidiagonal_by_sweeps(const __grid_constant__ BatchProblems all, const __grid_constant__ BatchStep s) {
    using R = RealOf<T>;
    extern __shared__ char shared[];
    __shared__ T tau_left, tau_right, w_u;
    const Bidiagonal<T> form(all, s);
    const int m = form.m, n = form.n;
    if (n == 0) return;
    const View<T>& a = form.a;
    T* const z = reinterpret_cast<T*>(shared);
    T *v = z + m, *next = v + m, *const w = next + m, *const u = w + n, *const sums = u + n;
    const int thread = threadIdx.x, warp = thread / 32, warps = blockDim.x / 32, lane = thread % 32;
    for (int i = thread; i < m; i += int(blockDim.x)) z[i] = v[i] = zero<T>();
    for (int j = thread; j < n; j += int(blockDim.x)) w[j] = u[j] = zero<T>();
    __syncthreads();
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
                form.d[k] = h.beta;
                tau_left = form.left[k] = h.tau;
            }
        }
        __syncthreads();
        if (k + 1 == n) {
            if (thread == 0) form.right[k] = zero<T>();
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
            sum = total_of_lanes(sum);
            if (lane == 0) {
                form.e[k] = h.beta;
                tau_right = form.right[k] = h.tau;
                w_u = sum;
            }
        }
        __syncthreads();
        const T tau = tau_right, less = w_u;
        for (int i0 = k + 1; i0 < m; i0 += kSweepsRows) {
            constexpr int rows = kSweepsRows / 32;
            for (int part = warp; part < kSweepsParts; part += warps) {
                T sum[rows] = {};
#pragma unroll 2
                for (int j = k + 1 + part; j < n; j += kSweepsParts) {
                    const T y = u[j];
#pragma unroll
                    for (int q = 0; q < rows; ++q) {
                        const int i = i0 + lane + 32 * q;
                        if (i < m) sum[q] = plus_product(sum[q], a.get(i, j), y);
                    }
                }
#pragma unroll
                for (int q = 0; q < rows; ++q) sums[part * kSweepsRows + lane + 32 * q] = sum[q];
            }
            __syncthreads();
            for (int q = thread; q < kSweepsRows && i0 + q < m; q += int(blockDim.x)) {
                T sum = sums[q];
                for (int part = 1; part < kSweepsParts; ++part) sum = plus(sum, sums[part * kSweepsRows + q]);
                sum = minus_product(sum, next[i0 + q], less);
                z[i0 + q] = is_null(tau) ? zero<T>() : product_of(tau, sum);
            }
            __syncthreads();
        }
        T* const old = v;
        v = next, next = old;
    }
}

template <class T, int lanes, int each, int rows>
static cudaError_t launch_small_qr(cudaStream_t stream, const BatchProblems& all, const BatchStep& s, int columns) {
    constexpr int threads = kSmallQrThreads<lanes>, groups = threads / lanes;
    constexpr std::size_t column = groups * (rows + 1) * sizeof(T), most = column * lanes * each;
    const auto go = [&](auto* kernel) {
        if (const cudaError_t e = once_a_device([&] { return allow_shared(kernel, most, most); }); e != cudaSuccess)
            return e;
        const auto blocks = static_cast<unsigned>((all.count + groups - 1) / groups);
        kernel<<<blocks, threads, column* unsigned(columns), stream>>>(all, s, columns);
        return cudaGetLastError();
    };
    if constexpr (lanes < 32)
        return go(narrow_qr<T, lanes, each, rows>);
    else
        return go(small_qr<T, lanes, rows>);
}
// A column to a lane, with the least of `rows` that suffice.
template <class T, int lanes, int... rows>
static cudaError_t launch_tall_qr(cudaStream_t stream, const BatchProblems& all, const BatchStep& s, int m, int n) {
    cudaError_t e = cudaErrorInvalidValue;
    const auto suffices = [&]<int some>() {
        if constexpr (some <= most_small_qr(int{sizeof(T)}))
            if (m <= some) return e = launch_small_qr<T, lanes, 1, some>(stream, all, s, n), true;
        return false;
    };
    (void)(suffices.template operator()<rows>() || ...);
    return e;
}
template <class T>
static cudaError_t launch_small_qr(cudaStream_t stream, const BatchProblems& all, const BatchStep& s, int m, int n) {
    constexpr int most = most_small_qr(int{sizeof(T)}), size = sizeof(T);
    const int larger = m > n ? m : n;
    if constexpr (most_tiny_qr(size) < 8)
        if (larger <= 8) return launch_small_qr<T, 4, 2, 8>(stream, all, s, n);
    if (larger <= 12) return launch_small_qr<T, 4, 3, 12>(stream, all, s, n);
    if (larger <= 16) return launch_small_qr<T, 8, 2, 16>(stream, all, s, n);
    if (n <= 16) return launch_tall_qr<T, 16, 32, 48, most>(stream, all, s, m, n);
    if constexpr (size < 16) {
        if (larger <= 20) return launch_small_qr<T, 8, 3, 20>(stream, all, s, n);
        if (larger <= 24) return launch_small_qr<T, 8, 3, 24>(stream, all, s, n);
        if (larger <= 28) return launch_small_qr<T, 16, 2, 28>(stream, all, s, n);
    } else {
        if (larger <= 20) return launch_small_qr<T, 16, 2, 20>(stream, all, s, n);
    }
    if constexpr (size == 4)
        if (larger <= 32) return launch_small_qr<T, 16, 2, 32>(stream, all, s, n);
    if (n <= 32) return launch_tall_qr<T, 32, 24, 32, 48, 64, most>(stream, all, s, m, n);
    if (n <= 64) return launch_tall_qr<T, 64, 40, 48, 56, 64, most>(stream, all, s, m, n);
    if constexpr (most > 64)
        if (n <= 96) return launch_tall_qr<T, 96, (most == 96 ? 80 : 96), most>(stream, all, s, m, n);
    if constexpr (most > 96) return launch_tall_qr<T, 128, most>(stream, all, s, m, n);
    return cudaErrorInvalidValue;
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
template <class T> static std::size_t bidiagonal_bytes(i64 m, i64 n, BatchAction action) {
    const int more = int(m > n ? m : n), less = int(m > n ? n : m);
    // In place the smaller dimension of other problems may be as large.
    const i64 numbers = action == BatchAction::bidiagonal
                            ? i64(leading<T>(more)) * less + bidiagonal_numbers<T>(more, less, true)
                        : action == BatchAction::bidiagonal_in_place ? bidiagonal_numbers<T>(more, more, false)
                                                                     : sweeps_numbers(more, more);
    return static_cast<std::size_t>(numbers) * sizeof(T);
}

template <class T, bool held, int Q>
static cudaError_t launch_bidiagonal(cudaStream_t stream, const BatchProblems& all, const BatchStep& s, int m, int n) {
    const std::size_t bytes = bidiagonal_bytes<T>(m, n, s.action);
    if (const cudaError_t e = allow_shared(bidiagonal<T, held, Q>, bytes); e != cudaSuccess) return e;
    constexpr unsigned threads = kBidiagonalThreads<Q>;
    bidiagonal<T, held, Q><<<static_cast<unsigned>(all.count), threads, bytes, stream>>>(all, s);
    return cudaGetLastError();
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
            if (larger <= 4) return launch_tiny_qr<T, 4>(stream, all, s);
            if constexpr (most_tiny_qr(int{sizeof(T)}) == 8) {
                if (larger <= 6) return launch_tiny_qr<T, 6>(stream, all, s);
                if (larger <= 8) return launch_tiny_qr<T, 8>(stream, all, s);
            }
            return launch_small_qr<T>(stream, all, s, m, n);
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
        case BatchAction::bidiagonal:
            switch (bidiagonal_chunks(larger, true)) {
                case 1:
                    return launch_bidiagonal<T, true, 1>(stream, all, s, m, n);
                case 2:
                    return launch_bidiagonal<T, true, 2>(stream, all, s, m, n);
                case 3:
                    return launch_bidiagonal<T, true, 3>(stream, all, s, m, n);
                case 4:
                    return launch_bidiagonal<T, true, 4>(stream, all, s, m, n);
                default:
                    return launch_bidiagonal<T, true, 16>(stream, all, s, m, n);
            }
        case BatchAction::bidiagonal_in_place:
            if (bidiagonal_chunks(larger, false) == 4) return launch_bidiagonal<T, false, 4>(stream, all, s, m, n);
            if (bidiagonal_chunks(larger, false) == 8) return launch_bidiagonal<T, false, 8>(stream, all, s, m, n);
            return launch_bidiagonal<T, false, 16>(stream, all, s, m, n);
        default: {
            const std::size_t bytes = bidiagonal_bytes<T>(m, n, s.action);
            if (const cudaError_t e = allow_shared(bidiagonal_by_sweeps<T>, bytes); e != cudaSuccess) return e;
            bidiagonal_by_sweeps<T><<<blocks(1), kSweepsThreads, bytes, stream>>>(all, s);
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
std::size_t batch_bidiagonal_bytes(char precision, std::int64_t m, std::int64_t n, BatchAction action) {
    return kernels::in_precision(precision, [&]<class T>(T) { return kernels::bidiagonal_bytes<T>(m, n, action); });
}

}  // namespace shunt::gpu
