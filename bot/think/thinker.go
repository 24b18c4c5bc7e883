package think

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/sixfold-bot/sixfold/engine"
)

// ErrUnknown is returned for a question about a game, or by rules, that are not known here.
var ErrUnknown = errors.New("think: the game is not known here, or by other rules")

// Thinker answers questions about tables of which it knows nothing else. It is safe for
// concurrent use.
type Thinker struct {
	games   map[string]*engine.Game
	pool    *Pool
	players players
	now     func() time.Time
}

// NewThinker returns who answers questions about the given games, when their turn has come in a
// pool.
func NewThinker(games []*engine.Game, pool *Pool, now func() time.Time) *Thinker {
	t := &Thinker{games: map[string]*engine.Game{}, pool: pool, now: now}
	for _, g := range games {
		t.games[g.ID] = g
	}
	return t
}

// Most is how many questions of each sort it can think about at a time.
func (t *Thinker) Most() int { return t.pool.workers }

// Answer thinks about a question. The time that it takes begins when the position is there.
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

// choose asks the player of a seat, who may remember what it thought before.
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

// DropIdle gives back the memory of players who have not been asked for long.
func (t *Thinker) DropIdle() { t.players.expire(t.now()) }
