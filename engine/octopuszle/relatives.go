package octopuszle

import (
	"context"
	"sync"

	"github.com/sixfold-bot/sixfold/engine/localsearch"
)

// Small is the number of rows and of columns of the small variant: 16 squares, one for each set
// of the four orthogonal directions, on a board of 4 x 4.
const (
	Small        = 4
	SmallSquares = Small * Small
)

// SmallBoard is the squares of the small variant, row by row. Bit 0 to 3 of a square is a line to
// the north, east, south or west.
type SmallBoard [SmallSquares]int8

// NoSquare is an empty place.
const NoSquare int8 = -1

// SmallSolutions returns all 652 solutions of the small variant in a fixed order. They are shared
// and must not be changed.
var SmallSolutions = sync.OnceValue(func() []SmallBoard {
	var all []SmallBoard
	var b SmallBoard
	var lay func(at int, left uint32)
	lay = func(at int, left uint32) {
		if at == SmallSquares {
			all = append(all, b)
			return
		}
		for square := range int8(SmallSquares) {
			if left>>square&1 != 0 && fitsBefore(&b, at, square) {
				b[at] = square
				lay(at+1, left&^(1<<square))
			}
		}
	}
	lay(0, 1<<SmallSquares-1)
	return all
})

// fitsBefore reports whether a square fits the rim and the squares above and to the left.
func fitsBefore(b *SmallBoard, at int, square int8) bool {
	for i, d := range orthogonal {
		next, inside := nextOf(Small, at, d)
		meets := inside && hasLine(b[next], i+2)
		if line := hasLine(square, i); line != meets && (!inside || next < at) {
			return false
		}
	}
	return true
}

// hasLine reports whether a square of the small variant has a line in a direction, counted from the
// north in quarters of a turn.
func hasLine(square int8, quarters int) bool { return square>>(quarters%Small)&1 != 0 }

// TriangleSolutions is the number of solutions of another small variant: 8 triangles that point up
// and 8 that point down, one for each set of sides with a line, in a parallelogram of 4 x 2 rhombi.
// A test counts them.
const TriangleSolutions = 64

// cubes returns a solution of another relative: 64 cubes, one for each set of the six directions, in
// 4 x 4 x 4, floor by floor and row by row. Bits 0 to 5 of a cube are a line to the east, west, south,
// north, upwards or down.
func cubes(ctx context.Context, seed uint64) ([]int, error) {
	const number = Small * Small * Small
	p := localsearch.Problem{Class: make([]int, number), Patterns: number, Capacity: 1, Temperature: 0.2, Flips: orthogonalFlips}
	for at := range number {
		for axis, step := range [...]int{1, Small, Small * Small} {
			if at/step%Small < Small-1 {
				p.Edges = append(p.Edges, localsearch.Edge{A: int32(at), B: int32(at + step), BitA: 1 << (2 * axis), BitB: 2 << (2 * axis)})
			}
		}
	}
	return localsearch.New(p, seed).Next(ctx)
}

// SmallLines returns the lines of a square of the small variant as one of the 256 squares.
func SmallLines(square int8) Lines { return orthogonal.lines(int(square)) }
