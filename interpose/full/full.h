/* In: a name of BLAS, CBLAS, LAPACK or LAPACKE and the width of the integers that its callers pass. Out: the function
   to call. Exported by libshunt.so for the full libraries beside it (libblas.so.3, ...), which jump to what it says. */
#ifndef SHUNT_INTERPOSE_FULL_FULL_H
#define SHUNT_INTERPOSE_FULL_FULL_H

#ifdef __cplusplus
extern "C" {
#endif

/* Shunt's own entry where it owns the name, else the function of the library behind; NULL when no library has it, after
   a line on stderr. `wide`: 64-bit integers under the plain name. `xerbla`: the one that the caller sees, which may be
   the program's own. From any thread. As long as libshunt.so has this SONAME the signature stays. */
void* shunt_resolve(const char* name, int wide, void* xerbla);

#ifdef __cplusplus
}
#endif
#endif
