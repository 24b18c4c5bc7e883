package atom4

import (
	"encoding/binary"
	"math/bits"
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
//
// They and tempo were tuned by games of the search against itself at 3,000 nodes a move, by
// simultaneous perturbation (J. C. Spall, "Multivariate stochastic approximation using a
// simultaneous perturbation gradient approximation", 1992).
var weights = [3*grid.RowLength + 1]int32{0, 46, 22, 11, 6, 5, 4, 2}

// tempo is the value to the mover of windows that are one hit from a row, by the number of plies,
// from 1, until the colour that completes them is placed: the opponent's, the mover's, and so on
// in turn.
var tempo = [len(grid.Wheel) - 1]int32{-3, 54, -9, 30, -7}

// worths returns the table of the worths of windows, computed on first use. It is read-only and
// safe for concurrent use.
var worths = sync.OnceValue(func() *[windowStates]worth {
	table := new([windowStates]worth)
	for state := range table {
		table[state] = worthOf(state)
	}
	return table
})

// worthOf returns the worth of a window whose points hold the state's colours.
func worthOf(state int) worth {
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
			n, primaries := lacks(c, seat)
			lacking += n
			missing |= primaries
		}
		if lacking == 0 {
			sum += scored(sign * rowWorth)
			continue
		}
		sum += scored(sign * weights[lacking])
		if piece, ok := completing(missing, seat); ok && lacking <= mostHits {
			sum += 1 << (piece * readyBits)
		}
	}
	return sum
}

// lacks returns the number of hits that turn a point into a seat's goal, and the primaries that
// White must add or Black take away.
func lacks(c grid.Colour, seat int) (n int, missing grid.Colour) {
	if c == grid.Empty {
		return 3, grid.Primaries
	}
	missing = c & grid.Primaries
	if seat == 0 {
		missing ^= grid.Primaries
	}
	return bits.OnesCount8(uint8(missing)), missing
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
func (t *evaluated) ahead(plies int) int { return (t.phase + plies) % len(grid.Wheel) }

// Evaluate implements [alphabeta.Position]. A win at the next ply is exact.
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
	for i, w := range tempo {
		score += w * t.sum.readyFor(t.ahead(i+1))
	}
	return max(-alphabeta.MaxEstimate, min(score, alphabeta.MaxEstimate)), false
}

// Quiet implements [alphabeta.Position].
func (t *evaluated) Quiet() bool { return !t.wins(t.ahead(1)) }

// windowStates is the number of states of a window, that is of four points in line that may become
// a row. A state has four bits for each point and is the index in the table of worths: when a
// piece changes, each of its twelve windows costs two look-ups.
const windowStates = 1 << (4 * grid.RowLength)

// lines holds the windows of one axis, two bytes each, in the order of their first points along
// the lines of the axis. So the four windows that contain a point are adjacent and change by one
// exclusive or. A slot is the offset of the first of them.
type lines [lineBytes + 8]byte

const lineBytes = 4096 // a power of two, so that a masked slot needs no check of bounds

// slot returns the offset of the windows of a point. Points have axial coordinates, column and
// row; a line is numbered by the coordinate or the sum of them that is constant along the axis.
func slot(axis int, p grid.Point) uint16 {
	row, col := uint16(p)/grid.Stride, uint16(p)%grid.Stride
	first := [len(grid.Axes)]uint16{row*grid.Stride + col, col*grid.Stride + row, (col+row)*grid.Stride + row}[axis]
	return 2 * (first - (grid.RowLength - 1)) % lineBytes
}

// slots holds the slots of all points, by axis.
var slots = func() *[grid.Points][len(grid.Axes)]uint16 {
	table := new([grid.Points][len(grid.Axes)]uint16)
	for p := range table {
		for axis := range grid.Axes {
			table[p][axis] = slot(axis, grid.Point(p))
		}
	}
	return table
}()

// spread puts a difference of four bits in its place in each of four windows: as the last point
// of the first window, the third of the second, and so on.
const spread = 1<<12 | 1<<(16+8) | 1<<(32+4) | 1<<48

// flip applies the exclusive or x to a point's colour in all its windows.
func (l *lines) flip(slot uint16, x grid.Colour) {
	at := l[slot%lineBytes:][:8]
	binary.LittleEndian.PutUint64(at, binary.LittleEndian.Uint64(at)^uint64(x)*spread)
}

// change is flip, and returns the change of the worth.
func (l *lines) change(slot uint16, x grid.Colour, table *[windowStates]worth) worth {
	at := l[slot%lineBytes:][:8]
	old := binary.LittleEndian.Uint64(at)
	now := old ^ uint64(x)*spread
	binary.LittleEndian.PutUint64(at, now)
	return table[uint16(now)] - table[uint16(old)] +
		table[uint16(now>>16)] - table[uint16(old>>16)] +
		table[uint16(now>>32)] - table[uint16(old>>32)] +
		table[uint16(now>>48)] - table[uint16(old>>48)]
}

// worth is the contribution of a window, packed so that one addition updates the sum over all
// windows. The upper bits are the score, White's minus Black's. Below them is a counter for each
// colour of the wheel: the windows that a piece of that colour completes if it hits all points
// that are not yet the goal, at most two. A counter overflows only in contrived games, where a
// solid patch of pieces has three such windows for each piece. The search then sees false threats,
// but the rules are not affected.
type worth int64

const (
	readyBits = 7
	scoreBits = 64 - readyBits*len(grid.Wheel)
)

// score returns White's score minus Black's.
func (w worth) score() int32 { return int32(w >> (64 - scoreBits)) }

// readyFor returns the number of windows that the wheel's i-th colour can complete.
func (w worth) readyFor(i int) int32 { return int32(w >> (i * readyBits) & (1<<readyBits - 1)) }

// scored returns a worth with a score alone.
func scored(score int32) worth { return worth(score) << (64 - scoreBits) }

// rowWorth is the score of a complete row, more than all else together.
const rowWorth = 1 << (scoreBits - 3)
