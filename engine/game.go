package engine

import (
	"context"
	"maps"
	"strings"
	"time"
)

// Game is the descriptor of a game: facts, and how to create a position. The rest of the program
// knows nothing else of the game. It is read-only after the program has started and may be shared
// between goroutines.
type Game struct {
	// ID is the command's name, lower case: "hex".
	ID    string
	Title Text
	// Help is one line, at most 100 characters: the command's description.
	Help Text
	// Rules is the version of the rules, raised when stored moves would replay differently.
	Rules int
	// RulesOf, if not nil, returns the version of the rules that games with these options need, at most
	// Rules: a program of an older version leaves those alone, and plays the others. Nil: Rules.
	RulesOf func(Options) int
	// Options are the arguments of `new`, in the order in which they are offered.
	Options []Arg
	// Prepare, if not nil, adds to the options of a new table what depends on chance or the date,
	// such as the seed of a puzzle. The result is stored, and the table replays from it. Options
	// that need nothing are returned unchanged. Call it by [Game.Prepared].
	Prepare func(Env, Options) (Options, error)
	// Complete, if not nil, adds to a line what depends on chance or the time before it is played,
	// for instance the result to "throw", so that the move can be replayed. Lines that need nothing
	// are returned unchanged. Call it by [Game.Completed].
	Complete func(Env, Position, string) (string, error)
	// Next returns the options of the puzzle to follow the one that was asked for: another of the
	// same kind, or any puzzle after a daily one. It returns false if no puzzle was asked for. It
	// does not change its argument. Nil: the game has no puzzles.
	Next func(asked Options) (Options, bool)
	// Starts are further commands that open a table: names for some options of `new`.
	Starts []Start
	// Daily is the options of `new` that open the daily puzzle, without its `date`: "puzzle:daily";
	// "" if there is none.
	Daily string
	// Sides are the sides at a table for two; the zero value if the game is always solitary.
	Sides Sides
	// Seats returns the number of players at a table with these options, 1 or 2.
	Seats func(Options) int
	// Classes are the kinds of two-player games that are rated separately, such as board sizes.
	// Empty: all are of one kind.
	Classes []Named
	// Class returns the member of Classes for a two-player game with these options, the zero value
	// if there are no classes. It refuses options whose games are not rated since they do not
	// measure strength, for instance if one side can always win. Nil refuses none.
	Class func(Options) (Named, error)
	// Verbs are the kinds of move, each a subcommand.
	Verbs []Verb
	Views []View
	// Tools are commands that need no table.
	Tools []Tool
	// Formats are the notations in which a game is exported and imported.
	Formats []Format
	// Import are further arguments of the import, which say what a text leaves open. Their names and
	// values, as in "size:13", are the first lines of what is decoded.
	Import []Arg
	// Opponents are the game's own players; the zero value if there are none.
	Opponents Opponents
	// Notes is the ID of the game whose notes of a person this game shares; "" if it has its own.
	Notes string
	// Controls are for user interfaces with buttons.
	Controls Controls
	// Catalog holds translations of the game's texts.
	Catalog Catalog
	// New creates the initial position. Options come from [ParseOptions]; New refuses invalid
	// combinations with a [*Refusal].
	New func(Options) (Position, error)
}

// Sides are the two sides of a game, and the option of `new` that selects the side of the person
// who opens a table.
type Sides struct {
	// Option is the option's name: "colour". Help is its help.
	Option string
	Help   Text
	// List is in seat order: {"red", "Red"}, {"blue", "Blue"}.
	List []Named
}

// Command returns a command of the game, such as "new size:5", for use in a [Text].
func (g *Game) Command(line string) Command { return Command(g.ID + " " + line) }

// Prepared returns the options of a new table, completed by Prepare. It does not change asked.
func (g *Game) Prepared(env Env, asked Options) (Options, error) {
	if g.Prepare == nil {
		return asked, nil
	}
	return g.Prepare(env, maps.Clone(asked))
}

// Needs returns the version of the rules that games with these options need.
func (g *Game) Needs(o Options) int {
	if g.RulesOf == nil {
		return g.Rules
	}
	return g.RulesOf(o)
}

// Completed returns the line to play, completed by Complete.
func (g *Game) Completed(env Env, p Position, line string) (string, error) {
	if g.Complete == nil {
		return line, nil
	}
	return g.Complete(env, p, line)
}

// ClassOf returns the class of games with these options, see Class; the zero value if there are no
// classes.
func (g *Game) ClassOf(o Options) (Named, error) {
	if g.Class == nil {
		return Named{}, nil
	}
	return g.Class(o)
}

// Level returns the level with the given ID, of Opponents.Levels or Opponents.Scale.
func (g *Game) Level(id string) (Level, bool) {
	if l, ok := Find(g.Opponents.Levels, id, func(l Level) string { return l.ID }); ok {
		return l, true
	}
	return g.Opponents.Scale.level(id)
}

// Verb returns the verb with the given name.
func (g *Game) Verb(name string) (Verb, bool) {
	return Find(g.Verbs, name, func(v Verb) string { return v.Name })
}

// MoveVerb is the name of the verb that is omitted from its moves; see [Verb.Line].
const MoveVerb = "move"

// VerbOf returns the verb of a move and its arguments.
func (g *Game) VerbOf(move string) (v Verb, arguments []string) {
	words := strings.Fields(move)
	if len(words) > 0 {
		if v, ok := g.Verb(words[0]); ok {
			return v, words[1:]
		}
	}
	v, _ = g.Verb(MoveVerb)
	return v, words
}

// View returns the view with the given name.
func (g *Game) View(name string) (View, bool) {
	return Find(g.Views, name, func(v View) string { return v.Name })
}

// Tool returns the tool with the given name.
func (g *Game) Tool(name string) (Tool, bool) {
	return Find(g.Tools, name, func(t Tool) string { return t.Name })
}

// Format returns the format with the given ID.
func (g *Game) Format(id string) (Format, bool) {
	return Find(g.Formats, id, func(f Format) string { return f.ID })
}

// Find returns the first item of a list with a name; false if there is none.
func Find[T any](list []T, key string, name func(T) string) (T, bool) {
	for _, item := range list {
		if name(item) == key {
			return item, true
		}
	}
	var none T
	return none, false
}

// Map returns the results of a function for the items of a list, in order; never nil.
func Map[T, R any](list []T, of func(T) R) []R {
	results := make([]R, len(list))
	for i, item := range list {
		results[i] = of(item)
	}
	return results
}

// Format is a notation for whole games. Either function may be nil.
type Format struct {
	ID    string // "sgf"
	Title Text
	// Encode writes a game. The answer holds files, or text such as a link. When the context ends
	// it returns the context's cause.
	Encode func(context.Context, Record) (Answer, error)
	// Game returns a game of a file as text for Decode, by its number from 1. It takes the bytes as they
	// are, in any encoding, and refuses a number that is too large. Nil: a file is text with one game.
	Game func(file []byte, number int) ([]byte, error)
	// Decode reads what Encode and other programs write. It returns a [*Refusal] that names the
	// place of a mistake, or for a game that takes more work than a table may; it wraps
	// [ErrNotThisFormat] where another format of the game may be meant. When the context ends it
	// returns the context's cause. The record's moves are canonical and replay without error.
	Decode func(ctx context.Context, data []byte) (Record, error)
	// Reads says what Decode reads, in a few words for a list: "an SGF file".
	Reads Text
}

// Written is a game as somebody brings it: as typed text or as a file.
type Written struct {
	Text   string // [Plain]; what a file is as such text
	File   []byte // nil for typed text
	Number int    // of the game in a file with several, from 1
}

// Read decodes a written game. Typed text is in UTF-8, whatever it says of itself.
func (f Format) Read(ctx context.Context, w Written) (Record, error) {
	if f.Game == nil {
		if w.Number > 1 {
			return Record{}, Refuse("this holds one game: leave `game` out")
		}
		return f.Decode(ctx, []byte(w.Text))
	}
	file := w.File
	if file == nil {
		file = []byte("\ufeff" + w.Text)
	}
	data, err := f.Game(file, w.Number)
	if err != nil {
		return Record{}, err
	}
	return f.Decode(ctx, data)
}

// Record is a whole game.
type Record struct {
	Options Options
	Moves   []string // canonical, from the start
	Names   []string // by seat, "" when unknown
	Outcome Outcome  // as agreed by the players; it may end a game that the rules leave open, and need not have a Reason
	// Left is, by move, the time that its player had left on the clock after it; it may be shorter than
	// Moves, and is 0 where that is unknown.
	Left []time.Duration
	// Date is when it was played: "2024-08-27", "2024-08", "2024", or in other words; "" when unknown.
	Date string
	// Info is what else is known of it, by the names of SGF's game information: "EV" is the event.
	Info map[string]string
	// Comments are what people have written of the start, and then of each move. It may be shorter.
	Comments []string
	// Note says what Decode had to assume or leave out, in sentences; empty for nothing.
	Note Text
}
