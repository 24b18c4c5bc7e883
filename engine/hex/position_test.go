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
	for _, o := range []engine.Options{{"size": 2}, {"size": 20}, {"size": -1}, {"convention": "upside-down"}} {
		if _, err := hex.New(o); err == nil {
			t.Errorf("New(%v) did not refuse", o)
		} else if _, ok := errors.AsType[*engine.Refusal](err); !ok {
			t.Errorf("New(%v) = %v, want a Refusal", o, err)
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
