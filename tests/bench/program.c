/* In: orders. Out: CSV of the median time of large calls, in host memory, as any program makes them: what comes first
   in LD_PRELOAD or LD_LIBRARY_PATH does them.
     LD_PRELOAD=libshunt.so bench_program 4096 8192; LD_PRELOAD=libnvblas.so bench_program 4096 8192 */
#include <complex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { rounds = 5 }; /* the first does not count */

void dgemm_(const char*, const char*, const int*, const int*, const int*, const double*, const double*, const int*,
            const double*, const int*, const double*, double*, const int*, size_t, size_t);
void zgemm_(const char*, const char*, const int*, const int*, const int*, const double complex*, const double complex*,
            const int*, const double complex*, const int*, const double complex*, double complex*, const int*, size_t,
            size_t);
void dsyrk_(const char*, const char*, const int*, const int*, const double*, const double*, const int*, const double*,
            double*, const int*, size_t, size_t);
void dtrsm_(const char*, const char*, const char*, const char*, const int*, const int*, const double*, const double*,
            const int*, double*, const int*, size_t, size_t, size_t, size_t);
void dpotrf_(const char*, const int*, double*, const int*, int*, size_t);
void dgetrf_(const int*, const int*, double*, const int*, int*, int*);

static double *a, *b, *c;
static int n, info, *pivots;
static const double one = 1, zero = 0;
static const double complex z_one = 1, z_zero = 0;

static void dgemm(void) {
    dgemm_("N", "N", &n, &n, &n, &one, a, &n, b, &n, &zero, c, &n, 1, 1);
}
static void zgemm(void) {
    zgemm_("N", "N", &n, &n, &n, &z_one, (double complex*)a, &n, (double complex*)b, &n, &z_zero, (double complex*)c,
           &n, 1, 1);
}
static void dsyrk(void) {
    dsyrk_("L", "N", &n, &n, &one, a, &n, &zero, c, &n, 1, 1);
}
static void dtrsm(void) {
    dtrsm_("L", "L", "N", "N", &n, &n, &one, a, &n, c, &n, 1, 1, 1, 1);
}
static void dpotrf(void) {
    dpotrf_("L", &n, c, &n, &info, 1);
}
static void dgetrf(void) {
    dgetrf_(&n, &n, c, &n, pivots, &info);
}

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}
static int ascending(const void* x, const void* y) {
    const double left = *(const double*)x, right = *(const double*)y;
    return (left > right) - (left < right);
}

static int measure(const char* name, void (*call)(void)) {
    const size_t elements = (size_t)n * (size_t)n * (name[0] == 'z' ? 2 : 1);
    double seconds[rounds];
    for (int round = 0; round < rounds; ++round) {
        memcpy(c, a, elements * sizeof *c);
        const double start = now();
        call();
        seconds[round] = now() - start;
        if (info != 0) return 1;
    }
    qsort(seconds + 1, rounds - 1, sizeof *seconds, ascending);
    printf("%s,%d,%.5f,%.5f\n", name, n, seconds[rounds / 2], seconds[0]);
    fflush(stdout);
    return 0;
}

int main(int argc, char** argv) {
    puts("routine,n,seconds,first_s");
    for (int i = 1; i < argc; ++i) {
        n = atoi(argv[i]);
        const size_t elements = 2 * (size_t)n * (size_t)n;
        a = malloc(elements * sizeof *a), b = malloc(elements * sizeof *b), c = malloc(elements * sizeof *c);
        pivots = malloc((size_t)n * sizeof *pivots);
        if (!a || !b || !c || !pivots) return 1;
        for (size_t j = 0; j < elements; ++j) a[j] = b[j] = (double)(j * 2654435761u % 1000) * 1e-3 - 0.5;
        for (int j = 0; j < n; ++j)
            a[(size_t)j * (size_t)(n + 1)] = 2.0 * n; /* positive definite, for dpotrf and dtrsm */
        if (measure("dgemm", dgemm) || measure("dsyrk", dsyrk) || measure("dtrsm", dtrsm) ||
            measure("dpotrf", dpotrf) || measure("dgetrf", dgetrf) || measure("zgemm", zgemm))
            return 1;
        free(a), free(b), free(c), free(pivots);
    }
    return 0;
}
