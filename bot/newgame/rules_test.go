package newgame

import (
	"context"
	"encoding/json"
	"strings"

	"github.com/sixfold-bot/sixfold/engine"
)

// Step 1: a type with the methods of [engine.Position], here in the same folder.

// cells are the names of the nine, by row.
var cells = []string{"a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3"}

// lines are the threes that win.
var lines = [][3]int{{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6}, {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6}}

// position is a board: '.', 'X' or 'O' for each cell.
type position struct {
	board [9]byte
	ply   int
}

func newPosition(engine.Options) (engine.Position, error) {
	p := &position{}
	for c := range p.board {
		p.board[c] = '.'
	}
	return p, nil
}

// winner is 'X', 'O' or 0.
func (p *position) winner() byte {
	for _, l := range lines {
		if m := p.board[l[0]]; m != '.' && m == p.board[l[1]] && m == p.board[l[2]] {
			return m
		}
	}
	return 0
}

func (p *position) over() bool { return p.winner() != 0 || p.ply == len(cells) }

// Turn implements [engine.Position].
func (p *position) Turn() engine.Seat {
	if p.over() {
		return engine.NoSeat
	}
	return engine.Seat(p.ply % 2)
}

// Play implements [engine.Position]: the name of an empty cell.
func (p *position) Play(text string) (string, error) {
	if p.over() {
		return "", engine.RefuseMove(text, engine.ErrOver, "the game is over: %s", p.Outcome().Reason)
	}
	name := strings.ToLower(strings.TrimSpace(text))
	for c, cell := range cells {
		switch {
		case cell != name:
		case p.board[c] != '.':
			return "", engine.RefuseMove(text, engine.ErrIllegal, "%s is taken; choose an empty cell", cell)
		default:
			p.Do(c)
			return cell, nil
		}
	}
	return "", engine.RefuseMove(text, engine.ErrSyntax, "give a cell from a1 to c3")
}

// Outcome implements [engine.Position].
func (p *position) Outcome() engine.Outcome {
	switch m := p.winner(); {
	case m != 0:
		seat := engine.Seat(strings.IndexByte("XO", m))
		return engine.Outcome{Status: engine.Won, Winner: seat, Reason: engine.T("%s has three in a row", string(m))}
	case p.over():
		return engine.Outcome{Status: engine.Drawn, Winner: engine.NoSeat, Reason: engine.T("the board is full")}
	}
	return engine.Outcome{Winner: engine.NoSeat}
}

// Describe implements [engine.Scene].
func (p *position) Describe() engine.Text {
	board := engine.T("The board, by rows: %s.", p.rows(", "))
	switch o := p.Outcome(); {
	case o.Status != engine.Open:
		return engine.T("It is over: %s. %s", o.Reason, board)
	case p.Turn() == 0:
		return engine.T("X to move. %s", board)
	default:
		return engine.T("O to move. %s", board)
	}
}

// String implements [engine.Position].
func (p *position) String() string { return p.rows("\n") }

func (p *position) rows(between string) string {
	b := string(p.board[:])
	return strings.Join([]string{b[:3], b[3:6], b[6:]}, between)
}

// Moves implements [engine.Picker].
func (p *position) Moves() []string {
	var list []string
	for _, c := range p.AppendMoves(nil) {
		list = append(list, cells[c])
	}
	return list
}

// Picking implements [engine.Picker].
func (p *position) Picking(_, _ string) engine.Picking {
	return engine.Picking{Menu: engine.MenuOf(engine.T("Mark a cell"), p.Moves(), nil)}
}

// MarshalJSON implements [json.Marshaler].
func (p *position) MarshalJSON() ([]byte, error) {
	return json.Marshal(map[string]any{"board": strings.Split(p.String(), "\n")})
}

// Step 2: an [engine.Game].

var game = engine.Game{
	ID:    "tictactoe",
	Title: engine.T("Tic-tac-toe"),
	Help:  engine.T("Three in a row on nine cells"),
	Rules: 1,
	Sides: engine.Sides{
		Option: "mark", Help: engine.T("Your mark: X moves first"),
		List: []engine.Named{{ID: "x", Title: engine.T("X")}, {ID: "o", Title: engine.T("O")}},
	},
	Seats: func(engine.Options) int { return 2 },
	Verbs: []engine.Verb{{
		Name: "move", Help: engine.T("Mark an empty cell"),
		Args: []engine.Arg{{Name: "cell", Help: engine.T("A cell, a1 to c3"), Kind: engine.Word, Required: true}},
	}},
	Views: []engine.View{{
		Name: "threats", Help: engine.T("The cells that win at once"), Command: true, Show: threats,
	}},
	Tools:     []engine.Tool{rules},
	Opponents: engine.Opponents{Levels: levels, Default: "perfect", Hint: "perfect"},
	New:       newPosition,
}

// rules tell how it is played, with positions as pictures.
var rules = engine.Rules(engine.T("Tic-tac-toe"), []engine.Page{
	{
		Title: engine.T("a turn"), Text: engine.T("X begins. In turn, each marks an empty cell: %s is column b, row 2.", engine.Command("tictactoe move b2")),
		Scene: engine.Shown(newPosition, nil, "b2"),
	},
	{
		Title: engine.T("the end"), Text: engine.T("Three of one kind in a row, a column or a diagonal win. A full board without them is a draw."),
		Scene: engine.Shown(newPosition, nil, "b2", "a1", "c1", "b3", "a3"),
	},
})

// threats is a scene: the cells that win for whoever moves next.
func threats(_ context.Context, p engine.Position, _ engine.Options) (engine.Answer, error) {
	at := p.(*position)
	if at.over() {
		return engine.Answer{}, engine.Refuse("the game is over; %s opens another", engine.Command("tictactoe new"))
	}
	var found []string
	for _, c := range at.AppendMoves(nil) {
		after := *at
		after.Do(c)
		if after.winner() != 0 {
			found = append(found, cells[c])
		}
	}
	if len(found) == 0 {
		return engine.Answer{Text: engine.T("Nothing wins at once; %s says what is good.", engine.Command("tictactoe hint")), Data: found}, nil
	}
	return engine.Answer{Text: engine.T("This wins at once: %s.", strings.Join(found, " ")), Data: found}, nil
}
