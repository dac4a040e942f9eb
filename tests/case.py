"""In: what a test case finds. Out: the end of its process as CTest reads it."""
import sys


def skip(why):
    print("skipped:", why)
    sys.exit(77)


def check(condition, *words):
    if not condition:
        print("FAILED:", *words)
        sys.exit(1)
