package think

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"time"

	"github.com/sixfold-bot/sixfold/bot/table"
	"github.com/sixfold-bot/sixfold/store"
)

// Store finds the tables that await a level; see [store.Store].
type Store interface {
	Thinking() ([]store.Key, error)
}

// Levels are the bot's players at its tables. It is safe for concurrent use.
type Levels struct {
	tables   *table.Tables
	pool     *Pool
	store    Store
	log      *slog.Logger
	now      func() time.Time
	pace     time.Duration // least time between two moves that people watch
	thoughts thoughts
	players  players
	pauses   pauses
	resumed  sync.WaitGroup // turns that [Levels.Resume] has taken up
}

// NewLevels returns the players of the given tables. They take note of each change of a
// table. Pace is the least time between two moves of a game that levels play alone.
func NewLevels(tables *table.Tables, pool *Pool, s Store, log *slog.Logger, now func() time.Time, pace time.Duration) *Levels {
	l := &Levels{tables: tables, pool: pool, store: s, log: log, now: now, pace: pace}
	tables.Subscribe(l.changed)
	return l
}

// changed ends a thought that is out of date, and drops the players of a table that is
// over.
func (l *Levels) changed(key store.Key, revision uint64, over bool) {
	l.thoughts.outdate(key, revision)
	if over {
		l.players.drop(key)
	}
}

// DropIdle gives back the memory of players whose opponents have been gone for long.
func (l *Levels) DropIdle() { l.players.expire(l.now()) }

// thoughts are the tables at which a level thinks, so that no two think at one. It is safe
// for concurrent use.
type thoughts struct {
	mu     sync.Mutex
	active map[store.Key]*thought
}

// thought is a level's thinking at a table, from a revision of it on.
type thought struct {
	revision uint64
	ctx      context.Context
	cancel   context.CancelCauseFunc
}

// ErrOutdated ends the context of a thought whose table has changed.
var ErrOutdated = errors.New("think: the table has changed")

// begin claims a table; false: a level thinks there already. A thought that has been told
// to end is in nobody's way. The context ends when the table changes under the thought.
func (ts *thoughts) begin(ctx context.Context, key store.Key, revision uint64) (context.Context, func(), bool) {
	ts.mu.Lock()
	defer ts.mu.Unlock()
	if old := ts.active[key]; old != nil && old.ctx.Err() == nil {
		return nil, nil, false
	}
	th := &thought{revision: revision}
	th.ctx, th.cancel = context.WithCancelCause(ctx)
	if ts.active == nil {
		ts.active = map[store.Key]*thought{}
	}
	ts.active[key] = th
	return th.ctx, func() {
		th.cancel(nil)
		ts.mu.Lock()
		defer ts.mu.Unlock()
		if ts.active[key] == th {
			delete(ts.active, key)
		}
	}, true
}

// saving notes that a thought is about to store a revision itself, which must not end it.
// If somebody else stores that revision first, the thought's own comes to nothing.
func (ts *thoughts) saving(key store.Key, revision uint64) {
	ts.mu.Lock()
	defer ts.mu.Unlock()
	if th := ts.active[key]; th != nil {
		th.revision = max(th.revision, revision)
	}
}

// outdate ends a thought from before a revision of its table.
func (ts *thoughts) outdate(key store.Key, revision uint64) {
	ts.mu.Lock()
	defer ts.mu.Unlock()
	if th := ts.active[key]; th != nil && th.revision < revision {
		th.cancel(ErrOutdated)
	}
}

// busy reports whether a level thinks at a table.
func (ts *thoughts) busy(key store.Key) bool {
	ts.mu.Lock()
	defer ts.mu.Unlock()
	return ts.active[key] != nil
}
