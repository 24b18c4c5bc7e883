// Package kernel has the inner loops of the Hex network in play: convolution over the seven cells
// of a hexagonal neighbourhood, and pooling.
//
// A plane set holds a board with a ring of one cell around it, row by row, each cell as C
// consecutive numbers. The inner cells are those of the board; see [Size].
//
// All computation is in fixed point; see [Filter]. Training uses floating point, in package float
// of engine/hex/train. Every function has a portable path and, on some machines, faster ones; see
// [EachPath]. All give the same bits. The functions keep no state and may run concurrently with
// different outputs. They panic if a slice is too short.
package kernel

// Channels is the default number of channels of hidden planes.
const Channels = 32

// Taps is the number of cells that a convolution reads: the cell and its neighbours.
const Taps = 7

// Steps are the offsets of the taps from a cell as (column, row). Tap 0 is the cell itself;
// [Opposite] returns the tap that leads back.
var Steps = [Taps][2]int{{0, 0}, {1, 0}, {1, -1}, {0, -1}, {-1, 0}, {-1, 1}, {0, 1}}

// Opposite returns the tap that leads back from tap.
func Opposite(tap int) int {
	if tap == 0 {
		return 0
	}
	return (tap+2)%6 + 1
}

// A Size is the size of a board in cells; both sides are at least 1.
type Size struct{ Width, Height int }

// Square returns the size of an n×n board.
func Square(n int) Size { return Size{n, n} }

// Planes returns the number of cells of a plane set, including the ring.
func (s Size) Planes() int { return (s.Width + 2) * (s.Height + 2) }

// Cells returns the number of inner cells.
func (s Size) Cells() int { return s.Width * s.Height }

// Cell returns the index of a cell of the board in a plane set.
func (s Size) Cell(row, col int) int { return (row+1)*(s.Width+2) + col + 1 }

// Offsets returns the index offsets from a cell of a plane set to its taps.
func (s Size) Offsets() [Taps]int {
	var at [Taps]int
	for t, step := range Steps {
		at[t] = step[1]*(s.Width+2) + step[0]
	}
	return at
}

//go:generate go run ./gen

// A path is an implementation of the kernels. Its functions get slices of exact length.
type path struct {
	name      string
	fixed     func(f *Filter, out, in []int16, bias []int32, add []int16, s Size)
	fixedPool func(pooled, in []int16, s Size)
}

var portable = path{"portable", fixedPortable, fixedPoolPortable}

var (
	paths   = append(machinePaths(), portable)
	current = paths[0]
)

// Path returns the name of the path in use: initially the fastest that this machine supports,
// possibly "portable".
func Path() string { return current.name }

// EachPath calls yield with the name of every path that this machine supports while that path is in
// use. It is for tests and benchmarks: no other kernel may run concurrently.
func EachPath(yield func(name string) bool) {
	defer func(before path) { current = before }(current)
	for _, p := range paths {
		current = p
		if !yield(p.name) {
			return
		}
	}
}
