package natstest

import (
	"os"
	"testing"

	"golang.org/x/sys/unix"
)

// folder returns a folder for the files of nodes, which ends with the test. It is in memory if
// there is room for the disks of three nodes, because syncing a shared disk may take seconds, which
// causes elections.
func folder(t testing.TB) string {
	t.Helper()
	const memory = "/dev/shm"
	var room unix.Statfs_t
	if unix.Statfs(memory, &room) != nil || int64(room.Bavail)*room.Bsize < 8*diskSize {
		return t.TempDir()
	}
	dir, err := os.MkdirTemp(memory, "sixfold-*")
	if err != nil {
		return t.TempDir()
	}
	t.Cleanup(func() {
		if err := os.RemoveAll(dir); err != nil {
			t.Error(err)
		}
	})
	return dir
}
