package engine

import (
	"context"
	"strconv"
	"strings"
	"time"
)

// Opponents are the players that a game brings along.
type Opponents struct {
	// Levels are their strengths, weakest first. Those of a game for two are [FiveLevels] in
	// every game, and where they lie far apart, those halfway to the next: their IDs end
	// in [Halfway].
	Levels []Level
	// Default is the ID of the level that plays when none is named, and Hint of the one
	// that gives hints; "" for no hints.
	Default, Hint string
	// HintAt, if not nil, gives a hint in place of that level, to the person who asks alone;
	// false where the level gives it.
	HintAt func(Position) (Answer, bool)
	// Scale are players besides, told by a number; the zero value for none.
	Scale Scale
}

// FiveLevels are the IDs of the levels of every game for two, weakest first.
var FiveLevels = [5]string{"beginner", "easy", "normal", "hard", "max"}

// Halfway ends the ID of a level between the one that it names and the next of [FiveLevels].
const Halfway = "-plus"

// Scale is a measure of strength by whole numbers that a game has besides its levels.
type Scale struct {
	// Arg is the option of `new` that takes the number: an Integer with bounds.
	Arg Arg
	// Level returns the level of a number within the bounds. Its ID is the number.
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
	// Think is the time that the level may take for a move. Whoever asks for a
	// move bounds it by a context: this package has no clock.
	Think time.Duration
	// Ratings are how strong the level is by the ID of a class of games, "" where the game has
	// none, on the scale of Elo: see [Ladder]. It has none where it was not measured.
	Ratings map[string]float64
	// New makes a player for one table. The seed makes it repeatable as far as its
	// search is (one thread, stopped by count and not by the clock).
	New func(seed uint64) Player
}

// IsHalfway reports whether the level lies between two of [FiveLevels].
func (l Level) IsHalfway() bool { return strings.HasSuffix(l.ID, Halfway) }

// Player is an opponent, hint giver or puzzle solver for one table. It may keep
// a search tree between calls and is not safe for concurrent use.
type Player interface {
	// Choose picks a move for the position, whose outcome must be Open. It does
	// not change it. When the context ends it answers at once with the best found
	// so far; it returns an error only when it has no move at all.
	Choose(ctx context.Context, p Position) (Choice, error)
}

// Keeper is a player that knows more by its next call if it is kept until then. Any
// position of its game may follow: it finds out itself what of its knowledge holds.
type Keeper interface {
	Player
	// Kept is about how much memory its knowledge takes, in bytes: 0 when there is
	// none, and a new player would do as well.
	Kept() int
}

// Choice is a move and what its player thinks of it.
type Choice struct {
	Move   string   `json:"move"`           // canonical
	Value  float64  `json:"value"`          // chance of winning for the mover, 0 to 1
	Line   []string `json:"line,omitempty"` // expected continuation, Move first
	Proved bool     `json:"proved"`         // Value is a proved win (1) or loss (0)
	// Resign: the player would give up against a person. Move is legal all the same.
	Resign bool `json:"resign,omitempty"`
	// Note is a sentence that the player wants said with its move, such as that it could not
	// prove it; empty for none.
	Note Text `json:"-"`
}

// Suggestion is a scene: a position with a choice shown on it.
type Suggestion struct {
	Position Position
	Choice   Choice
}
