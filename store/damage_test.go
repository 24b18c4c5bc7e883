package store

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/google/go-cmp/cmp"
	bolt "go.etcd.io/bbolt"

	"github.com/sixfold-bot/sixfold/store/pages"
)

// overwrite writes bytes at an offset of a file.
func overwrite(t *testing.T, path string, at int64, b ...byte) {
	t.Helper()
	file, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	_, err = file.WriteAt(b, at)
	if err = errors.Join(err, file.Close()); err != nil {
		t.Fatal(err)
	}
}

// TestDamagedPageIsNamed: a page with an unbounded number of overflow pages, for which bbolt would
// allocate unbounded memory, is named by all functions that open the file.
func TestDamagedPageIsNamed(t *testing.T) {
	whole, err := os.ReadFile(full40(t))
	if err != nil {
		t.Fatal(err)
	}
	size, found := os.Getpagesize(), 0
	for page := 2; page < len(whole)/size; page++ {
		if binary.NativeEndian.Uint64(whole[page*size:]) != uint64(page) {
			continue // it belongs to the one before
		}
		folder := t.TempDir()
		path := filepath.Join(folder, "test.db")
		b := bytes.Clone(whole)
		binary.NativeEndian.PutUint32(b[page*size+12:], 1<<31)
		if err := os.WriteFile(path, b, 0o600); err != nil {
			t.Fatal(err)
		}
		s, err := Open(path, Options{})
		if err == nil { // a free page, which once was another one
			closeChecked(t, s)
			continue
		}
		_, checked := Check(t.Context(), path)
		_, _, compacted := Compact(t.Context(), path)
		_, copied := WriteCopy(t.Context(), filepath.Join(folder, "copy.db"), false, fileAsBackup(path))
		for call, err := range map[string]error{"Open": err, "Check": checked, "Compact": compacted, "WriteCopy": copied} {
			if !errors.Is(err, ErrCorrupt) || !strings.Contains(err.Error(), fmt.Sprintf("page %d: it takes 2147483648 pages", page)) {
				t.Errorf("%s with page %d damaged: %v", call, page, err)
			}
		}
		found++
		if list := names(t, folder); !slices.Equal(list, []string{"test.db"}) {
			t.Errorf("the folder holds %v", list)
		}
	}
	if found < 20 {
		t.Errorf("%d pages were found damaged", found)
	}
}

// fileAsBackup writes a file as it is.
func fileAsBackup(path string) func(io.Writer) error {
	return func(w io.Writer) error {
		b, err := os.ReadFile(path)
		if err == nil {
			_, err = w.Write(b)
		}
		return err
	}
}

// TestDamagedHead: one of the two heads of a file may be damaged, such as by a loss of power. The
// store opens and can be copied; Check reports it until the next change has repaired it.
func TestDamagedHead(t *testing.T) {
	for head := range int64(2) {
		path := full40(t)
		overwrite(t, path, head*int64(os.Getpagesize())+20, 0xff)
		if _, err := Check(t.Context(), path); !errors.Is(err, pages.ErrHead) || !strings.Contains(err.Error(), fmt.Sprintf("page %d:", head)) {
			t.Errorf("Check with head %d damaged: %v", head, err)
		}
		s := open(t, path, Options{})
		if !errors.Is(s.Torn, pages.ErrHead) {
			t.Errorf("Open with head %d damaged tells of %v", head, s.Torn)
		}
		copied := filepath.Join(t.TempDir(), "copy.db")
		if _, err := WriteCopy(t.Context(), copied, false, s.Backup); err != nil {
			t.Errorf("WriteCopy with head %d damaged: %v", head, err)
		}
		for range 2 { // a change for each head
			if err := s.Put("note", "1", nil); err != nil {
				t.Fatal(err)
			}
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
		if _, err := Check(t.Context(), path); err != nil {
			t.Errorf("Check after a change: %v", err)
		}
	}
}

// TestCheckInPlace: Check counts what Verify counts, needs no write permission, changes nothing,
// and refuses a file in use.
func TestCheckInPlace(t *testing.T) { synctest.Test(t, checkInPlace) }

func checkInPlace(t *testing.T) {
	path := full40(t)
	s := open(t, path, Options{})
	want, err := s.Verify(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Check(t.Context(), path); !errors.Is(err, ErrLocked) {
		t.Errorf("Check of a store that is held = %v, want ErrLocked", err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	before, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(path, 0o400); err != nil {
		t.Fatal(err)
	}
	got, err := Check(t.Context(), path)
	if diff := cmp.Diff(want, got); err != nil || diff != "" {
		t.Errorf("Check: %v %s", err, diff)
	}
	if after, err := os.ReadFile(path); err != nil || !bytes.Equal(before, after) {
		t.Errorf("the file has changed: %v", err)
	}
}

func TestCheckRefusesWhatIsNoStore(t *testing.T) {
	for name, fill := range map[string]func(*bolt.Tx) error{
		"an empty bbolt file":      func(*bolt.Tx) error { return nil },
		"another program's":        func(tx *bolt.Tx) error { _, err := tx.CreateBucket([]byte("other")); return err },
		"a store without a bucket": func(tx *bolt.Tx) error { return errors.Join(create(tx), tx.DeleteBucket(dueBucket)) },
	} {
		path := filepath.Join(t.TempDir(), "test.db")
		writeBolt(t, path, fill)
		if _, err := Check(t.Context(), path); !errors.Is(err, ErrCorrupt) {
			t.Errorf("%s: Check = %v, want ErrCorrupt", name, err)
		}
	}
}

// TestKeysOutOfOrder replaces one key after the other by a greater one. Within a page the check of
// the pages finds that, across pages the check of the records.
func TestKeysOutOfOrder(t *testing.T) {
	whole, err := os.ReadFile(full40(t))
	if err != nil {
		t.Fatal(err)
	}
	path, within, between := filepath.Join(t.TempDir(), "test.db"), 0, 0
	for i := range 40 {
		key := fmt.Appendf(nil, "note\x00%d\x00\x00", i) // with the beginning of the value
		late := bytes.Clone(key)
		late[0] = 'z'
		if err := os.WriteFile(path, bytes.ReplaceAll(whole, key, late), 0o600); err != nil {
			t.Fatal(err)
		}
		switch _, err := Check(t.Context(), path); {
		case !errors.Is(err, ErrCorrupt) && !errors.Is(err, ErrDamaged):
			t.Errorf("key %d: Check = %v", i, err)
		case strings.Contains(err.Error(), "does not follow"):
			within++
		case strings.Contains(err.Error(), "in records the key"):
			between++
		}
	}
	if within == 0 || between == 0 {
		t.Errorf("%d keys were found out of order within their page, %d from one to the next", within, between)
	}
}

// TestBackupReadsOneMoment: writes during the backup are not in the copy, nor is their effect on
// pages that were there before.
func TestBackupReadsOneMoment(t *testing.T) {
	s := fresh(t)
	write := func() {
		t.Helper()
		for range 5 {
			if _, err := s.Create(channel, "hex", hexTable()); err != nil {
				t.Fatal(err)
			}
		}
	}
	// Of a file of more than 1 MiB, 2 MiB are mapped, so writers need not wait for readers.
	if err := s.Put("note", "1", make([]byte, 1<<20)); err != nil {
		t.Fatal(err)
	}
	write()
	c, err := CheckCopy(t.Context(), func(w io.Writer) error { return s.Backup(&firstWrite{w, write}) })
	if err != nil || c.Tables != 5 {
		t.Errorf("the copy has %d tables, %v, want 5", c.Tables, err)
	}
	if c, err := s.Verify(t.Context()); err != nil || c.Tables != 10 {
		t.Errorf("the store has %d tables, %v, want 10", c.Tables, err)
	}
}

// firstWrite calls a function before the first write.
type firstWrite struct {
	io.Writer
	before func()
}

func (w *firstWrite) Write(b []byte) (int, error) {
	if w.before != nil {
		w.before()
		w.before = nil
	}
	return w.Writer.Write(b)
}

// asked is a context that ends after it was asked a number of times.
type asked struct {
	context.Context
	end  context.CancelCauseFunc
	left int
}

var errSignal = errors.New("a signal")

// endsAfter returns a context that ends when it is asked for the n-th time.
func endsAfter(t *testing.T, n int) *asked {
	t.Helper()
	ctx, end := context.WithCancelCause(t.Context())
	return &asked{ctx, end, n}
}

func (a *asked) ask() {
	if a.left--; a.left < 0 {
		a.end(errSignal)
	}
}

// Err implements [context.Context].
func (a *asked) Err() error { a.ask(); return a.Context.Err() }

// Value implements [context.Context]; the cause of the end is asked for by it.
func (a *asked) Value(key any) any { a.ask(); return a.Context.Value(key) }

// TestSignalsEndEverything: opening, checking, copying and compacting stop at a signal at any
// point, and leave the file unchanged.
func TestSignalsEndEverything(t *testing.T) {
	for name, tt := range map[string]struct {
		asks int // at least
		call func(ctx context.Context, path string) error
	}{
		"OpenContext": {1, func(ctx context.Context, path string) error {
			s, err := OpenContext(ctx, path, Options{})
			if err != nil {
				return err
			}
			return s.Close()
		}},
		"Verify": {smallRecords, func(ctx context.Context, path string) error {
			s, err := Open(path, Options{})
			if err != nil {
				return err
			}
			_, err = s.Verify(ctx)
			return errors.Join(err, s.Close())
		}},
		"Check": {smallRecords, func(ctx context.Context, path string) error {
			_, err := Check(ctx, path)
			return err
		}},
		"Compact": {smallRecords, func(ctx context.Context, path string) error {
			_, _, err := Compact(ctx, path)
			return err
		}},
		"WriteCopy": {smallRecords, func(ctx context.Context, path string) error {
			_, err := WriteCopy(ctx, path+".copy", false, fileAsBackup(path))
			return err
		}},
	} {
		t.Run(name, func(t *testing.T) { endsEverywhere(t, tt.asks, tt.call) })
	}
}

// smallRecords is the number of records and index entries at which a signal may come.
const smallRecords = 3*4 + 1

// endsEverywhere makes calls with contexts that end ever later, until a call succeeds. That call
// must have asked its context a minimal number of times.
func endsEverywhere(t *testing.T, asks int, call func(ctx context.Context, path string) error) {
	t.Helper()
	folder := t.TempDir()
	path := filepath.Join(folder, "test.db")
	s := open(t, path, Options{})
	for range 3 {
		if _, err := s.Create(channel, "hex", hexTable()); err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(s.Put("user", "1", nil), s.Close()); err != nil {
		t.Fatal(err)
	}
	before, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for n := range 1000 {
		err := call(endsAfter(t, n), path)
		if err == nil {
			if n < asks {
				t.Errorf("it asks %d times whether it should end, want %d", n, asks)
			}
			return
		}
		if !errors.Is(err, errSignal) {
			t.Fatalf("at question %d: %v", n, err)
		}
		if list := names(t, folder); !slices.Equal(list, []string{"test.db"}) {
			t.Fatalf("at question %d: the folder holds %v", n, list)
		}
		if after, err := os.ReadFile(path); err != nil || !bytes.Equal(before, after) {
			t.Fatalf("at question %d: the file has changed, %v", n, err)
		}
	}
	t.Error("it never comes to its end")
}
