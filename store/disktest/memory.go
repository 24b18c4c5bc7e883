package disktest

import (
	"os"
	"testing"
)

// TempDir is t.TempDir in [Memory], with room for so many bytes.
func TempDir(t testing.TB, room int64) string {
	t.Helper()
	dir, err := os.MkdirTemp(Memory(room), "sixfold-*")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := os.RemoveAll(dir); err != nil {
			t.Error(err)
		}
	})
	return dir
}
