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
	process, err := syscall.GetCurrentProcess()
	if err != nil {
		tb.Fatal(err)
	}
	var created, ended, kernel, user syscall.Filetime
	if err := syscall.GetProcessTimes(process, &created, &ended, &kernel, &user); err != nil {
		tb.Fatal(err)
	}
	return since(kernel) + since(user)
}

// since is a span of time, which the system counts in units of 100 ns.
func since(t syscall.Filetime) time.Duration {
	return time.Duration(int64(t.HighDateTime)<<32|int64(t.LowDateTime)) * 100
}
