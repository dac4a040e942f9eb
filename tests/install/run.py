"""In: a case, a build folder, cmake, the library folder, compilers and a generator. Out: 0 when what `cmake --install` puts
down is complete and programs of every kind find it, 77 when what the case needs is not installed."""
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

CASE, BUILD, CMAKE, LIBDIR, CC, CXX, GENERATOR = sys.argv[1:]
BUILD = os.path.realpath(BUILD)
HERE = pathlib.Path(__file__).resolve().parent
WORK = pathlib.Path(tempfile.mkdtemp())
PREFIX = WORK / "prefix"
LIBRARIES = PREFIX / LIBDIR
PRIVATE = LIBRARIES / "shunt"
NAMES = "blas", "lapack", "lapacke", "blas64", "lapack64", "lapacke64"
CLEAN = {k: v for k, v in os.environ.items() if not re.match("SHUNT_|LD_|CMAKE_|BLA_|PKG_CONFIG", k)} | {
    "OPENBLAS_NUM_THREADS": "1", "XDG_CONFIG_HOME": str(WORK / "config"), "CC": CC, "CXX": CXX,
    "CMAKE_GENERATOR": GENERATOR}


def run(*words, **environment):
    return subprocess.run([str(w) for w in words], env=CLEAN | environment, capture_output=True, text=True, cwd=WORK)


def output(*words, **environment):
    done = run(*words, **environment)
    check(done.returncode == 0, *words, "\n", done.stdout[-3000:], done.stderr[-3000:])
    return done.stdout


def install(destination=""):
    output(CMAKE, "--install", BUILD, "--prefix", PREFIX, DESTDIR=str(destination))
    return pathlib.Path(f"{destination}{PREFIX}")


def files(root):
    return {str(p.relative_to(root)) for p in root.rglob("*") if p.is_symlink() or not p.is_dir()}


def served(program, *routines, library="libblas.so.3", **environment):
    """The program is right, its library is the installed one, and Shunt's own kernels run these routines."""
    loaded = output("ldd", program, **environment)
    check(re.search(rf"{re.escape(library)} => {PREFIX}/", loaded), program, "is bound to", loaded)
    check(re.search(rf"libshunt.so.0 => {PREFIX}/", loaded), "libshunt.so.0 is not the installed one", loaded)
    report = WORK / "report.json"
    output(program, SHUNT_ROUTE="cpu", SHUNT_REPORT=str(report), **environment)
    rows = {row["routine"]: row["calls"]["cpu"] for row in json.loads(report.read_text())["routines"]}
    check(all(rows.get(name) for name in routines), program, rows)
    report.unlink()
    # As users run it: silent, and right as well.
    done = run(program, **environment)
    check((done.returncode, done.stdout, done.stderr) == (0, "", ""), program, done)


def has(library):
    return f"{library} " in output("/sbin/ldconfig", "-p")


def consumer(*options, how="Shunt"):
    folder = WORK / "consumer"
    shutil.rmtree(folder, ignore_errors=True)
    output(CMAKE, "-S", HERE / "consumer", "-B", folder, f"-DHOW={how}", "-DCMAKE_C_FLAGS=-I" + str(HERE.parent / "preload"),
           f"-DWITH_LAPACKE={has('liblapacke.so.3')}",
           "-DCMAKE_EXE_LINKER_FLAGS=-Wl,-z,now -Wl,--no-undefined -Wl,--no-copy-dt-needed-entries", *options)
    output(CMAKE, "--build", folder)
    return folder


def all_served(folder):
    served(folder / "c", "dgemm", "dtrsm", "dpotrf")
    served(folder / "cxx", "dgemm", "dgesv")
    if (folder / "fortran").exists():
        served(folder / "fortran", "dgemm", "dtrsm", "dpotrf")


def case_files():
    """The same files with and without DESTDIR, nothing outside, and no trace of the build folder or the prefix."""
    there = files(install())
    staged = install(WORK / "stage")
    check(files(staged) == there and files(WORK / "stage") == {str((staged / f).relative_to(WORK / "stage")) for f in there},
          "DESTDIR:", files(WORK / "stage"))
    expected = {f"{LIBDIR}/libshunt.so", f"{LIBDIR}/libshunt.so.0", f"{LIBDIR}/pkgconfig/shunt.pc"}
    expected |= {f"{LIBDIR}/shunt/lib{name}.so{end}" for name in NAMES for end in ("", ".3")}
    expected |= {f"{LIBDIR}/shunt/pkgconfig/{name}.pc" for name in NAMES}
    expected |= {f"{LIBDIR}/cmake/Shunt/Shunt{name}.cmake" for name in ("Config", "ConfigVersion", "Targets")}
    expected |= {"include/shunt.f90", "include/shunt_batch.h", "include/shunt_batch_async.h", "include/shunt_gpu.h"}
    if os.path.exists(f"{BUILD}/libshunt_cuda.so"):
        expected.add(f"{LIBDIR}/libshunt_cuda.so")
    check(expected <= there, "missing:", expected - there)
    check({re.sub(r"\.gz$", "", f) for f in there} >= {"share/man/man1/shunt.1", "share/man/man7/shunt.7"}, there)
    rest = {f for f in there - expected if not re.match(r"bin/shunt$|share/(man|doc|lintian)/|.*/ShuntTargets-\w+\.cmake$", f)}
    check(not rest, "unexpected:", rest)
    for file in there:
        text = (PREFIX / file).read_bytes()
        places = [BUILD] if file.endswith((".cmake", ".pc")) else []
        for place in [*places, str(PREFIX)]:
            check(place.encode() not in text, file, "holds", place)
        if re.search(r"\.so\.\d$", file):
            paths = re.search(r"RUNPATH.*\[(.*)\]", output("readelf", "-d", PREFIX / file))
            check((paths[1].split(":") if paths else []) in ([], ["$ORIGIN", "$ORIGIN/.."]), file, paths)


def case_links():
    """Through links in the library folder, as update-alternatives makes them: $ORIGIN is then another folder."""
    install()
    (WORK / "alternatives").mkdir()
    for name in NAMES:
        (WORK / "alternatives" / name).symlink_to(PRIVATE / f"lib{name}.so.3")
        (LIBRARIES / f"lib{name}.so.3").symlink_to(WORK / "alternatives" / name)
    program = WORK / "program"
    output(CC, HERE / "consumer/main.c", "-I", HERE.parent / "preload", "-o", program, "-L", PRIVATE, "-llapack", "-lblas", "-lm")
    for place in LIBRARIES, PRIVATE:
        served(program, "dgemm", "dtrsm", "dpotrf", LD_LIBRARY_PATH=str(place))


def case_find_package():
    install()
    all_served(consumer(f"-DCMAKE_PREFIX_PATH={PREFIX}"))


def case_find_package_moved():
    """A staged tree that was moved to its place, or elsewhere, is found where it is."""
    install(WORK / "stage").rename(PREFIX)
    all_served(consumer(f"-DShunt_ROOT={PREFIX}"))


def case_find_package_wide():
    if not has("liblapack64.so.3"):
        skip("no LAPACK with 64-bit integers to pass calls on to")
    install()
    folder = consumer(f"-DCMAKE_PREFIX_PATH={PREFIX}", "-DWIDE=ON")
    served(folder / "c", "dgemm", "dtrsm", "dpotrf", library="libblas64.so.3")


def case_find_package_version():
    install()
    version = re.search(r"\d+\.\d+", output(PREFIX / "bin/shunt", "--version"))[0]
    options = "-S", HERE / "consumer", f"-DShunt_ROOT={PREFIX}", "-DHOW=Shunt"
    output(CMAKE, *options, "-B", WORK / "same", f"-DVERSION={version}")
    done = run(CMAKE, *options, "-B", WORK / "other", "-DVERSION=999.0")
    check(done.returncode != 0 and "999.0" in done.stderr, done)


def case_find_blas():
    """CMake's own modules without BLA_VENDOR. They want OpenBLAS first: its development files may lie in these folders."""
    install()
    folders = re.findall(r"SEARCH_DIR\(\"=?(.*?)\"\)", output("ld", "--verbose"))
    hidden = ";".join(folders)
    folder = consumer(f"-DCMAKE_PREFIX_PATH={PRIVATE}", f"-DCMAKE_IGNORE_PATH={hidden}", how="FindBLAS")
    chosen = (folder / "libraries.txt").read_text()
    check(str(PRIVATE / "libblas.so") in chosen and str(PRIVATE / "liblapack.so") in chosen, chosen)
    all_served(folder)


def case_find_blas_by_pkg_config():
    if not shutil.which("pkg-config"):
        skip("no pkg-config")
    install()
    os.environ["PKG_CONFIG_PATH"] = CLEAN["PKG_CONFIG_PATH"] = str(PRIVATE / "pkgconfig")
    folder = consumer("-DBLA_PREFER_PKGCONFIG=ON", how="FindBLAS")
    check(str(PRIVATE / "libblas.so") in (folder / "libraries.txt").read_text(), folder)
    all_served(folder)


def case_pkg_config():
    if not shutil.which("pkg-config"):
        skip("no pkg-config")
    install()
    for place, module in [(LIBRARIES, "shunt"), (PRIVATE, "lapack")]:
        words = output("pkg-config", "--libs", module, PKG_CONFIG_PATH=str(place / "pkgconfig")).split()
        output(CC, HERE / "consumer/main.c", "-I", HERE.parent / "preload", "-o", WORK / module, *words, "-lm")
        served(WORK / module, "dgemm", "dtrsm", "dpotrf")
    output("pkg-config", "--exists", *NAMES, PKG_CONFIG_PATH=str(PRIVATE / "pkgconfig"))


def case_command():
    """The installed command finds the installed library, also through a link to it."""
    shunt = install() / "bin/shunt"
    if not shunt.exists():
        skip("the command was not built")
    (WORK / "link").symlink_to(shunt)
    for command in shunt, WORK / "link":
        preload = output(command, "run", "printenv", "LD_PRELOAD").strip()
        check(os.path.samefile(preload, LIBRARIES / "libshunt.so") and preload.startswith(str(PREFIX)), preload)


def case_manual():
    """Pages without warnings; every option and command of --help is in shunt(1), every variable in shunt(7)."""
    if not shutil.which("man"):
        skip("no man")
    share = install() / "share/man"
    pages = {}
    for section in "17":
        page = next((share / f"man{section}").iterdir())
        done = run("man", "--warnings", "-E", "UTF-8", "-l", page, LC_ALL="C.UTF-8", MANWIDTH="200")
        check(done.returncode == 0 and not done.stderr, page, done.stderr)
        pages[section] = done.stdout
        if shutil.which("mandoc"):
            check("WARNING" not in run("mandoc", "-T", "lint", "-W", "warning", page).stdout, page)
    shunt = PREFIX / "bin/shunt"
    commands = re.findall(r"^  (\w+)  ", output(shunt, "--help").partition("Subcommands:")[2].partition("Examples:")[0], re.M)
    check({"run", "doctor", "tune", "enable", "disable"} <= set(commands), commands)
    words = {*commands, *(w for c in commands for w in re.findall(r"^  (?:-\w,)?(--\w+)", output(shunt, c, "--help"), re.M))}
    check(all(re.search(rf"(?<![\w-]){word}(?!\w)", pages["1"]) for word in words), "shunt(1) lacks one of", words)
    readme = (HERE.parent.parent / "README.md").read_text()
    variables = set(re.findall(r"SHUNT_[A-Z_]+", readme))
    check(variables and all(name in pages["7"] for name in variables), "shunt(7) lacks one of", variables)


globals()["case_" + CASE]()
shutil.rmtree(WORK)
