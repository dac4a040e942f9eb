"""In: names.txt and the folder of the full libraries. Out: 0 when they export these names and nothing else, and lack
nothing that Debian's BLAS, CBLAS, LAPACK and LAPACKE have."""
import pathlib
import platform
import re
import subprocess
import sys

LIST, FOLDER = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
LIBS = pathlib.Path(f"/usr/lib/{platform.machine()}-linux-gnu")
bad = 0


def wrong(*words):
    global bad
    bad += 1
    print(*words)


def output(*words):
    return subprocess.run(list(map(str, words)), check=True, capture_output=True, text=True).stdout


def exports(file):
    return {line.split()[-1].split("@")[0] for line in output("nm", "-D", "--defined-only", file).splitlines()}


sections, section = {}, None
for line in LIST.read_text().splitlines():
    if line.startswith("["):
        section = sections.setdefault(line.strip("[]"), [])
    elif not line.startswith("#"):
        section.append(line)
assert list(sections) == ["blas", "cblas", "lapack", "lapacke", "batched"], list(sections)
for title, names in sections.items():
    if names != sorted(set(names)):
        wrong(title, "is not sorted")

VARIABLES = {"RowMajorStrg", "CBLAS_CallFromC"}  # of the Reference CBLAS
ours = {"blas": VARIABLES.union(sections["blas"], sections["cblas"], sections["batched"]), "lapack": set(sections["lapack"]),
        "lapacke": set(sections["lapacke"])}
for stem, names in ours.items():
    for suffix in "", "64":
        file = FOLDER / f"lib{stem}{suffix}.so.3"
        for name in sorted(exports(file) ^ names):
            wrong(file.name, "exports" if name not in names else "lacks", name)
        dynamic = output("readelf", "-dW", file)
        if f"soname: [{file.name}]" not in dynamic or "[libshunt.so.0]" not in dynamic:
            wrong(file.name, dynamic)
        if "BIND_NOW" not in dynamic or "TEXTREL" in dynamic:
            wrong(file.name, "is not bound at once, or has its code relocated")

# What is in those libraries and is none of these interfaces. Inner parts: modules and helpers of the Fortran runtime's
# naming, the steps between CBLAS and Fortran functions, and all that has neither a Fortran name nor a C prefix.
INNER = re.compile(r"_.*|[a-z0-9]+sub_|(?!cblas_|LAPACKE_)(.*[^_]|.*[A-Z].*)|openblas_.*|goto_.*|blas_.*")
# OpenBLAS's extensions: other products and sums, transposed copies, extreme elements, complex symmetric level 2, and C
# functions that return a complex number.
EXTENSION = re.compile(r"(cblas_)?([sdcz]axpb[yc]|[cz]axpyc|[sdcz]geadd|[cz]gemm3m|[sdcz][io]matcopy)_?"
                       r"|(cblas_)?(i[sdcz](max|a?min)|[sdcz]{1,2}(a?max|a?min|sum))_?|[cz](sbmv|spr2|syr2)_|cblas_[cz]dot[cu]")
everything = set().union(*ours.values())
compared = 0
for place in ("blas/libblas.so.3", "lapack/liblapack.so.3", "liblapacke.so.3", "openblas-pthread/libblas.so.3",
              "openblas-pthread/liblapack.so.3", "openblas-pthread/libopenblas.so.0", "openblas-serial/libopenblas.so.0"):
    if not (LIBS / place).exists():
        continue
    compared += 1
    theirs = exports(LIBS / place)
    kept = {name for name in theirs if name in VARIABLES or not INNER.fullmatch(name) and not EXTENSION.fullmatch(name)}
    missing = kept - everything
    # Each where Debian has it, too: a program that is linked to one library alone finds it there.
    stem = re.match(r"lib(blas|lapacke|lapack)\.", place.split("/")[-1])
    if stem and "openblas" not in place:
        missing |= kept - ours[stem[1]]
    for name in sorted(missing):
        wrong(place, "has", name)
    print(f"{place}: {len(theirs)} names, {len(kept)} of them of these interfaces, {len(missing)} missing")
hidden = {name for name in everything - VARIABLES - set(sections["batched"]) if INNER.fullmatch(name) or EXTENSION.fullmatch(name)}
if hidden - {"lapack_make_complex_float", "lapack_make_complex_double"}:
    wrong("the rules leave out", sorted(hidden)[:20])
if not compared:
    print("skipped the comparison: no Debian BLAS here")
print(sum(map(len, ours.values())), "names")
sys.exit(bad != 0)
