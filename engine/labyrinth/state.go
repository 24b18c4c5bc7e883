package labyrinth

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/labyrinth/board"
)

type pieceState struct {
	Hexagram int         `json:"hexagram"`
	Cell     string      `json:"cell"`
	Q        int         `json:"q"`
	R        int         `json:"r"`
	Doors    board.Doors `json:"doors"`
}

func stateOf(pieces []board.Piece) []pieceState {
	return engine.Map(pieces, func(p board.Piece) pieceState {
		return pieceState{p.Doors.Number(), p.Name(), p.Q, p.R, p.Doors}
	})
}

// MarshalJSON implements [encoding/json.Marshaler]; see the package comment.
func (p *Position) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		Board  string       `json:"board"`
		Pieces []pieceState `json:"pieces"`
		Fixed  int          `json:"fixed"`
		Left   []int        `json:"left"`
		Open   []string     `json:"open"`
		Day    string       `json:"day"`
		Solved bool         `json:"solved"`
	}{Board.String(), stateOf(p.pieces), p.fixed, numbers(p.Left()), cellNames(p.Open()), p.day, p.Outcome().Status == engine.Solved})
}

// String implements [engine.Position]: the board with two lines for each row, since column b and
// every other one lie half a cell lower. A star is an empty cell behind a door.
func (p *Position) String() string {
	var b strings.Builder
	b.WriteString("   ")
	for col := range Board.Cols {
		fmt.Fprintf(&b, " %2s", string(rune('a'+col)))
	}
	for row := range Board.Rows {
		for half := range 2 {
			var line strings.Builder
			if half == 0 {
				fmt.Fprintf(&line, "%2d ", row+1)
			} else {
				line.WriteString("   ")
			}
			for col := range Board.Cols {
				symbol := ""
				if col%2 == half {
					symbol = p.symbol(board.CellAt(col, row))
				}
				fmt.Fprintf(&line, " %2s", symbol)
			}
			b.WriteString("\n" + strings.TrimRight(line.String(), " "))
		}
	}
	return b.String()
}

func (p *Position) symbol(c board.Cell) string {
	d, lies := p.at[c]
	switch {
	case lies:
		return strconv.Itoa(d.Number())
	case p.hasDoorTo(c):
		return "*"
	}
	return "."
}
