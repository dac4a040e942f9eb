// In: many matrices in device memory. Out: their products: a tile of a result to a few threads or to a block of them.
#include <climits>
#include <type_traits>

#include "cuda/async.cuh"
#include "cuda/batch.cuh"

namespace shunt::gpu {
namespace kernels {

// What is on the diagonal of a Hermitian matrix has no imaginary part; what lies there is not looked at.
template <class T> __device__ __forceinline__ void finish_element(const BatchStep& s, const View<T>& z, int i, int j,
                                                                  T sum, T alpha, T beta, bool reads) {
    if (s.lower && i < j) return;
    T v = product_of(alpha, sum), before = reads ? z.get(i, j) : zero<T>();
    if constexpr (Traits<T>::complex)
        if (s.real_diagonal && i == j) before.im = 0;
    if (reads) v = plus_product(v, beta, before);
    if constexpr (Traits<T>::complex)
        if (s.real_diagonal && i == j) v.im = 0;
    z.put(i, j, v);
}

// Tiles of TM x TN, `tiles` of them to a block; a thread has RM x RN of a tile. `ahead`: what comes next is on its way
// to registers meanwhile, and a thread's rows and columns lie together by words of 16 bytes.
template <class T, int TM, int TN, int KB, int RM, int RN, int tiles, bool ahead>
__global__ void __launch_bounds__(TM / RM * (TN / RN) * tiles)
    products(const __grid_constant__ BatchProblems all, const __grid_constant__ BatchStep s, int tiles_m) {
    constexpr int tm = TM / RM, tn = TN / RN, kGroup = tm * tn, unit = ahead ? kPack<T> : 1;
    constexpr int count_a = TM * KB / kGroup, count_b = TN * KB / kGroup;
    static_assert(tiles == 1 || kGroup <= 32);
    static_assert(TM * KB % kGroup == 0 && TN * KB % kGroup == 0 && RM % unit == 0 && RN % unit == 0);
    __shared__ alignas(16) T a_[tiles][KB][TM + unit], b_[tiles][KB][TN + unit];
    const int group = threadIdx.x / kGroup, t = threadIdx.x % kGroup;
    const i64 at = i64(blockIdx.x) * tiles + group;
    const int i0 = int(blockIdx.y) % tiles_m * TM, j0 = int(blockIdx.y) / tiles_m * TN;
    bool there = at < all.count;
    const Problem p = problem(all, there ? at : 0);
    there = there && !(s.while_good && failed(all, p));
    const int m = length(s.m, p.sizes) - i0, n = length(s.n, p.sizes) - j0;
    there = there && m > 0 && n > 0 && !(s.lower && i0 + TM - 1 < j0);
    if (tiles == 1 && !there) return;
    int k = there ? length(s.k, p.sizes) : 0;
    if (is_zero(s.alpha)) k = 0;
    int k_most = k;  // of the problems that share a warp
    if (tiles > 1) k_most = __reduce_max_sync(~0u, k);
    const View<T> x = view<T>(all, p, s.x), y = view<T>(all, p, s.y), z = view<T>(all, p, s.z);
    const int ti = t % tm, tj = t / tm;
    const bool x_columns = !x.by_rows(), y_columns = !y.by_rows();
    const auto element_a = [&](int q, int k0, int& i, int& l) {
        const int e = t + q * kGroup;
        i = x_columns ? e % TM : e / KB, l = x_columns ? e / TM : e % KB;
        return i < m && k0 + l < k ? x.get(i0 + i, k0 + l) : zero<T>();
    };
    const auto element_b = [&](int q, int k0, int& j, int& l) {
        const int e = t + q * kGroup;
        j = y_columns ? e / KB : e % TN, l = y_columns ? e % KB : e / TN;
        return j < n && k0 + l < k ? y.get(k0 + l, j0 + j) : zero<T>();
    };
    T next_a[count_a], next_b[count_b];
    const auto fetch = [&](int k0) {
        int i, l;
#pragma unroll
        for (int q = 0; q < count_a; ++q) next_a[q] = element_a(q, k0, i, l);
#pragma unroll
        for (int q = 0; q < count_b; ++q) next_b[q] = element_b(q, k0, i, l);
    };
    const auto meet_all = [] {
        if (tiles > 1)
            __syncwarp();
        else
            __syncthreads();
    };
    const auto row = [&](int r) { return (r / unit * tm + ti) * unit + r % unit; };
    const auto column = [&](int r) { return (r / unit * tn + tj) * unit + r % unit; };
    T sum[RM][RN] = {};
    if (ahead && k_most > 0) fetch(0);
    for (int k0 = 0; k0 < k_most; k0 += KB) {
#pragma unroll
        for (int q = 0; q < count_a; ++q) {
            int i, l;
            const T v = element_a(q, ahead ? INT_MAX / 2 : k0, i, l);
            a_[group][l][i] = ahead ? next_a[q] : v;
        }
#pragma unroll
        for (int q = 0; q < count_b; ++q) {
            int j, l;
            const T v = element_b(q, ahead ? INT_MAX / 2 : k0, j, l);
            b_[group][l][j] = ahead ? next_b[q] : v;
        }
        meet_all();
        if (ahead && k0 + KB < k_most) fetch(k0 + KB);
#pragma unroll
        for (int c = 0; c < KB; ++c) {
            T u[RM], v[RN];
            if constexpr (ahead) {
#pragma unroll
                for (int r = 0; r < RM; r += unit) {
                    const Pack<T> w = *reinterpret_cast<const Pack<T>*>(&a_[group][c][row(r)]);
#pragma unroll
                    for (int e = 0; e < unit; ++e) u[r + e] = w.v[e];
                }
#pragma unroll
                for (int r = 0; r < RN; r += unit) {
                    const Pack<T> w = *reinterpret_cast<const Pack<T>*>(&b_[group][c][column(r)]);
#pragma unroll
                    for (int e = 0; e < unit; ++e) v[r + e] = w.v[e];
                }
            } else {
#pragma unroll
                for (int r = 0; r < RM; ++r) u[r] = a_[group][c][row(r)];
#pragma unroll
                for (int r = 0; r < RN; ++r) v[r] = b_[group][c][column(r)];
            }
#pragma unroll
            for (int r = 0; r < RM; ++r)
#pragma unroll
                for (int q = 0; q < RN; ++q) sum[r][q] = plus_product(sum[r][q], u[r], v[q]);
        }
        meet_all();
    }
    if (!there) return;
    const T alpha = k == 0 ? zero<T>() : scalar_of<T>(s.alpha), beta = scalar_of<T>(s.beta);
    const bool reads = !is_zero(s.beta);
#pragma unroll
    for (int q = 0; q < RN; ++q)
#pragma unroll
        for (int r = 0; r < RM; ++r)
            if (row(r) < m && column(q) < n)
                finish_element(s, z, i0 + row(r), j0 + column(q), sum[r][q], alpha, beta, reads);
}

// Double precision by the tensor cores. A tile of `tile` x `tile` to `threads` of a block, a warp to `parts` times 16
// rows and `columns` times 8 columns of it, `terms` terms at a time; what comes next is on its way to shared memory
// meanwhile.
template <class T, int tile> struct Cut;
template <int tile_> struct Cut<double, tile_> {
    static constexpr int tile = tile_, terms = 16;
    static constexpr int threads = tile == 64 ? 128 : 32;
    static constexpr int block = 128, blocks = 3;
    static constexpr int parts = 2, columns = 4, stages = tile == 32 ? 2 : 3;
    // In shared memory neighbours are those along the tile, or the terms.
    static constexpr int lead = tile + 4, term_lead = terms + 4;
};
template <int tile_> struct Cut<Complex<double>, tile_> {
    static constexpr int tile = tile_, terms = 8;
    static constexpr int threads = tile == 64 ? 256 : 64;
    static constexpr int block = threads, blocks = tile == 64 ? 1 : 6;
    static constexpr int parts = 2, columns = 2, stages = 3;
    static constexpr int lead = tile + 2, term_lead = terms + 4;
};
template <class C> constexpr int kOperand =
    C::terms* C::lead > C::tile* C::term_lead ? C::terms* C::lead : C::tile* C::term_lead;
template <class C> constexpr int kTiles = C::block / C::threads;  // of a block
template <class T, class C> constexpr std::size_t kTensorBytes = sizeof(T) * 2 * C::stages* kOperand<C>* kTiles<C>;

// The numbers of an operand that a thread brings, by words of 16 bytes where that is possible: those that lie together
// in memory.
template <class T, class C> struct Stream {
    static constexpr int tile = C::tile, terms = C::terms, threads = C::threads;
    static constexpr int size = int(sizeof(T)), word = kPack<T>;
    const T* p;
    int step, advance, along, term;  // of p: from number to number, and from these terms to the next ones
    bool by_long, words;
    unsigned to, to_step;  // in shared memory
    __device__ __forceinline__ Stream(const View<T>& v, bool rows_are_long, bool is_by_long, int first, T* shared) {
        by_long = is_by_long;
        const int over_long = rows_are_long ? v.rows : v.columns, over_terms = rows_are_long ? v.columns : v.rows;
        const T* const start = v.p + first * over_long;
        words = reinterpret_cast<std::size_t>(start) % 16 == 0 &&
                (word == 1 ||
                 (by_long ? over_long == 1 && over_terms % word == 0 : over_terms == 1 && over_long % word == 0));
        const int each = words ? word : 1, e = int(threadIdx.x) % threads * each;
        along = by_long ? e % tile : e / terms;
        term = by_long ? e / tile : e % terms;
        p = start + along * over_long + term * over_terms;
        step = by_long ? threads * each / tile * over_terms : threads * each / terms * over_long;
        advance = terms * over_terms;
        to = shared_address(shared) + unsigned(by_long ? term * C::lead + along : along * C::term_lead + term) * size;
        to_step = unsigned(by_long ? threads * each * C::lead / tile : threads * each / terms * C::term_lead) * size;
    }
    // `most` along the tile are there, and `left` terms from here on; `each` numbers at a time, in copies of `bytes`.
    template <int each, int bytes> __device__ __forceinline__ void fetch(unsigned base, int most, int left) {
        constexpr int numbers = tile * terms / threads / each;
        static_assert(threads % tile == 0 && threads % terms == 0);
#pragma unroll 2
        for (int q = 0; q < numbers; ++q) {
            const int i = by_long ? along : along + q * (threads * each / terms);
            const int l = by_long ? term + q * (threads * each) / tile : term;
            const int there = i < most && l < left ? min(each, by_long ? most - i : left - l) : 0;
            const char* const from = reinterpret_cast<const char*>(there ? p + q * step : p);
#pragma unroll
            for (int part = 0; part < each * size; part += bytes)
                copy_async<bytes>(base + q * to_step + part, from + part, there ? min(there * size - part, bytes) : 0);
        }
    }
    __device__ __forceinline__ void fetch(int stage, int most, int left) {
        const unsigned base = to + unsigned(stage * 2 * kOperand<C> * size);
        if (words)
            fetch<word, 16>(base, most, left);
        else
            fetch<1, 8>(base, most, left);
        p += advance;
    }
};

// Sums of a warp's tile: of real numbers, or real and imaginary parts.
template <class T, class C> struct Sums {
    static constexpr int kinds = Traits<T>::complex ? 2 : 1;
    double v[kinds][C::parts][C::columns][4] = {};
    __device__ __forceinline__ T at(int r, int c, int q) const {
        if constexpr (Traits<T>::complex)
            return {v[0][r][c][q], v[1][r][c][q]};
        else
            return v[0][r][c][q];
    }
};
template <class C, int xt, int xg, int yt, int yg>
__device__ __forceinline__ void add_terms(Sums<double, C>& sum, const double* ua, const double* vb, int parts,
                                          int columns, bool, bool) {
#pragma unroll
    for (int q = 0; q < C::terms / 4; ++q) {
        double u[C::parts][2], v[C::columns];
#pragma unroll
        for (int r = 0; r < C::parts; ++r)
#pragma unroll
            for (int h = 0; h < 2; ++h) u[r][h] = ua[4 * q * xt + (16 * r + 8 * h) * xg];
#pragma unroll
        for (int c = 0; c < C::columns; ++c) v[c] = vb[4 * q * yt + 8 * c * yg];
#pragma unroll
        for (int r = 0; r < C::parts; ++r)
#pragma unroll
            for (int c = 0; c < C::columns; ++c)
                if (r < parts && c < columns) mma(sum.v[0][r][c], u[r][0], u[r][1], v[c]);
    }
}
template <class C, int xt, int xg, int yt, int yg>
__device__ __forceinline__ void add_terms(Sums<Complex<double>, C>& sum, const Complex<double>* ua,
                                          const Complex<double>* vb, int parts, int columns, bool x_conjugated,
                                          bool y_conjugated) {
#pragma unroll
    for (int q = 0; q < C::terms / 4; ++q) {
        Complex<double> u[C::parts][2], v[C::columns];
#pragma unroll
        for (int r = 0; r < C::parts; ++r)
#pragma unroll
            for (int h = 0; h < 2; ++h) {
                u[r][h] = ua[4 * q * xt + (16 * r + 8 * h) * xg];
                if (x_conjugated) u[r][h].im = -u[r][h].im;
            }
#pragma unroll
        for (int c = 0; c < C::columns; ++c) {
            v[c] = vb[4 * q * yt + 8 * c * yg];
            if (y_conjugated) v[c].im = -v[c].im;
        }
#pragma unroll
        for (int r = 0; r < C::parts; ++r)
#pragma unroll
            for (int c = 0; c < C::columns; ++c)
                if (r < parts && c < columns) {
                    mma(sum.v[0][r][c], u[r][0].re, u[r][1].re, v[c].re);
                    mma(sum.v[1][r][c], u[r][0].re, u[r][1].re, v[c].im);
                    mma(sum.v[0][r][c], -u[r][0].im, -u[r][1].im, v[c].im);
                    mma(sum.v[1][r][c], u[r][0].im, u[r][1].im, v[c].re);
                }
    }
}

template <class T, class C, bool x_long, bool y_long>
__device__ __forceinline__ void multiply(Sums<T, C>& sum, Stream<T, C>& a, Stream<T, C>& b, const T* shared, int m,
                                         int n, int k, int row, int column, bool x_conjugated, bool y_conjugated) {
    const auto meet_all = [] {
        if (C::threads > 32)
            __syncthreads();
        else
            __syncwarp();
    };
    const int lane = threadIdx.x % 32, g = lane / 4, t = lane % 4;
    const int steps = (k + C::terms - 1) / C::terms;
    constexpr int xt = x_long ? C::lead : 1, xg = x_long ? 1 : C::term_lead;
    constexpr int yt = y_long ? C::lead : 1, yg = y_long ? 1 : C::term_lead;
#pragma unroll
    for (int q = 0; q < C::stages - 1; ++q) {
        if (q < steps) {
            a.fetch(q, m, k - q * C::terms);
            b.fetch(q, n, k - q * C::terms);
        }
        copies_end();
    }
    // Rows and columns by 16 and by 8 that there are.
    const int parts = (m - row + 15) / 16, columns = (n - column + 7) / 8;
    for (int step = 0, stage = 0; step < steps; ++step) {
        copies_wait<C::stages - 2>();
        meet_all();
        const int next = step + C::stages - 1;
        if (next < steps) {
            const int into = stage == 0 ? C::stages - 1 : stage - 1;
            a.fetch(into, m, k - next * C::terms);
            b.fetch(into, n, k - next * C::terms);
        }
        copies_end();
        const T* const ua = shared + stage * (2 * kOperand<C>)+t * xt + (row + g) * xg;
        const T* const vb = shared + stage * (2 * kOperand<C>)+kOperand<C> + t * yt + (column + g) * yg;
        stage = stage == C::stages - 1 ? 0 : stage + 1;
        if (parts > 0 && columns > 0)
            add_terms<C, xt, xg, yt, yg>(sum, ua, vb, parts, columns, x_conjugated, y_conjugated);
    }
}

template <class T, class C> __global__ void __launch_bounds__(C::block, C::blocks)
    products_by_tensor(const __grid_constant__ BatchProblems all, const __grid_constant__ BatchStep s, int tiles_m) {
    extern __shared__ double tensor_shared[];
    const int group = int(threadIdx.x) / C::threads, warp = int(threadIdx.x) % C::threads / 32;
    const i64 at = i64(blockIdx.x) * kTiles<C> + group;
    if (at >= all.count) return;
    const int i0 = int(blockIdx.y) % tiles_m * C::tile, j0 = int(blockIdx.y) / tiles_m * C::tile;
    const Problem p = problem(all, at);
    const int m = length(s.m, p.sizes) - i0, n = length(s.n, p.sizes) - j0;
    if (m <= 0 || n <= 0 || (s.lower && i0 + C::tile - 1 < j0) || (s.while_good && failed(all, p))) return;
    const int k = is_zero(s.alpha) ? 0 : length(s.k, p.sizes);
    const View<T> x = view<T>(all, p, s.x), y = view<T>(all, p, s.y), z = view<T>(all, p, s.z);
    constexpr int down = C::tile / (16 * C::parts);  // warps along the rows
    const int row = warp % down * 16 * C::parts, column = warp / down * 8 * C::columns;
    Sums<T, C> sum;
    {
        T* const shared = reinterpret_cast<T*>(tensor_shared) + group * (2 * C::stages * kOperand<C>);
        const bool x_long = !x.by_rows(), y_long = y.by_rows();
        Stream<T, C> a(x, true, x_long, i0, shared), b(y, false, y_long, j0, shared + kOperand<C>);
        const bool cx = x.conjugated, cy = y.conjugated;
        if (x_long && y_long)
            multiply<T, C, true, true>(sum, a, b, shared, m, n, k, row, column, cx, cy);
        else if (x_long)
            multiply<T, C, true, false>(sum, a, b, shared, m, n, k, row, column, cx, cy);
        else if (y_long)
            multiply<T, C, false, true>(sum, a, b, shared, m, n, k, row, column, cx, cy);
        else
            multiply<T, C, false, false>(sum, a, b, shared, m, n, k, row, column, cx, cy);
    }
    const T alpha = k == 0 ? zero<T>() : scalar_of<T>(s.alpha), beta = scalar_of<T>(s.beta);
    const bool reads = !is_zero(s.beta);
    const int lane = threadIdx.x % 32, g = lane / 4, t = lane % 4;
#pragma unroll
    for (int c = 0; c < C::columns; ++c)
#pragma unroll
        for (int r = 0; r < C::parts; ++r)
#pragma unroll
            for (int q = 0; q < 4; ++q) {
                const int i = row + 16 * r + g + q / 2 * 8, j = column + 8 * c + 2 * t + q % 2;
                if (i < m && j < n) finish_element(s, z, i0 + i, j0 + j, sum.at(r, c, q), alpha, beta, reads);
            }
}
template <class T, int tile>
static cudaError_t launch_tensor(cudaStream_t stream, const BatchProblems& all, const BatchStep& s, int m, int n) {
    using C = Cut<T, tile>;
    constexpr std::size_t bytes = kTensorBytes<T, C>;
    const auto set = [] { return allow_shared(products_by_tensor<T, C>, bytes); };
    if (const cudaError_t e = once_a_device(set); e != cudaSuccess) return e;
    const int tiles_m = (m + tile - 1) / tile, tiles_n = (n + tile - 1) / tile;
    const dim3 grid(static_cast<unsigned>((all.count + kTiles<C> - 1) / kTiles<C>),
                    unsigned(tiles_m) * unsigned(tiles_n));
    products_by_tensor<T, C><<<grid, C::block, bytes, stream>>>(all, s, tiles_m);
    return cudaGetLastError();
}

// z := alpha x y + beta z with vectors: a warp has 32 rows, each of them `lanes` lanes, and the sums are added in one
// order.
constexpr int kVectorWarps = 4;
template <class T> __global__ void __launch_bounds__(32 * kVectorWarps)
    vector_products(const __grid_constant__ BatchProblems all, const __grid_constant__ BatchStep s) {
    const i64 at = i64(blockIdx.x) * kVectorWarps + threadIdx.x / 32;
    if (at >= all.count) return;
    const Problem p = problem(all, at);
    const int lane = threadIdx.x % 32, i0 = int(blockIdx.y) * 32;
    const int m = min(length(s.m, p.sizes) - i0, 32), k = is_zero(s.alpha) ? 0 : length(s.k, p.sizes);
    if (m <= 0) return;
    const View<T> x = view<T>(all, p, s.x), y = view<T>(all, p, s.y), z = view<T>(all, p, s.z);
    const T alpha = scalar_of<T>(s.alpha), beta = scalar_of<T>(s.beta);
    const bool reads = !is_zero(s.beta);
    const auto write = [&](int i, T sum) { finish_element(s, z, i0 + i, 0, sum, alpha, beta, reads); };
    const auto added = [&](T sum, int step, int end) {
        for (; step < end; step *= 2) sum = minus(sum, minus(zero<T>(), shuffle_xor(sum, step)));
        return sum;
    };
    if (!x.by_rows()) {
        int rows = 1;
        while (rows < m) rows *= 2;
        const int i = lane % rows, part = lane / rows, parts = 32 / rows;
        T sum = zero<T>(), other = zero<T>();
        if (i < m) {
            int l = part;
#pragma unroll 4
            for (; l + parts < k; l += 2 * parts) {
                sum = plus_product(sum, x.get(i0 + i, l), y.get(l, 0));
                other = plus_product(other, x.get(i0 + i, l + parts), y.get(l + parts, 0));
            }
            if (l < k) sum = plus_product(sum, x.get(i0 + i, l), y.get(l, 0));
        }
        sum = added(minus(sum, minus(zero<T>(), other)), rows, 32);
        if (part == 0 && i < m) write(i, sum);
        return;
    }
    // Eight rows at a time to a group of lanes; at each exchange a lane keeps half of its sums.
    int lanes = 8;
    while (lanes < k && lanes < 32) lanes *= 2;
    const int l0 = lane % lanes;
    for (int first = lane / lanes * 8; __any_sync(~0u, first < m); first += 32 / lanes * 8) {
        T sum[8] = {};
#pragma unroll 2
        for (int l = l0; l < k; l += lanes) {
            const T v = y.get(l, 0);
#pragma unroll
            for (int q = 0; q < 8; ++q)
                if (first + q < m) sum[q] = plus_product(sum[q], x.get(i0 + first + q, l), v);
        }
        for (int step = 8; step < lanes; step *= 2)
#pragma unroll
            for (int q = 0; q < 8; ++q) sum[q] = added(sum[q], step, 2 * step);
#pragma unroll
        for (int half = 4; half > 0; half /= 2) {
            const bool upper = lane & half;
#pragma unroll
            for (int q = 0; q < half; ++q) {
                const T kept = upper ? sum[q + half] : sum[q], given = upper ? sum[q] : sum[q + half];
                sum[q] = minus(kept, minus(zero<T>(), shuffle_xor(given, half)));
            }
        }
        const int i = first + lane % 8;
        if (l0 < 8 && i < m) write(i, sum[0]);
    }
}

template <class T, int TM, int TN, int KB, int RM, int RN, int tiles, bool ahead = false>
static cudaError_t launch(cudaStream_t stream, const BatchProblems& all, const BatchStep& s, int m, int n) {
    const int tiles_m = (m + TM - 1) / TM, tiles_n = (n + TN - 1) / TN;
    const dim3 grid(static_cast<unsigned>((all.count + tiles - 1) / tiles), unsigned(tiles_m) * unsigned(tiles_n));
    products<T, TM, TN, KB, RM, RN, tiles, ahead><<<grid, TM / RM*(TN / RN) * tiles, 0, stream>>>(all, s, tiles_m);
    return cudaGetLastError();
}

}  // namespace kernels

template <class T>
cudaError_t launch_batch_products(cudaStream_t stream, const BatchProblems& all, const BatchStep& s) {
    using namespace kernels;
    const int m = length(s.m, all.most), n = length(s.n, all.most);
    if (m == 0 || n == 0) return cudaSuccess;
    if (s.action == BatchAction::vector_product) {
        const dim3 grid(static_cast<unsigned>((all.count + kVectorWarps - 1) / kVectorWarps), unsigned(m + 31) / 32);
        vector_products<T><<<grid, 32 * kVectorWarps, 0, stream>>>(all, s);
        return cudaGetLastError();
    }
    const int larger = m > n ? m : n;
    if (s.small && larger <= 8) return launch<T, 8, 8, 8, 2, 2, 8>(stream, all, s, m, n);
    if constexpr (std::is_same_v<T, double>) {
        if (s.small && larger <= 16) return launch<T, 16, 16, 8, 4, 2, 4>(stream, all, s, m, n);
        if (larger <= 32) return launch_tensor<T, 32>(stream, all, s, m, n);
        return launch_tensor<T, 64>(stream, all, s, m, n);
    } else if constexpr (std::is_same_v<T, Complex<double>>) {
        if (larger <= 32) return launch_tensor<T, 32>(stream, all, s, m, n);
        return launch_tensor<T, 64>(stream, all, s, m, n);
    } else {
        if (s.small && larger <= 16) return launch<T, 16, 16, 8, 4, 2, 4>(stream, all, s, m, n);
        if (s.small && larger <= 32) return launch<T, 32, 32, 16, 4, 4, 1>(stream, all, s, m, n);
        if constexpr (sizeof(T) == 4)
            return launch<T, 64, 64, 8, 8, 8, 1, true>(stream, all, s, m, n);
        else
            return launch<T, 64, 64, 16, 4, 4, 1>(stream, all, s, m, n);
    }
}

template cudaError_t launch_batch_products<float>(cudaStream_t, const BatchProblems&, const BatchStep&);
template cudaError_t launch_batch_products<double>(cudaStream_t, const BatchProblems&, const BatchStep&);
template cudaError_t launch_batch_products<kernels::Complex<float>>(cudaStream_t, const BatchProblems&,
                                                                    const BatchStep&);
template cudaError_t launch_batch_products<kernels::Complex<double>>(cudaStream_t, const BatchProblems&,
                                                                     const BatchStep&);

cudaError_t launch_batch_step(cudaStream_t stream, char precision, const BatchProblems& all, const BatchStep& s) {
    if (all.count == 0) return cudaSuccess;
    const auto go = [&]<class T>(T) {
        switch (s.action) {
            case BatchAction::product:
            case BatchAction::vector_product:
                return launch_batch_products<T>(stream, all, s);
            case BatchAction::solve:
            case BatchAction::solve_broad:
            case BatchAction::multiply:
            case BatchAction::vector_solve:
            case BatchAction::permute:
                return launch_batch_solves<T>(stream, all, s);
            case BatchAction::qr_small:
            case BatchAction::qr:
            case BatchAction::qr_in_place:
            case BatchAction::form_q:
            case BatchAction::form_q_in_place:
            case BatchAction::reflect:
            case BatchAction::bidiagonal:
            case BatchAction::bidiagonal_in_place:
                return launch_batch_reflectors<T>(stream, all, s);
            default:
                return launch_batch_factors<T>(stream, all, s);
        }
    };
    return kernels::in_precision(precision, go);
}

}  // namespace shunt::gpu
