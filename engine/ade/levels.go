package ade

import (
	"context"
	"time"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/ade/duel"
	"github.com/sixfold-bot/sixfold/engine/ade/graph"
)

// The bounds of the levels on the states that they look at: hard knows some 40 MB of
// them at most.
const (
	normalStates = 300
	hardStates   = 400_000
)

// levels are the players of the game for two, weakest first. Hard is perfect where its
// bound of states suffices. Alone and in puzzles each suggests a next move.
var levels = []engine.Level{
	{
		ID: "easy", Title: engine.T("Easy"), Think: 100 * time.Millisecond,
		New: func(seed uint64) engine.Player { return newPlayer(0, seed) },
	},
	{
		ID: "normal", Title: engine.T("Normal"), Think: 300 * time.Millisecond,
		New: func(seed uint64) engine.Player { return newPlayer(normalStates, seed) },
	},
	{
		ID: "hard", Title: engine.T("Hard"), Think: 2 * time.Second,
		New: func(seed uint64) engine.Player { return newPlayer(hardStates, seed) },
	},
}

// player is one for all modes. It implements [engine.Player].
type player struct{ duel *duel.Player }

func newPlayer(states int, seed uint64) player { return player{duel.NewPlayer(states, seed)} }

// Choose implements [engine.Player]. Alone and in puzzles it is a move that leads on.
func (pl player) Choose(ctx context.Context, position engine.Position) (engine.Choice, error) {
	if p, ok := position.(*Position); ok {
		return engine.Choice{Move: advice(p), Value: 1}, nil
	}
	return pl.duel.Choose(ctx, position)
}

// advice is a move that leads on.
func advice(p *Position) string {
	switch {
	case p.puzzle != nil:
		return hint(p)
	case p.values.Positive() == 0:
		return setVerb + " " + p.graph.Node(0) + " 1"
	case p.exhausted == nil && (p.Editing() || p.graph.Type().Class == graph.Finite):
		return exhaustVerb
	}
	return fireVerb
}

// hint is the next move on a way to the known solution of a puzzle: back to editing, the
// next value that differs, or to fire.
func hint(p *Position) string {
	set := p.values
	if !p.Editing() {
		set = p.start
	}
	for i, x := range p.puzzle.Solution {
		switch {
		case set[i].Cmp(x) == 0:
		case !p.Editing():
			return editVerb
		default:
			return setVerb + " " + p.graph.Node(i) + " " + x.String()
		}
	}
	return exhaustVerb
}
