package disktest

import (
	"syscall"

	"golang.org/x/sys/unix"
)

// setResult sets the result of a call: one that begins does not happen.
func setResult(thread int, errno syscall.Errno) error {
	return setRegisters(thread, func(r *unix.PtraceRegs) { r.Orig_rax, r.Rax = ^uint64(0), -uint64(errno) })
}

// setLength sets the number of bytes of a write that begins.
func setLength(thread int, length uint64) error {
	return setRegisters(thread, func(r *unix.PtraceRegs) { r.Rdx = length })
}
