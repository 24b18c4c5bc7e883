package grid

// Point is a vertex in axial coordinates, where each direction is the same step everywhere: a
// column of points runs to the lower right. Walls three deep surround the board, so that no row
// of four that contains a vertex leaves the array.
type Point uint16

// Layout of the array of points.
const (
	Stride = 32   // from one row of points to the next
	Points = 1024 // a power of two, so that a masked point needs no check of bounds
	Margin = 3    // rows of walls above the board
	// indent is the width of the walls left of row 0. The last row begins Size/2 further left.
	indent = Margin + Size/2
)

// Steps lead to the neighbours, clockwise from the upper left: NW NE E SE SW W. The opposite
// direction is three entries further.
var Steps = [6]Point{opposite(Stride), opposite(Stride - 1), 1, Stride, Stride - 1, opposite(1)}

// opposite returns the step back. Points wrap around as unsigned integers.
func opposite(step Point) Point { return -step }

// Axes are the three directions of rows: E, SE and SW.
var Axes = [3]Point{1, Stride, Stride - 1}

// Cell returns the point's cell. The point must lie on the board.
func (p Point) Cell() Cell {
	row := int(p)/Stride - Margin
	return At(int(p)%Stride-indent+row/2, row)
}
