package field

import (
	"slices"
	"testing"

	"github.com/sixfold-bot/sixfold/engine/enginetest"
	"github.com/sixfold-bot/sixfold/engine/search"
)

// TestPairingsWin tests the theorem on all boards: a colour with one cell of each pair has joined
// its edges, whatever else the opponent has.
func TestPairingsWin(t *testing.T) {
	for way := 1; way <= 5; way++ {
		for _, topBottom := range []uint8{Red, Blue} {
			for _, f := range []*Field{empty(way, way+1, topBottom), empty(way+1, way, topBottom)} {
				n := 0
				for p := range f.pairings {
					n++
					pairs := pairsOf(t, f, p)
					for side := range 1 << len(pairs) {
						b := f.board
						for i, pair := range pairs {
							b[pair[side>>i&1]] = p.colour
							b[pair[1-side>>i&1]] = p.colour ^ (Red | Blue)
						}
						if floodWinner(f, &b, topBottom) != p.colour {
							t.Fatalf("%d×%d, short %v: %b of the pairs %v joins nothing", f.width, f.height, p.short, side, pairs)
						}
					}
				}
				if n != 2 {
					t.Errorf("%d×%d has %d pairings, want 2", f.width, f.height, n)
				}
			}
		}
	}
}

// pairsOf checks that a pairing is one, and lists it.
func pairsOf(t *testing.T, f *Field, p pairing) (pairs [][2]Point) {
	t.Helper()
	seen := map[Point]bool{}
	for along := range p.way + 1 {
		for across := range p.way {
			across2, along2 := p.partner(across, along)
			if back, back2 := p.partner(across2, along2); back != across || back2 != along {
				t.Fatalf("the partner of (%d, %d) is (%d, %d), whose partner is (%d, %d)", across, along, across2, along2, back, back2)
			}
			a, b := p.at(f, across, along), p.at(f, across2, along2)
			if a == b || f.board[a] != Empty || f.side[a] != 0 {
				t.Fatalf("cell (%d, %d) of the band is paired with itself, or is none", across, along)
			}
			if !seen[a] {
				pairs = append(pairs, [2]Point{a, b})
			}
			seen[a], seen[b] = true, true
		}
	}
	if len(pairs)*2 != p.way*(p.way+1) {
		t.Fatalf("%d pairs of %d cells", len(pairs), p.way*(p.way+1))
	}
	return pairs
}

// TestPairedIsTrue compares with the exact solver, on boards of all small sizes.
func TestPairedIsTrue(t *testing.T) {
	r := search.Rand(5)
	told, boards := map[string]int{}, enginetest.Times(1000, 4000)
	for range boards {
		width, height := sides(2, 6, &r)
		f, over := scattered(width, height, Red+uint8(r.Below(2)), r.Below(width*height), &r)
		if over || width*height > 20 {
			continue
		}
		winner, answers := f.Paired()
		if winner == Empty {
			told["nothing"]++
			continue
		}
		var s Solver
		if v, _ := s.Solve(f); v.Win != (f.turn == winner) {
			t.Fatalf("%d×%d: %d has won by a pairing, but the mover, %d, wins: %v\n%v", width, height, winner, f.turn, v.Win, cells(f))
		}
		moves := answers
		if f.turn == winner && len(answers) == 0 {
			moves = slices.Clone(f.open)
		}
		for _, m := range moves {
			f.Do(m)
			if _, over := f.Terminal(); !over {
				if v, _ := s.Solve(f); v.Win {
					t.Fatalf("%d×%d: the answer %d loses\n%v", width, height, m, cells(f))
				}
			}
			f.Undo(m)
		}
		switch {
		case f.turn != winner:
			told["the opponent has won"]++
		case len(answers) > 0:
			told["the mover has to answer"]++
		default:
			told["the mover has won"]++
		}
	}
	for _, kind := range []string{"nothing", "the opponent has won", "the mover has to answer", "the mover has won"} {
		if told[kind] < boards/80 {
			t.Errorf("%s: only %d times", kind, told[kind])
		}
	}
}

// TestPairedFromTheStart: the favoured side wins every empty board with unequal sides, and never
// loses by playing the answers.
func TestPairedFromTheStart(t *testing.T) {
	r := search.Rand(9)
	for range 300 {
		width, height := sides(2, 20, &r)
		f := empty(width, height, Red+uint8(r.Below(2)))
		if r.Below(2) == 0 {
			f.turn = Blue
		}
		favoured, _ := f.Paired()
		if (favoured == Empty) != (width == height) || favoured != Empty && (favoured == f.topBottom) != (height < width) {
			t.Fatalf("%d×%d: %d wins, %d joins top and bottom", width, height, favoured, f.topBottom)
		}
		if favoured == Empty {
			continue
		}
		for over := false; !over; _, over = f.Terminal() {
			m := f.open[r.Below(len(f.open))]
			winner, answers := f.Paired()
			if f.turn == favoured && len(answers) > 0 {
				m = answers[r.Below(len(answers))]
			}
			if winner != favoured {
				t.Fatalf("%d×%d: the pairing is lost\n%v", width, height, cells(f))
			}
			f.Do(m)
		}
		if f.turn == favoured {
			t.Fatalf("%d×%d: %d wins against the pairing\n%v", width, height, f.turn^(Red|Blue), cells(f))
		}
	}
}

// TestShorterWayWins: the solver, without knowledge of pairings, finds that every first stone of
// the favoured side wins and every one of the other side loses.
func TestShorterWayWins(t *testing.T) {
	for _, size := range [][2]int{{2, 3}, {2, 5}, {3, 4}, {3, 5}, {3, 7}, {4, 5}} {
		for _, mover := range []uint8{Red, Blue} {
			shorter, longer := size[0], size[1]
			for _, f := range []*Field{empty(shorter, longer, mover), empty(longer, shorter, mover)} {
				f.turn = mover
				wins := winningStones(f)
				if f.height > f.width && wins != 0 || f.height < f.width && wins != f.Cells() {
					t.Errorf("%d×%d: %d first stones of who joins top and bottom win", f.width, f.height, wins)
				}
			}
		}
	}
}

// winningStones counts the first stones that win.
func winningStones(f *Field) int {
	var s Solver
	n := 0
	for _, m := range slices.Clone(f.open) {
		f.Do(m)
		if v, _ := s.Solve(f); !v.Win {
			n++
		}
		f.Undo(m)
	}
	return n
}
