// In: xTRMM and cblas_xtrmm calls. Out: B := alpha * op(A) * B or alpha * B * op(A) with A triangular (Reference
// BLAS 3.12, xtrmm.f).
#include "shim/triangular.hpp"

#define FORTRAN(...) SHUNT_TRIANGULAR(SHUNT_TRMM, __VA_ARGS__)
#define CBLAS(...) SHUNT_TRIANGULAR_CBLAS(SHUNT_TRMM, __VA_ARGS__)
SHUNT_ALL(SHUNT_FORTRAN_NAMES, FORTRAN, trmm)
SHUNT_ALL(SHUNT_CBLAS_NAMES, CBLAS, trmm)
