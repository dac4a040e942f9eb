// In: FAKE_CUBLAS, the end of the names of its products (_v2_64, or _v2 as before CUDA 12), or FAKE_CUSOLVER. Out: a
// library with the names that cuda/cublas.cpp binds, and nothing behind them.
#define FUNCTION(name)                                             \
    extern "C" __attribute__((visibility("default"))) int name() { \
        return 0;                                                  \
    }
#define JOINED(a, b) a##b
#define NAMED(name, end) FUNCTION(JOINED(name, end))
#ifdef FAKE_CUBLAS
FUNCTION(cublasCreate_v2)
FUNCTION(cublasDestroy_v2)
FUNCTION(cublasSetStream_v2)
FUNCTION(cublasSetMathMode)
#define OF_REAL(p)                       \
    NAMED(cublas##p##gemm, FAKE_CUBLAS)  \
    NAMED(cublas##p##syrk, FAKE_CUBLAS)  \
    NAMED(cublas##p##syr2k, FAKE_CUBLAS) \
    NAMED(cublas##p##symm, FAKE_CUBLAS)
#define OF_COMPLEX(p)                    \
    OF_REAL(p)                           \
    NAMED(cublas##p##herk, FAKE_CUBLAS)  \
    NAMED(cublas##p##her2k, FAKE_CUBLAS) \
    NAMED(cublas##p##hemm, FAKE_CUBLAS)
#endif
#ifdef FAKE_CUSOLVER
FUNCTION(cusolverDnCreate)
FUNCTION(cusolverDnDestroy)
FUNCTION(cusolverDnSetStream)
#define PAIR(name) FUNCTION(name) FUNCTION(name##_bufferSize)
#define OF_REAL(p) PAIR(cusolverDn##p##geqrf) PAIR(cusolverDn##p##ormqr) PAIR(cusolverDn##p##orgqr)
#define OF_COMPLEX(p) PAIR(cusolverDn##p##geqrf) PAIR(cusolverDn##p##unmqr) PAIR(cusolverDn##p##ungqr)
#endif
#ifdef OF_REAL
OF_REAL(S)
OF_REAL(D)
OF_COMPLEX(C)
OF_COMPLEX(Z)
#else
FUNCTION(of_no_library)
#endif
