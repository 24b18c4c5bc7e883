// Package bottest has helpers that tests of the bot and of related packages share: players that
// answer at once or wait at a gate, games with them, and metrics as text.
//
// It does not know package bot, whose own tests use it.
package bottest

import (
	"bytes"
	"context"
	"slices"
	"testing"
	"time"

	"github.com/sixfold-bot/sixfold/bot/watch"
	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/hex"
	"github.com/sixfold-bot/sixfold/store"
)

// FirstMove is a player that plays the first move of the list, at once.
type FirstMove struct{}

// Choose implements [engine.Player].
func (FirstMove) Choose(_ context.Context, p engine.Position) (engine.Choice, error) {
	moves := p.(engine.Picker).Moves()
	return engine.Choice{Move: moves[0], Value: 0.62, Line: moves[:min(3, len(moves))]}, nil
}

// Gate is a player that thinks until it is let through or stopped.
type Gate struct {
	Entered chan struct{} // a token for each thought begun
	Pass    chan struct{} // takes a token for each move
}

// NewGate returns a gate with room for 100 tokens of each kind.
func NewGate() *Gate {
	return &Gate{Entered: make(chan struct{}, 100), Pass: make(chan struct{}, 100)}
}

// Choose implements [engine.Player].
func (g *Gate) Choose(ctx context.Context, p engine.Position) (engine.Choice, error) {
	g.Entered <- struct{}{}
	select {
	case <-g.Pass:
	case <-ctx.Done():
	}
	return FirstMove{}.Choose(ctx, p)
}

// Played returns a game whose levels are all played by one player, with this time to think.
func Played(g *engine.Game, by engine.Player, think time.Duration) *engine.Game {
	game := *g
	game.Opponents.Levels = slices.Clone(g.Opponents.Levels)
	for i := range game.Opponents.Levels {
		game.Opponents.Levels[i].New = func(uint64) engine.Player { return by }
		game.Opponents.Levels[i].Think = think
	}
	if scale := g.Opponents.Scale.Level; scale != nil {
		game.Opponents.Scale.Level = func(n int) engine.Level {
			l := scale(n)
			l.New, l.Think = func(uint64) engine.Player { return by }, think
			return l
		}
	}
	return &game
}

// Quick returns a game whose levels answer at once and always alike.
func Quick(g *engine.Game) *engine.Game { return Played(g, FirstMove{}, time.Second/2) }

// QuickHex is the game that most tests play.
func QuickHex() *engine.Game { return Quick(&hex.Game) }

// GatedHex is Hex against players that wait at the gate.
func GatedHex(g *Gate) *engine.Game { return Played(&hex.Game, g, time.Hour) }

// Save stores a table in a transaction of its own.
func Save(s store.DB, key store.Key, t *store.Table) error {
	return store.Update(context.Background(), s, store.Op{}, func(tx *store.Tx) error {
		tx.Save(key, t)
		return nil
	})
}

// Create stores a new table in a transaction of its own.
func Create(s store.DB, channel, game string, t *store.Table) (store.Key, error) {
	return store.Transact(context.Background(), s, store.Op{}, func(tx *store.Tx) (store.Key, error) { return tx.Create(channel, game, t) })
}

// Figures returns the metrics of w in the text format of Prometheus.
func Figures(t *testing.T, w *watch.Watch) string {
	t.Helper()
	var out bytes.Buffer
	if err := w.Expose(&out, store.Stats{}); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// Receive returns the next value of a channel. The test fails if none comes within a minute.
func Receive[T any](t *testing.T, from <-chan T) T {
	t.Helper()
	select {
	case value := <-from:
		return value
	case <-time.After(time.Minute):
		t.Fatal("nothing came in a minute")
		panic("unreachable")
	}
}
