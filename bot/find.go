package bot

import (
	"errors"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/store"
)

// find picks the table that a command means: the one named by `table`; else, of
// the open tables of this game here, the one where it is the caller's turn, else
// the caller's own touched last, else another; else the newest that is over. Tables
// that do not fit are passed over; if none fits, the answer is none.
func (c *call) find(fits func(*table) bool, none error) (*table, error) {
	if n, ok := c.Options["table"]; ok {
		number, err := tableParam.Parse(n)
		if err != nil {
			return nil, err
		}
		return c.loadTable(store.Key{Channel: c.Channel, Game: c.entry.Game.ID, Number: number.(int)})
	}
	if t, err := c.findOpen(fits); t != nil || err != nil {
		return t, err
	}
	if t, err := c.findOver(fits); t != nil || err != nil {
		return t, err
	}
	return nil, none
}

// anyTable finds the table that a command means when every one will do.
func (c *call) anyTable() (*table, error) {
	none := engine.Refuse("there is no %s table in this channel yet; `/%s new` opens one", c.entry.Game.Title, c.entry.Game.ID)
	return c.find(func(*table) bool { return true }, none)
}

func (c *call) findOpen(fits func(*table) bool) (*table, error) {
	entries, err := c.readable(c.store.Channel(c.Channel))
	if err != nil {
		return nil, err
	}
	var best *table
	for _, e := range entries {
		if e.Key.Game != c.entry.Game.ID {
			continue
		}
		if t, ok := c.sound(e); ok && fits(t) && (best == nil || c.prefers(t, best)) {
			best = t
		}
	}
	return best, nil
}

func (c *call) prefers(t, other *table) bool {
	if x, y := c.claim(t), c.claim(other); x != y {
		return x > y
	}
	return t.Touched.After(other.Touched)
}

// claim is how much a table is the caller's: 2 when it is their turn, 1 when they sit
// at it.
func (c *call) claim(t *table) int {
	switch {
	case !t.sits(c.User.ID):
		return 0
	case t.acts(c.User.ID):
		return 2
	default:
		return 1
	}
}

// recentTables is how far back a command looks for a table that is over.
const recentTables = 50

func (c *call) findOver(fits func(*table) bool) (*table, error) {
	entries, err := c.readable(c.store.Recent(c.Channel, c.entry.Game.ID, recentTables))
	if err != nil {
		return nil, err
	}
	var found *table
	for _, e := range entries {
		if !e.Over {
			continue
		}
		t, ok := c.sound(e)
		if !ok || !fits(t) {
			continue
		}
		if t.sits(c.User.ID) {
			return t, nil
		}
		if found == nil {
			found = t
		}
	}
	return found, nil
}

// readable passes on the tables that the store could read. One that is damaged must
// not keep people from the others: whoever asks for it by its number is told.
func (b *Bot) readable(entries []store.Entry, err error) ([]store.Entry, error) {
	if errors.Is(err, store.ErrFormat) {
		b.log.Error("leave out damaged tables", "err", err)
		return entries, nil
	}
	return entries, err
}

// sound replays a table of a list, and leaves out one that cannot be replayed.
func (b *Bot) sound(e store.Entry) (*table, bool) {
	t, err := b.replay(e.Key, e.Table)
	if err != nil {
		b.log.Error("leave out a table", at(e.Key), "err", err)
		return nil, false
	}
	return t, true
}
