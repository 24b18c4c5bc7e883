package evaluation

import (
	"github.com/sixfold-bot/sixfold/engine/atom4/grid"
	"github.com/sixfold-bot/sixfold/engine/search/alphabeta"
)

// ahead is the phase of the wheel so many plies later.
func (t *Position) ahead(plies int) int {
	if next := t.phase + plies; next < len(grid.Wheel) {
		return next
	}
	return t.phase + plies - len(grid.Wheel)
}

// Evaluate implements [alphabeta.Evaluator]. A win at the next ply is exact already.
func (t *Position) Evaluate() (value int32, exact bool) {
	white := t.phase%2 == 0 // who places wheel[0], red, and every second from there
	score := t.sum.score()
	switch {
	case score > rowWorth/2 || score < -rowWorth/2:
		return -alphabeta.Win, true // nobody completes the opponent's row
	case t.plies == 0:
		return 0, true
	case t.wins(t.phase):
		return alphabeta.Win - 1, true
	}
	if !white {
		score = -score
	}
	for i, w := range t.evaluator.tempo {
		score += w * t.sum.readyFor(t.ahead(i+1))
	}
	return max(-alphabeta.MaxEstimate, min(score, alphabeta.MaxEstimate)), false
}

// Quiet implements [alphabeta.Evaluator].
func (t *Position) Quiet() bool { return !t.wins(t.ahead(1)) }
