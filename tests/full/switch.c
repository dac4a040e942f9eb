/* In: the path of a BLAS and those of libraries with further names. Out: what a switching library (libblastrampoline,
   FlexiBLAS) finds by its probes: suffix, integer width, how complex and real numbers are returned, all names given on
   stdin. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

int main(int argc, char** argv) {
    void* handle[4] = {NULL};
    for (int i = 1; i < argc && i < 5; ++i)
        if (!(handle[i - 1] = dlopen(argv[i], RTLD_LAZY | RTLD_DEEPBIND))) return puts(dlerror()), 2;
    const char *suffixes[] = {"_", "64_", "_64_", "", "__"}, *suffix = NULL;
    char name[128];
    void* isamax = NULL;
    for (int i = 0; i < 5 && !isamax; ++i) {
        snprintf(name, sizeof name, "isamax%s", suffixes[i]);
        if ((isamax = dlsym(handle[0], name))) suffix = suffixes[i];
    }
    if (!isamax) return puts("no isamax"), 1;
    const int64_t poisoned = (int64_t)0xffffffff00000003u, one = 1; /* 3, or less than 0 in 64 bits */
    const float x[] = {1, 2, 4, 0};
    const int place = ((int (*)(const int64_t*, const float*, const int64_t*))isamax)(&poisoned, x, &one);
    double result[2] = {0, 0};
    const double u[2] = {2, 0}, v[2] = {3, 0};
    void *zdotc = dlsym(handle[0], "zdotc_"), *sdot = dlsym(handle[0], "sdot_");
    if (!zdotc || !sdot) return puts("no zdotc_ or sdot_"), 1;
    ((void (*)(void*, const void*, const void*, const void*, const void*, const void*))zdotc)(result, &one, u, &one, v,
                                                                                              &one);
    const float s = 2;
    const double real = ((double (*)(const int64_t*, const float*, const int64_t*, const float*, const int64_t*))sdot)(
        &one, &s, &one, &s, &one);
    float low;
    memcpy(&low, &real, sizeof low);
    int absent = 0;
    while (scanf("%127s", name) == 1) {
        int found = 0;
        for (int i = 0; i < 4 && handle[i] && !found; ++i) found = dlsym(handle[i], name) != NULL;
        if (!found && ++absent < 10) printf("no %s\n", name);
    }
    printf("suffix %s, %s, complex %s, real %s, %d absent\n", suffix,
           place == 3   ? "lp64"
           : place == 0 ? "ilp64"
                        : "?",
           result[0] == 0   ? "gnu"
           : result[0] == 6 ? "argument"
                            : "?",
           low == 4    ? "float"
           : real == 4 ? "double"
                       : "?",
           absent);
    return absent > 0;
}
