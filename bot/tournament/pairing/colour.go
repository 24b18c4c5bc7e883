package pairing

import "slices"

// strength is the strength of a colour preference.
type strength int

const (
	noPreference strength = iota
	mild                  // both seats equally often: prefers the seat not had last
	strong                // the other seat once more often
	absolute              // the other seat at least twice more often, or in the last two games
)

// preference is the seat that a player should get, according to C.04.3, A.6.
type preference struct {
	seat       int
	strength   strength
	difference int // how many more times the player had the other seat
}

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

// clashes reports whether both players prefer the same seat.
func (p preference) clashes(q preference) bool {
	return p.strength > noPreference && q.strength > noPreference && p.seat == q.seat
}

// firstOf returns which of two players gets the first seat according to C.04.3, E. a is ranked
// higher.
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
		if a.number%2 == 0 { // an odd number in FIDE's counting from 1
			return a
		}
		return b
	case q.strength == noPreference || p.strength > noPreference && p.seat != q.seat:
		return grant(a)
	case p.strength == noPreference:
		return grant(b)
	case p.strength > q.strength || p.strength == absolute && q.strength == absolute && p.difference > q.difference:
		return grant(a)
	case p.strength < q.strength || p.strength == absolute && p.difference < q.difference:
		return grant(b)
	}
	if seat, ok := lastApart(a.history, b.history); ok {
		return []*contender{b, a}[seat]
	}
	return grant(a)
}

// lastApart returns the seat of the first player in the latest games in which the two had different
// seats, comparing their games from the last one backwards.
func lastApart(a, b []turn) (seat int, ok bool) {
	missed := func(t turn) bool { return !t.played() }
	a, b = slices.DeleteFunc(slices.Clone(a), missed), slices.DeleteFunc(slices.Clone(b), missed)
	for back := 1; back <= min(len(a), len(b)); back++ {
		if seat = a[len(a)-back].seat; seat != b[len(b)-back].seat {
			return seat, true
		}
	}
	return 0, false
}
