package atom4

import (
	"encoding/json"
	"strconv"
	"strings"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/hexgrid"
)

// state is the JSON form of a position, documented in the package comment.
type state struct {
	Round  int        `json:"round"`
	Rounds int        `json:"rounds"`
	Board  []string   `json:"board"`
	First  int        `json:"first"`
	Piece  string     `json:"piece"`
	Player int        `json:"player"`
	Ply    int        `json:"ply"`
	Score  [2]int     `json:"score"`
	Last   *lastState `json:"last"`
	Row    []string   `json:"row"`
}

type lastState struct {
	Cell    string      `json:"cell"`
	Changed [][3]string `json:"changed"`
}

// MarshalJSON implements [json.Marshaler].
func (p *Position) MarshalJSON() ([]byte, error) {
	s := state{
		Round: p.round, Rounds: p.rounds, Board: p.rows(), First: p.first, Player: int(p.Turn()) + 1,
		Ply: p.ply, Score: p.score, Row: names(p.row),
	}
	if !p.over() {
		s.Piece = p.Piece().Letter()
	}
	if p.last != nil {
		s.Last = p.last.state()
	}
	return json.Marshal(s)
}

func (m *Move) state() *lastState {
	s := &lastState{Cell: m.Cell.String(), Changed: [][3]string{}}
	for _, c := range m.Changed {
		s.Changed = append(s.Changed, [3]string{c.Cell.String(), c.Old.Letter(), c.New.Letter()})
	}
	return s
}

// rows writes the board, a text of letters a row from the top.
func (p *Position) rows() []string {
	rows := make([]string, Size)
	for row := range rows {
		for col := range Size {
			rows[row] += p.At(At(col, row)).Letter()
		}
	}
	return rows
}

// names writes cells; never nil, so that JSON has a list.
func names(cells []Cell) []string {
	list := make([]string, len(cells))
	for i, c := range cells {
		list[i] = c.String()
	}
	return list
}

// Outcome implements [engine.Position]: that of the round, also inside a match.
func (p *Position) Outcome() engine.Outcome {
	switch {
	case p.winner != engine.NoSeat:
		return engine.Outcome{Status: engine.Won, Winner: p.winner, Reason: p.reason()}
	case p.over():
		return engine.Outcome{Status: engine.Drawn, Winner: engine.NoSeat, Reason: p.reason()}
	default:
		return engine.Outcome{Status: engine.Open, Winner: engine.NoSeat}
	}
}

// reason says how the round ended, and in a match how that stands, as a clause.
func (p *Position) reason() engine.Text {
	how := engine.T("the board is full and nobody has a row")
	if p.winner != engine.NoSeat {
		how = engine.T("a row of %s on %s", Goal(p.winner).Name(), strings.Join(names(p.row), " "))
	}
	if p.round == p.first && p.rounds <= 1 {
		return how
	}
	return engine.T("%s; after round %s White has won %s and Black %s",
		how, strconv.Itoa(p.round), strconv.Itoa(p.score[0]), strconv.Itoa(p.score[1]))
}

// whyOver refuses a move after the end, as a clause.
func (p *Position) whyOver() engine.Text {
	if p.lastOfMatch() {
		return engine.T("the match is over: %s", p.reason())
	}
	return engine.T("round %s is over: %s; `next` begins round %s", strconv.Itoa(p.round), p.reason(), strconv.Itoa(p.round+1))
}

// Most pieces whose names are read out: with the sentences around them they stay
// within the 1,024 characters that an alternative text may have.
const mostNamed = 120

// Describe implements [engine.Position]: the pieces by colour as long as there are few
// enough of them to be listened to.
func (p *Position) Describe() engine.Text {
	return engine.T("Atom-4, round %s. %s %s", strconv.Itoa(p.round), p.pieces(), p.standing())
}

func (p *Position) pieces() engine.Text {
	byColour := map[Colour][]string{}
	for c := range Cell(Size * Size) {
		byColour[p.At(c)] = append(byColour[p.At(c)], c.String())
	}
	order := append([]Colour{White, Black}, wheel[:]...)
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
	for col := range Size {
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
