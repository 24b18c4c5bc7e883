package natstest

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"golang.org/x/sys/unix"
)

// Disk is the disk of a node: its own file system in an image file, which may lose power or be
// full.
type Disk struct {
	*Node
	image string // the image file, mounted at the node's folder
}

// diskSize is the size of a disk in bytes, mostly unused.
const diskSize = 256 << 20

// Disks gives each of the nodes, which must not have been started, its own disk. The error says why
// that is impossible: it requires root and a loop device for each.
func Disks(t testing.TB, all []*Node) (disks []*Disk, err error) {
	t.Helper()
	if os.Getuid() != 0 {
		return nil, errors.New("only root may mount a file system")
	}
	for _, n := range all {
		d := &Disk{n, n.Dir + ".image"}
		if err := d.format(); err != nil {
			return nil, err
		}
		t.Cleanup(func() { _ = unix.Unmount(d.Dir, unix.MNT_DETACH) })
		disks = append(disks, d)
	}
	return disks, nil
}

// format creates an empty file system completely, so that later only the node writes.
func (d *Disk) format() error {
	if err := errors.Join(os.MkdirAll(d.Dir, 0o700), os.WriteFile(d.image, nil, 0o600), os.Truncate(d.image, diskSize)); err != nil {
		return err
	}
	if err := tool("mkfs.ext4", "-q", "-F", "-J", "size=8", "-E", "lazy_itable_init=0,lazy_journal_init=0", d.image); err != nil {
		return err
	}
	return d.attach()
}

// attach mounts the image. Its journal is committed when a file is synced, and otherwise rarely.
func (d *Disk) attach() error { return tool("mount", "-o", "loop,noatime,commit=300", d.image, d.Dir) }

// LosePower kills the node and leaves what its disk holds after a loss of power at that moment:
// unsynced data is gone or incomplete. The node must be started again.
func (d *Disk) LosePower(t testing.TB) {
	t.Helper()
	d.Kill()
	d.cut(t)
}

// cut discards what has not reached the disk. No file may be open.
func (d *Disk) cut(t testing.TB) {
	t.Helper()
	// Nothing syncs any more, so the file system's journal does not change during the copy.
	after := d.image + ".after"
	err := tool("cp", "--sparse=always", d.image, after)
	if err == nil {
		err = unix.Unmount(d.Dir, 0)
	}
	if err == nil {
		err = os.Rename(after, d.image)
	}
	if err == nil {
		err = d.attach()
	}
	if err != nil {
		t.Errorf("a loss of power: %v", err)
	}
}

// Fill uses up all space on the disk, until the returned function is called.
func (d *Disk) Fill(t testing.TB) (free func()) {
	t.Helper()
	name := filepath.Join(d.Dir, "ballast")
	f, err := os.OpenFile(name, os.O_CREATE|os.O_WRONLY|os.O_TRUNC, 0o600)
	if err != nil {
		t.Error(err)
		return func() {}
	}
	defer f.Close()
	full := int64(0)
	for size := int64(diskSize); size >= 1024; size /= 2 {
		for unix.Fallocate(int(f.Fd()), 0, full, size) == nil {
			full += size
		}
	}
	return func() { _ = os.Remove(name) }
}

func tool(name string, args ...string) error {
	if out, err := exec.Command(name, args...).CombinedOutput(); err != nil { //nolint:noctx // takes no time
		return fmt.Errorf("%s: %w: %s", name, err, out)
	}
	return nil
}
