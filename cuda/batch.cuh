// In: device code of batched kernels. Out: what they share: a problem's matrices, in global
// memory and on their way to shared memory, and launches.
#pragma once
#include <cuda_runtime.h>

#include <algorithm>
#include <climits>
#include <cmath>
#include <cstdint>

#include "cuda/async.cuh"
#include "cuda/batch.hpp"
#include "cuda/batch_kernels.hpp"
#include "cuda/factor_kernels.cuh"
#include "cuda/shared_memory.hpp"

namespace shunt::gpu::kernels {

using i64 = std::int64_t;

// A part of a problem's matrix: element (i, j) is at p[i * rows + j * columns].
template <class T> struct View {
    T* p;
    int rows, columns;
    bool conjugated;
    __device__ __forceinline__ T get(int i, int j) const {
        const T v = p[i * rows + j * columns];
        return conjugated ? conjugate(v) : v;
    }
    __device__ __forceinline__ void put(int i, int j, T v) const {
        p[i * rows + j * columns] = conjugated ? conjugate(v) : v;
    }
    // Neighbours of a column lie together, or those of a row.
    __device__ __forceinline__ bool by_columns() const { return rows == 1 || rows == -1; }
    __device__ __forceinline__ bool by_rows() const { return !by_columns() && (columns == 1 || columns == -1); }
};

struct Problem {
    i64 number;
    BatchSizes sizes;
};
__device__ __forceinline__ Problem problem(const BatchProblems& all, i64 at) {
    if (!all.sizes) return {all.first + at, all.most};
    const BatchSizes s = all.sizes[at];
    return {s.number, s};
}

template <class T>
__device__ __forceinline__ View<T> view(const BatchProblems& all, const Problem& p, const BatchPart& part) {
    const BatchPlace& place = part.of == Of::a ? all.a : part.of == Of::b ? all.b : all.c;
    const BatchStrides t = strides(part, p.sizes);
    return {reinterpret_cast<T*>(address(place, p.number)) + t.start, t.rows, t.columns, part.conjugate};
}

// Of a part that is never conjugated: where loads are to be under way together, not even to be asked may part them.
template <class T>
__device__ __forceinline__ View<T> plain_view(const BatchProblems& all, const Problem& p, const BatchPart& part) {
    View<T> v = view<T>(all, p, part);
    v.conjugated = false;
    return v;
}

__device__ __forceinline__ i64 read_integer(const void* p, i64 i, bool wide) {
    return wide ? static_cast<const i64*>(p)[i] : static_cast<const std::int32_t*>(p)[i];
}
__device__ __forceinline__ void write_integer(void* p, i64 i, bool wide, i64 v) {
    if (wide)
        static_cast<i64*>(p)[i] = v;
    else
        static_cast<std::int32_t*>(p)[i] = static_cast<std::int32_t>(v);
}
__device__ __forceinline__ bool failed(const BatchProblems& all, const Problem& p) {
    return read_integer(all.info, p.number, all.wide) != 0;
}

__device__ __forceinline__ float plus_product(float c, float x, float y) {
    return fmaf(x, y, c);
}
__device__ __forceinline__ double plus_product(double c, double x, double y) {
    return fma(x, y, c);
}
template <class R> __device__ __forceinline__ Complex<R> plus_product(Complex<R> c, Complex<R> x, Complex<R> y) {
    return {fma(-x.im, y.im, fma(x.re, y.re, c.re)), fma(x.im, y.re, fma(x.re, y.im, c.im))};
}
template <class T> __device__ __forceinline__ T scalar_of(const double (&s)[2]) {
    if constexpr (Traits<T>::complex)
        return T{static_cast<RealOf<T>>(s[0]), static_cast<RealOf<T>>(s[1])};
    else
        return static_cast<T>(s[0]);
}
__device__ __forceinline__ bool is_zero(const double (&s)[2]) {
    return s[0] == 0 && s[1] == 0;
}
__device__ __forceinline__ bool is_one(const double (&s)[2]) {
    return s[0] == 1 && s[1] == 0;
}
// Products whose roundings do not depend on what the compiler makes of them elsewhere.
__device__ __forceinline__ float product_of(float x, float y) {
    return __fmul_rn(x, y);
}
__device__ __forceinline__ double product_of(double x, double y) {
    return __dmul_rn(x, y);
}
template <class R> __device__ __forceinline__ Complex<R> product_of(Complex<R> x, Complex<R> y) {
    return {fma(-x.im, y.im, product_of(x.re, y.re)), fma(x.im, y.re, product_of(x.re, y.im))};
}

// Square roots without a division: 1 / sqrt(d), and of it sqrt(d).
__device__ __forceinline__ double inverse_root(double d) {
    return rsqrt(d);
}
__device__ __forceinline__ float inverse_root(float d) {
    return rsqrtf(d);
}
template <class R> __device__ __forceinline__ R root_of(R d, R by) {
    if (by == R(0)) return d;  // infinite
    const R r = product_of(d, by);
    return fma(product_of(R(0.5), by), fma(-r, r, d), r);
}

__device__ __forceinline__ unsigned bits_of(float x) {
    return __float_as_uint(x) & 0x7fffffffu;
}
__device__ __forceinline__ unsigned long long bits_of(double x) {
    return static_cast<unsigned long long>(__double_as_longlong(x)) & 0x7fffffffffffffffull;
}
// Of its size; of a real number without arithmetic.
template <class T> __device__ __forceinline__ auto size_bits(T v) {
    if constexpr (Traits<T>::complex)
        return bits_of(size_of(v));
    else
        return bits_of(v);
}
template <class T> __device__ __forceinline__ bool is_null(T v) {
    return size_bits(v) == 0;
}
// plain_inverse() by the number's bits, which compare faster.
template <class T> __device__ __forceinline__ bool has_plain_inverse(T x) {
    const auto bits = size_bits(x);
    return bits > bits_of(RealOf<T>(1) / inverse_edge<T>) && bits < bits_of(inverse_edge<T>);
}
// Multiplication by 1 / d, or division by d where that could overflow.
template <class T> struct Divisor {
    T d;
    bool plain;
    Divisor() = default;
    __device__ __forceinline__ explicit Divisor(T x) : d(x), plain(has_plain_inverse(x)) {
        if (plain) d = inverse(x);
    }
    __device__ __forceinline__ T operator()(T x) const { return plain ? product_of(x, d) : divide(x, d); }
};

__device__ __forceinline__ float plus(float x, float y) {
    return x + y;
}
__device__ __forceinline__ double plus(double x, double y) {
    return x + y;
}
template <class R> __device__ __forceinline__ Complex<R> plus(Complex<R> x, Complex<R> y) {
    return {x.re + y.re, x.im + y.im};
}

// x, 0 for -0: a sum may be -0 where a product underflows, and 0 where zeros beyond its terms are added, as many as a
// tile has in this launch.
__device__ __forceinline__ float without_sign_of_zero(float x) {
    return x + 0.0f;
}
__device__ __forceinline__ double without_sign_of_zero(double x) {
    return x + 0.0;
}
template <class R> __device__ __forceinline__ Complex<R> without_sign_of_zero(Complex<R> x) {
    return {without_sign_of_zero(x.re), without_sign_of_zero(x.im)};
}
// alpha sum + beta before, `before` where it is read; `real`: on the diagonal of a Hermitian matrix, where no imaginary
// part is looked at or left.
template <class T> __device__ __forceinline__ T finished(T sum, T alpha, T beta, T before, bool reads, bool real) {
    T v = product_of(alpha, without_sign_of_zero(sum));
    if constexpr (Traits<T>::complex)
        if (real) before.im = 0;
    if constexpr (Traits<T>::complex) {
        // By 1 nothing is multiplied, as 0 times what is not finite would come in.
        const bool whole = beta.re == 1 && beta.im == 0;
        if (reads) v = whole ? plus(v, before) : plus_product(v, beta, before);
        if (real) v.im = 0;
    } else if (reads) {
        v = plus_product(v, beta, before);
    }
    return v;
}

// Of the lane whose number differs in these bits.
template <class T> __device__ __forceinline__ T shuffle_xor(T v, int bits) {
    if constexpr (Traits<T>::complex)
        return T{__shfl_xor_sync(~0u, v.re, bits), __shfl_xor_sync(~0u, v.im, bits)};
    else
        return __shfl_xor_sync(~0u, v, bits);
}

// Of `count` rows whose sums lie in parts with `lanes` lanes: this lane gets that of row lane % count, in one order. At
// each exchange a lane keeps half of them. conjugated: of what is added.
template <class T, int count> __device__ __forceinline__ T sum_of_lanes(T (&sum)[count], int lanes, bool conjugated) {
    const int lane = threadIdx.x % 32;
#pragma unroll
    for (int half = count / 2; half > 0; half /= 2) {
        const bool upper = lane & half;
#pragma unroll
        for (int q = 0; q < half; ++q) {
            const T kept = upper ? sum[q + half] : sum[q], given = upper ? sum[q] : sum[q + half];
            sum[q] = plus(kept, shuffle_xor(given, half));
        }
    }
    T whole = conjugated ? conjugate(sum[0]) : sum[0];
    for (int step = count; step < lanes; step *= 2) whole = plus(whole, shuffle_xor(whole, step));
    return whole;
}

// Of a column in shared memory: threads in a column, and in a row, meet few banks; pairs lie as one word of 16 bytes.
template <class T> __host__ __device__ constexpr int leading(int m) {
    const int unit = 16 / int(sizeof(T));
    if (unit == 1) return m | 1;
    int ld = (m + unit - 1) / unit * unit;
    if (ld / unit % 2 == 0) ld += unit;
    return ld;
}

// One element to shared memory, as it lies, or a zero; it is on its way until copies_wait_all(). Where many follow each
// other, `to` is counted from one shared_address(): each is an instruction that the next one would wait for.
template <class T, int word = sizeof(T) == 4 ? 4 : 8>
__device__ __forceinline__ void bring(unsigned to, const T* from, bool there = true) {
#pragma unroll
    for (int e = 0; e < int(sizeof(T)); e += word)
        copy_async<word>(to + e, reinterpret_cast<const char*>(from) + e, there ? word : 0);
}
template <class T> __device__ __forceinline__ void bring(T* to, const View<T>& x, int i, int j) {
    bring(shared_address(to), x.p + i * x.rows + j * x.columns);
}
// Elements j, j + 1, ... of row i of x, m x n, m > 0, which has its first element whatever n is; zeros behind them. All
// are on their way at once: in place of one that is not there another one is read, so that none waits for a condition.
template <class T, int count>
__device__ __forceinline__ void bring_row(T (&row)[count], const View<T>& x, int i, int j, int m, int n) {
    const T* const first = x.p + min(i, m - 1) * x.rows;
#pragma unroll
    for (int k = 0; k < count; ++k) row[k] = first[max(min(j + k, n - 1), 0) * x.columns];
    if constexpr (Traits<T>::complex) {
        if (x.conjugated) {
#pragma unroll
            for (int k = 0; k < count; ++k) row[k] = conjugate(row[k]);
        }
    }
#pragma unroll
    for (int k = 0; k < count; ++k)
        if (i >= m || j + k >= n) row[k] = zero<T>();
}
// x and `a` by words of 16 bytes down their columns.
template <class T> __device__ __forceinline__ bool in_words(const View<T>& x, const T* a, int ld) {
    constexpr int unit = kPack<T>;
    return x.rows == 1 && x.columns % unit == 0 && !x.conjugated && ld % unit == 0 &&
           (reinterpret_cast<std::size_t>(x.p) | reinterpret_cast<std::size_t>(a)) % 16 == 0;
}
// f(line, place in it), all of `lines` x `length` among the threads: places to lanes, and some lines of a warp one
// right after the other, so that nothing of one waits for another.
template <class F> __device__ __forceinline__ void visit_lines(int lines, int length, F&& f) {
    const int warp = threadIdx.x / 32, warps = blockDim.x / 32, lane = threadIdx.x % 32;
    constexpr int together = 4;
    for (int q = lane; q < length; q += 32)
        for (int first = warp; first < lines; first += together * warps) {
#pragma unroll
            for (int u = 0; u < together; ++u)
                if (first + u * warps < lines) f(first + u * warps, q);
        }
}
// From global to shared memory, m x n: on its way until panel_is_there(), where the threads meet. Of a column `has` has
// what is below what it has; what it has not may be brought, too, where it lies in the same word.
template <class T, class Has>
__device__ __forceinline__ void ask_for_panel(const View<T>& x, T* a, int ld, int m, int n, Has&& has) {
    constexpr int size = sizeof(T);
    const unsigned base = shared_address(a);
    if (in_words(x, a, ld)) {
        constexpr int unit = kPack<T>;
        visit_lines(n, (m + unit - 1) / unit, [&](int j, int word) {
            const int i = word * unit;
            const auto* const from = reinterpret_cast<const char*>(x.p + i + j * x.columns);
            const unsigned to = base + unsigned(i + j * ld) * size;
            if (has(min(i + unit, m) - 1, j)) copy_async<16>(to, from, min(unit, m - i) * size);
        });
    } else {
        const bool columns = !x.by_rows();
        visit_lines(columns ? n : m, columns ? m : n, [&](int o, int q) {
            const int i = columns ? q : o, j = columns ? o : q;
            const T* const from = x.p + i * x.rows + j * x.columns;
            const unsigned to = base + unsigned(i + j * ld) * size;
            if (has(i, j)) bring(to, from);
        });
    }
}
template <class T, class Has>
__device__ __forceinline__ void panel_is_there(const View<T>& x, T* a, int ld, int m, int n, Has&& has) {
    copies_wait_all();
    __syncthreads();
    if constexpr (Traits<T>::complex) {
        if (!x.conjugated) return;
        visit_lines(n, m, [&](int j, int i) {
            if (has(i, j)) a[i + j * ld] = conjugate(a[i + j * ld]);
        });
        __syncthreads();
    }
}
template <class T, class Has>
__device__ __forceinline__ void bring_panel(const View<T>& x, T* a, int ld, int m, int n, Has&& has) {
    ask_for_panel(x, a, ld, m, n, has);
    panel_is_there(x, a, ld, m, n, has);
}
template <class T, class Has>
__device__ __forceinline__ void return_panel(const View<T>& x, const T* a, int ld, int m, int n, Has&& has) {
    if (in_words(x, a, ld)) {
        constexpr int unit = kPack<T>;
        visit_lines(n, (m + unit - 1) / unit, [&](int j, int word) {
            const int i = word * unit;
            const Pack<T> v = *reinterpret_cast<const Pack<T>*>(a + i + j * ld);
            T* const to = x.p + i + j * x.columns;
            if (i + unit <= m && has(i, j)) {
                *reinterpret_cast<Pack<T>*>(to) = v;
            } else {
#pragma unroll
                for (int e = 0; e < unit; ++e)
                    if (i + e < m && has(i + e, j)) to[e] = v.v[e];
            }
        });
    } else {
        const bool columns = !x.by_rows();
        visit_lines(columns ? n : m, columns ? m : n, [&](int o, int q) {
            const int i = columns ? q : o, j = columns ? o : q;
            const T v = a[i + j * ld];
            if (has(i, j)) x.put(i, j, v);
        });
    }
}

struct Everywhere {
    __device__ __forceinline__ bool operator()(int, int) const { return true; }
};
template <class T> __device__ __forceinline__ void bring_panel(const View<T>& x, T* a, int ld, int m, int n) {
    bring_panel(x, a, ld, m, n, Everywhere{});
}
template <class T> __device__ __forceinline__ void return_panel(const View<T>& x, const T* a, int ld, int m, int n) {
    return_panel(x, a, ld, m, n, Everywhere{});
}

// A matrix to a thread, up to order N, in its registers; a warp's matrices come and go through shared memory, so that
// neighbours in memory are moved together.
constexpr int kTinyThreads = 64;
template <class T, int N> struct alignas(16) Tiny {
    static constexpr int size = N * N, step = size | 1;
    T a[kTinyThreads][step];
    View<T> where[kTinyThreads];
    int m[kTinyThreads], n[kTinyThreads];

    // f(matrix, its element i + j N, i, j) for those that there are of the warp's 32.
    template <class F> __device__ __forceinline__ void each(F&& f) {
        const int lane = threadIdx.x % 32, first = int(threadIdx.x) - lane;
#pragma unroll 4
        for (int q = lane; q < 32 * size; q += 32) {
            const int which = first + q / size, e = q % size, i = e % N, j = e / N;
            if (i < m[which] && j < n[which]) f(which, e, i, j);
        }
    }
    __device__ __forceinline__ void bring(const View<T>& x, int rows, int columns) {
        where[threadIdx.x] = x, m[threadIdx.x] = rows, n[threadIdx.x] = columns;
        __syncwarp();
        each([&](int which, int e, int i, int j) { kernels::bring(&a[which][e], where[which], i, j); });
        copies_wait_all();
        __syncwarp();
    }
    // Of the lower triangle alone, or of all.
    __device__ __forceinline__ void give_back(int columns, bool lower) {
        n[threadIdx.x] = columns;
        __syncwarp();
        each([&](int which, int e, int i, int j) {
            if (!lower || i >= j) where[which].put(i, j, a[which][e]);
        });
    }
    // This thread's, m x n, to its registers, zeros behind it; and back. Of the lower triangle alone, or of all.
    template <bool lower>
    __device__ __forceinline__ void load(T (&to)[N][N], const View<T>& x, int rows, int columns) const {
#pragma unroll
        for (int j = 0; j < N; ++j)
#pragma unroll
            for (int i = lower ? j : 0; i < N; ++i) to[i][j] = i < rows && j < columns ? element(i, j, x) : zero<T>();
    }
    template <bool lower> __device__ __forceinline__ void keep(const T (&from)[N][N]) {
#pragma unroll
        for (int j = 0; j < N; ++j)
#pragma unroll
            for (int i = lower ? j : 0; i < N; ++i) a[threadIdx.x][i + j * N] = from[i][j];
    }

private:
    __device__ __forceinline__ T element(int i, int j, const View<T>& x) const {
        const T v = a[threadIdx.x][i + j * N];
        return x.conjugated ? conjugate(v) : v;
    }
};

// f(a number of this precision).
template <class F> auto in_precision(char precision, F&& f) {
    switch (precision) {
        case 's':
            return f(float{});
        case 'd':
            return f(double{});
        case 'c':
            return f(Complex<float>{});
        default:
            return f(Complex<double>{});
    }
}

// f(blocks) for as many problems at a time as there are numbers for blocks, `each` of them to a problem.
template <class F> cudaError_t by_problems(BatchProblems& all, unsigned each, F&& f) {
    const i64 most = INT_MAX / each;
    for (i64 left = all.count; left > 0; left -= all.count) {
        all.count = std::min(left, most);
        f(static_cast<unsigned>(all.count) * each);
        all.first += all.count;
        if (all.sizes) all.sizes += all.count;
    }
    return cudaGetLastError();
}
// To be called before a launch with so many bytes: 48 KiB are allowed anyway, with the kernel's own variables in them.
// `most`: what any launch takes, as another thread may be about to launch it with more than this one; all that there is
// but for some hundred bytes, where the kernel's own variables take no more.
template <class Kernel>
cudaError_t allow_shared(Kernel* kernel, std::size_t bytes, std::size_t most = dynamic_shared_memory()) {
    if (bytes <= 40 * 1024) return cudaSuccess;
    return cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(most));
}

}  // namespace shunt::gpu::kernels
