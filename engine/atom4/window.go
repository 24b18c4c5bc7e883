package atom4

import (
	"encoding/binary"

	"github.com/sixfold-bot/sixfold/engine/atom4/grid"
)

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
