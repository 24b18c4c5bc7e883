package bot

import (
	"errors"
	"strings"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/store"
)

// notesKind is the kind of the small records that hold what games keep for a person, by
// user, game and name: "11/iching/today".
const notesKind = "notes"

// notes are what a game keeps for one person, in the store.
type notes struct {
	store Store
	of    string // the beginning of their IDs: user and game
}

// env is the world outside for the engine, as the caller has it.
func (c *call) env() engine.Env {
	env := c.Bot.env()
	if c.User.ID != "" && c.entry != nil {
		env.Notes = notes{c.store, c.User.ID + "/" + c.entry.Game.ID + "/"}
	}
	return env
}

func (n notes) Get(name string) (data []byte, ok bool, err error) {
	data, err = n.store.Get(notesKind, n.of+name)
	if errors.Is(err, store.ErrNotFound) {
		return nil, false, nil
	}
	return data, err == nil, err
}

// Put may let one note too many pass where a person asks in two channels at once.
func (n notes) Put(name string, data []byte) error {
	kept := map[string]int{}
	err := n.store.Each(notesKind, n.of, func(id string, value []byte) bool {
		kept[strings.TrimPrefix(id, n.of)] = len(value)
		return true
	})
	if err != nil {
		return err
	}
	if err := engine.CheckNote(name, data, kept); err != nil {
		return err
	}
	return n.store.Put(notesKind, n.of+name, data)
}

func (n notes) Remove(name string) error { return n.store.Remove(notesKind, n.of+name) }

func (n notes) Names() (names []string, err error) {
	err = n.store.Each(notesKind, n.of, func(id string, _ []byte) bool {
		names = append(names, strings.TrimPrefix(id, n.of))
		return true
	})
	return names, err
}
