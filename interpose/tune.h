/* In: how long to measure. Out: profile rows, one call of `row` each. The one exported symbol of libshunt.so that is
   not a BLAS/LAPACK name; the shunt command calls it. */
#ifndef SHUNT_INTERPOSE_TUNE_H
#define SHUNT_INTERPOSE_TUNE_H
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct shunt_tune_request {
    double seconds_per_point;  /* for one size and variant */
    int64_t max_order;         /* larger orders repeat the last gain measured */
    int threads;               /* for a library that does not say how many it uses */
    const char *only;          /* a part of the routines' names, or NULL for all */
} shunt_tune_request;

typedef void (*shunt_tune_row)(const char *line, void *context);

/* Measures the library behind this process (SHUNT_ORIGINAL, else the system's) against the own kernels. Returns the
   number of rows, or -1 when the library takes 64-bit integers. */
int shunt_tune(const shunt_tune_request *request, shunt_tune_row row, void *context);

#ifdef __cplusplus
}
#endif
#endif
