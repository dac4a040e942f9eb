! In: nothing. Out: exit status 0 when dgemm, dpotrf, dtrsm and dlansy give the numbers that are known beforehand.
program main
    implicit none
    integer, parameter :: dp = kind(1d0), n = 120
    real(dp) :: a(n, n), x(n, n), b(n, n), work(n)
    real(dp), external :: dlansy
    integer :: i, j, info
    a = 1
    do j = 1, n
        a(j, j) = n
        x(:, j) = [(real(mod(7 * i + 3 * j, 13), dp) - 6, i = 1, n)]
    end do
    if (dlansy('I', 'L', n, a, n, work) /= 2 * n - 1) error stop 'dlansy'
    call dgemm('N', 'N', n, n, n, 1d0, a, n, x, n, 0d0, b, n)
    call dpotrf('L', n, a, n, info)
    if (info /= 0) error stop 'dpotrf'
    call dtrsm('L', 'L', 'N', 'N', n, n, 1d0, a, n, b, n)
    call dtrsm('L', 'L', 'T', 'N', n, n, 1d0, a, n, b, n)
    if (maxval(abs(b - x)) > 1e-10_dp) error stop 'solution'
end program
