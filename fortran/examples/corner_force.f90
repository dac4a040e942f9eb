! In: the state of a compressible fluid on curved finite elements. Out: the corner forces of Lagrangian hydrodynamics,
! by a loop over BLAS and by batched GEMM and GEMV, after the application of MAGMA Batched (its code is BLAST).
!     corner_force [zones along an edge, of Q2-Q1 [of Q4-Q3]]
! A zone z is a hexahedron with a kinematic basis w of order k (positions, velocities) and a thermodynamic basis phi of
! order k - 1 (energy). Its force matrix, 3 (k+1)^3 x k^3, is a sum over quadrature points q with weights alpha:
!     F(ic, j) = sum alpha(q) (sigma : grad w(i) e(c)) phi(j) |J|  =  A B^T,   B(j, q) = phi(j) at q,
!     A(ic, q) = alpha(q) |J| sum over e of  (sigma J^-T)(c, e)  d w(i) / d xhat(e).
! Momentum takes -F 1, energy F^T v. The kernels are numbered as in the paper's table 3.
module corner_forces
    use, intrinsic :: iso_c_binding, only: c_ptr, c_loc
    use example
    use shunt, only: dgemm_batch, dgemm_batch_strided, dgemv_batch_strided
    implicit none
    private
    public :: forces, make_forces, evaluate, direct_sum, kernels

    real(dp), parameter :: heat_ratio = 1.4_dp, viscosity = 0.01_dp, pi = acos(-1.0_dp)
    character(len=*), parameter :: kernels(6) = [character(len=24) :: '3: grad v, J (GEMM)', '4, 5: 3 x 3 (GEMM)', &
                                                 '6: A (GEMM)', '7: F = A B^T (GEMM)', '8: -F 1 (GEMV)', &
                                                 '10: F^T v (GEMV)']
    type forces
        integer :: k, zones, nw, nphi, nq             ! functions of a scalar's bases, points
        real(dp), allocatable :: grad(:, :, :)        ! (nw, 3, nq) of w, in the reference element
        real(dp), allocatable :: b(:, :), alpha(:)    ! (nphi, nq), (nq)
        real(dp), allocatable :: x(:, :, :), v(:, :, :)               ! (nw, 3, zones)
        real(dp), allocatable :: e(:, :), mass(:, :)                  ! (nphi, zones), (nq, zones)
        real(dp), allocatable :: j(:, :, :, :), dv(:, :, :, :)        ! (3, 3, nq, zones)
        real(dp), allocatable :: inverse(:, :, :, :), sigma(:, :, :, :), s(:, :, :, :)
        real(dp), allocatable :: det(:, :), energy(:, :)              ! (nq, zones)
        real(dp), allocatable :: a(:, :, :, :), f(:, :, :)            ! (nw, 3, nq, zones), (3 nw, nphi, zones)
        real(dp), allocatable :: momentum(:, :), work(:, :), ones(:)  ! (3 nw, zones), (nphi, zones), (nphi)
        type(c_ptr), allocatable :: pgrad(:), ps(:), pa(:)            ! of every point in every zone
    end type

contains

    ! Zones of the unit cube, warped inside, with a Taylor-Green vortex.
    subroutine make_forces(me, k, edge)
        type(forces), intent(inout), target :: me
        integer, intent(in) :: k, edge
        real(dp) :: nodes(k + 1), inner(k), points(2 * k), weights(2 * k), w(k + 1, 2 * k), dw(k + 1, 2 * k)
        real(dp) :: phi(k, 2 * k), unused(k, 2 * k), place(3)
        integer :: i, z, q, c(3), n(3)

        me%k = k
        me%zones = edge**3
        me%nw = (k + 1)**3
        me%nphi = k**3
        me%nq = (2 * k)**3
        allocate (me%grad(me%nw, 3, me%nq), me%b(me%nphi, me%nq), me%alpha(me%nq), me%ones(me%nphi), source=1.0_dp)
        allocate (me%x(me%nw, 3, me%zones), me%v(me%nw, 3, me%zones), me%e(me%nphi, me%zones), me%mass(me%nq, me%zones))
        allocate (me%j(3, 3, me%nq, me%zones), me%dv(3, 3, me%nq, me%zones), me%inverse(3, 3, me%nq, me%zones))
        allocate (me%sigma(3, 3, me%nq, me%zones), me%s(3, 3, me%nq, me%zones))
        allocate (me%det(me%nq, me%zones), me%energy(me%nq, me%zones), me%a(me%nw, 3, me%nq, me%zones))
        allocate (me%f(3 * me%nw, me%nphi, me%zones), me%momentum(3 * me%nw, me%zones), me%work(me%nphi, me%zones))
        allocate (me%pgrad(me%nq * me%zones), me%ps(me%nq * me%zones), me%pa(me%nq * me%zones))

        ! Bases in one dimension: Lagrange's at Gauss-Lobatto points and at Gauss points.
        select case (k)
        case (2)
            nodes = [0.0_dp, 0.5_dp, 1.0_dp]
        case (4)
            nodes = [0.0_dp, (1 - sqrt(3 / 7.0_dp)) / 2, 0.5_dp, (1 + sqrt(3 / 7.0_dp)) / 2, 1.0_dp]
        case default
            error stop 'Q2-Q1 and Q4-Q3 are known'
        end select
        call gauss(2 * k, points, weights)
        call gauss(k, inner, unused(:, 1))
        call lagrange(nodes, points, w, dw)
        call lagrange(inner, points, phi, unused)
        do q = 1, me%nq
            c = triple(q, 2 * k)
            me%alpha(q) = product(weights(c))
            do i = 1, me%nw
                n = triple(i, k + 1)
                me%grad(i, :, q) = [dw(n(1), c(1)) * w(n(2), c(2)) * w(n(3), c(3)), &
                                    w(n(1), c(1)) * dw(n(2), c(2)) * w(n(3), c(3)), &
                                    w(n(1), c(1)) * w(n(2), c(2)) * dw(n(3), c(3))]
            end do
            do i = 1, me%nphi
                n = triple(i, k)
                me%b(i, q) = phi(n(1), c(1)) * phi(n(2), c(2)) * phi(n(3), c(3))
            end do
        end do

        do z = 1, me%zones
            c = triple(z, edge)
            do i = 1, me%nw
                place = (c - 1 + nodes(triple(i, k + 1))) / edge
                place = place + 0.05_dp * sin(2 * pi * place) * sin(pi * place([2, 3, 1])) ! faces stay where they are
                me%x(i, :, z) = place
                me%v(i, :, z) = [sin(pi * place(1)) * cos(pi * place(2)), -cos(pi * place(1)) * sin(pi * place(2)), &
                    0.0_dp]
            end do
            do i = 1, me%nphi
                place = (c - 1 + inner(triple(i, k))) / edge
                me%e(i, z) = 2.5_dp + 0.3_dp * (cos(2 * pi * place(1)) + cos(2 * pi * place(2)))
            end do
            do q = 1, me%nq
                place = (c - 1 + points(triple(q, 2 * k))) / edge
                me%mass(q, z) = (1 + 0.1_dp * sin(pi * place(3))) / me%zones
                i = (z - 1) * me%nq + q
                me%pgrad(i) = c_loc(me%grad(1, 1, q))
                me%ps(i) = c_loc(me%s(1, 1, q, z))
                me%pa(i) = c_loc(me%a(1, 1, q, z))
            end do
        end do
    end subroutine

    ! All of it. times: of each of `kernels`, added to.
    subroutine evaluate(me, batched, times)
        type(forces), intent(inout), target :: me
        logical, intent(in) :: batched
        real(dp), intent(inout) :: times(6)
        external :: dgemm, dgemv
        integer :: nw, nq, nphi, zones, points, q, z
        real(dp) :: since

        nw = me%nw
        nq = me%nq
        nphi = me%nphi
        zones = me%zones
        points = nq * zones
        ! 3: J = X^T grad w for all points of a zone at once, and the same of v. And the energy at points.
        since = seconds()
        if (batched) then
            call dgemm_batch_strided('T', 'N', 3, 3 * nq, nw, 1.0_dp, me%x, nw, 3 * nw, me%grad, nw, 0, 0.0_dp, me%j, &
                                     3, 9 * nq, zones)
            call dgemm_batch_strided('T', 'N', 3, 3 * nq, nw, 1.0_dp, me%v, nw, 3 * nw, me%grad, nw, 0, 0.0_dp, me%dv, &
                                     3, 9 * nq, zones)
        else
            do z = 1, zones
                call dgemm('T', 'N', 3, 3 * nq, nw, 1.0_dp, me%x(1, 1, z), nw, me%grad, nw, 0.0_dp, me%j(1, 1, 1, z), 3)
                call dgemm('T', 'N', 3, 3 * nq, nw, 1.0_dp, me%v(1, 1, z), nw, me%grad, nw, 0.0_dp, me%dv(1, 1, 1, z), &
                           3)
            end do
        end if
        times(1) = times(1) + seconds() - since
        me%energy = matmul(transpose(me%b), me%e)
        call invert(me)
        ! 4, 5: grad v = dv J^-1, and s = sigma J^-T.
        since = seconds()
        if (batched) then
            call dgemm_batch_strided('N', 'N', 3, 3, 3, 1.0_dp, me%dv, 3, 9, me%inverse, 3, 9, 0.0_dp, me%s, 3, 9, &
                                     points)
        else
            do z = 1, zones
                do q = 1, nq
                    call dgemm('N', 'N', 3, 3, 3, 1.0_dp, me%dv(1, 1, q, z), 3, me%inverse(1, 1, q, z), 3, 0.0_dp, &
                               me%s(1, 1, q, z), 3)
                end do
            end do
        end if
        times(2) = times(2) + seconds() - since
        call stress(me)
        since = seconds()
        if (batched) then
            call dgemm_batch_strided('N', 'T', 3, 3, 3, 1.0_dp, me%sigma, 3, 9, me%inverse, 3, 9, 0.0_dp, me%s, 3, 9, &
                                     points)
        else
            do z = 1, zones
                do q = 1, nq
                    call dgemm('N', 'T', 3, 3, 3, 1.0_dp, me%sigma(1, 1, q, z), 3, me%inverse(1, 1, q, z), 3, 0.0_dp, &
                               me%s(1, 1, q, z), 3)
                end do
            end do
        end if
        times(2) = times(2) + seconds() - since
        ! 6: a column of A at every point. What all zones share comes by addresses.
        since = seconds()
        if (batched) then
            call dgemm_batch('N', 'T', [nw], [3], [3], [1.0_dp], me%pgrad, [nw], me%ps, [3], [0.0_dp], me%pa, [nw], 1, &
                             [points])
        else
            do z = 1, zones
                do q = 1, nq
                    call dgemm('N', 'T', nw, 3, 3, 1.0_dp, me%grad(1, 1, q), nw, me%s(1, 1, q, z), 3, 0.0_dp, &
                               me%a(1, 1, q, z), nw)
                end do
            end do
        end if
        times(3) = times(3) + seconds() - since
        ! 7: F = A B^T
        since = seconds()
        if (batched) then
            call dgemm_batch_strided('N', 'T', 3 * nw, nphi, nq, 1.0_dp, me%a, 3 * nw, 3 * nw * nq, me%b, nphi, 0, &
                                     0.0_dp, me%f, 3 * nw, 3 * nw * nphi, zones)
        else
            do z = 1, zones
                call dgemm('N', 'T', 3 * nw, nphi, nq, 1.0_dp, me%a(1, 1, 1, z), 3 * nw, me%b, nphi, 0.0_dp, &
                           me%f(1, 1, z), 3 * nw)
            end do
        end if
        times(4) = times(4) + seconds() - since
        ! 8: -F 1
        since = seconds()
        if (batched) then
            call dgemv_batch_strided('N', 3 * nw, nphi, -1.0_dp, me%f, 3 * nw, 3 * nw * nphi, me%ones, 1, 0, 0.0_dp, &
                                     me%momentum, 1, 3 * nw, zones)
        else
            do z = 1, zones
                call dgemv('N', 3 * nw, nphi, -1.0_dp, me%f(1, 1, z), 3 * nw, me%ones, 1, 0.0_dp, me%momentum(1, z), 1)
            end do
        end if
        times(5) = times(5) + seconds() - since
        ! 10: F^T v
        since = seconds()
        if (batched) then
            call dgemv_batch_strided('T', 3 * nw, nphi, 1.0_dp, me%f, 3 * nw, 3 * nw * nphi, me%v, 1, 3 * nw, 0.0_dp, &
                                     me%work, 1, nphi, zones)
        else
            do z = 1, zones
                call dgemv('T', 3 * nw, nphi, 1.0_dp, me%f(1, 1, z), 3 * nw, me%v(1, 1, z), 1, 0.0_dp, me%work(1, z), 1)
            end do
        end if
        times(6) = times(6) + seconds() - since
    end subroutine

    ! Kernel 1: determinants and inverses of J by its adjugate.
    subroutine invert(me)
        type(forces), intent(inout) :: me
        integer :: q, z

        do z = 1, me%zones
            do q = 1, me%nq
                associate (j => me%j(:, :, q, z), inverse => me%inverse(:, :, q, z))
                    inverse(1, :) = cross(j(:, 2), j(:, 3))
                    inverse(2, :) = cross(j(:, 3), j(:, 1))
                    inverse(3, :) = cross(j(:, 1), j(:, 2))
                    me%det(q, z) = dot_product(inverse(1, :), j(:, 1))
                    inverse = inverse / me%det(q, z)
                end associate
            end do
        end do
    end subroutine

    ! Kernel 2: the ideal gas's pressure and a viscous stress, times weight and volume. grad v is in s.
    subroutine stress(me)
        type(forces), intent(inout) :: me
        real(dp) :: pressure
        integer :: c, q, z

        do z = 1, me%zones
            do q = 1, me%nq
                associate (sigma => me%sigma(:, :, q, z), gradient => me%s(:, :, q, z))
                    pressure = (heat_ratio - 1) * me%mass(q, z) / me%det(q, z) * me%energy(q, z)
                    sigma = viscosity / 2 * (gradient + transpose(gradient))
                    do c = 1, 3
                        sigma(c, c) = sigma(c, c) - pressure
                    end do
                    sigma = me%alpha(q) * me%det(q, z) * sigma
                end associate
            end do
        end do
    end subroutine

    ! F of one zone from its definition, point by point, without a matrix.
    subroutine direct_sum(me, z, f)
        type(forces), intent(in) :: me
        integer, intent(in) :: z
        real(dp), intent(out) :: f(:, :)
        real(dp) :: j(3, 3), inverse(3, 3), gradient(3, 3), sigma(3, 3), dw(3), det, pressure
        integer :: q, i, c

        f = 0
        do q = 1, me%nq
            j = 0
            gradient = 0
            do i = 1, me%nw
                do c = 1, 3
                    j(:, c) = j(:, c) + me%x(i, :, z) * me%grad(i, c, q)
                end do
            end do
            inverse(1, :) = cross(j(:, 2), j(:, 3))
            inverse(2, :) = cross(j(:, 3), j(:, 1))
            inverse(3, :) = cross(j(:, 1), j(:, 2))
            det = dot_product(inverse(1, :), j(:, 1))
            inverse = inverse / det
            do i = 1, me%nw
                dw = matmul(me%grad(i, :, q), inverse)  ! in space
                do c = 1, 3
                    gradient(:, c) = gradient(:, c) + me%v(i, :, z) * dw(c)
                end do
            end do
            pressure = (heat_ratio - 1) * me%mass(q, z) / det * dot_product(me%b(:, q), me%e(:, z))
            sigma = viscosity / 2 * (gradient + transpose(gradient))
            do c = 1, 3
                sigma(c, c) = sigma(c, c) - pressure
            end do
            do i = 1, me%nw
                dw = matmul(me%grad(i, :, q), inverse)
                do c = 1, 3
                    f(i + (c - 1) * me%nw, :) = f(i + (c - 1) * me%nw, :) + &
                                                me%alpha(q) * det * dot_product(sigma(c, :), dw) * me%b(:, q)
                end do
            end do
        end do
    end subroutine

    pure function cross(x, y) result(z)
        real(dp), intent(in) :: x(3), y(3)
        real(dp) :: z(3)

        z = [x(2) * y(3) - x(3) * y(2), x(3) * y(1) - x(1) * y(3), x(1) * y(2) - x(2) * y(1)]
    end function

    ! The three digits, each from 1 to base, of the i-th of base^3 things.
    pure function triple(i, base) result(d)
        integer, intent(in) :: i, base
        integer :: d(3)

        d = 1 + [mod(i - 1, base), mod((i - 1) / base, base), (i - 1) / base**2]
    end function

    ! Points and weights of Gauss's rule on (0, 1), by Newton's method on Legendre's polynomial.
    pure subroutine gauss(n, points, weights)
        integer, intent(in) :: n
        real(dp), intent(out) :: points(:), weights(:)
        real(dp) :: x, p, before, oldest, slope
        integer :: i, round, degree

        do i = 1, n
            x = cos(pi * (i - 0.25_dp) / (n + 0.5_dp))
            do round = 1, 20
                p = x
                before = 1
                do degree = 2, n
                    oldest = before
                    before = p
                    p = ((2 * degree - 1) * x * before - (degree - 1) * oldest) / degree
                end do
                slope = n * (x * p - before) / (x * x - 1)
                x = x - p / slope
            end do
            points(n + 1 - i) = (1 + x) / 2
            weights(n + 1 - i) = 1 / ((1 - x * x) * slope**2)
        end do
    end subroutine

    ! Lagrange's polynomials of nodes and their derivatives at points: (node, point).
    pure subroutine lagrange(nodes, points, value, slope)
        real(dp), intent(in) :: nodes(:), points(:)
        real(dp), intent(out) :: value(:, :), slope(:, :)
        real(dp) :: term
        integer :: i, j, l, q

        do q = 1, size(points)
            do i = 1, size(nodes)
                value(i, q) = 1
                slope(i, q) = 0
                do j = 1, size(nodes)
                    if (j == i) cycle
                    value(i, q) = value(i, q) * (points(q) - nodes(j)) / (nodes(i) - nodes(j))
                    term = 1 / (nodes(i) - nodes(j))
                    do l = 1, size(nodes)
                        if (l /= i .and. l /= j) term = term * (points(q) - nodes(l)) / (nodes(i) - nodes(l))
                    end do
                    slope(i, q) = slope(i, q) + term
                end do
            end do
        end do
    end subroutine
end module

program corner_force
    use example
    use corner_forces
    implicit none
    logical :: good = .true.

    call compare(2, argument(1, 6))
    call compare(4, argument(2, 3))
    call finish(good)

contains

    subroutine compare(k, edge)
        integer, intent(in) :: k, edge
        type(forces), target :: me
        real(dp), allocatable :: by_loop(:, :, :), exact(:, :)
        real(dp) :: loop(6), batch(6), times(6), error, difference, volume, balance, energy
        integer :: i, z, round

        call make_forces(me, k, edge)
        allocate (by_loop(3 * me%nw, me%nphi, me%zones), exact(3 * me%nw, me%nphi))
        ! The fastest of some: the first finds memory that nobody has touched yet.
        loop = huge(loop)
        batch = huge(batch)
        do round = 1, 5
            times = 0
            call evaluate(me, .false., times)
            loop = min(loop, times)
            by_loop = me%f
            me%f = 0
            me%momentum = 0
            me%work = 0
            times = 0
            call evaluate(me, .true., times)
            batch = min(batch, times)
        end do

        difference = maxval(abs(me%f - by_loop)) / maxval(abs(by_loop))
        error = 0
        do z = 1, me%zones, max(1, me%zones / 8)
            call direct_sum(me, z, exact)
            error = max(error, maxval(abs(me%f(:, :, z) - exact)) / maxval(abs(exact)))
        end do
        ! What must hold: the cube's volume; no force on a zone as a whole; what v gains, e loses.
        volume = sum(matmul(me%alpha, me%det))
        balance = 0
        do z = 1, me%zones
            do i = 1, 3
                balance = max(balance, abs(sum(me%momentum((i - 1) * me%nw + 1:i * me%nw, z))))
            end do
        end do
        balance = balance / maxval(abs(me%momentum))
        energy = abs(sum(me%work) + sum(reshape(me%v, shape(me%momentum)) * me%momentum)) / sum(abs(me%work))
        print '(a, i0, a, i0, a, i0, a, i0, a, i0, a, i0, a)', 'Q', k, '-Q', k - 1, ': ', me%zones, ' zones, F ', &
            3 * me%nw, ' x ', me%nphi, ' from ', me%nq, ' points'
        print '(2x, a, f18.15, 2(a, es8.1))', 'volume ', volume, ', forces sum to ', balance, ', energy to ', energy
        print '(2x, 2(a, es8.1))', 'against the direct sum ', error, ', loop and batch differ by ', difference
        do i = 1, 6
            call report_times(trim(kernels(i)), loop(i), batch(i))
        end do
        call report_times('all', sum(loop), sum(batch))
        good = good .and. error < 1e-12_dp .and. difference < 1e-12_dp .and. abs(volume - 1) < 1e-12_dp .and. &
            balance < 1e-12_dp .and. energy < 1e-12_dp
    end subroutine
end program
