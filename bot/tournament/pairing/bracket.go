package pairing

// bracket is the highest score group among the unpaired players, with those who float down into it.
type bracket struct {
	rest   []*contender // all unpaired players, those of the bracket first
	size   int          // of the bracket
	moved  int          // number of players in the bracket who have floated down
	next   int          // end of the next score group
	leeway Leeway
}

// newBracket returns the bracket of the downfloaters and the highest score group.
func newBracket(rest []*contender, leeway Leeway) *bracket {
	b := &bracket{rest: rest, leeway: leeway}
	for b.moved < len(rest) && rest[b.moved].floated > 0 {
		b.moved++
	}
	b.size = b.endOf(b.moved)
	b.next = b.endOf(b.size)
	return b
}

// endOf returns the end of the score group that begins at from.
func (b *bracket) endOf(from int) int {
	end := from
	for end < len(b.rest) && b.rest[end].score == b.rest[from].score {
		end++
	}
	return end
}

// The aims of a bracket in descending order. Each outweighs the following ones, summed over 32
// pairs. The second group is the low part of a weight.
const (
	aimWhole    = 1 << 42 // all players can be paired
	aimPairs    = 1 << 36 // as many pairs within the bracket as possible
	aimMoved    = 1 << 24 // pair downfloaters here; times the number of groups floated
	aimNext     = 1 << 18 // pair those who float down within the next group
	aimAbsolute = 1 << 12 // no seat against an absolute preference
	aimColour   = 1 << 6  // as few seats against a preference as possible
	aimStrong   = 1       // and as few against a strong one

	aimFloat    = 1 << 38 // nobody floats as in the last round
	aimBefore   = 1 << 31 // nor as in the round before
	aimLow      = 1 << 18 // low-ranked players float; times places
	aimOpposite = 1       // the upper half meets the lower; times squared places
)

// weigh returns the weight of a pair of unpaired players.
func (b *bracket) weigh(i, j int) (weight, bool) {
	if i > j {
		i, j = j, i
	}
	c, d := b.rest[i], b.rest[j]
	if !c.canPlay(d, b.leeway) {
		return weight{}, false
	}
	w := weight{high: aimWhole}
	switch {
	case i >= b.size: // for a later bracket
		return w, true
	case j < b.size:
		w.high += aimPairs
		w.low -= aimOpposite * b.deviation(i, j)
		if i < b.moved && j >= b.moved {
			w.high += aimMoved * int64(c.floated)
		}
	default:
		if j < b.next {
			w.high += aimNext
		}
		w.low -= aimLow * int64(b.size-1-i)
	}
	w.high -= cost(c.clashesAbsolutely(d), aimAbsolute)
	w.high -= cost(c.wants.clashes(d.wants), aimColour)
	w.high -= cost(c.wants.clashes(d.wants) && min(c.wants.strength, d.wants.strength) >= strong, aimStrong)
	if c.score != d.score {
		for back, aim := range [2]int64{aimFloat, aimBefore} {
			w.low -= cost(c.floats[back] == down, aim) + cost(d.floats[back] == up, aim)
		}
	}
	return w, true
}

// deviation returns the squared distance of a pair from the ideal pairing: downfloaters meet the
// best of the group, and the upper half of the others meets the lower half in order.
func (b *bracket) deviation(i, j int) int64 {
	off := j - i - (b.size-2*b.moved)/2
	switch {
	case j < b.moved:
		off = j - i - (b.moved+1)/2
	case i < b.moved:
		off = j - b.moved - i
	}
	return int64(off) * int64(off)
}

func cost(applies bool, aim int64) int64 {
	if applies {
		return aim
	}
	return 0
}
