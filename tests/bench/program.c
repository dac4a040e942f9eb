/* In: routines, unless all, and orders. Out: CSV of the time of large calls (the second best of four, or the best of two)
   in host memory, as any program makes them: what comes first in LD_PRELOAD or LD_LIBRARY_PATH does them.
     LD_PRELOAD=libshunt.so bench_program 4096 8192
     LD_PRELOAD=libnvblas.so bench_program dgemm dsyrk 4096 8192 */
#include <complex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { most_rounds = 5 }; /* the first does not count */

void dgemm_(const char*, const char*, const int*, const int*, const int*, const double*, const double*, const int*,
            const double*, const int*, const double*, double*, const int*, size_t, size_t);
void zgemm_(const char*, const char*, const int*, const int*, const int*, const double complex*, const double complex*,
            const int*, const double complex*, const int*, const double complex*, double complex*, const int*, size_t,
            size_t);
void dsyrk_(const char*, const char*, const int*, const int*, const double*, const double*, const int*, const double*,
            double*, const int*, size_t, size_t);
void dtrsm_(const char*, const char*, const char*, const char*, const int*, const int*, const double*, const double*,
            const int*, double*, const int*, size_t, size_t, size_t, size_t);
void dtrmm_(const char*, const char*, const char*, const char*, const int*, const int*, const double*, const double*,
            const int*, double*, const int*, size_t, size_t, size_t, size_t);
void dsymm_(const char*, const char*, const int*, const int*, const double*, const double*, const int*, const double*,
            const int*, const double*, double*, const int*, size_t, size_t);
void dpotrf_(const char*, const int*, double*, const int*, int*, size_t);
void dgetrf_(const int*, const int*, double*, const int*, int*, int*);
void dgesv_(const int*, const int*, double*, const int*, int*, double*, const int*, int*);

static double *a, *b, *c, *rhs; /* a: positive definite */
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
static void dtrmm(void) {
    dtrmm_("L", "L", "N", "N", &n, &n, &one, a, &n, c, &n, 1, 1, 1, 1);
}
static void dsymm(void) {
    dsymm_("L", "L", &n, &n, &one, a, &n, b, &n, &zero, c, &n, 1, 1);
}
static void dpotrf(void) {
    dpotrf_("L", &n, c, &n, &info, 1);
}
static void dgetrf(void) {
    dgetrf_(&n, &n, c, &n, pivots, &info);
}
static void dgesv(void) {
    dgesv_(&n, &n, c, &n, pivots, rhs, &n, &info);
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

static const struct {
    const char* name;
    void (*call)(void);
    int general; /* works on a matrix that needs pivots */
} routines[] = {{"dgemm", dgemm, 1},   {"dsymm", dsymm, 1}, {"dsyrk", dsyrk, 1},
                {"dtrsm", dtrsm, 1},   {"dtrmm", dtrmm, 1}, {"dpotrf", dpotrf, 0},
                {"dgetrf", dgetrf, 1}, {"dgesv", dgesv, 1}, {"zgemm", zgemm, 1}};
enum { count = sizeof routines / sizeof *routines };

static int measure(const char* name, void (*call)(void), int general) {
    const size_t elements = (size_t)n * (size_t)n * (name[0] == 'z' ? 2 : 1);
    const int rounds = n > 8192 ? 3 : most_rounds;
    double seconds[most_rounds];
    for (int round = 0; round < rounds; ++round) {
        memcpy(c, general ? b : a, elements * sizeof *c);
        memcpy(rhs, b, (size_t)n * (size_t)n * sizeof *c);
        const double start = now();
        call();
        seconds[round] = now() - start;
        if (info != 0) return 1;
    }
    qsort(seconds + 1, (size_t)rounds - 1, sizeof *seconds, ascending);
    printf("%s,%d,%.5f,%.5f\n", name, n, seconds[rounds / 2], seconds[0]);
    fflush(stdout);
    return 0;
}

int main(int argc, char** argv) {
    int orders = 1;
    while (orders < argc && argv[orders][0] > '9') ++orders;
    puts("routine,n,seconds,first_s");
    for (int i = orders; i < argc; ++i) {
        n = atoi(argv[i]);
        const size_t elements = 2 * (size_t)n * (size_t)n;
        a = malloc(elements * sizeof *a), b = malloc(elements * sizeof *b), c = malloc(elements * sizeof *c);
        rhs = malloc(elements / 2 * sizeof *rhs), pivots = malloc((size_t)n * sizeof *pivots);
        if (!a || !b || !c || !rhs || !pivots) return 1;
        unsigned long long x = 88172645463325252ull;
        for (size_t j = 0; j < elements; ++j) {
            x ^= x << 13, x ^= x >> 7, x ^= x << 17;
            a[j] = b[j] = (double)(x >> 11) * 0x1p-53 - 0.5;
        }
        for (int j = 0; j < n; ++j) a[(size_t)j * (size_t)(n + 1)] = 2.0 * n;
        for (int r = 0; r < count; ++r) {
            int wanted = orders == 1;
            for (int w = 1; w < orders; ++w) wanted |= !strcmp(argv[w], routines[r].name);
            if (wanted && measure(routines[r].name, routines[r].call, routines[r].general)) return 1;
        }
        free(a), free(b), free(c), free(rhs), free(pivots);
    }
    return 0;
}
