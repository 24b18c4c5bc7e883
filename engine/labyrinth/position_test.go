package labyrinth_test

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/labyrinth"
	"github.com/sixfold-bot/sixfold/engine/labyrinth/board"
)

// open starts a table and plays lines on it.
func open(t *testing.T, raw map[string]any, lines ...string) *labyrinth.Position {
	t.Helper()
	o, err := engine.ParseOptions(labyrinth.Game.Options, raw, true)
	if err != nil {
		t.Fatal(err)
	}
	position, err := labyrinth.New(o)
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range lines {
		if _, err := position.Play(line); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
	}
	p, ok := position.(*labyrinth.Position)
	if !ok {
		t.Fatalf("a table is a %T", position)
	}
	return p
}

// TestMovesAreWrittenInOneWay whatever a person types.
func TestMovesAreWrittenInOneWay(t *testing.T) {
	for text, want := range map[string]string{
		"place 1 c5":        "place 1 c5",
		"PLACE 1 C5":        "place 1 c5",
		"1 c5":              "place 1 c5",
		"1@c5":              "place 1 c5",
		"place 1@c5":        "place 1 c5",
		"lay 1@c5 2@r16":    "lay 1@c5 2@r16",
		"lay 1@c5, 2@r16":   "lay 1@c5 2@r16",
		"  place   23  h9 ": "place 23 h9",
	} {
		if got, err := open(t, nil).Play(text); err != nil || got != want {
			t.Errorf("%q is played as %q, %v, want %q", text, got, err, want)
		}
	}
}

func TestMovesRefused(t *testing.T) {
	tests := []struct {
		name  string
		lines []string // played first
		text  string
		kind  error
		why   string
	}{
		{"nothing", nil, "", engine.ErrSyntax, "write the number"},
		{"one word", nil, "c5", engine.ErrSyntax, "write the number"},
		{"four words", nil, "place 1 c5 now", engine.ErrSyntax, "write the number"},
		{"no such hexagram", nil, "place 65 c5", engine.ErrSyntax, "from 1 to 64"},
		{"no such cell", nil, "place 1 s5", engine.ErrSyntax, ""},
		{"a cell that is taken", []string{"place 1 c5"}, "place 2 c5", engine.ErrIllegal, "piece 1 lies on c5"},
		{"a piece that lies", []string{"place 1 c5"}, "place 1 h9", engine.ErrIllegal, "piece 1 lies on c5 already"},
		{"a door off the board", nil, "place 1 a1", engine.ErrIllegal, "would lead off the board"},
		{"a closed side against a door", []string{"place 1 c5"}, "place 2 c4", engine.ErrIllegal, "1 has a door to 2, which has none to the south"},
		{"a door against a closed side", []string{"place 2 c5"}, "place 1 c4", engine.ErrIllegal, "the door of 1 to the south meets 2"},
		{"two closed sides", []string{"place 2 c5"}, "place 51 c6", engine.ErrIllegal, ""},
		{"a cell both wanted and refused", []string{"place 2 c5"}, "place 1 c7", engine.ErrIllegal, "would need a piece for one neighbour and none for another"},
		{"laying nothing", nil, "lay", engine.ErrSyntax, "write the number"},
		{"laying one piece twice", nil, "lay 1@c5 1@h9", engine.ErrIllegal, "lies on c5 already"},
		{"removing nothing", nil, "remove c5", engine.ErrIllegal, "c5 is empty"},
		{"removing from nowhere", nil, "remove z99", engine.ErrSyntax, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p := open(t, nil, tt.lines...)
			before := p.String()
			_, err := p.Play(tt.text)
			if !errors.Is(err, tt.kind) || !strings.Contains(err.Error(), tt.why) {
				t.Errorf("%q is refused with %v, want %v, %q", tt.text, err, tt.kind, tt.why)
			}
			if p.String() != before {
				t.Error("the refusal left a trace")
			}
		})
	}
}

// TestRemove takes back what a person placed, and not what the puzzle has.
func TestRemove(t *testing.T) {
	p := open(t, map[string]any{"puzzle": "started", "seed": 3})
	fixed := p.Pieces()[0]
	if _, err := p.Play("remove " + fixed.Name()); !errors.Is(err, engine.ErrIllegal) || !strings.Contains(err.Error(), "is the puzzle's") {
		t.Errorf("a piece of the puzzle: %v", err)
	}
	own := open(t, map[string]any{"pieces": "1@c5"})
	if _, err := own.Play("remove c5"); err != nil {
		t.Errorf("a piece that the table began with: %v", err)
	}
	if len(own.Pieces()) != 0 || len(own.Left()) != board.Pieces {
		t.Errorf("%v lie there, %d are left", own.Pieces(), len(own.Left()))
	}
	if own.String() != open(t, nil).String() {
		t.Error("the board is not as it was")
	}
}

// TestOpenAndCandidates: cells with doors that lead to them, and the pieces that Play
// takes there.
func TestOpenAndCandidates(t *testing.T) {
	p := open(t, nil, "place 2 m12", "place 24 c5") // 24 has one door, to the south
	if open := p.Open(); !slices.Equal(open, []board.Cell{at(t, "c6")}) {
		t.Fatalf("open are %v, want c6", open)
	}
	takes := map[board.Doors]bool{}
	for d := range board.Doors(board.Pieces) {
		if _, err := open24(t).Play(board.FormatPairs([]board.Piece{{Cell: at(t, "c6"), Doors: d}})); err == nil {
			takes[d] = true
		}
	}
	candidates := p.Candidates(at(t, "c6"))
	for _, d := range candidates {
		if !takes[d] {
			t.Errorf("Play refuses the candidate %d", d.Number())
		}
		if !d.Has(board.North) || d.Has(board.NorthEast) || d.Has(board.NorthWest) {
			t.Errorf("the candidate %d has the doors %06b: its upper slopes border on cells that 24 keeps empty", d.Number(), d)
		}
	}
	// a door to the north, closed slopes beside it, and any of 8 sets below
	if len(candidates) != 8 || len(takes) != 8 {
		t.Errorf("%d candidates, %d are taken, want 8", len(candidates), len(takes))
	}
}

func open24(t *testing.T) *labyrinth.Position {
	t.Helper()
	return open(t, nil, "place 2 m12", "place 24 c5")
}

// TestMovesListed: each is played, and with the list of a solved board empty.
func TestMovesListed(t *testing.T) {
	p := open(t, nil, "place 24 c5")
	moves := p.Moves()
	if !slices.Contains(moves, "remove c5") || len(moves) != 9 {
		t.Errorf("%d moves: %v", len(moves), moves)
	}
	for _, move := range moves {
		if got, err := open(t, nil, "place 24 c5").Play(move); err != nil || got != move {
			t.Errorf("%s is played as %s, %v", move, got, err)
		}
	}
	// where no door is open, the empty cell nearest to the middle is offered
	if moves := open(t, nil).Moves(); len(moves) != board.Pieces || !strings.HasSuffix(moves[0], " j9") {
		t.Errorf("an empty board offers %d moves, %v", len(moves), moves[:1])
	}
}

// TestSolving: the last piece of a solution ends the game, and nothing can be played then.
func TestSolving(t *testing.T) {
	p := open(t, map[string]any{"puzzle": "started", "seed": 8, "removed": 1})
	if p.Fixed() != 63 || len(p.Left()) != 1 || p.Turn() != 0 || p.Outcome().Status != engine.Open {
		t.Fatalf("%d pieces are fixed, %d left", p.Fixed(), len(p.Left()))
	}
	if missing := p.Left()[0]; len(p.Open()) == 0 && missing != 0 {
		t.Fatalf("piece %d is missing, and no door is open", missing.Number())
	}
	moves := p.Moves()
	if _, err := p.Play(moves[len(moves)-1]); err != nil {
		t.Fatal(err)
	}
	if p.Outcome().Status != engine.Solved || p.Turn() != engine.NoSeat || p.Moves() != nil {
		t.Errorf("after the last piece: %+v, turn %d", p.Outcome(), p.Turn())
	}
	if !strings.Contains(p.Describe().String(), "is solved: all 64 pieces lie") {
		t.Errorf("described as %s", p.Describe())
	}
	if _, err := p.Play("remove a1"); !errors.Is(err, engine.ErrOver) {
		t.Errorf("a move after the end: %v", err)
	}
}

// TestStateInJSON: the fields that the package comment names, on a board with one open
// door.
func TestStateInJSON(t *testing.T) {
	data, err := json.Marshal(open24(t))
	if err != nil {
		t.Fatal(err)
	}
	var got struct {
		Board  string
		Pieces []struct {
			Hexagram, Q, R, Doors int
			Cell                  string
		}
		Fixed  *int
		Left   []int
		Open   []string
		Day    *string
		Solved *bool
	}
	if err := json.Unmarshal(data, &got); err != nil {
		t.Fatal(err)
	}
	if got.Board != "18×16" || len(got.Pieces) != 2 || len(got.Left) != 62 || !slices.Equal(got.Open, []string{"c6"}) {
		t.Errorf("got %+v", got)
	}
	if p := got.Pieces[1]; p.Hexagram != 24 || p.Cell != "c5" || p.Q != 2 || p.R != 3 || p.Doors != 1<<board.South {
		t.Errorf("24 on c5 is %+v", p)
	}
	if got.Fixed == nil || *got.Fixed != 0 || got.Day == nil || *got.Day != "" || got.Solved == nil || *got.Solved {
		t.Errorf("fields are missing or wrong: %s", data)
	}
	if slices.Contains(got.Left, 24) || slices.Contains(got.Left, 2) {
		t.Errorf("what lies there is left: %v", got.Left)
	}
}

// TestDescriptions tell what lies there.
func TestDescriptions(t *testing.T) {
	for _, tt := range []struct {
		lines []string
		want  string
	}{
		{nil, "Connexion, an empty board: columns a to r from the west, rows 1 to 16 from the north;"},
		{[]string{"place 2 c5"}, "Connexion, 1 of 64 pieces lie there. Laid last: 2 on c5. No door is open."},
		{[]string{"place 24 c5"}, "Connexion, 1 of 64 pieces lie there. Laid last: 24 on c5. Doors are open to 1 cell; there a piece needs doors on these sides: c6 N. The pieces, all in one group: 24 c5."},
		{[]string{"place 1 c5"}, "Doors are open to 6 cells; there a piece needs doors on these sides: b4 NE SE S, c4 SE S SW, d4 S SW NW, b5 N NE SE, d5 N SW NW, c6 N NE NW."},
	} {
		if got := open(t, nil, tt.lines...).Describe().String(); !strings.Contains(got, tt.want) {
			t.Errorf("after %v: %q, want %q", tt.lines, got, tt.want)
		}
	}
}

// TestBoardAsText: pieces by number, a star where a door leads, odd columns half a line
// lower.
func TestBoardAsText(t *testing.T) {
	rows := strings.Split(open(t, nil, "place 24 a1", "place 1 c3").String(), "\n")
	if want := 1 + 2*16; len(rows) != want {
		t.Fatalf("%d lines, want %d", len(rows), want)
	}
	for line, want := range map[int]string{
		0: "     a  b  c",
		1: " 1  24     .",
		3: " 2   *     *",
		4: "        *     *", // b2 and d2, half a cell below row 2
		5: " 3   .     1",
	} {
		if !strings.HasPrefix(rows[line], want) {
			t.Errorf("line %d is %q, want %q at its beginning", line, rows[line], want)
		}
	}
}
