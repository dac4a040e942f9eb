// In: nothing. Out: 0 when dgesv_ and cblas_dgemm give the numbers that are known beforehand.
#include <cmath>
#include <vector>

extern "C" {
void dgesv_(const int*, const int*, double*, const int*, int*, double*, const int*, int*);
void cblas_dgemm(int, int, int, int, int, int, double, const double*, int, const double*, int, double, double*, int);
}

int main() {
    const int n = 120;
    int info = 1;
    std::vector<double> a(n * n, 1), x(n * n), b(n * n);
    std::vector<int> pivots(n);
    for (int i = 0; i < n; ++i) a[i * (n + 1)] = n;
    for (int i = 0; i < n * n; ++i) x[i] = (7 * i) % 13 - 6;
    cblas_dgemm(102, 111, 111, n, n, n, 1, a.data(), n, x.data(), n, 0, b.data(), n);
    dgesv_(&n, &n, a.data(), &n, pivots.data(), b.data(), &n, &info);
    bool good = info == 0;
    for (int i = 0; i < n * n; ++i) good &= std::fabs(b[i] - x[i]) < 1e-10;
    return good ? 0 : 1;
}
