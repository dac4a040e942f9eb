"""In: shunt_hash, and SHUNT_PLUGIN with a GPU. Out: 0 when variables that let NVIDIA's libraries compute otherwise (TF32,
emulated precision) are not followed, and the report says so. Bits change in double precision, where the mode of cuBLAS
that does not follow CUBLAS_EMULATE_DOUBLE_PRECISION sums some products in another order, and in QR, which is not left to
cuSOLVER then. Whether cuBLAS emulates is up to CUBLAS_EMULATION_STRATEGY, and no bit must depend on it."""
import os
import subprocess
import sys

import case

VARIABLES = {"CUBLAS_EMULATE_SINGLE_PRECISION": "1", "CUBLAS_EMULATE_DOUBLE_PRECISION": "1",
             "NVIDIA_TF32_OVERRIDE": "1"}
SOLVERS = "geqrf", "ormqr", "unmqr", "orgqr", "ungqr"  # where a factor may be cuSOLVER's
EAGER = {"CUBLAS_EMULATION_STRATEGY": "eager"}  # emulated where it is slower, too


def run(**environment):
    clean = {k: v for k, v in os.environ.items() if k not in VARIABLES | EAGER}
    done = subprocess.run(sys.argv[1:2], capture_output=True, text=True, env=clean | environment | {
        "SHUNT_ROUTE": "gpu", "SHUNT_REPORT": "1"})
    case.check(done.returncode == 0, done.stdout, done.stderr)
    if "GPU: cuda" not in done.stderr:
        case.skip("no GPU")
    return done.stdout.splitlines(), done.stderr


def bits(lines, precisions):
    return [line for line in lines if line[0] in precisions]


def changed(lines, others):
    return [line.split()[0] for line, other in zip(lines, others) if line != other]


plain, report = run()
case.check("not followed" not in report, report)
# What stands for a precision where one of its variables is set: TF32 changes other bits than emulation would.
unchanged = {"sc": bits(run(NVIDIA_TF32_OVERRIDE="1")[0], "sc"), "dz": bits(run(CUBLAS_EMULATE_DOUBLE_PRECISION="1")[0], "dz")}
others = [name for name in changed(bits(plain, "sc"), unchanged["sc"]) if not name[1:].startswith(SOLVERS)]
case.check(not others, "NVIDIA_TF32_OVERRIDE changes the bits of", *others)
for variables in [{name: value} for name, value in VARIABLES.items()] + [VARIABLES]:
    lines, report = run(**variables, **EAGER)
    case.check(len(lines) == len(plain), *lines)
    for precisions, of in unchanged.items():
        touched = any(("DOUBLE" in name) == (precisions == "dz") for name in variables)
        differ = changed(bits(lines, precisions), of if touched else bits(plain, precisions))
        case.check(not differ, f"{variables} change the bits of", *differ)
    for name in variables:
        case.check(f"{name}" in report and "set, and not followed on the GPU" in report, f"{name} is not reported", report)
lines, report = run(**VARIABLES, SHUNT_GPU_MATH="environment")
case.check(len(lines) == len(plain) and "not followed" not in report, report)
case.check("following " + ", ".join(VARIABLES) in report, report)
print(len(plain), "routines,", len(VARIABLES), "variables")
