package player

import (
	"hash/fnv"
	"math"
	"slices"

	"github.com/sixfold-bot/sixfold/engine/hex/field"
	"github.com/sixfold-bot/sixfold/engine/hex/net"
	"github.com/sixfold-bot/sixfold/engine/hex/net/kernel"
	"github.com/sixfold-bot/sixfold/engine/search"
	"github.com/sixfold-bot/sixfold/engine/search/puct"
)

// evaluator is a field evaluated by the network. It implements [puct.Position].
type evaluator struct {
	*field.Field
	without feature
	network *net.Network
	evals   [2]*net.Evaluator // by the player to move
	view    []uint8
	logits  []float32 // of the last evaluation, in the mover's view
	saves   []field.Point
}

func newEvaluator(n *net.Network, f *field.Field, without feature) *evaluator {
	e := &evaluator{
		Field: f, without: without, network: n,
		view: make([]uint8, f.Cells()), logits: make([]float32, f.Cells()),
	}
	width, height := f.ViewSize()
	mover := f.Turn()
	e.evals[mover] = n.Evaluator(kernel.Size{Width: width, Height: height})
	if e.evals[1-mover] = e.evals[mover]; width != height {
		e.evals[1-mover] = n.Evaluator(kernel.Size{Width: height, Height: width})
	}
	return e
}

// Clone implements [puct.Position].
func (e *evaluator) Clone() puct.Position[field.Point] {
	return newEvaluator(e.network, e.Field.Clone().(*field.Field), e.without)
}

// AppendMoves implements [search.Position].
func (e *evaluator) AppendMoves(moves []field.Point) []field.Point {
	if !e.without.has(featureLinks) {
		return e.Field.AppendMoves(moves)
	}
	from := len(moves)
	moves = append(moves, e.Open()...)
	slices.Sort(moves[from:])
	return moves
}

// Proof implements [search.Prover].
func (e *evaluator) Proof() search.Proof {
	if e.without.has(featureLinks) {
		return search.Unproved
	}
	return e.Field.Proof()
}

// Hash implements [search.Hasher]. It includes the mover, since two positions may look the same in
// their movers' views.
func (e *evaluator) Hash() uint64 {
	e.View(e.view)
	return fnv64(e.view) ^ uint64(e.Turn())<<63
}

// policyTemperature divides the network's logits. Training on searches of about 20 positions makes its
// policy too sharp for searches of thousands. Of 40 games with 2,000 positions a move on 11x11, 1.3
// won 25 against 1; of 28, 1.7 won 16 against 1.3.
const policyTemperature = 1.5

// Evaluate implements [puct.Position]. The network evaluates a board and its half turn slightly
// differently although they are equivalent. A hash of the board selects one of the two, so that
// errors average out over a tree.
func (e *evaluator) Evaluate(moves []field.Point, priors []float32) float32 {
	e.View(e.view)
	value := e.value(!e.without.has(featureTurns) && fnv64(e.view)>>32&1 != 0)
	temperature := float32(policyTemperature)
	if e.without.has(featureWide) {
		temperature = 1
	}
	most := float32(math.Inf(-1))
	for i, m := range moves {
		priors[i] = e.logits[e.ViewIndex(m)] / temperature
		most = max(most, priors[i])
	}
	sum := float32(0)
	for i := range priors {
		priors[i] = float32(math.Exp(float64(priors[i] - most)))
		sum += priors[i]
	}
	for i := range priors {
		priors[i] /= sum
	}
	if !e.without.has(featureSaves) {
		e.shareWithSaves(moves, priors)
	}
	return value
}

// value evaluates the position, or its half turn, and sets e.logits.
func (e *evaluator) value(turned bool) float32 {
	e.View(e.view)
	if turned {
		slices.Reverse(e.view)
	}
	value := e.evals[e.Turn()].Evaluate(e.view, e.logits)
	if turned {
		slices.Reverse(e.logits)
	}
	return value
}

func fnv64(view []uint8) uint64 {
	h := fnv.New64a()
	_, _ = h.Write(view) // it never fails
	return h.Sum64()
}

// saveShare is the share of the prior for moves that save a bridge just intruded on.
const saveShare = 0.25

// shareWithSaves gives these moves their share of the priors.
func (e *evaluator) shareWithSaves(moves []field.Point, priors []float32) {
	e.saves = e.AppendSaves(e.saves[:0])
	n := 0
	for _, m := range moves {
		if slices.Contains(e.saves, m) {
			n++
		}
	}
	if n == 0 {
		return
	}
	for i, m := range moves {
		priors[i] *= 1 - saveShare
		if slices.Contains(e.saves, m) {
			priors[i] += saveShare / float32(n)
		}
	}
}
