package solver

import (
	"strconv"
	"strings"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/labyrinth/board"
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
		return parallelogram(8), nil
	case HexagonAnd3:
		return hexagonAnd3(4), nil
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

func parallelogram(side int) Shape {
	var shape Shape
	for r := range side {
		for q := range side {
			shape = append(shape, board.Cell{Q: q, R: r})
		}
	}
	return shape
}

// hexagonAnd3 returns a hexagon (61 cells for radius 4) with a cell added in the middle of every
// other side.
func hexagonAnd3(radius int) Shape {
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

// inner returns, for each cell, the sides that have a neighbour in the shape.
func (s Shape) inner() []board.Doors {
	at := map[board.Cell]bool{}
	for _, c := range s {
		at[c] = true
	}
	list := make([]board.Doors, len(s))
	for i, c := range s {
		for side := range board.Side(board.Sides) {
			if at[c.Next(side)] {
				list[i] |= 1 << side
			}
		}
	}
	return list
}

// feasible returns an error if the rim of the shape proves that it has no solution: each piece
// needs a cell of its own with neighbours at all its doors.
func (s Shape) feasible() error {
	inner := s.inner()
	var owner [board.Pieces]int // by cell, the piece plus one
	for d := board.Pieces - 1; d >= 0; d-- {
		var seen [board.Pieces]bool
		if !augment(board.Doors(d), inner, &owner, &seen) {
			return engine.Refuse("no solution exists: too many cells of the shape are on its rim for the pieces with many doors")
		}
	}
	return nil
}

// augment finds a cell for a piece, moving others if necessary (augmenting paths, as in D.
// König's theorem on matchings).
func augment(d board.Doors, inner []board.Doors, owner *[board.Pieces]int, seen *[board.Pieces]bool) bool {
	for cell, sides := range inner {
		if d&^sides != 0 || seen[cell] {
			continue
		}
		seen[cell] = true
		if owner[cell] == 0 || augment(board.Doors(owner[cell]-1), inner, owner, seen) {
			owner[cell] = int(d) + 1
			return true
		}
	}
	return false
}
