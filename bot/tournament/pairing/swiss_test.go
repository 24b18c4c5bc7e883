package pairing

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sixfold-bot/sixfold/engine/enginetest"
)

// TestFirstRound: the upper half plays the lower, first seats alternate, and with an odd number the
// last has the bye, according to C.04.3.
func TestFirstRound(t *testing.T) {
	for n, want := range map[int][]Game{
		4: {{First: 0, Second: 2}, {First: 3, Second: 1}},
		7: {{First: 0, Second: 3}, {First: 4, Second: 1}, {First: 2, Second: 5}, {First: 6, Second: Bye}},
	} {
		e := Event{Players: n}
		round, err := e.Swiss(3)
		if diff := cmp.Diff(want, round); diff != "" || err != nil {
			t.Errorf("%d players, %v (-want +got):\n%s", n, err, diff)
		}
	}
}

// chance ends games: lower numbers win more often, and some players do not come or withdraw.
type chance struct {
	*rand.Rand
	absent, leave float64
}

func (c chance) play(e *Event, round []Game) {
	for i := range round {
		g := &round[i]
		switch x := c.Float64(); {
		case g.Second == Bye:
			g.Points[0] = Win
			continue
		case c.Float64() < c.absent:
			g.Points[c.IntN(2)] = Win
			if c.IntN(8) == 0 {
				g.Points = [2]int{}
			}
			continue
		case x < 0.3:
			g.Points = [2]int{Half, Half}
		case x < 0.75 == (g.First < g.Second):
			g.Points[0] = Win
		default:
			g.Points[1] = Win
		}
		g.Played = true
	}
	e.Rounds = append(e.Rounds, round)
	for p := range e.Players {
		if c.Float64() < c.leave && e.playing() > 1 {
			e.Gone[p] = true
		}
	}
}

func (e *Event) playing() (n int) {
	for p := range e.Players {
		if !e.gone(p) {
			n++
		}
	}
	return n
}

// TestSwissLaws: in tournaments of all sizes, with absences, withdrawals, late entries and people to be
// kept apart, each round satisfies the absolute criteria if one can. There are fewer large
// tournaments, unless SIXFOLD_LONG=1 is set.
func TestSwissLaws(t *testing.T) {
	trials := enginetest.Times(8, 15)
	random := rand.New(rand.NewPCG(1, 2))
	played, impossible, unbalanced := 0, 0, 0
	for trial := range trials {
		for n := Least; n <= Most; n++ {
			if n > 10 && n%(5*trials) != 5*trial && !enginetest.Long() {
				continue
			}
			randomEvent(random, n, func(e *Event, rounds int) []Game {
				round, err := e.Swiss(rounds)
				played++
				if err != nil {
					impossible++
					return nil
				}
				strict := e.balances(rounds)
				unbalanced += one(!strict)
				e.keepsLaws(t, rounds, round, strict)
				if again, _ := e.Swiss(rounds); !slices.Equal(round, again) {
					t.Fatal("the same tournament has another next round")
				}
				return round
			})
		}
	}
	if played < 40*trials || impossible == 0 || unbalanced == 0 {
		t.Errorf("%d rounds were paired, of which %d could not be, and %d not with balance", played, impossible, unbalanced)
	}
}

// balances reports whether everybody who is present can be paired by all absolute criteria, with nobody who is
// to be kept apart.
func (e *Event) balances(rounds int) bool {
	field := e.contenders(rounds)
	if len(field)%2 == 1 {
		field = append(field, &contender{number: Bye})
	}
	mates := maxMatching(len(field), func(i, j int) *big.Int {
		a, b := field[min(i, j)], field[max(i, j)]
		ok := a.canMeet(b) && !slices.Contains(a.apart, b.number) && (b.number != Bye || !a.wonByForfeit)
		return big.NewInt(int64(one(ok && (a.top || b.top || !a.clashesAbsolutely(b)))))
	})
	return !slices.Contains(mates, unmatched)
}

// keepsLaws checks the absolute criteria of C.04.1 and C.04.3.
func (e *Event) keepsLaws(t *testing.T, rounds int, round []Game, strict bool) {
	t.Helper()
	last := len(e.Rounds) == rounds-1
	met, busy, byes := map[[2]int]bool{}, map[int]bool{}, map[int]bool{}
	points, seats := make([]int, e.Players), make([][]int, e.Players)
	for _, before := range e.Rounds {
		for _, g := range before {
			points[g.First] += g.Points[0]
			switch {
			case g.Second == Bye:
				byes[g.First] = true
				continue
			case g.Played:
				met[[2]int{g.First, g.Second}], met[[2]int{g.Second, g.First}] = true, true
				seats[g.First], seats[g.Second] = append(seats[g.First], 0), append(seats[g.Second], 1)
			case strict:
				byes[g.First] = byes[g.First] || g.Points[0] == Win
				byes[g.Second] = byes[g.Second] || g.Points[1] == Win
			}
			points[g.Second] += g.Points[1]
		}
	}
	for _, g := range round {
		if e.gone(g.First) || g.Second != Bye && e.gone(g.Second) || busy[g.First] || g.Second != Bye && busy[g.Second] {
			t.Fatalf("%+v has somebody who is not there, or twice", g)
		}
		busy[g.First] = true
		if g.Second == Bye {
			if byes[g.First] {
				t.Fatalf("player %d has a second bye, or one after a win without a game", g.First)
			}
			continue
		}
		busy[g.Second] = true
		if met[[2]int{g.First, g.Second}] {
			t.Fatalf("%d and %d meet again", g.First, g.Second)
		}
		top := last && max(points[g.First], points[g.Second]) > len(e.Rounds)
		if strict && !top {
			balanced(t, append(slices.Clone(seats[g.First]), 0))
			balanced(t, append(slices.Clone(seats[g.Second]), 1))
		}
	}
	if len(busy) != e.playing() {
		t.Fatalf("%d of %d are paired", len(busy), e.playing())
	}
}

// balanced checks the seats that a player has had.
func balanced(t *testing.T, seats []int) {
	t.Helper()
	n, difference := len(seats), 0
	for _, s := range seats {
		difference += 1 - 2*s
	}
	if difference > 2 || difference < -2 || n > 2 && seats[n-1] == seats[n-2] && seats[n-1] == seats[n-3] {
		t.Fatalf("a player has the seats %v", seats)
	}
}

// TestFloaters: of three leaders the lowest floats down, unless it floated down before.
func TestFloaters(t *testing.T) {
	win := func(first, second int) Game { return Game{first, second, [2]int{Win, Loss}, true} }
	e := Event{Players: 6, Rounds: [][]Game{{win(0, 3), win(4, 1), win(2, 5)}}}
	round, err := e.Swiss(5)
	if err != nil {
		t.Fatal(err)
	}
	// The leaders are 0, 2 and 4: 0 plays 2, and 4 goes down to the best of the others whom it
	// has not met.
	want := "[{2 0 [0 0] false} {3 4 [0 0] false} {1 5 [0 0] false}]"
	if got := fmt.Sprint(round); got != want {
		t.Errorf("the second round is %s, want %s", got, want)
	}
}

func BenchmarkSwiss(b *testing.B) {
	random := rand.New(rand.NewPCG(1, 2))
	e := &Event{Players: Most, Gone: make([]bool, Most)}
	for range 5 {
		round, err := e.Swiss(9)
		if err != nil {
			b.Fatal(err)
		}
		chance{random, 0, 0}.play(e, round)
	}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := e.Swiss(9); err != nil {
			b.Fatal(err)
		}
	}
}

// TestWithoutAGame: players may be paired again if they did not play, but not if they did.
func TestWithoutAGame(t *testing.T) {
	for _, played := range []bool{false, true} {
		e := Event{Players: 3, Gone: []bool{2: true}, Rounds: [][]Game{{{First: 0, Second: 1, Points: [2]int{Win, Loss}, Played: played}}}}
		if _, err := e.Swiss(3); (err != nil) != played {
			t.Errorf("played %v: %v", played, err)
		}
	}
}

// TestTopScorers: candidates for first place are before the last round those with more than half of
// the points that could be had, and before an earlier round nobody.
func TestTopScorers(t *testing.T) {
	e := Event{Players: 4, Rounds: [][]Game{{
		{First: 0, Second: 1, Points: [2]int{Half, Half}, Played: true},
		{First: 2, Second: 3, Points: [2]int{Win, Loss}, Played: true},
	}}}
	for rounds, want := range map[int][]int{2: {2}, 3: nil} {
		var top []int
		for _, c := range e.contenders(rounds) {
			if c.top {
				top = append(top, c.number)
			}
		}
		if !slices.Equal(top, want) {
			t.Errorf("of %d rounds: candidates are %v, want %v", rounds, top, want)
		}
	}
}

// TestWiderDifferenceHasItsSeat: of two absolute preferences for one seat (FIDE C.04.3, E).
func TestWiderDifferenceHasItsSeat(t *testing.T) {
	narrow := &contender{number: 0, wants: preference{1, absolute, 1, false}}
	wide := &contender{number: 1, wants: preference{1, absolute, 2, false}}
	if got := firstOf(narrow, wide); got != narrow {
		t.Error("the player of the wider difference is first, and wanted to be second")
	}
}
