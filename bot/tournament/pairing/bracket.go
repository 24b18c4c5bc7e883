package pairing

// bracket is the score group at the top of those who are left, with who has come down into it.
type bracket struct {
	rest   []*contender // who is left, those of the bracket first
	size   int          // of the bracket
	moved  int          // how many of these have come down
	next   int          // the end of the group below
	leeway Leeway
}

// newBracket takes the top of those who are left: who has come down, and the group below.
func newBracket(rest []*contender, leeway Leeway) *bracket {
	b := &bracket{rest: rest, leeway: leeway}
	for b.moved < len(rest) && rest[b.moved].floated > 0 {
		b.moved++
	}
	b.size = b.endOf(b.moved)
	b.next = b.endOf(b.size)
	return b
}

// endOf is the end of the score group that begins at a place.
func (b *bracket) endOf(from int) int {
	end := from
	for end < len(b.rest) && b.rest[end].score == b.rest[from].score {
		end++
	}
	return end
}

// The aims of a bracket, the first above all others: each is worth more than what follows it
// is worth for all of 32 pairs together. Those of the second row are kept apart in the lower
// half of a weight.
const (
	aimWhole    = 1 << 42 // everybody can still be paired
	aimPairs    = 1 << 36 // as many pairs within the bracket as can be
	aimMoved    = 1 << 24 // who has come down is paired here; times how far
	aimNext     = 1 << 18 // who goes down is paired in the next group
	aimAbsolute = 1 << 12 // nobody gets a seat that they absolutely must not
	aimColour   = 1 << 6  // as few as can be get the seat that they do not prefer
	aimStrong   = 1       // nor those whose preference is strong

	aimFloat    = 1 << 38 // nobody floats as in the last round
	aimBefore   = 1 << 31 // nor as in the one before
	aimLow      = 1 << 18 // who floats is ranked low; times places
	aimOpposite = 1       // the upper half plays the lower; times squares of places
)

// weigh is how good it is to pair two of those who are left, i before j.
func (b *bracket) weigh(i, j int) (weight, bool) {
	if i > j {
		i, j = j, i
	}
	c, d := b.rest[i], b.rest[j]
	if !c.may(d, b.leeway) {
		return weight{}, false
	}
	w := weight{high: aimWhole}
	switch {
	case i >= b.size: // for later
		return w, true
	case j < b.size:
		w.high += aimPairs
		w.low -= aimOpposite * b.aside(i, j)
		if i < b.moved && j >= b.moved {
			w.high += aimMoved * int64(c.floated)
		}
	default:
		if j < b.next {
			w.high += aimNext
		}
		w.low -= aimLow * int64(b.size-1-i)
	}
	w.high -= cost(c.needs(d), aimAbsolute)
	w.high -= cost(c.wants.clashes(d.wants), aimColour)
	w.high -= cost(c.wants.clashes(d.wants) && min(c.wants.strength, d.wants.strength) >= strong, aimStrong)
	if c.score != d.score {
		for back, aim := range [2]int64{aimFloat, aimBefore} {
			w.low -= cost(c.floats[back] == down, aim) + cost(d.floats[back] == up, aim)
		}
	}
	return w, true
}

// aside is by how much a pair of the bracket lies off the usual, squared: who has come down
// plays the group's best, and of the others the upper half plays the lower in order.
func (b *bracket) aside(i, j int) int64 {
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
