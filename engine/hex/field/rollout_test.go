package field

import (
	"testing"
	"time"

	"github.com/sixfold-bot/sixfold/engine/search"
)

// floodWinner is the obvious way to find the winner of a full board: paint from the
// top.
func floodWinner(f *Field, b *board, topBottom uint8) uint8 {
	var seen [places]bool
	var paint func(col, row int) bool
	paint = func(col, row int) bool {
		if col < 0 || col >= f.width || row < 0 || row >= f.height || seen[f.At(col, row)] || b[f.At(col, row)] != topBottom {
			return false
		}
		seen[f.At(col, row)] = true
		return row == f.height-1 ||
			paint(col+1, row) || paint(col-1, row) || paint(col, row+1) || paint(col, row-1) ||
			paint(col+1, row-1) || paint(col-1, row+1)
	}
	for col := range f.width {
		if paint(col, 0) {
			return topBottom
		}
	}
	return Red + Blue - topBottom
}

func TestRolloutsFillTheBoardFairly(t *testing.T) {
	r := search.Rand(3)
	for size := 3; size <= 19; size++ {
		for _, height := range []int{size, 3 + r.Below(17)} {
			topBottom := Red + uint8(r.Below(2))
			f, over := scattered(size, height, topBottom, r.Below(size), &r)
			if over {
				continue
			}
			for range 50 {
				value := f.Rollout(&r)
				winner := floodWinner(f, &f.end, topBottom)
				if (winner == f.turn) != (value == 1) {
					t.Fatalf("%d×%d, top-bottom %d: value %v for %d, but %d has won", size, height, topBottom, value, f.turn, winner)
				}
				checkFull(t, f)
			}
		}
	}
}

// checkFull checks that a rollout kept the stones of the position and gave the rest
// to the players in turn.
func checkFull(t *testing.T, f *Field) {
	t.Helper()
	count := map[uint8]int{}
	for c, colour := range cells(f) {
		at := f.At(c%f.width, c/f.width)
		if colour != Empty && f.end[at] != colour {
			t.Fatalf("the stone at %d changed", c)
		}
		count[f.end[at]]++
	}
	all := f.Cells()
	if count[Red] != (all+1)/2 || count[Blue] != all/2 {
		t.Fatalf("%d×%d: %d red and %d blue stones", f.width, f.height, count[Red], count[Blue])
	}
}

func TestRolloutsSaveBridges(t *testing.T) {
	tests := []struct {
		name  string
		moves []string
		saved string
		by    uint8
	}{
		{"between two stones", []string{"e3", "a9", "d5", "d4"}, "e4", Red},
		{"the other cell", []string{"e3", "a9", "d5", "e4"}, "d4", Red},
		{"to the top", []string{"e2", "a9", "h8", "f1"}, "e1", Red},
		{"to the left", []string{"a9", "b5", "a6"}, "a5", Blue},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			f := boardAfter(9, tt.moves[:len(tt.moves)-1]...)
			f.Do(named(f, tt.moves[len(tt.moves)-1]))
			saved := named(f, tt.saved)
			r := search.Rand(1)
			for range 200 {
				f.Rollout(&r)
				if f.end[saved] != tt.by {
					t.Fatalf("%s was not answered by %s", tt.moves[len(tt.moves)-1], tt.saved)
				}
			}
		})
	}
}

// On the smallest board the first mover wins most rollouts, but not all.
func TestRolloutsAreOpen(t *testing.T) {
	f := boardAfter(3)
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

// shuffled is the naive control for benchmarks: shuffle the empty cells, place
// stones in turn, and paint from the top after each.
func shuffled(f *Field, topBottom uint8, r *search.Rand) uint8 {
	b, turn := f.board, f.turn
	cells := append([]Point(nil), f.open...)
	for i := len(cells) - 1; i >= 0; i-- {
		j := r.Below(i + 1)
		cells[i], cells[j] = cells[j], cells[i]
		b[cells[i]] = turn
		if floodWinner(f, &b, topBottom) == topBottom {
			return topBottom
		}
		turn = Red + Blue - turn
	}
	return Red + Blue - topBottom
}

// BenchmarkRollout also reports how many times faster a rollout is than the naive one:
// the least time of each over rounds that alternate, since machines are shared.
func BenchmarkRollout(b *testing.B) {
	f := boardAfter(11)
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
		least(&naive, 50, func() { shuffled(f, Red, &r) })
	}
	b.ReportMetric(float64(naive)/float64(ours), "x-naive")
}
