package table

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"github.com/sixfold-bot/sixfold/store"
)

// Query says which table a command means: who asks, in which channel, for which game.
type Query struct {
	Channel, Game, User string
	Number              int  // of the named table, 0 for none
	Care                Care // if none is named
}

// Care is how certain it must be which table is meant.
type Care int

// The levels of care.
const (
	// ToLook: a wrong guess does no harm.
	ToLook Care = iota
	// ToMove: a move at a wrong table may not be taken back.
	ToMove
	// ToEnd: the command ends a game or empties a board. It needs the table that the person used
	// last, or their only one.
	ToEnd
)

// group is a part of the tables of a game in a channel: the caller's own or others', open or over.
type group struct{ own, over bool }

// Order lists the groups that a command searches, one after the other.
type Order []group

func (o Order) hasOver() bool { return slices.ContainsFunc(o, func(g group) bool { return g.over }) }

// The orders.
var (
	OpenOnly  = Order{{own: true}, {}}
	OpenFirst = Order{{own: true}, {}, {own: true, over: true}, {over: true}}
	OwnFirst  = Order{{own: true}, {own: true, over: true}, {}, {over: true}}
	// ToReview is for commands about finished games. One's own open games come before them.
	ToReview = Order{{own: true}, {own: true, over: true}, {over: true}, {}}
)

// ErrNone reports that no table matched. People are never shown it.
var ErrNone = errors.New("table: none matched")

// WhichError reports that a command could mean any of its tables, and that a wrong guess could do
// harm. There is at least one table, the likeliest first.
type WhichError struct{ Tables []*Table }

func (e *WhichError) Error() string { return "table: it is not certain which is meant" }

// Find returns the table that a command means: the named one, else the match that the person used
// last, else the best match in the first group that has one. Without a match, the error is none, or
// that of a table that cannot be read. If q.Care requires certainty and there is none, the error is a
// [*WhichError].
func (ts *Tables) Find(ctx context.Context, q Query, order Order, match func(*Brief) bool, none error) (*Table, error) {
	if q.Number != 0 {
		t, err := ts.Load(ctx, store.Key{Channel: q.Channel, Game: q.Game, Number: q.Number})
		if err != nil {
			return nil, err
		}
		return t, t.RequireSight(q.User)
	}
	s := &search{
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
	t, err := s.find(order, match)
	switch {
	case t != nil || err != nil:
		return t, err
	case ctx.Err() != nil:
		return nil, context.Cause(ctx)
	}
	// A table that cannot be read may be the one that is meant: then its error says more than none.
	if _, err := ts.store.Recent(q.Channel, q.Game, recentTables); errors.Is(err, store.ErrFormat) {
		return nil, err
	}
	return nil, none
}

// search looks for the table that a query means. It reads no more than it needs.
type search struct {
	Query
	ctx        context.Context
	ts         *Tables
	open, over func() ([]store.Brief, error)
}

// find returns the table that is meant, or nil if none matches.
func (s *search) find(order Order, match func(*Brief) bool) (*Table, error) {
	last, err := s.last(order)
	if err != nil {
		return nil, err
	}
	if last != nil && match(last) {
		newer := s.newTurn(last, match)
		switch {
		case newer == nil:
			if t, ok := s.load(last); ok {
				return t, nil
			}
		case s.Care != ToLook:
			return nil, s.which(newer, last)
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

// last returns the table that the person used last: one of their own or, if none of those is open,
// any. It is nil if it is unknown, or outside of the groups of the order.
func (s *search) last(order Order) (*Brief, error) {
	entries, err := s.open()
	if err != nil {
		return nil, err
	}
	if used := s.used(entries); used.number != 0 {
		return s.numbered(entries, int(used.number), order), nil
	}
	if s.Care == ToEnd || order.hasOver() {
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
	b, _ := s.ts.Brief(s.ctx, slices.MaxFunc(entries, func(a, b store.Brief) int {
		return cmp.Or(lastUse(a.Head, s.User).Compare(lastUse(b.Head, s.User)), cmp.Compare(a.Key.Number, b.Key.Number))
	}))
	return b, nil
}

// numbered returns the table with a number. It is nil if it cannot be read, or if it is not open and
// the order has only open ones. A finished table is loaded by itself, since listing them takes long.
func (s *search) numbered(open []store.Brief, number int, order Order) *Brief {
	if i := slices.IndexFunc(open, func(e store.Brief) bool { return e.Key.Number == number }); i >= 0 {
		b, _ := s.ts.Brief(s.ctx, open[i])
		return b
	}
	if !order.hasOver() {
		return nil
	}
	t, ok := s.ts.Try(s.ctx, store.Key{Channel: s.Channel, Game: s.Game, Number: number})
	if !ok || !maySee(t.Head, s.User) {
		return nil
	}
	return &t.Brief
}

// used returns the remembered use: of the person's own tables or, if none of those is open, of
// others.
func (s *search) used(open []store.Brief) use {
	p := useKey{s.User, s.Channel, s.Game, true}
	own := s.ts.uses.last(p)
	if own.number != 0 || slices.ContainsFunc(open, func(e store.Brief) bool { return owns(e.Head, s.User) }) {
		return own
	}
	p.own = false
	return s.ts.uses.last(p)
}

// newTurn returns a game against somebody in which it became the person's turn after they used their
// last table, unless that is a game against somebody too. It is nil if none matches.
func (s *search) newTurn(last *Brief, match func(*Brief) bool) *Brief {
	if !last.Head.Over && last.Opponent(s.User) != "" {
		return nil
	}
	used := lastUse(last.Head, s.User)
	if noted := s.ts.uses.last(useKey{s.User, s.Channel, s.Game, true}); int(noted.number) == last.Key.Number {
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

// demandOne returns a [*WhichError] if there are several own tables to choose from, or if the person
// has used a table last that is not among them.
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

// maxWhich is how many tables a [WhichError] holds.
const maxWhich = 5

func (s *search) which(list ...*Brief) error {
	e := &WhichError{}
	for _, b := range list[:min(len(list), maxWhich)] {
		if t, ok := s.ts.Try(s.ctx, b.Key); ok {
			e.Tables = append(e.Tables, t)
		}
	}
	if len(e.Tables) == 0 {
		return nil
	}
	return e
}

// fit returns the matches of a group. Open ones are sorted by claim, then by last use, then by last
// change. Finished ones are sorted from the newest to the oldest.
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

// claim ranks how much an open table matters to a user. Games against somebody come before those
// played alone, and among the former those where it is the user's turn.
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

// load loads a table, and records whether the person could have meant another.
func (s *search) load(b *Brief) (*Table, bool) {
	t, ok := s.ts.Try(s.ctx, b.Key)
	if !ok {
		return nil, false
	}
	entries, _ := s.open() // no error, since the table was found in it
	own := slices.DeleteFunc(slices.Clone(entries), func(e store.Brief) bool { return !owns(e.Head, s.User) })
	if len(own) == 0 {
		own = entries
	}
	t.Among = slices.ContainsFunc(own, func(e store.Brief) bool { return e.Key != t.Key })
	return t, true
}
