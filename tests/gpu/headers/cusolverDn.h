// In: nothing. Out: of NVIDIA's header what cuda/cublas.hpp names, for tests on machines without it.
#pragma once
enum cusolverStatus_t : int {};
using cusolverDnHandle_t = struct cusolverDnContext*;
