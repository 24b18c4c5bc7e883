package player

import (
	"math"
	"slices"

	"github.com/sixfold-bot/sixfold/engine/hex/field"
	"github.com/sixfold-bot/sixfold/engine/hex/net"
	"github.com/sixfold-bot/sixfold/engine/hex/net/kernel"
	"github.com/sixfold-bot/sixfold/engine/search"
	"github.com/sixfold-bot/sixfold/engine/search/puct"
)

// evaluator is a field that the network evaluates. It implements [puct.Position].
type evaluator struct {
	*field.Field
	without feature
	network *net.Network
	evals   [2]*net.Evaluator // by who moves
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

// Hash implements [search.Hasher]. Two positions may look the same to their movers, who
// differ then.
func (e *evaluator) Hash() uint64 {
	e.View(e.view)
	return fnv64(e.view) ^ uint64(e.Turn())<<63
}

// flatness divides the network's logits: it learns from searches of some 20 positions to
// be surer than is good for one of thousands. Of 40 games with 2,000 positions a move on
// 11x11, 1.3 won 25 against 1; of 28, 1.7 won 16 against 1.3.
const flatness = 1.5

// Evaluate implements [puct.Position]. The network is not quite the same to a board
// and to its half turn, although they are worth the same: by the board's own pattern
// it evaluates now the one, now the other, so that what it gets wrong of one evens out
// over a tree.
func (e *evaluator) Evaluate(moves []field.Point, priors []float32) float32 {
	e.View(e.view)
	value := e.value(!e.without.has(featureTurns) && odd(e.view))
	flat := float32(flatness)
	if e.without.has(featureWide) {
		flat = 1
	}
	most := float32(math.Inf(-1))
	for i, m := range moves {
		priors[i] = e.logits[e.ViewIndex(m)] / flat
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

// value evaluates the position, or its half turn, and leaves the logits.
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

// odd takes a bit from the pattern of a board.
func odd(view []uint8) bool { return fnv64(view)>>32&1 != 0 }

// fnv64 is the FNV-1a hash.
func fnv64(view []uint8) uint64 {
	h := uint64(14695981039346656037)
	for _, v := range view {
		h = (h ^ uint64(v)) * 1099511628211
	}
	return h
}

// saveShare is the share of the prior for answers to a stone that has just broken
// into a bridge.
const saveShare = 0.25

// shareWithSaves gives the answers that save a broken bridge a share of the priors.
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
