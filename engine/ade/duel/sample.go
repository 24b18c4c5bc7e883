package duel

import (
	"context"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/ade/graph"
)

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
