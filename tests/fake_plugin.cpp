// In: calls as cuda/plugin.h has them. Out: dgemm and dpotrf computed naively, anything else declined; SHUNT_FAKE says
// what else to do: fail, decline, version, size, null. A plug-in for tests.
#include <cmath>
#include <cstdlib>
#include <cstring>

#include "cuda/plugin.h"

namespace {

int runs = 0, done = 0;

bool asked(const char* what) {
    const char* mode = std::getenv("SHUNT_FAKE");
    return mode && !std::strcmp(mode, what);
}

double predict(const shunt_call*, const shunt_link*) {
    return 1e-12;
}
int measure(shunt_link*) {
    return SHUNT_DECLINED;
}

void gemm(const shunt_call& c) {
    const auto* a = static_cast<const double*>(c.a);
    const auto* b = static_cast<const double*>(c.b);
    auto* out = static_cast<double*>(c.c);
    const double alpha = *static_cast<const double*>(c.alpha), beta = *static_cast<const double*>(c.beta);
    for (int64_t j = 0; j < c.n; ++j)
        for (int64_t i = 0; i < c.m; ++i) {
            double sum = 0;
            for (int64_t l = 0; l < c.k; ++l)
                sum += (c.transa == 'N' ? a[i + l * c.lda] : a[l + i * c.lda]) *
                       (c.transb == 'N' ? b[l + j * c.ldb] : b[j + l * c.ldb]);
            out[i + j * c.ldc] = alpha * sum + (beta == 0 ? 0 : beta * out[i + j * c.ldc]);
        }
}

int64_t potrf(const shunt_call& c) {
    auto* a = static_cast<double*>(c.a);
    // Row stride and column stride of the lower triangle, which for U is the transposed upper one.
    const int64_t rs = c.uplo == 'L' ? 1 : c.lda, cs = c.uplo == 'L' ? c.lda : 1;
    for (int64_t j = 0; j < c.n; ++j)
        for (int64_t i = j; i < c.n; ++i) {
            double sum = a[i * rs + j * cs];
            for (int64_t l = 0; l < j; ++l) sum -= a[i * rs + l * cs] * a[j * rs + l * cs];
            if (i == j && !(sum > 0)) return j + 1;
            a[i * rs + j * cs] = i == j ? std::sqrt(sum) : sum / a[j * rs + j * cs];
        }
    return 0;
}

int run(shunt_call* c) {
    ++runs;
    if (asked("fail")) return c->reason = "it fails, as told", SHUNT_FAILED;
    const bool mine = c->size == sizeof(shunt_call) && c->precision == 'd';
    if (asked("decline") || !mine) return c->reason = "it declines, as told", SHUNT_DECLINED;
    if (c->routine == SHUNT_GEMM)
        gemm(*c);
    else if (c->routine == SHUNT_POTRF)
        c->info = potrf(*c);
    else
        return SHUNT_DECLINED;
    ++done;
    return SHUNT_DONE;
}

int enqueue_batch(shunt_batch*, void*, void*, int64_t*) {
    return SHUNT_DECLINED;
}
int run_batch(shunt_batch*, void*) {
    return SHUNT_DECLINED;
}
int run_on_device(shunt_call*, void*) {
    return SHUNT_FAILED;
}
int copy(const shunt_copy*, int64_t, int, void*, const char** reason) {
    *reason = "no memory of its own";
    return SHUNT_FAILED;
}

}  // namespace

#define EXPORTED extern "C" __attribute__((visibility("default")))
EXPORTED int shunt_fake_runs() {
    return runs;
}
EXPORTED int shunt_fake_done() {
    return done;
}
EXPORTED const shunt_plugin* shunt_plugin_open(uint32_t, const shunt_host*, const char** reason) {
    static shunt_plugin table{SHUNT_PLUGIN_VERSION,
                              sizeof(shunt_plugin),
                              "fake",
                              "",
                              predict,
                              measure,
                              run,
                              run_on_device,
                              run_batch,
                              INT64_MAX,
                              INT64_MAX,
                              enqueue_batch,
                              copy};
    if (asked("version")) table.version = 99;
    if (asked("size")) table.size = 8;
    if (asked("null")) *reason = "no device, as told";
    return asked("null") ? nullptr : &table;
}
