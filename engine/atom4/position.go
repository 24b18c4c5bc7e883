package atom4

import (
	"slices"
	"strconv"
	"strings"

	"github.com/sixfold-bot/sixfold/engine"
)

// nextMove is the one move that is no cell.
const nextMove = "next"

// Change is a piece that has taken another colour.
type Change struct {
	Cell     Cell
	Old, New Colour
}

// Move is a piece that was placed, and what it changed, clockwise from the upper
// left.
type Move struct {
	Cell    Cell
	Piece   Colour
	Changed []Change
}

// Position is one moment of a match. Its reading methods do not change it.
type Position struct {
	board  board
	round  int // from 1
	first  int // round of the match
	rounds int // of the match; 0: no limit
	ply    int // of the round
	score  [2]int
	last   *Move // nil at the start of a round
	row    []Cell
	winner engine.Seat
}

// New makes the start of the match that the options of [Game] describe.
func New(o engine.Options) (engine.Position, error) {
	round, rounds := 1, 0
	if _, given := o["round"]; given {
		round = o.Int("round")
	}
	if round < 1 || round > wheelRounds {
		return nil, engine.Refuse("round must be a whole number from 1 to %s", strconv.Itoa(wheelRounds))
	}
	if _, given := o["rounds"]; given {
		if rounds = o.Int("rounds"); rounds < 1 || rounds > mostRounds {
			return nil, engine.Refuse("rounds must be a whole number from 1 to %s", strconv.Itoa(mostRounds))
		}
	}
	p := &Position{first: round, rounds: rounds}
	p.begin(round)
	return p, nil
}

// begin sets the board up for a round.
func (p *Position) begin(round int) {
	p.board, p.round, p.ply = emptyBoard, round, 0
	p.last, p.row, p.winner = nil, nil, engine.NoSeat
	for c, colour := range setUp(round) {
		p.board.at[c.point()] = colour
	}
}

// setUp is what lies on the board at the start of a round.
func setUp(round int) map[Cell]Colour {
	return map[Cell]Colour{At(7, 7): onWheel(round + 1), At(8, 7): onWheel(round - 2)}
}

// Round is the number of the round, from 1: it says where the wheel stands.
func (p *Position) Round() int { return p.round }

// Match tells which round of the match this is, counted from 1 whatever its number, and
// how many the match has, 0 where there is no limit.
func (p *Position) Match() (nth, rounds int) { return p.round - p.first + 1, p.rounds }

// Ply is the number of pieces placed in this round.
func (p *Position) Ply() int { return p.ply }

// Score is the number of rounds won by a seat, this one included.
func (p *Position) Score(s engine.Seat) int { return p.score[s] }

// At tells what lies on a cell.
func (p *Position) At(c Cell) Colour { return p.board.at[c.point()] }

// Last is the last move of this round; nil at its start. It is shared.
func (p *Position) Last() *Move { return p.last }

// Row lists the pieces of the winning rows, nil before the end. It is shared.
func (p *Position) Row() []Cell { return p.row }

// Ahead is the piece that is placed n plies from now, 0 being the next, whether or not
// the round lasts so long.
func (p *Position) Ahead(n int) Colour { return onWheel(p.round - 1 + p.ply + n) }

// Piece is the colour to be placed now, Empty after the end of a round.
func (p *Position) Piece() Colour {
	if p.over() {
		return Empty
	}
	return p.Ahead(0)
}

// fullBoard is how many pieces a round has room for: two lie there at its start.
const fullBoard = Size*Size - 2

func (p *Position) over() bool { return p.winner != engine.NoSeat || p.ply == fullBoard }

// lastOfMatch reports whether no round may follow this one.
func (p *Position) lastOfMatch() bool {
	nth, rounds := p.Match()
	return rounds != 0 && nth >= rounds
}

// Turn implements [engine.Position].
func (p *Position) Turn() engine.Seat { return p.Piece().Mover() }

// Legal lists the vertices on which a piece may be placed, row by row; none after the
// end.
func (p *Position) Legal() []Cell {
	if p.over() {
		return nil
	}
	var cells []Cell
	for c := range Cell(Size * Size) {
		if p.board.legal(c.point()) {
			cells = append(cells, c)
		}
	}
	return cells
}

// Moves implements [engine.Lister]: the legal vertices row by row; after the end of a
// round "next", if another may follow.
func (p *Position) Moves() []string {
	if p.over() {
		if p.lastOfMatch() {
			return nil
		}
		return []string{nextMove}
	}
	cells := p.Legal()
	moves := make([]string, len(cells))
	for i, c := range cells {
		moves[i] = c.String()
	}
	return moves
}

// Play implements [engine.Position]: a cell ("c5", in either case) or "next".
func (p *Position) Play(text string) (string, error) {
	if strings.EqualFold(strings.TrimSpace(text), nextMove) {
		return p.playNext(text)
	}
	if p.over() {
		return "", engine.RefuseMove(text, engine.ErrOver, "%s", p.whyOver())
	}
	c, err := parseCell(text)
	if err != nil {
		return "", err
	}
	if !p.board.legal(c.point()) {
		return "", engine.RefuseMove(text, engine.ErrIllegal, "%s", p.whyIllegal(c))
	}
	p.place(c)
	return c.String(), nil
}

func (p *Position) playNext(text string) (string, error) {
	switch {
	case !p.over():
		return "", engine.RefuseMove(text, engine.ErrIllegal, "round %s is not over yet: %s", strconv.Itoa(p.round), p.whatToDo())
	case p.lastOfMatch():
		return "", engine.RefuseMove(text, engine.ErrOver, "%s", p.whyOver())
	}
	p.begin(p.round + 1)
	return nextMove, nil
}

// place puts the piece whose turn it is on a legal cell and makes its changes.
func (p *Position) place(c Cell) {
	m := p.Effect(c)
	at, goal := c.point(), Goal(p.Turn())
	p.board.at[at] = m.Piece
	changed := make([]change, len(m.Changed))
	for i, ch := range m.Changed {
		changed[i] = change{ch.Cell.point(), ch.New}
		p.board.at[changed[i].at] = ch.New
	}
	p.ply++
	p.last = &m
	if p.row = p.board.rows(changed, goal); p.row != nil {
		p.winner = m.Piece.Mover()
		p.score[p.winner]++
	}
}

// Effect is what the piece whose turn it is would do on a legal cell.
func (p *Position) Effect(c Cell) Move {
	m := Move{Cell: c, Piece: p.Piece()}
	var hits [6]change
	n := p.board.hits(c.point(), m.Piece, &hits)
	for _, h := range hits[:n] {
		m.Changed = append(m.Changed, Change{h.at.cell(), p.board.at[h.at], h.colour})
	}
	return m
}

// After is the position after a piece on a legal cell.
func (p *Position) After(c Cell) *Position {
	after := *p
	after.row = slices.Clone(p.row)
	after.place(c)
	return &after
}

// whatToDo says whose turn it is, as a clause.
func (p *Position) whatToDo() engine.Text {
	return engine.T("%s places a %s piece", seatName(p.Turn()), p.Piece().Name())
}

// whyIllegal says what is wrong with a cell, and what would be right.
func (p *Position) whyIllegal(c Cell) engine.Text {
	if on := p.At(c); on != Empty {
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

// missing says which neighbours of an empty cell, one of two for each piece beside it,
// would make a triangle; false where no piece is beside it.
func (p *Position) missing(c Cell) (engine.Text, bool) {
	at := c.point()
	var lacking []Cell
	for d, step := range steps {
		if p.board.at[at+step]&occupied == 0 {
			continue
		}
		for _, beside := range [...]point{steps[(d+5)%6], steps[(d+1)%6]} {
			if n := at + beside; p.board.at[n] == Empty && !slices.Contains(lacking, n.cell()) {
				lacking = append(lacking, n.cell())
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

// nearest is the legal cell that lies nearest to another one.
func (p *Position) nearest(c Cell) Cell {
	distance := func(a Cell) int {
		dc, dr := 2*(a.Column()-c.Column())+a.Row()%2-c.Row()%2, a.Row()-c.Row()
		return dc*dc + 3*dr*dr
	}
	return slices.MinFunc(p.Legal(), func(a, b Cell) int { return distance(a) - distance(b) })
}

func seatName(s engine.Seat) engine.Text {
	if s == 0 {
		return engine.T("White")
	}
	return engine.T("Black")
}
