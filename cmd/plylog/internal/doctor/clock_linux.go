package doctor

import "golang.org/x/sys/unix"

// synchronised tells whether the system's clock is kept by somebody (NTP), as the
// kernel has it (adjtimex(2)).
func synchronised() (yes, known bool) {
	var t unix.Timex
	state, err := unix.Adjtimex(&t)
	if err != nil {
		return false, false
	}
	return state != unix.TIME_ERROR && t.Status&unix.STA_UNSYNC == 0, true
}

// openFiles is how many files this user's programs may have open.
func openFiles() (uint64, bool) {
	var r unix.Rlimit
	if err := unix.Getrlimit(unix.RLIMIT_NOFILE, &r); err != nil {
		return 0, false
	}
	return r.Cur, true
}
