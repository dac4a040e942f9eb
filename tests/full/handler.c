/* In: the paths of two modules, the second with an xerbla_ of its own. Out: "right" when bad calls of the second are
   reported there, though both are opened with RTLD_LOCAL, as Python opens its modules. PART 1, 2: those modules. */
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

#if PART == 1
void dgemm_();
int work(void) {
    const int one = 1;
    const double two = 2, zero = 0;
    double c = 0;
    dgemm_("N", "N", &one, &one, &one, &two, &two, &one, &two, &one, &zero, &c, &one, 1L, 1L);
    return c == 8;
}
#elif PART == 2
void dorgqr_(), dgesv_();
static char said[32];
void xerbla_(const char* name, const int* info, size_t length) {
    snprintf(said, sizeof said, "%.*s %d", (int)(length < 6 ? length : 6), name, *info);
}
int work(void) {
    const int none = 0, one = 1, negative = -1;
    double a = 1, tau = 0, space[64];
    int info = 0, pivot = 0;
    dorgqr_(&one, &one, &one, &a, &none, &tau, space, &one, &info); /* one that Shunt does not own */
    if (info != -5 || strcmp(said, "DORGQR 5") != 0) return printf("dorgqr_: %d, \"%s\"\n", info, said), 0;
    dgesv_(&negative, &one, &a, &one, &pivot, &tau, &one, &info); /* one that it owns */
    if (info != -1 || strncmp(said, "DGESV", 5) != 0) return printf("dgesv_: %d, \"%s\"\n", info, said), 0;
    return 1;
}
#else
int main(int argc, char** argv) {
    for (int i = 1; i < argc; ++i) {
        void* module = dlopen(argv[i], RTLD_NOW | RTLD_LOCAL);
        if (!module) return puts(dlerror()), 1;
        int (*work)(void) = (int (*)(void))dlsym(module, "work");
        if (!work()) return printf("%s is wrong\n", argv[i]), 1;
    }
    puts("right");
    return 0;
}
#endif
