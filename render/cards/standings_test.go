package cards

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/sixfold-bot/sixfold/render"
	"github.com/sixfold-bot/sixfold/render/rendertest"
)

// names are of several lengths and scripts.
var names = []string{"Anna", "Maximilian Featherstonehaugh-Lee", "Ben", "Мария Иванова", "Chiyo 千代", "Xu", "Öztürk", "O’Neill", "Jean-Baptiste", "Zoë"}

// results are the results of games, by round and player: half points and opponent; no opponent is a
// bye.
type results [][]result

type result struct{ against, halves int }

// playRounds pairs adjacent players who have not met, as long as possible, with random results.
func playRounds(players, rounds int) results {
	chance := rand.New(rand.NewPCG(uint64(players), uint64(rounds)))
	points, met := make([]int, players), map[[2]int]bool{}
	var all results
	for range rounds {
		order := make([]int, players)
		for i := range order {
			order[i] = i
		}
		slices.SortStableFunc(order, func(a, b int) int { return points[b] - points[a] })
		round := make([]result, players)
		for _, pair := range pairs(order, met) {
			first, other := pair[0], pair[1]
			met[[2]int{first, other}], met[[2]int{other, first}] = true, true
			if other < 0 {
				round[first] = result{-1, 2}
				points[first] += 2
				continue
			}
			won := []int{2, 2, 1, 0}[chance.IntN(4)]
			round[first], round[other] = result{other, won}, result{first, 2 - won}
			points[first], points[other] = points[first]+won, points[other]+2-won
		}
		all = append(all, round)
	}
	return all
}

// pairs pairs each player in order with the next one not met, so that all have a pair; the last of
// an odd number has a bye, recorded as having met -1.
func pairs(order []int, met map[[2]int]bool) [][2]int {
	if len(order) == 0 {
		return [][2]int{}
	}
	if len(order)%2 == 1 {
		for i := len(order) - 1; i >= 0; i-- {
			if met[[2]int{order[i], -1}] {
				continue
			}
			if list := pairs(slices.Delete(slices.Clone(order), i, i+1), met); list != nil {
				return append(list, [2]int{order[i], -1})
			}
		}
		return nil
	}
	for i, other := range order[1:] {
		if met[[2]int{order[0], other}] {
			continue
		}
		if list := pairs(slices.Delete(slices.Clone(order[1:]), i, i+1), met); list != nil {
			return append([][2]int{{order[0], other}}, list...)
		}
	}
	return nil
}

// sums are the half points of a player, and of opponents: all, without the lowest, and those
// that were beaten with half of those that were held. A bye counts like a game with oneself.
func (r results) sums(player int) (own, all, cut, beaten int) {
	points := func(player int) (sum int) {
		for _, round := range r {
			sum += round[player].halves
		}
		return sum
	}
	lowest := 0
	for i, round := range r {
		got, theirs := round[player], points(player)
		if got.against >= 0 {
			theirs = points(got.against)
		}
		own, all, beaten = own+got.halves, all+theirs, beaten+theirs*got.halves
		if i == 0 || theirs < lowest {
			lowest = theirs
		}
	}
	return own, all, all - lowest, beaten
}

// halves writes half points, and quarters quarters of points.
func halves(n int) string { return quarters(2 * n) }

func quarters(n int) string {
	if n > 0 && n < 4 {
		return []string{"", "¼", "½", "¾"}[n]
	}
	return fmt.Sprint(n/4) + []string{"", "¼", "½", "¾"}[n%4]
}

// marks are how results are written.
func (r result) mark() Mark {
	if r.against < 0 {
		return Mark{"+", Won}
	}
	return []Mark{{"0", Lost}, {"½", Plain}, {"1", Won}}[r.halves]
}

// ranked are the rows of players by points, with their results.
func ranked(r results, players, own int, marks func(player int) []Mark, sums func(player int) []string) (rows []StandingsRow) {
	order := make([]int, players)
	for i := range order {
		order[i] = i
	}
	key := func(player int) int {
		own, all, cut, beaten := r.sums(player)
		return ((own*1000+cut)*1000+all)*1000 + beaten
	}
	slices.SortStableFunc(order, func(a, b int) int { return key(b) - key(a) })
	place := 0
	for i, player := range order {
		if i == 0 || key(player) != key(order[i-1]) {
			place = i + 1
		}
		rows = append(rows, StandingsRow{
			Place: fmt.Sprint(place), Name: names[player], Leads: key(player) == key(order[0]), Own: i == own,
			Gone: i == players-1, Marks: marks(player), Sums: sums(player),
		})
	}
	return rows
}

// swiss is a page of a Swiss tournament.
func swiss(players, rounds int) Standings {
	t := Standings{Title: "Spring tournament of the Hexagon Club", Below: fmt.Sprintf("after round %d of 5", rounds), Sums: []string{"Points", "Cut 1", "Buch", "S-B"}}
	if rounds > 3 {
		t.Title, t.Below = "Autumn cup", fmt.Sprintf("after round %d of 9", rounds)
	}
	for r := range rounds {
		t.Marks = append(t.Marks, fmt.Sprint(r+1))
	}
	played := playRounds(players, rounds)
	t.Rows = ranked(played, players, 3, func(player int) (marks []Mark) {
		for _, round := range played {
			marks = append(marks, round[player].mark())
		}
		return marks
	}, func(player int) []string {
		own, all, cut, beaten := played.sums(player)
		return []string{halves(own), halves(cut), halves(all), quarters(beaten)}
	})
	return t
}

// cross is a crosstable with some games still to be played.
func cross(players int) Standings {
	t := Standings{Title: "Masters", Below: "after round 4 of 9", Sums: []string{"Points", "S-B"}}
	played := playRounds(players, min(4, max(players-1, 0)))
	sums := func(player int) []string {
		own, _, _, beaten := played.sums(player)
		return []string{halves(own), quarters(beaten)}
	}
	order := map[string]int{}
	for i, r := range ranked(played, players, 5, func(int) []Mark { return nil }, sums) {
		order[r.Name] = i
		t.Marks = append(t.Marks, fmt.Sprint(i+1))
	}
	t.Rows = ranked(played, players, 5, func(player int) []Mark {
		marks := make([]Mark, players)
		marks[order[names[player]]] = Mark{Kind: Self}
		for _, round := range played {
			if got := round[player]; got.against >= 0 {
				marks[order[names[got.against]]] = got.mark()
			}
		}
		return marks
	}, sums)
	return t
}

func drawers() []render.Drawer {
	return []render.Drawer{render.For(DrawStandings)}
}

func TestStandings(t *testing.T) {
	for _, theme := range render.Themes {
		t.Run(theme.ID+"-swiss", func(t *testing.T) { rendertest.Golden(t, drawers, swiss(10, 6), render.Style{Theme: theme}) })
		t.Run(theme.ID+"-cross", func(t *testing.T) { rendertest.Golden(t, drawers, cross(10), render.Style{Theme: theme}) })
	}
	for rows := 3; rows < MostRows; rows += 2 {
		t.Run(fmt.Sprintf("swiss-%d", rows), func(t *testing.T) {
			rendertest.Golden(t, drawers, swiss(rows, 3), render.Style{Theme: render.Themes[rows%len(render.Themes)]})
		})
	}
}

// TestAllSizes: tables of every size can be read.
func TestAllSizes(t *testing.T) {
	for rows := range MostRows + 1 {
		for _, table := range []Standings{swiss(rows, 0), swiss(rows, 1), swiss(rows, 6), cross(rows)} {
			rendertest.Measure(t, drawers, table, render.Style{})
		}
	}
}

func BenchmarkDraw(b *testing.B) {
	for name, table := range map[string]Standings{"swiss": swiss(10, 6), "cross": cross(10)} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := render.PNG(drawers(), table, render.Style{}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
