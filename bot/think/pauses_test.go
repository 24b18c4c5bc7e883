package think

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/sixfold-bot/sixfold/bot/bottest"
	"github.com/sixfold-bot/sixfold/bot/table"
	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/store"
)

// TestTroubleOfTheStorePausesAll: if nothing can be written, no table is tried; a failure of one
// table delays no other.
func TestTroubleOfTheStorePausesAll(t *testing.T) {
	for _, tt := range []struct {
		err  error
		want bool
	}{
		{store.ErrFull, true},
		{store.ErrReadOnly, true},
		{store.ErrReplaced, true},
		{store.ErrDisk, true},
		{fmt.Errorf("%w: %w", store.ErrUncertain, errors.New("input/output error")), true},
		{store.ErrMemory, true},
		{store.ErrDamaged, false},
		{errors.New("the player lost its way"), false},
	} {
		var p pauses
		now := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
		one := store.Key{Channel: "1", Game: "hex", Number: 1}
		p.failed(one, fmt.Errorf("save: %w", tt.err), now)
		other := store.Key{Channel: "1", Game: "hex", Number: 2}
		due := p.due([]store.Key{one, other}, now)
		if slices.Contains(due, one) || slices.Contains(due, other) == tt.want {
			t.Errorf("%v: due are %v; all wait: want %t", tt.err, due, tt.want)
		}
	}
}

// alone is a crew whose questions are all thought about here.
type alone struct{}

func (alone) Choose(context.Context, Job, Question) (engine.Choice, error) {
	return engine.Choice{}, ErrHere
}

// TestTurnIsLeftToTheCopyThatWasAsked: of several copies of the bot, one that takes up turns leaves each to the
// request that made it for as long as that may take. A bot without others knows its requests.
func TestTurnIsLeftToTheCopyThatWasAsked(t *testing.T) {
	for _, tt := range []struct {
		crew  Crew
		after time.Duration
		taken bool
	}{
		{nil, 0, true},
		{alone{}, 0, false},
		{alone{}, 20*time.Second + spareTime - 1, false},
		{alone{}, 20*time.Second + spareTime, true},
	} {
		r := newRoom(t, func() engine.Player { return bottest.FirstMove{} })
		for i := range r.game.Opponents.Levels {
			r.game.Opponents.Levels[i].Think = 20 * time.Second
		}
		r.levels.pool.crew = tt.crew
		game := r.open(table.User("11"), table.Level("easy"))
		r.act(game, func(g *table.Table) error {
			_, err := g.Play("b2", table.User("11"), r.clock)
			return err
		})
		r.clock = r.clock.Add(tt.after)
		r.levels.Resume(t.Context(), 0, func(*table.Table, table.Notice) {})()
		stored, err := r.tables.Load(t.Context(), game.Key)
		if err != nil || (len(stored.Record.Moves) == 2) != tt.taken {
			t.Errorf("with others %t, after %v: %d moves, taken up must be %t (%v)", tt.crew != nil, tt.after, len(stored.Record.Moves), tt.taken, err)
		}
	}
}
