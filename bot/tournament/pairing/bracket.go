package pairing

import "slices"

// bracket is the highest score group among the unpaired players, with those who float down into it.
type bracket struct {
	rest   []*contender // all unpaired players, those of the bracket first
	moved  int          // number of players in the bracket who have floated down
	size   int          // of the bracket
	next   int          // end of the next score group
	groups []int        // ends of the groups of equal scores in the bracket
	alone  bool         // only one player floats down, and has the bye
	// settled is set once those who have floated down are paired or float again, and pairs is the
	// number of pairs that the others make.
	settled bool
	pairs   int
}

// newBracket returns the bracket of the downfloaters and the score group that follows them.
func newBracket(rest []*contender, moved int) *bracket {
	b := &bracket{rest: rest, moved: moved}
	for from := 0; from < moved; {
		from = min(b.endOf(from), moved)
		b.groups = append(b.groups, from)
	}
	b.size = b.endOf(moved)
	b.groups = append(b.groups, b.size)
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

// pair returns the games of the bracket, the players left, and how many of them float down. The
// error is ErrNone if no matching pairs all players. Those who have floated down are paired first.
// What is left of the score group is matched again, as only now its upper half is known.
func (b *bracket) pair() (games []Game, left []*contender, moved int, err error) {
	mates, err := b.match()
	if err != nil {
		return nil, nil, 0, err
	}
	games, left, moved = b.take(mates, b.moved)
	if b.size-b.moved == len(games) {
		return games, left, moved, nil
	}
	group := newBracket(left, moved)
	group.settled, group.pairs = true, b.pairsIn(mates)-len(games)
	if mates, err = group.match(); err != nil {
		return nil, nil, 0, err
	}
	others, left, moved := group.take(mates, group.size)
	return append(games, others...), left, moved, nil
}

// match returns the best matching of all unpaired players for this bracket, or ErrNone.
func (b *bracket) match() (mates []int, err error) {
	mates = maxMatching(len(b.rest), b.weigh)
	if slices.Contains(mates, unmatched) {
		return nil, ErrNone
	}
	bye := len(b.rest) - 1
	if free := mates[bye]; !b.alone && b.rest[bye].number == Bye && free < b.size && 2*b.pairsIn(mates) == b.size-1 {
		b.alone = true // the criterion C9 applies
		return b.match()
	}
	return mates, nil
}

// pairsIn returns the number of pairs within the bracket.
func (b *bracket) pairsIn(mates []int) (n int) {
	for i, j := range mates[:b.size] {
		n += one(i < j && j < b.size)
	}
	return n
}

// take returns the games of the first players within the bracket, the other players, and how many
// of the first are among them.
func (b *bracket) take(mates []int, first int) (games []Game, left []*contender, moved int) {
	for i, j := range mates {
		switch {
		case min(i, j) >= first || max(i, j) >= b.size:
			left = append(left, b.rest[i])
			moved += one(i < first)
		case i < j:
			games = append(games, gameOf(b.rest[i], b.rest[j]))
		}
	}
	return games, left, moved
}
