package disktest

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"syscall"
	"testing"
)

// Call is a system call concerning a file or folder below the followed folder, or a write to
// standard output.
type Call struct {
	Name string // the system call, such as "pwrite64", or Says
	Path string // at the time of opening, or the call's; the first of two paths
	Data []byte // written bytes
	At   int64  // offset in the call
}

// Says is the name of writes to standard output.
const Says = "says"

// Syncs reports whether the call is a sync.
func (c Call) Syncs() bool { return c.Name == "fsync" || c.Name == "fdatasync" }

// Grows reports whether the call may need space on the disk.
func (c Call) Grows() bool {
	return slices.Contains([]string{"pwrite64", "write", "ftruncate", "fsync", "fdatasync", "openat", "linkat", "renameat", "mkdirat"}, c.Name)
}

// Answer decides what happens to a call. The zero value lets it happen.
type Answer struct {
	Errno syscall.Errno // if not 0, the call fails with it and has no effect
	Half  bool          // a write writes half of its data and reports that
	Lie   bool          // a sync reports success without syncing
	Kill  bool          // the process is killed before the call
}

// Trace follows a process. The calling thread is stopped while Begins runs.
type Trace struct {
	Disk   *Disk
	Begins func(Call) Answer
}

// Run runs a command to its end and returns how it ended. It requires Linux on amd64 or arm64 and
// the right to trace processes: otherwise the error is [errors.ErrUnsupported].
func (t *Trace) Run(command *exec.Cmd) error { return t.run(command) }

// Needed skips a test if err, from Run, says that processes cannot be traced here. If the variable
// CI is set, where everything must be checked, the test fails instead.
func Needed(t testing.TB, err error) {
	t.Helper()
	if !errors.Is(err, errors.ErrUnsupported) {
		return
	}
	if os.Getenv("CI") != "" {
		t.Fatal(err)
	}
	t.Skip(err)
}

// Ended is the error of a process that has failed.
type Ended struct {
	Code int // exit code, -1 if it was killed by a signal
}

func (e *Ended) Error() string {
	if e.Code < 0 {
		return "the process was killed"
	}
	return fmt.Sprintf("the process ended with %d", e.Code)
}
