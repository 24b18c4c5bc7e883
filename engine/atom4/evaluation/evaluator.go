package evaluation

import (
	"sync"

	"github.com/sixfold-bot/sixfold/engine/atom4/grid"
)

// mostHits is how many points of a window one piece can hit: beside the window's line it
// reaches it in two directions, on the line the piece itself parts those that it hits.
const mostHits = 2

// weights are what incomplete windows are worth, by the number of hits that they lack:
// a piece of the opponent's colours lacks one to the goal, one's own two, the
// opponent's goal and an empty vertex three.
type weights [windowHits + 1]int32

const windowHits = 3 * grid.RowLength

// Evaluator is a table of what windows are worth. It is read-only and safe for concurrent
// use.
type Evaluator struct {
	worth [windowStates]worth
	tempo tempo
}

// Default returns the evaluator that all players share, made at its first use.
var Default = sync.OnceValue(func() *Evaluator { return newEvaluator(defaultWeights, defaultTempo) })

func newEvaluator(w weights, t tempo) *Evaluator {
	e := &Evaluator{tempo: t}
	for state := range e.worth {
		e.worth[state] = worthOf(state, w)
	}
	return e
}

// worthOf is what a window is worth in which the pieces of a state lie.
func worthOf(state int, w weights) worth {
	var colours [grid.RowLength]grid.Colour
	for i := range colours {
		colours[i] = grid.Colour(state >> (4 * i) & 15)
		if c := colours[i]; c != grid.Empty && !c.Valid() {
			return 0 // it reaches into a wall
		}
	}
	var sum worth
	for seat, sign := range [...]int32{1, -1} {
		lacking := 0
		var missing grid.Colour // primaries that some point lacks, or has too many
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

// lacks is the number of hits that a point needs to be in a seat's goal, and the
// primaries that must be added for White, or taken away for Black.
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

// completing is the index in the wheel of the seat's colour that hits just these
// primaries; false if one hit is not enough.
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
