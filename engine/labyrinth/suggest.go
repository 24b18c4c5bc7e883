package labyrinth

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/labyrinth/board"
	"github.com/sixfold-bot/sixfold/engine/labyrinth/solver"
)

// suggestOpen suggests the empty cells behind doors.
func suggestOpen(p engine.Position, typed string) []engine.Named {
	table, ok := p.(*Position)
	if !ok {
		return nil
	}
	return engine.Suggest(cellNames(table.Open()), typed)
}

// suggestLaid suggests the cells of pieces that can be removed, the last one first.
func suggestLaid(p engine.Position, typed string) []engine.Named {
	table, ok := p.(*Position)
	if !ok {
		return nil
	}
	names := engine.Map(table.pieces[table.fixed:], board.Piece.Name)
	slices.Reverse(names)
	return engine.Suggest(names, typed)
}

func cellNames(cells []board.Cell) []string { return engine.Map(cells, board.Cell.Name) }

type player struct{ seed uint64 }

// Choose implements [engine.Player]: it places a piece of a completion on the cell with fewest
// candidates. If there is no completion it removes the last piece; if none is found in time it
// places any piece that fits.
func (pl *player) Choose(ctx context.Context, position engine.Position) (engine.Choice, error) {
	p, ok := position.(*Position)
	if !ok || p.Outcome().Status != engine.Open {
		return engine.Choice{}, errors.New("labyrinth: no open position of this game")
	}
	found, err := Complete(ctx, p.pieces, pl.seed)
	if err == nil {
		return engine.Choice{Move: p.firstOf(found), Value: 1, Proved: true}, nil
	}
	if move, ok := p.guess(); ok && !errors.Is(err, solver.ErrNone) {
		return engine.Choice{Move: move, Value: 0.5}, nil
	}
	if own := len(p.pieces) - p.fixed; own > 0 {
		last := p.pieces[len(p.pieces)-1]
		return engine.Choice{Move: removeVerb + " " + last.Name(), Value: 0.5}, nil
	}
	return engine.Choice{}, err
}

// Moves implements [engine.Picker]: all ways to fill the cells behind doors, or else a cell in
// the middle, and to remove pieces. The some thousand moves to other cells are left out.
func (p *Position) Moves() []string {
	if p.Outcome().Status != engine.Open {
		return nil
	}
	list := engine.Map(p.pieces[p.fixed:], func(piece board.Piece) string { return removeVerb + " " + piece.Name() })
	for _, c := range p.targets() {
		for _, d := range p.Candidates(c) {
			list = append(list, placing(board.Piece{Cell: c, Doors: d}))
		}
	}
	return list
}

// targets returns the empty cells behind doors; if there are none, the empty cell nearest to the
// middle on which a piece fits.
func (p *Position) targets() []board.Cell {
	if open := p.Open(); len(open) > 0 {
		return open
	}
	middle := board.CellAt(Board.Cols/2, Board.Rows/2)
	best, least := board.Cell{}, Board.Cols+Board.Rows
	for row := range Board.Rows {
		for col := range Board.Cols {
			c := board.CellAt(col, row)
			if d := c.Distance(middle); d < least && len(p.Candidates(c)) > 0 {
				best, least = c, d
			}
		}
	}
	return []board.Cell{best}
}

// guess places a piece on the cell with fewest candidates; false if a cell has none.
func (p *Position) guess() (string, bool) {
	best, least := board.Piece{}, board.Pieces+1
	for _, c := range p.targets() {
		fit := p.Candidates(c)
		if len(fit) == 0 {
			return "", false
		}
		if len(fit) < least {
			best, least = board.Piece{Cell: c, Doors: fit[0]}, len(fit)
		}
	}
	return placing(best), true
}

func placing(p board.Piece) string {
	return placeVerb + " " + strconv.Itoa(p.Doors.Number()) + " " + p.Name()
}

// Complete finds a solution on [Board] that contains the pieces. The error is [solver.ErrNone],
// [solver.ErrGaveUp], the context's, or an [*engine.Refusal] of the pieces.
func Complete(ctx context.Context, pieces []board.Piece, seed uint64) (solver.Solution, error) {
	search := solver.Default()
	search.Given, search.Frame = pieces, Board
	s, err := solver.New(search, seed)
	if err != nil {
		return solver.Solution{}, err
	}
	return s.Next(ctx)
}

// firstOf returns the move of a solution on the cell with fewest candidates.
func (p *Position) firstOf(found solver.Solution) string {
	best, least := board.Piece{}, board.Pieces+1
	for _, piece := range found.Pieces {
		if _, lies := p.at[piece.Cell]; lies {
			continue
		}
		n := board.Pieces
		if p.hasDoorTo(piece.Cell) {
			n = len(p.Candidates(piece.Cell))
		}
		if n < least {
			best, least = piece, n
		}
	}
	return placing(best)
}

// ParseMove parses a move that places or removes one piece; for a removal only the cell is set.
func ParseMove(line string) (piece board.Piece, placed bool) {
	words := strings.Fields(line)
	if len(words) == 2 && words[0] == removeVerb {
		piece.Cell, _ = Board.Parse(words[1])
		return piece, false
	}
	if len(words) != 3 {
		return board.Piece{}, false
	}
	piece, err := board.ParsePiece(words[1], words[2], Board)
	return piece, err == nil
}
