package pairing

import (
	"fmt"
	"strings"
	"testing"
)

// berger are the tables of FIDE's handbook, C.05, annex 1, by round.
var berger = map[int]string{
	4:  "1-4 2-3 | 4-3 1-2 | 2-4 3-1",
	6:  "1-6 2-5 3-4 | 6-4 5-3 1-2 | 2-6 3-1 4-5 | 6-5 1-4 2-3 | 3-6 4-2 5-1",
	8:  "1-8 2-7 3-6 4-5 | 8-5 6-4 7-3 1-2 | 2-8 3-1 4-7 5-6 | 8-6 7-5 1-4 2-3 | 3-8 4-2 5-1 6-7 | 8-7 1-6 2-5 3-4 | 4-8 5-3 6-2 7-1",
	10: "1-10 2-9 3-8 4-7 5-6 | 10-6 7-5 8-4 9-3 1-2 | 2-10 3-1 4-9 5-8 6-7 | 10-7 8-6 9-5 1-4 2-3 | 3-10 4-2 5-1 6-9 7-8 | 10-8 9-7 1-6 2-5 3-4 | 4-10 5-3 6-2 7-1 8-9 | 10-9 1-8 2-7 3-6 4-5 | 5-10 6-4 7-3 8-2 9-1",
}

func TestBergerTables(t *testing.T) {
	for n, want := range berger {
		for _, players := range []int{n, n - 1} { // with one fewer, the last number is the bye
			var rounds []string
			for _, round := range RoundRobin(players) {
				var games []string
				for _, g := range round {
					second := g.Second + 1
					if g.Second == Bye {
						second = n
					}
					games = append(games, fmt.Sprintf("%d-%d", g.First+1, second))
				}
				rounds = append(rounds, strings.Join(games, " "))
			}
			table := want
			if players < n { // a bye has no colour
				for p := range n {
					table = strings.ReplaceAll(table, fmt.Sprintf(" %d-%d ", n, p), fmt.Sprintf(" %d-%d ", p, n))
				}
			}
			if got := strings.Join(rounds, " | "); got != table {
				t.Errorf("%d players:\n%s\nwant\n%s", players, got, table)
			}
		}
	}
}

// TestRoundRobinLaws: for all sizes, everybody meets everybody once, has one bye if the number is
// odd, and has each seat equally often, or one of them once more.
func TestRoundRobinLaws(t *testing.T) {
	for n := Least; n <= Most; n++ {
		met := map[[2]int]int{}
		firsts, byes := make([]int, n), make([]int, n)
		rounds := RoundRobin(n)
		if len(rounds) != n-1+n%2 {
			t.Errorf("%d players meet in %d rounds", n, len(rounds))
		}
		for r, round := range rounds {
			busy := map[int]bool{}
			for _, g := range round {
				if busy[g.First] || busy[g.Second] {
					t.Errorf("%d players: one plays twice in round %d", n, r+1)
				}
				busy[g.First], busy[g.Second] = true, true
				if g.Second == Bye {
					byes[g.First]++
					continue
				}
				met[[2]int{min(g.First, g.Second), max(g.First, g.Second)}]++
				firsts[g.First]++
			}
		}
		for p := range n {
			if games := n - 1; byes[p] != n%2 || firsts[p] < games/2 || firsts[p] > (games+1)/2 {
				t.Errorf("%d players: number %d has %d byes, and %d times the first seat in %d games", n, p, byes[p], firsts[p], games)
			}
			for q := range p {
				if met[[2]int{q, p}] != 1 {
					t.Errorf("%d players: %d and %d meet %d times", n, q, p, met[[2]int{q, p}])
				}
			}
		}
	}
}
