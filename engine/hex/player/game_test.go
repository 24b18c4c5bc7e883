package player

import (
	"strings"
	"testing"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/hex/board"
	"github.com/sixfold-bot/sixfold/engine/hexgrid"
	"github.com/sixfold-bot/sixfold/engine/search"
)

// game has the rules that players need in tests.
type game struct{ Position }

// kind says which game.
type kind struct {
	size     int
	width    int // 0: as many columns as rows
	swap     bool
	weighted bool
	sideways bool // Red joins left and right
}

func newGame(k kind) *game {
	topBottom := board.Red
	if k.sideways {
		topBottom = board.Blue
	}
	width := k.width
	if width == 0 {
		width = k.size
	}
	return &game{Position{
		Board: board.New(width, k.size, k.weighted, topBottom), Mover: board.Red, Last: hexgrid.NoCell, Swap: k.swap,
	}}
}

// played is the game after some moves.
func played(tb testing.TB, k kind, moves ...string) *game {
	tb.Helper()
	g := newGame(k)
	g.play(tb, moves...)
	return g
}

// boardAfter plays moves on an empty board without swap.
func boardAfter(tb testing.TB, size int, moves ...string) *game {
	tb.Helper()
	return played(tb, kind{size: size}, moves...)
}

func (g *game) play(tb testing.TB, moves ...string) {
	tb.Helper()
	for _, m := range moves {
		if _, err := g.Play(m); err != nil {
			tb.Fatal(err)
		}
	}
}

// setup is a board with stones that nobody has played, by rows of ".RB".
func setup(mover board.Colour, rows ...string) *game {
	g := newGame(kind{size: len(rows), width: len(rows[0])})
	for i, r := range strings.Join(rows, "") {
		if colour := board.Colour(strings.IndexRune(".RB", r)); colour != board.Empty {
			g.Place(hexgrid.Cell(i), colour)
			g.Stones++
		}
	}
	g.Mover = mover
	return g
}

func (g *game) clone() *game {
	c := *g
	c.Board = g.Board.Clone()
	return &c
}

func (g *game) PlayerPosition() Position { return g.Position }
func (g *game) Turn() engine.Seat        { return g.Mover.Seat() }
func (g *game) Describe() engine.Text    { return engine.T("%s", g.String()) }
func (g *game) Outcome() engine.Outcome  { return engine.Outcome{Winner: g.Winner().Seat()} }

func (g *game) Play(text string) (string, error) {
	if text == SwapMove && g.CanSwap() {
		g.Last = g.Grid().Mirror(g.Last)
		g.Clear()
		g.Place(g.Last, board.Blue)
		g.Ply, g.Mover = 2, board.Red
		return text, nil
	}
	c, err := g.Grid().Parse(text)
	if err != nil || g.At(c) != board.Empty || g.Mover == board.Empty {
		return "", &engine.MoveError{Input: text, Why: engine.T("not a move"), Err: engine.ErrIllegal}
	}
	g.Place(c, g.Mover)
	g.Last, g.Ply, g.Stones, g.Mover = c, g.Ply+1, g.Stones+1, g.Mover.Other()
	if g.Winner() != board.Empty {
		g.Mover = board.Empty
	}
	return g.Grid().Name(c), nil
}

func (g *game) Moves() []string {
	var moves []string
	for c := range hexgrid.Cell(g.Grid().Cells()) {
		if g.At(c) == board.Empty {
			moves = append(moves, g.Grid().Name(c))
		}
	}
	if g.CanSwap() {
		moves = append(moves, SwapMove)
	}
	return moves
}

// scatter plays so many random moves, or until the end.
func (g *game) scatter(tb testing.TB, moves int, r *search.Rand) {
	tb.Helper()
	for ; moves > 0 && g.Winner() == board.Empty; moves-- {
		all := g.Moves()
		g.play(tb, all[r.Below(len(all))])
	}
}
