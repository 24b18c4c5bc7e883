package disktest

import (
	"syscall"

	"golang.org/x/sys/unix"
)

// setResult sets the result of a call: one that begins does not happen.
func setResult(thread int, errno syscall.Errno) error {
	none := unix.PtraceRegsArm64{Regs: [31]uint64{^uint64(0)}} // of which the system takes only the number of the call
	if err := unix.PtraceSetRegSetArm64(thread, unix.NT_ARM_SYSTEM_CALL, &none); err != nil {
		return err
	}
	return setRegisters(thread, func(r *unix.PtraceRegs) { r.Regs[0] = -uint64(errno) })
}

// setLength sets the number of bytes of a write that begins.
func setLength(thread int, length uint64) error {
	return setRegisters(thread, func(r *unix.PtraceRegs) { r.Regs[2] = length })
}
