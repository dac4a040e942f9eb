/* In: any BLAS, LAPACK and, with -DLAPACKE, LAPACKE, linked or given by its path. Out: 0 when level 1, 2 and 3, LAPACK,
   complex functions and calls with many arguments are right. INT is the integer of the library. */
#include <complex.h>
#include <dlfcn.h>
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef INT
#define INT int
#endif
#define N 40

static void* handles[3];

/* Linked: the loader's answer. Opened: that of the libraries named on the command line. */
static void* symbol(const char* name) {
    void* address = handles[0] ? NULL : dlsym(RTLD_DEFAULT, name);
    for (int i = 0; i < 3 && handles[i] && !address; ++i) address = dlsym(handles[i], name);
    if (!address) {
        printf("%s is missing\n", name);
        exit(2);
    }
    return address;
}

static void check(int good, const char* what) {
    if (good) return;
    printf("%s is wrong\n", what);
    exit(1);
}

#define F(type, name, ...) type (*name)(__VA_ARGS__) = (type(*)(__VA_ARGS__))symbol(#name)
typedef const INT* integer;
typedef double complex z;
typedef float complex c;

static double a[N * N], b[N * N], product[N * N];
static const INT n = N, one = 1;

static void level_1(void) {
    F(double, ddot_, integer, const double*, integer, const double*, integer);
    F(float, sdot_, integer, const float*, integer, const float*, integer);
    F(z, zdotc_, integer, const z*, integer, const z*, integer);
    F(c, cdotu_, integer, const c*, integer, const c*, integer);
    F(INT, idamax_, integer, const double*, integer);
    F(void, drotg_, double*, double*, double*, double*);
    F(double, cblas_ddot, INT, const double*, INT, const double*, INT);
    F(void, cblas_zdotc_sub, INT, const void*, INT, const void*, INT, void*);
    double sum = 0;
    for (int i = 0; i < N; ++i) sum += a[i] * b[i];
    check(fabs(ddot_(&n, a, &one, b, &one) - sum) < 1e-12, "ddot_");
    check(fabs(cblas_ddot(N, a, 1, b, 1) - sum) < 1e-12, "cblas_ddot");
    const float s[] = {1, 2, 3};
    const INT three = 3;
    check(sdot_(&three, s, &one, s, &one) == 14, "sdot_");
    const z x[] = {1 + 2 * I, 3}, y[] = {1, 2 * I};
    const INT two = 2;
    z result;
    cblas_zdotc_sub(2, x, 1, y, 1, &result);
    check(zdotc_(&two, x, &one, y, &one) == 1 + 4 * I && result == 1 + 4 * I, "zdotc_");
    const c u[] = {1 + 2 * I, 3}, v[] = {1, 2 * I};
    check(cdotu_(&two, u, &one, v, &one) == 1 + 8 * I, "cdotu_");
    const double w[] = {1, -7, 3};
    check(idamax_(&three, w, &one) == 2, "idamax_");
    double p = 3, q = 4, cosine, sine;
    drotg_(&p, &q, &cosine, &sine);
    check(fabs(p - 5) < 1e-14 && fabs(cosine - 0.6) < 1e-14, "drotg_");
}

static double distance(const double* x, const double* y, int count) {
    double largest = 0;
    for (int i = 0; i < count; ++i) largest = fmax(largest, fabs(x[i] - y[i]));
    return largest;
}

static void level_2_and_3(void) {
    F(void, dgemv_, const char*, integer, integer, const double*, const double*, integer, const double*, integer,
      const double*, double*, integer, size_t);
    F(void, dgemm_, const char*, const char*, integer, integer, integer, const double*, const double*, integer,
      const double*, integer, const double*, double*, integer, size_t, size_t);
    F(void, cblas_dgemm, int, int, int, INT, INT, INT, double, const double*, INT, const double*, INT, double, double*,
      INT);
    const double alpha = 1, beta = 0;
    double y[N], z1[N * N];
    dgemv_("N", &n, &n, &alpha, a, &n, b, &one, &beta, y, &one, 1);
    check(distance(y, product, N) < 1e-12, "dgemv_");
    dgemm_("N", "N", &n, &n, &n, &alpha, a, &n, b, &n, &beta, z1, &n, 1, 1);
    check(distance(z1, product, N * N) < 1e-12, "dgemm_");
    memset(z1, 0, sizeof z1);
    cblas_dgemm(102, 111, 111, N, N, N, 1, a, N, b, N, 0, z1, N);
    check(distance(z1, product, N * N) < 1e-12, "cblas_dgemm");
}

static void lapack(void) {
    F(void, dgetrf_, integer, integer, double*, integer, INT*, INT*);
    F(void, dgetrs_, const char*, integer, integer, const double*, integer, const INT*, double*, integer, INT*, size_t);
    F(double, dlamch_, const char*, size_t);
    F(INT, ilaenv_, integer, const char*, const char*, integer, integer, integer, integer, size_t, size_t);
    F(void, ilaver_, INT*, INT*, INT*);
    double lu[N * N], x[N * N];
    INT pivots[N], info = -1, version[3] = {0, 0, 0};
    memcpy(lu, a, sizeof lu);
    memcpy(x, product, sizeof x);
    dgetrf_(&n, &n, lu, &n, pivots, &info);
    check(info == 0, "dgetrf_");
    dgetrs_("N", &n, &n, lu, &n, pivots, x, &n, &info, 1);
    check(info == 0 && distance(x, b, N * N) < 1e-10, "dgetrs_");
    check(dlamch_("Epsilon", 7) == 0x1p-53, "dlamch_");
    const INT minus = -1;
    check(ilaenv_(&one, "DGETRF", " ", &n, &n, &minus, &minus, 6, 1) >= 1, "ilaenv_");
    ilaver_(version, version + 1, version + 2);
    check(version[0] == 3 && version[1] >= 5, "ilaver_");
}

/* More arguments than registers, characters between them. */
static void many_arguments(void) {
    F(void, dgesvx_, const char*, const char*, integer, integer, double*, integer, double*, integer, INT*, char*,
      double*, double*, double*, integer, double*, integer, double*, double*, double*, double*, INT*, INT*, size_t,
      size_t, size_t);
    F(void, dsyevr_, const char*, const char*, const char*, integer, double*, integer, const double*, const double*,
      integer, integer, const double*, INT*, double*, double*, integer, INT*, double*, integer, INT*, integer, INT*,
      size_t, size_t, size_t);
    double matrix[N * N], factors[N * N], rows[N], columns[N], right[N], x[N], rcond, ferr, berr, work[40 * N];
    INT pivots[N], integers[10 * N], info = -1, found = 0, support[2 * N];
    char equed = '?';
    memcpy(matrix, a, sizeof matrix);
    memcpy(right, product, sizeof right);
    dgesvx_("E", "N", &n, &one, matrix, &n, factors, &n, pivots, &equed, rows, columns, right, &n, x, &n, &rcond, &ferr,
            &berr, work, integers, &info, 1, 1, 1);
    check(info == 0 && equed == 'N' && rcond > 0 && distance(x, b, N) < 1e-10, "dgesvx_");
    double trace = 0, sum = 0, values[N], vectors[N * N];
    for (int i = 0; i < N; ++i)
        for (int j = 0; j < N; ++j) matrix[i + j * N] = a[i + j * N] + a[j + i * N];
    for (int i = 0; i < N; ++i) trace += matrix[i + i * N];
    const double none = 0;
    const INT zero = 0, room = 40 * N, places = 10 * N;
    dsyevr_("V", "A", "L", &n, matrix, &n, &none, &none, &zero, &zero, &none, &found, values, vectors, &n, support,
            work, &room, integers, &places, &info, 1, 1, 1);
    for (int i = 0; i < N; ++i) sum += values[i];
    check(info == 0 && found == N && fabs(sum - trace) < 1e-10 * N, "dsyevr_");
}

#ifdef LAPACKE
static void lapacke(void) {
    F(INT, LAPACKE_dgesv, int, INT, INT, double*, INT, INT*, double*, INT);
    F(double, LAPACKE_dlange, int, char, INT, INT, const double*, INT);
    F(z, lapack_make_complex_double, double, double);
    double lu[N * N], x[N], largest = 0;
    INT pivots[N];
    memcpy(lu, a, sizeof lu);
    memcpy(x, product, sizeof x);
    check(LAPACKE_dgesv(102, N, 1, lu, N, pivots, x, N) == 0 && distance(x, b, N) < 1e-10, "LAPACKE_dgesv");
    for (int i = 0; i < N * N; ++i) largest = fmax(largest, fabs(a[i]));
    check(LAPACKE_dlange(102, 'M', N, N, a, N) == largest, "LAPACKE_dlange");
    check(lapack_make_complex_double(1, 2) == 1 + 2 * I, "lapack_make_complex_double");
}
#endif

#ifdef LINKED
/* Imported at link time, so that the linker finds all of them: the calls are above. */
void ddot_(void), dgemm_(void), cblas_dgemm(void), dgesvx_(void);
void (*const imported[])(void) = {ddot_, dgemm_, cblas_dgemm, dgesvx_};
#endif

int main(int argc, char** argv) {
    for (int i = 1; i < argc && i <= 3; ++i)
        if (!(handles[i - 1] = dlopen(argv[i], RTLD_NOW | RTLD_LOCAL))) {
            puts(dlerror());
            return 2;
        }
    srand(1);
    for (int i = 0; i < N * N; ++i) a[i] = rand() / (double)RAND_MAX - 0.5 + (i % (N + 1) == 0) * N;
    for (int i = 0; i < N * N; ++i) b[i] = rand() / (double)RAND_MAX - 0.5;
    for (int i = 0; i < N; ++i)
        for (int j = 0; j < N; ++j)
            for (int k = 0; k < N; ++k) product[i + j * N] += a[i + k * N] * b[k + j * N];
    level_1();
    level_2_and_3();
    lapack();
    many_arguments();
#ifdef LAPACKE
    lapacke();
#endif
    puts("right");
    return 0;
}
