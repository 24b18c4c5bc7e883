package profile

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/sixfold-bot/sixfold/engine/enginetest"
	"github.com/sixfold-bot/sixfold/store"
)

var noon = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

// randomPast returns a random history, newest first. All fields have few values, so that there are
// ties.
func randomPast(r *rand.Rand, n int) []store.Past {
	list := make([]store.Past, n)
	at := noon
	for i := range list {
		at = at.Add(-time.Duration(r.Int64N(int64(40 * time.Hour)))).Truncate(time.Millisecond)
		list[i] = randomGame(r, at, i)
	}
	return list
}

func randomGame(r *rand.Rand, at time.Time, number int) store.Past {
	pick := func(list ...string) string { return list[r.IntN(len(list))] }
	p := store.Past{
		Key: store.Key{Channel: pick("1", "2"), Game: pick("hex", "hex", "gordon", "labyrinth"), Number: number + 1},
		At:  at, Seat: r.IntN(2), Winner: r.IntN(3) - 1, Kind: pick("", "", "resigned", "abandoned", "agreed"),
		Opponent: pick("user:12", "user:13", "user:14", "user:15", "level:easy", "level:hard", ""), Moves: r.IntN(60),
		Private: r.IntN(9) == 0,
	}
	if p.Opponent != "" && r.IntN(2) == 0 {
		p.Rated = map[string]string{"hex": pick("hex/9", "hex/13"), "gordon": "gordon", "labyrinth": "labyrinth"}[p.Game]
		if r.IntN(8) > 0 {
			p.Rating, p.Against = 1400+r.IntN(12)*20, 1400+r.IntN(12)*20
		}
	}
	return p
}

// naive computes a profile in the simplest way: each figure by a pass over all games.
func naive(games []store.Past, l Lens) Profile {
	games = slices.Clone(games)
	p := Profile{Cut: len(games) >= Most}
	games = games[:min(len(games), Most)]
	slices.Reverse(games)
	keep := func(list []store.Past, f func(store.Past) bool) (kept []store.Past) {
		for _, g := range list {
			if f(g) {
				kept = append(kept, g)
			}
		}
		return kept
	}
	solved := func(g store.Past) bool {
		return g.Opponent == "" && g.Winner == -1 && g.Kind == "" && l.Puzzles(g.Game)
	}
	finished := func(g store.Past) bool {
		return g.Opponent != "" && (g.Winner != -1 || g.Kind == "" || g.Rated != "")
	}
	agreed := func(g store.Past) bool { return g.Kind == "agreed" && !finished(g) }
	games = keep(games, func(g store.Past) bool { return l.Counts(&g) && (solved(g) || finished(g) || agreed(g)) })
	for _, only := range []string{"gordon", "hex", "hex/13", "hex/9", "labyrinth"} {
		if n := len(keep(games, func(g store.Past) bool { return g.Game == only || g.Rated == only })); n > 0 {
			p.Choices = append(p.Choices, Count{only, n})
		}
	}
	slices.SortStableFunc(p.Choices, func(a, b Count) int { return b.N - a.N })
	games = keep(games, func(g store.Past) bool { return l.Only == "" || g.Game == l.Only || g.Rated == l.Only })
	p.Agreed = len(keep(games, agreed))
	games = keep(games, func(g store.Past) bool { return !agreed(g) })
	p.DayStreak = naiveDays(games, l.Now)
	if len(games) > 0 {
		p.First = games[0].At
	}
	for _, game := range []string{"gordon", "hex", "labyrinth"} {
		if n := len(keep(games, func(g store.Past) bool { return solved(g) && g.Game == game })); n > 0 {
			p.Solved = append(p.Solved, Count{game, n})
		}
	}
	slices.SortStableFunc(p.Solved, func(a, b Count) int { return b.N - a.N })

	games = keep(games, finished)
	record := func(list []store.Past) Record {
		return Record{
			len(keep(list, func(g store.Past) bool { return g.Winner == g.Seat })),
			len(keep(list, func(g store.Past) bool { return g.Winner == 1-g.Seat })),
			len(keep(list, func(g store.Past) bool { return g.Winner == -1 })),
		}
	}
	p.Record = record(games)
	p.People = record(keep(games, func(g store.Past) bool { return strings.HasPrefix(g.Opponent, "user:") }))
	p.Levels = record(keep(games, func(g store.Past) bool { return strings.HasPrefix(g.Opponent, "level:") }))
	for _, game := range []string{"gordon", "hex", "labyrinth"} {
		group(&p.Games, game, keep(games, func(g store.Past) bool { return g.Game == game }), record)
		for seat := range 2 {
			group(&p.Sides, Side{game, seat}, keep(games, func(g store.Past) bool { return g.Game == game && g.Seat == seat }), record)
		}
	}
	named := keep(games, func(g store.Past) bool { return l.Names(&g) })
	for _, level := range []string{"level:easy", "level:hard"} {
		for _, game := range []string{"gordon", "hex", "labyrinth"} {
			group(&p.Opponents, Opponent{level, game}, keep(named, func(g store.Past) bool { return g.Opponent == level && g.Game == game }), record)
		}
	}
	for _, user := range []string{"user:12", "user:13", "user:14", "user:15"} {
		group(&p.Opponents, Opponent{user, ""}, keep(named, func(g store.Past) bool { return g.Opponent == user }), record)
	}
	byFrequency(p.Games)
	byFrequency(p.Sides)
	byFrequency(p.Opponents)
	p.WinStreak = naiveWins(games)
	p.Best = naiveBest(keep(games, func(g store.Past) bool { return g.Winner == g.Seat }), l)
	p.Ratings = naiveRatings(keep(games, func(g store.Past) bool { return g.Rating > 0 }))
	return p
}

func group[K comparable](list *[]Tally[K], of K, games []store.Past, record func([]store.Past) Record) {
	if len(games) > 0 {
		*list = append(*list, Tally[K]{of, record(games), games[len(games)-1]})
	}
}

func byFrequency[K comparable](list []Tally[K]) {
	slices.SortStableFunc(list, func(a, b Tally[K]) int { return b.Total() - a.Total() })
}

// naiveDays tries every day as the end of a streak.
func naiveDays(games []store.Past, now time.Time) (s Streak) {
	played := map[string]bool{}
	for _, g := range games {
		played[g.At.UTC().Format(time.DateOnly)] = true
	}
	upTo := func(day time.Time) (n int) {
		for ; played[day.Format(time.DateOnly)]; day = day.AddDate(0, 0, -1) {
			n++
		}
		return n
	}
	for _, g := range games {
		s.Longest = max(s.Longest, upTo(g.At.UTC()))
	}
	s.Now = max(upTo(now.UTC()), upTo(now.UTC().AddDate(0, 0, -1)))
	return s
}

func naiveWins(games []store.Past) (s Streak) {
	for i := range games {
		n := 0
		for _, g := range games[i:] {
			if g.Winner != g.Seat {
				break
			}
			n++
		}
		s.Longest = max(s.Longest, n)
		if i+n == len(games) {
			s.Now = max(s.Now, n)
		}
	}
	return s
}

// naiveBest compares the wins by one criterion after the other.
func naiveBest(won []store.Past, l Lens) (best store.Past) {
	for _, mark := range []func(store.Past) float64{
		func(g store.Past) float64 { return float64(g.Against) },
		func(g store.Past) float64 {
			if after, ok := strings.CutPrefix(g.Opponent, "level:"); ok {
				return l.Strength(g.Game, after)
			}
			return 0
		},
	} {
		most := 0.0
		for _, g := range won {
			most = max(most, mark(g))
		}
		for _, g := range won {
			if mark(g) == most && (most > 0 || best.Game == "" || best.At.Before(g.At) || best.At.Equal(g.At)) {
				best = g
			}
		}
		if most > 0 {
			return best
		}
	}
	return best
}

func naiveRatings(games []store.Past) (list []Curve) {
	for i := len(games) - 1; i >= 0; i-- {
		pool := games[i].Rated
		if slices.ContainsFunc(list, func(c Curve) bool { return c.Pool == pool }) {
			continue
		}
		c := Curve{Pool: pool, Newest: games[i]}
		for _, g := range games {
			if g.Rated == pool {
				c.Points = append(c.Points, Point{g.At, g.Rating})
			}
		}
		list = append(list, c)
	}
	return list
}

// TestFold compares profiles of 100 random histories, 400 with SIXFOLD_LONG=1, with naive ones.
func TestFold(t *testing.T) {
	lens := Lens{
		Agreed:   "agreed",
		Now:      noon,
		Counts:   func(g *store.Past) bool { return !g.Private },
		Names:    func(g *store.Past) bool { return g.Channel == "1" },
		Puzzles:  func(game string) bool { return game != "gordon" },
		Strength: func(game, level string) float64 { return float64(len(game) * (1 + strings.Index("easy hard", level))) },
	}
	for seed := range uint64(enginetest.Times(100, 400)) {
		r := rand.New(rand.NewPCG(seed, 18))
		games := randomPast(r, r.IntN(90))
		for _, only := range []string{"", "hex", "hex/13", "gordon", "chess"} {
			lens.Only = only
			if diff := cmp.Diff(naive(games, lens), Fold(games, lens)); diff != "" {
				t.Fatalf("seed %d, only %q: by hand (-), folded (+)\n%s", seed, only, diff)
			}
		}
	}
}

// TestFoldOfAll: without a lens all games count, all opponents are named, and no game played alone
// is a puzzle.
func TestFoldOfAll(t *testing.T) {
	games := randomPast(rand.New(rand.NewPCG(1, 2)), 200)
	all := func(*store.Past) bool { return true }
	want := naive(games, Lens{
		Now: noon, Counts: all, Names: all, Puzzles: func(string) bool { return false }, Strength: func(string, string) float64 { return 0 },
	})
	if diff := cmp.Diff(want, Fold(games, Lens{Agreed: "agreed", Now: noon})); diff != "" {
		t.Error(diff)
	}
}

// TestDaysEndAtMidnight: in UTC, at any time of day; a streak lasts until a day without a game is
// over.
func TestDaysEndAtMidnight(t *testing.T) {
	game := func(at string) store.Past {
		when, err := time.Parse(time.RFC3339, at)
		if err != nil {
			t.Fatal(err)
		}
		return store.Past{Key: store.Key{Game: "hex"}, At: when, Opponent: "user:12"}
	}
	games := []store.Past{game("2026-03-02T00:00:00Z"), game("2026-03-01T23:59:59Z"), game("2026-02-28T23:59:59-05:00"), game("2026-02-27T12:00:00Z")}
	for now, want := range map[string]Streak{
		"2026-03-02T05:00:00Z": {2, 2}, "2026-03-03T23:59:59Z": {2, 2}, "2026-03-04T00:00:00Z": {0, 2},
	} {
		when, err := time.Parse(time.RFC3339, now)
		if err != nil {
			t.Fatal(err)
		}
		if got := Fold(games, Lens{Now: when}).DayStreak; got != want {
			t.Errorf("at %s: %+v, want %+v", now, got, want)
		}
	}
}

// TestThin: of any curve few points are kept, in order, including both ends and the extremes.
func TestThin(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for _, n := range []int{1, 2, maxPoints - 1, maxPoints, maxPoints + 1, 500, Most} {
		games := make([]store.Past, n)
		rating := 1500
		for i := range games { // the newest first
			rating += r.IntN(41) - 20
			games[i] = store.Past{
				Key: store.Key{Game: "hex", Number: i + 1}, At: noon.Add(-time.Duration(i) * time.Hour), Opponent: "user:12", Rated: "hex/13", Rating: rating,
			}
		}
		c := Fold(games, Lens{Now: noon}).Ratings[0]
		if len(c.Points) > maxPoints || n <= maxPoints && len(c.Points) != n || n > maxPoints && len(c.Points) < maxPoints-4 {
			t.Errorf("of %d points %d are kept", n, len(c.Points))
		}
		if !slices.IsSortedFunc(c.Points, func(a, b Point) int { return a.At.Compare(b.At) }) {
			t.Errorf("of %d points those kept are not in order", n)
		}
		highest := slices.MaxFunc(games, func(a, b store.Past) int { return a.Rating - b.Rating }).Rating
		lowest := slices.MinFunc(games, func(a, b store.Past) int { return a.Rating - b.Rating }).Rating
		lows := slices.MinFunc(c.Points, func(a, b Point) int { return a.Rating - b.Rating }).Rating
		highs := slices.MaxFunc(c.Points, func(a, b Point) int { return a.Rating - b.Rating }).Rating
		first, last := c.Points[0], c.Points[len(c.Points)-1]
		if highs != highest || lows != lowest || first.Rating != games[n-1].Rating || !last.At.Equal(noon) {
			t.Errorf("of %d points: from %v to %v, highest %d and lowest %d; want %d and %d", n, first, last, highs, lows, highest, lowest)
		}
	}
}

// TestCut: games beyond the newest ones do not count.
func TestCut(t *testing.T) {
	games := make([]store.Past, Most+5)
	for i := range games {
		games[i] = store.Past{Key: store.Key{Game: "hex", Number: i + 1}, At: noon.Add(-time.Duration(i) * time.Minute), Opponent: "user:12"}
	}
	for _, tt := range []struct {
		games, want int
		cut         bool
	}{{Most + 5, Most, true}, {Most - 1, Most - 1, false}} {
		if p := Fold(games[:tt.games], Lens{Now: noon}); p.Games[0].Total() != tt.want || p.Total() != tt.want || p.Cut != tt.cut {
			t.Errorf("of %d games %s count, cut %v", tt.games, strconv.Itoa(p.Total()), p.Cut)
		}
	}
}
