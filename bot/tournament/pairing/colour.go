package pairing

// strength is how much somebody prefers a seat.
type strength int

const (
	noPreference strength = iota
	mild                  // they have had both equally often: the other than last time
	strong                // they have had the other once more
	absolute              // they have had the other twice more, or twice running
)

// preference is which seat a player is due, after C.04.3, A.6.
type preference struct {
	seat       int
	strength   strength
	difference int // how many times more they have had the other seat
}

// preferenceOf is that of a player with such a history.
func preferenceOf(history []turn) preference {
	var had [2]int
	last, before := none, none
	for _, t := range history {
		if t.played() {
			had[t.seat]++
			last, before = t.seat, last
		}
	}
	more, twice := had[0]-had[1], last == before
	switch {
	case last == none:
		return preference{}
	case more > 1 || twice && last == 0:
		return preference{1, absolute, more}
	case more < -1 || twice && last == 1:
		return preference{0, absolute, -more}
	case more > 0:
		return preference{1, strong, more}
	case more < 0:
		return preference{0, strong, -more}
	}
	return preference{1 - last, mild, 0}
}

// clashes reports whether two players want the same seat.
func (p preference) clashes(q preference) bool {
	return p.strength > noPreference && q.strength > noPreference && p.seat == q.seat
}

// firstOf says which of two players, of whom a is ranked higher, gets the first seat, after
// C.04.3, E.
func firstOf(a, b *contender) *contender {
	other := map[*contender]*contender{a: b, b: a}
	grant := func(to *contender) *contender {
		if to.wants.seat == 0 {
			return to
		}
		return other[to]
	}
	switch p, q := a.wants, b.wants; {
	case p.strength == noPreference && q.strength == noPreference:
		if a.number%2 == 0 { // an odd number where they are counted from 1
			return a
		}
		return b
	case q.strength == noPreference || p.strength > noPreference && p.seat != q.seat:
		return grant(a)
	case p.strength == noPreference:
		return grant(b)
	case p.strength != q.strength:
		if p.strength > q.strength {
			return grant(a)
		}
		return grant(b)
	case p.strength == absolute && p.difference != q.difference:
		if p.difference > q.difference {
			return grant(a)
		}
		return grant(b)
	}
	if seat, ok := lastApart(a.history, b.history); ok {
		return []*contender{b, a}[seat]
	}
	return grant(a)
}

// lastApart is the seat that the first of two had when they last had different ones, counted
// from their latest games back.
func lastApart(a, b []turn) (seat int, ok bool) {
	i, j := len(a)-1, len(b)-1
	for {
		for i >= 0 && !a[i].played() {
			i--
		}
		for j >= 0 && !b[j].played() {
			j--
		}
		if i < 0 || j < 0 {
			return 0, false
		}
		if a[i].seat != b[j].seat {
			return a[i].seat, true
		}
		i, j = i-1, j-1
	}
}
