package bot

import (
	"errors"
	"slices"
	"sync"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/store"
)

// among is a part of the tables of a game in a channel: the caller's own or those of
// others, open or over.
type among struct{ own, over bool }

// Where commands look, in that order.
var (
	ownOpen, ownOver       = among{own: true}, among{own: true, over: true}
	othersOpen, othersOver = among{}, among{over: true}

	openTables = []among{ownOpen, othersOpen}
	openFirst  = []among{ownOpen, othersOpen, ownOver, othersOver}
	ownFirst   = []among{ownOpen, ownOver, othersOpen, othersOver}
	// toLookBack is for what is asked when a game is over, and of one's own before.
	toLookBack = []among{ownOpen, ownOver, othersOver, othersOpen}
)

// errNoTable is the answer where nobody is told that no table was found.
var errNoTable = errors.New("bot: no table")

// find picks the table that a command means: the one named by `table`; else the best
// that fits in the first of the places where there is one. If none fits, the answer is
// none.
func (c *call) find(places []among, fits func(*table) bool, none error) (*table, error) {
	if n, ok := c.Options["table"]; ok {
		number, err := tableParam.Parse(n)
		if err != nil {
			return nil, err
		}
		return c.loadTable(store.Key{Channel: c.Channel, Game: c.entry.Game.ID, Number: number.(int)})
	}
	open, over := sync.OnceValues(c.openHere), sync.OnceValues(c.overHere)
	for _, place := range places {
		entries, err := open()
		if place.over {
			entries, err = over()
		}
		if err != nil {
			return nil, err
		}
		if t := c.best(entries, place, fits); t != nil {
			return t, nil
		}
	}
	return nil, none
}

// anyTable finds the table that a command means when every one will do.
func (c *call) anyTable(places []among) (*table, error) {
	none := engine.Refuse("there is no %s table in this channel yet; `/%s new` opens one", c.entry.Game.Title, c.entry.Game.ID)
	return c.find(places, func(*table) bool { return true }, none)
}

// best is of the tables of a place that fit the newest one that is over; of open ones
// that where it is the caller's turn, else where they sit, else the one touched last.
func (c *call) best(entries []store.Entry, place among, fits func(*table) bool) (best *table) {
	for _, e := range entries {
		if c.owns(e.Table) != place.own {
			continue // before it is replayed, which takes time
		}
		t, ok := c.sound(e)
		switch {
		case !ok || !fits(t):
		case place.over:
			return t
		case best == nil || c.prefers(t, best):
			best = t
		}
	}
	return best
}

// owns reports whether a table is the caller's own: they sit there, or have levels play
// there alone.
func (c *call) owns(record *store.Table) bool {
	t := table{Table: record}
	return t.sits(c.User.ID) || t.Owner == c.User.ID && len(t.people()) == 0
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

// openHere are the open tables of the game in the channel.
func (c *call) openHere() ([]store.Entry, error) {
	entries, err := c.readable(c.store.Channel(c.Channel))
	return slices.DeleteFunc(entries, func(e store.Entry) bool { return e.Key.Game != c.entry.Game.ID }), err
}

// overHere are those that are over, the newest first.
func (c *call) overHere() ([]store.Entry, error) {
	entries, err := c.readable(c.store.Recent(c.Channel, c.entry.Game.ID, recentTables))
	return slices.DeleteFunc(entries, func(e store.Entry) bool { return e.Open() }), err
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
