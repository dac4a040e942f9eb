// In: a GPU, cuBLAS, cuSOLVER, and libopenblas for the residuals. Out: `check`: the factorizations of cuda/ by LAPACK's
// test ratios (exit status 1 above 30); `time`: CSV lines of ours and of the rival, medians of 5 after 2 warm-ups.
#include <cublas_v2.h>
#include <cuda_runtime.h>
#include <cusolverDn.h>
#include <dlfcn.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <limits>
#include <random>
#include <string>
#include <type_traits>
#include <vector>

#include "cuda/cuda_queue.hpp"
#include "cuda/factor.hpp"

using namespace shunt::gpu;
using i64 = std::int64_t;
using Z = std::complex<double>;

static void must(cudaError_t e, const char* what) {
    if (e == cudaSuccess) return;
    std::printf("CUDA: %s: %s\n", what, cudaGetErrorString(e));
    std::exit(2);
}
#define MUST(x) must((x), #x)
static void must(Status s, const char* what) {
    if (s == Status::ok) return;
    std::printf("status %d: %s: %s\n", int(s), what, cudaGetErrorString(cudaGetLastError()));
    std::exit(2);
}

// ---- Residuals, all in complex double through zgemm of OpenBLAS.
using Zgemm = void(const char*, const char*, const int*, const int*, const int*, const Z*, const Z*, const int*,
                   const Z*, const int*, const Z*, Z*, const int*);
static Zgemm* zgemm = nullptr;

struct Dense {
    int m, n;
    std::vector<Z> v;
    Dense(i64 rows, i64 columns) : m(int(rows)), n(int(columns)), v(std::size_t(rows * columns)) {}
    Z& operator()(i64 i, i64 j) { return v[std::size_t(i + j * m)]; }
    Z operator()(i64 i, i64 j) const { return v[std::size_t(i + j * m)]; }
};
static Dense product(char ta, char tb, const Dense& a, const Dense& b) {
    const int m = ta == 'N' ? a.m : a.n, k = ta == 'N' ? a.n : a.m, n = tb == 'N' ? b.n : b.m;
    Dense c(m, n);
    const Z one = 1, nil = 0;
    if (m && n && k) zgemm(&ta, &tb, &m, &n, &k, &one, a.v.data(), &a.m, b.v.data(), &b.m, &nil, c.v.data(), &c.m);
    return c;
}
static double norm(const Dense& a) {
    double most = 0;
    for (int j = 0; j < a.n; j++) {
        double s = 0;
        for (int i = 0; i < a.m; i++) s += std::abs(a(i, j));
        if (!(s <= most)) most = s;
    }
    return most;
}
static Dense difference(Dense a, const Dense& b) {
    for (std::size_t i = 0; i < a.v.size(); i++) a.v[i] -= b.v[i];
    return a;
}

// A queue that cuts potrf into block columns, and puts getrf's interchanges off, as a test says.
struct CutQueue final : CudaQueue {
    using CudaQueue::CudaQueue;
    i64 order = 0;
    bool late = false;
    i64 potrf_order(char p, i64 n) const override { return order ? order : CudaQueue::potrf_order(p, n); }
    bool swaps_late(char p, i64 m) const override {
        return late ? m <= late_swap_rows(p) : CudaQueue::swaps_late(p, m);
    }
};

struct Setup {
    cudaStream_t stream;  // of the queue
    CutQueue* queue;
    CudaQueue *beside, *rows;
    Event ready, done, solved, updated[Beside::parts];
    Beside pair;
    std::int32_t *info, *pivots;
    static constexpr i64 most = 40000;
    Setup() {
        int low, high;
        cudaMemPool_t pool;
        cudaStream_t urgent, third;
        MUST(cudaDeviceGetStreamPriorityRange(&low, &high));
        MUST(cudaStreamCreateWithPriority(&stream, cudaStreamNonBlocking, low));
        for (cudaStream_t* s : {&urgent, &third}) MUST(cudaStreamCreateWithPriority(s, cudaStreamNonBlocking, high));
        MUST(cudaDeviceGetDefaultMemPool(&pool, 0));
        std::uint64_t keep = UINT64_MAX;  // as the plug-in's pool
        MUST(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &keep));
        queue = new CutQueue(open_cublas(), stream, pool), beside = new CudaQueue(open_cublas(), urgent, pool);
        rows = new CudaQueue(open_cublas(), third, pool, true);
        pair = {beside, &ready, &done, rows, &solved};
        for (Event* e : {&ready, &done, &solved}) MUST(cudaEventCreateWithFlags(&e->event, cudaEventDisableTiming));
        for (int i = 0; i < Beside::parts; i++) {
            MUST(cudaEventCreateWithFlags(&updated[i].event, cudaEventDisableTiming));
            pair.updated[i] = &updated[i];
        }
        MUST(cudaMalloc(&info, 4));
        MUST(cudaMalloc(&pivots, most * 4));
    }
    void clear() {
        MUST(cudaMemset(info, 0, 4));
        MUST(cudaMemset(pivots, 0xff, most * 4));
        MUST(cudaDeviceSynchronize());
    }
    int found() {
        int i;
        MUST(cudaDeviceSynchronize());
        MUST(cudaMemcpy(&i, info, 4, cudaMemcpyDeviceToHost));
        return i;
    }
};

static int failures = 0, checks = 0;
static double worst = 0;
static void verdict(const std::string& what, double ratio) {
    checks++;
    if (ratio > worst) worst = ratio;
    if (ratio < 30) return;
    failures++;
    if (failures < 60) std::printf("FAIL %s ratio %.3g\n", what.c_str(), ratio);
}

template <class T> struct Real { using type = T; };
template <class R> struct Real<std::complex<R>> { using type = R; };

template <class T> struct Checker {
    using R = typename Real<T>::type;
    static constexpr bool complex = !std::is_same_v<T, R>;
    static constexpr char precision = std::is_same_v<T, float>    ? 's'
                                      : std::is_same_v<T, double> ? 'd'
                                      : sizeof(T) == 8            ? 'c'
                                                                  : 'z';
    const double eps = std::numeric_limits<R>::epsilon() / 2;
    Setup& s;
    std::mt19937_64 random{12345};

    static T marker() {
        const R nan = std::numeric_limits<R>::quiet_NaN();
        if constexpr (complex)
            return {nan, nan};
        else
            return nan;
    }
    T draw() {
        std::uniform_real_distribution<double> u(-1, 1);
        if constexpr (complex)
            return T(R(u(random)), R(u(random)));
        else
            return R(u(random));
    }
    // A matrix on the host with a leading dimension, NaN outside of what belongs to it.
    struct Host {
        i64 m, n, ld;
        std::vector<T> v;
        Host(i64 m, i64 n, i64 ld) : m(m), n(n), ld(ld), v(std::size_t(ld * n + 1), marker()) {}
        T& operator()(i64 i, i64 j) { return v[std::size_t(i + j * ld)]; }
        T operator()(i64 i, i64 j) const { return v[std::size_t(i + j * ld)]; }
    };
    struct OnDevice {
        Host& h;
        char* p;
        explicit OnDevice(Host& host) : h(host) {
            MUST(cudaMalloc(&p, h.v.size() * sizeof(T)));
            MUST(cudaMemcpy(p, h.v.data(), h.v.size() * sizeof(T), cudaMemcpyHostToDevice));
            MUST(cudaDeviceSynchronize());  // the copy may return before it is done, and the queues do not wait for it
        }
        ~OnDevice() { cudaFree(p); }
        Array array() const { return {p, h.ld, int(sizeof(T))}; }
        Host back() const {
            Host r(h.m, h.n, h.ld);
            MUST(cudaDeviceSynchronize());
            MUST(cudaMemcpy(r.v.data(), p, r.v.size() * sizeof(T), cudaMemcpyDeviceToHost));
            return r;
        }
    };
    static bool in(char uplo, i64 i, i64 j) { return uplo == 'L' ? i >= j : i <= j; }
    static Dense dense(const Host& h) {
        Dense d(h.m, h.n);
        for (i64 j = 0; j < h.n; j++)
            for (i64 i = 0; i < h.m; i++) d(i, j) = Z(h(i, j));
        return d;
    }
    static Dense triangle(const Host& h, char uplo, char diag) {
        Dense d(h.n, h.n);
        for (i64 j = 0; j < h.n; j++)
            for (i64 i = 0; i < h.n; i++)
                if (i == j && diag == 'U')
                    d(i, j) = 1;
                else if (in(uplo, i, j))
                    d(i, j) = Z(h(i, j));
        return d;
    }
    static Dense hermitian(const Host& h, char uplo) {
        Dense d(h.n, h.n);
        for (i64 j = 0; j < h.n; j++)
            for (i64 i = 0; i < h.n; i++) d(i, j) = in(uplo, i, j) ? Z(h(i, j)) : std::conj(Z(h(j, i)));
        return d;
    }
    // What lies outside must be as it was, bit for bit.
    void outside(const std::string& what, const Host& before, const Host& after,
                 const std::function<bool(i64, i64)>& inside) {
        bool same = true;
        for (i64 j = 0; j < before.n; j++)
            for (i64 i = 0; i < before.ld; i++)
                if (i >= before.m || !inside(i, j))
                    same = same && !std::memcmp(&before.v[std::size_t(i + j * before.ld)],
                                                &after.v[std::size_t(i + j * before.ld)], sizeof(T));
        verdict(what + " outside", same ? 0 : 1e9);
    }
    static bool equal(const Host& a, const Host& b) {
        return !std::memcmp(a.v.data(), b.v.data(), a.v.size() * sizeof(T));
    }

    // kind 0: random and well conditioned; 1: graded; 2: ill conditioned
    Host positive(i64 n, i64 ld, char uplo, int kind) {
        Dense b(n, n);
        for (Z& z : b.v) z = Z(draw());
        Dense a = product('N', 'C', b, b);
        for (i64 i = 0; i < n; i++) a(i, i) += kind == 2 ? double(n) * n * eps * 4 : double(n) / 4;
        Host h(n, n, ld);
        for (i64 j = 0; j < n; j++)
            for (i64 i = 0; i < n; i++)
                if (in(uplo, i, j)) {
                    Z z = a(i, j);
                    if (i == j) z = z.real();
                    if (kind == 1)
                        z *=
                            std::exp2(-double(i % 7 + j % 7) - std::floor(double(i * (sizeof(R) == 4 ? 20 : 200) / n)) -
                                      std::floor(double(j * (sizeof(R) == 4 ? 20 : 200) / n)));
                    if constexpr (complex)
                        h(i, j) = T(R(z.real()), R(z.imag()));
                    else
                        h(i, j) = R(z.real());
                }
        return h;
    }
    void potrf_case(i64 n, i64 ld, char uplo, int kind, bool beside) {
        const std::string what = std::string(1, precision) + "potrf " + uplo + " n " + std::to_string(n) + " ld " +
                                 std::to_string(ld) + " kind " + std::to_string(kind) + (beside ? " beside" : "");
        s.queue->order = (n + (uplo == 'U')) % 2 ? 64 * (1 + n / 200 % 3) : 0;
        Host h = positive(n, ld, uplo, kind);
        OnDevice d(h);
        Host first = h;
        for (int run = 0; run < 3; run++) {
            MUST(cudaMemcpy(d.p, h.v.data(), h.v.size() * sizeof(T), cudaMemcpyHostToDevice));
            s.clear();
            must(potrf(*s.queue, precision, uplo, n, d.array(), s.info, beside ? &s.pair : nullptr), what.c_str());
            verdict(what + " info", s.found() == 0 ? 0 : 1e9);
            Host f = d.back();
            if (run == 0)
                first = f;
            else
                verdict(what + " repeat", equal(first, f) ? 0 : 1e9);
        }
        outside(what, h, first, [&](i64 i, i64 j) { return in(uplo, i, j); });
        const Dense a = hermitian(h, uplo), l = triangle(first, uplo, 'N');
        const Dense p = uplo == 'L' ? product('N', 'C', l, l) : product('C', 'N', l, l);
        if (n) verdict(what, norm(difference(p, a)) / (double(n) * eps * norm(a)));
        if (kind == 1 && n) {  // by rows: |A - L L^H|(i, j) against sqrt(a(i, i) a(j, j))
            double most = 0;
            for (i64 j = 0; j < n; j++)
                for (i64 i = 0; i < n; i++) {
                    const double r = std::abs(p(i, j) - a(i, j)) /
                                     (std::sqrt(a(i, i).real() * a(j, j).real()) * double(n + 1) * eps);
                    if (!(r <= most)) most = r;
                }
            verdict(what + " graded", most);
        }
        // solve and invert
        if (kind == 0 && n) {
            Host b(n, 7, n + 3);
            for (i64 j = 0; j < 7; j++)
                for (i64 i = 0; i < n; i++) b(i, j) = draw();
            OnDevice e(b);
            must(potrs(*s.queue, precision, uplo, n, 7, d.array(), e.array()), what.c_str());
            const Dense x = dense(e.back());
            verdict(what + " potrs",
                    norm(difference(product('N', 'N', a, x), dense(b))) / (double(n) * eps * norm(a) * norm(x)));
            must(potri(*s.queue, precision, uplo, n, d.array()), what.c_str());
            const Host inv = d.back();
            outside(what + " potri", h, inv, [&](i64 i, i64 j) { return in(uplo, i, j); });
            const Dense y = hermitian(inv, uplo);
            Dense r = product('N', 'N', a, y);
            for (i64 i = 0; i < n; i++) r(i, i) -= 1;
            verdict(what + " potri", norm(r) / (double(n) * eps * norm(a) * norm(y)));
        }
    }
    void potrf_info(i64 n, i64 bad, char uplo, bool nan, bool beside) {
        const std::string what = std::string(1, precision) + "potrf " + uplo + " n " + std::to_string(n) + " bad " +
                                 std::to_string(bad) + (nan ? " nan" : "");
        s.queue->order = bad % 2 ? 0 : 64;
        Host h = positive(n, n + 1, uplo, 0);
        h(bad - 1, bad - 1) = nan ? marker() : T(R(-1));
        OnDevice d(h);
        s.clear();
        must(potrf(*s.queue, precision, uplo, n, d.array(), s.info, beside ? &s.pair : nullptr), what.c_str());
        verdict(what + " info " + std::to_string(s.found()), s.found() == bad ? 0 : 1e9);
        const i64 k = bad - 1;
        if (k == 0) return;
        Host f = d.back(), part(k, k, k), apart(k, k, k);
        for (i64 j = 0; j < k; j++)
            for (i64 i = 0; i < k; i++) part(i, j) = f(i, j), apart(i, j) = h(i, j);
        const Dense a = hermitian(apart, uplo), l = triangle(part, uplo, 'N');
        verdict(what + " leading",
                norm(difference(uplo == 'L' ? product('N', 'C', l, l) : product('C', 'N', l, l), a)) /
                    (double(k) * eps * norm(a)));
    }

    // kind 0: random; 1: rows graded; 2: ill conditioned (last columns nearly dependent); 3: +-1, ties
    Host general(i64 m, i64 n, i64 ld, int kind) {
        Host h(m, n, ld);
        for (i64 j = 0; j < n; j++)
            for (i64 i = 0; i < m; i++) {
                T x = draw();
                if (kind == 1) x *= R(std::exp2(-double(i % 29) - double(j % 13)));
                if (kind == 2 && j > 0 && j % 3 == 0) x = h(i, j - 1) * R(2) + x * R(eps * 100);
                if (kind == 3) x = T(std::real(x) > 0 ? R(1) : R(-1));
                h(i, j) = x;
            }
        return h;
    }
    static double size(T x) {
        if constexpr (complex)
            return std::fabs(double(x.real())) + std::fabs(double(x.imag()));
        else
            return std::fabs(double(x));
    }
    void getrf_case(i64 m, i64 n, i64 ld, int kind, bool beside) {
        for (bool late : {false, true}) getrf_case(m, n, ld, kind, beside, late);
    }
    void getrf_case(i64 m, i64 n, i64 ld, int kind, bool beside, bool late) {
        const std::string what = std::string(1, precision) + "getrf m " + std::to_string(m) + " n " +
                                 std::to_string(n) + " ld " + std::to_string(ld) + " kind " + std::to_string(kind) +
                                 (beside ? " beside" : "") + (late ? " late" : "");
        const i64 k = std::min(m, n);
        Host h = general(m, n, ld, kind);
        OnDevice d(h);
        Host first = h;
        std::vector<std::int32_t> pivots(std::size_t(k) + 1), again(pivots);
        int info = 0;
        for (int run = 0; run < 2; run++) {
            MUST(cudaMemcpy(d.p, h.v.data(), h.v.size() * sizeof(T), cudaMemcpyHostToDevice));
            s.clear();
            s.queue->late = late;
            must(getrf(*s.queue, precision, m, n, d.array(), s.pivots, s.info, beside ? &s.pair : nullptr),
                 what.c_str());
            info = s.found();
            MUST(cudaMemcpy(again.data(), s.pivots, std::size_t(k) * 4, cudaMemcpyDeviceToHost));
            Host f = d.back();
            if (run == 0)
                first = f, pivots = again;
            else
                verdict(what + " repeat", equal(first, f) && pivots == again ? 0 : 1e9);
        }
        s.queue->late = false;
        verdict(what + " info", info == 0 || kind == 3 ? 0 : 1e9);
        outside(what, h, first, [&](i64, i64) { return true; });
        bool valid = true;
        for (i64 i = 0; i < k; i++) valid = valid && pivots[std::size_t(i)] > i && pivots[std::size_t(i)] <= m;
        verdict(what + " pivots", valid ? 0 : 1e9);
        if (!valid) return;
        Dense a = dense(h), l(m, k), u(k, n);
        const Dense plain = a;
        for (i64 i = 0; i < k; i++)
            for (i64 j = 0; j < n; j++) std::swap(a(i, j), a(pivots[std::size_t(i)] - 1, j));
        double largest = 0;
        for (i64 j = 0; j < n; j++)
            for (i64 i = 0; i < m; i++) {
                if (i > j && j < k) l(i, j) = Z(first(i, j)), largest = std::max(largest, std::abs(Z(first(i, j))));
                if (i == j) l(i, j) = 1;
                if (i <= j && i < k) u(i, j) = Z(first(i, j));
            }
        const double top = complex ? std::sqrt(2.0) : 1;
        verdict(what + " multipliers", largest <= top * (1 + 4 * eps) ? 0 : 1e9);
        if (k) verdict(what, norm(difference(product('N', 'N', l, u), a)) / (double(n) * eps * norm(plain)));
        if (kind == 3 && k >= 3) {  // exact at first: the pivots are known
            Host x = h;
            for (i64 j = 0; j < 3; j++) {
                i64 p = j;
                for (i64 i = j; i < m; i++)
                    if (size(x(i, j)) > size(x(p, j))) p = i;
                verdict(what + " tie", pivots[std::size_t(j)] == p + 1 ? 0 : 1e9);
                for (i64 c = 0; c < n; c++) std::swap(x(j, c), x(p, c));
                for (i64 i = j + 1; i < m && x(j, j) != T(0); i++) {
                    const T f = x(i, j) / x(j, j);
                    for (i64 c = j + 1; c < n; c++) x(i, c) -= f * x(j, c);
                }
            }
        }
        if (kind == 0 && m == n && n) {
            for (char trans : {'N', 'T', 'C'}) {
                Host b(n, 5, n + 2);
                for (i64 j = 0; j < 5; j++)
                    for (i64 i = 0; i < n; i++) b(i, j) = draw();
                OnDevice e(b);
                must(getrs(*s.queue, precision, trans, n, 5, d.array(), s.pivots, e.array()), what.c_str());
                const Dense x = dense(e.back());
                verdict(what + " getrs " + trans, norm(difference(product(trans, 'N', plain, x), dense(b))) /
                                                      (double(n) * eps * norm(plain) * norm(x)));
            }
        }
    }
    void getrf_info(i64 n, i64 bad, bool nan) {
        const std::string what = std::string(1, precision) + "getrf n " + std::to_string(n) + " bad " +
                                 std::to_string(bad) + (nan ? " nan" : "");
        Host h = general(n, n, n + 1, 0);
        for (i64 i = 0; i < n; i++) {
            // column `bad` is all zero, so its pivot is an exact zero
            h(i, bad - 1) = nan ? (i == n / 2 ? marker() : h(i, bad - 1)) : T(0);
        }
        OnDevice d(h);
        s.clear();
        must(getrf(*s.queue, precision, n, n, d.array(), s.pivots, s.info), what.c_str());
        const int found = s.found();
        if (!nan) verdict(what + " info " + std::to_string(found), found == bad ? 0 : 1e9);
        Host f = d.back();
        if (nan) {
            bool any = false;
            for (i64 j = 0; j < n; j++) any = any || std::isnan(double(std::real(f(n - 1, j))));
            verdict(what + " propagates", any ? 0 : 1e9);
        }
    }
    // NaN is a pivot where LAPACK's search takes it for one: if it is the first that is looked at.
    void getrf_not_finite(i64 n) {
        const std::string what = std::string(1, precision) + "getrf n " + std::to_string(n) + ", not finite: ";
        const auto finite = [](T x) { return std::isfinite(double(std::abs(x))); };
        const auto run = [&](Host h) {
            OnDevice d(h);
            s.clear();
            must(getrf(*s.queue, precision, n, n, d.array(), s.pivots, s.info), what.c_str());
            return d.back();
        };
        const auto pivot = [&] {
            std::int32_t first = 0;
            MUST(cudaMemcpy(&first, s.pivots, sizeof first, cudaMemcpyDeviceToHost));
            return first;
        };
        Host h = general(n, n, n + 1, 0);
        for (i64 i = 0; i < n; i++) h(i, 0) = i == n - 1 ? marker() : T(0);
        run(h);
        verdict(what + "zeros before NaN", pivot() == 1 && s.found() == 1 ? 0 : 1e9);
        for (i64 i = 0; i < n; i++) h(i, 0) = i == n - 1 ? marker() : i == 1 ? T(4) : T(1);
        Host f = run(h);
        bool good = pivot() == 2;
        for (i64 j = 0; j < n; j++)
            for (i64 i = 0; i < n - 1; i++) good = good && finite(f(i, j));
        verdict(what + "NaN in the last row", good ? 0 : 1e9);
        for (const i64 column : {i64(20), n / 3, n - 1}) {
            h = general(n, n, n + 1, 0);
            for (i64 i = 0; i < n; i++) h(i, i) = T(R(2 * n));  // no interchanges
            h(5, column) = T(std::numeric_limits<R>::infinity());
            f = run(h);
            good = !finite(f(5, column));
            for (i64 j = 0; j <= column; j++)
                for (i64 i = 0; i < (j == column ? 5 : n); i++) good = good && finite(f(i, j));
            verdict(what + "Inf in column " + std::to_string(column), good ? 0 : 1e9);
        }
    }
    void triangle_case(i64 n, char uplo, char diag) {
        const std::string what = std::string(1, precision) + "trtri " + uplo + diag + " n " + std::to_string(n);
        Host h(n, n, n + 2);
        for (i64 j = 0; j < n; j++)
            for (i64 i = 0; i < n; i++)
                if (in(uplo, i, j) && !(diag == 'U' && i == j))
                    h(i, j) = i == j ? draw() + T(R(2)) : draw() * R(2.0 / std::sqrt(double(n)));
        OnDevice d(h);
        must(trtri(*s.queue, precision, uplo, diag, n, d.array()), what.c_str());
        const Host f = d.back();
        outside(what, h, f, [&](i64 i, i64 j) { return in(uplo, i, j) && !(diag == 'U' && i == j); });
        const Dense a = triangle(h, uplo, diag), y = triangle(f, uplo, diag);
        Dense r = product('N', 'N', a, y);
        for (i64 i = 0; i < n; i++) r(i, i) -= 1;
        verdict(what, norm(r) / (double(n) * eps * norm(a) * norm(y)));
        if (diag == 'U') return;
        for (i64 i = 0; i < n; i++) h(i, i) = T(std::real(h(i, i)));
        OnDevice e(h);
        must(lauum(*s.queue, precision, uplo, n, e.array()), what.c_str());
        const Host g = e.back();
        outside(what + " lauum", h, g, [&](i64 i, i64 j) { return in(uplo, i, j); });
        const Dense l = triangle(h, uplo, 'N'), p = uplo == 'L' ? product('C', 'N', l, l) : product('N', 'C', l, l);
        verdict(what + " lauum", norm(difference(hermitian(g, uplo), p)) / (double(n) * eps * norm(p)));
    }
    void tiny() {
        for (char uplo : {'L', 'U'}) {
            potrf_case(150, 153, uplo, 0, false);
            potrf_info(150, 140, uplo, false, false);
            triangle_case(100, uplo, 'N');
        }
        getrf_case(150, 150, 151, 0, false);
        getrf_case(700, 200, 700, 3, false);
    }
    void all(bool small) {
        std::vector<i64> sizes = {0, 1, 2, 31, 32, 33, 63, 64, 65, 127, 128, 129, 200, 257, 513, 1000};
        if (small) sizes = {1, 33, 129, 300};
        for (const i64 n : sizes) {
            for (char uplo : {'L', 'U'}) {
                for (int kind = 0; kind < (small ? 1 : 3); kind++)
                    potrf_case(n, n + (kind == 0 ? 3 : kind == 1 ? 0 : 17) + (n == 0), uplo, kind, kind == 0);
                if (n)
                    for (char diag : {'N', 'U'}) triangle_case(n, uplo, diag);
                if (n > 2 && (n == 33 || n == 129 || n == 513 || n == 300))
                    for (const i64 bad : {i64(1), n / 2, n}) {
                        potrf_info(n, bad, uplo, false, n == 513);
                        potrf_info(n, bad, uplo, true, false);
                    }
            }
            for (int kind = 0; kind < (small ? 1 : 4); kind++) getrf_case(n, n, n + 3, kind, kind == 0);
            if (n && !small) {
                getrf_case(2 * n + 1, n, 2 * n + 1, 0, true);
                getrf_case(n, 2 * n + 5, n + 1, 0, true);
            }
            if (n == 33 || n == 129 || n == 300 || n == 513)
                for (const i64 bad : {i64(1), n / 2, n}) {
                    getrf_info(n, bad, false);
                    getrf_info(n, bad, true);
                }
            if (n == 33 || n == 129 || n == 300 || n == 1000) getrf_not_finite(n);
        }
        if (small) return;
        getrf_case(3000, 150, 3001, 0, true);
        getrf_case(9000, 70, 9001, 0, false);
        getrf_case(9000, 300, 9000, 3, true);
        getrf_case(17000, 70, 17003, 0, true);
        getrf_case(150, 3000, 151, 0, true);
        for (char uplo : {'L', 'U'}) potrf_case(2111, 2112, uplo, 0, true);
        getrf_case(2111, 2111, 2112, 0, true);
    }
};

// ---- Times
static double timed(cudaStream_t stream, const std::function<void()>& before, const std::function<void()>& call) {
    cudaEvent_t a, b;
    MUST(cudaEventCreate(&a));
    MUST(cudaEventCreate(&b));
    std::vector<float> t;
    for (int i = 0; i < 7; i++) {
        before();
        MUST(cudaDeviceSynchronize());
        MUST(cudaEventRecord(a, stream));
        call();
        MUST(cudaEventRecord(b, stream));
        MUST(cudaDeviceSynchronize());
        float ms;
        MUST(cudaEventElapsedTime(&ms, a, b));
        if (i >= 2) t.push_back(ms);
    }
    MUST(cudaEventDestroy(a));
    MUST(cudaEventDestroy(b));
    std::sort(t.begin(), t.end());
    return t[t.size() / 2];
}

template <class R> __global__ void fill(R* a, i64 n, i64 ld, int parts, double diagonal) {
    for (i64 e = blockIdx.x * i64(blockDim.x) + threadIdx.x; e < ld * n * parts; e += i64(gridDim.x) * blockDim.x) {
        const i64 i = e / parts % ld, j = e / parts / ld, part = e % parts;
        const i64 p = i < j ? i : j, q = i < j ? j : i;
        unsigned long long x = (diagonal != 0 ? p * 1000003 + q : e) * 0x9E3779B97F4A7C15ull + 12345;
        x ^= x >> 31, x *= 0xBF58476D1CE4E5B9ull, x ^= x >> 27;
        double v = double(x >> 11) / 9007199254740992.0 * 2 - 1;
        if (diagonal != 0 && part == 1) v = i == j ? 0 : i < j ? -v : v;
        if (i == j && part == 0) v += diagonal;
        a[e] = R(v);
    }
}

struct Timer {
    Setup& s;
    cusolverDnHandle_t solver;
    explicit Timer(Setup& setup) : s(setup) {
        cusolverDnCreate(&solver);
        cusolverDnSetStream(solver, s.stream);
    }
    static int parts(char p) { return complex_elements(p) ? 2 : 1; }
    void init(char p, void* a, i64 n, double diagonal) {
        if (p == 's' || p == 'c')
            fill<float><<<1024, 256>>>((float*)a, n, n, parts(p), diagonal);
        else
            fill<double><<<1024, 256>>>((double*)a, n, n, parts(p), diagonal);
        MUST(cudaDeviceSynchronize());
    }
    static double weight(char p) { return complex_elements(p) ? 4 : 1; }
    void line(const char* what, char p, const char* how, i64 n, i64 k, double ms, double flops) {
        std::printf("%s,%c,%s,%lld,%lld,%.4f,%.3f\n", what, p, how, (long long)n, (long long)k, ms,
                    flops * weight(p) / ms * 1e-9);
        std::fflush(stdout);
    }
    // A matrix that each call is given anew.
    struct Subject {
        Setup& s;
        std::size_t bytes;
        void *matrix = nullptr, *original = nullptr;
        Subject(Timer& timer, char p, i64 n, double diagonal)
            : s(timer.s), bytes(std::size_t(n * n) * element_bytes(p)) {
            MUST(cudaMalloc(&matrix, bytes));
            MUST(cudaMalloc(&original, bytes));
            timer.init(p, original, n, diagonal);
        }
        ~Subject() { cudaFree(matrix), cudaFree(original); }
        Subject(const Subject&) = delete;
        Subject& operator=(const Subject&) = delete;
        void restore() const {
            MUST(cudaMemcpyAsync(matrix, original, bytes, cudaMemcpyDeviceToDevice));
            s.clear();
        }
    };
    void potrf_times(char p, char uplo, i64 n) {
        const Subject subject(*this, p, n, 2.0 * double(n));
        void* const a = subject.matrix;
        const auto restore = [&] { subject.restore(); };
        const double flops = double(n) * n * n / 3;
        const Array x{(char*)a, n, element_bytes(p)};
        const std::string u(1, uplo);
        line("potrf", p, ("shunt " + u).c_str(), n, 0,
             timed(s.stream, restore, [&] { must(potrf(*s.queue, p, uplo, n, x, s.info), "potrf"); }), flops);
        line("potrf", p, ("beside " + u).c_str(), n, 0,
             timed(s.stream, restore, [&] { must(potrf(*s.queue, p, uplo, n, x, s.info, &s.pair), "potrf"); }), flops);
        if (s.found()) std::printf("info %d\n", s.found());
        const auto fillmode = uplo == 'L' ? CUBLAS_FILL_MODE_LOWER : CUBLAS_FILL_MODE_UPPER;
        int work = 0;
        void* w = nullptr;
        const int N = int(n);
        if (p == 's') cusolverDnSpotrf_bufferSize(solver, fillmode, N, (float*)a, N, &work);
        if (p == 'd') cusolverDnDpotrf_bufferSize(solver, fillmode, N, (double*)a, N, &work);
        if (p == 'c') cusolverDnCpotrf_bufferSize(solver, fillmode, N, (cuComplex*)a, N, &work);
        if (p == 'z') cusolverDnZpotrf_bufferSize(solver, fillmode, N, (cuDoubleComplex*)a, N, &work);
        MUST(cudaMalloc(&w, std::size_t(work) * element_bytes(p) + 16));
        line("potrf", p, ("cusolver " + u).c_str(), n, 0,
             timed(s.stream, restore,
                   [&] {
                       if (p == 's') cusolverDnSpotrf(solver, fillmode, N, (float*)a, N, (float*)w, work, s.info);
                       if (p == 'd') cusolverDnDpotrf(solver, fillmode, N, (double*)a, N, (double*)w, work, s.info);
                       if (p == 'c')
                           cusolverDnCpotrf(solver, fillmode, N, (cuComplex*)a, N, (cuComplex*)w, work, s.info);
                       if (p == 'z')
                           cusolverDnZpotrf(solver, fillmode, N, (cuDoubleComplex*)a, N, (cuDoubleComplex*)w, work,
                                            s.info);
                   }),
             flops);
        cudaFree(w);
    }
    // Block columns of a launch, and the update beside them or not.
    void potrf_widths(char p, i64 n) {
        CutQueue& q = *s.queue;
        const Subject subject(*this, p, n, 2.0 * double(n));
        void* const a = subject.matrix;
        const auto restore = [&] { subject.restore(); };
        const Array x{(char*)a, n, element_bytes(p)};
        for (q.order = 512; q.order <= std::min<i64>(n, 8192); q.order *= 2)
            for (const Beside* beside : {(const Beside*)nullptr, (const Beside*)&s.pair})
                line(beside ? "potrf beside" : "potrf alone", p, "shunt L", n, q.order,
                     timed(s.stream, restore, [&] { must(potrf(q, p, 'L', n, x, s.info, beside), "potrf"); }),
                     double(n) * n * n / 3);
        q.order = 0;
    }
    void getrf_times(char p, i64 n) {
        const Subject subject(*this, p, n, 0);
        void* const a = subject.matrix;
        const auto restore = [&] { subject.restore(); };
        const double flops = double(n) * n * n * 2 / 3;
        const Array x{(char*)a, n, element_bytes(p)};
        line("getrf", p, "shunt", n, 0,
             timed(s.stream, restore, [&] { must(getrf(*s.queue, p, n, n, x, s.pivots, s.info), "getrf"); }), flops);
        line("getrf", p, "beside", n, 0,
             timed(s.stream, restore, [&] { must(getrf(*s.queue, p, n, n, x, s.pivots, s.info, &s.pair), "getrf"); }),
             flops);
        if (s.found()) std::printf("info %d\n", s.found());
        int work = 0;
        void* w = nullptr;
        const int N = int(n);
        if (p == 's') cusolverDnSgetrf_bufferSize(solver, N, N, (float*)a, N, &work);
        if (p == 'd') cusolverDnDgetrf_bufferSize(solver, N, N, (double*)a, N, &work);
        if (p == 'c') cusolverDnCgetrf_bufferSize(solver, N, N, (cuComplex*)a, N, &work);
        if (p == 'z') cusolverDnZgetrf_bufferSize(solver, N, N, (cuDoubleComplex*)a, N, &work);
        MUST(cudaMalloc(&w, std::size_t(work) * element_bytes(p) + 16));
        line("getrf", p, "cusolver", n, 0,
             timed(s.stream, restore,
                   [&] {
                       if (p == 's') cusolverDnSgetrf(solver, N, N, (float*)a, N, (float*)w, s.pivots, s.info);
                       if (p == 'd') cusolverDnDgetrf(solver, N, N, (double*)a, N, (double*)w, s.pivots, s.info);
                       if (p == 'c') cusolverDnCgetrf(solver, N, N, (cuComplex*)a, N, (cuComplex*)w, s.pivots, s.info);
                       if (p == 'z')
                           cusolverDnZgetrf(solver, N, N, (cuDoubleComplex*)a, N, (cuDoubleComplex*)w, s.pivots,
                                            s.info);
                   }),
             flops);
        cudaFree(w);
    }
    void panel_times() {
        const i64 n = 16384;
        void* a;
        MUST(cudaMalloc(&a, std::size_t(n) * 160 * 8));
        const Array x{(char*)a, n, 8};
        for (i64 m : {512, 2048, 4096, 8192, 16384}) {
            const double ms = timed(
                s.stream,
                [&] {
                    fill<double><<<1024, 256>>>((double*)a, 144, n, 1, 0.0);
                    s.clear();
                },
                [&] { must(s.queue->getrf('d', m, 128, x, s.pivots, s.info, 0), "panel"); });
            line("panel us/column", 'd', "shunt", m, 128, ms * 1e3 / 128, 0);
        }
        cudaFree(a);
    }
    // The pieces, to see where the time goes.
    void pieces() {
        const i64 n = 16384;
        void *a, *c;
        MUST(cudaMalloc(&a, std::size_t(n * n) * 16));
        MUST(cudaMalloc(&c, std::size_t(n * n) * 8));
        CudaQueue& q = *s.queue;
        for (char p : {'d', 's', 'c', 'z'}) {
            init(p, a, n, 0);
            const Array P{(char*)a, n, element_bytes(p)};
            for (i64 m : {512, 1024, 2048, 4096, 8192, 16384}) {
                if (p != 'd' && m != 4096 && m != 16384) continue;
                const i64 w = q.getrf_columns(p, m);
                const double ms = timed(
                    s.stream,
                    [&] {
                        init(p, a, 1536, 0);
                        s.clear();
                    },
                    [&] { must(q.getrf(p, m, w, P, s.pivots, s.info, 0), "panel"); });
                line("panel us/column", p, "shunt", m, w, ms * 1e3 / double(w), 0);
            }
            const i64 k = q.solve_order(p);
            for (i64 columns : {128, 4096, 16384}) {
                const double ms = timed(
                    s.stream,
                    [&] {
                        s.clear();
                        MUST(cudaMemset(s.pivots, 0, 4));
                        init(p, a, 1536, 0);
                        must(q.getrf(p, 4096, k, P, s.pivots, s.info, 0), "panel");
                    },
                    [&] { must(q.swap_solve(p, k, columns, P, P, s.pivots, 0), "swap_solve"); });
                line("swap_solve us", p, "shunt", columns, k, ms * 1e3, 0);
            }
            const double swap_ms = timed(
                s.stream, [&] {}, [&] { must(q.swap_rows(p, 8192, P, 1, k, s.pivots, true), "swap_rows"); });
            line("swap_rows us", p, "shunt", 8192, k, swap_ms * 1e3, 0);
            init(p, a, n, 2.0 * double(n));
            for (i64 m : {64, 128, 1024, 4096, 16384})
                for (char uplo : {'L', 'U'}) {
                    const i64 w = std::min(m, q.potrf_order(p, m));
                    const double ms = timed(
                        s.stream,
                        [&] {
                            init(p, a, n, 2.0 * double(n));
                            s.clear();
                        },
                        [&] { must(q.potrf(p, uplo, m, w, P, s.info, 0), "leaf"); });
                    if (s.found()) std::printf("info %d\n", s.found());
                    line("potrf panel us", p, uplo == 'L' ? "L" : "U", m, w, ms * 1e3, 0);
                    if (p != 'd') break;
                }
        }
        cudaFree(a), cudaFree(c);
    }
};

int main(int argc, char** argv) {
    int devices = 0;
    if (cudaGetDeviceCount(&devices) != cudaSuccess || devices == 0) return std::printf("skipped: no GPU\n"), 77;
    const std::string mode = argc > 1 ? argv[1] : "check";
    if (void* blas = dlopen("libopenblas.so.0", RTLD_NOW)) zgemm = (Zgemm*)dlsym(blas, "zgemm_");
    if (!zgemm) return std::printf("no OpenBLAS\n"), 2;
    Setup s;
    if (mode == "tiny") {  // for compute-sanitizer
        for (char p : std::string(argc > 2 ? argv[2] : "sdcz")) {
            if (p == 's') Checker<float>{.s = s}.tiny();
            if (p == 'd') Checker<double>{.s = s}.tiny();
            if (p == 'c') Checker<std::complex<float>>{.s = s}.tiny();
            if (p == 'z') Checker<std::complex<double>>{.s = s}.tiny();
        }
        return std::printf("tiny: %d checks, %d failures\n", checks, failures), failures != 0;
    }
    if (mode == "check" || mode == "small") {
        const bool small = mode == "small";
        const std::string which = argc > 2 ? argv[2] : "sdcz";
        for (char p : which) {
            failures = checks = 0, worst = 0;
            static int total = 0;
            if (p == 's') Checker<float>{.s = s}.all(small);
            if (p == 'd') Checker<double>{.s = s}.all(small);
            if (p == 'c') Checker<std::complex<float>>{.s = s}.all(small);
            if (p == 'z') Checker<std::complex<double>>{.s = s}.all(small);
            std::printf("%c: %d checks, %d failures, worst ratio %.3g\n", p, checks, failures, worst);
            std::fflush(stdout);
            total += failures;
            if (p == which.back()) return total ? 1 : 0;
        }
    }
    Timer t(s);
    if (mode == "pieces") t.pieces();
    if (mode == "one") {  // each kernel once, for a profiler
        const i64 n = 4096;
        void* a;
        MUST(cudaMalloc(&a, std::size_t(n * n) * 8));
        const Array x{(char*)a, n, 8};
        t.init('d', a, n, 2.0 * double(n)), s.clear();
        must(s.queue->potrf('d', 'L', n, 128, x, s.info, 0), "potrf");
        t.init('d', a, n, 0), s.clear();
        must(s.queue->getrf('d', n, 128, x, s.pivots, s.info, 0), "getrf");
        must(s.queue->swap_solve('d', 128, 1024, x, x(0, 128), s.pivots, 0), "swap_solve");
        s.found();
    }
    if (mode == "panels") t.panel_times();
    if (mode == "time") {
        const std::string which = argc > 2 ? argv[2] : "dscz", routine = argc > 3 ? argv[3] : "";
        std::vector<i64> orders;
        for (int i = 4; i < argc; i++) orders.push_back(std::atoll(argv[i]));
        if (orders.empty()) orders = {512, 1024, 2048, 4096, 8192, 16384};
        std::printf("routine,precision,how,n,k,ms,TFLOP/s\n");
        for (char p : which)
            for (i64 n : orders) {
                if (complex_elements(p) && n > 8192) continue;
                if (routine != "getrf")
                    for (char uplo : {'L', 'U'}) t.potrf_times(p, uplo, n);
                if (routine != "potrf") t.getrf_times(p, n);
            }
    }
    if (mode == "widths")
        for (char p : std::string(argc > 2 ? argv[2] : "dscz"))
            for (i64 n : {2048, 4096, 8192, 16384})
                if (n < 16384 || !complex_elements(p)) t.potrf_widths(p, n);
    return 0;
}
