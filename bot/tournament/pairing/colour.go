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

// preference is the seat that a player should get, according to C.04.3, 1.7.
type preference struct {
	seat       int
	strength   strength
	difference int  // how many more times the player had one seat than the other
	twice      bool // had the same seat in the last two games
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
	more := had[0] - had[1]
	p := preference{seat: 1 - last, strength: mild, difference: max(more, -more), twice: last == before}
	switch {
	case last == none:
		return preference{}
	case p.difference > 1 || p.difference > 0 && !p.twice:
		p.seat = one(more > 0)
	}
	if p.difference > 1 || p.twice {
		p.strength = absolute
	} else if p.difference > 0 {
		p.strength = strong
	}
	return p
}

// clashes reports whether both players prefer the same seat.
func (p preference) clashes(q preference) bool {
	return p.strength > noPreference && q.strength > noPreference && p.seat == q.seat
}

// seatFaults reports which of the criteria C10 to C13 a pair does not meet: somebody would have one
// seat more than twice more often than the other, or three times in succession, or not get a seat
// that they prefer, or prefer strongly. a is ranked higher.
func seatFaults(a, b *contender) [4]bool {
	p, q := a.wants, b.wants
	switch {
	case !p.clashes(q):
		return [4]bool{}
	case !a.clashesAbsolutely(b):
		return [4]bool{2: true, 3: min(p.strength, q.strength) == strong}
	}
	denied := p
	if (firstOf(a, b) == a) == (p.seat == 0) {
		denied = q
	}
	return [4]bool{min(p.difference, q.difference) > 1, denied.twice, true, false}
}

// firstOf returns which of two players gets the first seat according to C.04.3, 5.2. a is ranked
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
