#!/usr/bin/env python3
"""In: the table `signatures` in shim/batch.hpp and the list of entries in shim/batch.cpp. Out: fortran/shunt.f90,
shim/shunt_batch.h and shim/shunt_batch_async.h.

    generate.py                 writes the files
    generate.py check           0 if all are as this script would write them
    generate.py symbols LIB     0 if they declare exactly the batched symbols that LIB exports

What the table does not say stands here: the field's names of arguments, the documentation, and the generic names."""
import pathlib
import re
import subprocess
import sys
import textwrap

HERE = pathlib.Path(__file__).resolve().parent
TABLE = HERE.parent / "shim/batch.hpp"
ENTRIES = HERE.parent / "shim/batch.cpp"
FORTRAN = HERE / "shunt.f90"
HEADER = HERE.parent / "shim/shunt_batch.h"
ASYNC_HEADER = HERE.parent / "shim/shunt_batch_async.h"
WIDTH = 120

OPTIONS = "side", "uplo", "transa", "transb", "diag"
SIZES = "m", "n", "k"
SCALARS = "alpha", "beta"
STEPS = {"lda": "a", "ldb": "b", "ldc": "c", "incb": "b", "incc": "c"}  # and the operand that each belongs to
VECTORS = "ipiv", "tau", "taup", "d", "e"
ENTRY = r"^\s*(ALL|REAL|COMPLEX)\(([a-z, ]+), (\d+, \d+, \d+)\)"
FORMS = "batch", "batch_strided", "vbatch"
KINDS = {"s": "real(real32)", "d": "real(real64)", "c": "complex(real32)", "z": "complex(real64)"}
REAL = {"s": "s", "d": "d", "c": "s", "z": "d"}
C_TYPES = {"s": "float", "d": "double", "c": "shunt_complex8", "z": "shunt_complex16"}

# The field's names where they are not the table's.
RENAMED = {
    "gemv": {"transa": "trans", "b": "x", "c": "y", "incb": "incx", "incc": "incy"},
    "syrk": {"transa": "trans"},
    "herk": {"transa": "trans"},
    "trsv": {"transa": "trans", "b": "x", "incb": "incx"},
    "getrs": {"transa": "trans", "k": "nrhs"},
    "potrs": {"k": "nrhs"},
    "gebrd": {"tau": "tauq"},
}

# What each routine does, and the shapes of one matrix.
DOCUMENTATION = {
    "gemm": """C := alpha op(A) op(B) + beta C. C is m x n, op(A) m x k, op(B) k x n; op by transa and transb: N as it
            is, T transposed, C conjugate transposed. C is not read if beta = 0.""",
    "gemv": """y := alpha op(A) x + beta y. A is m x n; y has m elements if trans is N, else n. Increments are any but
            0; a negative one counts from the end. y is not read if beta = 0.""",
    "syrk": """C := alpha A A^T + beta C (trans N; A is n x k) or alpha A^T A + beta C (trans T; A is k x n). C is
            n x n and symmetric; only the triangle uplo (U, L) of it is looked at.""",
    "herk": """C := alpha A A^H + beta C (trans N; A is n x k) or alpha A^H A + beta C (trans C; A is k x n). C is
            n x n and Hermitian, alpha and beta are real; only the triangle uplo (U, L) of C is looked at.""",
    "trsm": """B := alpha op(A)^-1 B (side L; A is m x m) or alpha B op(A)^-1 (side R; A is n x n). B is m x n, A
            triangular by uplo (U, L), with ones on its diagonal if diag is U. Nobody looks for zeros there.""",
    "trmm": """B := alpha op(A) B (side L; A is m x m) or alpha B op(A) (side R; A is n x n). B is m x n, A triangular
            by uplo (U, L), with ones on its diagonal if diag is U.""",
    "trsv": """x := op(A)^-1 x. A is n x n and triangular by uplo (U, L), with ones on its diagonal if diag is U. Nobody
            looks for zeros there.""",
    "getrf": """A = P L U with partial pivoting, in place. A is m x n; ipiv has min(m, n) rows that row i was swapped
             with, from 1. info: i > 0 if U(i,i) is the first that is exactly zero; the factorization is complete.""",
    "getrs": """op(A) X = B by the factors and ipiv of getrf. A is n x n, B n x nrhs and overwritten by X; op by trans
             (N, T, C).""",
    "getri": """A^-1 from the factors and ipiv of getrf, in place. A is n x n. info: i > 0 if U(i,i) is the first that
             is exactly zero; that matrix is not inverted.""",
    "potrf": """A = U^H U (uplo U) or L L^H (uplo L), in place. A is n x n, symmetric or Hermitian, positive definite;
             only one triangle is looked at. info: i > 0 if the leading minor of order i is not positive.""",
    "potrs": """A X = B by the factor of potrf of the same uplo. A is n x n, B n x nrhs and overwritten by X.""",
    "geqrf": """A = Q R by Householder reflections, in place, as LAPACK stores them: R in the upper triangle, vectors
             below it, min(m, n) factors in tau. A is m x n.""",
    "orgqr": """Q with orthonormal columns from the first k reflections of geqrf, in place. A is m x n, m >= n >= k;
             tau has k elements.""",
    "ungqr": """Q with orthonormal columns from the first k reflections of geqrf, in place. A is m x n, m >= n >= k;
             tau has k elements.""",
    "gebrd": """A = Q B P^H with B bidiagonal (upper if m >= n, else lower), in place, as LAPACK stores it. A is m x n;
             d, tauq and taup have min(m, n) elements, e one less; d and e are real.""",
}


class Routine:
    """One row of the table under one of its names."""

    def __init__(self, stem, lapack, real_scalars, written, arguments, precisions):
        self.stem, self.lapack, self.real_scalars, self.written = stem, lapack, real_scalars, written
        self.arguments, self.precisions = arguments, precisions

    def name(self, argument):
        return RENAMED.get(self.stem, {}).get(argument, argument)

    def list(self, form):
        """(argument of the table, its name in this form) in order; the ends have names of their own."""
        out = []
        for argument in self.arguments:
            out.append((argument, self.name(argument)))
            if form == "batch_strided" and (argument in STEPS or argument in VECTORS):
                out.append(("stride", "stride_" + self.name(STEPS.get(argument, argument))))
        if form == "batch":
            out += [("group_count", "group_count"), ("group_size", "group_size")]
        else:
            out += [("count", "batch_size" if form == "batch_strided" else "batch_count")]
        return out + ([("info", "info")] if self.lapack else [])

    def place(self, name):
        """The number of an argument of the strided form, which errors are reported by."""
        return 1 + [n for _, n in self.list("batch_strided")].index(name)

    def is_array(self, argument, form):
        """Whether there is one a group or a matrix, and not one for all."""
        if argument in ("group_count", "count", "stride"):
            return False
        if argument in OPTIONS or argument in SCALARS:
            return form == "batch"
        return form != "batch_strided" or argument in ("a", "b", "c", "info", *VECTORS)

    def kind(self, argument, precision):
        """The precision's letter of an operand or scalar, or i for pivots."""
        if argument == "ipiv":
            return "i"
        return REAL[precision] if argument in "de" or (argument in SCALARS and self.real_scalars) else precision


def read_table():
    rows = {}
    table = TABLE.read_text().partition("Signature signatures[] = {")[2].partition("};")[0]
    for kind, stem, rest in re.findall(r'^\s*(blas|lapack)\("(\w+)", (.*)\),$', table, re.M):
        words = rest.split(", ")
        written = re.findall(r"\w+", re.sub(r"\bbit\b", "", words[0]))
        arguments = words[2:] if kind == "blas" else words[1:]
        rows[stem.lower()] = kind == "lapack", kind == "blas" and words[1] == "true", written, arguments
    routines = []
    for macro, words, arities in re.findall(ENTRY, ENTRIES.read_text(), re.M):
        names = words.split(", ")
        precisions = {"ALL": "sdcz", "REAL": "sd", "COMPLEX": "cz"}[macro]
        routine = Routine(names[0], *rows[names[-1]], precisions)
        found = [len(routine.list(form)) for form in FORMS]
        if found != [int(a) for a in arities.split(", ")]:
            sys.exit(f"{names[0]}: {found} arguments here, {arities} in {ENTRIES}")
        routines.append(routine)
    if len(rows) != 15 or {r.stem for r in routines} != set(DOCUMENTATION):
        sys.exit(f"{TABLE} or {ENTRIES} has other routines than this script knows")
    return routines


def comment(text, mark, indent=""):
    return textwrap.wrap(" ".join(text.split()), WIDTH, initial_indent=indent + mark + " ",
                         subsequent_indent=indent + mark + " ")


# ---- Fortran ----

def fortran_wrap(text, indent):
    """A statement over as many lines as it takes, broken after commas."""
    lines, line = [], indent
    for piece in re.split(r"(?<=, )(?!int32\)|name=)", text):
        if len(line) + len(piece.rstrip()) > WIDTH - 2 and line.strip():
            lines.append(line.rstrip() + " &")
            line = indent + "    "
        line += piece
    return lines + [line.rstrip()]


FORTRAN_START = """
! In: a library, libshunt.so, and arrays of a program. Out: its batched BLAS and LAPACK, checked by the compiler.
! Written by generate.py; change that instead. Compile it beside the program, link with -lshunt.
!
! Every routine has three shapes of call; <p> is s, d, c or z.
!
! <p><op>_batch (group): options, sizes, leading dimensions, increments and scalars are arrays over groups of alike
!     matrices, group_size(i) is how many matrices group i has. Every operand is an array of addresses, one a matrix,
!     through all groups: either type(c_ptr), from c_loc, or integer(c_intptr_t), from the common extension loc.
! <p><op>_batch_strided: everything is said once; batch_size matrices lie in one array, stride_a elements (not bytes)
!     from one to the next, and so do vectors, pivots and factors. Stride 0 on an input: all share it.
! <p><op>_vbatch (variable): options, alpha and beta are said once; sizes, leading dimensions and increments are
!     arrays over batch_count matrices; operands are arrays of addresses as above.
!
! Matrices are stored by columns, leading dimensions and increments count elements. The targets of addresses must
! have the attribute target (or pointer). Integers are int32; the names that end in _64 take int64. Problems of one
! call must be independent: what one writes no other may read or write.
!
! Memory: the host's for all matrices of a call, or a device's (CUDA; managed memory goes with either), in order with the
! stream that shunt_set_stream() has named. Without one, or where info is in the host's memory, the result is there on
! return. Arrays of addresses, sizes, ipiv and info may be in either.
!
! Errors: everything is checked before any data is touched. BLAS routines call xerbla with the routine's name and the
! number of the bad argument, and do nothing; LAPACK routines set info(:) = -number and do nothing. Else info(i) is
! that of LAPACK for matrix i: one that fails does not change a bit of another. Zero groups, matrices or sizes: done.
!
! Generic names take whole arrays with the matrix's number as last subscript, of any of the four types, and int32 or
! int64 for ipiv and info (both of one kind); sizes and strides come from the arrays:
!
@SYNOPSIS@
!
!     a, b, c         (rows, columns, batch); b of getrs and potrs may be (rows, batch): one right-hand side each;
!                     one of a and b of gemm may be (rows, columns): all share it
!     x, y            (elements, batch)
!     ipiv, tau, d, e (at least as many as LAPACK wants, batch)
!     info            (batch)
!
! Optional arguments have BLAS's usual defaults: N, U for uplo, L for side, alpha = 1, beta = 0. Sections are passed
! without a copy as long as the first subscript runs over neighbours in memory, others through a copy. Arrays that do
! not fit together are reported as the strided routine reports a bad argument, under its numbers: by xerbla for the
! leading dimension or increment, or in info for the operand.
module shunt
! Kinds by these names, or gfortran warns of every argument.
use, intrinsic :: iso_c_binding, only: int32 => c_int32_t, int64 => c_int64_t, real32 => c_float, &
    real64 => c_double, c_char, c_intptr_t, c_ptr, c_loc, c_f_pointer
implicit none
private :: int32, int64, real32, real64, c_char, c_intptr_t, c_ptr, c_loc, c_f_pointer
"""


def interface(routine, precision, form, wide):
    kind = "int64" if wide else "int32"
    name = f"{precision}{routine.stem}_{form}" + ("_64" if wide else "")
    arguments = routine.list(form)
    declarations = {}  # type and intent -> names
    for argument, what in arguments:
        array = "(*)" if routine.is_array(argument, form) else ""
        written = argument in routine.written or argument == "info"
        if argument in OPTIONS:
            head = "character(kind=c_char), intent(in)"
        elif argument in ("a", "b", "c", *VECTORS):
            intent = "inout" if argument in routine.written else "in"
            if form != "batch_strided":
                head, array = "type(*), dimension(*), intent(in)", ""
            else:
                letter = routine.kind(argument, precision)
                pure = written and argument in VECTORS
                head = f"{KINDS.get(letter, f'integer({kind})')}, intent({'out' if pure else intent})"
                head = head.replace("intent(out)", "intent(inout)")  # of what lies between vectors, nothing is lost
        elif argument in SCALARS:
            head = KINDS[routine.kind(argument, precision)] + ", intent(in)"
        else:
            head = f"integer({kind}), intent({'inout' if argument == 'info' else 'in'})"
        declarations.setdefault(head, []).append(what + array)
    kinds = sorted({k for head in declarations for k in re.findall(r"(?:int|real)\d\d|c_char", head)})
    lines = fortran_wrap(f"subroutine {name}({', '.join(n for _, n in arguments)}) bind(c, name=\"{name}_\")", " " * 8)
    lines.append(f"            import :: {', '.join(kinds)}")
    for head, names in declarations.items():
        lines += fortran_wrap(f"{head} :: {', '.join(names)}", " " * 12)
    return lines + ["        end subroutine"]


def one(precision):
    real = KINDS[precision].split("(")[1][:-1]
    return f"1.0_{real}" if precision in "sd" else f"(1.0_{real}, 0.0_{real})"


def zero(precision):
    return one(precision).replace("1.0", "0.0")


# How a dummy array's memory is read from its descriptor. Distances of no use to BLAS end in a copy.
ATTACH = {
    "matrices": """
        ! Of a(:, :, :): the elements from a(1,1,1) on, and the distances of columns and of matrices.
        subroutine matrices_{p}(a, p, ld, stride, copied)
            {T}, intent(in), target :: a(:, :, :)
            {T}, pointer, contiguous, intent(out) :: p(:)
            integer(int64), intent(out) :: ld, stride
            logical, intent(out) :: copied
            integer(int64) :: m, n, batch, row, i, j

            m = size(a, 1, int64)
            n = size(a, 2, int64)
            batch = size(a, 3, int64)
            row = 1
            ld = max(1_int64, m)
            stride = ld * n
            copied = m * n * batch == 0
            if (.not. copied) then
                if (m > 1) row = distance(c_loc(a(1, 1, 1)), c_loc(a(2, 1, 1)), storage_size(a))
                if (n > 1) ld = distance(c_loc(a(1, 1, 1)), c_loc(a(1, 2, 1)), storage_size(a))
                if (batch > 1) stride = distance(c_loc(a(1, 1, 1)), c_loc(a(1, 1, 2)), storage_size(a))
                copied = row /= 1 .or. ld < m .or. stride < m
            end if
            if (.not. copied) then
                call c_f_pointer(c_loc(a(1, 1, 1)), p, [(batch - 1) * stride + (n - 1) * ld + m])
                return
            end if
            ld = max(1_int64, m)
            stride = ld * n
            allocate (p(max(1_int64, batch * stride)))
            do j = 1, batch
                do i = 1, merge(n, 0_int64, m > 0)
                    p((j - 1) * stride + (i - 1) * ld + 1:(j - 1) * stride + (i - 1) * ld + m) = a(:, i, j)
                end do
            end do
        end subroutine""",
    "columns": """
        ! Of a(:, :): the elements from a(1,1) on, and the distance of columns.
        subroutine columns_{p}(a, p, ld, copied)
            {T}, intent(in), target :: a(:, :)
            {T}, pointer, contiguous, intent(out) :: p(:)
            integer(int64), intent(out) :: ld
            logical, intent(out) :: copied
            integer(int64) :: increment

            call vectors_{p}(a, p, increment, ld, copied, only_unit=.true.)
        end subroutine""",
    "vectors": """
        ! Of x(:, :): the elements from x(1,1) on, and the distances of elements and of columns.
        subroutine vectors_{p}(x, p, increment, stride, copied, only_unit)
            {T}, intent(in), target :: x(:, :)
            {T}, pointer, contiguous, intent(out) :: p(:)
            integer(int64), intent(out) :: increment, stride
            logical, intent(out) :: copied
            logical, intent(in) :: only_unit
            integer(int64) :: m, batch, j

            m = size(x, 1, int64)
            batch = size(x, 2, int64)
            increment = 1
            stride = max(1_int64, m)
            copied = m * batch == 0
            if (.not. copied) then
                if (m > 1) increment = distance(c_loc(x(1, 1)), c_loc(x(2, 1)), storage_size(x))
                if (batch > 1) stride = distance(c_loc(x(1, 1)), c_loc(x(1, 2)), storage_size(x))
                copied = increment < 1 .or. stride < m * increment .or. (only_unit .and. increment /= 1)
            end if
            if (.not. copied) then
                call c_f_pointer(c_loc(x(1, 1)), p, [(batch - 1) * stride + (m - 1) * increment + 1])
                return
            end if
            increment = 1
            stride = max(1_int64, m)
            allocate (p(max(1_int64, batch * stride)))
            do j = 1, merge(batch, 0_int64, m > 0)
                p((j - 1) * stride + 1:(j - 1) * stride + m) = x(:, j)
            end do
        end subroutine""",
    "store_matrices": """
        subroutine store_matrices_{p}(p, a)
            {T}, pointer, contiguous, intent(inout) :: p(:)
            {T}, intent(inout) :: a(:, :, :)
            integer(int64) :: m, n, i, j

            m = size(a, 1, int64)
            n = size(a, 2, int64)
            do j = 1, merge(size(a, 3, int64), 0_int64, m > 0)
                do i = 1, n
                    a(:, i, j) = p(((j - 1) * n + i - 1) * m + 1:((j - 1) * n + i) * m)
                end do
            end do
            deallocate (p)
        end subroutine""",
    "store_columns": """
        subroutine store_columns_{p}(p, a)
            {T}, pointer, contiguous, intent(inout) :: p(:)
            {T}, intent(inout) :: a(:, :)
            integer(int64) :: m, j

            m = size(a, 1, int64)
            do j = 1, merge(size(a, 2, int64), 0_int64, m > 0)
                a(:, j) = p((j - 1) * m + 1:j * m)
            end do
            deallocate (p)
        end subroutine""",
}
DISTANCE = """
        ! Elements from x to y; 0 if that is no whole number of them.
        function distance(x, y, bits) result(d)
            type(c_ptr), intent(in) :: x, y
            integer, intent(in) :: bits
            integer(int64) :: d, bytes

            bytes = int(transfer(y, 0_c_intptr_t) - transfer(x, 0_c_intptr_t), int64)
            d = bytes / (bits / 8)
            if (d * (bits / 8) /= bytes) d = 0
        end function"""


class Generic:
    """A generic name: its arguments in order, and how each is checked and passed on."""

    def __init__(self, stem, arguments, sizes, checks, first="c", ranks=None, letters="sdcz"):
        self.stem, self.arguments, self.sizes, self.checks = stem, arguments.split(), sizes, checks
        self.first, self.ranks, self.letters = first, ranks or [{}], letters


# sizes: how the strided routine's sizes follow; `batch` is the last extent of `first`. checks: what must hold of an
# operand. op(x) is true where the operand is as it is. Brackets: optional.
GENERICS = [
    Generic("gemm", "a b c [transa] [transb] [alpha] [beta]",
            {"m": "size(c, 1, int64)", "n": "size(c, 2, int64)", "k": "size(a, merge(2, 1, plain(transa_)), int64)"},
            {"a": ["size(a, merge(1, 2, plain(transa_)), int64) == m"],
             "b": ["size(b, merge(1, 2, plain(transb_)), int64) == k",
                   "size(b, merge(2, 1, plain(transb_)), int64) == n"]},
            ranks=[{}, {"a": 2}, {"b": 2}]),
    Generic("gemv", "a x y [trans] [alpha] [beta]",
            {"m": "size(a, 1, int64)", "n": "size(a, 2, int64)"},
            {"x": ["size(x, 1, int64) == merge(n, m, plain(trans_))"],
             "y": ["size(y, 1, int64) == merge(m, n, plain(trans_))"]}, first="a"),
    *(Generic(stem, "a c [uplo] [trans] [alpha] [beta]",
              {"n": "size(c, 1, int64)", "k": "size(a, merge(2, 1, plain(trans_)), int64)"},
              {"a": ["size(a, merge(1, 2, plain(trans_)), int64) == n"], "c": ["size(c, 2, int64) == n"]},
              letters=letters)
      for stem, letters in (("syrk", "sdcz"), ("herk", "cz"))),
    *(Generic(stem, "a b [side] [uplo] [transa] [diag] [alpha]",
              {"m": "size(b, 1, int64)", "n": "size(b, 2, int64)"},
              {"a": ["size(a, 1, int64) == merge(m, n, scan(side_, 'Ll') == 1)",
                     "size(a, 2, int64) == size(a, 1, int64)"]},
              first="b") for stem in ("trsm", "trmm")),
    Generic("trsv", "a x [uplo] [trans] [diag]", {"n": "size(x, 1, int64)"},
            {"a": ["size(a, 1, int64) == n", "size(a, 2, int64) == n"]}, first="x"),
    Generic("getrf", "a ipiv info", {"m": "size(a, 1, int64)", "n": "size(a, 2, int64)"},
            {"ipiv": ["size(ipiv, 1, int64) >= min(m, n)"]}, first="a"),
    Generic("getrs", "a ipiv b info [trans]", {"n": "size(a, 1, int64)", "nrhs": "size(b, 2, int64)"},
            {"a": ["size(a, 2, int64) == n"], "ipiv": ["size(ipiv, 1, int64) >= n"], "b": ["size(b, 1, int64) == n"]},
            first="a", ranks=[{}, {"b": 2}]),
    Generic("getri", "a ipiv info", {"n": "size(a, 1, int64)"},
            {"a": ["size(a, 2, int64) == n"], "ipiv": ["size(ipiv, 1, int64) >= n"]}, first="a"),
    Generic("potrf", "uplo a info", {"n": "size(a, 1, int64)"}, {"a": ["size(a, 2, int64) == n"]}, first="a"),
    Generic("potrs", "uplo a b info", {"n": "size(a, 1, int64)", "nrhs": "size(b, 2, int64)"},
            {"a": ["size(a, 2, int64) == n"], "b": ["size(b, 1, int64) == n"]}, first="a", ranks=[{}, {"b": 2}]),
    Generic("geqrf", "a tau info", {"m": "size(a, 1, int64)", "n": "size(a, 2, int64)"},
            {"tau": ["size(tau, 1, int64) >= min(m, n)"]}, first="a"),
    *(Generic(stem, "a tau info", {"m": "size(a, 1, int64)", "n": "size(a, 2, int64)", "k": "size(tau, 1, int64)"},
              {"a": ["m >= n"], "tau": ["k <= n"]}, first="a", letters=letters)
      for stem, letters in (("orgqr", "sd"), ("ungqr", "cz"))),
    Generic("gebrd", "a d e tauq taup info", {"m": "size(a, 1, int64)", "n": "size(a, 2, int64)"},
            {"d": ["size(d, 1, int64) >= min(m, n)"], "e": ["size(e, 1, int64) >= min(m, n) - 1"],
             "tauq": ["size(tauq, 1, int64) >= min(m, n)"], "taup": ["size(taup, 1, int64) >= min(m, n)"]}, first="a"),
]
DEFAULTS = {"uplo": "'U'", "side": "'L'", "trans": "'N'", "transa": "'N'", "transb": "'N'", "diag": "'N'"}


def synopsis(generic):
    needed = ", ".join(a for a in generic.arguments if a[0] != "[")
    optional = ", ".join(a[1:-1] for a in generic.arguments if a[0] == "[")
    return f"{generic.stem}_batch({needed}{f' [, {optional}]' if optional else ''})"


def generic_body(routine, generic, precision, wide, ranks):
    """One specific procedure. wide: int64 pivots and info; None where there are none."""
    kind = "int32" if wide is False else "int64"
    stem = routine.stem
    name = specific_name(generic, precision, wide, ranks)
    names = [a.strip("[]") for a in generic.arguments]
    table = {routine.name(a): a for a in routine.arguments}
    strided = routine.list("batch_strided")
    operands = [n for n in names if table.get(n) in ("a", "b", "c")]
    vectors = [n for n in names if table.get(n) in VECTORS]
    optional = [a[1:-1] for a in generic.arguments if a.startswith("[")]
    written = [n for n in names if table.get(n) in routine.written]
    is_vector = {n: n in "xy" for n in operands}
    rank = {n: ranks.get(n, 2 if is_vector[n] else 3) for n in operands}
    single = {n: routine.lapack and n == "b" and rank[n] == 2 for n in operands}  # a right-hand side a matrix
    shared = {n: n in ranks and not single[n] for n in operands}

    def shape(n):
        return f"({', '.join([':'] * rank[n])})"

    out = fortran_wrap(f"subroutine {name}({', '.join(names)})", " " * 4)
    declare = []
    options = [n for n in names if table.get(n) in OPTIONS]
    defaulted = [n for n in options if n in optional]
    for attribute, group in ("", [n for n in options if n not in optional]), (", optional", defaulted):
        if group:
            declare.append(f"character(len=1), intent(in){attribute} :: {', '.join(group)}")
    read = [n for n in operands if n not in written]
    for intent, group in ("in", read), ("inout", [n for n in operands if n in written]):
        if group:
            declare.append(f"{KINDS[precision]}, intent({intent}), target :: {', '.join(n + shape(n) for n in group)}")
    for n in vectors:
        letter = routine.kind(table[n], precision)
        intent = "inout" if n in written else "in"
        declare.append(f"{KINDS.get(letter, f'integer({kind})')}, intent({intent}), contiguous :: {n}(:, :)")
    if routine.lapack:
        declare.append(f"integer({kind}), intent(out), contiguous :: info(:)")
    scalars = [n for n in names if n in SCALARS]
    if scalars:
        declare.append(f"{KINDS[routine.kind(scalars[0], precision)]}, intent(in), optional :: {', '.join(scalars)}")
        declare.append(f"{KINDS[routine.kind(scalars[0], precision)]} :: {', '.join(n + '_' for n in scalars)}")
    if defaulted:
        declare.append(f"character(len=1) :: {', '.join(n + '_' for n in defaulted)}")
    declare.append(f"{KINDS[precision]}, pointer, contiguous :: {', '.join('p' + n for n in operands)}")
    declare[-1] = re.sub(r"\bp(\w)(?=,|$)", r"p\1(:)", declare[-1])
    numbers = [*generic.sizes, "batch"]
    step = {n: ("inc" if is_vector[n] else "ld") + n for n in operands}
    for n in operands:
        numbers += [step[n], f"stride_{n}"]
    declare.append(f"integer(int64) :: {', '.join(numbers)}")
    declare.append(f"logical :: {', '.join('copied_' + n for n in operands)}")
    if routine.lapack:
        declare.append("integer :: bad")
    if wide is False:
        declare.append("integer(int64), allocatable :: wide_info(:)" + (", wide_ipiv(:, :)" if "ipiv" in names else ""))
    for line in declare:
        out += fortran_wrap(line, " " * 8)
    out.append("")

    body = []
    for n in defaulted:
        body += [f"{n}_ = {DEFAULTS[n]}", f"if (present({n})) {n}_ = {n}"]
    for n in scalars:
        letter = routine.kind(n, precision)
        body += [f"{n}_ = {one(letter) if n == 'alpha' else zero(letter)}", f"if (present({n})) {n}_ = {n}"]
    for n, text in generic.sizes.items():
        body.append(f"{n} = {'1' if n == 'nrhs' and single['b'] else text}")
    last = {**{n: rank[n] for n in operands if not shared[n]}, **{n: 2 for n in vectors}}
    body.append(f"batch = size({generic.first}, {last[generic.first]}, int64)")

    def holds(n):
        checks = list(generic.checks.get(n, []))
        if n in last and n != generic.first:
            checks.append(f"size({n}, {last[n]}, int64) == batch")
        return checks

    if routine.lapack:
        body.append("bad = 0")
        checked = [("info", ["size(info, kind=int64) == batch"])]
        checked += [(n, holds(n)) for n in reversed([*operands, *vectors])]
        checked.sort(key=lambda pair: -routine.place(pair[0]))
        for n, checks in checked:
            if checks:
                body.append(f"if (.not. ({' .and. '.join(checks)})) bad = {routine.place(n)}")
        body += ["if (bad /= 0) then", f"    info = -int(bad, {kind})", "    return", "end if"]
    for n in operands:
        if is_vector[n]:
            body.append(f"call vectors({n}, p{n}, inc{n}, stride_{n}, copied_{n}, only_unit=.false.)")
        elif shared[n]:
            body += [f"call columns({n}, p{n}, ld{n}, copied_{n})", f"stride_{n} = 0"]
        elif single[n]:
            body += [f"call columns({n}, p{n}, stride_{n}, copied_{n})", f"ld{n} = max(1_int64, n)"]
        else:
            body.append(f"call matrices({n}, p{n}, ld{n}, stride_{n}, copied_{n})")
    if not routine.lapack:
        for n in operands:
            if holds(n):
                body.append(f"if (.not. ({' .and. '.join(holds(n))})) {step[n]} = 0")

    def actual(argument, n):
        if n in operands:
            return "p" + n
        if n in vectors or n == "info":
            return n
        if argument == "count":
            n = "batch"
        elif argument == "stride" and n[7:] in vectors:
            return f"size({n[7:]}, 1, {kind})"
        elif n in defaulted or n in scalars:
            return n + "_"
        elif n in options:
            return n
        return f"int({n}, int32)" if wide is False else n

    call = fortran_wrap(f"call {precision}{stem}_batch_strided{'' if wide is False else '_64'}"
                        f"({', '.join(actual(*pair) for pair in strided)})", " " * 12)
    call = [line[12:] for line in call]
    if wide is False:
        largest = ", ".join(n for n in numbers if n != "nrhs" or not single["b"])
        body.append(f"if (max({largest}) <= huge(0_int32)) then")
        body += ["    " + line for line in call]
        body.append("else")
        for n in operands:
            body += [f"    if (copied_{n}) deallocate (p{n})", f"    copied_{n} = .false."]
        body.append("    allocate (wide_info(size(info)))")
        if "ipiv" in names:
            body.append("    wide_ipiv = int(ipiv, int64)")
        spread = [{"ipiv": "wide_ipiv", "info": "wide_info"}.get(n, n) for n in names]
        body.append(f"    call {specific_name(generic, precision, True, ranks)}({', '.join(spread)})")
        if "ipiv" in written:
            body.append("    ipiv = int(wide_ipiv, int32)")
        body += ["    info = int(wide_info, int32)", "end if"]
    else:
        body += call
    for n in operands:
        if n in written:
            store = "store_columns" if rank[n] == 2 else "store_matrices"
            body.append(f"if (copied_{n}) call {store}(p{n}, {n})")
        else:
            body.append(f"if (copied_{n}) deallocate (p{n})")
    for line in body:
        if line.endswith("&") or "&" in line:
            out.append(" " * 8 + line)
        else:
            out += fortran_logic_wrap(line, " " * 8)
    return out + ["    end subroutine", ""]


def fortran_logic_wrap(text, indent):
    if len(indent + text) <= WIDTH:
        return [indent + text]
    at = text.rfind(" .and. ", 0, WIDTH - len(indent) - 8)
    if at < 0:
        return fortran_wrap(text, indent)
    return [indent + text[:at] + " .and. &"] + fortran_logic_wrap("    " + text[at + 7:], indent)


def specific_name(generic, precision, wide, ranks):
    shape = "".join(f"_{n}{r}" for n, r in ranks.items())
    return f"{generic.stem}_batch_{precision}{shape}" + ("_64" if wide else "")


def fortran(routines):
    by_stem = {r.stem: r for r in routines}
    lines = FORTRAN_START.strip().splitlines()
    at = lines.index("@SYNOPSIS@")
    lines[at:at + 1] = [f"!     {synopsis(g)}" for g in GENERICS]
    start = lines.index("module shunt")
    lines[start + 1:] = ["    " + line for line in lines[start + 1:]]
    for routine in routines:
        lines += ["", *comment(f"{routine.stem}: {DOCUMENTATION[routine.stem]}", "!", "    "), "    interface"]
        for precision in routine.precisions:
            for form in FORMS:
                for wide in False, True:
                    lines += interface(routine, precision, form, wide)
        lines.append("    end interface")
    bodies = []
    for generic in GENERICS:
        routine = by_stem[generic.stem]
        names = []
        lines.append("")
        for precision in generic.letters:
            for ranks in generic.ranks:
                for wide in (False, True) if routine.lapack else (None,):
                    names.append(specific_name(generic, precision, wide, ranks))
                    bodies += generic_body(routine, generic, precision, wide, ranks)
        lines += [f"    interface {generic.stem}_batch", *fortran_wrap(f"module procedure {', '.join(names)}", " " * 8),
                  "    end interface", *fortran_wrap(f"private :: {', '.join(names)}", "    ")]
    lines.append("")
    for helper in ATTACH:
        names = ", ".join(f"{helper}_{p}" for p in "sdcz")
        lines += [f"    interface {helper}", *fortran_wrap(f"module procedure {names}", " " * 8), "    end interface",
                  *fortran_wrap(f"private :: {helper}, {names}", "    ")]
    lines += ["    private :: distance, plain", "", "contains", "", *bodies]
    for helper in ATTACH.values():
        for p in "sdcz":
            text = textwrap.dedent(helper.strip("\n")).replace("{p}", p).replace("{T}", KINDS[p])
            lines += [*textwrap.indent(text, " " * 4).splitlines(), ""]
    lines += [*textwrap.indent(textwrap.dedent(DISTANCE.strip("\n")), " " * 4).splitlines(), ""]
    lines += ["    ! Whether an operand is as it is. Letters that are none are the library's to report.",
              "    function plain(trans)", "        character(len=1), intent(in) :: trans", "        logical :: plain",
              "",
              "        plain = scan(trans, 'TtCc') == 0", "    end function", "end module"]
    return "\n".join(lines) + "\n"


# ---- C and C++ ----

HEADER_START = """
// In: a library, libshunt.so, and arrays of a program. Out: its batched BLAS and LAPACK for C99 and C++11.
// Written by fortran/generate.py; change that instead. Link with -lshunt.
//
// Every routine has three shapes of call; <p> is s, d, c or z. All arguments are addresses, as in Fortran; matrices are
// stored by columns. The plain names take int32_t, those with _64 int64_t.
//
// <p><op>_batch_ (group): options, sizes, leading dimensions, increments and scalars are arrays over *group_count
//     groups of alike matrices, group_size[i] is how many matrices group i has. Operands are arrays of pointers, one a
//     matrix, through all groups.
// <p><op>_batch_strided_: everything is said once; *batch_size matrices lie in one array, *stride_a elements (not
//     bytes) from one to the next, and so do vectors, pivots and factors. Stride 0 on an input: all share it.
// <p><op>_vbatch_ (variable): options, alpha and beta are said once; sizes, leading dimensions and increments are
//     arrays over *batch_count matrices; operands are arrays of pointers.
//
// Leading dimensions and increments count elements, pivots count from 1. Problems of one call must be independent: what
// one writes no other may read or write.
//
// Memory: the host's for all matrices of a call, or a device's (CUDA; managed memory goes with either), in order with the
// stream that shunt_set_stream() (shunt_gpu.h) has named. Without one, or where info is in the host's memory, the result is there on
// return. Arrays of addresses, sizes, ipiv and info may be in either.
//
// Errors: everything is checked before any data is touched. BLAS routines call xerbla_ with the routine's name and the
// number of the bad argument, and do nothing; LAPACK routines set info[...] = -number and do nothing. Else info[i] is
// that of LAPACK for matrix i: one that fails does not change a bit of another. Zero groups, matrices or sizes: done.
//
// C++ has each shape in namespace shunt without the letter of the type: overloads that take what is said once by value,
// and int32_t or int64_t for the rest (all of one kind). Strided BLAS takes int64_t alone.
// clang-format off
#ifndef SHUNT_BATCH_H
#define SHUNT_BATCH_H

#include <stdint.h>
#ifdef __cplusplus
#include <complex>
typedef std::complex<float> shunt_complex8;
typedef std::complex<double> shunt_complex16;
extern "C" {
#else
typedef float _Complex shunt_complex8;
typedef double _Complex shunt_complex16;
#endif
"""


def c_wrap(text, indent=""):
    return textwrap.wrap(text, WIDTH, initial_indent=indent, subsequent_indent=indent + "    ", break_long_words=False,
                         break_on_hyphens=False)


def c_arguments(routine, precision, form, wide, by_value):
    """(declaration, what the Fortran symbol is passed) of each argument. by_value: what is said once, in C++."""
    integer = "int64_t" if wide else "int32_t"
    for argument, name in routine.list(form):
        const = "" if argument in routine.written or argument == "info" else "const "
        if argument in OPTIONS:
            base = "char"
        elif argument in SCALARS or argument in ("a", "b", "c", *VECTORS):
            letter = routine.kind(argument, precision)
            base = C_TYPES.get(letter, integer)
        else:
            base = integer
        if argument in ("a", "b", "c", *VECTORS) and form != "batch_strided":
            yield f"{const}{base}* const* {name}", name
        elif by_value and not routine.is_array(argument, form):
            yield f"{base} {name}", f"&{name}"
        else:
            yield f"{const}{base}* {name}", name


def c_symbol(routine, precision, form, wide):
    return f"{precision}{routine.stem}_{form}{'_64' if wide else ''}_"


def declarations(routine, result, symbol, more=()):
    lines = []
    for precision in routine.precisions:
        for form in FORMS:
            for wide in False, True:
                arguments = ", ".join([d for d, _ in c_arguments(routine, precision, form, wide, False)] + [*more])
                lines += c_wrap(f"{result} {symbol(routine, precision, form, wide)}({arguments});")
    return lines


def header(routines):
    lines = HEADER_START.strip().splitlines()
    for routine in routines:
        lines += ["", *comment(f"{routine.stem}: {DOCUMENTATION[routine.stem]}", "//")]
        lines += declarations(routine, "void", c_symbol)
    lines += ["", "#ifdef __cplusplus", '}  // extern "C"', "", "namespace shunt {"]
    for routine in routines:
        lines.append("")
        for form in FORMS:
            for precision in routine.precisions:
                for wide in False, True:
                    if form == "batch_strided" and not routine.lapack and not wide:
                        continue
                    both = list(c_arguments(routine, precision, form, wide, True))
                    lines += c_wrap(f"inline void {routine.stem}_{form}({', '.join(d for d, _ in both)}) {{")
                    call = f"{c_symbol(routine, precision, form, wide)}({', '.join(p for _, p in both)});"
                    lines += c_wrap(call, "    ") + ["}"]
    lines += ["", "}  // namespace shunt", "#endif", "#endif"]
    return "\n".join(lines) + "\n"


ASYNC_START = """
// In: a library, libshunt.so, and matrices in device memory. Out: its batched BLAS and LAPACK on a stream, for C99 and
// C++11. Written by fortran/generate.py; change that instead. Link with -lshunt.
//
// The routines of shunt_batch.h, with the same arguments, enqueued: they take no memory of the device's and wait for
// nothing, and can be captured in a CUDA graph. Behind the arguments:
//
// stream: a cudaStream_t, of the GPU that has the matrices; NULL: its default stream.
// workspace: device memory that begins at a multiple of 256 bytes (as cudaMalloc's does), the routine's until what is
//     enqueued is done. NULL: *workspace_bytes is set to what the call wants, and nothing is enqueued.
// workspace_bytes: how much there is.
//
// To ask for the workspace opens the device, where nobody has, which may take memory and time: ask before a capture.
//
// Memory: all operands and info lie in device (or managed) memory, arrays of their addresses in either. What says how
// much there is (options, sizes, leading dimensions, increments, strides, scalars, counts) is read at once, from the
// host's memory; a graph has it as it was. Of addresses in device memory nothing is checked; complex matrices
// begin at multiples of an element's size. Arrays of addresses in the host's memory, and sizes of more than eight
// groups, travel with the launches, 32000 bytes in each.
//
// Result: 0; the number of a bad argument, counted from 1 through all of them; SHUNT_NOT_ENQUEUED (no GPU, or problems
// that are too large: sizes above 8192, above 1048576 for gemv, trsv, geqrf, orgqr and ungqr, matrices of 2^31 elements, or
// gebrd beyond what a block's shared memory allows); in all these cases nothing was. SHUNT_ENQUEUED_IN_PART: the device
// failed. info is as without _async; a bad argument does not set it. The results are those of the plain symbols, to the
// bit, but for problems that these do one by one (products of 2^30 multiplications and more, LU of more than 1024 rows).
// clang-format off
#ifndef SHUNT_BATCH_ASYNC_H
#define SHUNT_BATCH_ASYNC_H

#include <stddef.h>

#include "shunt_batch.h"

#define SHUNT_NOT_ENQUEUED (-1)
#define SHUNT_ENQUEUED_IN_PART (-2)

#ifdef __cplusplus
extern "C" {
#endif
"""


def async_symbol(routine, precision, form, wide):
    return f"shunt_{precision}{routine.stem}_{form}_async{'_64' if wide else ''}"


def async_header(routines):
    lines = ASYNC_START.strip().splitlines()
    for routine in routines:
        lines += ["", *declarations(routine, "int", async_symbol,
                                    ("void* stream", "void* workspace", "size_t* workspace_bytes"))]
    lines += ["", "#ifdef __cplusplus", '}  // extern "C"', "#endif", "#endif"]
    return "\n".join(lines) + "\n"


# ---- what is asked ----

def check(files):
    for path, text in files.items():
        if path.read_text() != text:
            sys.exit(f"{path} is not what generate.py writes")
    print("as generated:", ", ".join(p.name for p in files))


def symbols(library):
    listing = subprocess.run(["nm", "-D", "--defined-only", library], check=True, capture_output=True, text=True).stdout
    exported = {word for word in re.findall(r"(\w+)(?:@\S*)?$", listing, re.M) if re.search(r"_v?batch_", word)}
    enqueued = {name for name in exported if "_async" in name}
    declared = {
        FORTRAN: (exported - enqueued, re.findall(r"name=\"(\w+)\"", FORTRAN.read_text())),
        HEADER: (exported - enqueued, re.findall(r"^void (\w+)\(", HEADER.read_text(), re.M)),
        ASYNC_HEADER: (enqueued, re.findall(r"^int (\w+)\(", ASYNC_HEADER.read_text(), re.M)),
    }
    for path, (wanted, names) in declared.items():
        odd = sorted(wanted ^ set(names))
        if odd or len(names) != len(set(names)) or not names:
            sys.exit(f"{path} and {library} differ in: {' '.join(odd)}")
    print(len(exported), "symbols")


def main():
    routines = read_table()
    files = {FORTRAN: fortran(routines), HEADER: header(routines), ASYNC_HEADER: async_header(routines)}
    match sys.argv[1:]:
        case []:
            for path, text in files.items():
                path.write_text(text)
        case ["check"]:
            check(files)
        case ["symbols", library]:
            symbols(library)
        case _:
            sys.exit(__doc__)


if __name__ == "__main__":
    main()
