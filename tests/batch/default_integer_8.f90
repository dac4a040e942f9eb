! In: nothing; compiled so that every integer has 64 bits. Out: "agree" when the names with _64 take them.
program default_integer_8
    implicit none
    integer, parameter :: dp = kind(1d0), n = 7, count = 50, address = selected_int_kind(18)
    real(dp) :: a(n, n, count), lu(n, n, count), b(n, 2, count), x(n, 2, count), c(n, n, count), worst
    integer :: pivots(n, count), info(count), sizes(2), groups(2), i
    integer(address) :: at_a(count), at_b(count), at_pivots(count), at_c(count)
    if (storage_size(i) /= 64) error stop 'integers of 32 bits'
    call random_number(a)
    call random_number(b)
    do i = 1, count
        at_a(i) = loc(lu(1, 1, i))
        at_b(i) = loc(x(1, 1, i))
        at_c(i) = loc(c(1, 1, i))
        at_pivots(i) = loc(pivots(1, i))
    end do
    sizes = n
    groups = [20, 30]

    lu = a
    x = b
    info = 99
    call dgetrf_batch_64(sizes, sizes, at_a, sizes, at_pivots, 2, groups, info)
    if (any(info /= 0)) error stop 'dgetrf_batch_64'
    call dgetrs_batch_64(['N', 'N'], sizes, [2, 2], at_a, sizes, at_pivots, at_b, sizes, 2, groups, info)
    if (any(info /= 0)) error stop 'dgetrs_batch_64'
    call check('group')

    lu = a
    x = b
    call dgetrf_batch_strided_64(n, n, lu, n, n * n, pivots, n, count, info)
    if (any(info /= 0)) error stop 'dgetrf_batch_strided_64'
    call dgetrs_batch_strided_64('N', n, 2, lu, n, n * n, pivots, n, x, n, 2 * n, count, info)
    if (any(info /= 0)) error stop 'dgetrs_batch_strided_64'
    call check('strided')

    lu = a
    x = b
    call dgetrf_vbatch_64(spread(n, 1, count), spread(n, 1, count), at_a, spread(n, 1, count), at_pivots, count, info)
    if (any(info /= 0)) error stop 'dgetrf_vbatch_64'
    call dgetrs_vbatch_64('N', spread(n, 1, count), spread(2, 1, count), at_a, spread(n, 1, count), at_pivots, at_b, &
                          spread(n, 1, count), count, info)
    if (any(info /= 0)) error stop 'dgetrs_vbatch_64'
    call check('variable')

    ! A leading dimension beyond 32 bits is large enough where there is one column.
    call dgetrf_batch_strided_64(n, 1, lu, 2_address**40, n * n, pivots, n, 1, info)
    if (info(1) /= 0) error stop 'a leading dimension of 2**40'

    lu = a
    call dgemm_batch_64(['N', 'T'], ['T', 'N'], sizes, sizes, sizes, [1d0, 2d0], at_a, sizes, at_a, sizes, [0d0, 0d0], &
                        at_c, sizes, 2, groups)
    do i = 1, count
        if (i <= 20) worst = maxval(abs(c(:, :, i) - matmul(a(:, :, i), transpose(a(:, :, i)))))
        if (i > 20) worst = maxval(abs(c(:, :, i) - 2 * matmul(transpose(a(:, :, i)), a(:, :, i))))
        if (worst > 1d-13) error stop 'dgemm_batch_64'
    end do
    print '(a)', 'agree'
contains
    subroutine check(shape)
        character(*), intent(in) :: shape
        integer :: k
        do k = 1, count
            if (any(pivots(:, k) < 1) .or. any(pivots(:, k) > n)) error stop 'pivots'
            worst = maxval(abs(matmul(a(:, :, k), x(:, :, k)) - b(:, :, k))) / maxval(abs(x(:, :, k)))
            if (worst > 1d-13) then
                print *, shape, k, worst
                error stop 'residual'
            end if
        end do
    end subroutine
end program
