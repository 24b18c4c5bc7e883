package pairing

import (
	"cmp"
	"slices"
)

// contender is a player before a round is paired.
type contender struct {
	number   int
	score    int
	wants    preference
	history  []turn
	floats   [2]float // in the last round and in that before it
	floated  int      // by how many score groups they have come down in this round
	hadBye   bool
	wonFree  bool // they have won because an opponent was not there
	unplayed int  // rounds
	top      bool // more than half of all points before the last round
}

// float is which way a player went out of their score group.
type float int

const (
	stayed float = iota
	down
	up
)

// Leeway is how far the absolute criteria had to give way, because no round keeps them.
type Leeway int

// The leeways, each with those before it.
const (
	strict     Leeway = iota
	anyColours        // somebody gets a seat that they must not get
	anyBye            // besides, who has won without a game may have a bye, though never a second one
)

// Swiss is the next round of a tournament of so many rounds in all, the highest boards first
// and a bye last. The error is ErrNone if there is none in which nobody meets an opponent
// again or has a second bye. The other criteria give way only where no round keeps them.
func (e *Event) Swiss(rounds int) (round []Game, leeway Leeway, err error) {
	field := e.contenders(rounds)
	for leeway := strict; leeway <= anyBye; leeway++ {
		if round, ok := pair(field, leeway); ok {
			return round, leeway, nil
		}
	}
	return nil, strict, ErrNone
}

// contenders are who is to be paired, the leader first.
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
				c.hadBye, c.wonFree = c.hadBye || t.opponent == Bye, c.wonFree || t.opponent != Bye
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

// floatIn is how a player floated in a round: who gets points without a game floats down.
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

// may reports whether two can be paired: they have not met, and both can have the seat that
// they absolutely need. Who may win the tournament in its last round takes any seat.
func (c *contender) may(d *contender, leeway Leeway) bool {
	if slices.ContainsFunc(c.history, func(t turn) bool { return t.played() && t.opponent == d.number }) {
		return false
	}
	return leeway >= anyColours || c.top || d.top || !c.needs(d)
}

// mayRest reports whether a player can have a bye.
func (c *contender) mayRest(leeway Leeway) bool {
	return !c.hadBye && (leeway >= anyBye || !c.wonFree)
}

// needs reports whether two absolutely need the same seat.
func (c *contender) needs(d *contender) bool {
	return c.wants.clashes(d.wants) && c.wants.strength == absolute && d.wants.strength == absolute
}

// pair pairs all of a field, the leader first. ok is false where that is not possible.
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

// gameOf is the game of two, of whom a is ranked higher.
func gameOf(a, b *contender) Game {
	if byRank(a, b) > 0 {
		a, b = b, a
	}
	if firstOf(a, b) == a {
		return Game{First: a.number, Second: b.number}
	}
	return Game{First: b.number, Second: a.number}
}

// byeOf is who gets the bye: of those who can and after whom all others can be paired the one
// with the fewest points, then with the fewest rounds unplayed, then ranked lowest; nil where
// there is nobody.
func byeOf(field []*contender, leeway Leeway) *contender {
	order := slices.Clone(field)
	slices.SortFunc(order, func(a, b *contender) int {
		return cmp.Or(cmp.Compare(a.score, b.score), cmp.Compare(a.unplayed, b.unplayed), cmp.Compare(b.number, a.number))
	})
	for _, c := range order {
		if !c.mayRest(leeway) {
			continue
		}
		others := slices.DeleteFunc(slices.Clone(field), func(d *contender) bool { return c == d })
		mates := maxMatching(len(others), func(i, j int) (weight, bool) {
			return weight{high: 1}, others[i].may(others[j], leeway)
		})
		if !slices.Contains(mates, unmatched) {
			return c
		}
	}
	return nil
}
