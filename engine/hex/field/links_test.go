package field

import (
	"slices"
	"testing"

	"github.com/sixfold-bot/sixfold/engine/enginetest"
	"github.com/sixfold-bot/sixfold/engine/search"
)

// oracle solves small boards by exhaustive search, with a table of positions by the cells of each
// colour.
type oracle map[[2]uint32]bool

// wins reports whether the player to move wins.
func (s oracle) wins(f *Field) bool {
	var key [2]uint32
	for i, c := range cells(f) {
		if c != Empty {
			key[c-Red] |= 1 << i
		}
	}
	if known, ok := s[key]; ok {
		return known
	}
	if _, over := f.Terminal(); over {
		return false
	}
	s[key] = slices.ContainsFunc(slices.Clone(f.open), func(m Point) bool {
		f.Do(m)
		defer f.Undo(m)
		return !s.wins(f)
	})
	return s[key]
}

// Everything that links and dead cells prove must be true, and a won position must keep a winning
// move; SIXFOLD_LONG=1 tests more positions.
func TestWhatLinksTellIsTrue(t *testing.T) {
	r := search.Rand(11)
	told := map[search.Proof]int{}
	narrowed := 0
	for _, size := range [][2]int{{3, 3}, {4, 4}, {5, 3}, {3, 5}, {2, 6}} {
		for _, topBottom := range []uint8{Red, Blue} {
			s := oracle{}
			for range enginetest.Times(60, 600) {
				f, over := scattered(size[0], size[1], topBottom, size[0]*size[1]*3/8+r.Below(6), &r)
				if over {
					continue
				}
				moves := f.AppendMoves(nil)
				proof, wins := f.Proof(), s.wins(f)
				told[proof]++
				if proof == search.Win && !wins || proof == search.Loss && wins {
					t.Fatalf("judged a %v with %d to move on\n%v", proof, f.turn, cells(f))
				}
				if len(moves) < len(f.open) {
					narrowed++
				}
				checkProofs(t, f, s)
				if !slices.ContainsFunc(moves, func(m Point) bool {
					f.Do(m)
					defer f.Undo(m)
					return s.wins(f) != wins
				}) {
					t.Fatalf("of %d moves none is best with %d to move on\n%v", len(moves), f.turn, cells(f))
				}
			}
		}
	}
	for _, proof := range []search.Proof{search.Win, search.Loss, search.Unproved} {
		if told[proof] < 50 {
			t.Errorf("%v came only %d times", proof, told[proof])
		}
	}
	if narrowed < 100 {
		t.Errorf("moves were left out only %d times", narrowed)
	}
}

// checkProofs compares proofs for the mover's stones with the oracle.
func checkProofs(t *testing.T, f *Field, s oracle) {
	t.Helper()
	proofs := f.Proofs()
	for _, m := range slices.Clone(f.open) {
		f.Do(m)
		wins := !s.wins(f)
		f.Undo(m)
		if proof := proofs[f.Cell(m)]; proof == search.Win && !wins || proof == search.Loss && wins {
			t.Fatalf("a stone of %d on cell %d is told a %v on\n%v", f.turn, f.Cell(m), proof, cells(f))
		}
	}
}

func TestLinksByBridges(t *testing.T) {
	tests := []struct {
		name   string
		size   int
		moves  []string // red first
		linked bool     // red's edges
	}{
		{"two bridges and the edges", 5, []string{"d2", "a1", "c4", "a2"}, true},
		{"one bridge broken into", 5, []string{"d2", "a1", "c4", "c3"}, false},
		{"the edge blocked", 5, []string{"d2", "d1", "c4", "a2"}, false},
		{"two stones that both need one cell", 5, []string{"c2", "a1", "a4", "e2"}, false},
		{"one stone in the middle of 3x3", 3, []string{"b2"}, true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			f := boardAfter(tt.size, tt.moves...)
			var l Links
			if l.Survey(f, Red); l.Won() != tt.linked {
				t.Errorf("linked: %v, want %v", l.Won(), tt.linked)
			}
		})
	}
}

func TestDeadCells(t *testing.T) {
	tests := []struct {
		name  string
		moves []string // on 5x5
		cell  string
		dead  bool
	}{
		{"four stones of one colour side by side", []string{"c2", "a1", "d2", "a5", "d3", "e5", "c4"}, "c3", true},
		{"three of one colour, one opposite", []string{"c2", "c4", "d2", "a1", "d3", "b5"}, "c3", false},
		{"an empty neighbourhood", []string{"a1"}, "c3", false},
		{"the acute corner, once its neighbour is taken", []string{"b1"}, "a1", true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			f := boardAfter(5, tt.moves...)
			at := named(f, tt.cell)
			if got := dead()[f.ring(&f.board, at)&rings]; got != tt.dead {
				t.Errorf("%s dead: %v, want %v on\n%v", tt.cell, got, tt.dead, cells(f))
			}
		})
	}
}
