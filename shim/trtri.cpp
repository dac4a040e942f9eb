// In: xTRTRI, xTRTI2 calls. Out: the inverse of a triangle in place (LAPACK 3.12, xtrtri.f).
#include "shim/lapack.hpp"

#define TRTRI(...) SHUNT_INVERSE(SHUNT_TRTRI, __VA_ARGS__)
#define TRTI2(...) SHUNT_INVERSE(SHUNT_TRTI2, __VA_ARGS__)
SHUNT_ALL(SHUNT_FORTRAN_NAMES, TRTRI, trtri)
SHUNT_ALL(SHUNT_FORTRAN_NAMES, TRTI2, trti2)
