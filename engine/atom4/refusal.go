package atom4

import (
	"slices"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/atom4/grid"
)

func (p *Position) whatToDo() engine.Text {
	return engine.T("%s places a %s piece", seatName(p.Turn()), p.Piece().Name())
}

func (p *Position) whyIllegal(c grid.Cell) engine.Text {
	if on := p.At(c); on != grid.Empty {
		return engine.T("a %s piece lies on %s: choose an empty vertex beside two neighbouring pieces, such as %s",
			on.Name(), c.String(), p.nearest(c).String())
	}
	if p.ply == 0 {
		legal := p.Legal()
		return engine.T("%s touches only one of the first two pieces, or none: the first piece goes to %s or %s, which touch both",
			c.String(), legal[0].String(), legal[1].String())
	}
	if pair, ok := p.missing(c); ok {
		return engine.T("%s makes no triangle with two neighbouring pieces: one is missing on %s; %s would do",
			c.String(), pair, p.nearest(c).String())
	}
	return engine.T("%s touches no piece at all: place it beside two pieces that are neighbours, such as on %s",
		c.String(), p.nearest(c).String())
}

// missing names the empty neighbours of a cell where a piece would make a triangle with it: two
// beside each neighbouring piece. It reports false if no piece is beside the cell.
func (p *Position) missing(c grid.Cell) (engine.Text, bool) {
	at := c.Point()
	var lacking []grid.Cell
	for d, step := range grid.Steps {
		if p.board.At[at+step]&grid.Occupied == 0 {
			continue
		}
		for _, beside := range [...]grid.Point{grid.Steps[(d+5)%6], grid.Steps[(d+1)%6]} {
			if n := at + beside; p.board.At[n] == grid.Empty && !slices.Contains(lacking, n.Cell()) {
				lacking = append(lacking, n.Cell())
			}
		}
	}
	slices.Sort(lacking)
	if len(lacking) == 0 {
		return engine.Text{}, false
	}
	said := engine.T("%s", lacking[0].String())
	for _, n := range lacking[1:] {
		said = engine.T("%s or %s", said, n.String())
	}
	return said, true
}

func (p *Position) nearest(c grid.Cell) grid.Cell {
	distance := func(a grid.Cell) int {
		dc, dr := 2*(a.Column()-c.Column())+a.Row()%2-c.Row()%2, a.Row()-c.Row()
		return dc*dc + 3*dr*dr
	}
	return slices.MinFunc(p.Legal(), func(a, b grid.Cell) int { return distance(a) - distance(b) })
}

func seatName(s engine.Seat) engine.Text {
	return s.Say(engine.T("White"), engine.T("Black"))
}
