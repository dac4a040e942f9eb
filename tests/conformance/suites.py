"""In: nothing; a program's output. Out: the Reference test programs with their input files by suite; tests run and failed."""
import re

# STFSM and CTFSM compare two solutions with an ill-conditioned triangle of order 50, not a residual: another order of
# summation may fail either. Without Shunt OpenBLAS 0.3.21 does: s ratios of 38 to 42 with any kernels, c 31 with those of
# Nehalem, 35 with those of Skylake-X, none with Haswell's, with which small calls of c mixed with ours (AVX2) have 49. The
# triangles of that case of c have condition numbers of 3e4 to 1e6.
ROUNDING_ONLY = {
    "xlintstrfs stest_rfp.in": r"STFSM, CFORM='T', SIDE='L', UPLO='U', TRANS='T', DIAG='N', M= *50, N = *50",
    "xlintstrfc ctest_rfp.in": r"CTFSM, CFORM='N', SIDE='L', UPLO='U', TRANS='C', DIAG='U', M= *50, N = *50"}

# Eigenvalues with vectors are compared with those without: drivers are asked for the same bits, 1 / ulp otherwise, CHKHS (8) for
# the same but for roundings, which ill-conditioned ones are not. cuBLAS, like OpenBLAS, sums by the shape of a product: OpenBLAS
# 0.3.21 without Shunt fails 8 of ced.in, 12 of zed.in, 5 of cgd.in and 3 of zgd.in.
SAME_BITS = {f"xeigtst{p} {data}": pattern for p in "sdcz" for data, pattern in (
    (f"{p}ed.in", r"test\( [567]\)= *0\.(?:839E\+07|450E\+16)"),
    (f"{p}gd.in", r"result +[5-7] is +(?:8\.389[ED]\+06|4\.504[ED]\+15)"),
    ("nep.in", r"result +8 is +\d"))}

# CGEQP3RK 3.12.1 looks at memory that nobody set (valgrind), so its tests differ in number from run to run, with any library.
VARYING = {"xlintstc ctest.in": r"All tests for CQK routines passed the threshold"}

# Octave 7.3 wants NaN for inv (Inf (2, 2)) and inv (NaN (2, 2)). The LU of the Reference 3.11 gives it Inf, four times, that of
# OpenBLAS 0.3.21 twice; ours is as the Reference's.
LIKE_REFERENCE = {"corefcn/inv.cc-tst": 4}


def blas_programs():
    for p in "sdcz":
        yield f"xblat1{p}", None
        yield f"x{p}cblat1", None
        for level in "23":
            yield f"xblat{level}{p}", f"{p}blat{level}.in"
            yield f"x{p}cblat{level}", f"{p}in{level}"


def linear_programs():
    for p in "sdcz":
        yield f"xlintst{p}", f"{p}test.in"
        yield f"xlintstrf{p}", f"{p}test_rfp.in"
    yield "xlintstds", "dstest.in"
    yield "xlintstzc", "zctest.in"


def eigen_programs():
    for p in "sdcz":
        for data in "nep sep se2 svd glm gqr gsv csd lse".split():
            yield f"xeigtst{p}", f"{data}.in"
        for data in "ec ed gg gd sb sg bal bak gbal gbak bb".split():
            yield f"xeigtst{p}", f"{p}{data}.in"


def dynamic_mode_programs():
    for p in "sdcz":
        yield f"xdmdeigtst{p}", f"{p}dmd.in"


SOLUTIONS = {  # what the examples of CBLAS and LAPACKE print, as a regular expression
    "xexample1_CBLAS": "y0 = 11.000000 y1 = 14.000000 y2 = 17.000000 y3 = 20.000000",
    "xexample2_CBLAS": "Parameter 3 to routine DGEMM was incorrect|DGEMM parameter number 3 had an illegal value",
    "xexample_DGELS_rowmajor": "Solution 2.00 1.00 1.00 1.00 1.00 2.00",
    "xexample_DGELS_colmajor": "Solution 2.00 1.00 1.00 1.00 1.00 2.00",
    "xexample_DGESV_rowmajor": "Solution 1.29 -0.31 -0.35 -0.47 -0.80",
    "xexample_DGESV_colmajor": "Solution 1.29 -0.31 -0.35 -0.47 -0.80",
}


def example_programs():
    for name in SOLUTIONS:
        yield name, None


def judge_lines(text, returncode):
    """(tests run, failures) of a program that says PASS or FAIL: BLAS, CBLAS, DMD."""
    run = len(re.findall(r"PASS", text))
    failed = len(re.findall(r"FAIL|\*{4,} FATAL|SUSPECT|ABANDON|NOT DETECTED|symbol lookup", text))
    return run, failed + (returncode != 0)


def judge_example(text, returncode):
    """(1, failures) of an example that prints a solution."""
    return 1, int(returncode != 0 or not re.search("|".join(SOLUTIONS.values()), " ".join(text.split())))


def judge_ratios(text, returncode):
    """(tests run, failures) of a program that counts ratios over a threshold: LAPACK."""
    run = sum(map(int, re.findall(r"\(\s*(\d+) tests (?:run|done)\)", text)))
    failed = 0
    run += sum(map(int, re.findall(r"total number of examples tested +=\s+(\d+)", text)))
    for some, all_of in re.findall(r"(\d+) out of\s+(\d+) tests failed to pass the threshold", text):
        run += int(all_of)
        failed += int(some)
    failed += len(re.findall(r"failed the tests of the error exits|\*\*\* .* (?:not detected|returned wrong)|"
                             r"info is not 0\s*=\s*[1-9]|symbol lookup|error messages recorded", text))
    return run, failed + (returncode != 0)
