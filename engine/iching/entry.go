package iching

import (
	"encoding/json"
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"github.com/sixfold-bot/sixfold/engine"
)

// entry is what is kept of a reading: enough to show it again. Entries that were not
// saved are those of late, and make room for others.
type entry struct {
	ID       string `json:"-"`
	Format   int    `json:"format"`
	Question string `json:"question,omitempty"`
	Move     string `json:"move"`
	Method   Method `json:"method,omitempty"`
	Rule     Rule   `json:"rule,omitempty"`
	Seed     uint64 `json:"seed"` // of its Connexion
	Saved    bool   `json:"saved,omitempty"`
	// Chart is set instead of Move where a natal hexagram was saved.
	Chart string `json:"chart,omitempty"`
	Kept  int64  `json:"kept"` // when, in seconds
}

const (
	entryFormat = 1
	entryPrefix = "reading-"
	// mostRecent is how many readings are kept that nobody saved.
	mostRecent = 12
)

// newID names an entry. It is long enough that a button of one person's reading does
// not find another's.
func newID(r *rand.Rand) string {
	const letters, length = "abcdefghjkmnpqrstuvwxyz23456789", 8
	id := make([]byte, length)
	for i := range id {
		id[i] = letters[r.IntN(len(letters))]
	}
	return string(id)
}

// keep stores an entry and gives it an ID if it has none; without notes it keeps none.
func keep(env engine.Env, e *entry) error {
	if env.Notes == nil {
		return nil
	}
	if e.ID == "" {
		e.ID, e.Format, e.Kept = newID(env.Rand), entryFormat, env.Now.Unix()
	}
	if err := makeRoom(env, *e); err != nil {
		return err
	}
	data, err := json.Marshal(e)
	if err != nil {
		return err
	}
	return put(env, entryPrefix+e.ID, data)
}

// put stores a note. Where there is no room left, the oldest of the unsaved make it.
func put(env engine.Env, name string, data []byte) error {
	err := env.Notes.Put(name, data)
	if _, full := errors.AsType[*engine.Refusal](err); !full {
		return err
	}
	all, failed := entries(env)
	if failed != nil {
		return failed
	}
	for _, e := range slices.Backward(all) {
		if e.Saved || entryPrefix+e.ID == name {
			continue
		}
		if failed := env.Notes.Remove(entryPrefix + e.ID); failed != nil {
			return failed
		}
		if err = env.Notes.Put(name, data); err == nil {
			return nil
		}
	}
	return err
}

// makeRoom removes the oldest of the unsaved where there are more than [mostRecent].
func makeRoom(env engine.Env, coming entry) error {
	all, err := entries(env)
	if err != nil {
		return err
	}
	recent := 0
	if !coming.Saved {
		recent++
	}
	for _, e := range all { // newest first
		if e.Saved || e.ID == coming.ID {
			continue
		}
		if recent++; recent > mostRecent {
			if err := env.Notes.Remove(entryPrefix + e.ID); err != nil {
				return err
			}
		}
	}
	return nil
}

// entries lists all that is kept, newest first. What cannot be read is passed over.
func entries(env engine.Env) ([]entry, error) {
	if env.Notes == nil {
		return nil, errNobody
	}
	names, err := env.Notes.Names()
	if err != nil {
		return nil, err
	}
	var list []entry
	for _, name := range names {
		id, ok := strings.CutPrefix(name, entryPrefix)
		if !ok {
			continue
		}
		e, err := readEntry(env, id)
		if _, refused := errors.AsType[*engine.Refusal](err); refused {
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

// savedEntries lists what was saved, newest first.
func savedEntries(env engine.Env) ([]entry, error) {
	all, err := entries(env)
	return slices.DeleteFunc(all, func(e entry) bool { return !e.Saved }), err
}

// savedChart finds the entry of a natal hexagram that was saved, or makes a new one
// without an ID.
func savedChart(env engine.Env, c Chart) (entry, error) {
	saved, err := savedEntries(env)
	if i := slices.IndexFunc(saved, func(e entry) bool { return e.Chart == c.Code() }); i >= 0 {
		return saved[i], nil
	}
	return entry{Chart: c.Code()}, err
}

func readEntry(env engine.Env, id string) (e entry, err error) {
	data, ok, err := env.Notes.Get(entryPrefix + id)
	if err != nil {
		return e, err
	}
	if !ok {
		return e, errNotYours
	}
	if err := json.Unmarshal(data, &e); err != nil || e.Format > entryFormat {
		return e, engine.Refuse("this reading was kept by another version of the bot and cannot be shown")
	}
	e.ID = id
	return e, nil
}

var errNotYours = engine.Refuse("this reading is not among yours: only who asked can show, save or delete it; `/iching journal` lists what you have kept")

// findEntries finds what a person has kept, newest first and at least one: by its ID, or
// by the time of the throw in a zone as far as it is told.
func findEntries(env engine.Env, zone *time.Location, name string) ([]entry, error) {
	if env.Notes == nil {
		return nil, errNobody
	}
	if name == "" {
		return nil, engine.Refuse("say which reading: its name in the list of `/iching journal`, or the time at which it was thrown")
	}
	if strings.Trim(name, "abcdefghijklmnopqrstuvwxyz0123456789") == "" {
		if e, err := readEntry(env, name); err == nil || !errors.Is(err, errNotYours) {
			return []entry{e}, err
		}
	}
	all, err := entries(env)
	if err != nil {
		return nil, err
	}
	found := slices.DeleteFunc(all, func(e entry) bool {
		t, err := ParseThrow(e.Move)
		return err != nil || !thrownAt(t.At.In(zone), strings.Replace(name, "T", " ", 1))
	})
	if len(found) == 0 {
		return nil, errNotYours
	}
	return found, nil
}

// thrownAt reports whether a moment begins with what was typed of it.
func thrownAt(at time.Time, typed string) bool {
	return strings.HasPrefix(at.Format(time.DateTime), typed) || strings.HasPrefix(at.Format(zonedForm), typed)
}
