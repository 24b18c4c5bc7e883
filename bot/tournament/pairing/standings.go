package pairing

import (
	"cmp"
	"slices"
)

// Line is a line of the standings.
type Line struct {
	Player int
	Place  int // from 1; equal players share a place
	Score  int // in halves of a point
	// The tie-breaks of C.07: the sum of the opponents' scores without the lowest (Cut) and with it
	// (Buchholz), in halves; the sum of the scores of beaten opponents and half of those of drawn
	// ones (Berger), in quarters; and the rounds won, including byes and forfeits (Wins).
	Cut, Buchholz, Berger, Wins int
}

// Standings returns the standings, the leader first. If all play all, everybody has the same
// opponents, so Buchholz is meaningless and 0. Players whom the tie-breaks do not separate share a
// place, in the order of their numbers.
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
		assignPlaces(histories, lines[from:to], from+1, allMeet)
		from = to
	}
	return lines
}

func byScore(a, b Line) int {
	return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(b.Cut, a.Cut), cmp.Compare(b.Buchholz, a.Buchholz), cmp.Compare(b.Berger, a.Berger))
}

// assignPlaces assigns places, beginning at place, to lines that are equal so far: by direct encounter,
// then by wins.
func assignPlaces(histories [][]turn, lines []Line, place int, allMeet bool) {
	players := make([]int, len(lines))
	for i, l := range lines {
		players[i] = l.Player
	}
	rank := map[int]int{}
	directEncounter(histories, players, allMeet, 0, rank)
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

// bergerOfAll returns the Sonneborn-Berger score of a round robin in quarters. Unplayed games count
// like others.
func bergerOfAll(histories [][]turn, history []turn) (quarters int) {
	for _, t := range history {
		if t.opponent != Bye {
			quarters += t.points * sum(histories[t.opponent])
		}
	}
	return quarters
}

// opposed returns the sums of the opponents' scores according to C.07, 16. An unplayed round counts
// as one against an opponent with the player's own score, and an opponent's final unplayed rounds
// count as draws. The cut removes the lowest score among the rounds that the player has missed, or
// if there are none, the lowest of all.
func opposed(histories [][]turn, history []turn) (cut, buchholz, berger int) {
	var all, missed []int
	for _, t := range history {
		score := sum(history)
		if t.played() {
			score = adjusted(histories[t.opponent])
		}
		buchholz += score
		berger += t.points * score
		all = append(all, score)
		if t.missed() {
			missed = append(missed, score)
		}
	}
	if len(missed) == 0 {
		missed = all
	}
	if len(missed) > 0 {
		cut = buchholz - slices.Min(missed)
	}
	return cut, buchholz, berger
}

// adjusted returns a player's score as it counts for the opponents.
func adjusted(history []turn) int {
	end := len(history)
	for end > 0 && history[end-1].missed() {
		end--
	}
	return sum(history[:end]) + Half*(len(history)-end)
}

// directEncounter ranks otherwise equal players by their games against each other, beginning at rank
// from; players not separated get the same rank. Those who are still equal are ranked again by the
// games among them. In a Swiss tournament, where some may not have met, it ranks only those who come
// first whatever the result of the missing games (C.07, 6).
func directEncounter(histories [][]turn, players []int, allMeet bool, from int, rank map[int]int) {
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
			directEncounter(histories, first, allMeet, from, rank)
		}
		from += len(first)
		rest = slices.DeleteFunc(slices.Clone(rest), func(p int) bool { return slices.Contains(first, p) })
	}
}

// firsts returns the players with the most points, provided that nobody else could reach them in
// the missing games. Otherwise it returns all players, and told is false.
func firsts(players []int, score, missing map[int]int) (list []int, told bool) {
	best, open := score[slices.MaxFunc(players, func(p, q int) int { return cmp.Compare(score[p], score[q]) })], false
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
