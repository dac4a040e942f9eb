"""In: an environment that puts a BLAS and LAPACK first in LD_LIBRARY_PATH. Out: tests run and failed of the programs that
Debian builds on libblas.so.3: NumPy, SciPy, Octave and R, by their own tests."""
import os
import pathlib
import re
import subprocess
import tempfile
import xml.etree.ElementTree

PYTHON = os.environ.get("GATE_PYTHON", "/usr/bin/python3")  # pytest and hypothesis must be importable
R_TESTS = os.environ.get("GATE_R_TESTS")  # the folder tests/ of R's source, when there is one
LIMIT = 3000  # seconds


def run(command, env, log, **more):
    with tempfile.TemporaryDirectory() as work:
        try:
            done = subprocess.run(command, env=env, cwd=more.pop("cwd", work), stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                  timeout=LIMIT, **more)
            code, text = done.returncode, done.stdout.decode(errors="replace")
        except subprocess.TimeoutExpired as late:
            code, text = 1, (late.stdout or b"").decode(errors="replace") + "\ntimed out"
    log.write_text(text)
    return code, text


def junit(report):
    results = {}
    for case in xml.etree.ElementTree.parse(report).iter("testcase"):
        # Tests that are expected to fail may pass by the luck of their random numbers: run, and not failed.
        skipped = case.find("skipped")
        if skipped is not None and skipped.get("type") != "pytest.xfail":
            continue
        name = f"{case.get('classname')}::{case.get('name').split('[')[0]}"
        tests, failed = results.get(name, (0, 0))
        results[name] = (tests + 1, failed + (case.find("failure") is not None or case.find("error") is not None))
    return results


def pytest(package, *more):
    """One entry a test function with all its parameters; a crash is a failure of the whole."""

    def suite(env, logs):
        report = logs / f"{package}.xml"
        report.unlink(missing_ok=True)
        code, _ = run([PYTHON, "-m", "pytest", "-q", "-p", "no:cacheprovider", f"--junitxml={report}", "--pyargs", package, *more],
                      env, logs / f"{package}.txt")
        results = junit(report) if report.exists() else {}
        return results | ({} if code in (0, 1) and results else {"pytest": (0, 1)})

    return suite


def octave(env, logs):
    """Octave's own test suite where it touches matrices; one entry a file."""
    parts = "balance chol conv2 data det dot eig givens gsvd hess inv kron lu mgorth ordqz ordschur pinv qr qz rcond schur sparse " \
            "sqrtm svd sylvester __eigs__ __ichol__ __ilu__"
    script = f"""
        tests = __octave_config_info__ ("octtestsdir");
        scripts = __octave_config_info__ ("fcnfiledir");
        corefcn = fullfile (pwd (), "corefcn");
        mkdir (corefcn);
        for part = strsplit ("{parts}")
            file = [part{{1}} ".cc-tst"];
            if (isfile (fullfile (tests, "libinterp", "corefcn", file)))
                symlink (fullfile (tests, "libinterp", "corefcn", file), fullfile (corefcn, file));
            endif
        endfor
        folders = cellfun (@(f) fullfile (scripts, f), {{"linear-algebra", "sparse", "polynomial", "optimization"}}, ...
                           "UniformOutput", false);
        __run_test_suite__ ([{{corefcn, fullfile(tests, "liboctave", "array")}}, folders], {{}});"""
    code, text = run(["octave-cli", "--norc", "--eval", script], env, logs / "octave.txt")
    results = {}
    for name, passed, tests, rest in re.findall(r"^  (\S+?) ?\.* pass +(\d+)/(\d+) *((?:\n {20,}[^\n]*)*)", text, re.M):
        known = sum(map(int, re.findall(r"XFAIL +(\d+)", rest)))
        name = re.sub(r"^.*corefcn/", "corefcn/", name)
        results[name] = (int(tests), int(tests) - int(passed) - known)
    return results | ({} if code == 0 and "Summary" in text else {"octave-cli": (0, 1)})


def r_examples(env, logs):
    """The examples of all help pages of base and stats, and R's regression tests of BLAS and LAPACK; one entry each."""
    script = """
        options(warn = -1, device = function(...) pdf(NULL))
        invisible(sapply(c("base", "stats"), function(package) {
            pages <- tools::Rd_db(package)
            sapply(sort(names(pages)), function(page) {
                file <- tempfile()
                tools::Rd2ex(pages[[page]], file)
                if (!file.exists(file)) return()
                set.seed(1)
                done <- try(source(file, local = globalenv(), echo = FALSE), silent = TRUE)
                cat("\\nGATE", package, page, if (inherits(done, "try-error")) paste("failed:", done) else "passed\\n")
                rm(list = ls(globalenv()), envir = globalenv())
            })
        }))
        cat("GATE end\\n")"""
    code, text = run(["R", "--vanilla", "--slave", "-e", script], env, logs / "r.txt")
    results = {f"{package} {page}": (1, int(word == "failed"))
               for package, page, word in re.findall(r"^GATE (\S+) (\S+) (passed|failed)", text, re.M)}
    if code or "GATE end" not in text:
        results["R"] = (0, 1)
    if R_TESTS:
        for test in "reg-BLAS lapack lm-tests arith-true simple-true reg-examples1 reg-examples2 reg-tests-1a reg-tests-1b " \
                    "reg-tests-1c reg-tests-1d d-p-q-r-tests".split():
            with open(pathlib.Path(R_TESTS) / f"{test}.R") as source, tempfile.TemporaryDirectory() as work:
                code, _ = run(["R", "--vanilla"], env | {"SRCDIR": R_TESTS, "LC_ALL": "C", "R_DEFAULT_PACKAGES": ""},
                              logs / f"r.{test}.txt", stdin=source, cwd=work)
            results[f"tests/{test}.R"] = (1, int(code != 0))
    return results


SUITES = {
    "numpy": pytest("numpy.linalg"),
    "products": pytest("numpy.core.tests.test_multiarray", "-k", "TestDot or TestMatmul"),
    "scipy": pytest("scipy.linalg"),
    "sparse": pytest("scipy.sparse.linalg"),
    "octave": octave,
    "r": r_examples,
}
