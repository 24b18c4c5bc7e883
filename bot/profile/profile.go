// Package profile computes statistics from the finished games of a user: wins by game and opponent,
// rating histories and streaks. It also keeps each [PuzzleStreak].
//
// It reads only summaries, see [store.Past], and knows neither games nor tables. The caller decides
// by a [Lens] what may be shown. The days of games begin at midnight UTC.
package profile

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"github.com/sixfold-bot/sixfold/store"
)

// Most is the maximal number of games in a profile, the newest ones.
const Most = 10_000

// Lens selects the games of a profile. Its functions may be nil.
type Lens struct {
	Now  time.Time
	Only string // a game or one of its pools, such as "hex" or "hex/13"; "" for all
	// Counts reports whether a game counts; nil if all do.
	Counts func(*store.Past) bool
	// Names reports whether the opponent of a game may be named; nil if all may.
	Names func(*store.Past) bool
	// Puzzles reports whether a game played alone is a puzzle; nil if none is.
	Puzzles func(game string) bool
	// Strength orders the levels of a game; nil if all are equal.
	Strength func(game, level string) float64
	Agreed   string // the kind of end by which players agree that nobody wins
}

// Record counts the results of games against others. Unfinished games are not counted.
type Record struct{ Wins, Losses, Draws int }

// Total returns the number of games.
func (r Record) Total() int { return r.Wins + r.Losses + r.Draws }

// Tally is the record of the games with a common property.
type Tally[K comparable] struct {
	Of K
	Record
	Newest store.Past // the newest game
}

// Side is a seat of a game.
type Side struct {
	Game string
	Seat int
}

// Opponent is the opponent's seat, as in [store.Head].Seats, with the game for levels.
type Opponent struct{ Seat, Game string }

// IsUser reports whether the opponent is a user.
func (o Opponent) IsUser() bool { return strings.HasPrefix(o.Seat, store.UserSeat) }

// Level returns the level of an opponent that is one.
func (o Opponent) Level() string {
	_, id, _ := strings.Cut(o.Seat, ":")
	return id
}

// Count is a number of games: of one game, or of one of its pools.
type Count struct {
	Of string // as in [Lens].Only
	N  int
}

// Streak is the length of the present streak and of the longest one.
type Streak struct{ Now, Longest int }

// Profile are the statistics of a user. Lists are sorted by the number of games, most first, then
// by name.
type Profile struct {
	Record
	People, Levels Record // by kind of opponent

	Games     []Tally[string]
	Sides     []Tally[Side]
	Opponents []Tally[Opponent] // those who may be named

	// Best is the newest win against the highest-rated opponent, or without ratings against the
	// strongest level; the zero value for none.
	Best store.Past

	WinStreak Streak    // of games won
	DayStreak Streak    // of days with a finished game or a solved puzzle
	First     time.Time // end of the first game, zero for none
	Ratings   []Curve   // by pool, that of the newest game first
	Solved    []Count   // puzzles
	Agreed    int       // games ended by agreement, which are in no record
	Choices   []Count   // what a profile can be limited to, including puzzles, regardless of Only
	Cut       bool      // older games may be missing
}

// Fold computes a profile from a user's games, newest first: at most [Most].
func Fold(games []store.Past, l Lens) Profile {
	f := folder{
		lens: l, games: tallies[string]{}, sides: tallies[Side]{}, opponents: tallies[Opponent]{},
		curves: map[string]*Curve{}, solved: map[string]int{}, choices: map[string]int{},
	}
	f.p.Cut = len(games) >= Most
	for i := min(len(games), Most) - 1; i >= 0; i-- { // oldest first
		f.add(&games[i])
	}
	return f.profile()
}

type folder struct {
	lens      Lens
	p         Profile
	games     tallies[string]
	sides     tallies[Side]
	opponents tallies[Opponent]
	curves    map[string]*Curve
	solved    map[string]int
	choices   map[string]int
	day       int64 // days since 1970, of the newest game
}

// add adds a game newer than all before.
func (f *folder) add(g *store.Past) {
	if f.lens.Counts != nil && !f.lens.Counts(g) {
		return
	}
	solved := f.solves(g)
	result, decided := resultOf(g)
	agreed := !decided && g.Kind != "" && g.Kind == f.lens.Agreed
	if !solved && !decided && !agreed {
		return
	}
	f.choices[g.Game]++
	if g.Rated != "" && g.Rated != g.Game {
		f.choices[g.Rated]++
	}
	if only := f.lens.Only; only != "" && only != g.Game && only != g.Rated {
		return
	}
	if agreed {
		f.p.Agreed++
		return
	}
	f.date(g.At)
	if solved {
		f.solved[g.Game]++
		return
	}
	f.count(g, result)
}

func (f *folder) solves(g *store.Past) bool {
	return g.Opponent == "" && g.Kind == "" && g.Winner < 0 && f.lens.Puzzles != nil && f.lens.Puzzles(g.Game)
}

// resultOf returns the result of a game for its player; decided is false if it was not a finished
// game against an opponent.
func resultOf(g *store.Past) (r Record, decided bool) {
	switch {
	case g.Opponent == "":
		return r, false
	case g.Winner == g.Seat:
		return Record{Wins: 1}, true
	case g.Winner >= 0:
		return Record{Losses: 1}, true
	default: // if ratings count it, it was a draw, however it ended
		return Record{Draws: 1}, g.Kind == "" || g.Rated != ""
	}
}

func (f *folder) date(at time.Time) {
	if f.p.First.IsZero() {
		f.p.First = at
	}
	switch day := dayOf(at); {
	case day == f.day && f.p.DayStreak.Now > 0:
		return
	case day == f.day+1:
		f.p.DayStreak.Now++
	default:
		f.p.DayStreak.Now = 1
	}
	f.day = dayOf(at)
	f.p.DayStreak.Longest = max(f.p.DayStreak.Longest, f.p.DayStreak.Now)
}

// dayOf returns the number of days since 1970, before which no game has ended.
func dayOf(at time.Time) int64 { return at.Unix() / (24 * 60 * 60) }

// count adds a game against an opponent.
func (f *folder) count(g *store.Past, r Record) {
	who := Opponent{Seat: g.Opponent}
	f.p.add(r)
	if who.IsUser() {
		f.p.People.add(r)
	} else {
		who.Game = g.Game
		f.p.Levels.add(r)
	}
	f.games.add(g.Game, g, r)
	f.sides.add(Side{g.Game, g.Seat}, g, r)
	if f.lens.Names == nil || f.lens.Names(g) {
		f.opponents.add(who, g, r)
	}
	f.rate(g)
	if f.p.WinStreak.Now++; r.Wins == 0 {
		f.p.WinStreak.Now = 0
	}
	f.p.WinStreak.Longest = max(f.p.WinStreak.Longest, f.p.WinStreak.Now)
	if r.Wins > 0 && (f.p.Best.Game == "" || f.better(g, &f.p.Best)) {
		f.p.Best = *g
	}
}

// better reports whether a win is at least as valuable as an older one.
func (f *folder) better(g, old *store.Past) bool {
	if g.Against != 0 || old.Against != 0 {
		return g.Against >= old.Against
	}
	return f.strength(g) >= f.strength(old)
}

// strength returns the strength of an opponent without a rating: 0 for a user.
func (f *folder) strength(g *store.Past) float64 {
	who := Opponent{Seat: g.Opponent}
	if who.IsUser() || f.lens.Strength == nil {
		return 0
	}
	return f.lens.Strength(g.Game, who.Level())
}

func (f *folder) profile() Profile {
	p := f.p
	if dayOf(f.lens.Now)-f.day > 1 {
		p.DayStreak.Now = 0
	}
	p.Games = f.games.sorted(strings.Compare)
	p.Sides = f.sides.sorted(func(a, b Side) int {
		return cmp.Or(strings.Compare(a.Game, b.Game), cmp.Compare(a.Seat, b.Seat))
	})
	p.Opponents = f.opponents.sorted(func(a, b Opponent) int {
		return cmp.Or(strings.Compare(a.Seat, b.Seat), strings.Compare(a.Game, b.Game))
	})
	p.Solved, p.Choices, p.Ratings = counts(f.solved), counts(f.choices), f.ratings()
	return p
}

// counts returns numbers of games, the greatest first.
func counts(numbers map[string]int) (list []Count) {
	for of, n := range numbers {
		list = append(list, Count{of, n})
	}
	slices.SortFunc(list, func(a, b Count) int { return cmp.Or(b.N-a.N, strings.Compare(a.Of, b.Of)) })
	return list
}

func (r *Record) add(o Record) {
	r.Wins, r.Losses, r.Draws = r.Wins+o.Wins, r.Losses+o.Losses, r.Draws+o.Draws
}

type tallies[K comparable] map[K]*Tally[K]

func (t tallies[K]) add(of K, g *store.Past, r Record) {
	have := t[of]
	if have == nil {
		have = &Tally[K]{Of: of}
		t[of] = have
	}
	have.Newest = *g
	have.add(r)
}

// sorted returns the tallies with the most games first.
func (t tallies[K]) sorted(compare func(a, b K) int) []Tally[K] {
	var list []Tally[K]
	for _, have := range t {
		list = append(list, *have)
	}
	slices.SortFunc(list, func(a, b Tally[K]) int { return cmp.Or(b.Total()-a.Total(), compare(a.Of, b.Of)) })
	return list
}

const maxPoints = 120

// Curve is the history of a rating in a pool.
type Curve struct {
	Pool string
	// Points are the ratings after games, oldest first: all, or a selection that includes the first
	// and last point and the first of the highest and of the lowest.
	Points []Point
	Newest store.Past // the newest game
}

// Point is a rating after a game.
type Point struct {
	At     time.Time
	Rating int
}

// rate adds a rated game to the curve of its pool.
func (f *folder) rate(g *store.Past) {
	if g.Rated == "" || g.Rating == 0 {
		return
	}
	c := f.curves[g.Rated]
	if c == nil {
		c = &Curve{Pool: g.Rated}
		f.curves[g.Rated] = c
	}
	c.Points = append(c.Points, Point{g.At, g.Rating})
	c.Newest = *g
}

// ratings returns the curves, that of the newest game first.
func (f *folder) ratings() []Curve {
	var list []Curve
	for _, c := range f.curves {
		c.thin()
		list = append(list, *c)
	}
	slices.SortFunc(list, func(a, b Curve) int {
		return cmp.Or(b.Newest.At.Compare(a.Newest.At), strings.Compare(a.Pool, b.Pool))
	})
	return list
}

// thin reduces the number of points: it keeps points at even steps, including both ends, and the
// extremes.
func (c *Curve) thin() {
	n := len(c.Points)
	if n <= maxPoints {
		return
	}
	lowest, highest := 0, 0
	for i, p := range c.Points {
		if p.Rating < c.Points[lowest].Rating {
			lowest = i
		}
		if p.Rating > c.Points[highest].Rating {
			highest = i
		}
	}
	kept := []int{lowest, highest}
	even := maxPoints - len(kept)
	for i := range even {
		kept = append(kept, i*(n-1)/(even-1))
	}
	slices.Sort(kept)
	points := make([]Point, 0, maxPoints)
	for _, i := range slices.Compact(kept) {
		points = append(points, c.Points[i])
	}
	c.Points = points
}
