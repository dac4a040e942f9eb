// In: a routine's number and its arguments in one struct. Out: the call under any name, and the position that Reference
// BLAS/LAPACK 3.12 reports when arguments are wrong. Errors, fuzzing, names and repeatability are swept through this.
#pragma once
#include "matrix.hpp"

namespace test {

enum class Routine {
    gemm,
    symm,
    hemm,
    syrk,
    herk,
    syr2k,
    her2k,
    trmm,
    trsm,
    potrf,
    potrf2,
    potf2,
    getrf,
    getrf2,
    getf2,
    getrs,
    gesv,
    potrs,
    posv,
    trtri,
    trti2,
    lauum,
    lauu2,
    potri,
    trtrs,
    geqrf,
    ormqr,
    unmqr,
    orgqr,
    ungqr
};
inline constexpr const char* stems[] = {"gemm",  "symm",  "hemm",   "syrk",  "herk",  "syr2k",  "her2k", "trmm",
                                        "trsm",  "potrf", "potrf2", "potf2", "getrf", "getrf2", "getf2", "getrs",
                                        "gesv",  "potrs", "posv",   "trtri", "trti2", "lauum",  "lauu2", "potri",
                                        "trtrs", "geqrf", "ormqr",  "unmqr", "orgqr", "ungqr"};
inline constexpr int routine_count = static_cast<int>(std::size(stems));
inline bool level3(Routine r) {
    return r <= Routine::trsm;
}
inline bool hermitian(Routine r) {
    return r == Routine::hemm || r == Routine::herk || r == Routine::her2k;
}
inline bool multiplies_by_q(Routine r) {
    return r == Routine::ormqr || r == Routine::unmqr;
}
inline bool orthogonal(Routine r) {
    return r >= Routine::geqrf;
}
inline bool exists(Routine r, bool complex) {
    if (r == Routine::ormqr || r == Routine::orgqr) return !complex;
    return complex || !(hermitian(r) || r == Routine::unmqr || r == Routine::ungqr);
}

// In the LAPACK routines k is the number of right-hand sides, or of reflectors.
struct Args {
    Side side = Side::L;
    Uplo uplo = Uplo::L;
    Trans transa = Trans::N, transb = Trans::N;
    Diag diag = Diag::N;
    i64 m = 0, n = 0, k = 0, lda = 1, ldb = 1, ldc = 1;
    i64 lwork = 1024;
};

// The first bad argument, counted from one; 0 when all are good. `complex` decides which transpositions there are.
inline int first_bad(Routine r, const Args& x, bool complex) {
    const auto letter = [](auto value, const char* allowed) {
        const char c = static_cast<char>(std::toupper(static_cast<unsigned char>(value)));
        return c && std::strchr(allowed, c);
    };
    const bool left = letter(x.side, "L"), notrans = letter(x.transa, "N"), notransb = letter(x.transb, "N");
    const auto short_of = [](i64 ld, i64 rows) { return ld < std::max<i64>(1, rows); };
    const auto little_work = [&](i64 columns) { return x.lwork != -1 && x.lwork < std::max<i64>(1, columns); };
    struct Check {
        bool bad;
        int position;
    };
    const auto first = [](std::initializer_list<Check> checks) {
        for (const Check& c : checks)
            if (c.bad) return c.position;
        return 0;
    };
    const bool uplo = !letter(x.uplo, "UL"), trans = !letter(x.transa, "NTC"), diag = !letter(x.diag, "NU");
    switch (r) {
        case Routine::gemm:
            return first({{trans, 1},
                          {!letter(x.transb, "NTC"), 2},
                          {x.m < 0, 3},
                          {x.n < 0, 4},
                          {x.k < 0, 5},
                          {short_of(x.lda, notrans ? x.m : x.k), 8},
                          {short_of(x.ldb, notransb ? x.k : x.n), 10},
                          {short_of(x.ldc, x.m), 13}});
        case Routine::symm:
        case Routine::hemm:
            return first({{!letter(x.side, "LR"), 1},
                          {uplo, 2},
                          {x.m < 0, 3},
                          {x.n < 0, 4},
                          {short_of(x.lda, left ? x.m : x.n), 7},
                          {short_of(x.ldb, x.m), 9},
                          {short_of(x.ldc, x.m), 12}});
        case Routine::syrk:
        case Routine::herk:
            return first({{uplo, 1},
                          {!letter(x.transa, hermitian(r) ? "NC"
                                             : complex    ? "NT"
                                                          : "NTC"),
                           2},
                          {x.n < 0, 3},
                          {x.k < 0, 4},
                          {short_of(x.lda, notrans ? x.n : x.k), 7},
                          {short_of(x.ldc, x.n), 10}});
        case Routine::syr2k:
        case Routine::her2k:
            return first({{uplo, 1},
                          {!letter(x.transa, hermitian(r) ? "NC"
                                             : complex    ? "NT"
                                                          : "NTC"),
                           2},
                          {x.n < 0, 3},
                          {x.k < 0, 4},
                          {short_of(x.lda, notrans ? x.n : x.k), 7},
                          {short_of(x.ldb, notrans ? x.n : x.k), 9},
                          {short_of(x.ldc, x.n), 12}});
        case Routine::trmm:
        case Routine::trsm:
            return first({{!letter(x.side, "LR"), 1},
                          {uplo, 2},
                          {trans, 3},
                          {diag, 4},
                          {x.m < 0, 5},
                          {x.n < 0, 6},
                          {short_of(x.lda, left ? x.m : x.n), 9},
                          {short_of(x.ldb, x.m), 11}});
        case Routine::potrf:
        case Routine::potrf2:
        case Routine::potf2:
        case Routine::lauum:
        case Routine::lauu2:
        case Routine::potri:
            return first({{uplo, 1}, {x.n < 0, 2}, {short_of(x.lda, x.n), 4}});
        case Routine::getrf:
        case Routine::getrf2:
        case Routine::getf2:
            return first({{x.m < 0, 1}, {x.n < 0, 2}, {short_of(x.lda, x.m), 4}});
        case Routine::getrs:
            return first(
                {{trans, 1}, {x.n < 0, 2}, {x.k < 0, 3}, {short_of(x.lda, x.n), 5}, {short_of(x.ldb, x.n), 8}});
        case Routine::gesv:
            return first({{x.n < 0, 1}, {x.k < 0, 2}, {short_of(x.lda, x.n), 4}, {short_of(x.ldb, x.n), 7}});
        case Routine::potrs:
        case Routine::posv:
            return first({{uplo, 1}, {x.n < 0, 2}, {x.k < 0, 3}, {short_of(x.lda, x.n), 5}, {short_of(x.ldb, x.n), 7}});
        case Routine::trtri:
        case Routine::trti2:
            return first({{uplo, 1}, {diag, 2}, {x.n < 0, 3}, {short_of(x.lda, x.n), 5}});
        case Routine::trtrs:
            return first({{uplo, 1},
                          {trans, 2},
                          {diag, 3},
                          {x.n < 0, 4},
                          {x.k < 0, 5},
                          {short_of(x.lda, x.n), 7},
                          {short_of(x.ldb, x.n), 9}});
        case Routine::geqrf:
            return first({{x.m < 0, 1}, {x.n < 0, 2}, {short_of(x.lda, x.m), 4}, {little_work(x.m > 0 ? x.n : 1), 7}});
        case Routine::ormqr:
        case Routine::unmqr: {
            const i64 order = left ? x.m : x.n;
            return first({{!letter(x.side, "LR"), 1},
                          {!letter(x.transa, complex ? "NC" : "NT"), 2},
                          {x.m < 0, 3},
                          {x.n < 0, 4},
                          {x.k < 0 || x.k > order, 5},
                          {short_of(x.lda, order), 7},
                          {short_of(x.ldc, x.m), 10},
                          {little_work(left ? x.n : x.m), 12}});
        }
        case Routine::orgqr:
        case Routine::ungqr:
            return first({{x.m < 0, 1},
                          {x.n < 0 || x.n > x.m, 2},
                          {x.k < 0 || x.k > x.n, 3},
                          {short_of(x.lda, x.m), 5},
                          {little_work(x.n), 8}});
    }
    return 0;
}

// What a call reads and writes.
template <class T> struct Operands {
    T *a = nullptr, *b = nullptr, *c = nullptr;
    T alpha = T(1), beta = T(1);
    Pivots pivots{0};
    Info info;
    std::vector<T> tau, work;
};

// The call by its Fortran name; false when no library has the name.
template <class T> bool call(const Family& f, Routine r, const Args& x, Operands<T>& o) {
    using R = real_t<T>;
    const char* stem = stems[static_cast<int>(r)];
    const R ra = std::real(o.alpha), rb = std::real(o.beta);
    switch (r) {
        case Routine::gemm:
            return fortran<T>(f, stem, x.transa, x.transb, x.m, x.n, x.k, o.alpha, o.a, x.lda, o.b, x.ldb, o.beta, o.c,
                              x.ldc);
        case Routine::symm:
        case Routine::hemm:
            return fortran<T>(f, stem, x.side, x.uplo, x.m, x.n, o.alpha, o.a, x.lda, o.b, x.ldb, o.beta, o.c, x.ldc);
        case Routine::syrk:
            return fortran<T>(f, stem, x.uplo, x.transa, x.n, x.k, o.alpha, o.a, x.lda, o.beta, o.c, x.ldc);
        case Routine::herk:
            return fortran<T>(f, stem, x.uplo, x.transa, x.n, x.k, ra, o.a, x.lda, rb, o.c, x.ldc);
        case Routine::syr2k:
            return fortran<T>(f, stem, x.uplo, x.transa, x.n, x.k, o.alpha, o.a, x.lda, o.b, x.ldb, o.beta, o.c, x.ldc);
        case Routine::her2k:
            return fortran<T>(f, stem, x.uplo, x.transa, x.n, x.k, o.alpha, o.a, x.lda, o.b, x.ldb, rb, o.c, x.ldc);
        case Routine::trmm:
        case Routine::trsm:
            return fortran<T>(f, stem, x.side, x.uplo, x.transa, x.diag, x.m, x.n, o.alpha, o.a, x.lda, o.b, x.ldb);
        case Routine::potrf:
        case Routine::potrf2:
        case Routine::potf2:
        case Routine::lauum:
        case Routine::lauu2:
        case Routine::potri:
            return fortran<T>(f, stem, x.uplo, x.n, o.a, x.lda, o.info);
        case Routine::getrf:
        case Routine::getrf2:
        case Routine::getf2:
            return fortran<T>(f, stem, x.m, x.n, o.a, x.lda, o.pivots, o.info);
        case Routine::getrs:
            return fortran<T>(f, stem, x.transa, x.n, x.k, o.a, x.lda, o.pivots, o.b, x.ldb, o.info);
        case Routine::gesv:
            return fortran<T>(f, stem, x.n, x.k, o.a, x.lda, o.pivots, o.b, x.ldb, o.info);
        case Routine::potrs:
        case Routine::posv:
            return fortran<T>(f, stem, x.uplo, x.n, x.k, o.a, x.lda, o.b, x.ldb, o.info);
        case Routine::trtri:
        case Routine::trti2:
            return fortran<T>(f, stem, x.uplo, x.diag, x.n, o.a, x.lda, o.info);
        case Routine::trtrs:
            return fortran<T>(f, stem, x.uplo, x.transa, x.diag, x.n, x.k, o.a, x.lda, o.b, x.ldb, o.info);
        case Routine::geqrf:
            return fortran<T>(f, stem, x.m, x.n, o.a, x.lda, o.tau.data(), o.work.data(), x.lwork, o.info);
        case Routine::ormqr:
        case Routine::unmqr:
            return fortran<T>(f, stem, x.side, x.transa, x.m, x.n, x.k, o.a, x.lda, o.tau.data(), o.c, x.ldc,
                              o.work.data(), x.lwork, o.info);
        case Routine::orgqr:
        case Routine::ungqr:
            return fortran<T>(f, stem, x.m, x.n, x.k, o.a, x.lda, o.tau.data(), o.work.data(), x.lwork, o.info);
    }
    return false;
}

// The call by its CBLAS name, level 3 only.
template <class T> bool call_cblas(const Family& f, Layout layout, Routine r, const Args& x, Operands<T>& o) {
    using R = real_t<T>;
    const char* stem = stems[static_cast<int>(r)];
    const R ra = std::real(o.alpha), rb = std::real(o.beta);
    switch (r) {
        case Routine::gemm:
            return cblas<T>(f, stem, layout, x.transa, x.transb, x.m, x.n, x.k, o.alpha, o.a, x.lda, o.b, x.ldb, o.beta,
                            o.c, x.ldc);
        case Routine::symm:
        case Routine::hemm:
            return cblas<T>(f, stem, layout, x.side, x.uplo, x.m, x.n, o.alpha, o.a, x.lda, o.b, x.ldb, o.beta, o.c,
                            x.ldc);
        case Routine::syrk:
            return cblas<T>(f, stem, layout, x.uplo, x.transa, x.n, x.k, o.alpha, o.a, x.lda, o.beta, o.c, x.ldc);
        case Routine::herk:
            return cblas<T>(f, stem, layout, x.uplo, x.transa, x.n, x.k, ra, o.a, x.lda, rb, o.c, x.ldc);
        case Routine::syr2k:
            return cblas<T>(f, stem, layout, x.uplo, x.transa, x.n, x.k, o.alpha, o.a, x.lda, o.b, x.ldb, o.beta, o.c,
                            x.ldc);
        case Routine::her2k:
            return cblas<T>(f, stem, layout, x.uplo, x.transa, x.n, x.k, o.alpha, o.a, x.lda, o.b, x.ldb, rb, o.c,
                            x.ldc);
        case Routine::trmm:
        case Routine::trsm:
            return cblas<T>(f, stem, layout, x.side, x.uplo, x.transa, x.diag, x.m, x.n, o.alpha, o.a, x.lda, o.b,
                            x.ldb);
        default:
            return false;
    }
}

// Legal options and sizes up to `limit`.
inline Args draw(Routine r, i64 limit, Random& random) {
    Args x;
    x.side = random.of(sides), x.uplo = random.of(uplos), x.diag = random.of(diags);
    x.transa = random.of(transposes), x.transb = random.of(transposes);
    if (r == Routine::syrk || r == Routine::syr2k) x.transa = random.below(2) ? Trans::N : Trans::T;
    if (hermitian(r)) x.transa = random.below(2) ? Trans::N : Trans::C;
    x.m = 1 + random.below(limit), x.n = 1 + random.below(limit), x.k = 1 + random.below(limit);
    if (multiplies_by_q(r)) x.transa = random.below(2) ? Trans::N : r == Routine::ormqr ? Trans::T : Trans::C;
    return x;
}

// tau for which the columns of a, ones on the diagonal, are reflections.
template <class T> std::vector<T> reflections(const Matrix<T>& a, i64 count) {
    std::vector<T> tau;
    for (i64 j = 0; j < count; ++j) {
        double square = 1;
        for (i64 i = j + 1; i < a.m; ++i) square += std::norm(a(i, j));
        tau.push_back(T(static_cast<real_t<T>>(2 / square)));
    }
    return tau;
}

// A legal call: matrices with beams, a well-conditioned A (already factored where the routine wants factors, near
// enough).
template <class T> struct Problem {
    Routine routine;
    Args args;
    Matrix<T> a{0, 0}, b{0, 0}, c{0, 0};
    Operands<T> operands;

    Problem(Routine r, i64 limit, Random& random) : Problem(r, draw(r, limit, random), random) {}
    // Leading dimensions are set here.
    Problem(Routine r, const Args& given, Random& random) : routine(r), args(given) {
        Args& x = args;
        const bool rectangular = (r >= Routine::getrf && r <= Routine::getf2) || orthogonal(r);
        if (!level3(r) && !rectangular) x.m = x.n;
        if (r == Routine::orgqr || r == Routine::ungqr) x.n = std::min(x.n, x.m), x.k = std::min(x.k, x.n);
        if (multiplies_by_q(r)) x.k = std::min(x.k, x.side == Side::L ? x.m : x.n);
        const bool nt = x.transa == Trans::N, left = x.side == Side::L;
        const auto shape = [&](i64 m, i64 n) { return Matrix<T>(m, n, random.below(3)).random(random); };
        const bool rank_k = r >= Routine::syrk && r <= Routine::her2k;
        const bool sided = r == Routine::symm || r == Routine::hemm || r == Routine::trmm || r == Routine::trsm;
        if (r == Routine::gemm) {
            a = nt ? shape(x.m, x.k) : shape(x.k, x.m);
            b = x.transb == Trans::N ? shape(x.k, x.n) : shape(x.n, x.k);
            c = shape(x.m, x.n);
        } else if (rank_k) {
            a = nt ? shape(x.n, x.k) : shape(x.k, x.n);
            b = nt ? shape(x.n, x.k) : shape(x.k, x.n);
            c = shape(x.n, x.n);
        } else if (sided) {
            a = left ? shape(x.m, x.m) : shape(x.n, x.n);
            b = shape(x.m, x.n), c = shape(x.m, x.n);
        } else if (multiplies_by_q(r)) {
            a = shape(left ? x.m : x.n, x.k);
            b = shape(0, 0), c = shape(x.m, x.n);
        } else {
            a = shape(x.m, x.n);
            b = orthogonal(r) ? shape(0, 0) : shape(x.n, x.k), c = shape(0, 0);
        }
        if (orthogonal(r)) {
            x.lwork = 64 * std::max<i64>({1, x.m, x.n});
            operands.work.assign(static_cast<std::size_t>(x.lwork), nan_value<T>());
            operands.tau = r == Routine::geqrf
                               ? std::vector<T>(static_cast<std::size_t>(std::min(x.m, x.n)), nan_value<T>())
                               : reflections(a, x.k);
            x.lda = a.ld, x.ldb = b.ld, x.ldc = c.ld;
            return;
        }
        if (r == Routine::trsm || !level3(r)) strengthen_diagonal(a);
        if (x.diag == Diag::U) a.fill([&](i64 i, i64 j) { return a(i, j) / real_t<T>(double(a.n)); });
        if (r >= Routine::potrf && r <= Routine::potri && r != Routine::gesv)
            for (i64 i = 0; i < std::min(a.m, a.n); ++i) a(i, i) = T(real_t<T>(std::abs(a(i, i)) + double(a.n) / 2));
        x.lda = a.ld, x.ldb = b.ld, x.ldc = c.ld;
        operands.alpha = random.scalar<T>() + T(1), operands.beta = random.scalar<T>();
        operands.pivots = Pivots(std::min(x.m, x.n));
        for (i64 i = 0; i < x.n && r == Routine::getrs; ++i)
            operands.pivots.value[static_cast<std::size_t>(i)] = i + 1 + random.below(x.n - i);
    }
    Problem(const Problem&) = default;
    Operands<T>& bound() {
        operands.a = a.data(), operands.b = b.data(), operands.c = c.data();
        return operands;
    }
    bool run(const Family& f) { return call(f, routine, args, bound()); }
    bool operator==(const Problem& o) const {
        const std::vector<T>&x = operands.tau, &y = o.operands.tau;
        return a == o.a && b == o.b && c == o.c && operands.pivots == o.operands.pivots &&
               operands.info.value == o.operands.info.value && x.size() == y.size() &&
               (x.empty() || !std::memcmp(x.data(), y.data(), x.size() * sizeof(T)));
    }
};

// For a message: which one it is.
template <class T> testing::Message words(const Problem<T>& p) {
    const Args& x = p.args;
    return testing::Message() << precision<T> << stems[int(p.routine)] << " " << x.m << " " << x.n << " " << x.k << " "
                              << char(x.side) << char(x.uplo) << char(x.transa) << char(x.transb) << char(x.diag);
}

// The same numbers to half of the digits, all of them finite, and the same pivots and info.
template <class T> bool near(const Problem<T>& x, const Problem<T>& y) {
    const auto both = [](const Matrix<T>& u, const Matrix<T>& v) {
        for (i64 j = 0; j < u.n; ++j)
            for (i64 i = 0; i < u.m; ++i)
                if (!is_finite(u(i, j)) || !is_finite(v(i, j))) return false;
        return near(u, v);
    };
    const auto column = [](const std::vector<T>& v) {
        return Matrix<T>(static_cast<i64>(v.size()), 1).fill([&](i64 i, i64) {
            return v[static_cast<std::size_t>(i)];
        });
    };
    return both(x.a, y.a) && both(x.b, y.b) && both(x.c, y.c) && x.operands.pivots == y.operands.pivots &&
           x.operands.info.value == y.operands.info.value && both(column(x.operands.tau), column(y.operands.tau));
}

}  // namespace test
