//go:build unix

package enginetest

import (
	"syscall"
	"time"
)

// CPU returns the processor time of this process in all threads, which is meaningful also on a busy
// machine.
func CPU() time.Duration {
	var u syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &u) // fails for other processes alone
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
