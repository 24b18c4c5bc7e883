package store

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"testing"
	"unsafe"

	"golang.org/x/sys/unix"
)

// TestACommitIsSyncedBeforeItIsTold watches the system calls of a process: each commit
// is two syncs, of the pages and of the head that refers to them, and only then told. A
// process that does not sync is found out.
func TestACommitIsSyncedBeforeItIsTold(t *testing.T) {
	one := []string{"sync", "sync", "told"}
	want := slices.Concat([]string{"told"}, slices.Repeat(one, turns))
	for argument, want := range map[string][]string{writesInTurn: want, writesNoSyncs: slices.Repeat([]string{"told"}, turns+1)} {
		calls := trace(t, argument+filepath.Join(t.TempDir(), "test.db"))
		opened := max(slices.Index(calls, "told"), 0) // making a file takes other syncs
		if calls = calls[opened:]; !slices.Equal(calls, want) {
			t.Errorf("%s: the process did %v, want %v", argument, calls, want)
		}
	}
}

// syscallInfo is what the system tells of a system call at which a thread is stopped:
// struct ptrace_syscall_info of <linux/ptrace.h>, as far as it is needed.
type syscallInfo struct {
	op     uint8 // 1 at its beginning, 2 at its end
	_      [3]byte
	_      uint32
	_, _   uint64
	number uint64    // at the beginning
	args   [6]uint64 // at the beginning
	_      uint64
}

// trace runs the test binary with an argument, and returns its syncs, as they end, and
// its writes to standard output, as they begin.
func trace(t *testing.T, argument string) (calls []string) {
	t.Helper()
	runtime.LockOSThread() // the thread that starts the process is the one that traces it
	defer runtime.UnlockOSThread()
	child := exec.CommandContext(t.Context(), os.Args[0], argument)
	child.Stderr = os.Stderr
	child.SysProcAttr = &unix.SysProcAttr{Ptrace: true}
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	pid := child.Process.Pid
	var status unix.WaitStatus
	if _, err := unix.Wait4(pid, &status, 0, nil); err != nil {
		t.Fatal(err)
	}
	if err := unix.PtraceSetOptions(pid, unix.PTRACE_O_TRACESYSGOOD|unix.PTRACE_O_TRACECLONE|unix.PTRACE_O_EXITKILL); err != nil {
		t.Fatal(err)
	}
	inCall := map[int]uint64{} // by thread: the system call that it is in
	for thread, signal := pid, 0; ; {
		if err := unix.PtraceSyscall(thread, signal); err != nil && !errors.Is(err, unix.ESRCH) {
			t.Fatal(err)
		}
		var err error
		if thread, err = unix.Wait4(-1, &status, unix.WALL|unix.WNOTHREAD, nil); err != nil {
			t.Fatal(err)
		}
		if thread == pid && (status.Exited() || status.Signaled()) {
			if status.ExitStatus() != 0 {
				t.Errorf("the process ended with %v", status)
			}
			return calls
		}
		signal = 0
		switch stop := status.StopSignal(); {
		case !status.Stopped(), stop == unix.SIGTRAP, stop == unix.SIGSTOP: // the ends and beginnings of threads
		case stop == unix.SIGTRAP|0x80:
			if call := syscallAt(t, thread, inCall); call != "" {
				calls = append(calls, call)
			}
		default:
			signal = int(stop)
		}
	}
}

// syscallAt names what a thread does that counts: a sync that ends or a write to
// standard output that begins.
func syscallAt(t *testing.T, thread int, inCall map[int]uint64) string {
	t.Helper()
	const ptraceGetSyscallInfo = 0x420e
	var info syscallInfo
	_, _, errno := unix.RawSyscall6(unix.SYS_PTRACE, ptraceGetSyscallInfo, uintptr(thread), unsafe.Sizeof(info), uintptr(unsafe.Pointer(&info)), 0, 0)
	switch {
	case errno == unix.ESRCH: // it was ended meanwhile
	case errno != 0:
		t.Fatal(errno)
	case info.op == 1:
		inCall[thread] = info.number
		if info.number == unix.SYS_WRITE && info.args[0] == uint64(unix.Stdout) {
			return "told"
		}
	case inCall[thread] == unix.SYS_FDATASYNC:
		return "sync"
	}
	return ""
}
