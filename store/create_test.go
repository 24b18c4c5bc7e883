package store

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

// names are those of the files in a folder.
func names(t *testing.T, folder string) (list []string) {
	t.Helper()
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		list = append(list, e.Name())
	}
	return list
}

// TestEmptyFileIsNoStore: a store that was truncated to nothing is not replaced by an empty one.
func TestEmptyFileIsNoStore(t *testing.T) {
	path := filepath.Join(t.TempDir(), "test.db")
	if err := os.WriteFile(path, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	_, opened := Open(path, Options{})
	_, checked := Check(t.Context(), path)
	for what, err := range map[string]error{"Open": opened, "Check": checked, "Inspect": Inspect(t.Context(), path)} {
		if !errors.Is(err, ErrCorrupt) || !strings.Contains(err.Error(), "0 bytes") || !strings.Contains(err.Error(), "restore it from a backup") {
			t.Errorf("%s = %v", what, err)
		}
	}
	if info, err := os.Stat(path); err != nil || info.Size() != 0 {
		t.Errorf("the file has %d bytes, %v", info.Size(), err)
	}
}

// TestNewStoreIsWhole: only its file exists, with all buckets and mode 0600.
func TestNewStoreIsWhole(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "test.db")
	if err := createFile(path, Options{}); err != nil {
		t.Fatal(err)
	}
	if list := names(t, folder); len(list) != 1 {
		t.Errorf("the folder holds %v", list)
	}
	info, err := os.Stat(path)
	if err != nil || info.Size() == 0 {
		t.Fatalf("%v, %v", info, err)
	}
	if mode := info.Mode().Perm(); mode&0o077 != 0 {
		t.Errorf("others may use it: %v", mode)
	}
	s := open(t, path, Options{})
	if schema, err := s.Schema(); schema != Schema {
		t.Errorf("its schema is %d, %v", schema, err)
	}
}

// TestOneOfManyCreates: of several processes that create a store at the same time, one does, the
// others open it, and no other file is left.
func TestOneOfManyCreates(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "test.db")
	var ready sync.WaitGroup
	for range 8 {
		ready.Go(func() {
			if err := createFile(path, Options{}); err != nil {
				t.Error(err)
			}
		})
	}
	ready.Wait()
	if list := names(t, folder); len(list) != 1 {
		t.Errorf("the folder holds %v", list)
	}
	open(t, path, Options{LockTimeout: time.Millisecond})
}

// TestReplacedFileIsNoticed: a write to a file that has lost its name would be gone at the next
// start, so writes are refused until the file is back; reads continue.
func TestReplacedFileIsNoticed(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "test.db")
	s := open(t, path, Options{})
	table := hexTable()
	k, err := s.Create(channel, "hex", table)
	if err != nil {
		t.Fatal(err)
	}
	aside := filepath.Join(folder, "aside.db")
	if err := os.Rename(path, aside); err != nil {
		return // where open files cannot be moved, none is replaced
	}
	for _, replaced := range []bool{false, true} {
		if replaced {
			copied, err := os.ReadFile(aside)
			if err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, copied, 0o600); err != nil {
				t.Fatal(err)
			}
		}
		if err := s.Save(k, table); !errors.Is(err, ErrReplaced) || table.Revision != 1 {
			t.Errorf("replaced %t: Save = %v", replaced, err)
		}
		if err := s.Put("user", "1", nil); !errors.Is(err, ErrReplaced) {
			t.Errorf("replaced %t: Put = %v", replaced, err)
		}
		if got, err := s.Load(k); err != nil || got.Revision != 1 {
			t.Errorf("replaced %t: Load = %v", replaced, err)
		}
	}
	if err := os.Rename(aside, path); err != nil {
		t.Fatal(err)
	}
	if err := s.Save(k, table); err != nil {
		t.Errorf("with the file back: %v", err)
	}
}
