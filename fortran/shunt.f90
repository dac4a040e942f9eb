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
!     gemm_batch(a, b, c [, transa, transb, alpha, beta])
!     gemv_batch(a, x, y [, trans, alpha, beta])
!     syrk_batch(a, c [, uplo, trans, alpha, beta])
!     herk_batch(a, c [, uplo, trans, alpha, beta])
!     trsm_batch(a, b [, side, uplo, transa, diag, alpha])
!     trmm_batch(a, b [, side, uplo, transa, diag, alpha])
!     trsv_batch(a, x [, uplo, trans, diag])
!     getrf_batch(a, ipiv, info)
!     getrs_batch(a, ipiv, b, info [, trans])
!     getri_batch(a, ipiv, info)
!     potrf_batch(uplo, a, info)
!     potrs_batch(uplo, a, b, info)
!     geqrf_batch(a, tau, info)
!     orgqr_batch(a, tau, info)
!     ungqr_batch(a, tau, info)
!     gebrd_batch(a, d, e, tauq, taup, info)
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

    ! gemm: C := alpha op(A) op(B) + beta C. C is m x n, op(A) m x k, op(B) k x n; op by transa and transb: N as it is,
    ! T transposed, C conjugate transposed. C is not read if beta = 0.
    interface
        subroutine sgemm_batch(transa, transb, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc, group_count, &
            group_size) bind(c, name="sgemm_batch_")
            import :: c_char, int32, real32
            character(kind=c_char), intent(in) :: transa(*), transb(*)
            integer(int32), intent(in) :: m(*), n(*), k(*), lda(*), ldb(*), ldc(*), group_count, group_size(*)
            real(real32), intent(in) :: alpha(*), beta(*)
            type(*), dimension(*), intent(in) :: a, b, c
        end subroutine
        subroutine sgemm_batch_64(transa, transb, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc, group_count, &
            group_size) bind(c, name="sgemm_batch_64_")
            import :: c_char, int64, real32
            character(kind=c_char), intent(in) :: transa(*), transb(*)
            integer(int64), intent(in) :: m(*), n(*), k(*), lda(*), ldb(*), ldc(*), group_count, group_size(*)
            real(real32), intent(in) :: alpha(*), beta(*)
            type(*), dimension(*), intent(in) :: a, b, c
        end subroutine
        subroutine sgemm_batch_strided(transa, transb, m, n, k, alpha, a, lda, stride_a, b, ldb, stride_b, beta, c, &
            ldc, stride_c, batch_size) bind(c, name="sgemm_batch_strided_")
            import :: c_char, int32, real32
            character(kind=c_char), intent(in) :: transa, transb
            integer(int32), intent(in) :: m, n, k, lda, stride_a, ldb, stride_b, ldc, stride_c, batch_size
            real(real32), intent(in) :: alpha, a(*), b(*), beta
            real(real32), intent(inout) :: c(*)
        end subroutine
        subroutine sgemm_batch_strided_64(transa, transb, m, n, k, alpha, a, lda, stride_a, b, ldb, stride_b, beta, c, &
            ldc, stride_c, batch_size) bind(c, name="sgemm_batch_strided_64_")
            import :: c_char, int64, real32
            character(kind=c_char), intent(in) :: transa, transb
            integer(int64), intent(in) :: m, n, k, lda, stride_a, ldb, stride_b, ldc, stride_c, batch_size
            real(real32), intent(in) :: alpha, a(*), b(*), beta
            real(real32), intent(inout) :: c(*)
        end subroutine
        subroutine sgemm_vbatch(transa, transb, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc, &
            batch_count) bind(c, name="sgemm_vbatch_")
            import :: c_char, int32, real32
            character(kind=c_char), intent(in) :: transa, transb
            integer(int32), intent(in) :: m(*), n(*), k(*), lda(*), ldb(*), ldc(*), batch_count
            real(real32), intent(in) :: alpha, beta
            type(*), dimension(*), intent(in) :: a, b, c
        end subroutine
        subroutine sgemm_vbatch_64(transa, transb, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc, &
            batch_count) bind(c, name="sgemm_vbatch_64_")
            import :: c_char, int64, real32
            character(kind=c_char), intent(in) :: transa, transb
            integer(int64), intent(in) :: m(*), n(*), k(*), lda(*), ldb(*), ldc(*), batch_count
            real(real32), intent(in) :: alpha, beta
            type(*), dimension(*), intent(in) :: a, b, c
        end subroutine
        subroutine dgemm_batch(transa, transb, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc, group_count, &
            group_size) bind(c, name="dgemm_batch_")
            import :: c_char, int32, real64
            character(kind=c_char), intent(in) :: transa(*), transb(*)
            integer(int32), intent(in) :: m(*), n(*), k(*), lda(*), ldb(*), ldc(*), group_count, group_size(*)
            real(real64), intent(in) :: alpha(*), beta(*)
            type(*), dimension(*), intent(in) :: a, b, c
        end subroutine
        subroutine dgemm_batch_64(transa, transb, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc, group_count, &
            group_size) bind(c, name="dgemm_batch_64_")
            import :: c_char, int64, real64
            character(kind=c_char), intent(in) :: transa(*), transb(*)
            integer(int64), intent(in) :: m(*), n(*), k(*), lda(*), ldb(*), ldc(*), group_count, group_size(*)
            real(real64), intent(in) :: alpha(*), beta(*)
            type(*), dimension(*), intent(in) :: a, b, c
        end subroutine
        subroutine dgemm_batch_strided(transa, transb, m, n, k, alpha, a, lda, stride_a, b, ldb, stride_b, beta, c, &
            ldc, stride_c, batch_size) bind(c, name="dgemm_batch_strided_")
            import :: c_char, int32, real64
            character(kind=c_char), intent(in) :: transa, transb
            integer(int32), intent(in) :: m, n, k, lda, stride_a, ldb, stride_b, ldc, stride_c, batch_size
            real(real64), intent(in) :: alpha, a(*), b(*), beta
            real(real64), intent(inout) :: c(*)
        end subroutine
        subroutine dgemm_batch_strided_64(transa, transb, m, n, k, alpha, a, lda, stride_a, b, ldb, stride_b, beta, c, &
            ldc, stride_c, batch_size) bind(c, name="dgemm_batch_strided_64_")
            import :: c_char, int64, real64
            character(kind=c_char), intent(in) :: transa, transb
            integer(int64), intent(in) :: m, n, k, lda, stride_a, ldb, stride_b, ldc, stride_c, batch_size
            real(real64), intent(in) :: alpha, a(*), b(*), beta
            real(real64), intent(inout) :: c(*)
        end subroutine
        subroutine dgemm_vbatch(transa, transb, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc, &
            batch_count) bind(c, name="dgemm_vbatch_")
            import :: c_char, int32, real64
            character(kind=c_char), intent(in) :: transa, transb
            integer(int32), intent(in) :: m(*), n(*), k(*), lda(*), ldb(*), ldc(*), batch_count
            real(real64), intent(in) :: alpha, beta
            type(*), dimension(*), intent(in) :: a, b, c
        end subroutine
        subroutine dgemm_vbatch_64(transa, transb, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc, &
            batch_count) bind(c, name="dgemm_vbatch_64_")
            import :: c_char, int64, real64
            character(kind=c_char), intent(in) :: transa, transb
            integer(int64), intent(in) :: m(*), n(*), k(*), lda(*), ldb(*), ldc(*), batch_count
            real(real64), intent(in) :: alpha, beta
            type(*), dimension(*), intent(in) :: a, b, c
        end subroutine
        subroutine cgemm_batch(transa, transb, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc, group_count, &
            group_size) bind(c, name="cgemm_batch_")
            import :: c_char, int32, real32
            character(kind=c_char), intent(in) :: transa(*), transb(*)
            integer(int32), intent(in) :: m(*), n(*), k(*), lda(*), ldb(*), ldc(*), group_count, group_size(*)
            complex(real32), intent(in) :: alpha(*), beta(*)
            type(*), dimension(*), intent(in) :: a, b, c
        end subroutine
        subroutine cgemm_batch_64(transa, transb, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc, group_count, &
            group_size) bind(c, name="cgemm_batch_64_")
            import :: c_char, int64, real32
            character(kind=c_char), intent(in) :: transa(*), transb(*)
            integer(int64), intent(in) :: m(*), n(*), k(*), lda(*), ldb(*), ldc(*), group_count, group_size(*)
            complex(real32), intent(in) :: alpha(*), beta(*)
            type(*), dimension(*), intent(in) :: a, b, c
        end subroutine
        subroutine cgemm_batch_strided(transa, transb, m, n, k, alpha, a, lda, stride_a, b, ldb, stride_b, beta, c, &
            ldc, stride_c, batch_size) bind(c, name="cgemm_batch_strided_")
            import :: c_char, int32, real32
            character(kind=c_char), intent(in) :: transa, transb
            integer(int32), intent(in) :: m, n, k, lda, stride_a, ldb, stride_b, ldc, stride_c, batch_size
            complex(real32), intent(in) :: alpha, a(*), b(*), beta
            complex(real32), intent(inout) :: c(*)
        end subroutine
        subroutine cgemm_batch_strided_64(transa, transb, m, n, k, alpha, a, lda, stride_a, b, ldb, stride_b, beta, c, &
            ldc, stride_c, batch_size) bind(c, name="cgemm_batch_strided_64_")
            import :: c_char, int64, real32
            character(kind=c_char), intent(in) :: transa, transb
            integer(int64), intent(in) :: m, n, k, lda, stride_a, ldb, stride_b, ldc, stride_c, batch_size
            complex(real32), intent(in) :: alpha, a(*), b(*), beta
            complex(real32), intent(inout) :: c(*)
        end subroutine
        subroutine cgemm_vbatch(transa, transb, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc, &
            batch_count) bind(c, name="cgemm_vbatch_")
            import :: c_char, int32, real32
            character(kind=c_char), intent(in) :: transa, transb
            integer(int32), intent(in) :: m(*), n(*), k(*), lda(*), ldb(*), ldc(*), batch_count
            complex(real32), intent(in) :: alpha, beta
            type(*), dimension(*), intent(in) :: a, b, c
        end subroutine
        subroutine cgemm_vbatch_64(transa, transb, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc, &
            batch_count) bind(c, name="cgemm_vbatch_64_")
            import :: c_char, int64, real32
            character(kind=c_char), intent(in) :: transa, transb
            integer(int64), intent(in) :: m(*), n(*), k(*), lda(*), ldb(*), ldc(*), batch_count
            complex(real32), intent(in) :: alpha, beta
            type(*), dimension(*), intent(in) :: a, b, c
        end subroutine
        subroutine zgemm_batch(transa, transb, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc, group_count, &
            group_size) bind(c, name="zgemm_batch_")
            import :: c_char, int32, real64
            character(kind=c_char), intent(in) :: transa(*), transb(*)
            integer(int32), intent(in) :: m(*), n(*), k(*), lda(*), ldb(*), ldc(*), group_count, group_size(*)
            complex(real64), intent(in) :: alpha(*), beta(*)
            type(*), dimension(*), intent(in) :: a, b, c
        end subroutine
        subroutine zgemm_batch_64(transa, transb, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc, group_count, &
            group_size) bind(c, name="zgemm_batch_64_")
            import :: c_char, int64, real64
            character(kind=c_char), intent(in) :: transa(*), transb(*)
            integer(int64), intent(in) :: m(*), n(*), k(*), lda(*), ldb(*), ldc(*), group_count, group_size(*)
            complex(real64), intent(in) :: alpha(*), beta(*)
            type(*), dimension(*), intent(in) :: a, b, c
        end subroutine
        subroutine zgemm_batch_strided(transa, transb, m, n, k, alpha, a, lda, stride_a, b, ldb, stride_b, beta, c, &
            ldc, stride_c, batch_size) bind(c, name="zgemm_batch_strided_")
            import :: c_char, int32, real64
            character(kind=c_char), intent(in) :: transa, transb
            integer(int32), intent(in) :: m, n, k, lda, stride_a, ldb, stride_b, ldc, stride_c, batch_size
            complex(real64), intent(in) :: alpha, a(*), b(*), beta
            complex(real64), intent(inout) :: c(*)
        end subroutine
        subroutine zgemm_batch_strided_64(transa, transb, m, n, k, alpha, a, lda, stride_a, b, ldb, stride_b, beta, c, &
            ldc, stride_c, batch_size) bind(c, name="zgemm_batch_strided_64_")
            import :: c_char, int64, real64
            character(kind=c_char), intent(in) :: transa, transb
            integer(int64), intent(in) :: m, n, k, lda, stride_a, ldb, stride_b, ldc, stride_c, batch_size
            complex(real64), intent(in) :: alpha, a(*), b(*), beta
            complex(real64), intent(inout) :: c(*)
        end subroutine
        subroutine zgemm_vbatch(transa, transb, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc, &
            batch_count) bind(c, name="zgemm_vbatch_")
            import :: c_char, int32, real64
            character(kind=c_char), intent(in) :: transa, transb
            integer(int32), intent(in) :: m(*), n(*), k(*), lda(*), ldb(*), ldc(*), batch_count
            complex(real64), intent(in) :: alpha, beta
            type(*), dimension(*), intent(in) :: a, b, c
        end subroutine
        subroutine zgemm_vbatch_64(transa, transb, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc, &
            batch_count) bind(c, name="zgemm_vbatch_64_")
            import :: c_char, int64, real64
            character(kind=c_char), intent(in) :: transa, transb
            integer(int64), intent(in) :: m(*), n(*), k(*), lda(*), ldb(*), ldc(*), batch_count
            complex(real64), intent(in) :: alpha, beta
            type(*), dimension(*), intent(in) :: a, b, c
        end subroutine
    end interface

    ! gemv: y := alpha op(A) x + beta y. A is m x n; y has m elements if trans is N, else n. Increments are any but 0; a
    ! negative one counts from the end. y is not read if beta = 0.
    interface
        subroutine sgemv_batch(trans, m, n, alpha, a, lda, x, incx, beta, y, incy, group_count, &
            group_size) bind(c, name="sgemv_batch_")
            import :: c_char, int32, real32
            character(kind=c_char), intent(in) :: trans(*)
            integer(int32), intent(in) :: m(*), n(*), lda(*), incx(*), incy(*), group_count, group_size(*)
            real(real32), intent(in) :: alpha(*), beta(*)
            type(*), dimension(*), intent(in) :: a, x, y
        end subroutine
        subroutine sgemv_batch_64(trans, m, n, alpha, a, lda, x, incx, beta, y, incy, group_count, &
            group_size) bind(c, name="sgemv_batch_64_")
            import :: c_char, int64, real32
            character(kind=c_char), intent(in) :: trans(*)
            integer(int64), intent(in) :: m(*), n(*), lda(*), incx(*), incy(*), group_count, group_size(*)
            real(real32), intent(in) :: alpha(*), beta(*)
            type(*), dimension(*), intent(in) :: a, x, y
        end subroutine
        subroutine sgemv_batch_strided(trans, m, n, alpha, a, lda, stride_a, x, incx, stride_x, beta, y, incy, &
            stride_y, batch_size) bind(c, name="sgemv_batch_strided_")
            import :: c_char, int32, real32
            character(kind=c_char), intent(in) :: trans
            integer(int32), intent(in) :: m, n, lda, stride_a, incx, stride_x, incy, stride_y, batch_size
            real(real32), intent(in) :: alpha, a(*), x(*), beta
            real(real32), intent(inout) :: y(*)
        end subroutine
        subroutine sgemv_batch_strided_64(trans, m, n, alpha, a, lda, stride_a, x, incx, stride_x, beta, y, incy, &
            stride_y, batch_size) bind(c, name="sgemv_batch_strided_64_")
            import :: c_char, int64, real32
            character(kind=c_char), intent(in) :: trans
            integer(int64), intent(in) :: m, n, lda, stride_a, incx, stride_x, incy, stride_y, batch_size
            real(real32), intent(in) :: alpha, a(*), x(*), beta
            real(real32), intent(inout) :: y(*)
        end subroutine
        subroutine sgemv_vbatch(trans, m, n, alpha, a, lda, x, incx, beta, y, incy, &
            batch_count) bind(c, name="sgemv_vbatch_")
            import :: c_char, int32, real32
            character(kind=c_char), intent(in) :: trans
            integer(int32), intent(in) :: m(*), n(*), lda(*), incx(*), incy(*), batch_count
            real(real32), intent(in) :: alpha, beta
            type(*), dimension(*), intent(in) :: a, x, y
        end subroutine
        subroutine sgemv_vbatch_64(trans, m, n, alpha, a, lda, x, incx, beta, y, incy, &
            batch_count) bind(c, name="sgemv_vbatch_64_")
            import :: c_char, int64, real32
            character(kind=c_char), intent(in) :: trans
            integer(int64), intent(in) :: m(*), n(*), lda(*), incx(*), incy(*), batch_count
            real(real32), intent(in) :: alpha, beta
            type(*), dimension(*), intent(in) :: a, x, y
        end subroutine
        subroutine dgemv_batch(trans, m, n, alpha, a, lda, x, incx, beta, y, incy, group_count, &
            group_size) bind(c, name="dgemv_batch_")
            import :: c_char, int32, real64
            character(kind=c_char), intent(in) :: trans(*)
            integer(int32), intent(in) :: m(*), n(*), lda(*), incx(*), incy(*), group_count, group_size(*)
            real(real64), intent(in) :: alpha(*), beta(*)
            type(*), dimension(*), intent(in) :: a, x, y
        end subroutine
        subroutine dgemv_batch_64(trans, m, n, alpha, a, lda, x, incx, beta, y, incy, group_count, &
            group_size) bind(c, name="dgemv_batch_64_")
            import :: c_char, int64, real64
            character(kind=c_char), intent(in) :: trans(*)
            integer(int64), intent(in) :: m(*), n(*), lda(*), incx(*), incy(*), group_count, group_size(*)
            real(real64), intent(in) :: alpha(*), beta(*)
            type(*), dimension(*), intent(in) :: a, x, y
        end subroutine
        subroutine dgemv_batch_strided(trans, m, n, alpha, a, lda, stride_a, x, incx, stride_x, beta, y, incy, &
            stride_y, batch_size) bind(c, name="dgemv_batch_strided_")
            import :: c_char, int32, real64
            character(kind=c_char), intent(in) :: trans
            integer(int32), intent(in) :: m, n, lda, stride_a, incx, stride_x, incy, stride_y, batch_size
            real(real64), intent(in) :: alpha, a(*), x(*), beta
            real(real64), intent(inout) :: y(*)
        end subroutine
        subroutine dgemv_batch_strided_64(trans, m, n, alpha, a, lda, stride_a, x, incx, stride_x, beta, y, incy, &
            stride_y, batch_size) bind(c, name="dgemv_batch_strided_64_")
            import :: c_char, int64, real64
            character(kind=c_char), intent(in) :: trans
            integer(int64), intent(in) :: m, n, lda, stride_a, incx, stride_x, incy, stride_y, batch_size
            real(real64), intent(in) :: alpha, a(*), x(*), beta
            real(real64), intent(inout) :: y(*)
        end subroutine
        subroutine dgemv_vbatch(trans, m, n, alpha, a, lda, x, incx, beta, y, incy, &
            batch_count) bind(c, name="dgemv_vbatch_")
            import :: c_char, int32, real64
            character(kind=c_char), intent(in) :: trans
            integer(int32), intent(in) :: m(*), n(*), lda(*), incx(*), incy(*), batch_count
            real(real64), intent(in) :: alpha, beta
            type(*), dimension(*), intent(in) :: a, x, y
        end subroutine
        subroutine dgemv_vbatch_64(trans, m, n, alpha, a, lda, x, incx, beta, y, incy, &
            batch_count) bind(c, name="dgemv_vbatch_64_")
            import :: c_char, int64, real64
            character(kind=c_char), intent(in) :: trans
            integer(int64), intent(in) :: m(*), n(*), lda(*), incx(*), incy(*), batch_count
            real(real64), intent(in) :: alpha, beta
            type(*), dimension(*), intent(in) :: a, x, y
        end subroutine
        subroutine cgemv_batch(trans, m, n, alpha, a, lda, x, incx, beta, y, incy, group_count, &
            group_size) bind(c, name="cgemv_batch_")
            import :: c_char, int32, real32
            character(kind=c_char), intent(in) :: trans(*)
            integer(int32), intent(in) :: m(*), n(*), lda(*), incx(*), incy(*), group_count, group_size(*)
            complex(real32), intent(in) :: alpha(*), beta(*)
            type(*), dimension(*), intent(in) :: a, x, y
        end subroutine
        subroutine cgemv_batch_64(trans, m, n, alpha, a, lda, x, incx, beta, y, incy, group_count, &
            group_size) bind(c, name="cgemv_batch_64_")
            import :: c_char, int64, real32
            character(kind=c_char), intent(in) :: trans(*)
            integer(int64), intent(in) :: m(*), n(*), lda(*), incx(*), incy(*), group_count, group_size(*)
            complex(real32), intent(in) :: alpha(*), beta(*)
            type(*), dimension(*), intent(in) :: a, x, y
        end subroutine
        subroutine cgemv_batch_strided(trans, m, n, alpha, a, lda, stride_a, x, incx, stride_x, beta, y, incy, &
            stride_y, batch_size) bind(c, name="cgemv_batch_strided_")
            import :: c_char, int32, real32
            character(kind=c_char), intent(in) :: trans
            integer(int32), intent(in) :: m, n, lda, stride_a, incx, stride_x, incy, stride_y, batch_size
            complex(real32), intent(in) :: alpha, a(*), x(*), beta
            complex(real32), intent(inout) :: y(*)
        end subroutine
        subroutine cgemv_batch_strided_64(trans, m, n, alpha, a, lda, stride_a, x, incx, stride_x, beta, y, incy, &
            stride_y, batch_size) bind(c, name="cgemv_batch_strided_64_")
            import :: c_char, int64, real32
            character(kind=c_char), intent(in) :: trans
            integer(int64), intent(in) :: m, n, lda, stride_a, incx, stride_x, incy, stride_y, batch_size
            complex(real32), intent(in) :: alpha, a(*), x(*), beta
            complex(real32), intent(inout) :: y(*)
        end subroutine
        subroutine cgemv_vbatch(trans, m, n, alpha, a, lda, x, incx, beta, y, incy, &
            batch_count) bind(c, name="cgemv_vbatch_")
            import :: c_char, int32, real32
            character(kind=c_char), intent(in) :: trans
            integer(int32), intent(in) :: m(*), n(*), lda(*), incx(*), incy(*), batch_count
            complex(real32), intent(in) :: alpha, beta
            type(*), dimension(*), intent(in) :: a, x, y
        end subroutine
        subroutine cgemv_vbatch_64(trans, m, n, alpha, a, lda, x, incx, beta, y, incy, &
            batch_count) bind(c, name="cgemv_vbatch_64_")
            import :: c_char, int64, real32
            character(kind=c_char), intent(in) :: trans
            integer(int64), intent(in) :: m(*), n(*), lda(*), incx(*), incy(*), batch_count
            complex(real32), intent(in) :: alpha, beta
            type(*), dimension(*), intent(in) :: a, x, y
        end subroutine
        subroutine zgemv_batch(trans, m, n, alpha, a, lda, x, incx, beta, y, incy, group_count, &
            group_size) bind(c, name="zgemv_batch_")
            import :: c_char, int32, real64
            character(kind=c_char), intent(in) :: trans(*)
            integer(int32), intent(in) :: m(*), n(*), lda(*), incx(*), incy(*), group_count, group_size(*)
            complex(real64), intent(in) :: alpha(*), beta(*)
            type(*), dimension(*), intent(in) :: a, x, y
        end subroutine
        subroutine zgemv_batch_64(trans, m, n, alpha, a, lda, x, incx, beta, y, incy, group_count, &
            group_size) bind(c, name="zgemv_batch_64_")
            import :: c_char, int64, real64
            character(kind=c_char), intent(in) :: trans(*)
            integer(int64), intent(in) :: m(*), n(*), lda(*), incx(*), incy(*), group_count, group_size(*)
            complex(real64), intent(in) :: alpha(*), beta(*)
            type(*), dimension(*), intent(in) :: a, x, y
        end subroutine
        subroutine zgemv_batch_strided(trans, m, n, alpha, a, lda, stride_a, x, incx, stride_x, beta, y, incy, &
            stride_y, batch_size) bind(c, name="zgemv_batch_strided_")
            import :: c_char, int32, real64
            character(kind=c_char), intent(in) :: trans
            integer(int32), intent(in) :: m, n, lda, stride_a, incx, stride_x, incy, stride_y, batch_size
            complex(real64), intent(in) :: alpha, a(*), x(*), beta
            complex(real64), intent(inout) :: y(*)
        end subroutine
        subroutine zgemv_batch_strided_64(trans, m, n, alpha, a, lda, stride_a, x, incx, stride_x, beta, y, incy, &
            stride_y, batch_size) bind(c, name="zgemv_batch_strided_64_")
            import :: c_char, int64, real64
            character(kind=c_char), intent(in) :: trans
            integer(int64), intent(in) :: m, n, lda, stride_a, incx, stride_x, incy, stride_y, batch_size
            complex(real64), intent(in) :: alpha, a(*), x(*), beta
            complex(real64), intent(inout) :: y(*)
        end subroutine
        subroutine zgemv_vbatch(trans, m, n, alpha, a, lda, x, incx, beta, y, incy, &
            batch_count) bind(c, name="zgemv_vbatch_")
            import :: c_char, int32, real64
            character(kind=c_char), intent(in) :: trans
            integer(int32), intent(in) :: m(*), n(*), lda(*), incx(*), incy(*), batch_count
            complex(real64), intent(in) :: alpha, beta
            type(*), dimension(*), intent(in) :: a, x, y
        end subroutine
        subroutine zgemv_vbatch_64(trans, m, n, alpha, a, lda, x, incx, beta, y, incy, &
            batch_count) bind(c, name="zgemv_vbatch_64_")
            import :: c_char, int64, real64
            character(kind=c_char), intent(in) :: trans
            integer(int64), intent(in) :: m(*), n(*), lda(*), incx(*), incy(*), batch_count
            complex(real64), intent(in) :: alpha, beta
            type(*), dimension(*), intent(in) :: a, x, y
        end subroutine
    end interface

    ! syrk: C := alpha A A^T + beta C (trans N; A is n x k) or alpha A^T A + beta C (trans T; A is k x n). C is n x n
    ! and symmetric; only the triangle uplo (U, L) of it is looked at.
    interface
        subroutine ssyrk_batch(uplo, trans, n, k, alpha, a, lda, beta, c, ldc, group_count, &
            group_size) bind(c, name="ssyrk_batch_")
            import :: c_char, int32, real32
            character(kind=c_char), intent(in) :: uplo(*), trans(*)
            integer(int32), intent(in) :: n(*), k(*), lda(*), ldc(*), group_count, group_size(*)
            real(real32), intent(in) :: alpha(*), beta(*)
            type(*), dimension(*), intent(in) :: a, c
        end subroutine
        subroutine ssyrk_batch_64(uplo, trans, n, k, alpha, a, lda, beta, c, ldc, group_count, &
            group_size) bind(c, name="ssyrk_batch_64_")
            import :: c_char, int64, real32
            character(kind=c_char), intent(in) :: uplo(*), trans(*)
            integer(int64), intent(in) :: n(*), k(*), lda(*), ldc(*), group_count, group_size(*)
            real(real32), intent(in) :: alpha(*), beta(*)
            type(*), dimension(*), intent(in) :: a, c
        end subroutine
        subroutine ssyrk_batch_strided(uplo, trans, n, k, alpha, a, lda, stride_a, beta, c, ldc, stride_c, &
            batch_size) bind(c, name="ssyrk_batch_strided_")
            import :: c_char, int32, real32
            character(kind=c_char), intent(in) :: uplo, trans
            integer(int32), intent(in) :: n, k, lda, stride_a, ldc, stride_c, batch_size
            real(real32), intent(in) :: alpha, a(*), beta
            real(real32), intent(inout) :: c(*)
        end subroutine
        subroutine ssyrk_batch_strided_64(uplo, trans, n, k, alpha, a, lda, stride_a, beta, c, ldc, stride_c, &
            batch_size) bind(c, name="ssyrk_batch_strided_64_")
            import :: c_char, int64, real32
            character(kind=c_char), intent(in) :: uplo, trans
            integer(int64), intent(in) :: n, k, lda, stride_a, ldc, stride_c, batch_size
            real(real32), intent(in) :: alpha, a(*), beta
            real(real32), intent(inout) :: c(*)
        end subroutine
        subroutine ssyrk_vbatch(uplo, trans, n, k, alpha, a, lda, beta, c, ldc, &
            batch_count) bind(c, name="ssyrk_vbatch_")
            import :: c_char, int32, real32
            character(kind=c_char), intent(in) :: uplo, trans
            integer(int32), intent(in) :: n(*), k(*), lda(*), ldc(*), batch_count
            real(real32), intent(in) :: alpha, beta
            type(*), dimension(*), intent(in) :: a, c
        end subroutine
        subroutine ssyrk_vbatch_64(uplo, trans, n, k, alpha, a, lda, beta, c, ldc, &
            batch_count) bind(c, name="ssyrk_vbatch_64_")
            import :: c_char, int64, real32
            character(kind=c_char), intent(in) :: uplo, trans
            integer(int64), intent(in) :: n(*), k(*), lda(*), ldc(*), batch_count
            real(real32), intent(in) :: alpha, beta
            type(*), dimension(*), intent(in) :: a, c
        end subroutine
        subroutine dsyrk_batch(uplo, trans, n, k, alpha, a, lda, beta, c, ldc, group_count, &
            group_size) bind(c, name="dsyrk_batch_")
            import :: c_char, int32, real64
            character(kind=c_char), intent(in) :: uplo(*), trans(*)
            integer(int32), intent(in) :: n(*), k(*), lda(*), ldc(*), group_count, group_size(*)
            real(real64), intent(in) :: alpha(*), beta(*)
            type(*), dimension(*), intent(in) :: a, c
        end subroutine
        subroutine dsyrk_batch_64(uplo, trans, n, k, alpha, a, lda, beta, c, ldc, group_count, &
            group_size) bind(c, name="dsyrk_batch_64_")
            import :: c_char, int64, real64
            character(kind=c_char), intent(in) :: uplo(*), trans(*)
            integer(int64), intent(in) :: n(*), k(*), lda(*), ldc(*), group_count, group_size(*)
            real(real64), intent(in) :: alpha(*), beta(*)
            type(*), dimension(*), intent(in) :: a, c
        end subroutine
        subroutine dsyrk_batch_strided(uplo, trans, n, k, alpha, a, lda, stride_a, beta, c, ldc, stride_c, &
            batch_size) bind(c, name="dsyrk_batch_strided_")
            import :: c_char, int32, real64
            character(kind=c_char), intent(in) :: uplo, trans
            integer(int32), intent(in) :: n, k, lda, stride_a, ldc, stride_c, batch_size
            real(real64), intent(in) :: alpha, a(*), beta
            real(real64), intent(inout) :: c(*)
        end subroutine
        subroutine dsyrk_batch_strided_64(uplo, trans, n, k, alpha, a, lda, stride_a, beta, c, ldc, stride_c, &
            batch_size) bind(c, name="dsyrk_batch_strided_64_")
            import :: c_char, int64, real64
            character(kind=c_char), intent(in) :: uplo, trans
            integer(int64), intent(in) :: n, k, lda, stride_a, ldc, stride_c, batch_size
            real(real64), intent(in) :: alpha, a(*), beta
            real(real64), intent(inout) :: c(*)
        end subroutine
        subroutine dsyrk_vbatch(uplo, trans, n, k, alpha, a, lda, beta, c, ldc, &
            batch_count) bind(c, name="dsyrk_vbatch_")
            import :: c_char, int32, real64
            character(kind=c_char), intent(in) :: uplo, trans
            integer(int32), intent(in) :: n(*), k(*), lda(*), ldc(*), batch_count
            real(real64), intent(in) :: alpha, beta
            type(*), dimension(*), intent(in) :: a, c
        end subroutine
        subroutine dsyrk_vbatch_64(uplo, trans, n, k, alpha, a, lda, beta, c, ldc, &
            batch_count) bind(c, name="dsyrk_vbatch_64_")
            import :: c_char, int64, real64
            character(kind=c_char), intent(in) :: uplo, trans
            integer(int64), intent(in) :: n(*), k(*), lda(*), ldc(*), batch_count
            real(real64), intent(in) :: alpha, beta
            type(*), dimension(*), intent(in) :: a, c
        end subroutine
        subroutine csyrk_batch(uplo, trans, n, k, alpha, a, lda, beta, c, ldc, group_count, &
            group_size) bind(c, name="csyrk_batch_")
            import :: c_char, int32, real32
            character(kind=c_char), intent(in) :: uplo(*), trans(*)
            integer(int32), intent(in) :: n(*), k(*), lda(*), ldc(*), group_count, group_size(*)
            complex(real32), intent(in) :: alpha(*), beta(*)
            type(*), dimension(*), intent(in) :: a, c
        end subroutine
        subroutine csyrk_batch_64(uplo, trans, n, k, alpha, a, lda, beta, c, ldc, group_count, &
            group_size) bind(c, name="csyrk_batch_64_")
            import :: c_char, int64, real32
            character(kind=c_char), intent(in) :: uplo(*), trans(*)
            integer(int64), intent(in) :: n(*), k(*), lda(*), ldc(*), group_count, group_size(*)
            complex(real32), intent(in) :: alpha(*), beta(*)
            type(*), dimension(*), intent(in) :: a, c
        end subroutine
        subroutine csyrk_batch_strided(uplo, trans, n, k, alpha, a, lda, stride_a, beta, c, ldc, stride_c, &
            batch_size) bind(c, name="csyrk_batch_strided_")
            import :: c_char, int32, real32
            character(kind=c_char), intent(in) :: uplo, trans
            integer(int32), intent(in) :: n, k, lda, stride_a, ldc, stride_c, batch_size
            complex(real32), intent(in) :: alpha, a(*), beta
            complex(real32), intent(inout) :: c(*)
        end subroutine
        subroutine csyrk_batch_strided_64(uplo, trans, n, k, alpha, a, lda, stride_a, beta, c, ldc, stride_c, &
            batch_size) bind(c, name="csyrk_batch_strided_64_")
            import :: c_char, int64, real32
            character(kind=c_char), intent(in) :: uplo, trans
            integer(int64), intent(in) :: n, k, lda, stride_a, ldc, stride_c, batch_size
            complex(real32), intent(in) :: alpha, a(*), beta
            complex(real32), intent(inout) :: c(*)
        end subroutine
        subroutine csyrk_vbatch(uplo, trans, n, k, alpha, a, lda, beta, c, ldc, &
            batch_count) bind(c, name="csyrk_vbatch_")
            import :: c_char, int32, real32
            character(kind=c_char), intent(in) :: uplo, trans
            integer(int32), intent(in) :: n(*), k(*), lda(*), ldc(*), batch_count
            complex(real32), intent(in) :: alpha, beta
            type(*), dimension(*), intent(in) :: a, c
        end subroutine
        subroutine csyrk_vbatch_64(uplo, trans, n, k, alpha, a, lda, beta, c, ldc, &
            batch_count) bind(c, name="csyrk_vbatch_64_")
            import :: c_char, int64, real32
            character(kind=c_char), intent(in) :: uplo, trans
            integer(int64), intent(in) :: n(*), k(*), lda(*), ldc(*), batch_count
            complex(real32), intent(in) :: alpha, beta
            type(*), dimension(*), intent(in) :: a, c
        end subroutine
        subroutine zsyrk_batch(uplo, trans, n, k, alpha, a, lda, beta, c, ldc, group_count, &
            group_size) bind(c, name="zsyrk_batch_")
            import :: c_char, int32, real64
            character(kind=c_char), intent(in) :: uplo(*), trans(*)
            integer(int32), intent(in) :: n(*), k(*), lda(*), ldc(*), group_count, group_size(*)
            complex(real64), intent(in) :: alpha(*), beta(*)
            type(*), dimension(*), intent(in) :: a, c
        end subroutine
        subroutine zsyrk_batch_64(uplo, trans, n, k, alpha, a, lda, beta, c, ldc, group_count, &
            group_size) bind(c, name="zsyrk_batch_64_")
            import :: c_char, int64, real64
            character(kind=c_char), intent(in) :: uplo(*), trans(*)
            integer(int64), intent(in) :: n(*), k(*), lda(*), ldc(*), group_count, group_size(*)
            complex(real64), intent(in) :: alpha(*), beta(*)
            type(*), dimension(*), intent(in) :: a, c
        end subroutine
        subroutine zsyrk_batch_strided(uplo, trans, n, k, alpha, a, lda, stride_a, beta, c, ldc, stride_c, &
            batch_size) bind(c, name="zsyrk_batch_strided_")
            import :: c_char, int32, real64
            character(kind=c_char), intent(in) :: uplo, trans
            integer(int32), intent(in) :: n, k, lda, stride_a, ldc, stride_c, batch_size
            complex(real64), intent(in) :: alpha, a(*), beta
            complex(real64), intent(inout) :: c(*)
        end subroutine
        subroutine zsyrk_batch_strided_64(uplo, trans, n, k, alpha, a, lda, stride_a, beta, c, ldc, stride_c, &
            batch_size) bind(c, name="zsyrk_batch_strided_64_")
            import :: c_char, int64, real64
            character(kind=c_char), intent(in) :: uplo, trans
            integer(int64), intent(in) :: n, k, lda, stride_a, ldc, stride_c, batch_size
            complex(real64), intent(in) :: alpha, a(*), beta
            complex(real64), intent(inout) :: c(*)
        end subroutine
        subroutine zsyrk_vbatch(uplo, trans, n, k, alpha, a, lda, beta, c, ldc, &
            batch_count) bind(c, name="zsyrk_vbatch_")
            import :: c_char, int32, real64
            character(kind=c_char), intent(in) :: uplo, trans
            integer(int32), intent(in) :: n(*), k(*), lda(*), ldc(*), batch_count
            complex(real64), intent(in) :: alpha, beta
            type(*), dimension(*), intent(in) :: a, c
        end subroutine
        subroutine zsyrk_vbatch_64(uplo, trans, n, k, alpha, a, lda, beta, c, ldc, &
            batch_count) bind(c, name="zsyrk_vbatch_64_")
            import :: c_char, int64, real64
            character(kind=c_char), intent(in) :: uplo, trans
            integer(int64), intent(in) :: n(*), k(*), lda(*), ldc(*), batch_count
            complex(real64), intent(in) :: alpha, beta
            type(*), dimension(*), intent(in) :: a, c
        end subroutine
    end interface

    ! herk: C := alpha A A^H + beta C (trans N; A is n x k) or alpha A^H A + beta C (trans C; A is k x n). C is n x n
    ! and Hermitian, alpha and beta are real; only the triangle uplo (U, L) of C is looked at.
    interface
        subroutine cherk_batch(uplo, trans, n, k, alpha, a, lda, beta, c, ldc, group_count, &
            group_size) bind(c, name="cherk_batch_")
            import :: c_char, int32, real32
            character(kind=c_char), intent(in) :: uplo(*), trans(*)
            integer(int32), intent(in) :: n(*), k(*), lda(*), ldc(*), group_count, group_size(*)
            real(real32), intent(in) :: alpha(*), beta(*)
            type(*), dimension(*), intent(in) :: a, c
        end subroutine
        subroutine cherk_batch_64(uplo, trans, n, k, alpha, a, lda, beta, c, ldc, group_count, &
            group_size) bind(c, name="cherk_batch_64_")
            import :: c_char, int64, real32
            character(kind=c_char), intent(in) :: uplo(*), trans(*)
            integer(int64), intent(in) :: n(*), k(*), lda(*), ldc(*), group_count, group_size(*)
            real(real32), intent(in) :: alpha(*), beta(*)
            type(*), dimension(*), intent(in) :: a, c
        end subroutine
        subroutine cherk_batch_strided(uplo, trans, n, k, alpha, a, lda, stride_a, beta, c, ldc, stride_c, &
            batch_size) bind(c, name="cherk_batch_strided_")
            import :: c_char, int32, real32
            character(kind=c_char), intent(in) :: uplo, trans
            integer(int32), intent(in) :: n, k, lda, stride_a, ldc, stride_c, batch_size
            real(real32), intent(in) :: alpha, beta
            complex(real32), intent(in) :: a(*)
            complex(real32), intent(inout) :: c(*)
        end subroutine
        subroutine cherk_batch_strided_64(uplo, trans, n, k, alpha, a, lda, stride_a, beta, c, ldc, stride_c, &
            batch_size) bind(c, name="cherk_batch_strided_64_")
            import :: c_char, int64, real32
            character(kind=c_char), intent(in) :: uplo, trans
            integer(int64), intent(in) :: n, k, lda, stride_a, ldc, stride_c, batch_size
            real(real32), intent(in) :: alpha, beta
            complex(real32), intent(in) :: a(*)
            complex(real32), intent(inout) :: c(*)
        end subroutine
        subroutine cherk_vbatch(uplo, trans, n, k, alpha, a, lda, beta, c, ldc, &
            batch_count) bind(c, name="cherk_vbatch_")
            import :: c_char, int32, real32
            character(kind=c_char), intent(in) :: uplo, trans
            integer(int32), intent(in) :: n(*), k(*), lda(*), ldc(*), batch_count
            real(real32), intent(in) :: alpha, beta
            type(*), dimension(*), intent(in) :: a, c
        end subroutine
        subroutine cherk_vbatch_64(uplo, trans, n, k, alpha, a, lda, beta, c, ldc, &
            batch_count) bind(c, name="cherk_vbatch_64_")
            import :: c_char, int64, real32
            character(kind=c_char), intent(in) :: uplo, trans
            integer(int64), intent(in) :: n(*), k(*), lda(*), ldc(*), batch_count
            real(real32), intent(in) :: alpha, beta
            type(*), dimension(*), intent(in) :: a, c
        end subroutine
        subroutine zherk_batch(uplo, trans, n, k, alpha, a, lda, beta, c, ldc, group_count, &
            group_size) bind(c, name="zherk_batch_")
            import :: c_char, int32, real64
            character(kind=c_char), intent(in) :: uplo(*), trans(*)
            integer(int32), intent(in) :: n(*), k(*), lda(*), ldc(*), group_count, group_size(*)
            real(real64), intent(in) :: alpha(*), beta(*)
            type(*), dimension(*), intent(in) :: a, c
        end subroutine
        subroutine zherk_batch_64(uplo, trans, n, k, alpha, a, lda, beta, c, ldc, group_count, &
            group_size) bind(c, name="zherk_batch_64_")
            import :: c_char, int64, real64
            character(kind=c_char), intent(in) :: uplo(*), trans(*)
            integer(int64), intent(in) :: n(*), k(*), lda(*), ldc(*), group_count, group_size(*)
            real(real64), intent(in) :: alpha(*), beta(*)
            type(*), dimension(*), intent(in) :: a, c
        end subroutine
        subroutine zherk_batch_strided(uplo, trans, n, k, alpha, a, lda, stride_a, beta, c, ldc, stride_c, &
            batch_size) bind(c, name="zherk_batch_strided_")
            import :: c_char, int32, real64
            character(kind=c_char), intent(in) :: uplo, trans
            integer(int32), intent(in) :: n, k, lda, stride_a, ldc, stride_c, batch_size
            real(real64), intent(in) :: alpha, beta
            complex(real64), intent(in) :: a(*)
            complex(real64), intent(inout) :: c(*)
        end subroutine
        subroutine zherk_batch_strided_64(uplo, trans, n, k, alpha, a, lda, stride_a, beta, c, ldc, stride_c, &
            batch_size) bind(c, name="zherk_batch_strided_64_")
            import :: c_char, int64, real64
            character(kind=c_char), intent(in) :: uplo, trans
            integer(int64), intent(in) :: n, k, lda, stride_a, ldc, stride_c, batch_size
            real(real64), intent(in) :: alpha, beta
            complex(real64), intent(in) :: a(*)
            complex(real64), intent(inout) :: c(*)
        end subroutine
        subroutine zherk_vbatch(uplo, trans, n, k, alpha, a, lda, beta, c, ldc, &
            batch_count) bind(c, name="zherk_vbatch_")
            import :: c_char, int32, real64
            character(kind=c_char), intent(in) :: uplo, trans
            integer(int32), intent(in) :: n(*), k(*), lda(*), ldc(*), batch_count
            real(real64), intent(in) :: alpha, beta
            type(*), dimension(*), intent(in) :: a, c
        end subroutine
        subroutine zherk_vbatch_64(uplo, trans, n, k, alpha, a, lda, beta, c, ldc, &
            batch_count) bind(c, name="zherk_vbatch_64_")
            import :: c_char, int64, real64
            character(kind=c_char), intent(in) :: uplo, trans
            integer(int64), intent(in) :: n(*), k(*), lda(*), ldc(*), batch_count
            real(real64), intent(in) :: alpha, beta
            type(*), dimension(*), intent(in) :: a, c
        end subroutine
    end interface

    ! trsm: B := alpha op(A)^-1 B (side L; A is m x m) or alpha B op(A)^-1 (side R; A is n x n). B is m x n, A
    ! triangular by uplo (U, L), with ones on its diagonal if diag is U. Nobody looks for zeros there.
    interface
        subroutine strsm_batch(side, uplo, transa, diag, m, n, alpha, a, lda, b, ldb, group_count, &
            group_size) bind(c, name="strsm_batch_")
            import :: c_char, int32, real32
            character(kind=c_char), intent(in) :: side(*), uplo(*), transa(*), diag(*)
            integer(int32), intent(in) :: m(*), n(*), lda(*), ldb(*), group_count, group_size(*)
            real(real32), intent(in) :: alpha(*)
            type(*), dimension(*), intent(in) :: a, b
        end subroutine
        subroutine strsm_batch_64(side, uplo, transa, diag, m, n, alpha, a, lda, b, ldb, group_count, &
            group_size) bind(c, name="strsm_batch_64_")
            import :: c_char, int64, real32
            character(kind=c_char), intent(in) :: side(*), uplo(*), transa(*), diag(*)
            integer(int64), intent(in) :: m(*), n(*), lda(*), ldb(*), group_count, group_size(*)
            real(real32), intent(in) :: alpha(*)
            type(*), dimension(*), intent(in) :: a, b
        end subroutine
        subroutine strsm_batch_strided(side, uplo, transa, diag, m, n, alpha, a, lda, stride_a, b, ldb, stride_b, &
            batch_size) bind(c, name="strsm_batch_strided_")
            import :: c_char, int32, real32
            character(kind=c_char), intent(in) :: side, uplo, transa, diag
            integer(int32), intent(in) :: m, n, lda, stride_a, ldb, stride_b, batch_size
            real(real32), intent(in) :: alpha, a(*)
            real(real32), intent(inout) :: b(*)
        end subroutine
        subroutine strsm_batch_strided_64(side, uplo, transa, diag, m, n, alpha, a, lda, stride_a, b, ldb, stride_b, &
            batch_size) bind(c, name="strsm_batch_strided_64_")
            import :: c_char, int64, real32
            character(kind=c_char), intent(in) :: side, uplo, transa, diag
            integer(int64), intent(in) :: m, n, lda, stride_a, ldb, stride_b, batch_size
            real(real32), intent(in) :: alpha, a(*)
            real(real32), intent(inout) :: b(*)
        end subroutine
        subroutine strsm_vbatch(side, uplo, transa, diag, m, n, alpha, a, lda, b, ldb, &
            batch_count) bind(c, name="strsm_vbatch_")
            import :: c_char, int32, real32
            character(kind=c_char), intent(in) :: side, uplo, transa, diag
            integer(int32), intent(in) :: m(*), n(*), lda(*), ldb(*), batch_count
            real(real32), intent(in) :: alpha
            type(*), dimension(*), intent(in) :: a, b
        end subroutine
        subroutine strsm_vbatch_64(side, uplo, transa, diag, m, n, alpha, a, lda, b, ldb, &
            batch_count) bind(c, name="strsm_vbatch_64_")
            import :: c_char, int64, real32
            character(kind=c_char), intent(in) :: side, uplo, transa, diag
            integer(int64), intent(in) :: m(*), n(*), lda(*), ldb(*), batch_count
            real(real32), intent(in) :: alpha
            type(*), dimension(*), intent(in) :: a, b
        end subroutine
        subroutine dtrsm_batch(side, uplo, transa, diag, m, n, alpha, a, lda, b, ldb, group_count, &
            group_size) bind(c, name="dtrsm_batch_")
            import :: c_char, int32, real64
            character(kind=c_char), intent(in) :: side(*), uplo(*), transa(*), diag(*)
            integer(int32), intent(in) :: m(*), n(*), lda(*), ldb(*), group_count, group_size(*)
            real(real64), intent(in) :: alpha(*)
            type(*), dimension(*), intent(in) :: a, b
        end subroutine
        subroutine dtrsm_batch_64(side, uplo, transa, diag, m, n, alpha, a, lda, b, ldb, group_count, &
            group_size) bind(c, name="dtrsm_batch_64_")
            import :: c_char, int64, real64
            character(kind=c_char), intent(in) :: side(*), uplo(*), transa(*), diag(*)
            integer(int64), intent(in) :: m(*), n(*), lda(*), ldb(*), group_count, group_size(*)
            real(real64), intent(in) :: alpha(*)
            type(*), dimension(*), intent(in) :: a, b
        end subroutine
        subroutine dtrsm_batch_strided(side, uplo, transa, diag, m, n, alpha, a, lda, stride_a, b, ldb, stride_b, &
            batch_size) bind(c, name="dtrsm_batch_strided_")
            import :: c_char, int32, real64
            character(kind=c_char), intent(in) :: side, uplo, transa, diag
            integer(int32), intent(in) :: m, n, lda, stride_a, ldb, stride_b, batch_size
            real(real64), intent(in) :: alpha, a(*)
            real(real64), intent(inout) :: b(*)
        end subroutine
        subroutine dtrsm_batch_strided_64(side, uplo, transa, diag, m, n, alpha, a, lda, stride_a, b, ldb, stride_b, &
            batch_size) bind(c, name="dtrsm_batch_strided_64_")
            import :: c_char, int64, real64
            character(kind=c_char), intent(in) :: side, uplo, transa, diag
            integer(int64), intent(in) :: m, n, lda, stride_a, ldb, stride_b, batch_size
            real(real64), intent(in) :: alpha, a(*)
            real(real64), intent(inout) :: b(*)
        end subroutine
        subroutine dtrsm_vbatch(side, uplo, transa, diag, m, n, alpha, a, lda, b, ldb, &
            batch_count) bind(c, name="dtrsm_vbatch_")
            import :: c_char, int32, real64
            character(kind=c_char), intent(in) :: side, uplo, transa, diag
            integer(int32), intent(in) :: m(*), n(*), lda(*), ldb(*), batch_count
            real(real64), intent(in) :: alpha
            type(*), dimension(*), intent(in) :: a, b
        end subroutine
        subroutine dtrsm_vbatch_64(side, uplo, transa, diag, m, n, alpha, a, lda, b, ldb, &
            batch_count) bind(c, name="dtrsm_vbatch_64_")
            import :: c_char, int64, real64
            character(kind=c_char), intent(in) :: side, uplo, transa, diag
            integer(int64), intent(in) :: m(*), n(*), lda(*), ldb(*), batch_count
            real(real64), intent(in) :: alpha
            type(*), dimension(*), intent(in) :: a, b
        end subroutine
        subroutine ctrsm_batch(side, uplo, transa, diag, m, n, alpha, a, lda, b, ldb, group_count, &
            group_size) bind(c, name="ctrsm_batch_")
            import :: c_char, int32, real32
            character(kind=c_char), intent(in) :: side(*), uplo(*), transa(*), diag(*)
            integer(int32), intent(in) :: m(*), n(*), lda(*), ldb(*), group_count, group_size(*)
            complex(real32), intent(in) :: alpha(*)
            type(*), dimension(*), intent(in) :: a, b
        end subroutine
        subroutine ctrsm_batch_64(side, uplo, transa, diag, m, n, alpha, a, lda, b, ldb, group_count, &
            group_size) bind(c, name="ctrsm_batch_64_")
            import :: c_char, int64, real32
            character(kind=c_char), intent(in) :: side(*), uplo(*), transa(*), diag(*)
            integer(int64), intent(in) :: m(*), n(*), lda(*), ldb(*), group_count, group_size(*)
            complex(real32), intent(in) :: alpha(*)
            type(*), dimension(*), intent(in) :: a, b
        end subroutine
        subroutine ctrsm_batch_strided(side, uplo, transa, diag, m, n, alpha, a, lda, stride_a, b, ldb, stride_b, &
            batch_size) bind(c, name="ctrsm_batch_strided_")
            import :: c_char, int32, real32
            character(kind=c_char), intent(in) :: side, uplo, transa, diag
            integer(int32), intent(in) :: m, n, lda, stride_a, ldb, stride_b, batch_size
            complex(real32), intent(in) :: alpha, a(*)
            complex(real32), intent(inout) :: b(*)
        end subroutine
        subroutine ctrsm_batch_strided_64(side, uplo, transa, diag, m, n, alpha, a, lda, stride_a, b, ldb, stride_b, &
            batch_size) bind(c, name="ctrsm_batch_strided_64_")
            import :: c_char, int64, real32
            character(kind=c_char), intent(in) :: side, uplo, transa, diag
            integer(int64), intent(in) :: m, n, lda, stride_a, ldb, stride_b, batch_size
            complex(real32), intent(in) :: alpha, a(*)
            complex(real32), intent(inout) :: b(*)
        end subroutine
        subroutine ctrsm_vbatch(side, uplo, transa, diag, m, n, alpha, a, lda, b, ldb, &
            batch_count) bind(c, name="ctrsm_vbatch_")
            import :: c_char, int32, real32
            character(kind=c_char), intent(in) :: side, uplo, transa, diag
            integer(int32), intent(in) :: m(*), n(*), lda(*), ldb(*), batch_count
            complex(real32), intent(in) :: alpha
            type(*), dimension(*), intent(in) :: a, b
        end subroutine
        subroutine ctrsm_vbatch_64(side, uplo, transa, diag, m, n, alpha, a, lda, b, ldb, &
            batch_count) bind(c, name="ctrsm_vbatch_64_")
            import :: c_char, int64, real32
            character(kind=c_char), intent(in) :: side, uplo, transa, diag
            integer(int64), intent(in) :: m(*), n(*), lda(*), ldb(*), batch_count
            complex(real32), intent(in) :: alpha
            type(*), dimension(*), intent(in) :: a, b
        end subroutine
        subroutine ztrsm_batch(side, uplo, transa, diag, m, n, alpha, a, lda, b, ldb, group_count, &
            group_size) bind(c, name="ztrsm_batch_")
            import :: c_char, int32, real64
            character(kind=c_char), intent(in) :: side(*), uplo(*), transa(*), diag(*)
            integer(int32), intent(in) :: m(*), n(*), lda(*), ldb(*), group_count, group_size(*)
            complex(real64), intent(in) :: alpha(*)
            type(*), dimension(*), intent(in) :: a, b
        end subroutine
        subroutine ztrsm_batch_64(side, uplo, transa, diag, m, n, alpha, a, lda, b, ldb, group_count, &
            group_size) bind(c, name="ztrsm_batch_64_")
            import :: c_char, int64, real64
            character(kind=c_char), intent(in) :: side(*), uplo(*), transa(*), diag(*)
            integer(int64), intent(in) :: m(*), n(*), lda(*), ldb(*), group_count, group_size(*)
            complex(real64), intent(in) :: alpha(*)
            type(*), dimension(*), intent(in) :: a, b
        end subroutine
        subroutine ztrsm_batch_strided(side, uplo, transa, diag, m, n, alpha, a, lda, stride_a, b, ldb, stride_b, &
            batch_size) bind(c, name="ztrsm_batch_strided_")
            import :: c_char, int32, real64
            character(kind=c_char), intent(in) :: side, uplo, transa, diag
            integer(int32), intent(in) :: m, n, lda, stride_a, ldb, stride_b, batch_size
            complex(real64), intent(in) :: alpha, a(*)
            complex(real64), intent(inout) :: b(*)
        end subroutine
        subroutine ztrsm_batch_strided_64(side, uplo, transa, diag, m, n, alpha, a, lda, stride_a, b, ldb, stride_b, &
            batch_size) bind(c, name="ztrsm_batch_strided_64_")
            import :: c_char, int64, real64
            character(kind=c_char), intent(in) :: side, uplo, transa, diag
            integer(int64), intent(in) :: m, n, lda, stride_a, ldb, stride_b, batch_size
            complex(real64), intent(in) :: alpha, a(*)
            complex(real64), intent(inout) :: b(*)
        end subroutine
        subroutine ztrsm_vbatch(side, uplo, transa, diag, m, n, alpha, a, lda, b, ldb, &
            batch_count) bind(c, name="ztrsm_vbatch_")
            import :: c_char, int32, real64
            character(kind=c_char), intent(in) :: side, uplo, transa, diag
            integer(int32), intent(in) :: m(*), n(*), lda(*), ldb(*), batch_count
            complex(real64), intent(in) :: alpha
            type(*), dimension(*), intent(in) :: a, b
        end subroutine
        subroutine ztrsm_vbatch_64(side, uplo, transa, diag, m, n, alpha, a, lda, b, ldb, &
            batch_count) bind(c, name="ztrsm_vbatch_64_")
            import :: c_char, int64, real64
            character(kind=c_char), intent(in) :: side, uplo, transa, diag
            integer(int64), intent(in) :: m(*), n(*), lda(*), ldb(*), batch_count
            complex(real64), intent(in) :: alpha
            type(*), dimension(*), intent(in) :: a, b
        end subroutine
    end interface

    ! trmm: B := alpha op(A) B (side L; A is m x m) or alpha B op(A) (side R; A is n x n). B is m x n, A triangular by
    ! uplo (U, L), with ones on its diagonal if diag is U.
    interface
        subroutine strmm_batch(side, uplo, transa, diag, m, n, alpha, a, lda, b, ldb, group_count, &
            group_size) bind(c, name="strmm_batch_")
            import :: c_char, int32, real32
            character(kind=c_char), intent(in) :: side(*), uplo(*), transa(*), diag(*)
            integer(int32), intent(in) :: m(*), n(*), lda(*), ldb(*), group_count, group_size(*)
            real(real32), intent(in) :: alpha(*)
            type(*), dimension(*), intent(in) :: a, b
        end subroutine
        subroutine strmm_batch_64(side, uplo, transa, diag, m, n, alpha, a, lda, b, ldb, group_count, &
            group_size) bind(c, name="strmm_batch_64_")
            import :: c_char, int64, real32
            character(kind=c_char), intent(in) :: side(*), uplo(*), transa(*), diag(*)
            integer(int64), intent(in) :: m(*), n(*), lda(*), ldb(*), group_count, group_size(*)
            real(real32), intent(in) :: alpha(*)
            type(*), dimension(*), intent(in) :: a, b
        end subroutine
        subroutine strmm_batch_strided(side, uplo, transa, diag, m, n, alpha, a, lda, stride_a, b, ldb, stride_b, &
            batch_size) bind(c, name="strmm_batch_strided_")
            import :: c_char, int32, real32
            character(kind=c_char), intent(in) :: side, uplo, transa, diag
            integer(int32), intent(in) :: m, n, lda, stride_a, ldb, stride_b, batch_size
            real(real32), intent(in) :: alpha, a(*)
            real(real32), intent(inout) :: b(*)
        end subroutine
        subroutine strmm_batch_strided_64(side, uplo, transa, diag, m, n, alpha, a, lda, stride_a, b, ldb, stride_b, &
            batch_size) bind(c, name="strmm_batch_strided_64_")
            import :: c_char, int64, real32
            character(kind=c_char), intent(in) :: side, uplo, transa, diag
            integer(int64), intent(in) :: m, n, lda, stride_a, ldb, stride_b, batch_size
            real(real32), intent(in) :: alpha, a(*)
            real(real32), intent(inout) :: b(*)
        end subroutine
        subroutine strmm_vbatch(side, uplo, transa, diag, m, n, alpha, a, lda, b, ldb, &
            batch_count) bind(c, name="strmm_vbatch_")
            import :: c_char, int32, real32
            character(kind=c_char), intent(in) :: side, uplo, transa, diag
            integer(int32), intent(in) :: m(*), n(*), lda(*), ldb(*), batch_count
            real(real32), intent(in) :: alpha
            type(*), dimension(*), intent(in) :: a, b
        end subroutine
        subroutine strmm_vbatch_64(side, uplo, transa, diag, m, n, alpha, a, lda, b, ldb, &
            batch_count) bind(c, name="strmm_vbatch_64_")
            import :: c_char, int64, real32
            character(kind=c_char), intent(in) :: side, uplo, transa, diag
            integer(int64), intent(in) :: m(*), n(*), lda(*), ldb(*), batch_count
            real(real32), intent(in) :: alpha
            type(*), dimension(*), intent(in) :: a, b
        end subroutine
        subroutine dtrmm_batch(side, uplo, transa, diag, m, n, alpha, a, lda, b, ldb, group_count, &
            group_size) bind(c, name="dtrmm_batch_")
            import :: c_char, int32, real64
            character(kind=c_char), intent(in) :: side(*), uplo(*), transa(*), diag(*)
            integer(int32), intent(in) :: m(*), n(*), lda(*), ldb(*), group_count, group_size(*)
            real(real64), intent(in) :: alpha(*)
            type(*), dimension(*), intent(in) :: a, b
        end subroutine
        subroutine dtrmm_batch_64(side, uplo, transa, diag, m, n, alpha, a, lda, b, ldb, group_count, &
            group_size) bind(c, name="dtrmm_batch_64_")
            import :: c_char, int64, real64
            character(kind=c_char), intent(in) :: side(*), uplo(*), transa(*), diag(*)
            integer(int64), intent(in) :: m(*), n(*), lda(*), ldb(*), group_count, group_size(*)
            real(real64), intent(in) :: alpha(*)
            type(*), dimension(*), intent(in) :: a, b
        end subroutine
        subroutine dtrmm_batch_strided(side, uplo, transa, diag, m, n, alpha, a, lda, stride_a, b, ldb, stride_b, &
            batch_size) bind(c, name="dtrmm_batch_strided_")
            import :: c_char, int32, real64
            character(kind=c_char), intent(in) :: side, uplo, transa, diag
            integer(int32), intent(in) :: m, n, lda, stride_a, ldb, stride_b, batch_size
            real(real64), intent(in) :: alpha, a(*)
            real(real64), intent(inout) :: b(*)
        end subroutine
        subroutine dtrmm_batch_strided_64(side, uplo, transa, diag, m, n, alpha, a, lda, stride_a, b, ldb, stride_b, &
            batch_size) bind(c, name="dtrmm_batch_strided_64_")
            import :: c_char, int64, real64
            character(kind=c_char), intent(in) :: side, uplo, transa, diag
            integer(int64), intent(in) :: m, n, lda, stride_a, ldb, stride_b, batch_size
            real(real64), intent(in) :: alpha, a(*)
            real(real64), intent(inout) :: b(*)
        end subroutine
        subroutine dtrmm_vbatch(side, uplo, transa, diag, m, n, alpha, a, lda, b, ldb, &
            batch_count) bind(c, name="dtrmm_vbatch_")
            import :: c_char, int32, real64
            character(kind=c_char), intent(in) :: side, uplo, transa, diag
            integer(int32), intent(in) :: m(*), n(*), lda(*), ldb(*), batch_count
            real(real64), intent(in) :: alpha
            type(*), dimension(*), intent(in) :: a, b
        end subroutine
        subroutine dtrmm_vbatch_64(side, uplo, transa, diag, m, n, alpha, a, lda, b, ldb, &
            batch_count) bind(c, name="dtrmm_vbatch_64_")
            import :: c_char, int64, real64
            character(kind=c_char), intent(in) :: side, uplo, transa, diag
            integer(int64), intent(in) :: m(*), n(*), lda(*), ldb(*), batch_count
            real(real64), intent(in) :: alpha
            type(*), dimension(*), intent(in) :: a, b
        end subroutine
        subroutine ctrmm_batch(side, uplo, transa, diag, m, n, alpha, a, lda, b, ldb, group_count, &
            group_size) bind(c, name="ctrmm_batch_")
            import :: c_char, int32, real32
            character(kind=c_char), intent(in) :: side(*), uplo(*), transa(*), diag(*)
            integer(int32), intent(in) :: m(*), n(*), lda(*), ldb(*), group_count, group_size(*)
            complex(real32), intent(in) :: alpha(*)
            type(*), dimension(*), intent(in) :: a, b
        end subroutine
        subroutine ctrmm_batch_64(side, uplo, transa, diag, m, n, alpha, a, lda, b, ldb, group_count, &
            group_size) bind(c, name="ctrmm_batch_64_")
            import :: c_char, int64, real32
            character(kind=c_char), intent(in) :: side(*), uplo(*), transa(*), diag(*)
            integer(int64), intent(in) :: m(*), n(*), lda(*), ldb(*), group_count, group_size(*)
            complex(real32), intent(in) :: alpha(*)
            type(*), dimension(*), intent(in) :: a, b
        end subroutine
        subroutine ctrmm_batch_strided(side, uplo, transa, diag, m, n, alpha, a, lda, stride_a, b, ldb, stride_b, &
            batch_size) bind(c, name="ctrmm_batch_strided_")
            import :: c_char, int32, real32
            character(kind=c_char), intent(in) :: side, uplo, transa, diag
            integer(int32), intent(in) :: m, n, lda, stride_a, ldb, stride_b, batch_size
            complex(real32), intent(in) :: alpha, a(*)
            complex(real32), intent(inout) :: b(*)
        end subroutine
        subroutine ctrmm_batch_strided_64(side, uplo, transa, diag, m, n, alpha, a, lda, stride_a, b, ldb, stride_b, &
            batch_size) bind(c, name="ctrmm_batch_strided_64_")
            import :: c_char, int64, real32
            character(kind=c_char), intent(in) :: side, uplo, transa, diag
            integer(int64), intent(in) :: m, n, lda, stride_a, ldb, stride_b, batch_size
            complex(real32), intent(in) :: alpha, a(*)
            complex(real32), intent(inout) :: b(*)
        end subroutine
        subroutine ctrmm_vbatch(side, uplo, transa, diag, m, n, alpha, a, lda, b, ldb, &
            batch_count) bind(c, name="ctrmm_vbatch_")
            import :: c_char, int32, real32
            character(kind=c_char), intent(in) :: side, uplo, transa, diag
            integer(int32), intent(in) :: m(*), n(*), lda(*), ldb(*), batch_count
            complex(real32), intent(in) :: alpha
            type(*), dimension(*), intent(in) :: a, b
        end subroutine
        subroutine ctrmm_vbatch_64(side, uplo, transa, diag, m, n, alpha, a, lda, b, ldb, &
            batch_count) bind(c, name="ctrmm_vbatch_64_")
            import :: c_char, int64, real32
            character(kind=c_char), intent(in) :: side, uplo, transa, diag
            integer(int64), intent(in) :: m(*), n(*), lda(*), ldb(*), batch_count
            complex(real32), intent(in) :: alpha
            type(*), dimension(*), intent(in) :: a, b
        end subroutine
        subroutine ztrmm_batch(side, uplo, transa, diag, m, n, alpha, a, lda, b, ldb, group_count, &
            group_size) bind(c, name="ztrmm_batch_")
            import :: c_char, int32, real64
            character(kind=c_char), intent(in) :: side(*), uplo(*), transa(*), diag(*)
            integer(int32), intent(in) :: m(*), n(*), lda(*), ldb(*), group_count, group_size(*)
            complex(real64), intent(in) :: alpha(*)
            type(*), dimension(*), intent(in) :: a, b
        end subroutine
        subroutine ztrmm_batch_64(side, uplo, transa, diag, m, n, alpha, a, lda, b, ldb, group_count, &
            group_size) bind(c, name="ztrmm_batch_64_")
            import :: c_char, int64, real64
            character(kind=c_char), intent(in) :: side(*), uplo(*), transa(*), diag(*)
            integer(int64), intent(in) :: m(*), n(*), lda(*), ldb(*), group_count, group_size(*)
            complex(real64), intent(in) :: alpha(*)
            type(*), dimension(*), intent(in) :: a, b
        end subroutine
        subroutine ztrmm_batch_strided(side, uplo, transa, diag, m, n, alpha, a, lda, stride_a, b, ldb, stride_b, &
            batch_size) bind(c, name="ztrmm_batch_strided_")
            import :: c_char, int32, real64
            character(kind=c_char), intent(in) :: side, uplo, transa, diag
            integer(int32), intent(in) :: m, n, lda, stride_a, ldb, stride_b, batch_size
            complex(real64), intent(in) :: alpha, a(*)
            complex(real64), intent(inout) :: b(*)
        end subroutine
        subroutine ztrmm_batch_strided_64(side, uplo, transa, diag, m, n, alpha, a, lda, stride_a, b, ldb, stride_b, &
            batch_size) bind(c, name="ztrmm_batch_strided_64_")
            import :: c_char, int64, real64
            character(kind=c_char), intent(in) :: side, uplo, transa, diag
            integer(int64), intent(in) :: m, n, lda, stride_a, ldb, stride_b, batch_size
            complex(real64), intent(in) :: alpha, a(*)
            complex(real64), intent(inout) :: b(*)
        end subroutine
        subroutine ztrmm_vbatch(side, uplo, transa, diag, m, n, alpha, a, lda, b, ldb, &
            batch_count) bind(c, name="ztrmm_vbatch_")
            import :: c_char, int32, real64
            character(kind=c_char), intent(in) :: side, uplo, transa, diag
            integer(int32), intent(in) :: m(*), n(*), lda(*), ldb(*), batch_count
            complex(real64), intent(in) :: alpha
            type(*), dimension(*), intent(in) :: a, b
        end subroutine
        subroutine ztrmm_vbatch_64(side, uplo, transa, diag, m, n, alpha, a, lda, b, ldb, &
            batch_count) bind(c, name="ztrmm_vbatch_64_")
            import :: c_char, int64, real64
            character(kind=c_char), intent(in) :: side, uplo, transa, diag
            integer(int64), intent(in) :: m(*), n(*), lda(*), ldb(*), batch_count
            complex(real64), intent(in) :: alpha
            type(*), dimension(*), intent(in) :: a, b
        end subroutine
    end interface

    ! trsv: x := op(A)^-1 x. A is n x n and triangular by uplo (U, L), with ones on its diagonal if diag is U. Nobody
    ! looks for zeros there.
    interface
        subroutine strsv_batch(uplo, trans, diag, n, a, lda, x, incx, group_count, &
            group_size) bind(c, name="strsv_batch_")
            import :: c_char, int32
            character(kind=c_char), intent(in) :: uplo(*), trans(*), diag(*)
            integer(int32), intent(in) :: n(*), lda(*), incx(*), group_count, group_size(*)
            type(*), dimension(*), intent(in) :: a, x
        end subroutine
        subroutine strsv_batch_64(uplo, trans, diag, n, a, lda, x, incx, group_count, &
            group_size) bind(c, name="strsv_batch_64_")
            import :: c_char, int64
            character(kind=c_char), intent(in) :: uplo(*), trans(*), diag(*)
            integer(int64), intent(in) :: n(*), lda(*), incx(*), group_count, group_size(*)
            type(*), dimension(*), intent(in) :: a, x
        end subroutine
        subroutine strsv_batch_strided(uplo, trans, diag, n, a, lda, stride_a, x, incx, stride_x, &
            batch_size) bind(c, name="strsv_batch_strided_")
            import :: c_char, int32, real32
            character(kind=c_char), intent(in) :: uplo, trans, diag
            integer(int32), intent(in) :: n, lda, stride_a, incx, stride_x, batch_size
            real(real32), intent(in) :: a(*)
            real(real32), intent(inout) :: x(*)
        end subroutine
        subroutine strsv_batch_strided_64(uplo, trans, diag, n, a, lda, stride_a, x, incx, stride_x, &
            batch_size) bind(c, name="strsv_batch_strided_64_")
            import :: c_char, int64, real32
            character(kind=c_char), intent(in) :: uplo, trans, diag
            integer(int64), intent(in) :: n, lda, stride_a, incx, stride_x, batch_size
            real(real32), intent(in) :: a(*)
            real(real32), intent(inout) :: x(*)
        end subroutine
        subroutine strsv_vbatch(uplo, trans, diag, n, a, lda, x, incx, batch_count) bind(c, name="strsv_vbatch_")
            import :: c_char, int32
            character(kind=c_char), intent(in) :: uplo, trans, diag
            integer(int32), intent(in) :: n(*), lda(*), incx(*), batch_count
            type(*), dimension(*), intent(in) :: a, x
        end subroutine
        subroutine strsv_vbatch_64(uplo, trans, diag, n, a, lda, x, incx, &
            batch_count) bind(c, name="strsv_vbatch_64_")
            import :: c_char, int64
            character(kind=c_char), intent(in) :: uplo, trans, diag
            integer(int64), intent(in) :: n(*), lda(*), incx(*), batch_count
            type(*), dimension(*), intent(in) :: a, x
        end subroutine
        subroutine dtrsv_batch(uplo, trans, diag, n, a, lda, x, incx, group_count, &
            group_size) bind(c, name="dtrsv_batch_")
            import :: c_char, int32
            character(kind=c_char), intent(in) :: uplo(*), trans(*), diag(*)
            integer(int32), intent(in) :: n(*), lda(*), incx(*), group_count, group_size(*)
            type(*), dimension(*), intent(in) :: a, x
        end subroutine
        subroutine dtrsv_batch_64(uplo, trans, diag, n, a, lda, x, incx, group_count, &
            group_size) bind(c, name="dtrsv_batch_64_")
            import :: c_char, int64
            character(kind=c_char), intent(in) :: uplo(*), trans(*), diag(*)
            integer(int64), intent(in) :: n(*), lda(*), incx(*), group_count, group_size(*)
            type(*), dimension(*), intent(in) :: a, x
        end subroutine
        subroutine dtrsv_batch_strided(uplo, trans, diag, n, a, lda, stride_a, x, incx, stride_x, &
            batch_size) bind(c, name="dtrsv_batch_strided_")
            import :: c_char, int32, real64
            character(kind=c_char), intent(in) :: uplo, trans, diag
            integer(int32), intent(in) :: n, lda, stride_a, incx, stride_x, batch_size
            real(real64), intent(in) :: a(*)
            real(real64), intent(inout) :: x(*)
        end subroutine
        subroutine dtrsv_batch_strided_64(uplo, trans, diag, n, a, lda, stride_a, x, incx, stride_x, &
            batch_size) bind(c, name="dtrsv_batch_strided_64_")
            import :: c_char, int64, real64
            character(kind=c_char), intent(in) :: uplo, trans, diag
            integer(int64), intent(in) :: n, lda, stride_a, incx, stride_x, batch_size
            real(real64), intent(in) :: a(*)
            real(real64), intent(inout) :: x(*)
        end subroutine
        subroutine dtrsv_vbatch(uplo, trans, diag, n, a, lda, x, incx, batch_count) bind(c, name="dtrsv_vbatch_")
            import :: c_char, int32
            character(kind=c_char), intent(in) :: uplo, trans, diag
            integer(int32), intent(in) :: n(*), lda(*), incx(*), batch_count
            type(*), dimension(*), intent(in) :: a, x
        end subroutine
        subroutine dtrsv_vbatch_64(uplo, trans, diag, n, a, lda, x, incx, &
            batch_count) bind(c, name="dtrsv_vbatch_64_")
            import :: c_char, int64
            character(kind=c_char), intent(in) :: uplo, trans, diag
            integer(int64), intent(in) :: n(*), lda(*), incx(*), batch_count
            type(*), dimension(*), intent(in) :: a, x
        end subroutine
        subroutine ctrsv_batch(uplo, trans, diag, n, a, lda, x, incx, group_count, &
            group_size) bind(c, name="ctrsv_batch_")
            import :: c_char, int32
            character(kind=c_char), intent(in) :: uplo(*), trans(*), diag(*)
            integer(int32), intent(in) :: n(*), lda(*), incx(*), group_count, group_size(*)
            type(*), dimension(*), intent(in) :: a, x
        end subroutine
        subroutine ctrsv_batch_64(uplo, trans, diag, n, a, lda, x, incx, group_count, &
            group_size) bind(c, name="ctrsv_batch_64_")
            import :: c_char, int64
            character(kind=c_char), intent(in) :: uplo(*), trans(*), diag(*)
            integer(int64), intent(in) :: n(*), lda(*), incx(*), group_count, group_size(*)
            type(*), dimension(*), intent(in) :: a, x
        end subroutine
        subroutine ctrsv_batch_strided(uplo, trans, diag, n, a, lda, stride_a, x, incx, stride_x, &
            batch_size) bind(c, name="ctrsv_batch_strided_")
            import :: c_char, int32, real32
            character(kind=c_char), intent(in) :: uplo, trans, diag
            integer(int32), intent(in) :: n, lda, stride_a, incx, stride_x, batch_size
            complex(real32), intent(in) :: a(*)
            complex(real32), intent(inout) :: x(*)
        end subroutine
        subroutine ctrsv_batch_strided_64(uplo, trans, diag, n, a, lda, stride_a, x, incx, stride_x, &
            batch_size) bind(c, name="ctrsv_batch_strided_64_")
            import :: c_char, int64, real32
            character(kind=c_char), intent(in) :: uplo, trans, diag
            integer(int64), intent(in) :: n, lda, stride_a, incx, stride_x, batch_size
            complex(real32), intent(in) :: a(*)
            complex(real32), intent(inout) :: x(*)
        end subroutine
        subroutine ctrsv_vbatch(uplo, trans, diag, n, a, lda, x, incx, batch_count) bind(c, name="ctrsv_vbatch_")
            import :: c_char, int32
            character(kind=c_char), intent(in) :: uplo, trans, diag
            integer(int32), intent(in) :: n(*), lda(*), incx(*), batch_count
            type(*), dimension(*), intent(in) :: a, x
        end subroutine
        subroutine ctrsv_vbatch_64(uplo, trans, diag, n, a, lda, x, incx, &
            batch_count) bind(c, name="ctrsv_vbatch_64_")
            import :: c_char, int64
            character(kind=c_char), intent(in) :: uplo, trans, diag
            integer(int64), intent(in) :: n(*), lda(*), incx(*), batch_count
            type(*), dimension(*), intent(in) :: a, x
        end subroutine
        subroutine ztrsv_batch(uplo, trans, diag, n, a, lda, x, incx, group_count, &
            group_size) bind(c, name="ztrsv_batch_")
            import :: c_char, int32
            character(kind=c_char), intent(in) :: uplo(*), trans(*), diag(*)
            integer(int32), intent(in) :: n(*), lda(*), incx(*), group_count, group_size(*)
            type(*), dimension(*), intent(in) :: a, x
        end subroutine
        subroutine ztrsv_batch_64(uplo, trans, diag, n, a, lda, x, incx, group_count, &
            group_size) bind(c, name="ztrsv_batch_64_")
            import :: c_char, int64
            character(kind=c_char), intent(in) :: uplo(*), trans(*), diag(*)
            integer(int64), intent(in) :: n(*), lda(*), incx(*), group_count, group_size(*)
            type(*), dimension(*), intent(in) :: a, x
        end subroutine
        subroutine ztrsv_batch_strided(uplo, trans, diag, n, a, lda, stride_a, x, incx, stride_x, &
            batch_size) bind(c, name="ztrsv_batch_strided_")
            import :: c_char, int32, real64
            character(kind=c_char), intent(in) :: uplo, trans, diag
            integer(int32), intent(in) :: n, lda, stride_a, incx, stride_x, batch_size
            complex(real64), intent(in) :: a(*)
            complex(real64), intent(inout) :: x(*)
        end subroutine
        subroutine ztrsv_batch_strided_64(uplo, trans, diag, n, a, lda, stride_a, x, incx, stride_x, &
            batch_size) bind(c, name="ztrsv_batch_strided_64_")
            import :: c_char, int64, real64
            character(kind=c_char), intent(in) :: uplo, trans, diag
            integer(int64), intent(in) :: n, lda, stride_a, incx, stride_x, batch_size
            complex(real64), intent(in) :: a(*)
            complex(real64), intent(inout) :: x(*)
        end subroutine
        subroutine ztrsv_vbatch(uplo, trans, diag, n, a, lda, x, incx, batch_count) bind(c, name="ztrsv_vbatch_")
            import :: c_char, int32
            character(kind=c_char), intent(in) :: uplo, trans, diag
            integer(int32), intent(in) :: n(*), lda(*), incx(*), batch_count
            type(*), dimension(*), intent(in) :: a, x
        end subroutine
        subroutine ztrsv_vbatch_64(uplo, trans, diag, n, a, lda, x, incx, &
            batch_count) bind(c, name="ztrsv_vbatch_64_")
            import :: c_char, int64
            character(kind=c_char), intent(in) :: uplo, trans, diag
            integer(int64), intent(in) :: n(*), lda(*), incx(*), batch_count
            type(*), dimension(*), intent(in) :: a, x
        end subroutine
    end interface

    ! getrf: A = P L U with partial pivoting, in place. A is m x n; ipiv has min(m, n) rows that row i was swapped with,
    ! from 1. info: i > 0 if U(i,i) is the first that is exactly zero; the factorization is complete.
    interface
        subroutine sgetrf_batch(m, n, a, lda, ipiv, group_count, group_size, info) bind(c, name="sgetrf_batch_")
            import :: int32
            integer(int32), intent(in) :: m(*), n(*), lda(*), group_count, group_size(*)
            type(*), dimension(*), intent(in) :: a, ipiv
            integer(int32), intent(inout) :: info(*)
        end subroutine
        subroutine sgetrf_batch_64(m, n, a, lda, ipiv, group_count, group_size, info) bind(c, name="sgetrf_batch_64_")
            import :: int64
            integer(int64), intent(in) :: m(*), n(*), lda(*), group_count, group_size(*)
            type(*), dimension(*), intent(in) :: a, ipiv
            integer(int64), intent(inout) :: info(*)
        end subroutine
        subroutine sgetrf_batch_strided(m, n, a, lda, stride_a, ipiv, stride_ipiv, batch_size, &
            info) bind(c, name="sgetrf_batch_strided_")
            import :: int32, real32
            integer(int32), intent(in) :: m, n, lda, stride_a, stride_ipiv, batch_size
            real(real32), intent(inout) :: a(*)
            integer(int32), intent(inout) :: ipiv(*), info(*)
        end subroutine
        subroutine sgetrf_batch_strided_64(m, n, a, lda, stride_a, ipiv, stride_ipiv, batch_size, &
            info) bind(c, name="sgetrf_batch_strided_64_")
            import :: int64, real32
            integer(int64), intent(in) :: m, n, lda, stride_a, stride_ipiv, batch_size
            real(real32), intent(inout) :: a(*)
            integer(int64), intent(inout) :: ipiv(*), info(*)
        end subroutine
        subroutine sgetrf_vbatch(m, n, a, lda, ipiv, batch_count, info) bind(c, name="sgetrf_vbatch_")
            import :: int32
            integer(int32), intent(in) :: m(*), n(*), lda(*), batch_count
            type(*), dimension(*), intent(in) :: a, ipiv
            integer(int32), intent(inout) :: info(*)
        end subroutine
        subroutine sgetrf_vbatch_64(m, n, a, lda, ipiv, batch_count, info) bind(c, name="sgetrf_vbatch_64_")
            import :: int64
            integer(int64), intent(in) :: m(*), n(*), lda(*), batch_count
            type(*), dimension(*), intent(in) :: a, ipiv
            integer(int64), intent(inout) :: info(*)
        end subroutine
        subroutine dgetrf_batch(m, n, a, lda, ipiv, group_count, group_size, info) bind(c, name="dgetrf_batch_")
            import :: int32
            integer(int32), intent(in) :: m(*), n(*), lda(*), group_count, group_size(*)
            type(*), dimension(*), intent(in) :: a, ipiv
            integer(int32), intent(inout) :: info(*)
        end subroutine
        subroutine dgetrf_batch_64(m, n, a, lda, ipiv, group_count, group_size, info) bind(c, name="dgetrf_batch_64_")
            import :: int64
            integer(int64), intent(in) :: m(*), n(*), lda(*), group_count, group_size(*)
            type(*), dimension(*), intent(in) :: a, ipiv
            integer(int64), intent(inout) :: info(*)
        end subroutine
        subroutine dgetrf_batch_strided(m, n, a, lda, stride_a, ipiv, stride_ipiv, batch_size, &
            info) bind(c, name="dgetrf_batch_strided_")
            import :: int32, real64
            integer(int32), intent(in) :: m, n, lda, stride_a, stride_ipiv, batch_size
            real(real64), intent(inout) :: a(*)
            integer(int32), intent(inout) :: ipiv(*), info(*)
        end subroutine
        subroutine dgetrf_batch_strided_64(m, n, a, lda, stride_a, ipiv, stride_ipiv, batch_size, &
            info) bind(c, name="dgetrf_batch_strided_64_")
            import :: int64, real64
            integer(int64), intent(in) :: m, n, lda, stride_a, stride_ipiv, batch_size
            real(real64), intent(inout) :: a(*)
            integer(int64), intent(inout) :: ipiv(*), info(*)
        end subroutine
        subroutine dgetrf_vbatch(m, n, a, lda, ipiv, batch_count, info) bind(c, name="dgetrf_vbatch_")
            import :: int32
            integer(int32), intent(in) :: m(*), n(*), lda(*), batch_count
            type(*), dimension(*), intent(in) :: a, ipiv
            integer(int32), intent(inout) :: info(*)
        end subroutine
        subroutine dgetrf_vbatch_64(m, n, a, lda, ipiv, batch_count, info) bind(c, name="dgetrf_vbatch_64_")
            import :: int64
            integer(int64), intent(in) :: m(*), n(*), lda(*), batch_count
            type(*), dimension(*), intent(in) :: a, ipiv
            integer(int64), intent(inout) :: info(*)
        end subroutine
        subroutine cgetrf_batch(m, n, a, lda, ipiv, group_count, group_size, info) bind(c, name="cgetrf_batch_")
            import :: int32
            integer(int32), intent(in) :: m(*), n(*), lda(*), group_count, group_size(*)
            type(*), dimension(*), intent(in) :: a, ipiv
            integer(int32), intent(inout) :: info(*)
        end subroutine
        subroutine cgetrf_batch_64(m, n, a, lda, ipiv, group_count, group_size, info) bind(c, name="cgetrf_batch_64_")
            import :: int64
            integer(int64), intent(in) :: m(*), n(*), lda(*), group_count, group_size(*)
            type(*), dimension(*), intent(in) :: a, ipiv
            integer(int64), intent(inout) :: info(*)
        end subroutine
        subroutine cgetrf_batch_strided(m, n, a, lda, stride_a, ipiv, stride_ipiv, batch_size, &
            info) bind(c, name="cgetrf_batch_strided_")
            import :: int32, real32
            integer(int32), intent(in) :: m, n, lda, stride_a, stride_ipiv, batch_size
            complex(real32), intent(inout) :: a(*)
            integer(int32), intent(inout) :: ipiv(*), info(*)
        end subroutine
        subroutine cgetrf_batch_strided_64(m, n, a, lda, stride_a, ipiv, stride_ipiv, batch_size, &
            info) bind(c, name="cgetrf_batch_strided_64_")
            import :: int64, real32
            integer(int64), intent(in) :: m, n, lda, stride_a, stride_ipiv, batch_size
            complex(real32), intent(inout) :: a(*)
            integer(int64), intent(inout) :: ipiv(*), info(*)
        end subroutine
        subroutine cgetrf_vbatch(m, n, a, lda, ipiv, batch_count, info) bind(c, name="cgetrf_vbatch_")
            import :: int32
            integer(int32), intent(in) :: m(*), n(*), lda(*), batch_count
            type(*), dimension(*), intent(in) :: a, ipiv
            integer(int32), intent(inout) :: info(*)
        end subroutine
        subroutine cgetrf_vbatch_64(m, n, a, lda, ipiv, batch_count, info) bind(c, name="cgetrf_vbatch_64_")
            import :: int64
            integer(int64), intent(in) :: m(*), n(*), lda(*), batch_count
            type(*), dimension(*), intent(in) :: a, ipiv
            integer(int64), intent(inout) :: info(*)
        end subroutine
        subroutine zgetrf_batch(m, n, a, lda, ipiv, group_count, group_size, info) bind(c, name="zgetrf_batch_")
            import :: int32
            integer(int32), intent(in) :: m(*), n(*), lda(*), group_count, group_size(*)
            type(*), dimension(*), intent(in) :: a, ipiv
            integer(int32), intent(inout) :: info(*)
        end subroutine
        subroutine zgetrf_batch_64(m, n, a, lda, ipiv, group_count, group_size, info) bind(c, name="zgetrf_batch_64_")
            import :: int64
            integer(int64), intent(in) :: m(*), n(*), lda(*), group_count, group_size(*)
            type(*), dimension(*), intent(in) :: a, ipiv
            integer(int64), intent(inout) :: info(*)
        end subroutine
        subroutine zgetrf_batch_strided(m, n, a, lda, stride_a, ipiv, stride_ipiv, batch_size, &
            info) bind(c, name="zgetrf_batch_strided_")
            import :: int32, real64
            integer(int32), intent(in) :: m, n, lda, stride_a, stride_ipiv, batch_size
            complex(real64), intent(inout) :: a(*)
            integer(int32), intent(inout) :: ipiv(*), info(*)
        end subroutine
        subroutine zgetrf_batch_strided_64(m, n, a, lda, stride_a, ipiv, stride_ipiv, batch_size, &
            info) bind(c, name="zgetrf_batch_strided_64_")
            import :: int64, real64
            integer(int64), intent(in) :: m, n, lda, stride_a, stride_ipiv, batch_size
            complex(real64), intent(inout) :: a(*)
            integer(int64), intent(inout) :: ipiv(*), info(*)
        end subroutine
        subroutine zgetrf_vbatch(m, n, a, lda, ipiv, batch_count, info) bind(c, name="zgetrf_vbatch_")
            import :: int32
            integer(int32), intent(in) :: m(*), n(*), lda(*), batch_count
            type(*), dimension(*), intent(in) :: a, ipiv
            integer(int32), intent(inout) :: info(*)
        end subroutine
        subroutine zgetrf_vbatch_64(m, n, a, lda, ipiv, batch_count, info) bind(c, name="zgetrf_vbatch_64_")
            import :: int64
            integer(int64), intent(in) :: m(*), n(*), lda(*), batch_count
            type(*), dimension(*), intent(in) :: a, ipiv
            integer(int64), intent(inout) :: info(*)
        end subroutine
    end interface

    ! getrs: op(A) X = B by the factors and ipiv of getrf. A is n x n, B n x nrhs and overwritten by X; op by trans (N,
    ! T, C).
    interface
        subroutine sgetrs_batch(trans, n, nrhs, a, lda, ipiv, b, ldb, group_count, group_size, &
            info) bind(c, name="sgetrs_batch_")
            import :: c_char, int32
            character(kind=c_char), intent(in) :: trans(*)
            integer(int32), intent(in) :: n(*), nrhs(*), lda(*), ldb(*), group_count, group_size(*)
            type(*), dimension(*), intent(in) :: a, ipiv, b
            integer(int32), intent(inout) :: info(*)
        end subroutine
        subroutine sgetrs_batch_64(trans, n, nrhs, a, lda, ipiv, b, ldb, group_count, group_size, &
            info) bind(c, name="sgetrs_batch_64_")
            import :: c_char, int64
            character(kind=c_char), intent(in) :: trans(*)
            integer(int64), intent(in) :: n(*), nrhs(*), lda(*), ldb(*), group_count, group_size(*)
            type(*), dimension(*), intent(in) :: a, ipiv, b
            integer(int64), intent(inout) :: info(*)
        end subroutine
        subroutine sgetrs_batch_strided(trans, n, nrhs, a, lda, stride_a, ipiv, stride_ipiv, b, ldb, stride_b, &
            batch_size, info) bind(c, name="sgetrs_batch_strided_")
            import :: c_char, int32, real32
            character(kind=c_char), intent(in) :: trans
            integer(int32), intent(in) :: n, nrhs, lda, stride_a, ipiv(*), stride_ipiv, ldb, stride_b, batch_size
            real(real32), intent(in) :: a(*)
            real(real32), intent(inout) :: b(*)
            integer(int32), intent(inout) :: info(*)
        end subroutine
        subroutine sgetrs_batch_strided_64(trans, n, nrhs, a, lda, stride_a, ipiv, stride_ipiv, b, ldb, stride_b, &
            batch_size, info) bind(c, name="sgetrs_batch_strided_64_")
            import :: c_char, int64, real32
            character(kind=c_char), intent(in) :: trans
            integer(int64), intent(in) :: n, nrhs, lda, stride_a, ipiv(*), stride_ipiv, ldb, stride_b, batch_size
            real(real32), intent(in) :: a(*)
            real(real32), intent(inout) :: b(*)
            integer(int64), intent(inout) :: info(*)
        end subroutine
        subroutine sgetrs_vbatch(trans, n, nrhs, a, lda, ipiv, b, ldb, batch_count, &
            info) bind(c, name="sgetrs_vbatch_")
            import :: c_char, int32
            character(kind=c_char), intent(in) :: trans
            integer(int32), intent(in) :: n(*), nrhs(*), lda(*), ldb(*), batch_count
            type(*), dimension(*), intent(in) :: a, ipiv, b
            integer(int32), intent(inout) :: info(*)
        end subroutine
        subroutine sgetrs_vbatch_64(trans, n, nrhs, a, lda, ipiv, b, ldb, batch_count, &
            info) bind(c, name="sgetrs_vbatch_64_")
            import :: c_char, int64
            character(kind=c_char), intent(in) :: trans
            integer(int64), intent(in) :: n(*), nrhs(*), lda(*), ldb(*), batch_count
            type(*), dimension(*), intent(in) :: a, ipiv, b
            integer(int64), intent(inout) :: info(*)
        end subroutine
        subroutine dgetrs_batch(trans, n, nrhs, a, lda, ipiv, b, ldb, group_count, group_size, &
            info) bind(c, name="dgetrs_batch_")
            import :: c_char, int32
            character(kind=c_char), intent(in) :: trans(*)
            integer(int32), intent(in) :: n(*), nrhs(*), lda(*), ldb(*), group_count, group_size(*)
            type(*), dimension(*), intent(in) :: a, ipiv, b
            integer(int32), intent(inout) :: info(*)
        end subroutine
        subroutine dgetrs_batch_64(trans, n, nrhs, a, lda, ipiv, b, ldb, group_count, group_size, &
            info) bind(c, name="dgetrs_batch_64_")
            import :: c_char, int64
            character(kind=c_char), intent(in) :: trans(*)
            integer(int64), intent(in) :: n(*), nrhs(*), lda(*), ldb(*), group_count, group_size(*)
            type(*), dimension(*), intent(in) :: a, ipiv, b
            integer(int64), intent(inout) :: info(*)
        end subroutine
        subroutine dgetrs_batch_strided(trans, n, nrhs, a, lda, stride_a, ipiv, stride_ipiv, b, ldb, stride_b, &
            batch_size, info) bind(c, name="dgetrs_batch_strided_")
            import :: c_char, int32, real64
            character(kind=c_char), intent(in) :: trans
            integer(int32), intent(in) :: n, nrhs, lda, stride_a, ipiv(*), stride_ipiv, ldb, stride_b, batch_size
            real(real64), intent(in) :: a(*)
            real(real64), intent(inout) :: b(*)
            integer(int32), intent(inout) :: info(*)
        end subroutine
        subroutine dgetrs_batch_strided_64(trans, n, nrhs, a, lda, stride_a, ipiv, stride_ipiv, b, ldb, stride_b, &
            batch_size, info) bind(c, name="dgetrs_batch_strided_64_")
            import :: c_char, int64, real64
            character(kind=c_char), intent(in) :: trans
            integer(int64), intent(in) :: n, nrhs, lda, stride_a, ipiv(*), stride_ipiv, ldb, stride_b, batch_size
            real(real64), intent(in) :: a(*)
            real(real64), intent(inout) :: b(*)
            integer(int64), intent(inout) :: info(*)
        end subroutine
        subroutine dgetrs_vbatch(trans, n, nrhs, a, lda, ipiv, b, ldb, batch_count, &
            info) bind(c, name="dgetrs_vbatch_")
            import :: c_char, int32
            character(kind=c_char), intent(in) :: trans
            integer(int32), intent(in) :: n(*), nrhs(*), lda(*), ldb(*), batch_count
            type(*), dimension(*), intent(in) :: a, ipiv, b
            integer(int32), intent(inout) :: info(*)
        end subroutine
        subroutine dgetrs_vbatch_64(trans, n, nrhs, a, lda, ipiv, b, ldb, batch_count, &
            info) bind(c, name="dgetrs_vbatch_64_")
            import :: c_char, int64
            character(kind=c_char), intent(in) :: trans
            integer(int64), intent(in) :: n(*), nrhs(*), lda(*), ldb(*), batch_count
            type(*), dimension(*), intent(in) :: a, ipiv, b
            integer(int64), intent(inout) :: info(*)
        end subroutine
        subroutine cgetrs_batch(trans, n, nrhs, a, lda, ipiv, b, ldb, group_count, group_size, &
            info) bind(c, name="cgetrs_batch_")
            import :: c_char, int32
            character(kind=c_char), intent(in) :: trans(*)
            integer(int32), intent(in) :: n(*), nrhs(*), lda(*), ldb(*), group_count, group_size(*)
            type(*), dimension(*), intent(in) :: a, ipiv, b
            integer(int32), intent(inout) :: info(*)
        end subroutine
        subroutine cgetrs_batch_64(trans, n, nrhs, a, lda, ipiv, b, ldb, group_count, group_size, &
            info) bind(c, name="cgetrs_batch_64_")
            import :: c_char, int64
            character(kind=c_char), intent(in) :: trans(*)
            integer(int64), intent(in) :: n(*), nrhs(*), lda(*), ldb(*), group_count, group_size(*)
            type(*), dimension(*), intent(in) :: a, ipiv, b
            integer(int64), intent(inout) :: info(*)
        end subroutine
        subroutine cgetrs_batch_strided(trans, n, nrhs, a, lda, stride_a, ipiv, stride_ipiv, b, ldb, stride_b, &
            batch_size, info) bind(c, name="cgetrs_batch_strided_")
            import :: c_char, int32, real32
            character(kind=c_char), intent(in) :: trans
            integer(int32), intent(in) :: n, nrhs, lda, stride_a, ipiv(*), stride_ipiv, ldb, stride_b, batch_size
            complex(real32), intent(in) :: a(*)
            complex(real32), intent(inout) :: b(*)
            integer(int32), intent(inout) :: info(*)
        end subroutine
        subroutine cgetrs_batch_strided_64(trans, n, nrhs, a, lda, stride_a, ipiv, stride_ipiv, b, ldb, stride_b, &
            batch_size, info) bind(c, name="cgetrs_batch_strided_64_")
            import :: c_char, int64, real32
            character(kind=c_char), intent(in) :: trans
            integer(int64), intent(in) :: n, nrhs, lda, stride_a, ipiv(*), stride_ipiv, ldb, stride_b, batch_size
            complex(real32), intent(in) :: a(*)
            complex(real32), intent(inout) :: b(*)
            integer(int64), intent(inout) :: info(*)
        end subroutine
        subroutine cgetrs_vbatch(trans, n, nrhs, a, lda, ipiv, b, ldb, batch_count, &
            info) bind(c, name="cgetrs_vbatch_")
            import :: c_char, int32
            character(kind=c_char), intent(in) :: trans
            integer(int32), intent(in) :: n(*), nrhs(*), lda(*), ldb(*), batch_count
            type(*), dimension(*), intent(in) :: a, ipiv, b
            integer(int32), intent(inout) :: info(*)
        end subroutine
        subroutine cgetrs_vbatch_64(trans, n, nrhs, a, lda, ipiv, b, ldb, batch_count, &
            info) bind(c, name="cgetrs_vbatch_64_")
            import :: c_char, int64
            character(kind=c_char), intent(in) :: trans
            integer(int64), intent(in) :: n(*), nrhs(*), lda(*), ldb(*), batch_count
            type(*), dimension(*), intent(in) :: a, ipiv, b
            integer(int64), intent(inout) :: info(*)
        end subroutine
        subroutine zgetrs_batch(trans, n, nrhs, a, lda, ipiv, b, ldb, group_count, group_size, &
            info) bind(c, name="zgetrs_batch_")
            import :: c_char, int32
            character(kind=c_char), intent(in) :: trans(*)
            integer(int32), intent(in) :: n(*), nrhs(*), lda(*), ldb(*), group_count, group_size(*)
            type(*), dimension(*), intent(in) :: a, ipiv, b
            integer(int32), intent(inout) :: info(*)
        end subroutine
        subroutine zgetrs_batch_64(trans, n, nrhs, a, lda, ipiv, b, ldb, group_count, group_size, &
            info) bind(c, name="zgetrs_batch_64_")
            import :: c_char, int64
            character(kind=c_char), intent(in) :: trans(*)
            integer(int64), intent(in) :: n(*), nrhs(*), lda(*), ldb(*), group_count, group_size(*)
            type(*), dimension(*), intent(in) :: a, ipiv, b
            integer(int64), intent(inout) :: info(*)
        end subroutine
        subroutine zgetrs_batch_strided(trans, n, nrhs, a, lda, stride_a, ipiv, stride_ipiv, b, ldb, stride_b, &
            batch_size, info) bind(c, name="zgetrs_batch_strided_")
            import :: c_char, int32, real64
            character(kind=c_char), intent(in) :: trans
            integer(int32), intent(in) :: n, nrhs, lda, stride_a, ipiv(*), stride_ipiv, ldb, stride_b, batch_size
            complex(real64), intent(in) :: a(*)
            complex(real64), intent(inout) :: b(*)
            integer(int32), intent(inout) :: info(*)
        end subroutine
        subroutine zgetrs_batch_strided_64(trans, n, nrhs, a, lda, stride_a, ipiv, stride_ipiv, b, ldb, stride_b, &
            batch_size, info) bind(c, name="zgetrs_batch_strided_64_")
            import :: c_char, int64, real64
            character(kind=c_char), intent(in) :: trans
            integer(int64), intent(in) :: n, nrhs, lda, stride_a, ipiv(*), stride_ipiv, ldb, stride_b, batch_size
            complex(real64), intent(in) :: a(*)
            complex(real64), intent(inout) :: b(*)
            integer(int64), intent(inout) :: info(*)
        end subroutine
        subroutine zgetrs_vbatch(trans, n, nrhs, a, lda, ipiv, b, ldb, batch_count, &
            info) bind(c, name="zgetrs_vbatch_")
            import :: c_char, int32
            character(kind=c_char), intent(in) :: trans
            integer(int32), intent(in) :: n(*), nrhs(*), lda(*), ldb(*), batch_count
            type(*), dimension(*), intent(in) :: a, ipiv, b
            integer(int32), intent(inout) :: info(*)
        end subroutine
        subroutine zgetrs_vbatch_64(trans, n, nrhs, a, lda, ipiv, b, ldb, batch_count, &
            info) bind(c, name="zgetrs_vbatch_64_")
            import :: c_char, int64
            character(kind=c_char), intent(in) :: trans
            integer(int64), intent(in) :: n(*), nrhs(*), lda(*), ldb(*), batch_count
            type(*), dimension(*), intent(in) :: a, ipiv, b
            integer(int64), intent(inout) :: info(*)
        end subroutine
    end interface

    ! getri: A^-1 from the factors and ipiv of getrf, in place. A is n x n. info: i > 0 if U(i,i) is the first that is
    ! exactly zero; that matrix is not inverted.
    interface
        subroutine sgetri_batch(n, a, lda, ipiv, group_count, group_size, info) bind(c, name="sgetri_batch_")
            import :: int32
            integer(int32), intent(in) :: n(*), lda(*), group_count, group_size(*)
            type(*), dimension(*), intent(in) :: a, ipiv
            integer(int32), intent(inout) :: info(*)
        end subroutine
        subroutine sgetri_batch_64(n, a, lda, ipiv, group_count, group_size, info) bind(c, name="sgetri_batch_64_")
            import :: int64
            integer(int64), intent(in) :: n(*), lda(*), group_count, group_size(*)
            type(*), dimension(*), intent(in) :: a, ipiv
            integer(int64), intent(inout) :: info(*)
        end subroutine
        subroutine sgetri_batch_strided(n, a, lda, stride_a, ipiv, stride_ipiv, batch_size, &
            info) bind(c, name="sgetri_batch_strided_")
            import :: int32, real32
            integer(int32), intent(in) :: n, lda, stride_a, ipiv(*), stride_ipiv, batch_size
            real(real32), intent(inout) :: a(*)
            integer(int32), intent(inout) :: info(*)
        end subroutine
        subroutine sgetri_batch_strided_64(n, a, lda, stride_a, ipiv, stride_ipiv, batch_size, &
            info) bind(c, name="sgetri_batch_strided_64_")
            import :: int64, real32
            integer(int64), intent(in) :: n, lda, stride_a, ipiv(*), stride_ipiv, batch_size
            real(real32), intent(inout) :: a(*)
            integer(int64), intent(inout) :: info(*)
        end subroutine
        subroutine sgetri_vbatch(n, a, lda, ipiv, batch_count, info) bind(c, name="sgetri_vbatch_")
            import :: int32
            integer(int32), intent(in) :: n(*), lda(*), batch_count
            type(*), dimension(*), intent(in) :: a, ipiv
            integer(int32), intent(inout) :: info(*)
        end subroutine
        subroutine sgetri_vbatch_64(n, a, lda, ipiv, batch_count, info) bind(c, name="sgetri_vbatch_64_")
            import :: int64
            integer(int64), intent(in) :: n(*), lda(*), batch_count
            type(*), dimension(*), intent(in) :: a, ipiv
            integer(int64), intent(inout) :: info(*)
        end subroutine
        subroutine dgetri_batch(n, a, lda, ipiv, group_count, group_size, info) bind(c, name="dgetri_batch_")
            import :: int32
            integer(int32), intent(in) :: n(*), lda(*), group_count, group_size(*)
            type(*), dimension(*), intent(in) :: a, ipiv
            integer(int32), intent(inout) :: info(*)
        end subroutine
        subroutine dgetri_batch_64(n, a, lda, ipiv, group_count, group_size, info) bind(c, name="dgetri_batch_64_")
            import :: int64
            integer(int64), intent(in) :: n(*), lda(*), group_count, group_size(*)
            type(*), dimension(*), intent(in) :: a, ipiv
            integer(int64), intent(inout) :: info(*)
        end subroutine
        subroutine dgetri_batch_strided(n, a, lda, stride_a, ipiv, stride_ipiv, batch_size, &
            info) bind(c, name="dgetri_batch_strided_")
            import :: int32, real64
            integer(int32), intent(in) :: n, lda, stride_a, ipiv(*), stride_ipiv, batch_size
            real(real64), intent(inout) :: a(*)
            integer(int32), intent(inout) :: info(*)
        end subroutine
        subroutine dgetri_batch_strided_64(n, a, lda, stride_a, ipiv, stride_ipiv, batch_size, &
            info) bind(c, name="dgetri_batch_strided_64_")
            import :: int64, real64
            integer(int64), intent(in) :: n, lda, stride_a, ipiv(*), stride_ipiv, batch_size
            real(real64), intent(inout) :: a(*)
            integer(int64), intent(inout) :: info(*)
        end subroutine
        subroutine dgetri_vbatch(n, a, lda, ipiv, batch_count, info) bind(c, name="dgetri_vbatch_")
            import :: int32
            integer(int32), intent(in) :: n(*), lda(*), batch_count
            type(*), dimension(*), intent(in) :: a, ipiv
            integer(int32), intent(inout) :: info(*)
        end subroutine
        subroutine dgetri_vbatch_64(n, a, lda, ipiv, batch_count, info) bind(c, name="dgetri_vbatch_64_")
            import :: int64
            integer(int64), intent(in) :: n(*), lda(*), batch_count
            type(*), dimension(*), intent(in) :: a, ipiv
            integer(int64), intent(inout) :: info(*)
        end subroutine
        subroutine cgetri_batch(n, a, lda, ipiv, group_count, group_size, info) bind(c, name="cgetri_batch_")
            import :: int32
            integer(int32), intent(in) :: n(*), lda(*), group_count, group_size(*)
            type(*), dimension(*), intent(in) :: a, ipiv
            integer(int32), intent(inout) :: info(*)
        end subroutine
        subroutine cgetri_batch_64(n, a, lda, ipiv, group_count, group_size, info) bind(c, name="cgetri_batch_64_")
            import :: int64
            integer(int64), intent(in) :: n(*), lda(*), group_count, group_size(*)
            type(*), dimension(*), intent(in) :: a, ipiv
            integer(int64), intent(inout) :: info(*)
        end subroutine
        subroutine cgetri_batch_strided(n, a, lda, stride_a, ipiv, stride_ipiv, batch_size, &
            info) bind(c, name="cgetri_batch_strided_")
            import :: int32, real32
            integer(int32), intent(in) :: n, lda, stride_a, ipiv(*), stride_ipiv, batch_size
            complex(real32), intent(inout) :: a(*)
            integer(int32), intent(inout) :: info(*)
        end subroutine
        subroutine cgetri_batch_strided_64(n, a, lda, stride_a, ipiv, stride_ipiv, batch_size, &
            info) bind(c, name="cgetri_batch_strided_64_")
            import :: int64, real32
            integer(int64), intent(in) :: n, lda, stride_a, ipiv(*), stride_ipiv, batch_size
            complex(real32), intent(inout) :: a(*)
            integer(int64), intent(inout) :: info(*)
        end subroutine
        subroutine cgetri_vbatch(n, a, lda, ipiv, batch_count, info) bind(c, name="cgetri_vbatch_")
            import :: int32
            integer(int32), intent(in) :: n(*), lda(*), batch_count
            type(*), dimension(*), intent(in) :: a, ipiv
            integer(int32), intent(inout) :: info(*)
        end subroutine
        subroutine cgetri_vbatch_64(n, a, lda, ipiv, batch_count, info) bind(c, name="cgetri_vbatch_64_")
            import :: int64
            integer(int64), intent(in) :: n(*), lda(*), batch_count
            type(*), dimension(*), intent(in) :: a, ipiv
            integer(int64), intent(inout) :: info(*)
        end subroutine
        subroutine zgetri_batch(n, a, lda, ipiv, group_count, group_size, info) bind(c, name="zgetri_batch_")
            import :: int32
            integer(int32), intent(in) :: n(*), lda(*), group_count, group_size(*)
            type(*), dimension(*), intent(in) :: a, ipiv
            integer(int32), intent(inout) :: info(*)
        end subroutine
        subroutine zgetri_batch_64(n, a, lda, ipiv, group_count, group_size, info) bind(c, name="zgetri_batch_64_")
            import :: int64
            integer(int64), intent(in) :: n(*), lda(*), group_count, group_size(*)
            type(*), dimension(*), intent(in) :: a, ipiv
            integer(int64), intent(inout) :: info(*)
        end subroutine
        subroutine zgetri_batch_strided(n, a, lda, stride_a, ipiv, stride_ipiv, batch_size, &
            info) bind(c, name="zgetri_batch_strided_")
            import :: int32, real64
            integer(int32), intent(in) :: n, lda, stride_a, ipiv(*), stride_ipiv, batch_size
            complex(real64), intent(inout) :: a(*)
            integer(int32), intent(inout) :: info(*)
        end subroutine
        subroutine zgetri_batch_strided_64(n, a, lda, stride_a, ipiv, stride_ipiv, batch_size, &
            info) bind(c, name="zgetri_batch_strided_64_")
            import :: int64, real64
            integer(int64), intent(in) :: n, lda, stride_a, ipiv(*), stride_ipiv, batch_size
            complex(real64), intent(inout) :: a(*)
            integer(int64), intent(inout) :: info(*)
        end subroutine
        subroutine zgetri_vbatch(n, a, lda, ipiv, batch_count, info) bind(c, name="zgetri_vbatch_")
            import :: int32
            integer(int32), intent(in) :: n(*), lda(*), batch_count
            type(*), dimension(*), intent(in) :: a, ipiv
            integer(int32), intent(inout) :: info(*)
        end subroutine
        subroutine zgetri_vbatch_64(n, a, lda, ipiv, batch_count, info) bind(c, name="zgetri_vbatch_64_")
            import :: int64
            integer(int64), intent(in) :: n(*), lda(*), batch_count
            type(*), dimension(*), intent(in) :: a, ipiv
            integer(int64), intent(inout) :: info(*)
        end subroutine
    end interface

    ! potrf: A = U^H U (uplo U) or L L^H (uplo L), in place. A is n x n, symmetric or Hermitian, positive definite; only
    ! one triangle is looked at. info: i > 0 if the leading minor of order i is not positive.
    interface
        subroutine spotrf_batch(uplo, n, a, lda, group_count, group_size, info) bind(c, name="spotrf_batch_")
            import :: c_char, int32
            character(kind=c_char), intent(in) :: uplo(*)
            integer(int32), intent(in) :: n(*), lda(*), group_count, group_size(*)
            type(*), dimension(*), intent(in) :: a
            integer(int32), intent(inout) :: info(*)
        end subroutine
        subroutine spotrf_batch_64(uplo, n, a, lda, group_count, group_size, info) bind(c, name="spotrf_batch_64_")
            import :: c_char, int64
            character(kind=c_char), intent(in) :: uplo(*)
            integer(int64), intent(in) :: n(*), lda(*), group_count, group_size(*)
            type(*), dimension(*), intent(in) :: a
            integer(int64), intent(inout) :: info(*)
        end subroutine
        subroutine spotrf_batch_strided(uplo, n, a, lda, stride_a, batch_size, &
            info) bind(c, name="spotrf_batch_strided_")
            import :: c_char, int32, real32
            character(kind=c_char), intent(in) :: uplo
            integer(int32), intent(in) :: n, lda, stride_a, batch_size
            real(real32), intent(inout) :: a(*)
            integer(int32), intent(inout) :: info(*)
        end subroutine
        subroutine spotrf_batch_strided_64(uplo, n, a, lda, stride_a, batch_size, &
            info) bind(c, name="spotrf_batch_strided_64_")
            import :: c_char, int64, real32
            character(kind=c_char), intent(in) :: uplo
            integer(int64), intent(in) :: n, lda, stride_a, batch_size
            real(real32), intent(inout) :: a(*)
            integer(int64), intent(inout) :: info(*)
        end subroutine
        subroutine spotrf_vbatch(uplo, n, a, lda, batch_count, info) bind(c, name="spotrf_vbatch_")
            import :: c_char, int32
            character(kind=c_char), intent(in) :: uplo
            integer(int32), intent(in) :: n(*), lda(*), batch_count
            type(*), dimension(*), intent(in) :: a
            integer(int32), intent(inout) :: info(*)
        end subroutine
        subroutine spotrf_vbatch_64(uplo, n, a, lda, batch_count, info) bind(c, name="spotrf_vbatch_64_")
            import :: c_char, int64
            character(kind=c_char), intent(in) :: uplo
            integer(int64), intent(in) :: n(*), lda(*), batch_count
            type(*), dimension(*), intent(in) :: a
            integer(int64), intent(inout) :: info(*)
        end subroutine
        subroutine dpotrf_batch(uplo, n, a, lda, group_count, group_size, info) bind(c, name="dpotrf_batch_")
            import :: c_char, int32
            character(kind=c_char), intent(in) :: uplo(*)
            integer(int32), intent(in) :: n(*), lda(*), group_count, group_size(*)
            type(*), dimension(*), intent(in) :: a
            integer(int32), intent(inout) :: info(*)
        end subroutine
        subroutine dpotrf_batch_64(uplo, n, a, lda, group_count, group_size, info) bind(c, name="dpotrf_batch_64_")
            import :: c_char, int64
            character(kind=c_char), intent(in) :: uplo(*)
            integer(int64), intent(in) :: n(*), lda(*), group_count, group_size(*)
            type(*), dimension(*), intent(in) :: a
            integer(int64), intent(inout) :: info(*)
        end subroutine
        subroutine dpotrf_batch_strided(uplo, n, a, lda, stride_a, batch_size, &
            info) bind(c, name="dpotrf_batch_strided_")
            import :: c_char, int32, real64
            character(kind=c_char), intent(in) :: uplo
            integer(int32), intent(in) :: n, lda, stride_a, batch_size
            real(real64), intent(inout) :: a(*)
            integer(int32), intent(inout) :: info(*)
        end subroutine
        subroutine dpotrf_batch_strided_64(uplo, n, a, lda, stride_a, batch_size, &
            info) bind(c, name="dpotrf_batch_strided_64_")
            import :: c_char, int64, real64
            character(kind=c_char), intent(in) :: uplo
            integer(int64), intent(in) :: n, lda, stride_a, batch_size
            real(real64), intent(inout) :: a(*)
            integer(int64), intent(inout) :: info(*)
        end subroutine
        subroutine dpotrf_vbatch(uplo, n, a, lda, batch_count, info) bind(c, name="dpotrf_vbatch_")
            import :: c_char, int32
            character(kind=c_char), intent(in) :: uplo
            integer(int32), intent(in) :: n(*), lda(*), batch_count
            type(*), dimension(*), intent(in) :: a
            integer(int32), intent(inout) :: info(*)
        end subroutine
        subroutine dpotrf_vbatch_64(uplo, n, a, lda, batch_count, info) bind(c, name="dpotrf_vbatch_64_")
            import :: c_char, int64
            character(kind=c_char), intent(in) :: uplo
            integer(int64), intent(in) :: n(*), lda(*), batch_count
            type(*), dimension(*), intent(in) :: a
            integer(int64), intent(inout) :: info(*)
        end subroutine
        subroutine cpotrf_batch(uplo, n, a, lda, group_count, group_size, info) bind(c, name="cpotrf_batch_")
            import :: c_char, int32
            character(kind=c_char), intent(in) :: uplo(*)
            integer(int32), intent(in) :: n(*), lda(*), group_count, group_size(*)
            type(*), dimension(*), intent(in) :: a
            integer(int32), intent(inout) :: info(*)
        end subroutine
        subroutine cpotrf_batch_64(uplo, n, a, lda, group_count, group_size, info) bind(c, name="cpotrf_batch_64_")
            import :: c_char, int64
            character(kind=c_char), intent(in) :: uplo(*)
            integer(int64), intent(in) :: n(*), lda(*), group_count, group_size(*)
            type(*), dimension(*), intent(in) :: a
            integer(int64), intent(inout) :: info(*)
        end subroutine
        subroutine cpotrf_batch_strided(uplo, n, a, lda, stride_a, batch_size, &
            info) bind(c, name="cpotrf_batch_strided_")
            import :: c_char, int32, real32
            character(kind=c_char), intent(in) :: uplo
            integer(int32), intent(in) :: n, lda, stride_a, batch_size
            complex(real32), intent(inout) :: a(*)
            integer(int32), intent(inout) :: info(*)
        end subroutine
        subroutine cpotrf_batch_strided_64(uplo, n, a, lda, stride_a, batch_size, &
            info) bind(c, name="cpotrf_batch_strided_64_")
            import :: c_char, int64, real32
            character(kind=c_char), intent(in) :: uplo
            integer(int64), intent(in) :: n, lda, stride_a, batch_size
            complex(real32), intent(inout) :: a(*)
            integer(int64), intent(inout) :: info(*)
        end subroutine
        subroutine cpotrf_vbatch(uplo, n, a, lda, batch_count, info) bind(c, name="cpotrf_vbatch_")
            import :: c_char, int32
            character(kind=c_char), intent(in) :: uplo
            integer(int32), intent(in) :: n(*), lda(*), batch_count
            type(*), dimension(*), intent(in) :: a
            integer(int32), intent(inout) :: info(*)
        end subroutine
        subroutine cpotrf_vbatch_64(uplo, n, a, lda, batch_count, info) bind(c, name="cpotrf_vbatch_64_")
            import :: c_char, int64
            character(kind=c_char), intent(in) :: uplo
            integer(int64), intent(in) :: n(*), lda(*), batch_count
            type(*), dimension(*), intent(in) :: a
            integer(int64), intent(inout) :: info(*)
        end subroutine
        subroutine zpotrf_batch(uplo, n, a, lda, group_count, group_size, info) bind(c, name="zpotrf_batch_")
            import :: c_char, int32
            character(kind=c_char), intent(in) :: uplo(*)
            integer(int32), intent(in) :: n(*), lda(*), group_count, group_size(*)
            type(*), dimension(*), intent(in) :: a
            integer(int32), intent(inout) :: info(*)
        end subroutine
        subroutine zpotrf_batch_64(uplo, n, a, lda, group_count, group_size, info) bind(c, name="zpotrf_batch_64_")
            import :: c_char, int64
            character(kind=c_char), intent(in) :: uplo(*)
            integer(int64), intent(in) :: n(*), lda(*), group_count, group_size(*)
            type(*), dimension(*), intent(in) :: a
            integer(int64), intent(inout) :: info(*)
        end subroutine
        subroutine zpotrf_batch_strided(uplo, n, a, lda, stride_a, batch_size, &
            info) bind(c, name="zpotrf_batch_strided_")
            import :: c_char, int32, real64
            character(kind=c_char), intent(in) :: uplo
            integer(int32), intent(in) :: n, lda, stride_a, batch_size
            complex(real64), intent(inout) :: a(*)
            integer(int32), intent(inout) :: info(*)
        end subroutine
        subroutine zpotrf_batch_strided_64(uplo, n, a, lda, stride_a, batch_size, &
            info) bind(c, name="zpotrf_batch_strided_64_")
            import :: c_char, int64, real64
            character(kind=c_char), intent(in) :: uplo
            integer(int64), intent(in) :: n, lda, stride_a, batch_size
            complex(real64), intent(inout) :: a(*)
            integer(int64), intent(inout) :: info(*)
        end subroutine
        subroutine zpotrf_vbatch(uplo, n, a, lda, batch_count, info) bind(c, name="zpotrf_vbatch_")
            import :: c_char, int32
            character(kind=c_char), intent(in) :: uplo
            integer(int32), intent(in) :: n(*), lda(*), batch_count
            type(*), dimension(*), intent(in) :: a
            integer(int32), intent(inout) :: info(*)
        end subroutine
        subroutine zpotrf_vbatch_64(uplo, n, a, lda, batch_count, info) bind(c, name="zpotrf_vbatch_64_")
            import :: c_char, int64
            character(kind=c_char), intent(in) :: uplo
            integer(int64), intent(in) :: n(*), lda(*), batch_count
            type(*), dimension(*), intent(in) :: a
            integer(int64), intent(inout) :: info(*)
        end subroutine
    end interface

    ! potrs: A X = B by the factor of potrf of the same uplo. A is n x n, B n x nrhs and overwritten by X.
    interface
        subroutine spotrs_batch(uplo, n, nrhs, a, lda, b, ldb, group_count, group_size, &
            info) bind(c, name="spotrs_batch_")
            import :: c_char, int32
            character(kind=c_char), intent(in) :: uplo(*)
            integer(int32), intent(in) :: n(*), nrhs(*), lda(*), ldb(*), group_count, group_size(*)
            type(*), dimension(*), intent(in) :: a, b
            integer(int32), intent(inout) :: info(*)
        end subroutine
        subroutine spotrs_batch_64(uplo, n, nrhs, a, lda, b, ldb, group_count, group_size, &
            info) bind(c, name="spotrs_batch_64_")
            import :: c_char, int64
            character(kind=c_char), intent(in) :: uplo(*)
            integer(int64), intent(in) :: n(*), nrhs(*), lda(*), ldb(*), group_count, group_size(*)
            type(*), dimension(*), intent(in) :: a, b
            integer(int64), intent(inout) :: info(*)
        end subroutine
        subroutine spotrs_batch_strided(uplo, n, nrhs, a, lda, stride_a, b, ldb, stride_b, batch_size, &
            info) bind(c, name="spotrs_batch_strided_")
            import :: c_char, int32, real32
            character(kind=c_char), intent(in) :: uplo
            integer(int32), intent(in) :: n, nrhs, lda, stride_a, ldb, stride_b, batch_size
            real(real32), intent(in) :: a(*)
            real(real32), intent(inout) :: b(*)
            integer(int32), intent(inout) :: info(*)
        end subroutine
        subroutine spotrs_batch_strided_64(uplo, n, nrhs, a, lda, stride_a, b, ldb, stride_b, batch_size, &
            info) bind(c, name="spotrs_batch_strided_64_")
            import :: c_char, int64, real32
            character(kind=c_char), intent(in) :: uplo
            integer(int64), intent(in) :: n, nrhs, lda, stride_a, ldb, stride_b, batch_size
            real(real32), intent(in) :: a(*)
            real(real32), intent(inout) :: b(*)
            integer(int64), intent(inout) :: info(*)
        end subroutine
        subroutine spotrs_vbatch(uplo, n, nrhs, a, lda, b, ldb, batch_count, info) bind(c, name="spotrs_vbatch_")
            import :: c_char, int32
            character(kind=c_char), intent(in) :: uplo
            integer(int32), intent(in) :: n(*), nrhs(*), lda(*), ldb(*), batch_count
            type(*), dimension(*), intent(in) :: a, b
            integer(int32), intent(inout) :: info(*)
        end subroutine
        subroutine spotrs_vbatch_64(uplo, n, nrhs, a, lda, b, ldb, batch_count, &
            info) bind(c, name="spotrs_vbatch_64_")
            import :: c_char, int64
            character(kind=c_char), intent(in) :: uplo
            integer(int64), intent(in) :: n(*), nrhs(*), lda(*), ldb(*), batch_count
            type(*), dimension(*), intent(in) :: a, b
            integer(int64), intent(inout) :: info(*)
        end subroutine
        subroutine dpotrs_batch(uplo, n, nrhs, a, lda, b, ldb, group_count, group_size, &
            info) bind(c, name="dpotrs_batch_")
            import :: c_char, int32
            character(kind=c_char), intent(in) :: uplo(*)
            integer(int32), intent(in) :: n(*), nrhs(*), lda(*), ldb(*), group_count, group_size(*)
            type(*), dimension(*), intent(in) :: a, b
            integer(int32), intent(inout) :: info(*)
        end subroutine
        subroutine dpotrs_batch_64(uplo, n, nrhs, a, lda, b, ldb, group_count, group_size, &
            info) bind(c, name="dpotrs_batch_64_")
            import :: c_char, int64
            character(kind=c_char), intent(in) :: uplo(*)
            integer(int64), intent(in) :: n(*), nrhs(*), lda(*), ldb(*), group_count, group_size(*)
            type(*), dimension(*), intent(in) :: a, b
            integer(int64), intent(inout) :: info(*)
        end subroutine
        subroutine dpotrs_batch_strided(uplo, n, nrhs, a, lda, stride_a, b, ldb, stride_b, batch_size, &
            info) bind(c, name="dpotrs_batch_strided_")
            import :: c_char, int32, real64
            character(kind=c_char), intent(in) :: uplo
            integer(int32), intent(in) :: n, nrhs, lda, stride_a, ldb, stride_b, batch_size
            real(real64), intent(in) :: a(*)
            real(real64), intent(inout) :: b(*)
            integer(int32), intent(inout) :: info(*)
        end subroutine
        subroutine dpotrs_batch_strided_64(uplo, n, nrhs, a, lda, stride_a, b, ldb, stride_b, batch_size, &
            info) bind(c, name="dpotrs_batch_strided_64_")
            import :: c_char, int64, real64
            character(kind=c_char), intent(in) :: uplo
            integer(int64), intent(in) :: n, nrhs, lda, stride_a, ldb, stride_b, batch_size
            real(real64), intent(in) :: a(*)
            real(real64), intent(inout) :: b(*)
            integer(int64), intent(inout) :: info(*)
        end subroutine
        subroutine dpotrs_vbatch(uplo, n, nrhs, a, lda, b, ldb, batch_count, info) bind(c, name="dpotrs_vbatch_")
            import :: c_char, int32
            character(kind=c_char), intent(in) :: uplo
            integer(int32), intent(in) :: n(*), nrhs(*), lda(*), ldb(*), batch_count
            type(*), dimension(*), intent(in) :: a, b
            integer(int32), intent(inout) :: info(*)
        end subroutine
        subroutine dpotrs_vbatch_64(uplo, n, nrhs, a, lda, b, ldb, batch_count, &
            info) bind(c, name="dpotrs_vbatch_64_")
            import :: c_char, int64
            character(kind=c_char), intent(in) :: uplo
            integer(int64), intent(in) :: n(*), nrhs(*), lda(*), ldb(*), batch_count
            type(*), dimension(*), intent(in) :: a, b
            integer(int64), intent(inout) :: info(*)
        end subroutine
        subroutine cpotrs_batch(uplo, n, nrhs, a, lda, b, ldb, group_count, group_size, &
            info) bind(c, name="cpotrs_batch_")
            import :: c_char, int32
            character(kind=c_char), intent(in) :: uplo(*)
            integer(int32), intent(in) :: n(*), nrhs(*), lda(*), ldb(*), group_count, group_size(*)
            type(*), dimension(*), intent(in) :: a, b
            integer(int32), intent(inout) :: info(*)
        end subroutine
        subroutine cpotrs_batch_64(uplo, n, nrhs, a, lda, b, ldb, group_count, group_size, &
            info) bind(c, name="cpotrs_batch_64_")
            import :: c_char, int64
            character(kind=c_char), intent(in) :: uplo(*)
            integer(int64), intent(in) :: n(*), nrhs(*), lda(*), ldb(*), group_count, group_size(*)
            type(*), dimension(*), intent(in) :: a, b
            integer(int64), intent(inout) :: info(*)
        end subroutine
        subroutine cpotrs_batch_strided(uplo, n, nrhs, a, lda, stride_a, b, ldb, stride_b, batch_size, &
            info) bind(c, name="cpotrs_batch_strided_")
            import :: c_char, int32, real32
            character(kind=c_char), intent(in) :: uplo
            integer(int32), intent(in) :: n, nrhs, lda, stride_a, ldb, stride_b, batch_size
            complex(real32), intent(in) :: a(*)
            complex(real32), intent(inout) :: b(*)
            integer(int32), intent(inout) :: info(*)
        end subroutine
        subroutine cpotrs_batch_strided_64(uplo, n, nrhs, a, lda, stride_a, b, ldb, stride_b, batch_size, &
            info) bind(c, name="cpotrs_batch_strided_64_")
            import :: c_char, int64, real32
            character(kind=c_char), intent(in) :: uplo
            integer(int64), intent(in) :: n, nrhs, lda, stride_a, ldb, stride_b, batch_size
            complex(real32), intent(in) :: a(*)
            complex(real32), intent(inout) :: b(*)
            integer(int64), intent(inout) :: info(*)
        end subroutine
        subroutine cpotrs_vbatch(uplo, n, nrhs, a, lda, b, ldb, batch_count, info) bind(c, name="cpotrs_vbatch_")
            import :: c_char, int32
            character(kind=c_char), intent(in) :: uplo
            integer(int32), intent(in) :: n(*), nrhs(*), lda(*), ldb(*), batch_count
            type(*), dimension(*), intent(in) :: a, b
            integer(int32), intent(inout) :: info(*)
        end subroutine
        subroutine cpotrs_vbatch_64(uplo, n, nrhs, a, lda, b, ldb, batch_count, &
            info) bind(c, name="cpotrs_vbatch_64_")
            import :: c_char, int64
            character(kind=c_char), intent(in) :: uplo
            integer(int64), intent(in) :: n(*), nrhs(*), lda(*), ldb(*), batch_count
            type(*), dimension(*), intent(in) :: a, b
            integer(int64), intent(inout) :: info(*)
        end subroutine
        subroutine zpotrs_batch(uplo, n, nrhs, a, lda, b, ldb, group_count, group_size, &
            info) bind(c, name="zpotrs_batch_")
            import :: c_char, int32
            character(kind=c_char), intent(in) :: uplo(*)
            integer(int32), intent(in) :: n(*), nrhs(*), lda(*), ldb(*), group_count, group_size(*)
            type(*), dimension(*), intent(in) :: a, b
            integer(int32), intent(inout) :: info(*)
        end subroutine
        subroutine zpotrs_batch_64(uplo, n, nrhs, a, lda, b, ldb, group_count, group_size, &
            info) bind(c, name="zpotrs_batch_64_")
            import :: c_char, int64
            character(kind=c_char), intent(in) :: uplo(*)
            integer(int64), intent(in) :: n(*), nrhs(*), lda(*), ldb(*), group_count, group_size(*)
            type(*), dimension(*), intent(in) :: a, b
            integer(int64), intent(inout) :: info(*)
        end subroutine
        subroutine zpotrs_batch_strided(uplo, n, nrhs, a, lda, stride_a, b, ldb, stride_b, batch_size, &
            info) bind(c, name="zpotrs_batch_strided_")
            import :: c_char, int32, real64
            character(kind=c_char), intent(in) :: uplo
            integer(int32), intent(in) :: n, nrhs, lda, stride_a, ldb, stride_b, batch_size
            complex(real64), intent(in) :: a(*)
            complex(real64), intent(inout) :: b(*)
            integer(int32), intent(inout) :: info(*)
        end subroutine
        subroutine zpotrs_batch_strided_64(uplo, n, nrhs, a, lda, stride_a, b, ldb, stride_b, batch_size, &
            info) bind(c, name="zpotrs_batch_strided_64_")
            import :: c_char, int64, real64
            character(kind=c_char), intent(in) :: uplo
            integer(int64), intent(in) :: n, nrhs, lda, stride_a, ldb, stride_b, batch_size
            complex(real64), intent(in) :: a(*)
            complex(real64), intent(inout) :: b(*)
            integer(int64), intent(inout) :: info(*)
        end subroutine
        subroutine zpotrs_vbatch(uplo, n, nrhs, a, lda, b, ldb, batch_count, info) bind(c, name="zpotrs_vbatch_")
            import :: c_char, int32
            character(kind=c_char), intent(in) :: uplo
            integer(int32), intent(in) :: n(*), nrhs(*), lda(*), ldb(*), batch_count
            type(*), dimension(*), intent(in) :: a, b
            integer(int32), intent(inout) :: info(*)
        end subroutine
        subroutine zpotrs_vbatch_64(uplo, n, nrhs, a, lda, b, ldb, batch_count, &
            info) bind(c, name="zpotrs_vbatch_64_")
            import :: c_char, int64
            character(kind=c_char), intent(in) :: uplo
            integer(int64), intent(in) :: n(*), nrhs(*), lda(*), ldb(*), batch_count
            type(*), dimension(*), intent(in) :: a, b
            integer(int64), intent(inout) :: info(*)
        end subroutine
    end interface

    ! geqrf: A = Q R by Householder reflections, in place, as LAPACK stores them: R in the upper triangle, vectors below
    ! it, min(m, n) factors in tau. A is m x n.
    interface
        subroutine sgeqrf_batch(m, n, a, lda, tau, group_count, group_size, info) bind(c, name="sgeqrf_batch_")
            import :: int32
            integer(int32), intent(in) :: m(*), n(*), lda(*), group_count, group_size(*)
            type(*), dimension(*), intent(in) :: a, tau
            integer(int32), intent(inout) :: info(*)
        end subroutine
        subroutine sgeqrf_batch_64(m, n, a, lda, tau, group_count, group_size, info) bind(c, name="sgeqrf_batch_64_")
            import :: int64
            integer(int64), intent(in) :: m(*), n(*), lda(*), group_count, group_size(*)
            type(*), dimension(*), intent(in) :: a, tau
            integer(int64), intent(inout) :: info(*)
        end subroutine
        subroutine sgeqrf_batch_strided(m, n, a, lda, stride_a, tau, stride_tau, batch_size, &
            info) bind(c, name="sgeqrf_batch_strided_")
            import :: int32, real32
            integer(int32), intent(in) :: m, n, lda, stride_a, stride_tau, batch_size
            real(real32), intent(inout) :: a(*), tau(*)
            integer(int32), intent(inout) :: info(*)
        end subroutine
        subroutine sgeqrf_batch_strided_64(m, n, a, lda, stride_a, tau, stride_tau, batch_size, &
            info) bind(c, name="sgeqrf_batch_strided_64_")
            import :: int64, real32
            integer(int64), intent(in) :: m, n, lda, stride_a, stride_tau, batch_size
            real(real32), intent(inout) :: a(*), tau(*)
            integer(int64), intent(inout) :: info(*)
        end subroutine
        subroutine sgeqrf_vbatch(m, n, a, lda, tau, batch_count, info) bind(c, name="sgeqrf_vbatch_")
            import :: int32
            integer(int32), intent(in) :: m(*), n(*), lda(*), batch_count
            type(*), dimension(*), intent(in) :: a, tau
            integer(int32), intent(inout) :: info(*)
        end subroutine
        subroutine sgeqrf_vbatch_64(m, n, a, lda, tau, batch_count, info) bind(c, name="sgeqrf_vbatch_64_")
            import :: int64
            integer(int64), intent(in) :: m(*), n(*), lda(*), batch_count
            type(*), dimension(*), intent(in) :: a, tau
            integer(int64), intent(inout) :: info(*)
        end subroutine
        subroutine dgeqrf_batch(m, n, a, lda, tau, group_count, group_size, info) bind(c, name="dgeqrf_batch_")
            import :: int32
            integer(int32), intent(in) :: m(*), n(*), lda(*), group_count, group_size(*)
            type(*), dimension(*), intent(in) :: a, tau
            integer(int32), intent(inout) :: info(*)
        end subroutine
        subroutine dgeqrf_batch_64(m, n, a, lda, tau, group_count, group_size, info) bind(c, name="dgeqrf_batch_64_")
            import :: int64
            integer(int64), intent(in) :: m(*), n(*), lda(*), group_count, group_size(*)
            type(*), dimension(*), intent(in) :: a, tau
            integer(int64), intent(inout) :: info(*)
        end subroutine
        subroutine dgeqrf_batch_strided(m, n, a, lda, stride_a, tau, stride_tau, batch_size, &
            info) bind(c, name="dgeqrf_batch_strided_")
            import :: int32, real64
            integer(int32), intent(in) :: m, n, lda, stride_a, stride_tau, batch_size
            real(real64), intent(inout) :: a(*), tau(*)
            integer(int32), intent(inout) :: info(*)
        end subroutine
        subroutine dgeqrf_batch_strided_64(m, n, a, lda, stride_a, tau, stride_tau, batch_size, &
            info) bind(c, name="dgeqrf_batch_strided_64_")
            import :: int64, real64
            integer(int64), intent(in) :: m, n, lda, stride_a, stride_tau, batch_size
            real(real64), intent(inout) :: a(*), tau(*)
            integer(int64), intent(inout) :: info(*)
        end subroutine
        subroutine dgeqrf_vbatch(m, n, a, lda, tau, batch_count, info) bind(c, name="dgeqrf_vbatch_")
            import :: int32
            integer(int32), intent(in) :: m(*), n(*), lda(*), batch_count
            type(*), dimension(*), intent(in) :: a, tau
            integer(int32), intent(inout) :: info(*)
        end subroutine
        subroutine dgeqrf_vbatch_64(m, n, a, lda, tau, batch_count, info) bind(c, name="dgeqrf_vbatch_64_")
            import :: int64
            integer(int64), intent(in) :: m(*), n(*), lda(*), batch_count
            type(*), dimension(*), intent(in) :: a, tau
            integer(int64), intent(inout) :: info(*)
        end subroutine
        subroutine cgeqrf_batch(m, n, a, lda, tau, group_count, group_size, info) bind(c, name="cgeqrf_batch_")
            import :: int32
            integer(int32), intent(in) :: m(*), n(*), lda(*), group_count, group_size(*)
            type(*), dimension(*), intent(in) :: a, tau
            integer(int32), intent(inout) :: info(*)
        end subroutine
        subroutine cgeqrf_batch_64(m, n, a, lda, tau, group_count, group_size, info) bind(c, name="cgeqrf_batch_64_")
            import :: int64
            integer(int64), intent(in) :: m(*), n(*), lda(*), group_count, group_size(*)
            type(*), dimension(*), intent(in) :: a, tau
            integer(int64), intent(inout) :: info(*)
        end subroutine
        subroutine cgeqrf_batch_strided(m, n, a, lda, stride_a, tau, stride_tau, batch_size, &
            info) bind(c, name="cgeqrf_batch_strided_")
            import :: int32, real32
            integer(int32), intent(in) :: m, n, lda, stride_a, stride_tau, batch_size
            complex(real32), intent(inout) :: a(*), tau(*)
            integer(int32), intent(inout) :: info(*)
        end subroutine
        subroutine cgeqrf_batch_strided_64(m, n, a, lda, stride_a, tau, stride_tau, batch_size, &
            info) bind(c, name="cgeqrf_batch_strided_64_")
            import :: int64, real32
            integer(int64), intent(in) :: m, n, lda, stride_a, stride_tau, batch_size
            complex(real32), intent(inout) :: a(*), tau(*)
            integer(int64), intent(inout) :: info(*)
        end subroutine
        subroutine cgeqrf_vbatch(m, n, a, lda, tau, batch_count, info) bind(c, name="cgeqrf_vbatch_")
            import :: int32
            integer(int32), intent(in) :: m(*), n(*), lda(*), batch_count
            type(*), dimension(*), intent(in) :: a, tau
            integer(int32), intent(inout) :: info(*)
        end subroutine
        subroutine cgeqrf_vbatch_64(m, n, a, lda, tau, batch_count, info) bind(c, name="cgeqrf_vbatch_64_")
            import :: int64
            integer(int64), intent(in) :: m(*), n(*), lda(*), batch_count
            type(*), dimension(*), intent(in) :: a, tau
            integer(int64), intent(inout) :: info(*)
        end subroutine
        subroutine zgeqrf_batch(m, n, a, lda, tau, group_count, group_size, info) bind(c, name="zgeqrf_batch_")
            import :: int32
            integer(int32), intent(in) :: m(*), n(*), lda(*), group_count, group_size(*)
            type(*), dimension(*), intent(in) :: a, tau
            integer(int32), intent(inout) :: info(*)
        end subroutine
        subroutine zgeqrf_batch_64(m, n, a, lda, tau, group_count, group_size, info) bind(c, name="zgeqrf_batch_64_")
            import :: int64
            integer(int64), intent(in) :: m(*), n(*), lda(*), group_count, group_size(*)
            type(*), dimension(*), intent(in) :: a, tau
            integer(int64), intent(inout) :: info(*)
        end subroutine
        subroutine zgeqrf_batch_strided(m, n, a, lda, stride_a, tau, stride_tau, batch_size, &
            info) bind(c, name="zgeqrf_batch_strided_")
            import :: int32, real64
            integer(int32), intent(in) :: m, n, lda, stride_a, stride_tau, batch_size
            complex(real64), intent(inout) :: a(*), tau(*)
            integer(int32), intent(inout) :: info(*)
        end subroutine
        subroutine zgeqrf_batch_strided_64(m, n, a, lda, stride_a, tau, stride_tau, batch_size, &
            info) bind(c, name="zgeqrf_batch_strided_64_")
            import :: int64, real64
            integer(int64), intent(in) :: m, n, lda, stride_a, stride_tau, batch_size
            complex(real64), intent(inout) :: a(*), tau(*)
            integer(int64), intent(inout) :: info(*)
        end subroutine
        subroutine zgeqrf_vbatch(m, n, a, lda, tau, batch_count, info) bind(c, name="zgeqrf_vbatch_")
            import :: int32
            integer(int32), intent(in) :: m(*), n(*), lda(*), batch_count
            type(*), dimension(*), intent(in) :: a, tau
            integer(int32), intent(inout) :: info(*)
        end subroutine
        subroutine zgeqrf_vbatch_64(m, n, a, lda, tau, batch_count, info) bind(c, name="zgeqrf_vbatch_64_")
            import :: int64
            integer(int64), intent(in) :: m(*), n(*), lda(*), batch_count
            type(*), dimension(*), intent(in) :: a, tau
            integer(int64), intent(inout) :: info(*)
        end subroutine
    end interface

    ! orgqr: Q with orthonormal columns from the first k reflections of geqrf, in place. A is m x n, m >= n >= k; tau
    ! has k elements.
    interface
        subroutine sorgqr_batch(m, n, k, a, lda, tau, group_count, group_size, info) bind(c, name="sorgqr_batch_")
            import :: int32
            integer(int32), intent(in) :: m(*), n(*), k(*), lda(*), group_count, group_size(*)
            type(*), dimension(*), intent(in) :: a, tau
            integer(int32), intent(inout) :: info(*)
        end subroutine
        subroutine sorgqr_batch_64(m, n, k, a, lda, tau, group_count, group_size, &
            info) bind(c, name="sorgqr_batch_64_")
            import :: int64
            integer(int64), intent(in) :: m(*), n(*), k(*), lda(*), group_count, group_size(*)
            type(*), dimension(*), intent(in) :: a, tau
            integer(int64), intent(inout) :: info(*)
        end subroutine
        subroutine sorgqr_batch_strided(m, n, k, a, lda, stride_a, tau, stride_tau, batch_size, &
            info) bind(c, name="sorgqr_batch_strided_")
            import :: int32, real32
            integer(int32), intent(in) :: m, n, k, lda, stride_a, stride_tau, batch_size
            real(real32), intent(inout) :: a(*)
            real(real32), intent(in) :: tau(*)
            integer(int32), intent(inout) :: info(*)
        end subroutine
        subroutine sorgqr_batch_strided_64(m, n, k, a, lda, stride_a, tau, stride_tau, batch_size, &
            info) bind(c, name="sorgqr_batch_strided_64_")
            import :: int64, real32
            integer(int64), intent(in) :: m, n, k, lda, stride_a, stride_tau, batch_size
            real(real32), intent(inout) :: a(*)
            real(real32), intent(in) :: tau(*)
            integer(int64), intent(inout) :: info(*)
        end subroutine
        subroutine sorgqr_vbatch(m, n, k, a, lda, tau, batch_count, info) bind(c, name="sorgqr_vbatch_")
            import :: int32
            integer(int32), intent(in) :: m(*), n(*), k(*), lda(*), batch_count
            type(*), dimension(*), intent(in) :: a, tau
            integer(int32), intent(inout) :: info(*)
        end subroutine
        subroutine sorgqr_vbatch_64(m, n, k, a, lda, tau, batch_count, info) bind(c, name="sorgqr_vbatch_64_")
            import :: int64
            integer(int64), intent(in) :: m(*), n(*), k(*), lda(*), batch_count
            type(*), dimension(*), intent(in) :: a, tau
            integer(int64), intent(inout) :: info(*)
        end subroutine
        subroutine dorgqr_batch(m, n, k, a, lda, tau, group_count, group_size, info) bind(c, name="dorgqr_batch_")
            import :: int32
            integer(int32), intent(in) :: m(*), n(*), k(*), lda(*), group_count, group_size(*)
            type(*), dimension(*), intent(in) :: a, tau
            integer(int32), intent(inout) :: info(*)
        end subroutine
        subroutine dorgqr_batch_64(m, n, k, a, lda, tau, group_count, group_size, &
            info) bind(c, name="dorgqr_batch_64_")
            import :: int64
            integer(int64), intent(in) :: m(*), n(*), k(*), lda(*), group_count, group_size(*)
            type(*), dimension(*), intent(in) :: a, tau
            integer(int64), intent(inout) :: info(*)
        end subroutine
        subroutine dorgqr_batch_strided(m, n, k, a, lda, stride_a, tau, stride_tau, batch_size, &
            info) bind(c, name="dorgqr_batch_strided_")
            import :: int32, real64
            integer(int32), intent(in) :: m, n, k, lda, stride_a, stride_tau, batch_size
            real(real64), intent(inout) :: a(*)
            real(real64), intent(in) :: tau(*)
            integer(int32), intent(inout) :: info(*)
        end subroutine
        subroutine dorgqr_batch_strided_64(m, n, k, a, lda, stride_a, tau, stride_tau, batch_size, &
            info) bind(c, name="dorgqr_batch_strided_64_")
            import :: int64, real64
            integer(int64), intent(in) :: m, n, k, lda, stride_a, stride_tau, batch_size
            real(real64), intent(inout) :: a(*)
            real(real64), intent(in) :: tau(*)
            integer(int64), intent(inout) :: info(*)
        end subroutine
        subroutine dorgqr_vbatch(m, n, k, a, lda, tau, batch_count, info) bind(c, name="dorgqr_vbatch_")
            import :: int32
            integer(int32), intent(in) :: m(*), n(*), k(*), lda(*), batch_count
            type(*), dimension(*), intent(in) :: a, tau
            integer(int32), intent(inout) :: info(*)
        end subroutine
        subroutine dorgqr_vbatch_64(m, n, k, a, lda, tau, batch_count, info) bind(c, name="dorgqr_vbatch_64_")
            import :: int64
            integer(int64), intent(in) :: m(*), n(*), k(*), lda(*), batch_count
            type(*), dimension(*), intent(in) :: a, tau
            integer(int64), intent(inout) :: info(*)
        end subroutine
    end interface

    ! ungqr: Q with orthonormal columns from the first k reflections of geqrf, in place. A is m x n, m >= n >= k; tau
    ! has k elements.
    interface
        subroutine cungqr_batch(m, n, k, a, lda, tau, group_count, group_size, info) bind(c, name="cungqr_batch_")
            import :: int32
            integer(int32), intent(in) :: m(*), n(*), k(*), lda(*), group_count, group_size(*)
            type(*), dimension(*), intent(in) :: a, tau
            integer(int32), intent(inout) :: info(*)
        end subroutine
        subroutine cungqr_batch_64(m, n, k, a, lda, tau, group_count, group_size, &
            info) bind(c, name="cungqr_batch_64_")
            import :: int64
            integer(int64), intent(in) :: m(*), n(*), k(*), lda(*), group_count, group_size(*)
            type(*), dimension(*), intent(in) :: a, tau
            integer(int64), intent(inout) :: info(*)
        end subroutine
        subroutine cungqr_batch_strided(m, n, k, a, lda, stride_a, tau, stride_tau, batch_size, &
            info) bind(c, name="cungqr_batch_strided_")
            import :: int32, real32
            integer(int32), intent(in) :: m, n, k, lda, stride_a, stride_tau, batch_size
            complex(real32), intent(inout) :: a(*)
            complex(real32), intent(in) :: tau(*)
            integer(int32), intent(inout) :: info(*)
        end subroutine
        subroutine cungqr_batch_strided_64(m, n, k, a, lda, stride_a, tau, stride_tau, batch_size, &
            info) bind(c, name="cungqr_batch_strided_64_")
            import :: int64, real32
            integer(int64), intent(in) :: m, n, k, lda, stride_a, stride_tau, batch_size
            complex(real32), intent(inout) :: a(*)
            complex(real32), intent(in) :: tau(*)
            integer(int64), intent(inout) :: info(*)
        end subroutine
        subroutine cungqr_vbatch(m, n, k, a, lda, tau, batch_count, info) bind(c, name="cungqr_vbatch_")
            import :: int32
            integer(int32), intent(in) :: m(*), n(*), k(*), lda(*), batch_count
            type(*), dimension(*), intent(in) :: a, tau
            integer(int32), intent(inout) :: info(*)
        end subroutine
        subroutine cungqr_vbatch_64(m, n, k, a, lda, tau, batch_count, info) bind(c, name="cungqr_vbatch_64_")
            import :: int64
            integer(int64), intent(in) :: m(*), n(*), k(*), lda(*), batch_count
            type(*), dimension(*), intent(in) :: a, tau
            integer(int64), intent(inout) :: info(*)
        end subroutine
        subroutine zungqr_batch(m, n, k, a, lda, tau, group_count, group_size, info) bind(c, name="zungqr_batch_")
            import :: int32
            integer(int32), intent(in) :: m(*), n(*), k(*), lda(*), group_count, group_size(*)
            type(*), dimension(*), intent(in) :: a, tau
            integer(int32), intent(inout) :: info(*)
        end subroutine
        subroutine zungqr_batch_64(m, n, k, a, lda, tau, group_count, group_size, &
            info) bind(c, name="zungqr_batch_64_")
            import :: int64
            integer(int64), intent(in) :: m(*), n(*), k(*), lda(*), group_count, group_size(*)
            type(*), dimension(*), intent(in) :: a, tau
            integer(int64), intent(inout) :: info(*)
        end subroutine
        subroutine zungqr_batch_strided(m, n, k, a, lda, stride_a, tau, stride_tau, batch_size, &
            info) bind(c, name="zungqr_batch_strided_")
            import :: int32, real64
            integer(int32), intent(in) :: m, n, k, lda, stride_a, stride_tau, batch_size
            complex(real64), intent(inout) :: a(*)
            complex(real64), intent(in) :: tau(*)
            integer(int32), intent(inout) :: info(*)
        end subroutine
        subroutine zungqr_batch_strided_64(m, n, k, a, lda, stride_a, tau, stride_tau, batch_size, &
            info) bind(c, name="zungqr_batch_strided_64_")
            import :: int64, real64
            integer(int64), intent(in) :: m, n, k, lda, stride_a, stride_tau, batch_size
            complex(real64), intent(inout) :: a(*)
            complex(real64), intent(in) :: tau(*)
            integer(int64), intent(inout) :: info(*)
        end subroutine
        subroutine zungqr_vbatch(m, n, k, a, lda, tau, batch_count, info) bind(c, name="zungqr_vbatch_")
            import :: int32
            integer(int32), intent(in) :: m(*), n(*), k(*), lda(*), batch_count
            type(*), dimension(*), intent(in) :: a, tau
            integer(int32), intent(inout) :: info(*)
        end subroutine
        subroutine zungqr_vbatch_64(m, n, k, a, lda, tau, batch_count, info) bind(c, name="zungqr_vbatch_64_")
            import :: int64
            integer(int64), intent(in) :: m(*), n(*), k(*), lda(*), batch_count
            type(*), dimension(*), intent(in) :: a, tau
            integer(int64), intent(inout) :: info(*)
        end subroutine
    end interface

    ! gebrd: A = Q B P^H with B bidiagonal (upper if m >= n, else lower), in place, as LAPACK stores it. A is m x n; d,
    ! tauq and taup have min(m, n) elements, e one less; d and e are real.
    interface
        subroutine sgebrd_batch(m, n, a, lda, d, e, tauq, taup, group_count, group_size, &
            info) bind(c, name="sgebrd_batch_")
            import :: int32
            integer(int32), intent(in) :: m(*), n(*), lda(*), group_count, group_size(*)
            type(*), dimension(*), intent(in) :: a, d, e, tauq, taup
            integer(int32), intent(inout) :: info(*)
        end subroutine
        subroutine sgebrd_batch_64(m, n, a, lda, d, e, tauq, taup, group_count, group_size, &
            info) bind(c, name="sgebrd_batch_64_")
            import :: int64
            integer(int64), intent(in) :: m(*), n(*), lda(*), group_count, group_size(*)
            type(*), dimension(*), intent(in) :: a, d, e, tauq, taup
            integer(int64), intent(inout) :: info(*)
        end subroutine
        subroutine sgebrd_batch_strided(m, n, a, lda, stride_a, d, stride_d, e, stride_e, tauq, stride_tauq, taup, &
            stride_taup, batch_size, info) bind(c, name="sgebrd_batch_strided_")
            import :: int32, real32
            integer(int32), intent(in) :: m, n, lda, stride_a, stride_d, stride_e, stride_tauq, stride_taup, &
                batch_size
            real(real32), intent(inout) :: a(*), d(*), e(*), tauq(*), taup(*)
            integer(int32), intent(inout) :: info(*)
        end subroutine
        subroutine sgebrd_batch_strided_64(m, n, a, lda, stride_a, d, stride_d, e, stride_e, tauq, stride_tauq, taup, &
            stride_taup, batch_size, info) bind(c, name="sgebrd_batch_strided_64_")
            import :: int64, real32
            integer(int64), intent(in) :: m, n, lda, stride_a, stride_d, stride_e, stride_tauq, stride_taup, &
                batch_size
            real(real32), intent(inout) :: a(*), d(*), e(*), tauq(*), taup(*)
            integer(int64), intent(inout) :: info(*)
        end subroutine
        subroutine sgebrd_vbatch(m, n, a, lda, d, e, tauq, taup, batch_count, info) bind(c, name="sgebrd_vbatch_")
            import :: int32
            integer(int32), intent(in) :: m(*), n(*), lda(*), batch_count
            type(*), dimension(*), intent(in) :: a, d, e, tauq, taup
            integer(int32), intent(inout) :: info(*)
        end subroutine
        subroutine sgebrd_vbatch_64(m, n, a, lda, d, e, tauq, taup, batch_count, &
            info) bind(c, name="sgebrd_vbatch_64_")
            import :: int64
            integer(int64), intent(in) :: m(*), n(*), lda(*), batch_count
            type(*), dimension(*), intent(in) :: a, d, e, tauq, taup
            integer(int64), intent(inout) :: info(*)
        end subroutine
        subroutine dgebrd_batch(m, n, a, lda, d, e, tauq, taup, group_count, group_size, &
            info) bind(c, name="dgebrd_batch_")
            import :: int32
            integer(int32), intent(in) :: m(*), n(*), lda(*), group_count, group_size(*)
            type(*), dimension(*), intent(in) :: a, d, e, tauq, taup
            integer(int32), intent(inout) :: info(*)
        end subroutine
        subroutine dgebrd_batch_64(m, n, a, lda, d, e, tauq, taup, group_count, group_size, &
            info) bind(c, name="dgebrd_batch_64_")
            import :: int64
            integer(int64), intent(in) :: m(*), n(*), lda(*), group_count, group_size(*)
            type(*), dimension(*), intent(in) :: a, d, e, tauq, taup
            integer(int64), intent(inout) :: info(*)
        end subroutine
        subroutine dgebrd_batch_strided(m, n, a, lda, stride_a, d, stride_d, e, stride_e, tauq, stride_tauq, taup, &
            stride_taup, batch_size, info) bind(c, name="dgebrd_batch_strided_")
            import :: int32, real64
            integer(int32), intent(in) :: m, n, lda, stride_a, stride_d, stride_e, stride_tauq, stride_taup, &
                batch_size
            real(real64), intent(inout) :: a(*), d(*), e(*), tauq(*), taup(*)
            integer(int32), intent(inout) :: info(*)
        end subroutine
        subroutine dgebrd_batch_strided_64(m, n, a, lda, stride_a, d, stride_d, e, stride_e, tauq, stride_tauq, taup, &
            stride_taup, batch_size, info) bind(c, name="dgebrd_batch_strided_64_")
            import :: int64, real64
            integer(int64), intent(in) :: m, n, lda, stride_a, stride_d, stride_e, stride_tauq, stride_taup, &
                batch_size
            real(real64), intent(inout) :: a(*), d(*), e(*), tauq(*), taup(*)
            integer(int64), intent(inout) :: info(*)
        end subroutine
        subroutine dgebrd_vbatch(m, n, a, lda, d, e, tauq, taup, batch_count, info) bind(c, name="dgebrd_vbatch_")
            import :: int32
            integer(int32), intent(in) :: m(*), n(*), lda(*), batch_count
            type(*), dimension(*), intent(in) :: a, d, e, tauq, taup
            integer(int32), intent(inout) :: info(*)
        end subroutine
        subroutine dgebrd_vbatch_64(m, n, a, lda, d, e, tauq, taup, batch_count, &
            info) bind(c, name="dgebrd_vbatch_64_")
            import :: int64
            integer(int64), intent(in) :: m(*), n(*), lda(*), batch_count
            type(*), dimension(*), intent(in) :: a, d, e, tauq, taup
            integer(int64), intent(inout) :: info(*)
        end subroutine
        subroutine cgebrd_batch(m, n, a, lda, d, e, tauq, taup, group_count, group_size, &
            info) bind(c, name="cgebrd_batch_")
            import :: int32
            integer(int32), intent(in) :: m(*), n(*), lda(*), group_count, group_size(*)
            type(*), dimension(*), intent(in) :: a, d, e, tauq, taup
            integer(int32), intent(inout) :: info(*)
        end subroutine
        subroutine cgebrd_batch_64(m, n, a, lda, d, e, tauq, taup, group_count, group_size, &
            info) bind(c, name="cgebrd_batch_64_")
            import :: int64
            integer(int64), intent(in) :: m(*), n(*), lda(*), group_count, group_size(*)
            type(*), dimension(*), intent(in) :: a, d, e, tauq, taup
            integer(int64), intent(inout) :: info(*)
        end subroutine
        subroutine cgebrd_batch_strided(m, n, a, lda, stride_a, d, stride_d, e, stride_e, tauq, stride_tauq, taup, &
            stride_taup, batch_size, info) bind(c, name="cgebrd_batch_strided_")
            import :: int32, real32
            integer(int32), intent(in) :: m, n, lda, stride_a, stride_d, stride_e, stride_tauq, stride_taup, &
                batch_size
            complex(real32), intent(inout) :: a(*), tauq(*), taup(*)
            real(real32), intent(inout) :: d(*), e(*)
            integer(int32), intent(inout) :: info(*)
        end subroutine
        subroutine cgebrd_batch_strided_64(m, n, a, lda, stride_a, d, stride_d, e, stride_e, tauq, stride_tauq, taup, &
            stride_taup, batch_size, info) bind(c, name="cgebrd_batch_strided_64_")
            import :: int64, real32
            integer(int64), intent(in) :: m, n, lda, stride_a, stride_d, stride_e, stride_tauq, stride_taup, &
                batch_size
            complex(real32), intent(inout) :: a(*), tauq(*), taup(*)
            real(real32), intent(inout) :: d(*), e(*)
            integer(int64), intent(inout) :: info(*)
        end subroutine
        subroutine cgebrd_vbatch(m, n, a, lda, d, e, tauq, taup, batch_count, info) bind(c, name="cgebrd_vbatch_")
            import :: int32
            integer(int32), intent(in) :: m(*), n(*), lda(*), batch_count
            type(*), dimension(*), intent(in) :: a, d, e, tauq, taup
            integer(int32), intent(inout) :: info(*)
        end subroutine
        subroutine cgebrd_vbatch_64(m, n, a, lda, d, e, tauq, taup, batch_count, &
            info) bind(c, name="cgebrd_vbatch_64_")
            import :: int64
            integer(int64), intent(in) :: m(*), n(*), lda(*), batch_count
            type(*), dimension(*), intent(in) :: a, d, e, tauq, taup
            integer(int64), intent(inout) :: info(*)
        end subroutine
        subroutine zgebrd_batch(m, n, a, lda, d, e, tauq, taup, group_count, group_size, &
            info) bind(c, name="zgebrd_batch_")
            import :: int32
            integer(int32), intent(in) :: m(*), n(*), lda(*), group_count, group_size(*)
            type(*), dimension(*), intent(in) :: a, d, e, tauq, taup
            integer(int32), intent(inout) :: info(*)
        end subroutine
        subroutine zgebrd_batch_64(m, n, a, lda, d, e, tauq, taup, group_count, group_size, &
            info) bind(c, name="zgebrd_batch_64_")
            import :: int64
            integer(int64), intent(in) :: m(*), n(*), lda(*), group_count, group_size(*)
            type(*), dimension(*), intent(in) :: a, d, e, tauq, taup
            integer(int64), intent(inout) :: info(*)
        end subroutine
        subroutine zgebrd_batch_strided(m, n, a, lda, stride_a, d, stride_d, e, stride_e, tauq, stride_tauq, taup, &
            stride_taup, batch_size, info) bind(c, name="zgebrd_batch_strided_")
            import :: int32, real64
            integer(int32), intent(in) :: m, n, lda, stride_a, stride_d, stride_e, stride_tauq, stride_taup, &
                batch_size
            complex(real64), intent(inout) :: a(*), tauq(*), taup(*)
            real(real64), intent(inout) :: d(*), e(*)
            integer(int32), intent(inout) :: info(*)
        end subroutine
        subroutine zgebrd_batch_strided_64(m, n, a, lda, stride_a, d, stride_d, e, stride_e, tauq, stride_tauq, taup, &
            stride_taup, batch_size, info) bind(c, name="zgebrd_batch_strided_64_")
            import :: int64, real64
            integer(int64), intent(in) :: m, n, lda, stride_a, stride_d, stride_e, stride_tauq, stride_taup, &
                batch_size
            complex(real64), intent(inout) :: a(*), tauq(*), taup(*)
            real(real64), intent(inout) :: d(*), e(*)
            integer(int64), intent(inout) :: info(*)
        end subroutine
        subroutine zgebrd_vbatch(m, n, a, lda, d, e, tauq, taup, batch_count, info) bind(c, name="zgebrd_vbatch_")
            import :: int32
            integer(int32), intent(in) :: m(*), n(*), lda(*), batch_count
            type(*), dimension(*), intent(in) :: a, d, e, tauq, taup
            integer(int32), intent(inout) :: info(*)
        end subroutine
        subroutine zgebrd_vbatch_64(m, n, a, lda, d, e, tauq, taup, batch_count, &
            info) bind(c, name="zgebrd_vbatch_64_")
            import :: int64
            integer(int64), intent(in) :: m(*), n(*), lda(*), batch_count
            type(*), dimension(*), intent(in) :: a, d, e, tauq, taup
            integer(int64), intent(inout) :: info(*)
        end subroutine
    end interface

    interface gemm_batch
        module procedure gemm_batch_s, gemm_batch_s_a2, gemm_batch_s_b2, gemm_batch_d, gemm_batch_d_a2, &
            gemm_batch_d_b2, gemm_batch_c, gemm_batch_c_a2, gemm_batch_c_b2, gemm_batch_z, gemm_batch_z_a2, &
            gemm_batch_z_b2
    end interface
    private :: gemm_batch_s, gemm_batch_s_a2, gemm_batch_s_b2, gemm_batch_d, gemm_batch_d_a2, gemm_batch_d_b2, &
        gemm_batch_c, gemm_batch_c_a2, gemm_batch_c_b2, gemm_batch_z, gemm_batch_z_a2, gemm_batch_z_b2

    interface gemv_batch
        module procedure gemv_batch_s, gemv_batch_d, gemv_batch_c, gemv_batch_z
    end interface
    private :: gemv_batch_s, gemv_batch_d, gemv_batch_c, gemv_batch_z

    interface syrk_batch
        module procedure syrk_batch_s, syrk_batch_d, syrk_batch_c, syrk_batch_z
    end interface
    private :: syrk_batch_s, syrk_batch_d, syrk_batch_c, syrk_batch_z

    interface herk_batch
        module procedure herk_batch_c, herk_batch_z
    end interface
    private :: herk_batch_c, herk_batch_z

    interface trsm_batch
        module procedure trsm_batch_s, trsm_batch_d, trsm_batch_c, trsm_batch_z
    end interface
    private :: trsm_batch_s, trsm_batch_d, trsm_batch_c, trsm_batch_z

    interface trmm_batch
        module procedure trmm_batch_s, trmm_batch_d, trmm_batch_c, trmm_batch_z
    end interface
    private :: trmm_batch_s, trmm_batch_d, trmm_batch_c, trmm_batch_z

    interface trsv_batch
        module procedure trsv_batch_s, trsv_batch_d, trsv_batch_c, trsv_batch_z
    end interface
    private :: trsv_batch_s, trsv_batch_d, trsv_batch_c, trsv_batch_z

    interface getrf_batch
        module procedure getrf_batch_s, getrf_batch_s_64, getrf_batch_d, getrf_batch_d_64, getrf_batch_c, &
            getrf_batch_c_64, getrf_batch_z, getrf_batch_z_64
    end interface
    private :: getrf_batch_s, getrf_batch_s_64, getrf_batch_d, getrf_batch_d_64, getrf_batch_c, getrf_batch_c_64, &
        getrf_batch_z, getrf_batch_z_64

    interface getrs_batch
        module procedure getrs_batch_s, getrs_batch_s_64, getrs_batch_s_b2, getrs_batch_s_b2_64, getrs_batch_d, &
            getrs_batch_d_64, getrs_batch_d_b2, getrs_batch_d_b2_64, getrs_batch_c, getrs_batch_c_64, &
            getrs_batch_c_b2, getrs_batch_c_b2_64, getrs_batch_z, getrs_batch_z_64, getrs_batch_z_b2, &
            getrs_batch_z_b2_64
    end interface
    private :: getrs_batch_s, getrs_batch_s_64, getrs_batch_s_b2, getrs_batch_s_b2_64, getrs_batch_d, &
        getrs_batch_d_64, getrs_batch_d_b2, getrs_batch_d_b2_64, getrs_batch_c, getrs_batch_c_64, getrs_batch_c_b2, &
        getrs_batch_c_b2_64, getrs_batch_z, getrs_batch_z_64, getrs_batch_z_b2, getrs_batch_z_b2_64

    interface getri_batch
        module procedure getri_batch_s, getri_batch_s_64, getri_batch_d, getri_batch_d_64, getri_batch_c, &
            getri_batch_c_64, getri_batch_z, getri_batch_z_64
    end interface
    private :: getri_batch_s, getri_batch_s_64, getri_batch_d, getri_batch_d_64, getri_batch_c, getri_batch_c_64, &
        getri_batch_z, getri_batch_z_64

    interface potrf_batch
        module procedure potrf_batch_s, potrf_batch_s_64, potrf_batch_d, potrf_batch_d_64, potrf_batch_c, &
            potrf_batch_c_64, potrf_batch_z, potrf_batch_z_64
    end interface
    private :: potrf_batch_s, potrf_batch_s_64, potrf_batch_d, potrf_batch_d_64, potrf_batch_c, potrf_batch_c_64, &
        potrf_batch_z, potrf_batch_z_64

    interface potrs_batch
        module procedure potrs_batch_s, potrs_batch_s_64, potrs_batch_s_b2, potrs_batch_s_b2_64, potrs_batch_d, &
            potrs_batch_d_64, potrs_batch_d_b2, potrs_batch_d_b2_64, potrs_batch_c, potrs_batch_c_64, &
            potrs_batch_c_b2, potrs_batch_c_b2_64, potrs_batch_z, potrs_batch_z_64, potrs_batch_z_b2, &
            potrs_batch_z_b2_64
    end interface
    private :: potrs_batch_s, potrs_batch_s_64, potrs_batch_s_b2, potrs_batch_s_b2_64, potrs_batch_d, &
        potrs_batch_d_64, potrs_batch_d_b2, potrs_batch_d_b2_64, potrs_batch_c, potrs_batch_c_64, potrs_batch_c_b2, &
        potrs_batch_c_b2_64, potrs_batch_z, potrs_batch_z_64, potrs_batch_z_b2, potrs_batch_z_b2_64

    interface geqrf_batch
        module procedure geqrf_batch_s, geqrf_batch_s_64, geqrf_batch_d, geqrf_batch_d_64, geqrf_batch_c, &
            geqrf_batch_c_64, geqrf_batch_z, geqrf_batch_z_64
    end interface
    private :: geqrf_batch_s, geqrf_batch_s_64, geqrf_batch_d, geqrf_batch_d_64, geqrf_batch_c, geqrf_batch_c_64, &
        geqrf_batch_z, geqrf_batch_z_64

    interface orgqr_batch
        module procedure orgqr_batch_s, orgqr_batch_s_64, orgqr_batch_d, orgqr_batch_d_64
    end interface
    private :: orgqr_batch_s, orgqr_batch_s_64, orgqr_batch_d, orgqr_batch_d_64

    interface ungqr_batch
        module procedure ungqr_batch_c, ungqr_batch_c_64, ungqr_batch_z, ungqr_batch_z_64
    end interface
    private :: ungqr_batch_c, ungqr_batch_c_64, ungqr_batch_z, ungqr_batch_z_64

    interface gebrd_batch
        module procedure gebrd_batch_s, gebrd_batch_s_64, gebrd_batch_d, gebrd_batch_d_64, gebrd_batch_c, &
            gebrd_batch_c_64, gebrd_batch_z, gebrd_batch_z_64
    end interface
    private :: gebrd_batch_s, gebrd_batch_s_64, gebrd_batch_d, gebrd_batch_d_64, gebrd_batch_c, gebrd_batch_c_64, &
        gebrd_batch_z, gebrd_batch_z_64

    interface matrices
        module procedure matrices_s, matrices_d, matrices_c, matrices_z
    end interface
    private :: matrices, matrices_s, matrices_d, matrices_c, matrices_z
    interface columns
        module procedure columns_s, columns_d, columns_c, columns_z
    end interface
    private :: columns, columns_s, columns_d, columns_c, columns_z
    interface vectors
        module procedure vectors_s, vectors_d, vectors_c, vectors_z
    end interface
    private :: vectors, vectors_s, vectors_d, vectors_c, vectors_z
    interface store_matrices
        module procedure store_matrices_s, store_matrices_d, store_matrices_c, store_matrices_z
    end interface
    private :: store_matrices, store_matrices_s, store_matrices_d, store_matrices_c, store_matrices_z
    interface store_columns
        module procedure store_columns_s, store_columns_d, store_columns_c, store_columns_z
    end interface
    private :: store_columns, store_columns_s, store_columns_d, store_columns_c, store_columns_z
    private :: distance, plain

contains

    subroutine gemm_batch_s(a, b, c, transa, transb, alpha, beta)
        character(len=1), intent(in), optional :: transa, transb
        real(real32), intent(in), target :: a(:, :, :), b(:, :, :)
        real(real32), intent(inout), target :: c(:, :, :)
        real(real32), intent(in), optional :: alpha, beta
        real(real32) :: alpha_, beta_
        character(len=1) :: transa_, transb_
        real(real32), pointer, contiguous :: pa(:), pb(:), pc(:)
        integer(int64) :: m, n, k, batch, lda, stride_a, ldb, stride_b, ldc, stride_c
        logical :: copied_a, copied_b, copied_c

        transa_ = 'N'
        if (present(transa)) transa_ = transa
        transb_ = 'N'
        if (present(transb)) transb_ = transb
        alpha_ = 1.0_real32
        if (present(alpha)) alpha_ = alpha
        beta_ = 0.0_real32
        if (present(beta)) beta_ = beta
        m = size(c, 1, int64)
        n = size(c, 2, int64)
        k = size(a, merge(2, 1, plain(transa_)), int64)
        batch = size(c, 3, int64)
        call matrices(a, pa, lda, stride_a, copied_a)
        call matrices(b, pb, ldb, stride_b, copied_b)
        call matrices(c, pc, ldc, stride_c, copied_c)
        if (.not. (size(a, merge(1, 2, plain(transa_)), int64) == m .and. size(a, 3, int64) == batch)) lda = 0
        if (.not. (size(b, merge(1, 2, plain(transb_)), int64) == k .and. &
            size(b, merge(2, 1, plain(transb_)), int64) == n .and. size(b, 3, int64) == batch)) ldb = 0
        call sgemm_batch_strided_64(transa_, transb_, m, n, k, alpha_, pa, lda, stride_a, pb, ldb, stride_b, &
            beta_, pc, ldc, stride_c, batch)
        if (copied_a) deallocate (pa)
        if (copied_b) deallocate (pb)
        if (copied_c) call store_matrices(pc, c)
    end subroutine

    subroutine gemm_batch_s_a2(a, b, c, transa, transb, alpha, beta)
        character(len=1), intent(in), optional :: transa, transb
        real(real32), intent(in), target :: a(:, :), b(:, :, :)
        real(real32), intent(inout), target :: c(:, :, :)
        real(real32), intent(in), optional :: alpha, beta
        real(real32) :: alpha_, beta_
        character(len=1) :: transa_, transb_
        real(real32), pointer, contiguous :: pa(:), pb(:), pc(:)
        integer(int64) :: m, n, k, batch, lda, stride_a, ldb, stride_b, ldc, stride_c
        logical :: copied_a, copied_b, copied_c

        transa_ = 'N'
        if (present(transa)) transa_ = transa
        transb_ = 'N'
        if (present(transb)) transb_ = transb
        alpha_ = 1.0_real32
        if (present(alpha)) alpha_ = alpha
        beta_ = 0.0_real32
        if (present(beta)) beta_ = beta
        m = size(c, 1, int64)
        n = size(c, 2, int64)
        k = size(a, merge(2, 1, plain(transa_)), int64)
        batch = size(c, 3, int64)
        call columns(a, pa, lda, copied_a)
        stride_a = 0
        call matrices(b, pb, ldb, stride_b, copied_b)
        call matrices(c, pc, ldc, stride_c, copied_c)
        if (.not. (size(a, merge(1, 2, plain(transa_)), int64) == m)) lda = 0
        if (.not. (size(b, merge(1, 2, plain(transb_)), int64) == k .and. &
            size(b, merge(2, 1, plain(transb_)), int64) == n .and. size(b, 3, int64) == batch)) ldb = 0
        call sgemm_batch_strided_64(transa_, transb_, m, n, k, alpha_, pa, lda, stride_a, pb, ldb, stride_b, &
            beta_, pc, ldc, stride_c, batch)
        if (copied_a) deallocate (pa)
        if (copied_b) deallocate (pb)
        if (copied_c) call store_matrices(pc, c)
    end subroutine

    subroutine gemm_batch_s_b2(a, b, c, transa, transb, alpha, beta)
        character(len=1), intent(in), optional :: transa, transb
        real(real32), intent(in), target :: a(:, :, :), b(:, :)
        real(real32), intent(inout), target :: c(:, :, :)
        real(real32), intent(in), optional :: alpha, beta
        real(real32) :: alpha_, beta_
        character(len=1) :: transa_, transb_
        real(real32), pointer, contiguous :: pa(:), pb(:), pc(:)
        integer(int64) :: m, n, k, batch, lda, stride_a, ldb, stride_b, ldc, stride_c
        logical :: copied_a, copied_b, copied_c

        transa_ = 'N'
        if (present(transa)) transa_ = transa
        transb_ = 'N'
        if (present(transb)) transb_ = transb
        alpha_ = 1.0_real32
        if (present(alpha)) alpha_ = alpha
        beta_ = 0.0_real32
        if (present(beta)) beta_ = beta
        m = size(c, 1, int64)
        n = size(c, 2, int64)
        k = size(a, merge(2, 1, plain(transa_)), int64)
        batch = size(c, 3, int64)
        call matrices(a, pa, lda, stride_a, copied_a)
        call columns(b, pb, ldb, copied_b)
        stride_b = 0
        call matrices(c, pc, ldc, stride_c, copied_c)
        if (.not. (size(a, merge(1, 2, plain(transa_)), int64) == m .and. size(a, 3, int64) == batch)) lda = 0
        if (.not. (size(b, merge(1, 2, plain(transb_)), int64) == k .and. &
            size(b, merge(2, 1, plain(transb_)), int64) == n)) ldb = 0
        call sgemm_batch_strided_64(transa_, transb_, m, n, k, alpha_, pa, lda, stride_a, pb, ldb, stride_b, &
            beta_, pc, ldc, stride_c, batch)
        if (copied_a) deallocate (pa)
        if (copied_b) deallocate (pb)
        if (copied_c) call store_matrices(pc, c)
    end subroutine

    subroutine gemm_batch_d(a, b, c, transa, transb, alpha, beta)
        character(len=1), intent(in), optional :: transa, transb
        real(real64), intent(in), target :: a(:, :, :), b(:, :, :)
        real(real64), intent(inout), target :: c(:, :, :)
        real(real64), intent(in), optional :: alpha, beta
        real(real64) :: alpha_, beta_
        character(len=1) :: transa_, transb_
        real(real64), pointer, contiguous :: pa(:), pb(:), pc(:)
        integer(int64) :: m, n, k, batch, lda, stride_a, ldb, stride_b, ldc, stride_c
        logical :: copied_a, copied_b, copied_c

        transa_ = 'N'
        if (present(transa)) transa_ = transa
        transb_ = 'N'
        if (present(transb)) transb_ = transb
        alpha_ = 1.0_real64
        if (present(alpha)) alpha_ = alpha
        beta_ = 0.0_real64
        if (present(beta)) beta_ = beta
        m = size(c, 1, int64)
        n = size(c, 2, int64)
        k = size(a, merge(2, 1, plain(transa_)), int64)
        batch = size(c, 3, int64)
        call matrices(a, pa, lda, stride_a, copied_a)
        call matrices(b, pb, ldb, stride_b, copied_b)
        call matrices(c, pc, ldc, stride_c, copied_c)
        if (.not. (size(a, merge(1, 2, plain(transa_)), int64) == m .and. size(a, 3, int64) == batch)) lda = 0
        if (.not. (size(b, merge(1, 2, plain(transb_)), int64) == k .and. &
            size(b, merge(2, 1, plain(transb_)), int64) == n .and. size(b, 3, int64) == batch)) ldb = 0
        call dgemm_batch_strided_64(transa_, transb_, m, n, k, alpha_, pa, lda, stride_a, pb, ldb, stride_b, &
            beta_, pc, ldc, stride_c, batch)
        if (copied_a) deallocate (pa)
        if (copied_b) deallocate (pb)
        if (copied_c) call store_matrices(pc, c)
    end subroutine

    subroutine gemm_batch_d_a2(a, b, c, transa, transb, alpha, beta)
        character(len=1), intent(in), optional :: transa, transb
        real(real64), intent(in), target :: a(:, :), b(:, :, :)
        real(real64), intent(inout), target :: c(:, :, :)
        real(real64), intent(in), optional :: alpha, beta
        real(real64) :: alpha_, beta_
        character(len=1) :: transa_, transb_
        real(real64), pointer, contiguous :: pa(:), pb(:), pc(:)
        integer(int64) :: m, n, k, batch, lda, stride_a, ldb, stride_b, ldc, stride_c
        logical :: copied_a, copied_b, copied_c

        transa_ = 'N'
        if (present(transa)) transa_ = transa
        transb_ = 'N'
        if (present(transb)) transb_ = transb
        alpha_ = 1.0_real64
        if (present(alpha)) alpha_ = alpha
        beta_ = 0.0_real64
        if (present(beta)) beta_ = beta
        m = size(c, 1, int64)
        n = size(c, 2, int64)
        k = size(a, merge(2, 1, plain(transa_)), int64)
        batch = size(c, 3, int64)
        call columns(a, pa, lda, copied_a)
        stride_a = 0
        call matrices(b, pb, ldb, stride_b, copied_b)
        call matrices(c, pc, ldc, stride_c, copied_c)
        if (.not. (size(a, merge(1, 2, plain(transa_)), int64) == m)) lda = 0
        if (.not. (size(b, merge(1, 2, plain(transb_)), int64) == k .and. &
            size(b, merge(2, 1, plain(transb_)), int64) == n .and. size(b, 3, int64) == batch)) ldb = 0
        call dgemm_batch_strided_64(transa_, transb_, m, n, k, alpha_, pa, lda, stride_a, pb, ldb, stride_b, &
            beta_, pc, ldc, stride_c, batch)
        if (copied_a) deallocate (pa)
        if (copied_b) deallocate (pb)
        if (copied_c) call store_matrices(pc, c)
    end subroutine

    subroutine gemm_batch_d_b2(a, b, c, transa, transb, alpha, beta)
        character(len=1), intent(in), optional :: transa, transb
        real(real64), intent(in), target :: a(:, :, :), b(:, :)
        real(real64), intent(inout), target :: c(:, :, :)
        real(real64), intent(in), optional :: alpha, beta
        real(real64) :: alpha_, beta_
        character(len=1) :: transa_, transb_
        real(real64), pointer, contiguous :: pa(:), pb(:), pc(:)
        integer(int64) :: m, n, k, batch, lda, stride_a, ldb, stride_b, ldc, stride_c
        logical :: copied_a, copied_b, copied_c

        transa_ = 'N'
        if (present(transa)) transa_ = transa
        transb_ = 'N'
        if (present(transb)) transb_ = transb
        alpha_ = 1.0_real64
        if (present(alpha)) alpha_ = alpha
        beta_ = 0.0_real64
        if (present(beta)) beta_ = beta
        m = size(c, 1, int64)
        n = size(c, 2, int64)
        k = size(a, merge(2, 1, plain(transa_)), int64)
        batch = size(c, 3, int64)
        call matrices(a, pa, lda, stride_a, copied_a)
        call columns(b, pb, ldb, copied_b)
        stride_b = 0
        call matrices(c, pc, ldc, stride_c, copied_c)
        if (.not. (size(a, merge(1, 2, plain(transa_)), int64) == m .and. size(a, 3, int64) == batch)) lda = 0
        if (.not. (size(b, merge(1, 2, plain(transb_)), int64) == k .and. &
            size(b, merge(2, 1, plain(transb_)), int64) == n)) ldb = 0
        call dgemm_batch_strided_64(transa_, transb_, m, n, k, alpha_, pa, lda, stride_a, pb, ldb, stride_b, &
            beta_, pc, ldc, stride_c, batch)
        if (copied_a) deallocate (pa)
        if (copied_b) deallocate (pb)
        if (copied_c) call store_matrices(pc, c)
    end subroutine

    subroutine gemm_batch_c(a, b, c, transa, transb, alpha, beta)
        character(len=1), intent(in), optional :: transa, transb
        complex(real32), intent(in), target :: a(:, :, :), b(:, :, :)
        complex(real32), intent(inout), target :: c(:, :, :)
        complex(real32), intent(in), optional :: alpha, beta
        complex(real32) :: alpha_, beta_
        character(len=1) :: transa_, transb_
        complex(real32), pointer, contiguous :: pa(:), pb(:), pc(:)
        integer(int64) :: m, n, k, batch, lda, stride_a, ldb, stride_b, ldc, stride_c
        logical :: copied_a, copied_b, copied_c

        transa_ = 'N'
        if (present(transa)) transa_ = transa
        transb_ = 'N'
        if (present(transb)) transb_ = transb
        alpha_ = (1.0_real32, 0.0_real32)
        if (present(alpha)) alpha_ = alpha
        beta_ = (0.0_real32, 0.0_real32)
        if (present(beta)) beta_ = beta
        m = size(c, 1, int64)
        n = size(c, 2, int64)
        k = size(a, merge(2, 1, plain(transa_)), int64)
        batch = size(c, 3, int64)
        call matrices(a, pa, lda, stride_a, copied_a)
        call matrices(b, pb, ldb, stride_b, copied_b)
        call matrices(c, pc, ldc, stride_c, copied_c)
        if (.not. (size(a, merge(1, 2, plain(transa_)), int64) == m .and. size(a, 3, int64) == batch)) lda = 0
        if (.not. (size(b, merge(1, 2, plain(transb_)), int64) == k .and. &
            size(b, merge(2, 1, plain(transb_)), int64) == n .and. size(b, 3, int64) == batch)) ldb = 0
        call cgemm_batch_strided_64(transa_, transb_, m, n, k, alpha_, pa, lda, stride_a, pb, ldb, stride_b, &
            beta_, pc, ldc, stride_c, batch)
        if (copied_a) deallocate (pa)
        if (copied_b) deallocate (pb)
        if (copied_c) call store_matrices(pc, c)
    end subroutine

    subroutine gemm_batch_c_a2(a, b, c, transa, transb, alpha, beta)
        character(len=1), intent(in), optional :: transa, transb
        complex(real32), intent(in), target :: a(:, :), b(:, :, :)
        complex(real32), intent(inout), target :: c(:, :, :)
        complex(real32), intent(in), optional :: alpha, beta
        complex(real32) :: alpha_, beta_
        character(len=1) :: transa_, transb_
        complex(real32), pointer, contiguous :: pa(:), pb(:), pc(:)
        integer(int64) :: m, n, k, batch, lda, stride_a, ldb, stride_b, ldc, stride_c
        logical :: copied_a, copied_b, copied_c

        transa_ = 'N'
        if (present(transa)) transa_ = transa
        transb_ = 'N'
        if (present(transb)) transb_ = transb
        alpha_ = (1.0_real32, 0.0_real32)
        if (present(alpha)) alpha_ = alpha
        beta_ = (0.0_real32, 0.0_real32)
        if (present(beta)) beta_ = beta
        m = size(c, 1, int64)
        n = size(c, 2, int64)
        k = size(a, merge(2, 1, plain(transa_)), int64)
        batch = size(c, 3, int64)
        call columns(a, pa, lda, copied_a)
        stride_a = 0
        call matrices(b, pb, ldb, stride_b, copied_b)
        call matrices(c, pc, ldc, stride_c, copied_c)
        if (.not. (size(a, merge(1, 2, plain(transa_)), int64) == m)) lda = 0
        if (.not. (size(b, merge(1, 2, plain(transb_)), int64) == k .and. &
            size(b, merge(2, 1, plain(transb_)), int64) == n .and. size(b, 3, int64) == batch)) ldb = 0
        call cgemm_batch_strided_64(transa_, transb_, m, n, k, alpha_, pa, lda, stride_a, pb, ldb, stride_b, &
            beta_, pc, ldc, stride_c, batch)
        if (copied_a) deallocate (pa)
        if (copied_b) deallocate (pb)
        if (copied_c) call store_matrices(pc, c)
    end subroutine

    subroutine gemm_batch_c_b2(a, b, c, transa, transb, alpha, beta)
        character(len=1), intent(in), optional :: transa, transb
        complex(real32), intent(in), target :: a(:, :, :), b(:, :)
        complex(real32), intent(inout), target :: c(:, :, :)
        complex(real32), intent(in), optional :: alpha, beta
        complex(real32) :: alpha_, beta_
        character(len=1) :: transa_, transb_
        complex(real32), pointer, contiguous :: pa(:), pb(:), pc(:)
        integer(int64) :: m, n, k, batch, lda, stride_a, ldb, stride_b, ldc, stride_c
        logical :: copied_a, copied_b, copied_c

        transa_ = 'N'
        if (present(transa)) transa_ = transa
        transb_ = 'N'
        if (present(transb)) transb_ = transb
        alpha_ = (1.0_real32, 0.0_real32)
        if (present(alpha)) alpha_ = alpha
        beta_ = (0.0_real32, 0.0_real32)
        if (present(beta)) beta_ = beta
        m = size(c, 1, int64)
        n = size(c, 2, int64)
        k = size(a, merge(2, 1, plain(transa_)), int64)
        batch = size(c, 3, int64)
        call matrices(a, pa, lda, stride_a, copied_a)
        call columns(b, pb, ldb, copied_b)
        stride_b = 0
        call matrices(c, pc, ldc, stride_c, copied_c)
        if (.not. (size(a, merge(1, 2, plain(transa_)), int64) == m .and. size(a, 3, int64) == batch)) lda = 0
        if (.not. (size(b, merge(1, 2, plain(transb_)), int64) == k .and. &
            size(b, merge(2, 1, plain(transb_)), int64) == n)) ldb = 0
        call cgemm_batch_strided_64(transa_, transb_, m, n, k, alpha_, pa, lda, stride_a, pb, ldb, stride_b, &
            beta_, pc, ldc, stride_c, batch)
        if (copied_a) deallocate (pa)
        if (copied_b) deallocate (pb)
        if (copied_c) call store_matrices(pc, c)
    end subroutine

    subroutine gemm_batch_z(a, b, c, transa, transb, alpha, beta)
        character(len=1), intent(in), optional :: transa, transb
        complex(real64), intent(in), target :: a(:, :, :), b(:, :, :)
        complex(real64), intent(inout), target :: c(:, :, :)
        complex(real64), intent(in), optional :: alpha, beta
        complex(real64) :: alpha_, beta_
        character(len=1) :: transa_, transb_
        complex(real64), pointer, contiguous :: pa(:), pb(:), pc(:)
        integer(int64) :: m, n, k, batch, lda, stride_a, ldb, stride_b, ldc, stride_c
        logical :: copied_a, copied_b, copied_c

        transa_ = 'N'
        if (present(transa)) transa_ = transa
        transb_ = 'N'
        if (present(transb)) transb_ = transb
        alpha_ = (1.0_real64, 0.0_real64)
        if (present(alpha)) alpha_ = alpha
        beta_ = (0.0_real64, 0.0_real64)
        if (present(beta)) beta_ = beta
        m = size(c, 1, int64)
        n = size(c, 2, int64)
        k = size(a, merge(2, 1, plain(transa_)), int64)
        batch = size(c, 3, int64)
        call matrices(a, pa, lda, stride_a, copied_a)
        call matrices(b, pb, ldb, stride_b, copied_b)
        call matrices(c, pc, ldc, stride_c, copied_c)
        if (.not. (size(a, merge(1, 2, plain(transa_)), int64) == m .and. size(a, 3, int64) == batch)) lda = 0
        if (.not. (size(b, merge(1, 2, plain(transb_)), int64) == k .and. &
            size(b, merge(2, 1, plain(transb_)), int64) == n .and. size(b, 3, int64) == batch)) ldb = 0
        call zgemm_batch_strided_64(transa_, transb_, m, n, k, alpha_, pa, lda, stride_a, pb, ldb, stride_b, &
            beta_, pc, ldc, stride_c, batch)
        if (copied_a) deallocate (pa)
        if (copied_b) deallocate (pb)
        if (copied_c) call store_matrices(pc, c)
    end subroutine

    subroutine gemm_batch_z_a2(a, b, c, transa, transb, alpha, beta)
        character(len=1), intent(in), optional :: transa, transb
        complex(real64), intent(in), target :: a(:, :), b(:, :, :)
        complex(real64), intent(inout), target :: c(:, :, :)
        complex(real64), intent(in), optional :: alpha, beta
        complex(real64) :: alpha_, beta_
        character(len=1) :: transa_, transb_
        complex(real64), pointer, contiguous :: pa(:), pb(:), pc(:)
        integer(int64) :: m, n, k, batch, lda, stride_a, ldb, stride_b, ldc, stride_c
        logical :: copied_a, copied_b, copied_c

        transa_ = 'N'
        if (present(transa)) transa_ = transa
        transb_ = 'N'
        if (present(transb)) transb_ = transb
        alpha_ = (1.0_real64, 0.0_real64)
        if (present(alpha)) alpha_ = alpha
        beta_ = (0.0_real64, 0.0_real64)
        if (present(beta)) beta_ = beta
        m = size(c, 1, int64)
        n = size(c, 2, int64)
        k = size(a, merge(2, 1, plain(transa_)), int64)
        batch = size(c, 3, int64)
        call columns(a, pa, lda, copied_a)
        stride_a = 0
        call matrices(b, pb, ldb, stride_b, copied_b)
        call matrices(c, pc, ldc, stride_c, copied_c)
        if (.not. (size(a, merge(1, 2, plain(transa_)), int64) == m)) lda = 0
        if (.not. (size(b, merge(1, 2, plain(transb_)), int64) == k .and. &
            size(b, merge(2, 1, plain(transb_)), int64) == n .and. size(b, 3, int64) == batch)) ldb = 0
        call zgemm_batch_strided_64(transa_, transb_, m, n, k, alpha_, pa, lda, stride_a, pb, ldb, stride_b, &
            beta_, pc, ldc, stride_c, batch)
        if (copied_a) deallocate (pa)
        if (copied_b) deallocate (pb)
        if (copied_c) call store_matrices(pc, c)
    end subroutine

    subroutine gemm_batch_z_b2(a, b, c, transa, transb, alpha, beta)
        character(len=1), intent(in), optional :: transa, transb
        complex(real64), intent(in), target :: a(:, :, :), b(:, :)
        complex(real64), intent(inout), target :: c(:, :, :)
        complex(real64), intent(in), optional :: alpha, beta
        complex(real64) :: alpha_, beta_
        character(len=1) :: transa_, transb_
        complex(real64), pointer, contiguous :: pa(:), pb(:), pc(:)
        integer(int64) :: m, n, k, batch, lda, stride_a, ldb, stride_b, ldc, stride_c
        logical :: copied_a, copied_b, copied_c

        transa_ = 'N'
        if (present(transa)) transa_ = transa
        transb_ = 'N'
        if (present(transb)) transb_ = transb
        alpha_ = (1.0_real64, 0.0_real64)
        if (present(alpha)) alpha_ = alpha
        beta_ = (0.0_real64, 0.0_real64)
        if (present(beta)) beta_ = beta
        m = size(c, 1, int64)
        n = size(c, 2, int64)
        k = size(a, merge(2, 1, plain(transa_)), int64)
        batch = size(c, 3, int64)
        call matrices(a, pa, lda, stride_a, copied_a)
        call columns(b, pb, ldb, copied_b)
        stride_b = 0
        call matrices(c, pc, ldc, stride_c, copied_c)
        if (.not. (size(a, merge(1, 2, plain(transa_)), int64) == m .and. size(a, 3, int64) == batch)) lda = 0
        if (.not. (size(b, merge(1, 2, plain(transb_)), int64) == k .and. &
            size(b, merge(2, 1, plain(transb_)), int64) == n)) ldb = 0
        call zgemm_batch_strided_64(transa_, transb_, m, n, k, alpha_, pa, lda, stride_a, pb, ldb, stride_b, &
            beta_, pc, ldc, stride_c, batch)
        if (copied_a) deallocate (pa)
        if (copied_b) deallocate (pb)
        if (copied_c) call store_matrices(pc, c)
    end subroutine

    subroutine gemv_batch_s(a, x, y, trans, alpha, beta)
        character(len=1), intent(in), optional :: trans
        real(real32), intent(in), target :: a(:, :, :), x(:, :)
        real(real32), intent(inout), target :: y(:, :)
        real(real32), intent(in), optional :: alpha, beta
        real(real32) :: alpha_, beta_
        character(len=1) :: trans_
        real(real32), pointer, contiguous :: pa(:), px(:), py(:)
        integer(int64) :: m, n, batch, lda, stride_a, incx, stride_x, incy, stride_y
        logical :: copied_a, copied_x, copied_y

        trans_ = 'N'
        if (present(trans)) trans_ = trans
        alpha_ = 1.0_real32
        if (present(alpha)) alpha_ = alpha
        beta_ = 0.0_real32
        if (present(beta)) beta_ = beta
        m = size(a, 1, int64)
        n = size(a, 2, int64)
        batch = size(a, 3, int64)
        call matrices(a, pa, lda, stride_a, copied_a)
        call vectors(x, px, incx, stride_x, copied_x, only_unit=.false.)
        call vectors(y, py, incy, stride_y, copied_y, only_unit=.false.)
        if (.not. (size(x, 1, int64) == merge(n, m, plain(trans_)) .and. size(x, 2, int64) == batch)) incx = 0
        if (.not. (size(y, 1, int64) == merge(m, n, plain(trans_)) .and. size(y, 2, int64) == batch)) incy = 0
        call sgemv_batch_strided_64(trans_, m, n, alpha_, pa, lda, stride_a, px, incx, stride_x, beta_, py, incy, &
            stride_y, batch)
        if (copied_a) deallocate (pa)
        if (copied_x) deallocate (px)
        if (copied_y) call store_columns(py, y)
    end subroutine

    subroutine gemv_batch_d(a, x, y, trans, alpha, beta)
        character(len=1), intent(in), optional :: trans
        real(real64), intent(in), target :: a(:, :, :), x(:, :)
        real(real64), intent(inout), target :: y(:, :)
        real(real64), intent(in), optional :: alpha, beta
        real(real64) :: alpha_, beta_
        character(len=1) :: trans_
        real(real64), pointer, contiguous :: pa(:), px(:), py(:)
        integer(int64) :: m, n, batch, lda, stride_a, incx, stride_x, incy, stride_y
        logical :: copied_a, copied_x, copied_y

        trans_ = 'N'
        if (present(trans)) trans_ = trans
        alpha_ = 1.0_real64
        if (present(alpha)) alpha_ = alpha
        beta_ = 0.0_real64
        if (present(beta)) beta_ = beta
        m = size(a, 1, int64)
        n = size(a, 2, int64)
        batch = size(a, 3, int64)
        call matrices(a, pa, lda, stride_a, copied_a)
        call vectors(x, px, incx, stride_x, copied_x, only_unit=.false.)
        call vectors(y, py, incy, stride_y, copied_y, only_unit=.false.)
        if (.not. (size(x, 1, int64) == merge(n, m, plain(trans_)) .and. size(x, 2, int64) == batch)) incx = 0
        if (.not. (size(y, 1, int64) == merge(m, n, plain(trans_)) .and. size(y, 2, int64) == batch)) incy = 0
        call dgemv_batch_strided_64(trans_, m, n, alpha_, pa, lda, stride_a, px, incx, stride_x, beta_, py, incy, &
            stride_y, batch)
        if (copied_a) deallocate (pa)
        if (copied_x) deallocate (px)
        if (copied_y) call store_columns(py, y)
    end subroutine

    subroutine gemv_batch_c(a, x, y, trans, alpha, beta)
        character(len=1), intent(in), optional :: trans
        complex(real32), intent(in), target :: a(:, :, :), x(:, :)
        complex(real32), intent(inout), target :: y(:, :)
        complex(real32), intent(in), optional :: alpha, beta
        complex(real32) :: alpha_, beta_
        character(len=1) :: trans_
        complex(real32), pointer, contiguous :: pa(:), px(:), py(:)
        integer(int64) :: m, n, batch, lda, stride_a, incx, stride_x, incy, stride_y
        logical :: copied_a, copied_x, copied_y

        trans_ = 'N'
        if (present(trans)) trans_ = trans
        alpha_ = (1.0_real32, 0.0_real32)
        if (present(alpha)) alpha_ = alpha
        beta_ = (0.0_real32, 0.0_real32)
        if (present(beta)) beta_ = beta
        m = size(a, 1, int64)
        n = size(a, 2, int64)
        batch = size(a, 3, int64)
        call matrices(a, pa, lda, stride_a, copied_a)
        call vectors(x, px, incx, stride_x, copied_x, only_unit=.false.)
        call vectors(y, py, incy, stride_y, copied_y, only_unit=.false.)
        if (.not. (size(x, 1, int64) == merge(n, m, plain(trans_)) .and. size(x, 2, int64) == batch)) incx = 0
        if (.not. (size(y, 1, int64) == merge(m, n, plain(trans_)) .and. size(y, 2, int64) == batch)) incy = 0
        call cgemv_batch_strided_64(trans_, m, n, alpha_, pa, lda, stride_a, px, incx, stride_x, beta_, py, incy, &
            stride_y, batch)
        if (copied_a) deallocate (pa)
        if (copied_x) deallocate (px)
        if (copied_y) call store_columns(py, y)
    end subroutine

    subroutine gemv_batch_z(a, x, y, trans, alpha, beta)
        character(len=1), intent(in), optional :: trans
        complex(real64), intent(in), target :: a(:, :, :), x(:, :)
        complex(real64), intent(inout), target :: y(:, :)
        complex(real64), intent(in), optional :: alpha, beta
        complex(real64) :: alpha_, beta_
        character(len=1) :: trans_
        complex(real64), pointer, contiguous :: pa(:), px(:), py(:)
        integer(int64) :: m, n, batch, lda, stride_a, incx, stride_x, incy, stride_y
        logical :: copied_a, copied_x, copied_y

        trans_ = 'N'
        if (present(trans)) trans_ = trans
        alpha_ = (1.0_real64, 0.0_real64)
        if (present(alpha)) alpha_ = alpha
        beta_ = (0.0_real64, 0.0_real64)
        if (present(beta)) beta_ = beta
        m = size(a, 1, int64)
        n = size(a, 2, int64)
        batch = size(a, 3, int64)
        call matrices(a, pa, lda, stride_a, copied_a)
        call vectors(x, px, incx, stride_x, copied_x, only_unit=.false.)
        call vectors(y, py, incy, stride_y, copied_y, only_unit=.false.)
        if (.not. (size(x, 1, int64) == merge(n, m, plain(trans_)) .and. size(x, 2, int64) == batch)) incx = 0
        if (.not. (size(y, 1, int64) == merge(m, n, plain(trans_)) .and. size(y, 2, int64) == batch)) incy = 0
        call zgemv_batch_strided_64(trans_, m, n, alpha_, pa, lda, stride_a, px, incx, stride_x, beta_, py, incy, &
            stride_y, batch)
        if (copied_a) deallocate (pa)
        if (copied_x) deallocate (px)
        if (copied_y) call store_columns(py, y)
    end subroutine

    subroutine syrk_batch_s(a, c, uplo, trans, alpha, beta)
        character(len=1), intent(in), optional :: uplo, trans
        real(real32), intent(in), target :: a(:, :, :)
        real(real32), intent(inout), target :: c(:, :, :)
        real(real32), intent(in), optional :: alpha, beta
        real(real32) :: alpha_, beta_
        character(len=1) :: uplo_, trans_
        real(real32), pointer, contiguous :: pa(:), pc(:)
        integer(int64) :: n, k, batch, lda, stride_a, ldc, stride_c
        logical :: copied_a, copied_c

        uplo_ = 'U'
        if (present(uplo)) uplo_ = uplo
        trans_ = 'N'
        if (present(trans)) trans_ = trans
        alpha_ = 1.0_real32
        if (present(alpha)) alpha_ = alpha
        beta_ = 0.0_real32
        if (present(beta)) beta_ = beta
        n = size(c, 1, int64)
        k = size(a, merge(2, 1, plain(trans_)), int64)
        batch = size(c, 3, int64)
        call matrices(a, pa, lda, stride_a, copied_a)
        call matrices(c, pc, ldc, stride_c, copied_c)
        if (.not. (size(a, merge(1, 2, plain(trans_)), int64) == n .and. size(a, 3, int64) == batch)) lda = 0
        if (.not. (size(c, 2, int64) == n)) ldc = 0
        call ssyrk_batch_strided_64(uplo_, trans_, n, k, alpha_, pa, lda, stride_a, beta_, pc, ldc, stride_c, &
            batch)
        if (copied_a) deallocate (pa)
        if (copied_c) call store_matrices(pc, c)
    end subroutine

    subroutine syrk_batch_d(a, c, uplo, trans, alpha, beta)
        character(len=1), intent(in), optional :: uplo, trans
        real(real64), intent(in), target :: a(:, :, :)
        real(real64), intent(inout), target :: c(:, :, :)
        real(real64), intent(in), optional :: alpha, beta
        real(real64) :: alpha_, beta_
        character(len=1) :: uplo_, trans_
        real(real64), pointer, contiguous :: pa(:), pc(:)
        integer(int64) :: n, k, batch, lda, stride_a, ldc, stride_c
        logical :: copied_a, copied_c

        uplo_ = 'U'
        if (present(uplo)) uplo_ = uplo
        trans_ = 'N'
        if (present(trans)) trans_ = trans
        alpha_ = 1.0_real64
        if (present(alpha)) alpha_ = alpha
        beta_ = 0.0_real64
        if (present(beta)) beta_ = beta
        n = size(c, 1, int64)
        k = size(a, merge(2, 1, plain(trans_)), int64)
        batch = size(c, 3, int64)
        call matrices(a, pa, lda, stride_a, copied_a)
        call matrices(c, pc, ldc, stride_c, copied_c)
        if (.not. (size(a, merge(1, 2, plain(trans_)), int64) == n .and. size(a, 3, int64) == batch)) lda = 0
        if (.not. (size(c, 2, int64) == n)) ldc = 0
        call dsyrk_batch_strided_64(uplo_, trans_, n, k, alpha_, pa, lda, stride_a, beta_, pc, ldc, stride_c, &
            batch)
        if (copied_a) deallocate (pa)
        if (copied_c) call store_matrices(pc, c)
    end subroutine

    subroutine syrk_batch_c(a, c, uplo, trans, alpha, beta)
        character(len=1), intent(in), optional :: uplo, trans
        complex(real32), intent(in), target :: a(:, :, :)
        complex(real32), intent(inout), target :: c(:, :, :)
        complex(real32), intent(in), optional :: alpha, beta
        complex(real32) :: alpha_, beta_
        character(len=1) :: uplo_, trans_
        complex(real32), pointer, contiguous :: pa(:), pc(:)
        integer(int64) :: n, k, batch, lda, stride_a, ldc, stride_c
        logical :: copied_a, copied_c

        uplo_ = 'U'
        if (present(uplo)) uplo_ = uplo
        trans_ = 'N'
        if (present(trans)) trans_ = trans
        alpha_ = (1.0_real32, 0.0_real32)
        if (present(alpha)) alpha_ = alpha
        beta_ = (0.0_real32, 0.0_real32)
        if (present(beta)) beta_ = beta
        n = size(c, 1, int64)
        k = size(a, merge(2, 1, plain(trans_)), int64)
        batch = size(c, 3, int64)
        call matrices(a, pa, lda, stride_a, copied_a)
        call matrices(c, pc, ldc, stride_c, copied_c)
        if (.not. (size(a, merge(1, 2, plain(trans_)), int64) == n .and. size(a, 3, int64) == batch)) lda = 0
        if (.not. (size(c, 2, int64) == n)) ldc = 0
        call csyrk_batch_strided_64(uplo_, trans_, n, k, alpha_, pa, lda, stride_a, beta_, pc, ldc, stride_c, &
            batch)
        if (copied_a) deallocate (pa)
        if (copied_c) call store_matrices(pc, c)
    end subroutine

    subroutine syrk_batch_z(a, c, uplo, trans, alpha, beta)
        character(len=1), intent(in), optional :: uplo, trans
        complex(real64), intent(in), target :: a(:, :, :)
        complex(real64), intent(inout), target :: c(:, :, :)
        complex(real64), intent(in), optional :: alpha, beta
        complex(real64) :: alpha_, beta_
        character(len=1) :: uplo_, trans_
        complex(real64), pointer, contiguous :: pa(:), pc(:)
        integer(int64) :: n, k, batch, lda, stride_a, ldc, stride_c
        logical :: copied_a, copied_c

        uplo_ = 'U'
        if (present(uplo)) uplo_ = uplo
        trans_ = 'N'
        if (present(trans)) trans_ = trans
        alpha_ = (1.0_real64, 0.0_real64)
        if (present(alpha)) alpha_ = alpha
        beta_ = (0.0_real64, 0.0_real64)
        if (present(beta)) beta_ = beta
        n = size(c, 1, int64)
        k = size(a, merge(2, 1, plain(trans_)), int64)
        batch = size(c, 3, int64)
        call matrices(a, pa, lda, stride_a, copied_a)
        call matrices(c, pc, ldc, stride_c, copied_c)
        if (.not. (size(a, merge(1, 2, plain(trans_)), int64) == n .and. size(a, 3, int64) == batch)) lda = 0
        if (.not. (size(c, 2, int64) == n)) ldc = 0
        call zsyrk_batch_strided_64(uplo_, trans_, n, k, alpha_, pa, lda, stride_a, beta_, pc, ldc, stride_c, &
            batch)
        if (copied_a) deallocate (pa)
        if (copied_c) call store_matrices(pc, c)
    end subroutine

    subroutine herk_batch_c(a, c, uplo, trans, alpha, beta)
        character(len=1), intent(in), optional :: uplo, trans
        complex(real32), intent(in), target :: a(:, :, :)
        complex(real32), intent(inout), target :: c(:, :, :)
        real(real32), intent(in), optional :: alpha, beta
        real(real32) :: alpha_, beta_
        character(len=1) :: uplo_, trans_
        complex(real32), pointer, contiguous :: pa(:), pc(:)
        integer(int64) :: n, k, batch, lda, stride_a, ldc, stride_c
        logical :: copied_a, copied_c

        uplo_ = 'U'
        if (present(uplo)) uplo_ = uplo
        trans_ = 'N'
        if (present(trans)) trans_ = trans
        alpha_ = 1.0_real32
        if (present(alpha)) alpha_ = alpha
        beta_ = 0.0_real32
        if (present(beta)) beta_ = beta
        n = size(c, 1, int64)
        k = size(a, merge(2, 1, plain(trans_)), int64)
        batch = size(c, 3, int64)
        call matrices(a, pa, lda, stride_a, copied_a)
        call matrices(c, pc, ldc, stride_c, copied_c)
        if (.not. (size(a, merge(1, 2, plain(trans_)), int64) == n .and. size(a, 3, int64) == batch)) lda = 0
        if (.not. (size(c, 2, int64) == n)) ldc = 0
        call cherk_batch_strided_64(uplo_, trans_, n, k, alpha_, pa, lda, stride_a, beta_, pc, ldc, stride_c, &
            batch)
        if (copied_a) deallocate (pa)
        if (copied_c) call store_matrices(pc, c)
    end subroutine

    subroutine herk_batch_z(a, c, uplo, trans, alpha, beta)
        character(len=1), intent(in), optional :: uplo, trans
        complex(real64), intent(in), target :: a(:, :, :)
        complex(real64), intent(inout), target :: c(:, :, :)
        real(real64), intent(in), optional :: alpha, beta
        real(real64) :: alpha_, beta_
        character(len=1) :: uplo_, trans_
        complex(real64), pointer, contiguous :: pa(:), pc(:)
        integer(int64) :: n, k, batch, lda, stride_a, ldc, stride_c
        logical :: copied_a, copied_c

        uplo_ = 'U'
        if (present(uplo)) uplo_ = uplo
        trans_ = 'N'
        if (present(trans)) trans_ = trans
        alpha_ = 1.0_real64
        if (present(alpha)) alpha_ = alpha
        beta_ = 0.0_real64
        if (present(beta)) beta_ = beta
        n = size(c, 1, int64)
        k = size(a, merge(2, 1, plain(trans_)), int64)
        batch = size(c, 3, int64)
        call matrices(a, pa, lda, stride_a, copied_a)
        call matrices(c, pc, ldc, stride_c, copied_c)
        if (.not. (size(a, merge(1, 2, plain(trans_)), int64) == n .and. size(a, 3, int64) == batch)) lda = 0
        if (.not. (size(c, 2, int64) == n)) ldc = 0
        call zherk_batch_strided_64(uplo_, trans_, n, k, alpha_, pa, lda, stride_a, beta_, pc, ldc, stride_c, &
            batch)
        if (copied_a) deallocate (pa)
        if (copied_c) call store_matrices(pc, c)
    end subroutine

    subroutine trsm_batch_s(a, b, side, uplo, transa, diag, alpha)
        character(len=1), intent(in), optional :: side, uplo, transa, diag
        real(real32), intent(in), target :: a(:, :, :)
        real(real32), intent(inout), target :: b(:, :, :)
        real(real32), intent(in), optional :: alpha
        real(real32) :: alpha_
        character(len=1) :: side_, uplo_, transa_, diag_
        real(real32), pointer, contiguous :: pa(:), pb(:)
        integer(int64) :: m, n, batch, lda, stride_a, ldb, stride_b
        logical :: copied_a, copied_b

        side_ = 'L'
        if (present(side)) side_ = side
        uplo_ = 'U'
        if (present(uplo)) uplo_ = uplo
        transa_ = 'N'
        if (present(transa)) transa_ = transa
        diag_ = 'N'
        if (present(diag)) diag_ = diag
        alpha_ = 1.0_real32
        if (present(alpha)) alpha_ = alpha
        m = size(b, 1, int64)
        n = size(b, 2, int64)
        batch = size(b, 3, int64)
        call matrices(a, pa, lda, stride_a, copied_a)
        call matrices(b, pb, ldb, stride_b, copied_b)
        if (.not. (size(a, 1, int64) == merge(m, n, scan(side_, 'Ll') == 1) .and. &
            size(a, 2, int64) == size(a, 1, int64) .and. size(a, 3, int64) == batch)) lda = 0
        call strsm_batch_strided_64(side_, uplo_, transa_, diag_, m, n, alpha_, pa, lda, stride_a, pb, ldb, &
            stride_b, batch)
        if (copied_a) deallocate (pa)
        if (copied_b) call store_matrices(pb, b)
    end subroutine

    subroutine trsm_batch_d(a, b, side, uplo, transa, diag, alpha)
        character(len=1), intent(in), optional :: side, uplo, transa, diag
        real(real64), intent(in), target :: a(:, :, :)
        real(real64), intent(inout), target :: b(:, :, :)
        real(real64), intent(in), optional :: alpha
        real(real64) :: alpha_
        character(len=1) :: side_, uplo_, transa_, diag_
        real(real64), pointer, contiguous :: pa(:), pb(:)
        integer(int64) :: m, n, batch, lda, stride_a, ldb, stride_b
        logical :: copied_a, copied_b

        side_ = 'L'
        if (present(side)) side_ = side
        uplo_ = 'U'
        if (present(uplo)) uplo_ = uplo
        transa_ = 'N'
        if (present(transa)) transa_ = transa
        diag_ = 'N'
        if (present(diag)) diag_ = diag
        alpha_ = 1.0_real64
        if (present(alpha)) alpha_ = alpha
        m = size(b, 1, int64)
        n = size(b, 2, int64)
        batch = size(b, 3, int64)
        call matrices(a, pa, lda, stride_a, copied_a)
        call matrices(b, pb, ldb, stride_b, copied_b)
        if (.not. (size(a, 1, int64) == merge(m, n, scan(side_, 'Ll') == 1) .and. &
            size(a, 2, int64) == size(a, 1, int64) .and. size(a, 3, int64) == batch)) lda = 0
        call dtrsm_batch_strided_64(side_, uplo_, transa_, diag_, m, n, alpha_, pa, lda, stride_a, pb, ldb, &
            stride_b, batch)
        if (copied_a) deallocate (pa)
        if (copied_b) call store_matrices(pb, b)
    end subroutine

    subroutine trsm_batch_c(a, b, side, uplo, transa, diag, alpha)
        character(len=1), intent(in), optional :: side, uplo, transa, diag
        complex(real32), intent(in), target :: a(:, :, :)
        complex(real32), intent(inout), target :: b(:, :, :)
        complex(real32), intent(in), optional :: alpha
        complex(real32) :: alpha_
        character(len=1) :: side_, uplo_, transa_, diag_
        complex(real32), pointer, contiguous :: pa(:), pb(:)
        integer(int64) :: m, n, batch, lda, stride_a, ldb, stride_b
        logical :: copied_a, copied_b

        side_ = 'L'
        if (present(side)) side_ = side
        uplo_ = 'U'
        if (present(uplo)) uplo_ = uplo
        transa_ = 'N'
        if (present(transa)) transa_ = transa
        diag_ = 'N'
        if (present(diag)) diag_ = diag
        alpha_ = (1.0_real32, 0.0_real32)
        if (present(alpha)) alpha_ = alpha
        m = size(b, 1, int64)
        n = size(b, 2, int64)
        batch = size(b, 3, int64)
        call matrices(a, pa, lda, stride_a, copied_a)
        call matrices(b, pb, ldb, stride_b, copied_b)
        if (.not. (size(a, 1, int64) == merge(m, n, scan(side_, 'Ll') == 1) .and. &
            size(a, 2, int64) == size(a, 1, int64) .and. size(a, 3, int64) == batch)) lda = 0
        call ctrsm_batch_strided_64(side_, uplo_, transa_, diag_, m, n, alpha_, pa, lda, stride_a, pb, ldb, &
            stride_b, batch)
        if (copied_a) deallocate (pa)
        if (copied_b) call store_matrices(pb, b)
    end subroutine

    subroutine trsm_batch_z(a, b, side, uplo, transa, diag, alpha)
        character(len=1), intent(in), optional :: side, uplo, transa, diag
        complex(real64), intent(in), target :: a(:, :, :)
        complex(real64), intent(inout), target :: b(:, :, :)
        complex(real64), intent(in), optional :: alpha
        complex(real64) :: alpha_
        character(len=1) :: side_, uplo_, transa_, diag_
        complex(real64), pointer, contiguous :: pa(:), pb(:)
        integer(int64) :: m, n, batch, lda, stride_a, ldb, stride_b
        logical :: copied_a, copied_b

        side_ = 'L'
        if (present(side)) side_ = side
        uplo_ = 'U'
        if (present(uplo)) uplo_ = uplo
        transa_ = 'N'
        if (present(transa)) transa_ = transa
        diag_ = 'N'
        if (present(diag)) diag_ = diag
        alpha_ = (1.0_real64, 0.0_real64)
        if (present(alpha)) alpha_ = alpha
        m = size(b, 1, int64)
        n = size(b, 2, int64)
        batch = size(b, 3, int64)
        call matrices(a, pa, lda, stride_a, copied_a)
        call matrices(b, pb, ldb, stride_b, copied_b)
        if (.not. (size(a, 1, int64) == merge(m, n, scan(side_, 'Ll') == 1) .and. &
            size(a, 2, int64) == size(a, 1, int64) .and. size(a, 3, int64) == batch)) lda = 0
        call ztrsm_batch_strided_64(side_, uplo_, transa_, diag_, m, n, alpha_, pa, lda, stride_a, pb, ldb, &
            stride_b, batch)
        if (copied_a) deallocate (pa)
        if (copied_b) call store_matrices(pb, b)
    end subroutine

    subroutine trmm_batch_s(a, b, side, uplo, transa, diag, alpha)
        character(len=1), intent(in), optional :: side, uplo, transa, diag
        real(real32), intent(in), target :: a(:, :, :)
        real(real32), intent(inout), target :: b(:, :, :)
        real(real32), intent(in), optional :: alpha
        real(real32) :: alpha_
        character(len=1) :: side_, uplo_, transa_, diag_
        real(real32), pointer, contiguous :: pa(:), pb(:)
        integer(int64) :: m, n, batch, lda, stride_a, ldb, stride_b
        logical :: copied_a, copied_b

        side_ = 'L'
        if (present(side)) side_ = side
        uplo_ = 'U'
        if (present(uplo)) uplo_ = uplo
        transa_ = 'N'
        if (present(transa)) transa_ = transa
        diag_ = 'N'
        if (present(diag)) diag_ = diag
        alpha_ = 1.0_real32
        if (present(alpha)) alpha_ = alpha
        m = size(b, 1, int64)
        n = size(b, 2, int64)
        batch = size(b, 3, int64)
        call matrices(a, pa, lda, stride_a, copied_a)
        call matrices(b, pb, ldb, stride_b, copied_b)
        if (.not. (size(a, 1, int64) == merge(m, n, scan(side_, 'Ll') == 1) .and. &
            size(a, 2, int64) == size(a, 1, int64) .and. size(a, 3, int64) == batch)) lda = 0
        call strmm_batch_strided_64(side_, uplo_, transa_, diag_, m, n, alpha_, pa, lda, stride_a, pb, ldb, &
            stride_b, batch)
        if (copied_a) deallocate (pa)
        if (copied_b) call store_matrices(pb, b)
    end subroutine

    subroutine trmm_batch_d(a, b, side, uplo, transa, diag, alpha)
        character(len=1), intent(in), optional :: side, uplo, transa, diag
        real(real64), intent(in), target :: a(:, :, :)
        real(real64), intent(inout), target :: b(:, :, :)
        real(real64), intent(in), optional :: alpha
        real(real64) :: alpha_
        character(len=1) :: side_, uplo_, transa_, diag_
        real(real64), pointer, contiguous :: pa(:), pb(:)
        integer(int64) :: m, n, batch, lda, stride_a, ldb, stride_b
        logical :: copied_a, copied_b

        side_ = 'L'
        if (present(side)) side_ = side
        uplo_ = 'U'
        if (present(uplo)) uplo_ = uplo
        transa_ = 'N'
        if (present(transa)) transa_ = transa
        diag_ = 'N'
        if (present(diag)) diag_ = diag
        alpha_ = 1.0_real64
        if (present(alpha)) alpha_ = alpha
        m = size(b, 1, int64)
        n = size(b, 2, int64)
        batch = size(b, 3, int64)
        call matrices(a, pa, lda, stride_a, copied_a)
        call matrices(b, pb, ldb, stride_b, copied_b)
        if (.not. (size(a, 1, int64) == merge(m, n, scan(side_, 'Ll') == 1) .and. &
            size(a, 2, int64) == size(a, 1, int64) .and. size(a, 3, int64) == batch)) lda = 0
        call dtrmm_batch_strided_64(side_, uplo_, transa_, diag_, m, n, alpha_, pa, lda, stride_a, pb, ldb, &
            stride_b, batch)
        if (copied_a) deallocate (pa)
        if (copied_b) call store_matrices(pb, b)
    end subroutine

    subroutine trmm_batch_c(a, b, side, uplo, transa, diag, alpha)
        character(len=1), intent(in), optional :: side, uplo, transa, diag
        complex(real32), intent(in), target :: a(:, :, :)
        complex(real32), intent(inout), target :: b(:, :, :)
        complex(real32), intent(in), optional :: alpha
        complex(real32) :: alpha_
        character(len=1) :: side_, uplo_, transa_, diag_
        complex(real32), pointer, contiguous :: pa(:), pb(:)
        integer(int64) :: m, n, batch, lda, stride_a, ldb, stride_b
        logical :: copied_a, copied_b

        side_ = 'L'
        if (present(side)) side_ = side
        uplo_ = 'U'
        if (present(uplo)) uplo_ = uplo
        transa_ = 'N'
        if (present(transa)) transa_ = transa
        diag_ = 'N'
        if (present(diag)) diag_ = diag
        alpha_ = (1.0_real32, 0.0_real32)
        if (present(alpha)) alpha_ = alpha
        m = size(b, 1, int64)
        n = size(b, 2, int64)
        batch = size(b, 3, int64)
        call matrices(a, pa, lda, stride_a, copied_a)
        call matrices(b, pb, ldb, stride_b, copied_b)
        if (.not. (size(a, 1, int64) == merge(m, n, scan(side_, 'Ll') == 1) .and. &
            size(a, 2, int64) == size(a, 1, int64) .and. size(a, 3, int64) == batch)) lda = 0
        call ctrmm_batch_strided_64(side_, uplo_, transa_, diag_, m, n, alpha_, pa, lda, stride_a, pb, ldb, &
            stride_b, batch)
        if (copied_a) deallocate (pa)
        if (copied_b) call store_matrices(pb, b)
    end subroutine

    subroutine trmm_batch_z(a, b, side, uplo, transa, diag, alpha)
        character(len=1), intent(in), optional :: side, uplo, transa, diag
        complex(real64), intent(in), target :: a(:, :, :)
        complex(real64), intent(inout), target :: b(:, :, :)
        complex(real64), intent(in), optional :: alpha
        complex(real64) :: alpha_
        character(len=1) :: side_, uplo_, transa_, diag_
        complex(real64), pointer, contiguous :: pa(:), pb(:)
        integer(int64) :: m, n, batch, lda, stride_a, ldb, stride_b
        logical :: copied_a, copied_b

        side_ = 'L'
        if (present(side)) side_ = side
        uplo_ = 'U'
        if (present(uplo)) uplo_ = uplo
        transa_ = 'N'
        if (present(transa)) transa_ = transa
        diag_ = 'N'
        if (present(diag)) diag_ = diag
        alpha_ = (1.0_real64, 0.0_real64)
        if (present(alpha)) alpha_ = alpha
        m = size(b, 1, int64)
        n = size(b, 2, int64)
        batch = size(b, 3, int64)
        call matrices(a, pa, lda, stride_a, copied_a)
        call matrices(b, pb, ldb, stride_b, copied_b)
        if (.not. (size(a, 1, int64) == merge(m, n, scan(side_, 'Ll') == 1) .and. &
            size(a, 2, int64) == size(a, 1, int64) .and. size(a, 3, int64) == batch)) lda = 0
        call ztrmm_batch_strided_64(side_, uplo_, transa_, diag_, m, n, alpha_, pa, lda, stride_a, pb, ldb, &
            stride_b, batch)
        if (copied_a) deallocate (pa)
        if (copied_b) call store_matrices(pb, b)
    end subroutine

    subroutine trsv_batch_s(a, x, uplo, trans, diag)
        character(len=1), intent(in), optional :: uplo, trans, diag
        real(real32), intent(in), target :: a(:, :, :)
        real(real32), intent(inout), target :: x(:, :)
        character(len=1) :: uplo_, trans_, diag_
        real(real32), pointer, contiguous :: pa(:), px(:)
        integer(int64) :: n, batch, lda, stride_a, incx, stride_x
        logical :: copied_a, copied_x

        uplo_ = 'U'
        if (present(uplo)) uplo_ = uplo
        trans_ = 'N'
        if (present(trans)) trans_ = trans
        diag_ = 'N'
        if (present(diag)) diag_ = diag
        n = size(x, 1, int64)
        batch = size(x, 2, int64)
        call matrices(a, pa, lda, stride_a, copied_a)
        call vectors(x, px, incx, stride_x, copied_x, only_unit=.false.)
        if (.not. (size(a, 1, int64) == n .and. size(a, 2, int64) == n .and. size(a, 3, int64) == batch)) lda = 0
        call strsv_batch_strided_64(uplo_, trans_, diag_, n, pa, lda, stride_a, px, incx, stride_x, batch)
        if (copied_a) deallocate (pa)
        if (copied_x) call store_columns(px, x)
    end subroutine

    subroutine trsv_batch_d(a, x, uplo, trans, diag)
        character(len=1), intent(in), optional :: uplo, trans, diag
        real(real64), intent(in), target :: a(:, :, :)
        real(real64), intent(inout), target :: x(:, :)
        character(len=1) :: uplo_, trans_, diag_
        real(real64), pointer, contiguous :: pa(:), px(:)
        integer(int64) :: n, batch, lda, stride_a, incx, stride_x
        logical :: copied_a, copied_x

        uplo_ = 'U'
        if (present(uplo)) uplo_ = uplo
        trans_ = 'N'
        if (present(trans)) trans_ = trans
        diag_ = 'N'
        if (present(diag)) diag_ = diag
        n = size(x, 1, int64)
        batch = size(x, 2, int64)
        call matrices(a, pa, lda, stride_a, copied_a)
        call vectors(x, px, incx, stride_x, copied_x, only_unit=.false.)
        if (.not. (size(a, 1, int64) == n .and. size(a, 2, int64) == n .and. size(a, 3, int64) == batch)) lda = 0
        call dtrsv_batch_strided_64(uplo_, trans_, diag_, n, pa, lda, stride_a, px, incx, stride_x, batch)
        if (copied_a) deallocate (pa)
        if (copied_x) call store_columns(px, x)
    end subroutine

    subroutine trsv_batch_c(a, x, uplo, trans, diag)
        character(len=1), intent(in), optional :: uplo, trans, diag
        complex(real32), intent(in), target :: a(:, :, :)
        complex(real32), intent(inout), target :: x(:, :)
        character(len=1) :: uplo_, trans_, diag_
        complex(real32), pointer, contiguous :: pa(:), px(:)
        integer(int64) :: n, batch, lda, stride_a, incx, stride_x
        logical :: copied_a, copied_x

        uplo_ = 'U'
        if (present(uplo)) uplo_ = uplo
        trans_ = 'N'
        if (present(trans)) trans_ = trans
        diag_ = 'N'
        if (present(diag)) diag_ = diag
        n = size(x, 1, int64)
        batch = size(x, 2, int64)
        call matrices(a, pa, lda, stride_a, copied_a)
        call vectors(x, px, incx, stride_x, copied_x, only_unit=.false.)
        if (.not. (size(a, 1, int64) == n .and. size(a, 2, int64) == n .and. size(a, 3, int64) == batch)) lda = 0
        call ctrsv_batch_strided_64(uplo_, trans_, diag_, n, pa, lda, stride_a, px, incx, stride_x, batch)
        if (copied_a) deallocate (pa)
        if (copied_x) call store_columns(px, x)
    end subroutine

    subroutine trsv_batch_z(a, x, uplo, trans, diag)
        character(len=1), intent(in), optional :: uplo, trans, diag
        complex(real64), intent(in), target :: a(:, :, :)
        complex(real64), intent(inout), target :: x(:, :)
        character(len=1) :: uplo_, trans_, diag_
        complex(real64), pointer, contiguous :: pa(:), px(:)
        integer(int64) :: n, batch, lda, stride_a, incx, stride_x
        logical :: copied_a, copied_x

        uplo_ = 'U'
        if (present(uplo)) uplo_ = uplo
        trans_ = 'N'
        if (present(trans)) trans_ = trans
        diag_ = 'N'
        if (present(diag)) diag_ = diag
        n = size(x, 1, int64)
        batch = size(x, 2, int64)
        call matrices(a, pa, lda, stride_a, copied_a)
        call vectors(x, px, incx, stride_x, copied_x, only_unit=.false.)
        if (.not. (size(a, 1, int64) == n .and. size(a, 2, int64) == n .and. size(a, 3, int64) == batch)) lda = 0
        call ztrsv_batch_strided_64(uplo_, trans_, diag_, n, pa, lda, stride_a, px, incx, stride_x, batch)
        if (copied_a) deallocate (pa)
        if (copied_x) call store_columns(px, x)
    end subroutine

    subroutine getrf_batch_s(a, ipiv, info)
        real(real32), intent(inout), target :: a(:, :, :)
        integer(int32), intent(inout), contiguous :: ipiv(:, :)
        integer(int32), intent(out), contiguous :: info(:)
        real(real32), pointer, contiguous :: pa(:)
        integer(int64) :: m, n, batch, lda, stride_a
        logical :: copied_a
        integer :: bad
        integer(int64), allocatable :: wide_info(:), wide_ipiv(:, :)

        m = size(a, 1, int64)
        n = size(a, 2, int64)
        batch = size(a, 3, int64)
        bad = 0
        if (.not. (size(info, kind=int64) == batch)) bad = 9
        if (.not. (size(ipiv, 1, int64) >= min(m, n) .and. size(ipiv, 2, int64) == batch)) bad = 6
        if (bad /= 0) then
            info = -int(bad, int32)
            return
        end if
        call matrices(a, pa, lda, stride_a, copied_a)
        if (max(m, n, batch, lda, stride_a) <= huge(0_int32)) then
            call sgetrf_batch_strided(int(m, int32), int(n, int32), pa, int(lda, int32), int(stride_a, int32), ipiv, &
                size(ipiv, 1, int32), int(batch, int32), info)
        else
            if (copied_a) deallocate (pa)
            copied_a = .false.
            allocate (wide_info(size(info)))
            wide_ipiv = int(ipiv, int64)
            call getrf_batch_s_64(a, wide_ipiv, wide_info)
            ipiv = int(wide_ipiv, int32)
            info = int(wide_info, int32)
        end if
        if (copied_a) call store_matrices(pa, a)
    end subroutine

    subroutine getrf_batch_s_64(a, ipiv, info)
        real(real32), intent(inout), target :: a(:, :, :)
        integer(int64), intent(inout), contiguous :: ipiv(:, :)
        integer(int64), intent(out), contiguous :: info(:)
        real(real32), pointer, contiguous :: pa(:)
        integer(int64) :: m, n, batch, lda, stride_a
        logical :: copied_a
        integer :: bad

        m = size(a, 1, int64)
        n = size(a, 2, int64)
        batch = size(a, 3, int64)
        bad = 0
        if (.not. (size(info, kind=int64) == batch)) bad = 9
        if (.not. (size(ipiv, 1, int64) >= min(m, n) .and. size(ipiv, 2, int64) == batch)) bad = 6
        if (bad /= 0) then
            info = -int(bad, int64)
            return
        end if
        call matrices(a, pa, lda, stride_a, copied_a)
        call sgetrf_batch_strided_64(m, n, pa, lda, stride_a, ipiv, size(ipiv, 1, int64), batch, info)
        if (copied_a) call store_matrices(pa, a)
    end subroutine

    subroutine getrf_batch_d(a, ipiv, info)
        real(real64), intent(inout), target :: a(:, :, :)
        integer(int32), intent(inout), contiguous :: ipiv(:, :)
        integer(int32), intent(out), contiguous :: info(:)
        real(real64), pointer, contiguous :: pa(:)
        integer(int64) :: m, n, batch, lda, stride_a
        logical :: copied_a
        integer :: bad
        integer(int64), allocatable :: wide_info(:), wide_ipiv(:, :)

        m = size(a, 1, int64)
        n = size(a, 2, int64)
        batch = size(a, 3, int64)
        bad = 0
        if (.not. (size(info, kind=int64) == batch)) bad = 9
        if (.not. (size(ipiv, 1, int64) >= min(m, n) .and. size(ipiv, 2, int64) == batch)) bad = 6
        if (bad /= 0) then
            info = -int(bad, int32)
            return
        end if
        call matrices(a, pa, lda, stride_a, copied_a)
        if (max(m, n, batch, lda, stride_a) <= huge(0_int32)) then
            call dgetrf_batch_strided(int(m, int32), int(n, int32), pa, int(lda, int32), int(stride_a, int32), ipiv, &
                size(ipiv, 1, int32), int(batch, int32), info)
        else
            if (copied_a) deallocate (pa)
            copied_a = .false.
            allocate (wide_info(size(info)))
            wide_ipiv = int(ipiv, int64)
            call getrf_batch_d_64(a, wide_ipiv, wide_info)
            ipiv = int(wide_ipiv, int32)
            info = int(wide_info, int32)
        end if
        if (copied_a) call store_matrices(pa, a)
    end subroutine

    subroutine getrf_batch_d_64(a, ipiv, info)
        real(real64), intent(inout), target :: a(:, :, :)
        integer(int64), intent(inout), contiguous :: ipiv(:, :)
        integer(int64), intent(out), contiguous :: info(:)
        real(real64), pointer, contiguous :: pa(:)
        integer(int64) :: m, n, batch, lda, stride_a
        logical :: copied_a
        integer :: bad

        m = size(a, 1, int64)
        n = size(a, 2, int64)
        batch = size(a, 3, int64)
        bad = 0
        if (.not. (size(info, kind=int64) == batch)) bad = 9
        if (.not. (size(ipiv, 1, int64) >= min(m, n) .and. size(ipiv, 2, int64) == batch)) bad = 6
        if (bad /= 0) then
            info = -int(bad, int64)
            return
        end if
        call matrices(a, pa, lda, stride_a, copied_a)
        call dgetrf_batch_strided_64(m, n, pa, lda, stride_a, ipiv, size(ipiv, 1, int64), batch, info)
        if (copied_a) call store_matrices(pa, a)
    end subroutine

    subroutine getrf_batch_c(a, ipiv, info)
        complex(real32), intent(inout), target :: a(:, :, :)
        integer(int32), intent(inout), contiguous :: ipiv(:, :)
        integer(int32), intent(out), contiguous :: info(:)
        complex(real32), pointer, contiguous :: pa(:)
        integer(int64) :: m, n, batch, lda, stride_a
        logical :: copied_a
        integer :: bad
        integer(int64), allocatable :: wide_info(:), wide_ipiv(:, :)

        m = size(a, 1, int64)
        n = size(a, 2, int64)
        batch = size(a, 3, int64)
        bad = 0
        if (.not. (size(info, kind=int64) == batch)) bad = 9
        if (.not. (size(ipiv, 1, int64) >= min(m, n) .and. size(ipiv, 2, int64) == batch)) bad = 6
        if (bad /= 0) then
            info = -int(bad, int32)
            return
        end if
        call matrices(a, pa, lda, stride_a, copied_a)
        if (max(m, n, batch, lda, stride_a) <= huge(0_int32)) then
            call cgetrf_batch_strided(int(m, int32), int(n, int32), pa, int(lda, int32), int(stride_a, int32), ipiv, &
                size(ipiv, 1, int32), int(batch, int32), info)
        else
            if (copied_a) deallocate (pa)
            copied_a = .false.
            allocate (wide_info(size(info)))
            wide_ipiv = int(ipiv, int64)
            call getrf_batch_c_64(a, wide_ipiv, wide_info)
            ipiv = int(wide_ipiv, int32)
            info = int(wide_info, int32)
        end if
        if (copied_a) call store_matrices(pa, a)
    end subroutine

    subroutine getrf_batch_c_64(a, ipiv, info)
        complex(real32), intent(inout), target :: a(:, :, :)
        integer(int64), intent(inout), contiguous :: ipiv(:, :)
        integer(int64), intent(out), contiguous :: info(:)
        complex(real32), pointer, contiguous :: pa(:)
        integer(int64) :: m, n, batch, lda, stride_a
        logical :: copied_a
        integer :: bad

        m = size(a, 1, int64)
        n = size(a, 2, int64)
        batch = size(a, 3, int64)
        bad = 0
        if (.not. (size(info, kind=int64) == batch)) bad = 9
        if (.not. (size(ipiv, 1, int64) >= min(m, n) .and. size(ipiv, 2, int64) == batch)) bad = 6
        if (bad /= 0) then
            info = -int(bad, int64)
            return
        end if
        call matrices(a, pa, lda, stride_a, copied_a)
        call cgetrf_batch_strided_64(m, n, pa, lda, stride_a, ipiv, size(ipiv, 1, int64), batch, info)
        if (copied_a) call store_matrices(pa, a)
    end subroutine

    subroutine getrf_batch_z(a, ipiv, info)
        complex(real64), intent(inout), target :: a(:, :, :)
        integer(int32), intent(inout), contiguous :: ipiv(:, :)
        integer(int32), intent(out), contiguous :: info(:)
        complex(real64), pointer, contiguous :: pa(:)
        integer(int64) :: m, n, batch, lda, stride_a
        logical :: copied_a
        integer :: bad
        integer(int64), allocatable :: wide_info(:), wide_ipiv(:, :)

        m = size(a, 1, int64)
        n = size(a, 2, int64)
        batch = size(a, 3, int64)
        bad = 0
        if (.not. (size(info, kind=int64) == batch)) bad = 9
        if (.not. (size(ipiv, 1, int64) >= min(m, n) .and. size(ipiv, 2, int64) == batch)) bad = 6
        if (bad /= 0) then
            info = -int(bad, int32)
            return
        end if
        call matrices(a, pa, lda, stride_a, copied_a)
        if (max(m, n, batch, lda, stride_a) <= huge(0_int32)) then
            call zgetrf_batch_strided(int(m, int32), int(n, int32), pa, int(lda, int32), int(stride_a, int32), ipiv, &
                size(ipiv, 1, int32), int(batch, int32), info)
        else
            if (copied_a) deallocate (pa)
            copied_a = .false.
            allocate (wide_info(size(info)))
            wide_ipiv = int(ipiv, int64)
            call getrf_batch_z_64(a, wide_ipiv, wide_info)
            ipiv = int(wide_ipiv, int32)
            info = int(wide_info, int32)
        end if
        if (copied_a) call store_matrices(pa, a)
    end subroutine

    subroutine getrf_batch_z_64(a, ipiv, info)
        complex(real64), intent(inout), target :: a(:, :, :)
        integer(int64), intent(inout), contiguous :: ipiv(:, :)
        integer(int64), intent(out), contiguous :: info(:)
        complex(real64), pointer, contiguous :: pa(:)
        integer(int64) :: m, n, batch, lda, stride_a
        logical :: copied_a
        integer :: bad

        m = size(a, 1, int64)
        n = size(a, 2, int64)
        batch = size(a, 3, int64)
        bad = 0
        if (.not. (size(info, kind=int64) == batch)) bad = 9
        if (.not. (size(ipiv, 1, int64) >= min(m, n) .and. size(ipiv, 2, int64) == batch)) bad = 6
        if (bad /= 0) then
            info = -int(bad, int64)
            return
        end if
        call matrices(a, pa, lda, stride_a, copied_a)
        call zgetrf_batch_strided_64(m, n, pa, lda, stride_a, ipiv, size(ipiv, 1, int64), batch, info)
        if (copied_a) call store_matrices(pa, a)
    end subroutine

    subroutine getrs_batch_s(a, ipiv, b, info, trans)
        character(len=1), intent(in), optional :: trans
        real(real32), intent(in), target :: a(:, :, :)
        real(real32), intent(inout), target :: b(:, :, :)
        integer(int32), intent(in), contiguous :: ipiv(:, :)
        integer(int32), intent(out), contiguous :: info(:)
        character(len=1) :: trans_
        real(real32), pointer, contiguous :: pa(:), pb(:)
        integer(int64) :: n, nrhs, batch, lda, stride_a, ldb, stride_b
        logical :: copied_a, copied_b
        integer :: bad
        integer(int64), allocatable :: wide_info(:), wide_ipiv(:, :)

        trans_ = 'N'
        if (present(trans)) trans_ = trans
        n = size(a, 1, int64)
        nrhs = size(b, 2, int64)
        batch = size(a, 3, int64)
        bad = 0
        if (.not. (size(info, kind=int64) == batch)) bad = 13
        if (.not. (size(b, 1, int64) == n .and. size(b, 3, int64) == batch)) bad = 9
        if (.not. (size(ipiv, 1, int64) >= n .and. size(ipiv, 2, int64) == batch)) bad = 7
        if (.not. (size(a, 2, int64) == n)) bad = 4
        if (bad /= 0) then
            info = -int(bad, int32)
            return
        end if
        call matrices(a, pa, lda, stride_a, copied_a)
        call matrices(b, pb, ldb, stride_b, copied_b)
        if (max(n, nrhs, batch, lda, stride_a, ldb, stride_b) <= huge(0_int32)) then
            call sgetrs_batch_strided(trans_, int(n, int32), int(nrhs, int32), pa, int(lda, int32), &
                int(stride_a, int32), ipiv, size(ipiv, 1, int32), pb, int(ldb, int32), int(stride_b, int32), &
                int(batch, int32), info)
        else
            if (copied_a) deallocate (pa)
            copied_a = .false.
            if (copied_b) deallocate (pb)
            copied_b = .false.
            allocate (wide_info(size(info)))
            wide_ipiv = int(ipiv, int64)
            call getrs_batch_s_64(a, wide_ipiv, b, wide_info, trans)
            info = int(wide_info, int32)
        end if
        if (copied_a) deallocate (pa)
        if (copied_b) call store_matrices(pb, b)
    end subroutine

    subroutine getrs_batch_s_64(a, ipiv, b, info, trans)
        character(len=1), intent(in), optional :: trans
        real(real32), intent(in), target :: a(:, :, :)
        real(real32), intent(inout), target :: b(:, :, :)
        integer(int64), intent(in), contiguous :: ipiv(:, :)
        integer(int64), intent(out), contiguous :: info(:)
        character(len=1) :: trans_
        real(real32), pointer, contiguous :: pa(:), pb(:)
        integer(int64) :: n, nrhs, batch, lda, stride_a, ldb, stride_b
        logical :: copied_a, copied_b
        integer :: bad

        trans_ = 'N'
        if (present(trans)) trans_ = trans
        n = size(a, 1, int64)
        nrhs = size(b, 2, int64)
        batch = size(a, 3, int64)
        bad = 0
        if (.not. (size(info, kind=int64) == batch)) bad = 13
        if (.not. (size(b, 1, int64) == n .and. size(b, 3, int64) == batch)) bad = 9
        if (.not. (size(ipiv, 1, int64) >= n .and. size(ipiv, 2, int64) == batch)) bad = 7
        if (.not. (size(a, 2, int64) == n)) bad = 4
        if (bad /= 0) then
            info = -int(bad, int64)
            return
        end if
        call matrices(a, pa, lda, stride_a, copied_a)
        call matrices(b, pb, ldb, stride_b, copied_b)
        call sgetrs_batch_strided_64(trans_, n, nrhs, pa, lda, stride_a, ipiv, size(ipiv, 1, int64), pb, ldb, &
            stride_b, batch, info)
        if (copied_a) deallocate (pa)
        if (copied_b) call store_matrices(pb, b)
    end subroutine

    subroutine getrs_batch_s_b2(a, ipiv, b, info, trans)
        character(len=1), intent(in), optional :: trans
        real(real32), intent(in), target :: a(:, :, :)
        real(real32), intent(inout), target :: b(:, :)
        integer(int32), intent(in), contiguous :: ipiv(:, :)
        integer(int32), intent(out), contiguous :: info(:)
        character(len=1) :: trans_
        real(real32), pointer, contiguous :: pa(:), pb(:)
        integer(int64) :: n, nrhs, batch, lda, stride_a, ldb, stride_b
        logical :: copied_a, copied_b
        integer :: bad
        integer(int64), allocatable :: wide_info(:), wide_ipiv(:, :)

        trans_ = 'N'
        if (present(trans)) trans_ = trans
        n = size(a, 1, int64)
        nrhs = 1
        batch = size(a, 3, int64)
        bad = 0
        if (.not. (size(info, kind=int64) == batch)) bad = 13
        if (.not. (size(b, 1, int64) == n .and. size(b, 2, int64) == batch)) bad = 9
        if (.not. (size(ipiv, 1, int64) >= n .and. size(ipiv, 2, int64) == batch)) bad = 7
        if (.not. (size(a, 2, int64) == n)) bad = 4
        if (bad /= 0) then
            info = -int(bad, int32)
            return
        end if
        call matrices(a, pa, lda, stride_a, copied_a)
        call columns(b, pb, stride_b, copied_b)
        ldb = max(1_int64, n)
        if (max(n, batch, lda, stride_a, ldb, stride_b) <= huge(0_int32)) then
            call sgetrs_batch_strided(trans_, int(n, int32), int(nrhs, int32), pa, int(lda, int32), &
                int(stride_a, int32), ipiv, size(ipiv, 1, int32), pb, int(ldb, int32), int(stride_b, int32), &
                int(batch, int32), info)
        else
            if (copied_a) deallocate (pa)
            copied_a = .false.
            if (copied_b) deallocate (pb)
            copied_b = .false.
            allocate (wide_info(size(info)))
            wide_ipiv = int(ipiv, int64)
            call getrs_batch_s_b2_64(a, wide_ipiv, b, wide_info, trans)
            info = int(wide_info, int32)
        end if
        if (copied_a) deallocate (pa)
        if (copied_b) call store_columns(pb, b)
    end subroutine

    subroutine getrs_batch_s_b2_64(a, ipiv, b, info, trans)
        character(len=1), intent(in), optional :: trans
        real(real32), intent(in), target :: a(:, :, :)
        real(real32), intent(inout), target :: b(:, :)
        integer(int64), intent(in), contiguous :: ipiv(:, :)
        integer(int64), intent(out), contiguous :: info(:)
        character(len=1) :: trans_
        real(real32), pointer, contiguous :: pa(:), pb(:)
        integer(int64) :: n, nrhs, batch, lda, stride_a, ldb, stride_b
        logical :: copied_a, copied_b
        integer :: bad

        trans_ = 'N'
        if (present(trans)) trans_ = trans
        n = size(a, 1, int64)
        nrhs = 1
        batch = size(a, 3, int64)
        bad = 0
        if (.not. (size(info, kind=int64) == batch)) bad = 13
        if (.not. (size(b, 1, int64) == n .and. size(b, 2, int64) == batch)) bad = 9
        if (.not. (size(ipiv, 1, int64) >= n .and. size(ipiv, 2, int64) == batch)) bad = 7
        if (.not. (size(a, 2, int64) == n)) bad = 4
        if (bad /= 0) then
            info = -int(bad, int64)
            return
        end if
        call matrices(a, pa, lda, stride_a, copied_a)
        call columns(b, pb, stride_b, copied_b)
        ldb = max(1_int64, n)
        call sgetrs_batch_strided_64(trans_, n, nrhs, pa, lda, stride_a, ipiv, size(ipiv, 1, int64), pb, ldb, &
            stride_b, batch, info)
        if (copied_a) deallocate (pa)
        if (copied_b) call store_columns(pb, b)
    end subroutine

    subroutine getrs_batch_d(a, ipiv, b, info, trans)
        character(len=1), intent(in), optional :: trans
        real(real64), intent(in), target :: a(:, :, :)
        real(real64), intent(inout), target :: b(:, :, :)
        integer(int32), intent(in), contiguous :: ipiv(:, :)
        integer(int32), intent(out), contiguous :: info(:)
        character(len=1) :: trans_
        real(real64), pointer, contiguous :: pa(:), pb(:)
        integer(int64) :: n, nrhs, batch, lda, stride_a, ldb, stride_b
        logical :: copied_a, copied_b
        integer :: bad
        integer(int64), allocatable :: wide_info(:), wide_ipiv(:, :)

        trans_ = 'N'
        if (present(trans)) trans_ = trans
        n = size(a, 1, int64)
        nrhs = size(b, 2, int64)
        batch = size(a, 3, int64)
        bad = 0
        if (.not. (size(info, kind=int64) == batch)) bad = 13
        if (.not. (size(b, 1, int64) == n .and. size(b, 3, int64) == batch)) bad = 9
        if (.not. (size(ipiv, 1, int64) >= n .and. size(ipiv, 2, int64) == batch)) bad = 7
        if (.not. (size(a, 2, int64) == n)) bad = 4
        if (bad /= 0) then
            info = -int(bad, int32)
            return
        end if
        call matrices(a, pa, lda, stride_a, copied_a)
        call matrices(b, pb, ldb, stride_b, copied_b)
        if (max(n, nrhs, batch, lda, stride_a, ldb, stride_b) <= huge(0_int32)) then
            call dgetrs_batch_strided(trans_, int(n, int32), int(nrhs, int32), pa, int(lda, int32), &
                int(stride_a, int32), ipiv, size(ipiv, 1, int32), pb, int(ldb, int32), int(stride_b, int32), &
                int(batch, int32), info)
        else
            if (copied_a) deallocate (pa)
            copied_a = .false.
            if (copied_b) deallocate (pb)
            copied_b = .false.
            allocate (wide_info(size(info)))
            wide_ipiv = int(ipiv, int64)
            call getrs_batch_d_64(a, wide_ipiv, b, wide_info, trans)
            info = int(wide_info, int32)
        end if
        if (copied_a) deallocate (pa)
        if (copied_b) call store_matrices(pb, b)
    end subroutine

    subroutine getrs_batch_d_64(a, ipiv, b, info, trans)
        character(len=1), intent(in), optional :: trans
        real(real64), intent(in), target :: a(:, :, :)
        real(real64), intent(inout), target :: b(:, :, :)
        integer(int64), intent(in), contiguous :: ipiv(:, :)
        integer(int64), intent(out), contiguous :: info(:)
        character(len=1) :: trans_
        real(real64), pointer, contiguous :: pa(:), pb(:)
        integer(int64) :: n, nrhs, batch, lda, stride_a, ldb, stride_b
        logical :: copied_a, copied_b
        integer :: bad

        trans_ = 'N'
        if (present(trans)) trans_ = trans
        n = size(a, 1, int64)
        nrhs = size(b, 2, int64)
        batch = size(a, 3, int64)
        bad = 0
        if (.not. (size(info, kind=int64) == batch)) bad = 13
        if (.not. (size(b, 1, int64) == n .and. size(b, 3, int64) == batch)) bad = 9
        if (.not. (size(ipiv, 1, int64) >= n .and. size(ipiv, 2, int64) == batch)) bad = 7
        if (.not. (size(a, 2, int64) == n)) bad = 4
        if (bad /= 0) then
            info = -int(bad, int64)
            return
        end if
        call matrices(a, pa, lda, stride_a, copied_a)
        call matrices(b, pb, ldb, stride_b, copied_b)
        call dgetrs_batch_strided_64(trans_, n, nrhs, pa, lda, stride_a, ipiv, size(ipiv, 1, int64), pb, ldb, &
            stride_b, batch, info)
        if (copied_a) deallocate (pa)
        if (copied_b) call store_matrices(pb, b)
    end subroutine

    subroutine getrs_batch_d_b2(a, ipiv, b, info, trans)
        character(len=1), intent(in), optional :: trans
        real(real64), intent(in), target :: a(:, :, :)
        real(real64), intent(inout), target :: b(:, :)
        integer(int32), intent(in), contiguous :: ipiv(:, :)
        integer(int32), intent(out), contiguous :: info(:)
        character(len=1) :: trans_
        real(real64), pointer, contiguous :: pa(:), pb(:)
        integer(int64) :: n, nrhs, batch, lda, stride_a, ldb, stride_b
        logical :: copied_a, copied_b
        integer :: bad
        integer(int64), allocatable :: wide_info(:), wide_ipiv(:, :)

        trans_ = 'N'
        if (present(trans)) trans_ = trans
        n = size(a, 1, int64)
        nrhs = 1
        batch = size(a, 3, int64)
        bad = 0
        if (.not. (size(info, kind=int64) == batch)) bad = 13
        if (.not. (size(b, 1, int64) == n .and. size(b, 2, int64) == batch)) bad = 9
        if (.not. (size(ipiv, 1, int64) >= n .and. size(ipiv, 2, int64) == batch)) bad = 7
        if (.not. (size(a, 2, int64) == n)) bad = 4
        if (bad /= 0) then
            info = -int(bad, int32)
            return
        end if
        call matrices(a, pa, lda, stride_a, copied_a)
        call columns(b, pb, stride_b, copied_b)
        ldb = max(1_int64, n)
        if (max(n, batch, lda, stride_a, ldb, stride_b) <= huge(0_int32)) then
            call dgetrs_batch_strided(trans_, int(n, int32), int(nrhs, int32), pa, int(lda, int32), &
                int(stride_a, int32), ipiv, size(ipiv, 1, int32), pb, int(ldb, int32), int(stride_b, int32), &
                int(batch, int32), info)
        else
            if (copied_a) deallocate (pa)
            copied_a = .false.
            if (copied_b) deallocate (pb)
            copied_b = .false.
            allocate (wide_info(size(info)))
            wide_ipiv = int(ipiv, int64)
            call getrs_batch_d_b2_64(a, wide_ipiv, b, wide_info, trans)
            info = int(wide_info, int32)
        end if
        if (copied_a) deallocate (pa)
        if (copied_b) call store_columns(pb, b)
    end subroutine

    subroutine getrs_batch_d_b2_64(a, ipiv, b, info, trans)
        character(len=1), intent(in), optional :: trans
        real(real64), intent(in), target :: a(:, :, :)
        real(real64), intent(inout), target :: b(:, :)
        integer(int64), intent(in), contiguous :: ipiv(:, :)
        integer(int64), intent(out), contiguous :: info(:)
        character(len=1) :: trans_
        real(real64), pointer, contiguous :: pa(:), pb(:)
        integer(int64) :: n, nrhs, batch, lda, stride_a, ldb, stride_b
        logical :: copied_a, copied_b
        integer :: bad

        trans_ = 'N'
        if (present(trans)) trans_ = trans
        n = size(a, 1, int64)
        nrhs = 1
        batch = size(a, 3, int64)
        bad = 0
        if (.not. (size(info, kind=int64) == batch)) bad = 13
        if (.not. (size(b, 1, int64) == n .and. size(b, 2, int64) == batch)) bad = 9
        if (.not. (size(ipiv, 1, int64) >= n .and. size(ipiv, 2, int64) == batch)) bad = 7
        if (.not. (size(a, 2, int64) == n)) bad = 4
        if (bad /= 0) then
            info = -int(bad, int64)
            return
        end if
        call matrices(a, pa, lda, stride_a, copied_a)
        call columns(b, pb, stride_b, copied_b)
        ldb = max(1_int64, n)
        call dgetrs_batch_strided_64(trans_, n, nrhs, pa, lda, stride_a, ipiv, size(ipiv, 1, int64), pb, ldb, &
            stride_b, batch, info)
        if (copied_a) deallocate (pa)
        if (copied_b) call store_columns(pb, b)
    end subroutine

    subroutine getrs_batch_c(a, ipiv, b, info, trans)
        character(len=1), intent(in), optional :: trans
        complex(real32), intent(in), target :: a(:, :, :)
        complex(real32), intent(inout), target :: b(:, :, :)
        integer(int32), intent(in), contiguous :: ipiv(:, :)
        integer(int32), intent(out), contiguous :: info(:)
        character(len=1) :: trans_
        complex(real32), pointer, contiguous :: pa(:), pb(:)
        integer(int64) :: n, nrhs, batch, lda, stride_a, ldb, stride_b
        logical :: copied_a, copied_b
        integer :: bad
        integer(int64), allocatable :: wide_info(:), wide_ipiv(:, :)

        trans_ = 'N'
        if (present(trans)) trans_ = trans
        n = size(a, 1, int64)
        nrhs = size(b, 2, int64)
        batch = size(a, 3, int64)
        bad = 0
        if (.not. (size(info, kind=int64) == batch)) bad = 13
        if (.not. (size(b, 1, int64) == n .and. size(b, 3, int64) == batch)) bad = 9
        if (.not. (size(ipiv, 1, int64) >= n .and. size(ipiv, 2, int64) == batch)) bad = 7
        if (.not. (size(a, 2, int64) == n)) bad = 4
        if (bad /= 0) then
            info = -int(bad, int32)
            return
        end if
        call matrices(a, pa, lda, stride_a, copied_a)
        call matrices(b, pb, ldb, stride_b, copied_b)
        if (max(n, nrhs, batch, lda, stride_a, ldb, stride_b) <= huge(0_int32)) then
            call cgetrs_batch_strided(trans_, int(n, int32), int(nrhs, int32), pa, int(lda, int32), &
                int(stride_a, int32), ipiv, size(ipiv, 1, int32), pb, int(ldb, int32), int(stride_b, int32), &
                int(batch, int32), info)
        else
            if (copied_a) deallocate (pa)
            copied_a = .false.
            if (copied_b) deallocate (pb)
            copied_b = .false.
            allocate (wide_info(size(info)))
            wide_ipiv = int(ipiv, int64)
            call getrs_batch_c_64(a, wide_ipiv, b, wide_info, trans)
            info = int(wide_info, int32)
        end if
        if (copied_a) deallocate (pa)
        if (copied_b) call store_matrices(pb, b)
    end subroutine

    subroutine getrs_batch_c_64(a, ipiv, b, info, trans)
        character(len=1), intent(in), optional :: trans
        complex(real32), intent(in), target :: a(:, :, :)
        complex(real32), intent(inout), target :: b(:, :, :)
        integer(int64), intent(in), contiguous :: ipiv(:, :)
        integer(int64), intent(out), contiguous :: info(:)
        character(len=1) :: trans_
        complex(real32), pointer, contiguous :: pa(:), pb(:)
        integer(int64) :: n, nrhs, batch, lda, stride_a, ldb, stride_b
        logical :: copied_a, copied_b
        integer :: bad

        trans_ = 'N'
        if (present(trans)) trans_ = trans
        n = size(a, 1, int64)
        nrhs = size(b, 2, int64)
        batch = size(a, 3, int64)
        bad = 0
        if (.not. (size(info, kind=int64) == batch)) bad = 13
        if (.not. (size(b, 1, int64) == n .and. size(b, 3, int64) == batch)) bad = 9
        if (.not. (size(ipiv, 1, int64) >= n .and. size(ipiv, 2, int64) == batch)) bad = 7
        if (.not. (size(a, 2, int64) == n)) bad = 4
        if (bad /= 0) then
            info = -int(bad, int64)
            return
        end if
        call matrices(a, pa, lda, stride_a, copied_a)
        call matrices(b, pb, ldb, stride_b, copied_b)
        call cgetrs_batch_strided_64(trans_, n, nrhs, pa, lda, stride_a, ipiv, size(ipiv, 1, int64), pb, ldb, &
            stride_b, batch, info)
        if (copied_a) deallocate (pa)
        if (copied_b) call store_matrices(pb, b)
    end subroutine

    subroutine getrs_batch_c_b2(a, ipiv, b, info, trans)
        character(len=1), intent(in), optional :: trans
        complex(real32), intent(in), target :: a(:, :, :)
        complex(real32), intent(inout), target :: b(:, :)
        integer(int32), intent(in), contiguous :: ipiv(:, :)
        integer(int32), intent(out), contiguous :: info(:)
        character(len=1) :: trans_
        complex(real32), pointer, contiguous :: pa(:), pb(:)
        integer(int64) :: n, nrhs, batch, lda, stride_a, ldb, stride_b
        logical :: copied_a, copied_b
        integer :: bad
        integer(int64), allocatable :: wide_info(:), wide_ipiv(:, :)

        trans_ = 'N'
        if (present(trans)) trans_ = trans
        n = size(a, 1, int64)
        nrhs = 1
        batch = size(a, 3, int64)
        bad = 0
        if (.not. (size(info, kind=int64) == batch)) bad = 13
        if (.not. (size(b, 1, int64) == n .and. size(b, 2, int64) == batch)) bad = 9
        if (.not. (size(ipiv, 1, int64) >= n .and. size(ipiv, 2, int64) == batch)) bad = 7
        if (.not. (size(a, 2, int64) == n)) bad = 4
        if (bad /= 0) then
            info = -int(bad, int32)
            return
        end if
        call matrices(a, pa, lda, stride_a, copied_a)
        call columns(b, pb, stride_b, copied_b)
        ldb = max(1_int64, n)
        if (max(n, batch, lda, stride_a, ldb, stride_b) <= huge(0_int32)) then
            call cgetrs_batch_strided(trans_, int(n, int32), int(nrhs, int32), pa, int(lda, int32), &
                int(stride_a, int32), ipiv, size(ipiv, 1, int32), pb, int(ldb, int32), int(stride_b, int32), &
                int(batch, int32), info)
        else
            if (copied_a) deallocate (pa)
            copied_a = .false.
            if (copied_b) deallocate (pb)
            copied_b = .false.
            allocate (wide_info(size(info)))
            wide_ipiv = int(ipiv, int64)
            call getrs_batch_c_b2_64(a, wide_ipiv, b, wide_info, trans)
            info = int(wide_info, int32)
        end if
        if (copied_a) deallocate (pa)
        if (copied_b) call store_columns(pb, b)
    end subroutine

    subroutine getrs_batch_c_b2_64(a, ipiv, b, info, trans)
        character(len=1), intent(in), optional :: trans
        complex(real32), intent(in), target :: a(:, :, :)
        complex(real32), intent(inout), target :: b(:, :)
        integer(int64), intent(in), contiguous :: ipiv(:, :)
        integer(int64), intent(out), contiguous :: info(:)
        character(len=1) :: trans_
        complex(real32), pointer, contiguous :: pa(:), pb(:)
        integer(int64) :: n, nrhs, batch, lda, stride_a, ldb, stride_b
        logical :: copied_a, copied_b
        integer :: bad

        trans_ = 'N'
        if (present(trans)) trans_ = trans
        n = size(a, 1, int64)
        nrhs = 1
        batch = size(a, 3, int64)
        bad = 0
        if (.not. (size(info, kind=int64) == batch)) bad = 13
        if (.not. (size(b, 1, int64) == n .and. size(b, 2, int64) == batch)) bad = 9
        if (.not. (size(ipiv, 1, int64) >= n .and. size(ipiv, 2, int64) == batch)) bad = 7
        if (.not. (size(a, 2, int64) == n)) bad = 4
        if (bad /= 0) then
            info = -int(bad, int64)
            return
        end if
        call matrices(a, pa, lda, stride_a, copied_a)
        call columns(b, pb, stride_b, copied_b)
        ldb = max(1_int64, n)
        call cgetrs_batch_strided_64(trans_, n, nrhs, pa, lda, stride_a, ipiv, size(ipiv, 1, int64), pb, ldb, &
            stride_b, batch, info)
        if (copied_a) deallocate (pa)
        if (copied_b) call store_columns(pb, b)
    end subroutine

    subroutine getrs_batch_z(a, ipiv, b, info, trans)
        character(len=1), intent(in), optional :: trans
        complex(real64), intent(in), target :: a(:, :, :)
        complex(real64), intent(inout), target :: b(:, :, :)
        integer(int32), intent(in), contiguous :: ipiv(:, :)
        integer(int32), intent(out), contiguous :: info(:)
        character(len=1) :: trans_
        complex(real64), pointer, contiguous :: pa(:), pb(:)
        integer(int64) :: n, nrhs, batch, lda, stride_a, ldb, stride_b
        logical :: copied_a, copied_b
        integer :: bad
        integer(int64), allocatable :: wide_info(:), wide_ipiv(:, :)

        trans_ = 'N'
        if (present(trans)) trans_ = trans
        n = size(a, 1, int64)
        nrhs = size(b, 2, int64)
        batch = size(a, 3, int64)
        bad = 0
        if (.not. (size(info, kind=int64) == batch)) bad = 13
        if (.not. (size(b, 1, int64) == n .and. size(b, 3, int64) == batch)) bad = 9
        if (.not. (size(ipiv, 1, int64) >= n .and. size(ipiv, 2, int64) == batch)) bad = 7
        if (.not. (size(a, 2, int64) == n)) bad = 4
        if (bad /= 0) then
            info = -int(bad, int32)
            return
        end if
        call matrices(a, pa, lda, stride_a, copied_a)
        call matrices(b, pb, ldb, stride_b, copied_b)
        if (max(n, nrhs, batch, lda, stride_a, ldb, stride_b) <= huge(0_int32)) then
            call zgetrs_batch_strided(trans_, int(n, int32), int(nrhs, int32), pa, int(lda, int32), &
                int(stride_a, int32), ipiv, size(ipiv, 1, int32), pb, int(ldb, int32), int(stride_b, int32), &
                int(batch, int32), info)
        else
            if (copied_a) deallocate (pa)
            copied_a = .false.
            if (copied_b) deallocate (pb)
            copied_b = .false.
            allocate (wide_info(size(info)))
            wide_ipiv = int(ipiv, int64)
            call getrs_batch_z_64(a, wide_ipiv, b, wide_info, trans)
            info = int(wide_info, int32)
        end if
        if (copied_a) deallocate (pa)
        if (copied_b) call store_matrices(pb, b)
    end subroutine

    subroutine getrs_batch_z_64(a, ipiv, b, info, trans)
        character(len=1), intent(in), optional :: trans
        complex(real64), intent(in), target :: a(:, :, :)
        complex(real64), intent(inout), target :: b(:, :, :)
        integer(int64), intent(in), contiguous :: ipiv(:, :)
        integer(int64), intent(out), contiguous :: info(:)
        character(len=1) :: trans_
        complex(real64), pointer, contiguous :: pa(:), pb(:)
        integer(int64) :: n, nrhs, batch, lda, stride_a, ldb, stride_b
        logical :: copied_a, copied_b
        integer :: bad

        trans_ = 'N'
        if (present(trans)) trans_ = trans
        n = size(a, 1, int64)
        nrhs = size(b, 2, int64)
        batch = size(a, 3, int64)
        bad = 0
        if (.not. (size(info, kind=int64) == batch)) bad = 13
        if (.not. (size(b, 1, int64) == n .and. size(b, 3, int64) == batch)) bad = 9
        if (.not. (size(ipiv, 1, int64) >= n .and. size(ipiv, 2, int64) == batch)) bad = 7
        if (.not. (size(a, 2, int64) == n)) bad = 4
        if (bad /= 0) then
            info = -int(bad, int64)
            return
        end if
        call matrices(a, pa, lda, stride_a, copied_a)
        call matrices(b, pb, ldb, stride_b, copied_b)
        call zgetrs_batch_strided_64(trans_, n, nrhs, pa, lda, stride_a, ipiv, size(ipiv, 1, int64), pb, ldb, &
            stride_b, batch, info)
        if (copied_a) deallocate (pa)
        if (copied_b) call store_matrices(pb, b)
    end subroutine

    subroutine getrs_batch_z_b2(a, ipiv, b, info, trans)
        character(len=1), intent(in), optional :: trans
        complex(real64), intent(in), target :: a(:, :, :)
        complex(real64), intent(inout), target :: b(:, :)
        integer(int32), intent(in), contiguous :: ipiv(:, :)
        integer(int32), intent(out), contiguous :: info(:)
        character(len=1) :: trans_
        complex(real64), pointer, contiguous :: pa(:), pb(:)
        integer(int64) :: n, nrhs, batch, lda, stride_a, ldb, stride_b
        logical :: copied_a, copied_b
        integer :: bad
        integer(int64), allocatable :: wide_info(:), wide_ipiv(:, :)

        trans_ = 'N'
        if (present(trans)) trans_ = trans
        n = size(a, 1, int64)
        nrhs = 1
        batch = size(a, 3, int64)
        bad = 0
        if (.not. (size(info, kind=int64) == batch)) bad = 13
        if (.not. (size(b, 1, int64) == n .and. size(b, 2, int64) == batch)) bad = 9
        if (.not. (size(ipiv, 1, int64) >= n .and. size(ipiv, 2, int64) == batch)) bad = 7
        if (.not. (size(a, 2, int64) == n)) bad = 4
        if (bad /= 0) then
            info = -int(bad, int32)
            return
        end if
        call matrices(a, pa, lda, stride_a, copied_a)
        call columns(b, pb, stride_b, copied_b)
        ldb = max(1_int64, n)
        if (max(n, batch, lda, stride_a, ldb, stride_b) <= huge(0_int32)) then
            call zgetrs_batch_strided(trans_, int(n, int32), int(nrhs, int32), pa, int(lda, int32), &
                int(stride_a, int32), ipiv, size(ipiv, 1, int32), pb, int(ldb, int32), int(stride_b, int32), &
                int(batch, int32), info)
        else
            if (copied_a) deallocate (pa)
            copied_a = .false.
            if (copied_b) deallocate (pb)
            copied_b = .false.
            allocate (wide_info(size(info)))
            wide_ipiv = int(ipiv, int64)
            call getrs_batch_z_b2_64(a, wide_ipiv, b, wide_info, trans)
            info = int(wide_info, int32)
        end if
        if (copied_a) deallocate (pa)
        if (copied_b) call store_columns(pb, b)
    end subroutine

    subroutine getrs_batch_z_b2_64(a, ipiv, b, info, trans)
        character(len=1), intent(in), optional :: trans
        complex(real64), intent(in), target :: a(:, :, :)
        complex(real64), intent(inout), target :: b(:, :)
        integer(int64), intent(in), contiguous :: ipiv(:, :)
        integer(int64), intent(out), contiguous :: info(:)
        character(len=1) :: trans_
        complex(real64), pointer, contiguous :: pa(:), pb(:)
        integer(int64) :: n, nrhs, batch, lda, stride_a, ldb, stride_b
        logical :: copied_a, copied_b
        integer :: bad

        trans_ = 'N'
        if (present(trans)) trans_ = trans
        n = size(a, 1, int64)
        nrhs = 1
        batch = size(a, 3, int64)
        bad = 0
        if (.not. (size(info, kind=int64) == batch)) bad = 13
        if (.not. (size(b, 1, int64) == n .and. size(b, 2, int64) == batch)) bad = 9
        if (.not. (size(ipiv, 1, int64) >= n .and. size(ipiv, 2, int64) == batch)) bad = 7
        if (.not. (size(a, 2, int64) == n)) bad = 4
        if (bad /= 0) then
            info = -int(bad, int64)
            return
        end if
        call matrices(a, pa, lda, stride_a, copied_a)
        call columns(b, pb, stride_b, copied_b)
        ldb = max(1_int64, n)
        call zgetrs_batch_strided_64(trans_, n, nrhs, pa, lda, stride_a, ipiv, size(ipiv, 1, int64), pb, ldb, &
            stride_b, batch, info)
        if (copied_a) deallocate (pa)
        if (copied_b) call store_columns(pb, b)
    end subroutine

    subroutine getri_batch_s(a, ipiv, info)
        real(real32), intent(inout), target :: a(:, :, :)
        integer(int32), intent(in), contiguous :: ipiv(:, :)
        integer(int32), intent(out), contiguous :: info(:)
        real(real32), pointer, contiguous :: pa(:)
        integer(int64) :: n, batch, lda, stride_a
        logical :: copied_a
        integer :: bad
        integer(int64), allocatable :: wide_info(:), wide_ipiv(:, :)

        n = size(a, 1, int64)
        batch = size(a, 3, int64)
        bad = 0
        if (.not. (size(info, kind=int64) == batch)) bad = 8
        if (.not. (size(ipiv, 1, int64) >= n .and. size(ipiv, 2, int64) == batch)) bad = 5
        if (.not. (size(a, 2, int64) == n)) bad = 2
        if (bad /= 0) then
            info = -int(bad, int32)
            return
        end if
        call matrices(a, pa, lda, stride_a, copied_a)
        if (max(n, batch, lda, stride_a) <= huge(0_int32)) then
            call sgetri_batch_strided(int(n, int32), pa, int(lda, int32), int(stride_a, int32), ipiv, size(ipiv, &
                1, int32), int(batch, int32), info)
        else
            if (copied_a) deallocate (pa)
            copied_a = .false.
            allocate (wide_info(size(info)))
            wide_ipiv = int(ipiv, int64)
            call getri_batch_s_64(a, wide_ipiv, wide_info)
            info = int(wide_info, int32)
        end if
        if (copied_a) call store_matrices(pa, a)
    end subroutine

    subroutine getri_batch_s_64(a, ipiv, info)
        real(real32), intent(inout), target :: a(:, :, :)
        integer(int64), intent(in), contiguous :: ipiv(:, :)
        integer(int64), intent(out), contiguous :: info(:)
        real(real32), pointer, contiguous :: pa(:)
        integer(int64) :: n, batch, lda, stride_a
        logical :: copied_a
        integer :: bad

        n = size(a, 1, int64)
        batch = size(a, 3, int64)
        bad = 0
        if (.not. (size(info, kind=int64) == batch)) bad = 8
        if (.not. (size(ipiv, 1, int64) >= n .and. size(ipiv, 2, int64) == batch)) bad = 5
        if (.not. (size(a, 2, int64) == n)) bad = 2
        if (bad /= 0) then
            info = -int(bad, int64)
            return
        end if
        call matrices(a, pa, lda, stride_a, copied_a)
        call sgetri_batch_strided_64(n, pa, lda, stride_a, ipiv, size(ipiv, 1, int64), batch, info)
        if (copied_a) call store_matrices(pa, a)
    end subroutine

    subroutine getri_batch_d(a, ipiv, info)
        real(real64), intent(inout), target :: a(:, :, :)
        integer(int32), intent(in), contiguous :: ipiv(:, :)
        integer(int32), intent(out), contiguous :: info(:)
        real(real64), pointer, contiguous :: pa(:)
        integer(int64) :: n, batch, lda, stride_a
        logical :: copied_a
        integer :: bad
        integer(int64), allocatable :: wide_info(:), wide_ipiv(:, :)

        n = size(a, 1, int64)
        batch = size(a, 3, int64)
        bad = 0
        if (.not. (size(info, kind=int64) == batch)) bad = 8
        if (.not. (size(ipiv, 1, int64) >= n .and. size(ipiv, 2, int64) == batch)) bad = 5
        if (.not. (size(a, 2, int64) == n)) bad = 2
        if (bad /= 0) then
            info = -int(bad, int32)
            return
        end if
        call matrices(a, pa, lda, stride_a, copied_a)
        if (max(n, batch, lda, stride_a) <= huge(0_int32)) then
            call dgetri_batch_strided(int(n, int32), pa, int(lda, int32), int(stride_a, int32), ipiv, size(ipiv, &
                1, int32), int(batch, int32), info)
        else
            if (copied_a) deallocate (pa)
            copied_a = .false.
            allocate (wide_info(size(info)))
            wide_ipiv = int(ipiv, int64)
            call getri_batch_d_64(a, wide_ipiv, wide_info)
            info = int(wide_info, int32)
        end if
        if (copied_a) call store_matrices(pa, a)
    end subroutine

    subroutine getri_batch_d_64(a, ipiv, info)
        real(real64), intent(inout), target :: a(:, :, :)
        integer(int64), intent(in), contiguous :: ipiv(:, :)
        integer(int64), intent(out), contiguous :: info(:)
        real(real64), pointer, contiguous :: pa(:)
        integer(int64) :: n, batch, lda, stride_a
        logical :: copied_a
        integer :: bad

        n = size(a, 1, int64)
        batch = size(a, 3, int64)
        bad = 0
        if (.not. (size(info, kind=int64) == batch)) bad = 8
        if (.not. (size(ipiv, 1, int64) >= n .and. size(ipiv, 2, int64) == batch)) bad = 5
        if (.not. (size(a, 2, int64) == n)) bad = 2
        if (bad /= 0) then
            info = -int(bad, int64)
            return
        end if
        call matrices(a, pa, lda, stride_a, copied_a)
        call dgetri_batch_strided_64(n, pa, lda, stride_a, ipiv, size(ipiv, 1, int64), batch, info)
        if (copied_a) call store_matrices(pa, a)
    end subroutine

    subroutine getri_batch_c(a, ipiv, info)
        complex(real32), intent(inout), target :: a(:, :, :)
        integer(int32), intent(in), contiguous :: ipiv(:, :)
        integer(int32), intent(out), contiguous :: info(:)
        complex(real32), pointer, contiguous :: pa(:)
        integer(int64) :: n, batch, lda, stride_a
        logical :: copied_a
        integer :: bad
        integer(int64), allocatable :: wide_info(:), wide_ipiv(:, :)

        n = size(a, 1, int64)
        batch = size(a, 3, int64)
        bad = 0
        if (.not. (size(info, kind=int64) == batch)) bad = 8
        if (.not. (size(ipiv, 1, int64) >= n .and. size(ipiv, 2, int64) == batch)) bad = 5
        if (.not. (size(a, 2, int64) == n)) bad = 2
        if (bad /= 0) then
            info = -int(bad, int32)
            return
        end if
        call matrices(a, pa, lda, stride_a, copied_a)
        if (max(n, batch, lda, stride_a) <= huge(0_int32)) then
            call cgetri_batch_strided(int(n, int32), pa, int(lda, int32), int(stride_a, int32), ipiv, size(ipiv, &
                1, int32), int(batch, int32), info)
        else
            if (copied_a) deallocate (pa)
            copied_a = .false.
            allocate (wide_info(size(info)))
            wide_ipiv = int(ipiv, int64)
            call getri_batch_c_64(a, wide_ipiv, wide_info)
            info = int(wide_info, int32)
        end if
        if (copied_a) call store_matrices(pa, a)
    end subroutine

    subroutine getri_batch_c_64(a, ipiv, info)
        complex(real32), intent(inout), target :: a(:, :, :)
        integer(int64), intent(in), contiguous :: ipiv(:, :)
        integer(int64), intent(out), contiguous :: info(:)
        complex(real32), pointer, contiguous :: pa(:)
        integer(int64) :: n, batch, lda, stride_a
        logical :: copied_a
        integer :: bad

        n = size(a, 1, int64)
        batch = size(a, 3, int64)
        bad = 0
        if (.not. (size(info, kind=int64) == batch)) bad = 8
        if (.not. (size(ipiv, 1, int64) >= n .and. size(ipiv, 2, int64) == batch)) bad = 5
        if (.not. (size(a, 2, int64) == n)) bad = 2
        if (bad /= 0) then
            info = -int(bad, int64)
            return
        end if
        call matrices(a, pa, lda, stride_a, copied_a)
        call cgetri_batch_strided_64(n, pa, lda, stride_a, ipiv, size(ipiv, 1, int64), batch, info)
        if (copied_a) call store_matrices(pa, a)
    end subroutine

    subroutine getri_batch_z(a, ipiv, info)
        complex(real64), intent(inout), target :: a(:, :, :)
        integer(int32), intent(in), contiguous :: ipiv(:, :)
        integer(int32), intent(out), contiguous :: info(:)
        complex(real64), pointer, contiguous :: pa(:)
        integer(int64) :: n, batch, lda, stride_a
        logical :: copied_a
        integer :: bad
        integer(int64), allocatable :: wide_info(:), wide_ipiv(:, :)

        n = size(a, 1, int64)
        batch = size(a, 3, int64)
        bad = 0
        if (.not. (size(info, kind=int64) == batch)) bad = 8
        if (.not. (size(ipiv, 1, int64) >= n .and. size(ipiv, 2, int64) == batch)) bad = 5
        if (.not. (size(a, 2, int64) == n)) bad = 2
        if (bad /= 0) then
            info = -int(bad, int32)
            return
        end if
        call matrices(a, pa, lda, stride_a, copied_a)
        if (max(n, batch, lda, stride_a) <= huge(0_int32)) then
            call zgetri_batch_strided(int(n, int32), pa, int(lda, int32), int(stride_a, int32), ipiv, size(ipiv, &
                1, int32), int(batch, int32), info)
        else
            if (copied_a) deallocate (pa)
            copied_a = .false.
            allocate (wide_info(size(info)))
            wide_ipiv = int(ipiv, int64)
            call getri_batch_z_64(a, wide_ipiv, wide_info)
            info = int(wide_info, int32)
        end if
        if (copied_a) call store_matrices(pa, a)
    end subroutine

    subroutine getri_batch_z_64(a, ipiv, info)
        complex(real64), intent(inout), target :: a(:, :, :)
        integer(int64), intent(in), contiguous :: ipiv(:, :)
        integer(int64), intent(out), contiguous :: info(:)
        complex(real64), pointer, contiguous :: pa(:)
        integer(int64) :: n, batch, lda, stride_a
        logical :: copied_a
        integer :: bad

        n = size(a, 1, int64)
        batch = size(a, 3, int64)
        bad = 0
        if (.not. (size(info, kind=int64) == batch)) bad = 8
        if (.not. (size(ipiv, 1, int64) >= n .and. size(ipiv, 2, int64) == batch)) bad = 5
        if (.not. (size(a, 2, int64) == n)) bad = 2
        if (bad /= 0) then
            info = -int(bad, int64)
            return
        end if
        call matrices(a, pa, lda, stride_a, copied_a)
        call zgetri_batch_strided_64(n, pa, lda, stride_a, ipiv, size(ipiv, 1, int64), batch, info)
        if (copied_a) call store_matrices(pa, a)
    end subroutine

    subroutine potrf_batch_s(uplo, a, info)
        character(len=1), intent(in) :: uplo
        real(real32), intent(inout), target :: a(:, :, :)
        integer(int32), intent(out), contiguous :: info(:)
        real(real32), pointer, contiguous :: pa(:)
        integer(int64) :: n, batch, lda, stride_a
        logical :: copied_a
        integer :: bad
        integer(int64), allocatable :: wide_info(:)

        n = size(a, 1, int64)
        batch = size(a, 3, int64)
        bad = 0
        if (.not. (size(info, kind=int64) == batch)) bad = 7
        if (.not. (size(a, 2, int64) == n)) bad = 3
        if (bad /= 0) then
            info = -int(bad, int32)
            return
        end if
        call matrices(a, pa, lda, stride_a, copied_a)
        if (max(n, batch, lda, stride_a) <= huge(0_int32)) then
            call spotrf_batch_strided(uplo, int(n, int32), pa, int(lda, int32), int(stride_a, int32), &
                int(batch, int32), info)
        else
            if (copied_a) deallocate (pa)
            copied_a = .false.
            allocate (wide_info(size(info)))
            call potrf_batch_s_64(uplo, a, wide_info)
            info = int(wide_info, int32)
        end if
        if (copied_a) call store_matrices(pa, a)
    end subroutine

    subroutine potrf_batch_s_64(uplo, a, info)
        character(len=1), intent(in) :: uplo
        real(real32), intent(inout), target :: a(:, :, :)
        integer(int64), intent(out), contiguous :: info(:)
        real(real32), pointer, contiguous :: pa(:)
        integer(int64) :: n, batch, lda, stride_a
        logical :: copied_a
        integer :: bad

        n = size(a, 1, int64)
        batch = size(a, 3, int64)
        bad = 0
        if (.not. (size(info, kind=int64) == batch)) bad = 7
        if (.not. (size(a, 2, int64) == n)) bad = 3
        if (bad /= 0) then
            info = -int(bad, int64)
            return
        end if
        call matrices(a, pa, lda, stride_a, copied_a)
        call spotrf_batch_strided_64(uplo, n, pa, lda, stride_a, batch, info)
        if (copied_a) call store_matrices(pa, a)
    end subroutine

    subroutine potrf_batch_d(uplo, a, info)
        character(len=1), intent(in) :: uplo
        real(real64), intent(inout), target :: a(:, :, :)
        integer(int32), intent(out), contiguous :: info(:)
        real(real64), pointer, contiguous :: pa(:)
        integer(int64) :: n, batch, lda, stride_a
        logical :: copied_a
        integer :: bad
        integer(int64), allocatable :: wide_info(:)

        n = size(a, 1, int64)
        batch = size(a, 3, int64)
        bad = 0
        if (.not. (size(info, kind=int64) == batch)) bad = 7
        if (.not. (size(a, 2, int64) == n)) bad = 3
        if (bad /= 0) then
            info = -int(bad, int32)
            return
        end if
        call matrices(a, pa, lda, stride_a, copied_a)
        if (max(n, batch, lda, stride_a) <= huge(0_int32)) then
            call dpotrf_batch_strided(uplo, int(n, int32), pa, int(lda, int32), int(stride_a, int32), &
                int(batch, int32), info)
        else
            if (copied_a) deallocate (pa)
            copied_a = .false.
            allocate (wide_info(size(info)))
            call potrf_batch_d_64(uplo, a, wide_info)
            info = int(wide_info, int32)
        end if
        if (copied_a) call store_matrices(pa, a)
    end subroutine

    subroutine potrf_batch_d_64(uplo, a, info)
        character(len=1), intent(in) :: uplo
        real(real64), intent(inout), target :: a(:, :, :)
        integer(int64), intent(out), contiguous :: info(:)
        real(real64), pointer, contiguous :: pa(:)
        integer(int64) :: n, batch, lda, stride_a
        logical :: copied_a
        integer :: bad

        n = size(a, 1, int64)
        batch = size(a, 3, int64)
        bad = 0
        if (.not. (size(info, kind=int64) == batch)) bad = 7
        if (.not. (size(a, 2, int64) == n)) bad = 3
        if (bad /= 0) then
            info = -int(bad, int64)
            return
        end if
        call matrices(a, pa, lda, stride_a, copied_a)
        call dpotrf_batch_strided_64(uplo, n, pa, lda, stride_a, batch, info)
        if (copied_a) call store_matrices(pa, a)
    end subroutine

    subroutine potrf_batch_c(uplo, a, info)
        character(len=1), intent(in) :: uplo
        complex(real32), intent(inout), target :: a(:, :, :)
        integer(int32), intent(out), contiguous :: info(:)
        complex(real32), pointer, contiguous :: pa(:)
        integer(int64) :: n, batch, lda, stride_a
        logical :: copied_a
        integer :: bad
        integer(int64), allocatable :: wide_info(:)

        n = size(a, 1, int64)
        batch = size(a, 3, int64)
        bad = 0
        if (.not. (size(info, kind=int64) == batch)) bad = 7
        if (.not. (size(a, 2, int64) == n)) bad = 3
        if (bad /= 0) then
            info = -int(bad, int32)
            return
        end if
        call matrices(a, pa, lda, stride_a, copied_a)
        if (max(n, batch, lda, stride_a) <= huge(0_int32)) then
            call cpotrf_batch_strided(uplo, int(n, int32), pa, int(lda, int32), int(stride_a, int32), &
                int(batch, int32), info)
        else
            if (copied_a) deallocate (pa)
            copied_a = .false.
            allocate (wide_info(size(info)))
            call potrf_batch_c_64(uplo, a, wide_info)
            info = int(wide_info, int32)
        end if
        if (copied_a) call store_matrices(pa, a)
    end subroutine

    subroutine potrf_batch_c_64(uplo, a, info)
        character(len=1), intent(in) :: uplo
        complex(real32), intent(inout), target :: a(:, :, :)
        integer(int64), intent(out), contiguous :: info(:)
        complex(real32), pointer, contiguous :: pa(:)
        integer(int64) :: n, batch, lda, stride_a
        logical :: copied_a
        integer :: bad

        n = size(a, 1, int64)
        batch = size(a, 3, int64)
        bad = 0
        if (.not. (size(info, kind=int64) == batch)) bad = 7
        if (.not. (size(a, 2, int64) == n)) bad = 3
        if (bad /= 0) then
            info = -int(bad, int64)
            return
        end if
        call matrices(a, pa, lda, stride_a, copied_a)
        call cpotrf_batch_strided_64(uplo, n, pa, lda, stride_a, batch, info)
        if (copied_a) call store_matrices(pa, a)
    end subroutine

    subroutine potrf_batch_z(uplo, a, info)
        character(len=1), intent(in) :: uplo
        complex(real64), intent(inout), target :: a(:, :, :)
        integer(int32), intent(out), contiguous :: info(:)
        complex(real64), pointer, contiguous :: pa(:)
        integer(int64) :: n, batch, lda, stride_a
        logical :: copied_a
        integer :: bad
        integer(int64), allocatable :: wide_info(:)

        n = size(a, 1, int64)
        batch = size(a, 3, int64)
        bad = 0
        if (.not. (size(info, kind=int64) == batch)) bad = 7
        if (.not. (size(a, 2, int64) == n)) bad = 3
        if (bad /= 0) then
            info = -int(bad, int32)
            return
        end if
        call matrices(a, pa, lda, stride_a, copied_a)
        if (max(n, batch, lda, stride_a) <= huge(0_int32)) then
            call zpotrf_batch_strided(uplo, int(n, int32), pa, int(lda, int32), int(stride_a, int32), &
                int(batch, int32), info)
        else
            if (copied_a) deallocate (pa)
            copied_a = .false.
            allocate (wide_info(size(info)))
            call potrf_batch_z_64(uplo, a, wide_info)
            info = int(wide_info, int32)
        end if
        if (copied_a) call store_matrices(pa, a)
    end subroutine

    subroutine potrf_batch_z_64(uplo, a, info)
        character(len=1), intent(in) :: uplo
        complex(real64), intent(inout), target :: a(:, :, :)
        integer(int64), intent(out), contiguous :: info(:)
        complex(real64), pointer, contiguous :: pa(:)
        integer(int64) :: n, batch, lda, stride_a
        logical :: copied_a
        integer :: bad

        n = size(a, 1, int64)
        batch = size(a, 3, int64)
        bad = 0
        if (.not. (size(info, kind=int64) == batch)) bad = 7
        if (.not. (size(a, 2, int64) == n)) bad = 3
        if (bad /= 0) then
            info = -int(bad, int64)
            return
        end if
        call matrices(a, pa, lda, stride_a, copied_a)
        call zpotrf_batch_strided_64(uplo, n, pa, lda, stride_a, batch, info)
        if (copied_a) call store_matrices(pa, a)
    end subroutine

    subroutine potrs_batch_s(uplo, a, b, info)
        character(len=1), intent(in) :: uplo
        real(real32), intent(in), target :: a(:, :, :)
        real(real32), intent(inout), target :: b(:, :, :)
        integer(int32), intent(out), contiguous :: info(:)
        real(real32), pointer, contiguous :: pa(:), pb(:)
        integer(int64) :: n, nrhs, batch, lda, stride_a, ldb, stride_b
        logical :: copied_a, copied_b
        integer :: bad
        integer(int64), allocatable :: wide_info(:)

        n = size(a, 1, int64)
        nrhs = size(b, 2, int64)
        batch = size(a, 3, int64)
        bad = 0
        if (.not. (size(info, kind=int64) == batch)) bad = 11
        if (.not. (size(b, 1, int64) == n .and. size(b, 3, int64) == batch)) bad = 7
        if (.not. (size(a, 2, int64) == n)) bad = 4
        if (bad /= 0) then
            info = -int(bad, int32)
            return
        end if
        call matrices(a, pa, lda, stride_a, copied_a)
        call matrices(b, pb, ldb, stride_b, copied_b)
        if (max(n, nrhs, batch, lda, stride_a, ldb, stride_b) <= huge(0_int32)) then
            call spotrs_batch_strided(uplo, int(n, int32), int(nrhs, int32), pa, int(lda, int32), &
                int(stride_a, int32), pb, int(ldb, int32), int(stride_b, int32), int(batch, int32), info)
        else
            if (copied_a) deallocate (pa)
            copied_a = .false.
            if (copied_b) deallocate (pb)
            copied_b = .false.
            allocate (wide_info(size(info)))
            call potrs_batch_s_64(uplo, a, b, wide_info)
            info = int(wide_info, int32)
        end if
        if (copied_a) deallocate (pa)
        if (copied_b) call store_matrices(pb, b)
    end subroutine

    subroutine potrs_batch_s_64(uplo, a, b, info)
        character(len=1), intent(in) :: uplo
        real(real32), intent(in), target :: a(:, :, :)
        real(real32), intent(inout), target :: b(:, :, :)
        integer(int64), intent(out), contiguous :: info(:)
        real(real32), pointer, contiguous :: pa(:), pb(:)
        integer(int64) :: n, nrhs, batch, lda, stride_a, ldb, stride_b
        logical :: copied_a, copied_b
        integer :: bad

        n = size(a, 1, int64)
        nrhs = size(b, 2, int64)
        batch = size(a, 3, int64)
        bad = 0
        if (.not. (size(info, kind=int64) == batch)) bad = 11
        if (.not. (size(b, 1, int64) == n .and. size(b, 3, int64) == batch)) bad = 7
        if (.not. (size(a, 2, int64) == n)) bad = 4
        if (bad /= 0) then
            info = -int(bad, int64)
            return
        end if
        call matrices(a, pa, lda, stride_a, copied_a)
        call matrices(b, pb, ldb, stride_b, copied_b)
        call spotrs_batch_strided_64(uplo, n, nrhs, pa, lda, stride_a, pb, ldb, stride_b, batch, info)
        if (copied_a) deallocate (pa)
        if (copied_b) call store_matrices(pb, b)
    end subroutine

    subroutine potrs_batch_s_b2(uplo, a, b, info)
        character(len=1), intent(in) :: uplo
        real(real32), intent(in), target :: a(:, :, :)
        real(real32), intent(inout), target :: b(:, :)
        integer(int32), intent(out), contiguous :: info(:)
        real(real32), pointer, contiguous :: pa(:), pb(:)
        integer(int64) :: n, nrhs, batch, lda, stride_a, ldb, stride_b
        logical :: copied_a, copied_b
        integer :: bad
        integer(int64), allocatable :: wide_info(:)

        n = size(a, 1, int64)
        nrhs = 1
        batch = size(a, 3, int64)
        bad = 0
        if (.not. (size(info, kind=int64) == batch)) bad = 11
        if (.not. (size(b, 1, int64) == n .and. size(b, 2, int64) == batch)) bad = 7
        if (.not. (size(a, 2, int64) == n)) bad = 4
        if (bad /= 0) then
            info = -int(bad, int32)
            return
        end if
        call matrices(a, pa, lda, stride_a, copied_a)
        call columns(b, pb, stride_b, copied_b)
        ldb = max(1_int64, n)
        if (max(n, batch, lda, stride_a, ldb, stride_b) <= huge(0_int32)) then
            call spotrs_batch_strided(uplo, int(n, int32), int(nrhs, int32), pa, int(lda, int32), &
                int(stride_a, int32), pb, int(ldb, int32), int(stride_b, int32), int(batch, int32), info)
        else
            if (copied_a) deallocate (pa)
            copied_a = .false.
            if (copied_b) deallocate (pb)
            copied_b = .false.
            allocate (wide_info(size(info)))
            call potrs_batch_s_b2_64(uplo, a, b, wide_info)
            info = int(wide_info, int32)
        end if
        if (copied_a) deallocate (pa)
        if (copied_b) call store_columns(pb, b)
    end subroutine

    subroutine potrs_batch_s_b2_64(uplo, a, b, info)
        character(len=1), intent(in) :: uplo
        real(real32), intent(in), target :: a(:, :, :)
        real(real32), intent(inout), target :: b(:, :)
        integer(int64), intent(out), contiguous :: info(:)
        real(real32), pointer, contiguous :: pa(:), pb(:)
        integer(int64) :: n, nrhs, batch, lda, stride_a, ldb, stride_b
        logical :: copied_a, copied_b
        integer :: bad

        n = size(a, 1, int64)
        nrhs = 1
        batch = size(a, 3, int64)
        bad = 0
        if (.not. (size(info, kind=int64) == batch)) bad = 11
        if (.not. (size(b, 1, int64) == n .and. size(b, 2, int64) == batch)) bad = 7
        if (.not. (size(a, 2, int64) == n)) bad = 4
        if (bad /= 0) then
            info = -int(bad, int64)
            return
        end if
        call matrices(a, pa, lda, stride_a, copied_a)
        call columns(b, pb, stride_b, copied_b)
        ldb = max(1_int64, n)
        call spotrs_batch_strided_64(uplo, n, nrhs, pa, lda, stride_a, pb, ldb, stride_b, batch, info)
        if (copied_a) deallocate (pa)
        if (copied_b) call store_columns(pb, b)
    end subroutine

    subroutine potrs_batch_d(uplo, a, b, info)
        character(len=1), intent(in) :: uplo
        real(real64), intent(in), target :: a(:, :, :)
        real(real64), intent(inout), target :: b(:, :, :)
        integer(int32), intent(out), contiguous :: info(:)
        real(real64), pointer, contiguous :: pa(:), pb(:)
        integer(int64) :: n, nrhs, batch, lda, stride_a, ldb, stride_b
        logical :: copied_a, copied_b
        integer :: bad
        integer(int64), allocatable :: wide_info(:)

        n = size(a, 1, int64)
        nrhs = size(b, 2, int64)
        batch = size(a, 3, int64)
        bad = 0
        if (.not. (size(info, kind=int64) == batch)) bad = 11
        if (.not. (size(b, 1, int64) == n .and. size(b, 3, int64) == batch)) bad = 7
        if (.not. (size(a, 2, int64) == n)) bad = 4
        if (bad /= 0) then
            info = -int(bad, int32)
            return
        end if
        call matrices(a, pa, lda, stride_a, copied_a)
        call matrices(b, pb, ldb, stride_b, copied_b)
        if (max(n, nrhs, batch, lda, stride_a, ldb, stride_b) <= huge(0_int32)) then
            call dpotrs_batch_strided(uplo, int(n, int32), int(nrhs, int32), pa, int(lda, int32), &
                int(stride_a, int32), pb, int(ldb, int32), int(stride_b, int32), int(batch, int32), info)
        else
            if (copied_a) deallocate (pa)
            copied_a = .false.
            if (copied_b) deallocate (pb)
            copied_b = .false.
            allocate (wide_info(size(info)))
            call potrs_batch_d_64(uplo, a, b, wide_info)
            info = int(wide_info, int32)
        end if
        if (copied_a) deallocate (pa)
        if (copied_b) call store_matrices(pb, b)
    end subroutine

    subroutine potrs_batch_d_64(uplo, a, b, info)
        character(len=1), intent(in) :: uplo
        real(real64), intent(in), target :: a(:, :, :)
        real(real64), intent(inout), target :: b(:, :, :)
        integer(int64), intent(out), contiguous :: info(:)
        real(real64), pointer, contiguous :: pa(:), pb(:)
        integer(int64) :: n, nrhs, batch, lda, stride_a, ldb, stride_b
        logical :: copied_a, copied_b
        integer :: bad

        n = size(a, 1, int64)
        nrhs = size(b, 2, int64)
        batch = size(a, 3, int64)
        bad = 0
        if (.not. (size(info, kind=int64) == batch)) bad = 11
        if (.not. (size(b, 1, int64) == n .and. size(b, 3, int64) == batch)) bad = 7
        if (.not. (size(a, 2, int64) == n)) bad = 4
        if (bad /= 0) then
            info = -int(bad, int64)
            return
        end if
        call matrices(a, pa, lda, stride_a, copied_a)
        call matrices(b, pb, ldb, stride_b, copied_b)
        call dpotrs_batch_strided_64(uplo, n, nrhs, pa, lda, stride_a, pb, ldb, stride_b, batch, info)
        if (copied_a) deallocate (pa)
        if (copied_b) call store_matrices(pb, b)
    end subroutine

    subroutine potrs_batch_d_b2(uplo, a, b, info)
        character(len=1), intent(in) :: uplo
        real(real64), intent(in), target :: a(:, :, :)
        real(real64), intent(inout), target :: b(:, :)
        integer(int32), intent(out), contiguous :: info(:)
        real(real64), pointer, contiguous :: pa(:), pb(:)
        integer(int64) :: n, nrhs, batch, lda, stride_a, ldb, stride_b
        logical :: copied_a, copied_b
        integer :: bad
        integer(int64), allocatable :: wide_info(:)

        n = size(a, 1, int64)
        nrhs = 1
        batch = size(a, 3, int64)
        bad = 0
        if (.not. (size(info, kind=int64) == batch)) bad = 11
        if (.not. (size(b, 1, int64) == n .and. size(b, 2, int64) == batch)) bad = 7
        if (.not. (size(a, 2, int64) == n)) bad = 4
        if (bad /= 0) then
            info = -int(bad, int32)
            return
        end if
        call matrices(a, pa, lda, stride_a, copied_a)
        call columns(b, pb, stride_b, copied_b)
        ldb = max(1_int64, n)
        if (max(n, batch, lda, stride_a, ldb, stride_b) <= huge(0_int32)) then
            call dpotrs_batch_strided(uplo, int(n, int32), int(nrhs, int32), pa, int(lda, int32), &
                int(stride_a, int32), pb, int(ldb, int32), int(stride_b, int32), int(batch, int32), info)
        else
            if (copied_a) deallocate (pa)
            copied_a = .false.
            if (copied_b) deallocate (pb)
            copied_b = .false.
            allocate (wide_info(size(info)))
            call potrs_batch_d_b2_64(uplo, a, b, wide_info)
            info = int(wide_info, int32)
        end if
        if (copied_a) deallocate (pa)
        if (copied_b) call store_columns(pb, b)
    end subroutine

    subroutine potrs_batch_d_b2_64(uplo, a, b, info)
        character(len=1), intent(in) :: uplo
        real(real64), intent(in), target :: a(:, :, :)
        real(real64), intent(inout), target :: b(:, :)
        integer(int64), intent(out), contiguous :: info(:)
        real(real64), pointer, contiguous :: pa(:), pb(:)
        integer(int64) :: n, nrhs, batch, lda, stride_a, ldb, stride_b
        logical :: copied_a, copied_b
        integer :: bad

        n = size(a, 1, int64)
        nrhs = 1
        batch = size(a, 3, int64)
        bad = 0
        if (.not. (size(info, kind=int64) == batch)) bad = 11
        if (.not. (size(b, 1, int64) == n .and. size(b, 2, int64) == batch)) bad = 7
        if (.not. (size(a, 2, int64) == n)) bad = 4
        if (bad /= 0) then
            info = -int(bad, int64)
            return
        end if
        call matrices(a, pa, lda, stride_a, copied_a)
        call columns(b, pb, stride_b, copied_b)
        ldb = max(1_int64, n)
        call dpotrs_batch_strided_64(uplo, n, nrhs, pa, lda, stride_a, pb, ldb, stride_b, batch, info)
        if (copied_a) deallocate (pa)
        if (copied_b) call store_columns(pb, b)
    end subroutine

    subroutine potrs_batch_c(uplo, a, b, info)
        character(len=1), intent(in) :: uplo
        complex(real32), intent(in), target :: a(:, :, :)
        complex(real32), intent(inout), target :: b(:, :, :)
        integer(int32), intent(out), contiguous :: info(:)
        complex(real32), pointer, contiguous :: pa(:), pb(:)
        integer(int64) :: n, nrhs, batch, lda, stride_a, ldb, stride_b
        logical :: copied_a, copied_b
        integer :: bad
        integer(int64), allocatable :: wide_info(:)

        n = size(a, 1, int64)
        nrhs = size(b, 2, int64)
        batch = size(a, 3, int64)
        bad = 0
        if (.not. (size(info, kind=int64) == batch)) bad = 11
        if (.not. (size(b, 1, int64) == n .and. size(b, 3, int64) == batch)) bad = 7
        if (.not. (size(a, 2, int64) == n)) bad = 4
        if (bad /= 0) then
            info = -int(bad, int32)
            return
        end if
        call matrices(a, pa, lda, stride_a, copied_a)
        call matrices(b, pb, ldb, stride_b, copied_b)
        if (max(n, nrhs, batch, lda, stride_a, ldb, stride_b) <= huge(0_int32)) then
            call cpotrs_batch_strided(uplo, int(n, int32), int(nrhs, int32), pa, int(lda, int32), &
                int(stride_a, int32), pb, int(ldb, int32), int(stride_b, int32), int(batch, int32), info)
        else
            if (copied_a) deallocate (pa)
            copied_a = .false.
            if (copied_b) deallocate (pb)
            copied_b = .false.
            allocate (wide_info(size(info)))
            call potrs_batch_c_64(uplo, a, b, wide_info)
            info = int(wide_info, int32)
        end if
        if (copied_a) deallocate (pa)
        if (copied_b) call store_matrices(pb, b)
    end subroutine

    subroutine potrs_batch_c_64(uplo, a, b, info)
        character(len=1), intent(in) :: uplo
        complex(real32), intent(in), target :: a(:, :, :)
        complex(real32), intent(inout), target :: b(:, :, :)
        integer(int64), intent(out), contiguous :: info(:)
        complex(real32), pointer, contiguous :: pa(:), pb(:)
        integer(int64) :: n, nrhs, batch, lda, stride_a, ldb, stride_b
        logical :: copied_a, copied_b
        integer :: bad

        n = size(a, 1, int64)
        nrhs = size(b, 2, int64)
        batch = size(a, 3, int64)
        bad = 0
        if (.not. (size(info, kind=int64) == batch)) bad = 11
        if (.not. (size(b, 1, int64) == n .and. size(b, 3, int64) == batch)) bad = 7
        if (.not. (size(a, 2, int64) == n)) bad = 4
        if (bad /= 0) then
            info = -int(bad, int64)
            return
        end if
        call matrices(a, pa, lda, stride_a, copied_a)
        call matrices(b, pb, ldb, stride_b, copied_b)
        call cpotrs_batch_strided_64(uplo, n, nrhs, pa, lda, stride_a, pb, ldb, stride_b, batch, info)
        if (copied_a) deallocate (pa)
        if (copied_b) call store_matrices(pb, b)
    end subroutine

    subroutine potrs_batch_c_b2(uplo, a, b, info)
        character(len=1), intent(in) :: uplo
        complex(real32), intent(in), target :: a(:, :, :)
        complex(real32), intent(inout), target :: b(:, :)
        integer(int32), intent(out), contiguous :: info(:)
        complex(real32), pointer, contiguous :: pa(:), pb(:)
        integer(int64) :: n, nrhs, batch, lda, stride_a, ldb, stride_b
        logical :: copied_a, copied_b
        integer :: bad
        integer(int64), allocatable :: wide_info(:)

        n = size(a, 1, int64)
        nrhs = 1
        batch = size(a, 3, int64)
        bad = 0
        if (.not. (size(info, kind=int64) == batch)) bad = 11
        if (.not. (size(b, 1, int64) == n .and. size(b, 2, int64) == batch)) bad = 7
        if (.not. (size(a, 2, int64) == n)) bad = 4
        if (bad /= 0) then
            info = -int(bad, int32)
            return
        end if
        call matrices(a, pa, lda, stride_a, copied_a)
        call columns(b, pb, stride_b, copied_b)
        ldb = max(1_int64, n)
        if (max(n, batch, lda, stride_a, ldb, stride_b) <= huge(0_int32)) then
            call cpotrs_batch_strided(uplo, int(n, int32), int(nrhs, int32), pa, int(lda, int32), &
                int(stride_a, int32), pb, int(ldb, int32), int(stride_b, int32), int(batch, int32), info)
        else
            if (copied_a) deallocate (pa)
            copied_a = .false.
            if (copied_b) deallocate (pb)
            copied_b = .false.
            allocate (wide_info(size(info)))
            call potrs_batch_c_b2_64(uplo, a, b, wide_info)
            info = int(wide_info, int32)
        end if
        if (copied_a) deallocate (pa)
        if (copied_b) call store_columns(pb, b)
    end subroutine

    subroutine potrs_batch_c_b2_64(uplo, a, b, info)
        character(len=1), intent(in) :: uplo
        complex(real32), intent(in), target :: a(:, :, :)
        complex(real32), intent(inout), target :: b(:, :)
        integer(int64), intent(out), contiguous :: info(:)
        complex(real32), pointer, contiguous :: pa(:), pb(:)
        integer(int64) :: n, nrhs, batch, lda, stride_a, ldb, stride_b
        logical :: copied_a, copied_b
        integer :: bad

        n = size(a, 1, int64)
        nrhs = 1
        batch = size(a, 3, int64)
        bad = 0
        if (.not. (size(info, kind=int64) == batch)) bad = 11
        if (.not. (size(b, 1, int64) == n .and. size(b, 2, int64) == batch)) bad = 7
        if (.not. (size(a, 2, int64) == n)) bad = 4
        if (bad /= 0) then
            info = -int(bad, int64)
            return
        end if
        call matrices(a, pa, lda, stride_a, copied_a)
        call columns(b, pb, stride_b, copied_b)
        ldb = max(1_int64, n)
        call cpotrs_batch_strided_64(uplo, n, nrhs, pa, lda, stride_a, pb, ldb, stride_b, batch, info)
        if (copied_a) deallocate (pa)
        if (copied_b) call store_columns(pb, b)
    end subroutine

    subroutine potrs_batch_z(uplo, a, b, info)
        character(len=1), intent(in) :: uplo
        complex(real64), intent(in), target :: a(:, :, :)
        complex(real64), intent(inout), target :: b(:, :, :)
        integer(int32), intent(out), contiguous :: info(:)
        complex(real64), pointer, contiguous :: pa(:), pb(:)
        integer(int64) :: n, nrhs, batch, lda, stride_a, ldb, stride_b
        logical :: copied_a, copied_b
        integer :: bad
        integer(int64), allocatable :: wide_info(:)

        n = size(a, 1, int64)
        nrhs = size(b, 2, int64)
        batch = size(a, 3, int64)
        bad = 0
        if (.not. (size(info, kind=int64) == batch)) bad = 11
        if (.not. (size(b, 1, int64) == n .and. size(b, 3, int64) == batch)) bad = 7
        if (.not. (size(a, 2, int64) == n)) bad = 4
        if (bad /= 0) then
            info = -int(bad, int32)
            return
        end if
        call matrices(a, pa, lda, stride_a, copied_a)
        call matrices(b, pb, ldb, stride_b, copied_b)
        if (max(n, nrhs, batch, lda, stride_a, ldb, stride_b) <= huge(0_int32)) then
            call zpotrs_batch_strided(uplo, int(n, int32), int(nrhs, int32), pa, int(lda, int32), &
                int(stride_a, int32), pb, int(ldb, int32), int(stride_b, int32), int(batch, int32), info)
        else
            if (copied_a) deallocate (pa)
            copied_a = .false.
            if (copied_b) deallocate (pb)
            copied_b = .false.
            allocate (wide_info(size(info)))
            call potrs_batch_z_64(uplo, a, b, wide_info)
            info = int(wide_info, int32)
        end if
        if (copied_a) deallocate (pa)
        if (copied_b) call store_matrices(pb, b)
    end subroutine

    subroutine potrs_batch_z_64(uplo, a, b, info)
        character(len=1), intent(in) :: uplo
        complex(real64), intent(in), target :: a(:, :, :)
        complex(real64), intent(inout), target :: b(:, :, :)
        integer(int64), intent(out), contiguous :: info(:)
        complex(real64), pointer, contiguous :: pa(:), pb(:)
        integer(int64) :: n, nrhs, batch, lda, stride_a, ldb, stride_b
        logical :: copied_a, copied_b
        integer :: bad

        n = size(a, 1, int64)
        nrhs = size(b, 2, int64)
        batch = size(a, 3, int64)
        bad = 0
        if (.not. (size(info, kind=int64) == batch)) bad = 11
        if (.not. (size(b, 1, int64) == n .and. size(b, 3, int64) == batch)) bad = 7
        if (.not. (size(a, 2, int64) == n)) bad = 4
        if (bad /= 0) then
            info = -int(bad, int64)
            return
        end if
        call matrices(a, pa, lda, stride_a, copied_a)
        call matrices(b, pb, ldb, stride_b, copied_b)
        call zpotrs_batch_strided_64(uplo, n, nrhs, pa, lda, stride_a, pb, ldb, stride_b, batch, info)
        if (copied_a) deallocate (pa)
        if (copied_b) call store_matrices(pb, b)
    end subroutine

    subroutine potrs_batch_z_b2(uplo, a, b, info)
        character(len=1), intent(in) :: uplo
        complex(real64), intent(in), target :: a(:, :, :)
        complex(real64), intent(inout), target :: b(:, :)
        integer(int32), intent(out), contiguous :: info(:)
        complex(real64), pointer, contiguous :: pa(:), pb(:)
        integer(int64) :: n, nrhs, batch, lda, stride_a, ldb, stride_b
        logical :: copied_a, copied_b
        integer :: bad
        integer(int64), allocatable :: wide_info(:)

        n = size(a, 1, int64)
        nrhs = 1
        batch = size(a, 3, int64)
        bad = 0
        if (.not. (size(info, kind=int64) == batch)) bad = 11
        if (.not. (size(b, 1, int64) == n .and. size(b, 2, int64) == batch)) bad = 7
        if (.not. (size(a, 2, int64) == n)) bad = 4
        if (bad /= 0) then
            info = -int(bad, int32)
            return
        end if
        call matrices(a, pa, lda, stride_a, copied_a)
        call columns(b, pb, stride_b, copied_b)
        ldb = max(1_int64, n)
        if (max(n, batch, lda, stride_a, ldb, stride_b) <= huge(0_int32)) then
            call zpotrs_batch_strided(uplo, int(n, int32), int(nrhs, int32), pa, int(lda, int32), &
                int(stride_a, int32), pb, int(ldb, int32), int(stride_b, int32), int(batch, int32), info)
        else
            if (copied_a) deallocate (pa)
            copied_a = .false.
            if (copied_b) deallocate (pb)
            copied_b = .false.
            allocate (wide_info(size(info)))
            call potrs_batch_z_b2_64(uplo, a, b, wide_info)
            info = int(wide_info, int32)
        end if
        if (copied_a) deallocate (pa)
        if (copied_b) call store_columns(pb, b)
    end subroutine

    subroutine potrs_batch_z_b2_64(uplo, a, b, info)
        character(len=1), intent(in) :: uplo
        complex(real64), intent(in), target :: a(:, :, :)
        complex(real64), intent(inout), target :: b(:, :)
        integer(int64), intent(out), contiguous :: info(:)
        complex(real64), pointer, contiguous :: pa(:), pb(:)
        integer(int64) :: n, nrhs, batch, lda, stride_a, ldb, stride_b
        logical :: copied_a, copied_b
        integer :: bad

        n = size(a, 1, int64)
        nrhs = 1
        batch = size(a, 3, int64)
        bad = 0
        if (.not. (size(info, kind=int64) == batch)) bad = 11
        if (.not. (size(b, 1, int64) == n .and. size(b, 2, int64) == batch)) bad = 7
        if (.not. (size(a, 2, int64) == n)) bad = 4
        if (bad /= 0) then
            info = -int(bad, int64)
            return
        end if
        call matrices(a, pa, lda, stride_a, copied_a)
        call columns(b, pb, stride_b, copied_b)
        ldb = max(1_int64, n)
        call zpotrs_batch_strided_64(uplo, n, nrhs, pa, lda, stride_a, pb, ldb, stride_b, batch, info)
        if (copied_a) deallocate (pa)
        if (copied_b) call store_columns(pb, b)
    end subroutine

    subroutine geqrf_batch_s(a, tau, info)
        real(real32), intent(inout), target :: a(:, :, :)
        real(real32), intent(inout), contiguous :: tau(:, :)
        integer(int32), intent(out), contiguous :: info(:)
        real(real32), pointer, contiguous :: pa(:)
        integer(int64) :: m, n, batch, lda, stride_a
        logical :: copied_a
        integer :: bad
        integer(int64), allocatable :: wide_info(:)

        m = size(a, 1, int64)
        n = size(a, 2, int64)
        batch = size(a, 3, int64)
        bad = 0
        if (.not. (size(info, kind=int64) == batch)) bad = 9
        if (.not. (size(tau, 1, int64) >= min(m, n) .and. size(tau, 2, int64) == batch)) bad = 6
        if (bad /= 0) then
            info = -int(bad, int32)
            return
        end if
        call matrices(a, pa, lda, stride_a, copied_a)
        if (max(m, n, batch, lda, stride_a) <= huge(0_int32)) then
            call sgeqrf_batch_strided(int(m, int32), int(n, int32), pa, int(lda, int32), int(stride_a, int32), tau, &
                size(tau, 1, int32), int(batch, int32), info)
        else
            if (copied_a) deallocate (pa)
            copied_a = .false.
            allocate (wide_info(size(info)))
            call geqrf_batch_s_64(a, tau, wide_info)
            info = int(wide_info, int32)
        end if
        if (copied_a) call store_matrices(pa, a)
    end subroutine

    subroutine geqrf_batch_s_64(a, tau, info)
        real(real32), intent(inout), target :: a(:, :, :)
        real(real32), intent(inout), contiguous :: tau(:, :)
        integer(int64), intent(out), contiguous :: info(:)
        real(real32), pointer, contiguous :: pa(:)
        integer(int64) :: m, n, batch, lda, stride_a
        logical :: copied_a
        integer :: bad

        m = size(a, 1, int64)
        n = size(a, 2, int64)
        batch = size(a, 3, int64)
        bad = 0
        if (.not. (size(info, kind=int64) == batch)) bad = 9
        if (.not. (size(tau, 1, int64) >= min(m, n) .and. size(tau, 2, int64) == batch)) bad = 6
        if (bad /= 0) then
            info = -int(bad, int64)
            return
        end if
        call matrices(a, pa, lda, stride_a, copied_a)
        call sgeqrf_batch_strided_64(m, n, pa, lda, stride_a, tau, size(tau, 1, int64), batch, info)
        if (copied_a) call store_matrices(pa, a)
    end subroutine

    subroutine geqrf_batch_d(a, tau, info)
        real(real64), intent(inout), target :: a(:, :, :)
        real(real64), intent(inout), contiguous :: tau(:, :)
        integer(int32), intent(out), contiguous :: info(:)
        real(real64), pointer, contiguous :: pa(:)
        integer(int64) :: m, n, batch, lda, stride_a
        logical :: copied_a
        integer :: bad
        integer(int64), allocatable :: wide_info(:)

        m = size(a, 1, int64)
        n = size(a, 2, int64)
        batch = size(a, 3, int64)
        bad = 0
        if (.not. (size(info, kind=int64) == batch)) bad = 9
        if (.not. (size(tau, 1, int64) >= min(m, n) .and. size(tau, 2, int64) == batch)) bad = 6
        if (bad /= 0) then
            info = -int(bad, int32)
            return
        end if
        call matrices(a, pa, lda, stride_a, copied_a)
        if (max(m, n, batch, lda, stride_a) <= huge(0_int32)) then
            call dgeqrf_batch_strided(int(m, int32), int(n, int32), pa, int(lda, int32), int(stride_a, int32), tau, &
                size(tau, 1, int32), int(batch, int32), info)
        else
            if (copied_a) deallocate (pa)
            copied_a = .false.
            allocate (wide_info(size(info)))
            call geqrf_batch_d_64(a, tau, wide_info)
            info = int(wide_info, int32)
        end if
        if (copied_a) call store_matrices(pa, a)
    end subroutine

    subroutine geqrf_batch_d_64(a, tau, info)
        real(real64), intent(inout), target :: a(:, :, :)
        real(real64), intent(inout), contiguous :: tau(:, :)
        integer(int64), intent(out), contiguous :: info(:)
        real(real64), pointer, contiguous :: pa(:)
        integer(int64) :: m, n, batch, lda, stride_a
        logical :: copied_a
        integer :: bad

        m = size(a, 1, int64)
        n = size(a, 2, int64)
        batch = size(a, 3, int64)
        bad = 0
        if (.not. (size(info, kind=int64) == batch)) bad = 9
        if (.not. (size(tau, 1, int64) >= min(m, n) .and. size(tau, 2, int64) == batch)) bad = 6
        if (bad /= 0) then
            info = -int(bad, int64)
            return
        end if
        call matrices(a, pa, lda, stride_a, copied_a)
        call dgeqrf_batch_strided_64(m, n, pa, lda, stride_a, tau, size(tau, 1, int64), batch, info)
        if (copied_a) call store_matrices(pa, a)
    end subroutine

    subroutine geqrf_batch_c(a, tau, info)
        complex(real32), intent(inout), target :: a(:, :, :)
        complex(real32), intent(inout), contiguous :: tau(:, :)
        integer(int32), intent(out), contiguous :: info(:)
        complex(real32), pointer, contiguous :: pa(:)
        integer(int64) :: m, n, batch, lda, stride_a
        logical :: copied_a
        integer :: bad
        integer(int64), allocatable :: wide_info(:)

        m = size(a, 1, int64)
        n = size(a, 2, int64)
        batch = size(a, 3, int64)
        bad = 0
        if (.not. (size(info, kind=int64) == batch)) bad = 9
        if (.not. (size(tau, 1, int64) >= min(m, n) .and. size(tau, 2, int64) == batch)) bad = 6
        if (bad /= 0) then
            info = -int(bad, int32)
            return
        end if
        call matrices(a, pa, lda, stride_a, copied_a)
        if (max(m, n, batch, lda, stride_a) <= huge(0_int32)) then
            call cgeqrf_batch_strided(int(m, int32), int(n, int32), pa, int(lda, int32), int(stride_a, int32), tau, &
                size(tau, 1, int32), int(batch, int32), info)
        else
            if (copied_a) deallocate (pa)
            copied_a = .false.
            allocate (wide_info(size(info)))
            call geqrf_batch_c_64(a, tau, wide_info)
            info = int(wide_info, int32)
        end if
        if (copied_a) call store_matrices(pa, a)
    end subroutine

    subroutine geqrf_batch_c_64(a, tau, info)
        complex(real32), intent(inout), target :: a(:, :, :)
        complex(real32), intent(inout), contiguous :: tau(:, :)
        integer(int64), intent(out), contiguous :: info(:)
        complex(real32), pointer, contiguous :: pa(:)
        integer(int64) :: m, n, batch, lda, stride_a
        logical :: copied_a
        integer :: bad

        m = size(a, 1, int64)
        n = size(a, 2, int64)
        batch = size(a, 3, int64)
        bad = 0
        if (.not. (size(info, kind=int64) == batch)) bad = 9
        if (.not. (size(tau, 1, int64) >= min(m, n) .and. size(tau, 2, int64) == batch)) bad = 6
        if (bad /= 0) then
            info = -int(bad, int64)
            return
        end if
        call matrices(a, pa, lda, stride_a, copied_a)
        call cgeqrf_batch_strided_64(m, n, pa, lda, stride_a, tau, size(tau, 1, int64), batch, info)
        if (copied_a) call store_matrices(pa, a)
    end subroutine

    subroutine geqrf_batch_z(a, tau, info)
        complex(real64), intent(inout), target :: a(:, :, :)
        complex(real64), intent(inout), contiguous :: tau(:, :)
        integer(int32), intent(out), contiguous :: info(:)
        complex(real64), pointer, contiguous :: pa(:)
        integer(int64) :: m, n, batch, lda, stride_a
        logical :: copied_a
        integer :: bad
        integer(int64), allocatable :: wide_info(:)

        m = size(a, 1, int64)
        n = size(a, 2, int64)
        batch = size(a, 3, int64)
        bad = 0
        if (.not. (size(info, kind=int64) == batch)) bad = 9
        if (.not. (size(tau, 1, int64) >= min(m, n) .and. size(tau, 2, int64) == batch)) bad = 6
        if (bad /= 0) then
            info = -int(bad, int32)
            return
        end if
        call matrices(a, pa, lda, stride_a, copied_a)
        if (max(m, n, batch, lda, stride_a) <= huge(0_int32)) then
            call zgeqrf_batch_strided(int(m, int32), int(n, int32), pa, int(lda, int32), int(stride_a, int32), tau, &
                size(tau, 1, int32), int(batch, int32), info)
        else
            if (copied_a) deallocate (pa)
            copied_a = .false.
            allocate (wide_info(size(info)))
            call geqrf_batch_z_64(a, tau, wide_info)
            info = int(wide_info, int32)
        end if
        if (copied_a) call store_matrices(pa, a)
    end subroutine

    subroutine geqrf_batch_z_64(a, tau, info)
        complex(real64), intent(inout), target :: a(:, :, :)
        complex(real64), intent(inout), contiguous :: tau(:, :)
        integer(int64), intent(out), contiguous :: info(:)
        complex(real64), pointer, contiguous :: pa(:)
        integer(int64) :: m, n, batch, lda, stride_a
        logical :: copied_a
        integer :: bad

        m = size(a, 1, int64)
        n = size(a, 2, int64)
        batch = size(a, 3, int64)
        bad = 0
        if (.not. (size(info, kind=int64) == batch)) bad = 9
        if (.not. (size(tau, 1, int64) >= min(m, n) .and. size(tau, 2, int64) == batch)) bad = 6
        if (bad /= 0) then
            info = -int(bad, int64)
            return
        end if
        call matrices(a, pa, lda, stride_a, copied_a)
        call zgeqrf_batch_strided_64(m, n, pa, lda, stride_a, tau, size(tau, 1, int64), batch, info)
        if (copied_a) call store_matrices(pa, a)
    end subroutine

    subroutine orgqr_batch_s(a, tau, info)
        real(real32), intent(inout), target :: a(:, :, :)
        real(real32), intent(in), contiguous :: tau(:, :)
        integer(int32), intent(out), contiguous :: info(:)
        real(real32), pointer, contiguous :: pa(:)
        integer(int64) :: m, n, k, batch, lda, stride_a
        logical :: copied_a
        integer :: bad
        integer(int64), allocatable :: wide_info(:)

        m = size(a, 1, int64)
        n = size(a, 2, int64)
        k = size(tau, 1, int64)
        batch = size(a, 3, int64)
        bad = 0
        if (.not. (size(info, kind=int64) == batch)) bad = 10
        if (.not. (k <= n .and. size(tau, 2, int64) == batch)) bad = 7
        if (.not. (m >= n)) bad = 4
        if (bad /= 0) then
            info = -int(bad, int32)
            return
        end if
        call matrices(a, pa, lda, stride_a, copied_a)
        if (max(m, n, k, batch, lda, stride_a) <= huge(0_int32)) then
            call sorgqr_batch_strided(int(m, int32), int(n, int32), int(k, int32), pa, int(lda, int32), &
                int(stride_a, int32), tau, size(tau, 1, int32), int(batch, int32), info)
        else
            if (copied_a) deallocate (pa)
            copied_a = .false.
            allocate (wide_info(size(info)))
            call orgqr_batch_s_64(a, tau, wide_info)
            info = int(wide_info, int32)
        end if
        if (copied_a) call store_matrices(pa, a)
    end subroutine

    subroutine orgqr_batch_s_64(a, tau, info)
        real(real32), intent(inout), target :: a(:, :, :)
        real(real32), intent(in), contiguous :: tau(:, :)
        integer(int64), intent(out), contiguous :: info(:)
        real(real32), pointer, contiguous :: pa(:)
        integer(int64) :: m, n, k, batch, lda, stride_a
        logical :: copied_a
        integer :: bad

        m = size(a, 1, int64)
        n = size(a, 2, int64)
        k = size(tau, 1, int64)
        batch = size(a, 3, int64)
        bad = 0
        if (.not. (size(info, kind=int64) == batch)) bad = 10
        if (.not. (k <= n .and. size(tau, 2, int64) == batch)) bad = 7
        if (.not. (m >= n)) bad = 4
        if (bad /= 0) then
            info = -int(bad, int64)
            return
        end if
        call matrices(a, pa, lda, stride_a, copied_a)
        call sorgqr_batch_strided_64(m, n, k, pa, lda, stride_a, tau, size(tau, 1, int64), batch, info)
        if (copied_a) call store_matrices(pa, a)
    end subroutine

    subroutine orgqr_batch_d(a, tau, info)
        real(real64), intent(inout), target :: a(:, :, :)
        real(real64), intent(in), contiguous :: tau(:, :)
        integer(int32), intent(out), contiguous :: info(:)
        real(real64), pointer, contiguous :: pa(:)
        integer(int64) :: m, n, k, batch, lda, stride_a
        logical :: copied_a
        integer :: bad
        integer(int64), allocatable :: wide_info(:)

        m = size(a, 1, int64)
        n = size(a, 2, int64)
        k = size(tau, 1, int64)
        batch = size(a, 3, int64)
        bad = 0
        if (.not. (size(info, kind=int64) == batch)) bad = 10
        if (.not. (k <= n .and. size(tau, 2, int64) == batch)) bad = 7
        if (.not. (m >= n)) bad = 4
        if (bad /= 0) then
            info = -int(bad, int32)
            return
        end if
        call matrices(a, pa, lda, stride_a, copied_a)
        if (max(m, n, k, batch, lda, stride_a) <= huge(0_int32)) then
            call dorgqr_batch_strided(int(m, int32), int(n, int32), int(k, int32), pa, int(lda, int32), &
                int(stride_a, int32), tau, size(tau, 1, int32), int(batch, int32), info)
        else
            if (copied_a) deallocate (pa)
            copied_a = .false.
            allocate (wide_info(size(info)))
            call orgqr_batch_d_64(a, tau, wide_info)
            info = int(wide_info, int32)
        end if
        if (copied_a) call store_matrices(pa, a)
    end subroutine

    subroutine orgqr_batch_d_64(a, tau, info)
        real(real64), intent(inout), target :: a(:, :, :)
        real(real64), intent(in), contiguous :: tau(:, :)
        integer(int64), intent(out), contiguous :: info(:)
        real(real64), pointer, contiguous :: pa(:)
        integer(int64) :: m, n, k, batch, lda, stride_a
        logical :: copied_a
        integer :: bad

        m = size(a, 1, int64)
        n = size(a, 2, int64)
        k = size(tau, 1, int64)
        batch = size(a, 3, int64)
        bad = 0
        if (.not. (size(info, kind=int64) == batch)) bad = 10
        if (.not. (k <= n .and. size(tau, 2, int64) == batch)) bad = 7
        if (.not. (m >= n)) bad = 4
        if (bad /= 0) then
            info = -int(bad, int64)
            return
        end if
        call matrices(a, pa, lda, stride_a, copied_a)
        call dorgqr_batch_strided_64(m, n, k, pa, lda, stride_a, tau, size(tau, 1, int64), batch, info)
        if (copied_a) call store_matrices(pa, a)
    end subroutine

    subroutine ungqr_batch_c(a, tau, info)
        complex(real32), intent(inout), target :: a(:, :, :)
        complex(real32), intent(in), contiguous :: tau(:, :)
        integer(int32), intent(out), contiguous :: info(:)
        complex(real32), pointer, contiguous :: pa(:)
        integer(int64) :: m, n, k, batch, lda, stride_a
        logical :: copied_a
        integer :: bad
        integer(int64), allocatable :: wide_info(:)

        m = size(a, 1, int64)
        n = size(a, 2, int64)
        k = size(tau, 1, int64)
        batch = size(a, 3, int64)
        bad = 0
        if (.not. (size(info, kind=int64) == batch)) bad = 10
        if (.not. (k <= n .and. size(tau, 2, int64) == batch)) bad = 7
        if (.not. (m >= n)) bad = 4
        if (bad /= 0) then
            info = -int(bad, int32)
            return
        end if
        call matrices(a, pa, lda, stride_a, copied_a)
        if (max(m, n, k, batch, lda, stride_a) <= huge(0_int32)) then
            call cungqr_batch_strided(int(m, int32), int(n, int32), int(k, int32), pa, int(lda, int32), &
                int(stride_a, int32), tau, size(tau, 1, int32), int(batch, int32), info)
        else
            if (copied_a) deallocate (pa)
            copied_a = .false.
            allocate (wide_info(size(info)))
            call ungqr_batch_c_64(a, tau, wide_info)
            info = int(wide_info, int32)
        end if
        if (copied_a) call store_matrices(pa, a)
    end subroutine

    subroutine ungqr_batch_c_64(a, tau, info)
        complex(real32), intent(inout), target :: a(:, :, :)
        complex(real32), intent(in), contiguous :: tau(:, :)
        integer(int64), intent(out), contiguous :: info(:)
        complex(real32), pointer, contiguous :: pa(:)
        integer(int64) :: m, n, k, batch, lda, stride_a
        logical :: copied_a
        integer :: bad

        m = size(a, 1, int64)
        n = size(a, 2, int64)
        k = size(tau, 1, int64)
        batch = size(a, 3, int64)
        bad = 0
        if (.not. (size(info, kind=int64) == batch)) bad = 10
        if (.not. (k <= n .and. size(tau, 2, int64) == batch)) bad = 7
        if (.not. (m >= n)) bad = 4
        if (bad /= 0) then
            info = -int(bad, int64)
            return
        end if
        call matrices(a, pa, lda, stride_a, copied_a)
        call cungqr_batch_strided_64(m, n, k, pa, lda, stride_a, tau, size(tau, 1, int64), batch, info)
        if (copied_a) call store_matrices(pa, a)
    end subroutine

    subroutine ungqr_batch_z(a, tau, info)
        complex(real64), intent(inout), target :: a(:, :, :)
        complex(real64), intent(in), contiguous :: tau(:, :)
        integer(int32), intent(out), contiguous :: info(:)
        complex(real64), pointer, contiguous :: pa(:)
        integer(int64) :: m, n, k, batch, lda, stride_a
        logical :: copied_a
        integer :: bad
        integer(int64), allocatable :: wide_info(:)

        m = size(a, 1, int64)
        n = size(a, 2, int64)
        k = size(tau, 1, int64)
        batch = size(a, 3, int64)
        bad = 0
        if (.not. (size(info, kind=int64) == batch)) bad = 10
        if (.not. (k <= n .and. size(tau, 2, int64) == batch)) bad = 7
        if (.not. (m >= n)) bad = 4
        if (bad /= 0) then
            info = -int(bad, int32)
            return
        end if
        call matrices(a, pa, lda, stride_a, copied_a)
        if (max(m, n, k, batch, lda, stride_a) <= huge(0_int32)) then
            call zungqr_batch_strided(int(m, int32), int(n, int32), int(k, int32), pa, int(lda, int32), &
                int(stride_a, int32), tau, size(tau, 1, int32), int(batch, int32), info)
        else
            if (copied_a) deallocate (pa)
            copied_a = .false.
            allocate (wide_info(size(info)))
            call ungqr_batch_z_64(a, tau, wide_info)
            info = int(wide_info, int32)
        end if
        if (copied_a) call store_matrices(pa, a)
    end subroutine

    subroutine ungqr_batch_z_64(a, tau, info)
        complex(real64), intent(inout), target :: a(:, :, :)
        complex(real64), intent(in), contiguous :: tau(:, :)
        integer(int64), intent(out), contiguous :: info(:)
        complex(real64), pointer, contiguous :: pa(:)
        integer(int64) :: m, n, k, batch, lda, stride_a
        logical :: copied_a
        integer :: bad

        m = size(a, 1, int64)
        n = size(a, 2, int64)
        k = size(tau, 1, int64)
        batch = size(a, 3, int64)
        bad = 0
        if (.not. (size(info, kind=int64) == batch)) bad = 10
        if (.not. (k <= n .and. size(tau, 2, int64) == batch)) bad = 7
        if (.not. (m >= n)) bad = 4
        if (bad /= 0) then
            info = -int(bad, int64)
            return
        end if
        call matrices(a, pa, lda, stride_a, copied_a)
        call zungqr_batch_strided_64(m, n, k, pa, lda, stride_a, tau, size(tau, 1, int64), batch, info)
        if (copied_a) call store_matrices(pa, a)
    end subroutine

    subroutine gebrd_batch_s(a, d, e, tauq, taup, info)
        real(real32), intent(inout), target :: a(:, :, :)
        real(real32), intent(inout), contiguous :: d(:, :)
        real(real32), intent(inout), contiguous :: e(:, :)
        real(real32), intent(inout), contiguous :: tauq(:, :)
        real(real32), intent(inout), contiguous :: taup(:, :)
        integer(int32), intent(out), contiguous :: info(:)
        real(real32), pointer, contiguous :: pa(:)
        integer(int64) :: m, n, batch, lda, stride_a
        logical :: copied_a
        integer :: bad
        integer(int64), allocatable :: wide_info(:)

        m = size(a, 1, int64)
        n = size(a, 2, int64)
        batch = size(a, 3, int64)
        bad = 0
        if (.not. (size(info, kind=int64) == batch)) bad = 15
        if (.not. (size(taup, 1, int64) >= min(m, n) .and. size(taup, 2, int64) == batch)) bad = 12
        if (.not. (size(tauq, 1, int64) >= min(m, n) .and. size(tauq, 2, int64) == batch)) bad = 10
        if (.not. (size(e, 1, int64) >= min(m, n) - 1 .and. size(e, 2, int64) == batch)) bad = 8
        if (.not. (size(d, 1, int64) >= min(m, n) .and. size(d, 2, int64) == batch)) bad = 6
        if (bad /= 0) then
            info = -int(bad, int32)
            return
        end if
        call matrices(a, pa, lda, stride_a, copied_a)
        if (max(m, n, batch, lda, stride_a) <= huge(0_int32)) then
            call sgebrd_batch_strided(int(m, int32), int(n, int32), pa, int(lda, int32), int(stride_a, int32), d, &
                size(d, 1, int32), e, size(e, 1, int32), tauq, size(tauq, 1, int32), taup, size(taup, 1, int32), &
                int(batch, int32), info)
        else
            if (copied_a) deallocate (pa)
            copied_a = .false.
            allocate (wide_info(size(info)))
            call gebrd_batch_s_64(a, d, e, tauq, taup, wide_info)
            info = int(wide_info, int32)
        end if
        if (copied_a) call store_matrices(pa, a)
    end subroutine

    subroutine gebrd_batch_s_64(a, d, e, tauq, taup, info)
        real(real32), intent(inout), target :: a(:, :, :)
        real(real32), intent(inout), contiguous :: d(:, :)
        real(real32), intent(inout), contiguous :: e(:, :)
        real(real32), intent(inout), contiguous :: tauq(:, :)
        real(real32), intent(inout), contiguous :: taup(:, :)
        integer(int64), intent(out), contiguous :: info(:)
        real(real32), pointer, contiguous :: pa(:)
        integer(int64) :: m, n, batch, lda, stride_a
        logical :: copied_a
        integer :: bad

        m = size(a, 1, int64)
        n = size(a, 2, int64)
        batch = size(a, 3, int64)
        bad = 0
        if (.not. (size(info, kind=int64) == batch)) bad = 15
        if (.not. (size(taup, 1, int64) >= min(m, n) .and. size(taup, 2, int64) == batch)) bad = 12
        if (.not. (size(tauq, 1, int64) >= min(m, n) .and. size(tauq, 2, int64) == batch)) bad = 10
        if (.not. (size(e, 1, int64) >= min(m, n) - 1 .and. size(e, 2, int64) == batch)) bad = 8
        if (.not. (size(d, 1, int64) >= min(m, n) .and. size(d, 2, int64) == batch)) bad = 6
        if (bad /= 0) then
            info = -int(bad, int64)
            return
        end if
        call matrices(a, pa, lda, stride_a, copied_a)
        call sgebrd_batch_strided_64(m, n, pa, lda, stride_a, d, size(d, 1, int64), e, size(e, 1, int64), tauq, &
            size(tauq, 1, int64), taup, size(taup, 1, int64), batch, info)
        if (copied_a) call store_matrices(pa, a)
    end subroutine

    subroutine gebrd_batch_d(a, d, e, tauq, taup, info)
        real(real64), intent(inout), target :: a(:, :, :)
        real(real64), intent(inout), contiguous :: d(:, :)
        real(real64), intent(inout), contiguous :: e(:, :)
        real(real64), intent(inout), contiguous :: tauq(:, :)
        real(real64), intent(inout), contiguous :: taup(:, :)
        integer(int32), intent(out), contiguous :: info(:)
        real(real64), pointer, contiguous :: pa(:)
        integer(int64) :: m, n, batch, lda, stride_a
        logical :: copied_a
        integer :: bad
        integer(int64), allocatable :: wide_info(:)

        m = size(a, 1, int64)
        n = size(a, 2, int64)
        batch = size(a, 3, int64)
        bad = 0
        if (.not. (size(info, kind=int64) == batch)) bad = 15
        if (.not. (size(taup, 1, int64) >= min(m, n) .and. size(taup, 2, int64) == batch)) bad = 12
        if (.not. (size(tauq, 1, int64) >= min(m, n) .and. size(tauq, 2, int64) == batch)) bad = 10
        if (.not. (size(e, 1, int64) >= min(m, n) - 1 .and. size(e, 2, int64) == batch)) bad = 8
        if (.not. (size(d, 1, int64) >= min(m, n) .and. size(d, 2, int64) == batch)) bad = 6
        if (bad /= 0) then
            info = -int(bad, int32)
            return
        end if
        call matrices(a, pa, lda, stride_a, copied_a)
        if (max(m, n, batch, lda, stride_a) <= huge(0_int32)) then
            call dgebrd_batch_strided(int(m, int32), int(n, int32), pa, int(lda, int32), int(stride_a, int32), d, &
                size(d, 1, int32), e, size(e, 1, int32), tauq, size(tauq, 1, int32), taup, size(taup, 1, int32), &
                int(batch, int32), info)
        else
            if (copied_a) deallocate (pa)
            copied_a = .false.
            allocate (wide_info(size(info)))
            call gebrd_batch_d_64(a, d, e, tauq, taup, wide_info)
            info = int(wide_info, int32)
        end if
        if (copied_a) call store_matrices(pa, a)
    end subroutine

    subroutine gebrd_batch_d_64(a, d, e, tauq, taup, info)
        real(real64), intent(inout), target :: a(:, :, :)
        real(real64), intent(inout), contiguous :: d(:, :)
        real(real64), intent(inout), contiguous :: e(:, :)
        real(real64), intent(inout), contiguous :: tauq(:, :)
        real(real64), intent(inout), contiguous :: taup(:, :)
        integer(int64), intent(out), contiguous :: info(:)
        real(real64), pointer, contiguous :: pa(:)
        integer(int64) :: m, n, batch, lda, stride_a
        logical :: copied_a
        integer :: bad

        m = size(a, 1, int64)
        n = size(a, 2, int64)
        batch = size(a, 3, int64)
        bad = 0
        if (.not. (size(info, kind=int64) == batch)) bad = 15
        if (.not. (size(taup, 1, int64) >= min(m, n) .and. size(taup, 2, int64) == batch)) bad = 12
        if (.not. (size(tauq, 1, int64) >= min(m, n) .and. size(tauq, 2, int64) == batch)) bad = 10
        if (.not. (size(e, 1, int64) >= min(m, n) - 1 .and. size(e, 2, int64) == batch)) bad = 8
        if (.not. (size(d, 1, int64) >= min(m, n) .and. size(d, 2, int64) == batch)) bad = 6
        if (bad /= 0) then
            info = -int(bad, int64)
            return
        end if
        call matrices(a, pa, lda, stride_a, copied_a)
        call dgebrd_batch_strided_64(m, n, pa, lda, stride_a, d, size(d, 1, int64), e, size(e, 1, int64), tauq, &
            size(tauq, 1, int64), taup, size(taup, 1, int64), batch, info)
        if (copied_a) call store_matrices(pa, a)
    end subroutine

    subroutine gebrd_batch_c(a, d, e, tauq, taup, info)
        complex(real32), intent(inout), target :: a(:, :, :)
        real(real32), intent(inout), contiguous :: d(:, :)
        real(real32), intent(inout), contiguous :: e(:, :)
        complex(real32), intent(inout), contiguous :: tauq(:, :)
        complex(real32), intent(inout), contiguous :: taup(:, :)
        integer(int32), intent(out), contiguous :: info(:)
        complex(real32), pointer, contiguous :: pa(:)
        integer(int64) :: m, n, batch, lda, stride_a
        logical :: copied_a
        integer :: bad
        integer(int64), allocatable :: wide_info(:)

        m = size(a, 1, int64)
        n = size(a, 2, int64)
        batch = size(a, 3, int64)
        bad = 0
        if (.not. (size(info, kind=int64) == batch)) bad = 15
        if (.not. (size(taup, 1, int64) >= min(m, n) .and. size(taup, 2, int64) == batch)) bad = 12
        if (.not. (size(tauq, 1, int64) >= min(m, n) .and. size(tauq, 2, int64) == batch)) bad = 10
        if (.not. (size(e, 1, int64) >= min(m, n) - 1 .and. size(e, 2, int64) == batch)) bad = 8
        if (.not. (size(d, 1, int64) >= min(m, n) .and. size(d, 2, int64) == batch)) bad = 6
        if (bad /= 0) then
            info = -int(bad, int32)
            return
        end if
        call matrices(a, pa, lda, stride_a, copied_a)
        if (max(m, n, batch, lda, stride_a) <= huge(0_int32)) then
            call cgebrd_batch_strided(int(m, int32), int(n, int32), pa, int(lda, int32), int(stride_a, int32), d, &
                size(d, 1, int32), e, size(e, 1, int32), tauq, size(tauq, 1, int32), taup, size(taup, 1, int32), &
                int(batch, int32), info)
        else
            if (copied_a) deallocate (pa)
            copied_a = .false.
            allocate (wide_info(size(info)))
            call gebrd_batch_c_64(a, d, e, tauq, taup, wide_info)
            info = int(wide_info, int32)
        end if
        if (copied_a) call store_matrices(pa, a)
    end subroutine

    subroutine gebrd_batch_c_64(a, d, e, tauq, taup, info)
        complex(real32), intent(inout), target :: a(:, :, :)
        real(real32), intent(inout), contiguous :: d(:, :)
        real(real32), intent(inout), contiguous :: e(:, :)
        complex(real32), intent(inout), contiguous :: tauq(:, :)
        complex(real32), intent(inout), contiguous :: taup(:, :)
        integer(int64), intent(out), contiguous :: info(:)
        complex(real32), pointer, contiguous :: pa(:)
        integer(int64) :: m, n, batch, lda, stride_a
        logical :: copied_a
        integer :: bad

        m = size(a, 1, int64)
        n = size(a, 2, int64)
        batch = size(a, 3, int64)
        bad = 0
        if (.not. (size(info, kind=int64) == batch)) bad = 15
        if (.not. (size(taup, 1, int64) >= min(m, n) .and. size(taup, 2, int64) == batch)) bad = 12
        if (.not. (size(tauq, 1, int64) >= min(m, n) .and. size(tauq, 2, int64) == batch)) bad = 10
        if (.not. (size(e, 1, int64) >= min(m, n) - 1 .and. size(e, 2, int64) == batch)) bad = 8
        if (.not. (size(d, 1, int64) >= min(m, n) .and. size(d, 2, int64) == batch)) bad = 6
        if (bad /= 0) then
            info = -int(bad, int64)
            return
        end if
        call matrices(a, pa, lda, stride_a, copied_a)
        call cgebrd_batch_strided_64(m, n, pa, lda, stride_a, d, size(d, 1, int64), e, size(e, 1, int64), tauq, &
            size(tauq, 1, int64), taup, size(taup, 1, int64), batch, info)
        if (copied_a) call store_matrices(pa, a)
    end subroutine

    subroutine gebrd_batch_z(a, d, e, tauq, taup, info)
        complex(real64), intent(inout), target :: a(:, :, :)
        real(real64), intent(inout), contiguous :: d(:, :)
        real(real64), intent(inout), contiguous :: e(:, :)
        complex(real64), intent(inout), contiguous :: tauq(:, :)
        complex(real64), intent(inout), contiguous :: taup(:, :)
        integer(int32), intent(out), contiguous :: info(:)
        complex(real64), pointer, contiguous :: pa(:)
        integer(int64) :: m, n, batch, lda, stride_a
        logical :: copied_a
        integer :: bad
        integer(int64), allocatable :: wide_info(:)

        m = size(a, 1, int64)
        n = size(a, 2, int64)
        batch = size(a, 3, int64)
        bad = 0
        if (.not. (size(info, kind=int64) == batch)) bad = 15
        if (.not. (size(taup, 1, int64) >= min(m, n) .and. size(taup, 2, int64) == batch)) bad = 12
        if (.not. (size(tauq, 1, int64) >= min(m, n) .and. size(tauq, 2, int64) == batch)) bad = 10
        if (.not. (size(e, 1, int64) >= min(m, n) - 1 .and. size(e, 2, int64) == batch)) bad = 8
        if (.not. (size(d, 1, int64) >= min(m, n) .and. size(d, 2, int64) == batch)) bad = 6
        if (bad /= 0) then
            info = -int(bad, int32)
            return
        end if
        call matrices(a, pa, lda, stride_a, copied_a)
        if (max(m, n, batch, lda, stride_a) <= huge(0_int32)) then
            call zgebrd_batch_strided(int(m, int32), int(n, int32), pa, int(lda, int32), int(stride_a, int32), d, &
                size(d, 1, int32), e, size(e, 1, int32), tauq, size(tauq, 1, int32), taup, size(taup, 1, int32), &
                int(batch, int32), info)
        else
            if (copied_a) deallocate (pa)
            copied_a = .false.
            allocate (wide_info(size(info)))
            call gebrd_batch_z_64(a, d, e, tauq, taup, wide_info)
            info = int(wide_info, int32)
        end if
        if (copied_a) call store_matrices(pa, a)
    end subroutine

    subroutine gebrd_batch_z_64(a, d, e, tauq, taup, info)
        complex(real64), intent(inout), target :: a(:, :, :)
        real(real64), intent(inout), contiguous :: d(:, :)
        real(real64), intent(inout), contiguous :: e(:, :)
        complex(real64), intent(inout), contiguous :: tauq(:, :)
        complex(real64), intent(inout), contiguous :: taup(:, :)
        integer(int64), intent(out), contiguous :: info(:)
        complex(real64), pointer, contiguous :: pa(:)
        integer(int64) :: m, n, batch, lda, stride_a
        logical :: copied_a
        integer :: bad

        m = size(a, 1, int64)
        n = size(a, 2, int64)
        batch = size(a, 3, int64)
        bad = 0
        if (.not. (size(info, kind=int64) == batch)) bad = 15
        if (.not. (size(taup, 1, int64) >= min(m, n) .and. size(taup, 2, int64) == batch)) bad = 12
        if (.not. (size(tauq, 1, int64) >= min(m, n) .and. size(tauq, 2, int64) == batch)) bad = 10
        if (.not. (size(e, 1, int64) >= min(m, n) - 1 .and. size(e, 2, int64) == batch)) bad = 8
        if (.not. (size(d, 1, int64) >= min(m, n) .and. size(d, 2, int64) == batch)) bad = 6
        if (bad /= 0) then
            info = -int(bad, int64)
            return
        end if
        call matrices(a, pa, lda, stride_a, copied_a)
        call zgebrd_batch_strided_64(m, n, pa, lda, stride_a, d, size(d, 1, int64), e, size(e, 1, int64), tauq, &
            size(tauq, 1, int64), taup, size(taup, 1, int64), batch, info)
        if (copied_a) call store_matrices(pa, a)
    end subroutine

    ! Of a(:, :, :): the elements from a(1,1,1) on, and the distances of columns and of matrices.
    subroutine matrices_s(a, p, ld, stride, copied)
        real(real32), intent(in), target :: a(:, :, :)
        real(real32), pointer, contiguous, intent(out) :: p(:)
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
    end subroutine

    ! Of a(:, :, :): the elements from a(1,1,1) on, and the distances of columns and of matrices.
    subroutine matrices_d(a, p, ld, stride, copied)
        real(real64), intent(in), target :: a(:, :, :)
        real(real64), pointer, contiguous, intent(out) :: p(:)
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
    end subroutine

    ! Of a(:, :, :): the elements from a(1,1,1) on, and the distances of columns and of matrices.
    subroutine matrices_c(a, p, ld, stride, copied)
        complex(real32), intent(in), target :: a(:, :, :)
        complex(real32), pointer, contiguous, intent(out) :: p(:)
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
    end subroutine

    ! Of a(:, :, :): the elements from a(1,1,1) on, and the distances of columns and of matrices.
    subroutine matrices_z(a, p, ld, stride, copied)
        complex(real64), intent(in), target :: a(:, :, :)
        complex(real64), pointer, contiguous, intent(out) :: p(:)
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
    end subroutine

    ! Of a(:, :): the elements from a(1,1) on, and the distance of columns.
    subroutine columns_s(a, p, ld, copied)
        real(real32), intent(in), target :: a(:, :)
        real(real32), pointer, contiguous, intent(out) :: p(:)
        integer(int64), intent(out) :: ld
        logical, intent(out) :: copied
        integer(int64) :: increment

        call vectors_s(a, p, increment, ld, copied, only_unit=.true.)
    end subroutine

    ! Of a(:, :): the elements from a(1,1) on, and the distance of columns.
    subroutine columns_d(a, p, ld, copied)
        real(real64), intent(in), target :: a(:, :)
        real(real64), pointer, contiguous, intent(out) :: p(:)
        integer(int64), intent(out) :: ld
        logical, intent(out) :: copied
        integer(int64) :: increment

        call vectors_d(a, p, increment, ld, copied, only_unit=.true.)
    end subroutine

    ! Of a(:, :): the elements from a(1,1) on, and the distance of columns.
    subroutine columns_c(a, p, ld, copied)
        complex(real32), intent(in), target :: a(:, :)
        complex(real32), pointer, contiguous, intent(out) :: p(:)
        integer(int64), intent(out) :: ld
        logical, intent(out) :: copied
        integer(int64) :: increment

        call vectors_c(a, p, increment, ld, copied, only_unit=.true.)
    end subroutine

    ! Of a(:, :): the elements from a(1,1) on, and the distance of columns.
    subroutine columns_z(a, p, ld, copied)
        complex(real64), intent(in), target :: a(:, :)
        complex(real64), pointer, contiguous, intent(out) :: p(:)
        integer(int64), intent(out) :: ld
        logical, intent(out) :: copied
        integer(int64) :: increment

        call vectors_z(a, p, increment, ld, copied, only_unit=.true.)
    end subroutine

    ! Of x(:, :): the elements from x(1,1) on, and the distances of elements and of columns.
    subroutine vectors_s(x, p, increment, stride, copied, only_unit)
        real(real32), intent(in), target :: x(:, :)
        real(real32), pointer, contiguous, intent(out) :: p(:)
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
    end subroutine

    ! Of x(:, :): the elements from x(1,1) on, and the distances of elements and of columns.
    subroutine vectors_d(x, p, increment, stride, copied, only_unit)
        real(real64), intent(in), target :: x(:, :)
        real(real64), pointer, contiguous, intent(out) :: p(:)
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
    end subroutine

    ! Of x(:, :): the elements from x(1,1) on, and the distances of elements and of columns.
    subroutine vectors_c(x, p, increment, stride, copied, only_unit)
        complex(real32), intent(in), target :: x(:, :)
        complex(real32), pointer, contiguous, intent(out) :: p(:)
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
    end subroutine

    ! Of x(:, :): the elements from x(1,1) on, and the distances of elements and of columns.
    subroutine vectors_z(x, p, increment, stride, copied, only_unit)
        complex(real64), intent(in), target :: x(:, :)
        complex(real64), pointer, contiguous, intent(out) :: p(:)
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
    end subroutine

    subroutine store_matrices_s(p, a)
        real(real32), pointer, contiguous, intent(inout) :: p(:)
        real(real32), intent(inout) :: a(:, :, :)
        integer(int64) :: m, n, i, j

        m = size(a, 1, int64)
        n = size(a, 2, int64)
        do j = 1, merge(size(a, 3, int64), 0_int64, m > 0)
            do i = 1, n
                a(:, i, j) = p(((j - 1) * n + i - 1) * m + 1:((j - 1) * n + i) * m)
            end do
        end do
        deallocate (p)
    end subroutine

    subroutine store_matrices_d(p, a)
        real(real64), pointer, contiguous, intent(inout) :: p(:)
        real(real64), intent(inout) :: a(:, :, :)
        integer(int64) :: m, n, i, j

        m = size(a, 1, int64)
        n = size(a, 2, int64)
        do j = 1, merge(size(a, 3, int64), 0_int64, m > 0)
            do i = 1, n
                a(:, i, j) = p(((j - 1) * n + i - 1) * m + 1:((j - 1) * n + i) * m)
            end do
        end do
        deallocate (p)
    end subroutine

    subroutine store_matrices_c(p, a)
        complex(real32), pointer, contiguous, intent(inout) :: p(:)
        complex(real32), intent(inout) :: a(:, :, :)
        integer(int64) :: m, n, i, j

        m = size(a, 1, int64)
        n = size(a, 2, int64)
        do j = 1, merge(size(a, 3, int64), 0_int64, m > 0)
            do i = 1, n
                a(:, i, j) = p(((j - 1) * n + i - 1) * m + 1:((j - 1) * n + i) * m)
            end do
        end do
        deallocate (p)
    end subroutine

    subroutine store_matrices_z(p, a)
        complex(real64), pointer, contiguous, intent(inout) :: p(:)
        complex(real64), intent(inout) :: a(:, :, :)
        integer(int64) :: m, n, i, j

        m = size(a, 1, int64)
        n = size(a, 2, int64)
        do j = 1, merge(size(a, 3, int64), 0_int64, m > 0)
            do i = 1, n
                a(:, i, j) = p(((j - 1) * n + i - 1) * m + 1:((j - 1) * n + i) * m)
            end do
        end do
        deallocate (p)
    end subroutine

    subroutine store_columns_s(p, a)
        real(real32), pointer, contiguous, intent(inout) :: p(:)
        real(real32), intent(inout) :: a(:, :)
        integer(int64) :: m, j

        m = size(a, 1, int64)
        do j = 1, merge(size(a, 2, int64), 0_int64, m > 0)
            a(:, j) = p((j - 1) * m + 1:j * m)
        end do
        deallocate (p)
    end subroutine

    subroutine store_columns_d(p, a)
        real(real64), pointer, contiguous, intent(inout) :: p(:)
        real(real64), intent(inout) :: a(:, :)
        integer(int64) :: m, j

        m = size(a, 1, int64)
        do j = 1, merge(size(a, 2, int64), 0_int64, m > 0)
            a(:, j) = p((j - 1) * m + 1:j * m)
        end do
        deallocate (p)
    end subroutine

    subroutine store_columns_c(p, a)
        complex(real32), pointer, contiguous, intent(inout) :: p(:)
        complex(real32), intent(inout) :: a(:, :)
        integer(int64) :: m, j

        m = size(a, 1, int64)
        do j = 1, merge(size(a, 2, int64), 0_int64, m > 0)
            a(:, j) = p((j - 1) * m + 1:j * m)
        end do
        deallocate (p)
    end subroutine

    subroutine store_columns_z(p, a)
        complex(real64), pointer, contiguous, intent(inout) :: p(:)
        complex(real64), intent(inout) :: a(:, :)
        integer(int64) :: m, j

        m = size(a, 1, int64)
        do j = 1, merge(size(a, 2, int64), 0_int64, m > 0)
            a(:, j) = p((j - 1) * m + 1:j * m)
        end do
        deallocate (p)
    end subroutine

    ! Elements from x to y; 0 if that is no whole number of them.
    function distance(x, y, bits) result(d)
        type(c_ptr), intent(in) :: x, y
        integer, intent(in) :: bits
        integer(int64) :: d, bytes

        bytes = int(transfer(y, 0_c_intptr_t) - transfer(x, 0_c_intptr_t), int64)
        d = bytes / (bits / 8)
        if (d * (bits / 8) /= bytes) d = 0
    end function

    ! Whether an operand is as it is. Letters that are none are the library's to report.
    function plain(trans)
        character(len=1), intent(in) :: trans
        logical :: plain

        plain = scan(trans, 'TtCc') == 0
    end function
end module
