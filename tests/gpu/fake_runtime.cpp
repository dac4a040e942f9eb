// In: nothing. Out: a library with the name of CUDA's runtime, for tests.
extern "C" int fake_runtime() {
    return 0;
}
