package pairing

import (
	"cmp"
	"slices"
)

// contender is a player to be paired.
type contender struct {
	number       int
	score        int
	wants        preference
	history      []turn
	floats       [2]float // in the last round and the one before it
	floated      int      // number of score groups by which the player floats down in this round
	hadBye       bool
	wonByForfeit bool // has won by forfeit
	unplayed     int  // number of unplayed rounds
	top          bool // more than half of the maximal score before the last round
}

// float is how a player left the score group.
type float int

const (
	stayed float = iota
	down
	up
)

// Leeway says which absolute criteria were relaxed because no pairing satisfies them.
type Leeway int

// The leeways, each including those before it.
const (
	strict     Leeway = iota
	anyColours        // players may get a seat against an absolute preference
	anyBye            // players with a forfeit win may have a bye, but nobody a second one
)

// Swiss returns the next round of a tournament with the given total of rounds, the highest boards
// first and a bye last. The error is ErrNone if every pairing repeats a game or gives a second bye.
// Other criteria are relaxed only if no pairing satisfies them.
func (e *Event) Swiss(rounds int) (round []Game, leeway Leeway, err error) {
	field := e.contenders(rounds)
	for leeway := strict; leeway <= anyBye; leeway++ {
		if round, ok := pair(field, leeway); ok {
			return round, leeway, nil
		}
	}
	return nil, strict, ErrNone
}

// contenders returns the players to be paired, the leader first.
func (e *Event) contenders(rounds int) []*contender {
	histories := e.histories()
	var field []*contender
	for p, history := range histories {
		if e.gone(p) {
			continue
		}
		c := &contender{number: p, score: sum(history), history: history, wants: preferenceOf(history)}
		for back := range min(len(c.floats), len(history)) {
			c.floats[back] = floatIn(histories, p, len(history)-1-back)
		}
		for _, t := range history {
			if !t.played() && t.points == Win {
				c.hadBye, c.wonByForfeit = c.hadBye || t.opponent == Bye, c.wonByForfeit || t.opponent != Bye
			}
			if !t.played() {
				c.unplayed++
			}
		}
		c.top = len(e.Rounds) == rounds-1 && c.score > len(e.Rounds)
		field = append(field, c)
	}
	slices.SortFunc(field, byRank)
	return field
}

func byRank(a, b *contender) int {
	return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(a.number, b.number))
}

// floatIn returns how a player floated in a round. Points without a game count as floating down.
func floatIn(histories [][]turn, player, round int) float {
	t := histories[player][round]
	if !t.played() {
		if t.points == Win {
			return down
		}
		return stayed
	}
	switch own, other := sum(histories[player][:round]), sum(histories[t.opponent][:round]); {
	case own > other:
		return down
	case own < other:
		return up
	}
	return stayed
}

// canPlay reports whether two players can be paired: they have not met, and their absolute
// preferences do not clash. For candidates for the first place in the last round seats do not
// matter.
func (c *contender) canPlay(d *contender, leeway Leeway) bool {
	if slices.ContainsFunc(c.history, func(t turn) bool { return t.played() && t.opponent == d.number }) {
		return false
	}
	return leeway >= anyColours || c.top || d.top || !c.clashesAbsolutely(d)
}

// canHaveBye reports whether the player can have a bye.
func (c *contender) canHaveBye(leeway Leeway) bool {
	return !c.hadBye && (leeway >= anyBye || !c.wonByForfeit)
}

// clashesAbsolutely reports whether both players have the same absolute preference.
func (c *contender) clashesAbsolutely(d *contender) bool {
	return c.wants.clashes(d.wants) && c.wants.strength == absolute && d.wants.strength == absolute
}

// pair pairs a field in the order of the ranking; ok is false if that is impossible.
func pair(field []*contender, leeway Leeway) (round []Game, ok bool) {
	rest := slices.Clone(field)
	if len(rest)%2 == 1 {
		free := byeOf(rest, leeway)
		if free == nil {
			return nil, false
		}
		rest = slices.DeleteFunc(rest, func(c *contender) bool { return c == free })
		defer func() {
			if ok {
				round = append(round, Game{First: free.number, Second: Bye})
			}
		}()
	}
	for len(rest) > 0 {
		b := newBracket(rest, leeway)
		mates := maxMatching(len(rest), b.weigh)
		if slices.Contains(mates, unmatched) {
			return nil, false
		}
		var down []*contender
		for i, c := range rest[:b.size] {
			switch j := mates[i]; {
			case j >= b.size:
				c.floated++
				down = append(down, c)
			case i < j:
				round = append(round, gameOf(c, rest[j]))
			}
		}
		rest = append(down, rest[b.size:]...)
	}
	for _, c := range field {
		c.floated = 0
	}
	return round, true
}

// gameOf returns the game of two players, with their seats.
func gameOf(a, b *contender) Game {
	if byRank(a, b) > 0 {
		a, b = b, a
	}
	if firstOf(a, b) == a {
		return Game{First: a.number, Second: b.number}
	}
	return Game{First: b.number, Second: a.number}
}

// byeOf returns the player who gets the bye: among those who can have it, and without whom the
// others can be paired, the one with the fewest points, then the fewest unplayed rounds, then the
// lowest rank. It returns nil if there is none.
func byeOf(field []*contender, leeway Leeway) *contender {
	order := slices.Clone(field)
	slices.SortFunc(order, func(a, b *contender) int {
		return cmp.Or(cmp.Compare(a.score, b.score), cmp.Compare(a.unplayed, b.unplayed), cmp.Compare(b.number, a.number))
	})
	for _, c := range order {
		if !c.canHaveBye(leeway) {
			continue
		}
		others := slices.DeleteFunc(slices.Clone(field), func(d *contender) bool { return c == d })
		mates := maxMatching(len(others), func(i, j int) (weight, bool) {
			return weight{high: 1}, others[i].canPlay(others[j], leeway)
		})
		if !slices.Contains(mates, unmatched) {
			return c
		}
	}
	return nil
}
