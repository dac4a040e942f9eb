"""In: libshunt.so and exports.txt. Out: 0 when its exports, needs, SONAME and size are those agreed on."""
import pathlib
import re
import subprocess
import sys
import tempfile


def output(*words):
    return subprocess.run(words, check=True, capture_output=True, text=True).stdout


library, contract, sanitized = sys.argv[1], pathlib.Path(sys.argv[2]), len(sys.argv) > 3
bad = 0
exports = sorted(line.split()[-1].split("@")[0] for line in output("nm", "-D", "--defined-only", library).splitlines())
agreed = contract.read_text().split()
assert agreed == sorted(agreed), "exports.txt is not sorted"
for name in sorted(set(exports) ^ set(agreed)):
    print("not in exports.txt:" if name in exports else "not exported:", name)
    bad += 1

dynamic = output("readelf", "-dW", library)
soname = re.findall(r"SONAME.*\[(.*)\]", dynamic)
if soname != ["libshunt.so.0"]:
    print("SONAME is", soname)
    bad += 1
if not sanitized:
    for name in re.findall(r"NEEDED.*\[(.*)\]", dynamic):
        if not re.fullmatch(r"(libc|libm|libdl|libpthread|librt)\.so\.\d+|ld-linux.*\.so\.\d+", name):
            print("needs", name)
            bad += 1
    with tempfile.NamedTemporaryFile() as stripped:
        subprocess.run(["strip", "-o", stripped.name, library], check=True)
        size = pathlib.Path(stripped.name).stat().st_size
    print(f"{len(exports)} exports, {size / 2**20:.2f} MiB stripped")
    bad += size > 9.85 * 2**20  # two thirds of it are the batched kernels, for three instruction sets
sys.exit(bad != 0)
