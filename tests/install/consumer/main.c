/* In: nothing. Out: 0 when routines of all kinds give the numbers that are known beforehand. INT is the integer. */
#include "solve.h"

double ddot_(const INT *, const double *, const INT *, const double *, const INT *);
double cblas_ddot(INT, const double *, INT, const double *, INT);
void dsyev_(const char *, const char *, const INT *, double *, const INT *, double *, double *, const INT *, INT *);
void dpotrf_(const char *, const INT *, double *, const INT *, INT *);
INT LAPACKE_dpotrf(int, char, INT, double *, INT);

enum { N = 60 };

/* n - 1 on the diagonal more than the 1 everywhere: eigenvalues n - 1 and, once, 2 n - 1. */
static const double *matrix(double *a) {
    for (int i = 0; i < N * N; ++i) a[i] = i % (N + 1) ? 1 : N;
    return a;
}

static int near(double x, double y) { return fabs(x - y) < 1e-10 * N; }

int main(void) {
    static double a[N * N], w[N], work[4 * N];
    const INT n = N, size = 4 * N, step = N + 1;
    INT info = 1;
    int good = !solve(5) && !solve(150);
    matrix(a);
    good &= near(ddot_(&n, a, &step, a, &step), (double)N * N * N);
    good &= near(cblas_ddot(N, a, N + 1, a, N + 1), (double)N * N * N);
    dsyev_("N", "L", &n, a, &n, w, work, &size, &info);
    good &= info == 0 && near(w[0], N - 1) && near(w[N - 2], N - 1) && near(w[N - 1], 2 * N - 1);
    matrix(a);
    dpotrf_("L", &n, a, &n, &info);
    good &= info == 0 && near(a[0], sqrt(N)) && near(a[1], 1 / sqrt(N));
#ifdef WITH_LAPACKE
    matrix(a);
    good &= LAPACKE_dpotrf(102, 'L', N, a, N) == 0 && near(a[0], sqrt(N)) && near(a[1], 1 / sqrt(N));
#endif
    return !good;
}
