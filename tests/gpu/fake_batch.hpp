// In: a step of a batch, its problems in host memory. Out: carried out by plain loops, one problem after the other.
#pragma once
#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdint>
#include <cstdlib>
#include <type_traits>
#include <utility>

#include "cuda/batch.hpp"

namespace shunt::gpu::fake {

template <class T> class BatchStepper {
public:
    BatchStepper(const BatchProblems& all, const BatchStep& s) : all_(all), s_(s) {}

    void run() {
        for (std::int64_t at = 0; at < all_.count; ++at) {
            sizes_ = all_.sizes ? all_.sizes[at] : all_.most;
            number_ = all_.sizes ? sizes_.number : all_.first + at;
            if (s_.while_good && integer(all_.info, number_) != 0) continue;
            m_ = length(s_.m, sizes_), n_ = length(s_.n, sizes_), k_ = length(s_.k, sizes_);
            x_ = view(s_.x), y_ = view(s_.y), z_ = view(s_.z);
            one();
        }
    }

private:
    using R = decltype(std::abs(T()));
    static T conj_of(T x) {
        if constexpr (std::is_floating_point_v<T>)
            return x;
        else
            return std::conj(x);
    }
    static T scalar(const double (&v)[2]) {
        if constexpr (std::is_floating_point_v<T>)
            return static_cast<T>(v[0]);
        else
            return T(static_cast<R>(v[0]), static_cast<R>(v[1]));
    }
    static R size(T x) { return std::abs(std::real(x)) + std::abs(std::imag(x)); }

    struct View {
        T* first;
        std::int64_t rows, columns;
    };
    View view(const BatchPart& p) const {
        const BatchPlace& from = p.of == Of::a ? all_.a : p.of == Of::b ? all_.b : all_.c;
        if (!from.base && !from.list) return {};  // which the step has not
        const BatchStrides t = strides(p, sizes_);
        return {reinterpret_cast<T*>(address(from, number_)) + t.start, t.rows, t.columns};
    }
    T* place(const BatchPart& p, std::int64_t i, std::int64_t j) const {
        const View v = &p == &s_.x ? x_ : &p == &s_.y ? y_ : &p == &s_.z ? z_ : view(p);
        return v.first + i * v.rows + j * v.columns;
    }
    T get(const BatchPart& p, std::int64_t i, std::int64_t j) const {
        return p.conjugate ? conj_of(*place(p, i, j)) : *place(p, i, j);
    }
    void put(const BatchPart& p, std::int64_t i, std::int64_t j, T v) const {
        *place(p, i, j) = p.conjugate ? conj_of(v) : v;
    }
    std::int64_t integer(const void* p, std::int64_t i) const {
        return all_.wide ? static_cast<const std::int64_t*>(p)[i] : static_cast<const std::int32_t*>(p)[i];
    }
    void set_integer(void* p, std::int64_t i, std::int64_t v) const {
        if (all_.wide)
            static_cast<std::int64_t*>(p)[i] = v;
        else
            static_cast<std::int32_t*>(p)[i] = static_cast<std::int32_t>(v);
    }
    void fail(int column) const {
        if (integer(all_.info, number_) == 0) set_integer(all_.info, number_, s_.offset + column);
    }

    void one() {
        switch (s_.action) {
            case BatchAction::product:
            case BatchAction::vector_product:
                return product();
            case BatchAction::solve:
            case BatchAction::solve_broad:
            case BatchAction::vector_solve:
                if (m_ > (s_.action == BatchAction::solve ? 32 : s_.action == BatchAction::solve_broad ? 64 : 1 << 20))
                    std::abort();
                return solve(s_.action == BatchAction::vector_solve ? 1 : n_);
            case BatchAction::multiply:
                return multiply();
            case BatchAction::lu_small:
            case BatchAction::lu:
            case BatchAction::lu_in_place:
                return lu();
            case BatchAction::swap_and_solve:
                swap(s_.offset, m_, n_, false);
                if (s_.solves) unit_ = true, solve(n_);
                return;
            case BatchAction::late_swaps:
                for (int i = 0; i < std::min(m_, n_); ++i) {
                    const auto other = integer(address(all_.ipiv, number_), i) - 1;
                    for (int j = 0; j < i / k_ * k_; ++j) std::swap(*place(s_.x, i, j), *place(s_.x, other, j));
                }
                return;
            case BatchAction::permute:
                return swap(0, m_, n_, s_.backward);
            case BatchAction::zero_pivot:
                for (int i = m_ - 1; i >= 0; --i)
                    if (get(s_.x, i, i) == T(0)) set_integer(all_.info, number_, i + 1);
                return;
            case BatchAction::identity:
            case BatchAction::copy:
                for (int j = 0; j < n_; ++j)
                    for (int i = 0; i < m_; ++i)
                        put(s_.z, i, j, s_.action == BatchAction::copy ? get(s_.x, i, j) : T(i == j));
                return;
            case BatchAction::qr_small:
            case BatchAction::qr:
            case BatchAction::qr_in_place:
                return qr();
            case BatchAction::reflect:
                for (int q = 0; q < k_; ++q) {
                    const int k = s_.backward ? k_ - 1 - q : q;
                    const T tau = taus(all_.tau)[s_.offset + k];
                    reflect(s_.x, k, k, s_.backward ? conj_of(tau) : tau, s_.z, 0);
                }
                return;
            case BatchAction::form_q:
            case BatchAction::form_q_in_place:
                return form_q();
            case BatchAction::bidiagonal:
            case BatchAction::bidiagonal_in_place:
            case BatchAction::bidiagonal_by_sweeps:
                return bidiagonal();
            default:
                return cholesky();
        }
    }
    void product() {
        const T alpha = scalar(s_.alpha), beta = scalar(s_.beta);
        for (int j = 0; j < n_; ++j)
            for (int i = s_.lower ? j : 0; i < m_; ++i) {
                T v(0);
                for (int l = 0; l < k_ && alpha != T(0); ++l) v += get(s_.x, i, l) * get(s_.y, l, j);
                v = alpha == T(0) || k_ == 0 ? T(0) : alpha * v;
                if (beta != T(0)) {
                    T before = get(s_.z, i, j);
                    if (s_.real_diagonal && i == j) before = T(std::real(before));
                    v += beta == T(1) ? before : beta * before;
                }
                put(s_.z, i, j, s_.real_diagonal && i == j ? T(std::real(v)) : v);
            }
    }
    void solve(int columns) {
        const T alpha = scalar(s_.alpha);
        for (int j = 0; j < columns; ++j)
            for (int i = 0; i < m_; ++i) {
                T v = alpha * get(s_.z, i, j);
                for (int l = 0; l < i; ++l) v -= get(s_.x, i, l) * get(s_.z, l, j);
                put(s_.z, i, j, s_.unit || unit_ ? v : v / get(s_.x, i, i));
            }
    }
    void multiply() {
        for (int j = 0; j < n_; ++j)
            for (int i = m_ - 1; i >= 0; --i) {
                T v = s_.unit ? get(s_.z, i, j) : get(s_.x, i, i) * get(s_.z, i, j);
                for (int l = 0; l < i; ++l) v += get(s_.x, i, l) * get(s_.z, l, j);
                put(s_.z, i, j, scalar(s_.alpha) * v);
            }
    }
    // Interchanges offset ... offset + count - 1 of rows of z, which begins with row `offset`.
    void swap(int offset, int count, int columns, bool backward) {
        const void* const pivots = address(all_.ipiv, number_);
        for (int q = 0; q < count; ++q) {
            const int i = backward ? count - 1 - q : q;
            const auto other = integer(pivots, offset + i) - 1 - offset;
            for (int j = 0; j < columns; ++j) std::swap(*place(s_.z, i, j), *place(s_.z, other, j));
        }
    }
    void lu() {
        void* const pivots = address(all_.ipiv, number_);
        for (int k = 0; k < std::min(m_, n_); ++k) {
            int best = k;
            for (int i = k + 1; i < m_; ++i)
                if (size(get(s_.x, i, k)) > size(get(s_.x, best, k))) best = i;
            set_integer(pivots, s_.offset + k, s_.offset + best + 1);
            for (int j = 0; j < n_; ++j) std::swap(*place(s_.x, k, j), *place(s_.x, best, j));
            const T pivot = get(s_.x, k, k);
            if (pivot == T(0)) {
                fail(k + 1);
                continue;
            }
            for (int i = k + 1; i < m_; ++i) {
                put(s_.x, i, k, get(s_.x, i, k) / pivot);
                for (int j = k + 1; j < n_; ++j) put(s_.x, i, j, get(s_.x, i, j) - get(s_.x, i, k) * get(s_.x, k, j));
            }
        }
    }
    T* taus(const BatchPlace& p) const { return reinterpret_cast<T*>(address(p, number_)); }
    // The reflector of x(i, j) and what is below it in m_ rows, as LAPACK's larfg; returns tau.
    T make_reflector(const BatchPart& x, int i, int j) {
        using Wide = std::conditional_t<sizeof(R) == 4, double, long double>;  // whose range holds the squares
        const T alpha = get(x, i, j);
        Wide squares = 0;
        for (int r = i + 1; r < m_; ++r) {
            const T v = get(x, r, j);
            squares += Wide(std::real(v)) * Wide(std::real(v)) + Wide(std::imag(v)) * Wide(std::imag(v));
        }
        if (squares == 0 && std::imag(alpha) == 0) return T(0);
        const Wide re = std::real(alpha), im = std::imag(alpha);
        const Wide beta = -std::copysign(std::sqrt(re * re + im * im + squares), re), d = re - beta,
                   all = d * d + im * im;
        const auto number = [](Wide a, Wide b) {
            if constexpr (std::is_floating_point_v<T>)
                return void(b), static_cast<T>(a);
            else
                return T(static_cast<R>(a), static_cast<R>(b));
        };
        for (int r = i + 1; r < m_; ++r) {
            const T v = get(x, r, j);
            const Wide p = std::real(v), q = std::imag(v);
            put(x, r, j, number((p * d + q * im) / all, (q * d - p * im) / all));
        }
        put(x, i, j, T(static_cast<R>(beta)));
        return number(-d / beta, -im / beta);
    }
    // Columns from `first` on of z times H^H, of m_ rows; v's head is x(i, j).
    void reflect(const BatchPart& x, int i, int j, T tau, const BatchPart& z, int first) {
        for (int c = first; c < n_; ++c) {
            T w = get(z, i, c);
            for (int r = i + 1; r < m_; ++r) w += conj_of(get(x, r, j)) * get(z, r, c);
            w *= conj_of(tau);
            if (tau == T(0)) continue;
            put(z, i, c, get(z, i, c) - w);
            for (int r = i + 1; r < m_; ++r) put(z, r, c, get(z, r, c) - get(x, r, j) * w);
        }
    }
    void qr() {
        for (int k = 0; k < std::min(m_, n_); ++k) {
            const T tau = make_reflector(s_.x, k, k);
            taus(all_.tau)[s_.offset + k] = tau;
            reflect(s_.x, k, k, tau, s_.x, k + 1);
        }
    }
    void form_q() {
        for (int j = n_ - 1; j >= 0; --j) {
            const T tau = j < k_ ? taus(all_.tau)[s_.offset + j] : T(0);
            if (j < k_) reflect(s_.x, j, j, conj_of(tau), s_.x, j + 1);
            for (int i = -s_.offset; i < m_; ++i)
                put(s_.x, i, j, i == j ? T(1) - tau : i > j && j < k_ ? -tau * get(s_.x, i, j) : T(0));
        }
    }
    void bidiagonal() {
        // With more rows than columns; and its conjugate transpose, on whose columns the reflectors of rows are made.
        BatchPart x = s_.x;
        T *left = taus(all_.tau), *right = taus(all_.taup);
        R *const d = reinterpret_cast<R*>(address(all_.d, number_)), *const e =
                                                                         reinterpret_cast<R*>(address(all_.e, number_));
        int m = m_, n = n_;
        if (m < n) {
            x.turned = x.conjugate = true;
            std::swap(left, right);
            std::swap(m, n);
        }
        BatchPart y = x;
        y.turned = !y.turned, y.conjugate = !y.conjugate;
        for (int k = 0; k < n; ++k) {
            m_ = m, n_ = n;
            left[k] = make_reflector(x, k, k);
            d[k] = std::real(get(x, k, k));
            reflect(x, k, k, left[k], x, k + 1);
            right[k] = T(0);
            if (k + 1 == n) break;
            m_ = n, n_ = m;
            right[k] = make_reflector(y, k + 1, k);
            e[k] = std::real(get(y, k + 1, k));
            // A H = (H^H A^H)^H
            reflect(y, k + 1, k, right[k], y, k + 1);
        }
    }
    void cholesky() {
        if (m_ == 0 || integer(all_.info, number_) != 0) return;
        for (int k = 0; k < m_; ++k) {
            const R d = std::real(get(s_.x, k, k));
            if (!(d > 0)) return fail(k + 1);
            const R root = std::sqrt(d);
            put(s_.x, k, k, T(root));
            for (int i = k + 1; i < m_; ++i) put(s_.x, i, k, get(s_.x, i, k) / root);
            for (int j = k + 1; j < m_; ++j)
                for (int i = j; i < m_; ++i)
                    put(s_.x, i, j, get(s_.x, i, j) - get(s_.x, i, k) * conj_of(get(s_.x, j, k)));
        }
    }

    const BatchProblems& all_;
    const BatchStep& s_;
    BatchSizes sizes_{};
    std::int64_t number_ = 0;
    View x_{}, y_{}, z_{};  // the step's parts of this problem
    int m_ = 0, n_ = 0, k_ = 0;
    bool unit_ = false;
};

inline std::int64_t integer(const BatchUnseen& u, int which, std::int64_t i) {
    const void* const p = u.integers[which];
    return !p ? 0 : u.wide ? static_cast<const std::int64_t*>(p)[i] : static_cast<const std::int32_t*>(p)[i];
}
// -1: it is not counted.
inline std::int64_t cell_of(const BatchUnseen& u, std::int64_t i) {
    std::int64_t cell = 0;
    for (int d = 0; d < 3; ++d) {
        const std::int64_t order = integer(u, d, i);
        if (order < 0 || order >= 1024 || number_of(static_cast<std::uint32_t>(order)) >= u.numbers[d]) return -1;
        cell = cell * u.numbers[d] + number_of(static_cast<std::uint32_t>(order));
    }
    return cell;
}
inline void look(const BatchUnseen& u) {
    shunt_seen& seen = *u.seen;
    for (std::int64_t i = 0; i < u.count; ++i) {
        for (int w = 0; w < 6; ++w) {
            const std::int64_t v = integer(u, w, i);
            seen.least[w] = std::min(seen.least[w], v), seen.most[w] = std::max(seen.most[w], v);
            if (w < 3) continue;
            const int rows = u.look.operand[w - 3].rows;
            seen.spare[w - 3] = std::min(seen.spare[w - 3], rows == 4 ? (v != 0) - 1 : v - integer(u, rows, i));
        }
        for (int w = 0; w < 8; ++w) {
            if (!u.lists[w]) continue;
            const std::uint64_t p = u.lists[w][i];
            const auto& part = u.look.operand[w];
            const auto size = [&](int which) {
                const std::int64_t least = std::min(integer(u, 0, i), integer(u, 1, i));
                return which < 3 ? integer(u, which, i) : which == 3 ? least : 1;
            };
            const std::int64_t ld = part.ld < 0 ? 0 : integer(u, part.ld, i);
            const std::int64_t bytes = ((size(part.columns) - 1) * std::abs(ld) + size(part.rows)) * part.bytes;
            seen.first[w] = std::min(seen.first[w], p), seen.bits[w] |= p;
            seen.end[w] = std::max({seen.end[w], p, p + static_cast<std::uint64_t>(bytes)});
            if (!(u.look.written >> w & 1)) continue;
            if (i > 0 && p == u.lists[w][i - 1]) seen.shared = 1;
            for (int input = 0; input < 2; ++input)
                if (input != w && u.lists[input] && p == u.lists[input][i]) seen.shared = 1;
        }
        if (const std::int64_t cell = cell_of(u, i); cell >= 0) ++u.cells[cell];
    }
}
// Of a cell the last one first: no order is promised.
inline void sort(const BatchUnseen& u, std::uint32_t* starts, BatchSizes* sorted) {
    for (std::int64_t i = u.count; i-- > 0;) {
        const std::int64_t cell = cell_of(u, i);
        if (cell < 0) continue;
        BatchSizes& s = sorted[starts[cell]++];
        std::int32_t* const sizes[] = {&s.m, &s.n, &s.k, &s.lda, &s.ldb, &s.ldc};
        for (int w = 0; w < 6; ++w) *sizes[w] = static_cast<std::int32_t>(integer(u, w, i));
        s.number = static_cast<std::int32_t>(i);
    }
}

}  // namespace shunt::gpu::fake
