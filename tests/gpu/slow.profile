# A device that multiplies at a million operations a second, as `shunt tune` would write it.
link fake:_host_memory 10 20000 20000 100
rate fake:_host_memory gemm d 1 1 1 1 1 1
