package ade

import (
	"context"
	"time"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/ade/duel"
	"github.com/sixfold-bot/sixfold/engine/ade/graph"
)

const mostStates = 400_000 // that the strongest level searches: some 40 MB at most

// levels are the players of the game for two, weakest first, by the number of states that they
// search. A level plays perfectly where its bound suffices; the first moves at random. Alone and
// in puzzles every level suggests a next move. The ratings are from the matches of
// BenchmarkLevels; see "levels of ADE" in engine/FIGURES.md.
var levels = engine.Rated([]engine.Level{
	level("beginner", "Beginner", 0, 100*time.Millisecond),
	level("easy", "Easy", 30, 100*time.Millisecond),
	level("normal", "Normal", 300, 300*time.Millisecond),
	level("hard", "Hard", 10_000, time.Second),
	level("max", "Max", mostStates, 2*time.Second),
}, 2, append(engine.Matches(400, 389, 386, 391), engine.Match{Score: 98, Games: 100}))

func level(id, title string, states int, think time.Duration) engine.Level {
	return engine.Level{
		ID: id, Title: engine.T(title), Think: think,
		New: func(seed uint64) engine.Player { return player{duel.NewPlayer(states, seed)} },
	}
}

// player plays all modes. It implements [engine.Player].
type player struct{ duel *duel.Player }

// Choose implements [engine.Player].
func (pl player) Choose(ctx context.Context, position engine.Position) (engine.Choice, error) {
	if p, ok := position.(*Position); ok {
		return engine.Choice{Move: advice(p), Value: 1}, nil
	}
	return pl.duel.Choose(ctx, position)
}

// advice returns a useful next move for one player.
func advice(p *Position) string {
	switch {
	case p.puzzle != nil:
		return hint(p)
	case p.values.Positive() == 0:
		return setVerb + " " + p.graph.Node(0) + " 1"
	case p.exhausted == nil && p.graph.Type().Class == graph.Finite: // where it ends
		return exhaustVerb
	}
	return fireVerb
}

// hint returns the next move towards the puzzle's known solution: back to editing, setting the
// next value that differs, or exhaust.
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
