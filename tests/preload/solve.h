/* In: an order. Out: 0 when dgemm_, dtrsm_ and dposv_ give the numbers they were made from. INT is the integer. */
#include <math.h>
#include <stdlib.h>
#ifndef INT
#define INT int
#endif
void dgemm_(const char *, const char *, const INT *, const INT *, const INT *, const double *, const double *, const INT *,
            const double *, const INT *, const double *, double *, const INT *);
void dtrsm_(const char *, const char *, const char *, const char *, const INT *, const INT *, const double *, const double *,
            const INT *, double *, const INT *);

static int solve(INT n) {
    const double one = 1, zero = 0;
    double *a = calloc(n * n, 8), *b = calloc(n * n, 8), *c = calloc(n * n, 8);
    int bad = 0;
    for (INT j = 0; j < n; ++j)
        for (INT i = 0; i < n; ++i) a[i + j * n] = i < j ? 0 : i == j ? 2 : 1.0 / (i + j + 1), b[i + j * n] = (i * 7 + j * 3) % 11 - 5;
    dgemm_("N", "N", &n, &n, &n, &one, a, &n, b, &n, &zero, c, &n);
    for (INT j = 0; j < n; ++j)
        for (INT i = 0; i < n; ++i) {
            double sum = 0;
            for (INT l = 0; l < n; ++l) sum += a[i + l * n] * b[l + j * n];
            bad |= !(fabs(sum - c[i + j * n]) < 1e-10);
        }
    dtrsm_("L", "L", "N", "N", &n, &n, &one, a, &n, c, &n);
    for (INT j = 0; j < n * n; ++j) bad |= !(fabs(c[j] - b[j]) < 1e-9);
    free(a), free(b), free(c);
    return bad;
}
