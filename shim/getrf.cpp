// In: xGETRF, xGETRF2, xGETF2 calls. Out: P * L * U in place with partial pivoting, info the first zero pivot
// (LAPACK 3.12, xgetrf.f).
#include "shim/lapack.hpp"

#define GETRF(...) SHUNT_WITH_PIVOTS(SHUNT_GETRF, __VA_ARGS__)
#define GETRF2(...) SHUNT_WITH_PIVOTS(SHUNT_GETRF2, __VA_ARGS__)
#define GETF2(...) SHUNT_WITH_PIVOTS(SHUNT_GETF2, __VA_ARGS__)
SHUNT_ALL(SHUNT_FORTRAN_NAMES, GETRF, getrf)
SHUNT_ALL(SHUNT_FORTRAN_NAMES, GETRF2, getrf2)
SHUNT_ALL(SHUNT_FORTRAN_NAMES, GETF2, getf2)
