package selfplay

import (
	"cmp"
	"math"
	"math/bits"
	"slices"
)

// root is a search from node 0 of a tree: Gumbel noise selects the candidates, and sequential
// halving distributes the visits.
type root struct {
	*tree
	noisy      []float32 // by move: logarithm of the policy plus noise
	candidates []int
}

// run searches the root's position and returns the index of the best move.
func (r *root) run(config Config, noise float64) int {
	n := &r.nodes[0]
	budget, width := config.Evaluations, config.Candidates
	if n.value < decidedLow || n.value > decidedHigh {
		budget = config.Decided
		width = min(width, (budget*2+2)/3) // so that some are visited twice
	}
	r.draw(noise)
	r.pick(min(width, len(n.moves)))
	return r.halve(budget)
}

// draw adds noise to the logits.
func (r *root) draw(noise float64) {
	n := &r.nodes[0]
	r.noisy = r.noisy[:0]
	for _, p := range n.policy {
		gumbel := -math.Log(-math.Log(r.rand.Float64() + 1e-17))
		r.noisy = append(r.noisy, float32(math.Log(float64(p))+noise*gumbel))
	}
}

// pick selects the moves with the greatest noisy logits as candidates.
func (r *root) pick(width int) {
	r.candidates = r.candidates[:0]
	for i := range r.noisy {
		at := len(r.candidates)
		for at > 0 && r.noisy[r.candidates[at-1]] < r.noisy[i] {
			at--
		}
		if at == width {
			continue
		}
		if len(r.candidates) == width {
			r.candidates = r.candidates[:width-1]
		}
		r.candidates = slices.Insert(r.candidates, at, i)
	}
}

// halve visits all candidates equally, then the better half of them, and so on until two are left
// or the budget is spent. It returns the best.
func (r *root) halve(budget int) int {
	n := &r.nodes[0]
	phases := max(1, bits.Len(uint(len(r.candidates)-1)))
	left := r.candidates
	for spent := 0; spent < budget; {
		each := max(1, budget/(phases*len(left)))
		for visit := 0; visit < each*len(left) && spent < budget; visit++ {
			r.try(0, left[visit%len(left)])
			spent++
		}
		scale := n.scale()
		score := func(i int) float32 { return r.noisy[i] + scale*n.sum[i]/float32(max(1, n.visits[i])) }
		slices.SortFunc(left, func(a, b int) int {
			return cmp.Or(cmp.Compare(n.visits[b], n.visits[a]), cmp.Compare(score(b), score(a)), cmp.Compare(a, b))
		})
		left = left[:min(len(left), max(2, len(left)/2))]
	}
	return left[0]
}

// target writes the improved policy by move, and returns the value under it.
func (r *root) target(policy []float32) float32 {
	n := &r.nodes[0]
	total := n.improve(func(i int, w float32) { policy[i] = w })
	base, value := n.mixed(), float32(0)
	for i := range n.policy {
		policy[i] /= total
		q := base
		if visits := n.visits[i]; visits > 0 {
			q = n.sum[i] / float32(visits)
		}
		value += policy[i] * q
	}
	return min(max(value, 0), 1)
}
