"""In: the shunt command with libshunt.so beside it, a C compiler. Out: 0 when `run` and `doctor` do what they say."""
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time
import unittest

SHUNT = pathlib.Path(sys.argv.pop(1)).resolve()
CC = sys.argv.pop(1)
LIBRARY = SHUNT.parent / "libshunt.so"
OCTAVE = shutil.which("octave-cli")
PYTHON = "/usr/bin/python3"
GENERATOR = "/usr/lib/systemd/user-environment-generators/30-systemd-environment-d-generator"


def clean(**environment):
    return {k: v for k, v in os.environ.items() if not k.startswith("SHUNT_") and k != "LD_PRELOAD"} | environment


def shunt(*words, **environment):
    return subprocess.run([SHUNT, *map(str, words)], env=clean(**environment), capture_output=True, text=True)


def doctor(*words, **environment):
    done = shunt("doctor", "--json", *words, **environment)
    return done.returncode, json.loads(done.stdout)


def taken(diagnosis):
    return {entry["name"] for entry in diagnosis["names"] if entry["taken"]}


class General(unittest.TestCase):
    def test_help(self):
        done = shunt("--help")
        self.assertEqual(done.returncode, 0)
        self.assertIn("Examples:", done.stdout)
        self.assertEqual(shunt("--version").stdout.split()[0], "shunt")

    def test_bad_options(self):
        for words in [[], ["nosuch"], ["run"], ["run", "--verbose", "5", "ls"], ["doctor"], ["run", "--nosuch"]]:
            with self.subTest(words=words):
                done = shunt(*words)
                self.assertIn(done.returncode, (2, 127))
                self.assertNotEqual(done.stderr, "")


class Run(unittest.TestCase):
    def printed(self, *options, variable):
        return shunt("run", *options, "--", "printenv", variable).stdout.rstrip("\n")

    def test_options_become_variables(self):
        with tempfile.NamedTemporaryFile(suffix=".so") as file:
            for option, variable, value in [
                ("--route=cpu,dtrsm=original", "SHUNT_ROUTE", "cpu,dtrsm=original"),
                ("--original=auto", "SHUNT_ORIGINAL", "auto"),
                ("--original=" + file.name, "SHUNT_ORIGINAL", file.name),
                ("--report", "SHUNT_REPORT", "1"),
                ("--report=r.%p.json", "SHUNT_REPORT", os.getcwd() + "/r.%p.json"),
                ("--threads=2", "SHUNT_NUM_THREADS", "2"),
                ("--verbose=1", "SHUNT_VERBOSE", "1"),
                ("--isa=generic", "SHUNT_ISA", "generic"),
                ("--gpu=none", "SHUNT_GPU", "none"),
                ("--gpu-memory=800M", "SHUNT_GPU_MEMORY", "800M"),
                ("--gpu-math=environment", "SHUNT_GPU_MATH", "environment"),
            ]:
                with self.subTest(option=option):
                    self.assertEqual(self.printed(option, variable=variable), value)
        self.assertEqual(self.printed(variable="SHUNT_ROUTE"), "")

    def test_preload_comes_first(self):
        self.assertEqual(self.printed(variable="LD_PRELOAD"), str(LIBRARY))
        libm = subprocess.run([CC, "-print-file-name=libm.so.6"], capture_output=True, text=True).stdout.strip()
        done = shunt("run", "printenv", "LD_PRELOAD", LD_PRELOAD=libm)
        self.assertEqual(done.stdout.strip(), f"{LIBRARY}:{libm}")

    def test_words_of_the_program_are_untouched(self):
        script = ["sh", "-c", 'printf "%s|" "$@"', "x", "--report", "--", "a b", ""]
        for dashes in ([], ["--"]):
            self.assertEqual(shunt("run", "--threads=1", *dashes, *script).stdout, "--report|--|a b||")

    def test_exit_status(self):
        self.assertEqual(shunt("run", "sh", "-c", "exit 3").returncode, 3)
        self.assertEqual(shunt("run", "sh", "-c", "kill -9 $$").returncode, -9)

    def test_program_not_found(self):
        for name, status in [("nosuch", 127), ("./nosuch", 127), ("/etc/passwd", 126), ("/", 126)]:
            with self.subTest(name=name):
                done = shunt("run", "--", name)
                self.assertEqual(done.returncode, status)
                self.assertIn(name, done.stderr)
                self.assertEqual(done.stderr.count("\n"), 1)

    def test_silent(self):
        done = shunt("run", "--", "true")
        self.assertEqual((done.stdout, done.stderr, done.returncode), ("", "", 0))


class Enable(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        self.file = self.folder / "environment.d/60-shunt.conf"

    def shunt(self, *words, status=0, **environment):
        done = shunt(*words, **({"XDG_CONFIG_HOME": str(self.folder)} | environment))
        self.assertEqual(done.returncode, status, done.stderr)
        self.assertEqual(done.stderr.count("\n"), 1 if status else 0)
        return done.stdout + done.stderr

    def test_there_and_back(self):
        self.assertIn("already disabled", self.shunt("disable"))
        self.assertIn("is enabled", self.shunt("enable"))
        written = self.file.read_text()
        self.assertIn("already enabled", self.shunt("enable"))
        self.assertEqual(self.file.read_text(), written)
        self.shunt("disable")
        self.assertEqual(list(self.file.parent.iterdir()), [])

    def test_shell(self):
        """The line that is printed preloads Shunt before what is preloaded, and does nothing once Shunt is disabled."""
        line = next(l for l in self.shunt("enable").splitlines() if l.startswith("    if "))
        show = ["sh", "-eu", "-c", line + "\nenv"]
        libm = subprocess.run([CC, "-print-file-name=libm.so.6"], capture_output=True, text=True).stdout.strip()
        for before, after in [({}, str(LIBRARY)), ({"LD_PRELOAD": libm}, f"{LIBRARY}:{libm}")]:
            done = subprocess.run(show, env={"PATH": os.environ["PATH"]} | before, capture_output=True, text=True)
            self.assertIn(f"LD_PRELOAD={after}\n", done.stdout)
            self.assertEqual(done.stderr, "")
        self.shunt("disable")
        done = subprocess.run(show, env={"PATH": os.environ["PATH"]}, capture_output=True, text=True)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertNotIn("LD_PRELOAD", done.stdout)

    @unittest.skipUnless(os.access(GENERATOR, os.X_OK), "no systemd")
    def test_systemd(self):
        self.shunt("enable")
        done = subprocess.run([GENERATOR], env={"XDG_CONFIG_HOME": str(self.folder)}, capture_output=True, text=True)
        self.assertIn(f"LD_PRELOAD={LIBRARY}\n", done.stdout)

    def test_older_place(self):
        self.shunt("enable")
        written = self.file.read_text()
        self.file.write_text(written.replace(str(LIBRARY), "/opt/old/lib/libshunt.so"))
        self.assertIn("is enabled", self.shunt("enable"))
        self.assertEqual(self.file.read_text(), written)

    def test_edited_file(self):
        self.shunt("enable")
        for text in ["", "LD_PRELOAD=mine.so\n", self.file.read_text() + "SHUNT_ROUTE=cpu\n"]:
            self.file.write_text(text)
            for word in "enable", "disable":
                self.assertIn("was edited", self.shunt(word, status=2))
                self.assertEqual(self.file.read_text(), text)

    def test_no_place(self):
        self.shunt("enable", HOME=str(self.folder / "home"), XDG_CONFIG_HOME="")
        self.assertTrue((self.folder / "home/.config/environment.d/60-shunt.conf").is_file())
        self.assertIn("HOME", self.shunt("enable", status=2, HOME="", XDG_CONFIG_HOME=""))
        self.file.parent.write_text("a file, no folder")
        self.assertIn("cannot be written", self.shunt("enable", status=2))


class Tune(unittest.TestCase):
    """With the plug-in on a device of host memory."""

    DEVICE = "fake:_host_memory"

    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        self.profile = self.folder / "shunt/profile"
        self.profile.parent.mkdir()

    def tune(self, *words, **environment):
        done = shunt("tune", *words, **{"XDG_CONFIG_HOME": str(self.folder), "OPENBLAS_NUM_THREADS": "1",
                                        "SHUNT_PLUGIN": str(SHUNT.parent / "libshunt_fake_cuda.so")} | environment)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done

    def show(self, **environment):
        done = self.tune("--show", "--only=dpotrf", **environment)
        return done.stdout, done.stderr

    def write(self, gpu, version=None, device=DEVICE):
        """A profile as measured, but for the rates: potrf on the GPU, in Mflop/s at all orders."""
        if not self.profile.exists():
            self.tune("--quick", "--gpu", "--only=dpotrf")
            self.measured = self.profile.read_text().splitlines()
        lines = []
        for line in self.measured:
            words = line.split()
            if words[0] == "link":
                line = f"link {device} {version or words[2]} 20000 20000 100"
            elif words[:2] == ["rate", self.DEVICE]:
                line = " ".join(["rate", device, *words[2:5], *[str(gpu)] * 5])
            elif words[0] == "rate":
                line = " ".join([*words[:5], *["10000"] * 5])
            lines.append(line)
        self.profile.write_text("\n".join(lines) + "\n")

    def test_measures(self):
        out = self.tune("--quick", "--gpu", "--only=dpotrf").stdout
        self.assertIn(f"link {self.DEVICE} ", out)
        rows = [line.split() for line in self.profile.read_text().splitlines() if not line.startswith("#")]
        self.assertEqual([row[0] for row in rows], ["link", "rate", "rate"])
        self.assertTrue(all(int(x) > 0 for row in rows for x in row[-3:]))
        # Measured again, they take the place of the old ones; what is measured of the CPU stands beside them.
        self.tune("--quick", "--gpu", "--only=dpotrf")
        self.tune("--quick", "--no-gpu", "--only=dpotrf")
        rows = [line.split()[0] for line in self.profile.read_text().splitlines() if not line.startswith("#")]
        self.assertEqual((rows.count("link"), rows.count("rate"), len(rows)), (1, 2, 4))
        self.assertIn("measured: ", self.show()[0])

    def test_ended_early(self):
        """What was measured until then is in the profile."""
        with subprocess.Popen([SHUNT, "tune", "--no-gpu", "--full"], stdout=subprocess.DEVNULL,
                              env=clean(XDG_CONFIG_HOME=str(self.folder), OPENBLAS_NUM_THREADS="1")) as tune:
            end = time.monotonic() + 120
            while not self.profile.exists() and tune.poll() is None and time.monotonic() < end:
                time.sleep(0.1)
            tune.kill()
        rows = [line.split() for line in self.profile.read_text().splitlines() if not line.startswith("#")]
        self.assertGreater(len(rows), 0)
        self.assertTrue(all(len(row) == 16 for row in rows), rows)

    def test_no_gpu(self):
        for environment, words in [({"SHUNT_PLUGIN": ""}, "(there is no plug-in|no NVIDIA driver)"), ({"SHUNT_GPU": "none"}, "SHUNT_GPU says so"),
                                   ({"SHUNT_TEST_FAULT": "none there"}, "no device, as told")]:
            out, err = self.show(**environment)
            self.assertRegex(out, f"GPU: none: {words}\n")
            self.assertEqual(err, "")

    def test_estimate(self):
        self.assertRegex(self.show()[0], "GPU: fake: host memory, not measured.*\ndpotrf: from order [0-9]+ on")

    def test_crossover(self):
        self.write(gpu=100000)  # the original has 10000, and our kernels gain two or three times as much at most
        self.assertIn("dpotrf: from order ", self.show()[0])
        self.write(gpu=10500)
        self.assertIn("dpotrf: never up to order ", self.show()[0])

    def test_other_device_or_version(self):
        for change in {"device": "fake:_another"}, {"version": 1}:
            self.write(gpu=1, **change)
            out, err = self.show()
            self.assertIn("not measured", out)
            self.assertIn("dpotrf: from order ", out)
            self.assertEqual(err.count("\n"), 1, err)
            self.assertIn("not used", err)

    def test_damaged(self):
        self.write(gpu=1)
        whole = self.profile.read_text()
        for text in (whole.replace(" 20000 100", " 20000"), whole.replace("link ", "lnk "), whole[:-7] + "\n",
                     whole + "rate here nosuch d 1 1 1 1 1 1\n", whole.replace(" 1 1 1 1 1", " 1 1 0 1 1")):
            self.assertNotEqual(text, whole)
            self.profile.write_text(text)
            out, err = self.show()
            self.assertIn("not measured", out)
            self.assertEqual(err.count("\n"), 1, err)
            self.assertIn("not a profile row", err)


class Doctor(unittest.TestCase):
    """On small programs made here: what they would call is known."""

    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        (self.folder / "blas.c").write_text("void dgemm_(void) {} void dgemm_64_(void) {} void daxpy_(void) {}")
        (self.folder / "main.c").write_text(
            "void dgemm_(void), dgemm_64_(void), daxpy_(void);"
            "int main(int argc, char** argv) {"
            "  if (argc > 9) { dgemm_(); dgemm_64_(); daxpy_(); } return argv[0] == 0; }")

    def build(self, output, *words):
        done = subprocess.run([CC, "-o", output, *words], cwd=self.folder, capture_output=True, text=True)
        if done.returncode:
            self.skipTest(done.stderr)
        return self.folder / output

    def program(self):
        self.build("libplain.so", "-shared", "-fPIC", "blas.c")
        return self.build("program", "main.c", "-L.", "-lplain", f"-Wl,-rpath,{self.folder}")

    def test_dynamic(self):
        for words in ([], ["--run", "--"]):
            status, diagnosis = doctor(*words, self.program())
            self.assertEqual(status, 0)
            self.assertEqual(taken(diagnosis), {"dgemm_", "dgemm_64_"})
            self.assertIn("daxpy_", {entry["name"] for entry in diagnosis["names"]})

    def test_one_thread(self):
        (self.folder / "open.c").write_text("""
            char* openblas_get_config(void) { return "OpenBLAS 0.3.21 fake"; }
            int openblas_get_parallel(void) { return THREADS; }
            void dgemm_(void) {}""")
        (self.folder / "gemm.c").write_text("void dgemm_(void); int main(int c, char** v) { if (c > 9) dgemm_(); return !v; }")
        for threads in 0, 1:
            self.build("libopenblas.so", "-shared", "-fPIC", f"-DTHREADS={threads}", "open.c")
            program = self.build("gemm", "gemm.c", "-L.", "-lopenblas", f"-Wl,-rpath,{self.folder}")
            _, diagnosis = doctor(program)
            self.assertEqual([entry["one_thread"] for entry in diagnosis["libraries"]], [not threads])
            self.assertEqual(any("one thread" in text for text in diagnosis["advice"]), not threads)

    def test_text(self):
        done = shunt("doctor", self.program())
        self.assertIn("Shunt takes 2 of 3 names.", done.stdout)

    def test_built_in(self):
        status, diagnosis = doctor(self.build("static_blas", "main.c", "blas.c"))
        self.assertEqual((status, taken(diagnosis)), (1, set()))
        self.assertIn("linked statically", diagnosis["names"][0]["reason"])

    def test_static_program(self):
        status, diagnosis = doctor(self.build("static_program", "-static", "main.c", "blas.c"))
        self.assertEqual(status, 1)
        self.assertIn("linked statically", diagnosis["blockers"][0])

    def test_hidden_copy(self):
        (self.folder / "hidden.c").write_text(
            '__attribute__((visibility("hidden"), noinline)) void dtrsm_(void) {} void f(void) { dtrsm_(); }')
        self.build("libhidden.so", "-shared", "-fPIC", "hidden.c")
        (self.folder / "user.c").write_text("void f(void); int main(void) { f(); }")
        user = self.build("user", "user.c", "-L.", "-lhidden", f"-Wl,-rpath,{self.folder}")
        status, diagnosis = doctor(user)
        self.assertEqual(status, 1)
        self.assertIn("libhidden.so holds 1 routines of its own", diagnosis["notes"][0])

    def test_setuid(self):
        program = self.program()
        program.chmod(0o4755)
        status, diagnosis = doctor(program)
        self.assertEqual((status, taken(diagnosis)), (1, set()))
        self.assertIn("setuid", diagnosis["blockers"][0])

    def test_script(self):
        program = self.program()
        script = self.folder / "script"
        script.write_text(f"#!{program}\n")
        script.chmod(0o755)
        _, diagnosis = doctor(script)
        self.assertEqual(diagnosis["program"], str(program))
        self.assertIn("script", diagnosis["notes"][0])

    def test_foreign_machine(self):
        program = self.folder / "foreign"
        header = bytearray((self.program()).read_bytes()[:4096])
        header[18:20] = (0xF3, 0)  # RISC-V
        program.write_bytes(header)
        program.chmod(0o755)
        status, diagnosis = doctor(program)
        self.assertEqual(status, 1)
        self.assertIn("RISC-V", diagnosis["kind"])

    def test_damaged_files(self):
        whole = self.program().read_bytes()
        program = self.folder / "damaged"
        for size in (0, 3, 17, 63, 64, 100, 1000, 5000, len(whole) - 1):
            program.write_bytes(whole[:size])
            program.chmod(0o755)
            self.assertIn(shunt("doctor", program).returncode, (0, 1, 2))
        for place in range(16, 64):
            program.write_bytes(whole[:place] + b"\xff" + whole[place + 1:])
            program.chmod(0o755)
            self.assertIn(shunt("doctor", program).returncode, (0, 1, 2))

    def test_wide_integers(self):
        (self.folder / "gemm.c").write_text("void dgemm_(void); int main(int c, char** v) { if (c > 9) dgemm_(); return !v; }")
        _, diagnosis = doctor(self.build("gemm", "gemm.c", "-l:libblas64.so.3"))
        plain = [entry for entry in diagnosis["names"] if entry["name"] == "dgemm_"]
        self.assertFalse(plain[0]["taken"])
        self.assertIn("64-bit", plain[0]["reason"])

    @unittest.skipUnless(OCTAVE, "no Octave")
    def test_octave(self):
        status, diagnosis = doctor(OCTAVE)
        self.assertEqual(status, 0)
        self.assertLessEqual({"dgemm_", "ztrsm_", "dgetrf_", "dpotrf_"}, taken(diagnosis))

    def test_numpy(self):
        if subprocess.run([PYTHON, "-c", "import numpy"], capture_output=True).returncode:
            self.skipTest("no numpy")
        status, diagnosis = doctor(PYTHON)
        self.assertEqual(status, 1)
        self.assertIn("--run", diagnosis["advice"][0])
        status, diagnosis = doctor("--run", "--", PYTHON, "-c", "import numpy")
        self.assertEqual(status, 0)
        self.assertIn("cblas_dgemm", taken(diagnosis))


unittest.main()
