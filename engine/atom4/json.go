package atom4

import (
	"encoding/json"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/atom4/grid"
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
