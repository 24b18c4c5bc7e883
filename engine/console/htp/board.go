package htp

import (
	"slices"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/hex"
	"github.com/sixfold-bot/sixfold/engine/hexgrid"
)

// board is what lies before the engine at one moment. It is not changed once made,
// so that undo goes back to the one before.
type board struct {
	*hex.Position            // with its last stone; its mover means nothing
	last          hex.Colour // who moved last, Empty at the start
	resigned      hex.Colour // who gave up, or Empty
}

func newBoard(width, height int) (board, error) {
	p, err := hex.New(engine.Options{"size": height, "width": width})
	if err != nil {
		return board{}, err
	}
	return board{Position: p.(*hex.Position)}, nil
}

// stones copies what lies on the board, by cell.
func (b board) stones() []hex.Colour {
	stones := make([]hex.Colour, b.Grid().Cells())
	for c := range stones {
		stones[c] = b.At(hexgrid.Cell(c))
	}
	return stones
}

// next is who moves if the colours take turns.
func (b board) next() hex.Colour {
	if b.last == hex.Empty {
		return hex.Red
	}
	return b.last.Other()
}

// winner is who has joined its edges, or to whom the other has resigned.
func (b board) winner() hex.Colour {
	if b.resigned != hex.Empty {
		return b.resigned.Other()
	}
	return b.Winner()
}

// open refuses what cannot be done after the end.
func (b board) open() error {
	switch {
	case b.resigned != hex.Empty:
		return engine.Refuse("the game is over: %s has resigned", colourNames[b.resigned])
	case b.Winner() != hex.Empty:
		return engine.Refuse("the game is over: %s has joined its edges", colourNames[b.Winner()])
	}
	return nil
}

// placed is the board after a stone.
func (b board) placed(colour hex.Colour, vertex string) (board, error) {
	if err := b.open(); err != nil {
		return b, err
	}
	c, err := b.Grid().Parse(vertex)
	if err != nil {
		return b, err
	}
	if b.At(c) != hex.Empty {
		return b, engine.Refuse("%s is taken: choose an empty cell", b.Grid().Name(c))
	}
	stones := b.stones()
	stones[c] = colour
	return b.with(stones, colour, c)
}

// swapped is the board after a colour has taken over the only stone.
func (b board) swapped(by hex.Colour) (board, error) {
	if err := b.open(); err != nil {
		return b, err
	}
	if b.Favoured() != hex.Empty {
		return b, engine.Refuse("there is no swap on a board with unequal sides")
	}
	stones := b.stones()
	c := hexgrid.Cell(slices.IndexFunc(stones, func(c hex.Colour) bool { return c != hex.Empty }))
	if b.Stones() != 1 || stones[c] == by {
		return b, engine.Refuse("%s can swap only as the answer to the first stone", colourNames[by])
	}
	mirrored := b.Grid().Mirror(c)
	stones[c] = hex.Empty
	stones[mirrored] = by
	return b.with(stones, by, mirrored)
}

func (b board) with(stones []hex.Colour, by hex.Colour, last hexgrid.Cell) (board, error) {
	p, err := hex.SetupAfter(b.Width(), b.Height(), stones, by.Other(), last)
	return board{Position: p, last: by}, err
}

// facing is the position in which a colour has to move. The opponent's last stone is known
// there, unless the colour itself has moved last. With swap it is the one of a
// real game as far as the swap matters, so that a player can think of it; boards with
// unequal sides have none.
func (b board) facing(mover hex.Colour, swap bool) (*hex.Position, error) {
	stones := b.stones()
	first := hexgrid.Cell(slices.Index(stones, hex.Red))
	empty := mover == hex.Red && b.Stones() == 0
	answer := mover == hex.Blue && b.Stones() == 1 && first >= 0
	if !swap || b.Favoured() != hex.Empty || !empty && !answer {
		if last, placed := b.Last(); placed && b.At(last) != mover {
			return hex.SetupAfter(b.Width(), b.Height(), stones, mover, last)
		}
		return hex.Setup(b.Width(), b.Height(), stones, mover)
	}
	made, err := hex.New(engine.Options{"size": b.Height(), "swap": true})
	if err != nil {
		return nil, err
	}
	if answer {
		if _, err := made.Play(b.Grid().Name(first)); err != nil {
			return nil, err
		}
	}
	return made.(*hex.Position), nil
}
