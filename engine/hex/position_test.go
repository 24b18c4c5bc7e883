package hex_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/hex"
	"github.com/sixfold-bot/sixfold/engine/hexgrid"
)

// play starts a game and plays the moves, parted by blanks.
func play(tb testing.TB, o engine.Options, moves string) *hex.Position {
	tb.Helper()
	p, err := hex.New(o)
	if err != nil {
		tb.Fatal(err)
	}
	for i, move := range strings.Fields(moves) {
		if _, err := p.Play(move); err != nil {
			tb.Fatalf("move %d: %v", i+1, err)
		}
	}
	return p.(*hex.Position)
}

func options(size int) engine.Options {
	return engine.Options{"size": size, "swap": true}
}

func names(p *hex.Position, cells []hexgrid.Cell) string {
	var words []string
	for _, c := range cells {
		words = append(words, p.Grid().Name(c))
	}
	return strings.Join(words, " ")
}

func cell(t *testing.T, p *hex.Position, name string) hexgrid.Cell {
	t.Helper()
	c, err := p.Grid().Parse(name)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestPlayRefuses(t *testing.T) {
	const won = "a1 b1 a2 b2 a3"
	tests := []struct {
		name  string
		o     engine.Options
		moves string // played first
		text  string
		want  error
		why   string
	}{
		{"cell already taken", options(11), "b2 c5", "c5", engine.ErrIllegal, "c5 is taken: choose an empty cell"},
		{"cell already taken, while the swap is possible", options(11), "c5", "C5", engine.ErrIllegal, "c5 is taken: choose an empty cell, or swap"},
		{"outside the board", options(11), "", "z99", engine.ErrSyntax, "that is off the board: cells run from a1 to k11"},
		{"outside a small board", options(3), "", "d1", engine.ErrSyntax, "that is off the board: cells run from a1 to c3"},
		{"number before letter", options(11), "", "5c", engine.ErrSyntax, "the letter comes first: write c5"},
		{"blank in between", options(11), "", "c 5", engine.ErrSyntax, "write letter and number together: c5"},
		{"nothing", options(11), "", "", engine.ErrSyntax, "a cell is missing: write a letter and a number, from a1 to k11"},
		{"another word", options(11), "", "resign", engine.ErrSyntax, "a cell is a letter and a number, such as c3: cells run from a1 to k11"},
		{"swap before the first stone", options(11), "", "swap", engine.ErrIllegal, "there is nothing to swap yet: place the first stone"},
		{"swap by the first player", options(11), "c5 d5", "swap", engine.ErrIllegal, "only the second player's first move can be the swap: choose an empty cell"},
		{"swap twice", options(11), "c5 swap", "swap", engine.ErrIllegal, "only the second player's first move can be the swap: choose an empty cell"},
		{"swap in a game without", engine.Options{"size": 5}, "c5", "swap", engine.ErrIllegal, "this game is played without swap: choose an empty cell"},
		{"outside a narrow board", engine.Options{"size": 5, "width": 3}, "", "d1", engine.ErrSyntax, "that is off the board: cells run from a1 to c5"},
		{"swap on unequal sides", engine.Options{"size": 5, "width": 3}, "b2", "swap", engine.ErrIllegal, "there is no swap on a board with unequal sides: choose an empty cell"},
		{"cell after the end", options(3), won, "c3", engine.ErrOver, "the game is over: red joins top and bottom by a chain of 3 stones"},
		{"nonsense after the end", options(3), won, "?", engine.ErrOver, "the game is over: red joins top and bottom by a chain of 3 stones"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p := play(t, tt.o, tt.moves)
			before := p.String()
			_, err := p.Play(tt.text)
			if !errors.Is(err, tt.want) {
				t.Fatalf("Play(%q) = %v, want %v", tt.text, err, tt.want)
			}
			if why, _ := engine.Why(err); why.String() != tt.why {
				t.Errorf("Play(%q) refuses with %q, want %q", tt.text, why, tt.why)
			}
			if p.String() != before {
				t.Error("position changed by a refused move")
			}
		})
	}
}

func TestNewRefuses(t *testing.T) {
	for _, o := range []engine.Options{
		{"size": 2},
		{"size": 26},
		{"size": -1},
		{"width": 2},
		{"size": 11, "width": 26},
		{"size": 11, "width": 10, "swap": true},
		{"width": 10, "swap": true},
		{"convention": "upside-down"},
	} {
		if _, err := hex.New(o); err == nil {
			t.Errorf("New(%v) did not refuse", o)
		} else if _, ok := errors.AsType[*engine.Refusal](err); !ok {
			t.Errorf("New(%v) = %v, want a Refusal", o, err)
		}
	}
}

// On a board of 4 rows by 3 columns Red needs four stones from top to bottom, and Blue three
// from left to right; in the source's convention it is the other way round.
func TestUnequalSides(t *testing.T) {
	const column, row = "a1 b1 a2 b2 a3 b3 a4", "a1 a2 b1 b2 c1"
	tests := []struct {
		convention, moves string
		winner            engine.Seat
		reason            string
	}{
		{"modern", column, 0, "red joins top and bottom by a chain of 4 stones"},
		{"modern", strings.TrimSuffix(column, " b3 a4"), engine.NoSeat, ""},
		{"modern", "a4 " + row, 1, "blue joins left and right by a chain of 3 stones"},
		{"source", row, 0, "red joins left and right by a chain of 3 stones"},
		{"source", "c4 " + column, 1, "blue joins top and bottom by a chain of 4 stones"},
	}
	for _, tt := range tests {
		t.Run(tt.convention+" "+tt.moves, func(t *testing.T) {
			p := play(t, engine.Options{"size": 4, "width": 3, "convention": tt.convention}, tt.moves)
			if o := p.Outcome(); o.Winner != tt.winner || o.Reason.String() != tt.reason {
				t.Errorf("winner %d, %q; want %d, %q", o.Winner, o.Reason, tt.winner, tt.reason)
			}
		})
	}
}

// TestOptionsOfUnequalSides: the swap is off by default on unequal sides and refused if asked for.
func TestOptionsOfUnequalSides(t *testing.T) {
	tests := []struct {
		raw           map[string]any
		alone         bool
		width, height int
		swap          bool
	}{
		{nil, false, 11, 11, true},
		{nil, true, 11, 11, false},
		{map[string]any{"size": 7}, false, 7, 7, true},
		{map[string]any{"size": 7, "width": 7}, false, 7, 7, true},
		{map[string]any{"width": 10}, false, 10, 11, false},
		{map[string]any{"size": 10, "width": 11}, true, 11, 10, false},
		{map[string]any{"size": 10, "width": 11, "swap": false}, false, 11, 10, false},
		{map[string]any{"size": 10, "width": 10, "swap": true}, true, 10, 10, true},
	}
	for _, tt := range tests {
		o, err := engine.ParseOptions(hex.Game.Options, tt.raw, tt.alone)
		if err != nil {
			t.Fatal(err)
		}
		p := play(t, o, "a1")
		if p.Width() != tt.width || p.Height() != tt.height || p.CanSwap() != tt.swap {
			t.Errorf("%v, alone %v: %d×%d, swap %v; want %d×%d, %v", tt.raw, tt.alone, p.Width(), p.Height(), p.CanSwap(), tt.width, tt.height, tt.swap)
		}
	}
	o, err := engine.ParseOptions(hex.Game.Options, map[string]any{"width": 10, "swap": true}, true)
	if err != nil {
		t.Fatal(err)
	}
	_, err = hex.New(o)
	const want = "there is no swap on a board with unequal sides: the player whose edges are closer together can win in any case"
	if why, _ := engine.Why(err); why.String() != want {
		t.Errorf("asked for a swap: %v", err)
	}
}

// TestOldTablesAreSquare: options stored before width existed mean equal sides.
func TestOldTablesAreSquare(t *testing.T) {
	for stored, swap := range map[string]bool{
		`{"convention":"modern","size":7,"swap":true,"weighted":false}`: true,
		`{"convention":"source","size":7,"swap":false,"weighted":true}`: false,
	} {
		o, err := engine.DecodeOptions(hex.Game.Options, []byte(stored))
		if err != nil {
			t.Fatal(err)
		}
		if p := play(t, o, "g7"); p.Width() != 7 || p.Height() != 7 || p.CanSwap() != swap {
			t.Errorf("%s is %d×%d, swap %v", stored, p.Width(), p.Height(), p.CanSwap())
		}
	}
}

// TestTold: only a new board with unequal sides says which side is favoured.
func TestTold(t *testing.T) {
	tests := []struct {
		o     engine.Options
		moves string
		want  string
	}{
		{engine.Options{"size": 11}, "", ""},
		{engine.Options{"size": 11, "width": 10}, "", "Blue has the shorter way, 10 cells against 11, and can always win; %s says how."},
		{engine.Options{"size": 11, "width": 13}, "", "Red has the shorter way, 11 cells against 13, and can always win; %s says how."},
		{engine.Options{"size": 11, "width": 10, "convention": "source"}, "", "Red has the shorter way, 10 cells against 11, and can always win; %s says how."},
		{engine.Options{"size": 11, "width": 10}, "a1", ""},
	}
	for _, tt := range tests {
		want := strings.Replace(tt.want, "%s", engine.T("%s", engine.Command("hex rules")).String(), 1)
		if got := play(t, tt.o, tt.moves).Told().String(); got != want {
			t.Errorf("%v after %q: %q, want %q", tt.o, tt.moves, got, want)
		}
	}
}

func TestSwapReplacesTheStoneByItsMirrorImage(t *testing.T) {
	p := play(t, options(5), "b1")
	if !p.CanSwap() || !slices.Contains(p.Moves(), "swap") {
		t.Fatal("the second player cannot swap")
	}
	p = play(t, options(5), "b1 swap")
	last, _ := p.Last()
	if got := p.Grid().Name(last); got != "a2" || p.At(last) != hex.Blue {
		t.Errorf("after the swap of b1, %v lies on %s; want blue on a2", p.At(last), got)
	}
	if c := cell(t, p, "b1"); p.At(c) != hex.Empty {
		t.Errorf("after the swap, b1 is %v", p.At(c))
	}
	if p.Turn() != 0 || p.Stones() != 1 || p.Ply() != 2 || !p.Swapped() || p.CanSwap() {
		t.Errorf("turn %d, %d stones, ply %d, swapped %v, can swap %v", p.Turn(), p.Stones(), p.Ply(), p.Swapped(), p.CanSwap())
	}
	if p.Root(cell(t, p, "b1")) != int(cell(t, p, "b1")) {
		t.Error("the removed stone is still joined to the edge")
	}
}

func TestSwapOnTheLongDiagonalChangesTheColourOnly(t *testing.T) {
	p := play(t, options(5), "c3 swap")
	if c := cell(t, p, "c3"); p.At(c) != hex.Blue || p.Stones() != 1 {
		t.Errorf("c3 is %v with %d stones on the board", p.At(c), p.Stones())
	}
}

func TestConventions(t *testing.T) {
	column, row := "a1 b1 a2 b2 a3", "a1 a2 b1 b2 c1"
	tests := []struct {
		convention, moves string
		winner            engine.Seat
		reason            string
	}{
		{"modern", column, 0, "red joins top and bottom by a chain of 3 stones"},
		{"modern", row, engine.NoSeat, ""},
		{"modern", "c3 a1 a2 b1 b2 c1", 1, "blue joins left and right by a chain of 3 stones"},
		{"modern", "b3 a1 b2 b1 a3 c1", 1, "blue joins left and right by a chain of 3 stones"},
		{"source", row, 0, "red joins left and right by a chain of 3 stones"},
		{"source", column, engine.NoSeat, ""},
		{"source", "b1 a1 c1 a2 c2 a3", 1, "blue joins top and bottom by a chain of 3 stones"},
	}
	for _, tt := range tests {
		t.Run(tt.convention+" "+tt.moves, func(t *testing.T) {
			p := play(t, engine.Options{"size": 3, "convention": tt.convention}, tt.moves)
			if o := p.Outcome(); o.Winner != tt.winner || o.Reason.String() != tt.reason {
				t.Errorf("winner %d, %q; want %d, %q", o.Winner, o.Reason, tt.winner, tt.reason)
			}
		})
	}
}
