! In: nothing. Out: "residuals below 30" when dgemm, dtrsm, dgesv and zposv agree with what they were made from.
program fortran
    implicit none
    integer, parameter :: dp = kind(1d0), n = 200
    real(dp) :: a(n, n), b(n, n), c(n, n), x(n, n), worst
    complex(dp) :: h(n, n), y(n, 3), z(n, 3)
    integer :: i, info, pivots(n)
    call random_number(a)
    call random_number(b)
    call dgemm('N', 'T', n, n, n, 1d0, a, n, b, n, 0d0, c, n)
    worst = ratio(norm(c - matmul(a, transpose(b))), norm(a) * norm(b))
    do i = 1, n
        a(i, i) = a(i, i) + n
    end do
    x = b
    call dtrsm('L', 'U', 'N', 'N', n, n, 2d0, a, n, x, n)
    do i = 1, n - 1
        c(:, i) = 0
        c(1:i, i) = a(1:i, i)
    end do
    c(:, n) = a(:, n)
    worst = max(worst, ratio(norm(matmul(c, x) - 2 * b), norm(c) * norm(x)))
    c = a
    x = b
    call dgesv(n, n, c, n, pivots, x, n, info)
    if (info /= 0) error stop 'dgesv'
    worst = max(worst, ratio(norm(matmul(a, x) - b), norm(a) * norm(x)))
    h = cmplx(a + transpose(a), b - transpose(b), dp)
    y = cmplx(b(:, 1:3), a(:, 1:3), dp)
    z = y
    call zposv('L', n, 3, h, n, z, n, info)
    if (info /= 0) error stop 'zposv'
    h = cmplx(a + transpose(a), b - transpose(b), dp)
    worst = max(worst, ratio(maxval(sum(abs(matmul(h, z) - y), 1)), maxval(sum(abs(h), 1)) * maxval(sum(abs(z), 1))))
    if (worst < 30) print '(a)', 'residuals below 30'
contains
    real(dp) function norm(m)
        real(dp), intent(in) :: m(:, :)
        norm = maxval(sum(abs(m), 1))
    end function
    real(dp) function ratio(residual, scale)
        real(dp), intent(in) :: residual, scale
        ratio = residual / (n * epsilon(1d0) / 2 * scale)
    end function
end program
