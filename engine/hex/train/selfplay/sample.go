package selfplay

// Sample is one position of a finished game and what it teaches, in the mover's
// view: the mover joins top and bottom. Cells are row-major. It is kept small, three
// bytes a cell, because a training window holds hundreds of thousands; its slices
// are not to be changed once it is made, so that copies may share them. Its fields
// are exported for encoding; read them by [Sample.Unpack].
type Sample struct {
	Size   int
	Value  float32  // the target of the mover's chance to win, 0 to 1
	Cells  []uint8  // size²: what [field.Field.View] shows in the low bits, above them the chain
	Policy []uint16 // size²: shares of the target, relative to their sum
}

// How a cell belongs to the chain that won the game in the end.
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

// Targets are a sample's parts spread out for training, size² entries each. Own and
// Opponent are how much each cell belongs to the winning chain of the mover and of
// the opponent: a stone 1, a bridge's carrier 0.5, all 0 for the loser.
type Targets struct {
	View          []uint8
	Policy        []float32 // sums to 1, 0 on stones
	Own, Opponent []float32
}

// NewTargets makes room for samples up to a size of the board.
func NewTargets(size int) Targets {
	n := size * size
	return Targets{make([]uint8, n), make([]float32, n), make([]float32, n), make([]float32, n)}
}

// NewSample packs a position. view is as of [field.Field.View], policy is not negative,
// with a positive sum, and chain is nil or holds NoChain to OpponentCarrier; all have
// size² entries and are copied.
func NewSample(size int, view []uint8, policy []float32, value float32, chain []uint8) Sample {
	n := size * size
	s := Sample{Size: size, Value: value, Cells: make([]uint8, n), Policy: make([]uint16, n)}
	most := float32(0)
	for _, p := range policy[:n] {
		most = max(most, p)
	}
	for i := range s.Cells {
		s.Cells[i] = view[i] & viewMask
		if chain != nil {
			s.Cells[i] |= chain[i] << chainShift
		}
		s.Policy[i] = uint16(policy[i]/most*0xffff + 0.5)
	}
	return s
}

// Unpack spreads the sample into the first size² entries of t's slices. turned gives
// the board after half a turn, which is the same position to the rules.
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
		t.Own[to], t.Opponent[to] = 0, 0
		switch cell >> chainShift {
		case OwnChain:
			t.Own[to] = 1
		case OpponentChain:
			t.Opponent[to] = 1
		case OwnCarrier:
			t.Own[to] = 0.5
		case OpponentCarrier:
			t.Opponent[to] = 0.5
		}
	}
}
