// In: a full library, linked; INT is its integer. Out: "right" when cblas_?gemm_batch and cblas_?gemm_batch_strided,
// declared as oneMKL has them, agree with three loops within the bound of their rounding errors, touch nothing beside
// the products, and tell cblas_xerbla of bad arguments before anything is done.
#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <limits>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#ifndef INT
#define INT int
#endif
using Int = INT;
using C = std::complex<float>;
using Z = std::complex<double>;

#define DECLARE(letter, Scalar, Element)                                                                               \
    extern "C" void cblas_##letter##gemm_batch(int, const int*, const int*, const Int*, const Int*, const Int*,        \
                                               const Element*, const Element**, const Int*, const Element**,           \
                                               const Int*, const Element*, Element**, const Int*, Int, const Int*);    \
    extern "C" void cblas_##letter##gemm_batch_strided(int, int, int, Int, Int, Int, Scalar, const Element*, Int, Int, \
                                                       const Element*, Int, Int, Scalar, Element*, Int, Int, Int);
DECLARE(s, float, float)
DECLARE(d, double, double)
DECLARE(c, const void*, void)
DECLARE(z, const void*, void)

enum { row = 101, column = 102, none = 111, transposed = 112, adjoint = 113 };

static struct {
    int count = 0, position = 0;
    std::string name;
} heard;
extern "C" void cblas_xerbla(int position, const char* name, const char*, ...) {
    ++heard.count;
    heard.position = position;
    heard.name = name;
}

static void fail(const std::string& what) {
    std::printf("%s\n", what.c_str());
    std::exit(1);
}
// The same numbers on every machine.
static unsigned random_bits() {
    static unsigned long long state = 1;
    state = state * 6364136223846793005ull + 1442695040888963407ull;
    return unsigned(state >> 33);
}
static Int below(Int n) {
    return Int(random_bits() % unsigned(n));
}
static double number() {
    return random_bits() / 2147483648.0 - 0.5;
}

template <class T> struct Real { using type = T; };
template <class R> struct Real<std::complex<R>> { using type = R; };
template <class T> constexpr bool is_complex = !std::is_same_v<T, typename Real<T>::type>;
template <class T> constexpr char letter = sizeof(typename Real<T>::type) == 4 ? (is_complex<T> ? 'c' : 's')
                                                                               : (is_complex<T> ? 'z' : 'd');
using Wide = std::complex<long double>;
static long double size_of(Wide x) {
    return std::abs(x.real()) + std::abs(x.imag());
}

template <class T> void random_number(T& x) {
    x = T(number());
    if constexpr (is_complex<T>) x = T(x.real(), typename Real<T>::type(number()));
}
template <class T> T not_a_number() {
    const auto nan = std::numeric_limits<typename Real<T>::type>::quiet_NaN();
    if constexpr (is_complex<T>)
        return T(nan, nan);
    else
        return nan;
}
template <class T> bool same(const T& x, const T& y) {
    return x == y || (x != x && y != y);
}

// What one product has for itself, or a group of them.
template <class T> struct Shape {
    int layout = column, transa = none, transb = none;
    Int m = 0, n = 0, k = 0, lda = 1, ldb = 1, ldc = 1;
    T alpha{}, beta{};

    static Int lines(int layout, Int rows, Int columns) { return layout == column ? columns : rows; }
    Int lines_a() const { return transa == none ? lines(layout, m, k) : lines(layout, k, m); }
    Int lines_b() const { return transb == none ? lines(layout, k, n) : lines(layout, n, k); }
    Int lines_c() const { return lines(layout, m, n); }
    void set_ld(Int more) {
        lda = std::max<Int>(1, transa == none ? lines(layout, k, m) : lines(layout, m, k)) + more;
        ldb = std::max<Int>(1, transb == none ? lines(layout, n, k) : lines(layout, k, n)) + more;
        ldc = std::max<Int>(1, lines(layout, n, m)) + more;
    }
    Int size_a() const { return lda * lines_a(); }
    Int size_b() const { return ldb * lines_b(); }
    Int size_c() const { return ldc * lines_c(); }
    std::string name() const {
        std::string text(1, letter<T>);
        for (const Int x : {Int(layout), Int(transa), Int(transb), m, n, k, lda, ldb, ldc})
            text += ' ' + std::to_string(x);
        return text;
    }
};

template <class T> Shape<T> random_shape(int layout, int transa, int transb, Int limit) {
    Shape<T> s;
    s.layout = layout, s.transa = transa, s.transb = transb;
    s.m = below(limit + 1), s.n = below(limit + 1), s.k = below(limit + 1);
    s.set_ld(below(4));
    random_number(s.alpha), random_number(s.beta);
    if (below(5) == 0) s.alpha = T(0);
    if (below(4) == 0) s.beta = T(below(2));
    return s;
}

// NaN where nothing is to be read, and behind the matrix, where nothing is to be written.
template <class T> std::vector<T> operand(Int ld, Int lines, Int used, bool read) {
    std::vector<T> a(std::size_t(ld * lines + 5), not_a_number<T>());
    for (Int j = 0; j < lines && read; ++j)
        for (Int i = 0; i < used; ++i) random_number(a[std::size_t(i + j * ld)]);
    return a;
}
template <class T> struct Product {
    Shape<T> s;
    std::vector<T> a, b, c, before;

    explicit Product(const Shape<T>& shape) : s(shape) {
        const bool multiplied = s.alpha != T(0);
        Shape<T> tight = s;
        tight.set_ld(0);
        a = operand<T>(s.lda, s.lines_a(), tight.lda, multiplied);
        b = operand<T>(s.ldb, s.lines_b(), tight.ldb, multiplied);
        before = c = operand<T>(s.ldc, s.lines_c(), tight.ldc, s.beta != T(0));
    }
    Wide element(const T* x, Int ld, int trans, Int i, Int j) const {
        if (trans != none) std::swap(i, j);
        const Wide e(x[s.layout == column ? i + j * ld : i * ld + j]);
        return trans == adjoint ? std::conj(e) : e;
    }
    // Element by element: |error| <= (k + 2) eps (|alpha| |A| |B| + |beta| |C|), times what complex numbers cost.
    void judge(const T* result) const {
        const auto at = [&](Int i, Int j) { return std::size_t(s.layout == column ? i + j * s.ldc : i * s.ldc + j); };
        std::vector<bool> of_product(before.size());
        for (Int i = 0; i < s.m; ++i)
            for (Int j = 0; j < s.n; ++j) {
                Wide sum = 0;
                long double bound = 0;
                for (Int l = 0; l < s.k && s.alpha != T(0); ++l) {
                    const Wide x = element(a.data(), s.lda, s.transa, i, l),
                               y = element(b.data(), s.ldb, s.transb, l, j);
                    sum += x * y;
                    bound += size_of(x) * size_of(y);
                }
                sum *= Wide(s.alpha);
                bound *= size_of(Wide(s.alpha));
                if (s.beta != T(0)) {
                    sum += Wide(s.beta) * Wide(before[at(i, j)]);
                    bound += size_of(Wide(s.beta)) * size_of(Wide(before[at(i, j)]));
                }
                bound *= std::numeric_limits<typename Real<T>::type>::epsilon() * (s.k + 2) * (is_complex<T> ? 2 : 1);
                if (!(size_of(Wide(result[at(i, j)]) - sum) <= bound)) fail(s.name() + ": a product is wrong");
                of_product[at(i, j)] = true;
            }
        for (std::size_t i = 0; i < before.size(); ++i)
            if (!of_product[i] && !same(result[i], before[i])) fail(s.name() + ": something beside C is written");
    }
};

// The arguments of a call by groups.
template <class T> struct Groups {
    int layout;
    std::vector<int> transa, transb;
    std::vector<Int> m, n, k, lda, ldb, ldc, size;
    std::vector<T> alpha, beta;
    std::vector<const T*> a, b;
    std::vector<T*> c;
    Int count = 0;

    explicit Groups(int order) : layout(order) {}
    void add(const Shape<T>& s, std::vector<Product<T>>& products) {
        transa.push_back(s.transa), transb.push_back(s.transb);
        m.push_back(s.m), n.push_back(s.n), k.push_back(s.k);
        lda.push_back(s.lda), ldb.push_back(s.ldb), ldc.push_back(s.ldc);
        alpha.push_back(s.alpha), beta.push_back(s.beta);
        size.push_back(Int(products.size()));
        for (Product<T>& p : products) a.push_back(p.a.data()), b.push_back(p.b.data()), c.push_back(p.c.data());
        ++count;
    }
    void call() {
        const auto real = [&](auto function) {
            function(layout, transa.data(), transb.data(), m.data(), n.data(), k.data(), alpha.data(), a.data(),
                     lda.data(), b.data(), ldb.data(), beta.data(), c.data(), ldc.data(), count, size.data());
        };
        const auto untyped = [&](auto function) {
            function(layout, transa.data(), transb.data(), m.data(), n.data(), k.data(), alpha.data(),
                     reinterpret_cast<const void**>(a.data()), lda.data(), reinterpret_cast<const void**>(b.data()),
                     ldb.data(), beta.data(), reinterpret_cast<void**>(c.data()), ldc.data(), count, size.data());
        };
        if constexpr (letter<T> == 's') real(cblas_sgemm_batch);
        if constexpr (letter<T> == 'd') real(cblas_dgemm_batch);
        if constexpr (letter<T> == 'c') untyped(cblas_cgemm_batch);
        if constexpr (letter<T> == 'z') untyped(cblas_zgemm_batch);
    }
};

// Those of a call by strides; gaps between the matrices are theirs.
template <class T> struct Strided {
    Shape<T> s;
    Int stridea = 0, strideb = 0, stridec = 0, count = 0;
    std::vector<T> a, b, c;
    bool no_a = false, no_b = false, no_c = false;

    explicit Strided(const std::vector<Product<T>>& products) : s(products[0].s), count(Int(products.size())) {
        for (const Product<T>& p : products) {
            a.insert(a.end(), p.a.begin(), p.a.end());
            b.insert(b.end(), p.b.begin(), p.b.end());
            c.insert(c.end(), p.c.begin(), p.c.end());
        }
        stridea = Int(products[0].a.size()), strideb = Int(products[0].b.size()), stridec = Int(products[0].c.size());
    }
    void call() {
        const auto with = [&](auto function, auto alpha, auto beta) {
            function(s.layout, s.transa, s.transb, s.m, s.n, s.k, alpha, no_a ? nullptr : a.data(), s.lda, stridea,
                     no_b ? nullptr : b.data(), s.ldb, strideb, beta, no_c ? nullptr : c.data(), s.ldc, stridec, count);
        };
        if constexpr (letter<T> == 's') with(cblas_sgemm_batch_strided, s.alpha, s.beta);
        if constexpr (letter<T> == 'd') with(cblas_dgemm_batch_strided, s.alpha, s.beta);
        if constexpr (letter<T> == 'c') with(cblas_cgemm_batch_strided, &s.alpha, &s.beta);
        if constexpr (letter<T> == 'z') with(cblas_zgemm_batch_strided, &s.alpha, &s.beta);
    }
};

static const int layouts[] = {row, column}, transposes[] = {none, transposed, adjoint};
template <class F> void for_options(F f) {
    for (const int layout : layouts)
        for (const int transa : transposes)
            for (const int transb : transposes) f(layout, transa, transb);
}

// Several groups that differ in everything, some of them empty.
template <class T> void groups() {
    for (const int layout : layouts)
        for (const Int limit : {5, 40}) {
            std::vector<std::pair<Shape<T>, std::vector<Product<T>>>> all;
            for_options([&](int order, int transa, int transb) {
                for (Int count : {below(4), Int(3)}) {
                    if (order != layout) return;
                    all.emplace_back(random_shape<T>(layout, transa, transb, limit), std::vector<Product<T>>());
                    for (; count > 0; --count) all.back().second.emplace_back(all.back().first);
                }
            });
            Groups<T> call(layout);
            for (auto& [shape, products] : all) call.add(shape, products);
            call.call();
            for (const auto& [shape, products] : all)
                for (const Product<T>& p : products) p.judge(p.c.data());
        }
}
template <class T> void strided() {
    for_options([](int layout, int transa, int transb) {
        for (const Int limit : {1, 6, 40})
            for (const Int count : {1, 7}) {
                const Shape<T> s = random_shape<T>(layout, transa, transb, limit);
                std::vector<Product<T>> products;
                for (Int i = 0; i < count; ++i) products.emplace_back(s);
                Strided<T> call(products);
                call.call();
                for (std::size_t i = 0; i < products.size(); ++i)
                    products[i].judge(call.c.data() + i * products[0].c.size());
            }
    });
}
// Each size 0 in turn, and no problems: nothing but a scaling by beta; matrices without elements may be null.
template <class T> void empty() {
    for_options([](int layout, int transa, int transb) {
        for (int which = 0; which < 5; ++which) {
            Shape<T> s = random_shape<T>(layout, transa, transb, 3);
            s.m = which == 0 ? 0 : 4, s.n = which == 1 ? 0 : 5, s.k = which == 2 ? 0 : 6;
            s.alpha = T(2), s.beta = T(which == 2 ? 0.5 : 0);
            s.set_ld(0);
            std::vector<Product<T>> products(2, Product<T>(s));
            Groups<T> group(layout);
            group.add(s, products);
            Strided<T> call(products);
            if (which < 2) call.no_c = true, group.c.assign(2, nullptr);
            if (which < 3) call.no_a = call.no_b = true, group.a.assign(2, nullptr), group.b.assign(2, nullptr);
            if (which == 3) call.count = group.count = 0;
            if (which == 4) call.count = group.size[0] = 0;
            call.call();
            group.call();
            if (which == 2) {
                for (std::size_t i = 0; i < 2; ++i) {
                    products[i].judge(products[i].c.data());
                    products[i].judge(call.c.data() + i * products[0].c.size());
                }
                continue;
            }
            for (const Product<T>& p : products)
                if (!std::equal(p.c.begin(), p.c.end(), p.before.begin(), same<T>)) fail(s.name() + ": C is written");
        }
    });
    if (heard.count) fail(heard.name + " reports an empty call");
}

// f makes one argument bad; its position in the caller's list, whichever the order.
template <class T, class Call>
void bad(const Call& good, const char* form, int position, const std::function<void(Call&)>& f) {
    Call call = good;
    f(call);
    heard = {};
    const std::vector<T> before = call.c_elements();
    call.call();
    const std::string name = std::string("cblas_") + letter<T> + "gemm_batch" + form;
    if (heard.count != 1 || heard.position != position || heard.name != name)
        fail(name + ' ' + std::to_string(position) + " is bad, told " + std::to_string(heard.count) +
             " times: " + heard.name + ' ' + std::to_string(heard.position));
    if (!std::equal(before.begin(), before.end(), call.c_elements().begin(), same<T>)) fail(name + ": bad and done");
}
template <class T> struct BadGroups : Groups<T> {
    using Groups<T>::Groups;
    std::vector<T> c_elements() const {
        std::vector<T> all;
        for (T* p : this->c)
            if (p) all.insert(all.end(), p, p + 20);
        return all;
    }
};
template <class T> struct BadStrided : Strided<T> {
    using Strided<T>::Strided;
    const std::vector<T>& c_elements() const { return this->c; }
};
template <class T> void bad_arguments() {
    for_options([](int layout, int transa, int transb) {
        Shape<T> s = random_shape<T>(layout, transa, transb, 1);
        s.m = 4, s.n = 5, s.k = 6, s.alpha = T(2), s.beta = T(1);
        s.set_ld(0);
        std::vector<Product<T>> products(2, Product<T>(s)), more(1, Product<T>(s));
        BadGroups<T> groups(layout);
        groups.add(s, more);
        groups.add(s, products);
        const BadStrided<T> strided(products);

        const auto group = [&](int position, const std::function<void(BadGroups<T>&)>& f) {
            bad<T, BadGroups<T>>(groups, "", position, f);
        };
        group(1, [](auto& x) { x.layout = 100; });
        for (const int value : {0, 110, 114, int('N')}) {
            group(2, [&](auto& x) { x.transa[1] = value; });
            group(3, [&](auto& x) { x.transb[0] = value; });
        }
        group(4, [](auto& x) { x.m[1] = -1; });
        group(5, [](auto& x) { x.n[0] = -1; });
        group(6, [](auto& x) { x.k[1] = -1; });
        group(8, [](auto& x) { x.a[2] = nullptr; });
        group(9, [](auto& x) { --x.lda[1]; });
        group(10, [](auto& x) { x.b[0] = nullptr; });
        group(11, [](auto& x) { --x.ldb[0]; });
        group(13, [](auto& x) { x.c[1] = nullptr; });
        group(13, [](auto& x) { x.c[2] = x.c[1]; });
        group(14, [](auto& x) { --x.ldc[1]; });
        group(15, [](auto& x) { x.count = -1; });
        group(16, [](auto& x) { x.size[1] = -1; });

        const auto stride = [&](int position, const std::function<void(BadStrided<T>&)>& f) {
            bad<T, BadStrided<T>>(strided, "_strided", position, f);
        };
        stride(1, [](auto& x) { x.s.layout = 0; });
        for (const int value : {0, 110, 114, int('N')}) {
            stride(2, [&](auto& x) { x.s.transa = value; });
            stride(3, [&](auto& x) { x.s.transb = value; });
        }
        stride(4, [](auto& x) { x.s.m = -1; });
        stride(5, [](auto& x) { x.s.n = -1; });
        stride(6, [](auto& x) { x.s.k = -1; });
        stride(8, [](auto& x) { x.no_a = true; });
        stride(9, [](auto& x) { --x.s.lda; });
        stride(11, [](auto& x) { x.no_b = true; });
        stride(12, [](auto& x) { --x.s.ldb; });
        stride(15, [](auto& x) { x.no_c = true; });
        stride(16, [](auto& x) { --x.s.ldc; });
        stride(17, [](auto& x) { x.stridec = 1; });
        stride(18, [](auto& x) { x.count = -1; });
        heard = {};
    });
}

template <class T> void all() {
    groups<T>();
    strided<T>();
    if (heard.count) fail(heard.name + " reports a good call");
    empty<T>();
    bad_arguments<T>();
}
int main() {
    all<float>();
    all<double>();
    all<C>();
    all<Z>();
    std::puts("right");
}
