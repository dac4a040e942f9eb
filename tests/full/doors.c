/* In: -DSIDE=1: a libshunt.so of its own, whose shunt_resolve() spoils every register that an argument may be in.
   -DSIDE=0: a program that calls doors. Out: 0 when arguments and results of all kinds pass them, at the first call and
   the next. */
#include <complex.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#ifdef __aarch64__
typedef long double quad; /* a whole vector register */
#else
typedef __float128 quad;
#endif
struct large {
    double x[5];
};

double many_(int64_t a, double b, int64_t c, float d, int64_t e, double f, int64_t g, float h, int64_t i, double j,
             int64_t k, double l, int64_t m, double n, int64_t o, double p, int64_t q, double r, double s, double t);
double complex complex_(double complex x, int64_t n);
struct large structure_(double x, int64_t n);
double variadic_(int count, ...);
quad quad_(quad x, quad y, quad z);
double none_(int64_t n, double x);

#if SIDE
void* shunt_resolve(const char* name, int wide);

double many_body(int64_t a, double b, int64_t c, float d, int64_t e, double f, int64_t g, float h, int64_t i, double j,
                 int64_t k, double l, int64_t m, double n, int64_t o, double p, int64_t q, double r, double s,
                 double t) {
    return a + 2 * b + 3 * c + 4 * d + 5 * e + 6 * f + 7 * g + 8 * h + 9 * i + 10 * j + 11 * k + 12 * l + 13 * m +
           14 * n + 15 * o + 16 * p + 17 * q + 18 * r + 19 * s + 20 * t;
}
double complex complex_body(double complex x, int64_t n) {
    return x * (double)n;
}
struct large structure_body(double x, int64_t n) {
    struct large result;
    for (int i = 0; i < 5; ++i) result.x[i] = x * (double)(n + i);
    return result;
}
double variadic_body(int count, ...) {
    va_list list;
    va_start(list, count);
    double sum = 0;
    for (int i = 0; i < count; ++i) sum = 10 * sum + va_arg(list, double);
    va_end(list);
    return sum;
}
quad quad_body(quad x, quad y, quad z) {
    return x - y * z;
}

void* shunt_resolve(const char* name, int wide) {
#ifdef __aarch64__
    __asm__ volatile(
        "movi v0.16b, #255\n movi v1.16b, #255\n movi v2.16b, #255\n movi v3.16b, #255\n movi v4.16b, #255\n"
        "movi v5.16b, #255\n movi v6.16b, #255\n movi v7.16b, #255\n mov x1, #77\n mov x2, #77\n mov x3, #77\n"
        "mov x4, #77\n mov x5, #77\n mov x6, #77\n mov x7, #77\n mov x8, #77" ::
            : "x1", "x2", "x3", "x4", "x5", "x6", "x7", "x8", "v0", "v1", "v2", "v3", "v4", "v5", "v6", "v7");
#else
    __asm__ volatile(
        "pcmpeqd %%xmm0, %%xmm0\n pcmpeqd %%xmm1, %%xmm1\n pcmpeqd %%xmm2, %%xmm2\n pcmpeqd %%xmm3, %%xmm3\n"
        "pcmpeqd %%xmm4, %%xmm4\n pcmpeqd %%xmm5, %%xmm5\n pcmpeqd %%xmm6, %%xmm6\n pcmpeqd %%xmm7, %%xmm7\n"
        "mov $77, %%rsi\n mov $77, %%rdx\n mov $77, %%rcx\n mov $77, %%r8\n mov $77, %%r9\n mov $77, %%r10" ::
            : "rsi", "rdx", "rcx", "r8", "r9", "r10", "xmm0", "xmm1", "xmm2", "xmm3", "xmm4", "xmm5", "xmm6", "xmm7");
#endif
    (void)wide;
    if (!strcmp(name, "many_")) return (void*)many_body;
    if (!strcmp(name, "complex_")) return (void*)complex_body;
    if (!strcmp(name, "structure_")) return (void*)structure_body;
    if (!strcmp(name, "variadic_")) return (void*)variadic_body;
    if (!strcmp(name, "quad_")) return (void*)quad_body;
    return NULL;
}

#else
static int reported;
void xerbla_(const char* name, const int64_t* info, size_t length) {
    reported += length == 4 && !memcmp(name, "NONE", 5) && *info == 0;
}

int main(void) {
    for (int turn = 1; turn <= 2; ++turn) {
        const double sum = many_(1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1);
        const double weighted = many_(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20);
        if (sum != 210 || weighted != 2870) return printf("many_ %g %g\n", sum, weighted), 1;
        const double complex z = complex_(1 + 2 * I, 3);
        if (creal(z) != 3 || cimag(z) != 6) return puts("complex_"), 1;
        const struct large s = structure_(2, 3);
        for (int i = 0; i < 5; ++i)
            if (s.x[i] != 2 * (3 + i)) return puts("structure_"), 1;
        if (variadic_(9, 1., 2., 3., 4., 5., 6., 7., 8., 9.) != 123456789) return puts("variadic_"), 1;
        const quad third = (quad)1 / 3;
        if (quad_(third, third, 2) != third - third * 2) return puts("quad_"), 1;
        if (none_(5, 7) != 0 || reported != turn) return printf("none_ %d\n", reported), 1;
    }
    puts("right");
    return 0;
}
#endif
