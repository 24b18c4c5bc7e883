// Package grid implements the board of Atom-4: its vertices, its colours, and the effect of a
// piece on others.
//
// A [Cell] is a vertex by its name, "h8"; a [Point] is the same vertex in axial coordinates, where
// each direction is the same step everywhere. A [Colour] has a bit for each of red, green and
// blue: White's additive pieces set bits and Black's subtractive pieces clear them. [Board.Legal]
// reports where a piece may be placed, [Board.Hits] what it changes, and [Board.Rows] the rows
// that this completes.
//
// The package has no turns: a piece's colour tells who places it, see [Colour.Mover].
package grid

// Board holds a colour for each point; points that are not vertices are walls.
type Board struct {
	// At is exported for the inner loops of the search. Writers must keep the walls.
	At [Points]Colour
}

var emptyBoard = func() (b Board) {
	for p := range b.At {
		b.At[p] = wall
	}
	for c := range Cell(Size * Size) {
		b.At[c.Point()] = Empty
	}
	return b
}()

// NewBoard returns a board with walls and no pieces.
func NewBoard() Board { return emptyBoard }

// Legal reports whether a piece may be placed on p: the point is empty and makes a unit triangle
// with two pieces.
func (b *Board) Legal(p Point) bool {
	return b.At[p%Points] == Empty && Joins[b.Around(p)]
}

// Around returns the occupied neighbours, bit d for the direction of Steps[d].
func (b *Board) Around(p Point) (bits uint8) {
	for d, step := range Steps {
		bits |= uint8(b.At[(p+step)%Points]&Occupied) >> 3 << d
	}
	return bits
}

// Joins reports, for the six bits of [Board.Around], whether two consecutive directions are set,
// so that a piece there makes a unit triangle. It is read-only.
var Joins = func() (is [1 << len(Steps)]bool) {
	for bits := range is {
		is[bits] = bits&(bits>>1|bits<<(len(Steps)-1)) != 0
	}
	return is
}()

// Hit is a piece whose colour changes.
type Hit struct {
	At     Point
	Colour Colour // the new one
}

// Hits finds the changes of a piece placed at p and returns their number. In each direction it is
// the first piece beyond the mover's own propagators that may change. The board need not hold the
// placed piece yet. The directions do not meet, so the changes can be applied in any order.
func (b *Board) Hits(p Point, piece Colour, into *[6]Hit) int {
	by, n := &effects[piece%16], 0
	for _, step := range Steps {
		at := p + step
		old := b.At[at%Points]
		for old == by.carrier {
			at += step
			old = b.At[at%Points]
		}
		if old&Occupied == 0 {
			continue
		}
		if colour := (old | by.adds) & by.leaves; colour != old {
			into[n] = Hit{at, colour}
			n++
		}
	}
	return n
}

// Run finds the longest line of one colour through p along an axis.
func (b *Board) Run(p, axis Point) (first Point, length int) {
	colour := b.At[p%Points]
	first = p
	for b.At[(first-axis)%Points] == colour {
		first -= axis
	}
	for last := first; b.At[last%Points] == colour; last += axis {
		length++
	}
	return first, length
}

// RowLength is the length of a winning row.
const RowLength = 4

// Rows returns the pieces of all rows of the goal's colour through a changed point, each once, in
// the order in which they are found.
func (b *Board) Rows(changed []Hit, goal Colour) []Cell {
	var cells []Cell
	seen := map[Cell]bool{}
	for _, c := range changed {
		if c.Colour != goal {
			continue
		}
		for _, axis := range Axes {
			first, length := b.Run(c.At, axis)
			for i := range length {
				cell := (first + Point(i)*axis).Cell()
				if length >= RowLength && !seen[cell] {
					seen[cell] = true
					cells = append(cells, cell)
				}
			}
		}
	}
	return cells
}

// effect is what a piece does to a hit piece: White's add their primary, Black's keep only what
// both have. A carrier, the mover's own propagator, passes the hit on.
type effect struct{ adds, leaves, carrier Colour }

// effects holds the effect of each placed colour.
var effects = func() (table [16]effect) {
	for _, c := range Wheel {
		if c.Mover() == 0 {
			table[c] = effect{c, White, White}
		} else {
			table[c] = effect{0, c, Black}
		}
	}
	return table
}()
