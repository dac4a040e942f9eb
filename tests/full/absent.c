/* In: names that no library behind has (FORTRAN_NAME, C_NAME, LAPACKE_NAME). Out: what becomes of calls of them. */
#include <stdio.h>
#include <string.h>

double FORTRAN_NAME(void);
void C_NAME(void);
int LAPACKE_NAME(void);

#ifdef OWN_HANDLERS
void xerbla_(const char* name, const int* info, size_t length) {
    printf("xerbla %.*s %d\n", (int)length, name, *info);
}
void cblas_xerbla(int position, const char* name, const char* format, ...) {
    printf("cblas_xerbla %s %d %s", name, position, format);
}
void LAPACKE_xerbla(const char* name, int info) {
    printf("LAPACKE_xerbla %s %d\n", name, info);
}
#endif

int main(void) {
    for (int i = 0; i < 2; ++i) {
        printf("%g\n", FORTRAN_NAME());
        fflush(stdout);
    }
    C_NAME();
    printf("%d\n", LAPACKE_NAME());
    return 0;
}
