"""In: a suite (blas, lapack, linear), what is behind (reference, system), a folder; then libshunt.so, a route, a plug-in.
Out: 0 when Shunt adds no failure and loses no test. Without a library: the base, kept in the folder. 77: not installed."""
import concurrent.futures
import json
import os
import pathlib
import platform
import re
import subprocess
import sys
import tempfile
import time

sys.path.insert(1, str(pathlib.Path(__file__).resolve().parent.parent))
from case import skip
import suites

SUITE, BEHIND, KEEP = sys.argv[1], sys.argv[2], pathlib.Path(sys.argv[3])
LIBRARY, ROUTE, PLUGIN = (sys.argv[4:7] + [None, None, None])[:3]
ROOT = pathlib.Path(f"/usr/lib/{platform.machine()}-linux-gnu")
BLAS, LAPACK = ROOT / "blas", ROOT / "lapack"


def lapack_programs():
    yield from suites.linear_programs()
    yield from suites.eigen_programs()


folder, programs = {"blas": (BLAS, suites.blas_programs), "lapack": (LAPACK, lapack_programs),
                    "linear": (LAPACK, suites.linear_programs)}[SUITE]
judge = suites.judge_lines if SUITE == "blas" else suites.judge_ratios
todo = [(p, d) for p, d in programs() if (folder / p).exists() and (d is None or (folder / d).exists())]
if not todo:
    skip(f"no test programs in {folder}: libblas-test, liblapack-test are not installed")
if BEHIND == "reference" and not ((BLAS / "libblas.so.3").exists() and (LAPACK / "liblapack.so.3").exists()):
    skip("no Reference BLAS and LAPACK")

env = {k: v for k, v in os.environ.items() if not k.startswith("SHUNT_") and k != "LD_PRELOAD"} | {"OPENBLAS_NUM_THREADS": "1"}
if BEHIND == "reference":
    env["LD_LIBRARY_PATH"] = f"{BLAS}:{LAPACK}"
if LIBRARY:
    env |= {"LD_PRELOAD": str(pathlib.Path(LIBRARY).resolve()), "SHUNT_ROUTE": ROUTE}
if PLUGIN:
    env |= {"SHUNT_PLUGIN": PLUGIN}
limit = 1800 if PLUGIN else 300  # seconds: millions of calls of a few elements


def run_program(program, data):
    with tempfile.TemporaryDirectory() as work:
        with open(folder / data if data else os.devnull) as stdin:
            try:
                done = subprocess.run([folder / program], stdin=stdin, cwd=work, env=env, stdout=subprocess.PIPE,
                                      stderr=subprocess.STDOUT, timeout=limit)
                code, text = done.returncode, done.stdout.decode(errors="replace")
            except subprocess.TimeoutExpired:
                code, text = 1, "timed out"
        text += "".join(f.read_text(errors="replace") for f in sorted(pathlib.Path(work).iterdir()) if f.is_file())
    return text, code


begin = time.time()
# One at a time: processes that share a device wait for each other, but where CUDA's multi-process service runs.
with concurrent.futures.ThreadPoolExecutor(int(os.environ.get("SHUNT_TEST_JOBS", 1))) as pool:
    names = [f"{program} {data}" for program, data in todo]
    done = dict(zip(names, pool.map(lambda p: run_program(*p), todo)))
outputs = {name: text for name, (text, _) in done.items()}
results = {name: judge(*done[name]) for name in names}

run, failed = (sum(r[i] for r in results.values()) for i in (0, 1))
base_file = KEEP / f"{SUITE}.{BEHIND}.json"
print(f"{SUITE}, {BEHIND} behind, {'route ' + ROUTE if ROUTE else 'without Shunt'}: {len(results)} programs, {run} tests, "
      f"{failed} failures, {time.time() - begin:.0f} s")
if not LIBRARY:
    base_file.write_text(json.dumps(results))
    sys.exit(run == 0)
base = json.loads(base_file.read_text())
print(f"without Shunt: {sum(r[0] for r in base.values())} tests, {sum(r[1] for r in base.values())} failures")
bad = 0
for name, (tests, failures) in results.items():
    if name in suites.ROUNDING_ONLY and failures == base[name][1] + 1 and re.search(suites.ROUNDING_ONLY[name], outputs[name]):
        print(f"{name}: one comparison of two roundings, as with OpenBLAS without Shunt")
        failures -= 1
    if PLUGIN and name in suites.SAME_BITS and (equal := len(re.findall(suites.SAME_BITS[name], outputs[name]))):
        print(f"{name}: {equal} comparisons of two calls of other shapes")
        failures -= equal
    if tests < base[name][0] or failures > base[name][1]:
        print(f"{name}: {tests} tests, {failures} failures; without Shunt {base[name][0]}, {base[name][1]}")
        lines = [line for line in outputs[name].splitlines()
                 if re.search(r"FAIL|FATAL|SUSPECT|Failure in|failed|\*\*\*|shunt:|lookup|test ?\(|result +\d+ (is|=)", line)]
        print("\n".join(lines[:40]))
        bad += 1
sys.exit(bad != 0)
