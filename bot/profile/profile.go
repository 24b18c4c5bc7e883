// Package profile folds the finished games of a person into what they tell of them: how often
// they have won, in what and against whom, how their ratings went, and their streaks. It keeps
// [PuzzleStreaks] besides: on how many days in a row somebody has solved the puzzle of the day.
//
// It reads summaries alone, see [store.Past], and knows neither games nor tables; who may be
// told what is for the caller to say, by a [Lens]. Days begin at midnight in UTC.
package profile

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"github.com/sixfold-bot/sixfold/store"
)

// Most is how many games a profile tells of: the newest.
const Most = 10_000

// Lens is which games a profile tells of, and how much of them. Its functions may be nil.
type Lens struct {
	Now  time.Time
	Only string // a game, or one of its pools: "hex", "hex/13"; "" for all
	// Counts reports whether a game counts at all; nil: all do.
	Counts func(*store.Past) bool
	// Names reports whether the opponent in a game may be named; nil: all may.
	Names func(*store.Past) bool
	// Puzzles reports whether what somebody plays alone in a game are puzzles; nil: never.
	Puzzles func(game string) bool
	// Strength tells which of two levels is the stronger one; nil: all are alike.
	Strength func(game, level string) float64
}

// Record is how games against others ended. Those that nobody has finished are left out.
type Record struct{ Wins, Losses, Draws int }

// Total is how many they are.
func (r Record) Total() int { return r.Wins + r.Losses + r.Draws }

// Tally is the record of the games that have something in common.
type Tally[K comparable] struct {
	Of K
	Record
	Newest store.Past // of them
}

// Side is a side of a game: who sits on that seat.
type Side struct {
	Game string
	Seat int
}

// Opponent is who sat at the other side, as in [store.Head].Seats. Levels are those of a game.
type Opponent struct{ Seat, Game string }

// IsUser reports whether the opponent is a person.
func (o Opponent) IsUser() bool { return strings.HasPrefix(o.Seat, store.UserSeat) }

// Level is the seat of a level without what says so.
func (o Opponent) Level() string {
	_, id, _ := strings.Cut(o.Seat, ":")
	return id
}

// Solved is how many puzzles of a game were solved.
type Solved struct {
	Game  string
	Count int
}

// Streak is how many there are in a row up to now, and the most there were.
type Streak struct{ Now, Longest int }

// Choice is a game or a pool of which there is a profile of its own.
type Choice struct {
	Only  string // as in [Lens]
	Games int    // and puzzles
}

// Profile is what a person's games tell. Lists have the most frequent first, and of these the
// one that comes first by its name.
type Profile struct {
	Record
	People, Levels Record // against whom

	Games     []Tally[string]
	Pools     []Tally[string] // of rated games alone
	Sides     []Tally[Side]
	Opponents []Tally[Opponent] // who may be named

	// Best is a win against the opponent of the highest rating, or where there is none
	// against the strongest level; the zero value for none. Of equal ones it is the newest.
	Best store.Past

	WinStreak Streak    // of games won
	DayStreak Streak    // of days on which a game ended or a puzzle was solved
	First     time.Time // when the first one did; the zero value for none
	Ratings   []Curve   // by pool, that of the newest game first
	Solved    []Solved
	Choices   []Choice // whatever Only says
	Cut       bool     // there may be older games
}

// Fold makes the profile of a person from their games, the newest first: at most [Most].
func Fold(games []store.Past, l Lens) Profile {
	f := folder{
		lens: l, games: tallies[string]{}, pools: tallies[string]{}, sides: tallies[Side]{}, opponents: tallies[Opponent]{},
		curves: map[string]*Curve{}, solved: map[string]int{}, choices: map[string]int{},
	}
	f.p.Cut = len(games) >= Most
	for i := min(len(games), Most) - 1; i >= 0; i-- { // the oldest first
		f.add(&games[i])
	}
	return f.profile()
}

// folder is a profile in the making.
type folder struct {
	lens      Lens
	p         Profile
	games     tallies[string]
	pools     tallies[string]
	sides     tallies[Side]
	opponents tallies[Opponent]
	curves    map[string]*Curve
	solved    map[string]int
	choices   map[string]int
	day       int64 // since 1970, of the newest game
}

// add adds a game that is newer than those before.
func (f *folder) add(g *store.Past) {
	if f.lens.Counts != nil && !f.lens.Counts(g) {
		return
	}
	solved := f.solves(g)
	result, decided := resultOf(g)
	if !solved && !decided {
		return
	}
	f.choices[g.Game]++
	if g.Rated != "" && g.Rated != g.Game {
		f.choices[g.Rated]++
	}
	if only := f.lens.Only; only != "" && only != g.Game && only != g.Rated {
		return
	}
	f.date(g.At)
	if solved {
		f.solved[g.Game]++
		return
	}
	f.count(g, result)
}

// solves reports whether a game is a puzzle that was solved.
func (f *folder) solves(g *store.Past) bool {
	return g.Opponent == "" && g.Kind == "" && g.Winner < 0 && f.lens.Puzzles != nil && f.lens.Puzzles(g.Game)
}

// resultOf is how a game ended for its player; decided is false where that was no end of a
// game against somebody else, or one that nobody has finished.
func resultOf(g *store.Past) (r Record, decided bool) {
	switch {
	case g.Opponent == "":
		return r, false
	case g.Winner == g.Seat:
		return Record{Wins: 1}, true
	case g.Winner >= 0:
		return Record{Losses: 1}, true
	default: // where ratings count it, it was a draw whatever ended it
		return Record{Draws: 1}, g.Kind == "" || g.Rated != ""
	}
}

// date counts days in a row.
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

// dayOf counts days since 1970, before which no game has ended.
func dayOf(at time.Time) int64 { return at.Unix() / (24 * 60 * 60) }

// count counts a game against somebody.
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
	if g.Rated != "" {
		f.pools.add(g.Rated, g, r)
		f.rate(g)
	}
	if f.p.WinStreak.Now++; r.Wins == 0 {
		f.p.WinStreak.Now = 0
	}
	f.p.WinStreak.Longest = max(f.p.WinStreak.Longest, f.p.WinStreak.Now)
	if r.Wins > 0 && (f.p.Best.Game == "" || f.better(g, &f.p.Best)) {
		f.p.Best = *g
	}
}

// better reports whether a win is worth as much as an older one, or more.
func (f *folder) better(g, old *store.Past) bool {
	if g.Against != 0 || old.Against != 0 {
		return g.Against >= old.Against
	}
	return f.strength(g) >= f.strength(old)
}

// strength is that of an opponent without a rating: of a person it is that of no level.
func (f *folder) strength(g *store.Past) float64 {
	who := Opponent{Seat: g.Opponent}
	if who.IsUser() || f.lens.Strength == nil {
		return 0
	}
	return f.lens.Strength(g.Game, who.Level())
}

// profile is what was folded.
func (f *folder) profile() Profile {
	p := f.p
	if dayOf(f.lens.Now)-f.day > 1 {
		p.DayStreak.Now = 0
	}
	p.Games = f.games.sorted(strings.Compare)
	p.Pools = f.pools.sorted(strings.Compare)
	p.Sides = f.sides.sorted(func(a, b Side) int {
		return cmp.Or(strings.Compare(a.Game, b.Game), cmp.Compare(a.Seat, b.Seat))
	})
	p.Opponents = f.opponents.sorted(func(a, b Opponent) int {
		return cmp.Or(strings.Compare(a.Seat, b.Seat), strings.Compare(a.Game, b.Game))
	})
	for game, n := range f.solved {
		p.Solved = append(p.Solved, Solved{game, n})
	}
	slices.SortFunc(p.Solved, func(a, b Solved) int { return cmp.Or(b.Count-a.Count, strings.Compare(a.Game, b.Game)) })
	for only, n := range f.choices {
		p.Choices = append(p.Choices, Choice{only, n})
	}
	slices.SortFunc(p.Choices, func(a, b Choice) int { return cmp.Or(b.Games-a.Games, strings.Compare(a.Only, b.Only)) })
	p.Ratings = f.ratings()
	return p
}

// add adds one record to another.
func (r *Record) add(o Record) {
	r.Wins, r.Losses, r.Draws = r.Wins+o.Wins, r.Losses+o.Losses, r.Draws+o.Draws
}

// tallies are records by what the games have in common.
type tallies[K comparable] map[K]*tally

// tally is a record in the making.
type tally struct {
	Record
	newest *store.Past
}

func (t tallies[K]) add(of K, g *store.Past, r Record) {
	have := t[of]
	if have == nil {
		have = new(tally)
		t[of] = have
	}
	have.newest = g
	have.add(r)
}

// sorted has the most frequent first.
func (t tallies[K]) sorted(compare func(a, b K) int) []Tally[K] {
	var list []Tally[K]
	for of, have := range t {
		list = append(list, Tally[K]{of, have.Record, *have.newest})
	}
	slices.SortFunc(list, func(a, b Tally[K]) int { return cmp.Or(b.Total()-a.Total(), compare(a.Of, b.Of)) })
	return list
}
