package table

import (
	"context"
	"errors"
	"slices"
	"sync"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/store"
)

// Query is which table a command means: who asks, in which channel, for which game.
type Query struct {
	Channel, Game, User string
	Number              int // of the table that was named, 0 for none
}

// group is a part of the tables of a game in a channel: the caller's own or those of
// others, open or over.
type group struct{ own, over bool }

// Order is where a command looks for its table, one group after the other.
type Order []group

// The orders.
var (
	OpenOnly  = Order{{own: true}, {}}
	OpenFirst = Order{{own: true}, {}, {own: true, over: true}, {over: true}}
	OwnFirst  = Order{{own: true}, {own: true, over: true}, {}, {over: true}}
	// ToReview is for what is asked when a game is over, and of one's own before.
	ToReview = Order{{own: true}, {own: true, over: true}, {over: true}, {}}
)

// ErrNone reports that no table matched; people are never shown it.
var ErrNone = errors.New("table: none matched")

// Find returns the table that a command means: the one that was named; else the best
// match in the first group that has one. If there is no match, the error is none, or what
// is wrong with a table that cannot be read.
func (ts *Tables) Find(ctx context.Context, q Query, order Order, match func(*Table) bool, none error) (*Table, error) {
	if q.Number != 0 {
		return ts.Load(ctx, store.Key{Channel: q.Channel, Game: q.Game, Number: q.Number})
	}
	open := sync.OnceValues(func() ([]store.Entry, error) { return ts.OpenIn(q.Channel, q.Game) })
	over := sync.OnceValues(func() ([]store.Entry, error) { return ts.overIn(q.Channel, q.Game) })
	for _, g := range order {
		entries, err := open()
		if g.over {
			entries, err = over()
		}
		if err != nil {
			return nil, err
		}
		if t := ts.best(ctx, entries, g, q.User, match); t != nil {
			return t, nil
		}
	}
	// It may be a table that cannot be read: then there is more to say than that there is none.
	if _, err := ts.store.Recent(q.Channel, q.Game, recentTables); errors.Is(err, store.ErrFormat) {
		return nil, err
	}
	return nil, none
}

// Any returns the table that a command means when every one will do.
func (ts *Tables) Any(ctx context.Context, q Query, order Order) (*Table, error) {
	t, err := ts.Find(ctx, q, order, func(*Table) bool { return true }, ErrNone)
	if errors.Is(err, ErrNone) {
		return nil, engine.Refuse("there is no %s table in this channel yet; `/%s new` opens one", ts.games[q.Game].Title, q.Game)
	}
	return t, err
}

// Ambiguous reports whether a command that names no table could mean several: open ones of
// the caller's own or, if there are none, of others.
func (ts *Tables) Ambiguous(q Query) (bool, error) {
	if q.Number != 0 {
		return false, nil
	}
	entries, err := ts.OpenIn(q.Channel, q.Game)
	own := 0
	for _, e := range entries {
		if owns(e.Table, q.User) {
			own++
		}
	}
	if own > 0 {
		return own > 1, err
	}
	return len(entries) > 1, err
}

// best is the newest of the matches that are over; of open ones that where it is the
// user's turn, else where they sit, else the one touched last.
func (ts *Tables) best(ctx context.Context, entries []store.Entry, g group, user string, match func(*Table) bool) (best *Table) {
	for _, e := range entries {
		if owns(e.Table, user) != g.own {
			continue // before it is replayed, which takes time
		}
		t, ok := ts.Replay(ctx, e)
		switch {
		case !ok || !match(t):
		case g.over:
			return t
		case best == nil || preferred(t, best, user):
			best = t
		}
	}
	return best
}

func preferred(t, other *Table, user string) bool {
	if x, y := claim(t, user), claim(other, user); x != y {
		return x > y
	}
	return t.Record.Touched.After(other.Record.Touched)
}

// claim is how much a table is a user's: 2 when it is their turn, 1 when they sit at it.
func claim(t *Table, user string) int {
	switch {
	case !t.Sits(user):
		return 0
	case t.ToMove(user):
		return 2
	default:
		return 1
	}
}

// recentTables is how far back a command looks for a table that is over.
const recentTables = 50

// overIn are the tables of a game in a channel that are over, the newest first.
func (ts *Tables) overIn(channel, game string) ([]store.Entry, error) {
	entries, err := ts.readable(ts.store.Recent(channel, game, recentTables))
	return slices.DeleteFunc(entries, func(e store.Entry) bool { return e.Open() }), err
}
