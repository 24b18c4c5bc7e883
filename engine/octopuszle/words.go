package octopuszle

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/sixfold-bot/sixfold/engine"
)

// Name returns the direction's name for people.
func (d Direction) Name() engine.Text {
	return [Directions]engine.Text{
		engine.T("north"), engine.T("north-east"), engine.T("east"), engine.T("south-east"),
		engine.T("south"), engine.T("south-west"), engine.T("west"), engine.T("north-west"),
	}[d]
}

// diagonalNames formats a pattern of diagonals by the letters of their directions, "-" if there
// are none.
func diagonalNames(pattern int) string {
	var words []string
	for i, name := range [...]string{"NE", "SE", "SW", "NW"} {
		if pattern>>i&1 != 0 {
			words = append(words, name)
		}
	}
	if len(words) == 0 {
		return "-"
	}
	return strings.Join(words, "+")
}

// Describe implements [engine.Scene]: the squares row by row.
func (p *Position) Describe() engine.Text {
	if p.size == Size {
		return p.describeWhole()
	}
	head := engine.T("The little Octopuszle, 4 by 4 cells: %s of 16 squares lie there.", strconv.Itoa(p.Laid()))
	if p.full() {
		head = engine.T("The little Octopuszle is solved: all 16 squares lie there, and all lines meet.")
	}
	if p.concluded.Status != engine.Open {
		head = engine.Sentences(engine.T("It is over: %s.", p.concluded.Reason), head, p.Answer())
	}
	var last, fixed, left engine.Text
	if p.last >= 0 {
		last = engine.T("Laid last: %s on %s.", strconv.Itoa(int(p.board[p.last])), p.name(p.last))
	}
	if names := p.fixedNames(); len(names) > 0 {
		fixed = engine.T("There from the start: %s.", strings.Join(names, " "))
	}
	if list := p.LeftFor(0); len(list) > 0 && len(list) < SmallSquares {
		left = engine.T("Left: %s.", engine.Numbers(" ", list))
	}
	return engine.Sentences(head, last, p.rowsWords(), fixed, left,
		engine.T("A square's number adds up its lines: 1 to the north, 2 east, 4 south, 8 west."))
}

func (p *Position) rowsWords() engine.Text {
	if p.Laid() == 0 {
		return engine.Text{}
	}
	var rows []engine.Text
	for row := range slices.Chunk(p.board, Small) {
		words := make([]engine.Text, Small)
		for col, square := range row {
			if words[col] = engine.T("%s", strconv.Itoa(int(square))); square == NoSquare {
				words[col] = engine.T("empty")
			}
		}
		rows = append(rows, engine.List(", ", words))
	}
	return engine.T("Rows from 1 to 4, each from a to d: %s.", engine.List("; ", rows))
}

func (p *Position) fixedNames() []string {
	var names []string
	for at, fixed := range p.fixed {
		if fixed {
			names = append(names, p.name(at))
		}
	}
	return names
}

// Describe implements [engine.Scene]. Files have the squares.
func (p Pair) Describe() engine.Text {
	head := engine.T("Two solutions of the Octopuszle side by side. %s.", p.Caption)
	return engine.Fit(engine.MostDescribed, engine.Sentences(head, engine.T("Alike in both, and dim: %s.", strings.Join(p.alike(), " "))), head)
}

// Describe implements [engine.Scene]. All squares fit only in hexadecimal.
func (p Picture) Describe() engine.Text {
	rows := make([]string, 0, Size)
	for row := range slices.Chunk(p.Board[:], Size) {
		var b strings.Builder
		for _, lines := range row {
			if p.DiagonalsAlone {
				fmt.Fprintf(&b, "%x", diagonal.pattern(lines))
			} else {
				fmt.Fprintf(&b, "%02x", uint8(lines))
			}
		}
		rows = append(rows, b.String())
	}
	if p.DiagonalsAlone {
		return engine.T("The Octopuszle, 16 by 16 squares with their diagonals alone. %s. Rows from the north, a hexadecimal digit for each square, which adds up its lines: 1 north-east, 2 south-east, 4 south-west, 8 north-west. %s.",
			p.Caption, strings.Join(rows, " "))
	}
	return engine.T("The Octopuszle, 16 by 16 squares whose lines all meet. %s. Rows from the north, two hexadecimal digits for each square, which add up its lines: 1 north, 2 north-east, 4 east, 8 south-east, 10 south, 20 south-west, 40 west, 80 north-west. %s.",
		p.Caption, strings.Join(rows, " "))
}
