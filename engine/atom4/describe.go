package atom4

import (
	"strconv"
	"strings"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/atom4/grid"
	"github.com/sixfold-bot/sixfold/engine/hexgrid"
)

// Most pieces whose names are read out: with the sentences around them they stay
// within the 1,024 characters that an alternative text may have.
const mostNamed = 120

// Describe implements [engine.Position]: the pieces by colour as long as there are few
// enough of them to be listened to.
func (p *Position) Describe() engine.Text {
	return engine.T("Atom-4, round %s. %s %s", strconv.Itoa(p.round), p.pieces(), p.standing())
}

func (p *Position) pieces() engine.Text {
	byColour := map[grid.Colour][]string{}
	for c := range grid.Cell(grid.Size * grid.Size) {
		byColour[p.At(c)] = append(byColour[p.At(c)], c.String())
	}
	order := append([]grid.Colour{grid.White, grid.Black}, grid.Wheel[:]...)
	said := engine.T("There are %s pieces.", strconv.Itoa(p.ply+2))
	if p.ply+2 > mostNamed {
		order = order[:2]
	}
	for _, colour := range order {
		if cells := byColour[colour]; len(cells) > 0 {
			said = engine.T("%s On %s: %s.", said, colour.Name(), strings.Join(cells, " "))
		}
	}
	return said
}

// standing says what was done last, and who moves or who has won.
func (p *Position) standing() engine.Text {
	did := engine.T("")
	if p.last != nil {
		did = engine.T("%s ", p.last.about())
	}
	switch {
	case p.winner == 0:
		return engine.T("%sWhite wins: %s.", did, p.reason())
	case p.winner == 1:
		return engine.T("%sBlack wins: %s.", did, p.reason())
	case p.over():
		return engine.T("%sA draw: %s.", did, p.reason())
	default:
		return engine.T("%sNext, %s.", did, p.whatToDo())
	}
}

// about tells a move as a sentence.
func (m *Move) about() engine.Text {
	return engine.T("%s placed %s on %s: %s.", seatName(m.Piece.Mover()), m.Piece.Name(), m.Cell.String(), m.effects())
}

// effects tells what a move changes, as a clause.
func (m *Move) effects() engine.Text {
	if len(m.Changed) == 0 {
		return engine.T("nothing changes")
	}
	var said engine.Text
	for i, c := range m.Changed {
		one := engine.T("%s from %s to %s", c.Cell.String(), c.Old.Name(), c.New.Name())
		if i > 0 {
			one = engine.T("%s, %s", said, one)
		}
		said = one
	}
	return said
}

// String implements [engine.Position]: rows from the top, odd ones half a cell to the
// right, a letter a piece and a dot for an empty vertex.
func (p *Position) String() string {
	var b strings.Builder
	header := "  "
	for col := range grid.Size {
		header += " " + hexgrid.Letters(col)
	}
	b.WriteString(header + "\n")
	for row, line := range p.rows() {
		number := strconv.Itoa(row + 1)
		b.WriteString(strings.Repeat(" ", 2-len(number)) + number + strings.Repeat(" ", row%2))
		for _, r := range line {
			b.WriteString(" " + string(r))
		}
		b.WriteString("\n")
	}
	b.WriteString("round " + strconv.Itoa(p.round) + ", score " + strconv.Itoa(p.score[0]) + ":" + strconv.Itoa(p.score[1]))
	if !p.over() {
		b.WriteString(", " + p.Piece().String() + " to be placed")
	}
	b.WriteString("\n")
	return b.String()
}
