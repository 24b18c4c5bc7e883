package pairing

import "slices"

// bracket is the highest score group among the unpaired players, with those who float down into it.
type bracket struct {
	games []Game       // of the brackets before
	rest  []*contender // all unpaired players, those of the bracket first
	moved int          // number of players in the bracket who have floated down
	size  int          // of the bracket
	next  int          // end of the next score group
	alone bool         // only one player floats down, and has the bye
	// settled is set once those who have floated down are paired or float again, and pairs is the
	// number of pairs that the others make.
	settled bool
	pairs   int
}

// endOf returns the end of the score group that begins at from.
func (b *bracket) endOf(from int) int {
	end := from
	for end < len(b.rest) && b.rest[end].score == b.rest[from].score {
		end++
	}
	return end
}

// pair pairs the bracket; false if no matching pairs all players. Those who have floated down are
// paired first. What is left of the score group is matched again, as only now its upper half is known.
func (b *bracket) pair() bool {
	b.alone, b.settled, b.pairs = false, false, 0
	b.size = b.endOf(b.moved)
	b.next = b.endOf(b.size)
	mates := b.match()
	if mates == nil {
		return false
	}
	for i, j := range mates[:b.size] {
		b.pairs += one(b.moved <= i && i < j && j < b.size)
	}
	if b.take(mates, b.moved); b.size > b.moved {
		b.settled = true
		b.take(b.match(), b.size)
	}
	return true
}

// match returns the best matching of all unpaired players for this bracket, nil if there is none.
func (b *bracket) match() []int {
	mates := maxMatching(len(b.rest), b.weigh)
	if slices.Contains(mates, unmatched) {
		return nil
	}
	down := 0
	for _, j := range mates[:b.size] {
		down += one(j >= b.size)
	}
	if bye := len(b.rest) - 1; !b.alone && down == 1 && b.rest[bye].number == Bye && mates[bye] < b.size {
		b.alone = true // the criterion C9 applies
		return b.match()
	}
	return mates
}

// take takes the games of the first players within the bracket. The others of these float down.
func (b *bracket) take(mates []int, first int) {
	var left []*contender
	b.moved = 0
	for i, j := range mates {
		switch {
		case min(i, j) >= first || max(i, j) >= b.size:
			left = append(left, b.rest[i])
			b.moved += one(i < first)
		case i < j:
			b.games = append(b.games, gameOf(b.rest[i], b.rest[j]))
		}
	}
	taken := len(b.rest) - len(left)
	b.rest, b.size, b.next = left, b.size-taken, b.next-taken
}
