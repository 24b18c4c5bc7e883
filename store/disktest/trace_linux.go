//go:build amd64 || arm64

package disktest

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"
)

// tracer follows one process.
type tracer struct {
	*Trace
	pid    int
	memory *os.File
	calls  map[int]*call // by thread: its present call
	files  map[int]*file // by descriptor, of paths below the folder
	dying  bool          // no call may begin; once none is in progress the process is killed
	failed error         // an event that cannot be followed
}

type file struct {
	*node
	path   string
	offset int64
}

// call is a system call in progress.
type call struct {
	Call
	number uint64
	args   [6]uint64
	file   *file  // the open file concerned, if any
	other  string // the second path
	answer Answer
}

func (t *Trace) run(command *exec.Cmd) error {
	runtime.LockOSThread() // the thread that starts the process must trace it
	defer runtime.UnlockOSThread()
	command.SysProcAttr = &syscall.SysProcAttr{Ptrace: true}
	command.Env = append(command.Environ(), "GORACE=atexit_sleep_ms=0") // makes the race detector exit without delay
	switch err := command.Start(); {
	case errors.Is(err, unix.EPERM):
		return fmt.Errorf("%w: %w", errors.ErrUnsupported, err)
	case err != nil:
		return err
	}
	p := &tracer{Trace: t, pid: command.Process.Pid, calls: map[int]*call{}, files: map[int]*file{}}
	defer func() { _ = command.Process.Release() }()
	memory, err := os.Open(fmt.Sprintf("/proc/%d/mem", p.pid))
	if err != nil {
		return errors.Join(err, command.Process.Kill())
	}
	defer func() { _ = memory.Close() }()
	p.memory = memory
	return p.follow()
}

// follow resumes the process from one stop to the next, to its end.
func (p *tracer) follow() error {
	var status unix.WaitStatus
	if _, err := unix.Wait4(p.pid, &status, 0, nil); err != nil {
		return err
	}
	const options = unix.PTRACE_O_TRACESECCOMP | unix.PTRACE_O_TRACESYSGOOD | unix.PTRACE_O_TRACECLONE | unix.PTRACE_O_EXITKILL
	if err := unix.PtraceSetOptions(p.pid, options); err != nil {
		return err
	}
	for thread, signal := p.pid, 0; ; {
		err := p.resume(thread, signal)
		if err != nil && !errors.Is(err, unix.ESRCH) { // the thread has ended meanwhile
			return err
		}
		if thread, err = unix.Wait4(-1, &status, unix.WALL|unix.WNOTHREAD, nil); err != nil {
			return err
		}
		if thread == p.pid && (status.Exited() || status.Signaled()) {
			if p.failed == nil && (status.Signaled() || status.ExitStatus() != 0) {
				return &Ended{Code: status.ExitStatus()} // -1 if a signal ended it
			}
			return p.failed
		}
		signal = 0
		switch stop := status.StopSignal(); {
		case stop == unix.SIGTRAP|0x80, status.TrapCause() == unix.PTRACE_EVENT_SECCOMP: // a call ends or begins
			if err := p.step(thread); err != nil && !errors.Is(err, unix.ESRCH) {
				p.failed, p.dying = errors.Join(p.failed, err), true
			}
		case !status.Stopped(), stop == unix.SIGTRAP, stop == unix.SIGSTOP: // threads begin and end
		default:
			signal = int(stop)
		}
	}
}

// resume lets a thread run to its next stop. Of a dying process only the calls in progress end, and
// are recorded.
func (p *tracer) resume(thread, signal int) error {
	switch {
	case p.calls[thread] != nil:
		return unix.PtraceSyscall(thread, signal) // to the end of this call
	case p.dying && len(p.calls) > 0:
		return nil
	case p.dying:
		return unix.Kill(p.pid, unix.SIGKILL)
	}
	return unix.PtraceCont(thread, signal) // to the next call that begins
}

// syscallInfo describes the system call at which a thread is stopped: struct ptrace_syscall_info of
// <linux/ptrace.h>, as far as needed.
type syscallInfo struct {
	op     uint8 // 2 at the end of the call
	_      [3]byte
	_      uint32
	_, _   uint64
	number uint64 // the result at the end
	args   [6]uint64
	_      uint64
}

// step records where a thread is.
func (p *tracer) step(thread int) error {
	const ptraceGetSyscallInfo = 0x420e
	var info syscallInfo
	_, _, errno := unix.RawSyscall6(unix.SYS_PTRACE, ptraceGetSyscallInfo, uintptr(thread), unsafe.Sizeof(info), uintptr(unsafe.Pointer(&info)), 0, 0)
	if errno != 0 {
		return errno
	}
	if info.op == 2 {
		c := p.calls[thread]
		delete(p.calls, thread)
		return p.end(thread, c, int64(info.number))
	}
	c, err := p.decode(info.number, info.args)
	if c == nil || err != nil || p.dying {
		return err
	}
	c.answer = p.Begins(c.Call)
	if p.dying = c.answer.Kill; p.dying {
		return nil
	}
	return p.begin(thread, c)
}

// begin lets a call happen, or gives it its result instead. Syncing a real disk proves nothing here
// and takes time.
func (p *tracer) begin(thread int, c *call) error {
	if c.Syncs() && !c.answer.Lie {
		c.file.sync(c.answer.Errno == 0)
	}
	closes := c.number == unix.SYS_CLOSE // takes effect even if it fails
	if closes {
		delete(p.files, int(c.args[0]))
	}
	if c.Syncs() || c.answer.Errno != 0 && !closes {
		return setResult(thread, c.answer.Errno)
	}
	p.calls[thread] = c
	if c.answer.Half {
		return setLength(thread, c.args[2]/2)
	}
	return nil
}

func (p *tracer) end(thread int, c *call, result int64) error {
	if c.answer.Errno != 0 {
		return setResult(thread, c.answer.Errno)
	}
	if result < 0 {
		return nil
	}
	return p.apply(c, result)
}

// setRegisters changes the registers of a thread.
func setRegisters(thread int, change func(*unix.PtraceRegs)) error {
	var r unix.PtraceRegs
	if err := unix.PtraceGetRegs(thread, &r); err != nil {
		return err
	}
	change(&r)
	return unix.PtraceSetRegs(thread, &r)
}

// apply records a successful call on the disk.
func (p *tracer) apply(c *call, result int64) error {
	switch c.number {
	case unix.SYS_OPENAT:
		return p.open(c, int(result))
	case unix.SYS_WRITE:
		if c.file != nil {
			c.file.write(c.file.offset, c.Data[:result])
			c.file.offset += result
		}
	case unix.SYS_READ:
		c.file.offset += result
	case unix.SYS_PWRITE64:
		c.file.write(c.At, c.Data[:result])
	case unix.SYS_FTRUNCATE:
		c.file.truncate(int64(c.args[1]))
	case unix.SYS_MKDIRAT:
		p.Disk.add(c.Path, newFolder())
	case unix.SYS_UNLINKAT:
		p.Disk.add(c.Path, nil)
	case unix.SYS_LINKAT:
		p.Disk.add(c.other, p.Disk.find(c.Path))
	case unix.SYS_RENAMEAT:
		moved := p.Disk.find(c.Path)
		p.Disk.add(c.Path, nil)
		p.Disk.add(c.other, moved)
	}
	return nil
}

// open records an open file, which is created if it is new.
func (p *tracer) open(c *call, descriptor int) error {
	flags := int(c.args[2])
	n := p.Disk.find(c.Path)
	if n == nil {
		n = &node{}
		p.Disk.add(c.Path, n)
	}
	if flags&unix.O_TRUNC != 0 {
		n.truncate(0)
	}
	if flags&(unix.O_APPEND|unix.O_SYNC|unix.O_DSYNC) != 0 {
		return fmt.Errorf("%s is opened with flags %#x, which cannot be followed", c.Path, flags)
	}
	p.files[descriptor] = &file{node: n, path: c.Path}
	return nil
}

// decode returns a call, or nil if it does not concern the folder, as most do not.
func (p *tracer) decode(number uint64, args [6]uint64) (*call, error) {
	form, ok := forms[number]
	if !ok {
		return nil, nil
	}
	c := &call{Call: Call{Name: form.name}, number: number, args: args}
	var err error
	if form.path > 0 {
		if c.Path, err = p.path(args[form.path]); err != nil {
			return nil, err
		}
		if c.Path != p.Disk.root && !strings.HasPrefix(c.Path, p.Disk.root+"/") {
			return nil, nil
		}
	} else {
		c.file = p.files[int(int32(args[form.descriptor]))]
		if says := number == unix.SYS_WRITE && args[0] == uint64(unix.Stdout); says {
			c.Name = Says
		} else if c.file == nil {
			return nil, nil
		}
	}
	if c.file != nil {
		c.Path = c.file.path
	}
	if form.other > 0 {
		if c.other, err = p.path(args[form.other]); err != nil {
			return nil, err
		}
	}
	if form.writes {
		c.Data = make([]byte, args[2])
		if _, err := p.memory.ReadAt(c.Data, int64(args[1])); err != nil {
			return nil, err
		}
	}
	if form.at > 0 {
		c.At = int64(args[form.at])
	}
	if form.unknown || number == unix.SYS_MMAP && args[2]&unix.PROT_WRITE != 0 {
		return nil, fmt.Errorf("%s of %s cannot be followed", c.Name, c.Path)
	}
	return c, nil
}

func (p *tracer) path(at uint64) (string, error) {
	b := make([]byte, unix.PathMax)
	n, err := p.memory.ReadAt(b, int64(at)) // the memory may end before the buffer does
	if end := bytes.IndexByte(b[:n], 0); end >= 0 {
		return filepath.Clean(string(b[:end])), nil
	}
	return "", fmt.Errorf("read a path: %w", err)
}

// form says which arguments of a system call mean what.
type form struct {
	name        string
	descriptor  int
	path, other int  // 0 for none: paths are never the first argument
	writes      bool // the data: as many bytes as the third argument says, at the second
	at          int  // 0 for none
	unknown     bool // would change a file in an unsupported way
}

// forms are the system calls at which a process stops: see [Show].
var forms = map[uint64]form{
	unix.SYS_OPENAT:     {name: "openat", path: 1},
	unix.SYS_CLOSE:      {name: "close"},
	unix.SYS_READ:       {name: "read"},
	unix.SYS_PREAD64:    {name: "pread64", at: 3},
	unix.SYS_GETDENTS64: {name: "getdents64"},
	unix.SYS_FSTAT:      {name: "fstat"},
	unix.SYS_FLOCK:      {name: "flock"},
	unix.SYS_MMAP:       {name: "mmap", descriptor: 4},
	unix.SYS_WRITE:      {name: "write", writes: true},
	unix.SYS_PWRITE64:   {name: "pwrite64", writes: true, at: 3},
	unix.SYS_FTRUNCATE:  {name: "ftruncate"},
	unix.SYS_FSYNC:      {name: "fsync"},
	unix.SYS_FDATASYNC:  {name: "fdatasync"},
	unix.SYS_MKDIRAT:    {name: "mkdirat", path: 1},
	unix.SYS_UNLINKAT:   {name: "unlinkat", path: 1},
	unix.SYS_LINKAT:     {name: "linkat", path: 1, other: 3},
	unix.SYS_RENAMEAT:   {name: "renameat", path: 1, other: 3},

	unix.SYS_RENAMEAT2:       {name: "renameat2", path: 1, other: 3, unknown: true},
	unix.SYS_FALLOCATE:       {name: "fallocate", unknown: true},
	unix.SYS_LSEEK:           {name: "lseek", unknown: true},
	unix.SYS_WRITEV:          {name: "writev", unknown: true},
	unix.SYS_PWRITEV:         {name: "pwritev", unknown: true},
	unix.SYS_SENDFILE:        {name: "sendfile", unknown: true},
	unix.SYS_COPY_FILE_RANGE: {name: "copy_file_range", descriptor: 2, unknown: true},
	unix.SYS_SPLICE:          {name: "splice", descriptor: 2, unknown: true},
	unix.SYS_DUP:             {name: "dup", unknown: true},
}

// Show is called by a process that a [Trace] runs, before it does anything with files. From then on
// it stops at those system calls which concern files: to stop at every call takes three times as long.
func Show() error {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil { // or the filter needs privileges
		return err
	}
	filter := []unix.SockFilter{{Code: unix.BPF_LD | unix.BPF_W | unix.BPF_ABS}} // the number of the call
	for number := range forms {
		filter = append(filter,
			unix.SockFilter{Code: unix.BPF_JMP | unix.BPF_JEQ | unix.BPF_K, Jf: 1, K: uint32(number)},
			unix.SockFilter{Code: unix.BPF_RET | unix.BPF_K, K: unix.SECCOMP_RET_TRACE})
	}
	filter = append(filter, unix.SockFilter{Code: unix.BPF_RET | unix.BPF_K, K: unix.SECCOMP_RET_ALLOW})
	program := unix.SockFprog{Len: uint16(len(filter)), Filter: &filter[0]}
	_, _, errno := unix.Syscall(unix.SYS_SECCOMP, unix.SECCOMP_SET_MODE_FILTER, unix.SECCOMP_FILTER_FLAG_TSYNC, uintptr(unsafe.Pointer(&program)))
	if errno != 0 {
		return errno
	}
	return nil
}
