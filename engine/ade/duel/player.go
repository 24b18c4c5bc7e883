package duel

import (
	"context"
	"math/rand/v2"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/ade/graph"
)

// Player plays perfectly where the game tree has no more states than its bound, else by random
// games. It implements [engine.Player].
type Player struct {
	states int
	random *rand.Rand
	solver *solver // for the graph of the last position; may be nil
}

// NewPlayer makes a player that searches at most a number of states; with 0 it moves at random.
func NewPlayer(states int, seed uint64) *Player {
	return &Player{states: states, random: rand.New(rand.NewPCG(seed, 1))}
}

// Choose implements [engine.Player].
func (pl *Player) Choose(ctx context.Context, position engine.Position) (engine.Choice, error) {
	p, ok := position.(*Position)
	if !ok {
		return engine.Choice{}, engine.ErrForeign
	}
	if pl.states == 0 {
		moves := p.Moves()
		return engine.Choice{Move: moves[pl.random.IntN(len(moves))], Value: 0.5}, nil
	}
	v, ok := small(p.values)
	if !ok {
		return engine.Choice{Move: p.Moves()[0], Value: 0.5}, nil
	}
	if pl.solver == nil || pl.solver.graph != p.graph || len(pl.solver.known) >= pl.states {
		pl.solver = &solver{graph: p.graph, known: map[state]bool{}, limit: pl.states}
	}
	random := pl.sample(ctx, p, v) // first: it is quick, while perfect may use all the time
	if choice, solved := pl.perfect(ctx, p, v); solved {
		return choice, nil
	}
	return random, nil
}

// perfect returns a winning move. If there is none it returns the move that leaves the greatest
// positive total, so that the opponent may still err.
func (pl *Player) perfect(ctx context.Context, p *Position, v state) (choice engine.Choice, solved bool) {
	var longest graph.Set
	most := int64(-1)
	for set := range v.positive().Subsets {
		next, ok := pl.solver.fire(v, set)
		if !ok {
			return engine.Choice{}, false
		}
		won, ok := pl.solver.wins(ctx, next)
		if !ok {
			return engine.Choice{}, false
		}
		if !won {
			return engine.Choice{Move: p.move(set), Value: 1, Proved: true}, true
		}
		if total := next.total(); total > most {
			longest, most = set, total
		}
	}
	return engine.Choice{Move: p.move(longest), Value: 0, Proved: true}, true
}

// Bounds of sampling by random games.
const (
	samples     = 24 // games for each move
	mostSampled = 64 // moves
	mostShots   = 2000
)

// sample plays random games after each of the first moves and returns the move with the most
// wins.
func (pl *Player) sample(ctx context.Context, p *Position, v state) engine.Choice {
	best := engine.Choice{Move: p.Moves()[0], Value: 0}
	tried := 0
	for set := range v.positive().Subsets {
		if tried++; tried > mostSampled || ctx.Err() != nil {
			break
		}
		next, ok := pl.solver.fire(v, set)
		if !ok {
			continue
		}
		wins := 0
		for range samples {
			if pl.lastShot(next)%2 == 0 {
				wins++
			}
		}
		if value := float64(wins) / samples; value > best.Value {
			best = engine.Choice{Move: p.move(set), Value: value}
		}
	}
	return best
}

// lastShot plays a random game and returns its number of shots.
func (pl *Player) lastShot(v state) int {
	for shot := range mostShots {
		positive := v.positive()
		if positive == 0 {
			return shot
		}
		set := graph.Set(pl.random.Uint64()) & positive
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
