package table

import (
	"cmp"
	"context"
	"errors"
	"iter"
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
func (ts *Tables) Find(ctx context.Context, q Query, order Order, match func(*Brief) bool, none error) (*Table, error) {
	if q.Number != 0 {
		return ts.Load(ctx, store.Key{Channel: q.Channel, Game: q.Game, Number: q.Number})
	}
	open := sync.OnceValues(func() ([]store.Brief, error) { return ts.OpenIn(q.Channel, q.Game) })
	over := sync.OnceValues(func() ([]store.Brief, error) { return ts.overIn(q.Channel, q.Game) })
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
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	// It may be a table that cannot be read: then there is more to say than that there is none.
	if _, err := ts.store.Recent(q.Channel, q.Game, recentTables); errors.Is(err, store.ErrFormat) {
		return nil, err
	}
	return nil, none
}

// Any returns the table that a command means when every one will do.
func (ts *Tables) Any(ctx context.Context, q Query, order Order) (*Table, error) {
	t, err := ts.Find(ctx, q, order, func(*Brief) bool { return true }, ErrNone)
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
		if owns(e.Head, q.User) {
			own++
		}
	}
	if own > 0 {
		return own > 1, err
	}
	return len(entries) > 1, err
}

// best is the newest of the matches that are over; of open ones that where it is the
// user's turn, else where they sit, else the one touched last. That alone is replayed.
func (ts *Tables) best(ctx context.Context, entries []store.Brief, g group, user string, match func(*Brief) bool) *Table {
	fit := ts.fit(ctx, entries, g, user, match)
	if !g.over {
		fit = slices.Values(slices.SortedStableFunc(fit, func(a, b *Brief) int {
			return cmp.Or(claim(b, user)-claim(a, user), b.Head.Touched.Compare(a.Head.Touched))
		}))
	}
	for b := range fit {
		if t, ok := ts.Try(ctx, b.Key); ok {
			return t
		}
	}
	return nil
}

// fit yields the matches of a group, in the order of the entries.
func (ts *Tables) fit(ctx context.Context, entries []store.Brief, g group, user string, match func(*Brief) bool) iter.Seq[*Brief] {
	return func(yield func(*Brief) bool) {
		for _, e := range entries {
			if owns(e.Head, user) != g.own {
				continue
			}
			if b, ok := ts.Brief(ctx, e); ok && match(b) && !yield(b) {
				return
			}
		}
	}
}

// claim is how much a table is a user's: 2 when it is their turn, 1 when they sit at it.
func claim(t *Brief, user string) int {
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
func (ts *Tables) overIn(channel, game string) ([]store.Brief, error) {
	entries, err := ts.store.Recent(channel, game, recentTables)
	entries, err = readable(ts, entries, err)
	return slices.DeleteFunc(entries, func(e store.Brief) bool { return e.Open() }), err
}
