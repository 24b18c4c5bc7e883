package selfplay

import (
	"cmp"
	"math"
	"math/bits"
	"slices"
)

// run searches the root's position and returns the index of the best move: Gumbel noise selects the
// candidates, and sequential halving distributes the visits.
func (t *tree) run(config Config, noise float64) int {
	n := &t.nodes[0]
	budget, width := config.Evaluations, config.Candidates
	if n.value < decidedLow || n.value > decidedHigh {
		budget = config.Decided
		width = min(width, (budget*2+2)/3) // so that some are visited twice
	}
	t.draw(noise, min(width, len(n.moves)))
	return t.halve(budget)
}

// draw adds noise to the logits, and selects the moves with the greatest ones as candidates.
func (t *tree) draw(noise float64, width int) {
	t.noisy, t.candidates = t.noisy[:0], t.candidates[:0]
	for i, p := range t.nodes[0].policy {
		gumbel := -math.Log(-math.Log(t.rand.Float64() + 1e-17))
		t.noisy = append(t.noisy, float32(math.Log(float64(p))+noise*gumbel))
		t.candidates = append(t.candidates, i)
	}
	slices.SortStableFunc(t.candidates, func(a, b int) int { return cmp.Compare(t.noisy[b], t.noisy[a]) })
	t.candidates = t.candidates[:width]
}

// halve visits all candidates equally, then the better half of them, and so on until two are left
// or the budget is spent. It returns the best.
func (t *tree) halve(budget int) int {
	n := &t.nodes[0]
	phases := max(1, bits.Len(uint(len(t.candidates)-1)))
	left := t.candidates
	for spent := 0; spent < budget; {
		each := max(1, budget/(phases*len(left)))
		for visit := 0; visit < each*len(left) && spent < budget; visit++ {
			t.try(0, left[visit%len(left)])
			spent++
		}
		scale := n.scale()
		score := func(i int) float32 { return t.noisy[i] + scale*n.sum[i]/float32(max(1, n.visits[i])) }
		slices.SortFunc(left, func(a, b int) int {
			return cmp.Or(cmp.Compare(n.visits[b], n.visits[a]), cmp.Compare(score(b), score(a)), cmp.Compare(a, b))
		})
		left = left[:min(len(left), max(2, len(left)/2))]
	}
	return left[0]
}

// target returns the improved policy by move, until the next search, and the value under it.
func (t *tree) target() (policy []float32, value float32) {
	n := &t.nodes[0]
	policy = t.improve(n)
	base := n.mixed()
	for i, share := range policy {
		q := base
		if visits := n.visits[i]; visits > 0 {
			q = n.sum[i] / float32(visits)
		}
		value += share * q
	}
	return policy, min(max(value, 0), 1)
}
