//go:build unix

package enginetest

import (
	"syscall"
	"testing"
	"time"
)

// CPU is what this process has had of the processors, in all threads, so that figures
// mean something on a machine that does other work as well.
func CPU(tb testing.TB) time.Duration {
	tb.Helper()
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		tb.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
