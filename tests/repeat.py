"""In: shunt_hash. Out: 0 when two runs and 1, 2 and 3 threads give the same bits for every routine on the CPU route."""
import os
import subprocess
import sys


def hashes(**environment):
    done = subprocess.run(sys.argv[1:2], env=os.environ | environment, capture_output=True, text=True)
    if done.returncode == 77:
        print(done.stdout)
        sys.exit(77)
    assert done.returncode == 0 and not done.stderr, done.stderr
    return dict(line.split() for line in done.stdout.splitlines())


first = hashes(SHUNT_NUM_THREADS="1")
bad = 0
for threads in "1", "2", "3":
    again = hashes(SHUNT_NUM_THREADS=threads)
    for routine in first:
        if first[routine] != again[routine]:
            print(f"{routine}: not the same bits with {threads} thread(s)")
            bad += 1
print(f"{len(first)} routines, {bad} differ")
sys.exit(bad != 0 or len(first) != 88 + 6)
