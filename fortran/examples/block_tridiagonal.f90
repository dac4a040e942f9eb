! In: one implicit step of a compressible flow on many grid lines. Out: its solution, by a loop over LAPACK and by
! batched routines, with its residual.
!     block_tridiagonal [lines [points]]
! Factored schemes of CFD (Beam and Warming) solve, along each grid line by itself, the block tridiagonal system
!     L(i) x(i-1) + D(i) x(i) + U(i) x(i+1) = b(i),     i = 1 ... points,     blocks 5 x 5,
! with the flux Jacobians A of the Euler equations (mass, three momenta, energy) and a scalar dissipation:
!     L(i) = -s/2 (A(i-1) + r(i) I),   D(i) = (1 + s r(i)) I,   U(i) = s/2 (A(i+1) - r(i) I),   s = dt/dx.
! Block Thomas goes along the lines; at every point all lines are one batch.
program block_tridiagonal
    use example
    use shunt, only: dgemm_batch_strided, dgemv_batch_strided, dgetrf_batch_strided, dgetrs_batch_strided
    implicit none
    external :: dgemm, dgemv, dgetrf, dgetrs
    integer, parameter :: n = 5
    real(dp), parameter :: heat_ratio = 1.4_dp, s = 2
    integer :: lines, points
    real(dp), allocatable :: lower(:, :, :, :), diagonal(:, :, :, :)  ! (row, column, line, point)
    real(dp), allocatable :: right(:, :, :, :)                        ! U and then b as a sixth column
    real(dp), allocatable :: x(:, :, :), by_loop(:, :, :)             ! (row, line, point)
    integer, allocatable :: ipiv(:, :), info(:)
    real(dp) :: start, time_loop, time_batch, residual, difference

    lines = argument(1, 1000)
    points = argument(2, 60)
    allocate (lower(n, n, lines, points), diagonal(n, n, lines, points), right(n, n + 1, lines, points))
    allocate (x(n, lines, points), by_loop(n, lines, points), ipiv(n, lines), info(lines))

    call build()
    start = seconds()
    call solve_by_loop(by_loop)
    time_loop = seconds() - start
    call build()
    start = seconds()
    call solve_by_batch(x)
    time_batch = seconds() - start

    call build()
    residual = relative_residual()
    difference = maxval(abs(x - by_loop)) / maxval(abs(by_loop))
    print '(i0, " lines of ", i0, " points, blocks ", i0, " x ", i0)', lines, points, n, n
    print '(2x, a, f18.15)', 'sum of the corrections ', sum(x) / size(x)
    print '(2x, 2(a, es8.1))', 'residual |b - A x| / (|A| |x|) ', residual, ', loop and batch differ by ', difference
    call report_times('block Thomas', time_loop, time_batch)
    call finish(residual < 1e-14_dp .and. difference < 1e-11_dp)

contains

    ! Density, three velocities and pressure at a place: a smooth flow, different on every line.
    pure function state(line, point) result(q)
        integer, intent(in) :: line, point
        real(dp) :: q(n), place, phase

        place = 6.28_dp * point / points
        phase = 0.37_dp * line
        q = [1 + 0.3_dp * sin(place + phase), 0.8_dp + 0.5_dp * cos(place - phase), 0.3_dp * sin(2 * place + phase), &
             0.2_dp * cos(3 * place), 1 + 0.4_dp * cos(place + 2 * phase)]
    end function

    ! d(flux in x)/d(conserved variables).
    pure function flux_jacobian(q) result(a)
        real(dp), intent(in) :: q(n)
        real(dp) :: a(n, n), u, v, w, enthalpy, kinetic
        real(dp), parameter :: g = heat_ratio - 1

        u = q(2)
        v = q(3)
        w = q(4)
        kinetic = (u * u + v * v + w * w) / 2
        enthalpy = heat_ratio / g * q(5) / q(1) + kinetic
        a = transpose(reshape([ &
            0.0_dp,                     1.0_dp,               0.0_dp,     0.0_dp,     0.0_dp, &
            g * kinetic - u * u,        (2 - g) * u,          -g * v,     -g * w,     g, &
            -u * v,                     v,                    u,          0.0_dp,     0.0_dp, &
            -u * w,                     w,                    0.0_dp,     u,          0.0_dp, &
            u * (g * kinetic - enthalpy), enthalpy - g * u * u, -g * u * v, -g * u * w, heat_ratio * u], [n, n]))
    end function

    subroutine build()
        real(dp) :: q(n), a(n, n), radius
        integer :: line, point, i

        do point = 1, points
            do line = 1, lines
                q = state(line, point)
                radius = abs(q(2)) + sqrt(heat_ratio * q(5) / q(1))
                lower(:, :, line, point) = -s / 2 * flux_jacobian(state(line, point - 1))
                diagonal(:, :, line, point) = 0
                a = s / 2 * flux_jacobian(state(line, point + 1))
                do i = 1, n
                    lower(i, i, line, point) = lower(i, i, line, point) - s / 2 * radius
                    diagonal(i, i, line, point) = 1 + s * radius
                    a(i, i) = a(i, i) - s / 2 * radius
                end do
                right(:, :n, line, point) = a
                right(:, n + 1, line, point) = 0.01_dp * q
            end do
        end do
    end subroutine

    subroutine solve_by_batch(x)
        real(dp), intent(out) :: x(n, lines, points)
        integer, parameter :: block = n * n, wide = n * (n + 1)  ! from one line to the next
        integer :: i

        do i = 1, points
            if (i > 1) then
                ! D(i) := D(i) - L(i) U'(i-1), b(i) := b(i) - L(i) b'(i-1)
                call dgemm_batch_strided('N', 'N', n, n, n, -1.0_dp, lower(1, 1, 1, i), n, block, &
                                         right(1, 1, 1, i - 1), n, wide, 1.0_dp, diagonal(1, 1, 1, i), n, block, lines)
                call dgemv_batch_strided('N', n, n, -1.0_dp, lower(1, 1, 1, i), n, block, right(1, n + 1, 1, i - 1), &
                                         1, wide, 1.0_dp, right(1, n + 1, 1, i), 1, wide, lines)
            end if
            ! U'(i) and b'(i): D(i)^-1 times U(i) and b(i)
            call dgetrf_batch_strided(n, n, diagonal(1, 1, 1, i), n, block, ipiv, n, lines, info)
            if (any(info /= 0)) error stop 'a singular block'
            call dgetrs_batch_strided('N', n, n + 1, diagonal(1, 1, 1, i), n, block, ipiv, n, right(1, 1, 1, i), n, &
                                      wide, lines, info)
        end do
        ! x(i) := b'(i) - U'(i) x(i+1)
        do i = points, 1, -1
            x(:, :, i) = right(:, n + 1, :, i)
            if (i < points) call dgemv_batch_strided('N', n, n, -1.0_dp, right(1, 1, 1, i), n, wide, x(1, 1, i + 1), &
                                                     1, n, 1.0_dp, x(1, 1, i), 1, n, lines)
        end do
    end subroutine

    ! The same, a line at a time.
    subroutine solve_by_loop(x)
        real(dp), intent(out) :: x(n, lines, points)
        integer :: i, line

        do i = 1, points
            do line = 1, lines
                if (i > 1) then
                    call dgemm('N', 'N', n, n, n, -1.0_dp, lower(1, 1, line, i), n, right(1, 1, line, i - 1), n, &
                               1.0_dp, diagonal(1, 1, line, i), n)
                    call dgemv('N', n, n, -1.0_dp, lower(1, 1, line, i), n, right(1, n + 1, line, i - 1), 1, 1.0_dp, &
                               right(1, n + 1, line, i), 1)
                end if
                call dgetrf(n, n, diagonal(1, 1, line, i), n, ipiv(1, line), info(line))
                if (info(line) /= 0) error stop 'a singular block'
                call dgetrs('N', n, n + 1, diagonal(1, 1, line, i), n, ipiv(1, line), right(1, 1, line, i), n, &
                            info(line))
            end do
        end do
        do i = points, 1, -1
            x(:, :, i) = right(:, n + 1, :, i)
            if (i == points) cycle
            do line = 1, lines
                call dgemv('N', n, n, -1.0_dp, right(1, 1, line, i), n, x(1, line, i + 1), 1, 1.0_dp, x(1, line, i), 1)
            end do
        end do
    end subroutine

    ! The largest of all lines.
    function relative_residual() result(worst)
        real(dp) :: worst, r(n), size_of_a, largest
        integer :: line, i

        worst = 0
        do line = 1, lines
            largest = 0
            size_of_a = 0
            do i = 1, points
                r = right(:, n + 1, line, i) - matmul(diagonal(:, :, line, i), x(:, line, i))
                if (i > 1) r = r - matmul(lower(:, :, line, i), x(:, line, i - 1))
                if (i < points) r = r - matmul(right(:, :n, line, i), x(:, line, i + 1))
                largest = max(largest, maxval(abs(r)))
                size_of_a = max(size_of_a, maxval(sum(abs(lower(:, :, line, i)) + abs(diagonal(:, :, line, i)) + &
                                                      abs(right(:, :n, line, i)), 2)))
            end do
            worst = max(worst, largest / (size_of_a * maxval(abs(x(:, line, :)))))
        end do
    end function
end program
