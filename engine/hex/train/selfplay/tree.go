package selfplay

import (
	"math"
	"slices"

	"github.com/sixfold-bot/sixfold/engine/hex/field"
	"github.com/sixfold-bot/sixfold/engine/hex/net"
	"github.com/sixfold-bot/sixfold/engine/hex/net/kernel"
	"github.com/sixfold-bot/sixfold/engine/search"
)

// node is a position of the search tree; its slices have one entry per move.
type node struct {
	value   float32 // of the network or, when decided, of the rules
	decided bool    // the mover can link their edges, or the opponent's are linked
	total   int32   // visits of all moves

	moves  []field.Point
	policy []float32 // the network's, which sums to 1
	visits []int32
	sum    []float32 // of the values of the visits, for the mover here
	child  []int32   // 0 for unvisited moves
}

// tree is a search tree with its board. Node 0 is the root.
type tree struct {
	field       *field.Field
	evaluator   *net.Evaluator
	rand        *search.Rand
	nodes       []node
	used        int
	links       field.Links
	view        []uint8
	logits      []float32
	evaluations int // by the network

	// Of the search from the root, by move.
	noisy      []float32 // logarithm of the policy plus noise
	candidates []int
	improved   []float32 // see improve
}

func newTree(network *net.Network, size, nodes int, r *search.Rand) *tree {
	n := size * size
	t := &tree{
		evaluator: network.Evaluator(kernel.Square(size)), rand: r, nodes: make([]node, nodes),
		view: make([]uint8, n), logits: make([]float32, n), improved: make([]float32, n),
	}
	for i := range t.nodes {
		t.nodes[i] = node{
			moves: make([]field.Point, n), policy: make([]float32, n),
			visits: make([]int32, n), sum: make([]float32, n), child: make([]int32, n),
		}
	}
	return t
}

// setRoot makes the board's position the root. If it is a child of the last root, its evaluation is
// kept.
func (t *tree) setRoot(child int32) {
	if child != 0 {
		t.nodes[0], t.nodes[child] = t.nodes[child], t.nodes[0]
		t.nodes[0].forget()
	} else {
		t.open(&t.nodes[0])
	}
	t.used = 1
}

// forget resets a node except for its evaluation.
func (n *node) forget() {
	n.total = 0
	clear(n.visits)
	clear(n.sum)
	clear(n.child)
}

// open fills a node with the board's position, decided by links or evaluated by the network.
func (t *tree) open(n *node) {
	f := t.field
	mover := f.Mover()
	if t.links.Survey(f, mover^field.Red^field.Blue); t.links.Won() {
		n.decided, n.value = true, 0
		return
	}
	completes := func(m field.Point) bool { return t.links.Completes(f, m) }
	if t.links.Survey(f, mover); t.links.Won() || slices.ContainsFunc(f.Open(), completes) {
		n.decided, n.value = true, 1
		return
	}
	f.View(t.view)
	n.decided, n.value = false, t.evaluate()
	n.moves, n.policy = n.moves[:0], n.policy[:0]
	most := float32(math.Inf(-1))
	for i, c := range t.view {
		if c == field.ViewEmpty {
			n.moves = append(n.moves, f.ViewPoint(i))
			n.policy = append(n.policy, t.logits[i])
			most = max(most, t.logits[i])
		}
	}
	k := len(n.moves)
	n.visits, n.sum, n.child = n.visits[:k], n.sum[:k], n.child[:k]
	n.forget()
	total := float32(0)
	for i, l := range n.policy {
		n.policy[i] = max(minPolicy, float32(math.Exp(float64(l-most))))
		total += n.policy[i]
	}
	for i := range n.policy {
		n.policy[i] /= total
	}
}

// minPolicy, relative to the best move's, keeps logarithms and quotients finite.
const minPolicy = 1e-12

// evaluate evaluates t.view, at random after half a turn, and sets t.logits to the logits of its
// cells.
func (t *tree) evaluate() float32 {
	t.evaluations++
	turned := t.rand.Uint64()>>63 != 0
	if turned {
		slices.Reverse(t.view)
	}
	value := t.evaluator.Evaluate(t.view, t.logits)
	if turned {
		slices.Reverse(t.view)
		slices.Reverse(t.logits)
	}
	return value
}

// try visits the i-th move of a node and returns its value for the mover there.
func (t *tree) try(at int32, i int) float32 {
	n := &t.nodes[at]
	m := n.moves[i]
	t.field.Do(m)
	v := 1 - t.visit(&n.child[i])
	t.field.Undo(m)
	n.visits[i]++
	n.sum[i] += v
	n.total++
	return v
}

// visit evaluates the board's position and returns its value for the mover. child is its node, or 0
// on the first visit.
func (t *tree) visit(child *int32) float32 {
	if *child == 0 {
		*child = int32(t.used)
		t.used++
		n := &t.nodes[*child]
		t.open(n)
		return n.value
	}
	if n := &t.nodes[*child]; n.decided {
		return n.value
	}
	return t.try(*child, t.next(&t.nodes[*child]))
}

// mixed returns the value assumed for unvisited moves: the network's value blended with those of
// the visited moves, weighted by policy (appendix D of the paper).
func (n *node) mixed() float32 {
	share, sum := float32(0), float32(0)
	for i, visits := range n.visits {
		if visits > 0 {
			share += n.policy[i]
			sum += n.policy[i] * n.sum[i] / float32(visits)
		}
	}
	if share == 0 {
		return n.value
	}
	total := float32(n.total)
	return (n.value + total*sum/share) / (1 + total)
}

// scale returns the factor of values relative to logits.
func (n *node) scale() float32 {
	return valueScale * float32(valueVisits+slices.Max(n.visits))
}

// improve returns a node's improved policy by move, until the next call: the policy with visited
// moves weighted by a factor from their value.
func (t *tree) improve(n *node) []float32 {
	base, scale := n.mixed(), n.scale()
	improved := t.improved[:len(n.policy)]
	total := float32(0)
	for i, w := range n.policy {
		if visits := n.visits[i]; visits > 0 {
			w *= float32(math.Exp(float64(scale * (n.sum[i]/float32(visits) - base))))
		}
		total += w
		improved[i] = w
	}
	for i := range improved {
		improved[i] /= total
	}
	return improved
}

// next selects a move below the root so that visits become proportional to the improved policy
// (section 5 of the paper).
func (t *tree) next(n *node) int {
	best, most := 0, float32(math.Inf(-1))
	for i, share := range t.improve(n) {
		if lack := share - float32(n.visits[i])/float32(1+n.total); lack > most {
			best, most = i, lack
		}
	}
	return best
}
