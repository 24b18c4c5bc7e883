package grid

// Point is a vertex of the board in axial coordinates, where each direction is the
// same step everywhere: a column of points runs to the lower right. Around the board
// lie walls three deep, so that no row of four that holds a vertex leaves the array.
type Point uint16

// The array of points.
const (
	Stride = 32   // from a row of points to the next
	Points = 1024 // a power of two, so that a masked point needs no check of bounds
	Margin = 3    // rows of walls above the board
	// columns of walls at the left of row 0: the last row begins half of Size further left.
	indent = Margin + Size/2
)

// Steps lead to the neighbours, clockwise from the upper left: NW NE E SE SW W. The
// opposite of a direction is three further on.
var Steps = [6]Point{opposite(Stride), opposite(Stride - 1), 1, Stride, Stride - 1, opposite(1)}

// opposite is a step back. Points wrap around as unsigned numbers do.
func opposite(step Point) Point { return -step }

// Axes are the three directions of rows: E, SE and SW.
var Axes = [3]Point{1, Stride, Stride - 1}

// Cell is the point's, which must lie on the board.
func (p Point) Cell() Cell {
	row := int(p)/Stride - Margin
	return At(int(p)%Stride-indent+row/2, row)
}
