package store

import (
	"syscall"
	"time"
)

// cpuTime is how much of the processors the process has used, whatever others do meanwhile.
func cpuTime() time.Duration {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
