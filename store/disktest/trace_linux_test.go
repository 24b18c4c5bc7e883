//go:build amd64 || arm64

package disktest

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
)

// The arguments that make the test binary a process to be followed. The working folder comes after
// them.
const (
	child   = "-child="
	writers = "-writers="
)

func TestMain(m *testing.M) {
	argument := os.Args[len(os.Args)-1]
	for prefix, run := range map[string]func(folder string) int{child: handle, writers: writeForEver} {
		if folder, ok := strings.CutPrefix(argument, prefix); ok {
			if err := Show(); err != nil {
				panic(err)
			}
			os.Exit(run(folder))
		}
	}
	os.Exit(m.Run())
}

// writeForEver writes to several files at once. It returns only on an error.
func writeForEver(folder string) int {
	ends := make(chan error)
	for i := range 4 {
		go func() {
			f, err := os.Create(filepath.Join(folder, fmt.Sprint(i)))
			for n := int64(0); err == nil; n++ {
				_, err = f.WriteAt(sectors("abcdefgh"), n%8*Sector)
			}
			ends <- err
		}()
	}
	fmt.Fprintln(os.Stderr, <-ends)
	return 1
}

// handle performs all kinds of file operations, and prints how each ended.
func handle(folder string) int {
	path := func(name string) string { return filepath.Join(folder, name) }
	step := func(name string, err error) {
		if pathError := (*os.PathError)(nil); errors.As(err, &pathError) {
			err = pathError.Err
		}
		if linkError := (*os.LinkError)(nil); errors.As(err, &linkError) {
			err = linkError.Err
		}
		fmt.Printf("%s: %v\n", name, err)
	}
	f, err := os.Create(path("f"))
	step("create", err)
	n, err := f.Write(sectors("aaaa"))
	step(fmt.Sprint("write ", n), err)
	n, err = f.Write(sectors("bb"))
	step(fmt.Sprint("write ", n), err)
	n, err = f.WriteAt(sectors("c"), 100)
	step(fmt.Sprint("write at ", n), err)
	step("truncate", f.Truncate(3*Sector))
	step("sync", f.Sync())
	n, err = f.ReadAt(make([]byte, 10), 0)
	step(fmt.Sprint("read at ", n), err)
	step("close", f.Close())
	step("mkdir", os.Mkdir(path("s"), 0o700))
	step("link", os.Link(path("f"), path("s/g")))
	step("rename", os.Rename(path("f"), path("h")))
	step("replace", os.WriteFile(path("h2"), []byte("new"), 0o600))
	step("rename", os.Rename(path("h2"), path("h")))
	step("list", func() error { _, err := os.ReadDir(path("s")); return err }())
	step("remove", os.Remove(path("s/g")))
	if _, err := os.Stat(path("seek")); err == nil {
		if f, err := os.OpenFile(path("seek"), os.O_RDWR, 0); err == nil {
			_, err = f.Seek(1, 0)
			step("seek", err)
		}
	}
	return 3
}

// handled runs the child, and returns its calls and its output.
func handled(t *testing.T, d *Disk, answer func(Call) Answer) (calls []Call, said string, err error) {
	t.Helper()
	trace := Trace{Disk: d, Begins: func(c Call) Answer {
		if c.Name == Says {
			said += string(c.Data)
			return Answer{}
		}
		calls = append(calls, c)
		return answer(c)
	}}
	err = trace.Run(exec.CommandContext(t.Context(), os.Args[0], child+d.root))
	Needed(t, err)
	if check := d.Check(); check != nil {
		t.Error(check)
	}
	return calls, said, err
}

func happens(Call) Answer { return Answer{} }

// TestTrace follows all that the child does.
func TestTrace(t *testing.T) {
	d := follow(t)
	calls, said, err := handled(t, d, happens)
	var ended *Ended
	if !errors.As(err, &ended) || ended.Code != 3 {
		t.Errorf("it ended with: %v", err)
	}
	var names []string
	for _, c := range calls {
		if !slices.Contains(names, c.Name) {
			names = append(names, c.Name)
		}
	}
	want := "openat write pwrite64 ftruncate fsync pread64 close mkdirat linkat renameat getdents64 unlinkat"
	if got := strings.Join(names, " "); got != want {
		t.Errorf("it called %s, want %s", got, want)
	}
	if strings.Count(said, ": <nil>") != strings.Count(said, "\n") {
		t.Errorf("it said\n%s", said)
	}
	// What was synced is there wherever it has a name.
	for seed := range uint64(100) {
		for name, content := range d.Crash(rand.New(rand.NewPCG(seed, 0))) {
			if got := letters(content); name == "f" && got != "ac,ca,a" {
				t.Errorf("%s is %s", name, got)
			}
		}
	}
}

// TestAnswers: the process sees the answer given to its call.
func TestAnswers(t *testing.T) {
	for _, tt := range []struct {
		call   string
		answer Answer
		says   string
	}{
		{"openat", Answer{Errno: syscall.ENOSPC}, "create: no space left on device"},
		{"write", Answer{Errno: syscall.EIO}, "write 0: input/output error"},
		{"write", Answer{Half: true}, "write 2048: <nil>"}, // with the rest in further calls
		{"pwrite64", Answer{Errno: syscall.EIO}, "write at 0: input/output error"},
		{"pread64", Answer{Errno: syscall.EIO}, "read at 0: input/output error"},
		{"ftruncate", Answer{Errno: syscall.EFBIG}, "truncate: file too large"},
		{"fsync", Answer{Errno: syscall.EIO}, "sync: input/output error"},
		{"fsync", Answer{Lie: true}, "sync: <nil>"},
		{"close", Answer{Errno: syscall.EIO}, "close: input/output error"},
		{"mkdirat", Answer{Errno: syscall.EDQUOT}, "mkdir: disk quota exceeded"},
		{"linkat", Answer{Errno: syscall.EXDEV}, "link: invalid cross-device link"},
		{"renameat", Answer{Errno: syscall.EXDEV}, "rename: invalid cross-device link"},
		{"getdents64", Answer{Errno: syscall.EIO}, "list: input/output error"},
		{"unlinkat", Answer{Errno: syscall.EBUSY}, "remove: device or resource busy"},
	} {
		t.Run(tt.call, func(t *testing.T) {
			calls, said, _ := handled(t, follow(t), func(c Call) Answer {
				if c.Name != tt.call || c.Data != nil && len(c.Data) < Sector {
					return Answer{}
				}
				return tt.answer
			})
			if !strings.Contains(said, tt.says+"\n") {
				t.Errorf("answered %+v, it says\n%s, not %s", tt.answer, said, tt.says)
			}
			if rest := func(c Call) bool { return len(c.Data) == Sector/2 }; tt.answer.Half && !slices.ContainsFunc(calls, rest) {
				t.Error("no write was halved")
			}
		})
	}
}

// TestLie: what a sync only claimed to have synced may be lost.
func TestLie(t *testing.T) {
	for _, lie := range []bool{false, true} {
		d, lost := follow(t), false
		_, _, _ = handled(t, d, func(c Call) Answer {
			if c.Name == "mkdirat" {
				d.top.sync(true) // the name is there
				for seed := range uint64(100) {
					lost = lost || letters(d.Crash(rand.New(rand.NewPCG(seed, 0)))["f"]) != "ac,ca,a"
				}
			}
			return Answer{Lie: lie && c.Syncs()}
		})
		if lost != lie {
			t.Errorf("lied to: %t, lost: %t", lie, lost)
		}
	}
}

// TestKill: the call at which the process is killed does not happen, nor any later one.
func TestKill(t *testing.T) {
	d := follow(t)
	calls, said, err := handled(t, d, func(c Call) Answer { return Answer{Kill: c.Name == "mkdirat"} })
	var ended *Ended
	if !errors.As(err, &ended) || ended.Code != -1 {
		t.Errorf("it ended with: %v", err)
	}
	if calls[len(calls)-1].Name != "mkdirat" || strings.Contains(said, "mkdir") || d.find(d.root+"/s") != nil {
		t.Errorf("after %v it said\n%s", calls[len(calls)-1], said)
	}
}

// TestKillOfSeveral: the calls of other threads at the time of the kill are recorded too.
func TestKillOfSeveral(t *testing.T) {
	for last := range 60 {
		d, calls := follow(t), 0
		trace := Trace{Disk: d, Begins: func(Call) Answer {
			calls++
			return Answer{Kill: calls > 20+last}
		}}
		command := exec.CommandContext(t.Context(), os.Args[0], writers+d.root)
		command.Stderr = os.Stderr
		err := trace.Run(command)
		Needed(t, err)
		if ended := (*Ended)(nil); !errors.As(err, &ended) || ended.Code != -1 {
			t.Fatalf("it ended with: %v", err)
		}
		if err := d.Check(); err != nil {
			t.Fatalf("killed after %d calls: %v", calls, err)
		}
	}
}

// TestUnknownCall: it ends the process, because its effect on the files is unknown.
func TestUnknownCall(t *testing.T) {
	d := follow(t)
	d.made("seek", "")
	if err := os.WriteFile(filepath.Join(d.root, "seek"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, _, err := handled(t, d, happens); err == nil || !strings.Contains(err.Error(), "lseek") {
		t.Errorf("it ended with: %v", err)
	}
}
