"""In: a program that prints a hash a routine (shunt_hash, shunt_batch_hash) and how many it prints. Out: 0 when two runs
and 1, 2 and 3 threads give the same bits for every routine."""
import os
import subprocess
import sys

import case


def hashes(threads):
    done = subprocess.run(sys.argv[1:2], env=os.environ | {"SHUNT_NUM_THREADS": threads}, capture_output=True, text=True)
    if done.returncode == 77 or "SHUNT_ISA" in done.stderr:
        case.skip((done.stdout if done.returncode == 77 else done.stderr).strip())
    case.check(done.returncode == 0 and not done.stderr, done.stderr)
    return dict(line.split() for line in done.stdout.splitlines())


first = hashes("1")
for threads in "1", "2", "3":
    again = hashes(threads)
    differ = [routine for routine in first if first[routine] != again.get(routine)]
    case.check(not differ, f"not the same bits with {threads} thread(s):", *differ)
case.check(len(first) == int(sys.argv[2]), len(first), "routines")
print(len(first), "routines")
