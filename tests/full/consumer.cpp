// In: BLAS and LAPACK, linked. Out: "right" when complex systems are solved, and a bad call throws from the program's
// own handler, through Shunt's doors.
#include <cmath>
#include <complex>
#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

using Z = std::complex<double>;
extern "C" {
void zhesv_(const char*, const int*, const int*, Z*, const int*, int*, Z*, const int*, Z*, const int*, int*,
            std::size_t);
void dgetri_(const int*, double*, const int*, const int*, double*, const int*, int*);
void xerbla_(const char* name, const int* info, std::size_t length) {
    throw std::string(name, length) + std::to_string(*info);
}
}

int main() {
    const int n = 20, one = 1, room = 64 * n;
    std::vector<Z> a(n * n), x(n), b(n, 0), work(room);
    for (int i = 0; i < n; ++i) {
        x[i] = Z(i + 1, -i);
        for (int j = 0; j < n; ++j) a[i + j * n] = i == j ? Z(n, 0) : Z(1. / (1 + i + j), i < j ? 0.5 : -0.5);
    }
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j) b[i] += a[i + j * n] * x[j];
    std::vector<int> pivots(n);
    int info = -1;
    zhesv_("U", &n, &one, a.data(), &n, pivots.data(), b.data(), &n, work.data(), &room, &info, 1);
    double error = 0;
    for (int i = 0; i < n; ++i) error = std::fmax(error, std::abs(b[i] - x[i]));
    if (info != 0 || error > 1e-10) return std::puts("zhesv_ is wrong"), 1;
    std::string said;
    try {
        const int bad = -1;
        dgetri_(&bad, &error, &n, pivots.data(), &error, &one, &info);
    } catch (const std::string& words) {
        said = words;
    }
    if (said.substr(0, 6) != "DGETRI") return std::printf("xerbla_ got %s\n", said.c_str()), 1;
    std::puts("right");
}
