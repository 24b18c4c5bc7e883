// Package enginetest tests games: [Run] is the conformance suite that every game
// calls, [Scripts] plays the games written down in text files.
//
// # Scripts
//
// A script is a text file that somebody who knows the rules, but not Go, can read
// and write. It holds one game, line by line:
//
//	# a comment
//	size 3            an option, at the top, by its name
//	swap true
//
//	b1                a move
//	C2                in any spelling that the game takes
//	  a b c           the board after it, indented, as the position prints itself;
//	1 . R .           how far it is indented does not matter
//	 2 . . B
//	  3 . . .
//	! b1              a move that must be refused, leaving no trace
//	! 1b -- letter    ... with these words in the refusal
//	? open red        the outcome: open, with the side to move,
//	? won blue -- left and right
//	                  or won, with the winner (drawn and solved stand alone), and
//	                  words of the reason
//
// Blank lines part what belongs together and mean nothing. Options that are not
// given have their default between two people.
//
// The package looks at a game from outside only. It does not judge whether the
// rules are the right ones.
package enginetest

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"github.com/sixfold-bot/sixfold/engine"
)

// Promises are what a game says of itself beyond its descriptor.
type Promises struct {
	// Ends is the number of moves after which a game with these options is over at
	// the latest. Nil: games need not end; they are played for 60 moves, in full for 500.
	Ends func(engine.Options) int
	// Variants are raw options beside the defaults with which the suite is run.
	Variants []map[string]any
	// Refused are raw options, each within its own bounds or not, that cannot start
	// a game.
	Refused []map[string]any
	// Move picks a legal move where the position does not list its moves.
	Move func(*rand.Rand, engine.Position) string
	// Games is the number of random games of each variant; 0 means 1, and 10 in full.
	Games int
}

// endlessSteps is how many moves a game is played that need not end.
func endlessSteps() int { return Times(60, 500) }

// Run tests that a game keeps to what package engine says of games, positions,
// players, views and formats, and its descriptor to the limits of Discord's commands.
// Random play is seeded: a failure repeats.
func Run(t *testing.T, game engine.Game, promises Promises) {
	t.Helper()
	for _, c := range checks {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			c.run(&suite{TB: t, game: &game, promises: promises})
		})
	}
}

// check is one part of the suite.
type check struct {
	name string
	run  func(*suite)
}

var checks = []check{
	{"descriptor", (*suite).descriptor},
	{"options", (*suite).options},
	{"starts", (*suite).starts},
	{"games", (*suite).games},
	{"moves", (*suite).moves},
	{"refusals", (*suite).refusals},
	{"undo", (*suite).undo},
	{"players", (*suite).players},
	{"views", (*suite).views},
	{"conclusions", (*suite).conclusions},
	{"tools", (*suite).tools},
	{"formats", (*suite).formats},
	{"copies", (*suite).copies},
	{"picks", (*suite).picks},
}

// suite is a game under test.
type suite struct {
	testing.TB
	game     *engine.Game
	promises Promises
}

// variants are the options with which games are played: the defaults of two
// people, those of one alone, and what was promised.
func (s *suite) variants() []engine.Options {
	s.Helper()
	all := withOther([]engine.Options{s.parse(nil, false)}, s.parse(nil, true))
	for _, raw := range s.promises.Variants {
		all = withOther(all, s.parse(raw, false))
	}
	return all
}

// withOther adds options to some, if they are not among them.
func withOther(all []engine.Options, o engine.Options) []engine.Options {
	if slices.ContainsFunc(all, func(other engine.Options) bool { return reflect.DeepEqual(o, other) }) {
		return all
	}
	return append(all, o)
}

// kinds are the options of every kind of table: the variants, and those of every way in
// which the game's own commands open one.
func (s *suite) kinds() []engine.Options {
	s.Helper()
	all := s.variants()
	for _, start := range s.game.Starts {
		for _, raw := range someArguments(start.Args) {
			asked, err := start.Parse(s.game, raw, true)
			if err != nil {
				s.Errorf("start %s with %v: %v", start.Name, raw, err)
				continue
			}
			all = withOther(all, s.prepared(asked))
		}
	}
	return all
}

// parse gives the options of a table that is opened with raw values.
func (s *suite) parse(raw map[string]any, alone bool) engine.Options {
	s.Helper()
	o, err := engine.ParseOptions(s.game.Options, raw, alone)
	if err != nil {
		s.Fatalf("options %v: %v", raw, err)
	}
	return s.prepared(o)
}

// prepared completes options as for a new table, by the chance of a fixed seed.
func (s *suite) prepared(asked engine.Options) engine.Options {
	s.Helper()
	o, err := s.game.Prepared(engine.Env{Now: noon, Rand: seeded(0)}, asked)
	if err != nil {
		s.Fatalf("Prepare(%v): %v", asked, err)
	}
	return o
}

// start begins a game that must begin.
func (s *suite) start(o engine.Options) engine.Position {
	s.Helper()
	p, err := s.game.New(o)
	if err != nil {
		s.Fatalf("New(%v): %v", o, err)
	}
	return p
}

// replay plays moves that were accepted before.
func (s *suite) replay(o engine.Options, moves []string) engine.Position {
	s.Helper()
	p, err := engine.Replay(s.Context(), s.game, o, moves)
	if err != nil {
		s.Fatalf("options %v, moves %q: %v", o, moves, err)
	}
	return p
}
