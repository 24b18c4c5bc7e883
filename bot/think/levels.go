package think

import (
	"log/slog"
	"sync"
	"time"

	"github.com/sixfold-bot/sixfold/bot/table"
)

// Levels plays the turns of levels. It is safe for concurrent use.
type Levels struct {
	tables  *table.Tables
	pool    *Pool
	log     *slog.Logger
	now     func() time.Time
	pace    time.Duration // minimal time between two moves of a game without people
	players players
	pauses  pauses
	resumed sync.WaitGroup // turns started by [Levels.Resume]
}

// NewLevels returns the levels of the given tables. pace is the minimal time between two moves of a
// game that levels play alone.
func NewLevels(tables *table.Tables, pool *Pool, log *slog.Logger, now func() time.Time, pace time.Duration) *Levels {
	return &Levels{tables: tables, pool: pool, log: log, now: now, pace: pace, players: newPlayers(now)}
}

// DropIdle frees the memory of players that have not been used for long.
func (l *Levels) DropIdle() { l.players.DropIdle() }
