"""In: a case, libshunt.so and a C compiler. Out: 0 when an unmodified program is right and undisturbed under LD_PRELOAD,
77 when what the case needs is not installed."""
import glob
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(1, str(pathlib.Path(__file__).resolve().parent.parent))
from case import check, skip

HERE = pathlib.Path(__file__).resolve().parent
CASE, LIBRARY, CC = sys.argv[1], str(pathlib.Path(sys.argv[2]).resolve()), sys.argv[3]
WORK = pathlib.Path(tempfile.mkdtemp())
PYTHON = "/usr/bin/python3"
LIBS = "/usr/lib/x86_64-linux-gnu" if os.path.isdir("/usr/lib/x86_64-linux-gnu") else "/usr/lib"
CLEAN = {k: v for k, v in os.environ.items() if not k.startswith("SHUNT_") and k != "LD_PRELOAD"} | {
    "OPENBLAS_NUM_THREADS": "1", "PYTHONDONTWRITEBYTECODE": "1", "XDG_CONFIG_HOME": str(WORK / "config")}
ROUTES = "original", "cpu", "auto"


def need(path, what=None):
    found = shutil.which(path) or (path if os.path.exists(path) else None)
    return found or skip(f"no {what or path}")


def run(*words, preload=LIBRARY, timeout=250, cwd=WORK, **environment):
    env = CLEAN | environment | ({"LD_PRELOAD": preload} if preload else {})
    return subprocess.run([str(w) for w in words], env=env, capture_output=True, text=True, timeout=timeout, cwd=cwd)


def right(done, quiet=True):
    """Ended well and, unless asked otherwise, wrote nothing."""
    check(done.returncode == 0, "exit", done.returncode, done.stdout[-2000:], done.stderr[-2000:])
    if quiet:
        check(done.stdout == "" and done.stderr == "", "wrote", done.stdout[-2000:], done.stderr[-2000:])
    return done


def compile_c(name, *flags, source="program.c"):
    out = WORK / name
    made = subprocess.run([CC, "-O1", "-w", HERE / source, "-o", out, *flags], capture_output=True, text=True)
    if made.returncode:
        skip(f"{name} does not link here: {made.stderr.splitlines()[-1]}")
    return out


def blas():
    return next((f"-l:{n}" for n in ("libblas.so.3", "libopenblas.so.0") if glob.glob(f"{LIBS}/{n}")), None) or skip("no libblas.so.3")


def program(*flags):
    return compile_c("program", *flags, blas(), "-lm", "-ldl")


def module(name):
    need(PYTHON)
    if run(PYTHON, "-c", f"import {name}", preload=None).returncode:
        skip(f"no {name} for {PYTHON}")


def in_every_route(*words, quiet=True, expect=None):
    for route in ROUTES:
        done = right(run(*words, SHUNT_ROUTE=route), quiet and not expect)
        check(not expect or expect in done.stdout, route, done.stdout[-2000:], done.stderr[-2000:])
        check("shunt:" not in done.stderr, done.stderr)


def case_fortran():
    compiler = need("gfortran")
    source = WORK / "fortran.f90"
    shutil.copy(HERE / "fortran.f90", source)
    made = subprocess.run([compiler, source, "-o", WORK / "fortran", "-l:liblapack.so.3", blas()], cwd=WORK, capture_output=True, text=True)
    if made.returncode:
        skip(made.stderr)
    in_every_route(WORK / "fortran", expect="residuals below 30")


def case_silent():
    in_every_route(program())


NUMPY = """
import numpy as np
r = np.random.default_rng(1)
for n in (1, 3, 40, 250):
    for t in (np.float32, np.float64, np.complex64, np.complex128):
        a = (r.standard_normal((n, n)) + 1j * r.standard_normal((n, n))).astype(t) if t in (np.complex64, np.complex128) else r.standard_normal((n, n)).astype(t)
        e = np.finfo(t).eps * n * 30
        one = lambda m: np.abs(m).sum(0).max()
        x = np.linalg.solve(a, np.eye(n, dtype=t))
        assert one(a @ x - np.eye(n)) <= e * one(a) * one(x), (n, t)
        s = a @ a.conj().T
        assert one(s - np.einsum('ij,kj->ik', a, a.conj())) <= e * one(a) ** 2 * 4
        s += n * np.eye(n)
        l = np.linalg.cholesky(s)
        assert one(l @ l.conj().T - s) <= e * one(s)
print("right")
"""


def case_numpy():
    module("numpy")
    in_every_route(PYTHON, "-c", NUMPY, expect="right")


SCIPY = """
import numpy as np, scipy.linalg as la
r = np.random.default_rng(2)
for n in (2, 30, 200):
    a = r.standard_normal((n, n)); t = np.tril(a) + n * np.eye(n)
    for trans in (0, 1):
        x = la.solve_triangular(t, a, lower=True, trans=trans)
        assert np.abs((t.T if trans else t) @ x - a).max() < 1e-12 * n
    lu, p = la.lu_factor(a)
    assert np.abs(a @ la.lu_solve((lu, p), np.eye(n)) - np.eye(n)).max() < 1e-9
    c = la.cho_factor(a @ a.T + n * np.eye(n))
    assert np.abs((a @ a.T + n * np.eye(n)) @ la.cho_solve(c, a) - a).max() < 1e-10
    assert np.abs(la.blas.dtrmm(1.0, t, a, lower=1) - t @ a).max() < 1e-10 * n
    assert np.abs(la.inv(t) @ t - np.eye(n)).max() < 1e-12
print("right")
"""


def case_scipy():
    module("scipy.linalg")
    in_every_route(PYTHON, "-c", SCIPY, expect="right")


def case_scipy_own_tests():
    module("scipy.linalg")
    module("pytest")
    names = ["test_basic", "test_decomp_cholesky", "test_blas", "test_lapack"]
    where = run(PYTHON, "-c", "import scipy.linalg; print(scipy.linalg.__path__[0])", preload=None).stdout.strip()
    files = [f"{where}/tests/{n}.py" for n in names if os.path.exists(f"{where}/tests/{n}.py")]
    if not files:
        skip("scipy is installed without its tests")

    def outcome(preload, **environment):
        done = run(PYTHON, "-m", "pytest", "-q", "--no-header", "-p", "no:cacheprovider", "--tb=line", *files,
                   preload=preload, **environment)
        counts = {word: int(number) for number, word in re.findall(r"(\d+) (passed|failed|error)", done.stdout)}
        return counts, set(re.findall(r"^(?:FAILED|ERROR) (\S+)", done.stdout, re.M)), done

    base, base_failures, _ = outcome(None)
    print("without Shunt:", base)
    for route in "cpu", "auto":
        counts, failures, done = outcome(LIBRARY, SHUNT_ROUTE=route)
        print(f"{route}:", counts, *sorted(failures - base_failures))
        check(counts.get("passed", 0) >= base.get("passed", 1) and not failures - base_failures, done.stdout[-3000:], done.stderr[-500:])


OCTAVE = """
rand('seed', 1); bad = 0;
for n = [2 20 150]
  a = rand(n) - 0.5; l = tril(a) + n * eye(n); e = 30 * n * eps;
  bad += norm(l * (l \\ a) - a, 1) > e * norm(l, 1) * norm(l \\ a, 1);
  x = (a + n * eye(n)) \\ a; bad += norm((a + n * eye(n)) * x - a, 1) > e * n * norm(x, 1) * 2;
  s = a * a' + n * eye(n); r = chol(s); bad += norm(r' * r - s, 1) > e * norm(s, 1);
  z = a + i * a'; bad += norm(z * inv(z) - eye(n), 1) > e * norm(z, 1) * norm(inv(z), 1);
  bad += norm(a' * a - (a') * (a + 0), 1) > e * n;
end
if bad == 0, printf('right\\n'); end
"""


def case_octave():
    octave = need("octave-cli")
    in_every_route(octave, "--no-init-file", "--no-history", "--eval", OCTAVE, expect="right")


R = """
set.seed(1); bad <- 0
for (n in c(2, 20, 150)) {
  a <- matrix(runif(n * n) - 0.5, n); m <- a + n * diag(n); e <- 30 * n * .Machine$double.eps
  x <- solve(m, a); bad <- bad + (norm(m %*% x - a) > e * norm(m) * norm(x))
  s <- crossprod(a) + n * diag(n); r <- chol(s); bad <- bad + (norm(t(r) %*% r - s) > e * norm(s))
  bad <- bad + (max(abs(crossprod(a) - t(a) %*% a)) > e * n)
  bad <- bad + (norm(s %*% chol2inv(r) - diag(n)) > e * norm(s) * norm(chol2inv(r)))
  y <- backsolve(r, a); bad <- bad + (norm(r %*% y - a) > e * norm(r) * norm(y))
}
if (bad == 0) cat("right\\n")
"""


def case_r():
    in_every_route(need("Rscript"), "-e", R, expect="right")


def case_shells():
    right(run("/bin/true"))
    right(run("bash", "-c", ":"))
    maps = right(run("cat", "/proc/self/maps"), quiet=False).stdout
    check("libshunt" in maps, "not preloaded")
    check(not re.search(r"blas|lapack|cuda|gomp", maps.replace(LIBRARY, "")), "BLAS was loaded by cat")


def case_constructor():
    library = WORK / "libearly.so"
    compile_c("libearly.so", "-shared", "-fPIC", "-DCONSTRUCTOR", blas())
    in_every_route(program("-DWITH_CONSTRUCTOR", str(library), f"-Wl,-rpath,{WORK}"))


def case_fork():
    in_every_route(program(), "fork")
    right(run(program(), "fork", SHUNT_ROUTE="cpu", SHUNT_NUM_THREADS="2"))


def case_exec():
    in_every_route(program(), "exec")


def case_dlopen():
    right(run(program(), "dlopen", LIBRARY, preload=None))
    right(run(program(), "dlopen", LIBRARY))


def case_no_blas_linked():
    """The program finds BLAS nowhere but in the preloaded library: the system's is opened behind it."""
    stub = WORK / "stub.c"
    stub.write_text("void dgemm_(void) {}\nvoid dtrsm_(void) {}\n")
    compile_c("libstub.so", "-shared", "-fPIC", source=stub)
    made = compile_c("bare", WORK / "libstub.so", f"-Wl,-rpath,{WORK}", "-lm", "-ldl")
    stub.write_text("")
    compile_c("libstub.so", "-shared", "-fPIC", source=stub)
    for route in ROUTES:
        right(run(made, SHUNT_ROUTE=route))


def case_static():
    archives = [a for a in (f"{LIBS}/blas/libblas.a", f"{LIBS}/libblas.a") if os.path.exists(a)] or skip("no libblas.a")
    made = compile_c("static", archives[0], "-lgfortran", "-lpthread", "-lm", "-ldl")
    for route in ROUTES:
        done = right(run(made, SHUNT_ROUTE=route, SHUNT_REPORT=str(WORK / "r.json")))
    whole = compile_c("whole", "-static", archives[0], "-lgfortran", "-lquadmath", "-lpthread", "-lm")
    right(run(whole), quiet=True)


def case_wide():
    """Plain names with 64-bit integers behind."""
    found = [p for p in (f"{LIBS}/libblas64.so.3", f"{LIBS}/libopenblas64.so.0") if os.path.exists(p)] or skip("no libblas64 or libopenblas64")
    for path in found:
        made = compile_c("wide", "-DINT=long", path, "-lm", "-ldl")
        for route in ROUTES:
            right(run(made, SHUNT_ROUTE=route))
            print(path, route, "right")
        one_line(made, SHUNT_ORIGINAL="none")
        right(run(made, SHUNT_REPORT=str(WORK / "wide.json")))
        check("64-bit" in json.loads((WORK / "wide.json").read_text())["remark"], "no remark on plain names")
        (WORK / "wide.json").unlink()


def case_xerbla():
    in_every_route(program("-DOWN_XERBLA", "-rdynamic"))
    right(run(program("-DOWN_XERBLA", "-rdynamic"), SHUNT_ROUTE="cpu", SHUNT_ORIGINAL="none"))
    # The Reference calls the program's handler, too.
    if os.path.exists(f"{LIBS}/blas/libblas.so.3"):
        right(run(program("-DOWN_XERBLA", "-rdynamic"), LD_LIBRARY_PATH=f"{LIBS}/blas"))


def one_line(made, **environment):
    for words in ([], ["fork"]):
        done = run(made, *words, **environment)
        check(done.returncode == 0 and done.stdout == "", environment, done.returncode, done.stdout, done.stderr)
        lines = done.stderr.splitlines()
        check(len(lines) == 1 and lines[0].startswith("shunt: "), environment, words, "wrote", done.stderr)
    print(lines[0])


def case_bad_settings():
    made = program()
    text = WORK / "text.so"
    text.write_text("not a library\n")
    (WORK / "profile").write_text("dtrsm nonsense 1 2 three\n")
    empty = compile_c("libempty.so", "-shared", "-fPIC", "-x", "c", "/dev/null", source="solve.h")
    for bad in ("/nonexistent/libblas.so.3", "/tmp", LIBRARY, text, empty):
        one_line(made, SHUNT_ORIGINAL=str(bad))
    one_line(made, SHUNT_PROFILE=str(WORK / "profile"))
    one_line(made, SHUNT_PROFILE="/nonexistent/profile")
    one_line(made, SHUNT_PROFILE="/tmp")
    one_line(made, SHUNT_ROUTE="sideways")
    one_line(made, SHUNT_ROUTE="dnothing=cpu")
    one_line(made, SHUNT_ISA="avx9000", SHUNT_ROUTE="cpu")
    one_line(made, SHUNT_NUM_THREADS="many")
    one_line(made, SHUNT_GPU="perhaps")
    one_line(made, SHUNT_GPU_MEMORY="lots")
    one_line(made, SHUNT_GPU_MATH="fast")
    one_line(made, SHUNT_PLUGIN="/nonexistent/libshunt_cuda.so")


FAST = """
#include <dlfcn.h>
#include <unistd.h>
char *openblas_get_config(void) { return "OpenBLAS 0.3.0 fast"; }
int openblas_get_parallel(void) { return THREADS; }
void dgemm_(const char *ta, const char *tb, const int *m, const int *n, const int *k, const double *alpha, const double *a,
            const int *lda, const double *b, const int *ldb, const double *beta, double *c, const int *ldc, long la, long lb) {
    void (*dgemm)() = (void (*)())dlsym(dlopen(REFERENCE, RTLD_NOW), "dgemm_");
    write(2, "fast\\n", 5);
    dgemm(ta, tb, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc, la, lb);
}
"""


def case_auto():
    """SHUNT_ORIGINAL=auto takes a fast library, but none without locks."""
    reference = need(f"{LIBS}/blas/libblas.so.3")
    made = program()
    source = WORK / "fast.c"
    source.write_text(FAST)
    for threads in 0, 1:
        compile_c("libopenblasp.so.0", "-shared", "-fPIC", f"-DTHREADS={threads}", f'-DREFERENCE="{reference}"', reference,
                  "-ldl", source=source)
        done = right(run(made, SHUNT_ORIGINAL="auto", SHUNT_ROUTE="original", LD_LIBRARY_PATH=f"{WORK}:{LIBS}/blas"), quiet=False)
        check(set(done.stderr.splitlines()) == ({"fast"} if threads else set()), threads, done.stderr)


LOADED = """
#include <pthread.h>
#include <time.h>
void product(void);
static void *call(void *p) { product(); return p; }
__attribute__((constructor)) static void begin(void) {
    struct timespec tick = {0, 20000000};
    nanosleep(&tick, 0);
    pthread_t thread;
    pthread_create(&thread, 0, call, 0);
    pthread_join(thread, 0);
}
"""
LOADS = """
#include <dlfcn.h>
void dgemm_(), dtrsm_();
static double a[500 * 500], c[500 * 500];
void product(void) {
    const int n = 150, more = 500;
    const double one = 1;
    dgemm_("N", "N", &n, &n, &n, &one, a, &n, a, &n, &one, c, &n, 1L, 1L);
    for (int i = 0; i < more; ++i) a[i * (more + 1)] = 1;
    dtrsm_("L", "L", "N", "N", &more, &more, &one, a, &more, c, &more, 1L, 1L, 1L, 1L);
}
int main(int argc, char **argv) {
    for (int i = 0; i < 3; ++i) product();
    return argc < 2 || !dlopen(argv[1], RTLD_NOW);
}
"""


def case_constructor_thread():
    """A library's constructor waits for a thread that calls, where a GPU's driver, or OpenMP, could come with what is loaded."""
    (WORK / "loaded.c").write_text(LOADED)
    (WORK / "loads.c").write_text(LOADS)
    loaded = compile_c("libloaded.so", "-shared", "-fPIC", "-lpthread", source=WORK / "loaded.c")
    made = compile_c("loads", "-rdynamic", blas(), "-ldl", source=WORK / "loads.c")
    for route in ROUTES:
        for threads in "1", "2":
            right(run(made, loaded, SHUNT_ROUTE=route, SHUNT_PLUGIN=LIBRARY, OPENBLAS_NUM_THREADS=threads, timeout=60))


FIXED = """
#include <stdio.h>
#include <stdlib.h>
void dgemm_();
__attribute__((noinline)) static int call(void (*f)(), int n) {
    const double one = 1, zero = 0;
    double *a = calloc(n * n, 8), *c = calloc(n * n, 8);
    for (int i = 0; i < n * n; ++i) a[i] = 1;
    f("N", "N", &n, &n, &n, &one, a, &n, a, &n, &zero, c, &n, 1L, 1L);
    return c[n * n - 1] != n;
}
int main(int argc, char **argv) { return call(dgemm_, 10) || call(dgemm_, 200); }
"""
STUB = "void dgemm_() { __builtin_abort(); }"


def case_fixed_program():
    """A program at a fixed address, which has an entry of its own for a function whose address it takes; no BLAS behind."""
    (WORK / "fixed.c").write_text(FIXED)
    (WORK / "stub.c").write_text(STUB)
    compile_c("libstub.so", "-shared", "-fPIC", source=WORK / "stub.c")
    made = compile_c("fixed", "-no-pie", "-fno-pie", f"-L{WORK}", "-lstub", source=WORK / "fixed.c")
    (WORK / "stub.c").write_text("")
    compile_c("libstub.so", "-shared", "-fPIC", source=WORK / "stub.c")
    for route in ROUTES:
        for original in {}, {"SHUNT_ORIGINAL": "none"}:
            right(run(made, SHUNT_ROUTE=route, LD_LIBRARY_PATH=str(WORK), timeout=60, **original))


WIDE = """
#include <stdint.h>
int asked;
int isamax_(const int64_t *n, const float *x, const int64_t *incx) { return *n > 0; }
void dgemm_() {}
void dgemm_batch_() { asked = 1; }
"""
ASKS = """
extern int asked;
void dgemm_batch_();
int main(void) {
    dgemm_batch_(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
    return !asked;
}
"""


def case_wide_batches():
    """Plain batched names of a library with 64-bit integers are its own."""
    (WORK / "wide.c").write_text(WIDE)
    (WORK / "asks.c").write_text(ASKS)
    compile_c("libwide.so", "-shared", "-fPIC", source=WORK / "wide.c")
    made = compile_c("asks", f"-L{WORK}", "-lwide", source=WORK / "asks.c")
    right(run(made, LD_LIBRARY_PATH=str(WORK), timeout=60))


def counted(report):
    """All calls that the report names, wherever it has them."""
    if isinstance(report, dict):
        return sum(counted(v) if not (k == "calls" and isinstance(v, int)) else v for k, v in report.items())
    return sum(map(counted, report)) if isinstance(report, list) else 0


def case_report():
    made = program()
    for route in ROUTES:
        done = right(run(made, SHUNT_REPORT="1", SHUNT_ROUTE=route), quiet=False)
        check(done.stdout == "" and "dtrsm" in done.stderr and "dgemm" in done.stderr, done.stdout, done.stderr)
        file = WORK / f"{route}.json"
        right(run(made, SHUNT_REPORT=str(file), SHUNT_ROUTE=route))
        found = glob.glob(str(WORK / f"{route}*json*"))
        check(len(found) == 1, "reports:", found)
        text = pathlib.Path(found[0]).read_text()
        check("dtrsm" in text and counted(json.loads(text)) >= 6, text)
    right(run(made, SHUNT_REPORT=str(WORK / "plain.txt")))
    check(any("dgemm" in pathlib.Path(f).read_text() for f in glob.glob(str(WORK / "plain*"))), "no report in plain.txt")
    done = right(run(made, SHUNT_VERBOSE="2", SHUNT_ROUTE="cpu"), quiet=False)
    check(len([l for l in done.stderr.splitlines() if "dtrsm side=" in l]) == 3, done.stderr)
    done = run(made, SHUNT_REPORT="/nonexistent/folder/r.json")
    check(done.returncode == 0 and done.stdout == "" and len(done.stderr.splitlines()) <= 1, done.stderr)


def case_report_fork():
    made = program()
    right(run(made, "fork", SHUNT_REPORT=str(WORK / "r.json")))
    files = [f for f in glob.glob(str(WORK / "r*"))]
    # The program and two children that end by exit; the third leaves by _exit.
    check(len(files) == 3, "reports:", files)
    for f in files:
        check(counted(json.loads(pathlib.Path(f).read_text())) >= 2, f, pathlib.Path(f).read_text())


def case_report_early_fork():
    """Children forked before any call of BLAS, and programs that run one after the other, keep their own reports."""
    made = program()
    for name, environment in (("r.json", {}), ("m%r.json", {"PMI_RANK": "3"})):
        right(run(made, "early", SHUNT_REPORT=str(WORK / name), **environment))
        found = glob.glob(str(WORK / f"{name[0]}*.json"))
        check(len(found) == 3, "reports:", found)
        for f in found:
            check(counted(json.loads(pathlib.Path(f).read_text())) >= 2, f)
    right(run("sh", "-c", f"{made}; {made}; {made}", SHUNT_REPORT=str(WORK / "s.json")))
    check(len(glob.glob(str(WORK / "s*.json"))) == 3, "reports:", glob.glob(str(WORK / "s*.json")))
    done = right(run(made, SHUNT_REPORT="/dev/stdout"), quiet=False)
    check("dgemm" in done.stdout and done.stderr == "", done.stdout, done.stderr)


def case_report_locale():
    """A program that writes decimal commas gets its JSON with points."""
    made = program()
    subprocess.run([need("localedef"), "-i", "de_DE", "-f", "UTF-8", WORK / "de_DE.UTF-8"], capture_output=True)
    if not (WORK / "de_DE.UTF-8").exists():
        skip("no source of the locale de_DE")
    comma = {"LOCPATH": str(WORK), "LC_ALL": "de_DE.UTF-8"}
    if run(made, "locale", **comma).returncode == 77:
        skip("the locale de_DE cannot be made here")
    right(run(made, "locale", SHUNT_REPORT=str(WORK / "r.json"), **comma))
    check(json.loads((WORK / "r.json").read_text())["seconds"] > 0, "no time")
    done = right(run(made, "locale", SHUNT_VERBOSE="2", **comma), quiet=False)
    check(re.search(r" us=\d+\.\d{3} ", done.stderr) and not re.search(r" us=\d+,", done.stderr), done.stderr)


def case_sudden_end():
    made = program()
    for what, code in (("_exit", 0), ("kill", -9), ("segv", -11)):
        done = run(made, what, SHUNT_REPORT="1", SHUNT_ROUTE="cpu")
        check(done.returncode == code and done.stdout == done.stderr == "", what, done.returncode, done.stderr)


CASES = {n[5:]: f for n, f in globals().copy().items() if n.startswith("case_")}
try:
    CASES[CASE]()
finally:
    shutil.rmtree(WORK, ignore_errors=True)
