! In: module shunt. Out: 0 when its names reach the library, for whole arrays, sections and arrays that do not fit.
module reported
    implicit none
    character(len=32) :: routine = ' '
    integer :: position = 0
end module

! The program's xerbla is the one that BLAS's errors reach.
subroutine xerbla(name, info)
    use reported
    implicit none
    character(len=*), intent(in) :: name
    integer, intent(in) :: info

    routine = name
    position = info
end subroutine

program module_test
    use, intrinsic :: iso_c_binding, only: c_ptr, c_intptr_t, c_loc
    use, intrinsic :: iso_fortran_env, only: int32, int64, real32, real64
    use shunt
    use reported
    implicit none
    external :: xerbla
    integer, parameter :: count = 21
    real(real64), parameter :: canary = 12345
    integer :: failures = 0

    call products()
    call triangles()
    call lu_32()
    call lu_64()
    call cholesky()
    call orthogonal()
    call addresses()
    call long_strides()
    call errors()
    if (failures > 0) error stop 1
    print '(a)', 'all of module shunt as it should be'

contains

    subroutine check(good, what)
        logical, intent(in) :: good
        character(len=*), intent(in) :: what

        if (good) return
        failures = failures + 1
        print '(2a)', 'FAILED: ', what
    end subroutine

    ! Numbers in (-1, 1).
    impure elemental subroutine fill_d(x)
        real(real64), intent(out) :: x
        call random_number(x)
        x = 2 * x - 1
    end subroutine
    impure elemental subroutine fill_z(x)
        complex(real64), intent(out) :: x
        real(real64) :: re, im
        call fill_d(re)
        call fill_d(im)
        x = cmplx(re, im, real64)
    end subroutine
    ! With a heavy diagonal: far from singular, and pivots that move all the same.
    subroutine fill_regular(a)
        real(real64), intent(out) :: a(:, :, :)
        integer :: i, j
        call fill_d(a)
        do j = 1, size(a, 3)
            do i = 1, size(a, 1)
                a(i, size(a, 1) + 1 - i, j) = a(i, size(a, 1) + 1 - i, j) + 4
            end do
        end do
    end subroutine

    subroutine products()
        real(real64) :: a(7, 9, count), b(9, 11, count), c(7, 11, count), old(7, 11, count)
        real(real64), allocatable :: big(:, :, :)
        real(real64) :: x(9, count), y(7, count), wide_x(40, count), s(7, 7, count)
        complex(real64) :: za(5, 6, count), zb(4, 6, count), zc(5, 4, count), zs(5, 5, count)
        real(real32) :: sa(3, 3, count), sc(3, 3, count)
        complex(real32) :: ca(3, 3, count), cc(3, 3, count)
        integer :: i

        allocate (big(20, 30, count))
        call fill_d(a)
        call fill_d(b)
        call gemm_batch(a, b, c)
        call check(all([(near(c(:, :, i), matmul(a(:, :, i), b(:, :, i))), i=1, count)]), 'gemm')
        old = c
        call gemm_batch(a, b, c, alpha=2.0_real64, beta=-1.0_real64)
        call check(near_all(c, old), 'gemm with alpha and beta')
        call gemm_batch(a(:, :, 2), b, c)
        call check(all([(near(c(:, :, i), matmul(a(:, :, 2), b(:, :, i))), i=1, count)]), 'gemm, one a')
        call gemm_batch(a, b(:, :, 3), c)
        call check(all([(near(c(:, :, i), matmul(a(:, :, i), b(:, :, 3))), i=1, count)]), 'gemm, one b')
        ! Sections: columns apart, rows apart, matrices backwards.
        big = canary
        big(2:8, 3:11, :) = a
        big(9:17, 12:22, :) = b
        call gemm_batch(big(2:8, 3:11, :), big(9:17, 12:22, :), big(2:8, 12:22, :))
        call check(all([(near(big(2:8, 12:22, i), matmul(a(:, :, i), b(:, :, i))), i=1, count)]), 'gemm of sections')
        call check(all(abs(big(1, :, :) - canary) <= 0) .and. all(abs(big(18:, :, :) - canary) <= 0) .and. &
                   all(abs(big(:, 23:, :) - canary) <= 0) .and. near_all(big(2:8, 3:11, :), a), 'gemm beside a section')
        big = canary
        big(1:14:2, 1:9, :) = a
        call gemm_batch(big(1:14:2, 1:9, :), b, big(15:3:-2, 10:30:2, :))
        call check(all([(near(big(15:3:-2, 10:30:2, i), matmul(a(:, :, i), b(:, :, i))), i=1, count)]), 'gemm of rows')
        call check(all(abs(big(2:14:2, :9, :) - canary) <= 0) .and. all(abs(big(:, 11:29:2, :) - canary) <= 0), &
                   'gemm beside rows')
        call gemm_batch(a(:, :, count:1:-1), b, c(:, :, count:1:-1))
        call check(all([(near(c(:, :, count + 1 - i), matmul(a(:, :, count + 1 - i), b(:, :, i))), i=1, count)]), &
                   'gemm, backwards')
        call fill_z(za)
        call fill_z(zb)
        call gemm_batch(za, zb, zc, transb='C', alpha=(0.0_real64, 1.0_real64))
        call check(all([(near_z(zc(:, :, i), (0, 1) * matmul(za(:, :, i), conjg(transpose(zb(:, :, i))))), i=1, &
            count)]), &
                   'zgemm')
        sa = real(a(:3, :3, :), real32)
        call gemm_batch(sa, sa, sc, 'T', 'n')
        call check(all([(all(abs(sc(:, :, i) - matmul(transpose(sa(:, :, i)), sa(:, :, i))) < 1e-5), i=1, count)]), &
            'sgemm')
        ca = cmplx(za(:3, :3, :), kind=real32)
        call gemm_batch(ca, ca, cc)
        call check(all([(all(abs(cc(:, :, i) - matmul(ca(:, :, i), ca(:, :, i))) < 1e-5), i=1, count)]), 'cgemm')

        call fill_d(x)
        call gemv_batch(a, x, y)
        call check(all([(near(y(:, i:i), matmul(a(:, :, i), x(:, i:i))), i=1, count)]), 'gemv')
        wide_x = canary
        wide_x(2:20:3, :) = y
        call gemv_batch(a, wide_x(2:20:3, :), wide_x(38:22:-2, :), trans='T')
        call check(all([(near(wide_x(38:22:-2, i:i), matmul(transpose(a(:, :, i)), y(:, i:i))), i=1, count)]), &
            'gemv of sections')
        call check(all(abs(wide_x(21:37:2, :) - canary) <= 0), 'gemv beside a section')

        s = canary
        call syrk_batch(a, s)
        call check(all([(near(upper(s(:, :, i)), upper(matmul(a(:, :, i), transpose(a(:, :, i))))), i=1, count)]), &
            'syrk')
        call check(all(abs(s(7, 1:6, :) - canary) <= 0), 'syrk, the other triangle')
        zs = 0
        call herk_batch(za, zs, 'L')
        call check(all([(abs(zs(5, 2, i) - dot_product(za(2, :, i), za(5, :, i))) < 1e-12, i=1, count)]), 'herk')
    end subroutine

    subroutine triangles()
        real(real64) :: a(6, 6, count), b(6, 4, count), right(4, 6, count), x(6, count), t(6, 6, count)
        integer :: i, j

        call fill_d(a)
        do i = 1, 6
            a(i, i, :) = a(i, i, :) + 3
        end do
        t = a
        do j = 1, 6
            t(j + 1:, j, :) = 0
        end do
        call fill_d(b)
        call fill_d(right)
        call fill_d(x)
        block
            real(real64) :: b0(6, 4, count), r0(4, 6, count), x0(6, count)
            b0 = b
            r0 = right
            x0 = x
            call trmm_batch(a, b)
            call check(all([(near(b(:, :, i), matmul(t(:, :, i), b0(:, :, i))), i=1, count)]), 'trmm')
            call trsm_batch(a, b)
            call check(near_all(b, b0), 'trsm')
            call trmm_batch(a, right, side='R', transa='T', alpha=2.0_real64)
            call check(all([(near(right(:, :, i), 2 * matmul(r0(:, :, i), transpose(t(:, :, i)))), i=1, count)]), &
                'trmm R T')
            call trsm_batch(a, right, 'r', 'u', 't', 'n', 0.5_real64)
            call check(near_all(right, r0), 'trsm R T')
            call trsv_batch(a, x, trans='T')
            call check(all([(near(matmul(transpose(t(:, :, i)), x(:, i:i)), x0(:, i:i)), i=1, count)]), 'trsv')
        end block
    end subroutine

    subroutine lu_32()
        integer(int32) :: ipiv(12, count), info(count), many(24, count), none(0)
        real(real64) :: a(12, 12, count), b(12, 3, count), x(12, count), a0(12, 12, count), b0(12, 3, count), big(15, &
            20, count)
        complex(real64) :: z(0, 0, 3), nothing(4, 4, 0)
        integer(int32) :: zpiv(0, 3), zinfo(3)
        integer :: i

        call fill_regular(a)
        call fill_d(b)
        x = b(:, 2, :)
        a0 = a
        b0 = b
        call getrf_batch(a, ipiv, info)
        call check(all(info == 0), 'getrf')
        call getrs_batch(a, ipiv, b, info)
        call check(all([(near(matmul(a0(:, :, i), b(:, :, i)), b0(:, :, i)), i=1, count)]), 'getrs')
        call getrs_batch(a, ipiv, x, info, trans='T')
        call check(all([(near(matmul(transpose(a0(:, :, i)), x(:, i:i)), b0(:, 2:2, i)), i=1, count)]), &
            'getrs, one column each')
        ! Sections of everything.
        big = canary
        big(3:14, 2:13, :) = a0
        many = 77
        call getrf_batch(big(3:14, 2:13, :), many(1:24:2, :), info)
        call check(near_all(big(3:14, 2:13, :), a) .and. all(many(1:24:2, :) == ipiv) .and. all(many(2:24:2, &
            :) == 77), &
                   'getrf of sections')
        call check(all(abs(big(:2, :, :) - canary) <= 0) .and. all(abs(big(15, :, :) - canary) <= 0), &
            'getrf beside a section')
        call getri_batch(big(3:14, 2:13, :), many(1:24:2, :), info)
        call check(all([(near(matmul(a0(:, :, i), big(3:14, 2:13, i)), identity(12)), i=1, count)]), 'getri')
        ! One singular matrix.
        a = a0
        a(:, :, 5) = 0
        call getrf_batch(a, ipiv, info)
        call check(info(5) == 1 .and. all(info(:4) == 0) .and. all(info(6:) == 0), 'getrf of a singular matrix')
        ! Without elements.
        zinfo = 9
        call getrf_batch(z, zpiv, zinfo)
        call check(all(zinfo == 0), 'getrf of empty matrices')
        call getrf_batch(nothing, ipiv(:, :0), none)
    end subroutine

    subroutine lu_64()
        integer(int64) :: ipiv(12, count), info(count)
        integer(int32) :: narrow(12, count), narrow_info(count)
        complex(real64) :: a(12, 12, count), b(12, 3, count), a0(12, 12, count), b0(12, 3, count)
        integer :: i

        call fill_z(a)
        call fill_z(b)
        a0 = a
        b0 = b
        call getrf_batch(a, ipiv, info)
        call getrs_batch(a, ipiv, b, info, 'C')
        call check(all(info == 0) .and. &
                   all([(near_z(matmul(conjg(transpose(a0(:, :, i))), b(:, :, i)), b0(:, :, i)), i=1, count)]), &
                   'zgetrs, int64')
        a = a0
        call getrf_batch(a, narrow, narrow_info)
        call check(all(narrow == ipiv), 'zgetrf, pivots of both kinds')
    end subroutine

    subroutine cholesky()
        real(real64) :: a(9, 9, count), b(9, 2, count), a0(9, 9, count), b0(9, 2, count), x(9, count)
        complex(real64) :: z(5, 5, count), z0(5, 5, count), h(5, 5, count)
        integer(int32) :: info(count)
        integer(int64) :: wide(count)
        integer :: i

        call fill_d(a0)
        call fill_d(b)
        do i = 1, count
            a(:, :, i) = matmul(a0(:, :, i), transpose(a0(:, :, i))) + identity(9)
        end do
        a0 = a
        b0 = b
        x = b(:, 1, :)
        a(4, 4, 7) = -1
        call potrf_batch('U', a, info)
        call check(info(7) == 4 .and. all(info(:6) == 0) .and. all(info(8:) == 0), 'potrf')
        call potrs_batch('U', a, b, info)
        call check(all(info == 0) .and. all([(i == 7 .or. near(matmul(a0(:, :, i), b(:, :, i)), b0(:, :, i)), i=1, &
            count)]), &
                   'potrs')
        call potrs_batch('U', a, x, info)
        call check(all([(i == 7 .or. near(matmul(a0(:, :, i), x(:, i:i)), b0(:, 1:1, i)), i=1, count)]), &
                   'potrs, one column each')
        call fill_z(h)
        do i = 1, count
            z(:, :, i) = matmul(h(:, :, i), conjg(transpose(h(:, :, i)))) + identity(5)
        end do
        z0 = z
        call potrf_batch('L', z, wide)
        do i = 2, 5
            z(:i - 1, i, :) = 0
        end do
        call check(all(wide == 0) .and. &
                   all([(near_z(matmul(z(:, :, i), conjg(transpose(z(:, :, i)))), z0(:, :, i)), i=1, count)]), &
                   'zpotrf, int64')
    end subroutine

    subroutine orthogonal()
        real(real64) :: a(8, 5, count), a0(8, 5, count), r(5, 5, count), tau(5, count)
        complex(real64) :: z(8, 5, count), zq(8, 5, count), ztau(5, count), taup(5, count)
        real(real64) :: d(5, count), e(4, count)
        integer(int32) :: info(count)
        integer :: i, j

        call fill_d(a)
        a0 = a
        call geqrf_batch(a, tau, info)
        r = a(:5, :, :)
        do j = 1, 4
            r(j + 1:, j, :) = 0
        end do
        call orgqr_batch(a, tau, info)
        call check(all(info == 0) .and. all([(near(matmul(a(:, :, i), r(:, :, i)), a0(:, :, i)), i=1, count)]), &
            'geqrf, orgqr')
        call check(all([(near(matmul(transpose(a(:, :, i)), a(:, :, i)), identity(5)), i=1, count)]), 'orgqr')
        call fill_z(z)
        zq = z
        call geqrf_batch(zq, ztau, info)
        call ungqr_batch(zq, ztau, info)
        call check(all([(near_z(matmul(conjg(transpose(zq(:, :, i))), zq(:, :, i)), cmplx(identity(5), kind=real64)), &
                         i=1, count)]), 'ungqr')
        zq = z
        call gebrd_batch(z, d, e, ztau, taup, info)
        call check(all(info == 0) .and. all([(abs(sum(d(:, i)**2) + sum(e(:, i)**2) - sum(abs(zq(:, :, &
            i))**2)) < 1e-10, &
                                              i=1, count)]), 'gebrd keeps the norm')
    end subroutine

    ! Both kinds of arrays of addresses, in each shape that has them.
    subroutine addresses()
        real(real64), target :: a(6, 6, count), b(6, 6, count), c(6, 6, count)
        complex(real64), target :: z(6, 6, count), z0(6, 6, count)
        integer(int64), target :: ipiv(6, count)
        type(c_ptr) :: pa(count), pb(count), pz(count), pp(count)
        integer(c_intptr_t) :: pc(count)
        integer(int32) :: six(count), info(count)
        integer(int64) :: info_64(count)
        integer :: i

        call fill_d(a)
        call fill_d(b)
        do i = 1, count
            pa(i) = c_loc(a(1, 1, i))
            pb(i) = c_loc(b(1, 1, i))
            pc(i) = transfer(c_loc(c(1, 1, i)), pc(i))
            pz(i) = c_loc(z(1, 1, i))
            pp(i) = c_loc(ipiv(1, i))
        end do
        six = 6
        call dgemm_batch('N', 'T', [6], [6], [6], [1.0_real64], pa, [6], pb, [6], [0.0_real64], pc, [6], 1, [count])
        call check(all([(near(c(:, :, i), matmul(a(:, :, i), transpose(b(:, :, i)))), i=1, count)]), 'dgemm_batch')
        c = 0
        call dgemm_vbatch('N', 'N', six, six, six, 1.0_real64, pa, six, pb, six, 0.0_real64, pc, six, count)
        call check(all([(near(c(:, :, i), matmul(a(:, :, i), b(:, :, i))), i=1, count)]), 'dgemm_vbatch')
        call dgemm_batch_strided('N', 'N', 6, 6, 6, 1.0_real64, a, 6, 36, b(1, 1, 4), 6, 0, 0.0_real64, c, 6, 36, count)
        call check(all([(near(c(:, :, i), matmul(a(:, :, i), b(:, :, 4))), i=1, count)]), 'dgemm_batch_strided')
        call fill_z(z)
        z0 = z
        call zgetrf_batch_64([6_int64], [6_int64], pz, [6_int64], pp, 1_int64, [int(count, int64)], info_64)
        call zgetri_batch_64([6_int64], pz, [6_int64], pp, 1_int64, [int(count, int64)], info_64)
        call check(all(info_64 == 0) .and. all([(near_z(matmul(z0(:, :, i), z(:, :, i)), cmplx(identity(6), &
            kind=real64)), &
                                                 i=1, count)]), 'zgetrf_batch_64, zgetri_batch_64')
        do i = 1, count
            a(:, :, i) = matmul(a(:, :, i), transpose(a(:, :, i))) + identity(6)
        end do
        call dpotrf_vbatch('L', six, pa, six, count, info)
        call check(all(info == 0), 'dpotrf_vbatch')
    end subroutine

    ! Matrices farther apart than int32 counts: that much memory is asked for, and hardly touched.
    subroutine long_strides()
        real(real32), allocatable :: far(:, :, :)
        integer(int32) :: ipiv(2, 2), info(2)
        integer :: status
        integer(int64), parameter :: step = 2_int64**29

        allocate (far(2, 2, step + 1), stat=status)
        if (status /= 0) then
            print '(a)', 'no memory for matrices far apart: left out'
            return
        end if
        far(:, :, 1) = reshape([1.0, 4.0, 2.0, 5.0], [2, 2])
        far(:, :, step + 1) = reshape([1.0, 8.0, 2.0, 5.0], [2, 2])
        call getrf_batch(far(:, :, 1::step), ipiv, info)
        call check(all(info == 0) .and. all(ipiv == 2) .and. abs(far(1, 1, step + 1) - 8) <= 0 .and. &
                   abs(far(2, 1, 1) - 0.25) <= 0, 'getrf of matrices far apart')
    end subroutine

    subroutine errors()
        real(real64) :: a(4, 5, 3), b(5, 6, 3), c(4, 6, 3), old(4, 6, 3), x(4, 3), square(4, 4, 3)
        integer(int32) :: ipiv(3, 3), info(3), short(2)
        real(real64) :: tau(3, 3)

        call fill_d(a)
        call fill_d(b)
        call fill_d(c)
        square = 1
        old = c
        call gemm_batch(a, b(:4, :, :), c)
        call reported_is('DGEMM_BATCH_STRIDED', 11)
        call gemm_batch(a(:3, :, :), b, c)
        call reported_is('DGEMM_BATCH_STRIDED', 8)
        call gemm_batch(a, b(:, :, :2), c)
        call reported_is('DGEMM_BATCH_STRIDED', 11)
        call gemm_batch(a, b, c, transa='?')
        call reported_is('DGEMM_BATCH_STRIDED', 1)
        call gemv_batch(a, x, x)
        call reported_is('DGEMV_BATCH_STRIDED', 9)
        call trsm_batch(a(:, :4, :), b, uplo='L')
        call reported_is('DTRSM_BATCH_STRIDED', 9)
        call check(near_all(c, old), 'what is not done')
        ipiv = 7
        call getrf_batch(a, ipiv, info)
        call check(all(info == -6) .and. all(ipiv == 7), 'getrf, few pivots')
        call getrf_batch(a(:3, :, :), ipiv, short)
        call check(all(short == -9), 'getrf, few infos')
        call getrs_batch(square, ipiv, b, info)
        call check(all(info == -7), 'getrs, few pivots')
        call potrf_batch('U', a, info)
        call check(all(info == -3), 'potrf, not square')
        call potrf_batch('?', square, info)
        call check(all(info == -1), 'potrf, uplo')
        call geqrf_batch(a, tau, info)
        call check(all(info == -6), 'geqrf, few factors')
    end subroutine

    subroutine reported_is(name, place)
        character(len=*), intent(in) :: name
        integer, intent(in) :: place
        character(len=8) :: number

        write (number, '(i0)') position
        call check(routine == name .and. position == place, name//' was reported as '//trim(routine)//' '//number)
        position = 0
    end subroutine

    logical function near(x, y)
        real(real64), intent(in) :: x(:, :), y(:, :)
        near = all(abs(x - y) < 1e-10_real64)
    end function
    logical function near_all(x, y)
        real(real64), intent(in) :: x(:, :, :), y(:, :, :)
        near_all = all(abs(x - y) < 1e-10_real64)
    end function
    logical function near_z(x, y)
        complex(real64), intent(in) :: x(:, :), y(:, :)
        near_z = all(abs(x - y) < 1e-10_real64)
    end function
    function upper(x) result(u)
        real(real64), intent(in) :: x(:, :)
        real(real64) :: u(size(x, 1), size(x, 2))
        integer :: j
        u = x
        do j = 1, size(x, 2)
            u(j + 1:, j) = 0
        end do
    end function
    pure function identity(n) result(e)
        integer, intent(in) :: n
        real(real64) :: e(n, n)
        integer :: i
        e = 0
        do i = 1, n
            e(i, i) = 1
        end do
    end function
end program
