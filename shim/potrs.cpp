// In: xPOTRS calls. Out: solutions from a Cholesky factor (LAPACK 3.12, xpotrs.f).
#include "shim/lapack.hpp"

#define POTRS(...) SHUNT_WITH_RIGHT_HAND_SIDES(SHUNT_POTRS, __VA_ARGS__)
SHUNT_ALL(SHUNT_FORTRAN_NAMES, POTRS, potrs)
