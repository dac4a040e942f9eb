/* In: a stream of the program's. Out: the standard symbols, called with matrices in device memory, work on it.
   Exported by libshunt.so; see "A GPU" in README.md. */
#ifndef SHUNT_GPU_H
#define SHUNT_GPU_H

#ifdef __cplusplus
extern "C" {
#endif

/* The stream (a cudaStream_t, of the GPU that has them) of this thread's later calls whose matrices are in device memory. Level 3 is
   enqueued there and the call returns; LAPACK routines wait, for their info. NULL, the default: the result is there on return. */
void shunt_set_stream(void *stream);

#ifdef __cplusplus
}
#endif
#endif
