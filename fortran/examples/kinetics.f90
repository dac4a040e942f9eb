! In: three mechanisms of chemical kinetics, each in many cells that start differently. Out: their concentrations at the
! end, compared with published ones, by a loop over LAPACK and by batched LU.
!     kinetics [cells]
! Every cell is a stiff system y' = f(y). One step of the Rosenbrock method Rodas3 (Sandu et al., 1997: order 3(2), four
! stages, L-stable) factors I/(gamma h) - df/dy once and solves with it four times; each cell has its own step size, and
! those that have not arrived go on together.
module mechanisms
    use example, only: dp
    implicit none
    private
    public :: mechanism, robertson, hires, pollu, derivative, jacobian

    type reaction
        real(dp) :: rate
        integer :: from(2), to(4)  ! species; 0: none. From nothing: a source
    end type
    type mechanism
        character(len=9) :: name
        real(dp) :: end_time, relative, absolute  ! tolerances
        type(reaction), allocatable :: reactions(:)
        real(dp), allocatable :: start(:), expected(:), conserved(:)  ! dot_product(conserved, y) never changes
    end type

contains

    ! Robertson's three species; the answer at t = 40 as in many codes' manuals.
    function robertson() result(x)
        type(mechanism) :: x

        x%name = 'Robertson'
        x%end_time = 40
        x%relative = 1e-5_dp
        x%absolute = 1e-11_dp
        allocate (x%reactions, source=[ &
            reaction(0.04_dp, [1, 0], [2, 0, 0, 0]), reaction(1e4_dp, [2, 3], [1, 3, 0, 0]), &
            reaction(3e7_dp, [2, 2], [2, 3, 0, 0])])
        allocate (x%start, source=[1.0_dp, 0.0_dp, 0.0_dp])
        allocate (x%expected, source=[0.7158270687194_dp, 9.185534764558e-6_dp, 0.2841637457459_dp])
        allocate (x%conserved, source=[1.0_dp, 1.0_dp, 1.0_dp])
    end function

    ! HIRES, light and plants: eight species (Schaefer, 1975), start and answer of the test set of Bari (Mazzia,
    ! Magherini).
    function hires() result(x)
        type(mechanism) :: x

        x%name = 'HIRES'
        x%end_time = 321.8122_dp
        x%relative = 1e-5_dp
        x%absolute = 1e-10_dp
        allocate (x%reactions, source=[ &
            reaction(7e-4_dp, [0, 0], [1, 0, 0, 0]), reaction(1.71_dp, [1, 0], [2, 0, 0, 0]), &
            reaction(0.43_dp, [2, 0], [1, 0, 0, 0]), reaction(8.32_dp, [2, 0], [4, 0, 0, 0]), &
            reaction(8.32_dp, [3, 0], [1, 0, 0, 0]), reaction(1.71_dp, [3, 0], [4, 0, 0, 0]), &
            reaction(0.43_dp, [4, 0], [3, 0, 0, 0]), reaction(0.69_dp, [4, 0], [6, 0, 0, 0]), &
            reaction(0.035_dp, [5, 0], [3, 0, 0, 0]), reaction(1.71_dp, [5, 0], [6, 0, 0, 0]), &
            reaction(0.43_dp, [6, 0], [5, 0, 0, 0]), reaction(280.0_dp, [6, 8], [7, 0, 0, 0]), &
            reaction(0.69_dp, [7, 0], [6, 8, 0, 0]), reaction(0.43_dp, [7, 0], [5, 8, 0, 0]), &
            reaction(0.69_dp, [7, 0], [8, 0, 0, 0])])
        allocate (x%start, source=[1.0_dp, 0.0_dp, 0.0_dp, 0.0_dp, 0.0_dp, 0.0_dp, 0.0_dp, 0.0057_dp])
        allocate (x%expected, source=[ &
            0.7371312573325668e-3_dp, 0.1442485726316185e-3_dp, 0.5888729740967575e-4_dp, &
            0.1175651343283149e-2_dp, 0.2386356198831331e-2_dp, 0.6238968252742796e-2_dp, &
            0.2849998395185769e-2_dp, 0.2850001604814231e-2_dp])
        allocate (x%conserved, source=[0.0_dp, 0.0_dp, 0.0_dp, 0.0_dp, 0.0_dp, 0.0_dp, 1.0_dp, 1.0_dp])
    end function

    ! POLLU, air pollution: 25 reactions of 20 species (Verwer, 1994), answer of the same test set. Nitrogen is
    ! conserved.
    !     1 NO2, 2 NO, 3 O3P, 4 O3, 5 HO2, 6 OH, 7 HCHO, 8 CO, 9 ALD, 10 MEO2,
    !     11 C2O3, 12 CO2, 13 PAN, 14 CH3O, 15 HNO3, 16 O1D, 17 SO2, 18 SO4, 19 NO3, 20 N2O5
    function pollu() result(x)
        type(mechanism) :: x

        x%name = 'POLLU'
        x%end_time = 60
        x%relative = 1e-5_dp
        x%absolute = 1e-14_dp
        allocate (x%reactions, source=[ &
            reaction(0.35_dp, [1, 0], [2, 3, 0, 0]), reaction(0.266e2_dp, [2, 4], [1, 0, 0, 0]), &
            reaction(0.123e5_dp, [5, 2], [1, 6, 0, 0]), reaction(0.86e-3_dp, [7, 0], [5, 5, 8, 0]), &
            reaction(0.82e-3_dp, [7, 0], [8, 0, 0, 0]), reaction(0.15e5_dp, [7, 6], [5, 8, 0, 0]), &
            reaction(0.13e-3_dp, [9, 0], [10, 5, 8, 0]), reaction(0.24e5_dp, [9, 6], [11, 0, 0, 0]), &
            reaction(0.165e5_dp, [11, 2], [1, 10, 12, 0]), reaction(0.9e4_dp, [11, 1], [13, 0, 0, 0]), &
            reaction(0.22e-1_dp, [13, 0], [11, 1, 0, 0]), reaction(0.12e5_dp, [10, 2], [14, 1, 0, 0]), &
            reaction(0.188e1_dp, [14, 0], [7, 5, 0, 0]), reaction(0.163e5_dp, [1, 6], [15, 0, 0, 0]), &
            reaction(0.48e7_dp, [3, 0], [4, 0, 0, 0]), reaction(0.35e-3_dp, [4, 0], [16, 0, 0, 0]), &
            reaction(0.175e-1_dp, [4, 0], [3, 0, 0, 0]), reaction(0.1e9_dp, [16, 0], [6, 6, 0, 0]), &
            reaction(0.444e12_dp, [16, 0], [3, 0, 0, 0]), reaction(0.124e4_dp, [17, 6], [18, 5, 0, 0]), &
            reaction(0.21e1_dp, [19, 0], [2, 0, 0, 0]), reaction(0.578e1_dp, [19, 0], [1, 3, 0, 0]), &
            reaction(0.474e-1_dp, [1, 4], [19, 0, 0, 0]), reaction(0.178e4_dp, [19, 1], [20, 0, 0, 0]), &
            reaction(0.312e1_dp, [20, 0], [19, 1, 0, 0])])
        allocate (x%start(20), x%conserved(20), source=0.0_dp)
        x%start([2, 4, 7, 8, 9, 17]) = [0.2_dp, 0.04_dp, 0.1_dp, 0.3_dp, 0.01_dp, 0.007_dp]
        allocate (x%expected, source=[ &
            0.5646255480022769e-1_dp, 0.1342484130422339_dp, 0.4139734331099427e-8_dp, 0.5523140207484359e-2_dp, &
            0.2018977262302196e-6_dp, 0.1464541863493966e-6_dp, 0.7784249118997964e-1_dp, 0.3245075353396018_dp, &
            0.7494013383880406e-2_dp, 0.1622293157301561e-7_dp, 0.1135863833257075e-7_dp, &
            0.2230505975721359e-2_dp, 0.2087162882798630e-3_dp, 0.1396921016840158e-4_dp, &
            0.8964884856898295e-2_dp, 0.4352846369330103e-17_dp, 0.6899219696263405e-2_dp, &
            0.1007803037365946e-3_dp, 0.1772146513969984e-5_dp, 0.5682943292316392e-4_dp])
        x%conserved([1, 2, 13, 15, 19]) = 1
        x%conserved(20) = 2
    end function

    ! f(y): every reaction goes at its rate times the concentrations of what reacts.
    pure subroutine derivative(x, y, f)
        type(mechanism), intent(in) :: x
        real(dp), intent(in) :: y(:)
        real(dp), intent(out) :: f(:)
        real(dp) :: speed
        integer :: r, i

        f = 0
        do r = 1, size(x%reactions)
            associate (from => x%reactions(r)%from, to => x%reactions(r)%to)
                speed = x%reactions(r)%rate
                do i = 1, 2
                    if (from(i) > 0) speed = speed * y(from(i))
                end do
                do i = 1, 2
                    if (from(i) > 0) f(from(i)) = f(from(i)) - speed
                end do
                do i = 1, 4
                    if (to(i) > 0) f(to(i)) = f(to(i)) + speed
                end do
            end associate
        end do
    end subroutine

    ! The matrix diagonal * I - df/dy.
    pure subroutine jacobian(x, y, diagonal, w)
        type(mechanism), intent(in) :: x
        real(dp), intent(in) :: y(:), diagonal
        real(dp), intent(out) :: w(:, :)
        real(dp) :: slope
        integer :: r, i, j

        w = 0
        do i = 1, size(y)
            w(i, i) = diagonal
        end do
        do r = 1, size(x%reactions)
            associate (from => x%reactions(r)%from, to => x%reactions(r)%to)
                do j = 1, 2  ! by from(j)
                    if (from(j) == 0) cycle
                    slope = x%reactions(r)%rate
                    if (from(3 - j) > 0) slope = slope * y(from(3 - j))
                    do i = 1, 2
                        if (from(i) > 0) w(from(i), from(j)) = w(from(i), from(j)) + slope
                    end do
                    do i = 1, 4
                        if (to(i) > 0) w(to(i), from(j)) = w(to(i), from(j)) - slope
                    end do
                end do
            end associate
        end do
    end subroutine
end module

program kinetics
    use example
    use mechanisms
    use shunt, only: getrf_batch, getrs_batch
    implicit none
    external :: dgetrf, dgetrs
    logical :: good = .true.

    call compare(robertson(), argument(1, 400))
    call compare(hires(), argument(1, 400))
    call compare(pollu(), argument(1, 400))
    call finish(good)

contains

    subroutine compare(x, cells)
        type(mechanism), intent(in) :: x
        integer, intent(in) :: cells
        real(dp) :: start(size(x%start), cells), y(size(x%start), cells), by_loop(size(x%start), cells)
        real(dp) :: time_loop, time_batch, algebra_loop, algebra_batch, error, drift, difference
        integer :: c, steps

        ! The first cell is the published one.
        do c = 1, cells
            start(:, c) = x%start * (1 + 0.2_dp * sin(real(c - 1, dp)))
        end do
        by_loop = start
        call integrate(x, by_loop, .false., steps, time_loop, algebra_loop)
        y = start
        call integrate(x, y, .true., steps, time_batch, algebra_batch)
        error = maxval(abs(y(:, 1) - x%expected) / (abs(x%expected) + x%absolute))
        drift = maxval(abs(matmul(x%conserved, y) / matmul(x%conserved, start) - 1))
        difference = maxval(abs(y - by_loop) / (abs(by_loop) + x%absolute))
        print '(a, ", ", i0, " species, ", i0, " cells: ", i0, " matrices factored")', trim(x%name), size(x%start), &
            cells, steps
        print '(2x, 3(a, es8.1))', 'error ', error, ', conserved to ', drift, ', loop and batch differ by ', difference
        call report_times('LU and solves', algebra_loop, algebra_batch)
        call report_times('all', time_loop, time_batch)
        good = good .and. error < 1e-3_dp .and. drift < 1e-11_dp .and. difference < 100 * x%relative
    end subroutine

    ! y from time 0 to the end. steps: the number of matrices.
    subroutine integrate(x, y, batched, steps, time, algebra)
        type(mechanism), intent(in) :: x
        real(dp), intent(inout) :: y(:, :)
        logical, intent(in) :: batched
        integer, intent(out) :: steps
        real(dp), intent(out) :: time, algebra
        real(dp), parameter :: gamma = 0.5_dp
        real(dp), allocatable :: w(:, :, :), k(:, :, :), t(:), h(:)
        real(dp) :: next(size(y, 1)), f(size(y, 1)), norm, start, since
        integer, allocatable :: ipiv(:, :), info(:), active(:)
        integer :: n, m, stage, i, c

        n = size(y, 1)
        m = size(y, 2)
        allocate (w(n, n, m), k(n, m, 4), ipiv(n, m), info(m))
        allocate (t(m), source=0.0_dp)
        allocate (h(m), source=1e-7_dp * x%end_time)
        active = [(i, i=1, m)]
        algebra = 0
        steps = 0
        start = seconds()
        do while (m > 0)
            steps = steps + m
            do i = 1, m
                call jacobian(x, y(:, active(i)), 1 / (gamma * h(active(i))), w(:, :, i))
            end do
            since = seconds()
            if (batched) then
                call getrf_batch(w(:, :, :m), ipiv(:, :m), info(:m))
            else
                do i = 1, m
                    call dgetrf(n, n, w(1, 1, i), n, ipiv(1, i), info(i))
                end do
            end if
            algebra = algebra + seconds() - since
            if (any(info(:m) /= 0)) error stop 'a singular matrix'
            do stage = 1, 4
                do i = 1, m
                    c = active(i)
                    next = y(:, c)
                    if (stage > 2) next = next + 2 * k(:, i, 1)
                    if (stage == 4) next = next + k(:, i, 3)
                    call derivative(x, next, f)
                    if (stage == 2) f = f + 4 / h(c) * k(:, i, 1)
                    if (stage > 2) f = f + (k(:, i, 1) - k(:, i, 2)) / h(c)
                    if (stage == 4) f = f - 8 / (3 * h(c)) * k(:, i, 3)
                    k(:, i, stage) = f
                end do
                since = seconds()
                if (batched) then
                    call getrs_batch(w(:, :, :m), ipiv(:, :m), k(:, :m, stage), info(:m))
                else
                    do i = 1, m
                        call dgetrs('N', n, 1, w(1, 1, i), n, ipiv(1, i), k(1, i, stage), n, info(i))
                    end do
                end if
                algebra = algebra + seconds() - since
            end do
            do i = 1, m
                c = active(i)
                next = y(:, c) + 2 * k(:, i, 1) + k(:, i, 3) + k(:, i, 4)
                norm = sqrt(sum((k(:, i, 4) / (x%absolute + x%relative * max(abs(y(:, c)), abs(next))))**2) / n)
                if (norm <= 1) then
                    t(c) = t(c) + h(c)
                    y(:, c) = next
                end if
                h(c) = h(c) * min(6.0_dp, max(0.2_dp, 0.9_dp / max(norm, 1e-6_dp)**(1.0_dp / 3)))
                h(c) = min(h(c), x%end_time - t(c))
            end do
            active = pack(active, t(active) < x%end_time * (1 - 1e-14_dp))
            m = size(active)
        end do
        time = seconds() - start
    end subroutine
end program
