package htp

import (
	"slices"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/hex"
	"github.com/sixfold-bot/sixfold/engine/hexgrid"
)

// board is the state of a game after a move. It is immutable, so that undo can return to an earlier
// one.
type board struct {
	*hex.Position            // with the last stone; its player to move is meaningless
	last          hex.Colour // who moved last, or Empty
	resigned      hex.Colour // who resigned, or Empty
}

func newBoard(width, height int) (board, error) {
	p, err := hex.New(engine.Options{"size": height, "width": width})
	if err != nil {
		return board{}, err
	}
	return board{Position: p.(*hex.Position)}, nil
}

// next returns who moves if the colours alternate.
func (b board) next() hex.Colour {
	if b.last == hex.Empty {
		return hex.Red
	}
	return b.last.Other()
}

// winner returns the colour that has joined its edges or whose opponent has resigned, or Empty.
func (b board) winner() hex.Colour {
	if b.resigned != hex.Empty {
		return b.resigned.Other()
	}
	return b.Winner()
}

// checkOpen returns a refusal after the end of the game.
func (b board) checkOpen() error {
	switch {
	case b.resigned != hex.Empty:
		return engine.Refuse("the game is over: %s has resigned", colourNames[b.resigned])
	case b.Winner() != hex.Empty:
		return engine.Refuse("the game is over: %s has joined its edges", colourNames[b.Winner()])
	}
	return nil
}

func (b board) placed(colour hex.Colour, vertex string) (board, error) {
	if err := b.checkOpen(); err != nil {
		return b, err
	}
	c, err := b.Grid().Parse(vertex)
	if err != nil {
		return b, err
	}
	if b.At(c) != hex.Empty {
		return b, engine.Refuse("%s is taken: choose an empty cell", b.Grid().Name(c))
	}
	stones := b.Cells()
	stones[c] = colour
	return b.with(stones, colour, c)
}

func (b board) swapped(by hex.Colour) (board, error) {
	if err := b.checkOpen(); err != nil {
		return b, err
	}
	if b.Favoured() != hex.Empty {
		return b, engine.Refuse("there is no swap on a board with unequal sides")
	}
	stones := b.Cells()
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
	p, err := hex.Setup(b.Width(), b.Height(), stones, by.Other(), last)
	return board{Position: p, last: by}, err
}

// positionFor returns the position with mover to move. It knows the opponent's last stone, unless mover
// made the last move. With swap, the empty board and the board with one red stone are those of a
// real game, so that a player considers the swap; boards with unequal sides have no swap.
func (b board) positionFor(mover hex.Colour, swap bool) (*hex.Position, error) {
	stones := b.Cells()
	first := hexgrid.Cell(slices.Index(stones, hex.Red))
	empty := mover == hex.Red && b.Stones() == 0
	answer := mover == hex.Blue && b.Stones() == 1 && first >= 0
	if !swap || b.Favoured() != hex.Empty || !empty && !answer {
		last, placed := b.Last()
		if placed && b.At(last) == mover {
			last = hexgrid.NoCell
		}
		return hex.Setup(b.Width(), b.Height(), stones, mover, last)
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
