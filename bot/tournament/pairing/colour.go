package pairing

import "cmp"

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

// seats returns the seats of the games that were played.
func seats(history []turn) (list []int) {
	for _, t := range history {
		if t.played() {
			list = append(list, t.seat)
		}
	}
	return list
}

func preferenceOf(history []turn) preference {
	var had [2]int
	last, before := none, none
	for _, seat := range seats(history) {
		had[seat]++
		last, before = seat, last
	}
	more := had[0] - had[1]
	p := preference{seat: 1 - last, strength: mild, difference: max(more, -more), twice: last == before}
	switch {
	case last == none:
		return preference{}
	case p.difference > 1:
		p.strength, p.seat = absolute, one(more > 0)
	case p.twice:
		p.strength = absolute
	case p.difference > 0:
		p.strength, p.seat = strong, one(more > 0)
	}
	return p
}

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
	p, q := a.wants, b.wants
	granted, other := a, b
	switch order := cmp.Or(cmp.Compare(p.strength, q.strength), one(p.strength == absolute)*cmp.Compare(p.difference, q.difference)); {
	case p.strength == noPreference && q.strength == noPreference:
		return [2]*contender{a, b}[a.number%2] // FIDE counts from 1
	case order < 0:
		granted, other = b, a
	case order == 0 && p.seat == q.seat: // whoever did not have it when they last had different ones
		had, met := seats(a.history), seats(b.history)
		for len(had) > 0 && len(met) > 0 {
			x, y := had[len(had)-1], met[len(met)-1]
			if x != y {
				return [2]*contender{b, a}[x]
			}
			had, met = had[:len(had)-1], met[:len(met)-1]
		}
	}
	if granted.wants.seat == 0 {
		return granted
	}
	return other
}
