package store

import (
	"errors"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

const (
	channel = "1180000000000000001"
	other   = "999"
)

// now is the time in tests, which the package never asks for.
var now = time.Date(2026, 11, 20, 12, 0, 0, 123456789, time.UTC)

// hexTable returns a new table in which every field is set.
func hexTable() *Table {
	return &Table{
		Head: Head{
			Game: "hex", Rules: 2,
			Seats: []string{"user:11", "level:hard"}, Names: []string{"Ada <b>", "Hard 😀"},
			Owner: "11", Guild: "77", Posts: true, Locale: "en-GB",
			Pending: &Pending{Kind: "undo", By: "user:11", To: "level:hard", At: now},
			Thinks:  true,
			Due:     now.Add(time.Hour),
			Opened:  now, Touched: now,
			Again: 3, Stand: &Stand{Turn: 1, Moves: 2},
		},
		Options: []byte(`{"size":11}`),
		Moves: []Move{
			{Text: "c5", By: "user:11", At: now},
			{Text: "swap", By: "level:hard", At: now.Add(time.Second)},
		},
	}
}

func TestLoadReturnsWhatWasSaved(t *testing.T) {
	s := fresh(t)
	k := Key{Channel: channel, Game: "hex", Number: 3}
	table := hexTable()
	if err := s.Save(k, table); err != nil {
		t.Fatal(err)
	}
	if table.Revision != 1 || table.Format != Format {
		t.Errorf("after Save revision %d, format %d, want 1 and %d", table.Revision, table.Format, Format)
	}
	got, err := s.Load(k)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(table, got); diff != "" {
		t.Error(diff)
	}
	table.Pending, table.Result = nil, &Result{Status: "won", Winner: 1, Kind: "resigned", At: now}
	table.Over, table.End = true, &End{At: now.Truncate(time.Millisecond), Winner: 1, Kind: "resigned", Counts: true}
	if err := s.Save(k, table); err != nil {
		t.Fatal(err)
	}
	if got, err = s.Load(k); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(table, got); diff != "" || got.Revision != 2 {
		t.Errorf("revision %d; %s", got.Revision, diff)
	}
}

func TestSaveRefusesAnotherRevision(t *testing.T) {
	s := fresh(t)
	k := Key{Channel: channel, Game: "hex", Number: 1}
	first := hexTable()
	if err := s.Save(k, first); err != nil {
		t.Fatal(err)
	}
	for _, revision := range []uint64{0, 2, 7} {
		late := hexTable()
		late.Owner, late.Revision = "12", revision
		if err := s.Save(k, late); !errors.Is(err, ErrStale) {
			t.Errorf("Save of revision %d = %v, want ErrStale", revision, err)
		}
		if late.Revision != revision {
			t.Errorf("a refused Save turned revision %d into %d", revision, late.Revision)
		}
	}
	missing := hexTable()
	missing.Revision = 1
	if err := s.Save(Key{Channel: channel, Game: "hex", Number: 2}, missing); !errors.Is(err, ErrStale) {
		t.Errorf("Save of revision 1 where nothing is stored = %v, want ErrStale", err)
	}
	got, err := s.Load(k)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(first, got); diff != "" {
		t.Error(diff)
	}
}

func TestCreateNeverGivesANumberTwice(t *testing.T) {
	s := fresh(t)
	create := func(channel, game string, want int) Key {
		t.Helper()
		k, err := s.Create(channel, game, &Table{})
		if err != nil {
			t.Fatal(err)
		}
		if want := (Key{channel, game, want}); k != want {
			t.Fatalf("Create = %s, want %s", k, want)
		}
		return k
	}
	create(channel, "hex", 1)
	k := create(channel, "hex", 2)
	create(channel, "he", 1)
	create(other, "hex", 1)
	if err := s.Delete(k); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Load(k); !errors.Is(err, ErrNotFound) {
		t.Errorf("Load of a deleted table = %v, want ErrNotFound", err)
	}
	create(channel, "hex", 3)
	if err := s.Save(Key{channel, "hex", 9}, &Table{Head: Head{Game: "hex"}}); err != nil {
		t.Fatal(err)
	}
	create(channel, "hex", 10)
	if _, err := s.Create(channel, "hex", &Table{Head: Head{Revision: 1}}); !errors.Is(err, ErrStale) {
		t.Errorf("Create of revision 1 = %v, want ErrStale", err)
	}
	create(channel, "hex", 11)
}

func TestMalformedKeysAreRefused(t *testing.T) {
	s := fresh(t)
	for _, k := range []Key{
		{},
		{"x", "hex", 1},
		{"-1", "hex", 1},
		{"01", "hex", 1},
		{"+1", "hex", 1},
		{"18446744073709551616", "hex", 1},
		{"1", "", 1},
		{"1", "a/b", 1},
		{"1", "a\x00b", 1},
		{"1", string(make([]byte, 65)), 1},
		{"1", "hex", 0},
		{"1", "hex", -1},
		{"1", "hex", 1 << 32},
	} {
		_, loadErr := s.Load(k)
		saveErr := s.Save(k, &Table{Head: Head{Game: k.Game}})
		for _, err := range []error{loadErr, saveErr, s.Delete(k)} {
			if !errors.Is(err, ErrKey) {
				t.Errorf("%q: %v, want ErrKey", k, err)
			}
		}
	}
	good := Key{"1", "hex", 1}
	for _, table := range []*Table{
		{Head: Head{Game: "atom4"}},
		{Head: Head{Game: "hex", Seats: []string{"user:"}}},
		{Head: Head{Game: "hex", Seats: []string{"user:1\x00"}}},
		{Head: Head{Game: "hex", Seats: []string{"user:\xff"}}},
	} {
		if err := s.Save(good, table); !errors.Is(err, ErrKey) {
			t.Errorf("Save of %+v = %v, want ErrKey", table, err)
		}
	}
	if _, err := s.Load(good); !errors.Is(err, ErrNotFound) {
		t.Errorf("a refused Save left something: %v", err)
	}
	if _, err := s.Create("one", "hex", &Table{}); !errors.Is(err, ErrKey) {
		t.Errorf("Create in channel one = %v, want ErrKey", err)
	}
	if _, err := s.Channel("one"); !errors.Is(err, ErrKey) {
		t.Errorf("Channel(one) = %v, want ErrKey", err)
	}
}

func TestParseKey(t *testing.T) {
	k := Key{Channel: channel, Game: "hex", Number: 12}
	got, err := ParseKey(k.String())
	if err != nil || got != k {
		t.Errorf("ParseKey(%q) = %v, %v", k, got, err)
	}
	for _, text := range []string{"", "1/hex", "1/hex/", "1/hex/x", "1/hex/01", "1/hex/0", "1/hex/1/1", "a/hex/1", "1//1"} {
		if k, err := ParseKey(text); !errors.Is(err, ErrKey) {
			t.Errorf("ParseKey(%q) = %v, %v, want ErrKey", text, k, err)
		}
	}
}

func TestDueIsEarliestFirstOverAllTime(t *testing.T) {
	s := fresh(t)
	times := []time.Time{
		time.Date(1, 1, 1, 0, 0, 0, 1, time.UTC), // the zero time is never; this is not it
		time.Date(1969, 12, 31, 23, 59, 59, 5, time.UTC),
		time.Unix(0, 0), now, now.Add(1), now.Add(time.Second),
		time.Date(9999, 1, 1, 0, 0, 0, 0, time.UTC),
	}
	for i := range times {
		number := len(times) - i
		table := &Table{Head: Head{Game: "hex", Due: times[number-1]}}
		if err := s.Save(Key{channel, "hex", number}, table); err != nil {
			t.Fatal(err)
		}
	}
	for i, before := range times {
		keys, err := s.Due(before)
		if err != nil {
			t.Fatal(err)
		}
		var want []Key
		for j := range i + 1 {
			want = append(want, Key{channel, "hex", j + 1})
		}
		if diff := cmp.Diff(want, keys); diff != "" {
			t.Errorf("Due(%s): %s", before, diff)
		}
	}
}

func TestEachMayCallTheStore(t *testing.T) {
	s := fresh(t)
	for _, id := range []string{"b/2", "a", "b/1", "b/3", "c", ""} {
		if err := s.Put("note", id, []byte("value "+id)); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Put("notes", "b/0", nil); err != nil {
		t.Fatal(err)
	}
	var seen []string
	err := s.Each("note", "b/", func(id string, value []byte) bool {
		if string(value) != "value "+id {
			t.Errorf("value of %s = %q", id, value)
		}
		// As large as to make the file grow, for which bbolt waits for readers.
		if err := s.Put("note", id, make([]byte, 1<<20)); err != nil {
			t.Error(err)
		}
		seen = append(seen, id)
		return id != "b/2"
	})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"b/1", "b/2"}, seen); diff != "" {
		t.Error(diff)
	}
	if v, err := s.Get("notes", "b/0"); err != nil || len(v) != 0 {
		t.Errorf("an empty record = %q, %v", v, err)
	}
	if err := s.Remove("note", "a"); err != nil {
		t.Error(err)
	}
	if err := s.Remove("note", "a"); err != nil {
		t.Errorf("Remove of what is not there = %v", err)
	}
	if _, err := s.Get("note", "a"); !errors.Is(err, ErrNotFound) {
		t.Errorf("Get of a removed record = %v, want ErrNotFound", err)
	}
	for _, err := range []error{s.Put("", "a", nil), s.Put("a\x00", "a", nil), s.Put("a", string(make([]byte, 1024)), nil)} {
		if !errors.Is(err, ErrKey) {
			t.Errorf("Put under a malformed key = %v, want ErrKey", err)
		}
	}
}

func TestCloseEndsEverything(t *testing.T) {
	s := fresh(t)
	k, err := s.Create(channel, "hex", &Table{})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Errorf("closing again: %v", err)
	}
	_, loadErr := s.Load(k)
	_, dueErr := s.Due(now)
	for _, err := range []error{loadErr, dueErr, s.Put("a", "b", nil), s.Delete(k)} {
		if !errors.Is(err, ErrClosed) {
			t.Errorf("after Close: %v, want ErrClosed", err)
		}
	}
}

func TestBackupOpensAsAStore(t *testing.T) {
	s := fresh(t)
	k, err := s.Create(channel, "hex", hexTable())
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "copy.db")
	backup(t, s, path)
	if err := s.Delete(k); err != nil { // the copy is of before
		t.Fatal(err)
	}
	got, err := open(t, path, Options{}).Load(k)
	if err != nil || got.Owner != "11" {
		t.Errorf("Load from the copy = %+v, %v", got, err)
	}
	noRoom := writeFunc(func([]byte) (int, error) { return 0, syscall.ENOSPC })
	if err := s.Backup(noRoom); err == nil || errors.Is(err, ErrFull) {
		t.Errorf("Backup to a full disk = %v, want an error that does not blame the store's own disk", err)
	}
}
