package natstest

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/sys/unix"
)

// TestDisk: what was synced survives a loss of power, and what was not does not; a full disk takes
// nothing more until there is room again.
func TestDisk(t *testing.T) {
	n := &Node{Name: "n1", Dir: t.TempDir() + "/n1"}
	disks, err := Disks(t, []*Node{n})
	if err != nil {
		t.Skip(err)
	}
	disk := disks[0]
	synced, not := filepath.Join(n.Dir, "synced"), filepath.Join(n.Dir, "not")
	write := func(name string, sync bool) error {
		f, err := os.OpenFile(name, os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o600)
		if err != nil {
			return err
		}
		_, err = f.Write(bytes.Repeat([]byte{'x'}, 10_000))
		if err == nil && sync {
			err = f.Sync()
		}
		return errors.Join(err, f.Close())
	}
	for range 3 {
		before, _ := os.ReadFile(synced)
		if err := errors.Join(write(synced, true), write(synced, false), write(not, false)); err != nil {
			t.Fatal(err)
		}
		disk.cut(t)
		after, err := os.ReadFile(synced)
		if err != nil || len(after) != len(before)+10_000 || bytes.ContainsRune(after, 0) {
			t.Errorf("of %d bytes synced %d are there (%v)", len(before)+10_000, len(after), err)
		}
		if rest, err := os.ReadFile(not); err == nil && len(rest) > 0 {
			t.Errorf("%d bytes are there that were not synced", len(rest))
		}
	}
	free := disk.Fill(t)
	if err := write(not, true); !errors.Is(err, unix.ENOSPC) {
		t.Errorf("on a full disk: %v", err)
	}
	free()
	if err := write(not, true); err != nil {
		t.Errorf("with room again: %v", err)
	}
}
