package ade

import (
	"context"
	"errors"
	"math/rand/v2"
	"time"

	"github.com/sixfold-bot/sixfold/engine"
)

// The bounds of the levels on the states that they look at: hard knows some 40 MB of
// them at most.
const (
	normalStates = 300
	hardStates   = 400_000
)

// levels are the players of the game for two, weakest first. Alone and in puzzles each
// tells a next move.
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
		ID: "hard", Title: engine.T("Hard: perfect where the game is small"), Think: 2 * time.Second,
		New: func(seed uint64) engine.Player { return newPlayer(hardStates, seed) },
	},
}

// player plays perfectly where the tree has no more states than its bound, and else by
// the outcomes of games by chance.
type player struct {
	states int
	random *rand.Rand
	solver *solver // of the graph of the last position
}

func newPlayer(states int, seed uint64) *player {
	return &player{states: states, random: rand.New(rand.NewPCG(seed, 1))}
}

// Choose implements [engine.Player].
func (pl *player) Choose(ctx context.Context, position engine.Position) (engine.Choice, error) {
	switch p := position.(type) {
	case *Position:
		return p.advice(), nil
	case *Duel:
		return pl.shoot(ctx, p)
	}
	return engine.Choice{}, errors.New("ade: no position of this game")
}

// advice is a move that leads on.
func (p *Position) advice() engine.Choice {
	move := fireVerb
	switch {
	case p.puzzle != nil:
		move = p.puzzle.hint(p)
	case p.values.Positive() == 0:
		move = setVerb + " " + p.graph.names[0] + " 1"
	case p.verdict == nil && (p.Editing() || p.graph.Theory().Class == Finite):
		move = exhaustVerb
	}
	return engine.Choice{Move: move, Value: 1}
}

// shoot chooses a set to fire.
func (pl *player) shoot(ctx context.Context, d *Duel) (engine.Choice, error) {
	if pl.states == 0 {
		moves := d.Moves()
		return engine.Choice{Move: moves[pl.random.IntN(len(moves))], Value: 0.5}, nil
	}
	if v, ok := d.small(); ok {
		if pl.solver == nil || pl.solver.graph != d.graph || len(pl.solver.known) >= pl.states {
			pl.solver = newSolver(d.graph, pl.states)
		}
		chance := pl.gamble(ctx, d, v) // first, as it takes little of the time, and perfect may take all
		if choice, err := pl.perfect(ctx, d, v); err == nil {
			return choice, nil
		}
		return chance, nil
	}
	return engine.Choice{Move: d.Moves()[0], Value: 0.5}, nil
}

// perfect finds a move after which the opponent loses; if there is none, one after which
// the most is still to be fired, so that they may err.
func (pl *player) perfect(ctx context.Context, d *Duel, v state) (engine.Choice, error) {
	var longest Set
	most := int64(-1)
	for set := range subsets(v.positive()) {
		next, ok := pl.solver.fire(v, set)
		if !ok {
			return engine.Choice{}, errUnsolved
		}
		won, err := pl.solver.wins(ctx, next)
		if err != nil {
			return engine.Choice{}, err
		}
		if !won {
			return engine.Choice{Move: d.move(set), Value: 1, Proved: true}, nil
		}
		if total := next.total(); total > most {
			longest, most = set, total
		}
	}
	return engine.Choice{Move: d.move(longest), Value: 0, Proved: true}, nil
}

// total is the sum of the positive values.
func (v *state) total() int64 {
	var sum int64
	for _, x := range v {
		sum += int64(max(0, x))
	}
	return sum
}

// Games by chance: so many from each of so many moves.
const (
	gambles     = 24
	mostGambled = 64
	mostShots   = 2000
)

// gamble plays games by chance from some moves, and takes the one that wins most.
func (pl *player) gamble(ctx context.Context, d *Duel, v state) engine.Choice {
	best := engine.Choice{Move: d.Moves()[0], Value: 0}
	tried := 0
	for set := range subsets(v.positive()) {
		if tried++; tried > mostGambled || ctx.Err() != nil {
			break
		}
		next, ok := pl.solver.fire(v, set)
		if !ok {
			continue
		}
		wins := 0
		for range gambles {
			if pl.lastShot(next)%2 == 0 {
				wins++
			}
		}
		if value := float64(wins) / gambles; value > best.Value {
			best = engine.Choice{Move: d.move(set), Value: value}
		}
	}
	return best
}

// lastShot plays by chance and returns the number of shots.
func (pl *player) lastShot(v state) int {
	for shot := range mostShots {
		positive := v.positive()
		if positive == 0 {
			return shot
		}
		set := Set(pl.random.Uint64()) & positive
		if set == 0 {
			set = positive
		}
		next, ok := pl.solver.fire(v, set)
		if !ok {
			return shot
		}
		v = next
	}
	return mostShots
}
