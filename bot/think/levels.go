package think

import (
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
	tables.OnChange(l.changed)
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
