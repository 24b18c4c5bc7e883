//go:build amd64 || arm64

package disktest

import (
	"runtime"
	"unsafe"

	"golang.org/x/sys/unix"
)

// registers are a thread's registers in the system's order.
type registers [64]uint64

// place gives the indexes of a system call's first three arguments and of its result.
var place = map[string]struct {
	args   [3]int
	result int
}{
	"amd64": {[3]int{14, 13, 12}, 10},
	"arm64": {[3]int{0, 1, 2}, 0},
}[runtime.GOARCH]

// spoil makes a call fail without effect, by an invalid file and path.
func (p *tracer) spoil(thread int, c *call) error {
	return p.change(thread, c, func(r *registers) { r[place.args[0]], r[place.args[1]] = ^uint64(0), 0 })
}

// halve halves the number of bytes of a write.
func (p *tracer) halve(thread int, c *call) error {
	return p.change(thread, c, func(r *registers) { r[place.args[2]] /= 2 })
}

// change changes the arguments of a beginning call.
func (p *tracer) change(thread int, c *call, f func(*registers)) error {
	r, size, err := getRegisters(thread)
	if err != nil {
		return err
	}
	c.changed = new(r)
	f(&r)
	return setRegisters(thread, r, size)
}

// restore restores the arguments of an ending call and sets its result.
func (p *tracer) restore(thread int, c *call, result int64) error {
	r, size, err := getRegisters(thread)
	if err != nil {
		return err
	}
	if c.changed != nil {
		for _, i := range place.args {
			r[i] = c.changed[i]
		}
	}
	r[place.result] = uint64(result)
	return setRegisters(thread, r, size)
}

const ntPrstatus = 1 // the general registers, of <linux/elf.h>

func getRegisters(thread int) (r registers, size uint64, err error) {
	v := unix.Iovec{Base: (*byte)(unsafe.Pointer(&r)), Len: uint64(unsafe.Sizeof(r))}
	err = ptrace(unix.PTRACE_GETREGSET, thread, &v)
	return r, v.Len, err
}

func setRegisters(thread int, r registers, size uint64) error {
	return ptrace(unix.PTRACE_SETREGSET, thread, &unix.Iovec{Base: (*byte)(unsafe.Pointer(&r)), Len: size})
}

func ptrace(request, thread int, v *unix.Iovec) error {
	_, _, errno := unix.RawSyscall6(unix.SYS_PTRACE, uintptr(request), uintptr(thread), ntPrstatus, uintptr(unsafe.Pointer(v)), 0, 0)
	if errno != 0 {
		return errno
	}
	return nil
}
