package hex

import (
	"math"
	"slices"

	"github.com/sixfold-bot/sixfold/engine/hex/field"
	"github.com/sixfold-bot/sixfold/engine/hex/net"
	"github.com/sixfold-bot/sixfold/engine/search"
	"github.com/sixfold-bot/sixfold/engine/search/puct"
)

// sight is a field seen through the network. It implements [puct.Position].
type sight struct {
	*field.Field
	without part
	network *net.Network
	eye     *net.Evaluator
	view    []uint8
	logits  []float32 // of the last look, in the mover's view
	saves   []field.Point
}

func newSight(n *net.Network, f *field.Field, without part) *sight {
	cells := f.Size() * f.Size()
	return &sight{
		Field: f, without: without, network: n, eye: n.FastEvaluator(f.Size()),
		view: make([]uint8, cells), logits: make([]float32, cells),
	}
}

// Clone implements [puct.Position].
func (s *sight) Clone() puct.Position[field.Point] {
	return newSight(s.network, s.Field.Clone().(*field.Field), s.without)
}

// AppendMoves implements [search.Position].
func (s *sight) AppendMoves(moves []field.Point) []field.Point {
	if !s.without.has(partLinks) {
		return s.Field.AppendMoves(moves)
	}
	from := len(moves)
	moves = append(moves, s.Open()...)
	slices.Sort(moves[from:])
	return moves
}

// Proof implements [search.Prover].
func (s *sight) Proof() search.Proof {
	if s.without.has(partLinks) {
		return search.Unproved
	}
	return s.Field.Proof()
}

// Hash implements [search.Hasher]. What the one mover sees of a position the other may
// see of another one.
func (s *sight) Hash() uint64 {
	s.View(s.view)
	return fnv64(s.view) ^ uint64(s.Turn())<<63
}

// flatness divides the network's logits: it learns from searches of some 20 positions to
// be surer than is good for one of thousands. Of 40 games with 2,000 positions a move on
// 11x11, 1.3 won 25 against 1; of 28, 1.7 won 16 against 1.3.
const flatness = 1.5

// Evaluate implements [puct.Position]. The network is not quite the same to a board
// and to its half turn, although they are worth the same: by the board's own pattern
// it sees now the one, now the other, so that what it thinks wrong of one evens out
// over a tree.
func (s *sight) Evaluate(moves []field.Point, priors []float32) float32 {
	s.View(s.view)
	value := s.look(!s.without.has(partTurns) && odd(s.view))
	flat := float32(flatness)
	if s.without.has(partWide) {
		flat = 1
	}
	most := float32(math.Inf(-1))
	for i, m := range moves {
		priors[i] = s.logits[s.ViewIndex(m)] / flat
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
	if !s.without.has(partSaves) {
		s.save(moves, priors)
	}
	return value
}

// look has the network judge the position, or its half turn.
func (s *sight) look(turned bool) float32 {
	s.View(s.view)
	if turned {
		slices.Reverse(s.view)
	}
	value := s.eye.Evaluate(s.view, s.logits)
	if turned {
		slices.Reverse(s.logits)
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

// save gives the answers that save a broken bridge a share of the priors.
func (s *sight) save(moves []field.Point, priors []float32) {
	s.saves = s.AppendSaves(s.saves[:0])
	n := 0
	for _, m := range moves {
		if slices.Contains(s.saves, m) {
			n++
		}
	}
	if n == 0 {
		return
	}
	for i, m := range moves {
		priors[i] *= 1 - saveShare
		if slices.Contains(s.saves, m) {
			priors[i] += saveShare / float32(n)
		}
	}
}
