package iching

import (
	"encoding/json"
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/iching/book"
	"github.com/sixfold-bot/sixfold/engine/labyrinth"
	"github.com/sixfold-bot/sixfold/engine/labyrinth/solver"
)

// Errors of a missing entry; both are a [*engine.Refusal].
var (
	// errNobody is returned if the user is unknown, so that nothing can be stored.
	errNobody = engine.Refuse("nothing can be kept here, since it is not known who asks")
	// errNotYours is returned if the user has no such entry.
	errNotYours = engine.Refuse("this reading is not among yours: only who asked can show, save or delete it; %s lists what you have kept", engine.Command("iching journal"))
)

const (
	notePrefix = "reading-" // of the names of entries' notes
	// mostUnsaved is how many entries are kept that the user did not save.
	mostUnsaved = 12
)

// journal is a user's readings, stored as notes: those that the user saved, and the latest of the
// others, so that the buttons below them still work. The zero value stores nothing.
type journal engine.Env

// Keep stores an entry, and sets its ID if it has none. If the user is unknown it does nothing,
// and the entry keeps no ID.
func (j journal) Keep(e *entry) error {
	if j.Notes == nil {
		return nil
	}
	if e.ID == "" {
		e.ID, e.Format, e.Kept = newID(j.Rand), entryFormat, j.Now.Unix()
	}
	if err := j.makeRoom(*e); err != nil {
		return err
	}
	data, err := json.Marshal(e)
	if err != nil {
		return err
	}
	return j.Put(notePrefix+e.ID, data)
}

// Put stores a note of the user. If there is no room left it removes the oldest unsaved entries.
func (j journal) Put(name string, data []byte) error {
	if j.Notes == nil {
		return errNobody
	}
	err := j.Notes.Put(name, data)
	if !engine.IsRefusal(err) { // there is room, or no store
		return err
	}
	all, failed := j.entries()
	if failed != nil {
		return failed
	}
	for _, e := range slices.Backward(all) {
		if e.Saved || notePrefix+e.ID == name {
			continue
		}
		if failed := j.Remove(e.ID); failed != nil {
			return failed
		}
		if err = j.Notes.Put(name, data); err == nil {
			return nil
		}
	}
	return err
}

// makeRoom removes the oldest unsaved entries, so that at most [mostUnsaved] remain, including
// the coming one.
func (j journal) makeRoom(coming entry) error {
	all, err := j.entries()
	if err != nil {
		return err
	}
	room := mostUnsaved
	if !coming.Saved {
		room--
	}
	others := slices.DeleteFunc(all, func(e entry) bool { return e.Saved || e.ID == coming.ID })
	for _, e := range others[min(len(others), room):] { // newest first
		if err := j.Remove(e.ID); err != nil {
			return err
		}
	}
	return nil
}

// Remove deletes an entry. It is not an error if there is none.
func (j journal) Remove(id string) error { return j.Notes.Remove(notePrefix + id) }

// entries returns all entries, newest first. It skips those that cannot be decoded.
func (j journal) entries() ([]entry, error) {
	if j.Notes == nil {
		return nil, errNobody
	}
	names, err := j.Notes.Names()
	if err != nil {
		return nil, err
	}
	var list []entry
	for _, name := range names {
		id, ok := strings.CutPrefix(name, notePrefix)
		if !ok {
			continue
		}
		e, err := j.read(id)
		if engine.IsRefusal(err) {
			continue
		}
		if err != nil {
			return nil, err
		}
		list = append(list, e)
	}
	slices.SortStableFunc(list, func(a, b entry) int { return int(b.Kept - a.Kept) })
	return list, nil
}

// Saved returns the entries that the user saved, newest first.
func (j journal) Saved() ([]entry, error) {
	all, err := j.entries()
	return slices.DeleteFunc(all, func(e entry) bool { return !e.Saved }), err
}

// Chart returns the saved entry of a chart, given by its code, or a new one without an ID.
func (j journal) Chart(code string) (entry, error) {
	saved, err := j.Saved()
	if i := slices.IndexFunc(saved, func(e entry) bool { return e.Chart == code }); i >= 0 {
		return saved[i], nil
	}
	return entry{Chart: code}, err
}

// read returns an entry. The error for one of a later version is a [*engine.Refusal].
func (j journal) read(id string) (e entry, err error) {
	data, ok, err := j.Notes.Get(notePrefix + id)
	switch {
	case err != nil:
		return e, err
	case !ok:
		return e, errNotYours
	}
	if err := json.Unmarshal(data, &e); err != nil || e.Format > entryFormat {
		return e, engine.Refuse("this reading was kept by another version of the bot and cannot be shown")
	}
	e.ID = id
	return e, nil
}

// Find returns the entries that match a name, at least one, newest first. The name is an ID, or
// the beginning of the time of the throw in the given zone.
func (j journal) Find(zone *time.Location, name string) ([]entry, error) {
	if j.Notes == nil {
		return nil, errNobody
	}
	if name == "" {
		return nil, engine.Refuse("say which reading: its name in the list of %s, or the time at which it was thrown", engine.Command("iching journal"))
	}
	if strings.Trim(name, "abcdefghijklmnopqrstuvwxyz0123456789") == "" {
		if e, err := j.read(name); err == nil || !errors.Is(err, errNotYours) {
			return []entry{e}, err
		}
	}
	all, err := j.entries()
	if err != nil {
		return nil, err
	}
	typed := strings.Replace(name, "T", " ", 1)
	found := slices.DeleteFunc(all, func(e entry) bool {
		t, err := book.ParseThrow(e.Move)
		at := t.At.In(zone)
		return err != nil || !strings.HasPrefix(at.Format(time.DateTime), typed) && !strings.HasPrefix(at.Format(entryTime), typed)
	})
	if len(found) == 0 {
		return nil, errNotYours
	}
	return found, nil
}

// entryTime is the format of an entry's time, also when typed: "2026-03-01 13:00 +01:00".
const entryTime = "2006-01-02 15:04 -07:00"

// entry is what is stored of a reading, enough to show it again.
type entry struct {
	// ID is the entry's name, lower-case letters and digits; "" before it is stored.
	ID       string `json:"-"`
	Format   int    `json:"format"`
	Question string `json:"question,omitempty"`
	// Move is the throw; see [book.Throw.String].
	Move   string      `json:"move"`
	Method book.Method `json:"method,omitempty"`
	Rule   book.Rule   `json:"rule,omitempty"`
	// Seed, Search and Preferences are those of its Connexion. Search is "" in entries from before there
	// was a choice, and then the algorithm; Preferences have the algorithm, too.
	Seed        uint64                `json:"seed"`
	Search      string                `json:"search,omitempty"`
	Preferences labyrinth.Preferences `json:"preferences,omitempty"`
	// Saved reports that the user saved the entry. Other entries are removed to make room.
	Saved bool `json:"saved,omitempty"`
	// Chart is set instead of Move for a natal hexagram; see [Chart.Code].
	Chart string `json:"chart,omitempty"`
	Kept  int64  `json:"kept"` // when, in Unix seconds
}

const entryFormat = 1

// search returns the search for the entry's Connexion. It never changes: whoever asked sees it again.
func (e entry) search() solver.Options {
	switch {
	case len(e.Preferences) > 0:
		o := e.Preferences.Search()
		o.Patience = patience
		return o
	case e.Search == "":
		o := solver.Default()
		o.Ordered = true
		return o
	}
	return labyrinth.Preferences{"search": e.Search}.Search()
}

// newID returns a random ID. It is long enough that a button of one user's reading does not find
// another user's.
func newID(r *rand.Rand) string {
	const letters, length = "abcdefghjkmnpqrstuvwxyz23456789", 8
	id := make([]byte, length)
	for i := range id {
		id[i] = letters[r.IntN(len(letters))]
	}
	return string(id)
}
