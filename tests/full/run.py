"""In: a case, the folder of the full libraries, compilers. Out: 0 when programs that are linked to them or open them are
right over every library behind, 77 when what the case needs is not installed."""
import json
import os
import pathlib
import platform
import re
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(1, str(pathlib.Path(__file__).resolve().parent.parent))
from case import check, skip

HERE = pathlib.Path(__file__).resolve().parent
CASE, FOLDER, CC, CXX, FC = sys.argv[1], pathlib.Path(sys.argv[2]).resolve(), *sys.argv[3:6]
WORK = pathlib.Path(tempfile.mkdtemp())
LIBS = pathlib.Path(f"/usr/lib/{platform.machine()}-linux-gnu")
SHUNT = FOLDER.parent / "libshunt.so.0"
CLEAN = {k: v for k, v in os.environ.items() if not k.startswith("SHUNT_") and k not in ("LD_PRELOAD", "LD_LIBRARY_PATH")}
CLEAN |= {"OPENBLAS_NUM_THREADS": "1", "XDG_CONFIG_HOME": str(WORK), "LD_LIBRARY_PATH": str(FOLDER)}


def originals(suffix=""):
    """Values of SHUNT_ORIGINAL: none, and those installed."""
    places = [f"openblas{suffix}-pthread/libopenblas{suffix}.so.0", f"openblas{suffix}-serial/libopenblas{suffix}.so.0",
              f"blis{suffix}-serial/libblas{suffix}.so.3", f"atlas/libblas{suffix}.so.3", f"blas{suffix}/libblas{suffix}.so.3"]
    return ["", "none"] + [str(LIBS / place) for place in places if (LIBS / place).exists()]


def lapacke():
    return (LIBS / "liblapacke.so.3").exists()


def run(*words, **environment):
    return subprocess.run([str(w) for w in words], env=CLEAN | environment, capture_output=True, text=True, timeout=200, cwd=WORK)


def right(*words, quiet=True, **environment):
    done = run(*words, **environment)
    check(done.returncode == 0 and done.stdout == "right\n" and not (quiet and done.stderr), environment, done.returncode,
          done.stdout[-2000:], done.stderr[-2000:])


def build(compiler, source, *flags, output="program"):
    """Links as strictly as build systems do."""
    out = WORK / output
    words = [compiler, "-O1", "-w", HERE / source, "-o", out, f"-L{FOLDER}", f"-Wl,-rpath-link,{FOLDER}:{FOLDER.parent}",
             "-Wl,-z,now", "-Wl,--no-undefined", "-Wl,--no-copy-dt-needed-entries", "-Wl,--no-as-needed", *flags]
    made = subprocess.run([str(w) for w in words], capture_output=True, text=True)
    check(made.returncode == 0, *words, made.stderr[-2000:])
    return out


def everywhere(program, suffix="", **environment):
    """Over all libraries, by every route, and with libshunt.so preloaded as well."""
    for original in originals(suffix):
        for route in "auto", "cpu":
            for preload in "", str(SHUNT):
                if original == "none" and preload and suffix:
                    continue  # says that it is not possible
                right(program, SHUNT_ORIGINAL=original, SHUNT_ROUTE=route, LD_PRELOAD=preload, **environment)
        print(original or "best", "right")


def case_c():
    flags = ["-DLAPACKE", "-llapacke"] if lapacke() else []
    everywhere(build(CC, "consumer.c", "-DLINKED", *flags, "-llapack", "-lblas", "-lm"))


def case_c64():
    len(originals("64")) > 2 or skip("no BLAS with 64-bit integers")
    flags = ["-DLAPACKE", "-llapacke64"] if (LIBS / "liblapacke64.so.3").exists() else []
    everywhere(build(CC, "consumer.c", "-DLINKED", "-DINT=long", *flags, "-llapack64", "-lblas64", "-lm"), "64")


def case_fortran():
    FC or skip("no Fortran compiler")
    everywhere(build(FC, "consumer.f90", "-llapack", "-lblas"))


def case_fortran64():
    FC or skip("no Fortran compiler")
    len(originals("64")) > 2 or skip("no BLAS with 64-bit integers")
    everywhere(build(FC, "consumer.f90", "-fdefault-integer-8", "-llapack64", "-lblas64"), "64")


def case_cxx():
    everywhere(build(CXX, "consumer.cpp", "-llapack", "-lblas"))


def case_batched():
    """oneMKL's cblas_?gemm_batch and cblas_?gemm_batch_strided, which are ours whatever is behind."""
    for suffix, flags in ("", []), ("64", ["-DINT=long"]):
        program = build(CXX, "batched.cpp", *flags, f"-lblas{suffix}", output=f"batched{suffix}")
        for original in "", "none":
            right(program, SHUNT_ORIGINAL=original, SHUNT_NUM_THREADS="2")
        right(program, SHUNT_ORIGINAL="none", SHUNT_ISA="generic")
    right(WORK / "batched", LD_PRELOAD=str(SHUNT))


def case_dlopen():
    program = build(CC, "consumer.c", "-lm", "-ldl")
    for original in originals():
        right(program, FOLDER / "libblas.so.3", FOLDER / "liblapack.so.3", SHUNT_ORIGINAL=original)
    if len(originals("64")) > 2:
        program = build(CC, "consumer.c", "-DINT=long", "-lm", "-ldl")
        for original in originals("64"):
            right(program, FOLDER / "liblapack64.so.3", FOLDER / "libblas64.so.3", SHUNT_ORIGINAL=original)
    # Both widths in one process, each by its own calls.
    both = WORK / "both.c"
    both.write_text(r"""
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
int main(int argc, char **argv) {
    for (int turn = 0; turn < 2; ++turn)
        for (int i = 1; i < argc; ++i) {
            void *library = dlopen(argv[i], RTLD_NOW | RTLD_LOCAL);
            for (int owned = 0; owned < 2; ++owned) {
                const int64_t poisoned = (int64_t)0xffffffff00000003u, one = (int64_t)0x7fffffff00000001u, right = 1;
                const int wide = argv[i][0] && !!__builtin_strstr(argv[i], "64.so");
                double x[64] = {1, 2, 4}, y[64] = {1, 1, 1}, unit = 1;
                if (!owned) {
                    double (*dot)(const void *, const double *, const void *, const double *, const void *) = dlsym(library, "ddot_");
                    if (dot(&poisoned, x, wide ? &right : &one, y, wide ? &right : &one) != (wide ? 0 : 7)) return printf("%s ddot_\n", argv[i]), 1;
                } else {
                    void (*gemm)(const char *, const char *, const void *, const void *, const void *, const double *, const double *,
                                 const void *, const double *, const void *, const double *, double *, const void *, long, long) = dlsym(library, "dgemm_");
                    const int64_t r = wide ? 1 : one, l = wide ? 1 : one;
                    gemm("N", "N", &r, &r, &r, &unit, x, &l, y, &l, &unit, y, &l, 1, 1);
                    if (y[0] != 2) return printf("%s dgemm_ %g\n", argv[i], y[0]), 1;
                }
            }
        }
    puts("right");
    return 0;
}
""")
    if len(originals("64")) > 2:
        program = build(CC, both, "-ldl", output="both")
        for order in ("", "64"), ("64", ""):
            for preload in "", str(SHUNT):
                right(program, *(FOLDER / f"libblas{s}.so.3" for s in order), LD_PRELOAD=preload)


def case_doors():
    """Registers and stack at the first call of a door and after, here and, where it can be run, on AArch64."""
    names = WORK / "names.txt"
    names.write_text("[x]\ncomplex_\nmany_\nnone_\nquad_\nstructure_\nvariadic_\n")
    top = HERE.parents[1]
    subprocess.run(["cmake", f"-DINPUT={names}", "-DSECTIONS=x", f"-DOUTPUT={WORK}/doors.S", "-P",
                    top / "interpose/full/doors.cmake"], check=True)
    cross, qemu = shutil.which("aarch64-linux-gnu-gcc"), shutil.which("qemu-aarch64")
    machines = [(CC, [])] + ([(cross, [qemu, "-L", "/usr/aarch64-linux-gnu"])] if cross and qemu else [])
    for compiler, start in machines:
        for output, words in (("libshunt.so.0", ["-DSIDE=1", "-shared", HERE / "doors.c", "-Wl,-soname,libshunt.so.0"]),
                              ("libdoors.so", ["-DFULL_WIDE=0", "-fvisibility=hidden", "-shared", WORK / "doors.S",
                                               top / "interpose/full/bind.c", "-Wl,-z,defs", WORK / "libshunt.so.0"]),
                              ("doors", ["-DSIDE=0", HERE / "doors.c", WORK / "libdoors.so", f"-Wl,-rpath,{WORK}"])):
            made = subprocess.run([str(w) for w in [compiler, "-O1", "-fPIC", f"-I{top}", *words, "-o", WORK / output,
                                                    f"-Wl,-rpath-link,{WORK}"]], capture_output=True, text=True)
            check(made.returncode == 0, compiler, made.stderr[-2000:])
        right(*start, WORK / "doors", LD_LIBRARY_PATH=str(WORK))
        print(compiler, "right")


def case_absent():
    """Calls of names that nobody has: one line a name, the handlers of bad calls, and 0."""
    names = {"FORTRAN_NAME": "dgesvxx_", "C_NAME": "cblas_dgemmtr", "LAPACKE_NAME": "LAPACKE_dgesvxx_work"}
    flags = [f"-D{k}={v}" for k, v in names.items()] + ["-llapacke", "-llapack", "-lblas"]
    program = build(CC, "absent.c", "-DOWN_HANDLERS", *flags)
    for original in originals():
        done = run(program, SHUNT_ORIGINAL=original)
        check(done.returncode == 0, original, done.returncode, done.stderr)
        check(done.stdout == "xerbla DGESVXX 0\n0\nxerbla DGESVXX 0\n0\ncblas_xerbla cblas_dgemmtr 0 no library behind has it\n"
              "LAPACKE_xerbla LAPACKE_dgesvxx_work -1\n-1\n", done.stdout)
        lines = done.stderr.splitlines()
        check(len(lines) == 3, done.stderr)
        for line, name in zip(lines, names.values()):
            check(re.fullmatch(rf"shunt: {name}: no library behind has it \(looked in /\S+( /\S+)*\)", line), line)
    # Without own handlers those of the library behind: OpenBLAS's goes on, the Reference's ends the program.
    program = build(CC, "absent.c", *flags, output="without")
    for original in originals()[2:]:
        done = run(program, SHUNT_ORIGINAL=original)
        check("shunt: dgesvxx_: no library behind has it" in done.stderr, done.stderr)
        check("DGESVX" in done.stdout + done.stderr, original, done.stdout, done.stderr)  # ATLAS prints six letters
        check(done.returncode >= 0, original, "died of signal", -done.returncode)


def case_handler():
    """A module's own xerbla_, which only the libraries that it needs can see, hears of its bad calls."""
    first = build(CC, "handler.c", "-DPART=1", "-shared", "-fPIC", "-lblas", output="first.so")
    second = build(CC, "handler.c", "-DPART=2", "-shared", "-fPIC", "-llapack", "-lblas", output="second.so")
    program = build(CC, "handler.c", "-DPART=0", "-ldl")
    for original in [o for o in originals() if o != "none"]:
        for route in "auto", "cpu":
            right(program, first, second, SHUNT_ORIGINAL=original, SHUNT_ROUTE=route)
        print(original or "best", "right")


def case_itself():
    """SHUNT_ORIGINAL is one of ours: one line, and ignored."""
    program = build(CC, "consumer.c", "-DLINKED", "-llapack", "-lblas", "-lm")
    for name in "libblas.so.3", "liblapack.so.3", "libblas64.so.3":
        for preload in "", str(SHUNT):
            for path in FOLDER / name, WORK / "copy.so":
                path.exists() or shutil.copy(FOLDER / name, path)
                done = run(program, SHUNT_ORIGINAL=str(path), LD_PRELOAD=preload)
                check(done.returncode == 0 and done.stdout == "right\n", done.stdout, done.stderr)
                check(re.fullmatch(r"shunt: SHUNT_ORIGINAL: .* is Shunt itself; .*\n", done.stderr), done.stderr)
        (WORK / "copy.so").unlink()
    done = run(program, SHUNT_ORIGINAL="libblas.so.3")
    check(done.returncode == 0 and "is Shunt itself" in done.stderr, done.stderr)


def namespace(*mounts):
    """The command line that runs a program where each first folder lies over the second."""
    binds = " && ".join(f"mount --bind {over} {place}" for over, place in mounts)
    enter = ["unshare", *([] if os.geteuid() == 0 else ["-r"]), "-m", "sh", "-c", f"{binds} && exec \"$0\" \"$@\""]
    if subprocess.run([*enter, "true"], capture_output=True).returncode:
        skip("no mount namespace")
    return enter


def case_nothing():
    """No other library on the machine: owned names run on our kernels, of the others each is named once."""
    source = WORK / "nothing.c"
    source.write_text(r"""
#include <stdio.h>
void dgemm_(), dgetrf_();
double ddot_();
int main(void) {
    int n = 2, one = 1, pivots[2], info = -1;
    double a[4] = {4, 2, 1, 3}, b[4] = {1, 0, 0, 1}, c[4], unit = 1, zero = 0;
    dgemm_("N", "N", &n, &n, &n, &unit, a, &n, b, &n, &zero, c, &n, 1L, 1L);
    dgetrf_(&n, &n, c, &n, pivots, &info);
    if (info == 0 && c[1] == 0.5 && c[3] == 2.5 && ddot_(&n, a, &one, a, &one) == 0) puts("right");
    n = -1;
    dgetrf_(&n, &n, c, &n, pivots, &info);
}
""")
    program = build(CC, source, "-llapack", "-lblas", output="nothing")
    empty = WORK / "empty"
    empty.mkdir()
    folders = {f.parent for p in ("libblas*.so.3", "liblapack*.so.3", "libopenblas*.so.0", "libblis.so.4") for f in LIBS.glob(f"*/{p}")}
    files = [f for p in ("libblas*.so.*", "liblapack.so.*", "libopenblas*.so.*", "libmkl_rt.so*", "liblapacke.so.*")
             for f in LIBS.glob(p) if f.exists() and not f.is_symlink()]
    nothing = WORK / "no library"
    nothing.write_text("")
    done = run(*namespace(*((empty, folder) for folder in folders), *((f"'{nothing}'", file) for file in files)), program)
    check(done.returncode == 0 and done.stdout == "right\n", done.stdout, done.stderr)
    check(re.match(r"shunt: ddot_: no library behind has it \(looked in none\)\n", done.stderr), done.stderr)
    check(re.search(r"On entry to DDOT .*parameter number +0", done.stderr), done.stderr)
    check(re.search(r"On entry to DGETRF .*parameter number +1", done.stderr), done.stderr)


def case_alternatives():
    """Debian's alternatives lead to us: in a mount namespace of its own."""
    alternatives = pathlib.Path("/etc/alternatives")
    links = [link for link in alternatives.glob("lib*.so.3-*-linux-gnu") if link.name.startswith(("libblas", "liblapack"))]
    links or skip("no alternatives")
    shutil.copytree(alternatives, WORK / "alternatives", symlinks=True)
    for link in links:
        (WORK / "alternatives" / link.name).unlink()
        (WORK / "alternatives" / link.name).symlink_to(FOLDER / link.name.split("-")[0])
    flags = ["-DLAPACKE", "-llapacke"] if lapacke() else []
    program = build(CC, "consumer.c", "-DLINKED", *flags, "-llapack", "-lblas", "-lm")
    enter = namespace((WORK / "alternatives", "/etc/alternatives"))
    # Only libshunt.so.0 must be found: the package brings it to the system's libraries.
    place = WORK / "lib"
    place.mkdir()
    (place / "libshunt.so.0").symlink_to(SHUNT)
    seen = run(*enter, "ldd", program, LD_LIBRARY_PATH=str(place)).stdout
    check(re.search(rf"libblas.so.3 => /\S*/libblas.so.3", seen) and str(FOLDER) not in seen, seen)
    for original in originals():
        for preload in "", str(SHUNT):
            right(*enter, program, LD_LIBRARY_PATH=str(place), SHUNT_ORIGINAL=original, LD_PRELOAD=preload)
    for plain in "-lblas", "-llapack":
        done = run(*enter, program, LD_LIBRARY_PATH=str(place), SHUNT_ORIGINAL=plain.replace("-l", "lib") + ".so.3")
        check(done.returncode == 0 and "is Shunt itself" in done.stderr, done.stderr)


def case_threads():
    """Many threads open the same doors at once."""
    source = WORK / "threads.c"
    source.write_text(r"""
#include <pthread.h>
#include <stdio.h>
double ddot_(const int *, const double *, const int *, const double *, const int *);
double dnrm2_(const int *, const double *, const int *);
void drot_(const int *, double *, const int *, double *, const int *, const double *, const double *);
double dlamch_(const char *, long);
static pthread_barrier_t start;
static void *work(void *bad) {
    double x[3] = {1, 2, 2}, y[3] = {0, 0, 0};
    const int n = 3, one = 1;
    const double c = 0, s = 1;
    pthread_barrier_wait(&start);
    if (ddot_(&n, x, &one, x, &one) != 9 || dnrm2_(&n, x, &one) != 3 || dlamch_("P", 1) != 0x1p-52) *(int *)bad = 1;
    drot_(&n, x, &one, y, &one, &c, &s);
    if (y[1] != -2 || x[1] != 0) *(int *)bad = 1;
    return 0;
}
int main(void) {
    pthread_t threads[16];
    int bad[16] = {0};
    pthread_barrier_init(&start, 0, 16);
    for (int i = 0; i < 16; ++i) pthread_create(threads + i, 0, work, bad + i);
    int all = 0;
    for (int i = 0; i < 16; ++i) pthread_join(threads[i], 0), all |= bad[i];
    puts(all ? "wrong" : "right");
    return all;
}
""")
    program = build(CC, source, "-llapack", "-lblas", "-lpthread", output="threads")
    for i in range(20):
        right(program, SHUNT_ORIGINAL=originals()[i % len(originals())])


def case_switch():
    """What libblastrampoline and FlexiBLAS ask, while their own names lead nowhere yet."""
    empty = WORK / "empty.c"
    empty.write_text("".join(f"void (*target_{n})(void); void {n}(void) {{ target_{n}(); }}\n" for n in
                             ("isamax_", "ddot_", "dgemm_", "sdot_", "zdotc_", "ilaver_")))
    build(CC, empty, "-shared", "-fPIC", "-Wl,-soname,libblastrampoline.so.5", output="libblastrampoline.so.5")
    program = build(CC, "switch.c", "-ldl", WORK / "libblastrampoline.so.5", f"-Wl,-rpath,{WORK}", output="switch")
    names, section = {}, None
    for line in (HERE.parents[1] / "interpose" / "names.txt").read_text().splitlines():
        if line.startswith("["):
            section = names.setdefault(line.strip("[]"), [])
        elif not line.startswith("#"):
            section.append(line)
    for suffix, width in ("", "lp64"), ("64", "ilp64"):
        for original in originals(suffix):
            if suffix and len(originals("64")) <= 2:
                continue
            done = subprocess.run([program, *(FOLDER / f"lib{stem}{suffix}.so.3" for stem in ("blas", "lapack", "lapacke"))],
                                  env=CLEAN | {"SHUNT_ORIGINAL": original}, capture_output=True, text=True,
                                  input="\n".join(sum(names.values(), [])))
            check(done.returncode == 0 and done.stderr == "", done.stdout, done.stderr)
            check(done.stdout == f"suffix _, {width}, complex gnu, real float, 0 absent\n", original, done.stdout)


def case_inner():
    """LAPACK alone, asked for by a linker flag; what the Reference's calls inside comes to Shunt."""
    reference = LIBS / "blas/libblas.so.3"
    reference.exists() and (LIBS / "lapack/liblapack.so.3").exists() or skip("no Reference BLAS and LAPACK")
    source = WORK / "inner.c"
    source.write_text(r"""
#include <stdio.h>
void dgesvx_();
int main(void) {
    int n = 2, one = 1, pivots[2], integers[2], info;
    double a[4] = {2, 1, 1, 3}, lu[4], r[2], c[2], b[2] = {3, 4}, x[2], rcond, ferr, berr, work[8];
    char equed;
    dgesvx_("N", "N", &n, &one, a, &n, lu, &n, pivots, &equed, r, c, b, &n, x, &n, &rcond, &ferr, &berr, work, integers,
            &info, 1L, 1L, 1L);
    if (info == 0 && x[0] > 0.999 && x[0] < 1.001 && x[1] > 0.999 && x[1] < 1.001) puts("right");
    return info;
}
""")
    program = build(CC, source, "-llapack", output="inner")
    right(program, SHUNT_ORIGINAL=str(reference), SHUNT_REPORT=str(WORK / "report.json"))
    report = json.loads((WORK / "report.json").read_text())
    check(report["original"] == str(reference), report)
    calls = {r["routine"]: sum(r["calls"].values()) for r in report["routines"]}
    check(calls.get("dgetrf", 0) == 1 and calls.get("dgetrs", 0) >= 1, calls)


def case_preload():
    """Preloaded in front of the library that a program is linked to."""
    program = subprocess.run([CC, "-w", "-DLINKED", HERE / "consumer.c", "-o", WORK / "system", "-l:liblapack.so.3",
                              "-l:libblas.so.3", "-lm"], capture_output=True, text=True)
    program.returncode == 0 or skip("no system BLAS and LAPACK")
    for libraries in [FOLDER / "libblas.so.3"], [FOLDER / "liblapack.so.3"], [FOLDER / "libblas.so.3", FOLDER / "liblapack.so.3"]:
        for original in originals():
            right(WORK / "system", LD_PRELOAD=":".join(map(str, libraries)), LD_LIBRARY_PATH="", SHUNT_ORIGINAL=original)


def case_forwarder():
    """Preloaded over a library that hands its calls on to a full one: they must not go round."""
    source = WORK / "forwarder.c"
    source.write_text(r"""
#define _GNU_SOURCE
#include <dlfcn.h>
#ifdef LINKED
#define TARGET RTLD_NEXT
#else
#define TARGET dlopen(LIBRARY, RTLD_NOW | RTLD_LOCAL)
#endif
void dgemm_(const char *ta, const char *tb, const int *m, const int *n, const int *k, const double *alpha, const double *a,
            const int *lda, const double *b, const int *ldb, const double *beta, double *c, const int *ldc, long la, long lb) {
    static void (*target)();
    if (!target) target = dlsym(TARGET, "dgemm_");
    target(ta, tb, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc, la, lb);
}
double ddot_(const int *n, const double *x, const int *incx, const double *y, const int *incy) {
    static double (*target)();
    if (!target) target = (double (*)())dlsym(TARGET, "ddot_");
    return target(n, x, incx, y, incy);
}
""")
    main = WORK / "main.c"
    main.write_text(r"""
#include <stdio.h>
double ddot_();
void dgemm_();
int main(void) {
    const int n = 2, one = 1;
    const double a[4] = {1, 2, 3, 4}, unit = 1, zero = 0;
    double c[4];
    dgemm_("N", "N", &n, &n, &n, &unit, a, &n, a, &n, &zero, c, &n, 1L, 1L);
    puts(c[0] == 7 && c[3] == 22 && ddot_(&n, a, &one, a, &one) == 5 ? "right" : "wrong");
}
""")
    for name in "libflexiblas.so.3", "libtracer.so.1":
        for flags in [f'-DLIBRARY="{FOLDER}/libblas.so.3"'], ["-DLINKED", "-lblas"]:
            library = build(CC, source, "-shared", "-fPIC", f"-Wl,-soname,{name}", "-ldl", *flags, output=name)
            program = build(CC, main, library, f"-Wl,-rpath,{WORK}", output="forwarded")
            for original in originals():
                for route in "auto", "cpu":
                    for preload in "", str(SHUNT):
                        right(program, SHUNT_ORIGINAL=original, SHUNT_ROUTE=route, LD_PRELOAD=preload)
            print(name, *flags, "right")


def case_early():
    """Doors opened by a constructor, also by one of the library behind."""
    source = WORK / "early.c"
    source.write_text(r"""
double ddot_(const int *, const double *, const int *, const double *, const int *);
static double early;
__attribute__((constructor)) static void start(void) {
    const int n = 2, one = 1;
    const double x[2] = {1, 2};
    early = ddot_(&n, x, &one, x, &one);
}
double seen(void) { return early; }
void dgemm_(void) {}
""")
    library = build(CC, source, "-shared", "-fPIC", "-lblas", output="libearly.so")
    main = WORK / "main.c"
    main.write_text(r"""
#include <stdio.h>
double seen(void);
double dnrm2_(const int *, const double *, const int *);
int main(void) {
    const int n = 2, one = 1;
    const double x[2] = {3, 4};
    puts(seen() == 5 && dnrm2_(&n, x, &one) == 5 ? "right" : "wrong");
}
""")
    for original in originals():
        right(build(CC, main, library, f"-Wl,-rpath,{WORK}", "-lblas"), SHUNT_ORIGINAL=original)
    plain = WORK / "plain.c"
    plain.write_text('#include <stdio.h>\ndouble dnrm2_(const int *, const double *, const int *);\nint main(void) {'
                     'const int n = 2, one = 1; const double x[2] = {3, 4};'
                     'puts(dnrm2_(&n, x, &one) == 5 ? "right" : "wrong"); }\n')
    right(build(CC, plain, "-lblas", output="plain"), SHUNT_ORIGINAL=str(library))


def case_conventions():
    """A library behind that returns complex numbers through a hidden argument: those functions come from another."""
    (LIBS / "blas/libblas.so.3").exists() or skip("no Reference BLAS")
    source = WORK / "f2c.c"
    source.write_text(r"""
#include <complex.h>
void zdotc_(double complex *result, const int *n, const double complex *x, const int *incx, const double complex *y, const int *incy) {
    *result = 0;
    for (int i = 0; i < *n; ++i) *result += conj(x[i * *incx]) * y[i * *incy];
}
double ddot_(void) { return 42; }
void dgemm_(void) {}
""")
    library = build(CC, source, "-shared", "-fPIC", output="libf2c.so")
    source = WORK / "main.c"
    source.write_text(r"""
#include <complex.h>
#include <stdio.h>
double ddot_(void);
double complex zdotc_(const int *, const double complex *, const int *, const double complex *, const int *);
int main(void) {
    const int n = 1, one = 1;
    const double complex x = 2 * I, y = 3;
    puts(zdotc_(&n, &x, &one, &y, &one) == -6 * I && ddot_() == 42 ? "right" : "wrong");
}
""")
    program = build(CC, source, "-lblas")
    right(program, SHUNT_ORIGINAL=str(library))
    shunt = FOLDER.parent / "shunt"
    if shunt.exists():
        said = json.loads(run(shunt, "doctor", "--json", program, SHUNT_ORIGINAL=str(library)).stdout)
        check({l["complex_results"] for l in said["libraries"]} == {"f2c"}, said["libraries"])


def case_doctor():
    """The command says whose libraries these are and what is behind them."""
    shunt = FOLDER.parent / "shunt"
    shunt.exists() or skip("no shunt command")
    program = build(CC, "consumer.c", "-DLINKED", "-llapack", "-lblas", "-lm")
    for original in originals()[2:]:
        said = json.loads(run(shunt, "doctor", "--json", program, SHUNT_ORIGINAL=original).stdout)
        ours = [l for l in said["libraries"] if l["path"].endswith("/full/libblas.so.3")]
        check(len(ours) == 1 and ours[0]["shunt"] and ours[0]["file"] == original, said["libraries"])
        check((ours[0]["wide"], ours[0]["complex_results"], ours[0]["real_results"]) == (False, "gfortran", "gfortran"), ours)
        check(all(n["taken"] for n in said["names"] if n["name"] in ("dgemm_", "cblas_dgemm")), said["names"])
    text = run(shunt, "doctor", program).stdout
    check(re.search(r"libblas.so.3: Shunt; behind it /\S+: .*, 32-bit integers, complex results as gfortran", text), text)


CASES = {n[5:]: f for n, f in globals().copy().items() if n.startswith("case_")}
try:
    CASES[CASE]()
finally:
    shutil.rmtree(WORK, ignore_errors=True)
