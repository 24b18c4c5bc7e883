package store

import (
	"errors"
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"github.com/sixfold-bot/sixfold/store/disktest"
)

// TestCompactHoldsTheFile: until the new one is in its place, because writes of a process that
// opened the old one before would be lost.
func TestCompactHoldsTheFile(t *testing.T) {
	r := newRun(t, 0)
	replaced := false
	r.answer = func(c disktest.Call) disktest.Answer {
		if c.Name != "renameat" {
			return disktest.Answer{}
		}
		replaced = true
		s, err := Open(filepath.Join(r.folder, "test.db"), Options{LockTimeout: time.Millisecond})
		if err == nil {
			err = errors.Join(errors.New("it could be opened"), s.Close())
		}
		if !errors.Is(err, ErrLocked) {
			r.note(fmt.Errorf("before it is replaced: %w", err))
		}
		return disktest.Answer{}
	}
	err := process(t, job{r, work{Writers: 1, Steps: 3, Seed: 1, Compact: true}})
	if err != nil || r.wrong != nil || !replaced {
		t.Error(err, r.wrong, replaced)
	}
}
