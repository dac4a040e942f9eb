// In: xTRSM and cblas_xtrsm calls. Out: B := alpha * inv(op(A)) * B or alpha * B * inv(op(A)) with A triangular
// (Reference BLAS 3.12, xtrsm.f).
#include "shim/triangular.hpp"

#define FORTRAN(...) SHUNT_TRIANGULAR(SHUNT_TRSM, __VA_ARGS__)
#define CBLAS(...) SHUNT_TRIANGULAR_CBLAS(SHUNT_TRSM, __VA_ARGS__)
SHUNT_ALL(SHUNT_FORTRAN_NAMES, FORTRAN, trsm)
SHUNT_ALL(SHUNT_CBLAS_NAMES, CBLAS, trsm)
