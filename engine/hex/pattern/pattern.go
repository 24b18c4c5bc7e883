// Package pattern explains in Hex terms why a move was a mistake: a bridge or an edge template that
// was intruded on and not saved, an edge template that was not made, a ladder without an escape.
//
// A template is recognized only if its whole carrier was empty and an exact search of the carrier has
// answered every intrusion, so that what the better move keeps or makes holds whatever the opponent
// does. That the move played lost it is proved where few cells are empty: an exact search of all that
// could join the stones finds that the opponent, to move, can keep them apart. Elsewhere it is likely,
// by such a search of the cells around. A ladder is played out on the board. See [Certainty].
//
// That the move was a mistake is established elsewhere, by a search. Names follow HexWiki. Each
// colour is viewed as joining top and bottom, with the relevant edge at the bottom, see [view].
package pattern

import (
	"slices"

	"github.com/sixfold-bot/sixfold/engine/hex/board"
	"github.com/sixfold-bot/sixfold/engine/hexgrid"
)

// Kind is the kind of a finding.
type Kind int

// The kinds.
const (
	// Bridge: the opponent intruded on the bridge between Stones, and Better would have saved it.
	Bridge Kind = iota + 1
	// Broken: the opponent intruded on the Template of Stones[0] at Edge, and Better would have
	// saved it.
	Broken
	// Missed: a stone at Better would have been linked to Stones[0] and joined to Edge by Template.
	Missed
	// Ladder: the move pushes a ladder along Edge that finds no escape.
	Ladder
)

// Certainty is how sure it is that the move lost what a finding tells of.
type Certainty int

// The levels of certainty. What is less sure is not found.
const (
	// Likely: so finds a search of the cells around.
	Likely Certainty = iota + 1
	// Proved: so finds a search of all cells that matter.
	Proved
)

// Finding is a reason why a move was a mistake.
type Finding struct {
	Kind      Kind
	Certainty Certainty
	Stones    []hexgrid.Cell
	Edge      board.Edge
	Template  Template
	// Intruder is the opponent's stone that intruded on a bridge or a template, else
	// [hexgrid.NoCell].
	Intruder hexgrid.Cell
	// Line is the continuation of a ladder: the forced answer to the move, the next push, and so on
	// to the last answer.
	Line []hexgrid.Cell
}

// Question asks about a move that was a mistake.
type Question struct {
	Board *board.Board // before the move; it is not changed
	Mover board.Colour
	// Last is the opponent's last stone, or [hexgrid.NoCell].
	Last hexgrid.Cell
	// Played is the move, Better one that a search prefers, or [hexgrid.NoCell].
	Played, Better hexgrid.Cell
}

// Explain returns why a move was a mistake; ok is false if nothing is proven.
func Explain(q Question) (f Finding, ok bool) {
	for _, find := range []func(Question) (Finding, bool){brokenBridge, brokenTemplate, ladder, missedTemplate} {
		if f, ok = find(q); ok {
			return f, true
		}
	}
	return Finding{}, false
}

// view is a board as seen for a colour that joins top and bottom, with one of its edges at the
// bottom. Columns and rows are exchanged for the colour that joins left and right, and the board is
// turned by 180° to bring the top or left edge to the bottom. Its stones may differ from those of
// the board.
type view struct {
	board      *board.Board
	cells      []board.Colour
	own        board.Colour
	transposed bool
	turned     bool
	positions  *int // that searches may still look at, of this view and all made from it
}

// views returns the two views of a board for a colour.
func views(b *board.Board, own board.Colour) [2]*view {
	transposed, positions := own != b.TopBottom(), new(4*maxPositions)
	return [2]*view{
		{b, b.Cells(), own, transposed, false, positions},
		{b, b.Cells(), own, transposed, true, positions},
	}
}

// edge returns the edge of the board that is at the bottom.
func (s *view) edge() board.Edge {
	first, second := s.board.Edges(s.own)
	if s.turned {
		return first
	}
	return second
}

// size returns the numbers of columns and rows in the view.
func (s *view) size() (width, height int) {
	if s.transposed {
		return s.board.Height(), s.board.Width()
	}
	return s.board.Width(), s.board.Height()
}

// cell returns the cell at a column and a row of the view, or [hexgrid.NoCell].
func (s *view) cell(col, row int) hexgrid.Cell {
	width, height := s.size()
	if s.turned {
		col, row = width-1-col, height-1-row
	}
	if s.transposed {
		col, row = row, col
	}
	return s.board.Grid().At(col, row)
}

// place returns the column and the row of a cell in the view.
func (s *view) place(c hexgrid.Cell) (col, row int) {
	col, row = s.board.Grid().Column(c), s.board.Grid().Row(c)
	if s.transposed {
		col, row = row, col
	}
	if s.turned {
		width, height := s.size()
		col, row = width-1-col, height-1-row
	}
	return col, row
}

// put returns a copy of the view with one more stone.
func (s *view) put(c hexgrid.Cell, colour board.Colour) *view {
	after := *s
	after.cells = slices.Clone(s.cells)
	after.cells[c] = colour
	return &after
}
