package atom4

import (
	"encoding/binary"
	"sync"
)

// A window is four points in line that may become a row. What lies in it is kept as a
// number, four bits a point, and that number is the index of a table of what such a
// window is worth: when a piece changes, each of its twelve windows costs two look-ups.
const windowStates = 1 << (4 * rowLength)

// lines holds the windows of one axis, two bytes each, in the order of their first points
// along the lines of that axis: the four windows that hold a point are neighbours and
// change by one exclusive or. A slot is where the first of them lies.
type lines [lineBytes + 8]byte

const lineBytes = 4096 // a power of two, so that a masked slot needs no check of bounds

// slot is that of a point. Points are in columns and rows of axial coordinates; where
// that is not the way of the axis, lines are numbered by the coordinate that is the same
// along it.
func slot(axis int, p point) uint16 {
	row, col := uint16(p)/stride, uint16(p)%stride
	first := [len(axes)]uint16{row*stride + col, col*stride + row, (col+row)*stride + row}[axis]
	return 2 * (first - (rowLength - 1)) % lineBytes
}

// slots are those of all points, by axis.
var slots = func() *[points][len(axes)]uint16 {
	table := new([points][len(axes)]uint16)
	for p := range table {
		for axis := range axes {
			table[p][axis] = slot(axis, point(p))
		}
	}
	return table
}()

// spread puts a difference of four bits in its place in each of four windows: the last
// point of the first, the third of the second, and so on.
const spread = 1<<12 | 1<<(16+8) | 1<<(32+4) | 1<<48

// flip changes a point's colour by an exclusive or, in all its windows.
func (l *lines) flip(slot uint16, x Colour) {
	at := l[slot%lineBytes:][:8]
	binary.LittleEndian.PutUint64(at, binary.LittleEndian.Uint64(at)^uint64(x)*spread)
}

// change does the same and returns the difference in worth.
func (l *lines) change(slot uint16, x Colour, table *[windowStates]worth) worth {
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
// two at most. A game
// would have to be played for it to have so many of these that a counter overflows
// (three for each piece of a patch without a hole); the search would then see ghosts,
// the rules not.
type worth int64

const (
	readyBits = 7
	scoreBits = 64 - readyBits*len(wheel)
)

// score is the part of a sum that tells how White stands.
func (w worth) score() int32 { return int32(w >> (64 - scoreBits)) }

// readyFor is how many windows are ready for the wheel's i-th colour.
func (w worth) readyFor(i int) int32 { return int32(w >> (i * readyBits) & (1<<readyBits - 1)) }

// scored is a worth of a score alone.
func scored(score int32) worth { return worth(score) << (64 - scoreBits) }

// rowWorth is the score of a complete row: more than all else together.
const rowWorth = 1 << (scoreBits - 3)

// mostHits is how many points of a window one piece can hit: beside the window's line it
// reaches it in two directions, on the line the piece itself parts those that it hits.
const mostHits = 2

// weights are what incomplete windows are worth, by the number of hits that they lack:
// a piece of the opponent's colours lacks one to the goal, one's own two, the
// opponent's goal and an empty vertex three.
type weights [windowHits + 1]int32

const windowHits = 3 * rowLength

// scale is what positions are judged by.
type scale struct {
	worth [windowStates]worth
	tempo tempo
}

// defaultScale is the one that all players share, made at its first use.
var defaultScale = sync.OnceValue(func() *scale { return newScale(defaultWeights, defaultTempo) })

func newScale(w weights, t tempo) *scale {
	s := &scale{tempo: t}
	for state := range s.worth {
		s.worth[state] = worthOf(state, w)
	}
	return s
}

func worthOf(state int, w weights) worth {
	var colours [rowLength]Colour
	for i := range colours {
		colours[i] = Colour(state >> (4 * i) & 15)
		if c := colours[i]; c != Empty && !c.Valid() {
			return 0 // it reaches into a wall
		}
	}
	var sum worth
	for seat, sign := range [...]int32{1, -1} {
		lacking := 0
		var missing Colour // primaries that some point lacks, or has too many
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
func lacks(c Colour, seat int) (n int, bits Colour) {
	if c == Empty {
		return 3, red | green | blue
	}
	bits = c & (red | green | blue)
	if seat == 0 {
		bits ^= red | green | blue
	}
	for b := bits; b != 0; b &= b - 1 {
		n++
	}
	return n, bits
}

// completing is the index in the wheel of the seat's colour that hits just these
// primaries; false if one hit is not enough.
func completing(missing Colour, seat int) (int, bool) {
	for i, c := range wheel {
		if int(c.Mover()) != seat {
			continue
		}
		primary := c & (red | green | blue)
		if seat == 1 {
			primary ^= red | green | blue // what a hit takes away
		}
		if primary == missing {
			return i, true
		}
	}
	return 0, false
}
