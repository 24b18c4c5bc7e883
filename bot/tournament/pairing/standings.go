package pairing

import (
	"cmp"
	"slices"
)

// Line is how a player stands.
type Line struct {
	Player int
	Place  int // from 1; equals share it
	Score  int // in halves of a point
	// The tie-breaks of C.07: the sum of the opponents' scores without the lowest, and with it,
	// in halves; that of those who were beaten, and half of it for a draw, in quarters; and the
	// rounds won, a bye and a win without a game among them.
	Cut, Buchholz, Berger, Wins int
}

// Standings are how the players stand, the leader first. Where all meet all, everybody has
// the same opponents, so that Buchholz says nothing and is 0. Who is not told apart by
// tie-breaks shares a place, and stands in the order of numbers.
func (e *Event) Standings(allMeet bool) []Line {
	histories := e.histories()
	lines := make([]Line, e.Players)
	for p, history := range histories {
		lines[p] = Line{Player: p, Score: sum(history)}
		for _, t := range history {
			if t.points == Win {
				lines[p].Wins++
			}
		}
		if allMeet {
			lines[p].Berger = bergerOfAll(histories, history)
		} else {
			lines[p].Cut, lines[p].Buchholz, lines[p].Berger = opposed(histories, history)
		}
	}
	slices.SortStableFunc(lines, byScore)
	for from := 0; from < len(lines); {
		to := from + 1
		for to < len(lines) && byScore(lines[from], lines[to]) == 0 {
			to++
		}
		settle(histories, lines[from:to], from+1, allMeet)
		from = to
	}
	return lines
}

func byScore(a, b Line) int {
	return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(b.Cut, a.Cut), cmp.Compare(b.Buchholz, a.Buchholz), cmp.Compare(b.Berger, a.Berger))
}

// settle gives their places to lines that are equal so far, the first of which is given: by
// their games with each other, then by wins.
func settle(histories [][]turn, lines []Line, place int, allMeet bool) {
	rank := directEncounter(histories, playersOf(lines), allMeet)
	order := func(a, b Line) int {
		return cmp.Or(cmp.Compare(rank[a.Player], rank[b.Player]), cmp.Compare(b.Wins, a.Wins))
	}
	slices.SortStableFunc(lines, order)
	for i := range lines {
		lines[i].Place = place + i
		if i > 0 && order(lines[i-1], lines[i]) == 0 {
			lines[i].Place = lines[i-1].Place
		}
	}
}

func playersOf(lines []Line) []int {
	list := make([]int, len(lines))
	for i, l := range lines {
		list[i] = l.Player
	}
	return list
}

// bergerOfAll is the Sonneborn-Berger score where all meet all, in quarters: games that were
// not played count as others.
func bergerOfAll(histories [][]turn, history []turn) (quarters int) {
	for _, t := range history {
		if t.opponent != Bye {
			quarters += t.points * sum(histories[t.opponent])
		}
	}
	return quarters
}

// opposed are the sums of the opponents' scores, after C.07, 16: a round that was not played
// counts as one against somebody with the player's own score; of an opponent, the rounds since
// they play no more count as draws. What is cut is the lowest of the rounds that the player
// has missed, or where there are none the lowest of all.
func opposed(histories [][]turn, history []turn) (cut, buchholz, berger int) {
	lowest, lowestMissed := -1, -1
	for _, t := range history {
		score := sum(history)
		if t.played() {
			score = adjusted(histories[t.opponent])
		}
		buchholz += score
		berger += t.points * score
		if lowest < 0 || score < lowest {
			lowest = score
		}
		if t.missed() && (lowestMissed < 0 || score < lowestMissed) {
			lowestMissed = score
		}
	}
	if lowestMissed >= 0 {
		lowest = lowestMissed
	}
	return buchholz - max(0, lowest), buchholz, berger
}

// adjusted is a score as it counts for opponents.
func adjusted(history []turn) int {
	end := len(history)
	for end > 0 && history[end-1].missed() {
		end--
	}
	return sum(history[:end]) + Half*(len(history)-end)
}

// directEncounter ranks players who are otherwise equal by their games with each other, from
// 0; who is not told apart has the same rank. In a Swiss tournament, where some may not have
// met, it ranks those alone who stand first however such games would have ended (C.07, 6).
func directEncounter(histories [][]turn, players []int, allMeet bool) map[int]int {
	rank := map[int]int{}
	rankAmong(histories, players, allMeet, 0, rank)
	return rank
}

// rankAmong ranks players from a rank on; who then are still equal are ranked by their own
// games alone.
func rankAmong(histories [][]turn, players []int, allMeet bool, from int, rank map[int]int) {
	score, missing := map[int]int{}, map[int]int{}
	for _, p := range players {
		missing[p] = len(players) - 1
		for _, t := range histories[p] {
			if slices.Contains(players, t.opponent) && (t.played() || allMeet) {
				score[p] += t.points
				missing[p]--
			}
		}
	}
	for rest := players; len(rest) > 0; {
		first, told := firsts(rest, score, missing)
		for _, p := range first {
			rank[p] = from
		}
		if told && len(first) > 1 && len(first) < len(players) {
			rankAmong(histories, first, allMeet, from, rank)
		}
		from += len(first)
		rest = slices.DeleteFunc(slices.Clone(rest), func(p int) bool { return slices.Contains(first, p) })
	}
}

// firsts are the players who have the most points together, if nobody else could have as many
// had all games been played. Where somebody could, nobody is told apart: they are all.
func firsts(players []int, score, missing map[int]int) (list []int, told bool) {
	best := -1
	for _, p := range players {
		best = max(best, score[p])
	}
	open := false
	for _, p := range players {
		if score[p] == best {
			list = append(list, p)
			open = open || missing[p] > 0
		} else if score[p]+Win*missing[p] >= best {
			return players, false
		}
	}
	if open && len(list) > 1 {
		return players, false
	}
	return list, true
}
