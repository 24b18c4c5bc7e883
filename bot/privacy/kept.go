// Package privacy tells users what data is kept about them, exports it, and removes it.
//
// A list of [Kept] describes all data, each entry by the subject that keeps it. Everything in the
// list is shown, exported and removed. The bot's tests fail if a record is stored that the list
// does not cover.
package privacy

import (
	"encoding/json"
	"errors"
	"unicode/utf8"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/store"
)

// Part is a part of the data that can be removed alone.
type Part string

// The parts, as the option names them. Rest is removed only with everything else.
const (
	Rest     Part = ""
	Settings Part = "settings"
	Notes    Part = "notes"
)

// Kept describes one sort of data. If it is personal, either Find is set, or both Export and Forget
// are.
type Kept struct {
	Name    string   // in the exported file
	Kinds   []string // of small records
	Buckets []string // further buckets of the store's file: see package store

	What engine.Text // in plain words, such as "your settings"
	Long engine.Text // how long it is kept, such as "until you remove them"
	Part Part

	// Find returns the small records about a user, in a fixed order.
	Find func(person string) ([]store.Record, error)
	// Export returns the data about a user for encoding/json, without data private to others; nil
	// for none.
	Export func(person string) (any, error)
	// Forget removes the data about a user.
	Forget func(tx *store.Tx, person string) error
	// Told, if not nil, describes the number of records removed by Find.
	Told func(n int) engine.Text
}

// personal reports whether the data is about users.
func (k Kept) personal() bool { return k.Find != nil || k.Export != nil }

// ByPerson returns a Find function for a kind whose record IDs are user IDs, or begin with them,
// such as "11/hex". If mine is not nil, it selects the records.
func ByPerson(s store.DB, kind string, mine func(id string) bool) func(person string) ([]store.Record, error) {
	return func(person string) ([]store.Record, error) {
		var own []store.Record
		switch _, err := s.Get(kind, person); {
		case errors.Is(err, store.ErrNotFound):
		case err != nil:
			return nil, err
		case mine == nil || mine(person):
			own = []store.Record{{Kind: kind, ID: person}}
		}
		others, err := store.Find(s, kind, person+"/", mine)
		return append(own, others...), err
	}
}

// item is a small record in the exported file.
type item struct {
	ID    string `json:"id"`
	Value any    `json:"value,omitempty"`
}

// export returns the data about a user, nil for none.
func (k Kept) export(s store.Reader, person string) (any, error) {
	if k.Export != nil {
		return k.Export(person)
	}
	found, err := k.Find(person)
	if err != nil || len(found) == 0 {
		return nil, err
	}
	var items []item
	for _, r := range found {
		data, err := s.Get(r.Kind, r.ID)
		switch {
		case errors.Is(err, store.ErrNotFound): // removed meanwhile
		case err != nil:
			return nil, err
		default:
			items = append(items, item{r.ID, readable(data)})
		}
	}
	return items, nil
}

// readable returns a record's content in its most readable JSON form.
func readable(data []byte) any {
	switch {
	case len(data) == 0:
		return nil
	case json.Valid(data):
		return json.RawMessage(data)
	case utf8.Valid(data):
		return string(data)
	default:
		return data
	}
}

// forget removes the data about a user, and returns the number of records that Find has found.
func (k Kept) forget(tx *store.Tx, person string) (int, error) {
	if k.Forget != nil {
		return 0, k.Forget(tx, person)
	}
	found, err := k.Find(person)
	for _, r := range found {
		tx.Delete(r)
	}
	return len(found), err
}
