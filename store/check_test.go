package store

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"slices"
	"testing"

	bolt "go.etcd.io/bbolt"
	"pgregory.net/rapid"
)

// long reports whether SIXFOLD_LONG=1 asks for what takes minutes.
func long() bool { return os.Getenv("SIXFOLD_LONG") == "1" }

// open opens a store for a test, and checks and closes it at the end, whatever the test has done.
func open(tb testing.TB, path string, o Options) *Store {
	tb.Helper()
	s, err := openKind(path, o)
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { closeChecked(tb, s) })
	return s
}

// fresh opens an empty store in a folder of its own. It does not sync: what is durable is proved by
// tests that trace a process, such as [TestFaults] and [TestACommitIsSyncedBeforeItIsTold].
func fresh(tb testing.TB) *Store {
	tb.Helper()
	return open(tb, filepath.Join(tb.TempDir(), "test.db"), Options{noSync: true})
}

// closeChecked checks a store and closes it, unless it is closed.
func closeChecked(t rapid.TB, s *Store) {
	t.Helper()
	s.mu.Lock()
	closed := s.closed
	s.mu.Unlock()
	if closed {
		return
	}
	if !s.Shared() {
		check(t, s)
	}
	if err := s.Close(); err != nil {
		t.Errorf("Close() = %v", err)
	}
	if s.Shared() { // which follows its log until then
		if _, err := Check(context.Background(), s.path); err != nil {
			t.Errorf("Check(%s) = %v", s.path, err)
		}
	}
}

// check reports inconsistencies: damaged pages, unreadable records, indexes that do not follow from
// the tables, numbers that could be given twice. It is independent of Verify.
func check(t rapid.TB, s *Store) {
	t.Helper()
	err := s.db.View(func(tx *bolt.Tx) error {
		for err := range tx.Check() {
			t.Errorf("page check: %v", err)
		}
		want := map[string][]string{}
		err := tx.Bucket(tablesBucket).ForEach(func(key, value []byte) error {
			table, err := decode(key, value)
			if err != nil {
				return err
			}
			for _, e := range indexed(key, &table.Head) {
				want[string(e.bucket)] = append(want[string(e.bucket)], string(e.key)+" "+string(e.value))
			}
			series, number := key[:len(key)-4], key[len(key)-4:]
			if last := tx.Bucket(numbersBucket).Get(series); bytes.Compare(last, number) < 0 {
				t.Errorf("table %x is beyond the last number given, %x", key, last)
			}
			return nil
		})
		if err != nil {
			return err
		}
		for _, name := range indexes {
			var got []string
			err := tx.Bucket(name).ForEach(func(key, value []byte) error {
				got = append(got, string(key)+" "+string(value))
				return nil
			})
			if err != nil {
				return err
			}
			slices.Sort(got) // by key and value together
			slices.Sort(want[string(name)])
			if !slices.Equal(got, want[string(name)]) {
				t.Errorf("index %s = %x, want %x", name, got, want[string(name)])
			}
		}
		return nil
	})
	if err != nil {
		t.Errorf("check: %v", err)
	}
	if _, err := s.Verify(context.Background()); err != nil {
		t.Errorf("Verify() = %v", err)
	}
}
