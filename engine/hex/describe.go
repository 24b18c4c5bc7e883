package hex

import (
	"strconv"
	"strings"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/hex/board"
	"github.com/sixfold-bot/sixfold/engine/hexgrid"
)

// Describe implements [engine.Position]: the stones by name as long as there are
// few enough of them to be listened to.
func (p *Position) Describe() engine.Text {
	title := engine.T("Hex board")
	if p.Weighted() {
		title = engine.T("Weighted Hex board")
	}
	return engine.T("%s of %s. %s %s", title, p.extent(), stones(p.Board), standing(p))
}

// Most stones whose names are read out: with the sentences around them they stay
// well within the 1,024 characters that an alternative text may have.
const mostNamed = 120

// stones lists the stones of a board.
func stones(b *board.Board) engine.Text {
	red, blue := stonesOf(b, Red), stonesOf(b, Blue)
	switch {
	case len(red)+len(blue) == 0:
		return engine.T("It is empty.")
	case len(red)+len(blue) > mostNamed:
		return engine.T("Red has %s stones, Blue has %s.", strconv.Itoa(len(red)), strconv.Itoa(len(blue)))
	case len(blue) == 0:
		return engine.T("Red: %s.", strings.Join(red, " "))
	case len(red) == 0:
		return engine.T("Blue: %s.", strings.Join(blue, " "))
	default:
		return engine.T("Red: %s. Blue: %s.", strings.Join(red, " "), strings.Join(blue, " "))
	}
}

func stonesOf(b *board.Board, colour Colour) []string {
	var names []string
	for c := range hexgrid.Cell(b.Grid().Cells()) {
		if b.At(c) == colour {
			names = append(names, b.Grid().Name(c))
		}
	}
	return names
}

// standing says who moves or who has won, and the last move.
func standing(p *Position) engine.Text {
	switch o := p.Outcome(); {
	case o.Status == engine.Won && o.Winner == Red.Seat():
		return engine.T("Red wins: %s.", o.Reason)
	case o.Status == engine.Won:
		return engine.T("Blue wins: %s.", o.Reason)
	case o.Status != engine.Open:
		return engine.T("It is over: %s.", o.Reason)
	case p.last == hexgrid.NoCell && p.Mover() == Blue:
		return engine.T("Blue to move: %s.", goal(p.Board, Blue))
	case p.last == hexgrid.NoCell:
		return engine.T("Red to move: %s.", goal(p.Board, Red))
	case p.ply == 2 && p.swapped:
		return engine.T("Blue has swapped. Red to move: %s.", goal(p.Board, Red))
	case p.Mover() == Red:
		return engine.T("Blue's last move is %s. Red to move: %s.", p.Grid().Name(p.last), goal(p.Board, Red))
	default:
		return engine.T("Red's last move is %s. Blue to move: %s.", p.Grid().Name(p.last), goal(p.Board, Blue))
	}
}

// goal says what a colour joins, as a clause.
func goal(b *board.Board, c Colour) engine.Text {
	switch {
	case c == Red && b.TopBottom() == Red:
		return engine.T("red joins top and bottom")
	case c == Red:
		return engine.T("red joins left and right")
	case b.TopBottom() == Red:
		return engine.T("blue joins left and right")
	default:
		return engine.T("blue joins top and bottom")
	}
}

// reason says how a game was won, as a clause.
func reason(b *board.Board) engine.Text {
	cost := strconv.Itoa(b.Chain().Cost)
	if b.Weighted() {
		return engine.T("%s by a chain that costs %s", goal(b, b.Winner()), cost)
	}
	return engine.T("%s by a chain of %s stones", goal(b, b.Winner()), cost)
}
