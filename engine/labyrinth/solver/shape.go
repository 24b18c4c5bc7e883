package solver

import (
	"strconv"
	"strings"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/labyrinth/board"
	"github.com/sixfold-bot/sixfold/engine/localsearch"
)

// Shape is the 64 different cells that a compact solution fills.
type Shape []board.Cell

// The shapes with names.
const (
	Parallelogram = "par8"
	HexagonAnd3   = "hex61"
)

// ParseShape parses a shape: a name, or rows from the top, separated by slashes or line breaks,
// in which # is a cell and . or a space is none. Rows may be empty. The second column and every
// other one lie half a cell lower. The error is an [*engine.Refusal].
func ParseShape(text string) (Shape, error) {
	switch name := strings.ToLower(strings.TrimSpace(text)); name {
	case Parallelogram:
		return parallelogram(), nil
	case HexagonAnd3:
		return hexagonAnd3(), nil
	}
	var shape Shape
	for row, line := range strings.Split(strings.ReplaceAll(text, "\n", "/"), "/") {
		for col, r := range strings.TrimRight(line, "\r") {
			switch r {
			case '#', 'x', 'X', 'o', 'O':
				shape = append(shape, board.CellAt(col, row))
			case '.', '-', ' ', '_':
			default:
				return nil, engine.Refuse("row %s of the shape has a %q: write # for a cell and . for none, and / between rows; or one of: %s, %s",
					strconv.Itoa(row+1), string(r), Parallelogram, HexagonAnd3)
			}
		}
	}
	if len(shape) != board.Pieces {
		return nil, engine.Refuse("the shape has %s cells; it must have %s, one for each piece", strconv.Itoa(len(shape)), strconv.Itoa(board.Pieces))
	}
	return shape, nil
}

// parallelogram returns a parallelogram of eight by eight cells.
func parallelogram() Shape {
	shape := make(Shape, board.Pieces)
	for i := range shape {
		shape[i] = board.Cell{Q: i % 8, R: i / 8}
	}
	return shape
}

// hexagonAnd3 returns a hexagon of 61 cells with a cell added in the middle of every other side.
func hexagonAnd3() Shape {
	const radius = 4
	var shape Shape
	for q := -radius; q <= radius; q++ {
		for r := -radius; r <= radius; r++ {
			if max(q+r, -q-r) <= radius {
				shape = append(shape, board.Cell{Q: q, R: r})
			}
		}
	}
	half, far := radius/2, radius+1
	return append(shape, board.Cell{Q: far, R: -half - 1}, board.Cell{Q: -half, R: far}, board.Cell{Q: -half - 1, R: -half})
}

// feasible returns an error if the rim of the shape proves that it has no solution: each piece
// needs a cell of its own with neighbours at all its doors.
func (s Shape) feasible() error {
	at := map[board.Cell]bool{}
	for _, c := range s {
		at[c] = true
	}
	room := make([]uint64, board.Pieces) // by piece, the cells for it as bits
	for i, c := range s {
		var inner board.Doors
		for side := range board.Side(board.Sides) {
			if at[c.Next(side)] {
				inner |= 1 << side
			}
		}
		for d := range board.Doors(board.Pieces) {
			if d&^inner == 0 {
				room[d] |= 1 << i
			}
		}
	}
	if !localsearch.Matchable(room) {
		return engine.Refuse("no solution exists: too many cells of the shape are on its rim for the pieces with many doors")
	}
	return nil
}
