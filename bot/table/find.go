package table

import (
	"context"
	"errors"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/store"
)

// Query is which table a command means: who asks, in which channel, for which game.
type Query struct {
	Channel, Game, User string
	Number              int  // of the table that was named, 0 for none
	Care                Care // where none was named
}

// Care is how certain it must be which table is meant.
type Care int

// How certain it must be.
const (
	// ToLook: a wrong guess costs nothing.
	ToLook Care = iota
	// ToMove: a move at a wrong table may not be taken back.
	ToMove
	// ToEnd: it ends a game, or empties a board. That happens at the table that the person
	// used last or at the only one, and at no other.
	ToEnd
)

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

// WhichError reports that a command could mean each of some tables, and that a guess could
// do harm. There is at least one, the likeliest first.
type WhichError struct{ Tables []*Table }

func (e *WhichError) Error() string { return "table: it is not certain which is meant" }

// Find returns the table that a command means: the one that was named; else the match that
// the person used last; else the best match in the first group that has one. If there is no
// match, the error is none, or what is wrong with a table that cannot be read; where it must
// be certain which is meant and is not, it is a [*WhichError].
func (ts *Tables) Find(ctx context.Context, q Query, order Order, match func(*Brief) bool, none error) (*Table, error) {
	if q.Number != 0 {
		t, err := ts.Load(ctx, store.Key{Channel: q.Channel, Game: q.Game, Number: q.Number})
		if err != nil {
			return nil, err
		}
		return t, t.RequireSight(q.User)
	}
	s := ts.search(ctx, q)
	t, err := s.find(order, match)
	switch {
	case t != nil || err != nil:
		return t, err
	case ctx.Err() != nil:
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
		return nil, engine.Refuse("there is no %s table in this channel yet; %s opens one", ts.games[q.Game].Title, ts.games[q.Game].Command("new"))
	}
	return t, err
}
