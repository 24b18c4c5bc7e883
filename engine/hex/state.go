package hex

import (
	"encoding/json"
	"strconv"
	"strings"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/hexgrid"
)

// state is the JSON form of a position, documented in the package comment.
type state struct {
	Size       int      `json:"size"`
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
		Size: p.Size(), Weighted: p.weighted, Convention: p.convention(), Board: p.rows(), Ply: p.ply,
		CanSwap: p.CanSwap(), Swapped: p.swapped, Path: p.names(p.chain.cells), Cost: p.chain.cost,
	}
	if p.last != hexgrid.NoCell {
		s.Last = p.grid.Name(p.last)
	}
	if p.winner != Empty {
		s.Winner = p.winner.String()
	} else {
		s.Turn = p.Mover().String()
	}
	return s
}

// Outcome implements [engine.Position]. A draw cannot happen: a full board joins
// exactly one pair of edges.
func (p *Position) Outcome() engine.Outcome {
	if p.winner == Empty {
		return engine.Outcome{Status: engine.Open, Winner: engine.NoSeat}
	}
	return engine.Outcome{Status: engine.Won, Winner: p.winner.Seat(), Reason: p.reason()}
}

// Describe implements [engine.Position]: the stones by name as long as there are
// few enough of them to be listened to.
func (p *Position) Describe() engine.Text {
	return engine.T("%s of %s by %s. %s %s", p.title(), strconv.Itoa(p.Size()), strconv.Itoa(p.Size()), p.stones(), p.standing())
}

// String implements [engine.Position]: rows from the top, each half a cell further
// to the right, R and B for stones and a dot for an empty cell.
func (p *Position) String() string {
	var b strings.Builder
	n := p.Size()
	width := len(strconv.Itoa(n))
	header := strings.Repeat(" ", width)
	for col := range n {
		header += " " + hexgrid.Letters(col)
	}
	b.WriteString(header + "\n")
	for row, line := range p.rows() {
		number := strconv.Itoa(row + 1)
		b.WriteString(strings.Repeat(" ", row+width-len(number)) + number)
		for _, r := range line {
			b.WriteString(" " + string(r))
		}
		b.WriteString("\n")
	}
	return b.String()
}

// rows writes the board, a text of ".RB" a row from the top.
func (p *Position) rows() []string {
	const marks = ".RB"
	rows := make([]string, p.Size())
	for row := range rows {
		line := make([]byte, p.Size())
		for col := range line {
			line[col] = marks[p.cells[p.grid.At(col, row)]]
		}
		rows[row] = string(line)
	}
	return rows
}

// names writes cells; never nil, so that JSON has a list.
func (p *Position) names(cells []hexgrid.Cell) []string {
	names := make([]string, len(cells))
	for i, c := range cells {
		names[i] = p.grid.Name(c)
	}
	return names
}

func (p *Position) convention() string {
	if p.topBottom == Blue {
		return source
	}
	return modern
}

// goal says what a colour joins, as a clause.
func (p *Position) goal(c Colour) engine.Text {
	switch {
	case c == Red && p.topBottom == Red:
		return engine.T("red joins top and bottom")
	case c == Red:
		return engine.T("red joins left and right")
	case p.topBottom == Red:
		return engine.T("blue joins left and right")
	default:
		return engine.T("blue joins top and bottom")
	}
}

// reason says how the game was won, as a clause.
func (p *Position) reason() engine.Text {
	if p.weighted {
		return engine.T("%s by a chain that costs %s", p.goal(p.winner), strconv.Itoa(p.chain.cost))
	}
	return engine.T("%s by a chain of %s stones", p.goal(p.winner), strconv.Itoa(p.chain.cost))
}

func (p *Position) title() engine.Text {
	if p.weighted {
		return engine.T("Weighted Hex board")
	}
	return engine.T("Hex board")
}

// Most stones whose names are read out: with the sentences around them they stay
// well within the 1,024 characters that an alternative text may have.
const mostNamed = 120

func (p *Position) stones() engine.Text {
	red, blue := p.stonesOf(Red), p.stonesOf(Blue)
	switch {
	case len(red)+len(blue) == 0:
		return engine.T("It is empty.")
	case len(red)+len(blue) > mostNamed:
		return engine.T("Red has %s stones, Blue has %s.", strconv.Itoa(len(red)), strconv.Itoa(len(blue)))
	case len(blue) == 0:
		return engine.T("Red: %s.", strings.Join(red, " "))
	case len(red) == 0:
		return engine.T("Blue: %s.", strings.Join(blue, " "))
	default:
		return engine.T("Red: %s. Blue: %s.", strings.Join(red, " "), strings.Join(blue, " "))
	}
}

func (p *Position) stonesOf(colour Colour) []string {
	var names []string
	for c := range hexgrid.Cell(len(p.cells)) {
		if p.cells[c] == colour {
			names = append(names, p.grid.Name(c))
		}
	}
	return names
}

// standing says who moves or who has won, and the last move.
func (p *Position) standing() engine.Text {
	switch {
	case p.winner == Red:
		return engine.T("Red wins: %s.", p.reason())
	case p.winner == Blue:
		return engine.T("Blue wins: %s.", p.reason())
	case p.ply == 0 && p.Mover() == Blue:
		return engine.T("Blue to move: %s.", p.goal(Blue))
	case p.ply == 0:
		return engine.T("Red to move: %s.", p.goal(Red))
	case p.ply == 2 && p.swapped:
		return engine.T("Blue has swapped. Red to move: %s.", p.goal(Red))
	case p.Mover() == Red:
		return engine.T("Blue's last move is %s. Red to move: %s.", p.grid.Name(p.last), p.goal(Red))
	default:
		return engine.T("Red's last move is %s. Blue to move: %s.", p.grid.Name(p.last), p.goal(Blue))
	}
}
