package pairing

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/sixfold-bot/sixfold/engine/enginetest"
)

// judge judges a round by the criteria of FIDE's handbook, C.04.3, article 2, bracket by bracket from the
// top, and then by the order in which articles 3 and 4 try candidates. Of two verdicts the lower one is
// better. The field is in the order of the ranking.
func judge(field []*contender, round []Game) (verdict []int) {
	j := judgement{games: map[*contender]Game{}, mates: map[*contender]*contender{}}
	byNumber := map[int]*contender{}
	for _, c := range field {
		byNumber[c.number] = c
	}
	var apart, forfeit, absolutes, lowest int
	for _, g := range round {
		a, b := byNumber[g.First], byNumber[g.Second] // nil for a bye
		j.games[a], j.mates[a] = g, b
		if b == nil {
			j.bye, forfeit, lowest = a, one(a.wonByForfeit), a.score
			continue
		}
		j.games[b], j.mates[b] = g, a
		apart += one(slices.Contains(a.apart, b.number))
		absolutes += one(!a.top && !b.top && a.wants.strength == absolute && b.wants.strength == absolute && a.wants.seat == b.wants.seat)
	}
	verdict = []int{apart, forfeit, absolutes, lowest}
	var moved []*contender
	for from := 0; from < len(field); {
		to := groupEnd(field, from)
		members := slices.Concat(moved, field[from:to])
		down := j.floaters(members)
		verdict = append(verdict, lossOf(down)...)
		if to < len(field) {
			verdict = append(verdict, lossOf(j.floaters(slices.Concat(down, field[to:groupEnd(field, to)])))...)
		}
		verdict = append(verdict, j.bracket(members, len(moved), down)...)
		verdict = append(verdict, j.order(members, len(moved))...)
		moved, from = down, to
	}
	return verdict
}

type judgement struct {
	games map[*contender]Game
	mates map[*contender]*contender
	bye   *contender
}

func groupEnd(field []*contender, from int) int {
	to := from
	for to < len(field) && field[to].score == field[from].score {
		to++
	}
	return to
}

func (j judgement) floaters(members []*contender) (list []*contender) {
	for _, c := range members {
		if !slices.Contains(members, j.mates[c]) {
			list = append(list, c)
		}
	}
	return list
}

// lossOf are the criteria C6 and C7.
func lossOf(down []*contender) (list []int) {
	list = append(list, len(down))
	for _, c := range down {
		list = append(list, c.score)
	}
	return list
}

// bracket are the criteria C9 to C21.
func (j judgement) bracket(members []*contender, moved int, leaving []*contender) []int {
	var c9, wide, thrice, denied, strongly int
	if len(leaving) == 1 && leaving[0] == j.bye {
		c9 = j.bye.unplayed
	}
	var floats, lifts [2]int
	var falls, rises [2][]int
	for i, c := range members {
		stays := slices.Contains(members, j.mates[c])
		for back := range 2 {
			switch {
			case i >= moved:
				floats[back] += one(!stays && c.floats[back] == down)
			case !stays && c.floats[back] == down:
				falls[back] = append(falls[back], 1000+c.score)
			case stays:
				if c.floats[back] == down {
					falls[back] = append(falls[back], c.score)
				}
				if j.mates[c].floats[back] == up {
					lifts[back]++
					rises[back] = append(rises[back], c.score)
				}
			}
		}
		if stays {
			a, b, d, e := seated(c, one(j.games[c].Second == c.number))
			wide, thrice, denied, strongly = wide+a, thrice+b, denied+d, strongly+e
		}
	}
	list := []int{c9, wide, thrice, denied, strongly, floats[0], lifts[0], floats[1], lifts[1]}
	for back := range 2 {
		for _, differences := range [][]int{falls[back], rises[back]} {
			slices.SortFunc(differences, func(a, b int) int { return cmp.Compare(b, a) })
			list = append(list, differences...)
		}
	}
	return list
}

// seated returns what a seat means for the criteria C10 to C13.
func seated(c *contender, seat int) (wide, thrice, denied, strongly int) {
	seats := []int{}
	for _, t := range c.history {
		if t.played() {
			seats = append(seats, t.seat)
		}
	}
	seats = append(seats, seat)
	difference := 0
	for _, s := range seats {
		difference += 1 - 2*s
	}
	n := len(seats)
	wide = one(difference > 2 || difference < -2)
	thrice = one(n > 2 && seats[n-2] == seat && seats[n-3] == seat)
	denied = one(c.wants.strength > noPreference && c.wants.seat != seat)
	return wide, thrice, denied, one(denied > 0 && c.wants.strength == strong)
}

// order is the place of a candidate in the order of articles 3.6, 3.7 and 4.
func (j judgement) order(members []*contender, moved int) (list []int) {
	var opponents []int
	rest := slices.Clone(members[moved:])
	for i, c := range members[:moved] {
		if at := slices.Index(members, j.mates[c]); at >= 0 {
			list, opponents = append(list, i), append(opponents, at)
			rest = slices.DeleteFunc(rest, func(d *contender) bool { return d == members[at] })
		}
	}
	list = append(list, opponents...)
	var s1, with []int
	for i, c := range rest {
		if at := slices.Index(rest, j.mates[c]); at > i {
			s1, with = append(s1, i), append(with, at)
		}
	}
	exchanged, total := 0, 0
	var out, in []int
	for _, i := range s1 {
		total += i
		if i >= len(s1) {
			exchanged++
			in = append(in, i)
		}
	}
	for i := len(s1) - 1; i >= 0; i-- {
		if !slices.Contains(s1, i) {
			out = append(out, -i)
		}
	}
	return slices.Concat(list, []int{exchanged, total}, out, in, with)
}

// TestNoRoundIsBetter: in small tournaments with absences, withdrawals, late entries and people who are
// to be kept apart, no possible round has a lower verdict. It is longer with SIXFOLD_LONG=1.
func TestNoRoundIsBetter(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 8))
	for range enginetest.Times(1000, 3000) {
		randomEvent(random, 3+random.IntN(enginetest.Times(6, 8)), func(e *Event, rounds int) []Game {
			round, err := e.Swiss(rounds)
			field := e.contenders(rounds)
			var best []int
			var better []Game
			everyRound(field, func(other []Game) {
				if v := judge(field, other); best == nil || slices.Compare(v, best) < 0 {
					best, better = v, other
				}
			})
			switch {
			case (err == nil) != (best != nil):
				t.Fatalf("%v, but %v is possible", err, better)
			case err == nil && slices.Compare(judge(field, round), best) != 0:
				t.Fatalf("before round %d of %d of %+v\ngot  %v: %v\nwant %v: %v", len(e.Rounds)+1, rounds, e, round, judge(field, round), better, best)
			}
			return round
		})
	}
}

// everyRound goes through all rounds in which nobody meets an opponent again or has a second bye.
func everyRound(field []*contender, found func(round []Game)) {
	var rest func(left []*contender, free bool, round []Game)
	rest = func(left []*contender, free bool, round []Game) {
		if len(left) == 0 {
			found(slices.Clone(round))
			return
		}
		c := left[0]
		if !free && !c.hadBye {
			rest(left[1:], true, append(round, Game{First: c.number, Second: Bye}))
		}
		for i, d := range left[1:] {
			if c.canMeet(d) {
				rest(slices.Concat(left[1:i+1], left[i+2:]), free, append(round, gameOf(c, d)))
			}
		}
	}
	rest(field, len(field)%2 == 0, nil)
}

// randomEvent plays a tournament with the rounds that pair returns, until there is none.
func randomEvent(random *rand.Rand, players int, pair func(e *Event, rounds int) []Game) {
	c := chance{random, []float64{0, 0.1, 0.4}[random.IntN(3)], []float64{0, 0.02, 0.1}[random.IntN(3)]}
	late := random.IntN(2) * random.IntN(1+players/3)
	e := &Event{Players: max(2, players-late), Gone: make([]bool, players)}
	rounds := 2 + random.IntN(min(players, 10))
	for range random.IntN(3) * random.IntN(3) {
		e.Apart = append(e.Apart, [2]int{random.IntN(players), random.IntN(players)})
	}
	for len(e.Rounds) < rounds && e.playing() > 1 {
		round := pair(e, rounds)
		if round == nil {
			return
		}
		c.play(e, round)
		if len(e.Rounds) < rounds-1 {
			e.Players = min(players, e.Players+random.IntN(3))
		}
	}
}
