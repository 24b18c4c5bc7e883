package enginetest

import (
	"syscall"
	"time"
)

// CPU returns the processor time of this process in all threads, which is meaningful also on a busy
// machine.
func CPU() time.Duration {
	var created, ended, kernel, user syscall.Filetime
	process, err := syscall.GetCurrentProcess()
	if err == nil { // the process itself can always be asked
		_ = syscall.GetProcessTimes(process, &created, &ended, &kernel, &user)
	}
	return since(kernel) + since(user)
}

// since converts a duration in units of 100 ns.
func since(t syscall.Filetime) time.Duration {
	return time.Duration(int64(t.HighDateTime)<<32|int64(t.LowDateTime)) * 100
}
