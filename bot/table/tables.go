package table

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/sixfold-bot/sixfold/bot/clock"
	"github.com/sixfold-bot/sixfold/bot/locks"
	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/store"
)

// Store keeps tables; see [store.Store] for what each method promises.
type Store interface {
	store.DB
	lists
	deadlines
}

type lists interface {
	Channel(channel string) ([]store.Brief, error)
	Server(guild string, limit int) ([]store.Brief, error)
	Finished(after store.Key, before time.Time, look int) (found []store.Key, last store.Key, err error)
	User(id string) ([]store.Brief, error)
	Recent(channel, game string, limit int) ([]store.Brief, error)
	Sat(id string) ([]store.Entry, error)
	Past(user, game string, after store.PastCursor, limit int) ([]store.Past, error)
	CountOpen(channel string) (int, error)
	Unended(after store.Key, limit int) ([]store.Key, error)
}

type deadlines interface {
	Due(before time.Time) ([]store.Key, error)
}

// Terms are how long tables wait for people, and how much there can be of them.
type Terms struct {
	ChallengeExpires time.Duration // after it was made
	IdleWarn         time.Duration // after the last move
	IdleEnd          time.Duration // after the last move, more than IdleWarn
	KeepFinished     time.Duration // that games are kept which are over; 0: for good
	Limits           Limits
}

// Tables are the tables of a store. It is safe for concurrent use.
type Tables struct {
	store  Store
	games  map[string]*engine.Game // by ID
	terms  Terms
	limits Limits
	// locks keep others from opening and joining tables of the same people and channel, so that
	// two requests at a time cannot both take the last place.
	locks     locks.Locks
	planLocks locks.Locks // keep a plan from being made while the move that it is about is stored
	log       *slog.Logger
	now       func() time.Time
	changed   func(key store.Key, revision uint64, over bool)
	with      Surroundings
	live      *live
	uses      *uses
	// reported is what was last logged by [Tables.Report], by what goes wrong where.
	reported sync.Map
	restored store.Key // see [Tables.Restore]
	pruned   store.Key // see [Tables.Prune]
}

// Companion stores what goes with a table.
type Companion interface {
	// Save stores, in the transaction that stores a table as it stands, what goes with that. It may
	// change the table's record. It may be called several times, as all that a transaction does.
	Save(tx *store.Tx, t *Table) error
}

// Surroundings are what tables take of their surroundings. The zero value is good.
type Surroundings struct {
	Companions []Companion
	// Away tells how much of the time between two moments the bot could not be reached, so that
	// clocks give it back; nil for none.
	Away clock.Away
	// Work does the work on games whose moves may take long, when its turn has come; nil: at once.
	Work func(ctx context.Context, work func() error) error
}

// NewTables returns the tables of a store that belong to the given games.
func NewTables(s Store, games []*engine.Game, terms Terms, with Surroundings, log *slog.Logger, now func() time.Time) *Tables {
	ts := &Tables{
		store: s, games: map[string]*engine.Game{}, terms: terms, limits: terms.Limits, with: with, log: log, now: now,
		changed: func(store.Key, uint64, bool) {}, uses: newUses(),
	}
	ts.live = newLive(now, ts.Work)
	for _, g := range games {
		ts.games[g.ID] = g
	}
	return ts
}

// Work does work on a position: at once, or where its moves may take long when its turn has
// come.
func (ts *Tables) Work(ctx context.Context, p engine.Position, work func() error) error {
	if _, ok := p.(engine.Laborious); !ok || ts.with.Work == nil {
		return work()
	}
	return ts.with.Work(ctx, work)
}

// OnChange has f, besides others, called with each revision of a table that is on disk, and whether the
// table is over; a table that is deleted is over for good. Reports of two changes may
// come in either order. It must be called before the first change.
func (ts *Tables) OnChange(f func(key store.Key, revision uint64, over bool)) {
	others := ts.changed
	ts.changed = func(key store.Key, revision uint64, over bool) {
		others(key, revision, over)
		f(key, revision, over)
	}
}

// Load reads and replays a table. It refuses one that there is not, or that cannot be
// played here, and stops with the context's cause when that ends.
func (ts *Tables) Load(ctx context.Context, key store.Key) (*Table, error) {
	record, err := ts.store.Load(key)
	if errors.Is(err, store.ErrNotFound) {
		return nil, engine.Refuse("there is no table %s of %s in this channel; %s lists the tables", strconv.Itoa(key.Number), engine.Command(key.Game), engine.Command("games"))
	}
	if err != nil {
		return nil, err
	}
	return ts.replay(ctx, key, record)
}

// Try loads a table, and leaves out one that cannot be: others must stay in reach.
func (ts *Tables) Try(ctx context.Context, key store.Key) (*Table, bool) {
	t, err := ts.Load(ctx, key)
	if ctx.Err() == nil {
		ts.Report("leave out a table", key, err)
	}
	return t, err == nil
}

// replay makes a table of its record.
func (ts *Tables) replay(ctx context.Context, key store.Key, record *store.Table) (*Table, error) {
	g := ts.games[record.Game]
	if err := ts.playable(g, &record.Head); err != nil {
		return nil, err
	}
	t := of(key, g, record)
	t.live, t.away, t.term = ts.live, ts.with.Away, ts.terms.ChallengeExpires
	var err error
	if t.Options, err = engine.DecodeOptions(g.Options, record.Options); err != nil {
		return nil, fmt.Errorf("table %s: %s", key, unquoted(err))
	}
	p, err := ts.live.replay(ctx, key, g, t.Options, t.Moves())
	switch {
	case err == nil:
		t.at(p)
		return t, nil
	case ctx.Err() != nil:
		return nil, context.Cause(ctx)
	case errors.Is(err, engine.ErrWork):
		return nil, engine.Refuse("the moves of %s take more work than those of a table may; %s opens another", t.Title(), g.Command("new"))
	default:
		return nil, fmt.Errorf("table %s: %s", key, unquoted(err))
	}
}

// unquoted is an error of a stored table for the log, without what people wrote. It is
// no refusal any more: whoever asks for the table has not caused it.
func unquoted(err error) string {
	if move, ok := errors.AsType[*engine.MoveError](err); ok {
		return strings.Replace(err.Error(), move.Error(), move.Err.Error(), 1)
	}
	if refusal, ok := errors.AsType[*engine.Refusal](err); ok {
		return strings.Replace(err.Error(), refusal.Error(), "its options are refused", 1)
	}
	return err.Error()
}
