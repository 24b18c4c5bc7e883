// Package field is the board of Hex as searches play on it: stones are placed and
// taken back in place, stones and bridges show who can no longer be stopped, and a game
// can be played out by chance or be shown to a network.
//
// The rules of the game, its swap and its words for people are in engine/hex, which
// this package knows nothing of. Cells are points: places on the board with a rim
// around it. For a network, cells are row-major in the mover's view: the mover joins
// top and bottom, so that the board is transposed for the one who joins left and right.
package field

import "github.com/sixfold-bot/sixfold/engine/hexgrid"

// Point is a place on a [Field]: the board with a rim of one place around it, rows
// of size+2 places, so that every cell has six neighbours. a1 is at width+1.
type Point int16

// places is more than the largest board has with its rim, and a power of two, so
// that indices can be masked instead of checked.
const (
	places    = 512
	placeMask = places - 1
)

// board holds a colour for each place: stones, and on the rim the colours of the
// edges. It is of bytes because that is what [mcts.Tracer] wants.
type board [places]uint8

// What lies on a cell, numbered as in engine/hex.
const (
	Empty uint8 = iota
	Red
	Blue
)

// Field is a position that can be walked and played out. It is not safe for
// concurrent use; see [Field.Clone]. It implements [mcts.Position], [mcts.Tracer],
// [mcts.Heuristic] and [search.Prover].
type Field struct {
	width     int
	topBottom uint8
	steps     [6]Point // to the neighbours: E, NE, N, W, SW, S; entries side by side touch
	side      *[places]uint8
	saves     *bridgeSaves
	board     board
	turn      uint8
	first     Point   // a1
	last      []Point // stones placed since the field was made
	open      []Point // empty cells, in any order
	where     [places]int16
	survey    *survey

	end   board   // of the last rollout
	order []Point // scratch of rollouts
}

// Values of field.side, for the places of the rim: the near edge of a colour is top
// or left, the far one bottom or right.
const (
	near = 1
	far  = 2
)

// New makes a field of a position of size×size cells, given row by row: topBottom is
// the colour that joins top and bottom, mover the one to move. The cells are copied.
func New[C ~uint8](size int, cells []C, topBottom, mover C) *Field {
	f := &Field{
		width: size + 2, saves: saves(), topBottom: uint8(topBottom), turn: uint8(mover),
		side: new([places]uint8), survey: new(survey),
	}
	w := Point(f.width)
	f.steps = [6]Point{1, 1 - w, -w, -1, w - 1, w}
	f.first = w + 1
	f.rim()
	f.open = make([]Point, 0, size*size)
	for i, c := range cells[:size*size] {
		at := f.At(i%size, i/size)
		if f.board[at] = uint8(c); c == C(Empty) {
			f.where[at] = int16(len(f.open))
			f.open = append(f.open, at)
		}
	}
	f.last = make([]Point, 0, len(f.open))
	f.order = make([]Point, len(f.open))
	return f
}

// rim colours the places around the board. The obtuse corners lie on two edges and
// get the near one's colour, which walks and bridges never mind; the acute corners,
// and all places further out, touch no cell and get none, but must not look empty.
func (f *Field) rim() {
	const nowhere = Red | Blue
	n, topBottom := f.Size(), f.topBottom
	leftRight := topBottom ^ nowhere
	for i := range f.board {
		f.board[i] = nowhere
	}
	set := func(col, row int, c, side uint8) {
		f.board[f.At(col, row)], f.side[f.At(col, row)] = c, side
	}
	for i := range n {
		set(i, -1, topBottom, near)
		set(i, n, topBottom, far)
		set(-1, i, leftRight, near)
		set(n, i, leftRight, far)
	}
	set(n, -1, topBottom, near)
	set(-1, n, leftRight, near)
}

// Size is the number of cells on a side.
func (f *Field) Size() int { return f.width - 2 }

// Mover is the colour to move.
func (f *Field) Mover() uint8 { return f.turn }

// Open are the empty cells in any order. The slice is the field's own and changes
// with the next move.
func (f *Field) Open() []Point { return f.open }

// At is the cell at a column and a row, counted from 0.
func (f *Field) At(col, row int) Point { return Point((row+1)*f.width + col + 1) }

// Cell converts a point to a cell of the grid.
func (f *Field) Cell(m Point) hexgrid.Cell {
	row, col := int(m)/f.width-1, int(m)%f.width-1
	return hexgrid.Cell(row*f.Size() + col)
}
