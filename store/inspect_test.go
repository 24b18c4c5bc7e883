package store

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
	"testing/synctest"
	"time"

	"github.com/sixfold-bot/sixfold/store/pages"
)

// TestInspect says that a store can be opened, and changes nothing.
func TestInspect(t *testing.T) {
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
	before, err := os.ReadFile(fresh)
	if err != nil {
		t.Fatal(err)
	}
	if err := Inspect(t.Context(), fresh); err != nil {
		t.Error(err)
	}
	if now, err := os.ReadFile(fresh); err != nil || string(now) != string(before) {
		t.Errorf("the store has changed, %v", err)
	}
	onlyFiles(t, filepath.Dir(fresh), "fresh.db")
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
	if err := Inspect(t.Context(), held); !errors.Is(err, ErrLocked) {
		t.Errorf("a store that is held: %v after %v, want ErrLocked", err, time.Since(begun))
	}
	headless := full40(t)
	overwrite(t, headless, 20, 0xff)
	if err := Inspect(t.Context(), headless); !errors.Is(err, pages.ErrHead) {
		t.Errorf("a store with a damaged head: %v, want ErrHead", err)
	}
	torn := full40(t)
	content, err := os.ReadFile(torn)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(torn, content[:len(content)/2], 0o600); err != nil {
		t.Fatal(err)
	}
	if err := Inspect(t.Context(), torn); !errors.Is(err, ErrCorrupt) {
		t.Errorf("half a store: %v, want ErrCorrupt", err)
	}
}
