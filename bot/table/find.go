package table

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"sync"
	"time"

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

// search looks for the table that a query means. It reads no more than it needs.
type search struct {
	Query
	ctx        context.Context
	ts         *Tables
	open, over func() ([]store.Brief, error)
}

func (ts *Tables) search(ctx context.Context, q Query) *search {
	return &search{
		Query: q, ctx: ctx, ts: ts,
		open: sync.OnceValues(func() ([]store.Brief, error) {
			entries, err := ts.OpenIn(q.Channel, q.Game)
			return Visible(entries, q.User), err
		}),
		over: sync.OnceValues(func() ([]store.Brief, error) {
			entries, err := ts.overIn(q.Channel, q.Game)
			return Visible(entries, q.User), err
		}),
	}
}

// find returns the table that is meant, nil where none matches.
func (s *search) find(order Order, match func(*Brief) bool) (*Table, error) {
	last, err := s.last(order)
	if err != nil {
		return nil, err
	}
	if last != nil && match(last) {
		calls := s.calls(last, match)
		switch {
		case calls == nil:
			if t, ok := s.load(last); ok {
				return t, nil
			}
		case s.Care != ToLook:
			return nil, s.which(calls, last)
		}
	} else if s.Care == ToEnd {
		if err := s.demandOne(last, match); err != nil || last != nil {
			return nil, err
		}
	}
	for _, g := range order {
		fit, err := s.fit(g, match)
		if err != nil {
			return nil, err
		}
		for _, b := range fit {
			if t, ok := s.load(b); ok {
				return t, nil
			}
		}
	}
	return nil, nil
}

// last is the table that the person used last: one of their own or, where they have none
// that is open, any. It is nil where that is not known, or is not where the order looks.
func (s *search) last(order Order) (*Brief, error) {
	entries, err := s.open()
	if err != nil {
		return nil, err
	}
	if used := s.used(entries); used.number != 0 {
		return s.numbered(entries, int(used.number), order), nil
	}
	if s.Care == ToEnd {
		over, err := s.over()
		if err != nil {
			return nil, err
		}
		entries = slices.Concat(entries, over)
	}
	entries = slices.DeleteFunc(slices.Clone(entries), func(e store.Brief) bool { return lastUse(e.Head, s.User).IsZero() })
	if len(entries) == 0 {
		return nil, nil
	}
	b, _ := s.ts.Brief(s.ctx, slices.MaxFunc(entries, byUse(s.User)))
	return b, nil
}

// numbered is the table of a number, nil where it is not among the open ones and the order
// looks at no others, or cannot be read. One that is over is read alone: a list of those
// takes long.
func (s *search) numbered(open []store.Brief, number int, order Order) *Brief {
	if i := slices.IndexFunc(open, func(e store.Brief) bool { return e.Key.Number == number }); i >= 0 {
		b, _ := s.ts.Brief(s.ctx, open[i])
		return b
	}
	if !slices.ContainsFunc(order, func(g group) bool { return g.over }) {
		return nil
	}
	t, ok := s.ts.Try(s.ctx, store.Key{Channel: s.Channel, Game: s.Game, Number: number})
	if !ok || !maySee(t.Head, s.User) {
		return nil
	}
	return &t.Brief
}

// used is the use that is remembered: of the person's own tables or, where none of those is
// open, of others.
func (s *search) used(open []store.Brief) use {
	p := place{s.User, s.Channel, s.Game, true}
	own := s.ts.uses.last(p)
	if own.number != 0 || slices.ContainsFunc(open, func(e store.Brief) bool { return owns(e.Head, s.User) }) {
		return own
	}
	p.own = false
	return s.ts.uses.last(p)
}

// calls is the game with somebody that has called the person since they used their last
// table, where that is none with somebody: it is their turn there. It is nil where there is
// none that matches.
func (s *search) calls(last *Brief, match func(*Brief) bool) *Brief {
	if !last.Head.Over && last.Opponent(s.User) != "" {
		return nil
	}
	used := lastUse(last.Head, s.User)
	if noted := s.ts.uses.last(place{s.User, s.Channel, s.Game, true}); int(noted.number) == last.Key.Number {
		used = time.UnixMilli(noted.milli)
	}
	fit, err := s.fit(group{own: true}, func(b *Brief) bool {
		return b.Opponent(s.User) != "" && b.ToMove(s.User) && b.Head.Touched.After(used) && match(b)
	})
	if err != nil || len(fit) == 0 {
		return nil
	}
	return fit[0]
}

// demandOne refuses to choose between the person's own tables where they used none of them
// last, or another.
func (s *search) demandOne(last *Brief, match func(*Brief) bool) error {
	fit, err := s.fit(group{own: true}, match)
	if err == nil && len(fit) == 0 && last == nil {
		fit, err = s.fit(group{own: true, over: true}, match)
		fit = fit[:min(len(fit), 1)]
	}
	if err != nil || len(fit) == 0 || len(fit) == 1 && last == nil {
		return err
	}
	return s.which(fit...)
}

// mostWhich is how many tables are offered where it is not certain which is meant.
const mostWhich = 5

func (s *search) which(list ...*Brief) error {
	e := &WhichError{}
	for _, b := range list[:min(len(list), mostWhich)] {
		if t, ok := s.ts.Try(s.ctx, b.Key); ok {
			e.Tables = append(e.Tables, t)
		}
	}
	if len(e.Tables) == 0 {
		return nil
	}
	return e
}

// fit are the matches of a group: of open ones that with the greatest claim first, else the
// one used last, else the one touched last; of those that are over the newest first.
func (s *search) fit(g group, match func(*Brief) bool) ([]*Brief, error) {
	entries, err := s.open()
	if g.over {
		entries, err = s.over()
	}
	var fit []*Brief
	for _, e := range entries {
		if owns(e.Head, s.User) != g.own {
			continue
		}
		if b, ok := s.ts.Brief(s.ctx, e); ok && match(b) {
			fit = append(fit, b)
		}
	}
	if !g.over {
		slices.SortStableFunc(fit, func(a, b *Brief) int {
			return cmp.Or(claim(b, s.User)-claim(a, s.User), lastUse(b.Head, s.User).Compare(lastUse(a.Head, s.User)), b.Head.Touched.Compare(a.Head.Touched))
		})
	}
	return fit, err
}

// claim is how much a table is a user's, where another was used last: a game with somebody
// before what they play alone, and of two that where it is their turn.
func claim(b *Brief, user string) int {
	claim := 0
	switch {
	case !b.Sits(user):
		return claim
	case b.Opponent(user) != "":
		claim = 4
	case b.HasOpponents():
		claim = 3
	default:
		return 1
	}
	if b.ToMove(user) {
		claim += 2
	}
	return claim
}

// load loads a table, and notes whether the person could have meant another.
func (s *search) load(b *Brief) (*Table, bool) {
	t, ok := s.ts.Try(s.ctx, b.Key)
	if !ok {
		return nil, false
	}
	entries, _ := s.open() // it could be read: the table is one of them
	own := slices.DeleteFunc(slices.Clone(entries), func(e store.Brief) bool { return !owns(e.Head, s.User) })
	if len(own) == 0 {
		own = entries
	}
	t.Among = slices.ContainsFunc(own, func(e store.Brief) bool { return e.Key != t.Key })
	return t, true
}

// recentTables is how far back a command looks for a table that is over.
const recentTables = 50

// overIn are the tables of a game in a channel that are over, the newest first.
func (ts *Tables) overIn(channel, game string) ([]store.Brief, error) {
	entries, err := ts.store.Recent(channel, game, recentTables)
	entries, err = readable(ts, entries, err)
	return slices.DeleteFunc(entries, func(e store.Brief) bool { return e.Open() }), err
}
