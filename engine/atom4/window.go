package atom4

import (
	"encoding/binary"

	"github.com/sixfold-bot/sixfold/engine/atom4/grid"
)

// A window is four points in line that may become a row. What lies in it is kept as a
// number, four bits a point, and that number is the index of a table of what such a
// window is worth: when a piece changes, each of its twelve windows costs two look-ups.
const windowStates = 1 << (4 * grid.RowLength)

// lines holds the windows of one axis, two bytes each, in the order of their first points
// along the lines of that axis: the four windows that hold a point are neighbours and
// change by one exclusive or. A slot is where the first of them lies.
type lines [lineBytes + 8]byte

const lineBytes = 4096 // a power of two, so that a masked slot needs no check of bounds

// slot is where the windows of a point begin. Points are in columns and rows of axial coordinates; where
// that is not the way of the axis, lines are numbered by the coordinate that is the same
// along it.
func slot(axis int, p grid.Point) uint16 {
	row, col := uint16(p)/grid.Stride, uint16(p)%grid.Stride
	first := [len(grid.Axes)]uint16{row*grid.Stride + col, col*grid.Stride + row, (col+row)*grid.Stride + row}[axis]
	return 2 * (first - (grid.RowLength - 1)) % lineBytes
}

// slots are those of all points, by axis.
var slots = func() *[grid.Points][len(grid.Axes)]uint16 {
	table := new([grid.Points][len(grid.Axes)]uint16)
	for p := range table {
		for axis := range grid.Axes {
			table[p][axis] = slot(axis, grid.Point(p))
		}
	}
	return table
}()

// spread puts a difference of four bits in its place in each of four windows: the last
// point of the first, the third of the second, and so on.
const spread = 1<<12 | 1<<(16+8) | 1<<(32+4) | 1<<48

// flip changes a point's colour by an exclusive or, in all its windows.
func (l *lines) flip(slot uint16, x grid.Colour) {
	at := l[slot%lineBytes:][:8]
	binary.LittleEndian.PutUint64(at, binary.LittleEndian.Uint64(at)^uint64(x)*spread)
}

// change does the same as flip and returns the difference in worth.
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

// worth is what a window contributes, packed so that sums over all windows are kept by
// one addition. The upper bits are the score, for White less the same for Black. Below
// them lie counters, one for each colour of the wheel, of the windows that the mover of
// that colour completes if it hits all of them that are not in the goal yet, which are
// two at most. A counter overflows only in games played to that end, where a patch of
// pieces without a hole has three such windows for each piece; the search would then see
// threats that are none, while the rules stay right.
type worth int64

const (
	readyBits = 7
	scoreBits = 64 - readyBits*len(grid.Wheel)
)

// score is the part of a sum that tells how White stands.
func (w worth) score() int32 { return int32(w >> (64 - scoreBits)) }

// readyFor is how many windows are ready for the wheel's i-th colour.
func (w worth) readyFor(i int) int32 { return int32(w >> (i * readyBits) & (1<<readyBits - 1)) }

// scored is a worth of a score alone.
func scored(score int32) worth { return worth(score) << (64 - scoreBits) }

// rowWorth is the score of a complete row: more than all else together.
const rowWorth = 1 << (scoreBits - 3)
