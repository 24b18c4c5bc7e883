package natstest

import (
	"os"
	"testing"

	"golang.org/x/sys/unix"
)

// folder is for the files of nodes: in memory, where there is room for the disks of three, since a
// disk to which others write too may take seconds to sync, for which an election is held. It ends
// with the test.
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
