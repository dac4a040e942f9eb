/* In: nothing. Out: "agree" when dgemm_batch and the LU family, declared and called as oneMKL's C users do, agree with
   loops. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

typedef int MKL_INT;
void dgemm_batch_(const char* transa, const char* transb, const MKL_INT* m, const MKL_INT* n, const MKL_INT* k,
                  const double* alpha, const double** a, const MKL_INT* lda, const double** b, const MKL_INT* ldb,
                  const double* beta, double** c, const MKL_INT* ldc, const MKL_INT* group_count,
                  const MKL_INT* group_size);
void sgemm_batch_strided_(const char* transa, const char* transb, const MKL_INT* m, const MKL_INT* n, const MKL_INT* k,
                          const float* alpha, const float* a, const MKL_INT* lda, const MKL_INT* stridea,
                          const float* b, const MKL_INT* ldb, const MKL_INT* strideb, const float* beta, float* c,
                          const MKL_INT* ldc, const MKL_INT* stridec, const MKL_INT* batch_size);
void dgetrf_batch_(const MKL_INT* m, const MKL_INT* n, double** a, const MKL_INT* lda, MKL_INT** ipiv,
                   const MKL_INT* group_count, const MKL_INT* group_size, MKL_INT* info);
void dgetrf_batch_strided_(const MKL_INT* m, const MKL_INT* n, double* a, const MKL_INT* lda, const MKL_INT* stridea,
                           MKL_INT* ipiv, const MKL_INT* stride_ipiv, const MKL_INT* batch_size, MKL_INT* info);
void dgetrs_batch_strided_(const char* trans, const MKL_INT* n, const MKL_INT* nrhs, const double* a,
                           const MKL_INT* lda, const MKL_INT* stridea, const MKL_INT* ipiv, const MKL_INT* stride_ipiv,
                           double* b, const MKL_INT* ldb, const MKL_INT* strideb, const MKL_INT* batch_size,
                           MKL_INT* info);

static double number(void) {
    return rand() / (RAND_MAX + 1.0) - 0.5;
}
static void fail(const char* what) {
    printf("FAILED: %s\n", what);
    exit(1);
}

/* As many groups as products: how oneMKL is asked for matrices of many sizes. */
static void products_of_all_sizes(void) {
    enum { groups = 60 };
    char transa[groups], transb[groups];
    MKL_INT m[groups], n[groups], k[groups], lda[groups], ldb[groups], ldc[groups], size[groups];
    double alpha[groups], beta[groups], *a[groups], *b[groups], *c[groups], *before[groups];
    for (int g = 0; g < groups; ++g) {
        m[g] = 1 + rand() % 20, n[g] = 1 + rand() % 20, k[g] = 1 + rand() % 20, size[g] = 1;
        transa[g] = "NT"[rand() % 2], transb[g] = "NT"[rand() % 2];
        lda[g] = transa[g] == 'N' ? m[g] : k[g], ldb[g] = transb[g] == 'N' ? k[g] : n[g], ldc[g] = m[g] + 1;
        alpha[g] = number(), beta[g] = number();
        a[g] = malloc(sizeof(double) * m[g] * k[g]), b[g] = malloc(sizeof(double) * k[g] * n[g]);
        c[g] = malloc(sizeof(double) * ldc[g] * n[g]), before[g] = malloc(sizeof(double) * ldc[g] * n[g]);
        for (int i = 0; i < m[g] * k[g]; ++i) a[g][i] = number();
        for (int i = 0; i < k[g] * n[g]; ++i) b[g][i] = number();
        for (int i = 0; i < ldc[g] * n[g]; ++i) before[g][i] = c[g][i] = number();
    }
    const MKL_INT group_count = groups;
    dgemm_batch_(transa, transb, m, n, k, alpha, (const double**)a, lda, (const double**)b, ldb, beta, c, ldc,
                 &group_count, size);
    for (int g = 0; g < groups; ++g) {
        for (int j = 0; j < n[g]; ++j)
            for (int i = 0; i < m[g]; ++i) {
                double sum = 0;
                for (int l = 0; l < k[g]; ++l)
                    sum += (transa[g] == 'N' ? a[g][i + l * lda[g]] : a[g][l + i * lda[g]]) *
                           (transb[g] == 'N' ? b[g][l + j * ldb[g]] : b[g][j + l * ldb[g]]);
                if (fabs(alpha[g] * sum + beta[g] * before[g][i + j * ldc[g]] - c[g][i + j * ldc[g]]) > 1e-13)
                    fail("dgemm_batch");
            }
        free(a[g]), free(b[g]), free(c[g]), free(before[g]);
    }
}

static void products_by_stride(void) {
    enum { n = 3, batch = 1000 };
    static float a[batch][n * n], b[batch][n * n], c[batch][n * n];
    const MKL_INT order = n, stride = n * n, count = batch;
    const float one = 1, zero = 0;
    for (int i = 0; i < batch; ++i)
        for (int e = 0; e < n * n; ++e) a[i][e] = (float)number(), b[i][e] = (float)number(), c[i][e] = NAN;
    sgemm_batch_strided_("N", "N", &order, &order, &order, &one, a[0], &order, &stride, b[0], &order, &stride, &zero,
                         c[0], &order, &stride, &count);
    for (int p = 0; p < batch; ++p)
        for (int j = 0; j < n; ++j)
            for (int i = 0; i < n; ++i) {
                float sum = 0;
                for (int l = 0; l < n; ++l) sum += a[p][i + l * n] * b[p][l + j * n];
                if (!(fabsf(sum - c[p][i + j * n]) < 1e-6f)) fail("sgemm_batch_strided");
            }
}

/* The factors of both shapes, and solutions. */
static void factors(void) {
    enum { n = 9, batch = 25 };
    static double a[batch][n * n], lu[batch][n * n], other[batch][n * n], x[batch][n], b[batch][n];
    static MKL_INT ipiv[batch][n], other_ipiv[batch][n], info[batch];
    double* list[batch];
    MKL_INT* ipiv_list[batch];
    const MKL_INT order = n, stride = n * n, count = batch, groups = 1, one = 1;
    for (int p = 0; p < batch; ++p) {
        for (int e = 0; e < n * n; ++e) a[p][e] = lu[p][e] = other[p][e] = number();
        for (int e = 0; e < n; ++e) b[p][e] = x[p][e] = number();
        list[p] = other[p], ipiv_list[p] = other_ipiv[p], info[p] = -1;
    }
    for (int e = 0; e < n; ++e) a[7][e] = lu[7][e] = other[7][e] = 0; /* one that is singular */
    dgetrf_batch_strided_(&order, &order, lu[0], &order, &stride, ipiv[0], &order, &count, info);
    for (int p = 0; p < batch; ++p)
        if (info[p] != (p == 7)) fail("info of dgetrf_batch_strided");
    dgetrf_batch_(&order, &order, list, &order, ipiv_list, &groups, &count, info);
    for (int p = 0; p < batch; ++p) {
        if (info[p] != (p == 7)) fail("info of dgetrf_batch");
        for (int e = 0; e < n * n; ++e)
            if (lu[p][e] != other[p][e]) fail("two shapes, two factors");
    }
    dgetrs_batch_strided_("T", &order, &one, lu[0], &order, &stride, ipiv[0], &order, x[0], &order, &order, &count, info);
    for (int p = 0; p < batch; ++p) {
        double largest = 0;
        for (int e = 0; e < n; ++e) largest = fmax(largest, fabs(x[p][e]));
        for (int j = 0; j < n && p != 7; ++j) {
            double sum = 0;
            for (int i = 0; i < n; ++i) sum += a[p][i + j * n] * x[p][i];
            if (!(fabs(sum - b[p][j]) < 1e-13 * (1 + largest))) fail("dgetrs_batch_strided");
        }
    }
}

int main(void) {
    products_of_all_sizes();
    products_by_stride();
    factors();
    printf("agree\n");
    return 0;
}
