package store

import (
	"errors"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

// asNobody runs f with the file permissions of a user who owns nothing, because root may write
// everything.
func asNobody(t *testing.T, f func()) {
	t.Helper()
	if os.Geteuid() != 0 {
		f()
		return
	}
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	const nobody = 65534
	if _, err := unix.SetfsuidRetUid(nobody); err != nil {
		t.Fatal(err)
	}
	defer func() {
		if _, err := unix.SetfsuidRetUid(0); err != nil {
			t.Fatal(err)
		}
	}()
	f()
}

func TestOpenRefusesWhatMayNotBeWritten(t *testing.T) {
	path := full40(t)
	folder := filepath.Dir(path)
	for name, mode := range map[string]os.FileMode{path: 0o444, folder: 0o555, filepath.Dir(folder): 0o755} {
		if err := os.Chmod(name, mode); err != nil {
			t.Fatal(err)
		}
	}
	t.Cleanup(func() {
		if err := os.Chmod(folder, 0o755); err != nil { // for the removal of the folder
			t.Error(err)
		}
	})
	asNobody(t, func() {
		refuses(t, path, ErrReadOnly, "permission denied", "writable")
		absent := filepath.Join(folder, "new.db")
		if _, err := Open(absent, Options{}); !errors.Is(err, ErrReadOnly) || !strings.Contains(err.Error(), absent) {
			t.Errorf("Open of a new file in a read-only folder = %v, want ErrReadOnly", err)
		}
	})
}

// alone runs the test in a separate process, and reports whether this is that process: a process's
// limits also affect the test framework's own files.
func alone(t *testing.T) bool {
	t.Helper()
	const variable = "SIXFOLD_TEST_ALONE"
	if os.Getenv(variable) == t.Name() {
		return true
	}
	child := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^"+t.Name()+"$")
	child.Env = append(os.Environ(), variable+"="+t.Name())
	if out, err := child.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
	return false
}

// limitFiles makes writing beyond size fail, as on a full disk, until the test calls
// lift or ends.
func limitFiles(t *testing.T, size uint64) (lift func()) {
	t.Helper()
	var before unix.Rlimit
	if err := unix.Getrlimit(unix.RLIMIT_FSIZE, &before); err != nil {
		t.Fatal(err)
	}
	signal.Ignore(unix.SIGXFSZ)
	if err := unix.Setrlimit(unix.RLIMIT_FSIZE, &unix.Rlimit{Cur: size, Max: before.Max}); err != nil {
		t.Fatal(err)
	}
	lift = func() {
		if err := unix.Setrlimit(unix.RLIMIT_FSIZE, &before); err != nil {
			t.Error(err)
		}
		signal.Reset(unix.SIGXFSZ)
	}
	t.Cleanup(lift)
	return lift
}

func TestSystemRefusesToWriteMore(t *testing.T) {
	if !alone(t) {
		return
	}
	s := fresh(t)
	if err := s.Put("note", "small", nil); err != nil {
		t.Fatal(err)
	}
	lift := limitFiles(t, 64<<10)
	if err := s.Put("note", "large", make([]byte, 1<<20)); !errors.Is(err, ErrFull) {
		t.Errorf("Put = %v, want ErrFull", err)
	}
	if err := s.Put("note", "next", nil); err != nil {
		t.Errorf("Put of what fits = %v", err)
	}
	lift()
	check(t, s)
	if err := s.Put("note", "large", make([]byte, 1<<20)); err != nil {
		t.Errorf("Put when there is room again = %v", err)
	}
}

func TestNewStoreOnAFullDiskLeavesNoFile(t *testing.T) {
	if !alone(t) {
		return
	}
	path := filepath.Join(t.TempDir(), "test.db")
	for _, size := range []uint64{0, 5000, 20_000} {
		lift := limitFiles(t, size)
		s, err := Open(path, Options{})
		lift()
		if err == nil {
			_ = s.Close()
		}
		if !errors.Is(err, ErrFull) {
			t.Errorf("with %d bytes free: Open = %v, want ErrFull", size, err)
		}
		if _, err := os.Stat(path); !errors.Is(err, os.ErrNotExist) {
			t.Errorf("with %d bytes free: a file was left: %v", size, err)
		}
	}
	open(t, path, Options{})
}
