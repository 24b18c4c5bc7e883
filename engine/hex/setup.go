package hex

import (
	"strconv"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/hexgrid"
)

// Setup returns a plain board with any number of stones that were not played, such as another
// program shows. Stones are given by cell, row by row from a1, and copied; mover is Red or Blue.
// The game continues without swap and is over when a colour's edges are joined. A refusal is an
// [*engine.Refusal].
func Setup(width, height int, stones []Colour, mover Colour) (*Position, error) {
	made, err := New(sized(width, height))
	if err != nil {
		return nil, err
	}
	if len(stones) != width*height {
		return nil, engine.Refuse("a board of %s by %s has %s cells, not %s", strconv.Itoa(width), strconv.Itoa(height),
			strconv.Itoa(width*height), strconv.Itoa(len(stones)))
	}
	if mover != Red && mover != Blue {
		return nil, engine.Refuse("red or blue must be the one to move")
	}
	p := made.(*Position)
	p.first = mover.Seat()
	for c, colour := range stones {
		if colour == Empty {
			continue
		}
		p.Place(hexgrid.Cell(c), colour)
		p.setup++
	}
	return p, nil
}

// SetupAfter is [Setup] with a known last stone, which must be the opponent's; players look for an
// answer to it.
func SetupAfter(width, height int, stones []Colour, mover Colour, last hexgrid.Cell) (*Position, error) {
	p, err := Setup(width, height, stones, mover)
	if err != nil {
		return nil, err
	}
	if last < 0 || int(last) >= len(stones) || stones[last] != mover.Other() {
		return nil, engine.Refuse("the last stone must be one of the opponent's")
	}
	p.last = last
	return p, nil
}
