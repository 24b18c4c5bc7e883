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

// Levels plays the turns of levels. It is safe for concurrent use.
type Levels struct {
	tables *table.Tables
	pool   *Pool
	log    *slog.Logger
	now    func() time.Time
	pace   time.Duration // minimal time between two moves of a game without people
	*Minds
	pauses  pauses
	resumed sync.WaitGroup // turns started by [Levels.Resume]
}

// NewLevels returns the levels of the given tables, which report their changes to minds. pace is the
// minimal time between two moves of a game that levels play alone.
func NewLevels(tables *table.Tables, minds *Minds, pool *Pool, log *slog.Logger, now func() time.Time, pace time.Duration) *Levels {
	return &Levels{tables: tables, Minds: minds, pool: pool, log: log, now: now, pace: pace}
}

// Minds are what levels have in mind about tables: their computations, and their players.
type Minds struct {
	thoughts thoughts
	players  players
}

// NewMinds returns minds that hold nothing.
func NewMinds(now func() time.Time) *Minds { return &Minds{players: newPlayers(now)} }

// Changed ends outdated computations, and drops the players of finished tables: see
// [table.Surroundings].
func (m *Minds) Changed(key store.Key, revision uint64, over bool) {
	m.thoughts.outdate(key, revision)
	if over {
		m.players.drop(key)
	}
}

// DropIdle frees the memory of players that have not been used for long.
func (l *Levels) DropIdle() { l.players.DropIdle() }

// thoughts are the tables for which a level is computing, at most one each. It is safe for
// concurrent use.
type thoughts struct {
	mu     sync.Mutex
	active map[store.Key]*thought
}

// thought is a level's computation for a table, from a revision on.
type thought struct {
	revision uint64
	ctx      context.Context
	cancel   context.CancelCauseFunc
}

// ErrOutdated is the cause of the end of a computation whose table has changed.
var ErrOutdated = errors.New("think: the table has changed")

// begin claims a table; false if a level is already computing. A computation that was cancelled
// does not block the next one. The context ends when the table changes.
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

// saving announces that the computation is about to store a revision itself, which must not end it.
// If somebody else stores that revision first, saving the result fails.
func (ts *thoughts) saving(key store.Key, revision uint64) {
	ts.mu.Lock()
	defer ts.mu.Unlock()
	if th := ts.active[key]; th != nil {
		th.revision = max(th.revision, revision)
	}
}

// outdate ends a computation that began before a revision.
func (ts *thoughts) outdate(key store.Key, revision uint64) {
	ts.mu.Lock()
	defer ts.mu.Unlock()
	if th := ts.active[key]; th != nil && th.revision < revision {
		th.cancel(ErrOutdated)
	}
}

// busy reports whether a level is computing for a table.
func (ts *thoughts) busy(key store.Key) bool {
	ts.mu.Lock()
	defer ts.mu.Unlock()
	return ts.active[key] != nil
}
