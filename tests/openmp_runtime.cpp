// In: whether a parallel region is on. Out: an OpenMP runtime's answer; libomp.so for tests.
static int inside = 0;

extern "C" __attribute__((visibility("default"))) void shunt_test_set_in_parallel(int x) {
    inside = x;
}
extern "C" __attribute__((visibility("default"))) int omp_in_parallel() {
    return inside;
}
