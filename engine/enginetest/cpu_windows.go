package enginetest

import (
	"syscall"
	"testing"
	"time"
)

// CPU returns the processor time of this process in all threads, which is meaningful also on a busy
// machine.
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

// since converts a duration in units of 100 ns.
func since(t syscall.Filetime) time.Duration {
	return time.Duration(int64(t.HighDateTime)<<32|int64(t.LowDateTime)) * 100
}
