// Package enginetest tests games: [Run] is a conformance suite for every game, [Scripts] plays
// games from text files.
//
// # Scripts
//
// A script is a text file that people who know the rules, but not Go, can read and write. It holds
// one game, line by line:
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
// Blank lines have no meaning. Options that are not given have their default for two people.
//
// The package tests a game through its interface only. It does not check that its rules are
// correct.
package enginetest

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"github.com/sixfold-bot/sixfold/engine"
)

// Promises describe a game beyond its descriptor.
type Promises struct {
	// Ends returns the greatest number of moves of a game with these options. Nil: games need not
	// end; 30 moves are played, in long runs 500.
	Ends func(engine.Options) int
	// Variants are further raw options with which the suite is run, besides the defaults.
	Variants []map[string]any
	// Refused are raw options with which no game can start; each may be valid by itself.
	Refused []map[string]any
	// Move returns a legal move, for positions that do not list theirs.
	Move func(*rand.Rand, engine.Position) string
	// Games is the number of random games per variant; 0 means 1, and 10 in long runs.
	Games int
}

// Run tests that a game keeps the contracts of package engine. Random play is seeded, so failures
// are reproducible. The tests of package bot check that Discord takes the commands.
func Run(t *testing.T, game engine.Game, promises Promises) {
	t.Helper()
	for _, c := range checks {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			c.run(&suite{TB: t, game: &game, promises: promises})
		})
	}
}

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

// variants returns the options to test: the defaults for two people, those for one, and the
// promised variants.
func (s *suite) variants() []engine.Options {
	all := withOther([]engine.Options{s.parse(nil, false)}, s.parse(nil, true))
	for _, raw := range s.promises.Variants {
		all = withOther(all, s.parse(raw, false))
	}
	return all
}

// withOther appends options that the list does not contain yet.
func withOther(all []engine.Options, o engine.Options) []engine.Options {
	if slices.ContainsFunc(all, func(other engine.Options) bool { return reflect.DeepEqual(o, other) }) {
		return all
	}
	return append(all, o)
}

// kinds returns the options of every kind of table: the variants, and those of the game's start
// commands.
func (s *suite) kinds() []engine.Options {
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

// parse returns the options of a new table.
func (s *suite) parse(raw map[string]any, alone bool) engine.Options {
	return s.prepared(s.parsed("new", s.game.Options, raw, alone))
}

// parsed returns the arguments of a command.
func (s *suite) parsed(command string, args []engine.Arg, raw map[string]any, alone bool) engine.Options {
	o, err := engine.ParseOptions(args, raw, alone)
	if err != nil {
		s.Fatalf("%s does not take %v: %v", command, raw, err)
	}
	return o
}

// prepared completes the options of a new table with a fixed seed.
func (s *suite) prepared(asked engine.Options) engine.Options {
	o, err := s.game.Prepared(engine.Env{Now: noon, Rand: seeded(0)}, asked)
	if err != nil {
		s.Fatalf("Prepare(%v): %v", asked, err)
	}
	return o
}

func (s *suite) start(o engine.Options) engine.Position {
	p, err := s.game.New(o)
	if err != nil {
		s.Fatalf("New(%v): %v", o, err)
	}
	return p
}

func (s *suite) replay(at place) engine.Position {
	p, err := engine.Replay(s.Context(), s.game, at.options, at.moves)
	if err != nil {
		s.Fatalf("%s: %v", at, err)
	}
	return p
}
