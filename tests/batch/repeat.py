"""In: shunt_batch_hash. Out: 0 when two runs and 1, 2 and 3 threads give the same bits for every operation."""
import os
import pathlib
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
import case


def hashes(threads):
    done = subprocess.run(sys.argv[1:2], env=os.environ | {"SHUNT_NUM_THREADS": threads}, capture_output=True, text=True)
    case.check(done.returncode == 0, done.stderr)
    if "SHUNT_ISA" in done.stderr:
        case.skip(done.stderr.strip())
    return dict(line.split() for line in done.stdout.splitlines())


first = hashes("1")
for threads in "1", "2", "3":
    again = hashes(threads)
    differ = [routine for routine in first if first[routine] != again.get(routine)]
    case.check(not differ, f"not the same bits with {threads} thread(s):", *differ)
case.check(len(first) == 4 * 14 + 2, len(first), "operations")
print(len(first), "operations")
