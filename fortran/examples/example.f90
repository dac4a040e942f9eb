! In: the clock, the command line. Out: what the examples share beside mathematics.
module example
    use, intrinsic :: iso_fortran_env, only: int64, dp => real64
    implicit none
    private
    public :: dp, seconds, argument, report_times, finish

contains

    ! Seconds since some moment.
    function seconds() result(s)
        real(dp) :: s
        integer(int64) :: ticks, rate

        call system_clock(ticks, rate)
        s = real(ticks, dp) / real(rate, dp)
    end function

    ! The number that the program was called with at this place, if any.
    function argument(place, default) result(number)
        integer, intent(in) :: place, default
        integer :: number, status
        character(len=32) :: text

        number = default
        if (command_argument_count() < place) return
        call get_command_argument(place, text)
        read (text, *, iostat=status) number
        if (status /= 0 .or. number < 1) error stop 'arguments are positive numbers'
    end function

    subroutine report_times(what, loop, batch)
        character(len=*), intent(in) :: what
        real(dp), intent(in) :: loop, batch

        print '(2x, a, t33, "loop ", f9.4, " s, batch ", f9.4, " s, ratio ", f6.2)', what, loop, batch, loop / batch
    end subroutine

    ! The end of the program: its exit status is the verdict.
    subroutine finish(good)
        logical, intent(in) :: good

        if (.not. good) then
            print '(a)', 'FAIL'
            error stop 1
        end if
        print '(a)', 'PASS'
    end subroutine
end module
