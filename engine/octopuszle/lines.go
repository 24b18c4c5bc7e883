package octopuszle

import "github.com/sixfold-bot/sixfold/engine"

// Size is the number of rows and of columns. Squares is the number of squares, one for each set
// of directions.
const (
	Size    = 16
	Squares = Size * Size
)

// Directions is the number of directions of a square, clockwise from the north.
const Directions = 8

// Direction is a direction of a line; the odd ones are diagonals.
type Direction int

// The directions.
const (
	North Direction = iota
	NorthEast
	East
	SouthEast
	South
	SouthWest
	West
	NorthWest
)

var steps = [Directions]struct{ col, row int }{
	{0, -1}, {1, -1}, {1, 0}, {1, 1}, {0, 1}, {-1, 1}, {-1, 0}, {-1, -1},
}

// Opposite returns the direction back.
func (d Direction) Opposite() Direction { return (d + Directions/2) % Directions }

// Lines is the set of directions in which a square has a line, bit i for direction i. The values
// 0 to 255 are the squares.
type Lines uint8

// The two kinds of line.
const (
	Orthogonals Lines = 1<<North | 1<<East | 1<<South | 1<<West
	Diagonals   Lines = 1<<NorthEast | 1<<SouthEast | 1<<SouthWest | 1<<NorthWest
)

// Has reports whether there is a line in a direction.
func (l Lines) Has(d Direction) bool { return l>>d&1 != 0 }

// Board is 256 squares, row by row.
type Board [Squares]Lines

// Next returns the place of the neighbour in a direction; false beyond the rim.
func Next(at int, d Direction) (int, bool) { return nextOf(Size, at, d) }

// nextOf is Next on a board of any size.
func nextOf(size, at int, d Direction) (int, bool) {
	col, row := at%size+steps[d].col, at/size+steps[d].row
	return row*size + col, col >= 0 && col < size && row >= 0 && row < size
}

// kind is the directions of a kind of line, in the order of the bits of a pattern.
type kind [Directions / 2]Direction

var (
	orthogonal = kind{North, East, South, West}
	diagonal   = kind{NorthEast, SouthEast, SouthWest, NorthWest}
)

// patterns is the number of sets of lines of one kind, and perClass the number of squares with
// equal diagonals.
const (
	patterns = 16
	perClass = Squares / patterns
)

// pattern returns a square's lines of the kind, 0 to 15.
func (k kind) pattern(l Lines) int {
	p := 0
	for i, d := range k {
		p |= int(l>>d&1) << i
	}
	return p
}

// lines is the inverse of pattern.
func (k kind) lines(pattern int) Lines {
	var l Lines
	for i, d := range k {
		l |= Lines(pattern>>i&1) << d
	}
	return l
}

// patterns returns the pattern of each square, row by row. Those of the diagonals are the board's
// diagonal complex, which divides the squares into classes.
func (b *Board) patterns(k kind) []int { return engine.Map(b[:], k.pattern) }

// Step returns how far the neighbour in a direction is to the east and to the south.
func (d Direction) Step() (east, south int) { return steps[d].col, steps[d].row }
