! In: nothing. Out: "agree" when the batched routines, called as programs for oneMKL call them, do what theirs do.
program onemkl
    use, intrinsic :: iso_c_binding
    implicit none
    integer, parameter :: dp = kind(1d0)
    call products_in_groups
    call products_by_stride
    call factors_in_groups
    call factors_by_stride
    print '(a)', 'agree'
contains
    ! Two groups of different sizes and options; arrays of integers that hold addresses.
    subroutine products_in_groups
        integer, parameter :: group_count = 2
        integer :: m(group_count), n(group_count), k(group_count), sizes(group_count), group, i, p
        character :: transa(group_count), transb(group_count)
        real(dp) :: alpha(group_count), beta(group_count)
        real(dp), target :: a(6, 5, 9), b(4, 5, 9), c(6, 5, 9)
        real(dp) :: before(6, 5, 9), expected(6, 5)
        integer(c_intptr_t) :: a_array(9), b_array(9), c_array(9)
        call random_number(a)
        call random_number(b)
        call random_number(c)
        before = c
        transa = ['N', 'T']
        transb = ['T', 'N']
        m = [6, 5]
        n = [4, 5]
        k = [5, 4]
        alpha = [1d0, -0.5d0]
        beta = [0d0, 2d0]
        sizes = [4, 5]
        do i = 1, 9
            a_array(i) = transfer(c_loc(a(1, 1, i)), a_array(i))
            b_array(i) = transfer(c_loc(b(1, 1, i)), b_array(i))
            c_array(i) = loc(c(1, 1, i))
        end do
        call dgemm_batch(transa, transb, m, n, k, alpha, a_array, [6, 6], b_array, [4, 4], beta, c_array, [6, 6], &
                         group_count, sizes)
        i = 0
        do group = 1, group_count
            do p = 1, sizes(group)
                i = i + 1
                expected = before(:, :, i)
                if (group == 1) then
                    expected(1:6, 1:4) = matmul(a(1:6, 1:5, i), transpose(b(1:4, 1:5, i)))
                else
                    expected(1:5, 1:5) = -0.5d0 * matmul(transpose(a(1:4, 1:5, i)), b(1:4, 1:5, i)) &
                                         + 2 * before(1:5, 1:5, i)
                end if
                if (maxval(abs(c(:, :, i) - expected)) > 1d-13) error stop 'dgemm_batch'
            end do
        end do
    end subroutine

    ! One matrix A for all of a strided batch.
    subroutine products_by_stride
        integer, parameter :: n = 8, batch = 30
        complex(dp) :: a(n, n), b(n, n, batch), c(n, n, batch)
        real(dp) :: r(n, n, batch, 2)
        integer :: i
        call random_number(r)
        b = cmplx(r(:, :, :, 1), r(:, :, :, 2), dp)
        a = b(:, :, 1)
        call zgemm_batch_strided('C', 'N', n, n, n, (1d0, 0d0), a, n, 0, b, n, n * n, (0d0, 0d0), c, n, n * n, batch)
        do i = 1, batch
            if (maxval(abs(c(:, :, i) - matmul(conjg(transpose(a)), b(:, :, i)))) > 1d-13) error stop 'zgemm_batch_strided'
        end do
    end subroutine

    subroutine factors_in_groups
        integer, parameter :: total = 11
        integer :: n(3), sizes(3), info(total), group, i, p, q, row
        integer, target :: ipiv(10, total)
        real(dp), target :: a(10, 10, total)
        real(dp) :: before(10, 10, total), l(10, 10), u(10, 10), pa(10, 10), swapped(10)
        integer(c_intptr_t) :: a_array(total), ipiv_array(total)
        call random_number(a)
        before = a
        n = [10, 1, 4]
        sizes = [3, 2, 6]
        do i = 1, total
            a_array(i) = loc(a(1, 1, i))
            ipiv_array(i) = loc(ipiv(1, i))
        end do
        call dgetrf_batch(n, n, a_array, [10, 10, 10], ipiv_array, 3, sizes, info)
        if (any(info /= 0)) error stop 'info of dgetrf_batch'
        i = 0
        do group = 1, 3
            p = n(group)
            do q = 1, sizes(group)
                i = i + 1
                pa = before(:, :, i)
                l = 0
                u = 0
                do row = 1, p
                    swapped = pa(row, :)
                    pa(row, :) = pa(ipiv(row, i), :)
                    pa(ipiv(row, i), :) = swapped
                    l(row, 1:row - 1) = a(row, 1:row - 1, i)
                    l(row, row) = 1
                    u(row, row:p) = a(row, row:p, i)
                end do
                if (maxval(abs(pa(1:p, 1:p) - matmul(l(1:p, 1:p), u(1:p, 1:p)))) > 1d-13) error stop 'dgetrf_batch'
            end do
        end do
    end subroutine

    subroutine factors_by_stride
        integer, parameter :: n = 12, nrhs = 3, batch = 40
        real(dp) :: a(n, n, batch), lu(n, n, batch), b(n, nrhs, batch), x(n, nrhs, batch)
        integer :: ipiv(n, batch), info(batch), i
        call random_number(a)
        call random_number(b)
        lu = a
        x = b
        call dgetrf_batch_strided(n, n, lu, n, n * n, ipiv, n, batch, info)
        if (any(info /= 0)) error stop 'dgetrf_batch_strided'
        call dgetrs_batch_strided('N', n, nrhs, lu, n, n * n, ipiv, n, x, n, n * nrhs, batch, info)
        if (any(info /= 0)) error stop 'dgetrs_batch_strided'
        do i = 1, batch
            if (maxval(abs(matmul(a(:, :, i), x(:, :, i)) - b(:, :, i))) > 1d-12 * maxval(abs(x(:, :, i)))) &
                error stop 'residual'
        end do
    end subroutine
end program
