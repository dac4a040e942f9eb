! In: ratings of items by users, made from known factors and noise. Out: factors by alternating least squares, by a loop
! over LAPACK and by batched routines; the loss falls at every step to a known value.
!     als [users [items [rank]]]
! The loss (Zhou et al., 2008) is the sum over ratings of (r(u,i) - x(u) y(i))^2, plus lambda times the squares of all
! factors, each as often as it was rated. With y fixed, every x(u) is a least squares problem of its own. G, rank x
! ratings, has the factors of what u rated:
!     (G G^T + lambda ratings I) x = G r            rank x rank, or, with fewer ratings than factors,
!     (G^T G + lambda ratings I) z = r,  x = G z    ratings x ratings.
! So the sizes vary from 1 to the rank, and a variable batch serves all users at once; then the same for items.
module least_squares
    use, intrinsic :: iso_c_binding, only: c_ptr, c_loc
    use example
    use shunt, only: dgemv_vbatch, dpotrf_vbatch, dpotrs_vbatch, dsyrk_vbatch
    implicit none
    private
    public :: side, prepare, update, gradient

    real(dp), parameter, public :: lambda = 0.02_dp

    ! Users, or items. Ratings of member u are first(u) ... first(u+1) - 1.
    type side
        integer :: members, rank, tall  ! the first `tall` in `order` have at least as many ratings as factors
        integer, allocatable :: first(:), other(:), order(:), ratings(:), sizes(:), ones(:), ranks(:), info(:)
        real(dp), allocatable :: rating(:), g(:, :), s(:), z(:, :), x(:, :)  ! x: the factors, one member a column
        integer, allocatable :: s_first(:)
        type(c_ptr), allocatable :: pg(:), ps(:), pz(:), px(:), pr(:)        ! in `order`
    end type

contains

    ! Memory, and addresses in it, which stay.
    subroutine prepare(me, rank)
        type(side), intent(inout), target :: me
        integer, intent(in) :: rank
        integer :: u, i, n, elements

        n = size(me%first) - 1
        me%members = n
        me%rank = rank
        allocate (me%order(n), me%ratings(n), me%sizes(n), me%ones(n), me%ranks(n), me%info(n), me%s_first(n))
        allocate (me%pg(n), me%ps(n), me%pz(n), me%px(n), me%pr(n), me%z(rank, n), me%x(rank, n))
        allocate (me%g(rank, max(1, size(me%other))))
        me%order = [pack([(u, u=1, n)], me%first(2:) - me%first(:n) >= rank), &
                    pack([(u, u=1, n)], me%first(2:) - me%first(:n) < rank)]
        me%tall = count(me%first(2:) - me%first(:n) >= rank)
        me%ones = 1
        me%ranks = rank
        elements = 1
        do i = 1, n
            u = me%order(i)
            me%ratings(i) = me%first(u + 1) - me%first(u)
            me%sizes(i) = min(me%ratings(i), rank)
            me%s_first(i) = elements
            elements = elements + max(1, me%sizes(i)**2)
        end do
        allocate (me%s(elements))
        do i = 1, n
            u = me%order(i)
            me%pg(i) = c_loc(me%g(1, min(me%first(u), size(me%g, 2))))
            me%pr(i) = c_loc(me%rating(min(me%first(u), size(me%rating))))
            me%ps(i) = c_loc(me%s(me%s_first(i)))
            me%pz(i) = c_loc(me%z(1, u))
            me%px(i) = c_loc(me%x(1, u))
        end do
    end subroutine

    ! The best factors of all members, for those of the other side. algebra: seconds, added to.
    subroutine update(me, factors, batched, algebra)
        type(side), intent(inout), target :: me
        real(dp), intent(in) :: factors(:, :)
        logical, intent(in) :: batched
        real(dp), intent(inout) :: algebra
        real(dp) :: since
        integer :: i, j

        do i = 1, size(me%other)
            me%g(:, i) = factors(:, me%other(i))
        end do
        since = seconds()
        if (batched) then
            call normal_matrices_by_batch(me)
        else
            call normal_matrices_by_loop(me)
        end if
        do i = 1, me%members
            do j = 0, me%sizes(i) - 1
                associate (diagonal => me%s(me%s_first(i) + j * (me%sizes(i) + 1)))
                    diagonal = diagonal + lambda * me%ratings(i)
                end associate
            end do
        end do
        if (batched) then
            call solve_by_batch(me)
        else
            call solve_by_loop(me)
        end if
        algebra = algebra + seconds() - since
        if (any(me%info /= 0)) error stop 'a matrix that is not positive definite'
    end subroutine

    ! S := G G^T and z := G r of the tall, S := G^T G and z := r of the others.
    subroutine normal_matrices_by_batch(me)
        type(side), intent(inout), target :: me
        integer :: tall, wide, i

        tall = me%tall
        wide = me%members - tall
        call dsyrk_vbatch('L', 'N', me%sizes, me%ratings, 1.0_dp, me%pg, me%ranks, 0.0_dp, me%ps, me%ranks, tall)
        call dgemv_vbatch('N', me%ranks, me%ratings, 1.0_dp, me%pg, me%ranks, me%pr, me%ones, 0.0_dp, me%pz, me%ones, &
                          tall)
        call dsyrk_vbatch('L', 'T', me%sizes(tall + 1:), me%ranks, 1.0_dp, me%pg(tall + 1:), me%ranks, 0.0_dp, &
                          me%ps(tall + 1:), max(1, me%sizes(tall + 1:)), wide)
        do i = tall + 1, me%members
            me%z(:me%sizes(i), me%order(i)) = ratings_of(me, i)
        end do
    end subroutine

    ! S z' = z, and x: z' of the tall, G z' of the others.
    subroutine solve_by_batch(me)
        type(side), intent(inout), target :: me
        integer :: tall, i

        tall = me%tall
        call dpotrf_vbatch('L', me%sizes, me%ps, max(1, me%sizes), me%members, me%info)
        if (any(me%info /= 0)) return
        call dpotrs_vbatch('L', me%sizes, me%ones, me%ps, max(1, me%sizes), me%pz, me%ranks, me%members, me%info)
        do i = 1, tall
            me%x(:, me%order(i)) = me%z(:, me%order(i))
        end do
        call dgemv_vbatch('N', me%ranks, me%ratings(tall + 1:), 1.0_dp, me%pg(tall + 1:), me%ranks, me%pz(tall + 1:), &
                          me%ones, 0.0_dp, me%px(tall + 1:), me%ones, me%members - tall)
        call clear_unrated(me)
    end subroutine

    subroutine normal_matrices_by_loop(me)
        type(side), intent(inout), target :: me
        external :: dsyrk, dgemv
        integer :: i, u, n

        do i = 1, me%members
            u = me%order(i)
            n = me%sizes(i)
            if (n == 0) cycle
            if (i <= me%tall) then
                call dsyrk('L', 'N', n, me%ratings(i), 1.0_dp, me%g(1, me%first(u)), me%rank, 0.0_dp, &
                           me%s(me%s_first(i)), n)
                call dgemv('N', n, me%ratings(i), 1.0_dp, me%g(1, me%first(u)), me%rank, me%rating(me%first(u)), 1, &
                           0.0_dp, me%z(1, u), 1)
            else
                call dsyrk('L', 'T', n, me%rank, 1.0_dp, me%g(1, me%first(u)), me%rank, 0.0_dp, me%s(me%s_first(i)), n)
                me%z(:n, u) = ratings_of(me, i)
            end if
        end do
    end subroutine

    subroutine solve_by_loop(me)
        type(side), intent(inout), target :: me
        external :: dpotrf, dpotrs, dgemv
        integer :: i, u, n

        me%info = 0
        do i = 1, me%members
            u = me%order(i)
            n = me%sizes(i)
            if (n == 0) cycle
            call dpotrf('L', n, me%s(me%s_first(i)), n, me%info(i))
            if (me%info(i) /= 0) return
            call dpotrs('L', n, 1, me%s(me%s_first(i)), n, me%z(1, u), me%rank, me%info(i))
            if (i <= me%tall) then
                me%x(:, u) = me%z(:, u)
            else
                call dgemv('N', me%rank, n, 1.0_dp, me%g(1, me%first(u)), me%rank, me%z(1, u), 1, 0.0_dp, me%x(1, u), 1)
            end if
        end do
        call clear_unrated(me)
    end subroutine

    ! BLAS leaves y alone where A has no columns: nobody knows anything of these.
    subroutine clear_unrated(me)
        type(side), intent(inout), target :: me
        integer :: i

        do i = 1, me%members
            if (me%sizes(i) == 0) me%x(:, me%order(i)) = 0
        end do
    end subroutine

    function ratings_of(me, i) result(r)
        type(side), intent(in) :: me
        integer, intent(in) :: i
        real(dp) :: r(me%ratings(i))

        r = me%rating(me%first(me%order(i)):me%first(me%order(i) + 1) - 1)
    end function

    ! The largest |G (G^T x - r) + lambda ratings x| of all members: 0 where the loss is least.
    function gradient(me, factors) result(largest)
        type(side), intent(in) :: me
        real(dp), intent(in) :: factors(:, :)
        real(dp) :: largest, d(me%rank)
        integer :: u, p

        largest = 0
        do u = 1, me%members
            d = lambda * (me%first(u + 1) - me%first(u)) * me%x(:, u)
            do p = me%first(u), me%first(u + 1) - 1
                associate (y => factors(:, me%other(p)))
                    d = d + y * (dot_product(y, me%x(:, u)) - me%rating(p))
                end associate
            end do
            largest = max(largest, maxval(abs(d)))
        end do
    end function
end module

program als
    use, intrinsic :: iso_fortran_env, only: int64
    use example
    use least_squares
    implicit none
    integer, parameter :: sweeps = 8, true_rank = 5
    ! Of 2000 users, 300 items, rank 24, computed once with LAPACK alone.
    real(dp), parameter :: known_loss = 4.940039373118332e3_dp
    integer(int64) :: seed = 1
    type(side), target :: users, items
    real(dp), allocatable :: by_loop(:, :), unseen(:)
    integer, allocatable :: unseen_user(:), unseen_item(:)
    real(dp) :: loss_loop, loss_batch, time_loop, time_batch, algebra_loop, algebra_batch, difference, error, slope
    integer :: user_count, item_count, rank
    logical :: good, falls

    user_count = argument(1, 2000)
    item_count = argument(2, 300)
    rank = argument(3, 24)
    call make_ratings()
    call prepare(users, rank)
    call prepare(items, rank)
    call factorize(.false., loss_loop, time_loop, algebra_loop, falls)
    allocate (by_loop, source=users%x)
    call factorize(.true., loss_batch, time_batch, algebra_batch, falls)

    slope = gradient(items, users%x)
    difference = maxval(abs(users%x - by_loop)) / maxval(abs(by_loop))
    error = 0
    if (size(unseen) > 0) error = sqrt(sum((unseen - predicted())**2) / size(unseen))
    print '(i0, " users, ", i0, " items, ", i0, " ratings, rank ", i0, ": matrices of order ", i0, " to ", i0)', &
        user_count, item_count, size(users%rating), rank, minval(users%sizes), maxval(users%sizes)
    print '(2x, a, es22.15, a, l1)', 'loss after 8 sweeps ', loss_batch, ', fell at every step: ', falls
    print '(2x, a, f7.4, a)', 'error of ratings kept back ', error, ' (noise is 0.1)'
    print '(2x, 2(a, es8.1))', 'gradient ', slope, ', loop and batch differ by ', difference
    call report_times('normal equations', algebra_loop, algebra_batch)
    call report_times('all', time_loop, time_batch)
    good = falls .and. slope < 1e-9_dp .and. difference < 1e-8_dp .and. &
        abs(loss_batch - loss_loop) < 1e-9_dp * loss_loop
    if (command_argument_count() == 0) good = good .and. abs(loss_batch - known_loss) < 1e-8_dp * known_loss
    call finish(good)

contains

    ! From the same random factors every time.
    subroutine factorize(batched, loss, time, algebra, falls)
        logical, intent(in) :: batched
        real(dp), intent(out) :: loss, time, algebra
        logical, intent(out) :: falls
        real(dp) :: start, before
        integer :: sweep, i, j

        seed = 2
        do j = 1, item_count
            do i = 1, rank
                items%x(i, j) = random() - 0.5_dp
            end do
        end do
        users%x = 0
        falls = .true.
        loss = huge(loss)
        algebra = 0
        time = 0
        do sweep = 1, sweeps
            start = seconds()
            call update(users, items%x, batched, algebra)
            time = time + seconds() - start
            before = loss
            loss = loss_now()
            falls = falls .and. loss < before
            start = seconds()
            call update(items, users%x, batched, algebra)
            time = time + seconds() - start
            before = loss
            loss = loss_now()
            falls = falls .and. loss < before
        end do
    end subroutine

    function loss_now() result(loss)
        real(dp) :: loss
        integer :: u, i, p

        loss = 0
        do u = 1, user_count
            do p = users%first(u), users%first(u + 1) - 1
                loss = loss + (users%rating(p) - dot_product(users%x(:, u), items%x(:, users%other(p))))**2
            end do
            loss = loss + lambda * (users%first(u + 1) - users%first(u)) * sum(users%x(:, u)**2)
        end do
        do i = 1, item_count
            loss = loss + lambda * (items%first(i + 1) - items%first(i)) * sum(items%x(:, i)**2)
        end do
    end function

    function predicted() result(r)
        real(dp) :: r(size(unseen))
        integer :: p

        do p = 1, size(unseen)
            r(p) = dot_product(users%x(:, unseen_user(p)), items%x(:, unseen_item(p)))
        end do
    end function

    ! In (0, 1): the minimal standard generator, the same everywhere.
    function random() result(x)
        real(dp) :: x

        seed = mod(16807 * seed, 2147483647_int64)
        x = real(seed, dp) / 2147483647.0_dp
    end function

    ! A few users rate much, most little; by a model of rank 5 with noise of 0.1. A tenth is kept back.
    subroutine make_ratings()
        integer, allocatable :: user(:), item(:), shuffled(:), at(:)
        real(dp), allocatable :: value(:), a(:, :), b(:, :)
        logical, allocatable :: kept_back(:)
        integer :: u, i, p, wanted, total

        allocate (a(true_rank, user_count), b(true_rank, item_count), user(0), item(0))
        do u = 1, user_count
            a(:, u) = [(2 * random() - 1, i=1, true_rank)]
        end do
        do i = 1, item_count
            b(:, i) = [(2 * random() - 1, p=1, true_rank)]
        end do
        shuffled = [(i, i=1, item_count)]
        do u = 1, user_count
            wanted = min(item_count, 2 + int(0.6_dp * item_count * random()**4))
            do i = 1, wanted
                p = i + int((item_count - i + 1) * random())
                shuffled([i, p]) = shuffled([p, i])
            end do
            user = [user, spread(u, 1, wanted)]
            item = [item, shuffled(:wanted)]
        end do
        total = size(user)
        allocate (value(total), kept_back(total))
        do p = 1, total
            value(p) = dot_product(a(:, user(p)), b(:, item(p))) + 0.1_dp * sqrt(12.0_dp) * (random() - 0.5_dp)
            kept_back(p) = random() < 0.1_dp
        end do
        ! Of users that are known well enough.
        at = [(count(user == u), u=1, user_count)]
        kept_back = kept_back .and. at(user) > 40
        unseen = pack(value, kept_back)
        unseen_user = pack(user, kept_back)
        unseen_item = pack(item, kept_back)
        user = pack(user, .not. kept_back)
        item = pack(item, .not. kept_back)
        value = pack(value, .not. kept_back)
        total = size(user)

        users%other = item
        users%rating = value
        allocate (users%first(user_count + 1), items%first(item_count + 1), items%other(total), items%rating(total))
        users%first = [1, (1 + count(user <= u), u=1, user_count)]
        items%first = [1, (1 + count(item <= i), i=1, item_count)]
        at = items%first
        do p = 1, total
            i = item(p)
            items%other(at(i)) = user(p)
            items%rating(at(i)) = value(p)
            at(i) = at(i) + 1
        end do
    end subroutine
end program
