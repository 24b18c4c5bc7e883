package hex

import (
	"encoding/json"
	"strings"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/hex/board"
	"github.com/sixfold-bot/sixfold/engine/hexgrid"
)

// state is the JSON form of a position, documented in the package comment.
type state struct {
	Size       int      `json:"size"`
	Width      int      `json:"width"`
	Weighted   bool     `json:"weighted"`
	Convention string   `json:"convention"`
	Board      []string `json:"board"`
	Turn       string   `json:"turn"`
	Ply        int      `json:"ply"`
	Last       string   `json:"last"`
	CanSwap    bool     `json:"can_swap"`
	Swapped    bool     `json:"swapped"`
	Winner     string   `json:"winner"`
	Path       []string `json:"path"`
	Cost       int      `json:"cost"`

	Puzzle *puzzleState `json:"puzzle,omitempty"`
}

// MarshalJSON implements [json.Marshaler].
func (p *Position) MarshalJSON() ([]byte, error) { return json.Marshal(p.state()) }

func (p *Position) state() state {
	s := state{
		Size: p.Height(), Width: p.Width(), Weighted: p.Weighted(), Convention: convention(p.Board), Board: p.Rows(), Ply: p.ply,
		CanSwap: p.CanSwap(), Swapped: p.swapped, Path: names(p.Grid(), p.Path()), Cost: p.Chain().Cost,
	}
	if p.last != hexgrid.NoCell {
		s.Last = p.Grid().Name(p.last)
	}
	switch o := p.Outcome(); o.Status {
	case engine.Open:
		s.Turn = p.Mover().String()
	case engine.Won:
		s.Winner = board.ColourOf(o.Winner).String()
	case engine.Drawn, engine.Solved: // by the players: nobody has won
	}
	return s
}

func convention(b *board.Board) string {
	if b.TopBottom() == Blue {
		return source
	}
	return modern
}

// String implements [engine.Position]: rows from the top, each half a cell further to the right,
// with R and B for stones and a dot for an empty cell.
func (p *Position) String() string {
	return hexgrid.Plain(p.Rows(), func(row int, number string) string { return strings.Repeat(" ", row) + number })
}
