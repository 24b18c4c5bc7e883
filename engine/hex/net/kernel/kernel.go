// Package kernel computes the inner loops of the Hex network as it plays: convolution over the
// seven cells of a hexagonal neighbourhood, and pooling.
//
// A plane set holds a board with a ring of one cell around it, row by row, each cell as C
// consecutive numbers. The inner cells are those of the board; see [Size].
//
// All is in fixed point; see [Filter]. Training computes by floating-point numbers, in package
// float of engine/hex/train. Every function has a portable path and, where the machine has the
// instructions, faster ones; see [EachPath]. All give the same bits.
// The functions keep no state, and may run at once on different outputs. Slices that
// are too short are a programmer's mistake and panic.
package kernel

// Channels is the number of outputs of every convolution, and of hidden planes.
const Channels = 32

// Taps is the number of cells that a convolution reads: the cell and its neighbours.
const Taps = 7

// Steps are the ways from a cell to its taps as (column, row). Tap 0 is the cell
// itself; [Opposite] gives the tap that leads back.
var Steps = [Taps][2]int{{0, 0}, {1, 0}, {1, -1}, {0, -1}, {-1, 0}, {-1, 1}, {0, 1}}

// Opposite returns the tap that leads back from tap.
func Opposite(tap int) int {
	if tap == 0 {
		return 0
	}
	return (tap+2)%6 + 1
}

// A Size is that of a board, in cells; both are 1 or more.
type Size struct{ Width, Height int }

// Square returns the size of a board of n×n.
func Square(n int) Size { return Size{n, n} }

// Planes returns the number of cells of a plane set, ring included.
func (s Size) Planes() int { return (s.Width + 2) * (s.Height + 2) }

// Cells returns the number of inner cells.
func (s Size) Cells() int { return s.Width * s.Height }

// Cell returns the place of a cell of the board in a plane set.
func (s Size) Cell(row, col int) int { return (row+1)*(s.Width+2) + col + 1 }

// Offsets returns the distances from a cell of a plane set to its taps.
func (s Size) Offsets() [Taps]int {
	var at [Taps]int
	for t, step := range Steps {
		at[t] = step[1]*(s.Width+2) + step[0]
	}
	return at
}
