"""In: shunt_hash, and SHUNT_PLUGIN with a GPU. Out: 0 when variables that let NVIDIA's libraries compute otherwise (TF32,
emulated precision) are not followed, and the report says so. Nothing but products in double precision changes a bit: the
mode of cuBLAS that does not follow CUBLAS_EMULATE_DOUBLE_PRECISION sums some of them in another order. Whether these are
emulated is up to CUBLAS_EMULATION_STRATEGY, and so must not depend on it."""
import os
import subprocess
import sys

import case

VARIABLES = {"CUBLAS_EMULATE_SINGLE_PRECISION": "1", "CUBLAS_EMULATE_DOUBLE_PRECISION": "1",
             "NVIDIA_TF32_OVERRIDE": "1"}
EAGER = {"CUBLAS_EMULATION_STRATEGY": "eager"}  # emulated where it is slower, too


def run(**environment):
    clean = {k: v for k, v in os.environ.items() if k not in VARIABLES | EAGER}
    done = subprocess.run(sys.argv[1:2], capture_output=True, text=True, env=clean | environment | {
        "SHUNT_ROUTE": "gpu", "SHUNT_REPORT": "1"})
    case.check(done.returncode == 0, done.stdout, done.stderr)
    if "GPU: cuda" not in done.stderr:
        case.skip("no GPU")
    return done.stdout.splitlines(), done.stderr


plain, report = run()
case.check("not followed" not in report, report)
in_double = run(CUBLAS_EMULATE_DOUBLE_PRECISION="1")[0]
for variables in [{name: value} for name, value in VARIABLES.items()] + [VARIABLES]:
    changed, report = run(**variables, **EAGER)
    double = "CUBLAS_EMULATE_DOUBLE_PRECISION" in variables
    wanted = [other if double and line[0] in "dz" else line for line, other in zip(plain, in_double)]
    differ = [line.split()[0] for line, other in zip(wanted, changed) if line != other]
    case.check(not differ and len(plain) == len(changed), f"{variables} change the bits of", *differ)
    for name in variables:
        case.check(f"{name}" in report and "set, and not followed on the GPU" in report, f"{name} is not reported", report)
print(len(plain), "routines,", len(VARIABLES), "variables")
