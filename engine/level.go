package engine

import (
	"context"
	"math"
	"strconv"
	"strings"
	"time"
)

// Opponents are a game's own players.
type Opponents struct {
	// Levels are sorted by strength, weakest first. In a two-player game they are [FiveLevels] and,
	// between levels that lie far apart, intermediate ones whose IDs end in [Halfway].
	Levels []Level
	// Default is the ID of the level that plays if none is named. Hint is that of the level that
	// gives hints; "" for no hints.
	Default, Hint string
	// HintAt, if not nil, returns a hint to use instead of that level's, for the caller alone;
	// false to use the level.
	HintAt func(Position) (Answer, bool)
	// Scale has further players, selected by a number; the zero value if there are none.
	Scale Scale
}

// FiveLevels are the IDs of the levels of every two-player game, weakest first.
var FiveLevels = [5]string{"beginner", "easy", "normal", "hard", "max"}

// Halfway ends the ID of a level between the named one and the next of [FiveLevels].
const Halfway = "-plus"

// Scale is a scale of strength in whole numbers, beside the levels.
type Scale struct {
	// Arg is the option of `new` that takes the number: a bounded Integer.
	Arg Arg
	// Level returns the level of a number within the bounds. Its ID is the number in decimal.
	Level func(n int) Level
}

// level returns the level whose ID is a number of the scale.
func (s Scale) level(id string) (Level, bool) {
	if s.Level == nil {
		return Level{}, false
	}
	n, err := strconv.Atoi(id)
	if err != nil || n < s.Arg.Min || n > s.Arg.Max || strconv.Itoa(n) != id {
		return Level{}, false
	}
	return s.Level(n), true
}

// Level is one strength of a game's own player.
type Level struct {
	ID    string
	Title Text
	// Think is the time that the level may take for a move. Callers enforce it by a context: this
	// package has no clock.
	Think time.Duration
	// Ratings are measured Elo ratings by the ID of a class of games ("" if the game has no
	// classes), see [Ladder]. Classes that were not measured are absent.
	Ratings map[string]float64
	// New returns a player for one table. Equal seeds play equal moves if the search is
	// deterministic (one thread, stopped by count and not by the clock).
	New func(seed uint64) Player
}

// IsHalfway reports whether the level lies between two of [FiveLevels].
func (l Level) IsHalfway() bool { return strings.HasSuffix(l.ID, Halfway) }

// Player is an opponent, hint giver or puzzle solver for one table. It may keep a search tree
// between calls and is not safe for concurrent use.
type Player interface {
	// Choose returns a move for the position, whose outcome must be Open, and does not change it.
	// When the context ends it returns the best move found so far at once; it fails only if it has
	// no move at all.
	Choose(ctx context.Context, p Position) (Choice, error)
}

// Keeper is a player that gains knowledge which its next call can use. Any position of its game may
// follow; the player decides which of its knowledge still holds.
type Keeper interface {
	Player
	// Kept returns the approximate size of its knowledge in bytes. 0: there is none, and a new
	// player would do as well.
	Kept() int
}

// Choice is a move and its player's evaluation.
type Choice struct {
	Move   string   `json:"move"`           // canonical
	Value  float64  `json:"value"`          // probability that the mover wins, 0 to 1
	Line   []string `json:"line,omitempty"` // expected continuation, Move first
	Proved bool     `json:"proved"`         // Value is a proven win (1) or loss (0)
	// Resign: the player would resign against a person. Move is still legal.
	Resign bool `json:"resign,omitempty"`
	// Note is a sentence to show with the move, for instance that it is not proven; empty for none.
	Note Text `json:"-"`
}

// Suggestion is a scene: a position with a choice marked on it.
type Suggestion struct {
	Position Position
	Choice   Choice
}

// Middle is the rating from which the levels of a ladder are counted, equal to that of an unrated
// person.
const Middle = 1500

// Match is the score of a level against the next weaker one of a ladder. A draw counts half.
type Match struct{ Score, Games float64 }

// Matches returns matches of equal length.
func Matches(games float64, scores ...float64) []Match {
	return Map(scores, func(score float64) Match { return Match{Score: score, Games: games} })
}

// Elo returns the difference of ratings by Elo's formula, 400·log10(won/lost), with half a game
// added to both counts: otherwise who won every game would be infinitely better.
func (m Match) Elo() float64 { return 400 * math.Log10((m.Score+0.5)/(m.Games-m.Score+0.5)) }

// Ladder returns the ratings of levels, weakest first, whose neighbours differ by [Match.Elo].
// matches[i] is the match of level i+1 against level i. The level at index middle is rated
// [Middle].
func Ladder(middle int, matches ...Match) []float64 {
	ratings := make([]float64, len(matches)+1)
	for i, m := range matches {
		ratings[i+1] = ratings[i] + m.Elo()
	}
	base := ratings[middle]
	for i := range ratings {
		ratings[i] = math.Round(ratings[i] - base + Middle)
	}
	return ratings
}

// Rated sets the ratings of the levels of a game without classes, by [Ladder]. There may be more
// levels than were measured.
func Rated(levels []Level, middle int, matches []Match) []Level {
	for i, rating := range Ladder(middle, matches...) {
		levels[i].Ratings = map[string]float64{"": rating}
	}
	return levels
}
