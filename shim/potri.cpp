// In: xPOTRI calls. Out: the inverse from a Cholesky factor, in place (LAPACK 3.12, xpotri.f).
#include "shim/lapack.hpp"

#define POTRI(...) SHUNT_ONE_TRIANGLE(SHUNT_POTRI, __VA_ARGS__)
SHUNT_ALL(SHUNT_FORTRAN_NAMES, POTRI, potri)
