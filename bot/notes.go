package bot

import (
	"errors"
	"strings"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/store"
)

// records are small values by kind and ID.
type records interface {
	store.DB
	Each(kind, prefix string, f func(id string, value []byte) bool) error
}

// notesKind is the kind of the small records that hold what games keep for a person, by
// user, game and name: "11/iching/today".
const notesKind = "notes"

// notes are what a game keeps for one person, in the store.
type notes struct {
	records records
	prefix  string        // of their IDs
	request string        // on whose behalf they are changed
	seen    []store.Value // what was read since the last change
}

// notesOf are the notes of a game for the caller.
func notesOf(r records, c *call) *notes {
	return &notes{records: r, prefix: c.User.ID + "/" + c.entry.Game.ID + "/", request: c.Request.ID}
}

func (n *notes) Get(name string) (data []byte, ok bool, err error) {
	data, err = n.records.Get(notesKind, n.prefix+name)
	found := err == nil
	if errors.Is(err, store.ErrNotFound) {
		err = nil
	}
	if err == nil {
		n.seen = append(n.seen, store.Value{Record: n.record(name), Data: data})
	}
	return data, found, err
}

// Put may let one note too many pass where a person asks in two channels at once.
func (n *notes) Put(name string, data []byte) error {
	kept := map[string]int{}
	err := n.records.Each(notesKind, n.prefix, func(id string, value []byte) bool {
		kept[strings.TrimPrefix(id, n.prefix)] = len(value)
		return true
	})
	if err != nil {
		return err
	}
	if err := engine.CheckNote(name, data, kept); err != nil {
		return err
	}
	return n.apply(store.Change{Put: []store.Value{{Record: n.record(name), Data: data}}})
}

func (n *notes) Remove(name string) error {
	return n.apply(store.Change{Remove: []store.Record{n.record(name)}})
}

// apply makes a change, unless something that was read for it has changed meanwhile: that is
// [store.ErrStaleRecord], and all is to be read and worked out anew.
func (n *notes) apply(change store.Change) error {
	change.Expect, change.Handled = n.seen, []string{n.request}
	n.seen = nil
	return n.records.Apply(change)
}

func (n *notes) record(name string) store.Record {
	return store.Record{Kind: notesKind, ID: n.prefix + name}
}

func (n *notes) Names() (names []string, err error) {
	err = n.records.Each(notesKind, n.prefix, func(id string, _ []byte) bool {
		names = append(names, strings.TrimPrefix(id, n.prefix))
		return true
	})
	return names, err
}
