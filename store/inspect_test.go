package store

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
	"testing/synctest"
	"time"
)

// TestInspect reads the schema of a file, and neither raises nor makes one.
func TestInspect(t *testing.T) {
	old, content := oldStore(t)
	fresh := filepath.Join(t.TempDir(), "fresh.db")
	s := open(t, fresh, Options{})
	if err := s.Put("kind", "id", nil); err != nil {
		t.Fatal(err)
	}
	if schema, err := s.Schema(); err != nil || schema != Schema {
		t.Errorf("an open store is of schema %d, %v", schema, err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]int{old: 3, fresh: Schema} {
		if schema, err := Inspect(t.Context(), path); err != nil || schema != want {
			t.Errorf("%s is of schema %d, %v, want %d", filepath.Base(path), schema, err, want)
		}
	}
	if now, err := os.ReadFile(old); err != nil || string(now) != string(content) {
		t.Errorf("the old store has changed, %v", err)
	}
	onlyFiles(t, filepath.Dir(old), "test.db")
}

// TestInspectRefuses what Open refuses.
func TestInspectRefuses(t *testing.T) { synctest.Test(t, inspectRefuses) }

func inspectRefuses(t *testing.T) {
	held := filepath.Join(t.TempDir(), "held.db")
	s, err := Open(held, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = s.Close() }()
	begun := time.Now()
	if _, err := Inspect(t.Context(), held); !errors.Is(err, ErrLocked) {
		t.Errorf("a store that is held: %v after %v, want ErrLocked", err, time.Since(begun))
	}
	torn, content := oldStore(t)
	if err := os.WriteFile(torn, content[:len(content)/2], 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Inspect(t.Context(), torn); !errors.Is(err, ErrCorrupt) {
		t.Errorf("half a store: %v, want ErrCorrupt", err)
	}
}
