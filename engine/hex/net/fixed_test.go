package net

import (
	"encoding/binary"
	"hash/fnv"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/sixfold-bot/sixfold/engine/enginetest"
	"github.com/sixfold-bot/sixfold/engine/hex/net/kernel"
)

// deviation is the difference of evaluations from those in float64.
type deviation struct {
	logits, chances          float64 // sums of squares
	cells, views             int
	maxLogit, maxChance      float64
	otherBest, closelySecond int // positions where another move is best, and where it is nearly as good
}

func (d *deviation) add(view []uint8, policy []float32, value float32, wantPolicy []float64, wantValue float64) {
	chance := math.Abs(float64(value) - wantValue)
	d.chances += chance * chance
	d.maxChance = max(d.maxChance, chance)
	d.views++
	best, want := -1, -1
	for i, v := range view {
		if v != 0 {
			continue
		}
		logit := math.Abs(float64(policy[i]) - wantPolicy[i])
		d.logits += logit * logit
		d.maxLogit = max(d.maxLogit, logit)
		d.cells++
		if best < 0 || policy[i] > policy[best] {
			best = i
		}
		if want < 0 || wantPolicy[i] > wantPolicy[want] {
			want = i
		}
	}
	if best != want {
		d.otherBest++
		if wantPolicy[want]-wantPolicy[best] < 0.05 {
			d.closelySecond++
		}
	}
}

// deviations plays games, with moves drawn as the policy has them, and compares every so
// many positions.
func deviations(n *Network, side, games, every int) deviation {
	rng, size := rand.New(rand.NewPCG(21, uint64(side))), kernel.Square(side)
	e, policy := n.Evaluator(size), make([]float32, size.Cells())
	reference := plain{n.params, size}
	var d deviation
	for game := range games {
		view := make([]uint8, size.Cells())
		for ply := range size.Cells() * 2 / 5 {
			value := e.Evaluate(view, policy)
			if (ply+game)%every == 0 {
				wantPolicy, wantValue := reference.evaluate(view)
				d.add(view, policy, value, wantPolicy, wantValue)
			}
			view[drawn(rng, view, policy)] = 1
			view = turned(view, size)
		}
	}
	return d
}

// drawn draws an empty cell by the softmax of the logits (with the Gumbel trick).
func drawn(rng *rand.Rand, view []uint8, policy []float32) int {
	best, most := -1, math.Inf(-1)
	for i, v := range policy {
		if g := float64(v) - math.Log(-math.Log(rng.Float64())); view[i] == 0 && g > most {
			best, most = i, g
		}
	}
	return best
}

// Over positions of games, fixed point changes logits less than bfloat16, whose root mean square
// change is 0.011. Where the network itself is sharp, one logit in ten thousand changes by half a
// unit, whatever the precision of activations.
func TestFixedPointIsPrecise(t *testing.T) {
	n := Embedded()
	games, every := 1, 16
	if enginetest.Long() {
		games, every = 6, 4
	}
	for _, side := range []int{7, 9, 11, 13, 14} {
		d := deviations(n, side, games, every)
		logit, chance := math.Sqrt(d.logits/float64(d.cells)), math.Sqrt(d.chances/float64(d.views))
		t.Logf("%d positions on %d×%d: logits move by %.4f, at most %.3f, chances by %.4f, at most %.4f; another move is best in %d, of which %d by less than 0.05",
			d.views, side, side, logit, d.maxLogit, chance, d.maxChance, d.otherBest, d.closelySecond)
		if logit > 0.02 || d.maxLogit > 0.8 || chance > 0.005 || d.maxChance > 0.02 || d.otherBest > d.closelySecond {
			t.Errorf("%d×%d: fixed point is not precise enough", side, side)
		}
	}
}

// Every machine computes the same bits as the one that wrote these.
func TestBitsAreThoseOfEveryMachine(t *testing.T) {
	rng := rand.New(rand.NewPCG(23, 24))
	p := NewWideParams(3, 48)
	for i := range p.W {
		p.W[i] = float32(rng.IntN(2001)-1000) / 8192 // without functions that machines may round their own ways
	}
	for path := range kernel.EachPath {
		rng, n, sum := rand.New(rand.NewPCG(25, 26)), New(p), fnv.New64a()
		for _, size := range []kernel.Size{kernel.Square(5), kernel.Square(11), {Width: 14, Height: 13}} {
			e, policy := n.Evaluator(size), make([]float32, size.Cells())
			for range 3 {
				value := e.Evaluate(randomView(rng, size), policy)
				if err := binary.Write(sum, binary.LittleEndian, append(policy, value)); err != nil {
					t.Fatal(err)
				}
			}
		}
		if got, want := sum.Sum64(), uint64(0x2af16725f4424cf4); got != want {
			t.Errorf("%s: the hash of the logits and chances is %#x, want %#x", path, got, want)
		}
	}
}
