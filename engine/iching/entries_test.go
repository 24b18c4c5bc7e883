package iching

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/iching/book"
)

// noon is when the first reading of a test is cast.
var noon = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

// desk is a person with notes, and a time that the test moves on.
type desk struct {
	*testing.T
	env engine.Env
}

func newDesk(t *testing.T) *desk {
	t.Helper()
	return &desk{t, engine.Env{Now: noon, Rand: rand.New(rand.NewPCG(1, 2)), Notes: engine.NewNotes()}}
}

func (d *desk) journal() journal { return journal(d.env) }

// keep keeps a throw an hour after the one before.
func (d *desk) keep(saved bool) entry {
	d.Helper()
	throw := book.Throw{Lines: book.Coins.Throw(d.env.Rand), At: d.env.Now}
	e := entry{Question: "Why?", Move: throw.String(), Method: book.Coins, Seed: d.env.Rand.Uint64(), Saved: saved}
	if err := d.journal().Keep(&e); err != nil {
		d.Fatal(err)
	}
	d.env.Now = d.env.Now.Add(time.Hour)
	return e
}

// find returns the IDs of the entries that a name fits, in universal time.
func (d *desk) find(name string) []string {
	d.Helper()
	found, err := d.journal().Find(time.UTC, name)
	if err != nil && !errors.Is(err, errNotYours) {
		d.Errorf("%q: %v", name, err)
	}
	return ids(found)
}

func ids(list []entry) (names []string) {
	for _, e := range list {
		names = append(names, e.ID)
	}
	return names
}

// TestKeptComesBack: an entry is found by its ID as it was kept, and kept again it is
// replaced.
func TestKeptComesBack(t *testing.T) {
	d := newDesk(t)
	e := d.keep(false)
	found, err := d.journal().Find(time.UTC, e.ID)
	if err != nil || len(found) != 1 || !reflect.DeepEqual(found[0], e) {
		t.Fatalf("%+v comes back as %+v, %v", e, found, err)
	}
	if e.Kept != noon.Unix() || len(e.ID) < 8 {
		t.Errorf("kept at %d as %q", e.Kept, e.ID)
	}
	e.Saved = true
	if err := d.journal().Keep(&e); err != nil {
		t.Fatal(err)
	}
	saved, err := d.journal().Saved()
	if err != nil || !reflect.DeepEqual(saved, []entry{e}) {
		t.Errorf("saved are %+v, %v", saved, err)
	}
}

// TestUnsavedMakeRoom: the last ones stay, and all that were saved.
func TestJournalMakesRoom(t *testing.T) {
	d := newDesk(t)
	var saved, unsaved []string
	for i := range 4 * mostUnsaved {
		if e := d.keep(i%4 == 0); e.Saved {
			saved = append(saved, e.ID)
		} else {
			unsaved = append(unsaved, e.ID)
		}
	}
	for i, id := range unsaved {
		kept := len(d.find(id)) == 1
		if want := i >= len(unsaved)-mostUnsaved; kept != want {
			t.Errorf("unsaved entry %d of %d is kept: %t, want %t", i+1, len(unsaved), kept, want)
		}
	}
	list, err := d.journal().Saved()
	slices.Reverse(saved)
	if err != nil || !slices.Equal(ids(list), saved) {
		t.Errorf("saved are %v, %v, want %v, the newest first", ids(list), err, saved)
	}
}

// TestFullNotesMakeRoom: where a person's notes are full, the oldest unsaved entry goes for
// a new note, and a saved one never.
func TestFullNotesMakeRoom(t *testing.T) {
	d := newDesk(t)
	oldest, second := d.keep(false), d.keep(false)
	saved := d.keep(true)
	var full error
	for i := 0; full == nil; i++ {
		full = d.env.Notes.Put(fmt.Sprintf("other-%d", i), nil)
	}
	for i, gone := range []entry{oldest, second} {
		if err := d.journal().Put(fmt.Sprintf("settings-%d", i), []byte("{}")); err != nil {
			t.Fatal(err)
		}
		if found := d.find(gone.ID); found != nil {
			t.Errorf("entry %d is still there", i+1)
		}
	}
	err := d.journal().Put("settings-3", []byte("{}"))
	if _, refused := errors.AsType[*engine.Refusal](err); !refused || len(d.find(saved.ID)) != 1 {
		t.Errorf("without unsaved entries: %v; the saved one is found as %v", err, d.find(saved.ID))
	}
}

// TestFindByTime: as much of the time as is typed, by the clocks of the zone.
func TestFindByTime(t *testing.T) {
	d := newDesk(t)
	twelve, one := d.keep(false).ID, d.keep(true).ID
	for name, want := range map[string][]string{
		"2026-03-01":                {one, twelve},
		"2026-03-01 12":             {twelve},
		"2026-03-01T13:00":          {one},
		"2026-03-01 13:00:00":       {one},
		"2026-03-01 12:00 +00:00":   {twelve},
		"2026-03-02":                nil,
		"12:00":                     nil,
		"2026-03-01 12:00 +01:00":   nil,
		"zzzzzzzz":                  nil,
		strings.ToUpper(twelve[:4]): nil,
	} {
		if got := d.find(name); !slices.Equal(got, want) {
			t.Errorf("%q finds %v, want %v", name, got, want)
		}
	}
	tokyo := time.FixedZone("JST", 9*3600)
	if found, err := d.journal().Find(tokyo, "2026-03-01 21:00 +09:00"); err != nil || !slices.Equal(ids(found), []string{twelve}) {
		t.Errorf("by the clocks of Tokyo: %v, %v", ids(found), err)
	}
}

// TestChartIsSavedOnce: the entry of a chart is found by its code.
func TestChartIsSavedOnce(t *testing.T) {
	d := newDesk(t)
	const code = "mr+.0.3.56.16.1924"
	e, err := d.journal().Chart(code)
	if err != nil || e.ID != "" || e.Chart != code {
		t.Fatalf("a chart that nobody saved: %+v, %v", e, err)
	}
	e.Saved = true
	if err := d.journal().Keep(&e); err != nil {
		t.Fatal(err)
	}
	if again, err := d.journal().Chart(code); err != nil || !reflect.DeepEqual(again, e) {
		t.Errorf("saved as %+v, it comes back as %+v, %v", e, again, err)
	}
}

// TestOtherVersions: an entry of a later version is refused when it is asked for, and left
// out of the list; it is not lost.
func TestOtherVersions(t *testing.T) {
	d := newDesk(t)
	mine := d.keep(true)
	for name, data := range map[string]string{"reading-later1": `{"format":2,"move":"x","saved":true}`, "reading-broken1": `{`} {
		if err := d.env.Notes.Put(name, []byte(data)); err != nil {
			t.Fatal(err)
		}
		_, err := d.journal().Find(time.UTC, strings.TrimPrefix(name, "reading-"))
		if why, ok := engine.Why(err); !ok || !strings.Contains(why.String(), "another version") {
			t.Errorf("%s is refused with %v", name, err)
		}
		if kept, ok, err := d.env.Notes.Get(name); err != nil || !ok || string(kept) != data {
			t.Errorf("%s is stored as %q, %v", name, kept, err)
		}
	}
	if saved, err := d.journal().Saved(); err != nil || !slices.Equal(ids(saved), []string{mine.ID}) {
		t.Errorf("saved are %v, %v", ids(saved), err)
	}
}

// TestRemoved: what is removed is gone; removing it again is no error.
func TestRemoved(t *testing.T) {
	d := newDesk(t)
	e := d.keep(true)
	for range 2 {
		if err := d.journal().Remove(e.ID); err != nil {
			t.Fatal(err)
		}
	}
	if found := d.find(e.ID); found != nil {
		t.Errorf("a removed entry is found as %v", found)
	}
}

// TestNobody: without notes a reading is still shown, but nothing can be found.
func TestJournalOfNobody(t *testing.T) {
	j := journal(engine.Env{Now: noon, Rand: rand.New(rand.NewPCG(1, 2))})
	e := entry{Move: "throw 7 7 7 7 7 7"}
	if err := j.Keep(&e); err != nil || e.ID != "" {
		t.Errorf("kept as %q, %v", e.ID, err)
	}
	_, listed := j.Saved()
	_, found := j.Find(time.UTC, "abc")
	for _, err := range []error{listed, found, j.Put("settings", nil)} {
		if !errors.Is(err, errNobody) {
			t.Errorf("%v, want ErrNobody", err)
		}
	}
}

// broken are notes whose storage fails.
type broken struct{ engine.Notes }

var errDisk = errors.New("the disk is gone")

func (broken) Names() ([]string, error)         { return nil, errDisk }
func (broken) Get(string) ([]byte, bool, error) { return nil, false, errDisk }
func (broken) Put(string, []byte) error         { return errDisk }
func (broken) Remove(string) error              { return errDisk }

// TestStorageErrorsAreTold: an error of the storage is not reported as "not found".
func TestStorageErrorsAreTold(t *testing.T) {
	j := journal(engine.Env{Now: noon, Rand: rand.New(rand.NewPCG(1, 2)), Notes: broken{}})
	_, listed := j.Saved()
	_, byID := j.Find(time.UTC, "abcdefgh")
	_, byTime := j.Find(time.UTC, "2026-03-01")
	for _, err := range []error{listed, byID, byTime, j.Keep(&entry{}), j.Put("settings", nil), j.Remove("abcdefgh")} {
		if !errors.Is(err, errDisk) {
			t.Errorf("%v, want the disk's error", err)
		}
	}
}
