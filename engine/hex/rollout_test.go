package hex

import (
	"testing"
	"time"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/search"
)

// boardAfter plays moves on an empty board without swap.
func boardAfter(tb testing.TB, size int, moves ...string) *Position {
	tb.Helper()
	return boardWith(tb, engine.Options{"size": size}, moves...)
}

func boardWith(tb testing.TB, o engine.Options, moves ...string) *Position {
	tb.Helper()
	p, err := New(o)
	if err != nil {
		tb.Fatal(err)
	}
	for _, m := range moves {
		if _, err := p.Play(m); err != nil {
			tb.Fatal(err)
		}
	}
	return p.(*Position)
}

// scatter plays so many random moves, or until the end.
func scatter(tb testing.TB, p *Position, moves int, r *search.Rand) {
	tb.Helper()
	for ; moves > 0 && p.Winner() == Empty; moves-- {
		all := p.Moves()
		if _, err := p.Play(all[r.Below(len(all))]); err != nil {
			tb.Fatal(err)
		}
	}
}

// floodWinner is the obvious way to find the winner of a full board: paint from the
// top.
func floodWinner(f *field, b *board, topBottom uint8) uint8 {
	size := f.width - 2
	var seen [places]bool
	var paint func(col, row int) bool
	paint = func(col, row int) bool {
		if col < 0 || col >= size || row < 0 || row >= size || seen[f.at(col, row)] || b[f.at(col, row)] != topBottom {
			return false
		}
		seen[f.at(col, row)] = true
		return row == size-1 ||
			paint(col+1, row) || paint(col-1, row) || paint(col, row+1) || paint(col, row-1) ||
			paint(col+1, row-1) || paint(col-1, row+1)
	}
	for col := range size {
		if paint(col, 0) {
			return topBottom
		}
	}
	return red + blue - topBottom
}

func TestRolloutsFillTheBoardFairly(t *testing.T) {
	r := search.Rand(3)
	for size := MinSize; size <= MaxSize; size++ {
		for _, convention := range []string{modern, source} {
			p := boardWith(t, engine.Options{"size": size, "convention": convention})
			scatter(t, p, r.Below(size), &r)
			if p.Winner() != Empty {
				continue
			}
			f := newField(p)
			for range 50 {
				value := f.Rollout(&r)
				winner := floodWinner(f, &f.end, uint8(p.TopBottom()))
				if (winner == f.turn) != (value == 1) {
					t.Fatalf("size %d, %s: value %v for %d, but %d has won", size, convention, value, f.turn, winner)
				}
				checkFull(t, f, p)
			}
		}
	}
}

// checkFull checks that a rollout kept the stones of the position and gave the rest
// to the players in turn.
func checkFull(t *testing.T, f *field, p *Position) {
	t.Helper()
	count := map[uint8]int{}
	for c, colour := range p.cells {
		at := f.at(c%p.Size(), c/p.Size())
		if colour != Empty && f.end[at] != uint8(colour) {
			t.Fatalf("the stone on %s changed", p.grid.Name(f.cell(at)))
		}
		count[f.end[at]]++
	}
	cells := p.Size() * p.Size()
	if count[red] != (cells+1)/2 || count[blue] != cells/2 {
		t.Fatalf("size %d: %d red and %d blue stones", p.Size(), count[red], count[blue])
	}
}

func TestRolloutsSaveBridges(t *testing.T) {
	tests := []struct {
		name  string
		moves []string
		saved string
		by    uint8
	}{
		{"between two stones", []string{"e3", "a9", "d5", "d4"}, "e4", red},
		{"the other cell", []string{"e3", "a9", "d5", "e4"}, "d4", red},
		{"to the top", []string{"e2", "a9", "h8", "f1"}, "e1", red},
		{"to the left", []string{"a9", "b5", "a6"}, "a5", blue},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p := boardAfter(t, 9, tt.moves[:len(tt.moves)-1]...)
			f := newField(p)
			last, err := p.grid.Parse(tt.moves[len(tt.moves)-1])
			if err != nil {
				t.Fatal(err)
			}
			saved, err := p.grid.Parse(tt.saved)
			if err != nil {
				t.Fatal(err)
			}
			f.Do(f.at(p.grid.Column(last), p.grid.Row(last)))
			r := search.Rand(1)
			for range 200 {
				f.Rollout(&r)
				if f.end[f.at(p.grid.Column(saved), p.grid.Row(saved))] != tt.by {
					t.Fatalf("%s was not answered by %s", tt.moves[len(tt.moves)-1], tt.saved)
				}
			}
		})
	}
}

// To move first is worth something, but not all, on the smallest board.
func TestRolloutsAreOpen(t *testing.T) {
	f := newField(boardAfter(t, 3))
	r := search.Rand(5)
	const n = 20_000
	wins := 0.0
	for range n {
		wins += f.Rollout(&r)
	}
	if wins/n < 0.52 || wins/n > 0.8 {
		t.Errorf("the first player wins %v of the rollouts", wins/n)
	}
}

// The field's own rules agree with those of the game, move by move.
func TestFieldKnowsTheEnd(t *testing.T) {
	r := search.Rand(7)
	for game := range 150 {
		o := engine.Options{"size": 3 + game%5}
		if game%2 == 1 {
			o["convention"] = source
		}
		p := boardWith(t, o)
		f := newField(p)
		for p.Winner() == Empty {
			board, turn := f.board, f.turn
			m := f.open[r.Below(len(f.open))]
			f.Do(m)
			f.Undo(m)
			if f.board != board || f.turn != turn {
				t.Fatal("taking back a move leaves a trace")
			}
			f.Do(m)
			if _, err := p.Play(p.grid.Name(f.cell(m))); err != nil {
				t.Fatal(err)
			}
			if _, over := f.Terminal(); over != (p.Winner() != Empty) {
				t.Fatalf("over: %v, want %v on\n%s", over, !over, p)
			}
		}
	}
}

// shuffled is the naive control for benchmarks: shuffle the empty cells, place
// stones in turn, and paint from the top after each.
func shuffled(f *field, topBottom uint8, r *search.Rand) uint8 {
	b, turn := f.board, f.turn
	cells := append([]point(nil), f.open...)
	for i := len(cells) - 1; i >= 0; i-- {
		j := r.Below(i + 1)
		cells[i], cells[j] = cells[j], cells[i]
		b[cells[i]] = turn
		if floodWinner(f, &b, topBottom) == topBottom {
			return topBottom
		}
		turn = red + blue - turn
	}
	return red + blue - topBottom
}

// BenchmarkRollout also tells how many times faster a rollout is than the naive one:
// the least time of each over rounds that alternate, since machines are shared.
func BenchmarkRollout(b *testing.B) {
	f := newField(boardAfter(b, 11))
	r := search.Rand(1)
	b.ReportAllocs()
	for b.Loop() {
		f.Rollout(&r)
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "rollouts/s")
	least := func(best *time.Duration, rollouts int, rollout func()) {
		start := time.Now()
		for range rollouts {
			rollout()
		}
		*best = min(*best, time.Since(start)/time.Duration(rollouts))
	}
	ours, naive := time.Hour, time.Hour
	for range 50 {
		least(&ours, 1000, func() { f.Rollout(&r) })
		least(&naive, 50, func() { shuffled(f, red, &r) })
	}
	b.ReportMetric(float64(naive)/float64(ours), "x-naive")
}

// BenchmarkPlayouts is a search's whole playouts, tree and all, on one thread.
func BenchmarkPlayouts(b *testing.B) {
	f := newField(boardAfter(b, 11))
	p := thinker(20_000, 1)
	n := 0
	b.ReportAllocs()
	for b.Loop() {
		n += p.tree.Run(b.Context(), f, p.config()).Playouts
	}
	b.ReportMetric(float64(n)/b.Elapsed().Seconds(), "playouts/s")
}
