package store

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"

	"github.com/sixfold-bot/sixfold/store/disktest"
)

// TestACommitIsSyncedBeforeItIsTold watches the system calls of a process: each commit consists of
// two syncs, of the pages and of the head that refers to them, before it is reported. A process
// that does not sync is detected.
func TestACommitIsSyncedBeforeItIsTold(t *testing.T) {
	one := []string{"sync", "sync", "told"}
	want := slices.Concat([]string{"told"}, slices.Repeat(one, turns))
	for argument, want := range map[string][]string{writesInTurn: want, writesNoSyncs: slices.Repeat([]string{"told"}, turns+1)} {
		folder := t.TempDir()
		disk, err := disktest.Follow(folder)
		if err != nil {
			t.Fatal(err)
		}
		var calls []string
		trace := disktest.Trace{Disk: disk, Begins: func(c disktest.Call) disktest.Answer {
			switch {
			case c.Name == disktest.Says:
				calls = append(calls, "told")
			case c.Syncs():
				calls = append(calls, "sync")
			}
			return disktest.Answer{}
		}}
		err = trace.Run(exec.CommandContext(t.Context(), os.Args[0], argument+filepath.Join(folder, "test.db")))
		if disktest.Needed(t, err); err != nil {
			t.Fatal(err)
		}
		opened := max(slices.Index(calls, "told"), 0) // making a file takes other syncs
		if calls = calls[opened:]; !slices.Equal(calls, want) {
			t.Errorf("%s: the process did %v, want %v", argument, calls, want)
		}
	}
}
