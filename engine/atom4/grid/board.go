package grid

// Board holds a colour for each point, walls where there is no vertex.
type Board struct {
	// At is for the search's innermost loops to read; whoever changes it keeps the walls.
	At [Points]Colour
}

// emptyBoard has walls and no pieces.
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

// Legal reports whether a piece may be placed: the point is empty and makes a unit
// triangle with two pieces.
func (b *Board) Legal(p Point) bool {
	return b.At[p%Points] == Empty && Joins[b.Around(p)]
}

// Around returns which neighbours are occupied, bit d for the direction of Steps[d].
func (b *Board) Around(p Point) (bits uint8) {
	for d, step := range Steps {
		bits |= uint8(b.At[(p+step)%Points]&Occupied) >> 3 << d
	}
	return bits
}

// Joins reports, for the six bits of [Board.Around], whether two consecutive directions are
// set: whether a piece there makes a unit triangle. It is read-only.
var Joins = func() (is [1 << len(Steps)]bool) {
	for bits := range is {
		is[bits] = bits&(bits>>1|bits<<(len(Steps)-1)) != 0
	}
	return is
}()
