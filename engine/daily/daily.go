// Package daily has what daily puzzles share, and time zones. It declares the arguments that select
// a puzzle by number or by date, with their bounds, and chooses a value where a person gave
// neither.
//
// A date is written 2026-01-02 and begins at midnight in the zone of [engine.Env]: everybody on a server
// has the same puzzle at the same time. Chosen values become options of the table, from which it replays;
// see [engine.Game.Prepare].
//
// Time zones are found by name, see [FindZone]. Their data is embedded, so that it is the same on
// every system.
package daily

import (
	"cmp"
	"hash/fnv"
	"maps"
	"time"

	"github.com/sixfold-bot/sixfold/engine"
)

// MaxSeed is the greatest seed: nine digits can be read out and typed.
const MaxSeed = 999_999_999

// Names of the arguments.
const (
	SeedOption = "seed"
	DateOption = "date"
)

// SeedArg returns the argument for a puzzle's number.
func SeedArg(help engine.Text) engine.Arg {
	return engine.Arg{Name: SeedOption, Help: help, Kind: engine.Integer, Min: 0, Max: MaxSeed}
}

// DateArg returns the argument for a puzzle's date.
func DateArg(help engine.Text) engine.Arg {
	return engine.Arg{Name: DateOption, Help: help, Kind: engine.Word, Min: 1, Max: len(time.DateOnly)}
}

// Seed returns the given seed, or a random one.
func Seed(env engine.Env, o engine.Options) int {
	if _, given := o[SeedOption]; given {
		return o.Int(SeedOption)
	}
	return env.Rand.IntN(MaxSeed + 1)
}

// Next returns the seed after another; 0 follows [MaxSeed].
func Next(seed int) int { return (seed + 1) % (MaxSeed + 1) }

// Another returns the options of the puzzle after the one asked for with o: the next seed if one
// was given, else a random one. The result is a copy.
func Another(o engine.Options) engine.Options {
	n := maps.Clone(o)
	delete(n, DateOption)
	if _, given := n[SeedOption]; given {
		n[SeedOption] = Next(n.Int(SeedOption))
	}
	return n
}

// Date returns the given date, or today's.
func Date(env engine.Env, o engine.Options) string {
	if date := o.Text(DateOption); date != "" {
		return date
	}
	return env.Now.In(cmp.Or(env.Zone, time.UTC)).Format(time.DateOnly)
}

// Day parses a date. Anything else is a [*engine.Refusal].
func Day(date string) (time.Time, error) {
	day, err := time.Parse(time.DateOnly, date)
	if err != nil {
		return time.Time{}, engine.Refuse("date must be a day such as 2026-01-02")
	}
	return day, nil
}

// DaySeed returns the seed of a day's puzzle, a hash of the date and of a salt that tells games
// apart. An invalid date is a [*engine.Refusal].
func DaySeed(salt, date string) (uint64, error) {
	if _, err := Day(date); err != nil {
		return 0, err
	}
	h := fnv.New64a()
	_, _ = h.Write([]byte(salt + date)) // a hash returns no error
	return h.Sum64(), nil
}
