package selfplay

import (
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"github.com/sixfold-bot/sixfold/engine/enginetest"
	"github.com/sixfold-bot/sixfold/engine/hex/field"
	"github.com/sixfold-bot/sixfold/engine/hex/net"
	"github.com/sixfold-bot/sixfold/engine/search"
)

// network is one of random weights and few blocks.
func network(seed uint64) *net.Network {
	return net.New(net.RandomParams(1, rand.New(rand.NewPCG(seed, 0))))
}

func TestSamplesOfGames(t *testing.T) {
	for size := 3; size <= 7; size++ {
		p := New(network(1), size, uint64(size), DefaultConfig())
		got := NewTargets(size)
		positions := 0
		for range 4 {
			samples := p.Play()
			positions += len(samples)
			if len(samples) == 0 {
				t.Fatalf("size %d: nothing was searched", size)
			}
			for i, s := range samples {
				s.Unpack(got, false)
				checkTargets(t, s, got)
				if i > 0 {
					checkFollows(t, &samples[i-1], &s)
				}
			}
			last := samples[len(samples)-1]
			if last.Unpack(got, false); (slices.Max(got.Own) == 1) != (last.Value > 0.5) {
				t.Errorf("the last move is worth %v, but the chain is %v", last.Value, got.Own)
			}
		}
		if p.Evaluations() < positions {
			t.Errorf("%d positions, but %d evaluations", positions, p.Evaluations())
		}
	}
}

// checkTargets checks one sample by itself.
func checkTargets(t *testing.T, s Sample, got Targets) {
	t.Helper()
	sum := 0.0
	for i, share := range got.Policy {
		sum += float64(share)
		if share < 0 || share > 0 && got.View[i] != field.ViewEmpty {
			t.Fatalf("cell %d, which shows %d, has a target of %v", i, got.View[i], share)
		}
	}
	if math.Abs(sum-1) > 1e-5 {
		t.Fatalf("the targets sum to %v", sum)
	}
	if s.Value < minValue || s.Value > 1-minValue {
		t.Fatalf("a value of %v", s.Value)
	}
	own, opponent := slices.Max(got.Own), slices.Max(got.Opponent)
	if own != 0 && own != 1 || own+opponent != 1 {
		t.Fatalf("chains of %v and %v", own, opponent)
	}
	for i, shown := range got.View { // stones never leave the board
		if shown == field.ViewOwn && got.Opponent[i] != 0 || shown == field.ViewOpponent && got.Own[i] != 0 {
			t.Fatalf("a stone of one is in the chain of the other: %+v", s)
		}
	}
}

// checkFollows checks that a position is the one before with a stone more, seen by
// the other player.
func checkFollows(t *testing.T, before, after *Sample) {
	t.Helper()
	size := before.Size
	added := 0
	for i, c := range before.Cells {
		was := c & viewMask
		is := after.Cells[i%size*size+i/size] & viewMask
		if was != field.ViewEmpty {
			was ^= 3
		}
		if was != is {
			added++
			if was != field.ViewEmpty || is != field.ViewOpponent || before.Policy[i] == 0 {
				t.Fatalf("cell %d became %d", i, is)
			}
		}
	}
	if added != 1 {
		t.Fatalf("a move placed %d stones", added)
	}
}

// b2 and a3 join bottom and, by a bridge over b1 and c1, top.
func TestValuesAndChainsOfAGame(t *testing.T) {
	const size = 3
	p := New(network(1), size, 1, DefaultConfig())
	f := field.New(size, size, make([]uint8, size*size), field.Red, field.Red)
	p.tree.field = f
	for _, m := range []field.Point{f.At(0, 2), f.At(0, 0), f.At(1, 1)} {
		now := p.note()
		now.policy[f.ViewIndex(m)], now.value = 1, 0.5
		f.Do(m)
	}
	if !p.over(field.Red) || p.winner != field.Red {
		t.Fatalf("the winner is %d", p.winner)
	}
	red := []float32{
		0, 0.5, 0.5,
		0, 1, 0,
		1, 0, 0,
	}
	blue := []float32{ // transposed
		0, 0, 1,
		0.5, 1, 0,
		0.5, 0, 0,
	}
	none := make([]float32, 9)
	want := []struct {
		value         float32
		own, opponent []float32
	}{{0.8645, red, none}, {0.095, none, blue}, {0.95, red, none}}
	got := NewTargets(size)
	for i, s := range p.samples() {
		s.Unpack(got, false)
		if math.Abs(float64(s.Value-want[i].value)) > 1e-6 {
			t.Errorf("ply %d: value %v, want %v", i, s.Value, want[i].value)
		}
		if !slices.Equal(got.Own, want[i].own) || !slices.Equal(got.Opponent, want[i].opponent) {
			t.Errorf("ply %d: chains %v and %v, want %v and %v", i, got.Own, got.Opponent, want[i].own, want[i].opponent)
		}
	}
}

// A stone may let the survey see the other colour's win, which is rare.
func TestEitherMayHaveWon(t *testing.T) {
	const size = 6
	p := New(network(1), size, 1, DefaultConfig())
	r := search.Rand(17)
	late := 0 // games whose end the loser's stone showed
	for range enginetest.Times(2_000, 20_000) {
		f := field.New(size, size, make([]uint8, size*size), field.Red, field.Red)
		p.tree.field, p.plies = f, p.plies[:0]
		for over := false; !over; {
			m := f.Open()[r.Below(len(f.Open()))]
			now := p.note()
			now.policy[f.ViewIndex(m)], now.value = 1, 0.5
			f.Do(m)
			over = p.over(now.mover)
		}
		if p.winner != f.Mover() {
			continue
		}
		late++
		samples := p.samples()
		got := NewTargets(size)
		last := samples[len(samples)-1]
		if last.Unpack(got, false); last.Value > 0.1 || slices.Max(got.Own) != 0 || slices.Max(got.Opponent) != 1 {
			t.Fatalf("the loser's last position: %+v", last)
		}
	}
	if late == 0 {
		t.Error("it never came")
	}
}

// Games end before the edges are joined. From there the winner, who answers each intrusion at the
// bridge's other cell and otherwise plays anywhere, wins whatever the loser tries.
func TestGamesEndWhenTheyAreWon(t *testing.T) {
	r := search.Rand(5)
	for _, size := range []int{4, 6, 8} {
		p := New(network(2), size, 3, Config{Evaluations: 2, Decided: 2, Candidates: 2})
		for range 12 {
			p.Play()
			f := p.tree.field
			loser := p.winner ^ field.Red ^ field.Blue
			answers := map[field.Point]field.Point{}
			var half field.Point
			p.ended.Chain(func(field.Point) {}, func(c field.Point) {
				if half == 0 {
					half = c
					return
				}
				answers[half], answers[c] = c, half
				half = 0
			})
			for range 30 {
				if got := playOut(f.Clone().(*field.Field), loser, answers, &r); got != p.winner {
					t.Fatalf("size %d: %d was stopped", size, p.winner)
				}
			}
		}
	}
}

// playOut ends a game and returns who wins by the rules.
func playOut(f *field.Field, loser uint8, answers map[field.Point]field.Point, r *search.Rand) uint8 {
	var last field.Point
	for {
		mover := f.Mover()
		if _, over := f.Terminal(); over {
			return mover ^ field.Red ^ field.Blue
		}
		m := f.Open()[r.Below(len(f.Open()))]
		if answer, broken := answers[last]; mover != loser && broken && slices.Contains(f.Open(), answer) {
			m = answer
		}
		f.Do(m)
		last = m
	}
}

func TestSeedsRepeat(t *testing.T) {
	play := func(seed uint64) (samples []Sample) {
		p := New(network(3), 5, seed, DefaultConfig())
		for range 3 {
			samples = append(samples, p.Play()...)
		}
		return samples
	}
	a := play(1)
	if !reflect.DeepEqual(a, play(1)) {
		t.Error("a seed played two games")
	}
	if reflect.DeepEqual(a, play(2)) {
		t.Error("two seeds played one game")
	}
}

// A search does not allocate: games allocate only their samples.
func TestSearchesTakeNoMemory(t *testing.T) {
	p := New(network(4), 5, 1, DefaultConfig())
	p.Play()
	p.tree.field = field.New(5, 5, make([]uint8, 25), field.Red, field.Red)
	if n := testing.AllocsPerRun(20, func() {
		p.plies = p.plies[:0]
		p.move(0)
	}); n != 0 {
		t.Errorf("a move allocates %v times", n)
	}
}

func TestMatches(t *testing.T) {
	const size = 4
	a, b := network(5), network(6)
	won, games := Match(a, b, size, 2)
	lost, again := Match(b, a, size, 1)
	if games != 2*size*size || again != games || won+lost != games {
		t.Errorf("a won %d of %d, b %d of %d", won, games, lost, again)
	}
	if half, _ := Match(a, a, size, 1); half != size*size {
		t.Errorf("a network wins %d of %d games against itself", half, games)
	}
}
