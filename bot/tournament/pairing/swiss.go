package pairing

import (
	"cmp"
	"slices"
)

type contender struct {
	number       int
	score        int
	wants        preference
	history      []turn
	floats       [2]float // in the last round and the one before it
	hadBye       bool
	wonByForfeit bool  // has won by forfeit
	unplayed     int   // number of unplayed rounds
	apart        []int // players to keep apart from
	top          bool  // more than half of the maximal score before the last round
}

// float is how a player left the score group.
type float int

const (
	stayed float = iota
	down
	up
)

// Swiss returns the next round of a tournament with the given total of rounds, the highest boards
// first and a bye last. The error is ErrNone if every pairing repeats a game or gives a second bye.
func (e *Event) Swiss(rounds int) ([]Game, error) {
	b := bracket{rest: e.contenders(rounds)}
	if len(b.rest)%2 == 1 {
		b.rest = append(b.rest, &contender{number: Bye, score: -1})
	}
	for len(b.rest) > 0 {
		if !b.pair() {
			return nil, ErrNone
		}
	}
	return b.games, nil
}

// contenders returns the players to be paired, the leader first.
func (e *Event) contenders(rounds int) []*contender {
	histories := e.histories()
	var field []*contender
	for p, history := range histories {
		if e.gone(p) {
			continue
		}
		c := &contender{number: p, score: sum(history), history: history, wants: preferenceOf(history), unplayed: len(history) - len(seats(history))}
		for back := range min(len(c.floats), len(history)) {
			c.floats[back] = floatIn(histories, p, len(history)-1-back)
		}
		for _, t := range history {
			if !t.played() && t.points == Win {
				c.hadBye, c.wonByForfeit = c.hadBye || t.opponent == Bye, c.wonByForfeit || t.opponent != Bye
			}
		}
		for _, pair := range e.Apart {
			if at := slices.Index(pair[:], p); at >= 0 {
				c.apart = append(c.apart, pair[1-at])
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
		if t.points > Loss {
			return down
		}
		return stayed
	}
	return [3]float{up, stayed, down}[1+cmp.Compare(sum(histories[player][:round]), sum(histories[t.opponent][:round]))]
}

// canMeet reports whether two players have not met, or a player has not had the bye.
func (c *contender) canMeet(d *contender) bool {
	if d.number == Bye {
		return !c.hadBye
	}
	return !slices.ContainsFunc(c.history, func(t turn) bool { return t.played() && t.opponent == d.number })
}

// clashesAbsolutely reports whether both players have the same absolute preference.
func (c *contender) clashesAbsolutely(d *contender) bool {
	return c.wants.clashes(d.wants) && c.wants.strength == absolute && d.wants.strength == absolute
}

// gameOf returns the game of two players, with their seats.
func gameOf(a, b *contender) Game {
	if b.number == Bye {
		return Game{First: a.number, Second: Bye}
	}
	if byRank(a, b) > 0 {
		a, b = b, a
	}
	if firstOf(a, b) == a {
		return Game{First: a.number, Second: b.number}
	}
	return Game{First: b.number, Second: a.number}
}
