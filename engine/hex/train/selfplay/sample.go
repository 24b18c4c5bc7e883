package selfplay

import (
	"slices"

	"github.com/sixfold-bot/sixfold/engine/hex/field"
)

// Sample is one position of a finished game with its targets, in the mover's view: the mover joins
// top and bottom. Cells are row-major. It is small, three bytes per cell, since a training window
// holds hundreds of thousands. Its slices are immutable, so that copies may share them. Its fields
// are exported for encoding; read them by [Sample.Unpack].
type Sample struct {
	Size   int
	Value  float32  // target of the mover's winning probability, 0 to 1
	Cells  []uint8  // size²: the value of [field.Field.View] in the low bits, above them the chain
	Policy []uint16 // size²: the target, up to a factor
}

// Values of a cell relative to the chain that finally won.
const (
	NoChain         = 0
	OwnChain        = 1 // a stone of the mover's winning chain
	OpponentChain   = 2 // a stone of the opponent's
	OwnCarrier      = 3 // a cell of a bridge in the mover's winning chain
	OpponentCarrier = 4
)

const (
	viewMask   = 3
	chainShift = 2
)

// The memberships in the winning chain of the mover and of the opponent, by these values; see
// [Targets].
var (
	ownMembership      = [...]float32{OwnChain: 1, OwnCarrier: 0.5, OpponentCarrier: 0}
	opponentMembership = [...]float32{OpponentChain: 1, OpponentCarrier: 0.5}
)

// Targets are the unpacked parts of a sample, with size² entries each. Own and Opponent are each
// cell's membership in the winning chain of the mover and of the opponent: 1 for a stone, 0.5 in a
// bridge's carrier, all 0 for the loser.
type Targets struct {
	View          []uint8
	Policy        []float32 // sums to 1, 0 on stones
	Own, Opponent []float32
}

// NewTargets allocates targets for samples up to a board size.
func NewTargets(size int) Targets {
	n := size * size
	return Targets{make([]uint8, n), make([]float32, n), make([]float32, n), make([]float32, n)}
}

// NewSample packs a position. view is as from [field.Field.View], policy is not negative with a
// positive sum, and chain is nil or has values from NoChain to OpponentCarrier. All have size²
// entries and are copied.
func NewSample(size int, view []uint8, policy []float32, value float32, chain []uint8) Sample {
	n := size * size
	s := Sample{Size: size, Value: value, Cells: make([]uint8, n), Policy: make([]uint16, n)}
	most := slices.Max(policy[:n])
	for i := range s.Cells {
		s.Cells[i] = view[i] & viewMask
		if chain != nil {
			s.Cells[i] |= chain[i] << chainShift
		}
		s.Policy[i] = uint16(policy[i]/most*0xffff + 0.5)
	}
	return s
}

// Unpack writes the sample to the first size² entries of t's slices. turned rotates the board by
// half a turn, which is an equivalent position.
func (s *Sample) Unpack(t Targets, turned bool) {
	sum := 0
	for _, p := range s.Policy {
		sum += int(p)
	}
	scale := 1 / float32(sum)
	last := len(s.Cells) - 1
	for i, cell := range s.Cells {
		to := i
		if turned {
			to = last - i
		}
		t.View[to] = cell & viewMask
		t.Policy[to] = float32(s.Policy[i]) * scale
		t.Own[to], t.Opponent[to] = ownMembership[cell>>chainShift], opponentMembership[cell>>chainShift]
	}
}

// samples returns the samples of the game that has just ended.
func (p *Player) samples() []Sample {
	n := p.size * p.size
	won := make([]uint8, n) // by cell, row by row: the winner's chain
	p.ended.Chain(
		func(c field.Point) { won[p.tree.field.Cell(c)] = OwnChain },
		func(c field.Point) { won[p.tree.field.Cell(c)] = OwnCarrier },
	)
	chain := make([]uint8, n)
	samples := make([]Sample, len(p.plies))
	next := float32(0) // target of the next position, for the player to move there
	if p.winner == p.tree.field.Mover() {
		next = 1
	}
	for i := len(samples) - 1; i >= 0; i-- {
		now := &p.plies[i]
		p.shown(chain, won, now.mover)
		value := (1-lambda)*now.value + lambda*(1-next)
		clipped := min(max(value, minValue), 1-minValue)
		samples[i] = NewSample(p.size, now.view, now.policy, clipped, chain)
		next = value
	}
	return samples
}

// shown writes the winner's chain in a mover's view.
func (p *Player) shown(chain, won []uint8, mover uint8) {
	for i, c := range won {
		if c != NoChain && mover != p.winner {
			c++ // to OpponentChain, OpponentCarrier
		}
		if mover != field.Red {
			i = i%p.size*p.size + i/p.size
		}
		chain[i] = c
	}
}
