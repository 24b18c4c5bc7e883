// Package privacy says to people what is kept of them, hands it over, and removes it.
//
// All that is kept is in one list of [Kept], each subject of the bot with what it keeps: what
// stands there is told, handed over and removed, and the bot's tests fail where a record is
// kept of which nothing stands there.
package privacy

import (
	"encoding/json"
	"errors"
	"unicode/utf8"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/store"
)

// Part is what a person can have removed alone.
type Part int

// The parts. What is of none goes with all else only.
const (
	Rest Part = iota
	Settings
	Notes
)

// Kept is one sort of what is kept. Where it is about people, Find is set or both Export and
// Forget are.
type Kept struct {
	Name    string   // in the file that is handed over
	Kinds   []string // of small records
	Buckets []string // other buckets of the store's file: see package store

	What engine.Text // in plain words: "your settings"
	Long engine.Text // how long: "until you remove them"
	Part Part

	// Find returns the small records about a person, in a fixed order.
	Find func(person string) ([]store.Record, error)
	// Export returns what is kept about a person, for encoding/json, and nothing that is private
	// to others; nil for nothing.
	Export func(person string) (any, error)
	// Forget removes what is kept about a person.
	Forget func(tx *store.Tx, person string) error
	// Told, if not nil, says how many of the records that Find has found were removed.
	Told func(n int) engine.Text
}

// Personal reports whether it is about people.
func (k Kept) Personal() bool { return k.Find != nil || k.Export != nil }

// Records are small records; see [store.Store] for what each method promises.
type Records interface {
	Get(kind, id string) ([]byte, error)
	Each(kind, prefix string, f func(id string, value []byte) bool) error
}

// ByPerson finds the records of a kind whose IDs are those of persons, or begin with them as
// "11/hex" does, as far as they are some of which mine, if it is not nil, reports true.
func ByPerson(s Records, kind string, mine func(id string) bool) func(person string) ([]store.Record, error) {
	return func(person string) (list []store.Record, err error) {
		note := func(id string) {
			if mine == nil || mine(id) {
				list = append(list, store.Record{Kind: kind, ID: id})
			}
		}
		switch _, err := s.Get(kind, person); {
		case err == nil:
			note(person)
		case !errors.Is(err, store.ErrNotFound):
			return nil, err
		}
		err = s.Each(kind, person+"/", func(id string, _ []byte) bool {
			note(id)
			return true
		})
		return list, err
	}
}

// item is a small record in the file that is handed over.
type item struct {
	ID    string `json:"id"`
	Value any    `json:"value,omitempty"`
}

// export returns what is kept about a person, nil for nothing.
func (k Kept) export(s Records, person string) (any, error) {
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
		case errors.Is(err, store.ErrNotFound): // it went meanwhile
		case err != nil:
			return nil, err
		default:
			items = append(items, item{r.ID, readable(data)})
		}
	}
	return items, nil
}

// readable is the content of a record as JSON shows it best.
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

// forget removes what is kept about a person, and returns how many records Find has found of it.
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
