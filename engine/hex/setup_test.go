package hex

import (
	"errors"
	"strings"
	"testing"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/hexgrid"
)

// setupStones reads rows of ".RB".
func setupStones(rows ...string) []Colour {
	var stones []Colour
	for _, r := range strings.Join(rows, "") {
		stones = append(stones, Colour(strings.IndexRune(".RB", r)))
	}
	return stones
}

func TestSetup(t *testing.T) {
	tests := []struct {
		name   string
		stones []Colour
		mover  Colour
		winner Colour
		says   string
	}{
		{"nothing on it", setupStones("...", "...", "..."), Blue, Empty, "Blue to move: blue joins left and right"},
		{"three stones of one colour", setupStones(".R.", "...", "RR."), Red, Empty, "Red to move"},
		{"as many as in a game", setupStones(".R.", ".B.", "..."), Red, Empty, "Red to move: red joins top and bottom. Red: b1. Blue: b2."},
		{"joined", setupStones(".R.", ".R.", "R.B"), Blue, Red, "Red wins: red joins top and bottom by a chain of 3 stones"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p, err := Setup(3, 3, tt.stones, tt.mover, hexgrid.NoCell)
			if err != nil {
				t.Fatal(err)
			}
			if got := p.Winner(); got != tt.winner {
				t.Errorf("the winner is %v, want %v", got, tt.winner)
			}
			if got := p.Describe().String(); !strings.Contains(got, tt.says) {
				t.Errorf("described as %q, want it to hold %q", got, tt.says)
			}
			if tt.winner == Empty && p.Mover() != tt.mover {
				t.Errorf("%v is to move, want %v", p.Mover(), tt.mover)
			}
			n := 0
			for _, c := range tt.stones {
				if c != Empty {
					n++
				}
			}
			if p.Stones() != n || p.Ply() != 0 {
				t.Errorf("%d stones after %d plies, want %d and 0", p.Stones(), p.Ply(), n)
			}
		})
	}
}

// TestSetupOfUnequalSides: stones are given row by row, of as many as the board is wide.
func TestSetupOfUnequalSides(t *testing.T) {
	p, err := Setup(4, 3, setupStones("...R", "B...", "..BR"), Blue, 11)
	if err != nil {
		t.Fatal(err)
	}
	if last, _ := p.Last(); p.Grid().Name(last) != "d3" || p.Width() != 4 || p.Height() != 3 || p.CanSwap() {
		t.Errorf("the last stone is on %s of\n%s", p.Grid().Name(last), p)
	}
	if want := "    a b c d\n1 . . . R\n 2 B . . .\n  3 . . B R\n"; strings.TrimLeft(p.String(), " ") != strings.TrimLeft(want, " ") {
		t.Errorf("the board is\n%s", p)
	}
}

// TestSetupGoesOn plays on from a board that no game could have led to.
func TestSetupGoesOn(t *testing.T) {
	p, err := Setup(3, 3, setupStones("...", "BB.", "..."), Blue, hexgrid.NoCell)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := p.Play("swap"); !errors.Is(err, engine.ErrIllegal) {
		t.Errorf("swap: %v, want it refused", err)
	}
	if _, err := p.Play("c3"); err != nil {
		t.Fatal(err)
	}
	if p.Mover() != Red {
		t.Errorf("after Blue's move %v is to move", p.Mover())
	}
	if _, err := p.Play("a3"); err != nil {
		t.Fatal(err)
	}
	if _, err := p.Play("c2"); err != nil {
		t.Fatal(err)
	}
	if p.Winner() != Blue {
		t.Error("Blue has joined its edges and has not won")
	}
}

func TestSetupRefuses(t *testing.T) {
	tests := []struct {
		name   string
		width  int
		height int
		stones []Colour
		mover  Colour
	}{
		{"too small", 2, 2, make([]Colour, 4), Red},
		{"too narrow", 2, 3, make([]Colour, 6), Red},
		{"too wide", 26, 3, make([]Colour, 78), Red},
		{"too few cells", 3, 3, make([]Colour, 8), Red},
		{"too few cells on unequal sides", 3, 4, make([]Colour, 9), Red},
		{"nobody to move", 3, 3, make([]Colour, 9), Empty},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p, err := Setup(tt.width, tt.height, tt.stones, tt.mover, hexgrid.NoCell)
			if _, ok := engine.Why(err); !ok {
				t.Errorf("Setup = %v, %v; want a refusal", p, err)
			}
		})
	}
}

func TestSetupWithLastStone(t *testing.T) {
	stones := setupStones(".R.", "B..", "...")
	p, err := Setup(3, 3, stones, Blue, 1)
	if err != nil {
		t.Fatal(err)
	}
	if last, ok := p.Last(); !ok || last != 1 || p.Mover() != Blue {
		t.Errorf("the last stone is on %v, %v is to move", last, p.Mover())
	}
	for _, last := range []hexgrid.Cell{-2, 0, 3, 9} { // no cell, empty, Blue's own, off the board
		_, err := Setup(3, 3, stones, Blue, last)
		if _, ok := engine.Why(err); !ok {
			t.Errorf("last stone %v: %v, want a refusal", last, err)
		}
	}
}
