package think

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/sixfold-bot/sixfold/engine"
)

// ErrUnknown is returned for a question about an unknown game or other rules.
var ErrUnknown = errors.New("think: the game is not known here, or by other rules")

// Thinker answers questions in a worker process. It is safe for concurrent use.
type Thinker struct {
	games   map[string]*engine.Game
	pool    *Pool
	players players
	now     func() time.Time
}

// NewThinker returns a thinker for the given games, whose computations run in a pool.
func NewThinker(games []*engine.Game, pool *Pool, now func() time.Time) *Thinker {
	t := &Thinker{games: map[string]*engine.Game{}, pool: pool, now: now}
	for _, g := range games {
		t.games[g.ID] = g
	}
	return t
}

// Most returns the maximal number of concurrent questions of each sort.
func (t *Thinker) Most() int { return t.pool.workers }

// Answer computes the answer to a question. The time limit starts after the position is replayed.
func (t *Thinker) Answer(ctx context.Context, q Question) (choice engine.Choice, err error) {
	g := t.games[q.Game]
	if g == nil || g.Rules != q.Rules {
		return choice, ErrUnknown
	}
	level, ok := g.Level(q.Level)
	if !ok {
		return choice, ErrUnknown
	}
	takes := t.pool.within(level.Think)
	err = t.pool.Do(ctx, Job{Takes: takes, Owed: true}, func() error {
		o, err := engine.DecodeOptions(g.Options, q.Options)
		if err != nil {
			return fmt.Errorf("options of a question: %w", err)
		}
		p, err := engine.Replay(ctx, g, o, q.Moves)
		if err != nil {
			return err
		}
		timed, cancel := context.WithTimeout(ctx, takes)
		defer cancel()
		choice, err = t.choose(timed, q, level, p)
		return err
	})
	return choice, err
}

// choose asks the player of a seat, which may reuse its search tree.
func (t *Thinker) choose(ctx context.Context, q Question, level engine.Level, p engine.Position) (engine.Choice, error) {
	if !q.Owed {
		return level.New(q.Seed).Choose(ctx, p)
	}
	at := seat{q.Table, q.Seat, q.Level}
	player := t.players.take(at)
	if player == nil {
		player = level.New(q.Seed)
	}
	choice, err := player.Choose(ctx, p)
	if err == nil {
		t.players.keep(at, player, t.now())
	}
	return choice, err
}

// DropIdle frees the memory of players that have not been used for long.
func (t *Thinker) DropIdle() { t.players.expire(t.now()) }
