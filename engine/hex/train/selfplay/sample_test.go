package selfplay

import (
	"math"
	"slices"
	"testing"

	"github.com/sixfold-bot/sixfold/engine/hex/field"
)

func TestSamplesUnpackWhatWasPacked(t *testing.T) {
	view := []uint8{field.ViewOwn, field.ViewEmpty, field.ViewOpponent, field.ViewEmpty}
	policy := []float32{0, 0.25, 0, 0.75}
	chain := []uint8{OwnChain, OwnCarrier, OpponentChain, OpponentCarrier}
	s := NewSample(2, view, policy, 0.3, chain)
	for _, turned := range []bool{false, true} {
		got := NewTargets(3) // longer than needed
		s.Unpack(got, turned)
		want := Targets{
			slices.Clone(view), slices.Clone(policy),
			[]float32{1, 0.5, 0, 0},
			[]float32{0, 0, 1, 0.5},
		}
		if turned {
			slices.Reverse(want.View)
			slices.Reverse(want.Policy)
			slices.Reverse(want.Own)
			slices.Reverse(want.Opponent)
		}
		if !slices.Equal(got.View[:4], want.View) || !near(got.Policy[:4], want.Policy) ||
			!near(got.Own[:4], want.Own) || !near(got.Opponent[:4], want.Opponent) {
			t.Errorf("turned %v: %v, want %v", turned, got, want)
		}
	}
}

func TestPoliciesSumToOne(t *testing.T) {
	const size = 11
	policy := make([]float32, size*size)
	sum := float32(0)
	for i := range policy {
		policy[i] = float32(math.Exp(-float64(i) / 7))
		sum += policy[i]
	}
	for i := range policy {
		policy[i] /= sum
	}
	s := NewSample(size, make([]uint8, size*size), policy, 0.5, nil)
	got := NewTargets(size)
	s.Unpack(got, false)
	if !near(got.Policy, policy) {
		t.Errorf("%v, want %v", got.Policy, policy)
	}
	total := 0.0
	for _, p := range got.Policy {
		total += float64(p)
	}
	if math.Abs(total-1) > 1e-5 {
		t.Errorf("the sum is %v", total)
	}
}

func near(a, b []float32) bool {
	return slices.EqualFunc(a, b, func(x, y float32) bool { return math.Abs(float64(x-y)) < 2e-5 })
}
