// In: xPOSV calls. Out: Cholesky factor and solutions (LAPACK 3.12, xposv.f).
#include "shim/lapack.hpp"

#define POSV(...) SHUNT_WITH_RIGHT_HAND_SIDES(SHUNT_POSV, __VA_ARGS__)
SHUNT_ALL(SHUNT_FORTRAN_NAMES, POSV, posv)
