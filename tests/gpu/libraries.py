"""In: shunt_gpu_libraries and libraries with NVIDIA's names. Out: 0 when cuBLAS and cuSOLVER are found where cuda/cublas.cpp
says, in its order: what is loaded, what the loader finds, Python's packages, the toolkit's folders; and when there is
none, or one without what is needed, none."""
import os
import shutil
import subprocess
import sys
import tempfile

import case

PROGRAM, BUILT = sys.argv[1:3]
CLEAN = {k: v for k, v in os.environ.items() if not k.startswith(("CUDA_", "CUBLAS_", "CONDA_", "LD_", "NVIDIA_"))}
PYTHON = "/opt/venv/lib/python3.13/site-packages/"
DEBIAN = "/usr/lib/python3/dist-packages/"
LOADED, LOADER, HOME, CUDA_PATH, CONDA = "/app", "/loader", "/home/cuda", "/cuda-path", "/conda"
TOOLKIT, OPT, SYSTEM = "/usr/local/cuda/lib64", "/opt/cuda/lib64", "/usr/lib/x86_64-linux-gnu"
BLAS = "libcublas.so.13", "libcublas.so.12"
SOLVER = "libcusolver.so.12", "libcusolver.so.11"
VARIABLES = {"LD_LIBRARY_PATH": LOADER, "CUDA_HOME": HOME, "CUDA_PATH": CUDA_PATH, "CONDA_PREFIX": CONDA}
count = 0


def found(files, modules=(), **environment):
    """What the program prints, by its first words: files as {folder: [names]}, a name with ':' is 'file:built as'."""
    global count
    count += 1
    with tempfile.TemporaryDirectory() as root:
        root = os.path.realpath(root)
        for folder, names in files.items():
            os.makedirs(root + folder, exist_ok=True)
            for name in names:
                file, _, built = name.partition(":")
                shutil.copy(f"{BUILT}/{built or file}", f"{root}{folder}/{file}")
        rooted = {k: root + v if v.startswith("/") else v for k, v in environment.items()}
        done = subprocess.run([PROGRAM, *(root + m for m in modules)], capture_output=True, text=True,
                              env=CLEAN | {"SHUNT_TEST_ROOT": root} | rooted)
    case.check(done.returncode == 0, done.returncode, files, done.stdout, done.stderr)
    return {k: v.strip() for k, v in (line.split(":", 1) for line in done.stdout.splitlines())}


def expect(blas, solver, files, modules=(), **environment):
    lines = found(files, modules, **environment)
    case.check((lines["cublas"], lines["cusolver"]) == (blas, solver), f"{files} {modules} {environment}:", lines,
               "instead of", blas, solver)


# None at all, and none where nobody looks.
expect("none", "none", {})
expect("none", "none", {HOME + "/lib64": BLAS, CONDA + "/lib": SOLVER, "/usr/local/lib": BLAS})
# One place each, and either name.
places = {LOADER: {"LD_LIBRARY_PATH": LOADER}, HOME + "/lib64": {"CUDA_HOME": HOME},
          CUDA_PATH + "/lib64": {"CUDA_PATH": CUDA_PATH}, CONDA + "/lib": {"CONDA_PREFIX": CONDA},
          TOOLKIT: {}, OPT: {}, SYSTEM: {}}
for folder, environment in places.items():
    for blas, solver in zip(BLAS, SOLVER):
        expect(f"{folder}/{blas}", f"{folder}/{solver}", {folder: [blas, solver]}, **environment)
    expect(f"{folder}/{BLAS[0]}", f"{folder}/{SOLVER[0]}", {folder: BLAS + SOLVER}, **environment)
    expect("none", f"{folder}/{SOLVER[0]}", {folder: SOLVER}, **environment)
    expect(f"{folder}/{BLAS[1]}", "none", {folder: [BLAS[1]]}, **environment)
# Python's packages: of all libraries together, of each by itself; beside any loaded module, and only there.
module = PYTHON + "torch/lib/module.so"
for site in PYTHON, DEBIAN:
    at = site + "torch/lib"
    together, blas, solver = site + "nvidia/cu13/lib", site + "nvidia/cublas/lib", site + "nvidia/cusolver/lib"
    expect(f"{together}/{BLAS[0]}", f"{together}/{SOLVER[0]}", {at: ["module.so"], together: [BLAS[0], SOLVER[0]]}, [at + "/module.so"])
    expect(f"{blas}/{BLAS[1]}", f"{solver}/{SOLVER[1]}", {at: ["module.so"], blas: [BLAS[1]], solver: [SOLVER[1]]}, [at + "/module.so"])
    expect("none", "none", {blas: [BLAS[1]], solver: [SOLVER[1]]})
expect(f"{DEBIAN}nvidia/cublas/lib/{BLAS[1]}", "none",
       {PYTHON + "torch": ["module.so"], DEBIAN + "scipy": ["module.so"], DEBIAN + "nvidia/cublas/lib": [BLAS[1]]},
       [PYTHON + "torch/module.so", DEBIAN + "scipy/module.so"])
# The order: each place before all that follow, which have both names.
order = [LOADER, PYTHON + "nvidia/cu13/lib", HOME + "/lib64", CUDA_PATH + "/lib64", CONDA + "/lib", TOOLKIT, OPT, SYSTEM]
for i, first in enumerate(order):
    files = {PYTHON + "torch/lib": ["module.so"]} | {folder: BLAS + SOLVER for folder in order[i + 1:]}
    expect(f"{first}/{BLAS[1]}", f"{first}/{SOLVER[1]}", files | {first: [BLAS[1], SOLVER[1]]}, [module], **VARIABLES)
# What the program has loaded goes before everything, an older one as well.
for blas, solver in zip(BLAS, SOLVER):
    expect(f"{LOADED}/{blas}", f"{LOADED}/{solver}",
           {folder: BLAS + SOLVER for folder in order} | {LOADED: [blas, solver], PYTHON + "torch/lib": ["module.so"]},
           [LOADED + "/" + blas, LOADED + "/" + solver, module], **VARIABLES)
# Libraries before CUDA 12, under their own name and under another; one name is missing; no library at all.
expect("none", f"{LOADER}/{SOLVER[0]}", {LOADER: ["libcublas.so.11:libcublas_11.so", SOLVER[0]]}, LD_LIBRARY_PATH=LOADER)
expect("none", "none", {LOADER: ["libcublas.so.12:libcublas_11.so", "libcusolver.so.10:" + SOLVER[1]]}, LD_LIBRARY_PATH=LOADER)
expect("none", "none", {LOADER: [BLAS[0] + ":libcublas_lacks.so", SOLVER[0] + ":libcusolver_lacks.so"]}, LD_LIBRARY_PATH=LOADER)
with tempfile.TemporaryDirectory() as folder:
    BUILT, built = folder, BUILT
    for name in BLAS + SOLVER:
        with open(folder + "/" + name, "w") as file:
            file.write("no library\n")
        shutil.copy(f"{built}/{name}", f"{folder}/good_{name}")
    expect("none", "none", {LOADER: BLAS + SOLVER}, LD_LIBRARY_PATH=LOADER)
    # One that cannot be loaded hides none behind it.
    good = [f"{name}:good_{name}" for name in BLAS + SOLVER]
    expect(f"{TOOLKIT}/{BLAS[0]}", f"{TOOLKIT}/{SOLVER[0]}", {LOADER: BLAS + SOLVER, TOOLKIT: good}, LD_LIBRARY_PATH=LOADER)
    expect(f"{HOME}/lib64/{BLAS[1]}", f"{HOME}/lib64/{SOLVER[1]}", {HOME + "/lib64": [BLAS[0], good[1], SOLVER[0], good[3]]}, CUDA_HOME=HOME)
    BUILT = built
# What would change the arithmetic.
SINGLE, DOUBLE, TF32 = "CUBLAS_EMULATE_SINGLE_PRECISION", "CUBLAS_EMULATE_DOUBLE_PRECISION", "NVIDIA_TF32_OVERRIDE"
for environment, names, pedantic in [({}, "", ""), ({SINGLE: "1"}, SINGLE, "sc"), ({DOUBLE: "1"}, DOUBLE, "dz"),
                                     ({TF32: "1"}, TF32, "sc"), ({TF32: "0", SINGLE: "", DOUBLE: "0"}, "", ""),
                                     ({SINGLE: "1", DOUBLE: "1", TF32: "1"}, f"{SINGLE}, {DOUBLE}, {TF32}", "sdcz")]:
    for math in "", "environment", "other":
        lines = found({TOOLKIT: BLAS}, SHUNT_GPU_MATH=math, **environment)
        follow = math == "environment"
        wanted = ("", names, "") if follow else (names, "", pedantic)
        case.check((lines["not followed"], lines["followed"], lines["pedantic"]) == wanted, environment, math, lines)
print(count, "machines")
