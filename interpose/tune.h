/* In: what and how long to measure. Out: profile rows, one call of `row` each. The one exported symbol of libshunt.so
   that is not a BLAS/LAPACK name; the shunt command calls it. */
#ifndef SHUNT_INTERPOSE_TUNE_H
#define SHUNT_INTERPOSE_TUNE_H
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What to do; the last one measures nothing. */
enum { SHUNT_TUNE_CPU = 1, SHUNT_TUNE_GPU = 2, SHUNT_TUNE_SHOW_GPU = 4 };

typedef struct shunt_tune_request {
    int what;
    double seconds_per_point; /* for one size and variant */
    int64_t max_order;        /* larger orders repeat the last gain measured */
    int threads;              /* for a library that does not say how many it uses */
    const char* only;         /* a part of the routines' names, or NULL for all */
} shunt_tune_request;

typedef void (*shunt_tune_row)(const char* line, void* context);

/* Measures the library behind this process (SHUNT_ORIGINAL, else the system's) against the own kernels; it and the GPU
   by themselves, where there is one. Rows that begin with '#' are remarks; to show, all of them are: the GPU, or why
   there is none, and for each routine the order from which on it goes there, all sizes equal. Returns the number of
   other rows, or -1 when the library takes 64-bit integers. */
int shunt_tune(const shunt_tune_request* request, shunt_tune_row row, void* context);

#ifdef __cplusplus
}
#endif
#endif
