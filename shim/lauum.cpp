// In: xLAUUM, xLAUU2 calls. Out: U * U^H or L^H * L in place (LAPACK 3.12, xlauum.f).
#include "shim/lapack.hpp"

#define LAUUM(...) SHUNT_ONE_TRIANGLE(SHUNT_LAUUM, __VA_ARGS__)
#define LAUU2(...) SHUNT_ONE_TRIANGLE(SHUNT_LAUU2, __VA_ARGS__)
SHUNT_ALL(SHUNT_FORTRAN_NAMES, LAUUM, lauum)
SHUNT_ALL(SHUNT_FORTRAN_NAMES, LAUU2, lauu2)
