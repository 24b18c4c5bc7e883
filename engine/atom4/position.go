package atom4

import (
	"cmp"
	"encoding/json"
	"image"
	"slices"
	"strconv"
	"strings"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/atom4/grid"
)

// nextMove is the move that begins the next round.
const nextMove = "next"

// Change is a piece whose colour a move changes.
type Change struct {
	Cell     grid.Cell
	Old, New grid.Colour
}

// Move is a placed piece with its changes, clockwise from the upper left.
type Move struct {
	Cell    grid.Cell
	Piece   grid.Colour
	Changed []Change
}

// Position is one moment of a match. Its reading methods do not change it.
type Position struct {
	board  grid.Board
	round  int // from 1
	first  int // first round of the match
	rounds int // of the match; 0: no limit
	ply    int // of the round
	score  [2]int
	last   *Move // nil at the start of a round
	row    []grid.Cell
	winner engine.Seat

	concluded engine.Outcome // set by Conclude; Open unless the players ended the game
}

// New makes the start of the match that the options of [Game] describe.
func New(o engine.Options) (engine.Position, error) {
	p := &Position{first: cmp.Or(o.Int("round"), 1), rounds: o.Int("rounds")}
	p.begin(p.first)
	return p, nil
}

func (p *Position) begin(round int) {
	p.board, p.round, p.ply = grid.NewBoard(), round, 0
	p.last, p.row, p.winner = nil, nil, engine.NoSeat
	p.board.At[grid.At(7, 7).Point()] = grid.WheelAt(round + 1)
	p.board.At[grid.At(8, 7).Point()] = grid.WheelAt(round - 2)
}

// Round returns the number of the round, from 1, which decides the position of the wheel.
func (p *Position) Round() int { return p.round }

// Match returns which round of the match this is, counted from 1 whatever the round's number, and
// the number of rounds, 0 without a limit.
func (p *Position) Match() (nth, rounds int) { return p.round - p.first + 1, p.rounds }

// Ply returns the number of pieces placed in this round.
func (p *Position) Ply() int { return p.ply }

// Score returns the number of rounds won by a seat, this one included.
func (p *Position) Score(s engine.Seat) int { return p.score[s] }

// At returns the colour on a cell.
func (p *Position) At(c grid.Cell) grid.Colour { return p.board.At[c.Point()] }

// InUse returns the smallest rectangle of columns and rows that holds all pieces.
func (p *Position) InUse() (box image.Rectangle) {
	for c := range grid.Cell(grid.Size * grid.Size) {
		if p.At(c) != grid.Empty {
			at := image.Pt(c.Column(), c.Row())
			box = box.Union(image.Rectangle{at, at.Add(image.Pt(1, 1))})
		}
	}
	return box
}

// Last returns the last move of this round, nil at its start. It is shared.
func (p *Position) Last() *Move { return p.last }

// Row returns the pieces of the winning rows, nil before the end. It is shared.
func (p *Position) Row() []grid.Cell { return p.row }

// Ahead returns the colour that is placed n plies from now, 0 being the next, even if the round
// ends before.
func (p *Position) Ahead(n int) grid.Colour { return grid.WheelAt(p.round - 1 + p.ply + n) }

// Piece returns the colour to be placed now, Empty after the end of a round.
func (p *Position) Piece() grid.Colour {
	if p.over() {
		return grid.Empty
	}
	return p.Ahead(0)
}

// fullBoard is the number of pieces placed on a full board; two more lie there at the start.
const fullBoard = grid.Size*grid.Size - 2

// decided reports whether the round is over by the rules; over also counts an end by the players.
func (p *Position) decided() bool { return p.winner != engine.NoSeat || p.ply == fullBoard }

func (p *Position) over() bool { return p.decided() || p.concluded.Status != engine.Open }

func (p *Position) lastOfMatch() bool {
	nth, rounds := p.Match()
	return rounds != 0 && nth >= rounds
}

// tree returns the board for a search. The round must not be over.
func (p *Position) tree() *evaluated {
	return newEvaluated(&p.board, (p.round-1+p.ply)%len(grid.Wheel), fullBoard-p.ply)
}

// Turn implements [engine.Position].
func (p *Position) Turn() engine.Seat { return p.Piece().Mover() }

// Legal returns the vertices where a piece may be placed, row by row; nil after the end.
func (p *Position) Legal() []grid.Cell {
	if p.over() {
		return nil
	}
	var cells []grid.Cell
	for c := range grid.Cell(grid.Size * grid.Size) {
		if p.board.Legal(c.Point()) {
			cells = append(cells, c)
		}
	}
	return cells
}

// Moves implements [engine.Picker]: the legal vertices row by row; after a round "next", unless
// it was the last.
func (p *Position) Moves() []string {
	if p.over() {
		if p.lastOfMatch() || !p.decided() {
			return nil
		}
		return []string{nextMove}
	}
	return names(p.Legal())
}

// Play implements [engine.Position]: a cell ("c5", in either case) or "next".
func (p *Position) Play(text string) (string, error) {
	if strings.EqualFold(strings.TrimSpace(text), nextMove) {
		return p.playNext(text)
	}
	if p.over() {
		return "", engine.RefuseMove(text, engine.ErrOver, "%s", p.whyOver())
	}
	c, err := p.legalCell(text)
	if err != nil {
		return "", err
	}
	p.place(c)
	return c.String(), nil
}

// legalCell parses the name of a cell where the next piece may be placed.
func (p *Position) legalCell(text string) (grid.Cell, error) {
	c, err := grid.ParseCell(text)
	if err == nil && !p.board.Legal(c.Point()) {
		err = engine.RefuseMove(text, engine.ErrIllegal, "%s", p.whyIllegal(c))
	}
	return c, err
}

func (p *Position) playNext(text string) (string, error) {
	switch {
	case !p.over():
		return "", engine.RefuseMove(text, engine.ErrIllegal, "round %s is not over yet: %s", strconv.Itoa(p.round),
			engine.T("%s places a %s piece", seatName(p.Turn()), p.Piece().Name()))
	case p.lastOfMatch(), !p.decided():
		return "", engine.RefuseMove(text, engine.ErrOver, "%s", p.whyOver())
	}
	p.begin(p.round + 1)
	return nextMove, nil
}

func (p *Position) place(c grid.Cell) {
	m := p.Effect(c)
	at, goal := c.Point(), grid.Goal(p.Turn())
	p.board.At[at] = m.Piece
	changed := make([]grid.Hit, len(m.Changed))
	for i, ch := range m.Changed {
		changed[i] = grid.Hit{At: ch.Cell.Point(), Colour: ch.New}
		p.board.At[changed[i].At] = ch.New
	}
	p.ply++
	p.last = &m
	if p.row = p.board.Rows(changed, goal); p.row != nil {
		p.winner = m.Piece.Mover()
		p.score[p.winner]++
	}
}

// Effect returns the move of the next piece on a legal cell.
func (p *Position) Effect(c grid.Cell) Move {
	m := Move{Cell: c, Piece: p.Piece()}
	var hits [6]grid.Hit
	n := p.board.Hits(c.Point(), m.Piece, &hits)
	for _, h := range hits[:n] {
		m.Changed = append(m.Changed, Change{h.At.Cell(), p.board.At[h.At], h.Colour})
	}
	return m
}

// After returns the position after a piece on a legal cell.
func (p *Position) After(c grid.Cell) *Position {
	after := *p
	after.row = slices.Clone(p.row)
	after.place(c)
	return &after
}

// Outcome implements [engine.Position] for the round, also within a match.
func (p *Position) Outcome() engine.Outcome {
	switch {
	case p.winner != engine.NoSeat:
		return engine.Outcome{Status: engine.Won, Winner: p.winner, Reason: p.reason()}
	case p.decided():
		return engine.Outcome{Status: engine.Drawn, Winner: engine.NoSeat, Reason: p.reason()}
	case p.over():
		return p.concluded
	default:
		return engine.Outcome{Status: engine.Open, Winner: engine.NoSeat}
	}
}

// Conclude implements [engine.Concluder].
func (p *Position) Conclude(o engine.Outcome) engine.Position {
	if p.decided() {
		return p
	}
	c := *p
	c.concluded = o
	return &c
}

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
	return &lastState{m.Cell.String(), engine.Map(m.Changed, func(c Change) [3]string {
		return [3]string{c.Cell.String(), c.Old.Letter(), c.New.Letter()}
	})}
}

// rows returns the board as a string of letters for each row, from the top.
func (p *Position) rows() []string {
	rows := make([]string, grid.Size)
	for row := range rows {
		for col := range grid.Size {
			rows[row] += p.At(grid.At(col, row)).Letter()
		}
	}
	return rows
}

// names returns the names of cells.
func names(cells []grid.Cell) []string { return engine.Map(cells, grid.Cell.String) }
