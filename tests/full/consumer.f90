! In: BLAS and LAPACK, linked; default integers of either width. Out: "right".
program consumer
    implicit none
    integer, parameter :: dp = kind(1d0), n = 40
    real(dp) :: a(n, n), b(n, n), c(n, n), f(n, n), r(n), s(n), x(n), ferr(1), berr(1), work(40 * n), w(n), v(n, n), rcond
    complex(dp) :: zx(n), zy(n)
    complex :: cx(n), cy(n)
    integer :: ipiv(n), iwork(10 * n), support(2 * n), info, m, i
    character :: equed
    real(dp), external :: ddot, dlange
    real, external :: sdot
    complex(dp), external :: zdotc
    complex, external :: cdotu
    integer, external :: izamax, ilaenv

    call random_number(a)
    call random_number(b)
    zx = cmplx(a(:, 1), b(:, 1), dp)
    zy = cmplx(b(:, 2), a(:, 2), dp)
    cx = cmplx(zx)
    cy = cmplx(zy)
    call check(abs(ddot(n, a, 1, b, 1) - dot_product(a(:, 1), b(:, 1))) < 1e-12_dp, 'ddot')
    call check(abs(sdot(n, real(cx), 1, real(cy), 1) - sum(real(cx) * real(cy))) < 1e-4, 'sdot')
    call check(abs(zdotc(n, zx, 1, zy, 1) - dot_product(zx, zy)) < 1e-12_dp, 'zdotc')
    call check(abs(cdotu(n, cx, 1, cy, 1) - sum(cx * cy)) < 1e-4, 'cdotu')
    call check(izamax(n, zx, 1) == maxloc(abs(real(zx)) + abs(aimag(zx)), 1), 'izamax')
    call dgemm('N', 'T', n, n, n, 1d0, a, n, b, n, 0d0, c, n)
    call check(maxval(abs(c - matmul(a, transpose(b)))) < 1e-11_dp, 'dgemm')
    call check(abs(dlange('1', n, n, a, n, work) - maxval(sum(a, 1))) < 1e-11_dp, 'dlange')
    call check(ilaenv(1, 'DGETRF', ' ', n, n, -1, -1) >= 1, 'ilaenv')

    c = a
    do i = 1, n
        c(i, i) = c(i, i) + n
    end do
    x = matmul(c, b(:, 1))
    call dgesvx('N', 'N', n, 1, c, n, f, n, ipiv, equed, r, s, x, n, w, n, rcond, ferr, berr, work, iwork, info)
    call check(info == 0 .and. maxval(abs(w - b(:, 1))) < 1e-11_dp, 'dgesvx')

    c = a + transpose(a)
    f = c
    call dsyevr('V', 'A', 'U', n, f, n, 0d0, 0d0, 0, 0, 0d0, m, w, v, n, support, work, 40 * n, iwork, 10 * n, info)
    call check(info == 0 .and. m == n .and. maxval(abs(matmul(c, v) - v * spread(w, 1, n))) < 1e-10_dp, 'dsyevr')
    print '(a)', 'right'
contains
    subroutine check(good, what)
        logical, intent(in) :: good
        character(*), intent(in) :: what
        if (good) return
        print '(2a)', what, ' is wrong'
        stop 1
    end subroutine
end program
