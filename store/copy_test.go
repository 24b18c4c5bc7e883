package store

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// onlyFiles reports whatever lies in a folder besides the named files.
func onlyFiles(t *testing.T, folder string, names ...string) {
	t.Helper()
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, e := range entries {
		got = append(got, e.Name())
	}
	if strings.Join(got, " ") != strings.Join(names, " ") {
		t.Errorf("the folder holds %q, want %q", got, names)
	}
}

func TestWriteCopyIsAWholeStore(t *testing.T) {
	s := open(t, full40(t), Options{})
	folder := t.TempDir()
	path := filepath.Join(folder, "copy.db")
	c, err := WriteCopy(t.Context(), path, false, s.Backup)
	if err != nil {
		t.Fatal(err)
	}
	want, err := s.Verify(t.Context())
	if err != nil || c.Tables != want.Tables || c.Open != want.Open || c.Records != want.Records {
		t.Errorf("WriteCopy = %+v, want the contents of %+v, %v", c, want, err)
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the copy: %v, %v, want mode 0600", info, err)
	}
	onlyFiles(t, folder, "copy.db")
	open(t, path, Options{})
}

func TestWriteCopyReplacesOnlyWhenTold(t *testing.T) {
	s := open(t, full40(t), Options{})
	folder := t.TempDir()
	path := filepath.Join(folder, "copy.db")
	if err := os.WriteFile(path, []byte("mine"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := WriteCopy(t.Context(), path, false, s.Backup); !errors.Is(err, ErrExists) || !strings.Contains(err.Error(), path) {
		t.Errorf("WriteCopy = %v, want ErrExists", err)
	}
	if mine, err := os.ReadFile(path); err != nil || string(mine) != "mine" {
		t.Errorf("the file is now %.20q, %v", mine, err)
	}
	if _, err := WriteCopy(t.Context(), path, true, s.Backup); err != nil {
		t.Errorf("WriteCopy with replace = %v", err)
	}
	onlyFiles(t, folder, "copy.db")
	open(t, path, Options{})
}

func TestWriteCopyLeavesNothingWhenItFails(t *testing.T) {
	torn := errors.New("the line broke")
	tests := []struct {
		name string
		file string
		copy func(io.Writer) error
		want error
		word string
	}{
		{"the source breaks off", "old.db", func(w io.Writer) error {
			_, err := w.Write(make([]byte, 100))
			return errors.Join(err, torn)
		}, torn, "the line broke"},
		{"the copy is cut short", "old.db", func(w io.Writer) error {
			_, err := w.Write(make([]byte, 100))
			return err
		}, ErrDamagedCopy, "not kept"},
		{"a folder of that name", "sub", nil, nil, "that is a folder"},
		{"no such folder", "none/copy.db", nil, os.ErrNotExist, "no such file"},
		{"a file for a folder", "old.db/copy.db", nil, nil, "not a directory"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			folder := t.TempDir()
			old := filepath.Join(folder, "old.db")
			if err := errors.Join(os.WriteFile(old, []byte("old"), 0o600), os.Mkdir(filepath.Join(folder, "sub"), 0o700)); err != nil {
				t.Fatal(err)
			}
			_, err := WriteCopy(t.Context(), filepath.Join(folder, filepath.FromSlash(tt.file)), true, tt.copy)
			if err == nil || tt.want != nil && !errors.Is(err, tt.want) || !strings.Contains(err.Error(), tt.word) {
				t.Errorf("WriteCopy = %v, want %v that says %q", err, tt.want, tt.word)
			}
			onlyFiles(t, folder, "old.db", "sub")
			if kept, err := os.ReadFile(old); err != nil || string(kept) != "old" {
				t.Errorf("the old file is %q, %v", kept, err)
			}
		})
	}
}
