package disktest

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"syscall"
	"testing"
)

// Call is a system call that has to do with a file or folder below the followed folder,
// or what a process writes to its standard output.
type Call struct {
	Name string // the system's, such as "pwrite64"; Says for standard output
	Path string // when the file was opened, or of the call; of two paths the first
	Data []byte // what is written
	At   int64  // the offset that the call names
}

// Says is the name of the calls that write to standard output.
const Says = "says"

// Syncs reports whether the call is one that puts things on the disk.
func (c Call) Syncs() bool { return c.Name == "fsync" || c.Name == "fdatasync" }

// Grows reports whether the call may take room on the disk.
func (c Call) Grows() bool {
	switch c.Name {
	case "pwrite64", "write", "ftruncate", "fsync", "fdatasync", "openat", "linkat", "renameat", "mkdirat":
		return true
	}
	return false
}

// Answer is what becomes of a call. The zero value lets it happen.
type Answer struct {
	Errno syscall.Errno // not 0: the call fails with it and does nothing
	Half  bool          // of a write: half of it is done, and said to be done
	Lie   bool          // a sync is said to be done, and is not
	Kill  bool          // the process is killed before the call
}

// Trace follows a process. Its functions are called while the thread that makes the call
// stands still; nil ones do nothing.
type Trace struct {
	Disk   *Disk
	Begins func(Call) Answer
	Ends   func(Call) // of a call that has succeeded, after Disk has taken note of it
}

// Run runs a command to its end, and returns how it ended. It needs Linux on amd64 or arm64
// and the right to trace a process; else the error is [errors.ErrUnsupported].
func (t *Trace) Run(command *exec.Cmd) error { return t.run(command) }

// Needed skips a test if err, of Run, says that no process can be followed here. Where
// everything must be checked, which the variable CI says, the test fails.
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

// Ended is the error of a process that did not end well.
type Ended struct {
	Code int // with which it ended, -1 where a signal has ended it
}

func (e *Ended) Error() string {
	if e.Code < 0 {
		return "the process was killed"
	}
	return fmt.Sprintf("the process ended with %d", e.Code)
}
