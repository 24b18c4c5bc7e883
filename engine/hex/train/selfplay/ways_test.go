package selfplay

import (
	"math"
	"testing"

	"github.com/sixfold-bot/sixfold/engine/hex/field"
)

// stones counts those of a sample.
func (s *Sample) stones() (count int) {
	for _, c := range s.Cells {
		if c&viewMask != field.ViewEmpty {
			count++
		}
	}
	return count
}

// first are the numbers of stones with which games begin.
func first(c Config, games int) (counts []int) {
	p := New(network(1), 6, 5, c)
	for range games {
		if samples := p.Play(); len(samples) > 0 {
			counts = append(counts, samples[0].stones())
		}
	}
	return counts
}

func TestGamesBeginAsTheConfigSays(t *testing.T) {
	plain := DefaultConfig()
	plain.Searched = 0
	paired, middle := plain, plain
	paired.Paired, middle.Middle = 1, 1
	for _, n := range first(plain, 20) {
		if n != 1 {
			t.Errorf("a game of one drawn stone begins with %d", n)
		}
	}
	for _, n := range first(paired, 20) {
		if n != 2 {
			t.Errorf("a game of two drawn stones begins with %d", n)
		}
	}
	counts := map[int]bool{}
	for _, n := range first(middle, 40) {
		counts[n] = true
	}
	if !counts[4] || !counts[6] || len(counts) < 5 {
		t.Errorf("games begin in the middle of others with these numbers of stones alone: %v", counts)
	}
}

// A game that begins in the middle follows the one before and then leaves it.
func TestTheMiddleIsOfTheLastGame(t *testing.T) {
	c := DefaultConfig()
	c.Middle = 1
	p := New(network(2), 6, 7, c)
	p.Play()
	for range 20 {
		last := append([]field.Point{}, p.played...)
		samples := p.Play()
		if len(samples) == 0 {
			continue
		}
		stones := samples[0].stones() - 1
		for i, m := range p.played[:stones] {
			if m != last[i] {
				t.Fatalf("move %d of %d is another", i, stones)
			}
		}
	}
}

// Replies that leave the game more even are drawn more often.
func TestRepliesAreEven(t *testing.T) {
	p := New(network(3), 5, 1, DefaultConfig())
	f := field.New(5, 5, make([]uint8, 25), field.Red, field.Red)
	p.tree.field = f
	f.Do(f.ViewPoint(12))
	drawn, others := 0.0, 0.0
	const draws = 300
	for range draws {
		drawn += p.even(p.reply())
		others += p.even(f.Open()[p.rand.Below(len(f.Open()))])
	}
	if drawn <= others {
		t.Errorf("replies drawn are even to %.3f, others to %.3f", drawn/draws, others/draws)
	}
}

func TestSomeMovesAreSearchedDeeper(t *testing.T) {
	evaluations := func(share float64) float64 {
		c := DefaultConfig()
		c.Deep, c.Deeper = share, 4
		p := New(network(1), 7, 3, c)
		for range 6 {
			p.Play()
		}
		return float64(p.Counts().Evaluations) / float64(p.Counts().Positions)
	}
	none, some, all := evaluations(0), evaluations(0.5), evaluations(1)
	if some < 1.5*none || all < 1.3*some {
		t.Errorf("evaluations a position: %.1f, half of them deeper %.1f, all %.1f", none, some, all)
	}
}

// What surprised is repeated, in the shares asked for, and nothing else changes.
func TestSurprisesAreRepeated(t *testing.T) {
	c := DefaultConfig()
	c.Surprise = 0.5
	p := New(network(1), 5, 1, c)
	p.plies = p.plies[:4]
	samples := make([]Sample, 4)
	for i, moved := range []float64{0, 1, 0, 3} {
		p.plies[i].moved = moved
		samples[i].Value = float32(i)
	}
	var counts [4]float64
	const rounds = 4000
	for range rounds {
		for _, s := range p.emphasise(samples) {
			counts[int(s.Value)]++
		}
	}
	for i, want := range []float64{0.5, 1, 0.5, 2} {
		if got := counts[i] / rounds; math.Abs(got-want) > 0.05 {
			t.Errorf("position %d comes %.2f times, want %.2f", i, got, want)
		}
	}
}

func TestDivergence(t *testing.T) {
	for _, tt := range []struct {
		now, was []float32
		want     float64
	}{
		{[]float32{0.5, 0.5}, []float32{0.5, 0.5}, 0},
		{[]float32{1, 0}, []float32{0.5, 0.5}, math.Ln2},
		{[]float32{0.5, 0.5}, []float32{0.25, 0.75}, math.Log(2)/2 + math.Log(2.0/3)/2},
	} {
		if got := divergence(tt.now, tt.was); math.Abs(got-tt.want) > 1e-6 {
			t.Errorf("%v from %v: %v, want %v", tt.now, tt.was, got, tt.want)
		}
	}
}
