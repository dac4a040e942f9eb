"""In: a source tree of the Reference LAPACK, the folder of our full libraries, folders of libraries to put behind them.
Out: tests run and failed of each suite, without and with Shunt; 0 when Shunt adds no failure and loses no test.

    tests/conformance/gate.py --full build/release/full                     # newest release, by git
    tests/conformance/gate.py --full build/release/full --source lapack-3.12.1 --behind openblas=/usr/lib/.../openblas-serial

The tests are built once, by LAPACK's own CMake, with shared libraries, which are then exchanged by LD_LIBRARY_PATH."""
import argparse
import concurrent.futures
import csv
import json
import os
import pathlib
import platform
import re
import subprocess
import sys
import tempfile
import time

import programs
import suites

REPOSITORY = "https://github.com/Reference-LAPACK/lapack"
SYSTEM = pathlib.Path(f"/usr/lib/{platform.machine()}-linux-gnu")
VARIABLES = pathlib.Path(__file__).parents[2] / "interpose/full/variables.c"
LAPACK_SUITES = {  # programs, judge, folders with their input
    "BLAS": (lambda: (t for t in suites.blas_programs() if "cblat" not in t[0]), suites.judge_lines, "BLAS/TESTING"),
    "CBLAS": (lambda: (t for t in suites.blas_programs() if "cblat" in t[0]), suites.judge_lines, "CBLAS/testing"),
    "LIN": (suites.linear_programs, suites.judge_ratios, "TESTING"),
    "EIG": (suites.eigen_programs, suites.judge_ratios, "TESTING"),
    "DMD": (suites.dynamic_mode_programs, suites.judge_lines, "TESTING"),
    "examples": (suites.example_programs, suites.judge_example, "TESTING"),
}


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--full", type=pathlib.Path, default=pathlib.Path("build/release/full"), help="our libblas.so.3, ...")
    parser.add_argument("--source", type=pathlib.Path, help="LAPACK's source tree; default: the newest release, by git")
    parser.add_argument("--work", type=pathlib.Path, default=pathlib.Path("build/gate"), help="where to build and keep outputs")
    parser.add_argument("--behind", action="append", metavar="NAME=DIR[:DIR]", help="libraries to put behind; repeatable. "
                        "Default: netlib (what the source tree gives), and Debian's reference and openblas")
    parser.add_argument("--routes", default="original,auto,cpu")
    parser.add_argument("--suites", default=",".join(LAPACK_SUITES), help=f"also {','.join(programs.SUITES)}")
    parser.add_argument("--index64", action="store_true", help="64-bit integers: libblas64.so.3, ...")
    parser.add_argument("--preload", type=pathlib.Path, help="libshunt.so: NumPy's and SciPy's wheels under preload instead")
    parser.add_argument("--reuse", action="store_true", help="take the counts of an earlier gate where it kept them")
    parser.add_argument("--csv", type=pathlib.Path)
    parser.add_argument("--jobs", type=int, default=2)
    return parser.parse_args()


def build(options, tree):
    """LAPACK's own build with its tests; returns the folder with bin/ and lib/."""
    folder = options.work / ("ilp64" if options.index64 else "lp64")
    if not (folder / "bin/xeigtstz").exists():
        on = ["BUILD_TESTING", "CBLAS", "LAPACKE", "LAPACKE_WITH_TMG", "BUILD_DEPRECATED", "BUILD_SHARED_LIBS"]
        on += ["BUILD_INDEX64"] if options.index64 else []
        subprocess.run(["cmake", "-S", tree, "-B", folder, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=None", "-DCMAKE_C_FLAGS=-O1",
                        "-DCMAKE_Fortran_FLAGS=-O1", "-DBUILD_INDEX64_EXT_API=OFF"] + [f"-D{o}=ON" for o in on], check=True)
        subprocess.run(["nice", "cmake", "--build", folder, "-j", str(options.jobs)], check=True)
    return folder


def fetch(options):
    """The newest release of LAPACK."""
    tree = options.work / "lapack"
    if not tree.exists():
        listed = subprocess.run(["git", "ls-remote", "--tags", REPOSITORY], check=True, capture_output=True, text=True).stdout
        newest = max(re.findall(r"refs/tags/v(\d+\.\d+\.\d+)$", listed, re.M), key=lambda v: [int(n) for n in v.split(".")])
        subprocess.run(["git", "clone", "--depth=1", f"--branch=v{newest}", REPOSITORY, tree], check=True)
    return tree


def symlinks(folder, targets):
    folder.mkdir(parents=True, exist_ok=True)
    for name, target in targets.items():
        link = folder / name
        link.unlink(missing_ok=True)
        link.symlink_to(target.resolve())


def clean_environment():
    env = {k: v for k, v in os.environ.items() if not k.startswith("SHUNT_") and k != "LD_PRELOAD"}
    return env | {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}


class Libraries:
    """Those of one vendor, which ours stand in front of; `slot` has them under the names that programs ask for."""

    def __init__(self, name, folders, options, built):
        self.name, self.folders, self.full = name, folders, options.full
        self.suffix = "64" if options.index64 else ""
        found = {n: next((f / self.file(n) for f in folders if (f / self.file(n)).exists()), None)
                 for n in ("blas", "lapack", "cblas", "lapacke")}
        if not (found["blas"] and found["lapack"]):
            sys.exit(f"{name}: no {self.file('blas')} and {self.file('lapack')} in {':'.join(map(str, folders))}")
        found["cblas"] = found["cblas"] or found["blas"]  # Debian's libblas.so.3 has CBLAS in it
        found["lapacke"] = found["lapacke"] or built / "lib" / self.file("lapacke")
        self.slot, self.names = (options.work / "slots" / (n + self.suffix) for n in (name, "shunt"))
        symlinks(self.slot, {self.file(n): f for n, f in found.items()})
        if b"RowMajorStrg" not in found["cblas"].read_bytes():  # which the tests of CBLAS ask for
            (self.slot / self.file("cblas")).unlink()
            subprocess.run(["cc", "-shared", "-fPIC", "-o", self.slot / self.file("cblas"), VARIABLES, "-Wl,--no-as-needed",
                            self.slot / self.file("blas"), f"-Wl,-soname,{self.file('cblas')},-rpath-link,{folders[0]}"],
                           check=True)
        whole = folders[0] / f"libopenblas{self.suffix}.so.0"
        # One file that SHUNT_ORIGINAL can name: what it lacks comes from Debian's Reference.
        self.whole = whole if whole.exists() else found["blas"] if folders[0].parent == SYSTEM else None

    def file(self, name):
        return f"lib{name}{self.suffix}.so.3"

    def environment(self, route, report):
        path = ":".join(map(str, [self.slot, *self.folders]))
        if not route:
            return clean_environment() | {"LD_LIBRARY_PATH": path}
        shunt = next(f / "libshunt.so.0" for f in (self.full, self.full.parent) if (f / "libshunt.so.0").exists())
        symlinks(self.names, {self.file("cblas"): self.full / self.file("blas"), "libshunt.so.0": shunt})
        env = clean_environment() | {"LD_LIBRARY_PATH": f"{self.full}:{self.names}:{path}", "SHUNT_ROUTE": route}
        if self.whole:
            return env | {"SHUNT_ORIGINAL": str(self.whole)}
        # Several files: behind ours in the loader's own order.
        ours = [self.full / self.file(n) for n in ("blas", "lapack", "lapacke")]
        theirs = [self.slot / self.file(n) for n in ("blas", "cblas", "lapack", "lapacke")]
        return env | {"LD_PRELOAD": ":".join(map(str, [*ours, shunt, *theirs]))}


class Wheels:
    """The libraries inside NumPy's and SciPy's wheels, under preload."""

    name, suffix = "wheels", ""

    def __init__(self, preload):
        self.preload = preload

    def environment(self, route, report):
        if not route:
            return clean_environment()
        return clean_environment() | {"LD_PRELOAD": str(self.preload), "SHUNT_ROUTE": route, "SHUNT_REPORT": report}


def run_program(program, data, env, log):
    """Exit status and all that it wrote, on its output and into files."""
    with tempfile.TemporaryDirectory() as work, open(data or os.devnull) as stdin:
        try:
            done = subprocess.run([program], stdin=stdin, cwd=work, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                  timeout=1200)
            code, text = done.returncode, done.stdout.decode(errors="replace")
        except subprocess.TimeoutExpired:
            code, text = 1, "timed out"
        text += "".join(f.read_text(errors="replace") for f in sorted(pathlib.Path(work).iterdir()) if f.is_file())
    log.write_text(text)
    return code, text


def run_suite(options, suite, env, built, tree, logs):
    """name -> (tests run, failed)."""
    if suite in programs.SUITES:
        return programs.SUITES[suite](env, logs)
    listed, judge, inputs = LAPACK_SUITES[suite]
    todo = [(p, d) for p, d in listed() if d is None or (tree / inputs / d).exists()]
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        ran = pool.map(lambda t: run_program(built / "bin" / t[0], t[1] and tree / inputs / t[1], env,
                                             logs / f"{suite}.{t[0]}.{t[1]}.txt"), todo)
        return {f"{p} {d}": judge(text, code) for (p, d), (code, text) in zip(todo, ran)}


def compare(suite, base, results, logs, base_logs):
    """Tests that fail or are lost with Shunt only."""
    added = 0
    for name, (tests, failed) in results.items():
        base_tests, base_failed = base.get(name, (0, 0))
        # LAPACK's programs do more tests where one fails.
        more = max(0, base_failed - failed) if suite in ("LIN", "EIG") else 0
        worse = max(0, failed - base_failed, base_tests - tests - more)
        if not worse:
            continue
        file = f"{suite}.{name.replace(' ', '.')}.txt"
        text, base_text = ((f / file).read_text() if (f / file).exists() else "" for f in (logs, base_logs))
        why = ""
        if failed == base_failed + 1 and re.search(suites.ROUNDING_ONLY.get(name, "(?!)"), text):
            why = "; one comparison of two roundings, as with OpenBLAS without Shunt"
        elif failed <= base_failed and re.search(suites.VARYING.get(name, "(?!)"), text):
            why = "; CGEQP3RK's tests differ in number from run to run, also without Shunt"
        elif failed <= suites.LIKE_REFERENCE.get(name, 0) and tests == base_tests:
            why = "; as with the Reference without Shunt"
        elif ("no library behind has it" in text and "symbol lookup error" in base_text
              and base_tests in (0, tests)):
            why = "; the library behind lacks a routine, of which the program dies without Shunt"
        print(f"    {name}: {tests} run, {failed} failed; without Shunt {base_tests} run, {base_failed} failed{why}")
        added += 0 if why else worse
    return added + sum(tests for name, (tests, _) in base.items() if name not in results)


def owned_calls(logs, suite):
    """Of all processes: calls of owned routines, and how many our kernels did. None without reports."""
    reports = [json.loads(f.read_text()) for f in logs.glob(f"report.{suite}.*.json")]
    return [sum(report[key] for report in reports) for key in ("calls", "taken")] if reports else [None, None]


def main():
    options = arguments()
    options.work.mkdir(parents=True, exist_ok=True)
    options.work, options.full = options.work.resolve(), options.full.resolve()
    tree = built = None
    if options.preload:
        behinds = [Wheels(options.preload.resolve())]
    else:
        tree = (options.source or fetch(options)).resolve()
        built = build(options, tree)
        suffix = "64" if options.index64 else ""
        debian = [f"reference={SYSTEM}/blas{suffix}:{SYSTEM}/lapack{suffix}", f"openblas={SYSTEM}/openblas{suffix}-serial"]
        installed = [d for d in debian if pathlib.Path(re.split("[=:]", d)[1]).exists()]
        behinds = [Libraries(name, [pathlib.Path(f) for f in folders.split(":")], options, built)
                   for name, folders in (b.split("=", 1) for b in options.behind or [f"netlib={built}/lib", *installed])]

    rows, total = [], 0
    for suite in options.suites.split(","):
        for behind in behinds:
            base = {}
            for route in [None] + options.routes.split(",") * bool(options.routes):
                logs = options.work / "logs" / f"{behind.name}{behind.suffix}.{route or 'without'}"
                logs.mkdir(parents=True, exist_ok=True)
                begin = time.time()
                kept = logs / f"{suite}.json"
                if options.reuse and kept.exists():
                    results = json.loads(kept.read_text())
                else:
                    for old in logs.glob(f"report.{suite}.*.json"):
                        old.unlink()
                    env = behind.environment(route, str(logs / f"report.{suite}.%p.json"))
                    results = run_suite(options, suite, env, built, tree, logs)
                kept.write_text(json.dumps(results))
                base = base or results
                run, failed = (sum(r[i] for r in results.values()) for i in (0, 1))
                added = compare(suite, base, results, logs, logs.parent / f"{behind.name}{behind.suffix}.without")
                calls = owned_calls(logs, suite)
                rows.append([suite + behind.suffix, behind.name, route or "without", run, failed, added, *calls])
                print(f"{suite + behind.suffix:9} {behind.name:14} {route or 'without':9} run {run:7} failed {failed:4} "
                      f"ours {added:3}  {time.time() - begin:.0f} s"
                      + (f"; {calls[0]} owned calls, {calls[1]} taken" if route and calls[0] else ""), flush=True)
                total += added + (run == 0)
    if options.csv:
        fresh = not options.csv.exists()
        with open(options.csv, "a", newline="") as file:
            if fresh:
                file.write(f"# {time.strftime('%Y-%m-%d')} tests/conformance/gate.py; ours: failures and losses that Shunt adds\n"
                           "suite,behind,route,run,failed,ours,calls,taken\n")
            csv.writer(file, lineterminator="\n").writerows(rows)
    sys.exit(total != 0)


main()
