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
