// Package daily is for what comes by the day: puzzles that are made from a number or from a day,
// and the time zones by which people count. It has the arguments of number and day with their
// bounds, and chooses where a person gave neither.
//
// A day is written 2026-01-02 and begins at midnight in UTC, so that everybody has the same
// puzzle at the same time. What is chosen here goes into the options of a table, from which
// it replays; see [engine.Game.Prepare].
//
// Zones are known by the names that people give them, see [FindZone]. Their data is that of the
// program itself, so that it is the same on every system.
package daily

import (
	"hash/fnv"
	"maps"
	"time"

	"github.com/sixfold-bot/sixfold/engine"
)

// MaxSeed is the greatest seed: nine digits can be read out and typed.
const MaxSeed = 999_999_999

// The names of the arguments.
const (
	SeedOption = "seed"
	DateOption = "date"
)

// SeedArg is an argument for the number of a puzzle.
func SeedArg(help engine.Text) engine.Arg {
	return engine.Arg{Name: SeedOption, Help: help, Kind: engine.Integer, Min: 0, Max: MaxSeed}
}

// DateArg is an argument for the day of a puzzle.
func DateArg(help engine.Text) engine.Arg {
	return engine.Arg{Name: DateOption, Help: help, Kind: engine.Word, Min: 1, Max: len(time.DateOnly)}
}

// Seed is the seed that was given, or one by chance.
func Seed(env engine.Env, o engine.Options) int {
	if _, given := o[SeedOption]; given {
		return o.Int(SeedOption)
	}
	return env.Rand.IntN(MaxSeed + 1)
}

// Next is the seed after another; after the greatest comes 0.
func Next(seed int) int { return (seed + 1) % (MaxSeed + 1) }

// Another are the options for a puzzle after the one that was asked for with o: the next
// number where one was given, any otherwise. The result may be changed.
func Another(o engine.Options) engine.Options {
	n := maps.Clone(o)
	delete(n, DateOption)
	if _, given := n[SeedOption]; given {
		n[SeedOption] = Next(n.Int(SeedOption))
	}
	return n
}

// Date is the day that was given, or today.
func Date(env engine.Env, o engine.Options) string {
	if date := o.Text(DateOption); date != "" {
		return date
	}
	return env.Now.UTC().Format(time.DateOnly)
}

// Day reads a day. What is none is a [*engine.Refusal].
func Day(date string) (time.Time, error) {
	day, err := time.Parse(time.DateOnly, date)
	if err != nil {
		return time.Time{}, engine.Refuse("date must be a day such as 2026-01-02")
	}
	return day, nil
}

// DaySeed is the number of a day's puzzle; days that follow each other have numbers that
// have nothing in common. The salt parts the puzzles of different games. What is no day is
// a [*engine.Refusal].
func DaySeed(salt, date string) (uint64, error) {
	if _, err := Day(date); err != nil {
		return 0, err
	}
	h := fnv.New64a()
	_, _ = h.Write([]byte(salt + date)) // a hash returns no error
	return h.Sum64(), nil
}
