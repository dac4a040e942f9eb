// In: an operation, options and sizes. Out: problems in guarded memory, and the calls of every shape that carry them
// out, each of whose arguments can be changed. The argument lists are those of API.md, written down a second time.
#pragma once
#include <algorithm>
#include <array>
#include <cstring>
#include <iterator>
#include <map>
#include <string>
#include <string_view>

#include "../routines.hpp"
#include "space.hpp"

namespace test {

enum class Op { gemm, gemv, syrk, herk, trsm, trmm, trsv, getrf, getrs, getri, potrf, potrs, geqrf, orgqr, gebrd };
enum class Form { group, strided, variable };
inline constexpr Form forms[] = {Form::group, Form::strided, Form::variable};

// x and y of gemv and trsv are b and c, nrhs is k, tauq is tau.
struct Signature {
    const char *stem, *words, *written;
};
inline constexpr Signature signatures[] = {
    {"gemm", "transa transb m n k alpha a lda b ldb beta c ldc", "c"},
    {"gemv", "transa m n alpha a lda b incb beta c incc", "c"},
    {"syrk", "uplo transa n k alpha a lda beta c ldc", "c"},
    {"herk", "uplo transa n k alpha a lda beta c ldc", "c"},
    {"trsm", "side uplo transa diag m n alpha a lda b ldb", "b"},
    {"trmm", "side uplo transa diag m n alpha a lda b ldb", "b"},
    {"trsv", "uplo transa diag n a lda b incb", "b"},
    {"getrf", "m n a lda ipiv", "a ipiv"},
    {"getrs", "transa n k a lda ipiv b ldb", "b"},
    {"getri", "n a lda ipiv", "a"},
    {"potrf", "uplo n a lda", "a"},
    {"potrs", "uplo n k a lda b ldb", "b"},
    {"geqrf", "m n a lda tau", "a tau"},
    {"orgqr", "m n k a lda tau", "a"},
    {"gebrd", "m n a lda d e tau taup", "a d e tau taup"},
};
inline constexpr int op_count = static_cast<int>(std::size(signatures));
inline const Signature& signature(Op op) {
    return signatures[static_cast<int>(op)];
}
inline bool is_lapack(Op op) {
    return op >= Op::getrf;
}
template <class T> bool exists(Op op) {
    return is_complex<T> || op != Op::herk;
}
template <class T> std::string stem_of(Op op) {
    return op == Op::orgqr && is_complex<T> ? "ungqr" : signature(op).stem;
}

using Words = std::vector<std::string>;
inline Words split(std::string_view text) {
    Words words;
    for (std::size_t end; !text.empty(); text.remove_prefix(std::min(end + 1, text.size()))) {
        end = std::min(text.find(' '), text.size());
        words.emplace_back(text.substr(0, end));
    }
    return words;
}
inline bool contains(const Words& words, std::string_view word) {
    return std::find(words.begin(), words.end(), word) != words.end();
}
inline bool one_of(std::string_view word, std::string_view list) {
    return contains(split(list), word);
}
inline bool is_option(std::string_view w) {
    return one_of(w, "side uplo transa transb diag");
}
inline bool is_scalar(std::string_view w) {
    return w == "alpha" || w == "beta";
}
inline bool is_operand(std::string_view w) {
    return one_of(w, "a b c ipiv tau taup d e");
}
inline bool is_size(std::string_view w) {
    return one_of(w, "m n k");
}
inline bool is_increment(std::string_view w) {
    return w == "incb" || w == "incc";
}
inline bool is_ld(std::string_view w) {
    return one_of(w, "lda ldb ldc");
}
inline bool has(Op op, std::string_view word) {
    static const std::vector<Words> all = [] {
        std::vector<Words> lists;
        for (const Signature& s : signatures) lists.push_back(split(s.words));
        return lists;
    }();
    return contains(all[static_cast<std::size_t>(op)], word);
}
inline bool writes(Op op, std::string_view word) {
    return one_of(word, signature(op).written);
}

// The argument list of a shape.
inline const Words& words_of(Op op, Form form) {
    static const auto all = [] {
        std::map<std::pair<Op, Form>, Words> lists;
        for (int i = 0; i < op_count; ++i)
            for (const Form f : forms) {
                Words& list = lists[{Op(i), f}];
                for (const std::string& w : split(signatures[i].words)) {
                    list.push_back(w);
                    if (f != Form::strided) continue;
                    if (is_ld(w) || is_increment(w)) list.push_back("stride_" + w.substr(w.size() - 1));
                    if (is_operand(w) && w.size() > 1) list.push_back("stride_" + w);
                    if (w == "d" || w == "e") list.push_back("stride_" + w);
                }
                if (f == Form::group) list.insert(list.end(), {"group_count", "group_size"});
                if (f != Form::group) list.push_back("batch_count");
                if (is_lapack(Op(i))) list.push_back("info");
            }
        return lists;
    }();
    return all.at({op, form});
}
inline int position_of(Op op, Form form, std::string_view word) {
    const Words& words = words_of(op, form);
    const auto found = std::find(words.begin(), words.end(), word);
    return found == words.end() ? 0 : static_cast<int>(found - words.begin()) + 1;
}
template <class T> std::string symbol_of(Op op, Form form, bool wide, bool async = false) {
    const char* shape = form == Form::group ? "_batch" : form == Form::strided ? "_batch_strided" : "_vbatch";
    const std::string name = precision<T> + stem_of<T>(op) + shape;
    return async ? "shunt_" + name + (wide ? "_async_64" : "_async") : name + (wide ? "_64_" : "_");
}

inline i64* integer_of(Args& x, std::string_view word) {
    return word == "m"                       ? &x.m
           : word == "n"                     ? &x.n
           : word == "k"                     ? &x.k
           : word == "lda"                   ? &x.lda
           : word == "ldb" || word == "incb" ? &x.ldb
           : word == "ldc" || word == "incc" ? &x.ldc
                                             : nullptr;
}
inline char letter_of(const Args& x, std::string_view word) {
    return word == "side"     ? char(x.side)
           : word == "uplo"   ? char(x.uplo)
           : word == "transa" ? char(x.transa)
           : word == "transb" ? char(x.transb)
                              : char(x.diag);
}
inline void set_letter(Args& x, std::string_view word, char letter) {
    if (word == "side") x.side = Side(letter);
    if (word == "uplo") x.uplo = Uplo(letter);
    if (word == "transa") x.transa = Trans(letter);
    if (word == "transb") x.transb = Trans(letter);
    if (word == "diag") x.diag = Diag(letter);
}
inline const char* letters_of(Op op, std::string_view word, bool complex) {
    if (word == "side") return "LR";
    if (word == "uplo") return "UL";
    if (word == "diag") return "NU";
    if (op == Op::herk) return "NC";
    return op == Op::syrk && complex ? "NT" : "NTC";
}
// Every combination of the options that the operation has.
inline std::vector<Args> option_sets(Op op, bool complex) {
    std::vector<Args> sets(1);
    for (const char* word : {"side", "uplo", "transa", "transb", "diag"}) {
        if (!has(op, word)) continue;
        std::vector<Args> more;
        for (const Args& x : sets)
            for (const char* l = letters_of(op, word, complex); *l; ++l) {
                more.push_back(x);
                set_letter(more.back(), word, *l);
            }
        sets = more;
    }
    return sets;
}

// One problem. Vectors of gemv and trsv are matrices of one row, whose leading dimension is |inc|.
template <class T> struct Item {
    using R = real_t<T>;
    Op op = Op::gemm;
    Args args;
    T alpha{}, beta{};
    Matrix<T> a{0, 0}, b{0, 0}, c{0, 0}, tau{0, 0}, taup{0, 0};
    Matrix<R> d{0, 0}, e{0, 0};
    Pivots ipiv{0};
    i64 info = -99;

    bool operator==(const Item& o) const {
        return a == o.a && b == o.b && c == o.c && tau == o.tau && taup == o.taup && d == o.d && e == o.e &&
               ipiv == o.ipiv && info == o.info;
    }
    template <class F> void for_arrays(F f) {
        f("a", a), f("b", b), f("c", c), f("tau", tau), f("taup", taup), f("d", d), f("e", e);
    }
    i64 least() const { return std::min(args.m, args.n); }
};
template <class T> bool alike(const Item<T>& x, const Item<T>& y) {
    const auto fields = [](const Item<T>& i) {
        const Args& g = i.args;
        return std::tuple(i.op, g.side, g.uplo, g.transa, g.transb, g.diag, g.m, g.n, g.k, g.lda, g.ldb, g.ldc, i.alpha,
                          i.beta);
    };
    return fields(x) == fields(y);
}
template <class T> testing::Message describe(const Item<T>& i) {
    testing::Message m;
    const Args& x = i.args;
    m << precision<T> << stem_of<T>(i.op) << ' ';
    for (const char* w : {"side", "uplo", "transa", "transb", "diag"})
        if (has(i.op, w)) m << letter_of(x, w);
    for (const char* w : {"m", "n", "k", "lda", "ldb", "ldc", "incb", "incc"})
        if (has(i.op, w)) m << ' ' << w << ' ' << *integer_of(const_cast<Args&>(x), w);
    if (has(i.op, "alpha")) m << " alpha " << i.alpha;
    if (has(i.op, "beta")) m << " beta " << i.beta;
    return m << ' ';
}

struct Options {
    i64 beam = 0;  // rows below the matrices
    i64 incb = 1, incc = 1;
    bool poison = true;  // NaN where nothing is to be read
};

// A problem that is well conditioned; what must not be read is NaN.
template <class T> Item<T> make_item(Op op, Args x, T alpha, T beta, Random& r, const Options& how = {}) {
    using R = real_t<T>;
    Item<T> item;
    item.op = op;
    if (op == Op::herk) alpha = T(std::real(alpha)), beta = T(std::real(beta));
    if (!has(op, "alpha")) alpha = T(1);
    if (!has(op, "m")) x.m = x.n;
    item.alpha = alpha, item.beta = beta;
    const auto shape = [&](i64 m, i64 n) { return Matrix<T>(m, n, how.beam).random(r); };
    const auto turned = [&](Trans t, i64 m, i64 n) { return t == Trans::N ? shape(m, n) : shape(n, m); };
    const auto vector = [&](i64 n, i64 inc) { return Matrix<T>(1, n, std::abs(inc) - 1).random(r); };
    const bool nt = x.transa == Trans::N;
    const i64 least = std::min(x.m, x.n);
    const i64 order = x.side == Side::L ? x.m : x.n;
    Matrix<T>&a = item.a, &b = item.b, &c = item.c;
    switch (op) {
        case Op::gemm:
            a = turned(x.transa, x.m, x.k), b = turned(x.transb, x.k, x.n), c = shape(x.m, x.n);
            break;
        case Op::gemv:
            a = shape(x.m, x.n), b = vector(nt ? x.n : x.m, how.incb), c = vector(nt ? x.m : x.n, how.incc);
            break;
        case Op::syrk:
        case Op::herk: {
            a = turned(x.transa, x.n, x.k), c = shape(x.n, x.n);
            const bool quick_return = (alpha == T(0) || x.k == 0) && beta == T(1);
            if (how.poison) poison_unread(c, x.uplo);
            if (op == Op::herk) c.fill([&](i64 i, i64 j) { return i == j ? T(std::real(c(i, j))) : c(i, j); });
            if (op == Op::herk && !quick_return && how.poison) poison_hermitian_diagonal(c);
            break;
        }
        case Op::trsm:
        case Op::trmm:
        case Op::trsv:
            a = op == Op::trsv ? shape(x.n, x.n) : shape(order, order);
            b = op == Op::trsv ? vector(x.n, how.incb) : shape(x.m, x.n);
            if (x.diag == Diag::U)
                a.fill([&](i64 i, i64 j) { return a(i, j) * R(4.0 / double(a.n)); });
            else if (op != Op::trmm)
                strengthen_diagonal(a);
            if (how.poison) poison_unread(a, x.uplo, x.diag);
            break;
        case Op::getrf:
        case Op::geqrf:
        case Op::gebrd:
            a = shape(x.m, x.n);
            break;
        case Op::getrs:
        case Op::getri:
            a = shape(x.n, x.n);
            strengthen_diagonal(a);
            a.fill([&](i64 i, i64 j) { return i > j ? a(i, j) / R(4) : a(i, j); });
            if (op == Op::getrs) b = shape(x.n, x.k);
            break;
        case Op::potrf:
            a = shape(x.n, x.n);
            for (i64 i = 0; i < x.n; ++i) a(i, i) = T(R(1 + 0.5 * double(x.n)));
            if (how.poison) poison_unread(a, x.uplo);
            if (how.poison) poison_hermitian_diagonal(a);
            break;
        case Op::potrs:
            a = shape(x.n, x.n), b = shape(x.n, x.k);
            for (i64 i = 0; i < x.n; ++i) a(i, i) = T(R(1 + 0.1 * double(x.n)) + std::real(a(i, i)));
            if (how.poison) poison_unread(a, x.uplo);
            break;
        case Op::orgqr:
            // Unitary H = I - tau v v^H: any v, and tau = (1 + exp(i phi)) / |v|^2.
            a = shape(x.m, x.n), item.tau = Matrix<T>(x.k, 1);
            for (i64 j = 0; j < x.k; ++j) {
                wide_t<R> sum = 1;
                for (i64 i = j + 1; i < x.m; ++i) sum += std::norm(wide_t<T>(a(i, j)));
                const double phi = is_complex<T> ? r.uniform() : 0;
                if constexpr (is_complex<T>)
                    item.tau(j, 0) = T(R((1 + std::cos(phi)) / double(sum)), R(std::sin(phi) / double(sum)));
                else
                    item.tau(j, 0) = T(2 / sum);
            }
            if (how.poison) a.fill([&](i64 i, i64 j) { return i <= j || j >= x.k ? nan_value<T>() : a(i, j); });
            break;
    }
    if (has(op, "alpha") && alpha == T(0) && how.poison) {
        a.poison();
        b.poison();
    }
    if (has(op, "beta") && beta == T(0) && how.poison) c.poison();
    if (op == Op::geqrf || op == Op::gebrd) item.tau = Matrix<T>(least, 1);
    if (op == Op::gebrd) {
        item.taup = Matrix<T>(least, 1), item.d = Matrix<R>(least, 1);
        item.e = Matrix<R>(std::max<i64>(0, least - 1), 1);
    }
    if (has(op, "ipiv")) item.ipiv = Pivots(op == Op::getrf ? least : x.n);
    if (op == Op::getrs || op == Op::getri)
        for (i64 i = 0; i < x.n; ++i) item.ipiv.value[static_cast<std::size_t>(i)] = i + 1 + r.below(x.n - i);
    x.lda = a.ld, x.ldb = b.ld, x.ldc = c.ld;
    if (op == Op::gemv || op == Op::trsv) x.ldb = how.incb;
    if (op == Op::gemv) x.ldc = how.incc;
    item.args = x;
    return item;
}

// Sizes that the operation allows; `s` of the first, the others at random around it.
inline Args sizes_around(Op op, Args x, i64 s, Random& r) {
    const auto other_size = [&] { return r.below(3) == 0 ? s : r.below(s + s / 4 + 2); };
    x.m = x.n = x.k = s;
    i64* const sizes[] = {&x.m, &x.n, &x.k};
    const auto kept = r.below(3);
    for (int i = 0; i < 3; ++i)
        if (i != kept) *sizes[i] = other_size();
    if (!has(op, "m")) x.m = x.n;
    if (op == Op::orgqr) {
        std::array<i64, 3> sorted{x.m, x.n, x.k};
        std::sort(sorted.begin(), sorted.end());
        x.m = sorted[2], x.n = sorted[1], x.k = sorted[0];
    }
    if (has(op, "n") && !has(op, "m") && !has(op, "k")) x.n = x.m = s;
    return x;
}
// Any options, sizes up to about the limit.
template <class T> Item<T> random_item(Op op, i64 limit, Random& r) {
    const std::vector<Args> sets = option_sets(op, is_complex<T>);
    const Args x = sizes_around(op, r.of(sets), 1 + r.below(limit), r);
    static constexpr i64 increments[] = {1, 1, 2, -1, -3};
    const Options how{r.below(3), r.of(increments), r.of(increments)};
    return make_item<T>(op, x, factor<T>(r), factor<T>(r), r, how);
}

// One argument: its numbers, letters or pointers, or, of a strided operand, where it lies.
struct Argument {
    std::string word;
    std::vector<unsigned char> bytes;
    void* base = nullptr;
    bool direct = false, missing = false;

    template <class V> V get(std::size_t i) const {
        V v;
        std::memcpy(&v, bytes.data() + i * sizeof v, sizeof v);
        return v;
    }
    template <class V> void set(std::size_t i, V v) { std::memcpy(bytes.data() + i * sizeof v, &v, sizeof v); }
    template <class V> void push(V v) {
        bytes.resize(bytes.size() + sizeof v);
        set(bytes.size() / sizeof v - 1, v);
    }
    void* address() { return missing ? nullptr : direct ? base : bytes.data(); }
};

// The function of 6 to 20 addresses.
template <class R = void, std::size_t arity = 6> R invoke(void* function, const std::vector<void*>& a) {
    if (a.size() == arity) {
        return [&]<std::size_t... I>(std::index_sequence<I...>) {
            return reinterpret_cast<R (*)(decltype(static_cast<void>(I), static_cast<void*>(nullptr))...)>(function)(
                a[I]...);
        }
        (std::make_index_sequence<arity>{});
    } else if constexpr (arity < 20) {
        return invoke<R, arity + 1>(function, a);
    } else {
        std::abort();
    }
}

// Who watches the library at work is told when a call begins (true) and when it is over.
inline void (*watch_call)(bool begins) = nullptr;

// A call on items, which must outlive it. Operands of lists are used where they are, those of a strided call are copied
// with all their guards, so that what lies between two of them is watched too. An empty list is a call of no problems.
template <class T> class Call {
public:
    using R = real_t<T>;

    Call(Op op, Form form, bool wide, std::vector<Item<T>>& items, const std::vector<i64>& groups = {})
        : op_(op), form_(form), wide_(wide), items_(items) {
        std::vector<std::size_t> heads;  // the items that give sizes
        if (form == Form::group) {
            std::size_t first = 0;
            for (const i64 size : groups) {
                heads.push_back(std::min(first, items.size() - 1));
                first += static_cast<std::size_t>(size);
            }
            if (first != items.size()) std::abort();
        } else {
            for (std::size_t i = 0; i < (form == Form::strided ? std::min<std::size_t>(1, items.size()) : items.size());
                 ++i)
                heads.push_back(i);
        }
        for (const Item<T>& i : items) {
            const std::size_t at = static_cast<std::size_t>(&i - items.data());
            if (form == Form::strided && !alike(i, items[0])) std::abort();
            if (form != Form::group && at > 0 &&
                (i.alpha != items[0].alpha || i.beta != items[0].beta || i.args.uplo != items[0].args.uplo))
                std::abort();
        }
        const std::size_t pivot_size =
            items.empty() ? 0 : std::max_element(items.begin(), items.end(), [](const auto& x, const auto& y) {
                                    return x.ipiv.value.size() < y.ipiv.value.size();
                                })->ipiv.value.size();
        pivot_stride_ = pivot_size + 3;
        for (const Item<T>& i : items)
            for (std::size_t p = 0; p < pivot_stride_; ++p)
                put(pivots_, i64(p < 3 ? -77 : p - 3 < i.ipiv.value.size() ? i.ipiv.value[p - 3] : -77));
        for (const std::string& word : words_of(op, form)) {
            Argument x;
            x.word = word;
            if (is_option(word)) {
                for (const std::size_t h : form == Form::group ? heads : some(heads))
                    x.push(letter_of(items[h].args, word));
            } else if (is_scalar(word)) {
                for (const std::size_t h : form == Form::group ? heads : some(heads)) {
                    const T s = word == "alpha" ? items[h].alpha : items[h].beta;
                    op == Op::herk ? x.push(std::real(s)) : x.push(s);
                }
            } else if (is_operand(word)) {
                place(x);
            } else if (word.starts_with("stride_")) {
                put(x.bytes, stride_[word.substr(7)]);
            } else if (word == "group_count") {
                put(x.bytes, static_cast<i64>(groups.size()));
            } else if (word == "group_size") {
                for (const i64 g : groups) put(x.bytes, g);
            } else if (word == "batch_count") {
                put(x.bytes, static_cast<i64>(items.size()));
            } else if (word == "info") {
                for (std::size_t i = 0; i < items.size() + 8; ++i) put(x.bytes, i64(-99));
            } else {
                for (const std::size_t h : heads) put(x.bytes, *integer_of(items[h].args, word));
            }
            arguments_.push_back(x);
        }
    }
    Call(const Call&) = delete;
    Call& operator=(const Call&) = delete;

    Argument& operator[](std::string_view word) {
        for (Argument& x : arguments_)
            if (x.word == word) return x;
        std::abort();
    }
    void set_integer(std::string_view word, std::size_t i, i64 value) {
        wide_ ? (*this)[word].set(i, value) : (*this)[word].set(i, static_cast<std::int32_t>(value));
    }
    i64 integer(std::string_view word, std::size_t i) {
        return wide_ ? (*this)[word].template get<i64>(i) : (*this)[word].template get<std::int32_t>(i);
    }
    int position(std::string_view word) const { return position_of(op_, form_, word); }
    std::string symbol() const { return symbol_of<T>(op_, form_, wide_); }

    // False when the library has no such name.
    bool carry_out() {
        void* function = find_symbol(symbol());
        if (!function) return false;
        std::vector<void*> addresses;
        for (Argument& x : arguments_) addresses.push_back(x.address());
        if (space) return elsewhere(function, addresses), true;
        if (watch_call) watch_call(true);
        invoke(function, addresses);
        if (watch_call) watch_call(false);
        return true;
    }
    // What the call left, to the items.
    void finish() {
        for (std::size_t i = 0; i < items_.size(); ++i) {
            Item<T>& item = items_[i];
            if (is_lapack(op_)) item.info = integer("info", i);
            for (std::size_t p = 0; p < pivot_stride_; ++p) {
                const i64 v = pivot(i * pivot_stride_ + p);
                if (p >= 3 && p - 3 < item.ipiv.value.size())
                    item.ipiv.value[p - 3] = v;
                else if (v != -77)
                    item.info = -1000;  // a guard
            }
            if (form_ == Form::strided)
                item.for_arrays([&](const char* word, auto& m) {
                    using E = std::remove_reference_t<decltype(*m.data())>;
                    if (const auto found = arenas_.find(word); found != arenas_.end())
                        std::memcpy(m.data() - m.ld, found->second.data() + i * store(m) * sizeof(E),
                                    store(m) * sizeof(E));
                });
        }
        for (std::size_t i = items_.size(); is_lapack(op_) && i < items_.size() + 8; ++i)
            if (integer("info", i) != -99) std::abort();  // beyond the end of info
    }
    const std::vector<Item<T>>& items() const { return items_; }

private:
    static std::vector<std::size_t> some(const std::vector<std::size_t>& heads) {
        return heads.empty() ? heads : std::vector<std::size_t>{heads[0]};
    }
    // The same with all operands in another memory; addresses and info now there, now here, and sometimes sizes.
    void elsewhere(void* function, std::vector<void*>& addresses) {
        struct Piece {
            unsigned char* here;
            std::size_t bytes, at;
        };
        std::vector<Piece> pieces;
        std::size_t total = 0;
        const auto add = [&](void* p, std::size_t bytes) {
            pieces.push_back({static_cast<unsigned char*>(p), bytes, total});
            total += (bytes + 15) / 16 * 16;
        };
        for (Item<T>& i : items_)
            if (form_ != Form::strided)
                i.for_arrays([&](const char*, auto& m) { add(m.data() - m.ld, store(m) * sizeof *m.data()); });
        for (auto& [word, arena] : arenas_) add(arena.data(), arena.size());
        add(pivots_.data(), pivots_.size());
        static unsigned calls = 0;
        const bool there = ++calls % 2 == 0;
        const bool sizes_there = calls % 4 == 0 && form_ != Form::strided && !space->enqueue;
        const auto is_sizes = [](std::string_view w) {
            return is_size(w) || is_ld(w) || is_increment(w) || w == "group_size";
        };
        for (Argument& x : arguments_)
            if ((there && !x.direct && is_operand(x.word)) || (x.word == "info" && (there || space->enqueue)) ||
                (sizes_there && is_sizes(x.word)))
                add(x.bytes.data(), x.bytes.size());
        auto* const base = static_cast<unsigned char*>(space->take(total));
        std::map<const void*, Piece> by_place;
        for (const Piece& x : pieces)
            if (x.bytes > 0) by_place.emplace(x.here, x);
        const auto moved = [&](void* p) -> void* {
            auto after = by_place.upper_bound(p);
            if (after == by_place.begin()) return p;
            const Piece& x = std::prev(after)->second;
            return p < x.here + x.bytes ? base + x.at + (static_cast<unsigned char*>(p) - x.here) : p;
        };
        std::vector<std::vector<unsigned char>> lists;
        for (Argument& x : arguments_) {
            if (!is_operand(x.word) || x.direct) continue;
            lists.push_back(x.bytes);
            for (std::size_t i = 0; i < x.bytes.size() / sizeof(void*); ++i) x.set(i, moved(x.template get<void*>(i)));
        }
        for (const Piece& x : pieces) space->copy(base + x.at, x.here, x.bytes);
        for (void*& p : addresses) p = moved(p);
        const auto by_async = [&](void* stream, void* workspace, std::size_t* bytes) {
            std::vector<void*> more = addresses;
            more.insert(more.end(), {stream, workspace, static_cast<void*>(bytes)});
            return invoke<int>(find_symbol(symbol_of<T>(op_, form_, wide_, true)), more);
        };
        if (!space->enqueue || !space->enqueue(by_async)) invoke(function, addresses);
        for (const Piece& x : pieces) space->copy(x.here, base + x.at, x.bytes);
        auto list = lists.begin();
        for (Argument& x : arguments_)
            if (is_operand(x.word) && !x.direct) x.bytes = *list++;
    }
    template <class M> static std::size_t store(const M& m) { return static_cast<std::size_t>(m.ld * (m.n + 2)); }
    void put(std::vector<unsigned char>& bytes, i64 v) const {
        const std::size_t size = wide_ ? 8 : 4, at = bytes.size();
        bytes.resize(at + size);
        const auto narrow = static_cast<std::int32_t>(v);
        std::memcpy(bytes.data() + at, wide_ ? static_cast<const void*>(&v) : &narrow, size);
    }
    i64 pivot(std::size_t i) const {
        i64 v = 0;
        std::int32_t narrow = 0;
        if (wide_)
            std::memcpy(&v, pivots_.data() + i * 8, 8);
        else
            std::memcpy(&narrow, pivots_.data() + i * 4, 4);
        return wide_ ? v : narrow;
    }
    void place(Argument& x) {
        x.direct = form_ == Form::strided;
        if (x.word == "ipiv") {
            const std::size_t size = wide_ ? 8 : 4;
            unsigned char* first = pivots_.data() + 3 * size;
            x.base = first;
            stride_["ipiv"] = static_cast<i64>(pivot_stride_);
            for (std::size_t i = 0; !x.direct && i < items_.size(); ++i)
                x.push(static_cast<void*>(first + i * pivot_stride_ * size));
            return;
        }
        for (std::size_t i = 0; i < items_.size(); ++i)
            items_[i].for_arrays([&](const char* word, auto& m) {
                if (x.word != word) return;
                using E = std::remove_reference_t<decltype(*m.data())>;
                if (!x.direct) return x.push(static_cast<void*>(m.data()));
                std::vector<unsigned char>& arena = arenas_[word];
                const std::size_t bytes = store(m) * sizeof(E);
                arena.resize(bytes * items_.size());
                std::memcpy(arena.data() + i * bytes, m.data() - m.ld, bytes);
                x.base = arena.data() + static_cast<std::size_t>(m.ld) * sizeof(E);
                stride_[word] = static_cast<i64>(store(m));
            });
    }

    Op op_;
    Form form_;
    bool wide_;
    std::vector<Item<T>>& items_;
    std::vector<Argument> arguments_;
    std::vector<unsigned char> pivots_;
    std::size_t pivot_stride_ = 0;
    std::map<std::string, std::vector<unsigned char>> arenas_;
    std::map<std::string, i64> stride_;
};

inline std::vector<i64> one_group(std::size_t n) {
    return {static_cast<i64>(n)};
}
inline std::vector<i64> single_groups(std::size_t n) {
    return std::vector<i64>(n, 1);
}
// Groups of items that follow each other and are alike.
template <class T> std::vector<i64> alike_groups(const std::vector<Item<T>>& items) {
    std::vector<i64> groups;
    for (std::size_t i = 0; i < items.size(); ++i)
        if (i > 0 && alike(items[i], items[i - 1]))
            ++groups.back();
        else
            groups.push_back(1);
    return groups;
}

template <class T>
bool run(Form form, std::vector<Item<T>>& items, bool wide = false, const std::vector<i64>& groups = {}) {
    if (items.empty()) return true;
    const bool given = form != Form::group || !groups.empty();
    Call<T> call(items[0].op, form, wide, items, given ? groups : alike_groups(items));
    if (!call.carry_out()) return false;
    call.finish();
    return true;
}

}  // namespace test
