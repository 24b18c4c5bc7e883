package store

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

func TestCopiesAreKeptByNumber(t *testing.T) {
	s := fresh(t)
	folder := filepath.Join(t.TempDir(), "a", "copies")
	c := Copies{Folder: folder, Name: "test.db", Keep: 3}
	if newest, err := c.Newest(); err != nil || !newest.IsZero() {
		t.Errorf("before the first copy: %s, %v", newest, err)
	}
	var keys []Key
	for range 12 {
		k, err := s.Create(channel, "hex", hexTable())
		if err != nil {
			t.Fatal(err)
		}
		keys = append(keys, k)
		path, contents, err := c.Add(t.Context(), s.Backup)
		if err != nil || contents.Tables != len(keys) {
			t.Fatalf("copy %d of %d tables: %s, %+v, %v", len(keys), len(keys), path, contents, err)
		}
	}
	// 10 comes after 9, although not by the alphabet.
	if list := names(t, folder); !slices.Equal(list, []string{"test.db.10", "test.db.11", "test.db.12"}) {
		t.Errorf("the folder holds %v", list)
	}
	for i, want := range []int{10, 11, 12} {
		copied := open(t, c.path(want), Options{})
		entries, err := copied.Channel(channel)
		if err != nil || len(entries) != want {
			t.Errorf("copy %d has %d tables, %v", i, len(entries), err)
		}
	}
	info, err := os.Stat(c.path(12))
	if err != nil {
		t.Fatal(err)
	}
	if newest, err := c.Newest(); err != nil || !newest.Equal(info.ModTime()) {
		t.Errorf("the newest is of %s, %v, want %s", newest, err, info.ModTime())
	}
}

// TestCopiesLeaveOthersAlone: files that are not copies of this store are neither counted nor
// removed.
func TestCopiesLeaveOthersAlone(t *testing.T) {
	s := fresh(t)
	c := Copies{Folder: t.TempDir(), Name: "test.db", Keep: 1}
	others := []string{"test.db", "test.db.01", "test.db.0", "test.db.-1", "test.db.new", "other.db.7", "test.db.99999999999999999999"}
	for _, name := range others {
		if err := os.WriteFile(filepath.Join(c.Folder, name), []byte("x"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir(filepath.Join(c.Folder, "test.db.50"), 0o700); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"test.db.1", "test.db.2"} {
		if path, _, err := c.Add(t.Context(), s.Backup); err != nil || filepath.Base(path) != want {
			t.Errorf("copied to %s, %v, want %s", path, err, want)
		}
	}
	want := slices.Sorted(slices.Values(append(others, "test.db.50", "test.db.2")))
	if list := names(t, c.Folder); !slices.Equal(list, want) {
		t.Errorf("the folder holds %v, want %v", list, want)
	}
}

// TestFailedCopyRemovesNone: a copy that cannot be written or is damaged removes no older one.
func TestFailedCopyRemovesNone(t *testing.T) {
	s, _ := damagedStore(t)
	sound := fresh(t)
	c := Copies{Folder: t.TempDir(), Name: "test.db", Keep: 1}
	if _, _, err := c.Add(t.Context(), sound.Backup); err != nil {
		t.Fatal(err)
	}
	errFull := errors.New("full")
	for name, backup := range map[string]func(io.Writer) error{
		"a damaged store": s.Backup,
		"half a store":    func(w io.Writer) error { _, err := io.CopyN(w, zeros{}, 5000); return err },
		"a full disk":     func(io.Writer) error { return errFull },
	} {
		if path, _, err := c.Add(t.Context(), backup); err == nil {
			t.Errorf("%s is copied to %s", name, path)
		}
		if list := names(t, c.Folder); !slices.Equal(list, []string{"test.db.1"}) {
			t.Errorf("%s: the folder holds %v", name, list)
		}
	}
}

// zeros is an endless reader of zero bytes.
type zeros struct{}

func (zeros) Read(b []byte) (int, error) { clear(b); return len(b), nil }
