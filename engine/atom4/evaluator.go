package atom4

import (
	"sync"

	"github.com/sixfold-bot/sixfold/engine/atom4/grid"
	"github.com/sixfold-bot/sixfold/engine/search/alphabeta"
)

// mostHits bounds the points of a window that one piece can hit. A piece off the window's line
// reaches the line in two directions; a piece on the line lies between the two that it hits.
const mostHits = 2

// weights are the values of incomplete windows, by the number of hits that they lack. A piece of
// the opponent's colours lacks one hit to the goal, an own piece two, the opponent's goal and an
// empty vertex three.
type weights [windowHits + 1]int32

const windowHits = 3 * grid.RowLength

// evaluator is the table of the values of windows, and the tempo. It is read-only and safe for
// concurrent use.
type evaluator struct {
	worth [windowStates]worth
	tempo tempo
}

// defaultEvaluator returns the evaluator that all players share, computed on first use.
var defaultEvaluator = sync.OnceValue(func() *evaluator { return newEvaluator(defaultWeights, defaultTempo) })

func newEvaluator(w weights, t tempo) *evaluator {
	e := &evaluator{tempo: t}
	for state := range e.worth {
		e.worth[state] = worthOf(state, w)
	}
	return e
}

// worthOf returns the worth of a window whose points hold the state's colours.
func worthOf(state int, w weights) worth {
	var colours [grid.RowLength]grid.Colour
	for i := range colours {
		colours[i] = grid.Colour(state >> (4 * i) & 15)
		if c := colours[i]; c != grid.Empty && !c.Valid() {
			return 0 // a wall
		}
	}
	var sum worth
	for seat, sign := range [...]int32{1, -1} {
		lacking := 0
		var missing grid.Colour // primaries to be added or taken away at some point
		for _, c := range colours {
			n, bits := lacks(c, seat)
			lacking += n
			missing |= bits
		}
		if lacking == 0 {
			sum += scored(sign * rowWorth)
			continue
		}
		sum += scored(sign * w[lacking])
		if piece, ok := completing(missing, seat); ok && lacking <= mostHits {
			sum += 1 << (piece * readyBits)
		}
	}
	return sum
}

// lacks returns the number of hits that turn a point into a seat's goal, and the primaries that
// White must add or Black take away.
func lacks(c grid.Colour, seat int) (n int, bits grid.Colour) {
	if c == grid.Empty {
		return 3, grid.Primaries
	}
	bits = c & grid.Primaries
	if seat == 0 {
		bits ^= grid.Primaries
	}
	for b := bits; b != 0; b &= b - 1 {
		n++
	}
	return n, bits
}

// completing returns the index in the wheel of the seat's colour that adds or takes away just
// these primaries; false if one hit is not enough.
func completing(missing grid.Colour, seat int) (int, bool) {
	for i, c := range grid.Wheel {
		if int(c.Mover()) != seat {
			continue
		}
		primary := c & grid.Primaries
		if seat == 1 {
			primary ^= grid.Primaries // what a hit takes away
		}
		if primary == missing {
			return i, true
		}
	}
	return 0, false
}

// ahead returns the phase of the wheel after a number of plies.
func (t *evaluated) ahead(plies int) int {
	if next := t.phase + plies; next < len(grid.Wheel) {
		return next
	}
	return t.phase + plies - len(grid.Wheel)
}

// Evaluate implements [alphabeta.Evaluator]. A win at the next ply is exact.
func (t *evaluated) Evaluate() (value int32, exact bool) {
	white := t.phase%2 == 0 // White places wheel[0] and every second colour after it
	score := t.sum.score()
	switch {
	case score > rowWorth/2 || score < -rowWorth/2:
		return -alphabeta.Win, true // the last mover's row: nobody completes the opponent's
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
func (t *evaluated) Quiet() bool { return !t.wins(t.ahead(1)) }

// tempo is the value to the mover of windows that are one hit from a row, by the number of plies,
// from 1, until the colour that completes them is placed: the opponent's, the mover's, and so on
// in turn.
type tempo [len(grid.Wheel) - 1]int32

// defaultWeights and defaultTempo were tuned by games of the search against itself at 3,000 nodes
// a move, by simultaneous perturbation (J. C. Spall, "Multivariate stochastic approximation using
// a simultaneous perturbation gradient approximation", 1992).
var (
	defaultWeights = weights{0, 46, 22, 11, 6, 5, 4, 2}
	defaultTempo   = tempo{-3, 54, -9, 30, -7}
)
