// In: xPOTRF, xPOTRF2, xPOTF2 calls. Out: the Cholesky factor in place, info the order of the failing minor
// (LAPACK 3.12, xpotrf.f).
#include "shim/lapack.hpp"

#define POTRF(...) SHUNT_ONE_TRIANGLE(SHUNT_POTRF, __VA_ARGS__)
#define POTRF2(...) SHUNT_ONE_TRIANGLE(SHUNT_POTRF2, __VA_ARGS__)
#define POTF2(...) SHUNT_ONE_TRIANGLE(SHUNT_POTF2, __VA_ARGS__)
SHUNT_ALL(SHUNT_FORTRAN_NAMES, POTRF, potrf)
SHUNT_ALL(SHUNT_FORTRAN_NAMES, POTRF2, potrf2)
SHUNT_ALL(SHUNT_FORTRAN_NAMES, POTF2, potf2)
