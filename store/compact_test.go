package store

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/google/go-cmp/cmp"
)

// crowded returns a store at path that has held many tables, of which three are left.
func crowded(t *testing.T, path string) *Store {
	t.Helper()
	s := open(t, path, Options{noSync: true})
	var keys []Key
	for range 400 {
		table := hexTable()
		table.Names[0] = strings.Repeat("Ada ", 200)
		k, err := s.Create(channel, "hex", table)
		if err != nil {
			t.Fatal(err)
		}
		keys = append(keys, k)
	}
	for i, k := range keys {
		if i%150 != 0 {
			if err := s.Delete(k); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := s.Put("user", "11", bytes.Repeat([]byte("x"), 100)); err != nil {
		t.Fatal(err)
	}
	return s
}

// TestCompact: the file becomes smaller, and holds the same.
func TestCompact(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "test.db")
	s := crowded(t, path)
	entries, err := s.Recent(channel, "hex", 10)
	if err != nil || len(entries) != 3 {
		t.Fatalf("%d tables, %v", len(entries), err)
	}
	had, err := s.Verify(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	has, before, err := Compact(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	if info.Size() >= before || before < had.Bytes || info.Mode().Perm()&0o077 != 0 {
		t.Errorf("%d bytes of %d, mode %v", info.Size(), before, info.Mode())
	}
	if has.Tables != had.Tables || has.Open != had.Open || has.Records != had.Records {
		t.Errorf("had %+v, has %+v", had, has)
	}
	s = open(t, path, Options{})
	now, err := s.Recent(channel, "hex", 10)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(entries, now); diff != "" {
		t.Error(diff)
	}
	if k, err := s.Create(channel, "hex", hexTable()); err != nil || k.Number != 401 {
		t.Errorf("the next table is %s, %v", k, err)
	}
	if list := names(t, folder); !slices.Equal(list, []string{"test.db"}) {
		t.Errorf("the folder holds %v", list)
	}
}

// TestCompactRefuses: a store in use, and a damaged one. Both stay unchanged, and no other file is
// left.
func TestCompactRefuses(t *testing.T) {
	for name, tt := range map[string]struct {
		prepare func(t *testing.T, path string)
		want    error
	}{
		"in use": {func(t *testing.T, path string) {
			t.Helper()
			open(t, path, Options{})
		}, ErrLocked},
		"a damaged table": {func(t *testing.T, path string) {
			t.Helper()
			s, err := Open(path, Options{})
			if err != nil {
				t.Fatal(err)
			}
			k, err := s.Create(channel, "hex", hexTable())
			if err != nil {
				t.Fatal(err)
			}
			key, err := k.encode()
			if err != nil {
				t.Fatal(err)
			}
			flip(t, s, tablesBucket, key, 20)
			if err := s.Close(); err != nil {
				t.Fatal(err)
			}
		}, ErrDamaged},
		"no store": {func(t *testing.T, path string) {
			t.Helper()
			if err := os.WriteFile(path, []byte(strings.Repeat("no store ", 9000)), 0o600); err != nil {
				t.Fatal(err)
			}
		}, ErrCorrupt},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) { compactRefuses(t, tt.prepare, tt.want) })
		})
	}
}

func compactRefuses(t *testing.T, prepare func(t *testing.T, path string), want error) {
	t.Helper()
	folder := t.TempDir()
	path := filepath.Join(folder, "test.db")
	prepare(t, path)
	before, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := Compact(t.Context(), path); !errors.Is(err, want) {
		t.Errorf("Compact = %v, want %v", err, want)
	}
	after, err := os.ReadFile(path)
	if err != nil || !bytes.Equal(before, after) {
		t.Errorf("the file has changed, %v", err)
	}
	if list := names(t, folder); !slices.Equal(list, []string{"test.db"}) {
		t.Errorf("the folder holds %v", list)
	}
}
