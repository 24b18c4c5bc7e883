package field

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/sixfold-bot/sixfold/engine/enginetest"
	"github.com/sixfold-bot/sixfold/engine/search"
)

// winningOpenings are the known winning first moves of the player who joins top and bottom
// (HexWiki, "Small boards").
var winningOpenings = map[int]string{
	2: "b1 a2",
	3: "c1 a2 b2 c2 a3",
	4: "d1 c2 b3 a4",
	5: "e1 b2 c2 d2 e2 b3 c3 d3 a4 b4 c4 d4 a5",
	6: "f1 b2 c2 d2 e2 f2 a3 b3 c3 d3 e3 f3 a4 b4 c4 d4 e4 f4 a5 b5 c5 d5 e5 a6",
}

// openingsThatWin solves the first openings of a board and returns the winning ones.
func openingsThatWin(tb testing.TB, size, openings int) (names string, nodes int) {
	tb.Helper()
	f := empty(size, size, Red)
	var s Solver
	var winning []string
	for i := range openings {
		m := f.At(i%size, i/size)
		f.Do(m)
		v, ok := s.Solve(f)
		f.Undo(m)
		if nodes += s.nodes; !ok {
			tb.Fatal("a solver without a limit gives up")
		}
		if !v.Win {
			winning = append(winning, string(rune('a'+i%size))+strconv.Itoa(i/size+1))
		}
	}
	return strings.Join(winning, " "), nodes
}

// TestKnownOpenings solves the first five openings of 5x5, with SIXFOLD_LONG=1 all of them.
func TestKnownOpenings(t *testing.T) {
	for size := 2; size <= 4; size++ {
		if got, nodes := openingsThatWin(t, size, size*size); got != winningOpenings[size] {
			t.Errorf("size %d: %s win (%d positions), want %s", size, got, nodes, winningOpenings[size])
		}
	}
	want := "e1"
	if enginetest.Long() {
		want = winningOpenings[5]
	}
	if got, nodes := openingsThatWin(t, 5, enginetest.Times(5, 25)); got != want {
		t.Errorf("size 5: %s win (%d positions), want %s", got, nodes, want)
	}
}

// BenchmarkSolveOpenings solves all openings of 5x5, with SIXFOLD_LONG=1 also of 6x6,
// which takes long.
func BenchmarkSolveOpenings(b *testing.B) {
	largest := 5
	if enginetest.Long() {
		largest = 6
	}
	for size := 5; size <= largest; size++ {
		b.Run(strconv.Itoa(size), func(b *testing.B) {
			for b.Loop() {
				got, nodes := openingsThatWin(b, size, size*size)
				if got != winningOpenings[size] {
					b.Fatalf("%s win, want %s", got, winningOpenings[size])
				}
				b.ReportMetric(float64(nodes), "positions/op")
			}
		})
	}
}

// openGame is a board with some random stones, whose game is open.
func openGame(width, height, stones int, r *search.Rand) *Field {
	for {
		f := New(width, height, make([]uint8, width*height), 1+uint8(r.Below(2)), 1+uint8(r.Below(2)))
		over := false
		for range stones {
			f.Do(f.open[r.Below(len(f.open))])
			if _, won := f.Terminal(); won {
				over = true
				break
			}
		}
		if !over {
			return f
		}
	}
}

// plainWin solves a position by exhaustive search, without any pruning but the end of the game.
func plainWin(f *Field, known map[positionKey]bool) bool {
	p := f.position()
	if won, ok := known[p]; ok {
		return won
	}
	won := slices.ContainsFunc(slices.Clone(f.open), func(m Point) bool {
		f.Do(m)
		defer f.Undo(m)
		_, over := f.Terminal()
		return over || !plainWin(f, known)
	})
	known[p] = won
	return won
}

func TestSolverAgreesWithPlayingEverythingOut(t *testing.T) {
	r := search.Rand(7)
	for range 200 {
		width, height := sides(3, 6, &r)
		f := openGame(width, height, max(0, width*height-10)+r.Below(4), &r)
		before := f.position()
		var s Solver
		v, ok := s.Solve(f)
		if want := plainWin(f, map[positionKey]bool{}); !ok || v.Win != want {
			t.Fatalf("%d×%d %+v: wins %v, %v; want %v", width, height, before, v.Win, ok, want)
		}
		if f.position() != before {
			t.Fatal("solving changed the field")
		}
		f.Do(v.Move)
		_, over := f.Terminal()
		if stillWon := over || !plainWin(f, map[positionKey]bool{}); stillWon != v.Win {
			t.Fatalf("%+v: after the move %d the game is won: %v, want %v", before, v.Move, stillWon, v.Win)
		}
	}
}

// The winner wins within the carrier even if all other cells are the opponent's.
func TestCarriersSuffice(t *testing.T) {
	r := search.Rand(11)
	for range 200 {
		width, height := sides(3, 6, &r)
		f := openGame(width, height, max(0, width*height-10)+r.Below(4), &r)
		var s Solver
		v, _ := s.Solve(f)
		winner := f.turn
		if !v.Win {
			winner ^= Red | Blue
		}
		cells := make([]uint8, width*height)
		p := f.position()
		for i := range cells {
			switch {
			case p.red.Has(i):
				cells[i] = Red
			case p.blue.Has(i):
				cells[i] = Blue
			case !v.Carrier.Has(i):
				cells[i] = winner ^ (Red | Blue)
			}
		}
		g := New(width, height, cells, f.topBottom, f.turn)
		if len(g.open) == 0 {
			if g.winner(&g.board) != winner {
				t.Fatalf("%+v: the winner has no chain", p)
			}
			continue
		}
		if plainWin(g, map[positionKey]bool{}) != v.Win {
			t.Fatalf("%d×%d %+v: not won within %b", width, height, p, v.Carrier)
		}
	}
}

func TestSolverKeepsToItsLimit(t *testing.T) {
	f := empty(8, 8, Red)
	s := Solver{Limit: 100}
	if _, ok := s.Solve(f); ok || s.nodes > 101 {
		t.Errorf("solved %v after %d positions", ok, s.nodes)
	}
}
