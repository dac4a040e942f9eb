/* In: shunt_batch.h in C99. Out: 0 when calls of the three shapes, both widths and complex numbers are right. */
#include <complex.h>
#include <stdio.h>

#include "shim/shunt_batch.h"

enum { n = 2, count = 3 };

static int failed(const char* what) {
    printf("FAILED: %s\n", what);
    return 1;
}

int main(void) {
    /* By columns: 1 2 / 3 4, and its square 7 10 / 15 22. */
    const double a[n * n] = {1, 3, 2, 4}, square[n * n] = {7, 15, 10, 22};
    const double one = 1, zero = 0;
    const int32_t two = n, four = n * n, none = 0, batch = count, groups = 1;
    const int64_t wide_two = n, wide_batch = count;
    double c[count][n * n];
    int bad = 0;

    dgemm_batch_strided_("N", "N", &two, &two, &two, &one, a, &two, &none, a, &two, &none, &zero, c[0], &two, &four,
                         &batch);
    for (int i = 0; i < count * n * n; ++i)
        if (c[i / 4][i % 4] != square[i % 4]) bad |= failed("dgemm_batch_strided_");

    const double* in[count] = {a, a, a};
    double* out[count] = {c[2], c[1], c[0]};
    const double two_and_a_half = 2.5;
    dgemm_batch_("N", "N", &two, &two, &two, &two_and_a_half, in, &two, in, &two, &zero, out, &two, &groups, &batch);
    for (int i = 0; i < count * n * n; ++i)
        if (c[i / 4][i % 4] != 2.5 * square[i % 4]) bad |= failed("dgemm_batch_");

    /* 0 i / 2 0 needs its rows swapped. */
    shunt_complex16 z[count][n * n];
    shunt_complex16* pz[count];
    int64_t ipiv[count][n], info[count];
    int64_t* pipiv[count];
    for (int i = 0; i < count; ++i) {
        z[i][0] = z[i][3] = 0;
        z[i][1] = 2;
        z[i][2] = I;
        pz[i] = z[i];
        pipiv[i] = ipiv[i];
    }
    const int64_t sizes[count] = {n, n, n};
    zgetrf_vbatch_64_(sizes, sizes, pz, sizes, pipiv, &wide_batch, info);
    for (int i = 0; i < count; ++i)
        if (info[i] != 0 || ipiv[i][0] != 2 || ipiv[i][1] != 2 || z[i][0] != 2 || z[i][3] != I)
            bad |= failed("zgetrf_vbatch_64_");

    double b[count][n] = {{7, 15}, {7, 15}, {7, 15}};
    double lu[count][n * n];
    for (int i = 0; i < count * n * n; ++i) lu[i / 4][i % 4] = a[i % 4];
    const int64_t stride = n * n, one_column = 1;
    dgetrf_batch_strided_64_(&wide_two, &wide_two, lu[0], &wide_two, &stride, ipiv[0], &wide_two, &wide_batch, info);
    dgetrs_batch_strided_64_("N", &wide_two, &one_column, lu[0], &wide_two, &stride, ipiv[0], &wide_two, b[0],
                             &wide_two, &wide_two, &wide_batch, info);
    for (int i = 0; i < count; ++i)
        if (info[i] != 0 || b[i][0] - 1 > 1e-14 || b[i][0] - 1 < -1e-14 || b[i][1] - 3 > 1e-14 || b[i][1] - 3 < -1e-14)
            bad |= failed("dgetrs_batch_strided_64_");

    const int32_t negative = -1;
    int32_t narrow[count] = {9, 9, 9};
    spotrf_batch_strided_("U", &negative, NULL, &two, &four, &batch, narrow);
    for (int i = 0; i < count; ++i)
        if (narrow[i] != -2) bad |= failed("spotrf_batch_strided_ with n < 0");
    return bad;
}
