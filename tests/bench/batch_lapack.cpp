// In: a library with LAPACK (and one with BLAS where they are two), precisions, operations and sizes. Out: the time of
// a matrix in a batch through ?<op>_batch_strided_ and in a loop over that library, in cache and out of it, as CSV. The
// loop is OpenMP's where OMP_NUM_THREADS is more than 1.
//   bench_batch_lapack liblapack.so.3 [libblas.so.3] [-p sdcz] [-o getrf,potrf,...] [-n 2,3,...] [-w in,out] [-t N|T|C]
// -t: how trsm, trsv and getrs read the matrix; rows are named trsv-T then, say.
#include <dlfcn.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <string>
#include <vector>

#include "tests/bench/measure.hpp"

using shunt::bench::median;
using shunt::bench::now;
using shunt::bench::threads;

namespace {

struct Libraries {
    void* lapack = nullptr;
    void* blas = nullptr;

    void* find(const std::string& name) const {
        void* f = dlsym(blas, name.c_str());
        return f ? f : dlsym(lapack, name.c_str());
    }
};

#ifdef _OPENMP
int thread() {
    return omp_get_thread_num();
}
#else
int thread() {
    return 0;
}
#endif

struct Options {
    std::string precisions = "dscz";
    std::vector<std::string> ops = {"getrf", "potrf", "trsm", "trsv", "getrs", "potrs", "geqrf", "gebrd"};
    std::vector<int> sizes;
    std::vector<std::string> where = {"in", "out"};
    char trans = 'N';
};

template <class T> struct Real { using type = T; };
template <class R> struct Real<std::complex<R>> { using type = R; };
template <class T> constexpr char letter();
template <> constexpr char letter<float>() {
    return 's';
}
template <> constexpr char letter<double>() {
    return 'd';
}
template <> constexpr char letter<std::complex<float>>() {
    return 'c';
}
template <> constexpr char letter<std::complex<double>>() {
    return 'z';
}

// Calls a Fortran routine by address with all arguments by reference; letters carry hidden lengths.
template <class... A> void call(void* f, A*... a) {
    reinterpret_cast<void (*)(A * ..., std::size_t, std::size_t, std::size_t, std::size_t)>(f)(a..., 1, 1, 1, 1);
}

// One row: `count` problems of order n with nrhs right-hand sides.
template <class T> class Bench {
public:
    using R = typename Real<T>::type;
    using Int = std::int32_t;

    Bench(const Libraries& libraries, const std::string& op, char uplo, char trans, int n, int nrhs, bool in_cache)
        : op_(op), uplo_(uplo), trans_(trans), n_(n), nrhs_(nrhs), in_cache_(in_cache) {
        const std::string name = letter<T>() + op + "_";
        ours_ = dlsym(RTLD_DEFAULT, (letter<T>() + op + "_batch_strided_").c_str());
        theirs_ = libraries.find(name);
        factor_ = op == "getrs" ? libraries.find(letter<T>() + std::string("getrf_")) : nullptr;
        const double bytes = static_cast<double>(sizeof(T)) * n * (n + nrhs);
        count_ = static_cast<Int>(in_cache ? threads() * std::max(16.0, 192e3 / bytes) : std::max(64.0, 64e6 / bytes));
        count_ = (count_ + 15) / 16 * 16;
        if (n >= 96 && in_cache) count_ = 4 * threads();
    }

    void run() {
        if (!ours_ || !theirs_) return;
        fill();
        const bool changes_a = op_ == "getrf" || op_ == "potrf" || op_ == "geqrf" || op_ == "gebrd";
        std::vector<T>& x = changes_a ? a_ : b_;
        const std::vector<T> original = x;
        const auto time = [&](bool our, int calls) {
            double spent = 0;
            for (int i = 0; i < calls; ++i) {
                std::copy(original.begin(), original.end(), x.begin());
                const double start = now();
                if (our)
                    batch();
                else
                    loop();
                spent += now() - start;
            }
            return spent / calls / count_;
        };
        time(true, 1);
        const double guess = time(false, 1) * count_;
        const int calls = std::clamp(static_cast<int>(1e-3 / guess), 1, 1000);
        const auto alone = [&](bool our) {
            if (threads() > 1) {
                shunt::bench::let_threads_sleep();
                time(our, 3);
            }
            return time(our, calls);
        };
        std::vector<double> us, them, ratio;
        const int rounds = in_cache_ ? 11 : 5;
        for (int i = 0; i < rounds; ++i) {
            us.push_back(alone(true));
            them.push_back(alone(false));
            ratio.push_back(them.back() / us.back());
        }
        const std::string name = trans_ == 'N' ? op_ : op_ + '-' + trans_;
        std::printf("%s,%c,%c,%d,%d,%s,%d,%.1f,%.1f,%.2f\n", name.c_str(), letter<T>(), uplo_, n_, nrhs_,
                    in_cache_ ? "in" : "out", static_cast<int>(count_), median(us) * 1e9, median(them) * 1e9,
                    median(ratio));
        std::fflush(stdout);
    }

private:
    std::string op_;
    char uplo_, trans_;
    Int n_, nrhs_;
    bool in_cache_;
    Int count_ = 0;
    void* ours_ = nullptr;
    void* theirs_ = nullptr;
    void* factor_ = nullptr;
    std::vector<T> a_, b_, tauq_, taup_, work_;
    std::vector<R> d_, e_;
    std::vector<Int> ipiv_, info_;

    void fill() {
        std::mt19937 random(1);
        std::uniform_real_distribution<R> uniform(-1, 1);
        const auto value = [&] {
            if constexpr (std::is_same_v<T, R>)
                return uniform(random);
            else {
                const R re = uniform(random);
                return T(re, uniform(random));
            }
        };
        const auto total = static_cast<std::size_t>(count_) * static_cast<std::size_t>(n_);
        a_.resize(total * static_cast<std::size_t>(n_));
        b_.resize(total * static_cast<std::size_t>(nrhs_));
        ipiv_.resize(total);
        if (op_ == "geqrf" || op_ == "gebrd") tauq_.resize(total);
        if (op_ == "gebrd") {
            taup_.resize(total);
            d_.resize(total);
            e_.resize(total);
        }
        info_.resize(static_cast<std::size_t>(count_));
        work_.resize(static_cast<std::size_t>(64 * n_ * threads()));
        for (T& v : a_) v = value();
        for (T& v : b_) v = value();
        if (op_ != "getrf" && op_ != "getrs" && op_ != "geqrf" && op_ != "gebrd")
            for (std::size_t i = 0; i < total; ++i) {
                T& v = a_[i * static_cast<std::size_t>(n_) + i % static_cast<std::size_t>(n_)];
                v = T(static_cast<R>(std::abs(v)) + static_cast<R>(n_));
            }
        if (op_ == "getrs")
            for (Int i = 0; i < count_; ++i) call(factor_, &n_, &n_, a(i), &n_, ipiv(i), info_.data());
    }
    std::size_t at(Int i, Int size) const { return static_cast<std::size_t>(i) * static_cast<std::size_t>(size); }
    T* a(Int i) { return a_.data() + at(i, n_ * n_); }
    T* b(Int i) { return b_.data() + at(i, n_ * nrhs_); }
    Int* ipiv(Int i) { return ipiv_.data() + at(i, n_); }

    void batch() {
        char no = 'N', left = 'L';
        T one = 1;
        Int unit = 1, square = n_ * n_, sides = n_ * nrhs_;
        if (op_ == "getrf")
            call(ours_, &n_, &n_, a(0), &n_, &square, ipiv(0), &n_, &count_, info_.data());
        else if (op_ == "potrf")
            call(ours_, &uplo_, &n_, a(0), &n_, &square, &count_, info_.data());
        else if (op_ == "trsm")
            call(ours_, &left, &uplo_, &trans_, &no, &n_, &nrhs_, &one, a(0), &n_, &square, b(0), &n_, &sides, &count_);
        else if (op_ == "trsv")
            call(ours_, &uplo_, &trans_, &no, &n_, a(0), &n_, &square, b(0), &unit, &n_, &count_);
        else if (op_ == "getrs")
            call(ours_, &trans_, &n_, &nrhs_, a(0), &n_, &square, ipiv(0), &n_, b(0), &n_, &sides, &count_,
                 info_.data());
        else if (op_ == "potrs")
            call(ours_, &uplo_, &n_, &nrhs_, a(0), &n_, &square, b(0), &n_, &sides, &count_, info_.data());
        else if (op_ == "geqrf")
            call(ours_, &n_, &n_, a(0), &n_, &square, tauq_.data(), &n_, &count_, info_.data());
        else
            call(ours_, &n_, &n_, a(0), &n_, &square, d_.data(), &n_, e_.data(), &n_, tauq_.data(), &n_, taup_.data(),
                 &n_, &count_, info_.data());
    }
    void loop() {
        char no = 'N', left = 'L';
        T one = 1;
        Int unit = 1, lwork = 64 * n_;
#pragma omp parallel for schedule(static) if (threads() > 1)
        for (Int i = 0; i < count_; ++i) {
            Int* info = info_.data() + i;
            T* work = work_.data() + at(thread(), lwork);
            const std::size_t vector = at(i, n_);
            if (op_ == "getrf")
                call(theirs_, &n_, &n_, a(i), &n_, ipiv(i), info);
            else if (op_ == "potrf")
                call(theirs_, &uplo_, &n_, a(i), &n_, info);
            else if (op_ == "trsm")
                call(theirs_, &left, &uplo_, &trans_, &no, &n_, &nrhs_, &one, a(i), &n_, b(i), &n_);
            else if (op_ == "trsv")
                call(theirs_, &uplo_, &trans_, &no, &n_, a(i), &n_, b(i), &unit);
            else if (op_ == "getrs")
                call(theirs_, &trans_, &n_, &nrhs_, a(i), &n_, ipiv(i), b(i), &n_, info);
            else if (op_ == "potrs")
                call(theirs_, &uplo_, &n_, &nrhs_, a(i), &n_, b(i), &n_, info);
            else if (op_ == "geqrf")
                call(theirs_, &n_, &n_, a(i), &n_, tauq_.data() + vector, work, &lwork, info);
            else
                call(theirs_, &n_, &n_, a(i), &n_, d_.data() + vector, e_.data() + vector, tauq_.data() + vector,
                     taup_.data() + vector, work, &lwork, info);
        }
    }
};

template <class T> void rows(const Libraries& libraries, const Options& options) {
    for (const std::string& op : options.ops)
        for (const std::string& where : options.where) {
            const bool triangles = op == "potrf" || op == "trsm" || op == "trsv" || op == "potrs";
            const bool sides = op == "trsm" || op == "getrs" || op == "potrs";
            if (options.trans != 'N' && op != "trsm" && op != "trsv" && op != "getrs") continue;
            for (const char uplo : triangles ? std::string("LU") : std::string("-"))
                for (const bool many : {false, true}) {
                    if (many && !sides) continue;
                    for (const int n : options.sizes)
                        Bench<T>(libraries, op, uplo, options.trans, n, many ? n : 1, where == "in").run();
                }
        }
}

std::vector<std::string> split(const char* list) {
    std::vector<std::string> parts(1);
    for (; *list; ++list)
        if (*list == ',')
            parts.emplace_back();
        else
            parts.back() += *list;
    return parts;
}

}  // namespace

int main(int argc, char** argv) {
    Options options;
    for (int n = 2; n <= 64; ++n) options.sizes.push_back(n);
    options.sizes.insert(options.sizes.end(), {96, 128, 256});
    std::vector<const char*> files;
    for (int i = 1; i < argc; ++i) {
        if (argv[i][0] != '-' || i + 1 == argc) {
            files.push_back(argv[i]);
            continue;
        }
        const char* value = argv[i + 1];
        switch (argv[i++][1]) {
            case 'p':
                options.precisions = value;
                break;
            case 'o':
                options.ops = split(value);
                break;
            case 'w':
                options.where = split(value);
                break;
            case 't':
                options.trans = value[0];
                break;
            case 'n':
                options.sizes.clear();
                for (const std::string& n : split(value)) options.sizes.push_back(std::atoi(n.c_str()));
                break;
        }
    }
    Libraries libraries;
    if (!files.empty()) {
        libraries.lapack = dlopen(files[0], RTLD_NOW | RTLD_LOCAL | RTLD_DEEPBIND);
        libraries.blas = dlopen(files.back(), RTLD_NOW | RTLD_LOCAL | RTLD_DEEPBIND);
    }
    if (!libraries.lapack || !libraries.blas) {
        std::fprintf(stderr, "%s\n", files.empty() ? "which library?" : dlerror());
        return 2;
    }
    std::printf("op,precision,uplo,n,nrhs,where,count,shunt_ns,library_ns,ratio\n");
    for (const char p : options.precisions) {
        if (p == 's') rows<float>(libraries, options);
        if (p == 'd') rows<double>(libraries, options);
        if (p == 'c') rows<std::complex<float>>(libraries, options);
        if (p == 'z') rows<std::complex<double>>(libraries, options);
    }
    return 0;
}
