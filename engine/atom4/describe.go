package atom4

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/atom4/grid"
	"github.com/sixfold-bot/sixfold/engine/hexgrid"
)

// Describe implements [engine.Scene]: the state of the round, the pieces, in short form if need be,
// and the legal moves if there is room.
func (p *Position) Describe() engine.Text {
	said := engine.Sentences(p.title(), p.standing(), p.scoreWords())
	return engine.Fit(engine.MostDescribed,
		engine.Sentences(said, p.pieces(), p.possible()), engine.Sentences(said, p.pieces()), engine.Sentences(said, p.shortRows()))
}

// title names the round. A match may begin with any round.
func (p *Position) title() engine.Text {
	round := strconv.Itoa(p.round)
	switch nth, rounds := p.Match(); {
	case rounds <= 1:
		return engine.T("Atom-4, round %s.", round)
	case nth == p.round:
		return engine.T("Atom-4, round %s of %s.", round, strconv.Itoa(rounds))
	default:
		return engine.T("Atom-4, round %s, which is %s of %s.", round, strconv.Itoa(nth), strconv.Itoa(rounds))
	}
}

// scoreWords returns the score; empty while it is 0:0, and if the outcome has it.
func (p *Position) scoreWords() engine.Text {
	if p.score == [2]int{} || p.decided() {
		return engine.Text{}
	}
	return engine.T("The score: White %s, Black %s.", strconv.Itoa(p.score[0]), strconv.Itoa(p.score[1]))
}

func (p *Position) standing() engine.Text {
	if p.last == nil {
		return p.status()
	}
	return engine.Sentences(p.status(), engine.T("Last, %s.", p.last.about()))
}

func (p *Position) status() engine.Text {
	switch o := p.Outcome(); {
	case o.Status == engine.Won:
		return o.Winner.Say(engine.T("White wins: %s.", o.Reason), engine.T("Black wins: %s.", o.Reason))
	case o.Status != engine.Open && p.decided():
		return engine.T("A draw: %s.", o.Reason)
	case o.Status != engine.Open:
		return engine.T("It is over: %s.", o.Reason)
	default:
		return p.Turn().Say(engine.T("White to move with %s.", p.Piece().Name()), engine.T("Black to move with %s.", p.Piece().Name()))
	}
}

func (p *Position) possible() engine.Text {
	legal := p.Legal()
	if len(legal) == 0 {
		return engine.Text{}
	}
	return engine.T("Possible: %s. Even rows lie half a step to the right.", strings.Join(names(legal), " "))
}

// pieces lists the pieces by colour, white and black first.
func (p *Position) pieces() engine.Text {
	byColour := map[grid.Colour][]string{}
	for c := range grid.Cell(grid.Size * grid.Size) {
		byColour[p.At(c)] = append(byColour[p.At(c)], c.String())
	}
	var list []engine.Text
	for _, colour := range append([]grid.Colour{grid.White, grid.Black}, grid.Wheel[:]...) {
		if cells := byColour[colour]; len(cells) > 0 {
			list = append(list, engine.T("%s %s", colour.Name(), strings.Join(cells, " ")))
		}
	}
	return engine.T("The pieces: %s.", engine.List("; ", list))
}

func (p *Position) shortRows() engine.Text {
	return engine.T("Rows from the top, a letter for each piece, K being black, and numbers for empty vertices: %s.", hexgrid.ShortRows(p.rows()))
}

// Describe implements [engine.Scene].
func (v Preview) Describe() engine.Text {
	m := v.last
	tried := engine.T("A preview, nothing is played yet: %s would place %s on %s: %s.", seatName(m.Piece.Mover()), m.Piece.Name(), m.Cell.String(), m.effects())
	if v.winner != engine.NoSeat {
		tried = engine.T("%s That would win the round.", tried)
	}
	return engine.Fit(engine.MostDescribed, engine.Sentences(tried, v.pieces()), engine.Sentences(tried, v.shortRows()))
}

func (m *Move) about() engine.Text {
	return engine.T("%s placed %s on %s: %s", seatName(m.Piece.Mover()), m.Piece.Name(), m.Cell.String(), m.effects())
}

func (m *Move) effects() engine.Text {
	if len(m.Changed) == 0 {
		return engine.T("nothing changes")
	}
	return engine.List(", ", engine.Map(m.Changed, func(c Change) engine.Text {
		return engine.T("%s from %s to %s", c.Cell.String(), c.Old.Name(), c.New.Name())
	}))
}

// String implements [engine.Position]: rows from the top, odd ones half a cell to the right, with
// a letter for each piece and a dot for each empty vertex.
func (p *Position) String() string {
	board := hexgrid.Plain(p.rows(), func(row int, number string) string { return number + strings.Repeat(" ", row%2) })
	state := fmt.Sprintf("round %d, score %d:%d", p.round, p.score[0], p.score[1])
	if !p.over() {
		state += ", " + p.Piece().String() + " to be placed"
	}
	return board + state + "\n"
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

// reason says, as a clause, how the round ended, with the score in a match.
func (p *Position) reason() engine.Text {
	how := engine.T("the board is full and nobody has a row")
	if p.winner != engine.NoSeat {
		how = engine.T("a row of %s on %s", grid.Goal(p.winner).Name(), strings.Join(names(p.row), " "))
	}
	if p.round == p.first && p.rounds <= 1 {
		return how
	}
	return engine.T("%s; after round %s White has won %s and Black %s",
		how, strconv.Itoa(p.round), strconv.Itoa(p.score[0]), strconv.Itoa(p.score[1]))
}

// whyOver says, as a clause, why no move is possible after the end.
func (p *Position) whyOver() engine.Text {
	if !p.decided() {
		return engine.T("the game is over: %s", p.concluded.Reason)
	}
	if p.lastOfMatch() {
		return engine.T("the match is over: %s", p.reason())
	}
	return engine.T("round %s is over: %s; %s begins round %s", strconv.Itoa(p.round), p.reason(), engine.Command("atom4 next"), strconv.Itoa(p.round+1))
}
